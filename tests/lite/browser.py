"""Opens a lesson of the site live in Chromium, runs it and steps: a part of `make lite`. Needs npm.

The site is as it is built for readers; only the servers of Pyodide are played here. They have no numpy, pandas and
pillow: the first cells run without them, and the table is an SVG.
"""

from __future__ import annotations

import re
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL
from playwright.sync_api import Page, Route, expect, sync_playwright

import domino_lab as dl
from domino_lab.explain.why import why
from domino_lab.site.build import build
from tests.browser import chromium
from tests.lite.pyodide import fetched

LESSON, HAND = "00_start_here", "all-fives-worked-example"
SHOTS = Path(__file__).parents[2] / "artefacts"
KINDS = {".mjs": "text/javascript", ".wasm": "application/wasm", ".json": "application/json"}
PATIENCE = 180_000


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Servers:
    """The web server of the site, and Pyodide's, which a browser is told of in the network's place."""

    def __init__(self, site: Path) -> None:
        self._pyodide = fetched()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/"
        self.fetched_bytes, self.elsewhere = 0, set[str]()

    def answer(self, route: Route) -> None:
        address = route.request.url
        if address.startswith((self.url, "blob:", "data:")):
            route.continue_()
            return
        file = self._pyodide / address.rpartition("/")[2]
        if not address.startswith(f"{PYODIDE_CDN_URL}/"):
            self.elsewhere.add(address)
        if address != f"{PYODIDE_CDN_URL}/{file.name}" or not file.is_file():
            route.abort()
            return
        self.fetched_bytes += file.stat().st_size
        route.fulfill(body=file.read_bytes(), headers={"access-control-allow-origin": "*"},
                      content_type=KINDS.get(file.suffix, "application/octet-stream"))


def step(page: Page) -> None:
    """Run the first cell and the one with a hand to step through, and go one step further there."""
    cells = page.locator(".jp-CodeCell")
    for cell in (cells.first, cells.filter(has_text=f'dl.HandStepper("{HAND}"').first):
        cell.locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
    stepper = page.locator(".dlab-stepper").first
    stepper.wait_for(timeout=PATIENCE)
    expect(stepper.locator(".dlab-at")).to_have_text(re.compile("Step 3 of"), timeout=PATIENCE)
    expect(stepper.locator("svg").first).to_be_visible()
    stepper.get_by_role("button", name="Next", exact=True).first.click()       # passes the question, too
    expect(stepper.locator(".dlab-at")).to_have_text(re.compile("Step 4 of"), timeout=PATIENCE)
    played = why(dl.load(HAND)[4]).what.partition(" and scores")[0]
    expect(stepper.locator(".dlab-caption").first).to_contain_text(played)


def open_a_hand(page: Page, address: str) -> None:
    """Follow the link that holds the hand of a game to its first tile, then to one of its steps, and go one further."""
    page.goto(address)
    hand = page.frame_locator("iframe")
    expect(hand.locator(".dlab-at")).to_have_text(re.compile("Step 1 of"), timeout=PATIENCE)
    page.goto(f"{address}&step=2")
    expect(hand.locator(".dlab-at")).to_have_text(re.compile("Step 2 of"), timeout=PATIENCE)
    hand.get_by_role("button", name="Next", exact=True).first.click()
    expect(hand.locator(".dlab-at")).to_have_text(re.compile("Step 3 of"))
    page.goto(f"{address[:-9]}&step=2")
    expect(page.get_by_role("status")).to_contain_text("incomplete", timeout=PATIENCE)
    expect(page.get_by_label("Paste the line of a hand")).to_be_visible()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        build(Path(folder, "site"), lessons=[LESSON], games=["block"], tell=lambda _: None)
        servers = Servers(Path(folder, "site"))
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.ARGUMENTS)
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        context.route("**/*", servers.answer)
        page = context.new_page()
        page.goto(f"{servers.url}course/{LESSON}.html")
        started = time.monotonic()
        page.get_by_role("link", name="Open it live").click()
        page.locator(".jp-CodeCell").first.wait_for(timeout=PATIENCE)
        opened = time.monotonic() - started
        try:
            step(page)
        finally:
            SHOTS.mkdir(exist_ok=True)
            page.screenshot(path=SHOTS / "live-lesson.png")
        print(f"{LESSON}: open after {opened:.0f} s, stepped after {time.monotonic() - started:.0f} s, "
              f"{servers.fetched_bytes / 1e6:.1f} MB of Pyodide")
        started = time.monotonic()
        page.goto(f"{servers.url}games/block.html")
        link = page.locator('a[href*="hand.html?h="]').get_attribute("href")
        open_a_hand(page, f"{servers.url}games/{link}")
        print(f"a hand from its link after {time.monotonic() - started:.0f} s, three times")
        assert servers.elsewhere == set(), servers.elsewhere
        browser.close()


if __name__ == "__main__":
    main()
