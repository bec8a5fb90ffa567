"""Tournament: players meet on the same deals both ways round; results, ratings with errors, and every hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from math import inf, isfinite, log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab import catalogue
from domino_lab.arguments import check_many
from domino_lab.catalogue.resolve import Named, as_list, ruleset
from domino_lab.chance.estimates import NORMAL_95, Estimate, winless
from domino_lab.chance.jobs import HandSums, Job, engine_for, is_ready, play_chunk
from domino_lab.chance.long_runs import ChunkedRun, Progress, Teller, Worker, check_ways, shown_progress
from domino_lab.errors import DominoError, shown
from domino_lab.escaping import escape, paragraphs, printable, without_math
from domino_lab.kernel.encoding import POLICY_NUMBERS, check_known, unplayable
from domino_lab.kernel.engines import is_rolling_compiled
from domino_lab.picture.charts import Chart, IntervalRow, numbers_table, rating_dots
from domino_lab.play import players
from domino_lab.play.players import get
from domino_lab.play.policies import POLICIES, Player
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal, python_source
from domino_lab.shuffle import Shuffle
from domino_lab.words import phrase

if TYPE_CHECKING:
    import numpy as np


Entry = str | Player
"""A player: the name of a policy, or a function of a View and a Stream."""


class Entrant(NamedTuple):
    """A player with the name it goes by; `policy` is a name that `players.get` knows, or a function."""

    name: str
    policy: Entry

    @property
    def is_known_to_the_kernel(self) -> bool:
        """Whether the kernel can play for it."""
        return isinstance(self.policy, str) and self.policy in POLICY_NUMBERS

    @property
    def code(self) -> str:
        """What one types for it among the players; dots where nobody can type it."""
        return players.spelled_player(self.policy)


def typed(found: Sequence[Entrant]) -> str:
    """The players as one types them: a list, or a mapping where they were given names."""
    if all(entrant.name == players.name_of(entrant.policy) for entrant in found):
        return f"[{', '.join(entrant.code for entrant in found)}]"
    return "{" + ", ".join(f"{python_literal(entrant.name)}: {entrant.code}" for entrant in found) + "}"


def entrants(given: Sequence[Entry] | Mapping[str, Entry]) -> tuple[Entrant, ...]:
    """Two players or more, each with a name of its own: that of the player, of the function, or the key of a mapping.

    Raises ValueError for a name nobody knows, and DominoError, which is one, for what is no player, for fewer than two,
    and for two of one name.
    """
    if isinstance(given, str) or not isinstance(given, (Sequence, Mapping)):
        raise DominoError(f'players are a list such as ["greedy", "heaviest"], not {shown(given)}')
    named = given.items() if isinstance(given, Mapping) else [(None, policy) for policy in given]
    found = tuple(_entrant(name, policy) for name, policy in named)
    names = [entrant.name for entrant in found]
    if len(found) < 2:
        raise DominoError("a tournament needs two players or more")
    for name in names:
        if names.count(name) > 1:
            raise DominoError(f"two players are called {name}: give names, as in {{'first': ..., 'second': ...}}")
    return found


def _entrant(name: Any, policy: Any) -> Entrant:
    if isinstance(policy, str):
        players.get(policy)
    elif not callable(policy):
        raise DominoError(f"a player is a name or a function of a view and a stream, not {shown(policy)}")
    usual = players.name_of(policy)
    # A function that has a name here is played by whatever knows the name.
    known = POLICIES.get(usual) is policy
    return Entrant(usual if name is None else str(name), usual if known else policy)


# A hand is won by the player who has more points from it: where play scores, whoever goes out has often fewer. Where
# both have as many, it is won by the one to whom the rules give the hand.

class Bout(NamedTuple):
    """What two players made of one deal in its two hands: hands `won` and `lost` by the first, and the points of both.

    `number` is its place in the list of fixtures; a hand that nobody wins is neither won nor lost.
    """

    number: int
    won: int
    lost: int
    points: int
    against: int

    @property
    def tied(self) -> int:
        """How many of the two hands nobody won."""
        return 2 - self.won - self.lost

    @property
    def share(self) -> float:
        """The hands won by the first, 0 to 2: a hand that nobody wins is half a hand for each."""
        return self.won + self.tied / 2

    def turned(self) -> Bout:
        """The same as the second player sees it."""
        return Bout(self.number, self.lost, self.won, self.against, self.points)


class Played(NamedTuple):
    """The bouts that have been played, in whatever order."""

    bouts: tuple[Bout, ...] = ()

    @property
    def hands(self) -> int:
        """How many bouts; a run that shares them out counts them under this name."""
        return len(self.bouts)


class HandOutcome(NamedTuple):
    """What came of one hand: the side to which the rules give it (None: to nobody), and the points of each side."""

    winner: int | None
    scores: tuple[int, ...]

    def by_turns(self, parities: Sequence[int]) -> tuple[tuple[int, int], tuple[int, int]]:
        """Hands won and points of those at even seats, and at odd ones; `parities` has a 0 or a 1 for each side.

        Where one of the two has a side more, it is not by that that it wins: the points a side are compared.
        """
        even, odd = (sum(score for score, own in zip(self.scores, parities, strict=True) if own == parity)
                     for parity in (0, 1))
        best = None if self.winner is None else parities[self.winner]
        ahead = even * parities.count(1) - odd * parities.count(0)
        if ahead:
            best = 0 if ahead > 0 else 1
        return (int(best == 0), int(best == 1)), (even, odd)


def parities(rules: Ruleset, seats: int) -> tuple[int, ...]:
    """For each side whether it sits at even seats (0) or at odd ones (1)."""
    found = {rules.dealing.side(seat): seat % 2 for seat in range(seats)}
    return tuple(found[side] for side in range(rules.side_count(seats)))


def read(line: Timeline) -> HandOutcome:
    """What came of a finished hand of the readable engine."""
    settled = line.steps[-1].settled
    return HandOutcome(None if settled is None else settled.winner, line.state.scores)


def counted(sums: HandSums, sides: int) -> HandOutcome:
    """What came of the only hand of a chunk."""
    winner = next((side for side in range(sides) if sums.wins(side)), None)
    return HandOutcome(winner, tuple(sums.by_side(side, "score")[0] for side in range(sides)))


class Place(NamedTuple):
    """Which bout: the number of its deal and its ruleset, and its two players by number."""

    deal: int
    ruleset: int
    first: int
    second: int


def usual_seats(rules: Ruleset) -> int:
    """The fewest seats these rules allow that two kinds of players can share evenly; else the fewest at all."""
    counts = rules.dealing.seat_counts
    return next((count for count in counts if count % 2 == 0), counts[0])


class Fixtures(NamedTuple):
    """Every two entrants meet in every deal of every ruleset, both ways round.

    `seats` are per ruleset; entrants sit by turns, so that partners are of one kind. Where their number is odd, each
    has the seat more in one of the two hands of a deal. `engine` is that of a kernel ("compiled" or "plain"), for rules
    and players it knows, or "readable" for all. Bouts are numbered from 0, those of one deal in a row, so that a run
    that is stopped has all pairs equally far.
    """

    rulesets: tuple[Ruleset, ...]
    seats: tuple[int, ...]
    entrants: tuple[Entrant, ...]
    seed: int
    engine: str

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every two entrants, by number."""
        return tuple(combinations(range(len(self.entrants)), 2))

    @property
    def in_a_deal(self) -> int:
        """How many bouts there are of one deal."""
        return len(self.rulesets) * len(self.pairs)

    def place(self, number: int) -> Place:
        """Which bout has this number."""
        table, pair = divmod(number, len(self.pairs))
        return Place(*divmod(table, len(self.rulesets)), *self.pairs[pair])

    def why_readable(self, ruleset: int, first: int, second: int) -> str:
        """Why no kernel can play these two in that ruleset; empty where one can."""
        for entrant in (self.entrants[first], self.entrants[second]):
            if not entrant.is_known_to_the_kernel:
                return f"the kernel does not know the player {entrant.name}"
        return unplayable(self.rulesets[ruleset])

    def engine_for(self, ruleset: int, first: int, second: int) -> str:
        """Which engine plays these two in that ruleset."""
        return "readable" if self.why_readable(ruleset, first, second) else self.engine

    def play(self, first: int, count: int) -> Played:
        """The bouts from number `first` on."""
        return Played(tuple(self._bout(number) for number in range(first, first + count)))

    def hand(self, place: Place, *, swapped: bool) -> Timeline:
        """One of the two hands of a bout, by the readable engine; `swapped`: the second player sits at seat 0.

        What a player raises carries the name of the hand it was raised in.
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

    def _outcome(self, place: Place, *, swapped: bool) -> HandOutcome:
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


# The model is Bradley and Terry's: of two players rated r and s the first wins 1 / (1 + 10 ** ((s - r) / 400)) of their
# hands, so that 100 points more mean 64 % and 400 points more 91 %. The ratings are those that make what happened
# likeliest; every two who meet are given one drawn hand beforehand, without which one that lost no hand would have no
# rating at all. Errors come from the matrix of information and from how much the deals differ: the hands of a deal hang
# together, and a deal counts as one trial however many hands are played of it. So does the drawn hand.

MIDDLE, SCALE = 1000.0, 400 / log(10)
"""The mean of all ratings, and rating points to one unit of the logistic curve."""

_ROUNDS, _NEAR = 100, 1e-10

Pair = tuple[int, int]
Shares = Mapping[Pair, tuple[float, int]]
"""Of some of the pairs (two players, by number) the hands that the first of them won, 0 to the number of hands, and
that number."""


def rated(players: int, deals: Sequence[Shares]) -> tuple[Estimate, ...]:
    """The rating of each player, whose mean is MIDDLE, from the deals; `hands` are those that the player took part in.

    The error is that of the distance from the mean. It is infinite where there are fewer than two deals.
    """
    import numpy as np

    pairs = sorted({pair for deal in deals for pair in deal})
    apart = np.zeros((len(pairs), players))
    for row, (one, other) in enumerate(pairs):
        apart[row, one], apart[row, other] = 1.0, -1.0
    won, hands = (np.array([[deal.get(pair, (0.0, 0))[which] for pair in pairs] for deal in deals])
                  for which in (0, 1))
    strengths, inverse = _likeliest(apart, won.sum(axis=0) + 0.5, hands.sum(axis=0) + 1.0)
    share = _expected(apart @ strengths)
    pulls = np.vstack((won - hands * share, np.diag(0.5 - share))) @ apart @ inverse
    errors = _errors(pulls, len(deals))
    counts = (hands.sum(axis=0) @ abs(apart)).round().astype(int)
    return tuple(_estimate(MIDDLE + SCALE * float(strength), SCALE * error, int(count))
                 for strength, error, count in zip(strengths, errors, counts, strict=True))


def _expected(distance: Any) -> Any:
    import numpy as np

    return 1 / (1 + np.exp(-distance))


def _likeliest(apart: np.ndarray[Any, Any], won: Any, hands: Any) -> tuple[Any, Any]:
    """The strengths, whose sum is 0, and the inverse of the information there, by Newton's method."""
    import numpy as np

    strengths = np.zeros(apart.shape[1])
    for _ in range(_ROUNDS):
        share = _expected(apart @ strengths)
        inverse = np.linalg.pinv(apart.T @ (apart * (hands * share * (1 - share))[:, None]), hermitian=True)
        step = inverse @ (apart.T @ (won - hands * share))
        # A long step from afar may leap over the summit.
        strengths = strengths + step * min(1.0, 2 / max(abs(step).max(), _NEAR))
        if abs(step).max() < _NEAR:
            break
    return strengths, inverse


