"""Scoring in play: what the board counts, and what that is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from domino_lab.chain import Chain, OpenEnd
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


class Term(NamedTuple):
    """What one tile at an open arm end adds to the count.

    `number` is the laid tile's number, `value` what it adds, `case` why: lone, single, double, spinner ... `shown` is
    the value of the end, `times` how often it counts, `covered` how many edges are covered.

    >>> str(Term(0, Tile(5, 5), 10, "double", 5, 2, 0))
    '5+5'
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
    """The board count: its terms in laying order, their total, and the ruling that says how the board counts.

    `silent` holds the spinners that count nothing, as terms of value 0.

    >>> Count((), 0, Ruling("AF0-SCORE-2", "count"), ()).total
    0
    """

    terms: tuple[Term, ...]
    total: int
    ruling: Ruling
    silent: tuple[Term, ...]

    def __str__(self) -> str:
        return " + ".join(str(term) for term in self.terms) + f" = {self.total}" if self.terms else str(self.total)


@dataclass(frozen=True)
class Scoring:
    """The axes play_score, multiple, unit, claim and double_weights.

    >>> rules = Scoring("multiple", (5,), "face", "auto", (2, 2, 2, 1, 0), {"double_weights": "AF0-SCORE-2"})
    >>> rules.count(Chain().lay(Tile(5, 5), spins=True)).total
    10
    """

    play_score: str
    multiple: tuple[int, ...]
    unit: str
    claim: str
    double_weights: tuple[int, ...] | str
    clauses: Mapping[str, str]

    def count(self, chain: Chain) -> Count | None:
        """The board count of `chain`, or None in a game that does not count in play (RULES 2.4).

        >>> Scoring("none", (5,), "face", "auto", (2, 2, 0, 0, 0), {}).count(Chain()) is None
        True
        """
        if self.play_score != "multiple":
            return None
        found = [self._term(chain, number, free) for number, free in _free_edges(chain)]
        found += [self._term(chain, number, []) for number in _just_closed(chain)]
        terms = tuple(term for term in found if term.times)
        ruling = Ruling(self.clauses["double_weights"], "count", {"terms": terms})
        return Count(terms, sum(term.value for term in terms), ruling, tuple(t for t in found if not t.times))

    def _term(self, chain: Chain, number: int, free: list[OpenEnd]) -> Term:
        laid = chain.laid[number]
        tile, covered = laid.tile, (4 if laid.spins else 2) - len(free)
        if tile[0] != tile[1]:
            case = "lone" if len(free) == 2 else "single"
            return Term(number, tile, sum(end.value for end in free), case, free[0].value, 1, covered)
        times, case = self._double(covered, spins=laid.spins, joined=laid.parent >= 0)
        return Term(number, tile, times * tile.low, case, tile.low, times, covered)

    def _double(self, covered: int, *, spins: bool, joined: bool) -> tuple[int, str]:
        if self.double_weights == "covered-once":
            passed = covered - joined > 0
            return (0, "spinner_none") if passed else (2, "double")
        if not spins:
            return 2, "double"
        times = int(self.double_weights[covered])
        return times, {0: "spinner_none", 1: "spinner_one"}.get(times, "spinner")

    def term_ruling(self, term: Term) -> Ruling:
        """Why a term counts as it does (axis double_weights).

        >>> rules = Scoring("multiple", (5,), "face", "auto", (2, 2, 0, 0, 0), {"double_weights": "AF0-SCORE-3"})
        >>> rules.term_ruling(rules.count(Chain().lay(Tile(5, 5), spins=True)).terms[0]).case
        'spinner'
        """
        facts = {"tile": term.tile, "shown": term.shown, "value": term.value, "covered": term.covered,
                 "times": term.times, "sum": term}
        faces = self.clauses.get("faces")
        because = (Ruling(faces, "faces", facts),) if faces and term.case.startswith("spinner") else ()
        return Ruling(self.clauses["double_weights"], term.case, facts, because=because)

    def points(self, total: int) -> int:
        """Points for a count of `total`: several multiples add up; nothing for 0 (Q25).

        >>> Scoring("multiple", (3, 5), "per", "auto", (2, 2, 0, 0, 0), {}).points(15)
        8
        """
        if total <= 0 or self.play_score != "multiple":
            return 0
        return sum(total if self.unit == "face" else total // m for m in self.multiple if total % m == 0)

    def ruling(self, count: Count, player: str) -> Ruling:
        """The decision on the score of a play that leaves `count` (axis multiple; axis unit where points are per m).

        >>> rules = Scoring("multiple", (5,), "face", "auto", (2, 2, 2, 1, 0), {"multiple": "AF0-SCORE-1"})
        >>> rules.ruling(Count((), 20, Ruling("AF0-SCORE-2", "count"), ()), "Ana").points
        20
        """
        total, points = count.total, self.points(count.total)
        facts: dict[str, object] = {"player": player, "total": total, "points": points, "multiple": self.multiple,
                                    "sum": count}
        because: tuple[Ruling, ...] = (count.ruling,)
        if points:
            if self.unit == "per":
                because += (Ruling(self.clauses["unit"], "per", facts),)
            return Ruling(self.clauses["multiple"], "hit", facts, points=points, because=because)
        case = "miss" if total else "zero"
        over, under = min(total % m for m in self.multiple), min(-total % m for m in self.multiple)
        facts |= {"over": over, "under": under, "next": total + under, "last": total - over}
        return Ruling(self.clauses["multiple"], case, facts, because=because)


def _free_edges(chain: Chain) -> list[tuple[int, list[OpenEnd]]]:
    """The open ends of each laid tile that has any, in laying order."""
    free: dict[int, list[OpenEnd]] = {}
    for end in chain.ends:
        free.setdefault(end[0], []).append(end)
    return sorted(free.items())


def _just_closed(chain: Chain) -> tuple[int, ...]:
    """The spinner whose last side the newest tile has covered, so that its silence can be explained."""
    parent = chain.laid[-1].parent if chain.laid else -1
    closed = parent >= 0 and chain.laid[parent].spins and not any(end[0] == parent for end in chain.ends)
    return (parent,) if closed else ()
