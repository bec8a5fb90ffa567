"""Shell: what a box of widgets needs from the page and ipywidgets lacks; `shell.js` is its other half."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from domino_lab.errors import DominoError

_HERE = Path(__file__).parent
_LOG = logging.getLogger(__name__)

ROOT_CLASS = "dlab-root"


def _unheard(_value: object) -> None:
    """The callback of a widget that does not listen."""


class Shell(anywidget.AnyWidget):
    """Gives the box round it keys, one live announcement, a name, marks, definitions and a focus that stays.

    `on_key` is told the name of a key of `key_set` as it stands there; `on_mark` the number of the tile that
    the reader points at by pointer or focus, or None; `on_press` the text of the `data-dlab-press` that was clicked;
    `on_copied` whether the clipboard took the text of `copy`; `on_saved` the name of the file that `download` saved, or
    "" where that failed; `on_error` the exception that one of these raised. Without it the error is shown in the box.

    >>> pressed = []
    >>> shell = Shell(on_key=pressed.append, key_set=["ArrowLeft", "Space", "?"], name="A hand of dominoes")
    >>> box = shell.around()
    >>> shell._receive(shell, {"type": "key", "key": "Space"}, [])
    >>> pressed
    ['Space']
    """

    # As text: of a file anywidget keeps every widget that ever was, to tell it when the file changes.
    _esm = (_HERE / "shell.js").read_text(encoding="utf-8")
    _css = (_HERE / "shell.css").read_text(encoding="utf-8")

    root_class = traitlets.Unicode(ROOT_CLASS).tag(sync=True)
    """The class by which the box is found; a widget that holds others leaves it as it is."""
    name = traitlets.Unicode().tag(sync=True)
    """What a screen reader calls the box."""
    alt = traitlets.Unicode().tag(sync=True)
    """What the canvas shows, in a sentence; set before it is displayed."""
    status = traitlets.Unicode().tag(sync=True)
    """What the live region says: the visible caption, word for word."""
    error = traitlets.Unicode().tag(sync=True)
    """What went wrong, shown in the box; empty when nothing did."""
    key_set = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """The keys this widget takes, by the names of the web, and "Space"; all others stay the notebook's."""
    canvas_tabindex = traitlets.Unicode().tag(sync=True)
    """"": a click focuses the box; "-1": the canvas; "0": the canvas is also a stop of Tab."""
    definitions = traitlets.Dict(value_trait=traitlets.Unicode()).tag(sync=True)
    """What the elements `<span class="dlab-term" data-dlab-term="spinner">` show, by term, as plain text."""
    marked = traitlets.Int(None, allow_none=True).tag(sync=True)
    """The tile whose elements (`data-dlab-tile="3"` or the class `dlab-tile-3`) carry `dlab-marked`."""
    keep_in_view = traitlets.Unicode("dlab-current").tag(sync=True)
    """The class of the list entry that its own list scrolls to."""

    reduced_motion = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether the reader wants no motion; written by the browser, as are the next two."""
    dark = traitlets.Bool(default_value=False).tag(sync=True)
    """Whether the page is dark."""
    root_width = traitlets.Int(0).tag(sync=True)
    """The width of the box in CSS pixels, 0 until it is shown."""

    def __init__(
        self,
        *,
        on_key: Callable[[str], object] = _unheard,
        on_mark: Callable[[int | None], object] = _unheard,
        on_press: Callable[[str], object] = _unheard,
        on_copied: Callable[[bool], object] = _unheard,
        on_saved: Callable[[str], object] = _unheard,
        on_error: Callable[[Exception], object] | None = None,
        **traits: Any,
    ) -> None:
        super().__init__(**traits)
        self._on_error = on_error or self._show
        self.held_down = False
        """Whether the key that is being told is one that is held down."""
        self.copying = ""
        """The text that was last to be copied."""
        self._heard = {
            "key": (self.guard(on_key), "key"),
            "mark": (self.guard(on_mark, forgives=False), "tile"),
            "press": (self.guard(on_press), "what"),
            "copied": (self.guard(on_copied), "done"),
            "saved": (self.guard(on_saved), "name"),
        }
        self.on_msg(self._receive)

    def around(self, *children: ipywidgets.Widget, css: str = "") -> ipywidgets.VBox:
        """The box that holds the shell and `children`; `css` is a class of its own beside the root's.

        >>> [type(child).__name__ for child in Shell().around(ipywidgets.Button()).children]
        ['Shell', 'Button']
        """
        box = ipywidgets.VBox([self, *children])
        for one in filter(None, (self.root_class, css)):
            box.add_class(one)
        return box

    def focus(self, css: str = "") -> None:
        """Move the focus to the first element of class `css`, or to the box, in the view the reader is in.

        >>> Shell().focus("dlab-next")
        """
        self.send({"type": "focus", "css": css})

    def copy(self, text: str) -> None:
        """Put `text` on the reader's clipboard; `on_copied` is told whether that worked.

        >>> Shell().copy('dl.HandStepper("all-fives", seed=7)')
        """
        self.copying = text
        self.send({"type": "copy", "text": text})

    def download(self, name: str, text: str, mime: str = "text/plain") -> None:
        """Save `text` as the file `name` in the reader's browser; `on_saved` is told whether that worked.

        An SVG with the mime type "image/png" is drawn by the browser and saved as PNG.

        >>> Shell().download("hand.toml", "format = 1", "application/toml")
        """
        self.send({"type": "download", "name": name, "text": text, "mime": mime})

    def guard(self, callback: Callable[..., object], *, forgives: bool = True) -> Callable[..., None]:
        """The callback, with its exceptions handed to `on_error`: ipywidgets would let them vanish.

        When it `forgives`, a call takes an earlier error off the box.

        >>> shell = Shell()
        >>> shell.guard(lambda button: 1 / 0)("a button")
        >>> shell.error
        'ZeroDivisionError: division by zero'
        """

        @wraps(callback)
        def guarded(*values: Any, **named: Any) -> None:
            # Before the call, not after it: what the call sets off may fail behind a guard of its own.
            self.error = "" if forgives else self.error
            try:
                callback(*values, **named)
            except Exception as error:
                if not isinstance(error, DominoError | OSError):  # What is refused needs no more than its sentence.
                    _LOG.exception("a callback of %r failed", self.name)
                self._on_error(error)

        return guarded

    def _show(self, error: Exception) -> None:
        said = str(error) if isinstance(error, DominoError) else f"{type(error).__name__}: {error}"
        self.error = " ".join((said, *getattr(error, "__notes__", ())))

    def _receive(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        self.held_down = bool(content.get("repeat"))
        tell, field = self._heard.get(content.get("type", ""), (_unheard, ""))
        tell(content.get(field))
