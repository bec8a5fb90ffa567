"""The first picture of every widget comes with its cell: nothing is pressed, and few messages are needed."""

from __future__ import annotations

from tests.browser.conftest import Open
from tests.browser.test_access import CELLS, ROOTS

MOST = 60
"""Messages between the page and the kernel until a widget is drawn. The first brings the code that all share, and says
more the longer its page takes to draw: 43 and 50 on a busy machine."""

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
    const count = () => { messages += 1; };
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
    notebook = open_notebook(CELLS, run=False)
    notebook.command("notebook:run-cell-and-select-next")
    notebook.await_idle()
    messages = {}
    for number, cell in enumerate(CELLS[1:]):
        messages[cell] = notebook.page.evaluate(UNTIL_DRAWN, [ROOTS, number])
        notebook.await_quiet()
    assert {cell: sent for cell, sent in messages.items() if not 0 < sent <= MOST} == {}
