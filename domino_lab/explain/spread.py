"""Spread: many deals under two or more rulesets, and how far the others are from the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import nan, sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from domino_lab.chance.estimates import winless
from domino_lab.core.arguments import check_many
from domino_lab.core.errors import RulesetError, quote
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.contrast import winner_of
from domino_lab.explain.replay import follow_line, leading_line
from domino_lab.explain.ruleset_comparison import (
    Arguments,
    Comparison,
    call_source,
    check_rulesets,
    follow,
    markdown_table,
    number_names,
)
from domino_lab.picture.charts import Chart, NumberBar, number_chart
from domino_lab.play.players import Policies
from domino_lab.play.start import HOPELESS, start
from domino_lab.play.state import Step
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown, code_span, printable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def points_gained(steps: Sequence[Step]) -> tuple[int, ...]:
    """Return the points of each side in a hand, including the award."""
    before, after = steps[0].state.table.standing.scores, steps[-1].state.scores
    return tuple([end - begin for begin, end in zip(before, after, strict=True)])


Measure: TypeAlias = Literal["points", "lead"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
"""All points of all sides; or those of side 0 less those of the best other side."""

MOST_COMPARED = 1_000_000
"""The points of each deal are kept: more of them take many hours, and fill the memory."""

_WIDTHS = (1, 3, 5, 11, 21, 51, 101, 201, 501, 1001)
_MOST_BARS = 25


class DifferenceBar(NamedTuple):
    """The deals whose difference is from `low` to `high` (both included), and the hand where it is farthest from 0.

    `deals` is the number of deals; `hand` is -1 if there are none.
    """

    low: int
    high: int
    deals: int
    hand: int


@dataclass(frozen=True)
class DifferenceSpread:
    """Hands from `shuffle.hand` on under every ruleset: `values[i]` has the numbers of hand i, one for each ruleset.

    `winners[i]` has the players of the side that wins hand i under each ruleset, "" if nobody does.

    `measure` says what the numbers are: "points" (of all sides, award included) or "lead" (side 0 minus the best other
    side). A difference is the other ruleset's number minus the first one's. `notes` name the rulesets under which no
    hand had a winner. It displays itself.

    >>> import domino_lab as dl
    >>> found = dl.compare(dl.Shuffle(seed=7), ["all-fives", "five-up"], hands=20)
    >>> len(found), len(found.differences(1)), sum(bar.deals for bar in found.bars(1))
    (20, 20, 20)
    >>> found.open(found.largest(1).hand).shuffle == found.largest(1)
    True
    >>> found.recipe
    'dl.compare(dl.Shuffle(seed=7), ["all-fives", "five-up"], hands=20)'
    """

    shuffle: Shuffle
    rulesets: tuple[Ruleset, ...]
    values: tuple[tuple[int, ...], ...]
    measure: str = "points"
    leader: str = "same"
    asked: Arguments = field(default_factory=Arguments)
    notes: tuple[str, ...] = ()
    winners: tuple[tuple[str, ...], ...] = ()

    def __len__(self) -> int:
        return len(self.values)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the rulesets; equal ones are numbered."""
        return number_names(rules.name for rules in self.rulesets)

    def differences(self, line: int = 1) -> tuple[int, ...]:
        """Return the numbers of ruleset `line` minus those of the first one, hand by hand."""
        return tuple(values[line] - values[0] for values in self.values)

    def other_winners(self, line: int = 1) -> int:
        """Return the number of hands that another side wins under ruleset `line` than under the first one."""
        return sum(winners[line] != winners[0] for winners in self.winners)

    def hand(self, number: int) -> Shuffle:
        """Return the shuffle of hand `number`, as the table and the bars count them."""
        return Shuffle(seed=self.shuffle.seed, hand=number)

    def largest(self, line: int = 1) -> Shuffle:
        """Return the deal whose difference is farthest from 0; if there are several, the first."""
        return self.hand(self._farthest(line, range(len(self))))

    def _farthest(self, line: int, places: Sequence[int]) -> int:
        differences = self.differences(line)
        return self.shuffle.hand + max(places, key=lambda place: abs(differences[place]))

    def open(self, hand: int) -> Comparison:
        """Return the comparison of hand number `hand`, to step through."""
        return follow(self.hand(hand), self.rulesets, leader=self.leader, **self.asked)

    def bars(self, line: int = 1) -> tuple[DifferenceBar, ...]:
        """Return the differences as a bar chart of 25 bars at most, from the smallest up.

        All bars are equally wide, empty ones in between are kept, and one of them has 0 in its middle.
        """
        differences = self.differences(line)
        if not differences:
            return ()
        least, most = min(differences), max(differences)
        width = next((w for w in _WIDTHS if _bar_of(most, w) - _bar_of(least, w) < _MOST_BARS), _WIDTHS[-1])
        bars = range(_bar_of(least, width), _bar_of(most, width) + 1)
        places: dict[int, list[int]] = {bar: [] for bar in bars}
        for place, difference in enumerate(differences):
            places[_bar_of(difference, width)].append(place)
        half = width // 2
        return tuple(DifferenceBar(bar * width - half, bar * width + half, len(inside),
                                   self._farthest(line, inside) if inside else -1) for bar, inside in places.items())

    @cached_property
    def table(self) -> pd.DataFrame:
        """One row for each hand: the number under each ruleset, then each difference from the first."""
        from domino_lab.io.dataframes import Printable, pd

        others = [phrase("compare.difference", rules=name) for name in self.names[1:]]
        rows = [[*values, *(value - values[0] for value in values[1:])] for values in self.values]
        index = pd.RangeIndex(self.shuffle.hand, self.shuffle.hand + len(self), name="hand")
        return Printable(rows, index=index, columns=[*self.names, *others])

    @cached_property
    def summary(self) -> pd.DataFrame:
        """One row for each ruleset: the mean of its numbers, and their difference from those of the first.

        The columns of the difference are its mean, standard error and deviation, the share of equal deals, the smallest
        and the largest, the share of deals with another winner, and the hand in which it is farthest from 0, as `open`
        takes it. The first ruleset has none.
        """
        from domino_lab.io.dataframes import FullFrame, Printable

        rows = [[self.names[number], *self._row(number)] for number in range(len(self.rulesets))]
        return FullFrame(Printable(rows, columns=["ruleset", *_SUMMARY]).set_index("ruleset"))

    def _row(self, number: int) -> list[object]:
        mean = round(fmean(values[number] for values in self.values), 2)
        if number == 0:
            return [mean, *("" for _ in _SUMMARY[1:])]
        differences = self.differences(number)
        deviation = stdev(differences) if len(differences) > 1 else nan
        numbers = [round(number, 2) for number in (fmean(differences), deviation / sqrt(len(differences)), deviation)]
        equal = round(differences.count(0) / len(differences), 3)
        others = round(self.other_winners(number) / len(differences), 3)
        return [mean, *numbers, equal, min(differences), max(differences), others, self.largest(number).hand]

    @property
    def sentences(self) -> tuple[str, ...]:
        """The notes; then the distance of each other ruleset from the first, and the number of equal deals."""
        return (*self.notes, *(self._sentence(number) for number in range(1, len(self.rulesets))))

    def _sentence(self, number: int) -> str:
        differences, hand = self.differences(number), self.largest(number).hand
        key = "more" if fmean(differences) > 0 else "less" if fmean(differences) < 0 else "as_much"
        mean = round(abs(fmean(differences)), 2)
        compared = phrase(f"compare.spread_{key}", points=mean, rules=self.names[0], hands=len(differences))
        most = differences[hand - self.shuffle.hand]
        rest = phrase("compare.spread_rest", equal=differences.count(0), most=f"{most:+d}", hand=hand + 1)
        told = f"“{self.names[number]}”: {phrase(f'compare.measure_{self.measure}')} {compared} {rest}"
        return f"{told} {self.winner_sentence(number)}".strip()

    def winner_sentence(self, line: int = 1) -> str:
        """Return in how many hands another side wins than under the first ruleset; "" if in none."""
        others = self.other_winners(line)
        return phrase("compare.spread_winner", others=others) if others else ""

    @property
    def recipe(self) -> str:
        """The line of Python that recreates this; empty if there is none."""
        asked = {"hands": len(self), **self.asked, "leader": None if self.leader == "same" else self.leader,
                 "measure": None if self.measure == "points" else self.measure}
        return call_source("compare", self.shuffle, self.rulesets, asked)

    def plot(self, line: int = 1, axes: Axes | None = None) -> Chart | Axes:
        """Draw the number of deals by their difference between ruleset `line` and the first.

        The chart displays itself; with matplotlib's `axes`, it is drawn there, and they are returned.
        """
        bars = self.bars(line)
        across = phrase("compare.axis_difference", rules=self.names[line], first=self.names[0])
        if axes is None:
            shown = [NumberBar(f"{bar.low:+d}" if bar.low else "0", bar.deals) for bar in bars]
            title = phrase("comparison.bars", line=self.names[line], first=self.names[0], deals=len(self))
            return number_chart(title, across, phrase("compare.axis_deals"), shown)
        axes.bar([bar.low for bar in bars], [bar.deals for bar in bars], [bar.high - bar.low + 1 for bar in bars],
                 align="edge", color="#0072B2", edgecolor="white")
        axes.set_xlabel(across)
        axes.set_ylabel(phrase("compare.axis_deals"))
        return axes

    @property
    def _figures(self) -> pd.DataFrame:
        """The summary without the hand, which the sentences name for readers, counted from 1."""
        from domino_lab.io.dataframes import FullFrame

        return FullFrame(self.summary.drop(columns="hand"))

    def __repr__(self) -> str:
        return printable("\n\n".join(["\n".join(self.sentences), repr(self._figures), self.recipe]).strip())

    def _repr_markdown_(self) -> str:
        listed = "\n".join(f"- {as_markdown(text)}" for text in self.sentences)
        return "\n\n".join([listed, markdown_table(self._figures), *([code_span(self.recipe)] if self.recipe else [])])


