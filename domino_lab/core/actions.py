"""The actions of players, as small frozen values."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.core.chain import FIRST_LINE, OpenEnd
from domino_lab.core.tiles import Tile


class Play(NamedTuple):
    """Play `tile` at `end`, with the value `out` facing outward; both are None for the first tile of a hand.

    `call` is the score that the player calls, in games that ask for it.

    >>> str(Play(Tile(0, 5), OpenEnd(0, 0, 5), 0))
    'play 5-0 on the 5'
    >>> str(Play(Tile(5, 12), OpenEnd(0, 10, 12), 5))
    'play 12-5 on the 12 (line 2)'
    """

    tile: Tile
    end: OpenEnd | None = None
    out: int | None = None
    call: int | None = None

    @property
    def kind(self) -> str:
        """The name of this action in a hand record."""
        return "play"

    def __str__(self) -> str:
        if self.end is None:
            return f"start with {self.tile}"
        line = f" (line {self.end.edge - FIRST_LINE})" if self.end.edge >= FIRST_LINE else ""
        return f"play {self.tile} on the {self.end.value}{line}"


class Draw(NamedTuple):
    """Draw a tile from the front of the boneyard; `tile` names it if the order of the boneyard is unknown."""

    tile: Tile | None = None

    @property
    def kind(self) -> str:
        """The name of this action in a hand record."""
        return "draw"

    def __str__(self) -> str:
        return "draw"


class Pass(NamedTuple):
    """Give up the turn.

    >>> str(Pass()), bool(Pass())
    ('pass', True)
    """

    def __bool__(self) -> bool:
        return True

    @property
    def kind(self) -> str:
        """The name of this action in a hand record."""
        return "pass"

    def __str__(self) -> str:
        return "pass"


class Stack(NamedTuple):
    """Put `tile` on the equal tile number `on` of the chain (TBC-STACK-1).

    >>> str(Stack(Tile(0, 6, 1), 4))
    'stack 6-0'
    """

    tile: Tile
    on: int

    @property
    def kind(self) -> str:
        """The name of this action in a hand record."""
        return "stack"

    def __str__(self) -> str:
        return f"stack {self.tile}"


class Discard(NamedTuple):
    """Put `tile` face down in front of its player, because nothing can be played (axis cannot_play).

    >>> str(Discard(Tile(0, 6)))
    'discard 6-0'
    """

    tile: Tile

    @property
    def kind(self) -> str:
        """The name of this action in a hand record."""
        return "discard"

    def __str__(self) -> str:
        return f"discard {self.tile}"


class Remove(NamedTuple):
    """Remove `tiles`: one that meets its number, a pair, or a run of touching tiles (BI-2, FC-3, KO-2, TT-2).

    >>> str(Remove((Tile(6, 6), Tile(0, 0))))
    'remove 6-6 0-0'
    """

    tiles: tuple[Tile, ...]

    @property
    def kind(self) -> str:
        """The name of this action in a hand record."""
        return "remove"

    def __str__(self) -> str:
        return f"remove {' '.join(map(str, self.tiles))}"


class Shift(NamedTuple):
    """Move `tile`, the last of its column, into the emptied column number `to`, counted from 0 (FC-4).

    >>> str(Shift(Tile(2, 4), 3))
    'shift 4-2'
    """

    tile: Tile
    to: int

    @property
    def kind(self) -> str:
        """The name of this action in a hand record."""
        return "shift"

    def __str__(self) -> str:
        return f"shift {self.tile}"


class Say(NamedTuple):
    """Say the next number over the next tile of the row (BI-2)."""

    def __bool__(self) -> bool:
        return True

    @property
    def kind(self) -> str:
        """The name of this action in a hand record."""
        return "say"

    def __str__(self) -> str:
        return "say"


Action = Play | Stack | Draw | Discard | Pass | Remove | Shift | Say