def _errors(pulls: Any, deals: int) -> list[float]:
    """How much the ratings would differ with other deals: what each deal pulls them to one side, squared."""
    if deals < 2:
        return [inf] * pulls.shape[1]
    return [sqrt(float(total) * deals / (deals - 1)) for total in (pulls**2).sum(axis=0)]


def _estimate(value: float, error: float, hands: int) -> Estimate:
    return Estimate(value, error, value - NORMAL_95 * error, value + NORMAL_95 * error, hands)


def by_deal(deals: Sequence[tuple[float, int]]) -> Estimate:
    """The mean of a number a hand, where each deal gives its total and its hands; the error is that between deals.

    It is infinite where there are fewer than two deals.
    """
    hands, count = sum(hands for _, hands in deals), len(deals)
    if not hands:
        return Estimate.mean(0, 0, 0)
    mean = sum(total for total, _ in deals) / hands
    spread = sum((total - mean * played) ** 2 for total, played in deals)
    return _estimate(mean, sqrt(spread * count / (count - 1)) / hands if count > 1 else inf, hands)


def share_by_deal(deals: Sequence[tuple[float, int]]) -> Estimate:
    """The share of the hands that was won, 0 to 1, from what was won of each deal and its hands.

    The interval is Wilson's, for as many hands as would have this error if each were a trial of its own.
    """
    found = by_deal(deals)
    if not found.hands:
        return Estimate.share(0, 0)
    alike = found.value * (1 - found.value) / found.error**2 if found.error else float(len(deals))
    wilson = Estimate.share(found.value * alike, alike)
    # Where it is all or nothing, the end of the interval is off by the last digit.
    return Estimate(found.value, found.error, min(wilson.low, found.value), max(wilson.high, found.value), found.hands)


