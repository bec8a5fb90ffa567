"""The stepper and its parts, outside a browser."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser

import ipycanvas
import pytest

import domino_lab as dl
from domino_lab import Explainer, HandStepper, MoveList, OpenEnds, Playhead, Table, Transport
from domino_lab.explain.why import why as explained
from domino_lab.notebook import load
from domino_lab.play.timeline import Note, Timeline
from domino_lab.widgets.hand_view import HandView
from domino_lab.widgets.sharing import transcript
from tests.widgets.conftest import Wire
from tests.widgets.kept import picture
from tests.widgets.reading import (
    area,
    count,
    entries,
    find,
    kinds,
    styled,
    text,
    texts,
)

EVIL = '<img src=x onerror=alert(1)><script>alert("2")</script>'
PARTS = [Table, Transport, MoveList, OpenEnds, Explainer]


class Words(HTMLParser):
    """The text and the tags of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.tags = "", set[str]()
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)


def press(view: HandView, key: str, **more: object) -> None:
    """A key as the page tells of it."""
    view.stage._receive(None, {"do": "key", "value": key, **more}, [])


# --- keys and buttons (UX 1 to 4)


def test_keys_move(hand: Timeline) -> None:
    stepper = HandStepper(hand, step=3)
    assert {"ArrowLeft", "ArrowRight", "Home", "End", "Space", "?"} <= set(stepper.moment()["keys"])
    seen = []
    for key in ("ArrowRight", "ArrowLeft", "ArrowLeft", "Home", "ArrowLeft", "End", "ArrowRight"):
        press(stepper, key)
        seen.append(stepper.here.step)
    assert seen == [4, 3, 2, 0, 0, 22, 22]
    assert stepper.error == ""


def test_a_key_held_down_does_not_run_over_a_question(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=3)
    for number in range(20):
        press(stepper, "ArrowRight", repeat=number > 0)
    assert stepper.here.step == 5
    assert stepper.here.hides(6)
    press(stepper, "ArrowRight", repeat=False)
    assert stepper.here.step == 6


def test_nobody_on_the_table_is_marked_because_a_question_waits(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=4)
    stepper.do("next")
    assert find(stepper, "show_answer")
    assert "?" not in [hand.get("gain") for hand in kinds(stepper, "hand")]


def test_buttons_move_and_are_disabled_where_they_are_useless(hand: Timeline) -> None:
    stepper = HandStepper(hand)

    def off() -> list[str]:
        return [button["do"] for button in kinds(stepper, "icon") if button.get("off")]

    assert off() == ["first", "previous"]
    stepper.do("next")
    assert stepper.here.step == 1
    stepper.do("last")
    assert stepper.here.step == 22
    assert off() == ["play", "next", "last"]
    stepper.do("previous")
    stepper.do("first")
    assert stepper.here.step == 0


def test_buttons_are_icons_with_names_and_one_of_them_is_the_main_one(hand: Timeline) -> None:
    stepper = HandStepper(hand, step=3)
    names = [button["name"] for button in kinds(stepper, "icon")]
    assert names == ["First", "Previous", "Play", "Next", "Last"]
    assert [button["do"] for button in styled(stepper, "primary")] == ["next"]
    [menu] = kinds(stepper, "menu")
    assert "Space: play or pause" in text(menu)


def test_every_step_is_a_button_that_goes_there_and_the_current_one_is_named(hand: Timeline) -> None:
    moves = MoveList(hand)
    assert list(entries(moves)) == list(range(len(hand)))
    for step in (7, 22, 0):
        moves.do("go", step)
        assert moves.here.step == step
        assert kinds(moves, "sheet")[0]["at"] == step


def test_the_score_sheet_has_a_column_for_each_player_and_a_row_for_each_round(hand: Timeline) -> None:
    [sheet] = kinds(MoveList(hand), "sheet")
    assert sheet["heads"] == ["", "Ana", "Ben"]
    numbers = [row[0] for row in sheet["rows"] if row[0] != ""]
    assert numbers == list(range(1, len(numbers) + 1))
    for row in sheet["rows"]:
        for seat, cell in enumerate(row[1:]):
            for step, words, gain, _ in cell["steps"]:
                laid = hand[step]
                if laid.action is not None and laid.seat is not None:
                    assert laid.seat == seat
                    assert gain == (f"+{laid.points}" if laid.points else "")
                    tile = getattr(laid.action, "tile", None)
                    assert tile is None or str(tile) in words or "draw" in words


