"""Jobs: hands to be played by either engine, in any thread, process or machine, and their totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from domino_lab.chance import monte_carlo_player as monte_carlo_player  # enters "thinking", which any job may name
from domino_lab.core.chain import Chain, Laid, OpenEnd
from domino_lab.core.errors import DominoError, quote
from domino_lab.core.events import Dealt, Leads, Paid, Scored
from domino_lab.core.lazy import old_name
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.io.progress import Progress, Teller
from domino_lab.kernel import chain_games as k, engines, hand_ends as ends
from domino_lab.kernel.encoding import POLICY_NUMBERS, check_known, encode_rules, strange_policy, unplayable
from domino_lab.kernel.engines import Numbers
from domino_lab.kernel.own_tables import ALWAYS_ALIKE, asks, check_alike, check_pure
from domino_lab.play.policies import Player
from domino_lab.play.settlement import settle
from domino_lab.play.start import HOPELESS, chips_at, names_for, start, stated_lead
from domino_lab.play.state import OnTop, State, Table
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.answers import Notes
from domino_lab.rules.custom import label
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.so_far import Move
from domino_lab.solitaire.patience_state import PatienceState

QUANTITIES = ("plays", "draws", "passes", "award", "points")
"""Quantities counted hand by hand into bins: the last is the points in play of all sides together, where a negative
number (drawn tiles may cost points) counts as 0."""

ALONE = ("plays", "draws", "left")
"""The quantities of a patience: actions other than draws, draws, and the tiles that were left."""

_BINS = (*QUANTITIES, "left")

ENDS = ("out", "blocked", "target", "misdeal", "won", "lost")
"""The ways a hand may end; a patience is won or lost."""

ACTIONS = ("plays", "draws", "passes", "stacks", "discards")

OF_A_HAND, OF_A_SIDE = (*ACTIONS, "award"), ("score", "points", "award")
"""The quantities with a mean, of a game with sides; a patience has those of ALONE."""


class HandSums(NamedTuple):
    """Totals of some hands of a run, in the places named in chain_games.py, and the first hand in each bin."""

    totals: tuple[int, ...]
    firsts: tuple[int, ...]

    @classmethod
    def none(cls) -> HandSums:
        """Return the sums of no hands."""
        return cls((0,) * k.SUMS_SIZE, (-1,) * k.FIRSTS_SIZE)

    @classmethod
    def of(cls, parts: Iterable[HandSums]) -> HandSums:
        """Return the total of several sums, in any order."""
        totals, firsts = zip(*(cls.none(), *parts), strict=True)
        earliest = (min((hand for hand in hands if hand >= 0), default=-1) for hands in zip(*firsts, strict=True))
        return cls(tuple(map(sum, zip(*totals, strict=True))), tuple(earliest))

    @property
    def hands(self) -> int:
        """The number of hands."""
        return self.totals[k.HANDS]

    def wins(self, side: int | None) -> int:
        """Return the number of hands that a side won; None stands for nobody."""
        return self.totals[k.WON + (k.MOST_SEATS if side is None else side)]

    def ends(self, how: str) -> int:
        """Return the number of hands that ended in one of ENDS."""
        return self.totals[k.ENDED + 1 + ENDS.index(how)]

    def by_side(self, side: int, what: str) -> tuple[int, int]:
        """Return the total and the squares of a side's "score" (of a whole hand), "points" in play or "award"."""
        place = k.BY_SIDE + k.PER_SIDE * side + 2 * OF_A_SIDE.index(what)
        return self.totals[place], self.totals[place + 1]

    def by_seat(self, seat: int, action: str) -> int:
        """Return how often a seat did one of ACTIONS."""
        return self.totals[k.BY_SEAT + k.ACTIONS * seat + ACTIONS.index(action)]

    def of_hand(self, what: str) -> tuple[int, int]:
        """Return the total and the squares of one of ACTIONS, the "award", the "points" of all, or the tiles "left"."""
        if what == "award":
            return self.totals[k.OF_AWARDS], self.totals[k.OF_AWARDS + 1]
        if what in ("left", "points"):
            bins = self.bins(what)
            return sum(n * hands for n, hands in bins.items()), sum(n * n * hands for n, hands in bins.items())
        number = ACTIONS.index(what)
        total = sum(self.totals[k.BY_SEAT + k.ACTIONS * seat + number] for seat in range(k.MOST_SEATS))
        return total, self.totals[k.SQUARES + number]

    def leads(self, seat: int) -> tuple[int, int]:
        """Return the number of hands a seat led, and how many of those its side won."""
        return self.totals[k.LED + seat], self.totals[k.LED_WON + seat]

    @property
    def leader_wins(self) -> int:
        """The number of hands that the leader's side won."""
        return self.totals[k.LEADER_WINS]

    def bins(self, quantity: str) -> dict[int, int]:
        """Return the hands with each number of one of QUANTITIES or ALONE; the last bin, 255, is "or more"."""
        start = k.HISTOGRAMS + k.BINS * _BINS.index(quantity)
        return {number: hands for number, hands in enumerate(self.totals[start : start + k.BINS]) if hands}

    def first(self, quantity: str, number: int) -> int | None:
        """Return the first hand of the run in that bin; None if there is none."""
        if not 0 <= number < k.BINS:
            return None
        hand = self.firsts[k.BINS * _BINS.index(quantity) + number]
        return hand if hand >= 0 else None


