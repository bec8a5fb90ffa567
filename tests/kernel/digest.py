"""The digest: every game of the kernel at every table, many hands of both engines compared. `make digest` runs it.

    python -m tests.kernel.digest --hands 20000                      every ruleset, every number of seats
    python -m tests.kernel.digest --hands 2000 --games draw block    some

Of every six hands two are played by random players, and one each by the other policies. One line a table: how many
hands, and the SHA-256 over results and sequences, which both engines must give. The first hand that differs is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from domino_lab.catalogue import get, rulesets
from domino_lab.kernel import engines
from domino_lab.kernel.encoding import unplayable
from domino_lab.rules.ruleset import Ruleset
from tests.chance import alone
from tests.kernel.readable import by_kernel, by_reading
from tests.rules.random_rules import tables_of

SEED = 20
AT_ONCE = 500
PLAYED_BY = ("random", "random", "greedy", "heaviest", "doubles", "keep-suits")


def shares(hands: int) -> Iterator[tuple[str, range]]:
    """Which policy plays which hands."""
    for number, policy in enumerate(PLAYED_BY):
        mine = range(hands * number // 6, hands * (number + 1) // 6)
        for start in range(mine.start, mine.stop, AT_ONCE):
            yield policy, range(start, min(start + AT_ONCE, mine.stop))


def both(rules: Ruleset, seats: int, policy: str, numbers: range) -> Iterator[tuple[list[int], list[int]]]:
    """Each of these hands as the readable engine and as the kernel play it."""
    compiled = engines.can_compile()
    if rules.solo is not None:
        counted = alone.by_kernel(rules, policy, SEED, numbers.start, len(numbers), compiled=compiled)
        return zip((alone.by_reading(rules, policy, SEED, hand) for hand in numbers), counted, strict=True)
    named = [policy] * seats
    counted = by_kernel(rules, seats, named, SEED, numbers.start, len(numbers), compiled=compiled)
    return zip((by_reading(rules, seats, named, SEED, hand) for hand in numbers), counted, strict=True)


def compare(name: str, seats: int, hands: int) -> tuple[str, str]:
    """The digest of a table, and the first difference (empty where there is none)."""
    rules, digest = get(name), hashlib.sha256()
    for policy, numbers in shares(hands):
        for hand, (read, counted) in zip(numbers, both(rules, seats, policy, numbers), strict=True):
            if counted != read:
                return "", f"{name}, {seats} seats, {policy}, seed {SEED}, hand {hand}:\n  {read}\n  {counted}"
            digest.update(repr(counted).encode())
    return digest.hexdigest(), ""


def tables(names: Sequence[str]) -> list[tuple[str, int]]:
    """Every ruleset that the kernel plays, or those named, at every number of seats it deals for."""
    found = [rules for rules in rulesets() if (not names or rules.id in names) and not unplayable(rules)]
    return [(rules.id, seats) for rules in found for seats in ((1,) if rules.solo is not None else tables_of(rules))]


def main() -> int:
    """Print one line a table; 1 where a hand differs."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--hands", type=int, default=20_000)
    asked.add_argument("--games", nargs="*", default=[])
    asked.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given, wrong = asked.parse_args(), 0
    wanted = tables(given.games)
    with ProcessPoolExecutor(given.workers) as pool:
        names, seats = [name for name, _ in wanted], [count for _, count in wanted]
        for (name, count), (digest, why) in zip(wanted, pool.map(compare, names, seats, repeat(given.hands)),
                                                strict=True):
            wrong += bool(why)
            print(f"{name:36} {count} seats  {given.hands} hands  {digest[:16] or 'DIFFERS'}", flush=True)
            if why:
                print(why)
    only_read = [rules.id for rules in rulesets() if unplayable(rules)]
    print(f"{len(wanted)} tables, {wrong} differ; only the readable engine plays {', '.join(only_read)}")
    return 1 if wrong or not wanted else 0


if __name__ == "__main__":
    sys.exit(main())
