"""The site in a real browser, from a folder and without a network: read, step, answer, search, by axe."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from domino_lab.site.build import build
from tests.browser.notebook import by_axe, listen_for_errors

PAGES = ("index", "course/index", "course/00_start_here", "games/index", "games/block", "gallery", "teachers", "search",
         "reference/play")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "site"
    build(folder, lessons=["00_start_here"], games=["block"], live=False, tell=lambda _: None)
    return folder


def test_it_is_read_and_used_from_a_folder_without_a_network(alone: Page, site: Path, artefacts: Path) -> None:
    wrong = listen_for_errors(alone)
    alone.on("request", lambda one: one.url.startswith(("file:", "blob:", "data:")) or wrong.append(one.url))
    alone.goto((site / "index.html").as_uri())
    hand = alone.frame_locator("iframe").first
    expect(hand.locator(".dlab-caption").first).to_be_visible()
    hand.get_by_role("button", name="Show answer").click()
    expect(hand.locator(".dlab-caption").first).to_contain_text("plays 5-3")
    alone.screenshot(path=artefacts / "site-front.png")

    alone.get_by_role("link", name="Course", exact=True).first.click()
    alone.get_by_role("link", name="Start here").last.click()
    lesson = alone.frame_locator("iframe").nth(3)       # after two hands to play, which are pictures, and a comparison
    before = lesson.locator(".dlab-at").text_content()
    lesson.locator(".dlab-transport button[aria-label=Previous]").click()
    expect(lesson.locator(".dlab-at")).not_to_have_text(str(before))
    alone.screenshot(path=artefacts / "site-lesson.png")

    alone.goto((site / "search.html").as_uri() + "?q=blocked")
    expect(alone.locator("#search-results")).to_contain_text("Block Game")
    alone.goto((site / "search.html").as_uri() + "?q=block")
    expect(alone.locator("#search-results a").first).to_have_attribute("href", re.compile("^games/block.html"))
    assert wrong == []


def test_a_page_from_a_disk_does_not_offer_what_needs_a_web_server(alone: Page, site: Path) -> None:
    page = site / "teachers.html"
    assert 'class="domino-online"' in page.read_text(encoding="utf-8")
    alone.goto(page.as_uri())
    expect(alone.locator("h1")).to_be_visible()
    expect(alone.locator(".domino-online")).to_have_count(0)


def test_it_fits_on_a_phone(alone: Page, site: Path, artefacts: Path) -> None:
    alone.set_viewport_size({"width": 360, "height": 640})
    for name in ("index", "games/block", "course/00_start_here", "teachers"):
        alone.goto((site / f"{name}.html").as_uri())
        assert alone.evaluate("document.documentElement.scrollWidth") <= 360, name
        alone.screenshot(path=artefacts / f"site-{name.replace('/', '-')}-360.png")


def test_a_lesson_on_paper_cuts_nothing_and_lays_nothing_over_its_text(
    alone: Page, site: Path, artefacts: Path
) -> None:
    alone.goto((site / "course/00_start_here.html").as_uri())
    frames = alone.locator("iframe.domino-page").all()
    assert len(frames) > 2
    for frame in frames:
        frame.scroll_into_view_if_needed()          # frames are loaded when they come in sight
        expect(frame).to_have_attribute("style", re.compile(r"--paper: \d+px"))
    alone.emulate_media(media="print")
    alone.set_viewport_size({"width": 718, "height": 1000})         # a sheet of A4
    for part in (".skip-to-content", ".sidebar-drawer", ".toc-drawer"):
        expect(alone.locator(part)).to_be_hidden()
    for frame in frames:
        shown = frame.element_handle().content_frame()
        shown.wait_for_function("document.querySelector('main').offsetHeight <= innerHeight")
        assert shown.locator(":is(.dlab-transport, .dlab-menu):visible").count() == 0
    breaks = "nodes => nodes.map(node => getComputedStyle(node).breakInside)"
    assert set(alone.locator(".cell_input, iframe.domino-page").evaluate_all(breaks)) == {"avoid"}
    alone.pdf(path=artefacts / "site-lesson.pdf", format="A4")


def test_axe_finds_nothing_on_its_pages(alone: Page, site: Path) -> None:
    """What the frames show is judged in test_pages.py."""
    found = []
    for theme, width in itertools.product(("light", "dark"), (1366, 360)):
        alone.emulate_media(color_scheme=theme)
        alone.set_viewport_size({"width": width, "height": 768})
        for name in PAGES:
            alone.goto((site / f"{name}.html").as_uri() + ("?q=blocked" if name == "search" else ""))
            if name == "search":
                expect(alone.locator("#search-results")).to_contain_text("Block Game")
            found += [f"{name} {theme} {width}: {fault}" for fault in by_axe(alone.locator("html"))]
    assert found == []
