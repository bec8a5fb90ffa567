"""What a game tells and what it does not: scores that are called or lost, tiles behind the curtain, its own line."""

from __future__ import annotations

from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab.errors import RecordError
from domino_lab.widgets import Lesson, Patience, Play, Recorder, ScoringSandbox
from domino_lab.widgets.part import Frame
from domino_lab.widgets.playing.game import Game
from tests.widgets.test_play import do, pick, press, setting_five_five

COUNTED = 10
"""What 5-5 counts as the first tile."""


@pytest.fixture
def calls() -> Play:
    """Four at a table where scores are called, and the reader has to set 5-5."""
    return Play("two-box", against="random", seats=4, seed=setting_five_five(), names=["Ana", "B", "C", "D"], delay=0)


def test_a_score_that_was_forgotten_is_told_when_others_have_moved_since(calls: Play) -> None:
    do(calls, calls.here.legal[0])
    assert calls.here.end > 3, "the others have moved"
    assert f"Ana did not call the {COUNTED}, so they are lost." in calls.frame.status
    assert calls.frame.status == calls.caption.told


def test_a_wrong_call_is_told_when_others_have_moved_since(calls: Play) -> None:
    pick(calls, calls.here.legal[0].tile)
    press(calls, "5", "Enter")
    assert "Ana called 5, but the ends come to 10." in calls.frame.status


def test_a_score_that_is_to_be_called_is_said_and_taken_back_with_escape(calls: Play) -> None:
    pick(calls, calls.here.legal[0].tile)
    press(calls, "1", "0")
    assert calls.frame.status.endswith("You will call 10 with the next tile.")
    press(calls, "Escape")
    assert (calls.here.tile, calls.here.call) == (None, 0)
    assert "is called" not in calls.frame.status


def test_escape_puts_away_a_call_before_the_list_of_keys(calls: Play) -> None:
    press(calls, "?", "5", "Escape")
    assert (calls.here.call, calls.action_bar.is_open) == (0, True)
    press(calls, "Escape")
    assert not calls.action_bar.is_open


@pytest.mark.parametrize("key", ["x", "Home", "Space", "D", "F5", ""])
def test_a_key_that_means_nothing_here_does_nothing(key: str) -> None:
    play = Play("block", against="heaviest", seed=1, delay=0)
    before = play.here.timeline, play.here.changes
    play.key(key)
    assert (play.here.timeline, play.here.changes) == before


def test_behind_the_curtain_no_button_keeps_a_tile() -> None:
    """Also none that is not on the page: a notebook can be saved with all that its widgets hold."""
    play = Play("block", names=["Ana", "Ben"], seed=7, delay=0)
    press(play, "Enter")
    assert all(button.description for button in play.rack.buttons)
    do(play, play.here.legal[0])
    assert play.here.waits == "curtain"
    assert not any(button.description or button.tooltip for button in play.rack.buttons)
    press(play, "Enter")
    assert [button.description for button in play.rack.buttons] == [str(tile) for tile in play.here.tiles]


def test_what_one_person_drew_is_not_kept_in_a_list_that_is_put_away() -> None:
    play = Play("draw", names=["Ana", "Ben"], seed=3, delay=0)
    press(play, "Enter", "d")
    drawn = str(play.here.timeline[1].events[0].tile)
    press(play, "?")
    assert drawn in play.moves.buttons[1].description
    press(play, "?")
    while play.here.waits == "human":
        do(play, play.here.legal[0])
    assert not any(drawn in button.description for button in play.moves.buttons)
    press(play, "?")
    told = play.moves.buttons[1].description
    assert "Ana" in told or "Ben" in told
    assert drawn not in told


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
    play.here.delay = 1.0
    play.show()
    assert "delay" not in play.line


