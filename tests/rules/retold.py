"""Rules told a second time, in the plainest words, so that the engine can be held against them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.events import Paid, Scored
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import legal
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from tests.rules.recount import recount, uncovered_double

Loot = tuple[int, int, bool] | None
"""The side that scored last, how much, and whether it stole that."""


def fits(rules: Ruleset, tile: Tile, value: int) -> bool:
    """GEN-FIT-1, with halves that fit anything; or A7-MATCH-1 and A7-WILD-1 for sums."""
    if rules["matching"] == "equal":
        return bool({value, rules["wild_half"]} & {tile.low, tile.high}) or value == rules["wild_half"]
    total = rules["matching"]["sum"]
    wild = tile.low + tile.high == total or tile.low + tile.high == 0
    return wild or total in (value + tile.low, value + tile.high)


def in_play(line: Timeline) -> list[int]:
    """What each side won and paid before the end of a hand, by what was told of its steps."""
    found, side = [0] * len(line.state.scores), line.state.table.side
    for event in (event for step in line.steps for event in step.events):
        if isinstance(event, Scored):
            found[side(event.seat)] += event.points
        elif isinstance(event, Paid) and event.kind == "points":
            found[side(event.seat)] -= event.cost
    return found


def may_stack(state: State) -> bool:
    """TBC-STACK-1 and TBC-TURN-1: right after another side's score, or at any time where the rules say so."""
    rules, spoils = state.rules, state.spoils
    if rules["stack"] == "none":
        return False
    if rules["stack_when"] == "any":
        return True
    if spoils is None or state.table.side(spoils.seat) == state.table.side(state.turn):
        return False
    return rules["steal_back"] or not spoils.stolen


def bound_to(rules: Ruleset, steps: Sequence[Step]) -> int | None:
    """The laid tile that the next tile has to join, by the steps so far: that of a player who goes on after it."""
    state, done = steps[-1].state, [step for step in steps if step.action is None or step.action.kind != "draw"]
    goes_on = done[-1].action is not None and done[-1].action.kind == "play" and done[-1].seat == state.turn
    if rules["extra_turn_at"] == "any-end" or rules["extra_turn"] == "none" or state.over or not goes_on:
        return None
    return state.chain.laid[-1].number


def first_of_line(chain: Chain, end: OpenEnd) -> int:
    """The edge of the first tile at which the line of an open end begins."""
    at, edge = end.at, end.edge
    while at > 0:
        at, edge = chain.laid[at].parent, chain.laid[at].parent_edge
    return edge


def closed_lines(rules: Ruleset, steps: Sequence[Step]) -> set[int]:
    """The edges of the first tile where lines begin that are closed to the seat to move, by the steps so far.

    A line is open after a pass of its owner, who could not play, until they play on it.
    """
    state, opened = steps[-1].state, set[int]()
    chain = state.chain
    if rules["lines"] == "shared" or not chain.laid or not chain.laid[0].tile.is_double:
        return set()
    if uncovered_double(rules, chain) is not None and not adds_doubles(state):
        return set()
    for before, step in pairwise([step for step in steps if step.settled is None]):
        if step.action.kind == "pass" and before.state.chain.laid and not (
                passes_by_choice(before.state) or lapses(before.state)):
            opened.add(step.seat)
        elif step.action.kind == "play" and step.action.end is not None:
            opened -= {step.seat} & {first_of_line(before.state.chain, step.action.end) - 8}
    owned = {8 + seat for seat in range(len(state.table.names))}
    return owned - {8 + state.turn} - ({8 + seat for seat in opened} if rules["line_opens"] == "unable" else set())


def another_double(state: State) -> bool:
    """Whether a double that is not on the table fits an open end, after a double (axis extra_turn)."""
    laid = [one.tile for one in state.chain.laid]
    return laid[-1].is_double and any(tile.is_double and tile not in laid and fits(state.rules, tile, end.value)
                                      for tile in state.rules.equipment.set.tiles for end in state.open_ends)


def _has_just_laid(state: State) -> bool:
    return bool(state.chain.laid) and state.blocker == state.turn and not state.passes and not state.over


