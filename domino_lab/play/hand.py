"""The reducer of a hand: advance(state, action) -> Step, and the settlement at its end. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable

from domino_lab.actions import Action, Draw, Pass, Play
from domino_lab.errors import IllegalAction
from domino_lab.events import Drew, Ended, Event, LaidTile, MatchWon, Passed, Scored, Settled
from domino_lab.play.legal import judge
from domino_lab.play.state import State, Step
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Final
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


def advance(state: State, action: Action) -> Step:
    """The step that `action` makes; raises IllegalAction, with the ruling, and leaves `state` as it is.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.legal import legal
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> first = start(get("all-fives"), Shuffle(seed=1)).state
    >>> len(advance(first, legal(first)[0]).state.chain.laid)
    1
    """
    ruling = judge(state, action)
    if not ruling.allowed:
        raise IllegalAction(ruling)
    if isinstance(action, Play):
        return _lay(state, action, ruling)
    if isinstance(action, Draw):
        return _draw(state, action, ruling)
    return _pass(state, action, ruling)


def _next(state: State) -> int:
    return state.table.rules.dealing.next_seat(state.turn, len(state.table.names))


def _lay(state: State, action: Play, ruling: Ruling) -> Step:
    table, seat, tile = state.table, state.turn, action.tile
    rules = table.rules
    chain = state.chain.lay(tile, action.end, action.out, spins=rules.arms.spins(tile, state.chain))
    events: list[Event] = [LaidTile(seat, chain.laid[-1], ruling)]
    scores, judged = state.scores, None
    count = rules.scoring.count(chain)
    if count is not None:
        judged = rules.scoring.ruling(count, table.names[seat])
        if judged.points:
            side = table.side(seat)
            scores = tuple(score + judged.points * (s == side) for s, score in enumerate(scores))
            events.append(Scored(seat, judged.points, judged))
    after = State(table, chain, _without(state, tile), state.stock, _next(state), state.lead, scores, 0, seat, None,
                  state.below)
    ended = None if table.study else _ending(after, seat, scored=bool(judged and judged.points))
    if ended is not None:
        events.append(ended)
        after = after._replace(over=ended.how)
    return Step(action, seat, tuple(events), after, judged)


def _without(state: State, tile: Tile) -> tuple[tuple[Tile, ...], ...]:
    if state.table.study:
        return state.holdings
    holdings, seat = state.holdings, state.turn
    held = holdings[seat]
    place = held.index(tile)
    return (*holdings[:seat], held[:place] + held[place + 1 :], *holdings[seat + 1 :])


def _draw(state: State, action: Draw, ruling: Ruling) -> Step:
    seat = state.turn
    tile = state.stock[0] if state.stock else action.tile
    if tile is None:
        raise IllegalAction(ruling)
    holdings = (*state.holdings[:seat], (*state.holdings[seat], tile), *state.holdings[seat + 1 :])
    after = state._replace(
        holdings=holdings, stock=state.stock[1:], below=state.below - {tile}, drawn=state.drawn + 1
    )
    return _closed(Step(action, seat, (Drew(seat, tile, ruling),), after))


def _pass(state: State, action: Pass, ruling: Ruling) -> Step:
    seat = state.turn
    table, chain, holdings, stock, _, lead, scores, _, blocker, over, below = state
    after = State(table, chain, holdings, stock, _next(state), lead, scores, 0, blocker, over, below)
    return _closed(Step(action, seat, (Passed(seat, ruling),), after))


def _closed(step: Step) -> Step:
    """The step with the end of the hand, if nobody can lay or draw after it."""
    ended = _blocked(step.state)
    if ended is None:
        return step
    return step._replace(events=(*step.events, ended), state=step.state._replace(over=ended.how))


def _ending(state: State, seat: int, *, scored: bool) -> Ended | None:
    table = state.table
    winning = table.rules.winning
    if scored and winning.target_when == "at-once":
        side = table.side(seat)
        score, teams = state.scores[side], table.rules["teams"] == "pairs"
        if winning.reached(score, seats=table.seats, teams=teams):
            name = table.side_name(side)
            return Ended("target", winning.at_once_ruling(name, score, seats=table.seats, teams=teams))
    if not state.holdings[seat]:
        return Ended("out", table.rules.ending.out_ruling(table.names[seat]))
    return _blocked(state)


def _blocked(state: State) -> Ended | None:
    rules, chain = state.table.rules, state.chain
    ending, drawable = rules.ending, rules.drawing.possible(len(state.stock) + len(state.below))
    if not chain.laid or ending.goes_on(drawable=drawable):
        return None
    values = {end[2] for end in rules.arms.open_ends(chain)}
    for held in state.holdings:
        if _one_fits(rules, held, values):
            return None
    unseen = drawable and _one_fits(rules, (*state.stock, *state.below), values)
    return None if unseen else Ended("blocked", ending.block_ruling(drawable=drawable))


def _one_fits(rules: Ruleset, tiles: Iterable[Tile], values: set[int]) -> bool:
    return not all(map(values.isdisjoint, map(rules.joins.__getitem__, tiles)))


def final(state: State) -> Final:
    """The end of a hand as the settling rules see it.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> len(final(start(get("block"), Shuffle(seed=1)).state).weights)
    2
    """
    table = state.table
    total, side = table.rules.equipment.total, table.rules.dealing.side
    return Final(
        state.holdings,
        tuple([total(held) for held in state.holdings]),
        tuple([side(seat) for seat in range(table.seats)]),
        table.names,
        state.blocker if state.over == "out" else None,
        state.blocker,
        table.rules.equipment.weight,
    )


def settle(state: State) -> Step:
    """The last step of a finished hand: who wins, what it is worth, and whether the match is won.

    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.catalogue import get
    >>> from domino_lab.shuffle import Shuffle
    >>> play_out(get("block"), Shuffle(seed=1)).steps[-1].settled is not None
    True
    """
    table, teams = state.table, state.table.rules["teams"] == "pairs"
    scores: tuple[int, ...] = state.scores
    events: tuple[Event, ...] = ()
    winning = table.rules.winning
    if state.over in ("out", "blocked"):
        found = table.rules.settling.settle(final(state))
        scores = tuple(score + found.award * (side == found.winner) for side, score in enumerate(scores))
        events = (Settled(found.winner, found.award, found.ruling),)
    elif state.over == "target":
        side = table.side(state.blocker or 0)
        events = (Settled(side, 0, winning.at_once_ruling(table.side_name(side), scores[side], seats=table.seats,
                                                          teams=teams)),)
    side_won = winning.winner(scores, seats=table.seats, teams=teams)
    if side_won is not None:
        name = table.side_name(side_won)
        won = winning.ruling(name, scores[side_won], seats=table.seats, teams=teams)
        events = (*events, MatchWon(side_won, won))
    return Step(None, None, events, state._replace(scores=scores))
