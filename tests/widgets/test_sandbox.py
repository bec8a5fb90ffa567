"""The sandbox, outside a browser: what its keys, its buttons and its picture do to the position."""

from __future__ import annotations

import zlib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Action, Discard, Draw, Pass, Play, Stack
from domino_lab.core.chain import Laid
from domino_lab.core.errors import IllegalAction, RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.explain.why_not import refusal
from domino_lab.play.legal import legal
from domino_lab.play.start import turned_up
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from domino_lab.widgets import ScoringSandbox
from tests.parts import in_parts
from tests.rules.random_hands import hands
from tests.widgets.kept import picture
from tests.widgets.reading import area, beside_count, does, entries, find, kinds
from tests.words.custom_rules import NeighbourPips

CHAINS = [rules for rules in rulesets() if rules.solo is None]
EXAMPLE = "5-5 5-0 3-5 6-5@5-5 6-1"


def press(sandbox: ScoringSandbox, *keys: str) -> None:
    """What the page does when a key goes down in the sandbox; what goes wrong fails here."""
    for key in keys:
        sandbox.do("key", key)


def tray(sandbox: ScoringSandbox) -> dict[str, dict[str, Any]]:
    """The tiles of the tray, by name."""
    [shown] = kinds(sandbox, "tray")
    return {one["tile"]: one for row in shown["rows"] for one in row}


def total(sandbox: ScoringSandbox) -> int:
    """The count that is shown."""
    return kinds(sandbox, "count")[0]["total"]


def pick(sandbox: ScoringSandbox, kind: tuple[int, ...]) -> None:
    """Choose a tile with Up and Down, the shorter way round."""
    left = [tile[:2] for tile in sandbox.board.tiles]
    now = sandbox.board.tile
    way = (left.index(kind[:2]) - (left.index(now[:2]) if now else -1)) % len(left)
    key = "ArrowDown" if way <= len(left) // 2 else "ArrowUp"
    for _ in range(len(left) + 1):
        if sandbox.board.tile is not None and sandbox.board.tile[:2] == kind[:2]:
            return
        press(sandbox, key)
    raise AssertionError(f"no key reaches {kind}")


def choose(sandbox: ScoringSandbox, play: Play) -> None:
    """Choose an open end, and which half faces outward, with Right."""
    for _ in range(len(sandbox.board.choices) + 1):
        now = sandbox.board.chosen_action
        if isinstance(now, Play) and now.end == play.end and now.out in (None, play.out):
            return
        press(sandbox, "ArrowRight")
    raise AssertionError(f"no key reaches {play}")


