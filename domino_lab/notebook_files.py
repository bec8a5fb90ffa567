"""Notebook files: what stays of a widget in a saved notebook when its kernel has gone.

No widget outlives its kernel. Where a file still names one, JupyterLab shows "Error displaying widget: model not found"
and MyST nothing, in place of the picture that is saved beside the name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

LIVE = "application/vnd.jupyter.widget-view+json"
"""The type of the output that names a live widget."""
Names = Mapping[tuple[str, int], Any]
"""Live widgets as a notebook names them, by the id of the cell and the number of the output."""


def forget_widgets(notebook: dict[str, Any]) -> Names:
    """Drop the names of live widgets from a notebook, so that their pictures are shown; return those names.

    A notebook with the state of its widgets in it can show them, and is left as it is.

    >>> output = {"data": {LIVE: {"model_id": "a1"}, "text/plain": "5-5 is alone on the table."}}
    >>> forget_widgets({"cells": [{"id": "one", "outputs": [output]}]}), list(output["data"])
    ({('one', 0): {'model_id': 'a1'}}, ['text/plain'])
    """
    if notebook.get("metadata", {}).get("widgets"):
        return {}
    return {place: data.pop(LIVE) for place, data in _shown(notebook) if LIVE in data and len(data) > 1}


def recall_widgets(notebook: dict[str, Any], names: Names) -> None:
    """Put names that were dropped from a notebook back where they were.

    >>> output = {"data": {"text/plain": "5-5 is alone on the table."}}
    >>> recall_widgets({"cells": [{"id": "one", "outputs": [output]}]}, {("one", 0): {"model_id": "a1"}})
    >>> output["data"][LIVE]
    {'model_id': 'a1'}
    """
    for place, data in _shown(notebook):
        if place in names:
            data[LIVE] = names[place]


def _shown(notebook: dict[str, Any]) -> Iterator[tuple[tuple[str, int], dict[str, Any]]]:
    """What each output shows, with its place."""
    for cell in notebook.get("cells", ()):
        for number, output in enumerate(cell.get("outputs", ())):
            if "data" in output:
                yield (cell.get("id", ""), number), output["data"]
