"""Ordinals: "#3" is the third tile laid or stacked, and a stacked tile cannot be joined."""

from __future__ import annotations

import re

from domino_lab.play.state import State

NUMBER = re.compile(r"#(\d{1,4})", re.ASCII)


def ordinals(state: State) -> tuple[int | None, ...]:
    """What "#1", "#2" and so on name: the number of a laid tile (from 0), or None for a tile that lies on another.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> ordinals(start(get("block"), Shuffle(seed=1)).state)
    ()
    """
    stacked = {order for _, _, order in state.stacks}
    laid = iter(range(len(state.chain.laid)))
    return tuple(None if place in stacked else next(laid) for place in range(len(state.chain.laid) + len(stacked)))


def laid_at(said: str, state: State) -> int | None:
    """The number of the laid tile that "#3" names; None where it is no such mark, is stacked, or is not there.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> laid_at("#1", start(get("block"), Shuffle(seed=1)).state) is None
    True
    """
    found = NUMBER.fullmatch(said)
    named = ordinals(state)
    return named[int(found[1]) - 1] if found and 1 <= int(found[1]) <= len(named) else None


def is_stacked(said: str, state: State) -> bool:
    """Whether "#3" names a tile that lies on another.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> is_stacked("#1", start(get("block"), Shuffle(seed=1)).state)
    False
    """
    found = NUMBER.fullmatch(said)
    return found is not None and 0 < int(found[1]) <= len(ordinals(state)) and laid_at(said, state) is None


def number_of(laid: int, state: State) -> str:
    """How a file numbers laid tile `laid` (from 0): "#3".

    >>> from domino_lab.chain import Chain
    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.tiles import Tile
    >>> number_of(0, start(get("block"), Shuffle(seed=1)).state._replace(chain=Chain().lay(Tile(1, 2))))
    '#1'
    """
    return f"#{ordinals(state).index(laid) + 1}"
