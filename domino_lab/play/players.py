"""Players: functions of a View, with the reasons they give. Ties are broken by the order of legal actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple, get_args, get_type_hints

from domino_lab.actions import Action, Draw, Pass, Play, Stack
from domino_lab.arguments import reads
from domino_lab.errors import DominoError, IllegalAction, NotationError, shown, written
from domino_lab.escaping import as_python, one_line
from domino_lab.play.choosing import best, by_points, by_weight, calling, laying, points, values_without
from domino_lab.play.legal import laid_by
from domino_lab.play.state import Step
from domino_lab.play.view import View, past_of, view
from domino_lab.shuffle import Stream
from domino_lab.words import listed, phrase

Reason = Callable[[View, Action], str]


def without_choice(view: View, action: Action) -> str:
    """Why nothing else could be done; empty where something could."""
    found = view.legal
    if view.rules.solo is None and isinstance(action, Draw):
        return "" if laying(found) else phrase("players.seeks" if view.seeks else "players.draws")
    if len(found) != 1:
        return ""
    if isinstance(action, (Play, Stack)):
        return phrase("players.only", tile=action.tile)
    return phrase("players.passes" if action.kind == "pass" else "players.only_move")


def only_tile(view: View, action: Action) -> str:
    """Why a plain player, who lays where it can, had no choice: one play, or one beside a draw; else empty."""
    found = laying(view.legal) if view.rules.solo is None else ()
    alone = isinstance(action, (Play, Stack)) and len(found) == 1
    return phrase("players.only_tile", tile=found[0].tile) if alone else ""


def by_chance(view: View, action: Action) -> str:
    """Why the random player did it."""
    return phrase("players.random", count=len(laying(view.legal) if view.rules.solo is None else view.legal))


def for_points(view: View, action: Action) -> str:
    """Why the greedy player did it."""
    won = points(view, action) if isinstance(action, (Play, Stack)) and view.rules.solo is None else 0
    return phrase("players.scores", points=won) if won else phrase("players.scores_not")


def for_weight(view: View, action: Action) -> str:
    """Why the player who lays the heaviest tile did it."""
    return _of_tile("players.heaviest", action)


def for_doubles(view: View, action: Action) -> str:
    """Why the player who lays doubles first did it."""
    double = isinstance(action, (Play, Stack)) and action.tile.is_double
    return _of_tile("players.double" if double else "players.no_double", action)


def for_suits(view: View, action: Action) -> str:
    """Why the player who keeps many values did it."""
    if not isinstance(action, (Play, Stack)):
        return phrase("players.only_move")
    return phrase("players.suits", tile=action.tile, count=values_without(view, action.tile))


def for_partner(view: View, action: Action) -> str:
    """Why the player who listens to the others did it."""
    if not isinstance(action, (Play, Stack)):
        return phrase("players.only_move")
    if view.rules.solo is not None:
        return for_weight(view, action)
    if points(view, action):
        return for_points(view, action)
    told, weight = heard(view), view.rules.equipment.weight
    left = open_for(view, told, action)
    for said in ("not_theirs", "mine"):
        for value, seat in left[said]:
            return phrase(f"players.{said}", value=value, player=view.names[seat])
    heavier = [other for other in laying(view.legal) if weight(other.tile) > weight(action.tile)]
    for value, seat in (found for other in heavier for found in open_for(view, told, other)["not_mine"]):
        return phrase("players.not_mine", value=value, player=view.names[seat])
    return phrase("players.heard_nothing", tile=action.tile)


def _of_tile(key: str, action: Action) -> str:
    return phrase(key, tile=action.tile) if isinstance(action, (Play, Stack)) else phrase("players.only_move")


REASONS: dict[str, Reason] = {
    "random": by_chance, "greedy": for_points, "heaviest": for_weight, "doubles": for_doubles, "keep-suits": for_suits,
    "partner": for_partner,
}  # fmt: skip
"""What each policy says of its choice, where it had one."""


class Heard(NamedTuple):
    """What the others have let somebody know: `shown` are values that each seat has laid, `lacked` those it had not."""

    shown: dict[int, set[int]]
    lacked: dict[int, set[int]]


def partner(view: View, stream: Stream) -> Action:
    """Scores what can be scored; then keeps ends open for its own side: values that its partner has laid, and values on
    which a rival had to pass or draw, but none on which its partner had to; then lays the heaviest tile.

    Where nobody has a partner, it listens to its rivals alone; in a patience, where nobody is, weight alone counts.
    """
    return best(view, _by_listening if view.rules.solo is None else by_weight)


partner.needs_past = True  # type: ignore[attr-defined]


def heard(view: View) -> Heard:
    """What can be heard from what has happened."""
    seats = range(len(view.names))
    found = Heard({seat: set() for seat in seats}, {seat: set() for seat in seats})
    for before, step in zip(view.past, view.past[1:], strict=False):
        if step.seat is None or before.state.lead.seeks:
            continue
        if isinstance(step.action, Play):
            found.shown[step.seat] |= {*step.action.tile[:2]}
        elif _is_stuck(view, step.action):
            found.lacked[step.seat] |= {end.value for end in before.state.open_ends}
    return found


def _is_stuck(view: View, action: Action | None) -> bool:
    return isinstance(action, Pass) or (isinstance(action, Draw) and view.rules["draw_when"] == "unable")


def open_for(view: View, told: Heard, play: Play | Stack) -> dict[str, list[tuple[int, int]]]:
    """The ends that a play leaves open: "mine" for the partner, "not_theirs" against a rival, "not_mine" against him.

    Each is the value and the seat that has let it be known.
    """
    rules, side = view.rules, view.rules.dealing.side
    chain = laid_by(rules, view.chain, play) if isinstance(play, Play) else view.chain
    values = [end.value for end in rules.arms.open_ends(chain)]
    mates = [seat for seat in told.shown if seat != view.seat and side(seat) == side(view.seat)]
    rivals = [seat for seat in told.shown if side(seat) != side(view.seat)]
    return {
        "mine": [(value, seat) for value in values for seat in mates if value in told.shown[seat] - told.lacked[seat]],
        "not_theirs": [(value, seat) for value in values for seat in rivals if value in told.lacked[seat]],
        "not_mine": [(value, seat) for value in values for seat in mates if value in told.lacked[seat]],
    }


def _by_listening(view: View) -> Callable[[Play | Stack], tuple[int, int, int]]:
    told, weight = heard(view), view.rules.equipment.weight

    def key(play: Play | Stack) -> tuple[int, int, int]:
        left = open_for(view, told, play)
        balance = len(left["mine"]) + len(left["not_theirs"]) - len(left["not_mine"])
        return points(view, play), balance, weight(play.tile)

    return key


Player = Callable[[View, Stream], Action]
Policies = Sequence[str | Player] | str | Player | None
"""Who plays: a policy's name or a player function, one for all or one a seat; None for the usual one of a game."""

