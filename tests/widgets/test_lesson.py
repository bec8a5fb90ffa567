"""A lesson: a hand stops at its questions, takes a move, answers each wrong try with its reason, and goes on."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import pytest

import domino_lab as dl
from domino_lab import hands
from domino_lab.actions import Draw, Pass, Play
from domino_lab.explain.contrast import contrast_moves, is_same_move
from domino_lab.play.legal import judge, legal
from domino_lab.play.timeline import Note, Timeline
from domino_lab.widgets.lesson.pupil import Pupil
from domino_lab.widgets.lesson.said import rule, told
from domino_lab.widgets.lesson.stops import stops
from tests.widgets.test_secrets import everything

RECORD = """
ruleset = "all-fives"
players = ["Ana", "Ben"]
title = "Three tiles each"
[deal]
holdings = [["5-5", "6-4", "6-6"], ["5-0", "3-2", "5-3"]]
stock = ["0-3", "1-1"]
leader = 0
[[move]]
play = "5-5"
[[move]]
play = "5-0"
ask = "Which tile scores most for Ben?"
about = "tile"
hint = "The spinner counts ten."
[[move]]
draw = "0-3"
ask = "Ana holds 6-4 and 6-6. Can she lay a tile?"
about = "legal"
[[move]]
play = "0-3"
ask = "What does the board count then?"
about = "count"
[[move]]
play = "3-2"
"""


@pytest.fixture
def lesson() -> dl.Lesson:
    return dl.Lesson(dl.load(RECORD))


def tile(name: str, lesson: dl.Lesson) -> Play:
    """That tile at the first place where it may be tried."""
    lesson.here.choose(next(one for one in lesson.here.tiles if one[:2] == dl.Tile.of(name)[:2]))
    return lesson.here.chosen_action


def test_it_begins_before_its_first_question_and_tells_nothing_of_what_follows(lesson: dl.Lesson) -> None:
    assert (lesson.here.end, lesson.here.stop.step) == (1, 2)
    assert "Which tile scores most for Ben?" in lesson.caption.value
    assert lesson.frame.status.endswith("Which tile scores most for Ben?")
    shown = everything(lesson.body) + lesson.frame.status + str(lesson._repr_mimebundle_())
    assert "plays 5-0" not in shown
    assert len(lesson.here.timeline) == 2


def test_a_move_that_the_rules_refuse_is_answered_with_its_clause_and_changes_nothing(lesson: dl.Lesson) -> None:
    """GEN-FIT-1: 3-2 has no five."""
    lesson.here.do(tile("3-2", lesson))
    tried = lesson.here.said
    assert (tried.verdict, tried.clause) == ("refused", "GEN-FIT-1")
    assert lesson.here.end == 1
    assert "GEN-FIT-1" in lesson.caption.value
    assert "✗" in lesson.caption.value
    assert lesson.here.refused is None


def test_a_legal_move_that_scores_less_hears_what_it_scores_and_what_another_would(lesson: dl.Lesson) -> None:
    """AF0-SCORE-1: 5-5 and 3 come to 13, no multiple of five; 5-0 leaves 10, which scores 10."""
    lesson.here.do(tile("5-3", lesson))
    tried = lesson.here.said
    assert (tried.verdict, tried.clause) == ("better", "AF0-SCORE-1")
    assert "Yours scores 0." in tried.text
    assert "13" in tried.text
    assert "Another move scores 10." in tried.text
    assert "5-0" not in tried.text


def test_the_move_of_the_hand_goes_on_and_says_why(lesson: dl.Lesson) -> None:
    lesson.here.do(tile("5-0", lesson))
    assert (lesson.here.end, lesson.here.said.verdict) == (2, "right")
    assert lesson.here.said.text.startswith("Right. Ben plays 5-0")
    assert "✓" in lesson.caption.value
    assert lesson.here.stop.about == "legal"


def test_may_she_lay_is_answered_by_what_she_must_do(lesson: dl.Lesson) -> None:
    """AF0-DRAW-1: neither 6-4 nor 6-6 fits a 5 or a blank, so Ana has to draw; passing is refused while she can."""
    lesson.here.do(tile("5-0", lesson))
    lesson.here.do(tile("6-4", lesson))
    assert lesson.here.said.clause == "GEN-FIT-1"
    lesson.here.do(Pass())
    assert lesson.here.said.verdict == "refused"
    assert judge(lesson.here.live, Pass()).clause == lesson.here.said.clause
    lesson.here.do(Draw())
    assert (lesson.here.said.verdict, lesson.here.end) == ("right", 3)


def reach_the_count(lesson: dl.Lesson) -> None:
    lesson.here.show_me()
    lesson.here.show_me()
    assert lesson.here.stop.about == "count"


def test_a_wrong_number_hears_the_rule_and_not_the_answer(lesson: dl.Lesson) -> None:
    """5-5 counts ten and the 3 of 3-0 three: 13."""
    reach_the_count(lesson)
    assert lesson.rack.layout.display == "none"
    lesson.question.number.value = "10"
    lesson.question.check.click()
    assert lesson.here.said.verdict == "wrong"
    assert "13" not in lesson.here.said.text
    assert lesson.here.said.text.startswith("10 is not right. The rule: ")
    lesson.here.answer("13")
    assert lesson.here.said.text.startswith("Right: 13.")
    assert lesson.here.end == 4


def test_a_move_does_not_answer_a_question_about_a_number(lesson: dl.Lesson) -> None:
    reach_the_count(lesson)
    lesson.here.do(tile("3-0", lesson))
    assert (lesson.here.notice, lesson.here.end) == ("answer_below", 3)
    assert lesson.here.given.get(4) is None


def test_between_two_questions_one_goes_on_step_by_step_or_at_once(asking: Timeline) -> None:
    """The notes of `asking` have one question, about step 6."""
    twice = replace(asking, notes={**asking.notes, 12: Note(ask="And now?", about="count")})
    lesson = dl.Lesson(twice)
    assert lesson.here.end == 5
    lesson.acts.go_on()
    assert (lesson.here.end, lesson.here.notice) == (5, "answer_first")
    lesson.here.answer("7")
    lesson.key("Enter")
    assert lesson.here.end == 7
    lesson.acts.mine["next_question"].click()
    assert (lesson.here.end, lesson.here.stop.step) == (11, 12)
    lesson.here.show_me()
    lesson.here.to_next()
    assert lesson.here.is_through
    assert lesson.here.timeline.steps == twice.steps
    assert "Right: 1." in lesson.head.value


def test_looking_back_hides_the_question_and_coming_back_brings_it(lesson: dl.Lesson) -> None:
    lesson.key("u")
    assert lesson.here.step == 0
    assert "Which tile" not in lesson.frame.status
    lesson.key("r")
    assert "Which tile" in lesson.frame.status
    lesson.key("u")
    lesson.here.do(tile("5-0", lesson))
    assert lesson.here.step == 2


def test_looking_back_tells_the_step_that_is_seen_not_the_last_try(lesson: dl.Lesson) -> None:
    lesson.here.do(tile("5-3", lesson))
    lesson.key("u")
    assert lesson.frame.status == dl.why(lesson.here.hand, 0).caption
    lesson.key("r")
    lesson.here.choose(dl.Tile.of("3-2"))
    lesson.key("u")
    assert (lesson.here.tile, lesson.frame.status) == (None, dl.why(lesson.here.hand, 0).caption)


def test_nothing_is_lit_before_the_first_try_and_then_the_legal_ends_are(lesson: dl.Lesson) -> None:
    play = tile("5-3", lesson)
    assert not any(end.lit for end in lesson.table.scene.ends)
    lesson.here.do(play)
    lesson.here.choose(play.tile)
    assert {end.end for end in lesson.table.scene.ends if end.lit} == {
        action.end for action in legal(lesson.here.live) if isinstance(action, Play) and action.tile == play.tile}


def test_the_tries_come_out_as_a_table_and_as_csv(lesson: dl.Lesson, tmp_path) -> None:
    for name in ("3-2", "5-3", "5-0"):
        lesson.here.do(tile(name, lesson))
    lesson.here.show_me()
    found = lesson.results
    assert found.tries.tolist() == [3, 0, 0]
    assert found.refused.tolist() == [1, 0, 0]
    assert found.result.tolist() == ["right", "shown", ""]
    assert found.answer.tolist()[1:] == ["draw", ""]
    assert found.equals(dl.answers(lesson))
    text = lesson.to_csv(tmp_path / "tries.csv")
    assert (tmp_path / "tries.csv").read_text(encoding="utf-8") == text
    assert pd.read_csv(io.StringIO(text)).tries.tolist() == [3, 0, 0]
    lesson.key("?")
    assert lesson.tally.rows.value.count("<td>3</td>") == 1


def test_beginning_again_forgets_the_tries(lesson: dl.Lesson) -> None:
    reach_the_count(lesson)
    lesson.here.restart()
    assert (lesson.here.end, lesson.here.given) == (1, {})
    assert lesson.here.stop.step == 2


def test_the_hint_is_there_where_the_writer_gave_one(lesson: dl.Lesson) -> None:
    assert lesson.acts.mine["hint"].layout.display == ""
    lesson.acts.mine["hint"].click()
    assert "The spinner counts ten." in lesson.frame.status
    lesson.here.show_me()
    assert lesson.acts.mine["hint"].layout.display == "none"


def visible(lesson: dl.Lesson) -> list[str]:
    row = lesson.acts.children[0]
    return [child.description for child in row.children if child.layout.display != "none"]


def test_at_most_five_controls_before_more(lesson: dl.Lesson) -> None:
    assert visible(lesson) == ["Play tile", "Draw", "Pass", "Show me", "Hint", "More"]
    seen = [visible(lesson)]
    for act in (lesson.here.show_me, lesson.here.show_me, lambda: lesson.here.answer("13"), lesson.here.go_on):
        act()
        seen.append(visible(lesson))
    assert max(len([name for name in names if name != "More"]) for names in seen) <= 5
    assert all(names[-1] == "More" for names in seen)
    assert "Go on" in seen[3]


@pytest.mark.parametrize("game", [
    "all-fives", "block", "draw", "two-box-cutthroat", "blind", "five-columns", "patience", "knock-out",
    "bingo/choice", "draw-vietnamese",
])
def test_every_move_of_a_seat_can_be_asked_for_in_every_kind_of_game(game: str) -> None:
    """By the moves of the hand itself the learner comes through it, with every one of them right."""
    hand = dl.play_out(game, seed=4)
    pupil = Pupil(hand, stops(hand, every=0))
    for _ in range(len(hand)):
        while pupil.stop is None and not pupil.is_through:
            pupil.go_on()
        if pupil.stop is not None:
            pupil.do(hand[pupil.stop.step].action)
            assert pupil.said.verdict == "right"
    assert pupil.is_through
    assert pupil.timeline.steps == hand.steps
    assert pupil.right == len(pupil.stops)
    asked = {stop.step for stop in pupil.stops}
    mine = [number for number, step in enumerate(hand.steps) if step.action is not None and step.seat == 0]
    assert asked <= set(mine)
    for number in set(mine) - asked:
        assert len(legal(hand[number - 1].state)) == 1
        assert hand[number].action.kind == hand[number - 1].action.kind


@pytest.mark.parametrize("name", hands.names())
def test_every_packaged_hand_asks_and_is_a_lesson(name: str) -> None:
    """Each question comes once, in its order; asked to be shown at each, the learner sees the whole hand."""
    hand = dl.load(name)
    found = stops(hand)
    pupil, met = Pupil(hand, found), []
    while not pupil.is_through:
        if pupil.stop is not None:
            met.append(pupil.stop.step)
            pupil.show_me()
        else:
            pupil.go_on()
        assert told(pupil)
        assert rule(pupil).startswith(f"Rule {dl.why(hand, pupil.end).clause}, ")
    assert met == [stop.step for stop in found]
    assert pupil.timeline.steps == hand.steps


def test_a_refused_try_never_moves_a_hand_of_any_game(hand: Timeline) -> None:
    pupil = Pupil(hand, stops(hand, every=0))
    for _ in range(3):
        state, before = pupil.live, pupil.end
        for one in state.rules.equipment.set.tiles:
            for end in (None, *state.chain.ends):
                if not judge(state, Play(one, end)).allowed:
                    pupil.do(Play(one, end))
                    assert (pupil.end, pupil.said.verdict) == (before, "refused")
        pupil.show_me()
        pupil.to_next()


def test_equal_places_are_one_move(hand: Timeline) -> None:
    """A double set first has two equal sides: whichever is named, the position is the same."""
    first = dl.load(RECORD)[1].state
    ends = first.open_ends
    plays = [Play(dl.Tile.of("5-0"), end) for end in ends]
    assert len(ends) > 1
    assert all(is_same_move(plays[0], play, first) for play in plays)
    assert not is_same_move(plays[0], Play(dl.Tile.of("5-3"), ends[0]), first)
    assert not is_same_move(Draw(), Pass(), first)


def test_what_scores_more_than_the_move_of_the_hand_is_not_called_wrong() -> None:
    """5-0 scores ten where 5-3 scored nothing: the writer may have meant that."""
    hand = dl.load(RECORD)
    line = hand.upto(1)
    poor = line.play(next(action for action in legal(line.state) if action.tile == dl.Tile.of("5-3"))).steps[-1]
    found = contrast_moves(line, hand[2].action, poor)
    assert found.verdict == "as good"
    assert "yours scores 10" in found.text


def test_two_moves_that_no_ruling_tells_apart_are_as_good() -> None:
    """5-2 or 5-1: neither scores, one tile is left that fits after neither; only the pips differ, if they count."""
    text = RECORD.replace('"5-0", "3-2", "5-3"', '"5-1", "5-2", "6-3"').split("[[move]]")
    hand = dl.load("[[move]]".join(text[:2]) + '[[move]]\nplay = "5-2"\n')
    assert not hand.problems
    tried = next(action for action in legal(hand[1].state) if action.tile == dl.Tile.of("5-1"))
    assert contrast_moves(hand.upto(1), tried, hand[2]).text == (
        "Allowed, but there is a better move: it plays 7 pips instead of 6. "
        "Tiles left in your hand can count at the end.")
    alone = hand.rules.but(end_base="none")
    free = dl.load(hand.text, rules=alone)
    assert contrast_moves(free.upto(1), tried, free[2]).verdict == "as good"


@pytest.mark.parametrize(("make", "told"), [
    (lambda: dl.Lesson("block", seed=7), "every=0"),
    (lambda: dl.Lesson("block", seed=7, every=2), "the seats are 0 to 1"),
    (lambda: dl.Lesson("block", seed=7, every="0"), "every='0'"),
    (lambda: dl.Lesson("ruleset = 'block'\ntitel = 'x'\n"), "a mistake in this file, in line 2"),
])
def test_a_hand_that_stops_nowhere_is_refused_with_the_way_out(make: Callable, told: str) -> None:
    with pytest.raises(dl.DominoError, match=told):
        make()


def test_a_mistake_in_the_file_is_told_without_the_answer() -> None:
    """Line 23 says 15 for 13: the teacher sees where it is, the learner not what it is."""
    lesson = dl.Lesson(RECORD.replace('about = "count"', 'about = "count"\ncount = 15'))
    line = lesson.here.hand.problems[0].line
    assert f"in line {line}." in lesson.head.value
    assert "13" not in lesson.head.value
    assert "mistake" not in dl.Lesson(RECORD).head.value


def test_the_line_below_makes_the_lesson_again() -> None:
    lesson = dl.Lesson("block", seed=7, every=0)
    assert lesson.line == 'dl.Lesson("block", seed=7, every=0)'
    again = eval(lesson.line, {"dl": dl})
    assert again.here.hand.steps == lesson.here.hand.steps
    assert dl.Lesson("all-fives-worked-example").line == 'dl.Lesson("all-fives-worked-example")'


@pytest.mark.parametrize("hand", [RECORD, dl.load(RECORD)])
def test_a_lesson_on_a_hand_without_a_name_has_one_short_line_with_its_questions(hand: str | Timeline) -> None:
    lesson = dl.Lesson(hand, every=1)
    again = eval(lesson.line, {"dl": dl})
    assert "\n" not in lesson.line
    assert [stop.text for stop in again.here.stops] == [stop.text for stop in lesson.here.stops]
    assert again.here.hand.steps == lesson.here.hand.steps


def test_who_plays_one_seat_sees_the_tiles_of_that_seat_alone() -> None:
    lesson = dl.Lesson("block", seed=7, every=0)
    assert lesson.here.viewpoint == 0
    others = {str(one) for one in lesson.here.live.holdings[1]}
    assert not any(name in lesson.frame.alt for name in others)


def test_moves_and_answers_are_written_as_everywhere(lesson: dl.Lesson) -> None:
    """The hand goes on by itself to the next question."""
    assert lesson.attempt("3-2").verdict == "refused"
    assert str(lesson.attempt("5-0")).startswith("Right. Ben plays 5-0")
    assert lesson.attempt("draw").verdict == "right"
    assert lesson.attempt("12").verdict == "wrong"
    assert lesson.attempt(13).verdict == "right"
    with pytest.raises(dl.RecordError, match="no more questions"):
        lesson.attempt("3-2")


@pytest.mark.parametrize("text", ["", "x", "call 10"])
def test_what_is_no_move_is_refused_and_is_no_try(lesson: dl.Lesson, text: str) -> None:
    with pytest.raises(dl.NotationError):
        lesson.attempt(text)
    assert lesson.here.given == {}


@pytest.mark.parametrize("about", ["score", "count", "who", "winner", "award"])
def test_a_wrong_answer_of_every_kind_hears_the_rule_that_decides_and_no_answer(about: str, hand: Timeline) -> None:
    step = len(hand) - 1 if about in ("winner", "award") else 6
    pupil = Pupil(replace(hand, notes={step: Note(ask="?", about=about)}), stops(
        replace(hand, notes={step: Note(ask="?", about=about)})))
    right = pupil.stop.asked.right
    wrong = next(one for one in (*pupil.stop.asked.options, "999") if one != right)
    pupil.answer(wrong)
    tried = pupil.said
    assert tried.verdict == "wrong"
    assert tried.text.startswith(f"{wrong} is not right. The rule: ")
    assert tried.clause in tried.rule
    told = tried.text.removeprefix(f"{wrong} is not right.")
    assert not re.search(rf"\b{right}\b", told) or right in ("0", "1")
    pupil.answer(right)
    assert pupil.said.verdict == "right"


@pytest.mark.parametrize("name", ["all-fives-whole-hand", "five-columns-empty-column", "draw-classic-whole-hand"])
def test_at_every_stop_nothing_of_what_follows_is_on_the_page(name: str) -> None:
    """Neither the caption of any later step nor its entry in the list of moves."""
    lesson = dl.Lesson(name)
    hand = lesson.here.hand
    while not lesson.here.is_through:
        if lesson.here.stop is not None:
            shown = everything(lesson.body) + lesson.frame.status + lesson.frame.alt + str(lesson._repr_mimebundle_())
            later = [dl.why(hand, step).what for step in range(lesson.here.end + 1, len(hand))]
            before = [dl.why(hand, step).what for step in range(lesson.here.end + 1)]
            assert later
            assert not [what for what in later if what and what in shown and what not in before]
            lesson.here.show_me()
        else:
            lesson.here.to_next()
