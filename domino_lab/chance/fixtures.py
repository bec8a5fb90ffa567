"""Fixtures: the list of all bouts of a tournament, each of which can be played alone, by its number."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from domino_lab.chance.bouts import Bout, Outcome, Played, counted, parities, read
from domino_lab.chance.chunks import Job, play_chunk
from domino_lab.chance.compiling import unplayable
from domino_lab.chance.entrants import Entrant
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle


class Place(NamedTuple):
    """Which bout: the number of its deal and its ruleset, and its two players by number.

    >>> Place(3, 0, 1, 2).deal
    3
    """

    deal: int
    ruleset: int
    first: int
    second: int


def usual_seats(rules: Ruleset) -> int:
    """The fewest seats these rules allow that two kinds of players can share evenly; else the fewest at all.

    >>> from domino_lab.catalogue import get
    >>> usual_seats(get("block")), usual_seats(get("two-box"))
    (2, 4)
    """
    counts = rules.dealing.seat_counts
    return next((count for count in counts if count % 2 == 0), counts[0])


class Fixtures(NamedTuple):
    """Every two entrants meet in every deal of every ruleset, both ways round.

    `seats` are per ruleset; entrants sit by turns, so that partners are of one kind. Where their number is odd, each
    has the seat more in one of the two hands of a deal. `engine` is that of a kernel ("compiled" or "plain"), for rules
    and players it knows, or "readable" for all. Bouts are numbered from 0, those of one deal in a row, so that a run
    that is stopped has all pairs equally far.

    >>> from domino_lab.catalogue import get
    >>> three = tuple(Entrant(name, name) for name in ("greedy", "random", "doubles"))
    >>> Fixtures((get("block"), get("draw")), (2, 2), three, 1, "plain").place(7)
    Place(deal=1, ruleset=0, first=0, second=2)
    """

    rulesets: tuple[Ruleset, ...]
    seats: tuple[int, ...]
    entrants: tuple[Entrant, ...]
    seed: int
    engine: str

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every two entrants, by number.

        >>> Fixtures((), (), (Entrant("a", "greedy"), Entrant("b", "random")), 1, "plain").pairs
        ((0, 1),)
        """
        return tuple(combinations(range(len(self.entrants)), 2))

    @property
    def in_a_deal(self) -> int:
        """How many bouts there are of one deal.

        >>> from domino_lab.catalogue import get
        >>> two = (Entrant("a", "greedy"), Entrant("b", "random"))
        >>> Fixtures((get("block"), get("draw")), (2, 2), two, 1, "plain").in_a_deal
        2
        """
        return len(self.rulesets) * len(self.pairs)

    def place(self, number: int) -> Place:
        """Which bout has this number.

        >>> from domino_lab.catalogue import get
        >>> two = (Entrant("a", "greedy"), Entrant("b", "random"))
        >>> Fixtures((get("block"),), (2,), two, 1, "plain").place(5).deal
        5
        """
        table, pair = divmod(number, len(self.pairs))
        return Place(*divmod(table, len(self.rulesets)), *self.pairs[pair])

    def why_readable(self, ruleset: int, first: int, second: int) -> str:
        """Why no kernel can play these two in that ruleset; empty where one can.

        >>> from domino_lab.catalogue import get
        >>> two = (Entrant("greedy", "greedy"), Entrant("mine", lambda view, stream: view.legal[0]))
        >>> Fixtures((get("block"),), (2,), two, 1, "plain").why_readable(0, 0, 1)
        'the kernel does not know the player mine'
        """
        for entrant in (self.entrants[first], self.entrants[second]):
            if not entrant.is_known_to_the_kernel:
                return f"the kernel does not know the player {entrant.name}"
        return unplayable(self.rulesets[ruleset])

    def engine_for(self, ruleset: int, first: int, second: int) -> str:
        """Which engine plays these two in that ruleset.

        >>> from domino_lab.catalogue import get
        >>> two = (Entrant("greedy", "greedy"), Entrant("random", "random"))
        >>> Fixtures((get("block"),), (2,), two, 1, "plain").engine_for(0, 0, 1)
        'plain'
        """
        return "readable" if self.why_readable(ruleset, first, second) else self.engine

    def play(self, first: int, count: int) -> Played:
        """The bouts from number `first` on.

        >>> from domino_lab.catalogue import get
        >>> two = (Entrant("greedy", "greedy"), Entrant("random", "random"))
        >>> Fixtures((get("block"),), (2,), two, 1, "plain").play(3, 1).bouts[0].number
        3
        """
        return Played(tuple(self._bout(number) for number in range(first, first + count)))

    def hand(self, place: Place, *, swapped: bool) -> Timeline:
        """One of the two hands of a bout, by the readable engine; `swapped`: the second player sits at seat 0.

        What a player raises carries the name of the hand it was raised in.

        >>> from domino_lab.catalogue import get
        >>> two = (Entrant("greedy", "greedy"), Entrant("random", "random"))
        >>> Fixtures((get("block"),), (2,), two, 1, "plain").hand(Place(0, 0, 0, 1), swapped=True).names
        ('random', 'greedy')
        """
        rules, sitting = self.rulesets[place.ruleset], self._sitting(place, swapped=swapped)
        names = [entrant.name for entrant in sitting]
        if len(names) > 2:
            names = [f"{name} {seat + 1}" for seat, name in enumerate(names)]
        try:
            return play_out(rules, Shuffle(seed=self.seed, hand=place.deal), seats=len(sitting), names=names,
                            policies=[entrant.policy for entrant in sitting])
        except Exception as error:
            error.add_note(f"It was in {rules.name}, deal {place.deal} of seed {self.seed}: {' against '.join(names)}.")
            raise

    def _bout(self, number: int) -> Bout:
        place = self.place(number)
        one, other = (self._outcome(place, swapped=swapped) for swapped in (False, True))
        sat = parities(self.rulesets[place.ruleset], self.seats[place.ruleset])
        (won, lost), (points, against) = one.by_turns(sat)
        (lost_too, won_too), (against_too, points_too) = other.by_turns(sat)
        return Bout(number, won + won_too, lost + lost_too, points + points_too, against + against_too)

    def _outcome(self, place: Place, *, swapped: bool) -> Outcome:
        deal, ruleset, first, second = place
        engine = self.engine_for(ruleset, first, second)
        if engine == "readable":
            return read(self.hand(place, swapped=swapped))
        rules, seats = self.rulesets[ruleset], self.seats[ruleset]
        policies = tuple(str(entrant.policy) for entrant in self._sitting(place, swapped=swapped))
        return counted(play_chunk(Job(rules, seats, policies, self.seed, engine), deal, 1), rules.side_count(seats))

    def _sitting(self, place: Place, *, swapped: bool) -> list[Entrant]:
        two = (self.entrants[place.first], self.entrants[place.second])
        return [two[(seat + swapped) % 2] for seat in range(self.seats[place.ruleset])]
