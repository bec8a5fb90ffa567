"""Opens each kind of page in Firefox and in WebKitGTK and steps through it: `make other-browsers`.

Firefox is driven over WebDriver BiDi, WebKit by its WebDriver under a virtual screen; Debian has both (packages
firefox-esr, webkit2gtk-driver, xvfb). A browser that is not there is said to be not tried, and the command then fails.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import websocket

from tests.browser.test_pages import PAGES

Run = Callable[[str, str], Any]
"""Opens an address, evaluates a script whose promise is a JSON text there, and returns what it says."""

MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"
STARTS_WITHIN = 60
# What a reader sees after three steps, and whether the picture and the words are there and nothing sticks out.
WALK = """(async () => {
    const wait = ms => new Promise(done => setTimeout(done, ms));
    const wrong = [];
    addEventListener("error", event => wrong.push(event.message));
    for (let tries = 0; tries < 100 && document.querySelector(".dlab-alone:not([role=group])"); tries++) await wait(50);
    const root = document.querySelector(".dlab-alone"), captions = [];
    const read = () => captions.push(root.querySelector(".dlab-caption")?.textContent);
    if (root) {
        read();
        for (let step = 0; step < 3; step++) {
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
            await wait(350);
            read();
        }
        const box = root.querySelector(".dlab-drawing > svg")?.getBoundingClientRect();
        if (!box || box.width < 100 || box.height < 60) wrong.push("the picture is not there");
        const use = root.querySelector(".dlab-drawing use")?.getBoundingClientRect();
        if (root.querySelector(".dlab-drawing use") && !(use.width > 8)) wrong.push("the tiles are not drawn");
    } else if (!document.querySelector("main")?.textContent) wrong.push("there is nothing to read");
    if (document.documentElement.scrollWidth > innerWidth + 1) wrong.push("something sticks out");
    return JSON.stringify({ captions, wrong });
})()"""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def until(attempt: Callable[[], Any]) -> Any:
    """What `attempt` returns once it no longer fails for want of a connection."""
    end = time.monotonic() + STARTS_WITHIN
    while True:
        try:
            return attempt()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


@contextmanager
def firefox() -> Iterator[Run]:
    port = free_port()
    with tempfile.TemporaryDirectory() as profile:
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile, f"--remote-debugging-port={port}"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            link = until(lambda: websocket.create_connection(
                f"ws://127.0.0.1:{port}/session", timeout=60, suppress_origin=True))
            number = 0

            def say(method: str, **params: object) -> dict[str, Any]:
                nonlocal number
                number += 1
                link.send(json.dumps({"id": number, "method": method, "params": params}))
                while (answer := json.loads(link.recv())).get("id") != number:
                    pass
                if answer["type"] == "error":
                    raise RuntimeError(answer["message"])
                found: dict[str, Any] = answer["result"]
                return found

            say("session.new", capabilities={})
            context = say("browsingContext.create", type="tab")["context"]

            def run(address: str, script: str) -> Any:
                say("browsingContext.navigate", context=context, url=address, wait="complete")
                said = say("script.evaluate", expression=script, target={"context": context}, awaitPromise=True)
                return json.loads(said["result"]["value"])

            yield run
            with suppress(RuntimeError):
                say("session.end")
            link.close()
        finally:
            process.kill()
            process.wait()


@contextmanager
def webkit() -> Iterator[Run]:
    port = free_port()
    screen = subprocess.Popen(["Xvfb", ":97", "-screen", "0", "1400x900x24"], stderr=subprocess.DEVNULL)
    process = subprocess.Popen(["env", "DISPLAY=:97", "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1", "WebKitWebDriver",
                                f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def say(path: str, **content: object) -> Any:
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(content).encode(),
                                         {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    try:
        options = {"binary": MINI_BROWSER, "args": ["--automation"]}
        made = until(lambda: say("/session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}}))
        session = f"/session/{made['sessionId']}"

        def run(address: str, script: str) -> Any:
            say(f"{session}/url", url=address)
            waits = f"const done = arguments[arguments.length - 1]; {script}.then(done, error => done(String(error)));"
            return json.loads(say(f"{session}/execute/async", script=waits, args=[]))

        yield run
    finally:
        for one in (process, screen):
            one.kill()
            one.wait()


BROWSERS = {"Firefox": (("firefox-esr",), firefox), "WebKit": (("WebKitWebDriver", "Xvfb", MINI_BROWSER), webkit)}


def main() -> None:
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder, f"{number}.html") for number, name in enumerate(PAGES)}
        for name, file in files.items():
            file.write_text(PAGES[name]().html, encoding="utf-8")
        for browser, (needs, opened) in BROWSERS.items():
            if not all(map(shutil.which, needs)):
                print(f"{browser}: not tried, for it is not installed")
                failed = True
                continue
            with opened() as run:
                for name, file in files.items():
                    found = run(file.as_uri(), WALK)
                    moves = name in ("hand", "comparison", "comparison of four", "lesson", "patience")
                    still = moves and len(set(found["captions"])) < 3
                    wrong = [*found["wrong"], *(["it does not step"] if still else [])]
                    print(f"{browser}: {name}: {'; '.join(wrong) or 'as it should be'}")
                    failed = failed or bool(wrong)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
