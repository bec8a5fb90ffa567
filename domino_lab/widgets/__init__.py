"""The widgets, each loaded when it is first asked for.

Nothing here imports ipycanvas or numba when it is loaded: where they are missing, the table shows its SVG.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOMES = {
    "Playhead": "playhead", "Table": "table", "Transport": "transport", "MoveList": "moves", "OpenEnds": "count",
    "Explainer": "explainer", "Comments": "comments", "Question": "question", "Problems": "problems",
    "HandStepper": "stepper", "ScoringSandbox": "sandbox.sandbox", "RuleForm": "form.form",
    "VariantComparison": "comparison.comparison", "Shell": "shell", "glossary": "wordlist",
    "Quiz": "quizzing.card", "quiz": "quizzing.making", "questions": "quizzing.making", "answers": "quizzing.making",
    "worksheet": "quizzing.making", "ChanceLab": "chancelab.lab", "HiddenTiles": "hidden", "PerfectPlay": "perfect",
    "ExerciseCard": "exercising.card", "Patience": "patience.patience", "Lesson": "lesson.lesson",
    "Recorder": "recorder.recorder", "Play": "playing.play",
}  # fmt: skip
__all__ = [
    "ChanceLab", "Comments", "ExerciseCard", "Explainer", "HandStepper", "HiddenTiles", "Lesson", "MoveList",
    "OpenEnds", "Patience", "PerfectPlay", "Play", "Playhead", "Problems", "Question", "Quiz", "Recorder", "RuleForm",
    "ScoringSandbox", "Shell", "Table", "Transport", "VariantComparison", "answers", "glossary", "questions", "quiz",
    "worksheet",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
