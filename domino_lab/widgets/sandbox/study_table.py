"""Study table: the table of the sandbox, where the ends that take the chosen tile are lit and can be pressed."""

from __future__ import annotations

from dataclasses import replace

from domino_lab.chain import Chain
from domino_lab.picture.tabletop import Highlight, LitEnd, Tabletop
from domino_lab.widgets.sandbox.study_board import StudyBoard
from domino_lab.widgets.table import Table


class StudyTable(Table):
    """The position as it is now; a press on an open end lays the chosen tile there."""

    _lit: tuple[tuple[object, ...], Tabletop] | None = None

    @property
    def tabletop(self) -> Tabletop:
        """What is drawn: the table of the snapshot, with what is chosen; made again when one of these is another."""
        here = self.here
        now = (here.snapshot, here.position, here.tile, here.place)
        if self._lit is None or self._lit[0] != now:
            self._lit = now, lit(here)
        return self._lit[1]

    def _point(self, x: float, y: float) -> None:
        end = getattr(self.scene.at(x, y), "end", None)
        if end is None:
            super()._point(x, y)
        else:
            self.here.point(end)


_GROWS = Chain()
"""The frame is at least that of an empty table and grows, by whole steps, with what is laid."""


def lit(board: StudyBoard) -> Tabletop:
    """The tabletop with the legal ends of the chosen tile lit and the chosen end ringed."""
    seen, play = board.snapshot.tabletop, board.chosen_action
    ends = dict.fromkeys(choice.end for choice in board.choices if choice.allowed and choice.end)
    rings = (Highlight(play.end),) if play is not None and play.end is not None else ()
    return replace(seen, final=_GROWS, lit=tuple(LitEnd(end) for end in ends), marks=(*seen.marks, *rings))
