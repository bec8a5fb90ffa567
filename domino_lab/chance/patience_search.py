"""Patience search: how many deals of a patience can be won, the best way to play on, and hints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, NamedTuple

from domino_lab.actions import Action, Play, Remove, Say, Shift
from domino_lab.arguments import Whole, checked
from domino_lab.catalogue.resolve import Named, ruleset
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.jobs import engine_for
from domino_lab.chance.long_runs import Progress, heard
from domino_lab.errors import DominoError, IllegalAction
from domino_lab.escaping import paragraphs, without_math
from domino_lab.explain.move_text import describe_move
from domino_lab.kernel import chain_games as k
from domino_lab.kernel import engines
from domino_lab.kernel import patience_games as alone
from domino_lab.kernel import patience_solver as solving
from domino_lab.kernel.encoding import compiled_rules, unplayable
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.state import Position, State
from domino_lab.play.timeline import Timeline, dealt
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_source
from domino_lab.rulings import Ruling
from domino_lab.shuffle import Shuffle, Stream
from domino_lab.solitaire.alone import UNDEALT
from domino_lab.tiles import Tile
from domino_lab.words import phrase

BUDGET = 1 << 16
"""So many positions are looked at for one deal, before it is called unknown; the hardest of a sheet's game take some
thousands."""

Budget = Annotated[int, Whole(1, 1 << 22, power_of_two=True)]
"""How many positions are looked at for a deal: a book of the most takes 240 MB."""

MOST_SOLVED = 10_000_000
"""What is found is kept for each deal: more of them would fill the memory."""

CHUNK = {"compiled": 20_000, "plain": 100}


@dataclass(frozen=True, repr=False)
class SolvedDeals:
    """Deals of a patience, each won, lost or unknown: the `verdicts`, and `fewest`, the tiles left at best, by deal.

    `asked` is how many deals were wanted; after an interrupt there are fewer. A deal is unknown, and its fewest -1,
    where the budget of positions was used up before anything was found.

    >>> found = solvable("five-columns", hands=50, seed=1)
    >>> found.won + found.lost + found.unknown
    50
    """

    rules: Ruleset
    seed: int
    asked: int
    budget: int
    verdicts: bytes
    fewest: tuple[int, ...]

    @property
    def hands(self) -> int:
        """How many deals were looked at.

        >>> solvable("knock-out", hands=20).hands
        20
        """
        return len(self.verdicts)

    @property
    def won(self) -> int:
        """How many can be won.

        >>> solvable("bingo/choice", hands=20).won
        20
        """
        return self.verdicts.count(solving.WON)

    @property
    def lost(self) -> int:
        """How many cannot be won, whatever is done.

        >>> solvable("bingo/choice", hands=20).lost
        0
        """
        return self.verdicts.count(solving.LOST)

    @property
    def unknown(self) -> int:
        """How many would take more positions than the budget.

        >>> solvable("five-columns", hands=20).unknown
        0
        """
        return self.verdicts.count(solving.UNKNOWN)

    @property
    def estimate(self) -> Estimate:
        """The share that can be won, 0 to 1. Where some are unknown, its interval holds both what they may be.

        >>> solvable("bingo/choice", hands=20).estimate.value
        1.0
        """
        least, most = (Estimate.share(times, self.hands) for times in (self.won, self.won + self.unknown))
        return least._replace(high=most.high)

    @cached_property
    def left(self) -> Mapping[int, int]:
        """How many deals there are by the fewest tiles that can be left; 0 is won, unknown ones are not there.

        >>> sum(solvable("knock-out", hands=20).left.values())
        20
        """
        return dict(sorted(Counter(number for number in self.fewest if number >= 0).items()))

    def numbers(self, left: int = 0) -> tuple[int, ...]:
        """The numbers of the deals in which so many tiles are left at best; of those that can be won, unless said.

        >>> solvable("five-columns", hands=2, seed=1).numbers()
        (1,)
        """
        return tuple(hand for hand, number in enumerate(self.fewest) if number == left)

    def table(self) -> Any:
        """By the fewest tiles left: how many deals, and their share; a pandas table.

        >>> list(solvable("knock-out", hands=20).table().columns)
        ['tiles left at best', 'deals', 'share']
        """
        from domino_lab.dataframes import Printable

        names = [phrase(f"odds.column_{name}") for name in ("left", "deals", "share")]
        return Printable([(left, deals, deals / self.hands) for left, deals in self.left.items()], columns=names)

    @property
    def line(self) -> str:
        """The line of Python that gives this again.

        >>> solvable("five-columns", hands=2, seed=1).line
        'dl.chance.solvable("five-columns", hands=2, seed=1)'
        """
        budget = "" if self.budget == BUDGET else f", budget={self.budget}"
        return f"dl.chance.solvable({python_source(self.rules)}, hands={self.asked}, seed={self.seed}{budget})"

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
    rules: Named, *, hands: Annotated[int, Whole(1, MOST_SOLVED)] = 1000, seed: int = 0,
    budget: Budget = BUDGET, progress: Callable[[Progress], None] | None = None, engine: str | None = None,
) -> SolvedDeals:
    """How many of the deals 0 to `hands` - 1 of `seed` can be won, all tiles in sight, by any play at all.

    Deal i is `Shuffle(seed=seed, hand=i)`, as in `simulate`. `budget` is a power of two: so many positions are looked
    at for a deal before it is called unknown. `engine` asks for "compiled" or "plain". An interrupt leaves what was
    found.

    Raises DominoError for a game with rivals, for rules or a set of tiles that the solver does not know, for a budget
    that is no power of two, for a number of hands out of range, and for something that is not a seed.

    >>> solvable("five-columns", hands=100, seed=1).estimate.covers(0.44)
    True
    """
    rules = ruleset(rules)
    compiled = solver_for(rules, engine) == "compiled"
    Shuffle(seed=seed)
    verdicts, fewest = bytearray(), list[int]()
    chunk = CHUNK["compiled" if compiled else "plain"]
    with heard(progress, hands, "solving") as tell:
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
            tell(Progress(first + count, hands, "solving"))
    return SolvedDeals(rules, seed, hands, budget, bytes(verdicts), tuple(fewest))


def solver_for(rules: Ruleset, wanted: str | None = None) -> str:
    """The engine that solves deals of these rules: "compiled" or "plain"; raises ValueError where there is none."""
    if rules.solo is None:
        raise DominoError(f"{rules.name} is played against others: only a game for one player can be solved")
    if len(rules.equipment.set.tiles) > solving.MOST_TILES:
        raise DominoError(f"max_pip = {rules['max_pip']}: deals of {solving.MOST_TILES} tiles at most can be solved")
    how, why_not = engine_for(rules, wanted)
    if how == "readable":
        raise DominoError(why_not or 'a deal is solved by "compiled" or "plain"')
    return how


def verdicts_on(rules: Ruleset, seed: int, deals: range, *, budget: int = BUDGET, compiled: bool = False
                ) -> tuple[bytes, tuple[int, ...]]:
    """What each of these deals is (UNKNOWN, LOST or WON, as in patience_solver.py), and the tiles left at best."""
    found = engines.numbers((0,) * (solving.RESULT * len(deals)), compiled=compiled)
    table = engines.numbers(compiled_rules(rules, 1), compiled=compiled)
    key = engines.key_of(seed, compiled=compiled)
    engines.solver(compiled=compiled).solve(table, key, deals.start, len(deals), budget, found)
    numbers = [int(number) for number in found]
    return bytes(numbers[:: solving.RESULT]), tuple(numbers[2 :: solving.RESULT])


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
    search = _OrderSearch(budget)
    whole = search.look_through(state)
    met = search.known.values()
    ends = frozenset(one.state.left for one in met if one.state.over)
    return Orders(search.known[place_of(state)].ways, len(met), sum(len(legal(one.state)) > 1 for one in met), ends,
                  whole)


def best_order(state: Any, budget: int = MOST) -> tuple[Action, ...] | None:
    """The actions that leave as few tiles as can be, by the rules alone; None where the budget does not do."""
    search = _OrderSearch(budget, stops=True)
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


class _OrderSearch:
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
    return f"dl.chance.best_line({python_source(rules)}, seed={seed}, hand={hand})"


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


ONLY, WINS, LEAST, UNKNOWN, ALIKE, LIKELY = "only", "wins", "least", "unknown", "alike", "likely"

MOST_WAYS, LEAST_WAYS, TRIALS = 10, 4, 40
"""In so many ways the face-down tiles are laid out, to see how often a move can still win: fewer for more moves."""

_SHORT = 1 << 8
"""So many positions are looked at in one of them; a way that takes more counts as not won."""

_BY_THE_RULES = 1 << 12
"""So many positions are looked at by the rules themselves, where the solver has no numbers for them."""

_PAIRS = 1 << 10
"""So many positions of Twelve To Go are looked at: many more than a deal by the sheet has, and still at once."""


class Hint(NamedTuple):
    """One move and what is known of it: `kind` is a key of words/en/patience.toml behind "hint_".

    `left` is the fewest tiles that can be left, where it is known; `won` of `of` says in how many ways the boneyard was
    laid out, and in how many of them a way to win was found after this move.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> print(hint(dealt(get("five-columns"), Shuffle(seed=1, hand=1))))
    Take 3-1 and 6-2 away. 3-1 and 6-2 are free and have 12 pips together, so they go. The game can still be won.
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
        """What is known of the end.

        >>> from domino_lab.actions import Pass
        >>> Hint(Pass(), Ruling("GEN-FIT-1", "yes"), "pass", LEAST, left=2).prospect
        'It cannot be won. At best 2 tiles are left.'
        """
        return phrase(f"patience.hint_{self.kind}", left=self.left, won=self.won, of=self.of)

    @property
    def text(self) -> str:
        """The move, why it is allowed, and what is known of the end.

        >>> from domino_lab.actions import Pass
        >>> Hint(Pass(), Ruling("GEN-OVER-1", "no"), "pass", ONLY).text.startswith("Pass. ")
        True
        """
        move = phrase("patience.hint_move", move=self.words[:1].upper() + self.words[1:])
        return " ".join((move, self.ruling.text, self.prospect))

    def __str__(self) -> str:
        return f"{self.text}\n{phrase('explain.rule', clause=self.ruling.id, origin=origin(self.ruling))}"

    def __repr__(self) -> str:
        return str(self)


