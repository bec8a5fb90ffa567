"""Patience search: how many deals of a patience can be won, the best way to play on, and hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, NamedTuple

from domino_lab.chance.estimates import Estimate
from domino_lab.chance.jobs import engine_for
from domino_lab.chance.long_runs import heard
from domino_lab.core.actions import Action
from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import DominoError, IllegalAction
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.io.progress import Progress, Teller
from domino_lab.kernel import engines, patience_solver as solving
from domino_lab.kernel.encoding import compiled_rules
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.move_text import describe_move
from domino_lab.play.state import Moment, Position
from domino_lab.play.timeline import Timeline, dealt
from domino_lab.record.load import RulesetLike, ruleset
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_source
from domino_lab.solitaire.bingo import BingoState
from domino_lab.solitaire.columns import ColumnsState
from domino_lab.solitaire.knock_out import KnockOutState
from domino_lab.solitaire.line import LineState
from domino_lab.solitaire.patience_state import UNDEALT, PatienceState
from domino_lab.solitaire.twelve import TwelveState
from domino_lab.words import phrase
from domino_lab.words.escaping import paragraphs, without_math

if TYPE_CHECKING:
    import pandas as pd

BUDGET = 1 << 16
"""Positions looked at for one deal before it is called unknown; the hardest of a sheet's games take some thousands."""

Hand = Annotated[Timeline, "a hand from dl.load"]
Budget = Annotated[int, Whole(1, 1 << 22, power_of_two=True)]
"""The number of positions looked at for a deal: a book of the most takes 240 MB."""

MOST_SOLVED = 10_000_000
"""The result of each deal is kept: more of them would fill the memory."""

CHUNK = {"compiled": 20_000, "plain": 100}


@dataclass(frozen=True, repr=False)
class SolvedDeals:
    """Deals of a patience, each won, lost or unknown: the `verdicts`, and `fewest`, the tiles left at best, by deal.

    `asked` is the number of deals asked for; after an interrupt there are fewer. A deal is unknown, and its fewest -1,
    if the budget of positions was used up before a result.
    """

    rules: Ruleset
    seed: int
    asked: int
    budget: int
    verdicts: bytes
    fewest: tuple[int, ...]

    @property
    def hands(self) -> int:
        """The number of deals that were searched."""
        return len(self.verdicts)

    @property
    def won(self) -> int:
        """The number of deals that can be won."""
        return self.verdicts.count(solving.WON)

    @property
    def lost(self) -> int:
        """The number of deals that cannot be won."""
        return self.verdicts.count(solving.LOST)

    @property
    def unknown(self) -> int:
        """The number of deals that would take more positions than the budget."""
        return self.verdicts.count(solving.UNKNOWN)

    @property
    def estimate(self) -> Estimate:
        """The share that can be won, 0 to 1. If some are unknown, its interval covers both possibilities."""
        least, most = (Estimate.share(times, self.hands) for times in (self.won, self.won + self.unknown))
        return least._replace(high=most.high)

    @cached_property
    def left(self) -> Mapping[int, int]:
        """The number of deals by the fewest tiles that can be left (0 is won), without unknown ones."""
        return dict(sorted(Counter(number for number in self.fewest if number >= 0).items()))

    def numbers(self, left: int = 0) -> tuple[int, ...]:
        """Return the numbers of the deals in which `left` tiles remain at best; by default of those that can be won.

        >>> solvable("five-columns", hands=2, seed=1).numbers()
        (1,)
        """
        return tuple(hand for hand, number in enumerate(self.fewest) if number == left)

    def table(self) -> pd.DataFrame:
        """Return the deals and their share by the fewest tiles left, as a pandas table.

        >>> list(solvable("knock-out", hands=20).table().columns)
        ['tiles left at best', 'deals', 'share']
        """
        from domino_lab.io.dataframes import Printable

        names = [phrase(f"odds.column_{name}") for name in ("left", "deals", "share")]
        return Printable([(left, deals, deals / self.hands) for left, deals in self.left.items()], columns=names)

    @property
    def line(self) -> str:
        """The line of Python that gives this result again; empty if it cannot express a part of your own."""
        budget, source = "" if self.budget == BUDGET else f", budget={self.budget}", python_source(self.rules)
        return source and f"dl.chance.solvable({source}, hands={self.asked}, seed={self.seed}{budget})"

    def __str__(self) -> str:
        found = self.estimate
        facts = {"game": self.rules.name, "hands": self.hands, "won": f"{self.won:,}", "share": str(found),
                 "unknown": f"{self.unknown:,}", "low": f"{found.low:.3f}", "high": f"{found.high:.3f}"}
        return "\n".join((phrase("odds.unknown" if self.unknown else "odds.solvable", **facts), self.line))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return without_math(paragraphs(str(self)), self.table().to_html(index=False, float_format="{:.4f}".format))


