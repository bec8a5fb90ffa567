"""The front door: every module imports, every name of `dl` can be called, no name hides another."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import domino_lab as dl
from domino_lab import catalogue, hands
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.exact_chance import Distribution, Drawn, ExactChance
from domino_lab.chance.exercises import ClassBook, Exercise, Exercises
from domino_lab.chance.holding_events import Event, Measure
from domino_lab.chance.knowledge import Knowledge
from domino_lab.chance.patience_prospects import Hint, SolvedDeals
from domino_lab.chance.patience_search import Orders
from domino_lab.chance.simulation import Simulation
from domino_lab.chance.solver import Perfect, Solution
from domino_lab.chance.tournament import Tournament
from domino_lab.chance.whole_lines import LineCount
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from tests.calls import GIVEN, call

WALKED = [module.name for module in pkgutil.walk_packages(dl.__path__, "domino_lab.")]
MODULES = sorted(name for name in WALKED if not name.endswith("__main__"))  # to import one is to run it


def test_every_name_can_be_called_when_every_module_is_loaded() -> None:
    for module in MODULES:
        importlib.import_module(module)
    for name in dl.__all__:
        found = getattr(dl, name)
        assert callable(found), name
        assert found.__doc__, name
        assert name not in GIVEN or call(name) is not None, name


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'HandSteper'; did you mean dl\.HandStepper"):
        _ = dl.HandSteper


def test_no_callable_shares_a_name_with_a_module_beside_it() -> None:
    modules = [importlib.import_module(name) for name in ("domino_lab", *MODULES)]
    packages = [found for found in modules if hasattr(found, "__path__")]
    assert len(packages) > 10
    for found in packages:
        beside = {module.name for module in pkgutil.iter_modules(found.__path__)}
        named = set(getattr(found, "__all__", ())) | {name for name, value in vars(found).items() if callable(value)}
        assert not named & beside, found.__name__


def test_hands_and_rulesets_have_names_of_their_own() -> None:
    rulesets = {name.casefold() for rules in catalogue.rulesets() for name in (rules.id, rules.name, *rules.aliases)}
    assert hands.names()
    assert not {name.casefold() for name in hands.names()} & rulesets


def test_a_bare_string_is_a_hand_first_and_then_a_ruleset() -> None:
    from domino_lab.record.load import hand_of

    assert hand_of("all-fives-worked-example").is_study
    assert hand_of("block", seed=7).steps == dl.play_out("block", seed=7).steps


def test_after_the_dot_stands_what_a_reader_may_type_and_no_more() -> None:
    offered = {name for name in dir(dl) if not name.startswith("_")}
    assert offered == {*dl.__all__, "chance", "rules"}


@pytest.mark.parametrize(("room", "rooms"), [(dl, ["chance", "rules"]), (dl.chance, []), (dl.rules, [])])
def test_type_checkers_see_every_public_name(room: ModuleType, rooms: list[str]) -> None:
    """Checkers and editors read imports that never run: each must be the object that the room gives."""
    tree = ast.parse(Path(room.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    homes = {str(alias.asname): str(node.module) for node in tree.body if isinstance(node, ast.ImportFrom)
             for alias in node.names}
    assert homes.keys() == {*room.__all__, *rooms}
    for name in room.__all__:
        assert getattr(importlib.import_module(homes[name]), name) is getattr(room, name), name


TYPED = {"dl": dl, **{name: getattr(room, name) for room in (dl, dl.chance, dl.rules) for name in room.__all__}}
"""The names that a reader of an example has: those of the front door, and no module's own."""

RESULTS = (ClassBook, Distribution, Drawn, Estimate, Event, ExactChance, Exercise, Exercises, Hint, Knowledge,
           LineCount, Measure, Orders, Perfect, Ruleset, Simulation, Solution, SolvedDeals, State, Step, Timeline,
           Tournament)
"""Classes of what the public functions give: a reader finds the examples of their methods beside the result."""


