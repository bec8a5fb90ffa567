"""Lockstep: one shuffle played under two to four rulesets; the others copy the first as long as their rules allow."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from domino_lab.actions import Action, Play
from domino_lab.errors import IllegalAction, RulesetError, shown
from domino_lab.events import Dealt, Leads
from domino_lab.explain.comparison import Comparison, Line, Mark
from domino_lab.play import players
from domino_lab.play.hand import advance
from domino_lab.play.legal import called, judge, legal
from domino_lab.play.players import Policies
from domino_lab.play.settlement import settle
from domino_lab.play.start import start
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Timeline, seated
from domino_lab.rules.ruleset import Ruleset, alike
from domino_lab.shuffle import Shuffle, Stream
from domino_lab.words import listed, phrase


class Led(NamedTuple):
    """The line that leads: its steps, and the stream of choices of the mover as it stood before each action.

    `after` are the streams of all seats when the line was over.
    """

    steps: tuple[Step, ...]
    before: tuple[Stream, ...]
    after: tuple[Stream, ...]

    def stands(self, seat: int, action: int) -> Stream:
        """The stream of `seat` as it stood before action number `action` (from 0), whoever made that one."""
        for step, stream in zip(self.steps[action + 1 :], self.before[action:], strict=False):
            if step.seat == seat:
                return copy(stream)
        return copy(self.after[seat])


def led(first: Step, shuffle: Shuffle, policies: Policies = None) -> Led:
    """The line that `policies` play from `first` with the choices of `shuffle`: the same as `play_out` plays."""
    streams = [shuffle.choices(seat) for seat in range(first.state.table.seats)]
    before: list[Stream] = []
    steps = played((first,), streams, policies, before)
    return Led(steps, tuple(before), tuple(streams))


def played(steps: tuple[Step, ...], streams: Sequence[Stream], policies: Policies, before: list[Stream] | None = None
           ) -> tuple[Step, ...]:
    """`steps` and those that `policies` make after them, to the settlement; `before` notes the streams on the way."""
    state = steps[-1].state
    if state.over == "misdeal" or steps[-1].settled is not None:
        return steps
    more, choose = list(steps), seated(state, policies)
    idle = [not players.takes_luck(player) for player in choose]
    while not state.over:
        seat = state.turn
        if before is not None:
            before.append(streams[seat] if idle[seat] else copy(streams[seat]))
        action = players.asked(choose[seat], more, streams[seat])
        try:
            step = advance(state, action)
        except IllegalAction as refused:
            players.blame(choose[seat], action, refused)
            raise
        more.append(step)
        state = step.state
    return (*more, settle(state))


class Copied(NamedTuple):
    """The steps that could be copied, the deal first and without a settlement, and how many actions they are."""

    steps: tuple[Step, ...]
    actions: int


def copied(first: Step, pattern: Sequence[Step]) -> Copied:
    """From `first` on, the actions of `pattern` made again, until another seat is to move or one is not legal."""
    steps = [first]
    for before, wanted in pairwise(pattern):
        spoken = _is_overlooked(before.state, wanted.action)
        done = None if wanted.action is None else again(steps[-1].state, wanted.action, wanted.seat, as_said=spoken)
        if done is None:
            break
        steps.append(done)
    return Copied(tuple(steps), len(steps) - 1)


def _is_overlooked(state: Position, action: Action | None) -> bool:
    """Whether a score was not called as it stood, where that was asked for: a slip that belongs to the hand."""
    return isinstance(action, Play) and state.rules["claim"] != "auto" and called(state, action).call != action.call


def again(state: Position, action: Action, seat: int | None, *, as_said: bool = False) -> Step | None:
    """The step that `action` makes here, or the same tile laid on another edge that shows the same; None where neither
    is legal, or another seat is to move. A score that has to be called here is called in time; with `as_said`, what
    was called, or not called, stands.
    """
    if state.over is not None or state.turn != seat:
        return None
    try:
        return advance(state, _called(state, action, as_said=as_said))
    except IllegalAction:
        found = _elsewhere(state, action)
        return None if found is None else advance(state, _called(state, found, as_said=as_said))


def _elsewhere(state: Position, action: Action) -> Action | None:
    if not isinstance(action, Play) or action.end is None:
        return None
    wanted = _place(action)
    return next((play for play in legal(state) if isinstance(play, Play) and _place(play) == wanted), None)


def _place(play: Play) -> tuple[Any, ...]:
    """Two edges of one tile that show the same value are one place; so are the two copies of a tile."""
    tile, end, out, _ = play
    if end is None:
        return (tile[:2],)
    return (tile[:2], end.at, end.value, tile[0] + tile[1] - end.value if out is None else out)


def _called(state: Position, action: Action, *, as_said: bool) -> Action:
    if not isinstance(action, Play) or (as_said and state.table.rules["claim"] != "auto"):
        return action
    silent = action if action.call is None else action._replace(call=None)
    if state.table.rules["claim"] == "auto" or not judge(state, silent).allowed:
        return silent
    return called(state, silent)


__all__ = ["Comparison", "Line", "Mark", "check", "follow", "starts"]

FEWEST, MOST = 2, 4
"""How many rulesets are compared at once."""


def follow(
    shuffle: Shuffle,
    rulesets: Sequence[Ruleset],
    *,
    seats: int | None = None,
    names: Sequence[str] | None = None,
    policies: Policies = None,
    leader: str = "same",
) -> Comparison:
    """One shuffle under two to four rulesets: the first is played by `policies`, the others copy it while they can.

    An action is copied wherever the same seat is to move and it is legal; an end that is closed there gives way to
    another of the same tile and value, and a score that must be called is called. From the first action on that cannot
    be copied, a line goes on by the same policies, and each seat's stream of choices stands as it did in the first line
    before that action. With `leader="same"` everybody takes the first ruleset's deal and leader, and no tile is
    prescribed to the others, unless nobody leads there; with "own" each deals and leads by its own rules. `seats` is
    the fewest that all allow.

    Raises RulesetError, naming both, for rulesets that cannot be compared: over different sets of tiles, without a
    common number of players, a patience and a game of rivals.
    """
    table = check(rulesets, seats, leader)
    first, *others = starts(shuffle, rulesets, seats=table, names=names, policies=policies, leader=leader)
    lines = [Line(rulesets[0], first.timeline, first.copied, "")]
    lines += [line._replace(remark=_remark(line, first, shuffle, leader)) for line in others]
    asked = {"seats": seats, "names": list(names) if names else None, "policies": policies}
    found = Comparison(tuple(lines), shuffle, leader, asked)
    return replace(found, lines=tuple(_recalled(found, number) for number in range(len(lines))))


def _recalled(found: Comparison, number: int) -> Line:
    """The first line is a hand played out; each other one is made again by the comparison it is a part of."""
    line = found.lines[number]
    if not number:
        asked = {"names": found.asked["names"], "policies": found.asked["policies"]}
        return line._replace(timeline=replace(line.timeline, asked=asked))
    made = f"{found.recipe}.lines[{number}].timeline" if found.recipe else ""
    return line._replace(timeline=replace(line.timeline, line=made))


def starts(
    shuffle: Shuffle, rulesets: Sequence[Ruleset], *, seats: int, names: Sequence[str] | None, policies: Policies,
    leader: str,
) -> list[Line]:
    """The lines without their remarks: quick, and nothing is checked."""
    first = led(start(rulesets[0], shuffle, seats=seats, names=names), shuffle, policies)
    found = [Line(rulesets[0], Timeline(first.steps, shuffle=shuffle), _actions(first.steps), "")]
    for rules in rulesets[1:]:
        found.append(followed(rules, shuffle, first, seats=seats, names=names, policies=policies, leader=leader))  # noqa: PERF401
    return found


def followed(
    rules: Ruleset, shuffle: Shuffle, first: Led, *, seats: int, names: Sequence[str] | None = None, policies: Policies,
    leader: str,
) -> Line:
    """The line of `rules` that copies `first` while it can, and is then played on; without its remark."""
    opening = _opening(rules, shuffle, seats, names, first if leader == "same" else None)
    follower = copied(opening, first.steps)
    return Line(rules, Timeline(_gone_on(follower, first, policies), shuffle=shuffle), follower.actions, "")


def _opening(rules: Ruleset, shuffle: Shuffle, seats: int, names: Sequence[str] | None, first: Led | None) -> Step:
    if first is None or rules.solo is not None or first.steps[0].state.over == "misdeal":
        return start(rules, shuffle, seats=seats, names=names)
    deal = deal_of(first.steps)
    own = start(rules, shuffle, seats=seats, names=names, deal=deal) if first.steps[0].state.lead.seeks else None
    if own is not None and own.state.lead.seeks:
        return own
    return start(rules, shuffle, seats=seats, names=names, leader=leader_of(first.steps), deal=deal)


def leader_of(steps: Sequence[Step]) -> int:
    """The seat that leads a line, also where it was only found by drawing."""
    found = [event.seat for step in steps for event in step.events if isinstance(event, Leads)]
    return found[-1] if found else steps[0].state.lead.seat


def deal_of(steps: Sequence[Step]) -> int:
    """The number of the deal that was played: 0, then 1 for the first redeal."""
    return max((event.deal for event in steps[0].events if isinstance(event, Dealt)), default=0)


def _gone_on(follower: Copied, first: Led, policies: Policies) -> tuple[Step, ...]:
    state = follower.steps[-1].state
    if state.over:
        return follower.steps if state.over == "misdeal" else (*follower.steps, settle(state))
    streams = [first.stands(seat, follower.actions) for seat in range(state.table.seats)]
    return played(follower.steps, streams, policies)


def _actions(steps: Sequence[Step]) -> int:
    return sum(step.action is not None for step in steps)


def _remark(line: Line, first: Line, shuffle: Shuffle, leader: str) -> str:
    """That the leader is the first ruleset's, where these rules would have had another, or had him set another tile."""
    if leader == "own" or line.rules.solo is not None:
        return ""
    state = line.timeline.steps[0].state
    if first.timeline.steps[0].state.over == "misdeal":
        named = {"first": first.rules.name, "rules": line.rules.name}
        return "" if state.over == "misdeal" else phrase("compare.leads_alone", **named)
    own = start(line.rules, shuffle, seats=state.table.seats).state
    seat, must, _, seeks = own.lead
    laid = first.timeline.state.chain.laid[:1]
    freely = must is None or must[:2] in [tile.tile[:2] for tile in laid]
    if seat == state.lead.seat and own.holdings == state.holdings and freely and seeks == state.lead.seeks:
        return ""
    return phrase("compare.follows", player=state.table.names[state.lead.seat], rules=first.rules.name)


