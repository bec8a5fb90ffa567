"""Tally: every question of a lesson with what was tried at it, as a table to look at and to save."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import ipywidgets

from domino_lab.explain.move_text import describe_move
from domino_lab.widgets.lesson.attempts import REFUSED, Attempt
from domino_lab.widgets.lesson.pupil import Pupil
from domino_lab.widgets.lesson.stops import Stop
from domino_lab.widgets.part import Part, in_row
from domino_lab.widgets.tabled import tabled
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("number", "step", "about", "question", "tries", "refused", "tried", "result", "answer", "clause")
SEEN = ("number", "question", "tries", "refused", "result", "answer", "clause")
"""The columns of the table, and those that are shown below a lesson."""


def results(pupil: Pupil) -> pd.DataFrame:
    """Every stop as a row: how many tries, how many of them the rules refused, what was tried, and how it ended.

    A stop that is not over tells no answer.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> results(Pupil(hand, stops(hand, every=0))).tries.tolist()
    [0, 0, 0, 0, 0, 0]
    """
    import pandas as pd

    from domino_lab.dataframes import FullFrame

    return FullFrame(pd.DataFrame(_rows(pupil), columns=list(COLUMNS)).set_index("number"))


def _rows(pupil: Pupil) -> list[dict[str, object]]:
    return [_row(pupil, number, stop) for number, stop in enumerate(pupil.stops, 1)]


def _row(pupil: Pupil, number: int, stop: Stop) -> dict[str, object]:
    attempts = pupil.given.get(stop.step, ())
    over, made = pupil.over.get(stop.step), [one for one in attempts if one.given]
    return {"number": number, "step": stop.step, "about": stop.about, "question": stop.text,
            "tries": len(made), "refused": sum(one.verdict == REFUSED for one in made),
            "tried": "; ".join(one.given for one in made), "result": over.verdict if over else "",
            "answer": _answer(pupil, stop) if over else "", "clause": _clause(over)}


def _answer(pupil: Pupil, stop: Stop) -> str:
    if stop.asked is not None and not stop.by_move:
        return stop.asked.right
    action = pupil.hand[stop.step].action
    return "" if action is None else describe_move(pupil.hand[stop.at].state, action)


def _clause(over: Attempt | None) -> str:
    return over.clause if over is not None else ""


class Tally(Part):
    """The tries as a table, and a button that saves them.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> Tally(Pupil(hand, stops(hand, every=0)), csv=str).rows.value.count("<tr>")
    7
    """

    css = "dlab-tally"
    label = "lesson.results"

    def __init__(self, what: Any, *, csv: Callable[[], str], **how: Any) -> None:
        self._make_csv = csv
        super().__init__(what, **how)

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        self.rows = ipywidgets.HTML()
        self.save = self.button("lesson.save_csv", self._save, "dlab-quiet")
        return self.rows, in_row(self.save)

    def _show(self) -> None:
        self.rows.value = table_html(self.here)

    def _save(self) -> None:
        self.frame.download("tries.csv", self._make_csv(), "text/csv")


def table_html(pupil: Pupil) -> str:
    """The tries as an HTML table.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.widgets.lesson.stops import stops
    >>> hand = play_out(get("block"), Shuffle(seed=7))
    >>> table_html(Pupil(hand, stops(hand, every=0))).count('<th scope="col">')
    7
    """
    rows = ([_cell(row, name) for name in SEEN] for row in _rows(pupil))
    return tabled(phrase("lesson.results"), (phrase(f"lesson.column_{name}") for name in SEEN), rows)


def _cell(row: dict[str, object], name: str) -> str:
    return phrase(f"lesson.result_{row[name] or 'open'}") if name == "result" else str(row[name])
