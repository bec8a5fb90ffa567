"""Chunks: some hands of a run, played by either engine in whatever thread, process or machine the job is sent to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from domino_lab.chance.policies import CODES, unknown
from domino_lab.chance.sums import ENDS, Sums
from domino_lab.errors import DominoError, shown
from domino_lab.events import Leads, Paid, Scored
from domino_lab.kernel import chain_games as k
from domino_lab.kernel import engines
from domino_lab.kernel.encoding import check_known, compiled_rules, unplayable
from domino_lab.play.players import Player
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle

_PLACES = {"draw": k.DRAWS, "pass": k.PASSES, "stack": k.STACKS}


def read_hand(
    rules: Ruleset, seats: int, policies: tuple[str | Player, ...], numbered: tuple[int, int],
    sums: tuple[list[int], list[int]],
) -> None:
    """Play the hand `numbered` (seed, hand) and add it to `sums`: the totals, and the first hand in each bin."""
    seed, hand = numbered
    line = play_out(rules, Shuffle(seed=seed, hand=hand), seats=seats, policies=policies)
    table = [0] * k.LOW
    table[k.SEATS], table[k.SIDES] = seats, rules.side_count(seats)
    for seat in range(seats):
        table[k.SIDE_OF + seat] = rules.dealing.side(seat)
    k.add_up(table, counted(line, seats), *sums, hand)
    if rules.solo is not None:
        k.add_to_bin(*sums, k.TILES_LEFT, cast(Any, line.state).left, hand)


def counted(line: Timeline, seats: int) -> list[int]:
    """A finished hand in the places in which the kernel keeps what it adds up."""
    now, settled, state = [0] * k.CLEARED, line.steps[-1].settled, line.state
    now[k.WINNER] = -1 if settled is None or settled.winner is None else settled.winner
    now[k.AWARD] = 0 if settled is None else settled.award
    now[k.OVER] = 1 + ENDS.index(str(state.over))
    for side, score in enumerate(state.scores):
        now[k.SCORE + side] = score
    for side, chips in enumerate(getattr(state, "chips", ())):
        now[k.CHIPS + side] = chips
    for (seat, kind), times in Counter((s.seat, s.action.kind) for s in line.steps if s.action is not None).items():
        now[_PLACES.get(kind, k.PLAYS) + (seat or 0)] += times
    _add_events(line, now)
    return now


def _add_events(line: Timeline, now: list[int]) -> None:
    side = line.rules.dealing.side
    for event in (event for step in line.steps for event in step.events):
        if isinstance(event, Leads):
            now[k.LEADING] = event.seat
        elif isinstance(event, Scored):
            now[k.IN_PLAY + side(event.seat)] += event.points
        elif isinstance(event, Paid) and event.kind == "points":
            now[k.IN_PLAY + side(event.seat)] -= event.cost


class Job(NamedTuple):
    """What to play: the rules at a table, one policy a seat, the seed, and the engine.

    `engine` is "compiled", "plain" (the same kernel in plain Python) or "readable" (for what the kernel cannot play).
    """

    rules: Ruleset
    seats: int
    policies: tuple[str | Player, ...]
    seed: int
    engine: str


def play_chunk(job: Job, first: int, hands: int) -> Sums:
    """The sums of `hands` hands of the job, from number `first` on."""
    if job.engine == "readable":
        return _read(job, first, hands)
    compiled = job.engine == "compiled" and engines.can_compile()
    table, policies, key = _prepared(job, compiled=compiled)
    totals = engines.numbers((0,) * k.SUMS_SIZE, compiled=compiled)
    firsts = engines.numbers((-1,) * k.FIRSTS_SIZE, compiled=compiled)
    kernel = engines.engine(compiled=compiled, alone=job.rules.solo is not None)
    kernel.run(table, policies, key, first, hands, totals, firsts)
    # A slider asks for many small chunks: numpy's own way to plain numbers is ten times as quick as one by one.
    return Sums(*(tuple(found.tolist() if compiled else found) for found in (totals, firsts)))


def engine_for(rules: Ruleset, wanted: str | None = None, policies: Sequence[str | Player] = ()) -> tuple[str, str]:
    """The engine that plays these rules by these policies, and why it is not the kernel (empty where it is).

    `wanted` asks for one of them. Raises ValueError for an engine nobody knows, for the kernel where it cannot, and,
    unless the readable engine is asked for, for an axis or a value that no list of the kernel names (`check_known`).
    """
    why_not = unplayable(rules) or unknown(policies)
    if wanted not in (None, "compiled", "plain", "readable"):
        raise DominoError(f'engine is "compiled", "plain" or "readable", not {shown(wanted)}')
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
    """Whether this process need not compile anything, or fetch it from the cache, to play the job."""
    if job.engine != "compiled":
        return True
    return engines.is_compiled() if job.rules.solo is None else engines.is_patience_compiled()


@lru_cache(maxsize=64)
def _prepared(job: Job, *, compiled: bool) -> tuple[Any, Any, Any]:
    table = engines.numbers(compiled_rules(job.rules, job.seats), compiled=compiled)
    policies = engines.numbers([CODES[str(name)] for name in job.policies], compiled=compiled)
    return table, policies, engines.key_of(job.seed, compiled=compiled)


def _read(job: Job, first: int, hands: int) -> Sums:
    totals, firsts = [0] * k.SUMS_SIZE, [-1] * k.FIRSTS_SIZE
    for hand in range(first, first + hands):
        read_hand(job.rules, job.seats, job.policies, (job.seed, hand), (totals, firsts))
    return Sums(tuple(totals), tuple(firsts))
