"""Find the Chromium that the browser tests drive; as a program, install one where that can be done.

    python -m tests.browser.chromium
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "DOMINO_LAB_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]

MISSING = f"""The browser tests need Chromium, and there is none.
  any system:        .venv/bin/python -m playwright install --with-deps chromium
  Debian, as root:   apt-get install -y chromium
  one you have:      {VARIABLE}=/path/to/chromium make test"""


class NoChromium(Exception):
    """No browser could be found; its text names the commands that install one."""


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def _candidates() -> Iterator[str | None]:
    yield from map(shutil.which, NAMES)
    yield _playwrights_own()


def find() -> str:
    """The path of a browser: the one that is named, else one on the PATH, else Playwright's own."""
    if named := os.environ.get(VARIABLE):
        if shutil.which(named):
            return named
        raise NoChromium(f"{VARIABLE} names {named}, which is no program.\n{MISSING}")
    for path in _candidates():
        if path and Path(path).exists():
            return path
    raise NoChromium(MISSING)


def opens_a_page(path: str) -> bool:
    """A browser that is there may still lack a library of the system's."""
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        except Error as error:
            print(f"{path} does not start: {error.message.splitlines()[0]}", file=sys.stderr)
            return False
        page = browser.new_page()
        page.set_content("<p>here</p>")
        text = page.inner_text("p")
        browser.close()
        return text == "here"


def _ways_to_install() -> Iterator[list[list[str]]]:
    yield [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and os.geteuid() == 0:
        yield [["apt-get", "update"], ["apt-get", "install", "-y", "chromium"]]


def _done(command: list[str]) -> bool:
    print("+", *command, flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        return subprocess.run(command, env=quiet, stdin=subprocess.DEVNULL, timeout=600).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def _usable() -> str | None:
    try:
        path = find()
    except NoChromium:
        return None
    return path if opens_a_page(path) else None


def ensure() -> str:
    """Find a browser that opens a page, or install one; tries each way until one helps."""
    if path := _usable():
        return path
    if VARIABLE in os.environ:
        raise NoChromium(f"{VARIABLE} names {os.environ[VARIABLE]}, which opens no page.\n{MISSING}")
    for commands in _ways_to_install():
        if all(map(_done, commands)) and (path := _usable()):
            return path
    raise NoChromium(MISSING)


if __name__ == "__main__":
    try:
        print("Chromium:", ensure())
    except NoChromium as error:
        sys.exit(str(error))
