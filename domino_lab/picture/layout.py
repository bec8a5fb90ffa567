"""Layout: the place of every tile of a chain on the table, and the viewport: the part that is shown, and its scale.

Tiles are placed one after another, and a tile's place depends only on those before it, so nothing ever moves. In games
with at most one spinner, each tile simply takes its lane; if many doubles branch, it takes the roomiest of the possible
places. If the players have lines of their own, each line is a row.

The table is a grid of quarters: a tile is 4 long and 2 wide, so every edge and every centre line is a whole number.
Areas are the bits of one whole number, so that an overlap is one `&`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import islice
from math import hypot, log
from operator import or_
from typing import NamedTuple

from domino_lab.core.chain import FIRST_LINE, Chain, Laid, OpenEnd
from domino_lab.core.tiles import Tile

SPAN = 256
"""Quarters in a row of the grid, which also bounds how far from the first tile anything can lie."""

_MIDDLE = SPAN // 2
_TOP = 240

HEADINGS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""East, south, west, north, as steps of x (to the right) and y (downward)."""

EAST, SOUTH, WEST, NORTH = range(4)


class Box(NamedTuple):
    """A rectangle: its upper left corner, width and height, in whole units."""

    x: int
    y: int
    width: int
    height: int

    @classmethod
    def around(cls, x: int, y: int, half_width: int, half_height: int) -> Box:
        """Return the box whose centre is (x, y)."""
        return cls(x - half_width, y - half_height, 2 * half_width, 2 * half_height)

    def grown(self, by: int) -> Box:
        """Return this box with a margin of `by` on every side."""
        x, y, width, height = self
        return Box(x - by, y - by, width + 2 * by, height + 2 * by)

    def relative_to(self, x: int, y: int) -> Box:
        """Return this box as seen from the point (x, y)."""
        return Box(self[0] - x, self[1] - y, self[2], self[3])

    def join(self, other: Box) -> Box:
        """Return the smallest box around both."""
        x, y = min(self[0], other[0]), min(self[1], other[1])
        right = max(self[0] + self[2], other[0] + other[2])
        return Box(x, y, right - x, max(self[1] + self[3], other[1] + other[3]) - y)

    def overlaps(self, other: Box) -> bool:
        """True if the two share more than a border."""
        across = self[0] < other[0] + other[2] and other[0] < self[0] + self[2]
        return across and self[1] < other[1] + other[3] and other[1] < self[1] + self[3]

    @property
    def middle(self) -> tuple[int, int]:
        """The point in the middle, rounded to the upper left."""
        return self[0] + self[2] // 2, self[1] + self[3] // 2


@lru_cache(maxsize=512)
def cover(box: Box) -> int:
    """Return the bits of the grid that a box covers."""
    x, y, width, height = box
    return _bits(x + _MIDDLE, y + _TOP, x + width + _MIDDLE, y + height + _TOP, SPAN)


def _bits(left: int, top: int, right: int, bottom: int, span: int) -> int:
    """Return the bits of a rectangle, as far as it lies in a grid with rows of `span` bits."""
    left, top, right = max(left, 0), max(top, 0), min(right, span)
    if right <= left or bottom <= top:
        return 0
    return ((((1 << (right - left)) - 1) << left) * _comb(bottom - top, span)) << (top * span)


@lru_cache(maxsize=512)
def _comb(rows: int, span: int) -> int:
    return sum(1 << (span * row) for row in range(rows))


def ahead(x: int, y: int, heading: int, depth: int, half_width: int) -> Box:
    """Return the box in front of a point: `depth` long, `half_width` to either side."""
    if heading in (EAST, WEST):
        return Box(x if heading == EAST else x - depth, y - half_width, depth, 2 * half_width)
    return Box(x - half_width, y if heading == SOUTH else y - depth, 2 * half_width, depth)


# Every arm owns one quarter of the table around the spinner and fills it with one snake: it runs out, turns, and comes
# back one row further. Arms that keep to their lanes cannot meet, and each tile depends only on those before it.

REACH = 10
"""Quarters from the first tile at which a row turns."""

_PITCH, _WIDE_PITCH = 4, 11
"""Quarters between two rows of a snake: the least, and before it is known which doubles will branch."""

_ARM = 10
_AISLE, _WIDE_AISLE = 4, 8
_MORE = 7


class Spot(NamedTuple):
    """An open end on the table: the place where the next tile touches, its heading, and the lane of its arm.

    `x`, `y` are the middle of the touching edge in quarters; `quarter` is the heading of the arm when it left the
    spinner; `base` the row from which a vertical leg came; `row` the heading of its next row; `bends` is False on the
    long side of a double, because an elbow would touch the double with its wrong half, too.
    """

    end: OpenEnd
    x: int
    y: int
    heading: int
    quarter: int
    base: int
    row: int
    bends: bool = True

    @property
    def cell(self) -> Box:
        """The half-tile in front, which stays free for the label of this end."""
        return ahead(self.x, self.y, self.heading, 2, 1)


