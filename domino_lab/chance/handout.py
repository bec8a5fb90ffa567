"""Handouts: a notebook of exercises, for nbgrader or for a class without it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from domino_lab.arguments import checked
from domino_lab.chance.exercises import exercise
from domino_lab.escaping import as_markdown
from domino_lab.rules.spelled import spelled_value
from domino_lab.words import phrase

Cell = dict[str, object]

_KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


@checked
def assignment(names: Sequence[str] | str, *, title: str = "", points: int = 1, answers: bool = False) -> str:
    """The text of a notebook that sets these exercises: write it to a file that ends in .ipynb.

    Its cells are marked for nbgrader: what is asked and the checks are locked, and each check is worth so many
    `points`. The learner types a name, which fixes the figures. With `answers` it is the teacher's source: the answers
    stand between the marks at which nbgrader takes them out. Raises LookupError for a name that is not in the bank.

    >>> "BEGIN SOLUTION" in assignment(["own_tile"]), "BEGIN SOLUTION" in assignment(["own_tile"], answers=True)
    (False, True)
    """
    names = (names,) if isinstance(names, str) else names
    cells = [_words("title", f"# {as_markdown(title or phrase('exercises.handout'))}"), *_learner(answers=answers)]
    for number, name in enumerate(names, 1):
        cells += _exercise(number, exercise(name).name, points=points, answers=answers)
    book = {"cells": cells, "metadata": {"kernelspec": _KERNEL, "language_info": {"name": "python"}},
            "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def _learner(*, answers: bool) -> Iterator[Cell]:
    yield _code("start", "import domino_lab as dl", locked=True)
    yield _words("who", phrase("exercises.handout_name"))
    yield _code("learner", _gap("learner", '"Ana"', answers=answers), solution=True)


def _exercise(number: int, name: str, *, points: int, answers: bool) -> Iterator[Cell]:
    it = f"exercise_{number}"
    asked = f"{it} = dl.chance.exercise({spelled_value(name)}, learner=learner)\n{it}"
    yield _code(f"asked-{number}", asked, locked=True)
    worked = f"dl.chance.worked_answer({it}).answer"
    yield _code(f"answer-{number}", _gap(f"answer_{number}", worked, answers=answers), solution=True)
    test = f"marked = {it}.check(answer_{number})\nprint(marked)\nassert marked, marked.reason"
    yield _code(f"check-{number}", test, locked=True, points=points)


def _gap(name: str, right: str, *, answers: bool) -> str:
    if not answers:
        return f"{name} = ..." if name != "learner" else f"{name} = \"\""
    return f"### BEGIN SOLUTION\n{name} = {right}\n### END SOLUTION"


def _words(name: str, text: str) -> Cell:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}


def _code(name: str, text: str, *, locked: bool = False, solution: bool = False, points: int | None = None) -> Cell:
    marks: dict[str, object] = {"grade": points is not None, "grade_id": name, "locked": locked, "schema_version": 3,
                                "solution": solution, "task": False}
    if points is not None:
        marks["points"] = points
    return {"cell_type": "code", "execution_count": None, "id": name, "metadata": {"nbgrader": marks}, "outputs": [],
            "source": text}
