"""domino_lab: a domino rules engine that explains itself, with pictures, and widgets to step through a hand.

    import domino_lab as dl
    dl.HandStepper("all-fives-worked-example", step=3)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from domino_lab.core.lazy import import_name, keep_old_names, modules_of

__version__ = "0.1.0"

_WHERE = modules_of({
    "core.chain": "Chain",
    "core.errors": "DominoError IllegalAction NotationError RecordError RulesetError",
    "core.shuffle": "Shuffle",
    "core.tiles": "DominoSet Tile",
    "notebook": "code_of compare differences games language largest lay legal lessons load load_match perfect_play "
                "play_match play_out rejudge review ruleset save_rules settle simulate tournament transcript what_if "
                "which why why_not would_score",
    "picture.glossary": "glossary",
    "sessions.playhead": "Playhead",
    "widgets.captions": "Explainer",
    "widgets.chance_lab": "ChanceLab",
    "widgets.comparison": "VariantComparison",
    "widgets.exercise_card": "ExerciseCard",
    "widgets.hand_view": "Table Transport",
    "widgets.hidden": "HiddenTiles",
    "widgets.lesson": "Lesson",
    "widgets.open_ends": "OpenEnds",
    "widgets.pages": "page",
    "widgets.patience": "Patience",
    "widgets.play": "Play",
    "widgets.practice": "practice",
    "widgets.exercise_pages": "practice_page",
    "widgets.quizzes": "answers puzzle_of_the_day puzzles questions quiz worksheet",
    "widgets.recorder": "Recorder",
    "widgets.rule_form": "RuleForm",
    "widgets.sandbox": "ScoringSandbox",
    "widgets.score_sheet": "MoveList",
    "widgets.stepper": "HandStepper PerfectPlay",
    "widgets.tile_triangle": "TileTriangle",
})
"""The module of each public name, imported when the name is first used; `make stub` writes the .pyi from it."""

_ROOMS = ("chance", "rules")
"""Public packages, as in `dl.chance.exact` and `dl.rules.Scoring`."""

__all__ = [*_WHERE]  # noqa: PLE0604


keep_old_names()


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"{__name__}.{name}")
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}{_near(name)}")
    return import_name(__name__, _WHERE, name)


def _near(name: str) -> str:
    """Suggest the nearest name: a notebook does not show the one that Python would suggest."""
    from difflib import get_close_matches

    near = () if name.startswith("_") else get_close_matches(name, (*_WHERE, *_ROOMS), n=1)
    return f"; did you mean dl.{near[0]}?" if near else ""


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    """Name the module that extends Jupyter's server."""
    return [{"module": f"{__name__}.io.server_extension"}]


def __dir__() -> list[str]:
    """List the public names, without those that this module imports."""
    return sorted({*_WHERE, *_ROOMS, "__version__", "__doc__", "__all__", "__path__", "__file__", "__name__"})
