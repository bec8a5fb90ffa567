"""Judging again: the plays of one recorded hand, scored step by step under another ruleset."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.escaping import as_markdown, code_span, printable
from domino_lab.explain.comparison import Comparison, Line
from domino_lab.explain.contrast import cited
from domino_lab.explain.marks import Mark, points_mark
from domino_lab.explain.recorded import counted_on, made_again, refusal_of, settled_under
from domino_lab.explain.sidebyside import markdown, told_apart
from domino_lab.explain.spelled import spelled_call
from domino_lab.explain.transcript import move_of
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


class Row(NamedTuple):
    """One step of the hand: the points it brought, and those it brings under the other rules (None where it cannot be).

    `how` is "played", "illegal" (the first action that those rules refuse), "counted" (after that the tiles still lie
    on the table, and only their count is taken), or "" where not even that can be. `ruling` is the one of those rules.

    >>> Row(1, "Ana", "sets 5-5", 10, 2, None, "played").there
    2
    """

    step: int
    player: str
    move: str
    here: int
    there: int | None
    ruling: Ruling | None
    how: str

    @property
    def clause(self) -> str:
        """The id of the clause of those rules that decided.

        >>> Row(1, "Ana", "draws 3-0", 0, None, Ruling("BL-DRAW-1", "no"), "illegal").clause
        'BL-DRAW-1'
        """
        return self.ruling.id if self.ruling is not None else ""


@dataclass(frozen=True)
class Rejudged:
    """A recorded hand (`hand`) under other rules: `line` is the part that is legal there, settled if that ends it.

    `illegal` is the first step that those rules refuse, with the ruling; None where they allow all of it. `counted` are
    the steps after that, laid as in a layout study and counted only. It displays itself.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> found = rejudge(play_out(get("draw"), Shuffle(seed=7)), get("block"))
    >>> found.illegal[1].clause
    'BL-DRAW-1'
    """

    hand: Timeline
    line: Timeline
    illegal: tuple[int, Ruling] | None
    counted: tuple[Step, ...]

    @property
    def rules(self) -> Ruleset:
        """The other rules.

        >>> Rejudged.rules.__doc__.strip().startswith("The other rules")
        True
        """
        return self.line.rules

    @property
    def whole(self) -> Timeline:
        """The line, and after the illegal action the counted steps: as many steps as could be laid, one for each.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> hand = play_out(get("draw"), Shuffle(seed=7))
        >>> len(rejudge(hand, get("block")).whole) == len(hand) - 1
        True
        """
        done = self.line.steps[: len(self.line.actions) + 1]
        return Timeline((*done, *self.counted)) if self.counted else self.line

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """One row for each step of the hand after the deal; that of the settlement has the award.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
        >>> all(row.here == row.there for row in rejudge(hand, get("all-fives")).rows)
        True
        """
        return tuple(self._row(number) for number in range(1, len(self.hand)))

    def _row(self, number: int) -> Row:
        step = self.hand.steps[number]
        if step.action is None:
            return self._end(number, step)
        player = "" if step.seat is None else step.state.table.names[step.seat]
        told = (number, player, move_of(step), step.points)
        played, laid = len(self.line.actions), self.whole.steps
        there = laid[number] if number < len(laid) and (self.counted or number <= played) else None
        if self.illegal is not None and number == self.illegal[0]:
            return Row(*told, None if there is None else there.points, self.illegal[1], "illegal")
        if there is None:
            return Row(*told, None, None, "")
        ruling = there.judged or (there.rulings[0] if there.events else None)
        return Row(*told, there.points, ruling, "played" if number <= played else "counted")

    def _end(self, number: int, step: Step) -> Row:
        """The award as those rules give it for the holdings at the end of the hand."""
        settled = step.settled
        again = self.line.steps[-1] if self.rules.solo is not None else settled_under(self.hand, self.rules)
        winner = "" if settled is None or settled.winner is None else step.state.table.side_name(settled.winner)
        here = settled.award if settled else 0
        there = None if again is None else again.settled
        how = "" if there is None else "played" if self.illegal is None else "counted"
        return Row(number, winner, move_of(step), here, None if there is None else there.award,
                   None if there is None else there.ruling, how)

    @cached_property
    def points_mark(self) -> Mark | None:
        """The first step worth something else there, counted only or not; None where all are worth the same.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
        >>> rejudge(hand, get("all-fives")).points_mark is None
        True
        """
        return points_mark(self.hand, self.whole)

    @property
    def comparison(self) -> Comparison:
        """The hand and the line side by side.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
        >>> len(rejudge(hand, get("five-up")).comparison.lines)
        2
        """
        return compared(self.hand, [self])

    @property
    def recipe(self) -> str:
        """The line of Python that makes this again; empty where none can.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> rejudge(play_out(get("block"), Shuffle(seed=7)), get("draw")).recipe
        'dl.rejudge(dl.play_out("block", seed=7), "draw")'
        """
        return spelled_call("rejudge", self.hand, self.rules)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is refused first, and what is worth something else first, in words.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
        >>> rejudge(hand, get("all-fives")).sentences
        ('All moves are legal there too.', 'No difference in points.')
        """
        if self.illegal is None:
            legal = phrase("compare.all_legal")
        else:
            number, ruling = self.illegal
            legal = phrase("compare.illegal", step=number, text=cited(ruling.text, ruling))
        mark = self.points_mark
        points = f"{phrase('compare.points_mark', step=mark.step)}. {mark.text}" if mark else None
        return legal, points or phrase("compare.same_points")

    @cached_property
    def table(self) -> pd.DataFrame:
        """Every step: player, move, the points in the hand and under the other rules, the clause there, and a remark.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> rejudge(play_out(get("block"), Shuffle(seed=7)), get("draw")).table.index.name
        'step'
        """
        import pandas as pd

        from domino_lab.explain.whole import Whole

        names = told_apart([self.hand.rules.name, self.rules.name])
        rows = [(row.step, row.player, row.move, row.here, "" if row.there is None else row.there, row.clause,
                 phrase(f"compare.how_{row.how}") if row.how in ("illegal", "counted") else "") for row in self.rows]
        columns = ["step", "player", "move", *names, phrase("compare.clause_there"), phrase("compare.remark")]
        return Whole(pd.DataFrame(rows, columns=columns).set_index("step"))

    def __repr__(self) -> str:
        return printable("\n\n".join(filter(None, ("\n".join(self.sentences), repr(self.table), self.recipe))))

    def _repr_markdown_(self) -> str:
        said = "\n".join(f"- {as_markdown(text)}" for text in self.sentences)
        return "\n\n".join(filter(None, (said, markdown(self.table), self.recipe and code_span(self.recipe))))


def rejudge(hand: Timeline, rules: Ruleset) -> Rejudged:
    """The plays of a recorded hand scored under other rules, and the first action that would not be legal there.

    The deal, the leader and the scores before the hand are taken as they are; no tile is prescribed to the leader. A
    score that has to be called there is called. Raises RulesetError for rules over another set of tiles, IllegalAction
    for a number of players that they are not for.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> rejudge(play_out(get("all-fives"), Shuffle(seed=7)), get("all-fives/cribbage")).illegal is None
    True
    """
    line = made_again(hand, rules)
    illegal = refusal_of(line, hand)
    counted = counted_on(line, hand) if illegal is not None and rules.solo is None else ()
    return Rejudged(hand, line, illegal, counted)


def compared(hand: Timeline, found: list[Rejudged]) -> Comparison:
    """A recorded hand, and under it the lines that other rules make of it, as one comparison.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
    >>> compared(hand, [rejudge(hand, get("five-up"))]).lines[0].timeline is hand
    True
    """
    lines = [Line(hand.rules, hand, len(hand.actions), "")]
    lines += [Line(one.rules, one.line, len(one.line.actions), "") for one in found]
    return Comparison(tuple(lines))
