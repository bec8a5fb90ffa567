"""The house rules that a machine can check: floors, short functions, a cheap front door, clean saved notebooks."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from domino_lab.kernel import machine_code
from domino_lab.widgets import canvas, stage
from domino_lab.words import clause_ids
from tests import house

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "domino_lab"
GUIDE = ROOT / "CONTRIBUTING.md"
MODULES = sorted(PACKAGE.rglob("*.py"))
NOTEBOOKS = sorted(p for p in (ROOT / "notebooks").rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)

LONGEST_FUNCTION = 40
NOT_ROOMS = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def functions_of(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def lines_without_docstring(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = function.body[0]
    has_docstring = ast.get_docstring(function) is not None
    start = first.end_lineno + 1 if has_docstring else first.lineno
    return function.end_lineno - start + 1


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)


def test_imports_point_down_only() -> None:
    done = run(str(Path(sys.executable).parent / "lint-imports"), "--no-cache")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 kept, 0 broken" in done.stdout


CEILING = {
    "lines of Python in domino_lab": 66_000,
    "lines of Python in tests": 66_910,
    "modules without tests of their name": 33,
    "modules with a single importer": 15,
    "rooms on a circle of imports": 0,
    "modules on a circle of imports": 7,
    "uses of Any": 241,
    "functions named by a participle": 4,
    "docstrings of functions and properties that begin with a question": 0,
    "variables and parameters named found, one or here": 13,
    "lines of own rules": 1_860,
    "lines of patience": 1_150,
    "lines of tables": 300,
    "lines of jobs and long runs": 806,
    "lines of the tournament": 670,
}
"""What `make house` may print at most. Whoever mends some lowers the number; who needs more lines decides so here."""


def test_the_house_does_not_get_worse() -> None:
    numbers = house.numbers()
    assert numbers.keys() <= house.BEFORE.keys()
    more = {what: numbers[what] for what, most in CEILING.items() if numbers[what] > most}
    assert more == {}, "leave less to read, or raise CEILING in the same commit by what a new rule needs"


def test_the_map_in_the_guide_has_every_room_and_what_it_imports() -> None:
    assert house.imports().keys() == {"notebooks", "dl", *house.rooms()}
    assert house.BEGIN + house.draw() + house.END in GUIDE.read_text(encoding="utf-8"), "run `make map`"


def test_the_guide_says_where_modules_without_tests_of_their_name_are_tested() -> None:
    rows = re.findall(r"^\| (`[a-z_]+/.*) \| (`tests/.*) \|$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [name for modules, _ in rows for name in re.findall("[^`, ]+", modules)] == sorted(
        house.without_tests_of_their_name())
    assert not [name for _, tests in rows for name in re.findall("[^`, ]+", tests) if not (ROOT / name).exists()]


def test_functions_are_short() -> None:
    assert not {f"{name_of(path)}: {f.name}": n for path in MODULES for f in functions_of(path)
                if (n := lines_without_docstring(f)) > LONGEST_FUNCTION}


def test_rooms_have_names_that_say_something() -> None:
    assert not {path.stem for path in MODULES} & NOT_ROOMS


def test_the_front_door_opens_with_the_standard_library_alone() -> None:
    code = "import sys; before = set(sys.modules); import domino_lab; print(*sorted(set(sys.modules) - before))"
    done = run(sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}")
    assert done.returncode == 0, done.stderr
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "domino_lab" in loaded
    assert loaded - {"domino_lab"} <= sys.stdlib_module_names


def test_the_engine_opens_with_the_standard_library_alone() -> None:
    rooms = "tiles shuffle chain rulings actions events errors words rules catalogue play".split()
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import importlib\n"
    code += f"for room in {rooms}: importlib.import_module('domino_lab.' + room)\n"
    code += "print(*sys.modules)"
    done = run(sys.executable, "-S", "-c", code)
    assert done.returncode == 0, done.stderr
    strangers = {name.partition(".")[0] for name in done.stdout.split()} - sys.stdlib_module_names
    assert strangers <= {"domino_lab", "__main__"}


def test_loading_the_widgets_loads_neither_canvas_nor_compiler() -> None:
    code = "import sys, pkgutil, importlib, domino_lab.widgets as w\n"
    code += "for m in pkgutil.walk_packages(w.__path__, w.__name__ + '.'): importlib.import_module(m.name)\n"
    code += "print(*sys.modules)"
    done = run(sys.executable, "-c", code)
    assert done.returncode == 0, done.stderr
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert "ipywidgets" in loaded
    assert not loaded & {"ipycanvas", "numpy", "numba", "pandas"}


def test_the_browser_is_denied_only_what_is_compiled() -> None:
    """JupyterLite installs any wheel of pure Python; what is compiled it has only where Pyodide has built it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    denied = [one.name for one in map(Requirement, needed) if "emscripten" in str(one.marker)]
    assert denied == ["numba"]
    for name in denied:
        assert "Root-Is-Purelib: false" in distribution(name).read_text("WHEEL")


