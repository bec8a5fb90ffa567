"""Pictures on paper: a PNG beside each picture, and none where there is no picture."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import nbformat
import pytest

from domino_lab.io.notebook_files import LIVE, outputs_of
from domino_lab.io.paper import PNG, add_pictures, picture_on_screen
from tests.notebooks.regenerate import found


def test_each_picture_of_the_course_has_a_png_for_latex_beside_it() -> None:
    for path in found([str(Path(__file__).parents[2] / "notebooks")]):
        for (cell, number, _), data in outputs_of(nbformat.read(path, as_version=4)):
            if picture_on_screen(data):
                assert b64decode(data.get(PNG, "")).startswith(b"\x89PNG"), (
                    f"{path}, cell {cell}, output {number}: python -m tests.notebooks.regenerate --paper notebooks")


@pytest.mark.parametrize("odd", [1, "src=\"data:image/svg+xml;base64,abc=", "src=\"data:image/svg+xml;base64,Zm9v\""])
def test_what_is_no_picture_gets_none_for_paper(odd: object) -> None:
    data = {LIVE: {}, "text/html": odd}
    add_pictures({"cells": [{"outputs": [{"data": data}]}]})
    assert data == {LIVE: {}, "text/html": odd}
