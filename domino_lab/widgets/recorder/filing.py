"""Filing: the title and the source of a hand, and what can be taken away."""

from __future__ import annotations

import ipywidgets

from domino_lab.widgets.sandbox.folded import Folded
from domino_lab.widgets.takeaway import Takeaway
from domino_lab.words import phrase


class Filing(Folded):
    """The title and the source, and the hand to take away: as a record, as one line, as a picture, as text.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.recorder.scribe import Scribe
    >>> filing = Filing(Scribe(dealt(get("block"), Shuffle(seed=7))))
    >>> filing.title.value = "Six tiles later"
    >>> filing.away.record().splitlines()[1]
    'title = "Six tiles later"'
    """

    css = "dlab-filing"
    label = "recorder.file"

    def _inside(self) -> tuple[ipywidgets.Widget, ...]:
        self.title, self.source = _field("title"), _field("source")
        self.title.observe(self.frame.guard(lambda change: self.here.entitle(title=change["new"])), "value")
        self.source.observe(self.frame.guard(lambda change: self.here.entitle(source=change["new"])), "value")
        self.away = Takeaway(self.here, within=self.frame)
        return self.title, self.source, self.away

    def _show(self) -> None:
        self.title.value, self.source.value = self.here.timeline.title, self.here.timeline.source


def _field(name: str) -> ipywidgets.Text:
    return ipywidgets.Text(description=phrase(f"recorder.{name}"), placeholder=phrase(f"recorder.{name}_room"),
                           continuous_update=False, layout=ipywidgets.Layout(width="auto"))
