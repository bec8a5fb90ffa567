"""Redealt: the same hand with the tiles that a seat has never seen lying elsewhere, found without any help of chance/.

Two tiles change places, and the whole hand is played again by the engine: if every action is still legal, and the seat
sees at every step what it saw before, it cannot tell the two hands apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from domino_lab.core.actions import Action, Draw, Play
from domino_lab.core.errors import IllegalAction
from domino_lab.core.events import Turned
from domino_lab.core.shuffle import Stream
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.start import bind_lead, find_lead
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.leading import Lead

BY_TILE = ("holds", "heaviest", "nobody", "seek")
"""The cases in which the deal itself decides who leads; by lot or by turn the same seat leads whatever is dealt."""

BY_KIND = ("passed", "none_can", "unbound", "heaviest", "lacks", "none_left")
"""The cases of a leader who has to play one of several tiles, or who holds none of them."""


def redeals(line: Timeline, seat: int, stream: Stream, tries: int = 400) -> Iterator[Timeline]:
    """Hands that `seat` cannot tell from `line`, one after another, each by one more exchange of two tiles."""
    now = line
    for _ in range(tries):
        size = len(now.rules.equipment.set.tiles)
        one, other = (now.rules.equipment.set.tiles[stream.pick(size)] for _ in range(2))
        found = None if one == other else again(line, exchanged(now.steps[0], one, other), seat)
        if found is not None:
            now = found
            yield found


def exchanged(first: Step, one: Tile, other: Tile) -> Step:
    """The deal with two tiles in each other's places."""
    names = {one: other, other: one}
    state = first.state
    holdings = tuple(tuple(names.get(tile, tile) for tile in held) for held in state.holdings)
    stock = tuple(names.get(tile, tile) for tile in state.stock)
    return first._replace(state=state._replace(holdings=holdings, stock=stock))


def again(line: Timeline, first: Step, seat: int) -> Timeline | None:
    """The actions of `line` from another deal; None where they are not all legal, or `seat` sees something else."""
    if not leads_alike(line.steps[0].state, first.state) or sees(line.steps[0], seat) != sees(first, seat):
        return None
    steps = [first]
    for was in line.steps[1:]:
        state = steps[-1].state
        try:
            step = advance(state, Draw() if isinstance(was.action, Draw) else was.action)
        except IllegalAction:
            return None
        if sees(was, seat) != sees(step, seat):
            return None
        steps.append(step)
    return Timeline(tuple(steps))


def leads_alike(one: State, other: State) -> bool:
    if one.rules.lead_tiles and (one.lead.must is None or one.lead.ruling.case not in ("holds", "highest")):
        origin = next((each for each in one.lead.ruling.tree() if each.case not in BY_KIND), one.lead.ruling)
        seat = one.lead.ruling.facts.get("lacking", (one.lead.seat,))[0]
        return bind_lead(one.table, Lead(seat, None, origin), other.holdings) == one.lead
    if one.lead.ruling.case not in BY_TILE:
        return True
    order = [tile for round_ in zip(*other.holdings, strict=True) for tile in round_]
    return find_lead(one.table, other.holdings, None, (*order, *other.stock)) == one.lead


def sees(step: Step, seat: int) -> object:
    """All that lies open to a seat after a step, written down here once more and not with the help of a View."""
    state, blind = step.state, step.state.rules.dealing.is_blind
    own = state.holdings[seat][: state.turn == seat] if blind else state.holdings[seat]
    turned = [event.tile for event in step.events if isinstance(event, Turned)]
    return (own, turned, state.chain, state.stacks, state.spoils, state.scores, state.chips, state.turn, state.drawn,
            state.over, state.lead, state.boneyard, [len(held) for held in state.holdings])


def moments(line: Timeline, stream: Stream) -> Iterator[Timeline]:
    """The hand up to a moment at which the seat to move has something to choose from, and then to earlier ones."""
    steps = [number for number, step in enumerate(line.steps) if not step.state.over and chooses(step.state)]
    last = stream.pick(len(steps)) if steps else -1
    for number in reversed(steps[: last + 1]):
        yield line.upto(number)


def chooses(state: State) -> bool:
    found: tuple[Action, ...] = legal(state)
    return len(found) > 1 and isinstance(found[1], Play)
