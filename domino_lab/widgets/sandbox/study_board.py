"""Study board: the position that is being built, what is chosen now, and what was there before. No widgets here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import traitlets

from domino_lab.actions import Play, Stack
from domino_lab.chain import OpenEnd
from domino_lab.errors import IllegalAction
from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.explain.scenarios import Side, sides
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.tiles import Tile
from domino_lab.widgets.board.history import History
from domino_lab.widgets.board.placements import Choice, best
from domino_lab.widgets.playhead import Playhead
from domino_lab.widgets.sandbox.tile_kinds import Kind, beside, choices, copy_of, kinds


class StudyBoard(Playhead):
    """A position under the rules it was laid by, with other rulesets beside (`versus`); all its views share this.

    `tile` is the chosen tile by its halves, `place` the number of the chosen one of `choices`, `refused` the ruling on
    the last thing that was tried and may not be done, `notice` a key of words/en/sandbox.toml about the last thing
    that was done. Watch `changes`, as with every Playhead.
    """

    tile = traitlets.Any(None)
    place = traitlets.Int(0)
    refused = traitlets.Any(None)
    notice = traitlets.Unicode("")
    unseen = Playhead.unseen | {"tile", "place", "refused", "notice"}

    def __init__(self, position: LayoutStudy, *, versus: Sequence[Ruleset] = ()) -> None:
        self.history = History(position)
        self._loaded = position
        self._last: Kind | None = None
        self._sides: tuple[object, tuple[Side, ...]] = (None, ())
        self._choices: tuple[LayoutStudy, Kind | None, tuple[Choice, ...]] = (position, None, ())
        self.versus = tuple(versus)
        super().__init__(position.line, step=len(position.line) - 1)

    # --- what there is

    @property
    def position(self) -> LayoutStudy:
        """The position as it is now."""
        return self.history.now

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """The rules by which tiles are laid, then those beside them."""
        return (self.position.line.rules, *self.versus)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The position under each of the rulesets, laid once for all views; a tile more is one tile more for each."""
        before, found = self._sides
        if before is not self.state:
            found = sides(self.state, self.versus, found)
            self._sides = self.state, found
        return found

    @property
    def holding(self) -> tuple[Tile, ...]:
        """The tiles that were put aside."""
        return self.position.holding

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Where the chosen tile may be tried."""
        asked = self.position, self.tile
        if self._choices[0] is not asked[0] or self._choices[1] != asked[1]:
            self._choices = (*asked, choices(*asked))
        return self._choices[2]

    @property
    def chosen_action(self) -> Play | None:
        """What would be laid now: the chosen tile at the chosen end."""
        found = self.choices
        return found[min(self.place, len(found) - 1)].action if found else None

    # --- choosing

    def choose(self, kind: Kind | None) -> None:
        """Choose a tile (None: nothing), and an end where it may lie: the one chosen before if it fits there."""
        with self._as_one():
            end = self.chosen_action.end if self.chosen_action else None
            self._say()
            self.tile, self._last = kind, kind or self._last
            self.place = best(self.choices, end)

    def turn_tile(self, by: int) -> None:
        """Choose the tile `by` places further on, round and round."""
        left = kinds(self.position)
        if left:
            self.choose(beside(left, self._last, by))

    def turn_place(self, by: int) -> None:
        """Choose the place `by` further on, round and round."""
        with self._as_one():
            count = len(self.choices)
            self._say("" if count else "choose_first")
            self.place = (self.place + by) % count if count else 0

    def point(self, end: OpenEnd) -> None:
        """Lay the chosen tile at that open end; where it may lie there in two ways, choose it first, then lay it."""
        there = [number for number, choice in enumerate(self.choices) if choice.end == end]
        with self._as_one():
            self._say("" if there else "choose_first")
            ready = len(there) == 1 or self.place in there
            if there and self.place not in there:
                self.place = there[0]
            if there and ready:
                self.lay()

    # --- doing

    def lay(self) -> None:
        """Lay the chosen tile at the chosen end; what the rules refuse changes nothing and is `refused`."""
        play = self.chosen_action
        self._try(lambda: self.position.lay(play) if play else None)

    def stack(self) -> None:
        """Put the chosen tile on the equal one that lies on the table."""
        tile, laid = copy_of(self.position, self.tile), self.state.chain.laid
        alike = [one.number for one in laid if one.tile[:2] == self.tile]
        on = alike[0] if alike else max(len(laid) - 1, 0)
        self._try(lambda: self.position.do(Stack(tile, on)) if tile else None)

    def take(self) -> None:
        """Put the chosen tile into the holding, or back out of it; it stays chosen."""
        tile, kind = copy_of(self.position, self.tile), self.tile
        end = self.chosen_action.end if self.chosen_action else None
        with self._as_one():
            self._try(lambda: self.position.take(tile) if tile else None, "taken")
            if tile:
                self.tile = kind
                self.place = best(self.choices, end)
                self.notice = "taken" if tile in self.holding else "put_back"

    def pass_on(self) -> None:
        """Let the next player move."""
        self._try(self.position.hand_on, "passed")

    def clear(self) -> None:
        """Take every tile off the table and out of the holding."""
        names = self.state.table.names
        self._try(lambda: LayoutStudy.empty(self.rulesets[0], len(names), names), "cleared")

    def go(self, step: int) -> None:
        """Go back to the first `step` tiles: what is seen can always be built on. Undo brings the rest back."""
        if 0 <= step < self.end:
            self._try(lambda: self.position.upto(step), "walked")

    def restart(self) -> None:
        """Back to what was loaded last."""
        self._try(lambda: self._loaded, "restarted")

    def load(self, hand: Timeline, step: int | None = None) -> None:
        """What lies on the table at step `step` of `hand` (else at its end), by the rules of that hand.

        Raises RulesetError for a patience.
        """
        found = self._loaded = LayoutStudy.of(hand, step)
        self._try(lambda: found, "loaded")

    def undo(self) -> None:
        """Take the last thing back."""
        self._went("undone" if self.history.undo() else "nothing_undone")

    def redo(self) -> None:
        """Do again what was taken back."""
        self._went("redone" if self.history.redo() else "nothing_redone")

    def _try(self, make: Callable[[], LayoutStudy | None], notice: str = "") -> None:
        """Go on to the position that `make` finds; what the rules refuse leaves everything as it is."""
        try:
            found = make()
        except IllegalAction as error:
            with self._as_one():
                self._say()
                self.refused = error.ruling
            return
        if found is not None:
            self.history.go_on(found)
            self._went(notice)
        else:
            self._say("choose_first")

    def _went(self, notice: str) -> None:
        with self._as_one():
            self.tile = None
            self._say(notice)
            self.timeline = self.position.line
            self.step = self.end

    def _say(self, notice: str = "") -> None:
        with self._as_one():
            self.refused, self.notice = None, notice

    # --- each change is counted once

    @property
    def _place(self) -> tuple[object, ...]:
        return (*super()._place, self.position, self.tile, self.place, self.refused, self.notice)

    @traitlets.observe("tile", "place", "refused", "notice")
    def _count_own_change(self, change: object) -> None:
        self._count_change(change)