def test_the_scrubber_moves_and_stops_where_a_question_stops_it(asking: Timeline) -> None:
    transport = Transport(asking)
    transport.do("go", 3)
    assert transport.here.step == 3
    transport.do("go", 15)
    assert transport.here.step == 5
    [scrub] = kinds(transport, "scrub")
    assert (scrub["at"], scrub["end"]) == (5, 22)


# --- what is said (UX 6, 7, 9, 17)


def test_only_one_of_the_linked_views_speaks(hand: Timeline) -> None:
    here = Playhead(hand, step=2)
    views = [Table(here), OpenEnds(here), Explainer(here)]
    here.next()
    assert [bool(view.status) for view in views] == [False, False, True]
    assert views[2].status == explained(hand[3]).caption


def test_the_count_shows_its_terms_each_with_its_tile_and_its_reason(hand: Timeline) -> None:
    view = OpenEnds(hand, step=4)
    assert count(view) == "4 + 3+3 = 10 → 10 points"
    [line] = kinds(view, "count")
    assert [(term["laid"], term["name"]) for term in line["terms"]] == [(1, "4-0 adds 4"), (3, "3-3 adds 6")]
    assert "10 = 2 × 5: +10" in text(view)
    view.here.go(5)
    assert "10 < 14 < 15: not a multiple of 5" in text(view)


def test_what_a_tile_changed_in_the_count_is_set_off(hand: Timeline) -> None:
    """Step 4 puts 3-3 on the 3 of the tile before: its term is new, the 4 stays."""
    [line] = kinds(HandStepper(hand, step=4), "count")
    assert [(term["text"], "fresh" in term) for term in line["terms"]] == [("4", False), ("3+3", True)]


def test_a_term_points_at_the_box_of_its_tile(hand: Timeline) -> None:
    """The page marks it there without asking: hovering sends nothing."""
    stepper = HandStepper(hand, step=4)
    moment = stepper.moment()
    [line] = kinds(moment, "count")
    boxes, (_, left, top) = moment["table"]["laid"], moment["table"]["view"]
    assert len(boxes) == len(hand[4].state.chain.laid)
    for term in line["terms"]:
        x, y, wide, high = boxes[term["laid"]]
        assert 0 <= x + left // 2 < x + left // 2 + wide <= moment["table"]["size"][0]
        assert 0 <= y + top // 2 < y + top // 2 + high <= moment["table"]["size"][1]


def test_the_scrubber_has_a_bar_for_every_tile_and_a_number_where_it_scored(hand: Timeline) -> None:
    transport = Transport(hand, step=4)
    [scrub] = kinds(transport, "scrub")
    laid = [number for number, step in enumerate(hand.steps) if step.judged]
    assert [number for number, bar in enumerate(scrub["bars"]) if bar] == laid
    scored = [number for number, bar in enumerate(scrub["bars"]) if "text" in bar]
    assert scored == [number for number in laid if hand[number].points > 0]
    assert max(bar.get("height", 0) for bar in scrub["bars"]) == 1
    transport.do("go", 16)
    assert transport.here.step == 16


def test_a_game_that_does_not_count_says_so(blocked: Timeline) -> None:
    view = OpenEnds(blocked, step=2)
    assert "They show 1 and 6. This game does not count them." in text(view)
    assert count(view) == "6 · 1"


def test_the_line_that_makes_the_view_again_is_shown_and_makes_it(hand: Timeline) -> None:
    stepper = HandStepper("all-fives", seed=7, step=4, viewpoint=1)
    line = 'dl.HandStepper("all-fives", seed=7, step=4, viewpoint=1)'
    assert line in area(stepper, "head")
    again = eval(line.replace("dl.", ""))
    assert again.here.state == stepper.here.state
    assert again.here.viewpoint == 1
    assert "seed 7" in stepper.name


# --- strangers' words


