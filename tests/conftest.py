"""Hypothesis profiles, and the sample of the tests that `make test` runs.

Profiles: `quick` for `make test`, the same examples every time; HYPOTHESIS_PROFILE=thorough for more.

With `--sample`, a test runs as many of its cases, evenly spread, as `SECONDS` allow by what they took when they were
last measured (costs.json), and at most `MOST`; a test that takes longer than that runs at some commits only. Each
commit draws others. One in `ONE_IN` of the tests in a browser is run of each file, and one in `ONE_IN` of the notebooks
with answers (`pytest -p tests.conftest`). Without `--sample`, everything runs. `--measure` writes costs.json anew.
"""

from __future__ import annotations

import atexit
import json
import os
import random
import shutil
import subprocess
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
SECONDS = 0.3
MOST = 16
ONE_IN = 6
COSTS = Path(__file__).with_name("costs.json")
WORTH_NOTING = 0.3
"""Seconds; `make test` has time for everything below."""

settings.register_profile("quick", max_examples=60, derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.register_profile("thorough", max_examples=1500, deadline=None, suppress_health_check=SLOW, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", action="store_true", help="of more tests than there is time for, those of this commit")
    parser.addoption("--measure", action="store_true", help="write down how long each test takes, for --sample")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("measure") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Measured(), "measured")
    if config.getoption("nbval", default=False) and os.name == "posix":
        _start_kernels_on_sockets()


def _start_kernels_on_sockets() -> None:
    """Let nbval's kernels talk over files: two that start in the same moment may be given one port, and one dies."""
    from jupyter_client.manager import KernelManager

    start = KernelManager.__init__

    def start_on_sockets(self: KernelManager, *args: object, **more: object) -> None:
        home = tempfile.mkdtemp(prefix="nbval-")        # the name of a socket must be short
        atexit.register(shutil.rmtree, home, ignore_errors=True)
        start(self, *args, **{"transport": "ipc", "ip": f"{home}/kernel", **more})

    KernelManager.__init__ = start_on_sockets


class Measured:
    """Adds up what all cases of a test take, with what they are set up with."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[_test(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        slow = {test: round(took, 1) for test, took in sorted(self.seconds.items()) if took >= WORTH_NOTING}
        COSTS.write_text(json.dumps(slow, indent=0) + "\n")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("sample"):
        return
    long = [item for item in items if item.get_closest_marker("nightly")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]
    alike: dict[str, dict[str, list[pytest.Item]]] = defaultdict(lambda: defaultdict(list))
    for item in items:
        alike[_kind(item)][_case(item)].append(item)
    commit, costs = _commit(), json.loads(COSTS.read_text())
    drawn = {item for kind, cases in alike.items()
             for case in _drawn([*cases.values()], costs.get(kind, 0), f"{commit} {kind}") for item in case}
    config.hook.pytest_deselected(items=[item for item in items if item not in drawn])
    items[:] = sorted((item for item in items if item in drawn), key=_can_wait)


def _can_wait(item: pytest.Item) -> bool:
    """A worker that has nothing left takes tests over from the end: two would gather the sentences of all games."""
    return item.path.parent.name != "words"


def _test(case: str) -> str:
    return case.partition("[")[0]


def _kind(item: pytest.Item) -> str:
    """What the cases have in common of which some are drawn."""
    if _is_notebook(item):
        return item.path.parent.name
    return item.nodeid.partition("::")[0] if item.get_closest_marker("browser") else _test(item.nodeid)


def _case(item: pytest.Item) -> str:
    """What is run as a whole, or not at all: the cells of a notebook, or one test."""
    return item.path.name if _is_notebook(item) else item.nodeid


def _is_notebook(item: pytest.Item) -> bool:
    return item.path.suffix == ".ipynb"


def _drawn(cases: list[list[pytest.Item]], cost: float, key: str) -> list[list[pytest.Item]]:
    """Some of the cases, from end to end: neighbours are variations of one game."""
    chance = random.Random(key)
    wanted, first = int(_wanted(cases, cost) + chance.random()), chance.randrange(len(cases))
    return [cases[(first + number * len(cases) // wanted) % len(cases)] for number in range(wanted)]


def _wanted(cases: list[list[pytest.Item]], cost: float) -> float:
    """So many on the average."""
    one = cases[0][0]
    if _is_notebook(one):
        return len(cases) / ONE_IN if one.path.parent.name == "answers" else len(cases)
    if one.get_closest_marker("browser"):
        return -(-len(cases) // ONE_IN)
    return min(len(cases), MOST, len(cases) * SECONDS / max(cost, SECONDS))


def _commit() -> str:
    """The name of the commit; nothing in a tree that is no checkout."""
    asked = subprocess.run(["git", "rev-parse", "HEAD"], cwd=Path(__file__).parent, capture_output=True, text=True)
    return asked.stdout.strip()
