"""The name that every example in a docstring may use: `dl`, as in all notebooks."""

from __future__ import annotations

from types import ModuleType

import pytest


@pytest.fixture(autouse=True)
def name_dl(doctest_namespace: dict[str, ModuleType]) -> None:
    """Let examples say `dl.load` without an import."""
    import domino_lab

    doctest_namespace["dl"] = domino_lab
