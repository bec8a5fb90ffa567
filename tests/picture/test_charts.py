"""Pictures of ratings and of estimates: one scale that holds all of it, and no words that run into others."""

from __future__ import annotations

import re
from math import inf
from xml.etree import ElementTree

import pytest

from domino_lab.picture.charts import NARROW, EstimatePlot, IntervalRow, Point, estimate_plot, rating_dots
from domino_lab.picture.text_metrics import width

SVG = "{http://www.w3.org/2000/svg}"


def dot(name: str, value: float, half: float) -> IntervalRow:
    return IntervalRow(name, value, value - half, value + half, f"{value:.0f} ± {half:.0f}")


def drawn(*dots: IntervalRow) -> ElementTree.Element:
    return ElementTree.fromstring(rating_dots("Who is best", "rating", dots))


def whiskers(svg: ElementTree.Element) -> list[tuple[int, int]]:
    found = [re.match(r"M(-?\d+) \d+H(-?\d+)M", path.get("d")) for path in svg.iter(f"{SVG}path")]
    return [tuple(map(int, one.groups())) for one in found if one]


@pytest.mark.parametrize("half", [3, 40, 700])
def test_dots_stand_where_the_scale_says(half: float) -> None:
    dots = [dot(name, value, half) for name, value in (("a", 1100), ("b", 1010), ("c", 890))]
    svg = drawn(*dots)
    ticks = {int(word.text): int(word.get("x")) for word in svg.iter(f"{SVG}text")
             if word.text.lstrip("-").isdecimal() and word.get("font-size") == "12"}
    assert 2 <= len(ticks) <= 7
    (low, left), *_, (high, right) = sorted(ticks.items())
    assert low <= 890 - half
    assert high >= 1100 + half

    def place(rating: float) -> float:
        return left + (right - left) * (rating - low) / (high - low)

    circles = [int(circle.get("cx")) for circle in svg.iter(f"{SVG}circle")]
    assert circles == pytest.approx([place(one.value) for one in dots], abs=1)
    assert [end for one in whiskers(svg) for end in one] == pytest.approx(
        [place(end) for one in dots for end in (one.low, one.high)], abs=1)


def test_an_error_without_end_reaches_both_edges_and_no_further() -> None:
    svg = drawn(dot("a", 1050, inf), dot("b", 950, inf))
    for low, high in whiskers(svg):
        assert 0 < low < NARROW // 4
        assert NARROW > high > 3 * NARROW // 4


def test_players_that_are_all_alike_have_a_scale_too() -> None:
    assert [int(one.get("cx")) for one in drawn(dot("a", 1000, 0), dot("b", 1000, 0)).iter(f"{SVG}circle")]


def test_a_long_name_does_not_run_into_its_number() -> None:
    svg = drawn(dot("the very careful player that counts every tile and every pip", 1234, 56))
    name, number = [word for word in svg.iter(f"{SVG}text") if word.get("font-size") == "14"]
    assert name.text.endswith("…")
    assert int(name.get("x")) + width(name.text, 14) < int(number.get("x")) - width(number.text, 14)


def test_all_numbers_are_said_and_strangers_names_are_only_text() -> None:
    svg = drawn(dot("<b>&", 1100, 20), dot("b", 900, 20))
    assert svg.find(f"{SVG}desc").text == "<b>&: 1100 ± 20. b: 900 ± 20"
    assert not list(svg.iter(f"{SVG}b"))


@pytest.mark.parametrize(("high", "top"), [(0.008, 0.01), (0.04, 0.05), (0.15, 0.2), (0.43, 0.5), (0.9, 1)])
def test_a_chance_has_the_room_it_needs_and_ends_at_one(high: float, top: float) -> None:
    """The highest number of the axis is 1, 2 or 5 with zeros, and there is a tenth to spare above the band."""
    points = [Point(10, high / 2, 0, high), Point(100, high / 2, 0, high)]
    plot = EstimatePlot("Chance", points, (), None, "found", "share", "{:.3f}".format)
    texts = [word.text for word in ElementTree.fromstring(estimate_plot(plot)).iter(f"{SVG}text")]
    assert max(float(text) for text in texts if re.fullmatch(r"\d\.\d{3}", text)) == top
