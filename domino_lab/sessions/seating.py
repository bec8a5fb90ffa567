"""Seating: the people and players in the seats, and the choices and reasons of the players so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from typing import Annotated, Any, NamedTuple, TypeGuard, cast

from domino_lab.chance import monte_carlo_player as monte_carlo_player  # enters "thinking" among the players
from domino_lab.core.arguments import Listed
from domino_lab.core.errors import IllegalAction, NotationError, quote
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.play import players
from domino_lab.play.players import PlayerName
from domino_lab.play.policies import Player
from domino_lab.play.start import names_for
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline, view_of
from domino_lab.rules.ruleset import Ruleset

MOST_DELAY = 60.0
"""Nobody waits longer for a reply than so many seconds."""

HUMAN = "human"
"""The name that stands for a person, where seats are named."""

PlayerFunction = Callable[..., Any]
Sitter = str | PlayerFunction | None
Opponents = Annotated[
    PlayerName | PlayerFunction | Listed[Sitter] | None,
    'the name of a player such as "greedy", a function that plays, or a list with one per seat']
"""Who plays against somebody: None for a person."""


def seat_count(rules: Ruleset, against: Opponents, seats: int | None, names: Sequence[str] | None
               ) -> int:
    """Return the number of seats: `seats`, or the number of players or names listed, or the fewest allowed.

    Raises NotationError for a patience, which has only one player, and for seats that are not a number.

    >>> from domino_lab.catalogue import get
    >>> seat_count(get("block"), ["greedy", None, None], None, None), seat_count(get("block"), "greedy", None, ["Ana"])
    (3, 2)
    """
    if rules.solo is not None:
        raise NotationError(f"{rules.name} is a game for one: dl.Patience(\"{rules.id}\") plays it")
    if seats is not None and not isinstance(seats, int):
        raise NotationError(f"seats must be a whole number, not {quote(seats)}")
    listed = against if _is_list(against) else ()
    if seats is None and len(listed) == 1:
        raise NotationError("against lists one player, but a list needs one for each seat (None for a person); if one "
                            "player is to play for all the others, give it without a list")
    return seats if seats is not None else len(listed) or max(len(names or ()), rules.dealing.seat_counts[0])


def check_names(names: Sequence[str] | None, seats: int | None = None) -> tuple[str, ...]:
    """Return the names of the players; the rest are numbered.

    Raises NotationError if they are not a list of texts, if two names are the same, and if there are more than `seats`.
    """
    if isinstance(names, str) or not all(isinstance(name, str) and name.strip() for name in names or ()):
        raise NotationError(f'names must be a list such as ["Ana", "Ben"], not {quote(names)}')
    if seats is not None and len(names or ()) > seats:
        raise NotationError(f"names has {len(names or ())} names for {seats} seats")
    count = len(names or ())
    return names_for(count if seats is None else seats, names)[:count]


def check_delay(delay: float) -> float:
    """Return the delay before a reply, in seconds; raises NotationError if it is not from 0 to 60."""
    if not isinstance(delay, int | float) or not 0 <= delay <= MOST_DELAY:
        raise NotationError(f"delay must be a number of seconds from 0 to {MOST_DELAY:.0f}, not {quote(delay)}")
    return float(delay)


def seat_players(against: Opponents, seats: int) -> tuple[Player | None, ...]:
    """Return the player of each seat, None for a person; a single player sits in all seats but the first.

    Raises NotationError for a list of another length and for an unknown player.

    >>> seat_players("greedy", 3)[0] is None, seat_players(["greedy", None], 2)[1] is None
    (True, True)
    """
    if not _is_list(against):
        return (None, *[player_of(cast("Sitter", against))] * (seats - 1))
    if len(against) != seats:
        raise NotationError(f"against names {len(against)} players for {seats} seats: name one for each seat, "
                            "or one for all")
    return tuple(player_of(who) for who in against)


def _is_list(against: object) -> TypeGuard[Sequence[Sitter]]:
    return isinstance(against, Sequence) and not isinstance(against, str)


def player_of(who: Sitter, own: Mapping[str, Player] = {}) -> Player | None:
    """Return a player by name or as given, None for a person; `own` has the reader's own functions by name."""
    if who is None or who == HUMAN:
        return None
    if isinstance(who, str):
        return own[who] if who in own else _player_called(who)
    if not callable(who):
        raise NotationError(f"{quote(who)} is not a player: give a name, or a function that takes a view and a stream")
    return who


def _player_called(name: str) -> Player:
    try:
        return players.get(name)
    except ValueError as error:
        raise NotationError(str(error)) from None


def name_of(player: Player | None) -> str:
    """Return the name of a player in a saved match: the name of its policy or of its function.

    >>> name_of(None), name_of(players.get("keep-suits"))
    ('human', 'keep-suits')
    """
    return HUMAN if player is None else players.name_of(player)


# --- luck -------------------------------------------------------------------------------------------------------------

class _Kept(NamedTuple):
    """One step that a player made: the step itself, every seat's stream after it, and the reason that was given."""

    step: Step
    streams: tuple[Stream, ...]
    reason: str


class Luck:
    """The streams of a hand's seats as they were after each step, so that a move that was undone is chosen again."""

    def __init__(self, shuffle: Shuffle, seats: int) -> None:
        self._first = tuple(shuffle.choices(seat) for seat in range(seats))
        self._kept: dict[int, _Kept] = {}

    def keep(self, step: Step, streams: tuple[Stream, ...], reason: str = "") -> None:
        """Remember a step that a player made; lines that share the step share what is remembered."""
        self._kept[id(step)] = _Kept(step, streams, reason)

    def streams(self, line: Timeline) -> tuple[Stream, ...]:
        """Return every seat's stream as it is at the end of `line`, ready for picks."""
        streams = (self._kept[id(step)].streams for step in reversed(line.steps) if id(step) in self._kept)
        return tuple(copy(stream) for stream in next(streams, self._first))

    def reasons(self, line: Timeline) -> dict[int, str]:
        """Return the reasons given for the steps of `line`, by the number of the step."""
        kept = {number: self._kept[id(step)] for number, step in enumerate(line.steps) if id(step) in self._kept}
        return {number: reply.reason for number, reply in kept.items() if reply.reason}


def answer(line: Timeline, player: Player, luck: Luck) -> Timeline:
    """Return `line` with one more action by the player whose turn it is, and keep the reason in `luck`.

    Raises NotationError if the player gives no action, and IllegalAction if the rules refuse it.
    """
    seat, streams = line.state.turn, luck.streams(line)
    action = players.ask(player, line.steps, streams[seat])
    try:
        after = line.play(action)
    except IllegalAction as refused:
        players.blame(player, action, refused)
        raise
    luck.keep(after.steps[len(line)], streams, players.reason(player, view_of(line, seat), action))
    return after
