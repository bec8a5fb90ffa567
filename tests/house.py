"""The map of the package in CONTRIBUTING.md, drawn from the rooms and what they import.

`python -m tests.house map`, or `make map`, writes it; `tests/test_house.py` compares it.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from pathlib import Path

import grimp

import domino_lab

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "domino_lab"
GUIDE = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- the map, written by `make map` -->\n", "<!-- the end of the map -->\n"


def rooms() -> tuple[str, ...]:
    """Return the rooms from top to bottom, as import-linter has them."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    contract = next(each for each in linter["contracts"] if each.get("containers") == ["domino_lab"])
    return tuple(room for layer in contract["layers"] for room in re.findall(r"\w+", layer))


def label(room: str) -> str:
    """Return the first sentence of the docstring of a room."""
    folder = PACKAGE / room / "__init__.py"
    path = folder if folder.exists() else PACKAGE / f"{room}.py"
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    first = re.split(r"\.(?:\s|$)", " ".join(text.split()))[0]
    plain = first.replace("`", "").replace('"', "'")
    return plain if plain[1:2].isupper() else plain[:1].lower() + plain[1:]


@lru_cache(maxsize=1)
def imports() -> dict[str, set[str]]:
    """Return which rooms each room imports; `dl`, the package itself, is no room, and imports what it names."""
    graph = grimp.build_graph("domino_lab", exclude_type_checking_imports=True, cache_dir=None)
    arrows: dict[str, set[str]] = {"notebooks": {"dl"}, "dl": set()}
    arrows["dl"] = {module.partition(".")[0] for module in (*domino_lab._WHERE.values(), *domino_lab._ROOMS)}
    for importer in graph.modules - {"domino_lab"}:
        room = importer.split(".")[1]
        others = graph.find_modules_directly_imported_by(importer) - {"domino_lab"}
        arrows.setdefault(room, set()).update({other.split(".")[1] for other in others} - {room})
    return arrows


def reached(arrows: Mapping[str, Set[str]], start: str) -> Iterator[str]:
    """Yield all that can be reached from `start`, some of it more than once."""
    for end in arrows.get(start, ()):
        yield end
        yield from reached(arrows, end)


def shortened(arrows: Mapping[str, Set[str]]) -> dict[str, set[str]]:
    """Return the arrows without those that follow from others: the same is reached from everywhere.

    >>> shortened({"a": {"b", "c"}, "b": {"c"}})
    {'a': {'b'}, 'b': {'c'}}
    """
    return {start: set(ends) - {far for end in ends for far in reached(arrows, end)} for start, ends in arrows.items()}


def draw() -> str:
    """Return the map as a block of Mermaid."""
    order = ("notebooks", "dl", *rooms())
    labels = {"notebooks": "the course", "dl": "the public names, in domino_lab/__init__.py"}
    lines = [f'    {room}["{room}: {labels.get(room) or label(room)}"]' for room in order]
    arrows = shortened(imports())
    lines += [f"    {start} --> {end}" for start in order for end in order if end in arrows.get(start, ())]
    return "\n".join(("```mermaid", "flowchart TD", *lines, "```", ""))


def main(command: str = "") -> None:
    """Write the map."""
    if command != "map":
        raise SystemExit("python -m tests.house map")
    text = GUIDE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    GUIDE.write_text(before + BEGIN + draw() + END + after, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
