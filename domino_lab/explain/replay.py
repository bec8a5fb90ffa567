"""Replay: make the actions of a hand again under other rules, for as long as those rules allow them."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import pairwise
from typing import NamedTuple

from domino_lab.core.actions import Action, Play, Stack
from domino_lab.core.chain import FIRST_LINE, Chain, Laid, OpenEnd
from domino_lab.core.errors import IllegalAction, RulesetError
from domino_lab.core.events import Dealt, Ended, Leads
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal, plays_now, with_call
from domino_lab.play.players import Policies
from domino_lab.play.settlement import settle
from domino_lab.play.start import (
    NOTHING_LAID,
    Names,
    begin,
    bind_lead,
    chips_at,
    find_lead,
    start,
    stated_lead,
    turned_up,
    with_set_out,
)
from domino_lab.play.state import Position, Step, Table
from domino_lab.play.timeline import Timeline, play_to_end, streams_of
from domino_lab.record.read_deal import blank
from domino_lab.rules.leading import Lead, Standing
from domino_lab.rules.ruleset import Ruleset, alike
from domino_lab.rules.values import python_literal

# --- one action, or many, made again ----------------------------------------------------------------------------


def repeat(state: Position, action: Action, seat: int | None, *, keep_call: bool = False) -> Step | None:
    """Make `action` here, or play the same tile on another edge that shows the same value.

    A score that must be called is called in time; with `keep_call`, the call of `action` is kept. Returns None if
    neither play is legal, or if it is another seat's turn.
    """
    if state.over is not None or state.turn != seat:
        return None
    try:
        return advance(state, _set_call(state, action, keep_call=keep_call))
    except IllegalAction:
        elsewhere = _elsewhere(state, action)
        return None if elsewhere is None else advance(state, _set_call(state, elsewhere, keep_call=keep_call))


def repeat_all(first: Step, pattern: Sequence[Step]) -> tuple[Step, ...]:
    """Make the actions of `pattern` again after `first`, until it is another seat's turn or one is not legal."""
    steps = [first]
    for before, wanted in pairwise(pattern):
        keep_call = _was_miscalled(before.state, wanted.action)
        done = None
        if wanted.action is not None:
            done = repeat(steps[-1].state, wanted.action, wanted.seat, keep_call=keep_call)
        if done is None:
            break
        steps.append(done)
    return tuple(steps)


def _was_miscalled(state: Position, action: Action | None) -> bool:
    """True if a score had to be called and was not called correctly: the slip belongs to the hand."""
    return isinstance(action, Play) and state.rules["claim"] != "auto" and with_call(state, action).call != action.call


def _elsewhere(state: Position, action: Action) -> Action | None:
    if not isinstance(action, Play) or action.end is None:
        return None
    wanted = place_of(action)
    return next((play for play in legal(state) if isinstance(play, Play) and place_of(play) == wanted), None)


Place = tuple[object, ...]


def place_of(play: Play) -> Place:
    """Return the place of a tile; two edges of one tile with the same value are one place, and so are equal tiles."""
    tile, end, out, _ = play
    if end is None:
        return (tile[:2],)
    return (tile[:2], end.at, end.value, tile[0] + tile[1] - end.value if out is None else out)


def _set_call(state: Position, action: Action, *, keep_call: bool) -> Action:
    if not isinstance(action, Play) or (keep_call and state.table.rules["claim"] != "auto"):
        return action
    silent = action if action.call is None else action._replace(call=None)
    if state.table.rules["claim"] == "auto" or not judge(state, silent).allowed:
        return silent
    return with_call(state, silent)


# --- one shuffle under several rulesets ---------------------------------------------------------------------------


class LeadingLine(NamedTuple):
    """The line that the others copy: its steps, and the mover's stream of choices before each action.

    `after` has the streams of all seats at the end of the line.
    """

    steps: tuple[Step, ...]
    before: tuple[Stream, ...]
    after: tuple[Stream, ...]

    def stream(self, seat: int, action: int) -> Stream:
        """Return the stream of `seat` before action number `action` (from 0), whoever made that action."""
        for step, stream in zip(self.steps[action + 1 :], self.before[action:], strict=False):
            if step.seat == seat:
                return copy(stream)
        return copy(self.after[seat])


