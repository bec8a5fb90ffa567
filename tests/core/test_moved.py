"""A module that was moved is still found by its old name, and whoever uses it is told the new one."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from domino_lab.core.lazy import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_the_old_name_of_a_module_is_the_same_module_with_a_warning(old: str) -> None:
    if old == "contents":
        pytest.importorskip("jupyter_server", reason="it serves JupyterLab, which the rules do without")
    new = import_module(f"domino_lab.{MOVED[old]}")
    spec = new.__spec__
    sys.modules.pop(f"domino_lab.{old}", None)
    said = f"domino_lab.{old} has been renamed: import domino_lab.{MOVED[old]}$"
    with pytest.warns(DeprecationWarning, match=said):
        assert import_module(f"domino_lab.{old}") is new
    assert new.__spec__ is spec
    sys.modules.pop(f"domino_lab.{old}", None)


def test_a_class_from_the_old_place_is_the_class() -> None:
    with pytest.warns(DeprecationWarning, match="import domino_lab.core.tiles"):
        from domino_lab.tiles import Tile
    from domino_lab.core.tiles import Tile as same

    sys.modules.pop("domino_lab.tiles", None)
    assert Tile is same
