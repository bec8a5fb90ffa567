"""The ends of one spinner are named by where they lie in the picture, wherever words name them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import domino_lab as dl
from domino_lab.picture.end_places import alike, end_places
from domino_lab.picture.scene import scene
from domino_lab.play.timeline import Note
from domino_lab.widgets.stepper import HandStepper
from tests.widgets.reading import area, find, kinds

MIDDLE = {"above 2-2", "below 2-2", "left of 2-2", "right of 2-2"}


@pytest.mark.parametrize("moves", ["2-2", "2-2 5-2", "2-2 5-2 4-2"])
def test_the_free_sides_of_a_spinner_lie_where_no_tile_does(moves: str) -> None:
    """A lone spinner stands with all four sides free; each tile takes the side where it lies."""
    view = HandStepper(dl.lay("all-fives", moves), step=len(moves.split()))
    spinner, *others = view.scene.tiles
    taken = {"left of 2-2" if shape.box.middle[0] < spinner.box.middle[0] else "right of 2-2" for shape in others}
    assert len(taken) == len(others)
    assert {*end_places(view.scene).values()} == MIDDLE - taken


def test_an_end_that_has_no_twin_needs_no_place() -> None:
    assert end_places(HandStepper(dl.lay("block", "5-2 2-2 4-2"), step=3).scene) == {}


def test_why_not_offers_the_places_of_the_picture() -> None:
    stepper = HandStepper(dl.lay("all-fives", "2-2 5-2"), step=2)
    stepper.do("tab", "why_not")
    assert {*find(stepper, "try_place")["options"]} == {"the 5 of 5-2", "above 2-2", "below 2-2", "left of 2-2"}


def test_a_player_hears_of_each_place_where_it_is() -> None:
    recorder = dl.Recorder(dl.lay("all-fives", "2-2 5-2"))
    recorder.do("choose", "4-2")
    names = [place["name"] for place in recorder.stage.moment["table"]["places"]["4-2"]]
    assert [name.split(",")[0] for name in sorted(names)] == [
        "play 4-2 above 2-2", "play 4-2 below 2-2", "play 4-2 left of 2-2"]
    heard = []
    for _ in names:
        heard.append(recorder.status.split("Enter to ")[1])
        recorder.press_key("ArrowRight")
    assert {*heard} == {"play 4-2 above 2-2.", "play 4-2 below 2-2.", "play 4-2 left of 2-2."}
    assert "end 2" not in area(recorder, "talk")


@pytest.mark.parametrize("moves", ["2-2 5-2 4-2", "2-2 5-2 4-2 2-1"])
def test_a_caption_says_where_the_tile_lies_beside_the_spinner(moves: str) -> None:
    """The second tile lies across from the first, and all later ones above or below."""
    view = HandStepper(dl.lay("all-fives", moves), step=len(moves.split()))
    spinner, *_, laid = view.scene.tiles
    (x, y), (middle, level) = laid.box.middle, spinner.box.middle
    across = "left of" if x < middle else "right of"
    place = ("above" if y < level else "below") if abs(y - level) > abs(x - middle) else across
    assert f"{laid.placed.tile} {place} 2-2" in view.status
    assert f"{laid.placed.tile} {place} 2-2" in area(view, "talk")


def test_a_saved_picture_says_where_the_tile_lies_beside_the_spinner() -> None:
    """The caption under the picture, and the words for those who do not see it, name the place in that picture."""
    view = HandStepper(dl.lay("all-fives", "2-2 5-2 4-2 2-1"), step=4)
    spinner, *_, laid = scene(view.seen.tabletop).tiles
    place = "above" if laid.box.middle[1] < spinner.box.middle[1] else "below"
    saved = view.to_keep()
    assert f"2-1 {place} 2-2" in saved.text
    assert f"2-1 {place} 2-2" in " ".join(re.findall(r"<text[^>]*>([^<]*)", saved.picture))


def test_a_side_that_opens_with_the_tile_has_a_place_too() -> None:
    """In Five Up the second side of a double is open only once the first has its tile."""
    view = HandStepper(dl.lay("five-up", "4-1 1-1 3-1"), step=3)
    assert re.search("plays 3-1 [a-z ]+ of 1-1[.]", view.status)


def test_a_lesson_names_the_place_that_the_learner_chooses() -> None:
    lesson = dl.Lesson("all-fives-worked-example", every=1)
    lesson.press_key("s")
    lesson.do("choose", "5-0")
    heard = [lesson.announcement()]
    for _ in lesson.here.choices[1:]:
        lesson.press_key("ArrowRight")
        heard.append(lesson.announcement())
    aims = {place for text in heard for place in re.findall("(?<=play 5-0 )[a-z ]+ 5-5", text)}
    assert len(aims) > 1
    assert aims == {*end_places(lesson.scene).values()}
    lesson.press_key("s")
    assert re.search("5-0 (left|right) of 5-5", area(lesson, "talk"))


def test_what_is_undone_and_what_is_advised_have_places() -> None:
    recorder = dl.Recorder(dl.lay("all-fives", "2-2 5-2"))
    recorder.do("choose", "6-1")
    recorder.press_key("Enter")
    recorder.press_key("h")
    assert re.search("You can play 2-0 (above|below|left of|right of) 2-2 instead", recorder.status)
    recorder.do("choose", "2-0")
    recorder.press_key("Enter")
    recorder.do("undo")
    assert re.search("Undone: .* plays 2-0 (above|below|left of|right of) 2-2", recorder.status)


def test_another_side_that_is_shut_is_asked_about_once() -> None:
    """In Five Up the sides of a double are shut until both its long sides have a tile."""
    stepper = HandStepper(dl.lay("five-up", "4-1 1-1"), step=2)
    stepper.do("tab", "why_not")
    assert find(stepper, "try_place")["options"][1:] == ["the 1 of 1-1", "another side of 1-1"]


def test_ends_of_two_equal_tiles_are_told_apart() -> None:
    """In a game with two sets, both ends may be the 5 of a 5-5."""
    view = HandStepper(dl.lay("two-box", "5-5 5-5"), step=2)
    assert {*end_places(view.scene).values()} == {"left of 5-5", "right of 5-5"}


def test_another_move_to_try_is_named_by_its_place() -> None:
    stepper = HandStepper("all-fives-worked-example", step=2, asks=False)
    stepper.do("tab", "what_if")
    names = [node["text"] for node in kinds(stepper, "button")]
    assert "play 5-4 left of 5-5" in names      # the sides lead to equal positions, and one of them is enough


def test_the_words_for_a_picture_have_the_same_places() -> None:
    """Who does not see the table hears of each side of the spinner that is free, and which one is chosen."""
    recorder = dl.Recorder(dl.lay("all-fives", "2-2 5-2"))
    recorder.do("choose", "4-2")
    alt = recorder.stage.moment["table"]["alt"]
    [listed], [chosen] = re.findall(r"You can play ([^.]*)\.", alt), re.findall(r"Chosen: the open end ([^.]*)\.", alt)
    assert {*re.split(", | or ", listed)} == {"above 2-2", "below 2-2", "left of 2-2"}
    assert chosen in listed


def test_a_marked_end_is_named_by_its_place() -> None:
    hand = replace(dl.lay("all-fives", "2-2 5-2"), notes={2: Note("Look here.", marks=("end:2",))})
    said = area(HandStepper(hand, step=2), "talk")
    assert re.search("Marked: the open end (above|below|left of) 2-2", said)


def test_a_quiz_asks_with_the_place_of_the_picture() -> None:
    """What is asked before the move and told after it names one place, that of the tile in the picture."""
    game, met = dl.quiz("all-fives", n=30, seed=2), 0
    for number, item in enumerate(game.items):
        end = getattr(item.action, "end", None)
        if end is None or len(alike(item.state.open_ends, end, item.state.chain.laid)) < 2:
            continue
        game.here.turn_to(number)
        [move] = re.findall(r"play (\d-\d (?:above|below|left of|right of) \d-\d)", game.status)
        assert f"play {move}" in area(game, "talk")
        game.do("answer", item.asked.right)
        assert f"play {move}" in area(game, "talk")
        if item.shows:
            assert f"plays {move}" in game.status
        met += 1
    assert met
    assert len(re.findall(r"play \d-\d (?:above|below|left of|right of) \d-\d", game.worksheet().html)) >= met
