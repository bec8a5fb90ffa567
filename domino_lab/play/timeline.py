"""Timeline: a hand as its steps, from the deal to the settlement, with branches and notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from domino_lab.core.actions import Action
from domino_lab.core.errors import ArgumentError, DominoError, IllegalAction, StepError, quote
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.play import players
from domino_lab.play.hand import advance, advance_known
from domino_lab.play.players import PoliciesByText
from domino_lab.play.policies import Player
from domino_lab.play.settlement import settle
from domino_lab.play.start import Names, start
from domino_lab.play.state import Position, Step, Table
from domino_lab.play.view import View, past_of, view
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset, python_source
from domino_lab.words import phrase
from domino_lab.words.escaping import printable


class Note(NamedTuple):
    """A teacher's note at one step: text, marks on tiles and ends, a question and its subject, a hint.

    `marks` are "5-5" (a played tile), "#3" (the third tile played) or "end:5" (the open ends that show 5).
    """

    text: str | None = None
    marks: tuple[str, ...] = ()
    ask: str | None = None
    about: str = "score"
    hint: str | None = None


class Problem(NamedTuple):
    """A problem in a hand file: its line (from 1), its move (from 1), the clause, and a sentence."""

    line: int | None
    move: int | None
    clause: str
    message: str

    @property
    def text(self) -> str:
        """The problem as a line: the place, the message, and the clause.

        >>> Problem(31, 4, "AF0-DRAW-1", "Ana may not draw.").text
        'Line 31, move 4: Ana may not draw. (AF0-DRAW-1)'
        """
        keys = {(True, True): "problem_at", (True, False): "problem_line", (False, True): "problem_move"}
        key = keys.get((self.line is not None, self.move is not None))
        facts = {"message": " ".join(self.message.split()), "clause": self.clause}
        if key is None:
            return phrase("record.problem_only", **facts)
        return phrase("record.problem", place=phrase(f"record.{key}", line=self.line, move=self.move), **facts)


@dataclass(frozen=True)
class Timeline:
    """A hand: `steps[0]` is the deal, then one step for each action, then (when the hand is over) the settlement.

    `notes` has the notes by step number. `title`, `source` and the notes are the writer's words: show them as plain
    text. `problems` and `remarks` come from reading a file. `line` is the Python that recreates this timeline, if it
    was given; `asked` has the arguments of `play_out`, from which `recipe` writes that line.

    >>> import domino_lab as dl
    >>> hand = dl.play_out("block", seed=7)
    >>> hand.steps[0].action is None and hand.is_over
    True
    """

    steps: tuple[Step, ...]
    title: str = ""
    source: str = ""
    notes: Mapping[int, Note] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()
    line: str = ""
    text: str = ""
    shuffle: Shuffle | None = None
    asked: Mapping[str, object] | None = None

    def __len__(self) -> int:
        return len(self.steps)

    def __repr__(self) -> str:
        """Short: with every state in it a whole hand would fill the reader's screen many times over."""
        name = self.title or self.recipe or self.rules.name
        steps = "1 step" if len(self) == 1 else f"{len(self)} steps"
        return f"<Timeline {printable(name)}: {steps}, {self.state.over or 'not over'}>"

    def __getitem__(self, number: int) -> Step:
        try:
            return self.steps[number]
        except (IndexError, TypeError) as error:
            kind = StepError if isinstance(error, IndexError) else ArgumentError
            last = len(self) - 1
            raise kind(f"there is no step {quote(number)}: the steps are 0 to {last}") from None

    @property
    def recipe(self) -> str:
        """The line of Python that recreates this timeline; empty if there is none.

        >>> import domino_lab as dl
        >>> dl.play_out("block", seed=7, policies="random").recipe.startswith('dl.play_out("block", seed=7')
        True
        """
        if self.line or self.asked is None or self.shuffle is None:
            return self.line
        return _recipe(self.steps[0].state.table, self.shuffle, self.asked)

    @cached_property
    def state(self) -> Position:
        """The last state."""
        return self.steps[-1].state

    @cached_property
    def rules(self) -> Ruleset:
        """The ruleset of this hand."""
        return self.state.table.rules

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players, by seat."""
        return self.state.table.names

    @cached_property
    def is_over(self) -> bool:
        """True if the hand has ended."""
        return self.state.over is not None

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The actions, in order."""
        return tuple(step.action for step in self.steps if step.action is not None)

    @property
    def is_study(self) -> bool:
        """True for a layout study: tiles played without a deal."""
        return self.state.table.study

    def play(self, action: Action) -> Timeline:
        """Return this timeline with one more action, and with the settlement if that ends the hand.

        Raises IllegalAction, with the ruling, for an action that the rules refuse.

        >>> import domino_lab as dl
        >>> hand = dl.play_out("block", seed=1)
        >>> len(hand.upto(0).play(hand[1].action))
        2
        """
        return replace(self, steps=(*self.steps, *next_steps(self.state, action)), line="", asked=None)

    def upto(self, number: int) -> Timeline:
        """Return the line up to step `number`, from which another can branch; the steps are shared, not copied.

        >>> import domino_lab as dl
        >>> hand = dl.play_out("block", seed=7)
        >>> hand.upto(3).steps[2] is hand.steps[2]
        True
        """
        kept = self.steps[: max(number, 0) + 1]
        notes = {step: note for step, note in self.notes.items() if step < len(kept)}
        whole = len(kept) == len(self.steps)
        return replace(self, steps=kept, notes=notes, problems=(), remarks=(), text="",
                       line=self.line if whole else "", asked=self.asked if whole else None)