HandSums.ended = old_name("ends")  # type: ignore[attr-defined]


_PLACES = {"draw": k.DRAWS, "pass": k.PASSES, "stack": k.STACKS, "discard": k.DISCARDS}


def count_hand(line: Timeline) -> list[int]:
    """Return a finished hand as the numbers that the kernel adds up."""
    now, settled, state = [0] * k.CLEARED, line.steps[-1].settled, line.state
    now[k.WINNER] = -1 if settled is None or settled.winner is None else settled.winner
    now[k.AWARD] = 0 if settled is None else settled.award
    for side, points in enumerate(settled.shares if settled is not None else ()):
        now[k.SHARE + side] = points * (settled is not None and side != settled.winner)
    now[k.OVER] = 1 + ENDS.index(str(state.over))
    for side, score in enumerate(state.scores):
        now[k.SCORE + side] = score
    for side, chips in enumerate(getattr(state, "chips", ())):
        now[k.CHIPS + side] = chips
    for (seat, kind), times in Counter((s.seat, s.action.kind) for s in line.steps if s.action is not None).items():
        now[_PLACES.get(kind, k.PLAYS) + (seat or 0)] += times
    side_of = line.rules.dealing.side
    for event in (event for step in line.steps for event in step.events):
        if isinstance(event, Leads):
            now[k.LEADING] = event.seat
        elif isinstance(event, Scored):
            now[k.IN_PLAY + side_of(event.seat)] += event.points
        elif isinstance(event, Paid):
            now[k.IN_PLAY + side_of(event.seat)] -= event.points
    return now


class Job(NamedTuple):
    """Hands to play: the rules at a table, one policy for each seat, the seed, and the engine.

    `engine` is "compiled", "plain" (the same kernel in plain Python) or "readable" (for rules that the kernel cannot
    play). `names` are the names of the players, which a reader's own object may read. `prepare` has made the job
    `is_prepared`: then `table` has the rules as the kernel takes them, so that no chunk and no worker makes them again.
    """

    rules: Ruleset
    seats: int
    policies: tuple[str | Player, ...]
    seed: int
    engine: str
    names: tuple[str, ...] = ()
    table: tuple[int, ...] = ()
    is_prepared: bool = False


def prepare(job: Job) -> Job:
    """Return the job with its rules as the integers that the kernel uses, if a kernel plays it.

    Raises DominoError, which names the object, if one of the reader's own does not always give the same answers.
    """
    if job.is_prepared:
        return job
    if job.engine != "readable":
        job = job._replace(table=encode_rules(job.rules, job.seats, asking=True))
    job = job._replace(is_prepared=True)
    if job.rules.own:
        _check_own(job)
    return job


