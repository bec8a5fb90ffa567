"""The house in numbers, and its map in CONTRIBUTING.md, drawn from the rooms and what they import.

`python -m tests.house`, or `make house`, prints the numbers, beside those of commit 35794c7d, when counting began;
`python -m tests.house map`, or `make map`, writes the map.
`tests/test_house.py` compares both.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from pathlib import Path
from types import FrameType

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
SIZES = {
    "own rules": "rules/answers rules/custom rules/hook_trials rules/hooks rules/unasked "
                 "kernel/hand_ends kernel/own_tables",
    "jobs and long runs": "chance/jobs chance/long_runs io/progress",
    "the tournament": "chance/tournament",
    "patience": "chance/patience_prospects chance/patience_search kernel/patience_games",
    "arguments": "core/arguments core/plain",
    "tables": "io/dataframes io/spreadsheets words/escaping",
}
"""The modules of what has grown large, with those into which they were divided."""
BEFORE = {
    "lines of Python in domino_lab": 51_083, "lines of Python in tests": 47_649, "modules": 183,
    "modules without tests of their name": 95, "modules with a single importer": 24,
    "rooms on a circle of imports": 2, "modules on a circle of imports": 32,
    "uses of Any": 439, "functions named by a participle": 384,
    "docstrings of functions and properties that begin with a question": 160,
    "variables and parameters named found, one or here": 1_038,
    "lines of own rules": 1_835, "lines of jobs and long runs": 894, "lines of the tournament": 842,
    "lines of patience": 1_506, "lines of arguments": 485, "lines of tables": 331,
    "stays of a ruleset in simulate": 16, "climbs of a ruleset in simulate": 2,
}
"""The numbers of commit 35794c7d, counted by this script in what `git archive` gives of it."""


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


def without_tests_of_their_name() -> set[str]:
    """Return the modules, such as "core/events", of which no file of tests has the name, not even as its beginning."""
    names = {path.stem for path in python_files("tests")}
    return {str(path.relative_to(PACKAGE).with_suffix("")) for path in python_files("domino_lab")
            if path.stem not in ("__init__", "__main__", "conftest")
            and not any(f"{name}_".startswith(f"test_{path.stem}_") for name in names)}


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
        "modules without tests of their name": len(without_tests_of_their_name()),
        "modules with a single importer": sum(len(found) == 1 for found in modules.values()),
        "rooms on a circle of imports": len(circles(imports())),
        "modules on a circle of imports": len(circles(inside)),
        "uses of Any": sum(len(re.findall(r"\bAny\b", path.read_text(encoding="utf-8"))) for path in package),
        "functions named by a participle": named["participle"],
        "docstrings of functions and properties that begin with a question": named["question"],
        "variables and parameters named found, one or here": named["vague"],
        **{f"lines of {what}": sum(len((PACKAGE / f"{name}.py").read_text(encoding="utf-8").splitlines())
                                   for name in names.split()) for what, names in SIZES.items()},
    }


def walk() -> dict[str, int]:
    """Return the stays and climbs of a ruleset on its way through `dl.simulate`.

    A stay is a module that gets the ruleset as an argument from another one; the same two modules count once. A climb
    is a stay in a room that is above the one from which the ruleset comes. What people count, who read the code and
    turn back at each return, is more.
    """
    stays: dict[tuple[str, str], None] = {}
    rules = domino_lab.ruleset("block").but(target=61)

    def look(frame: FrameType, event: str, _value: object) -> None:
        came = frame.f_back
        while came is not None and not came.f_globals["__name__"].startswith("domino_lab."):
            came = came.f_back
        ends = [each.f_globals["__name__"] for each in (came, frame) if each is not None]
        if event == "call" and len({*ends}) == 2 and ends[1].startswith("domino_lab."):
            given, *_, values = inspect.getargvalues(frame)
            if any(isinstance(values[name], type(rules)) for name in given):
                stays[ends[0], ends[1]] = None

    sys.setprofile(look)
    domino_lab.simulate(rules, hands=5, seed=1, progress=False)
    sys.setprofile(None)
    order = rooms()
    climbs = [1 for start, end in stays if order.index(end.split(".")[1]) < order.index(start.split(".")[1])]
    return {"stays of a ruleset in simulate": len(stays), "climbs of a ruleset in simulate": len(climbs)}


def hands_a_second(seconds: float = 3.0) -> int:
    """Return how many hands of Block with random players the readable engine plays in a second of this processor."""
    end, hands = time.process_time() + seconds, 0
    while time.process_time() < end:
        domino_lab.play_out("block", seed=1, hand=hands, policies="random")
        hands += 1
    return round(hands / seconds)


def main(command: str = "") -> None:
    """Print the numbers, or write the map."""
    if command != "map":
        print(f"{'now':>8}  {'35794c7d':>8}")
        for what, number in {**numbers(), **walk()}.items():
            print(f"{number:>8,}  {BEFORE[what]:>8,}  {what}")
        print(f"{hands_a_second():>8,}  {'':8}  hands of Block a second in the readable engine, on this processor")
        return
    text = GUIDE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    GUIDE.write_text(before + BEGIN + draw() + END + after, encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
