"""Scoring in play: the count of the board, and the points for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from domino_lab.core.chain import Chain, Laid
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.rules.group import Group, need_not_ask
from domino_lab.rules.so_far import HandSoFar

DOUBLE_HEADER, TRIPLE_HEADER = 2, 3
"""Points for two equal ends, and for three: a double across the line counts as two ends."""


class LineEnds(NamedTuple):
    """The ends of a line: the `values` shown, in playing order, and the `number` of ends they count as.

    `double` is a double at an end, or None; `alone` is True if it is the only tile.
    """

    values: tuple[int, ...]
    number: int
    double: Tile | None
    alone: bool

    @property
    def points(self) -> int:
        """One point for each end, at most three, if all show the same value; otherwise 0 (BG-SCORE-1)."""
        return min(self.number, TRIPLE_HEADER) if len(set(self.values)) == 1 else 0

    @property
    def case(self) -> str:
        """The case of the ruling: "two", "three" or "miss"."""
        return {0: "miss", DOUBLE_HEADER: "two"}.get(self.points, "three")


def line_ends(chain: Chain) -> LineEnds:
    """Return the ends of a chain without spinners; a double at an end counts as two ends, and so does a lone double."""
    alone = len(chain.laid) == 1
    doubles = [chain.laid[end.at].tile for end in chain.ends if chain.laid[end.at].tile.is_double]
    number = len(chain.ends) + (0 if alone else len(doubles))
    return LineEnds(tuple(end.value for end in chain.ends), number, doubles[0] if doubles else None, alone)


class Term(NamedTuple):
    """The part of the count that comes from one tile at the end of an arm.

    `number` is the number of the played tile, `value` its part of the count, `case` the reason: lone, single, double,
    spinner ... `shown` is the value of the end, `times` how often it counts, `covered` the number of covered edges.
    """

    number: int
    tile: Tile
    value: int
    case: str
    shown: int
    times: int
    covered: int

    def __str__(self) -> str:
        if self.case == "lone":
            return f"{self.tile.high}+{self.tile.low}"
        return "+".join([str(self.shown)] * self.times) if self.times > 1 else str(self.value)


class Count(NamedTuple):
    """The count of the board: its terms in playing order, their total, and the ruling.

    `silent` holds the spinners that count nothing, as terms of value 0.
    """

    terms: tuple[Term, ...]
    total: int
    ruling: Ruling
    silent: tuple[Term, ...]

    def __str__(self) -> str:
        parts = " + ".join(str(term) for term in self.terms)
        return f"{parts} = {self.total}" if parts not in ("", str(self.total)) else str(self.total)


class Outlook(NamedTuple):
    """The count before a play: the values at the free edges of each played tile, its term, and the total."""

    free: Mapping[int, list[int]]
    terms: Mapping[int, int]
    total: int


class Scoring(Group):
    """The axes play_score, multiple, unit, claim and double_weights."""

    play_score: str
    multiple: tuple[int, ...]
    unit: str
    claim: str
    double_weights: tuple[int, ...] | str

    @cached_property
    def scores(self) -> bool:
        """True if a play can score."""
        return self.play_score != "none" or not {"points", "worth"}.isdisjoint(self.decides)

    @cached_property
    def counts_ends(self) -> bool:
        """True if the open ends are added up after each play."""
        return self.play_score == "multiple" or "points" in self.decides

    def count(self, chain: Chain) -> Count | None:
        """Return the count of `chain`; None in a game that does not count in play."""
        if not self.counts_ends:
            return None
        counting: list[Term] = []
        silent: list[Term] = []
        total = 0
        for number, values in _free_values(chain).items():
            term = self._term(chain.laid[number], values)
            total += term.value
            (counting if term.times else silent).append(term)
        terms = tuple(counting)
        ruling = Ruling(self.clauses["double_weights"], "count", {"terms": terms}, axis="double_weights")
        return Count(terms, total, ruling, tuple(silent))

    def _term(self, laid: Laid, free: list[int]) -> Term:
        tile, count = laid.tile, len(free)
        covered = (laid.sides if laid.spins else 2) - count
        if tile.low != tile.high:
            is_lone = count == 2
            return Term(laid.number, tile, tile.low + tile.high if is_lone else free[0],
                        "lone" if is_lone else "single", free[0], 1, covered)
        times, case = self._times_and_case(covered, spins=laid.spins, joined=laid.parent >= 0)
        return Term(laid.number, tile, times * tile.low, case, tile.low, times, covered)

    def _times_and_case(self, covered: int, *, spins: bool, joined: bool) -> tuple[int, str]:
        """Return how many times a double at an end counts, by its covered sides if it is a spinner, and the case."""
        if self.double_weights == "covered-once":
            passed = covered - joined > 0
            return (0, "spinner_none") if passed else (2, "double")
        if not spins:
            return 2, "double"
        times = int(self.double_weights[covered])
        return times, "spinner" if times > 1 else "spinner_one" if times else "spinner_none"

    def term_ruling(self, term: Term) -> Ruling:
        """Return the ruling on the value of a term (axis double_weights)."""
        facts = {"tile": term.tile, "shown": term.shown, "value": term.value, "covered": term.covered,
                 "times": term.times, "sum": term}
        faces = self.clauses.get("faces")
        because: tuple[Ruling, ...] = ()
        if faces and term.case.startswith("spinner"):
            because = (Ruling(faces, "faces", facts, axis="double_weights"),)
        alone = term.covered == 0 and term.times > 1
        return Ruling.of(self.clauses, "double_weights", "lone" if alone else term.case, facts, because=because)

    @need_not_ask
    def points(self, total: int, so_far: HandSoFar | None = None) -> int:
        """Return the points for a count of `total`: several multiples add up; 0 scores nothing (GEN-ZERO-1).

        They are the same whatever the hand was `so_far`, unless a reader's own rule says otherwise.
        """
        if total <= 0 or self.play_score != "multiple":
            return 0
        return sum([total if self.unit == "face" else total // m for m in self.multiple if total % m == 0])

    @need_not_ask
    def worth(self, chain: Chain, so_far: HandSoFar | None = None) -> int:
        """Return the points of a play that leaves `chain`, whoever gets them; `so_far` is the hand before the play."""
        if self.play_score == "alike":
            return line_ends(chain).points
        count = self.count(chain)
        return 0 if count is None else self.points(count.total, so_far)

    def outlook(self, chain: Chain) -> Outlook | None:
        """Return the terms of `chain` from which `worth_next` scores many plays; None if only `worth` can."""
        if self.play_score != "multiple" or not chain.laid:
            return None
        free: dict[int, list[int]] = {}
        for at, _, value in chain.ends:
            free.setdefault(at, []).append(value)
        terms = {number: self._term(chain.laid[number], values).value for number, values in free.items()}
        return Outlook(free, terms, sum(terms.values()))

    def worth_next(self, chain: Chain, outlook: Outlook, laid: Laid) -> int:
        """Return the result of `worth` for `chain` with `laid` added, because a play changes only two terms."""
        at = laid.parent
        onto, left = chain.laid[at], list(outlook.free[at])
        left.remove(laid.joint)
        parent = self._term(onto, left).value if left or onto.spins else 0
        new = self._term(laid, [laid.out] * (laid.edges - 1)).value
        return self.points(outlook.total - outlook.terms[at] + parent + new)

    def judge(self, chain: Chain, player: str, so_far: HandSoFar | None = None) -> Ruling | None:
        """Return the decision on the score of a play that leaves `chain`; None if plays do not score."""
        if self.play_score == "alike":
            return self._alike(chain, player)
        count = self.count(chain)
        return None if count is None else self.score_ruling(count, player, so_far)

    def _alike(self, chain: Chain, player: str) -> Ruling:
        """Return the score of equal ends, by BG-SCORE-1, and BG-SCORE-2 for a double at an end."""
        ends = line_ends(chain)
        facts = {"player": player, "ends": ends.values, "value": ends.values[0], "points": ends.points}
        doubled = "lone" if ends.alone else "unlike" if not ends.points else ""
        clause = self.clauses.get("alike_double")
        because: tuple[Ruling, ...] = ()
        if clause and ends.double is not None and doubled:
            because = (Ruling(clause, doubled, {**facts, "tile": ends.double}, axis="play_score"),)
        return Ruling.of(self.clauses, "play_score", ends.case, facts, points=ends.points, because=because)

    def judge_claim(self, judged: Ruling, call: int | None, player: str, rival: str) -> Ruling:
        """Return the decision on a score that must be called (axis claim): it counts only if `call` is right.

        With call-else-opponent, `rival` takes the points that `player` overlooks (case "muggins").
        """
        facts = {"player": player, "points": judged.points, "total": judged.facts.get("total"), "call": call,
                 "rival": rival}
        if not judged.points and call is None:
            return judged
        if not judged.points or call == judged.points:
            about = Ruling.of(self.clauses, "claim", "called" if judged.points else "idle", facts)
            return judged.with_reason(about)
        if self.claim == "call-else-opponent":
            return Ruling.of(self.clauses, "claim", "muggins", facts, points=judged.points, because=(judged,))
        return Ruling.of(self.clauses, "claim", "uncalled" if call is None else "wrong", facts, because=(judged,))

    def score_ruling(self, count: Count, player: str, so_far: HandSoFar | None = None) -> Ruling:
        """Return the decision on the score of a play that leaves `count` (axis multiple, and unit if it is "per")."""
        total, multiple = count.total, self.multiple
        points = self.points(total, so_far)
        facts: dict[str, object] = {"player": player, "total": total, "points": points, "multiple": multiple,
                                    "sum": count}
        because: tuple[Ruling, ...] = (count.ruling,)
        if points:
            if self.unit == "per":
                because += (Ruling.of(self.clauses, "unit", "per", facts),)
            facts["hits"] = tuple([m for m in multiple if total % m == 0])
            return Ruling(self.clauses["multiple"], "hit", facts, points=points, because=because, axis="multiple")
        over, under = _off(total, multiple)
        facts |= {"over": over, "under": under, "next": total + under, "last": total - over}
        case = "miss" if total else "zero"
        return Ruling(self.clauses["multiple"], case, facts, because=because, axis="multiple")


@lru_cache(maxsize=1024)
def _off(total: int, multiple: tuple[int, ...]) -> tuple[int, int]:
    """Return how far `total` is above the multiple before it, and below the next."""
    return min([total % m for m in multiple]), min([-total % m for m in multiple])


def _free_values(chain: Chain) -> dict[int, list[int]]:
    """Return the values at the free edges of each laid tile that has any, in playing order.

    The spinner whose last side the newest tile has covered comes last, to explain that it counts no more.
    """
    laid, ends = chain
    free: dict[int, list[int]] = {}
    for at, _, value in ends:
        if at in free:
            free[at].append(value)
        else:
            free[at] = [value]
    parent = laid[-1].parent if laid else -1
    if parent >= 0 and parent not in free and laid[parent].spins:
        free[parent] = []
    return free
