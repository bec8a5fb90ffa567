"""Statement: what a rule page says of some axes, with the clause behind it."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.rules.axes import Values


class Statement(NamedTuple):
    """A statement of the page: its text, clause and section, and the values of axes that it gives.

    `given` has its other conditions; `mark` says how far the sheet supports it.
    """

    section: str
    clause: str
    text: str
    says: Values
    given: Values
    mark: str
