"""Pressing in a view as its page does, and what the page is asked to do then."""

from __future__ import annotations

from typing import Any

from domino_lab.core.tiles import Tile
from domino_lab.widgets.board_view import BoardView
from domino_lab.widgets.view import View


def press(view: View, *keys: str) -> None:
    """What the page does when a key goes down; what goes wrong behind a guard fails here."""
    for key in keys:
        view.stage._receive(None, {"do": "key", "value": key}, [])
        assert view.error == ""


def pick(view: BoardView, tile: Tile) -> None:
    """Choose a tile with Down."""
    for _ in range(len(view.here.tiles) + 1):
        if view.here.tile == tile:
            return
        press(view, "ArrowDown")
    raise AssertionError(f"no key reaches {tile}")


def sent(view: View) -> list[dict[str, Any]]:
    """What the page is asked to do from now on."""
    messages: list[dict[str, Any]] = []
    view.stage.send = messages.append
    return messages


def downloads(view: View) -> list[tuple[str, ...]]:
    """The files that are saved in the reader's browser from now on: name, text and kind."""
    files: list[tuple[str, ...]] = []
    view.stage.download = lambda *file: files.append(file)
    return files
