"""The first picture of every widget comes with its cell: nothing is pressed, and few messages are needed."""

from __future__ import annotations

from tests.browser.conftest import Open
from tests.browser.test_access import CELLS, ROOTS

MOST = 25
"""Messages of widgets between the page and the kernel until one is drawn; the code that all share is counted once. What
JupyterLab says to a kernel that starts, its debugger for one, is not counted."""

UNTIL_DRAWN = """async ([css, number]) => {
    const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
    const drawn = root => {
        const canvas = root?.querySelector("canvas");
        if (!root?.matches("[role=group]") || !root.querySelector(".dlab-area-head")?.children.length) return false;
        if (!canvas) return true;
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        for (let dot = 3; dot < data.length; dot += 4004) if (data[dot]) return true;
        return false;
    };
    const start = performance.now();
    let messages = 0;
    const count = (_, { msg }) => { messages += msg.header.msg_type.startsWith("comm_") ? 1 : 0; };
    kernel.anyMessage.connect(count);
    window.jupyterapp.commands.execute("notebook:run-cell-and-select-next");
    while (!drawn(document.querySelectorAll(css)[number])) {
        if (performance.now() - start > 60000) throw new Error(`widget ${number} is never drawn`);
        await new Promise(requestAnimationFrame);
    }
    kernel.anyMessage.disconnect(count);
    return messages;
}"""


def test_the_first_picture_of_each_widget_comes_with_its_cell(open_notebook: Open) -> None:
    cells = [cell for part in CELLS.values() for cell in part.values()]
    notebook = open_notebook(["import domino_lab as dl", *cells], run=False, fresh=True)
    notebook.command("notebook:run-cell-and-select-next")
    notebook.await_idle()
    messages = {}
    for number, cell in enumerate(cells):
        messages[cell] = notebook.page.evaluate(UNTIL_DRAWN, [ROOTS, number])
        notebook.await_quiet()
    assert {cell: sent for cell, sent in messages.items() if not 0 < sent <= MOST} == {}
