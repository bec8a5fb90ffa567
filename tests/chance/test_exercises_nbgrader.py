"""An assignment goes all the way through nbgrader: hand-out, a learner's answers, marks, feedback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import domino_lab as dl

EXERCISES = ["own_tile", "a_double"]
CONFIG = """
c = get_config()
c.CourseDirectory.course_id = "dominoes"
c.ExecutePreprocessor.timeout = 120
c.Exchange.root = "{root}/exchange"
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    source = folder / "source" / "chance"
    source.mkdir(parents=True)
    (folder / "nbgrader_config.py").write_text(CONFIG.format(root=tmp_path))
    book = dl.chance.assignment(EXERCISES, title="Chance", points=2, answers=True)
    (source / "chance.ipynb").write_text(book, encoding="utf-8")
    return folder


def nbgrader(course: Path, *words: str) -> str:
    own = ("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    homes = {name: str(course.parent / name.lower()) for name in own}
    homes["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"      # it calls alembic
    done = subprocess.run([sys.executable, "-m", "nbgrader", *words], cwd=course, capture_output=True, text=True,
                          check=False, env={**os.environ, **homes})
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stderr


def cells(path: Path) -> dict[str, dict[str, Any]]:
    return {cell["id"]: cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]}


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_it_is_handed_out_marked_and_given_back(course: Path) -> None:
    nbgrader(course, "generate_assignment", "chance", "--create", "--force")
    released = course / "release" / "chance" / "chance.ipynb"
    handed = cells(released)
    text = "\n".join(source(cell) for cell in handed.values())
    assert "SOLUTION" not in text
    assert "worked_answer" not in text
    for name in ("learner", "answer_1", "answer_2"):
        assert re.search(rf"(?m)^{name} = ", text), f"the hand-out names {name}"

    # Ana answers the first one right and the second one wrong.
    right = dl.chance.worked_answer(dl.chance.exercise(EXERCISES[0], learner="Ana")).answer
    given = {"learner": 'learner = "Ana"', "answer-1": f"answer_1 = {str(right)!r}", "answer-2": 'answer_2 = "0"'}
    book = json.loads(released.read_text(encoding="utf-8"))
    for cell in book["cells"]:
        cell["source"] = given.get(cell["id"], cell["source"])
    submitted = course / "submitted" / "ana" / "chance" / "chance.ipynb"
    submitted.parent.mkdir(parents=True)
    submitted.write_text(json.dumps(book), encoding="utf-8")

    nbgrader(course, "autograde", "chance", "--create", "--force")
    nbgrader(course, "export")
    [heads, row] = [line.split(",") for line in (course / "grades.csv").read_text().splitlines()]
    marks = dict(zip(heads, row, strict=True))
    assert (float(marks["score"]), float(marks["max_score"])) == (2.0, 4.0)

    nbgrader(course, "generate_feedback", "chance", "--force")
    feedback = (course / "feedback" / "ana" / "chance" / "chance.html").read_text(encoding="utf-8")
    reason = dl.chance.exercise(EXERCISES[1], learner="Ana").check("0").reason
    assert reason[:40] in feedback
