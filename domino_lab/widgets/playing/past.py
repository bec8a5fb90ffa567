"""PastMoves: the moves of the hand that is being played, behind "more"."""

from __future__ import annotations

from typing import Any

from domino_lab.widgets.board.board import Board
from domino_lab.widgets.board.deeds import Deeds
from domino_lab.widgets.moves import MoveList


class PastMoves(MoveList):
    """The list of moves; it follows the hand only while the reader sees it, so that a move costs no more than it must.

    >>> from domino_lab.widgets.playing.game import Game
    >>> game = Game("block", against="heaviest", seed=1)
    >>> deeds = Deeds(game)
    >>> moves = PastMoves(game, deeds=deeds)
    >>> deeds.offer(moves)
    >>> game.do(game.legal[0])
    >>> before = len(moves.buttons)
    >>> deeds.more()
    >>> before, len(moves.buttons)
    (1, 2)
    """

    def __init__(self, what: Board, *, deeds: Deeds, **how: Any) -> None:
        self._deeds, self._read_by = deeds, what.seen_by
        super().__init__(what, **how)

    def _fill(self) -> None:
        if self._deeds.is_open or not self.buttons:
            super()._fill()

    def _show(self) -> None:
        if self._deeds.is_open:
            self._fill()
            super()._show()
            self._read_by = self.here.seen_by
        elif self._read_by != self.here.seen_by:
            self._wipe()

    def _wipe(self) -> None:
        """What one person drew is not kept, out of sight, for the next one."""
        for button in self.buttons:
            if button.description:
                button.description = ""
