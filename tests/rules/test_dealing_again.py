"""Deals that do not count because of what a player was dealt, found again from the shuffled tiles alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import comb
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.simulation import simulate
from domino_lab.core.errors import RulesetError
from domino_lab.core.events import Dealt, Ended
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import tiles
from domino_lab.explain.why import why
from domino_lab.play.match import play_match
from domino_lab.play.start import start
from domino_lab.play.state import Step
from domino_lab.record import read
from domino_lab.rules.leading import Deck, Lead, Standing
from domino_lab.rules.ruleset import Ruleset

ORDER = tiles("6-6 1-0 5-5 2-0 4-4 3-0 3-3 4-0 2-1 5-0 3-1 6-0 4-1 5-1")
"""Dealt to two, the first player gets 6-6, 5-5, 4-4 and 3-3, and the second one no double."""


NAMES = ("Ana", "Ben", "Cleo", "Dan")


def anyone(rules: Ruleset, **changes: Any) -> Ruleset:
    """Rules by which somebody always leads, whatever is dealt."""
    return rules.but(first_leader="youngest", block_leader="as-next", lead_tile="any", lead_fallback="none", **changes)


def suits_of(shuffle: Shuffle, rules: Ruleset, deal: int, seats: int, each: int) -> list[tuple[int, int]]:
    """How many tiles of a number each seat gets at most, and the highest number of which it gets so many."""
    order = shuffle.order(rules.equipment.set, deal)[: seats * each]
    return [max((sum(str(value) in str(tile) for tile in order[seat::seats]), value) for value in range(7))
            for seat in range(seats)]


def doubles_of(shuffle: Shuffle, rules: Ruleset, deal: int, seats: int, each: int) -> list[int]:
    """How many doubles each seat gets in a deal: every so manieth tile from its own on."""
    order = shuffle.order(rules.equipment.set, deal)[: seats * each]
    return [sum(tile.low == tile.high for tile in order[seat::seats]) for seat in range(seats)]


def check_deals(step: Step, told: list[str]) -> None:
    """The tiles were dealt once more than there are reasons to deal again, which are told in order."""
    assert [event.deal for event in step.events if isinstance(event, Dealt)] == list(range(len(told) + 1))
    assert [event.ruling.text for event in step.events if isinstance(event, Ended)] == told
    assert step.state.over is None


@pytest.mark.parametrize(("most", "seats", "each"), [(2, 2, 5), (3, 2, 7), (4, 4, 7), (3, 3, 7), (5, 2, 14)])
def test_the_first_deal_that_gives_nobody_so_many_doubles_is_played(most: int, seats: int, each: int) -> None:
    rules, again = anyone(get("block"), seats=[seats], deal=each, redeal_doubles=most), 0
    for seed in range(60):
        shuffle, told = Shuffle(seed=seed), list[str]()
        while max(counts := doubles_of(shuffle, rules, len(told), seats, each)) >= most:
            seat = next(seat for seat, count in enumerate(counts) if count >= most)
            told.append(f"{NAMES[seat]} was dealt {counts[seat]} doubles, so all the tiles are dealt again.")
        check_deals(start(rules, shuffle, seats=seats), told)
        again += bool(told)
    assert again


@pytest.mark.parametrize(("most", "seats", "each"), [(4, 2, 5), (4, 4, 7), (5, 3, 7), (6, 2, 10), (5, 3, 9)])
def test_the_first_deal_that_gives_nobody_so_many_of_a_number_is_played(most: int, seats: int, each: int) -> None:
    rules, again = anyone(get("block"), seats=[seats], deal=each, redeal_suit=most), 0
    for seed in range(100):
        shuffle, told = Shuffle(seed=seed), list[str]()
        while max(suits := suits_of(shuffle, rules, len(told), seats, each))[0] >= most:
            seat, (count, value) = next((seat, suit) for seat, suit in enumerate(suits) if suit[0] >= most)
            player = NAMES[seat]
            told.append(f"{player} was dealt {count} tiles with a {value}, so all the tiles are dealt again.")
        check_deals(start(rules, shuffle, seats=seats), told)
        again += bool(told)
    assert again


@pytest.mark.parametrize(("most", "over"), [(0, None), (5, None), (4, "misdeal"), (3, "misdeal")])
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
    assert "Ben was dealt 2 doubles" in hand.steps[0].events[-1].ruling.text


def test_a_record_in_which_somebody_leads_after_it_is_told_why_not() -> None:
    problems = read(RECORD.replace("[deal]", "[deal]\nleader = 0"), get).problems
    assert any("2 doubles" in str(problem) for problem in problems)


@pytest.mark.parametrize(("seats", "deal", "most", "why"), [
    (4, 7, 3, ""), (4, 7, 2, "somebody always has"), (2, 14, 5, ""), (2, 14, 4, "somebody always has"),
    (3, 9, 3, ""), (2, 7, 2, ""), (2, 7, 8, "nobody can be dealt"), (3, 5, 6, "nobody can be dealt"),
])
def test_a_number_of_doubles_that_spoils_every_deal_or_none_is_refused(seats: int, deal: int, most: int, why: str
                                                                       ) -> None:
    """Seven doubles: of four players one always has two, of two players with all the tiles one has four."""
    check(why, seats=[seats], deal=deal, redeal_doubles=most)


@pytest.mark.parametrize(("seats", "deal", "most", "why"), [
    (2, 7, 3, ""), (2, 7, 2, "somebody always has"), (4, 7, 1, "somebody always has"), (2, 7, 8, "nobody can be dealt"),
    (2, 5, 6, "nobody can be dealt"), (2, 7, 7, ""), (2, 14, 7, ""),
])
def test_a_number_of_tiles_that_spoils_every_deal_or_none_is_refused(seats: int, deal: int, most: int, why: str
                                                                     ) -> None:
    """Only who holds all seven doubles has seven tiles with no number twice, and then the other has one twice."""
    check(why, seats=[seats], deal=deal, redeal_suit=most)


def test_both_together_can_spoil_every_deal() -> None:
    """Seven tiles with at most one double show thirteen numbers or more, so that nearly all seven come twice."""
    check("none of a thousand deals counts", seats=[2], redeal_doubles=2, redeal_suit=3)


def check(why: str, **asked: Any) -> None:
    """Rules that are refused with these words; accepted if there are none."""
    if why:
        with pytest.raises(RulesetError, match=why):
            anyone(get("block"), **asked)
    else:
        assert asked.items() <= {**anyone(get("block"), **asked).values, "seats": asked["seats"],
                                 "deal": asked["deal"]}.items()


def test_the_caption_says_that_the_tiles_are_dealt_again_and_why() -> None:
    """In this hand of a simulation Dan is dealt six of the seven doubles at first."""
    rules = get("dominican").but(redeal_doubles=5)
    told = why(start(rules, Shuffle(seed=592)))
    leader = start(rules, Shuffle(seed=592)).events[-1].ruling.text
    assert told.caption == f"Dan was dealt 6 doubles, so all the tiles are dealt again. This is the new deal. {leader}"
    assert told.more == ("All the tiles are dealt: 7 tiles for each player.",)
    assert why(start(get("dominican"), Shuffle(seed=592))).caption.startswith("The tiles are dealt.")


def test_several_deals_that_do_not_count_are_told_before_the_new_one() -> None:
    """Too many of them for a caption of 40 words are counted there, and told after it."""
    few = play_match(anyone(get("latin-partnership"), redeal_doubles=4), seed=2).hands
    told = next(text for hand in few if (text := why(hand[0]).text).count("dealt again") == 2)
    assert told.index("Ben was dealt 5 doubles") < told.index("This is the new deal.") < told.index("leads this one")
    many = anyone(get("block"), seats=[4], redeal_doubles=3)
    deals = (why(start(many, Shuffle(seed=seed), seats=4)) for seed in range(200))
    said = next(each for each in deals if each.more[0].count("dealt again") > 2)
    assert re.match(r"\d+ deals do not count\. This is the new deal\. ", said.caption)
    assert len(said.caption.split()) <= 40
    assert "dealt again" not in said.caption


def test_the_next_hand_hears_of_a_misdeal_only_where_no_deal_counted() -> None:
    """Seed 592 deals the first hand twice and plays it; where nobody may lead, none of a thousand deals counts."""

    class Nobody(dl.rules.Leading):
        def leader(self, deck: Deck) -> None:
            return None

    rules = get("dominican").but(redeal_doubles=5)
    again = play_match(rules, seed=592).hands
    assert [isinstance(event, Ended) for event in again[0].steps[0].events].count(True) == 1
    assert again[1].state.table.standing.last_how in {"out", "blocked"}
    never = play_match(get("block").but(leading=Nobody()), seed=1).hands
    assert never[1].state.table.standing.last_how == "misdeal"


class NoDealCounts(dl.rules.Dealing):
    """Fourteen tiles for each of two, whatever the rules say of the deal: one of them has four doubles or more."""

    def each(self, seats, set_size):
        return set_size // seats


def test_a_run_of_which_no_deal_counts_ends_soon_and_says_so() -> None:
    rules = anyone(get("block"), seats=[2], redeal_doubles=4).but(dealing=NoDealCounts(), name="Stuck")
    found = simulate(rules, hands=1000, seed=1)
    assert found.note == ("No hand of Stuck could begin. For each one, the tiles were dealt 1,000 times, and none of "
                          "these deals counted (redeal_doubles = 4). The run stopped after 10 of 1,000 hands.")
    assert play_match(rules, seed=1).note == found.note.partition(" The run")[0]


class DoublesFirst(dl.rules.Leading):
    """Deals the doubles out first: a deal in which somebody has two more of them than another does not count."""

    def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        doubles = [sum(tile.is_double for tile in held) for held in deck.holdings]
        return super().find(deck, standing, next_seat) if max(doubles) - min(doubles) < 2 else None


def test_a_rule_of_ones_own_deals_the_doubles_out_first() -> None:
    """Seven doubles for four players with seven tiles each: three get two and one gets one, in 22 deals of 100."""
    rules, hands = get("latin-partnership").but(leading=DoublesFirst()), 600
    chance = 4 * comb(7, 2) ** 3 * comb(7, 1) / comb(28, 7)
    steps = [start(rules, Shuffle(seed=2, hand=hand)) for hand in range(hands)]
    assert {tuple(sorted(sum(tile.is_double for tile in held) for held in step.state.holdings)) for step in steps} == {
        (1, 2, 2, 2)}
    deals = sum(isinstance(event, Dealt) for step in steps for event in step.events)
    assert abs(deals - hands / chance) < 5 * (hands * (1 - chance)) ** 0.5 / chance
