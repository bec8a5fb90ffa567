"""Stage: the one front-end widget of every view; `stage.js` and `live.js` are its other half, `stage.css` its look.

Python gives it one moment at a time, as plain JSON, and gets back the reader's actions. A stage carries only its
loader, `loader.js`, which asks for the script by a message, once a page, and runs none but the one whose digest it has.
"""

from __future__ import annotations

import base64
import hashlib
import json
import logging
import re
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import anywidget
import ipywidgets
import traitlets

from domino_lab.core.errors import quote
from domino_lab.picture.glossary import definitions, forms
from domino_lab.sessions.lock import Locked, hold_lock
from domino_lab.widgets.nodes import Json, words
from domino_lab.words import language

TRIED_WITH = "traitlets 5.16.1"
"""The version whose private `_trait_values` are read here; tests/test_house.py says when the tests have a newer one."""

_LOG = logging.getLogger(__name__)
_HERE = Path(__file__).parent
_COMMENTS = re.compile(r"/\*.*?\*/|^\s*//[^\n]*$|\s+//[^\n\"'`]*$|^\s+", re.DOTALL | re.MULTILINE)
"""What a reader of the script needs and a browser does not: comments, and the spaces at the start of a line."""
_SPACES = re.compile(r" (=>|[!=]==|&&|\|\||\?\?|[+-]?=) (?=\S)|(?<=\)) (?=\{)")
"""Spaces round the signs that stand in no text of the scripts."""
_BROUGHT: set[str] = set()
"""The scripts that this kernel has sent to its pages without being asked."""


def bundle(*names: str) -> tuple[str, str]:
    """Return the scripts of those names as one, and the style sheet, without the parts that only programmers need."""
    scripts = (shorten((_HERE / f"{name}.js").read_text(encoding="utf-8")) for name in names)
    look = _COMMENTS.sub("", (_HERE / "stage.css").read_text(encoding="utf-8"))
    return "\n".join(scripts), re.sub(r"\s*([{};,])\s*|(?<=:) ", r"\1", look).replace(";}", "}")


def shorten(script: str) -> str:
    """Return a script without its comments, its indentation, and the spaces round its signs."""
    return _SPACES.sub(r"\1", _COMMENTS.sub("", script))


def compress(text: str) -> bytes:
    """Return a text for `DecompressionStream`, in short blocks, each with a code of its own: its parts are unlike."""
    packer = zlib.compressobj(9, memLevel=6)
    return packer.compress(text.encode()) + packer.flush()


class Packed(NamedTuple):
    """What each stage carries, and what a page gets once."""

    loader: str
    code: str
    """The script of all stages, its look and the explanations of domino words, packed."""


@lru_cache(maxsize=8)
def _pack(_language: str) -> Packed:
    parts = *bundle("stage", "live"), json.dumps([definitions(), forms()], separators=(",", ":"))
    code = base64.b64encode(compress("\0".join(parts))).decode()
    known = {"DIGEST": hashlib.sha256(code.encode()).hexdigest(), "TOLD": words("asleep"),
             "OFFER": words("asleep_page")}
    loader = shorten((_HERE / "loader.js").read_text(encoding="utf-8"))
    for name, text in known.items():
        loader = loader.replace(f'{name}=""', f"{name}={json.dumps(text)}")
    return Packed(loader, code)


