"""Tries: the moves that may be tried at a place in a hand, as far as the viewpoint may know them. No widgets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from domino_lab.actions import Action, Draw, Play
from domino_lab.explain.move_text import describe_move
from domino_lab.play.legal import called, legal
from domino_lab.record.references import distinct
from domino_lab.widgets.onlooker import open_to
from domino_lab.widgets.playhead import Playhead
from domino_lab.words import phrase


class Try(NamedTuple):
    """A move that may be tried, in words; `played` says that it is the move of the hand.

    >>> Try(Draw(), "draw").played
    False
    """

    action: Action
    words: str
    played: bool = False


def tries(here: Playhead) -> tuple[Try, ...]:
    """Every different legal move of the player to move; none where the viewpoint may not see them.

    >>> tries(Playhead("block", seed=7))[0].words
    'start with 6-6 (as in the hand)'
    >>> tries(Playhead("block", seed=7, viewpoint="table"))
    ()
    """
    if not here.may_branch or not _is_seen(here):
        return ()
    state = here.state
    played = here.timeline[here.step + 1].action if here.step < here.end else None
    return tuple(_try(state, action, played) for action in _different(here, legal(state)))


def why_none(here: Playhead, found: tuple[Try, ...]) -> str:
    """Why there is nothing to try, or whose move it is.

    >>> why_none(Playhead("block", seed=7, step=99), ())
    'The hand is over, so nothing else can be tried here.'
    """
    if here.state.over is not None:
        return phrase("branch.over")
    if here.question is not None:
        return phrase("widgets.why_not_question")
    if not _is_seen(here):
        return phrase("widgets.why_not_blind" if here.timeline.rules.dealing.is_blind else "widgets.why_not_secret")
    if not found:
        return phrase("branch.draw_unknown")
    return "" if here.timeline.is_study or len(here.timeline.names) == 1 else phrase(
        "branch.turn", player=here.timeline.names[here.state.turn])


def _is_seen(here: Playhead) -> bool:
    return here.timeline.is_study or open_to(here, here.state.turn)


def _different(here: Playhead, actions: Iterable[Action]) -> Iterator[Action]:
    """Yield moves to equal positions once; draws of named tiles only where the viewpoint shows all tiles."""
    state, seen = here.state, here.seen_by
    found = list(actions)
    plays = distinct([action for action in found if isinstance(action, Play)], state)
    for action in found:
        if isinstance(action, Play) and not any(action is play for play in plays):
            continue
        if isinstance(action, Draw) and action.tile is not None and seen is not None:
            continue
        yield action


def _try(state: Any, action: Action, played: Action | None) -> Try:
    is_named = isinstance(action, Draw) and action.tile
    words = phrase("branch.draw", tile=action.tile) if is_named else describe_move(state, action)
    same = _bare(action) == _bare(played)
    asked = called(state, action) if isinstance(action, Play) else action
    return Try(asked, phrase("branch.played", move=words) if same else words, same)


def _bare(action: Action | None) -> Action | None:
    return action._replace(call=None) if isinstance(action, Play) else action
