"""A widget is live only where somebody can press it, and leaves a notebook that is saved and comes back to it."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import IPython
import pytest

from domino_lab.io.notebook_files import LIVE, forget_widgets, has_reader, recall_widgets


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


def test_names_of_widgets_come_back_to_their_places_and_widgets_that_are_saved_whole_stay() -> None:
    outputs = [{"name": "stdout", "text": "13"}, {"data": {LIVE: {"model_id": "a1"}, "text/plain": "A hand."}},
               {"data": {LIVE: {"model_id": "b2"}}}]
    cells = [{"id": "text", "source": "A word."}, {"id": "code", "outputs": outputs}]
    names = forget_widgets({"cells": cells, "metadata": {}})
    assert names == {("code", 1, "A hand."): {"model_id": "a1"}}
    assert outputs[1:] == [{"data": {"text/plain": "A hand."}}, {"data": {LIVE: {"model_id": "b2"}}}]
    recall_widgets({"cells": cells}, names)
    whole = {"cells": cells, "metadata": {"widgets": {"state": {"a1": {}}}}}
    assert forget_widgets(whole) == {}
    assert [LIVE in one.get("data", {}) for one in outputs] == [False, True, True]


def test_a_notebook_of_an_old_format_has_its_widgets_in_their_own_cells() -> None:
    """Its cells have no ids; and an output that has changed meanwhile gets no widget of the one before it."""
    shown = [{"data": {LIVE: {"model_id": name}, "text/plain": [f"Hand {name}."]}} for name in "ab"]
    plain = {"data": {"text/plain": "Hand c."}}
    cells = [{"outputs": [one]} for one in (*shown, plain)]
    names = forget_widgets({"cells": cells})
    recall_widgets({"cells": cells}, names)
    assert [one["data"].get(LIVE) for one in (*shown, plain)] == [{"model_id": "a"}, {"model_id": "b"}, None]
    forget_widgets({"cells": cells})
    shown[1]["data"]["text/plain"] = "Another hand."
    recall_widgets({"cells": cells}, names)
    assert [LIVE in one["data"] for one in shown] == [True, False]


@pytest.mark.parametrize("odd", [
    [1], {}, {"cells": None}, {"cells": [1]}, {"metadata": None, "cells": [{"outputs": None}]},
    {"cells": [{"id": [], "outputs": [1, {"data": None}, {"data": {LIVE: 1, "text/plain": [1]}}]}]},
])
def test_what_is_no_notebook_is_left_to_jupyter(odd: object) -> None:
    recall_widgets(odd, {})
    assert len(forget_widgets(odd)) <= 1
