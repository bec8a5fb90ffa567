"""Tile lists: the holdings and the boneyard that a record states, checked against the set (GEN-DEAL-1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from domino_lab.play.record import forms
from domino_lab.play.record.findings import Findings
from domino_lab.play.state import Table
from domino_lab.tiles import DominoSet, Tile
from domino_lab.words import phrase

Name = tuple[int, int]


class Dealing(NamedTuple):
    """What was dealt: holdings by seat, the stated boneyard front first, and the tiles below it in unknown order.

    >>> Dealing(((Tile(5, 5),),), (Tile(0, 3),), frozenset({Tile(1, 1)})).left
    2
    """

    holdings: tuple[tuple[Tile, ...], ...]
    stock: tuple[Tile, ...]
    below: frozenset[Tile]

    @property
    def left(self) -> int:
        """How many tiles lie in the boneyard.

        >>> Dealing((), (), frozenset()).left
        0
        """
        return len(self.stock) + len(self.below)


def dealing_of(deal: Mapping[str, Any], table: Table, found: Findings) -> Dealing | None:
    """The tiles of a checked [deal]; None, with problems, where they do not fit the set.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.rules.leading import Standing
    >>> table = Table(get("block"), ("Ana", "Ben"), Standing((0, 0)))
    >>> dealing_of({"holdings": [["5-5"], ["6-6"]]}, table, Findings(Lines.of(""))).left
    26
    """
    known = len(found.problems)
    size, every = len(table.rules.equipment.set.tiles), sum(len(held) for held in deal["holdings"])
    if every > size:
        found.problem(("deal", "holdings"), "GEN-DEAL-1", "few", n=every, seats=table.seats, size=size)
        return None
    holdings = [_read(words, "holdings", found) for words in deal["holdings"]]
    stock = _read(deal.get("stock", ()), "stock", found)
    check_tiles(_places(holdings, stock, table), table.rules.equipment.set, found)
    if len(found.problems) > known:
        return None
    return _with_copies(holdings, stock, table, complete=deal.get("stock_complete", False))


def _read(words: Iterable[str], key: str, found: Findings) -> list[Tile]:
    read = [forms.tile_of(word, ("deal", key), found) for word in words]
    return [tile for tile in read if tile is not None]


def check_tiles(places: Iterable[tuple[str, str, Sequence[Tile]]], tiles: DominoSet, found: Findings) -> None:
    """Every tile belongs to the set and is dealt no more often than the set holds it; each wrong one is told once.

    `places` are the owner as a reader knows it, the key of [deal], and the tiles that lie there.

    >>> from domino_lab.play.record.lines import Lines
    >>> found = Findings(Lines.of(""))
    >>> check_tiles([("Ana", "holdings", [Tile(7, 7)])], DominoSet(), found)
    >>> found.problems[0].clause
    'GEN-DEAL-1'
    """
    owners: dict[Name, list[str]] = {}
    for owner, key, held in places:
        for tile in held:
            before = owners.setdefault(tile[:2], [])
            before.append(owner)
            if tile not in tiles.tiles:
                if len(before) == 1:
                    found.problem(("deal", key), "GEN-DEAL-1", "foreign", tile=tile, set=tiles.name)
            elif len(before) == tiles.copies + 1:
                why = phrase("record.twice", first=before[0], second=owner)
                found.problem(("deal", key), "GEN-DEAL-1", "no", tile=tile, why=why)


def _places(holdings: Sequence[Sequence[Tile]], stock: Sequence[Tile], table: Table
            ) -> Iterator[tuple[str, str, Sequence[Tile]]]:
    for name, held in zip(table.names, holdings, strict=True):
        yield name, "holdings", held
    yield phrase("record.boneyard"), "stock", stock


def _with_copies(holdings: Sequence[Sequence[Tile]], stock: Sequence[Tile], table: Table, *, complete: bool) -> Dealing:
    """Tell equal tiles of two sets apart in the order in which they are dealt, as a shuffle does."""
    seen: Counter[Name] = Counter()

    def numbered(tile: Tile) -> Tile:
        copy = seen[tile[:2]]
        seen[tile[:2]] += 1
        return tile._replace(copy=copy)  # A file may deal a tile a third time, which is a problem of its own.

    rows = [[numbered(tile) if tile else None for tile in row] for row in zip_longest(*holdings)]
    held = tuple(tuple(tile for tile in column if tile) for column in zip(*rows, strict=True))
    known = tuple(numbered(tile) for tile in stock)
    rest = set(table.rules.equipment.set.tiles).difference(known, *held)
    return Dealing(held, known, frozenset() if complete else frozenset(rest))
