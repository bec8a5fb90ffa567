"""A notebook that is open in a real JupyterLab (or Voila), with the waits that hold."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import nbformat
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Locator, Page, TimeoutError, expect

from tests.browser.server import LabServer

# What a page says that is none of our doing. JupyterLab loads what JupyterLite alone has a use for.
NOT_OURS = ("favicon", "font-awesome", "fontawesome", "Failed to load resource", "service worker", "@jupyterlite/")

WIDTH, HEIGHT = 1280, 900
LOOKS = [(WIDTH, "light"), (360, "dark")]
"""Where every widget is looked at: each width and each theme once, for no colour depends on the width."""
IS_LIGHT = "(document.body.dataset.jpThemeLight === 'true')"
NARROW = 600        # below this, a reader closes the side panel

PATIENCE = 60_000   # ms for what takes well under one on two idle cores: a busy machine is no failure

PIXELS = """canvas => {
    const { data, width, height } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const dots = new Uint32Array(data.buffer);
    let hash = 2166136261, drawn = 0;
    for (let i = 0; i < dots.length; i += 1) {
        if (dots[i]) drawn += 1;
        hash = Math.imul(hash ^ dots[i], 16777619);
        hash ^= hash >>> 15;
    }
    return `${width}x${height}:${drawn}:${hash >>> 0}`;
}"""

# A notebook of JupyterLab's, by its name; nothing where it is not open.
OPENED = """name => [...window.jupyterapp.shell.widgets("main")].find(one => one.context?.path === name)"""

# A reload brings back what was open when JupyterLab last wrote down its layout, also what has been closed since.
CLEAR_TABLE = """kept => {
    for (const one of [...window.jupyterapp.shell.widgets("main")])
        if (one.context && !kept.includes(one.context.path)) one.dispose();
}"""

# Other cells for the notebook in front, and a kernel that is as good as new: to start one takes longer than most tests.
REFILL = """async ([cells, forget]) => {
    const { content, sessionContext } = window.jupyterapp.shell.currentWidget, { sharedModel } = content.model;
    sharedModel.deleteCellRange(0, sharedModel.cells.length);
    await sessionContext.session.kernel.requestExecute({ code: forget, store_history: false }).done;
    sharedModel.insertCells(0, cells.map(source => ({ cell_type: "code", source, metadata: {}, outputs: [] })));
    sharedModel.deleteCellRange(cells.length, sharedModel.cells.length);    // JupyterLab's own, where there was none
    content.activeCellIndex = 0;
}"""
FORGET = """
from ipywidgets.widgets.widget import _instances
shared = [one for one in _instances.values() if type(one).__name__ == "_CanvasManager"]
shared += [one.layout for one in shared if hasattr(one, "layout")]
for widget in list(_instances.values()):
    if widget not in shared:        # by all views of a kernel
        widget.close()
