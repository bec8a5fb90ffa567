"""Patience search: every way in which a game for one player can go on, and the best one.

A position holds all that the rest of the game depends on, and nothing else: two ways that lead to the same one meet.
What can follow a position is said here without rulings and events, which take up to ten times as long; what decides on
tiles, pairs and passes are the functions of `solitaire/`. The actions of a way that was found are played by the rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Generic, NamedTuple, TypeVar, cast

from domino_lab.core.actions import Action
from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import DominoError, IllegalAction
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.state import PositionLike
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.solitaire.bingo import BingoState, Row, next_pass
from domino_lab.solitaire.columns import Columns, ColumnsState, free_tiles, is_alive, shift, shifts, take_away
from domino_lab.solitaire.knock_out import Halves, KnockOutState, stretches
from domino_lab.solitaire.line import LineState
from domino_lab.solitaire.patience_state import UNDEALT, PatienceState, pairs
from domino_lab.solitaire.twelve import TwelveState

BUDGET = 1 << 16
"""Positions looked at for one deal before it is called unknown; the hardest of a sheet's games take some thousands."""

Hand = Annotated[Timeline, "a hand from dl.load"]
Budget = Annotated[int, Whole(1, 1 << 22)]
"""The number of positions looked at for a deal."""

P = TypeVar("P", bound=Hashable)
S = TypeVar("S", bound=PatienceState)


class Positions(ABC, Generic[S, P]):
    """The positions that can follow `state`, whose stock keeps its order, though no player knows it."""

    def __init__(self, state: S) -> None:
        self.rules, self.stock = state.rules, state.stock

    @abstractmethod
    def of(self, state: S) -> P:
        """Return the position of a state of this game."""

    @abstractmethod
    def after(self, position: P) -> list[P]:
        """Return the position after each legal action; empty if the game is over."""

    @abstractmethod
    def tiles_left(self, position: P) -> int:
        """Return the number of tiles that are left."""


BingoPosition = tuple[Row, int, int, frozenset[int], bool]


class _Bingo(Positions[BingoState, BingoPosition]):
    """Bingo: the row with its gaps, the next place and number, the numbers with which passes began, and the circle."""

    def __init__(self, state: BingoState) -> None:
        super().__init__(state)
        self._weight = {tile: state.rules.equipment.weight(tile) for tile in state.row if tile is not None}
        self._numbers = 2 * state.rules.equipment.max_pip + 1
        self._may_stay = state.rules.patience.bingo_remove == "choice"

    def of(self, state: BingoState) -> BingoPosition:
        return state.row, state.at, state.number, state.began, state.circled

    def tiles_left(self, position: BingoPosition) -> int:
        return len(position[0]) - position[0].count(None)

    def after(self, position: BingoPosition) -> list[BingoPosition]:
        row, at, number, began, is_circle = position
        if is_circle or not self.tiles_left(position):
            return []
        tile = row[at]
        assert tile is not None
        after = at + 1, (number + 1) % self._numbers, began
        if self._weight[tile] != number:
            return [self._pass_on(row, *after)]
        without = self._pass_on((*row[:at], None, *row[at + 1 :]), *after)
        return [without, self._pass_on(row, *after)] if self._may_stay else [without]

    def _pass_on(self, row: Row, at: int, number: int, began: frozenset[int]) -> BingoPosition:
        """Begin the next pass if this one is over."""
        if at < len(row) or not any(row):
            return row, at, number, began, False
        row, began, is_circle = next_pass(row, number, began)
        return row, 0, number, began, is_circle


ColumnsPosition = tuple[Columns, tuple[Tile, ...]]


class _Columns(Positions[ColumnsState, ColumnsPosition]):
    """Five Columns: the columns, whatever their order, and the reserve."""

    def of(self, state: ColumnsState) -> ColumnsPosition:
        return tuple(sorted(state.columns)), state.reserve

    def tiles_left(self, position: ColumnsPosition) -> int:
        return sum(map(len, position[0])) + len(position[1])

    def after(self, position: ColumnsPosition) -> list[ColumnsPosition]:
        columns, reserve = position
        following = [take_away(columns, reserve, pair.tiles) for pair in pairs(self.rules, free_tiles(*position))]
        if not following and not is_alive(self.rules, columns, reserve):
            return []
        following += [(shift(columns, each), reserve) for each in shifts(columns)]
        return [(tuple(sorted(columns)), reserve) for columns, reserve in following]


