"""Best lines: one way to play a patience on that leaves as few tiles as can be, found by the solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from domino_lab.actions import Action, Play, Remove, Say, Shift
from domino_lab.arguments import checked
from domino_lab.catalogue.reading import Named, ruleset
from domino_lab.chance import patience_solver as solving
from domino_lab.chance.orders import best_order
from domino_lab.chance.patience_moments import Moment, moment_of
from domino_lab.chance.patience_odds import BUDGET, Budget, solver_for
from domino_lab.errors import DominoError, IllegalAction
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Timeline, dealt
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.spelled import spelled
from domino_lab.shuffle import Shuffle
from domino_lab.solitaire.alone import UNDEALT
from domino_lab.words import phrase


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

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> found = best_actions(start(get("five-columns"), Shuffle(seed=1, hand=1)).state)
    >>> sum(isinstance(action, Remove) for action in found)
    14
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
