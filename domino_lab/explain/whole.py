"""Whole: a table that shows every one of its rows, where pandas would leave out the middle of a long one."""

from __future__ import annotations

from html import escape

import pandas as pd

from domino_lab.words import phrase


class Whole(pd.DataFrame):
    """A data frame to be read from top to bottom; what is cut out of it is an ordinary data frame.

    Without a single row it shows a sentence instead: `attrs["nothing"]`, where there is one.

    >>> len(repr(Whole({"n": range(200)})).splitlines())
    201
    """

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        return pd.DataFrame

    def saying(self, nothing: str) -> Whole:
        """This table, which shows the sentence `nothing` if it has no rows.

        >>> Whole({"n": []}).saying("There are none.")
        There are none.
        """
        self.attrs["nothing"] = nothing
        return self

    @property
    def _nothing(self) -> str:
        return "" if len(self) else str(self.attrs.get("nothing", phrase("general.no_rows")))

    def __repr__(self) -> str:
        if self._nothing:
            return self._nothing
        with pd.option_context("display.max_rows", None, "display.max_columns", None, "display.width", 240):
            return super().__repr__()

    def _repr_html_(self) -> str | None:
        if self._nothing:
            return f"<p>{escape(self._nothing)}</p>"
        with pd.option_context("display.max_rows", None, "display.max_columns", None, "display.max_colwidth", None):
            return super()._repr_html_()  # type: ignore[misc,no-any-return]
