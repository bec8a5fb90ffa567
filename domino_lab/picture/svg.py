"""SVG: a scene as batches of boxes, discs, lines and words, and as a static picture with its own words.

A batch holds many marks of one kind and one role because the canvas takes a batch as one command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain, islice
from typing import NamedTuple
from xml.sax.saxutils import escape

from domino_lab.core.tiles import Tile
from domino_lab.picture.layout import Box, Placed
from domino_lab.picture.scene import HeldTile, LabelShape, Scene, TileShape, outline
from domino_lab.picture.theme import HUES, LIGHT, Theme
from domino_lab.words.escaping import STEERING

MOST_DOTS = 9
"""Larger values are written as a number."""

_CORNERS = ((-1, -1), (1, 1), (1, -1), (-1, 1))
_LONG_SIDES = ((-1, 0), (1, 0))
_SHORT_SIDES = ((0, -1), (0, 1))


@lru_cache(maxsize=32)
def pips(value: int, *, lies: bool) -> tuple[tuple[int, int], ...]:
    """Return the dots of a value 0 to 9, each as -1, 0 or 1 steps from the middle of its half; `lies` turns them."""
    if value > MOST_DOTS:
        return ()
    middle: tuple[tuple[int, int], ...] = ((0, 0),) if value % 2 else ()
    upright = middle + _CORNERS[: min(value - value % 2, 4)]
    upright += (_LONG_SIDES if value >= 6 else ()) + (_SHORT_SIDES if value >= 8 else ())
    return tuple((-y, x) for x, y in upright) if lies else upright


class Boxes(NamedTuple):
    """Filled boxes with corners of one radius; the inside of `covered` ones will be painted over, but not the rim."""

    role: str
    radius: int
    boxes: tuple[Box, ...]
    covered: bool = False


class Discs(NamedTuple):
    """Filled circles of one radius, by their middles."""

    role: str
    radius: int
    middles: tuple[tuple[int, int], ...]


class Segments(NamedTuple):
    """Straight lines of one thickness; `dashed` ones are broken."""

    role: str
    thickness: int
    segments: tuple[tuple[int, int, int, int], ...]
    dashed: bool = False


class Word(NamedTuple):
    """One line of text: `x` and `y` are on the base line, at its start, middle or end."""

    role: str
    text: str
    x: int
    y: int
    size: int
    bold: bool
    anchor: str


class Faces(NamedTuple):
    """Tiles face up, all of one size, each with the box that it lies in."""

    quarter: int
    tiles: tuple[tuple[Placed, Box], ...]


Batch = Boxes | Discs | Segments | Word

_LABEL_ROLES = {
    "last": "cloth_text", "mark": "cloth_text", "slot": "cloth_text", "lit": "lit_text", "pin": "lit_text",
    "step": "gain_text", "start": "cloth_text", "group": "cloth_text", "score": "card_text", "name": "card_text",
    "title": "text", "boneyard": "quiet", "caption": "text", "line": "cloth_text", "marked_line": "pip",
    **{f"line_{hue}": "pill_text" if colour == "pill" else "lit_text" for hue, colour in enumerate(HUES)},
}  # fmt: skip

_PILLS = {"step": "gain", "line": "shadow", "marked_line": "face",
          **{f"line_{hue}": role for hue, role in enumerate(HUES)}}
"""The colours of the boxes below labels, by the roles of these."""


def display_list(scene: Scene) -> tuple[Batch, ...]:
    """Return everything to paint for a scene, from the ground up."""
    batches = (_faces(part) if isinstance(part, Faces) else (part,) for part in _batches(scene))
    return tuple(batch for batch in chain.from_iterable(batches)
                 if not isinstance(batch, (Boxes, Discs, Segments)) or batch[2])


def _batches(scene: Scene) -> Iterator[Batch | Faces]:
    cloths = scene.cloths or (scene.cloth,)
    if not scene.cloths:  # Between several tables the page shows.
        yield Boxes("panel", 0, (Box(0, 0, scene.width, scene.height),))
    rails = cloths if scene.cloths else (reduce(Box.join, (holding.box for holding in scene.holdings), scene.cloth),)
    yield Boxes("rim", 16 if scene.holdings else 0, rails)
    yield Boxes("seam", 12, tuple(cloth.grown(-4) for cloth in cloths), covered=True)
    yield Boxes("cloth", 12, tuple(cloth.grown(-6) for cloth in cloths))
    yield from _cloth(scene)
    if scene.viewport.follows:  # Tiles may stick out of the cloth: the panel covers them.
        x, y, wide, high = scene.cloth
        yield Boxes("panel", 0, (
            Box(0, 0, scene.width, y), Box(0, y + high, scene.width, scene.height - y - high),
            Box(0, y, x, high), Box(x + wide, y, scene.width - x - wide, high)))
    yield Boxes("card", 8, tuple(holding.box for holding in scene.holdings))
    yield from _boneyard(scene)
    yield from _tiles_in_hands(scene)
    # A bar on the card of the seat to move.
    moving = [holding.box for holding in scene.holdings if holding.to_move]
    yield Boxes("turn", 3, tuple(Box(x + 4, y + 6, 8, high - 12) for x, y, _, high in moving))
    for role, colour in _PILLS.items():
        yield Boxes(colour, 10, tuple(label.box for label in scene.labels if label.pill and label.role == role))
    yield from (_label(label) for label in scene.labels if label.text)


def _cloth(scene: Scene) -> Iterator[Batch | Faces]:
    start = [label.box for label in scene.labels if label.role == "start"]
    yield Boxes("seam", 14, tuple(start), covered=True)
    yield Boxes("cloth", 12, tuple(box.grown(-3) for box in start))
    yield Segments("slot", 3, scene.bridges, dashed=True)
    yield Segments("cloth_text", 2, scene.leaders)
    seen = [tile for tile in scene.tiles if tile.box.overlaps(scene.cloth)]
    special = [tile for tile in seen if tile.last or tile.aimed or tile.waits]
    quarter = scene.viewport.scale
    yield _shadow([*(tile.box for tile in seen), *(loose.box for loose in scene.loose)], quarter)
    yield from _halos(special, quarter, scene.cloth)
    yield from _tiles_on_table([tile for tile in seen if tile not in special], quarter)
    yield from _badges(scene)
    yield from _tiles_on_table(special, quarter)
    yield from _studs(seen, quarter)
    yield from _loose(scene, quarter)
    yield from _pins(scene)


def _pins(scene: Scene) -> Iterator[Batch]:
    """The heads of pins; their needles are leaders."""
    heads = [label.box for label in scene.labels if label.role == "pin"]
    yield Boxes("edge", 99, tuple(head.grown(2) for head in heads))
    yield Boxes("mark", 99, tuple(heads))


def _shadow(boxes: list[Box], quarter: int) -> Boxes:
    """The shadow that tiles throw to the lower right: one darker patch of cloth under each."""
    down = max(quarter // 6, 2)
    return Boxes("shadow", max(quarter * 2 // 5, 2), tuple(
        Box(x + down // 2, y + down, wide, high) for x, y, wide, high in boxes), covered=True)


def _tiles_on_table(tiles: list[TileShape], quarter: int) -> Iterator[Batch | Faces]:
    """Laid tiles; where one is stacked on another, the lower one shows as a rim to the lower right."""
    shift = max(quarter // 5, 3)
    yield from _plates([_move(tile.box, shift) for tile in tiles if tile.stacked], quarter)
    tops = [(tile.placed, _move(tile.box, -shift if tile.stacked else 0)) for tile in tiles]
    yield Faces(quarter, tuple(tops))


def _move(box: Box, by: int) -> Box:
    return box._replace(x=box.x + by, y=box.y + by)


def _studs(tiles: list[TileShape], quarter: int) -> Iterator[Batch]:
    """Two studs where a wild tile joins: the halves there do not match, and are not meant to."""
    # No larger: the pips next to a corner are 0.4 of a quarter away.
    radius = max(quarter * 37 // 100, 3)
    middles = tuple(stud for tile in tiles for stud in tile.studs)
    yield Discs("edge", radius + max(quarter // 12, 1), middles)
    yield Discs("wild", radius, middles)


def _loose(scene: Scene, quarter: int) -> Iterator[Batch | Faces]:
    """The tiles of a tableau; a bar under a tile means that it can be chosen."""
    rim = max(quarter // 10, 2)
    yield Boxes("slot", 3 * rim, tuple(gap.box for gap in scene.gaps if not gap.lit))
    yield Boxes("cloth", 2 * rim, tuple(gap.box.grown(-rim) for gap in scene.gaps if not gap.lit))
    yield Boxes("lit", 3 * rim, tuple(gap.box for gap in scene.gaps if gap.lit))
    yield Boxes("cloth", 2 * rim, tuple(gap.box.grown(-2 * rim) for gap in scene.gaps if gap.lit))
    yield Boxes("lit", 3 * rim, tuple(tile.box.grown(3 * rim) for tile in scene.loose if tile.chosen))
    yield Boxes("last", 3 * rim, tuple(tile.box.grown(2 * rim) for tile in scene.loose if tile.fresh))
    yield Faces(quarter, tuple((tile.lying, tile.box) for tile in scene.loose))
    thick, signed = max(quarter * 2 // 5, 4), [tile.box for tile in scene.loose if tile.signed]
    yield Boxes("lit", rim, tuple(Box(x + wide // 8, y + high + thick // 3, wide * 3 // 4, thick)
                                  for x, y, wide, high in signed))


def _halos(special: list[TileShape], quarter: int, cloth: Box) -> Iterator[Batch]:
    """Rings: a wide one where the chosen tile would go, a narrower one for the last tile; neighbours lie on them.

    The one round a double that must be covered first stands apart from it, if the cloth has room.
    """
    apart, thick = max(quarter * 3 // 5, 10), max(quarter // 4, 4)
    rings = [_inside(tile.box.grown(apart), cloth) for tile in special if tile.waits and tile.box.join(cloth) == cloth]
    yield Boxes("lit", apart, tuple(rings), covered=True)
    yield Boxes("cloth", apart, tuple(ring.grown(-thick) for ring in rings))
    wide, narrow, radius = max(quarter // 3, 6), outline(quarter), max(quarter // 2, 2)
    yield Boxes("lit", radius, tuple(tile.box.grown(wide) for tile in special if tile.aimed), covered=True)
    yield Boxes("last", radius, tuple(tile.box.grown(narrow) for tile in special if tile.last), covered=True)


def _inside(box: Box, room: Box) -> Box:
    """Return the part of a box that lies in a room."""
    x, y = max(box.x, room.x), max(box.y, room.y)
    right, bottom = min(box.x + box.width, room.x + room.width), min(box.y + box.height, room.y + room.height)
    return Box(x, y, right - x, bottom - y)


def _badges(scene: Scene) -> Iterator[Batch]:
    seen = [end for end in scene.ends if end.box.overlaps(scene.cloth)]
    rim = max(scene.viewport.scale // 8, 2)
    yield Boxes("lit", 4 * rim, tuple(end.box.grown(2 * rim) for end in seen if end.aimed))
    yield Boxes("shadow", 3 * rim, tuple(end.box.grown(rim // 2) for end in seen if end.aimed))
    yield Boxes("slot", 3 * rim, tuple(end.box for end in seen if not end.lit), covered=True)
    yield Boxes("shadow", 2 * rim, tuple(end.box.grown(-rim) for end in seen if not end.lit))
    yield Boxes("lit", 3 * rim, tuple(end.box for end in seen if end.lit))


def _faces(faces: Faces) -> Iterator[Batch]:
    """Faces with their outline, middle bar and pips; a hair of cloth shows between two tiles that touch."""
    quarter, tiles = faces
    yield from _plates([box for _, box in tiles], quarter)
    yield Boxes("bar", 0, tuple(_bar(placed, box, quarter) for placed, box in tiles))
    halves = [(half, placed.lies) for placed, box in tiles for half in _halves(placed, box, quarter)]
    apart = quarter * 56 // 100
    for role, values in _PIPS.items():
        yield Discs(role, max(quarter * 23 // 100, 2), tuple(
            (x + dx * apart, y + dy * apart) for (x, y, value), lies in halves if value in values
            for dx, dy in pips(value, lies=lies)))
    yield from (Word("pip", str(value), x, y + quarter * 45 // 100, quarter * 5 // 4, bold=True, anchor="middle")
                for (x, y, value), _ in halves if value > MOST_DOTS)


_PIPS = {"pip": range(7), "seven": (7,), "eight": (8,), "nine": (9,)}


def _plates(boxes: list[Box], quarter: int) -> Iterator[Batch]:
    rim = max(quarter // 14, 1)
    radius = max(quarter * 2 // 5, 2)
    yield Boxes("edge", radius, tuple(box.grown(-1) for box in boxes), covered=True)
    depth, radius = max(quarter // 9, 2), max(radius - rim, 1)
    plates = [box.grown(-1 - rim) for box in boxes]
    yield Boxes("bevel", radius, tuple(plates), covered=True)
    yield Boxes("face", radius, tuple(Box(x, y, wide - depth, high - depth) for x, y, wide, high in plates))


def _bar(placed: Placed, box: Box, quarter: int) -> Box:
    x, y, wide, high = box
    thin, inset = max(quarter // 16, 1), max(quarter * 2 // 5, 2)
    if placed.lies:
        return Box(x + wide // 2 - thin, y + inset, 2 * thin, high - 2 * inset)
    return Box(x + inset, y + high // 2 - thin, wide - 2 * inset, 2 * thin)


def _halves(placed: Placed, box: Box, quarter: int) -> Iterator[tuple[int, int, int]]:
    x, y = box[0] + quarter, box[1] + quarter
    yield x, y, placed.first
    yield (x + 2 * quarter, y, placed.second) if placed.lies else (x, y + 2 * quarter, placed.second)


def _boneyard(scene: Scene) -> Iterator[Batch]:
    if scene.boneyard is None or not scene.boneyard.left:
        return
    x, y, wide, high = scene.boneyard.box
    backs = [Box(x + step * wide // 3, y + high // 8, wide // 3 - 2, high * 3 // 4) for step in range(3)]
    yield from _backs(backs, max(backs[0].width // 2, 2))


def _backs(boxes: list[Box], quarter: int) -> Iterator[Batch]:
    """Tiles face down: a border, and a row of studs down the middle."""
    rim, frame = max(quarter // 12, 1), max(quarter // 4, 2)
    radius = max(quarter * 2 // 5, 2)
    yield Boxes("face", radius, tuple(box.grown(-1) for box in boxes))
    yield Boxes("back", radius, tuple(box.grown(-1 - rim) for box in boxes))
    yield Boxes("back_mark", 0, tuple(box.grown(-1 - rim - frame) for box in boxes))
    yield Boxes("back", 0, tuple(box.grown(-1 - 2 * rim - frame) for box in boxes))
    yield Discs("back_mark", max(quarter // 6, 1), tuple(
        (box.middle[0], box.middle[1] + step * quarter * 2 // 3) for box in boxes for step in (-1, 0, 1)))


def _tiles_in_hands(scene: Scene) -> Iterator[Batch | Faces]:
    by_quarter: dict[int, list[HeldTile]] = {}
    for holding in scene.holdings:
        for tile in holding.tiles:
            by_quarter.setdefault(tile.box[2] // 2, []).append(tile)
    for quarter, tiles in by_quarter.items():
        radius = max(quarter // 2, 2)
        yield Boxes("last", radius + 4, tuple(tile.box.grown(4) for tile in tiles if tile.drawn))
        yield Faces(quarter, tuple((_upright(tile.tile), tile.box) for tile in tiles if tile.tile is not None))
        # A bar under the first tile of a row.
        yield Boxes("card_text", 2, tuple(Box(x, y + high + max(wide // 8, 6) // 2, wide, max(wide // 8, 6))
                                          for x, y, wide, high in (tile.box for tile in tiles if tile.front)))
        backs = [tile.box for tile in tiles if tile.tile is None]
        yield from _backs(backs, quarter)


def _label(label: LabelShape) -> Word:
    x, y, wide, high = label.box
    at = {"start": x, "middle": x + wide // 2, "end": x + wide}[label.anchor]
    base = y + high // 2 + label.size * 36 // 100
    return Word(_LABEL_ROLES[label.role], label.text, at, base, label.size, label.bold, label.anchor)


FONT = "system-ui,'Segoe UI',Helvetica,Arial,sans-serif"
SHRINKS = ' style="max-width:100%;height:auto"'
_NOT_XML = re.compile("[\ufffe\uffff]")


def svg(scene: Scene, theme: Theme = LIGHT) -> str:
    """Return the picture as one SVG element: whole numbers, no ids, no script, every word of a reader as plain text."""
    head = opening(scene.pixels, (scene.width, scene.height), scene.title, scene.text)
    return "\n".join((head, *_marks(display_list(scene), theme), "</svg>"))


def sketch(scene: Scene, theme: Theme) -> str:
    """Return the picture as short SVG without its words, for a page that has the `domino` of each tile face up.

    Its lengths are those from the middle of the first tile: where the frame alone has moved, all else is the same text.
    """
    _, left, top, _ = scene.viewport
    marks: list[str] = []
    for part in islice(_batches(scene), 0 if scene.cloths else 4, None):       # the page has the cloth of one table
        batch = _shift(part, left, top)
        if isinstance(batch, Faces):
            marks += (f'<use href="#{domino_id(placed)}" x="{x}" y="{y}" width="{across}" height="{down}"/>'
                      for placed, (x, y, across, down) in batch.tiles)
        elif isinstance(batch, Word) or (batch[2] and not _is_thrown(batch)):
            marks += _marks((batch,), theme)
    box = f"{-left} {-top} {scene.width} {scene.height}"
    return f'<svg viewBox="{box}" font-family="{FONT}">{"".join(marks)}</svg>'


def _is_thrown(batch: Batch) -> bool:
    """Return True for the shadow that tiles throw, which the page throws itself; the inside of a badge is as dark."""
    return isinstance(batch, Boxes) and batch.role == "shadow" and batch.covered


def _shift(batch: Batch | Faces, left: int, top: int) -> Batch | Faces:
    """Return a batch as seen from another point."""
    if isinstance(batch, Word):
        return batch._replace(x=batch.x - left, y=batch.y - top)
    if isinstance(batch, Faces):
        return batch._replace(tiles=tuple((placed, place.relative_to(left, top)) for placed, place in batch.tiles))
    if isinstance(batch, Boxes):
        return batch._replace(boxes=tuple(box.relative_to(left, top) for box in batch.boxes))
    if isinstance(batch, Discs):
        return batch._replace(middles=tuple((x - left, y - top) for x, y in batch.middles))
    segments = tuple((x - left, y - top, to_x - left, to_y - top) for x, y, to_x, to_y in batch.segments)
    return batch._replace(segments=segments)


def faces_of(scene: Scene) -> Iterator[Placed]:
    """Return the tiles that lie face up in a picture, as they lie."""
    return (placed for batch in _batches(scene) if isinstance(batch, Faces) for placed, _ in batch.tiles)


def domino_id(placed: Placed) -> str:
    """Return the id of the `domino` for a tile and the way it lies."""
    return f"domino-{placed.first}-{placed.second}{'-lies' if placed.lies else ''}"


def domino(placed: Placed, theme: Theme) -> str:
    """Return a tile face up as an SVG symbol, which a `sketch` uses in any size."""
    box = Box(0, 0, *((4, 2) if placed.lies else (2, 4)))
    box = Box(0, 0, box.width * _QUARTER, box.height * _QUARTER)
    marks = _marks(_faces(Faces(_QUARTER, ((placed, box),))), theme)
    return f'<symbol id="{domino_id(placed)}" viewBox="0 0 {box.width} {box.height}">{"".join(marks)}</symbol>'


def tile_drawings(tiles: Iterable[tuple[Tile, Box]], quarter: int) -> str:
    """Return upright tiles face up as SVG, the higher half on top, each in a box 2 quarters wide and 4 high."""
    placed = tuple((_upright(tile), box) for tile, box in tiles)
    return "".join(_marks(_faces(Faces(quarter, placed)), LIGHT))


def _upright(tile: Tile) -> Placed:
    return Placed(0, tile, 0, 0, lies=False, first=tile.high, second=tile.low)


_QUARTER = 48
"""Half the width of a tile whose drawing is used in any size."""


def opening(size: tuple[int, int], inside: tuple[int, int], title: str, text: str) -> str:
    """Return the beginning of an SVG of that size in pixels, with lengths up to `inside` and its words."""
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}"'
            f' viewBox="0 0 {inside[0]} {inside[1]}" role="img"{SHRINKS} font-family="{FONT}">\n'
            f"<title>{plain(title)}</title><desc>{plain(text)}</desc>")


def plain(text: str) -> str:
    """Return text for XML: escaped, without control characters and signs that XML does not allow."""
    kept = STEERING.sub("", text.replace("\t", " "))
    return escape(_NOT_XML.sub("", kept), {'"': "&quot;"})


def _marks(batches: Iterable[Batch], theme: Theme) -> Iterator[str]:
    for batch in batches:
        colour = getattr(theme, batch.role)
        if isinstance(batch, Word):
            weight = ' font-weight="bold"' if batch.bold else ""
            anchor = f' text-anchor="{batch.anchor}"' if batch.anchor != "start" else ""
            place = f'x="{batch.x}" y="{batch.y}" font-size="{batch.size}"'
            yield f'<text {place}{weight}{anchor} fill="{colour}">{plain(batch.text)}</text>'
        elif isinstance(batch, Segments):
            dashes = ' stroke-dasharray="8 8"' if batch.dashed else ""
            path = "".join(f"M{x} {y}L{to_x} {to_y}" for x, y, to_x, to_y in batch.segments)
            yield f'<path stroke="{colour}" stroke-width="{batch.thickness}" fill="none"{dashes} d="{path}"/>'
        elif isinstance(batch, Discs):
            discs = (f'<circle cx="{x}" cy="{y}" r="{batch.radius}"/>' for x, y in batch.middles)
            yield f'<g fill="{colour}">{"".join(discs)}</g>'
        else:
            rounded = f' rx="{batch.radius}"' if batch.radius else ""
            boxes = (f'<rect x="{x}" y="{y}" width="{wide}" height="{high}"{rounded}/>'
                     for x, y, wide, high in batch.boxes)
            yield f'<g fill="{colour}">{"".join(boxes)}</g>'


GAP = 16
"""Pixels between two pictures."""


def side_by_side(scenes: Sequence[Scene], title: str) -> str:
    """Return the pictures as one SVG: two or three in a row, four in two rows, with `title` and all their words."""
    across = 2 if len(scenes) == 4 else len(scenes)
    rows = [scenes[first : first + across] for first in range(0, len(scenes), across)]
    heights = [max(scene.pixels[1] for scene in row) for row in rows]
    widths = [max(row[column].pixels[0] for row in rows if column < len(row)) for column in range(across)]
    inner = []
    for number, row in enumerate(rows):
        for column, scene in enumerate(row):
            x, y = sum(widths[:column]) + GAP * column, sum(heights[:number]) + GAP * number
            # Inside, each picture keeps its size: the style by which a single one shrinks would undo that.
            inner.append(svg(scene).replace("<svg", f'<svg x="{x}" y="{y}"', 1).replace(SHRINKS, "", 1))
    size = sum(widths) + GAP * (len(widths) - 1), sum(heights) + GAP * (len(heights) - 1)
    text = " ".join(f"{scene.title}: {scene.text}" for scene in scenes)
    return "\n".join((opening(size, size, title, text), *inner, "</svg>"))
