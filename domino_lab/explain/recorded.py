"""A recorded hand under other rules: its deal taken as it is, and the actions that those rules allow made again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from domino_lab.actions import Action, Play, Stack
from domino_lab.errors import IllegalAction
from domino_lab.events import Dealt, Ended, Leads
from domino_lab.explain.copying import again, copied
from domino_lab.explain.lockstep import check_pair, leader_of
from domino_lab.play.legal import judge
from domino_lab.play.settlement import settle
from domino_lab.play.start import chips_at, find_lead, stated_lead
from domino_lab.play.state import State, Step, Table
from domino_lab.play.timeline import Timeline
from domino_lab.rules.leading import Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling


def opening_under(hand: Timeline, rules: Ruleset) -> Step:
    """The deal of a recorded hand as step 0 under other rules: same holdings, stock and scores, its leader stated.

    No tile is prescribed to the leader. Raises RulesetError for rules over another set of tiles or for no rivals, and
    IllegalAction, with the clause, for a number of players that these rules are not for.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> opening_under(hand, get("draw")).state.lead.must is None
    True
    """
    first, check = hand.steps[0], None if rules.solo is not None or hand.is_study else rules.dealing
    check_pair(hand.rules, rules)
    if check is not None and not check.seats_ruling(len(hand.names)).allowed:
        raise IllegalAction(check.seats_ruling(len(hand.names)))
    table = _table(first.state.table, rules)
    if rules.solo is not None:
        return first._replace(state=replace(_any(first.state), table=table))
    lead = first.state.lead if hand.is_study else _lead(hand, table)
    state = first.state._replace(table=table, lead=lead, turn=lead.seat, scores=table.standing.scores,
                                 chips=chips_at(table), over=None)
    dealt = tuple(event for event in first.events if isinstance(event, Dealt))
    if hand.is_study:
        return first._replace(state=state)
    return Step(None, None, (*dealt, Leads(lead.seat, lead.ruling)), state)


def _lead(hand: Timeline, table: Table) -> Lead:
    """The leader of the hand; where the tile that leads was still sought, and is sought here too, it goes on so."""
    first = hand.steps[0].state
    own = find_lead(table, first.holdings, None) if first.lead.seeks else None
    return own if own is not None and own.seeks else stated_lead(table, leader_of(hand.steps))


def _table(table: Table, rules: Ruleset) -> Table:
    """The scores before the hand stand where there are as many sides; else all begin at nought."""
    scores, sides = table.standing.scores, rules.side_count(table.seats)
    return Table(rules, table.names, Standing(scores if len(scores) == sides else (0,) * sides), table.study)


def _any(state: Any) -> Any:
    return state


def made_again(hand: Timeline, rules: Ruleset) -> Timeline:
    """The actions of a hand under other rules, up to the first that is not legal there; settled if that ends the hand.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
    >>> made_again(hand, get("all-fives/cribbage")).actions == hand.actions
    True
    """
    steps = copied(opening_under(hand, rules), hand.steps).steps
    over = steps[-1].state.over
    return Timeline((*steps, settle(steps[-1].state)) if over and over != "misdeal" else steps)


def refusal_of(line: Timeline, hand: Timeline) -> tuple[int, Ruling] | None:
    """The step at which `line`, made again from `hand`, had to stop, and the ruling that refuses the action there.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("draw"), Shuffle(seed=7))
    >>> refusal_of(made_again(hand, get("block")), hand)[1].clause
    'BL-DRAW-1'
    """
    done = len(line.actions)
    wanted = hand.steps[done + 1] if done + 1 < len(hand) else None
    if wanted is None or wanted.action is None:
        return None
    ended = next((event.ruling for step in line.steps for event in step.events if isinstance(event, Ended)), None)
    return done + 1, ended if line.is_over and ended else judge(line.state, wanted.action, wanted.seat)


def counted_on(line: Timeline, hand: Timeline) -> tuple[Step, ...]:
    """The steps of `hand` after the one that `line` had to stop at, its tiles laid as in a layout study and counted.

    One step for each of the hand's; a draw or a pass has no events, for it sleeps. It ends at the first tile that may
    not lie there at all, or that these rules would not stack.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("draw"), Shuffle(seed=7))
    >>> line = made_again(hand, get("block"))
    >>> len(line) + len(counted_on(line, hand)) + 1 == len(hand)
    True
    """
    state = line.state._replace(table=line.state.table._replace(study=True), over=None)
    found: list[Step] = []
    for step in hand.steps[len(line.actions) + 1 :]:
        if step.action is None or step.seat is None:
            break
        done = _asleep(state, step.action, step.seat)
        if done is None:
            break
        found.append(done)
        state = done.state
    return tuple(found)


def _asleep(state: State, action: Action, seat: int) -> Step | None:
    state = state._replace(turn=seat)
    if isinstance(action, (Play, Stack)):
        return again(state, action, seat)
    return Step(action, seat, (), state)


def settled_under(hand: Timeline, rules: Ruleset) -> Step | None:
    """The settlement that other rules give the end of this hand: the holdings and the scores in play as they are.

    None where the hand is not over, or went to nobody by a misdeal.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> settled_under(play_out(get("block"), Shuffle(seed=7)), get("draw")).settled.award
    1
    """
    if hand.is_study or rules.solo is not None or hand.state.over not in ("out", "blocked", "target"):
        return None
    ended = hand.steps[-2].state if hand.steps[-1].settled is not None else hand.state
    table = _table(ended.table, rules)
    scores = ended.scores if len(ended.scores) == len(table.standing.scores) else table.standing.scores
    return settle(ended._replace(table=table, scores=scores, chips=chips_at(table)))
