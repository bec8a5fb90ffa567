"""Compile every kernel once, before each worker of a test run would do it: `python -m tests.compiled`."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.monte_carlo_player import Thinker
from tests.chance import alone
from tests.kernel import readable
from tests.words.custom_rules import DoublesTwice


def chain_games() -> None:
    """Call each compiled function that plays hands, or looks ahead in one."""
    block = get("block")
    dl.simulate(block, hands=1, engine="compiled")
    list(readable.by_kernel(block, 2, ["random"] * 2, 1, 0, 1, compiled=True))
    dl.simulate(block.but(settling=DoublesTwice()), hands=1, engine="compiled")
    dl.perfect_play(block, seed=1, compiled=True)
    Thinker().warm()


def patiences() -> None:
    """Call each compiled function that plays patiences."""
    bingo = get("bingo")
    dl.simulate(bingo, hands=1, engine="compiled")
    list(alone.by_kernel(bingo, "random", 1, 0, 1, compiled=True))


def main() -> None:
    """Compile side by side; numba keeps the machine code for later processes."""
    halves: tuple[Callable[[], None], ...] = (chain_games, patiences)
    with ProcessPoolExecutor(len(halves)) as pool:
        for half in [pool.submit(half) for half in halves]:
            half.result()


if __name__ == "__main__":
    main()
