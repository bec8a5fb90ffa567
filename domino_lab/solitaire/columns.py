"""Five Columns: pairs with twelve pips are removed from five columns and a reserve (clauses FC-...)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from domino_lab.core.actions import Action, Remove, Shift
from domino_lab.core.events import Ended, Event, Removed, Shifted
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.state import Table
from domino_lab.rules.ruleset import Ruleset
from domino_lab.solitaire.patience_state import (
    Parts,
    PatienceGame,
    PatienceState,
    Written,
    deal_out,
    goal,
    names_of,
    pair_ruling,
    pairs,
)

COLUMNS = 5
"""The number of columns; what does not fill them evenly lies in the reserve: three tiles of 28."""

Columns = tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, kw_only=True)
class ColumnsState(PatienceState):
    """A position of Five Columns: `columns` from top to bottom (the last tile lies free) and the `reserve`."""

    keys = ("columns", "reserve")

    columns: Columns
    reserve: tuple[Tile, ...]

    @classmethod
    def _parts(cls, rules: Ruleset, shuffle: Shuffle) -> Parts:
        tiles = deal_out(rules, shuffle)[0]
        deep, spare = divmod(len(tiles), COLUMNS)
        columns = [tiles[spare + place * deep : spare + (place + 1) * deep] for place in range(COLUMNS)]
        return {"reserve": tiles[:spare], "columns": columns}

    @classmethod
    def _first(cls, table: Table, deal: Parts) -> PatienceState:
        return cls(table=table, columns=tuple(map(tuple, deal.get("columns", ()))),
                   reserve=tuple(deal.get("reserve", ())))

    def _write(self) -> Written:
        return {"columns": [names_of(column) for column in self.columns], "reserve": names_of(self.reserve)}

    @property
    def faces(self) -> Mapping[str, object]:
        """The columns, the reserve, and the tiles discarded."""
        return {"columns": self.columns, "reserve": self.reserve, "waste": self.waste}

    @property
    def free(self) -> tuple[Tile, ...]:
        """The last tile of each column, then the reserve (FC-2)."""
        return free_tiles(self.columns, self.reserve)

    @property
    def left(self) -> int:
        """The tiles in the columns and the reserve."""
        return sum(map(len, self.columns)) + len(self.reserve)

    def _moves(self) -> tuple[Action, ...]:
        return (*pairs(self.rules, self.free), *shifts(self.columns))

    def _ruling(self, action: Action) -> Ruling:
        if isinstance(action, Remove):
            return self._may_remove(action)
        return self._may_shift(action) if isinstance(action, Shift) else self._refuse("patience_play", "foreign")

    def _may_remove(self, action: Remove) -> Ruling:
        if len(set(action.tiles)) != 2 or len(action.tiles) != 2:
            return self._refuse("patience_play", "two")
        bound = [tile for tile in action.tiles if tile not in self.free]
        if bound:
            return self._bound(bound[0], next(tile for tile in action.tiles if tile != bound[0]))
        return pair_ruling(self.rules, action.tiles)

    def _bound(self, tile: Tile, other: Tile | None = None) -> Ruling:
        column = next((column for column in self.columns if tile in column), None)
        if column is None:
            return self._refuse("patience_free", "gone", tile=tile)
        if column[-1] == other:
            return self._refuse("patience_column", "column", tile=tile, last=other)
        return self._refuse("patience_free", "covered", tile=tile, last=column[-1])

    def _may_shift(self, action: Shift) -> Ruling:
        tile, to = action
        if tile in self.reserve:
            return self._refuse("patience_shift", "reserve", tile=tile)
        if tile not in self.free:
            return self._bound(tile)
        if not 0 <= to < len(self.columns):
            return self._refuse("patience_shift", "nowhere", columns=len(self.columns))
        if (tile,) in self.columns:
            return self._refuse("patience_alone", "alone", tile=tile)
        if self.columns[to]:
            return self._refuse("patience_shift", "taken", tile=tile, column=to + 1)
        return self._allow("patience_shift", "yes", tile=tile, column=to + 1)

    def _do(self, action: Action, ruling: Ruling) -> tuple[tuple[Event, ...], PatienceState]:
        if isinstance(action, Shift):
            after = replace(self, columns=shift(self.columns, action))
            return (Shifted(0, action.tile, action.to, ruling),), after
        assert isinstance(action, Remove)
        gone = action.tiles
        columns, reserve = take_away(self.columns, self.reserve, gone)
        return (Removed(0, gone, ruling),), replace(self, columns=columns, reserve=reserve, waste=(*self.waste, *gone))

    def _ending(self) -> Ended | None:
        if not self.left:
            return self._end("won", "cleared")
        if is_alive(self.rules, self.columns, self.reserve):
            return None
        return self._end("lost", "no_help" if shifts(self.columns) else "stuck", goal=goal(self.rules))


def free_tiles(columns: Columns, reserve: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return the last tile of each column, then the reserve (FC-2)."""
    return (*[column[-1] for column in columns if column], *reserve)


def take_away(columns: Columns, reserve: tuple[Tile, ...], gone: Sequence[Tile]) -> tuple[Columns, tuple[Tile, ...]]:
    """Return the columns and the reserve without some free tiles."""
    rest = tuple([column[:-1] if column and column[-1] in gone else column for column in columns])
    return rest, tuple([tile for tile in reserve if tile not in gone])


def shifts(columns: Columns) -> tuple[Shift, ...]:
    """Return the shifts of the last tile of a column of two or more into an empty column, tiles ascending."""
    if all(columns):
        return ()
    movable = sorted(column[-1] for column in columns if len(column) > 1)
    return tuple([Shift(tile, to) for tile in movable for to, column in enumerate(columns) if not column])


def shift(columns: Columns, action: Shift) -> Columns:
    """Return the columns after a shift."""
    tile, to = action
    return tuple([(tile,) if place == to else column[:-1] if column[-1:] == (tile,) else column
                  for place, column in enumerate(columns)])


def is_alive(rules: Ruleset, columns: Columns, reserve: tuple[Tile, ...]) -> bool:
    """Return True if a pair can go, now or after some shifts; each fills an empty column, so they soon run out."""
    if pairs(rules, free_tiles(columns, reserve)):
        return True
    different = {each.tile: each for each in shifts(columns)}.values()  # Empty columns are alike.
    return any(is_alive(rules, shift(columns, each), reserve) for each in different)


FIVE_COLUMNS = PatienceGame("columns", ColumnsState)
"""Five Columns."""
