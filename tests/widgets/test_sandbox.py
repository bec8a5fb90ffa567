"""The sandbox, outside a browser: what its keys, its buttons and its picture do to the position."""

from __future__ import annotations

import xml.etree.ElementTree as ET
import zlib

import ipywidgets
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import domino_lab as dl
from domino_lab.actions import Action, Draw, Pass, Play, Stack
from domino_lab.catalogue import get, rulesets
from domino_lab.chain import Laid
from domino_lab.errors import IllegalAction, RulesetError
from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.play.legal import legal
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle
from domino_lab.widgets import ScoringSandbox
from domino_lab.widgets.sandbox.laying import Laying
from domino_lab.widgets.sandbox.study_table import StudyTable
from domino_lab.widgets.sandbox.tabs import TABS
from tests.laws.random_hands import hands
from tests.words.custom_rules import NeighbourPips

CHAINS = [rules for rules in rulesets() if rules.solo is None]
EXAMPLE = "5-5 5-0 3-5 6-5@5-5 6-1"


def press(sandbox: ScoringSandbox, *keys: str) -> None:
    """What the page does when a key goes down in the sandbox; what goes wrong behind a guard fails here."""
    for key in keys:
        sandbox.frame._receive(sandbox.frame, {"type": "key", "key": key}, [])
        assert sandbox.frame.error == ""


def laying(sandbox: ScoringSandbox) -> Laying:
    return sandbox.tabs[0]


def shown(widget: ipywidgets.Widget) -> str:
    """All the HTML in a widget, hidden or not."""
    inside = "".join(shown(child) for child in getattr(widget, "children", ()))
    return widget.value + inside if isinstance(widget, ipywidgets.HTML) else inside


def pick(sandbox: ScoringSandbox, kind: tuple[int, ...]) -> None:
    """Choose a tile with Up and Down, the shorter way round."""
    kinds = sorted({tile[:2] for tile in sandbox.board.position.unseen})
    last = sandbox.board._last
    start = kinds.index(last) if last in kinds else sum(other < last for other in kinds) if last else 0
    way = (kinds.index(kind) - start) % len(kinds)
    key = "ArrowDown" if way <= len(kinds) // 2 else "ArrowUp"
    for _ in range(len(kinds) + 1):
        if sandbox.board.tile == kind:
            return
        press(sandbox, key)
    raise AssertionError(f"no key reaches {kind}")


def choose(sandbox: ScoringSandbox, play: Play) -> None:
    """Choose an open end, and which half faces outward, with Right."""
    for _ in range(2 * len(sandbox.board.state.chain.ends) + 1):
        now = sandbox.board.chosen_action
        if now.end == play.end and now.out in (None, play.out):
            return
        press(sandbox, "ArrowRight")
    raise AssertionError(f"no key reaches {play}")


def do(sandbox: ScoringSandbox, action: Action, drawn: tuple[int, ...]) -> None:
    """An action of a hand, done in the sandbox by keys alone."""
    if isinstance(action, Pass):
        press(sandbox, "p")
        return
    pick(sandbox, drawn if isinstance(action, Draw) else action.tile[:2])
    if isinstance(action, Play):
        choose(sandbox, action)
    press(sandbox, {"play": "Enter", "draw": "d", "stack": "s"}[action.kind])


def as_built(state: State) -> tuple[list[Laid], list[tuple[tuple[int, ...], int, int]]]:
    """The chain tile by tile and what is stacked on it; two equal tiles of two sets are alike."""
    laid = [one._replace(tile=one.tile._replace(copy=0)) for one in state.chain.laid]
    return laid, [(top.tile[:2], top.on, top.order) for top in state.stacks]