def lapses(state: State) -> bool:
    """Whether the mover, who has just laid a tile, goes on, and stops without a draw if no other fits."""
    rules = state.rules
    return (_has_just_laid(state) and rules["cannot_go_on"] == "stop" and rules["extra_turn"] != "none"
            and rules["visibility"] == "private")


def only_a_double(state: State) -> bool:
    """Whether the mover, who has just laid a double, may only lay another or stop."""
    return _has_just_laid(state) and state.rules["extra_turn"] == "more-doubles" and another_double(state)


def adds_doubles(state: State) -> bool:
    """Whether the mover, who has just laid a double, may lay others before it is covered (axis cover_doubles)."""
    return (_has_just_laid(state) and state.rules["cover_doubles"] == "several"
            and state.chain.laid[-1].tile.is_double)


def may_play_at(line: Timeline, number: int) -> tuple[OpenEnd, ...]:
    """The open ends where the mover may play after a step, by the steps so far; who adds doubles waits for none."""
    steps, state = line.steps[: number + 1], line.steps[number].state
    last, closed = bound_to(line.rules, steps), closed_lines(line.rules, steps)
    waits = uncovered_double(line.rules, state.chain)
    rules = line.rules.but(cover_doubles="free") if adds_doubles(state) else line.rules
    return tuple(end for end in rules.arms.open_ends(state.chain) if last in (None, end.at)
                 and (end.at == waits or first_of_line(state.chain, end) not in closed))


def may_pass_anyway(state: State) -> bool:
    """A player may pass by choice always, with another turn, or after a draw (axes pass_when and extra_turn)."""
    again = state.blocker == state.turn and not state.passes
    if only_a_double(state):
        return True
    return {"any": True, "extra-turn": again, "after-draw": state.drawn > 0}.get(state.rules["pass_when"], False)


def passes_by_choice(state: State) -> bool:
    """A player who may pass anyway does so by choice if there is something else to do, or only a double to lay."""
    return may_pass_anyway(state) and (only_a_double(state) or len(legal(state)) > 1)


def stackable(state: State, held: Sequence[Tile]) -> set[Tile]:
    """The tiles of `held` that lie equal on a tile at an open end; on a double only while a long side is free."""
    found = set()
    for end in state.rules.arms.open_ends(state.chain):
        under = state.chain.laid[end.at].tile
        if under.is_double and end.edge in (2, 3):
            continue
        found |= {tile for tile in held if (tile.low, tile.high) == (under.low, under.high)}
    return found


def gains(before: State, step: Step, spoils: Loot) -> tuple[list[int], Loot]:
    """What each side gains by a step, and what may be stolen after it."""
    rules, table, action = before.rules, before.table, step.action
    gained = [0] * len(before.scores)
    if action.kind == "pass":
        for points in passed(before, step.seat):
            side = table.side(before.blocker)
            now = before._replace(scores=tuple(map(sum, zip(before.scores, gained, strict=True))))
            gained[side] += 0 if beyond(now, side, points) else points
            if over_at_once(before, gained, side):
                return gained, None
        cost, passer = rules["pass_cost"], table.side(step.seat)
        if before.blocker is not None and passer != table.side(before.blocker):
            side = table.side(before.blocker)
            now = before._replace(scores=tuple(map(sum, zip(before.scores, gained, strict=True))))
            if not beyond(now, side, cost):
                gained[side] += cost
                gained[passer] -= cost
        return gained, None
    if action.kind == "discard":
        return gained, None
    if action.kind == "draw":
        pays = rules["draw_cost_in"] == "points" and not before.lead.seeks and not takes(before)
        gained[table.side(step.seat)] -= rules["draw_cost"] * pays
        return gained, spoils
    taken, lost, points = _moved(before, step, spoils)
    if not points or beyond(before, taken, points):
        return gained, None
    gained[taken] += points
    if lost is not None:
        gained[spoils[0]] -= lost
    return gained, (taken, points, action.kind == "stack") if taken == table.side(step.seat) else None


