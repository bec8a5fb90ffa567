"""Long runs: their progress, interrupts, and chunks shared among the workers of an executor.

A hand depends on its number alone, and totals are whole numbers: neither the chunks nor who plays them change a result.
A chunk that a worker lost is played again here. Each kind of `ChunkedRun` says what is played and how it adds up.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import parent_process
from queue import Empty, SimpleQueue
from time import monotonic
from types import FrameType
from typing import Generic, NamedTuple, Protocol, TypeVar

from domino_lab.errors import ArgumentError, shown
from domino_lab.words import phrase


class Progress(NamedTuple):
    """How far a run is: `done` of `total`. `phase` is "compiling" (once, before the first hand) or "playing",
    "looking" where holdings are counted one by one, "drawing" where some are drawn, and "solving".
    """

    done: int
    total: int
    phase: str = "playing"


def lasting(seconds: float) -> str:
    """How long something takes, in words and rounded: nobody knows it better."""
    unit, size = next((found for found in _UNITS if seconds >= 2 * found[1]), _UNITS[-1])
    return phrase(f"chance.about_{unit}", number=f"{seconds / size:,.0f}")


_UNITS = (("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


class RemainingTime:
    """Says how much longer a run takes, once it is clear that it will be long."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._first: tuple[float, int] | None = None

    def left(self, progress: Progress) -> str:
        """How much longer the run takes, as a sentence; empty while nobody knows, and where it is soon over."""
        now, done = self._clock(), progress.done
        if progress.phase == "compiling":
            return ""
        if self._first is None:
            self._first = now, done
        began, before = self._first
        if done == before or now - began < KNOWN:
            return ""
        seconds = (now - began) / (done - before) * (progress.total - done)
        key = "takes_longer" if progress.phase in ("looking", "drawing") else "takes_long"
        return phrase(f"chance.{key}", time=lasting(seconds)) if seconds > LONG else ""


KNOWN = 1
"""Seconds after which the pace of a run is known: one slow hand says little of a million."""

LONG = 60
"""Seconds that somebody waits without asking how much longer it takes."""

Teller = Callable[[Progress], None]


class ProgressDisplay(Protocol):
    """Shows how far a run of `total` is while it lasts; the phrase `key`, filled with `facts`, says what it does.

    `progress` is a function that hears of it instead, or False. A display that is `late` is shown only when it is clear
    that the run is long.
    """

    def __call__(
        self, progress: Teller | bool, total: int, key: str, *, late: bool = False, **facts: object  # noqa: FBT001
    ) -> AbstractContextManager[Teller | None]:
        """Show the progress while the context lasts; give what hears of it."""


SOON = 1_500_000
"""No display is shown at once for a look at fewer holdings than these: it takes a second or two."""

_displays: list[ProgressDisplay] = []


def show_progress_by(display: ProgressDisplay) -> None:
    """Let `display`, which a room above supplies, show how far a run is."""
    _displays[:] = [display]


@contextmanager
def shown_progress(progress: Teller | bool, total: int, key: str, *, late: bool = False, **facts: object  # noqa: FBT001
                   ) -> Iterator[Teller | None]:
    """Give what hears how far a run of `total` is: `progress` if it is a function, else the display if there is one."""
    if not isinstance(progress, bool) or not _displays:
        yield None if isinstance(progress, bool) else progress
        return
    with _displays[0](progress, total, key, late=late, **facts) as tell:
        yield tell


@contextmanager
def heard(progress: Teller | None, total: int, phase: str = "looking") -> Iterator[Teller]:
    """What hears how far a count of `total` is: `progress`, or the display that is shown where there is one."""
    late = phase != "looking" or total <= SOON
    with shown_progress(progress or True, total, f"chancelab.{phase}_at", late=late, number=total) as tell:
        yield tell or _silent


def _silent(progress: Progress) -> None:
    pass


# Python raises KeyboardInterrupt wherever a process is. In the midst of an executor's bookkeeping that leaves a lock
# closed for ever, and whoever closes the executor waits for ever.

