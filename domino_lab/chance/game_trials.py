"""Trials of games: hand after hand, how often something happens, or how much of something there is."""

from __future__ import annotations

from domino_lab.arguments import Count, First, checked
from domino_lab.catalogue.resolve import Named, ruleset
from domino_lab.chance.jobs import ALONE, ENDS, QUANTITIES, HandSums, Job, engine_for, is_ready, play_chunk
from domino_lab.chance.trials import TrialCounts, Trials
from domino_lab.errors import DominoError, shown
from domino_lab.escaping import printable
from domino_lab.kernel import engines
from domino_lab.play.players import Policies, name_of, named, spelled_player
from domino_lab.play.policies import Player
from domino_lab.play.start import names_for
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal, python_source
from domino_lab.shuffle import Shuffle
from domino_lab.words import phrase

NOBODY = -1
LEADER, OTHER = 1, 0
MOST = {"compiled": 100_000, "plain": 10_000, "readable": 1_000}
SOON = 2_000
"""Up to this many hands are counted before the fast engine is made ready: the first trials should not wait for it."""

_A_MOMENT = 100

WHO, HOW = ("leader wins", "wins", "nobody wins"), ENDS
_AT_A_TABLE, _BY_ONESELF = (*WHO, *ENDS[:4], *QUANTITIES), (*ENDS[4:], *ALONE)
"""The questions about a game, and those about a patience; the first is the default."""


def number_called(rules: Ruleset, quantity: str) -> str:
    """Return the key of the phrase for one of QUANTITIES or ALONE: a patience has other moves than playing a tile."""
    return f"chancelab.number_of_{_key_of(rules, quantity)}"


def _key_of(rules: Ruleset, what: str) -> str:
    return "moves" if rules.solo is not None and what == "plays" else what.replace(" ", "_")


