"""Alternative text: the whole picture in words, for readers who do not see it and notebooks that cannot draw it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from domino_lab.core.chain import FIRST_LINE, Chain, Laid, OpenEnd
from domino_lab.core.tiles import Tile
from domino_lab.picture.tabletop import (
    COLUMN,
    COUNTED,
    LINE,
    PILE,
    Gap,
    Highlight,
    Holding,
    Line,
    LitEnd,
    LooseTile,
    Tableau,
    Tabletop,
    TileGroup,
)
from domino_lab.words import Side, phrase

Places: TypeAlias = Mapping[OpenEnd, str]
"""The places of a spinner's ends in a picture."""


def alt_text(tabletop: Tabletop, where: Places = MappingProxyType({})) -> str:
    """Return the alternative text: the chain arm by arm, the open ends, who holds what, the boneyard, the scores."""
    return " ".join((table_text(tabletop), *_around(tabletop, where))).strip()


def table_text(tabletop: Tabletop) -> str:
    """Return the table in words, as a saved notebook shows it."""
    if tabletop.tableau is not None:
        return " ".join(words for group in tabletop.tableau.groups for words in _group(group))
    words = _lines(tabletop) if tabletop.lines else _chain(tabletop.chain)
    return " ".join((*words, *_details(tabletop)))


def _lines(tabletop: Tabletop) -> Iterator[str]:
    """Yield the lines of the players one by one, those that are empty, those that are open, and the ends to use."""
    chain, lines = tabletop.chain, tabletop.lines
    yield phrase("picture.root_lines", count=len(chain.laid), start=chain.laid[0].tile)
    tiles: list[list[str]] = [[] for _ in lines]
    ends = {chain.line_of(end): end.value for end in chain.ends}
    for laid in chain.laid[1:]:
        tiles[chain.line_of(OpenEnd(laid.parent, laid.parent_edge, laid.joint))].append(str(laid.tile))
    for number, line in enumerate(lines):
        if tiles[number]:
            key = "picture.line_tiles_common" if line.is_common else "picture.line_tiles"
            yield phrase(key, name=line.name, end=ends[number], tiles=", ".join(tiles[number]))
    empty = [_line(line) for number, line in enumerate(lines) if not tiles[number]]
    if empty:
        yield phrase("picture.lines_empty", lines=empty)
    marked = [_line(line) for line in lines if line.is_open]
    if marked:
        yield phrase("picture.lines_open", lines=marked)


def _line(line: Line) -> str:
    return phrase("picture.line_of_all") if line.is_common else phrase("picture.line_of", name=line.name)


def _chain(chain: Chain) -> Iterator[str]:
    if not chain.laid:
        yield phrase("picture.table_empty")
        return
    root = chain.spinner or chain.laid[0]
    if len(chain.laid) == 1:
        yield phrase("picture.table_single", tile=root.tile)
        return
    yield phrase("picture.root_spinner" if root.spins else "picture.root", count=len(chain.laid), start=root.tile)
    # The arms of the root come first, then those that leave another spinner, each from its own tile.
    beside: list[list[Laid]] = [[] for _ in chain.laid]
    for laid in chain.laid:
        if laid.parent >= 0:
            beside[laid.number].append(chain.laid[laid.parent])
            beside[laid.parent].append(laid)
    waiting = [(root, neighbour) for neighbour in beside[root.number]]
    while waiting:
        start, first = waiting.pop(0)
        arm, branches = _arm(beside, start, first)
        words = ", ".join(str(laid.tile) for laid in arm)
        if start is root:
            yield phrase("picture.arm", tiles=words)
        else:
            yield phrase("picture.arm_branch", start=start.tile, tiles=words)
        waiting += [(arm[-1], branch) for branch in branches]


def _arm(beside: list[list[Laid]], start: Laid, first: Laid) -> tuple[list[Laid], list[Laid]]:
    """Return the tiles from `first` away from `start` up to where the line splits, and the tiles after that."""
    arm, before = [first], start
    while True:
        onward = [laid for laid in beside[arm[-1].number] if laid.number != before.number]
        if len(onward) != 1:
            return arm, onward
        before = arm[-1]
        arm.append(onward[0])


