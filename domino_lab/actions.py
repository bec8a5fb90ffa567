"""What a player can do, as small frozen values."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.chain import OpenEnd
from domino_lab.tiles import Tile


class Play(NamedTuple):
    """Lay `tile` at `end` (None sets the first tile), leaving `out` outward (None for the first tile).

    `call` is the score the player calls out, where a game asks for that.

    >>> str(Play(Tile(0, 5), OpenEnd(0, 0, 5), 0))
    'lay 5-0 at a 5'
    """

    tile: Tile
    end: OpenEnd | None = None
    out: int | None = None
    call: int | None = None

    @property
    def kind(self) -> str:
        """What a hand record calls it.

        >>> Play(Tile(1, 2)).kind
        'play'
        """
        return "play"

    def __str__(self) -> str:
        return f"set {self.tile}" if self.end is None else f"lay {self.tile} at a {self.end.value}"


class Draw(NamedTuple):
    """Draw one tile from the front of the boneyard; `tile` names it where the order of the boneyard is unknown.

    >>> str(Draw())
    'draw'
    """

    tile: Tile | None = None

    @property
    def kind(self) -> str:
        """What a hand record calls it.

        >>> Draw().kind
        'draw'
        """
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
        """What a hand record calls it.

        >>> Pass().kind
        'pass'
        """
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
        """What a hand record calls it.

        >>> Stack(Tile(0, 6, 1), 4).kind
        'stack'
        """
        return "stack"

    def __str__(self) -> str:
        return f"stack {self.tile}"


Action = Play | Stack | Draw | Pass
