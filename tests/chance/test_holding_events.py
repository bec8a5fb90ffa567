"""Events and measures of holdings: they follow logic, and are said in words."""

from __future__ import annotations

import pytest

from domino_lab.chance.exact_chance import exact
from domino_lab.chance.holding_events import Event, Measure, doubles, has, longest_suit, pips, suit, suits
from domino_lab.core.errors import NotationError
from domino_lab.core.tiles import Tile
from tests.chance.test_counting import MEASURES


def test_measures_are_what_their_names_say() -> None:
    held = [Tile(0, 5), Tile(5, 5), Tile(5, 6), Tile(1, 1), Tile(1, 5, 1)]
    assert [measure.of(held) for measure in MEASURES] == [2, 5 + 10 + 11 + 2 + 6, 4, 4, 4]


@pytest.mark.parametrize(("measure", "number", "words"), [
    (doubles(), 0, "0 doubles"), (doubles(), 1, "1 double"), (pips(), 1, "1 pip"), (pips(), 50, "50 pips"),
    (suit(6), 1, "1 tile with a 6"), (suit(6), 2, "2 tiles with a 6"),
])
def test_a_number_is_said_with_its_noun(measure: Measure, number: int, words: str) -> None:
    assert measure.in_words(number) == words


def test_signs_and_joints_follow_logic() -> None:
    for first in range(8):
        held = [Tile(value, value) for value in range(min(first, 7))]
        assert (doubles() < 3).holds(held) is (first < 3)
        assert (doubles() != 3).holds(held) is (first != 3)
        assert ((doubles() >= 2) & (doubles() <= 4)).holds(held) is (2 <= first <= 4)
        assert (~((doubles() > 1) | (doubles() == 0))).holds(held) is (first == 1)


def test_an_event_is_neither_true_nor_false() -> None:
    with pytest.raises(TypeError, match="neither true nor false"):
        _ = 0 < doubles() < 3
    with pytest.raises(TypeError, match="another event"):
        _ = (doubles() == 0) & True
    with pytest.raises(TypeError, match="whole number"):
        _ = doubles() == "none"
    with pytest.raises(TypeError, match="compared with a number"):
        exact(doubles())


@pytest.mark.parametrize("value", ["6", -1, 19, 2.5])
def test_what_is_no_value_is_refused_and_not_counted_as_absent(value) -> None:
    with pytest.raises(NotationError, match="0 to 18"):
        suit(value)


def test_measures_and_events_show_what_they_say() -> None:
    assert repr(doubles()) == "<doubles>"
    assert repr((doubles() == 0) & ~has("6-6")) == "<event: no doubles, and the 6-6 is not there>"


@pytest.mark.parametrize(("asked", "words"), [
    (doubles() == 0, "no doubles"), (doubles() == 1, "exactly 1 double"), (doubles() != 2, "not exactly 2 doubles"),
    (doubles() < 2, "fewer than 2 doubles"), (pips() > 50, "more than 50 pips"),
    (suits() <= 4, "at most 4 different numbers"), (suit(6) >= 1, "at least 1 tile with a 6"),
    (longest_suit() >= 5, "at least 5 tiles with the same number"),
    (~(doubles() >= 2), "fewer than 2 doubles"), (~(doubles() == 0), "at least 1 double"),
    (doubles() > 0, "at least 1 double"), (~(doubles() >= 1), "no doubles"),
    (has("6-6"), "the 6-6 is there"), (~has("6-6"), "the 6-6 is not there"),
])
def test_an_event_is_said_in_words_and_not_in_signs(asked: Event, words: str) -> None:
    assert str(asked) == words
