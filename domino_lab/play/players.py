"""Players: functions of a View. Ties are broken by the order of legal actions."""

from __future__ import annotations

from collections.abc import Callable

from domino_lab.actions import Action, Play
from domino_lab.play.view import View
from domino_lab.shuffle import Stream

Player = Callable[[View, Stream], Action]


def random(view: View, stream: Stream) -> Action:
    """Any legal play, each pair of tile and open end equally likely; ends of equal value are not merged.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.play.view import view
    >>> from domino_lab.shuffle import Shuffle
    >>> random(view(start(get("all-fives"), Shuffle(seed=1), leader=0).state, 0), Stream(1)).kind
    'play'
    """
    actions = view.legal
    return actions[stream.pick(len(actions))] if len(actions) > 1 else actions[0]


def greedy(view: View, stream: Stream) -> Action:
    """The play that scores most now.

    >>> greedy.__name__
    'greedy'
    """
    return _best(view, lambda play: _points(view, play))


def heaviest(view: View, stream: Stream) -> Action:
    """The heaviest tile that can be laid.

    >>> heaviest.__name__
    'heaviest'
    """
    return _best(view, lambda play: view.rules.equipment.weight(play.tile))


def doubles(view: View, stream: Stream) -> Action:
    """A double if one can be laid, the heaviest first; else the heaviest tile.

    >>> doubles.__name__
    'doubles'
    """
    return _best(view, lambda play: (play.tile.is_double, view.rules.equipment.weight(play.tile)))


def _points(view: View, play: Play) -> int:
    rules = view.rules
    chain = view.chain.lay(play.tile, play.end, play.out, spins=rules.arms.spins(play.tile, view.chain))
    count = rules.scoring.count(chain)
    return rules.scoring.points(count.total) if count is not None else 0


def _best(view: View, key: Callable[[Play], object]) -> Action:
    actions = view.legal
    plays = [action for action in actions if isinstance(action, Play)]
    return max(plays, key=key) if plays else actions[0]  # type: ignore[arg-type]


POLICIES: dict[str, Player] = {"random": random, "greedy": greedy, "heaviest": heaviest, "doubles": doubles}
"""Every policy by name."""


def get(name: str) -> Player:
    """The policy with that name; raises ValueError for one nobody knows.

    >>> get("random") is random
    True
    """
    if name not in POLICIES:
        raise ValueError(f"no policy is called {name!r}; there are {', '.join(POLICIES)}")
    return POLICIES[name]