def play_chunk(job: Job, first: int, hands: int) -> HandSums:
    """Play `hands` hands of the job from number `first` on, and return their sums."""
    job = prepare(job)
    if job.engine == "readable":
        return _read_hands(job, range(first, first + hands))
    return _by_kernel(job, first, hands)


def _by_kernel(job: Job, first: int, hands: int) -> HandSums:
    compiled = job.engine == "compiled" and engines.can_compile()
    if asks(job.rules):
        totals, firsts = AskedHands(job, compiled=compiled).play(first, hands)
    else:
        totals = engines.numbers((0,) * k.SUMS_SIZE, compiled=compiled)
        firsts = engines.numbers((-1,) * k.FIRSTS_SIZE, compiled=compiled)
        kernel = engines.engine(compiled=compiled, alone=job.rules.solo is not None)
        kernel.run(*_arguments(job.table, job.policies, job.seed, compiled=compiled), first, hands, totals, firsts)
    # A slider asks for many small chunks: `tolist` is ten times as fast as converting number by number.
    return HandSums(*(tuple(sums.tolist() if compiled else sums) for sums in (totals, firsts)))


def _read_hands(job: Job, hands: range) -> HandSums:
    sums, table = ([0] * k.SUMS_SIZE, [-1] * k.FIRSTS_SIZE), [0] * k.LOW
    table[k.SEATS], table[k.SIDES] = job.seats, job.rules.side_count(job.seats)
    table[k.STACKING] = 1  # Without it stacks and discards are not added up.
    for seat in range(job.seats):
        table[k.SIDE_OF + seat] = job.rules.dealing.side(seat)
    for hand in hands:
        line = play_out(job.rules, Shuffle(seed=job.seed, hand=hand), seats=job.seats, policies=job.policies,
                        names=job.names)
        k.add_up(table, count_hand(line), *sums, hand)
        if isinstance(line.state, PatienceState):
            k.add_to_bin(*sums, k.TILES_LEFT, line.state.left, hand)
    return HandSums(*map(tuple, sums))


AT_ONCE = 500
"""The hands that the kernel plays in one go."""


@lru_cache(maxsize=1 << 15)
def _action_of(code: int) -> tuple[int, int, int, int, int, int]:
    """Return what the kernel's `trace` made a number of: the seat, the action, the tile, `at`, the edge, and `out`."""
    return code >> 23, code >> 20 & 7, (code >> 14 & 63) - 1, (code >> 8 & 63) - 1, code >> 5 & 7, (code & 31) - 1


_KINDS = {k.PLAY: "play", k.DRAW: "draw", k.PASS: "pass", k.STACK: "stack", k.DISCARD: "discard"}
_MOVES = [Move(number >> 3, _KINDS.get(number & 7, "")) for number in range(8 * k.MOST_SEATS)]
"""The moves by the first part of what `trace` made a number of: the seat and the action."""


