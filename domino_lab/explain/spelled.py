"""Spelled: the line of Python that makes something again, from the rulesets and the shuffle it was made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.spelled import spelled, spelled_value
from domino_lab.shuffle import Shuffle


def spelled_call(verb: str, what: Shuffle | Timeline, rules: Ruleset | Sequence[Ruleset],
                 asked: Mapping[str, Any] | None = None) -> str:
    """`dl.verb(what, rules, ...)`, `asked` by name; empty where a ruleset or the hand cannot be written in a line.

    >>> from domino_lab.catalogue import get
    >>> spelled_call("compare", Shuffle(seed=7), [get("block"), get("draw").but(target=61)], {"leader": "own"})
    'dl.compare(dl.Shuffle(seed=7), ["block", dl.ruleset("draw").but(target=61)], leader="own")'
    """
    first = spelled_shuffle(what) if isinstance(what, Shuffle) else what.recipe
    rulesets = [rules] if isinstance(rules, Ruleset) else rules
    if not first or any(one.own for one in rulesets):
        return ""
    said = [f"{name}={spelled_value(value)}" for name, value in (asked or {}).items() if value is not None]
    listed = ", ".join(map(spelled, rulesets))
    listed = listed if isinstance(rules, Ruleset) else f"[{listed}]"
    return f"dl.{verb}({', '.join([first, listed, *said])})"


def spelled_shuffle(shuffle: Shuffle) -> str:
    """A shuffle by its seed and hand, or its given order.

    >>> spelled_shuffle(Shuffle(seed=7, hand=3))
    'dl.Shuffle(seed=7, hand=3)'
    """
    if shuffle.given is not None:
        return f"dl.Shuffle.of([{', '.join(spelled_value(str(tile)) for tile in shuffle.given)}])"
    hand = f", hand={shuffle.hand}" if shuffle.hand else ""
    return f"dl.Shuffle(seed={shuffle.seed}{hand})"
