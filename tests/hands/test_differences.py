"""Every variation and every axis changes a hand: a packaged one, or one that is played to see it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

import pytest

from domino_lab import hands
from domino_lab.catalogue import get, rulesets
from domino_lab.core.errors import RulesetError
from domino_lab.play.timeline import Timeline
from domino_lab.record import read
from domino_lab.rules.axes import AXES
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.turns import Drawing
from tests.hands.differing import PLAYED_ALIKE, differing, heard, lacks, played, shows, under
from tests.rules.random_rules import OPTIONS

FEWEST_ACTIONS, FEWEST_NOTES = 8, 4
SEEDS = range(40)
GAMES = [rules for rules in rulesets() if "/" not in rules.id]
VARIED = [rules for rules in rulesets() if rules.variation_of and differing(rules)]

OF_A_MATCH = {"best_score", "match_hands", "after_level"}
"""What decides who wins a match, and how often, or what a hand is worth after others."""
RARE = {"pass_lead_single", "tie_order"}
"""What hundreds of hands do not meet: `tests/rules/test_*_each_rule.py` set up the positions."""
UNVARIED = sorted(AXES.keys() - PLAYED_ALIKE - OF_A_MATCH - RARE - {axis for one in VARIED for axis in differing(one)})
"""The axes that no variation of the catalogue changes."""


@lru_cache(maxsize=1)
def packaged() -> dict[str, Timeline]:
    return {name: read(hands.text(name), get) for name in hands.names()}


def hands_of(rules: Ruleset) -> list[str]:
    """The names of the packaged hands that are played by these rules as the catalogue has them."""
    return [name for name, line in packaged().items() if line.rules.id == rules.id and not line.rules.changes()]


TAUGHT = [rules for rules in rulesets() if hands_of(rules)]


@pytest.mark.parametrize("rules", TAUGHT, ids=lambda rules: rules.id)
def test_a_ruleset_with_hands_has_one_long_enough_and_with_notes_and_a_question(rules: Ruleset) -> None:
    lines = [packaged()[name] for name in hands_of(rules)]
    assert any(
        (len(line.actions) >= FEWEST_ACTIONS or line.is_over)
        and sum(bool(note.text) for note in line.notes.values()) >= FEWEST_NOTES
        and any(note.ask and note.text for note in line.notes.values())
        for line in lines
    ), hands_of(rules)


@pytest.mark.parametrize("rules", VARIED, ids=lambda rules: rules.id)
def test_a_hand_shows_how_a_variation_differs_from_its_game(rules: Ruleset) -> None:
    missing = {name: shows(hands.text(name), rules) for name in hands_of(rules)}
    if missing:
        assert not all(missing.values()), missing
    else:
        assert is_seen_in_play(rules, SEEDS), f"{rules.id} is played as its game is: show the difference in a hand"


def is_seen_in_play(rules: Ruleset, seeds: range) -> bool:
    return any(lacks(line, other, rules) == [] for line, other in played(rules, get(rules.variation_of), seeds))


@pytest.mark.parametrize("axis", UNVARIED)
def test_a_hand_shows_an_axis_that_no_variation_changes(axis: str) -> None:
    assert any(heard(line) != heard(other) for line, other in under_two_values(axis))


def under_two_values(axis: str) -> Iterator[tuple[Timeline, Timeline]]:
    """The same hands with one axis changed: packaged ones, and then such as are played, first by games that have it."""
    for name, line in packaged().items():
        if line.rules[axis] != AXES[axis].default and not line.rules.changes():
            yield from ((line, read(hands.text(name), lambda _, rules=rules: rules))
                        for rules in with_another(axis, line.rules))
    for seed in SEEDS[:3]:
        for game in sorted(GAMES, key=lambda game: game[axis] == AXES[axis].default):
            for rules in with_another(axis, game):
                yield from played(rules, game, [seed])


def with_another(axis: str, rules: Ruleset) -> Iterator[Ruleset]:
    """`rules` with every other value of one axis that goes with the rest of them."""
    for value in OPTIONS[axis]:
        with suppress(RulesetError):
            other = rules.but(**{axis: value})
            if other[axis] != rules[axis]:
                yield other


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


def test_a_variation_that_changes_nothing_in_play_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    variation = get("draw/to-empty")
    assert differing(variation) == {"reserve": 0}
    assert is_seen_in_play(variation, SEEDS[:5])
    monkeypatch.setattr(Drawing, "reserve", property(lambda _: 2), raising=False)
    assert not is_seen_in_play(variation, SEEDS[:5])


def test_the_two_worked_examples_tell_the_variation_from_its_game() -> None:
    assert shows(hands.text("all-fives-worked-example-spinner-closed"), get("all-fives/spinner-closed")) == []
    sheet, closed = packaged()["all-fives-worked-example"], packaged()["all-fives-worked-example-spinner-closed"]
    assert heard(sheet) != heard(closed)
    assert heard(sheet) == heard(read(hands.text("all-fives-worked-example"), get))


def test_what_is_asked_only_of_a_match_needs_no_hand() -> None:
    assert get("all-fives/to-200") not in VARIED
    assert get("all-fives/spinner-closed") in VARIED
