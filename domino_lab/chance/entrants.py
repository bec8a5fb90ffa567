"""Entrants: who takes part in a tournament, each a player's name or a function of a View and a Stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domino_lab.chance.policies import CODES
from domino_lab.errors import DominoError, shown
from domino_lab.play import players
from domino_lab.rules.spelled import spelled_value

Entry = str | players.Player
"""A player: the name of a policy, or a function of a View and a Stream."""


class Entrant(NamedTuple):
    """A player with the name it goes by; `policy` is a name that `players.get` knows, or a function.

    >>> Entrant("greedy", "greedy").is_known_to_the_kernel
    True
    """

    name: str
    policy: Entry

    @property
    def is_known_to_the_kernel(self) -> bool:
        """Whether the kernel can play for it.

        >>> Entrant("mine", lambda view, stream: view.legal[0]).is_known_to_the_kernel
        False
        """
        return isinstance(self.policy, str) and self.policy in CODES

    @property
    def code(self) -> str:
        """What one types for it among the players; dots where nobody can type it.

        >>> Entrant("greedy", "greedy").code, Entrant("mine", lambda view, stream: view.legal[0]).code
        ('"greedy"', '...')
        """
        return players.spelled_player(self.policy)


def typed(found: Sequence[Entrant]) -> str:
    """The players as one types them: a list, or a mapping where they were given names.

    >>> typed(entrants(["greedy", "random"])), typed(entrants({"me": "greedy", "you": "random"}))
    ('["greedy", "random"]', '{"me": "greedy", "you": "random"}')
    """
    if all(entrant.name == players.name_of(entrant.policy) for entrant in found):
        return f"[{', '.join(entrant.code for entrant in found)}]"
    return "{" + ", ".join(f"{spelled_value(entrant.name)}: {entrant.code}" for entrant in found) + "}"


def entrants(given: Sequence[Entry] | Mapping[str, Entry]) -> tuple[Entrant, ...]:
    """Two players or more, each with a name of its own: that of the player, of the function, or the key of a mapping.

    Raises ValueError for a name nobody knows, and DominoError, which is one, for what is no player, for fewer than two,
    and for two of one name.

    >>> [entrant.name for entrant in entrants(["greedy", players.doubles])]
    ['greedy', 'doubles']
    """
    if isinstance(given, str) or not isinstance(given, (Sequence, Mapping)):
        raise DominoError(f'players are a list such as ["greedy", "heaviest"], not {shown(given)}')
    named = given.items() if isinstance(given, Mapping) else [(None, policy) for policy in given]
    found = tuple(_entrant(name, policy) for name, policy in named)
    names = [entrant.name for entrant in found]
    if len(found) < 2:
        raise DominoError("a tournament needs two players or more")
    for name in names:
        if names.count(name) > 1:
            raise DominoError(f"two players are called {name}: give names, as in {{'first': ..., 'second': ...}}")
    return found


def _entrant(name: Any, policy: Any) -> Entrant:
    if isinstance(policy, str):
        players.get(policy)
    elif not callable(policy):
        raise DominoError(f"a player is a name or a function of a view and a stream, not {shown(policy)}")
    usual = players.name_of(policy)
    # A function that has a name here is played by whatever knows the name.
    known = players.POLICIES.get(usual) is policy
    return Entrant(usual if name is None else str(name), usual if known else policy)
