"""The package is typed for its users: checkers know its calls and find mistakes, editors show every parameter."""

from __future__ import annotations

import re
from pathlib import Path

import jedi
import pytest
from mypy import api

from tests.typing.stub import ROOMS, file_of, stub

HERE = Path(__file__).parent
FOUND = re.compile(r"^[^:]+:(\d+): error: .*\[([\w-]+)\]$", re.MULTILINE)
HANDS = ("step", "seed", "seats", "viewpoint", "asks", "large")


def errors_in(name: str) -> set[tuple[int, str]]:
    """The lines of a file that mypy refuses, each with the kind of mistake."""
    said, trouble, _ = api.run(["--strict", str(HERE / name)])
    assert trouble == ""
    return {(int(line), kind) for line, kind in FOUND.findall(said) if name in said}


def test_the_stub_has_the_public_names() -> None:
    for room in ROOMS:
        assert file_of(room).read_text(encoding="utf-8") == stub(room), "`make stub` writes it"


def test_thirty_calls_have_the_types_that_they_give() -> None:
    assert (HERE / "calls.py").read_text(encoding="utf-8").count("dl.") >= 30
    assert errors_in("calls.py") == set()


def test_every_mistake_is_found_where_it_is() -> None:
    lines = (HERE / "misuse.py").read_text(encoding="utf-8").splitlines()
    wanted = {(number, line.split("# ")[1]) for number, line in enumerate(lines, 1) if "  # " in line}
    assert len(wanted) > 10
    assert errors_in("misuse.py") == wanted


@pytest.mark.parametrize(("call", "parameters"), [
    *((f"dl.{name}", HANDS) for name in ("HandStepper", "Table", "Transport", "MoveList", "OpenEnds", "Explainer",
                                         "PerfectPlay")),
    ("dl.HiddenTiles", ("seat", *HANDS)),
    ("dl.VariantComparison", ("rulesets", "hands", "step", "viewpoint", "seats", "names", "leader", "large")),
    ("dl.ChanceLab", ("tiles", "set", "given", "side", "seats", "policies", "seed", "prompt", "estimate", "n")),
    ("dl.page", ("path", "rulesets", "step", "seed", "seats", "viewpoint")),
    ("dl.quiz", ("kind", "n", "seed", "seats", "names", "large")),
    ("dl.chance.exact", ("tiles", "set", "given")),
])
def test_an_editor_shows_every_parameter_by_its_name(call: str, parameters: tuple[str, ...]) -> None:
    script = jedi.Script(f"import domino_lab as dl\n{call}(")
    [found] = script.get_signatures()
    shown = [one.name for one in found.params]
    assert set(parameters) <= set(shown)
    assert not [one for one in found.params if one.kind.name == "VAR_KEYWORD"]
