"""Guessing: an estimate as a reader writes it, and as it is shown. No widgets here."""

from __future__ import annotations

import re
from fractions import Fraction
from math import floor, log10
from typing import NamedTuple

from domino_lab.errors import NotationError
from domino_lab.words import phrase

_PERCENT = re.compile(r"([0-9]{1,4}(?:\.[0-9]{0,9})?)%")
_FRACTION = re.compile(r"([0-9]{1,12})/([0-9]{1,12})")
_NUMBER = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9}")


class Guess(NamedTuple):
    """What somebody thought before the first trial; `who` is empty for the only reader.

    >>> Guess("Ana", 0.12).value
    0.12
    """

    who: str
    value: float

    @property
    def name(self) -> str:
        """Whose guess it is, in words.

        >>> Guess("", 0.5).name
        'You'
        """
        return self.who or phrase("chancelab.you")


def guessed(text: str | float | Fraction, kind: str) -> float:
    """The number that is meant: for a "chance" `12 %`, `0.12` or `1/8`, for a "mean" any number.

    A whole number over 1 is read as percent. Raises NotationError for what is no such number.

    >>> guessed("12 %", "chance"), guessed("1/8", "chance"), guessed("0,5", "chance"), guessed("12", "chance")
    (0.12, 0.125, 0.5, 0.12)
    """
    if isinstance(text, Fraction):
        text = float(text)
    plain = re.sub(r"\s", "", str(text)).replace(",", ".")
    value = _read(plain, kind)
    if value is None or (kind == "chance" and not 0 <= value <= 1):
        raise NotationError(phrase(f"chancelab.bad_{kind}"))
    return value


def _read(plain: str, kind: str) -> float | None:
    if kind == "chance" and (percent := _PERCENT.fullmatch(plain)):
        return float(percent[1]) / 100
    if (fraction := _FRACTION.fullmatch(plain)) and int(fraction[2]):
        return int(fraction[1]) / int(fraction[2])
    if not _NUMBER.fullmatch(plain):
        return None
    number = float(plain)
    return number / 100 if kind == "chance" and number > 1 else number


def written(value: float, kind: str, reach: float = 0.01) -> str:
    """A chance as percent, a mean as a number, with as many places as the `reach` of its band makes worth while.

    >>> written(0.0982, "chance"), written(0.09821, "chance", 0.002), written(13.24, "mean"), written(-1, "mean", 9)
    ('9.8 %', '9.82 %', '13.24', '-1')
    >>> written(0.0000384, "chance", 0.00002)
    '0.0038 %'
    """
    if kind == "chance":
        number = f"{100 * value:.{_places(100 * reach)}f}"
        return phrase("chancelab.percent", number=number.rstrip("0").rstrip(".") if float(number) % 1 == 0 else number)
    number = f"{value:.{0 if reach >= 5 else 1 if reach >= 0.5 else 2}f}"
    return number.rstrip("0").rstrip(".") if "." in number else number


def _places(reach: float) -> int:
    """One for a reach of half a percent and more, two below; where a band is narrower still, two of its own figures."""
    if reach >= 0.05:
        return 1 if reach >= 0.5 else 2
    return 9 if reach <= 0 else min(9, 1 - floor(log10(reach)))
