"""A rule page never says two things at once."""

from __future__ import annotations

import pytest

from domino_lab.catalogue import get

PARTLY = "Another rule on this page changes a part of that."


@pytest.mark.parametrize("name", ["all-fives/cribbage", "all-fives/to-200"])
def test_the_target_of_the_game_is_marked_as_changed(name: str) -> None:
    line = next(line for line in get(name).sheet().splitlines() if "goes to 100 points" in line)
    assert PARTLY in line


def test_a_house_rule_marks_the_sentence_it_takes_a_part_from() -> None:
    sheet = get("block").but(seats=[2, 3]).sheet()
    assert PARTLY in next(line for line in sheet.splitlines() if "Two players take 7 tiles each" in line)


@pytest.mark.parametrize("name", ["all-fives", "all-fives-leaflet", "block"])
def test_a_game_as_its_sheet_has_it_is_changed_nowhere(name: str) -> None:
    assert PARTLY not in get(name).sheet()
