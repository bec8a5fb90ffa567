"""Telling: every sentence the views show of a place in a hand. No widgets here, and no secrets either."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from domino_lab.explain.why import CAPTION_WORDS, Explanation, why
from domino_lab.rules.values import python_literal
from domino_lab.rulings import clause
from domino_lab.widgets.viewpoint import usual_view
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.widgets.snapshot import Snapshot


class Told(NamedTuple):
    """What is said at one step: the verdict on an answer, the caption, the question; and where the rule stands."""

    verdict: str
    caption: str
    ask: str
    clause: str
    origin: str
    more: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it, as it is announced."""
        return " ".join(filter(None, (self.verdict, self.caption, self.ask)))


def tell(here: Snapshot) -> Told:
    """The sentences of the place where `here` stands."""
    asked = here.question
    if asked is not None and asked.step == here.step:
        return Told("", "", _ask(here), "", "", ())
    told = why(here.now, seen_by=here.seen_by)
    verdict = _verdict(here)
    caption, more = _within_words(verdict, told)
    rule = (phrase("widgets.rule_says", text=told.rule),) if told.rule else ()
    return Told(verdict, caption, _ask(here), told.clause, told.origin, (*more, *rule))


def _within_words(verdict: str, told: Explanation) -> tuple[str, tuple[str, ...]]:
    if len(f"{verdict} {told.caption}".split()) <= CAPTION_WORDS:
        return told.caption, told.more
    return told.why, (told.what, *told.more)


def _ask(here: Snapshot) -> str:
    if here.question is None:
        return ""
    ask = phrase("widgets.ask", text=here.question.text)
    return f"{ask} {phrase('widgets.waiting')}" if here.waiting else ask


def _verdict(here: Snapshot) -> str:
    asked = here.answered
    if asked is None:
        return ""
    given = here.answers[asked.step]
    if given == "":
        return ""
    if given is None:
        return phrase("widgets.shown", right=asked.right)
    return phrase("widgets.right" if asked.accepts(given) else "widgets.wrong", given=given, right=asked.right)


def title(here: Snapshot) -> str:
    """What a reader calls this hand: the record's title, or the game and its seed."""
    hand = here.timeline
    if hand.title:
        return hand.title
    if hand.shuffle is None:
        return hand.rules.name
    return phrase("widgets.title_seed", rules=hand.rules.name, shuffle=hand.shuffle)


def origin_of(clause_id: str) -> str:
    """The sheet a clause comes from."""
    return clause(clause_id).origin


def line(here: Snapshot, widget: str = "HandStepper") -> str:
    """The line of Python that makes this view again; empty where no short one does."""
    if not here.recipe:
        return ""
    step = f", step={here.step}" if here.step else ""
    usual = here.viewpoint == usual_view(here.timeline)
    view = "" if usual else f", viewpoint={python_literal(here.viewpoint)}"
    asks = "" if here.asks else ", asks=False"
    return f"dl.{widget}({here.recipe}{step}{view}{asks})"
