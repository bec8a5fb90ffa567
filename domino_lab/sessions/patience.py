"""A patience without its widget: a game for one player in play, with its deals, hints, best way on and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import traitlets

from domino_lab.chance.patience_prospects import AT_ONCE, Hint, hint, last_chance
from domino_lab.chance.patience_search import all_orders, best_from
from domino_lab.core.actions import Action, Remove, Say, Shift
from domino_lab.core.errors import IllegalAction, RulesetError
from domino_lab.core.events import Ended
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.io.spreadsheets import to_csv
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Timeline, deal_hand
from domino_lab.record.load import hand_of
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.board import Board, past_of
from domino_lab.sessions.lock import lend_lock
from domino_lab.sessions.possible_actions import tiles_of
from domino_lab.sessions.spreads import is_spread, lying
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

WON, LOST, LEFT_OFF = "won", "lost", "left_off"


class Result(NamedTuple):
    """The result of one deal: `result` is "won", "lost" or "left_off"; `left` tiles were left after `moves` actions.

    `choices` is how often there was more than one action, `undone` how often a move was undone.
    """

    game: str
    deal: str
    result: str
    left: int
    moves: int = 0
    choices: int = 0
    hints: int = 0
    undone: int = 0


class Tally:
    """The results of a session by deal, in the order of play; playing a deal again changes its row.

    A deal once won stays won, and a lost one never becomes "left off".

    >>> tally = Tally()
    >>> for how in (LOST, WON, LEFT_OFF):
    ...     tally.note(Result("bingo", "seed 1, hand 1", how, 0))
    >>> [row.result for row in tally.rows], tally.streak, tally.best
    (['won'], 1, 1)
    """

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str], Result] = {}

    @property
    def rows(self) -> tuple[Result, ...]:
        """A row for each deal."""
        return tuple(self._rows.values())

    def of(self, game: str) -> Tally:
        """Return the results of one game only."""
        tally = Tally()
        tally._rows = {key: row for key, row in self._rows.items() if row.game == game}
        return tally

    def clear(self) -> None:
        """Remove all rows."""
        self._rows.clear()

    def note(self, result: Result) -> None:
        """Record the result of a deal, unless a better one is known already."""
        key = result.game, result.deal
        known = self._rows.get(key)
        if known is None or known.result == LEFT_OFF or (known.result == LOST and result.result != LEFT_OFF):
            self._rows[key] = result

    @property
    def won(self) -> int:
        """The number of deals that were won."""
        return sum(row.result == WON for row in self.rows)

    @property
    def streak(self) -> int:
        """The number of deals won in a row, up to the last one."""
        return self._streaks()[-1]

    @property
    def best(self) -> int:
        """The longest such streak."""
        return max(self._streaks())

    def _streaks(self) -> list[int]:
        streaks = [0]
        for row in self.rows:
            streaks.append(streaks[-1] + 1 if row.result == WON else 0)
        return streaks

    def summary(self) -> str:
        """Return how many deals were won, and how many in a row; empty before the first deal."""
        if not self.rows:
            return ""
        return phrase("patience.summary", won=self.won, deals=len(self.rows), streak=self.streak, best=self.best)

    def table(self) -> pd.DataFrame:
        """Return the rows as a pandas table, numbered from 1."""
        from domino_lab.io.dataframes import Printable

        columns = [phrase(f"patience.column_{name}") for name in Result._fields]
        shown = [row._replace(result=phrase(f"patience.{row.result}")) for row in self.rows]
        return Printable(shown, columns=columns, index=range(1, len(shown) + 1))

    def to_csv(self, path: str | Path | None = None) -> str:
        r"""Return the table as CSV text; write it to the file `path` if one is given."""
        return to_csv(self.table(), path, index=False, such="patience.csv")


SESSION = Tally()
"""The results of all that is played in this session: a cell that is run again goes on with them."""


class PatienceSession(Board):
    """A patience on a board. `tip` is the last hint that was asked for, `best` the best way that is shown.

    `what` is a ruleset or its id, or a hand of a patience, which continues from step `step` (by default from its end,
    or from its deal if it is over). `tally` holds the result of each deal; by default it is the tally of the session.
    Raises RulesetError for a game against others, and RecordError if there is no such hand.

    >>> solo = PatienceSession("five-columns", seed=3)
    >>> solo.ask()
    >>> solo.do(solo.tip.action)
    >>> solo.live.left
    26
    """

    tip = traitlets.Any(None)
    best = traitlets.Any(None)
    counted = (*Board.counted, "tip", "best")

    def __init__(self, what: Any, *, seed: int = 0, hand: int = 0, step: int | None = None,
                 tally: Tally | None = None) -> None:
        self.given = what
        line = _open(what, seed, hand, step)
        self.tally, self.counts = SESSION if tally is None else tally, Counter[str]()
        super().__init__(line)
        self.history = past_of(line)
        self._note()

    # --- what there is

    @property
    def game(self) -> str:
        """The name of this game in the results: its id and its house rules."""
        rules = self.timeline.rules
        return ", ".join((rules.id, *(f"{axis}={value}" for axis, value in rules.changes().items())))

    @property
    def deal(self) -> str:
        """The name of this deal: its seed and its number, or the title of the record."""
        line = self.timeline
        return str(line.shuffle) if line.shuffle is not None else line.title or phrase("patience.given_deal")

    @property
    def moves(self) -> int:
        """The number of different moves now; the moves of one tile to several empty columns count as one."""
        return len({action.tile if isinstance(action, Shift) else action for action in self.legal})

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that can be chosen; in Bingo only the one that can be removed now."""
        return self.able if self.timeline.rules.solo.key == "bingo" else super().tiles

    @property
    def able(self) -> tuple[Tile, ...]:
        """The tiles that can move now, in the order in which they lie."""
        able = {tile for action in self.legal for tile in tiles_of(action)}
        return tuple(tile for tile in (lying(self.live) if is_spread(self.live) else super().tiles) if tile in able)

    @property
    def lies_open(self) -> bool:
        """True if nothing is hidden any more: no tile is face down, or the game is over."""
        return self.is_over or not self.live.boneyard

    @property
    def standing(self) -> str:
        """The number of moves now, and the number of tiles left.

        >>> PatienceSession("bingo", seed=3).standing
        '1 move now, 28 tiles left.'
        """
        state = self.live
        key = "now_line" if state.rules.solo.key == "line" else "now"
        return phrase(f"patience.{key}", moves=self.moves, left=state.left, boneyard=state.boneyard)

    @property
    def ended(self) -> Ruling | None:
        """The ruling that ended the game, from the last action or the deal; None while it goes on."""
        events = [event for step in self.timeline.steps[-2:] for event in step.events] if self.is_over else []
        return next((event.ruling for event in events if isinstance(event, Ended)), None)

    # --- choosing

    @property
    def chosen_action(self) -> Action | None:
        """The action that Enter would perform: the chosen tile at the chosen place, or else the move of a hint."""
        return self.tip.action if self.tip is not None and self.tile is None else super().chosen_action

    def choose(self, tile: Tile | None) -> None:
        """Choose a tile, with a move that it can make; this removes a hint."""
        with self._as_one():
            self.tip = None
            super().choose(tile)

    def turn_tile(self, by: int) -> None:
        """Choose the tile `by` places further on among those that can move, starting again after the last one."""
        tiles = self.able or self.tiles
        if tiles and not self.is_over:
            at = tiles.index(self.tile) + by if self.tile in tiles else min(by, 0)
            self.choose(tiles[at % len(tiles)])

    # --- doing

    def do(self, action: Action | None) -> None:
        """Perform an action; one that the rules refuse changes nothing and sets `refused`. This removes a hint."""
        with self._as_one():
            self.tip, before = None, self.timeline
            super().do(action)
            self._did(before)

    def say_on(self) -> None:
        """Say one number after the other, up to a tile that meets its number, or to the end of the row."""
        with self._as_one():
            self.tip = None
            self._back()
            line = self.timeline
            while not line.is_over and Say() in _legal_of(line):
                line = line.play(Say())
                if line.is_over or _is_worth_a_look(line):
                    break
            if line is self.timeline:
                self.do(Say())
                return
            before = self.timeline
            self._go_on(line)
            self._did(before)

    def ask(self) -> None:
        """Ask for a hint; it chooses nothing, and Enter makes its move until a tile is chosen."""
        with self._as_one():
            self._back()
            if self.is_over:
                return
            try:
                with lend_lock(self):
                    suggestion: Hint = hint(self.timeline)
            except IllegalAction as error:
                self.refused = error.ruling
                return
            self.counts["hints"] += 1
            self.choose(None)
            self.tip = suggestion

    def show_best(self) -> None:
        """Show the best way on; in a lost game, from the last step at which it could be won.

        Nothing is shown while tiles are face down, because nobody can know the best way then.
        """
        if self.lies_open:
            with lend_lock(self):
                best = best_way(self.timeline)
            self.best = best
            self.counts["hints"] += self.best.line is not None and self.live.over != "won"

    def undo(self) -> None:
        """Undo the last action."""
        self._make_move(super().undo, "undone" if self.history.can_undo else "")

    def redo(self) -> None:
        """Do again what was undone."""
        self._make_move(super().redo)

    def restart(self) -> None:
        """Begin the same deal again; undo brings back the moves."""
        self._leave_off()
        self._make_move(super().restart)

    def play_from(self, line: Timeline) -> None:
        """Play on from an earlier step of this deal; undo brings back the moves."""
        self._make_move(lambda: self._go_on(line), "undone")

    def _make_move(self, move: Callable[[], None], counted: str = "") -> None:
        with self._as_one():
            self.tip = None
            if counted:
                self.counts[counted] += 1
            move()
            self._note()

    def new_deal(self) -> None:
        """Open the next deal: hand 1 of a seed after hand 0. An unfinished deal counts as left off."""
        self._leave_off()
        before = self.timeline.shuffle
        after = Shuffle(seed=before.seed, hand=before.hand + 1) if before is not None else Shuffle()
        with self._as_one():
            self.tip, self.best = None, None
            self.counts.clear()
            self.given = self.timeline.rules
            self.opens(deal_hand(self.timeline.rules, after))
            self._note()

    # --- the results

    def forget(self) -> None:
        """Clear the results, including those of all other games of the session."""
        with self._as_one():
            self.tally.clear()
            self._say("forgotten")

    def _did(self, before: Timeline) -> None:
        self.counts["done"] += self.timeline is not before
        self._note()

    def _note(self) -> None:
        """A game that was over when it was opened counts for nobody, but a deal without a move is a lost one."""
        if self.is_over and (self.counts["done"] or not self.timeline.actions):
            self.tally.note(self._result(str(self.live.over)))

    def _leave_off(self) -> None:
        """A deal that was begun and given up, also where all was taken back before."""
        if self.counts.pop("done", 0) and not self.is_over:
            self.tally.note(self._result(LEFT_OFF))

    def _result(self, how: str) -> Result:
        line, state = self.timeline, self.live
        return Result(self.game, self.deal, how, state.left, len(line.actions), state.choices,
                      self.counts["hints"], self.counts["undone"])

    # --- each change is counted once

    @property
    def _place(self) -> tuple[object, ...]:
        return (*super()._place, self.tally.rows)