def _details(tabletop: Tabletop) -> Iterator[str]:
    """Yield the stacks, the halves that do not match, the open ends, and the last tile.

    The open ends are those that the rules hold open, even after the end of a hand; a tip that is still shut is not one.
    """
    laid = tabletop.chain.laid
    if tabletop.stacks:
        yield phrase("picture.stacks", tiles=[laid[number].tile for number in tabletop.stacks])
    if tabletop.wild:
        yield phrase("picture.wild", tiles=[laid[number].tile for number in sorted(tabletop.wild)])

    if tabletop.uncovered is not None:
        yield phrase("picture.uncovered", tile=laid[tabletop.uncovered].tile)
    ends = tabletop.usable or tabletop.chain.ends if tabletop.open_ends is None else tabletop.open_ends
    values = sorted(end.value for end in ends)
    mover = next((holding.name for holding in tabletop.holdings if holding.to_move), "")
    if tabletop.lines and values and mover and tabletop.uncovered is None:
        yield phrase("picture.lines_use", name=mover, values=sorted({end.value for end in tabletop.usable}))
    elif values and not tabletop.lines:
        yield phrase("picture.ends" if len(values) > 1 else "picture.end_one", values=values)

    if tabletop.last is not None and len(laid) > 1 and tabletop.last < len(laid):
        yield phrase("picture.last_tile", tile=laid[tabletop.last].tile)


def _around(tabletop: Tabletop, where: Places) -> Iterator[str]:
    for mark in tabletop.marks:
        yield _mark(tabletop, mark, where)
    if tabletop.lit:
        places = dict.fromkeys(_lit(tabletop, lit_end, where) for lit_end in tabletop.lit)
        yield phrase("picture.lit", places=[*places])
    if tabletop.tableau is not None:
        yield from free(tabletop.tableau)
    for seat, holding in enumerate(tabletop.holdings):
        yield from _seat(tabletop, seat, holding)
    if tabletop.boneyard is not None:
        key = "stock_empty" if not tabletop.boneyard else "stock_reserved" if tabletop.reserved else "stock"
        yield phrase(f"picture.{key}", count=tabletop.boneyard, reserved=tabletop.reserved)


def _place(tabletop: Tabletop, end: OpenEnd, where: Places, key: str) -> str:
    """Return where an end is: beside a spinner, where a line begins, or else on its tile, in the words of `key`."""
    if end.edge >= FIRST_LINE and tabletop.lines:
        line = tabletop.lines[end.edge - FIRST_LINE]
        return phrase("picture.place_common" if line.is_common else "picture.place_line", owner=line.name)
    return where.get(end) or phrase(key, value=end.value, tile=tabletop.chain.laid[end.at].tile)


def _lit(tabletop: Tabletop, lit_end: LitEnd, where: Places) -> str:
    place = _place(tabletop, lit_end.end, where, "picture.place_end")
    return phrase("picture.lit_end_label", place=place, label=lit_end.label) if lit_end.label else place


def _mark(tabletop: Tabletop, mark: Highlight, where: Places) -> str:
    named = "_label" if mark.label.isdecimal() else "_word" if mark.label else ""
    suffix = "_aim" if mark.aim else named
    if isinstance(mark.at, OpenEnd):
        return phrase(f"picture.mark_end{suffix}", end=end_name(tabletop, mark.at, where), label=mark.label)
    return phrase(f"picture.mark_tile{suffix}", tile=tabletop.chain.laid[mark.at].tile, label=mark.label)


def end_name(tabletop: Tabletop, end: OpenEnd, where: Places) -> str:
    """Return the name of an open end: by its place beside a spinner or its line, or else by its value and its tile."""
    return phrase("picture.end_at", place=_place(tabletop, end, where, "picture.end_on"))


