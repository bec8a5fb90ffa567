"""Policies by name: who plays how in a run, and the number the kernel knows each by."""

from __future__ import annotations

from collections.abc import Sequence

from domino_lab.errors import DominoError, shown
from domino_lab.escaping import printable
from domino_lab.kernel import chain_games as k
from domino_lab.play import players
from domino_lab.play.choosing import usual_policy
from domino_lab.rules.ruleset import Ruleset

CODES = {"random": k.RANDOM, "greedy": k.GREEDY, "heaviest": k.HEAVIEST, "doubles": k.DOUBLES_FIRST,
         "keep-suits": k.KEEP_SUITS}
"""The policies that the kernel knows."""


def named(rules: Ruleset, seats: int, policies: players.Policies) -> tuple[str | players.Player, ...]:
    """One policy a seat; where nobody says otherwise greedy in games that score in play, else the heaviest tile first.

    A policy is a name or a player function. Raises ValueError for what is neither, and for another number of policies
    than seats.
    """
    if policies is not None and not callable(policies) and not (
            isinstance(policies, Sequence) and all(isinstance(name, str) or callable(name) for name in policies)):
        raise DominoError(f"policies are names such as {', '.join(players.NAMES)}: one for all, or a list with one for "
                          f"each seat, not {shown(policies)}")
    return players.each(policies, seats, usual_policy(rules))


def unknown(policies: Sequence[str | players.Player]) -> str:
    """Why the kernel cannot play by some policies: the first that it does not know; empty where it knows all."""
    strange = next((name for name in policies if not (isinstance(name, str) and name in CODES)), None)
    if strange is None:
        return ""
    return f"policies = {printable(players.name_of(strange))}: the kernel knows no such player"
