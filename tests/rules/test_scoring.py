"""The count of the board and its open ends equal a slow walk along the tree of laid tiles."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Play
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.start import start
from domino_lab.play.timeline import Timeline
from tests.rules.random_hands import hands
from tests.rules.random_rules import any_rules, changed
from tests.rules.recount import kept_for_doubles, open_values, recount
from tests.rules.retold import fits, gains, may_play_at

COUNTING = st.builds(changed, any_rules(), st.just([("double_lay", "crosswise"), ("play_score", "multiple")])
                     ).filter(lambda rules: rules["play_score"] == "multiple")


@given(hands(COUNTING))
def test_the_count_is_that_of_a_walk_along_the_chain(line: Timeline) -> None:
    for step in line.steps[1:]:
        count = step.state.board_count
        assert count.total == recount(line.rules, step.state.chain)
        assert count.total == sum(term.value for term in count.terms)
        assert not any(term.value for term in count.silent)


@given(hands(COUNTING))
def test_terms_are_the_tiles_at_open_arm_ends_in_laying_order(line: Timeline) -> None:
    for step in line.steps[1:]:
        chain, count = step.state.chain, step.state.board_count
        numbers = [term.number for term in count.terms]
        assert numbers == sorted(set(numbers))
        silent = {term.number for term in count.silent}
        assert set(numbers) == {end.at for end in chain.ends} - silent
        assert all(chain.laid[number].tile.is_double for number in silent)


@given(hands())
def test_points_are_those_of_the_sheets(line: Timeline) -> None:
    """What each step moves between the sides, told again from the tiles (retold.gains)."""
    spoils = None
    for before, step in zip(line.steps, line.steps[1:-1], strict=False):
        gained = [after - was for was, after in zip(before.state.scores, step.state.scores, strict=True)]
        expected, spoils = gains(before.state, step, spoils)
        assert gained == expected
        assert step.points == gained[step.state.table.side(step.seat)]


@given(hands())
def test_open_ends_are_the_free_edges_that_the_order_of_arms_opens(line: Timeline) -> None:
    for number, step in enumerate(line.steps[1:], 1):
        ends = line.rules.arms.open_ends(step.state.chain)
        assert sorted(end.value for end in ends) == open_values(line.rules, step.state.chain)
        assert step.state.open_ends == may_play_at(line, number)


BOUND = st.builds(changed, any_rules(), st.just([("visibility", "private"), ("cannot_play", "pass"),
                                                 ("draw_when", "never"), ("extra_turn", "while-fits"),
                                                 ("extra_turn_at", "same-end")])
                  ).filter(lambda rules: rules["extra_turn_at"] == "same-end" and rules["visibility"] == "private")


@given(hands(BOUND))
def test_a_player_who_goes_on_at_the_same_end_joins_their_own_last_tile(line: Timeline) -> None:
    """Told from the steps alone: two tiles of a seat one after the other touch, unless that seat passed between."""
    for before, step in zip(line.steps[1:], line.steps[2:-1], strict=False):
        laid = step.state.chain.laid[-1:]
        if before.action.kind == step.action.kind == "play" and before.seat == step.seat:
            assert laid[0].parent == laid[0].number - 1
        if before.action.kind == "play" and step.action.kind == "pass" and before.seat == step.seat:
            ends = [end for end in step.state.chain.ends if end.at == laid[0].number]
            shut = set(step.state.chain.ends) - set(line.rules.arms.open_ends(step.state.chain))
            kept = kept_for_doubles(line.rules, step.state.chain)
            assert line.rules["pass_when"] != "unable" or not any(
                fits(line.rules, tile, end.value) and end not in shut and (tile.is_double or end.at not in kept)
                for tile in step.state.holdings[step.seat] for end in ends)


@given(hands())
def test_touching_halves_fit(line: Timeline) -> None:
    """GEN-FIT-1, or A7-MATCH-1 and A7-WILD-1, read from the tiles alone."""
    for laid in line.state.chain.laid[1:]:
        parent, touch = line.state.chain.laid[laid.parent].tile, laid.tile.low + laid.tile.high - laid.out
        assert laid.joint in parent[:2]
        assert {laid.out, touch} == set(laid.tile[:2])
        assert fits(line.rules, laid.tile, laid.joint)
        wild = line.rules["matching"] != "equal" and laid.tile.weight in (line.rules["matching"]["sum"], 0)
        assert wild or fits(line.rules, laid.tile._replace(low=touch, high=touch), laid.joint)


@pytest.mark.parametrize(("weights", "count", "said"), [
    ([2, 2, 1, 0, 0], 10, "5-5 is alone on the table, so both its halves count: 5+5."),
    ([1, 1, 1, 1, 1], 5, "5-5 touches 0 tiles and counts one half: 5."),
    ([0, 0, 1, 1, 1], 0, "5-5 touches 0 tiles and counts nothing."),
])
def test_what_is_said_of_a_spinner_alone_is_what_it_counts(weights: list[int], count: int, said: str) -> None:
    hand = dl.lay(dl.ruleset("all-fives").but(double_weights=weights), "5-5")
    found = hand.state.board_count
    assert found is not None
    assert found.total == count
    assert [hand.rules.scoring.term_ruling(term).text for term in (*found.terms, *found.silent)] == [said]


@pytest.mark.parametrize(("call", "case", "scored"), [(5, "hit", 5), (None, "uncalled", 0), (10, "wrong", 0)])
def test_a_score_that_is_not_called_is_lost_by_a_clause_of_its_own(call: int | None, case: str, scored: int) -> None:
    """TB-SCORE-2: 5-0 alone counts five; the step cites the clause by which the five are written down or lost."""
    state = start(get("two-box"), Shuffle(seed=1), leader=0).state
    step = advance(state._replace(holdings=(tiles("5-0 1-1"), *state.holdings[1:])), Play(Tile(0, 5), call=call))
    assert step.points == scored
    assert step.judged.case == case
    assert (step.rulings[-1].id == "TB-SCORE-2") == (scored == 0)
    assert step.state.spoils is None
