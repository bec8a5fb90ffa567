"""Reading a record: any text becomes a Timeline with its notes, problems and remarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from domino_lab.play.state import Step
from domino_lab.play.timeline import Note, Problem, Timeline, next_steps
from domino_lab.record.read_deal import DealReader, unsound
from domino_lab.record.read_moves import (
    NOTED,
    MoveReader,
    check_chips,
    check_mark_forms,
    check_marks,
    note_of,
    notes_of,
    wrong_value,
)
from domino_lab.record.rules_table import Resolver, may_be_rules, rules_of
from domino_lab.record.schema import NOTE_KEYS, EndTable, MoveTable, RecordTable, check_table, times
from domino_lab.record.source import MOST_MOVES, Diagnostics, Path, SourceText, Toml
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset


def read(text: str | bytes, resolver: Resolver) -> Timeline:
    """Return the hand that a TOML text records; `resolver` turns a ruleset's id into the ruleset.

    It never raises for anything in the text: `.problems` has every mistake with its line, move, clause and message, and
    the steps go up to the last good move. Bytes are read as UTF-8.
    """
    source = SourceText.of(text)
    diagnostics = Diagnostics(source.lines)
    data: Mapping[str, Toml] = source.data
    hands, is_cut = data.get("hand"), source.error is not None
    if isinstance(hands, list):
        diagnostics.problem(("hand", 0), "REC-KEY", "match", n=len(hands))
        data, is_cut = {key: value for key, value in data.items() if key not in ("hand", "match")}, True
    line = Reader(data, resolver, diagnostics, is_cut=is_cut).read()
    return replace(line, text=source.text, problems=with_error(line.problems, source))


def with_error(problems: tuple[Problem, ...], source: SourceText) -> tuple[Problem, ...]:
    """Return the problems of a file, and the syntax error that ended its reading, if there was one."""
    if source.error is None:
        return problems
    return (*problems, Problem(source.line, None, source.error.id, source.error.text))


class Reader:
    """One record as it is read and played: the timeline so far, its notes, and whether all moves could be made.

    `standing` is that of the match before this hand, and `known` the rules that the record names, if they are known
    already; in a record that `is_cut` at a syntax error, a missing key is not a problem.
    """

    def __init__(self, data: Mapping[str, Toml], resolver: Resolver, diagnostics: Diagnostics, *,
                 standing: Standing | None = None, is_cut: bool = False, known: Ruleset | None = None) -> None:
        self.data, self.resolver, self.diagnostics = data, resolver, diagnostics
        self.standing, self.is_cut, self.known = standing, is_cut, known
        self.notes: dict[int, Note] = {}

    def read(self) -> Timeline:
        """Return the hand, up to its last good move."""
        diagnostics = self.diagnostics
        head = check_table(self.data, RecordTable, (), diagnostics)
        moves = head.get("move", [])
        if len(moves) > MOST_MOVES:
            diagnostics.problem(("move", MOST_MOVES), "REC-SYNTAX", "many", n=len(moves), most=MOST_MOVES)
            moves = []
        deal = DealReader(head, self.standing, diagnostics)
        end = check_table(head["end"], EndTable, ("end",), diagnostics) if "end" in head else None
        rules = self._rules(head)
        if rules is None or any(key in self.data and key not in head for key in ("deal", "match", "players", "move")):
            first = unsound(rules, head.get("players", ()))
        else:
            first = deal.first_step(rules)
        self.sound = first.sound
        self.steps: list[Step] = [*first.steps]
        check_marks(deal.deal.get("mark", ()), self.steps[0].state, ("deal",), diagnostics)
        note = note_of(deal.deal)
        if note is not None:
            self.notes[0] = note
        self._moves(moves)
        line = Timeline(tuple(self.steps), head.get("title", ""), head.get("source", ""), shuffle=first.shuffle)
        if end is not None:
            self._end(end, line)
        return replace(line, notes=self.notes, problems=diagnostics.in_order(), remarks=tuple(diagnostics.remarks))

    def _rules(self, head: RecordTable) -> Ruleset | None:
        if "ruleset" not in self.data and not self.is_cut:
            self.diagnostics.problem((), "REC-KEY", "no_game")
        if "rules" in self.data and "rules" not in head:
            return None
        if may_be_rules(self.data) and not self.is_cut:
            self.diagnostics.remark(("rules",), "REC-RULES", "alone")
        return self.known or rules_of(head.get("ruleset"), head.get("rules", {}), self.resolver, self.diagnostics)

    def _moves(self, tables: Sequence[Mapping[str, Toml]]) -> None:
        """Play the moves; after one that cannot be made the rest is only checked for form."""
        for number, table in enumerate(tables):
            where: Path = ("move", number)
            form = check_table(table, MoveTable, where, self.diagnostics)
            move = MoveReader(form, self.steps[-1].state, where, self.diagnostics)
            if not self.sound:
                move.check_form()
            elif not self._play(move):
                self.sound = False

    def _play(self, move: MoveReader) -> bool:
        first, form = len(self.steps), move.form
        if not (move.is_one() and move.belongs() and move.has_tiles()):
            return False
        for number in range(times(form)):
            mover = MoveReader(form, self.steps[-1].state, move.where, self.diagnostics) if number else move
            action = mover.action()
            if action is None:
                return False
            self.steps += next_steps(mover.state, action, mover.ruling)
        last = len(self.steps) - (2 if self.steps[-1].state.over else 1)
        steps: Sequence[Step] = self.steps[first : last + 1]
        move.check(steps)
        if not NOTED.isdisjoint(form):
            check_marks(form.get("mark", ()), steps[-1].state, move.where, self.diagnostics)
            self.notes |= notes_of(form, first, last)
        return True

    def _end(self, stated: EndTable, line: Timeline) -> None:
        """Compare the [end] table with the end of the hand (REC-STATED), and keep its note."""
        diagnostics = self.diagnostics
        check_mark_forms(stated, ("end",), diagnostics)
        if not self.sound:
            return
        if line.is_study:
            diagnostics.problem(("end",), "REC-STUDY", "end")
        elif not line.is_over:
            diagnostics.problem(("end",), "REC-STATED", "going")
        else:
            true = end_of(line)
            check_chips(stated, line.state, ("end",), diagnostics)
            for key, value in stated.items():
                if key not in NOTE_KEYS and key in true and value != true[key]:
                    wrong_value(value, true[key], ("end", key), diagnostics)
        note = note_of(stated)
        if note is not None and line.is_over and len(line.steps) > 1:
            self.notes[len(line.steps) - 1] = note


def is_settled(line: Timeline) -> bool:
    """Return True if a timeline goes up to the end of its hand: to the settlement, or to a misdeal."""
    return line.is_over and line.steps[-1].action is None


def end_of(line: Timeline) -> dict[str, Toml]:
    """Return the end of a finished hand for a record: how, winner ("none" for nobody), award, scores, chips."""
    settled = line.steps[-1].settled
    winner = settled.winner if settled else None
    end: dict[str, Toml] = {
        "how": line.state.over or "",
        "winner": "none" if winner is None else winner,
        "award": settled.award if settled else 0,
        "scores": list(line.state.scores),
    }
    return {**end, "chips": list(line.state.chips)} if line.state.chips else end
