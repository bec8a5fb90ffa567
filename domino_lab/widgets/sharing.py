"""Sharing: the ways to take a hand out of a view: to copy it, or to save it as a file."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.sessions.playhead import Playhead
from domino_lab.widgets.hand_view import HandView
from domino_lab.widgets.messages import Press, one_of, takes
from domino_lab.widgets.nodes import Nodes, button, fold, words
from domino_lab.widgets.page_file import page_by
from domino_lab.widgets.view import Panel

SAVED: dict[str, tuple[str, str]] = {
    "record": ("toml", "application/toml"), "svg": ("svg", "image/svg+xml"), "png": ("png", "image/png"),
    "text": ("txt", "text/plain"), "page": ("html", "text/html"),
}
"""What can be saved: the end of the file's name, and the kind of file."""


class SharingPanel(Panel):
    """Buttons that copy the record, the picture, the text or one short line, and others that save files."""

    view: HandView

    def __init__(self, view: HandView, *saves: str) -> None:
        super().__init__(view)
        self.saves = saves

    def nodes(self) -> Nodes:
        """Return the folded buttons: all of them, or those for files that give nothing away in this view."""
        copied = () if self.saves else self._makers()
        copies = [button(words(f"branch.copy_{what}"), "copy", what, css="quiet") for what in copied]
        saves = [button(words(f"branch.save_{what}"), "save", what, css="quiet") for what in self.saves or SAVED]
        return [fold(words("branch.takeaway"), *copies, *saves, key="share")]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that copy and save."""
        copied = () if self.saves else self._makers()
        return {"copy": takes(one_of(lambda: copied), lambda what: self.view.copy(self._makers()[what]())),
                "save": takes(one_of(lambda: self.saves or SAVED), self.save)}

    def _makers(self) -> dict[str, Callable[[], str]]:
        return {"line": self.share_code, "record": self.record, "picture": self.picture, "text": self.text}

    def save(self, what: str) -> None:
        """Save the "record" (TOML), the picture as "svg" or "png", the "text" or a "page", in the reader's browser."""
        end, mime = SAVED[what]
        make = {"record": self.record, "text": self.text, "page": self.page}.get(what, self.picture)
        step = "" if what in ("record", "text", "page") else f"-step-{self.view.here.step}"
        self.view.stage.download(f"{file_name(self.view.seen.title)}{step}.{end}", make(), mime)

    def record(self) -> str:
        """Return the hand as a record."""
        from domino_lab.record import write

        return write(self.view.here.timeline)

    def share_code(self) -> str:
        """Return the hand as one line for `dl.load`."""
        from domino_lab.record.compact import pack

        return pack(self.view.here.timeline)

    def picture(self) -> str:
        """Return the table at this step as SVG."""
        return svg(scene(self.view.seen.captioned))

    def text(self) -> str:
        """Return the hand as sentences."""
        return transcript(self.view.here)

    def page(self) -> str:
        """Return the hand as a web page to step through in any browser, without a kernel."""
        return page_by("pages.page", self.view).html


def transcript(playhead: Playhead) -> str:
    """Return the hand as sentences, one line for each step that no question hides.

    >>> transcript(Playhead("block", seed=7)).splitlines()[1][:3]
    '0. '
    """
    from domino_lab.explain.why import why

    captions = (f"{number}. {why(step, seen_by=playhead.seen_by).caption}"
                for number, step in enumerate(playhead.timeline.steps) if not playhead.hides(number))
    return "\n".join([playhead.snapshot.title, *captions])


def file_name(title: str) -> str:
    """Return a title in a form that works as a file name everywhere: at most 60 letters and digits.

    >>> file_name("Ana <gegen> Bén: 7/8"), file_name("???")
    ('ana-gegen-ben-7-8', 'dominoes')
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain.lower())[:60].strip("-") or "dominoes"
