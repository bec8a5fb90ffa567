"""Chunks: some hands of a run, played in whatever thread, process or machine the job is sent to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from domino_lab.chance import engines
from domino_lab.chance import kernel as k
from domino_lab.chance.compiling import check_known, compiled_rules, unplayable
from domino_lab.chance.policies import CODES, unknown
from domino_lab.chance.reading import read_hand
from domino_lab.chance.sums import Sums
from domino_lab.errors import DominoError, shown
from domino_lab.play.players import Player
from domino_lab.rules.ruleset import Ruleset


class Job(NamedTuple):
    """What to play: the rules at a table, one policy a seat, the seed, and the engine.

    `engine` is "compiled", "plain" (the same kernel in plain Python) or "readable" (for what the kernel cannot play).

    >>> from domino_lab.catalogue import get
    >>> Job(get("block"), 2, ("random", "random"), 1, "plain").engine
    'plain'
    """

    rules: Ruleset
    seats: int
    policies: tuple[str | Player, ...]
    seed: int
    engine: str


def play_chunk(job: Job, first: int, hands: int) -> Sums:
    """The sums of `hands` hands of the job, from number `first` on.

    >>> from domino_lab.catalogue import get
    >>> play_chunk(Job(get("block"), 2, ("random", "random"), 1, "plain"), 0, 10).hands
    10
    """
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

    >>> from domino_lab.catalogue import get
    >>> engine_for(get("block").but(max_pip=12))[0], engine_for(get("bingo"), "plain")
    ('readable', ('plain', ''))
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
    """Whether this process need not compile anything, or fetch it from the cache, to play the job.

    >>> from domino_lab.catalogue import get
    >>> is_ready(Job(get("block"), 2, ("random", "random"), 1, "plain"))
    True
    """
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
