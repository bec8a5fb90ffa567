"""Lost: is a chunk that came back with an error one that nobody played, or is the error the chunk's own?

An executor from outside the standard library says it in errors of its own. They are known by name: none of those
packages is needed here.
"""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, CancelledError

_BY_NAME = frozenset({"KilledWorker", "EngineError", "TaskAborted"})
"""Dask gave a chunk up after several workers had died of it; an engine of ipyparallel died, or was told to stop."""


def was_lost(error: BaseException) -> bool:
    """Whether the error says that the chunk was not played: its worker, its pool or the way there is gone.

    A chunk reads nothing and writes nothing: an OSError (a timeout and a connection that broke are among them) is the
    way's. An error of the chunk's own is not lost, nor is an interrupt.

    >>> was_lost(TimeoutError()), was_lost(ZeroDivisionError())
    (True, False)
    """
    if isinstance(error, (BrokenExecutor, CancelledError, OSError)):
        return True
    # ipyparallel wraps what happened far away and gives its name.
    return not _BY_NAME.isdisjoint((type(error).__name__, getattr(error, "ename", "")))