class AskedHands:
    """Hands of a job for which a reader's own object says who leads, who wins, or how many points a hand is worth.

    The kernel plays them up to their end. Each end is made into the state that the readable engine would have there,
    and is settled by the same function; the kernel adds up the results.
    """

    def __init__(self, job: Job, *, compiled: bool) -> None:
        self.rules, self.seed, self.compiled = job.rules, job.seed, compiled
        self._arguments = _arguments(prepare(job).table, job.policies, job.seed, compiled=compiled)
        nothing = Standing((0,) * job.rules.side_count(job.seats))
        self.table = Table(job.rules, names_for(job.seats, job.names), nothing)
        self._kernel = engines.engine(compiled=compiled, asks=True)
        self._tiles, self._pays = job.rules.equipment.set.tiles, bool(chips_at(self.table))
        self._sides = job.rules.arms.sides
        self._every_tile = (1 << len(self._tiles)) - 1
        self._leads = [stated_lead(self.table, seat) for seat in range(job.seats)]

    def play(self, first: int, hands: int) -> tuple[Numbers, Numbers]:
        """Return the sums of `hands` hands from number `first` on, and the first hand in each bin."""
        sums, book = (self._numbers(size) for size in (k.SUMS_SIZE, ends.SIZE * min(hands, AT_ONCE)))
        firsts = engines.numbers((-1,) * k.FIRSTS_SIZE, compiled=self.compiled)
        for begin in range(first, first + hands, AT_ONCE):
            lot = range(begin, min(begin + AT_ONCE, first + hands))
            self._play(lot, [number for hand in lot for number in self._lead_of(hand)], book)
            for number in range(len(lot)):
                self._write(number, self._read(number, book), book)
            self._kernel.add(self._arguments[0], lot.start, len(lot), book, sums, firsts)
        return sums, firsts

    def _play(self, lot: range, leads: list[int], book: Numbers) -> None:
        """Let the kernel play some hands, and write their ends into the book."""
        leaders = engines.numbers(leads, compiled=self.compiled)
        self._kernel.run(*self._arguments, lot.start, len(lot), leaders, book)

    def _lead_of(self, hand: int) -> tuple[int, ...]:
        """Return who leads a hand, as the kernel reads it; nothing if the kernel finds that out itself."""
        if "leading" not in self.rules.own:
            return ()
        step = start(self.rules, Shuffle(seed=self.seed, hand=hand), seats=self.table.seats, names=self.table.names)
        lead, deals = step.state.lead, sum(isinstance(event, Dealt) for event in step.events)
        allowed = self._every_tile
        if lead.must is not None or lead.among:
            may_lead = lead.choices(self._tiles)
            allowed = sum(1 << place for place, tile in enumerate(self._tiles) if tile in may_lead)
        begins = (ends.NOBODY_LEADS if step.state.over else ends.SEEKS if lead.seeks
                  else ends.TURNS_UP if lead.turns_up else ends.LEADS)
        return deals - 1, lead.seat, allowed, begins

    def _write(self, number: int, state: State, book: Numbers) -> None:
        """Settle a hand, and write into the book what comes of it."""
        if state.over == "misdeal":
            return
        step = settle(state)
        at, settled, after = ends.SIZE * number, step.settled, step.state
        for side, score in enumerate(after.scores):
            book[at + k.SCORE + side] = score
        for side, chips in enumerate(after.chips):
            book[at + k.CHIPS + side] = chips
        if settled is not None:
            book[at + k.WINNER], book[at + k.AWARD] = -1 if settled.winner is None else settled.winner, settled.award
            for side, points in enumerate(settled.shares):
                book[at + k.SHARE + side] = points * (side != settled.winner)

    def states(self, first: int, hands: int) -> Iterator[State]:
        """Yield the last positions of some hands, as the readable engine has them before they are settled."""
        book = self._numbers(ends.SIZE)
        for hand in range(first, first + hands):
            self._play(range(hand, hand + 1), list(self._lead_of(hand)), book)
            yield self._read(0, book)

    def _numbers(self, size: int) -> Numbers:
        return engines.zeros(size, compiled=self.compiled)

    def _read(self, number: int, book: Numbers) -> State:
        """Return the last position of a hand in the book."""
        at, seats, sides = ends.SIZE * number, self.table.seats, len(self.table.standing.scores)

        def part(start: int, size: int) -> list[int]:
            numbers = book[at + start : at + start + size]
            read: list[int] = numbers.tolist() if self.compiled else numbers
            return read

        end = part(0, k.CLEARED)
        opens = tuple(map(OpenEnd, *(part(start, end[k.ENDS]) for start in (k.E_AT, k.E_EDGE, k.E_VALUE))))
        laid, stacks, gone = self._lay(end, part)
        discards = tuple([tuple([tile for by, tile in gone if by == seat]) for seat in range(seats)]) if gone else ()
        blocker = end[k.BLOCKER]
        holdings = self._holdings(end, part)
        on_table = {*(each.tile for each in laid), *(each.tile for each in stacks), *(tile for _, tile in gone)}
        elsewhere = on_table.union(*holdings)
        out = sorted((place, seat) for seat, place in enumerate(end[k.OUT_AS : k.OUT_AS + seats]) if place)
        standing = self.table.standing._replace(redeals=end[k.DEAL] if self.rules.own else 0)
        return State(
            table=self.table._replace(standing=standing), chain=Chain._make((laid, opens)), holdings=holdings,
            stock=tuple([tile for tile in self._tiles if tile not in elsewhere]),
            turn=end[k.TURN], lead=self._leads[end[k.LEADING]], scores=tuple(end[k.SCORE : k.SCORE + sides]),
            drawn=end[k.DRAWN], blocker=None if blocker < 0 else blocker, over=ENDS[end[k.OVER] - 1], stacks=stacks,
            passes=end[k.PASSED], chips=tuple(end[k.CHIPS : k.CHIPS + sides]) if self._pays else (),
            discards=discards, out=tuple([seat for _, seat in out]),
            moves=tuple([_MOVES[code >> 20] for code in part(k.TRACE, end[k.TRACED])]))

    def _holdings(self, end: Sequence[int], part: Callable[[int, int], list[int]]) -> tuple[tuple[Tile, ...], ...]:
        """Return the tiles of each seat: in the order of its row, if rows lie face down, else in that of the deal."""
        tiles = self._tiles
        if self.rules.dealing.is_blind:
            rows = [(part(k.ROW + 64 * seat, 64) * 2)[end[k.ROW_HEAD + seat]:][:end[k.ROW_LENGTH + seat]]
                    for seat in range(self.table.seats)]
            return tuple([tuple([tiles[place] for place in row]) for row in rows])
        order, holdings = part(k.ORDER, end[k.PLACE]), end[k.HELD : k.HELD + self.table.seats]
        return tuple([tuple([tiles[place] for place in order if held >> place & 1]) for held in holdings])

    def _lay(self, end: Sequence[int], part: Callable[[int, int], list[int]]
             ) -> tuple[tuple[Laid, ...], tuple[OnTop, ...], list[tuple[int, Tile]]]:
        """Return the tiles that were laid, those that were stacked, and those that were discarded, with the seat.

        The first tile, which may have been turned up, is not read from the trace, and joins no other.
        """
        tiles, stacks, discards = self._tiles, list[OnTop](), list[tuple[int, Tile]]()
        spins, sides = part(k.L_SPINS, end[k.PLAYED]), (4, self._sides)  # A single has four, whatever a spinner has.
        laid = [Laid(0, tiles[place], -1, -1, -1, -1, -1, spins[0] == 1, sides[tiles[place].is_double])
                for place in part(k.L_TILE, min(end[k.PLAYED], 1))]
        for code in part(k.TRACE, end[k.TRACED]):
            seat, action, place, at, edge, out = _action_of(code)
            tile = tiles[place]
            if action == k.STACK:
                stacks.append(OnTop(tile, at, len(laid) + len(stacks)))
            elif action == k.DISCARD:
                discards.append((seat, tile))
            elif at >= 0:
                number, own = len(laid), 1 if out == tile[0] != tile[1] else 0
                laid.append(Laid(number, tile, at, edge, own, laid[at].tile[edge > 0], out, spins[number] == 1,
                                 sides[tile.is_double]))
        return tuple(laid), tuple(stacks), discards


