"""Clock: calls something again and again in the kernel's own loop, until it says that this was the last time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Clock:
    """Calls `tick` after each pause while it returns True; starting it again forgets the run before.

    >>> ticks = iter((True, False))
    >>> async def twice() -> None:
    ...     clock = Clock(lambda: next(ticks))
    ...     clock.start(lambda: 0.0)
    ...     await clock._task
    >>> asyncio.run(twice())
    >>> list(ticks)
    []
    """

    def __init__(self, tick: Callable[[], bool]) -> None:
        self._tick = tick
        self._task: asyncio.Task[None] | None = None

    def start(self, pause: Callable[[], float]) -> None:
        """Begin, with `pause()` seconds before each tick. Raises RuntimeError where no loop runs, as in a script."""
        self._task = asyncio.get_running_loop().create_task(self._run(pause))

    async def _run(self, pause: Callable[[], float]) -> None:
        mine, again = asyncio.current_task(), True
        while again:
            await asyncio.sleep(pause())
            again = self._task is mine and self._tick()
