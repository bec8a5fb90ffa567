"""The recorded answers of a reader's own objects: a rule must give the same answer to the same question."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from contextvars import ContextVar

from domino_lab.core.chain import Chain
from domino_lab.core.tiles import Tile
from domino_lab.rules.leading import Deck

_AS_THEY_ARE = (Chain, Tile, int, str, type(None))
"""What most questions are made of; nothing in it has to be replaced."""

_LOTS = range(3)
"""The draws of lots that tell two decks with the same holdings from each other."""


class Notes:
    """While it is open, every answer of an object is noted; it may be opened again, to ask the same things once more.

    `changed` is the first call with two different answers: the group, the call as it is written, and the two answers.
    """

    def __init__(self) -> None:
        self.changed: tuple[str, str, object, object] | None = None
        self._answers: dict[object, object] = {}

    def __enter__(self) -> None:
        self._outer = NOTES.get()
        NOTES.set(self)

    def __exit__(self, *_error: object) -> None:
        NOTES.set(self._outer)

    def note(self, group: str, call: str, asked: object, answer: object) -> None:
        """Note the answer of an object of `group` to a `call` with the arguments `asked`."""
        if self.changed is not None:
            return
        with suppress(Exception):  # a reader's own values may be such that nobody can compare them
            before = self._answers.setdefault((group, call.partition("(")[0], plain(asked)), answer)
            if before is not answer and plain(before) != plain(answer):
                self.changed = group, call, before, answer


NOTES: ContextVar[Notes | None] = ContextVar("notes", default=None)
"""The notes that are open, if there are any."""


def plain(value: object) -> object:
    """Return a value in a form that can be looked up, without the functions in it."""
    if isinstance(value, _AS_THEY_ARE):
        return value
    if isinstance(value, Deck):
        lots = [tuple(value.lots(draw)) for draw in _LOTS] if value.lots is not None else []
        return (*map(plain, value[:2]), *lots)
    if isinstance(value, (tuple, list)):
        return tuple([None if callable(part) else plain(part) for part in value])
    if isinstance(value, Mapping):
        return frozenset((key, plain(item)) for key, item in value.items())
    return value
