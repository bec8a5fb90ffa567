"""Patience odds: how many deals of a patience can be won by somebody who sees all tiles, and makes no mistake."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from domino_lab.arguments import Whole, checked
from domino_lab.catalogue.reading import Named, ruleset
from domino_lab.chance.chunks import engine_for
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.progress import Progress, heard
from domino_lab.errors import DominoError
from domino_lab.escaping import paragraphs, without_math
from domino_lab.kernel import engines
from domino_lab.kernel import patience_solver as solving
from domino_lab.kernel.encoding import compiled_rules
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.spelled import spelled
from domino_lab.shuffle import Shuffle
from domino_lab.words import phrase

BUDGET = 1 << 16
"""So many positions are looked at for one deal, before it is called unknown; the hardest of a sheet's game take some
thousands."""

Budget = Annotated[int, Whole(1, 1 << 22, power_of_two=True)]
"""How many positions are looked at for a deal: a book of the most takes 240 MB."""

MOST_SOLVED = 10_000_000
"""What is found is kept for each deal: more of them would fill the memory."""

CHUNK = {"compiled": 20_000, "plain": 100}


@dataclass(frozen=True, repr=False)
class SolvedDeals:
    """Deals of a patience, each won, lost or unknown: the `verdicts`, and `fewest`, the tiles left at best, by deal.

    `asked` is how many deals were wanted; after an interrupt there are fewer. A deal is unknown, and its fewest -1,
    where the budget of positions was used up before anything was found.

    >>> found = solvable("five-columns", hands=50, seed=1)
    >>> found.won + found.lost + found.unknown
    50
    """

    rules: Ruleset
    seed: int
    asked: int
    budget: int
    verdicts: bytes
    fewest: tuple[int, ...]

    @property
    def hands(self) -> int:
        """How many deals were looked at.

        >>> solvable("knock-out", hands=20).hands
        20
        """
        return len(self.verdicts)

    @property
    def won(self) -> int:
        """How many can be won.

        >>> solvable("bingo/choice", hands=20).won
        20
        """
        return self.verdicts.count(solving.WON)

    @property
    def lost(self) -> int:
        """How many cannot be won, whatever is done.

        >>> solvable("bingo/choice", hands=20).lost
        0
        """
        return self.verdicts.count(solving.LOST)

    @property
    def unknown(self) -> int:
        """How many would take more positions than the budget.

        >>> solvable("five-columns", hands=20).unknown
        0
        """
        return self.verdicts.count(solving.UNKNOWN)

    @property
    def estimate(self) -> Estimate:
        """The share that can be won, 0 to 1. Where some are unknown, its interval holds both what they may be.

        >>> solvable("bingo/choice", hands=20).estimate.value
        1.0
        """
        least, most = (Estimate.share(times, self.hands) for times in (self.won, self.won + self.unknown))
        return least._replace(high=most.high)

    @cached_property
    def left(self) -> Mapping[int, int]:
        """How many deals there are by the fewest tiles that can be left; 0 is won, unknown ones are not there.

        >>> sum(solvable("knock-out", hands=20).left.values())
        20
        """
        return dict(sorted(Counter(number for number in self.fewest if number >= 0).items()))

    def numbers(self, left: int = 0) -> tuple[int, ...]:
        """The numbers of the deals in which so many tiles are left at best; of those that can be won, unless said.

        >>> solvable("five-columns", hands=2, seed=1).numbers()
        (1,)
        """
        return tuple(hand for hand, number in enumerate(self.fewest) if number == left)

    def table(self) -> Any:
        """By the fewest tiles left: how many deals, and their share; a pandas table.

        >>> list(solvable("knock-out", hands=20).table().columns)
        ['tiles left at best', 'deals', 'share']
        """
        from domino_lab.dataframes import Printable

        names = [phrase(f"odds.column_{name}") for name in ("left", "deals", "share")]
        return Printable([(left, deals, deals / self.hands) for left, deals in self.left.items()], columns=names)

    @property
    def line(self) -> str:
        """The line of Python that gives this again.

        >>> solvable("five-columns", hands=2, seed=1).line
        'dl.chance.solvable("five-columns", hands=2, seed=1)'
        """
        budget = "" if self.budget == BUDGET else f", budget={self.budget}"
        return f"dl.chance.solvable({spelled(self.rules)}, hands={self.asked}, seed={self.seed}{budget})"

    def __str__(self) -> str:
        found = self.estimate
        facts = {"game": self.rules.name, "hands": self.hands, "won": f"{self.won:,}", "share": str(found),
                 "unknown": f"{self.unknown:,}", "low": f"{found.low:.3f}", "high": f"{found.high:.3f}"}
        return "\n".join((phrase("odds.unknown" if self.unknown else "odds.solvable", **facts), self.line))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return without_math(paragraphs(str(self)), self.table().to_html(index=False, float_format="{:.4f}".format))


@checked
def solvable(
    rules: Named, *, hands: Annotated[int, Whole(1, MOST_SOLVED)] = 1000, seed: int = 0,
    budget: Budget = BUDGET, progress: Callable[[Progress], None] | None = None, engine: str | None = None,
) -> SolvedDeals:
    """How many of the deals 0 to `hands` - 1 of `seed` can be won, all tiles in sight, by any play at all.

    Deal i is `Shuffle(seed=seed, hand=i)`, as in `simulate`. `budget` is a power of two: so many positions are looked
    at for a deal before it is called unknown. `engine` asks for "compiled" or "plain". An interrupt leaves what was
    found.

    Raises DominoError for a game with rivals, for rules or a set of tiles that the solver does not know, for a budget
    that is no power of two, for a number of hands out of range, and for something that is not a seed.

    >>> solvable("five-columns", hands=100, seed=1).estimate.covers(0.44)
    True
    """
    rules = ruleset(rules)
    compiled = solver_for(rules, engine) == "compiled"
    Shuffle(seed=seed)
    verdicts, fewest = bytearray(), list[int]()
    chunk = CHUNK["compiled" if compiled else "plain"]
    with heard(progress, hands, "solving") as tell:
        for first in range(0, hands, chunk):
            count = min(chunk, hands - first)
            try:
                found = verdicts_on(rules, seed, range(first, first + count), budget=budget, compiled=compiled)
            except KeyboardInterrupt:
                if not verdicts:
                    raise
                break
            verdicts += found[0]
            fewest += found[1]
            tell(Progress(first + count, hands, "solving"))
    return SolvedDeals(rules, seed, hands, budget, bytes(verdicts), tuple(fewest))


def solver_for(rules: Ruleset, wanted: str | None = None) -> str:
    """The engine that solves deals of these rules: "compiled" or "plain"; raises ValueError where there is none."""
    if rules.solo is None:
        raise DominoError(f"{rules.name} is played against others: only a game for one player can be solved")
    if len(rules.equipment.set.tiles) > solving.MOST_TILES:
        raise DominoError(f"max_pip = {rules['max_pip']}: deals of {solving.MOST_TILES} tiles at most can be solved")
    how, why_not = engine_for(rules, wanted)
    if how == "readable":
        raise DominoError(why_not or 'a deal is solved by "compiled" or "plain"')
    return how


def verdicts_on(rules: Ruleset, seed: int, deals: range, *, budget: int = BUDGET, compiled: bool = False
                ) -> tuple[bytes, tuple[int, ...]]:
    """What each of these deals is (UNKNOWN, LOST or WON, as in patience_solver.py), and the tiles left at best."""
    found = engines.numbers((0,) * (solving.RESULT * len(deals)), compiled=compiled)
    table = engines.numbers(compiled_rules(rules, 1), compiled=compiled)
    key = engines.key_of(seed, compiled=compiled)
    engines.solver(compiled=compiled).solve(table, key, deals.start, len(deals), budget, found)
    numbers = [int(number) for number in found]
    return bytes(numbers[:: solving.RESULT]), tuple(numbers[2 :: solving.RESULT])