_ACTIONS = get_args(Action)


def random(view: View, stream: Stream) -> Action:
    """Any legal play or stack, each pair of tile and open end equally likely; ends of equal value are not merged."""
    found = view.legal
    if len(found) > 1 and not isinstance(found[-1], Play) and view.rules.solo is None:
        found = laying(found) or found
    chosen = found[stream.pick(len(found))] if len(found) > 1 else found[0]
    return chosen if view.rules.scoring.claim == "auto" else calling(view, chosen)


def greedy(view: View, stream: Stream) -> Action:
    """The play that scores most now."""
    return best(view, by_points)


def heaviest(view: View, stream: Stream) -> Action:
    """The heaviest tile that can be laid."""
    return best(view, by_weight)


def doubles(view: View, stream: Stream) -> Action:
    """A double if one can be laid, the heaviest first; else the heaviest tile."""
    return best(view, _by_double)


def _by_double(view: View) -> Callable[[Play | Stack], tuple[bool, int]]:
    weight = view.rules.equipment.weight
    return lambda play: (play.tile.is_double, weight(play.tile))


def keep_suits(view: View, stream: Stream) -> Action:
    """The tile without which the holding shows the most values, so that most ends can be answered; then the heaviest.
    """
    actions, weight = view.legal, view.rules.equipment.weight
    found = laying(actions)
    if not found:
        return calling(view, actions[0])
    return calling(view, max(found, key=lambda play: (values_without(view, play.tile), weight(play.tile))))


POLICIES: dict[str, Player] = {
    "random": random, "greedy": greedy, "heaviest": heaviest, "doubles": doubles, "keep-suits": keep_suits,
    "partner": partner,
}  # fmt: skip
"""Every policy that is made so far, by name: `get` makes the rest."""

_MADE_IN = {"thinking": "domino_lab.chance.monte_carlo_player"}
"""Policies that need a room above this one, which is fetched when somebody first asks for the name: imports point down,
and whoever does not ask does not pay."""

NAMES = (*POLICIES, *_MADE_IN)
"""The names of all policies, wherever one may be named."""


def join(name: str, player: Player) -> None:
    """Put a policy of a room above this one where `get` finds it: that room does it as it is loaded."""
    POLICIES[name] = player


