"""A module or a method is still found by its old name, and whoever uses it is told the new one."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from domino_lab.catalogue import get
from domino_lab.chance.holding_events import doubles
from domino_lab.chance.jobs import HandSums
from domino_lab.core.chain import Chain
from domino_lab.core.lazy import MOVED
from domino_lab.core.tiles import Tile


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


def test_a_method_answers_by_its_old_name_with_a_warning() -> None:
    with pytest.warns(DeprecationWarning, match=r"use Ruleset\.changes$"):
        assert get("block").but(target=61).changed() == {"target": 61}
    with pytest.warns(DeprecationWarning, match=r"use Chain\.count_neighbours$"):
        assert Chain().lay(Tile(1, 1)).covered(number=0) == 0
    with pytest.warns(DeprecationWarning, match=r"use Total\.in_words$"):
        assert doubles().counted(1) == "1 double"
    with pytest.warns(DeprecationWarning, match=r"use HandSums\.ends$"):
        assert HandSums.none().ended("out") == 0
