"""Timing: seconds of the wall clock, and hands a second."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median


def seconds(work: Callable[[], object], times: int) -> float:
    """The median time of one call, in seconds of the wall clock."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        found.append(time.perf_counter() - began)
    return median(found)


def best(work: Callable[[], object], times: int) -> float:
    """The shortest time of one call: what the work takes where nothing else runs."""
    return min(seconds(work, 1) for _ in range(times))


def best_busy(work: Callable[[], object], times: int) -> float:
    """The shortest time that one call keeps a core busy: what else runs on the machine hardly shows in it."""
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


def calibration() -> float:
    """Seconds for a million additions in plain Python."""

    def loop() -> int:
        total = 0
        for number in range(1_000_000):
            total += number & 3
        return total

    return seconds(loop, 5)


def print_rows(measure: Callable[[], list[tuple[str, str, str]]]) -> None:
    """Print rows of what was measured, what it took and the goal, with the calibration before and after."""
    before = calibration()
    for row in measure():
        print("  ".join(cell.ljust(50 - 30 * (number > 0)) for number, cell in enumerate(row)).rstrip())
    print(f"calibration: {before * 1000:.0f} ms before, {calibration() * 1000:.0f} ms after")


def process_seconds(code: str, times: int) -> float:
    """A new process that runs the code, less an empty process; bytecode is kept, as on any reader's machine."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def run(what: str) -> None:
        subprocess.run([sys.executable, "-c", what], check=True, env=settings)

    run(code)
    return seconds(lambda: run(code), times) - seconds(lambda: run("pass"), times)
