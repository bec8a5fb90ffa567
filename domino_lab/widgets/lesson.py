"""Lesson: a hand that stops at its questions; the learner makes the move, and the hand goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from domino_lab.chance.answer_codes import AnswerSheet
from domino_lab.core.actions import Action, Draw, Pass, Play, Remove, Shift, Stack
from domino_lab.core.arguments import File, checked
from domino_lab.core.chain import OpenEnd
from domino_lab.core.errors import NotationError, RecordError, quote
from domino_lab.core.tiles import Tile, TileLike
from domino_lab.explain.contrast import AS_GOOD, BETTER, is_same_move
from domino_lab.io.spreadsheets import to_csv
from domino_lab.picture.alt_text import table_text
from domino_lab.picture.end_places import end_places
from domino_lab.picture.output import Kept
from domino_lab.picture.scene import Scene, scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import LooseTile, Tabletop
from domino_lab.play.move_text import ScoreCall, describe_move, parse_move, pass_word
from domino_lab.play.timeline import Timeline
from domino_lab.record.compact import pack
from domino_lab.record.load import HandOrRuleset, hand_of
from domino_lab.rules.values import python_literal
from domino_lab.sessions.answer_sheets import lesson_numbers, lesson_sheet
from domino_lab.sessions.board import lit
from domino_lab.sessions.lesson import REFUSED, RIGHT, WRONG, Attempt, LessonSession, Stop, results, rows, stops
from domino_lab.sessions.playhead import one_hand
from domino_lab.sessions.possible_actions import action_kinds, draws, places, tiles_of
from domino_lab.sessions.spreads import is_spread
from domino_lab.sessions.viewpoint import Viewpoint
from domino_lab.widgets.asking import answer_field, answer_to, hint_button, hint_list, rule_fold
from domino_lab.widgets.board_view import BoardView
from domino_lab.widgets.captions import CommentPanel
from domino_lab.widgets.hand_view import HandView, Tab, clause_link, players, title_nodes
from domino_lab.widgets.messages import Press, either, one_of, pair, press, takes, whole
from domino_lab.widgets.nodes import (
    Json,
    Node,
    Nodes,
    box,
    button,
    html,
    paragraph,
    row,
    rule_link,
    table_of_results,
    words,
)
from domino_lab.widgets.open_ends import beside_count, count_line
from domino_lab.widgets.places import columns
from domino_lab.widgets.sharing import SharingPanel
from domino_lab.widgets.view import pixels
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

_SIGNS = {RIGHT: ("✓", "right"), REFUSED: ("✗", "wrong"), WRONG: ("✗", "wrong"), BETTER: ("△", "weaker"),
          AS_GOOD: ("≈", "weaker")}
_FIRST = -1
"""The place of a first tile, where an open end has its number."""


class Lesson(BoardView):
    """Answer the questions of a hand: it goes on after the right tile or answer.

    Press a tile to play it, drag it, or use the keys of `dl.Play`; S or "Show answer" shows the move. If the rules
    refuse a move, the answer names the clause. If the move differs from that of the hand, the answer says how.
    `.results` has all attempts as a table.

    `hand` is a hand, a packaged hand's name, a file, or a ruleset's id (then `seed` and `seats` choose the deal). With
    `every` it also stops at each move of that seat. `viewpoint` is "all", "table" or a seat, `large` for a projector.
    Raises RecordError for a hand that never stops to ask.

    >>> lesson = dl.Lesson("block", seed=7, every=0)
    >>> lesson.do("show_answer")
    >>> lesson.results.result.tolist()
    ['shown', '', '', '', '', '']
    """

    public = "attempt results to_csv answer_sheet answer_code"
    css, label, keys_told = "lesson", "lesson.lesson", "lesson.keys"
    key_set = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", "d", "p", "s", "u", "r", "?")
    here: LessonSession

    @checked
    def __init__(
        self, hand: HandOrRuleset, *, every: int | None = None, seed: int | None = None,
        seats: int | None = None, viewpoint: Viewpoint | None = None, large: bool = False,
    ) -> None:
        line = one_hand(hand_of(hand, seed=seed, seats=seats))
        asked = _check_stops(line, every)
        given = {"seed": seed, "seats": seats, "every": every, "viewpoint": viewpoint}
        self._line = _recipe(hand, line, given)
        looks = _viewpoint(line, asked, every) if viewpoint is None else viewpoint
        super().__init__(LessonSession(line, asked, viewpoint=looks), large=large, hints=False)

    def prepare(self) -> None:
        """Make the panel with the notes of the hand."""
        self.comment, self._note = CommentPanel(self), ""
        self.sharing = SharingPanel(self, "page")
        self.parts = self.comment, self.sharing

    # --- what a notebook asks for

    @checked
    def attempt(self, text: int | TileLike, at: TileLike | None = None) -> Attempt:
        """Attempt a move, written as for `dl.why_not`, or answer the question that waits; return the reply.

        Between two questions it first goes on to the next. Raises NotationError for something that is not a move or an
        answer, and RecordError if no question is left.

        >>> dl.Lesson("block", seed=7, every=1).attempt("1-1").verdict
        'refused'
        """
        self.here.to_next()
        stop = self.here.stop
        if stop is None:
            raise RecordError(phrase("lesson.no_more"))
        if stop.by_move:
            action = parse_move(self.here.live, text if isinstance(text, Tile) else str(text), at)
            if isinstance(action, ScoreCall):
                raise NotationError(phrase("lesson.choose_first"))
            self.here.do(action)
        else:
            self.here.answer(str(text))
        return self.here.given[stop.step][-1]

    @property
    def results(self) -> pd.DataFrame:
        """Every question as a row: the attempts, how many of them the rules refused, and how it ended."""
        return results(self.here)

    @checked
    def to_csv(self, path: File | None = None) -> str:
        """Return the results as CSV text; write it to the file `path` if one is named.

        >>> dl.Lesson("block", seed=7, every=1).to_csv().splitlines()[0][:11]
        'number,step'
        """
        return to_csv(self.results, path, such="tries.csv")

    @property
    def answer_sheet(self) -> AnswerSheet:
        """The questions, as answer codes tell them; raises RulesetError for more than a code holds."""
        return lesson_sheet(self.here)

    @property
    def answer_code(self) -> str:
        """The first answers, as a code for `dl.chance.class_board`; raises RulesetError for more than a code holds.

        >>> dl.Lesson("block", seed=7, every=1).answer_code[:9]
        '0000-0000'
        """
        sheet = self.answer_sheet
        return sheet.code(lesson_numbers(sheet, self.here))

    @property
    def line(self) -> str:
        """The line of Python that recreates this lesson; empty if no short line can."""
        return self._line

    # --- what is shown

    def areas(self) -> dict[str, Nodes]:
        """Return the title, the players, the question, the reply or the caption, the buttons, and the attempts."""
        session = self.here
        above, below = players(self.seen, own=self.own_seat() if self._wants_move else None)
        where = " ".join(filter(None, (place(session), faulty(session.hand))))
        return {
            "head": title_nodes(self, *self.settings()), "top": above, "rack": [*below, self.rack()],
            "bar": self.action_bar(),
            "talk": [*self._tell_and_ask(paragraph(where, "note place")),
                     *(self.comment.nodes() if session.note.text else [])],
            "more": self.tab_nodes()}

    def _tell_and_ask(self, where: Node) -> Nodes:
        """The question, with a wrong try in its card, and then what is told; over it the verdict on the one before."""
        session, count = self.here, count_line(self.seen)
        if session.reply is None or session.waits is None:
            return [where, count, *self._question(), *self.words_below()]
        if not session.reply.ends:
            return [where, count, *self._question()]
        return [box(count, *self.words_below(), css="answered"), where, *self._question()]

    def tabs(self) -> dict[str, Tab]:
        """Return the moves and the attempts."""
        return super().tabs() | {"tries": (words("lesson.results"), self._attempts)}

    def settings(self) -> Nodes:
        """Return the settings in the menu with the gear."""
        return [button(words("lesson.again"), "restart"), *self.sharing.nodes()]

    def more_keys(self) -> list[str]:
        """Return the keys that show the answer and look back."""
        return ["lesson.key_steps"]

    def _question(self) -> Nodes:
        waits, asked = self.here.waits, self.here.question
        if waits is None:
            return []
        answer = None if asked is None else answer_field(asked, ())
        missed = self.here.reply if self.here.reply is not None and not self.here.reply.ends else None
        session = self.here
        helps = row(hint_button(session.hinted, len(session.hints)),
                    button(words("show_me"), "show_answer", css="quiet"),
                    None if missed is None else rule_fold(missed.ruling, self.here.live.rules))
        note = paragraph(self._note, "note", role="alert")
        reply = None if missed is None else self._reply()
        return [box(paragraph(waits.text, "ask"), answer, reply, note,
                    *hint_list(session.hints[:session.hinted]), helps, css="question", label=words("question"))]

    def announcement(self) -> str:
        """Return the text to be read aloud: the reply or the caption, and then the question with its hint."""
        waits = self.here.waits
        question = "" if waits is None else words("lesson.asked", text=waits.text)
        return " ".join(filter(None, (self._caption(), question, hint_words(self.here))))

    def words_below(self) -> Nodes:
        """Return the reply to the last attempt, the choice or the last event, with the rule behind it."""
        return [self._reply(), rule(self.here)]

    def _reply(self) -> Node:
        session = self.here
        sign, css = _SIGNS.get(session.reply.verdict, ("", "")) if session.reply is not None else ("", "")
        return box(paragraph(beside_count(self.seen, self._caption()), css, sign=sign), css="caption")

    def _caption(self) -> str:
        return self.say_places(caption(self.here, self.where()))

    def rack(self) -> Node:
        """Return the tiles to choose from, if a move is asked for."""
        return super().rack() if self._wants_move else None

    @property
    def _wants_move(self) -> bool:
        waits = self.here.waits
        return waits is not None and waits.by_move

    def action_bar(self) -> Nodes:
        """Return the buttons, including those of illegal moves: the learner has to find out which moves are legal."""
        session, waits = self.here, self.here.waits
        if waits is None:
            if session.is_through and session.step == session.end:
                return [row(button(words("lesson.again"), "restart"))]
            ahead = button(words("lesson.next_question"), "next_question") if session.ahead is not None else None
            return [row(button(words("lesson.go_on"), "go_on", css="primary"), ahead)]
        kinds = action_kinds(session.live) if waits.by_move else ()
        called_by = {"pass": pass_word(session.live)}
        bare = [button(words(f"board.{called_by.get(name, name)}"), "act", name) for name in ("draw", "pass", "say")
                if name in kinds and (name != "draw" or draws(session.live.rules))]
        if "discard" in kinds:
            bare.append(button(words("board.discard"), "discard", off=session.tile is None))
        return [row(*bare)] if bare else []

    def _attempts(self) -> Nodes:
        made = [[_cell(row_facts, name) for name in _SHOWN] for row_facts in rows(self.here)]
        table = table_of_results(words("lesson.results"), (words(f"lesson.column_{name}") for name in _SHOWN), made)
        return [html(table), row(button(words("lesson.save_csv"), "save_csv", css="quiet"))]

    # --- the table

    def tabletop(self) -> Tabletop:
        """Return the table: before the first attempt nothing is lit, and only the chosen place is marked."""
        return before(self.here)

    def on_table(self, scene: Scene) -> dict[str, object]:
        """Return every place where a tile might be tried, whether it fits there or not."""
        facts = HandView.on_table(self, scene)
        session = self.here
        if not self._wants_move:
            return facts
        there = self._places(scene)
        more: Json = {"places": there, "confirms": is_spread(session.live)}
        if session.tile is not None:
            more["chosen"] = str(session.tile)
            chosen = session.chosen_action
            values = [place["value"] for place in there.get(str(session.tile), there.get("*", []))]
            value = None if chosen is None else self._where(chosen)
            more["at"] = values.index(value) if value in values else None
        if is_spread(session.live):
            first = session.tiles[0] if session.tile is None else session.tile
            more["lying"] = words("board.tiles")
            more["spots"] = [{**spot, "stop": spot["tile"] == str(first)} for spot in self._lying(scene)]
        return {**facts, **more}

    def _places(self, scene: Scene) -> dict[str, list[Json]]:
        """The same places for every tile; an equal tile can also be stacked."""
        state = self.here.live
        if is_spread(state):
            return {"*": [{"box": pixels(box), "value": number, "name": words("place_column", number=number + 1)}
                          for number, box in columns(self.seen, scene)]}
        laid = state.chain.laid
        if not laid:
            middle = next(label.box for label in scene.labels if label.role == "start")
            return {"*": [{"box": pixels(middle), "value": _FIRST, "name": words("place_first")}]}
        ends = list(state.open_ends)
        names = {end: text for text, end in places(self.here, "lay", end_places(scene))}
        every = [{"box": pixels(shape.box), "value": ends.index(shape.end), "name": names[shape.end]}
                 for shape in scene.ends if shape.end in ends]
        if not state.rules.stacking.plays:
            return {"*": every}
        return {"*": every, **{str(tile): [*every, *self._stacks(tile, scene)] for tile in self.here.tiles}}

    def _stacks(self, tile: Tile, scene: Scene) -> list[Json]:
        laid = self.here.live.chain.laid
        return [{"box": pixels(scene.tiles[at].box), "value": ["on", at], "name": name}
                for name, at in places(self.here, "stack") if laid[at].tile[:2] == tile[:2]]

    def _where(self, action: Action) -> Any:
        """The value of the place where a move puts its tile."""
        if isinstance(action, Play):
            ends = list(self.here.live.open_ends)
            return _FIRST if action.end is None else ends.index(action.end) if action.end in ends else None
        return ["on", action.on] if isinstance(action, Stack) else action.to if isinstance(action, Shift) else None

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that attempt, answer, give a hint, show the answer and go on."""
        session = self.here
        mine: dict[str, Press] = {
            "go_on": press(session.go_on), "next_question": press(session.to_next), "hint": press(session.hint),
            "show_answer": press(session.show_answer),
            "answer": takes(answer_to(lambda: session.question), self._answer),
            "play": takes(pair(one_of(lambda: session.tiles), self._place_of), self._try),
            "save_csv": press(lambda: self.stage.download("tries.csv", self.to_csv(), "text/csv")),
        }
        return {**super().actions(), **mine}

    def perform(self, act: Callable[[], object]) -> None:
        """Perform an action; if it ends a question, move the focus to the next thing to do."""
        stop, self._note = self.here.stop, ""
        super().perform(act)
        if stop is not self.here.stop:
            self.stage.focus("choose" if self._wants_move else "answer" if self.here.waits is not None else "go_on")

    def choose(self, name: Any) -> None:
        """Choose a tile; in a game of rows and columns the second tile is tried together with the first."""
        session = self.here
        tile = next((tile for tile in session.tiles if str(tile) == str(name)), None)
        if tile is None or tile == session.tile or not is_spread(session.live):
            session.choose(None if tile == session.tile else tile)
        elif session.live.rules.solo.key == "bingo":
            session.do(Remove((tile,)))
        elif session.tile is None:
            session.choose(tile)
        else:
            both = {session.tile, tile}
            moves = (choice.action for choice in session.choices
                     if choice.allowed and both <= set(tiles_of(choice.action)))
            session.do(next(moves, Remove((session.tile, tile))))
            session.tile = None

    def _place_of(self, value: object) -> Any:
        """A place as `_where` writes it."""
        state = self.here.live
        last = len(state.columns if is_spread(state) else state.open_ends) - 1
        laid = 0 if is_spread(state) else len(state.chain.laid)
        where = either(whole(_FIRST, last), pair(one_of(lambda: ("on",)), whole(0, laid - 1)))(value)
        return list(where) if isinstance(where, tuple) else where

    def _try(self, value: tuple[Tile, Any]) -> None:
        """Try a tile at a place; where either half may face outward, the one that the hand has."""
        session, (tile, where), waits = self.here, value, self.here.waits
        if waits is None:
            return
        session.choose(tile)
        wanted = [Shift(tile, where)] if is_spread(session.live) else [
            choice.action for choice in session.choices if self._where(choice.action) == where]
        made = session.hand[waits.step].action
        first = wanted[0] if wanted else None
        session.do(next((move for move in wanted if is_same_move(move, made, session.live)), first))
        session.tile = None

    def _answer(self, given: str) -> None:
        try:
            self.here.answer(given)
        except NotationError as wanted:
            self._note = str(wanted)

    def key(self, key: str) -> None:
        """Choose and try; between two questions Enter goes on; s shows the answer, u and r look back and forward."""
        session = self.here
        if key == "Enter" and not self._wants_move:
            session.go_on()
        elif key == "s":
            session.show_answer()
        elif key in ("d", "p"):
            session.do(Draw() if key == "d" else Pass())
        else:
            super().key(key)

    def to_keep(self) -> Kept:
        """Return the table with the question that waits."""
        seen = before(self.here)
        text = words("lesson.saved", title=self.seen.title, place=place(self.here), told=self.announcement(),
                     position=table_text(seen))
        return Kept(svg(scene(seen)), text)


