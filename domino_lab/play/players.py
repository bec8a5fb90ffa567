"""Players: functions of a View. Ties are broken by the order of legal actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domino_lab.actions import Action, Play, Stack
from domino_lab.chain import Laid
from domino_lab.play.view import View
from domino_lab.rules.scoring import Outlook, Scoring
from domino_lab.shuffle import Stream
from domino_lab.tiles import Tile

Player = Callable[[View, Stream], Action]


def random(view: View, stream: Stream) -> Action:
    """Any legal play or stack, each pair of tile and open end equally likely; ends of equal value are not merged.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.play.view import view
    >>> from domino_lab.shuffle import Shuffle
    >>> random(view(start(get("all-fives"), Shuffle(seed=1), leader=0).state, 0), Stream(1)).kind
    'play'
    """
    found = view.legal
    if len(found) > 1 and not isinstance(found[-1], Play) and view.rules.solo is None:
        found = _laying(found) or found
    chosen = found[stream.pick(len(found))] if len(found) > 1 else found[0]
    return chosen if view.rules.scoring.claim == "auto" else _calling(view, chosen)


def greedy(view: View, stream: Stream) -> Action:
    """The play that scores most now.

    >>> import domino_lab as dl
    >>> str(dl.play_out("all-fives", seed=3, policies="greedy")[1].action.tile)
    '4-1'
    """
    return _best(view, _by_points)


def heaviest(view: View, stream: Stream) -> Action:
    """The heaviest tile that can be laid.

    >>> import domino_lab as dl
    >>> str(dl.play_out("all-fives", seed=3, policies="heaviest")[1].action.tile)
    '6-3'
    """
    return _best(view, _by_weight)


def doubles(view: View, stream: Stream) -> Action:
    """A double if one can be laid, the heaviest first; else the heaviest tile.

    >>> import domino_lab as dl
    >>> str(dl.play_out("all-fives", seed=3, policies="doubles")[1].action.tile)
    '2-2'
    """
    return _best(view, _by_double)


def _by_points(view: View) -> Callable[[Play | Stack], int]:
    scoring = view.rules.scoring
    outlook = scoring.outlook(view.chain) if isinstance(scoring, Scoring) else None
    return lambda play: _points(view, play, outlook)


def _by_weight(view: View) -> Callable[[Play | Stack], int]:
    weight = view.rules.equipment.weight
    return lambda play: weight(play.tile)


def _by_double(view: View) -> Callable[[Play | Stack], tuple[bool, int]]:
    weight = view.rules.equipment.weight
    return lambda play: (play.tile.is_double, weight(play.tile))


def _points(view: View, play: Play | Stack, outlook: Outlook | None = None) -> int:
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


def _laying(actions: tuple[Action, ...]) -> tuple[Play | Stack, ...]:
    """Nobody here draws or passes who can lay or stack a tile."""
    if isinstance(actions[-1], Play):
        return actions  # type: ignore[return-value]  # plays come first
    return tuple([action for action in actions if isinstance(action, (Play, Stack))])


def _best(view: View, key_for: Callable[[View], Callable[[Play | Stack], Any]]) -> Action:
    """The first of those that `key_for(view)` puts highest; it is only asked where there is a choice."""
    actions = view.legal
    found = _laying(actions)
    if len(found) < 2:
        return _calling(view, found[0] if found else actions[0])
    return _calling(view, max(found, key=key_for(view)))


def _calling(view: View, action: Action) -> Action:
    """Where a score must be called, every player here calls it in time."""
    if view.rules.scoring.claim == "auto" or not isinstance(action, Play):
        return action
    return action._replace(call=_points(view, action) or None)


def keep_suits(view: View, stream: Stream) -> Action:
    """The tile without which the holding shows the most values, so that most ends can be answered; then the heaviest.

    >>> keep_suits.__name__
    'keep_suits'
    """
    actions, weight = view.legal, view.rules.equipment.weight
    found = _laying(actions)
    if not found:
        return _calling(view, actions[0])
    return _calling(view, max(found, key=lambda play: (_values_without(view, play.tile), weight(play.tile))))


def _values_without(view: View, tile: Tile) -> int:
    return len({value for other in view.holding if other != tile for value in other[:2]})


POLICIES: dict[str, Player] = {
    "random": random, "greedy": greedy, "heaviest": heaviest, "doubles": doubles, "keep-suits": keep_suits,
}  # fmt: skip
"""Every policy by name."""


def get(name: str) -> Player:
    """The policy with that name; raises ValueError for one nobody knows.

    >>> get("random") is random
    True
    """
    if name not in POLICIES:
        raise ValueError(f"no policy is called {name!r}; there are {', '.join(POLICIES)}")
    return POLICIES[name]
