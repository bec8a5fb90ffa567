"""Matches: a file of [[hand]] tables becomes a Match, whatever the text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from domino_lab.play.match import Match
from domino_lab.play.record import forms
from domino_lab.play.record.findings import Findings
from domino_lab.play.record.house import Resolver, nameless, rules_of
from domino_lab.play.record.reading import hand_of, with_error
from domino_lab.play.record.setups import Setup, check_setup, setup_of
from domino_lab.play.record.source import MOST_HANDS, Source
from domino_lab.play.timeline import Problem, Timeline
from domino_lab.rules.leading import Standing

SHARED = ("format", "title", "ruleset", "players", "source", "rules")
"""What the top of a match file says for every hand that does not say otherwise."""


class Reading(NamedTuple):
    """A match file as it was read: the match so far, and every problem in it; `hands` are also in the match.

    `setup` says who sat where, where the file says so: such a match can be played on.

    >>> from domino_lab.catalogue import get
    >>> read_match("[[hand]]\\nruleset = 'block'\\n[hand.deal]\\nseed = 1", get).match.hands[0].rules.id
    'block'
    """

    match: Match
    title: str = ""
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()
    setup: Setup | None = None

    @property
    def hands(self) -> tuple[Timeline, ...]:
        """The hands, in order.

        >>> Reading(Match(nameless(), Standing(()))).hands
        ()
        """
        return self.match.hands


def read_match(text: str | bytes, resolver: Resolver) -> Reading:
    """The match that a file of [[hand]] tables records; each hand starts from the standing after the one before.

    What the top of the file says of title, ruleset, players, source and rules holds for every hand that does not say
    otherwise. Its [match] says who sits where and which seed the hands are dealt from; the hands are checked against
    that. Rules of the top that cannot be had are one problem, whatever the number of hands. Never raises for anything
    in the text.

    >>> from domino_lab.catalogue import get
    >>> read_match("title = 'Two evenings'", get).problems[0].clause
    'REC-KEY'
    """
    source = Source.of(text)
    found = Findings(source.lines)
    top = forms.checked(source.data, forms.MATCH_FILE, (), found)
    setup = setup_of(top["match"], found) if "match" in top else None
    if not top.get("hand") and source.error is None:
        found.problem((), "REC-KEY", "not_match")
    if len(top.get("hand", ())) > MOST_HANDS:
        found.problem(("hand", MOST_HANDS), "REC-SYNTAX", "hands", n=len(top.pop("hand")), most=MOST_HANDS)
    match, remarks = _hands(top, resolver, source, found)
    # Of hands whose rules nobody knows nothing follows: the cause is told, and not what comes of it.
    if setup is not None and all(hand.rules.id for hand in match.hands):
        check_setup(setup, match.hands, found)
    return Reading(match, top.get("title", ""), with_error(found.in_order(), source), remarks, setup)


def _hands(top: Mapping[str, Any], resolver: Resolver, source: Source, found: Findings
           ) -> tuple[Match, tuple[Problem, ...]]:
    match: Match | None = None
    remarks: list[Problem] = []
    shared = [not {"ruleset", "rules"} & {*table} for table in top.get("hand", ())]
    is_told = any(shared) and "ruleset" in top and rules_of(top, resolver, found) is None
    for number, table in enumerate(top.get("hand", ())):
        line = _one_of_match(table, top, number, match, resolver, source)
        match = (match or Match(line.rules, line.steps[0].state.table.standing)).with_hand(line)
        known = is_told and shared[number]
        found.problems += [one for one in line.problems if not (known and one.clause == "REC-RULES")]
        remarks += line.remarks
    return match or Match(nameless(), Standing(())), tuple(remarks)


def _one_of_match(table: Mapping[str, Any], top: Mapping[str, Any], number: int, match: Match | None,
                  resolver: Resolver, source: Source) -> Timeline:
    data = {**{key: top[key] for key in SHARED if key in top}, **table}
    found = Findings(source.lines, ("hand", number))
    last = number == len(top["hand"]) - 1
    # What a hand states of the match so far cannot be checked where one before it could not be played.
    standing = match.standing if match and all(hand.rules.id for hand in match.hands) else None
    return hand_of(data, resolver, found, standing=standing, torn=last and source.error is not None)
