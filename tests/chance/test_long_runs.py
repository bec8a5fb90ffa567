"""A run counts no hand twice and says what it lost: whoever plays it, however it is cut, whatever breaks on the way."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import given, settings, strategies as st

from domino_lab.catalogue import get
from domino_lab.chance import jobs, long_runs, simulation
from domino_lab.chance.jobs import HandSums, Job, play_chunk
from domino_lab.chance.long_runs import LostHandsError
from domino_lab.chance.simulation import Simulation
from domino_lab.core.errors import DominoError
from domino_lab.io.progress import Progress
from domino_lab.kernel import engines
from domino_lab.notebook import simulate
from tests.chance.executors import KINDS, dask_client, dies

ROOT = Path(__file__).parents[2]
GAME, HANDS, CHUNK, SEED = "draw", 700, 20, 5
ENGINES = ("plain", "compiled") if engines.can_compile() else ("plain",)
EXECUTORS = tuple(kind for kind in KINDS if kind != "here")

pytestmark = pytest.mark.timeout(300)      # A cluster of processes starts slowly on a machine that is busy.


def played(executor: Executor | None, **other: Any) -> Simulation:
    asked = {"hands": HANDS, "seed": SEED, "policies": "random", "engine": "plain", "chunk": CHUNK}
    return simulate(GAME, executor=executor, **{**asked, **other})


@pytest.fixture(scope="module")
def whole() -> HandSums:
    """The same hands in one chunk, played here."""
    return played(None, chunk=HANDS).sums


@pytest.fixture(scope="module")
def executor_of() -> Iterator[Callable[[str], Executor | None]]:
    """An executor of each kind, made when it is first asked for; none leaves a process behind."""
    made: dict[str, Executor | None] = {}
    with ExitStack() as stack:

        def of(kind: str) -> Executor | None:
            if kind not in made:
                made[kind] = stack.enter_context(KINDS[kind]())
            return made[kind]

        yield of
    assert multiprocessing.active_children() == []


# --- the same sums ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_the_sums_do_not_depend_on_who_plays_nor_on_how_the_hands_are_cut(executor_of, kind: str, data) -> None:
    game, seats = data.draw(st.sampled_from([("draw", 2), ("all-fives", 3), ("block", 4), ("two-box-cutthroat", 4)]))
    hands = data.draw(st.integers(1, 60), label="hands")
    chunk = data.draw(st.integers(1, hands + 1), label="chunk")
    policies = data.draw(st.sampled_from(["random", "greedy", "keep-suits"]))
    seed = data.draw(st.integers(0, 2**64))
    job = Job(get(game), seats, (policies,) * seats, seed, "plain")
    expected = HandSums.of(play_chunk(job, hand, 1) for hand in range(hands))
    found = simulate(game, hands=hands, seats=seats, policies=policies, seed=seed, engine="plain", chunk=chunk,
                     executor=executor_of(kind))
    assert found.sums == expected
    assert (found.hands, found.interrupted) == (hands, False)


@pytest.mark.parametrize("kind", EXECUTORS)
@pytest.mark.parametrize("engine", ENGINES)
def test_either_engine_gives_them(whole: HandSums, executor_of, engine: str, kind: str) -> None:
    assert played(executor_of(kind), engine=engine, chunk=90).sums == whole


def test_more_chunks_than_are_under_way_at_once_are_all_played(executor_of) -> None:
    hands = 2 * long_runs.UNDER_WAY + 7
    whole = played(None, hands=hands, chunk=hands).sums
    for kind in ("threads", "far"):
        assert played(executor_of(kind), hands=hands, chunk=1).sums == whole


@pytest.mark.parametrize("kind", KINDS)
def test_each_chunk_is_told(executor_of, kind: str) -> None:
    told: list[Progress] = []
    played(executor_of(kind), chunk=90, progress=told.append)
    done = [progress.done for progress in told]
    assert done == [90, 180, 270, 360, 450, 540, 630, 700]
    assert {(progress.total, progress.phase) for progress in told} == {(HANDS, "playing")}


def test_who_waits_for_the_compiler_is_told_so_before_an_executor_gets_the_first_chunk(
        whole: HandSums, executor_of, monkeypatch: pytest.MonkeyPatch) -> None:
    if "compiled" not in ENGINES:
        monkeypatch.setattr(engines, "can_compile", lambda: True)
    monkeypatch.setattr(jobs, "is_ready", lambda job: False)
    monkeypatch.setattr(engines, "is_kept", lambda **_which: False)
    told: list[Progress] = []
    played(executor_of("threads"), engine=None, progress=told.append)
    assert told[0] == Progress(0, HANDS, "compiling")
    assert told[1] == Progress(CHUNK, HANDS, "playing")


# --- what breaks ----------------------------------------------------------------------------------------------------


class Once:
    """Does something once, when so many hands are counted."""

    def __init__(self, hands: int, do: Callable[[], object]) -> None:
        self.hands, self.do, self.is_done = hands, do, False

    def __call__(self, progress: Progress) -> None:
        if progress.done >= self.hands and not self.is_done:
            self.is_done = True
            self.do()


@pytest.fixture
def deadly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Path]:
    """So many workers that play the hand in the middle are killed while at it, and leave their numbers here."""
    place = tmp_path / "died"
    place.touch()

    def kill(times: int) -> Path:
        monkeypatch.setattr(simulation, "play_chunk", partial(dies, str(place), times, HANDS // 2))
        return place

    return kill


def test_a_dask_worker_killed_half_way_loses_nothing(whole: HandSums, deadly: Callable[[int], Path]) -> None:
    """Dask itself gives its chunks to another worker."""
    place = deadly(1)
    with dask_client() as client:
        workers = client.run(os.getpid).values()
        found = played(client.get_executor())
    assert int(place.read_text()) in workers
    assert found.sums == whole
    assert not found.interrupted


def check_lost(lost: LostHandsError[Simulation], whole: HandSums) -> None:
    """The hands before the lost one are counted, and the rest can be added.

    On a busy machine the worker that dies may have the first hands, too: then there are none before.
    """
    begun, rest = lost.result, played(None, first=lost.first, hands=HANDS - lost.first)
    assert f"first={lost.first}, hands={HANDS - lost.first}" in str(lost)
    assert (begun is None) == (lost.first == 0)
    if begun is not None:
        assert (begun.first, begun.hands, begun.asked, begun.interrupted) == (0, lost.first, lost.first, False)
    assert (rest if begun is None else begun + rest).sums == whole


def test_a_chunk_that_dask_gives_up_twice_is_an_error_that_says_where_to_go_on(
        whole: HandSums, deadly: Callable[[int], Path]) -> None:
    """Dask calls it KilledWorker, once so many workers have died of a chunk; here one is enough.

    Dask remembers that when it is asked again, or another worker dies of the chunk.
    """
    place = deadly(2)
    with dask_client(**{"distributed.scheduler.allowed-failures": 0}) as client, \
            pytest.raises(LostHandsError, match="KilledWorker") as lost:
        played(client.get_executor())
    assert place.read_text()
    assert lost.value.first <= HANDS // 2
    check_lost(lost.value, whole)


@pytest.mark.parametrize("kind", ["processes", "own"])
def test_a_worker_killed_half_way_breaks_a_pool_of_processes_which_says_where_to_go_on(
        whole: HandSums, deadly: Callable[[int], Path], kind: str) -> None:
    place = deadly(1)
    with KINDS[kind]() as executor:
        with pytest.raises(LostHandsError, match="BrokenProcessPool") as lost:
            played(executor)
        assert place.read_text()
        check_lost(lost.value, whole)
        with pytest.raises(LostHandsError, match="first=0, hands=700") as nothing:
            played(executor)
        assert nothing.value.result is None, "a pool that broke before is of no use"


def test_a_pool_that_is_shut_down_half_way_says_where_to_go_on(whole: HandSums) -> None:
    executor = ThreadPoolExecutor(1)
    with pytest.raises(LostHandsError, match=r"CancelledError|after shutdown") as lost:
        played(executor, chunk=5, progress=Once(100, lambda: executor.shutdown(wait=False, cancel_futures=True)))
    assert lost.value.first >= 100
    check_lost(lost.value, whole)


class Failing(Executor):
    """An executor that gives an error for the chunk with a certain first hand, so many times, and plays the others."""

    def __init__(self, error: Exception, hand: int, times: int) -> None:
        self.error, self.hand, self.times = error, hand, times

    def submit(self, fn, /, play, first, hands):
        future: Future = Future()
        if first == self.hand and self.times:
            self.times -= 1
            future.set_exception(self.error)
        else:
            future.set_result(fn(play, first, hands))
        return future


LOSSES = [BrokenExecutor(), CancelledError(), ValueError("too many values to unpack")]


@pytest.mark.parametrize("error", LOSSES, ids=repr)
@pytest.mark.parametrize("hand", [0, 600])
def test_a_chunk_that_nobody_plays_twice_is_named_by_its_first_hand(whole: HandSums, error: Exception, hand: int
                                                                    ) -> None:
    with pytest.raises(LostHandsError, match=type(error).__name__) as lost:
        played(Failing(error, hand, 2), chunk=100)
    assert lost.value.first == hand
    assert lost.value.__cause__ is error
    check_lost(lost.value, whole)


def test_a_chunk_that_is_lost_once_is_asked_for_again(whole: HandSums) -> None:
    """If a worker dies right after the end of a chunk, Dask takes its result for an error that it cannot read."""
    for hand in (0, 300, 600):
        assert played(Failing(ValueError("too many values to unpack"), hand, 1), chunk=100).sums == whole


def fails(job: Job, first: int, hands: int) -> HandSums:
    if first == 400:
        raise ZeroDivisionError("its own")
    return play_chunk(job, first, hands)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_of_a_chunk_is_not_swallowed(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is the chunk played again."""
    monkeypatch.setattr(simulation, "play_chunk", fails)
    with KINDS[kind]() as executor, pytest.raises(ZeroDivisionError, match="its own"):
        played(executor, chunk=100)


