"""`dl.chance`: a room of its own, opened when it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import domino_lab as dl

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", dl.chance.__all__)
def test_every_name_is_there_and_says_what_it_is_for(name: str) -> None:
    found = getattr(dl.chance, name)
    assert callable(found)
    assert found.__doc__
    assert name in dir(dl.chance)


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'exakt'"):
        _ = dl.chance.exakt


def test_it_costs_nothing_until_it_is_asked() -> None:
    code = "import sys, domino_lab as dl; dl.chance; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "domino_lab.chance" in loaded
    assert not loaded & {"numpy", "numba", "pandas", "domino_lab.kernel.chain_games", "domino_lab.play"}
