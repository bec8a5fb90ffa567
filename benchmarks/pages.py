"""Milliseconds that a step takes on a page in Chromium: its script, and from the key to the frame that shows it.

`python -m benchmarks.pages` prints these rows alone, with the calibration before and after.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

import domino_lab as dl
from benchmarks.timing import print_rows
from tests.browser import chromium
from tests.browser.notebook import await_ears

WALKS = 5
"""So often the hand is walked through, there and back; of each step the quietest time counts."""
# The script of a step runs in the key's event and in the next frame's callbacks. That frame is painted when a message
# that a callback of it sends comes back.
WALK = """async steps => {
    const asked = window.requestAnimationFrame.bind(window), scripts = [], frames = [];
    let spent = 0;
    window.requestAnimationFrame = act => asked(now => {
        const start = performance.now();
        act(now);
        spent += performance.now() - start;
    });
    for (let step = 0; step < 2 * steps; step++) {
        const key = step < steps ? "ArrowRight" : "ArrowLeft", before = document.querySelector(".dlab-at").textContent;
        spent = 0;
        const start = performance.now();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        spent += performance.now() - start;
        await new Promise(done => asked(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = done;
            port2.postMessage(0);
        }));
        frames.push(performance.now() - start);
        scripts.push(spent);
        if (document.querySelector(".dlab-at").textContent === before) throw new Error(`step ${step} is not drawn`);
        await new Promise(done => setTimeout(done, 300));
    }
    window.requestAnimationFrame = asked;
    return [scripts, frames];
}"""


def steps() -> tuple[float, float]:
    """The median milliseconds of a step's script, and from its key to the frame that shows it."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        hand = dl.play_out("all-fives", seed=3, seats=2)
        file = dl.page(hand, step=1).save(Path(folder) / "hand.html")
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.ARGUMENTS)
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        page.goto(file.as_uri())
        await_ears(page.locator(".dlab-alone"))
        walks = [page.evaluate(WALK, len(hand) - 2) for _ in range(WALKS)]
        browser.close()
    scripts, frames = (median(map(min, zip(*each, strict=True))) for each in zip(*walks, strict=True))
    return scripts, frames


def rows() -> list[tuple[str, str, str]]:
    """Both rows."""
    script, frame = steps()
    return [("the script of a step on a page", f"{script:.1f} ms", "<= 8 ms"),
            ("a key on a page to the frame that shows it", f"{frame:.1f} ms", "<= 20 ms")]


if __name__ == "__main__":
    print_rows(rows)
