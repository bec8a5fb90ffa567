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
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.explain.contrast import contrast_moves, is_same_move
from domino_lab.play.legal import judge, legal
from domino_lab.play.timeline import Note, Timeline
from domino_lab.sessions.lesson import LessonSession, stops
from domino_lab.widgets.lesson import caption, rule
from tests.widgets.pressing import downloads
from tests.widgets.reading import area, does, everything, find, kinds, nodes, styled, text

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
    assert "Which tile scores most for Ben?" in area(lesson, "talk")
    assert lesson.status.endswith("Which tile scores most for Ben?")
    shown = everything(lesson) + str(lesson._repr_mimebundle_())
    assert "plays 5-0" not in shown
    assert len(lesson.here.timeline) == 2


def test_a_tile_that_fits_nowhere_is_refused_with_both_ends() -> None:
    """Ben has led 6-6, Ana has joined 6-1 and Ben 6-3: neither the 1 nor the 3 is on 4-0."""
    lesson = dl.Lesson("block", seed=7, every=0)
    lesson.press_key("s")
    while lesson.here.waits is None:
        lesson.press_key("Enter")
    lesson.here.do(tile("4-0", lesson))
    ends = [end.value for end in lesson.here.live.open_ends]
    assert lesson.here.reply.text == f"Not allowed. 4-0 fits neither the {ends[0]} nor the {ends[1]}. Try again."


def test_a_move_that_the_rules_refuse_is_answered_with_its_clause_and_changes_nothing(lesson: dl.Lesson) -> None:
    """GEN-FIT-1: 3-2 has no five."""
    lesson.here.do(tile("3-2", lesson))
    tried = lesson.here.reply
    assert (tried.verdict, tried.clause) == ("refused", "GEN-FIT-1")
    assert lesson.here.end == 1
    assert "GEN-FIT-1" in area(lesson, "talk")
    assert area(lesson, "talk").count("✗ Not allowed. 3-2 does not fit") == 1
    assert tried.text.endswith("Try again.")
    assert lesson.here.refused is None


def test_a_legal_move_that_scores_less_hears_what_it_scores_and_what_another_would(lesson: dl.Lesson) -> None:
    """AF0-SCORE-1: 5-5 and 3 come to 13, no multiple of five; 5-0 leaves 10, which scores 10."""
    lesson.here.do(tile("5-3", lesson))
    tried = lesson.here.reply
    assert (tried.verdict, tried.clause) == ("better", "AF0-SCORE-1")
    assert tried.text.startswith("Allowed, but there is a better move: it scores 10, and yours scores 0.")
    assert "13" in tried.text
    assert tried.text.endswith("Try again.")
    assert "5-0" not in tried.text


def test_the_move_of_the_hand_goes_on_and_says_why(lesson: dl.Lesson) -> None:
    lesson.here.do(tile("5-0", lesson))
    assert (lesson.here.end, lesson.here.reply.verdict) == (2, "right")
    assert lesson.here.reply.text.startswith("Right. Ben plays 5-0")
    assert "✓ Right." in area(lesson, "talk")
    assert lesson.here.stop.about == "legal"


def test_may_she_lay_is_answered_by_what_she_must_do(lesson: dl.Lesson) -> None:
    """AF0-DRAW-1: neither 6-4 nor 6-6 fits a 5 or a blank, so Ana has to draw; passing is refused while she can."""
    lesson.here.do(tile("5-0", lesson))
    lesson.here.do(tile("6-4", lesson))
    assert lesson.here.reply.clause == "GEN-FIT-1"
    lesson.here.do(Pass())
    assert lesson.here.reply.verdict == "refused"
    assert judge(lesson.here.live, Pass()).clause == lesson.here.reply.clause
    lesson.here.do(Draw())
    assert (lesson.here.reply.verdict, lesson.here.end) == ("right", 3)


def reach_the_count(lesson: dl.Lesson) -> None:
    lesson.here.show_answer()
    lesson.here.show_answer()
    assert lesson.here.stop.about == "count"


def test_a_wrong_number_hears_its_slip_and_not_the_answer(lesson: dl.Lesson) -> None:
    """5-5 counts ten and the 3 of 3-0 three: 13."""
    reach_the_count(lesson)
    assert kinds(lesson, "rack") == []
    assert find(lesson, "answer")["is"] == "form"
    lesson.do("answer", "10")
    assert lesson.here.reply.verdict == "wrong"
    assert "13" not in lesson.here.reply.text
    assert lesson.here.reply.text == "Not yet. 10 is too low: the 3-0 is at an open end, too."
    lesson.here.answer("13")
    assert lesson.here.reply.text.startswith("Right: 13.")
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
    lesson.do("go_on")
    assert (lesson.here.end, lesson.here.notice) == (5, "answer_first")
    lesson.here.answer("7")
    lesson.press_key("Enter")
    assert lesson.here.end == 7
    lesson.do("next_question")
    assert (lesson.here.end, lesson.here.stop.step) == (11, 12)
    lesson.here.show_answer()
    lesson.here.to_next()
    assert lesson.here.is_through
    assert lesson.here.timeline.steps == twice.steps
    assert "Right: 1." in area(lesson, "talk")


