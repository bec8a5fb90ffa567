"""Rejudging: score the plays of a recorded hand under other rules, and find the rulesets under which a score is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.actions import Play, Stack
from domino_lab.errors import IllegalAction, NotationError
from domino_lab.escaping import as_markdown, code_span, printable
from domino_lab.explain.contrast import DifferenceMark, cited, points_mark
from domino_lab.explain.replay import (
    count_rest,
    deal_under,
    first_refusal,
    lay_again,
    replay,
    settle_under,
)
from domino_lab.explain.ruleset_comparison import ComparedLine, Comparison, call_source, markdown_table, numbered_names
from domino_lab.explain.transcript import move_of
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset, alike
from domino_lab.rulings import Ruling
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


class RejudgedStep(NamedTuple):
    """One step of the hand: the points it brought, and those it brings under the other rules (None if it cannot be
    made).

    `how` is "played", "illegal" (the first action that those rules refuse), "counted" (after that, the tiles are still
    laid, but only counted), or "" if not even that is possible. `ruling` is the one of those rules.
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
        """The id of the deciding clause of those rules."""
        return self.ruling.id if self.ruling is not None else ""


@dataclass(frozen=True)
class Rejudged:
    """A recorded hand (`hand`) under other rules: `line` is the part that is legal there, settled if that ends it.

    `illegal` is the first step that those rules refuse, with the ruling; None if they allow all of it. `counted` are
    the steps after that, laid as in a layout study and only counted. It displays itself.

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
        """The other rules."""
        return self.line.rules

    @property
    def whole(self) -> Timeline:
        """The line, and after the illegal action the counted steps: one for each step that could be laid."""
        done = self.line.steps[: len(self.line.actions) + 1]
        return Timeline((*done, *self.counted)) if self.counted else self.line

    @cached_property
    def rows(self) -> tuple[RejudgedStep, ...]:
        """One row for each step of the hand after the deal; that of the settlement has the award."""
        return tuple(self._row(number) for number in range(1, len(self.hand)))

    def _row(self, number: int) -> RejudgedStep:
        step = self.hand.steps[number]
        if step.action is None:
            return self._end(number, step)
        player = "" if step.seat is None else step.state.table.names[step.seat]
        start = (number, player, move_of(step), step.points)
        played, laid = len(self.line.actions), self.whole.steps
        there = laid[number] if number < len(laid) and (self.counted or number <= played) else None
        if self.illegal is not None and number == self.illegal[0]:
            return RejudgedStep(*start, None if there is None else there.points, self.illegal[1], "illegal")
        if there is None:
            return RejudgedStep(*start, None, None, "")
        ruling = there.judged or (there.rulings[0] if there.events else None)
        return RejudgedStep(*start, there.points, ruling, "played" if number <= played else "counted")

    def _end(self, number: int, step: Step) -> RejudgedStep:
        """The award that those rules give for the holdings at the end of the hand."""
        settled = step.settled
        again = self.line.steps[-1] if self.rules.solo is not None else settle_under(self.hand, self.rules)
        winner = "" if settled is None or settled.winner is None else step.state.table.side_name(settled.winner)
        here = settled.award if settled else 0
        there = None if again is None else again.settled
        how = "" if there is None else "played" if self.illegal is None else "counted"
        return RejudgedStep(number, winner, move_of(step), here, None if there is None else there.award,
                   None if there is None else there.ruling, how)

    @cached_property
    def points_mark(self) -> DifferenceMark | None:
        """The first step with other points there, played or only counted; None if all points are the same."""
        return points_mark(self.hand, self.whole)

    @property
    def comparison(self) -> Comparison:
        """The hand and the line side by side."""
        return compared(self.hand, [self])

    @property
    def recipe(self) -> str:
        """The line of Python that makes this again; empty if none can.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> rejudge(play_out(get("block"), Shuffle(seed=7)), get("draw")).recipe
        'dl.rejudge(dl.play_out("block", seed=7), "draw")'
        """
        return call_source("rejudge", self.hand, self.rules)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The first refused move, and the first step with other points, in words.

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
        """
        import pandas as pd

        from domino_lab.dataframes import FullFrame

        names = numbered_names([self.hand.rules.name, self.rules.name])
        rows = [(row.step, row.player, row.move, row.here, "" if row.there is None else row.there, row.clause,
                 phrase(f"compare.how_{row.how}") if row.how in ("illegal", "counted") else "") for row in self.rows]
        columns = ["step", "player", "move", *names, phrase("compare.clause_there"), phrase("compare.remark")]
        return FullFrame(pd.DataFrame(rows, columns=columns).set_index("step"))

    def __repr__(self) -> str:
        return printable("\n\n".join(filter(None, ("\n".join(self.sentences), repr(self.table), self.recipe))))

    def _repr_markdown_(self) -> str:
        listed = "\n".join(f"- {as_markdown(text)}" for text in self.sentences)
        return "\n\n".join(filter(None, (listed, markdown_table(self.table), self.recipe and code_span(self.recipe))))


