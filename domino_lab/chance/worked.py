"""Worked answers to the exercises, for the teacher: kept apart from what a learner is shown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, log10
from typing import Any, NamedTuple

from domino_lab.arguments import checked
from domino_lab.chance.bank.task import Sought
from domino_lab.chance.exercises import Exercise, Exercises, all_exercises, exercise
from domino_lab.escaping import as_markdown
from domino_lab.tiles import Tile
from domino_lab.words import phrase

LONG_NAME = 1_000
"""From this denominator on a table of answers has the value alone."""


class Worked(NamedTuple):
    """The answer to an exercise: what `said` it is, the `solution`, and the way there in words.

    >>> print(worked_answer("own_tile").said)
    1/4 (about 0.2500)
    """

    title: str
    prompt: str
    said: str
    solution: Sought
    way: str

    @property
    def answer(self) -> Fraction | Tile:
        """One answer that is right.

        >>> worked_answer("own_tile").answer
        Fraction(1, 4)
        """
        value = self.solution.value
        return value[0] if isinstance(value, tuple) else value

    def __repr__(self) -> str:
        sums = "\n".join(self.solution.sums)
        return "\n".join(part for part in (self.title, self.prompt, self.said, self.way, sums) if part)

    def _repr_markdown_(self) -> str:
        title, prompt, said, way = map(as_markdown, (self.title, self.prompt, self.said, self.way))
        sums = "  \n".join(map(as_markdown, self.solution.sums))
        parts = f"**{title}**", prompt, said and f"**{said}**", way, sums
        return "\n\n".join(part for part in parts if part)


@checked
def worked_answer(which: str | Exercise, *, learner: str | None = None, seed: int | None = None) -> Worked:
    """The worked answer to an exercise, with the figures of a learner or of a seed.

    Raises LookupError for a name that is not in the bank.

    >>> worked_answer("shared_value").solution.value
    Fraction(7, 18)
    """
    found = which if isinstance(which, Exercise) else exercise(which, learner=learner, seed=seed)
    facts = {**found.task.facts, "answer": said(found)}
    way = phrase(f"exercise_answers.{found.name}", **facts)
    return Worked(found.title, found.prompt, said(found), found.task.solution, way)


def said(which: Exercise) -> str:
    """The answer in one short text: a fraction with its value, a number with its error, or tiles."""
    value, _, error = which.task.solution
    if isinstance(value, tuple):
        return phrase("general.list_or", first=", ".join(map(str, value[:-1])), last=str(value[-1])) \
            if len(value) > 1 else str(value[0])
    if error:
        places = max(0, -floor(log10(error)))
        return phrase("exercises.measured", value=f"{float(value):.{places}f}", error=f"{error:.{places}f}")
    return _fraction(value, rounded=f"{float(value):.4f}")


def _fraction(value: Fraction, *, rounded: str) -> str:
    if value.denominator == 1:
        return f"{value.numerator:,}"
    short = value.denominator < 10**9
    return phrase("exercises.exactly", fraction=value, value=rounded) if short else rounded


@checked
def answer_key(learners: Sequence[str] | str = (), which: Exercises | None = None) -> Any:
    """The answers to some exercises (all of the bank) as a pandas table: a row an exercise, a column a learner.

    A row is called by the title that stands on the learner's page.

    >>> answer_key(["Ana"], all_exercises("conditional")).shape[1]
    1
    """
    import pandas as pd

    from domino_lab.dataframes import Printable

    chosen = tuple(which or all_exercises())
    people: list[str | None] = [learners] if isinstance(learners, str) and learners else [*learners] or [None]
    columns = {person or phrase("exercises.everybody"):
               [_in_short(exercise(one.name, learner=person)) for one in chosen] for person in people}
    return Printable(columns, index=pd.Index([one.title for one in chosen], name="exercise"))


def _in_short(which: Exercise) -> str:
    """A fraction with a long name makes a column wider than a phone: there its value will do."""
    value, _, error = which.task.solution
    if isinstance(value, Fraction) and not error and value.denominator >= LONG_NAME:
        return f"{float(value):.4f}"
    return said(which)