@checked
def solvable(
    rules: RulesetLike, *, hands: Annotated[int, Whole(1, MOST_SOLVED)] = 1000, seed: int = 0,
    budget: Budget = BUDGET, progress: Teller | None = None, engine: str | None = None,
) -> SolvedDeals:
    """Count how many of the deals 0 to `hands` - 1 of `seed` can be won by any play at all, with all tiles in sight.

    Deal i is `Shuffle(seed=seed, hand=i)`, as in `simulate`. `budget` is a power of two: the number of positions that
    are looked at for a deal before it is called unknown. `engine` is "compiled" or "plain". If it is interrupted, it
    returns what it has found so far.

    Raises DominoError for a game against others, for rules or a set of tiles that it cannot solve, for a budget that is
    not a power of two, for a number of hands out of range, and for an invalid seed.

    >>> solvable("five-columns", hands=100, seed=1).estimate.covers(0.44)
    True
    """
    rules = ruleset(rules)
    compiled = solver_for(rules, engine) == "compiled"
    Shuffle(seed=seed)
    verdicts, fewest = bytearray(), list[int]()
    chunk = CHUNK["compiled" if compiled else "plain"]
    with heard(progress, hands, "solving") as report:
        for first in range(0, hands, chunk):
            count = min(chunk, hands - first)
            try:
                found = verdicts_on(rules, seed, range(first, first + count), budget=budget, compiled=compiled)
            except KeyboardInterrupt:
                if not verdicts:
                    raise
                break
            verdicts += found[0]
            fewest += found[1]
            report(Progress(first + count, hands, "solving"))
    return SolvedDeals(rules, seed, hands, budget, bytes(verdicts), tuple(fewest))


def solver_for(rules: Ruleset, wanted: str | None = None) -> str:
    """Return the engine that solves deals of these rules, "compiled" or "plain"; raises ValueError if there is none."""
    if rules.solo is None:
        raise DominoError(f"this works only for games for one player, and {rules.name} is played against others")
    if len(rules.equipment.set.tiles) > solving.MOST_TILES:
        raise DominoError(f"max_pip = {rules['max_pip']}: deals of {solving.MOST_TILES} tiles at most can be solved")
    how, why_not = engine_for(rules, wanted)
    if how == "readable":
        raise DominoError(why_not or 'engine must be "compiled" or "plain"')
    return how


def verdicts_on(rules: Ruleset, seed: int, deals: range, *, budget: int = BUDGET, compiled: bool = False
                ) -> tuple[bytes, tuple[int, ...]]:
    """Return the verdict on each of these deals (UNKNOWN, LOST or WON) and the tiles left at best."""
    found = engines.numbers((0,) * (solving.RESULT * len(deals)), compiled=compiled)
    table = engines.numbers(compiled_rules(rules, 1), compiled=compiled)
    key = engines.key_of(seed, compiled=compiled)
    engines.solver(compiled=compiled).solve(table, key, deals.start, len(deals), budget, found)
    numbers = [int(number) for number in found]
    return bytes(numbers[:: solving.RESULT]), tuple(numbers[2 :: solving.RESULT])


# --- the search by the rules: every way to play on, the best one, and hints -------------------------------------------

