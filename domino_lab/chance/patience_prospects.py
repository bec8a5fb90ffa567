"""Patience prospects: how many deals of a game for one player can be won, hints, and the last chance of a hand."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, NamedTuple

from domino_lab.chance.estimates import Estimate
from domino_lab.chance.patience_search import (
    BUDGET,
    Budget,
    Hand,
    actions_to,
    all_orders,
    alone,
    best_end,
    best_from,
    best_way,
    check_for_one,
    play_on,
    positions,
)
from domino_lab.core.actions import Action
from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import DominoError, IllegalAction
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.io.progress import Progress, Teller, telling
from domino_lab.kernel.encoding import check_known
from domino_lab.play.legal import judge, legal
from domino_lab.play.move_text import describe_move
from domino_lab.play.timeline import Timeline, deal_hand
from domino_lab.record.load import RulesetLike, ruleset
from domino_lab.rules.ruleset import Ruleset, python_source
from domino_lab.solitaire.patience_state import UNDEALT, PatienceState
from domino_lab.solitaire.twelve import TwelveState
from domino_lab.words import phrase
from domino_lab.words.escaping import paragraphs, without_math

if TYPE_CHECKING:
    import pandas as pd

MOST_SOLVED = 10_000_000
"""The result of each deal is kept: more of them would fill the memory."""

CHUNK = 100
"""Deals between two reports of the progress."""


@dataclass(frozen=True, repr=False)
class SolvedDeals:
    """Deals of a patience: `fewest` has the tiles left at best by deal, 0 if it can be won.

    `asked` is the number of deals asked for; after an interrupt there are fewer. A deal is unknown, and its fewest -1,
    if the budget of positions was used up before a result.
    """

    rules: Ruleset
    seed: int
    asked: int
    budget: int
    fewest: tuple[int, ...]

    @property
    def hands(self) -> int:
        """The number of deals that were searched."""
        return len(self.fewest)

    @property
    def won(self) -> int:
        """The number of deals that can be won."""
        return self.fewest.count(0)

    @property
    def lost(self) -> int:
        """The number of deals that cannot be won."""
        return self.hands - self.won - self.unknown

    @property
    def unknown(self) -> int:
        """The number of deals that would take more positions than the budget."""
        return self.fewest.count(-1)

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
        estimate = self.estimate
        facts = {"game": self.rules.name, "hands": self.hands, "won": f"{self.won:,}", "share": str(estimate),
                 "unknown": f"{self.unknown:,}", "low": f"{estimate.low:.3f}", "high": f"{estimate.high:.3f}"}
        return "\n".join((phrase("odds.unknown" if self.unknown else "odds.solvable", **facts), self.line))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return without_math(paragraphs(str(self)), self.table().to_html(index=False, float_format="{:.4f}".format))


@checked
def solvable(
    rules: RulesetLike, *, hands: Annotated[int, Whole(1, MOST_SOLVED)] = 1000, seed: int = 0,
    budget: Budget = BUDGET, progress: Teller | None = None,
) -> SolvedDeals:
    """Count how many of the deals 0 to `hands` - 1 of `seed` can be won by any play at all, with all tiles in sight.

    Deal i is `Shuffle(seed=seed, hand=i)`, as in `simulate`. `budget` is the number of positions that are looked at
    for a deal before it is called unknown. A thousand deals take up to a few seconds. If it is interrupted, it returns
    what it has found so far.

    Raises DominoError for a game against others, for a budget or a number of hands out of range, and for an invalid
    seed.

    >>> dl.chance.solvable("five-columns", hands=100, seed=1).estimate.covers(0.44)
    True
    """
    rules = ruleset(rules)
    check_for_one(rules)
    check_known(rules)
    Shuffle(seed=seed)
    left = list[int]()
    with telling(progress or True, hands, rules.name) as report:
        try:
            for hand in range(hands):
                left.append(fewest_of_deal(rules, seed, hand, budget))
                if len(left) % CHUNK == 0 or len(left) == hands:
                    report(Progress(len(left), hands, "solving"))
        except KeyboardInterrupt:
            if not left:
                raise
    return SolvedDeals(rules, seed, hands, budget, tuple(left))


def fewest_of_deal(rules: Ruleset, seed: int, hand: int, budget: int = BUDGET) -> int:
    """Return how few tiles can be left of a deal; -1 if that takes more positions than `budget`."""
    best = best_way(alone(deal_hand(rules, Shuffle(seed=seed, hand=hand)).state), budget)
    return -1 if best is None else best.left


@checked
def best_line(rules: RulesetLike, *, seed: int = 0, hand: int = 0, budget: Budget = BUDGET) -> Timeline:
    """Return deal `hand` of `seed`, played so that it is won or, if that is impossible, the fewest tiles are left.

    Raises DominoError for a game or a budget that `solvable` refuses, and if the budget of positions is not enough.

    >>> dl.chance.best_line("five-columns", seed=1, hand=1).state.over
    'won'
    """
    rules = ruleset(rules)
    check_for_one(rules)
    check_known(rules)
    line = best_from(deal_hand(rules, Shuffle(seed=seed, hand=hand)), budget=budget)
    left, facts = alone(line.state).left, {"game": rules.name, "seed": seed, "hand": hand + 1}
    title = phrase("odds.least", left=left, **facts) if left else phrase("odds.best", **facts)
    source = python_source(rules)
    return replace(line, title=title, line=source and f"dl.chance.best_line({source}, seed={seed}, hand={hand})")


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

    >>> dl.chance.hint(dl.play_out("bingo", seed=1).upto(0)).kind
    'wins'
    """
    state = line.state
    if not isinstance(state, PatienceState) or state.over is not None:
        raise DominoError("hints are given only in a game for one player that is not over")
    actions = legal(state)
    if not actions:
        raise IllegalAction(UNDEALT)
    if not state.boneyard:
        return _hint_by_search(state, budget)
    if len(actions) == 1:
        return _hint(state, actions[0], ONLY)
    if isinstance(state, TwelveState):
        # Find out if the order matters; the number of orders would give hidden tiles away.
        orders = all_orders(state, _PAIRS)
        return _hint(state, actions[0], ALIKE if orders.is_whole and orders.all_alike else UNKNOWN)
    return _likely(state, actions)


