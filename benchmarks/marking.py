"""What a large class costs: a thousand pupils' answers to every exercise, marked, and read from their file again."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.timing import process_seconds

Row = tuple[str, str, str]

PUPILS = 1000
ANSWERS = ("0.25", "1/28", "0.5", "3", "27 %", "6-6", "0.9", "12")

_CLASS = f"""
from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import class_book
answers = {ANSWERS!r}
book = class_book({{f"Pupil {{number}}": {{name: answers[(number + place) % len(answers)]
                                       for place, name in enumerate(BANK)}} for number in range({PUPILS})}})
"""


def rows() -> list[Row]:
    """Both in a process of its own, where nothing was marked before."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "class.csv"
        marked = process_seconds(f"{_CLASS}\nbook.to_csv({str(path)!r})", 1)
        again = process_seconds(f"from domino_lab.chance.exercises import class_book\nclass_book({str(path)!r})", 1)
    return [(f"{PUPILS:,} pupils with 29 exercises: marked and written", f"{marked:.1f} s", "< 5 s"),
            ("the same answers: read from the file and marked again", f"{again:.1f} s", "< 5 s")]
