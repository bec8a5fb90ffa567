"""Tournament: players meet on the same deals, both ways round; results, ratings with errors, and every hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations, product
from math import inf, isfinite, log, sqrt
from operator import add
from typing import TYPE_CHECKING, Annotated, NamedTuple

from domino_lab import catalogue
from domino_lab.chance.estimates import Estimate, winless
from domino_lab.chance.jobs import (
    HandSums,
    Job,
    begins_plain,
    engine_for,
    get_ready,
    is_ready,
    play_chunk,
    prepare,
)
from domino_lab.chance.long_runs import ChunkedRun, ExecutorLike
from domino_lab.core.arguments import Listed
from domino_lab.core.errors import DominoError, missing, quote
from domino_lab.core.shuffle import Shuffle
from domino_lab.io.progress import Progress, Teller
from domino_lab.kernel.encoding import POLICY_NUMBERS, check_known, unplayable
from domino_lab.kernel.engines import is_rolling_compiled
from domino_lab.picture.charts import Chart, IntervalRow, numbers_table, rating_dots
from domino_lab.picture.output import Kept
from domino_lab.play import players
from domino_lab.play.players import get
from domino_lab.play.policies import POLICIES, Player
from domino_lab.play.start import HOPELESS, start
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record.load import RulesetLike, RulesetsLike, as_list, ruleset
from domino_lab.rules.ruleset import Ruleset, python_source
from domino_lab.rules.values import python_literal
from domino_lab.words import join_words, phrase
from domino_lab.words.escaping import escape, paragraphs, printable, without_math

if TYPE_CHECKING:
    import pandas as pd


Entry = str | Player
"""A player: the name of a policy, or a function of a View and a Stream."""

Entries = Annotated[Listed[Entry] | Mapping[str, Entry], 'a list of players such as ["greedy", "random"]']
"""Who plays in a tournament: a mapping gives them names."""


Pair = tuple[int, int]
"""Two players by number."""


class Entrant(NamedTuple):
    """A player with its name in the tournament; `policy` is a name that `players.get` knows, or a function."""

    name: str
    policy: Entry


def _source(entered: Sequence[Entrant]) -> str:
    """Return the players as Python source: a list, or a mapping if they were given names."""
    codes = [players.python_of_player(entrant.policy) for entrant in entered]
    if all(entrant.name == players.name_of(entrant.policy) for entrant in entered):
        return f"[{', '.join(codes)}]"
    items = (f"{python_literal(entrant.name)}: {code}" for entrant, code in zip(entered, codes, strict=True))
    return "{" + ", ".join(items) + "}"


def entrants(given: Entries) -> tuple[Entrant, ...]:
    """Return two or more players, each with a different name: that of the policy or function, or the mapping's key.

    Raises ValueError for an unknown name, and DominoError, which is one, for anything that is not a player, for fewer
    than two, and for two with the same name.
    """
    named = given.items() if isinstance(given, Mapping) else [(None, policy) for policy in given]
    entered = tuple(_entrant(name, policy) for name, policy in named)
    names = [entrant.name for entrant in entered]
    if len(entered) < 2:
        raise DominoError("a tournament needs at least two players")
    for name in names:
        if names.count(name) > 1:
            raise DominoError(f"two players are called {name}: give them different names, as in "
                              "{'first': ..., 'second': ...}")
    return entered


def _entrant(name: str | None, policy: Entry) -> Entrant:
    if isinstance(policy, str):
        players.get(policy)
    elif not callable(policy):
        raise DominoError(f"a player must be a name, or a function that takes a view and a stream, not {quote(policy)}")
    usual = players.name_of(policy)
    # Registered functions are replaced by their registered name, so that the kernel can play them.
    known = POLICIES.get(usual) is policy
    return Entrant(usual if name is None else str(name), usual if known else policy)


class Bout(NamedTuple):
    """Two players on one deal of one ruleset, both ways round: hands `won` and `lost` by the `first`, points of both.

    `number` is its place in the list of fixtures; rulesets and players are numbered too. The player with more points
    from a hand wins it, because in games with points in play, the player who goes out often has fewer. If both have the
    same, the winner by the rules wins it. A hand that nobody wins is neither won nor lost.
    """

    number: int
    deal: int
    ruleset: int
    first: int
    second: int
    won: int = 0
    lost: int = 0
    points: int = 0
    against: int = 0

    @property
    def tied(self) -> int:
        """The number of the two hands that nobody won."""
        return 2 - self.won - self.lost

    @property
    def share(self) -> float:
        """The hands won by the first, 0 to 2; a hand that nobody wins counts as half a hand for each."""
        return self.won + self.tied / 2

    def with_first(self, player: int) -> Bout:
        """Return the same bout with `player` as the first of the two."""
        if self.first == player:
            return self
        number, deal, ruleset, first, second, won, lost, points, against = self
        return Bout(number, deal, ruleset, second, first, lost, won, against, points)


def usual_seats(rules: Ruleset) -> int:
    """Return the fewest seats that two kinds of players can share evenly; if there are none, the fewest of all."""
    counts = rules.dealing.seat_counts
    return next((count for count in counts if count % 2 == 0), counts[0])


@dataclass(frozen=True)
class Fixtures:
    """Every two entrants meet in every deal of every ruleset, both ways round.

    `seats` has a number for each ruleset; entrants sit in turn, so that partners are of the same kind. If the number of
    seats is odd, each has the extra seat in one of the two hands of a deal. `engine` is that of a kernel ("compiled" or
    "plain"), for the rules and players that it knows, or "readable" for all. Bouts are numbered from 0, those of one
    deal in a row, so that all pairs have got equally far when a run is stopped.
    """

    rulesets: tuple[Ruleset, ...]
    seats: tuple[int, ...]
    entrants: tuple[Entrant, ...]
    seed: int
    engine: str

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two entrants, by number."""
        return tuple(combinations(range(len(self.entrants)), 2))

    @property
    def in_a_deal(self) -> int:
        """The number of bouts of one deal."""
        return len(self.rulesets) * len(self.pairs)

    @cached_property
    def tables(self) -> tuple[Job, ...]:
        """The table of each ruleset as a job of random players, with its rules encoded if a kernel plays them."""
        return tuple(prepare(Job(rules, seats, ("random",) * seats, self.seed,
                                 "readable" if unplayable(rules, asking=True) else self.engine))
                     for rules, seats in zip(self.rulesets, self.seats, strict=True))

    def why_readable(self, ruleset: int, pair: Pair) -> str:
        """Return why no kernel can play these two in that ruleset; empty if one can."""
        for entrant in (self.entrants[player] for player in pair):
            if not isinstance(entrant.policy, str) or entrant.policy not in POLICY_NUMBERS:
                return f"the fast engine has no player called {entrant.name}"
        return unplayable(self.rulesets[ruleset], asking=True)

    @property
    def engines(self) -> dict[str, tuple[str, ...]]:
        """The engines that play, each with the reasons why it is not a kernel: none for a kernel."""
        reasons_of = defaultdict[str, dict[str, None]](dict)
        for game, pair in product(range(len(self.rulesets)), self.pairs):
            why = self.why_readable(game, pair)
            reasons_of["readable" if why else self.engine].update({why: None} if why else {})
        return {engine: tuple(reasons) for engine, reasons in reasons_of.items()}

    def play(self, number: int) -> Bout:
        """Play both hands of the bout with this number."""
        table, pair = divmod(number, len(self.pairs))
        bout = Bout(number, *divmod(table, len(self.rulesets)), *self.pairs[pair])
        (won, points), (lost_too, against_too) = self._result(bout, swapped=False)
        (lost, against), (won_too, points_too) = self._result(bout, swapped=True)
        return bout._replace(won=won + won_too, lost=lost_too + lost, points=points + points_too,
                             against=against_too + against)

    def _result(self, bout: Bout, *, swapped: bool) -> tuple[tuple[int, int], tuple[int, int]]:
        """Play one hand and return (hands won, points) of the players at even seats, and of those at odd ones.

        If one of the two has an extra side, that must not decide who wins: the points a side are compared.
        """
        rules, seats = self.rulesets[bout.ruleset], self.seats[bout.ruleset]
        sums, sides = self._play_hand(bout, swapped=swapped), range(rules.side_count(seats))
        parity_of = {rules.dealing.side(seat): seat % 2 for seat in range(seats)}
        parities = [parity_of[side] for side in sides]
        scores = [sums.by_side(side, "score")[0] for side in sides]
        even, odd = (sum(score for score, own in zip(scores, parities, strict=True) if own == parity)
                     for parity in (0, 1))
        if rules.winning.best_score == "fewest":
            even, odd = -even, -odd
        best = next((parities[side] for side in sides if sums.wins(side)), None)
        ahead = even * parities.count(1) - odd * parities.count(0)
        if ahead:
            best = 0 if ahead > 0 else 1
        return (int(best == 0), even), (int(best == 1), odd)

    def _play_hand(self, bout: Bout, *, swapped: bool) -> HandSums:
        """Play one of the two hands; `swapped`: the second player sits at seat 0.

        An exception raised by a player carries a note with the name of the hand.
        """
        sitting, names = self.sit(bout, swapped=swapped)
        job = self.tables[bout.ruleset]._replace(policies=tuple(entrant.policy for entrant in sitting), names=names)
        if self.why_readable(bout.ruleset, (bout.first, bout.second)):
            job = job._replace(engine="readable")
        try:
            return play_chunk(job, bout.deal, 1)
        except Exception as error:
            game = self.rulesets[bout.ruleset].name
            error.add_note(f"This happened in {game}, deal {bout.deal} of seed {self.seed}: {' against '.join(names)}.")
            raise

    def sit(self, bout: Bout, *, swapped: bool) -> tuple[list[Entrant], tuple[str, ...]]:
        """Return the players seat by seat, and their names, with seat numbers if there are more than two seats."""
        two = (self.entrants[bout.first], self.entrants[bout.second])
        sitting = [two[(seat + swapped) % 2] for seat in range(self.seats[bout.ruleset])]
        if len(sitting) == 2:
            return sitting, tuple(entrant.name for entrant in sitting)
        return sitting, tuple(f"{entrant.name} {seat + 1}" for seat, entrant in enumerate(sitting))