class Met(NamedTuple):
    """A bout and where it belongs: deal, ruleset and both players."""

    place: Place
    bout: Bout

    def seen_by(self, player: int) -> Met:
        """The same with `player` as the first of the two."""
        deal, ruleset, first, second = self.place
        return self if first == player else Met(Place(deal, ruleset, second, first), self.bout.turned())


class PlayerStanding(NamedTuple):
    """A player in the end: its rating, the hands it won, tied and lost, and how many points a hand it was ahead."""

    player: str
    rating: Estimate
    won: int
    tied: int
    lost: int
    margin: Estimate

    @property
    def hands(self) -> int:
        """How many hands it took part in."""
        return self.won + self.tied + self.lost


def standings(names: Sequence[str], met: Sequence[Met]) -> tuple[PlayerStanding, ...]:
    """All players, the strongest first."""
    ratings = rated(len(names), _shares(met))
    found = (_standing(name, rating, [one.seen_by(number) for one in met if number in one.place[2:]])
             for number, (name, rating) in enumerate(zip(names, ratings, strict=True)))
    return tuple(sorted(found, key=lambda standing: -standing.rating.value))


def _shares(met: Iterable[Met]) -> list[Shares]:
    deals: defaultdict[int, dict[tuple[int, int], tuple[float, int]]] = defaultdict(dict)
    for (deal, _, first, second), bout in met:
        share, hands = deals[deal].get((first, second), (0.0, 0))
        deals[deal][first, second] = share + bout.share, hands + 2
    return list(deals.values())


