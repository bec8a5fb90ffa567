"""Marking: whether an answer is right, why, and all answers as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.escaping import as_markdown
from domino_lab.explain.item import Item, Reason
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


class Graded(NamedTuple):
    """One answer, marked: `right` is None where the reader only asked to be shown, `answer` is what is right.

    >>> Graded(1, "10", "15", right=False, reason=Reason("5 + 5+5 = 15.", None)).verdict
    'You said 10. It is 15.'
    """

    number: int
    given: str | None
    answer: str
    right: bool | None
    reason: Reason

    @property
    def clause(self) -> str:
        """The id of the clause that decided.

        >>> Graded(1, "No", "No", True, Reason("", None)).clause
        ''
        """
        return self.reason.clause

    @property
    def verdict(self) -> str:
        """Right or wrong, in words.

        >>> Graded(1, None, "15", None, Reason("", None)).verdict
        'The answer: 15.'
        """
        case = "shown" if self.right is None else "right" if self.right else "wrong"
        return phrase(f"widgets.{case}", given=self.given, right=self.answer)

    @property
    def text(self) -> str:
        """The verdict and the reason.

        >>> Graded(1, "15", "15", True, Reason("5 + 5+5 = 15.", None)).text
        'Right: 15. 5 + 5+5 = 15.'
        """
        return f"{self.verdict} {self.reason.text}".strip()

    def __repr__(self) -> str:
        return "\n".join(filter(None, (self.text, self.reason.rule)))

    def _repr_markdown_(self) -> str:
        rule = f"\n\n*{as_markdown(self.reason.rule)}*" if self.reason.rule else ""
        return as_markdown(self.text) + rule


def grade(item: Item, number: int, given: object) -> Graded:
    """Mark an answer to question `number`; None asks to be shown. Raises NotationError for what is no answer at all.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.quiz import items
    >>> item = next(items(get("all-fives"), ("score",), seed=1))
    >>> grade(item, 1, item.asked.right).right
    True
    """
    said = None if given is None else str(given).strip()
    right = None if said is None else item.asked.accepts(said)
    return Graded(number, said, item.asked.right, right, item.reason)


def rows(items: Sequence[Item], given: Mapping[int, str | None]) -> list[dict[str, object]]:
    """Every question as a row: what was asked, the answer given, whether that is right, the right one and its clause.

    `given` is by the question's place, from 0; None was shown. A question nobody has answered tells no answer.

    >>> rows((), {})
    []
    """
    return [_row(item, place, given) for place, item in enumerate(items)]


def results(items: Sequence[Item], given: Mapping[int, str | None]) -> pd.DataFrame:
    """The same rows as a pandas table.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.quiz import items
    >>> results([next(items(get("all-fives"), ("score",), seed=1))], {}).right.tolist()
    ['']
    """
    import pandas as pd

    from domino_lab.explain.whole import Whole

    return Whole(pd.DataFrame(rows(items, given), columns=list(_COLUMNS)).set_index("number"))


_COLUMNS = ("number", "about", "question", "given", "right", "answer", "clause", "hand", "step")


def _row(item: Item, place: int, given: Mapping[int, str | None]) -> dict[str, object]:
    shuffle = item.line.shuffle
    row: dict[str, object] = dict.fromkeys(_COLUMNS, "")
    row |= {"number": place + 1, "about": item.asked.about, "question": item.asked.text,
            "hand": item.line.title or ("" if shuffle is None else str(shuffle)), "step": item.step}
    if place in given:
        marked = grade(item, place + 1, given[place])
        right = phrase("quiz.only_shown") if marked.right is None else phrase(f"widgets.{_YES[marked.right]}")
        row |= {"given": marked.given or "", "right": right, "answer": marked.answer, "clause": marked.clause}
    return row


_YES = {True: "yes", False: "no"}
