"""A lesson without its widget: a hand that is shown up to its next stop, where the learner moves or answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import traitlets

from domino_lab.core.actions import Action, Draw, Pass, Play
from domino_lab.core.events import GoesOn
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.explain.contrast import AS_GOOD, BETTER, contrast_moves, is_same_move
from domino_lab.explain.hints import hints
from domino_lab.explain.questions import CHOICE, HandQuestion, questions
from domino_lab.explain.why import why
from domino_lab.explain.why_not import refusal
from domino_lab.explain.wrong_answers import why_wrong
from domino_lab.play.legal import judge, legal
from domino_lab.play.move_text import describe_move, pass_word
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.sheet import rule_ruling
from domino_lab.sessions.board import Board
from domino_lab.sessions.labels import rule_line
from domino_lab.sessions.possible_actions import Choice, draws
from domino_lab.sessions.spreads import is_spread
from domino_lab.sessions.viewpoint import open_to
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown

if TYPE_CHECKING:
    import pandas as pd

# --- stops ------------------------------------------------------------------------------------------------------------

BY_MOVE = ("tile", "legal")
"""Questions about these are answered on the board, all others in words or numbers."""


class Stop(NamedTuple):
    """A stop before step `step`; `asked` is the writer's question there, or None; `text` is shown."""

    step: int
    text: str
    asked: HandQuestion | None

    @property
    def at(self) -> int:
        """The last step that is shown before the stop."""
        return max(self.step - 1, 0)

    @property
    def by_move(self) -> bool:
        """True if a move on the board answers it."""
        return self.asked is None or self.asked.about in BY_MOVE

    @property
    def about(self) -> str:
        """The subject of the question; "move" if the hand asks nothing there."""
        return "move" if self.asked is None else self.asked.about


def stops(hand: Timeline, every: int | None = None) -> tuple[Stop, ...]:
    """Return every question of a hand that has an answer, and every other move of the seat `every`, in order.

    A question "which tile" or "is it allowed" needs a move after it, so those about the deal or the settlement are left
    out. Moves of a seat that only repeat its last forced move are left out, too, as when it draws tile after tile.
    """
    stops_by_step = {step: Stop(step, question.text, question) for step, question in questions(hand).items()}
    for number in range(1, len(hand)):
        if number not in stops_by_step and every is not None and _is_asked(hand, number, every):
            alone = hand.rules.solo is not None
            text = phrase("lesson.what_now_alone") if alone else phrase("lesson.what_now", player=hand.names[every])
            stops_by_step[number] = Stop(number, text, None)
    return tuple(stop for number, stop in sorted(stops_by_step.items())
                 if not stop.by_move or hand[number].action is not None)


def move_question(hand: Timeline, stop: Stop) -> HandQuestion | None:
    """Return a stop as a question with one answer: the tile that was played, or another move in words.

    None for a move that is not among the choices.

    >>> from domino_lab import play_out
    >>> hand = play_out("block", seed=7)
    >>> move_question(hand, stops(hand, every=0)[0]).right
    '6-1'
    """
    if stop.asked is not None and stop.asked.about != "tile":
        return stop.asked
    state, made = hand[stop.at].state, hand[stop.step].action
    assert made is not None
    holding = (tile for seat in state.holdings for tile in seat) if state.rules.solo else state.holdings[state.turn]
    bare = {"draw": phrase("board.draw"), "pass": phrase(f"board.{pass_word(state)}")}
    if not draws(state.rules):
        del bare["draw"]
    others = other_moves(state)
    tiles = dict.fromkeys(map(str, sorted(holding)))
    if state.rules.solo and others:     # A patience that takes tiles away: none is played, and nobody passes.
        tiles, bare = {}, {}
    options = (*tiles, *others, *bare.values())
    right = move_key(state, made)
    hint = None if stop.asked is None else stop.asked.hint
    return HandQuestion(stop.step, stop.text, "move", hint, CHOICE, options, right) if right in options else None


def move_key(state: Position, move: Action) -> str:
    """Return a move as `move_question` offers it: a tile, or words.

    >>> from domino_lab import play_out
    >>> hand = play_out("block", seed=7)
    >>> move_key(hand[0].state, hand[1].action)
    '6-6'
    """
    if isinstance(move, Play):
        return str(move.tile)
    bare = {"draw": phrase("board.draw"), "pass": phrase(f"board.{pass_word(state)}")}
    return bare[move.kind] if move.kind in bare else describe_move(state, move)


