"""The package is typed for its users: checkers know its calls and find mistakes, editors show every parameter."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import jedi
import pytest
from mypy import api

from domino_lab.chance import monte_carlo_player
from domino_lab.play.players import PlayerName
from domino_lab.play.policies import POLICIES
from tests.typing.stub import ROOMS, file_of, stub

HERE = Path(__file__).parent
FOUND = re.compile(r"^[^:]+:(\d+): error: .*\[([\w-]+)\]$", re.MULTILINE)
HANDS = ("step", "seed", "seats", "viewpoint", "asks", "large")


def errors_in(name: str, *options: str) -> set[tuple[int, str]]:
    """The lines of a file that mypy refuses, each with the kind of mistake."""
    said, trouble, _ = api.run(["--strict", *options, str(HERE / name)])
    assert trouble == ""
    return {(int(line), kind) for line, kind in FOUND.findall(said) if name in said}


def test_the_stub_has_the_public_names() -> None:
    for room in ROOMS:
        assert file_of(room).read_text(encoding="utf-8") == stub(room), "`make stub` writes it"


def test_thirty_calls_have_the_types_that_they_give() -> None:
    assert (HERE / "calls.py").read_text(encoding="utf-8").count("dl.") >= 30
    assert errors_in("calls.py") == set()


def test_every_mistake_but_two_is_found_where_it_is() -> None:
    lines = (HERE / "misuse.py").read_text(encoding="utf-8").splitlines()
    marked = {(number, line.split("# ")[1]) for number, line in enumerate(lines, 1) if "  # " in line}
    wanted = {(number, kind) for number, kind in marked if kind != "missed"}
    assert len(marked) == 28
    assert len(wanted) >= 26
    assert errors_in("misuse.py") == wanted


def test_data_frames_need_no_stubs_of_pandas(tmp_path: Path) -> None:
    """Without any package beside this one mypy knows nothing of a data frame, and allows what is done with it."""
    file = tmp_path / "frames.py"
    file.write_text("import domino_lab as dl\n\n"
                    'print(dl.games().loc["block", "players"], dl.simulate("block", hands=100).table().shape)\n'
                    'dl.ruleset("block").but(multipl=dl.no_such_name)\n', encoding="utf-8")
    said, trouble, _ = api.run(["--strict", "--no-site-packages", "--follow-imports=silent", str(file)])
    assert trouble == ""
    assert [line.rpartition("[")[2] for line in said.splitlines()[:-1]] == ["attr-defined]"]


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


def test_the_names_of_players_are_those_that_checkers_know() -> None:
    assert set(get_args(PlayerName)) == set(POLICIES)
    assert monte_carlo_player.thinking is POLICIES["thinking"]