def test_an_error_of_whoever_hears_of_the_progress_is_no_loss() -> None:
    with ThreadPoolExecutor(1) as executor, pytest.raises(ZeroDivisionError):
        played(executor, progress=Once(100, lambda: 1 // 0))


class Refusing(Executor):
    """An executor that takes so many chunks and then no more."""

    def __init__(self, takes: int, error: Exception) -> None:
        self.takes, self.error = takes, error

    def submit(self, fn, /, *args, **kwargs):
        if not self.takes:
            raise self.error
        self.takes -= 1
        future: Future = Future()
        future.set_result(fn(*args))
        return future


@pytest.mark.parametrize("takes", [3, long_runs.UNDER_WAY + 3])
def test_what_an_executor_does_not_take_is_lost_with_what_was_under_way(whole: HandSums, takes: int) -> None:
    with pytest.raises(LostHandsError, match="closed") as lost:
        played(Refusing(takes, KeyError("closed")), chunk=5)
    assert lost.value.first == 5 * max(takes - long_runs.UNDER_WAY + 1, 0)
    check_lost(lost.value, whole)


def test_runs_that_do_not_follow_one_another_are_not_added() -> None:
    begun = played(None, hands=20)
    for other in (played(None, hands=20), played(None, first=40, hands=20), played(None, first=20, hands=20, seed=6)):
        with pytest.raises(DominoError, match="from hand 20 on"):
            begun + other
    assert played(None, first=20, hands=3).line.startswith('dl.simulate("draw", first=20, hands=3, ')


# --- an interrupt --------------------------------------------------------------------------------------------------


def press() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("kind", KINDS)
def test_an_interrupt_leaves_whole_chunks_and_the_executor_can_go_on(whole: HandSums, executor_of, kind: str) -> None:
    found = played(executor_of(kind), hands=100_000, chunk=50, progress=Once(150, press))
    assert found.interrupted
    assert 150 <= found.hands < 100_000
    assert found.hands % 50 == 0
    assert sum(found.sums.wins(side) for side in (0, 1, None)) == found.hands
    assert "interrupted" in repr(found)
    assert played(executor_of(kind)).sums == whole


class ByHand(Executor):
    """An executor whose chunks are done when the test says so; `running` ones cannot be called back any more."""

    def __init__(self) -> None:
        self.given: list[tuple[Future, HandSums]] = []

    def submit(self, fn, /, *args, **kwargs):
        self.given.append((Future(), fn(*args)))
        if len(self.given) == 1:
            self.finish(0)
        return self.given[-1][0]

    def start(self, number: int) -> None:
        self.given[number][0].set_running_or_notify_cancel()

    def finish(self, number: int) -> None:
        self.start(number)
        self.given[number][0].set_result(self.given[number][1])


def test_an_interrupt_counts_the_hands_before_a_gap_and_calls_back_what_has_not_begun() -> None:
    executor = ByHand()

    def tell(progress: Progress) -> None:
        if progress.done:
            for number in (2, 3):
                executor.finish(number)
            executor.start(4)
            raise KeyboardInterrupt

    found = played(executor, hands=200, chunk=20, progress=tell)
    assert found.sums == executor.given[0][1]
    assert (found.hands, found.interrupted) == (20, True)
    assert [future.cancelled() for future, _ in executor.given] == [n in (1, 5, 6, 7, 8, 9) for n in range(10)]


def test_an_interrupted_run_goes_on_from_the_hand_after_its_last(whole: HandSums) -> None:
    begun = played(None, progress=Once(100, press))
    assert (begun.interrupted, begun.hands) == (True, 100)
    both = begun + played(None, first=100, hands=HANDS - 100)
    assert (both.sums, both.interrupted, both.asked) == (whole, False, HANDS)


@pytest.mark.parametrize("kind", ["here", "threads"])
def test_an_interrupt_before_the_first_hand_is_no_result(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "play_chunk", lambda *given: press())
    with KINDS[kind]() as executor, pytest.raises(KeyboardInterrupt):
        played(executor)


@pytest.mark.parametrize("kind", KINDS)
def test_the_interrupt_of_a_keyboard_leaves_a_valid_result_and_no_process(kind: str) -> None:
    """Ctrl-C and JupyterLab's stop button signal the whole group: the workers get it too."""
    command = [sys.executable, "-m", "tests.chance.interrupted", kind]
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            assert process.stdout.readline() == "counted\n"
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            left = left_over(process.pid)
            for one in left:
                one.kill()
    assert process.returncode == 0, err
    found = json.loads(out)
    assert found["interrupted"]
    assert found["hands"] > 0
    assert found["hands"] % 100 == 0
    assert found["hands"] == sum(found["won"]) == found["ended"] == found["plays"]
    assert left == []


def left_over(group: int) -> list[psutil.Process]:
    """Who is alive in that group of processes, some seconds after its leader went."""
    for _ in range(50):
        left = [process for process in psutil.process_iter() if is_alive_in(group, process)]
        if not left:
            break
        time.sleep(0.1)
    return left


def is_alive_in(group: int, process: psutil.Process) -> bool:
    try:
        return os.getpgid(process.pid) == group and process.status() != psutil.STATUS_ZOMBIE
    except (ProcessLookupError, psutil.NoSuchProcess):
        return False


# --- what travels ---------------------------------------------------------------------------------------------------


def test_a_job_and_its_sums_travel_as_they_are() -> None:
    job = Job(get("all-fives").but(target=61), 2, ("greedy", "random"), 2**70, "plain")
    sent = pickle.loads(pickle.dumps(job))
    assert sent == job
    assert pickle.loads(pickle.dumps(play_chunk(sent, 3, 5))) == play_chunk(job, 3, 5)


# --- a system that starts no worker, as that of a browser

def test_where_no_process_can_be_started_the_notebook_plays_and_says_so_once(
        whole: HandSums, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_how: object, **_more: object) -> None:
        raise NotImplementedError("This Python build lacks multiprocessing.synchronize")

    monkeypatch.setattr("concurrent.futures.process._check_system_limits", refused)
    with ExitStack() as stack:
        with pytest.warns(UserWarning, match="plays all the hands itself") as told:
            pool = stack.enter_context(long_runs.processes(2))
        assert pool is None
        found = played(pool)
    assert len(told) == 1
    assert found.sums == whole


def test_processes_are_those_of_python_and_are_gone_afterwards(whole: HandSums) -> None:
    with long_runs.processes(2) as pool:
        assert isinstance(pool, ProcessPoolExecutor)
        assert played(pool).sums == whole
    with pytest.raises(RuntimeError):
        pool.submit(len, "")
    with pytest.raises(ValueError, match="count=0"):
        long_runs.processes(0)