def reply_to_option(hand: Timeline, asked: HandQuestion, given: str) -> str:
    """Return why one of the options of a question is wrong: the rule that forbids a move, or the better move."""
    if asked.about != "move":
        return reply_to_answer(hand, asked, given).text
    line, made = hand.upto(asked.asked_at), hand[asked.step]
    state = line.state
    bare: dict[str, Action] = {move_key(state, move): move for move in (Draw(), Pass())}
    named = {**bare, **other_moves(state)}
    tried = [named[given]] if given in named else _plays(state, Tile.of(given))
    return reply_to_move(line, tried[0], made).text


def _plays(state: Position, tile: Tile) -> list[Action]:
    """The ways to play a tile, what is legal first."""
    playable: list[Action] = [action for action in legal(state) if getattr(action, "tile", None) == tile]
    return [*playable, *(Play(tile, end) for end in (state.open_ends or (None,)))]


def other_moves(state: Position) -> dict[str, Action]:
    """Return the legal moves other than playing a tile, drawing and passing, by their words.

    >>> from domino_lab import play_out
    >>> list(other_moves(play_out("knock-out", seed=7)[0].state))
    ['remove 6-1 and 6-0', 'remove 4-1 and 1-1', 'remove 2-0 and 1-0']
    """
    return {describe_move(state, move): move for move in legal(state) if move.kind not in ("play", "draw", "pass")}


def _is_asked(hand: Timeline, number: int, seat: int) -> bool:
    step, before = hand[number], hand[number - 1]
    if step.action is None or step.seat != seat:
        return False
    repeats = before.action is not None and (before.seat, before.action.kind) == (seat, step.action.kind)
    return not repeats or len(legal(before.state)) > 1


# --- attempts ---------------------------------------------------------------------------------------------------------

RIGHT, SHOWN = "right", "shown"
"""How a stop ends."""
REFUSED, WRONG = "refused", "wrong"
"""A move that the rules refuse, and an answer that is not right; a legal move is what `contrast_moves` makes of it."""


class Attempt(NamedTuple):
    """One attempt: the action in words, the verdict, the reason, and the ruling behind it.

    `verdict` is "right", "shown", "refused" or "wrong"; or "better" or "as good", if that is true of the move of the
    hand.
    """

    given: str
    verdict: str
    text: str
    ruling: Ruling | None

    def __repr__(self) -> str:
        return "\n".join(filter(None, (self.text, self.rule)))

    def _repr_markdown_(self) -> str:
        rule = f"\n\n*{as_markdown(self.rule)}*" if self.rule else ""
        return as_markdown(self.text) + rule

    @property
    def ends(self) -> bool:
        """True if the hand goes on after it."""
        return self.verdict in (RIGHT, SHOWN)

    @property
    def clause(self) -> str:
        """The id of the clause that decided; empty if none did."""
        return "" if self.ruling is None else self.ruling.id

    @property
    def rule(self) -> str:
        """The clause and the sheet it comes from, in words; empty if none decided."""
        return "" if self.ruling is None else rule_line(self.ruling)


def reply_to_move(line: Timeline, action: Action, made: Step) -> Attempt:
    """Return the reply to a move other than the one made after `line`: its clause, or the better move."""
    ruling = judge(line.state, action)
    given = describe_move(line.state, action)
    if not ruling.allowed:
        return Attempt(given, REFUSED, phrase("lesson.not_allowed", why=refusal(line.state, ruling)), ruling)
    contrast = contrast_moves(line, action, made)
    key = {BETTER: "lesson.try_again", AS_GOOD: "lesson.try_another"}[contrast.verdict]
    return Attempt(given, contrast.verdict, phrase(key, why=contrast.text), contrast.ruling)


def reply_to_answer(hand: Timeline, asked: HandQuestion, given: str) -> Attempt:
    """Return the reply to a wrong word or number, without giving the answer away, and the rule that decides."""
    ruling = _turn(hand, asked.step) if asked.about == "who" and asked.step else asked.reason
    return Attempt(given, WRONG, why_wrong(asked, given, hand), ruling)


def _turn(hand: Timeline, step: int) -> Ruling:
    """Say why it is whose turn: somebody goes on, or the turn goes round."""
    goes_on = [event.ruling for event in hand[step - 1].events if isinstance(event, GoesOn)]
    return goes_on[-1] if goes_on else rule_ruling(hand.rules, "direction")


def go_on_with(verdict: str, made: Step, given: str, seen_by: int | None, *, answer: str = "") -> Attempt:
    """Return what happened and why, after a right attempt or because the learner asked to see it."""
    told = why(made, seen_by=seen_by)
    key = f"lesson.{verdict}{'_answer' if answer and verdict == RIGHT else ''}"
    return Attempt(given, verdict, phrase(key, told=told.caption, given=answer), told.ruling)


