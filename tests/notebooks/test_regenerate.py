"""What `make notebooks` saves: pictures and words, and nothing that only a running kernel could show."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

import domino_lab as dl
from domino_lab.io.contents import Contents
from domino_lab.io.notebook_files import LIVE, forget_widgets, outputs_of, recall_widgets
from domino_lab.io.paper import ADDED_LATER, PNG, add_pictures, picture_on_screen
from tests.notebooks.regenerate import found, settle


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


def test_each_picture_of_the_course_has_a_png_for_latex_beside_it() -> None:
    for path in found([str(Path(__file__).parents[2] / "notebooks")]):
        for (cell, number, _), data in outputs_of(nbformat.read(path, as_version=4)):
            if picture_on_screen(data):
                assert b64decode(data.get(PNG, "")).startswith(b"\x89PNG"), (
                    f"{path}, cell {cell}, output {number}: python -m tests.notebooks.regenerate --paper notebooks")


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


def test_names_of_widgets_come_back_to_their_places_and_widgets_that_are_saved_whole_stay() -> None:
    outputs = [{"name": "stdout", "text": "13"}, {"data": {LIVE: {"model_id": "a1"}, "text/plain": "A hand."}},
               {"data": {LIVE: {"model_id": "b2"}}}]
    cells = [{"id": "text", "source": "A word."}, {"id": "code", "outputs": outputs}]
    names = forget_widgets({"cells": cells, "metadata": {}})
    assert names == {("code", 1, "A hand."): {"model_id": "a1"}}
    assert outputs[1:] == [{"data": {"text/plain": "A hand."}}, {"data": {LIVE: {"model_id": "b2"}}}]
    recall_widgets({"cells": cells}, names)
    whole = {"cells": cells, "metadata": {"widgets": {"state": {"a1": {}}}}}
    assert forget_widgets(whole) == {}
    assert [LIVE in one.get("data", {}) for one in outputs] == [False, True, True]


def test_a_notebook_of_an_old_format_has_its_widgets_in_their_own_cells() -> None:
    """Its cells have no ids; and an output that has changed meanwhile gets no widget of the one before it."""
    shown = [{"data": {LIVE: {"model_id": name}, "text/plain": [f"Hand {name}."]}} for name in "ab"]
    plain = {"data": {"text/plain": "Hand c."}}
    cells = [{"outputs": [one]} for one in (*shown, plain)]
    names = forget_widgets({"cells": cells})
    recall_widgets({"cells": cells}, names)
    assert [one["data"].get(LIVE) for one in (*shown, plain)] == [{"model_id": "a"}, {"model_id": "b"}, None]
    forget_widgets({"cells": cells})
    shown[1]["data"]["text/plain"] = "Another hand."
    recall_widgets({"cells": cells}, names)
    assert [LIVE in one["data"] for one in shown] == [True, False]


@pytest.mark.parametrize("odd", [
    [1], {}, {"cells": None}, {"cells": [1]}, {"metadata": None, "cells": [{"outputs": None}]},
    {"cells": [{"id": [], "outputs": [1, {"data": None}, {"data": {LIVE: 1, "text/plain": [1]}}]}]},
])
def test_what_is_no_notebook_is_left_to_jupyter(odd: object) -> None:
    recall_widgets(odd, {})
    assert len(forget_widgets(odd)) <= 1


@pytest.mark.parametrize("odd", [1, "src=\"data:image/svg+xml;base64,abc=", "src=\"data:image/svg+xml;base64,Zm9v\""])
def test_what_is_no_picture_gets_none_for_paper(odd: object) -> None:
    data = {LIVE: {}, "text/html": odd}
    add_pictures({"cells": [{"outputs": [{"data": data}]}]})
    assert data == {LIVE: {}, "text/html": odd}


def test_a_kernel_leaves_pictures_for_paper_to_a_server_that_adds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server adds the very picture that the kernel would have made."""
    whole = dl.HandStepper("all-fives-worked-example", step=3)._repr_mimebundle_()
    monkeypatch.setenv(ADDED_LATER, "yes")
    data = {**dl.HandStepper("all-fives-worked-example", step=3)._repr_mimebundle_(), LIVE: {"model_id": "a1"}}
    assert whole.keys() - data.keys() == {"image/png"}
    book = new_notebook(cells=[new_code_cell("hand", outputs=[new_output("display_data", data)])])
    asyncio.run(Contents(parent=None, root_dir=str(tmp_path)).save({"type": "notebook", "content": book}, "one.ipynb"))
    (output,) = nbformat.read(tmp_path / "one.ipynb", as_version=4).cells[0].outputs
    assert output.data["image/png"].strip() == whole["image/png"]
    assert LIVE not in output.data


def test_files_are_saved_without_widgets_and_keep_them_while_their_kernel_runs(tmp_path: Path) -> None:
    contents = Contents(parent=None, root_dir=str(tmp_path))
    running = {"one.ipynb", "two.ipynb"}
    contents._runs = lambda path: asyncio.sleep(0, result=path.strip("/") in running)
    data = {LIVE: {"model_id": "a1"}, "text/plain": "A hand."}
    book = new_notebook(cells=[new_code_cell("hand", outputs=[new_output("display_data", data)])])

    def live(path: str) -> bool:
        content = asyncio.run(contents.get(path))["content"]
        return LIVE in content["cells"][0]["outputs"][0]["data"]

    asyncio.run(contents.save({"type": "notebook", "content": json.loads(json.dumps(book))}, "/one.ipynb"))
    assert LIVE not in (tmp_path / "one.ipynb").read_text(encoding="utf-8")
    assert live("one.ipynb")
    asyncio.run(contents.rename_file("one.ipynb", "two.ipynb"))
    assert live("/two.ipynb")
    running.clear()
    assert not live("two.ipynb")
    running.add("two.ipynb")
    assert not live("two.ipynb"), "another kernel does not know these widgets"
    asyncio.run(contents.delete_file("two.ipynb"))
    assert not (tmp_path / "two.ipynb").exists()