MIDDLE, SCALE = 1000.0, 400 / log(10)
"""The mean of all ratings, and rating points to one unit of the logistic curve."""

_ROUNDS, _NEAR = 100, 1e-10


def rate(players: int, shares: Mapping[Pair, tuple[float, int]]) -> tuple[Estimate, ...]:
    """Return the rating of each player, whose mean is MIDDLE; `hands` are those that the player took part in.

    `shares` has, for each pair of players by number, the hands that the first of them won, and the number of hands. The
    model is that of Bradley and Terry: if two players are rated r and s, the first wins 1 / (1 + 10 ** ((s - r) / 400))
    of their hands, so that 100 more points mean 64 % and 400 more points 91 %. The ratings are the likeliest ones. Each
    pair that met is first given one tied hand, because otherwise a player who lost no hand would have no rating at all.

    The standard errors are those of the distance from the mean, and come from the information matrix. They assume that
    the model holds, and that each hand is a separate trial: the two hands of a deal, and the hands of a deal against
    several players, are treated as independent. The error of a player without a hand is infinite.
    """
    try:
        import numpy as np
    except ModuleNotFoundError as error:
        raise missing(error) from None

    apart = np.zeros((len(shares), players))
    for row, (first, other) in enumerate(shares):
        apart[row, first], apart[row, other] = 1.0, -1.0
    won, hands = np.array([*shares.values()], float).reshape(-1, 2).T
    strengths = np.zeros(players)
    for _ in range(_ROUNDS):
        share = 1 / (1 + np.exp(-apart @ strengths))
        variance = (hands + 1) * share * (1 - share)
        inverse = np.linalg.pinv(apart.T @ (apart * variance[:, None]), hermitian=True)
        step = inverse @ (apart.T @ (won + 0.5 - (hands + 1) * share))
        # A long step from far away may jump over the maximum.
        strengths = strengths + step * min(1.0, 2 / max(abs(step).max(), _NEAR))
        if abs(step).max() < _NEAR:
            break
    took_part = (hands @ abs(apart)).round().astype(int)
    return tuple(Estimate.normal(MIDDLE + SCALE * strength, SCALE * sqrt(square) if number else inf, number)
                 for strength, square, number in zip(strengths.tolist(), inverse.diagonal().clip(0).tolist(),
                                                     took_part.tolist(), strict=True))


