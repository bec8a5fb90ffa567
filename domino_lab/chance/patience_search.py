"""Patience search: the best way to play a patience on, and whether every way leads to the same end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from domino_lab.actions import Action, Play, Remove, Say, Shift
from domino_lab.arguments import Whole, checked
from domino_lab.catalogue.reading import Named, ruleset
from domino_lab.chance.patience_odds import BUDGET, Budget, solver_for
from domino_lab.errors import DominoError, IllegalAction
from domino_lab.kernel import chain_games as k
from domino_lab.kernel import patience_games as alone
from domino_lab.kernel import patience_solver as solving
from domino_lab.kernel.encoding import compiled_rules, unplayable
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.state import Position, State
from domino_lab.play.timeline import Timeline, dealt
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.spelled import spelled
from domino_lab.shuffle import Shuffle
from domino_lab.solitaire.alone import UNDEALT
from domino_lab.tiles import Tile
from domino_lab.words import phrase

_DEEPEST = 15
"""So many tiles of a column are counted in a key."""


class Moment(NamedTuple):
    """The `rules` and the tiles (`now`) as the texts of the kernel read them, and the `key` of the position."""

    rules: list[int]
    now: list[int]
    key: int


def moment_of(state: Any) -> Moment | None:
    """A state of a patience for the solver; None where its numbers have no room for it, or nobody knows its stock."""
    rules, read = state.rules, _READ.get(state.rules.solo.key)
    if read is None or state.below or unplayable(rules) or len(rules.equipment.set.tiles) > solving.MOST_TILES:
        return None
    now = [0] * alone.NOW_SIZE
    table = list(compiled_rules(rules, 1))
    key = read(state, table, now)
    return None if key is None else Moment(table, now, key)


def _numbers(state: Any) -> dict[Tile, int]:
    return {tile: number for number, tile in enumerate(state.rules.equipment.set.tiles)}


def _mask(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _columns(state: Any, table: list[int], now: list[int]) -> int | None:
    """A tile that was moved stands alone in its column, which then takes no other: just as the solver counts it."""
    number = _numbers(state)
    if len(state.columns) != alone.FIVE or any(len(column) > _DEEPEST for column in state.columns):
        return None
    left, heights = _mask(number[tile] for tile in state.reserve), 0
    now[alone.RESERVE] = left
    for place, column in enumerate(state.columns):
        heights |= len(column) << (4 * place)
        for depth, tile in enumerate(column):
            now[alone.COLUMN + 16 * place + depth] = number[tile]
            left |= 1 << number[tile]
    return left | heights << len(number)


def _in_line(state: Any, table: list[int], now: list[int]) -> int | None:
    """The tiles that were dealt come first in the order, whatever became of them; the stock follows."""
    number = _numbers(state)
    laid = [one.tile for one in state.chain.laid]
    order = [*laid, *state.holdings[0], *state.stock]
    if len(order) != len(number):
        return None
    now[k.ORDER : k.ORDER + len(order)] = [number[tile] for tile in order]
    values = [end.value for end in state.open_ends]
    ends = solving.both(*values) if laid else 0
    dealt = len(order) - len(state.stock)
    return _mask(number[tile] for tile in laid) | dealt << len(number) | int(ends) << (len(number) + 6)


def _knock_out(state: Any, table: list[int], now: list[int]) -> int:
    """A key counts places, and the shorter row is a set of so many tiles."""
    number, table[k.SIZE] = _numbers(state), len(state.row)
    for place, (tile, left) in enumerate(zip(state.row, state.lefts, strict=True)):
        now[k.ORDER + place], now[alone.HALF + place] = number[tile], left
    return (1 << len(state.row)) - 1


def _bingo(state: Any, table: list[int], now: list[int]) -> int:
    number, left = _numbers(state), 0
    for place, tile in enumerate(state.row):
        if tile is not None:
            now[k.ORDER + place] = number[tile]
            left |= 1 << place
    return left | int(state.at) << len(number) | int(state.number) << (len(number) + 6)


_READ: dict[str, Callable[[Any, list[int], list[int]], int | None]] = {
    "columns": _columns, "line": _in_line, "knock-out": _knock_out, "bingo": _bingo,
}
"""Each kind of table that the solver knows; in Twelve To Go there is nothing to find out."""


MOST = 1 << 14
"""So many positions are looked at before this gives up."""


class Orders(NamedTuple):
    """Every way to play on: how many there are, over how many different positions, and the tiles `left` at the ends.

    `choices` is how many of the positions offer more than one action. `is_whole` says that all positions were looked
    at; else there are more ways than were found.

    >>> Orders(12, 9, 3, frozenset({4})).all_alike
    True
    """

    ways: int
    positions: int
    choices: int
    left: frozenset[int]
    is_whole: bool = True

    @property
    def all_alike(self) -> bool:
        """Whether all ways leave the same number of tiles.

        >>> Orders(12, 9, 3, frozenset({4, 6})).all_alike
        False
        """
        return len(self.left) == 1


@checked
def all_orders(state: Position, budget: Annotated[int, Whole(1, 100 * MOST)] = MOST) -> Orders:
    """Every order in which a patience can be played on from `state`, as far as `budget` positions go.

    The stock lies as it lies, though nobody at the table knows how. Each way counts, also where two meet again;
    one that comes back to where it was does not.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> found = all_orders(start(get("twelve-to-go"), Shuffle(seed=1)).state)
    >>> found.ways > 1, found.all_alike
    (True, True)
    """
    if isinstance(state, State):
        raise DominoError(f"{state.rules.name} is played against others: only orders of a game for one are counted")
    search = _Search(budget)
    whole = search.look_through(state)
    met = search.known.values()
    ends = frozenset(one.state.left for one in met if one.state.over)
    return Orders(search.known[place_of(state)].ways, len(met), sum(len(legal(one.state)) > 1 for one in met), ends,
                  whole)


def best_order(state: Any, budget: int = MOST) -> tuple[Action, ...] | None:
    """The actions that leave as few tiles as can be, by the rules alone; None where the budget does not do."""
    search = _Search(budget, stops=True)
    if not search.look_through(state):
        return None
    best = min((one for one in search.known.values() if one.state.over), key=lambda one: one.state.left)
    return best.actions()


class _Met:
    """A position that was met, how it was reached, and what can follow."""

    def __init__(self, state: Any, before: _Met | None, action: Action | None) -> None:
        self.state, self.before, self.action = state, before, action
        self.after: list[_Met] = []
        self.ways = 1 if state.over else 0

    def actions(self) -> tuple[Action, ...]:
        """From the first position to this one."""
        found, one = [], self
        while one.before is not None and one.action is not None:
            found.append(one.action)
            one = one.before
        return tuple(reversed(found))


class _Search:
    """Positions met one behind the other, as deep as it goes; `stops` at the first one that is won."""

    def __init__(self, budget: int, *, stops: bool = False) -> None:
        self.budget, self.stops = budget, stops
        self.known: dict[object, _Met] = {}

    def look_through(self, state: Any) -> bool:
        """Whether all positions were looked at, or one that is won was found."""
        first = self._meet(_Met(state, None, None))
        deeper = [(first, iter(legal(state)))]
        while deeper:
            one, actions = deeper[-1]
            if (self.stops and one.state.over == "won") or len(self.known) > self.budget:
                return len(self.known) <= self.budget
            action = next(actions, None)
            if action is None:
                one.ways += sum(after.ways for after in one.after)
                deeper.pop()
                continue
            after, is_new = self._next(one, action)
            one.after.append(after)
            if is_new:
                deeper.append((after, iter(legal(after.state))))
        return True

    def _next(self, one: _Met, action: Action) -> tuple[_Met, bool]:
        state = advance(one.state, action).state
        known = self.known.get(place_of(state))
        return (known, False) if known is not None else (self._meet(_Met(state, one, action)), True)

    def _meet(self, one: _Met) -> _Met:
        self.known[place_of(one.state)] = one
        return one


def place_of(state: Any) -> tuple[object, ...]:
    """What can still come of a moment depends on this alone, and on whether it is over.

    Empty columns are alike, and so are the two ends of a line.
    """
    return (state.over, *_PLACES[state.rules.solo.key](state))


def _line(state: Any) -> tuple[object, ...]:
    return state.holdings, len(state.stock), tuple(sorted(end.value for end in state.open_ends))


_PLACES: dict[str, Callable[[Any], tuple[object, ...]]] = {
    "bingo": lambda state: (state.row, state.at, state.number),
    "columns": lambda state: (tuple(sorted(state.columns)), state.reserve),
    "knock-out": lambda state: (state.row, state.lefts),
    "line": _line,
    "twelve": lambda state: (frozenset(state.row), len(state.stock)),
}


@checked
def best_line(rules: Named, *, seed: int = 0, hand: int = 0, budget: Budget = BUDGET) -> Timeline:
    """Deal `hand` of `seed` played so that it is won, or, where it cannot be, so that as few tiles as can be are left.

    Raises DominoError for a game or a budget that `solvable` refuses, and where the budget of positions does not do.

    >>> best_line("five-columns", seed=1, hand=1).state.over
    'won'
    """
    rules = ruleset(rules)
    solver_for(rules, "plain")
    shuffle = Shuffle(seed=seed, hand=hand)
    line = best_from(dealt(rules, shuffle), budget=budget)
    left, facts = line.state.left, {"game": rules.name, "seed": seed, "hand": hand}  # type: ignore[attr-defined]
    title = phrase("odds.least", left=left, **facts) if left else phrase("odds.best", **facts)
    return replace(line, title=title, line=_recipe(rules, seed, hand))


def _recipe(rules: Ruleset, seed: int, hand: int) -> str:
    return f"dl.chance.best_line({spelled(rules)}, seed={seed}, hand={hand})"


@checked
def best_from(line: Timeline, *, budget: Budget = BUDGET) -> Timeline:
    """A patience as far as `line` goes, then played on to its end so that as few tiles as can be are left.

    All tiles are in sight, those of the stock too. `budget` is a power of two. Raises DominoError where it does not do,
    and for a hand against others.

    >>> from domino_lab.catalogue import get
    >>> begun = dealt(get("five-columns"), Shuffle(seed=1, hand=1))
    >>> best_from(begun.play(legal(begun.state)[0])).is_over
    True
    """
    if line.rules.solo is None:
        raise DominoError(f"{line.rules.name} is played against others: only a game for one player can be solved")
    for action in best_actions(line.state, budget):
        line = line.play(action)
    return line


def best_actions(state: Any, budget: int = BUDGET) -> tuple[Action, ...]:
    """The actions by which a patience can be played on from `state` so that as few tiles as can be are left.

    The solver finds them; a moment that its numbers have no room for, and a game of Bingo that would go round in a
    circle, is searched by the rules themselves. Raises DominoError where so many positions do not do.
    """
    if state.over is not None:
        return ()
    if state.table.study:
        raise IllegalAction(UNDEALT)
    moment = moment_of(state)
    found = None if moment is None else _solved(state, moment, budget)
    if found is None:
        found = best_order(state, budget)
    if found is None:
        raise _too_few(budget)
    return found


def _too_few(budget: int) -> DominoError:
    return DominoError(f"{budget:,} positions are not enough for this deal: give a larger budget, which must be a "
                       "power of two")


def _solved(state: Any, moment: Moment, budget: int) -> tuple[Action, ...] | None:
    """What the solver found; None where the rules end the game before, as a row of Bingo that was seen before does."""
    book = [0] * (solving.HEAD + solving.BLOCKS * budget)
    solving.open_book(book, budget)
    if _is_counted(state):
        least = solving.clear_intervals(moment.rules, moment.now, book)
    else:
        least = solving.search(moment.rules, moment.now, book, moment.key)
    if book[solving.FULL] and least:
        raise _too_few(budget)
    moves, actions = _ways(state, book), []
    while state.over is None:
        actions.append(_next(state, moves))
        state = advance(state, actions[-1]).state
    return tuple(actions) if state.left == least else None


def _is_counted(state: Any) -> bool:
    return bool(state.rules.solo.key == "knock-out" and state.rules.patience.knock == "pair")


def _next(state: Any, moves: Iterator[Any]) -> Action:
    """The action that the next move stands for; where there is no choice in Bingo it is said without one."""
    found = legal(state)
    if isinstance(found[-1], Say):
        return found[0] if len(found) > 1 and next(moves) else found[-1]
    wanted = next(moves)
    return next(action for action in found if _said(action) == wanted)


def _said(action: Action) -> Any:
    if isinstance(action, Remove):
        return set(action.tiles)
    if isinstance(action, Play):
        return (action.tile, None, None) if action.end is None else (action.tile, action.end.value, action.out)
    return action.tile if isinstance(action, Shift) else "draw"


def _ways(state: Any, book: list[int]) -> Iterator[Any]:
    """The moves to make, each as `_said` says it: tiles to remove, a tile to shift, or a play."""
    if _is_counted(state):
        return (set(map(state.row.__getitem__, pair)) for pair in _nested(state, book))
    rules = state.rules
    tiles = rules.equipment.set.tiles
    row = state.row if rules.solo.key == "knock-out" else tiles
    if rules.solo.key == "line":
        return (_laid(move, tiles) for move in _path(book))
    if rules.solo.key == "bingo":
        return iter(_path(book))
    return (_gone(move, row) if move > 0 else tiles[-1 - move] for move in _path(book))


def _gone(mask: int, tiles: Sequence[Any]) -> set[Any]:
    return {tile for place, tile in enumerate(tiles) if (mask >> place) & 1}


def _laid(move: int, tiles: Sequence[Any]) -> Any:
    """A move in a line: -1 draws; else the tile, the value it joins and one more, and the half outward."""
    if move < 0:
        return "draw"
    value = (move >> 6) & 31
    return (tiles[move & 63], value - 1, move >> 11) if value else (tiles[move & 63], None, None)


def _path(book: list[int]) -> tuple[int, ...]:
    """The moves from the deal to the position with the fewest tiles."""
    budget, node, moves = book[solving.BUDGET], book[solving.AIM], []
    while node > 0:
        moves.append(book[solving.HEAD + solving.MOVE * budget + node])
        node = book[solving.HEAD + solving.PARENT * budget + node]
    return tuple(reversed(moves))


def _nested(state: Any, book: list[int]) -> Iterator[tuple[int, int]]:
    """Pairs of places, each after those that lie between."""
    size = len(state.row)
    ends, least, first = book[solving.HEAD :], book[solving.HEAD + size :], 0
    while first < size:
        after = first + 1
        if least[first] != 1 + least[after]:
            last = next(end for end in range(first, size) if ends[first] >> end & 1 and least[end + 1] == least[first])
            yield from _whole(state, ends, first, last)
            after = last + 1
        first = after


def _whole(state: Any, ends: list[int], first: int, last: int) -> Iterator[tuple[int, int]]:
    """The pairs that clear all places from `first` to `last`."""
    if first > last:
        return
    other = next(place for place in range(first + 1, last + 1, 2)
                 if state.right(first) == state.lefts[place]
                 and (place == first + 1 or ends[first + 1] >> (place - 1) & 1)
                 and (place == last or ends[place + 1] >> last & 1))
    yield from _whole(state, ends, first + 1, other - 1)
    yield first, other
    yield from _whole(state, ends, other + 1, last)
