"""Solver: with all tiles known, the best play of a hand of Block or Draw for two, and its value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.core.actions import Action
from domino_lab.core.arguments import checked
from domino_lab.core.errors import ArgumentError, DominoError, quote
from domino_lab.core.tiles import Tile
from domino_lab.kernel import alphabeta as ab, engines
from domino_lab.kernel.encoding import lightness
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.move_text import describe_move
from domino_lab.play.settlement import settle
from domino_lab.play.start import names_for
from domino_lab.play.state import Moment, Position, State
from domino_lab.play.timeline import Timeline
from domino_lab.record.load import HandOrRuleset, hand_of
from domino_lab.rules.custom import label
from domino_lab.rules.known import Known
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Final
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

    `value` is the value of the hand to the seat to move: its award if it wins, minus the other's award if it loses, 0
    if nobody wins. `choices` has all legal actions, the best first. It displays as text and as a table.
    """

    seat: int
    choices: tuple[Choice, ...]

    @property
    def value(self) -> int:
        """The worth of the hand to the seat to move."""
        return self.choices[0].value

    @property
    def best(self) -> Action:
        """The best action; if several are equally good, the first in the order of legal actions."""
        return self.choices[0].action

    @property
    def text(self) -> str:
        """The seat to move, its best action, and how the hand then ends."""
        names = names_for(2)
        winner = self.seat if self.value > 0 else 1 - self.seat
        ends = phrase("chance.then_wins" if self.value else "chance.then_nobody", player=names[winner],
                      points=abs(self.value))
        return f"{phrase('chance.best', player=names[self.seat], action=self.best)}\n{ends}"

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


FIRST_TRIES = 4_000
"""The number of moves plain Python tries first: that solves most hands before the compiled engine is ready."""
PLAIN_TRIES, COMPILED_TRIES = 250_000, 3_000_000
"""The number of moves to try before a hand is called too long; they take a few seconds."""

MOST_PIPS = 9
"""The largest set that fits into a mask of tiles."""
MOST_WEIGHT = 1000
"""The greatest weight of a whole set: there is an award for each pair of weights, and more of them take too long."""

_PLAIN_ENTRIES, _COMPILED_ENTRIES = 1 << 14, 1 << 19

SOLVER = Known("the solver", "solver", places=ab.axis.values)
"""The axes and values that the solver knows."""


class TooLongError(DominoError):
    """The hand is too long to solve: more moves would have to be tried than there is time for."""


@checked
def solve(state: Moment, *, compiled: bool | None = None) -> Solution:
    """Return the best play for the seat to move, and the value of every action.

    `compiled` chooses the compiled engine or plain Python; by default plain Python begins, and the compiled engine
    takes over if the hand is long and numba is installed. Raises DominoError for a hand that is over or that cannot be
    solved (see `refusal`), and TooLongError, a DominoError, if too many moves would have to be tried.

    >>> import domino_lab as dl
    >>> str(dl.chance.solve(dl.play_out("block", seed=4)[-7].state, compiled=False).best)
    'play 3-3 on the 3'
    """
    known = _check_solvable(state)
    return Search(known, compiled=compiled).solution(known)


def _check_solvable(state: Position) -> State:
    """Return the state if the solver knows it; else raise DominoError with the reason."""
    message = refusal(state)
    if message or not isinstance(state, State):
        raise DominoError(message)
    return state


@checked
def value_of(state: Moment, *, compiled: bool | None = None) -> int:
    """Return the value of a hand to seat 0 if both sides play their best; this is faster than `solve`.

    Raises DominoError like `solve`, except for a hand that is over.

    >>> import domino_lab as dl
    >>> line = dl.play_out("block", seed=3)
    >>> abs(dl.chance.value_of(line[-2].state, compiled=False)) == line[-1].settled.award
    True
    """
    known = state if isinstance(state, State) and state.over else _check_solvable(state)
    return Search(known, compiled=compiled).value(known)


def refusal(state: Position) -> str:
    """Return the reason why this hand cannot be solved; "" if it can. Raises TypeError for another object.

    The solver knows hands of two seats in a line without spinners, if equal values match, no play scores, no award is
    lost to an exact target, and the boneyard is known. A hand in which players may draw by choice is often too long.
    """
    if not hasattr(state, "table"):
        raise ArgumentError(phrase("chance.no_state", asked=quote(state)))
    rules = state.table.rules
    if SOLVER.strange_axis():
        return SOLVER.refusal(rules)
    if not isinstance(state, State) or not is_plain(rules):
        by = None if rules.solo is not None else _obstacle(rules)
        return phrase("chance.not_solved_by", rules=rules.name, axis=by[0], value=by[1]) if by else phrase(
            "chance.not_solved", rules=rules.name)
    if state.table.seats != 2:
        return phrase("chance.not_two", seats=state.table.seats)
    if state.lead.seeks:
        return phrase("chance.no_leader")
    if state.table.study or (state.below and rules["draw_when"] != "never"):
        return phrase("chance.not_known")
    return phrase("chance.is_over") if state.over else ""


