"""Reading: a text becomes a Timeline with its notes, problems and remarks, whatever the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from domino_lab.play.timeline import Note, Problem, Timeline
from domino_lab.record import schema
from domino_lab.record.diagnostics import Diagnostics
from domino_lab.record.read_deal import FirstStep, blank, is_clear, open_alone, open_hand
from domino_lab.record.read_moves import (
    action_of,
    belongs,
    check_end,
    check_form,
    check_marks,
    check_marks_form,
    check_removed,
    check_step,
    has_tiles,
    is_one,
    note_of,
    notes_of,
)
from domino_lab.record.rules_table import Resolver, rules_of
from domino_lab.record.source import MOST_MOVES, Path, SourceText
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset

_TABLES = {"deal": schema.DEAL, "match": schema.STANDING}


def read(text: str | bytes, resolver: Resolver) -> Timeline:
    """The hand that a TOML text records; `resolver` turns a ruleset's id into the ruleset.

    Never raises for anything in the text: `.problems` says what is wrong, each with line, move, clause and message,
    and the steps go up to the last good move. Bytes are read as UTF-8.
    """
    source = SourceText.of(text)
    found = Diagnostics(source.lines)
    data = source.data
    several = isinstance(data.get("hand"), list)
    if several:
        found.problem(("hand", 0), "REC-KEY", "match", n=len(data["hand"]))
        data = {key: value for key, value in data.items() if key not in ("hand", "match")}
    line = hand_of(data, resolver, found, standing=None, torn=several or source.error is not None)
    return replace(line, text=source.text, problems=with_error(line.problems, source))


def with_error(problems: tuple[Problem, ...], source: SourceText) -> tuple[Problem, ...]:
    """The problems of a file, and the syntax error that ended its reading, if there was one."""
    if source.error is None:
        return problems
    error = Problem(source.line, None, source.error.id, source.error.text)
    return (*problems, error)


def hand_of(data: Mapping[str, Any], resolver: Resolver, found: Diagnostics, *, standing: Standing | None, torn: bool
          ) -> Timeline:
    """One record, from its values. Of a `torn` one, cut at a syntax error, nothing is said to be missing."""
    head = schema.checked(data, schema.RECORD, (), found)
    moves = head.get("move", [])
    if len(moves) > MOST_MOVES:
        found.problem(("move", MOST_MOVES), "REC-SYNTAX", "many", n=len(moves), most=MOST_MOVES)
        moves = []
    for key, shape in _TABLES.items():
        if key in head:
            head[key] = schema.checked(head[key], shape, (key,), found)
    end = schema.checked(head["end"], schema.END, ("end",), found) if "end" in head else None
    rules = _rules(data, head, resolver, found, torn=torn)
    opening = _opening(data, head, rules, standing, found)
    line = Timeline(opening.steps, head.get("title", ""), head.get("source", ""), shuffle=opening.shuffle)
    replay = Replay(line, found, sound=opening.sound)
    replay.opening(head.get("deal", {}))
    replay.moves(moves)
    if end is not None:
        replay.end(end)
    return replay.timeline()


def _rules(data: Mapping[str, Any], head: Mapping[str, Any], resolver: Resolver, found: Diagnostics, *, torn: bool
           ) -> Ruleset | None:
    if "ruleset" not in data and not torn:
        found.problem((), "REC-KEY", "missing", key="ruleset")
    return rules_of(head, resolver, found) if "rules" in head or "rules" not in data else None


def _opening(data: Mapping[str, Any], head: Mapping[str, Any], rules: Ruleset | None, standing: Standing | None,
             found: Diagnostics) -> FirstStep:
    unsound = FirstStep(blank(rules, head.get("players", ())), None, sound=False)
    if rules is None or any(key in data and key not in head for key in ("deal", "match", "players", "move")):
        return unsound
    if not is_clear(data, head, rules, found):
        return unsound
    return open_hand(head, rules, standing, found) if rules.solo is None else open_alone(head, rules, found)


class Replay:
    """A record as it is played: the line so far, its notes, and whether the moves could all be done."""

    def __init__(self, line: Timeline, found: Diagnostics, *, sound: bool) -> None:
        self.line, self.found, self.sound = line, found, sound
        self.notes: dict[int, Note] = {}

    def moves(self, tables: Sequence[Mapping[str, Any]]) -> None:
        """Play the moves; after one that cannot be done the rest is only checked for form."""
        for number, table in enumerate(tables):
            where: Path = ("move", number)
            form = schema.checked(table, schema.MOVE, where, self.found)
            if not self.sound:
                check_form(form, where, self.found)
                check_marks_form(form, where, self.found)
            elif not self._play(form, where):
                self.sound = False

    def _play(self, form: Mapping[str, Any], where: Path) -> bool:
        first = len(self.line.steps)
        before = self.line.state
        if not (is_one(form, where, self.found) and belongs(form, before, where, self.found)
                and has_tiles(form, where, self.found)):
            return False
        for _ in range(schema.times(form)):
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
        check_marks(form, self.line.steps[last].state, where, self.found)
        self.notes |= notes_of(form, first, last)

    def opening(self, deal: Mapping[str, Any]) -> None:
        """Keep the note of the [deal] table."""
        check_marks(deal, self.line.steps[0].state, ("deal",), self.found)
        note = note_of(deal)
        if note is not None:
            self.notes[0] = note

    def end(self, said: Mapping[str, Any]) -> None:
        """Check the [end] table, and keep its note."""
        check_marks_form(said, ("end",), self.found)
        check_end(said, self.line, self.found, whole=self.sound)
        note = note_of(said)
        if note is not None and self.sound and self.line.is_over and len(self.line.steps) > 1:
            self.notes[len(self.line.steps) - 1] = note

    def timeline(self) -> Timeline:
        """What was read so far."""
        found = self.found
        return replace(self.line, notes=self.notes, problems=found.in_order(), remarks=tuple(found.remarks))
