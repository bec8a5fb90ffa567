"""How each widget lies on a screen: `python -m benchmarks.geometry [name ...] [--sizes 1366x768,360x740] [--large]`.

For every widget at five sizes of the window, and as a page of its own at 360 x 740: the height of the view and of the
pane it is seen in, the felt, the length of a tile, how much of the felt lies outside the tiles' box, and faults: what
belongs together and is not seen at once, what is cut off, sticks out or lies on something else, and targets that are
too small. `--large` is the projector view; `--shots FOLDER` keeps a picture of each, `--dark` in the dark theme.
"""

from __future__ import annotations

import argparse
import ast
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, Page

from benchmarks.clicking import open_lab
from tests.browser.notebook import SMALL, STICKING_OUT, Lab, OpenNotebook, await_ears, await_quiet, room_for
from tests.browser.test_access import CELLS as KINDS
from tests.browser.test_one_screen import ASKS, CELLS, OVERLAPPING, PAGES, PHONE, SEEN, UNSEEN, WANTED, set_size

WIDGETS = {**{name: cell for part in KINDS.values() for name, cell in part.items()}, **CELLS, **PAGES}
"""The cell that makes each widget."""
SIZES = "1366x768,1920x1080,1280x720,1024x768,360x740"
PHONE_PAGE = (360, 740)

LIES = """root => {
    const size = node => node ? [Math.round(node.clientWidth), Math.round(node.clientHeight)] : [0, 0];
    const cut = [...root.querySelectorAll(".dlab-cut")].filter(node => node.checkVisibility())
        .map(node => `${node.className.replace(/dlab-/g, "")} goes on`);
    return [size(root), size(root.querySelector(".dlab-over")), cut, document.documentElement.scrollWidth - innerWidth];
}"""
SCENE = """
def _lie(view):
    scene = view.scene if view.has_table else None
    if scene is None:
        return None
    shapes = [*scene.tiles, *scene.loose, *scene.gaps]
    left, top = (min((shape.box[side] for shape in shapes), default=0) for side in (0, 1))
    right, bottom = (max((shape.box[side] + shape.box[side + 2] for shape in shapes), default=0) for side in (0, 1))
    cloth = scene.cloth[2] * scene.cloth[3] / max(len(getattr(view, "shown", [0])), 1)
    bare = 100 - round(100 * (right - left) * (bottom - top) / cloth) if len(scene.cloths) < 2 else -1
    out = sum(shape.box.join(scene.cloth) != scene.cloth for shape in shapes)
    return [2 * scene.viewport.scale, bare, out, len(shapes), list(scene.pixels)]
"""
LAST = "max((n for n in Out), default=0) and Out[max(Out)]"
ASK = """async code => {
    const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
    const asked = { code: "", store_history: false, silent: false, user_expressions: { it: code } };
    const { content } = await kernel.requestExecute(asked).done;
    return content.user_expressions.it.data?.["text/plain"] ?? null;
}"""
RUN = """async code => {
    const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
    await kernel.requestExecute({ code, store_history: false }).done;
}"""


class Measured(NamedTuple):
    """One widget at one size."""

    view: list[int]
    pane: int
    felt: list[int]
    tiles: list[object] | None
    faults: list[str]

    def __str__(self) -> str:
        """The figures in one line, then what is wrong, each in a line of its own."""
        tile, bare, out, count, size = self.tiles or (0, 0, 0, 0, [1, 1])
        assert isinstance(size, list)
        shown = f"{int(str(tile)) * self.felt[0] / size[0]:4.0f}" if count else "   -"
        bare = f"{bare:3} %" if count and bare != -1 else "    -"
        figures = (f"{self.view[0]:5}x{self.view[1]:<5} pane {self.pane:<5} felt {self.felt[0]:4}x{self.felt[1]:<4} "
                   f"tiles {count:3} of {shown} px, bare {bare}")
        wrong = [f"{out} tiles are cut off"] if out else []
        return "\n".join([figures, *(f"    {fault}" for fault in (*wrong, *self.faults))])


