"""Stated: what a file says about a move or the end, against what it is. A wrong statement stops nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domino_lab.play.record.findings import Findings, shown
from domino_lab.play.record.lines import Path
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Timeline

_NOTED = ("note", "mark", "ask", "about", "hint")


def check_step(form: Mapping[str, Any], before: State, step: Step, where: Path, found: Findings) -> None:
    """Compare count, score, open, seat and points of a move with what it did (REC-STATED).

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand, found = play_out(get("block"), Shuffle(seed=1)), Findings(Lines.of(""))
    >>> check_step({"seat": 5}, hand.steps[0].state, hand.steps[1], (), found)
    >>> found.problems[0].clause
    'REC-STATED'
    """
    state = step.state
    if "count" in form and state.board_count is None:
        found.problem((*where, "count"), "REC-STATED", "uncounted", key="count", said=form["count"])
    true = {
        "count": state.board_count.total if state.board_count else None,
        "score": step.points,
        "open": shown_ends(state),
        "seat": before.turn,
        "points": [now - then for now, then in zip(state.scores, before.scores, strict=True)],
    }
    for key, value in true.items():
        said = sorted(form[key]) if key == "open" and key in form else form.get(key)
        if said is not None and value is not None and said != value:
            _wrong((*where, key), said, value, found)


def shown_ends(state: State) -> list[int]:
    """The value shown at each open end, sorted, one entry an end.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> shown_ends(start(get("block"), Shuffle(seed=1)).state)
    []
    """
    return sorted(end.value for end in state.open_ends)


def check_end(said: Mapping[str, Any], line: Timeline, found: Findings, *, whole: bool) -> None:
    """Compare how, winner, award and scores of the [end] table with the end of the hand (REC-STATED).

    `whole` says whether every move could be done: else there is nothing to compare with, and the file is told so.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> found = Findings(Lines.of(""))
    >>> check_end({"how": "misdeal"}, play_out(get("block"), Shuffle(seed=1)), found, whole=True)
    >>> found.problems[0].clause
    'REC-STATED'
    """
    stated = {key: value for key, value in said.items() if key not in _NOTED}
    if not whole:
        return
    if line.is_study:
        found.problem(("end",), "REC-STUDY", "end")
    elif not line.is_over:
        found.problem(("end",), "REC-STATED", "going")
    else:
        true = end_of(line)
        for key, value in stated.items():
            if value != true[key]:
                _wrong(("end", key), value, true[key], found)


def is_settled(line: Timeline) -> bool:
    """Whether a timeline goes up to the end of its hand: to the settlement, or to a misdeal.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("block"), Shuffle(seed=1))
    >>> is_settled(hand), is_settled(hand.upto(3))
    (True, False)
    """
    return line.is_over and line.steps[-1].action is None


def end_of(line: Timeline) -> dict[str, Any]:
    """How a finished hand ended, in the words of a record: how, winner ("none" for nobody), award, scores.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> end_of(play_out(get("block"), Shuffle(seed=1)))["how"] in ("out", "blocked")
    True
    """
    settled = line.steps[-1].settled
    winner = settled.winner if settled else None
    return {
        "how": line.state.over,
        "winner": "none" if winner is None else winner,
        "award": settled.award if settled else 0,
        "scores": list(line.state.scores),
    }


def _wrong(where: Path, said: object, value: object, found: Findings) -> None:
    found.problem(where, "REC-STATED", "wrong", key=where[-1], said=shown(said), value=shown(value))
