"""Running: the chunks of a job, shared out to an executor, gathered as they come, played again where one is lost.

A hand depends on its number alone and sums are whole numbers: neither the chunks nor who plays them changes a result.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import NamedTuple

from domino_lab.chance.chunks import Job, play_chunk
from domino_lab.chance.sums import Sums

UNDER_WAY = 64
"""So many chunks are handed to an executor at once; the rest wait here, where an interrupt finds them."""


class Progress(NamedTuple):
    """How far a run is: `done` hands of `total`. `phase` is "compiling" (once, before the first hand) or "playing".

    >>> Progress(0, 100, "compiling").phase
    'compiling'
    """

    done: int
    total: int
    phase: str = "playing"


class Run:
    """The hands of one run: what is still to be played, what is counted, and whether it was interrupted.

    `lost` counts the chunks whose worker was lost and which were played again here.

    >>> from domino_lab.catalogue import get
    >>> run = Run(Job(get("block"), 2, ("random", "random"), 1, "plain"), range(100), 30)
    >>> run.play(None, lambda progress: None)
    >>> run.sums.hands
    100
    """

    def __init__(self, job: Job, hands: range, chunk: int) -> None:
        self.job, self.total = job, len(hands)
        self.sums, self.lost, self.interrupted = Sums.none(), 0, False
        self._waiting = _cut(hands, chunk)
        self._again: list[range] = []

    def play(self, executor: Executor | None, tell: Callable[[Progress], None]) -> None:
        """Play them all, or as many as an interrupt leaves; `tell` hears of every chunk.

        >>> from domino_lab.catalogue import get
        >>> run, told = Run(Job(get("block"), 2, ("random", "random"), 1, "plain"), range(4), 2), []
        >>> run.play(None, told.append)
        >>> [progress.done for progress in told]
        [2, 4]
        """
        try:
            if executor is not None:
                self._share(executor, tell)
            self._play_here(tell)
        except KeyboardInterrupt:
            self.interrupted = True
            if not self.sums.hands:
                raise

    def _add(self, part: Sums, tell: Callable[[Progress], None]) -> None:
        self.sums = Sums.of((self.sums, part))
        tell(Progress(self.sums.hands, self.total))

    def _play_here(self, tell: Callable[[Progress], None]) -> None:
        while (hands := self._next()) is not None:
            self._add(play_chunk(self.job, hands.start, len(hands)), tell)

    def _next(self) -> range | None:
        return self._again.pop() if self._again else next(self._waiting, None)

    def _share(self, executor: Executor, tell: Callable[[Progress], None]) -> None:
        under_way: dict[Future[Sums], range] = {}
        try:
            self._hand_out(executor, under_way)
            while under_way:
                self._gather(under_way, tell)
                self._hand_out(executor, under_way)
        finally:
            self._call_back(under_way)

    def _hand_out(self, executor: Executor, under_way: dict[Future[Sums], range]) -> None:
        """Fill up what the executor has in hand; a broken one gets no more."""
        while len(under_way) < UNDER_WAY and not self.lost and (hands := self._next()) is not None:
            try:
                under_way[executor.submit(play_chunk, self.job, hands.start, len(hands))] = hands
            except BrokenExecutor:
                self._lose(hands)

    def _lose(self, hands: range) -> None:
        self.lost += 1
        self._again.append(hands)

    def _gather(self, under_way: dict[Future[Sums], range], tell: Callable[[Progress], None]) -> None:
        for future in wait(under_way, return_when=FIRST_COMPLETED).done:
            hands = under_way.pop(future)
            try:
                part = future.result()
            except BrokenExecutor:
                self._lose(hands)
            else:
                self._add(part, tell)

    def _call_back(self, under_way: dict[Future[Sums], range]) -> None:
        """After an interrupt or an error: what is done counts, what has not begun is not begun."""
        for future in [future for future in under_way if not future.cancel()]:
            if future.done() and future.exception() is None:
                self.sums = Sums.of((self.sums, future.result()))


def _cut(hands: range, chunk: int) -> Iterator[range]:
    return (hands[start : start + chunk] for start in range(0, len(hands), chunk))


@contextmanager
def threads(*, wanted: bool) -> Iterator[Executor | None]:
    """An executor of as many threads as there are cores; None where one would not help.

    >>> with threads(wanted=False) as pool: pool is None
    True
    """
    cores = os.cpu_count() or 1
    if not wanted or cores == 1:
        yield None
        return
    with ThreadPoolExecutor(cores) as pool:
        yield pool
