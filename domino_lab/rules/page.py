"""The rule page: a ruleset's clauses in reading order, each with the sheet it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from domino_lab.rules.axes import AXES
from domino_lab.rules.own import clause_of, told, words_of
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import show_value
from domino_lab.rulings import Clause, clause
from domino_lab.words import fill, listed, phrase, phrases

SECTIONS = {
    "setting": ("equipment", "dealing"),
    "lead": ("leading",),
    "playing": ("patience",),
    "laying": ("arms", "matching", "turns"),
    "drawing": ("drawing",),
    "scoring": ("scoring", "stacking"),
    "ending": ("ending", "settling"),
    "winning": ("winning",),
}
"""The sections of the page in reading order, with the groups of axes that each of them tells."""

_LEAD_BY_ALL = {"lot", "sum", "youngest", "as-next", "same", "rotate", "previous", "winner"}

WAKES: dict[str, Callable[[Mapping[str, Any]], bool]] = {
    "multiple": lambda v: v["play_score"] == "multiple",
    "double_weights": lambda v: v["play_score"] == "multiple",
    "arm_order": lambda v: v["spinner"] != "none",
    "lead_fallback": lambda v: not {str(v["first_leader"]), str(v["block_leader"])} <= _LEAD_BY_ALL,
    "voluntary_max": lambda v: v["draw_when"] == "optional" and v["voluntary_max"] != "any",
    "draw_cost_in": lambda v: v["draw_cost"] > 0 and v["draw_cost_in"] == "chips",
    "stack_when": lambda v: v["stack"] != "none",
    "steal_credit": lambda v: v["stack"] != "none",
    "blind_leader_goes_on": lambda v: v["visibility"] == "blind" and v["extra_turn"] == "while-fits",
}
"""Axes that say something only under others; their values then matter even where no clause fixes them."""


def rule_page(rules: Ruleset) -> str:
    """The page as Markdown: names, every clause in reading order with its sheet, the general rules, the variations.

    >>> from domino_lab.catalogue import get
    >>> "BL-TIE-1" in rule_page(get("block"))
    True
    """
    parts = [f"# {plain(rules.name)}", *_names(rules)]
    seen: set[str] = set()
    for section, groups in SECTIONS.items():
        lines = [_line(rules, axis, seen) for axis in _spoken(rules) if _group(axis) in groups]
        kept = [line for line in lines if line]
        if kept:
            parts += [f"## {_heading(rules, section)}", "\n".join(kept)]
    if rules.solo is None:
        parts += [f"## {phrase('page.always')}", "\n".join(_general(rules, seen))]
    if rules.offers and rules.game is None:
        parts += [f"## {phrase('page.variations')}", "\n".join(_offers(rules))]
    return "\n\n".join(parts) + "\n"


def _heading(rules: Ruleset, section: str) -> str:
    alone = phrases("page")["alone"] if rules.solo is not None else {}
    return alone[section] if section in alone else phrase(f"page.{section}")


def _spoken(rules: Ruleset) -> list[str]:
    """The axes the page speaks of: those with a clause, and those that a house rule has brought into force."""
    brought = [axis for axis, wakes in WAKES.items() if wakes(rules.values)]
    return list(dict.fromkeys([*rules.clauses, *brought]))


def _group(axis: str) -> str:
    return AXES[axis].group if axis in AXES else phrases("page")["topics"].get(axis, "")


def _names(rules: Ruleset) -> list[str]:
    names = [alias for alias in rules.aliases if "_" not in alias]
    sheets = dict.fromkeys(phrase(f"sheets.{key}") for key in rules.sheets)
    found = [phrase("page.from", sheets=listed(sheets))] if sheets else []
    return ([phrase("page.also", names=listed(names))] if names else []) + found


def _line(rules: Ruleset, axis: str, seen: set[str]) -> str:
    clause_id = rules.clauses[axis]
    if clause_id in seen:
        return ""
    seen.add(clause_id)
    return _bullet(clause(clause_id), _whole_or_part(rules, clause_id, rule_of_axis(rules, axis)))


def rule_of_axis(rules: Ruleset, axis: str) -> str:
    """The rule by which these rules decide an axis, as its clause (or a policy of the reader's own) says it.

    >>> from domino_lab.catalogue import get
    >>> rule_of_axis(get("block").but(reserve=1), "reserve").startswith("House rule")
    True
    """
    clause_id, policy = rules.clauses[axis], rules.own.get(_group(axis))
    if policy is not None and clause_id == clause_of(_group(axis), policy):
        return fill(words_of(_group(axis), policy)["rule"], {"value": told(policy)})
    value = rules.values.get(axis)
    return fill(clause(clause_id).sentences["rule"], {"value": show_value(value), "number": value})


def _bullet(found: Clause, text: str) -> str:
    silent = "page.silent_beyond" if found.is_beyond else "page.silent"
    said = phrase(silent, text=text) if found.silent else text
    return phrase("page.line", text=plain(said), clause=found.id, origin=found.origin)


def _general(rules: Ruleset, seen: set[str]) -> list[str]:
    """The rules all games share, without those of which a game has its own: what fits, and how a score is claimed."""
    own = {"GEN-FIT-1"} if rules.clauses["matching"] != "GEN-FIT-1" else set()
    own |= {"GEN-CALL-1"} if "claim" in rules.clauses or rules["play_score"] == "none" else set()
    general = [name for name in phrases("page")["general"] if name not in seen | own]
    return [_bullet(clause(name), _whole_or_part(rules, name, str(clause(name).sentences["rule"]))) for name in general]


def _whole_or_part(rules: Ruleset, clause_id: str, text: str) -> str:
    """A rule of which another takes a part away says so: "to the left" where play goes to the right, for one."""
    turned = clause_id == "GEN-TURN-1" and (rules["extra_turn"] != "none" or rules["direction"] == "right")
    paired = rules["teams"] == "pairs" and clause_id == rules.clauses["seats"] != rules.clauses["teams"]
    bare = not rules["doubles"] and clause_id in (rules.clauses["spinner"], rules.clauses["double_lay"])
    partly = turned or paired or bare or rules.is_partly_changed(clause_id)
    return phrase("page.partly", text=text) if partly else text


def _offers(rules: Ruleset) -> list[str]:
    lines = []
    for offer in rules.offers:
        texts = [fill(clause(c).sentences["rule"], {}) for c in dict.fromkeys(offer.clauses.values())]
        ids = dict.fromkeys(clause(c).id for c in offer.clauses.values())
        text, name = plain(" ".join(texts)), f"{rules.id}/{offer.key}"
        beyond = all(clause(c).is_beyond for c in offer.clauses.values()) and rules.sheets != ("beyond",)
        key = "page.offer_beyond" if beyond else "page.offer"
        lines.append(phrase(key, id=name, text=text, clause=listed(ids)))
    return lines


def plain(text: str) -> str:
    """Text that Markdown and HTML show as it is: names of strangers' rulesets may hold anything.

    >>> plain("<b>Our *club*</b>")
    '&lt;b&gt;Our \\\\*club\\\\*&lt;/b&gt;'
    """
    safe = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    for mark in "\\`*_[]|":
        safe = safe.replace(mark, "\\" + mark)
    return safe


def code_span(line: str) -> str:
    """A line of Python as Markdown shows it, whatever marks stand in it.

    >>> code_span("a"), code_span("a`b")
    ('`a`', '`` a`b ``')
    """
    longest = max(map(len, re.findall("`+", line)), default=0)
    fence, space = "`" * (longest + 1), " " * bool(longest)
    return f"{fence}{space}{line}{space}{fence}"
