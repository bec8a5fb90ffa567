"""Board: a hand or a patience in play, with the chosen tile, the possible moves, and the table with them lit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Generic, TypeVar

import traitlets

from domino_lab.core.actions import Action, Play, Shift, Stack
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.errors import IllegalAction
from domino_lab.core.tiles import Tile
from domino_lab.picture.tabletop import Gap, Highlight, LitEnd, LooseTile, Tableau, Tabletop, TileGroup
from domino_lab.play.legal import unlaid, usable
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.playhead import Playhead
from domino_lab.sessions.possible_actions import Choice, best, choices, tiles_of
from domino_lab.sessions.spreads import is_spread, lying

Thing = TypeVar("Thing")


class History(Generic[Thing]):
    """A present value, the ones before it and the ones taken back; the values are frozen, so nothing is undone by hand.

    >>> past = History("empty")
    >>> past.go_on("one tile")
    >>> past.undo(), past.now
    (True, 'empty')
    """

    def __init__(self, now: Thing) -> None:
        self.now = now
        self._before: list[Thing] = []
        self._after: list[Thing] = []

    def go_on(self, to: Thing) -> None:
        """Make `to` the present value, and forget what was taken back."""
        self._before.append(self.now)
        self._after.clear()
        self.now = to

    def undo(self) -> bool:
        """Go back one value; return whether there was one."""
        return self._move(self._before, self._after)

    def redo(self) -> bool:
        """Go forward one value; return whether there was one."""
        return self._move(self._after, self._before)

    def _move(self, source: list[Thing], target: list[Thing]) -> bool:
        if not source:
            return False
        target.append(self.now)
        self.now = source.pop()
        return True

    @property
    def before(self) -> tuple[Thing, ...]:
        """The earlier values, the oldest first."""
        return tuple(self._before)

    @property
    def can_undo(self) -> bool:
        """True if there is anything to undo."""
        return bool(self._before)

    @property
    def can_redo(self) -> bool:
        """True if anything that was undone can be done again."""
        return bool(self._after)


def past_of(line: Timeline) -> History[Timeline]:
    """Return the history of a hand that was played so far: each of its moves can be undone."""
    history = History(line.upto(0) if line.actions else line)
    for number in range(1, len(line.actions) + 1):
        history.go_on(line.upto(number) if number < len(line.actions) else line)
    return history


class Board(Playhead):
    """A hand that is being played, one action at a time; all its views share this and watch `changes`.

    `tile` is the chosen tile, `place` the number of the chosen one of `choices`, `call` the score to be called with the
    next tile (0: none), `refused` the ruling on the last action if it was refused, `helps` whether a move that is
    allowed is shown then, `notice` a key of words/en/board.toml about the last action. A reader may look back at an
    earlier step; every action still happens at the end of the line.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import deal_hand
    >>> from domino_lab.core.shuffle import Shuffle
    >>> board = Board(deal_hand(get("block"), Shuffle(seed=7)))
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
    helps = traitlets.Bool(default_value=False)
    counted = (*Playhead.counted, "tile", "place", "call", "refused", "notice", "helps")
    unseen = Playhead.unseen | {"tile", "place", "call", "refused", "notice", "helps"}
    undone: Step | None = None
    """The first of the steps that were undone by the last action; None if it undid no move."""

    def __init__(self, line: Timeline, *, history: History[Any] | None = None, **how: Any) -> None:
        self.history: History[Any] = History(line) if history is None else history
        self._found: tuple[object, tuple[Choice, ...]] = (None, ())
        super().__init__(line, **{"step": len(line) - 1, **how})

    # --- what there is

    @property
    def live(self) -> Any:
        """The state at the end of the line, whichever step the reader looks at."""
        return self.timeline.state

    @property
    def is_over(self) -> bool:
        """True if the hand has ended."""
        return self.timeline.is_over

    @property
    def is_fresh(self) -> bool:
        """True if nothing has been done yet."""
        return not self.end

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions now, in the one order used everywhere."""
        return self.step_views[-1].legal

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that can be chosen: those of the seat to move, or all that lie open in a patience.

        In a layout study nobody holds a tile, so any tile that is not on the table can be chosen.
        """
        state = self.live
        if is_spread(state):
            return lying(state)
        if state.table.study:
            return unlaid(state)
        return tuple(sorted(usable(state) if isinstance(state, State) else state.holdings[0]))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The actions that can be tried with the chosen tile, whether allowed or not."""
        asked = (self.timeline, self.tile)
        if self._found[0] != asked:
            self._found = (asked, () if self.tile is None or self.is_over else choices(self.live, self.tile))
        return self._found[1]

    @property
    def chosen_action(self) -> Action | None:
        """The action that Enter would perform: the chosen tile at the chosen place; None if nothing is chosen."""
        choices = self.choices
        return choices[min(self.place, len(choices) - 1)].action if choices else None

    # --- choosing

    def choose(self, tile: Tile | None) -> None:
        """Choose a tile (None: nothing), and a place where it can go: the same place as before, if it fits there."""
        with self._as_one():
            end = self.chosen_action.end if isinstance(self.chosen_action, Play) else None
            self._back()
            self._say()
            self.tile = tile
            self.place = best(self.choices, end)

    def cancel(self) -> None:
        """Choose nothing any more, and call no score."""
        with self._as_one():
            self.call = 0
            self.choose(None)

    def turn_tile(self, by: int) -> None:
        """Choose the tile `by` places further on, starting again after the last one."""
        tiles = self.tiles
        if tiles and not self.is_over:
            at = tiles.index(self.tile) + by if self.tile in tiles else min(by, 0)
            self.choose(tiles[at % len(tiles)])

    def turn_place(self, by: int) -> None:
        """Choose the place `by` further on, starting again after the last one."""
        with self._as_one():
            self._back()
            count = len(self.choices)
            self._say("" if count else "choose_first")
            self.place = (self.place + by) % count if count else 0

    # --- doing

    def do(self, action: Action | None) -> None:
        """Perform an action; one that the rules refuse changes nothing and sets `refused`."""
        with self._as_one():
            self._back()
            if action is None:
                self._say("choose_first")
                return
            try:
                line = self.timeline.play(self._with_call(action))
            except IllegalAction as error:
                self._say()
                self.refused = error.ruling
                return
            self._go_on(line)

    def help(self) -> None:
        """Show a move that is allowed, after one that was refused."""
        self.helps = self.refused is not None

    def undo(self) -> None:
        """Undo the last action."""
        self._went("undone" if self.history.undo() else "nothing_undone")

    def redo(self) -> None:
        """Do again what was undone."""
        self._went("redone" if self.history.redo() else "nothing_redone")

    def restart(self) -> None:
        """Start the same deal again; undo brings back the moves."""
        if self.timeline.actions:
            self.history.go_on(self.timeline.upto(0))
        self._went("restarted")

    def opens(self, line: Timeline, notice: str = "") -> None:
        """Open another hand instead of this one, whose moves can no longer be undone."""
        self.history = History(line)
        self._went(notice)

    def _with_call(self, action: Action) -> Action:
        """The score that is called goes with the tile, where this game has them called."""
        action = name_outward_half(self.live, action)
        scoring = self.live.rules.scoring
        if not isinstance(action, Play) or self.live.rules.solo is not None or scoring.claim == "auto":
            return action
        return action._replace(call=self.call or None)

    def _go_on(self, to: object, notice: str = "") -> None:
        """Put that on the table; undo brings back what lies there now."""
        self.history.go_on(to)
        self._went(notice)

    def _went(self, notice: str = "") -> None:
        with self._as_one():
            viewpoint = self.viewpoint
            self.tile, self.place, self.call = None, 0, 0
            self._say(notice)
            before, self.timeline = self.timeline, self.history.now
            is_undone = notice == "undone" and len(self.timeline) < len(before)
            self.undone = before.steps[len(self.timeline)] if is_undone else None
            self.viewpoint, self.step = viewpoint, self.end

    def _move(self, step: int) -> None:
        """Go to another step, and forget what was chosen or refused: that belongs to the step before."""
        before = self.step
        super()._move(step)
        if self.step != before:
            self.tile, self.place = None, 0
            self._say()

    def _back(self) -> None:
        """Go to the end of the line, where things are done."""
        if self.step != self.end:
            self.step = self.end

    def _say(self, notice: str = "") -> None:
        with self._as_one():
            self.refused, self.helps, self.notice = None, False, notice


def name_outward_half(state: Any, action: Action) -> Action:
    """Name the half that faces outward even if there is only one choice, as the legal actions and records do."""
    if not isinstance(action, Play) or action.end is None or action.out is not None:
        return action
    outs = state.rules.fitting[action.end.value].get(action.tile, ())
    return action._replace(out=outs[0]) if len(outs) == 1 else action


# --- the table --------------------------------------------------------------------------------------------------------

def lit(board: Board, *, final: Chain | None = None) -> Tabletop:
    """Return the tabletop, with the places of the chosen tile lit and the action of Enter marked.

    `final` is the chain at the end of a recorded hand, or the one that was there at first; None for a hand that begins
    with an empty table. A reader who looks back at an earlier step sees it as it was.
    """
    seen = board.snapshot.tabletop
    seen = seen if seen.tableau is not None else replace(seen, final=final)
    if board.step != board.end or board.is_over:
        return seen
    return replace(seen, tableau=_show_choice(board, seen.tableau)) if seen.tableau is not None else _aim(board, seen)


def _aim(board: Board, seen: Tabletop) -> Tabletop:
    """A chain: the legal ends of the chosen tile are lit; its aim is ringed, and so are tiles it may be stacked on.

    Who was refused something and has no such end sees those where another tile goes. A picture that has no room for
    the whole table shows the place that is aimed at.
    """
    allowed = [choice.action for choice in board.choices if choice.allowed]
    ends = _ends(allowed) or (_ends(board.legal) if board.refused is not None else {})
    actions = (board.chosen_action, *(action for action in allowed if isinstance(action, Stack)))
    rings = dict.fromkeys(Highlight(at, aim=True) for at in map(_place_of, actions) if at is not None)
    place = _place_of(board.chosen_action)
    follow = place.at if isinstance(place, OpenEnd) else place
    return replace(seen, lit=tuple(LitEnd(end) for end in ends), marks=(*seen.marks, *rings), follow=follow)


def _ends(actions: Iterable[object]) -> dict[OpenEnd, None]:
    return dict.fromkeys(action.end for action in actions if isinstance(action, Play) and action.end)


def _place_of(action: object) -> OpenEnd | int | None:
    return action.end if isinstance(action, Play) else action.on if isinstance(action, Stack) else None


def _show_choice(board: Board, tableau: Tableau) -> Tableau:
    """A spread: with a tile chosen, the signs are on those that go with it and on the columns that take it.

    A tile that cannot go at all stands alone: no other would tell what goes with it. With none chosen, what a hint
    names is marked.
    """
    aim = board.chosen_action
    if board.tile is None:
        return tableau if aim is None else _point_to(tableau, aim)
    allowed = [choice.action for choice in board.choices if choice.allowed]
    partners = {tile for action in allowed for tile in getattr(action, "tiles", (board.tile,))}
    columns = {action.to for action in allowed if isinstance(action, Shift)}
    picked = {board.tile, *(getattr(aim, "tiles", ()) if allowed else ())}

    def show(group: TileGroup, place: LooseTile | Gap) -> LooseTile | Gap:
        if isinstance(place, Gap):
            return place._replace(lit=group.number - 1 in columns)
        return place._replace(free=place.tile in partners, chosen=place.chosen or place.tile in picked)

    return tableau.with_places(show)


def _point_to(tableau: Tableau, aim: Action) -> Tableau:
    """The same spread with the tiles of that action marked, and the column it goes to lit."""
    named, column = tiles_of(aim), aim.to if isinstance(aim, Shift) else None

    def point(group: TileGroup, place: LooseTile | Gap) -> LooseTile | Gap:
        if isinstance(place, Gap):
            return place._replace(lit=group.number - 1 == column)
        return place._replace(chosen=place.chosen or place.tile in named)

    return tableau.with_places(point)