def do(sandbox: ScoringSandbox, action: Action, drawn: tuple[int, ...]) -> None:
    """An action of a hand, done in the sandbox by keys alone."""
    if isinstance(action, (Pass, Discard)):
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
    for tile in turned_up(hand[0]):
        do(sandbox, Play(tile), ())
    for step in hand.steps[1:]:
        if step.action is not None:
            drawn = next((event.tile[:2] for event in step.events if hasattr(event, "tile")), ())
            do(sandbox, step.action, drawn)
            assert as_built(sandbox.board.state) == as_built(step.state)
    assert len(hand.state.chain.laid) + len(hand.state.stacks) == len(sandbox.board.timeline) - 1


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is only shown takes most of the time, and no key."""
    monkeypatch.setattr(ScoringSandbox, "refresh", lambda _sandbox: None)


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
@in_parts(5)
@given(hands())
@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
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
    assert total(sandbox) == 20


@pytest.mark.parametrize("kind", [(0, 0), (0, 5), (3, 4), (2, 2)])
def test_choosing_a_tile_lights_its_legal_ends_and_says_how_many(kind: tuple[int, int]) -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5 3-5 6-5@5-5 6-0")
    sandbox.board.choose(kind)
    fitting = {play.end for play in legal(sandbox.board.state) if isinstance(play, Play) and play.tile[:2] == kind}
    assert {shape.end for shape in sandbox.scene.ends if shape.lit} == fitting
    ends = f"It fits {len(fitting)} open end{'s' if len(fitting) != 1 else ''}"
    assert (ends if fitting else "It does not fit any open end") in sandbox.status
    places = sandbox.moment()["table"]["places"].get(f"{kind[1]}-{kind[0]}", [])
    assert len(places) == len(fitting)


def test_escape_cancels_and_the_lights_go_out() -> None:
    sandbox = ScoringSandbox("all-fives", position=EXAMPLE)
    press(sandbox, "ArrowDown")
    assert any(shape.lit for shape in sandbox.scene.ends)
    press(sandbox, "Escape")
    assert sandbox.board.tile is None
    assert not any(shape.lit for shape in sandbox.scene.ends)


# --- what the rules refuse


def refused(sandbox: ScoringSandbox, *keys: str) -> str:
    """The clause that refuses the last key, when nothing else has changed."""
    before = sandbox.board.position
    press(sandbox, *keys)
    assert sandbox.board.position is before
    clause = sandbox.board.refused.id
    assert clause in area(sandbox, "talk")
    assert sandbox.status.startswith(refusal(sandbox.board.live, sandbox.board.refused))
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
    assert "mark" not in tray(sandbox)["5-5"], "only one of the two 5-5 is left"
    pick(sandbox, (5, 5))
    press(sandbox, "s")
    assert sandbox.board.state.scores[:2] == (-10, 20)
    assert (5, 5) not in {tile[:2] for tile in sandbox.board.position.unseen}
    assert tray(sandbox)["5-5"]["off"]
    with pytest.raises(IllegalAction):
        sandbox.board.position.do(Stack(dl.Tile(5, 5, 1), 0))


def test_a_call_that_must_be_made_is_made() -> None:
    sandbox = ScoringSandbox("two-box")
    pick(sandbox, (5, 5))
    press(sandbox, "Enter")
    assert sandbox.board.state.scores[0] == 10


# --- there and back


def test_undo_goes_back_to_the_start_and_redo_to_the_end() -> None:
    sandbox = ScoringSandbox("all-fives")
    seen = [sandbox.board.position]
    for key in ("ArrowUp", "Enter", "ArrowUp", "d", "p", "ArrowDown", "ArrowUp", "Enter"):
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
    assert "undo" not in does(sandbox)
    for there in seen[1:]:
        press(sandbox, "r")
        assert sandbox.board.position is there
        assert sandbox.board.state is there.state
    assert "redo" not in does(sandbox)


def test_a_new_tile_after_undo_forgets_what_was_taken_back() -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5")
    press(sandbox, "ArrowUp", "Enter", "u", "p")
    assert not sandbox.board.history.can_redo


def test_restart_goes_back_to_what_was_loaded_and_clear_to_an_empty_table() -> None:
    sandbox = ScoringSandbox("all-fives", position=EXAMPLE)
    loaded = sandbox.board.position
    sandbox.do("clear")
    assert not sandbox.board.state.chain.laid
    press(sandbox, "ArrowUp", "Enter")
    sandbox.do("restart")
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
    assert "load" not in does(sandbox)
    sandbox.do("shelf")
    titles = find(sandbox, "hand")["options"]
    sandbox.do("hand", next(n for n, title in enumerate(titles) if title.endswith("(all-fives-worked-example)")))
    sandbox.do("load", "2")
    assert [str(one.tile) for one in sandbox.board.state.chain.laid] == ["5-5", "5-0"]


def test_a_move_of_the_list_goes_back_to_it_and_undo_brings_the_rest_back() -> None:
    sandbox = ScoringSandbox("all-fives", position=EXAMPLE)
    whole = sandbox.board.position
    sandbox.do("tab", "moves")
    assert [words for words, _, _ in entries(sandbox).values()][1:] == ["5-5", "5-0", "5-3", "6-5", "6-1"]
    sandbox.do("go", 2)
    assert [str(one.tile) for one in sandbox.board.state.chain.laid] == ["5-5", "5-0"]
    assert sandbox.board.step == 2
    press(sandbox, "u")
    assert sandbox.board.position is whole


def test_held_tiles_are_marked_and_leave_the_holding_when_they_are_laid() -> None:
    sandbox = ScoringSandbox("all-fives")
    pick(sandbox, (5, 5))
    press(sandbox, "d")
    assert sandbox.board.holding == (dl.Tile(5, 5),)
    assert tray(sandbox)["5-5"]["name"].endswith(", in hand")
    assert [node["tile"] for node in kinds(sandbox.areas()["bar"], "tile")] == ["5-5"]
    press(sandbox, "Enter")
    assert sandbox.board.holding == ()
    press(sandbox, "u", "ArrowUp", "ArrowDown", "d")
    assert tuple(map(str, sandbox.board.holding)) == ("5-5", "0-0")
    press(sandbox, "d")
    assert sandbox.board.holding == (dl.Tile(5, 5),)


def test_tiles_that_are_pressed_go_into_the_hand_while_the_reader_wants_that() -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5 5-0")
    sandbox.do("collect")
    assert "places" not in sandbox.moment()["table"], "a tile would be played by the page at once"
    for name in ("6-4", "2-0", "6-4"):
        sandbox.do("choose", name)
    assert sandbox.board.holding == (dl.Tile(0, 2),)
    assert len(sandbox.board.state.chain.laid) == 2
    sandbox.do("collect")
    assert "2-0" in sandbox.moment()["table"]["places"]


# --- the tray and the places


def test_the_tray_is_the_set_as_a_triangle_and_names_what_each_tile_would_do() -> None:
    """13 points lie: 2-0 makes 15 (the sheet), and 5-5 lies already."""
    sandbox = ScoringSandbox("all-fives", position="5-5 5-0 3-5")
    [shown] = kinds(sandbox, "tray")
    assert [len(row) for row in shown["rows"]] == [1, 2, 3, 4, 5, 6, 7]
    tiles = tray(sandbox)
    assert tiles["2-0"]["name"] == "2-0, fits the 0, scores 15"
    assert "scores" in tiles["2-0"]["css"]
    assert tiles["4-3"]["name"] == "4-3, fits the 3"
    assert "cannot" in tiles["4-4"]["css"]
    assert {name for name, one in tiles.items() if one.get("off")} == {"5-5", "5-0", "5-3"}


def test_the_place_of_a_tile_carries_what_it_would_score_and_a_press_on_it_plays() -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5 5-0 3-5")
    [place] = sandbox.moment()["table"]["places"]["2-0"]
    assert place["gain"] == "+15"
    sandbox.do("play", ["2-0", place["value"]])
    assert str(sandbox.board.state.chain.laid[-1].tile) == "2-0"
    assert sandbox.board.state.board_count.total == 15


def test_a_tile_with_several_places_is_chosen_and_each_place_plays_it_there() -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5 5-0 3-5")
    before = sandbox.board.position
    sandbox.do("choose", "3-0")
    table = sandbox.moment()["table"]
    assert table["chosen"] == "3-0"
    assert sandbox.board.position is before
    assert len(table["places"]["3-0"]) == 2
    sandbox.do("play", ["3-0", table["places"]["3-0"][1]["value"]])
    assert sandbox.board.state.chain.laid[-1].parent == 2, "the second of its ends is the 3 of 5-3"


def test_a_tile_that_fits_nowhere_is_refused_when_it_is_pressed() -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5 5-0")
    sandbox.do("choose", "4-4")
    assert sandbox.board.refused.id == "GEN-FIT-1"
    assert len(sandbox.board.state.chain.laid) == 2


def test_where_either_half_may_face_outward_each_way_has_a_place() -> None:
    """All Sevens: a wild 5-2 joins anywhere, either way round."""
    sandbox = ScoringSandbox("all-sevens", position="3-1")
    places = sandbox.moment()["table"]["places"]["5-2"]
    plays = [sandbox.board.legal[place["value"]] for place in places]
    assert sorted((play.end.value, play.out) for play in plays) == [(1, 2), (1, 5), (3, 2), (3, 5)]
    turned = next(number for number, play in enumerate(plays) if (play.end.value, play.out) == (1, 5))
    sandbox.do("play", ["5-2", places[turned]["value"]])
    assert sandbox.board.state.chain.laid[-1].out == 5


# --- the rulesets


def test_the_same_tiles_are_laid_by_another_ruleset_and_undo_takes_that_back() -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5 5-0 3-5")
    names = find(sandbox, "rules")["options"]
    sandbox.do("rules", names.index("Five Up"))
    assert sandbox.board.rulesets[0].id == "five-up"
    assert sandbox.board.state.board_count.total == 3           # FU-SCORE-1: a joined 5-5 counts no more
    press(sandbox, "u")
    assert sandbox.board.rulesets[0].id == "all-fives"


def test_a_ruleset_that_does_not_allow_the_position_says_so_and_changes_nothing() -> None:
    """Five tiles at a spinner: not where doubles lie in line."""
    sandbox = ScoringSandbox("all-fives", position=dl.load("all-fives-worked-example"))
    before = sandbox.board.position
    sandbox.do("rules", find(sandbox, "rules")["options"].index("Block Game"))
    assert sandbox.board.position is before
    assert sandbox.status.startswith("These rules do not allow this position.")
    assert sandbox.board.refused.text in sandbox.status


def test_what_stands_beside_is_chosen_and_several_stay_until_then() -> None:
    sandbox = ScoringSandbox("all-fives", ["five-up", "block"], position="5-5")
    shown = find(sandbox, "versus")
    assert shown["options"][shown["at"]] == "Five Up and Block Game"
    sandbox.do("versus", shown["options"].index("Fives and Threes"))
    assert [rules.name for rules in sandbox.board.versus] == ["Fives and Threes"]
    sandbox.do("versus", find(sandbox, "versus")["options"].index("nothing"))
    assert sandbox.board.versus == ()


# --- the view


def test_laid_tiles_keep_their_place_and_the_table_its_size() -> None:
    hand = dl.play_out("all-fives", seed=7)
    sandbox = ScoringSandbox("all-fives")
    places, sizes, scales = [], set(), [sandbox.scene.viewport.scale]
    for step in hand.steps[1:]:
        if isinstance(step.action, Play):
            do(sandbox, step.action, ())
            seen = sandbox.scene
            placed = [shape.placed for shape in seen.tiles]
            assert placed[: len(places)] == places
            places, sizes = placed, sizes | {seen.pixels}
            scales.append(seen.viewport.scale)
    assert len(sizes) == 1
    assert scales[-1] < scales[0]


def test_the_announcement_is_the_visible_caption() -> None:
    sandbox = ScoringSandbox("all-fives", position=EXAMPLE)
    for key in ("ArrowDown", "ArrowRight", "d", "Enter", "u", "p", "Escape", "r"):
        press(sandbox, key)
        moment = sandbox.stage.moment
        [caption] = [node for node in moment["talk"] if node.get("css") == "caption"]
        told = " ".join(filter(None, [caption["in"][0]["text"], sandbox.frame.news]))
        assert told == beside_count(moment["status"], moment)
        assert moment["status"]


def test_one_change_is_announced_once() -> None:
    sandbox, moments = ScoringSandbox("all-fives", position=EXAMPLE), []
    sandbox.stage.observe(lambda change: moments.append(change["new"]["status"]), "moment")
    press(sandbox, "ArrowDown", "ArrowRight", "Enter", "u")
    assert len(moments) == 4
    assert all(moments)


def test_every_key_is_told_to_the_page_and_listed() -> None:
    sandbox = ScoringSandbox("block")
    assert {"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Escape", "d", "p", "s", "u", "r", "?"} <= set(
        sandbox.stage.moment["keys"])
    for key in ("D: ", "P: ", "S: ", "U: ", "R: ", "Esc: "):
        assert key in sandbox.key_help()


def test_two_sandboxes_are_two_and_two_on_one_board_are_one() -> None:
    one, other = ScoringSandbox("all-fives"), ScoringSandbox("all-fives")
    same = ScoringSandbox(one.board)
    press(one, "ArrowDown", "Enter")
    assert len(same.board.state.chain.laid) == 1
    assert same.scene.tiles
    assert not other.board.state.chain.laid


@in_parts(5)
@given(hands(st.sampled_from(CHAINS)))
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_line_it_shows_makes_the_same_position_again(hand: Timeline) -> None:
    from domino_lab.sessions.sandbox import recipe, sandbox_session

    position = LayoutStudy.of(hand)
    line = recipe(sandbox_session(position.line, (), None, None, None))
    state = position.state
    more_lines = state.chain.lines and len(hand.names) > state.rules.dealing.seat_counts[0]
    assert (line == "") == bool(state.stacks or more_lines)
    if line:
        made = eval(line, {"dl": dl})
        assert made.board.state.chain.shape() == position.state.chain.shape()
        made.close()


@pytest.mark.parametrize("game", ["mexican-train", "mexican-train/set-out"])
def test_the_line_of_a_table_with_lines_of_two_players_makes_it_again(game: str) -> None:
    hand = dl.play_out(game, seed=1, seats=2)
    made = eval(ScoringSandbox(hand).line, {"dl": dl})
    assert made.board.state.chain.shape() == hand.state.chain.shape()
    assert ScoringSandbox(dl.play_out(game, seed=1, seats=3)).line == ""


def test_a_patience_has_no_sandbox_and_says_so() -> None:
    with pytest.raises(RulesetError, match="dealt"):
        ScoringSandbox(get("bingo"))


def test_a_saved_notebook_shows_the_picture_and_says_the_position() -> None:
    bundle = ScoringSandbox("all-fives", position=EXAMPLE)._repr_mimebundle_()
    assert picture(bundle).startswith("<svg")
    assert "6-1" in bundle["text/plain"]


@pytest.mark.parametrize("game", ["bergen", "all-fives", "block"])
def test_an_empty_table_is_saved_with_what_each_game_counts(game: str) -> None:
    """BG-SCORE-1 compares two ends, and an empty table has none."""
    said = dl.ScoringSandbox(game, "draw")._repr_mimebundle_()["text/plain"]
    assert dl.ruleset("draw").name in said
    assert dl.ruleset(game).name in said


def test_left_and_right_choose_among_the_places_that_are_lit() -> None:
    """3-0 fits the 0 of 5-0 and the 3 of 5-3; Enter plays it where the lit place is."""
    sandbox = ScoringSandbox("all-fives", position="5-5 5-0 3-5")
    pick(sandbox, (0, 3))
    seen = []
    for _ in sandbox.board.choices:
        table = sandbox.moment()["table"]
        at = table.get("at")
        assert (at is None) == (not sandbox.board.choices[sandbox.board.place].allowed)
        if at is not None:
            place = table["places"]["3-0"][at]
            assert sandbox.board.legal[place["value"]].end == sandbox.board.chosen_action.end
            seen.append(at)
        press(sandbox, "ArrowRight")
    assert sorted(seen) == [0, 1]
