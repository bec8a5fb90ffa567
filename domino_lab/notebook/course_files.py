"""The course: its notebooks in order, and the folder they lie in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from domino_lab.arguments import checked
from domino_lab.errors import RecordError

if TYPE_CHECKING:
    import pandas as pd


@checked
def lessons() -> pd.DataFrame:
    """Return a table of the notebooks of the course, in order.

    >>> "11_all_fives" in lessons().index
    True
    """
    from domino_lab.dataframes import Printable

    rows = [_lesson(path) for path in sorted(course_folder().glob("[0-9]*.ipynb"))]
    return Printable(rows, columns=["lesson", "title", "minutes"]).set_index("lesson")


def course_folder() -> Path:
    """Return the folder of the course: inside an installed package, or beside it in a checkout.

    Raises RecordError if the course is nowhere to be found.
    """
    here = Path(__file__).parents[1]
    for folder in (here / "course", here.parent / "notebooks"):
        if folder.is_dir():
            return folder
    raise RecordError("the course is not installed: it is in the folder `notebooks` of the project")


def _lesson(path: Path) -> Mapping[str, object]:
    import re

    first = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
    title = re.search(r"^# (.+)$", first, re.M)
    minutes = re.search(r"(\d+) minutes", first)
    length = int(minutes[1]) if minutes else 0
    return {"lesson": path.stem, "title": title[1] if title else path.stem, "minutes": length}