def test_strangers_words_are_plain_text_everywhere(hand: Timeline) -> None:
    """The page takes markup from nodes of the kind "html" alone, and as the drawing where there is no canvas."""
    from domino_lab.catalogue import get
    from domino_lab.core.shuffle import Shuffle
    from domino_lab.play.timeline import play_out

    evil = play_out(get("all-fives"), Shuffle(seed=7), names=[EVIL, f"{EVIL} 2"])
    evil = replace(evil, title=EVIL, source=EVIL, line=EVIL,
                   notes={4: Note(EVIL, ask=EVIL, hint=EVIL), 6: Note(EVIL, ask=EVIL, about="who", hint=EVIL)})
    stepper = HandStepper(evil, step=3)
    stepper.do("hint")
    for _ in range(8):
        for tab in ("why_not", "what_if", "moves"):
            stepper.do("tab", tab)
            for node in kinds(stepper, "html"):
                assert not Words(node["html"]).tags & {"img", "script"}, node
        assert json.loads(json.dumps(stepper.moment())) == stepper.moment()
        ET.fromstring(picture(stepper))
        if stepper.here.question is not None:
            stepper.here.answer(None)
        else:
            stepper.here.next()
    assert stepper.here.step == 11


# --- sharing, speed, and the end of it (UX 13, 18)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_shows_itself_moves_with_its_playhead_and_leaves_nothing_behind(
    part: type[HandView], noted: Timeline, alive: Callable[[], int]
) -> None:
    import ipycanvas.canvas  # noqa: F401  (its one manager is registered when it is first loaded)

    before = alive()
    here = Playhead(noted, step=1)
    view = part(here)
    here.go(4)
    assert view.error == ""
    assert view.stage.moment["at"] == 4
    bundle = view._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "Step 4 of 22" in bundle["text/plain"]
    view.close()
    assert alive() == before
    assert not any(here._trait_notifiers.get("changes", {}).get("change", []))
    here.go(5)
    view.close()


def test_two_steppers_do_not_affect_each_other_unless_they_share(hand: Timeline) -> None:
    one, other = HandStepper(hand, step=2), HandStepper(hand, step=2)
    one.do("next")
    assert (one.here.step, other.here.step) == (3, 2)
    shared = HandStepper(one.here)
    shared.do("next")
    assert (one.here.step, one.stage.moment["at"], other.here.step) == (4, 4, 2)


def test_the_canvas_keeps_its_size_through_a_hand(hand: Timeline) -> None:
    stepper = HandStepper(hand)
    stepper.stage.width = 720
    sizes = set()
    for step in range(len(hand)):
        stepper.here.go(step)
        sizes.add((stepper.canvas.width, stepper.canvas.height))
    assert len(sizes) == 1
    assert isinstance(stepper.canvas, ipycanvas.Canvas)


def test_the_picture_takes_the_room_of_the_page_and_follows_its_theme(hand: Timeline, wire: Wire) -> None:
    stepper = HandStepper(hand, step=4)
    stepper.stage.width = 720
    for room in ([352, 240], [1000, 320]):
        stepper.stage.room = room
        assert [stepper.canvas.width / 2, stepper.canvas.height / 2] == room == stepper.moment()["table"]["size"]
    wire.clear()
    stepper.stage.dark = True
    assert wire.drawings == 1


def test_projector_size_by_word_and_by_button(hand: Timeline) -> None:
    stepper = HandStepper(hand, large=True)
    assert stepper.moment()["large"]
    assert find(stepper, "large")["text"] == "Normal view"
    stepper.do("large")
    assert "large" not in stepper.stage.moment
    stepper.do("large")
    assert stepper.stage.moment["large"]


