"""Spelled: the line of Python that makes something again, from the rulesets and the shuffle it was made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
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


def spelled(rules: Ruleset) -> str:
    """A ruleset by its id, with its house rules.

    >>> from domino_lab.catalogue import get
    >>> spelled(get("block").but(name="Our club", target=61))
    'dl.ruleset("block").but(name="Our club", target=61)'
    """
    house = rules.changed()
    if not house:
        return spelled_value(rules.id)
    home = rules.home or rules
    named = {} if home.but(**house).name == rules.name else {"name": rules.name}
    said = ", ".join(f"{axis}={spelled_value(value)}" for axis, value in {**named, **house}.items())
    return f'dl.ruleset("{rules.id}").but({said})'


def spelled_shuffle(shuffle: Shuffle) -> str:
    """A shuffle by its seed and hand, or its given order.

    >>> spelled_shuffle(Shuffle(seed=7, hand=3))
    'dl.Shuffle(seed=7, hand=3)'
    """
    if shuffle.given is not None:
        return f"dl.Shuffle.of([{', '.join(spelled_value(str(tile)) for tile in shuffle.given)}])"
    hand = f", hand={shuffle.hand}" if shuffle.hand else ""
    return f"dl.Shuffle(seed={shuffle.seed}{hand})"


def spelled_value(value: Any) -> str:
    """A text, a number or a list of them as Python writes it, with the quotes that this project uses.

    >>> spelled_value(["greedy", None, 3])
    '["greedy", None, 3]'
    """
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(spelled_value, value))}]"
    return repr(value)