Engine: TypeAlias = Literal["compiled", "plain", "readable"]
"""What plays many hands: the kernel, compiled or as it is written, or the engine that explains itself."""


def engine_for(rules: Ruleset, wanted: str | None = None, policies: Sequence[str | Player] = ()) -> tuple[str, str]:
    """Return the engine that plays these rules by these policies, and why it is not the kernel (empty if it is).

    `wanted` asks for one of them. Raises ValueError for an unknown engine, for the kernel if it cannot play, and, if
    the readable engine is not asked for, for an axis or a value that the kernel does not know (`check_known`).
    """
    if wanted not in (None, "compiled", "plain", "readable"):
        raise DominoError(f'engine must be "compiled", "plain" or "readable", not {quote(wanted)}')
    why_not = unplayable(rules, asking=True) or strange_policy(policies)
    if wanted != "readable":
        check_known(rules)
    if wanted in ("compiled", "plain") and why_not:
        raise DominoError(why_not)
    if wanted == "compiled" and not engines.can_compile():
        raise DominoError(f'{engines.NO_COMPILER}, or ask for engine="plain"')
    if why_not:
        return "readable", why_not
    return wanted or ("compiled" if engines.can_compile() else "plain"), ""


def is_ready(job: Job) -> bool:
    """Return True if this process can play the job without compiling or loading a kernel first."""
    return job.engine != "compiled" or engines.is_compiled(alone=job.rules.solo is not None, asks=asks(job.rules))


