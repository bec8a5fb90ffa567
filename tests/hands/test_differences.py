"""Every game has a hand that teaches it; every variation has one that shows just how it differs from its game."""

from __future__ import annotations

from functools import lru_cache

import pytest

from domino_lab import hands
from domino_lab.catalogue import get, rulesets
from domino_lab.play.timeline import Timeline
from domino_lab.record import read
from domino_lab.rules.ruleset import Ruleset
from tests.hands.differing import differing, heard, shows, under

FEWEST_ACTIONS, FEWEST_NOTES = 8, 4
GAMES = [rules for rules in rulesets() if "/" not in rules.id]
VARIED = [rules for rules in rulesets() if rules.variation_of and differing(rules)]

every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
every_variation = pytest.mark.parametrize("rules", VARIED, ids=lambda rules: rules.id)
TAUGHT = pytest.mark.parametrize("rules", list(dict.fromkeys([*GAMES, *VARIED])), ids=lambda rules: rules.id)


@lru_cache(maxsize=1)
def packaged() -> dict[str, Timeline]:
    return {name: read(hands.text(name), get) for name in hands.names()}


def hands_of(rules: Ruleset) -> list[str]:
    """The names of the packaged hands that are played by these rules as the catalogue has them."""
    return [name for name, line in packaged().items() if line.rules.id == rules.id and not line.rules.changed()]


@TAUGHT
def test_a_ruleset_has_a_hand_long_enough_and_with_notes_and_a_question(rules: Ruleset) -> None:
    lines = [packaged()[name] for name in hands_of(rules)]
    assert any(
        (len(line.actions) >= FEWEST_ACTIONS or line.is_over)
        and sum(bool(note.text) for note in line.notes.values()) >= FEWEST_NOTES
        and any(note.ask and note.text for note in line.notes.values())
        for line in lines
    ), hands_of(rules)


@every_variation
def test_a_hand_shows_how_a_variation_differs_from_its_game(rules: Ruleset) -> None:
    missing = {name: shows(hands.text(name), rules) for name in hands_of(rules)}
    assert any(found == [] for found in missing.values()), missing or f"no hand is played by {rules.id}"


ONE_DOUBLE = """
format = 1
ruleset = "all-fives/all-spinners"
players = ["Ana", "Ben"]
[deal]
holdings = [["5-5", "0-2"], ["5-0", "3-1"]]
stock = []
stock_complete = true
leader = 0
[[move]]
play = "5-5"
count = 10
score = 10
[[move]]
play = "5-0"
count = 10
score = 10
[[move]]
play = "0-2"
count = 12
score = 0
[end]
how = "out"
winner = 0
award = 1
scores = [11, 10]
"""
"""One double is laid, and no tile goes on its tips: whether every double spins is not to be seen."""


def test_a_hand_that_shows_nothing_is_found_out() -> None:
    assert not read(ONE_DOUBLE, get).problems
    assert shows(ONE_DOUBLE, get("all-fives/all-spinners")) == ["all-fives reads the hand in the same way"]


def test_a_hand_in_which_no_differing_clause_fires_is_found_out() -> None:
    text = under(hands.text("all-fives-worked-example"), "all-fives/undivided")
    assert len(shows(text, get("all-fives/undivided"))) == 2


def test_the_two_worked_examples_tell_the_variation_from_its_game() -> None:
    assert shows(hands.text("all-fives-worked-example-spinner-closed"), get("all-fives/spinner-closed")) == []
    sheet, closed = packaged()["all-fives-worked-example"], packaged()["all-fives-worked-example-spinner-closed"]
    assert heard(sheet) != heard(closed)
    assert heard(sheet) == heard(read(hands.text("all-fives-worked-example"), get))


def test_what_is_asked_only_of_a_match_needs_no_hand() -> None:
    assert get("all-fives/to-200") not in VARIED
    assert get("all-fives/spinner-closed") in VARIED