class Lanes(NamedTuple):
    """The rows of a table: the first spinner's x, or None, and the columns `west` and `east` where rows turn.

    `doubles` counts the doubles on the table.
    """

    spinner: int | None = None
    doubles: int = 0
    spinners: int = 0
    west: int = -REACH
    east: int = REACH

    @property
    def known(self) -> bool:
        """True once a double has shown that not all doubles branch."""
        return self.doubles > self.spinners

    @property
    def pitch(self) -> int:
        """The least distance between two rows: wide as long as the next double may need a row of its own."""
        return _PITCH if self.known else _WIDE_PITCH

    def borders(self, quarter: int) -> tuple[int, int]:
        """Return the two columns between which the arm that left in this direction has its rows."""
        x = self.spinner
        if x is None:
            return self.west, self.east
        aisle, more = (_AISLE, 0) if self.known else (_WIDE_AISLE, _MORE)
        if quarter in (EAST, NORTH):
            return x + aisle, max(self.east + more, x + _ARM)
        return min(self.west - more, x - _ARM), x - aisle

    def with_double(self, box: Box, table: Box, *, spins: bool) -> Lanes:
        """Return the lanes after a double was placed in `box`; the first double decides their position on the table."""
        if self.doubles:
            return self._replace(doubles=self.doubles + 1, spinners=self.spinners + spins)
        across, x = self.east - self.west, box.middle[0]
        middle = x if spins else table.middle[0]
        west = max(min(middle - across // 2, table.x), table.x + table.width - across)
        return Lanes(x if spins else None, 1, int(spins), west, west + across)


AHEAD, AROUND, BESIDE = range(3)
"""How a tile joins: straight on; as an elbow whose first half still lies ahead; as an elbow beside the last half."""


def _preference(spot: Spot, origin: Lanes, occupied: int) -> tuple[int, int]:
    """Return how the lane prefers a tile to join that is no double, and its heading."""
    dx, _ = HEADINGS[spot.heading]
    if dx == 0:
        return _preference_upright(spot, origin)
    west, east = origin.borders(spot.quarter)
    if west <= spot.x + 4 * dx <= east or (spot.x - (west if dx > 0 else east)) * dx < 0:
        return AHEAD, spot.heading
    heading = _row_heading(spot.quarter)
    if not spot.bends:
        return BESIDE, heading
    # Where a double sticks out of this row, the next one keeps further away.
    down = 1 if heading == SOUTH else -1
    start = spot.x - 40 if dx > 0 else spot.x
    strip = Box(start, spot.y + (1 if down > 0 else -2), 40, 1)
    crowded = origin.pitch == _PITCH and bool(cover(strip) & occupied)
    outside = not west - 2 <= spot.x + 2 * dx <= east + 2
    return (BESIDE if crowded or outside else AROUND), heading


def _preference_upright(spot: Spot, origin: Lanes) -> tuple[int, int]:
    _, dy = HEADINGS[spot.heading]
    root = spot.quarter in (NORTH, SOUTH) and spot.base == 0
    far = abs(spot.y + dy - spot.base)
    if far < (_PITCH + root if origin.pitch == _PITCH else origin.pitch):
        return AHEAD, spot.heading
    return (BESIDE if root or not spot.bends else AROUND), spot.row


def _leaves_lane(spot: Spot, origin: Lanes) -> bool:
    """True if a row that comes back is about to leave its lane, so that even a double must turn."""
    dx, _ = HEADINGS[spot.heading]
    if origin.spinner is None or dx * (origin.spinner - spot.x) <= 0:
        return False
    west, east = origin.borders(spot.quarter)
    return spot.x + 2 > east if dx > 0 else spot.x - 2 < west


def _row_heading(quarter: int) -> int:
    """Return the heading in which the rows of an arm pile up: the arms turn like the blades of a windmill."""
    return SOUTH if quarter in (EAST, SOUTH) else NORTH


# All open ends grow at once, a half-tile at a time, over the free grid. The end that gets there first owns the patch;
# an option is good if no end's patch becomes small.

_ENOUGH = 48
_ROW, _LEFT, _ABOVE = 80, 40, 100


@lru_cache(maxsize=512)
def patches(box: Box) -> int:
    """Return the bits of the half-tile patches that a box and a quarter around it touch."""
    x, y, width, height = box.grown(1)
    return _patch_bits(x // 2, y // 2, (x + width + 1) // 2, (y + height + 1) // 2)


def _patch_bits(left: int, top: int, right: int, bottom: int) -> int:
    return _bits(left + _LEFT, top + _ABOVE, right + _LEFT, bottom + _ABOVE, _ROW)


@lru_cache(maxsize=1024)
def _front(spot: Spot) -> int:
    """Return the patch in front of an end."""
    dx, dy = HEADINGS[spot.heading]
    i, j = (spot.x + 2 * dx - (dx < 0)) // 2, (spot.y + 2 * dy - (dy < 0)) // 2
    return _patch_bits(i, j, i + 1, j + 1)


def _free_space(blocked: int, spots: Iterable[Spot], tight: int = 7, worth: int = 50) -> int:
    """Return the free space of the open ends together; the first `tight` patches of each are `worth` most.

    Space beyond what an end needs counts nothing.
    """
    fronts = [_front(spot) for spot in spots]
    free = ~reduce(or_, fronts, blocked)
    sizes = [0] * len(fronts)
    growing = True
    while growing:
        growing = False
        for index, front in enumerate(fronts):
            if front:
                front = (front << 1 | front >> 1 | front << _ROW | front >> _ROW) & free
                free ^= front
                sizes[index] += front.bit_count()
                fronts[index] = front if sizes[index] < _ENOUGH else 0
                growing = True
    return sum(2 * min(size, _ENOUGH) + worth * min(size, tight) for size in sizes)


class Placed(NamedTuple):
    """A played tile with its place: upper left corner in quarters, and the values from left to right or top down.

    `bridge` is the point from which its arm continues if there was no free place next to its parent, or no room left in
    its row, and None otherwise; `corner` is the corner of the spinner where its arm begins, if it does not begin at a
    side.
    """

    number: int
    tile: Tile
    x: int
    y: int
    lies: bool
    first: int
    second: int
    bridge: tuple[int, int] | None = None
    corner: tuple[int, int] | None = None

    @property
    def box(self) -> Box:
        """The area the tile covers."""
        return Box(self.x, self.y, 4, 2) if self.lies else Box(self.x, self.y, 2, 4)


class Layout(NamedTuple):
    """All placed tiles, the spots of the open ends, the occupied grid, and the origin of the lanes.

    `lines` is the number of lines that begin at the first tile, each in a row.
    """

    placed: tuple[Placed, ...] = ()
    spots: tuple[Spot, ...] = ()
    occupied: int = 0
    origin: Lanes = Lanes()
    spinners: int = 0
    patches: int = 0
    strayed: bool = False
    areas: tuple[Box, ...] = ()
    lines: int = 0

    def __repr__(self) -> str:
        return f"<Layout of {len(self.placed)} tiles>"

    @property
    def free(self) -> dict[OpenEnd, bool]:
        """The open ends, each with True if the cell in front of it is free of tiles and other ends' cells."""
        taken, free = self.occupied, {}
        for spot in self.spots:
            cell = cover(spot.cell)
            free[spot.end] = not cell & taken
            taken |= cell
        return free

    @property
    def area(self) -> Box:
        """The smallest box around all tiles and the cells in front of all open ends there have been."""
        return self.areas[-1] if self.areas else Box(-1, -1, 2, 2)

    @property
    def present(self) -> Box:
        """The smallest box around all tiles and the cells in front of the ends that are open now."""
        boxes = (*(placed.box for placed in self.placed), *(spot.cell for spot in self.spots))
        return reduce(Box.join, boxes) if boxes and not self.lines else self.area


class Option(NamedTuple):
    """One way to place a tile: its place and the spots it leaves."""

    placed: Placed
    spots: tuple[Spot, ...]


def _first_option(laid: Laid, *, in_line: bool) -> Option:
    """Place the first tile in the middle of the table, or to the left of the rows that begin at it."""
    tile = laid.tile
    if laid.sides > FIRST_LINE:
        placed = Placed(0, tile, -1, -2, lies=False, first=tile.high, second=tile.low)
        return Option(placed, tuple(_row_spot(OpenEnd(0, edge, tile.high), edge - FIRST_LINE, laid.edges)
                                    for edge in laid.edge_numbers))
    lies = not tile.is_double or (in_line and laid.edges <= 4)
    x, y = (2, 1) if lies else (1, 2)
    sides = (EAST, WEST) if tile.is_double else (WEST, EAST)
    values = (tile.high,) * 4 if tile.is_double else (tile.low, tile.high)
    spots = [_root_spot(edge, values[edge], sides[edge], x) for edge in (0, 1)]
    if laid.spins:
        spots += [_root_spot(edge, tile.high, heading, y) for edge, heading in ((2, NORTH), (3, SOUTH))]
        spots += _corners(laid, Placed(0, tile, -x, -y, lies, tile.low, tile.high), EAST)
    return Option(Placed(0, tile, -x, -y, lies, tile.low, tile.high), tuple(spots))


def _root_spot(edge: int, value: int, heading: int, away: int) -> Spot:
    dx, dy = HEADINGS[heading]
    row = {EAST: WEST, WEST: EAST, NORTH: EAST, SOUTH: WEST}[heading]
    return Spot(OpenEnd(0, edge, value), dx * away, dy * away, heading, heading, 0, row, away == 2)


def _corners(laid: Laid, placed: Placed, heading: int) -> Iterator[Spot]:
    """The corners of a spinner with more than four arms: their first tiles lie east and west, a little away from it.

    `heading` is that of the arm it joined: edge 4 is ahead of it and to the left, and the others follow from that.
    """
    x, y = placed.x + placed.box.width // 2, placed.y + placed.box.height // 2
    across = placed.box.width // 2 + 1
    for edge in range(4, laid.edges):
        right, down = _CORNERS[(_FIRST_CORNER[edge - 4] + heading) % 4]
        out = EAST if right > 0 else WEST
        quarter = {(1, -1): NORTH, (-1, 1): SOUTH, (-1, -1): WEST, (1, 1): EAST}[right, down]
        end = OpenEnd(laid.number, edge, laid.tile.high)
        yield Spot(end, x + right * across, y + down * 4, out, quarter, y + down * 4, (out + 2) % 4)


_CORNERS = (1, -1), (1, 1), (-1, 1), (-1, -1)
"""Right or left of a spinner's middle, and below or above it, clockwise."""

_FIRST_CORNER = (0, 2, 3, 1)
"""Which of these corners each edge from 4 on is, for a spinner that an arm reached on its way east."""


def _corner_of(placed: Placed, spot: Spot) -> tuple[int, int] | None:
    """Return the corner of a spinner where an arm begins; None for its sides and tips."""
    if spot.end.edge < 4:
        return None
    x, y, width, height = placed.box
    return x + (width if 2 * spot.x > 2 * x + width else 0), y + (height if 2 * spot.y > 2 * y + height else 0)


def _options(spot: Spot, laid: Laid, before: Layout, *, in_line: bool, at_spinner: bool) -> Iterator[Option]:
    """Yield the ways to place this tile, the one its lane prefers first."""
    origin = before.origin
    if laid.tile.is_double and not (in_line and laid.edges <= 4):
        elbows = (1, 3) if spot.bends and not laid.spins else ()
        if elbows and _leaves_lane(spot, origin):
            yield _along(spot, laid, _row_heading(spot.quarter))
        yield _across(spot, laid)
        yield from (_along(spot, laid, (spot.heading + turn) % 4) for turn in elbows)
        return
    if laid.spins:
        yield _along(spot, laid, spot.heading)
        return
    sides = (spot.heading + 1) % 4, (spot.heading + 3) % 4
    ways = [_preference(spot, origin, before.occupied), (AHEAD, spot.heading)]
    if spot.bends:
        ways += [(AROUND, side) for side in sides]
    if not at_spinner:
        ways += [(BESIDE, side) for side in sides]
    if laid.parent_edge >= 4:  # An arm that begins at a corner leads away from the spinner.
        ways = [way for way in ways if way[1] in (spot.heading, _row_heading(spot.quarter))]
    for how, heading in dict.fromkeys(ways):
        if how == BESIDE:
            if not at_spinner:
                yield _beside(spot, laid, heading)
        else:
            yield _along(spot, laid, heading)


def _beside(spot: Spot, laid: Laid, heading: int) -> Option:
    """Lay an elbow that starts beside the last half, or, behind a double, ahead of one of its halves."""
    dx, dy = HEADINGS[spot.heading]
    kx, ky = HEADINGS[heading]
    x, y = (spot.x - dx + 2 * kx, spot.y - dy + 2 * ky) if spot.bends else (spot.x + dx + kx, spot.y + dy + ky)
    box = Box.around(x, y, 1, 1).join(Box.around(x + 2 * kx, y + 2 * ky, 1, 1))
    joint, out = (laid.tile.high,) * 2 if laid.tile.is_double else (laid.tile[laid.edge], laid.out)
    first, second = (joint, out) if kx + ky > 0 else (out, joint)
    placed = Placed(laid.number, laid.tile, box[0], box[1], kx != 0, first, second)
    onward = spot._replace(end=OpenEnd(laid.number, 1 - laid.edge, out), x=x + 3 * kx, y=y + 3 * ky, bends=True,
                           heading=heading)
    if ky:
        onward = onward._replace(base=spot.y, row=(spot.heading + 2) % 4)
    return Option(placed, (onward,))


def _across(spot: Spot, laid: Laid) -> Option:
    dx, dy = HEADINGS[spot.heading]
    x, y = spot.x + dx, spot.y + dy
    box = Box.around(x, y, 2 - abs(dx), 2 - abs(dy))
    value = laid.tile.high
    placed = Placed(laid.number, laid.tile, box[0], box[1], dx == 0, value, value)
    onward = spot._replace(end=OpenEnd(laid.number, 1, value), x=x + dx, y=y + dy, bends=False)
    return Option(placed, (onward, *_tips(spot, laid, x, y, 2), *_corners(laid, placed, spot.heading)))


def _along(spot: Spot, laid: Laid, heading: int) -> Option:
    """Lay in the direction of `heading`: straight on, or as an elbow whose first half still lies straight ahead."""
    dx, dy = HEADINGS[spot.heading]
    kx, ky = HEADINGS[heading]
    x, y = spot.x + dx, spot.y + dy
    box = Box.around(x, y, 1, 1).join(Box.around(x + 2 * kx, y + 2 * ky, 1, 1))
    joint, out = (laid.tile.high,) * 2 if laid.tile.is_double else (laid.tile[laid.edge], laid.out)
    first, second = (joint, out) if kx + ky > 0 else (out, joint)
    placed = Placed(laid.number, laid.tile, box[0], box[1], kx != 0, first, second)
    onward = spot._replace(end=OpenEnd(laid.number, 1 - laid.edge, out), x=x + 3 * kx, y=y + 3 * ky, bends=True)
    if heading != spot.heading:
        onward = onward._replace(heading=heading)
        if heading in (NORTH, SOUTH):
            onward = onward._replace(base=spot.y, row=(spot.heading + 2) % 4)
    return Option(placed, (onward, *_tips(spot, laid, x + kx, y + ky, 1),
                           *_corners(laid, placed, spot.heading)))


def _tips(spot: Spot, laid: Laid, x: int, y: int, away: int) -> Iterator[Spot]:
    """The two short ends of a spinner whose middle is (x, y): left and right of the heading it came by."""
    if not laid.spins:
        return
    for edge, turn in ((2, 3), (3, 1)):
        heading = (spot.heading + turn) % 4
        dx, dy = HEADINGS[heading]
        eastward = heading == NORTH if spot.quarter in (EAST, WEST) else x >= 0
        end = OpenEnd(laid.number, edge, laid.tile.high)
        yield Spot(end, x + dx * away, y + dy * away, heading, heading, y, EAST if eastward else WEST, away == 2)


# A line that begins at the first tile is a row to the right of it, with room for a name before its first tile. If its
# row is full, it goes on in a new row below all others.

LINE_START = 18
"""The x at which every row begins."""

_ROW_PITCH = 5
"""Quarters from row to row: doubles of two rows do not touch."""


def row_level(row: int, lines: int) -> int:
    """Return the y of the middle of a row, counted from 0; the rows in which `lines` begin come first."""
    return row * _ROW_PITCH - (lines - 1) * _ROW_PITCH // 2


def _row_spot(end: OpenEnd, row: int, lines: int) -> Spot:
    level = row_level(row, lines)
    return Spot(end, LINE_START, level, EAST, EAST, level, WEST)


def _in_row(spot: Spot, laid: Laid, before: Layout, weights: Weights, *, in_line: bool) -> Option:
    """Place a tile at the end of its row, or at the beginning of a new one if there is no room left."""
    crosswise = laid.tile.is_double and not in_line
    is_full = spot.x + (2 if crosswise else 4) > LINE_START + weights.row
    rows = before.lines + sum(placed.bridge is not None for placed in before.placed)
    start = _row_spot(spot.end, rows, before.lines) if is_full else spot
    option = _across(start, laid) if crosswise else _along(start, laid, EAST)
    return option._replace(placed=option.placed._replace(bridge=(spot.x, spot.y))) if is_full else option


# Only games where many doubles branch need to choose. Ends that can never be built on again (all tiles of their value
# lie) need no room, and an end whose double lies already needs only a straight way out.

_DEAD, _STRAIGHT, _MAY_SPIN = range(3)

Prospects = dict[int, int]
"""What can still come to an end of each value: one of the three above."""


class Weights(NamedTuple):
    """The weights for the choice between options; found by trying thousands of random hands.

    `bend` is the price of an elbow; `reach` and `depth` are the room, in quarters, that a double with its first tiles
    would need to either side and ahead. `mine`, `shared` and `theirs` are the prices if that room is built up, if two
    ends need the same room, and if a tile takes the room of another end; `bit` is the price of each quarter of it.
    `tight` and `worth` are those of `_free_space`. `detours` are numbers of tiles that take the second best option,
    `turn` is the distance from the first tile at which rows turn. `growth` is the price of each quarter by which the
    table grows, and `roomy` the width and height that it is given without a price while many doubles may branch. `row`
    is the length of a row where players have lines of their own.
    """

    bend: int = 100
    reach: int = 5
    depth: int = 4
    mine: int = 400
    shared: int = 50
    theirs: int = 400
    bit: int = 20
    tight: int = 7
    worth: int = 50
    detours: tuple[int, ...] = ()
    turn: int = REACH
    growth: int = 60
    roomy: tuple[int, int] = (56, 26)
    row: int = 72


WEIGHTS = (
    Weights(),
    Weights(bend=30, reach=4, theirs=800),
    Weights(reach=4, mine=200, theirs=1500, bit=120, tight=5),
    Weights(bend=60, depth=8, mine=800, theirs=1500, bit=120, tight=25, worth=25),
    Weights(growth=0),
)
"""The first is for live hands; a recorded hand gets the one that suits its end best."""

TURNS = (17, 10, 8)
"""The distances from the first tile at which the rows of a recorded hand may turn."""

_CLOSE = 400
"""The price of each quarter of growth where tables are small and arms bend rather than make them larger."""

_ROWS = (72, 64, 56, 48, 40)
"""The lengths that the rows of a recorded hand may have where players have lines of their own."""

_CROWDED = WEIGHTS[0]._replace(turn=TURNS[-1], growth=_CLOSE, roomy=(20, 18), row=_ROWS[-1])
"""For a phone, where a table is hardly wider than five tiles of 44 pixels: arms bend rather than make it larger."""

_FULL = (_CROWDED, _CROWDED._replace(growth=2 * _CLOSE), _CROWDED._replace(roomy=(26, 23)),
         _CROWDED._replace(roomy=(26, 23), turn=REACH))
"""What a recorded hand may get there: one with many tiles is larger if it gets somewhat more room from the start."""


def _best_option(before: Layout, spot: Spot, rest: tuple[Spot, ...], options: tuple[Option, ...], weights: Weights
                 ) -> Option | None:
    """Return the option to take, or None if none is free; `rest` are the other spots."""
    possible = [option for option in options if not cover(option.placed.box) & before.occupied]
    if not possible:
        return None
    preferred = possible[0]
    plain = before.spinners <= 1 and len(preferred.spots) == 1
    grows = True
    if plain and not _violations(before, spot, rest, preferred):
        small = before.area.width <= 50 and before.area.height <= 25 and len(before.placed) <= 20
        bends = not preferred.placed.tile.is_double  # A double stays across its line.
        grows = small and bends and _growth(before, preferred, weights) > 0
        if not grows and not before.strayed:
            return preferred
    prospects = _prospects([*(placed.tile for placed in before.placed), preferred.placed.tile])
    if len(possible) == 1 or (not grows and not _count_walled_in(before, rest, preferred, prospects)):
        return preferred
    if not plain:
        weights = weights._replace(growth=weights.growth // 4)
    ordered = sorted(possible, key=lambda option: _cost(before, spot, rest, option, prospects, weights))
    takes_detour = preferred.placed.number in weights.detours and len(ordered) > 1
    return ordered[1] if takes_detour else ordered[0]


def _count_walled_in(before: Layout, rest: tuple[Spot, ...], option: Option | None, prospects: Prospects) -> int:
    """Count the ends with no way out of the table once all of them grow at once."""
    spots, land, area = rest, before.patches, before.area
    if option is not None:
        box = option.placed.box
        spots, land, area = rest + option.spots, land | patches(box), area.join(box)
    fronts = [_front(spot) for spot in spots if prospects[spot.end.value] != _DEAD]
    free = ~reduce(or_, fronts, land)
    x, y, wide, high = area.grown(6)
    inside = _patch_bits(x // 2, y // 2, (x + wide) // 2, (y + high) // 2)
    while fronts:
        grown = []
        for front in fronts:
            front = (front << 1 | front >> 1 | front << _ROW | front >> _ROW) & free
            free ^= front
            if not front & ~inside:
                grown.append(front)
        if not all(grown):
            return grown.count(0)
        fronts = grown
    return 0


def _prospects(tiles: list[Tile]) -> Prospects:
    """Return the tiles that can still come to an end of each value, as far as the table shows."""
    top, copies = max(tile.high for tile in tiles), 1 + max(tile.copy for tile in tiles)
    lie = Counter(value for tile in tiles for value in {tile.low, tile.high})
    doubles = Counter(tile.low for tile in tiles if tile.is_double)
    prospects: Prospects = {}
    for value in range(top + 1):
        if lie[value] == (top + 1) * copies:
            prospects[value] = _DEAD
        else:
            prospects[value] = _STRAIGHT if doubles[value] == copies else _MAY_SPIN
    return prospects


def _cost(before: Layout, spot: Spot, rest: tuple[Spot, ...], option: Option, prospects: Prospects, weights: Weights
          ) -> int:
    land = before.patches | patches(option.placed.box)
    alive = (other for other in rest + option.spots if prospects[other.end.value] != _DEAD)
    bend = weights.bend * (option.spots[0].heading != spot.heading)
    free = _free_space(land, alive, weights.tight, weights.worth)
    faults = _violations(before, spot, rest, option) + _crowding(before, rest, option, prospects, weights)
    faults += 3000 * _count_walled_in(before, rest, option, prospects)
    return faults + bend + weights.growth * _growth(before, option, weights) - free


def _growth(before: Layout, option: Option, weights: Weights) -> int:
    """Return by how many quarters an option makes the table larger than a usual picture of it."""
    area = reduce(Box.join, (spot.cell for spot in option.spots), option.placed.box)
    now, then = before.area, before.area.join(area)
    branching = before.spinners > 1 or (before.spinners and not before.origin.known)
    wide, high = weights.roomy if branching else (2 * weights.turn + 4, weights.turn)
    return (max(then.width, wide) - max(now.width, wide)) + 2 * (max(then.height, high) - max(now.height, high))


def _violations(before: Layout, spot: Spot, rest: tuple[Spot, ...], option: Option) -> int:
    """Return the price of the faults of an option: another end's cell taken, no cell of its own, a stranger touched."""
    box = option.placed.box
    parent = cover(before.placed[spot.end.at].box)
    cells = reduce(or_, (cover(other.cell) for other in rest), 0)
    new_cells = reduce(or_, (cover(new.cell) for new in option.spots), 0)
    taken, walled = cover(box) & cells, new_cells & (before.occupied | cells)
    touched = cover(box.grown(1)) & before.occupied & ~parent
    return 5000 * (taken != 0) + 5000 * (walled != 0) + 900 * (touched != 0)


def _crowding(before: Layout, rest: tuple[Spot, ...], option: Option, prospects: Prospects, weights: Weights) -> int:
    area = cover(option.placed.box)
    occupied = before.occupied | area
    wanted = cost = 0
    for new in option.spots:
        room = _room(new, prospects, weights)
        cost += _price(room & occupied, weights.mine, weights) + _price(room & wanted, weights.mine, weights)
        wanted |= room
    for other in rest:
        room = _room(other, prospects, weights)
        cost += _price(room & wanted, weights.shared, weights) + _price(room & area, weights.theirs, weights)
    return cost


def _price(overlap: int, price: int, weights: Weights) -> int:
    return price + weights.bit * overlap.bit_count() if overlap else 0


def _room(spot: Spot, prospects: Prospects, weights: Weights) -> int:
    """Return the room an end needs: for a double crosswise with its first tiles, straight ahead, or just its cell."""
    prospect = prospects[spot.end.value]
    if prospect == _DEAD:
        return cover(spot.cell)
    if prospect == _STRAIGHT:
        return cover(ahead(spot.x, spot.y, spot.heading, 4, 1))
    x, y, heading = spot.x, spot.y, spot.heading
    return cover(ahead(x, y, heading, 2, weights.reach)) | cover(ahead(x, y, heading, 2 + weights.depth, 1))


_ONE_SET, _MANY = 28, 45
"""Tiles on the table up to which layout is quick, and up to which it is not slow."""


def place(chain: Chain, double_lay: str = "crosswise", weights: Weights = WEIGHTS[0]) -> Layout:
    """Place every tile of a chain; `double_lay` is "crosswise" or "in-line" (ValueError otherwise).

    The place of a tile never depends on a later one. `weights` decide between options if many doubles branch.
    """
    if double_lay not in ("crosswise", "in-line"):
        raise ValueError(f"a double must lie crosswise or in-line, not {double_lay!r}")
    return _lay_out(chain.laid, double_lay == "in-line", weights)


@lru_cache(maxsize=256)
def best_weights(final: Chain | None, double_lay: str = "crosswise", ratio: int = 9) -> Weights:
    """Return the weights that suit a recorded hand, whose final chain is known; a live hand (None) gets the first.

    `ratio` is the width of the table in quarters of its height; where it is small, the rows of a live hand are short.
    """
    if final is None:
        return _CROWDED if ratio <= _COMPACT else WEIGHTS[0]

    def price(weights: Weights) -> tuple[int, float]:
        layout = place(final, double_lay, weights)
        return _faults(layout), _smallness(layout, ratio)

    if final.lines:
        return min((WEIGHTS[0]._replace(row=row) for row in _ROWS),
                   key=lambda weights: _extent(place(final, double_lay, weights).area, ratio))
    branches = place(final, double_lay).spinners > 1
    bends = [WEIGHTS[0]._replace(turn=turn) for turn in TURNS]
    usual = min(bends + list(_FULL) * (ratio <= _PHONE), key=price)
    if not branches or not price(usual)[0]:
        return usual
    usual = min((weights._replace(turn=turn) for turn in TURNS for weights in WEIGHTS), key=price)
    if price(usual)[0] < _BRIDGE:
        return usual
    # A detour near the arm's end may keep an arm from being walled in; few are tried if many tiles take long to place.
    tiles = len(final.laid)
    detours = tiles if tiles <= _ONE_SET else 6 if tiles <= _MANY else 0
    walled = next(tile.number for tile in place(final, double_lay, usual).placed if tile.bridge)
    options = (usual._replace(detours=(number,)) for number in range(walled - 1, max(walled - 1 - detours, 0), -1))
    return next((option for option in options if _faults(place(final, double_lay, option)) < _BRIDGE), usual)


_TOGETHER = 26
"""Dots to a quarter, 52 pixels a tile, that several tables beside each other keep as long as they can."""

_CLOSE_TURNS = (13, 10, 8)


@lru_cache(maxsize=64)
def common_weights(finals: tuple[tuple[Chain, str], ...], cloth: Box) -> Weights:
    """Return the weights with which several recorded hands are largest on a cloth each, drawn at one scale.

    Each of `finals` is the final chain of a hand with the way its doubles lie. Equal chains lie alike on all tables.
    """
    longest, double_lay = max(finals, key=lambda final: len(final[0].laid))
    box = cloth.width // _TOGETHER - 1, cloth.height // _TOGETHER - 1
    usual = best_weights(longest, double_lay, round(4 * cloth.width / cloth.height))
    close = [WEIGHTS[0]._replace(turn=turn, growth=_CLOSE, roomy=box) for turn in _CLOSE_TURNS]

    def price(weights: Weights) -> tuple[int, float, float]:
        layouts = [place(final, lay, weights) for final, lay in finals]
        areas = largest_areas([layout.areas for layout in layouts])
        shown = [scale_of_record(areas, tiles, cloth, Scales.on(cloth)) for tiles in (len(areas) // 2, len(areas))]
        missing = sum(log(_TOGETHER / scale) for scale in shown if scale < _TOGETHER)
        return sum(map(_faults, layouts)) // _BRIDGE, missing, -sum(log(fitting_scale(area, cloth)) for area in areas)

    return min((usual, *close, _CROWDED), key=price)


def largest_areas(tables: Sequence[tuple[Box, ...]]) -> tuple[Box, ...]:
    """Return the largest width and height of several tables, by the number of tiles on the one that has most."""
    rows = ([areas[min(place, len(areas) - 1)] for areas in tables] for place in range(max(map(len, tables))))
    return tuple(Box(0, 0, max(area.width for area in row), max(area.height for area in row)) for row in rows)


_PHONE, _COMPACT = 5, 7
"""The ratio of a table on a phone, which is little wider than high, and up to which the rows of a live hand are short.
"""

_FEW = 4
"""Tiles up to which a table is small in any shape."""


def _smallness(layout: Layout, ratio: int) -> float:
    """Return how small tiles become, on average, while a table of this ratio shows the whole of the hand."""
    return sum(log(_extent(area, ratio)) for area in layout.areas[_FEW:])


def _extent(area: Box, ratio: int) -> int:
    """Return the size that decides how large an area can be drawn on a table of this ratio."""
    return max(4 * area.width, ratio * area.height)


_BRIDGE = 100
"""For how many ends without a free cell an arm counts that is walled in."""


def _faults(layout: Layout) -> int:
    """Count arms that were walled in, and open ends without a free cell in front."""
    bridges = sum(placed.bridge is not None for placed in layout.placed)
    return _BRIDGE * bridges + sum(not free for free in layout.free.values())


@lru_cache(maxsize=512)
def _lay_out(laid: tuple[Laid, ...], in_line: bool, weights: Weights) -> Layout:  # noqa: FBT001
    if not laid:
        return Layout()
    if laid[-1].parent < 0:
        lines = laid[0].edges if laid[0].sides > FIRST_LINE else 0
        start = Layout(origin=Lanes(west=-weights.turn, east=weights.turn), lines=lines)
        return _extend(start, (), _first_option(laid[-1], in_line=in_line), laid[-1])
    before, new = _lay_out(laid[:-1], in_line, weights), laid[-1]
    spot = next(spot for spot in before.spots if spot.end[:2] == (new.parent, new.parent_edge))
    rest = tuple(other for other in before.spots if other is not spot)
    if before.lines:
        return _extend(before, rest, _in_row(spot, new, before, weights, in_line=in_line), new)
    options = tuple(_options(spot, new, before, in_line=in_line, at_spinner=laid[new.parent].spins))
    best = _best_option(before, spot, rest, options, weights)
    option = best or _bridge(before, spot, rest, new, in_line=in_line)
    corner = _corner_of(before.placed[new.parent], spot) if option.placed.bridge is None else None
    if corner:
        option = option._replace(placed=option.placed._replace(corner=corner))
    return _extend(before, rest, option, new)._replace(strayed=before.strayed or best is not options[0])


_STAR = 2
"""For how many spinners one with more than four arms counts: its arms need as much room as those of several."""


def _extend(before: Layout, rest: tuple[Spot, ...], option: Option, laid: Laid) -> Layout:
    box = option.placed.box
    origin = before.origin
    if laid.tile.is_double:
        table = reduce(Box.join, (placed.box for placed in before.placed), box)
        origin = origin.with_double(box, table, spins=laid.spins)
    cells = (spot.cell.grown(1) if before.lines else spot.cell for spot in option.spots)   # A row has room for doubles.
    area = reduce(Box.join, cells, before.area.join(box))
    spinners = before.spinners + (_STAR if laid.edges > 4 else laid.spins)
    return Layout((*before.placed, option.placed), rest + option.spots, before.occupied | cover(box), origin, spinners,
                  before.patches | patches(box), before.strayed, (*before.areas, area), before.lines)


def _bridge(before: Layout, spot: Spot, rest: tuple[Spot, ...], laid: Laid, *, in_line: bool) -> Option:
    """Continue a walled-in arm at the nearest place with room to grow, a little away from all other tiles."""
    prospects = _prospects([*(placed.tile for placed in before.placed), laid.tile])
    walled_in = _count_walled_in(before, rest, None, prospects)
    free: Option | None = None
    near: list[tuple[float, Option]] = []
    for option in islice(_afar(before, spot, rest, laid, in_line=in_line), _TRIED):
        free = free or option
        if _count_walled_in(before, rest, option, prospects) <= walled_in:
            near.append((_way_to(option.placed, spot, before), option))
            if len(near) == _NEAR:
                break
    best = min(near, key=lambda pair: pair[0])[1] if near else free or _beyond(before, spot, laid, in_line=in_line)
    return best._replace(placed=best.placed._replace(bridge=(spot.x, spot.y)))


def _beyond(before: Layout, spot: Spot, laid: Laid, *, in_line: bool) -> Option:
    """Return a place to the right of all other tiles, where there always is one."""
    x = before.area.x + before.area.width + 6
    right = spot._replace(x=x, heading=EAST, quarter=EAST, base=spot.y, row=WEST)
    return next(_options(right, laid, before, in_line=in_line, at_spinner=True))


_FAR, _TRIED, _NEAR = 72, 400, 24
"""Quarters as far as an arm looks for a place to go on; how many places it tries; how many good ones it compares."""


def _afar(before: Layout, spot: Spot, rest: tuple[Spot, ...], laid: Laid, *, in_line: bool) -> Iterator[Option]:
    """Yield the free places for a tile that cannot lie next to its parent, the nearest first."""
    cells = reduce(or_, (cover(other.cell) for other in rest), 0)
    crosswise = laid.tile.is_double and not (in_line and laid.edges <= 4)
    for x, y in _around_a_point():
        for heading in range(4):
            row = EAST if heading in (WEST, NORTH) else WEST
            start = spot._replace(x=spot.x + x, y=spot.y + y, heading=heading, quarter=heading, base=spot.y + y,
                                  row=row, bends=True)
            option = _across(start, laid) if crosswise else _along(start, laid, heading)
            onward = reduce(or_, (cover(new.cell) for new in option.spots), 0)
            taken = cover(option.placed.box.grown(1)) & before.occupied | cover(option.placed.box) & cells
            if not taken and not onward & (before.occupied | cells):
                yield option


@lru_cache(maxsize=1)
def _around_a_point() -> tuple[tuple[int, int], ...]:
    across = range(-_FAR, _FAR + 1)
    return tuple(sorted(((x, y) for x in across for y in across), key=lambda at: at[0] ** 2 + at[1] ** 2))


def _way_to(placed: Placed, spot: Spot, before: Layout) -> float:
    """Return the length of the line to a tile; what is hidden below other tiles counts four times."""
    x, y = placed.box.middle
    dx, dy = x - spot.x, y - spot.y
    length = max(abs(dx), abs(dy), 1)
    points = (Box(spot.x + dx * part // length, spot.y + dy * part // length, 1, 1) for part in range(length))
    return hypot(dx, dy) + 3 * sum(bool(cover(point) & before.occupied) for point in points)


# The scale seldom changes in a hand: at most three times if it is recorded, with the changes that keep its tiles
# largest. A live one has four scales, five on a large table, and takes the largest at which its table is whole; two
# more for a table that is whole only with tiny tiles, where a reader can have the surroundings of the last one instead.

_CHANGES = 3
_CHANGE = 0.4
"""The price of a change of scale, in steps at which tiles are smaller by a factor of e."""

_LIVE = (70, 48, 30)
"""The later scales of a live hand in hundredths of the largest; on a small table, the last is the least."""

_HANDY = 22
"""Dots to a quarter, 44 pixels a tile, which a hand on a small table keeps as long as it can."""


class Viewport(NamedTuple):
    """The way from quarters to dots: `scale` dots each, the first tile's middle at (left, top).

    `follows` is True if only the surroundings of the last tile are shown.
    """

    scale: int
    left: int
    top: int
    follows: bool = False

    @classmethod
    def centre(cls, scale: int, area: Box, cloth: Box, *, follows: bool = False) -> Viewport:
        """Return the viewport that shows the middle of an area in the middle of the cloth."""
        left = cloth[0] + cloth[2] // 2 - (2 * area[0] + area[2]) * scale // 2
        top = cloth[1] + cloth[3] // 2 - (2 * area[1] + area[3]) * scale // 2
        return cls(scale, left, top, follows)

    def box(self, quarters: Box) -> Box:
        """Return a box of the table in dots."""
        x, y, width, height = quarters
        scale = self.scale
        return Box(self.left + x * scale, self.top + y * scale, width * scale, height * scale)

    def quarters(self, dots: Box) -> Box:
        """Return the part of the table that is completely inside a box of dots."""
        x, y, width, height = dots
        left, top = -((self.left - x) // self.scale), -((self.top - y) // self.scale)
        right, bottom = (x + width - self.left) // self.scale, (y + height - self.top) // self.scale
        return Box(left, top, right - left, bottom - top)


def fitting_scale(area: Box, cloth: Box) -> int:
    """Return the most dots to a quarter at which an area fits the cloth with a narrow margin."""
    return max(min(3 * cloth[2] // (3 * area[2] + 2), 3 * cloth[3] // (3 * area[3] + 2)), 1)


class Scales(NamedTuple):
    """The most dots to a quarter of a tile, and the least at which it can be read well."""

    most: int
    least: int

    @classmethod
    def on(cls, cloth: Box) -> Scales:
        """Return the scales for a cloth: tiles of at least 32 pixels, and room for ten quarters above one another."""
        return cls(max(min(cloth[2] // 20, cloth[3] // 10), LEAST), LEAST)


LEAST = 16
"""Dots to a quarter below which a closer look is offered: 32 pixels a tile."""


def scale_of_record(areas: Sequence[Box], tiles: int, cloth: Box, scales: Scales) -> int:
    """Return the scale of a hand whose `areas` are all known, after `tiles` tiles; it may be smaller than the least."""
    fits = [min(fitting_scale(area, cloth), scales.most) for area in areas]
    now = min(tiles, len(areas)) - 1
    ends = [place for place in range(len(fits)) if place + 1 == len(fits) or fits[place + 1] < fits[place]]
    # best[last of these ends] = (price, ends of the stretches of one scale), for as many stretches as the round.
    best: dict[int, tuple[float, tuple[int, ...]]] = {end: (_price_of(fits, -1, end, scales), (end,)) for end in ends}
    for _ in range(_CHANGES):
        for end in reversed(ends):
            for split in ends:
                if split < end and len(best[split][1]) <= _CHANGES:
                    price = best[split][0] + _price_of(fits, split, end, scales) + _CHANGE
                    if price < best[end][0]:
                        best[end] = price, (*best[split][1], end)
    return fits[next(end for end in best[ends[-1]][1] if end >= now)]


def _price_of(fits: Sequence[int], after: int, end: int, scales: Scales) -> float:
    small = 2 if fits[end] < _HANDY <= scales.most else 1
    return (end - after) * small * log(scales.most / fits[end])


def live_scale(area: Box, cloth: Box, scales: Scales) -> int:
    """Return the scale of a hand that goes on and needs this area; it may be smaller than the least."""
    fits = fitting_scale(area, cloth)
    handy = min(_HANDY, scales.most)
    second, third, fourth = (max(scales.most * share // 100, handy) for share in _LIVE)
    if 5 * second < 6 * handy:
        second, third = handy, (handy + scales.least) // 2
    tiny = (scales.least * share // 16 for share in (12, 9))
    steps = (scales.most, second, third, *([fourth] if fourth > handy else ()), scales.least, *tiny)
    return next((step for step in steps if step <= fits), fits)
