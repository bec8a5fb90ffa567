"""The house in numbers, and its map in CONTRIBUTING.md, drawn from the rooms and what they import.

`python -m tests.house`, or `make house`, prints the numbers;
`python -m tests.house map`, or `make map`, writes the map.
`tests/test_house.py` compares both.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from pathlib import Path

import grimp

import domino_lab

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "domino_lab"
GUIDE = ROOT / "CONTRIBUTING.md"
COMMAND, EXAMPLES = "domino_lab.__main__", "domino_lab.conftest"
"""The command line under another name, and what the examples in docstrings need: they are no rooms."""
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
    for importer in graph.modules - {"domino_lab", COMMAND, EXAMPLES}:
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


# --- the numbers

QUESTIONS = ("What", "Whether", "How", "Why", "Who", "Whose", "Where", "When", "Of", "To")
"""How the docstring of a function does not begin: it says what the function does, or what it gives."""
PARTICIPLES = frozenset(
    "begun broken brought built chosen dealt done drawn found given gone held hidden kept known laid left lost made "
    "meant met paid said seen sent shown sought spoken stood taken thought told understood won written".split())
"""Participles that do not end in "ed", and are no verbs in the imperative, as "read" and "put" can be."""
PREPOSITIONS = frozenset("as at by for from in of on out to with".split())
VAGUE = ("found", "one", "here")
"""Names of variables and parameters that do not say what is in them."""


def python_files(folder: str) -> list[Path]:
    """Return the files of Python in a folder of the project."""
    return sorted((ROOT / folder).rglob("*.py"))


def importers() -> dict[str, set[str]]:
    """Return which modules import each module, also those that do so for type checkers alone."""
    graph = grimp.build_graph("domino_lab", cache_dir=None)
    return {module: graph.find_modules_that_directly_import(module) - {COMMAND} for module in graph.modules}


def circles(arrows: Mapping[str, Set[str]]) -> set[str]:
    """Return what lies on a circle of arrows.

    >>> sorted(circles({"a": {"b"}, "b": {"a", "c"}, "c": set()}))
    ['a', 'b']
    """
    def onwards(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [*arrows.get(start, ())]
        while waiting:
            end = waiting.pop()
            if end not in seen:
                seen.add(end)
                waiting += arrows.get(end, ())
        return seen

    return {start for start in arrows if start in onwards(start)}


def is_participle(name: str) -> bool:
    """Return whether a name is a participle, as `kept` and `laid_by` are; `known_moves` is a noun with its adjective.

    >>> [name for name in ("kept", "laid_by", "known_moves", "_shown", "feed", "listed") if is_participle(name)]
    ['kept', 'laid_by', '_shown', 'listed']
    """
    first, *more = name.strip("_").split("_")
    if more and more[0] not in PREPOSITIONS:
        return False
    return first in PARTICIPLES or (first.endswith("ed") and not first.endswith(("eed", "shed")))


def decorators(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names of the decorators of a function."""
    return {name for each in function.decorator_list for name in re.findall(r"\w+", ast.unparse(each))}


def name_given_by(node: ast.AST) -> str:
    """Return the name of a variable that is assigned, or of a parameter; empty for any other node."""
    if isinstance(node, ast.arg):
        return node.arg
    return node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else ""


def names_of(tree: ast.AST) -> Iterator[str]:
    """Yield "participle", "question" and "vague" for each name and docstring that should say more."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            is_property = any("property" in name or name == "setter" for name in decorators(node))
            if is_participle(node.name) and not is_property:
                yield "participle"
            if (ast.get_docstring(node) or "").startswith(tuple(f"{word} " for word in QUESTIONS)):
                yield "question"
        elif name_given_by(node) in VAGUE:
            yield "vague"


def numbers() -> dict[str, int]:
    """Return what there is to read, and what a newcomer stumbles over."""
    package = python_files("domino_lab")
    modules = importers()
    inside = {module: {other for other in modules if module in modules[other]} for module in modules}
    named = Counter(name for path in package for name in names_of(ast.parse(path.read_text(encoding="utf-8"))))
    return {
        "lines of Python in domino_lab": sum(len(path.read_text(encoding="utf-8").splitlines()) for path in package),
        "lines of Python in tests": sum(len(path.read_text(encoding="utf-8").splitlines())
                                        for path in python_files("tests")),
        "modules": len(package),
        "modules with a single importer": sum(len(found) == 1 for found in modules.values()),
        "rooms on a circle of imports": len(circles(imports())),
        "modules on a circle of imports": len(circles(inside)),
        "uses of Any": sum(len(re.findall(r"\bAny\b", path.read_text(encoding="utf-8"))) for path in package),
        "functions named by a participle": named["participle"],
        "docstrings of functions and properties that begin with a question": named["question"],
        "variables and parameters named found, one or here": named["vague"],
    }


def main(command: str = "") -> None:
    """Print the numbers, or write the map."""
    if command != "map":
        print(*(f"{number:>8,}  {what}" for what, number in numbers().items()), sep="\n")
        return
    text = GUIDE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    GUIDE.write_text(before + BEGIN + draw() + END + after, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
