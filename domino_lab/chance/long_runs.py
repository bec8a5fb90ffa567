"""Long runs: their progress, interrupts, and chunks shared among the workers of an executor.

A hand depends only on its number, and totals are whole numbers, so neither the chunks nor the workers change a result.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pickle import PicklingError, dumps
from types import FrameType
from typing import Annotated, Generic, ParamSpec, Protocol, TypeVar, runtime_checkable

from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import DominoError
from domino_lab.io.progress import Progress, Teller, silent, telling
from domino_lab.words import phrase

SOON = 1_500_000
"""No display is shown at once for a look at fewer holdings than these: it takes a second or two."""


@contextmanager
def heard(progress: Teller | None, total: int, phase: str = "looking") -> Iterator[Teller]:
    """Return the function that reports the progress of a count: `progress`, or that of the display if there is one."""
    late = phase != "looking" or total <= SOON
    with telling(progress or True, total, f"chancelab.{phase}_at", late=late, number=total) as report:
        yield report or silent


P = ParamSpec("P")
T = TypeVar("T")


@runtime_checkable
class Submitter(Protocol):
    """An object that runs functions elsewhere: an executor of `concurrent.futures`, or another with its `submit`."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run a function elsewhere, and return a future with its result."""


ExecutorLike = Annotated[Submitter, "an executor with a `submit` method, such as a ProcessPoolExecutor"]


# Python raises KeyboardInterrupt wherever a thread is. In the middle of an executor's bookkeeping that leaves a lock
# closed for ever, and closing the executor waits for ever.

