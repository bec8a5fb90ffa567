"""What can go wrong, each with the place, the clause and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domino_lab.escaping import printable

if TYPE_CHECKING:
    from domino_lab.rulings import Ruling


def shown(value: object, most: int = 60) -> str:
    """A stranger's value as a message shows it: `repr`, cut to `most` characters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a whole number of thousands of digits, or lists in lists in lists
        text = f"<{type(value).__name__} too large to write>"
    except Exception:  # a class of a reader's own
        text = f"<{type(value).__name__} that cannot be shown>"
    return _cut(text, most)


def written(value: object) -> str:
    """A stranger's value as `str` writes it, or as `shown` does if that fails."""
    try:
        return str(value)
    except Exception:  # a class of a reader's own, or a whole number of thousands of digits
        return shown(value)


def bare(text: str, most: int = 60) -> str:
    """A stranger's text as `shown` shows it, without the quotation marks."""
    return _cut(repr(text)[1:-1], most)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


class DominoError(ValueError):
    """Anything this package refuses; `str(error)` is a sentence for a reader.

    >>> issubclass(NotationError, DominoError)
    True
    """

    def __str__(self) -> str:
        return printable(super().__str__())


class NotationError(DominoError):
    """A tile or a set that is written wrongly or does not exist.

    >>> str(NotationError("'6_5' is not a tile: write two numbers with a hyphen, as in 6-5"))[:18]
    "'6_5' is not a til"
    """


class ArgumentError(NotationError, TypeError):
    """A function was given something that it does not take: the argument, its value, and what is expected."""

    cause: tuple[str, object, str] | None = None
    """The argument, its value and what is wrong with it, for a function that passed it on to another."""


class RulesetError(DominoError):
    """An unknown ruleset, axis or value, or two axes that cannot go together.

    >>> raise RulesetError("no ruleset is called 'fives'")
    Traceback (most recent call last):
    domino_lab.errors.RulesetError: no ruleset is called 'fives'
    """


class RecordError(DominoError):
    """A hand record or a packaged hand that cannot be read at all.

    >>> str(RecordError("no packaged hand is called 'x'"))
    "no packaged hand is called 'x'"
    """


class StepError(RecordError, IndexError):
    """A step that a hand does not have."""


class IllegalAction(DominoError):
    """An action the rules refuse; `.ruling` is the decision with its clause and facts.

    >>> from domino_lab.rulings import Ruling
    >>> IllegalAction(Ruling("GEN-OVER-1", "no", allowed=False)).ruling.clause
    'GEN-OVER-1'
    """

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        super().__init__(ruling)

    def __str__(self) -> str:
        return printable(f"{self.ruling.text} ({self.ruling.id})")
