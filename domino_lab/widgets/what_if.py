"""What if: another move from this step, further moves by hand or by the players, and a button back to the hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from domino_lab.core.actions import Action, Draw, Play
from domino_lab.play.legal import called, legal
from domino_lab.play.move_text import describe_move
from domino_lab.play.policies import POLICIES
from domino_lab.play.references import distinct
from domino_lab.sessions.playhead import Playhead
from domino_lab.sessions.viewpoint import open_to
from domino_lab.widgets.captions import problem_text
from domino_lab.widgets.hand_view import HandView
from domino_lab.widgets.messages import Press, place_in, press, takes, whole
from domino_lab.widgets.nodes import Nodes, button, choice, heading, paragraph, row, words
from domino_lab.widgets.view import Panel
from domino_lab.words import phrase


class Try(NamedTuple):
    """A move that can be tried, in words; `played` says that it is the move of the hand."""

    action: Action
    words: str
    played: bool = False


def tries(playhead: Playhead) -> tuple[Try, ...]:
    """Return every different legal move of the player to move; none if the viewpoint may not see them.

    >>> tries(Playhead("block", seed=7))[0].words
    'start with 6-6 (as in the hand)'
    >>> tries(Playhead("block", seed=7, viewpoint="table"))
    ()
    """
    if not playhead.may_branch or not _is_seen(playhead):
        return ()
    state = playhead.state
    played = playhead.timeline[playhead.step + 1].action if playhead.step < playhead.end else None
    return tuple(_try(state, action, played) for action in _different(playhead, legal(state)))


def why_none(playhead: Playhead, offered: tuple[Try, ...]) -> str:
    """Say why there is nothing to try, or whose move it is.

    >>> why_none(Playhead("block", seed=7, step=99), ())
    'The hand is over, so nothing else can be tried here.'
    """
    if playhead.state.over is not None:
        return phrase("branch.over")
    if playhead.question is not None:
        return phrase("widgets.why_not_question")
    if not _is_seen(playhead):
        return phrase("widgets.why_not_blind" if playhead.timeline.rules.dealing.is_blind else "widgets.why_not_secret")
    if not offered:
        return phrase("branch.draw_unknown")
    return "" if playhead.timeline.is_study or len(playhead.timeline.names) == 1 else phrase(
        "branch.turn", player=playhead.timeline.names[playhead.state.turn])


def _is_seen(playhead: Playhead) -> bool:
    return playhead.timeline.is_study or open_to(playhead.snapshot, playhead.state.turn)


def _different(playhead: Playhead, actions: Iterable[Action]) -> Iterator[Action]:
    """Yield moves to equal positions once; draws of named tiles only where the viewpoint shows all tiles."""
    state, seen = playhead.state, playhead.seen_by
    listed = list(actions)
    plays = distinct([action for action in listed if isinstance(action, Play)], state)
    for action in listed:
        if isinstance(action, Play) and not any(action is play for play in plays):
            continue
        if isinstance(action, Draw) and action.tile is not None and seen is not None:
            continue
        yield action


def _try(state: Any, action: Action, played: Action | None) -> Try:
    tile = action.tile if isinstance(action, Draw) else None
    words = phrase("branch.draw", tile=tile) if tile else describe_move(state, action)
    same = _bare(action) == _bare(played)
    asked = called(state, action) if isinstance(action, Play) else action
    return Try(asked, phrase("branch.played", move=words) if same else words, same)


def _bare(action: Action | None) -> Action | None:
    return action._replace(call=None) if isinstance(action, Play) else action


class WhatIfPanel(Panel):
    """The legal moves of the player to move, each with a button to try it."""

    view: HandView

    def __init__(self, view: HandView) -> None:
        super().__init__(view)
        self.policy = 0

    def nodes(self) -> Nodes:
        """Return the moves as buttons, the choice of players, or the reason why there is nothing to try."""
        playhead = self.view.here
        offered = self._found()
        stopped = playhead.timeline.remarks if playhead.is_branch and playhead.step == playhead.end else ()
        notes = [problem_text(remark) for remark in stopped] or [why_none(playhead, offered)]
        off = not (playhead.may_branch and not playhead.timeline.is_study)
        moves = [button(move.words, "try", place, pressed=move.played or None) for place, move in enumerate(offered)]
        policies = [words("branch.policy_usual"), *(words(f"branch.policy_{name}") for name in POLICIES)]
        return [heading(words("branch.here")), *(paragraph(note, "note") for note in notes), row(*moves, css="moves"),
                row(choice(words("branch.players"), "policy", policies, self.policy, off=off),
                    button(words("branch.play_on"), "play_on", off=off))]

    def way_back(self) -> Nodes:
        """Return the way back to the hand, while a branch of it is shown."""
        left = self.view.here.left
        if left is None:
            return []
        return [row(paragraph(words("branch.left", step=left.step), "note"),
                    button(words("branch.back"), "back", css="primary"), css="way-back")]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that try a move, let the players play on, and go back."""
        playhead = self.view.here
        return {"try": takes(place_in(self._found), lambda move: playhead.branch(move.action)),
                "policy": takes(whole(0, len(POLICIES)), self._choose), "back": press(playhead.back),
                "play_on": press(lambda: playhead.play_on([*POLICIES][self.policy - 1] if self.policy else None))}

    def _found(self) -> tuple[Try, ...]:
        return tries(self.view.here)

    def _choose(self, place: int) -> None:
        self.policy = place
