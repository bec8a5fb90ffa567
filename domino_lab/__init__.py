"""domino_lab: a domino rules engine that explains itself, its pictures, and widgets to step through it.

    import domino_lab as dl
    dl.HandStepper("all-fives-worked-example", step=3)
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_WHERE = {
    "Tile": "tiles", "DominoSet": "tiles",
    "Shuffle": "shuffle", "Chain": "chain",
    "games": "notebook", "ruleset": "notebook", "load": "notebook", "settle": "notebook", "lessons": "notebook",
    "play_out": "notebook", "save_rules": "notebook", "load_match": "notebook",
    "differences": "notebook", "lay": "notebook", "transcript": "notebook",
    "why": "notebook", "why_not": "notebook", "what_if": "notebook", "code_of": "notebook", "legal": "notebook",
    "would_score": "notebook", "largest": "notebook",
    "perfect_play": "notebook", "PerfectPlay": "widgets",
    "compare": "notebook", "rejudge": "notebook", "which": "notebook",
    "HandStepper": "widgets", "Playhead": "widgets", "Table": "widgets", "Transport": "widgets", "MoveList": "widgets",
    "OpenEnds": "widgets", "Explainer": "widgets", "glossary": "widgets",
    "ScoringSandbox": "widgets", "RuleForm": "widgets", "VariantComparison": "widgets",
    "Lesson": "widgets", "Recorder": "widgets",
    "quiz": "widgets", "questions": "widgets", "answers": "widgets", "worksheet": "widgets",
    "tournament": "notebook",
    "simulate": "notebook", "ChanceLab": "widgets", "ExerciseCard": "widgets", "HiddenTiles": "widgets",
    "Patience": "widgets", "Play": "widgets",
    "DominoError": "errors", "NotationError": "errors", "RulesetError": "errors", "RecordError": "errors",
    "IllegalAction": "errors",
}  # fmt: skip

_ROOMS = ("chance",)
"""Public packages, as in `dl.chance.exact`."""

__all__ = [*_WHERE]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        if "ipykernel" in sys.modules:
            import_module(f"{__name__}.notebook")      # It shows the progress of long counts in a notebook.
        return import_module(f"{__name__}.{name}")
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{_near(name)}")
    found = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    globals()[name] = found
    return found


def _near(name: str) -> str:
    """Suggest the nearest name: a notebook does not show the one that Python would suggest."""
    from difflib import get_close_matches

    near = () if name.startswith("_") else get_close_matches(name, (*_WHERE, *_ROOMS), n=1)
    return f"; did you mean dl.{near[0]}?" if near else ""


def __dir__() -> list[str]:
    """List the public names, without those that this module imports."""
    return sorted({*_WHERE, *_ROOMS, "hands", "__version__", "__doc__", "__all__", "__path__", "__file__", "__name__"})
