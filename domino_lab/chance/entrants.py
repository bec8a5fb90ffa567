"""Entrants: who takes part in a tournament, each a player's name or a function of a View and a Stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domino_lab.chance.policies import CODES
from domino_lab.errors import DominoError, shown
from domino_lab.play import players

Entry = str | players.Player


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

        >>> Entrant("mine", players.greedy).is_known_to_the_kernel
        False
        """
        return isinstance(self.policy, str) and self.policy in CODES

    @property
    def code(self) -> str:
        """What one types for it among the players; dots where nobody can type it.

        >>> Entrant("greedy", "greedy").code, Entrant("mine", players.greedy).code
        ('"greedy"', 'greedy')
        """
        name = _name(self.policy)
        return f'"{name}"' if isinstance(self.policy, str) else name if name.isidentifier() else "..."


def typed(found: Sequence[Entrant]) -> str:
    """The players as one types them: a list, or a mapping where they were given names.

    >>> typed(entrants(["greedy", "random"])), typed(entrants({"me": "greedy", "you": "random"}))
    ('["greedy", "random"]', '{"me": "greedy", "you": "random"}')
    """
    if all(entrant.name == _name(entrant.policy) for entrant in found):
        return f"[{', '.join(entrant.code for entrant in found)}]"
    return "{" + ", ".join(f'"{entrant.name}": {entrant.code}' for entrant in found) + "}"


def entrants(given: Sequence[Entry] | Mapping[str, Entry]) -> tuple[Entrant, ...]:
    """Two players or more, each with a name of its own: that of the player, of the function, or the key of a mapping.

    Raises ValueError for a name nobody knows, and DominoError, which is one, for what is no player, for fewer than two,
    and for two of one name.

    >>> [entrant.name for entrant in entrants(["greedy", players.doubles])]
    ['greedy', 'doubles']
    """
    if isinstance(given, str) or not isinstance(given, (Sequence, Mapping)):
        raise DominoError(f'players are a list such as ["greedy", "heaviest"], not {shown(given)}')
    pairs = given.items() if isinstance(given, Mapping) else ((_name(policy), policy) for policy in given)
    found = tuple(Entrant(str(name), _checked(policy)) for name, policy in pairs)
    names = [entrant.name for entrant in found]
    if len(found) < 2:
        raise DominoError("a tournament needs two players or more")
    for name in names:
        if names.count(name) > 1:
            raise DominoError(f"two players are called {name}: give names, as in {{'first': ..., 'second': ...}}")
    return found


def _name(policy: Any) -> str:
    return policy if isinstance(policy, str) else str(getattr(policy, "__name__", type(policy).__name__))


def _checked(policy: Any) -> Entry:
    if isinstance(policy, str):
        players.get(policy)
    elif not callable(policy):
        raise DominoError(f"a player is a name or a function of a view and a stream, not {shown(policy)}")
    return policy  # type: ignore[no-any-return]
