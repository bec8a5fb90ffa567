"""What a game tells and what it does not: scores that are called or lost, tiles behind the curtain, its own line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab.core.errors import RecordError
from domino_lab.sessions.play import PlaySession
from domino_lab.widgets import Play
from tests.widgets.pressing import pick, press
from tests.widgets.reading import entries, everything, kinds
from tests.widgets.test_play import do, setting_five_five, told

COUNTED = 10
"""What 5-5 counts as the first tile."""


@pytest.fixture
def calls() -> Play:
    """Four at a table where scores are called, and the reader has to set 5-5."""
    return Play("two-box", against="random", seats=4, seed=setting_five_five(), names=["Ana", "B", "C", "D"], delay=0)


def test_a_score_that_was_forgotten_is_told_when_others_have_moved_since(calls: Play) -> None:
    do(calls, calls.here.legal[0])
    assert calls.here.end > 3, "the others have moved"
    assert f"Ana did not call the {COUNTED}, so they are lost." in calls.status
    assert told(calls) in calls.status


def test_a_wrong_call_is_told_when_others_have_moved_since(calls: Play) -> None:
    pick(calls, calls.here.legal[0].tile)
    press(calls, "5", "Enter")
    assert "Ana called 5, not 10, so nothing is scored." in calls.status


def test_a_score_that_is_to_be_called_is_said_and_taken_back_with_escape(calls: Play) -> None:
    pick(calls, calls.here.legal[0].tile)
    press(calls, "1", "0")
    assert calls.status.endswith("You will call 10 with the next tile.")
    press(calls, "Escape")
    assert (calls.here.tile, calls.here.call) == (None, 0)
    assert "is called" not in calls.status


@pytest.mark.parametrize("key", ["x", "Home", "Space", "D", "F5", ""])
def test_a_key_that_means_nothing_here_does_nothing(key: str) -> None:
    play = Play("block", against="heaviest", seed=1, delay=0)
    before = play.here.timeline, play.here.changes
    play.stage._receive(None, {"do": "key", "value": key}, [])
    assert (play.here.timeline, play.here.changes) == before


def test_what_one_person_drew_is_not_kept_for_the_next_one_to_find() -> None:
    play = Play("draw", names=["Ana", "Ben"], seed=3, delay=0)
    press(play, "Enter", "d")
    drawn = str(play.here.timeline[1].events[0].tile)
    assert drawn in entries(play)[1][2]
    while play.here.waits == "human":
        do(play, play.here.legal[0])
    laid = {str(one.tile) for one in play.here.live.chain.laid}
    assert drawn not in laid, "else it may well be seen"
    assert drawn not in everything(play)
    press(play, "Enter")
    name = entries(play)[1][2]
    assert "Ana" in name or "Ben" in name
    assert drawn not in everything(play)


# --- the line that makes it again


def test_the_line_of_a_kept_match_keeps_it_on(tmp_path: Path) -> None:
    """Pasted after a break it goes on with the file, and writes what is played then into it, too; whatever its name."""
    file = tmp_path / "evening.match"
    first = Play("block", against="heaviest", seed=4, delay=0, hints=False, save=file)
    second = eval(first.line, {"dl": dl})
    second.here.do(second.here.legal[0])
    assert second.hints is False
    third = eval(first.line, {"dl": dl})
    assert third.here.timeline.actions == second.here.timeline.actions != ()


def test_the_line_says_how_it_was_asked_for() -> None:
    play = Play("block", against="heaviest", seed=4, delay=0, reasons=False, undo=False)
    assert play.line == 'dl.Play("block", against="heaviest", seed=4, undo=False, delay=0, reasons=False)'
    play.do("delay", 1)
    assert "delay" not in play.line


def test_the_line_of_a_file_goes_on_with_it_until_another_match_is_dealt(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    file.write_text(PlaySession("block", against="heaviest", seed=4).to_toml(), encoding="utf-8")
    play = Play(file, delay=0)
    assert play.line == f'dl.Play("{file}", delay=0)'
    play.do("new_deal")
    assert play.line == 'dl.Play("block", against="heaviest", seed=5, delay=0)'


@pytest.mark.parametrize("what", ["nowhere.toml", Path("nowhere.toml")])
def test_a_match_file_that_is_not_there_is_named_with_the_way_to_begin_one(what: str | Path) -> None:
    with pytest.raises(RecordError, match=r'There is no file nowhere\.toml here, in .*save="nowhere\.toml"'):
        Play(what)
    with pytest.raises(RecordError, match=r'There is no file nowhere\.toml here, in .*save="nowhere\.toml"'):
        dl.load_match(what)


@pytest.mark.parametrize(("good", "bad", "why"), [
    ('play = "', 'lay = "', r"line \d+: .*\(REC-KEY\)"),
    ('"heaviest"', '"nobody"', "line 6: no player is called 'nobody'"),
    ("[[hand]]", "[hand]]", r"line \d+: .*\(REC-SYNTAX\)"), ("[[hand", "[[hound", r".*\(REC-VALUE\)"),
    ("seated", "seats", "line 5: .*"),
])
def test_a_damaged_match_file_is_named_with_its_line_and_the_way_out(
    tmp_path: Path, good: str, bad: str, why: str,
) -> None:
    file = tmp_path / "evening.toml"
    play = Play("block", against="heaviest", seed=4, delay=0, save=file)
    play.here.do(play.here.legal[0])
    text = file.read_text(encoding="utf-8").replace(good, bad)
    file.write_text(text, encoding="utf-8")
    told = rf"(?s)evening\.toml cannot go on: .*{why}.*To go on, fix this\. To start again, delete the file"
    with pytest.raises(RecordError, match=told):
        Play("block", against="heaviest", save=file)
    with pytest.raises(RecordError, match=told):
        Play(file)
    assert file.read_text(encoding="utf-8") == text


class Neighbours(dl.rules.Matching):
    """Halves that differ by one touch."""

    def meets(self, half: int, value: int) -> bool:
        return abs(half - value) == 1


def test_a_match_by_rules_of_ones_own_asks_for_them_and_for_nothing_else(tmp_path: Path) -> None:
    file, house = tmp_path / "evening.toml", dl.ruleset("block").but(matching=Neighbours())
    play = Play(house, against=["heaviest", "heaviest"], seed=4, delay=0, save=file)
    while play.here.waits != "match over" and len(play.here.match.hands) < 3:
        play.here.reply() if play.here.waits == "player" else play.here.next_hand()
    told = (r'cannot go on: line 6: This file needs a rule that somebody wrote in Python, "Neighbours"\. Give the '
            r"ruleset that has it, as in rules=house\. \(REC-RULES\)\. To go on, fix this\.")
    for what, kept in ((file, None), ("block", file)):
        with pytest.raises(RecordError, match=told):
            Play(what, save=kept)
    [problem] = dl.load_match(file).problems
    assert (problem.line, problem.clause) == (6, "REC-RULES")
    assert dl.load_match(file, rules=house).problems == ()
    assert Play(file, rules=house).here.step == play.here.step
    assert Play(house, save=file).here.step == play.here.step


# --- on a phone


def test_a_small_picture_shows_every_chosen_place() -> None:
    """Every legal end of every tile is in the picture when it is chosen; a laid tile keeps its place."""
    rules = dl.ruleset("all-fives").but(max_pip=12)
    play, chosen = Play(rules, against="heaviest", seed=1, delay=0), 0
    play.stage.room = [256, 150]
    while not play.here.is_over:
        places = [tile.placed for tile in play.scene.tiles]
        for action in play.here.legal:
            if getattr(action, "end", None) is None:
                continue
            play.here.choose(action.tile)
            while play.here.chosen_action.end != action.end:
                press(play, "ArrowRight")
            seen = play.scene
            x, y, width, height = next(end.box for end in seen.ends if end.end == action.end)
            left, top, wide, high = seen.cloth
            assert left <= x <= left + wide - width
            assert top <= y <= top + high - height
            assert [tile.placed for tile in seen.tiles] == places
            chosen += 1
        press(play, "Escape")
        play.here.do(play.here.legal[0])
    assert chosen > 30


# --- how it goes on


@pytest.mark.parametrize(("rules", "won"), [
    ("all-fives", "and 100 or more wins the match."), ("block/partners", "win the match."),
])
def test_the_end_of_a_match_is_told_once_with_the_way_on(rules: str, won: str) -> None:
    """By the rule that ends it, where its sentence has room; nobody but Ana is a person."""
    play = Play(rules, against="greedy", seed=1, delay=0)
    while play.here.waits != "match over":
        play.here.next_hand()
        while not play.here.is_over:
            play.here.do(play.here.legal[-1])
    assert won in play.status
    assert len(re.findall("wins? the match", play.status)) == 1
    assert "Press New match to play again." in play.status
    shown = [button["text"] for button in kinds(play.moment()["table"]["notice"], "button")]
    assert shown == ["New match", "Step through the hand", "Show the table"]
    play.stage._receive(None, {"do": "new_deal"}, [])
    assert (play.here.end, play.here.seed, len(play.here.sheet)) == (play.here.step, 2, 1)


def test_the_end_of_a_single_hand_tells_the_way_on() -> None:
    play = Play("block", against=["heaviest", "doubles"], seed=1, delay=0, match=False)
    assert told(play).endswith("Press New deal to play another hand.")
    assert "New deal" in [button["text"] for button in kinds(play.moment()["table"]["notice"], "button")]
