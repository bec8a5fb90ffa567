"""The widgets, each loaded when it is first asked for.

Nothing here imports ipycanvas or numba when it is loaded: where they are missing, the table shows its SVG.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOMES = {
    "Playhead": "..sessions.playhead", "Table": "hand_view", "Transport": "hand_view", "MoveList": "score_sheet",
    "OpenEnds": "open_ends", "Explainer": "captions", "Comments": "captions", "Question": "asking",
    "Problems": "captions", "HandStepper": "stepper", "ScoringSandbox": "sandbox", "RuleForm": "rule_form",
    "VariantComparison": "comparison", "glossary": "..picture.glossary",
    "Quiz": "quizzes", "quiz": "quizzes", "questions": "quizzes", "answers": "quizzes",
    "worksheet": "quizzes", "ChanceLab": "chancelab.lab", "HiddenTiles": "hidden", "PerfectPlay": "perfect",
    "ExerciseCard": "exercise_card", "Patience": "patience", "Lesson": "lesson",
    "Recorder": "recorder", "Play": "play", "Page": "pages", "page": "pages",
}  # fmt: skip
__all__ = [
    "ChanceLab", "Comments", "ExerciseCard", "Explainer", "HandStepper", "HiddenTiles", "Lesson", "MoveList",
    "OpenEnds", "Page", "Patience", "PerfectPlay", "Play", "Playhead", "Problems", "Question", "Quiz", "Recorder",
    "RuleForm", "ScoringSandbox", "Table", "Transport", "VariantComparison", "answers", "glossary", "page", "questions",
    "quiz", "worksheet",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(home if home.startswith("..") else f".{home}", __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)
