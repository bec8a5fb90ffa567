"""Moves: the [[move]] tables of a record, played one after the other as far as they can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from domino_lab.play.record import forms, notes
from domino_lab.play.record.doing import action_of, belongs, check_form, has_tiles, is_one
from domino_lab.play.record.findings import Findings
from domino_lab.play.record.lines import Path
from domino_lab.play.record.spoken import check_removed
from domino_lab.play.record.stated import check_end, check_step
from domino_lab.play.timeline import Note, Timeline


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

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.record.lines import Lines
        >>> from domino_lab.play.record.opening import blank
        >>> replay = Replay(Timeline((blank(get("all-fives")),)), Findings(Lines.of("")), sound=True)
        >>> replay.moves([{"play": "5-5"}, {"play": "5-0"}])
        >>> replay.line.state.board_count.total
        10
        """
        for number, table in enumerate(tables):
            where: Path = ("move", number)
            form = forms.checked(table, forms.MOVE, where, self.found)
            if not self.sound:
                check_form(form, where, self.found)
                notes.check_form(form, where, self.found)
            elif not self._play(form, where):
                self.sound = False

    def _play(self, form: Mapping[str, Any], where: Path) -> bool:
        first = len(self.line.steps)
        before = self.line.state
        if not (is_one(form, where, self.found) and belongs(form, before, where, self.found)
                and has_tiles(form, where, self.found)):
            return False
        for _ in range(forms.times(form)):
            action = action_of(form, self.line.state, where, self.found)
            if action is None:
                return False
            self.line = self.line.play(action)
            last = len(self.line.steps) - (2 if self.line.is_over else 1)
        check_step(form, before, self.line.steps[first : last + 1], where, self.found)
        check_removed(form, self.line.steps[first : last + 1], where, self.found)
        self._note(form, first, last, where)
        return True

    def _note(self, form: Mapping[str, Any], first: int, last: int, where: Path) -> None:
        notes.check_marks(form, self.line.steps[last].state, where, self.found)
        self.notes |= notes_of(form, first, last)

    def opening(self, deal: Mapping[str, Any]) -> None:
        """Keep the note of the [deal] table.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.record.lines import Lines
        >>> from domino_lab.play.record.opening import blank
        >>> replay = Replay(Timeline((blank(get("all-fives")),)), Findings(Lines.of("")), sound=True)
        >>> replay.opening({"note": "Ana leads."})
        >>> replay.notes[0].text
        'Ana leads.'
        """
        notes.check_marks(deal, self.line.steps[0].state, ("deal",), self.found)
        note = notes.note_of(deal)
        if note is not None:
            self.notes[0] = note

    def end(self, said: Mapping[str, Any]) -> None:
        """Check the [end] table, and keep its note.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.record.lines import Lines
        >>> from domino_lab.play.record.opening import blank
        >>> replay = Replay(Timeline((blank(get("all-fives")),)), Findings(Lines.of("")), sound=True)
        >>> replay.end({"note": "Nobody is out yet."})
        >>> replay.notes
        {}
        """
        notes.check_form(said, ("end",), self.found)
        check_end(said, self.line, self.found, whole=self.sound)
        note = notes.note_of(said)
        if note is not None and self.sound and self.line.is_over and len(self.line.steps) > 1:
            self.notes[len(self.line.steps) - 1] = note

    def timeline(self) -> Timeline:
        """What was read so far.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.record.lines import Lines
        >>> from domino_lab.play.record.opening import blank
        >>> replay = Replay(Timeline((blank(get("all-fives")),)), Findings(Lines.of("")), sound=True)
        >>> len(replay.timeline())
        1
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