def _seat(tabletop: Tabletop, seat: int, holding: Holding) -> Iterator[str]:
    if holding.tiles is not None:
        yield _holding_words(holding, holding.tiles)
    if holding.discards:
        seen = [str(tile) for tile in holding.discards if tile is not None]
        key = "discarded_shown" if seen else "discarded_hidden"
        yield phrase(f"picture.{key}", name=holding.name, count=len(holding.discards), tiles=seen)
    yield from _score(tabletop, seat, holding)
    if holding.label:
        yield phrase("picture.did", name=holding.name, label=holding.label)
    if holding.to_move:
        yield phrase("picture.turn", name=holding.name)


def _score(tabletop: Tabletop, seat: int, holding: Holding) -> Iterator[str]:
    """Yield the score and the chips of a side once, beside its first player."""
    side, scores, chips = holding.side, tabletop.scores, tabletop.chips
    partners = [other for other, partner in enumerate(tabletop.holdings) if partner.side == side]
    names = [tabletop.holdings[other].name for other in partners]
    if partners[0] != seat:
        return
    if len(partners) > 1 and side < len(scores):
        yield phrase("picture.partners_score", names=names, count=scores[side])
    elif side < len(scores):
        yield phrase("picture.holds_score", name=holding.name, count=scores[side])
    if side < len(chips):
        yield phrase("picture.holds_chips", name=Side.of(names), count=chips[side])


def _holding_words(holding: Holding, tiles: Sequence[Tile | None]) -> str:
    seen = [str(tile) for tile in tiles if tile is not None]
    if not tiles:
        key = "holds_none"
    elif holding.row:
        key = "holds_row_shown" if len(seen) == len(tiles) else "holds_row_turned" if seen else "holds_row"
    else:
        key = "holds_shown" if len(seen) == len(tiles) else "holds_some" if seen else "holds_hidden"
    return phrase(f"picture.{key}", name=holding.name, count=len(tiles), tiles=", ".join(seen))


def free(tableau: Tableau) -> Iterator[str]:
    """Yield the tiles that can be chosen and the empty columns that can take one."""
    tiles = [place.name for group in tableau.groups for place in group.places
             if isinstance(place, LooseTile) and place.free]
    if tiles:
        yield phrase("picture.spread_all_free" if tableau.all_free else "picture.spread_free", tiles=tiles)
    for group in tableau.groups:
        if any(isinstance(place, Gap) and place.lit for place in group.places):
            yield phrase("picture.spread_gap", number=group.number)


def _group(group: TileGroup) -> Iterator[str]:
    """Yield the tiles of a group; words over single tiles are said after those of a row or a line."""
    tiles = ", ".join(place.name for place in group.places if isinstance(place, LooseTile))
    if group.kind == COLUMN:
        yield phrase("picture.spread_column" if tiles else "picture.spread_column_empty", number=group.number,
                     tiles=tiles)
    elif group.kind == PILE:
        if group.total:
            key = "picture.spread_pile_last" if tiles else "picture.spread_pile"
            yield phrase(key, count=group.total, tiles=tiles)
    elif group.label:
        yield phrase("picture.spread_named" if tiles else "picture.spread_named_empty", label=group.label, tiles=tiles)
    elif tiles:
        key = "picture.spread_line" if group.kind == LINE else "picture.spread_row"
        yield phrase(key, count=len(group.tiles), tiles=tiles)
    else:
        yield phrase("picture.spread_empty")
    if group.kind not in (COLUMN, PILE):
        yield from _fresh(group)


def _fresh(group: TileGroup) -> Iterator[str]:
    fresh = [place.name for place in group.places if isinstance(place, LooseTile) and place.fresh]
    if fresh and len(fresh) < len(group.tiles):
        yield phrase("picture.spread_fresh", tiles=", ".join(fresh))
    for place in group.places if group.kind == COUNTED else ():
        if isinstance(place, Gap) and place.above:
            yield phrase("picture.spread_over_gap", above=place.above)
        elif isinstance(place, LooseTile) and place.above:
            yield phrase("picture.spread_over", tile=place.name, above=place.above)
