"""Seating: who sits where: people, and players by their names or as functions. No widgets here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeGuard

from domino_lab.errors import NotationError, shown
from domino_lab.play import players
from domino_lab.play.policies import Player
from domino_lab.rules.ruleset import Ruleset

MOST_DELAY = 60.0
"""Nobody waits longer for a reply than so many seconds."""

HUMAN = "human"
"""What stands for a person, where seats are named."""

Sitter = str | Callable[..., Any] | None


def seat_count(rules: Ruleset, against: Sitter | Sequence[Sitter], seats: int | None, names: Sequence[str] | None
               ) -> int:
    """How many sit there: `seats`, else as many as are listed or named, else the fewest that the game allows.

    Raises NotationError for a patience, at which one plays alone, and for seats that are no number.

    >>> from domino_lab.catalogue import get
    >>> seat_count(get("block"), ["greedy", None, None], None, None), seat_count(get("block"), "greedy", None, ["Ana"])
    (3, 2)
    """
    if rules.solo is not None:
        raise NotationError(f"{rules.name} is a game for one: dl.Patience(\"{rules.id}\") plays it")
    if seats is not None and not isinstance(seats, int):
        raise NotationError(f"seats is a whole number, not {shown(seats)}")
    listed = against if _is_list(against) else ()
    if seats is None and len(listed) == 1:
        raise NotationError("against lists one player: a list names every seat, None for a person; one player for all "
                            "the others needs no list")
    return seats if seats is not None else len(listed) or max(len(names or ()), rules.dealing.seat_counts[0])


def checked_names(names: Sequence[str] | None, seats: int | None = None) -> tuple[str, ...]:
    """The names of the players; the rest are numbered. Raises NotationError where they are no list of texts.

    With `seats` it also raises NotationError where there are more names than seats.

    >>> checked_names(["Ana", "Ben"], 3)
    ('Ana', 'Ben')
    """
    if isinstance(names, str) or not all(isinstance(name, str) and name.strip() for name in names or ()):
        raise NotationError(f'names is a list such as ["Ana", "Ben"], not {shown(names)}')
    if seats is not None and len(names or ()) > seats:
        raise NotationError(f"names has {len(names or ())} names for {seats} seats")
    return tuple(names or ())


def checked_delay(delay: float) -> float:
    """The delay before a reply, in seconds; raises NotationError where it is none from 0 to 60.

    >>> checked_delay(1)
    1.0
    """
    if not isinstance(delay, int | float) or not 0 <= delay <= MOST_DELAY:
        raise NotationError(f"delay is a number of seconds from 0 to {MOST_DELAY:.0f}, not {shown(delay)}")
    return float(delay)


def seated(against: Sitter | Sequence[Sitter], seats: int) -> tuple[Player | None, ...]:
    """The player of each seat, None for a person: one player sits on all seats but the first, a list says each seat.

    Raises NotationError for a list of another length and for a player that nobody knows.

    >>> seated("greedy", 3)[0] is None, seated(["greedy", None], 2)[1] is None
    (True, True)
    """
    if not _is_list(against):
        return (None, *[player_of(against)] * (seats - 1))
    if len(against) != seats:
        raise NotationError(f"against names {len(against)} players for {seats} seats: name one a seat, or one for all")
    return tuple(player_of(who) for who in against)


def _is_list(against: object) -> TypeGuard[Sequence[Sitter]]:
    return isinstance(against, Sequence) and not isinstance(against, str)


def player_of(who: Sitter, own: Mapping[str, Player] = {}) -> Player | None:
    """A player by its name or as it is, None for a person; `own` has the reader's own functions by their names.

    >>> player_of("human") is None, player_of("greedy") is players.get("greedy")
    (True, True)
    """
    if who is None or who == HUMAN:
        return None
    if isinstance(who, str):
        return own[who] if who in own else _known(who)
    if not callable(who):
        raise NotationError(f"{shown(who)} is no player: give a name, or a function of a view and a stream")
    return who


def _known(name: str) -> Player:
    try:
        return players.get(name)
    except ValueError as error:
        raise NotationError(str(error)) from None


def name_of(player: Player | None) -> str:
    """What a player is called in a saved match: its policy's name, else the name of the function.

    >>> name_of(None), name_of(players.get("keep-suits"))
    ('human', 'keep-suits')
    """
    return HUMAN if player is None else players.name_of(player)
