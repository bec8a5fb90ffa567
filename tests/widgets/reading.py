"""Reading what a view shows: its texts, what can be pressed in it, its count and its score sheet."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import ipywidgets

from domino_lab.widgets.stage import Stage
from domino_lab.widgets.view import View

Shown = View | dict[str, Any] | list[Any] | str | None
"""A view, or any part of its moment."""

_NOT_READ = frozenset({"is", "do", "value", "css", "key", "icon", "tag", "role", "field", "kind", "mode", "hand",
                       "keys", "from", "to", "svg"})


def _shown(shown: Shown) -> Any:
    return shown.moment() if isinstance(shown, View) else shown


def nodes(shown: Shown) -> Iterator[dict[str, Any]]:
    """Every node that is no mere text, the outer ones first."""
    found = _shown(shown)
    if isinstance(found, dict):
        if "is" in found or "do" in found:
            yield found
        for inside in found.values():
            yield from nodes(inside)
    elif isinstance(found, list):
        for one in found:
            yield from nodes(one)


def texts(shown: Shown) -> list[str]:
    """Every text that can be seen or heard, in its order."""
    found = _shown(shown)
    if isinstance(found, str):
        return [found] if found else []
    if isinstance(found, dict):
        if found.get("is") == "html":
            return [re.sub(r"<[^>]+>", " ", found.get("html", found.get("fixed")))]
        before = [found[name] for name in ("sign", "strong") if name in found]
        rest = [one for name, one in found.items() if name not in {*_NOT_READ, "sign", "strong"}]
        return [text for one in (*before, *rest) for text in texts(one)]
    return [text for one in found for text in texts(one)] if isinstance(found, list | tuple) else []


def text(shown: Shown) -> str:
    """All that can be read in a view, or in a part of its moment, as one line."""
    return " ".join(texts(shown))


def code_of(stage: Stage) -> str:
    """What a page gets when it asks for the script."""
    sent: list[Any] = []
    with patch.object(stage, "send", sent.append):
        stage._handle_msg({"content": {"data": {"method": "custom", "content": {"script": ""}}}, "buffers": []})
    [answer] = sent
    assert isinstance(answer["script"], str)
    return answer["script"]


def script_of(stage: Stage) -> tuple[str, str, Any]:
    """The script that a page gets, the look, and the words that it explains with the terms that they stand for."""
    script, look, terms = zlib.decompress(base64.b64decode(code_of(stage))).decode().split("\0")
    return script, look, json.loads(terms)


def area(view: View, name: str) -> str:
    """All that can be read in one area of a view."""
    return text(view.areas().get(name, []))


def find(shown: Shown, do: str, value: object = None) -> dict[str, Any]:
    """The one node that does `do` (with `value`, where one is named)."""
    found = [node for node in nodes(shown) if node.get("do") == do and (value is None or node.get("value") == value)]
    assert len(found) == 1, f"{len(found)} nodes do {do!r}"
    return found[0]


def does(shown: Shown) -> list[str]:
    """What is done by the nodes that can be pressed or filled in, each as often as it is there."""
    return [node["do"] for node in nodes(shown) if "do" in node and not node.get("off")]


def kinds(shown: Shown, kind: str) -> list[dict[str, Any]]:
    """All nodes of one kind, such as "button"."""
    return [node for node in nodes(shown) if node.get("is") == kind]


def styled(shown: Shown, css: str) -> list[dict[str, Any]]:
    """All nodes with a class, such as "primary"."""
    return [node for node in nodes(shown) if css in node.get("css", "").split()]


def primary(shown: Shown) -> list[str]:
    """The words of the buttons that stand out."""
    return [node["text"] for node in styled(shown, "primary") if not node.get("off")]


def placeless(told: str) -> str:
    """The words of a play without the end that it joined, which is named by its place if the picture shows one."""
    return re.sub(r"(plays? \d-\d) \D+?(?:\d of )?(?=\d-\d)", r"\1 at ", told)


def heard(view: View) -> str:
    """The verdict, the caption and the question as they are seen, in the words of what is read aloud."""
    talk = view.areas().get("talk", [])
    spoken = [node for node in nodes(talk) if {"verdict", "caption"} & set(node.get("css", "").split())]
    asked = [f"Question: {node['text']}" for node in styled(talk, "ask") if node not in nodes(spoken)]
    return " ".join([*(part for node in spoken for part in texts({**node, "sign": ""})), *asked])


def beside_count(text: str, shown: Shown) -> str:
    """What is read aloud as it is seen beside the count, where the sum and its points stand: only the reason is left.
    """
    for line in kinds(shown, "count"):
        terms, total = " + ".join(term["text"] for term in line["terms"]), line.get("total", 0)
        said = rf"(?:The count is {total}|{re.escape(terms)} = {total}|{total} from \d+ ends)"
        points = line["verdict"].split()[1] if line.get("good") else ""
        for multiples, points in re.findall(rf"{said}, a multiple of ([^:]+): (\d+) points?", text):
            times = " and ".join(f"{total // int(each)} × {each}" for each in re.findall(r"\d+", multiples))
            reason = f"a multiple of {multiples}" if int(points) == total else times
            text = re.sub(rf"{said}, a multiple of {multiples}: {points} points?", f"{total} is {reason}", text)
        before, found, after = text.rpartition(f" and scores {points}.")
        text = f"{before}.{after}" if found else text
        for whole, left in ((rf"{said}: (not a multiple)", rf"{total} is \1"),
                            (rf"{said}: no score", "A count of 0 scores nothing"),
                            (r"(Both ends show an? \d+|matching ends|-header): \d points?", r"\1"),
                            (r"The ends show [\d ,and]+\. They do not match, so there are no points",
                             "The ends do not match")):
            text = re.sub(whole, left, text)
    return text


def count(shown: Shown) -> str:
    """The line with the count: "4 + 3+3 = 10 → 10 points"; "" where there is none."""
    for line in kinds(shown, "count"):
        terms = f" {line.get('plus', '+')} ".join(term["text"] for term in line["terms"])
        total = f"= {line['total']}" if "total" in line else ""
        return " ".join(filter(None, (terms, total, line.get("verdict", ""))))
    return ""


def entries(shown: Shown) -> dict[int, tuple[str, str, str]]:
    """The score sheet: by step its few words, what it scored, and how it is read aloud."""
    [sheet] = kinds(shown, "sheet")
    listed = [entry for row in sheet["rows"] for cell in row[1:] for entry in cell["steps"]]
    return {step: (words, gain, name) for step, words, gain, name, *_ in listed}


def everything(widget: ipywidgets.Widget) -> str:
    """Every text that a view, or any other widget with all in it, would send to the page."""
    if isinstance(widget, View):
        return json.dumps(widget.moment(), ensure_ascii=False)
    own = [str(value) for name, value in widget.get_state().items() if name not in ("_esm", "_css", "definitions")]
    return " ".join([*own, *(everything(child) for child in getattr(widget, "children", ()))])