def origin(ruling: Ruling) -> str:
    """The sheet on which the clause of a ruling stands."""
    from domino_lab.rulings import clause

    return clause(ruling.clause).origin


@checked
def hint(line: Timeline, *, budget: Budget = BUDGET) -> Hint:
    """One move for the end of `line`, a patience that is not over, with its clause and with what is known of the end.

    Where all tiles lie open the solver looks at every way to go on, at `budget` positions at the most. Where some lie
    face down it knows no more than the player: it lays them out in some ways, and counts in how many a move can win.
    Raises DominoError for a hand against others, for a game that is over, and where no tiles are dealt.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> hint(dealt(get("bingo"), Shuffle(seed=1))).kind
    'wins'
    """
    state: Any = line.state
    if line.rules.solo is None or state.over is not None:
        raise DominoError("a hint is given in a game for one player that is not over yet")
    found = legal(state)
    if not found:
        raise IllegalAction(UNDEALT)
    if not state.boneyard:
        return _solved_hint(state, budget)
    if len(found) == 1:
        return _hint(state, found[0], ONLY)
    return _any_order(state, found[0]) if state.rules.solo.key == "twelve" else _likely(state, found)


def _hint(state: Any, action: Action, kind: str, **known: Any) -> Hint:
    return Hint(action, judge(state, action), describe_move(state, action), kind, **known)


