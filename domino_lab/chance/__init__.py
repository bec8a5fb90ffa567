"""Exact counting, fast simulation, what one player can know, perfect play, and exercises.

Each name is loaded when it is first used, so that `dl.chance` itself costs nothing.
"""

from __future__ import annotations

from typing import Any

from domino_lab.core.lazy import import_name, modules_of

_WHERE = modules_of({
    "counting": "TooManyError",
    "drawn_tiles": "tree two_way",
    "exact_chance": "exact distribution estimate",
    "whole_lines": "lines",
    "holding_events": "doubles pips suit suits longest_suit has",
    "knowledge": "know",
    "solver": "solve value_of perfect_play",
    "long_runs": "processes LostHandsError",
    "patience_search": "best_from all_orders",
    "patience_prospects": "solvable best_line hint last_chance",
    "trials": "HoldingTrials GameTrials",
    "exercises": "exercise all_exercises worked_answer answer_key assignment class_book",
    ".widgets.class_board": "class_board",
    ".widgets.class_game": "class_game",
})

__all__ = [*_WHERE]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    return import_name(__name__, _WHERE, name)


def __dir__() -> list[str]:
    return sorted(_WHERE)
