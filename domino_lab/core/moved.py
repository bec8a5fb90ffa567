"""Modules with new names: the old name still works until the next release, with a warning."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from warnings import warn

MOVED = {
    **{name: f"core.{name}" for name in ("actions", "chain", "errors", "events", "rulings", "shuffle", "tiles")},
    **{name: f"io.{name}" for name in ("contents", "dataframes", "files", "notebook_files", "spreadsheets")},
    "arguments": "core.arguments", "escaping": "words.escaping",
    "catalogue.resolve": "record.load", "explain.move_text": "play.move_text",
    "record.references": "play.references", "sessions.exercise_session": "sessions.exercise_card",
    "sessions.game": "sessions.play", "sessions.lab_session": "sessions.chance_lab",
    "sessions.lockstep": "sessions.comparison", "sessions.pupil": "sessions.lesson",
    "sessions.quiz_session": "sessions.quiz", "sessions.saved_match": "sessions.play",
    "sessions.scribe": "sessions.recorder", "sessions.solo": "sessions.patience",
    "sessions.study_board": "sessions.sandbox", "sessions.wordlist": "picture.glossary",
}
"""The new name of each module, inside the package."""

_PACKAGE = __name__.partition(".")[0]


class _OldNames(MetaPathFinder, Loader):
    """Finds a module by its old name."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
                  ) -> ModuleSpec | None:
        old = name.removeprefix(f"{_PACKAGE}.")
        return ModuleSpec(name, self) if old != name and old in MOVED else None

    def exec_module(self, module: ModuleType) -> None:
        old = module.__name__
        new = f"{_PACKAGE}.{MOVED[old.removeprefix(f'{_PACKAGE}.')]}"
        warn(f"{old} has been renamed: import {new}", DeprecationWarning, stacklevel=2)
        sys.modules[old] = import_module(new)


def keep_old_names() -> None:
    """Let the old names of modules be imported."""
    if not any(isinstance(finder, _OldNames) for finder in sys.meta_path):
        sys.meta_path.append(_OldNames())
