"""Simulation: many hands of a game, counted, with estimates, tables, a plot, and any hand as a timeline."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.chance.estimates import Estimate, out_of_reach, winless
from domino_lab.chance.jobs import (
    ACTIONS,
    ALONE,
    ENDS,
    OF_A_HAND,
    OF_A_SIDE,
    QUANTITIES,
    HandSums,
    Job,
    begins_plain,
    engine_for,
    get_ready,
    is_stuck,
    play_chunk,
    prepare,
)
from domino_lab.chance.long_runs import ChunkedRun, ExecutorLike, pool_of
from domino_lab.chance.trials import number_called
from domino_lab.core.errors import DominoError
from domino_lab.core.shuffle import Shuffle
from domino_lab.io.progress import Progress, silent
from domino_lab.kernel.chain_games import BINS
from domino_lab.kernel.encoding import strange_policy, unplayable
from domino_lab.kernel.own_tables import asks
from domino_lab.picture.charts import Chart, IntervalRow, NumberBar, number_chart, numbers_table, share_bars
from domino_lab.picture.output import Kept
from domino_lab.play.players import Policies, players_by_seat, python_of_player
from domino_lab.play.start import HOPELESS, names_for
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.custom import seconds_of
from domino_lab.rules.ruleset import Ruleset, python_source
from domino_lab.words import Side, join_words, phrase
from domino_lab.words.escaping import paragraphs, printable, without_math

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


class EstimateRow(NamedTuple):
    """One line of the table: the quantity, the side ("" for the whole hand), and the estimate."""

    what: str
    who: str
    estimate: Estimate


@dataclass(frozen=True, repr=False)
class Simulation:
    """Counted hands: `sums` hold every number, `rows` the estimates.

    `asked` is the number of hands asked for, `hands` the number counted (fewer after an interrupt), `first` the number
    of the first. `why_readable` names the axis or the player that the kernel could not handle, if the slower readable
    engine played. `given_up` says that none of the first hands could begin, so the run ended there.

    >>> import domino_lab as dl
    >>> result = dl.simulate("block", hands=400, seed=1, policies="random", engine="plain")
    >>> result.chance("wins", 0).covers(0.5)
    True
    """

    job: Job
    sums: HandSums
    asked: int
    interrupted: bool = False
    why_readable: str = ""
    given_up: bool = False
    first: int = 0

    def __add__(self, following: Simulation) -> Simulation:
        """Return this run and the one that goes on after its last hand as one run.

        Raises DominoError for another game, table or seed, and for hands that do not follow.

        >>> import domino_lab as dl
        >>> begun, rest = (dl.simulate("block", first=first, hands=20, engine="plain") for first in (0, 20))
        >>> (begun + rest).sums == dl.simulate("block", hands=40, engine="plain").sums
        True
        """
        if self.job[:4] != following.job[:4] or following.first != self.first + self.hands:
            raise DominoError(f"the second run must continue the first, with the same game, players and seed, from "
                              f"hand {self.first + self.hands} on: {self!r} and {following!r} do not fit together")
        return replace(following, sums=HandSums.of((self.sums, following.sums)), asked=self.hands + following.asked,
                       first=self.first)

    @property
    def hands(self) -> int:
        """The number of hands that were counted."""
        return self.sums.hands

    @property
    def engine(self) -> str:
        """The engine that played: "compiled", "plain" or "readable"."""
        return self.job.engine

    @property
    def note(self) -> str:
        """A note that no hand had a winner, that none could begin, or that no match could be won with these scores.

        Empty if there is nothing to note, and for a patience.
        """
        if self._is_patience:
            return ""
        rules, sides = self.job.rules, range(len(self.sides))
        note = winless(rules, hands=self.hands, won=self.hands - self.sums.wins(None),
                       misdealt=self.sums.ends("misdeal"), asked=self.asked if self.given_up else None)
        if note or self.hands < HOPELESS:
            return note
        had = {what for what in OF_A_SIDE if any(self.sums.by_side(side, what)[1] for side in sides)}
        return out_of_reach(rules, self.job.seats, hands=self.hands, awards=self._awards(), scored=bool(had),
                            kept="score" in had)

    def _awards(self) -> tuple[int, ...]:
        """Return every number of points that ended a hand; the last bin of the counter has no number: a 1 for it."""
        return tuple(1 if award >= BINS - 1 else award for award in self.sums.bins("award"))

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantities counted hand by hand: QUANTITIES, or ALONE for a patience."""
        return ALONE if self._is_patience else QUANTITIES

    @property
    def sides(self) -> tuple[str, ...]:
        """The names of the sides: the players, or the partners."""
        rules, seats = self.job.rules, self.job.seats
        names, side = names_for(seats), rules.dealing.side
        return tuple(Side.of(name for seat, name in enumerate(names) if side(seat) == own)
                     for own in range(rules.side_count(seats)))

    @property
    def line(self) -> str:
        """The line of Python that gives this result again; empty if it cannot express a part of your own.

        >>> import domino_lab as dl
        >>> dl.simulate("block", hands=20, seed=4, engine="plain").line
        'dl.simulate("block", hands=20, seats=2, policies=("heaviest", "heaviest"), seed=4)'
        """
        rules, seats, policies, seed = self.job[:4]
        names = ", ".join(map(python_of_player, policies))
        names += "," if seats == 1 else ""
        source, first = python_source(rules), f"first={self.first}, " if self.first else ""
        call = f"dl.simulate({source}, {first}hands={self.asked}, seats={seats}, policies=({names}), seed={seed})"
        return call if source else ""

    def chance(self, what: str, side: int | None = None) -> Estimate:
        """Return a chance, 0 to 1: "wins" (of a side; None: nobody wins), "leader wins", or one of the ends of a hand.

        For a patience, "won" or "lost". Raises ValueError for another name, for an unknown side, and for a side if the
        whole hand is meant.
        """
        names = ENDS[4:] if self._is_patience else ("wins", "leader wins", *ENDS[:4])
        if what not in names:
            raise DominoError(f"no chance is called {what!r}; choose {join_words(names, 'or')}")
        self._check_side(side)
        if what == "wins":
            return Estimate.share(self.sums.wins(side), self.hands)
        if side is not None:
            raise DominoError(f'{what!r} is counted for the whole hand, not for side {side}; only "wins" has a side')
        return Estimate.share(self.sums.leader_wins if what == "leader wins" else self.sums.ends(what), self.hands)

    def mean(self, what: str, side: int | None = None) -> Estimate:
        """Return a mean over the hands: "score", "points" in play or "award" of a side; "plays", "draws" ... of a hand.

        In a patience "plays" counts all actions except draws, and "left" is the number of tiles left. The award is
        averaged over all hands, including those that the side did not win. Raises ValueError for another name, and for
        an unknown side.
        """
        self._check_side(side)
        of_a_hand = ALONE if self._is_patience else OF_A_HAND
        whole, names = ("a hand", of_a_hand) if side is None else ("a side", OF_A_SIDE)
        if what not in names:
            raise DominoError(f"no mean of {whole} is called {what!r}; choose {join_words(names, 'or')}")
        total, squares = self.sums.of_hand(what) if side is None else self.sums.by_side(side, what)
        return Estimate.mean(total, squares, self.hands)

    @property
    def _is_patience(self) -> bool:
        return self.job.rules.solo is not None

    def _check_side(self, side: int | None) -> None:
        if side is not None and self._is_patience:
            raise DominoError(f"{self.job.rules.name} is played alone: it has no sides")
        if side not in (None, *range(len(self.sides))):
            raise DominoError(f"there is no side {side!r}: the sides are 0 to {len(self.sides) - 1}")

    def rows(self) -> tuple[EstimateRow, ...]:
        """Return every estimate, in reading order: who wins, how hands end, the points, the length of hands.

        >>> import domino_lab as dl
        >>> dl.simulate("block", hands=10, engine="plain").rows()[0].what
        'wins'
        """
        return tuple(self._rows())

    def _rows(self) -> Iterator[EstimateRow]:
        if self._is_patience:
            yield from (EstimateRow(how, "", self.chance(how)) for how in ("won", "lost"))
            yield from (EstimateRow(what, "", self.mean(what)) for what in ALONE if self.sums.of_hand(what)[0])
            return
        sides = tuple(enumerate(self.sides))
        yield from (EstimateRow("wins", name, self.chance("wins", side)) for side, name in sides)
        yield EstimateRow("nobody wins", "", self.chance("wins"))
        yield EstimateRow("leader wins", "", self.chance("leader wins"))
        yield from (EstimateRow(how, "", self.chance(how)) for how in ENDS if self.sums.ends(how))
        for what in self._score_means():
            yield from (EstimateRow(what, name, self.mean(what, side)) for side, name in sides)
        yield from (EstimateRow(what, "", self.mean(what)) for what in ACTIONS
                    if self.sums.of_hand(what)[0])

    def _score_means(self) -> tuple[str, ...]:
        """Return the means of a side; where no move scores or costs points, its award is its score and not named."""
        rules = self.job.rules
        plays = rules.scores_in_play
        return ("score", *(("points",) if plays else ()), *(("award",) if plays or rules.costs_in_play else ()))

    def table(self) -> pd.DataFrame:
        """Return the estimates as a pandas table: what, who, estimate, error, low, high.

        >>> import domino_lab as dl
        >>> list(dl.simulate("block", hands=10, engine="plain").table().columns)
        ['what', 'who', 'estimate', 'error', 'low', 'high']
        """
        from domino_lab.io.dataframes import Printable

        return Printable([(what, who, *estimate[:4]) for what, who, estimate in self.rows()],
                         columns=["what", "who", "estimate", "error", "low", "high"])

    def plot(self, what: str = "wins", axes: Axes | None = None) -> Chart | Axes:
        """Draw who wins, with 95 % intervals, or the hands by one of `quantities`, such as "plays".

        The chart displays itself; with matplotlib's `axes`, it is drawn there, and they are returned. Raises ValueError
        for anything else.

        >>> import domino_lab as dl
        >>> dl.simulate("block", hands=200, seed=1, engine="plain").plot("passes")
        Block Game: 200 hands, seed 1
        passes  hands
        ...
        """
        if what != "wins" and what not in self.quantities:
            raise DominoError(phrase("chancelab.no_bars", what=what, names=["wins", *self.quantities]))
        if axes is not None:
            return self._draw(what, axes)
        return self._wins_chart() if what == "wins" else self._numbers_chart(what)

    def _draw(self, what: str, axes: Axes) -> Axes:
        """Draw the chart of `what` on matplotlib's axes; the last of the bars of a quantity is 255 and more."""
        if what == "wins":
            names, estimates = zip(*self._outcomes(), strict=True)
            reach = [[max(estimate.value - estimate.low, 0.0) for estimate in estimates],
                     [max(estimate.high - estimate.value, 0.0) for estimate in estimates]]
            axes.bar(names, [estimate.value for estimate in estimates], yerr=reach, capsize=4)
            axes.set_ylabel(phrase("chancelab.share"))
        else:
            bins = self.sums.bins(what)
            axes.bar(list(bins), list(bins.values()))
            axes.set_xlabel(phrase(number_called(self.job.rules, what)))
            axes.set_ylabel(phrase("chancelab.hands"))
        axes.set_title(self.title)
        return axes

    def _wins_chart(self) -> Chart:
        """Draw who wins, or how often a patience is won, as bars with their 95 % intervals."""
        bars = [IntervalRow(name, estimate.value, estimate.low, estimate.high, estimate.percent)
                for name, estimate in self._outcomes()]
        width = max(len(bar.name) for bar in bars)
        lines = (f"  {bar.name:<{width}}  {bar.words}" for bar in bars)
        return Chart(share_bars(self.title, phrase("chancelab.share"), bars), (self.title, *lines))

    def _outcomes(self) -> list[tuple[str, Estimate]]:
        if self._is_patience:
            return [(phrase(f"chancelab.end_{how}"), self.chance(how)) for how in ("won", "lost")]
        sides = [(name, self.chance("wins", side)) for side, name in enumerate(self.sides)]
        return [*sides, (phrase("chancelab.nobody"), self.chance("wins"))]

    def _numbers_chart(self, quantity: str) -> Chart:
        """Draw the number of hands with each number of one of `quantities`."""
        across = phrase(number_called(self.job.rules, quantity))
        bars = [NumberBar(each.label, each.hands) for each in into_bins(self.sums.bins(quantity), MOST_BARS)]
        return number_chart(self.title, across, phrase("chancelab.hands"), bars)

    def open(self, hand: int) -> Timeline:
        """Return hand number `hand` of this run, played by the readable engine, with every step and its reason."""
        rules, seats, policies, seed = self.job[:4]
        return play_out(rules, Shuffle(seed=seed, hand=hand), seats=seats, policies=list(policies))

    def example(self, quantity: str, number: int) -> Timeline:
        """Return the first hand of this run in which one of `quantities` is `number`: an example for a bar of the plot.

        Raises ValueError if there is no such hand, and for another quantity.
        """
        if quantity not in self.quantities:
            raise DominoError(f"{quantity!r} is not counted hand by hand; choose {join_words(self.quantities, 'or')}")
        hand = self.sums.first(quantity, number)
        if hand is None:
            raise DominoError(f"no hand of this run has {quantity} = {number}")
        return self.open(hand)

    def __repr__(self) -> str:
        left = f" of {self.asked:,}, interrupted" if self.interrupted else ""
        hands = f"{self.hands:,} {'hand' if self.hands == 1 else 'hands'}"
        note = f". {self.note}" if self.note else ""
        return f"<Simulation of {self.job.rules}: {hands}{left}, seed {self.job.seed}{note}>"

    @property
    def title(self) -> str:
        """The game, the number of hands, and the seed."""
        facts = {"game": self.job.rules.name, "hands": self.hands, "asked": self.asked, "seed": self.job.seed}
        left = self.interrupted or self.given_up
        return phrase("chancelab.simulated_left" if left else "chancelab.simulated", **facts)

    def lines(self) -> tuple[str, ...]:
        """Return the estimates as lines of text, each with its 95 % interval."""
        rows = self._cells()
        wide = [max(len(row[place]) for row in rows) for place in range(4)]
        return tuple(f"  {name:<{wide[0]}}  {value:>{wide[1]}}  {low:>{wide[2]}} - {high:>{wide[3]}}"
                     for name, value, low, high in rows)

    def _cells(self) -> list[tuple[str, str, str, str]]:
        return [(f"{row.what} {row.who}".strip(), *_numbers(row.estimate)) for row in self.rows()]

    def __str__(self) -> str:
        return printable("\n".join(filter(None, (self.title, self.note, *self.lines(), self.line))))

    def picture(self) -> str:
        """Return the bars of who wins, with their 95 % intervals, as SVG."""
        return self._wins_chart().svg

    def _repr_html_(self) -> str:
        """The estimates as a table of four columns, so that a phone shows the interval too; `table` has more."""
        heads = tuple(phrase(f"chancelab.column_{name}") for name in ("counted", "found", "low", "high"))
        return without_math(paragraphs(self.note), numbers_table([heads, *self._cells()], nowrap=False))

    def _repr_mimebundle_(self, include: Container[str] | None = None, **_which: object) -> dict[str, str]:
        """The picture above the table; as text the table, so that a saved number that drifts is noticed."""
        return Kept(self.picture(), str(self), below=self._repr_html_()).outputs(include)


