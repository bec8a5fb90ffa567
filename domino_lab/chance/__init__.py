"""Exact counting, fast simulation, what one player can know, perfect play, and exercises.

Each name is loaded when it is first asked for, so that `dl.chance` costs nothing before.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_NAMES = {
    "counting": "TooManyError",
    "exact_chance": "exact distribution estimate",
    "whole_lines": "lines",
    "holding_events": "doubles pips suit suits longest_suit has",
    "knowledge": "know",
    "solver": "solve value_of perfect_play",
    "long_runs": "processes LostHandsError",
    "patience_search": "solvable best_line best_from hint last_chance all_orders",
    "trials": "HoldingTrials GameTrials",
    "exercises": "exercise all_exercises worked_answer answer_key assignment class_book",
}
_WHERE = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [*_WHERE]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        found = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    except ModuleNotFoundError as error:
        from domino_lab.core.errors import missing

        raise missing(error) from None
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_WHERE)