def replayed(hand: Timeline, sandbox: ScoringSandbox) -> None:
    """Every step of a hand done by keys; after each of them the table is as it was in the hand."""
    for step in hand.steps[1:]:
        if step.action is not None:
            drawn = next((event.tile[:2] for event in step.events if hasattr(event, "tile")), ())
            do(sandbox, step.action, drawn)
            assert as_built(sandbox.board.state) == as_built(step.state)
    assert len(hand.state.chain.laid) + len(hand.state.stacks) == len(sandbox.board.timeline) - 1


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """What only watches the position takes most of the time, and no key."""
    for panels in ("PANELS", "BELOW"):
        monkeypatch.setattr(f"domino_lab.widgets.sandbox.laying.{panels}", ())
    monkeypatch.setattr("domino_lab.widgets.sandbox.sandbox.TABS", TABS[:1])
    monkeypatch.setattr(StudyTable, "repaint", lambda _table: None)


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("rules", CHAINS, ids=lambda rules: rules.id)
def test_a_hand_of_every_game_is_built_by_keys_alone(rules: Ruleset) -> None:
    """Of a variation the first ten moves: by then its way of laying, drawing and calling has been met."""
    seed = zlib.crc32(rules.id.encode()) % 1000
    hand = play_out(rules, Shuffle(seed=seed), policies="random")
    replayed(hand.upto(10) if rules.variation_of else hand, ScoringSandbox(rules))


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("seed", [1, 3])
def test_stacked_tiles_are_built_by_keys_too(seed: int) -> None:
    hand = play_out(get("two-box-cutthroat"), Shuffle(seed=seed), policies="random")
    assert hand.state.stacks, "a hand in which nobody stacks would show nothing"
    replayed(hand, ScoringSandbox("two-box-cutthroat"))


@pytest.mark.usefixtures("bare")
@given(hands())
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_hands_by_rules_of_ones_own_are_built_by_keys_alone(hand: Timeline) -> None:
    if hand.rules["stack_when"] == "after-score" and hand.state.stacks and hand.rules["claim"] != "auto":
        return  # here every score is called, so that there may be nothing left to steal back
    replayed(hand, ScoringSandbox(hand.rules, seats=len(hand.names)))


@pytest.mark.usefixtures("bare")
def test_a_matching_rule_of_ones_own_is_built_by_keys_alone() -> None:
    """Neighbours fit: 3 goes on 2 or 4, so that many a tile may face either way."""
    rules = get("all-fives").but(matching=NeighbourPips())
    hand = play_out(rules, Shuffle(seed=5), policies="random")
    assert any(len(rules.fitting[one.joint][one.tile]) > 1 for one in hand.state.chain.laid[1:])
    replayed(hand, ScoringSandbox(rules))


def test_a_hand_is_opened_by_its_name_at_a_step() -> None:
    sandbox = ScoringSandbox("all-fives-worked-example", step=4)
    assert [str(one.tile) for one in sandbox.board.state.chain.laid] == ["5-5", "5-0", "5-3", "2-0"]


def test_a_hand_is_laid_again_under_the_ruleset_that_was_asked_for() -> None:
    hand = dl.load("all-fives-worked-example")
    sandbox = ScoringSandbox("five-up", position=hand, step=2)
    assert sandbox.board.rulesets[0].id == "five-up"
    assert len(sandbox.board.state.chain.laid) == 2
    with pytest.raises(IllegalAction) as error:  # five tiles at a spinner: not where doubles lie in line
        ScoringSandbox("block", position=hand)
    assert not error.value.ruling.allowed


# --- choosing: lit ends, and how many


def test_the_worked_example_of_the_sheet_is_built_and_counted() -> None:
    """000: 5-5 scores 10, 5-0 then counts 10, 3-5 13; the sheet's layout goes on to 20."""
    sandbox = ScoringSandbox("all-fives")
    counts = []
    for play in (step.action for step in dl.load("all-fives-worked-example").steps[1:]):
        do(sandbox, play, ())
        counts.append(sandbox.board.state.board_count.total)
    assert counts == [10, 10, 13, 15, 14, 16, 17, 20]
    assert "<b>20</b>" in shown(sandbox)


@pytest.mark.parametrize("kind", [(0, 0), (0, 5), (3, 4), (2, 2)])
def test_choosing_a_tile_lights_its_legal_ends_and_says_how_many(kind: tuple[int, int]) -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5 3-5 6-5@5-5 6-0")
    sandbox.board.choose(kind)
    fitting = {play.end for play in legal(sandbox.board.state) if isinstance(play, Play) and play.tile[:2] == kind}
    assert {shape.end for shape in laying(sandbox).table.scene.ends if shape.lit} == fitting
    assert f"It fits {len(fitting)} open end{'s' if len(fitting) != 1 else ''}" in sandbox.frame.status


def test_escape_cancels_and_the_lights_go_out() -> None:
    sandbox = ScoringSandbox("all-fives", position=EXAMPLE)
    press(sandbox, "ArrowDown")
    assert any(shape.lit for shape in laying(sandbox).table.scene.ends)
    press(sandbox, "Escape")
    assert sandbox.board.tile is None
    assert not any(shape.lit for shape in laying(sandbox).table.scene.ends)