get_ipython().reset()
"""

# Keeps, for the kernel of the notebook in front, what was sent to it and not yet done with. A kernel works through its
# messages in order, and each is followed by "idle" after all that it changed.
LISTEN = """() => {
    const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
    window.unanswered ??= new WeakMap();
    if (window.unanswered.has(kernel)) return;
    const waiting = new Set();
    window.unanswered.set(kernel, waiting);
    kernel.anyMessage.connect((_, { msg, direction }) => {
        if (direction === "send" && msg.channel === "shell") waiting.add(msg.header.msg_id);
        if (msg.header.msg_type === "status" && msg.content.execution_state === "idle")
            waiting.delete(msg.parent_header.msg_id);
    });
}"""

# A round is longer than the timers by which the shell tells of a pointer (40 ms) and looks for its box (50 ms). What
# comes back from the kernel may make the page ask it again, as a new width does: hence more than one round.
QUIET = f"""async patience => {{
    const kernel = window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel;
    const waiting = window.unanswered?.get(kernel);
    const rounds = waiting ? 2 : 8;
    const place = document.querySelector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Notebook") ?? document.body;
    const frame = () => new Promise(requestAnimationFrame);
    const look = () => {{
        const seen = [place.innerHTML];
        for (const node of place.querySelectorAll(".dlab-root, canvas, input, select")) {{
            const {{ x, y, width, height }} = node.getBoundingClientRect();
            seen.push(x, y, width, height, node.value, node.localName === "canvas" && ({PIXELS})(node));
        }}
        return seen.join();
    }};
    const busy = () => waiting?.size || document.getAnimations().some(one => !(one instanceof CSSAnimation));
    const until = performance.now() + patience;
    for (let before = "", same = 0; same < rounds;) {{
        if (performance.now() > until) throw new Error(`never quiet; unanswered: ${{[...(waiting ?? [])]}}`);
        await new Promise(done => setTimeout(done, 70));
        await frame();
        await frame();
        const now = look();
        same = now === before && !busy() ? same + 1 : 0;
        before = now;
    }}
}}"""


# A view learns of the window's size just before the next frame, and takes another layout then.
RESIZED = """async ([width, height]) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (innerWidth !== width || innerHeight !== height) await frame();
    for (let passed = 0; passed < 2; passed++) await frame();
}"""

SENT = """() => {
    const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
    const sent = window.sent = [];
    kernel.anyMessage.connect((_, { msg, direction }) => {
        if (direction === "send" && msg.channel === "shell") sent.push(msg.content);
    });
}"""
"""From now on `window.sent` lists what the page sends to its kernel; an earlier list is left to itself."""

# What is heard as it is seen beside the count, where the sum and its points stand: only the reason is left.
BESIDE_COUNT = r"""(root, heard) => {
    const [count] = root.querySelectorAll(".dlab-count");       // of two games, the first is the one that is played
    const sum = [...(count?.children ?? [])].filter(one => !one.matches(".dlab-verdict")).map(one => one.textContent)
        .join(" ");
    if (!sum) return heard;
    const [total] = sum.match(/\d+$/) ?? ["-"], [before, hit = ""] = heard.split(`${sum}, a multiple of `);
    const [found, each, points] = hit.match(/^([^:]+): (\d+) points?/) ?? [""];
    const why = points === total ? `a multiple of ${each}`
        : each?.match(/\d+/g).map(unit => `${total / unit} × ${unit}`).join(" and ");
    const at = before.lastIndexOf(` and scores ${points}.`), told = ` and scores ${points}`;
    const what = at < 0 ? before : before.slice(0, at) + before.slice(at + told.length);
    return (found ? `${what}${total} is ${why}${hit.slice(found.length)}` : heard)
        .replace(`${sum}: not`, `${total} is not`).replace(`${sum}: no score`, "A count of 0 scores nothing");
}"""

# What is heard is new and is what is seen (the live region and the caption may be drawn one after the other), and the
# kernel has done all that the key asked for: some views move the focus last. What came is drawn with the next frame:
# hence the same at two looks, which are a frame apart.
ANSWERED = """([root, said]) => {
    const look = () => {
        const kernel = window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel;
        if (window.unanswered?.get(kernel)?.size) return "";
        const heard = root.querySelector(".dlab-live").textContent;
        const seen = [...root.querySelectorAll("p.dlab-verdict, .dlab-caption > p")]
            .filter(caption => caption.checkVisibility()).map(caption => caption.textContent.replace(/^[✗✓→] /, ""));
        const asked = [...root.querySelectorAll(".dlab-question > .dlab-ask")].map(ask => ask.textContent);
        const same = besideCount(root, heard).startsWith(seen.join(" "));
        const whole = same && asked.every(ask => heard.includes(ask)) && seen.length + asked.length > 0;
        return heard !== said && whole ? heard : "";
    };
    window.looked ??= new WeakMap();
    const before = window.looked.get(root), now = look();
    window.looked.set(root, now && now === before ? "" : now);
    return !!now && now === before;
}""".replace("besideCount", f"({BESIDE_COUNT})")

# The status bar is the last to know, and may miss it: then the kernel is asked.
STATUS_IDLE = "() => document.querySelector('#jp-main-statusbar')?.textContent.includes('| Idle')"
IDLE = "() => window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
# To judge a contrast axe first finds out what lies on what, on all of the page, whatever part of it is judged. Here it
# walks through these parts and what they lie in alone, and through all of them at once.
BY_AXE = """async (roots, rules) => {
    if (roots.length === 1) roots[0].scrollIntoView();      // axe judges the contrast of nothing that is scrolled away
    const { createTreeWalker } = document, { FILTER_ACCEPT, FILTER_REJECT } = NodeFilter;
    const concerns = node => roots.some(root => root.contains(node) || node.contains(root));
    document.createTreeWalker = (root, what) =>
        createTreeWalker.call(document, root, what, node => concerns(node) ? FILTER_ACCEPT : FILTER_REJECT);
    const { violations, passes } = await axe.run(
        { include: roots }, { resultTypes: ["violations", "passes"], preload: false, rules });
    delete document.createTreeWalker;
    return [
        violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html} ${node.failureSummary}`)),
        passes.filter(({ id }) => id === "color-contrast").reduce((sum, { nodes }) => sum + nodes.length, 0),
    ];
}"""
STICKING_OUT = """root => {
    const right = root.getBoundingClientRect().right + 1;
    const isHeld = node => {            // by something that is scrolled, or cuts it off
        for (let holder = node.parentElement; holder && holder !== root; holder = holder.parentElement)
            if (getComputedStyle(holder).overflowX !== "visible") return true;
        return false;
    };
    const out = [...root.querySelectorAll("*")].filter(node => node.checkVisibility())
        .filter(node => { const box = node.getBoundingClientRect(); return box.width && box.right > right; })
        .filter(node => !node.closest("[style*=transform], .dlab-live, .dlab-tip") && !isHeld(node));
    if (root.scrollWidth > root.clientWidth + 1 || right > innerWidth + 2) out.push(root);
    return out.map(node => `${node.localName} ${node.className} sticks out`);
}"""
SMALL = """root => [...root.querySelectorAll("button, select, summary, textarea, input:not([type=range])")]
    .filter(node => node.checkVisibility())
    .filter(node => { const { width, height } = node.getBoundingClientRect(); return Math.min(width, height) < 23.9; })
    .map(node => `too small to be pressed: ${node.outerHTML.slice(0, 80)}`)"""

RESTORED = """() => {
    const seen = [...document.querySelectorAll(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-OutputArea-output")];
    if (seen.some(one => one.textContent.includes("model not found"))) return "lost";
    return seen.some(one => one.querySelector(".jupyter-widgets")) && "shown";
}"""
TRIES = 4


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


def resize(page: Page, width: int, height: int) -> None:
    """Give the window this size, and wait until the page has taken it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(RESIZED, [width, height])


def await_quiet(page: Page) -> None:
    """Wait until the kernel has done all that it was told, and the page shows it and stands still.

    Then everything can be read, measured and compared at once. In Voila, which does not show its kernel, it is only
    the page that stands still: there, wait first for what is to come.
    """
    page.evaluate(QUIET, PATIENCE)


def await_answer(root: Locator, said: str = "") -> None:
    """Wait until the view says something else than `said`, and has done all that goes with it."""
    root.page.wait_for_function(ANSWERED, arg=[root.element_handle(), said])


def press_keys(root: Locator, *keys: str) -> None:
    """Keys as a reader presses them: the next one when the last was answered, seen and heard."""
    for key in keys:
        said = root.locator(".dlab-live").first.inner_text()
        root.page.keyboard.press(key)
        await_answer(root, said)


def await_new_pixels(page: Page, canvas: Locator, before: str) -> str:
    """Wait until the canvas shows anything else than `before`, and has shown its last; say what that is."""
    page.wait_for_function(
        f"([canvas, before]) => ({PIXELS})(canvas) !== before", arg=[canvas.element_handle(), before], polling=50
    )
    await_quiet(page)
    now = pixels(canvas)
    assert now != before, "the picture changed and changed back"
    return now


def await_drawing(page: Page, canvas: Locator) -> str:
    """Wait until the canvas is no blank, and say what it shows."""
    canvas.wait_for()
    page.wait_for_function(
        f"canvas => ({PIXELS})(canvas).split(':')[1] !== '0'", arg=canvas.element_handle(), polling=50
    )
    return pixels(canvas)


def await_ears(root: Locator) -> None:
    """Wait until the view listens: its shell names the box after it has begun to hear presses, marks and focus."""
    expect(root).to_have_attribute("role", "group")


def by_axe(roots: Locator, least: int = 1) -> list[str]:
    """What axe finds in these parts of the page; fails if it judges the contrast of fewer than `least` texts.

    Where `least` is 0 no contrast is judged.
    """
    if roots.page.evaluate("!window.axe"):
        roots.page.evaluate(Axe().axe_script)
    found, judged = roots.evaluate_all(BY_AXE, {"color-contrast": {"enabled": least > 0}})
    assert judged >= least, f"{judged} texts were judged, not {least}: something hides them from axe"
    return list(found)


def faults(root: Locator) -> list[str]:
    """What axe finds in this part of the page, what is too small to be pressed, and what sticks out of it."""
    return [*by_axe(root), *root.evaluate(STICKING_OUT), *root.evaluate(SMALL)]


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
        self._shared: OpenNotebook | None = None
        page.goto(server.page_url(f"test-{secrets.token_hex(4)}"))
        self.settle()

    def settle(self) -> None:
        self.page.locator("#jp-main-statusbar").wait_for()
        self.page.evaluate("async () => { await window.jupyterapp.restored; }")
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")
        # JupyterLab's body is 0 pixels high and clips what it holds: axe would take all of it for hidden.
        self.page.add_style_tag(content="body { height: 100vh !important; }")

    def command(self, name: str, **arguments: object) -> None:
        """Run a command of JupyterLab's, to its end."""
        self.page.evaluate(
            "async ([name, arguments_]) => { await window.jupyterapp.commands.execute(name, arguments_); }",
            [name, arguments],
        )

    def set_theme(self, theme: str) -> None:
        """Switch to "light" or "dark" as the settings menu does."""
        if self.page.evaluate(IS_LIGHT) == (theme == "light"):
            return
        self.command("apputils:change-theme", theme=f"JupyterLab {theme.capitalize()}")
        self.page.wait_for_function(f"light => {IS_LIGHT} === light", arg=theme == "light")
        # JupyterLab hides the page meanwhile, and stumbles when the next theme is asked for before it has shown it.
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")

    def set_width(self, width: int, height: int = HEIGHT) -> None:
        """The size of the window; a narrow one has its side panel closed, as a reader would close it."""
        self.page.set_viewport_size({"width": width, "height": height})
        mode = "single-document" if width < NARROW else "multiple-document"
        self.command("application:set-mode", mode=mode)
        if width < NARROW:
            self.show_files(False)

    def show_files(self, shown: bool) -> None:
        """Open or close the side panel with the list of files, which takes 252 pixels from the notebook."""
        side = self.page.locator("#jp-left-stack")
        if side.is_visible() is not shown:
            self.command("application:toggle-left-area")
            side.wait_for(state="visible" if shown else "hidden")

    def shared(self, folder: Path, cells: list[str]) -> OpenNotebook:
        """The notebook in which one test after the other runs its cells, with these cells; not run yet."""
        if self._shared is None:
            self._shared = OpenNotebook(self, write_notebook(folder, cells))
            self._shared.load()
        else:
            self._shared.load()
            self.page.evaluate(REFILL, [cells, FORGET])
        return self._shared

    def empty_shared(self) -> None:
        """A notebook in a tab behind is still on the page, and a search would find its widgets too."""
        if self._shared is not None:
            self._shared.load()
            self.page.evaluate(REFILL, [[], FORGET])

    def forget_shared(self) -> None:
        """Its page is gone: what it still plays or counts must not go on beside the next test."""
        if self._shared is not None:
            self._shared.server_forgets()

    def make_usual(self) -> None:
        """As most readers find it: light, wide, beside the files, in the page's own colours, the pointer nowhere."""
        self.page.emulate_media(reduced_motion="no-preference", forced_colors="none")
        self.page.evaluate("async () => { if (document.fullscreenElement) await document.exitFullscreen(); }")
        self.page.mouse.move(0, 0)
        self.set_width(WIDTH)
        self.show_files(True)       # the test before may have closed it
        self.set_theme("light")
        self.clear_table()
        self.errors.clear()

    def clear_table(self, *but: OpenNotebook) -> None:
        """Put away every notebook but these and the shared one."""
        self.page.evaluate(CLEAR_TABLE, [one.name for one in (*but, self._shared) if one])


class OpenNotebook:
    """One notebook in JupyterLab: run it, reload it, change theme and width, look at its pixels."""

    def __init__(self, lab: Lab, name: str) -> None:
        self.lab, self.page, self.name = lab, lab.page, name
        self.command, self.set_theme, self.set_width = lab.command, lab.set_theme, lab.set_width

    @property
    def panel(self) -> Locator:
        return self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    def looks(self, *, height: int = HEIGHT) -> Iterator[str]:
        """Set each width and theme in turn, wait until the page has followed, and give a name for its screenshots."""
        is_light = self.page.evaluate(IS_LIGHT)     # to change the theme takes longest
        for width, theme in LOOKS if is_light else reversed(LOOKS):
            self.set_theme(theme)
            self.set_width(width, height)
            self.await_quiet()
            yield f"{theme}-{width}"

    @property
    def errors(self) -> list[str]:
        """What the page's console has called an error since the notebook was opened."""
        return self.lab.errors

    def load(self) -> None:
        self.command("docmanager:open", path=self.name)
        self._settle()

    def reload(self) -> None:
        """What a reader does with F5; the kernel goes on, and with it the widgets.

        On a slow machine JupyterLab may show a saved view before it has fetched the models from the kernel. It then
        says "model not found", whatever the view, and stays so: the reader presses F5 again.
        """
        self.save()
        for _ in range(TRIES):
            self.load_page()
            self.page.wait_for_function(RESTORED)
            self.await_quiet()      # one view may be there before the next is found to be lost
            if self.page.evaluate(RESTORED) == "shown":
                return
            self.errors.clear()

    def load_page(self) -> None:
        """Load the page again, with the notebook as it was last saved."""
        self.page.reload()
        self.lab.settle()
        self._settle()

    def _settle(self) -> None:
        """Wait for the notebook and its kernel."""
        self.page.wait_for_function(
            "name => window.jupyterapp.shell.currentWidget?.context?.path === name", arg=self.name
        )
        self.panel.wait_for()
        # The status bar may still tell of the notebook before this one, and cells that run too early ask for a kernel.
        self.page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext.ready; }")
        self.page.evaluate(LISTEN)
        self.await_idle()

    def await_idle(self) -> None:
        try:
            self.page.wait_for_function(STATUS_IDLE, timeout=PATIENCE // 12)
        except TimeoutError:
            self.page.wait_for_function(IDLE)

    def bring_to_front(self) -> None:
        """What is run is the notebook in front, and another one that was just opened may still be on its way there."""
        self.page.evaluate(f"name => {{ window.jupyterapp.shell.activateById(({OPENED})(name).id); }}", self.name)
        self.page.wait_for_function(
            f"name => ({OPENED})(name).isVisible && window.jupyterapp.shell.currentWidget?.context?.path === name",
            arg=self.name,
        )

    def await_quiet(self) -> None:
        """Wait until the kernel has done all that it was told, and the page shows it and stands still."""
        await_quiet(self.page)

    def run_all(self) -> None:
        self.bring_to_front()
        self.command("notebook:run-all-cells")
        self.await_idle()
        self.page.wait_for_function(
            "() => ![...document.querySelectorAll('.jp-InputArea-prompt')]"
            ".some(prompt => prompt.textContent.includes('[*]'))"
        )
        self.bring_to_front()
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
        """Close it, if it is open, and shut down its kernel; saved first, or JupyterLab would ask.

        What a widget writes between saving and closing makes JupyterLab ask after all, and what it writes while
        JupyterLab saves for that answer keeps the notebook open: then once more.
        """
        for last in (False, False, True):
            if not self.page.evaluate(f"name => !!({OPENED})(name)", self.name):
                break
            self.save()
            if self._is_closed(patience=PATIENCE if last else PATIENCE // 6):
                break
        self.server_forgets()

    def _is_closed(self, patience: int) -> bool:
        """Whether it goes away when it is told to, within `patience` ms."""
        self.page.evaluate(f"name => {{ ({OPENED})(name).close(); }}", self.name)
        asked = self.page.locator(".jp-Dialog button.jp-mod-accept")
        closed = f"!({OPENED})(name)"
        self.page.wait_for_function(f"name => {closed} || document.querySelector('.jp-Dialog')", arg=self.name)
        if asked.count():
            asked.first.click()
        try:
            self.page.wait_for_function(f"name => {closed}", arg=self.name, timeout=patience)
        except TimeoutError:
            if patience == PATIENCE:
                raise
            return False
        return True

    def server_forgets(self) -> None:
        self.lab.server.shut_down_kernels_of(self.name)


def room_for(root: Locator) -> int:
    """The pixels that a view may take in this window: its pane, but no more than 900."""
    pane = ".jp-WindowedPanel-outer, .jp-NotebookPanel-notebook"
    return min(max(root.evaluate(f"root => root.closest('{pane}').clientHeight") - 20, 400), 900)
