"""What an engine knows of the axes, for engines that decide by the rules without asking their groups."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from domino_lab.rules.axes import AXES, Ignored, Obeyed, Value
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import show_value

WAY_OUT = 'dl.play_out and dl.compare play by it, and so does dl.simulate with engine="readable"'


class Known(NamedTuple):
    """An engine, as messages name it, and the `key` by which each axis says how the engine goes by it.

    `places` are the axes for which the engine keeps a number, if it does so: an axis with an encoder and no place there
    is not known, whatever it says. An axis that says nothing of the engine is refused at every value, its default too:
    a default is what a reader gets who asks for nothing, and an engine written before the axis was there may do
    something else.
    """

    engine: str
    key: str
    places: Collection[str] | None = None

    @property
    def obeys(self) -> dict[str, tuple[object, ...]]:
        """The values of each axis that this engine goes by."""
        return {axis: found.values for axis, found in self._stances() if isinstance(found, Obeyed)}

    @property
    def ignores(self) -> dict[str, str]:
        """The axes that change nothing for this engine, each with the reason."""
        return {axis: found.why for axis, found in self._stances() if isinstance(found, Ignored)}

    def _stances(self) -> list[tuple[str, Obeyed | Ignored | None]]:
        return [(name, axis.engines.get(self.key)) for name, axis in AXES.items()]

    def strange_axis(self, heeded: Collection[str] = ()) -> str:
        """Return the first axis not known, or ignored although the game says that it is `heeded`; "" if there is none.
        """
        for axis, found in self._stances():
            homeless = isinstance(found, Obeyed) and found.code and self.places is not None and axis not in self.places
            if found is None or homeless or (axis in heeded and isinstance(found, Ignored)):
                return axis
        return ""

    def strange_value(self, rules: Ruleset) -> str:
        """Return the first axis whose value this engine does not know; "" if it knows them all."""
        for axis, found in self._stances():
            if isinstance(found, Obeyed) and axis in rules.values and not _is_among(rules.values[axis], found.values):
                return axis
        return ""

    def refusal(self, rules: Ruleset) -> str:
        """Return why this engine cannot go by these rules, with the axis and the way out; "" if it can."""
        axis = self.strange_axis(() if rules.solo is None else rules.solo.axes)
        if axis:
            value = show_value(rules.values.get(axis, AXES[axis].default))
            return f"{axis} = {value}: {self.engine} does not know the axis {axis}; {WAY_OUT}"
        axis = self.strange_value(rules)
        return axis and (f"{axis} = {show_value(rules.values[axis])}: {self.engine} does not know this value of "
                         f"{axis}; {WAY_OUT}")


def _is_among(value: Value, known: tuple[object, ...]) -> bool:
    """Return True if a value is one of those known; a table goes by its keys."""
    if object in known or value in known or type(value) in known:
        return True
    word = " ".join(map(str, value)) if isinstance(value, Mapping) else value
    return word in known or any(callable(one) and not isinstance(one, type) and one(value) for one in known)
