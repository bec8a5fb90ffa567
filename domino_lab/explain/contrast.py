"""Contrast: find where two lines of play first differ and why, and compare a tried move with the actual one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from domino_lab.core.actions import Action, Draw, Play, Remove
from domino_lab.core.events import Dealt, Drew, Ended, GoesOn, LaidTile, Leads, Paid, Scored, Turned
from domino_lab.core.rulings import Ruling, clause
from domino_lab.explain.why import why
from domino_lab.play.legal import judge, legal, plays_now, with_call
from domino_lab.play.references import distinct
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.scoring import Term
from domino_lab.rules.sheet import rule_ruling
from domino_lab.words import phrase


class _Side(NamedTuple):
    """The deciding ruling in one line, and the sentences on it."""

    ruling: Ruling | None
    text: str


def _sides_of_points(line: Timeline, other: Timeline, number: int) -> tuple[_Side, _Side]:
    """Contrast the points of step `number` in two lines."""
    first, second = _step_at(line, number), _step_at(other, number)
    if first is None or second is None or not _same_table(first, second):
        return _whole(line, number), _whole(other, number)
    differing = _differing(first, second)
    return _count_side(line, first, differing), _count_side(other, second, differing)


def _step_at(line: Timeline, number: int) -> Step | None:
    return line.steps[number] if number < len(line) else None


def _same_table(step: Step, other: Step) -> bool:
    """Return True if the same tile was laid last, in the same place among the same tiles."""
    lays = all(isinstance(event, LaidTile) for each in (step, other) for event in each.events[:1] or (None,))
    return lays and _tiles(step) == _tiles(other)


def _tiles(step: Step) -> list[tuple[object, ...]]:
    return [(laid.tile, laid.parent, laid.joint, laid.out) for laid in step.state.chain.laid]


def _differing(step: Step, other: Step) -> list[int]:
    """Return the numbers of the laid tiles that count differently."""
    first, second = ({number: term.value for number, term in _terms(step).items()} for step in (step, other))
    if not first or not second:
        return []
    return [number for number in sorted({*first, *second}) if first.get(number, 0) != second.get(number, 0)]


def _terms(step: Step) -> dict[int, Term]:
    count = step.state.board_count
    return {} if count is None else {term.number: term for term in (*count.terms, *count.silent)}


def _count_side(line: Timeline, step: Step, numbers: list[int]) -> _Side:
    parts = [part for part in (_part(line, step, number) for number in numbers) if part is not None]
    judged = step.judged
    if judged is None:
        return _Side(None, phrase("compare.nothing_counts"))
    if not parts:
        return _side_of(judged)
    text = " ".join(dict.fromkeys(part.text for part in parts))
    return _Side(parts[0], f"{cite(text, parts[0])} {judged.text}")


def _part(line: Timeline, step: Step, number: int) -> Ruling | None:
    """Return why that tile counts as it does, or why it takes no more tiles if it has no open end."""
    term = _terms(step).get(number)
    if term is not None:
        return step.state.rules.scoring.term_ruling(term)
    laid = (event for each in line.steps for event in each.events if isinstance(event, LaidTile))
    ruling = next((event.ruling for event in laid if event.laid.number == number), None)
    return ruling.because[-1] if ruling is not None and ruling.because else None


def _whole(line: Timeline, number: int) -> _Side:
    """Tell what happened and why; for steps after which the tables are not alike."""
    step = _step_at(line, number)
    if step is None:
        return _end_side(line)
    reason = why(step)
    return _Side(reason.ruling, cite(reason.caption, reason.ruling))


def _sides_of_play(line: Timeline, other: Timeline, number: int) -> tuple[_Side, _Side]:
    """Contrast the moves of step `number` in two lines: the refused action, or the reason why another player moves."""
    first, second = _step_at(line, number), _step_at(other, number)
    drawn = [step for step in (first, second) if step is not None and isinstance(step.action, Draw)]
    if len(drawn) == 2 and drawn[0].seat == drawn[1].seat:
        return _deal_side(line), _deal_side(other)
    refused = None if first is None or first.action is None else _refusal_side(other, number, first)
    return _action_side(line, number, second), refused or _action_side(other, number, first)


def _refusal_side(line: Timeline, number: int, wanted: Step) -> _Side | None:
    before = line.steps[min(number, len(line)) - 1]
    if before.state.over or wanted.action is None:
        return None
    if before.state.turn != wanted.seat:
        return _turn(line, number, before)
    ruling = judge(before.state, wanted.action)
    if ruling.allowed:
        return None
    text = cite(ruling.text, ruling)
    return _Side(ruling, f"{text} {_deal_side(line).text}" if ruling.clause == "GEN-HOLD-1" else text)


def _action_side(line: Timeline, number: int, rival: Step | None) -> _Side:
    step = _step_at(line, number)
    if step is None or step.action is None:
        return _end_side(line)
    if rival is not None and rival.seat not in (None, step.seat):
        return _turn(line, number, line.steps[number - 1])
    ruling = step.rulings[0]
    return _Side(ruling, f"{why(step).what} {cite(ruling.text, ruling)}")


def _turn(line: Timeline, number: int, before: Step) -> _Side:
    """Tell why the player who moves there is to move: they lead, or go on, or the turn goes round."""
    rulings = [event.ruling for event in before.events if isinstance(event, (GoesOn, Leads))]
    ruling = rulings[-1] if rulings else rule_ruling(line.rules, "direction")
    step = _step_at(line, number)
    what = why(step).what if step is not None else ""
    return _Side(ruling, f"{cite(ruling.text, ruling)} {what}".strip())


def _end_side(line: Timeline) -> _Side:
    for step in reversed(line.steps):
        for event in step.events:
            if isinstance(event, Ended):
                return _side_of(event.ruling)
    return _Side(None, phrase("compare.over" if line.is_over else "compare.stopped"))


def _deal_side(line: Timeline) -> _Side:
    """Equal draws bring different tiles if other tiles, or other numbers of them, were dealt before."""
    dealt = [event.ruling for event in line.steps[0].events if isinstance(event, Dealt)]
    return _side_of(dealt[-1]) if dealt else _end_side(line)


def _side_of(ruling: Ruling) -> _Side:
    return _Side(ruling, cite(ruling.text, ruling))


def cite(text: str, ruling: Ruling | None) -> str:
    """Return the sentence followed by its rule."""
    if ruling is None:
        return text
    return phrase("compare.cited", text=text.rstrip("."), clause=clause(ruling.clause).id)


def _name(line: Timeline, rival: Timeline) -> str:
    """The name of its rules; their id if both rulesets have the same name."""
    rules = line.rules
    return str(rules.id if rules.name == rival.rules.name and rules.id != rival.rules.id else rules.name)


class DifferenceMark(NamedTuple):
    """The first difference between another line and the first one.

    It has the step (the same in both), the two rulings, and their text. `line` is the number of the other line, `kind`
    is "points", "play" or "winner". A ruling is None if that line has none because it has ended, or nothing is scored
    in it. `sides` has the part of the text on each line.
    """

    line: int
    step: int
    kind: str
    one: Ruling | None
    other: Ruling | None
    text: str
    sides: tuple[str, str] = ("", "")

    def __repr__(self) -> str:
        """Leave out the rulings: with every fact of both, they would fill the screen."""
        return f"<Mark: {self.kind}, step {self.step}: {self.text}>"


def _mark(number: int, step: int, kind: str, lines: tuple[Timeline, Timeline], sides: tuple[_Side, _Side]
          ) -> DifferenceMark:
    """Return the mark of two lines, from what is said of each."""
    text = " ".join(phrase("compare.here", rules=_name(line, rival), text=side.text)
                    for line, rival, side in zip(lines, reversed(lines), sides, strict=True))
    first, second = sides
    return DifferenceMark(number, step, kind, first.ruling, second.ruling, text, (first.text, second.text))


def points_mark(line: Timeline, other: Timeline, number: int = 1) -> DifferenceMark | None:
    """Return the first step that does not give the same points to the same players; None if there is none."""
    step = _first(line, other, _gains)
    # Nothing is known after the last step of a line whose hand is not over.
    if step is None or any(step >= len(known) for known in (line, other) if not known.is_over):
        return None
    return _mark(number, step, "points", (line, other), _sides_of_points(line, other, step))


def play_mark(line: Timeline, other: Timeline, number: int = 1) -> DifferenceMark | None:
    """Return the first step at which the player or the move differs; None if there is none."""
    step = _first(line, other, move_key)
    return None if step is None else _mark(number, step, "play", (line, other), _sides_of_play(line, other, step))


def winner_mark(line: Timeline, other: Timeline, number: int = 1) -> DifferenceMark | None:
    """Return the end of two hands that different sides win; None if the same side does, or if the end gives points.

    After other points and other moves a different end needs no mark of its own.
    """
    step = max(len(line), len(other)) - 1
    if not line.is_over or not other.is_over or winner_of(line.steps) == winner_of(other.steps):
        return None
    points, play = points_mark(line, other), play_mark(line, other)
    if points is not None and (points.step == step or play is not None):
        return None
    ends = _whole(line, len(line) - 1), _whole(other, len(other) - 1)
    return _mark(number, step, "winner", (line, other), ends)


def winner_of(steps: Sequence[Step]) -> str:
    """Return the players of the side that wins the hand; "" if nobody does, and in a patience."""
    end = steps[-1]
    if end.settled is None or end.settled.winner is None or end.state.rules.solo is not None:
        return ""
    return end.state.table.side_name(end.settled.winner)


def _first(line: Timeline, other: Timeline, key: Callable[[Step | None], tuple[object, ...]]) -> int | None:
    for number in range(1, max(len(line), len(other))):
        if key(_step_at(line, number)) != key(_step_at(other, number)):
            return number
    return None


def _gains(step: Step | None) -> tuple[object, ...]:
    """Return what the step gives to whom: in play by seat, at the end of the hand by the names of the winning side."""
    if step is None:
        return ()
    settled = step.settled
    if settled is not None:
        winner, table = settled.winner, step.state.table
        if settled.shares:
            return tuple((table.side_name(side), points) for side, points in enumerate(settled.shares) if points)
        return () if winner is None or not settled.award else (table.side_name(winner), settled.award)
    gains: Counter[int] = Counter()
    for event in step.events:
        if isinstance(event, Scored):
            gains[event.seat] += event.points
        elif isinstance(event, Paid):
            gains[event.seat] -= event.points
    return tuple(sorted((seat, points) for seat, points in gains.items() if points))


def move_key(step: Step | None) -> tuple[object, ...]:
    """Return the player and the move; equal for two steps with the same player, action and tile."""
    if step is None or step.action is None:
        return ()
    action = step.action
    if isinstance(action, Play):
        laid = step.state.chain.laid[-1]
        return (step.seat, "play", laid.tile, laid.parent, laid.joint, laid.out)
    shown = [event.tile for event in step.events if isinstance(event, (Drew, Turned))]
    return (step.seat, action.kind, *(shown or action))


BETTER, AS_GOOD = "better", "as good"
"""What the move that was made is, compared with the candidate."""


class MoveContrast(NamedTuple):
    """A verdict on the actual move ("better" or "as good"), the deciding ruling, and a sentence or two.

    The sentences never name that move.
    """

    verdict: str
    ruling: Ruling | None
    text: str


def is_same_move(action: Action | None, other: Action | None, state: Position) -> bool:
    """Return True if two actions lead to the same position: equal places count as one, and calls do not matter.

    A refused play is never the same as another.
    """
    if isinstance(action, Play) and isinstance(other, Play):
        both = [action._replace(call=None), other._replace(call=None)]
        return all(judge(state, play).allowed for play in both) and len(distinct(both, state)) == 1
    if isinstance(action, Remove) and isinstance(other, Remove):
        return set(action.tiles) == set(other.tiles)
    return action == other or (isinstance(action, Draw) and isinstance(other, Draw))


def contrast_moves(line: Timeline, candidate: Action, made: Step) -> MoveContrast:
    """Compare the legal action `candidate` at the end of `line` with the step that was made there.

    Points are compared first, then the end of the hand, the pips left, and the moves left. If no ruling tells the two
    apart, they are equally good.
    """
    state = line.state
    after = line.play(with_call(state, candidate) if isinstance(candidate, Play) else candidate).steps[len(line)]
    for criterion in _CRITERIA:
        contrast = criterion(state, after, made)
        if contrast is not None:
            return contrast
    return _verdict(AS_GOOD, "as_good", made.judged or _ruling(after))


def _verdict(verdict: str, key: str, ruling: Ruling | None, **facts: object) -> MoveContrast:
    return MoveContrast(verdict, ruling, phrase(f"lesson.{key}", **facts))


def _ruling(step: Step) -> Ruling | None:
    return step.rulings[0] if step.rulings else None


def _by_points(state: Position, after: Step, made: Step) -> MoveContrast | None:
    """A play that scores more is no worse, whatever the author of the hand had in mind."""
    if after.points == made.points:
        return None
    ruling = after.judged or _ruling(after)
    facts = {"points": after.points, "other": made.points, "why": after.judged.text if after.judged else ""}
    if after.points < made.points:
        return _verdict(BETTER, "scores_less", ruling, **facts)
    return _verdict(AS_GOOD, "scores_more", ruling, **facts)


def _by_kind(state: Position, after: Step, made: Step) -> MoveContrast | None:
    """For a player who draws or passes by choice, or who plays a tile where the hand goes on with a draw."""
    lays = isinstance(made.action, Play)
    if lays == isinstance(after.action, Play) or state.rules.solo is not None:
        return None
    return _verdict(BETTER, "could_lay", _ruling(after)) if lays else _verdict(AS_GOOD, "draws_there", _ruling(made))


def _by_end(state: Position, after: Step, made: Step) -> MoveContrast | None:
    over = made.state.over
    if over is None or after.state.over == over or over == "lost":
        return None
    ended = next((event.ruling for event in made.events if isinstance(event, Ended)), _ruling(made))
    return _verdict(BETTER, "ends_it", ended, why=ended.text if ended is not None else "")


def _by_pips(state: Position, after: Step, made: Step) -> MoveContrast | None:
    """If the pips that are left count at the end, it is better to play the heavier tile."""
    rules = state.rules
    axis = "who_scores" if rules["who_scores"] in ("own-pips", "losers") else "end_base"
    if rules.solo is not None or state.table.study or rules[axis] == "none":
        return None
    gone, other = (_pips_of_play(state, step) for step in (after, made))
    if gone >= other or not rules.clause_of(axis):
        return None
    return _verdict(BETTER, "more_pips", rule_ruling(rules, axis), pips=gone, other=other)


def _pips_of_play(state: Position, step: Step) -> int:
    return state.rules.equipment.weight(step.action.tile) if isinstance(step.action, Play) else 0


def _by_room(state: Position, after: Step, made: Step) -> MoveContrast | None:
    """Compare how many moves are left to the player after each of the two."""
    if state.table.study:
        return None
    after_room, made_room = (_room(step.state, state.turn) for step in (after, made))
    if after_room >= made_room:
        return None
    case = "fewer_left" if state.rules.solo is not None else "fewer_fit"
    return _verdict(BETTER, case, _ruling(after), left=after_room, other=made_room)


def _room(state: Position, seat: int) -> int:
    if state.rules.solo is not None:
        return len(legal(state))
    return len({play.tile for play in plays_now(state, state.holdings[seat])})


_CRITERIA: tuple[Callable[[Position, Step, Step], MoveContrast | None], ...] = (
    _by_points, _by_kind, _by_end, _by_pips, _by_room,
)
