"""What Jupyter's server sends when a notebook is opened: widgets of a running kernel, pictures of all the others."""

from __future__ import annotations

import asyncio
import json
import logging
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import ipywidgets
import nbformat
import pytest
from jupyter_server.extension.manager import ExtensionPackage
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager, LargeFileManager
from nbformat.v4 import new_code_cell, new_notebook, new_output

import domino_lab as dl
from domino_lab.io.notebook_files import LIVE
from domino_lab.io.server_extension import begin

NAME = "one.ipynb"


def shown(*widgets: object) -> list[dict[str, Any]]:
    """What a notebook keeps of each of them, and its name in a server's file."""
    return [dict(getattr(widget, "bundle", None) or widget._repr_mimebundle_()) for widget in widgets]


def save(folder: Path, *outputs: dict[str, Any], **metadata: object) -> None:
    cell = new_code_cell("shown", outputs=[new_output("display_data", data) for data in outputs])
    nbformat.write(new_notebook(cells=[cell], metadata=metadata), folder / NAME)


class Server:
    """A server with its own contents manager, and notebooks whose kernels run."""

    def __init__(self, folder: Path) -> None:
        self.log = logging.getLogger("server")
        self.contents_manager: Any = AsyncLargeFileManager(parent=None, root_dir=str(folder))
        self.running: set[str] = set()
        self.asked: list[str] = []
        self.session_manager = SimpleNamespace(session_exists=self.session_exists)

    async def session_exists(self, path: str) -> bool:
        self.asked.append(path)
        return path in self.running

    def live(self) -> list[bool]:
        """For each output of the notebook, as it is sent, whether it is a live widget."""
        model = asyncio.run(self.contents_manager.get(f"/{NAME}"))
        return [LIVE in output["data"] for output in model["content"]["cells"][0]["outputs"]]


@pytest.fixture
def server(tmp_path: Path) -> Server:
    server = Server(tmp_path)
    begin(server)
    return server


def test_jupyter_finds_the_extension_by_the_installed_file() -> None:
    settings = json.loads((files(dl) / "jupyter" / "jupyter_server_config.d" / "domino_lab.json").read_text("utf-8"))
    ((name, is_on),) = settings["ServerApp"]["jpserver_extensions"].items()
    assert is_on
    package = ExtensionPackage(name=name, enabled=True)
    assert package.validate()
    assert package.version == dl.__version__


def test_views_are_live_while_their_kernel_runs_and_pictures_afterwards(server: Server, tmp_path: Path) -> None:
    save(tmp_path, *shown(dl.HandStepper("all-fives-worked-example"), dl.RuleForm("block")))
    before = (tmp_path / NAME).read_bytes()
    server.running.add(NAME)
    assert server.live() == [True, True]
    server.running.clear()
    assert server.live() == [False, False]
    server.running.add(NAME)
    assert server.live() == [False, False], "another kernel does not know these widgets"
    assert (tmp_path / NAME).read_bytes() == before


def test_what_a_new_kernel_has_made_is_live_beside_what_the_last_one_made(server: Server, tmp_path: Path) -> None:
    old, new = shown(dl.HandStepper("all-fives-worked-example"), dl.HandStepper("all-fives-worked-example"))
    save(tmp_path, old)
    assert server.live() == [False]
    server.running.add(NAME)
    save(tmp_path, old, new)
    assert server.live() == [False, True]


def test_other_widgets_and_a_widget_with_nothing_else_to_show_stay(server: Server, tmp_path: Path) -> None:
    other, ours = shown(ipywidgets.IntSlider(), dl.HandStepper("all-fives-worked-example"))
    save(tmp_path, other)
    assert server.live() == [True]
    assert server.asked == [], "a notebook without views costs no question"
    save(tmp_path, other, ours, {LIVE: ours[LIVE]})
    assert server.live() == [True, False, True]


def test_folders_and_files_come_as_they_are(server: Server, tmp_path: Path) -> None:
    save(tmp_path, *shown(dl.HandStepper("all-fives-worked-example")))
    whole = server.contents_manager
    assert [each["name"] for each in asyncio.run(whole.get(""))["content"]] == [NAME]
    assert asyncio.run(whole.get(NAME, content=False))["content"] is None
    assert LIVE in asyncio.run(whole.get(NAME, type="file", format="text"))["content"]
    assert server.asked == []


def test_a_contents_manager_that_is_not_asynchronous_is_left_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The server calls it without waiting: it cannot ask whether a kernel runs."""
    server = Server(tmp_path)
    server.contents_manager = LargeFileManager(parent=None, root_dir=str(tmp_path))
    with caplog.at_level(logging.INFO, "server"):
        begin(server)
    assert "LargeFileManager is not asynchronous" in caplog.text
    save(tmp_path, *shown(dl.HandStepper("all-fives-worked-example")))
    assert server.contents_manager.get(NAME)["content"]["cells"][0]["outputs"][0]["data"][LIVE]


def test_a_notebook_with_the_state_of_its_widgets_is_sent_as_it_is(server: Server, tmp_path: Path) -> None:
    view = shown(dl.HandStepper("all-fives-worked-example"))
    save(tmp_path, *view, widgets={"application/vnd.jupyter.widget-state+json": {"state": {}}})
    assert server.live() == [True]
    save(tmp_path, *view)
    assert server.live() == [False]