class Stage(Locked, anywidget.AnyWidget):
    """Draws everything of a view but its table from `moment`; `on_do` is called with the reader's action and its value.

    What a page tells in one message is taken in `together`.

    >>> heard = []
    >>> Stage(lambda what, value: heard.append((what, value)))._receive(None, {"do": "go", "value": 3}, [])
    >>> heard
    [('go', 3)]
    """

    _esm = traitlets.Unicode().tag(sync=True)
    css = traitlets.Unicode().tag(sync=True)
    """The class of the view, for a page that shows the stage without it."""
    moment = traitlets.Dict()
    """All there is to show, as plain JSON; see `View.moment`."""
    shown = traitlets.Dict().tag(sync=True)
    """The moment as it goes to the page; a part of it that seldom changes is the number of one of `parts`."""
    line = traitlets.Unicode().tag(sync=True)
    """The line of Python that saves the view as a page, for readers without a kernel; "" if no short line does."""
    parts: traitlets.List[object] = traitlets.List().tag(sync=True)
    """The parts of the moment that seldom change: they are sent again only when one of them has."""
    room = traitlets.Tuple(traitlets.Int(), traitlets.Int(), default_value=(720, 324)).tag(sync=True, by_page=True)
    """Width and height of the table in CSS pixels; the page writes it, and the next four, `lost` and `undrawn`."""
    width = traitlets.Int(0).tag(sync=True, by_page=True)
    """The width of the view in CSS pixels, 0 until it is shown."""
    dark = traitlets.Bool(default_value=False).tag(sync=True, by_page=True)
    on_page = traitlets.Bool(default_value=True).tag(sync=True, by_page=True)
    """False when every page that showed it has put it away, as when its cell is run again; it is not drawn then."""
    reduced_motion = traitlets.Bool(default_value=False).tag(sync=True, by_page=True)
    painter = traitlets.Instance(ipywidgets.Widget, allow_none=True).tag(sync=True, **ipywidgets.widget_serialization)
    """What sends the drawing commands of the table, which the page watches; None where there is no canvas."""
    canvas = traitlets.Unicode().tag(sync=True)
    """The id of the model of the canvas; empty where there is none."""
    lost = traitlets.Int(0).tag(sync=True, by_page=True)
    """How often a page had to ask for the picture again, as one was not drawn."""
    undrawn = traitlets.Bool(default_value=False).tag(sync=True, by_page=True)
    """True while a page has no canvas that shows the table, and needs a drawing of it."""

    def __init__(
        self, on_do: Callable[[str, object], object],
        together: Callable[[], AbstractContextManager[None]] = nullcontext, **traits: object
    ) -> None:
        self._packed = _pack(language())
        super().__init__(_esm=self._packed.loader, **traits)
        self._on_do, self._together = on_do, together
        self._holds, self._wanted = False, ""
        self.held_down = False
        """Whether the key that is being told is one that is held down."""
        self.on_msg(self._receive)

    @traitlets.observe("moment")
    def _part(self, change: dict[str, object]) -> None:
        parts = Parts()
        shown = parts.take_from(change["new"])
        with self.hold_sync():
            self.parts, self.shown = parts.values, shown

    def bring_script(self) -> None:
        """Send the script unasked, once: a kernel that is busy with the next cells would not hear the page ask."""
        if self._packed.code not in _BROUGHT:
            _BROUGHT.add(self._packed.code)
            self._send_script()

    def _send_script(self) -> None:
        self.send({"script": self._packed.code})

    def focus(self, what: str = "") -> None:
        """Move the focus to the button for `what`, or to the view, if the reader is in it."""
        if self._holds:
            self._wanted = what or "-"
        else:
            self.send({"type": "focus", "do": what})

    def hold(self) -> None:
        """Keep the next target of the focus until the next moment is shown."""
        self._holds = True

    def release(self) -> None:
        """Move the focus now to the target that was set since `hold`."""
        wanted, self._holds, self._wanted = self._wanted, False, ""
        if wanted:
            self.focus(wanted.strip("-"))

    def copy(self, text: str) -> None:
        """Put `text` on the reader's clipboard; then the action "copied" runs, with True if that worked."""
        self.send({"type": "copy", "text": text})

    def download(self, name: str, text: str, mime: str = "text/plain") -> None:
        """Save `text` as the file `name`; then the action "saved" runs, with its name, or "" if that failed.

        An SVG with the mime type "image/png" is drawn by the browser and saved as PNG.
        """
        self.send({"type": "download", "name": name, "text": text, "mime": mime})

    def close(self) -> None:
        """Take the stage off the page and out of memory, with its layout."""
        self.layout.close()
        super().close()

    def set_state(self, sync_data: Json) -> None:
        """Accept the page's writes: each trait that the page may write, if the value fits; ignore the rest."""
        by_page: Json = self.traits(by_page=True)
        fitting: Json = {}
        for name, value in sync_data.items():
            try:
                if name not in by_page:
                    raise traitlets.TraitError(f"{name} is not the page's to write")
                by_page[name].validate(self, value)
                fitting[name] = value
            except traitlets.TraitError as error:
                _LOG.warning("what the page wrote was ignored: %s", quote(str(error), 200))
        with self._together():
            super().set_state(fitting)      # All at once: the page is not told again what it has just told.

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        whole = with_none(content)
        told = whole if isinstance(whole, dict) else {}
        if "script" in told:
            self._send_script()
            return
        with hold_lock():
            self.held_down = told.get("repeat") is True
            self._on_do(str(told.get("do", "")), told.get("value"))


