"""Part: what every view of a hand shares. A view watches a Playhead and owns no state of the hand.

Shown alone, a part brings its own shell; inside a composite it is given the composite's. A part that a composite
conceals (a tab that is not chosen, a panel behind a button) does nothing until it is revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Unpack

import ipywidgets
import traitlets

from domino_lab.arguments import checked
from domino_lab.escaping import escape
from domino_lab.picture.alt_text import table_text
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.widgets.old_names import OldNames
from domino_lab.widgets.playhead import Opening, Playhead, Shown
from domino_lab.widgets.shell import ROOT_CLASS, Shell
from domino_lab.widgets.snapshot import Snapshot
from domino_lab.widgets.terms import definitions, plain
from domino_lab.words import phrase

_HERE = Path(__file__).parent
_FIRST = [_HERE / "shell.css", _HERE / "look.css"]
_STYLES = [*_FIRST, *sorted(path for path in _HERE.rglob("*.css") if path not in _FIRST)]
"""What holds everywhere, then the style sheet that each composite keeps in a room of its own."""
KEYS = "dlab-keys"
"""The class of the list of keys below a view that stands alone."""
_KEY_WORDS = {
    "ArrowLeft": "left", "ArrowRight": "right", "Home": "home", "End": "end", "Space": "space", "Escape": "escape",
    "?": "question",
}


class Frame(Shell):
    """The shell with the look of our widgets and the definitions of our words.

    >>> "spinner" in Frame().definitions
    True
    """

    _css = "\n".join(path.read_text(encoding="utf-8") for path in _STYLES)
    definitions = traitlets.Dict(value_trait=traitlets.Unicode(), default_value=definitions()).tag(sync=True)
    unshown: list[Part] | None = None
    """The parts of a composite that is being built: each is shown for the first time when all of it is there."""


class Part(OldNames, ipywidgets.VBox):
    """A view of a Playhead. `what` is a Playhead, or anything of which one can be made.

    A subclass says its `css` class and its `label` (a key of words/en/widgets.toml, or "room.key"), makes its widgets
    in `_build` and brings them up to date in `_show`.
    """

    css = "dlab-part"
    label = "part"
    keys_taken: tuple[str, ...] = ()
    _made = False
    _shown_at: int | None = None
    _spoken_at: int | None = None
    _behind: frozenset[ipywidgets.Widget] = frozenset()
    _watching: Sequence[tuple[traitlets.HasTraits, Callable[..., None], str]] = ()

    @checked
    def __init__(self, what: Any, *, within: Shell | None = None, **how: Any) -> None:
        self._watching = []
        self.here = self._opened(what, **how)
        self.alone = within is None
        self.frame = within if within is not None else self._own_frame()
        super().__init__()
        self._made = True
        for one in (self.css, *((ROOT_CLASS,) if self.alone else ())):
            self.add_class(one)
        if self.alone:
            self.frame.unshown = []
        self.children = (*((self.frame,) if self.alone else ()), *self._build())
        self.watch("changes", self._follow)
        if self.alone:
            self._show_parts()
            self.here.voice = self
            self.watch("changes", self._announce)
            self._speak()
        if self._unshown is None:
            self.show()
        else:
            self._unshown.append(self)

    @checked
    def _opened(self, what: Shown, **how: Unpack[Opening]) -> Playhead:
        """The Playhead of this view; what goes wrong here goes wrong before there is anything to close."""
        return Playhead.of(what, **how)

    def __del__(self) -> None:
        """A view that was refused before it was made has nothing to close."""
        if self._made:
            super().__del__()

    def _build(self) -> tuple[ipywidgets.Widget, ...]:
        """The widgets of this view, made once."""
        return ()

    def _show(self) -> None:
        """Bring every widget of this view up to date."""

    def _key(self, key: str) -> None:
        """A key of `keys_taken` was pressed."""

    def _tell(self, words: str, text: str = "") -> None:
        """Say what became of a text that was to be copied; `text` is there when the reader must do it by hand."""

    def show(self) -> None:
        """Bring this view up to date with its Playhead, unless it is concealed; every change calls this."""
        self._shown_at = None if self._behind else self.here.changes
        if self._behind:
            self._rest()
        else:
            self._show()

    @property
    def _unshown(self) -> list[Part] | None:
        return getattr(self.frame, "unshown", None)

    def _show_parts(self) -> None:
        """Show what lies inside, now that it is known what of it is concealed."""
        parts, self.frame.unshown = self.frame.unshown, None
        for part in parts:
            part.show()

    def _follow(self) -> None:
        """Follow a change once: another view that saw it first may have gone on, and shown the whole of it."""
        if self._shown_at != self.here.changes:
            self.show()

    def _announce(self) -> None:
        """Speak of a change once, as `_follow` shows it."""
        if self._spoken_at != self.here.changes:
            self._spoken_at = self.here.changes
            self._speak()

    def _rest(self) -> None:
        """What a view does instead of showing a change while it is concealed: nothing, but for what must not stay."""

    @property
    def is_concealed(self) -> bool:
        """Whether this view, or something that it lies in, is concealed."""
        return bool(self._behind)

    def key(self, key: str) -> None:
        """Do what a key of `keys_taken` does; "?" lists the keys everywhere."""
        if key == "?" and key not in self.keys_taken:
            self._list_keys()
        else:
            self._key(key)

    def _list_keys(self) -> None:
        """Show the keys of a view that stands alone below it, or take the list away again."""
        listed = [child for child in self.children if KEYS in getattr(child, "_dom_classes", ())]
        if listed:
            self.children = tuple(child for child in self.children if child not in listed)
            return
        names = [phrase(f"widgets.key_{_KEY_WORDS.get(key, key)}") for key in (*self.keys_taken, "?")]
        words = f'<p class="dlab-note"><b>{escape(phrase("widgets.keys_label"))}.</b> {escape(" ".join(names))}</p>'
        note = ipywidgets.HTML(words)
        note.add_class(KEYS)
        self.children = (*self.children, note)

    def press(self, what: str) -> None:
        """Something with `data-dlab-press` was clicked, as "go:5"; or Enter was pressed in an answer, "enter:15".

        A field of the class `dlab-enter-estimate` says "estimate:15", so that a view may have more than one.
        """
        verb, _, rest = what.partition(":")
        if verb == "go" and rest.isdecimal():
            self.here.go(int(rest))
        elif verb == "enter":
            self._enter(rest)

    def _enter(self, given: str) -> None:
        """Enter was pressed in a field of the class `dlab-answer` that holds `given`."""

    def watch(self, name: str, do: Callable[[], object], of: traitlets.HasTraits | None = None) -> None:
        """Call `do` whenever that trait of the Playhead (or `of` another model) changes; show what goes wrong."""
        model = of if of is not None else self.here
        guarded = self.frame.guard(lambda _change: do(), forgives=False)
        model.observe(guarded, name)
        self._watching.append((model, guarded, name))

    def button(self, label: str, act: Callable[[], object], css: str = "", **more: Any) -> ipywidgets.Button:
        """A button with a word of ours ("room.key", or a key of the room "widgets"); what goes wrong is shown."""
        made = ipywidgets.Button(description=phrase(_key_of(label)), **more)
        made.on_click(self.frame.guard(lambda _button: act()))
        for one in ("dlab-button", *css.split()):
            made.add_class(one)
        return made

    def close(self) -> None:
        """Take this view, and all in it, off the page and out of memory; the Playhead goes on."""
        watching, self._watching = self._watching, ()
        for model, guarded, name in watching:
            model.unobserve(guarded, name)
        if watching and self.here.voice is self:
            self.here.voice = None
        for child in self.children:
            put_away(child)
        self.layout.close()
        super().close()

    def _own_frame(self) -> Frame:
        part = phrase(_key_of(self.label))
        name = phrase("widgets.part", part=part, title=self.here.snapshot.title)
        return Frame(
            on_key=self.key, on_mark=self._mark, on_press=self.press, on_copied=self._copied, on_saved=self._saved,
            name=name, alt=self.seen.alt, key_set=list(dict.fromkeys((*self.keys_taken, "?"))),
        )

    def _mark(self, tile: int | None) -> None:
        self.here.marked = tile

    def _copied(self, done: bool) -> None:  # noqa: FBT001
        if done:
            self._tell(phrase("widgets.copied"))
        else:
            self._tell(phrase("widgets.not_copied"), self.frame.copying)

    def _saved(self, name: str) -> None:
        self._tell(phrase("branch.saved", name=name) if name else phrase("branch.not_saved"))

    def _speak(self) -> None:
        seen = self.seen
        self.frame.alt = seen.alt
        self.frame.status = seen.told.text if self.here.voice is self else ""

    @property
    def seen(self) -> Snapshot:
        """The snapshot that the picture and its words are of: with another viewpoint where a view shows less."""
        return self.here.snapshot

    def __repr__(self) -> str:
        """Short: with all its widgets in it, it would fill the reader's screen."""
        return f"<{type(self).__name__}: {self.frame.name}>"

    def _repr_mimebundle_(self, **_which: Any) -> dict[str, Any]:
        """Live where there is a kernel; in a saved notebook the picture and a sentence of the step asked for."""
        bundle = super()._repr_mimebundle_() or {}
        seen = self.seen
        words = phrase("widgets.saved", title=seen.title, step=seen.step, end=self.here.end, caption=seen.told.text,
                       position=table_text(seen.tabletop))
        return {**bundle, "image/svg+xml": svg(scene(seen.captioned)), "text/plain": words}


