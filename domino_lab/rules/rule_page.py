"""The rule page of a ruleset in Markdown: the card on top, every statement with its sheet, and the variations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from domino_lab.escaping import as_markdown
from domino_lab.rules.card import title
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.sheet import OPEN, SECTIONS, Statement, marked
from domino_lab.rules.spinner_picture import spinner_picture
from domino_lab.rulings import clause
from domino_lab.words import listed, phrase, phrases


def rule_page(rules: Ruleset, *, illustrated: bool = False) -> str:
    """Return the page: the card, the names, every statement in reading order with its sheet, and the variations.

    An `illustrated` page has the picture of a spinner after the rules for playing tiles, as an image in HTML.
    """
    out = [f"# {as_markdown(title(rules))}", f"## {phrase('page.card.title')}", str(rules.card()),
           phrase("page.card.below"), *_names(rules)]
    for section in (*SECTIONS, "always"):
        kept = [statement for statement in rules.statements if statement.section == section]
        if kept:
            out += [f"## {_heading(rules, section)}", "\n".join(_bullets(kept))]
            picture = spinner_picture(rules) if illustrated and section == "laying" else ""
            out += [picture] if picture else []
    if rules.offers and rules.game is None:
        out += [f"## {phrase('page.variations')}", "\n".join(_offers(rules))]
    signs = {sign for statement in rules.statements if (sign := _sign(statement))}
    out += [phrase(f"page.notes.{key}", sign=sign) for key, sign in phrases("page")["signs"].items() if sign in signs]
    return "\n\n".join(out) + "\n"


def _heading(rules: Ruleset, section: str) -> str:
    alone = phrases("page")["alone"] if rules.solo is not None else {}
    return alone[section] if section in alone else phrase(f"page.{section}")


def _names(rules: Ruleset) -> list[str]:
    # An alias that contains the name, or is contained in it, is not another name: "The Block Game" and "Block Game".
    # Rules with a name of their own are not called what their game is.
    name = rules.name.casefold()
    names = [alias for alias in (() if rules.is_named else rules.aliases)
             if "_" not in alias and alias.casefold() not in name and name not in alias.casefold()]
    sheets = dict.fromkeys(phrase(f"sheets.{key}") for key in rules.sheets)
    key = "several" if len(sheets) > 1 else "collected" if rules.sheets == ("beyond",) else "one"
    found = [phrase(f"page.from.{key}", sheets=listed(sheets))] if sheets else []
    return ([phrase("page.also", names=as_markdown(listed(names)))] if names else []) + found


def _bullets(kept: Sequence[Statement]) -> Iterator[str]:
    """Yield a line for each clause; what the sheet says and what this package adds to it get lines of their own."""
    for _, group in groupby(kept, _citation):
        found = list(group)
        text, sign = " ".join(one.text for one in found), _sign(found[-1])
        shown = as_markdown(text) + sign if sign else as_markdown(marked(found[-1], text))
        clause_id, _, origin = _citation(found[-1])
        yield (phrase("page.line", text=shown, clause=clause_id, origin=origin) if clause_id
               else phrase("page.line_plain", text=shown))


def _citation(statement: Statement) -> tuple[str, str, str]:
    """Return the clause, the mark, and where a reader may look it up: the sheet, even if it is silent."""
    if not statement.clause:
        return "", statement.mark, ""
    decided_here = statement.mark in (*OPEN, "departs")
    origin = phrase("page.this_lab") if decided_here else clause(statement.clause)._replace(silent=False).origin
    return _id(statement.clause), statement.mark, origin


def _sign(statement: Statement) -> str:
    """Return the sign of a statement that the sheet leaves open, which stands for a note at the foot of the page."""
    beyond = statement.mark == "silent" and clause(statement.clause).is_beyond
    return str(phrases("page")["signs"].get(f"{statement.mark}_beyond" if beyond else statement.mark, ""))


def _id(clause_id: str) -> str:
    return clause_id.partition(":")[0]


def _offers(rules: Ruleset) -> list[str]:
    lines = []
    home = rules.home or rules
    for offer in rules.offers:
        made = home.but(**offer.changes)
        own = set(offer.clauses.values())
        about = [statement for statement in made.statements if statement.clause in own]
        ids = dict.fromkeys(_id(name) for name in offer.clauses.values())
        beyond = all(clause(name).is_beyond for name in own) and rules.sheets != ("beyond",)
        key = "page.offer_beyond" if beyond else "page.offer"
        texts = [phrase("page.offer_ours", text=one.text) if one.mark in OPEN else marked(one, one.text)
                 for one in about]
        lines.append(phrase(key, id=f"{rules.id}/{offer.key}", text=as_markdown(" ".join(texts)), clause=listed(ids)))
    return lines