def documented() -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of each public function, class, and method of ours that has an example."""
    found = {name: one for name, one in TYPED.items() if callable(one)} | {one.__name__: one for one in RESULTS}
    for name, one in [*found.items()]:
        names = [method for method in dir(one) if not method.startswith("_")] if inspect.isclass(one) else []
        for method in names:
            function = inspect.getattr_static(one, method)
            for part in ("__func__", "fget", "func"):       # of a class method, a property, a cached property
                function = getattr(function, part, function)
            if inspect.isfunction(function):
                found[f"{name}.{method}"] = function
    for name, one in found.items():
        if one.__doc__ and ">>>" in one.__doc__ and one.__module__.startswith("domino_lab."):
            yield name, one.__doc__


@pytest.mark.parametrize(("name", "text"), list(documented()), ids=lambda value: value if value.isprintable() else "")
def test_every_public_example_can_be_typed(name: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                           ) -> None:
    """As a reader types it: with `dl` and the public names, not with those of the module where it is written."""
    monkeypatch.chdir(tmp_path)     # some save a file
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    seen: list[str] = []
    runner.run(doctest.DocTestParser().get_doctest(text, dict(TYPED), name, None, 0), out=seen.append)
    assert runner.tries
    assert not runner.failures, "".join(seen)


WITHOUT = """
import sys
for name in {missing}: sys.modules[name] = None
import domino_lab as dl
from tests.calls import GIVEN, call
for name in dl.__all__:
    try:
        repr(call(name) if name in GIVEN else getattr(dl, name))
    except Exception as error:
        print(name, type(error).__name__, str(error).replace(chr(10), " "), sep=": ")
"""
TABLES = {"answers", "compare", "differences", "lessons", "rejudge", "transcript", "which", "would_score"}
"""What gives a table needs pandas, `compare` for many deals; nothing else does."""
ARRAYS = {"practice_page", "puzzle_of_the_day", "puzzles", "review"}
"""What deals out thousands of hands, or counts them, needs numpy."""


@pytest.mark.parametrize("missing", [["pandas"], ["numpy", "pandas"], ["ipycanvas"], ["matplotlib", "numba"]])
def test_a_package_that_is_missing_is_named_with_the_line_that_installs_it(missing: list[str]) -> None:
    """Steppers, questions, play and pages start without numpy and pandas, as in a browser that has not fetched them."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", WITHOUT.format(missing=missing)], capture_output=True,
                          text=True, check=True, cwd=Path(__file__).parents[1])
    refused = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    needs = {"pandas": TABLES, "numpy": ARRAYS}
    assert refused == {name: f"MissingPackageError: this needs {package}, which is not installed; "
                             f"install it with: python -m pip install {package}"
                       for package, names in needs.items() if package in missing for name in names}


SHOWN = """
import sys
if sys.argv[1:]: sys.modules.update(numpy=None, pandas=None)
import domino_lab as dl
print(dl.games()._repr_html_(), dl.games()._repr_markdown_())
print(dl.page(dl.games()).title)
two = dl.compare(dl.Shuffle(7), ["all-fives", "five-up"])
print(two._repr_markdown_(), "First difference in points" in repr(two) or repr(two))
print(dl.page(dl.Shuffle(7), rulesets=["all-fives", "five-up"]).html)
"""


def test_games_and_comparisons_are_shown_alike_without_pandas() -> None:
    with_it, without = (subprocess.run([sys.executable, "-c", SHOWN, *missing], capture_output=True, text=True,
                                       check=True, cwd=Path(__file__).parents[1]).stdout
                        for missing in ([], ["without"]))
    assert "Five-scoring games" in with_it
    assert without == with_it


def test_what_asks_for_a_package_only_when_it_is_looked_at_says_so_in_words() -> None:
    looks = ["dl.games().loc", 'dl.tournament(["heaviest", "random"], "block", deals=2, seed=1)._repr_html_()']
    code = "\n".join(["import sys", "sys.modules.update(numpy=None, pandas=None)", "import domino_lab as dl", *(
        f"try: {look}\nexcept dl.DominoError as error: print(error)" for look in looks)])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          cwd=Path(__file__).parents[1])
    assert [line.partition(",")[0] for line in done.stdout.splitlines()] == ["this needs pandas", "this needs numpy"]
