"""Positions of the patience games that random hands meet too seldom: refusals of every kind, and games that are won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domino_lab.catalogue import get
from domino_lab.core.actions import Action, Draw, Play, Remove, Say, Shift
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge
from domino_lab.play.settlement import settle
from domino_lab.rules.ruleset import Ruleset
from tests.solitaire.dealt import opened

COLUMNS = {"columns": ["6-6 0-0", "4-4 3-1", "5-0 4-0", "", "3-0"], "reserve": "5-2 1-0 6-2"}

ALWAYS = get("bingo/choice").but(bingo_remove="always")
PAIRS = get("knock-out/run").but(knock="pair")

TRIED: tuple[tuple[str | Ruleset, dict[str, Any], tuple[str, ...]], ...] = (
    ("bingo", {"row": "0-0 6-6"}, ("0-0",)),
    ("bingo/choice", {"row": "1-0 6-6"}, ("6-6", "1-0")),
    ("five-columns", COLUMNS, ("6-6 0-0", "4-4 4-0", "5-0 4-0", "3-1 1-0", "3-1", "5-5 1-0")),
    ("knock-out", {"row": "0-1 1-2 2-3 5-5 4-5 4-6"},
     ("0-1 1-2 2-3", "0-1 2-3", "5-5 4-5", "0-1", "2-0 6-6", "4-5 4-6", "2-3 5-5")),
    ("knock-out/run", {"row": "0-1 1-2 2-3 5-5"}, ("0-1 1-2",)),
    (PAIRS, {"row": "0-1 1-2 2-3"}, ("0-1 1-2 2-3",)),
    (ALWAYS, {"row": "0-0 6-6"}, ("0-0",)),
    ("twelve-to-go", {"row": "6-6 0-0 1-0", "stock": "6-5 2-0"}, ("0-0 1-0", "1-0", "1-0 6-5", "0-0 3-0")),
)
"""Tiles that somebody tries to take away, by game and position."""

WON: tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...] = (
    ("knock-out", {"row": "0-1 1-2"}, ("0-1 1-2",)),
    ("knock-out/run", {"row": "0-1 1-2 2-2"}, ("0-1 1-2 2-2",)),
    ("five-columns", {"columns": ["6-6"], "reserve": "0-0"}, ("6-6 0-0",)),
    ("twelve-to-go", {"row": "6-6 0-0", "stock": "6-5 1-0"}, ("6-6 0-0", "6-5 1-0")),
)

SHIFTS = (("1-0", 3), ("3-0", 3), ("4-0", 0), ("4-0", 3), ("4-0", 9), ("5-0", 3), ("6-6", 3))


def rulings() -> Iterator[Ruling]:
    """The rulings of these positions."""
    for rules, deal, tried in TRIED:
        state = opened(rules, **deal)
        yield from (judge(state, action) for action in (*map(_removal, tried), Play(Tile(0, 1)), Shift(Tile(0, 1), 0)))
    yield from advance(opened(ALWAYS, row="0-0"), Say()).rulings
    state = opened("five-columns", **COLUMNS)
    yield from (judge(state, Shift(Tile.of(name), to)) for name, to in SHIFTS)
    yield from _gone()
    yield from _limits()
    for rules, deal, taken in WON:
        state = opened(rules, **deal)
        for names in taken:
            step = advance(state, _removal(names))
            state = step.state
            yield from step.rulings
        yield from settle(state).rulings


def _removal(names: str) -> Action:
    return Remove(tiles(names))


def _gone() -> Iterator[Ruling]:
    """Tiles that were taken away before are tried again; a line is asked for a number to be said."""
    columns = advance(opened("five-columns", **COLUMNS), _removal("4-0 6-2")).state
    yield judge(columns, _removal("4-0 6-2"))
    line = advance(opened("knock-out", row="0-1 1-2 3-4 4-5"), _removal("0-1 1-2")).state
    yield judge(line, _removal("0-1 3-4"))
    twelve = advance(opened("twelve-to-go", row="6-6 0-0 6-5 1-0", stock="5-5 2-0"), _removal("6-6 0-0")).state
    yield judge(twelve, _removal("6-6 0-0"))
    for name in ("patience", "fives-limit"):
        yield judge(opened(name, holding="6-6 5-4", stock="1-0"), Say())


def _limits() -> Iterator[Ruling]:
    """Five tiles in the hand, by the sheet and as a house rule: no draw, and then none that fits."""
    for rules in ("fives-limit", get("patience").but(hold_limit=5)):
        full = opened(rules, holding="1-0 6-6 5-5 4-4 3-3", stock="6-5 2-0")
        yield judge(full, Draw())
        yield from advance(advance(full, Play(Tile(0, 1))).state, Draw()).rulings