# --- what the rules refuse


def refused(sandbox: ScoringSandbox, *keys: str) -> str:
    """The clause that refuses the last key, when nothing else has changed."""
    before = sandbox.board.position
    press(sandbox, *keys)
    assert sandbox.board.position is before
    clause = sandbox.board.refused.id
    assert clause in laying(sandbox).caption.value
    assert sandbox.frame.status == sandbox.board.refused.text
    return clause


def test_a_tile_that_does_not_fit_is_refused_with_its_clause() -> None:
    sandbox = ScoringSandbox("all-fives", position=EXAMPLE)
    pick(sandbox, (4, 4))
    assert refused(sandbox, "Enter") == "GEN-FIT-1"


def test_a_tip_before_the_sides_is_no_end_where_the_sides_come_first() -> None:
    """001 lets the spinner's tips wait for its sides: only they are offered, and then the tips too."""
    sandbox = ScoringSandbox(get("all-fives").but(arm_order="sides-first"), position="5-5 5-0")
    pick(sandbox, (4, 5))
    spinner = [choice.end for choice in sandbox.board.choices if choice.end.at == 0]
    assert [end.is_tip for end in spinner] == [False]
    press(sandbox, "Enter")
    pick(sandbox, (3, 5))
    assert [choice.end.is_tip for choice in sandbox.board.choices if choice.end.at == 0] == [True, True]


def test_a_stack_is_refused_where_the_game_does_not_stack_and_where_nothing_can_be_stolen() -> None:
    sandbox = ScoringSandbox("all-fives", position="5-0")
    pick(sandbox, (1, 1))
    assert refused(sandbox, "s") == "GEN-END-1"
    boxes = ScoringSandbox("two-box-cutthroat", position="1-0")
    pick(boxes, (0, 1))
    assert refused(boxes, "s").startswith("TBC-STACK")


def test_a_stacked_tile_is_no_longer_among_those_that_may_be_laid() -> None:
    sandbox = ScoringSandbox("two-box-cutthroat", position="5-5")
    assert laying(sandbox).tray.buttons[5, 5].description == "5-5"
    pick(sandbox, (5, 5))
    press(sandbox, "s")
    assert sandbox.board.state.scores[:2] == (-10, 20)
    assert (5, 5) not in {tile[:2] for tile in sandbox.board.position.unseen}
    assert laying(sandbox).tray.buttons[5, 5].disabled
    with pytest.raises(IllegalAction):
        sandbox.board.position.do(Stack(dl.Tile(5, 5, 1), 0))


def test_a_record_of_a_study_still_may_not_stack() -> None:
    text = 'format = 1\nruleset = "two-box-cutthroat"\n[[move]]\nplay = "5-5"\n[[move]]\nstack = "5-5"\n'
    assert [problem.clause for problem in dl.load(text).problems] == ["REC-STUDY"]


def test_a_call_that_must_be_made_is_made() -> None:
    sandbox = ScoringSandbox("two-box")
    pick(sandbox, (5, 5))
    press(sandbox, "Enter")
    assert sandbox.board.state.scores[0] == 10


# --- there and back


def test_undo_goes_back_to_the_start_and_redo_to_the_end() -> None:
    sandbox = ScoringSandbox("all-fives")
    seen = [sandbox.board.position]
    for key in ("ArrowUp", "Enter", "ArrowUp", "d", "p", "ArrowUp", "ArrowDown", "Enter"):
        press(sandbox, key)
        if not key.startswith("Arrow"):
            seen.append(sandbox.board.position)
    assert len(set(map(id, seen))) == 5
    back = []
    while sandbox.board.history.can_undo:
        back.append(sandbox.board.position)
        press(sandbox, "u")
    assert [*reversed(back)] == seen[1:]
    assert sandbox.board.position is seen[0]
    assert laying(sandbox).buttons["undo"].disabled
    for there in seen[1:]:
        press(sandbox, "r")
        assert sandbox.board.position is there
        assert sandbox.board.state is there.state
    assert laying(sandbox).buttons["redo"].disabled


def test_a_new_tile_after_undo_forgets_what_was_taken_back() -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5")
    press(sandbox, "ArrowUp", "Enter", "u", "p")
    assert not sandbox.board.history.can_redo


