"""Long runs: their progress, interrupts, and chunks shared among the workers of an executor.

A hand depends on its number alone, and totals are whole numbers: neither the chunks nor who plays them change a result.
A chunk that a worker lost is played again here.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import parent_process
from pickle import PicklingError, dumps
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Generic, TypeVar

from domino_lab.core.arguments import check_many, checked
from domino_lab.core.errors import ArgumentError, DominoError, shown
from domino_lab.io.progress import Progress, Teller, silent, telling
from domino_lab.words import phrase

SOON = 1_500_000
"""No display is shown at once for a look at fewer holdings than these: it takes a second or two."""

@contextmanager
def heard(progress: Teller | None, total: int, phase: str = "looking") -> Iterator[Teller]:
    """Give the function to report the progress of a count to: `progress`, or that of the display if there is one."""
    late = phase != "looking" or total <= SOON
    with telling(progress or True, total, f"chancelab.{phase}_at", late=late, number=total) as report:
        yield report or silent


# Python raises KeyboardInterrupt wherever a process is. In the middle of an executor's bookkeeping that leaves a lock
# closed for ever, and closing the executor waits for ever.

class InterruptHandler:
    """Report the first interrupt instead of raising it; the next one is raised as usual."""

    def __init__(self, report: Callable[[], object]) -> None:
        self._report, self._is_reported = report, False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Handle the signal."""
        if self._is_reported:
            raise KeyboardInterrupt
        self._is_reported = True
        self._report()


