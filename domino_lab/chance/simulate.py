"""Simulate: many hands of a game, counted, with estimates and their errors."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor

from domino_lab.arguments import check_many
from domino_lab.catalogue.reading import Named, ruleset
from domino_lab.chance.chunks import Job, engine_for, is_ready, play_chunk
from domino_lab.chance.engines import is_loaded
from domino_lab.chance.policies import named, unknown
from domino_lab.chance.progress import Progress
from domino_lab.chance.result import Simulation
from domino_lab.chance.running import Run, check_ways, threads
from domino_lab.play.players import Policies
from domino_lab.play.start import HOPELESS, start
from domino_lab.shuffle import Shuffle

CHUNK, SMALL_CHUNK, SLOW_CHUNK = 25_000, 500, 5
"""Hands in a chunk of compiled hands, or for an executor; of hands played here in plain Python; and of hands by players
who may take a second for a move."""

FEW = 1000
"""So many hands plain Python has played before machine code is fetched, let alone made."""


def simulate(  # noqa: PLR0913
    rules: Named,
    *,
    hands: int = 100_000,
    seats: int | None = None,
    policies: Policies = None,
    seed: int = 0,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    engine: str | None = None,
) -> Simulation:
    """Play `hands` hands, numbers 0 to `hands` - 1 of `seed`, and count them; each starts from scores of nothing.

    Hand i is `Shuffle(seed=seed, hand=i)`. Where nobody says otherwise: the fewest seats the game allows, and the
    greedy policy where play scores, else the heaviest tile first. Policies are "random", "greedy", "heaviest",
    "doubles" and "keep-suits", one for all or one a seat; "partner", "thinking" and player functions of one's own are
    played by the readable engine, which takes its time. The random player chooses uniformly among pairs of tile and
    open end; open ends of equal value are not merged.

    `executor` is any `concurrent.futures.Executor`: threads where nobody says otherwise, a ProcessPoolExecutor, that of
    a Dask client or of an ipyparallel view. It gets chunks of `chunk` hands; the result is the same whatever the chunks
    and whoever plays them. A lost worker, a broken pool, a closed client lose nothing: what they did not play is played
    here (see `lost_chunks`). An interrupt leaves the hands counted so far as a valid result. `progress` hears how far
    the run is; `engine` asks for "compiled", "plain" or "readable" (see the result's `engine` and `why_readable`).
    Nobody asking, a first run of a few hands is played in plain Python, which is there sooner. Where nobody can lead
    any of the first hands, by a rule of a reader's own, the run ends after them, and says so (`note`).

    Raises IllegalAction, with the clause, for a number of seats the game does not allow, and ValueError for a policy or
    an engine nobody knows, for an axis or a value the kernel has never heard of, unless engine="readable" is asked for;
    DominoError, which is one, for less than one hand or more than 10,000,000,000 (hours of the kernel; an error of less
    than a hundred thousandth; sums that fit into 64 bits), and for a seed that is none; TypeError for an executor that
    is none, or a progress that cannot be called.

    >>> simulate("block", hands=200, seed=1, policies="random", engine="plain").hands
    200
    """
    rules = ruleset(rules)
    check_many("hands", hands)
    check_many("chunk", 1 if chunk is None else chunk)
    Shuffle(seed=seed)
    check_ways(executor, progress)
    seats = rules.dealing.seat_counts[0] if seats is None else seats
    rules.dealing.each(seats, len(rules.equipment.set.tiles))
    who = named(rules, seats, policies)
    how, why_readable = engine_for(rules, engine, who)
    if how == "compiled" and engine is None and executor is None and hands <= FEW and not is_loaded():
        how = "plain"
    job = Job(rules, seats, who, seed, how)
    usual = CHUNK if executor is not None or how == "compiled" else SMALL_CHUNK
    stuck = how == "readable" and rules.solo is None and hands > HOPELESS and _never_begins(job)
    run = Run(job, range(HOPELESS if stuck else hands), chunk or (SLOW_CHUNK if unknown(who) else usual))
    tell = progress or _silent
    if how == "compiled":
        _compile(job, hands, tell)
    _play(run, executor, tell)
    return Simulation(job, run.sums, asked=hands, interrupted=run.interrupted, lost_chunks=run.lost,
                      why_readable=why_readable, given_up=stuck)


def _never_begins(job: Job) -> bool:
    """Whether nobody can lead any of the first hands, however often they are dealt: as by a rule of a reader's own."""
    return all(start(job.rules, Shuffle(seed=job.seed, hand=hand), seats=job.seats).state.over == "misdeal"
               for hand in range(HOPELESS))


def _play(run: Run, executor: Executor | None, tell: Callable[[Progress], None]) -> None:
    if executor is not None:
        run.play(executor, tell)
        return
    with threads(wanted=run.job.engine == "compiled" and run.total > CHUNK) as pool:
        run.play(pool, tell)


def _compile(job: Job, hands: int, tell: Callable[[Progress], None]) -> None:
    """The first call of a process compiles the kernel, or fetches it from the cache: said before, so as not to hang.

    With an executor too: processes that start from this one, or share its cache, need not compile again.
    """
    if not is_ready(job):
        tell(Progress(0, hands, "compiling"))
        play_chunk(job, 0, 1)


def _silent(progress: Progress) -> None:
    pass
