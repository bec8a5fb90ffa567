"""The reducer of a hand: advance(state, action) -> Step, and the settlement at its end. Pure functions."""

from __future__ import annotations

from functools import partial

from domino_lab.actions import Action, Draw, Pass, Play
from domino_lab.chain import Chain
from domino_lab.errors import IllegalAction
from domino_lab.events import Drew, Ended, Event, LaidTile, MatchWon, Passed, Scored, Settled
from domino_lab.play.legal import judge
from domino_lab.play.state import OwnState, State, Step, Table
from domino_lab.rules.settling import Final
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile

Holdings = tuple[tuple[Tile, ...], ...]

# All fields given as one tuple: half the cost of the class's own constructor, and a hand makes very many.
_new_laid_tile = partial(tuple.__new__, LaidTile)
_new_state = partial(tuple.__new__, State)
_new_step = partial(tuple.__new__, Step)


def advance(state: State | OwnState, action: Action) -> Step:
    """The step that `action` makes; raises IllegalAction, with the ruling, and leaves `state` as it is.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.legal import legal
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> first = start(get("all-fives"), Shuffle(seed=1)).state
    >>> len(advance(first, legal(first)[0]).state.chain.laid)
    1
    """
    if not isinstance(state, State):
        return state.advance(action)
    ruling = judge(state, action)
    if not ruling.allowed:
        raise IllegalAction(ruling)
    if isinstance(action, Play):
        return _lay(state, action, ruling)
    if isinstance(action, Draw):
        return _draw(state, action, ruling)
    return _pass(state, action, ruling)


def _lay(state: State, action: Play, ruling: Ruling) -> Step:
    table, before, holdings, stock, seat, lead, scores, _, _, _, below = state
    rules, (tile, end, out, _) = table.rules, action
    chain = before.lay(tile, end, out, spins=rules.arms.spins(tile, before))
    events: tuple[Event, ...] = (_new_laid_tile((seat, chain.laid[-1], ruling)),)
    judged, ended = None, None
    count = rules.scoring.count(chain)
    if count is not None:
        judged = rules.scoring.ruling(count, table.names[seat])
        if judged.points:
            side = table.side(seat)
            scores = tuple([score + judged.points * (s == side) for s, score in enumerate(scores)])
            events = (*events, Scored(seat, judged.points, judged))
            ended = _at_once(table, seat, scores)
    if not table.study:
        holdings = _without(holdings, seat, tile)
        if ended is None and holdings[seat]:
            ended = _blocked(table, chain, holdings, (*stock, *below) if below else stock)
        elif ended is None:
            ended = Ended("out", rules.ending.out_ruling(table.names[seat]))
    how = None
    if ended is not None:
        events, how = (*events, ended), ended.how
    turn = rules.dealing.next_seat(seat, len(table.names))
    after = _new_state((table, chain, holdings, stock, turn, lead, scores, 0, seat, how, below))
    return _new_step((action, seat, events, after, judged))


def _without(holdings: Holdings, seat: int, tile: Tile) -> Holdings:
    held = holdings[seat]
    place = held.index(tile)
    left = list(holdings)
    left[seat] = held[:place] + held[place + 1 :]
    return tuple(left)


def _draw(state: State, action: Draw, ruling: Ruling) -> Step:
    table, chain, holdings, stock, seat, lead, scores, drawn, blocker, _, below = state
    tile = stock[0] if stock else action.tile
    if tile is None:
        raise IllegalAction(ruling)
    holdings = (*holdings[:seat], (*holdings[seat], tile), *holdings[seat + 1 :])
    stock, below = stock[1:], below - {tile} if below else below
    ended = _blocked(table, chain, holdings, (*stock, *below))
    event, how = Drew(seat, tile, ruling), ended.how if ended else None
    after = State(table, chain, holdings, stock, seat, lead, scores, drawn + 1, blocker, how, below)
    return Step(action, seat, (event, ended) if ended else (event,), after)


def _pass(state: State, action: Pass, ruling: Ruling) -> Step:
    table, chain, holdings, stock, seat, lead, scores, _, blocker, _, below = state
    ended = _blocked(table, chain, holdings, (*stock, *below))
    event, how = Passed(seat, ruling), ended.how if ended else None
    turn = table.rules.dealing.next_seat(seat, len(table.names))
    after = State(table, chain, holdings, stock, turn, lead, scores, 0, blocker, how, below)
    return Step(action, seat, (event, ended) if ended else (event,), after)


def _at_once(table: Table, seat: int, scores: tuple[int, ...]) -> Ended | None:
    winning = table.rules.winning
    if table.study or winning.target_when != "at-once":
        return None
    side = table.side(seat)
    score, teams = scores[side], table.rules.dealing.teams == "pairs"
    if not winning.reached(score, seats=table.seats, teams=teams):
        return None
    return Ended("target", winning.at_once_ruling(table.side_name(side), score, seats=table.seats, teams=teams))


def _blocked(table: Table, chain: Chain, holdings: Holdings, boneyard: tuple[Tile, ...]) -> Ended | None:
    """The end of a hand in which nobody can lay or draw any more."""
    rules = table.rules
    drawable = rules.drawing.possible(len(boneyard))
    if not chain.laid or (drawable and rules.ending.goes_on(drawable=drawable)):
        return None
    usable, fitting = (*holdings, boneyard) if drawable else holdings, rules.fitting
    for end in rules.arms.open_ends(chain):
        outs = fitting[end[2]]
        for tiles in usable:
            for tile in tiles:
                if tile in outs:
                    return None
    return Ended("blocked", rules.ending.block_ruling(drawable=drawable))


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
    holdings, blocker = state.holdings, state.blocker
    return Final(
        holdings,
        tuple(map(total, holdings)),
        tuple(map(side, range(len(table.names)))),
        table.names,
        blocker if state.over == "out" else None,
        blocker,
        table.rules.equipment.weight,
    )


def settle(state: State | OwnState) -> Step:
    """The last step of a finished hand: who wins, what it is worth, and whether the match is won.

    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.catalogue import get
    >>> from domino_lab.shuffle import Shuffle
    >>> play_out(get("block"), Shuffle(seed=1)).steps[-1].settled is not None
    True
    """
    if not isinstance(state, State):
        return state.settle()
    table, chain, holdings, stock, turn, lead, scores, drawn, blocker, over, below = state
    teams = table.rules.dealing.teams == "pairs"
    events: tuple[Event, ...] = ()
    winning = table.rules.winning
    if over in ("out", "blocked"):
        found = table.rules.settling.settle(final(state))
        scores = tuple([score + found.award * (side == found.winner) for side, score in enumerate(scores)])
        events = (Settled(found.winner, found.award, found.ruling),)
    elif over == "target":
        side = table.side(blocker or 0)
        events = (Settled(side, 0, winning.at_once_ruling(table.side_name(side), scores[side], seats=table.seats,
                                                          teams=teams)),)
    side_won = winning.winner(scores, seats=table.seats, teams=teams)
    if side_won is not None:
        name = table.side_name(side_won)
        won = winning.ruling(name, scores[side_won], seats=table.seats, teams=teams)
        events = (*events, MatchWon(side_won, won))
    after = State(table, chain, holdings, stock, turn, lead, scores, drawn, blocker, over, below)
    return Step(None, None, events, after)
