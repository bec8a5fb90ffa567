"""A sandbox without its widget: a position built tile by tile, and the rulesets that count it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from domino_lab.catalogue import get
from domino_lab.core.actions import Action, Pass, Play, Stack
from domino_lab.core.chain import FIRST_LINE, Chain
from domino_lab.core.errors import IllegalAction, RulesetError
from domino_lab.core.tiles import Tile
from domino_lab.explain.layout_study import LayoutStudy, lay
from domino_lab.explain.replay import lay_again
from domino_lab.explain.scenarios import Side, sides
from domino_lab.play.timeline import Timeline
from domino_lab.record.load import as_list, hand_of, ruleset
from domino_lab.rules.ruleset import Ruleset, python_source
from domino_lab.rules.values import python_literal
from domino_lab.sessions.board import Board, History
from domino_lab.sessions.possible_actions import best

Kind = tuple[int, ...]
"""A tile, or its two halves, whichever copy of it is meant."""


class SandboxSession(Board):
    """A position under the rules it was built with, and under other rulesets (`versus`); all its views share this.

    `tile` is the chosen tile, `refused` the ruling on the last action if it was refused, `notice` a key of
    words/en/sandbox.toml about the last action. Watch `changes`, as with every Playhead.

    >>> board = SandboxSession(LayoutStudy.empty(get("all-fives")))
    >>> board.choose((5, 5))
    >>> board.lay()
    >>> board.state.board_count.total
    10
    """

    def __init__(self, position: LayoutStudy, *, versus: Sequence[Ruleset] = ()) -> None:
        self.versus = tuple(versus)
        self._loaded = position
        self._sides: tuple[object, tuple[Side, ...]] = (None, ())
        self._left: tuple[object, tuple[Tile, ...]] = (None, ())
        super().__init__(position.line, history=History(position))

    # --- what there is

    @property
    def position(self) -> LayoutStudy:
        """The position now."""
        study: LayoutStudy = self.history.now
        return study

    @property
    def loaded(self) -> Chain:
        """The tiles on the table when the position was loaded."""
        chain: Chain = self._loaded.line.steps[-1].state.chain
        return chain

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """The rules by which tiles are played, then the other rulesets."""
        return (self.position.line.rules, *self.versus)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The position under each of the rulesets, built once for all views; a new tile is added to each."""
        before, laid = self._sides
        if before is not self.state:
            laid = sides(self.state, self.versus, laid)
            self._sides = self.state, laid
        return laid

    @property
    def holding(self) -> tuple[Tile, ...]:
        """The tiles that have been put aside."""
        return self.position.holding

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that can be chosen, one of each kind, in the order of the triangle in which they are drawn."""
        position, tiles = self._left
        if position is not self.position:
            left = sorted(self.position.unseen, key=lambda tile: (tile.high, tile.low))
            kinds = dict.fromkeys(tile[:2] for tile in left)
            tiles = tuple(tile for kind in kinds if (tile := self._copy_of(kind)) is not None)
            self._left = self.position, tiles
        return tiles

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions with these tiles now."""
        return tuple(action for action in super().legal if getattr(action, "tile", None) in self.tiles)

    def _copy_of(self, kind: Kind | None) -> Tile | None:
        """The tile that is meant: of two equal ones the one that is held, else the first; None where none is left."""
        alike = [tile for tile in self.position.unseen if kind is not None and tile[:2] == tuple(kind[:2])]
        return next((tile for tile in alike if tile in self.holding), alike[0] if alike else None)

    # --- choosing and doing

    def choose(self, tile: Kind | None) -> None:
        """Choose a tile, or any tile with these halves (None: nothing), and an end where it can go."""
        super().choose(self._copy_of(tile))

    def do(self, action: Action | None) -> None:
        """Play or stack a tile, or pass; an action that the rules refuse changes nothing and sets `refused`."""
        if isinstance(action, Play):
            self._try(lambda: self.position.lay(action))
        elif isinstance(action, Stack):
            self._try(lambda: self.position.do(action))
        elif isinstance(action, Pass):
            self._try(self.position.hand_on, "passed")
        else:
            self._say("choose_first")

    def lay(self) -> None:
        """Play the chosen tile at the chosen place."""
        self.do(self.chosen_action)

    def stack(self) -> None:
        """Put the chosen tile on the equal one on the table."""
        laid = self.state.chain.laid
        if self.tile is None:
            self._say("choose_first")
            return
        on = next((other.number for other in laid if other.tile[:2] == self.tile[:2]), max(len(laid) - 1, 0))
        self.do(Stack(self.tile, on))

    def take(self, tile: Kind | None = None) -> None:
        """Put a tile (or the chosen one, which stays chosen) into the holding, or back out of it."""
        copy, end = self._copy_of(tile or self.tile), getattr(self.chosen_action, "end", None)
        if copy is None:
            self._say("choose_first")
            return
        with self._as_one():
            self._try(lambda: self.position.take(copy), "taken" if copy not in self.holding else "put_back")
            if tile is None:
                self.tile = copy
                self.place = best(self.choices, end)

    def clear(self) -> None:
        """Take every tile off the table and out of the holding."""
        names = self.state.table.names
        self._try(lambda: LayoutStudy.empty(self.rulesets[0], len(names), names), "cleared")

    def go(self, step: int) -> None:
        """Go back to the first `step` tiles, to build on what is shown. Undo brings the rest back."""
        if 0 <= step < self.end:
            self._try(lambda: self.position.upto(step), "walked")

    def restart(self) -> None:
        """Go back to the position that was loaded last."""
        self._try(lambda: self._loaded, "restarted")

    def load(self, hand: Timeline, step: int | None = None) -> None:
        """Show the table at step `step` of `hand` (its end by default), with the rules of that hand.

        Raises RulesetError for a patience.
        """
        study = self._loaded = LayoutStudy.of(hand, step)
        self._try(lambda: study, "loaded")

    def play_by(self, rules: Ruleset) -> None:
        """Play the same tiles by another ruleset; if it does not allow them, `refused` has its ruling."""
        if rules != self.rulesets[0]:
            self._try(lambda: lay_by(rules, self.position), "new_rules")
            self.notice = "new_rules"       # also with what is refused: it is the rules that refuse it

    def compare(self, versus: Sequence[Ruleset]) -> None:
        """Count the position under these rulesets, too."""
        with self._as_one():
            self.versus, self._sides = tuple(versus), (None, ())
            self._say()

    def _try(self, make: Callable[[], LayoutStudy], notice: str = "") -> None:
        """Go on to the position that `make` finds; what the rules refuse leaves everything as it is."""
        try:
            study = make()
        except IllegalAction as error:
            with self._as_one():
                self._say()
                self.refused = error.ruling
            return
        self._go_on(study, notice)

    def _went(self, notice: str = "") -> None:
        with self._as_one():
            self.tile, self.place = None, 0
            self._say(notice)
            self.timeline = self.position.line
            self.step = self.end

    @property
    def _place(self) -> tuple[object, ...]:
        return (*super()._place, self.position, self.versus)