_SHOWN = ("number", "question", "tries", "result", "answer")


def _cell(facts: dict[str, object], name: str) -> str:
    return words(f"lesson.result_{facts[name] or 'open'}") if name == "result" else str(facts[name])


def before(pupil: LessonSession) -> Tabletop:
    """Return the tabletop as the learner may see it: before the first attempt, it does not show which tiles fit."""
    seen = lit(pupil, final=pupil.hand.steps[-1].state.chain)
    if pupil.waits is None or pupil.tries:
        return seen
    spread = pupil.snapshot.tabletop.tableau
    if spread is None:
        return replace(seen, lit=())
    # The chosen tile is marked, and no partner of it.
    return replace(seen, tableau=spread.with_places(
        lambda _, place: place._replace(chosen=place.tile == pupil.tile) if isinstance(place, LooseTile) else place))


# --- its sentences ----------------------------------------------------------------------------------------------------

def place(pupil: LessonSession) -> str:
    """Return the number of the question, and how many answers were right so far.

    >>> place(Lesson("block", seed=7, every=0).here)
    'Question 1 of 6.'
    """
    ahead, number, done = pupil.ahead, len(pupil.stops), len(pupil.over)
    if ahead is None:
        return phrase("lesson.place_done", number=number, right=pupil.right)
    key = "place_between" if pupil.stop is None else "place" if done else "place_first"
    return phrase(f"lesson.{key}", at=done + 1, number=number, right=pupil.right, done=done, step=pupil.end)


