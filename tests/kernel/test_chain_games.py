"""The kernel agrees with the readable engine, hand by hand: results, and what every seat did in what order."""

from __future__ import annotations

import random

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.chain import Chain
from domino_lab.core.errors import IllegalAction
from domino_lab.core.shuffle import Shuffle
from domino_lab.kernel import engines
from domino_lab.kernel.encoding import encode_rules, unplayable
from domino_lab.notebook import simulate
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from tests.kernel.readable import POLICIES, by_kernel, by_reading, mixed, numbers_of
from tests.rules.random_rules import combination, tables_of

HANDS, FEWER = 6, 2
"""Hands of a game at each table for each seating, and of a variation; `make digest` plays 20,000."""

RIVALS = [rules for rules in rulesets() if rules.solo is None]
TABLES = [(rules, seats) for rules in RIVALS if not unplayable(rules) for seats in tables_of(rules)]
ENGINES = (False, True) if engines.can_compile() else (False,)

every_table = pytest.mark.parametrize(("rules", "seats"), TABLES, ids=[f"{r.id}-{n}-seats" for r, n in TABLES])


def seatings(seats: int) -> list[list[str]]:
    """Each policy at every seat, and two tables of different ones."""
    return [[name] * seats for name in POLICIES] + [mixed(seats, 7), mixed(seats, 18)]


@every_table
def test_every_hand_is_the_hand_of_the_readable_engine(rules: Ruleset, seats: int) -> None:
    """Those of seed 0 too, whose key of the first lots would be 0. Each seating gets deals of its own."""
    hands = HANDS if rules.game is None else FEWER
    asked = [(policies, seed, hands) for seed, policies in enumerate(seatings(seats), start=31)]
    for policies, seed, most in [*asked, (["random"] * seats, 0, 2)]:
        play_both(rules, policies, seed, most)


def play_both(rules: Ruleset, policies: list[str], seed: int, hands: int) -> list[Timeline]:
    """Check that the kernel plays these hands as the readable engine does, which gives them back."""
    seats = len(policies)
    lines = [play_out(rules, Shuffle(seed=seed, hand=hand), seats=seats, policies=policies) for hand in range(hands)]
    read = [numbers_of(line) for line in lines]
    for compiled in ENGINES:
        assert list(by_kernel(rules, seats, policies, seed, 0, hands, compiled=compiled)) == read, rules.values
    return lines


@pytest.mark.parametrize("start", range(0, 400, 50))
def test_so_is_every_hand_under_rules_drawn_at_random(start: int) -> None:
    """Every axis at once, so that paths are met which no sheet combines."""
    for number in range(start, start + 50):
        rules = combination(random.Random(number)).rules
        if unplayable(rules) or rules.solo is not None:
            continue
        seats = random.Random(number).choice(tables_of(rules))
        play_both(rules, mixed(seats, number), number, 4)


@pytest.mark.parametrize("order", ["four-first", "four-first-clockwise"])
@pytest.mark.parametrize("touching", [{"wild_half": 3}, {"copies": 2}, {"matching": {"sum": 6}}], ids=str)
def test_spinners_that_wait_for_a_newer_one(order: str, touching: dict[str, object]) -> None:
    rules = get("all-fives").but(spinner="all", arm_order=order, **touching)
    lines = play_both(rules, ["random"] * 2, 9, 60)
    assert any(_unfinished(line) > 1 for line in lines)


def _unfinished(line: Timeline) -> int:
    """The most doubles with free sides at one time."""
    chains = [step.state.chain for step in line.steps]
    return max(len({end.at for end in chain.ends if chain.laid[end.at].spins}) for chain in chains)


def test_a_tie_that_goes_to_a_blocker_who_holds_more() -> None:
    """Such hands are rare, and most frequent for three who never draw."""
    rules = get("draw-puerto-rico/blocker-wins").but(draw_when="never", deal=5)
    lines = play_both(rules, ["random"] * 3, 5, 1500)
    tied = [line for line in lines if line.state.over == "blocked" and _pips(line).count(min(_pips(line))) > 1]
    heavier = [line for line in tied if _pips(line)[line.state.blocker] > min(_pips(line))]
    assert len(heavier) >= 5
    assert all(line.steps[-1].settled.winner == line.state.blocker for line in tied)


@pytest.mark.parametrize("axes", [{}, {"direction": "right"}, {"block_between": "blocker-next"},
                                  {"seats": [4], "teams": "pairs", "team_block": "individual"}], ids=str)
@pytest.mark.parametrize("tie", ["leader", "nearest-leader", "after-blocker"])
def test_a_tie_by_the_order_of_play(tie: str, axes: dict[str, object]) -> None:
    """Ties are rare, and most frequent with few tiles that nobody draws."""
    rules = get("block").but(deal=4, max_pip=5, tie=tie, lead_tile="any", **axes)
    lines = play_both(rules, ["random"] * rules.dealing.seat_counts[-1], 5, 300)
    ended = [line.steps[-1].settled.ruling for line in lines if line.state.over == "blocked"]
    assert sum(any(part.clause == "HOUSE-TIE" for part in ruling.tree()) for ruling in ended) >= 5