def measure(root: Locator, name: str, *, narrow: bool, tiles: list[object] | None) -> Measured:
    """Measure a widget as it is on the page now."""
    asked = set() if name in PAGES else WANTED.get(name, ASKS if name in CELLS else set())
    wanted = asked & ({*PHONE, "question"} - ({"caption"} if "question" in asked else set())) if narrow else asked
    is_page = root.evaluate("root => root.classList.contains('dlab-alone')")
    fills = root.evaluate("root => root.matches(':fullscreen') ? innerHeight : 0")
    pane = PHONE_PAGE[1] if is_page else fills or room_for(root)
    view, felt, cut, sideways = root.evaluate(LIES)
    seen = root.evaluate(UNSEEN, [{f"the {what}": SEEN[what] for what in wanted}, pane]) if wanted else []
    if is_page:         # which has fewer buttons, as it has no kernel
        seen = [fault for fault in seen if not fault.endswith("is not there")]
    faults = [*seen, *cut, *root.evaluate(STICKING_OUT), *root.evaluate(OVERLAPPING), *root.evaluate(SMALL)]
    if sideways > 0:
        faults.append(f"the page goes on {sideways} pixels to the right")
    return Measured(view, pane, felt, tiles, faults)


def in_notebook(lab: Lab, folder: Path, name: str, given: argparse.Namespace) -> Iterator[tuple[str, Measured]]:
    """Yield the measures of a widget in JupyterLab at each size, then as a page on a phone if it can be one."""
    notebook: OpenNotebook = lab.shared(folder, ["import domino_lab as dl", WIDGETS[name]])
    notebook.run_all()
    root = notebook.panel.locator(".dlab-root").first
    root.wait_for()
    await_ears(root)
    lab.set_theme("dark" if given.dark else "light")
    lab.page.evaluate(RUN, f"shown_view = {LAST}\n{SCENE}")
    for wide, high in given.sizes:
        set_size(notebook, wide, high)
        root.evaluate("root => root.scrollIntoView({ block: 'start' })")
        if given.large and not root.evaluate("root => root.classList.contains('dlab-large')"):
            root.locator(".dlab-menu > summary").first.click()
            root.get_by_role("button", name="Projector view").first.click()
        notebook.await_quiet()
        told = lab.page.evaluate(ASK, "_lie(shown_view)")
        yield f"{wide}x{high}", measure(root, name, narrow=wide < 600, tiles=_read(told))
        keep(lab.page, given, f"{name}-{wide}x{high}")
    if given.large:
        lab.page.evaluate("() => document.fullscreenElement && document.exitFullscreen()")
    elif not given.no_pages:
        yield from as_page(lab, name, given)


def as_page(lab: Lab, name: str, given: argparse.Namespace) -> Iterator[tuple[str, Measured]]:
    """Yield the measure of a widget as a page of its own on a phone; nothing where it cannot be one."""
    with tempfile.TemporaryDirectory() as home:
        file = Path(home, "page.html")
        lab.page.evaluate(RUN, f"dl.page(shown_view).save({str(file)!r})")
        if not file.exists():
            return
        page = lab.page.context.new_page()
        page.set_viewport_size({"width": PHONE_PAGE[0], "height": PHONE_PAGE[1]})
        page.goto(file.as_uri())
        root = page.locator(".dlab-alone").first
        if root.count():
            await_ears(root)
            await_quiet(page)
            yield "page of 360x740", measure(root, name, narrow=True, tiles=None)
            keep(page, given, f"{name}-page")
        page.close()


def keep(page: Page, given: argparse.Namespace, name: str) -> None:
    """Keep a picture of the page, if pictures are wanted."""
    if given.shots is not None:
        given.shots.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=given.shots / f"{name.replace(' ', '-')}{'-large' * given.large}.png", scale="css")


def _read(told: str | None) -> list[object] | None:
    return ast.literal_eval(told) if told else None


def _sizes(text: str) -> list[tuple[int, int]]:
    return [(int(wide), int(high)) for wide, _, high in (size.partition("x") for size in text.split(","))]


def main() -> None:
    """Print the measures."""
    read = argparse.ArgumentParser(prog="python -m benchmarks.geometry")
    read.add_argument("names", nargs="*", metavar="name", choices=[*WIDGETS, []], default=[])
    read.add_argument("--sizes", type=_sizes, default=_sizes(SIZES))
    for flag in ("--large", "--dark", "--no-pages"):
        read.add_argument(flag, action="store_true")
    read.add_argument("--shots", type=Path)
    given = read.parse_args()
    with open_lab() as (lab, folder):
        for name in given.names or WIDGETS:
            print(name)
            for size, measured in in_notebook(lab, folder, name, given):
                print(f"  {size:16}{measured}", flush=True)


if __name__ == "__main__":
    main()