def with_none(value: object) -> object:
    """Return what a page sent with None for each null: the kernel of JupyterLite has an object of its own for that.

    >>> with_none({"do": "next", "value": None, "more": [1, None]})
    {'do': 'next', 'value': None, 'more': [1, None]}
    """
    if isinstance(value, dict):
        return {name: with_none(each) for name, each in value.items()}
    if isinstance(value, list):
        return [with_none(each) for each in value]
    return None if type(value).__name__ == "JsNull" else value


SELDOM = frozenset({"bars", "rows", "fixed", "options", "keys"})
"""The facts of a node that are the same in step after step, and long. The script knows them, too, with "html"."""


class Parts:
    """The parts of moments that seldom change, each stored once: a moment has their numbers.

    >>> parts = Parts()
    >>> parts.take_from({"is": "tabs", "rows": ["long"]}), parts.take_from({"is": "sheet", "rows": ["long"]})
    ({'is': 'tabs', 'rows': 0}, {'is': 'sheet', 'rows': 0})
    >>> parts.values
    [['long']]
    """

    def __init__(self) -> None:
        self.values: list[object] = []
        self._places: dict[str, int] = {}

    def take_from(self, node: object) -> Any:
        """Return the same JSON with numbers for those parts, and tiles as one text."""
        if isinstance(node, list):
            return [self.take_from(item) for item in node]
        if not isinstance(node, dict):
            return node
        if node.get("is") == "p" and len(node) == 2:      # a paragraph that is nothing but its text
            return node["text"]
        made: dict[str, object] = {}
        for name, value in node.items():
            if name in SELDOM or (name == "html" and "lasting" in node):
                made[name] = self._number(value)
            elif name == "tiles" and value and all(isinstance(tile, str) for tile in value):
                made[name] = " ".join(value)
            else:
                made[name] = self.take_from(value)
        return made

    def _number(self, part: object) -> int:
        place = self._places.setdefault(json.dumps(part), len(self.values))
        if place == len(self.values):
            self.values.append(part)
        return place


def put_away(widget: ipywidgets.Widget) -> None:
    """Close a widget with its children, layouts and styles, which ipywidgets alone would keep registered.

    >>> box = ipywidgets.HBox([ipywidgets.HTML()])
    >>> put_away(box)
    >>> box.children[0].comm is None
    True
    """
    for child in getattr(widget, "children", ()):
        put_away(child)
    for name in ("layout", "style"):
        own = getattr(widget, name, None)
        if isinstance(own, ipywidgets.Widget):
            own.close()
    # ipycanvas remembers the canvas that was drawn on last: its callbacks would keep the whole view in memory.
    for value in widget._trait_values.values():
        if isinstance(value, ipywidgets.CallbackDispatcher):
            value.callbacks.clear()
    widget.close()
