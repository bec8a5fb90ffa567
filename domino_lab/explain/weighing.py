"""Weighing: a move that was tried beside the one that was made, as far as the rulings on both tell them apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domino_lab.actions import Action, Draw, Play, Remove
from domino_lab.events import Ended
from domino_lab.play.legal import called, judge, legal, plays
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Timeline
from domino_lab.record.references import distinct
from domino_lab.rules.sheet import rule_ruling
from domino_lab.rulings import Ruling
from domino_lab.words import phrase

BETTER, AS_GOOD = "better", "as good"
"""What the move that was made is, beside the one that was tried."""


class Weighed(NamedTuple):
    """What the move that was made is ("better" or "as good"), the ruling that tells, and a sentence or two.

    The sentences never name the move that was made.
    """

    verdict: str
    ruling: Ruling | None
    text: str


def alike(one: Action | None, other: Action | None, state: Position) -> bool:
    """Whether two actions come to the same position: equal places count as one, whatever score is called.

    A play that the rules refuse is like no other.
    """
    if isinstance(one, Play) and isinstance(other, Play):
        both = [_bare(one), _bare(other)]
        return all(judge(state, play).allowed for play in both) and len(distinct(both, state)) == 1
    if isinstance(one, Remove) and isinstance(other, Remove):
        return set(one.tiles) == set(other.tiles)
    return one == other or (isinstance(one, Draw) and isinstance(other, Draw))


def _bare(play: Play) -> Play:
    return play._replace(call=None)


def weighed(line: Timeline, tried: Action, made: Step) -> Weighed:
    """The legal action `tried` at the end of `line`, beside the step that was made there.

    Points come first, then whether the hand ends, the pips that are left, and what can be done next. What no ruling
    tells apart is as good.
    """
    state = line.state
    after = line.play(called(state, tried) if isinstance(tried, Play) else tried).steps[len(line)]
    for tell in _TELLS:
        found = tell(state, after, made)
        if found is not None:
            return found
    return _as_good("as_good", made.judged or _ruling(after))


def _better(key: str, ruling: Ruling | None, **facts: Any) -> Weighed:
    return Weighed(BETTER, ruling, phrase(f"lesson.{key}", **facts))


def _as_good(key: str, ruling: Ruling | None, **facts: Any) -> Weighed:
    return Weighed(AS_GOOD, ruling, phrase(f"lesson.{key}", **facts))


def _ruling(step: Step) -> Ruling | None:
    return step.rulings[0] if step.rulings else None


def _by_points(state: Position, after: Step, made: Step) -> Weighed | None:
    """A play that scores more is no worse, whatever the writer of the hand was after."""
    if after.points == made.points:
        return None
    ruling = after.judged or _ruling(after)
    facts = {"points": after.points, "other": made.points, "why": after.judged.text if after.judged else ""}
    return (_better if after.points < made.points else _as_good)(
        "scores_less" if after.points < made.points else "scores_more", ruling, **facts)


def _by_kind(state: Position, after: Step, made: Step) -> Weighed | None:
    """Who draws or passes by choice, or lays where the hand goes on by a draw."""
    lays = isinstance(made.action, Play)
    if lays == isinstance(after.action, Play) or state.rules.solo is not None:
        return None
    return _better("could_lay", _ruling(after)) if lays else _as_good("draws_there", _ruling(made))


def _by_end(state: Position, after: Step, made: Step) -> Weighed | None:
    over = made.state.over
    if over is None or after.state.over == over or over == "lost":
        return None
    ended = next((event.ruling for event in made.events if isinstance(event, Ended)), _ruling(made))
    return _better("ends_it", ended, why=ended.text if ended is not None else "")


def _by_pips(state: Position, after: Step, made: Step) -> Weighed | None:
    """Where what is left counts at the end, a heavy tile is better gone; not where the two lie about equally well."""
    rules = state.rules
    if rules.solo is not None or state.table.study or rules["end_base"] == "none":
        return None
    gone, other = (_laid_pips(state, step) for step in (after, made))
    if gone >= other or not rules.cited("end_base"):
        return None
    return _better("more_pips", rule_ruling(rules, "end_base"), pips=gone, other=other)


def _laid_pips(state: Position, step: Step) -> int:
    return state.rules.equipment.weight(step.action.tile) if isinstance(step.action, Play) else 0


def _by_room(state: Position, after: Step, made: Step) -> Weighed | None:
    """How many moves are left to the player after each of the two."""
    if state.table.study:
        return None
    one, other = (_room(step.state, state.turn) for step in (after, made))
    if one >= other:
        return None
    return _better("fewer_left" if state.rules.solo is not None else "fewer_fit", _ruling(after), left=one, other=other)


def _room(state: Any, seat: int) -> int:
    if state.rules.solo is not None:
        return len(legal(state))
    return len({play.tile for play in plays(state.rules, state.chain, state.holdings[seat])})


_TELLS: tuple[Callable[[Position, Step, Step], Weighed | None], ...] = (
    _by_points, _by_kind, _by_end, _by_pips, _by_room,
)
