"""Executors of every kind that plays chunks: threads, processes, a Dask cluster, and one like ipyparallel's."""

from __future__ import annotations

import logging
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import parent_process
from pathlib import Path
from random import Random
from typing import Any

from domino_lab.chance.jobs import HandSums, Job, play_chunk
from domino_lab.chance.long_runs import processes

WORKERS = 2


def dies(place: str, times: int, deadly: int, job: Job, first: int, hands: int) -> HandSums:
    """`play_chunk`, but the first `times` workers that get the chunk with hand number `deadly` are killed while at it.

    `place` is where they leave their numbers. The process of the test itself is not killed.
    """
    found, died = play_chunk(job, first, hands), Path(place)
    is_due = parent_process() is not None and len(died.read_text(encoding="ascii").split()) < times
    if is_due and deadly in range(first, first + hands):
        with died.open("a", encoding="ascii") as file:
            file.write(f"{os.getpid()}\n")
        os.kill(os.getpid(), signal.SIGKILL)
    return found


class Kept(Future):
    """A future whose work cannot be called back."""

    def cancel(self) -> bool:
        return False


class Far(Executor):
    """As a view of ipyparallel: work and results travel as bytes and come back in any order; none is called back."""

    def __init__(self, seed: int = 0) -> None:
        self._random, self._sent = Random(seed), []
        self._engine = ThreadPoolExecutor(1)

    def submit(self, fn: Callable, /, *args: Any, **kwargs: Any) -> Future:
        future = Kept()
        self._sent.append((future, pickle.dumps((fn, args, kwargs))))
        self._engine.submit(self._one)
        return future

    def _one(self) -> None:
        future, work = self._sent.pop(self._random.randrange(len(self._sent)))
        fn, args, kwargs = pickle.loads(work)
        try:
            future.set_result(pickle.loads(pickle.dumps(fn(*args, **kwargs))))
        except Exception as error:
            future.set_exception(error)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._engine.shutdown(wait)


@contextmanager
def dask_client(**settings: Any) -> Iterator[Any]:
    """A Dask client with two worker processes on this machine: no dashboard, any free ports, nothing said."""
    import dask
    from distributed import Client, LocalCluster

    with (
        dask.config.set(settings),
        LocalCluster(n_workers=WORKERS, threads_per_worker=1, processes=True, host="127.0.0.1",
                     dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL) as cluster,
        Client(cluster) as client,
    ):
        yield client


@contextmanager
def dask_executor() -> Iterator[Executor]:
    with dask_client() as client:
        yield client.get_executor()


@contextmanager
def here() -> Iterator[None]:
    yield None


KINDS: dict[str, Callable] = {
    "here": here,
    "threads": lambda: ThreadPoolExecutor(WORKERS),
    "processes": lambda: ProcessPoolExecutor(WORKERS),
    "own": lambda: processes(WORKERS),
    "far": Far,
    "dask": dask_executor,
}
