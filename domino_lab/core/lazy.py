"""Names that are imported when they are first used: public ones, and old ones of modules that have new names.

An old name works until the next release, with a warning; so does that of a method.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from warnings import warn


def modules_of(table: Mapping[str, str]) -> dict[str, str]:
    """Return the module of each name, from a table of modules with their names in one text.

    >>> modules_of({"tiles": "Tile DominoSet"})
    {'Tile': 'tiles', 'DominoSet': 'tiles'}
    """
    return {name: module for module, names in table.items() for name in names.split()}


def import_name(package: str, modules: Mapping[str, str], name: str) -> object:
    """Return a name of a package, which keeps it; raises AttributeError for one that is not in `modules`.

    A module with a dot before its name is beside the package, not in it.

    Raises DominoError, with the line that installs it, if the module needs a package that is missing.
    """
    if name not in modules:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    try:
        value = getattr(import_module(f".{modules[name]}", package), name)
    except ModuleNotFoundError as error:
        from domino_lab.core.errors import missing

        raise missing(error) from None
    setattr(sys.modules[package], name, value)
    return value


# --- modules with new names: an old one works until the next release

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
    "catalogue.games_table": "explain.tables", "catalogue.patience": "catalogue.other_games",
    "core.moved": "core.lazy", "explain.differences_table": "explain.tables", "site.embedding": "site.build",
    "widgets.perfect": "widgets.stepper", "widgets.scorers": "widgets.sandbox", "widgets.settling": "widgets.sandbox",
    "widgets.what_if": "widgets.stepper",
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


# --- methods with new names


def old_name(new: str) -> Callable[..., object]:
    """Return what an old name of a method stands for: it warns, and calls the method with the `new` name."""

    def call(self: object, *given: object, **named: object) -> object:
        warn(f"this method has been renamed: use {type(self).__name__}.{new}", DeprecationWarning, stacklevel=2)
        return getattr(self, new)(*given, **named)

    return call
