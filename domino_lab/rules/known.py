"""The axes that an engine knows, for engines that decide by the rules without asking their groups."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple

from domino_lab.rules.axes import ANY, AXES, Axis, Value
from domino_lab.rules.rulebook import GROUPS
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import show_value

WAY_OUT = 'dl.play_out and dl.compare play by it, and so does dl.simulate with engine="readable"'


class Known(NamedTuple):
    """The axes that an engine knows; `engine` is its name in messages.

    An axis is known if it says so itself, in its `engines` under `key`; if the engine keeps a place for it, at the
    values that have a number there (`places`); or if the engine asks its group, one of `groups`. An engine that stands
    on another (`like`) knows what that one knows, except where an axis has its own key. An axis that does not
    mention the engines is refused at every value, even its default, because an engine that is older than the axis may
    do something else.
    """

    engine: str
    key: str
    groups: Collection[str] = tuple(GROUPS)
    places: Mapping[str, tuple[object, ...]] = MappingProxyType({})
    like: Known | None = None

    def values_of(self, axis: Axis) -> tuple[object, ...]:
        """Return the values of an axis that this engine can play by: words, types, defaults; () for an unknown axis."""
        if axis.engines is None:
            return ()
        if self.key in axis.engines:
            return (axis.default, *axis.engines[self.key])
        if self.like is not None:
            return self.like.values_of(axis)
        return self.places.get(axis.name, ANY if axis.group in self.groups else ())

    def strange_axis(self, heeded: Collection[str] | None = None) -> str:
        """Return the first axis not known; "" if there is none.

        A game for one player names its own axes (`heeded`), because no others can change anything in it.
        """
        for name, axis in AXES.items():
            if not self.values_of(axis) and (axis.engines is None or heeded is None or name in heeded):
                return name
        return ""

    def strange_value(self, rules: Ruleset) -> str:
        """Return the first axis whose value this engine does not know; "" if it knows them all."""
        for name, axis in AXES.items():
            values = self.values_of(axis)
            if values and name in rules.values and not _is_among(rules.values[name], values):
                return name
        return ""

    def refusal(self, rules: Ruleset) -> str:
        """Return why this engine cannot play by these rules, with the axis and the way out; "" if it can."""
        unknown = self.strange_axis(None if rules.solo is None else rules.solo.axes)
        axis = unknown or self.strange_value(rules)
        if not axis:
            return ""
        value = show_value(rules.values.get(axis, AXES[axis].default))
        what = f"the axis {axis}" if unknown else f"this value of {axis}"
        return f"{axis} = {value}: {self.engine} does not know {what}; {WAY_OUT}"


def _is_among(value: Value, known: tuple[object, ...]) -> bool:
    return object in known or value in known or type(value) in known