def is_plain(rules: Ruleset) -> bool:
    """Return True if hands for two can be solved under these rules: a plain line, and no points in play."""
    return rules.solo is None and not SOLVER.strange_axis() and _obstacle(rules) is None


def _obstacle(rules: Ruleset) -> tuple[str, str] | None:
    """Return the axis or group that keeps a game from being solved, and its value; None if nothing does."""
    for group, policy in rules.own.items():
        return group, label(policy)
    axis = SOLVER.strange_value(rules)
    if not axis and rules["draw_when"] == "optional" and rules["voluntary_max"] != "any":
        axis = "voluntary_max"
    if not axis and rules["max_pip"] > MOST_PIPS:
        axis = "max_pip"
    if not axis and sum(map(rules.equipment.weight, rules.equipment.set.tiles)) > MOST_WEIGHT:
        axis = "weights"
    return (axis, show_value(rules[axis])) if axis else None


class Search:
    """A search through one hand, which keeps one table of positions for the values of all its states.

    `tries` is the number of moves to try for each value; the default depends on the engine.
    """

    def __init__(self, state: Position, *, compiled: bool | None = None, tries: int | None = None) -> None:
        rules, stock, weigh = state.rules, state.stock, state.rules.equipment.weight
        tiles = sorted(rules.equipment.set.tiles, key=lambda tile: (-weigh(tile), tile))
        self._stock, self._place = stock, {tile: place for place, tile in enumerate(tiles)}
        self._table = list(_rules_table(rules, tuple(tiles)))
        self._table[ab.STOCK_SIZE] = len(stock)
        drawable = 0 if rules["draw_when"] == "never" else max(len(stock) - rules["reserve"], 0)
        for place, tile in enumerate(stock):
            self._table[ab.STOCK + place] = self._place[tile]
            self._table[ab.LEFT + place] = sum(map(weigh, stock[place:drawable]))
        self._changes = compiled is None and tries is None and engines.can_compile()
        self._use(compiled=bool(compiled))
        self._tries = tries or (COMPILED_TRIES if compiled else FIRST_TRIES if self._changes else PLAIN_TRIES)

    def _use(self, *, compiled: bool) -> None:
        """Begin again with an empty table, for one of the engines."""
        self._search = engines.alphabeta(compiled=compiled).search
        self._rules = engines.numbers(self._table, compiled=compiled)
        self._frames = engines.zeros(ab.FRAME * ab.MOST_FRAMES, compiled=compiled)
        self._known = engines.zeros(ab.ENTRY * (_COMPILED_ENTRIES if compiled else _PLAIN_ENTRIES), compiled=compiled)

    def solution(self, state: Position) -> Solution:
        """Return all legal actions in a state of this hand, with their values."""
        sign = 1 - 2 * state.turn
        choices = [Choice(action, self.value(advance(state, action).state) * sign) for action in legal(state)]
        return Solution(state.turn, tuple(sorted(choices, key=lambda choice: -choice.value)))

    def value(self, state: Position) -> int:
        """Return the value to seat 0 of a state at or after the first one given; may raise TooLongError."""
        if state.over:
            settled = settle(state).settled
            assert settled is not None
            return 0 if settled.winner is None else settled.award * (1 - 2 * settled.winner)
        if not state.chain.laid and (state.lead.must is not None or state.lead.among):
            # The search does not know the duty to lead certain tiles; under some rules one may draw before it.
            return self.solution(state).value * (1 - 2 * state.turn)
        value = self._search_value(state)
        if value == ab.OPEN and self._changes:
            self._use(compiled=True)
            self._tries, self._changes = COMPILED_TRIES, False
            value = self._search_value(state)
        if value == ab.OPEN:
            raise TooLongError(phrase("chance.too_long", tries=f"{self._tries:,}"))
        return value

    def _search_value(self, state: Position) -> int:
        """Return the value of a state, or OPEN if it takes too many moves to find."""
        frame = [0] * ab.FRAME
        for seat, held in enumerate(state.holdings):
            frame[ab.HELD + seat] = sum(1 << self._place[tile] for tile in held)
        frame[ab.END], frame[ab.END_1] = sorted(end.value for end in state.open_ends) or [-1, -1]
        frame[ab.TURN], frame[ab.PLACE] = state.turn, len(self._stock) - len(state.stock)
        frame[ab.DRAWN] = state.drawn if state.rules["draw_max"] != "until-playable" else 0
        frame[ab.BLOCKER] = state.blocker or 0
        self._frames[: ab.FRAME] = frame
        return int(self._search(self._rules, self._frames, self._known, self._tries))


