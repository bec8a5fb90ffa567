"""Adding: holdings counted without listing them, tile after tile.

What is known of a holding (its size, its pips, the values it shows ...) is the same for very many holdings. So one
table keeps, for each of these, how many holdings there are, and each tile is taken or left for a whole entry at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from domino_lab.chance.events import Measure
from domino_lab.tiles import Tile

MOST_ENTRIES, MOST_STEPS = 100_000, 1_000_000
"""A longer table, or more entries gone through for all tiles together, would take more than some seconds."""

Values = tuple[int, ...]


def added(measures: Sequence[Measure], tiles: Sequence[Tile], take: int) -> dict[Values, int] | None:
    """How many holdings of `take` tiles have which values of the measures; None where the table grows too long.

    >>> from domino_lab.chance.events import doubles
    >>> added([doubles()], [Tile(0, 0), Tile(0, 1), Tile(1, 1)], 2)
    {(1,): 2, (2,): 1}
    """
    if any(measure.asks_own for measure in measures):
        return None
    steps = 0
    tables: list[Counter[tuple[Any, ...]]] = [Counter() for _ in range(take + 1)]
    tables[0][tuple([measure.start() for measure in measures])] = 1
    for number, tile in enumerate(tiles):
        rest = tiles[number + 1 :]
        needed = max(take - len(rest) - 1, 0)
        for taken in range(min(number, take - 1), needed - 1, -1):
            _take(tables[taken], tables[taken + 1], measures, tile)
        for taken in range(min(number + 1, take) + 1):
            tables[taken] = _settled(tables[taken], measures, rest, take - taken)
        entries = sum(map(len, tables))
        steps += entries * len(measures)
        if entries > MOST_ENTRIES or steps > MOST_STEPS:
            return None
    found: Counter[Values] = Counter()
    for known, ways in tables[take].items():
        found[_read(measures, known)] += ways
    return dict(sorted(found.items()))


def _take(without: Counter[tuple[Any, ...]], taken: Counter[tuple[Any, ...]], measures: Sequence[Measure], tile: Tile
          ) -> None:
    for known, ways in without.items():
        taken[tuple([measure.add(part, tile) for measure, part in zip(measures, known, strict=True)])] += ways


def _settled(table: Counter[tuple[Any, ...]], measures: Sequence[Measure], rest: Sequence[Tile], left: int
             ) -> Counter[tuple[Any, ...]]:
    """The table without what no longer matters, where `left` tiles of `rest` are still to come."""
    if left > len(rest):
        return Counter()
    settling = [measure.settling(rest, left) for measure in measures]
    if not any(settling):
        return table
    found: Counter[tuple[Any, ...]] = Counter()
    for known, ways in table.items():
        found[tuple([part if settle is None else settle(part)
                     for settle, part in zip(settling, known, strict=True)])] += ways
    return found


def _read(measures: Sequence[Measure], known: tuple[Any, ...]) -> Values:
    return tuple([measure.read(part) for measure, part in zip(measures, known, strict=True)])