def test_restart_goes_back_to_what_was_loaded_and_clear_to_an_empty_table() -> None:
    sandbox = ScoringSandbox("all-fives", position=EXAMPLE)
    loaded = sandbox.board.position
    extra = laying(sandbox).extra_buttons
    extra["clear"].click()
    assert not sandbox.board.state.chain.laid
    press(sandbox, "ArrowUp", "Enter")
    extra["restart"].click()
    assert sandbox.board.position is loaded
    press(sandbox, "u", "u")
    assert not sandbox.board.state.chain.laid


def test_a_hand_is_loaded_at_a_step_with_the_holding_of_whoever_is_to_move() -> None:
    hand = dl.play_out("five-up", seed=3)
    sandbox = ScoringSandbox("all-fives")
    sandbox.board.load(hand, 6)
    assert sandbox.board.rulesets[0].id == "five-up"
    assert as_built(sandbox.board.state) == as_built(hand[6].state)
    assert sandbox.board.state.turn == hand[6].state.turn
    assert sandbox.board.holding == hand[6].state.holdings[hand[6].state.turn]
    shelf = laying(sandbox).shelf
    press(sandbox, "?")
    shelf.hand.value, shelf.step.value = "all-fives-worked-example", 2
    shelf.take.click()
    assert [str(one.tile) for one in sandbox.board.state.chain.laid] == ["5-5", "5-0"]


def test_a_bar_of_the_sparkline_goes_back_to_it_and_undo_brings_the_rest_back() -> None:
    sandbox = ScoringSandbox("all-fives", position=EXAMPLE)
    whole = sandbox.board.position
    assert 'data-dlab-press="go:2"' in shown(sandbox)
    sandbox.frame._receive(sandbox.frame, {"type": "press", "what": "go:2"}, [])
    assert [str(one.tile) for one in sandbox.board.state.chain.laid] == ["5-5", "5-0"]
    assert sandbox.board.step == 2
    press(sandbox, "u")
    assert sandbox.board.position is whole


def test_held_tiles_are_marked_and_leave_the_holding_when_they_are_laid() -> None:
    sandbox = ScoringSandbox("all-fives")
    pick(sandbox, (5, 5))
    press(sandbox, "d")
    assert sandbox.board.holding == (dl.Tile(5, 5),)
    assert laying(sandbox).tray.buttons[5, 5].description == "5-5 •"
    assert laying(sandbox).extra_buttons["draw"].description == "Remove from hand"
    press(sandbox, "Enter")
    assert sandbox.board.holding == ()
    press(sandbox, "u", "ArrowUp", "ArrowDown", "d")
    assert sandbox.board.holding == ()


# --- pointing


def point(sandbox: ScoringSandbox, x: float, y: float) -> None:
    """A press at a place of the picture, in pixels, as ipycanvas tells of it."""
    canvas = laying(sandbox).table.picture
    canvas._handle_frontend_event(None, {"event": "mouse_down", "x": 2 * x, "y": 2 * y}, [])
    assert sandbox.frame.error == ""


def test_a_tile_button_and_then_an_end_of_the_picture_lay_it() -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5 5-0")
    laying(sandbox).tray.buttons[4, 5].click()
    lit = [shape for shape in laying(sandbox).table.scene.ends if shape.lit]
    for shape in lit:
        assert min(shape.zone.width, shape.zone.height) >= 2 * 44, "the zone of a lit end is 44 pixels wide"
    box = lit[-1].box
    point(sandbox, (box.x + box.width / 2) / 2, (box.y + box.height / 2) / 2)
    assert sandbox.board.state.chain.laid[-1].tile == dl.Tile(4, 5)
    assert sandbox.board.state.chain.laid[-1].parent_edge == lit[-1].end.edge


def test_pressing_an_end_that_does_not_fit_is_refused_and_without_a_tile_asks_for_one() -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5 5-0")
    zero = next(shape for shape in laying(sandbox).table.scene.ends if shape.end.value == 0)
    middle = (zero.box.x + zero.box.width / 2) / 2, (zero.box.y + zero.box.height / 2) / 2
    point(sandbox, *middle)
    assert "Choose a tile first." in laying(sandbox).caption.value
    sandbox.board.choose((4, 5))
    point(sandbox, *middle)
    assert sandbox.board.refused.id == "GEN-FIT-1"
    assert len(sandbox.board.state.chain.laid) == 2


