"""Where an engine keeps each axis in its array of rules, and the numbers of the values there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domino_lab.rules.axes import Value


class Places:
    """Give the axes of an engine a place each, one after the other from `end` on.

    `of` has the places given so far, and `values` the values of each axis that have a number in its place.
    """

    def __init__(self, end: int) -> None:
        self.end, self.of, self.values = end, dict[str, int](), dict[str, tuple[object, ...]]()
        self._numbers: dict[str, Mapping[str, int]] = {}

    def __call__(self, axis: str, *words: str) -> Any:
        """Return the place of an axis whose values are these words, then their numbers: 0, 1, 2 ..."""
        numbers = {word: number for number, word in enumerate(words)}
        self.values[axis] = words
        return (self._place(axis, numbers), *numbers.values())

    def of_number(self, axis: str, **words: int) -> int:
        """Return the place of an axis whose values are numbers, or true and false; a word of it has the number given.

        In the names of words underscores stand for hyphens.
        """
        numbers = {word.replace("_", "-"): number for word, number in words.items()}
        self.values[axis] = (int, bool, *numbers)
        return self._place(axis, numbers)

    def _place(self, axis: str, numbers: Mapping[str, int]) -> int:
        self._numbers[axis], self.of[axis] = numbers, self.end
        self.end += 1
        return self.of[axis]

    def fill(self, table: list[int], values: Mapping[str, Value]) -> None:
        """Write the values of these axes into an array of rules."""
        for axis, place in self.of.items():
            value = values[axis]
            table[place] = self._numbers[axis][value] if isinstance(value, str) else int(value)