def test_looking_back_hides_the_question_and_coming_back_brings_it(lesson: dl.Lesson) -> None:
    lesson.press_key("u")
    assert lesson.here.step == 0
    assert "Which tile" not in lesson.status + everything(lesson)
    lesson.press_key("r")
    assert "Which tile" in lesson.status
    lesson.do("go", 0)
    lesson.here.do(tile("5-0", lesson))
    assert lesson.here.step == 2


def test_looking_back_tells_the_step_that_is_seen_not_the_last_try(lesson: dl.Lesson) -> None:
    lesson.here.do(tile("5-3", lesson))
    lesson.press_key("u")
    assert lesson.status == dl.why(lesson.here.hand, 0).caption
    lesson.press_key("r")
    lesson.here.choose(dl.Tile.of("3-2"))
    lesson.press_key("u")
    assert (lesson.here.tile, lesson.status) == (None, dl.why(lesson.here.hand, 0).caption)


def test_nothing_is_lit_before_the_first_try_and_then_the_legal_ends_are(lesson: dl.Lesson) -> None:
    play = tile("5-3", lesson)
    assert not any(end.lit for end in lesson.scene.ends)
    lesson.here.do(play)
    lesson.here.choose(play.tile)
    assert {end.end for end in lesson.scene.ends if end.lit} == {
        action.end for action in legal(lesson.here.live) if isinstance(action, Play) and action.tile == play.tile}


def test_the_tries_come_out_as_a_table_and_as_csv(lesson: dl.Lesson, tmp_path) -> None:
    for name in ("3-2", "5-3", "5-0"):
        lesson.here.do(tile(name, lesson))
    lesson.here.show_answer()
    found = lesson.results
    assert found.tries.tolist() == [3, 0, 0]
    assert found.refused.tolist() == [1, 0, 0]
    assert found.result.tolist() == ["right", "shown", ""]
    assert found.answer.tolist()[1:] == ["draw", ""]
    assert found.equals(dl.answers(lesson))
    saved = lesson.to_csv(tmp_path / "tries.csv")
    assert (tmp_path / "tries.csv").read_text(encoding="utf-8") == saved
    assert pd.read_csv(io.StringIO(saved)).tries.tolist() == [3, 0, 0]
    lesson.do("tab", "tries")
    assert [node["html"].count("<td>3</td>") for node in kinds(lesson, "html")] == [1]
    files = downloads(lesson)
    lesson.do("save_csv")
    assert files == [("tries.csv", saved, "text/csv")]


def test_beginning_again_forgets_the_tries(lesson: dl.Lesson) -> None:
    reach_the_count(lesson)
    lesson.here.restart()
    assert (lesson.here.end, lesson.here.given) == (1, {})
    assert lesson.here.stop.step == 2


def test_the_writers_hint_comes_first_and_two_follow(lesson: dl.Lesson) -> None:
    lesson.here.do(tile("3-2", lesson))
    wrong = lesson.here.reply.text
    lesson.do("hint")
    assert "The spinner counts ten." in lesson.status
    assert "hint" in does(lesson)
    lesson.do("hint")
    lesson.do("hint")
    assert "hint" not in does(lesson)
    assert len([node for node in nodes(lesson.areas()["talk"]) if node.get("strong") == "Hint:"]) == 3
    assert wrong in area(lesson, "talk")
    assert "The spinner counts ten." in area(lesson, "talk")
    lesson.do("show_answer")
    lesson.here.to_next()
    assert "hint" in does(lesson)
    assert "Hint:" not in area(lesson, "talk")


def offered(lesson: dl.Lesson) -> list[str]:
    """What can be pressed to answer or to go on, tiles and menu aside."""
    areas = lesson.areas()
    return does([areas["talk"], areas["bar"]])


def test_at_most_five_things_are_offered_and_one_of_them_first(lesson: dl.Lesson) -> None:
    seen, first = [offered(lesson)], []
    for act in (lesson.here.show_answer, lesson.here.show_answer, lambda: lesson.here.answer("13"), lesson.here.go_on):
        first.append(len(styled(lesson, "primary")))
        act()
        seen.append(offered(lesson))
    assert seen[0] == ["hint", "show_answer", "act", "act"]
    assert seen[2] == ["answer", "hint", "show_answer"]
    assert seen[3] == ["go_on"]
    assert max(first) == 1
    assert max(map(len, seen)) <= 5


