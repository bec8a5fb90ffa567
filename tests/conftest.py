"""Hypothesis profiles, and the sample of the tests that `make test` runs.

Profiles: `quick` for `make test`, the same examples every time; HYPOTHESIS_PROFILE=thorough for more.

With `--sample`, a test with very many cases runs `USUAL` of them, evenly spread, and each commit runs others. A test
with slow cases is marked with how many are to run, `sample(5)`; one marked `sample(0)` runs in `make nightly` alone.
Of the tests in a browser, `ONE_IN` are run of each file. Without `--sample`, everything runs.
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
ONE_IN = 3

settings.register_profile("quick", max_examples=60, derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.register_profile("thorough", max_examples=1500, deadline=None, suppress_health_check=SLOW, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", action="store_true", help="of more tests than there is time for, those of this commit")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("sample"):
        return
    alike = defaultdict(list)
    for item in items:
        alike[_kind(item)].append(item)
    commit = _commit()
    drawn = {item for kind, cases in alike.items() for item in _drawn(cases, f"{commit} {kind}")}
    config.hook.pytest_deselected(items=[item for item in items if item not in drawn])
    items[:] = [item for item in items if item in drawn]


def _kind(item: pytest.Item) -> str:
    """What the cases have in common of which some are drawn."""
    return item.nodeid.partition("::" if item.get_closest_marker("browser") else "[")[0]


def _drawn(cases: list[pytest.Item], key: str) -> list[pytest.Item]:
    """Some of the cases, from end to end: neighbours are variations of one game."""
    wanted = min(_wanted(cases), len(cases))
    first = zlib.crc32(key.encode()) % len(cases)
    return [cases[(first + number * len(cases) // wanted) % len(cases)] for number in range(wanted)]


def _wanted(cases: list[pytest.Item]) -> int:
    if cases[0].get_closest_marker("browser"):
        return -(-len(cases) // ONE_IN)
    mark = cases[0].get_closest_marker("sample")
    return mark.args[0] if mark else USUAL


def _commit() -> str:
    """The name of the commit; nothing in a tree that is no checkout."""
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True)
    return asked.stdout.strip()
