"""The recorder: a hand is played and written down; its file is read back as it is, with everything a writer wrote."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import domino_lab as dl
from domino_lab.catalogue import rulesets
from domino_lab.cli import main
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.errors import IllegalAction
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.questions import questions
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Note, Timeline, deal_hand, play_out
from domino_lab.record import write
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.recorder import RecorderSession
from tests.widgets.kept import picture
from tests.widgets.reading import area, beside_count, does, find, heard, kinds, nodes, styled

COMMENTED = """# A hand for the third lesson.
format = 1
title = "Two tens"
ruleset = "all-fives"
players = ["Ana", "Ben"]

[deal]
holdings = [["5-5", "6-6", "6-4"], ["5-0", "3-2", "2-5"]]
stock = ["0-3"]
leader = 0

[[move]]
play = "5-5"   # both halves count
note = "A lone double."

[[move]]
play = "5-0"
# the hint is for the little ones
hint = "Count the spinner."
ask = "Does Ben score?"
"""


def replayed(text: str, folder: Path) -> int:
    path = folder / "hand.toml"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(main, ["replay", str(path)]).exit_code


def same(line: Timeline, other: Timeline) -> bool:
    return (line.steps, dict(line.notes), line.title, line.source) == (
        other.steps, dict(other.notes), other.title, other.source)


GAMES = [rules for rules in rulesets() if "/" not in rules.id]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_a_hand_of_every_game_with_a_note_at_every_step_is_read_back_as_it_is(rules: Ruleset, tmp_path: Path) -> None:
    """Played by the moves of a player, written down on the way; read back equal, and every statement of it holds."""
    shuffle = Shuffle(seed=5)
    wanted = play_out(rules, shuffle, policies="random")
    scribe = RecorderSession(deal_hand(rules, shuffle))
    for number, action in enumerate(wanted.actions, 1):
        scribe.call = getattr(action, "call", None) or 0
        scribe.do(action)
        assert scribe.refused is None
        scribe.write(text=f"Step {number}: \"watch\" this.")
        if number % 3 == 0:
            found = scribe.abouts
            scribe.write(ask="What now?", about=found[number % len(found)], hint="Think.")
    scribe.last()
    scribe.write(text="The end.")
    scribe.entitle("A title: with signs # in it", "made up")
    assert scribe.timeline.steps == wanted.steps
    text = write(scribe.timeline)
    again = dl.load(text)
    assert not again.problems
    assert same(again, scribe.timeline)
    assert questions(again).keys() == questions(scribe.timeline).keys()
    assert replayed(text, tmp_path) == 0


def test_half_a_hand_is_a_record_too(tmp_path: Path) -> None:
    recorder = dl.Recorder("draw", names=["Ana", "Ben"], seed=3)
    for _ in range(5):
        recorder.here.do(recorder.here.legal[0])
    again = dl.load(recorder.toml)
    assert same(again, recorder.hand)
    assert not again.is_over
    assert replayed(recorder.toml, tmp_path) == 0


def test_a_record_that_is_there_keeps_its_comments_when_its_notes_are_changed() -> None:
    recorder = dl.Recorder(COMMENTED)
    recorder.here.go(1)
    recorder.here.write(text="A lone double counts twice.")
    recorder.here.go(2)
    recorder.here.write(about="count")
    recorder.here.entitle(source="club evening")
    before, after = COMMENTED.splitlines(), recorder.toml.splitlines()
    gone = [line for line in before if line not in after]
    come = [line for line in after if line not in before]
    assert gone == ['note = "A lone double."']
    assert sorted(come) == ['about = "count"', 'note = "A lone double counts twice."', 'source = "club evening"']
    assert same(dl.load(recorder.toml), recorder.hand)


def test_a_record_that_is_there_goes_on_and_can_be_cut(tmp_path: Path) -> None:
    recorder = dl.Recorder(COMMENTED)
    recorder.here.do(Draw())
    assert "# the hint is for the little ones" in recorder.toml
    assert 'draw = "3-0"' in recorder.toml
    assert replayed(recorder.toml, tmp_path) == 0
    recorder.here.go(1)
    recorder.here.cut()
    assert recorder.here.end == 1
    assert "# both halves count" in recorder.toml
    assert "5-0\"" not in recorder.toml.split("[[move]]")[-1]
    recorder.here.undo()
    assert recorder.here.end == 3


def test_what_is_wrong_in_a_file_is_shown_and_its_other_lines_stay() -> None:
    """Move 3 states what does not hold; a teacher who only changes a note loses nothing of the file."""
    bad = COMMENTED + '\n[[move]]\nplay = "6-6"\n'
    recorder = dl.Recorder(bad)
    assert styled(recorder, "problems")
    assert recorder.here.end == 2
    recorder.here.go(1)
    recorder.here.write(text="Look again.")
    assert 'play = "6-6"' in recorder.toml
    recorder.here.do(Draw())
    assert not styled(recorder, "problems")
    assert 'play = "6-6"' not in recorder.toml
    assert not dl.load(recorder.toml).problems


def test_everything_is_taken_back_step_by_step_and_done_again() -> None:
    scribe = RecorderSession(deal_hand(dl.ruleset("all-fives"), Shuffle(seed=7)))
    begun = scribe.timeline
    scribe.do(scribe.legal[0])
    scribe.write(text="One.")
    scribe.entitle("Two")
    scribe.do(scribe.legal[0])
    done = scribe.timeline
    for _ in range(4):
        scribe.undo()
    assert scribe.timeline == begun
    assert not scribe.history.can_undo
    for _ in range(4):
        scribe.redo()
    assert scribe.timeline == done


def test_writing_keeps_the_teacher_at_the_step(noted: Timeline) -> None:
    scribe = RecorderSession(noted, step=4)
    scribe.write(text="Another.")
    assert scribe.step == 4
    scribe.undo()
    assert (scribe.step, scribe.note.text) == (4, "The spinner takes four tiles.")


def test_who_goes_to_another_step_hears_of_that_step_and_of_no_other(noted: Timeline) -> None:
    """UX 9: what was kept at step 4, or refused at the end, is not the caption of step 2."""
    recorder = dl.Recorder(noted)
    recorder.note("Another.", step=4)
    assert "Rule" not in area(recorder, "talk")
    recorder.do("go", 2)
    assert recorder.status == dl.why(noted, 2).caption
    assert heard(recorder) == beside_count(recorder.status, recorder)
    recorder.here.do(Draw())
    assert recorder.here.refused is not None
    recorder.do("go", 1)
    assert recorder.status == dl.why(noted, 1).caption
    assert heard(recorder) == beside_count(recorder.status, recorder)


def test_the_players_on_the_other_seats_reply_and_are_taken_back_with_the_move() -> None:
    recorder = dl.Recorder("all-fives", seats=3, seed=2, against="greedy")
    here = recorder.here
    assert here.live.turn == 0
    while not here.is_over:
        before = here.timeline
        here.do(here.legal[0])
        assert here.is_over or here.live.turn == 0
        after = here.timeline
        here.undo()
        assert here.timeline == before
        here.redo()
        assert here.timeline == after
    assert not dl.load(recorder.toml).problems


def test_a_player_moves_for_the_teacher_and_says_why_or_finishes_the_hand() -> None:
    recorder = dl.Recorder("all-fives", names=["Ana", "Ben"], seed=3)
    recorder.do("tab", "players")
    options = find(recorder, "policy")["options"]
    recorder.do("policy", options.index("heaviest tile first"))
    leader = recorder.hand.names[recorder.here.live.turn]
    recorder.do("let_move")
    assert recorder.here.end == 1
    assert recorder.here.written.startswith(f"{leader} moved: ")
    assert recorder.here.written in recorder.status
    usable = {"policy", "let_move", "let_finish"}
    assert usable <= set(does(recorder))
    recorder.do("let_finish")
    assert recorder.hand.is_over
    assert not usable & set(does(recorder))
    recorder.here.undo()
    assert recorder.here.end == 1


def test_a_player_that_breaks_the_rules_is_named_and_the_hand_stays() -> None:
    def passes_always(view: object, stream: object) -> Pass:
        return Pass()

    recorder = dl.Recorder("all-fives", names=["Ana", "Ben"], seed=3)
    with pytest.raises(IllegalAction) as refused:
        recorder.here.let_move(passes_always)
    assert any("passes_always chose to pass" in note for note in refused.value.__notes__)
    assert recorder.here.end == 0


def test_stated_tiles_and_a_boneyard_in_unknown_order(tmp_path: Path) -> None:
    """The tile that is drawn is named: nobody knows which lies next."""
    recorder = dl.Recorder("all-fives", names=["Ana", "Ben"], holdings=[["6-6", "1-1"], ["2-2", "3-3"]], leader=0)
    assert recorder.hand.state.boneyard == 24
    recorder.here.do(Play(dl.Tile.of("6-6")))
    assert "draw_tile" not in does(recorder)
    recorder.do("act", "draw")
    assert does(recorder).count("draw_tile") == 24
    recorder.do("key", "Escape")
    assert "draw_tile" not in does(recorder)
    recorder.do("key", "d")
    recorder.do("draw_tile", "6-2")
    assert dl.Tile.of("6-2") in recorder.hand.state.holdings[1]
    assert "draw_tile" not in does(recorder)
    assert same(dl.load(recorder.toml), recorder.hand)
    assert replayed(recorder.toml, tmp_path) == 0


def test_a_layout_study_takes_any_tile_of_the_set() -> None:
    recorder = dl.Recorder("all-fives", study=True)
    assert len(kinds(recorder, "rack")[0]["tiles"]) == 28
    for name in ("5-5", "5-0"):
        recorder.here.choose(dl.Tile.of(name))
        recorder.here.do(recorder.here.chosen_action)
    assert recorder.hand.state.board_count.total == 10
    assert recorder.hand.is_study
    assert same(dl.load(recorder.toml), recorder.hand)


def test_a_mark_that_points_at_nothing_is_not_kept_and_the_reason_is_said(noted: Timeline) -> None:
    recorder = dl.Recorder(noted)
    recorder.here.go(4)
    recorder.do("tab", "note")
    recorder.do("note_marks", "3-3, 6-6-6")
    assert recorder.here.note.marks == ("3-3",)
    assert find(recorder, "note_marks")["value"] == "3-3"
    assert "6-6-6" in recorder.status
    recorder.do("note_marks", "3-3, end:9")
    assert "end:9" in recorder.status
    assert recorder.here.note.marks == ("3-3",)


def test_marks_are_chosen_from_what_lies_there(noted: Timeline) -> None:
    recorder = dl.Recorder(noted)
    recorder.here.go(4)
    recorder.do("tab", "note")
    values = [value for _, value in recorder.note_panel.marks()]
    assert len(find(recorder, "add_mark")["options"]) == len(values) + 1
    for place in range(len(values) + 1):        # the first says what can be chosen
        recorder.do("add_mark", place)
    assert recorder.here.note.marks == ("3-3", *(value for value in values if value != "3-3"))
    assert find(recorder, "add_mark")["at"] == 0
    assert {f"end:{end.value}" for end in recorder.here.state.open_ends} <= set(values)


def test_a_question_is_written_with_what_it_is_about_and_told_its_answer(hand: Timeline) -> None:
    """Step 6 of this hand lays 4-1 and leaves 3+3 + 1 = 7."""
    recorder = dl.Recorder(hand)
    recorder.here.go(6)
    recorder.do("tab", "note")
    abouts = find(recorder, "note_about")["options"]
    recorder.do("note_about", abouts.index("the count after this step"))
    recorder.do("note_ask", "What does the board count then?")
    assert recorder.here.note == Note(ask="What does the board count then?", about="count")
    assert "Its answer: 7." in recorder.status
    recorder.do("note_about", abouts.index("the tile that is played"))
    assert recorder.here.asked.right == "4-1"
    recorder.do("clear_note")
    assert recorder.here.note == Note()
    assert find(recorder, "note_ask")["value"] == ""


def test_only_what_the_hand_can_answer_may_be_asked(blocked: Timeline) -> None:
    recorder = dl.Recorder(blocked)
    recorder.here.go(2)
    assert recorder.note_panel.abouts() == ("tile", "legal", "who", "winner", "award")
    recorder.here.go(0)
    assert "tile" not in recorder.note_panel.abouts()
    with pytest.raises(dl.NotationError, match="no answer"):
        recorder.here.write(ask="What does it count?", about="count")
    assert recorder.here.note == Note()


def test_what_is_asked_here_is_asked_by_a_lesson(hand: Timeline) -> None:
    recorder = dl.Recorder(hand)
    recorder.here.go(6)
    recorder.do("tab", "file")
    recorder.do("lesson")
    assert recorder.file_panel.opened is None
    assert "no lesson" in area(recorder, "more")
    recorder.here.write(ask="Which tile?", about="tile")
    recorder.do("lesson")
    assert recorder.file_panel.opened.here.stop.step == 6
    recorder.do("preview")
    assert recorder.file_panel.opened.here.question is None
    recorder.file_panel.opened.here.go(5)
    assert recorder.file_panel.opened.here.question.text == "Which tile?"
    assert recorder.file_panel.opened in recorder.children
    recorder.do("close_preview")
    assert recorder.file_panel.opened is None
    assert "close_preview" not in does(recorder)


def test_the_record_can_be_read_and_another_hand_opened_and_taken_back() -> None:
    recorder = dl.Recorder("block", seed=1)
    first = recorder.hand
    recorder.do("tab", "file")
    assert next(node["text"] for node in nodes(recorder) if node.get("tag") == "pre") == recorder.toml
    recorder.do("open", COMMENTED)
    assert same(recorder.hand, dl.load(COMMENTED))
    assert recorder.toml == COMMENTED
    recorder.here.undo()
    assert recorder.hand == first
    with pytest.raises(dl.DominoError):
        recorder.do("open", "no-such-hand")
    assert recorder.hand == first


def test_the_tabs_show_one_thing_at_a_time(noted: Timeline) -> None:
    recorder = dl.Recorder(noted)
    recorder.here.go(4)
    assert kinds(recorder, "sheet")
    for name in ("note", "players", "file"):
        recorder.do("tab", name)
        assert not kinds(recorder, "sheet")
    recorder.do("tab", "note")
    assert find(recorder, "note_text")["value"] == "The spinner takes four tiles."


def test_saving_never_writes_over_another_file(tmp_path: Path) -> None:
    recorder = dl.Recorder("block", seed=1)
    with pytest.raises(dl.RecordError, match="name a file"):
        recorder.save()
    path = recorder.save(tmp_path / "mine.toml")
    assert same(dl.load(path), recorder.hand)
    recorder.here.do(recorder.here.legal[0])
    recorder.save()
    assert len(dl.load(path)) == 2
    other = tmp_path / "other.toml"
    other.write_text("format = 1\n", encoding="utf-8")
    with pytest.raises(dl.RecordError, match="already exists"):
        recorder.save(other)
    assert other.read_text(encoding="utf-8") == "format = 1\n"
    recorder.save(other, overwrite=True)
    assert same(dl.load(other), recorder.hand)


def test_a_file_that_was_loaded_is_saved_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "hand.toml"
    path.write_text(COMMENTED, encoding="utf-8")
    recorder = dl.Recorder(str(path))
    recorder.here.go(1)
    recorder.here.write(text="Changed.")
    assert recorder.save() == path
    assert "# A hand for the third lesson." in path.read_text(encoding="utf-8")
    assert dl.load(path).notes[1].text == "Changed."


def test_a_file_that_somebody_else_has_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "hand.toml"
    path.write_text(COMMENTED, encoding="utf-8")
    recorder = dl.Recorder(path)
    path.write_text(COMMENTED + "# a second thought\n", encoding="utf-8")
    with pytest.raises(dl.RecordError, match="changed by somebody else"):
        recorder.save()
    assert path.read_text(encoding="utf-8").endswith("# a second thought\n")
    recorder.save(overwrite=True)
    assert path.read_text(encoding="utf-8") == COMMENTED


def test_a_file_without_an_ending_is_saved_in_its_place_however_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hand").write_text(COMMENTED, encoding="utf-8")
    recorder = dl.Recorder("hand")
    recorder.note("Changed.", step=1)
    recorder.save()
    recorder.note("Once more.", step=1)
    assert recorder.save(tmp_path / "hand") == tmp_path / "hand"
    assert dl.load("./hand").notes[1].text == "Once more."


@pytest.mark.parametrize(("name", "told"), [
    ("", "not a file name"), ("a\0b", "not a file name"), (5, "not a file name"), ("here", "is a folder"),
    ("none/mine.toml", "no folder"), (f"{'x' * 300}.toml", "cannot be written"),
])
def test_what_cannot_be_written_is_answered_with_a_sentence(
    name: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("here").mkdir()
    recorder = dl.Recorder("block", seed=7)
    with pytest.raises(dl.RecordError, match=told):
        recorder.save(name)
    assert [path.name for path in tmp_path.iterdir()] == ["here"]
    assert recorder.save("mine.toml").is_file()


ODD = ['"', "\\", "\n", "\r\n", "\t", "\0", "\x1b", "\"\"\"", "'''", "#", "\u2028", "\ufeff",
       "é ☃", "{x} %s <b>&", "[[move]]"]


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_odd_characters_are_read_back_from_the_file_and_from_the_line(odd: str, tmp_path: Path) -> None:
    recorder = dl.Recorder("block", names=["Ana", "Ben"], seed=7)
    recorder.move("6-6")
    words = f"a{odd}b"
    recorder.here.entitle(words, words)
    recorder.note(words, step=0)
    recorder.ask(words, about="tile", hint=words, step=1)
    for hand in (dl.load(recorder.save(tmp_path / "odd.toml")), eval(recorder.line, {"dl": dl}).hand):
        assert same(hand, recorder.hand)
        assert not hand.problems


def test_half_a_letter_that_no_file_can_hold_is_not_kept(tmp_path: Path) -> None:
    recorder = dl.Recorder("block", seed=7)
    recorder.note("half \ud800 a letter")
    assert recorder.here.note.text == "half ? a letter"
    assert same(dl.load(recorder.save(tmp_path / "mine.toml")), recorder.hand)
    with pytest.raises(dl.NotationError, match=r"note\(text=3\): give text in quotes"):
        recorder.note(3)  # type: ignore[arg-type]


def test_half_a_letter_in_a_name_is_saved_as_a_question_mark(tmp_path: Path) -> None:
    recorder = dl.Recorder("block", names=["A\ud800na", "Ben"], seed=7)
    found = dl.load(recorder.save(tmp_path / "mine.toml"))
    assert found.names == ("A?na", "Ben")
    assert not found.problems


def test_a_layout_study_has_no_room_for_a_note_before_its_first_tile() -> None:
    """The format of hand files: a note at the deal stands in [deal], and a record with [deal] is no study."""
    recorder = dl.Recorder("all-fives", study=True)
    with pytest.raises(dl.NotationError, match="no room for a note"):
        recorder.note("Lost?", step=0)
    recorder.move("5-5")
    recorder.note("Kept.")
    assert same(dl.load(recorder.toml), recorder.hand)


def test_a_match_is_no_hand_to_record_or_to_learn_from(tmp_path: Path) -> None:
    text = "".join(f"[[hand]]\nruleset = 'block'\n[hand.deal]\nseed = 1\nhand = {number}\n" for number in range(2))
    path = tmp_path / "match.toml"
    path.write_text(text, encoding="utf-8")
    for make in (dl.Recorder, dl.Lesson):
        for what in (text, path, str(path)):
            with pytest.raises(dl.RecordError, match="a match of 2 hands, not one hand"):
                make(what)
    assert path.read_text(encoding="utf-8") == text


SEVERAL = """ruleset = "draw"
[deal]
holdings = [["6-6", "5-5"], ["1-1", "2-2"]]
stock = ["3-3", "4-4", "0-0", "6-2", "6-1"]
leader = 0

