"""Questions of a hand file or a quiz.

The possible questions about a hand, their answers with reasons, and the grading of answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count, cycle
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from domino_lab.core.actions import Action, Discard, Draw, Pass, Play, Remove, Stack
from domino_lab.core.errors import NotationError, RulesetError, quote
from domino_lab.core.events import Settled
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.core.tiles import Tile
from domino_lab.explain.why import why
from domino_lab.explain.why_not import why_not
from domino_lab.play.legal import judge, legal, usable, with_call
from domino_lab.play.move_text import describe_move
from domino_lab.play.start import Names
from domino_lab.play.state import Position
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.axes import can_score
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal
from domino_lab.words import join_words, phrase
from domino_lab.words.escaping import as_markdown

if TYPE_CHECKING:
    import pandas as pd


NUMBER, TILE, CHOICE = "number", "tile", "choice"


class HandQuestion(NamedTuple):
    """A question about step `step`, asked one step before it.

    `kind` says how to answer it: with a number, a tile, or one of `options`. `right` is the right answer as text (if
    there are several tiles, one of them), and `reason` the ruling behind it. Where moves are compared, `costs` has the
    points that options give away; those that are not in it are as good as the right one.

    >>> HandQuestion(3, "How much?", "count", None, NUMBER, (), "15").accepts("15 points")
    True
    """

    step: int
    text: str
    about: str
    hint: str | None
    kind: str
    options: tuple[str, ...]
    right: str
    reason: Ruling | None = None
    costs: tuple[tuple[str, str], ...] = ()

    @property
    def asked_at(self) -> int:
        """The step at which it is asked: the one before, or the deal itself."""
        return max(self.step - 1, 0)

    def accepts(self, given: str) -> bool:
        """Return True if `given` is right; raises NotationError, with the expected kind, if it is not an answer."""
        if self.kind == NUMBER:
            return number_in(given) == int(self.right)
        if self.kind == TILE:
            named = [Tile.of(word)[:2] for word in self.right.replace(",", " ").split() if "-" in word]
            return Tile.of(given)[:2] in named
        return given == self.right or (bool(self.costs) and given in self.options and given not in dict(self.costs))


def number_in(given: str) -> int:
    """Return the number that an answer begins with; raises NotationError for an answer without one."""
    words = given.split()
    if not words or not re.fullmatch(r"[+-]?\d{1,5}", words[0]):
        raise NotationError(phrase("widgets.want_number"))
    return int(words[0])


def questions(hand: Timeline) -> dict[int, HandQuestion]:
    """Return every question of a hand that has an answer in it, by the step it is about."""
    by_step = {}
    for step, note in sorted(hand.notes.items()):
        if note.ask and 0 <= step < len(hand):
            answer = _ANSWERS.get(note.about, _score)(hand, step)
            if answer is not None:
                reason = _reason(hand, note.about, step)
                by_step[step] = HandQuestion(step, note.ask, note.about, note.hint, *answer, reason)
    return by_step


def pending(asked: dict[int, HandQuestion], answered: Collection[int]) -> HandQuestion | None:
    """Return the first unanswered question: the step it is about, and all after it, stay hidden."""
    return next((question for step, question in sorted(asked.items()) if step not in answered), None)


_Answer = tuple[str, tuple[str, ...], str]
"""The kind of an answer, the options, and the right one."""


def _reason(hand: Timeline, about: str, step: int) -> Ruling | None:
    """The ruling behind the answer: on the action, the settlement or the count, or else of what the step did."""
    settled, count, action = hand.steps[-1].settled, hand[step].state.board_count, hand[step].action
    if about == "legal" and action is not None:
        return judge(hand[step - 1].state, action)
    if about in ("winner", "award") and settled is not None:
        return settled.ruling
    return count.ruling if about == "count" and count is not None else why(hand[step]).ruling


def _score(hand: Timeline, step: int) -> _Answer | None:
    return NUMBER, (), str(hand[step].points)


def _count(hand: Timeline, step: int) -> _Answer | None:
    count = hand[step].state.board_count
    return None if count is None else (NUMBER, (), str(count.total))


def _tile(hand: Timeline, step: int) -> _Answer | None:
    action = hand[step].action
    moved = action.tiles if isinstance(action, Remove) else (getattr(action, "tile", None),)
    named = [tile for tile in moved if tile is not None]
    return (TILE, (), join_words(named)) if named and not isinstance(action, Draw) else None


def _legal(hand: Timeline, step: int) -> _Answer | None:
    """Could the mover play? A player who draws or passes by choice could have played a tile."""
    action = hand[step].action
    if action is None:
        return None
    playable = any(isinstance(move, Play) for move in legal(hand[step - 1].state))
    able = playable or not isinstance(action, (Draw, Discard, Pass))
    return _yes_or_no(right=able)


def _yes_or_no(*, right: bool) -> _Answer:
    yes, no = phrase("widgets.yes"), phrase("widgets.no")
    return CHOICE, (yes, no), yes if right else no


def _who(hand: Timeline, step: int) -> _Answer | None:
    seat = hand[step].seat if hand[step].action is not None else hand[step].state.turn
    return None if seat is None else (CHOICE, hand.names, hand.names[seat])


def _winner(hand: Timeline, step: int) -> _Answer | None:
    settled, table = hand.steps[-1].settled, hand.state.table
    if settled is None:
        return None
    if table.seats == 1:
        return _yes_or_no(right=settled.winner is not None)
    sides = list(dict.fromkeys(table.side(seat) for seat in range(table.seats)))
    *names, nobody = *(join_words([table.side_name(side)]) for side in sides), phrase("widgets.nobody")
    return CHOICE, (*names, nobody), nobody if settled.winner is None else names[sides.index(settled.winner)]


def _award(hand: Timeline, step: int) -> _Answer | None:
    settled = hand.steps[-1].settled
    return None if settled is None else (NUMBER, (), str(settled.award))


_ANSWERS = {"score": _score, "count": _count, "tile": _tile, "legal": _legal, "who": _who, "winner": _winner,
            "award": _award}


class QuizItem(NamedTuple):
    """A question: `line` is the hand up to the step that shows the answer, or up to the question if nothing follows.

    `action` is the action that the question is about, if it names one. Where no ruling but a count of deals decides,
    `because` is the reason in words, and `hints` lead to the answer.
    """

    line: Timeline
    asked: HandQuestion
    action: Action | None = None
    because: str = ""
    hints: tuple[str, ...] = ()

    @property
    def step(self) -> int:
        """The step at which it is asked."""
        return self.asked.asked_at

    @property
    def shows(self) -> bool:
        """True if a step of the hand shows the answer."""
        return self.asked.step < len(self.line)

    @property
    def state(self) -> Position:
        """The position that the question is about."""
        return self.line[self.step].state

    @property
    def reason(self) -> Reason:
        """The reason why the answer is right."""
        if self.because:
            return Reason(self.because, None)
        if self.asked.about == "legal" and self.action is not None:
            answer = why_not(self.state, self.action)
            return Reason(answer.text, answer.ruling)
        explanation = why(self.line[self.asked.step])
        return Reason(explanation.caption, self.asked.reason or explanation.ruling)

    @property
    def options(self) -> str:
        """The words to choose from, or the kind of answer that is expected."""
        asked = self.asked
        return phrase("quiz.or", options=asked.options) if asked.kind == CHOICE else phrase(f"quiz.{asked.kind}_wanted")


class Reason(NamedTuple):
    """Why an answer is right: a sentence or two, and the ruling that decided."""

    text: str
    ruling: Ruling | None

    @property
    def clause(self) -> str:
        """The id of the clause; empty if nothing was decided."""
        return self.ruling.id if self.ruling is not None else ""

    @property
    def rule(self) -> str:
        """The clause and its source, in words."""
        if self.ruling is None:
            return ""
        return phrase("widgets.rule", clause=self.clause, origin=self.ruling.origin)


def author_items(hand: Timeline) -> tuple[QuizItem, ...]:
    """Return the questions that the author of a hand asks, in order; the line of each ends with its answer."""
    items = []
    for step, asked in sorted(questions(hand).items()):
        # If a player drew or passed, the question was whether they could play a tile: what happened says why not.
        action = hand[step].action
        items.append(QuizItem(hand.upto(step), asked, action if isinstance(action, Play) else None))
    return tuple(items)


Kind: TypeAlias = Literal["score", "count", "legal", "tile", "award", "winner"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_SENSELESS = {"score": "playing a tile never scores", "count": "the open ends are not counted",
              "tile": "nobody chooses a tile", "award": "winning a hand scores nothing"}
"""Why a game has no questions of a kind."""


def kinds_of(rules: Ruleset) -> tuple[str, ...]:
    """Return the kinds of question that make sense in a game."""
    if rules.solo is not None:
        return ()
    scores = rules["play_score"] != "none"
    sensible = {
        "score": scores,
        "count": rules["play_score"] == "multiple",
        "legal": True,
        "tile": not rules.dealing.is_blind,
        "award": can_score(rules.values, "settling") and rules["who_scores"] not in ("own-pips", "losers"),
        "winner": True,
    }
    return tuple(kind for kind in KINDS if sensible[kind])


def kinds_meant(rules: Ruleset, kind: str) -> tuple[str, ...]:
    """Return the kinds that `kind` stands for, which may be "all"; raises RulesetError for others."""
    there = kinds_of(rules)
    if not there:
        raise RulesetError(f"there are no quiz questions yet for one-player games such as {rules.name}")
    if kind == "all":
        return there
    if kind not in there:
        why = f" about {rules.name}, because {_SENSELESS[kind]}" if kind in KINDS else f" about {rules.name}"
        ways = join_words([python_literal(name) for name in (*there, "all")], "or")
        raise RulesetError(f"there are no {quote(kind)} questions{why}; choose {ways}")
    return (kind,)


class PosedQuestion(NamedTuple):
    """A possible question; `sort` is the key by which a quiz mixes questions, from coarse to fine."""

    item: QuizItem
    sort: tuple[str, ...]


def pose(hand: Timeline, step: int, kind: str) -> tuple[PosedQuestion, ...]:
    """Return every question of that kind about the position after step `step`; `award` and `winner` are about its end.
    """
    return tuple(_POSE[kind](hand, step, kind))


def _each_play(hand: Timeline, step: int) -> Iterator[tuple[str, Timeline]]:
    """Each way to play a tile next that its words describe without doubt, with the line it leads to."""
    line, ways = hand.upto(step), dict[str, list[Play]]()
    for action in legal(line.state):
        if isinstance(action, Play):
            ways.setdefault(describe_move(line.state, action), []).append(action)
    for words, same in ways.items():
        after = [line.play(with_call(line.state, play)) for play in same]
        if len({_value(outcome, step + 1) for outcome in after}) == 1:
            yield words, after[0]


def _value(line: Timeline, step: int) -> tuple[int, int | None]:
    count = line[step].state.board_count
    return line[step].points, None if count is None else count.total


def _numbers(hand: Timeline, step: int, about: str) -> Iterator[PosedQuestion]:
    """Ask what a play would score, or what the board would count after it."""
    for words, line in _each_play(hand, step):
        answer = _ANSWERS[about](line, step + 1)
        if answer is not None:
            right = answer[2]
            aloud = "_called" if about == "score" and line.rules["claim"] != "auto" else ""
            what = phrase(f"quiz.{about}{aloud}", player=_mover(line, step), do=words)
            yield PosedQuestion(_item(line, step, about, NUMBER, what, right=right), (right,))


def _mover(line: Timeline, step: int) -> str:
    return line.names[line[step].state.turn]


def _item(  # noqa: PLR0913
    line: Timeline, step: int, about: str, kind: str, text: str, *, right: str,
    options: tuple[str, ...] = (), action: Action | None = None,
) -> QuizItem:
    upto = line.upto(step + 1)
    done = upto[step + 1].action if step + 1 < len(upto) else None
    return QuizItem(upto, HandQuestion(step + 1, text, about, None, kind, options, right), action or done)


def _legals(hand: Timeline, step: int, about: str) -> Iterator[PosedQuestion]:
    """Allowed actions and refused ones; words that would mean both are left out."""
    line = hand.upto(step)
    state = line.state
    if state.over is not None:
        return
    allowed = {describe_move(state, action): action for action in legal(state)}
    for words, action in allowed.items():
        after = line.play(with_call(state, action) if isinstance(action, Play) else action)
        yield PosedQuestion(_may(after, step, words, action, allowed=True), ("yes", action.kind, ""))
    refused = _illegal_actions(state, draws=_may_ever_draw(hand, state))
    for words, action in {describe_move(state, action): action for action in refused}.items():
        if words not in allowed:
            ruling = judge(state, action)
            sort = ("no", action.kind, f"{ruling.clause} {ruling.case}")
            yield PosedQuestion(_may(line, step, words, action, allowed=False), sort)


def _may(line: Timeline, step: int, words: str, action: Action, *, allowed: bool) -> QuizItem:
    blind = line.rules.dealing.is_blind and isinstance(action, (Play, Pass))
    front = usable(line[step].state)[0] if blind else None
    text = phrase("quiz.may_blind" if blind else "quiz.may", player=_mover(line, step), do=words, tile=front)
    kind, options, right = _yes_or_no(right=allowed)
    return _item(line, step, "legal", kind, text, right=right, options=options, action=action)


def _may_ever_draw(hand: Timeline, state: Position) -> bool:
    """True if tiles were left over and somebody can draw them; a leader may have to, before the first tile."""
    rules = state.rules
    leading = not state.chain.laid and bool(state.lead.seeks or rules.dealing.leader_takes)
    return hand[0].state.boneyard > 0 and (rules["draw_when"] != "never" or leading)


def _illegal_actions(state: Position, *, draws: bool) -> Iterator[Action]:
    candidates: list[Action] = [Draw(), Pass()] if draws else [Pass()]
    tiles = usable(state)
    if not state.chain.laid:
        candidates += [Play(tile) for tile in tiles]
    candidates += [Play(tile, end) for tile in tiles for end in state.chain.ends]
    if state.rules["stack"] != "none":
        laid = {(placed.tile.low, placed.tile.high): placed.number for placed in state.chain.laid}
        candidates += [Stack(tile, laid[tile[:2]]) for tile in tiles if tile[:2] in laid]
    if state.rules["cannot_play"] == "discard":
        candidates += map(Discard, tiles)
    yield from (action for action in candidates if not judge(state, action).allowed)


def _tiles(hand: Timeline, step: int, about: str) -> Iterator[PosedQuestion]:
    """Ask which playable tile scores most; in a game that does not score in play, which tile can be played at all."""
    line = hand.upto(step)
    state = line.state
    plays = [with_call(state, play) for play in legal(state) if isinstance(play, Play)]
    if not plays or not state.chain.laid:
        return
    scores = line.rules["play_score"] != "none"
    after = [line.play(play) for play in plays]
    worth = [outcome[step + 1].points if scores else 1 for outcome in after]
    right = tuple(dict.fromkeys(str(play.tile) for play, points in zip(plays, worth, strict=True)
                                if points == max(worth)))
    others = [play.tile for play in plays] if scores else state.holdings[state.turn]
    if max(worth) > 0 and len(right) < len({tile[:2] for tile in others}):
        best = after[worth.index(max(worth))]
        text = phrase("quiz.tile_scores" if scores else "quiz.tile_fits", player=_mover(line, step))
        yield PosedQuestion(_item(best, step, "tile", TILE, text, right=join_words(right)), (str(len(right)),))


def _ending(hand: Timeline) -> str:
    """Say how the hand ended; empty if it needs no settling."""
    state, last = hand.state, hand.steps[-1]
    if state.over not in ("out", "blocked") or last.settled is None:
        return ""
    out = hand.names[state.went_out] if state.over == "out" and state.went_out is not None else ""
    return phrase(f"quiz.over_{state.over}", player=out)


def _is_said(hand: Timeline, settled: Settled) -> bool:
    """True if the player who has no tiles left wins, alone or with a partner: how the hand ended says so."""
    state = hand.state
    return state.over == "out" and state.went_out is not None and state.table.side(state.went_out) == settled.winner


def _ends(hand: Timeline, step: int, about: str) -> Iterator[PosedQuestion]:
    """Ask who wins the hand as it ended, if that is not said already, or how many points the winner scores."""
    over, answer = _ending(hand), _ANSWERS[about](hand, step)
    settled = hand.steps[-1].settled
    is_open = settled is not None and (settled.winner is not None if about == "award" else not _is_said(hand, settled))
    if over and answer is not None and is_open:
        kind, options, right = answer
        text = phrase(f"quiz.{about}", over=over)
        item = _item(hand, len(hand) - 2, about, kind, text, right=right, options=options)
        yield PosedQuestion(item, (str(hand.state.over), right))


_POSE: dict[str, Callable[[Timeline, int, str], Iterator[PosedQuestion]]] = {
    "score": _numbers, "count": _numbers, "legal": _legals, "tile": _tiles, "award": _ends, "winner": _ends,
}


class Graded(NamedTuple):
    """A graded answer: `right` is None if the reader only asked to see the answer; `answer` is the right one."""

    number: int
    given: str | None
    answer: str
    right: bool | None
    reason: Reason

    @property
    def clause(self) -> str:
        """The id of the deciding clause."""
        return self.reason.clause

    @property
    def verdict(self) -> str:
        """Right or wrong, in words."""
        case = "shown" if self.right is None else "right" if self.right else "wrong"
        return phrase(f"widgets.{case}", given=self.given, right=self.answer)

    @property
    def text(self) -> str:
        """The verdict and the reason."""
        return f"{self.verdict} {self.reason.text}".strip()

    def __repr__(self) -> str:
        return "\n".join(filter(None, (self.text, self.reason.rule)))

    def _repr_markdown_(self) -> str:
        rule = f"\n\n*{as_markdown(self.reason.rule)}*" if self.reason.rule else ""
        return as_markdown(self.text) + rule


def grade(item: QuizItem, number: int, given: object) -> Graded:
    """Grade an answer to question `number`; None asks to see it.

    Raises NotationError for something that is not an answer.
    """
    answer = None if given is None else str(given).strip()
    right = None if answer is None else item.asked.accepts(answer)
    return Graded(number, answer, item.asked.right, right, item.reason)


def result_rows(items: Sequence[QuizItem], given: Mapping[int, str | None]) -> list[dict[str, object]]:
    """Return every question as a row: the question, the given answer, whether it is right, the right one, its clause.

    `given` has the answers by the place of the question, from 0; None means that the answer was shown. Unanswered
    questions do not reveal their answer.
    """
    return [_row(item, place, given) for place, item in enumerate(items)]


def results_table(items: Sequence[QuizItem], given: Mapping[int, str | None]) -> pd.DataFrame:
    """Return the same rows as a pandas table."""
    from domino_lab.io.dataframes import FullFrame, Printable

    return FullFrame(Printable(result_rows(items, given), columns=list(_COLUMNS)).set_index("number"))


_COLUMNS = ("number", "about", "question", "given", "right", "answer", "clause", "hand", "step")


def _row(item: QuizItem, place: int, given: Mapping[int, str | None]) -> dict[str, object]:
    shuffle = item.line.shuffle
    row: dict[str, object] = dict.fromkeys(_COLUMNS, "")
    row |= {"number": place + 1, "about": item.asked.about, "question": item.asked.text,
            "hand": item.line.title or ("" if shuffle is None else str(shuffle)), "step": item.step}
    if place in given:
        marked = grade(item, place + 1, given[place])
        right = phrase("quiz.only_shown" if marked.right is None else "widgets.yes" if marked.right else "widgets.no")
        row |= {"given": marked.given or "", "right": right, "answer": marked.answer, "clause": marked.clause}
    return row


POOL = 3
"""A question is chosen from so many hands, so that every kind of answer has its turn."""
LOOKS = 4
"""So many positions of each of them are looked at."""
MOST_HANDS = 600
"""After so many hands without a question nobody has seen yet, there are no more."""
PATIENCE = 90
"""After so many hands whose winner is the player who goes out, as in most, the question is what the winner scores."""
_STREAM = 200


def quiz_items(rules: Ruleset, kinds: Sequence[str], *, seed: int = 0, seats: int | None = None,
               names: Names | None = None) -> Iterator[QuizItem]:
    """Yield questions of the given kinds in turn, endlessly and without repeats; `seed` chooses them.

    Positions come from hands that random players play. Raises RulesetError if the game has no more questions.
    """
    seen: set[tuple[object, ...]] = set()
    hands = _hands(rules, seed, seats, names)
    for kind in cycle(kinds):
        item = _next(hands, kind, seen)
        seen.add(_key(item))
        yield item


def _hands(rules: Ruleset, seed: int, seats: int | None, names: Names | None) -> Iterator[Timeline]:
    for number in count():
        yield play_out(rules, Shuffle(seed=seed, hand=number), seats=seats, names=names, policies="random")


def _next(hands: Iterator[Timeline], kind: str, seen: set[tuple[object, ...]]) -> QuizItem:
    for looked in range(0, MOST_HANDS, POOL):
        pool = [next(hands) for _ in range(POOL)]
        if kind == "winner" and looked >= PATIENCE and "award" in kinds_of(pool[0].rules):
            kind = "award"
        stream = (pool[0].shuffle or Shuffle()).choices(_STREAM)
        candidates = [posed for hand in pool for posed in _pose_some(hand, kind, stream)
                      if _key(posed.item) not in seen]
        if candidates:
            return _pick_evenly(candidates, stream)
    raise RulesetError(f"there are no more {quote(kind)} questions: take fewer, or another kind")


def _pose_some(hand: Timeline, kind: str, stream: Stream) -> Iterator[PosedQuestion]:
    if kind in ("award", "winner"):
        yield from pose(hand, 0, kind)
        return
    for step in sorted({stream.pick(max(len(hand) - 2, 1)) for _ in range(LOOKS)}):
        yield from pose(hand, step, kind)


def _pick_evenly(candidates: list[PosedQuestion], stream: Stream) -> QuizItem:
    """First choose an answer, each equally likely, then a kind of reason, then one of the remaining questions."""
    for depth in range(len(candidates[0].sort)):
        sorts = list(dict.fromkeys(posed.sort[depth] for posed in candidates))
        chosen = sorts[stream.pick(len(sorts))]
        candidates = [posed for posed in candidates if posed.sort[depth] == chosen]
    return candidates[stream.pick(min(len(candidates), 255))].item


def _key(item: QuizItem) -> tuple[object, ...]:
    state = item.state
    held = tuple(tuple(sorted(holding)) for holding in state.holdings) if item.asked.about in _ABOUT_HOLDINGS else ()
    return item.asked.about, item.asked.text, state.chain.laid, held


_ABOUT_HOLDINGS = ("legal", "tile", "award", "winner")
