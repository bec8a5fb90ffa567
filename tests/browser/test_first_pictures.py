"""How long a reader waits for a widget: from running its cell to its first picture; written down, not judged."""

from __future__ import annotations

import json
from pathlib import Path

from tests.browser.conftest import Open
from tests.browser.test_access import CELLS

UNTIL_DRAWN = """async ([css, number]) => {
    const drawn = root => {
        const canvas = root?.querySelector("canvas");
        if (!root?.matches("[role=group]") || !root.querySelector(".dlab-area-head")?.children.length) return false;
        if (!canvas) return true;
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        for (let dot = 3; dot < data.length; dot += 4004) if (data[dot]) return true;
        return false;
    };
    const start = performance.now();
    window.jupyterapp.commands.execute("notebook:run-cell-and-select-next");
    while (!drawn(document.querySelectorAll(css)[number])) {
        if (performance.now() - start > 30000) throw new Error(`widget ${number} is never drawn`);
        await new Promise(requestAnimationFrame);
    }
    return performance.now() - start;
}"""


def test_first_pictures_come_quickly(open_notebook: Open, artefacts: Path) -> None:
    notebook = open_notebook(CELLS, run=False)
    notebook.command("notebook:run-cell-and-select-next")
    notebook.await_idle()
    times = {}
    for number, cell in enumerate(CELLS[1:]):
        css = ".jp-NotebookPanel:not(.lm-mod-hidden) .dlab-root"
        times[cell] = round(notebook.page.evaluate(UNTIL_DRAWN, [css, number]))
        notebook.await_quiet()
    first, *warm = times.values()
    report = {"first_ms": first, "slowest_warm_ms": max(warm), "ms": times}
    (artefacts / "first-pictures.json").write_text(json.dumps(report, indent=1) + "\n")