MOST = 1 << 14
"""Positions looked at before the search by the rules gives up."""


class Orders(NamedTuple):
    """Every way to play on: the number of `ways` and of different `positions`, and the tiles `left` at the ends.

    `choices` is the number of positions that offer more than one action. `is_whole` says that all positions were
    searched; otherwise there are more ways than these.
    """

    ways: int
    positions: int
    choices: int
    left: frozenset[int]
    is_whole: bool = True

    @property
    def all_alike(self) -> bool:
        """True if all ways leave the same number of tiles."""
        return len(self.left) == 1


@checked
def all_orders(state: Moment, budget: Annotated[int, Whole(1, 100 * MOST)] = MOST) -> Orders:
    """Count the orders in which a patience can be played on from `state`, as far as `budget` positions go.

    The stock keeps its order, though no player knows it. Two ways that lead to the same position both count; one
    that comes back to where it was does not.

    >>> import domino_lab as dl
    >>> found = dl.chance.all_orders(dl.play_out("twelve-to-go", seed=1)[0].state)
    >>> found.ways > 1, found.all_alike
    (True, True)
    """
    if not isinstance(state, PatienceState):
        raise DominoError(f"{state.rules.name} is played against others: only a game for one has orders to count")
    known, whole = _look_through(state, budget)
    ends = frozenset(one.state.left for one in known.values() if one.state.over)
    choices = sum(len(legal(one.state)) > 1 for one in known.values())
    return Orders(known[place_of(state)].ways, len(known), choices, ends, whole)


class _Met:
    """A position that was met, how it was reached, and what can follow."""

    def __init__(self, state: PatienceState, before: _Met | None = None, action: Action | None = None) -> None:
        self.state, self.before, self.action = state, before, action
        self.after: list[_Met] = []
        self.ways = 1 if state.over else 0

    def actions(self) -> tuple[Action, ...]:
        """Return the actions from the first position to this one."""
        found, one = [], self
        while one.before is not None and one.action is not None:
            found.append(one.action)
            one = one.before
        return tuple(reversed(found))


def _look_through(state: PatienceState, budget: int, *, stops: bool = False) -> tuple[dict[object, _Met], bool]:
    """Search depth first; return the positions met, and True if those were all or, if it `stops` there, one was won."""
    first = _Met(state)
    known: dict[object, _Met] = {place_of(state): first}
    deeper = [(first, iter(legal(state)))]
    while deeper:
        one, actions = deeper[-1]
        if (stops and one.state.over == "won") or len(known) > budget:
            return known, len(known) <= budget
        action = next(actions, None)
        if action is None:
            one.ways += sum(after.ways for after in one.after)
            deeper.pop()
            continue
        following = _after(one.state, action)
        place = place_of(following)
        if place not in known:
            known[place] = _Met(following, one, action)
            deeper.append((known[place], iter(legal(following))))
        one.after.append(known[place])
    return known, True


def _after(state: PatienceState, *actions: Action) -> PatienceState:
    for action in actions:
        following = advance(state, action).state
        assert isinstance(following, PatienceState)
        state = following
    return state


def place_of(state: PatienceState) -> tuple[object, ...]:
    """Return everything that the rest of the game depends on, and whether it is over.

    Empty columns count as the same, and so do the two ends of a line.
    """
    if isinstance(state, BingoState):
        return state.over, state.row, state.at, state.number
    if isinstance(state, ColumnsState):
        return state.over, tuple(sorted(state.columns)), state.reserve
    if isinstance(state, KnockOutState):
        return state.over, state.row, state.lefts
    if isinstance(state, TwelveState):
        return state.over, frozenset(state.row), len(state.stock)
    assert isinstance(state, LineState), "a sixth game depends on something of its own"
    return state.over, state.holdings, len(state.stock), tuple(sorted(end.value for end in state.open_ends))


