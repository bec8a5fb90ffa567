"""Action bar: what can be done on a board, as buttons and keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from domino_lab.actions import Action, Draw, Pass, Say
from domino_lab.escaping import escape
from domino_lab.widgets.board.board import Board
from domino_lab.widgets.board.rack import LAY
from domino_lab.widgets.part import Part, conceal, in_row, reveal
from domino_lab.widgets.possible_actions import action_kinds, is_called
from domino_lab.words import phrase

BARE: dict[str, Action] = {"draw": Draw(), "pass": Pass(), "say": Say()}
"""What is done without a tile, by its name in words/en/board.toml."""

DIGITS = tuple("0123456789")
CALLED = 3
"""So many digits, at the most, has a score that is called."""


class ActionBar(Part):
    """Lay it (or take it away), draw, pass, undo and more; with a field for the score where scores are called.

    `deal` opens another deal; without it there is no button for that. `keys_told` names the list of keys. What else a
    view offers behind "more" it puts into `toolbox` with `offer`.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> bar = ActionBar(Board(dealt(get("block"), Shuffle(seed=7))))
    >>> for key in ("ArrowDown", "Enter"):
    ...     bar.key(key)
    >>> bar.here.refused.id
    'BL-LEAD-1'
    """

    css = "dlab-deeds"
    label = "board.deeds"
    keys_taken = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", "d", "p", "u", "r", "?",
                  *DIGITS)

    def __init__(self, what: Board, *, deal: Callable[[], object] | None = None, keys_told: str = "board.keys",
                 **how: Any) -> None:
        self._deal, self._keys_told = deal, keys_told
        super().__init__(what, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        here = self.here
        self.buttons = {"act": self.button("board.play", self.act, f"{LAY} dlab-check")}
        for name, action in BARE.items():
            self.buttons[name] = self.button(f"board.{name}", self._does(action))
        self.buttons["undo"] = self.button("board.undo", here.undo)
        self.buttons["more"] = self.button("more", self.more, "dlab-quiet")
        self.call = ipywidgets.BoundedIntText(0, 0, 10**CALLED - 1, description=phrase("board.call"),
                                              layout=ipywidgets.Layout(width="auto", flex="0 0 150px"))
        self.call.add_class("dlab-answer")
        self.call.observe(self.frame.guard(lambda change: self._calls(change["new"])), "value")
        return in_row(self.call, *self.buttons.values()), self._toolbox()

    def _toolbox(self) -> ipywidgets.Widget:
        here = self.here
        acts = {"previous_place": lambda: here.turn_place(-1), "next_place": lambda: here.turn_place(1),
                "redo": here.redo, "restart": here.restart, "new_deal": self._deal or here.restart}
        self.extras = {name: self.button(f"board.{name}", act, "dlab-quiet") for name, act in acts.items()}
        self.help = ipywidgets.HTML(f'<p class="dlab-note">{self._keys()}</p>')
        self.toolbox = ipywidgets.VBox([in_row(*self.extras.values()), self.help])
        self.toolbox.add_class("dlab-toolbox")
        conceal(self.toolbox)
        return self.toolbox

    def _keys(self) -> str:
        calls = phrase("board.keys_call") if is_called(self.here.live, "lay") else ""
        words = " ".join(filter(None, (phrase(self._keys_told), calls)))
        return f"<b>{escape(phrase('widgets.keys_label'))}.</b> {escape(words)}"

    def offer(self, *widgets: ipywidgets.Widget) -> None:
        """Put these behind "more", above the list of keys."""
        self.toolbox.children = (*self.toolbox.children[:-1], *widgets, self.help)
        if not self.is_open:
            conceal(self.toolbox)

    @property
    def is_open(self) -> bool:
        """Whether what lies behind "more" is shown."""
        return self.toolbox.layout.display != "none"

    # --- showing

    def _show(self) -> None:
        here, known = self.here, action_kinds(self.here.live)
        done = here.is_over
        says = here.tile is None and Say() in here.legal
        for name in BARE:
            offered = name in known and not done and not (says and name == "say")
            self.buttons[name].layout.display = "" if offered else "none"
        usual = "play" if "lay" in known else "remove"
        kind = "say" if says else here.chosen_action.kind if here.chosen_action is not None else usual
        self.buttons["act"].description = phrase(f"board.{kind}")
        self._hide_act(done=done)
        allows = "" if getattr(here, "allows_undo", True) else "none"
        for button in (self.buttons["undo"], self.extras["redo"], self.extras["restart"]):
            button.layout.display = allows
        self.buttons["undo"].disabled = not self._can("undo")
        self.extras["redo"].disabled = not self._can("redo")
        for name in ("previous_place", "next_place"):
            self.extras[name].disabled = len(here.choices) < 2
        self.extras["new_deal"].layout.display = "" if self._deal is not None else "none"
        self.call.layout.display = "" if is_called(here.live, "lay") and not done else "none"
        self.call.value = here.call

    def _hide_act(self, *, done: bool) -> None:
        """The focus moves first: keys would be lost with a button that is gone."""
        display = "none" if done else ""
        if done and self.buttons["act"].layout.display != display:
            self.frame.focus()
        self.buttons["act"].layout.display = display

    def _can(self, what: str) -> bool:
        """A board may have a word in what can be taken back, by a property of its own."""
        return bool(getattr(self.here, f"may_{what}", getattr(self.here.history, f"can_{what}")))

    # --- doing

    def _does(self, action: Action) -> Callable[[], None]:
        return lambda: self._bare(action)

    def _bare(self, action: Action) -> None:
        """With no tile chosen the main button says the next number, and the other one goes: the focus goes first."""
        if isinstance(action, Say):
            self.frame.focus(LAY)
        self.here.do(action)

    def act(self) -> None:
        """Do what is chosen; with nothing chosen, say the next number where there is one to be said.

        When the hand is over, the rule that says so answers.
        """
        here = self.here
        bare = Say() if here.tile is None and Say() in here.legal else Pass() if here.is_over else None
        here.do(bare or here.chosen_action)

    def enter(self, given: str) -> None:
        """Enter was pressed in the field of the score to be called: it goes with the chosen tile, at once."""
        self._calls(int(given) if given.isdecimal() else 0)
        self.act()

    def _calls(self, points: int) -> None:
        self.here.call = min(points, self.call.max)

    def more(self) -> None:
        """Show the rest of what can be done, or put it away."""
        shown = not self.is_open
        (reveal if shown else conceal)(self.toolbox)
        self.buttons["more"].description = phrase("widgets.less" if shown else "widgets.more")

    def _enter(self, given: str) -> None:
        self.enter(given)

    def _key(self, key: str) -> None:
        here = self.here
        if key in ("ArrowUp", "ArrowDown"):
            self.frame.focus(LAY)       # first: a reader may be quick with Enter
            here.turn_tile(1 if key == "ArrowDown" else -1)
        elif key in DIGITS:
            self._digit(int(key))
        elif key == "Escape":
            self._escape()
        elif key in _ACTS:
            _ACTS[key](self)

    def _digit(self, digit: int) -> None:
        """Digits make up the score that is called; after three the next one begins another."""
        if is_called(self.here.live, "lay"):
            self._calls(digit if self.here.call >= 10 ** (CALLED - 1) else 10 * self.here.call + digit)

    def _escape(self) -> None:
        if self.here.tile is None and not self.here.call and self.is_open:
            self.more()
        else:
            self.here.cancel()


_ACTS: dict[str, Callable[[ActionBar], object]] = {
    "ArrowLeft": lambda bar: bar.here.turn_place(-1), "ArrowRight": lambda bar: bar.here.turn_place(1),
    "Enter": ActionBar.act, "d": lambda bar: bar.here.do(Draw()), "p": lambda bar: bar.here.do(Pass()),
    "u": lambda bar: bar.here.undo(), "r": lambda bar: bar.here.redo(), "?": ActionBar.more,
}  # fmt: skip
