"""What `make notebooks` saves: pictures and words, and nothing that only a running kernel could show."""

from __future__ import annotations

from nbformat.v4 import new_code_cell, new_notebook, new_output

from domino_lab.notebook_files import LIVE, forget_widgets, recall_widgets
from tests.notebooks.regenerate import PAPER, settle


def test_a_saved_output_keeps_its_picture_and_words_and_loses_the_live_widget() -> None:
    static = {"text/html": "<img>", "text/plain": "5-5 is alone on the table."}
    kinds = ("execute_result", "display_data")
    shown = [new_output(kind, {**static, PAPER: "iVBO", LIVE: {"model_id": "a1"}}) for kind in kinds]
    printed = new_output("stream", text="13\n")
    notebook = new_notebook(cells=[new_code_cell("1 + 1", outputs=[*shown, printed])], metadata={"widgets": {"a1": {}}})
    settle(notebook)
    assert [dict(output.data) for output in notebook.cells[0].outputs[:2]] == [static, static]
    assert notebook.cells[0].outputs[2] == printed
    assert "widgets" not in notebook.metadata


def test_names_of_widgets_come_back_to_their_places_and_widgets_that_are_saved_whole_stay() -> None:
    outputs = [{"name": "stdout", "text": "13"}, {"data": {LIVE: {"model_id": "a1"}, "text/plain": "A hand."}},
               {"data": {LIVE: {"model_id": "b2"}}}]
    cells = [{"id": "text", "source": "A word."}, {"id": "code", "outputs": outputs}]
    names = forget_widgets({"cells": cells, "metadata": {}})
    assert names == {("code", 1): {"model_id": "a1"}}
    assert outputs[1:] == [{"data": {"text/plain": "A hand."}}, {"data": {LIVE: {"model_id": "b2"}}}]
    recall_widgets({"cells": cells}, names)
    whole = {"cells": cells, "metadata": {"widgets": {"state": {"a1": {}}}}}
    assert forget_widgets(whole) == {}
    assert [LIVE in one.get("data", {}) for one in outputs] == [False, True, True]
