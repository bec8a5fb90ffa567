"""The sample has every case once in ten commits, everything that was touched, and as much as there is time for."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import Sampled
from tests.sampling import (
    COSTS,
    ROOT,
    SECONDS,
    TURNS,
    History,
    TestFile,
    Wanted,
    concerned,
    costs_of,
    draw,
    exists,
    mirrors,
    note_costs,
    turn_of,
)

CHEAP = {f"tests/test_{name}.py::test_it": [f"tests/test_{name}.py::test_it[{case}]" for case in range(40)]
         for name in "abcdefgh"}
COST = dict.fromkeys(CHEAP, 4.0)
DAY = 24 * 3600


def own_tests() -> dict[str, list[str]]:
    """Every test of costs.json as if it had a case for each second: about what is collected."""
    costs = json.loads(COSTS.read_text())
    return {test: [f"{test}[{case}]" for case in range(int(took) + 1)] for test, took in costs.items()}


# --- turns


def test_every_case_runs_once_in_ten_commits_wherever_one_begins() -> None:
    for first in (1, 1066, 4711):
        drawn = [draw(CHEAP, COST, Wanted((first + later) % TURNS)).cases for later in range(TURNS)]
        assert sum(map(len, drawn)) == len(frozenset.union(*drawn)) == 8 * 40


def test_ten_turns_take_much_the_same_time() -> None:
    tests = own_tests()
    costs = costs_of({test: len(cases) for test, cases in tests.items()}, json.loads(COSTS.read_text()))
    spent = [0.0] * TURNS
    for test, cases in tests.items():
        for case in cases:
            spent[turn_of(case)] += costs[test] / len(cases)
    assert max(spent) < 1.25 * sum(spent) / TURNS


def test_notebooks_are_spread_over_the_turns() -> None:
    costs = json.loads(COSTS.read_text())
    spent = [0.0] * TURNS
    for path in (ROOT / "notebooks").rglob("*.ipynb"):
        name = path.relative_to(ROOT).as_posix()
        spent[turn_of(name)] += costs[name]
    assert max(spent) < 1.25 * sum(spent) / TURNS


def test_where_a_case_runs_does_not_hang_on_other_cases() -> None:
    fewer = {test: cases[::3] for test, cases in list(CHEAP.items())[::2]}
    for turn in range(TURNS):
        assert draw(fewer, COST, Wanted(turn)).cases <= draw(CHEAP, COST, Wanted(turn)).cases


# --- what was touched


def test_what_was_touched_runs_in_full_beside_its_turn() -> None:
    tests = list(CHEAP)
    sample = draw(CHEAP, COST, Wanted(2, frozenset(tests[:1]), frozenset(tests[5:6])))
    assert sample.in_full == (tests[0], tests[5])
    assert {*CHEAP[tests[0]], *CHEAP[tests[5]]} <= sample.cases
    assert {case for case in sample.cases if turn_of(case) != 2} <= {*CHEAP[tests[0]], *CHEAP[tests[5]]}


def test_more_than_there_is_time_for_takes_turns_and_what_was_changed_itself_comes_first() -> None:
    tests, costs = list(CHEAP), dict.fromkeys(CHEAP, SECONDS * 0.9)
    sample = draw(CHEAP, costs, Wanted(2, frozenset(tests[7:]), frozenset(tests[:7])))
    assert sample.in_full == (tests[7],)
    assert set(sample.too_dear) == set(tests[:7])
    assert sample.cases >= draw(CHEAP, costs, Wanted(2)).cases
    assert sample.seconds <= SECONDS + sum(costs.values()) * 0.25
    cheap = draw(CHEAP, {**costs, tests[3]: 1.0}, Wanted(2, mirrored=frozenset(tests)))
    assert cheap.in_full[0] == tests[3]


QUIZ = TestFile("tests/widgets/test_quiz.py", "import domino_lab\nfrom domino_lab.picture.worksheet import PAPER\n")
HANDS = TestFile("tests/hands/test_hands.py", 'from tests.hands import differing\nHAND = "two-box-by-hand"\n')
WORDS = TestFile("tests/words/test_english.py", "import domino_lab.words\n")
LESSON = TestFile("notebooks/22_predict_the_score.ipynb", '"dl.quiz(\\"all-fives\\")", "dl.of_nothing"')


@pytest.mark.parametrize(("file", "touched"), [
    (QUIZ, "tests/widgets/test_quiz.py"), (QUIZ, "domino_lab/picture/worksheet.py"),
    (QUIZ, "tests/widgets/conftest.py"), (QUIZ, "domino_lab/words/en/quiz.toml"),
    (HANDS, "tests/hands/differing.py"), (HANDS, "domino_lab/hands/two-box-by-hand.toml"),
    (WORDS, "domino_lab/words/en/widgets.toml"), (WORDS, "domino_lab/words/__init__.py"),
    (TestFile("tests/vectors/test_steals.py", ""), "tests/vectors/steals.toml"),
    (TestFile("tests/rules/test_settling.py", ""), "domino_lab/rules/settling.py"),
    (TestFile("tests/picture/test_scene_far.py", ""), "domino_lab/picture/scene.py"),
    (TestFile("tests/test_cli.py", 'run("Makefile")'), "Makefile"),
    (TestFile("domino_lab/core/tiles.py", ""), "domino_lab/core/tiles.py"),
    (LESSON, "domino_lab/widgets/quizzes.py"), (LESSON, LESSON.path),
])
def test_a_file_concerns_the_tests_that_are_about_it(file: TestFile, touched: str) -> None:
    assert mirrors(file, touched)


@pytest.mark.parametrize(("file", "touched"), [
    (QUIZ, "domino_lab/__init__.py"), (QUIZ, "domino_lab/picture/svg.py"), (QUIZ, "tests/conftest.py"),
    (QUIZ, "tests/words/conftest.py"), (QUIZ, "domino_lab/hands/two-box-by-hand.toml"), (QUIZ, "tests/costs.json"),
    (HANDS, "domino_lab/hands/two-box-by-hand-2.toml"), (HANDS, "CHANGELOG.md"),
    (WORDS, "domino_lab/words_of.py"), (LESSON, "domino_lab/widgets/stepper.py"),
])
def test_a_file_does_not_concern_other_tests(file: TestFile, touched: str) -> None:
    assert not mirrors(file, touched)


def test_a_hand_concerns_the_cases_that_have_its_name() -> None:
    tests = {"test_golden.py::test_it": ["test_golden.py::test_it[block-seed1-2]"],
             "test_hands.py::test_it": ["test_hands.py::test_it[draw]", "test_hands.py::test_it[block-partners]"],
             "test_a.py::test_it": ["test_a.py::test_it"]}
    touched = ["domino_lab/hands/block-partners.toml", "test_a.py"]
    assert concerned([TestFile("test_a.py", "")], tests, touched) == (
        {"test_a.py::test_it"}, {"test_hands.py::test_it"})


# --- the history


class Repository:
    """A checkout with files and commits whose dates are given in seconds."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "-q", "-b", "main")

    def git(self, *command: str, at: int = 0) -> None:
        who = {f"GIT_{role}_{what}": "a@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        when = {"GIT_AUTHOR_DATE": f"{10**9 + at} +0000", "GIT_COMMITTER_DATE": f"{10**9 + at} +0000"}
        subprocess.run(["git", *command], cwd=self.folder, env={**os.environ, **who, **when}, check=True)

    def commit(self, name: str, at: int, *how: str) -> str:
        (self.folder / name).write_text(f"{at}\n")
        self.git("add", name)
        self.git("commit", "-q", "-m", name, *how, at=at)
        return History(self.folder)._git("rev-parse", "HEAD")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_an_amended_commit_has_the_same_number(repository: Repository) -> None:
    repository.commit("a", 0)
    first = repository.commit("b", 60)
    assert History(repository.folder).number == 2
    assert repository.commit("b", 120, "--amend") != first
    assert History(repository.folder).number == 2


def test_on_a_branch_what_was_touched_is_what_differs_from_main(repository: Repository) -> None:
    landed = repository.commit("a", 0)
    repository.git("switch", "-q", "-c", "work")
    repository.commit("b", DAY)
    repository.commit("c", 3 * DAY)
    (repository.folder / "a").write_text("changed, and not committed")
    (repository.folder / "d").write_text("new")
    history = History(repository.folder)
    assert history.last_landing == landed
    assert history.touched_since(landed) == ["a", "b", "c", "d"]


def test_on_main_the_last_landing_lies_before_a_pause(repository: Repository) -> None:
    repository.commit("a", 0)
    landed = repository.commit("b", 3600)
    repository.commit("c", DAY)
    repository.commit("d", DAY + 3600)
    history = History(repository.folder)
    assert history.last_landing == landed
    assert history.touched_since(landed) == ["c", "d"]


def test_without_a_history_it_is_turn_0_and_nothing_was_touched(tmp_path: Path) -> None:
    history = History(tmp_path)
    assert (history.number, history.last_landing, history.is_shallow) == (0, "", False)
    assert history.touched_since("") == []


# --- what tests take


def test_costs_name_what_exists() -> None:
    gone = [test for test in json.loads(COSTS.read_text()) if not exists(test)]
    assert gone == [], "`pytest --measure` with the path of any test drops them"


@pytest.mark.parametrize("gone", [
    "tests/test_sampling.py::test_that_nobody_has_written", "tests/test_gone.py::test_it", "notebooks/99_gone.ipynb",
    "domino_lab/core/tiles.py::domino_lab.core.tiles.gone",
])
def test_what_is_gone_is_noticed(gone: str) -> None:
    assert not exists(gone)


def test_a_test_that_was_never_measured_counts_as_an_average_one() -> None:
    assert costs_of({"a": 2, "b": 6, "new": 3}, {"a": 4.0, "b": 12.0, "gone": 99.0}) == {"a": 4, "b": 12, "new": 6}
    assert costs_of({"new": 3}, {"a": 4.0, "b": 12.0}) == {"new": 24}


def test_measuring_some_tests_keeps_the_others_and_drops_what_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "costs.json"
    file = "tests/test_sampling.py"
    kept, new = f"{file}::test_costs_name_what_exists", f"{file}::test_what_is_gone_is_noticed"
    path.write_text(json.dumps({kept: 1.5, "tests/test_gone.py::test_it": 2}))
    note_costs({new: 0.123}, path)
    assert json.loads(path.read_text()) == {kept: 1.5, new: 0.12}


# --- pytest itself


class Item:
    """As much of a test as the sample looks at."""

    def __init__(self, nodeid: str, mark: str = "") -> None:
        self.nodeid, (self.mark, *self.args) = nodeid, mark.split(maxsplit=1) or [""]
        self.path = ROOT / nodeid.partition("::")[0]

    def get_closest_marker(self, name: str) -> Item | None:
        return self if name == self.mark else None


def sampled(items: list[Item], **options: Any) -> tuple[list[str], str]:
    """What a run of these tests has, and what it says at its end."""
    config = SimpleNamespace(getoption=options.get, hook=SimpleNamespace(pytest_deselected=lambda items: None))
    run = Sampled(config)
    run.pytest_collection_modifyitems(items)
    said: list[str] = []
    run.pytest_terminal_summary(SimpleNamespace(write_line=said.append))
    return [item.nodeid for item in items], "\n".join(said)


def test_a_run_has_its_turn_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(History, "touched_since", lambda *_: [])
    cases = [f"tests/test_sampling.py::test_it[{number}]" for number in range(60)]
    runs = {turn: sampled([Item(case) for case in cases], turn=turn) for turn in range(TURNS)}
    assert sorted(case for drawn, _ in runs.values() for case in drawn) == sorted(cases)
    for turn, (drawn, said) in runs.items():
        assert f"turn {turn} of {TURNS} (commit {History(ROOT).number}): {len(drawn)} of 60 cases" in said
    number = History(ROOT).number
    assert sampled([Item(case) for case in cases])[0] == runs[number % TURNS][0]
    assert sampled([Item(case) for case in cases], turn=4711)[0] == runs[4711 % TURNS][0]


def test_a_run_has_all_cases_of_what_was_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(History, "touched_since", lambda *_: ["domino_lab/words/escaping.py"])
    cases = [f"tests/{name}.py::test_it[{number}]" for name in ("words/test_escaping", "test_sampling")
             for number in range(12)]
    drawn, said = sampled([Item(case) for case in cases], turn=0)
    assert [case for case in drawn if "escaping" in case] == cases[:12]
    assert [case for case in drawn if "sampling" in case] == [case for case in cases[12:] if turn_of(case) == 0]
    assert "tests/words/test_escaping.py (1)" in said


def test_the_cells_of_a_notebook_run_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(History, "touched_since", lambda *_: [])
    cells = [f"notebooks/10_block.ipynb::Cell {number}" for number in range(5)]
    runs = [sampled([*map(Item, cells)], turn=turn)[0] for turn in range(TURNS)]
    assert [run for run in runs if run] == [cells]


def test_what_is_marked_together_runs_in_one_turn_and_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(History, "touched_since", lambda *_: [])
    other = [f"tests/test_sampling.py::test_it[{number}]" for number in range(60)]
    shared = [f"tests/test_sampling.py::test_site[{number}]" for number in range(12)]
    runs = [sampled([*map(Item, other), *(Item(case, "together a site") for case in shared)], turn=turn)[0]
            for turn in range(TURNS)]
    [whole] = [run for run in runs if {*shared} & {*run}]
    assert whole[:12] == shared
    assert sorted(case for run in runs for case in run) == sorted([*other, *shared])


def test_a_touched_test_takes_along_what_shares_with_it_if_there_is_time_for_all() -> None:
    tests = list(CHEAP)
    together = {case: "a site" for test in tests[:2] for case in CHEAP[test]}
    wanted = Wanted(2, mirrored=frozenset(tests[1:2]), together=together)
    assert together.keys() <= draw(CHEAP, COST, wanted).cases
    dear = draw(CHEAP, {**COST, tests[0]: 10.0 * SECONDS}, Wanted((turn_of("a site") + 1) % TURNS, wanted.changed,
                                                                  wanted.mirrored, together))
    assert not together.keys() & dear.cases
    assert dear.too_dear == (tests[1],)


def test_what_takes_minutes_does_not_run_in_any_turn() -> None:
    for turn in range(TURNS):
        assert sampled([Item("tests/test_a.py::test_it", "nightly")], turn=turn)[0] == []
