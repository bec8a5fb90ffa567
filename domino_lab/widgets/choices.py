"""Choices: what could come next: the tiles that fit each open end, or the moves of a game for one player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from domino_lab.escaping import escape
from domino_lab.explain.move_text import describe_move
from domino_lab.play.state import State
from domino_lab.tiles import Tile
from domino_lab.widgets.terms import linked, linked_each
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.widgets.snapshot import Snapshot

_MOST_NAMED = 6


def fitting(here: Snapshot) -> str:
    """For each open end, which tiles fit that are not on the table yet: what everybody at the table could work out."""
    state = here.state
    values = sorted({end.value for end in here.moment.open_ends})
    if state.over is not None or not values:
        return ""
    items = "".join(f"<li>{text}</li>" for text in linked_each(_asks(state, value) for value in values))
    return f'<ul class="dlab-reasons">{items}</ul>'


def _asks(state: State, value: int) -> str:
    outs = state.rules.fitting[value]
    left = [tile for tile in _unlaid(state) if tile in outs]
    if not left:
        return phrase("widgets.fits_none", value=value)
    named = [str(tile) for tile in left] if len(left) <= _MOST_NAMED else []
    return phrase("widgets.fits" if named else "widgets.fits_many", value=value, count=len(left), tiles=named)


def _unlaid(state: State) -> Iterator[Tile]:
    gone = {laid.tile for laid in state.chain.laid} | {top.tile for top in state.stacks}
    return (tile for tile in state.rules.equipment.set.tiles if tile not in gone)


def choices(here: Snapshot) -> str:
    """How many moves there are now in a game for one player, and which; why there are none, where it is over."""
    if here.question is not None:
        return f'<p class="dlab-note">{escape(phrase("widgets.why_not_question"))}</p>'
    state = here.state
    moves = here.moment.legal
    words = [describe_move(state, move) for move in moves[:_MOST_NAMED]]
    more = len(moves) - len(words)
    text = phrase("widgets.moves_left" if moves else f"widgets.no_moves_{state.over or 'undealt'}", count=len(moves))
    items = "".join(f"<li>{linked(move)}</li>" for move in words)
    rest = f"<li>{escape(phrase('widgets.moves_more', count=more))}</li>" if more else ""
    listed = f'<ul class="dlab-reasons">{items}{rest}</ul>' if moves else ""
    so_far = phrase("widgets.choices_so_far", count=state.choices)
    return f'<p>{escape(text)}</p>{listed}<p class="dlab-note">{escape(so_far)}</p>'
