"""Adding: holdings counted without listing them, tile after tile.

What is known of a holding (its size, its pips, the values it shows ...) is the same for very many holdings. So one
table keeps, for each of these, how many holdings there are, and each tile is taken or left for a whole entry at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from domino_lab.chance.events import Measure, Settle
from domino_lab.tiles import Tile

MOST_ENTRIES, MOST_STEPS = 100_000, 1_200_000
"""A longer table, or more entries gone through for all tiles together, would take more than two seconds or so."""

Values = tuple[int, ...]


def added(measures: Sequence[Measure], tiles: Sequence[Tile], take: int) -> dict[Values, int] | None:
    """How many holdings of `take` tiles have which values of the measures; None where the table grows too long.

    >>> from domino_lab.chance.events import doubles
    >>> added([doubles()], [Tile(0, 0), Tile(0, 1), Tile(1, 1)], 2)
    {(1,): 2, (2,): 1}
    """
    if any(measure.asks_own for measure in measures):
        return None
    steps, effort = 0, sum(measure.effort for measure in measures)
    tables: list[Counter[tuple[Any, ...]]] = [Counter() for _ in range(take + 1)]
    tables[0][tuple([measure.start() for measure in measures])] = 1
    for number, tile in enumerate(tiles):
        rest = tiles[number + 1 :]
        add = cache(partial(_with, measures, tile))
        needed = max(take - len(rest) - 1, 0)
        for taken in range(min(number, take - 1), needed - 1, -1):
            for known, ways in tables[taken].items():
                tables[taken + 1][add(known)] += ways
        entries = sum(map(len, tables))
        steps += entries + add.cache_info().misses * effort
        if entries > MOST_ENTRIES or steps > MOST_STEPS:
            return None
        settling = [measure.settling(rest, take) for measure in measures]
        for taken in range(min(number + 1, take) + 1):
            left = take - taken
            tables[taken] = Counter() if left > len(rest) else _settled(tables[taken], [one[left] for one in settling])
    found: Counter[Values] = Counter()
    for known, ways in tables[take].items():
        found[_read(measures, known)] += ways
    return dict(sorted(found.items()))


def _with(measures: Sequence[Measure], tile: Tile, known: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([measure.add(part, tile) for measure, part in zip(measures, known, strict=True)])


def _settled(table: Counter[tuple[Any, ...]], settling: Sequence[Settle | None]) -> Counter[tuple[Any, ...]]:
    """The table without what no longer matters."""
    if not any(settling):
        return table
    found: Counter[tuple[Any, ...]] = Counter()
    for known, ways in table.items():
        found[tuple([part if settle is None else settle(part)
                     for settle, part in zip(settling, known, strict=True)])] += ways
    return found


def _read(measures: Sequence[Measure], known: tuple[Any, ...]) -> Values:
    return tuple([measure.read(part) for measure, part in zip(measures, known, strict=True)])
