"""Standing: a view beside a hand which, shown alone, says where it is, moves through the hand, and has a foot."""

from __future__ import annotations

from typing import Any

import ipywidgets

from domino_lab.arguments import checked
from domino_lab.escaping import escape
from domino_lab.widgets.footed import Footed
from domino_lab.widgets.terms import linked
from domino_lab.widgets.transport import MOVES, Transport
from domino_lab.words import phrase


class Standing(Footed):
    """A view that stands beside a hand in a composite, or alone: then it brings what the composite would have.

    A subclass makes its own widgets in `_inside` and says its `line`. `large` is for a projector.

    >>> from domino_lab.widgets.hidden import HiddenTiles
    >>> HiddenTiles("block", seed=7, step=2).head.value.count("Block Game, seed 7, hand 0. Step 2 of")
    1
    """

    keys_taken = tuple(MOVES)

    @checked
    def __init__(self, what: Any, *, large: bool = False, **how: Any) -> None:
        self.large = large
        super().__init__(what, **how)

    def _inside(self) -> tuple[ipywidgets.Widget, ...]:
        """The widgets of this view wherever it stands, made once."""
        return ()

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        inside = self._inside()
        if not self.alone:
            return inside
        self.head, self.transport = ipywidgets.HTML(), Transport(self.here, within=self.frame)
        # The head says where it is, so only the buttons are shown.
        self.transport.children[1].layout.display = "none"
        return self.head, self.transport, *inside, self._foot()

    def show(self) -> None:
        """Bring this view, and what it has where it stands alone, up to date."""
        super().show()
        if self.alone:
            where = f"{self.here.snapshot.title}. {phrase('widgets.at', step=self.here.step, end=self.here.end)}"
            caption = f'<p class="dlab-caption">{linked(self.seen.told.text)}</p>'
            self.head.value = f'<div class="dlab-heading">{escape(where)}</div>{caption}'
            self._show_foot()

    def _key(self, key: str) -> None:
        self.transport.key(key)