def test_the_line_of_a_file_goes_on_with_it_until_another_match_is_dealt(tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    file.write_text(Game("block", against="heaviest", seed=4).saved(), encoding="utf-8")
    play = Play(file, delay=0)
    assert play.line == f'dl.Play("{file}", delay=0)'
    play.action_bar.extras["new_deal"].click()
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
    told = rf"(?s)evening\.toml cannot go on: .*{why}.*To go on, correct that\. To start again, delete the file"
    with pytest.raises(RecordError, match=told):
        Play("block", against="heaviest", save=file)
    with pytest.raises(RecordError, match=told):
        Play(file)
    assert file.read_text(encoding="utf-8") == text


class Neighbours:
    """Halves that differ by one touch."""

    def meets(self, half: int, value: int) -> bool:
        return abs(half - value) == 1


def test_a_match_by_rules_of_ones_own_asks_for_them_and_for_nothing_else(tmp_path: Path) -> None:
    file, house = tmp_path / "evening.toml", dl.ruleset("block").but(matching=Neighbours())
    play = Play(house, against=["heaviest", "heaviest"], seed=4, delay=0, save=file)
    while play.here.waits != "match over" and len(play.here.match.hands) < 3:
        play.here.reply() if play.here.waits == "player" else play.here.next_hand()
    told = (r'cannot go on: line 6: This file needs a rule that a reader wrote, "Neighbours"\. Give the '
            r"ruleset that has it, as in rules=house\. \(REC-RULES\)\. To go on, correct that\.")
    for what, kept in ((file, None), ("block", file)):
        with pytest.raises(RecordError, match=told):
            Play(what, save=kept)
    [problem] = dl.load_match(file).problems
    assert (problem.line, problem.clause) == (6, "REC-RULES")
    assert dl.load_match(file, rules=house).problems == ()
    assert Play(file, rules=house).here.step == play.here.step
    assert Play(house, save=file).here.step == play.here.step


# --- on a phone


def test_a_picture_too_small_for_the_table_shows_the_chosen_place() -> None:
    """Every legal end of every tile comes into the picture when it is chosen; a laid tile keeps its place."""
    play, followed = Play("all-fives", against="heaviest", seed=1, delay=0), 0
    play.table.fit(256)
    while not play.here.is_over:
        places = [tile.placed for tile in play.table.scene.tiles]
        for action in play.here.legal:
            if getattr(action, "end", None) is None:
                continue
            play.here.choose(action.tile)
            while play.here.chosen_action.end != action.end:
                press(play, "ArrowRight")
            seen = play.table.scene
            x, y, width, height = next(end.zone for end in seen.ends if end.end == action.end)
            left, top, wide, high = seen.cloth
            assert left <= x <= left + wide - width
            assert top <= y <= top + high - height
            assert [tile.placed for tile in seen.tiles] == places
            followed += seen.viewport.follows
        press(play, "Escape")
        play.here.do(play.here.legal[0])
    assert followed > 5


# --- how it goes on


@pytest.mark.parametrize(("rules", "won"), [
    ("all-fives", "and wins the match, because the target was 100."), ("block/partners", "win the match."),
])
def test_the_end_of_a_match_is_told_once_with_the_way_on(rules: str, won: str) -> None:
    """By the rule that ends it, where its sentence has room; nobody but Player 1 is a person."""
    play = Play(rules, against="greedy", seed=1, delay=0)
    while play.here.waits != "match over":
        play.here.next_hand()
        while not play.here.is_over:
            play.here.do(play.here.legal[-1])
    assert won in play.frame.status
    assert play.frame.status.count("match") == 1
    assert "Press New deal to play another hand." in play.frame.status
    shown = [button.description for button in play.afterwards.children[0].children if button.layout.display != "none"]
    assert shown == ["New deal", "Look through it", "Save the hand"]
    play.afterwards.another.click()
    assert (play.here.end, play.here.seed, len(play.here.sheet)) == (play.here.step, 2, 1)


def test_the_end_of_a_single_hand_tells_the_way_on() -> None:
    play = Play("block", against=["heaviest", "doubles"], seed=1, delay=0, match=False)
    assert play.caption.told.endswith("Press New deal to play another hand.")


# --- where the keys are heard


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The classes to which the focus was moved, "" for the box."""
    found: list[str] = []
    monkeypatch.setattr(Frame, "focus", lambda _frame, css="": found.append(css))
    return found


def test_the_focus_leaves_the_button_of_the_curtain_before_it_is_gone(moved: list[str]) -> None:
    play = Play("block", names=["Ana", "Ben"], seed=7, delay=0)
    moved.clear()
    play.curtain.lift.click()
    assert moved == [""]
    play.here.do(play.here.legal[0])
    assert moved == ["", ""], "and that of the button that lays a tile"


@pytest.mark.parametrize("rules", ["all-fives", "blind"])
def test_the_focus_leaves_the_buttons_of_a_finished_hand_before_they_are_gone(rules: str, moved: list[str]) -> None:
    play = Play(rules, against="greedy", seed=1, delay=0)
    while not play.here.is_over:
        play.here.do(play.here.legal[0])
    moved.clear()
    next(button for button in (play.afterwards.next, play.afterwards.another) if button.layout.display == "").click()
    assert play.afterwards.layout.display == "none"
    assert moved == [""]


FIRST_TILE = {
    "play": lambda: (view := Play("block", against="greedy", seed=7, delay=0), view.rack.buttons[0]),
    "lesson": lambda: (view := Lesson("all-fives", seed=7, every=0), view.rack.buttons[0]),
    "recorder": lambda: (view := Recorder("all-fives", seed=7), view.rack.buttons[0]),
    "patience": lambda: (view := Patience("five-columns", seed=7), view.rack.buttons[0]),
    "hint": lambda: (view := Patience("five-columns", seed=7), view.buttons["hint"]),
    "sandbox": lambda: (view := ScoringSandbox("all-fives"), next(iter(view.tabs[0].tray.buttons.values()))),
}


@pytest.mark.parametrize("by_key", [True, False])
@pytest.mark.parametrize("kind", FIRST_TILE)
def test_the_focus_is_on_the_button_that_lays_before_a_tile_is_chosen(
    kind: str, by_key: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enter that is pressed at once means that tile; on the tile's own button it would let it go again."""
    view, button = FIRST_TILE[kind]()
    moved = []
    monkeypatch.setattr(Frame, "focus", lambda _frame, css="": moved.append((css, view.here.tile)))
    if by_key:
        view.key("h" if kind == "hint" else "ArrowDown")
    else:
        button.click()
    assert moved == [("dlab-lay", None)]
    assert view.here.tile is not None
    view.close()
