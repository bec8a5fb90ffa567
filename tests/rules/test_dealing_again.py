"""Deals that do not count because a player has many doubles, found again from the shuffled tiles alone."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.errors import RulesetError
from domino_lab.core.events import Dealt, Ended
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import tiles
from domino_lab.explain.why import why
from domino_lab.play.start import start
from domino_lab.record import read
from domino_lab.rules.ruleset import Ruleset

ORDER = tiles("6-6 1-0 5-5 2-0 4-4 3-0 3-3 4-0 2-1 5-0 3-1 6-0 4-1 5-1")
"""Dealt to two, the first player gets 6-6, 5-5, 4-4 and 3-3, and the second one no double."""


def anyone(rules: Ruleset, **changes: Any) -> Ruleset:
    """Rules by which somebody always leads, whatever is dealt."""
    return rules.but(first_leader="youngest", block_leader="as-next", lead_tile="any", lead_fallback="none", **changes)


def doubles_of(shuffle: Shuffle, rules: Ruleset, deal: int, seats: int, each: int) -> list[int]:
    """How many doubles each seat gets in a deal: every so manieth tile from its own on."""
    order = shuffle.order(rules.equipment.set, deal)[: seats * each]
    return [sum(tile.low == tile.high for tile in order[seat::seats]) for seat in range(seats)]


@pytest.mark.parametrize(("most", "seats", "each"), [(2, 2, 5), (3, 2, 7), (4, 4, 7), (3, 3, 7), (5, 2, 14)])
def test_the_first_deal_that_gives_nobody_so_many_doubles_is_played(most: int, seats: int, each: int) -> None:
    rules, again = anyone(get("block"), seats=[seats], deal=each, redeal_doubles=most), 0
    for seed in range(60):
        shuffle, number, told = Shuffle(seed=seed), 0, []
        while max(counts := doubles_of(shuffle, rules, number, seats, each)) >= most:
            seat = next(seat for seat, count in enumerate(counts) if count >= most)
            told.append(f"Player {seat + 1} was dealt {counts[seat]} doubles, so all the tiles are dealt again.")
            number += 1
        step = start(rules, shuffle, seats=seats)
        assert [event.deal for event in step.events if isinstance(event, Dealt)] == list(range(number + 1))
        assert [event.ruling.text for event in step.events if isinstance(event, Ended)] == told
        assert step.state.over is None
        again += number > 0
    assert again


def test_about_one_deal_in_six_gives_a_player_of_four_four_doubles() -> None:
    """Only one player can have four of the seven doubles, so that the chances of the four players add up."""
    ways = sum(comb(7, doubles) * comb(21, 7 - doubles) for doubles in range(4, 8))
    hands = 1200
    expected = hands * 4 * ways / comb(28, 7)
    rules = get("brazilian").but(redeal_doubles=4)
    found = sum(len(start(rules, Shuffle(seed=8, hand=hand)).events) > 2 for hand in range(hands))
    assert abs(found - expected) < 5 * (expected * (1 - expected / hands)) ** 0.5


@pytest.mark.parametrize(("most", "over"), [("never", None), (5, None), (4, "misdeal"), (3, "misdeal")])
def test_the_count_itself_is_one_too_many(most: object, over: str | None) -> None:
    rules = anyone(get("block"), redeal_doubles=most)
    rest = [tile for tile in rules.equipment.set.tiles if tile not in ORDER]
    assert start(rules, Shuffle.of((*ORDER, *rest))).state.over == over


def test_a_leader_who_is_named_leads_all_the_same() -> None:
    rules = anyone(get("block"), redeal_doubles=3)
    rest = [tile for tile in rules.equipment.set.tiles if tile not in ORDER]
    step = start(rules, Shuffle.of((*ORDER, *rest)), leader=1)
    assert (step.state.over, step.state.turn) == (None, 1)


RECORD = """
ruleset = "block"
[rules]
redeal_doubles = 2
[deal]
holdings = [["1-2", "3-3"], ["4-4", "5-5"]]
"""


def test_a_record_of_such_a_deal_is_a_misdeal() -> None:
    hand = read(RECORD + '[end]\nhow = "misdeal"\n', get)
    assert hand.state.over == "misdeal"
    assert not hand.problems
    assert "Player 2 was dealt 2 doubles" in hand.steps[0].events[-1].ruling.text


def test_a_record_in_which_somebody_leads_after_it_is_told_why_not() -> None:
    problems = read(RECORD.replace("[deal]", "[deal]\nleader = 0"), get).problems
    assert any("2 doubles" in str(problem) for problem in problems)


@pytest.mark.parametrize(("seats", "deal", "most", "possible"), [
    (4, 7, 3, True), (4, 7, 2, False), (2, 14, 5, True), (2, 14, 4, False), (3, 9, 3, True), (3, 9, 2, False),
    (2, 7, 2, True),
])
def test_what_can_never_be_dealt_is_refused(seats: int, deal: int, most: int, *, possible: bool) -> None:
    """Seven doubles: four players can have 2, 2, 2 and 1, two players 4 and 3, three with one tile left 2 each."""
    asked = {"seats": [seats], "deal": deal, "redeal_doubles": most}
    if possible:
        assert anyone(get("block"), **asked)["redeal_doubles"] == most
    else:
        with pytest.raises(RulesetError, match="redeal_doubles"):
            anyone(get("block"), **asked)


def test_the_caption_says_that_the_tiles_are_dealt_again_and_why() -> None:
    told = why(dl.load("dominican-six-doubles")[0])
    assert told.caption.startswith("The tiles are dealt again.")
    assert told.more == ("All the tiles are dealt: 7 tiles for each player.",
                         "Dan was dealt 6 doubles, so all the tiles are dealt again.")
    assert why(dl.load("dominican-passes-and-capicua")[0]).caption.startswith("The tiles are dealt.")
