"""Hypothesis profiles, and the sample of the tests that `make test` runs.

Profiles: `quick` for `make test`, the same examples every time; HYPOTHESIS_PROFILE=thorough for more.

With `--sample`, a run has the tests that were touched and a tenth of the others: `tests/sampling.py` says which.
Without `--sample`, everything runs. `--measure` notes in costs.json what each test took.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests import sampling
from tests.sampling import History, TestFile, Wanted

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("quick", max_examples=60, derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.register_profile("thorough", max_examples=1500, deadline=None, suppress_health_check=SLOW, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sample", action="store_true", help="what was touched, and a tenth of the other tests")
    parser.addoption("--turn", type=int, help="with --sample: the number of the build, in place of the commit's")
    parser.addoption("--landed", help="with --sample: the commit since which tests count as touched")
    parser.addoption("--measure", action="store_true", help="write down how long each test takes, for --sample")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("measure") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Measured(), "measured")
    if config.getoption("sample"):
        config.pluginmanager.register(Sampled(config), "sampled")
    if config.getoption("nbval", default=False) and os.name == "posix":
        _start_kernels_on_sockets()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Never look for objects that nobody needs among the tests: all of them stay, and it takes seconds each time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


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
        self.seconds[sampling.test_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        sampling.note_costs(self.seconds)


class Sampled:
    """Leaves out what is not in the sample, and says at the end what was."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.text = ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        left_out = {item for item in items if item.get_closest_marker("nightly")}
        tests: dict[str, list[str]] = defaultdict(list)
        for item in items:
            case = _case(item)
            if item not in left_out and case not in tests[sampling.test_of(case)]:
                tests[sampling.test_of(case)].append(case)
        together = {_case(item): mark.args[0] for item in items if (mark := item.get_closest_marker("together"))}
        drawn = self._draw({test: cases for test, cases in tests.items() if cases}, together)
        left_out |= {item for item in items if _case(item) not in drawn}
        self.config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = sorted((item for item in items if item not in left_out), key=_can_wait)

    def _draw(self, tests: dict[str, list[str]], together: dict[str, str]) -> frozenset[str]:
        history = History(sampling.ROOT)
        landing = self.config.getoption("landed") or history.last_landing
        touched = history.touched_since(landing)
        paths = sorted({test.partition("::")[0] for test in tests}) if touched else []
        files = [TestFile(path, (sampling.ROOT / path).read_text("utf-8")) for path in paths]
        changed, mirrored = sampling.concerned(files, tests, touched)
        number = self.config.getoption("turn")
        turn = (history.number if number is None else number) % sampling.TURNS
        wanted = Wanted(turn, changed, mirrored, together)
        sample = sampling.draw(tests, json.loads(sampling.COSTS.read_text()), wanted)
        self.text = sampling.told(sample, history, landing)
        return sample.cases

    def pytest_sessionfinish(self) -> None:
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["sample"] = self.text

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        self.text = getattr(node, "workeroutput", {}).get("sample", "") or self.text

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.write_line(self.text)


def _can_wait(item: pytest.Item) -> bool:
    """A worker that has nothing left takes tests over from the end: two would make what others share."""
    return item.get_closest_marker("together") is None


def _case(item: pytest.Item) -> str:
    """What is run as a whole, or not at all: the cells of a notebook, or one test."""
    return item.nodeid.partition("::")[0] if item.path.suffix == ".ipynb" else item.nodeid
