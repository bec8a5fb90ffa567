"""Chance page: an estimate, trials and the exact value, as one file that any browser shows without a kernel."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from domino_lab.sessions.answer_sheets import estimate_sheet
from domino_lab.sessions.chance_lab import ChanceLabSession
from domino_lab.widgets.chance_lab import ChanceLab, exact_texts, figures, judgement, outcome_text, ready
from domino_lab.widgets.nodes import Json, Nodes, box, button, field, form, paragraph, row, submit, words
from domino_lab.widgets.page_file import Page
from domino_lab.widgets.pages import REPLY, RecordedStill, Unseen, answer_code, page_of, title

GUESS, JUDGED = "\ue000", "\ue001"
"""Stand in a text for the estimate of the reader, and for whether it lies in the interval."""

STOPS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
"""After so many trials the page shows what came out, as far as they are quick enough."""

_LEAST_JUDGED = 10
"""From so many trials on the interval says something about the estimate."""


class PageLab(Unseen, ChanceLab):
    """A chance lab on a page: the estimate comes first, then a button goes on to more trials."""

    is_still = True
    tried = ""
    """What is shown before the estimate: "" while it is asked, "reply" after something that is no number."""

    @property
    def stops(self) -> tuple[int, ...]:
        """The numbers of trials that can be shown."""
        return tuple(stop for stop in STOPS if stop <= self.here.trials.most)

    @property
    def status(self) -> str:
        """The question, or what came out."""
        return self._text() if self.here.guesses else REPLY if self.tried else self.here.trials.prompt

    @property
    def position(self) -> tuple[str, int]:
        """The question, and how many trials there are."""
        return self.here.trials.prompt, self.here.n

    def areas(self) -> dict[str, Nodes]:
        """Return the question, the estimate or what came out, the buttons, and the plot with its bars."""
        session = self.here
        if not session.guesses:
            entry = field(words(f"chancelab.estimate_{session.kind}"), name="answer", value="")
            asked = box(form("answer", entry, submit(words("chancelab.predict"), css="primary"), css="answer"),
                        paragraph(REPLY, "wrong", sign="✗") if self.tried else None, css="question",
                        label=words("question"))
            return {"head": [title(session.trials.prompt)], "talk": [asked]}
        told = [box(paragraph(self._text()), css="caption"), paragraph(figures(session), "note"), self.trials.hand()]
        return {"head": [title(session.trials.prompt)], "talk": told, "bar": [row(*self._buttons())],
                "more": [self.trials.outcome()] if session.n else []}

    def _text(self) -> str:
        session = self.here
        if not session.n:
            return ready(GUESS)
        judged = [JUDGED] if session.n >= _LEAST_JUDGED else []
        return " ".join([outcome_text(session), *judged, *exact_texts(session)])

    def _buttons(self) -> Nodes:
        session = self.here
        following = next((stop for stop in self.stops if stop > session.n), None)
        if following is None:
            label = words("chancelab.exact")
        elif following <= 3:
            label = words("chancelab.add_one" if session.n else "chancelab.try_once")
        else:
            label = words("chancelab.go_on", n=following)
        is_last = session.reveals or (following is None and not session.answers)
        return [button(label, "next", css="primary", off=is_last),
                button(words("chancelab.back"), "first", css="quiet", off=not session.n)]


class RecordedLab(RecordedStill):
    """Everything that a chance lab on a page can show, step by step."""

    view: PageLab
    scripts = ("chance",)

    def data(self) -> Json:
        """Return the moments, and what the page needs to read an estimate and to say where it lies."""
        said = super().data()
        session = self.view.here
        return {**said, "end": len(self._places[1]) - 1, "lab": {
            "kind": session.kind, "bands": self._bands, "percent": words("chancelab.percent", number="{number}"),
            "inside": judgement(inside=True, estimate=GUESS), "outside": judgement(inside=False, estimate=GUESS)}}

    def record(self) -> None:
        """Ask for the estimate, also after something that is none, and then go on from stop to stop."""
        view, session = self.view, self.view.here
        for view.tried in ("", "reply"):
            self.keep(0, 0, view.tried)
        session.guess(0.5)
        self._bands: list[tuple[float, float] | None] = [None]
        self.keep(1, 0, "right")
        ends = [(stop, False) for stop in view.stops] + ([(view.stops[-1], True)] if session.answers else [])
        for step, (session.n, session.reveals) in enumerate(ends, 1):
            estimate = session.estimate
            band = estimate.low, estimate.high
            self._bands.append(band if all(map(isfinite, band)) else None)
            self.keep(1, step)

    def asks(self) -> list[Json]:
        """Return the one question, which takes any number."""
        kind = self.view.here.kind
        return [{"at": 0, "step": 0, "number": False, "answers": {}, "hints": [],
                 "other": words(f"chancelab.bad_{kind}")}]


def chance_page(lab: ChanceLab) -> Page:
    """Return a chance lab as a page, from its beginning; it ends with a code of the estimate, if that is a chance."""
    view = PageLab(ChanceLabSession(lab.here.trials, answers=lab.here.answers))
    made = [RecordedLab(view)]
    if view.here.kind == "chance":
        sheet = estimate_sheet(view.here)
        page = replace(page_of(view.name, made, **answer_code(sheet)), answer_sheet=sheet)
    else:
        page = page_of(view.name, made)
    view.close()
    return page
