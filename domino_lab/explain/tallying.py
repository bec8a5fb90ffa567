"""Tallying: what a line is worth under rules that lay, draw and end as its own do, and only score otherwise.

Such rules would allow every action of the line again, so that nothing has to be judged: the count after each play and
the settlement are all that is asked of them. Where the score itself could end the hand, this knows nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from domino_lab.actions import Play
from domino_lab.play.settlement import settle
from domino_lab.play.state import Step, Table
from domino_lab.rules.known import ANY, Known
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset

_ASLEEP = {"seats", "deal", "next_leader", "block_leader", "first_leader", "lead_tile", "lead_fallback"}
"""Axes that say who sits down, what is dealt and who leads: in a comparison the first ruleset has said so for all."""

_LAYING = (
    "max_pip", "copies", "doubles", "weights", "teams", "direction", "visibility", "spinner", "arm_order", "matching",
    "double_lay", "stack", "stack_when", "steal_credit", "steal_back", "extra_turn", "blind_leader_goes_on",
    "draw_when", "draw_max", "voluntary_max", "reserve", "draw_cost", "draw_cost_in", "block", "bingo_remove", "knock",
    "hold_limit",
)
"""Axes that must be the same in both."""

TALLY = Known("the tally", {
    **dict.fromkeys(_LAYING, ANY),
    "play_score": ("none", "multiple", "alike"),
    "claim": ("auto", "call", "call-else-opponent"),
    "target_when": ("at-once", "hand-end"),
    # The rules themselves are asked for the points of a play, and for the settlement.
    **dict.fromkeys(("multiple", "unit", "double_weights", "tie", "tie_order", "team_block", "end_base", "own_deduct",
                     "end_round", "end_multiple", "round_scope", "end_divide", "end_bonus", "target", "reach"), ANY),
}, dict.fromkeys(_ASLEEP, "in a comparison the first ruleset has said so for all"))
"""What the tally knows; under rules that change more than that, each line is played."""


def plays_alike(one: Ruleset, other: Ruleset, seats: int) -> bool:
    """Whether every action that `one` allows, `other` allows too, until a score ends the hand.

    False where that is not certain: with policies of a reader's own, stacked or paid tiles, or a leading tile that may
    have to be drawn.

    >>> from domino_lab.catalogue import get
    >>> plays_alike(get("all-fives"), get("all-fives/spinner-closed"), 2)
    True
    >>> plays_alike(get("all-fives"), get("all-fives/all-spinners"), 2)
    False
    """
    if one.own or other.own or one.solo is not None:
        return False
    if any(_moves_points(rules) or rules["lead_fallback"] == "draw" for rules in (one, other)):
        return False
    size = len(one.equipment.set.tiles)
    if one.dealing.each_of(seats, size) != other.dealing.each_of(seats, size):
        return False
    if TALLY.refusal(one) or TALLY.refusal(other):
        return False
    return all(one[axis] == other[axis] for axis in _LAYING)


def _moves_points(rules: Ruleset) -> bool:
    return rules.stacking.plays or bool(rules.drawing.draw_cost)


def tallied(steps: Sequence[Step], rules: Ruleset) -> tuple[int, ...] | None:
    """The points of each side for a whole line, award included: those of `tallied_end`, or None where it is None.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
    >>> tallied(hand.steps, get("all-fives")) == hand.state.scores
    True
    """
    found = tallied_end(steps, rules)
    return None if found is None else found.state.scores


def tallied_end(steps: Sequence[Step], rules: Ruleset) -> Step | None:
    """The settlement of a whole line under rules that play alike, from scores of nothing; calls are made in time.

    None where a score of these rules, or of those of the line, ends the hand or goes past an exact target.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
    >>> tallied_end(hand.steps, get("all-fives")).settled == hand.steps[-1].settled
    True
    """
    last = steps[-2].state if steps[-1].settled is not None else steps[-1].state
    if last.over not in ("out", "blocked"):
        return None
    table = Table(rules, last.table.names, Standing((0,) * len(last.table.standing.scores)))
    scores = _scored(steps, table)
    return None if scores is None else settle(last._replace(table=table, scores=scores))


def _scored(steps: Sequence[Step], table: Table) -> tuple[int, ...] | None:
    rules, scores = table.rules, list(table.standing.scores)
    seats, teams, winning = table.seats, rules.dealing.teams == "pairs", rules.winning
    at_once = rules["target_when"] == "at-once"
    if rules["play_score"] == "none":
        return tuple(scores)
    for step in steps:
        if not isinstance(step.action, Play) or step.seat is None:
            continue
        points, side = rules.scoring.worth(step.state.chain), table.side(step.seat)
        if points and not winning.takes(points, scores[side], seats=seats, teams=teams):
            return None
        scores[side] += points
        if points and at_once and winning.reached(scores[side], seats=seats, teams=teams):
            return None
    return tuple(scores)
