"""Report: a timeline as the JSON object of CONTRACTS 4, and as a transcript to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domino_lab.actions import Play, Shift, Stack
from domino_lab.chain import Chain
from domino_lab.escaping import one_line
from domino_lab.events import Drew, Removed, Said, Turned
from domino_lab.explain.why import why
from domino_lab.play.record import move_numbers
from domino_lab.play.record.stated import end_of, is_settled, shown_ends
from domino_lab.play.record.tables import rules_table
from domino_lab.play.state import Step
from domino_lab.play.timeline import Problem, Timeline


def report(line: Timeline) -> dict[str, Any]:
    """The whole hand as plain values: ruleset, rules, steps, end, problems, remarks.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> report(play_out(get("block"), Shuffle(seed=1)))["ruleset"]
    'block'
    """
    numbers = move_numbers(line)
    steps = [(number, step) for number, step in enumerate(line.steps) if step.action is not None]
    house = {axis: value for axis, value in rules_table(line.rules).items() if axis != "name"}
    return {
        "ruleset": line.rules.id or None,
        "rules": house,
        "steps": [_entry(number, move, step) for (number, step), move in zip(steps, numbers, strict=True)],
        "end": _end(line) if is_settled(line) else None,
        "problems": [problem._asdict() for problem in line.problems],
        "remarks": [remark._asdict() for remark in line.remarks],
    }


def _entry(number: int, move: int, step: Step) -> dict[str, Any]:
    state, action, count = step.state, step.action, step.state.board_count
    return {
        "step": number, "move": move, "seat": step.seat,
        "action": action.kind if action is not None else None, "tile": None, "at": None, "onto": None, **_moved(step),
        "count": count.total if count else None,
        "terms": [[str(term.tile), term.value] for term in count.terms] if count else [],
        "open": shown_ends(state), "points": step.points, "scores": list(state.scores),
        **({"chips": list(state.chips)} if state.chips else {}),
        "clauses": [ruling.id for ruling in step.rulings], "text": why(step).caption,
    }


def _moved(step: Step) -> dict[str, Any]:
    """The tile of an action and where it went; `tiles`, `to`, `number` and `call` where there are such."""
    state, action = step.state, step.action
    if isinstance(action, Play):
        return {"tile": str(action.tile), **_joined(state.chain), **({"call": action.call} if action.call else {})}
    if isinstance(action, Stack):
        return {"tile": str(action.tile), "at": str(state.chain.laid[action.on].tile)}
    if isinstance(action, Shift):
        return {"tile": str(action.tile), "to": action.to}
    told: dict[str, Any] = {}
    for event in step.events:
        if isinstance(event, Drew | Turned):
            told["tile"] = str(event.tile)
        if isinstance(event, Said):
            told |= {"tile": str(event.tile), "number": event.number}
        if isinstance(event, Removed):
            told["tiles"] = [str(tile) for tile in event.tiles]
    return told


def _joined(chain: Chain) -> dict[str, Any]:
    laid = chain.laid[-1]
    return {"at": str(chain.laid[laid.parent].tile), "onto": laid.joint} if laid.parent >= 0 else {}


def _end(line: Timeline) -> dict[str, Any]:
    last, true = line.steps[-1], end_of(line)
    winner = None if true["winner"] == "none" else true["winner"]
    clauses = [part.id for ruling in last.rulings for part in ruling.tree()]
    return {**true, "winner": winner, "clauses": list(dict.fromkeys(clauses)), "text": why(last).text}


def transcript(line: Timeline) -> Iterator[str]:
    """The hand in lines to read: title, players, every step, problems and remarks.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> next(transcript(play_out(get("block"), Shuffle(seed=1))))
    'Block Game: Player 1, Player 2'
    """
    if line.title:
        yield one_line(line.title)
    yield f"{one_line(line.rules.name)}: {one_line(', '.join(line.names))}"
    for number, step in enumerate(line.steps):
        yield f"{number:>3}  {one_line(why(step).caption)}"
        note = line.notes.get(number)
        if note is not None and note.text:
            yield f"     {one_line(note.text)}"
    for remark in line.remarks:
        yield told(remark)
    for problem in line.problems:
        yield told(problem)


def told(problem: Problem) -> str:
    """A problem or remark in one line, place first.

    >>> told(Problem(3, 1, "REC-KEY", "There is no key."))
    'line 3, move 1: There is no key. (REC-KEY)'
    """
    place = [f"line {problem.line}"] if problem.line else []
    place += [f"move {problem.move}"] if problem.move else []
    return f"{', '.join(place) or 'file'}: {one_line(problem.message)} ({problem.clause})"
