"""What somebody types first: `dl.Play` with nothing, with a slip, with a place to save that is none."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.play.match import Match
from domino_lab.record.match_file import check_match
from domino_lab.widgets.play import match_sheet

SLIPS: list[tuple[dict[str, Any], str]] = [
    ({"names": "Ana"}, r'Play\(names=\'Ana\'\): give a list of names such as \["Ana", "Ben"\]'),
    ({"names": ["Ana", 7]}, "give a list of names"),
    ({"names": ["Ana", "  "]}, "names must be a list such as"),
    ({"names": ["Ana", "Ben", "Cem"], "seats": 2}, "names has 3 names for 2 seats"),
    ({"seats": "2"}, r"seats='2'\): give a whole number"),
    ({"seats": 0}, "not 0"),
    ({"against": ["greedy"]}, r"a list needs one for each seat \(None for a person\)"),
]


def test_without_a_word_it_is_all_fives_for_two_people() -> None:
    play = dl.Play()
    assert play.line == 'dl.Play("all-fives", seed=0)'
    assert play.here.humans == (0, 1)


@pytest.mark.parametrize(("how", "told"), SLIPS)
def test_a_slip_is_named_with_the_way_out(how: dict[str, Any], told: str) -> None:
    with pytest.raises(dl.DominoError, match=told):
        dl.Play("all-fives", **how)


def test_a_match_is_saved_in_a_file_and_in_a_folder_that_is_there(tmp_path: Path) -> None:
    with pytest.raises(dl.RecordError, match=r"is a folder: name a file in it, such as '.*match\.toml'"):
        dl.Play("block", save=tmp_path)
    with pytest.raises(dl.RecordError, match=r"there is no folder '.*nowhere' to save it in"):
        dl.Play("block", save=tmp_path / "nowhere" / "match.toml")


def test_a_match_that_cannot_be_written_goes_on_and_is_written_when_it_can(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_from: object, _to: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "match.toml"
    play = dl.Play("all-fives", against="greedy", seed=1, delay=0, save=file)
    was = file.read_text(encoding="utf-8")
    with monkeypatch.context() as patched:
        patched.setattr("domino_lab.io.files.os.replace", full)
        play.here.do(play.here.legal[0])
        assert "cannot be written: No space left on device. Name another file" in play.error
        assert file.read_text(encoding="utf-8") == was
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    play.here.do(play.here.legal[0])
    assert len(dl.load_match(file).hands[0].actions) == len(play.here.timeline.actions) > 2


def test_a_save_that_is_refused_is_told_in_the_widget_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    file = folder / "match.toml"
    play = dl.Play("block", against="heaviest", seed=1, delay=0, save=file)
    file.write_text("mine", encoding="utf-8")
    play.here.do(play.here.legal[0])
    assert play.error.startswith("match.toml has been changed by somebody else since it was opened: name another")
    assert file.read_text(encoding="utf-8") == "mine"
    file.unlink()
    folder.rmdir()
    play.here.do(play.here.legal[0])
    assert play.error.startswith(f"'{file}' cannot be written: No such file or directory.")
    assert not caplog.records


def test_only_the_hand_on_the_table_is_read_back_after_a_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After sixty hands the whole match took a tenth of a second to read, at every move."""
    file = tmp_path / "match.toml"
    play = dl.Play("block", against="heaviest", seed=1, delay=0, save=file)

    def ended() -> None:
        while not play.here.is_over:
            play.here.do(play.here.legal[0])

    for _ in range(2):
        ended()
        play.here.next_hand()
    read: list[str] = []

    def reads(match: Match, text: str) -> None:
        read.append(text)
        check_match(match, text)

    monkeypatch.setattr("domino_lab.sessions.play.check_match", reads)
    play.here.do(play.here.legal[0])
    whole = file.read_text(encoding="utf-8")
    assert whole.endswith(read[-1].removeprefix(play.here.pages.top))
    ended()
    assert [text.count("[[hand]]") for text in read] == [1] * len(read)
    assert file.read_text(encoding="utf-8").endswith(read[-1].removeprefix(play.here.pages.top))
    assert not dl.load_match(file).problems
    assert play.error == ""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_score_sheet_has_a_column_for_each_player(seats: int) -> None:
    [sheet, *_note] = match_sheet(dl.Play("all-fives", against="greedy", seats=seats, seed=1, delay=0).here)
    assert len(sheet["heads"]) == seats + 1
    assert [len(row) for row in sheet["rows"]] == [seats + 1]


def test_the_score_sheet_says_how_many_matches_each_side_has_won() -> None:
    """The first of two matches is over after a hand, because whoever scores at all wins it."""
    rules = dl.ruleset("block").but(target=1, reach="at-least", matches_to_win=2)
    here = dl.Play(rules, against=["heaviest", "heaviest"], seed=1, delay=0).here
    while not here.is_over:
        here.reply()
    won, (ana, ben) = here.timeline.steps[-1].settled.winner, here.timeline.names
    assert match_sheet(here)[1]["text"] == f"Matches won: {ana}: {1 - won}, {ben}: {won}."
    here.next_hand()
    assert here.live.table.standing.scores == (0, 0)


@pytest.mark.parametrize(("match", "label"), [(True, "Score sheet, to 100"), (False, "")])
def test_a_single_hand_has_no_target(match: bool, label: str) -> None:
    game = dl.Play("block", against="heaviest", seed=1, delay=0, match=match).here
    assert match_sheet(game)[0]["label"] == label


def test_a_kept_match_is_not_gone_on_with_against_somebody_else(tmp_path: Path) -> None:
    """Whoever changes the player in the line would otherwise go on against the one before, and not know it."""
    path = tmp_path / "match.toml"
    begun = dl.Play("block", against="greedy", seed=4, delay=0, save=path)
    begun.here.do(begun.here.legal[0])
    with pytest.raises(dl.RecordError, match=r"match\.toml holds a match of human, greedy"):
        dl.Play("block", against="heaviest", seed=4, delay=0, save=path)
    for again in ({"against": "greedy"}, {"against": [None, "greedy"]}, {}):
        assert dl.Play("block", delay=0, save=path, **again).here.timeline.actions == begun.here.timeline.actions


@pytest.mark.parametrize("hand", ["all-fives-worked-example", dl.load("all-fives-worked-example")])
def test_a_hand_that_was_played_is_told_where_it_belongs(hand: Any) -> None:
    with pytest.raises(dl.RulesetError, match=r'dl\.HandStepper shows it.*dl\.Play\("all-fives"\)'):
        dl.Play(hand)


def test_a_player_nobody_knows_has_its_nearest_name() -> None:
    with pytest.raises(dl.NotationError, match=r"no player is called 'gredy'; did you mean greedy\? The players are"):
        dl.Play("block", against="gredy")


def test_a_patience_can_be_asked_for_as_easily() -> None:
    assert dl.Patience().line == 'dl.Patience("five-columns", seed=0)'
    assert {"seed", "hand", "step", "large"} <= {*inspect.signature(dl.Patience).parameters}
