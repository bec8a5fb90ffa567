"""The settlement of a hand that is over: who wins it, what it is worth, and whether the match is won."""

from __future__ import annotations

from domino_lab.events import Event, MatchWon, Pot, Settled
from domino_lab.play.state import OwnState, State, Step, Table
from domino_lab.rules.settling import Final, Settlement


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
    table, scores, over = state.table, state.scores, state.over
    teams = table.rules.dealing.teams == "pairs"
    events: tuple[Event, ...] = ()
    winning = table.rules.winning
    if over in ("out", "blocked"):
        settled = _awarded(table, scores, table.rules.settling.settle(final(state)))
        scores = tuple([score + settled.award * (side == settled.winner) for side, score in enumerate(scores)])
        events = (settled,)
    side_won = winning.winner(scores, seats=table.seats, teams=teams)
    if over == "target" and side_won is not None:
        said = winning.at_once_ruling(table.side_name(side_won), scores[side_won], seats=table.seats, teams=teams)
        events = (Settled(side_won, 0, said),)
    chips = state.chips
    if chips and over in ("out", "blocked", "target"):
        pot, chips = _emptied(state, next(iter(events), None))
        events = (*events, *pot)
    if side_won is not None:
        name = table.side_name(side_won)
        won = winning.ruling(name, scores[side_won], seats=table.seats, teams=teams)
        events = (*events, MatchWon(side_won, won))
    table, chain, holdings, stock, turn, lead, _, drawn, blocker, over, below, stacks, spoils, passes, _ = state
    after = State(table, chain, holdings, stock, turn, lead, scores, drawn, blocker, over, below, stacks, spoils,
                  passes, chips)
    return Step(None, None, events, after)


def _awarded(table: Table, scores: tuple[int, ...], found: Settlement) -> Settled:
    """The award, or none of it where an exact target would be passed (axis reach)."""
    winning, teams, side = table.rules.winning, table.rules.dealing.teams == "pairs", found.winner
    if side is None or winning.takes(found.award, scores[side], seats=table.seats, teams=teams):
        return Settled(side, found.award, found.ruling)
    goal = winning.goal(table.seats, teams=teams)
    over = winning.over_ruling(found.award, scores[side], table.side_name(side), goal=goal, because=found.ruling)
    return Settled(side, 0, over)


def _emptied(state: State, settled: Event | None) -> tuple[tuple[Pot, ...], tuple[int, ...]]:
    """The chips paid in this hand go to its winner, or back to who paid them."""
    table = state.table
    before = table.standing.chips or (0,) * len(state.chips)
    paid = sum(before) - sum(state.chips)
    winner = settled.winner if isinstance(settled, Settled) else None
    if not paid:
        return (), state.chips
    ruling = state.rules.drawing.pot_ruling(None if winner is None else table.side_name(winner), paid)
    if winner is None:
        return (Pot(None, paid, ruling),), before
    return (Pot(winner, paid, ruling),), tuple([own + paid * (side == winner) for side, own in enumerate(state.chips)])
