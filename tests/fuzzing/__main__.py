"""`python -m tests.fuzzing`: so many mutants on every processor; `--only 4711` does one again and shows its text."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from multiprocessing import get_context

from tqdm import tqdm

from tests.fuzzing.checks import Failure, checked, failures, prepare
from tests.fuzzing.wounds import mutant


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("--mutants", type=int, default=100_000, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--seed", type=int, default=0, help="other mutants under the same numbers")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--only", type=int, help="one mutant: its text and what is wrong")
    return parser.parse_args()


def _one(number: int, seed: int) -> int:
    one = mutant(number, seed)
    print(f"--- {one.kind}\n{ascii(one.text) if len(one.text) < 400 else one.text}\n---")
    found = failures(one)
    for failure in found:
        print(_line(failure))
    return 1 if found else 0


def _many(asked: argparse.Namespace) -> int:
    numbers = [(number, asked.seed) for number in range(asked.first, asked.first + asked.mutants)]
    alike: Counter[tuple[str, str]] = Counter()
    failed = set()
    with get_context("spawn").Pool(asked.jobs, prepare, maxtasksperchild=50) as pool:
        for found in tqdm(pool.imap_unordered(checked, numbers, chunksize=10), total=len(numbers), unit=" mutants"):
            for one in found:
                failed.add(one.number)
                alike[one.doing, one.where] += 1
                if alike[one.doing, one.where] == 1:
                    tqdm.write(f"--only {one.number} --seed {asked.seed}: {_line(one)}", file=sys.stdout)
                    sys.stdout.flush()
    print(f"{len(numbers):,} mutants, {len(failed):,} failed in {len(alike):,} ways")
    return 1 if failed else 0


def _line(one: Failure) -> str:
    return f"{one.kind}, {one.doing}: {one.error}\n    {one.where}"


if __name__ == "__main__":
    asked = _asked()
    sys.exit(_many(asked) if asked.only is None else _one(asked.only, asked.seed))
