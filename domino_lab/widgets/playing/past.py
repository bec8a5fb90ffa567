"""PastMoves: the moves of the hand that is being played, behind "more"."""

from __future__ import annotations

from typing import Any

from domino_lab.widgets.board.board import Board
from domino_lab.widgets.moves import MoveList


class PastMoves(MoveList):
    """The list of moves; concealed, it keeps nothing that one person drew for the next one to find."""

    def __init__(self, what: Board, **how: Any) -> None:
        self._read_by = what.seen_by
        super().__init__(what, **how)

    def _show(self) -> None:
        super()._show()
        self._read_by = self.here.seen_by

    def _rest(self) -> None:
        if self._read_by != self.here.seen_by:
            self._written = 0, ()
            for button in self.buttons:
                if button.description:
                    button.description = ""