def _standing(name: str, rating: Estimate, met: Sequence[Met]) -> PlayerStanding:
    won, lost = (sum(getattr(one.bout, what) for one in met) for what in ("won", "lost"))
    return PlayerStanding(name, rating, won, 2 * len(met) - won - lost, lost, margin(met))


def share(met: Iterable[Met]) -> Estimate:
    """The share of the hands that the first player won: one that nobody wins is half a hand for each."""
    return share_by_deal(_a_deal((one.place.deal, one.bout.share) for one in met))


def margin(met: Iterable[Met]) -> Estimate:
    """How many points a hand the first player was ahead, on average."""
    return by_deal(_a_deal((one.place.deal, one.bout.points - one.bout.against) for one in met))


def _a_deal(numbers: Iterable[tuple[int, float]]) -> list[tuple[float, int]]:
    """Of each deal the total and the hands: two for each number."""
    deals: defaultdict[int, list[float]] = defaultdict(list)
    for deal, number in numbers:
        deals[deal].append(number)
    return [(sum(found), 2 * len(found)) for found in deals.values()]


MOST_DEALS = 1_000_000
"""Each bout is kept: more of them would fill the memory."""


class Pairing(NamedTuple):
    """Two players in one ruleset: the share of the hands that `player` won, and how many points a hand it was ahead."""

    ruleset: str
    player: str
    against: str
    share: Estimate
    margin: Estimate


