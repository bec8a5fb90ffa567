"""Notebook files: the part of a widget that stays in a saved notebook without its kernel.

No widget outlives its kernel. If a file still names one, JupyterLab shows "Error displaying widget: model not found"
and MyST shows nothing, instead of the picture that is saved next to the name.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Set
from typing import Any
from uuid import uuid4

LIVE = "application/vnd.jupyter.widget-view+json"
"""The type of the output that names a live widget."""
Names = Mapping[tuple[object, int, str], object]
"""Live widgets as a notebook names them, by the cell, the number of the output, and the words that say the same."""

_OURS = "domino-lab-"


def new_name() -> str:
    """Return a name for a live widget, by which a notebook says that this package has made it."""
    return _OURS + uuid4().hex


def live_or_kept(outputs: Mapping[str, object]) -> dict[str, object]:
    """Return the outputs of a widget, with its live view only if a reader can use it.

    A notebook that is run without a reader, as by `jupyter nbconvert --execute`, becomes a page on which nothing is
    live. It would still show the view instead of the picture: as an empty place if there is no network.
    """
    return {name: made for name, made in outputs.items() if name != LIVE or has_reader()}


def has_reader() -> bool:
    """Return False if the program that runs this cell says that nobody can answer, and no server shows the page.

    Voila runs a notebook as nbconvert does, but its page stays in touch with the kernel. Colab has its own way to ask.
    In a browser the page is there before the kernel.
    """
    kernel = getattr(getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)(), "kernel", None)
    parent = getattr(kernel, "get_parent", None)
    is_elsewhere = "VOILA_BASE_URL" in os.environ or "google.colab" in sys.modules or sys.platform == "emscripten"
    if parent is None or is_elsewhere:
        return True
    asked: dict[str, object] = parent("shell")
    return _inside(_inside(asked, "content", {}), "allow_stdin", None) is not False


def forget_widgets(notebook: object) -> Names:
    """Drop the names of live widgets from a notebook, so that their pictures are shown; return those names.

    A notebook with the state of its widgets in it can show them, and is left as it is.

    >>> output = {"data": {LIVE: {"model_id": "a1"}, "text/plain": "5-5 is alone on the table."}}
    >>> forget_widgets({"cells": [{"id": "one", "outputs": [output]}]}), list(output["data"])
    ({('one', 0, '5-5 is alone on the table.'): {'model_id': 'a1'}}, ['text/plain'])
    """
    if _has_state(notebook):
        return {}
    return {place: data.pop(LIVE) for place, data in outputs_of(notebook) if LIVE in data and len(data) > 1}


def _has_state(notebook: object) -> bool:
    """Return True if the state of its widgets is in a notebook, which can show them without a kernel."""
    return bool(_inside(_inside(notebook, "metadata", {}), "widgets", None))


def own_widgets(notebook: object) -> set[str]:
    """Return the names of the live widgets of this package in a notebook that only their kernel can show.

    >>> output = {"data": {LIVE: {"model_id": "domino-lab-1"}, "text/plain": "5-5 is alone on the table."}}
    >>> own_widgets({"cells": [{"id": "one", "outputs": [output]}]})
    {'domino-lab-1'}
    """
    if _has_state(notebook):
        return set()
    return {name for _, data in outputs_of(notebook) if (name := _name(data)).startswith(_OURS)}


def forget_these(notebook: object, names: Set[str]) -> None:
    """Drop the live widgets with these names from a notebook, so that their pictures are shown."""
    for _, data in outputs_of(notebook):
        if _name(data) in names and len(data) > 1:
            del data[LIVE]


def _name(data: Mapping[str, object]) -> str:
    """Return the name of the live widget in an output; empty if there is none."""
    name: str = _inside(data.get(LIVE), "model_id", "")
    return name


def recall_widgets(notebook: object, names: Names) -> None:
    """Put names that were dropped from a notebook back in their places, and nowhere else.

    >>> output = {"data": {"text/plain": "5-5 is alone on the table."}}
    >>> names = {("one", 0, "5-5 is alone on the table."): {"model_id": "a1"}}
    >>> recall_widgets({"cells": [{"id": "one", "outputs": [output]}]}, names)
    >>> output["data"][LIVE]
    {'model_id': 'a1'}
    """
    for place, data in outputs_of(notebook):
        if place in names:
            data[LIVE] = names[place]


def outputs_of(notebook: Any) -> Iterator[tuple[tuple[object, int, str], dict[str, Any]]]:
    """Yield what each output shows, with its place.

    What a notebook should not have is passed over, for Jupyter to refuse.
    """
    for at, cell in enumerate(_inside(notebook, "cells", [])):
        for number, output in enumerate(_inside(cell, "outputs", [])):
            data: dict[str, Any] = _inside(output, "data", {})
            text = data.get("text/plain", "")
            words = text if isinstance(text, str) else "".join(map(str, _inside(data, "text/plain", [])))
            # Cells have no ids in notebooks that were begun before format 4.5.
            yield (str(_inside(cell, "id", "")) or at, number, words), data


def _inside(thing: Any, key: str, otherwise: Any) -> Any:
    """Return a part of something read from JSON, or `otherwise` where there is none of that kind."""
    part = thing.get(key) if isinstance(thing, dict) else None
    return part if otherwise is None or isinstance(part, type(otherwise)) else otherwise