def takes(state: State) -> bool:
    """Whether the leader has yet to take a tile that is left over: none lies, and there are some to take."""
    begun = state.chain.laid or state.lead.seeks or state.table.study
    return not begun and state.drawn < to_take(state.rules) and state.boneyard > 0


def to_take(rules: Ruleset) -> int:
    """How many tiles the leader takes if there are so many."""
    return 99 if rules["leader_takes"] == "all" else int(rules["leader_takes"])


def passed(before: State, seat: int) -> list[int]:
    """What each rule gives the player who played last because `seat` passes."""
    rules, seats = before.rules, before.table.seats
    if before.blocker is None:
        return []
    onward = 1 if rules["direction"] == "left" else -1
    # Round the table from the player who played last, who passes first of all where there was another turn.
    order = [(before.blocker + onward * place) % seats for place in range(1, seats + 1)]
    others = seats - 1
    extra = [(seat - onward * back) % seats for back in range(before.passes + 1)][-1] == before.blocker
    number = before.passes + 1 - extra
    if seat == before.blocker or number > others or order[number - 1] != seat:
        return []
    found = []
    if number == 1 and len(before.chain.laid) == 1 and rules["pass_lead"]:
        single = not before.chain.laid[0].tile.is_double and rules["pass_lead_single"] != "same"
        found.append(rules["pass_lead_single" if single else "pass_lead"])
    if number == 1:
        found.append(rules["pass_next"])
    if number == others:
        found.append(rules["pass_round"])
    return found


def over_at_once(before: State, gained: list[int], side: int) -> bool:
    """Whether the side has won the match in the middle of the hand."""
    rules, teams = before.rules, before.rules["teams"] == "pairs"
    scores = [score + more for score, more in zip(before.scores, gained, strict=True)]
    alone = scores[side] == max(scores) and scores.count(scores[side]) == 1
    return rules["target_when"] == "at-once" and alone and rules.winning.reached(
        scores[side], seats=before.table.seats, teams=teams)


def _moved(before: State, step: Step, spoils: Loot) -> tuple[int, int | None, int]:
    """The side that takes points, what another loses, and the points."""
    rules, table, action, side = before.rules, before.table, step.action, before.table.side(step.seat)
    if action.kind == "stack":
        if spoils is None or spoils[0] == side or (spoils[2] and not rules["steal_back"]):
            return side, None, 0
        lost = spoils[1] * (2 if action.tile.is_double else 1)
        return side, lost, lost * (2 if rules["steal_credit"] == "twice" else 1)
    points = worth(rules, step.state.chain)
    if rules["claim"] == "auto" or action.call == points:
        return side, None, points
    onward = 1 if rules["direction"] == "left" else -1
    other = table.side((step.seat + onward) % table.seats)
    return other, None, points if rules["claim"] == "call-else-opponent" else 0


def beyond(before: State, side: int, points: int) -> bool:
    """Whether an exact target would be passed, or the side would begin with too few points."""
    rules, table = before.rules, before.table
    if before.scores[side] < 1 and points in range(1, rules["first_score"]):
        return True
    if rules["reach"] != "exact":
        return False
    goal = rules["target"]
    if goal == "one-hand":
        return False
    if not isinstance(goal, int):
        key = "pairs" if rules["teams"] == "pairs" and "pairs" in goal else table.seats
        goal = goal.get(key, max(goal.values()))
    return before.scores[side] + points > goal


def worth(rules: Ruleset, chain: Chain) -> int:
    """AF0-SCORE-1: a positive multiple scores its face, or one for each multiple. BG-SCORE-1: ends alike, 2 or 3."""
    if rules["play_score"] == "none":
        return 0
    if rules["play_score"] == "alike":
        shown = [end.value for end in chain.ends]
        doubles = sum(chain.laid[end.at].tile.is_double for end in chain.ends)
        return 0 if len(set(shown)) > 1 else 3 if doubles and len(chain.laid) > 1 else 2
    total = recount(rules, chain)
    return sum(total if rules["unit"] == "face" else total // m for m in rules["multiple"] if total and total % m == 0)