@dataclass(frozen=True, repr=False)
class Tournament:
    """The bouts that were played, by number, and what they tell of the players.

    `asked` is how many deals of each ruleset were wanted; after an interrupt there are fewer bouts, those of the first
    deals. `lost_chunks` counts what was played again because its worker was lost.

    >>> found = play_tournament(["heaviest", "random"], "block", deals=60, seed=1, engine="plain")
    >>> found.standings()[0].player, found.hands
    ('heaviest', 120)
    """

    fixtures: Fixtures
    bouts: tuple[Bout, ...]
    asked: int
    interrupted: bool = False
    lost_chunks: int = 0

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, as they were given.

        >>> play_tournament(["heaviest", "random"], "block", deals=1, engine="plain").players
        ('heaviest', 'random')
        """
        return tuple(entrant.name for entrant in self.fixtures.entrants)

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The names of the rulesets, as they were given.

        >>> play_tournament(["heaviest", "random"], "block", deals=1, engine="plain").rulesets
        ('Block Game',)
        """
        return tuple(rules.name for rules in self.fixtures.rulesets)

    @property
    def hands(self) -> int:
        """How many hands were played: two a bout.

        >>> play_tournament(["heaviest", "random"], ["block", "draw"], deals=3, engine="plain").hands
        12
        """
        return 2 * len(self.bouts)

    @property
    def deals(self) -> int:
        """How many deals were begun, each of them in every ruleset.

        >>> play_tournament(["heaviest", "random"], ["block", "draw"], deals=3, engine="plain").deals
        3
        """
        return len({one.place.deal for one in self._met})

    @property
    def line(self) -> str:
        """The line of Python that gives this result again; empty for rules with a part of the reader's own.

        >>> play_tournament(["heaviest", "random"], "block", deals=3, seed=4, engine="plain").line
        'dl.tournament(["heaviest", "random"], ["block"], deals=3, seed=4)'
        """
        of = self.fixtures
        if any(rules.own for rules in of.rulesets):
            return ""
        seats = "" if of.seats == tuple(map(usual_seats, of.rulesets)) else f", seats={of.seats[0]}"
        games = ", ".join(map(python_source, of.rulesets))
        return f"dl.tournament({typed(of.entrants)}, [{games}], deals={self.asked}{seats}, seed={of.seed})"

    @property
    def engines(self) -> dict[str, tuple[str, ...]]:
        """Which engines played, each with the reasons why it was not a kernel: none for a kernel.

        >>> play_tournament(["heaviest", "random"], "block", deals=3, engine="plain").engines
        {'plain': ()}
        """
        of, found = self.fixtures, defaultdict[str, dict[str, None]](dict)
        for game, pair in product(range(len(of.rulesets)), of.pairs):
            why = of.why_readable(game, *pair)
            found[of.engine_for(game, *pair)].update({why: None} if why else {})
        return {engine: tuple(reasons) for engine, reasons in found.items()}

    @property
    def notes(self) -> tuple[str, ...]:
        """Of each ruleset in which no hand had a winner, that it is so.

        >>> play_tournament(["heaviest", "random"], "block", deals=3, seed=4, engine="plain").notes
        ()
        """
        found = []
        for rules in self.fixtures.rulesets:
            bouts = [met.bout for met in self._of(rules)]
            won = sum(2 - bout.tied for bout in bouts)
            found.append(winless(rules, hands=2 * len(bouts), won=won, misdealt=0))
        return tuple(filter(None, found))

    def standings(self, ruleset: Ruleset | str | None = None) -> tuple[PlayerStanding, ...]:
        """All players, the strongest first, over all rulesets or in one.

        Raises DominoError for a ruleset that is not played here.

        >>> found = play_tournament(["random", "heaviest"], "block", deals=60, seed=1, engine="plain")
        >>> [one.player for one in found.standings("block")]
        ['heaviest', 'random']
        """
        return standings(self.players, self._of(ruleset))

    def share(self, player: str, against: str, ruleset: Ruleset | str | None = None) -> Estimate:
        """The share of the hands that `player` won against another, 0 to 1; a hand nobody wins is half a hand for each.

        Raises DominoError for a player or a ruleset that is not there.

        >>> found = play_tournament(["random", "heaviest"], "block", deals=60, seed=1, engine="plain")
        >>> found.share("heaviest", "random").value + found.share("random", "heaviest").value
        1.0
        """
        return share(self._between(player, against, ruleset))

    def margin(self, player: str, against: str, ruleset: Ruleset | str | None = None) -> Estimate:
        """How many points a hand `player` was ahead of another, on average over both ways round.

        Raises DominoError for a player or a ruleset that is not there.

        >>> found = play_tournament(["random", "heaviest"], "block", deals=60, seed=1, engine="plain")
        >>> found.margin("heaviest", "random").value > 0
        True
        """
        return margin(self._between(player, against, ruleset))

    def pairings(self) -> tuple[Pairing, ...]:
        """Every two players in every ruleset, but for those whom an interrupt kept from meeting.

        >>> found = play_tournament(["random", "greedy", "doubles"], ["block", "draw"], deals=2, engine="plain")
        >>> len(found.pairings())
        6
        """
        met = {one.place[1:] for one in self._met}
        return tuple(Pairing(game, one, other, self.share(one, other, game), self.margin(one, other, game))
                     for number, game in enumerate(self.rulesets) for pair in self.fixtures.pairs
                     if (number, *pair) in met for one, other in [(self.players[seat] for seat in pair)])

    def table(self, ruleset: Ruleset | str | None = None) -> Any:
        """The standings as a pandas table: a row for each player, the strongest first.

        >>> list(play_tournament(["heaviest", "random"], "block", deals=3, engine="plain").table().columns)
        ['player', 'rating', 'error', 'low', 'high', 'hands', 'won', 'tied', 'lost', 'points ahead', 'points error']
        """
        from domino_lab.dataframes import Printable

        rows = [(one.player, *one.rating[:4], one.hands, one.won, one.tied, one.lost, *one.margin[:2])
                for one in self.standings(ruleset)]
        return Printable(rows, columns=["player", "rating", "error", "low", "high", "hands", "won", "tied", "lost",
                                           "points ahead", "points error"])

    def pair_table(self) -> Any:
        """Every two players in every ruleset as a pandas table: the share of hands won, and the points ahead.

        >>> play_tournament(["heaviest", "random"], "block", deals=3, engine="plain").pair_table().shape
        (1, 11)
        """
        from domino_lab.dataframes import Printable

        rows = [(*one[:3], *one.share[:4], *one.margin[:4]) for one in self.pairings()]
        return Printable(rows, columns=["ruleset", "player", "against", "share won", "share error", "share low",
                                           "share high", "points ahead", "points error", "points low", "points high"])

    def hand(self, player: str, against: str, deal: int = 0, ruleset: Ruleset | str | None = None) -> Timeline:
        """One hand of this tournament, with every step and its reason: `player` sits at the first seat.

        In the other of the two hands `against` does: ask for it with the names changed round. Where nobody says
        otherwise it is in the first ruleset. Raises DominoError for what is not there; any deal can be opened, also one
        that an interrupt left out.

        >>> found = play_tournament(["heaviest", "random"], "block", deals=3, engine="plain")
        >>> found.hand("random", "heaviest", 2).names
        ('random', 'heaviest')
        """
        first, second, game = self._number(player), self._number(against), self._game(ruleset) or 0
        if first == second:
            raise DominoError(f"{player} does not play against {against}")
        place = Place(deal, game, min(first, second), max(first, second))
        return self.fixtures.hand(place, swapped=first > second)

    @property
    def title(self) -> str:
        """The games, how many deals, and the seed."""
        return self._titled(self.rulesets)

    def _titled(self, games: Sequence[str]) -> str:
        facts = {"games": games, "deals": self.deals, "asked": self.asked, "seed": self.fixtures.seed}
        return phrase("tournament.title_left" if self.interrupted else "tournament.title", **facts)

    @property
    def told(self) -> tuple[str, ...]:
        """What it says in sentences: whether the first is better than the second, and how the numbers are meant.

        >>> play_tournament(["heaviest", "random"], "block", deals=5, seed=1, engine="plain").told[0][:42]
        'heaviest and random are too close to call:'
        """
        tied = (phrase("tournament.half"),) if self._has_ties else ()
        return (*self.notes, self._verdict(), phrase("tournament.more"), *tied, phrase("tournament.how"),
                self._engine_told())

    def _verdict(self) -> str:
        first, second = (one.player for one in self.standings()[:2])
        found = self.share(first, second)
        which = "unmet" if not found.hands else "clear" if found.low > 0.5 else "open"
        return phrase(f"tournament.{which}", first=first, second=second, share=found.percent)

    def _engine_told(self) -> str:
        engines = self.engines
        if "readable" not in engines:
            return phrase("tournament.by_kernel")
        why = "; ".join(engines["readable"])
        return phrase("tournament.partly" if len(engines) > 1 else "tournament.by_hand_why" if why else
                      "tournament.by_hand", why=why)

    def more(self, deals: int = 100, *, executor: Executor | None = None, progress: Teller | bool = True) -> Tournament:
        """The tournament with so many deals more, as if all had been asked for at once; an interrupted one goes on.

        With 0 deals an interrupted one is played to its end.

        >>> play_tournament(["heaviest", "random"], "block", deals=5, engine="plain").more(3).deals
        8
        """
        hands = 2 * deals * self.fixtures.in_a_deal
        with shown_progress(progress, hands, "tournament.playing", games=self.rulesets, hands=hands,
                            seed=self.fixtures.seed) as tell:
            return play_more(self, deals, executor=executor, progress=tell)

    def plot(self, ruleset: Ruleset | str | None = None) -> Chart:
        """A picture that shows itself: the ratings with their 95 % intervals, over all rulesets or in one.

        >>> play_tournament(["heaviest", "random"], "block", deals=50, seed=1, engine="plain").plot()
        Block Game: 50 deals, each played both ways round, seed 1
          heaviest  ...
          random    ...
        """
        dots = [IntervalRow(one.player, one.rating.value, one.rating.low, one.rating.high, _rating(one.rating))
                for one in self.standings(ruleset)]
        title = self.title if ruleset is None else self._titled((self.rulesets[self._game(ruleset) or 0],))
        lines = _columns([(dot.name, dot.words) for dot in dots])
        return Chart(rating_dots(title, phrase("tournament.axis"), dots), (title, *lines))

    @property
    def _has_ties(self) -> bool:
        return any(bout.tied for bout in self.bouts)

    def _standings(self) -> list[tuple[str, ...]]:
        """The standings as they are written under their heads; on a phone there is no room for a column of noughts."""
        rows = [(one.player, _rating(one.rating), f"{one.won:,}", f"{one.tied:,}", f"{one.lost:,}", _points(one.margin))
                for one in self.standings()]
        kept = [place for place, head in enumerate(_HEADS) if head != "tied" or self._has_ties]
        return [tuple(row[place] for place in kept) for row in (_named(_HEADS), *rows)]

    def _pairs(self) -> list[tuple[str, ...]]:
        """Who met whom, as it is written under its heads; the stronger one stands first."""
        found = [_named(_PAIR_HEADS)]
        for one in self.pairings():
            turned = one.share.value < 0.5
            player, against = (one.against, one.player) if turned else one[1:3]
            name = phrase("tournament.pair" if len(self.rulesets) == 1 else "tournament.pair_in", game=one.ruleset,
                          player=player, against=against)
            found.append((name, self.share(player, against, one.ruleset).percent,
                          _points(self.margin(player, against, one.ruleset))))
        return found

    def __str__(self) -> str:
        written = [line for rows in (self._standings(), self._pairs()) for line in ("", *_columns(rows))]
        return printable("\n".join((self.title, *written, "", *self.told, *([self.line] if self.line else []))))

    def _repr_html_(self) -> str:
        """The standings and who met whom as tables, narrow enough for a phone; `table` and `pair_table` have more."""
        line = f"<p><code>{escape(self.line)}</code></p>" if self.line else ""
        said = paragraphs("\n".join(self.told))
        return without_math(numbers_table(self._standings()), numbers_table(self._pairs()), said, line)

    def _repr_mimebundle_(self, **_which: object) -> dict[str, str]:
        """The picture over the tables; as text the tables, so that a saved number that drifts is noticed."""
        return {"text/plain": str(self), "text/html": without_math(self.plot().svg, self._repr_html_())}

    @cached_property
    def _met(self) -> tuple[Met, ...]:
        return tuple(Met(self.fixtures.place(bout.number), bout) for bout in self.bouts)

    def _of(self, ruleset: Ruleset | str | None) -> list[Met]:
        game = self._game(ruleset)
        return [one for one in self._met if game in (None, one.place.ruleset)]

    def _between(self, player: str, against: str, ruleset: Ruleset | str | None) -> list[Met]:
        two = {self._number(player), self._number(against)}
        return [one.seen_by(self._number(player)) for one in self._of(ruleset) if set(one.place[2:]) == two]

    def _game(self, ruleset: Ruleset | str | None) -> int | None:
        """The number of a ruleset by its id, or by a name that no other here has; None stands for all."""
        if ruleset is None:
            return None
        played = self.fixtures.rulesets
        found = [number for number, rules in enumerate(played) if ruleset in (rules, rules.id)]
        found = found or [number for number, rules in enumerate(played) if ruleset in (rules.name, *rules.aliases)]
        if len(found) > 1:
            ids = " and ".join(played[number].id for number in found)
            raise DominoError(f"{shown(ruleset)} is played here as {ids}: ask for one of them by its id")
        if not found:
            raise DominoError(f"{shown(ruleset)} is not played here; there are {', '.join(self.rulesets)}")
        return found[0]

    def _number(self, player: str) -> int:
        if player not in self.players:
            raise DominoError(f"no player here is called {shown(player)}; there are {', '.join(self.players)}")
        return self.players.index(player)

    def __repr__(self) -> str:
        left = ", interrupted" if self.interrupted else ""
        said = "".join(f". {note}" for note in self.notes)
        who = printable(", ".join(self.players))
        return f"<Tournament of {who}: {self.hands:,} hands{left}, seed {self.fixtures.seed}{said}>"