def _margin(bouts: Sequence[Bout]) -> Estimate:
    """Return how many points a hand the first players were ahead; a trial is a bout, both hands of a deal."""
    ahead = [bout.points - bout.against for bout in bouts]
    mean = Estimate.mean(sum(ahead), sum(points**2 for points in ahead), len(ahead))
    return Estimate.normal(mean.value / 2, mean.error / 2, 2 * len(ahead))


class PlayerStanding(NamedTuple):
    """The result of a player: the rating, the hands won, tied and lost, and the points ahead per hand."""

    player: str
    rating: Estimate
    won: int
    tied: int
    lost: int
    margin: Estimate

    @property
    def hands(self) -> int:
        """The number of hands it took part in."""
        return self.won + self.tied + self.lost


MOST_DEALS = 1_000_000
"""Each bout is kept: more of them would fill the memory."""


class Pairing(NamedTuple):
    """Two players in one ruleset: the share of the hands that `player` won, and its points ahead per hand."""

    ruleset: str
    player: str
    against: str
    share: Estimate
    margin: Estimate


@dataclass(frozen=True, repr=False)
class Tournament:
    """The bouts that were played, by number, and the standings, shares and margins of the players.

    `asked` is the number of deals of each ruleset asked for; after an interrupt there are only the bouts of the first
    deals. The errors assume that each hand is a separate trial, even if other hands had the same deal; for
    points, both hands of a deal together count as one.

    >>> import domino_lab as dl
    >>> found = dl.tournament(["heaviest", "random"], "block", deals=60, seed=1, engine="plain")
    >>> found.standings()[0].player, found.hands
    ('heaviest', 120)
    """

    fixtures: Fixtures
    bouts: tuple[Bout, ...]
    asked: int
    interrupted: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order given."""
        return tuple(entrant.name for entrant in self.fixtures.entrants)

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The names of the rulesets, in the order given."""
        return tuple(rules.name for rules in self.fixtures.rulesets)

    @property
    def hands(self) -> int:
        """The number of hands played, two for each bout."""
        return 2 * len(self.bouts)

    @property
    def deals(self) -> int:
        """The number of deals that were begun, each of them in every ruleset."""
        return len({bout.deal for bout in self.bouts})

    @property
    def line(self) -> str:
        """The line of Python that gives this result again; empty if it cannot express a part of your own.

        >>> import domino_lab as dl
        >>> dl.tournament(["heaviest", "random"], "block", deals=3, seed=4, engine="plain").line
        'dl.tournament(["heaviest", "random"], ["block"], deals=3, seed=4)'
        """
        of = self.fixtures
        sources = list(map(python_source, of.rulesets))
        if not all(sources):
            return ""
        seats = "" if of.seats == tuple(map(usual_seats, of.rulesets)) else f", seats={of.seats[0]}"
        games = ", ".join(sources)
        return f"dl.tournament({_source(of.entrants)}, [{games}], deals={self.asked}{seats}, seed={of.seed})"

    @property
    def engines(self) -> dict[str, tuple[str, ...]]:
        """The engines that played, each with the reasons why it was not a kernel: none for a kernel."""
        return self.fixtures.engines

    @property
    def notes(self) -> tuple[str, ...]:
        """A note for each ruleset in which no hand had a winner, or none could begin."""
        notes = []
        for rules, seats in zip(self.fixtures.rulesets, self.fixtures.seats, strict=True):
            bouts = self._of(rules)
            hands, won = 2 * len(bouts), sum(2 - bout.tied for bout in bouts)
            misdealt = 0 if won else hands * self._never_begins(rules, seats, bouts)
            notes.append(winless(rules, hands=hands, won=won, misdealt=misdealt))
        return tuple(filter(None, notes))

    def _never_begins(self, rules: Ruleset, seats: int, bouts: Sequence[Bout]) -> bool:
        """Return True if nobody leads the first deals, which are dealt again, because a bout does not keep that."""
        deals = [Shuffle(seed=self.fixtures.seed, hand=bout.deal) for bout in bouts[:HOPELESS]]
        return all(start(rules, shuffle, seats=seats).state.over == "misdeal" for shuffle in deals)

    def standings(self, ruleset: Ruleset | str | None = None) -> tuple[PlayerStanding, ...]:
        """Return all players, the strongest first, over all rulesets or in one.

        Raises DominoError for a ruleset that is not in the tournament.

        >>> import domino_lab as dl
        >>> found = dl.tournament(["random", "heaviest"], "block", deals=60, seed=1, engine="plain")
        >>> [one.player for one in found.standings("block")]
        ['heaviest', 'random']
        """
        shares, standings = defaultdict[Pair, list[Bout]](list), []
        for bout in self._of(ruleset):
            shares[bout.first, bout.second].append(bout)
        ratings = rate(len(self.players), {pair: (sum(bout.share for bout in bouts), 2 * len(bouts))
                                           for pair, bouts in shares.items()})
        for number, rating in enumerate(ratings):
            own = [bout.with_first(number) for pair, bouts in shares.items() if number in pair for bout in bouts]
            standings.append(PlayerStanding(self.players[number], rating, sum(bout.won for bout in own),
                                            sum(bout.tied for bout in own), sum(bout.lost for bout in own),
                                            _margin(own)))
        return tuple(sorted(standings, key=lambda standing: -standing.rating.value))

    def share(self, player: str, against: str, ruleset: Ruleset | str | None = None) -> Estimate:
        """Return the share of the hands that `player` won against another, 0 to 1; a tied hand counts as half for each.

        Raises DominoError for an unknown player or ruleset.

        >>> import domino_lab as dl
        >>> found = dl.tournament(["random", "heaviest"], "block", deals=60, seed=1, engine="plain")
        >>> found.share("heaviest", "random").value + found.share("random", "heaviest").value
        1.0
        """
        bouts = self._between(player, against, ruleset)
        return Estimate.share(sum(bout.share for bout in bouts), 2 * len(bouts))

    def margin(self, player: str, against: str, ruleset: Ruleset | str | None = None) -> Estimate:
        """Return the points per hand by which `player` was ahead of another, on average over both ways round.

        Raises DominoError for an unknown player or ruleset.
        """
        return _margin(self._between(player, against, ruleset))

    def pairings(self) -> tuple[Pairing, ...]:
        """Return every two players in every ruleset, except those whom an interrupt kept from meeting.

        >>> import domino_lab as dl
        >>> found = dl.tournament(["random", "greedy", "doubles"], ["block", "draw"], deals=2, engine="plain")
        >>> len(found.pairings())
        6
        """
        met = {bout[2:5] for bout in self.bouts}
        return tuple(Pairing(game, first, other, self.share(first, other, game), self.margin(first, other, game))
                     for number, game in enumerate(self.rulesets) for pair in self.fixtures.pairs
                     if (number, *pair) in met for first, other in [(self.players[seat] for seat in pair)])

    def table(self, ruleset: Ruleset | str | None = None) -> pd.DataFrame:
        """Return the standings as a pandas table: a row for each player, the strongest first.

        >>> import domino_lab as dl
        >>> list(dl.tournament(["heaviest", "random"], "block", deals=3, engine="plain").table().columns)
        ['player', 'rating', 'error', 'low', 'high', 'hands', 'won', 'tied', 'lost', 'points ahead', 'points error']
        """
        from domino_lab.io.dataframes import Printable

        rows = [(each.player, *each.rating[:4], each.hands, each.won, each.tied, each.lost, *each.margin[:2])
                for each in self.standings(ruleset)]
        return Printable(rows, columns=["player", "rating", "error", "low", "high", "hands", "won", "tied", "lost",
                                        "points ahead", "points error"])

    def pair_table(self) -> pd.DataFrame:
        """Return every two players in every ruleset as a pandas table: the share of hands won, and the points ahead.

        >>> import domino_lab as dl
        >>> dl.tournament(["heaviest", "random"], "block", deals=3, engine="plain").pair_table().shape
        (1, 11)
        """
        from domino_lab.io.dataframes import Printable

        rows = [(*pairing[:3], *pairing.share[:4], *pairing.margin[:4]) for pairing in self.pairings()]
        return Printable(rows, columns=["ruleset", "player", "against", "share won", "share error", "share low",
                                        "share high", "points ahead", "points error", "points low", "points high"])

    def hand(self, player: str, against: str, deal: int = 0, ruleset: Ruleset | str | None = None) -> Timeline:
        """Return one hand of this tournament, with every step and its reason; `player` sits in the first seat.

        In the other hand of the deal, `against` sits there: swap the names to get that hand. The first ruleset is the
        default. Raises DominoError for an unknown player or ruleset; any deal can be opened, even one that an interrupt
        left out.

        >>> import domino_lab as dl
        >>> found = dl.tournament(["heaviest", "random"], "block", deals=3, engine="plain")
        >>> found.hand("random", "heaviest", 2).names
        ('random', 'heaviest')
        """
        first, second, game = self._number(player), self._number(against), self._game(ruleset) or 0
        if first == second:
            raise DominoError(f"{player} never plays against {against} here: give two different players")
        sitting, names = self.fixtures.sit(Bout(0, deal, game, first, second), swapped=False)
        return play_out(self.fixtures.rulesets[game], Shuffle(seed=self.fixtures.seed, hand=deal), seats=len(sitting),
                        names=names, policies=[entrant.policy for entrant in sitting])

    @property
    def title(self) -> str:
        """The games, the number of deals, and the seed."""
        return self._title_of(self.rulesets)

    def _title_of(self, games: Sequence[str]) -> str:
        facts = {"games": games, "deals": self.deals, "asked": self.asked, "seed": self.fixtures.seed}
        return phrase("tournament.title_left" if self.interrupted else "tournament.title", **facts)

    @property
    def told(self) -> tuple[str, ...]:
        """The result in sentences: whether the first is better than the second, and the meaning of the numbers."""
        first, second = (standing.player for standing in self.standings()[:2])
        share = self.share(first, second)
        which = "unmet" if not share.hands else "clear" if share.low > 0.5 else "open"
        verdict = phrase(f"tournament.{which}", first=first, second=second, share=share.percent)
        tied = (phrase("tournament.half"),) if self._has_ties else ()
        return (*self.notes, verdict, phrase("tournament.more"), *tied, phrase("tournament.how"), self._engine_told())

    def _engine_told(self) -> str:
        engines = self.engines
        if "readable" not in engines:
            return phrase("tournament.by_kernel")
        why = "; ".join(engines["readable"])
        return phrase("tournament.partly" if len(engines) > 1 else "tournament.by_hand_why" if why else
                      "tournament.by_hand", why=why)

    def plot(self, ruleset: Ruleset | str | None = None) -> Chart:
        """Draw the ratings with their 95 % intervals, over all rulesets or in one, as a chart that displays itself.

        >>> import domino_lab as dl
        >>> dl.tournament(["heaviest", "random"], "block", deals=50, seed=1, engine="plain").plot()
        Block Game: 50 deals, each played both ways round, seed 1
          heaviest  ...
          random    ...
        """
        dots = [IntervalRow(player, rating.value, rating.low, rating.high, _rating(rating))
                for player, rating, *_ in self.standings(ruleset)]
        title = self.title if ruleset is None else self._title_of((self.rulesets[self._game(ruleset) or 0],))
        lines = _columns([(dot.name, dot.words) for dot in dots])
        return Chart(rating_dots(title, phrase("tournament.axis"), dots), (title, *lines))

    @property
    def _has_ties(self) -> bool:
        return any(bout.tied for bout in self.bouts)

    def _standings(self) -> list[tuple[str, ...]]:
        """Return the standings under their heads; on a phone there is no room for a column of zeros."""
        rows = [(player, _rating(rating), f"{won:,}", f"{tied:,}", f"{lost:,}", _points(margin))
                for player, rating, won, tied, lost, margin in self.standings()]
        kept = [place for place, head in enumerate(_HEADS) if head != "tied" or self._has_ties]
        return [tuple(row[place] for place in kept) for row in (_head_cells(_HEADS), *rows)]

    def _pairs(self) -> list[tuple[str, ...]]:
        """Return who met whom, under heads; the stronger one comes first."""
        rows = [_head_cells(_PAIR_HEADS)]
        for pairing in self.pairings():
            turned = pairing.share.value < 0.5
            player, against = (pairing.against, pairing.player) if turned else pairing[1:3]
            name = phrase("tournament.pair" if len(self.rulesets) == 1 else "tournament.pair_in", game=pairing.ruleset,
                          player=player, against=against)
            rows.append((name, self.share(player, against, pairing.ruleset).percent,
                         _points(self.margin(player, against, pairing.ruleset))))
        return rows

    def __str__(self) -> str:
        written = [row for rows in (self._standings(), self._pairs()) for row in ("", *_columns(rows))]
        return printable("\n".join((self.title, *written, "", *self.told, *([self.line] if self.line else []))))

    def _repr_html_(self) -> str:
        """The standings and who met whom as tables that fit a phone; `table` and `pair_table` have more."""
        code = f"<p><code>{escape(self.line)}</code></p>" if self.line else ""
        text = paragraphs("\n".join(self.told))
        return without_math(numbers_table(self._standings()), numbers_table(self._pairs()), text, code)

    def _repr_mimebundle_(self, include: Container[str] | None = None, **_which: object) -> dict[str, str]:
        """The picture above the tables; as text the tables, so that a saved number that drifts is noticed."""
        return Kept(self.plot().svg, str(self), below=self._repr_html_()).outputs(include)

    def _of(self, ruleset: Ruleset | str | None) -> list[Bout]:
        game = self._game(ruleset)
        return [bout for bout in self.bouts if game in (None, bout.ruleset)]

    def _between(self, player: str, against: str, ruleset: Ruleset | str | None) -> list[Bout]:
        two = {self._number(player), self._number(against)}
        return [bout.with_first(self._number(player)) for bout in self._of(ruleset) if set(bout[3:5]) == two]

    def _game(self, ruleset: Ruleset | str | None) -> int | None:
        """Return the number of a ruleset by its id, or by a name that no other here has; None stands for all."""
        if ruleset is None:
            return None
        played = self.fixtures.rulesets
        numbers = [number for number, rules in enumerate(played) if ruleset in (rules, rules.id)]
        numbers = numbers or [number for number, rules in enumerate(played) if ruleset in (rules.name, *rules.aliases)]
        if len(numbers) > 1:
            ids = " and ".join(played[number].id for number in numbers)
            raise DominoError(f"{quote(ruleset)} stands for {ids} in this tournament: name one of them by its id")
        if not numbers:
            raise DominoError(f"{quote(ruleset)} is not in this tournament; "
                              f"its rulesets are {join_words(self.rulesets)}")
        return numbers[0]

    def _number(self, player: str) -> int:
        if player not in self.players:
            raise DominoError(f"no player of this tournament is called {quote(player)}; "
                              f"its players are {join_words(self.players)}")
        return self.players.index(player)

    def __repr__(self) -> str:
        left = ", interrupted" if self.interrupted else ""
        notes = "".join(f". {note}" for note in self.notes)
        who = printable(", ".join(self.players))
        return f"<Tournament of {who}: {self.hands:,} hands{left}, seed {self.fixtures.seed}{notes}>"


