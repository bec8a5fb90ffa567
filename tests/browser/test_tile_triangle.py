"""The triangle of all tiles: tapped and moved in by keys in JupyterLab, and on a page that says what a kernel would."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import domino_lab as dl
from tests.browser.conftest import Open
from tests.browser.notebook import await_ears, faults, listen_for_errors
from tests.widgets.reading import texts

LINE = 'dl.TileTriangle("a double", "a tile with a 5")'
PANEL = ".jp-NotebookPanel:not(.lm-mod-hidden)"
LOOKS = [(1280, 720, "light"), (1280, 720, "dark"), (360, 740, "light"), (360, 740, "dark")]
SIZES = """root => [...root.querySelectorAll(".dlab-triangle .dlab-tile")].map(tile => {
    const { width, height } = tile.getBoundingClientRect();
    return [width, height];
})"""


def tile(root: Locator, name: str) -> Locator:
    return root.locator(f'.dlab-tile[data-tile="{name}"]')


def shown(root: Locator) -> str:
    """What stands beside the tiles, without the names in its lists."""
    words = root.locator(".dlab-figures").evaluate(
        "box => [...box.querySelectorAll('p, h2, h3, td, th, .dlab-column > *')].map(one => one.textContent).join(' ')")
    return " ".join(words.split())


def opened(page: Page, triangle: dl.TileTriangle, folder: Path) -> tuple[Locator, list[str]]:
    """A page from a file, and the list of what goes wrong in it or is asked for elsewhere."""
    wrong = listen_for_errors(page)
    page.on("request", lambda one: one.url.startswith(("file:", "blob:", "data:")) or wrong.append(one.url))
    page.goto(dl.page(triangle, folder / "triangle.html").save(folder / "triangle.html").as_uri())
    root = page.locator(".dlab-alone")
    await_ears(root)
    return root, wrong


def test_in_jupyterlab_a_tap_and_the_keys_change_the_event_and_its_chance(open_notebook: Open) -> None:
    notebook = open_notebook(["import domino_lab as dl", f"triangle = {LINE}; triangle"])
    root = notebook.page.locator(f"{PANEL} .dlab-events")
    tile(root, "6-6").wait_for()
    await_ears(root)
    assert faults(root) == []
    tile(root, "6-5").click()
    expect(root.locator("[aria-live]").first).to_have_text("A: 8. B: 7. In both: 2. In A or B: 13.")
    expect(tile(root, "6-5")).to_have_attribute("aria-label", "6-5, in A and B")
    notebook.page.keyboard.press("ArrowLeft")
    expect(tile(root, "6-4")).to_be_focused()
    notebook.page.keyboard.press("ArrowUp")
    expect(tile(root, "5-4")).to_be_focused()
    notebook.page.keyboard.press("Space")
    expect(root.locator("[aria-live]").first).to_have_text("A: 9. B: 7. In both: 3. In A or B: 13.")
    expect(tile(root, "5-4")).to_be_focused()
    expect(tile(root, "5-4")).to_have_attribute("aria-pressed", "true")
    notebook.page.keyboard.press("Enter")
    expect(root.locator("[aria-live]").first).to_have_text("A: 8. B: 7. In both: 2. In A or B: 13.")
    assert root.locator('.dlab-triangle .dlab-tile[tabindex="0"]').count() == 1         # Tab passes all of them
    notebook.page.keyboard.press("Tab")
    assert notebook.page.evaluate("!document.activeElement.closest('.dlab-triangle')")
    root.get_by_role("tab", name="Sums of pips").click()
    root.get_by_role("button", name="Sum 6: 4 tiles").click()
    expect(root.locator("[aria-live]").first).to_have_text(
        "Event A is a tile with 6 pips: 4 of 28 tiles. 4/28 = 1/7 ≈ 0.143 ≈ 14.3 %")
    assert faults(root) == []
    assert notebook.errors == []


@pytest.mark.parametrize("asks", [False, True])
def test_a_page_says_what_a_kernel_would_say(alone: Page, tmp_path: Path, asks: bool) -> None:
    """The same presses, by a script on the page and by Python: what is shown and what is announced are the same."""
    triangle = dl.TileTriangle("a double", "a tile with a 5", asks=asks)
    root, wrong = opened(alone, triangle, tmp_path)
    chance = random.Random(5)
    for _ in range(40):
        what = chance.choice(["tap"] * 4 + ["ready", "tab", "turn", "sum", "swap", "empty", "estimate"])
        press, value = do(root, triangle, what, chance)
        if press is None:
            continue
        triangle.do(what, value)
        press()
        expect(root.locator("[aria-live]").first).to_have_text(triangle.status)
        told = {name: (node.get("gain", ""), node["pressed"]) for name, node in marks(triangle).items()}
        seen = root.locator(".dlab-triangle .dlab-tile:enabled").evaluate_all(
            "tiles => tiles.map(tile => [tile.dataset.tile, tile.textContent, tile.ariaPressed === 'true'])")
        assert {name: (sign, pressed) for name, sign, pressed in seen} == told
        python = " ".join(" ".join(texts(triangle.areas()["talk"])).split())
        for part in re.split(r"(?<=[.%]) |(?<=A tap changes) ", shown(root)):
            assert part in python
    triangle.close()
    assert wrong == []


def marks(triangle: dl.TileTriangle) -> dict[str, dict[str, object]]:
    rows = triangle.areas()["talk"][0]["in"][0]["in"][0]["in"]
    return {node["tile"]: node for row in rows for node in row["in"] if not node.get("off")}


def do(root: Locator, triangle: dl.TileTriangle, what: str, chance: random.Random):
    """A way to press something on the page, with what it tells; None if it is not there now."""
    if what == "tap":
        name = str(chance.choice(triangle.of.tiles))
        there, value, press = tile(root, name), name, tile(root, name).click
    elif what == "ready":
        which, place = chance.choice("ab"), chance.randrange(len(triangle.options))
        there = root.locator(f"select[data-do=ready][data-value={which}]")
        value, press = [which, place], lambda: there.select_option(index=place)
    elif what == "estimate":
        there, value = root.locator("form[data-do=estimate] input"), chance.choice(["30 %", "often", "1/4"])

        def press() -> None:
            there.fill(value)
            there.press("Enter")
    else:
        choices = {"tab": ["one", "two", "sums"], "turn": ["a", "b"], "sum": [*range(13)]}
        value = chance.choice(choices[what]) if what in choices else None
        put = "" if value is None else f"[data-value='{value}']"
        there = root.locator(f"[data-do={what}]{put}")
        press = there.click
    return (press if there.count() and there.is_enabled() else None), value


@pytest.mark.parametrize(("wide", "high", "theme"), LOOKS)
@pytest.mark.parametrize("show", ["one", "two", "sums"])
def test_a_page_fits_and_axe_finds_nothing(
        alone: Page, tmp_path: Path, artefacts: Path, wide: int, high: int, theme: str, show: str) -> None:
    alone.set_viewport_size({"width": wide, "height": high})
    alone.emulate_media(color_scheme=theme)
    triangle = dl.TileTriangle("a double", "a tile with a 5", show=show)
    root, wrong = opened(alone, triangle, tmp_path)
    assert faults(alone.locator("html")) == []
    assert alone.evaluate("document.documentElement.scrollWidth") <= wide
    sizes = root.evaluate(SIZES)
    assert len(sizes) == 28
    assert min(min(size) for size in sizes) >= 44
    alone.screenshot(path=artefacts / f"triangle-{show}-{wide}-{theme}.png", full_page=True)
    triangle.close()
    assert wrong == []


def test_ten_tiles_in_a_row_fit_on_a_phone(alone: Page, tmp_path: Path) -> None:
    alone.set_viewport_size({"width": 360, "height": 740})
    triangle = dl.TileTriangle("a double", max_pip=9)
    root, _ = opened(alone, triangle, tmp_path)
    assert alone.evaluate("document.documentElement.scrollWidth") <= 360
    widths, heights = zip(*root.evaluate(SIZES), strict=True)
    assert min(widths) >= 32
    assert min(heights) >= 44
    triangle.close()