def _open(what: str | Path | Timeline | Ruleset, seed: int, hand: int, step: int | None) -> Timeline:
    line = hand_of(what, seed=seed, hand=hand)
    if line.rules.solo is None:
        raise RulesetError(phrase("patience.against_others", game=line.rules.name, id=line.rules.id))
    if step is None:
        step = 0 if line.is_over else len(line) - 1
    return replace(line.upto(step), problems=line.problems) if step < len(line.actions) else line


def _legal_of(line: Timeline) -> tuple[Action, ...]:
    state: Any = line.state
    actions: tuple[Action, ...] = legal(state)
    return actions


def _is_worth_a_look(line: Timeline) -> bool:
    """Return True if a tile went or may go now, or the row came to its end."""
    return len(line[-1].events) > 1 or any(isinstance(action, Remove) for action in _legal_of(line))


# --- the best way on, and whether choices matter ----------------------------------------------------------------------

class BestWay(NamedTuple):
    """The whole game with the best play from `step` on, and a sentence about it; `line` is None if it is not known."""

    line: Timeline | None
    step: int
    words: str


def best_way(line: Timeline) -> BestWay:
    """Return the best way on from the end of `line`; in a lost game, from the last step at which it could be won."""
    try:
        step = _last_chance(line)
        begun = line.upto(step)
        best = best_from(begun, budget=AT_ONCE)
    except IllegalAction as refused:
        return BestWay(None, len(line.actions), refused.ruling.text)
    except ValueError:
        return BestWay(None, len(line.actions), phrase("patience.hint_unknown"))
    left = best.state.left  # type: ignore[attr-defined]
    return BestWay(best, step, phrase(f"patience.best_{_kind(line, step, left)}", step=step, left=left))


