"""The vectors of `vectors.toml`, and how a layout vector is laid out: as a layout study, through judge and advance."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from domino_lab.core.actions import Play
from domino_lab.core.chain import Chain
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge
from domino_lab.play.state import State, Step, Table
from domino_lab.rules.leading import Lead, Standing
from domino_lab.rules.ruleset import Ruleset

VECTORS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("vectors.toml").read_text(encoding="utf-8")
)


def name_of(vector: dict[str, Any]) -> str:
    return f"{vector['id']}-{vector['clause']}"


def study(rules: Ruleset) -> State:
    """An empty table on which anybody may lay any tile of the set."""
    anybody = Lead(0, None, Ruling("REC-STUDY", "study"))
    return State(Table(rules, ("Ana", "Ben"), Standing((0, 0)), study=True), Chain(), ((), ()), (), 0, anybody, (0, 0))


def lay(state: State, tile: str, at: str | None = None, out: int | None = None, call: int | None = None) -> Step:
    """Lay `tile` at the oldest open end of the laid tile `at` that it fits, and call `call`."""
    play = Play(Tile.of(tile), None, None, call)
    if at is not None:
        ends = [end for end in state.open_ends if state.chain.laid[end.at].tile == Tile.of(at)]
        end = next(end for end in ends if state.rules.matching.fits(play.tile, end.value))
        play = Play(play.tile, end, out, call)
    assert judge(state, play).allowed
    return advance(state, play)


def shown(state: State) -> list[int]:
    return sorted(end.value for end in state.open_ends)