@contextmanager
def reported(report: Callable[[], object]) -> Iterator[None]:
    """Call `report` at an interrupt, if this thread receives interrupts and nobody else handles them."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, InterruptHandler(report))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Worker:
    """A worker process of a pool: an interrupt of the whole process group stops its work, never its waiting."""

    is_working = False

    @classmethod
    @contextmanager
    def at_work(cls) -> Iterator[None]:
        """While this lasts, an interrupt is raised; afterwards the process that hands out the work deals with it."""
        if parent_process() is not None and threading.current_thread() is threading.main_thread():
            before = signal.getsignal(signal.SIGINT)
            # A worker that was forked in the middle of a run has its parent's handler.
            if before is signal.default_int_handler or isinstance(before, InterruptHandler):
                signal.signal(signal.SIGINT, cls._handle)
        cls.is_working = True
        try:
            yield
        finally:
            cls.is_working = False

    @classmethod
    def _handle(cls, number: int, frame: FrameType | None) -> None:
        if cls.is_working:
            raise KeyboardInterrupt


_BY_NAME = frozenset({"KilledWorker", "EngineError", "TaskAborted"})
"""Errors of executors outside the standard library, which need not be installed: Dask gave a chunk up after several
workers had died of it; an engine of ipyparallel died, or was told to stop."""


def was_lost(error: BaseException) -> bool:
    """Return True if the error says that the chunk was not played: its worker, its pool or the connection is gone.

    A chunk reads and writes no files: an OSError (timeouts and broken connections are among them) comes from the
    connection. An exception raised by the chunk itself does not count, nor does an interrupt.
    """
    if isinstance(error, (BrokenExecutor, CancelledError, OSError)):
        return True
    # ipyparallel wraps a remote error and gives its name.
    return not _BY_NAME.isdisjoint((type(error).__name__, getattr(error, "ename", "")))


UNDER_WAY = 64
"""Chunks handed to an executor at once; the rest wait here, where an interrupt finds them."""

GRACE = 30.0
"""Seconds without news after which an executor that cancels chunks is given up: a closed client may never answer, and
what was still under way is played here."""

J = TypeVar("J")
S = TypeVar("S")


def play_elsewhere(play: Callable[[J, int, int], S], job: J, first: int, count: int) -> S:
    """Play a chunk of a job in any thread, process or machine where an executor calls this."""
    with Worker.at_work():
        return play(job, first, count)


class ChunkedRun(Generic[J, S]):
    """A job in chunks: the result so far in `sums`, the `done` hands of `total`, and if it was `interrupted`.

    `play` plays the chunk of a job from a first number on (it must be a function that can be pickled), `join` adds two
    results, and `nothing` is that of no chunks. `lost` counts the chunks that an executor lost or did not take, and
    which were played here instead.
    """

    def __init__(self, job: J, hands: range, chunk: int, play: Callable[[J, int, int], S], join: Callable[[S, S], S],
                 nothing: S) -> None:
        self.job, self.total, self._play, self._join = job, len(hands), play, join
        self.sums, self.done, self.lost, self.interrupted = nothing, 0, 0, False
        self._waiting = (hands[start : start + chunk] for start in range(0, len(hands), chunk))
        self._again: list[range] = []
        self._under_way: dict[Future[S], range] = {}
        self._news: SimpleQueue[Future[S] | None] = SimpleQueue()
        self._is_refused = False
        self._patience: float | None = None

    def play(self, executor: Executor | None, report: Teller) -> None:
        """Play all chunks, or as many as an interrupt leaves, and `report` after each.

        Raises what a chunk raises, what an executor raises that does not take the first one, DominoError for a job that
        cannot be sent to another process, and KeyboardInterrupt if nothing is counted yet.
        """
        try:
            if executor is not None:
                self._share(executor, report)
            for hands in (*self._again, *self._waiting):
                self._add(hands, self._play(self.job, hands.start, len(hands)), report)
        except KeyboardInterrupt:
            self.interrupted = True
            if not self.done:
                raise

    def _add(self, hands: range, part: S, report: Teller) -> None:
        self.sums, self.done = self._join(self.sums, part), self.done + len(hands)
        report(Progress(self.done, self.total))

    def _share(self, executor: Executor, report: Teller) -> None:
        """The news are futures that are done, and None for an interrupt."""
        report(Progress(0, self.total))
        try:
            with reported(lambda: self._news.put(None)):
                self._hand_out(executor)
                while self._under_way or not self._news.empty():
                    self._gather(report)
                    self._hand_out(executor)
        finally:
            # After an interrupt or an error: keep the chunks that finished, cancel those that have not started.
            for future in [future for future in self._under_way if not future.cancel()]:
                if future.done() and future.exception() is None:
                    self._add(self._under_way[future], future.result(), silent)

    def _hand_out(self, executor: Executor) -> None:
        """Fill up what the executor has in hand; one that refused a chunk gets no more."""
        while len(self._under_way) < UNDER_WAY and not self._is_refused and (hands := next(self._waiting, None)):
            try:
                future = executor.submit(play_elsewhere, self._play, self.job, hands.start, len(hands))
            except Exception as error:
                # At the start, the caller has passed a closed pool, or a job that cannot be pickled.
                _check_that_it_can_be_sent(self.job, error)
                if _starts_no_worker(error):
                    _say_that_all_is_played_here()
                elif not (self._under_way or self.lost or self.done) and not was_lost(error):
                    raise
                self._is_refused = True
                self._lose([hands])
            else:
                self._under_way[future] = hands
                future.add_done_callback(self._news.put)

    def _gather(self, report: Teller) -> None:
        try:
            future = self._news.get(timeout=self._patience)
        except Empty:
            self._is_refused = True
            self._lose(self._under_way.values())
            while self._under_way:
                self._under_way.popitem()[0].cancel()
            return
        if future is None:
            raise KeyboardInterrupt
        hands = self._under_way.pop(future, None)
        if hands is None:
            return      # It was given up, and answers after all.
        try:
            part = future.result()
        except Exception as error:
            if was_lost(error):
                self._lose([hands])
                self._patience = GRACE if isinstance(error, CancelledError) else self._patience
                return
            _check_that_it_can_be_sent(self.job, error)
            if not self.done:
                raise
            # An executor that shuts down may raise anything. An exception of the chunk itself is raised again here.
            part = self._play(self.job, hands.start, len(hands))
            self.lost, self._patience = self.lost + 1, GRACE
        self._add(hands, part, report)

    def _lose(self, chunks: Collection[range]) -> None:
        self._again += chunks
        self.lost += len(chunks)


MOST_PROCESSES = 256
"""More processes than any machine of a class has use for, and fewer than would bring it down."""


def check_ways(executor: object, progress: object, count: object = None) -> None:
    """Raise TypeError for an executor without `submit`, and for a progress that cannot be called.

    `count` is a number of processes: raises DominoError for less than one, for more than MOST_PROCESSES, and for one
    beside an executor.
    """
    if count is not None:
        check_many("processes", count, MOST_PROCESSES)
    if count is not None and executor is not None:
        raise DominoError("give an executor or a number of processes, not both")
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise ArgumentError(f"give an executor with a `submit` method, such as a process pool: {shown(executor)} "
                            "has none")
    if progress is not None and not callable(progress):
        raise ArgumentError(f"progress must be a function that is told how far the run is, not {shown(progress)}")


def _starts_no_worker(error: BaseException) -> bool:
    """Return True if the error says that this system starts no process, or no thread: that of a browser starts none."""
    return isinstance(error, NotImplementedError) or (isinstance(error, RuntimeError) and "new thread" in str(error))


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


def _say_that_all_is_played_here() -> None:
    warnings.warn(phrase("chance.no_workers"), stacklevel=2)


@checked
def processes(count: int) -> AbstractContextManager[Executor | None]:
    """Return a pool of `count` processes for `executor=` of a simulation or a tournament; `with` closes it at the end.

    It is a ProcessPoolExecutor. Where no process can be started, as in JupyterLite, `with` warns and gives None: then
    the notebook itself plays everything, and the result is the same. Raises DominoError for fewer than one process or
    more than 256.

    >>> import domino_lab as dl
    >>> with dl.chance.processes(2) as pool:
    ...     shared = dl.simulate("block", hands=40, seed=1, executor=pool, engine="plain", progress=False)
    >>> shared.sums == dl.simulate("block", hands=40, seed=1, engine="plain", progress=False).sums
    True
    """
    check_many("count", count, MOST_PROCESSES)
    return _pool(count)


def is_forked() -> bool:
    """Return True if a process of a pool begins as a copy of this one, and so knows the classes of this notebook."""
    return sys.platform == "linux" and hasattr(os, "fork")


@contextmanager
def _pool(count: int) -> Iterator[Executor | None]:
    try:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        pool = ProcessPoolExecutor(count, get_context("fork" if is_forked() else None))
    except (ImportError, NotImplementedError):
        _say_that_all_is_played_here()
        yield None
        return
    with pool:
        yield pool


@contextmanager
def shared(executor: Executor | None, count: int | None, job: object) -> Iterator[Executor | None]:
    """Give the executor that a reader named, or a pool of `count` processes for a job.

    Raises DominoError if a class of the reader's own is in the notebook and the processes could not find it there.
    """
    if count is None:
        yield executor
        return
    if not is_forked() and b"__main__" in _pickled(job):
        raise DominoError("a class or a function of this notebook cannot be sent to another process on this system; "
                          + _INTO_A_FILE)
    with _pool(count) as pool:
        yield pool


def _pickled(job: object) -> bytes:
    try:
        return dumps(job)
    except Exception:  # whatever an object of the reader's own raises; the run then says why it cannot be sent
        return b""


@contextmanager
def threads(*, wanted: bool) -> Iterator[Executor | None]:
    """Give an executor with a thread for each core; None if it would not help."""
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
