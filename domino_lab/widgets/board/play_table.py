"""Play table: the table of a hand that is being played: what the chosen tile may do is lit and can be pressed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from domino_lab.actions import Play, Shift, Stack
from domino_lab.chain import Chain, OpenEnd
from domino_lab.picture.layout import Viewport
from domino_lab.picture.scene import EndShape, GapShape, HeldTile, LooseShape, TileShape
from domino_lab.picture.tabletop import PILE, Gap, Highlight, LitEnd, LooseTile, Tableau, Tabletop, TileGroup
from domino_lab.tiles import Tile
from domino_lab.widgets.board.board import Board
from domino_lab.widgets.table import Table
from domino_lab.words import phrase

_GROWS = Chain()
"""The frame is at least that of an empty table and grows, by whole steps, with what is laid."""

ROOMY = 480
"""From this width on, in pixels, the frame has from the beginning the room that most hands need."""


class PlayTable(Table):
    """The table as it lies; a press on an end, a tile or an empty column does there what the chosen tile can do.

    `grown` says, after a repaint, whether the picture had to change its scale for this position.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> table = PlayTable(Board(dealt(get("block"), Shuffle(seed=7))))
    >>> table.scene.ends
    ()
    """

    def __init__(self, what: Board, **how: Any) -> None:
        self.grown, self._changes = "", -1
        self._frame: tuple[object, Viewport] = (None, Viewport(0, 0, 0))
        self._lit: tuple[tuple[object, ...], Tabletop] | None = None
        super().__init__(what, **how)

    @property
    def tabletop(self) -> Tabletop:
        """What is drawn: the table of the snapshot, with what is chosen; made again when one of these is another."""
        here, final = self.here, None if self.pixels >= ROOMY else _GROWS
        now = (here.snapshot, here.legal, here.tile, here.place, here.refused, final)
        if self._lit is None or self._lit[0] != now:
            self._lit = now, lit(here, final=final)
        return self._lit[1]

    def _show(self) -> None:
        super()._show()
        size, before = self._frame
        now = (self.here.history, self.here.step == self.here.end, self.pixels, self.large, self.whole)
        self._frame = now, self.scene.viewport
        if size == now and before != self._frame[1]:
            self.grown = _changed(before, self._frame[1])
        elif self._changes != self.here.changes:
            self.grown = ""
        self._changes = self.here.changes

    def _point(self, x: float, y: float) -> None:
        shape = self.scene.at(x, y)
        where = self._meant(shape)
        if where is not None:
            self.here.point(where)
        elif isinstance(shape, HeldTile) and shape.tile in self.here.tiles:
            self.here.choose(None if shape.tile == self.here.tile else shape.tile)
        elif not self._stacks(shape):
            super()._point(x, y)

    def _meant(self, shape: Any) -> OpenEnd | Tile | int | None:
        if isinstance(shape, EndShape):
            return shape.end
        if isinstance(shape, LooseShape):
            return shape.lying.tile if shape.lying.tile in self.here.tiles else None
        return _column(self.here, shape) if isinstance(shape, GapShape) else None

    def _stacks(self, shape: Any) -> bool:
        """Whether the chosen tile was put on the laid one that was pressed."""
        number = shape.placed.number if isinstance(shape, TileShape) else None
        found = [choice.action for choice in self.here.choices if _on(choice.action) == number is not None]
        for action in found[:1]:
            self.here.do(action)
        return bool(found)


def _changed(before: Viewport, now: Viewport) -> str:
    """What the frame did to the tiles that lay there; where it follows the last tile, it does so at every step."""
    if now.follows:
        return "" if before.follows else phrase("board.follows")
    if now.scale == before.scale:
        return phrase("board.moved")
    return phrase("board.smaller" if now.scale < before.scale else "board.larger")


def _on(action: Any) -> int | None:
    return action.on if isinstance(action, Stack) else None


def _column(board: Board, gap: GapShape) -> int | None:
    spread = board.snapshot.tabletop.tableau
    number = spread.groups[gap.group].number if spread else 0
    return number - 1 if number else None


def lit(board: Board, *, final: Chain | None = _GROWS) -> Tabletop:
    """The tabletop with what the chosen tile may do lit, and what Enter would do marked.

    `final` is the chain round which the frame lies at first; None gives the room that most hands need. Whoever looks
    back at an earlier step sees it as it was.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> board = Board(dealt(get("block"), Shuffle(seed=7)))
    >>> board.do(board.legal[0])
    >>> board.do(board.legal[0])
    >>> board.choose(board.legal[0].tile)
    >>> {one.end for one in lit(board).lit} == {action.end for action in board.legal if action.tile == board.tile}
    True
    """
    seen = board.snapshot.tabletop
    seen = seen if seen.tableau is not None else replace(seen, final=final)
    if board.step != board.end or board.is_over:
        return seen
    return replace(seen, tableau=_chosen(board, seen.tableau)) if seen.tableau is not None else _aimed(board, seen)


def _aimed(board: Board, seen: Tabletop) -> Tabletop:
    """A chain: the legal ends of the chosen tile are lit; its aim is ringed, and so are tiles it may be stacked on.

    Who was refused something and has no such end sees those where another tile goes. A picture that has no room for
    the whole table shows the place that is aimed at.
    """
    allowed = [choice.action for choice in board.choices if choice.allowed]
    ends = _ends(allowed) or (_ends(board.legal) if board.refused is not None else {})
    actions = (board.chosen_action, *(action for action in allowed if isinstance(action, Stack)))
    rings = dict.fromkeys(Highlight(at) for at in map(_place_of, actions) if at is not None)
    place = _place_of(board.chosen_action)
    follow = place.at if isinstance(place, OpenEnd) else place
    return replace(seen, lit=tuple(LitEnd(end) for end in ends), marks=(*seen.marks, *rings), follow=follow)


def _ends(actions: Iterable[Any]) -> dict[OpenEnd, None]:
    return dict.fromkeys(action.end for action in actions if isinstance(action, Play) and action.end)


def _place_of(action: Any) -> OpenEnd | int | None:
    return action.end if isinstance(action, Play) else _on(action)


def _chosen(board: Board, tableau: Tableau) -> Tableau:
    """A spread: with a tile chosen, the signs are on those that go with it and on the columns that take it.

    A tile that cannot go at all stands alone: no other would tell what goes with it.
    """
    if board.tile is None:
        return tableau
    allowed = [choice.action for choice in board.choices if choice.allowed]
    partners = {tile for action in allowed for tile in getattr(action, "tiles", (board.tile,))}
    columns = {action.to for action in allowed if isinstance(action, Shift)}
    picked = {board.tile, *(getattr(board.chosen_action, "tiles", ()) if allowed else ())}
    bands = tuple(tuple(_group(group, partners, columns, picked) for group in band) for band in tableau.bands)
    return Tableau(bands)


def _group(group: TileGroup, partners: set[Tile], columns: set[int], picked: set[Tile]) -> TileGroup:
    if group.kind == PILE:
        return group
    return group._replace(places=tuple(_places(group, partners, columns, picked)))


def _places(group: TileGroup, partners: set[Tile], columns: set[int], picked: set[Tile]) -> Iterator[LooseTile | Gap]:
    for place in group.places:
        if isinstance(place, Gap):
            yield place._replace(lit=group.number - 1 in columns)
        else:
            yield place._replace(free=place.tile in partners, chosen=place.chosen or place.tile in picked)
