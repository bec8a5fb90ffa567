"""Reading: a text becomes a Timeline with its notes, problems and remarks, whatever the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from domino_lab.play.timeline import Problem, Timeline
from domino_lab.record import forms
from domino_lab.record.findings import Findings
from domino_lab.record.moves import Replay
from domino_lab.record.opening import Opening, Resolver, blank, is_clear, open_alone, open_hand, rules_of
from domino_lab.record.source import MOST_MOVES, Source
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset

_TABLES = {"deal": forms.DEAL, "match": forms.STANDING}


def read(text: str | bytes, resolver: Resolver) -> Timeline:
    """The hand that a TOML text records; `resolver` turns a ruleset's id into the ruleset.

    Never raises for anything in the text: `.problems` says what is wrong, each with line, move, clause and message,
    and the steps go up to the last good move. Bytes are read as UTF-8.
    """
    source = Source.of(text)
    found = Findings(source.lines)
    data = source.data
    several = isinstance(data.get("hand"), list)
    if several:
        found.problem(("hand", 0), "REC-KEY", "match", n=len(data["hand"]))
        data = {key: value for key, value in data.items() if key not in ("hand", "match")}
    line = hand_of(data, resolver, found, standing=None, torn=several or source.error is not None)
    return replace(line, text=source.text, problems=with_error(line.problems, source))


def with_error(problems: tuple[Problem, ...], source: Source) -> tuple[Problem, ...]:
    """The problems of a file, and the syntax error that ended its reading, if there was one."""
    if source.error is None:
        return problems
    error = Problem(source.line, None, source.error.id, source.error.text)
    return (*problems, error)


def hand_of(data: Mapping[str, Any], resolver: Resolver, found: Findings, *, standing: Standing | None, torn: bool
          ) -> Timeline:
    """One record, from its values. Of a `torn` one, cut at a syntax error, nothing is said to be missing."""
    head = forms.checked(data, forms.RECORD, (), found)
    moves = head.get("move", [])
    if len(moves) > MOST_MOVES:
        found.problem(("move", MOST_MOVES), "REC-SYNTAX", "many", n=len(moves), most=MOST_MOVES)
        moves = []
    for key, shape in _TABLES.items():
        if key in head:
            head[key] = forms.checked(head[key], shape, (key,), found)
    end = forms.checked(head["end"], forms.END, ("end",), found) if "end" in head else None
    rules = _rules(data, head, resolver, found, torn=torn)
    opening = _opening(data, head, rules, standing, found)
    line = Timeline(opening.steps, head.get("title", ""), head.get("source", ""), shuffle=opening.shuffle)
    replay = Replay(line, found, sound=opening.sound)
    replay.opening(head.get("deal", {}))
    replay.moves(moves)
    if end is not None:
        replay.end(end)
    return replay.timeline()


def _rules(data: Mapping[str, Any], head: Mapping[str, Any], resolver: Resolver, found: Findings, *, torn: bool
           ) -> Ruleset | None:
    if "ruleset" not in data and not torn:
        found.problem((), "REC-KEY", "missing", key="ruleset")
    return rules_of(head, resolver, found) if "rules" in head or "rules" not in data else None


def _opening(data: Mapping[str, Any], head: Mapping[str, Any], rules: Ruleset | None, standing: Standing | None,
             found: Findings) -> Opening:
    unsound = Opening(blank(rules, head.get("players", ())), None, sound=False)
    if rules is None or any(key in data and key not in head for key in ("deal", "match", "players", "move")):
        return unsound
    if not is_clear(data, head, rules, found):
        return unsound
    return open_hand(head, rules, standing, found) if rules.solo is None else open_alone(head, rules, found)