@pytest.mark.parametrize("tried_with", [machine_code.TRIED_WITH, canvas.TRIED_WITH, stage.TRIED_WITH])
def test_private_parts_of_a_library_were_tried_with_the_version_of_the_tests(tried_with: str) -> None:
    """After a newer version has been tried: write it where the private parts are used."""
    name, tried = tried_with.split()
    constraints = (ROOT / ".ci/constraints.txt").read_text(encoding="utf-8").splitlines()
    constrained = next(line.partition("==")[2] for line in constraints if line.startswith(f"{name}=="))
    assert Version(tried) >= Version(constrained)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_saved_notebooks_hold_outputs_and_no_live_widgets(path: Path) -> None:
    """A notebook that nobody has run yet has no models: it would show an error in their place."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert "widgets" not in notebook["metadata"], "run `make notebooks`"
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert code
    assert all(cell["execution_count"] for cell in code if "".join(cell["source"]).strip()), "run `make notebooks`"
    saved = json.dumps(notebook)
    assert "application/vnd.jupyter.widget" not in saved, "run `make notebooks`"
    assert str(ROOT) not in saved


def test_there_is_a_course() -> None:
    assert any(path.name.startswith("00_") for path in NOTEBOOKS)


PAPERS = re.compile(r"\bRULES(?:\.md| [0-9QS])|\bCONTRACTS\b|\bARCHITECTURE\b|\bQ[0-9]+[a-c]?\b")
"""References to papers that are not in the project."""


def test_what_decides_a_value_can_be_looked_up_in_the_project() -> None:
    """A clause is named by its id, which stands on the rule page and in words/en/clauses."""
    files = [path for room in (PACKAGE, ROOT / "tests", ROOT / "benchmarks") for path in sorted(room.rglob("*"))
             if path.suffix in {".py", ".toml", ".md", ".js", ".css", ".txt"}]
    assert len(files) > len(MODULES)
    assert not {f"{path.relative_to(ROOT)}: {lines}" for path in files
                if (lines := PAPERS.findall(path.read_text(encoding="utf-8")))}
    assert PAPERS.findall("by RULES" + " 2.3, CON" + "TRACTS 1 and Q" + "20; RULES = 3, QUIZ") == [
        "RULES" + " 2", "CON" + "TRACTS", "Q" + "20"]


def test_every_clause_and_vector_that_is_cited_exists() -> None:
    """A clause's id has three parts, such as AF0-SCORE-2; that of a vector begins with S, such as S-AF-1b."""
    vectors = re.findall(r'^id = "(.+)"', (ROOT / "tests/vectors/vectors.toml").read_text(encoding="utf-8"), re.M)
    known = {clause.partition(":")[0] for clause in clause_ids()} | {vector.rstrip("abcn") for vector in vectors}
    assert {"AF0-SCORE-2", "S-AF-1"} <= known
    cited = re.compile(r"\b[A-Z][A-Z0-9]{0,2}-[A-Z]{2,}[0-9]?-[0-9]+\b")
    files = (path for room in (PACKAGE, ROOT / "tests") for path in room.rglob("*.py"))
    assert not {f"{path.relative_to(ROOT)}: {unknown}" for path in files
                if (unknown := set(cited.findall(path.read_text(encoding="utf-8"))) - known)}


def paths_that_do_not_exist(text: str) -> set[str]:
    """The paths that a guide names, from the root of the project, and nobody finds there; NN stands for a number."""
    named = re.findall(r"(?<![\w./-])(?:domino_lab|tests|notebooks|\.ci)/[\w./-]*|[\w./-]+\.(?:py|toml|md|txt)\b", text)
    return {path for path in (found.rstrip(".") for found in named) if "NN_" not in path and not (ROOT / path).exists()}


def modules_in_tables(text: str) -> Iterator[str]:
    """The paths that a guide's tables name: below "modules of `folder/`", the first cell of each row."""
    for folder, rows in re.findall(r"^\| modules of `([^`]+)` .*\n\|[ |-]+\n((?:\|.*\n)+)", text, re.M):
        for row in rows.splitlines():
            for name in re.findall(r"`([^`]+)`", row.split("|")[1]):
                yield folder + (name if "." in name else f"{name}.py")


def test_every_module_in_the_tables_of_the_guide_exists_and_every_session_is_there() -> None:
    named = set(modules_in_tables(GUIDE.read_text(encoding="utf-8")))
    assert {"domino_lab/widgets/view.py", "domino_lab/widgets/stage.js"} <= named
    assert {path for path in named if not (ROOT / path).exists()} == set()
    sessions = {path.relative_to(ROOT).as_posix() for path in (PACKAGE / "sessions").glob("[a-z]*.py")}
    text = GUIDE.read_text(encoding="utf-8").partition("| modules of `domino_lab/sessions/`")[2].partition("\n\n")[0]
    assert sessions == {f"domino_lab/sessions/{name}.py" for name in re.findall(r"`(\w+)`", text)}


def test_every_path_and_notebook_in_the_guide_and_on_the_front_page_exists() -> None:
    assert paths_that_do_not_exist(GUIDE.read_text(encoding="utf-8")) == set()
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:domino_lab|tests|notebooks)/[^`\n]*)`", readme)
    assert "domino_lab/hands/" in named
    assert paths_that_do_not_exist(" ".join(named)) == set()
    lessons = re.findall(r"`(\d\d_\w+)`", readme)
    assert "00_start_here" in lessons
    assert [name for name in lessons if not (ROOT / "notebooks" / f"{name}.ipynb").exists()] == []
    assert paths_that_do_not_exist("`tests/rules`, `bergen.py` and tests/no_such/test_one.py.") == {
        "bergen.py", "tests/no_such/test_one.py"}
