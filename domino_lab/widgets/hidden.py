"""HiddenTiles: what one seat can know of the tiles it does not see, step by step, as a heat table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ipywidgets

from domino_lab.arguments import checked
from domino_lab.chance.knowledge import WITNESS
from domino_lab.errors import NotationError
from domino_lab.escaping import escape, without_math
from domino_lab.widgets.heat import heat, known, lines
from domino_lab.widgets.playhead import Playhead
from domino_lab.widgets.snapshot import Snapshot
from domino_lab.widgets.standing import Standing
from domino_lab.widgets.telling import line
from domino_lab.widgets.terms import plain
from domino_lab.words import phrase


class HiddenTiles(Standing):
    """Where the hidden tiles may lie at this step, for one seat: a table for each place, bluer where likelier.

    `seat` is who looks on, where the Playhead shows more than one seat's tiles; else it is the seat that it shows.
    Passes and draws are proofs; choices are not. Raises NotationError for a seat that is not there.

    >>> HiddenTiles("block", seed=7, step=2).tables.value.count("<table")
    2
    """

    css = "dlab-hidden"
    label = "hidden.hidden"

    @checked
    def __init__(self, what: Any, *, seat: int = 0, **how: Any) -> None:
        self.seat = seat
        super().__init__(what, **how)

    def _opened(self, what: Any, **how: Any) -> Playhead:
        here = super()._opened(what, **how)
        if self.seat not in range(len(here.timeline.names)):
            raise NotationError(f"the seats are 0 to {len(here.timeline.names) - 1}, not {self.seat!r}")
        return here

    @property
    def looks(self) -> int:
        """The seat whose knowledge is shown: never another one's than the Playhead shows."""
        viewer = self.here.seen_by
        return viewer if viewer is not None and viewer >= 0 else min(self.seat, len(self.here.timeline.names) - 1)

    @property
    def seen(self) -> Snapshot:
        """The hand as the seat that looks on sees it: a picture of all tiles would tell what is to be worked out."""
        found = self.here.snapshot
        return found if found.seen_by is not None else replace(found, viewpoint=self.looks, answered=None,
                                                                     waiting=False, marked=None)

    def _inside(self) -> tuple[ipywidgets.Widget, ...]:
        names = self.here.timeline.names
        self.pick = ipywidgets.Dropdown(options=[(name, seat) for seat, name in enumerate(names)], value=self.seat,
                                        description=phrase("hidden.sees"), layout=ipywidgets.Layout(width="auto"))
        self.pick.observe(self.frame.guard(lambda change: self._look(change["new"])), "value")
        self.heading, self.tables, self.notes = (ipywidgets.HTML() for _ in range(3))
        self.tables.add_class("dlab-heats")
        return self.heading, self.pick, self.tables, self.notes

    def _look(self, seat: int | None) -> None:
        if seat is not None and seat != self.seat:
            self.seat = seat
            self.show()
            self._speak()

    def _show(self) -> None:
        self.heading.value = f'<div class="dlab-heading">{escape(phrase("hidden.hidden"))}</div>'
        free = self.here.seen_by is None or self.here.seen_by < 0
        self.pick.layout.display = "" if free and len(self.here.timeline.names) > 1 else "none"
        found = known(self.here.timeline, self.looks, self.here.step)
        self.tables.value = "" if found is None or not found.unseen else heat(found)
        self.notes.value = "".join(f'<p class="dlab-note">{plain(line)}</p>' for line in self._lines(found))

    def _lines(self, found: Any) -> list[str]:
        if found is None:
            rules = self.here.timeline.rules
            strange = "" if rules.solo is not None else WITNESS.refusal(rules)
            return [phrase("hidden.nothing", why=strange or phrase("hidden.nobody"))]
        player = self.here.timeline.names[self.looks]
        if not found.unseen:
            return [phrase("hidden.none_left", player=player)]
        return [phrase("hidden.how", player=player), *found.text.splitlines()]

    @property
    def line(self) -> str:
        """The line of Python that makes this view again; empty where no short one does."""
        made = line(self.here, "HiddenTiles")
        return f"{made[:-1]}, seat={self.seat})" if made and self.seat else made

    def _repr_mimebundle_(self, **which: Any) -> dict[str, Any]:
        """Live where there is a kernel; in a saved notebook the tables as they stand, and their chances as text."""
        bundle = super()._repr_mimebundle_(**which)
        found = known(self.here.timeline, self.looks, self.here.step)
        head = phrase("hidden.saved", title=self.here.snapshot.title, step=self.here.step, end=self.here.end,
                      player=self.here.timeline.names[self.looks])
        chances = lines(found) if found is not None else ()
        page = without_math(bundle["image/svg+xml"], self.tables.value, self.notes.value)
        return {**bundle, "text/html": page, "text/plain": "\n".join([head, *chances, *self._lines(found)])}
