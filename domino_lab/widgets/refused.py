"""Why not? Any tile at any open end, a draw or a pass: the rule answers."""

from __future__ import annotations

from html import escape

import ipywidgets

from domino_lab.actions import Action, Draw, Pass, Play
from domino_lab.chain import OpenEnd
from domino_lab.explain.refusal import why_not
from domino_lab.tiles import Tile
from domino_lab.widgets.onlooker import open_to
from domino_lab.widgets.part import Part
from domino_lab.widgets.terms import linked
from domino_lab.words import phrase


class Refused(Part):
    """A tile, a place, and the ruling on laying it there now; the same for a draw and a pass.

    >>> refused = Refused("block", seed=7)
    >>> refused.deed.value = "draw"
    >>> "BL-DRAW-1" in refused.answer.value
    True
    """

    css = "dlab-refused"
    label = "why_not"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        narrow = {"layout": ipywidgets.Layout(width="auto", flex="1 1 150px")}
        deeds = [(phrase(f"widgets.do_{deed}"), deed) for deed in ("lay", "draw", "pass")]
        self.deed = ipywidgets.Dropdown(options=deeds, description=phrase("widgets.what"), **narrow)
        self.tile = ipywidgets.Dropdown(description=phrase("widgets.tile"), **narrow)
        self.place = ipywidgets.Dropdown(description=phrase("widgets.place"), **narrow)
        self.answer = ipywidgets.HTML()
        self._asked = self.frame.guard(lambda _change: self._answer())
        for choice in (self.deed, self.tile, self.place):
            choice.observe(self._asked, "value")
        row = ipywidgets.HBox([self.deed, self.tile, self.place])
        row.add_class("dlab-row")
        return row, self.answer

    def _show(self) -> None:
        if self.layout.display == "none":
            return
        with self.hold_trait_notifications():
            self._offer(self.tile, [(str(tile), tile) for tile in self._tiles()])
            self._offer(self.place, self._places())
        self._answer()

    def _offer(self, choice: ipywidgets.Dropdown, options: list[tuple[str, object]]) -> None:
        if options != list(choice.options):
            before, values = choice.value, [value for _, value in options]
            choice.options = options
            choice.value = before if before in values else values[0] if values else None

    def _tiles(self) -> tuple[Tile, ...]:
        """Where a holding lies face down, asking about its tiles would tell them: only open ones may be asked about."""
        state, seat = self.here.state, self.here.seen_by
        if seat is None or state.table.study:
            return state.rules.equipment.set.tiles
        return tuple(sorted(state.holdings[seat])) if seat >= 0 else ()

    def _places(self) -> list[tuple[str, OpenEnd | None]]:
        chain = self.here.state.chain
        if not chain.laid:
            return [(phrase("widgets.place_first"), None)]
        found: list[tuple[str, OpenEnd | None]] = []
        for end in chain.ends:
            alike = sum(other.at == end.at and other.value == end.value for other in chain.ends[:chain.ends.index(end)])
            key = "widgets.place_end_again" if alike else "widgets.place_end"
            words = phrase(key, value=end.value, tile=chain.laid[end.at].tile, number=alike + 1)
            found.append((words, end))
        return found

    def _answer(self) -> None:
        self.answer.value = self._said()
        laying = self.deed.value == "lay"
        self.tile.disabled = self.place.disabled = not laying

    def _said(self) -> str:
        here, asked = self.here, self.here.question
        if asked is not None and (asked.about in ("legal", "tile", "who") or asked.step == here.step):
            return _note("why_not_question")
        action = self._action()
        if action is None or here.seen_by == -1:
            return _note("why_not_secret")
        seat = here.seen_by
        found = why_not(here.state, action, seat)
        secret = not open_to(here, here.state.turn) and not here.state.table.study
        text = found.ruling.text if secret else found.text
        rule = phrase("widgets.why_not_answer", clause=found.clause, origin=found.origin)
        css, sign = ("hit", "✓") if found.allowed else ("miss", "✗")
        return (f'<p class="dlab-{css}"><b aria-hidden="true">{sign}</b> {linked(text)}</p>'
                f'<p class="dlab-rule">{escape(rule)}</p>')

    def _action(self) -> Action | None:
        if self.deed.value != "lay":
            return Draw() if self.deed.value == "draw" else Pass()
        return None if self.tile.value is None else Play(self.tile.value, self.place.value)


def _note(key: str) -> str:
    return f'<p class="dlab-note">{escape(phrase(f"widgets.{key}"))}</p>'
