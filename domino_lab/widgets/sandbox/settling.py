"""Settling: the tab for the end of a hand. Put tiles in the holdings, and see who wins and how much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.play.start import names_for
from domino_lab.rules.values import python_literal
from domino_lab.tiles import Tile
from domino_lab.widgets.board.history import History
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.sandbox.leftover import Leftover, Outcome, outcome
from domino_lab.widgets.sandbox.opening import typed
from domino_lab.widgets.sandbox.tile_kinds import Kind, beside
from domino_lab.widgets.sandbox.verdicts import announced, card, held
from domino_lab.words import phrase

NOBODY = -1
"""The choice of nobody in a list of seats."""


class Settling(Part):
    """The holdings at the end of a hand, a tile a button, and under each ruleset the winner, the award and its sum.

    A press on a tile gives it to the chosen player, or takes it back from him; a player who keeps none went out.
    """

    css = "dlab-settling"
    label = "scenarios.tab_settle"
    keys_taken = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "u", "r", "Escape", "?")

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.history = History(Leftover.empty(self.here.state.table.seats))
        self.seat, self.tile, self.notice = 0, None, phrase("scenarios.settle_start")
        self._last: Kind | None = None
        self._offering = False
        self.seats = self._dropdown("players", self._seat_counts(), self._set_seats)
        self.blocker = self._dropdown("laid_last", [], self._set_blocker)
        self.players, self.results, self.caption = ipywidgets.VBox(), ipywidgets.HTML(), ipywidgets.HTML()
        self.caption.add_class("dlab-caption")
        self.palette = ipywidgets.HBox()
        acts = {"undo": self.undo, "redo": self.redo, "clear": self.clear}
        self.buttons = {"give": self.button("scenarios.give", self._enter_key, "dlab-give dlab-check"),
                        **{name: self.button(f"sandbox.{name}", act) for name, act in acts.items()}}
        self.help = ipywidgets.HTML(_keys())
        self.help.layout.display = "none"
        self._of: object = None
        main = _box("dlab-main", in_row(self.seats, self.blocker), self.players, self.caption,
                    in_row(*self.buttons.values()), self.palette, self.help)
        self.body = ipywidgets.Box([main, _box("dlab-aside", self.results)])
        self.body.add_class("dlab-body")
        self.watch("root_width", self._fit, of=self.frame)
        return (self.body,)

    @property
    def left(self) -> Leftover:
        """What the players hold."""
        return self.history.now

    @property
    def outcomes(self) -> list[Outcome]:
        """How each ruleset settles it."""
        return [outcome(rules, self.left) for rules in self.here.rulesets]

    @property
    def told(self) -> str:
        """What is announced: the visible caption."""
        return " ".join(filter(None, (self.notice, *(announced(found, self.left) for found in self.outcomes))))

    @property
    def line(self) -> str:
        """The line of Python that settles this under the first ruleset; empty while tiles are missing."""
        named = typed(self.here.rulesets[0])
        if named is None or self.outcomes[0].verdict is None:
            return ""
        last = "" if self.left.blocker is None else f", blocker={self.left.blocker}"
        held_now = [[str(tile) for tile in holding] for holding in self.left.holdings]
        return f"dl.settle({named}, holdings={python_literal(held_now)}{last})"

    # --- doing

    def give(self, kind: Kind) -> None:
        """Give that tile to the chosen player; one the player holds already is taken back."""
        mine, spare = self.left.held(self.seat, kind), self.left.spare(self.here.rulesets[0], kind)
        name = self._names[self.seat]
        if mine is not None and spare is None:
            self._go(self.left.drop(self.seat, mine), phrase("scenarios.dropped", player=name, tile=mine))
        elif spare is not None:
            self._go(self.left.put(self.seat, spare), phrase("scenarios.given", player=name, tile=spare))
        else:
            self._say(phrase("scenarios.elsewhere", tile=Tile(*kind)))

    def drop(self, seat: int, kind: Kind) -> None:
        """Take that tile back from `seat`."""
        tile = self.left.held(seat, kind)
        if tile is not None:
            self._go(self.left.drop(seat, tile), phrase("scenarios.dropped", player=self._names[seat], tile=tile))

    def clear(self) -> None:
        """Take all tiles back."""
        self._go(Leftover.empty(len(self.left.holdings)), phrase("scenarios.settle_start"))

    def undo(self) -> None:
        """Take the last thing back."""
        self._say(phrase("scenarios.undone" if self.history.undo() else "sandbox.nothing_undone"))

    def redo(self) -> None:
        """Do again what was taken back."""
        self._say(phrase("scenarios.redone" if self.history.redo() else "sandbox.nothing_redone"))

    def choose_seat(self, seat: int) -> None:
        """From here on tiles go to `seat`."""
        self.seat = seat % len(self.left.holdings)
        self._say(phrase("scenarios.chosen_player", player=self._names[self.seat]))

    def _turn(self, by: int) -> None:
        self.tile = self._last = beside(list(self._kinds), self._last, by)
        self._say(phrase("scenarios.chosen_tile", tile=Tile(*self.tile), player=self._names[self.seat]))

    def _set_seats(self, seats: int) -> None:
        self._go(self.left.seated(seats), phrase("scenarios.seated", count=seats))

    def _set_blocker(self, seat: int) -> None:
        self._go(self.left._replace(blocker=None if seat == NOBODY else seat), "")

    def _go(self, left: Leftover, notice: str) -> None:
        if left != self.left:
            self.history.go_on(left)
            self._say(notice)

    def _say(self, notice: str) -> None:
        """What happens here is no change of the position, but it is shown and announced in the same way."""
        self.notice = notice
        self.seat = min(self.seat, len(self.left.holdings) - 1)
        self.here.changes += 1

    # --- keys and presses

    def _key(self, key: str) -> None:
        acts: dict[str, Callable[[], Any]] = {
            "ArrowUp": lambda: self._turn(-1), "ArrowDown": lambda: self._turn(1),
            "ArrowLeft": lambda: self.choose_seat(self.seat - 1), "ArrowRight": lambda: self.choose_seat(self.seat + 1),
            "Enter": self._enter_key, "u": self.undo, "r": self.redo, "Escape": self._escape, "?": self._help,
        }
        if key.startswith("Arrow"):
            self.frame.focus("dlab-give")      # on any other button Enter would press that
        if key in acts:
            acts[key]()

    def _enter_key(self) -> None:
        if self.tile is None:
            self._say(phrase("sandbox.choose_first"))
        else:
            self.give(self.tile)

    def _escape(self) -> None:
        self.tile, self.help.layout.display = None, "none"
        self._say("")

    def _help(self) -> None:
        self.help.layout.display = "" if self.help.layout.display == "none" else "none"

    # --- what is shown

    @property
    def _names(self) -> tuple[str, ...]:
        return names_for(len(self.left.holdings), self.here.state.table.names)

    @property
    def _kinds(self) -> dict[Kind, ipywidgets.Button]:
        return self._tiles

    def _seat_counts(self) -> list[tuple[str, int]]:
        counts = sorted({count for rules in self.here.rulesets for count in rules.dealing.seat_counts})
        return [(str(count), count) for count in counts]

    def _show(self) -> None:
        left, names = self.left, self._names
        self._fill()
        self._offer(self.seats, self._seat_counts(), len(left.holdings))
        said = [(phrase("scenarios.nobody_says"), NOBODY), *((name, seat) for seat, name in enumerate(names))]
        self._offer(self.blocker, said, NOBODY if left.blocker is None else left.blocker)
        self.players.children = self._player_rows(names)
        for kind, button in self._tiles.items():
            self._dress(kind, button)
        self.buttons["undo"].disabled = not self.history.can_undo
        self.buttons["redo"].disabled = not self.history.can_redo
        self.caption.value = f"<p>{escape(self.told)}</p>"
        self.results.value = "".join(card(found, left) for found in self.outcomes)

    def _player_rows(self, names: tuple[str, ...]) -> tuple[ipywidgets.Widget, ...]:
        rows = list(self.players.children)
        while len(rows) < len(names):
            rows.append(self._player_row(len(rows)))
        for seat, name in enumerate(names):
            chosen, tiles = rows[seat].children
            chosen.description = name
            (chosen.add_class if seat == self.seat else chosen.remove_class)("dlab-current")
            tiles.value = held(self.left, seat, name, self.here.rulesets[0].equipment.total)
        for row in rows[len(names):]:
            row.close()
        return tuple(rows[: len(names)])

    def _player_row(self, seat: int) -> ipywidgets.HBox:
        chosen = ipywidgets.Button()
        chosen.on_click(self.frame.guard(lambda _button: self.choose_seat(seat)))
        for css in ("dlab-button", "dlab-player"):
            chosen.add_class(css)
        return in_row(chosen, ipywidgets.HTML())

    def _fill(self) -> None:
        tiles = self.here.rulesets[0].equipment.set
        if tiles == self._of:
            return
        self._of = tiles
        self._tiles = {kind: self._tile(kind) for kind in dict.fromkeys((one.low, one.high) for one in tiles.tiles)}
        for css in ("dlab-row", "dlab-tiles"):
            self.palette.add_class(css)
        for old in self.palette.children:
            old.close()
        self.palette.children = tuple(self._tiles.values())

    def _tile(self, kind: Kind) -> ipywidgets.Button:
        made = ipywidgets.Button(description=str(Tile(*kind)))
        made.on_click(self.frame.guard(lambda _button: self.give(kind)))
        for css in ("dlab-button", "dlab-tile"):
            made.add_class(css)
        return made

    def _dress(self, kind: Kind, button: ipywidgets.Button) -> None:
        spare = self.left.spare(self.here.rulesets[0], kind) is not None
        mine = self.left.held(self.seat, kind) is not None
        button.disabled = not spare and not mine
        (button.add_class if kind == self.tile else button.remove_class)("dlab-chosen")
        (button.add_class if mine else button.remove_class)("dlab-held")
        button.description = f"{Tile(*kind)} •" if mine else str(Tile(*kind))

    def _dropdown(self, label: str, options: list[tuple[str, int]], act: Callable[[int], None]
                  ) -> ipywidgets.Dropdown:
        made = ipywidgets.Dropdown(options=options, description=phrase(f"scenarios.{label}"),
                                   layout=ipywidgets.Layout(width="auto"))
        made.observe(self.frame.guard(lambda change: None if self._offering else act(change["new"])), "value")
        return made

    def _offer(self, choice: ipywidgets.Dropdown, options: list[tuple[str, int]], value: int) -> None:
        """What is offered is no choice of the reader's."""
        self._offering = True
        try:
            if options != list(choice.options):
                choice.options = options
            choice.value = value
        finally:
            self._offering = False

    def _fit(self) -> None:
        wide = self.frame.root_width >= 620
        (self.body.add_class if wide else self.body.remove_class)("dlab-wide")

    def press(self, what: str) -> None:
        """A tile in a holding was pressed, as "drop:0:5-5": it is taken back."""
        verb, _, rest = what.partition(":")
        if verb == "drop":
            seat, _, name = rest.partition(":")
            tile = Tile.of(name)
            self.drop(int(seat), (tile.low, tile.high))


def _keys() -> str:
    label, listed = escape(phrase("widgets.keys_label")), escape(phrase("scenarios.settle_keys"))
    return f'<p class="dlab-note"><b>{label}.</b> {listed}</p>'


def _box(css: str, *children: ipywidgets.Widget) -> ipywidgets.VBox:
    box = ipywidgets.VBox(list(children))
    box.add_class(css)
    return box