@checked
def best_line(rules: RulesetLike, *, seed: int = 0, hand: int = 0, budget: Budget = BUDGET) -> Timeline:
    """Return deal `hand` of `seed`, played so that it is won or, if that is impossible, the fewest tiles are left.

    Raises DominoError for a game or a budget that `solvable` refuses, and if the budget of positions is not enough.

    >>> best_line("five-columns", seed=1, hand=1).state.over
    'won'
    """
    rules = ruleset(rules)
    solver_for(rules, "plain")
    line = best_from(dealt(rules, Shuffle(seed=seed, hand=hand)), budget=budget)
    left, facts = _alone(line.state).left, {"game": rules.name, "seed": seed, "hand": hand + 1}
    title = phrase("odds.least", left=left, **facts) if left else phrase("odds.best", **facts)
    source = python_source(rules)
    return replace(line, title=title, line=source and f"dl.chance.best_line({source}, seed={seed}, hand={hand})")


@checked
def best_from(line: Hand, *, budget: Budget = BUDGET) -> Timeline:
    """Return a patience as far as `line` goes, then played on to its end so that the fewest tiles are left.

    All tiles are in sight, those of the stock too. `budget` is a power of two. Raises DominoError if it is not enough,
    and for a hand against others.

    >>> import domino_lab as dl
    >>> begun = dl.play_out("five-columns", seed=1, hand=1).upto(1)
    >>> dl.chance.best_from(begun).is_over
    True
    """
    for action in best_actions(_alone(line.state), budget):
        line = line.play(action)
    return line


def _alone(state: Position) -> PatienceState:
    if not isinstance(state, PatienceState):
        raise DominoError(f"this works only for games for one player, and {state.rules.name} is played against others")
    return state


def best_actions(state: PatienceState, budget: int = BUDGET) -> tuple[Action, ...]:
    """Return the actions by which a patience can be played on from `state` so that the fewest tiles are left.

    Raises DominoError if that many positions are not enough.
    """
    if state.over is not None:
        return ()
    if state.table.study:
        raise IllegalAction(UNDEALT)
    known, whole = _look_through(state, budget, stops=True)
    if not whole:
        raise _too_few(budget)
    return min((one for one in known.values() if one.state.over), key=lambda one: one.state.left).actions()


def _too_few(budget: int) -> DominoError:
    return DominoError(f"{budget:,} positions are not enough for this deal: give a larger budget, which must be a "
                       "power of two")


ONLY, WINS, LEAST, UNKNOWN, ALIKE, LIKELY = "only", "wins", "least", "unknown", "alike", "likely"

MOST_WAYS, LEAST_WAYS, TRIALS = 10, 4, 40
"""Ways in which the face-down tiles are laid out, to see how often a move can still win: fewer for more moves."""

_SHORT = 1 << 8  # positions looked at in one of these ways; one that takes more counts as not won

AT_ONCE = 1 << 12
"""Positions looked at while a user waits: many more than a sheet's games have, and a second or two at most."""

_PAIRS = 1 << 10
"""Positions of Twelve To Go that are looked at: many more than a deal by the sheet has, and still at once."""


class Hint(NamedTuple):
    """One move and the prospect after it: `kind` is a key of words/en/patience.toml after "hint_".

    `left` is the fewest tiles that can be left, if that is known; `of` is the number of ways in which the boneyard was
    arranged, and `won` the number of those in which this move can still win.

    >>> import domino_lab as dl
    >>> print(dl.chance.hint(dl.play_out("five-columns", seed=1, hand=1).upto(0)))
    Remove 0-0 and 6-6. 0-0 and 6-6 are free and have 12 pips together, so they go. The game can still be won.
    Rule FC-3, from Domino set leaflet (Cardinal type).
    """

    action: Action
    ruling: Ruling
    words: str
    kind: str
    left: int | None = None
    won: int = 0
    of: int = 0

    @property
    def prospect(self) -> str:
        """The prospect of winning, in words."""
        return phrase(f"patience.hint_{self.kind}", left=self.left, won=self.won, of=self.of)

    @property
    def text(self) -> str:
        """The move, why it is allowed, and the prospect."""
        move = phrase("patience.hint_move", move=self.words[:1].upper() + self.words[1:])
        return " ".join((move, self.ruling.text, self.prospect))

    def __str__(self) -> str:
        origin = self.ruling.origin
        return f"{self.text}\n{phrase('explain.rule', clause=self.ruling.id, origin=origin)}"

    def __repr__(self) -> str:
        return str(self)


