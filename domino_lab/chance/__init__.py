"""Chance: exact counting, fast simulation, what one seat can know, and perfect play.

Each name is loaded when it is first asked for, so that `dl.chance` costs nothing before.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_WHERE = {
    "exact": "counting", "distribution": "counting", "estimate": "counting", "TooManyError": "tallying",
    "doubles": "events", "pips": "events", "suit": "events", "suits": "events", "longest_suit": "events",
    "has": "events",
    "lines": "whole_lines", "know": "knowledge", "solve": "solver", "value_of": "solver", "perfect_play": "perfect",
    "solvable": "patience_odds", "best_line": "patience_search", "best_from": "patience_search",
    "hint": "hints", "last_chance": "hints", "all_orders": "patience_search",
    "HoldingTrials": "holding_trials", "GameTrials": "game_trials",
    "exercise": "exercises", "all_exercises": "exercises", "worked_answer": "worked", "answer_key": "worked",
    "assignment": "handout", "class_book": "classbook",
}  # fmt: skip

__all__ = [*_WHERE]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(_WHERE)