def rejudge(hand: Timeline, rules: Ruleset) -> Rejudged:
    """Score the plays of a recorded hand under other rules, and find the first action that would not be legal there.

    The deal, the leader and the scores before the hand are taken as they are; no tile is prescribed to the leader. A
    score that has to be called there is called. Raises RulesetError for rules over another set of tiles, and
    IllegalAction for a number of players that they do not allow.
    """
    line = replay(hand, rules)
    illegal = first_refusal(line, hand)
    counted = count_rest(line, hand) if illegal is not None and rules.solo is None else ()
    return Rejudged(hand, line, illegal, counted)


def compared(hand: Timeline, found: list[Rejudged]) -> Comparison:
    """Put a recorded hand and the lines that other rules make of it side by side."""
    lines = [ComparedLine(hand.rules, hand, len(hand.actions), "")]
    lines += [ComparedLine(one.rules, one.line, len(one.line.actions), "") for one in found]
    return Comparison(tuple(lines))


NAMED = 2
"""So many rulesets are called by name where many give the same points."""


class Claim(NamedTuple):
    """What one ruleset gives for the play: `points` (None if it could not be made there), the sum, and the ruling.

    `right` is True if that is what was claimed. `sum` is "4 + 6 + 5+5 = 20", or for the end of a hand the sentences of
    its award; empty if nothing is added up.
    """

    rules: Ruleset
    points: int | None
    sum: str
    ruling: Ruling | None
    right: bool

    @property
    def clause(self) -> str:
        """The id of the deciding clause."""
        return "" if self.ruling is None else self.ruling.id


def claims(hand: Timeline, step: int, points: int, rulesets: Sequence[Ruleset]) -> tuple[Claim, ...]:
    """Return what each of `rulesets` gives for step `step`, and whether that is `points`.

    Rules over another set of tiles are left out. The tiles are laid again as a layout study, each on the tile it
    joined; a score that has to be called is called. The settlement is worth the award for the holdings at the end.
    Raises NotationError for a step that cannot score, and in a patience.
    """
    number = range(len(hand))[step]
    if hand.rules.solo is not None:
        raise NotationError(f"{hand.rules.name} is won or lost: no score can be claimed in it")
    found = hand.steps[number]
    if found.settled is None and not isinstance(found.action, (Play, Stack)):
        raise NotationError(f"step {number} is no play: only a play, a stacked tile and the end of a hand bring points")
    same = [rules for rules in rulesets if rules.solo is None and alike((hand.rules, rules))]
    return tuple(_claim(hand, number, points, rules) for rules in same)


def none_right(found: Sequence[Claim], points: int, own: Ruleset) -> str:
    """Say that no ruleset gives `points`, and which points they give: first those of `own`, then the most frequent."""
    given: dict[int, list[Ruleset]] = {}
    for claim in found:
        if claim.points is not None:
            given.setdefault(claim.points, []).append(claim.rules)
    ordered = sorted(given.items(), key=lambda pair: (own.id not in [rules.id for rules in pair[1]], -len(pair[1])))
    right = [phrase("compare.right_under", points=worth, rules=_named(rulesets)) for worth, rulesets in ordered]
    return " ".join([phrase("compare.none_right", points=points), *right])


def _named(rulesets: Sequence[Ruleset]) -> list[str]:
    """All of them, or the first ones and how many others."""
    names = [rules.name for rules in rulesets]
    if len(names) <= NAMED + 1:
        return names
    return [*names[:NAMED], phrase("compare.others_too", count=len(names) - NAMED)]


def _claim(hand: Timeline, number: int, points: int, rules: Ruleset) -> Claim:
    step = hand.steps[number]
    if step.settled is not None:
        worth, text, ruling = _award(hand, rules)
    elif isinstance(step.action, Stack):
        worth, text, ruling = _stacked(hand, number, rules)
    else:
        worth, text, ruling = _laid(hand, number, rules)
    return Claim(rules, worth, text, ruling, right=worth == points)


_Worth = tuple[int | None, str, Ruling | None]


def _laid(hand: Timeline, number: int, rules: Ruleset) -> _Worth:
    found = lay_again(hand.steps[number].state.chain, rules)
    if found.refused is not None:
        return None, "", found.refused
    last = found.line.steps[-1]
    count = last.state.board_count
    return last.points, "" if count is None else str(count), last.judged


def _stacked(hand: Timeline, number: int, rules: Ruleset) -> _Worth:
    """The points of a stacked tile depend on the play before it, so the hand itself is replayed."""
    if not _seated(hand, rules):
        return None, "", None
    line = replay(hand.upto(number), rules)
    if len(line.actions) < number:
        return None, "", None
    return line.steps[number].points, "", line.steps[number].judged


def _seated(hand: Timeline, rules: Ruleset) -> bool:
    try:
        deal_under(hand, rules)
    except IllegalAction:
        return False
    return True


def _award(hand: Timeline, rules: Ruleset) -> _Worth:
    if not _seated(hand, rules):
        return None, "", None
    step = settle_under(hand, rules)
    settled = None if step is None else step.settled
    if settled is None:
        return None, "", None
    return settled.award, " ".join(part.text for part in settled.ruling.tree()), settled.ruling
