"""Rules and hands by name, by path or as text: a file never hides a game, and a path is never taken for rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import domino_lab as dl
from tests.io.test_files import run


def test_a_name_with_a_tilde_of_nobody_is_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    dl.save_rules("block", "~nobody-is-called-so.toml")
    assert dl.ruleset("~nobody-is-called-so.toml").id == "block"


@pytest.mark.parametrize("game", ["block", "all-fives", "All Fives", "draw"])
def test_a_file_that_is_called_as_a_game_does_not_hide_it(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                          ) -> None:
    monkeypatch.chdir(tmp_path)
    was = dl.HandStepper(game, seed=1).here.timeline
    Path(game).write_text('ruleset = "bergen"\n[deal]\nseed = 4\n', encoding="utf-8")
    now = dl.HandStepper(game, seed=1).here.timeline
    assert now.actions == was.actions
    assert dl.ruleset(game).id == was.rules.id
    with pytest.raises(dl.RecordError, match=r"is a game, not a hand: .* write '\./"):
        dl.load(game)
    assert "is a game, not a hand" in run("replay", game)
    assert dl.load(f"./{game}").rules.id == dl.load(Path(game)).rules.id == "bergen"
    assert dl.Recorder(game, seed=1).hand.rules.id == was.rules.id
    assert "Bergen" in run("replay", f"./{game}") or "bergen" in run("replay", f"./{game}", "--json")


def test_a_folder_and_a_packaged_hand_likewise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("block").mkdir()
    assert dl.HandStepper("block", seed=1).here.timeline.rules.id == "block"
    Path("all-fives-worked-example").write_text("ruleset = 'block'\n", encoding="utf-8")
    assert '"ruleset": "all-fives"' in run("replay", "all-fives-worked-example", "--json")


def test_rules_are_read_from_a_file_whose_folder_is_named_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("block").write_text('ruleset = "draw"\nname = "Ours"\n', encoding="utf-8")
    assert dl.ruleset("./block").name == "Ours"
    assert dl.ruleset("block").name == "Block Game"
    assert dl.ruleset("block/partners").id == "block/partners"


@pytest.mark.parametrize("name", ["year=2026/club.toml", "./year=2026/club", "year=2026/club", "year=2026#2.toml"])
def test_a_path_with_an_equals_sign_is_a_path(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("year=2026").mkdir()
    Path(name).write_text('ruleset = "draw"\nname = "Ours"\n', encoding="utf-8")
    assert dl.ruleset(name).name == "Ours"
    assert dl.play_out(name, seed=1).rules.name == "Ours"
    assert run("rules", name).startswith("# Ours")


@pytest.mark.parametrize("name", ["year=2026/none.toml", "year=2026/none", "./a=b", "/a=b"])
def test_a_path_with_an_equals_sign_of_no_file_is_told(name: str) -> None:
    with pytest.raises(dl.RulesetError, match=r"there is no file '.*=.*'"):
        dl.ruleset(name)


@pytest.mark.parametrize("text", ['ruleset = "draw"', 'ruleset = "draw" # as in club.toml'])
def test_a_line_of_rules_is_no_path(text: str) -> None:
    assert dl.ruleset(text).id == "draw"
