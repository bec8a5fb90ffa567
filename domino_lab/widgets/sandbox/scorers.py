"""Scorers: which tile would score next, and how much, under each of the rulesets."""

from __future__ import annotations

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.explain.scenarios import PlaceProspects, Prospect, place_text, prospects_by_place
from domino_lab.tiles import Tile
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.sandbox.study_board import StudyBoard
from domino_lab.words import phrase

HELD, ALL = "held", "all"


class Scorers(Part):
    """A table of the tiles that would score next, for the tiles held or for all that are not on the table.

    A press on a tile chooses it at that end. The plays that score nothing are shown when the reader asks for them.
    """

    css = "dlab-scorers"
    label = "scenarios.scorers"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        options = [(phrase("scenarios.held"), HELD), (phrase("scenarios.all"), ALL)]
        self.which = ipywidgets.Dropdown(options=options, value=ALL, description=phrase("scenarios.of"),
                                         layout=ipywidgets.Layout(width="auto"))
        self.which.observe(self.frame.guard(lambda _change: self.show()), "value")
        self.rest = self.button("scenarios.show_rest", self._turn_rest, "dlab-quiet")
        self.heading, self.list = ipywidgets.HTML(), ipywidgets.HTML()
        self.list.add_class("dlab-scroll")
        self.whole, self._shown = False, None
        self.rows: tuple[PlaceProspects, ...] = ()
        row = in_row(self.heading, self.which, self.rest)
        return row, self.list

    def _turn_rest(self) -> None:
        self.whole = not self.whole
        self.show()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that are asked about."""
        position = self.here.position
        return position.holding if position.holding and self.which.value == HELD else position.unseen

    def _show(self) -> None:
        here: StudyBoard = self.here
        now = (here.position, self.which.value, self.whole)
        if self._shown is not None and all(one is other for one, other in zip(now, self._shown, strict=True)):
            return
        self._shown = now
        self.which.layout.display = "" if here.holding else "none"
        self.rows = prospects_by_place(here.sides, self.tiles)
        scoring = [row for row in self.rows if row.best]
        self.heading.value = f'<div class="dlab-heading">{escape(self._told(len(scoring)))}</div>'
        self.rest.description = phrase("scenarios.hide_rest" if self.whole else "scenarios.show_rest")
        self.rest.layout.display = "" if len(scoring) < len(self.rows) else "none"
        self.list.value = _table(here, self.rows if self.whole else scoring)

    def _told(self, count: int) -> str:
        if all(rules["play_score"] == "none" for rules in self.here.rulesets):
            return phrase("scenarios.no_score", game=self.here.rulesets[0].name)
        return phrase("scenarios.scoring_plays", count=count) if count else phrase("scenarios.none_scores")

    def press(self, what: str) -> None:
        """A tile of the table was pressed, as "aim:3", by the number of its row: choose it at that end."""
        verb, _, number = what.partition(":")
        if verb != "aim" or not number.isdecimal() or int(number) >= len(self.rows):
            return
        row = self.rows[int(number)]
        self.here.choose((row.tile.low, row.tile.high))
        places = [place for place, choice in enumerate(self.here.choices) if _is_at(row, choice.action)]
        if places:
            self.here.place = places[0]


def _is_at(row: PlaceProspects, play: object) -> bool:
    end, out = play.end, play.out
    if end is None or row.onto is None:
        return end is None and row.onto is None
    return (end.at, end.value) == (row.onto.number, row.value) and row.out in (None, out)


def _table(board: StudyBoard, rows: list[PlaceProspects] | tuple[PlaceProspects, ...]) -> str:
    if not rows:
        return ""
    names = [rules.name for rules in board.rulesets]
    heads = [phrase("scenarios.tile"), phrase("scenarios.where"), *(names if len(names) > 1 else
                                                                  [phrase("scenarios.counted")])]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    order = {id(row): number for number, row in enumerate(rows)}
    body = "".join(_line(row, order[id(row)]) for row in rows)
    caption = escape(phrase("scenarios.scorers"))
    return (f'<table class="dlab-grid"><caption class="dlab-unseen">{caption}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")


def _line(row: PlaceProspects, number: int) -> str:
    where = place_text(row) or phrase("scenarios.first")
    words = phrase("scenarios.choose", tile=row.tile, where=where)
    mark = "" if row.onto is None else f' data-dlab-tile="{row.onto.number}"'
    pressed = (f'<button class="dlab-pick" data-dlab-press="aim:{number}" title="{escape(words)}"'
               f' aria-label="{escape(words)}">{row.tile}</button>')
    cells = "".join(f"<td>{_cell(one)}</td>" for one in row.prospects)
    return f'<tr{mark}><th scope="row">{pressed}</th><td>{escape(where)}</td>{cells}</tr>'


def _cell(one: Prospect | None) -> str:
    if one is None:
        return f'<span class="dlab-note">{escape(phrase("scenarios.not_there"))}</span>'
    points = f' <b class="dlab-plus-points">+{one.points}</b>' if one.points else ""
    return f"{escape(one.sum or '0')}{points}"