def get(name: str | Player) -> Player:
    """The policy with that name, or a player function as it is; raises ValueError for a name that nobody knows."""
    if callable(name):
        return name
    if name not in NAMES:
        near = get_close_matches(str(name)[:60], NAMES, n=1)
        hint = f"did you mean {near[0]}? The" if near else "the"
        raise DominoError(f"no player is called {shown(name)}; {hint} players are {listed(NAMES)}. In Python, a "
                          "function of a view and a stream can play too")
    if name not in POLICIES:
        import_module(_MADE_IN[name])
    return POLICIES[name]


def each(policies: Policies, seats: int, usual: str) -> tuple[str | Player, ...]:
    """One policy a seat, as it was named; raises ValueError for another number of them, and for one nobody knows."""
    wanted = usual if policies is None else policies
    named = (wanted,) * seats if isinstance(wanted, str) or callable(wanted) else tuple(wanted)
    if len(named) != seats:
        raise DominoError(f"{len(named)} policies for {seats} seats: give one a seat, or one name for all")
    for name in named:
        get(name)
    return named


def name_of(player: str | Player) -> str:
    """What a player is called: the policy's name, else that of the function."""
    if isinstance(player, str):
        return player
    named = (name for name, policy in POLICIES.items() if policy is player)
    return next(named, str(getattr(player, "__name__", type(player).__name__)))


def spelled_player(player: str | Player) -> str:
    """A player as one types it: its name in quotes, or a function by its own; dots where nobody can type that."""
    name = name_of(player)
    return as_python(name) if isinstance(player, str) else name if name.isidentifier() else "..."


def needs_past(player: Player) -> bool:
    """Whether a player wants to know what it has seen happen: a reader's own, and those that say so."""
    return bool(getattr(player, "needs_past", player not in POLICIES.values()))


def asked(player: Player, steps: Sequence[Step], stream: Stream) -> Action:
    """What `player` does, who is to move after `steps`: it is shown what that seat may know, and nothing else.

    Raises NotationError where it gives no action; what it raises itself is told with its name.
    """
    state = steps[-1].state
    seen = view(state, state.turn)
    is_own = needs_past(player)
    if is_own and seen.rules.solo is None:
        seen = seen._replace(past=past_of(steps, state.turn))
    try:
        action = player(seen, stream)
    except Exception as error:
        error.add_note(f"The player {name_of(player)} raised it, at seat {state.turn} of {state.table.rules.name}.")
        raise
    if type(action) not in _ACTIONS or (is_own and not _is_sound(action)):
        raise NotationError(f"the player {name_of(player)} gave {shown(action)}, which is no action: it gives back one "
                            "of view.legal")
    return action


def _is_sound(found: Any) -> bool:
    """Whether an action has tiles where its tiles belong, and so on: whether it is allowed is for the rules to say."""
    kind: Any = type(found)
    return all(read(one) and (not hasattr(one, "_fields") or _is_sound(one))
               for read, one in zip(_parts(kind), found, strict=True))


@lru_cache
def _parts(kind: type) -> tuple[Callable[[Any], bool], ...]:
    return tuple(map(reads, get_type_hints(kind).values()))


def blame(player: Player, action: Action, refused: IllegalAction) -> None:
    """Add to a refusal whose action it was and what a player should do: the ruling names the seat and the clause."""
    tile = getattr(action, "tile", None)
    chose = action.kind if tile is None else f"{action.kind} {tile}"
    refused.add_note(f"The player {name_of(player)} chose to {chose}: a player gives back one of view.legal.")


def reason(player: str | Player, view: View, action: Action) -> str:
    """Why `player` does `action`, in one sentence, from what it may know.

    A player of one's own is asked for it where it has an attribute `reason`, a function of the view and the action; if
    that does not work, the sentence says so, and the game goes on.
    """
    own = getattr(get(player), "reason", None)
    if own is not None:
        return _own_reason(get(player), own, view, action)
    said = REASONS.get(name_of(player))
    forced = without_choice(view, action)
    if forced or said is None:
        return forced or phrase("players.own")
    return only_tile(view, action) or said(view, action)


def _own_reason(player: Player, own: Callable[[View, Action], object], view: View, action: Action) -> str:
    try:
        found = own(view, action)
    except Exception as error:
        wrong = one_line(f"{type(error).__name__}: {written(error)}")
    else:
        if isinstance(found, str):
            return found
        wrong = f"it gives {shown(found)}, and a sentence is expected"
    return phrase("players.broken_reason", player=name_of(player), wrong=wrong)
