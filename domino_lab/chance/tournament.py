"""Tournament: every two players on the same deals both ways round, with ratings and their errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace

from domino_lab import catalogue
from domino_lab.arguments import check_many
from domino_lab.catalogue.reading import Named, as_list, ruleset
from domino_lab.chance.bouts import Played
from domino_lab.chance.chunks import Job, engine_for, is_ready, play_chunk
from domino_lab.chance.compiling import check_known
from domino_lab.chance.contest import MOST_DEALS, Tournament
from domino_lab.chance.engines import is_rolling_compiled
from domino_lab.chance.entrants import Entry, entrants
from domino_lab.chance.fixtures import Fixtures, usual_seats
from domino_lab.chance.interrupts import Worker
from domino_lab.chance.progress import Progress
from domino_lab.chance.running import Sharing, check_ways
from domino_lab.errors import DominoError, shown
from domino_lab.play.players import get
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle

CHUNK = 200
"""Bouts in a chunk where a kernel plays them all; else each is a chunk of its own, as a player may think for long."""

MANY = 10
"""From so many bouts on a player that can be made faster beforehand is."""


class BoutRun(Sharing[Fixtures, Played]):
    """The bouts of one tournament, shared out to an executor or played here.

    >>> from domino_lab.catalogue import get
    >>> run = BoutRun(Fixtures((get("block"),), (2,), entrants(["greedy", "random"]), 1, "plain"), range(5), 2)
    >>> run.play(None, lambda progress: None)
    >>> run.sums.hands
    5
    """

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
    """The same as `fixtures.play`, in whatever thread, process or machine an executor calls it.

    >>> from domino_lab.catalogue import get
    >>> play_bouts(Fixtures((get("block"),), (2,), entrants(["greedy", "random"]), 1, "plain"), 0, 2).hands
    2
    """
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

    >>> play_tournament(["heaviest", "random"], "block", deals=20, seed=1, engine="plain").hands
    40
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

    >>> short = play_tournament(["heaviest", "random"], "block", deals=5, seed=1, engine="plain")
    >>> play_more(short, 5) == play_tournament(["heaviest", "random"], "block", deals=10, seed=1, engine="plain")
    True
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
