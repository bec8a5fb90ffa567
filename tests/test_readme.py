"""What the front page says to type works as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from domino_lab.cli import main
from domino_lab.play.policies import POLICIES

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
LINES = re.findall(r"^    domino-lab ((?:games|rules|settle|new-hand)\b.*?)(?:  .*)?$", README, re.M)


def test_the_front_page_names_these_commands() -> None:
    assert {line.split()[0] for line in LINES} == {"games", "rules", "settle", "new-hand"}


@pytest.mark.parametrize("line", LINES)
def test_a_command_of_the_front_page_runs(line: str) -> None:
    done = CliRunner().invoke(main, shlex.split(line))
    assert done.exit_code == 0, done.output
    assert done.output.strip()


BLOCKS = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)


def test_the_lines_of_the_front_page_run_as_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some of them write files
    shown: list[object] = []
    names: dict[str, object] = {"display": lambda *parts: shown.extend(parts)}
    for block in BLOCKS:
        exec(compile(block, "README.md", "exec"), names)
    assert len(BLOCKS) >= 4
    assert len(shown) == 3
    pages = {"hand.html", "two.html", "quiz.html", "practice.html"}
    assert {path.name for path in tmp_path.iterdir()} == {"my-match.toml", "my-hand.toml", *pages}


@pytest.mark.parametrize("verb", ["Play", "Patience", "tournament", "Recorder", "Lesson", "load_match"])
def test_the_front_page_has_a_line_for_each_way_to_play(verb: str) -> None:
    assert any(f"dl.{verb}(" in block for block in BLOCKS)


def test_the_front_page_names_every_player() -> None:
    assert {name for name in POLICIES if f"`{name}`" not in README} == set()
