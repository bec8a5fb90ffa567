"""The speed table goes on where something cannot be measured. Nothing is timed here."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from benchmarks import rivals, simulating


def test_a_package_that_cannot_be_installed_is_a_row_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def no_network(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, "", "looking\nERROR: no network\n")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(rivals.venv, "create", lambda *_, **__: None)
    monkeypatch.setattr(rivals.subprocess, "run", no_network)
    rows = simulating.against("dominoes", "PyPI dominoes", "latin-partnership", 4, (">= 500x", ""))
    assert rows == [("against PyPI dominoes", "not measured: ERROR: no network", ">= 500x")]
    assert not (rivals.folder() / "ready").exists()


def test_the_packages_of_others_are_installed_outside_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert not rivals.folder().is_relative_to(Path(rivals.__file__).parents[1])


def test_without_numba_the_table_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating.engines, "can_compile", lambda: False)
    assert simulating.rows() == [("simulation", "not measured: numba is not installed", "-")]
