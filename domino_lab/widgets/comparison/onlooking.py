"""Onlooking: whose tiles are shown in all lines, how fast they play, and the keys."""

from __future__ import annotations

from domino_lab.widgets.comparison.lockstep import Lockstep
from domino_lab.widgets.seeing import Seeing


class Onlooking(Seeing):
    """The second row of controls of a comparison: see, speed, and the list of keys.

    >>> import domino_lab as dl
    >>> Onlooking(Lockstep(dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"]))).see.value
    'all'
    """

    keys_told = "comparison.keys"
    here: Lockstep