_SUMMARY = ("mean", "difference", "standard error", "deviation", "equal", "smallest", "largest", "other winner", "hand")


def _bar_of(difference: int, width: int) -> int:
    return (difference + width // 2) // width


class SpreadCounter:
    """A spread in progress: each `next` counts one more deal and returns the number counted.

    `spread` is the result so far; `won` and `misdealt` are the numbers of hands that had a winner, or could not begin,
    under each ruleset. It ends early if none of the first hands can begin under one of them. Its arguments and errors
    are those of `spread`.
    """

    def __init__(
        self, shuffle: Shuffle, rulesets: Sequence[Ruleset], *, hands: int = 1000, seats: int | None = None,
        policies: Policies = None, leader: str = "same", measure: str = "points",
    ) -> None:
        table = check_rulesets(rulesets, seats, leader)
        if measure not in MEASURES:
            raise RulesetError(f'measure must be "points" or "lead", not {quote(measure)}')
        if shuffle.given is not None:
            raise RulesetError("give a shuffle with a seed: a given order is only one deal")
        check_many("hands", hands, MOST_COMPARED)
        if rulesets[0].solo is not None:
            name = rulesets[0].name
            raise RulesetError(f"{name} has no points to compare over many deals, because a patience is won or lost")
        self.shuffle, self.rulesets, self.hands = shuffle, tuple(rulesets), hands
        self.measure, self.leader = measure, leader
        self.won, self.misdealt = [0] * len(rulesets), [0] * len(rulesets)
        self._asked: Arguments = {"seats": seats, "policies": policies}
        self._seats, self._found = table, list[tuple[int, ...]]()
        self._winners: list[tuple[str, ...]] = []

    def __iter__(self) -> SpreadCounter:
        return self

    def __next__(self) -> int:
        done = len(self._found)
        if done == self.hands or (done == HOPELESS and HOPELESS in self.misdealt):
            raise StopIteration
        self._found.append(self._values(Shuffle(seed=self.shuffle.seed, hand=self.shuffle.hand + done)))
        return done + 1

    def _values(self, deal: Shuffle) -> tuple[int, ...]:
        """Return the number of each ruleset for one deal."""
        policies = self._asked["policies"]
        first = leading_line(start(self.rulesets[0], deal, seats=self._seats), deal, policies)
        others = [follow_line(rules, deal, first, seats=self._seats, policies=policies, leader=self.leader)[0]
                  for rules in self.rulesets[1:]]
        lines = [first.steps, *others]
        self._winners.append(tuple(map(winner_of, lines)))
        for number, steps in enumerate(lines):
            end = steps[-1]
            self.won[number] += end.settled is not None and end.settled.winner is not None
            self.misdealt[number] += end.state.over == "misdeal"
        return tuple([sum(sides) if self.measure == "points" else sides[0] - max(sides[1:])
                      for sides in map(points_gained, lines)])

    @property
    def spread(self) -> DifferenceSpread:
        """The deals counted so far."""
        return DifferenceSpread(self.shuffle, self.rulesets, tuple(self._found), self.measure, self.leader, self._asked,
                                self._notes(), tuple(self._winners))

    def _notes(self) -> tuple[str, ...]:
        hands = len(self._found)
        asked = self.hands if hands == HOPELESS and HOPELESS in self.misdealt else None
        notes = [winless(rules, hands=hands, won=won, misdealt=misdealt, asked=asked)
                 for rules, won, misdealt in zip(self.rulesets, self.won, self.misdealt, strict=True)]
        return tuple(filter(None, dict.fromkeys(notes)))


def one_deal() -> RulesetError:
    """Return the error for a recorded hand if many deals are to be compared."""
    return RulesetError("a recorded hand is a single deal: give a shuffle to compare many deals")


def spread(  # noqa: PLR0913
    shuffle: Shuffle,
    rulesets: Sequence[Ruleset],
    *,
    hands: int = 1000,
    seats: int | None = None,
    policies: Policies = None,
    leader: str = "same",
    measure: str = "points",
    progress: Callable[[int], None] | None = None,
) -> DifferenceSpread:
    """Compare `hands` deals, from that of `shuffle` on, as `follow` compares one; `progress` is called for each one.

    An interrupt keeps the deals counted so far. Raises RulesetError as `follow` does, for patience games, for a given
    order of tiles (which is a single deal), and for an unknown measure; DominoError for a number of hands out of range.
    """
    counting = SpreadCounter(shuffle, rulesets, hands=hands, seats=seats, policies=policies, leader=leader,
                             measure=measure)
    try:
        for done in counting:
            if progress is not None:
                progress(done)
    except KeyboardInterrupt:
        so_far = counting.spread
        if not so_far:
            raise
        return replace(so_far, notes=(*so_far.notes, phrase("compare.given_up", hands=len(so_far), asked=hands)))
    return counting.spread
