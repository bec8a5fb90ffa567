"""Asked hands: the hand that somebody asks about, where a game or a packaged hand is named instead."""

from __future__ import annotations

from domino_lab import catalogue, hands
from domino_lab.errors import RecordError, RulesetError, shown
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import read
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle
from domino_lab.words import phrase

Asked = Timeline | Ruleset | str


def asked_hand(asked: Asked, *, seed: int = 0, seats: int | None = None) -> Timeline:
    """A hand as it is, a packaged hand by its name, or a game that the default players play out.

    `seed` and `seats` choose the deal of a game. Raises RecordError for anything else: files are read by `load`.

    >>> asked_hand("block", seed=7).is_over, asked_hand("all-fives-worked-example").is_study
    (True, True)
    """
    if isinstance(asked, Timeline):
        return asked
    if isinstance(asked, str) and asked in hands.names():
        return read(hands.text(asked), catalogue.get)
    try:
        rules = catalogue.get(asked)
    except RulesetError:
        raise RecordError(phrase("chance.no_hand", asked=shown(asked))) from None
    return play_out(rules, Shuffle(seed=seed), seats=seats)