def check(rulesets: Sequence[Ruleset], seats: int | None, leader: str = "same") -> int:
    """How many sit down to compare these rulesets; raises RulesetError for those that cannot be compared."""
    if not FEWEST <= len(rulesets) <= MOST:
        raise RulesetError(f"two to four rulesets are compared at once, not {len(rulesets)}")
    if leader not in ("same", "own"):
        raise RulesetError(f'leader is "same" or "own", not {shown(leader)}')
    for other in rulesets[1:]:
        check_pair(rulesets[0], other)
    table = seats if seats is not None else _seats(rulesets)
    for rules in rulesets:
        rules.dealing.each(table, len(rules.equipment.set.tiles))
    return table


def check_pair(one: Ruleset, other: Ruleset) -> None:
    """Raise RulesetError, naming both, where one shuffle cannot be dealt under both rulesets."""
    if not alike((one, other)):
        sets = f"{one.equipment.set.name} and {other.equipment.set.name}"
        raise RulesetError(f"{one.name} and {other.name} are played with different sets of tiles ({sets}), "
                           "so one shuffle cannot be dealt under both")
    if (one.solo is None) != (other.solo is None):
        raise RulesetError(f"{one.name} and {other.name} cannot be compared: one of them is a patience, without rivals")
    if one.solo is not None and one.solo.key != other.solo.key:
        raise RulesetError(f"{one.name} and {other.name} are different patience games: "
                           "no move of one is a move of the other")


def _seats(rulesets: Sequence[Ruleset]) -> int:
    """The fewest players that all of them allow."""
    if rulesets[0].solo is not None:
        return 1
    common = set(rulesets[0].dealing.seat_counts).intersection(*(rules.dealing.seat_counts for rules in rulesets[1:]))
    if not common:
        raise RulesetError(_nobody(rulesets))
    return min(common)


def _nobody(rulesets: Sequence[Ruleset]) -> str:
    """Two rulesets that no table can play both; where each two have one in common, all of them."""
    apart = [pair for pair in combinations(rulesets, 2)
             if set(pair[0].dealing.seat_counts).isdisjoint(pair[1].dealing.seat_counts)]
    named = apart[0] if apart else rulesets
    counts = "; ".join(f"{rules.name}: {listed(rules.dealing.seat_counts, 'or')}" for rules in named)
    return f"{listed([rules.name for rules in named])} have no number of players in common ({counts})"
