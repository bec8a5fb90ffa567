"""why_not(state, action): the clause that refuses an action, and the nearest one that is allowed."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.actions import Action, Play, Remove, Shift, Stack
from domino_lab.escaping import as_markdown
from domino_lab.explain.calling import Call, on_call
from domino_lab.play.legal import judge, legal
from domino_lab.play.state import State
from domino_lab.rulings import Ruling, clause
from domino_lab.words import phrase


class Answer(NamedTuple):
    """The answer to "why not?": whether the action is allowed, the ruling, and the nearest legal action instead.

    >>> Answer(Ruling("GEN-OVER-1", "no", allowed=False), None, "").clause
    'GEN-OVER-1'
    """

    ruling: Ruling
    instead: Action | None
    hint: str

    def __repr__(self) -> str:
        return f"{self.text}\n{phrase('explain.rule', clause=self.clause, origin=self.origin)}"

    def _repr_markdown_(self) -> str:
        rule = phrase("explain.rule", clause=self.clause, origin=self.origin)
        return f"{as_markdown(self.text)}\n\n*{as_markdown(rule)}*"

    @property
    def allowed(self) -> bool:
        """Whether the action may be done after all.

        >>> Answer(Ruling("GEN-OVER-1", "no", allowed=False), None, "").allowed
        False
        """
        return self.ruling.allowed

    @property
    def clause(self) -> str:
        """The id of the clause that decided.

        >>> Answer(Ruling("GEN-OVER-1", "no"), None, "").clause
        'GEN-OVER-1'
        """
        return self.ruling.id

    @property
    def origin(self) -> str:
        """The sheet it comes from.

        >>> Answer(Ruling("GEN-OVER-1", "no"), None, "").origin
        'general domino rules'
        """
        return clause(self.ruling.clause).origin

    @property
    def text(self) -> str:
        """The answer in words, with the legal alternative.

        >>> Answer(Ruling("GEN-OVER-1", "no", allowed=False), None, "Nothing is allowed now.").text
        'The hand is over, so nobody may lay, draw or pass. Nothing is allowed now.'
        """
        if self.allowed:
            return phrase("explain.legal", why=self.ruling.text)
        return f"{self.ruling.text} {self.hint}".strip()


def why_not(state: State, action: Action | Call, seat: int | None = None) -> Answer:
    """Why `action` may not be done now (by `seat`, else the seat to move), and what may be done instead.

    A call, alone or with the tile that is laid, is answered by what becomes of that score.

    >>> from domino_lab.actions import Draw
    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> why_not(start(get("block"), Shuffle(seed=1)).state, Draw()).clause
    'BL-DRAW-1'
    """
    if isinstance(action, Call):
        return Answer(on_call(state, action), None, "")
    ruling = judge(state, action, seat)
    if ruling.allowed and isinstance(action, Play) and action.call is not None:
        return Answer(on_call(state, action), None, "")
    if ruling.allowed:
        return Answer(ruling, None, "")
    instead = nearest(state, action)
    hint = phrase("explain.no_instead") if instead is None else phrase("explain.instead", action=said(state, instead))
    return Answer(ruling, instead, f"{_shut(state, action, ruling)} {hint}".strip())


def _shut(state: State, action: Action, ruling: Ruling) -> str:
    """Of a tile that fits no open end: that it would fit one that the order of arms still shuts, in words."""
    if not isinstance(action, Play) or action.end not in state.open_ends:
        return ""
    fits, open_now = state.rules.matching.fits, state.open_ends
    if any(fits(action.tile, end.value) for end in open_now):
        return ""
    shut = (judge(state, Play(action.tile, end)) for end in state.chain.ends
            if end not in open_now and fits(action.tile, end.value))
    return next((found.text for found in shut if not found.allowed and found[:2] != ruling[:2]), "")


def nearest(state: State, action: Action) -> Action | None:
    """The legal action most like `action`: the same tile elsewhere, else another tile there, else the first.

    >>> from domino_lab.actions import Draw
    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> nearest(start(get("block"), Shuffle(seed=1)).state, Draw()).kind
    'play'
    """
    options = legal(state)
    if not options:
        return None
    return max(options, key=lambda option: _likeness(option, action))


def _likeness(option: Action, action: Action) -> tuple[bool, bool]:
    if isinstance(option, Remove) and isinstance(action, Remove):
        return True, not set(option.tiles).isdisjoint(action.tiles)
    if not isinstance(option, Play) or not isinstance(action, Play):
        return option.kind == action.kind, False
    return option.tile == action.tile, option.end == action.end


def said(state: State, action: Action) -> str:
    """An action as a player says it: "lay 5-4 on the 4 of 4-2".

    >>> from domino_lab.actions import Draw
    >>> said(None, Draw())
    'draw'
    """
    if isinstance(action, Stack):
        return phrase("explain.do_stack", tile=action.tile, onto=state.chain.laid[action.on].tile)
    if isinstance(action, Remove):
        return phrase("explain.do_remove", tiles=action.tiles)
    if isinstance(action, Shift):
        return phrase("explain.do_shift", tile=action.tile, column=action.to + 1)
    if not isinstance(action, Play):
        return phrase(f"explain.do_{action.kind}")
    if action.end is None:
        return phrase("explain.do_set", tile=action.tile)
    onto = state.chain.laid[action.end.at].tile
    return phrase("explain.do_play", tile=action.tile, value=action.end.value, onto=onto)
