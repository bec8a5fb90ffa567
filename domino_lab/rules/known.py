"""Known: the axes and the values that an engine knows which decides by the rules without asking their groups."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from domino_lab.rules.axes import AXES
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import show_value

ANY = (object,)
"""Whatever the value is: the group that holds the axis is asked, so that the engine goes by it all the same."""

WAY_OUT = 'dl.play_out and dl.compare play by it, and so does dl.simulate with engine="readable"'


class Known(NamedTuple):
    """What one `engine` knows: by axis the values that it `obeys`, and the axes that it `ignores`, each with a reason.

    A value is a word, a key of a table ("holder" for {holder = "6-6"}), a type, or a function that says yes to it.
    An axis that stands in neither list is refused at every value, its default too: a default is what a reader gets who
    asks for nothing, and this engine, written before the axis was there, may do something else.
    """

    engine: str
    obeys: Mapping[str, tuple[object, ...]]
    ignores: Mapping[str, str]

    def strange_axis(self, heeded: Collection[str] = ()) -> str:
        """The first axis in neither list, or ignored although the game says that it is `heeded`; empty for none."""
        ignored = self.ignores.keys() - heeded
        if self.obeys.keys() | ignored >= AXES.keys():
            return ""
        return next(axis for axis in AXES if axis not in self.obeys and axis not in ignored)

    def strange_value(self, rules: Ruleset) -> str:
        """The first axis whose value this engine does not know; empty where it knows them all."""
        values = rules.values
        for axis, known in self.obeys.items():
            if known is not ANY and axis in values and not _is_among(values[axis], known):
                return axis
        return ""

    def refusal(self, rules: Ruleset) -> str:
        """Why this engine cannot go by these rules, with the axis and the way out; empty where it can."""
        axis = self.strange_axis(() if rules.solo is None else rules.solo.axes)
        if axis:
            value = show_value(rules.values.get(axis, AXES[axis].default))
            return f"{axis} = {value}: {self.engine} does not know the axis {axis}; {WAY_OUT}"
        axis = self.strange_value(rules)
        return axis and (f"{axis} = {show_value(rules.values[axis])}: {self.engine} does not know this value of "
                         f"{axis}; {WAY_OUT}")


def _is_among(value: Any, known: tuple[object, ...]) -> bool:
    """Whether a value is one of those known; a table goes by its keys."""
    if value in known or type(value) in known:
        return True
    word = " ".join(map(str, value)) if isinstance(value, Mapping) else value
    return word in known or any(callable(one) and not isinstance(one, type) and one(value) for one in known)