def _last_chance(line: Timeline) -> int:
    if line.state.over is None:
        return len(line.actions)
    return (last_chance(line) or 0) if line.state.over == "lost" else 0


def _kind(line: Timeline, step: int, left: int) -> str:
    state: Any = line.state
    if state.over == "won":
        return "won"
    if state.over is not None and state.left == left:
        return "reached"
    wins = "can" if not left else "cannot"
    return f"{wins}_from" if step else f"{wins}_deal"


FEW, MANY = 300, 3000
"""How many positions are looked at to find out whether choices matter: more where the first ones end alike."""


def matters(solo: PatienceSession) -> str:
    """Return whether the choices from here on matter, by trying all orders, whatever the rules say."""
    orders = all_orders(solo.live, FEW)
    if len(orders.left) < 2 and not orders.is_whole:
        orders = all_orders(solo.live, MANY)
    facts = {"ways": orders.ways, "positions": orders.positions, "choices": orders.choices}
    if len(orders.left) > 1:
        return phrase("patience.matter_differ" if solo.lies_open else "patience.matter_hidden",
                      least=min(orders.left), most=max(orders.left))
    if not orders.is_whole:
        return phrase("patience.matter_many", positions=MANY)
    if not orders.choices:
        return phrase("patience.matter_none", **facts)
    equal = phrase("patience.matter_equal") if solo.timeline.rules.solo.key == "twelve" else ""
    return " ".join(filter(None, (phrase("patience.matter_alike", **facts), equal)))
