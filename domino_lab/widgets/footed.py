"""Footed: a view with a foot below it: the line that makes it again, a size for a projector, and what became of it."""

from __future__ import annotations

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.widgets.part import Part, in_row
from domino_lab.words import phrase

LONGEST = 160
"""So many letters of the line are shown; the middle of a longer one is left out, and the copy has it whole."""


class Footed(Part):
    """A part that stands alone, with a foot. A subclass says its `line`, puts `_foot()` last and calls `_show_foot`.

    >>> from domino_lab.widgets.stepper import HandStepper
    >>> HandStepper("block", seed=7).line
    'dl.HandStepper("block", seed=7)'
    """

    large = False

    @property
    def line(self) -> str:
        """The line of Python that makes what is shown again; empty where there is none."""
        raise NotImplementedError

    def _resize(self) -> None:
        """Give what is inside the size that `large` asks for."""

    def _foot(self) -> ipywidgets.Widget:
        self.made_by, self.said = ipywidgets.HTML(), ipywidgets.HTML()
        self.copy_line = self.button("copy_line", lambda: self.frame.copy(self.line), "dlab-quiet")
        self.size = self.button("large", self._enlarge, "dlab-quiet")
        foot = in_row(self.made_by, self.copy_line, self.size, self.said)
        foot.add_class("dlab-foot")
        return foot

    def _show_foot(self) -> None:
        made = self.line
        self.made_by.value = code(made) if made else ""
        self.copy_line.layout.display = self.made_by.layout.display = "" if made else "none"
        self.said.value = ""
        self._show_size()

    def _enlarge(self) -> None:
        self.large = not self.large
        self._resize()
        self._show_size()

    def _show_size(self) -> None:
        (self.add_class if self.large else self.remove_class)("dlab-large")
        self.size.description = phrase("widgets.normal" if self.large else "widgets.large")

    def _tell(self, words: str, text: str = "") -> None:
        self.said.value = said(words, text)


def code(line: str) -> str:
    """A line of Python as HTML, the middle of a very long one left out.

    >>> code("1 < 2")
    '<code class="dlab-line">1 &lt; 2</code>'
    """
    short = line if len(line) <= LONGEST else f"{line[:LONGEST - 20]} … {line[-18:]}"
    return f'<code class="dlab-line">{escape(short)}</code>'


def said(words: str, text: str = "") -> str:
    """What became of a text, as HTML; with `text` itself where the reader must copy it by hand.

    >>> said("Copied.")
    '<span class="dlab-note">Copied.</span>'
    """
    by_hand = f'<pre class="dlab-by-hand" tabindex="0">{escape(text)}</pre>' if text else ""
    return f'<span class="dlab-note">{escape(words)}</span>{by_hand}'