class InterruptHandler:
    """An interrupt is told, once, and not raised; the next one is raised as ever."""

    def __init__(self, tell: Callable[[], object]) -> None:
        self._tell, self._is_told = tell, False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Hear of an interrupt, as a handler of signals does."""
        if self._is_told:
            raise KeyboardInterrupt
        self._is_told = True
        self._tell()


@contextmanager
def told(tell: Callable[[], object]) -> Iterator[None]:
    """Call `tell` at an interrupt, where this thread hears of interrupts and nobody else has seen to them."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, InterruptHandler(tell))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Worker:
    """What a worker process of a pool does at an interrupt of its whole group: it stops its work, never its waiting."""

    is_working = False

    @classmethod
    @contextmanager
    def at_work(cls) -> Iterator[None]:
        """While this lasts, an interrupt is raised; afterwards it is the business of the process that shares out."""
        cls._listen()
        cls.is_working = True
        try:
            yield
        finally:
            cls.is_working = False

    @classmethod
    def _listen(cls) -> None:
        if parent_process() is None or threading.current_thread() is not threading.main_thread():
            return
        before = signal.getsignal(signal.SIGINT)
        # A worker that was forked in the middle of a run has its parent's way of hearing.
        if before is signal.default_int_handler or isinstance(before, InterruptHandler):
            signal.signal(signal.SIGINT, cls._hear)

    @classmethod
    def _hear(cls, number: int, frame: FrameType | None) -> None:
        if cls.is_working:
            raise KeyboardInterrupt


# An executor from outside the standard library says in errors of its own that a chunk was lost. They are known by name:
# none of those packages is needed here.

_BY_NAME = frozenset({"KilledWorker", "EngineError", "TaskAborted"})
"""Dask gave a chunk up after several workers had died of it; an engine of ipyparallel died, or was told to stop."""


def was_lost(error: BaseException) -> bool:
    """Whether the error says that the chunk was not played: its worker, its pool or the way there is gone.

    A chunk reads nothing and writes nothing: an OSError (a timeout and a connection that broke are among them) is the
    way's. An error of the chunk's own is not lost, nor is an interrupt.
    """
    if isinstance(error, (BrokenExecutor, CancelledError, OSError)):
        return True
    # ipyparallel wraps what happened far away and gives its name.
    return not _BY_NAME.isdisjoint((type(error).__name__, getattr(error, "ename", "")))


UNDER_WAY = 64
"""So many chunks are handed to an executor at once; the rest wait here, where an interrupt finds them."""

GRACE = 30.0
"""Seconds without news after which an executor that takes chunks back is given up: a closed client may never speak
again, and what still was under way is played here."""


class Counted(Protocol):
    """What the chunks of a job have given so far; `hands` says of how many."""

    @property
    def hands(self) -> int:
        """How many are counted."""


J = TypeVar("J")
S = TypeVar("S", bound=Counted)


