"""Captions: what happened and why, in a sentence each; the rule, the note, and the problems of a hand file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from domino_lab.core.chain import OpenEnd
from domino_lab.core.errors import RecordError
from domino_lab.picture.alt_text import end_name
from domino_lab.picture.end_places import end_places
from domino_lab.play.timeline import Problem
from domino_lab.sessions.snapshot import Snapshot
from domino_lab.sessions.spreads import is_spread, lying, marked_tiles
from domino_lab.sessions.viewpoint import mark_target
from domino_lab.widgets.hand_view import HandView
from domino_lab.widgets.messages import Press, press, turns
from domino_lab.widgets.nodes import Node, Nodes, box, bullets, button, fold, heading, paragraph, row, rule_link, words
from domino_lab.widgets.open_ends import beside_count, count_reasons, fitting, sum_text
from domino_lab.widgets.view import Panel
from domino_lab.widgets.why_not import WhyNotPanel


def caption(view: HandView, *, counted: bool = False, asks: bool = True) -> Nodes:
    """Return the verdict on an answer, what happened with its reason, and, with `asks`, the question.

    With `counted`, the count stands beside it and is not said again.
    """
    seen, told = view.seen, view.seen.sentences
    text = view.say_places(told.caption)
    what = beside_count(seen, text) if counted else text
    sign, css = _mark(seen)
    verdict = paragraph(told.verdict, f"verdict {css}", sign=sign) if told.verdict else None
    said = [paragraph(what, "caption-text"), paragraph(told.ask, "ask") if asks else None]
    return [verdict, box(*said, css="caption") if any(said) else None]


def _mark(seen: Snapshot) -> tuple[str, str]:
    """The sign and the class of a verdict; an answer that the reader had shown is neither right nor wrong."""
    asked = seen.answered
    given = None if asked is None else seen.answers.get(asked.step)
    if asked is None:
        return "✓", "right"
    if given is None:
        return "→", "shown"
    return ("✓", "right") if given == "" or asked.accepts(given) else ("✗", "wrong")


class CaptionPanel(Panel):
    """The caption; "Why?" opens the whole explanation, with the code on request, and the clause opens its sentence."""

    view: HandView

    def __init__(self, view: HandView, *, counts: bool = False) -> None:
        super().__init__(view)
        self._counts, self._coded = counts, False

    def why(self, *, codes: bool = True) -> Nodes:
        """Return "Why?", which opens the reasons (and the code of the rule), and beside it the rule with its sheet."""
        seen = self.view.seen
        told = seen.sentences
        if not told.clause:
            return []
        more: list[Node] = [paragraph(text) for text in told.more]
        if self._counts and seen.count is not None and not seen.is_hidden:
            judged = seen.now.judged
            more += [None if judged is None else paragraph(sum_text(judged)),
                     count_reasons(seen, seen.count, told.more)]
        rules = seen.state.rules
        if self._counts and not seen.is_hidden and rules.solo is None and not rules.dealing.is_blind:
            more.append(fitting(seen))
        shows = button(words("branch.hide_code" if self._coded else "branch.show_code"), "code", css="quiet",
                       expanded=self._coded)
        code = (shows, *self._code()) if codes else ()
        return [row(fold(words("why"), *more, *code, css="why", key="why"),
                    rule_link(told.rule, told.sentence), css="reason", key="reason")]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that show and hide the code."""
        return {"code": turns(self, "_coded")}

    def _code(self) -> Nodes:
        """Show where the rule of this step is decided, and how."""
        if not self._coded:
            return []
        from domino_lab.explain.source_code import deciding_code

        playhead = self.view.here
        try:
            code = deciding_code(playhead.timeline, playhead.step)
        except RecordError as error:
            return [paragraph(str(error), "note")]
        return [paragraph(str(code), "rule"), {"is": "p", "tag": "pre", "text": code.text, "css": "program"}]


class Explainer(HandView):
    """The caption of a step and its rule.

    "Why?" explains the last move, and "Why not?" says why another move is or is not allowed.

    >>> explainer = dl.Explainer("block", seed=7, step=1)
    >>> explainer.do("code", None)
    """

    css, label = "explainer", "explainer"

    def prepare(self) -> None:
        """Make the panels."""
        self.caption, self.why_not = CaptionPanel(self), WhyNotPanel(self)
        self.parts = self.caption, self.why_not

    def areas(self) -> dict[str, Nodes]:
        """Return the caption, the explanation, and what may be tried."""
        tries = fold(words("why_not"), *self.why_not.nodes(), css="why", key="why-not")
        return {"talk": [*caption(self), *self.caption.why(), tries]}


# --- comments ---------------------------------------------------------------------------------------------------------

class CommentPanel(Panel):
    """The note of this step as plain text, and a button to the next note; nothing in a hand without notes."""

    view: HandView

    def nodes(self) -> Nodes:
        """Return the note."""
        playhead, seen = self.view.here, self.view.seen
        notes = [step for step, note in playhead.timeline.notes.items() if note.text]
        if not notes:
            return []
        onward = button(words("next_comment"), "next_note", css="quiet", off=notes == [playhead.step])
        hidden = seen.question is not None and seen.question.step == playhead.step
        text = (seen.note.text or "") if not hidden else ""
        lines = [paragraph(part) for part in text.split("\n") if part.strip()]
        if not lines:
            return [onward]
        return [box(*lines, self._marks(seen), onward, css="comment", label=words("comments"))]

    def actions(self) -> Mapping[str, Press]:
        """Return the action that goes to the next note."""
        return {"next_note": press(self.view.here.next_note)}

    def _marks(self, seen: Snapshot) -> Node:
        """The marks of the picture in words: nothing is only in a picture."""
        state = seen.state
        if is_spread(state):
            there = set(lying(state))
            named = [_with_pin(number, str(tile)) for tile, number in marked_tiles(seen).items() if tile in there]
        else:
            scene = self.view.scene
            where = {} if scene is None else end_places(scene)
            named = [_with_pin(number, end_name(seen.tabletop, at[0], where) if isinstance(at[0], OpenEnd)
                               else str(state.chain.laid[at[0]].tile))
                     for number, mark in enumerate(seen.note.marks, 1) if (at := mark_target(state, mark))]
        return paragraph(words("marked", marks=named), "note") if named else None


def _with_pin(number: int, name: str) -> str:
    return words("mark_pin", number=number, name=name)


# --- problems of a hand file ------------------------------------------------------------------------------------------

class ProblemsPanel(Panel):
    """The problems and remarks of a hand file; nothing at all if there are none."""

    view: HandView

    def nodes(self) -> Nodes:
        """Return both lists."""
        hand = self.view.here.timeline
        if not hand.problems and not hand.remarks:
            return []
        note = paragraph(words("problem_upto"), "note") if hand.problems else None
        return [box(*_list("problems", hand.problems), note, *_list("remarks", hand.remarks), css="problems")]


def _list(key: str, problems: Iterable[Problem]) -> Nodes:
    items = [paragraph(problem.text) for problem in problems]
    return [heading(words(key)), bullets(items)] if items else []
