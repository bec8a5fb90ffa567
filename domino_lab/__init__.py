"""domino_lab: a domino rules engine that explains itself, its pictures, and widgets to step through it.

    import domino_lab as dl
    dl.HandStepper("all-fives-worked-example", step=3)
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_WHERE = {name: module for module, names in {
    "tiles": "DominoSet Tile",
    "chain": "Chain",
    "shuffle": "Shuffle",
    "errors": "DominoError IllegalAction NotationError RecordError RulesetError",
    "notebook": "code_of compare differences games largest lay legal lessons load load_match perfect_play "
                "play_out rejudge ruleset save_rules settle simulate tournament transcript what_if which why why_not "
                "would_score",
    "widgets": "ChanceLab ExerciseCard Explainer HandStepper HiddenTiles Lesson MoveList OpenEnds Patience PerfectPlay "
               "Play Playhead Recorder RuleForm ScoringSandbox Table Transport VariantComparison "
               "answers glossary page questions quiz worksheet",
}.items() for name in names.split()}
"""The module of each name; a name is imported when it is first used."""

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
    try:
        found = getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
    except ModuleNotFoundError as error:
        from domino_lab.errors import missing

        raise missing(error) from None
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
