"""Winless: what there is to say of many hands of which nobody won a single one."""

from __future__ import annotations

from domino_lab.play.start import MOST_DEALS
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import show_value
from domino_lab.words import phrase


def winless(rules: Ruleset, *, hands: int, won: int, misdealt: int, asked: int | None = None) -> str:
    """That no hand had a winner, or that none could even begin, and by which rule; empty where one was won.

    `won` and `misdealt` are how many of the `hands` had a winner, and could not begin because nobody led; `asked` is
    how many were wanted, where the run was given up before.

    >>> from domino_lab.catalogue import get
    >>> winless(get("block"), hands=20, won=0, misdealt=0), winless(get("block"), hands=20, won=1, misdealt=0)
    ('No hand of Block Game had a winner.', '')
    """
    if won or not hands:
        return ""
    rule = f"first_leader = {show_value(rules.told('first_leader'))}"
    key = "compare.none_began" if misdealt == hands else "compare.none_won"
    said = [phrase(key, rules=rules.name, deals=MOST_DEALS, rule=rule)]
    if 0 < misdealt < hands:
        said.append(phrase("compare.some_began", misdealt=misdealt, hands=hands))
    if asked is not None and asked > hands:
        said.append(phrase("compare.given_up", hands=hands, asked=asked))
    return " ".join(said)
