"""A module for each group of axes, and the ruleset that holds them.

`dl.rules` has the classes from which a rule of your own inherits, and those of the objects that its methods get and
return; `print(dl.rules.guide())` lists the methods. Each name is loaded when it is first used.

>>> import domino_lab as dl
>>> class Primes(dl.rules.Scoring):
...     def points(self, total):
...         return total if total in (2, 3, 5, 7, 11, 13, 17, 19, 23) else 0
>>> dl.lay(dl.ruleset("all-fives").but(scoring=Primes()), "6-1")[-1].points
7
"""

from __future__ import annotations

from domino_lab.core.lazy import import_name, modules_of

_WHERE = modules_of({
    "hooks": "Equipment Dealing Leading Arms Matching Drawing Scoring Ending Settling Winning Stacking Turns guide",
    ".core.rulings": "Ruling",
    "leading": "Deck Lead Standing",
    "scoring": "Count Term",
    "settling": "Final Settlement",
    "so_far": "HandSoFar Move",
    "turns": "Loot Spoils",
})

__all__ = [*_WHERE]  # noqa: PLE0604


def __getattr__(name: str) -> object:
    return import_name(__name__, _WHERE, name)


def __dir__() -> list[str]:
    return sorted(_WHERE)