def test_where_either_half_may_face_outward_the_first_press_chooses_and_the_second_lays() -> None:
    """All Sevens: a wild 5-2 joins anywhere, either way round."""
    sandbox = ScoringSandbox("all-sevens", position="3-1")
    sandbox.board.choose((2, 5))
    outs = [choice.action.out for choice in sandbox.board.choices if choice.end.value == 1]
    assert sorted(outs) == [2, 5]
    end = next(choice.end for choice in sandbox.board.choices if choice.end.value == 1)
    sandbox.board.place = next(n for n, choice in enumerate(sandbox.board.choices) if choice.end != end)
    sandbox.board.point(end)
    assert len(sandbox.board.state.chain.laid) == 1
    press(sandbox, "ArrowRight")
    turned = sandbox.board.chosen_action.out
    sandbox.board.point(end)
    assert sandbox.board.state.chain.laid[-1].out == turned


# --- the view


def test_laid_tiles_keep_their_place_and_a_new_scale_is_announced() -> None:
    hand = dl.play_out("all-fives", seed=7)
    sandbox = ScoringSandbox("all-fives")
    places, sizes, scales = [], set(), [laying(sandbox).table.scene.viewport.scale]
    for step in hand.steps[1:]:
        if isinstance(step.action, Play):
            do(sandbox, step.action, ())
            seen = laying(sandbox).table.scene
            placed = [shape.placed for shape in seen.tiles]
            assert placed[: len(places)] == places
            places, sizes = placed, sizes | {seen.pixels}
            assert ("Zoomed out to make room." in sandbox.frame.status) == (seen.viewport.scale < scales[-1])
            scales.append(seen.viewport.scale)
    assert len(sizes) == 1
    assert scales[-1] < scales[0]


def test_the_announcement_is_the_visible_caption() -> None:
    sandbox = ScoringSandbox("all-fives", position=EXAMPLE)
    for key in ("ArrowDown", "ArrowRight", "d", "Enter", "u", "p", "Escape", "r"):
        press(sandbox, key)
        visible = "".join(ET.fromstring(f"<div>{laying(sandbox).caption.value}</div>")[0].itertext())
        assert visible.removeprefix("✗ ") == sandbox.frame.status
        assert sandbox.frame.status


def test_one_change_is_announced_once() -> None:
    sandbox, said = ScoringSandbox("all-fives", position=EXAMPLE), []
    sandbox.frame.observe(lambda change: said.append(change["new"]), "status")
    press(sandbox, "ArrowDown", "ArrowRight", "Enter", "u")
    assert len(said) == 4
    assert all(said)


def test_question_mark_lists_the_keys_and_every_key_is_told_to_the_page() -> None:
    sandbox = ScoringSandbox("block")
    press(sandbox, "?")
    assert laying(sandbox).extras.layout.display == ""
    assert {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", "d", "p", "s", "u", "r", "?"} <= set(
        sandbox.frame.key_set)
    press(sandbox, "Escape", "Escape")
    assert laying(sandbox).extras.layout.display == "none"


def test_two_sandboxes_are_two_and_two_on_one_board_are_one() -> None:
    one, other = ScoringSandbox("all-fives"), ScoringSandbox("all-fives")
    same = ScoringSandbox(one.board)
    press(one, "ArrowDown", "Enter")
    assert len(same.board.state.chain.laid) == 1
    assert same.tabs[0].table.scene.tiles
    assert not other.board.state.chain.laid


@given(hands(st.sampled_from(CHAINS)))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_line_it_shows_makes_the_same_position_again(hand: Timeline) -> None:
    from domino_lab.widgets.sandbox.opening import board_of, recipe

    position = LayoutStudy.of(hand)
    line = recipe(board_of(position.line, (), None, None, None))
    assert (line == "") == bool(position.state.stacks)
    if line:
        made = eval(line, {"dl": dl})
        assert made.board.state.chain.shape() == position.state.chain.shape()
        made.close()


def test_a_patience_has_no_sandbox_and_says_so() -> None:
    with pytest.raises(RulesetError, match="dealt"):
        ScoringSandbox(get("bingo"))


def test_a_saved_notebook_shows_the_picture_and_says_the_position() -> None:
    bundle = ScoringSandbox("all-fives", position=EXAMPLE)._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg")
    assert "6-1" in bundle["text/plain"]
