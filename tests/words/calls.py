"""Calls of scores: in time, too late, wrong, for nothing, and in games in which nobody calls."""

from __future__ import annotations

from collections.abc import Iterator

from domino_lab.catalogue import get
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.explain.why_not import rule_on_call
from domino_lab.play.move_text import ScoreCall
from domino_lab.play.timeline import Timeline, play_out


def hands() -> Iterator[Timeline]:
    fives = get("all-fives")
    for rules in (get("two-box"), get("muggins"), fives, get("block"), fives.but(claim="call"),
                  fives.but(claim="call-else-opponent")):
        yield play_out(rules, Shuffle(seed=3))


def rulings() -> Iterator[Ruling]:
    for hand in hands():
        for step in hand.steps:
            laid = step.state.chain.laid
            tiles: list[Tile | None] = [None, *([laid[0].tile] if laid else [])]
            yield from (rule_on_call(step.state, ScoreCall(10, tile)) for tile in tiles)