def _hint(state: PatienceState, action: Action, kind: str) -> Hint:
    return Hint(action, judge(state, action), describe_move(state, action), kind)


def _hint_by_search(state: PatienceState, budget: int) -> Hint:
    best = best_way(state, budget)
    if best is None:
        return _hint(state, legal(state)[0], UNKNOWN)
    return _hint(state, next(actions_to(state, best)), LEAST if best.left else WINS)._replace(left=best.left)


def _likely(state: PatienceState, actions: tuple[Action, ...]) -> Hint:
    """Try each move in several orders of the face-down tiles, made of nothing but what the player sees."""
    # Of plays that leave the same holding and the same two values at the ends one is enough.
    game = positions(state)
    after = {game.of(play_on(state, action)): action for action in reversed(actions)}
    distinct = tuple(action for action in actions if action in after.values())
    unseen = sorted((*state.stock, *state.below))
    ways = [replace(state, stock=Stream(1000 * len(unseen) + number).shuffled(unseen), below=frozenset())
            for number in range(max(min(TRIALS // len(distinct), MOST_WAYS), LEAST_WAYS))]
    ends = {action: [best_way(play_on(way, action), _SHORT) for way in ways] for action in distinct}
    won = {action: sum(end is not None and not end.left for end in ends[action]) for action in distinct}
    best = max(won, key=lambda action: won[action])
    return _hint(state, best, LIKELY)._replace(won=won[best], of=len(ways))


@checked
def last_chance(line: Hand, *, budget: Budget = AT_ONCE) -> int | None:
    """Return the last step from which a patience could be won, with all tiles in sight; None if it never could.

    Raises DominoError if `budget` positions are not enough for one of its steps.

    >>> dl.chance.last_chance(dl.play_out("five-columns", seed=1, hand=1).upto(0))
    0
    """
    states = [alone(step.state) for step in line.steps]
    # What cannot be won at one step cannot be won at any later one.
    step = bisect_left(states, 1, key=lambda state: min(best_end(state, budget).left, 1)) - 1
    return None if step < 0 else step
