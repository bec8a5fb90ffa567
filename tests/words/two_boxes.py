"""Positions of the two-box games: a block, equal twins, a double blank alone, and stacks that are refused."""

from __future__ import annotations

from collections.abc import Iterator

from domino_lab import hands
from domino_lab.catalogue import get
from domino_lab.core.actions import Play, Stack
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge
from domino_lab.play.start import start
from domino_lab.record import read
from tests.words import positions

TWIN = 1
"""The copy of a tile that comes from the second box."""


def rulings() -> Iterator[Ruling]:
    """The rulings of every position of this room."""
    game = get("two-box")
    for step in read(hands.text("two-box-blocked-own-pips-kept"), get).steps:
        yield from positions.rulings_of(step)
    yield from positions.settled(game, "0-0 6-1", "0-0 5-2", "6-6", "5-5")
    yield from positions.settled(game, "1-0", "1-0", "6-6", "5-5")
    alone = start(game, Shuffle(seed=1), leader=0).state
    blank = alone._replace(holdings=(tiles("0-0 1-1"), *alone.holdings[1:]))
    yield from positions.rulings_of(advance(blank, Play(Tile(0, 0))))
    yield from _refused_stacks()


def _refused_stacks() -> Iterator[Ruling]:
    """Step 3 of the hand is a steal, after step 4 nothing has scored, and after step 6 the score was stolen."""
    line = read(hands.text("two-box-cutthroat-twenty-stolen"), get)
    for number, tile, on in ((2, Tile(4, 4), 0), (4, Tile(0, 5, TWIN), 1), (6, Tile(3, 5, TWIN), 2)):
        state = line.steps[number].state
        held = ((*state.holdings[seat], tile) if seat == state.turn else state.holdings[seat] for seat in range(4))
        yield judge(state._replace(holdings=tuple(held)), Stack(tile, on))
    covered = line.steps[5].state
    double = Tile(5, 5, TWIN)
    yield judge(covered._replace(holdings=((double,),) * 4), Stack(double, 0))