@pytest.mark.parametrize("axes", [
    {"redeal_doubles": 3}, {"redeal_doubles": 2, "deal": {2: 5, 3: 4}, "lead_fallback": "heaviest"},
    {"redeal_doubles": 3, "first_leader": "lot", "lead_tile": "any", "lead_fallback": "none"},
    {"redeal_doubles": 2, "first_leader": "sum", "lead_tile": "double", "deal": 3},
    {"redeal_doubles": 4, "copies": 2, "deal": 9, "direction": "right"},
    {"redeal_suit": 4}, {"redeal_suit": 3, "deal": 4, "first_leader": "youngest", "lead_tile": "any"},
    {"redeal_suit": 4, "redeal_doubles": 3, "first_tile": "boneyard", "lead_tile": "any", "max_pip": 9},
    {"redeal_suit": 5, "copies": 2, "deal": 7, "leader_takes": 2},
], ids=str)
def test_deals_that_do_not_count_are_dealt_again(axes: dict[str, object]) -> None:
    rules = get("block").but(**{"block_leader": "as-next", **axes})
    for seats in tables_of(rules):
        lines = play_both(rules, mixed(seats, 3), 5, 100)
        assert any(event.ruling.case == "redeal" for line in lines for event in line.steps[0].events)


def test_hands_of_which_hardly_a_deal_counts_are_given_up_alike() -> None:
    """With six tiles each, hardly a deal gives none of four players three tiles of a number."""
    rules = get("block").but(seats=[4], deal=6, redeal_suit=3, first_leader="lot", lead_tile="any",
                             lead_fallback="none")
    lines = play_both(rules, ["random"] * 4, 5, 6)
    assert "misdeal" in {line.state.over for line in lines}


FOR_ALL = [
    {}, {"own_deduct": "once", "first_score": 4}, {"best_score": "fewest", "first_score": 13},
    {"end_round": "nearest", "end_divide": 5, "own_deduct": "per-opponent"},
    {"capicua": 9, "out_double": 3, "out_pays": "times", "end_bonus": 1}, {"fall_back": "all-scored"},
    {"cannot_play": "discard", "play_on": "stuck", "own_deduct": "once", "end_bonus": 2},
]
FOR_PAIRS = [
    {"seats": [4], "teams": "pairs", "own_deduct": "once"}, {"end_base": "none", "end_bonus": 1},
    {"seats": [4], "teams": "pairs", "own_deduct": "per-opponent", "team_block": "individual", "tie": "blocker"},
]
FOR_NO_PAIRS = [{"tie": "blocker", "end_bonus": 2, "end_bonus_when": "won"}, {"tie": "lightest-tile", "seats": [3]},
                {"end_round": "floor", "end_multiple": 3, "end_divide": 3, "cannot_play": "discard"}]


@pytest.mark.parametrize(("who", "axes"), [
    *((who, axes) for who in ("own-pips", "losers", "losers-pay") for axes in FOR_ALL + FOR_PAIRS),
    *(("lighter", axes) for axes in FOR_ALL + FOR_NO_PAIRS),
], ids=str)
def test_points_for_every_side_at_the_end(who: str, axes: dict[str, object]) -> None:
    rules = get("block").but(**{"deal": 4, "tie": "none", "who_scores": who, **axes})
    seats = rules.dealing.seat_counts[-1]
    play_both(rules, ["random"] * seats, 5, 100)
    asked = {"hands": 50, "seats": seats, "policies": "random"}
    assert simulate(rules, engine="plain", **asked).sums == simulate(rules, engine="readable", **asked).sums


LACKING = ("unbound", "heaviest", "passed", "none_can", "lacks", "none_left")
"""What is said of a leader who holds no tile that may lead."""


@pytest.mark.parametrize("fallback", ["none", "redeal", "heaviest", "next-player", "leader-draws"])
@pytest.mark.parametrize("axes", [{"deal": 2}, {"deal": {2: 2, 3: 1}, "direction": "right", "first_leader": "youngest"},
                                  {"deal": {2: 5, 3: 3, 4: 2}, "max_pip": 3, "first_leader": "sum"},
                                  {"lead_tile": "double-or-score", "deal": 1, "max_pip": 4}], ids=str)
def test_a_leader_who_has_to_play_one_of_several_tiles(axes: dict[str, object], fallback: str) -> None:
    """With few tiles the leader often holds none of them."""
    rules = get("all-fives").but(**{"lead_tile": "double", "block_leader": "as-next", **axes}, lead_fallback=fallback)
    for seats in tables_of(rules):
        lines = play_both(rules, mixed(seats, 3), 5, 100)
        begun = [(len(line.steps[0].events), line.steps[0].state.lead.ruling.case) for line in lines]
        assert any(events > 2 or case in LACKING for events, case in begun)


