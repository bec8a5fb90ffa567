"""The site in a real browser, from a folder and without a network: read, step, answer, search."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import domino_lab as dl
from domino_lab.explain.why import why
from domino_lab.site.build import build
from tests.browser.notebook import listen_for_errors


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "site"
    build(folder, lessons=["00_start_here"], games=["block"], tell=lambda _: None)
    return folder


@pytest.fixture
def alone(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, offline=True)
    yield context.new_page()
    context.close()


def test_it_is_read_and_used_from_a_folder_without_a_network(alone: Page, site: Path, artefacts: Path) -> None:
    wrong = listen_for_errors(alone)
    alone.on("request", lambda one: one.url.startswith(("file:", "blob:", "data:")) or wrong.append(one.url))
    alone.goto((site / "index.html").as_uri())
    hand = alone.frame_locator("iframe").first
    expect(hand.locator(".dlab-caption").first).to_be_visible()
    hand.get_by_role("button", name="Show answer").click()
    expect(hand.locator(".dlab-caption").first).to_contain_text(why(dl.load("all-fives-worked-example")[4]).what)
    alone.screenshot(path=artefacts / "site-front.png")

    alone.get_by_role("link", name="Course", exact=True).first.click()
    alone.get_by_role("link", name="Start here").last.click()
    lesson = alone.frame_locator("iframe").first
    before = lesson.locator(".dlab-at").text_content()
    lesson.locator(".dlab-transport button[aria-label=Previous]").click()
    expect(lesson.locator(".dlab-at")).not_to_have_text(str(before))
    alone.screenshot(path=artefacts / "site-lesson.png")

    alone.goto((site / "search.html").as_uri() + "?q=blocked")
    expect(alone.locator("#search-results")).to_contain_text("Block Game")
    assert wrong == []


def test_it_fits_on_a_phone(alone: Page, site: Path, artefacts: Path) -> None:
    alone.set_viewport_size({"width": 360, "height": 640})
    for name in ("index", "games/block", "course/00_start_here", "teachers"):
        alone.goto((site / f"{name}.html").as_uri())
        assert alone.evaluate("document.documentElement.scrollWidth") <= 360, name
        alone.screenshot(path=artefacts / f"site-{name.replace('/', '-')}-360.png")
