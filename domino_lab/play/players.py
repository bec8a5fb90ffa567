"""Players: found by name, asked for an action and for a reason. A function of a view and a stream can play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias, get_args, get_type_hints

from domino_lab.core.actions import Action
from domino_lab.core.arguments import Listed, reads
from domino_lab.core.errors import DominoError, IllegalAction, NotationError, as_text, quote
from domino_lab.core.shuffle import Stream
from domino_lab.play.legal import known_moves
from domino_lab.play.policies import POLICIES, Player, Policy, usual_policy, without_choice
from domino_lab.play.state import Step
from domino_lab.play.view import View, past_of, view
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import join_words, phrase
from domino_lab.words.escaping import as_python, one_line

PlayerName: TypeAlias = Literal["random", "greedy", "heaviest", "doubles", "keep-suits", "partner", "thinking"]
"""The names in POLICIES."""

Policies: TypeAlias = Annotated[
    Listed[str | Player] | PlayerName | Player | None,
    'the name of a player such as "greedy", a function that plays, or a list with one per seat']
"""Who plays: a policy's name or a player function, one for all or one each; None for the usual one of a game."""

PoliciesByText: TypeAlias = Policies | str
"""The same inside the package, where a name may be any text until somebody looks for the player."""

PlayerNames = Annotated[PlayerName | Listed[str], 'the name of a player such as "greedy", or a list with one per seat']
"""Who plays, by name."""

_ACTIONS = get_args(Action)


def get(name: str | Player) -> Player:
    """Return the policy of that name, or a player function as it is; raises DominoError for an unknown name."""
    if callable(name):
        return name
    if name not in POLICIES:
        near = get_close_matches(str(name)[:60], POLICIES, n=1)
        hint = f"did you mean {near[0]}? The" if near else "the"
        raise DominoError(f"no player is called {quote(name)}; {hint} players are {join_words([*POLICIES])}. In "
                          "Python, you can also give a function that takes a view and a stream")
    return POLICIES[name]


def players_by_seat(policies: PoliciesByText, rules: Ruleset, seats: int) -> tuple[str | Player, ...]:
    """Return one policy for each seat, by name; None stands for the usual policy of the game.

    Raises DominoError for anything but names and player functions, for unknown names, and if there are not as many
    policies as seats.
    """
    wanted = usual_policy(rules) if policies is None else policies
    if isinstance(wanted, str) or callable(wanted):
        get(wanted)
        return (wanted,) * seats
    if not isinstance(wanted, Sequence) or not all(isinstance(name, str) or callable(name) for name in wanted):
        raise DominoError(f"policies must be names such as {', '.join(POLICIES)}: one for all, or a list with one for "
                          f"each seat, not {quote(policies)}")
    for name in wanted:
        get(name)
    if len(wanted) != seats:
        raise DominoError(f"{len(wanted)} policies for {seats} seats: give one for each seat, or one name for all")
    return tuple(wanted)


def name_of(player: str | Player) -> str:
    """Return the name of a player: that of its policy or of its function."""
    if isinstance(player, str):
        return player
    names = (name for name, policy in POLICIES.items() if policy is player)
    return next(names, str(getattr(player, "__name__", type(player).__name__)))


def python_of_player(player: str | Player) -> str:
    """Return a player as you would type it: a name in quotes, or the name of the function; dots if there is none."""
    name = name_of(player)
    return as_python(name) if isinstance(player, str) else name if name.isidentifier() else "..."


def needs_past(player: Player) -> bool:
    """Return True if a player wants to see the past of the hand; a reader's own does, unless it says otherwise."""
    return bool(getattr(player, "needs_past", True))


def takes_luck(player: Player) -> bool:
    """Return True if a player may pick from its stream; a reader's own may, unless it says otherwise."""
    return bool(getattr(player, "takes_luck", True))


def ask(player: Player, steps: Sequence[Step], stream: Stream, moves: tuple[Action, ...] | None = None) -> Action:
    """Return the action of `player` after `steps`; the player sees only what the seat to move may know.

    `moves` are the legal actions, if they are known already; a packaged player is asked only if it has a choice.
    Raises NotationError if a player gives no action. An error of its own gets a note with its name.
    """
    state, policy = steps[-1].state, player if isinstance(player, Policy) else None
    rules = state.table.rules
    if rules.solo is None:
        moves = moves or known_moves(state)
        if len(moves) == 1 and policy is not None and rules.scoring.claim == "auto":
            return moves[0]
    seen = view(state, state.turn, moves)
    if (needs_past(player) if policy is None else policy.needs_past) and rules.solo is None:
        seen = seen._replace(past=past_of(steps, state.turn))
    try:
        action = player(seen, stream) if policy is None else policy.choose(seen, stream)
    except Exception as error:
        error.add_note(f"The error is in the player {name_of(player)}, seat {state.turn} of {state.table.rules.name}.")
        raise
    if policy is not None or any(action is move for move in seen.legal):  # Comparing their parts takes longer.
        return action
    if type(action) not in _ACTIONS or not _is_sound(action):
        raise NotationError(f"the player {name_of(player)} returned {quote(action)}, which is not an action: return "
                            "one of view.legal")
    return action


def _is_sound(action: object) -> bool:
    """Return True if an action has tiles where tiles belong, and so on; the rules say whether it is allowed."""
    if not isinstance(action, tuple) or not hasattr(action, "_fields"):
        return True
    return all(read(part) and _is_sound(part) for read, part in zip(_parts(type(action)), action, strict=True))


@lru_cache
def _parts(kind: type) -> tuple[Callable[[object], bool], ...]:
    return tuple(map(reads, get_type_hints(kind).values()))


def blame(player: Player, action: Action, refused: IllegalAction) -> None:
    """Add to a refusal whose action it was and what a player should do; the ruling names the seat and the clause."""
    tile = getattr(action, "tile", None)
    chose = action.kind if tile is None else f"{action.kind} {tile}"
    refused.add_note(f"The player {name_of(player)} chose to {chose}: a player must return one of view.legal.")


def reason(player: str | Player, view: View, action: Action) -> str:
    """Return the reason why `player` chooses `action`, in one sentence, from what it may know.

    A reader's own player is asked if it has an attribute `reason`, a function of the view and the action; if that
    raises an error, the sentence says so, and the game goes on.
    """
    policy = get(player)
    own = getattr(policy, "reason", None)
    if isinstance(policy, Policy):
        return policy.reason(view, action)
    if own is None:
        return without_choice(view, action) or phrase("players.own")
    return _own_reason(policy, own, view, action)


def _own_reason(player: Player, own: Callable[[View, Action], object], view: View, action: Action) -> str:
    try:
        why = own(view, action)
    except Exception as error:
        wrong = one_line(f"{type(error).__name__}: {as_text(error)}")
    else:
        if isinstance(why, str):
            return why
        wrong = f"it returned {quote(why)} instead of a sentence"
    return phrase("players.broken_reason", player=name_of(player), wrong=wrong)