class _KnockOut(Positions[KnockOutState, Halves]):
    """Knock-Out: the halves of the tiles from left to right."""

    def of(self, state: KnockOutState) -> Halves:
        return state.halves

    def tiles_left(self, position: Halves) -> int:
        return len(position)

    def after(self, position: Halves) -> list[Halves]:
        return [position[:first] + position[after:] for first, after in stretches(self.rules, position)]


LinePosition = tuple[frozenset[Tile], int, tuple[int, ...]]


class _Line(Positions[LineState, LinePosition]):
    """Domino Patience and Five's the Limit: the hand, the size of the stock, and the values at the two ends."""

    def of(self, state: LineState) -> LinePosition:
        return frozenset(state.holdings[0]), len(state.stock), tuple(sorted(end.value for end in state.open_ends))

    def tiles_left(self, position: LinePosition) -> int:
        return len(position[0])

    def after(self, position: LinePosition) -> list[LinePosition]:
        hand, stock, ends = position
        if not ends:
            return [(hand - {tile}, stock, tile[:2]) for tile in sorted(hand)]
        fitting = [(other, self.rules.fitting[value]) for value, other in (ends, ends[::-1])]
        plays: list[LinePosition] = [
            (hand - {tile}, stock, (out, other) if out < other else (other, out)) for tile in sorted(hand)
            for other, outs in fitting if tile in outs for out in outs[tile]]
        limit = self.rules.patience.hold_limit
        if plays or not hand or not stock or (limit != "none" and len(hand) >= int(limit)):
            return plays
        return [(hand | {self.stock[-stock]}, stock - 1, ends)]


TwelvePosition = tuple[frozenset[Tile], int]


class _Twelve(Positions[TwelveState, TwelvePosition]):
    """Twelve To Go: the tiles face up, and the size of the stock."""

    def of(self, state: TwelveState) -> TwelvePosition:
        return frozenset(state.row), len(state.stock)

    def tiles_left(self, position: TwelvePosition) -> int:
        return len(position[0]) + position[1]

    def after(self, position: TwelvePosition) -> list[TwelvePosition]:
        row, stock = position
        turned = self.stock[len(self.stock) - stock :][:2]
        return [(row.difference(pair.tiles).union(turned), stock - len(turned)) for pair in pairs(self.rules, row)]


RuledPosition = tuple[str | None, frozenset[Tile], object, Hashable]


class _Ruled(Positions[PatienceState, RuledPosition]):
    """A game by its rules themselves: for a reader's own rule, a line with arms, or a boneyard in no order."""

    def __init__(self, state: PatienceState, quick: Positions[PatienceState, Hashable]) -> None:
        super().__init__(state)
        self._quick, self._states = quick, dict[RuledPosition, PatienceState]()

    def of(self, state: PatienceState) -> RuledPosition:
        # An own rule may look at the whole line.
        line = state.chain.shape() if self.rules.own else ()
        position = state.over, state.below, line, self._quick.of(state)
        self._states.setdefault(position, state)
        return position

    def tiles_left(self, position: RuledPosition) -> int:
        return self._states[position].left

    def after(self, position: RuledPosition) -> list[RuledPosition]:
        state = self._states[position]
        return [self.of(play_on(state, action)) for action in legal(state)]


def play_on(state: PatienceState, *actions: Action) -> PatienceState:
    """Return the state after some actions."""
    for action in actions:
        following = advance(state, action).state
        assert isinstance(following, PatienceState)
        state = following
    return state


_GAMES: dict[type[PatienceState], type] = {
    BingoState: _Bingo, ColumnsState: _Columns, KnockOutState: _KnockOut,
    LineState: _Line, TwelveState: _Twelve}


def positions(state: PatienceState) -> Positions[PatienceState, Hashable]:
    """Return the positions of the game of a state."""
    rules = state.rules
    by_the_rules = rules.own or state.below or (isinstance(state, LineState) and rules["spinner"] != "none")
    quick = _GAMES[type(state)](state)
    return cast("Positions[PatienceState, Hashable]", _Ruled(state, quick) if by_the_rules else quick)