class GameTrials(Trials):
    """Hands of a game: how often the leader wins, a side wins, a hand ends in some way; or how long hands are.

    `what` is "leader wins" (the default), "wins" (of `side`), "nobody wins" or "out" and the other ends of a hand, each
    a chance; or one of QUANTITIES, a mean over the hands. Of a patience it is "won" (the default), "lost", or one of
    ALONE. `seats` and `policies` are those of `simulate`. Raises ValueError for another `what`.

    >>> found = GameTrials("block", "leader wins", seed=1).play(0, 100)
    >>> found.trials, found.total == found.counts[LEADER]
    (100, True)
    """

    numeric = False

    @checked
    def __init__(self, rules: Named, what: str | None = None, *, side: int = 0, seats: int | None = None,
                 policies: Policies = None, seed: int = 0, prompt: str = "") -> None:
        self.rules = ruleset(rules)
        asked = _AT_A_TABLE if self.rules.solo is None else _BY_ONESELF
        if what not in (None, *asked):
            raise DominoError(f"{shown(what)} is not counted; {', '.join(asked)} are")
        self.what, self.side, self._prompt = what or asked[0], side, prompt
        seats = self.rules.dealing.seat_counts[0] if seats is None else seats
        self.rules.dealing.each(seats, len(self.rules.equipment.set.tiles))
        who = named(policies, self.rules, seats)
        self._engine = engine_for(self.rules, None, who)[0]
        self.job = Job(self.rules, seats, who, seed, self._engine)
        if not 0 <= side < self.rules.side_count(seats):
            raise DominoError(f"the sides are 0 to {self.rules.side_count(seats) - 1}, not {side}")
        self.seed, self.numeric = seed, self.what in (*QUANTITIES, *ALONE)
        self.kind = "mean" if self.numeric else "chance"

    @property
    def most(self) -> int:
        """The largest number of hands: as many as the engine plays in a moment.

        >>> GameTrials(ruleset("block").but(max_pip=12)).most
        1000
        """
        return MOST[self._engine]

    @property
    def prompt(self) -> str:
        """The question.

        >>> GameTrials("block", "leader wins", policies="random").prompt
        'Block Game for 2, where everyone plays at random. How often does the player who leads win?'
        """
        if self._prompt:
            return self._prompt
        names = self._names(self.side)
        partners = "_together" if self.what == "wins" and len(names) > 1 else ""
        key = f"chancelab.ask_{_key_of(self.rules, self.what)}{partners}"
        return f"{self._table} {phrase(key, side=names, game=self.rules.name)}"

    @property
    def _table(self) -> str:
        each = [_how_plays("plays", policy) for policy in self.job.policies]
        if self.rules.solo is not None:
            return phrase("chancelab.alone", game=self.rules.name, how=each[0])
        alike = len({*self.job.policies}) == 1
        how = _how_plays("all", self.job.policies[0]) if alike else phrase("chancelab.each", policies=each)
        return phrase("chancelab.table", game=self.rules.name, seats=self.job.seats, how=how)

    @property
    def recipe(self) -> str:
        """The arguments that make these trials, as Python source; empty for rules with a part of your own.

        >>> GameTrials("block", "wins", side=1).recipe
        '"block", "wins", side=1'
        """
        if self.rules.own:
            return ""
        source = [python_source(self.rules), python_literal(self.what), *([f"side={self.side}"] if self.side else [])]
        if self.job.seats != self.rules.dealing.seat_counts[0]:
            source.append(f"seats={self.job.seats}")
        if self.job.policies != named(None, self.rules, self.job.seats):
            source.append(f"policies=[{', '.join(map(spelled_player, self.job.policies))}]")
        return ", ".join(source)

    def __repr__(self) -> str:
        return printable(f"<GameTrials: {self.recipe or self.prompt}, seed {self.seed}>")

    @property
    def keys(self) -> tuple[int, ...]:
        """The outcomes that are always shown.

        >>> GameTrials("block", "wins").keys
        (0, 1, -1)
        """
        if self.what == "leader wins":
            return (LEADER, OTHER, NOBODY)
        if self.what in WHO:
            return (*range(self.rules.side_count(self.job.seats)), NOBODY)
        return (ENDS.index(self.what),) if self.what in HOW else ()

    @checked
    def play(self, first: First, count: Count) -> TrialCounts:
        """Return the totals of `count` hands from number `first` on."""
        waits = self._engine == "compiled" and first + count <= SOON and not self._is_ready()
        job = self.job._replace(engine="plain") if waits else self.job
        sums = play_chunk(job, first, count)
        if self.numeric:
            return self._quantity(sums)
        counts = {key: number for key, number in self._outcomes(sums).items() if number}
        hits = sum(number for key, number in counts.items() if self.counts(key))
        return TrialCounts(count, count, hits, hits, counts)

    def waits(self, n: int) -> str:
        """Return what `n` hands have to wait for: "engine", "by_hand" if each is played out in full, or nothing.

        >>> GameTrials("block").waits(10), GameTrials(ruleset("block").but(max_pip=12)).waits(1000)
        ('', 'by_hand')
        """
        if self._engine == "readable":
            return "by_hand" if n > _A_MOMENT else ""
        return "engine" if self._engine == "compiled" and n > SOON and not self._is_ready() else ""

    def _quantity(self, sums: HandSums) -> TrialCounts:
        bins = sums.bins(self.what)
        if self.what == "points":
            total, squares = (sum(number**power * hands for number, hands in bins.items()) for power in (1, 2))
        else:
            total, squares = sums.of_hand(self.what)
        return TrialCounts(sums.hands, sums.hands, total, squares, bins)

    def _outcomes(self, sums: HandSums) -> dict[int, int]:
        if self.what in HOW:
            return {number: sums.ended(how) for number, how in enumerate(ENDS)}
        nobody = sums.wins(None)
        if self.what == "leader wins":
            return {LEADER: sums.leader_wins, OTHER: sums.hands - nobody - sums.leader_wins, NOBODY: nobody}
        sides = range(self.rules.side_count(self.job.seats))
        return {**{side: sums.wins(side) for side in sides}, NOBODY: nobody}

    def counts(self, key: int) -> bool:
        """Return True if the event asked about happens on hands with this key.

        >>> [GameTrials("block", "wins", side=1).counts(key) for key in (0, 1, -1)]
        [False, True, False]
        """
        if self.numeric:
            return False
        if self.what in HOW:
            return ENDS[key] == self.what
        return key == {"leader wins": LEADER, "nobody wins": NOBODY}.get(self.what, self.side)

    def label(self, key: int) -> str:
        """Return the label of a bar.

        >>> [GameTrials("block", "wins").label(key) for key in (0, -1)]
        ['Player 1', 'nobody']
        """
        if self.numeric:
            return str(key)
        if self.what in HOW:
            return phrase(f"chancelab.end_{ENDS[key]}")
        if key == NOBODY:
            return phrase("chancelab.nobody")
        return phrase(f"chancelab.leads_{key}") if self.what == "leader wins" else " + ".join(self._names(key))

    def _names(self, side: int) -> list[str]:
        dealing = self.rules.dealing
        return [name for seat, name in enumerate(names_for(self.job.seats)) if dealing.side(seat) == side]

    @property
    def bars_called(self) -> str:
        """The name of what the bars count.

        >>> GameTrials("block", "plays").bars_called
        'tiles played'
        """
        if self.numeric:
            return phrase(number_called(self.rules, self.what))
        return phrase("chancelab.how_it_ended" if self.what in HOW else "chancelab.who_won")

    @checked
    def timeline(self, number: First) -> Timeline:
        """Return hand `number`, with every step."""
        shuffle = Shuffle(seed=self.seed, hand=number)
        return play_out(self.rules, shuffle, seats=self.job.seats, policies=list(self.job.policies))

    @checked
    def seeded(self, seed: int) -> GameTrials:
        """Return the same question with another seed."""
        return GameTrials(self.rules, self.what, side=self.side, seats=self.job.seats, policies=self.job.policies,
                          seed=seed, prompt=self._prompt)

    def _is_ready(self) -> bool:
        """Return True if the fast engine is loaded; asking if it is compiled would load it."""
        return engines.is_loaded(alone=self.rules.solo is not None) and is_ready(self.job)


def _how_plays(who: str, policy: str | Player) -> str:
    """Say how somebody plays: `who` is "all" or "plays"."""
    if isinstance(policy, str):
        return phrase(f"chancelab.{who}_{policy}")
    return phrase(f"chancelab.{who}_own", player=name_of(policy))
