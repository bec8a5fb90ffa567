"""Said: what is told of a patience: what happened, a dead end with its reason, a hint, and what is left to do."""

from __future__ import annotations

from typing import Any

from domino_lab.escaping import escape
from domino_lab.events import Ended
from domino_lab.rulings import Ruling
from domino_lab.widgets.board.said import Said, happened
from domino_lab.widgets.patience.solo import Solo
from domino_lab.widgets.telling import origin_of
from domino_lab.widgets.terms import linked
from domino_lab.words import phrase


def told(solo: Solo) -> str:
    """What happened at this step; at the end of a lost game also why nothing can be done any more.

    >>> told(Solo("five-columns", seed=3)).split(".")[0]
    'The tiles are dealt'
    """
    words, end = happened(solo), dead_end(solo)
    return " ".join(filter(None, (phrase("patience.dead_end", why=end.text) if end else "", words)))


def dead_end(solo: Solo) -> Ruling | None:
    """Why nothing can be done any more, where the reader looks at the end of a lost game.

    >>> dead_end(Solo("five-columns", seed=3)) is None
    True
    """
    ended = _ended(solo) if solo.now.settled is not None and solo.live.over == "lost" else None
    return ended.ruling if ended else None


def _ended(solo: Solo) -> Ended | None:
    """It stands in the last action, or in the deal."""
    events = [event for step in solo.timeline.steps[-2:] for event in step.events]
    return next((event for event in events if isinstance(event, Ended)), None)


def standing(solo: Solo) -> str:
    """How many moves there are now, and how many tiles are left.

    >>> standing(Solo("bingo", seed=3))
    '1 move now, 28 tiles left.'
    """
    state: Any = solo.live
    key = "now_line" if state.rules.solo.key == "line" else "now"
    return phrase(f"patience.{key}", moves=solo.moves, left=state.left, boneyard=state.boneyard)


class Caption(Said):
    """The caption of a patience; a hint takes its place until something else is chosen or done.

    >>> caption = Caption(Solo("five-columns", seed=3))
    >>> caption.here.ask()
    >>> caption.told == caption.here.tip.text, caption.here.tip.ruling.id in caption.rule
    (True, True)
    """

    def _show(self) -> None:
        super()._show()
        tip, end = self.here.tip, None if self.here.refused or self.here.notice else dead_end(self.here)
        ruling = tip.ruling if tip is not None else end
        if ruling is None:
            return
        self.told = tip.text if tip is not None else self.told
        self.rule = phrase("widgets.rule", clause=ruling.id, origin=origin_of(ruling.clause))
        sign = '<b aria-hidden="true">→</b> ' if tip is not None else ""
        rule = f'<p class="dlab-rule">{escape(self.rule)}</p>'
        self.text.value = f'<p class="dlab-said">{sign}{linked(self.told)}</p>{rule}'