@dataclass(eq=False, slots=True)
class Node:
    """A position that was met, the one it was reached from, and those that follow; at an end `left` tiles are left."""

    position: Hashable
    before: Node | None = None
    is_over: bool = False
    left: int = 0
    after: list[Node] = field(default_factory=list)
    ways: int = 0


def look_through(state: PatienceState, budget: int, *, stops: bool = False) -> tuple[list[Node], bool]:
    """Search depth first; return the positions met, and True if those were all or, if it `stops` there, one was won."""
    game = positions(state)
    known: dict[Hashable, Node] = {}
    path: list[tuple[Node, Iterator[Hashable]]] = []

    def enter(node: Node) -> None:
        following = game.after(node.position)
        known[node.position] = node
        if not following:
            node.is_over, node.left, node.ways = True, game.tiles_left(node.position), 1
        path.append((node, iter(following)))

    enter(Node(game.of(state)))
    while path:
        node, following = path[-1]
        if (stops and node.is_over and not node.left) or len(known) > budget:
            return [*known.values()], len(known) <= budget
        position = next(following, None)
        if position is None:
            node.ways += sum(after.ways for after in node.after)
            path.pop()
            continue
        after = known.get(position)
        if after is None:
            after = Node(position, node)
            enter(after)
        node.after.append(after)
    return [*known.values()], True


def best_way(state: PatienceState, budget: int) -> Node | None:
    """Return an end with the fewest tiles left; None if the budget of positions is not enough."""
    met, is_whole = look_through(state, budget, stops=True)
    return min((node for node in met if node.is_over), key=lambda node: node.left) if is_whole else None


MOST = 1 << 14
"""Positions looked at for all orders before the search gives up."""


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
def all_orders(state: PositionLike, budget: Annotated[int, Whole(1, 100 * MOST)] = MOST) -> Orders:
    """Count the orders in which a patience can be played on from `state`, as far as `budget` positions go.

    The stock keeps its order, though no player knows it. Two ways that lead to the same position both count; one
    that comes back to an earlier position does not.

    >>> found = dl.chance.all_orders(dl.play_out("twelve-to-go", seed=1)[0].state)
    >>> found.ways > 1, found.all_alike
    (True, True)
    """
    met, is_whole = look_through(alone(state), budget)
    ends = frozenset(node.left for node in met if node.is_over)
    return Orders(met[0].ways, len(met), sum(len(node.after) > 1 for node in met), ends, is_whole)


def alone(state: PositionLike) -> PatienceState:
    """Return the state of a game for one player as what it is; raises DominoError for one against others."""
    check_for_one(state.rules)
    assert isinstance(state, PatienceState)
    return state


def check_for_one(rules: Ruleset) -> None:
    """Raise DominoError for a game against others."""
    if rules.solo is None:
        raise DominoError(f"this works only for games for one player, and {rules.name} is played against others")


def best_end(state: PatienceState, budget: int) -> Node:
    """Return an end with the fewest tiles left; raises DominoError if that many positions are not enough."""
    if state.table.study:
        raise IllegalAction(UNDEALT)
    best = best_way(state, budget)
    if best is None:
        raise DominoError(f"this deal needs a longer search than budget = {budget:,}: give a larger one")
    return best


def actions_to(state: PatienceState, end: Node) -> Iterator[Action]:
    """Yield the actions that lead from `state` to an end, as the rules allow them."""
    game, way = positions(state), [end]
    while way[-1].before is not None:
        way.append(way[-1].before)
    for node in way[-2::-1]:
        following = ((action, play_on(state, action)) for action in legal(state))
        action, state = next((action, after) for action, after in following if game.of(after) == node.position)
        yield action


@checked
def best_from(line: Hand, *, budget: Budget = BUDGET) -> Timeline:
    """Return a patience as far as `line` goes, then played on to its end so that the fewest tiles are left.

    All tiles are in sight, those of the stock too. Raises DominoError if `budget` positions are not enough, and for a
    hand against others.

    >>> begun = dl.play_out("five-columns", seed=1, hand=1).upto(1)
    >>> dl.chance.best_from(begun).is_over
    True
    """
    state = alone(line.state)
    for action in actions_to(state, best_end(state, budget)):
        line = line.play(action)
    return line
