"""The gate bites: a saved notebook with one wrong number does not pass `make notebooks-compare`."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.notebooks.saved import LESSONS, ROOT, Cell, data, source
from tests.widgets.kept import pictures

Found = dict[str, list[int]]


def gate_options() -> list[str]:
    """The options of the gate itself, read from the Makefile, so that it is that gate which is tried."""
    return re.findall(r"--nbval\S*", (ROOT / "Makefile").read_text(encoding="utf-8"))


def one_more(text: str | list[str]) -> str:
    """The text with its first number raised by one."""
    whole = "".join(text)
    assert re.search(r"\d+", whole)
    return re.sub(r"\d+", lambda number: str(int(number[0]) + 1), whole, count=1)


def first_with(cells: list[Cell], kind: str, start: str) -> int:
    return next(n for n, cell in enumerate(cells)
                if cell["cell_type"] == "code" and source(cell).startswith(start) and kind in data(cell))


def other_picture(html: str | list[str]) -> str:
    """The HTML with the first number in its picture raised by one, and the same words."""
    whole = "".join(html)
    (drawn,) = pictures(whole)
    old, new = (b64encode(text.encode()).decode() for text in (drawn, one_more(drawn)))
    return whole.replace(old, new)


def spoil(notebook: dict, kind: str, start: str, change: Callable[[str | list[str]], str] = one_more) -> dict:
    spoiled = copy.deepcopy(notebook)
    cell = spoiled["cells"][first_with(spoiled["cells"], kind, start)]
    shown = next(output["data"] for output in cell["outputs"] if kind in output.get("data", {}))
    before = "".join(shown[kind])
    shown[kind] = change(shown[kind])
    assert shown[kind] != before
    return spoiled


def spoil_print(notebook: dict) -> dict:
    """The same for what a cell prints."""
    spoiled = copy.deepcopy(notebook)
    output = next(o for cell in spoiled["cells"] for o in cell.get("outputs", ()) if o.get("name") == "stdout")
    output["text"] = one_more(output["text"])
    return spoiled


def short(notebook: dict) -> dict:
    """Its first cells, as far as the cell that prints something: to try the gate one need not run it all."""
    last = max(first_with(notebook["cells"], "text/html", "dl.HandStepper"),
               first_with(notebook["cells"], "text/plain", "dl.why("))
    prints = {"cell_type": "code", "execution_count": last + 2, "id": "prints", "metadata": {},
              "outputs": [{"name": "stdout", "output_type": "stream", "text": "13\n"}],
              "source": 'print(dl.lay("all-fives", "5-5 5-0 3-5").state.board_count.total)'}
    return {**notebook, "cells": [*notebook["cells"][: last + 1], prints]}


pytestmark = pytest.mark.together("copies of a notebook")


@pytest.fixture(scope="module")
def failed_cells(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """For each copy of the first notebook the cells that the gate refuses, all in one run of it."""
    folder = tmp_path_factory.mktemp("copies")
    right = short(json.loads(LESSONS[0].read_text(encoding="utf-8")))
    copies = {
        "right": right,
        "wrong_words": spoil(right, "text/plain", "dl.why("),
        "wrong_picture": spoil(right, "text/html", "dl.HandStepper", other_picture),
        "wrong_print": spoil_print(right),
    }
    for name, notebook in copies.items():
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", *gate_options(), "--timeout=0", f"--junitxml={folder / 'said.xml'}",
               "-p", "no:cacheprovider", "-q", str(folder)]
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True,
                          timeout=100, check=False)
    assert (folder / "said.xml").exists(), done.stdout + done.stderr
    return read_report(folder / "said.xml", list(copies))


def read_report(report: Path, names: list[str]) -> Found:
    found: Found = {name: [] for name in names}
    ran = dict.fromkeys(names, 0)
    for case in ElementTree.parse(report).iter("testcase"):
        name = next(name for name in names if f"{name}." in f"{case.get('classname')}.{case.get('name')}")
        ran[name] += 1
        if case.find("failure") is not None or case.find("error") is not None:
            found[name].append(int(re.search(r"(\d+)$", case.get("name", ""))[1]))
    assert all(ran.values()), ran
    return found


def test_the_gate_is_not_the_lax_one() -> None:
    options = gate_options()
    assert "--nbval" in options
    assert "--nbval-lax" not in options


def test_the_saved_notebook_passes(failed_cells: Found) -> None:
    assert failed_cells["right"] == []


@pytest.mark.parametrize("copied", ["wrong_words", "wrong_picture", "wrong_print"])
def test_one_wrong_number_does_not_pass(failed_cells: Found, copied: str) -> None:
    assert len(failed_cells[copied]) == 1


def test_each_is_refused_at_the_cell_that_is_wrong(failed_cells: Found) -> None:
    picture, words, printed = (failed_cells[name][0] for name in ("wrong_picture", "wrong_words", "wrong_print"))
    assert picture < words < printed
