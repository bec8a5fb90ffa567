"""Eyes: whose tiles may be seen. No widgets here."""

from __future__ import annotations

from typing import Any

from domino_lab.play.timeline import Timeline

ALL, TABLE = "all", "table"


def is_blind(hand: Timeline) -> bool:
    """Whether the tiles lie in face-down rows that nobody may look at, their owners included.

    >>> from domino_lab.notebook import hand_of
    >>> is_blind(hand_of("block", seed=7)), is_blind(hand_of("blind", seed=7))
    (False, True)
    """
    return hand.rules.dealing.is_blind


def usual_view(hand: Timeline) -> str:
    """The viewpoint a hand is shown from where nobody says otherwise: all tiles, unless nobody at the table sees any.

    >>> from domino_lab.notebook import hand_of
    >>> usual_view(hand_of("block", seed=7)), usual_view(hand_of("blind", seed=7))
    ('all', 'table')
    """
    return TABLE if is_blind(hand) else ALL


def seen_by(viewpoint: int | str) -> int | None:
    """The seat whose eyes are used, None for all tiles open, -1 for nobody's holding.

    >>> seen_by("all"), seen_by("table"), seen_by(2)
    (None, -1, 2)
    """
    return None if viewpoint == ALL else -1 if viewpoint == TABLE else int(viewpoint)


def is_view(viewpoint: Any, seats: int) -> bool:
    """Whether that is a viewpoint of a hand with so many seats.

    >>> is_view("table", 2), is_view(2, 2)
    (True, False)
    """
    return viewpoint in (ALL, TABLE) or (isinstance(viewpoint, int) and 0 <= viewpoint < seats)


def opens(hand: Timeline, eyes: int | None, seat: int) -> bool:
    """Whether `eyes` see the holding of `seat` while the hand goes on; a row lies face down for its owner, too.

    >>> from domino_lab.notebook import hand_of
    >>> opens(hand_of("block", seed=7), 0, 0), opens(hand_of("blind", seed=7), 0, 0)
    (True, False)
    """
    return eyes is None or (eyes == seat and not is_blind(hand))
