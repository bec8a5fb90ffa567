"""Why not? Any tile at any open end, a draw or a pass, or what else a game knows: the rule answers."""

from __future__ import annotations

import ipywidgets

from domino_lab.actions import Action, Play
from domino_lab.escaping import escape
from domino_lab.explain.move_text import ScoreCall
from domino_lab.explain.why_not import why_not
from domino_lab.widgets.onlooker import open_to
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.possible_actions import action, action_kinds, is_called, places, tiles
from domino_lab.widgets.terms import linked
from domino_lab.widgets.viewpoint import is_blind
from domino_lab.words import phrase

_SECOND = {"lay": "place", "stack": "place", "remove": "with", "shift": "place", "call": "place"}


class Refused(Part):
    """A tile, a place, and the ruling on laying it there now; the same for all else that may be tried.

    >>> refused = Refused("block", seed=7)
    >>> refused.kind.value = "draw"
    >>> "BL-DRAW-1" in refused.answer.value
    True
    """

    css = "dlab-refused"
    label = "why_not"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        narrow = {"layout": ipywidgets.Layout(width="auto", flex="1 1 150px")}
        self.kind = ipywidgets.Dropdown(options=self._kinds(), description=phrase("widgets.what"), **narrow)
        self.tile = ipywidgets.Dropdown(description=phrase("widgets.tile"), **narrow)
        self.place = ipywidgets.Dropdown(description=phrase("widgets.place"), **narrow)
        self.call = ipywidgets.BoundedIntText(0, 0, 999, 5, description=phrase("branch.call"),
                                              layout=ipywidgets.Layout(width="auto", flex="0 1 130px"))
        self.answer = ipywidgets.HTML()
        self.kind.observe(self.frame.guard(lambda _change: self._show()), "value")
        asked = self.frame.guard(lambda _change: self._answer())
        for choice in (self.tile, self.place, self.call):
            choice.observe(asked, "value")
        row = in_row(self.kind, self.tile, self.place, self.call)
        return row, self.answer

    def _kinds(self) -> list[tuple[str, str]]:
        return [(phrase(f"widgets.do_{kind}"), kind) for kind in action_kinds(self.here.state)]

    def _show(self) -> None:
        with self.hold_trait_notifications():
            self._offer(self.kind, self._kinds())
            kind = self.kind.value
            self._offer(self.tile, [(str(tile), tile) for tile in tiles(self.here)])
            self._offer(self.place, places(self.here, kind))
        self.place.description = phrase(f"widgets.{_SECOND.get(kind, 'place')}")
        self.place.disabled = kind not in _SECOND
        self.tile.disabled = self.place.disabled or kind == "call"
        self.call.layout.display = "" if is_called(self.here.state, kind) else "none"
        self._answer()

    def _offer(self, choice: ipywidgets.Dropdown, options: list[tuple[str, object]]) -> None:
        if options != list(choice.options):
            before, values = choice.value, [value for _, value in options]
            choice.options = options
            choice.value = before if before in values else values[0] if values else None

    def _answer(self) -> None:
        self.answer.value = self._said()

    def _said(self) -> str:
        here, attempt = self.here, self._action()
        hidden = self._hidden(attempt)
        if attempt is None or hidden:
            return _note(hidden or "why_not_secret")
        found = why_not(here.state, attempt, here.seen_by)
        secret = not open_to(here, here.state.turn) and not here.state.table.study
        text = found.ruling.text if secret else found.text
        rule = phrase("widgets.why_not_answer", clause=found.clause, origin=found.origin)
        css, sign = ("hit", "✓") if found.allowed else ("miss", "✗")
        return (f'<p class="dlab-{css}"><b aria-hidden="true">{sign}</b> {linked(text)}</p>'
                f'<p class="dlab-rule">{escape(rule)}</p>')

    def _hidden(self, attempt: Action | ScoreCall | None) -> str:
        """Why the ruling would tell more than may be known; a call is about what lies on the table for all to see."""
        here, asked = self.here, self.here.question
        if asked is not None and (
                asked.about in ("legal", "tile", "who") or asked.step == here.step or _calls(attempt)):
            return "why_not_question"
        if isinstance(attempt, ScoreCall):
            return ""
        if here.seen_by is not None and is_blind(here.timeline) and here.now.settled is None:
            return "why_not_blind"
        return "why_not_secret" if here.seen_by == -1 else ""

    def _action(self) -> Action | ScoreCall | None:
        return action(self.here.state, self.kind.value, self.tile.value, self.place.value, self.call.value)


def _calls(attempt: Action | ScoreCall | None) -> bool:
    """A call is answered by what the ends come to."""
    return isinstance(attempt, ScoreCall) or (isinstance(attempt, Play) and attempt.call is not None)


def _note(key: str) -> str:
    return f'<p class="dlab-note">{escape(phrase(f"widgets.{key}"))}</p>'
