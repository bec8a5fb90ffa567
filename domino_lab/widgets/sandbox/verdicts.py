"""Verdicts: the holdings at the end of a hand, and what each ruleset makes of them, as HTML. No widgets here."""

from __future__ import annotations

from collections.abc import Callable

from domino_lab.escaping import escape
from domino_lab.tiles import Tile
from domino_lab.widgets.sandbox.leftover import Leftover, Outcome, side_names
from domino_lab.widgets.telling import origin_of
from domino_lab.widgets.terms import linked_each
from domino_lab.words import phrase


def held(left: Leftover, seat: int, name: str, weigh: Callable[[tuple[Tile, ...]], int]) -> str:
    """The tiles that `seat` holds, each a button that takes it back, and their pips."""
    holding = left.holdings[seat]
    if not holding:
        others = [tiles for other, tiles in enumerate(left.holdings) if other != seat]
        key = "no_tiles" if all(others) else "no_tiles_yet"
        return f'<span class="dlab-note">{escape(phrase(f"scenarios.{key}"))}</span>'
    words = [phrase("scenarios.take_back", tile=tile, player=name) for tile in holding]
    tiles = " ".join(f'<button class="dlab-pick" data-dlab-press="drop:{seat}:{tile}" title="{escape(word)}" '
                     f'aria-label="{escape(word)}">{tile}</button>' for tile, word in zip(holding, words, strict=True))
    return f'{tiles} <span class="dlab-note">{escape(phrase("scenarios.pips", count=weigh(holding)))}</span>'


def short(found: Outcome, left: Leftover) -> str:
    """The result in a few words; nothing where tiles are still missing."""
    if found.verdict is None:
        return ""
    names = side_names(found.rules, len(left.holdings))
    winner, award = found.verdict.winner, found.verdict.award
    if winner is None:
        return phrase("scenarios.nobody_wins")
    return phrase("scenarios.wins", player=names[winner], award=award)


def announced(found: Outcome, left: Leftover) -> str:
    """The same with the name of the game before it."""
    result = short(found, left)
    return phrase("scenarios.by_game", game=found.rules.name, result=result) if result else ""


def card(found: Outcome, left: Leftover) -> str:
    """How one ruleset settles it: the result, each line of the sum, and the clauses."""
    name = f'<h4 class="dlab-side-name">{escape(found.rules.name)}</h4>'
    return f'<section class="dlab-card">{name}{_settled(found, left)}</section>'


def _settled(found: Outcome, left: Leftover) -> str:
    if found.refused is not None:
        rule = phrase("widgets.rule", clause=found.refused.id, origin=origin_of(found.refused.clause))
        return f'<p class="dlab-miss">{escape(found.refused.text)}</p><p class="dlab-rule">{escape(rule)}</p>'
    if found.verdict is None:
        empty = sum(1 for held in left.holdings if not held)
        text = phrase("scenarios.settle_start") if empty > 1 else found.problem
        return f'<p class="dlab-note">{escape(text)}</p>'
    lines = "".join(f"<li>{text}</li>" for text in linked_each(found.verdict.lines))
    cited = phrase("scenarios.rules", clauses=found.verdict.clauses)
    return (f'<p class="dlab-hit"><b>{escape(short(found, left))}</b></p><ul class="dlab-reasons">{lines}</ul>'
            f'<p class="dlab-rule">{escape(cited)}</p>')
