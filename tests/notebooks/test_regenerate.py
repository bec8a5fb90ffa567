"""What `make notebooks` saves: pictures and words, and nothing that only a running kernel could show."""

from __future__ import annotations

from nbformat.v4 import new_code_cell, new_notebook, new_output

from tests.notebooks.regenerate import LIVE, settle


def test_a_saved_output_keeps_its_picture_and_words_and_loses_the_live_widget() -> None:
    static = {"image/svg+xml": "<svg/>", "text/plain": "5-5 is alone on the table."}
    shown = [new_output(kind, {**static, LIVE: {"model_id": "a1"}}) for kind in ("execute_result", "display_data")]
    printed = new_output("stream", text="13\n")
    notebook = new_notebook(cells=[new_code_cell("1 + 1", outputs=[*shown, printed])], metadata={"widgets": {"a1": {}}})
    settle(notebook)
    assert [dict(output.data) for output in notebook.cells[0].outputs[:2]] == [static, static]
    assert notebook.cells[0].outputs[2] == printed
    assert "widgets" not in notebook.metadata