@pytest.mark.parametrize("fallback", ["none", "redeal", "next-player"])
@pytest.mark.parametrize("axes", [{"deal": 3}, {"deal": {2: 2, 3: 1}, "direction": "right", "copies": 2},
                                  {"lead_tile": "double-or-score", "deal": 2, "max_pip": 4},
                                  {"first_leader": "highest-double", "deal": 2}], ids=str)
def test_a_first_leader_by_a_tile_where_later_ones_need_a_kind_of_tile(axes: dict[str, object], fallback: str) -> None:
    rules = get("all-fives").but(**{"lead_tile": "double", "first_leader": {"holder": "3-3"}, "block_leader": "as-next",
                                    **axes}, lead_fallback=fallback)
    for seats in tables_of(rules):
        lines = play_both(rules, mixed(seats, 3), 5, 100)
        begun = {line.steps[0].state.lead.ruling.case for line in lines}
        named = {"highest" if "first_leader" in axes else "holds"}
        assert begun == named if fallback == "redeal" else begun > named
        assert all(line.state.chain.laid[0].tile[:2] == (3, 3) for line in lines
                   if line.steps[0].state.lead.ruling.case == "holds")


@pytest.mark.parametrize("axes", [
    {"deal": 3}, {"deal": 2, "first_leader": "fastest-double", "draw_when": "unable", "draw_max": 1},
    {"deal": 4, "first_leader": {"holder": "6-6"}, "lead_tile": "any", "spinner": "first", "direction": "right"},
    {"deal": {2: 3, 3: 2}, "copies": 2, "max_pip": 4, "lead_tile": "any"},
], ids=str)
def test_a_tile_of_the_boneyard_leads_if_nobody_holds_the_right_one(axes: dict[str, object]) -> None:
    rules = get("block").but(**{"lead_tile": "qualifying", "block_leader": "as-next", **axes}, lead_fallback="boneyard")
    for seats in tables_of(rules):
        lines = play_both(rules, mixed(seats, 3), 5, 100)
        assert {bool(line.steps[0].state.chain.laid) for line in lines} == {True, False}


@pytest.mark.parametrize("axes", [
    {"leader_takes": 1, "deal": {2: 7, 3: 9}, "first_leader": "highest-double", "lead_tile": "qualifying"},
    {"leader_takes": 2, "draw_when": "unable", "draw_cost": 3, "draw_max": 1, "reserve": 2},
    {"leader_takes": "all", "lead_tile": "double", "deal": {2: 3, 3: 9, 4: 6}, "lead_fallback": "heaviest"},
    {"leader_takes": 3, "lead_tile": "double", "deal": 2, "lead_fallback": "leader-draws"},
    {"leader_takes": 3, "first_leader": {"holder": "6-6"}, "lead_tile": "6-6", "deal": 3, "lead_fallback": "draw"},
    {"leader_takes": 40, "copies": 2, "deal": 9, "direction": "right"},
], ids=str)
def test_the_leader_takes_tiles_that_are_left_over(axes: dict[str, object]) -> None:
    base = get("block").but(first_leader="lot", lead_tile="any", lead_fallback="none", block_leader="as-next")
    rules = base.but(**axes)
    for seats in tables_of(rules):
        taken, left = (play_both(each, mixed(seats, 3), 5, hands)
                       for each, hands in ((rules, 80), (rules.but(leader_takes=0), 5)))
        assert [line.actions for line in taken[:5]] != [line.actions for line in left]


def _pips(line: Timeline) -> list[int]:
    return [sum(tile.low + tile.high for tile in held) for held in line.state.holdings]


def test_a_hand_far_on_in_a_run_is_played_without_those_before() -> None:
    far = 10**12 + 7
    read = by_reading(get("draw"), 3, ["random"] * 3, 2**70 + 5, far)
    for compiled in ENGINES:
        assert list(by_kernel(get("draw"), 3, ["random"] * 3, 2**70 + 5, far, 1, compiled=compiled)) == [read]


class TenTiles(dl.rules.Ending):
    """Ending of a reader's own: the hand is over after ten tiles."""

    def over(self, chain: Chain) -> bool:
        return len(chain.laid) >= 10


def test_a_policy_of_a_readers_own_is_told_with_its_axis_and_played_all_the_same() -> None:
    rules = get("block").but(ending=TenTiles())
    assert unplayable(rules) == "own_end = own: TenTiles: the kernel cannot call TenTiles.over during a hand"
    result = simulate(rules, hands=20, seed=1)
    assert (result.engine, result.hands) == ("readable", 20)
    assert result.why_readable == unplayable(rules)
    assert result.sums != simulate("block", hands=20, seed=1).sums


def test_a_set_that_fills_no_mask_is_told_with_its_axis() -> None:
    assert unplayable(get("block").but(max_pip=12)).startswith("max_pip = 12")
    assert not unplayable(get("block").but(max_pip=9))


def test_a_table_the_game_is_not_for_is_refused_with_its_clause() -> None:
    with pytest.raises(IllegalAction, match="players"):
        encode_rules(get("sniff"), 3)
