"""Origin: which hand a reader meant by what was typed, and what to type to have it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from domino_lab.play.timeline import Timeline


def resolved(hand: Any, seed: int | None, seats: int | None) -> Timeline:
    """The hand that was meant: a hand, a packaged hand's name, a file, or a ruleset to be played out.

    >>> resolved("block", 7, 2).is_over
    True
    """
    if isinstance(hand, Timeline):
        return hand
    from domino_lab.front import hand_of

    return hand_of(hand, seed=seed or 0, seats=seats)


def recipe(hand: object, timeline: Timeline, seed: int | None, seats: int | None) -> str:
    """What to type between the brackets of a widget to have this hand again; empty where nothing short does.

    >>> recipe("block", resolved("block", 7, None), 7, None)
    '"block", seed=7'
    """
    if not isinstance(hand, (str, Path)) or "\n" in str(hand):
        return timeline.recipe
    quoted = '"' + str(hand).replace("\\", "\\\\").replace('"', '\\"') + '"'
    given = {"seed": timeline.shuffle.seed if timeline.shuffle else seed, "seats": seats}
    return ", ".join([quoted, *(f"{name}={value}" for name, value in given.items() if value is not None)])
