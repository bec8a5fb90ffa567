"""Bingo: numbers are called over a row, and a tile with the same number of pips can be removed (clauses BI-...)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from domino_lab.core.actions import Action, Remove, Say
from domino_lab.core.events import Closed, Ended, Event, Removed, Said
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.solitaire.patience_state import PatienceGame, PatienceState

Row = tuple[Tile | None, ...]


@dataclass(frozen=True, kw_only=True)
class BingoState(PatienceState):
    """A position of Bingo.

    `row` has a gap (None) for a tile removed in this pass; the gaps close at the end of the pass (BI-3). `at` is the
    place of the next tile to be touched, `number` the one to be called over it (0 to 12 and round again). `began` holds
    the numbers with which passes over just these tiles began: one of them again means a circle (BI-4).
    """

    keys = ("row",)

    row: Row
    at: int = 0
    number: int = 0
    began: frozenset[int] = frozenset((0,))
    circled: bool = False

    @property
    def touched(self) -> Tile:
        """The tile over which the next number is called."""
        tile = self.row[self.at]
        assert tile is not None
        return tile

    @property
    def meets(self) -> bool:
        """True if the next tile has the same number of pips as the next number."""
        return self.rules.equipment.weight(self.touched) == self.number

    @property
    def faces(self) -> Mapping[str, object]:
        """The row, and the place of the count in it."""
        return {"row": self.row, "at": self.at, "number": self.number, "waste": self.waste}

    @property
    def free(self) -> tuple[Tile, ...]:
        """The tile that is touched next."""
        return (self.touched,) if self.left else ()

    @property
    def left(self) -> int:
        """The tiles still in the row."""
        return sum(tile is not None for tile in self.row)

    def _moves(self) -> tuple[Action, ...]:
        if self.rules.patience.bingo_remove == "choice" and self.meets:
            return (Remove((self.touched,)), Say())
        return (Say(),)

    def _ruling(self, action: Action) -> Ruling:
        facts = {"tile": self.touched, "number": self.number, "pips": self.rules.equipment.weight(self.touched)}
        if isinstance(action, Say):
            return self._say(facts)
        if not isinstance(action, Remove):
            return self._refuse("patience_play", "foreign")
        if self.rules.patience.bingo_remove == "always":
            return self._refuse("bingo_remove", "waits", **facts)
        if action.tiles != (self.touched,):
            return self._refuse("patience_play", "not_next", **facts)
        topic, case = ("bingo_remove", "takes") if self.meets else ("patience_play", "no")
        return Ruling.of(self.rules.clauses, topic, case, facts, self.meets)

    def _say(self, facts: Mapping[str, object]) -> Ruling:
        if not self.meets:
            return self._allow("patience_play", "no", **facts)
        choice = self.rules.patience.bingo_remove == "choice"
        return self._allow("bingo_remove", "keeps" if choice else "removes", **facts)

    def _do(self, action: Action, ruling: Ruling) -> tuple[tuple[Event, ...], PatienceState]:
        tile = self.touched
        events: tuple[Event, ...] = (Said(0, self.number, tile, ruling),)
        goes = isinstance(action, Remove) or ruling.case == "removes"
        row, waste = self.row, self.waste
        if goes:
            events = (*events, Removed(0, (tile,), ruling))
            row, waste = (*row[: self.at], None, *row[self.at + 1 :]), (*waste, tile)
        number = (self.number + 1) % (2 * self.rules.equipment.max_pip + 1)
        after = replace(self, row=row, waste=waste, at=self.at + 1, number=number)
        if after.at < len(row) or not after.left:
            return events, after
        closed = Closed(0, self._allow("patience_row", "closed", number=number, left=after.left))
        row, began, circled = next_pass(row, number, self.began)
        return (*events, closed), replace(after, row=row, at=0, began=began, circled=circled)

    def _ending(self) -> Ended | None:
        if not self.left:
            return self._end("won", "cleared")
        return self._end("lost", "circle", left=self.left, number=self.number) if self.circled else None


def next_pass(row: Row, number: int, began: frozenset[int]) -> tuple[Row, frozenset[int], bool]:
    """Return the row at the next pass, the numbers that passes over it began with, and if it is a circle (BI-4)."""
    kept = tuple([tile for tile in row if tile is not None])
    if len(kept) < len(row):
        return kept, frozenset((number,)), False
    return row, began | {number}, number in began


BINGO = PatienceGame("bingo", BingoState, ("bingo_remove",))
"""Bingo, with the axis bingo_remove."""
