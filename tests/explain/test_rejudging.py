"""One recorded hand judged again: scores worked out by hand, and the first action that is illegal."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.errors import IllegalAction, RulesetError
from domino_lab.explain.rejudging import rejudge
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from tests.explain.rulebooks import RIVALS, common_seats
from tests.rules.random_hands import hands

EXAMPLE = "all-fives-worked-example"

BY_HAND = {
    "all-fives": [10, 10, 0, 15, 0, 0, 0, 20],                  # S-AF-1 of tests/vectors/vectors.toml
    "all-fives/spinner-closed": [10, 10, 0, 5, 0, 0, 0, 15],    # S-AF-2: 10 10 3 5 9 11 12 15
    "all-fives/all-spinners": [10, 10, 0, 15, 0, 0, 0, 0],      # S-AF-3: ... 14 16 21 24
    "all-fives/all-threes": [0, 0, 0, 15, 0, 0, 0, 0],          # S-AF-4: 10 10 13 15 14 16 17 20
    "all-fives/cribbage": [2, 2, 0, 3, 0, 0, 0, 4],             # S-AF-1 with a point for each five
    "five-up": [2, 0, 0, 1, 0, 0, 0, 3],                        # 5+5, 0, 0+3, 3+2, 3+2+4, 3+4+2+2, 3+4+5, 3+3+4+5
    "bergen": [0] * 4,                                          # set below: two ends only
    "block": [0] * 4,                                           # nothing is scored, and a third neighbour is too many
}

# Totals after each of four moves, by hand: by AF0-SCORE-2, and by AF0-SCORE-3, where the spinner is closed.
ORDERS = {
    "ABCD": ([14, 16, 17, 20], [9, 11, 12, 15]), "ABDC": ([14, 16, 19, 20], [9, 11, 14, 15]),
    "ADBC": ([14, 17, 19, 20], [9, 12, 14, 15]), "BACD": ([17, 16, 17, 20], [7, 11, 12, 15]),
    "BADC": ([17, 16, 19, 20], [7, 11, 14, 15]), "BCAD": ([17, 18, 17, 20], [7, 8, 12, 15]),
    "BCDA": ([17, 18, 21, 20], [7, 8, 11, 15]), "BDAC": ([17, 20, 19, 20], [7, 10, 14, 15]),
    "BDCA": ([17, 20, 21, 20], [7, 10, 11, 15]), "DABC": ([18, 17, 19, 20], [8, 12, 14, 15]),
    "DBAC": ([18, 20, 19, 20], [8, 10, 14, 15]), "DBCA": ([18, 20, 21, 20], [8, 10, 11, 15]),
}
MOVES = {"A": "5-4@5-5", "B": "2-2@0-2", "C": "2-5@2-2", "D": "3-3@3-5"}


def fives(total: int) -> int:
    return 0 if total % 5 else total


@pytest.mark.parametrize("name", [name for name in BY_HAND if name not in ("bergen", "block")])
def test_the_worked_example_under_other_rules_is_what_was_worked_out_by_hand(name: str) -> None:
    found = dl.rejudge(EXAMPLE, name)
    assert [row.there for row in found.rows] == BY_HAND[name]
    assert [row.here for row in found.rows] == BY_HAND["all-fives"]
    assert found.illegal is None
    assert found.table.iloc[:, 3].tolist() == BY_HAND[name]


@pytest.mark.parametrize("order", ORDERS)
def test_all_twelve_orders_of_the_four_moves(order: str) -> None:
    hand = dl.lay("all-fives", ["5-5", "5-0", "3-5", "0-2", *(MOVES[move] for move in order)])
    found = dl.rejudge(hand, "all-fives/spinner-closed")
    sheet, closed = ORDERS[order]
    assert [row.here for row in found.rows[4:]] == [fives(total) for total in sheet]
    assert [row.there for row in found.rows[4:]] == [fives(total) for total in closed]
    assert found.points_mark.step == 4  # 13 and 3 score nothing; 15 and 5 do


@pytest.mark.parametrize("name", ["block", "bergen", "draw", "draw-classic"])
def test_the_third_neighbour_of_a_double_is_illegal_where_nothing_branches(name: str) -> None:
    found = dl.rejudge(EXAMPLE, name)
    assert found.illegal[0] == 5
    assert found.illegal[1].clause == "GEN-END-1"
    assert [row.how for row in found.rows] == ["played"] * 4 + ["illegal"] + [""] * 3
    assert [row.there for row in found.rows[:5]] == [2 if name == "bergen" else 0, 0, 0, 0, None]
    assert len(found.line) == 5


def test_bergen_is_paid_for_like_ends_only() -> None:
    """5-5 alone is a double-header (BG-SCORE-2); then the ends show 5 and 0 beside a double, 0 and 3, 2 and 3."""
    assert [row.there for row in dl.rejudge(EXAMPLE, "bergen").rows[:4]] == [2, 0, 0, 0]


def test_a_draw_that_is_illegal_there_leaves_the_tiles_to_be_counted() -> None:
    """By All Fives a player draws a tile and lays it; in Block he may not draw, and all after that is counted only."""
    hand = dl.load(DRAWN)
    assert hand.problems == ()
    found = dl.rejudge(hand, get("all-fives").but(draw_when="never"))
    assert found.illegal[0] == 2
    assert found.illegal[1].id == "HOUSE-DRAW-WHEN"
    assert [row.how for row in found.rows] == ["played", "illegal", "counted", "counted"]
    assert [row.there for row in found.rows] == [row.here for row in found.rows] == [10, 0, 10, 0]  # last 5+5 + 0 + 1
    assert len(found.line) == 2
    assert found.points_mark is None
    assert found.comparison.points_mark(1) is None  # nothing can be said of the 10 points of step 3
    assert found.comparison.play_mark(1).step == 2


DRAWN = """
format = 1
ruleset = "all-fives"
players = ["Ana", "Ben"]
[deal]
holdings = [["5-5", "6-6", "5-1"], ["4-3", "2-2", "3-3"]]
stock = ["0-5"]
leader = 0
[[move]]
play = "5-5"
[[move]]
draw = "0-5"
[[move]]
play = "0-5"
[[move]]
play = "5-1"
"""


def test_the_award_at_the_end_is_that_of_the_other_rules_for_the_same_holdings() -> None:
    """Ana goes out; Ben holds 4-3 and Cleo 3-3, 7 + 6 = 13 pips (AF1-SCORE-2; S-AF1-4 of vectors.toml)."""
    wanted = {"all-fives": 3,               # 15, divided by 5
              "all-fives/undivided": 15, "all-fives-leaflet": 15,
              "all-fives-leaflet/round-each": 10,  # 5 and 5
              "five-up": 2, "five-up/nearest": 3, "block": 13, "draw-classic": 13, "draw-puerto-rico": 13,
              "bergen": 0}
    hand = dl.load(OUT)
    assert hand.problems == ()
    assert {name: dl.rejudge(hand, name).rows[-1].there for name in wanted} == wanted
    assert dl.rejudge(hand, "block").rows[-1].here == wanted["all-fives"]


OUT = """
format = 1
ruleset = "all-fives"
players = ["Ana", "Ben", "Cleo"]
[deal]
holdings = [["5-5"], ["4-3"], ["3-3"]]
leader = 0
[[move]]
play = "5-5"
[end]
how = "out"
winner = 0
award = 3
scores = [13, 0, 0]
"""


def test_a_game_won_at_once_there_ends_there() -> None:
    """With a target of 10 the first 10 points win, so that every move after them comes too late."""
    hand = dl.load(DRAWN)
    found = dl.rejudge(hand, get("all-fives").but(target=10))
    assert found.illegal[0] == 2
    assert found.illegal[1].id == "AF0-MATCH-1"
    assert found.line.state.over == "target"
    assert found.line.steps[-1].settled is not None


def test_scores_are_called_in_time_where_they_must_be() -> None:
    called = dl.rejudge(EXAMPLE, get("all-fives").but(claim="call"))
    assert [row.there for row in called.rows] == BY_HAND["all-fives"]
    loud = dl.lay(get("all-fives").but(claim="call"), "5-5 5-0")
    assert [row.there for row in dl.rejudge(loud, "all-fives").rows] == [10, 10]


def test_players_and_their_moves_keep_their_names_when_only_counted() -> None:
    found = dl.rejudge(DRAWN, get("all-fives").but(draw_when="never"))
    assert [row.player for row in found.rows] == ["Ana", "Ben", "Ben", "Ana"]
    assert [step.seat for step in found.whole.steps[1:]] == [0, 1, 1, 0]


def test_other_tiles_and_other_tables_are_refused() -> None:
    with pytest.raises(RulesetError, match="different sets"):
        dl.rejudge(EXAMPLE, "two-box")
    with pytest.raises(IllegalAction, match="LP-PLAY-1"):
        dl.rejudge(dl.play_out("block", seed=1), "latin-partnership")
    with pytest.raises(RulesetError, match="one of them is a game for one player"):
        dl.rejudge(dl.play_out("patience", seed=1), "block")


def test_a_patience_under_the_limit_of_five_ends_where_a_sixth_tile_would_be_drawn() -> None:
    hand = dl.play_out("patience", seed=7)
    found = dl.rejudge(hand, "fives-limit")
    sixth = next(n for n, step in enumerate(hand.steps) if len(step.state.holdings[0]) > 5)
    assert found.illegal[0] == sixth
    assert found.line.state.over == "lost"


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_random_hand_under_random_rules(data: st.DataObject) -> None:
    """The line is legal, action by action the hand's, and what follows it is refused; its own rules change nothing."""
    hand = data.draw(hands(st.sampled_from(RIVALS)))
    rules = data.draw(st.sampled_from([one for one in RIVALS if fit(hand, one)]))
    found = rejudge(hand, rules)
    state = found.line.steps[0].state
    for step in found.line.steps[1 : len(found.line.actions) + 1]:
        assert judge(state, step.action).allowed
        assert advance(state, step.action) == step
        state = step.state
    assert [step.seat for step in found.line.steps if step.action] == [
        step.seat for step in hand.steps[1 : len(found.line.actions) + 1]]
    if found.illegal is None:
        assert len(found.line.actions) == len(hand.actions)
    else:
        number, ruling = found.illegal
        assert number == len(found.line.actions) + 1
        assert found.line.is_over or not ruling.allowed
    assert len(found.rows) == len(hand) - 1
    chain = hand.state.chain.laid
    counted = found.whole.state.chain.laid
    assert [laid.tile for laid in counted] == [laid.tile for laid in chain[: len(counted)]]


