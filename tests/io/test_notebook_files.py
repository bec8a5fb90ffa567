"""Who reads a notebook while it runs: a widget is live only where somebody can press it."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import IPython
import pytest

from domino_lab.io.notebook_files import has_reader


class KernelInABrowser:
    """The kernel of JupyterLite: its `get_parent` takes no channel."""

    def get_parent(self) -> dict[str, object]:
        return {"content": {"allow_stdin": True}}


class KernelOnAServer:
    """The kernel of a server, in which a cell runs."""

    def __init__(self, content: dict[str, object]) -> None:
        self.content = content

    def get_parent(self, channel: str) -> dict[str, object]:
        assert channel == "shell"
        return {"content": self.content}


def test_in_a_browser_there_is_always_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IPython, "get_ipython", lambda: SimpleNamespace(kernel=KernelInABrowser()))
    monkeypatch.setattr(sys, "platform", "emscripten")
    assert has_reader()


@pytest.mark.parametrize(
    ("content", "expected"), [({"allow_stdin": True}, True), ({"allow_stdin": False}, False), ({}, True)])
def test_on_a_server_the_program_that_runs_the_cell_says_it(
    monkeypatch: pytest.MonkeyPatch, content: dict[str, object], *, expected: bool
) -> None:
    monkeypatch.setattr(IPython, "get_ipython", lambda: SimpleNamespace(kernel=KernelOnAServer(content)))
    monkeypatch.delenv("VOILA_BASE_URL", raising=False)
    assert has_reader() is expected
