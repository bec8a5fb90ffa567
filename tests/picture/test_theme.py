"""Contrasts by the WCAG formula: words 4.5 to 1, marks 3 to 1."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import domino_lab.widgets
from domino_lab.picture.svg import _LABEL_ROLES
from domino_lab.picture.theme import DARK, LIGHT, Theme, contrast

OKABE_ITO = {"#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"}
STYLE = (Path(domino_lab.widgets.__file__).parent / "stage.css").read_text(encoding="utf-8")
every_theme = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


@every_theme
@pytest.mark.parametrize(
    ("words", "ground"),
    [
        ("text", "panel"),
        ("card_text", "card"),
        ("quiet", "panel"),
        ("cloth_text", "cloth"),
        ("pill_text", "pill"),
        ("gain_text", "gain"),
        ("lit_text", "lit"),
        ("lit_text", "mark"),
        ("cloth_text", "shadow"),
        ("pip", "face"),
        ("seven", "face"),
        ("eight", "face"),
        ("nine", "face"),
    ],
)
def test_words_can_be_read(theme: Theme, words: str, ground: str) -> None:
    assert contrast(getattr(theme, words), getattr(theme, ground)) >= 4.5


@every_theme
@pytest.mark.parametrize(
    ("mark", "ground"),
    [
        ("face", "cloth"),
        ("last", "cloth"),
        ("mark", "cloth"),
        ("lit", "cloth"),
        ("slot", "cloth"),
        ("bar", "face"),
        ("edge", "face"),
        ("turn", "card"),
        ("drawn", "panel"),
        ("gain", "card"),
        ("gain", "cloth"),
        ("back_mark", "back"),
        ("wild", "edge"),
        ("wild", "face"),
        ("face", "card"),
        ("back", "panel"),
    ],
)
def test_marks_can_be_told_from_their_ground(theme: Theme, mark: str, ground: str) -> None:
    assert contrast(getattr(theme, mark), getattr(theme, ground)) >= 3


@every_theme
def test_accents_are_okabe_and_itos(theme: Theme) -> None:
    assert {theme.mark, theme.lit, theme.pill, theme.drawn, theme.turn, theme.gain, theme.wild} <= OKABE_ITO


def test_the_felt_and_the_gold_are_those_of_the_page() -> None:
    """A ghost lies on a patch of felt over the picture: the two must be one colour."""
    light, dark = re.findall(r"--dlab-felt: (#[0-9a-f]{6})", STYLE)
    assert (light, dark) == (LIGHT.cloth, DARK.cloth)
    assert re.findall(r"--dlab-gold: (#[0-9a-f]{6})", STYLE) == [LIGHT.lit] == [DARK.lit]
    assert re.findall(r"--dlab-rail: (#[0-9a-f]{6})", STYLE) == [LIGHT.rim, DARK.rim] == [LIGHT.card, DARK.card]
    assert re.findall(r"--dlab-back: (#[0-9a-f]{6})", STYLE) == [LIGHT.back, DARK.back]
    assert re.findall(r"\.dlab-of\d circle { fill: (#[0-9a-f]{6})", STYLE) == [LIGHT.seven, LIGHT.eight, LIGHT.nine]


@every_theme
def test_rail_and_felt_are_two_materials(theme: Theme) -> None:
    """Wood is red before it is green, felt green before all."""
    wood, felt = (tuple(int(colour[at:at + 2], 16) for at in (1, 3, 5)) for colour in (theme.rim, theme.cloth))
    assert wood[0] > wood[1] > wood[2]
    assert felt[1] > max(felt[0], felt[2])


def test_every_label_has_a_colour() -> None:
    assert set(_LABEL_ROLES.values()) <= set(Theme.__dataclass_fields__)


def test_known_contrasts() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_no_change_inside_a_view_makes_a_browser_find_the_styles_of_all_of_it() -> None:
    """A rule like `.a:has(.b) > :not(.c)` names no class of what it changes.

    So every element of the view could be one, and is looked at anew whenever anything in the view changes.
    """
    plain = re.sub(r"/\*.*?\*/", "", STYLE, flags=re.DOTALL)
    while (bare := re.sub(r"\([^()]+\)", "()", plain)) != plain:      # what stands in brackets is no combinator
        plain = bare
    rules = re.findall(r"[^{}]+(?=\{)", plain)
    selectors = [selector.strip() for rule in rules for selector in rule.split(",") if ":has()" in selector]
    assert len(selectors) > 15
    changed = [re.split(r"[ >+~]+", selector)[-1] for selector in selectors]
    assert [compound for compound in changed if re.match(r":(?!is\(\))", compound)] == []
