"""Compile every kernel once, before each worker of a test run would do it: `python -m tests.compiled`."""

from __future__ import annotations

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.monte_carlo_player import Thinker
from tests.chance import alone
from tests.kernel import readable
from tests.words.custom_rules import DoublesTwice


def main() -> None:
    """Call each compiled function once; numba keeps the machine code for later processes."""
    block, bingo = get("block"), get("bingo")
    dl.simulate(block, hands=1, engine="compiled")
    dl.simulate(bingo, hands=1, engine="compiled")
    dl.simulate(block.but(settling=DoublesTwice()), hands=1, engine="compiled")
    list(readable.by_kernel(block, 2, ["random"] * 2, 1, 0, 1, compiled=True))
    list(alone.by_kernel(bingo, "random", 1, 0, 1, compiled=True))
    dl.chance.solvable(bingo, hands=1, engine="compiled")
    dl.perfect_play(block, seed=1, compiled=True)
    Thinker().warm()


if __name__ == "__main__":
    main()
