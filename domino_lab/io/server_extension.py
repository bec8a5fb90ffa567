"""The extension of Jupyter's server: a notebook that is opened without its kernel shows its pictures.

JupyterLab prefers a live widget to the picture that is saved beside its name, and without the widget's kernel it says
"model not found". Therefore the server leaves out the names of widgets whose kernel is gone when it sends a notebook,
those of this package alone. The file stays as it is, and what a running kernel shows stays live when the page is loaded
again.
"""

from __future__ import annotations

from inspect import iscoroutinefunction
from typing import TYPE_CHECKING

from domino_lab.io.notebook_files import forget_these, own_widgets

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from jupyter_server.serverapp import ServerApp


class SavedViews:
    """Notebooks as a contents manager sends them, without widgets of this package whose kernel is gone."""

    def __init__(
        self, get: Callable[..., Awaitable[dict[str, object]]], runs: Callable[[str], Awaitable[bool]]
    ) -> None:
        self._get, self._runs = get, runs
        self._gone: set[str] = set()

    async def get(self, path: str, *args: object, **how: object) -> dict[str, object]:
        """Return a file or folder as the contents manager does.

        A page that shows a notebook starts a kernel for it. That one does not know the widgets of the last: they are
        remembered, because the file may still name them when the page is loaded again.
        """
        model = await self._get(path, *args, **how)
        if model.get("type") == "notebook" and (names := own_widgets(model.get("content"))):
            if not await self._runs(path.strip("/")):
                self._gone |= names
            forget_these(model["content"], self._gone)
        return model


def _load_jupyter_server_extension(server: ServerApp) -> None:
    """Begin when the server does: until then another extension may put its own contents manager in place."""
    server.io_loop.add_callback(begin, server)


def begin(server: ServerApp) -> None:
    """Let the server's contents manager send notebooks as `SavedViews` has them."""
    contents = server.contents_manager
    if not iscoroutinefunction(contents.get):
        kind = type(contents).__name__
        server.log.info("domino_lab: %s is not asynchronous, so saved widgets do not become pictures.", kind)
        return
    contents.get = SavedViews(contents.get, server.session_manager.session_exists).get  # type: ignore[method-assign]
