"""A bar tells how far a long run is, at a terminal and in a notebook, and goes away; a short run shows none."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pkgutil import resolve_name
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.io import progress
from domino_lab.io.progress import lasting
from tests.widgets.kept import picture


class Terminal(StringIO):
    """A terminal that keeps what is written to it."""

    def isatty(self) -> bool:
        return True


def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Write errors to a terminal; not as a fixture, because pytest sets stderr again after those."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    return terminal


def test_a_long_run_shows_a_bar_at_a_terminal_and_takes_it_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "LONG", 0)
    dl.simulate("block", hands=3000, seed=1, engine="plain")
    shown = terminal.getvalue().split("\r")
    assert any(re.fullmatch(r"Block Game: +0%\|.*\| 0/3000 \[.* hands/s\]", line) for line in shown)
    assert not shown[-1].strip()


def test_a_short_run_shows_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    dl.simulate("block", hands=50, seed=1, engine="plain")
    dl.chance.exact(lambda tiles: tiles[0].is_double, tiles=2)
    assert terminal.getvalue().strip() == ""


def test_no_bar_is_shown_where_nobody_asks_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "LONG", 0)
    dl.simulate("block", hands=50, engine="plain", progress=False)
    assert terminal.getvalue() == ""


def test_without_a_kernel_nothing_is_shown(capfd) -> None:
    told = []
    dl.simulate("block", hands=50, engine="plain")
    dl.simulate("block", hands=50, engine="plain", progress=told.append)
    assert told[-1].done == 50
    assert capfd.readouterr() == ("", "")


def test_in_a_real_kernel_a_long_run_shows_a_bar_and_leaves_the_same_table_as_a_short_one(tmp_path) -> None:
    import nbformat
    from nbclient import NotebookClient

    run = 'dl.simulate("block", hands=6000, seed=1, engine="plain")'
    cells = ["import domino_lab as dl", run, f"import domino_lab.io.progress as p; p.LONG = 1e-3; {run}"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    where = {"metadata": {"path": str(tmp_path)}}
    client = NotebookClient(notebook, timeout=100, kernel_name="python3", resources=where)
    client.execute(env={name: value for name, value in os.environ.items() if name != "TQDM_DISABLE"})
    [result], [bar, same] = (cell.outputs for cell in notebook.cells[1:])
    assert [one.output_type for one in (result, bar, same)] == ["execute_result", "display_data", "execute_result"]
    assert not bar.data
    assert any("Block\u2007Game" in str(state.get("value")) for state in client.widget_state.values())
    assert result.data["text/plain"] == same.data["text/plain"]
    assert result.data["text/plain"] == str(dl.simulate("block", hands=6000, seed=1, engine="plain"))
    assert picture(result.data).startswith("<svg")


def test_a_duration_is_said_in_words() -> None:
    assert [lasting(seconds) for seconds in (100, 150, 10_000)] == ["about 100 seconds", "about 2 minutes",
                                                                    "about 3 hours"]


LONG_RUNS: dict[str, tuple[Callable[[], Any], str]] = {
    "compare": (lambda: dl.compare(dl.Shuffle(seed=7), ["block", "draw"], hands=10**6),
                "explain.spread.SpreadCounter._values"),
    "estimate": (lambda: dl.chance.estimate(dl.chance.doubles() == 0, samples=10**8), "chance.counting.draw_holding"),
    "solvable": (lambda: dl.chance.solvable("five-columns", hands=10**6),
                 "chance.patience_prospects.fewest_of_deal"),
}


@pytest.mark.parametrize("run", LONG_RUNS)
def test_a_long_run_shows_at_a_terminal_how_long_it_takes(run: str, monkeypatch: pytest.MonkeyPatch,
                                                          capsys: pytest.CaptureFixture[str]) -> None:
    call, slow = LONG_RUNS[run]
    room, name = slow.rsplit(".", 1)
    owner = resolve_name(f"domino_lab.{room}")
    real, made = getattr(owner, name), [0]

    def interrupted(*given: Any, **named: Any) -> Any:
        made[0] += 1
        if made[0] > 200:
            raise KeyboardInterrupt
        return real(*given, **named)

    monkeypatch.setattr(owner, name, interrupted)
    monkeypatch.setattr("domino_lab.io.progress.LONG", 0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with suppress(KeyboardInterrupt):
        found = call()
        assert 0 < len(found) < 10**6 if run == "compare" else 0 < found.hands < 10**6
        assert run != "compare" or f"The run stopped after {len(found)} of 1,000,000 hands." in found.notes
    said = capsys.readouterr()
    assert said.out == ""
    assert re.search(r": +0%\|.*\| \d+/10+ ", said.err)