class ChunkedRun(Generic[J, S]):
    """A job in chunks: what is still to be played, what is counted in `sums`, and whether it was interrupted.

    `lost` counts the chunks that an executor lost or did not take, and which were played here instead. A kind of job
    says what no chunks give, what two parts give together, and how a chunk is played here and elsewhere.
    """

    def __init__(self, job: J, hands: range, chunk: int) -> None:
        self.job, self.total = job, len(hands)
        self.sums, self.lost, self.interrupted = self._none(), 0, False
        self._waiting = _cut(hands, chunk)
        self._again: list[range] = []
        self._under_way: dict[Future[S], range] = {}
        self._news: SimpleQueue[Future[S] | None] = SimpleQueue()
        self._is_refused = False
        self._patience: float | None = None

    def _none(self) -> S:
        raise NotImplementedError

    def _together(self, one: S, other: S) -> S:
        raise NotImplementedError

    def _here(self, hands: range) -> S:
        raise NotImplementedError

    @property
    def _elsewhere(self) -> Callable[[J, int, int], S]:
        """What an executor calls with the job, the first number and how many; a function that can be sent."""
        raise NotImplementedError

    def play(self, executor: Executor | None, tell: Teller) -> None:
        """Play them all, or as many as an interrupt leaves; `tell` hears of every chunk.

        Raises what a chunk raises, what an executor raises that does not take the first one, and KeyboardInterrupt
        where nothing is counted yet.
        """
        try:
            if executor is not None:
                self._share(executor, tell)
            self._play_here(tell)
        except KeyboardInterrupt:
            self.interrupted = True
            if not self.sums.hands:
                raise

    def _add(self, part: S, tell: Teller) -> None:
        self.sums = self._together(self.sums, part)
        tell(Progress(self.sums.hands, self.total))

    def _play_here(self, tell: Teller) -> None:
        """What was lost on the way, and what is still waiting."""
        for hands in (*self._again, *self._waiting):
            self._add(self._here(hands), tell)

    def _share(self, executor: Executor, tell: Teller) -> None:
        """News are futures that are done, and None for an interrupt."""
        tell(Progress(0, self.total))
        try:
            with told(lambda: self._news.put(None)):
                self._hand_out(executor)
                while self._under_way or not self._news.empty():
                    self._gather(tell)
                    self._hand_out(executor)
        finally:
            self._call_back()

    def _hand_out(self, executor: Executor) -> None:
        """Fill up what the executor has in hand; one that takes no more gets no more."""
        while len(self._under_way) < UNDER_WAY and not self._is_refused and (hands := next(self._waiting, None)):
            try:
                future = executor.submit(self._elsewhere, self.job, hands.start, len(hands))
            except Exception as error:
                self._refuse(hands, error)
            else:
                self._under_way[future] = hands
                future.add_done_callback(self._news.put)

    def _refuse(self, hands: range, error: Exception) -> None:
        is_first = not (self._under_way or self.lost or self.sums.hands)
        # At the start, whoever called has given a closed pool, or a job that cannot be sent.
        if is_first and not was_lost(error):
            raise error
        self._is_refused = True
        self._lose([hands])

    def _gather(self, tell: Teller) -> None:
        try:
            future = self._news.get(timeout=self._patience)
        except Empty:
            self._give_up()
            return
        if future is None:
            raise KeyboardInterrupt
        hands = self._under_way.pop(future, None)
        if hands is None:
            return      # It was given up, and speaks all the same.
        try:
            part = future.result()
        except Exception as error:
            if was_lost(error):
                self._lose([hands])
                self._patience = GRACE if isinstance(error, CancelledError) else self._patience
                return
            part = self._instead(hands, error)
        self._add(part, tell)

    def _instead(self, hands: range, error: Exception) -> S:
        """What counts for a chunk that came back with an error nobody knows."""
        if not self.sums.hands:
            raise error
        # An executor that comes down may say anything. An error of the chunk's own comes again here.
        part = self._here(hands)
        self.lost, self._patience = self.lost + 1, GRACE
        return part

    def _lose(self, chunks: Collection[range]) -> None:
        self._again += chunks
        self.lost += len(chunks)

    def _give_up(self) -> None:
        self._is_refused = True
        self._lose(self._under_way.values())
        while self._under_way:
            self._under_way.popitem()[0].cancel()

    def _call_back(self) -> None:
        """After an interrupt or an error: what is done counts, what has not begun is not begun."""
        for future in [future for future in self._under_way if not future.cancel()]:
            if future.done() and future.exception() is None:
                self.sums = self._together(self.sums, future.result())


def check_ways(executor: object, progress: object) -> None:
    """Raise TypeError for an executor that takes no work, and for a progress that nobody can tell."""
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise ArgumentError(f"give an executor with a `submit` method, such as a process pool: {shown(executor)} "
                            "has none")
    if progress is not None and not callable(progress):
        raise ArgumentError(f"progress must be a function that is told how far the run is, not {shown(progress)}")


def _cut(hands: range, chunk: int) -> Iterator[range]:
    return (hands[start : start + chunk] for start in range(0, len(hands), chunk))


@contextmanager
def threads(*, wanted: bool) -> Iterator[Executor | None]:
    """An executor of as many threads as there are cores; None where one would not help."""
    cores = os.cpu_count() or 1
    if not wanted or cores == 1:
        yield None
        return
    pool = ThreadPoolExecutor(cores)
    try:
        yield pool
    finally:
        # After an interrupt a chunk is still being played: nobody waits for it, so that a second one spoils nothing.
        pool.shutdown(wait=False, cancel_futures=True)
