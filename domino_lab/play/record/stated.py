"""Stated: what a file says about a move or the end, against what it is. A wrong statement stops nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domino_lab.play.record import forms
from domino_lab.play.record.findings import Findings, shown
from domino_lab.play.record.lines import Path
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Timeline

_NOTED = ("note", "mark", "ask", "about", "hint")


def check_step(form: Mapping[str, Any], before: State, steps: Sequence[Step], where: Path, found: Findings) -> None:
    """Compare what a move states (count, score, open, seat, points, chips, turned) with what its `steps` did.

    What is wrong is a problem (REC-STATED), and stops nothing.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand, found = play_out(get("block"), Shuffle(seed=1)), Findings(Lines.of(""))
    >>> check_step({"seat": 5}, hand.steps[0].state, hand.steps[1:2], (), found)
    >>> found.problems[0].clause
    'REC-STATED'
    """
    state = steps[-1].state
    if "count" in form and state.board_count is None:
        found.problem((*where, "count"), "REC-STATED", "uncounted", key="count", said=form["count"])
    true = {
        "count": state.board_count.total if state.board_count else None,
        "score": sum(step.points for step in steps),
        "open": shown_ends(state),
        "seat": before.turn,
        "points": paid(before, state),
        "chips": list(state.chips) or None,
    }
    for key, value in true.items():
        said = sorted(form[key]) if key == "open" and key in form else form.get(key)
        if said is not None and value is not None and said != value:
            _wrong((*where, key), said, value, found)
    _check_turned(form, before, where, found)
    _check_chips(form, state, where, found)


def paid(before: State, after: State) -> list[int]:
    """What each side has won between two states; below zero where it lost points.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> state = start(get("block"), Shuffle(seed=1)).state
    >>> paid(state, state._replace(scores=(-10, 10)))
    [-10, 10]
    """
    return [now - then for now, then in zip(after.scores, before.scores, strict=True)]


def _check_turned(form: Mapping[str, Any], before: State, where: Path, found: Findings) -> None:
    """The tile that a row of face-down tiles turned up is the one at its front."""
    if "turned" not in form:
        return
    tile, front = forms.tile_of(form["turned"], (*where, "turned"), found), before.holdings[before.turn][0]
    if tile is not None and tile[:2] != front[:2]:
        _wrong((*where, "turned"), form["turned"], str(front), found)


def _check_chips(form: Mapping[str, Any], state: State, where: Path, found: Findings) -> None:
    if "chips" in form and not state.chips:
        found.problem((*where, "chips"), "REC-KEY", "elsewhere", key="chips", game=state.rules.name)


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
        _check_chips(said, line.state, ("end",), found)
        for key, value in stated.items():
            if key in true and value != true[key]:
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
    """How a finished hand ended, in the words of a record: how, winner ("none" for nobody), award, scores, chips.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> end_of(play_out(get("block"), Shuffle(seed=1)))["how"] in ("out", "blocked")
    True
    """
    settled = line.steps[-1].settled
    winner = settled.winner if settled else None
    told = {
        "how": line.state.over,
        "winner": "none" if winner is None else winner,
        "award": settled.award if settled else 0,
        "scores": list(line.state.scores),
    }
    return {**told, "chips": list(line.state.chips)} if line.state.chips else told


def _wrong(where: Path, said: object, value: object, found: Findings) -> None:
    found.problem(where, "REC-STATED", "wrong", key=where[-1], said=shown(said), value=shown(value))
