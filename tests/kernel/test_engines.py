"""The compiled kernel where there is no numba, no folder to keep machine code in, and in a second process."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from types import ModuleType

import pytest

from domino_lab.io.progress import Progress, telling
from domino_lab.kernel import chain_games as plain, engines
from domino_lab.notebook import simulate
from domino_lab.words import phrase

ROOT = Path(__file__).parents[2]


def test_without_numba_the_same_text_plays_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    with_numba = simulate("draw", hands=300, seed=4, policies="random", engine="compiled")
    monkeypatch.setattr(engines, "can_compile", lambda: False)
    without = simulate("draw", hands=300, seed=4, policies="random")
    assert without.engine == "plain"
    assert without.sums == with_numba.sums
    with pytest.raises(ValueError, match="numba"):
        simulate("draw", hands=5, engine="compiled")
    with pytest.raises(ImportError, match="numba"):
        engines.engine(compiled=True)


def test_where_no_folder_may_be_written_it_is_compiled_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba.core.caching import FunctionCache

    def refuse(self: object, function: object) -> None:
        raise RuntimeError("cannot cache function: no locator available")

    monkeypatch.setattr(FunctionCache, "__init__", refuse)
    name = "kernel_of_a_read_only_install_compiled"
    spec = importlib.util.spec_from_file_location(name, plain.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    assert module.COMPILED
    assert int(module.new_numbers.py_func(3).sum()) == 0
    assert module.run.stats.cache_path is None


def test_threads_that_begin_together_load_one_text(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Two texts would be compiled twice, by the threads of one Dask worker."""
    text = ModuleType("a_slow_text")
    text.__file__ = str(tmp_path / "a_slow_text.py")
    Path(text.__file__).write_text("import time\ntime.sleep(0.1)\nREADY = True\n", encoding="utf-8")
    monkeypatch.setattr(engines, "can_compile", lambda: True)
    together = Barrier(4)

    def load(_number: int) -> ModuleType:
        together.wait()
        found = engines.load_kernel(text)
        assert found.READY, "nobody gets a text that is still being read"
        return found

    try:
        with ThreadPoolExecutor(4) as pool:
            assert len(set(map(id, pool.map(load, range(4))))) == 1
    finally:
        sys.modules.pop("a_slow_text_compiled", None)


def test_a_text_that_cannot_be_read_is_not_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = ModuleType("a_broken_text")
    text.__file__ = str(tmp_path / "a_broken_text.py")
    Path(text.__file__).write_text("raise OSError('half a file')\n", encoding="utf-8")
    monkeypatch.setattr(engines, "can_compile", lambda: True)
    for _ in range(2):
        with pytest.raises(OSError, match="half a file"):
            engines.load_kernel(text)


@pytest.mark.parametrize(("game", "alone"), [("block", False), ("bingo", True)])
def test_a_second_process_finds_the_machine_code_and_prints_nothing(game: str, alone: bool) -> None:
    here = simulate(game, hands=100, seed=1, policies="random", engine="compiled").sums
    code = ("from domino_lab.kernel import engines; from domino_lab.notebook import simulate\n"
            f"sums = simulate('{game}', hands=100, seed=1, policies='random', engine='compiled', progress=False).sums\n"
            f"print(sum(engines.engine(compiled=True, alone={alone}).run.stats.cache_hits.values()), hash(sums))")
    for _ in range(3):  # the first may still have to compile
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=110)
        assert (done.returncode, done.stderr) == (0, "")
        hits, sums = done.stdout.split()
        assert int(sums) == hash(here)
        if hits == "1":
            return
    pytest.fail("three processes, and each compiled anew")


def test_a_first_run_of_a_few_hands_does_not_wait_for_numba_and_counts_the_same() -> None:
    many = simulate("draw", hands=1000, seed=4, engine="compiled").sums
    code = ("import sys; from domino_lab.notebook import simulate\n"
            "few, numba = simulate('draw', hands=1000, seed=4), 'numba' in sys.modules\n"
            "more = simulate('draw', hands=1001, seed=4)\n"
            "again = simulate('draw', hands=5, seed=4)\n"
            "print(few.engine, numba, more.engine, again.engine, hash(few.sums))")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=110)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["plain", "False", "compiled", "compiled", str(hash(many))]


def test_where_no_machine_code_is_kept_yet_nobody_waits_longer_than_without_numba(tmp_path: Path) -> None:
    """The tournament of lesson 42, smaller, and a simulation: each took as long as compiling, 13 s."""
    pytest.importorskip("numba")
    code = ("import domino_lab as dl\n"
            "found = dl.tournament(['random', 'heaviest', 'greedy'], 'all-fives', deals=200, seed=1)\n"
            "print(list(found.engines), dl.simulate('all-fives', hands=1001, seed=4).engine)")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=110,
                          env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["['plain']", "plain"]


@pytest.mark.parametrize("kept", [False, True])
def test_plain_python_plays_until_compiling_would_have_been_over(monkeypatch: pytest.MonkeyPatch, kept: bool) -> None:
    monkeypatch.setattr(engines, "is_compiled", lambda **_which: False)
    monkeypatch.setattr(engines, "is_on_disk", lambda _function: kept)
    monkeypatch.setattr(engines, "engine", lambda **_which: plain)
    monkeypatch.setattr(engines, "_waited", Counter())
    half = engines.MANY // 2
    runs = [engines.FEW, half, engines.FEW, half, 2 * engines.FEW]
    assert [engines.begin_plain(hands) for hands in runs] == [True, not kept, True, not kept, False]
    assert not engines.begin_plain(engines.MANY + 1)
    monkeypatch.setattr(engines, "is_compiled", lambda **_which: True)
    assert not engines.begin_plain(1), "what is compiled plays"


def test_it_is_said_at_a_terminal_that_something_is_compiled(
        capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with telling(progress=True, total=9, what="Block") as tell:
        tell(Progress(0, 9, "compiling"))
        said = capsys.readouterr()
    assert said.out == ""
    assert phrase("chancelab.compiling") in said.err


def test_compiling_is_said_before_the_first_hand_and_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Progress] = []
    monkeypatch.setattr(engines, "is_compiled", lambda **_which: bool(told))
    monkeypatch.setattr(engines, "is_kept", lambda **_which: False)
    for _ in range(2):
        simulate("block", hands=30, engine="compiled", progress=told.append)
    assert told == [Progress(0, 30, "compiling"), Progress(30, 30, "playing"), Progress(30, 30, "playing")]
