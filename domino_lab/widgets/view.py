"""View: a box with a stage, and a table if there is one to see; every widget is a View of an object that changes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from math import isfinite
from typing import Any, ClassVar

import ipywidgets
import traitlets

from domino_lab.core.errors import DominoError, quote
from domino_lab.io.notebook_files import live_or_kept, new_name
from domino_lab.io.paper import is_added_later
from domino_lab.picture.layout import LEAST, Viewport
from domino_lab.picture.output import Kept
from domino_lab.picture.scene import Framing, Scene, ratio_of, table_scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import Tabletop
from domino_lab.picture.theme import DARK, LIGHT
from domino_lab.sessions.lock import Locked, hold_lock, lend_lock
from domino_lab.sessions.playhead import Result, Worker
from domino_lab.widgets.messages import Press, Unfit, one_of, press, takes, typed_text, yes_or_no
from domino_lab.widgets.nodes import Json, Node, Nodes, button, fold, icon, menu, paragraph, row, words
from domino_lab.widgets.stage import Stage, put_away

_LOG = logging.getLogger(__name__)
_KEY_WORDS = {
    "ArrowLeft": "left", "ArrowRight": "right", "Home": "home", "End": "end", "Space": "space", "Escape": "escape",
    "?": "question",
}


class Panel(Locked):
    """A part of a view, shown in one of its areas; it only remembers which of its parts are open.

    A subclass returns its contents in `nodes`, and in `actions` the effect of each press, by the name that the nodes
    give it.
    """

    def __init__(self, view: View) -> None:
        self.view = view

    def nodes(self) -> Nodes:
        """Return the contents of the panel now."""
        return []

    def actions(self) -> Mapping[str, Press]:
        """Return the actions of the panel by name, each with the kind of value that it takes."""
        return {}

    def close(self) -> None:
        """Drop what is being worked out, and close what is open: the view is closed."""


class WorkingPanel(Panel):
    """A panel that waits for a long computation. Where an event loop runs, the view can be used in the meantime."""

    is_working = False

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._worker = Worker()

    def work(self, works: Sequence[Callable[[], Result]], take: Callable[[Result, int], object]) -> None:
        """Show that it works, then do `works`; call `take` with each result and the number of works that are left."""
        self.is_working = True
        self.view.show_now()

        def receive(result: Result, left: int) -> None:
            self.is_working = False
            take(result, left)
            self.view.refresh()

        try:
            with lend_lock(self.view, self.view.here):
                self._worker.start(works, receive, self.fail)
        except BaseException:
            self.is_working = False
            raise

    def fail(self, error: Exception) -> None:
        """Show an error in the place of a result."""
        self.is_working = False
        self.view.show_error(error)

    def close(self) -> None:
        """Drop what is being worked out."""
        self.is_working = False
        self._worker.stop()


_STEP = 1.4
"""A press on "Closer" makes tiles so many times as large."""
_FARTHEST = 4000
_WHOLE, _LAST, _CLOSER = "whole", "last tile", "closer"


class Frame:
    """The frame of one view: it shows the whole table, as large as fits, unless the reader looks closer.

    Where that makes tiles tiny, there is a button for the surroundings of the last tile. After the next move a closer
    look is where the tile was played. The tiles stay placed as they are while the felt changes its height a little. A
    `still` frame, for a page without a kernel, has nothing on the felt.
    """

    def __init__(self, *, still: bool = False) -> None:
        self._ratio = 0
        self._still = still
        self._kind = _WHOLE
        self._look: Viewport | None = None
        self._seen: tuple[object, Scene] | None = None
        self._news = ""

    def scene(self, table: Tabletop, size: tuple[int, int], beside: Sequence[Tabletop], *, large: bool, at: object
              ) -> Scene:
        """Return the picture of a table, `at` which moment it shows."""
        wide, high = size
        if abs(4 * wide / high - self._ratio) >= 1:
            self._ratio = ratio_of(wide, high)
        moved = self._look is not None and self._seen is not None and self._seen[0] != at
        framing = Framing(self._ratio, self._kind == _LAST, self._look, moved)
        return table_scene(table, size, beside=beside, large=large, framing=framing)

    def take(self, scene: Scene, at: object) -> None:
        """Remember what is shown now, and note a change of the scale from one moment of a hand to the next."""
        before, self._seen = self._seen, (at, scene)
        if self._look is not None:
            self._look = scene.viewport
        if before is None or before[0] == at:
            return
        old, new = before[1].viewport.scale, scene.viewport.scale
        same = before[1].pixels == scene.pixels and self._kind == _WHOLE
        self._news = ("smaller" if new < old else "larger") if same and new != old else ""

    @property
    def news(self) -> str:
        """A sentence when the scale has just changed; empty otherwise."""
        return words(f"drawn_{self._news}") if self._news else ""

    def nodes(self, scene: Scene) -> Nodes:
        """Return what stands on the felt: the news, and the buttons where a closer look is worth while."""
        news = paragraph(words(f"{self._news}_now"), "frame-news") if self._news else None
        if self._still or scene.loose or scene.gaps or (self._is_whole(scene) and scene.viewport.scale >= LEAST):
            return [news]
        other = "last_tile" if self._is_whole(scene) else "whole_table"
        return [news, row(icon("farther", "farther", words("farther")), icon("closer", "closer", words("closer")),
                          button(words(other), "whole"), css="look", label=words("look"))]

    def _is_whole(self, scene: Scene) -> bool:
        return self._kind != _CLOSER and not scene.viewport.follows

    def actions(self) -> Mapping[str, Press]:
        """Return what the buttons, a pinch, the wheel and a drag do."""
        return {"whole": press(self._turn_whole), "closer": press(lambda: self._move((_STEP, 0, 0))),
                "farther": press(lambda: self._move((1 / _STEP, 0, 0))), "look": takes(_movement, self._move)}

    def _turn_whole(self) -> None:
        self._kind = _LAST if self._kind == _WHOLE else _WHOLE
        self._look = None

    def _move(self, by: tuple[float, float, float]) -> None:
        if self._seen is None:
            return
        times, across, down = by
        scene = self._seen[1]
        scale, left, top, _ = scene.viewport
        x, y = scene.cloth.middle
        new = max(round(scale * times), 1)
        self._kind, self._look = _CLOSER, Viewport(
            new, round(x + (left - x) * new / scale + 2 * across), round(y + (top - y) * new / scale + 2 * down))


def _movement(value: object) -> tuple[float, float, float]:
    """Read how many times as large the table is to be, and how many pixels it moves to the right and down."""
    if not isinstance(value, list) or len(value) != 3 or not all(
            isinstance(each, int | float) and not isinstance(each, bool) and isfinite(each) for each in value):
        raise Unfit(f"three numbers, not {quote(value)}")
    times, across, down = value
    if not 0.05 <= times <= 20 or max(abs(across), abs(down)) > _FARTHEST:
        raise Unfit(f"how many times as large and how far in pixels, not {quote(value)}")
    return times, across, down


class View(Locked, ipywidgets.Box):
    """A widget that is drawn again whenever the object that it shows changes.

    A subclass calls `super().__init__(model)` once everything it needs exists; `model` counts its `changes`. The
    subclass gives the contents of each area in `areas`, the table in `tabletop` (None: there is no table), the actions
    in `actions`, the keys in `key_set`, and the sentence to be read aloud in `status`.
    """

    public: ClassVar[str] = "do line close layout"
    """The names meant for a reader, beside those of the bases: tab completion and the reference show no others."""
    css: ClassVar[str] = "view"
    label: ClassVar[str] = "part"
    key_set: tuple[str, ...] = ("?",)
    keys_told: ClassVar[str] = ""
    """The phrase that says what the keys do; without one each key has its own."""
    has_table: bool = False
    large = False
    error = ""
    parts: tuple[Panel, ...] = ()
    """The panels in it, as a subclass makes them."""
    _watching: tuple[tuple[traitlets.HasTraits, Any, str | list[str]], ...] = ()
    _made = False

    def __init__(self, model: traitlets.HasTraits | None = None) -> None:
        self._pausing, self._stale = 0, False
        self._drawn: tuple[Scene, bool] | None = None
        self._is_displayed = False      # by a cell; a view inside a box of the reader's is known by its width
        self.frame = Frame()
        self._message, self._by_hand, self._copying = "", "", ""
        self.stage = Stage(self._heard, self.together, css=self.css)
        self.canvas = self._new_canvas() if self.has_table and has_canvas() and not is_shared(self.stage) else None
        super().__init__([self.stage] if self.canvas is None else [self.canvas, self.stage], model_id=new_name())
        for css_class in ("dlab-root", f"dlab-{self.css}"):
            self.add_class(css_class)
        self._made = True
        self.watch(self.stage, ["width", "room", "dark", "on_page"])
        self.watch(self.stage, "undrawn", self.redraw)
        self.watch(self.stage, "lost", self.repaint)
        if model is not None:
            self.watch(model, "changes")
        self.begin()
        with self.stage.hold_sync():
            self.refresh()
            made = self.line
            self.stage.line = f'dl.page({made}, "page.html")' if 0 < len(made) <= _LONGEST else ""

    def __dir__(self) -> list[str]:
        """Return the names meant for a reader: ipywidgets and the parts of a view have a hundred others."""
        return sorted({name for kind in type(self).__mro__ for name in vars(kind).get("public", "").split()})

    # --- what a subclass says

    def begin(self) -> None:
        """Prepare the view before it is drawn for the first time."""

    @property
    def name(self) -> str:
        """The name of this view for screen readers."""
        return words(self.label)

    @property
    def status(self) -> str:
        """The sentence that is read aloud when it changes; it can be seen, too."""
        return ""

    @property
    def line(self) -> str:
        """The line of Python that makes this view again; empty if no short line does."""
        return ""

    @property
    def position(self) -> tuple[str, int]:
        """The hand that is shown, and the number of the step; a step forward in the same hand is drawn as a move."""
        return "", 0

    def areas(self) -> dict[str, Nodes]:
        """Return the nodes of each area by name.

        "head" is the title, "top" the players above the table, "rack" the tiles below it, "talk" the words, "bar" the
        main buttons, "more" the parts that can be opened, "foot" the rest.
        """
        return {}

    def tabletop(self) -> Tabletop | None:
        """Return the table to be drawn."""
        return None

    def beside(self) -> tuple[Tabletop, ...]:
        """Return other tables for which the picture keeps room."""
        return ()

    def on_table(self, scene: Scene) -> dict[str, object]:
        """Return more facts about the picture for the page: places for a tile, notices, a move to animate."""
        return {}

    def panels(self) -> Iterable[Panel]:
        """Return the panels of this view, whose actions belong to it, too."""
        return self.parts

    def actions(self) -> Mapping[str, Press]:
        """Return the actions of this view by name."""
        return {}

    def key(self, key: str) -> None:
        """Handle one of the keys in `key_set`."""

    # --- drawing

    def refresh(self) -> None:
        """Update the view; several changes from one press are shown together."""
        if self._pausing or not self.stage.on_page:
            self._stale = True
            return
        self._stale = False
        scene = self.scene
        if scene is not None:
            self.frame.take(scene, self.position)
            if self._drawn != (scene, self.stage.dark):
                self._paint(scene)
        moment = self._moment_of(scene)
        if moment != self.stage.moment:
            self.stage.moment = moment

    def show_now(self) -> None:
        """Update the view in the middle of a press, before a long computation; it is updated again at its end."""
        pausing, self._pausing = self._pausing, 0
        try:
            self.refresh()
        finally:
            self._pausing, self._stale = pausing, True

    @contextmanager
    def together(self) -> Iterator[None]:
        """Show the changes of this block once, at its end."""
        self._pausing += 1
        self.stage.hold()
        try:
            yield
        finally:
            self._pausing -= 1
            if not self._pausing:
                try:
                    if self._stale:
                        self.refresh()
                finally:
                    self.stage.release()

    def moment(self) -> Json:
        """Return everything to show, as plain JSON: the areas, the table, and the facts about the whole view."""
        return self._moment_of(self.scene)

    def _moment_of(self, scene: Scene | None) -> dict[str, object]:
        hand, at = self.position
        facts: Json = {
            "name": self.name, "status": self._status(), "keys": list(self.key_set), "hand": hand, "at": at}
        if self.error:
            facts["error"] = self.error
        if self.large:
            facts["large"] = True
        if scene is not None:
            facts["table"] = self.table_facts(scene)
        areas = {area: [node for node in nodes if node not in (None, "")] for area, nodes in self.areas().items()}
        return facts | {area: nodes for area, nodes in areas.items() if nodes}

    def _status(self) -> str:
        """The sentence to be read aloud, and that the table is drawn in another scale now."""
        return f"{self.status} {self.frame.news}".strip() if self.status else ""

    @property
    def scene(self) -> Scene | None:
        """The picture of the table as shapes, in the size that the page has room for; None if there is no table."""
        table = self.tabletop() if self.has_table else None
        if table is None:
            return None
        return self.frame.scene(table, self.size, self.beside(), large=self.large, at=self.position)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the table in CSS pixels, as the page has room for it, within sensible limits."""
        wide, high = self.stage.room
        return min(max(wide, 200), 2400), min(max(high, 120), 1600)

    def table_facts(self, scene: Scene) -> dict[str, object]:
        """Return the facts that the page needs about a picture of the table, and the drawing itself if it needs that.

        It does without a canvas, as long as no page has shown the view, and where a page cannot paint the canvas.
        """
        view = scene.viewport
        facts = {
            "alt": scene.text, "size": list(scene.pixels), "view": [view.scale, view.left, view.top],
            "laid": [pixels(tile.box.relative_to(view.left, view.top)) for tile in scene.tiles], **self.on_table(scene),
        }
        if nodes := [node for node in self.frame.nodes(scene) if node is not None]:
            facts["frame"] = nodes
        if self.canvas is None or self.stage.undrawn or not self.stage.width:
            facts["svg"] = self.table_svg(scene)
        return {name: value for name, value in facts.items() if value is not None}

    def table_svg(self, scene: Scene) -> str:
        """Return the picture as SVG, for a page that has no canvas."""
        return svg(scene, DARK if self.stage.dark else LIGHT)

    def repaint(self) -> None:
        """Draw the table again, whatever is on the canvas; not before the view is displayed."""
        self._drawn = None
        scene = self.scene
        if scene is not None:
            self._paint(scene)

    def redraw(self) -> None:
        """Draw the table both ways, for a page whose canvas does not show it."""
        if self.stage.undrawn:
            self.repaint()
        self.refresh()

    def _paint(self, scene: Scene) -> None:
        stage = self.stage
        if self.canvas is None or not (stage.on_page and (self._is_displayed or stage.width)):
            return
        from domino_lab.widgets import canvas

        self._drawn = scene, stage.dark
        canvas.paint(self.canvas, scene, DARK if stage.dark else LIGHT)

    def _new_canvas(self) -> Any:
        from domino_lab.widgets import canvas

        wide, high = self.stage.room
        made = canvas.new_canvas((wide, high))
        canvas.on_ready(made, self._guard(self.repaint))
        self.stage.painter, self.stage.canvas = canvas.painter(), made.model_id
        return made

    # --- doing

    def watch(self, model: traitlets.HasTraits, names: str | list[str], act: Callable[[], object] | None = None
              ) -> None:
        """Refresh (or call `act`) whenever a trait of `model` changes, until this view is closed."""
        do = self._guard(act or self.refresh, forgives=False)
        model.observe(do, names)
        self._watching += ((model, do, names),)

    def unwatch(self, model: traitlets.HasTraits) -> None:
        """Stop watching a model."""
        for watched, act, names in self._watching:
            if watched is model:
                watched.unobserve(act, names)
        self._watching = tuple(watched for watched in self._watching if watched[0] is not model)

    def do(self, what: str, value: object = None) -> None:
        """Do what a press in this view does; raise the error if the value does not fit or the action fails."""
        self.perform(self._read_press(what, value))

    def perform(self, act: Callable[[], object]) -> None:
        """Perform the action of a press, and show its result."""
        with self.together():
            self._message = self._by_hand = self.error = ""
            self._stale = True
            act()

    def _read_press(self, what: str, value: object) -> Callable[[], object]:
        """Read what a press means; raises Unfit, before anything has changed, for what does not fit here and now."""
        wanted = self._all_actions().get(what)
        if wanted is None:
            raise Unfit(f"this view has no action {quote(what)}")
        try:
            return wanted.read(value)
        except Unfit as error:
            raise Unfit(f"{quote(what)} takes {error}") from None

    def _all_actions(self) -> dict[str, Press]:
        own: dict[str, Press] = {
            "key": takes(one_of(lambda: self.key_set), self.press_key), "large": press(self.enlarge),
            "copy_line": press(lambda: self.copy(self.line)), "copied": takes(yes_or_no, self._note_copy),
            "saved": takes(typed_text(LONGEST_NAME), self._note_save),
        }
        if self.has_table:
            own.update(self.frame.actions())
        for panel in self.panels():
            own.update(panel.actions())
        return own | dict(self.actions())

    def press_key(self, key: str) -> None:
        """Do what a key of this view does."""
        if key in self.key_set and key != "?":
            self.key(key)

    def enlarge(self) -> None:
        """Fill the screen for a projector, or go back to the normal size."""
        self.large = not self.large

    def copy(self, text: str) -> None:
        """Put a text on the reader's clipboard."""
        self._copying = text
        self.stage.copy(text)

    def set_state(self, sync_data: dict[str, object]) -> None:
        """Ignore everything that a page writes: only the stage has traits that a page may write."""
        _LOG.warning("what the page wrote to %r was ignored: %s", self.name, quote(sync_data))

    def say(self, text: str) -> None:
        """Show a sentence in the menu until the next action."""
        self._message = text

    def _heard(self, what: str, value: object) -> None:
        """Do what the page tells, which may be a moment behind: what does not fit here any more changes nothing."""
        with hold_lock(self):
            try:
                act = self._read_press(what, value)
            except Unfit as error:
                _LOG.warning("a message of the page to %r was ignored: %s", self.name, error)
                return
            try:
                self.perform(act)
            except Exception as error:
                self.show_error(error)

    def show_error(self, error: Exception) -> None:
        """Show what went wrong, over what was there last."""
        if not isinstance(error, DominoError | OSError):     # What is refused needs no more than its sentence.
            _LOG.exception("an action of %r failed", self.name)
        text = str(error) if isinstance(error, DominoError) else f"{type(error).__name__}: {error}"
        self.error = " ".join((text, *getattr(error, "__notes__", ())))
        try:
            self.refresh()
        except Exception:       # it cannot even be drawn: then what was there last, with the error over it
            self.stage.moment = {**self.stage.moment, "error": self.error}

    def _guard(self, act: Callable[[], object], *, forgives: bool = True) -> Callable[..., None]:
        """The callback, with its exceptions shown: ipywidgets would let them vanish."""

        def act_safely(*_values: object) -> None:
            with hold_lock():
                if forgives:
                    self.error = ""
                try:
                    act()
                except Exception as error:
                    self.show_error(error)

        return act_safely

    def _note_copy(self, done: bool) -> None:  # noqa: FBT001
        self._message = words("copied" if done else "not_copied")
        self._by_hand = "" if done else self._copying

    def _note_save(self, name: str) -> None:
        self._message = words("branch.saved", name=name) if name else words("branch.not_saved")

    # --- the menu

    def gear(self, *inside: Node) -> Node:
        """The menu of this view: `inside`, then the projector view, the line that recreates it, and the keys."""
        made = self.line
        return menu(
            words("menu"), (*inside, button(words("normal" if self.large else "large"), "large"), self._keys()),
            button(words("copy_line"), "copy_line", tip=made if len(made) > _LONGEST else "") if made else None,
            paragraph(made if len(made) <= _LONGEST else f"{made[:_LONGEST - 20]} … {made[-18:]}", "code"),
            paragraph(self._message, "note", role="status"), paragraph(self._by_hand, "by-hand"),
        )

    def _keys(self) -> Node:
        return fold(words("keys_label"), paragraph(self.key_help(), "note")) if len(self.key_set) > 1 else None

    def key_help(self) -> str:
        """Return the explanation of the keys."""
        if self.keys_told:
            return words(self.keys_told)
        return " ".join(words(f"key_{_KEY_WORDS.get(key, key)}") for key in self.key_set)

    # --- the end

    def __del__(self) -> None:
        """A view that was refused before it was made has nothing to close."""
        if self._made:
            super().__del__()

    def __repr__(self) -> str:
        """Short: with all that is in it, it would fill the reader's screen."""
        return f"<{type(self).__name__}: {self.name}>"

    def to_keep(self) -> Kept:
        """Return the part of the view that a saved notebook keeps, for readers without a kernel."""
        return Kept("", repr(self))

    def _repr_mimebundle_(self, **_which: object) -> Json:
        """Live where there is a kernel and a reader, and a picture."""
        self._is_displayed = True
        self.stage.bring_script()
        self.repaint()
        kept = self.to_keep().outputs(() if is_added_later() else None)
        return live_or_kept({**(super()._repr_mimebundle_() or {}), **kept})

    def _display_(self) -> object:
        """Return what marimo shows in a cell: it knows no box of widgets, and the stage is complete by itself."""
        return import_module("marimo").ui.anywidget(self.stage)

    def close(self) -> None:
        """Take this view off the page and out of memory; the object that it shows is kept."""
        for panel in self.parts:
            panel.close()
        for model, _, _ in self._watching:
            self.unwatch(model)
        for child in self.children:
            put_away(child)
        self.layout.close()
        super().close()


_LONGEST = 160

LONGEST_NAME = 1000
"""So many letters the name of a file has at most."""


def pixels(box: tuple[int, int, int, int]) -> list[int]:
    """Return a box of a scene in pixels."""
    return [side // 2 for side in box]


_SHARED = frozenset({"marimo", "panel", "shinywidgets", "solara"})


def is_shared(widget: ipywidgets.Widget) -> bool:
    """Return True if one process shows the widgets of many pages, as that of Panel, Shiny, Solara or marimo does.

    ipycanvas sends the commands of all canvases through one widget, which would be on one of these pages only.
    """
    comm = widget.comm
    return any(type(end).__module__.partition(".")[0] in _SHARED for end in (comm, getattr(comm, "kernel", None)))


@lru_cache(maxsize=1)
def has_canvas() -> bool:
    """Return True if ipycanvas is installed with what it needs; otherwise the table is drawn as SVG."""
    return all(find_spec(name) is not None for name in ("ipycanvas", "numpy", "PIL"))
