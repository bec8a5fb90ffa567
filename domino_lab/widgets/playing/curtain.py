"""Curtain: between the turns of two people who share a screen nobody's tiles are seen."""

from __future__ import annotations

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.widgets.part import Part
from domino_lab.widgets.playing.game import Game
from domino_lab.words import phrase

LIFT = "dlab-lift"
"""The class of the button that lifts the curtain."""


class Curtain(Part):
    """Says who is to move, with a button that shows that person's tiles; it is there only while it is needed.

    When it falls, the focus leaves the button that laid the last tile, so that Enter is heard as the key that lifts it;
    when it is lifted, the focus leaves its own button, which is gone then.

    >>> curtain = Curtain(Game("block", seed=7))
    >>> curtain.lift.click()
    >>> curtain.here.waits
    'human'
    """

    css = "dlab-curtain"
    label = "playing.curtain"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.told = ipywidgets.HTML()
        self.lift = self.button("playing.curtain_lift", self.here.lift, f"{LIFT} dlab-check")
        self.layout.display = "none"
        return self.told, self.lift

    def _show(self) -> None:
        words = curtain_words(self.here)
        if bool(words) == (self.layout.display == "none"):
            self.frame.focus()
        self.told.value = f"<p>{escape(words)}</p>" if words else ""
        self.layout.display = "" if words else "none"


def curtain_words(game: Game) -> str:
    """What stands on the curtain; empty while there is none.

    >>> curtain_words(Game("block", against="greedy", seed=7))
    ''
    """
    if game.waits != "curtain":
        return ""
    return phrase("playing.curtain_told", player=game.live.table.names[game.live.turn])
