"""Origin: which hand a reader meant by what was typed, and what to type to have it again."""

from __future__ import annotations

from pathlib import Path

from domino_lab.errors import RecordError
from domino_lab.play.timeline import Timeline
from domino_lab.rules.values import python_literal
from domino_lab.rulings import Ruling


def one_hand(line: Timeline) -> Timeline:
    """That hand; raises RecordError where its file holds no hand but a match of several.

    >>> from domino_lab.notebook import load
    >>> one_hand(load("all-fives-worked-example")).is_study
    True
    """
    from domino_lab.record.source import SourceText

    hands = SourceText.of(line.text).data.get("hand") if line.problems else None
    if isinstance(hands, list):
        raise RecordError(Ruling("REC-KEY", "match", {"n": len(hands)}).text)
    return line


def recipe(hand: object, timeline: Timeline, seed: int | None, seats: int | None) -> str:
    """What to type between the brackets of a widget to have this hand again; empty where nothing short does.

    >>> from domino_lab.catalogue.resolve import hand_of
    >>> recipe("block", hand_of("block", seed=7), 7, None)
    '"block", seed=7'
    """
    if not isinstance(hand, (str, Path)) or "\n" in str(hand):
        return timeline.recipe
    given = {"seed": timeline.shuffle.seed if timeline.shuffle else seed, "seats": seats}
    said = [f"{name}={value}" for name, value in given.items() if value is not None]
    return ", ".join([python_literal(str(hand)), *said])