def begins_plain(job: Job, hands: int) -> bool:
    """Return True if plain Python would play so many hands before the compiled kernel of the job is ready."""
    return job.engine == "compiled" and engines.begin_plain(hands, alone=job.rules.solo is not None,
                                                            asks=asks(job.rules))


def get_ready(job: Job, hands: int, report: Teller) -> None:
    """Compile the kernel of a job, or load it from the disk; report beforehand, of a run of `hands`, if it compiles."""
    if is_ready(job):
        return
    if not engines.is_kept(alone=job.rules.solo is not None, asks=asks(job.rules)):
        report(Progress(0, hands, "compiling"))
    play_chunk(job, 0, 1)


def is_stuck(job: Job, first: int) -> bool:
    """Return True if none of the hands from number `first` on can begin, however often they are dealt.

    The kernel's games cannot be so, unless it asks a reader's own rule who leads, or deals again for other reasons.
    """
    rules = job.rules
    if rules.solo is not None or not (job.engine == "readable" or asks(rules) or rules.dealing.redeals):
        return False
    return all(start(rules, Shuffle(seed=job.seed, hand=first + hand), seats=job.seats).state.over == "misdeal"
               for hand in range(HOPELESS))


def _check_own(job: Job) -> None:
    """Raise DominoError, with the name, for an object of a reader's own that does not always give the same answers.

    A few hands are played by the readable engine, then again from the last to the first; if a kernel plays the job, its
    hands must be the same.
    """
    rules = job.rules
    if not job.table:  # First of all: a hand would never end if the order of turns changed in the middle of it.
        check_pure(rules)
    sample = job._replace(policies=tuple("random" if strange_policy([name]) else name for name in job.policies))
    notes, hands = Notes(), range(SAMPLED)
    with notes:
        read = [_read_hands(sample, hands[hand : hand + 1]) for hand in hands]
    with notes:
        again = [_read_hands(sample, hands[hand : hand + 1]) for hand in reversed(hands)]
    check_alike(rules, notes)
    quick = HandSums.of(read) if job.engine == "readable" else _by_kernel(sample._replace(engine="plain"), 0, SAMPLED)
    if again[::-1] != read or HandSums.of(read) != quick:
        named = ", ".join(f"{group} = {label(policy)}" for group, policy in rules.own.items())
        raise DominoError(f"{named}: the same {SAMPLED} hands came out differently when played again: {ALWAYS_ALIKE}")


SAMPLED = 8
"""The hands that are played twice before a run by a reader's own objects: a few hundredths of a second."""


@lru_cache(maxsize=64)
def _arguments(table: tuple[int, ...], policies: tuple[str | Player, ...], seed: int, *,
               compiled: bool) -> tuple[Numbers, Numbers, Numbers]:
    """Return what a kernel is given for these rules, players and seed; a tournament asks for one hand at a time."""
    numbers = [POLICY_NUMBERS[str(name)] for name in policies]
    return (engines.numbers(table, compiled=compiled), engines.numbers(numbers, compiled=compiled),
            engines.key_of(seed, compiled=compiled))
