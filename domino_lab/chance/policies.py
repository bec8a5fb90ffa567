"""Policies by name: who plays how in a run, and the number the kernel knows each by."""

from __future__ import annotations

from collections.abc import Sequence

from domino_lab.chance import kernel as k
from domino_lab.errors import shown
from domino_lab.play import players
from domino_lab.rules.ruleset import Ruleset

CODES = {"random": k.RANDOM, "greedy": k.GREEDY, "heaviest": k.HEAVIEST, "doubles": k.DOUBLES_FIRST,
         "keep-suits": k.KEEP_SUITS}
"""The policies that the kernel knows."""


def named(rules: Ruleset, seats: int, policies: Sequence[str] | str | None) -> tuple[str, ...]:
    """One policy a seat; where nobody says otherwise greedy in games that score in play, else the heaviest tile first.

    Raises ValueError for what is no policy, and for another number of policies than seats.

    >>> from domino_lab.catalogue import get
    >>> named(get("block"), 2, None), named(get("block"), 2, "random")
    (('heaviest', 'heaviest'), ('random', 'random'))
    """
    if policies is None:
        policies = "greedy" if rules["play_score"] != "none" else "heaviest"
    if not isinstance(policies, Sequence) or not all(isinstance(name, str) for name in policies):
        raise ValueError(f"policies are names such as {', '.join(CODES)}: one for all, or one a seat; "
                         f"not {shown(policies)}")
    found = (policies,) * seats if isinstance(policies, str) else tuple(policies)
    if len(found) != seats:
        raise ValueError(f"{len(found)} policies for {seats} seats: give one a seat, or one name for all")
    for name in found:
        players.get(name)
    return found
