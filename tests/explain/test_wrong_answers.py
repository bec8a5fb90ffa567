"""The reason why an answer is wrong, for counts that were worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

import domino_lab as dl
from domino_lab.explain.questions import questions
from domino_lab.explain.wrong_answers import why_wrong
from domino_lab.play.timeline import Note

MOVES = "5-5 5-0 5-3 0-0 3-2"
"""The counts of All Fives: 10, 10, 13; the 0-0 counts 0, so 13 again; and with the 2 for the 3, 12."""


def reply(step: int, about: str, given: str, rules: str = "all-fives") -> str:
    hand = replace(dl.lay(rules, MOVES), notes={step: Note(ask="?", about=about)})
    return why_wrong(questions(hand)[step], given, hand)


@pytest.mark.parametrize(("step", "about", "given", "expected"), [
    (3, "count", "8", "Not yet. 8 is too low: the 5-5 counts both halves."),
    (3, "count", "10", "Not yet. 10 is too low: the 5-3 is at an open end, too."),
    (3, "count", "18", "Not yet. 18 is too high: the 5 of 5-5 is covered now."),
    (5, "count", "15", "Not yet. 15 is too high: the 3 of 5-3 is covered now."),
    (5, "count", "11", "Not yet. 11 is too low: the 5-5 counts both halves."),
    (5, "count", "40", "Not yet. 40 is too high: only the open ends count."),
    (2, "score", "12", "Not yet. 12 is not a multiple of 5, so it cannot be a score."),
    (2, "score", "5", "Not yet. The open ends do not add up to 5."),
    (2, "score", "0", "Not yet. 0 is too low: the open ends add up to a multiple of 5."),
    (3, "score", "15", "Not yet. The open ends do not add up to 15."),
])
def test_a_wrong_number_has_its_slip(step: int, about: str, given: str, expected: str) -> None:
    assert reply(step, about, given) == expected


def test_a_score_for_each_five_and_three_is_counted_by_them() -> None:
    """The 5-5 counts 10, two fives: 2 points."""
    assert reply(1, "score", "10", "fives-and-threes") == (
        "Not yet. 10 is too high: see how often 3 or 5 goes into the sum of the open ends.")


def test_a_spinner_that_counts_nothing_is_no_end() -> None:
    """In this variation a spinner with both sides covered counts nothing: 0 + 3 = 3, and not 13."""
    assert reply(3, "count", "13", "all-fives/spinner-closed") == (
        "Not yet. 13 is too high: the 5-5 counts nothing now.")