def fit(hand: Timeline, rules: Ruleset) -> bool:
    same = rules.equipment.set == hand.rules.equipment.set
    return same and len(hand.names) in rules.dealing.seat_counts and bool(common_seats([rules]))


@settings(max_examples=60, deadline=None)
@given(hands(st.sampled_from(RIVALS)))
def test_a_hand_under_its_own_rules_is_itself(hand: Timeline) -> None:
    """Slips included: a score that nobody called is not called here either."""
    if hand.state.over == "misdeal":
        return
    found = rejudge(hand, hand.rules)
    assert found.illegal is None
    assert [row.there for row in found.rows] == [row.here for row in found.rows]
    assert found.line.state.scores == hand.state.scores


def test_every_packaged_hand_is_itself_under_its_own_rules() -> None:
    from domino_lab import hands as packaged

    for name in packaged.names():
        hand = dl.load(name)
        if hand.state.over != "misdeal":
            found = rejudge(hand, hand.rules)
            assert found.illegal is None, name
            assert [row.there for row in found.rows] == [row.here for row in found.rows], name


def test_an_overlooked_score_is_called_only_where_rules_ask_for_no_call() -> None:
    """MG-CLAIM-1: Ben did not call his 10, so Ana has them; under All Fives (AF0-SCORE-1) they are his."""
    hand = dl.load("muggins-overlooked-scores")
    assert dl.rejudge(hand, "muggins").points_mark is None
    mark = dl.rejudge(hand, "all-fives").points_mark
    assert (mark.step, mark.one.id, mark.other.id) == (2, "MG-CLAIM-1", "AF0-SCORE-1")


def test_a_hand_that_ended_at_the_target_brings_no_award_where_drawn_tiles_are_paid_in_chips() -> None:
    """DR2-BONEOPT-3: nobody has won the hand there, so nobody gets the pot."""
    found = dl.rejudge("fives-and-threes-exactly-61", "draw/pay-chips")
    assert found.rows[-1].there is None
    assert found.illegal[1].id == "GEN-PASS-1"


def test_it_shows_itself() -> None:
    found = dl.rejudge(EXAMPLE, "block")
    assert "Step 5 is not legal there. 5-5 has no open end there (rule GEN-END-1)." in repr(found)
    assert "not legal there" in found._repr_markdown_()
    assert eval(found.recipe, {"dl": dl}).rows == found.rows
    assert len(rulesets()) > len(RIVALS)
