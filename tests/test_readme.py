"""What the front page and the page of lines to copy say to type works as it stands there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from domino_lab.cli import main
from domino_lab.play.policies import POLICIES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
TO_COPY = (ROOT / "domino_lab" / "site" / "lines.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    domino-lab ([a-z-]+)(.*)$", TO_COPY, re.M)
READY = [name + rest for name, rest in COMMANDS if name in {"games", "rules", "settle", "new-hand"}]


def blocks(text: str) -> list[str]:
    """The blocks of Python in a page."""
    return re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)


def test_the_front_page_is_short_and_begins_with_python() -> None:
    lines = README.splitlines()
    assert len(lines) <= 200
    assert [line for line in lines if len(line) > 120] == []
    assert lines.index("```python") < 25        # within the first screen


def test_every_link_and_picture_of_the_front_page_leads_somewhere() -> None:
    ways = re.findall(r"\]\(([^)]+)\)", README)
    assert "notebooks/pictures/stepper.png" in ways
    assert [way for way in ways if not way.startswith("https://") and not (ROOT / way).exists()] == []


def test_every_command_has_a_line_to_copy() -> None:
    assert {name for name, _rest in COMMANDS} == set(main.commands)


@pytest.mark.parametrize("line", READY)
def test_a_command_to_copy_runs(line: str) -> None:
    done = CliRunner().invoke(main, shlex.split(line))
    assert done.exit_code == 0, done.output
    assert done.output.strip()


def run(page: list[str], names: dict[str, object]) -> None:
    for block in page:
        exec(compile(block, "lines to copy", "exec"), names)


def test_the_lines_of_the_front_page_run_as_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # one of them writes a page
    assert blocks(README)
    run(blocks(README), {})
    assert [path.name for path in tmp_path.iterdir()] == ["hand.html"]


def test_the_lines_to_copy_run_as_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # some of them write files
    shown: list[object] = []
    run(blocks(TO_COPY), {"display": lambda *parts: shown.extend(parts)})
    assert len(shown) == 3
    pages = {f"{name}.html" for name in ("hand", "two", "quiz", "block", "patience", "chance", "practice")}
    assert {path.name for path in tmp_path.iterdir()} == {"my-match.toml", "my-hand.toml", *pages}


@pytest.mark.parametrize("verb", ["Play", "Patience", "tournament", "Recorder", "Lesson", "load_match"])
def test_there_is_a_line_for_each_way_to_play(verb: str) -> None:
    assert any(f"dl.{verb}(" in block for block in blocks(TO_COPY))


def test_the_lines_to_copy_name_every_player() -> None:
    assert {name for name in POLICIES if f"`{name}`" not in TO_COPY} == set()