class InterruptNote:
    """Note the first interrupt instead of raising it; the next one is raised as usual."""

    is_pressed = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Handle the signal."""
        if self.is_pressed:
            raise KeyboardInterrupt
        self.is_pressed = True


@contextmanager
def note_interrupt() -> Iterator[InterruptNote]:
    """Note an interrupt, if this thread receives interrupts and nobody else handles them."""
    note, before = InterruptNote(), signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield note
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield note
    finally:
        signal.signal(signal.SIGINT, before)


R = TypeVar("R")


class LostHandsError(DominoError, Generic[R]):
    """An executor lost hands: a worker died, a pool broke, or a connection was closed.

    `first` is the hand to go on from, and `result` has the hands before it (None if there are none).
    """

    def __init__(self, message: str, first: int, result: R | None) -> None:
        super().__init__(message)
        self.first, self.result = first, result


def reason(error: BaseException) -> str:
    """Return the name of an error and its message."""
    return ": ".join(filter(None, (type(error).__name__, " ".join(str(error).split())[:200])))


_BY_NAME = frozenset({"KilledWorker", "CommClosedError", "EngineError", "TaskAborted"})
"""Errors of executors outside the standard library, which need not be installed: Dask gave a chunk up after several
workers had died of it, or lost its connection; an engine of ipyparallel died, or was told to stop."""


def is_loss(error: BaseException) -> bool:
    """Return True if the error says that the chunk was not played, because its worker, pool or connection is gone.

    An exception raised by the chunk itself does not count, nor does an interrupt.
    """
    if isinstance(error, (BrokenExecutor, CancelledError, ConnectionError, TimeoutError)):
        return True
    # ipyparallel wraps a remote error and gives its name.
    return not _BY_NAME.isdisjoint((type(error).__name__, getattr(error, "ename", "")))


UNDER_WAY = 64
"""Chunks handed to an executor at once; the rest wait here, where an interrupt finds them."""

SOON_HEARD = 0.1
"""Seconds until an interrupt is noticed."""

J = TypeVar("J")
S = TypeVar("S")


@dataclass
class ChunkedRun(Generic[J, S]):
    """The `hands` of a job in chunks of `size`, which are counted one after another: `done` of them are in `sums`.

    `play` plays the chunk of a job from a first number on (it must be a function that can be pickled), `join` adds two
    results, and `sums` is at first that of no chunks. After an interrupt (`interrupted`), or if an executor loses a
    chunk (`lost` is its error), the hands before it count, and hand `following` is the one to go on from.
    """

    job: J
    hands: range
    size: int
    play: Callable[[J, int, int], S]
    join: Callable[[S, S], S]
    sums: S
    done: int = 0
    interrupted: bool = False
    lost: Exception | None = None

    @property
    def following(self) -> int:
        """The first hand that is not counted."""
        return self.hands.start + self.done

    def run(self, executor: ExecutorLike | None, report: Teller) -> None:
        """Play all chunks, or as many as an interrupt or a loss allows, and call `report` after each.

        Raises the errors of a chunk and of a closed executor, DominoError for a job that cannot be sent to another
        process, and KeyboardInterrupt if nothing has been counted yet.
        """
        try:
            with closing(self._play_here() if executor is None else self._share(executor, report)) as results:
                for hands, part in results:
                    self.sums, self.done = self.join(self.sums, part), self.done + len(hands)
                    report(Progress(self.done, len(self.hands)))
        except KeyboardInterrupt:
            if not self.done:
                raise
            self.interrupted = True
        except Exception as error:
            if executor is None:
                raise
            _check_that_it_can_be_sent(self.job, error)
            if not is_loss(error):
                raise
            self.lost = error

    def _chunks(self) -> Iterator[range]:
        return (self.hands[start : start + self.size] for start in range(0, len(self.hands), self.size))

    def _play_here(self) -> Generator[tuple[range, S]]:
        for hands in self._chunks():
            yield hands, self.play(self.job, hands.start, len(hands))

    def _share(self, executor: ExecutorLike, report: Teller) -> Generator[tuple[range, S]]:
        """Yield the chunks that an executor plays, in order."""
        report(Progress(0, len(self.hands)))
        waiting, under_way = self._chunks(), deque[tuple[range, Future[S]]]()
        try:
            with note_interrupt() as interrupt:
                while True:
                    for hands in islice(waiting, UNDER_WAY - len(under_way)):
                        under_way.append((hands, self._submit(executor, hands)))
                    if not under_way:
                        return
                    hands, future = under_way[0]
                    wait([future], SOON_HEARD)
                    # First of all: the workers of a pool die of the same interrupt, which breaks it.
                    if interrupt.is_pressed:
                        raise KeyboardInterrupt
                    if not future.done():
                        _check_that_none_is_lost(other for _, other in under_way)
                        continue
                    under_way.popleft()
                    if _is_forgotten(future):
                        under_way.appendleft((hands, self._submit(executor, hands)))
                    else:
                        yield hands, future.result()
        finally:
            for _, future in under_way:
                future.cancel()

    def _submit(self, executor: ExecutorLike, hands: range) -> Future[S]:
        """Hand out a chunk; if a pool closes during the run, the chunk is lost."""
        try:
            return executor.submit(self.play, self.job, hands.start, len(hands))
        except Exception as error:
            if hands.start == self.hands.start:
                raise       # At the start: a pool that is closed, or a job that cannot be pickled.
            future: Future[S] = Future()
            future.set_exception(BrokenExecutor(str(error)))
            return future


def _check_that_none_is_lost(futures: Iterable[Future[S]]) -> None:
    """Raise the error of a chunk: a client that is closed ends only some of its chunks, and never the others."""
    for future in futures:
        if future.done() and not _is_forgotten(future):
            future.result()


def _is_forgotten(future: Future[S]) -> bool:
    """Return True if Dask lost the worker of a chunk between its end and its result: it stumbles over that itself."""
    error = None if future.cancelled() else future.exception()
    trace = error.__traceback__ if isinstance(error, ValueError) else None
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_globals.get("__name__") == "distributed.cfexecutor"


Processes = Annotated[int, Whole(1, 256)]
"""A number of processes: at most more than any machine of a class has use for, and fewer than would bring it down."""


def _check_that_it_can_be_sent(job: object, error: Exception) -> None:
    """Raise DominoError with a way out if the error says that a job cannot be copied into another process."""
    if not isinstance(error, (PicklingError, AttributeError, TypeError)):
        return
    try:
        dumps(job)
    except Exception as again:  # whatever an object of the reader's own raises when it is copied
        if type(again) is not type(error):
            return
        why = " ".join(str(error).split())[:200]
        raise DominoError(f"these rules or players cannot be sent to another process ({why}); "
                          + _INTO_A_FILE) from error


_INTO_A_FILE = ("put your class or function into a file and import it from there, or use threads, which need no copy: "
                "executor=ThreadPoolExecutor()")


@checked
def processes(count: Processes) -> AbstractContextManager[Executor | None]:
    """Return a pool of `count` processes for `executor=` of a simulation or a tournament; `with` closes it at the end.

    It is a ProcessPoolExecutor. If no process can be started, as in JupyterLite, `with` warns and gives None: then the
    notebook itself plays everything, and the result is the same. Raises DominoError for fewer than one process or more
    than 256.

    >>> with dl.chance.processes(2) as pool:
    ...     shared = dl.simulate("block", hands=40, seed=1, executor=pool, engine="plain", progress=False)
    >>> shared.sums == dl.simulate("block", hands=40, seed=1, engine="plain", progress=False).sums
    True
    """
    return _pool(count)


def is_forked() -> bool:
    """Return True if a process of a pool begins as a copy of this one, and so knows the classes of this notebook."""
    return sys.platform == "linux" and hasattr(os, "fork")


@contextmanager
def _pool(count: int) -> Iterator[Executor | None]:
    try:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        # An interrupt of the whole process group ends a worker at once and without a word.
        pool = ProcessPoolExecutor(count, get_context("fork" if is_forked() else None), signal.signal,
                                   (signal.SIGINT, signal.SIG_DFL))
    except (ImportError, NotImplementedError):
        warnings.warn(phrase("chance.no_workers"), stacklevel=2)
        yield None
        return
    with pool:
        yield pool


@contextmanager
def workers_for(executor: ExecutorLike | None, count: int | None, job: object) -> Iterator[ExecutorLike | None]:
    """Yield the executor that the reader named, or a pool of `count` processes for a job.

    Raises DominoError if a class of the reader's own is in the notebook, where the processes could not find it.
    """
    if count is None:
        yield executor
        return
    if not is_forked() and b"__main__" in _pickle(job):
        raise DominoError("a class or function of this notebook cannot be sent to another process on this system; "
                          + _INTO_A_FILE)
    with _pool(count) as pool:
        yield pool


def _pickle(job: object) -> bytes:
    try:
        return dumps(job)
    except Exception:  # whatever an object of the reader's own raises; the run then says why it cannot be sent
        return b""


@contextmanager
def threads(*, wanted: bool) -> Iterator[Executor | None]:
    """Yield an executor with a thread for each core; None if it would not help."""
    cores = os.cpu_count() or 1
    if not wanted or cores == 1:
        yield None
        return
    pool = ThreadPoolExecutor(cores)
    try:
        yield pool
    finally:
        # After an interrupt a chunk is still being played: do not wait for it, so that a second one spoils nothing.
        pool.shutdown(wait=False, cancel_futures=True)