_HEADS = ("player", "rating", "won", "tied", "lost", "ahead")
_PAIR_HEADS = ("pair", "share", "ahead")


def _rating(rating: Estimate, digits: str = ".0f", sign: str = "") -> str:
    value = f"{rating.value:{sign}{digits}}"
    if not isfinite(rating.error):
        return phrase("tournament.rating_open", value=value)
    return phrase("tournament.rating", value=value, half=f"{rating.high - rating.value:{digits}}")


def _points(points: Estimate) -> str:
    return _rating(points, ".1f", "+") if points.hands else "?"


def _head_cells(heads: Sequence[str]) -> tuple[str, ...]:
    return tuple(phrase(f"tournament.column_{head}") for head in heads)


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Align names to the left and numbers to the right, each column as wide as its widest cell."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *numbers in rows:
        yield "  ".join(("", f"{name:<{wide[0]}}",
                         *(f"{number:>{width}}" for number, width in zip(numbers, wide[1:], strict=True))))


CHUNK = 200
"""Bouts in a chunk if a kernel plays them all; else each is a chunk of its own, because a player may think for long."""

MANY = 10
"""From this many bouts on, a player that can be compiled beforehand is."""


def play_bouts(fixtures: Fixtures, first: int, count: int) -> tuple[Bout, ...]:
    """Play the bouts from number `first` on."""
    return tuple(fixtures.play(number) for number in range(first, first + count))


