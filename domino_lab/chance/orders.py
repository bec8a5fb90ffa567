"""Orders: every way to play a patience on, tried by the rules themselves, and whether they lead to the same end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from domino_lab.actions import Action
from domino_lab.arguments import Whole, checked
from domino_lab.errors import DominoError
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.state import OwnState, State

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
def all_orders(state: State | OwnState, budget: Annotated[int, Whole(1, 100 * MOST)] = MOST) -> Orders:
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
    """The actions that leave as few tiles as can be, by the rules alone; None where the budget does not do.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> [action.kind for action in best_order(start(get("bingo/choice"), Shuffle(seed=1)).state)][-1]
    'remove'
    """
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

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> len(place_of(start(get("bingo"), Shuffle(seed=1)).state))
    4
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
