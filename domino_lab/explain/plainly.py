"""Plainly: the tables of a comparison in words that ask for no names of axes: which rules differ, how hands end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from domino_lab.explain.axischoices import spelled_out
from domino_lab.explain.sidebyside import results_table, table_clause
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset, differences
from domino_lab.rules.statements import matters, rule_of_axis
from domino_lab.rules.values import MARK
from domino_lab.words import phrase, phrases


class RulePart(NamedTuple):
    """A part of the rules: its `axes`, and for each ruleset the rule in a sentence with its clause, "" where none is.

    >>> RulePart(("reserve",), (("None stays.", "BL-DRAW-1"),)).name
    'Tiles that stay in the boneyard'
    """

    axes: tuple[str, ...]
    rules: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """What this part is about.

        >>> RulePart(("draw_max", "reserve"), ()).name
        'Tiles drawn in a turn; tiles that stay in the boneyard'
        """
        first, *others = (str(phrases("form")["axes"][axis]) for axis in self.axes)
        return "; ".join([first, *(f"{other[:1].lower()}{other[1:]}" for other in others)])


def parts_that_differ(rulesets: Sequence[Ruleset]) -> tuple[RulePart, ...]:
    """The parts in which any ruleset differs from the first; axes that follow each other and are ruled by the same
    clauses are one part.

    >>> from domino_lab.catalogue import get
    >>> [part.axes for part in parts_that_differ([get("all-fives"), get("five-up")])][3:5]
    [('draw_max', 'reserve'), ('unit',)]
    """
    axes = dict.fromkeys(found.axis for other in rulesets[1:] for found in differences(rulesets[0], other))
    ruled = ((axis, tuple(_rule(rules, axis) for rules in rulesets)) for axis in axes)
    alike = groupby(ruled, lambda pair: pair[1])
    return tuple(RulePart(tuple(axis for axis, _ in group), rules) for rules, group in alike)


def _rule(rules: Ruleset, axis: str) -> tuple[str, str]:
    value = rules.told(axis)
    if not rules.clauses.get(axis) and isinstance(value, str) and value.startswith(MARK):
        return phrase("form.by_own", name=value.removeprefix(MARK)), table_clause(rules.cited(axis))
    said = rule_of_axis(rules, axis)
    if said:
        return said, table_clause(rules.cited(axis))
    return (spelled_out(value) if matters(rules, axis) else phrase("compare.no_rule")), ""


def endings(lines: Sequence[Timeline], names: Sequence[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """How each hand ends: a row for each thing to tell, with one cell a line; what is told of no line is left out, and
    so are the points and the draws of a game for one player, which has none.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> endings([play_out(get("block"), Shuffle(seed=7))], ["A"])[3]
    ('How it ended', ('blocked',))
    """
    found = results_table(lines, names).drop(columns="game")
    nothing = {"", "0"} if all(line.state.rules.solo for line in lines) else {""}
    rows = ((what, tuple(_ended(what, cell) for cell in found[what])) for what in found.columns)
    return tuple((phrase(f"compare.{_key(what)}"), row) for what, row in rows if not nothing.issuperset(row))


def _key(what: str) -> str:
    return f"row_{what.replace(' ', '_')}"


def _ended(what: str, cell: object) -> str:
    known = f"over_{cell}"
    return phrase(f"compare.{known}") if what == "how" and known in phrases("compare") else str(cell)


def cells(rules: Iterable[tuple[str, str]]) -> list[str]:
    """The rules of a part as text: each with its clause, and "the same" where it is the first one's.

    >>> cells([("None stays.", "BL-DRAW-1"), ("None stays.", "BL-DRAW-1"), ("2", "")])
    ['None stays. (BL-DRAW-1)', 'the same', '2']
    """
    told = [phrase("compare.rule", text=text, clause=clause) if clause else text for text, clause in rules]
    return [phrase("compare.same_rule") if place and one == told[0] else one for place, one in enumerate(told)]