def leading_line(first: Step, shuffle: Shuffle, policies: Policies = None) -> LeadingLine:
    """Play on from `first` by `policies` with the choices of `shuffle`, as `play_out` does."""
    streams, before = streams_of(shuffle, first.state), list[Stream]()
    steps = play_to_end((first,), streams, policies, before)
    return LeadingLine(steps, tuple(before), tuple(streams))


def follow_line(
    rules: Ruleset, shuffle: Shuffle, first: LeadingLine, *, seats: int, names: Names | None = None,
    policies: Policies, leader: str,
) -> tuple[tuple[Step, ...], int]:
    """Copy the leading line under `rules` as long as possible, then play on; return the steps and the number copied.

    With `leader="same"`, the deal and the leader are those of the leading line.
    """
    opening = _opening(rules, shuffle, seats, names, first if leader == "same" else None)
    steps = repeat_all(opening, first.steps)
    count, state = len(steps) - 1, steps[-1].state
    streams = [] if state.over else [first.stream(seat, count) for seat in range(state.table.seats)]
    return play_to_end(steps, streams, policies), count


def _opening(rules: Ruleset, shuffle: Shuffle, seats: int, names: Names | None, first: LeadingLine | None
             ) -> Step:
    if first is None or rules.solo is not None or first.steps[0].state.over == "misdeal":
        return start(rules, shuffle, seats=seats, names=names)
    deal = max((event.deal for event in first.steps[0].events if isinstance(event, Dealt)), default=0)
    own = start(rules, shuffle, seats=seats, names=names, deal=deal) if first.steps[0].state.lead.seeks else None
    if own is not None and own.state.lead.seeks:
        return own
    return start(rules, shuffle, seats=seats, names=names, leader=_leader(first.steps), deal=deal)


def _leader(steps: Sequence[Step]) -> int:
    """Return the seat that leads a line, even if the leader was found only by drawing."""
    if steps[0].state.lead.may_leave:
        return steps[0].state.lead.seat
    leaders = [event.seat for step in steps for event in step.events if isinstance(event, Leads)]
    return leaders[-1] if leaders else steps[0].state.lead.seat


def check_pair(rules: Ruleset, other: Ruleset) -> None:
    """Raise RulesetError, naming both, if one shuffle cannot be dealt under both rulesets."""
    if not alike((rules, other)):
        sets = f"{rules.equipment.set.name}; {other.equipment.set.name}"
        unlike = [axis for axis in ("max_pip", "copies", "doubles", "left_out") if rules[axis] != other[axis]]
        change = ", ".join(f"{axis}={python_literal(rules[axis])}" for axis in unlike)
        raise RulesetError(f"{rules.name} and {other.name} are played with different sets of tiles ({sets}), "
                           f"so one shuffle cannot be dealt under both; .but({change}) gives the second the set of the "
                           "first")
    if (rules.solo is None) != (other.solo is None):
        raise RulesetError(f"{rules.name} and {other.name} cannot be compared: one of them is a game for one player")
    if rules.solo is not None and rules.solo.key != other.solo.key:
        raise RulesetError(f"{rules.name} and {other.name} are different patience games, so they "
                           "have no moves in common")


# --- one recorded hand under other rules --------------------------------------------------------------------------