def test_what_goes_wrong_is_shown_and_the_next_press_takes_it_away(
    hand: Timeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    stepper = HandStepper(hand)
    with monkeypatch.context() as patched:
        patched.setattr(stepper.comment, "nodes", lambda: 1 / 0)
        stepper.stage._receive(None, {"do": "next"}, [])
    assert stepper.error == "ZeroDivisionError: division by zero"
    stepper.stage._receive(None, {"do": "next"}, [])
    assert stepper.error == ""
    assert "error" not in stepper.stage.moment


def test_what_nothing_in_the_view_does_is_refused(hand: Timeline) -> None:
    stepper = HandStepper(hand)
    with pytest.raises(dl.DominoError, match="this view has no action 'fly'"):
        stepper.do("fly")


def test_a_copy_is_asked_of_the_page_and_its_fate_is_said(hand: Timeline, monkeypatch: pytest.MonkeyPatch) -> None:
    stepper = HandStepper(hand, step=2)
    sent: list[str] = []
    monkeypatch.setattr(stepper.stage, "copy", sent.append)
    stepper.do("copy_line")
    for what in [button["value"] for button in kinds(stepper, "button") if button["do"] == "copy"]:
        stepper.do("copy", what)
    recipe, line, record, picture, written = sent
    assert recipe == "dl.HandStepper(dl.play_out(\"all-fives\", seed=7, names=['Ana', 'Ben']), step=2)"
    assert load(line).steps == load(record).steps == hand.steps
    assert picture.startswith("<svg")
    assert written.splitlines()[0] == "All Fives, seed 7, hand 1"
    stepper.stage._receive(None, {"do": "copied", "value": True}, [])
    assert "Copied." in texts(stepper)


def test_what_the_page_may_not_copy_is_there_to_be_copied_by_hand(hand: Timeline) -> None:
    stepper = HandStepper(replace(hand, title="<b>Bold</b>"), step=2)
    stepper.do("copy", "text")
    stepper.stage._receive(None, {"do": "copied", "value": False}, [])
    assert transcript(stepper.here) in texts(stepper)


def test_nothing_heavy_is_imported_with_the_widgets() -> None:
    """What a first picture does not need would keep it waiting; a second or more, where it is pandas."""
    code = ("import sys, domino_lab as dl, domino_lab.picture.glossary;"
            "dl.HandStepper, dl.Play, dl.Patience, dl.Lesson, dl.Recorder;"
            "print([name for name in ('ipycanvas', 'numpy', 'numba', 'pandas') if name in sys.modules]);"
            "dl.HandStepper('block', seed=1), dl.Play(seed=1), dl.Patience(seed=1), dl.Recorder('block', seed=1);"
            "dl.Lesson('all-fives-worked-example'), dl.quiz('all-fives', n=2, seed=1);"
            "print([name for name in ('numba', 'pandas') if name in sys.modules])")
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split("\n")[:2] == ["[]", "[]"]


def test_without_ipycanvas_the_table_is_an_svg_of_the_same_size(
    hand: Timeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = HandStepper(hand, step=3).moment()["table"]["size"]
    monkeypatch.setattr("domino_lab.widgets.view.has_canvas", lambda: False)
    stepper = HandStepper(hand, step=3)
    assert stepper.canvas is None
    table = stepper.moment()["table"]
    picture = ET.fromstring(table["svg"])
    assert table["size"] == size == [int(picture.get("width")), int(picture.get("height"))]
    stepper.here.next()
    assert stepper.stage.moment["table"]["svg"] != table["svg"]


@pytest.mark.parametrize("kind", [Table, OpenEnds, Explainer, Transport, MoveList, dl.PerfectPlay, dl.HiddenTiles])
def test_a_part_alone_takes_the_keys_of_the_hand(kind: type[HandView]) -> None:
    part = kind(Playhead("block", seed=7, step=3))
    assert "?" in part.moment()["keys"]
    assert "Space" in part.key_help()
    assert "?: this list." in part.key_help()
    assert "Escape" not in part.moment()["keys"]
    part.press_key("?")
    assert part.here.step == 3
    part.press_key("ArrowRight")
    assert part.here.step == 4
    part.close()


def test_the_line_to_copy_keeps_names_policies_and_house_rules() -> None:
    house = dl.ruleset("all-fives").but(multiple=4)  # its name is not in the line: two rulesets are equal by their axes
    hand = dl.play_out(house, seed=7, seats=3, names=["Ana", "Ben", "Cleo"], policies="random")
    again = eval(hand.recipe, {"dl": dl})
    assert (again.names, again.steps) == (hand.names, hand.steps)
    assert eval(dl.load("block-partners").recipe, {"dl": dl}).steps == dl.load("block-partners").steps


def test_a_game_without_points_shows_none() -> None:
    """BD-END-1: in Blind Dominoes no points are written down; Bergen has points though a hand's end brings none."""
    shown = {game: Playhead(dl.play_out(game, seed=3), step=2).snapshot.tabletop.scores for game in ("blind", "bergen")}
    assert shown["blind"] == ()
    assert len(shown["bergen"]) == 2
    assert "point" not in dl.why(dl.play_out("blind", seed=3), -1).what
