"""Reading: a text becomes a Timeline with its notes, problems and remarks, whatever the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from domino_lab.play.match import Match
from domino_lab.play.record import forms
from domino_lab.play.record.alone import open_alone
from domino_lab.play.record.deals import is_clear
from domino_lab.play.record.findings import Findings
from domino_lab.play.record.house import Resolver, nameless, rules_of
from domino_lab.play.record.moves import Replay
from domino_lab.play.record.opening import Opening, blank, open_hand
from domino_lab.play.record.source import MOST_HANDS, MOST_MOVES, Source
from domino_lab.play.timeline import Problem, Timeline
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset

_TABLES = {"deal": forms.DEAL, "match": forms.STANDING}
_SHARED = ("format", "title", "ruleset", "players", "source", "rules")


class Reading(NamedTuple):
    """A match file as it was read: the match so far, and every problem in it; `hands` are also in the match.

    >>> from domino_lab.catalogue import get
    >>> read_match("[[hand]]\\nruleset = 'block'\\n[hand.deal]\\nseed = 1", get).match.hands[0].rules.id
    'block'
    """

    match: Match
    title: str = ""
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()

    @property
    def hands(self) -> tuple[Timeline, ...]:
        """The hands, in order.

        >>> Reading(Match(nameless(), Standing(()))).hands
        ()
        """
        return self.match.hands


def read(text: str | bytes, resolver: Resolver) -> Timeline:
    """The hand that a TOML text records; `resolver` turns a ruleset's id into the ruleset.

    Never raises for anything in the text: `.problems` says what is wrong, each with line, move, clause and message,
    and the steps go up to the last good move. Bytes are read as UTF-8.

    >>> from domino_lab.catalogue import get
    >>> read("ruleset = 'all-fives'\\n[[move]]\\nplay = '5-5'\\nscore = 5", get).problems[0].clause
    'REC-STATED'
    """
    source = Source.of(text)
    found = Findings(source.lines)
    data = source.data
    several = isinstance(data.get("hand"), list)
    if several:
        found.problem(("hand", 0), "REC-KEY", "match", n=len(data["hand"]))
        data = {key: value for key, value in data.items() if key != "hand"}
    line = _hand(data, resolver, found, standing=None, torn=several or source.error is not None)
    return replace(line, text=source.text, problems=_with_error(line.problems, source))


def read_match(text: str | bytes, resolver: Resolver) -> Reading:
    """The match that a file of [[hand]] tables records; each hand starts from the standing after the one before.

    What the top of the file says of title, ruleset, players, source and rules holds for every hand that does not say
    otherwise. Never raises for anything in the text.

    >>> from domino_lab.catalogue import get
    >>> read_match("title = 'Two evenings'", get).problems[0].clause
    'REC-KEY'
    """
    source = Source.of(text)
    found = Findings(source.lines)
    top = forms.checked(source.data, forms.MATCH_FILE, (), found)
    if not top.get("hand") and source.error is None:
        found.problem((), "REC-KEY", "not_match")
    if len(top.get("hand", ())) > MOST_HANDS:
        found.problem(("hand", MOST_HANDS), "REC-SYNTAX", "hands", n=len(top.pop("hand")), most=MOST_HANDS)
    match: Match | None = None
    remarks: list[Problem] = []
    for number, table in enumerate(top.get("hand", ())):
        line = _one_of_match(table, top, number, match, resolver, source)
        match = _after(match, line)
        found.problems += line.problems
        remarks += line.remarks
    empty = Match(nameless(), Standing(()))
    return Reading(match or empty, top.get("title", ""), _with_error(found.in_order(), source), tuple(remarks))


def _one_of_match(table: Mapping[str, Any], top: Mapping[str, Any], number: int, match: Match | None,
                  resolver: Resolver, source: Source) -> Timeline:
    data = {**{key: top[key] for key in _SHARED if key in top}, **table}
    found = Findings(source.lines, ("hand", number))
    last = number == len(top["hand"]) - 1
    standing = match.standing if match else None
    return _hand(data, resolver, found, standing=standing, torn=last and source.error is not None)


def _after(match: Match | None, line: Timeline) -> Match:
    before = match or Match(line.rules, line.steps[0].state.table.standing)
    return before.with_hand(line)


def _with_error(problems: tuple[Problem, ...], source: Source) -> tuple[Problem, ...]:
    if source.error is None:
        return problems
    error = Problem(source.line, None, source.error.id, source.error.text)
    return (*problems, error)


def _hand(data: Mapping[str, Any], resolver: Resolver, found: Findings, *, standing: Standing | None, torn: bool
          ) -> Timeline:
    """One record. Of a `torn` one, cut at a syntax error, nothing is said to be missing."""
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