def _any_order(state: Any, action: Action) -> Hint:
    """Whether the order matters is tried, not believed; how many orders there are would tell of tiles unseen."""
    found = all_orders(state, _PAIRS)
    return _hint(state, action, ALIKE if found.is_whole and found.all_alike else UNKNOWN)


def _solved_hint(state: Any, budget: int) -> Hint:
    try:
        actions = best_actions(state, in_time(state, budget))
    except ValueError:
        return _hint(state, legal(state)[0], UNKNOWN)
    left = fewest(state, actions)
    return _hint(state, actions[0], LEAST if left else WINS, left=left)


def fewest(state: Any, actions: tuple[Action, ...]) -> int:
    """How many tiles are left when these actions have been done."""
    for action in actions:
        state = advance(state, action).state
    return int(state.left)


# --- tiles that lie face down


def _likely(state: Any, actions: tuple[Action, ...]) -> Hint:
    found = _distinct(state, actions)
    count = max(min(TRIALS // len(found), MOST_WAYS), LEAST_WAYS)
    ways = [_laid_out(state, number) for number in range(count)]
    won = {action: sum(_can_win(advance(way, action).state) for way in ways) for action in found}
    best = max(won, key=lambda action: won[action])
    return _hint(state, best, LIKELY, won=won[best], of=count)


def _distinct(state: Any, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Of plays that leave the same holding and the same two values at the ends one is enough."""
    after = {place_of(advance(state, action).state): action for action in reversed(actions)}
    return tuple(action for action in actions if action in after.values())


def _laid_out(state: Any, number: int) -> Any:
    """The same moment with the unseen tiles in an order of its own, made of nothing but what the player sees."""
    unseen = sorted((*state.stock, *state.below))
    order = Stream(1000 * len(unseen) + number).shuffled(unseen)
    return replace(state, stock=order, below=frozenset())


def _can_win(state: Any) -> bool:
    try:
        return _still(state, _SHORT)
    except ValueError:
        return False


@checked
def last_chance(line: Timeline, *, budget: Budget = BUDGET) -> int | None:
    """The last step from which a patience could be won, all tiles in sight; None where it never could.

    Raises ValueError where `budget` positions do not do for one of its steps.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> last_chance(dealt(get("five-columns"), Shuffle(seed=1, hand=1)))
    0
    """
    if not _still(line[0].state, budget):
        return None
    won, lost = 0, len(line)
    while lost - won > 1:
        middle = (won + lost) // 2
        won, lost = (middle, lost) if _still(line[middle].state, budget) else (won, middle)
    return won


def _still(state: Any, budget: int) -> bool:
    """What cannot be won at one step can be won at none after it, so halving the hand finds the step."""
    return fewest(state, best_actions(state, in_time(state, budget))) == 0


def in_time(state: Any, budget: int = BUDGET) -> int:
    """How many positions, `budget` at the most, can be looked at while somebody waits: fewer without the solver."""
    return budget if moment_of(state) is not None else min(budget, _BY_THE_RULES)
