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
from domino_lab.explain.why import CAPTION_WORDS, why as explained
from domino_lab.notebook import load
from domino_lab.play.timeline import Note, Problem, Timeline
from domino_lab.widgets.hand_view import HandView
from domino_lab.widgets.sharing import transcript
from tests.widgets.conftest import Wire
from tests.widgets.kept import picture
from tests.widgets.reading import (
    area,
    beside_count,
    count,
    does,
    entries,
    find,
    heard,
    kinds,
    nodes,
    placeless,
    script_of,
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


def test_every_step_says_its_caption_once_and_shows_it(hand: Timeline) -> None:
    stepper = HandStepper(hand)
    for step in range(len(hand)):
        stepper.here.go(step)
        moment = stepper.moment()
        assert " ".join(filter(None, [stepper.status, stepper.frame.news])) == moment["status"]
        assert beside_count(stepper.status, stepper) == heard(stepper)
        assert placeless(stepper.status) == placeless(explained(hand[step]).caption)
        assert 0 < len(stepper.status.split()) <= CAPTION_WORDS
        assert explained(hand[step]).clause in area(stepper, "talk")


@pytest.mark.parametrize("make", [HandStepper, dl.Recorder], ids=["stepper", "recorder"])
def test_beside_its_terms_the_count_is_not_said_again(make: type[HandStepper]) -> None:
    view = make(load("all-fives-worked-example").upto(3), **({"step": 3} if make is HandStepper else {}))
    assert count(view) == "5+5 + 0 + 3 = 13 → no score"
    assert heard(view) == "Ana plays 5-3 left of 5-5. 13 is not a multiple of 5."
    assert view.status == "Ana plays 5-3 left of 5-5. 5+5 + 0 + 3 = 13: not a multiple of 5."
    spoken = "Ana plays 5-3 on the 5 of 5-5. 5+5 + 0 + 3 = 13: not a multiple of 5."
    assert heard(Explainer(view.here)) == spoken        # no count stands beside it, and no picture


def test_the_question_is_said_and_so_is_the_verdict(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    assert stepper.status.endswith("Question: What does the board count now?")
    assert beside_count(stepper.status, stepper) == heard(stepper)
    stepper.do("answer", "7")
    assert stepper.status.startswith("Right: 7. Ana plays 4-1")
    assert "3+3 + 1 = 7: not a multiple of 5" in stepper.status       # the reason, from the ruling
    assert beside_count(stepper.status, stepper) == heard(stepper)
    [verdict] = styled(stepper, "verdict")
    assert ("right" in verdict["css"], verdict["sign"]) == (True, "✓")


def test_a_wrong_answer_gets_a_reason_and_another_try(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    stepper.do("answer", "12")
    assert stepper.here.step == 5
    [missed] = styled(stepper, "wrong")
    why = "Not yet. 12 is too high: only the open ends count."
    assert (missed["sign"], missed["text"], stepper.stage.moment["status"]) == ("✗", why, why)
    assert "answer" in does(stepper)
    stepper.do("answer", "4")
    assert text(styled(stepper, "wrong")) == "✗ Not yet. 4 is too low: the 3-3 counts both halves."
    stepper.do("answer", "7")
    assert stepper.here.step == 6
    assert not styled(stepper, "wrong")
    assert stepper.here.attempts == {6: ("12", "4")}


def test_the_card_of_a_question_stands_under_the_count_and_holds_the_reply_with_its_rule(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    stepper.do("answer", "12")
    first, card, *_ = stepper.areas()["talk"]
    assert (first["is"], card["label"]) == ("count", "Question")
    assert styled(card, "ask")[0]["text"] == "What does the board count now?"
    assert styled(card, "wrong")
    assert "AF0-SCORE" in text(kinds(card, "fold"))


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


# --- why, and why not (UX 6, 21, 30)


def test_why_holds_the_reasons_and_the_code_and_the_clause_its_sentence(hand: Timeline) -> None:
    explainer = Explainer(hand, step=4)
    why = next(fold for fold in kinds(explainer, "fold") if fold["label"] == "Why?")
    assert "3-3 is a spinner" in text(why)
    clause = next(fold for fold in kinds(explainer, "fold") if explained(hand[4]).clause in fold["label"])
    assert text(clause["in"]) == explained(hand[4]).rule, "the clause opens its sentence"
    assert not any(node.get("tag") == "pre" for node in nodes(explainer))
    explainer.do("code")
    assert "def " in text([node for node in nodes(explainer) if node.get("tag") == "pre"])
    explainer.do("code")
    assert not any(node.get("tag") == "pre" for node in nodes(explainer))


def test_why_not_refuses_nothing_before_somebody_has_asked(hand: Timeline) -> None:
    stepper = HandStepper(hand, step=4)
    stepper.do("tab", "why_not")
    assert not styled(stepper, "wrong")
    assert "Choose what you want to try" in area(stepper, "more")
    stepper.do("try_tile", find(stepper, "try_tile")["options"].index("6-6"))
    assert "fits" in text(styled(stepper, "wrong")) or "does not hold" in text(styled(stepper, "wrong"))


def test_a_step_without_a_note_shows_none_but_the_way_to_the_next(noted: Timeline) -> None:
    stepper = HandStepper(noted, step=2)
    assert not styled(stepper, "comment")
    assert find(stepper, "next_note")["text"] == "Next note"


def test_why_not_rules_on_every_tile_at_every_end(hand: Timeline) -> None:
    from domino_lab.explain.why_not import why_not

    explainer = Explainer(hand, step=4)
    tiles, ends = find(explainer, "try_tile")["options"], find(explainer, "try_place")["options"]
    assert len(tiles) == 28
    assert len(ends) == len(explainer.here.state.chain.ends)
    panel, seen = explainer.shown.why_not, set()
    for tile in range(len(tiles)):
        for end in range(len(ends)):
            explainer.do("try_tile", tile)
            explainer.do("try_place", end)
            ruling = why_not(explainer.here.state, panel._attempt())
            shown = panel.nodes()
            assert ruling.clause in text(shown)
            assert ("✓" in text(shown)) is ruling.allowed is bool(styled(shown, "right"))
            seen.add(ruling.clause)
    assert {"GEN-FIT-1", "GEN-HOLD-1"} <= seen
    kinds_known = find(explainer, "try_kind")["options"]
    explainer.do("try_kind", kinds_known.index("pass"))
    assert "AF0-DRAW-1" in text(panel.nodes()) or "GEN-PASS-1" in text(panel.nodes())


def test_texts_go_as_they_are_and_the_page_links_their_terms(noted: Timeline) -> None:
    comments = HandStepper(noted, step=4)
    assert "The spinner takes four tiles." in texts(comments)
    definitions, forms = script_of(comments.stage)[2]
    assert forms["spinner"] == "spinner"
    assert "spinner" in definitions
    comments.here.go(1)
    assert "The first tile. <b>Not bold</b>." in texts(comments)


# --- comments, questions, problems (UX 20, 36, 40)


def pins(view: HandView) -> list[str]:
    return [label.text for label in view.scene.labels if label.role == "pin"]


def test_a_comment_shows_its_marks_in_the_picture_and_in_words(noted: Timeline) -> None:
    here = Playhead(noted, step=4)
    comments, table = HandStepper(here), Table(here)
    assert [(mark.at, mark.label) for mark in table.seen.tabletop.marks] == [(3, "1")]
    assert pins(table) == ["1"]
    assert "Marked: 3-3 (1)." in texts(comments)
    here.go(1)
    first, second = (mark.at for mark in table.seen.tabletop.marks)
    assert (first, second.value) == (0, 6)
    assert pins(table) == ["1", "2"]
    comments.do("next_note")
    assert here.step == 4
    comments.press_key("n")
    assert here.step == 9


def test_marks_that_point_nowhere_are_no_error(hand: Timeline) -> None:
    strange = replace(hand, notes={4: Note("x", marks=("#99", "#", "end:", "end:9", "9-9", EVIL))})
    stepper = HandStepper(strange, step=4)
    assert stepper.error == ""
    assert not pins(stepper)


def test_the_question_takes_what_it_asks_for(asking: Timeline) -> None:
    question = HandStepper(asking, step=5)
    assert [field["mode"] for field in kinds(question, "field")] == ["numeric"]
    assert not kinds(question, "tile")
    question.do("hint")
    assert "Start with the spinner." in texts(question)
    question.do("answer", "seven")
    assert "Write a number, such as 15." in texts(question)
    assert question.here.step == 5
    question.do("answer", "7")
    assert question.here.step == 6
    assert not kinds(question, "field")


def test_show_answer_reveals(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    assert find(stepper, "show_answer")["text"] == "Show answer"
    stepper.do("show_answer")
    assert stepper.here.step == 6
    assert stepper.status.startswith("The answer: 7.")
    assert not styled(stepper, "right")
    assert not styled(stepper, "wrong"), "who asks for the answer has not answered"


def test_the_button_for_questions_says_what_a_press_on_it_does(asking: Timeline) -> None:
    stepper = HandStepper(asking)
    for asks, words in ((True, "Don't ask questions"), (False, "Ask questions"), (True, "Don't ask questions")):
        assert (stepper.here.asks, find(stepper, "asks")["text"]) == (asks, words)
        stepper.do("asks")


def test_a_tile_and_a_choice_can_be_given(hand: Timeline) -> None:
    asks = replace(hand, notes={2: Note(ask="Which?", about="tile"), 3: Note(ask="Who?", about="who")})
    question = HandStepper(asks, step=1)
    held = {str(tile) for tile in hand[1].state.holdings[0]}
    assert {tile["value"] for tile in kinds(question, "tile")} == held
    unplayable = next(tile for tile in held if not {"0", "6"} & set(tile))
    question.do("answer", unplayable)
    assert f"Not {unplayable}: it cannot be played here." in text(question)
    question.do("answer", "4-0")
    assert question.here.step == 2
    offered = [button["value"] for button in kinds(question, "button") if button["do"] == "answer"]
    assert offered == ["Ana", "Ben"]
    question.do("answer", "Ben")
    assert question.here.step == 3
    assert question.here.answered is not None
    assert question.here.answered.accepts("Ben")


def test_problems_name_line_move_and_clause(hand: Timeline) -> None:
    broken = replace(hand.upto(3), problems=(Problem(31, 4, "AF0-DRAW-1", f"Ana may not draw {EVIL}."),),
                     remarks=(Problem(None, None, "REC-KEY", "An odd deal."),))
    stepper = HandStepper(broken, step=9)
    shown = area(stepper, "talk")
    assert "Line 31, move 4: Ana may not draw <img" in shown
    assert "(AF0-DRAW-1)" in shown
    assert "An odd deal. (REC-KEY)" in shown
    assert stepper.here.step == 3
    assert not styled(HandStepper(hand), "problems")


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


def test_a_question_before_the_step_a_cell_asks_for_gets_no_verdict() -> None:
    """Nobody asked it here, so nobody may be told its answer before anything else."""
    stepper = HandStepper("all-fives-worked-example", step=3)
    assert stepper.status.startswith("Ana plays 5-3 left of 5-5.")
    stepper.close()


@pytest.mark.parametrize("kind", [Table, OpenEnds, Explainer, Transport, MoveList, dl.PerfectPlay])
def test_a_part_alone_takes_the_keys_of_the_hand(kind: type[HandView]) -> None:
    part = kind(Playhead("block", seed=7, step=3))
    assert "?" in part.moment()["keys"]
    assert "?: this list." in part.key_help()
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


def test_a_branch_does_not_claim_the_line_of_the_hand_it_left() -> None:
    hand = dl.play_out("block", seed=7)
    assert hand.recipe == 'dl.play_out("block", seed=7)'
    branch = hand.upto(3)
    assert branch.play(dl.legal(branch.state)[0]).recipe == ""


def test_a_game_without_points_shows_none() -> None:
    """BD-END-1: in Blind Dominoes no points are written down; Bergen has points though a hand's end brings none."""
    shown = {game: Playhead(dl.play_out(game, seed=3), step=2).snapshot.tabletop.scores for game in ("blind", "bergen")}
    assert shown["blind"] == ()
    assert len(shown["bergen"]) == 2
    assert "point" not in dl.why(dl.play_out("blind", seed=3), -1).what
