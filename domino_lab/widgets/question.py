"""Question: predict, then reveal. The next step stays hidden until the learner answers, or asks to be shown."""

from __future__ import annotations

from typing import Any

import ipywidgets

from domino_lab.errors import NotationError
from domino_lab.escaping import escape
from domino_lab.explain.questions import NUMBER, TILE, HandQuestion
from domino_lab.widgets.onlooker import open_to
from domino_lab.widgets.part import Part, html
from domino_lab.widgets.spreads import is_spread, lying
from domino_lab.words import phrase


class Question(Part):
    """Asks what the hand file asks, at the step before; takes a number, a tile or one of a few words.

    With `asks=False` the question itself is left to the caption beside it.

    >>> Question("block", seed=7).layout.display
    'none'
    """

    css = "dlab-question"
    label = "question"

    def __init__(self, what: Any, *, asks: bool = True, **how: Any) -> None:
        self.asks = asks
        self._shown: HandQuestion | str | None = "nothing yet"
        super().__init__(what, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.text, self.said = ipywidgets.HTML(), ipywidgets.HTML()
        self.said.add_class("dlab-said")
        self.number = ipywidgets.Text(
            description=phrase("widgets.answer"), continuous_update=False, layout=ipywidgets.Layout(width="auto")
        )
        self.number.add_class("dlab-answer")
        self.tile = ipywidgets.Dropdown(description=phrase("widgets.answer"), layout=ipywidgets.Layout(width="auto"))
        self.options = ipywidgets.HBox()
        self.check = self.button("check", self._check, "dlab-check")
        self.show_me = self.button("show_me", self._show_me, "dlab-quiet")
        self.hint = self.button("hint", self._hint, "dlab-quiet")
        row = ipywidgets.HBox([self.number, self.tile, self.options, self.check, self.show_me, self.hint])
        for one in (row, self.options):
            one.add_class("dlab-row")
        return self.text, row, self.said

    def _show(self) -> None:
        asked = self.here.question
        if asked == self._shown:
            return
        self._shown = asked
        self.layout.display = "none" if asked is None else ""
        for old in self.options.children:
            old.close()
        self.options.children = ()
        if asked is not None:
            self._ask(asked)

    def _ask(self, asked: HandQuestion) -> None:
        self.text.value = html(phrase("widgets.ask", text=asked.text), "dlab-ask") if self.asks else ""
        self.said.value, self.number.value = "", ""
        typed, picked = asked.kind == NUMBER, asked.kind == TILE
        self._only(self.number, shown=typed)
        self._only(self.tile, shown=picked)
        self._only(self.check, shown=typed or picked)
        self._only(self.hint, shown=bool(asked.hint))
        if picked:
            tiles = [(str(tile), str(tile)) for tile in self._tiles()]
            self.tile.options = [(phrase("widgets.choose_tile"), ""), *tiles]
            self.tile.value = ""
        self.options.children = tuple(self._choice(option) for option in asked.options)

    def _only(self, one: ipywidgets.Widget, *, shown: bool) -> None:
        one.layout.display = "" if shown else "none"

    def _tiles(self) -> tuple[object, ...]:
        state = self.here.state
        if is_spread(state):
            return lying(state)
        if state.table.study or not open_to(self.here, state.turn):
            laid = {laid.tile for laid in state.chain.laid}
            return tuple(tile for tile in state.rules.equipment.set.tiles if tile not in laid)
        return tuple(sorted(state.holdings[state.turn]))

    def _choice(self, option: str) -> ipywidgets.Button:
        made = ipywidgets.Button(description=option)
        made.add_class("dlab-button")
        made.on_click(self.frame.guard(lambda _button: self._commit(option)))
        return made

    def _enter(self, given: str) -> None:
        self.number.value = given
        self._check()

    def _check(self) -> None:
        asked = self.here.question
        if asked is not None:
            self._commit(self.tile.value if asked.kind == TILE else self.number.value)

    def _commit(self, given: str) -> None:
        try:
            if self.tile.layout.display != "none" and not given:
                raise NotationError(phrase("widgets.want_tile"))
            self.here.answer(given)
        except NotationError as wanted:
            self.said.value = f'<p role="alert" class="dlab-note">{escape(str(wanted))}</p>'
        self._leave()

    def _show_me(self) -> None:
        self.here.answer(None)
        self._leave()

    def _leave(self) -> None:
        """The field of a question that is answered is gone: a subclass says where the focus goes then."""

    def _hint(self) -> None:
        if self.here.question is not None:
            self.said.value = html(self.here.question.hint or "", "dlab-note")
