"""Lazy names: the public names of a package, each imported from its module when it is first used."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module


def modules_of(table: Mapping[str, str]) -> dict[str, str]:
    """Return the module of each name, from a table of modules with their names in one text.

    >>> modules_of({"tiles": "Tile DominoSet"})
    {'Tile': 'tiles', 'DominoSet': 'tiles'}
    """
    return {name: module for module, names in table.items() for name in names.split()}


def import_name(package: str, modules: Mapping[str, str], name: str) -> object:
    """Return a name of a package, which keeps it; raises AttributeError for one that is not in `modules`.

    Raises DominoError, with the line that installs it, if the module needs a package that is missing.
    """
    if name not in modules:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    try:
        value = getattr(import_module(f"{package}.{modules[name]}"), name)
    except ModuleNotFoundError as error:
        from domino_lab.core.errors import missing

        raise missing(error) from None
    setattr(sys.modules[package], name, value)
    return value
