"""Rejudging: score a recorded hand under other rules, and find the rulesets under which a score is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.core.actions import Pass, Play, Stack
from domino_lab.core.errors import IllegalAction, NotationError
from domino_lab.core.events import Scored
from domino_lab.core.rulings import Ruling
from domino_lab.explain.contrast import DifferenceMark, cite, points_mark, winner_mark
from domino_lab.explain.replay import (
    count_rest,
    deal_under,
    first_refusal,
    lay_again,
    replay,
    settle_under,
)
from domino_lab.explain.ruleset_comparison import ComparedLine, Comparison, call_source, markdown_table, number_names
from domino_lab.explain.why import why
from domino_lab.play.move_text import move_of
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset, alike
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown, code_span, printable

if TYPE_CHECKING:
    import pandas as pd


def _points(step: Step) -> int:
    """The points of a step: those of the player who moves, or those that others get for a pass."""
    others = [event for event in step.events if isinstance(event, Scored) and event.seat != step.seat]
    return step.points + sum(event.points for event in others) * isinstance(step.action, Pass)


class RejudgedStep(NamedTuple):
    """One step of the hand: its points `here`, and its points `there`, under the other rules.

    `there` is None if the step is impossible under them. `how` is "played", "illegal" (the first action that those
    rules refuse), "counted" (after that, tiles are still placed, but only counted), or "" if not even that is possible.
    `ruling` is that of those rules.
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
    """A recorded hand (`hand`) under other rules: `line` is the part that is legal there, settled if the hand ends.

    `illegal` is the first step that those rules refuse, with the ruling; None if they allow everything. `counted` has
    the steps after that, played as in a layout study and only counted. It displays itself.

    >>> import domino_lab as dl
    >>> found = dl.rejudge(dl.play_out("draw", seed=7), "block")
    >>> found.illegal[1].clause
    'BL-DRAW-1'
    >>> found.recipe
    'dl.rejudge(dl.play_out("draw", seed=7), "block")'
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
        """The line, and after the illegal action the counted steps, as far as tiles could be placed."""
        done = self.line.steps[: len(self.line.actions) + 1]
        return Timeline((*done, *self.counted)) if self.counted else self.line

    @cached_property
    def rows(self) -> tuple[RejudgedStep, ...]:
        """One row for each step of the hand after the deal; the row of the settlement has the award."""
        return tuple(self._row(number) for number in range(1, len(self.hand)))

    def _row(self, number: int) -> RejudgedStep:
        step = self.hand.steps[number]
        if step.action is None:
            return self._end(number, step)
        player = "" if step.seat is None else step.state.table.names[step.seat]
        start = (number, player, move_of(step), _points(step))
        played, laid = len(self.line.actions), self.whole.steps
        there = laid[number] if number < len(laid) and (self.counted or number <= played) else None
        if self.illegal is not None and number == self.illegal[0]:
            return RejudgedStep(*start, None if there is None else _points(there), self.illegal[1], "illegal")
        if there is None:
            return RejudgedStep(*start, None, None, "")
        ruling = there.judged or why(there).ruling
        return RejudgedStep(*start, _points(there), ruling, "played" if number <= played else "counted")

    def _end(self, number: int, step: Step) -> RejudgedStep:
        """The award that those rules give for the holdings at the end of the hand."""
        settled = step.settled
        again = self.line.steps[-1] if self.rules.solo is not None else settle_under(self.hand, self.rules)
        winner = "" if settled is None or settled.winner is None else step.state.table.side_name(settled.winner)
        award_here = settled.award if settled else 0
        there = None if again is None else again.settled
        how = "" if there is None else "played" if self.illegal is None else "counted"
        award, ruling = (None, None) if there is None else (there.award, there.ruling)
        return RejudgedStep(number, winner, move_of(step), award_here, award, ruling, how)

    @cached_property
    def points_mark(self) -> DifferenceMark | None:
        """The first step with other points there, played or only counted; None if all points are the same."""
        return points_mark(self.hand, self.whole)

    @property
    def comparison(self) -> Comparison:
        """The hand and the line side by side."""
        return comparison_of(self.hand, [self.line])

    @property
    def recipe(self) -> str:
        """The line of Python that recreates this; empty if there is none."""
        return call_source("rejudge", self.hand, self.rules)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The first refused move, the first step with other points, and another winner if there is one, in words."""
        if self.illegal is None:
            legal = phrase("compare.all_legal")
        else:
            number, ruling = self.illegal
            legal = phrase("compare.illegal", step=number, text=cite(ruling.text, ruling))
        marks = [mark for mark in (self.points_mark, winner_mark(self.hand, self.whole)) if mark is not None]
        told = [f"{phrase(f'compare.{mark.kind}_mark', step=mark.step)}. {mark.text}" for mark in marks]
        return (legal, *(() if self.points_mark else (phrase("compare.same_points"),)), *told)

    @cached_property
    def table(self) -> pd.DataFrame:
        """Every step: player, move, the points in the hand and under the other rules, the clause there, and a remark.
        """
        from domino_lab.io.dataframes import FullFrame, Printable

        names = number_names([self.hand.rules.name, self.rules.name])
        rows = [(row.step, row.player, row.move, row.here, "" if row.there is None else row.there, row.clause,
                 phrase(f"compare.how_{row.how}") if row.how in ("illegal", "counted") else "") for row in self.rows]
        columns = ["step", "player", "move", *names, phrase("compare.clause_there"), phrase("compare.remark")]
        return FullFrame(Printable(rows, columns=columns).set_index("step"))

    def __repr__(self) -> str:
        return printable("\n\n".join(filter(None, ("\n".join(self.sentences), repr(self.table), self.recipe))))

    def _repr_markdown_(self) -> str:
        listed = "\n".join(f"- {as_markdown(text)}" for text in self.sentences)
        return "\n\n".join(filter(None, (listed, markdown_table(self.table), self.recipe and code_span(self.recipe))))


