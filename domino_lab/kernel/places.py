"""Where an engine keeps each axis in its array of rules, and the numbers of the values there, from the declarations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domino_lab.rules.axes import AXES, Obeyed, Value


class Places:
    """Give the axes of an engine a place each, one after the other from `end` on.

    `engine` is the key by which an axis says how the engine goes by it; `of` has the places given so far.
    """

    def __init__(self, engine: str, end: int) -> None:
        self.engine, self.end, self.of = engine, end, dict[str, int]()

    def __call__(self, axis: str, *values: str) -> Any:
        """Return the place of an axis, alone or followed by the number of each of these `values` of it.

        Raises LookupError for an axis without an encoder.
        """
        code = self._encoder(axis)
        self.of[axis] = place = self.end
        self.end += 1
        return (place, *map(code, values)) if values else place

    def _encoder(self, axis: str) -> Callable[[Value], int]:
        found = AXES[axis].engines.get(self.engine)
        if not isinstance(found, Obeyed) or found.code is None:
            raise LookupError(f"the axis {axis} has no encoder for the {self.engine}")
        return found.code

    def fill(self, table: list[int], values: Mapping[str, Value]) -> None:
        """Write the values of these axes into an array of rules."""
        for axis, place in self.of.items():
            table[place] = int(self._encoder(axis)(values[axis]))