def play_tournament(  # noqa: PLR0913
    players: Entries,
    rulesets: RulesetsLike,
    *,
    deals: int = 100,
    seats: int | None = None,
    seed: int = 0,
    executor: ExecutorLike | None = None,
    chunk: int | None = None,
    progress: Teller | None = None,
    engine: str | None = None,
) -> Tournament:
    """Let every two of `players` meet in `deals` deals of each ruleset, numbers 0 to `deals` - 1 of `seed`.

    They play each deal twice and change places in between, so that neither the lead nor the luck of the deal favours
    one of them. The player with more points from a hand wins it; if both have the same, the winner by the rules wins
    it. Players are names, or functions of a View and a Stream; a mapping gives them names. They sit in turn, so that
    partners are of the same kind. With an odd number of seats, each has the extra seat in one of the two hands, and the
    points per seat decide who wins. By default there are as few seats as the game allows, but an even number. A kernel
    plays the games that it knows, the readable engine the rest (see `Tournament.engines`); the result does not depend
    on the engine or the chunks.

    Interrupts, executors, `progress` and `engine` work as in `simulate`; progress counts hands. Raises ValueError for
    an unknown player, engine or axis (see `simulate`); DominoError, which is one, for invalid players or two with the
    same name, for a patience, and for seats that the game does not allow.
    """
    games = as_list(rulesets)
    known = _check_games(games)
    Shuffle(seed=seed)
    if engine != "readable":
        for rules in known:
            check_known(rules)
    # Ask about rules that every kernel knows: which kernel is meant, or none?
    kernel = engine_for(catalogue.get("block"), engine)[0]
    tables = tuple(usual_seats(rules) if seats is None else seats for rules in known)
    for rules, count in zip(known, tables, strict=True):
        rules.dealing.checked_each(count, len(rules.equipment.set.tiles))
    fixtures = Fixtures(known, tables, entrants(players), seed, kernel)
    begun = _plain_at_first(fixtures, deals) if engine is None and executor is None else fixtures
    return _play_all(begun, deals, executor, chunk, progress, warms=kernel == "compiled")


