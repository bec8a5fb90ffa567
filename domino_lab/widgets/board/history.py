"""History: what was there before and after, so that everything can be taken back and done again."""

from __future__ import annotations

from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class History(Generic[Thing]):
    """One thing now, those before it and those that were taken back; frozen values, so nothing is un-done by hand.

    >>> past = History("empty")
    >>> past.go_on("one tile")
    >>> past.undo(), past.now
    (True, 'empty')
    """

    def __init__(self, now: Thing) -> None:
        self.now = now
        self._before: list[Thing] = []
        self._after: list[Thing] = []

    def go_on(self, to: Thing) -> None:
        """From here on `to` is now; what was taken back is forgotten.

        >>> past = History(1)
        >>> past.go_on(2)
        >>> past.now
        2
        """
        self._before.append(self.now)
        self._after.clear()
        self.now = to

    def undo(self) -> bool:
        """Back by one; whether there was anything to go back to.

        >>> History(1).undo()
        False
        """
        return self._move(self._before, self._after)

    def redo(self) -> bool:
        """On again by one; whether there was anything to go on to.

        >>> History(1).redo()
        False
        """
        return self._move(self._after, self._before)

    def _move(self, source: list[Thing], target: list[Thing]) -> bool:
        if not source:
            return False
        target.append(self.now)
        self.now = source.pop()
        return True

    @property
    def before(self) -> tuple[Thing, ...]:
        """What there was before, the oldest first.

        >>> History(1).before
        ()
        """
        return tuple(self._before)

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to take back.

        >>> History(1).can_undo
        False
        """
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """Whether anything that was taken back can be done again.

        >>> History(1).can_redo
        False
        """
        return bool(self._after)