def _key_of(label: str) -> str:
    return label if "." in label else f"widgets.{label}"


def in_row(*children: ipywidgets.Widget) -> ipywidgets.HBox:
    """These widgets side by side; where there is no room they go on below.

    >>> len(in_row(ipywidgets.HTML(), ipywidgets.HTML()).children)
    2
    """
    row = ipywidgets.HBox(list(children))
    row.add_class("dlab-row")
    return row


def put_away(widget: ipywidgets.Widget) -> None:
    """Close a widget with its children, layouts and styles, which ipywidgets by itself leaves registered.

    >>> box = ipywidgets.HBox([ipywidgets.HTML()])
    >>> put_away(box)
    >>> box.children[0].comm is None
    True
    """
    if isinstance(widget, Part):
        widget.close()
        return
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


def conceal(widget: ipywidgets.Widget) -> None:
    """Hide a widget that stays where it is; the parts in it do nothing until it is revealed.

    Of a box to which more has been added since, the new parts are concealed, too.
    """
    widget.layout.display = "none"
    for part in _parts_in(widget):
        part._behind |= {widget}


def reveal(widget: ipywidgets.Widget) -> None:
    """Show a widget that was concealed, and bring the parts in it up to date if they have missed a change."""
    widget.layout.display = ""
    for part in _parts_in(widget):
        part._behind -= {widget}
        part._follow()


def _parts_in(widget: ipywidgets.Widget) -> Iterator[Part]:
    """The parts in a widget, the inner ones first, as they are shown; and the widget itself, if it is one."""
    for child in getattr(widget, "children", ()):
        yield from _parts_in(child)
    if isinstance(widget, Part):
        yield widget


def html(text: str, css: str = "") -> str:
    """A paragraph of a reader's own words, as plain text.

    >>> html("<b>", "x")
    '<p class="x">&lt;b&gt;</p>'
    """
    return f'<p class="{css}">{plain(text)}</p>' if text else ""


@lru_cache(maxsize=1)
def has_canvas() -> bool:
    """Whether ipycanvas is there; where it is not, the table shows its SVG.

    >>> has_canvas() in (True, False)
    True
    """
    from importlib.util import find_spec

    return find_spec("ipycanvas") is not None
