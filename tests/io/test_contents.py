"""Notebooks are saved with pictures and without widgets, which stay while their kernel runs."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

import domino_lab as dl
from domino_lab.io.contents import Contents
from domino_lab.io.notebook_files import LIVE
from domino_lab.io.paper import ADDED_LATER


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
