"""Partners: a player who listens to what the others lay, and to where they have to pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from domino_lab.actions import Action, Draw, Pass, Play, Stack
from domino_lab.play.aloud import laid_by
from domino_lab.play.choosing import best, by_weight, points
from domino_lab.play.view import View
from domino_lab.shuffle import Stream


class Heard(NamedTuple):
    """What the others have let somebody know: `shown` are values that each seat has laid, `lacked` those it had not.

    >>> Heard({0: {5}}, {1: {3}}).lacked[1]
    {3}
    """

    shown: dict[int, set[int]]
    lacked: dict[int, set[int]]


def partner(view: View, stream: Stream) -> Action:
    """Scores what can be scored; then keeps ends open for its own side: values that its partner has laid, and values on
    which a rival had to pass or draw, but none on which its partner had to; then lays the heaviest tile.

    Where nobody has a partner, it listens to its rivals alone; in a patience, where nobody is, weight alone counts.

    >>> import domino_lab as dl
    >>> dl.play_out("block/partners", seed=1, policies="partner").is_over
    True
    """
    return best(view, _by_listening if view.rules.solo is None else by_weight)


partner.needs_past = True  # type: ignore[attr-defined]


def heard(view: View) -> Heard:
    """What can be heard from what has happened.

    >>> import domino_lab as dl
    >>> from domino_lab.play.view import view_of
    >>> sorted(heard(view_of(dl.play_out("block", seed=1).upto(1), 1)).shown[0])
    [5]
    """
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

    >>> open_for.__name__
    'open_for'
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
