"""Twelve To Go: pairs that have twelve pips are discarded from six tiles face up (clauses TT-...)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from domino_lab.core.actions import Action, Remove
from domino_lab.core.events import Ended, Event, Refilled, Removed
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.solitaire.patience_state import (
    PatienceGame,
    PatienceState,
    goal,
    pair_ruling,
    pairs,
)


@dataclass(frozen=True, kw_only=True)
class TwelveState(PatienceState):
    """A position of Twelve To Go: `row` lies face up; a tile of the `stock` replaces one that was removed."""

    keys = ("row", "stock")

    row: tuple[Tile, ...]

    @property
    def faces(self) -> Mapping[str, object]:
        """The tiles face up, and those discarded."""
        return {"row": self.row, "waste": self.waste}

    @property
    def free(self) -> tuple[Tile, ...]:
        """Every tile that lies face up."""
        return self.row

    @property
    def left(self) -> int:
        """The tiles face up and in the stock."""
        return len(self.row) + len(self.stock)

    def _moves(self) -> tuple[Action, ...]:
        return pairs(self.rules, self.row)

    def _ruling(self, action: Action) -> Ruling:
        if not isinstance(action, Remove):
            return self._refuse("patience_play", "foreign")
        missing = [tile for tile in action.tiles if tile not in self.row]
        if missing:
            return self._refuse("patience_play", "gone" if missing[0] in self.waste else "hidden", tile=missing[0])
        if len(set(action.tiles)) != 2 or len(action.tiles) != 2:
            return self._refuse("patience_play", "two")
        return pair_ruling(self.rules, action.tiles)

    def _do(self, action: Action, ruling: Ruling) -> tuple[tuple[Event, ...], PatienceState]:
        assert isinstance(action, Remove)
        fresh, row = list(self.stock[: len(action.tiles)]), []
        for tile in self.row:
            if tile not in action.tiles:
                row.append(tile)
            elif fresh:
                row.append(fresh.pop(0))
        turned = self.stock[: len(action.tiles)]
        after = replace(self, row=tuple(row), stock=self.stock[len(turned) :], waste=(*self.waste, *action.tiles))
        events: tuple[Event, ...] = (Removed(0, action.tiles, ruling),)
        if turned:
            events = (*events, Refilled(0, turned, self._allow("patience_fill", "refill", tiles=turned)))
        return events, after

    def _ending(self) -> Ended | None:
        if not self.left:
            return self._end("won", "cleared")
        return None if self._moves() else self._end("lost", "stuck", tiles=self.row, goal=goal(self.rules))


TWELVE = PatienceGame("twelve", TwelveState, ("deal",))
"""Twelve To Go."""
