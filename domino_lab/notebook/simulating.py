"""Simulating: many hands of a game from a notebook cell, with progress, tables and pictures of what was counted."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import fields
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, Unpack

from domino_lab.arguments import Count, checked
from domino_lab.catalogue.resolve import Named, ruleset
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.game_trials import number_called
from domino_lab.chance.long_runs import Teller
from domino_lab.chance.simulation import Bin, Simulation, binned
from domino_lab.errors import DominoError
from domino_lab.escaping import escape, paragraphs, printable, without_math
from domino_lab.notebook.progress_bar import telling
from domino_lab.picture.charts import IntervalRow, NumberBar, number_bars, share_bars
from domino_lab.play.players import Policies
from domino_lab.words import phrase

if TYPE_CHECKING:
    from domino_lab.chance.estimates import Estimate


MOST_BARS = 30


class Plotted(NamedTuple):
    """A picture (`svg`) and its numbers in `lines`; a saved notebook keeps both, so that one that drifts is noticed."""

    svg: str
    lines: tuple[str, ...]

    def __repr__(self) -> str:
        return printable("\n".join(self.lines))

    def _repr_mimebundle_(self, **_which: Any) -> dict[str, str]:
        """As HTML the picture shrinks to the page, which an image in a notebook does not; the image is for paper."""
        return {"text/html": without_math(self.svg), "image/svg+xml": self.svg, "text/plain": repr(self)}


def winners(run: Simulated) -> Plotted:
    """Who wins, or how often a patience is won, as bars with their 95 % intervals."""
    bars = [IntervalRow(name, found.value, found.low, found.high, found.percent) for name, found in _outcomes(run)]
    wide = max(len(bar.name) for bar in bars)
    lines = (f"  {bar.name:<{wide}}  {bar.words}" for bar in bars)
    return Plotted(share_bars(run.title, phrase("chancelab.share"), bars), (run.title, *lines))


def _outcomes(run: Simulated) -> list[tuple[str, Estimate]]:
    if run.job.rules.solo is not None:
        return [(phrase(f"chancelab.end_{how}"), run.chance(how)) for how in ("won", "lost")]
    sides = [(name, run.chance("wins", side)) for side, name in enumerate(run.sides)]
    return [*sides, (phrase("chancelab.nobody"), run.chance("wins"))]


def counted(run: Simulated, quantity: str) -> Plotted:
    """How many hands had each number of one of its `quantities`. Raises ValueError for something else."""
    if quantity not in run.quantities:
        raise DominoError(phrase("chancelab.no_bars", what=quantity, names=["wins", *run.quantities]))
    groups, across = binned(run.sums.bins(quantity), MOST_BARS), phrase(number_called(run.job.rules, quantity))
    bars = [NumberBar(group.label, group.hands) for group in groups]
    return Plotted(number_bars(run.title, across, bars), (run.title, *_table(groups, across)))


def _table(groups: tuple[Bin, ...], across: str) -> tuple[str, ...]:
    rows = [(across, phrase("chancelab.hands")), *((group.label, f"{group.hands:,}") for group in groups)]
    first, second = (max(len(row[place]) for row in rows) for place in (0, 1))
    return tuple(f"{label:>{first}}  {hands:>{second}}" for label, hands in rows)


_CLOSE = "padding:.4em .2em"
"""A notebook leaves more room round a number than a phone has."""


class Simulated(Simulation):
    """Counted hands as a notebook gets them: they show themselves as bars with errors and as a table.

    >>> print(simulate("block", hands=200, seed=1, engine="plain"))
    Block Game: 200 hands, seed 1
    ...
    """

    @classmethod
    def of(cls, found: Simulation) -> Simulated:
        """The same result.

        >>> from domino_lab.chance.simulation import simulate
        >>> Simulated.of(simulate("block", hands=5, engine="plain")).hands
        5
        """
        return cls(**{one.name: getattr(found, one.name) for one in fields(found)})

    @property
    def title(self) -> str:
        """The game, how many hands, and the seed."""
        facts = {"game": self.job.rules.name, "hands": self.hands, "asked": self.asked, "seed": self.job.seed}
        left = self.interrupted or self.given_up
        return phrase("chancelab.simulated_left" if left else "chancelab.simulated", **facts)

    def lines(self) -> tuple[str, ...]:
        """The estimates as lines of text, each with its 95 % interval."""
        rows = self._written()
        wide = [max(len(row[place]) for row in rows) for place in range(4)]
        return tuple(f"  {name:<{wide[0]}}  {value:>{wide[1]}}  {low:>{wide[2]}} - {high:>{wide[3]}}"
                     for name, value, low, high in rows)

    def _written(self) -> list[tuple[str, str, str, str]]:
        return [(f"{row.what} {row.who}".strip(), *_numbers(row.estimate)) for row in self.rows()]

    def _repr_html_(self) -> str:
        """The same as a table of four columns, so that a phone shows the interval too; `table` has more."""
        heads = (phrase(f"chancelab.column_{name}") for name in ("counted", "found", "low", "high"))
        top = "".join(f'<th scope="col" style="{_CLOSE}">{escape(head)}</th>' for head in heads)
        body = "".join(f'<tr><th scope="row" style="text-align:left;{_CLOSE}">{escape(name)}</th>'
                       + "".join(f'<td style="{_CLOSE}">{number}</td>' for number in numbers) + "</tr>"
                       for name, *numbers in self._written())
        table = f'<table class="dataframe"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'
        return without_math(paragraphs(self.note), table)

    def picture(self) -> str:
        """Who wins, as bars with their 95 % intervals, as SVG."""
        return winners(self).svg

    def plot(self, what: str = "wins", axes: Any = None) -> Any:
        """A picture that shows itself: who wins, with errors, or the hands by one of QUANTITIES, such as "plays".

        With matplotlib's `axes` it is drawn there, and gives them back. Raises ValueError for something else.

        >>> simulate("block", hands=200, seed=1, engine="plain").plot("passes")
        Block Game: 200 hands, seed 1
        passes  hands
        ...
        """
        if axes is not None:
            return super().plot(what, axes)
        return winners(self) if what == "wins" else counted(self, what)

    def __str__(self) -> str:
        return printable("\n".join(filter(None, (self.title, self.note, *self.lines(), self.line))))

    def _repr_mimebundle_(self, **_which: Any) -> dict[str, str]:
        """The picture over the table; as text the table, so that a saved number that drifts is noticed."""
        return {"text/plain": str(self), "text/html": without_math(self.picture(), self._repr_html_())}


def _numbers(found: Estimate) -> tuple[str, str, str]:
    places = 4 if abs(found.value) <= 1 else 3
    return tuple(f"{number:.{places}f}" if isfinite(number) else "?" for number in (found.value, found.low, found.high)
                 )  # type: ignore[return-value]


class _How(TypedDict, total=False):
    chunk: Count | None
    engine: str | None


@checked
def simulate(
    rules: Named,
    *,
    hands: Count = 100_000,
    seats: int | None = None,
    policies: Policies = None,
    seed: int = 0,
    executor: Executor | None = None,
    progress: Teller | bool = True,
    **how: Unpack[_How],
) -> Simulated:
    """Play `hands` hands of a game and count them: who wins, what is scored, how long hands are, with their errors.

    Hand i is `Shuffle(seed=seed, hand=i)`, whatever plays it: threads here, or any `executor`. Where nobody says
    otherwise: the fewest seats the game allows, greedy players where play scores, else the heaviest tile first. In a
    notebook a bar shows how far it is; `progress` is a function that hears of it instead, or False. `how` goes to
    `chance.simulate` (`chunk`, `engine`). Stopped half-way, it gives what was counted so far.

    Raises RulesetError where there is no such game, IllegalAction for a number of seats it does not allow, and
    ValueError for a policy nobody knows or for less than one hand.

    >>> simulate("block", hands=200, seed=1, policies="random", engine="plain").chance("wins", 0).covers(0.5)
    True
    """
    from domino_lab.chance import simulation as simulating

    found = ruleset(rules)
    asked: dict[str, Any] = {"hands": hands, "seats": seats, "policies": policies, "seed": seed, "executor": executor}
    with telling(progress, hands, "chancelab.simulating", hands=hands, game=found.name, seed=seed) as tell:
        return Simulated.of(simulating.simulate(found, **asked, progress=tell, **how))
