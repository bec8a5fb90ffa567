"""Afterwards: what can be done when a hand is over: the next one, a look through this one, and saving it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from domino_lab.widgets.part import Part, in_row, put_away
from domino_lab.widgets.playing.game import Game
from domino_lab.widgets.takeaway import Takeaway
from domino_lab.words import phrase


class Afterwards(Part):
    """Buttons for the next hand, for a stepper through the finished one, and to save it as a record.

    Where no hand follows there is one for another match instead, which `deal` begins.
    `away` offers it in other forms, too; whoever has this view shows that where there is room.

    >>> from domino_lab.widgets.playing.game import Game
    >>> from domino_lab.widgets.playing.replies import Replies
    >>> game = Game("block", against=["heaviest", "doubles"], seed=1)
    >>> afterwards = Afterwards(game)
    >>> Replies(game, lambda call: call).go_on()
    >>> afterwards.look.click()
    >>> afterwards.stepper.here.timeline == game.timeline
    True
    """

    css = "dlab-afterwards"
    label = "playing.look"

    def __init__(self, what: Game, *, deal: Callable[[], object] | None = None, **how: Any) -> None:
        self._deal = deal or what.new_deal
        super().__init__(what, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.next = self.button("playing.next_hand", self.here.next_hand, "dlab-check")
        self.another = self.button("board.new_deal", self._deal, "dlab-check")
        self.look = self.button("playing.look", self.turn)
        self.away = Takeaway(self.here, within=self.frame)
        self.save = self.button("playing.save_hand", lambda: self.away.save("record"))
        self.review = ipywidgets.VBox([])
        self.stepper: Part | None = None
        self._of: object = None
        return in_row(self.next, self.another, self.look, self.save), self.review

    def _show(self) -> None:
        over = self.here.is_over
        if self.stepper is not None and self.here.timeline is not self._of:
            self.turn()
        if not over and self.layout.display == "":
            self.frame.focus()      # with the button that was pressed, which is gone, the keys would be lost
        self.layout.display = "" if over else "none"
        self.away.layout.display = "" if over else "none"
        goes_on = over and self.here.goes_on
        self.next.layout.display = "" if goes_on else "none"
        self.another.layout.display = "" if over and not goes_on else "none"

    def turn(self) -> None:
        """Open the hand in a stepper, or put that away again.

        >>> from domino_lab.widgets.playing.game import Game
        >>> afterwards = Afterwards(Game("block", against="heaviest", seed=1))
        >>> afterwards.turn()
        >>> afterwards.turn()
        >>> afterwards.stepper is None
        True
        """
        before, self.stepper = self.stepper, None
        if before is None:
            from domino_lab.widgets.stepper import HandStepper

            self._of = self.here.timeline
            self.stepper = HandStepper(self.here.timeline)
        self.review.children = () if self.stepper is None else (self.stepper,)
        self.look.description = phrase("playing.look" if self.stepper is None else "playing.look_away")
        if before is not None:
            put_away(before)