def _numbers(estimate: Estimate) -> tuple[str, str, str]:
    places = 4 if abs(estimate.value) <= 1 else 3
    value, low, high = (f"{number:.{places}f}" if isfinite(number) else "?"
                        for number in (estimate.value, estimate.low, estimate.high))
    return value, low, high


CHUNK, ASKED_CHUNK, SMALL_CHUNK, SLOW_CHUNK = 25_000, 2_000, 500, 5
"""Hands in a chunk: compiled; compiled, with a reader's own rule that is asked in each hand; played in Python; and by
players who may think for long."""


def simulate(  # noqa: PLR0913
    rules: Ruleset,
    *,
    first: int = 0,
    hands: int = 100_000,
    seats: int | None = None,
    policies: Policies = None,
    seed: int = 0,
    executor: ExecutorLike | None = None,
    processes: int | None = None,
    chunk: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    engine: str | None = None,
) -> Simulation:
    """Play `hands` hands of `seed`, from number `first` on, and count them; scores start at 0 in each.

    Hand i is `Shuffle(seed=seed, hand=i)`. By default, as few players take part as the game allows; they are greedy if
    plays score, and otherwise play the heaviest tile first. Policies are "random", "greedy", "heaviest", "doubles" and
    "keep-suits", one for all or one for each seat; "partner", "thinking" and player functions of your own are played by
    the slower readable engine. The random player chooses uniformly among pairs of tile and open end; open ends of equal
    value are not merged. If scores must be called, all of these players call theirs in time.

    The kernel asks some rules of your own beforehand: what fits, the points of a count, the weight of a tile, the size
    of a holding, the order of turns. It asks others once for each hand: who leads, who wins, what a hand is worth. With
    any other rule of your own, the readable engine plays. An object that gives two answers to one question is refused
    with a DominoError that names it.

    `processes` is the number of processes that share the work, `executor` any `concurrent.futures.Executor`: that of
    `dl.chance.processes`, of a Dask client or of an ipyparallel view. Without either, the compiled kernel uses threads
    if it asks no rule of your own. An executor gets chunks of `chunk` hands; the result does not depend on the chunks
    or the workers. If it loses one, LostHandsError has the hand to go on from (`first`) and the `result` up to there,
    to which the rest can be added. An interrupt leaves the hands counted so far as a valid result. `progress` is called
    with the progress of the run; `engine` is "compiled", "plain" or "readable" (see `engine` and `why_readable` of the
    result). By default, first runs are played in plain Python while that takes less time than compiling would. If a
    rule of your own lets nobody lead any of the first hands, the run ends after them and says so (`note`).

    Raises IllegalAction, with the clause, for a number of seats the game does not allow, and ValueError for an unknown
    policy or engine, and for an axis or a value that the kernel does not know, unless engine="readable"; DominoError,
    which is one, for an invalid seed, and for both an executor and processes.
    """
    Shuffle(seed=seed, hand=first)
    if processes is not None and executor is not None:
        raise DominoError("give an executor or a number of processes, not both")
    seats = rules.dealing.seat_counts[0] if seats is None else seats
    rules.dealing.checked_each(seats, len(rules.equipment.set.tiles))
    who = players_by_seat(policies, rules, seats)
    how, why_readable = engine_for(rules, engine, who)
    job = Job(rules, seats, who, seed, how)
    if engine is None and executor is None and begins_plain(job, hands):
        how = "plain"
    job = prepare(job._replace(engine=how))
    stuck = hands > HOPELESS and is_stuck(job, first)
    size, played = chunk or _usual_chunk(job), range(first, first + (HOPELESS if stuck else hands))
    run = ChunkedRun(partial(play_chunk, job), played, size, lambda *both: HandSums.of(both),
                     HandSums.none())
    report = progress or silent
    # Before the run, also for an executor: its processes need not do it again.
    get_ready(job, hands, report)
    with _workers(job, executor, processes, chunks=-(-len(played) // size)) as pool:
        run.run(pool, report)
    result = Simulation(job, run.sums, asked=run.done if run.lost else hands, interrupted=run.interrupted,
                        why_readable=why_readable, given_up=stuck, first=first)
    run.raise_if_lost(result, "chance.lost_hands", first + run.done, hands=run.done, left=hands - run.done)
    return result


def _usual_chunk(job: Job) -> int:
    asked = asks(job.rules)
    if strange_policy(job.policies) or ((asked or job.engine == "readable") and slow_methods(job.rules)):
        return SLOW_CHUNK
    return SMALL_CHUNK if job.engine != "compiled" else ASKED_CHUNK if asked else CHUNK


def _workers(job: Job, executor: ExecutorLike | None, processes: int | None, *, chunks: int
             ) -> AbstractContextManager[Executor | None]:
    """Return the reader's executor, a pool of processes, or threads; None if they would not help."""
    if processes is not None:
        return pool_of(min(processes, chunks))
    # Where a reader's own rule is asked, only one thread runs at a time: the one that runs Python.
    if executor is None and job.engine == "compiled" and chunks > 1 and not asks(job.rules):
        return ThreadPoolExecutor(os.cpu_count())
    return nullcontext(executor)


SLOW = 0.002
"""Seconds from which on a call of a reader's own method is slow: it is asked thousands of times, usually in a
thousandth of that."""


def slow_methods(*rulesets: Ruleset) -> str:
    """Return the slow methods of a reader's own rules, with the time of a call; "" if none is slow.

    >>> from domino_lab import ruleset
    >>> slow_methods(ruleset("block"))
    ''
    """
    times = {call: each for rules in rulesets for group, policy in rules.own.items()
             for call, each in seconds_of(group, policy).items() if each >= SLOW}
    return " ".join(phrase("chance.slow_method", method=call, milliseconds=round(each * 1000))
                    for call, each in times.items())


def plan(rules: Ruleset, engine: str | None = None, *, shared: bool = False) -> str:
    """Return why a reader's own rule makes a simulation slow, and what helps; "" if there is no such rule.

    `shared` says that workers share it already.

    >>> from domino_lab import ruleset
    >>> plan(ruleset("block"))
    ''
    """
    why = unplayable(rules, asking=True) if rules.own and engine is None else ""
    if not why:
        return ""
    cores = os.cpu_count() or 1
    helps = "" if shared or cores == 1 else phrase("chance.plan_processes", number=cores)
    return " ".join(filter(None, (phrase("chance.plan_by_reading", why=why), helps)))


_STEPS = (1, 2, 5, 10, 20, 50)


class Bin(NamedTuple):
    """Neighbouring numbers that share a bar, from `low` to `high`, and the number of `hands` with one of them."""

    low: int
    high: int
    hands: int

    @property
    def label(self) -> str:
        """The numbers in words."""
        if self.high >= BINS - 1:
            return phrase("chancelab.or_more", low=self.low)
        return str(self.low) if self.low == self.high else phrase("chancelab.between", low=self.low, high=self.high)


def into_bins(counts: Mapping[int, int], most: int) -> tuple[Bin, ...]:
    """Group numbers by ones, twos, fives or tens into at most `most` bins, including empty ones in between."""
    if not counts:
        return ()
    low, high = min(counts), max(counts)
    step = next((step for step in _STEPS if high // step - low // step < most), _STEPS[-1])
    return tuple(Bin(start, start + step - 1, sum(counts.get(number, 0) for number in range(start, start + step)))
                 for start in range(low // step * step, high + 1, step))


MOST_BARS = 30