_HEADS = ("player", "rating", "won", "tied", "lost", "ahead")
_PAIR_HEADS = ("pair", "share", "ahead")


def _rating(found: Estimate) -> str:
    if not isfinite(found.error):
        return phrase("tournament.rating_open", value=f"{found.value:.0f}")
    return phrase("tournament.rating", value=f"{found.value:.0f}", half=f"{found.high - found.value:.0f}")


def _points(found: Estimate) -> str:
    if not found.hands:
        return "?"
    if not isfinite(found.error):
        return phrase("tournament.rating_open", value=f"{found.value:+.1f}")
    return phrase("tournament.rating", value=f"{found.value:+.1f}", half=f"{found.high - found.value:.1f}")


def _named(heads: Sequence[str]) -> tuple[str, ...]:
    return tuple(phrase(f"tournament.column_{head}") for head in heads)


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Names to the left, numbers to the right, each column as wide as its widest."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *numbers in rows:
        yield "  ".join(("", f"{name:<{wide[0]}}",
                         *(f"{number:>{width}}" for number, width in zip(numbers, wide[1:], strict=True))))


CHUNK = 200
"""Bouts in a chunk where a kernel plays them all; else each is a chunk of its own, as a player may think for long."""

MANY = 10
"""From so many bouts on a player that can be made faster beforehand is."""


