"""Solo: a patience that is being played: its deals, hints, the best way on, and what came of it. No widgets here."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import traitlets

from domino_lab.actions import Action, Play, Say, Shift
from domino_lab.chance.patience_search import Hint, hint
from domino_lab.errors import IllegalAction, RulesetError
from domino_lab.notebook import hand_of
from domino_lab.play.timeline import Timeline, dealt
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile
from domino_lab.widgets.board.board import Board
from domino_lab.widgets.board.history import History
from domino_lab.widgets.patience.bestway import best_way
from domino_lab.widgets.patience.tally import LEFT_OFF, SESSION, Result, Tally
from domino_lab.words import phrase


class Solo(Board):
    """A patience on a board. `tip` is the hint that was asked for last, `best` the best way that is shown beside it.

    `what` is a ruleset or its id, or a hand of a patience, which is gone on with from step `step` (where nobody says:
    from its end, or from its deal if it is over). `tally` holds what came of each deal; that of the session where no
    other is named. Raises RulesetError for a game against others, and RecordError where there is no such hand.

    >>> solo = Solo("five-columns", seed=3)
    >>> solo.ask()
    >>> solo.do(solo.tip.action)
    >>> solo.live.left
    26
    """

    tip = traitlets.Any(None)
    best = traitlets.Any(None)

    def __init__(self, what: Any, *, seed: int = 0, hand: int = 0, step: int | None = None,
                 tally: Tally | None = None) -> None:
        self.given = what
        line = _opened(what, seed, hand, step)
        self.tally, self.counts = SESSION if tally is None else tally, Counter[str]()
        super().__init__(line)
        self.history = _with_its_past(line)
        self._note()

    # --- what there is

    @property
    def game(self) -> str:
        """What this game is called in the results: its id, and what is played otherwise here.

        >>> from domino_lab.catalogue import get
        >>> Solo(get("knock-out").but(max_pip=4)).game
        'knock-out, max_pip=4'
        """
        rules = self.timeline.rules
        return ", ".join((rules.id, *(f"{axis}={value}" for axis, value in rules.changed().items())))

    @property
    def deal(self) -> str:
        """What this deal is called: its seed and its number, or the title of the record.

        >>> Solo("bingo", seed=3).deal
        'seed 3, hand 0'
        """
        line = self.timeline
        return str(line.shuffle) if line.shuffle is not None else line.title or phrase("patience.given_deal")

    @property
    def moves(self) -> int:
        """How many different moves there are now: a tile that may go to several empty columns makes one of them.

        >>> Solo("bingo", seed=3).moves
        1
        """
        return len({action.tile if isinstance(action, Shift) else action for action in self.legal})

    @property
    def lies_open(self) -> bool:
        """Whether nothing is hidden any more: no tile lies face down, or the game is over.

        >>> Solo("patience", seed=3).lies_open, Solo("five-columns", seed=3).lies_open
        (False, True)
        """
        return self.is_over or not self.live.boneyard

    # --- choosing

    def choose(self, tile: Tile | None) -> None:
        """Choose a tile, and with it a move that it may make; a hint that was given has done its work.

        >>> solo = Solo("five-columns", seed=3)
        >>> solo.choose(solo.tiles[0])
        >>> solo.tip is None
        True
        """
        with self._as_one():
            self.tip = None
            super().choose(tile)

    # --- doing

    def do(self, action: Action | None) -> None:
        """Do that, or what the hint said where nothing else is named; what the rules refuse is `refused`.

        >>> solo = Solo("bingo", seed=3)
        >>> solo.do(Say())
        >>> solo.live.number
        1
        """
        with self._as_one():
            if action is None and self.tip is not None:
                action = self.tip.action
            self.tip, before = None, self.timeline
            super().do(action)
            self._did(before)

    def say_on(self) -> None:
        """Say one number after the other, up to a tile that meets its number, or to the end of the row.

        >>> solo = Solo("bingo", seed=3)
        >>> solo.say_on()
        >>> solo.step > 1
        True
        """
        with self._as_one():
            self.tip = None
            self._back()
            line = self.timeline
            while not line.is_over and Say() in self._legal_of(line):
                line = line.play(Say())
                if line.is_over or _is_worth_a_look(line):
                    break
            if line is self.timeline:
                self.do(Say())
                return
            before = self.timeline
            self.history.go_on(line)
            self._went()
            self._did(before)

    @staticmethod
    def _legal_of(line: Timeline) -> tuple[Action, ...]:
        return line.state.legal()  # type: ignore[attr-defined]

    def ask(self) -> None:
        """Ask for a hint; the tiles it names are chosen, so that Enter does it.

        >>> solo = Solo("patience", seed=3)
        >>> solo.ask()
        >>> solo.tip.kind, solo.chosen_action.tile == solo.tip.action.tile
        ('likely', True)
        """
        with self._as_one():
            self._back()
            if self.is_over:
                return
            try:
                found: Hint = hint(self.timeline)
            except IllegalAction as error:
                self.refused = error.ruling
                return
            self.counts["hints"] += 1
            self._choose_as(found.action)
            self.tip = found

    def _choose_as(self, action: Action) -> None:
        """Choose what the hint names; a draw, and a number that is said, need no choosing."""
        tiles = getattr(action, "tiles", None) or [getattr(action, "tile", None)]
        self.choose(tiles[0])
        there = [number for number, choice in enumerate(self.choices) if _means(choice.action, action)]
        self.place = there[0] if there else 0

    def show_best(self) -> None:
        """Show the best way on; of a game that was lost, from the last step at which it could be won.

        Nothing is shown where tiles lie face down, for nobody can know that way, and where it would take too long.

        >>> solo = Solo("five-columns", seed=1, hand=1)
        >>> solo.show_best()
        >>> solo.best.line.state.over, solo.best.step
        ('won', 0)
        """
        if self.lies_open:
            self.best = best_way(self.timeline)
            self.counts["hints"] += self.best.line is not None and self.live.over != "won"

    def undo(self) -> None:
        """Take the last thing back.

        >>> solo = Solo("bingo", seed=3)
        >>> solo.undo()
        >>> solo.notice
        'nothing_undone'
        """
        self._moved(super().undo, "undone" if self.history.can_undo else "")

    def redo(self) -> None:
        """Do again what was taken back.

        >>> solo = Solo("bingo", seed=3)
        >>> solo.redo()
        >>> solo.notice
        'nothing_redone'
        """
        self._moved(super().redo)

    def restart(self) -> None:
        """The same deal from its beginning; undo brings back what was played.

        >>> solo = Solo("five-columns", seed=3, tally=Tally())
        >>> solo.ask()
        >>> solo.do(solo.tip.action)
        >>> solo.restart()
        >>> solo.live.left, [row.result for row in solo.tally.rows]
        (28, ['left_off'])
        """
        self._leave_off()
        self._moved(super().restart)

    def _moved(self, move: Any, counted: str = "") -> None:
        with self._as_one():
            self.tip = None
            if counted:
                self.counts[counted] += 1
            move()
            self._note()

    def new_deal(self) -> None:
        """The next deal: hand 1 of a seed after hand 0. One that was begun and is not over counts as left off.

        >>> solo = Solo("bingo", seed=3)
        >>> solo.new_deal()
        >>> solo.deal
        'seed 3, hand 1'
        """
        self._leave_off()
        before = self.timeline.shuffle
        after = Shuffle(seed=before.seed, hand=before.hand + 1) if before is not None else Shuffle()
        with self._as_one():
            self.tip, self.best = None, None
            self.counts.clear()
            self.given = self.timeline.rules
            self.opens(dealt(self.timeline.rules, after))
            self._note()

    # --- what became of it

    def forget(self) -> None:
        """Clear the results, those of all other games of the session too.

        >>> solo = Solo("five-columns", seed=3)
        >>> solo.do(solo.legal[0])
        >>> solo.restart()
        >>> solo.forget()
        >>> solo.tally.rows
        ()
        """
        with self._as_one():
            self.tally.clear()
            self._say("forgotten")

    def _did(self, before: Timeline) -> None:
        self.counts["done"] += self.timeline is not before
        self._note()

    def _note(self) -> None:
        """What was over when it was opened is nobody's doing, but a deal without a move is a lost one."""
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
        return (*super()._place, self.tip, self.best, self.tally.rows)

    @traitlets.observe("tip", "best")
    def _count_own_change(self, change: object) -> None:
        self._count_change(change)


def _opened(what: str | Path | Timeline | Ruleset, seed: int, hand: int, step: int | None) -> Timeline:
    line = hand_of(what, seed=seed, hand=hand)
    if line.rules.solo is None:
        raise RulesetError(phrase("patience.against_others", game=line.rules.name, id=line.rules.id))
    if step is None:
        step = 0 if line.is_over else len(line) - 1
    return replace(line.upto(step), problems=line.problems) if step < len(line.actions) else line


def _with_its_past(line: Timeline) -> History[Timeline]:
    """All that led there can be taken back too."""
    found = History(line.upto(0) if line.actions else line)
    for number in range(1, len(line.actions) + 1):
        found.go_on(line.upto(number) if number < len(line.actions) else line)
    return found


def _means(meant: Action, action: Action) -> bool:
    """Whether the meant action is that one; if only one half can lie outward, it leaves that open."""
    if not isinstance(meant, Play) or not isinstance(action, Play):
        return meant == action
    return (meant.tile, meant.end) == (action.tile, action.end) and meant.out in (None, action.out)


def _is_worth_a_look(line: Timeline) -> bool:
    """Whether a tile went or may go now, or the row came to its end."""
    state: Any = line.state
    return len(line[-1].events) > 1 or len(state.legal()) > 1
