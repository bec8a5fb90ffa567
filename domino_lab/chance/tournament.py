"""Tournament: players meet on the same deals, both ways round; results, ratings with errors, and every hand."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import isfinite, log, sqrt
from operator import add
from typing import TYPE_CHECKING, Annotated, NamedTuple

from domino_lab import catalogue
from domino_lab.chance.estimates import Estimate, winless
from domino_lab.chance.jobs import Job, begins_plain, engine_for, get_ready, is_stuck, play_chunk, prepare
from domino_lab.chance.long_runs import ChunkedRun, ExecutorLike
from domino_lab.core.arguments import Listed
from domino_lab.core.errors import DominoError, missing, quote
from domino_lab.core.shuffle import Shuffle
from domino_lab.io.progress import Progress, Teller
from domino_lab.kernel.encoding import check_known, strange_policy, unplayable
from domino_lab.kernel.engines import is_rolling_compiled
from domino_lab.picture.charts import Chart, IntervalRow, numbers_table, rating_dots
from domino_lab.picture.output import Kept
from domino_lab.play import players
from domino_lab.play.policies import POLICIES, Player
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record.load import RulesetsLike, as_list, ruleset
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
    if not isinstance(policy, str) and not callable(policy):
        raise DominoError(f"a player must be a name, or a function that takes a view and a stream, not {quote(policy)}")
    players.get(policy)
    usual = players.name_of(policy)
    # Registered functions are replaced by their registered name, so that the kernel can play them.
    known = POLICIES.get(usual) is policy
    return Entrant(usual if name is None else str(name), usual if known else policy)


class Bout(NamedTuple):
    """Two players on one deal of one ruleset, both ways round: hands `won` and `lost` by the `first`, points of both.

    Rulesets and players are numbered. The player with more points from a hand wins it, because in games with points in
    play, the player who goes out often has fewer. If both have the same, the winner by the rules wins it. A hand that
    nobody wins is neither won nor lost.
    """

    deal: int
    ruleset: int
    first: int
    second: int
    won: int
    lost: int
    points: int
    against: int

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
        deal, ruleset, first, second, won, lost, points, against = self
        return Bout(deal, ruleset, second, first, lost, won, against, points)


def usual_seats(rules: Ruleset) -> int:
    """Return the fewest seats that two kinds of players can share evenly; if there are none, the fewest of all."""
    counts = rules.dealing.seat_counts
    return next((count for count in counts if count % 2 == 0), counts[0])


class Fixtures(NamedTuple):
    """Every two entrants meet in every deal at every table, both ways round.

    A table is a job of random players, with the ruleset, the seats, the seed, and the engine for those players whom a
    kernel knows. Entrants sit in turn, so that partners are of the same kind. If the number of seats is odd, each has
    the extra seat in one of the two hands of a deal.
    """

    tables: tuple[Job, ...]
    entrants: tuple[Entrant, ...]

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two entrants, by number."""
        return tuple(combinations(range(len(self.entrants)), 2))

    @property
    def hands_of_a_deal(self) -> int:
        """The number of hands that are played with one deal of each ruleset."""
        return 2 * len(self.tables) * len(self.pairs)

    def play(self, first: int, deals: int) -> tuple[Bout, ...]:
        """Play all bouts of so many deals, from number `first` on."""
        return tuple(self._meet(deal, table, *pair) for deal in range(first, first + deals)
                     for table in range(len(self.tables)) for pair in self.pairs)

    def _meet(self, deal: int, table: int, first: int, second: int) -> Bout:
        """Let two players play both hands of a deal."""
        won, lost, points, against = self._play_hand(deal, table, first, second)
        lost_too, won_too, against_too, points_too = self._play_hand(deal, table, second, first)
        return Bout(deal, table, first, second, won + won_too, lost + lost_too, points + points_too,
                    against + against_too)

    def _play_hand(self, deal: int, table: int, first: int, second: int) -> tuple[int, int, int, int]:
        """Play one hand, and return the hands that the first and the second player won, and the points of both.

        If one of them has an extra side, that must not decide who wins: the points per side are compared. An exception
        raised by a player carries a note with the name of the hand.
        """
        job = self.seat(table, first, second)
        rules, side_of = job.rules, job.rules.dealing.side
        try:
            sums = play_chunk(job, deal, 1)
        except Exception as error:
            error.add_note(f"This happened in {rules.name}, deal {deal} of seed {job.seed}: "
                           f"{' against '.join(job.names)}.")
            raise
        player_of = {side_of(seat): seat % 2 for seat in range(job.seats)}
        points, sides = [0, 0], [0, 0]
        for side, player in player_of.items():
            points[player] += sums.by_side(side, "score")[0] * (-1 if rules.winning.best_score == "fewest" else 1)
            sides[player] += 1
        ahead = points[0] * sides[1] - points[1] * sides[0]
        if not ahead:
            ahead = sum(sums.wins(side) * (-1 if player else 1) for side, player in player_of.items())
        return int(ahead > 0), int(ahead < 0), points[0], points[1]

    def seat(self, table: int, first: int, second: int) -> Job:
        """Return the table with two players in turn; their names have seat numbers if there are more than two seats."""
        job = self.tables[table]
        sitting = [self.entrants[second if seat % 2 else first] for seat in range(job.seats)]
        policies = tuple(entrant.policy for entrant in sitting)
        names = [entrant.name for entrant in sitting]
        if job.seats > 2:
            names = [f"{name} {seat}" for seat, name in enumerate(names, 1)]
        engine = "readable" if strange_policy(policies) else job.engine
        return job._replace(policies=policies, names=tuple(names), engine=engine)