class BoutRun(ChunkedRun[Fixtures, Played]):
    """The bouts of one tournament, shared out to an executor or played here."""

    def _none(self) -> Played:
        return Played()

    def _together(self, one: Played, other: Played) -> Played:
        return Played(one.bouts + other.bouts)

    def _here(self, hands: range) -> Played:
        return self.job.play(hands.start, len(hands))

    @property
    def _elsewhere(self) -> Callable[[Fixtures, int, int], Played]:
        return play_bouts


def play_bouts(fixtures: Fixtures, first: int, count: int) -> Played:
    """The same as `fixtures.play`, in whatever thread, process or machine an executor calls it."""
    with Worker.at_work():
        return fixtures.play(first, count)


def play_tournament(  # noqa: PLR0913
    players: Sequence[Entry] | Mapping[str, Entry],
    rulesets: Sequence[Named] | Named,
    *,
    deals: int = 100,
    seats: int | None = None,
    seed: int = 0,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    engine: str | None = None,
) -> Tournament:
    """Let every two of `players` meet in `deals` deals of each ruleset, numbers 0 to `deals` - 1 of `seed`.

    They play each deal twice and change places in between, so that neither the lead nor the luck of the deal favours
    one of them. A hand is won by who has more points from it; where both have as many, by whom the rules give it to.
    Players are names, or functions of a View and a Stream; a mapping gives them names. They sit by turns: at a table of
    four, where it has partners, partners are of one kind. At an odd number of seats each has the seat more in one of
    the two hands, and points a seat decide who wins. Where nobody says otherwise, there are as few seats as the game
    allows, but an even number. A kernel plays what it knows, the readable engine the rest (`Tournament.engines`
    says it); the result is the same whoever plays it, and in whatever chunks of so many bouts.

    Of an interrupt, an executor, `progress` and `engine` the same is true as of `simulate`; progress is told in hands.
    Raises ValueError for a player, an engine, or an axis nobody knows (see `simulate`); DominoError, which is one, for
    players that are none or have one name, for a patience, for less than one deal, and for seats that the game does not
    allow.
    """
    games = as_list(rulesets)
    known = _checked(games, deals, 1 if chunk is None else chunk)
    check_ways(executor, progress)
    Shuffle(seed=seed)
    if engine != "readable":
        for rules in known:
            check_known(rules)
    # Of rules that every kernel knows it is asked which one is meant, or whether none.
    kernel = engine_for(catalogue.get("block"), engine)[0]
    fixtures = Fixtures(known, tuple(_seated(rules, seats) for rules in known), entrants(players), seed, kernel)
    return _played(Tournament(fixtures, (), asked=deals), executor, chunk, progress)


