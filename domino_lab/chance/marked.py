"""Marked: what is said about an answer that somebody gave, and how an answer is read."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import NamedTuple

from domino_lab.escaping import as_markdown
from domino_lab.tiles import Tile
from domino_lab.words import phrase

_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(?!\d|,)")
_ENDLESS = re.compile(r"e[+-]?\d{4}|.{100}", re.IGNORECASE)
"""What is no answer and might take for ever to write out."""


class Marked(NamedTuple):
    """Whether an answer is `right`, and the `reason` in words; it counts as true where it is right.

    >>> bool(Marked.no("A tile cannot come twice.")), Marked.yes("That is right.").points(2)
    (False, 2)
    """

    right: bool
    reason: str

    @classmethod
    def yes(cls, reason: str) -> Marked:
        """A right answer.

        >>> Marked.yes("That is right.").right
        True
        """
        return cls(right=True, reason=reason)

    @classmethod
    def no(cls, reason: str) -> Marked:
        """A wrong answer.

        >>> Marked.no("That is too high.").right
        False
        """
        return cls(right=False, reason=reason)

    def __bool__(self) -> bool:
        return self.right

    def points(self, most: int = 1) -> int:
        """So many points for a right answer, else 0: the last line of a cell that nbgrader marks.

        >>> Marked.no("Too high.").points(3)
        0
        """
        return most if self.right else 0

    def __str__(self) -> str:
        return self.reason

    def _repr_markdown_(self) -> str:
        return f"**{phrase('exercises.yes' if self.right else 'exercises.no')}** {as_markdown(self.reason)}"


def number_of(given: object) -> Fraction | None:
    """The number that somebody means: 0.25, Fraction(1, 4), "1/4", "25 %", or an estimate or answer with a `value`.

    None for what is no number.

    >>> number_of("25 %"), number_of("1/4"), number_of("a lot")
    (Fraction(1, 4), Fraction(1, 4), None)
    """
    given = getattr(given, "value", given)
    if isinstance(given, str):
        return _written(given)
    if isinstance(given, bool):
        return None
    if isinstance(given, Rational):
        return Fraction(given)
    return Fraction(float(given)) if isinstance(given, Real) and isfinite(given) else None


def _written(text: str) -> Fraction | None:
    bare = "".join(text.split())
    # In "1,184,040" commas part thousands; in "0,25" the comma is what others write as a point.
    bare = bare.replace(",", "" if _THOUSANDS.match(bare) else ".")
    percent = bare.endswith("%")
    if _ENDLESS.search(bare):
        return None
    try:
        return Fraction(bare.rstrip("%")) / (100 if percent else 1)
    except (ValueError, ZeroDivisionError):
        return None


def tile_of(given: object) -> Tile | None:
    """The tile that somebody means; None for what is no tile.

    >>> tile_of("5-6") == Tile(5, 6), tile_of(7) is None
    (True, True)
    """
    try:
        return Tile.of(given)  # type: ignore[arg-type]
    except ValueError:
        return None
