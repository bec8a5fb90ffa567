"""The rule page: what a ruleset says, as Markdown, each statement with the sheet it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domino_lab.escaping import as_markdown
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.statements import SECTIONS, Statement, marked
from domino_lab.rulings import clause
from domino_lab.words import listed, phrase, phrases


def rule_page(rules: Ruleset) -> str:
    """The page as Markdown: names, every statement in reading order with its sheet, and the variations.

    >>> from domino_lab.catalogue import get
    >>> "BL-TIE-1" in rule_page(get("block"))
    True
    """
    out = [f"# {as_markdown(_title(rules))}", *_names(rules)]
    for section in (*SECTIONS, "always"):
        kept = [said for said in rules.statements if said.section == section]
        if kept:
            out += [f"## {_heading(rules, section)}", "\n".join(_bullets(kept))]
    if rules.offers and rules.game is None:
        out += [f"## {phrase('page.variations')}", "\n".join(_offers(rules))]
    return "\n\n".join(out) + "\n"


def _title(rules: Ruleset) -> str:
    """The name; one that only lists what was changed in another game says so, and the page tells what."""
    home = rules.home or rules
    return phrase("page.changed", name=home.name) if rules.name.startswith(f"{home.name} but ") else rules.name


def _heading(rules: Ruleset, section: str) -> str:
    alone = phrases("page")["alone"] if rules.solo is not None else {}
    return alone[section] if section in alone else phrase(f"page.{section}")


def _names(rules: Ruleset) -> list[str]:
    names = [alias for alias in rules.aliases if "_" not in alias and not _is_same_name(alias, rules.name)]
    sheets = dict.fromkeys(phrase(f"sheets.{key}") for key in rules.sheets)
    found = [phrase("page.from", sheets=listed(sheets))] if sheets else []
    return ([phrase("page.also", names=as_markdown(listed(names)))] if names else []) + found


def _is_same_name(one: str, other: str) -> bool:
    """Whether a name only says more or less of another: "The Block Game" of "Block Game"."""
    short, long = sorted((one.casefold(), other.casefold()), key=len)
    return short in long


def _bullets(kept: Sequence[Statement]) -> Iterator[str]:
    """A line for each clause; what the sheet says and what this lab adds to it are told apart."""
    texts: list[str] = []
    for number, said in enumerate(kept):
        texts.append(said.text)
        after = kept[number + 1] if number + 1 < len(kept) else None
        if after is None or _cited(after) != _cited(said):
            yield _bullet(said, " ".join(texts))
            texts = []


def _cited(said: Statement) -> tuple[str, str, str]:
    return _id(said.clause), said.mark, _origin(said) if said.clause else ""


def _origin(said: Statement) -> str:
    """Where the reader may look it up; of a clause on which the sheet is silent, what the sheet does say."""
    return phrase("page.this_lab") if said.mark in _DECIDED else clause(said.clause)._replace(silent=False).origin


def _id(clause_id: str) -> str:
    return clause_id.partition(":")[0]


def _bullet(said: Statement, text: str) -> str:
    shown = as_markdown(marked(said, text))
    if not said.clause:
        return phrase("page.line_plain", text=shown)
    return phrase("page.line", text=shown, clause=_id(said.clause), origin=_origin(said))


_DECIDED = ("silent", "unclear", "lab", "departs")
"""Marks of what this lab decided."""


def _offers(rules: Ruleset) -> list[str]:
    lines = []
    home = rules.home or rules
    for offer in rules.offers:
        made = home.but(**offer.changes)
        own = set(offer.clauses.values())
        saids = [said for said in made.statements if said.clause in own]
        ids = dict.fromkeys(_id(name) for name in offer.clauses.values())
        beyond = all(clause(name).is_beyond for name in own) and rules.sheets != ("beyond",)
        key = "page.offer_beyond" if beyond else "page.offer"
        text = as_markdown(" ".join(_offered(said) for said in saids))
        lines.append(phrase(key, id=f"{rules.id}/{offer.key}", text=text, clause=listed(ids)))
    return lines


def _offered(said: Statement) -> str:
    if said.mark in ("silent", "unclear", "lab"):
        return phrase("page.offer_ours", text=said.text)
    return marked(said, said.text)
