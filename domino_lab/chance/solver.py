"""Solver: with all tiles known, the best play of a hand of two players or two pairs, and its value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.chance.knowledge import Hidden
from domino_lab.chance.rollouts import BestPlay, points_ahead
from domino_lab.core.actions import Action
from domino_lab.core.arguments import checked
from domino_lab.core.errors import ArgumentError, DominoError, quote
from domino_lab.core.lazy import old_name
from domino_lab.kernel import engines
from domino_lab.kernel.chain_games import MOST_TILES
from domino_lab.kernel.encoding import KERNEL, unplayable
from domino_lab.play.legal import legal, must_take
from domino_lab.play.move_text import describe_move
from domino_lab.play.settlement import settle
from domino_lab.play.start import names_for
from domino_lab.play.state import Position, PositionLike, State, Step
from domino_lab.play.timeline import Timeline
from domino_lab.record.load import HandOrRuleset, hand_of
from domino_lab.rules.custom import label
from domino_lab.rules.known import Known
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import show_value
from domino_lab.words import phrase
from domino_lab.words.escaping import paragraphs, without_math

if TYPE_CHECKING:
    import pandas as pd


class Choice(NamedTuple):
    """An action, and the worth of the hand to its player if both sides play their best from there on."""

    action: Action
    value: int


@dataclass(frozen=True, repr=False)
class Solution:
    """Perfect play of a hand with all tiles open.

    `value` is the value of the hand to the side of the seat to move: the points by which it gets ahead of the other
    side from here on. `choices` has all legal actions, the best first. `player` is the player to move, and `sides` are
    that player's side and the other; `in_play` is True where points are scored before the end of the hand. It displays
    as text and as a table.
    """

    seat: int
    choices: tuple[Choice, ...]
    player: str = names_for(2)[0]
    sides: tuple[str, ...] = names_for(2)
    in_play: bool = False

    @property
    def value(self) -> int:
        """The value of the hand to the side of the seat to move."""
        return self.choices[0].value

    @property
    def best(self) -> Action:
        """The best action; if several are equally good, the first in the order of legal actions."""
        return self.choices[0].action

    @property
    def text(self) -> str:
        """The player to move, the best action, and how the hand then ends."""
        kind = ("ahead" if self.value else "level") if self.in_play else "wins" if self.value else "nobody"
        ends = phrase(f"chance.then_{kind}", player=self.sides[self.value < 0], points=abs(self.value))
        return f"{phrase('chance.best', player=self.player, action=self.best)}\n{ends}"

    def plus(self, points: int) -> Solution:
        """Return the same with so many points more for every choice."""
        choices = tuple([choice._replace(value=choice.value + points) for choice in self.choices])
        return replace(self, choices=choices)

    def table(self) -> pd.DataFrame:
        """Return every action with its worth to the seat to move, in points; a pandas table, the best first.

        >>> perfect_play("block", seed=4).solutions[0].table().columns.tolist()
        ['move', 'worth']
        """
        from domino_lab.io.dataframes import Printable

        columns = [phrase("chance.column_move"), phrase("chance.column_worth")]
        return Printable([(str(choice.action), choice.value) for choice in self.choices], columns=columns)

    def __str__(self) -> str:
        return f"{self.text}\n{self.table().to_string(index=False)}"

    def __repr__(self) -> str:
        return f"<Solution: {self.best}, worth {self.value} to seat {self.seat}>"

    def _repr_mimebundle_(self, **_which: object) -> dict[str, str]:
        page = without_math(paragraphs(self.text), self.table().to_html(index=False))
        return {"text/plain": str(self), "text/html": page}


FIRST_TRIES = 1_000
"""The moves that plain Python tries first: that solves most endgames before the compiled engine is ready."""
PLAIN_TRIES, COMPILED_TRIES = 20_000, 3_000_000
"""The moves to try before a hand is called too long; they take a few seconds."""

SMALL_TABLE, LARGE_TABLE = 1 << 12, 1 << 18
"""The sizes of the table of positions: making a large one takes longer than most hands do."""


SOLVER = Known("the solver", "solver", like=KERNEL)
"""The axes and values that the solver knows: those of the kernel, but for turns that are no play, draw or pass."""


class TooLongError(DominoError):
    """The hand is too long to solve: more moves would have to be tried than there is time for."""


@checked
def solve(state: PositionLike, *, compiled: bool | None = None) -> Solution:
    """Return the best play for the seat to move, and the value of every action.

    `compiled` chooses the compiled engine or plain Python; by default plain Python begins, and the compiled engine
    takes over if the hand is long and numba is installed. Raises DominoError for a hand that is over or that cannot be
    solved (see `refusal`), and TooLongError, a DominoError, if too many moves would have to be tried.

    >>> str(dl.chance.solve(dl.play_out("block", seed=4)[-7].state, compiled=False).best)
    'play 3-3 on the 3'
    """
    message = refusal(state)
    if message or not isinstance(state, State):
        raise DominoError(message)
    return Search(compiled=compiled).solution(state)


@checked
def value_of(state: PositionLike, *, compiled: bool | None = None) -> int:
    """Return the points by which the side of seat 0 gets ahead from here on if both sides play their best.

    Raises DominoError like `solve`, except for a hand that is over, whose value is what it is settled for.

    >>> line = dl.play_out("block", seed=3)
    >>> abs(dl.chance.value_of(line[-2].state, compiled=False)) == line[-1].settled.award
    True
    """
    if isinstance(state, State) and state.over:
        return _ahead(state, settle(state))
    solution = solve(state, compiled=compiled)
    return solution.value * _sign(state, solution.seat)


def _sign(state: Position, seat: int) -> int:
    """Return 1 for a seat of the first side, -1 for the other."""
    return 1 - 2 * state.rules.dealing.side(seat)


def pays_in_play(rules: Ruleset) -> bool:
    """Return True if a hand may bring points, or chips, to others than its winner, or before its end."""
    return rules.scores_in_play or rules["who_scores"] != "winner" or bool(rules["draw_cost"])


def _ahead(before: Position, last: Step) -> int:
    """Return the points by which the first of two sides has got ahead since `before`."""
    return round(points_ahead(before, last, 0, win=0))


def refusal(state: Position) -> str:
    """Return the reason why this hand cannot be solved; "" if it can. Raises TypeError for another object.

    The solver knows hands of two players, or of two pairs, in which a turn is a play, a draw or a pass, if the boneyard
    is known. A hand in which players may draw by choice is often too long.
    """
    if not hasattr(state, "table"):
        raise ArgumentError(phrase("chance.no_state", asked=quote(state)))
    rules = state.table.rules
    if SOLVER.strange_axis():
        return SOLVER.refusal(rules)
    if not isinstance(state, State) or not is_solvable(rules):
        by = None if rules.solo is not None else _obstacle(rules)
        return phrase("chance.not_solved_by", rules=rules.name, axis=by[0], value=by[1]) if by else phrase(
            "chance.not_solved", rules=rules.name)
    if rules.side_count(state.table.seats) != 2:
        return phrase("chance.not_two", seats=state.table.seats)
    if state.lead.seeks or must_take(state):
        return phrase("chance.no_leader")
    if state.table.study or (state.below and rules["draw_when"] != "never"):
        return phrase("chance.not_known")
    return phrase("chance.is_over") if state.over else ""


def is_solvable(rules: Ruleset) -> bool:
    """Return True if hands of two sides can be solved under these rules: a turn is a play, a draw or a pass."""
    return rules.solo is None and not SOLVER.strange_axis() and _obstacle(rules) is None


def _obstacle(rules: Ruleset) -> tuple[str, str] | None:
    """Return the axis or group that keeps a game from being solved, and its value; None if nothing does."""
    if unplayable(rules):
        for group, policy in rules.own.items():
            return group, label(policy)
    axis = SOLVER.strange_value(rules)
    if not axis and rules["draw_when"] == "optional" and rules["voluntary_max"] != "any":
        axis = "voluntary_max"
    if not axis and len(rules.equipment.set.tiles) > MOST_TILES:
        axis = "max_pip"
    if not axis and any(len(outs) > 1 for fits in rules.fitting.values() for outs in fits.values()):
        if "matching" in rules.own:
            return "matching", label(rules.own["matching"])
        axis = "matching"
    return (axis, show_value(rules[axis])) if axis else None


class Search:
    """A search for the best play from states of a hand: shortly at first, and then at length."""

    def __init__(self, *, compiled: bool | None = None) -> None:
        plain, quick = [(False, PLAIN_TRIES)], [(True, COMPILED_TRIES // 300), (True, COMPILED_TRIES)]
        if compiled is None:
            self._ways = [(False, FIRST_TRIES), *(quick if engines.can_compile() else plain)]
        else:
            self._ways = quick if compiled else plain

    def solution(self, state: Position) -> Solution:
        """Return all legal actions in a state that `refusal` lets pass, with their values; may raise TooLongError."""
        actions, values = legal(state), None
        while values is None:
            compiled, tries = self._ways[0]
            values = self._values(state, actions, tries, compiled=compiled)
            if values is None and len(self._ways) == 1:
                raise TooLongError(phrase("chance.too_long", tries=f"{tries:,}"))
            if values is None:
                self._ways = self._ways[1:]
        table, side = state.table, state.rules.dealing.side(state.turn)
        choices = [Choice(action, value) for action, (value,) in zip(actions, values, strict=True)]
        return Solution(state.turn, tuple(sorted(choices, key=lambda choice: -choice.value)), table.names[state.turn],
                        (table.side_name(side), table.side_name(1 - side)), pays_in_play(state.rules))

    def _values(self, state: Position, actions: tuple[Action, ...], tries: int, *, compiled: bool
                ) -> list[list[int]] | None:
        best = BestPlay(state, tries, compiled=compiled,
                        entries=LARGE_TABLE if tries == COMPILED_TRIES else SMALL_TABLE)
        return best.values(actions, [Hidden(dict(enumerate(state.holdings)), state.stock or tuple(state.below))])


class Judged(NamedTuple):
    """An action of `seat` that led to `step`, the value of the hand to that seat after it, and all its choices."""

    step: int
    seat: int
    action: Action
    value: int
    solution: Solution

    @property
    def lost(self) -> int:
        """The points that the action gave away, 0 for a best action."""
        return self.solution.value - self.value


@dataclass(frozen=True, repr=False)
class Perfect:
    """A hand beside perfect play with all tiles open: `solutions` has the solution of the state after each step.

    A long hand is solved backwards from its end; the earlier steps have no solution because they are too long.

    >>> found = perfect_play("block", seed=4)
    >>> found.value, found.result
    (-40, 1)
    """

    line: Timeline
    solutions: Mapping[int, Solution]

    @property
    def first(self) -> int:
        """The first step whose state is solved, or the last step if none is."""
        return min(self.solutions, default=len(self.line) - 1)

    @property
    def value(self) -> int | None:
        """The worth of the deal to seat 0 if both play their best, below 0 if seat 1 wins; None if it is too long."""
        return self.value_after(0)

    def value_after(self, step: int) -> int | None:
        """Return the value of the hand to seat 0 after a step, if both play their best from there; None if too long.

        >>> perfect_play("block", seed=4).value_after(99)
        1
        """
        solution = self.solutions.get(step)
        if solution is not None:
            return solution.value * _sign(self.line.state, solution.seat)
        over = self.line.steps[min(step, len(self.line) - 1)].state.over
        return self.result if over else None

    @property
    def result(self) -> int | None:
        """The points by which the first side got ahead in the hand, below 0 if it fell behind; None before its end."""
        steps = self.line.steps
        return None if steps[-1].settled is None else _ahead(steps[0].state, steps[-1])

    @cached_property
    def moves(self) -> tuple[Judged, ...]:
        """Every action of the hand from the first solved step on, with its worth.

        >>> [move.step for move in perfect_play("block", seed=4).moves if move.lost]
        [3, 4, 5, 12]
        """
        moves_judged = []
        for number, solution in sorted(self.solutions.items()):
            after = self.value_after(number + 1)
            action = self.line.steps[number + 1].action if number + 1 < len(self.line) else None
            if action is not None and after is not None:
                value = after * _sign(self.line.state, solution.seat)
                moves_judged.append(Judged(number + 1, solution.seat, action, value, solution))
        return tuple(moves_judged)

    def loss_of(self, seat: int) -> int:
        """Return the points that a seat gave away in all.

        The result is the value of the deal, minus what seat 0 gave away, plus what seat 1 gave away.

        >>> found = perfect_play("block", seed=4)
        >>> found.value - found.loss_of(0) + found.loss_of(1) == found.result
        True
        """
        return sum(move.lost for move in self.moves if move.seat == seat)

    lost_by = old_name("loss_of")

    def value_text(self, step: int) -> str:
        """Return the value of the hand at a step, as a sentence."""
        if self.line.steps[step].state.over:
            return phrase("compare.over")
        value = self.value_after(step)
        if value is not None:
            return phrase("perfect.from_here" if step else "perfect.from_deal", result=self._outcome(value))
        return phrase("perfect.too_long_here", step=self.first) if self.solutions else phrase("perfect.never")

    def _outcome(self, value: int) -> str:
        """Return the winner and the points, in words, if the hand is worth `value` to seat 0."""
        side = self.line.state.table.side_name(int(value < 0))
        in_play = pays_in_play(self.line.rules)
        kind = ("ahead" if value else "level") if in_play else "wins" if value else "nobody"
        return phrase(f"perfect.{kind}", player=side, points=abs(value))

    @property
    def deal_text(self) -> str:
        """The worth of the deal in words, or the part of the hand that is too long to solve."""
        if self.value is not None or not self.solutions:
            return self.value_text(0)
        return phrase("perfect.too_long", step=self.first - 1)

    @property
    def result_text(self) -> str:
        """The result of the hand in words; "" if the hand did not end."""
        return "" if self.result is None else phrase("perfect.in_hand", result=self._outcome(self.result))

    @property
    def loss_texts(self) -> tuple[str, ...]:
        """The points that each player gave away, in words; one sentence if nobody gave away any."""
        if not any(move.lost for move in self.moves):
            return (phrase("perfect.none_lost"),)
        return tuple(phrase("perfect.lost_all" if self.loss_of(seat) else "perfect.lost_nothing", player=name,
                            lost=self.loss_of(seat)) for seat, name in enumerate(self.line.names))

    def move_texts(self, move: Judged) -> tuple[str, str]:
        """Return how much a move gave away, and the move with the best one instead."""
        words = phrase("perfect.lost", step=move.step, player=self.line.names[move.seat], lost=move.lost)
        played, best = self._describe(move)
        return words, phrase("perfect.lost_move", player=self.line.names[move.seat], move=played, best=best)

    def _describe(self, move: Judged) -> tuple[str, str]:
        state = self.line.steps[move.step - 1].state
        return describe_move(state, move.action), describe_move(state, move.solution.best)

    def choice_texts(self, step: int) -> tuple[tuple[str, bool], ...]:
        """Return the moves after a step, the best first, each with its worth to the mover, and True for a best one.

        Moves at two equal open ends count as one choice.
        """
        solution = self.solutions.get(step)
        if solution is None:
            return ()
        played = self.line.steps[step + 1].action if step + 1 < len(self.line) else None
        state = self.line.steps[step].state
        alike: dict[str, list[Choice]] = {}
        for each in solution.choices:
            alike.setdefault(describe_move(state, each.action), []).append(each)
        return tuple(_choice_text(words, ones[0].value, solution, is_played=any(each.action == played for each in ones))
                     for words, ones in alike.items())

    @property
    def text(self) -> str:
        """The worth of the deal, the result, and the points given away, move by move and in all.

        >>> perfect_play("block", seed=4).text.splitlines()[0]
        'If both play their best from the deal: Ben wins 40 points.'
        """
        losses = [". ".join(self.move_texts(move)) for move in self.moves if move.lost]
        lines = (self.deal_text, self.result_text, *losses, *self.loss_texts, phrase("perfect.open_tiles"))
        return "\n".join(filter(None, lines))

    def table(self) -> pd.DataFrame:
        """Return every solved move: its step, its player, its worth to that player, and the best move instead.

        Points below zero are a loss; `lost` has the points given away.

        >>> perfect_play("block", seed=4).table()["lost"].tolist()[:4]
        [0, 0, 34, 25]
        """
        from domino_lab.io.dataframes import Printable

        names = ("step", "player", "move", "value", "best", "best_value", "lost")
        columns = [phrase(f"perfect.column_{name}") for name in names]
        rows = []
        for move in self.moves:
            played, best = self._describe(move)
            player = self.line.names[move.seat]
            rows.append((move.step, player, played, move.value, best, move.solution.value, move.lost))
        return Printable(rows, columns=columns).set_index(columns[0])

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return without_math(paragraphs(self.text), self.table().to_html())


def _choice_text(move: str, value: int, solution: Solution, *, is_played: bool) -> tuple[str, bool]:
    kinds = ("ahead", "behind", "level") if solution.in_play else ("wins", "loses", "nobody")
    worth = phrase(f"perfect.worth_{kinds[0 if value > 0 else 1 if value else 2]}", points=abs(value))
    is_best, words = value == solution.value, phrase("perfect.worth", move=move, value=worth)
    marks = [phrase("perfect.mark_best")] if is_best else []
    marks += [phrase("perfect.mark_hand")] if is_played else []
    return phrase("perfect.marked", words=words, marks=marks) if marks else words, is_best


@checked
def perfect_play(
    hand: HandOrRuleset, *, seed: int = 0, seats: int | None = None, compiled: bool | None = None
) -> Perfect:
    """Compare each step of a hand of two sides with perfect play.

    `hand` is a hand, a packaged hand, a file, or a game that the default players play out: `seed` and `seats` choose
    its deal. Both sides see all tiles, those of the boneyard too. A long hand is solved backwards from its end, as far
    as there is time. Raises DominoError for an object that is not a hand, and for a hand that cannot be solved.

    >>> len(dl.perfect_play("block", seed=1).moves)
    8
    """
    line = hand_of(hand, seed=seed, seats=seats)
    message = refusal(line.steps[0].state)
    if message:
        raise DominoError(message)
    search, solutions = Search(compiled=compiled), {}
    for number in reversed(range(len(line))):
        step = line.steps[number]
        if step.state.over:
            continue
        try:
            solution = search.solution(step.state)
        except TooLongError:
            break
        so_far = _ahead(line.steps[0].state, step) * _sign(step.state, step.state.turn)
        solutions[number] = solution.plus(so_far)
    return Perfect(line, solutions)
