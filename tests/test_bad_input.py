"""Bad input on the level of the engine: each a clear message that names the place, at once, with nothing half done."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.errors import DominoError, IllegalAction, NotationError, RulesetError, quote
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet, Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.match import new_match, play_match
from domino_lab.play.start import start
from domino_lab.play.timeline import play_out
from domino_lab.record.load import ruleset
from domino_lab.rules.axes import AXES
from domino_lab.rules.combinations import CLASHES, RIVALS
from domino_lab.rules.values import in_python
from tests.rules.random_rules import OPTIONS

HUGE = 10**9
LONG = "9" * 1_000_000
DIGITS = 10**5000
"""Python itself refuses to write a number of so many digits."""

NO_TILES = ["", "6", "6_5", "6-", "-5", "6-5-4", "a-b", "100-1", "6.0-5", "６-５", "6--5", "6-5;", LONG, "6-5\x00",
            None, 65, 6.5, DIGITS, ("6", "5"), b"6-5", ["6-5"], {}]


@pytest.mark.parametrize("text", NO_TILES, ids=lambda text: quote(text, most=20))
def test_a_malformed_tile_is_named(text: Any) -> None:
    with pytest.raises(NotationError) as caught:
        Tile.of(text)
    assert "is not a tile" in str(caught.value)
    assert quote(text)[:10] in str(caught.value)
    assert len(str(caught.value)) < 120


@given(st.text(max_size=8))
def test_text_is_a_tile_or_is_refused(text: str) -> None:
    try:
        tile = Tile.of(text)
    except NotationError:
        return
    low, high = sorted(int(half) for half in text.split("-"))
    assert tile == (low, high, 0)


def test_one_bad_word_among_tiles_is_named() -> None:
    with pytest.raises(NotationError, match="'2:3'"):
        tiles("1-2, 2:3 4-4")


SETS = [{"max_pip": HUGE}, {"max_pip": DIGITS},
        {"max_pip": 19}, {"max_pip": -1}, {"max_pip": 6.0}, {"max_pip": "6"}, {"max_pip": True},
        {"copies": 50}, {"copies": 0}, {"copies": HUGE}, {"max_pip": 0, "doubles": False}]


@pytest.mark.parametrize("axes", SETS, ids=quote)
def test_a_set_that_is_not_made_is_refused(axes: dict[str, Any]) -> None:
    with pytest.raises(NotationError) as caught:
        DominoSet.of(**axes)
    assert len(str(caught.value)) < 120
    with pytest.raises(RulesetError):
        get("block").but(**axes)


@pytest.mark.parametrize("axis", ["weights", "out_tile"])
@pytest.mark.parametrize("table", [{"1-2": 1, "2-1": 2}, {"0-0": 5, "2-1": 3, "1-2": 3}])
def test_a_tile_that_is_named_twice_is_refused_by_both_names(axis: str, table: dict[str, int]) -> None:
    first, second = list(table)[-2:]
    with pytest.raises(RulesetError, match=rf"{axis} = .* is not possible: '{first}' and '{second}' are the same tile; "
                                           "leave one of them out"):
        get("block").but(**{axis: table})


NO_RULESETS = ["all-fivs", "Blok", "all-fives/spiner-closed", "", "x" * 10_000, None, 5, DIGITS, "<script>"]


@pytest.mark.parametrize("name", NO_RULESETS, ids=quote)
def test_an_unknown_ruleset_is_named(name: Any) -> None:
    with pytest.raises(RulesetError) as caught:
        get(name)
    assert quote(name)[:12] in str(caught.value)
    assert len(str(caught.value)) < 250


NEAR = [("all-fivs", "all-fives"), ("blok", "block"), ("block/partner", "block/partners"),
        ("all-fives/spiner-closed", "all-fives/spinner-closed")]


@pytest.mark.parametrize(("name", "near"), NEAR)
def test_an_unknown_ruleset_is_told_the_near_ones(name: str, near: str) -> None:
    with pytest.raises(RulesetError, match="did you mean") as caught:
        get(name)
    assert near in str(caught.value).partition("did you mean")[2]


# --- axes ----------------------------------------------------------------------------------------------------------

STRANGE: list[Any] = [
    "no such value", LONG, -1, HUGE, DIGITS, 2.5, float("nan"), None, b"x", [], {}, [[]], {"x": 1}, {1: "x"}, [None],
    object(), {"0-0": -1}, {"holder": "x"}, {"sum": -1}, {"sum": "7"}, (50, 50), {0: 7}, {2: HUGE},
]
FITS: dict[str, list[Any]] = {"weights": [{}], "out_tile": [{}], "left_out": [[]], "hand_bonus": [[], (50, 50)]}


@pytest.mark.parametrize("axis", AXES)
def test_an_impossible_value_is_refused_by_the_name_of_its_axis(axis: str) -> None:
    refused = 0
    for value in STRANGE:
        if value in FITS.get(axis, []):
            continue
        with pytest.raises(RulesetError) as caught:
            get("block").but(**{axis: value})
        assert str(caught.value).startswith((f"{axis} = ", f"{axis} must be "))
        assert len(str(caught.value)) < 400
        refused += 1
    assert refused >= len(STRANGE) - max(len(FITS.get(axis, [])), 1)


@pytest.mark.parametrize("axis", AXES)
def test_the_refusal_of_a_value_says_what_is_possible(axis: str) -> None:
    with pytest.raises(RulesetError, match="must be") as caught:
        get("all-fives").but(**{axis: "no such value"})
    said = str(caught.value)
    assert in_python(AXES[axis].values) in said
    for table in re.findall(r"\{[^}]*\}", said):
        assert ast.literal_eval(table)
    assert not re.search(r"\b(true|false)\b", said)
    with pytest.raises(RulesetError) as caught:
        ruleset(f'ruleset = "all-fives"\n[rules]\n{axis} = "no such value"')
    assert AXES[axis].values in str(caught.value)


def test_an_unknown_axis_is_named_with_the_nearest() -> None:
    with pytest.raises(RulesetError, match="'spinnner'") as caught:
        get("block").but(spinnner="all")
    assert "spinner" in str(caught.value).replace("spinnner", "")
    with pytest.raises(RulesetError, match="'spinnner'"):
        get("block")["spinnner"]


@pytest.mark.parametrize(("typed", "nearest"), [
    ("multple", "multiple=5"), ("Reserve", "reserve=0"), ("draw-max", 'draw_max="until-playable"'),
    ("double_wieghts", "double_weights=[2, 2, 2, 1, 0]"), ("scorng", "scoring=..."),
    ("deals", "deal={2: 7, 3: 5, 4: 5}"),
])
def test_a_misspelt_axis_is_answered_with_the_nearest_as_python_writes_it(typed: str, nearest: str) -> None:
    with pytest.raises(RulesetError) as caught:
        get("block").but(**{typed: 1})
    said = str(caught.value)
    assert said.startswith(f"there is no rule called {typed!r}; did you mean ")
    assert f"{nearest}?" in said
    with pytest.raises(RulesetError, match=r"no rule called 'nothing at all'; list\(.* has all their names"):
        get("block").but(**{"nothing at all": 1})


@pytest.mark.parametrize(("wrong", "message"), [
    (lambda: get("all-fives").but(multiple="x"),
     "multiple must be a whole number from 2 to 100, or a list such as [3, 5]; you gave 'x'"),
    (lambda: get("block").but(teams="three"), "teams must be \"none\" or \"pairs\"; you gave 'three'"),
    (lambda: dl.quiz("block", "score"), "there are no 'score' questions about Block Game, because playing a tile never "
     'scores; choose "legal", "tile", "award", "winner" or "all"'),
    (lambda: dl.quiz("blind", "tile"), "because nobody chooses a tile; choose"),
    (lambda: dl.quiz("five-columns"), "there are no quiz questions yet for one-player games such as Five Columns"),
    (lambda: dl.load("nope"), "no file and no packaged hand is called 'nope'; domino_lab.hands.names() lists all "),
    (lambda: dl.load("bergen-tripple"), "no packaged hand is called 'bergen-tripple'; did you mean bergen-triple"),
    (lambda: dl.perfect_play("draw-osel"), 'Perfect play is for games where you play, draw or pass. '
     'Osel is different: extra_turn = "on-double".'),
    (lambda: dl.play_out("block", seats=9), "The number of players must be 2, 3 or 4, not 9."),
    (lambda: dl.what_if("all-fives-worked-example", 4, "7-7"), "There is no 7-7 in this set (double-six)."),
])
def test_a_refusal_is_plain_english_and_says_what_to_do(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises(DominoError, match=re.escape(message)):
        wrong()


def test_a_move_that_no_game_like_this_has_is_refused_for_that_alone() -> None:
    """Nobody is told that they do not hold a tile that the set does not have, or that they may not stack it."""
    hand = dl.play_out("all-fives", seed=1)
    assert "There is no 7-7 in this set (double-six)." in dl.why_not(hand, 2, "7-7").text
    free = next(tile for tile in hand[2].state.holdings[1 - hand[2].state.turn])
    assert "There is no stacking in this game." in dl.why_not(hand, 2, f"stack {hand[1].action.tile}").text
    assert f"does not hold {free}" in dl.why_not(hand, 2, str(free)).text


def test_a_change_given_to_the_wrong_function_is_sent_to_the_right_one() -> None:
    with pytest.raises(DominoError, match=re.escape('use .but to change rules, as in dl.ruleset("block").but(')):
        ruleset("block", bonsu=1)
    with pytest.raises(DominoError, match=r"did you mean own=\?"):
        ruleset("block", owns={})


@pytest.mark.parametrize(("changes", "why"), [
    ({"seats": [2, 5]}, "the deal does not cover 5 players"),
    ({"seats": [2, 3], "deal": {2: 7}}, "the deal does not cover 3 players"),
    ({"seats": [2, 5], "deal": 7}, "the set has too few tiles for 5 players"),
])
def test_a_number_of_players_who_cannot_sit_is_refused_when_it_is_declared(changes: Any, why: str) -> None:
    with pytest.raises(RulesetError, match=rf"seats = .* and deal = .* do not go together: {why}"):
        get("block").but(**changes)


def test_seats_stay_possible_when_something_else_is_changed_later() -> None:
    """Else the rules could be saved in a file that is then refused."""
    five = get("block").but(seats=[2, 5], deal={2: 7, 5: 5})
    assert play_out(five, Shuffle(seed=1), seats=5).state.table.seats == 5
    with pytest.raises(RulesetError, match="the deal does not cover 5 players"):
        five.but(deal={2: 7})
    many = get("block").but(seats=[2, 12], deal=2)
    with pytest.raises(RulesetError, match="the set has too few tiles for 12 players"):
        many.but(max_pip=5)
    assert get("block").but(deal={2: 6}).dealing.seat_counts == (2,)
    assert get("block").but(seats=[2, 3, 4], teams="pairs").dealing.seat_counts == (4,)


def test_every_value_of_the_contract_is_tried_by_random_rules() -> None:
    """No value of an axis is passed over by the tests that draw rules at random."""
    assert list(OPTIONS) == list(AXES)
    for axis, told in AXES.items():
        known = {word for word in told.values.split('"')[1::2] if word.replace("-", "").isalpha()}
        assert known <= {value for value in OPTIONS[axis] if isinstance(value, str)}, axis
        if told.values == "true or false":
            assert set(OPTIONS[axis]) == {True, False}
        assert told.default in [told.read(value) for value in OPTIONS[axis]], axis


# --- combinations --------------------------------------------------------------------------------------------------

ON_LINES = {"spinner": "none", "play_score": "none", "first_leader": "highest-double", "lead_tile": "qualifying",
            "lead_fallback": "redeal", "next_leader": "same", "block_leader": "as-next", "lines": "own"}
"""A line for each player, which goes with few other rules."""

CLASHING: list[dict[str, Any]] = [
    {"max_pip": 0, "doubles": False},
    {"weights": {"9-9": 1}},
    {"out_tile": {"9-9": 1}},
    {"left_out": ["9-9"]},
    {"left_out": ["one 1-0"]},
    {"lines": "own"},
    {"play_on": "side-out"},
    {"play_on": "stuck", "visibility": "blind"},
    {"play_on": "one-left", "cannot_play": "discard"},
    {"play_on": "one-left", "stack": "cutthroat", "copies": 2, "deal": 7},
    {**ON_LINES, "play_on": "one-left"},
    {"play_on": "one-left", "block_between": "blocker-next"},
    {"play_on": "one-left", "capicua": 5},
    {"play_on": "one-left", "pass_cost": 1},
    {"play_on": "one-left", "pass_next": 20},
    {"first_tile": "boneyard", "visibility": "blind", "first_leader": "lot", "lead_tile": "any"},
    {"first_tile": "boneyard", "lead_tile": "double"},
    {"first_tile": "boneyard", "first_leader": "highest-double", "lead_tile": "any", "lead_fallback": "draw"},
    {"first_tile": "boneyard", "leader_takes": 1},
    {"first_tile": "hand-double", "first_leader": "lot", "lead_tile": "any", "doubles": False},
    {"first_tile": "hand-double", "first_leader": "hand-double", "lead_tile": "any", "lead_fallback": "none"},
    {"first_tile": "hand-double", "first_leader": "lot", "lead_tile": "any", "lead_fallback": "none",
     "block_leader": "hand-double"},
    {"first_tile": "hand-double", "first_leader": "lot", "lead_tile": "any", "left_out": ["0-0", "1-1"], "max_pip": 1,
     "deal": 1, "seats": [2]},
    {"first_tile": "7-7", "first_leader": "lot", "lead_tile": "any", "lead_fallback": "none"},
    {"first_tile": "6-6", "first_leader": {"holder": "6-6"}, "lead_tile": "any", "lead_fallback": "none"},
    {"first_tile": "5-4", "first_leader": "lot", "lead_tile": "any", "lead_fallback": "none", "left_out": ["5-4"],
     "deal": 5},
    {**ON_LINES, "first_tile": "6-5", "first_leader": "lot", "lead_tile": "any", "lead_fallback": "none"},
    {"line_grows": "one-end"},
    {"line_grows": "one-end", "spinner": "none"},
    {"line_grows": "one-end", "spinner": "none", "play_score": "none", "capicua": 5},
    {**ON_LINES, "line_grows": "one-end"},
    {"lines": "own", "spinner": "none"},
    {**ON_LINES, "play_score": "multiple"},
    {**ON_LINES, "copies": 2, "stack": "cutthroat", "stack_when": "any"},
    {**ON_LINES, "visibility": "blind"},
    {**ON_LINES, "capicua": 5},
    {**ON_LINES, "cannot_play": "discard"},
    {**ON_LINES, "first_leader": {"holder": "6-5"}},
    {**ON_LINES, "next_leader": "winner"},
    {**ON_LINES, "block_leader": "winner"},
    {**ON_LINES, "lead_fallback": "heaviest"},
    {"left_out": ["0-0"], "max_pip": 0, "deal": 1, "seats": [2]},
    {"left_out": ["1-0"], "weights": {"1-0": 5}},
    {"left_out": ["1-0"], "out_tile": {"1-0": 5}},
    {"left_out": ["1-0"], "first_leader": {"holder": "1-0"}},
    {"left_out": ["1-0"], "block_leader": {"holder": "1-0"}},
    {"left_out": ["1-0"], "first_leader": "lot", "lead_tile": "1-0"},
    {"left_out": ["0-0", "1-1"], "max_pip": 1, "deal": 1, "seats": [2], "lead_tile": "any"},
    {"left_out": ["0-0", "1-1"], "max_pip": 1, "deal": 1, "seats": [2], "first_leader": "lot", "lead_tile": "any",
     "block_leader": "highest-double"},
    {"target": "one-hand", "fall_back": "losers", "target_when": "hand-end"},
    {"target": "one-hand", "match_hands": 3, "target_when": "hand-end"},
    {"target": "one-hand", "shut_out": 2, "target_when": "hand-end"},
    {"target": "one-hand", "matches_to_win": 2, "target_when": "hand-end"},
    {"who_scores": "losers-pay", "end_base": "all"},
    {"who_scores": "lighter", "end_base": "none"},
    {"who_scores": "lighter", "teams": "pairs"},
    {"who_scores": "lighter", "block_between": "blocker-next"},
    {"block_between": "nobody", "block_leader": "winner"},
    {"after_level": "one-more", "best_score": "fewest", "target_when": "hand-end"},
    {"who_scores": "lighter", "end_round": "nearest", "round_scope": "each"},
    {"best_score": "fewest", "target": "one-hand", "target_when": "hand-end"},
    {"best_score": "fewest"},
    {"best_score": "fewest", "target_when": "hand-end", "fall_back": "losers"},
    {"best_score": "fewest", "target_when": "hand-end", "reach": "exact"},
    {"best_score": "fewest", "target_when": "hand-end", "shut_out": 2},
    {"copies": 2, "stack": "cutthroat", "capicua": 5},
    {"copies": 2, "stack": "cutthroat", "capicua_double": 5},
    {"deal": {5: 3}},
    {"deal": "8-n", "seats": [8, 9]},
    {"teams": "pairs", "seats": [2, 3]},
    {"teams": "pairs", "deal": {2: 7, 3: 5}},
    {"deal": {2: 15, 3: 5, 4: 5}},
    {"deal": 20},
    {"max_pip": 0, "deal": "even"},
    {"max_pip": 1, "deal": "8-n"},
    {"first_leader": "highest-double", "doubles": False},
    {"first_leader": {"holder": "9-9"}},
    {"block_leader": {"holder": "9-9"}},
    {"block_leader": "highest-double", "doubles": False},
    {"first_leader": {"holder": "9-9"}, "lead_tile": "9-9"},
    {"lead_tile": "9-9", "first_leader": {"holder": "6-6"}},
    {"lead_tile": "qualifying"},
    {"lead_tile": "6-6"},
    {"redeal_doubles": 5, "doubles": False},
    {"after_draw": "wait", "draw_when": "unable"},
    {"after_draw": "wait", "draw_when": "unable", "draw_max": 1, "cannot_play": "discard"},
    {**ON_LINES, "after_draw": "wait", "draw_when": "optional", "draw_max": 1},
    *({axis: 5, "visibility": "blind", "first_leader": "lot", "lead_tile": "any"}
      for axis in ("redeal_doubles", "redeal_suit")),
    *({axis: 6, "deal": 5} for axis in ("redeal_doubles", "redeal_suit")),
    {"redeal_doubles": 2, "deal": 14, "seats": [2]},
    {"redeal_suit": 4, "deal": 14, "seats": [2]},
    {"redeal_doubles": 2, "redeal_suit": 3, "seats": [2]},
    {"leader_takes": 1, "visibility": "blind", "first_leader": "lot", "lead_tile": "any", "lead_fallback": "none"},
    {"leader_takes": "all", "draw_when": "unable"},
    {"leader_takes": 1, "draw_when": "optional", "deal": {3: 9, 4: 7}, "seats": [3, 4]},
    {"lead_tile": "double", "doubles": False},
    {"lead_tile": "double", "left_out": ["0-0", "1-1"], "max_pip": 1, "deal": 1, "seats": [2]},
    {"lead_tile": "double-or-score", "play_score": "none", "target_when": "hand-end"},
    {"lead_tile": "double", "first_leader": "hand-double"},
    {"lead_tile": "double", "first_leader": {"holder": "6-5"}},
    {"lead_tile": "double", "first_leader": {"holder": "6-6"}, "lead_fallback": "heaviest"},
    {"lead_tile": "double", "first_leader": {"holder": "6-6"}, "lead_fallback": "leader-draws"},
    {"lead_tile": "double", "block_leader": {"holder": "6-6"}},
    {"lead_tile": "double", "visibility": "blind", "draw_when": "never"},
    {"lead_fallback": "next-player"},
    {"lead_fallback": "next-player", "first_leader": "hand-double", "next_leader": "same", "lead_tile": "qualifying"},
    {"first_leader": "hand-double", "doubles": False},
    {"next_leader": "partner"},
    {"block_leader": "partner"},
    {"next_leader": "winning-pair", "teams": "pairs", "seats": [4], "lead_tile": "double"},
    {"block_leader": "winning-pair", "teams": "pairs", "seats": [4], "lead_tile": "double"},
    {"next_leader": "winning-pair", "teams": "pairs", "seats": [4], "visibility": "blind", "draw_when": "never"},
    {"block_leader": "winning-pair", "teams": "pairs", "seats": [4], "visibility": "blind", "draw_when": "never"},
    {"lead_fallback": "leader-draws"},
    {"lead_fallback": "draw", "lead_tile": "double"},
    {"lead_fallback": "boneyard", "lead_tile": "double"},
    {"lead_fallback": "boneyard", "first_tile": "boneyard", "lead_tile": "any"},
    {"lead_fallback": "boneyard", "leader_takes": 1},
    {"spinner": "first", "double_lay": "in-line"},
    {"play_score": "multiple", "spinner": "first-eight"},
    {"spinner": "none", "double_lay": "in-line"},
    {"end_divide": 5, "end_round": "none"},
    {"end_divide": 3},
    {"end_multiple": 3},
    {"target": "one-hand", "target_when": "at-once"},
    {"seats": 1, "deal": 7},
    {"matching": {"sum": 13}},
    {"matching": {"sum": 7}, "wild_half": 0},
    {"wild_half": 7},
    {"play_score": "alike"},
    {"play_score": "alike", "double_lay": "in-line", "spinner": "none"},
    {"stack": "cutthroat"},
    {"stack": "cutthroat", "copies": 2, "visibility": "blind", "draw_when": "never"},
    {"stack": "cutthroat", "copies": 2, "play_score": "none", "target_when": "hand-end"},
    {"visibility": "blind"},
    {"visibility": "blind", "draw_when": "never", "first_leader": "highest-double"},
    {"visibility": "blind", "draw_when": "never", "block_leader": {"holder": "3-3"}},
    {"block": "row-cycle"},
    {"block": "all-pass", "cannot_play": "discard"},
    {"extra_turn": "while-fits"},
    {"extra_turn": "on-double", "cannot_go_on": "stop", "cannot_play": "discard"},
    {"extra_turn": "on-double", "cannot_go_on": "stop", "play_on": "stuck"},
    {"extra_turn": "on-score", "play_score": "none", "target_when": "hand-end"},
    {"extra_turn": "more-doubles", "visibility": "blind", "draw_when": "never"},
    {"extra_turn": "more-doubles", "cannot_play": "discard"},
    {"extra_turn": "more-doubles", "stack": "cutthroat", "copies": 2},
    {"extra_turn": "more-doubles", "extra_turn_at": "same-end"},
    {"extra_turn": "more-doubles", "cover_doubles": "first"},
    {"cover_doubles": "several"},
    {"cover_doubles": "first", "arm_order": "four-first", "copies": 2},
    {"cover_doubles": "several", "extra_turn": "on-double", "extra_turn_at": "same-end"},
    {"cover_doubles": "several", "extra_turn": "on-double", "visibility": "blind", "draw_when": "never"},
    {"cover_doubles": "several", "extra_turn": "on-double", "stack": "cutthroat", "copies": 2},
    {**ON_LINES, "line_opens": "unable", "pass_when": "any"},
    {"pass_when": "any", "visibility": "blind", "draw_when": "never"},
    {"pass_when": "after-draw", "draw_when": "never"},
    {"pass_when": "after-draw", "draw_max": 1, "after_draw": "wait"},
    {"extra_turn": "on-double", "extra_turn_at": "same-end", "visibility": "blind", "draw_when": "never"},
    {"extra_turn": "on-double", "extra_turn_at": "same-end", "cannot_play": "discard"},
    {"cannot_play": "discard", "visibility": "blind", "draw_when": "never"},
    {"cannot_play": "discard", "pass_when": "any"},
    {"cannot_play": "discard", "pass_lead": 25},
    {"cannot_play": "discard", "pass_round": 25},
    {"cannot_play": "discard", "pass_cost": 1},
    {"cannot_play": "discard", "pass_next": 20},
    {"reach": "exact", "target": "one-hand", "target_when": "hand-end"},
]


@pytest.mark.parametrize("axes", CLASHING, ids=lambda axes: " ".join(axes))
def test_axes_that_do_not_go_together_are_both_named_with_the_reason(axes: dict[str, Any]) -> None:
    with pytest.raises(RulesetError, match="do not go together") as caught:
        get("all-fives").but(**axes)
    pairs = [clash for clash in (*RIVALS, *CLASHES) if str(caught.value).startswith(f"{clash.axis} = ")
             and f" and {clash.other} = " in str(caught.value) and str(caught.value).endswith(clash.why)]
    assert len(pairs) == 1
    assert {pairs[0].axis, pairs[0].other} & set(axes)


@pytest.mark.parametrize("axes", [{"lead_tile": "any"}, {"first_leader": {"holder": "6-5"}}, {"next_leader": "winner"},
                                  {"block_leader": "winner"}, {"lead_fallback": "heaviest"}],
                         ids=lambda axes: " ".join(axes))
def test_lines_that_need_a_double_blame_the_rule_by_which_another_tile_may_lead(axes: dict[str, Any]) -> None:
    with pytest.raises(RulesetError, match=f'lines = "own" and {next(iter(axes))} = .* a double must lead every hand'):
        get("all-fives").but(**{**ON_LINES, **axes})


def test_every_combination_that_is_refused_is_tried() -> None:
    met = set()
    for axes in CLASHING:
        with pytest.raises(RulesetError) as caught:
            get("all-fives").but(**axes)
        met |= {clash.why + clash.axis for clash in (*RIVALS, *CLASHES) if str(caught.value).endswith(clash.why)
                and str(caught.value).startswith(clash.axis)}
    assert {clash.why + clash.axis for clash in (*RIVALS, *CLASHES)} == met


ALONE_CLASHING = [("bingo", {"seats": 2}), ("knock-out", {"copies": 2}), ("five-columns", {"spinner": "all"}),
                  ("twelve-to-go", {"visibility": "blind"}), ("patience", {"knock": "run"}),
                  ("bingo", {"hold_limit": 5}), ("block", {"knock": "run"}), ("all-fives", {"bingo_remove": "choice"})]


@pytest.mark.parametrize(("name", "axes"), ALONE_CLASHING, ids=str)
def test_an_axis_that_a_patience_has_no_use_for_is_refused_with_another_and_the_reason(
        name: str, axes: dict[str, Any]) -> None:
    with pytest.raises(RulesetError, match=r"do not go together: .+ .+ .+") as caught:
        get(name).but(**axes)
    named = {axis for axis in AXES if f"{axis} = " in str(caught.value)}
    assert len(named) == 2
    assert set(axes) < named


def test_a_refused_change_leaves_the_ruleset_alone() -> None:
    rules = get("all-fives")
    before, page = dict(rules.values), rules.sheet()
    for axes in CLASHING:
        with pytest.raises(RulesetError):
            rules.but(name="half done", **axes)
    assert rules.values == before
    assert rules.sheet() == page
    assert get("all-fives") is rules


# --- seats, shuffles, actions --------------------------------------------------------------------------------------

@pytest.mark.parametrize("seats", [0, -1, 1, 13, 10**6, 10**18])
def test_a_number_of_players_is_refused_at_once_by_its_clause(seats: int) -> None:
    refusing = [rules for rules in rulesets() if seats not in rules.dealing.seat_counts]
    assert refusing
    for rules in refusing:
        for act in (lambda rules: start(rules, Shuffle(seed=1), seats=seats),
                    lambda rules: new_match(rules, seats=seats), lambda rules: play_match(rules, seed=1, seats=seats),
                    lambda rules: play_out(rules, Shuffle(seed=1), seats=seats)):
            with pytest.raises(IllegalAction) as caught:
                act(rules)
            assert caught.value.ruling.id in str(caught.value), rules.id
            assert str(seats) in str(caught.value), rules.id


def test_more_tiles_than_the_set_has_are_not_dealt() -> None:
    rules = get("block").but(deal=7, seats="2+")
    with pytest.raises(IllegalAction, match=r"needs 35 tiles for 5 players, but the set has only 28.*GEN-DEAL-1"):
        start(rules, Shuffle(seed=1), seats=5)


@pytest.mark.parametrize("seed", [-1, 1.5, "7", None, True, -DIGITS], ids=quote)
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(NotationError, match="whole number"):
        Shuffle(seed=seed)
    with pytest.raises(NotationError, match="whole number"):
        Shuffle(seed=1, hand=seed)


ORDERS = [
    (list("x"), "is not a tile"),
    (["6-6"], "it lacks 27 tiles"),
    ([*map(str, DominoSet.of(6).tiles), "6-6"], "6-6 is given once too often"),
    (["7-7", *map(str, DominoSet.of(6).tiles[1:])], "7-7 is given once too often or is not in the double-six set"),
    (["6-6"] * 1000, "6-6 is given once too often"),
]


@pytest.mark.parametrize(("order", "said"), ORDERS, ids=[said for _, said in ORDERS])
def test_a_given_order_that_is_not_the_set(order: list[str], said: str) -> None:
    with pytest.raises(NotationError, match=said):
        start(get("block"), Shuffle.of(order))


def test_a_leader_who_is_not_there() -> None:
    for leader in (-1, 2, HUGE):
        with pytest.raises(NotationError, match=f"leader = {leader} is not a seat"):
            start(get("block"), Shuffle(seed=1), leader=leader)


def test_every_refused_action_says_what_and_by_which_clause() -> None:
    state = start(get("block"), Shuffle(seed=1)).state
    other = next(tile for tile in state.holdings[1 - state.turn])
    wrong = next(tile for tile in state.holdings[state.turn] if tile != state.lead.must)
    clauses = []
    for action in (Draw(), Pass(), Play(other), Play(Tile(9, 9)), Play(wrong)):
        with pytest.raises(IllegalAction) as caught:
            advance(state, action)
        clauses.append(caught.value.ruling.id)
        assert str(caught.value).endswith(f"({caught.value.ruling.id})")
        if isinstance(action, Play):
            assert str(action.tile) in str(caught.value)
    assert clauses == ["BL-DRAW-1", "GEN-PASS-1", "GEN-HOLD-1", "GEN-DEAL-1", "BL-LEAD-1"]


def test_everything_that_is_refused_is_one_kind_of_error() -> None:
    assert all(issubclass(kind, DominoError) for kind in (NotationError, RulesetError, IllegalAction))
    assert issubclass(DominoError, ValueError)


def test_a_match_without_a_target_is_shown_how_hands_end_it() -> None:
    with pytest.raises(RulesetError, match=r"100000, which no score reaches, leaves .* to match_hands"):
        get("block").but(target="none")
    assert get("block").but(target=100_000, match_hands=4)["match_hands"] == 4


@pytest.mark.parametrize(("axes", "way"), [
    ({"next_leader": "winner"}, {"next_leader": "same"}), ({"block_leader": "winner"}, {"block_leader": "same"}),
    ({"lead_fallback": "heaviest"}, {"lead_fallback": "redeal"}),
    ({"lead_tile": "any"}, {"lead_tile": "qualifying", "first_leader": "hand-double"}),
], ids=str)
def test_lines_that_need_a_double_name_a_way_out(axes: dict[str, Any], way: dict[str, Any]) -> None:
    with pytest.raises(RulesetError) as caught:
        get("mexican-train").but(**axes)
    named = " and ".join(f'{axis} is "{value}"' for axis, value in way.items())
    assert str(caught.value).endswith(f"as it does where {named}")
    assert get("mexican-train").but(**{**axes, **way})["lines"] == "own-and-common"