# --- the learner ------------------------------------------------------------------------------------------------------

class LessonSession(Board):
    """A learner on the way through `hand`; only the steps shown so far are on the board, so nobody can peek.

    `first_given` holds the first answer at each stop, by step, as `move_question` offers it; None if it was only shown.
    `given` holds the attempts by step, `reply` the last of them while it is still to be read, `hinted` how many hints
    of this stop are shown. At a stop that asks for a move, `do` attempts one; `answer` answers the other questions.

    >>> from domino_lab import play_out
    >>> hand = play_out("block", seed=7)
    >>> pupil = LessonSession(hand, stops(hand, every=0))
    >>> pupil.do(hand[2].action)
    >>> pupil.reply.verdict, pupil.end
    ('right', 2)
    """

    given: traitlets.Dict[int, tuple[Attempt, ...]] = traitlets.Dict()
    reply = traitlets.Any(None)
    hinted = traitlets.Int(0)
    counted = (*Board.counted, "given", "reply", "hinted")

    def __init__(self, hand: Timeline, asked: Sequence[Stop], *, viewpoint: int | str | None = None) -> None:
        self.hand, self.stops = hand, tuple(asked)
        self.first_given: dict[int, str | None] = {}
        super().__init__(self._without_questions(self.stops[0].at if self.stops else len(hand) - 1),
                         viewpoint=viewpoint, asks=False)

    # --- where it is

    @property
    def stop(self) -> Stop | None:
        """The stop that waits, whichever step the learner looks at; None between two stops."""
        ahead = self.ahead
        return ahead if ahead is not None and ahead.at == self.end and ahead.step not in self.over else None

    @property
    def ahead(self) -> Stop | None:
        """The next stop that is not over; None after the last."""
        return next((stop for stop in self.stops if stop.step not in self.over), None)

    @property
    def over(self) -> dict[int, Attempt]:
        """The result of each stop that is over, by step."""
        return {step: attempts[-1] for step, attempts in self.given.items() if attempts[-1].ends}

    @property
    def tries(self) -> tuple[Attempt, ...]:
        """The attempts so far at the stop that waits."""
        return self.given.get(self.stop.step, ()) if self.stop is not None else ()

    @property
    def right(self) -> int:
        """The number of stops that the learner ended."""
        return sum(attempt.verdict == RIGHT for attempt in self.over.values())

    @property
    def is_through(self) -> bool:
        """True if the whole hand is shown and every stop is over."""
        return self.ahead is None and self.end == len(self.hand) - 1

    @property
    def waits(self) -> Stop | None:
        """The stop that waits at the step that the learner looks at."""
        return self.stop if self.step == self.end else None

    @property
    def question(self) -> HandQuestion | None:
        """The question that waits for words or a number, if the learner is at it."""
        return self.waits.asked if self.waits is not None and not self.waits.by_move else None

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints to the stop that waits, one after another."""
        stop = self.stop
        if stop is None:
            return ()
        asked = stop.asked or HandQuestion(stop.step, stop.text, stop.about, None, CHOICE, (), "")
        return hints(self.hand, asked, is_open=open_to(self.snapshot, self.hand[stop.at].state.turn))

    # --- choosing: nothing in it may tell what is legal before the first attempt

    def choose(self, tile: Tile | None) -> None:
        """Choose a tile, and with it the first place, whether it fits there or not."""
        with self._as_one():
            super().choose(tile)
            self.place = 0

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The actions that can be attempted with the chosen tile, in an order that does not show which are allowed."""
        choices = super().choices
        return tuple(sorted(choices, key=lambda choice: str(choice.action))) if is_spread(self.live) else choices

    # --- attempting

    def do(self, action: Action | None) -> None:
        """Attempt a move: the hand goes on after its own move; any other gets a reason."""
        with self._as_one():
            self._back()
            stop = self.stop
            if action is None or stop is None or not stop.by_move:
                self._say("choose_first" if action is None else "go_on_first" if stop is None else "answer_below")
                return
            self.first_given.setdefault(stop.step, move_key(self.live, action))
            if is_same_move(action, self.hand[stop.step].action, self.live):
                self._goes_on(stop, RIGHT, describe_move(self.live, action))
            else:
                self._keeps(stop, reply_to_move(self.timeline, action, self.hand[stop.step]))

    def answer(self, given: str | None) -> None:
        """Answer the question that waits; None asks to see the answer. Raises NotationError for an invalid answer."""
        stop = self.stop
        if given is None:
            self.show_answer()
        elif stop is not None and stop.asked is not None and not stop.by_move:
            right = stop.asked.accepts(given)
            self.first_given.setdefault(stop.step, given)
            if right:
                self._goes_on(stop, RIGHT, given, answer=given)
            else:
                self._keeps(stop, reply_to_answer(self.hand, stop.asked, given))

    def show_answer(self) -> None:
        """Show the answer at the stop that waits."""
        if self.stop is not None:
            self.first_given.setdefault(self.stop.step, None)
            self._goes_on(self.stop, SHOWN, "")

    def hint(self) -> None:
        """Show one more hint to the stop that waits, if there is one."""
        self.hinted = min(self.hinted + 1, len(self.hints))

    def _keeps(self, stop: Stop, attempt: Attempt) -> None:
        with self._as_one():
            self._say()
            self.given = {**self.given, stop.step: (*self.given.get(stop.step, ()), attempt)}
            self.reply = attempt

    def _goes_on(self, stop: Stop, verdict: str, given: str, *, answer: str = "") -> None:
        with self._as_one():
            attempt = go_on_with(verdict, self.hand[stop.step], given, self.seen_by, answer=answer)
            self._keeps(stop, attempt)
            self._shows(stop.step)
            self.reply = attempt

    # --- moving

    def go_on(self) -> None:
        """Go forward: through the steps already shown, then to the next step unless a question waits there."""
        if self.step < self.end:
            self.go(self.step + 1)
        elif self.stop is not None:
            self._say("answer_first")
        elif self.end < len(self.hand) - 1:
            self._shows(self.end + 1)

    def to_next(self) -> None:
        """Go to the next question, or to the end of the hand after the last."""
        if self.stop is None:
            self._shows(self.ahead.at if self.ahead is not None else len(self.hand) - 1)
        else:
            self.go(self.end)

    def undo(self) -> None:
        """Look one step back; attempts cannot be undone."""
        self.go(self.step - 1)

    def redo(self) -> None:
        """Look one step forward, as far as the hand is shown."""
        self.go(self.step + 1)

    def restart(self) -> None:
        """Start again, without any attempts."""
        with self._as_one():
            self.given, self.first_given = {}, {}
            self._shows(self.stops[0].at if self.stops else 0)

    def _shows(self, step: int) -> None:
        with self._as_one():
            self.hinted = 0
            self.opens(self._without_questions(step))

    def _without_questions(self, step: int) -> Timeline:
        """The hand up to there, its questions taken out: they are asked from here."""
        line = self.hand.upto(step)
        notes = {number: note._replace(ask=None, hint=None) for number, note in line.notes.items()}
        return replace(line, notes=notes, line="", asked=None)

    def _say(self, notice: str = "") -> None:
        with self._as_one():
            self.reply = None
            super()._say(notice)


