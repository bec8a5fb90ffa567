"""Errors: each says what is wrong, where, by which clause, and how to mend it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from domino_lab.words.escaping import printable

if TYPE_CHECKING:
    from domino_lab.core.rulings import Ruling


def quote(value: object, most: int = 60) -> str:
    """Return any value in the form for a message: its `repr`, cut to `most` characters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a whole number of thousands of digits, or lists in lists in lists
        text = f"<{type(value).__name__} too large to write>"
    except Exception:  # a user's own class
        text = f"<{type(value).__name__} that cannot be shown>"
    return _cut(text, most)


def as_text(value: object) -> str:
    """Return any value as `str` writes it, or as `shown` does if that fails."""
    try:
        return str(value)
    except Exception:  # a user's own class, or a whole number of thousands of digits
        return quote(value)


def bare(text: str, most: int = 60) -> str:
    """Return any text as `shown` does, without the quotation marks."""
    return _cut(repr(text)[1:-1], most)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."


class DominoError(ValueError):
    """The base of all errors of this package; `str(error)` is a sentence for readers."""

    def __str__(self) -> str:
        return printable(super().__str__())


class NotationError(DominoError):
    """A tile or a set is written wrongly or does not exist."""


class ArgumentError(NotationError, TypeError):
    """A function got an argument that it does not take: the argument, its value, and the expected kind."""

    cause: tuple[str, object, str] | None = None
    """The argument, its value and what is wrong with it, for a function that passed it on to another."""


class RulesetError(DominoError):
    """A ruleset, axis or value is unknown, or two axes do not go together."""


class RecordError(DominoError):
    """A hand record or a packaged hand cannot be read at all."""


class MissingPackageError(DominoError, ImportError):
    """A required package is not installed; the message says how to install it."""


_PACKAGES = {"PIL": "pillow", **{name: name for name in (
    "anywidget", "ipycanvas", "ipywidgets", "matplotlib", "nbclient", "nbformat", "numba", "numpy", "pandas")}}
"""What this package uses where it is there, and what installs it; a reader's own modules are not ours to name."""


def missing(error: ImportError) -> ImportError:
    """Return the error to raise if a package that this one uses is missing.

    >>> missing(ModuleNotFoundError("No module named 'pandas.core'", name="pandas.core"))
    MissingPackageError('this needs pandas, which is not installed; install it with: python -m pip install pandas')
    """
    package = _PACKAGES.get((error.name or "").partition(".")[0], "")
    if not package:
        return error
    command = f"%pip install {package}" if sys.platform == "emscripten" else f"python -m pip install {package}"
    return MissingPackageError(f"this needs {package}, which is not installed; install it with: {command}")


class StepError(RecordError, IndexError):
    """The hand does not have this step."""


class IllegalAction(DominoError):
    """The rules refuse an action; `.ruling` is the decision with its clause and facts.

    >>> from domino_lab.core.rulings import Ruling
    >>> dl.IllegalAction(Ruling("GEN-OVER-1", "no", allowed=False)).ruling.clause
    'GEN-OVER-1'
    """

    def __init__(self, ruling: Ruling) -> None:
        self.ruling = ruling
        super().__init__(ruling)

    def __str__(self) -> str:
        return printable(f"{self.ruling.text} ({self.ruling.id})")
