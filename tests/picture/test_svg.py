"""The static picture: well-formed, stable, plain text for every word of a stranger, all pips there."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

from domino_lab.core.chain import Chain
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import Boxes, display_list, pips, plain, sketch, svg
from domino_lab.picture.tabletop import Highlight, Holding, LitEnd, Tabletop
from domino_lab.picture.theme import DARK, LIGHT, Theme
from tests.picture.tables import busy_table, random_table, table_of

NAMESPACE = "{http://www.w3.org/2000/svg}"
NASTY = """<script>alert(1)</script>"'&]]><svg onload=x><!-- \x00\x08\ud800"""


def drawn(table: Tabletop, theme: Theme = LIGHT, pixels: int = 720) -> ElementTree.Element:
    return ElementTree.fromstring(svg(scene(table, pixels), theme))


def colours(root: ElementTree.Element, colour: str, tag: str) -> int:
    groups = [group for group in root.iter(f"{NAMESPACE}g") if group.get("fill") == colour]
    return sum(len(group.findall(f"{NAMESPACE}{tag}")) for group in groups)


def pips_of(table: Tabletop) -> int:
    on_table = sum(laid.tile.weight for laid in table.chain.laid)
    shown = [tile for holding in table.holdings for tile in holding.tiles or () if tile is not None]
    return on_table + sum(tile.weight for tile in shown)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("pixels", [360, 1000])
def test_every_pip_is_drawn_once(seed: int, pixels: int) -> None:
    table = random_table(seed, most=20)
    assert colours(drawn(table, pixels=pixels), LIGHT.pip, "circle") == pips_of(table)


@pytest.mark.parametrize("seed", range(6))
def test_the_bar_divides_each_tile_in_halves(seed: int) -> None:
    """A tile is twice as long as it is wide, lying or standing; its bar is in the middle, across the longer side."""
    batches = [batch for batch in display_list(scene(random_table(seed, most=20))) if isinstance(batch, Boxes)]
    bars = [box for batch in batches if batch.role == "bar" for box in batch.boxes]
    faces = [box for batch in batches if batch.role == "bevel" for box in batch.boxes]
    assert bars
    assert len(bars) == len(faces)
    for (x, y, wide, high), bar in zip(faces, bars, strict=True):
        assert abs(2 * bar[0] + bar[2] - (2 * x + wide)) <= 2
        assert abs(2 * bar[1] + bar[3] - (2 * y + high)) <= 2
        assert (bar[2] < bar[3]) == (wide > high)


def test_the_picture_carries_its_title_and_its_words() -> None:
    table = random_table(3, most=5)
    root = drawn(table)
    assert root.tag == f"{NAMESPACE}svg"
    assert root.get("role") == "img"
    assert root[0].tag == f"{NAMESPACE}title"
    assert root[0].text == "Two tens and a fifteen"
    assert root[1].tag == f"{NAMESPACE}desc"
    assert root[1].text == scene(table).text


@pytest.mark.parametrize("seed", range(5))
def test_all_numbers_are_whole_and_nothing_has_an_id(seed: int) -> None:
    root = drawn(busy_table(seed))
    assert root.get("viewBox") is not None
    for element in root.iter():
        assert element.get("id") is None
        for name in ("x", "y", "width", "height", "rx", "r", "cx", "cy", "d", "font-size", "stroke-width", "viewBox"):
            assert "." not in (element.get(name) or ""), (element.tag, name)


def test_the_same_table_gives_the_same_text() -> None:
    assert svg(scene(busy_table(2))) == svg(scene(busy_table(2)))


def test_words_of_strangers_are_plain_text_everywhere() -> None:
    chain = Chain().lay(Tile(5, 5))
    table = table_of(
        chain,
        title=NASTY,
        caption=NASTY,
        label=NASTY,
        holdings=(Holding(NASTY, (Tile(1, 2),), label=NASTY),),
        marks=(Highlight(0, NASTY), Highlight(chain.ends[0], NASTY)),
        lit=(LitEnd(chain.ends[1], NASTY),),
    )
    root = drawn(table, pixels=1600)
    assert {element.tag.removeprefix(NAMESPACE) for element in root.iter()} <= {
        "svg", "title", "desc", "g", "rect", "circle", "path", "text",
    }  # fmt: skip
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on")]
    assert "<script>alert(1)</script>" in (root[0].text or "")


def test_control_characters_are_left_out() -> None:
    assert plain("a\x00b\x1bc\x7fd\ud800e\ufffff") == "abcdef"


def test_nothing_is_fetched_or_run() -> None:
    text = svg(scene(busy_table(1)))
    assert not re.search(r"<script|<image|<use|<style|href|url\(|@import", text)


def test_each_theme_has_its_panel() -> None:
    for theme in (LIGHT, DARK):
        assert f'<g fill="{theme.panel}"><rect x="0" y="0"' in svg(scene(random_table(1)), theme)


def test_values_above_nine_are_written_as_numbers() -> None:
    table = table_of(Chain().lay(Tile(11, 12)), these=DominoSet.of(12), holdings=())
    root = drawn(table)
    assert colours(root, LIGHT.pip, "circle") == 0
    assert {"11", "12"} <= {text.text for text in root.iter(f"{NAMESPACE}text")}


@pytest.mark.parametrize("value", range(10))
def test_pips_have_the_standard_pattern(value: int) -> None:
    upright = set(pips(value, lies=False))
    assert len(upright) == value
    assert {(-x, -y) for x, y in upright} == upright
    assert ((0, 0) in upright) == (value % 2 == 1)
    assert {(-y, x) for x, y in upright} == set(pips(value, lies=True))


def test_sevens_eights_and_nines_have_a_colour_each() -> None:
    chain = Chain().lay(Tile(9, 8))
    for tile in (Tile(8, 7), Tile(7, 6)):
        chain = chain.lay(tile, next(end for end in chain.ends if end.value == tile.high))
    root = drawn(Tabletop(chain, final=chain))
    pips_in = {9: LIGHT.nine, 16: LIGHT.eight, 14: LIGHT.seven, 6: LIGHT.pip}
    assert {colours(root, colour, "circle"): colour for colour in pips_in.values()} == pips_in


def test_a_standing_six_has_two_columns() -> None:
    assert {x for x, _ in pips(6, lies=False)} == {-1, 1}
    assert {y for _, y in pips(6, lies=True)} == {-1, 1}


def test_a_hidden_tile_shows_nothing_of_its_face() -> None:
    faces = [Tile(6, 6), Tile(0, 0)]
    texts = {svg(scene(Tabletop(Chain(), holdings=(Holding("Ana", tuple(None for _ in faces)),)))) for _ in faces}
    assert len(texts) == 1
    assert colours(ElementTree.fromstring(texts.pop()), LIGHT.pip, "circle") == 0


def test_a_page_has_the_dark_inside_of_each_badge_under_its_number() -> None:
    table = random_table(1, most=6)
    short = ElementTree.fromstring(sketch(scene(table), LIGHT))
    dark = [group for group in short.iter("g") if group.get("fill") == LIGHT.shadow]
    assert [len(group) for group in dark] == [len(scene(table).ends)]