def deal_under(hand: Timeline, rules: Ruleset) -> Step:
    """Deal a recorded hand as step 0 under other rules, with the same holdings, stock, scores and leader.

    The leader may start with any tile. Raises RulesetError for rules that cannot be compared with those of the hand,
    and IllegalAction, with the clause, for a number of players that they do not allow.
    """
    first = hand.steps[0]
    check_pair(hand.rules, rules)
    if rules.solo is None and not hand.is_study:
        ruling = rules.dealing.seats_ruling(len(hand.names))
        if not ruling.allowed:
            raise IllegalAction(ruling)
    table = _table_under(first.state.table, rules)
    if rules.solo is not None:
        return first._replace(state=first.state.but(table=table))
    lead = first.state.lead if hand.is_study else _lead_under(hand, table)
    state = first.state.but(table=table, lead=lead, turn=lead.seat, scores=table.standing.scores,
                            chips=chips_at(table), over=None)
    if hand.is_study:
        return first._replace(state=state)
    state = state.but(chain=NOTHING_LAID, stock=(*turned_up(first), *state.stock))
    if (rules.dealing.first_tile == "boneyard" or lead.turns_up) and state.below and not state.stock:
        raise RulesetError(f"in {rules.name} the first tile of the boneyard begins the line, and this hand does not "
                           "say which tile that is")
    boneyard = with_set_out(rules, table.standing.hand, state.stock, state.below)
    if boneyard is None:
        tile = rules.dealing.to_set_out(rules.doubles, table.standing.hand)
        raise RulesetError(f"in {rules.name} the {tile} is set out before the deal, and in this hand a player holds it")
    state = state.but(stock=boneyard[0], below=boneyard[1])
    dealt = tuple(event for event in first.events if isinstance(event, Dealt))
    return begin(Step(None, None, (*dealt, Leads(lead.seat, lead.ruling)), state))


def _lead_under(hand: Timeline, table: Table) -> Lead:
    """The leader of the hand; if the leading tile was still being sought, and is sought here too, the search goes on.

    If a tile of the boneyard leads by both, it does. A leader who draws alone, as by the axis lead_fallback, has been
    found already.
    """
    first, own = hand.steps[0].state, None
    if first.lead.seeks and table.rules.lead_tiles:
        own = bind_lead(table, stated_lead(table, first.lead.seat), first.holdings)
    elif first.lead.seeks or first.lead.turns_up:
        own = find_lead(table, first.holdings, None)
    if own is not None and (own.seeks or own.turns_up):
        return own
    chosen = (table.rules["teams"] == "pairs"
              and "winning-pair" in (table.rules["next_leader"], table.rules["block_leader"]))
    return stated_lead(table, _leader(hand.steps))._replace(may_leave=first.lead.may_leave and chosen)


def _table_under(table: Table, rules: Ruleset) -> Table:
    """The scores and the matches won before the hand are kept if there are as many sides; otherwise all begin at 0."""
    before, sides = table.standing, rules.side_count(table.seats)
    scores, won = (before.scores, before.won) if len(before.scores) == sides else ((0,) * sides, ())
    standing = Standing(scores, before.hand, won=won, redeals=before.redeals)
    return Table(rules, table.names, standing, table.study)


def replay(hand: Timeline, rules: Ruleset) -> Timeline:
    """Replay a hand under other rules up to the first action that they refuse; settle it if the hand ends there."""
    steps = repeat_all(deal_under(hand, rules), hand.steps)
    over = steps[-1].state.over
    return Timeline((*steps, settle(steps[-1].state)) if over and over != "misdeal" else steps)


def first_refusal(line: Timeline, hand: Timeline) -> tuple[int, Ruling] | None:
    """Return the step at which `line`, a replay of `hand`, had to stop, and the ruling that refuses the action."""
    done = len(line.actions)
    wanted = hand.steps[done + 1] if done + 1 < len(hand) else None
    if wanted is None or wanted.action is None:
        return None
    ended = next((event.ruling for step in line.steps for event in step.events if isinstance(event, Ended)), None)
    return done + 1, ended if line.is_over and ended else judge(line.state, wanted.action, wanted.seat)