def faulty(hand: Timeline) -> str:
    """Return the line of a mistake in the file of a hand, but not the mistake, because that may give an answer away.

    >>> from domino_lab import load
    >>> faulty(load("ruleset = 'block'\\ntitel = 'x'\\n"))
    'There is a mistake in this file, in line 2. dl.HandStepper shows it.'
    """
    if not hand.problems:
        return ""
    number = next((problem.line for problem in hand.problems if problem.line is not None), None)
    return phrase("lesson.faulty") if number is None else phrase("lesson.faulty_at", line=number)


def caption(pupil: LessonSession, where: Mapping[OpenEnd, str] = MappingProxyType({})) -> str:
    """Return the reply to the last attempt, the choice, or what happened at this step.

    `where` has the places of a spinner's ends in the picture.
    """
    if pupil.reply is not None:
        return str(pupil.reply.text)
    if pupil.notice:
        return phrase(f"lesson.{pupil.notice}")
    return _choice_text(pupil, where) or pupil.snapshot.sentences.caption


def hint_words(pupil: LessonSession) -> str:
    """Return the hints to the question that waits, as many as the learner has asked for, even beside a reply."""
    return " ".join(pupil.hints[:pupil.hinted]) if pupil.waits is not None else ""


def _choice_text(pupil: LessonSession, where: Mapping[OpenEnd, str]) -> str:
    """Say what Enter would try; not how many places there are, for that is the learner's to find."""
    action = pupil.chosen_action
    if action is None:
        return ""
    aim = describe_move(pupil.live, action, where)
    out = action.out if isinstance(action, Play) else None
    return words("lesson.chosen", tile=pupil.tile, aim=aim if out is None else words("board.outward", aim=aim, out=out))


