"""Replies: the players' moves, each after a pause in which the kernel is free for everything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

from domino_lab.widgets.clock import Clock
from domino_lab.widgets.playing.game import Game

_AT: WeakValueDictionary[int, Replies] = WeakValueDictionary()
"""Which of several lets the players of a game move, by its id: with two views each move would be made twice."""


class Replies:
    """Lets the players of a game move when it is their turn: after the game's delay, or at once where there is none.

    Where no loop runs that could wait, as in a script, they move at once, too. `guard` is put round each move, so that
    what goes wrong in a player is shown.

    >>> game = Game("block", against="heaviest", seed=1, delay=2)
    >>> game.do(game.legal[0])
    >>> Replies(game, lambda call: call).go_on()
    >>> game.waits
    'human'
    """

    def __init__(self, game: Game, guard: Callable[[Callable[[], None]], Callable[[], Any]]) -> None:
        self._game, self._guard = game, guard
        self._clock = Clock(self._tick)
        self._at_work = self._stopped = self._goes_on = False

    def go_on(self) -> None:
        """Let the players move, if it is the turn of one of them.

        >>> game = Game("block", against=["heaviest", "doubles"], seed=1)
        >>> Replies(game, lambda call: call).go_on()
        >>> game.is_over
        True
        """
        if self._at_work or not self.leads or self._game.waits != "player":
            return
        self._at_work = True
        if not self._later():
            self._guard(self._all)()
            self._at_work = False

    @property
    def leads(self) -> bool:
        """Whether it is this one that lets the players move: the first for its game that has not stopped.

        >>> game = Game("block", against="heaviest", seed=1)
        >>> first, second = Replies(game, lambda call: call), Replies(game, lambda call: call)
        >>> first.leads, second.leads
        (True, False)
        """
        return not self._stopped and _AT.setdefault(id(self._game), self) is self

    def stop(self) -> None:
        """No more moves, not even one that is under way.

        >>> game = Game("block", against=["heaviest", "doubles"], seed=1)
        >>> replies = Replies(game, lambda call: call)
        >>> replies.stop()
        >>> replies.go_on()
        >>> game.step
        0
        """
        self._stopped = True
        if _AT.get(id(self._game)) is self:
            del _AT[id(self._game)]

    def _later(self) -> bool:
        if not self._game.delay:
            return False
        try:
            self._clock.start(lambda: self._game.delay)
        except RuntimeError:
            return False
        return True

    def _all(self) -> None:
        """All of them as one change, so that they are shown and announced as one."""
        with self._game._as_one():
            while self._game.reply():
                pass

    def _tick(self) -> bool:
        """One move; whether a player is to move again after it. What went wrong ends it."""
        self._goes_on = False
        if not self._stopped:
            self._guard(self._one)()
        self._at_work = self._goes_on
        return self._goes_on

    def _one(self) -> None:
        self._goes_on = self._game.reply()
