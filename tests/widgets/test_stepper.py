"""The stepper and its parts, outside a browser."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser

import ipycanvas
import pytest

import domino_lab as dl
from domino_lab.explain.why import CAPTION_WORDS
from domino_lab.explain.why import why as explained
from domino_lab.notebook import load
from domino_lab.play.timeline import Note, Problem, Timeline
from domino_lab.widgets import (
    Comments,
    Explainer,
    HandStepper,
    MoveList,
    OpenEnds,
    Playhead,
    Problems,
    Question,
    Table,
    Transport,
)
from domino_lab.widgets.part import Part
from domino_lab.widgets.takeaway import transcript
from tests.widgets.conftest import Wire

EVIL = '<img src=x onerror=alert(1)><script>alert("2")</script>'
PARTS = [Table, Transport, MoveList, OpenEnds, Explainer, Comments, Question, Problems]


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


# --- keys and buttons (UX 1 to 4)


def test_keys_move(hand: Timeline) -> None:
    stepper = HandStepper(hand, step=3)
    assert {"ArrowLeft", "ArrowRight", "Home", "End", "Space", "?"} <= set(stepper.frame.key_set)
    seen = []
    for key in ("ArrowRight", "ArrowLeft", "ArrowLeft", "Home", "ArrowLeft", "End", "ArrowRight"):
        stepper.frame._receive(None, {"type": "key", "key": key}, [])
        seen.append(stepper.here.step)
    assert seen == [4, 3, 2, 0, 0, 22, 22]
    assert stepper.frame.error == ""


def test_a_key_held_down_does_not_run_over_a_question(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=3)
    for press in range(20):
        stepper.frame._receive(None, {"type": "key", "key": "ArrowRight", "repeat": press > 0}, [])
    assert stepper.here.step == 5
    assert stepper.here.hides(6)
    stepper.frame._receive(None, {"type": "key", "key": "ArrowRight", "repeat": False}, [])
    assert stepper.here.step == 6


def test_going_on_past_a_question_puts_a_question_mark_in_the_picture(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    before = stepper.table.scene
    stepper.transport.buttons["next"].click()
    pills = [label.text for label in stepper.table.scene.labels if label.pill]
    assert pills == ["?"]
    assert stepper.table.scene != before
    assert stepper.here.step == 5


def test_buttons_move_and_are_disabled_where_they_are_useless(hand: Timeline) -> None:
    stepper = HandStepper(hand)
    buttons = stepper.transport.buttons
    off = [name for name, button in buttons.items() if button.disabled]
    assert off == ["first", "previous"]
    buttons["next"].click()
    assert stepper.here.step == 1
    buttons["last"].click()
    assert stepper.here.step == 22
    assert [name for name, button in buttons.items() if button.disabled] == ["play", "next", "last"]
    buttons["previous"].click()
    buttons["first"].click()
    assert stepper.here.step == 0


def test_five_controls_come_before_more(hand: Timeline) -> None:
    stepper = HandStepper(hand)
    row = [button.description for button in stepper.transport.children[0].children]
    assert row == ["First", "Previous", "Play", "Next", "Last", "More"]
    assert stepper.tools.layout.display == "none"
    stepper.key("?")
    assert stepper.tools.layout.display != "none"
    assert "Space: play or pause" in stepper.tools.help.value
    stepper.key("Escape")
    assert stepper.tools.layout.display == "none"


def test_every_step_is_a_button_that_goes_there_and_one_is_marked_by_more_than_colour(hand: Timeline) -> None:
    moves = MoveList(hand)
    assert len(moves.buttons) == len(hand)
    for step in (7, 22, 0):
        moves.buttons[step].click()
        assert moves.here.step == step
        current = [number for number, button in enumerate(moves.buttons) if "dlab-current" in button._dom_classes]
        assert current == [step]
        assert [number for number, button in enumerate(moves.buttons) if button.tabbable] == [step]
    css = (moves.frame._css)
    assert "dlab-current::before { content" in css


def test_the_slider_moves_and_stops_where_a_question_stops_it(asking: Timeline) -> None:
    transport = Transport(asking)
    transport.at.value = 3
    assert transport.here.step == 3
    transport.at.value = 15
    assert transport.here.step == 5
    assert transport.at.value == 5


# --- what is said (UX 6, 7, 9, 17)


def test_every_step_says_its_caption_once_and_shows_it(hand: Timeline) -> None:
    stepper = HandStepper(hand)
    for step in range(len(hand)):
        stepper.here.go(step)
        assert stepper.frame.status == Words(stepper.explainer.caption.value).text
        assert stepper.frame.status == explained(hand[step]).caption
        assert 0 < len(stepper.frame.status.split()) <= CAPTION_WORDS
        assert explained(hand[step]).clause in stepper.explainer.rule.value


def test_the_question_is_said_and_so_is_the_verdict(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    assert stepper.frame.status.endswith("Question: What does the board count now?")
    assert stepper.frame.status == Words(stepper.explainer.caption.value).text
    stepper.here.next()
    assert stepper.frame.status.endswith("Answer first, or press Next again to skip.")
    stepper.question.number.value = "12"
    stepper.question.check.click()
    assert stepper.frame.status.startswith("Not quite: you said 12, the answer is 7. Ana plays 4-1")
    assert "3+3 + 1 = 7 is not a multiple of five" in stepper.frame.status       # the reason, from the ruling
    assert stepper.frame.status == Words(stepper.explainer.caption.value).text


def test_only_one_of_the_linked_views_speaks(hand: Timeline) -> None:
    here = Playhead(hand, step=2)
    views = [Table(here), OpenEnds(here), Explainer(here)]
    here.next()
    assert [bool(view.frame.status) for view in views] == [False, False, True]
    assert views[2].frame.status == explained(hand[3]).caption


def test_the_count_shows_its_terms_each_with_its_tile_and_its_reason(hand: Timeline) -> None:
    count = OpenEnds(hand, step=4)
    html = count.sum.value
    assert Words(html).text.startswith("The count4 + 3+3 = 10")
    assert 'tabindex="0" role="img" data-dlab-tile="1" aria-label="4-0 adds 4"' in html
    assert 'data-dlab-tile="3" aria-label="3-3 adds 6"' in html
    assert "10 = 2 × 5: +10" in html
    count.here.go(5)
    assert "10 < 14 < 15: not a multiple of 5" in Words(count.sum.value).text


def test_pointing_at_a_term_marks_its_tile_in_every_linked_view(hand: Timeline) -> None:
    here = Playhead(hand, step=4)
    count, table = OpenEnds(here), Table(here)
    count.frame._receive(None, {"type": "mark", "tile": 3}, [])
    assert [tile.placed.number for tile in table.scene.tiles if tile.marked] == [3]
    assert count.frame.marked == 3
    count.frame._receive(None, {"type": "mark", "tile": None}, [])
    assert not [tile for tile in table.scene.tiles if tile.marked]


def test_the_sparkline_has_a_bar_for_every_tile_and_a_star_where_it_scored(hand: Timeline) -> None:
    count = OpenEnds(hand, step=4)
    laid = [step for step in hand.steps if step.judged]
    assert count.line.value.count("data-dlab-press") == len(laid)
    assert count.line.value.count("★") == sum(step.points > 0 for step in laid)
    count.frame._receive(None, {"type": "press", "what": "go:16"}, [])
    assert count.here.step == 16


def test_a_game_that_does_not_count_says_so(blocked: Timeline) -> None:
    count = OpenEnds(blocked, step=2)
    assert "They show 1 and 6. This game does not count them." in Words(count.sum.value).text
    assert count.line.value == ""


def test_the_line_that_makes_the_view_again_is_shown_and_makes_it(hand: Timeline) -> None:
    stepper = HandStepper("all-fives", seed=7, step=4, viewpoint=1)
    shown = Words(stepper.made_by.value).text
    assert shown == 'dl.HandStepper("all-fives", seed=7, step=4, viewpoint=1)'
    again = eval(shown.replace("dl.", ""))
    assert again.here.state == stepper.here.state
    assert again.here.viewpoint == 1
    assert "seed 7" in stepper.frame.name


# --- why, and why not (UX 6, 21, 30)


def test_more_and_why_not_open_and_esc_closes_them(hand: Timeline) -> None:
    explainer = Explainer(hand, step=4)
    explainer.more.click()
    assert "3-3 is the" in re.sub("<[^>]+>", "", explainer.rest.value)
    explainer.ask.click()
    assert explainer.refused.layout.display != "none"
    explainer.key("Escape")
    assert explainer.rest.value == ""
    assert explainer.refused.layout.display == "none"


def test_why_not_rules_on_every_tile_at_every_end(hand: Timeline) -> None:
    from domino_lab.explain.why_not import why_not

    explainer = Explainer(hand, step=4)
    explainer.ask.click()
    refused = explainer.refused
    assert len(refused.tile.options) == 28
    assert len(refused.place.options) == len(explainer.here.state.chain.ends)
    seen = set()
    for _, tile in refused.tile.options:
        for _, end in refused.place.options:
            refused.tile.value, refused.place.value = tile, end
            ruling = why_not(explainer.here.state, refused._action())
            assert ruling.clause in refused.answer.value
            assert ("✓" in refused.answer.value) is ruling.allowed
            seen.add(ruling.clause)
    assert {"GEN-FIT-1", "GEN-HOLD-1"} <= seen
    refused.kind.value = "pass"
    assert "AF0-DRAW-1" in refused.answer.value or "GEN-PASS-1" in refused.answer.value


def test_terms_are_linked_to_definitions_and_no_text_becomes_a_tag(noted: Timeline) -> None:
    comments = Comments(noted, step=4)
    assert 'data-dlab-term="spinner"' in comments.text.value
    assert "spinner" in comments.frame.definitions
    comments.here.go(1)
    assert "&lt;b&gt;Not bold&lt;/b&gt;" in comments.text.value


# --- comments, questions, problems (UX 20, 36, 40)


def test_a_comment_shows_its_marks_in_the_picture_and_in_words(noted: Timeline) -> None:
    here = Playhead(noted, step=4)
    comments, table = Comments(here), Table(here)
    assert [tile.placed.number for tile in table.scene.tiles if tile.marked] == [3]
    assert "Marked: 3-3." in Words(comments.text.value).text
    here.go(1)
    assert [tile.placed.number for tile in table.scene.tiles if tile.marked] == [0]
    assert [end.end.value for end in table.scene.ends if end.marked] == [6]
    comments.onward.click()
    assert here.step == 4
    comments.key("n")
    assert here.step == 9


def test_marks_that_point_nowhere_are_no_error(hand: Timeline) -> None:
    strange = replace(hand, notes={4: Note("x", marks=("#99", "#", "end:", "end:9", "9-9", EVIL))})
    stepper = HandStepper(strange, step=4)
    assert stepper.frame.error == ""
    assert not [tile for tile in stepper.table.scene.tiles if tile.marked]


def test_the_question_takes_what_it_asks_for(asking: Timeline) -> None:
    question = Question(asking, step=5)
    assert question.layout.display == ""
    assert question.number.layout.display == ""
    assert question.tile.layout.display == "none"
    question.hint.click()
    assert "Start with the spinner." in question.said.value
    question.number.value = "seven"
    question.check.click()
    assert "Write a number" in question.said.value
    assert question.here.step == 5
    question.frame._receive(None, {"type": "press", "what": "enter:7"}, [])
    assert question.here.step == 6
    assert question.layout.display == "none"


def test_show_me_reveals(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    stepper.question.show_me.click()
    assert stepper.here.step == 6
    assert stepper.frame.status.startswith("The answer: 7.")


def test_a_tile_and_a_choice_can_be_given(hand: Timeline) -> None:
    asks = replace(hand, notes={2: Note(ask="Which?", about="tile"), 3: Note(ask="Who?", about="who")})
    question = Question(asks, step=1)
    assert {value for _, value in question.tile.options} == {"", *map(str, hand[1].state.holdings[0])}
    question.check.click()
    assert "Choose a tile" in question.said.value
    question.tile.value = "4-0"
    question.check.click()
    assert question.here.step == 2
    assert [button.description for button in question.options.children] == ["Ana", "Ben"]
    question.options.children[1].click()
    assert question.here.step == 3
    assert question.here.answered is not None
    assert question.here.answered.accepts("Ben")


def test_problems_name_line_move_and_clause(hand: Timeline) -> None:
    broken = replace(hand.upto(3), problems=(Problem(31, 4, "AF0-DRAW-1", f"Ana may not draw {EVIL}."),),
                     remarks=(Problem(None, None, "REC-KEY", "An odd deal."),))
    stepper = HandStepper(broken, step=9)
    shown = Words(stepper.problems.text.value)
    assert "Line 31, move 4: Ana may not draw <img" in shown.text
    assert "(AF0-DRAW-1)" in shown.text
    assert "An odd deal. (REC-KEY)" in shown.text
    assert not shown.tags & {"img", "script"}
    assert stepper.here.step == 3
    assert Problems(hand).layout.display == "none"


# --- strangers' words


def test_strangers_words_are_plain_text_everywhere(hand: Timeline) -> None:
    from domino_lab.catalogue import get
    from domino_lab.play.timeline import play_out
    from domino_lab.shuffle import Shuffle

    evil = play_out(get("all-fives"), Shuffle(seed=7), names=[EVIL, EVIL])
    evil = replace(evil, title=EVIL, source=EVIL, line=EVIL,
                   notes={4: Note(EVIL, ask=EVIL, hint=EVIL), 6: Note(EVIL, ask=EVIL, about="who", hint=EVIL)})
    stepper = HandStepper(evil, step=3)
    stepper.question.hint.click()
    stepper.explainer.more.click()
    stepper.explainer.ask.click()
    for _ in range(8):
        for html in _html(stepper):
            assert not Words(html).tags & {"img", "script", "b onerror"}, html
        ET.fromstring(stepper._repr_mimebundle_()["image/svg+xml"])
        if stepper.here.question is not None:
            stepper.here.answer(None)
        else:
            stepper.here.next()
    assert stepper.here.step == 11


def _html(widget: object) -> list[str]:
    import ipywidgets

    own = [widget.value] if isinstance(widget, ipywidgets.HTML) else []
    return own + [html for child in getattr(widget, "children", ()) for html in _html(child)]


# --- sharing, speed, and the end of it (UX 13, 18)


@pytest.mark.parametrize("part", PARTS)
def test_a_part_shows_itself_moves_with_its_playhead_and_leaves_nothing_behind(
    part: type, noted: Timeline, alive: Callable[[], int]
) -> None:
    import ipycanvas.canvas  # noqa: F401  (its one manager is registered when it is first loaded)

    before = alive()
    here = Playhead(noted, step=1)
    view = part(here)
    here.go(4)
    assert view.frame.error == ""
    bundle = view._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert "Step 4 of 22" in bundle["text/plain"]
    view.close()
    assert alive() == before
    assert not any(here._trait_notifiers.get("changes", {}).get("change", []))
    here.go(5)
    view.close()


def test_closing_the_stepper_leaves_nothing_behind(noted: Timeline, alive: Callable[[], int]) -> None:
    import ipycanvas.canvas  # noqa: F401

    before = alive()
    stepper = HandStepper(noted, step=3)
    stepper.explainer.ask.click()
    stepper.here.last()
    stepper.close()
    assert alive() == before


def test_two_steppers_do_not_affect_each_other_unless_they_share(hand: Timeline) -> None:
    one, other = HandStepper(hand, step=2), HandStepper(hand, step=2)
    one.transport.buttons["next"].click()
    assert (one.here.step, other.here.step) == (3, 2)
    shared = HandStepper(one.here)
    shared.transport.buttons["next"].click()
    assert (one.here.step, one.transport.at.value, other.here.step) == (4, 4, 2)


def test_a_step_is_one_drawing_and_little_on_the_wire(hand: Timeline, wire: Wire) -> None:
    stepper = HandStepper(hand)
    for step in range(1, len(hand)):
        wire.clear()
        stepper.here.next()
        assert stepper.here.step == step
        assert wire.drawings == 1
        assert 0 < wire.total < 20_000, (step, wire.total)


def test_the_canvas_keeps_its_size_through_a_hand(hand: Timeline) -> None:
    stepper = HandStepper(hand)
    sizes = set()
    for step in range(len(hand)):
        stepper.here.go(step)
        sizes.add((stepper.table.picture.width, stepper.table.picture.height))
    assert len(sizes) == 1
    assert isinstance(stepper.table.picture, ipycanvas.Canvas)


def test_the_picture_fits_the_page_and_follows_its_theme(hand: Timeline, wire: Wire) -> None:
    stepper = HandStepper(hand, step=4)
    stepper.frame.root_width = 360
    assert 300 < stepper.table.picture.width / 2 <= 360
    assert "dlab-wide" not in stepper.body._dom_classes
    stepper.frame.root_width = 1000
    assert "dlab-wide" in stepper.body._dom_classes
    assert stepper.table.picture.width / 2 <= 720
    wire.clear()
    stepper.frame.dark = True
    assert wire.drawings == 1


def test_projector_size_by_word_and_by_button(hand: Timeline) -> None:
    stepper = HandStepper(hand, large=True)
    stepper.frame.root_width = 1600
    assert "dlab-large" in stepper._dom_classes
    assert stepper.table.picture.width / 2 > 1500
    stepper.size.click()
    assert "dlab-large" not in stepper._dom_classes
    assert stepper.table.picture.width / 2 < 1400


def test_what_goes_wrong_is_shown(hand: Timeline, monkeypatch: pytest.MonkeyPatch) -> None:
    stepper = HandStepper(hand)
    monkeypatch.setattr(stepper.count, "_light", lambda: 1 / 0)
    monkeypatch.setattr(stepper.moves, "_point", lambda *_: 1 / 0)
    stepper.transport.buttons["next"].click()
    assert stepper.frame.error == "ZeroDivisionError: division by zero"


def test_a_copy_is_asked_of_the_page_and_its_fate_is_said(hand: Timeline, monkeypatch: pytest.MonkeyPatch) -> None:
    stepper = HandStepper(hand, step=2)
    sent: list[str] = []
    monkeypatch.setattr(stepper.frame, "copy", sent.append)
    stepper.copy_line.click()
    for button in stepper.tools.away.copies.values():
        button.click()
    recipe, line, record, picture, text = sent
    assert recipe == "dl.HandStepper(dl.play_out(\"all-fives\", seed=7, names=['Ana', 'Ben']), step=2)"
    assert load(line).steps == load(record).steps == hand.steps
    assert picture.startswith("<svg")
    assert text.splitlines()[0] == "All Fives, seed 7, hand 0"
    stepper.frame._receive(None, {"type": "copied", "done": True}, [])
    assert "Copied." in stepper.said.value


def test_what_the_page_may_not_copy_is_there_to_be_copied_by_hand(hand: Timeline) -> None:
    stepper = HandStepper(replace(hand, title="<b>Bold</b>"), step=2)
    stepper.tools.away.copies["text"].click()
    stepper.frame._receive(None, {"type": "copied", "done": False}, [])
    shown = Words(stepper.said.value)
    assert transcript(stepper.here) in shown.text
    assert "<b>Bold</b>" in shown.text
    assert "b" not in shown.tags


def test_nothing_heavy_is_imported_with_the_widgets() -> None:
    """What a first picture does not need would keep it waiting; a second or more, where it is pandas."""
    code = ("import sys, domino_lab as dl, domino_lab.widgets.wordlist;"
            "dl.HandStepper, dl.Play, dl.Patience, dl.Lesson, dl.Recorder;"
            "print([name for name in ('ipycanvas', 'numpy', 'numba', 'pandas') if name in sys.modules]);"
            "dl.HandStepper('block', seed=1), dl.Play(seed=1), dl.Patience(seed=1), dl.Recorder('block', seed=1);"
            "dl.Lesson('all-fives-worked-example'), dl.quiz('all-fives', n=2, seed=1);"
            "print([name for name in ('numba', 'pandas') if name in sys.modules])")
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split("\n")[:2] == ["[]", "[]"]


def test_without_ipycanvas_the_table_is_an_svg_of_the_same_size_that_is_pressed_alike(
    hand: Timeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = HandStepper(hand, step=3).table.picture.layout
    monkeypatch.setattr("domino_lab.widgets.table.has_canvas", lambda: False)
    stepper = HandStepper(hand, step=3)
    picture, before = stepper.table.picture, stepper.table.picture.svg
    assert before.startswith("<svg")
    for size in ("width", "height", "max_width", "flex"):
        assert getattr(picture.layout, size) == getattr(drawn, size)
    box = stepper.table.scene.tiles[1].box
    picture._handle_custom_msg({"x": (box.x + box.width / 2) / 2, "y": (box.y + box.height / 2) / 2}, [])
    assert stepper.here.marked == 1
    stepper.here.next()
    assert picture.svg != before


def test_a_question_before_the_step_a_cell_asks_for_gets_no_verdict() -> None:
    """Nobody asked it here, so nobody may be told its answer before anything else."""
    stepper = HandStepper("all-fives-worked-example", step=3)
    assert stepper.frame.status.startswith("Ana plays 5-3 on the 5 of 5-5.")
    stepper.close()


@pytest.mark.parametrize("kind", [Table, OpenEnds, Explainer, Transport, MoveList, dl.HiddenTiles, dl.PerfectPlay])
def test_a_part_alone_lists_its_keys_and_takes_the_list_away(kind: type[Part]) -> None:
    part = kind(Playhead("block", seed=7, step=3))
    assert "?" in part.frame.key_set
    before = part.children
    part.key("?")
    assert "?: this list." in part.children[-1].value
    part.key("?")
    assert part.children == before
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
