"""Calling a score: what becomes of the call in a game that asks for one, and why nobody calls in the others."""

from __future__ import annotations

from typing import Any, NamedTuple

from domino_lab.actions import Play
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge
from domino_lab.play.state import State
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


class Call(NamedTuple):
    """A player calls `points` for a tile that lies on the table: `tile`, or the one laid last.

    >>> str(Call(15)), str(Call(15, Tile(2, 5)))
    ('call 15', 'call 15 for 5-2')
    """

    points: int
    tile: Tile | None = None

    @property
    def kind(self) -> str:
        """What a hand record calls it.

        >>> Call(15).kind
        'call'
        """
        return "call"

    def __str__(self) -> str:
        return f"call {self.points}" if self.tile is None else f"call {self.points} for {self.tile}"


def on_call(state: Any, action: Play | Call) -> Ruling:
    """The ruling on a score that is called: with a tile that is laid now, or for one that lies there already.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> on_call(start(get("block"), Shuffle(seed=1)).state, Call(5)).clause
    'GEN-CALL-1'
    """
    if state.over is not None:
        return Ruling("GEN-OVER-1", "no", {}, allowed=False)
    scoring, rules = state.rules.scoring, state.rules
    if rules.solo is not None or scoring.play_score == "none":
        return Ruling("GEN-CALL-1", "none", {}, allowed=False)
    if isinstance(action, Play) and not judge(state, action).allowed:
        return judge(state, action)
    if scoring.claim == "auto":
        return Ruling("GEN-CALL-1", "auto", {}, allowed=False)
    return _with_tile(state, action) if isinstance(action, Play) else _afterwards(state, action)


def _with_tile(state: State, play: Play) -> Ruling:
    """As the tile is laid: what the hand itself would say of that call."""
    judged = advance(state, play).judged
    return _on_claim(judged, str(state.rules.scoring.clauses["claim"]))


def _afterwards(state: State, call: Call) -> Ruling:
    """A call holds until the next tile lies there; where the next player takes what is overlooked, not so long."""
    laid, said = state.chain.laid, state.rules.scoring.clauses["claim"]
    if not laid:
        return Ruling("GEN-CALL-1", "early", {}, allowed=False)
    last = laid[-1].tile
    wanted = last if call.tile is None else call.tile
    if wanted[:2] != last[:2] or state.rules.scoring.claim == "call-else-opponent":
        return Ruling(said, "late", {"tile": wanted, "last": last}, allowed=False)
    name = state.table.names[state.blocker or 0]
    judged = state.rules.scoring.judge(state.chain, name)
    return _on_claim(judged and state.rules.scoring.claimed(judged, call.points, name, name), said)


def _on_claim(judged: Ruling | None, said: str) -> Ruling:
    """Of a decision on a score, the part on the call; it stands only if the score was called rightly."""
    assert judged is not None
    found = next(ruling for ruling in judged.tree() if ruling.clause == said)
    return found._replace(allowed=found.case == "called")
