"""Compile every kernel once, before each worker of a test run would do it: `python -m tests.compiled`."""

from __future__ import annotations

import domino_lab as dl


def main() -> None:
    """Play, solve and think a little with each compiled text; numba keeps what it makes of them for later processes."""
    dl.simulate("block", hands=1, engine="compiled")
    dl.simulate("bingo", hands=1, engine="compiled")
    dl.chance.solvable("bingo", hands=1, engine="compiled")
    dl.perfect_play("block", seed=1)
    dl.simulate("block", hands=1, policies=("thinking", "random"))


if __name__ == "__main__":
    main()