[[move]]
play = "6-6"  # the lead

# now he draws
[[move]]
draw = 4      # all at once
note = "The fourth fits."

# and lays it
[[move]]
play = "6-2"
"""


def test_a_note_between_two_draws_of_one_line_splits_the_line_and_keeps_the_comments() -> None:
    recorder = dl.Recorder(SEVERAL)
    recorder.note("Bad luck.", step=3)
    assert same(dl.load(recorder.toml), recorder.hand)
    assert not dl.load(recorder.toml).problems
    for told in ("# the lead", "# now he draws", "# all at once", "# and lays it", 'note = "The fourth fits."'):
        assert recorder.toml.count(told) == 1
    assert recorder.toml.index("# and lays it") < recorder.toml.index('play = "6-2"')
    recorder.here.undo()
    assert recorder.toml == SEVERAL
    recorder.ask("Who goes on?", about="who", step=2)
    assert "draw = 4" in recorder.toml
    recorder.note("The only double-six.", step=1)
    assert "draw = 4" in recorder.toml, "a note on the move before it splits nothing"
    assert same(dl.load(recorder.toml), recorder.hand)


def test_numbers_that_are_said_in_one_line_are_split_by_a_note_too() -> None:
    """The numbers of a Bingo stand in one move, as `say = 14` does."""
    recorder = dl.Recorder("bingo-one-tile-stays")
    recorder.note("Half way.", step=7)
    again = dl.load(recorder.toml)
    assert same(again, recorder.hand)
    assert not again.problems


def test_the_same_tile_at_the_other_side_of_a_double_is_written_anew() -> None:
    """Both sides are equal by the rules; the picture is another one."""
    recorder = dl.Recorder("block", names=["Ana", "Ben"], holdings=[["6-6", "1-1"], ["6-5", "3-3"]], leader=0)
    recorder.move("6-6")
    left, right = (play for play in recorder.here.legal if isinstance(play, Play))
    recorder.here.do(left)
    other = dl.Recorder(recorder.toml)
    other.here.go(1)
    other.here.cut()
    other.here.do(right)
    assert other.hand.steps != recorder.hand.steps
    assert same(dl.load(other.toml), other.hand)


def test_a_hand_that_is_lost_as_it_is_dealt_stays_settled() -> None:
    """Knock-out with seed 4: no two neighbours go, so there is nothing to restart and nothing to cut."""
    recorder = dl.Recorder("knock-out", seed=4)
    assert (len(recorder.hand), recorder.hand.is_over) == (2, True)
    recorder.here.restart()
    recorder.here.go(0)
    recorder.here.cut()
    assert len(recorder.hand) == 2
    assert same(dl.load(recorder.toml), recorder.hand)


@pytest.mark.parametrize(("given", "told"), [
    ({"stock": ["1-1"]}, "holdings="), ({"leader": 1}, "holdings="),
    ({"study": True, "hand": 3}, "not both"), ({"study": True, "seed": 3}, "not both"),
    ({"holdings": [["6-6"], ["1-1"]], "hand": 3}, "not both"),
    ({"holdings": [["6-6"], ["1-1"]], "seed": 3}, "not both"),
    ({"study": True, "holdings": [["6-6"], ["1-1"]]}, "layout study"),
    ({"holdings": [["6-6"], ["1-1"]], "seats": 3}, "2 holdings"), ({"names": "Ana"}, "a list of names"),
])
def test_what_does_not_go_together_is_refused_and_not_left_out(given: dict, told: str) -> None:
    with pytest.raises(dl.NotationError, match=told):
        dl.Recorder("block", **given)


def test_a_layout_study_for_as_many_as_are_named() -> None:
    assert dl.Recorder("block", study=True, seats=3).hand.names == ("Ana", "Ben", "Cleo")


def test_the_line_below_makes_it_again_with_all_that_was_written() -> None:
    recorder = dl.Recorder("all-fives", names=["Ana", "Ben"], seed=7, against=[None, "greedy"])
    assert recorder.line == 'dl.Recorder("all-fives", names=["Ana", "Ben"], seed=7, against=[None, "greedy"])'
    assert eval(recorder.line, {"dl": dl}).hand.steps == recorder.hand.steps
    recorder.here.write(text="The deal.")
    assert same(eval(recorder.line, {"dl": dl}).hand, recorder.hand)


@pytest.mark.parametrize("what", [COMMENTED, dl.load(COMMENTED)])
def test_a_hand_that_was_given_as_a_text_has_a_line_with_its_comments(what: str | Timeline) -> None:
    recorder = dl.Recorder(what)
    assert eval(recorder.line, {"dl": dl}).toml == recorder.toml == COMMENTED


def test_another_deal_can_be_taken_back() -> None:
    recorder = dl.Recorder("block", seed=7)
    first = recorder.hand
    recorder.do("new_deal")
    assert recorder.hand.shuffle == Shuffle(seed=8)
    recorder.here.undo()
    assert recorder.hand == first
    assert "new_deal" not in does(dl.Recorder(COMMENTED))


@pytest.mark.parametrize("given", [{"seed": 1}, {"names": ["Ana"]}, {"study": True}, {"stock": ["1-1"]}])
def test_what_belongs_to_a_new_hand_says_nothing_to_one_that_is_there(given: dict) -> None:
    with pytest.raises(dl.NotationError, match="is only for a new hand"):
        dl.Recorder(COMMENTED, **given)


@pytest.mark.parametrize(("given", "told"), [
    ({"holdings": [["6-6"], ["6-6"]]}, "6-6"),
    ({"holdings": [["6-7"], ["1-1"]]}, "GEN-DEAL-1"),
    ({"holdings": [["6-6"], ["1-1"]], "leader": 4}, "leader"),
])
def test_tiles_that_cannot_be_so_are_refused_with_the_reason(given: dict, told: str) -> None:
    with pytest.raises(dl.DominoError, match=told):
        dl.Recorder("block", **given)


def test_own_house_rules_are_kept_in_the_file() -> None:
    house = dl.ruleset("all-fives").but(name="Our club", multiple=3)
    recorder = dl.Recorder(house, seed=2)
    recorder.here.do(legal(recorder.here.live)[0])
    again = dl.load(recorder.toml)
    assert (again.rules.name, again.rules["multiple"]) == ("Our club", (3,))
    assert same(again, recorder.hand)


def test_a_saved_cell_tells_the_step_and_what_is_written(noted: Timeline) -> None:
    recorder = dl.Recorder(replace(noted))
    recorder.here.go(4)
    bundle = recorder._repr_mimebundle_()
    assert "The spinner takes four tiles." in bundle["text/plain"]
    assert picture(bundle).startswith("<svg")


def test_moves_notes_and_questions_are_written_in_code_too() -> None:
    recorder = dl.Recorder("two-box", seed=4)
    with pytest.raises(dl.IllegalAction, match="GEN-PASS-1"):
        recorder.move("pass")
    first = recorder.here.legal[0].tile
    recorder.move(f"{first} call 10")
    assert recorder.hand.actions[0].call == 10
    recorder.note("The lead.", marks=["#1"], step=1)
    recorder.ask("Who leads?", about="who", hint="Look.", step=1)
    assert recorder.here.note == Note("The lead.", ("#1",), "Who leads?", "who", "Look.")
    with pytest.raises(dl.NotationError, match="steps are 0 to 1"):
        recorder.note("Nowhere.", step=2)
    with pytest.raises(dl.NotationError, match="is not a move"):
        recorder.move("call 10")