# --- pressing and dragging tiles, without a word of what is legal


def in_the_moment(lesson: dl.Lesson) -> dict[str, object]:
    return lesson.moment()["table"]


def test_before_the_first_try_every_tile_has_the_same_places_and_only_its_name() -> None:
    """At each of these stops some tile can go and some cannot, or at one end only."""
    lesson = dl.Lesson("all-fives", seed=39, every=0)
    while not lesson.here.is_through:
        if lesson.here.stop is not None:
            table, [rack] = in_the_moment(lesson), kinds(lesson, "rack")
            assert list(table["places"]) == ["*"]
            assert len(table["places"]["*"]) == max(len(lesson.here.live.open_ends), 1)
            assert not any("gain" in place or "halves" in place for place in table["places"]["*"])
            assert all(set(one) <= {"tile", "name", "key"} and one["name"] == one["tile"] for one in rack["tiles"])
            assert {"draw", "pass"} == {node["value"] for node in kinds(lesson.areas()["bar"], "button")}
            lesson.do("choose", rack["tiles"][0]["tile"])
            assert in_the_moment(lesson)["at"] == 0
            lesson.do("show_answer")
        else:
            lesson.do("next_question")


@pytest.mark.parametrize("name", ["five-columns-empty-column", "five-columns"])
def test_before_the_first_try_no_tile_of_a_spread_tells_of_its_partner(name: str) -> None:
    lesson = dl.Lesson(dl.load(name) if "-e" in name else dl.play_out(name, seed=1, hand=1), every=0)
    for tile in lesson.here.tiles[:6]:
        lesson.do("choose", str(tile))
        table = in_the_moment(lesson)
        assert all(place["name"].startswith("to column") for place in table["places"]["*"])
        assert all(spot["name"] == spot["tile"] for spot in table["spots"])
        [group] = {place.chosen for group in lesson.tabletop().tableau.groups for place in group.places
                   if getattr(place, "tile", None) == tile}
        assert group
        lit = [place for group in lesson.tabletop().tableau.groups for place in group.places
               if getattr(place, "chosen", False)]
        assert len(lit) == 1
        lesson.do("choose", str(tile))


def test_a_tile_is_tried_at_the_place_that_is_pressed(lesson: dl.Lesson) -> None:
    """5-3 fits the spinner but scores nothing; 3-2 does not fit it."""
    places = in_the_moment(lesson)["places"]["*"]
    lesson.do("play", ["3-2", places[0]["value"]])
    assert lesson.here.reply.verdict == "refused"
    assert lesson.here.tile is None
    lesson.do("play", ["5-3", places[-1]["value"]])
    assert lesson.here.reply.verdict == "better"
    lesson.do("play", ["5-0", places[1]["value"]])
    assert lesson.here.reply.verdict == "right"
    lesson.stage._receive(None, {"do": "play", "value": ["9-9", 0]}, [])
    assert list(lesson.here.given) == [2]


def test_right_weaker_and_wrong_differ_by_sign_word_and_colour(lesson: dl.Lesson) -> None:
    seen = []
    for name in ("3-2", "5-3", "5-0"):
        lesson.do("play", [name, 0])
        [reply] = [node for node in kinds(lesson.areas()["talk"], "p") if node.get("sign")]
        seen.append((reply["sign"], reply["css"], reply["text"].split()[0].rstrip(".,")))
    assert seen == [("✗", "wrong", "Not"), ("△", "weaker", "Allowed"), ("✓", "right", "Right")]


def test_a_pair_of_a_patience_is_tried_by_two_presses() -> None:
    """FC-3: two free tiles go if they have twelve pips together."""
    hand = dl.play_out("five-columns", seed=1, hand=1)
    lesson = dl.Lesson(hand, every=0)
    free, (one, other) = lesson.here.live.free, hand[1].action.tiles
    for tile in (one, next(tile for tile in free if tile != one and sum(tile[:2]) + sum(one[:2]) != 12)):
        lesson.do("choose", str(tile))
    assert (lesson.here.reply.verdict, lesson.here.reply.clause) == ("refused", "FC-3")
    assert (lesson.here.tile, lesson.here.end) == (None, 0)
    for tile in (other, one):
        lesson.do("choose", str(tile))
    assert (lesson.here.reply.verdict, lesson.here.end) == ("right", 1)


