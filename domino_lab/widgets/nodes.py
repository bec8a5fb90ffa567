"""Nodes: the parts of a moment, as plain JSON. `stage.js` has a builder for each kind, with the same name.

A node is a text, which becomes a paragraph with its domino words linked, or one of these. A node that can be pressed
names in `do` the action of the view, and may carry a `value`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from domino_lab.words import phrase
from domino_lab.words.escaping import escape

Json: TypeAlias = dict[str, Any]
"""A part of a moment as the page gets it: plain JSON."""

Node = str | Json | None
Nodes = list[Node]


def _node(is_: str, **facts: object) -> dict[str, object]:
    """A node of that kind; facts that say nothing are left out, so that a message stays short."""
    return {"is": is_, **{name: value for name, value in facts.items() if value not in (None, "", False)}}


def words(key: str, **facts: object) -> str:
    """A phrase by its key; a key without a file name is one of words/en/widgets.toml."""
    return phrase(key if "." in key else f"widgets.{key}", **facts)


def paragraph(text: str, css: str = "", *, sign: str = "", strong: str = "", role: str = "", key: str = "") -> Node:
    """A paragraph: `sign` is a mark before it that is not read aloud, `strong` its first words in bold type.

    >>> paragraph("You need 3 more.", "note")
    {'is': 'p', 'text': 'You need 3 more.', 'css': 'note'}
    """
    return _node("p", text=text, css=css, sign=sign, strong=strong, role=role, key=key) if text or strong else None


def heading(text: str) -> Node:
    """A heading over what follows."""
    return _node("p", text=text, css="heading", tag="h3") if text else None


def button(text: str, do: str, value: object = None, *, css: str = "", off: bool = False, tip: str = "",
           pressed: bool | None = None, expanded: bool | None = None) -> Node:
    """A button; `css` is "primary" for the one thing to do next, "quiet" for a button that looks like a link."""
    made = _node("button", text=text, do=do, css=css, off=off, tip=tip)
    more = {"value": value, "pressed": pressed, "expanded": expanded}
    return {**made, **{name: value for name, value in more.items() if value is not None}}


def icon(name: str, do: str, label: str, *, off: bool = False, css: str = "", text: str = "") -> Node:
    """A button with a drawing on it ("first", "previous", "next", "last", "play", "pause", "gear")."""
    return _node("icon", icon=name if name != do else "", do=do, name=label, off=off, css=css, text=text)


def row(*inside: Node, css: str = "", label: str = "", key: str = "") -> Node:
    """Nodes side by side; if there is no room, they continue below."""
    return _node("row", css=css, label=label, key=key) | {"in": _there(inside)}


def box(*inside: Node, css: str = "", label: str = "", key: str = "") -> Node:
    """Nodes one below the other; with `label`, a named group."""
    return _node("box", css=css, label=label, key=key) | {"in": _there(inside)}


def bullets(items: Iterable[Node], css: str = "") -> Node:
    """A list; None if it is empty."""
    there = _there(items)
    return _node("list", css=css) | {"in": there} if there else None


def fold(label: str, *inside: Node, css: str = "", key: str = "") -> Node:
    """Nodes that a press on `label` shows and hides, without asking Python."""
    return _node("fold", label=label, css=css, key=key) | {"in": _there(inside)}


def rule_link(citation: str, sentence: str) -> Node:
    """The rule that decided, by its clause and its sheet; a press opens its text.

    >>> rule_link("Rule AF0-PLAY-1, from a leaflet.", "")
    {'is': 'p', 'text': 'Rule AF0-PLAY-1, from a leaflet.', 'css': 'rule'}
    """
    return fold(citation, paragraph(sentence), css="rule", key="rule") if sentence else paragraph(citation, "rule")


def menu(label: str, fixed: Iterable[Node], *inside: Node) -> Node:
    """The menu with the gear; it lies over the picture and moves nothing. The `fixed` part seldom changes."""
    return _node("menu", label=label) | {"fixed": _there(fixed), "in": _there(inside)}


def tabs(do: str, at: str, choices: Sequence[tuple[str, str]], *inside: Node, label: str = "") -> Node:
    """Names of tabs, one of them chosen, and the contents of that one."""
    listed = [list(option) for option in choices]
    return _node("tabs", do=do, at=at, tabs=listed, label=label) | {"in": _there(inside)}


def form(do: str, *inside: Node, css: str = "", key: str = "") -> Node:
    """Fields sent together by a `submit` in it, or by Enter: one value, or several by the names of the fields."""
    return _node("form", do=do, css=css, key=key) | {"in": _there(inside)}


def submit(text: str, *, css: str = "primary", off: bool = False) -> Node:
    """The button that sends its form."""
    return _node("submit", text=text, css=css, off=off)


def field(label: str = "", do: str = "", *, value: object = None, name: str = "", kind: str = "",
          hint: str = "", within: tuple[float, float] | None = None, step: float | None = None,
          mode: str = "", aloud: str = "", unit: str = "") -> Node:
    """A field to type in; `name` is its name in a form, `kind` "number" for numbers `within` limits, `unit` theirs."""
    least, most = within or (None, None)
    made = _node("field", label=label, do=do, field=name, kind=kind, hint=hint, mode=mode, name=aloud, unit=unit)
    more = {"value": value, "min": least, "max": most, "step": step}
    return {**made, **{key: value for key, value in more.items() if value is not None}}


def area(name: str, aloud: str = "", value: str = "", rows: int = 5, *, label: str = "", do: str = "") -> Node:
    """A field for several lines, in a form or alone; `aloud` is its name for screen readers if there is no `label`."""
    return _node("area", field=name, name=aloud, label=label, do=do) | {"value": value, "rows": rows}


def slider(label: str, do: str, value: float, within: tuple[float, float], *, shown: str = "", off: bool = False
           ) -> Node:
    """A slider; `shown` is its value in words."""
    return _node("slider", label=label, do=do, shown=shown, off=off) | {
        "value": value, "min": within[0], "max": within[1], "step": 1}


def checkbox(text: str, do: str, *, value: bool) -> Node:
    """A box to tick; its action gets True or False."""
    return _node("check", text=text, do=do, value=value)


def choice(label: str, do: str, options: Iterable[str], at: int | None, *, off: bool = False, aloud: str = "",
           value: object = None) -> Node:
    """A list in which one item is chosen by its place; `do` gets the place, or, with `value`, both as a pair."""
    made = _node("choice", label=label, do=do, off=off, name=aloud)
    more = {} if value is None else {"value": value}
    return {**made, **more, "options": [str(option) for option in options], "at": at}


def html(markup: str, css: str = "", key: str = "", *, is_lasting: bool = False) -> Node:
    """Markup made and escaped in Python: a drawing, a table of results; the lasting parts seldom change."""
    return _node("html", html=markup, css=css, key=key, lasting=is_lasting) if markup else None


def tile(name: str, do: str, value: object, *, label: str = "", lies: bool = False, key: str = "") -> Node:
    """A drawn domino that is a button; `label` is its accessible name."""
    return _node("tile", tile=name, do=do, name=label or name, lies=lies, key=key) | {"value": value}


def _there(inside: Iterable[Node]) -> Nodes:
    return [node for node in inside if node is not None and node != ""]


def table_of_results(label: str, columns: Iterable[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of results as HTML: `label` names it for screen readers; the first cell of a row is its heading."""
    head = "".join(f'<th scope="col">{escape(column)}</th>' if column else "<td></td>" for column in columns)
    return (f'<div class="dlab-results-room" role="region" tabindex="0" aria-label="{escape(label)}">'
            f'<table class="dlab-results"><thead><tr>{head}</tr></thead>'
            f'<tbody>{"".join(map(_row, rows))}</tbody></table></div>')


def _row(cells: Sequence[object]) -> str:
    first, *rest = (escape(str(cell)) for cell in cells)
    return f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>'
