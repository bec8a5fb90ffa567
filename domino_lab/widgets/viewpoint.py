"""Viewpoint: whose tiles may be seen. No widgets here."""

from __future__ import annotations

from typing import Any

from domino_lab.play.timeline import Timeline

ALL, TABLE = "all", "table"


def is_blind(hand: Timeline) -> bool:
    """Whether the tiles lie in face-down rows that nobody may look at, their owners included."""
    return hand.rules.dealing.is_blind


def usual_view(hand: Timeline) -> str:
    """The viewpoint of a hand where nobody says otherwise: all tiles, unless nobody at the table sees any."""
    return TABLE if is_blind(hand) else ALL


def seen_by(viewpoint: int | str) -> int | None:
    """The seat that looks, None for all tiles open, -1 for nobody's holding."""
    return None if viewpoint == ALL else -1 if viewpoint == TABLE else int(viewpoint)


def is_view(viewpoint: Any, seats: int) -> bool:
    """Whether that is a viewpoint of a hand with so many seats."""
    return viewpoint in (ALL, TABLE) or (isinstance(viewpoint, int) and 0 <= viewpoint < seats)


def opens(hand: Timeline, viewer: int | None, seat: int) -> bool:
    """Return True if `viewer` sees the holding of `seat` while the hand goes on.

    Not even its owner sees a face-down row.
    """
    return viewer is None or (viewer == seat and not is_blind(hand))