def test_what_is_no_answer_is_said_beside_the_field_and_is_no_try(lesson: dl.Lesson) -> None:
    reach_the_count(lesson)
    lesson.do("answer", "many")
    assert "Write a number" in area(lesson, "talk")
    assert lesson.here.tries == ()
    lesson.do("answer", "10")
    assert "Write a number" not in area(lesson, "talk")


def test_who_moves_next_is_not_shown_where_that_is_asked(hand: Timeline) -> None:
    lesson = dl.Lesson(replace(hand, notes={4: Note(ask="Who is next?", about="who")}))
    assert not any(player.get("turn") for player in kinds(lesson, "hand"))
    assert kinds(lesson, "rack") == []
    assert "'s turn." not in in_the_moment(lesson)["alt"]
    lesson.do("show_answer")
    assert any(player.get("turn") for player in kinds(lesson, "hand"))


@pytest.mark.parametrize("game", [
    "all-fives", "block", "draw", "two-box-cutthroat", "blind", "five-columns", "patience", "knock-out",
    "bingo/choice", "draw-vietnamese",
])
def test_every_move_of_a_seat_can_be_asked_for_in_every_kind_of_game(game: str) -> None:
    """By the moves of the hand itself the learner comes through it, with every one of them right."""
    hand = dl.play_out(game, seed=4)
    pupil = LessonSession(hand, stops(hand, every=0))
    for _ in range(len(hand)):
        while pupil.stop is None and not pupil.is_through:
            pupil.go_on()
        if pupil.stop is not None:
            pupil.do(hand[pupil.stop.step].action)
            assert pupil.reply.verdict == "right"
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
    pupil, met = LessonSession(hand, found), []
    while not pupil.is_through:
        if pupil.stop is not None:
            met.append(pupil.stop.step)
            pupil.show_answer()
        else:
            pupil.go_on()
        assert caption(pupil)
        assert text(rule(pupil)).startswith(f"Rule {dl.why(hand, pupil.end).clause}, ")
    assert met == [stop.step for stop in found]
    assert pupil.timeline.steps == hand.steps


def test_a_refused_try_never_moves_a_hand_of_any_game(hand: Timeline) -> None:
    pupil = LessonSession(hand, stops(hand, every=0))
    for _ in range(3):
        state, before = pupil.live, pupil.end
        for one in state.rules.equipment.set.tiles:
            for end in (None, *state.chain.ends):
                if not judge(state, Play(one, end)).allowed:
                    pupil.do(Play(one, end))
                    assert (pupil.end, pupil.reply.verdict) == (before, "refused")
        pupil.show_answer()
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
        "Allowed, but there is a better move: it gets rid of 7 pips instead of 6. "
        "Tiles left in your hand can count against you at the end.")
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
    assert f"in line {line}." in area(lesson, "talk")
    assert "13" not in text(lesson)
    assert "mistake" not in everything(dl.Lesson(RECORD))


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
    others, shown = {str(one) for one in lesson.here.live.holdings[1]}, everything(lesson)
    assert len(others) == 6
    assert not [name for name in others if name in shown]


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
    pupil = LessonSession(replace(hand, notes={step: Note(ask="?", about=about)}), stops(
        replace(hand, notes={step: Note(ask="?", about=about)})))
    right = pupil.stop.asked.right
    wrong = next(one for one in (*pupil.stop.asked.options, "999") if one != right)
    pupil.answer(wrong)
    tried = pupil.reply
    assert tried.verdict == "wrong"
    assert tried.text.startswith((f"Not yet. {wrong} ", f"Not {wrong}. "))
    assert tried.clause in tried.rule
    told = tried.text.replace(wrong, "").replace("multiple of 5", "")
    assert not re.search(rf"\b{right}\b", told) or right in ("0", "1")
    pupil.answer(right)
    assert pupil.reply.verdict == "right"


@pytest.mark.parametrize("name", ["all-fives-whole-hand", "five-columns-empty-column", "draw-classic-whole-hand"])
def test_at_every_stop_nothing_of_what_follows_is_on_the_page(name: str) -> None:
    """Neither the caption of any later step nor its entry in the list of moves."""
    lesson = dl.Lesson(name)
    hand = lesson.here.hand
    while not lesson.here.is_through:
        if lesson.here.stop is not None:
            shown = everything(lesson) + str(lesson._repr_mimebundle_())
            later = [dl.why(hand, step).what for step in range(lesson.here.end + 1, len(hand))]
            before = [dl.why(hand, step).what for step in range(lesson.here.end + 1)]
            assert later
            assert not [what for what in later if what and what in shown and what not in before]
            lesson.here.show_answer()
        else:
            lesson.here.to_next()