# --- opening ----------------------------------------------------------------------------------------------------------

def sandbox_session(what: Any, versus: Any, position: Any, step: int | None, seats: int | None) -> SandboxSession:
    """Return a session on a ruleset or its id, on a hand at a step, or `what` itself if it is a session.

    `position` is a list of tiles, as for `dl.lay`, or a hand, whose tiles on the table are played again.
    """
    if isinstance(what, SandboxSession):
        return what
    study = _position(what, position, step, seats)
    return SandboxSession(study, versus=[ruleset(other) for other in as_list(versus)])


def _position(what: Any, position: Any, step: int | None, seats: int | None) -> LayoutStudy:
    if isinstance(what, Timeline):
        return LayoutStudy.of(what, step)
    if isinstance(position, Timeline):
        return lay_by(ruleset(what), LayoutStudy.of(position, step))
    if position is not None:
        return LayoutStudy.of(lay(what, position), step)
    if isinstance(what, Ruleset):
        return LayoutStudy.empty(what, seats)
    try:
        rules = get(what)
    except RulesetError:
        return LayoutStudy.of(hand_of(what), step)
    return LayoutStudy.empty(rules, seats)


def lay_by(rules: Ruleset, study: LayoutStudy) -> LayoutStudy:
    """Return the same tiles played by `rules`; raises IllegalAction if these refuse one."""
    if rules == study.line.rules:
        return study
    if not study.state.chain.laid:
        return LayoutStudy.empty(rules)
    again = lay_again(study.state.chain, rules)
    if again.refused is not None:
        raise IllegalAction(again.refused)
    known = set(rules.equipment.set.tiles)
    return LayoutStudy(again.line, tuple(tile for tile in study.holding if tile in known))


def recipe(board: SandboxSession) -> str:
    """Return the line of Python that recreates this sandbox; empty if no short line can."""
    main, *others = map(python_source, board.rulesets)
    tiles = _tiles(board.position)
    if tiles is None or not all((main, *others)):
        return ""
    versus = [] if not others else [others[0] if len(others) == 1 else f"[{', '.join(others)}]"]
    laid = [f"position={python_literal(tiles)}"] if tiles else []
    return f"dl.ScoringSandbox({', '.join([main, *versus, *laid])})"


def _tiles(position: LayoutStudy) -> str | None:
    """The tiles as `dl.lay` takes them, each with what it joins; None if it can name no such table.

    It names no stacked tiles, and lays them at a table of as few players as possible, who have fewer lines.
    """
    state = position.state
    rules, words, chain = state.rules, list[str](), state.chain
    if state.stacks or (chain.lines and state.table.seats > rules.dealing.seat_counts[0]):
        return None
    for laid in chain.laid:
        begins = f"line{laid.parent_edge - FIRST_LINE}" if laid.parent_edge >= FIRST_LINE else f"#{laid.parent + 1}"
        onto = f"@{begins}" if laid.parent >= 0 else ""
        either = onto and len(rules.fitting[laid.joint].get(laid.tile, ())) > 1
        words.append(f"{laid.tile}{onto}{f':{laid.joint}>{laid.out}' if either else ''}")
    return " ".join(words)
