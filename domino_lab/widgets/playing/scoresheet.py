"""ScoreSheet: what each side got in each hand of a match, in play and at the end, and its total."""

from __future__ import annotations

import ipywidgets

from domino_lab.escaping import escape
from domino_lab.play.match import SheetRow
from domino_lab.widgets.part import Part
from domino_lab.widgets.playing.game import Game
from domino_lab.words import phrase

FEW = 2
"""So many sides have room for a score and its total in one line; where there are more, the total goes below."""


class ScoreSheet(Part):
    """The score sheet as a table, one row a hand, the one on the table last.

    >>> sheet = ScoreSheet(Game("all-fives", against="greedy", seed=1))
    >>> sheet.table.value.count("<tr>")
    2
    """

    css = "dlab-sheet"
    label = "playing.sheet"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.table = ipywidgets.HTML()
        return (self.table,)

    def _show(self) -> None:
        keeps = self.here.live.rules.keeps_score
        self.layout.display = "" if keeps else "none"
        self.table.value = written(self.here) if keeps else ""


def written(game: Game) -> str:
    """The score sheet as HTML.

    >>> "<b>0</b>" in written(Game("all-fives", against="greedy", seed=1))
    True
    """
    table, in_play = game.live.table, game.live.rules["play_score"] != "none"
    sides = range(len(game.live.scores))
    head = "".join(f'<th scope="col">{escape(table.side_name(side))}</th>' for side in sides)
    rows = "".join(_row(row, in_play=in_play) for row in game.sheet)
    caption = escape(_caption(game))
    note = f'<p class="dlab-note">{escape(phrase("playing.sheet_note"))}</p>' if in_play else ""
    hand = escape(phrase("playing.sheet_hand"))
    css = "dlab-facts dlab-many" if len(sides) > FEW else "dlab-facts"
    return (f'<div class="dlab-sideways"><table class="{css}"><caption>{caption}</caption>'
            f'<tr><th scope="col">{hand}</th>{head}</tr>{rows}</table></div>{note}')


def _caption(game: Game) -> str:
    rules, seats = game.live.rules, len(game.timeline.names)
    goal = rules.winning.goal(seats, teams=rules.dealing.teams == "pairs") if game.whole else None
    return phrase("playing.sheet_goal", goal=goal) if goal else phrase("playing.sheet")


def _row(row: SheetRow, *, in_play: bool) -> str:
    cells = zip(row.played, row.award, row.total, strict=True)
    written = "".join(f"<td>{_cell(*cell, in_play=in_play)}</td>" for cell in cells)
    return f'<tr><th scope="row">{row.hand}</th>{written}</tr>'


def _cell(played: int, award: int, total: int, *, in_play: bool) -> str:
    if played < 0:
        words = phrase("playing.sheet_paid", paid=-played, award=award)
    else:
        words = phrase("playing.sheet_row" if in_play else "playing.sheet_award", played=played, award=award)
    return f"{escape(words)} <b>{total}</b>"
