"""domino_lab: a domino rules engine that explains itself, its pictures, and widgets to step through it.

    import domino_lab as dl
    dl.HandStepper("all-fives-worked-example", step=3)
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # For type checkers and editors; at run time each name is imported when it is first used.
    # isort: off
    from domino_lab import chance as chance
    from domino_lab.chain import Chain as Chain
    from domino_lab.errors import (
        DominoError as DominoError, IllegalAction as IllegalAction, NotationError as NotationError,
        RecordError as RecordError, RulesetError as RulesetError,
    )
    from domino_lab.notebook import (
        code_of as code_of, compare as compare, differences as differences, games as games, largest as largest,
        lay as lay, legal as legal, lessons as lessons, load as load, load_match as load_match,
        perfect_play as perfect_play, play_out as play_out, rejudge as rejudge, ruleset as ruleset,
        save_rules as save_rules, settle as settle, simulate as simulate, tournament as tournament,
        transcript as transcript, what_if as what_if, which as which, why as why, why_not as why_not,
        would_score as would_score,
    )
    from domino_lab.shuffle import Shuffle as Shuffle
    from domino_lab.tiles import DominoSet as DominoSet, Tile as Tile
    from domino_lab.widgets.captions import Explainer as Explainer
    from domino_lab.widgets.chancelab.lab import ChanceLab as ChanceLab
    from domino_lab.widgets.comparison import VariantComparison as VariantComparison
    from domino_lab.widgets.exercise_card import ExerciseCard as ExerciseCard
    from domino_lab.widgets.hand_view import Table as Table, Transport as Transport
    from domino_lab.widgets.hidden import HiddenTiles as HiddenTiles
    from domino_lab.widgets.lesson import Lesson as Lesson
    from domino_lab.widgets.open_ends import OpenEnds as OpenEnds
    from domino_lab.widgets.pages import page as page
    from domino_lab.widgets.patience import Patience as Patience
    from domino_lab.widgets.perfect import PerfectPlay as PerfectPlay
    from domino_lab.sessions.playhead import Playhead as Playhead
    from domino_lab.widgets.play import Play as Play
    from domino_lab.widgets.quizzes import (
        answers as answers, questions as questions, quiz as quiz, worksheet as worksheet,
    )
    from domino_lab.widgets.recorder import Recorder as Recorder
    from domino_lab.widgets.sandbox import ScoringSandbox as ScoringSandbox
    from domino_lab.widgets.score_sheet import MoveList as MoveList
    from domino_lab.widgets.stepper import HandStepper as HandStepper
    from domino_lab.widgets.rule_form import RuleForm as RuleForm
    from domino_lab.sessions.wordlist import glossary as glossary
    # isort: on

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


if not TYPE_CHECKING:
    def __getattr__(name: str):
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