@checked
def hint(line: Hand, *, budget: Budget = AT_ONCE) -> Hint:
    """Return one move for the end of `line`, a patience that is not over, with its clause and the prospect.

    If all tiles lie open it looks at every way to go on, at most `budget` positions. If some are face down, it knows no
    more than the player: it arranges them in some ways, and counts the ways in which a move can win. Raises DominoError
    for a hand against others, for a game that is over, and if no tiles are dealt.

    >>> import domino_lab as dl
    >>> dl.chance.hint(dl.play_out("bingo", seed=1).upto(0)).kind
    'wins'
    """
    state = line.state
    if not isinstance(state, PatienceState) or state.over is not None:
        raise DominoError("hints are given only in a game for one player that is not over")
    found = legal(state)
    if not found:
        raise IllegalAction(UNDEALT)
    if not state.boneyard:
        return _solved_hint(state, budget)
    if len(found) == 1:
        return _hint(state, found[0], ONLY)
    if isinstance(state, TwelveState):
        # Find out if the order matters; the number of orders would give hidden tiles away.
        orders = all_orders(state, _PAIRS)
        return _hint(state, found[0], ALIKE if orders.is_whole and orders.all_alike else UNKNOWN)
    return _likely(state, found)


def _hint(state: PatienceState, action: Action, kind: str) -> Hint:
    return Hint(action, judge(state, action), describe_move(state, action), kind)


def _solved_hint(state: PatienceState, budget: int) -> Hint:
    try:
        actions = best_actions(state, budget)
    except ValueError:
        return _hint(state, legal(state)[0], UNKNOWN)
    left = fewest(state, actions)
    return _hint(state, actions[0], LEAST if left else WINS)._replace(left=left)


def fewest(state: PatienceState, actions: tuple[Action, ...]) -> int:
    """Return the number of tiles left after these actions."""
    return _after(state, *actions).left


def _likely(state: PatienceState, actions: tuple[Action, ...]) -> Hint:
    """Try each move in several orders of the face-down tiles, made of nothing but what the player sees."""
    # Of plays that leave the same holding and the same two values at the ends one is enough.
    after = {place_of(_after(state, action)): action for action in reversed(actions)}
    found = tuple(action for action in actions if action in after.values())
    unseen = sorted((*state.stock, *state.below))
    ways = [replace(state, stock=Stream(1000 * len(unseen) + number).shuffled(unseen), below=frozenset())
            for number in range(max(min(TRIALS // len(found), MOST_WAYS), LEAST_WAYS))]
    won = {action: sum(_can_win(_after(way, action)) for way in ways) for action in found}
    best = max(won, key=lambda action: won[action])
    return _hint(state, best, LIKELY)._replace(won=won[best], of=len(ways))


def _can_win(state: PatienceState) -> bool:
    try:
        return _is_winnable(state, _SHORT)
    except ValueError:
        return False


@checked
def last_chance(line: Hand, *, budget: Budget = AT_ONCE) -> int | None:
    """Return the last step from which a patience could be won, with all tiles in sight; None if it never could.

    Raises ValueError if `budget` positions are not enough for one of its steps.

    >>> import domino_lab as dl
    >>> dl.chance.last_chance(dl.play_out("five-columns", seed=1, hand=1).upto(0))
    0
    """
    states = [_alone(step.state) for step in line.steps]
    if not _is_winnable(states[0], budget):
        return None
    won, lost = 0, len(line)
    while lost - won > 1:       # what cannot be won at one step cannot be won at any later one
        middle = (won + lost) // 2
        won, lost = (middle, lost) if _is_winnable(states[middle], budget) else (won, middle)
    return won


def _is_winnable(state: PatienceState, budget: int) -> bool:
    return fewest(state, best_actions(state, budget)) == 0
