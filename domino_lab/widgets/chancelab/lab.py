"""ChanceLab: an estimate first; then one trial, ten, a thousand, many; then the exact value with its derivation."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from domino_lab.arguments import First, checked
from domino_lab.chance.estimates import Estimate
from domino_lab.errors import NotationError, bare
from domino_lab.escaping import escape
from domino_lab.picture.charts import estimate_plot
from domino_lab.picture.theme import DARK, LIGHT
from domino_lab.play.timeline import Timeline
from domino_lab.spreadsheets import to_csv
from domino_lab.widgets.chancelab.controls import Controls
from domino_lab.widgets.chancelab.drawer import Drawer
from domino_lab.widgets.chancelab.entry import Entry
from domino_lab.widgets.chancelab.lab_session import LabSession, session_of
from domino_lab.widgets.chancelab.opened import Opened, said
from domino_lab.widgets.chancelab.outcomes import bars, chart
from domino_lab.widgets.chancelab.said import figures, plot_of, told
from domino_lab.widgets.chancelab.view import View
from domino_lab.widgets.part import Frame, Part
from domino_lab.widgets.terms import plain
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

LEAST, WIDEST, WIDEST_LARGE, STATIC_WIDTH = 260, 900, 1200, 640
"""Pixels: the plot at its narrowest and at its widest, and in a saved notebook."""

ADDS = {"1": "one", "2": "ten", "3": "thousand"}


class ChanceLab(View):
    """How likely is it? First an estimate, then trials, then the exact value; click a bar to see one hand.

    `what` is a ruleset or its id, and `asked` what is asked of its hands ("leader wins", "wins" with `side=`,
    "blocked", "plays" ...); or an event over holdings, with `tiles`, `set` and `given`. Both take a `seed` and a
    `prompt`.

    `estimate` and `n` are where it starts, `reveal` shows the exact value; `answers=False` keeps it back, until
    `lab.answers = True`. `large` is for a projector. Raises NotationError for trials without an estimate, and
    ValueError or RulesetError for what cannot be tried.

    >>> import domino_lab as dl
    >>> lab = ChanceLab(dl.chance.doubles() == 0, tiles=7, seed=1, estimate="12 %", n=1000)
    >>> lab.here.estimate.hands
    1000
    """

    css = "dlab-chancelab"
    label = "chancelab.lab"
    keys_taken = (*ADDS, "ArrowLeft", "ArrowRight", "x", "Escape", "?")

    @checked
    def __init__(self, what: Any, *asked: Any, large: bool = False, **how: Any) -> None:
        self.large = large
        super().__init__(what, asked=asked, **how)

    @checked
    def _opened(self, what: Any, *, asked: Sequence[Any] = (), estimate: str | float | None = None, n: int = 0,
                reveal: bool = False, answers: bool = True, **how: Any) -> LabSession:
        session = session_of(what, *asked, answers=answers, **how)
        if estimate is not None:
            session.guess(estimate)
        if n:
            session.go(n)
        session.reveals = reveal and session.answers and session.n > 0
        return session

    # --- what a notebook asks for

    @property
    def answers(self) -> bool:
        """Whether the exact value may be seen; a teacher sets it."""
        return self.here.answers

    @answers.setter
    def answers(self, value: bool) -> None:
        self.here.answers = bool(value)

    @property
    def predictions(self) -> pd.DataFrame:
        """Every estimate as a row: who, how much, n, seed, what the trials say, its band, and whether it is inside."""
        return self.here.predictions

    @checked
    def after(self, n: First, seed: int | None = None) -> Estimate:
        """What the first `n` trials say, wherever the lab stands, with its seed or another.

        Raises NotationError before there is an estimate.
        """
        return self.here.after(n, seed)

    @checked
    def hand(self, label: str | int) -> Timeline:
        """The first hand on a bar, by what is written below it; the lab goes on to show what it shows.

        Raises NotationError for a bar that is not there, and where trials are no hands.
        """
        found = {bar.label: bar for bar in bars(self.here) if bar.count}
        if str(label) not in found:
            names = list(found) or [phrase("chancelab.none")]
            raise NotationError(phrase("chancelab.no_bar", label=bare(str(label)), names=names))
        line = self.here.trials.timeline(self.here.ledger.first(found[str(label)].keys, self.here.n))
        if line is None:
            raise NotationError(phrase("chancelab.no_hand"))
        return line

    @checked
    def to_csv(self, path: str | Path | None = None) -> str:
        """The estimates as CSV text, written to the file `path` where one is named."""
        return to_csv(self.predictions, path, such="estimates.csv")

    def picture(self) -> str:
        """The plot as SVG."""
        return estimate_plot(plot_of(self.here), STATIC_WIDTH)

    # --- how it looks

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        inside = {"within": self.frame}
        self.question, self.caption, self.figures = (ipywidgets.HTML() for _ in range(3))
        self.caption.add_class("dlab-caption")
        self.entry, self.controls = Entry(self.here, **inside), Controls(self.here, **inside)
        self.derived, self.plot, self.chart = (ipywidgets.HTML() for _ in range(3))
        self.opened = Opened(self.here, **inside)
        self.drawer = Drawer(self.here, self, **inside)
        self.drawer.layout.display = "none"
        self.more = self.button("chancelab.more", self._more, "dlab-quiet")
        self.controls.row.children = (*self.controls.row.children, self.more)
        self.watch("root_width", self._draw, of=self.frame)
        self.watch("dark", self._draw, of=self.frame)
        return (self.question, self.entry, self.controls, self.caption, self.figures, self.drawer, self.derived,
                self.plot, self.chart, self.opened)

    def _show(self) -> None:
        kept = "" if self.here.answers else f" {phrase('chancelab.hidden')}"
        self.question.value = f'<p class="dlab-prompt">{plain(self.here.trials.prompt + kept)}</p>'
        self.caption.value = f"<p>{plain(self.told)}</p>"
        self.figures.value = f'<p class="dlab-figures">{escape(figures(self.here))}</p>'
        self.derived.value = derived(self.here)
        self.chart.value = chart(self.here)
        self._draw()

    def _draw(self) -> None:
        (self.add_class if self.large else self.remove_class)("dlab-large")
        room, most = self.frame.root_width or STATIC_WIDTH, WIDEST_LARGE if self.large else WIDEST
        width = min(max(room - 8, LEAST), most)
        theme = DARK if self.frame.dark else LIGHT
        self.plot.value = estimate_plot(plot_of(self.here), width, theme, large=self.large)

    @property
    def told(self) -> str:
        """What is announced: the visible caption."""
        example = self.here.example
        return " ".join(filter(None, (told(self.here), said(self.here, example) if example else "")))

    def enlarge(self) -> None:
        """For a projector, or back again."""
        self.large = not self.large
        self._draw()

    def _own_frame(self) -> Frame:
        return Frame(
            on_key=self.key, on_press=self.press, on_copied=self._copied, on_saved=self._saved,
            name=phrase("chancelab.name", prompt=self.here.trials.prompt), key_set=list(self.keys_taken))

    def _speak(self) -> None:
        self.frame.status = self.told if self.here.voice is self else ""

    # --- what a reader does

    def press(self, what: str) -> None:
        """A bar opens one of its hands; Enter in the field keeps the estimate."""
        verb, _, rest = what.partition(":")
        if verb == "bar" and rest.isdecimal():
            found = bars(self.here)
            if int(rest) < len(found):
                self.here.open(found[int(rest)].keys, found[int(rest)].label)
        elif verb == "estimate":
            self.entry.enter(rest)

    def _key(self, key: str) -> None:
        if key in ADDS:
            self._pressed(self.controls.buttons[ADDS[key]])
        elif key in ("ArrowLeft", "ArrowRight"):
            self._slide(1 if key == "ArrowRight" else -1)
        elif key == "x":
            self.here.reveal()
        elif key == "?":
            self._more()
        else:
            self._escape()

    def _slide(self, by: int) -> None:
        if not self.controls.slider.disabled:
            self.controls.slide(by)

    def _pressed(self, button: ipywidgets.Button) -> None:
        if not button.disabled:
            button.click()

    def _escape(self) -> None:
        if self.here.example is not None:
            self.here.example = None
        elif self.drawer.layout.display != "none":
            self._more()

    def _more(self) -> None:
        hidden = self.drawer.layout.display == "none"
        self.drawer.layout.display = "" if hidden else "none"
        self.more.description = phrase("chancelab.less" if hidden else "chancelab.more")

    def _tell(self, words: str, text: str = "") -> None:
        self.drawer.tell(words, text)

    def _repr_mimebundle_(self, **which: Any) -> dict[str, Any]:
        """Live where there is a kernel; in a saved notebook the plot and where the lab stands."""
        bundle = super(Part, self)._repr_mimebundle_(**which) or {}
        lines = [phrase("chancelab.saved", prompt=self.here.trials.prompt, figures=figures(self.here), told=self.told)]
        exact = self.here.exact
        lines += exact.derivation if exact else ()
        return {**bundle, "image/svg+xml": self.picture(), "text/plain": "\n".join(lines)}


def derived(here: LabSession) -> str:
    """How the exact value comes about, as HTML; empty while it is not shown.

    >>> derived(session_of("block"))
    ''
    """
    exact = here.exact
    if exact is None or not exact.derivation:
        return ""
    lines = "".join(f"<p>{plain(line)}</p>" for line in exact.derivation)
    return f'<div class="dlab-derivation">{lines}</div>'
