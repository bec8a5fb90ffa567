"""The way in which `domino-lab lab` saves notebooks: with pictures, without live widgets.

Any other JupyterLab does the same when it is started with
`--ServerApp.contents_manager_class=domino_lab.io.contents.Contents`.
"""

from __future__ import annotations

import os
from typing import Any

from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager

from domino_lab.io.notebook_files import Names, forget_widgets, recall_widgets
from domino_lab.io.paper import ADDED_LATER, add_pictures


class Contents(AsyncLargeFileManager):
    """Jupyter's own files, except that no notebook is saved with the names of live widgets.

    The names are kept in memory while the notebook's kernel runs, so that a reloaded page still has its widgets.
    """

    def __init__(self, *args: object, **how: object) -> None:
        super().__init__(*args, **how)
        self._names: dict[str, Names] = {}
        if self.parent is not None:     # a server, whose kernels need not spend their time on pictures for paper
            os.environ[ADDED_LATER] = "yes"

    async def get(self, path: str, *args: object, **how: object) -> dict[str, Any]:
        """Return a file or folder as Jupyter does, but a notebook with its live widgets if it has any."""
        model: dict[str, object] = await super().get(path, *args, **how)  # type: ignore[no-untyped-call]
        notebook = model["content"] if model["type"] == "notebook" else None
        if notebook and await self._runs(path):
            recall_widgets(notebook, self._names.get(path.strip("/"), {}))
        elif notebook:
            self._names.pop(path.strip("/"), None)
            forget_widgets(notebook)
        return model

    async def save(self, model: dict[str, object], path: str = "") -> dict[str, object]:
        """Save a file or folder as Jupyter does, but a notebook without its live widgets, with pictures for paper."""
        if model.get("type") == "notebook" and model.get("content"):
            add_pictures(model["content"])
            self._names[path.strip("/")] = forget_widgets(model["content"])
        saved: dict[str, object] = await super().save(model, path)  # type: ignore[no-untyped-call]
        return saved

    async def rename_file(self, old_path: str, new_path: str) -> None:
        """Rename a file as Jupyter does; its widgets go with it."""
        await super().rename_file(old_path, new_path)  # type: ignore[no-untyped-call]
        if old_path.strip("/") in self._names:
            self._names[new_path.strip("/")] = self._names.pop(old_path.strip("/"))

    async def delete_file(self, path: str) -> None:
        """Delete a file as Jupyter does."""
        await super().delete_file(path)  # type: ignore[no-untyped-call]
        self._names.pop(path.strip("/"), None)

    async def _runs(self, path: str) -> bool:
        """Return whether a kernel runs for a notebook."""
        sessions = getattr(self.parent, "session_manager", None)
        return sessions is not None and bool(await sessions.session_exists(path.strip("/")))
