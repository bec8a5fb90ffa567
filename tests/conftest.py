"""Hypothesis profiles, and the sample of the tests that `make test` runs.

Profiles: `quick` for `make test`, the same examples every time; HYPOTHESIS_PROFILE=thorough for more.

With `--sample`, a test with very many cases runs `USUAL` of them, evenly spread, and each commit runs others. A test
with slow cases is marked with how many are to run, `sample(5)`; one marked `sample(0)` runs in `make nightly` alone.
Without `--sample`, everything runs.
"""

from __future__ import annotations

import os
import subprocess
import zlib
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
USUAL = 40

settings.register_profile("quick", max_examples=60, derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.register_profile("thorough", max_examples=1500, deadline=None, suppress_health_check=SLOW, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", action="store_true", help="of a test with very many cases, run those of this commit")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("sample"):
        return
    cases = defaultdict(list)
    for item in items:
        cases[item.nodeid.partition("[")[0]].append(item)
    commit = _commit()
    drawn = {item for test, all_of_it in cases.items() for item in _sample(all_of_it, f"{commit} {test}")}
    config.hook.pytest_deselected(items=[item for item in items if item not in drawn])
    items[:] = [item for item in items if item in drawn]


def _sample(cases: list[pytest.Item], key: str) -> list[pytest.Item]:
    """So many of the cases of one test as its mark wants, from end to end: neighbours are variations of one game."""
    mark = cases[0].get_closest_marker("sample")
    wanted = mark.args[0] if mark else USUAL
    if len(cases) <= wanted:
        return cases
    first = zlib.crc32(key.encode()) % len(cases)
    return [cases[(first + number * len(cases) // wanted) % len(cases)] for number in range(wanted)]


def _commit() -> str:
    """The name of the commit; nothing in a tree that is no checkout."""
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True)
    return asked.stdout.strip()
