"""Moves: the [[move]] tables of a record, played one after the other as far as they can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from domino_lab.actions import Action, Draw, Pass
from domino_lab.play.legal import judge
from domino_lab.play.record import forms, notes
from domino_lab.play.record.findings import Findings
from domino_lab.play.record.lines import Path
from domino_lab.play.record.places import play_of
from domino_lab.play.record.stated import check_end, check_step
from domino_lab.play.state import State
from domino_lab.play.timeline import Note, Timeline

_ACTIONS = ("play", "draw", "pass")


class Replay:
    """A record as it is played: the line so far, its notes, and whether the moves could all be done.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.record.opening import blank
    >>> replay = Replay(Timeline((blank(get("all-fives")),)), Findings(Lines.of("")), sound=True)
    >>> replay.moves([{"play": "5-5"}])
    >>> len(replay.line)
    2
    """

    def __init__(self, line: Timeline, found: Findings, *, sound: bool) -> None:
        self.line, self.found, self.sound = line, found, sound
        self.notes: dict[int, Note] = {}

    def moves(self, tables: Sequence[Mapping[str, Any]]) -> None:
        """Play the moves; after one that cannot be done the rest is only checked for form.

        >>> Replay.moves.__name__
        'moves'
        """
        for number, table in enumerate(tables):
            where: Path = ("move", number)
            form = forms.checked(table, forms.MOVE, where, self.found)
            if not self.sound:
                _check_form(form, where, self.found)
            elif not self._play(form, where):
                self.sound = False

    def _play(self, form: Mapping[str, Any], where: Path) -> bool:
        first = len(self.line.steps)
        before = self.line.state
        for _ in range(_times(form)):
            action = _action(form, self.line.state, where, self.found)
            if action is None:
                return False
            self.line = self.line.play(action)
            last = len(self.line.steps) - (2 if self.line.is_over else 1)
        check_step(form, before, self.line.steps[last], where, self.found)
        self._note(form, first, last, where)
        return True

    def _note(self, form: Mapping[str, Any], first: int, last: int, where: Path) -> None:
        notes.check_marks(form, self.line.steps[last].state, where, self.found)
        self.notes |= notes_of(form, first, last)

    def opening(self, deal: Mapping[str, Any]) -> None:
        """Keep the note of the [deal] table.

        >>> Replay.opening.__name__
        'opening'
        """
        notes.check_marks(deal, self.line.steps[0].state, ("deal",), self.found)
        note = notes.note_of(deal)
        if note is not None:
            self.notes[0] = note

    def end(self, said: Mapping[str, Any]) -> None:
        """Check the [end] table, and keep its note.

        >>> Replay.end.__name__
        'end'
        """
        notes.check_form(said, ("end",), self.found)
        check_end(said, self.line, self.found, whole=self.sound)
        note = notes.note_of(said)
        if note is not None and self.sound and self.line.is_over and len(self.line.steps) > 1:
            self.notes[len(self.line.steps) - 1] = note

    def timeline(self) -> Timeline:
        """What was read so far.

        >>> Replay.timeline.__name__
        'timeline'
        """
        found = self.found
        return replace(self.line, notes=self.notes, problems=found.in_order(), remarks=tuple(found.remarks))


def notes_of(form: Mapping[str, Any], first: int, last: int) -> dict[int, Note]:
    """The notes of one move by step: of several draws the question belongs before the first, the note after the last.

    >>> sorted(notes_of({"note": "Three tiles.", "ask": "How many?"}, 4, 6))
    [4, 6]
    """
    note = notes.note_of(form)
    if note is None:
        return {}
    if first == last:
        return {last: note}
    asked = {first: note._replace(text=None, marks=())} if note.ask or note.hint else {}
    return asked | ({last: Note(note.text, note.marks)} if note.text or note.marks else {})


def _times(form: Mapping[str, Any]) -> int:
    drawn = form.get("draw")
    return drawn if isinstance(drawn, int) else 1


def _action(form: Mapping[str, Any], state: State, where: Path, found: Findings) -> Action | None:
    """The action of a move, allowed by the rules; None, with a problem, where there is none."""
    if not _is_one(form, where, found):
        return None
    if "play" in form:
        tile = forms.tile_of(form["play"], (*where, "play"), found)
        return None if tile is None else play_of(form, tile, state, where, found)
    action: Action | None = Pass() if "pass" in form else _draw(form["draw"], state, where, found)
    if action is None:
        return None
    ruling = judge(state, action)
    if not ruling.allowed:
        found.refused(where, ruling)
        return None
    return Draw() if isinstance(action, Draw) and state.stock else action


def _draw(said: str | int, state: State, where: Path, found: Findings) -> Draw | None:
    if isinstance(said, int):
        return Draw()
    tile = forms.tile_of(said, (*where, "draw"), found)
    if tile is None:
        return None
    lying = (*state.stock[:1], *sorted(state.below))
    return Draw(next((other for other in lying if other[:2] == tile[:2]), tile))


def _is_one(form: Mapping[str, Any], where: Path, found: Findings) -> bool:
    """Whether a move says exactly one thing to do; where its value was refused already, nothing more is said."""
    kinds = [key for key in _ACTIONS if key in form]
    told = any(problem.move == int(where[1]) + 1 for problem in found.problems)
    if len(kinds) != 1 and not (told and not kinds):
        found.problem(where, "REC-KEY", "one_move")
    return len(kinds) == 1


def _check_form(form: Mapping[str, Any], where: Path, found: Findings) -> None:
    """A move that is not played: its tiles, its marks, and that it says one thing to do."""
    if _is_one(form, where, found):
        for key in ("play", "draw"):
            if isinstance(form.get(key), str):
                forms.tile_of(form[key], (*where, key), found)
    notes.check_form(form, where, found)
