"""What `make notebooks` saves: pictures and words, and nothing that only a running kernel could show."""

from __future__ import annotations

from nbformat.v4 import new_code_cell, new_notebook, new_output

import domino_lab as dl
from domino_lab.io.notebook_files import LIVE
from domino_lab.io.paper import PNG, picture_on_screen
from tests.notebooks.regenerate import settle


def test_a_saved_output_keeps_its_picture_and_words_and_loses_the_live_widget() -> None:
    static = {"text/html": "<img>", "text/plain": "5-5 is alone on the table."}
    kinds = ("execute_result", "display_data")
    shown = [new_output(kind, {**static, LIVE: {"model_id": "a1"}}) for kind in kinds]
    printed = new_output("stream", text="13\n")
    notebook = new_notebook(cells=[new_code_cell("1 + 1", outputs=[*shown, printed])], metadata={"widgets": {"a1": {}}})
    settle(notebook, {})
    assert [dict(output.data) for output in notebook.cells[0].outputs[:2]] == [static, static]
    assert notebook.cells[0].outputs[2] == printed
    assert "widgets" not in notebook.metadata


def test_a_png_is_drawn_anew_only_for_a_picture_that_has_changed() -> None:
    """Another machine has other fonts: its PNG of the same picture would be a diff that nobody can read."""
    data = dict(dl.HandStepper("all-fives-worked-example", step=3)._repr_mimebundle_())
    notebook = new_notebook(cells=[new_code_cell("hand", outputs=[new_output("display_data", data)])])
    (output,) = notebook.cells[0].outputs
    settle(notebook, {picture_on_screen(data): "iVBO"})
    assert output.data[PNG] == "iVBO"
    output.data[PNG] = data[PNG]
    settle(notebook, {"<svg>another</svg>": "iVBO"})
    assert output.data[PNG] == data[PNG]
