"""Trials: experiments that can be repeated, and a ledger of their results so far."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb
from typing import NamedTuple, Self

from domino_lab import catalogue
from domino_lab.chance.counting import MOST_LISTED, TooManyError
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.exact_chance import exact
from domino_lab.chance.holding_events import EventLike, Measure, as_event, check_in, python_of
from domino_lab.chance.holdings import Array, SomeHoldings
from domino_lab.chance.jobs import (
    ALONE,
    ENDS,
    QUANTITIES,
    HandSums,
    Job,
    engine_for,
    is_ready,
    play_chunk,
    prepare,
)
from domino_lab.core.arguments import Count, First, checked
from domino_lab.core.errors import DominoError, NotationError, quote
from domino_lab.core.lazy import old_name
from domino_lab.core.shuffle import DEALS, Shuffle, mix
from domino_lab.core.tiles import DominoSet, SetLike, Tile
from domino_lab.play.players import Policies, name_of, players_by_seat, python_of_player
from domino_lab.play.policies import Player
from domino_lab.play.start import names_for, start
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record.load import RulesetLike, ruleset
from domino_lab.rules.ruleset import Ruleset, python_source
from domino_lab.rules.values import python_literal
from domino_lab.words import Side, join_words, phrase
from domino_lab.words.escaping import printable

YES, NO = 1, 0
"""The keys of trials that ask whether something happens."""

_A_DECADE = 5
"""Totals are kept at this many places between 10 and 100 trials, 100 and 1,000, and so on: each costs a kernel call."""


class TrialCounts(NamedTuple):
    """Totals of some trials, and the number of trials for each key.

    `among` is less than `trials` if only some of them count. `total` and `squares` are the sums of their numbers and of
    the squares; for a chance, `total` is the number of times it happened.
    """

    trials: int = 0
    among: int = 0
    total: int = 0
    squares: int = 0
    counts: Mapping[int, int] = {}

    def plus(self, other: TrialCounts) -> TrialCounts:
        """Return the sum of both."""
        counts = Counter(self.counts)
        counts.update(other.counts)
        return TrialCounts(self.trials + other.trials, self.among + other.among, self.total + other.total,
                           self.squares + other.squares, dict(counts))

    @property
    def share(self) -> Estimate:
        """The chance that these trials point to."""
        return Estimate.share(self.total, self.among)

    @property
    def mean(self) -> Estimate:
        """The mean that these trials point to."""
        return Estimate.mean(self.total, self.squares, self.among)


class Solved(NamedTuple):
    """An exact value with the sentences that derive it."""

    value: Fraction
    derivation: tuple[str, ...]


class DealtHand(NamedTuple):
    """The hand dealt in a trial: its tiles, those that are counted, and the result in words.

    `happened` says whether the event is true of it; None if nothing is asked that is true or false of these tiles.
    """

    tiles: tuple[Tile, ...]
    counted: tuple[Tile, ...]
    told: str
    happened: bool | None = None


class Trials:
    """An experiment that can be repeated: trial i of a seed is always the same.

    `kind` is "chance" or "mean". The trials fall on keys, and each key has a bar: `numeric` says that keys are numbers,
    which may be grouped, and the bars of `keys` are always shown, even if no trial fell on them. `bars_called` is the
    name of the quantity on the bars. Up to `most` trials are quick enough to follow a slider. `prompt` is the question,
    and `recipe` the text to type inside `dl.ChanceLab(...)` to get these trials, without the seed; both may be empty.
    `derived` says that the answer is worked out from the trials and is neither their share nor their mean. `yes` and
    `no` name the phrases that label the two bars of a chance.
    """

    kind = "chance"
    seed = 0
    derived = False
    most = 10_000
    prompt = recipe = ""
    yes, no = "exercises.bar_yes", "exercises.bar_no"

    @cached_property
    def numeric(self) -> bool:
        """True if the keys are numbers."""
        return False

    @cached_property
    def keys(self) -> tuple[int, ...]:
        """The keys whose bars are always shown."""
        return (YES, NO)

    @cached_property
    def bars_called(self) -> str:
        """The name of what the bars count."""
        return ""

    def play(self, first: int, count: int) -> TrialCounts:
        """Return the totals of `count` trials from number `first` on."""
        raise NotImplementedError

    def estimate(self, tally: TrialCounts) -> Estimate:
        """Return the answer that these trials point to."""
        return tally.share if self.kind == "chance" else tally.mean

    def label(self, key: int) -> str:
        """Return the label of a bar."""
        return str(key) if self.numeric else phrase(self.yes if key == YES else self.no)

    def counts(self, key: int) -> bool:
        """Return True if the event asked about happens on trials with this key."""
        return not self.numeric and key == YES

    def timeline(self, number: int) -> Timeline | None:
        """Return trial `number` as a hand; None if it is not a hand, so that `describe` puts it in words."""
        return None

    def describe(self, number: int) -> str:
        """Return trial `number` as a sentence if it is not a hand."""
        return ""

    def deal(self, number: int) -> DealtHand | None:
        """Return the tiles dealt in trial `number`, to be drawn; None if no one hand is asked about."""
        return None

    def waits(self, n: int) -> str:
        """Return the reason why `n` trials take long: "engine", "by_hand" if each is played in full, or nothing."""
        return ""

    def solve(self) -> Solved | None:
        """Return the exact value; None if it is unknown."""
        return None

    def with_seed(self, seed: int) -> Self:
        """Return the same experiment with another seed."""
        raise NotImplementedError

    seeded = old_name("with_seed")


class Ledger:
    """The trials of an experiment from the first one on, with their totals at points along the way."""

    def __init__(self, trials: Trials) -> None:
        self.trials = trials
        self._known: dict[int, TrialCounts] = {0: TrialCounts()}
        self._places = [0]

    def upto(self, n: int) -> TrialCounts:
        """Return the totals of the first `n` trials."""
        for place in (*(later for later in places(n) if later > self._places[-1]), n):
            if place not in self._known:
                nearest = self._places[bisect_right(self._places, place) - 1]
                self._known[place] = self._known[nearest].plus(self.trials.play(nearest, place - nearest))
                if place in places(place):
                    insort(self._places, place)
        return self._known[n]

    def path(self, n: int) -> tuple[tuple[int, Estimate], ...]:
        """Return the estimate after 1, 2, 3 ... trials, at points further and further apart, the last after `n`."""
        return tuple((place, self.estimate(place)) for place in dict.fromkeys((*places(n), n)) if place)

    def estimate(self, n: int) -> Estimate:
        """Return the estimate after `n` trials."""
        return self.trials.estimate(self.upto(n))

    def first(self, keys: tuple[int, ...], n: int) -> int | None:
        """Return the number of the first of `n` trials with one of `keys`; None if there is none."""
        def is_among(tally: TrialCounts) -> bool:
            return any(tally.counts.get(key, 0) for key in keys)

        high = next((place for place in (*places(n), n) if is_among(self.upto(place))), None)
        if high is None:
            return None
        low = max(place for place in (0, *places(n)) if place < high)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if is_among(self.trials.play(low, middle - low)) else (middle, high)
        return low


@lru_cache(maxsize=256)
def places(n: int) -> tuple[int, ...]:
    """Return the numbers of trials up to `n` at which totals are kept: all up to 10, then five per power of ten."""
    places, power = list(range(1, min(n, 10) + 1)), _A_DECADE + 1
    while (place := round(10 ** (power / _A_DECADE))) <= n:
        places.append(place)
        power += 1
    return tuple(places)


SEATS = 2
"""Tiles are dealt one by one round a table of two: the first player gets every second one."""

_G, _A, _B = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WORD, _PICKS = 56, 4


class DealtHoldings(SomeHoldings):
    """The `take` tiles dealt to the first of two players in hands `first` to `first + count - 1` of a seed."""

    def __init__(self, set_: DominoSet, take: int, *, seed: int, first: int, count: int) -> None:
        super().__init__(set_.tiles, take)
        self._seed, self._first, self._count = seed, first, count

    def __len__(self) -> int:
        return self._count

    @cached_property
    def places(self) -> Array:
        """The numbers of the tiles as they were dealt, with a row for each hand."""
        import numpy as np

        dealt = SEATS * (self.take - 1) + 1
        order = np.tile(np.arange(len(self.tiles), dtype=np.int16), (self._count, 1))
        rows = np.arange(self._count)
        for place, pick in enumerate(self._picks(min(dealt, len(self.tiles) - 1))):
            other = place + pick
            order[rows, place], order[rows, other] = order[rows, other].copy(), order[:, place].copy()
        return order[:, :dealt:SEATS]

    def holdings(self) -> Iterator[tuple[Tile, ...]]:
        """Yield the holdings as tuples of tiles, ascending."""
        return (tuple(sorted(self.tiles[place] for place in row)) for row in self.places.tolist())

    def _picks(self, number: int) -> Iterator[Array]:
        """Yield for each place, hand by hand, how far behind it the tile lies that goes there."""
        import numpy as np

        hands = np.arange(self._first, self._first + self._count, dtype=np.uint64)
        seed = np.uint64(mix(self._seed & (1 << 64) - 1))
        keys = _mix(_mix(seed + hands * np.uint64(_G)) + np.uint64(DEALS * _G & (1 << 64) - 1))
        keys[keys == 0] = np.uint64(_G)  # as a Stream begins
        word = keys
        for place in range(number):
            if not place % _PICKS:
                word = _mix(keys + np.uint64(place // _PICKS * _G & (1 << 64) - 1)) & np.uint64((1 << _WORD) - 1)
            spread = word * np.uint64(len(self.tiles) - place)
            word = spread & np.uint64((1 << _WORD) - 1)
            yield (spread >> np.uint64(_WORD)).astype(np.intp)


def _mix(words: Array) -> Array:
    """Return `mix` of many words at once."""
    import numpy as np

    words = (words ^ (words >> np.uint64(30))) * np.uint64(_A)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(_B)
    mixed: Array = words ^ (words >> np.uint64(31))
    return mixed


_FEW, _SAMPLE = 9, 400  # a measure with more values than this, in so many deals, is shown as yes and no
_SOON = 100_000  # so many holdings are looked at one by one before anybody notices

BY_LOT = {"first_leader": "lot", "lead_tile": "any", "lead_fallback": "none"}
"""A game that needs a double to lead deals again if nobody has one: then the first deal would not be the example."""


class HoldingTrials(Trials):
    """Deals of Block for two in which the first player gets `tiles` tiles: how often is an event true of them?

    `event` is an event or a function of a tuple of tiles; `given` is an event that is known already: other deals do not
    count. `prompt` words the question differently. Raises NotationError for more tiles than half the set, and for an
    event about a tile or a value that is not in it.

    If the event compares one measure that has few values, there is a bar for each value: then `numeric` is True, and
    `bars_called` is the measure. Otherwise the bars are yes and no. `most` is 100,000 deals, or 10,000 if a function of
    your own is called. `recipe` is what to type inside `dl.ChanceLab(...)`, or "" if no short line makes the event.

    >>> found = dl.chance.HoldingTrials(dl.chance.doubles() == 0, tiles=7, seed=1).play(0, 1000)
    >>> found.among, found.total == found.counts[0]
    (1000, True)
    >>> dl.chance.HoldingTrials(dl.chance.doubles() == 0, 5).recipe
    'dl.chance.doubles() == 0, tiles=5'
    """

    yes, no = "chancelab.yes", "chancelab.no"

    @checked
    def __init__(self, event: EventLike, tiles: int = 7, *, set: SetLike = 6, given: EventLike | None = None,  # noqa: A002
                 seed: int = 0, prompt: str = "") -> None:
        self.event, self.given = as_event(event), None if given is None else as_event(given)
        self.tiles, self.seed = tiles, seed
        self.set = DominoSet.read(set)
        if not 1 <= tiles <= len(self.set.tiles) // SEATS:
            raise NotationError(phrase("chancelab.too_many", most=len(self.set.tiles) // SEATS))
        asked = self.event if self.given is None else self.event & self.given
        check_in(asked, self.set)
        self._measures = asked.measures()
        self._asks_own = any(measure.asks_own for measure in self._measures.values())
        self.most = 10_000 if self._asks_own else 100_000
        self.prompt = prompt or phrase("chancelab.ask_holding" if given is None else "chancelab.ask_given", tiles=tiles,
                                       set=self.set.name, event=self.event, given=self.given)
        self.recipe = self._source()

    def _source(self) -> str:
        """Return the arguments that make these trials, as Python source; empty if no short line makes an event."""
        event, given = python_of(self.event), "" if self.given is None else python_of(self.given)
        if not event or (self.given is not None and not given):
            return ""
        others = [f"given={given}"] if given else []
        others += [] if self.set == DominoSet() else [f"set=dl.{self.set!r}"]
        return ", ".join([event, f"tiles={self.tiles}", *others])

    def __repr__(self) -> str:
        return f"<HoldingTrials: {self.recipe or self.event}, seed {self.seed}>"

    @cached_property
    def _bar_measure(self) -> Measure | None:
        """The one measure whose values are the bars; None if the bars are yes and no."""
        measures = list(self.event.measures().values())
        if len(measures) != 1 or measures[0].asks_own:
            return None
        values = measures[0].over(self._deal(0, _SAMPLE))
        apart = int(values.max()) - int(values.min())
        return measures[0] if 1 < apart <= _FEW else None

    @cached_property
    def numeric(self) -> bool:
        """True if the bars stand for the values of a measure."""
        return self._bar_measure is not None

    @cached_property
    def keys(self) -> tuple[int, ...]:
        """The bars that are always shown."""
        return () if self.numeric else (YES, NO)

    @cached_property
    def bars_called(self) -> str:
        """The name of what the bars count."""
        return str(self.event if self._bar_measure is None else self._bar_measure)

    def _deal(self, first: int, count: int) -> DealtHoldings:
        return DealtHoldings(self.set, self.tiles, seed=self.seed, first=first, count=count)

    @checked
    def play(self, first: First, count: Count) -> TrialCounts:
        """Return the totals of `count` deals from number `first` on."""
        import numpy as np

        listing = self._deal(first, count)
        values = {key: measure.over(listing) for key, measure in self._measures.items()}
        happened = np.broadcast_to(np.asarray(self.event.truth(values), bool), (count,))
        known = np.ones(count, bool) if self.given is None else np.asarray(self.given.truth(values), bool)
        happened = happened & known
        shown = happened if self._bar_measure is None else values[self._bar_measure.key]
        keys, numbers = np.unique(np.asarray(shown)[known].astype(np.int64), return_counts=True)
        hits = int(happened.sum())
        counts = dict(zip(keys.tolist(), numbers.tolist(), strict=True))
        return TrialCounts(count, int(known.sum()), hits, hits, counts)

    def counts(self, key: int) -> bool:
        """Return True if the event is true on deals with this key."""
        return key == YES if self._bar_measure is None else bool(self.event.truth({self._bar_measure.key: key}))

    @cached_property
    def rules(self) -> Ruleset:
        """The game of an example: Block, with that many tiles each, and lots for the lead."""
        block = catalogue.get("block").but(name=None, **BY_LOT)
        usual = {"max_pip": 6, "copies": 1, "doubles": True, "deal": block.dealing.each(SEATS, 28)}
        changes = zip(usual, (self.set.max_pip, self.set.copies, self.set.doubles, self.tiles), strict=True)
        return block.but(name=phrase("chancelab.dealt_game"),
                         **{axis: value for axis, value in changes if value != usual[axis]})

    @checked
    def timeline(self, number: First) -> Timeline:
        """Return deal `number` as a hand of Block.

        >>> len(dl.chance.HoldingTrials(dl.chance.doubles() == 0, tiles=5, seed=1).timeline(3)[0].state.holdings[0])
        5
        """
        return play_out(self.rules, Shuffle(seed=self.seed, hand=number), seats=SEATS)

    @checked
    def deal(self, number: First) -> DealtHand:
        """Return the tiles of deal `number`, and which of them the event counts.

        >>> dl.chance.HoldingTrials(dl.chance.doubles() == 0, tiles=5, seed=1).deal(0).told
        'It did not happen: 1 double (5-5).'
        """
        [tiles] = self._deal(number, 1).holdings()
        if self.given is not None and not self.given.holds(tiles):
            return DealtHand(tiles, (), phrase("chancelab.dealt_left_out"))
        measures = self.event.measures().values()
        counted = {tile for measure in measures for tile in measure.count_tiles(tiles)}
        facts = "; ".join(filter(None, (measure.describe(tiles) for measure in measures)))
        ringed = tuple(tile for tile in tiles if tile in counted)
        if self.kind == "mean":
            return DealtHand(tiles, ringed, f"{facts}.")
        happened = self.event.holds(tiles)
        told = phrase("chancelab.dealt_happened" if happened else "chancelab.dealt_not", why=facts and f": {facts}")
        return DealtHand(tiles, ringed, told, happened)

    def solve(self) -> Solved | None:
        """Return the exact value with its derivation; None if there are too many holdings to count (see `exact`).

        >>> dl.chance.HoldingTrials(dl.chance.doubles() == 0).solve().value
        Fraction(323, 3289)
        """
        try:
            # A widget shows that it waits: no progress bar beside it.
            answer = exact(self.event, self.tiles, set=self.set, given=self.given, progress=lambda _: None)
        except TooManyError:
            return None
        return Solved(answer.value, tuple(answer.derivation.splitlines()))

    @property
    def is_slow_to_solve(self) -> bool:
        """True if the exact value may take seconds: a function of your own is called often, or the set is large."""
        return comb(len(self.set.tiles), self.tiles) > (_SOON if self._asks_own else MOST_LISTED)

    @checked
    def with_seed(self, seed: int) -> HoldingTrials:
        """Return the same question with another seed."""
        return HoldingTrials(self.event, self.tiles, set=self.set, given=self.given, seed=seed, prompt=self.prompt)


NOBODY = -1
LEADER, OTHER = 1, 0
"""The keys of hands that nobody wins, that the leader wins, and that another player wins."""
MOST = {"compiled": 100_000, "plain": 10_000, "readable": 1_000}
"""The number of hands that each engine plays in a moment."""
SOON = 2_000
"""Up to this many hands are counted before the fast engine is made ready: the first trials should not wait for it."""

_A_MOMENT = 100

WHO, HOW = ("leader wins", "wins", "nobody wins"), ENDS
_AT_A_TABLE, _BY_ONESELF = (*WHO, *ENDS[:4], *QUANTITIES), (*ENDS[4:], *ALONE)
"""The questions about a game, and those about a patience; the first is the default."""


def number_called(rules: Ruleset, quantity: str) -> str:
    """Return the key of the phrase for one of QUANTITIES or ALONE; a patience has moves besides playing a tile."""
    return f"chancelab.number_of_{_key_of(rules, quantity)}"


def _key_of(rules: Ruleset, what: str) -> str:
    return "moves" if rules.solo is not None and what == "plays" else what.replace(" ", "_")


class GameTrials(Trials):
    """Hands of a game: how often the leader wins, a side wins, a hand ends in some way; or how long hands are.

    `what` is "leader wins" (the default), "wins" (of `side`), "nobody wins" or "out" and the other ends of a hand, each
    a chance; or one of QUANTITIES, a mean over the hands. For a patience, it is "won" (the default), "lost", or one of
    ALONE. `seats` and `policies` are those of `simulate`. Raises ValueError for another `what`.

    For a mean, `numeric` is True and there is a bar for each number. For a chance, `keys` are the outcomes whose bars
    are always shown; `label` names them. `most` is the number of hands that the engine plays in a moment: 1,000 to
    100,000. `recipe` is what to type inside `dl.ChanceLab(...)`, or "" if a part of your own cannot be written in it.

    >>> trials = dl.chance.GameTrials("block", "leader wins", seed=1)
    >>> found = trials.play(0, 100)
    >>> found.trials, found.total == sum(number for key, number in found.counts.items() if trials.counts(key))
    (100, True)
    >>> dl.chance.GameTrials("block", "leader wins", policies="random").prompt
    'Block Game for 2, where everyone plays at random. How often does the player who leads win?'
    >>> dl.chance.GameTrials("block", "wins", side=1).recipe
    '"block", "wins", side=1'
    """

    @checked
    def __init__(self, rules: RulesetLike, what: str | None = None, *, side: int = 0, seats: int | None = None,
                 policies: Policies = None, seed: int = 0, prompt: str = "") -> None:
        self.rules = ruleset(rules)
        asked = _AT_A_TABLE if self.rules.solo is None else _BY_ONESELF
        if what not in (None, *asked):
            raise DominoError(f"no question is called {quote(what)}; choose {join_words(asked, 'or')}")
        self.what, self.side = what or asked[0], side
        seats = self.rules.dealing.seat_counts[0] if seats is None else seats
        self.rules.dealing.checked_each(seats, len(self.rules.equipment.set.tiles))
        who = players_by_seat(policies, self.rules, seats)
        self._engine = engine_for(self.rules, None, who)[0]
        self.job = Job(self.rules, seats, who, seed, self._engine)
        if not 0 <= side < self.rules.side_count(seats):
            raise DominoError(f"the sides are 0 to {self.rules.side_count(seats) - 1}, not {side}")
        self.seed, self.numeric = seed, self.what in (*QUANTITIES, *ALONE)
        self.kind = "mean" if self.numeric else "chance"
        self.most = MOST[self._engine]      # as many as the engine plays in a moment
        self.prompt, self.recipe, self.keys = prompt or self._question(), self._source(), self._always_shown()
        self.bars_called = phrase(number_called(self.rules, self.what) if self.numeric else
                                  "chancelab.how_it_ended" if self.what in HOW else "chancelab.who_won")

    def _question(self) -> str:
        names = self._names(self.side)
        partners = "_together" if self.what == "wins" and len(names) > 1 else ""
        key = f"chancelab.ask_{_key_of(self.rules, self.what)}{partners}"
        return f"{self._table()} {phrase(key, side=names, game=self.rules.name)}"

    def _table(self) -> str:
        each = [_how_plays("plays", policy) for policy in self.job.policies]
        if self.rules.solo is not None:
            return phrase("chancelab.alone", game=self.rules.name, how=each[0])
        alike = len({*self.job.policies}) == 1
        how = _how_plays("all", self.job.policies[0]) if alike else phrase("chancelab.each", policies=each)
        return phrase("chancelab.table", game=self.rules.name, seats=self.job.seats, how=how)

    def _source(self) -> str:
        """Return the arguments that make these trials, as Python source; empty if they cannot be written so."""
        game = python_source(self.rules)
        if not game:
            return ""
        source = [game, python_literal(self.what), *([f"side={self.side}"] if self.side else [])]
        if self.job.seats != self.rules.dealing.seat_counts[0]:
            source.append(f"seats={self.job.seats}")
        if self.job.policies != players_by_seat(None, self.rules, self.job.seats):
            source.append(f"policies=[{', '.join(map(python_of_player, self.job.policies))}]")
        return ", ".join(source)

    def __repr__(self) -> str:
        return printable(f"<GameTrials: {self.recipe or self.prompt}, seed {self.seed}>")

    def _always_shown(self) -> tuple[int, ...]:
        if self.what == "leader wins":
            return (LEADER, OTHER, NOBODY)
        if self.what in WHO:
            return (*range(self.rules.side_count(self.job.seats)), NOBODY)
        return (ENDS.index(self.what),) if self.what in HOW else ()

    @checked
    def play(self, first: First, count: Count) -> TrialCounts:
        """Return the totals of `count` hands from number `first` on."""
        waits = first + count <= SOON and not is_ready(self.job)
        self.job = prepare(self.job)
        job = self.job._replace(engine="plain") if waits else self.job
        sums = play_chunk(job, first, count)
        if self.numeric:
            return TrialCounts(sums.hands, sums.hands, *sums.of_hand(self.what), sums.bins(self.what))
        counts = {key: number for key, number in self._outcomes(sums).items() if number}
        hits = sum(number for key, number in counts.items() if self.counts(key))
        return TrialCounts(count, count, hits, hits, counts)

    def waits(self, n: int) -> str:
        """Return the reason why `n` hands take long: "engine", "by_hand" if each is played in full, or nothing.

        >>> large = dl.ruleset("block").but(max_pip=12)
        >>> [dl.chance.GameTrials("block").waits(10), dl.chance.GameTrials(large).waits(1000)]
        ['', 'by_hand']
        """
        if self._engine == "readable":
            return "by_hand" if n > _A_MOMENT else ""
        return "engine" if n > SOON and not is_ready(self.job) else ""

    def _outcomes(self, sums: HandSums) -> dict[int, int]:
        if self.what in HOW:
            return {number: sums.ends(how) for number, how in enumerate(ENDS)}
        nobody = sums.wins(None)
        if self.what == "leader wins":
            return {LEADER: sums.leader_wins, OTHER: sums.hands - nobody - sums.leader_wins, NOBODY: nobody}
        sides = range(self.rules.side_count(self.job.seats))
        return {**{side: sums.wins(side) for side in sides}, NOBODY: nobody}

    def counts(self, key: int) -> bool:
        """Return True if the event asked about happens on hands with this key.

        >>> trials = dl.chance.GameTrials("block", "wins", side=1)
        >>> [trials.counts(key) for key in trials.keys]
        [False, True, False]
        """
        if self.numeric:
            return False
        if self.what in HOW:
            return ENDS[key] == self.what
        return key == {"leader wins": LEADER, "nobody wins": NOBODY}.get(self.what, self.side)

    def label(self, key: int) -> str:
        """Return the label of a bar."""
        if self.numeric:
            return str(key)
        if self.what in HOW:
            return phrase(f"chancelab.end_{ENDS[key]}")
        if key == NOBODY:
            return phrase("chancelab.nobody")
        return phrase(f"chancelab.leads_{key}") if self.what == "leader wins" else Side.of(self._names(key))

    def _names(self, side: int) -> list[str]:
        dealing = self.rules.dealing
        return [name for seat, name in enumerate(names_for(self.job.seats)) if dealing.side(seat) == side]

    @checked
    def timeline(self, number: First) -> Timeline:
        """Return hand `number`, with every step."""
        shuffle = Shuffle(seed=self.seed, hand=number)
        return play_out(self.rules, shuffle, seats=self.job.seats, policies=list(self.job.policies))

    @checked
    def deal(self, number: First) -> DealtHand | None:
        """Return the tiles dealt to the leader in hand `number`, or to the side asked about; None for a patience."""
        if self.rules.solo is not None:
            return None
        state = start(self.rules, Shuffle(seed=self.seed, hand=number), seats=self.job.seats).state
        seat = state.turn
        if self.what == "wins":
            seat = next(seat for seat in range(self.job.seats) if self.rules.dealing.side(seat) == self.side)
        [key] = self.play(number, 1).counts
        told = phrase("chancelab.dealt_leader" if seat == state.turn else "chancelab.dealt_to",
                      player=state.table.names[seat], result=self._result(key))
        return DealtHand(state.holdings[seat], (), told, None if self.numeric else self.counts(key))

    def _result(self, key: int) -> str:
        """The result of a hand as a sentence."""
        is_winner = not self.numeric and self.what not in HOW
        said = phrase("chancelab.won", who=self.label(key)) if is_winner else phrase(
            "chancelab.came_out", what=self.bars_called, label=self.label(key))
        return said[:1].upper() + said[1:]

    @checked
    def with_seed(self, seed: int) -> GameTrials:
        """Return the same question with another seed."""
        return GameTrials(self.rules, self.what, side=self.side, seats=self.job.seats, policies=self.job.policies,
                          seed=seed, prompt=self.prompt)


def _how_plays(who: str, policy: str | Player) -> str:
    """Say how somebody plays: `who` is "all" or "plays"."""
    if isinstance(policy, str):
        return phrase(f"chancelab.{who}_{policy}")
    return phrase(f"chancelab.{who}_own", player=name_of(policy))
