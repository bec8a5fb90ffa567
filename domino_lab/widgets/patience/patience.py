"""Patience: a game for one player in a notebook, by pointer or by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ipywidgets

from domino_lab.arguments import checked
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal, python_source
from domino_lab.widgets.board.rack import LAY
from domino_lab.widgets.board.view import BoardView
from domino_lab.widgets.part import html, in_row
from domino_lab.widgets.patience.panels import BestLine, Matter, Results, summary
from domino_lab.widgets.patience.said import Caption, standing, told
from domino_lab.widgets.patience.solo import Solo
from domino_lab.widgets.patience.tally import Tally
from domino_lab.widgets.problems import Problems
from domino_lab.widgets.spreads import is_spread
from domino_lab.widgets.takeaway import Takeaway
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

_KEYS: dict[str, Callable[[Patience], None]] = {
    "h": lambda game: game.hint(), "b": lambda game: game.here.show_best(), "o": lambda game: game.here.say_on(),
    "n": lambda game: game.deal(),
}
"""What each key does beside those of every board."""


class Patience(BoardView):
    """Play one of the six games for one player; each move is judged by the rules, and a hint names its clause.

    `what` is a ruleset or its id, with `seed` and `hand` for the deal; or a hand of such a game by its name, its file
    or its line, to go on with from step `step`; or the board of another view. `large` is for a projector. `here` is the
    board, `results` what became of each deal of the session: a cell that is run again goes on with them, and a
    `tally` of one's own keeps those of two players apart. Raises RulesetError for a game against others, and
    RecordError where there is no such hand.

    >>> patience = Patience("five-columns", seed=3)
    >>> for key in ("h", "Enter"):
    ...     patience.key(key)
    >>> patience.here.live.left
    26
    """

    css = "dlab-board"
    label = "patience.patience"
    keys_taken = tuple(dict.fromkeys((*(key for key in BoardView.keys_taken if not key.isdigit()), *_KEYS)))
    says = Caption

    @checked
    def __init__(self, what: str | Path | Ruleset | Timeline | Solo = "five-columns", *, seed: int = 0, hand: int = 0,
                 step: int | None = None, large: bool = False, tally: Tally | None = None) -> None:
        solo = what if isinstance(what, Solo) else Solo(what, seed=seed, hand=hand, step=step, tally=tally)
        super().__init__(solo, large=large)

    # --- what a notebook asks for

    @property
    def results(self) -> pd.DataFrame:
        """What became of each deal of this session: a row with its result, tiles left, moves, choices and hints."""
        return self.here.tally.table()

    @checked
    def to_csv(self, path: str | Path | None = None) -> str:
        """The results as CSV text, written to the file `path` where one is named."""
        return self.here.tally.to_csv(path)

    def clear_results(self) -> None:
        """Begin the results of the session anew."""
        self.here.forget()

    @property
    def line(self) -> str:
        """The line of Python that deals this game again; empty for a hand that has no name."""
        return recipe(self.here)

    @property
    def deal(self) -> Any:
        """What opens another deal."""
        return self._deal_anew

    def _deal_anew(self) -> None:
        """The button that was pressed may go with the game that is over: the focus goes where the next one begins."""
        self.here.new_deal()
        self.frame.focus(LAY)

    def _start_again(self) -> None:
        self.here.restart()
        self.frame.focus(LAY)

    # --- how it looks

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        made = super()._build()
        here = self.here
        acts = {"hint": self.hint, "say_on": here.say_on, "best": here.show_best}
        self.buttons = {name: self.button(f"patience.{name}", act) for name, act in acts.items()}
        self.buttons["restart"] = self.button("board.restart", self._start_again)
        self.buttons["new_deal"] = self.button("board.new_deal", self._deal_anew)
        row = self.action_bar.children[0]
        row.children = (*row.children[:-1], *self.buttons.values(), row.children[-1])
        self.action_bar.help.value = f'<p class="dlab-note">{phrase("patience.keys")}</p>'
        if is_spread(here.live):
            self._put_tiles_aside()
        return (Problems(here, within=self.frame), *made)

    def _put_tiles_aside(self) -> None:
        """All 28 tiles as buttons fill a column of their own, so that the table and what can be done fit a screen."""
        main = self.body.children[0]
        main.children = tuple(child for child in main.children if child is not self.rack)
        self.aside.children = (self.rack,)
        self.body.children = (main, self.aside)
        self._fit()

    def _between(self) -> tuple[ipywidgets.Widget, ...]:
        self.standing = ipywidgets.HTML()
        return (self.standing,)

    def _offers(self) -> tuple[ipywidgets.Widget, ...]:
        """The best way is looked for behind "more" while the game goes on, and offered to all when it is over."""
        inside = {"within": self.frame}
        self.look = self.button("patience.best", self.here.show_best, "dlab-quiet")
        self.matter, self.record = Matter(self.here, **inside), Results(self.here, **inside)
        self.takeaway = Takeaway(self.here, **inside)
        return in_row(self.look), self.matter, self.record, self.takeaway

    def _below(self) -> tuple[ipywidgets.Widget, ...]:
        self.best_line = BestLine(self.here, within=self.frame)
        return (self.best_line,)

    def _told(self, board: Any) -> str:
        return told(board)

    def _show(self) -> None:
        here = self.here
        won = summary(here.tally.of(here.game))
        self.standing.value = html(" ".join(filter(None, (standing(here), won))), "dlab-note")
        shown = {"hint": not here.is_over, "best": here.is_over, "restart": here.is_over, "new_deal": here.is_over,
                 "say_on": not here.is_over and here.timeline.rules.solo.key == "bingo"}
        for name, button in self.buttons.items():
            button.layout.display = "" if shown[name] else "none"
        for name in ("restart", "new_deal"):
            self.action_bar.extras[name].layout.display = "none" if shown[name] else ""
        self.buttons["restart"].disabled = not here.timeline.actions
        self.look.layout.display = "none" if shown["best"] else ""
        self.action_bar.buttons["pass"].layout.display = "none"
        self.look.disabled = not here.lies_open
        self.look.tooltip = "" if here.lies_open else phrase("patience.best_hidden")
        self._show_foot()

    def hint(self) -> None:
        """Ask for a hint; the focus goes to the button that does it, so that Enter is all that is left to press.

        >>> patience = Patience("five-columns", seed=3)
        >>> patience.hint()
        >>> "Rule FC-3" in patience.caption.rule
        True
        """
        self.frame.focus(LAY)
        self.here.ask()

    def _key(self, key: str) -> None:
        if key == "Escape" and self.here.best is not None and self.here.tile is None:
            self.best_line.put_away()
        elif key in _KEYS:
            _KEYS[key](self)
        else:
            super()._key(key)

    def _repr_mimebundle_(self, **which: Any) -> dict[str, Any]:
        """In a saved notebook also how many moves there are and how many tiles are left."""
        bundle = super()._repr_mimebundle_(**which)
        return {**bundle, "text/plain": f"{bundle['text/plain']} {standing(self.here)}"}


def recipe(solo: Solo) -> str:
    """The line that deals a game again.

    >>> recipe(Solo("five-columns", seed=3))
    'dl.Patience("five-columns", seed=3)'
    """
    line, shuffle = solo.timeline, solo.timeline.shuffle
    if shuffle is None or shuffle.given is not None:
        return f"dl.Patience({python_literal(str(solo.given))})" if _is_short(solo.given) else ""
    if line.rules.own:
        return ""
    hand = f", hand={shuffle.hand}" if shuffle.hand else ""
    return f"dl.Patience({python_source(line.rules)}, seed={shuffle.seed}{hand})"


def _is_short(given: object) -> bool:
    return isinstance(given, str | Path) and "\n" not in str(given)