MIDDLE, SCALE = 1000.0, 400 / log(10)
"""The mean of all ratings, and rating points to one unit of the logistic curve."""

_ROUNDS, _NEAR = 100, 1e-10


def rate(players: int, shares: Mapping[Pair, tuple[float, int]]) -> tuple[Estimate, ...]:
    """Return the rating of each player, whose mean is MIDDLE; `hands` are those that the player took part in.

    `shares` has, for each pair of players by number, the hands that the first of them won, and the number of hands. The
    model is that of Bradley and Terry: if two players are rated r and s, the first wins 1 / (1 + 10 ** ((s - r) / 400))
    of their hands, so that 100 more points mean 64 % and 400 more points 91 %. The ratings are the likeliest ones. Each
    pair is first given one tied hand, because otherwise a player who lost no hand would have no rating at all.

    The standard errors are those of the distance from the mean, and come from the information matrix. They assume that
    the model holds, and that each hand is a separate trial.
    """
    try:
        import numpy as np
    except ModuleNotFoundError as error:
        raise missing(error) from None

    apart = np.zeros((len(shares), players))
    for row, (first, other) in enumerate(shares):
        apart[row, first], apart[row, other] = 1.0, -1.0
    won, hands = np.array([*shares.values()], float).T
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
    return tuple(Estimate.normal(MIDDLE + SCALE * strength, SCALE * sqrt(square), number) for strength, square, number
                 in zip(strengths.tolist(), inverse.diagonal().tolist(), took_part.tolist(), strict=True))


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
    """The bouts that were played, deal by deal, and the standings, shares and margins of the players.

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
        return tuple(rules.name for rules in self._rules)

    @property
    def _rules(self) -> list[Ruleset]:
        return [table.rules for table in self.fixtures.tables]

    @property
    def hands(self) -> int:
        """The number of hands played, two for each bout."""
        return 2 * len(self.bouts)

    @property
    def deals(self) -> int:
        """The number of deals that were played, each of them in every ruleset."""
        return self.hands // self.fixtures.hands_of_a_deal

    @property
    def seed(self) -> int:
        """The seed of the deals."""
        return self.fixtures.tables[0].seed

    @property
    def line(self) -> str:
        """The line of Python that gives this result again; empty if it cannot express a part of your own.

        >>> import domino_lab as dl
        >>> dl.tournament(["heaviest", "random"], "block", deals=3, seed=4, engine="plain").line
        'dl.tournament(["heaviest", "random"], ["block"], deals=3, seed=4)'
        """
        tables, entered = self.fixtures
        sources = [python_source(table.rules) for table in tables]
        if not all(sources):
            return ""
        codes = [players.python_of_player(policy) for _, policy in entered]
        who = f"[{', '.join(codes)}]"
        if any(name != players.name_of(policy) for name, policy in entered):
            named = (f"{python_literal(name)}: {code}" for name, code in zip(self.players, codes, strict=True))
            who = "{" + ", ".join(named) + "}"
        seats = "" if all(table.seats == usual_seats(table.rules) for table in tables) else f", seats={tables[0].seats}"
        return f"dl.tournament({who}, [{', '.join(sources)}], deals={self.asked}{seats}, seed={self.seed})"

    @property
    def engines(self) -> dict[str, tuple[str, ...]]:
        """The engines that played, each with the reasons why it was not a kernel: none for a kernel."""
        reasons: dict[str, dict[str, None]] = {}
        for table, (first, second) in product(range(len(self.rulesets)), self.fixtures.pairs):
            job = self.fixtures.seat(table, first, second)
            why = strange_policy(job.policies) or unplayable(job.rules, asking=True)
            reasons.setdefault(job.engine, {}).update({why: None} if why else {})
        return {engine: tuple(whys) for engine, whys in reasons.items()}

    @property
    def notes(self) -> tuple[str, ...]:
        """A note for each ruleset in which no hand had a winner, or none could begin."""
        notes = []
        for table in self.fixtures.tables:
            won = [2 - bout.tied for bout in self._of(table.rules)]
            stuck = not any(won) and is_stuck(table, 0)     # A bout does not keep whether its hands began.
            notes.append(winless(table.rules, hands=2 * len(won), won=sum(won), misdealt=2 * len(won) * stuck))
        return tuple(filter(None, notes))

    def standings(self, ruleset: Ruleset | str | None = None) -> tuple[PlayerStanding, ...]:
        """Return all players, the strongest first, over all rulesets or in one.

        Raises DominoError for a ruleset that is not in the tournament.

        >>> import domino_lab as dl
        >>> found = dl.tournament(["random", "heaviest"], "block", deals=60, seed=1, engine="plain")
        >>> [one.player for one in found.standings("block")]
        ['heaviest', 'random']
        """
        bouts_of: dict[Pair, list[Bout]] = {pair: [] for pair in self.fixtures.pairs}
        for bout in self._of(ruleset):
            bouts_of[bout.first, bout.second].append(bout)
        ratings = rate(len(self.players), {pair: (sum(bout.share for bout in bouts), 2 * len(bouts))
                                           for pair, bouts in bouts_of.items()})
        standings = []
        for number, (name, rating) in enumerate(zip(self.players, ratings, strict=True)):
            own = [bout.with_first(number) for pair, bouts in bouts_of.items() if number in pair for bout in bouts]
            standings.append(PlayerStanding(name, rating, sum(bout.won for bout in own), sum(bout.tied for bout in own),
                                            sum(bout.lost for bout in own), _margin(own)))
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
        """Return every two players in every ruleset.

        >>> import domino_lab as dl
        >>> found = dl.tournament(["random", "greedy", "doubles"], ["block", "draw"], deals=2, engine="plain")
        >>> len(found.pairings())
        6
        """
        return tuple(Pairing(rules.name, *pair, self.share(*pair, rules), self.margin(*pair, rules))
                     for rules, pair in product(self._rules, combinations(self.players, 2)))

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
        first, second = self._number(player), self._number(against)
        if first == second:
            raise DominoError(f"{player} never plays against {against} here: give two different players")
        job = self.fixtures.seat(self._game(ruleset) or 0, first, second)
        return play_out(job.rules, Shuffle(seed=job.seed, hand=deal), seats=job.seats, names=job.names,
                        policies=job.policies)

    @property
    def title(self) -> str:
        """The games, the number of deals, and the seed."""
        return self._title_of(self.rulesets)

    def _title_of(self, games: Sequence[str]) -> str:
        facts = {"games": games, "deals": self.deals, "asked": self.asked, "seed": self.seed}
        return phrase("tournament.title_left" if self.interrupted else "tournament.title", **facts)

    @property
    def told(self) -> tuple[str, ...]:
        """The result in sentences: whether the first is better than the second, and the meaning of the numbers."""
        first, second = (standing.player for standing in self.standings()[:2])
        share = self.share(first, second)
        verdict = phrase("tournament.clear" if share.low > 0.5 else "tournament.open", first=first, second=second,
                         share=share.percent)
        tied = (phrase("tournament.half"),) if self._has_ties else ()
        return (*self.notes, verdict, phrase("tournament.more"), *tied, phrase("tournament.how"))

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
        key = "tournament.pair" if len(self.rulesets) == 1 else "tournament.pair_in"
        for rules, (first, other) in product(self._rules, combinations(self.players, 2)):
            is_ahead = self.share(first, other, rules).value >= 0.5
            player, against = (first, other) if is_ahead else (other, first)
            rows.append((phrase(key, game=rules.name, player=player, against=against),
                         self.share(player, against, rules).percent, _points(self.margin(player, against, rules))))
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
        first, second = self._number(player), self._number(against)
        return [bout.with_first(first) for bout in self._of(ruleset) if {bout.first, bout.second} == {first, second}]

    def _game(self, ruleset: Ruleset | str | None) -> int | None:
        """Return the number of a ruleset by its id, or by a name that no other here has; None stands for all."""
        if ruleset is None:
            return None
        played = self._rules
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
        return f"<Tournament of {who}: {self.hands:,} hands{left}, seed {self.seed}{notes}>"


_HEADS = ("player", "rating", "won", "tied", "lost", "ahead")
_PAIR_HEADS = ("pair", "share", "ahead")


def _rating(rating: Estimate, digits: str = ".0f", sign: str = "") -> str:
    value = f"{rating.value:{sign}{digits}}"
    if not isfinite(rating.error):
        return phrase("tournament.rating_open", value=value)
    return phrase("tournament.rating", value=value, half=f"{rating.high - rating.value:{digits}}")


def _points(points: Estimate) -> str:
    return _rating(points, ".1f", "+")


def _head_cells(heads: Sequence[str]) -> tuple[str, ...]:
    return tuple(phrase(f"tournament.column_{head}") for head in heads)


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Align names to the left and numbers to the right, each column as wide as its widest cell."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *numbers in rows:
        yield "  ".join(("", f"{name:<{wide[0]}}",
                         *(f"{number:>{width}}" for number, width in zip(numbers, wide[1:], strict=True))))


CHUNK = 200
"""Hands in a chunk if a kernel plays them all; else each deal is a chunk, because players may think for a long time."""

MANY = 20
"""From this many hands on, players that can be compiled are compiled beforehand."""


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
    """Play a tournament as `domino_lab.tournament` does, which says what the arguments mean.

    Deals have the numbers 0 to `deals` - 1 of `seed`; by default there is the smallest even number of seats that the
    game allows. `progress` counts hands. The result does not depend on the engine, the chunks or the executor.
    """
    known = _games(rulesets)
    Shuffle(seed=seed)
    for rules in known if engine != "readable" else ():
        check_known(rules)
    # Ask about rules that every kernel knows: which kernel is meant, or none?
    kernel = engine_for(catalogue.get("block"), engine)[0]
    entered, tables = entrants(players), list[Job]()
    hands = deals * len(entered) * (len(entered) - 1)
    for rules in known:
        count = usual_seats(rules) if seats is None else seats
        rules.dealing.checked_each(count, len(rules.equipment.set.tiles))
        job = Job(rules, count, ("random",) * count, seed, "readable" if unplayable(rules, asking=True) else kernel)
        if engine is None and executor is None and begins_plain(job, hands):
            job = job._replace(engine="plain")
        tables.append(prepare(job))
    fixtures = Fixtures(tuple(tables), entered)

    def report(now: Progress) -> None:
        if progress is not None:
            progress(Progress(now.done * fixtures.hands_of_a_deal, deals * fixtures.hands_of_a_deal, now.phase))

    if kernel == "compiled" and hands >= MANY:
        _warm(entered, deals, report)
    return _play(fixtures, deals, executor, chunk, report)


def _games(rulesets: RulesetsLike) -> tuple[Ruleset, ...]:
    known = tuple(map(ruleset, as_list(rulesets)))
    for rules in known:
        if rules.solo is not None:
            raise DominoError(f"{rules.name} is a game for one player, and a tournament needs opponents; leave it out")
    names = [rules.name for rules in known]
    if not names or len(set(names)) < len(names):
        raise DominoError(f"give a tournament one or more rulesets with different names, not {names}")
    return known


def _warm(entered: Sequence[Entrant], deals: int, report: Teller) -> None:
    """Compile what thinking players need, and say so beforehand."""
    for warm in (getattr(players.get(entrant.policy), "warm", None) for entrant in entered):
        if warm is not None and not is_rolling_compiled():
            report(Progress(0, deals, "compiling"))
            warm()


def _play(fixtures: Fixtures, deals: int, executor: ExecutorLike | None, chunk: int | None, report: Teller
          ) -> Tournament:
    engines = Tournament(fixtures, (), deals).engines
    # A kernel that plays none of these players need not be compiled.
    for job in fixtures.tables if {*engines} != {"readable"} else ():
        get_ready(job, deals, report)
    usual = 1 if "readable" in engines else max(1, CHUNK // fixtures.hands_of_a_deal)
    run = ChunkedRun[tuple[Bout, ...]](fixtures.play, range(deals), chunk or usual, add, ())
    run.run(executor, report)
    result = Tournament(fixtures, run.sums, deals, interrupted=bool(run.interrupted or run.lost))
    run.raise_if_lost(result, "tournament.lost_hands", run.done, hands=result.hands)
    return result
