"""Opening: what a reader asked to compare, and what to type to have it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict

from domino_lab.arguments import Count
from domino_lab.catalogue.resolve import Named
from domino_lab.errors import ArgumentError
from domino_lab.explain.ruleset_comparison import Comparison
from domino_lab.explain.spread import DifferenceSpread, SpreadCounter, one_deal
from domino_lab.play.players import Policies
from domino_lab.play.timeline import Timeline
from domino_lab.shuffle import Shuffle
from domino_lab.widgets.comparison.lockstep import Lockstep

Compared = str | Path | Timeline | Shuffle | Comparison | DifferenceSpread | Lockstep
"""What a comparison can be of."""


class Asked(TypedDict, total=False):
    """What may be asked of a comparison beside its rulesets: where it starts, and what `dl.compare` takes.

    >>> Asked(step=3, seats=2)["seats"]
    2
    """

    rulesets: Sequence[Named] | Named
    hands: Count | None
    step: int | None
    viewpoint: int | str | None
    seats: int | None
    names: Sequence[str] | None
    policies: Policies
    leader: str | None
    measure: str | None


def lockstep_of(what: Any, rulesets: Sequence[Named] = (), *, hands: int | None = None,
                step: int | None = None, viewpoint: int | str | None = None, **how: Any) -> Lockstep:
    """`what` itself when it is a Lockstep (a `step=` then moves it); else one on the comparison that is meant.

    `what` is a shuffle, a recorded hand or its name, or what `dl.compare` gave. With `hands` (2 or more) so many deals
    are compared, from that shuffle on, while the first picture stands already. `how` goes to `dl.compare`. Raises
    RulesetError for rulesets that cannot be compared, and TypeError for what is told to a comparison made already.

    >>> from domino_lab.shuffle import Shuffle
    >>> lockstep_of(Shuffle(seed=7), ["all-fives", "five-up"], step=3).step
    3
    """
    asked = {name: value for name, value in how.items() if value is not None}
    place = {name: value for name, value in {"step": step, "viewpoint": viewpoint}.items() if value is not None}
    made = _made(what, place)
    if made is not None:
        _refuse(asked)
        return made
    from domino_lab.notebook import compare

    found = compare(what, rulesets, **{name: value for name, value in asked.items() if name != "measure"})
    return Lockstep(found, counting=_counting(found, what, hands, asked) if hands and hands > 1 else None, **place)


def _counting(found: Comparison, what: Any, hands: int, asked: Mapping[str, Any]) -> SpreadCounter:
    if not isinstance(what, Shuffle):
        raise one_deal()
    told = {name: value for name, value in asked.items() if name != "names"}
    return SpreadCounter(what, [line.rules for line in found.lines], hands=hands, **told)


def _made(what: Any, place: Mapping[str, Any]) -> Lockstep | None:
    """A Lockstep on what is compared already; None where that is still to be done."""
    if isinstance(what, Lockstep):
        return Lockstep.of(what, **place)
    if isinstance(what, DifferenceSpread):
        return Lockstep(what.open(what.shuffle.hand), many=what, **place)
    return Lockstep(what, **place) if isinstance(what, Comparison) else None


def _refuse(asked: Mapping[str, Any]) -> None:
    if asked:
        raise ArgumentError(f"{', '.join(asked)}: give this to dl.compare, because the comparison is made already")


def recipe(here: Lockstep) -> str:
    """The line of Python that makes this view again, with its step; empty where no short one does.

    >>> from domino_lab.shuffle import Shuffle
    >>> recipe(lockstep_of(Shuffle(seed=7), ["all-fives", "five-up"], step=3))
    'dl.VariantComparison(dl.Shuffle(seed=7), ["all-fives", "five-up"], step=3)'
    """
    made = here.comparison.recipe
    if not made:
        return ""
    step = f", step={here.step}" if here.step else ""
    return made.replace("dl.compare(", "dl.VariantComparison(", 1)[:-1] + f"{step})"
