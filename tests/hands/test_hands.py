"""The packaged hands: each reads without a problem, checks itself, and shows what it promises."""

from __future__ import annotations

import re

import pytest

from domino_lab import hands
from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.errors import RecordError
from domino_lab.record import read, write


def hand(name):
    return read(hands.text(name), get)


SHORT_ROWS = {"bingo-one-tile-stays", "bingo-thirteen-go-round", "knock-out-inner-pair-waits", "knock-out-whole-runs",
              "mexican-train-marked-line"}
"""Rows and holdings of fewer tiles than the rules say, so that a game is short: a remark tells the reader."""


def a_hand_holds_all_that_it_states(name):
    line = hand(name)
    assert line.problems == ()
    assert [remark.clause for remark in line.remarks] == (["REC-DEAL"] if name in SHORT_ROWS else [])
    assert write(line) == hands.text(name)


def a_hand_states_enough_to_check_itself(name):
    """Where the game counts, every play states its count; what scores states it; a hand that ends states how."""
    line, text = hand(name), hands.text(name)
    if line.rules["play_score"] == "multiple":
        plays = sum(isinstance(action, Play) for action in line.actions)
        assert len(re.findall(r"^count = ", text, re.M)) == plays
    scoring = sum(step.points > 0 for step in line.steps if step.action is not None)
    assert len(re.findall(r"^(?:score = [1-9]|points = \[)", text, re.M)) >= scoring
    if line.is_study or line.rules.solo is not None:
        return
    assert "stock_complete = true" in text or re.search(r"^seed = \d+$", text, re.M)
    for key in ("how", "winner", "award", "scores"):
        assert bool(re.search(rf"^{key} = ", text, re.M)) == line.is_over, key


def a_patience_that_is_over_states_how(name):
    line = hand(name)
    if line.rules.solo is not None and line.is_over:
        assert re.search(r'^how = "(won|lost)"', hands.text(name), re.M)


def notes_are_short_and_every_question_has_a_note_that_answers(name):
    for step, note in hand(name).notes.items():
        assert len((note.text or "").split()) <= 40, step
        assert len((note.ask or "").split()) <= 30, step
        assert not note.ask or note.text, step


@pytest.mark.parametrize("name", hands.names())
def test_every_packaged_hand(name):
    a_hand_holds_all_that_it_states(name)
    a_hand_states_enough_to_check_itself(name)
    a_patience_that_is_over_states_how(name)
    notes_are_short_and_every_question_has_a_note_that_answers(name)


def test_hands_and_rulesets_share_no_name():
    known = {name.casefold() for rules in rulesets() for name in (rules.id, rules.name, *rules.aliases)}
    assert not known & set(hands.names())


def test_an_unknown_hand_is_named():
    with pytest.raises(RecordError, match="'nothing'"):
        hands.text("nothing")


def test_s_af_1_the_worked_example_counts_as_on_the_sheet():
    line = hand("all-fives-worked-example")
    assert [step.state.board_count.total for step in line.steps[1:]] == [10, 10, 13, 15, 14, 16, 17, 20]
    assert [step.points for step in line.steps[1:]] == [10, 10, 0, 15, 0, 0, 0, 20]
    assert sorted(end.value for end in line.state.open_ends) == [3, 4, 5, 5]


def test_the_worked_example_has_a_note_and_a_question_at_every_tile():
    line = hand("all-fives-worked-example")
    assert set(line.notes) == set(range(1, 9))
    assert all(note.text and note.ask for note in line.notes.values())


def test_s_af_2_the_same_tiles_under_the_variation():
    line = hand("all-fives-worked-example-spinner-closed")
    assert [step.state.board_count.total for step in line.steps[1:]] == [10, 10, 3, 5, 9, 11, 12, 15]
    assert line.actions == hand("all-fives-worked-example").actions


def test_af0_score_5_the_whole_hand_ends_with_the_sum_of_the_sheet():
    line = hand("all-fives-whole-hand")
    sums = line.steps[-1].settled.ruling.facts
    assert (sums["base"], sums["own"], sums["less"], sums["rounded"], sums["award"]) == (29, 3, 26, 25, 5)
    assert line.state.over == "blocked"
    assert any(isinstance(action, Draw) for action in line.actions)
    assert any(isinstance(action, Pass) for action in line.actions)


def test_bl_tie_1_the_blocked_hand_is_decided_by_the_lightest_tile():
    line = hand("block-blocked-lightest-tile")
    assert line.state.over == "blocked"
    cases = [(ruling.id, ruling.case) for ruling in line.steps[-1].settled.ruling.tree()]
    assert ("BL-TIE-1", "lightest") in cases
    assert line.steps[-1].settled.winner == 2


def test_gen_team_1_a_partners_pips_are_not_won():
    line = hand("block-partners")
    assert line.steps[-1].settled.award == 9
    assert sum(tile.weight for tile in line.state.holdings[3]) == 12