def rule(pupil: LessonSession) -> Node:
    """Return the rule that decided, with the sheet it comes from; None if no rule did."""
    if pupil.reply is not None:
        return None if pupil.reply.ruling is None else clause_link(pupil.reply.ruling, pupil.live.rules)
    told = pupil.snapshot.sentences
    return None if pupil.notice or pupil.tile is not None else rule_link(told.rule, told.sentence)


# --- what it is made of -----------------------------------------------------------------------------------------------

def _check_stops(line: Timeline, every: int | None) -> tuple[Stop, ...]:
    """The stops of a hand; a lesson without one would have nothing to ask."""
    seats = len(line.names)
    if every is not None and (not isinstance(every, int) or every is True or not 0 <= every < seats):
        raise RecordError(f"every={quote(every)} is not a seat: the seats are 0 to {seats - 1}")
    asked = stops(line, every)
    if not asked:
        raise RecordError(faulty(line) or phrase("lesson.no_questions"))
    return asked


def _viewpoint(line: Timeline, asked: tuple[Stop, ...], every: int | None) -> int | None:
    """A learner who plays one seat sees the tiles of that seat alone, unless the hand also asks about others."""
    seats = {line[stop.step].seat for stop in asked}
    return every if every is not None and seats == {every} and line.rules.solo is None else None


def _recipe(hand: object, line: Timeline, given: Json) -> str:
    made = python_literal(str(hand)) if isinstance(hand, str | Path) and "\n" not in str(hand) else line.recipe
    if not made and not line.rules.own:
        made = python_literal(pack(line))
    options = [f"{name}={python_literal(value)}" for name, value in given.items() if value is not None]
    return f"dl.Lesson({', '.join([made, *options])})" if made else ""
