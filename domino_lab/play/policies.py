"""Policies: how the packaged players choose an action, and why; ties are broken by the order of legal actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from domino_lab.core.actions import Action, Discard, Draw, Play, Stack
from domino_lab.core.chain import Laid
from domino_lab.core.shuffle import Stream
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import chain_after, shows_that_nothing_fitted
from domino_lab.play.view import View
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Outlook, Scoring
from domino_lab.words import phrase

Player: TypeAlias = Callable[[View, Stream], Action]
"""A function that chooses an action; it may pick at random from the stream."""

Reason: TypeAlias = Callable[[View, Action], str]
Key: TypeAlias = Callable[[Play | Stack], int | tuple[int, ...]]


@dataclass(frozen=True)
class Policy:
    """A packaged player with a name: `choose` picks its action, and `because` explains the choice.

    It has the attributes that a reader's own player may have, too: `needs_past` says that it needs the past of the hand
    as its seat saw it, `takes_luck` that it picks from its stream.
    """

    name: str
    choose: Player
    because: Reason
    needs_past: bool = False
    takes_luck: bool = False

    def __call__(self, view: View, stream: Stream) -> Action:
        """Choose an action."""
        return self.choose(view, stream)

    def __reduce__(self) -> str:
        """Pickle by the name that the decorated function has in this module."""
        return str(self.choose.__name__)

    def reason(self, view: View, action: Action) -> str:
        """Return the reason for `action`, in one sentence."""
        if isinstance(action, Discard) and len(view.legal) > 1:
            # Others hear the reason, so it must not name the tile.
            key = "players.discards_any" if self.name == "random" else "players.discards"
            return phrase(key, count=len(view.legal))
        return without_choice(view, action) or only_tile(view, action) or self.because(view, action)


POLICIES: dict[str, Player] = {}
"""The policies by name; "thinking" enters itself when the room of chances is loaded."""


def policy(name: str, because: Reason, *, needs_past: bool = False, takes_luck: bool = False
           ) -> Callable[[Player], Policy]:
    """Add the decorated function to POLICIES under `name`."""
    def enter(choose: Player) -> Policy:
        POLICIES[name] = policy = Policy(name, choose, because, needs_past, takes_luck)
        return policy

    return enter


def usual_policy(rules: Ruleset) -> str:
    """Return the name of the default policy: greedy if plays score, or else the heaviest tile first."""
    return "greedy" if rules["play_score"] != "none" else "heaviest"


# --- weighing


def points(view: View, play: Play | Stack, outlook: Outlook | None = None) -> int:
    """Return the points of a play or a stack, whoever gets them; an `outlook` saves time for many plays."""
    rules = view.rules
    if isinstance(play, Stack):
        return rules.stacking.loot(view.spoils, play.tile).credit
    if outlook is None or play.end is None:
        return rules.scoring.worth(chain_after(rules, view.chain, play, len(view.names)), view.so_far)
    at, edge, value = play.end
    out = play.tile.low + play.tile.high - value if play.out is None else play.out
    spins = rules.arms.spins(play.tile, view.chain)
    laid = Laid(len(view.chain.laid), play.tile, at, edge, 0, value, out, spins, rules.arms.sides)
    return rules.scoring.worth_next(view.chain, outlook, laid)


def by_points(view: View) -> Key:
    """Order plays and stacks by their points."""
    scoring = view.rules.scoring
    outlook = scoring.outlook(view.chain) if isinstance(scoring, Scoring) else None
    return lambda play: points(view, play, outlook)


def by_weight(view: View) -> Key:
    """Order plays and stacks by the weight of the tile."""
    weight = view.rules.equipment.weight
    return lambda play: weight(play.tile)


def laying(actions: Sequence[Action]) -> tuple[Play | Stack, ...]:
    """Return the plays and stacks among some actions, because no policy draws or passes if it can play or stack."""
    return tuple([action for action in actions if isinstance(action, (Play, Stack))])


def best(view: View, key_for: Callable[[View], Key]) -> Action:
    """Return the first play or stack that `key_for(view)` ranks highest; `key_for` is called only for a choice."""
    actions = view.legal
    layings = laying(actions)
    if len(layings) < 2:
        return calling(view, layings[0] if layings else lightest(view, actions))
    return calling(view, max(layings, key=key_for(view)))


def lightest(view: View, actions: Sequence[Action]) -> Action:
    """Return the discard of the lightest tile, which costs least at the end; without discards, the first action."""
    discards = [action for action in actions if isinstance(action, Discard)]
    return min(discards, key=lambda discard: view.rules.equipment.weight(discard.tile)) if discards else actions[0]


def calling(view: View, action: Action) -> Action:
    """Return the action with its score called, if the rules require calls: every policy calls in time."""
    if view.rules.scoring.claim == "auto" or not isinstance(action, Play):
        return action
    return action._replace(call=points(view, action) or None)


def values_without(view: View, tile: Tile) -> int:
    """Return the number of values that the holding still shows without `tile`."""
    return len({value for other in view.holding if other != tile for value in other[:2]})


# --- reasons


def without_choice(view: View, action: Action) -> str:
    """Say that nothing else was possible; empty if something was."""
    choices = view.legal
    if view.rules.solo is None and isinstance(action, Draw):
        return "" if laying(choices) else phrase(f"players.{_why_drawn(view)}")
    if len(choices) != 1:
        return ""
    if isinstance(action, (Play, Stack)):
        return phrase("players.only", tile=action.tile)
    if isinstance(action, Discard):
        return phrase("players.discards_last")
    return phrase("players.passes" if action.kind == "pass" else "players.only_move")


def _why_drawn(view: View) -> str:
    if view.seeks:
        return "seeks"
    return "takes" if not view.chain.laid and view.drawn < view.rules.dealing.taken else "draws"


def only_tile(view: View, action: Action) -> str:
    """Say that a player who plays if possible had no choice: one play, or one and a draw; otherwise empty."""
    layings = laying(view.legal) if view.rules.solo is None else ()
    alone = isinstance(action, (Play, Stack)) and len(layings) == 1
    return phrase("players.only_tile", tile=layings[0].tile) if alone else ""


def _by_chance(view: View, action: Action) -> str:
    return phrase("players.random", count=len(laying(view.legal) if view.rules.solo is None else view.legal))


def _for_points(view: View, action: Action) -> str:
    won = points(view, action) if isinstance(action, (Play, Stack)) and view.rules.solo is None else 0
    if won:
        return phrase("players.scores", points=won)
    return phrase("players.first_fits" if view.rules["play_score"] == "none" else "players.scores_not")


def _for_weight(view: View, action: Action) -> str:
    return _of_tile("players.heaviest", action)


def _for_doubles(view: View, action: Action) -> str:
    double = isinstance(action, (Play, Stack)) and action.tile.is_double
    return _of_tile("players.double" if double else "players.no_double", action)


def _of_tile(key: str, action: Action) -> str:
    return phrase(key, tile=action.tile) if isinstance(action, (Play, Stack)) else phrase("players.only_move")


def _for_suits(view: View, action: Action) -> str:
    if not isinstance(action, (Play, Stack)):
        return phrase("players.only_move")
    return phrase("players.suits", tile=action.tile, count=values_without(view, action.tile))


def _for_partner(view: View, action: Action) -> str:
    if not isinstance(action, (Play, Stack)):
        return phrase("players.only_move")
    if view.rules.solo is not None:
        return _for_weight(view, action)
    if points(view, action):
        return _for_points(view, action)
    known, weight = infer(view), view.rules.equipment.weight
    left = open_for(view, known, action)
    for case in ("not_theirs", "mine"):
        for value, seat in left[case]:
            return phrase(f"players.{case}", value=value, player=view.names[seat])
    heavier = [other for other in laying(view.legal) if weight(other.tile) > weight(action.tile)]
    for value, seat in (fact for other in heavier for fact in open_for(view, known, other)["not_mine"]):
        return phrase("players.not_mine", value=value, player=view.names[seat])
    return phrase("players.heard_nothing", tile=action.tile)


# --- the policies


@policy("random", _by_chance, takes_luck=True)
def random(view: View, stream: Stream) -> Action:
    """A legal play or stack, each pair of tile and open end equally likely; ends of equal value are not merged."""
    choices = view.legal
    if len(choices) > 1 and not isinstance(choices[-1], Play) and view.rules.solo is None:
        choices = laying(choices) or (choices if isinstance(choices[0], Discard) else choices[:1])
    chosen = choices[stream.pick(len(choices))] if len(choices) > 1 else choices[0]
    return chosen if view.rules.scoring.claim == "auto" else calling(view, chosen)


@policy("greedy", _for_points)
def greedy(view: View, stream: Stream) -> Action:
    """The play that scores most now."""
    return best(view, by_points)


@policy("heaviest", _for_weight)
def heaviest(view: View, stream: Stream) -> Action:
    """The heaviest playable tile."""
    return best(view, by_weight)


@policy("doubles", _for_doubles)
def doubles(view: View, stream: Stream) -> Action:
    """The heaviest playable double, or else the heaviest playable tile."""
    return best(view, lambda view: lambda play: (play.tile.is_double, view.rules.equipment.weight(play.tile)))


@policy("keep-suits", _for_suits)
def keep_suits(view: View, stream: Stream) -> Action:
    """The tile without which the holding shows the most values, so that most ends can be answered; then the heaviest.
    """
    return best(view, lambda view: lambda play: (values_without(view, play.tile),
                                                 view.rules.equipment.weight(play.tile)))


@policy("partner", _for_partner, needs_past=True)
def partner(view: View, stream: Stream) -> Action:
    """The best score now; then the tile that keeps ends open for its own side; then the heaviest tile.

    Good ends show values that the partner has played, or on which a rival had to pass or draw, but none on which the
    partner had to. Without a partner, only the rivals matter; in a patience, only the weight.
    """
    return best(view, _by_partner if view.rules.solo is None else by_weight)


class Inferred(NamedTuple):
    """Evidence from the others' moves: the values that each seat has `shown` by playing them, and those it `lacked`."""

    shown: dict[int, set[int]]
    lacked: dict[int, set[int]]


