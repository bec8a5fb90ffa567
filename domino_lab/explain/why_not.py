"""Why not: the ruling that refuses an action or a call, and the nearest action that is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from domino_lab.core.actions import Action, Discard, Play, Remove
from domino_lab.core.chain import OpenEnd
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.move_text import ScoreCall, describe_move
from domino_lab.play.state import Position, so_far
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown


def rule_on_call(state: Position, action: Play | ScoreCall) -> Ruling:
    """Return the ruling on a called score, for the tile played now, or for one that is already on the table."""
    if state.over is not None:
        return Ruling("GEN-OVER-1", "no", {}, allowed=False)
    scoring, rules = state.rules.scoring, state.rules
    if rules.solo is not None or not scoring.scores:
        return Ruling("GEN-CALL-1", "none", {}, allowed=False)
    if isinstance(action, Play) and not judge(state, action).allowed:
        return judge(state, action)
    if scoring.claim == "auto":
        return Ruling("GEN-CALL-1", "auto", {}, allowed=False)
    # Called with the tile: what the hand itself would say about that call.
    return _on_claim(advance(state, action).judged, state) if isinstance(action, Play) else _afterwards(state, action)


def _afterwards(state: Position, call: ScoreCall) -> Ruling:
    """A call is in time until the next tile is played; not if the next player takes what is overlooked."""
    laid, scoring = state.chain.laid, state.rules.scoring
    if not laid:
        return Ruling("GEN-CALL-1", "early", {}, allowed=False)
    last = laid[-1].tile
    wanted = last if call.tile is None else call.tile
    if wanted[:2] != last[:2] or scoring.claim == "call-else-opponent":
        return Ruling.of(scoring.clauses, "claim", "late", {"tile": wanted, "last": last}, allowed=False)
    name = state.table.names[state.blocker or 0]
    judged = scoring.judge(state.chain, name, so_far(state)._replace(seat=state.blocker or 0))
    return _on_claim(judged and scoring.judge_claim(judged, call.points, name, name), state)


def _on_claim(judged: Ruling | None, state: Position) -> Ruling:
    """The part of a decision on a score that is about the call; it is allowed only if the score was called correctly.
    """
    assert judged is not None
    call = next(ruling for ruling in judged.tree() if ruling.axis == "claim")
    return call._replace(allowed=call.case == "called")


class WhyNotAnswer(NamedTuple):
    """The answer to "why not?": the ruling on the action, and the nearest legal action instead.

    >>> import domino_lab as dl
    >>> dl.why_not("all-fives-worked-example", 1, "6-6", at="5-5").allowed
    False
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
        """True if the action is allowed after all."""
        return self.ruling.allowed

    @property
    def clause(self) -> str:
        """The id of the deciding clause."""
        return self.ruling.id

    @property
    def origin(self) -> str:
        """The sheet that the clause comes from, or a note that this lab decided it."""
        return self.ruling.origin

    @property
    def text(self) -> str:
        """The answer in words, with the legal alternative."""
        if self.allowed:
            return phrase("explain.legal", why=self.ruling.text)
        return f"{self.ruling.text} {self.hint}".strip()


def why_not(state: Position, action: Action | ScoreCall, seat: int | None = None, *, placed: bool = False
            ) -> WhyNotAnswer:
    """Explain why `action` is not allowed now (by `seat`, by default the seat to move), and what is allowed instead.

    For a call, alone or with a tile, the answer says what happens to that score. If the question names the
    place of a tile (`placed`), it says nothing of other places.
    """
    if isinstance(action, ScoreCall):
        return WhyNotAnswer(rule_on_call(state, action), None, "")
    ruling = judge(state, action, seat)
    if ruling.allowed and isinstance(action, Play) and action.call is not None:
        return WhyNotAnswer(rule_on_call(state, action), None, "")
    if ruling.allowed:
        return WhyNotAnswer(ruling, None, "")
    instead = nearest(state, action)
    hint = phrase("explain.no_instead") if instead is None else _other(state, instead)
    shut = "" if placed else _shut(state, action, ruling)
    return WhyNotAnswer(ruling, instead, f"{shut} {hint}".strip())


def refusal(state: Position, ruling: Ruling) -> str:
    """Return why a move is refused; a tile that fits nowhere is named with every open end that it was tried against.

    >>> from domino_lab.core.tiles import Tile
    >>> from domino_lab.explain.layout_study import lay
    >>> state = lay("all-fives", "5-5 5-0 5-3").state
    >>> refusal(state, judge(state, Play(Tile.of("6-4"), state.open_ends[0])))
    '6-4 fits none of the open ends: 5, 0 and 3.'
    """
    tile, fits = ruling.facts.get("tile"), state.rules.matching.fits if state.rules.solo is None else None
    if ruling.axis != "matching" or fits is None or not isinstance(tile, Tile):
        return ruling.text
    values = tuple(dict.fromkeys(end.value for end in state.open_ends))
    if len(values) < 2 or any(fits(tile, value) for value in values):
        return ruling.text
    if len(values) == 2:
        return phrase("explain.fits_neither", tile=tile, value=values[0], other=values[1])
    return phrase("explain.fits_none", tile=tile, values=values)


def suggest(state: Position, action: Action, where: Mapping[OpenEnd, str] = MappingProxyType({})) -> str:
    """Return the sentence that offers the player to move a legal action in place of a refused one.

    `where` has the places of a spinner's ends in a picture beside it.
    """
    only = len(legal(state)) == 1
    return phrase("explain.only" if only else "explain.instead", action=describe_move(state, action, where))


def _other(state: Position, action: Action) -> str:
    """Return the same about a player by name, as the rulings speak; a game for one player has no names."""
    if state.rules.solo is not None:
        return suggest(state, action)
    key = "has_to" if len(legal(state)) == 1 else "could"
    return phrase(f"explain.{key}", player=state.table.names[state.turn], action=describe_move(state, action))


def _shut(state: Position, action: Action, ruling: Ruling) -> str:
    """If a tile fits no open end but one that the order of arms still shuts, say so."""
    if not isinstance(action, Play) or action.end not in state.open_ends:
        return ""
    fits, open_now = state.rules.matching.fits, state.open_ends
    if any(fits(action.tile, end.value) for end in open_now):
        return ""
    shut = (judge(state, Play(action.tile, end)) for end in state.chain.ends
            if end not in open_now and fits(action.tile, end.value))
    return next((other.text for other in shut if not other.allowed and other[:2] != ruling[:2]), "")


def nearest(state: Position, action: Action) -> Action | None:
    """Return the legal action most like `action`: the same tile elsewhere, or another tile there, or the first one."""
    options = legal(state)
    if not options:
        return None
    return max(options, key=lambda option: _likeness(option, action))


def _likeness(option: Action, action: Action) -> tuple[bool, bool]:
    if isinstance(option, Remove) and isinstance(action, Remove):
        return True, not set(option.tiles).isdisjoint(action.tiles)
    if not isinstance(option, Play) or not isinstance(action, Play):
        return option.kind == action.kind, isinstance(option, Discard) and option.tile == getattr(action, "tile", None)
    return option.tile == action.tile, option.end == action.end
