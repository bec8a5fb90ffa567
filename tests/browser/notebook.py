"""A notebook that is open in a real JupyterLab (or Voila), with the waits that hold."""

from __future__ import annotations

import secrets
from pathlib import Path

import nbformat
from playwright.sync_api import ConsoleMessage, Locator, Page, TimeoutError

from tests.browser.server import LabServer

# What a page says that is none of our doing.
NOT_OURS = ("favicon", "font-awesome", "fontawesome", "Failed to load resource", "service worker")

WIDTH, HEIGHT = 1280, 900
NARROW = 600        # below this, a reader closes the side panel

PIXELS = """canvas => {
    const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let hash = 2166136261, drawn = 0;
    for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3]) drawn += 1;
        for (let k = 0; k < 4; k += 1) hash = Math.imul(hash ^ data[i + k], 16777619);
    }
    return `${width}x${height}:${drawn}:${hash >>> 0}`;
}"""


def write_notebook(folder: Path, cells: list[str]) -> str:
    """A new notebook with these code cells, under a name that no other test has."""
    name = f"test_{secrets.token_hex(4)}.ipynb"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    notebook.metadata["kernelspec"] = {"display_name": "Python 3", "language": "python", "name": "python3"}
    nbformat.write(notebook, folder / name)
    return name


def pixels(canvas: Locator) -> str:
    """What the canvas shows: its size, how many of its pixels are drawn, and a hash of them all."""
    return canvas.evaluate(PIXELS)


def drawn(canvas: Locator) -> int:
    """How many of the canvas's pixels are drawn; 0 is a blank."""
    return int(pixels(canvas).split(":")[1])


def await_new_pixels(page: Page, canvas: Locator, before: str) -> str:
    """Wait until the canvas shows anything else than `before`, and say what."""
    page.wait_for_function(
        f"([canvas, before]) => ({PIXELS})(canvas) !== before", arg=[canvas.element_handle(), before]
    )
    return pixels(canvas)


def await_drawing(page: Page, canvas: Locator) -> str:
    """Wait until the canvas is no blank, and say what it shows."""
    canvas.wait_for()
    page.wait_for_function(f"canvas => ({PIXELS})(canvas).split(':')[1] !== '0'", arg=canvas.element_handle())
    return pixels(canvas)


def listen_for_errors(page: Page) -> list[str]:
    """A list that fills with what the page's console calls an error."""
    errors: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(word in message.text for word in NOT_OURS):
            errors.append(message.text)

    page.on("console", heard)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors


class Lab:
    """A JupyterLab page. Notebooks are opened in it one after the other: to load the page takes long."""

    def __init__(self, page: Page, server: LabServer) -> None:
        self.page, self.server = page, server
        self.errors = listen_for_errors(page)
        self._kept: dict[str, OpenNotebook] = {}
        page.goto(server.page_url(f"test-{secrets.token_hex(4)}"))
        self.settle()

    def settle(self) -> None:
        self.page.locator("#jupyterlab-splash").wait_for(state="detached", timeout=60_000)
        self.page.locator("#jp-main-statusbar").wait_for(timeout=60_000)

    def command(self, name: str, **arguments: object) -> None:
        """Run a command of JupyterLab's, to its end."""
        self.page.evaluate(
            "async ([name, arguments_]) => { await window.jupyterapp.commands.execute(name, arguments_); }",
            [name, arguments],
        )

    def set_theme(self, theme: str) -> None:
        """Switch to "light" or "dark" as the settings menu does."""
        self.command("apputils:change-theme", theme=f"JupyterLab {theme.capitalize()}")
        self.page.wait_for_function(
            "light => document.body.dataset.jpThemeLight === light", arg=str(theme == "light").lower()
        )

    def set_width(self, width: int, height: int = HEIGHT) -> None:
        """The size of the window; a narrow one has its side panel closed, as a reader would close it."""
        self.page.set_viewport_size({"width": width, "height": height})
        mode = "single-document" if width < NARROW else "multiple-document"
        self.command("application:set-mode", mode=mode)
        if width < NARROW and self.page.locator("#jp-left-stack").is_visible():
            self.command("application:toggle-left-area")

    def kept(self, folder: Path, cells: list[str]) -> OpenNotebook:
        """A notebook with these cells that stays open for the next test that asks for the same; not run yet."""
        key = "\n".join(cells)
        if key not in self._kept:
            self._kept[key] = OpenNotebook(self, write_notebook(folder, cells))
        self._kept[key].load()
        return self._kept[key]

    def close_kept(self) -> None:
        """A notebook in a tab behind is still on the page, and a search would find its widgets too."""
        while self._kept:
            _, notebook = self._kept.popitem()
            notebook.load()
            notebook.close()

    def make_usual(self) -> None:
        """As a reader finds it: light, wide, the pointer nowhere."""
        self.page.emulate_media(reduced_motion="no-preference")
        self.page.mouse.move(0, 0)
        self.set_width(WIDTH)
        self.set_theme("light")
        self.errors.clear()


