"""Takeaway: what a reader may carry off from a view: to copy, and to save as a file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

import ipywidgets

from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.playhead import Playhead

SAVED: dict[str, tuple[str, str]] = {
    "record": ("toml", "application/toml"), "svg": ("svg", "image/svg+xml"), "png": ("png", "image/png"),
    "text": ("txt", "text/plain"),
}
"""What can be saved: the end of the file's name, and the kind of file."""


class Takeaway(Part):
    """Buttons that copy the record, the picture, the text or one short line, and others that save files.

    >>> away = Takeaway("block", seed=7)
    >>> away.one_line()[:6]
    'dlab1:'
    """

    css = "dlab-takeaway"
    label = "branch.takeaway"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        made: dict[str, Callable[[], str]] = {"line": self.one_line, "record": self.record, "picture": self.picture,
                                              "text": self.text}
        self.copies = {what: self.button(f"branch.copy_{what}", self._copies(make), "dlab-quiet")
                       for what, make in made.items()}
        self.saves = {what: self.button(f"branch.save_{what}", self._saves(what), "dlab-quiet") for what in SAVED}
        return in_row(*self.copies.values()), in_row(*self.saves.values())

    def _copies(self, make: Callable[[], str]) -> Callable[[], None]:
        return lambda: self.frame.copy(make())

    def _saves(self, what: str) -> Callable[[], None]:
        return lambda: self.save(what)

    def save(self, what: str) -> None:
        """Save the "record" (TOML), the picture as "svg" or "png", or the "text", in the reader's browser.

        >>> Takeaway("block", seed=7).save("record")
        """
        end, mime = SAVED[what]
        make = {"record": self.record, "text": self.text}.get(what, self.picture)
        step = "" if what in ("record", "text") else f"-step-{self.here.step}"
        self.frame.download(f"{file_name(self.here.snapshot.title)}{step}.{end}", make(), mime)

    def record(self) -> str:
        """The hand as a record.

        >>> Takeaway("block", seed=7).record().splitlines()[0]
        'format = 1'
        """
        from domino_lab.record import write

        return write(self.here.timeline)

    def one_line(self) -> str:
        """The hand as one line for `dl.load`.

        >>> from domino_lab.notebook import load
        >>> load(Takeaway("block", seed=7).one_line()).rules.id
        'block'
        """
        from domino_lab.record.compact import packed

        return packed(self.here.timeline)

    def picture(self) -> str:
        """The table at this step as SVG.

        >>> Takeaway("block", seed=7).picture()[:4]
        '<svg'
        """
        return svg(scene(self.here.snapshot.captioned))

    def text(self) -> str:
        """The hand as sentences.

        >>> Takeaway("block", seed=7).text().splitlines()[0]
        'Block Game, seed 7, hand 0'
        """
        return transcript(self.here)


def transcript(here: Playhead) -> str:
    """The hand as sentences, a line a step, as far as no question hides it.

    >>> transcript(Playhead("block", seed=7)).splitlines()[0]
    'Block Game, seed 7, hand 0'
    """
    from domino_lab.explain.why import why

    told = (f"{number}. {why(step, seen_by=here.seen_by).caption}" for number, step in enumerate(here.timeline.steps)
            if not here.hides(number))
    return "\n".join([here.snapshot.title, *told])


def file_name(words: str) -> str:
    """A title as a file may be called: letters and numbers of every system, at most 60.

    >>> file_name("Ana <gegen> Bén: 7/8"), file_name("???")
    ('ana-gegen-ben-7-8', 'dominoes')
    """
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain.lower())[:60].strip("-") or "dominoes"
