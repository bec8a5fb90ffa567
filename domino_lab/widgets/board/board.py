"""Board: a hand or a patience that is being played: what is chosen, what may be done and was done. No widgets here."""

from __future__ import annotations

from typing import Any

import traitlets

from domino_lab.actions import Action, Play
from domino_lab.chain import OpenEnd
from domino_lab.errors import IllegalAction
from domino_lab.play.legal import unlaid, usable
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline
from domino_lab.tiles import Tile
from domino_lab.widgets.board.history import History
from domino_lab.widgets.board.placements import Choice, best, choices
from domino_lab.widgets.playhead import Playhead
from domino_lab.widgets.spreads import is_spread, lying


class Board(Playhead):
    """A hand that is being played, one action at a time; all its views share this and watch `changes`.

    `tile` is the chosen tile, `place` the number of the chosen one of `choices`, `call` the score to be called with
    the next tile (0: none), `refused` the ruling on the last thing that was tried and may not be done, `notice` a key
    of words/en/board.toml about the last thing that was done. One may look back at an earlier step; whatever is done
    is done at the end of the line.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> board = Board(dealt(get("block"), Shuffle(seed=7)))
    >>> board.choose(board.tiles[-1])
    >>> board.do(board.chosen_action)
    >>> board.step, board.live.turn, len(board.tiles)
    (1, 0, 7)
    """

    tile = traitlets.Any(None)
    place = traitlets.Int(0)
    call = traitlets.Int(0)
    refused = traitlets.Any(None)
    notice = traitlets.Unicode("")
    poses = False
    unseen = Playhead.unseen | {"tile", "place", "call", "refused", "notice"}

    def __init__(self, line: Timeline, **how: Any) -> None:
        self.history: History[Timeline] = History(line)
        self._found: tuple[object, tuple[Choice, ...]] = (None, ())
        super().__init__(line, **{"step": len(line) - 1, **how})

    # --- what there is

    @property
    def live(self) -> Any:
        """The state that is played on, wherever the reader looks."""
        return self.timeline.state

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.timeline.is_over

    @property
    def legal(self) -> tuple[Action, ...]:
        """What may be done now, in the one order used everywhere."""
        return self.moments[-1].legal

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that may be chosen: those held by the seat to move, or all that lie open in a patience.

        In a layout study nobody holds a tile, and any that is not on the table may be chosen.
        """
        state = self.live
        if is_spread(state):
            return lying(state)
        if state.table.study:
            return unlaid(state)
        return tuple(sorted(usable(state) if isinstance(state, State) else state.holdings[0]))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be tried with the chosen tile, allowed or not."""
        asked = (self.timeline, self.tile)
        if self._found[0] != asked:
            self._found = (asked, () if self.tile is None or self.is_over else choices(self.live, self.tile))
        return self._found[1]

    @property
    def chosen_action(self) -> Action | None:
        """What Enter would do: the chosen tile at the chosen place; None where none is chosen."""
        found = self.choices
        return found[min(self.place, len(found) - 1)].action if found else None

    # --- choosing

    def choose(self, tile: Tile | None) -> None:
        """Choose a tile (None: nothing), and with it a place where it may go: the one from before, if it fits there."""
        with self._as_one():
            end = self.chosen_action.end if isinstance(self.chosen_action, Play) else None
            self._back()
            self._say()
            self.tile = tile
            self.place = best(self.choices, end)

    def cancel(self) -> None:
        """Nothing is chosen any more, and no score is to be called."""
        with self._as_one():
            self.call = 0
            self.choose(None)

    def turn_tile(self, by: int) -> None:
        """Choose the tile `by` places further on, round and round."""
        tiles = self.tiles
        if tiles and not self.is_over:
            at = tiles.index(self.tile) + by if self.tile in tiles else min(by, 0)
            self.choose(tiles[at % len(tiles)])

    def turn_place(self, by: int) -> None:
        """Choose the place `by` further on, round and round."""
        with self._as_one():
            self._back()
            count = len(self.choices)
            self._say("" if count else "choose_first")
            self.place = (self.place + by) % count if count else 0

    def point(self, where: OpenEnd | Tile | int) -> None:
        """What was pressed in the picture: an open end, a tile that lies open, or (a number) an empty column.

        With a tile chosen, it goes there if there is one way to do so; else the way is chosen first, then taken. A tile
        that is pressed with none chosen is chosen; pressed again, it is let go.
        """
        if isinstance(where, Tile) and (self.tile is None or where == self.tile):
            self.choose(None if where == self.tile else where)
            return
        there = [number for number, choice in enumerate(self.choices) if _goes_to(choice.action, where)]
        with self._as_one():
            self._say("" if there else "choose_first")
            ready = len(there) == 1 or self.place in there
            if there and self.place not in there:
                self.place = there[0]
            if there and ready and self.chosen_action is not None:
                self.do(self.chosen_action)

    # --- doing

    def do(self, action: Action | None) -> None:
        """Do that; what the rules refuse changes nothing and is `refused`."""
        with self._as_one():
            self._back()
            if action is None:
                self._say("choose_first")
                return
            try:
                line = self.timeline.play(self._called(action))
            except IllegalAction as error:
                self._say()
                self.refused = error.ruling
                return
            self.history.go_on(line)
            self._went()

    def undo(self) -> None:
        """Take the last thing back."""
        self._went("undone" if self.history.undo() else "nothing_undone")

    def redo(self) -> None:
        """Do again what was taken back."""
        self._went("redone" if self.history.redo() else "nothing_redone")

    def restart(self) -> None:
        """The same deal from its beginning; undo brings back what was played."""
        if self.timeline.actions:
            self.history.go_on(self.timeline.upto(0))
        self._went("restarted")

    def opens(self, line: Timeline, notice: str = "") -> None:
        """Another hand instead of this one; nothing of this one can be taken back any more."""
        self.history = History(line)
        self._went(notice)

    def _called(self, action: Action) -> Action:
        """The score that is called goes with the tile, where this game has them called."""
        action = _spelled(self.live, action)
        scoring = self.live.rules.scoring
        if not isinstance(action, Play) or self.live.rules.solo is not None or scoring.claim == "auto":
            return action
        return action._replace(call=self.call or None)

    def _went(self, notice: str = "") -> None:
        with self._as_one():
            viewpoint = self.viewpoint
            self.tile, self.place, self.call = None, 0, 0
            self._say(notice)
            self.timeline = self.history.now
            self.viewpoint, self.step = viewpoint, self.end

    def _move(self, step: int) -> None:
        """Who looks at another step hears of that step: what was chosen or refused belongs to where he was."""
        before = self.step
        super()._move(step)
        if self.step != before:
            self.tile, self.place = None, 0
            self._say()

    def _back(self) -> None:
        """To the end of the line, where things are done."""
        if self.step != self.end:
            self.step = self.end

    def _say(self, notice: str = "") -> None:
        with self._as_one():
            self.refused, self.notice = None, notice

    # --- each change is counted once

    @property
    def _place(self) -> tuple[object, ...]:
        return (*super()._place, self.tile, self.place, self.call, self.refused, self.notice)

    @traitlets.observe("tile", "place", "call", "refused", "notice")
    def _count_own_change(self, change: object) -> None:
        self._count_change(change)


def _spelled(state: Any, action: Action) -> Action:
    """The half that lies outward, also where there is only one: so it stands in the legal actions and in a record."""
    if not isinstance(action, Play) or action.end is None or action.out is not None:
        return action
    outs = state.rules.fitting[action.end.value].get(action.tile, ())
    return action._replace(out=outs[0]) if len(outs) == 1 else action


def _goes_to(action: Action, where: OpenEnd | Tile | int) -> bool:
    if isinstance(where, Tile):
        return where in getattr(action, "tiles", ())
    return getattr(action, "end", None) == where if isinstance(where, OpenEnd) else getattr(action, "to", None) == where