class OpenNotebook:
    """One notebook in JupyterLab: run it, reload it, change theme and width, look at its pixels."""

    def __init__(self, lab: Lab, name: str) -> None:
        self.lab, self.page, self.name = lab, lab.page, name
        self.command, self.set_theme, self.set_width = lab.command, lab.set_theme, lab.set_width

    @property
    def panel(self) -> Locator:
        return self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    @property
    def errors(self) -> list[str]:
        """What the page's console has called an error since the notebook was opened."""
        return self.lab.errors

    def load(self) -> None:
        self.command("docmanager:open", path=self.name)
        self._settle()

    def reload(self) -> None:
        """What a reader does with F5; the kernel goes on, and with it the widgets."""
        self.save()
        self.page.reload()
        self.lab.settle()
        self._settle()

    def _settle(self) -> None:
        self.panel.wait_for(timeout=60_000)
        # The status bar may still tell of the notebook before this one, and cells that run too early ask for a kernel.
        self.page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.ready; }")
        self.await_idle()

    def await_idle(self) -> None:
        self.page.wait_for_function(
            "() => document.querySelector('#jp-main-statusbar')?.textContent.includes('| Idle')",
            timeout=60_000,
        )

    def run_all(self) -> None:
        self.command("notebook:run-all-cells")
        self.await_idle()
        self.page.wait_for_function(
            "() => ![...document.querySelectorAll('.jp-InputArea-prompt')]"
            ".some(prompt => prompt.textContent.includes('[*]'))"
        )
        assert not self.failures(), self.failures()

    def failures(self) -> list[str]:
        """The tracebacks and warnings that the cells show."""
        kinds = ("application/vnd.jupyter.error", "application/vnd.jupyter.stderr")
        return self.panel.locator(", ".join(f'[data-mime-type="{kind}"]' for kind in kinds)).all_inner_texts()

    def save(self) -> None:
        self.command("docmanager:save")

    def screenshot(self, path: Path) -> None:
        self.page.screenshot(path=path)

    def close(self) -> None:
        """Close it and shut down its kernel; saved first, or JupyterLab would ask."""
        for _ in range(3):
            self.save()
            self.command("application:close")
            if self._is_gone():
                break
        else:
            self.panel.wait_for(state="detached")
        self.server_forgets()

    def _is_gone(self) -> bool:
        """What a widget writes between saving and closing makes JupyterLab ask after all."""
        try:
            self.panel.wait_for(state="detached", timeout=10_000)
        except TimeoutError:
            asked = self.page.locator(".jp-Dialog button.jp-mod-accept")
            if asked.count():
                asked.first.click()
            return self.panel.count() == 0
        return True

    def server_forgets(self) -> None:
        self.lab.server.shut_down_kernels_of(self.name)
