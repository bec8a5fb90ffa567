"""Whole: a table that shows every one of its rows, where pandas would leave out the middle of a long one."""

from __future__ import annotations

import pandas as pd


class Whole(pd.DataFrame):
    """A data frame to be read from top to bottom; what is cut out of it is an ordinary data frame.

    >>> len(repr(Whole({"n": range(200)})).splitlines())
    201
    """

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        return pd.DataFrame

    def __repr__(self) -> str:
        with pd.option_context("display.max_rows", None, "display.max_columns", None, "display.width", 240):
            return super().__repr__()

    def _repr_html_(self) -> str | None:
        with pd.option_context("display.max_rows", None, "display.max_columns", None, "display.max_colwidth", None):
            return super()._repr_html_()  # type: ignore[misc,no-any-return]
