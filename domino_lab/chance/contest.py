"""Contest: the result of a tournament, with ratings, who beat whom by how much, and any hand of it as a timeline."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

from domino_lab.chance import standings as ranking
from domino_lab.chance.bouts import Bout
from domino_lab.chance.entrants import typed
from domino_lab.chance.estimates import Estimate, winless
from domino_lab.chance.fixtures import Fixtures, Place, usual_seats
from domino_lab.chance.standings import Met, Standing
from domino_lab.errors import DominoError, shown
from domino_lab.escaping import printable
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.spelled import spelled

MOST_DEALS = 1_000_000
"""Each bout is kept: more of them would fill the memory."""


class Pairing(NamedTuple):
    """Two players in one ruleset: the share of the hands that `player` won, and how many points a hand it was ahead.

    >>> Pairing("Block Game", "greedy", "random", Estimate.share(7, 10), Estimate.mean(40, 900, 10)).share.value
    0.7
    """

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

    >>> from domino_lab.chance.tournament import play_tournament
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

        >>> from domino_lab.chance.tournament import play_tournament
        >>> play_tournament(["heaviest", "random"], "block", deals=1, engine="plain").players
        ('heaviest', 'random')
        """
        return tuple(entrant.name for entrant in self.fixtures.entrants)

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The names of the rulesets, as they were given.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> play_tournament(["heaviest", "random"], "block", deals=1, engine="plain").rulesets
        ('Block Game',)
        """
        return tuple(rules.name for rules in self.fixtures.rulesets)

    @property
    def hands(self) -> int:
        """How many hands were played: two a bout.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> play_tournament(["heaviest", "random"], ["block", "draw"], deals=3, engine="plain").hands
        12
        """
        return 2 * len(self.bouts)

    @property
    def deals(self) -> int:
        """How many deals were begun, each of them in every ruleset.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> play_tournament(["heaviest", "random"], ["block", "draw"], deals=3, engine="plain").deals
        3
        """
        return len({one.place.deal for one in self._met})

    @property
    def line(self) -> str:
        """The line of Python that gives this result again; empty for rules with a part of the reader's own.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> play_tournament(["heaviest", "random"], "block", deals=3, seed=4, engine="plain").line
        'dl.tournament(["heaviest", "random"], ["block"], deals=3, seed=4)'
        """
        of = self.fixtures
        if any(rules.own for rules in of.rulesets):
            return ""
        seats = "" if of.seats == tuple(map(usual_seats, of.rulesets)) else f", seats={of.seats[0]}"
        games = ", ".join(map(spelled, of.rulesets))
        return f"dl.tournament({typed(of.entrants)}, [{games}], deals={self.asked}{seats}, seed={of.seed})"

    @property
    def engines(self) -> dict[str, tuple[str, ...]]:
        """Which engines played, each with the reasons why it was not a kernel: none for a kernel.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> play_tournament(["heaviest", "random"], "block", deals=3, engine="plain").engines
        {'plain': ()}
        """
        of, found = self.fixtures, defaultdict[str, dict[str, None]](dict)
        for ruleset, pair in product(range(len(of.rulesets)), of.pairs):
            why = of.why_readable(ruleset, *pair)
            found[of.engine_for(ruleset, *pair)].update({why: None} if why else {})
        return {engine: tuple(reasons) for engine, reasons in found.items()}

    @property
    def notes(self) -> tuple[str, ...]:
        """Of each ruleset in which no hand had a winner, that it is so.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> play_tournament(["heaviest", "random"], "block", deals=3, seed=4, engine="plain").notes
        ()
        """
        found = []
        for rules in self.fixtures.rulesets:
            bouts = [met.bout for met in self._of(rules)]
            won = sum(2 - bout.tied for bout in bouts)
            found.append(winless(rules, hands=2 * len(bouts), won=won, misdealt=0))
        return tuple(filter(None, found))

    def standings(self, ruleset: Ruleset | str | None = None) -> tuple[Standing, ...]:
        """All players, the strongest first, over all rulesets or in one.

        Raises DominoError for a ruleset that is not played here.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> found = play_tournament(["random", "heaviest"], "block", deals=60, seed=1, engine="plain")
        >>> [one.player for one in found.standings("block")]
        ['heaviest', 'random']
        """
        return ranking.standings(self.players, self._of(ruleset))

    def share(self, player: str, against: str, ruleset: Ruleset | str | None = None) -> Estimate:
        """The share of the hands that `player` won against another, 0 to 1; a hand nobody wins is half a hand for each.

        Raises DominoError for a player or a ruleset that is not there.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> found = play_tournament(["random", "heaviest"], "block", deals=60, seed=1, engine="plain")
        >>> found.share("heaviest", "random").value + found.share("random", "heaviest").value
        1.0
        """
        return ranking.share(self._between(player, against, ruleset))

    def margin(self, player: str, against: str, ruleset: Ruleset | str | None = None) -> Estimate:
        """How many points a hand `player` was ahead of another, on average over both ways round.

        Raises DominoError for a player or a ruleset that is not there.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> found = play_tournament(["random", "heaviest"], "block", deals=60, seed=1, engine="plain")
        >>> found.margin("heaviest", "random").value > 0
        True
        """
        return ranking.margin(self._between(player, against, ruleset))

    def pairings(self) -> tuple[Pairing, ...]:
        """Every two players in every ruleset, but for those whom an interrupt kept from meeting.

        >>> from domino_lab.chance.tournament import play_tournament
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

        >>> from domino_lab.chance.tournament import play_tournament
        >>> list(play_tournament(["heaviest", "random"], "block", deals=3, engine="plain").table().columns)
        ['player', 'rating', 'error', 'low', 'high', 'hands', 'won', 'tied', 'lost', 'points ahead', 'points error']
        """
        from domino_lab.explain.whole import Printable

        rows = [(one.player, *one.rating[:4], one.hands, one.won, one.tied, one.lost, *one.margin[:2])
                for one in self.standings(ruleset)]
        return Printable(rows, columns=["player", "rating", "error", "low", "high", "hands", "won", "tied", "lost",
                                           "points ahead", "points error"])

    def pair_table(self) -> Any:
        """Every two players in every ruleset as a pandas table: the share of hands won, and the points ahead.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> play_tournament(["heaviest", "random"], "block", deals=3, engine="plain").pair_table().shape
        (1, 11)
        """
        from domino_lab.explain.whole import Printable

        rows = [(*one[:3], *one.share[:4], *one.margin[:4]) for one in self.pairings()]
        return Printable(rows, columns=["ruleset", "player", "against", "share won", "share error", "share low",
                                           "share high", "points ahead", "points error", "points low", "points high"])

    def hand(self, player: str, against: str, deal: int = 0, ruleset: Ruleset | str | None = None) -> Timeline:
        """One hand of this tournament, with every step and its reason: `player` sits at the first seat.

        In the other of the two hands `against` does: ask for it with the names changed round. Where nobody says
        otherwise it is in the first ruleset. Raises DominoError for what is not there; any deal can be opened, also one
        that an interrupt left out.

        >>> from domino_lab.chance.tournament import play_tournament
        >>> found = play_tournament(["heaviest", "random"], "block", deals=3, engine="plain")
        >>> found.hand("random", "heaviest", 2).names
        ('random', 'heaviest')
        """
        first, second, game = self._number(player), self._number(against), self._game(ruleset) or 0
        if first == second:
            raise DominoError(f"{player} does not play against {against}")
        place = Place(deal, game, min(first, second), max(first, second))
        return self.fixtures.hand(place, swapped=first > second)

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
