"""Choosing: what the plain players share: to lay where one can, to weigh what may be laid, to call a score in time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domino_lab.actions import Action, Play, Stack
from domino_lab.chain import Laid
from domino_lab.play.view import View
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Outlook, Scoring
from domino_lab.tiles import Tile


def usual_policy(rules: Ruleset) -> str:
    """Who plays where nobody says otherwise: the greedy policy where play scores, else the heaviest tile first."""
    return "greedy" if rules["play_score"] != "none" else "heaviest"


def points(view: View, play: Play | Stack, outlook: Outlook | None = None) -> int:
    """What a play or a stack would score, whoever gets it; `outlook` saves time where many plays are weighed."""
    rules = view.rules
    if isinstance(play, Stack):
        return rules.stacking.loot(view.spoils, play.tile).credit
    tile, end, out, _ = play
    spins = rules.arms.spins(tile, view.chain)
    if outlook is None or end is None:
        return rules.scoring.worth(view.chain.lay(tile, end, out, spins=spins))
    at, edge, value = end
    left = tile[0] + tile[1] - value if out is None else out
    laid = Laid(len(view.chain.laid), tile, at, edge, 0, value, left, spins)
    return rules.scoring.worth_next(view.chain, outlook, laid)


def by_points(view: View) -> Callable[[Play | Stack], int]:
    """What each play or stack would score."""
    scoring = view.rules.scoring
    outlook = scoring.outlook(view.chain) if isinstance(scoring, Scoring) else None
    return lambda play: points(view, play, outlook)


def by_weight(view: View) -> Callable[[Play | Stack], int]:
    """The weight of the tile of each play or stack."""
    weight = view.rules.equipment.weight
    return lambda play: weight(play.tile)


def laying(actions: Sequence[Action]) -> tuple[Play | Stack, ...]:
    """The plays and stacks among some actions: nobody here draws or passes who can lay or stack a tile."""
    if actions and isinstance(actions[-1], Play):
        return tuple(actions)  # type: ignore[arg-type]  # plays come first
    return tuple([action for action in actions if isinstance(action, (Play, Stack))])


def best(view: View, key_for: Callable[[View], Callable[[Play | Stack], Any]]) -> Action:
    """The first of those that `key_for(view)` puts highest; it is only asked where there is a choice."""
    actions = view.legal
    found = laying(actions)
    if len(found) < 2:
        return calling(view, found[0] if found else actions[0])
    return calling(view, max(found, key=key_for(view)))


def calling(view: View, action: Action) -> Action:
    """The action, with its score called where that is asked for: every player here calls in time."""
    if view.rules.scoring.claim == "auto" or not isinstance(action, Play):
        return action
    return action._replace(call=points(view, action) or None)


def values_without(view: View, tile: Tile) -> int:
    """How many values the holding still shows without that tile."""
    return len({value for other in view.holding if other != tile for value in other[:2]})
