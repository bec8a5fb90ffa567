"""The sample: which tests `make test` runs of more than it has time for.

Every case belongs to one of ten turns, by its name alone. A commit has the turn of its number in the history, so that
ten commits in a row run every case once, and amending a commit draws no others. A server that builds only what lands,
many commits at once, gives the number of the build instead (`--turn=4711`): then ten builds in a row run every case.
Tests that share what takes half a minute to make, such as a site, are marked `together("a site")`, and have one turn.

What was touched since the last landing, committed or not, runs besides: the tests of a changed file with all their
cases. `mirrors` says which tests these are. There are `SECONDS` for this; changed tests come first, then cheap ones.
What no longer fits takes turns like everything else, and the summary names it.

The last landing is where the branch left `origin/main` or `main`. On main itself it is the newest commit before a pause
of `PAUSE`, for what lands together is committed within hours. `--landed=COMMIT` names another.

An example. A branch adds commit number 1066 to main; 1066 leaves 6 when divided by 10, so it has turn 6. The commit
changed `domino_lab/picture/worksheet.py`. `tests/picture/test_worksheet.py` has its name: all of its tests run. Of
all other tests, also of the 387 cases of this one, those run whose names have turn 6:

>>> kernel = "tests/kernel/test_chain_games.py::test_every_hand_is_the_hand_of_the_readable_engine"
>>> turn_of(f"{kernel}[merry-go-round-4-seats]"), turn_of(f"{kernel}[muggins-2-seats]")
(7, 6)

Merry-Go-Round at four seats comes with commit 1067, or at once if somebody touches a module that
`tests/kernel/test_chain_games.py` imports, or the file itself. The run ends by saying what it had:

    sample: turn 6 of 10 (commit 1066): 2,177 of 18,815 cases, about 190 s of one processor
    in full, touched since 35794c7d: tests/picture/test_worksheet.py (5)

What a test takes stands in costs.json, which `--measure` writes. A test that is not in it counts as an average one.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from domino_lab import _WHERE

ROOT = Path(__file__).parents[1]
COSTS = Path(__file__).with_name("costs.json")
TURNS = 10
EVEN = {"tests/browser/": 2808, "notebooks/": 27205, "": 85}
"""What is put before each name: with these, the best of thousands, the turns of each part take much the same time."""
SECONDS = 20
"""Of one processor, by costs.json: for what was touched and has no turn."""
PAUSE = 3 * 3600
"""Seconds between two landings."""


# --- turns


def turn_of(case: str) -> int:
    """The turn of a case, by its name alone: no other case moves it."""
    even = next(number for part, number in EVEN.items() if case.startswith(part))
    return int(sha256(f"{even} {case}".encode()).hexdigest(), 16) % TURNS


# --- what the history says


@dataclass(frozen=True)
class History:
    """A checkout: the number of its commit, where the last landing was, and what was touched since."""

    folder: Path

    @cached_property
    def number(self) -> int:
        """How many commits lead to this one, along main; 0 if this is no checkout."""
        return int(self._git("rev-list", "--first-parent", "--count", "HEAD") or 0)

    @cached_property
    def is_shallow(self) -> bool:
        """A shallow clone counts only the commits that it has."""
        return self._git("rev-parse", "--is-shallow-repository") == "true"

    @cached_property
    def last_landing(self) -> str:
        """The commit that the work since then started from; nothing if there is none."""
        head = self._git("rev-parse", "HEAD")
        for main in ("origin/main", "main"):
            base = self._git("merge-base", "HEAD", main)
            if base and base != head:
                return base
        return self._before_a_pause()

    def _before_a_pause(self) -> str:
        commits = [line.split() for line in self._git("log", "--first-parent", "--format=%H %ct").splitlines()]
        for (_, later), (earlier, at) in pairwise(commits):
            if int(later) - int(at) > PAUSE:
                return earlier
        return commits[-1][0] if commits else ""

    def touched_since(self, landing: str) -> list[str]:
        """The files that differ from those of a landing, committed or not, as paths from the root."""
        if not landing:
            return []
        changed = self._git("diff", "--name-only", "--no-renames", landing)
        new = self._git("ls-files", "--others", "--exclude-standard")
        return sorted({*changed.splitlines(), *new.splitlines()})

    def _git(self, *command: str) -> str:
        try:
            done = subprocess.run(["git", *command], cwd=self.folder, capture_output=True, text=True)
        except FileNotFoundError:
            return ""
        return done.stdout.strip() if done.returncode == 0 else ""


# --- which tests a file concerns


@dataclass(frozen=True)
class TestFile:
    """A file with tests: its path from the root, and its text."""

    __test__ = False
    path: str
    text: str

    @cached_property
    def imports(self) -> set[str]:
        """The modules it imports, and the names it imports from them, with dots; a notebook has names through `dl`."""
        if self.path.endswith(".ipynb"):
            return {f"domino_lab.{_WHERE[name]}" for name in re.findall(r"\bdl\.(\w+)", self.text) if name in _WHERE}
        names = set()
        for node in ast.walk(ast.parse(self.text)) if self.path.endswith(".py") else ():
            if isinstance(node, ast.ImportFrom):
                names |= {f"{node.module}", *(f"{node.module}.{name.name}" for name in node.names)}
            elif isinstance(node, ast.Import):
                names |= {name.name for name in node.names}
        return names - {"domino_lab"}       # through it a test reaches everything


def mirrors(file: TestFile, touched: str) -> bool:
    """Whether the tests of a file are about another file that was touched.

    They are about the file itself and about modules that they import, a notebook with `dl.quiz` about the module of
    `quiz`; `tests/picture/test_scene.py` is about every module `scene`, and a `conftest.py` about the tests beside it.
    Sentences are about the tests in `tests/words`, vectors and transcripts about those beside them. Any other file is
    about the tests that name it.
    """
    path, own = Path(touched), Path(file.path)
    name = path.parent.name if path.stem == "__init__" else path.stem
    if touched == file.path or own.stem == f"test_{name}" or own.stem.startswith(f"test_{name}_"):
        return True
    if path.suffix == ".py":
        module = ".".join(path.with_suffix("").parts).removesuffix(".__init__")
        beside = path.name == "conftest.py" and len(path.parts) > 2 and path.parent in own.parents
        return module in file.imports or beside
    if touched.startswith("domino_lab/words/"):
        return own.parts[:2] == ("tests", "words")
    if path.parts[0] == "tests" and path != COSTS.relative_to(ROOT):
        return len(path.parts) > 2 and path.parts[:2] == own.parts[:2]
    named = rf"(?<![\w-])({re.escape(path.name)}|[\"']{re.escape(path.stem)}\\?[\"'])(?![\w-])"
    return re.search(named, file.text) is not None


def named_by_cases(touched: Iterable[str]) -> re.Pattern[str]:
    """What cases of data files look like: `test_hands.py::test_every_packaged_hand[two-box-by-hand]` is one of them."""
    stems = sorted({re.escape(Path(one).stem) for one in touched if not one.endswith(".py")})
    return re.compile(rf"[\[/-](?:{'|'.join(stems)})[\].-]" if stems else "(?!)")


# --- what tests take


def test_of(case: str) -> str:
    """The test that a case is one of; a notebook is one test."""
    whole = case.partition("[")[0]
    return whole.partition("::")[0] if ".ipynb" in whole else whole


test_of.__test__ = False  # type: ignore[attr-defined]


def costs_of(cases: Mapping[str, int], costs: Mapping[str, float]) -> dict[str, float]:
    """Seconds of every test with so many cases; one that was never measured has the average of a case for each."""
    known = [test for test in cases if test in costs]
    of_all = sum(costs[test] for test in known) if known else sum(costs.values())
    average = of_all / max(1, sum(cases[test] for test in known) if known else len(costs))
    return {test: costs.get(test, average * number) for test, number in cases.items()}


def exists(test: str, root: Path = ROOT) -> bool:
    """Whether a test of costs.json is still there, as far as its file says."""
    file, _, name = test.partition("::")
    path = root / file
    if not path.is_file() or not name:
        return path.is_file()
    last = name.rpartition("::")[2].rpartition(".")[2]
    module = path.parent.name if path.stem == "__init__" else path.stem
    defined = rf"(?:def|class) {last}\b|^{last}\b.*="
    return last == module or re.search(defined, path.read_text("utf-8"), re.MULTILINE) is not None


def note_costs(seconds: Mapping[str, float], path: Path = COSTS) -> None:
    """Write what tests took, and drop those that are gone; what was not run keeps what it had."""
    before = json.loads(path.read_text()) if path.exists() else {}
    after = {**before, **{test: round(took, 2) for test, took in seconds.items()}}
    path.write_text(json.dumps({test: after[test] for test in sorted(after) if exists(test)}, indent=0) + "\n")


# --- the sample


@dataclass(frozen=True)
class Sample:
    """The cases that are run, of how many, the touched tests that run in full, and those for which there is no time."""

    turn: int
    cases: frozenset[str]
    whole: int
    in_full: tuple[str, ...]
    too_dear: tuple[str, ...]
    seconds: float


@dataclass(frozen=True)
class Wanted:
    """What a run should have: a turn, and tests with all their cases, the changed ones first."""

    turn: int
    changed: frozenset[str] = frozenset()
    mirrored: frozenset[str] = frozenset()
    together: Mapping[str, str] = field(default_factory=dict)
    """What a case shares with others, by its name: they have one turn, and run together if one was touched."""


def draw(tests: Mapping[str, Sequence[str]], costs: Mapping[str, float], wanted: Wanted) -> Sample:
    """Return the sample of some tests, each with its cases: a turn, and what was touched while there is time for it."""
    seconds = costs_of({test: len(cases) for test, cases in tests.items()}, costs)
    each = {case: seconds[test] / len(cases) for test, cases in tests.items() for case in cases}
    chosen = {case for test, cases in tests.items() for case in cases
              if turn_of(wanted.together.get(case, case)) == wanted.turn}
    sharing = defaultdict(set)
    for case, shared in wanted.together.items():
        sharing[shared].add(case)
    left = float(SECONDS)

    def fits(cases: Iterable[str]) -> bool:
        nonlocal left
        more = {one for case in cases for one in sharing.get(wanted.together.get(case, ""), {case})} - chosen
        took = sum(each[case] for case in more)
        if took > left:
            return False
        left -= took
        chosen.update(more)
        return True

    touched = sorted(wanted.changed | wanted.mirrored,
                     key=lambda test: (test not in wanted.changed, seconds[test], test))
    in_full = [test for test in touched if fits(tests[test])]
    too_dear = tuple(test for test in touched if test not in in_full)
    spent = sum(each[case] for case in chosen)
    return Sample(wanted.turn, frozenset(chosen), len(each), tuple(in_full), too_dear, spent)


def concerned(
    files: Iterable[TestFile], tests: Mapping[str, Sequence[str]], touched: Sequence[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the tests that were changed themselves, and those that are about something that was changed."""
    about = {file.path for file in files if any(mirrors(file, one) for one in touched)}
    changed = {test for test in tests if test.partition("::")[0] in touched}
    named = named_by_cases(touched)
    mirrored = {test for test, cases in tests.items()
                if test.partition("::")[0] in about or any(map(named.search, cases))}
    return frozenset(changed), frozenset(mirrored - changed)


def told(sample: Sample, history: History, landing: str) -> str:
    """What was drawn, in some lines."""
    lines = [f"sample: turn {sample.turn} of {TURNS} (commit {history.number}): {len(sample.cases):,} of "
             f"{sample.whole:,} cases, about {sample.seconds:,.0f} s of one processor"]
    if landing:
        lines.append(f"in full, touched since {landing[:8]}: {_files(sample.in_full) or 'nothing'}")
    if sample.too_dear:
        lines.append(f"touched, but more than {SECONDS} s of work, so in turns: {_files(sample.too_dear)}")
    if history.is_shallow:
        lines.append("a shallow clone: the turn goes by the whole history, which is not there")
    return "\n".join(lines)


def _files(tests: Sequence[str], most: int = 12) -> str:
    number = defaultdict(int)
    for test in tests:
        number[test.partition("::")[0]] += 1
    shown = [f"{path} ({count})" for path, count in sorted(number.items())]
    return ", ".join(shown[:most]) + (f" and {len(shown) - most} more files" if len(shown) > most else "")