def count_rest(line: Timeline, hand: Timeline) -> tuple[Step, ...]:
    """Count the tiles that `hand` plays after the point where its replay `line` stopped, as a layout study.

    There is one step for each step of the hand; a draw or a pass changes nothing and has no events. The count ends at
    the first tile that fits nowhere, or that these rules do not allow to be stacked.
    """
    state = line.state.but(table=line.state.table._replace(study=True), over=None)
    laid: list[Step] = []
    for step in hand.steps[len(line.actions) + 1 :]:
        if step.action is None or step.seat is None:
            break
        state = state.but(turn=step.seat)
        plays = isinstance(step.action, (Play, Stack))
        done = repeat(state, step.action, step.seat) if plays else Step(step.action, step.seat, (), state)
        if done is None:
            break
        laid.append(done)
        state = done.state
    return tuple(laid)


def settle_under(hand: Timeline, rules: Ruleset) -> Step | None:
    """Settle the end of a hand by other rules, with the same holdings and scores in play.

    Returns None if the hand is not over, or was a misdeal.
    """
    if hand.is_study or rules.solo is not None or hand.state.over not in ("out", "blocked", "target"):
        return None
    ended = hand.steps[-2].state if hand.steps[-1].settled is not None else hand.state
    table = _table_under(ended.table, rules)
    scores = ended.scores if len(ended.scores) == len(table.standing.scores) else table.standing.scores
    return settle(ended.but(table=table, scores=scores, chips=chips_at(table)))


# --- the tiles of a chain laid again ----------------------------------------------------------------------------------


class Relaid(NamedTuple):
    """A chain played again under other rules, as a layout study; the first refused tile, if any, with its ruling.

    `chain` is the original one.
    """

    line: Timeline
    tile: Tile | None = None
    refused: Ruling | None = None
    chain: Chain = Chain()

    @property
    def state(self) -> Position:
        """The position that was reached."""
        return self.line.state

    @property
    def points(self) -> int:
        """The points of the last tile; a score that must be called is called in time."""
        return self.line.steps[-1].points


def lay_again(chain: Chain, rules: Ruleset, before: Relaid | None = None) -> Relaid:
    """Play the tiles of `chain` again under `rules`, each on the same tile, at an end of the same value.

    It stops at the first tile that these rules refuse there. Tiles stacked on others are left out. With `before`, the
    result for the beginning of this chain, only the new tiles are played.
    """
    if before is None or before.line.rules != rules or before.chain.laid != chain.laid[: len(before.chain.laid)]:
        before = Relaid(Timeline((blank(rules),)))
    if before.refused is not None:
        return before._replace(chain=chain)
    line = before.line
    for laid in chain.laid[len(before.chain.laid):]:
        tile = _copy(line.state, laid.tile)
        play = _same(line.state, tile, laid)
        ruling = judge(line.state, play)
        if not ruling.allowed:
            return Relaid(line, tile, ruling, chain)
        line = Timeline((*line.steps, advance(line.state, with_call(line.state, play))))
    return Relaid(line, chain=chain)


def _copy(state: Position, tile: Tile) -> Tile:
    """Return, of two equal tiles, one that is not on the table yet."""
    gone = {laid.tile for laid in state.chain.laid}
    free = [other for other in state.rules.equipment.set.tiles if other[:2] == tile[:2] and other not in gone]
    return free[0] if free else tile


def _same(state: Position, tile: Tile, laid: Laid) -> Play:
    if laid.parent < 0:
        return Play(tile)
    for play in plays_now(state, [tile]):
        if play.end is None or (play.end.at, play.end.value, play.out) != (laid.parent, laid.joint, laid.out):
            continue
        if play.end.edge < FIRST_LINE or play.end.edge == laid.parent_edge:
            return play
    return Play(tile, _end(state, laid))


def _end(state: Position, laid: Laid) -> OpenEnd:
    """The free edge that is most like the one it joined; the old edge, which is refused, if none is free."""
    free = [end for end in state.chain.ends if end.at == laid.parent]
    like = [end for end in free if end.value == laid.joint]
    return (like or free or [OpenEnd(laid.parent, laid.parent_edge, laid.joint)])[0]
