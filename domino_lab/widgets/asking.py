"""Asking: predict, then reveal. The next step stays hidden until the learner answers, or asks to see the answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from domino_lab.core.errors import NotationError
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.explain.questions import NUMBER, TILE, HandQuestion
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.sheet import rule_of_clause
from domino_lab.sessions.labels import rule_line
from domino_lab.sessions.spreads import tiles_to_choose
from domino_lab.sessions.viewpoint import open_to
from domino_lab.widgets.hand_view import HandView
from domino_lab.widgets.messages import Kind, Press, Unfit, one_of, press, takes, typed_text
from domino_lab.widgets.nodes import Node, Nodes, box, button, field, fold, form, paragraph, row, submit, tile, words
from domino_lab.widgets.view import Panel

_LONGEST_ANSWER = 1000
_TILE = re.compile(r"\d{1,2}-\d{1,2}")


def answer_field(asked: HandQuestion, tiles: Sequence[Tile]) -> Node:
    """Return the controls for an answer: a field for a number, drawn tiles, or a button for each option.

    An option that is a tile is drawn; beside a number of points stands its unit.
    """
    if asked.kind == NUMBER:
        unit = words("unit_points") if asked.about in ("score", "award") else ""
        number = field(words("answer"), name="value", value="", mode="numeric", unit=unit)
        return form("answer", number, submit(words("check")), css="answer")
    if asked.kind == TILE:
        return row(*(tile(str(domino), "answer", str(domino)) for domino in tiles), css="tiles", label=words("answer"))
    drawn = {option for option in asked.options if _TILE.fullmatch(option)}
    return row(*(tile(option, "answer", option) if option in drawn else button(option, "answer", option)
                 for option in asked.options),
               css="tiles" if drawn else "", label=words("answer"))


def rule_fold(ruling: Ruling | None, rules: Ruleset) -> Node:
    """Return "Why?" for the reply to a wrong answer: a press opens the rule that decides; None if no rule does."""
    if ruling is None:
        return None
    return fold(words("why"), paragraph(rule_of_clause(rules, ruling.clause)), paragraph(rule_line(ruling), "rule"),
                css="why", key="reply-why")


def hint_button(shown: int, number: int) -> Node:
    """Return the button for the next of some hints; None if there are no more."""
    return button(words("hint"), "hint", css="quiet") if shown < number else None


def hint_list(shown: Sequence[str]) -> Nodes:
    """Return the hints that are shown."""
    return [paragraph(hint, "note hint", strong=words("hint_is")) for hint in shown]


def answer_to(question: Callable[[], HandQuestion | None]) -> Kind[str]:
    """Return the kind of value that the open question takes: one of its words, or else typed or pressed text."""
    def read(value: object) -> str:
        asked = question()
        if asked is None:
            raise Unfit("no question waits")
        return one_of(lambda: asked.options)(value) if asked.options else typed_text(_LONGEST_ANSWER)(value)

    return read


class QuestionPanel(Panel):
    """The question of the hand file, at the step before. After a wrong answer it says why, and allows another try."""

    view: HandView

    def __init__(self, view: HandView) -> None:
        super().__init__(view)
        self._hinted, self._note = 0, ""
        self._about: HandQuestion | None = None
        self._hints: tuple[str, ...] = ()

    def nodes(self) -> Nodes:
        """Return the question with its controls; nothing if there is no question."""
        playhead = self.view.here
        asked = playhead.question
        if asked != self._about:
            self._about, self._hints, self._hinted, self._note = asked, playhead.hints, 0, ""
        if asked is None:
            return []
        return [box(
            paragraph(self.view.say_places(asked.text), "ask"),
            answer_field(asked, self._tiles(asked)),
            paragraph(playhead.missed, "wrong", sign="✗") if playhead.missed else None,
            paragraph(self._note, "note", role="alert"),
            *hint_list(self._hints[:self._hinted]),
            row(hint_button(self._hinted, len(self._hints)), button(words("show_me"), "show_answer", css="quiet"),
                rule_fold(asked.reason, playhead.timeline.rules) if playhead.missed else None),
            css="question", label=words("question"), key=f"question-{self.view.position[0]}-{asked.step}")]

    def show_hints(self, hints: Sequence[str]) -> None:
        """Show these as the hints of the question, as if there were more of them."""
        self._hints, self._hinted = (*hints, ""), len(hints)

    def forget(self) -> None:
        """Hide the hints, because the question is asked again."""
        self._about = None

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that answer, give one more hint, and show the answer."""
        playhead = self.view.here
        return {"answer": takes(answer_to(lambda: playhead.question), self.answer), "hint": press(self._hint),
                "show_answer": press(lambda: self.answer(None))}

    def answer(self, given: str | None) -> None:
        """Answer the question (None asks to see the answer); say so if the text is not an answer at all."""
        self._note = ""
        try:
            self.view.here.answer(given)
        except NotationError as wanted:
            self._note = str(wanted)

    def _hint(self) -> None:
        self._hinted = min(self._hinted + 1, len(self._hints))

    def _tiles(self, asked: HandQuestion) -> tuple[Tile, ...]:
        if asked.kind != TILE:
            return ()
        playhead = self.view.here
        return tiles_to_choose(playhead.state, is_open=open_to(playhead.snapshot, playhead.state.turn))