@lru_cache(maxsize=16)
def _rules_table(rules: Ruleset, tiles: tuple[Tile, ...]) -> tuple[int, ...]:
    """Return the array of a ruleset without the stock; its settling gives the awards."""
    weigh, light = rules.equipment.weight, lightness(rules)
    width = sum(map(weigh, tiles)) + 1
    table = [0] * ab.OUT_AWARD
    table[ab.SIZE], table[ab.WIDTH] = len(tiles), width
    ab.axis.fill(table, rules.values)
    for place, tile in enumerate(tiles):
        table[ab.HALVES + place], table[ab.LOW + place] = tile.low + tile.high, tile.low
        table[ab.WEIGHT + place] = weigh(tile)
    for value, fitting in rules.fitting.items():
        table[ab.FITS + value] = sum(1 << place for place, tile in enumerate(tiles) if tile in fitting)
    for place, key in enumerate(sorted({light(tile) for tile in tiles})):
        table[ab.LIGHT + place] = sum(1 << number for number, tile in enumerate(tiles) if light(tile) == key)
    return (*table, *_awards(rules, width))


def _awards(rules: Ruleset, width: int) -> list[int]:
    """Return three tables of awards: for going out, for a block, and the most that a hand can be worth.

    They go by the weight of the loser's tiles; by the weights of both, which together are no more than the set; and by
    the weight of what the loser holds or can draw, unless an award can be negative.
    """
    def award(own: int, other: int, out: int | None) -> int:
        return rules.settling.sums(Final(((), ()), (own, other), (0, 1), ("", ""), out, None), 0).award

    went_out = [award(0, other, 0) for other in range(width)]
    blocked = [[award(own, other, None) if own <= other < width - own else 0 for other in range(width)]
               for own in range(width)]
    if min(went_out) < 0 or min(map(min, blocked)) < 0:
        most = [ab.ENDLESS] * width
    else:
        most_blocked = map(max, zip(*blocked, strict=True))     # by the weight of the loser's tiles
        most = list(accumulate(map(max, went_out, most_blocked), max))
    return [*went_out, *chain.from_iterable(blocked), *most]


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
            return solution.value * (1 - 2 * solution.seat)
        over = self.line.steps[min(step, len(self.line) - 1)].state.over
        return self.result if over else None

    @property
    def result(self) -> int | None:
        """The points of seat 0 from the hand, below 0 if seat 1 won; None if the hand did not end."""
        settled = self.line.steps[-1].settled
        if settled is None:
            return None
        return 0 if settled.winner is None else settled.award * (1 - 2 * settled.winner)

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
                value = after * (1 - 2 * solution.seat)
                moves_judged.append(Judged(number + 1, solution.seat, action, value, solution))
        return tuple(moves_judged)

    def lost_by(self, seat: int) -> int:
        """Return the points that a seat gave away in all.

        The result is the value of the deal, minus what seat 0 gave away, plus what seat 1 gave away.

        >>> found = perfect_play("block", seed=4)
        >>> found.value - found.lost_by(0) + found.lost_by(1) == found.result
        True
        """
        return sum(move.lost for move in self.moves if move.seat == seat)

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
        if not value:
            return phrase("perfect.nobody")
        return phrase("perfect.wins", player=self.line.names[0 if value > 0 else 1], points=abs(value))

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
        return tuple(phrase("perfect.lost_all" if self.lost_by(seat) else "perfect.lost_nothing", player=name,
                            lost=self.lost_by(seat)) for seat, name in enumerate(self.line.names))

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
    worth = phrase("perfect.nobody")
    if value:
        worth = phrase("perfect.worth_wins" if value > 0 else "perfect.worth_loses", points=abs(value))
    is_best, words = value == solution.value, phrase("perfect.worth", move=move, value=worth)
    marks = [phrase("perfect.mark_best")] if is_best else []
    marks += [phrase("perfect.mark_hand")] if is_played else []
    return phrase("perfect.marked", words=words, marks=marks) if marks else words, is_best


@checked
def perfect_play(
    hand: HandOrRuleset, *, seed: int = 0, seats: int | None = None, compiled: bool | None = None
) -> Perfect:
    """Compare each step of a hand of Block or Draw for two with perfect play.

    `hand` is a hand, a packaged hand, a file, or a game that the default players play out: `seed` and `seats` choose
    its deal. Both sides see all tiles, those of the boneyard too. A long hand is solved backwards from its end, as far
    as there is time. Raises DominoError for an object that is not a hand, and for a hand that cannot be solved.

    >>> len(perfect_play("block", seed=1).moves)
    8
    """
    line = hand_of(hand, seed=seed, seats=seats)
    message = refusal(line.steps[0].state)
    if message:
        raise DominoError(message)
    search, solutions = Search(line.steps[0].state, compiled=compiled), {}
    for number in reversed(range(len(line))):
        state = line.steps[number].state
        if state.over:
            continue
        try:
            solutions[number] = search.solution(state)
        except TooLongError:
            break
    return Perfect(line, solutions)
