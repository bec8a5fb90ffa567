"""Said: what happened on a board, what is chosen, or why something was refused and what is allowed instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from domino_lab.actions import Draw, Play
from domino_lab.escaping import escape
from domino_lab.explain.move_text import describe_move
from domino_lab.explain.why_not import nearest, suggest
from domino_lab.widgets.board.board import Board
from domino_lab.widgets.part import Part
from domino_lab.widgets.spreads import is_spread
from domino_lab.widgets.telling import origin_of
from domino_lab.widgets.terms import linked
from domino_lab.words import phrase

FRESH = ("dealt_next", "dealt_new", "resumed")
"""Notices after which it is also told what lies on the table."""


def happened(board: Board) -> str:
    """The caption of the step where the board stands.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> happened(Board(dealt(get("block"), Shuffle(seed=7)))).split(".")[0]
    'The tiles are dealt'
    """
    return board.snapshot.told.caption


class Said(Part):
    """The caption: what happened (as `telling` says it), what is chosen, or why not; `told` is its text, to announce.

    `also` may add a sentence, such as that the picture is smaller now.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> told = Said(Board(dealt(get("block"), Shuffle(seed=7))))
    >>> told.here.do(Draw())
    >>> "BL-DRAW-1" in told.rule
    True
    """

    css = "dlab-caption"
    label = "explainer"

    def __init__(self, what: Board, *, telling: Callable[[Any], str] = happened,
                 also: Callable[[], str] = str, **how: Any) -> None:
        self._telling, self._also, self.told, self.rule = telling, also, "", ""
        super().__init__(what, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.text = ipywidgets.HTML()
        return (self.text,)

    def _show(self) -> None:
        self.told = " ".join(filter(None, (self._caption(), called(self.here), self._also())))
        self.rule = _rule(self.here)
        refused = self.here.refused is not None
        sign = '<b aria-hidden="true">✗</b> ' if refused else ""
        origin = f'<p class="dlab-rule">{escape(self.rule)}</p>' if self.rule else ""
        self.text.value = f'<p class="{"dlab-miss" if refused else "dlab-said"}">{sign}{linked(self.told)}</p>{origin}'

    def _caption(self) -> str:
        board = self.here
        if board.refused is not None:
            return " ".join(filter(None, (board.refused.text, instead(board))))
        if board.notice:
            state = board.live
            words = phrase(f"board.{board.notice}", step=board.end, game=state.rules.name,
                           player=state.table.names[state.turn])
            fresh = self._telling(board) if board.notice in FRESH else ""
            return " ".join(filter(None, (words, chosen(board), fresh)))
        return chosen(board) or self._telling(board)


def chosen(board: Board) -> str:
    """How many places take the chosen tile, and what Enter would do; empty where none is chosen.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> board = Board(dealt(get("block"), Shuffle(seed=7)))
    >>> board.choose(board.legal[0].tile)
    >>> chosen(board)
    '6-6 selected. It can be the first tile.'
    """
    action, tile = board.chosen_action, board.tile
    if action is None:
        return ""
    found, names = board.choices, "tile"
    count = sum(choice.allowed for choice in found)
    if is_spread(board.live):
        names = "goes"
    elif isinstance(action, Play) and action.end is None:
        return phrase("board.chosen_first" if count else "board.chosen_first_not", tile=tile)
    else:
        count, names = len({choice.action[:2] for choice in found if choice.allowed}), "fits"
    if not count:
        return phrase(f"board.chosen_{names}_none", tile=tile)
    fits = found[min(board.place, len(found) - 1)].allowed
    return phrase(f"board.chosen_{names}" if fits else f"board.chosen_{names}_not", tile=tile, count=count,
                  aim=_action_words(board))


def called(board: Board) -> str:
    """The score that goes with the next tile; empty where none is called.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> board = Board(dealt(get("muggins"), Shuffle(seed=7)))
    >>> board.call = 10
    >>> called(board)
    'You will call 10 with the next tile.'
    """
    return phrase("board.called", points=board.call) if board.call else ""


def _action_words(board: Board) -> str:
    action = board.chosen_action
    words = describe_move(board.live, action)
    out = action.out if isinstance(action, Play) else None
    return words if out is None else phrase("board.outward", aim=words, out=out)


def instead(board: Board) -> str:
    """What may be done instead of what was refused; nothing where it is another's turn.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> instead(Board(dealt(get("block"), Shuffle(seed=7))))
    'You have to start with 6-6.'
    """
    if not board.legal:
        return ""
    action = nearest(board.live, board.chosen_action or Draw())
    return suggest(board.live, action) if action is not None else ""


def _rule(board: Board) -> str:
    """Where the rule stands that decided; empty where none did."""
    if board.refused is not None:
        return phrase("widgets.rule", clause=board.refused.id, origin=origin_of(board.refused.clause))
    if board.tile is not None or board.notice or getattr(board, "written", ""):
        return ""
    told = board.snapshot.told
    return phrase("widgets.rule", clause=told.clause, origin=told.origin) if told.clause else ""