def infer(view: View) -> Inferred:
    """Return the evidence of the moves so far about the others' tiles."""
    seats = range(len(view.names))
    inference = Inferred({seat: set() for seat in seats}, {seat: set() for seat in seats})
    for before, step in zip(view.past, view.past[1:], strict=False):
        if step.seat is None or before.state.lead.seeks:
            continue
        if isinstance(step.action, Play):
            inference.shown[step.seat] |= {*step.action.tile[:2]}
        elif (isinstance(step.action, Discard) or shows_that_nothing_fitted(before.state, step)
                or (isinstance(step.action, Draw) and not view.rules.drawing.by_choice)):
            waiting = view.rules.arms.for_doubles(before.state.chain)
            inference.lacked[step.seat] |= {end.value for end in before.state.open_ends if end not in waiting}
    return inference


def open_for(view: View, known: Inferred, play: Play | Stack) -> dict[str, list[tuple[int, int]]]:
    """Return the ends that a play leaves open, each with its value and the seat that it helps or hurts.

    "mine" ends help the partner, "not_theirs" ends hurt a rival, "not_mine" ends hurt the partner.
    """
    rules, side = view.rules, view.rules.dealing.side
    chain = chain_after(rules, view.chain, play, len(view.names)) if isinstance(play, Play) else view.chain
    values = [end.value for end in rules.arms.open_ends(chain)]
    mates = [seat for seat in known.shown if seat != view.seat and side(seat) == side(view.seat)]
    rivals = [seat for seat in known.shown if side(seat) != side(view.seat)]
    return {
        "mine": [(value, seat) for value in values for seat in mates
                 if value in known.shown[seat] - known.lacked[seat]],
        "not_theirs": [(value, seat) for value in values for seat in rivals if value in known.lacked[seat]],
        "not_mine": [(value, seat) for value in values for seat in mates if value in known.lacked[seat]],
    }


def _by_partner(view: View) -> Key:
    known, weight = infer(view), view.rules.equipment.weight

    def key(play: Play | Stack) -> tuple[int, ...]:
        left = open_for(view, known, play)
        balance = len(left["mine"]) + len(left["not_theirs"]) - len(left["not_mine"])
        return points(view, play), balance, weight(play.tile)

    return key
