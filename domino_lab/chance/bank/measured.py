"""Measured: values that nobody can count, found by playing very many hands, with their standard errors.

Each was found with the trials of its exercise, that of Five Columns with `solvable`; a test plays such hands with an
engine of its own.
"""

from __future__ import annotations

from typing import NamedTuple


class Measured(NamedTuple):
    """A `value` with its standard `error`, from so many `hands`.

    >>> Measured(0.5, 0.001, 250_000).error
    0.001
    """

    value: float
    error: float
    hands: int


LEADER_WINS = {2: Measured(0.5326, 0.0005, 1_000_000), 3: Measured(0.4004, 0.0005, 1_000_000)}
"""How often the leader wins at Draw, by the number of players who all choose at random."""

HEAVIEST_WINS = Measured(0.5475, 0.0005, 1_000_000)
"""How often one who lays the heaviest tile beats one who chooses at random, at Block for two."""

MORE_SPINNERS = Measured(4.313, 0.033, 1_000_000)
"""How many more points a player makes in play at All Fives where every double is a spinner."""

DOUBLE_LEAD = Measured(-7.88, 0.37, 13_000)
"""How many points more, after the hand, the lead of the 5-5 gives than the lead of the 6-4, at All Fives for two."""

COLUMNS_SOLVED = Measured(0.4406, 0.0005, 1_000_000)
"""How often Five Columns can be solved."""
