"""The notebooks of the course as they are saved."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
COURSE = ROOT / "notebooks"
LESSONS = sorted(COURSE.glob("[0-9]*.ipynb"))
ANSWERS = sorted((COURSE / "answers").glob("*.ipynb"))

Cell = dict[str, Any]


def name_of(path: Path) -> str:
    return path.stem


def cells_of(path: Path) -> list[Cell]:
    return list(json.loads(path.read_text(encoding="utf-8"))["cells"])


def source(cell: Cell) -> str:
    return "".join(cell["source"])


def prose(path: Path) -> list[str]:
    return [source(cell) for cell in cells_of(path) if cell["cell_type"] == "markdown"]


def code(path: Path) -> list[Cell]:
    return [cell for cell in cells_of(path) if cell["cell_type"] == "code"]


def exercises(path: Path) -> list[str]:
    """The numbers of the exercises that a lesson sets, or of the questions on its exit card."""
    last = prose(path)[-1]
    return re.findall(r"^(\d+)\. ", re.split(r"## (?:Exercises|Exit card)\n", last)[-1], re.M)


def data(cell: Cell) -> dict[str, str]:
    """What a cell shows as its result, by kind."""
    shown = (output["data"] for output in cell["outputs"] if "data" in output)
    return {kind: "".join(text) if isinstance(text, list) else text for found in shown for kind, text in found.items()}
