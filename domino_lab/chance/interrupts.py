"""Interrupts: the stop button and Ctrl-C, raised where they break nothing.

Python raises KeyboardInterrupt wherever a process is. In the midst of an executor's bookkeeping that leaves a lock
closed for ever, and whoever closes the executor waits for ever.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from types import FrameType


class Told:
    """An interrupt is told, once, and not raised; the next one is raised as ever.

    >>> Told(lambda: print("stop"))(signal.SIGINT, None)
    stop
    """

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
    """Call `tell` at an interrupt, where this thread hears of interrupts and nobody else has seen to them.

    >>> before = signal.signal(signal.SIGINT, signal.default_int_handler)
    >>> with told(lambda: print("stop")):
    ...     signal.raise_signal(signal.SIGINT)
    stop
    >>> signal.signal(signal.SIGINT, before) is signal.default_int_handler
    True
    """
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, Told(tell))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Worker:
    """What a worker process of a pool does at an interrupt of its whole group: it stops its work, never its waiting.

    >>> with Worker.at_work(): Worker.is_working
    True
    """

    is_working = False

    @classmethod
    @contextmanager
    def at_work(cls) -> Iterator[None]:
        """While this lasts, an interrupt is raised; afterwards it is the business of the process that shares out.

        >>> with Worker.at_work(): pass
        >>> Worker.is_working
        False
        """
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
        if before is signal.default_int_handler or isinstance(before, Told):
            signal.signal(signal.SIGINT, cls._hear)

    @classmethod
    def _hear(cls, number: int, frame: FrameType | None) -> None:
        if cls.is_working:
            raise KeyboardInterrupt