def _play_all(fixtures: Fixtures, deals: int, executor: ExecutorLike | None, chunk: int | None, progress: Teller | None,
              *, warms: bool) -> Tournament:
    def report(now: Progress) -> None:
        if progress is not None:
            progress(Progress(2 * now.done, 2 * now.total, now.phase))      # hands: two a bout

    usual = 1 if "readable" in fixtures.engines else CHUNK
    nothing: tuple[Bout, ...] = ()
    play = partial(play_bouts, fixtures)
    run = ChunkedRun(play, range(deals * fixtures.in_a_deal), chunk or usual, add, nothing)
    _prepare(fixtures, len(run.hands), report, warms=warms)
    run.run(executor, report)
    result = Tournament(fixtures, run.sums, deals, interrupted=bool(run.interrupted or run.lost))
    run.raise_if_lost(result, "tournament.lost_hands", run.done // fixtures.in_a_deal, hands=result.hands)
    return result


def _check_games(games: Sequence[RulesetLike]) -> tuple[Ruleset, ...]:
    known = tuple(ruleset(game) for game in games)
    alone = [rules.name for rules in known if rules.solo is not None]
    if alone:
        raise DominoError(f"{alone[0]} is a game for one player, and a tournament needs opponents")
    names = [rules.name for rules in known]
    if not names or len(set(names)) < len(names):
        raise DominoError(f"give a tournament one or more rulesets with different names, not {names}")
    return known


def _plain_at_first(fixtures: Fixtures, deals: int) -> Fixtures:
    """Let plain Python play the tables if it would have played all their hands before the kernels are ready."""
    hands = 2 * deals * len(fixtures.pairs)
    tables = [table for table in fixtures.tables if not is_ready(table)]
    if tables and fixtures.engine in fixtures.engines and all(begins_plain(table, hands) for table in tables):
        return replace(fixtures, engine="plain")
    return fixtures


def _prepare(fixtures: Fixtures, bouts: int, report: Teller, *, warms: bool) -> None:
    """Try a reader's own rules, and compile the kernel, or load it from the disk; say beforehand what is compiled.

    `warms` says that players who can be compiled are, too, if they play long enough.
    """
    for table in fixtures.tables:
        if fixtures.engine in fixtures.engines:
            get_ready(table, bouts, report)
    if warms and bouts >= MANY and not is_rolling_compiled():
        for warm in (getattr(get(entrant.policy), "warm", None) for entrant in fixtures.entrants):
            if warm is not None:
                report(Progress(0, bouts, "compiling"))
                warm()