def next_steps(state: Position, action: Action, ruling: Ruling | None = None) -> tuple[Step, ...]:
    """Return the step that `action` makes, and the settlement if that ends the hand; raises IllegalAction.

    `ruling` is that on the action, where it has been judged already.
    """
    step = advance(state, action, ruling)
    return (step, settle(step.state)) if step.state.over else (step,)


def deal_hand(
    rules: Ruleset,
    shuffle: Shuffle,
    *,
    seats: int | None = None,
    names: Names | None = None,
    standing: Standing | None = None,
) -> Timeline:
    """Return a hand of `shuffle` that has been dealt and not begun.

    A patience may be over as soon as it is dealt; it is then settled, too.
    """
    first = start(rules, shuffle, seats=seats, names=names, standing=standing)
    over = first.state.over
    return Timeline((first, settle(first.state)) if over and over != "misdeal" else (first,), shuffle=shuffle)


def play_out(
    rules: Ruleset,
    shuffle: Shuffle,
    *,
    seats: int | None = None,
    names: Names | None = None,
    policies: PoliciesByText = None,
    standing: Standing | None = None,
) -> Timeline:
    """Return a whole hand of `shuffle` played out by `policies`: names or player functions, one for all, or one each.

    By default, as few players take part as the game allows; they are greedy if plays score, and otherwise play the
    heaviest tile first.
    """
    first = start(rules, shuffle, seats=seats, names=names, standing=standing)
    asked = {"names": list(names) if names else None, "policies": policies} if standing is None else None
    return Timeline(play_to_end((first,), streams_of(shuffle, first.state), policies), shuffle=shuffle, asked=asked)


def _recipe(table: Table, shuffle: Shuffle, said: Mapping[str, object]) -> str:
    """Empty for a given order, for a player of the reader's own, and for rules that no line can make."""
    rules, who = table.rules, said["policies"]
    source = python_source(rules)
    if shuffle.given is not None or not source or any(map(callable, who if isinstance(who, (list, tuple)) else [who])):
        return ""
    asked = {"seed": shuffle.seed, "hand": shuffle.hand or None}
    asked["seats"] = table.seats if table.seats != rules.dealing.seat_counts[0] else None
    given = [f"{name}={value!r}" for name, value in {**asked, **said}.items() if value is not None]
    return f"dl.play_out({', '.join([source, *given])})"


def play_on(line: Timeline, shuffle: Shuffle, policies: PoliciesByText = None) -> Timeline:
    """Return `line`, played on to the end of the hand by `policies`, with the choices of `shuffle`.

    If a tile must be drawn and the next one of the boneyard is not known, the line stops before that draw.
    """
    if line.is_over:
        return line
    steps = play_to_end(line.steps, streams_of(shuffle, line.state), policies)
    return replace(line, steps=steps, line="", asked=None)


_MOST_ROUNDS = 100
"""The rounds in which everybody passes before a hand is said never to end: no boneyard is as large."""


def play_to_end(
    steps: tuple[Step, ...], streams: Sequence[Stream], policies: PoliciesByText, before: list[Stream] | None = None
) -> tuple[Step, ...]:
    """Return `steps`, played on to the settlement by `policies`, each seat with the picks of its stream.

    The mover's stream before each action is added to `before`. It stops before a draw of an unknown tile. Raises
    DominoError if the players only pass.
    """
    state = steps[-1].state
    if state.over == "misdeal" or steps[-1].settled is not None:
        return steps
    more, choose, moves = list(steps), functions_by_seat(state, policies), None
    # The stream of a player who never takes a pick from it need not be copied.
    takes_luck = [players.takes_luck(player) for player in choose]
    while not state.over:
        seat = state.turn
        if before is not None:
            before.append(copy(streams[seat]) if takes_luck[seat] else streams[seat])
        action = players.ask(choose[seat], more, streams[seat], moves)
        try:
            step, moves = advance_known(state, action, moves)
        except IllegalAction as refused:
            if is_unknown(refused.ruling):
                return tuple(more)
            players.blame(choose[seat], action, refused)
            raise
        more.append(step)
        state = step.state
        if state.passes > _MOST_ROUNDS * state.table.seats and not state.over:
            raise DominoError(f"the hand never ends: everybody has passed {_MOST_ROUNDS} times in a row, though "
                              f"somebody can play; where players may always pass, they must play a tile some time, or "
                              'the hand must end when everybody passes (block = "all-pass")')
    return (*more, settle(state))


def streams_of(shuffle: Shuffle, state: Position) -> list[Stream]:
    """Return the stream of picks of each seat, from the beginning."""
    return [shuffle.choices(seat) for seat in range(state.table.seats)]


def is_unknown(ruling: Ruling) -> bool:
    """Return True if a draw was refused only because the next tile is not known (GEN-HOLD-1)."""
    return (ruling.clause, ruling.case) == ("GEN-HOLD-1", "unknown")


def functions_by_seat(state: Position, policies: PoliciesByText) -> tuple[Player, ...]:
    """Return the player function of each seat; raises DominoError for an unknown policy."""
    return tuple([players.get(name) for name in players.players_by_seat(policies, state.rules, state.table.seats)])


def view_of(line: Timeline, seat: int) -> View:
    """Return the view of `seat` at the end of a line, with everything it has seen happen."""
    seen = view(line.steps[-1].state, seat)
    return seen._replace(past=past_of(line.steps, seat)) if seen.rules.solo is None else seen