def comparison_of(hand: Timeline, lines: Sequence[Timeline]) -> Comparison:
    """Return a recorded hand and its replays under other rules, side by side."""
    return Comparison(tuple(ComparedLine(line.rules, line, len(line.actions)) for line in (hand, *lines)))


def rejudge(hand: Timeline, rules: Ruleset) -> Rejudged:
    """Score the plays of a recorded hand under other rules, and find the first action that would not be legal there.

    The deal, the leader and the scores before the hand are kept; the leader may start with any tile. Scores that must
    be called there are called. Raises RulesetError for rules with another set of tiles, and IllegalAction for a number
    of players that they do not allow.
    """
    line = replay(hand, rules)
    illegal = first_refusal(line, hand)
    counted = count_rest(line, hand) if illegal is not None and rules.solo is None else ()
    return Rejudged(hand, line, illegal, counted)


class Claim(NamedTuple):
    """One ruleset's result for the play: `points` (None if it is impossible there), the sum, and the ruling.

    `right` says whether these are the claimed points. `sum` is "4 + 6 + 5+5 = 20", or the sentences of the award at the
    end of a hand; empty if nothing is added up.
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
    """Return the result of each of `rulesets` for step `step`, and whether it is `points`.

    Rules with another set of tiles are left out. The tiles are played again as a layout study, each on the tile that it
    joined; scores that must be called are called. The settlement is worth the award for the holdings at the end. Raises
    NotationError for a step that cannot score, and in a patience.
    """
    number = range(len(hand))[step]
    if hand.rules.solo is not None:
        raise NotationError(f"{hand.rules.name} is won or lost: none of its steps scores points")
    target = hand.steps[number]
    if target.settled is None and not isinstance(target.action, (Play, Stack)):
        raise NotationError(f"step {number} is not a play: only a play, a stack and the end of a hand score points")
    same = [rules for rules in rulesets if rules.solo is None and alike((hand.rules, rules))]
    worths = ((rules, _worth(hand, number, rules)) for rules in same)
    return tuple(Claim(rules, *worth, right=worth[0] == points) for rules, worth in worths)


def none_right(claims: Sequence[Claim], points: int, own: Ruleset) -> str:
    """Say that no ruleset gives `points`, and which points they give: first those of `own`, then the most frequent."""
    given: dict[int, list[Ruleset]] = {}
    for claim in claims:
        if claim.points is not None:
            given.setdefault(claim.points, []).append(claim.rules)
    ordered = sorted(given.items(), key=lambda pair: (own.id not in [rules.id for rules in pair[1]], -len(pair[1])))
    right = [phrase("compare.right_under", points=worth, rules=_few_names(rulesets)) for worth, rulesets in ordered]
    return " ".join([phrase("compare.none_right", points=points), *right])


def _few_names(rulesets: Sequence[Ruleset]) -> list[str]:
    """Return all names, or if there are many the first two and how many others.

    >>> from domino_lab.catalogue import get
    >>> _few_names([get(name) for name in ("block", "draw", "muggins", "sniff", "bergen")])
    ['Block Game', 'Draw Dominoes', '3 other rulesets']
    """
    names = [rules.name for rules in rulesets]
    return names if len(names) <= 3 else [*names[:2], phrase("compare.others_too", count=len(names) - 2)]


def _worth(hand: Timeline, number: int, rules: Ruleset) -> tuple[int | None, str, Ruling | None]:
    """Return what one ruleset gives for a step: the points, the sum and the ruling."""
    step = hand.steps[number]
    if step.settled is None and not isinstance(step.action, Stack):
        relaid = lay_again(step.state.chain, rules)
        if relaid.refused is not None:
            return None, "", relaid.refused
        last = relaid.line.steps[-1]
        count = last.state.board_count
        return last.points, "" if count is None else str(count), last.judged
    try:
        deal_under(hand, rules)
    except IllegalAction:  # Another number of players.
        return None, "", None
    if step.settled is not None:
        again = settle_under(hand, rules)
        settled = None if again is None else again.settled
        texts = () if settled is None else (part.text for part in settled.ruling.tree())
        return (None, "", None) if settled is None else (settled.award, " ".join(texts), settled.ruling)
    # The points of a stacked tile depend on the play before it, so the hand itself is replayed.
    line = replay(hand.upto(number), rules)
    made = line.steps[number] if len(line.actions) >= number else None
    return (None, "", None) if made is None else (made.points, "", made.judged)
