"""Long runs: their progress, interrupts, and chunks shared among the workers of an executor.

A hand depends only on its number, and totals are whole numbers, so neither the chunks nor the workers change a result.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pickle import dumps
from threading import Event, current_thread, main_thread
from types import FrameType
from typing import Annotated, Generic, TypeVar

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


ExecutorLike = Annotated[Executor, "an executor of concurrent.futures, such as a ProcessPoolExecutor"]

S = TypeVar("S")


class LostHandsError(DominoError, Generic[S]):
    """An executor lost hands: a worker died, a pool broke, or a connection was closed.

    `first` is the hand to go on from, and `result` has the hands before it (None if there are none).
    """

    def __init__(self, message: str, first: int, result: S | None) -> None:
        super().__init__(message)
        self.first, self.result = first, result


UNDER_WAY = 64
"""Chunks handed to an executor at once; the rest wait here, where an interrupt finds them."""

SOON_HEARD = 0.1
"""Seconds until an interrupt is noticed."""


@contextmanager
def note_interrupt() -> Iterator[Event]:
    """Set an event at the first interrupt instead of raising it, if this thread receives interrupts.

    Python raises KeyboardInterrupt wherever a thread is. In the middle of an executor's bookkeeping that leaves a lock
    closed for ever, and closing the executor waits for ever.
    """
    pressed, usual = Event(), signal.default_int_handler

    def note(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, usual)     # The next one is raised.
        pressed.set()

    receives = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is usual
    if receives:
        signal.signal(signal.SIGINT, note)
    try:
        yield pressed
    finally:
        if receives:
            signal.signal(signal.SIGINT, usual)


_MARK = "is_of_the_chunk"


def _play_marked(play: Callable[[int, int], S], first: int, hands: int) -> S:
    """Play a chunk in a worker, and mark its errors: any other error is that of an executor, which lost the chunk."""
    try:
        return play(first, hands)
    except BaseException as error:
        vars(error)[_MARK] = True
        raise


_GONE = (BrokenExecutor, CancelledError, OSError, RuntimeError)
"""Errors of an executor that plays nothing more: its workers are gone, or it is closed. After another error, such as
one of Dask if a worker dies right after the end of a chunk, the chunk is handed out once more."""


def _loss(future: Future[S]) -> BaseException | None:
    """Return the error of an executor that ended a chunk without playing it; None if there is none, or not yet."""
    error = CancelledError() if future.cancelled() else future.exception() if future.done() else None
    return None if error is None or _MARK in vars(error) else error


@dataclass
class ChunkedRun(Generic[S]):
    """Some `hands` in chunks of `size`, which are counted one after another: `done` of them are in `sums`.

    `play` gets the first hand of a chunk and the number of its hands (it must be possible to pickle it), `join` adds
    two results, and `sums` is at first that of no chunks. After an interrupt (`interrupted`), or if an executor loses a
    chunk (`lost` is its error), the hands before it count.
    """

    play: Callable[[int, int], S]
    hands: range
    size: int
    join: Callable[[S, S], S]
    sums: S
    done: int = 0
    interrupted: bool = False
    lost: BaseException | None = None

    def run(self, executor: Executor | None, report: Teller) -> None:
        """Play all chunks, or as many as an interrupt or a loss allows, and call `report` after each.

        Raises the errors of a chunk, DominoError for hands that cannot be sent to another process, and
        KeyboardInterrupt if nothing has been counted yet.
        """
        chunks = (self.hands[start : start + self.size] for start in range(0, len(self.hands), self.size))
        played = ((hands, self.play(hands.start, len(hands))) for hands in chunks)
        try:
            with closing(played if executor is None else self._share(executor, chunks, report)) as results:
                for hands, part in results:
                    self.sums, self.done = self.join(self.sums, part), self.done + len(hands)
                    report(Progress(self.done, len(self.hands)))
        except KeyboardInterrupt:
            if not self.done:
                raise
            self.interrupted = True
        if self.lost is not None:
            _check_that_it_can_be_sent(self.play, self.lost)

    def _share(self, executor: Executor, chunks: Generator[range], report: Teller) -> Generator[tuple[range, S]]:
        """Yield the chunks that an executor plays, in order, up to one that it loses for good."""
        report(Progress(0, len(self.hands)))
        under_way, again = dict[range, Future[S]](), set[range]()
        try:
            with note_interrupt() as pressed:
                while True:
                    for hands in islice(chunks, UNDER_WAY - len(under_way)):
                        under_way[hands] = self._submit(executor, hands, chunks)
                    if not under_way:
                        return
                    first, future = next(iter(under_way.items()))
                    wait([future], SOON_HEARD)
                    # First of all: the workers of a pool die of the same interrupt, which breaks it.
                    if pressed.is_set():
                        raise KeyboardInterrupt
                    if future.done() and _loss(future) is None:
                        yield first, under_way.pop(first).result()
                        continue
                    # All of them: a client that is closed ends only some of its chunks, and never the others.
                    for hands, future in [*under_way.items()]:
                        error = _loss(future)
                        if error is not None and (hands in again or isinstance(error, _GONE)):
                            self.lost = error
                            return
                        if error is not None:
                            again.add(hands)
                            under_way[hands] = self._submit(executor, hands, chunks)
        finally:
            for future in under_way.values():
                future.cancel()

    def _submit(self, executor: Executor, hands: range, others: Generator[range]) -> Future[S]:
        """Hand out a chunk; if the executor takes none, the chunk is lost, and the others are not handed out."""
        try:
            return executor.submit(_play_marked, self.play, hands.start, len(hands))
        except Exception as error:
            _check_that_it_can_be_sent(self.play, error)
            others.close()
            refused = Future[S]()
            refused.set_exception(error if isinstance(error, _GONE) else BrokenExecutor(str(error)))
            return refused

    def raise_if_lost(self, result: object, key: str, first: int, **facts: object) -> None:
        """Raise LostHandsError if an executor lost a chunk; the phrase `key`, filled with `facts`, says so.

        `first` is the hand to go on from, `result` what was made of the hands before the loss.
        """
        if self.lost is not None:
            why = ": ".join(filter(None, (type(self.lost).__name__, " ".join(str(self.lost).split())[:200])))
            message = phrase(key, why=why, first=first, **facts)
            raise LostHandsError(message, first, result if self.done else None) from self.lost


Processes = Annotated[int, Whole(1, 256)]
"""A number of processes: at most more than any machine of a class has use for, and fewer than would bring it down."""


def _check_that_it_can_be_sent(play: object, error: BaseException) -> None:
    """Raise DominoError with a way out if the error says that what plays cannot be copied into another process."""
    try:
        dumps(play)
    except Exception as again:  # whatever an object of the reader's own raises when it is copied
        if type(again) is type(error):
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
def workers_for(executor: Executor | None, count: int | None, job: object) -> Iterator[Executor | None]:
    """Yield the executor that the reader named, or a pool of `count` processes for a job.

    Raises DominoError if a class of the reader's own is in the notebook, where the processes could not find it.
    """
    if count is None:
        yield executor
        return
    if not is_forked() and _is_of_the_notebook(job):
        raise DominoError("a class or function of this notebook cannot be sent to another process on this system; "
                          + _INTO_A_FILE)
    with _pool(count) as pool:
        yield pool


def _is_of_the_notebook(job: object) -> bool:
    try:
        return b"__main__" in dumps(job)
    except Exception:  # whatever an object of the reader's own raises; the run then says why it cannot be sent
        return False


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
