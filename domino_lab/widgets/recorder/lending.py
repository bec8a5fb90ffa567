"""Lending: what helps a teacher on: players who move for him, the tile that is drawn, a hand cut short."""

from __future__ import annotations

from typing import Any

import ipywidgets

from domino_lab.actions import Draw
from domino_lab.play import players
from domino_lab.play.policies import usual_policy
from domino_lab.tiles import Tile
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.recorder.scribe import Scribe
from domino_lab.words import phrase


class Lending(Part):
    """One move or the rest of the hand by a player, and a button that cuts off what follows a step.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> lending = Lending(Scribe(dealt(get("block"), Shuffle(seed=7))))
    >>> lending.move.click()
    >>> lending.here.end
    1
    """

    css = "dlab-lending"
    label = "recorder.players"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.players = ipywidgets.Dropdown(options=policies(), description=phrase("recorder.players"),
                                           layout=ipywidgets.Layout(width="auto"))
        self.move = self.button("recorder.let_move", self._move, "dlab-quiet")
        self.finish = self.button("recorder.let_finish", self._finish, "dlab-quiet")
        self.cut = self.button("recorder.cut_here", self.here.cut, "dlab-quiet")
        return in_row(self.players, self.move, self.finish), in_row(self.cut)

    def _show(self) -> None:
        stuck = self.here.is_over or self.here.timeline.is_study
        self.players.disabled = self.move.disabled = self.finish.disabled = stuck
        self.cut.disabled = self.here.step == self.here.end

    def _move(self) -> None:
        self.here.let_move(players.get(self.players.value or usual_policy(self.here.timeline.rules)))

    def _finish(self) -> None:
        self.here.let_finish(self.players.value or None)


def policies() -> list[tuple[str, str]]:
    """Those who can move for the teacher, in words; "" for who plays where nobody says otherwise.

    >>> policies()[0][1]
    ''
    """
    known = [(phrase(f"branch.policy_{name}"), name) for name in players.NAMES]
    return [(phrase("branch.policy_usual"), ""), *known]


class Drawing(Part):
    """The tile that is drawn, to be named where nobody knows which one lies next in the boneyard.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> Drawing(Scribe(dealt(get("draw"), Shuffle(seed=7)))).layout.display
    'none'
    """

    css = "dlab-drawing"
    label = "recorder.draw_tile"

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        # As wide as a tile's name needs: it is made while it has nothing in it.
        room = ipywidgets.Layout(width="auto", flex="0 0 150px")
        self.tile = ipywidgets.Dropdown(description=phrase("recorder.draw_tile"), layout=room)
        self.draw = self.button("recorder.draw_this", self._draw)
        return (in_row(self.tile, self.draw),)

    def _show(self) -> None:
        found = drawable(self.here)
        self.layout.display = "" if found else "none"
        options: list[Any] = [(str(tile), tile) for tile in found]
        if list(self.tile.options) != options:
            self.tile.options = options
            self.tile.index = 0 if options else None

    def _draw(self) -> None:
        self.here.do(Draw(self.tile.value))


def drawable(board: Scribe) -> tuple[Tile, ...]:
    """The tiles one of which is drawn now, where the order of the boneyard is not known.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> drawable(Scribe(dealt(get("draw"), Shuffle(seed=7))))
    ()
    """
    draws = (action.tile for action in board.legal if isinstance(action, Draw))
    return tuple(tile for tile in draws if tile is not None)