def play_more(
    found: Tournament,
    deals: int,
    *,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Tournament:
    """A tournament with `deals` more of each ruleset: it goes on where it ended, or where it was interrupted.

    The result is the same as if so many deals had been asked for at once. With 0 deals an interrupted one is played to
    its end. Raises as `play_tournament` does.
    """
    if deals != 0:
        check_many("deals", deals, MOST_DEALS - found.asked)
    check_many("chunk", 1 if chunk is None else chunk)
    check_ways(executor, progress)
    # Workers of an executor may have been stopped at different places: what follows the first gap is played again.
    whole = [bout for place, bout in enumerate(found.bouts) if bout.number == place]
    kept = replace(found, bouts=tuple(whole), asked=found.asked + deals, interrupted=False)
    return _played(kept, executor, chunk, progress)


def _played(found: Tournament, executor: Executor | None, chunk: int | None,
            progress: Callable[[Progress], None] | None) -> Tournament:
    """All bouts that were asked for, but for those that are there."""
    fixtures = found.fixtures
    run = BoutRun(fixtures, range(len(found.bouts), found.asked * fixtures.in_a_deal), chunk or _chunk(fixtures))
    tell = _in_hands(progress)
    _compile(fixtures, run.total, tell)
    run.play(executor, tell)
    return replace(found, bouts=(*found.bouts, *sorted(run.sums.bouts)), interrupted=run.interrupted,
                   lost_chunks=found.lost_chunks + run.lost)


def _checked(games: Sequence[Named], deals: int, chunk: int) -> tuple[Ruleset, ...]:
    check_many("deals", deals, MOST_DEALS)
    check_many("chunk", chunk)
    known = tuple(ruleset(game) for game in games)
    alone = [rules.name for rules in known if rules.solo is not None]
    if alone:
        raise DominoError(f"{alone[0]} is played alone: nobody can be beaten at it")
    names = [rules.name for rules in known]
    if not names or len(set(names)) < len(names):
        raise DominoError(f"a tournament is played in one ruleset or more, each with a name of its own; not in {names}")
    return known


def _seated(rules: Ruleset, seats: int | None) -> int:
    """The seats at a table of these rules."""
    found = usual_seats(rules) if seats is None else seats
    if not isinstance(found, int):
        raise DominoError(f"seats are a whole number, such as {usual_seats(rules)}, not {shown(found)}")
    rules.dealing.each(found, len(rules.equipment.set.tiles))
    return found


def _engines(fixtures: Fixtures) -> set[str]:
    return {fixtures.engine_for(ruleset, *pair) for ruleset in range(len(fixtures.rulesets))
            for pair in fixtures.pairs}


def _chunk(fixtures: Fixtures) -> int:
    return 1 if "readable" in _engines(fixtures) else CHUNK


def _in_hands(progress: Callable[[Progress], None] | None) -> Callable[[Progress], None]:
    """What hears of bouts, and tells of hands: two a bout."""
    if progress is None:
        return lambda told: None
    return lambda told: progress(Progress(2 * told.done, 2 * told.total, told.phase))


def _compile(fixtures: Fixtures, bouts: int, tell: Callable[[Progress], None]) -> None:
    """The first call of a process compiles the kernel, or fetches it: said before, so as not to hang."""
    job = Job(catalogue.get("block"), 2, ("random", "random"), fixtures.seed, fixtures.engine)
    if "compiled" in _engines(fixtures) and not is_ready(job):
        tell(Progress(0, bouts, "compiling"))
        play_chunk(job, 0, 1)
    if fixtures.engine == "compiled" and bouts >= MANY and not is_rolling_compiled():
        for warm in (getattr(get(entrant.policy), "warm", None) for entrant in fixtures.entrants):
            if warm is not None:
                tell(Progress(0, bouts, "compiling"))
                warm()
