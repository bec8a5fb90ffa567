"""Long runs: chunks of hands, played here or by the workers of an executor, up to an interrupt or a loss.

A hand depends only on its number, and totals are whole numbers, so neither the chunks nor the workers change a result.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pickle import dumps
from threading import Event, current_thread, main_thread
from typing import Annotated, Generic, TypeVar

from domino_lab.core.arguments import Whole, checked
from domino_lab.core.errors import DominoError
from domino_lab.io.progress import Progress, Teller
from domino_lab.words import phrase

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
"""Chunks handed to an executor at once, so that few are left to call back after an interrupt."""


@contextmanager
def note_interrupt() -> Iterator[Event]:
    """Set an event at the first interrupt instead of raising it, if this thread receives interrupts.

    Raised in the middle of an executor's bookkeeping, it leaves a lock closed or a chunk forgotten, and closing the
    executor waits for ever.
    """
    pressed, usual = Event(), signal.default_int_handler

    def note(*_signal: object) -> None:
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


_OF_A_CHUNK = "is_of_a_chunk"


def _play_marked(play: Callable[[int, int], S], first: int, hands: int) -> S:
    """Play a chunk in a worker, and mark its errors: any other error is that of an executor, which lost the chunk."""
    try:
        return play(first, hands)
    except BaseException as error:
        vars(error)[_OF_A_CHUNK] = True
        raise


def _is_strange(error: BaseException | None) -> bool:
    """Return True for an error that neither comes from a chunk nor says that the executor has stopped for good."""
    return error is not None and _OF_A_CHUNK not in vars(error) and not isinstance(error, (BrokenExecutor, OSError))


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
    lost: Exception | None = None

    def run(self, executor: Executor | None, report: Teller) -> None:
        """Play all chunks, or as many as an interrupt or a loss allows, and call `report` after each.

        Raises the errors of a chunk, and KeyboardInterrupt if nothing has been counted yet.
        """
        chunks = (self.hands[start : start + self.size] for start in range(0, len(self.hands), self.size))
        played = ((hands, self.play(hands.start, len(hands))) for hands in chunks)
        try:
            with closing(played if executor is None else self._share(executor, chunks)) as results:
                for hands, part in results:
                    self.sums, self.done = self.join(self.sums, part), self.done + len(hands)
                    report(Progress(self.done, len(self.hands)))
        except KeyboardInterrupt:
            if not self.done:
                raise
            self.interrupted = True

    def _share(self, executor: Executor, chunks: Iterator[range]) -> Generator[tuple[range, S]]:
        """Yield the chunks that an executor plays, in order, up to one that it loses for good.

        After a strange error, such as that of Dask if a worker dies right after a chunk, the chunk is handed out again.
        """
        def submit(hands: range) -> tuple[range, Future[S]]:
            return hands, executor.submit(_play_marked, self.play, hands.start, len(hands))

        under_way, again = deque[tuple[range, Future[S]]](), set[range]()
        try:
            with note_interrupt() as pressed:
                while True:
                    under_way.extend(map(submit, islice(chunks, UNDER_WAY - len(under_way))))
                    if not under_way:
                        return
                    hands, future = under_way[0]
                    wait([future], 0.1)
                    if pressed.is_set():
                        raise KeyboardInterrupt
                    if future.done() and _is_strange(future.exception()) and hands not in again:
                        again.add(hands)
                        under_way[0] = submit(hands)
                    elif future.done():
                        under_way.popleft()
                        yield hands, future.result()
        except Exception as error:
            if _OF_A_CHUNK in vars(error):
                raise
            self.lost = error
        finally:
            # The workers of a pool die of the same interrupt. Unless the pool has noticed that before anything is
            # cancelled, Python 3.11 waits for them for ever.
            wait([future for _, future in under_way], 0.5)
            for _, future in under_way:
                future.cancel()

    def raise_if_lost(self, result: object, key: str, first: int, **facts: object) -> None:
        """Raise LostHandsError if an executor lost a chunk; the phrase `key`, filled with `facts`, says so.

        `first` is the hand to go on from, `result` what was made of the hands before the loss. Raises DominoError if
        the chunks could not even be sent.
        """
        if self.lost is not None:
            if not self.done:
                _check_sent(self.play)
            why = f"{type(self.lost).__name__} {self.lost}".strip()
            raise LostHandsError(phrase(key, why=why, first=first, **facts), first,
                                 result if self.done else None) from self.lost


Processes = Annotated[int, Whole(1, 256)]
"""A number of processes: at most more than any machine of a class has use for, and fewer than would bring it down."""


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
    return pool_of(count)


@contextmanager
def pool_of(count: int) -> Iterator[Executor | None]:
    """Open a pool of `count` processes, which an interrupt ends at once; warn and yield None where none can start."""
    try:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import get_context

        pool = ProcessPoolExecutor(count, get_context("fork" if is_forked() else "spawn"), signal.signal,
                                   (signal.SIGINT, signal.SIG_DFL))
    except (ImportError, NotImplementedError):
        warnings.warn(phrase("chance.no_workers"), stacklevel=2)
        yield None
        return
    with pool:
        yield pool


def is_forked() -> bool:
    """Return True if a process of a pool begins as a copy of this one, and so knows the classes of this notebook."""
    return sys.platform == "linux" and hasattr(os, "fork")


def _check_sent(play: object) -> None:
    """Raise DominoError, with a way out, if another process could not read what plays."""
    why = ""
    try:
        if b"__main__" in dumps(play) and not is_forked():
            why = "a class or function of this notebook is unknown there"
    except Exception as error:  # whatever an object of the reader's own raises when it is copied
        why = str(error)
    if why:
        raise DominoError(f"these rules or players cannot be sent to another process ({why}); put your class or "
                          "function into a file and import it from there, or use threads, which need no copy: "
                          "executor=ThreadPoolExecutor()")
