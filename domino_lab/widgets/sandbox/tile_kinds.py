"""Tile kinds: the tiles that may be chosen, and the places where one may be tried. No widgets here."""

from __future__ import annotations

from collections.abc import Sequence

from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.tiles import Tile
from domino_lab.widgets.board.placements import Choice, laying

Kind = tuple[int, int]
"""A tile by its two halves, whichever copy of it."""


def kinds(position: LayoutStudy) -> tuple[Kind, ...]:
    """Every tile that is not on the table, once each."""
    return tuple(dict.fromkeys((tile.low, tile.high) for tile in position.unseen))


def copy_of(position: LayoutStudy, kind: Kind | None) -> Tile | None:
    """The tile that is meant: of two equal ones the one that is held, else the first; None where none is left."""
    alike = [tile for tile in position.unseen if tile[:2] == kind]
    return next((tile for tile in alike if tile in position.holding), alike[0] if alike else None)


def choices(position: LayoutStudy, kind: Kind | None) -> tuple[Choice, ...]:
    """Where that tile may be laid or not: each open end, oldest first, and there each half that may face outward."""
    tile = copy_of(position, kind)
    return laying(position.state, tile) if tile is not None else ()


def beside(all_kinds: Sequence[Kind], last: Kind | None, by: int) -> Kind:
    """The tile `by` places after the one chosen last, round and round; that one may be on the table by now."""
    if last in all_kinds:
        return all_kinds[(all_kinds.index(last) + by) % len(all_kinds)]
    above = sum(1 for kind in all_kinds if last is not None and kind < last)
    return all_kinds[(above + by - (by > 0)) % len(all_kinds)]