# --- results ----------------------------------------------------------------------------------------------------------

COLUMNS = ("number", "step", "about", "question", "tries", "refused", "tried", "result", "answer", "clause")


def results(pupil: LessonSession) -> pd.DataFrame:
    """Return every stop as a row: how many attempts, how many of them the rules refused, and how it ended.

    A stop that is not over does not show its answer.
    """
    from domino_lab.io.dataframes import FullFrame, pd

    return FullFrame(pd.DataFrame(rows(pupil), columns=list(COLUMNS)).set_index("number"))


def rows(pupil: LessonSession) -> list[dict[str, object]]:
    """Return the rows of `results`, each by its `COLUMNS`."""
    return [_row(pupil, number, stop) for number, stop in enumerate(pupil.stops, 1)]


def _row(pupil: LessonSession, number: int, stop: Stop) -> dict[str, object]:
    over, made = pupil.over.get(stop.step), [attempt for attempt in pupil.given.get(stop.step, ()) if attempt.given]
    return {"number": number, "step": stop.step, "about": stop.about, "question": stop.text,
            "tries": len(made), "refused": sum(attempt.verdict == REFUSED for attempt in made),
            "tried": "; ".join(attempt.given for attempt in made), "result": over.verdict if over else "",
            "answer": _answer(pupil, stop) if over else "", "clause": over.clause if over else ""}


def _answer(pupil: LessonSession, stop: Stop) -> str:
    if stop.asked is not None and not stop.by_move:
        return stop.asked.right
    action = pupil.hand[stop.step].action
    return "" if action is None else describe_move(pupil.hand[stop.at].state, action)
