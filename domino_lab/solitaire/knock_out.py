"""Knock-Out: neighbours in a line are removed if the halves that touch are equal (clauses KO-...)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from domino_lab.core.actions import Action, Remove
from domino_lab.core.events import Ended, Event, Removed
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import LOTS, Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.state import Table
from domino_lab.rules.ruleset import Ruleset
from domino_lab.solitaire.patience_state import Parts, PatienceGame, PatienceState, Written, deal_out

Halves = tuple[tuple[int, int], ...]
"""The left and the right half of each tile in a row."""


@dataclass(frozen=True, kw_only=True)
class KnockOutState(PatienceState):
    """A position of Knock-Out: the `row` from left to right, and `lefts`, the half of each tile on the left."""

    keys = ("row",)

    row: tuple[Tile, ...]
    lefts: tuple[int, ...]

    @classmethod
    def _parts(cls, rules: Ruleset, shuffle: Shuffle) -> Parts:
        """Turn shuffled tiles at random; tiles in a given order have the low half on the left."""
        row = deal_out(rules, shuffle)[0]
        if shuffle.given is not None:
            return {"row": row}
        turns = shuffle.stream(LOTS)
        return {"row": row, "lefts": [tile[turns.pick(2)] for tile in row]}

    @classmethod
    def _first(cls, table: Table, deal: Parts) -> PatienceState:
        row = tuple(deal.get("row", ()))
        return cls(table=table, row=row, lefts=tuple(deal.get("lefts") or [tile.low for tile in row]))

    def _write(self) -> Written:
        return {"row": [f"{left}-{tile.other(left)}" for tile, left in zip(self.row, self.lefts, strict=True)]}

    @property
    def faces(self) -> Mapping[str, object]:
        """The line, the way its tiles lie, and the tiles knocked out."""
        return {"row": self.row, "lefts": self.lefts, "waste": self.waste}

    @property
    def free(self) -> tuple[Tile, ...]:
        """Every tile of the line."""
        return self.row

    @property
    def left(self) -> int:
        """The tiles still in the line."""
        return len(self.row)

    def right(self, place: int) -> int:
        """Return the half of the tile at `place` that lies on the right."""
        return self.row[place].other(self.lefts[place])

    @property
    def runs(self) -> tuple[tuple[int, int], ...]:
        """The longest stretches of tiles that touch with equal halves: first place, place after the last."""
        return runs(self.halves)

    @property
    def halves(self) -> Halves:
        """The left and the right half of each tile."""
        return tuple([(left, tile.other(left)) for tile, left in zip(self.row, self.lefts, strict=True)])

    def _moves(self) -> tuple[Action, ...]:
        return tuple([Remove(self.row[first:after]) for first, after in stretches(self.rules, self.halves)])

    def _ruling(self, action: Action) -> Ruling:
        if not isinstance(action, Remove):
            return self._refuse("patience_play", "foreign")
        missing = [tile for tile in action.tiles if tile not in self.row]
        if missing:
            return self._refuse("patience_play", "gone", tile=missing[0])
        places = sorted(self.row.index(tile) for tile in set(action.tiles))
        if len(places) < 2 or len(places) != len(action.tiles):
            return self._refuse("patience_play", "two")
        return self._on(places)

    def _on(self, places: Sequence[int]) -> Ruling:
        first, after = places[0], places[-1] + 1
        tiles = [self.row[place] for place in places]
        if after - first != len(places):
            return self._refuse("patience_play", "apart", tiles=tiles)
        for place in places[:-1]:
            if self.right(place) != self.lefts[place + 1]:
                facts = {"one": self.row[place], "other": self.row[place + 1], "value": self.right(place)}
                return self._refuse("patience_play", "no", **facts, onto=self.lefts[place + 1])
        if (first, after) in stretches(self.rules, self.halves):
            return self._allow("patience_play", "yes", tiles=tiles, value=self.right(first))
        whole = next(run for run in self.runs if run[0] <= first and after <= run[1])
        return self._refuse("knock", "part", tiles=self.row[whole[0] : whole[1]], count=len(places))

    def _do(self, action: Action, ruling: Ruling) -> tuple[tuple[Event, ...], PatienceState]:
        assert isinstance(action, Remove)
        gone = tuple(tile for tile in self.row if tile in action.tiles)
        kept = [place for place, tile in enumerate(self.row) if tile not in gone]
        after = replace(self, row=tuple(self.row[place] for place in kept),
                        lefts=tuple(self.lefts[place] for place in kept), waste=(*self.waste, *gone))
        return (Removed(0, gone, ruling),), after

    def _ending(self) -> Ended | None:
        if not self.row:
            return self._end("won", "cleared")
        return None if self.runs else self._end("lost", "stuck", left=self.left)


def runs(row: Halves) -> tuple[tuple[int, int], ...]:
    """Return the longest stretches of tiles that touch with equal halves: first place, place after the last."""
    longest, begin = [], 0
    for place in range(1, len(row) + 1):
        if place == len(row) or row[place - 1][1] != row[place][0]:
            longest += [(begin, place)] if place - begin > 1 else []
            begin = place
    return tuple(longest)


def stretches(rules: Ruleset, row: Halves) -> tuple[tuple[int, int], ...]:
    """Return the stretches that can be removed: pairs, or by the axis knock whole runs."""
    if rules.patience.knock == "run":
        return runs(row)
    return tuple([(place - 1, place + 1) for place in range(1, len(row)) if row[place - 1][1] == row[place][0]])


KNOCK_OUT = PatienceGame("knock-out", KnockOutState, ("knock",))
"""Knock-Out, with the axis knock."""
