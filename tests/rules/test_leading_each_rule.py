"""Who leads, and with which tile: one rule at a time, with answers found by hand."""

from __future__ import annotations

from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.chain import Chain
from domino_lab.core.events import Leads
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.explain.why import why
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal, plays
from domino_lab.play.match import new_match
from domino_lab.play.policies import infer
from domino_lab.play.start import find_lead, start
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import play_out
from domino_lab.play.view import past_of, view
from domino_lab.rules.leading import Standing

OPEN = {"lead_tile": "any", "lead_fallback": "none"}
HELD = (tiles("0-0 6-5 1-2"), tiles("3-3 6-4 1-4"), tiles("5-5 6-3 1-5"))
"""Ana holds the lowest double and the heaviest tile, Ben 3-3, Cleo the highest double."""


def leader(rules: Any, standing: Standing | None = None, held: Any = HELD) -> tuple[int, Tile | None]:
    table = start(rules, Shuffle(seed=1), seats=len(held), standing=standing, leader=0).state.table
    lead = find_lead(table, held, None)
    return (lead.seat, lead.must) if lead else (-1, None)


FIRST = [("highest-double", 2), ("lowest-double", 0), ("fastest-double", 2), ("youngest", 0), ({"holder": "6-4"}, 1)]


@pytest.mark.parametrize(("rule", "seat"), FIRST, ids=str)
def test_first_leader(rule: Any, seat: int) -> None:
    assert leader(get("block").but(first_leader=rule, **OPEN)) == (seat, None)


BOUND = [("highest-double", "5-5"), ("lowest-double", "0-0"), ({"holder": "6-4"}, "6-4")]


@pytest.mark.parametrize(("rule", "must"), BOUND, ids=str)
def test_the_qualifying_tile_binds_its_holder(rule: Any, must: str) -> None:
    assert leader(get("block").but(first_leader=rule, lead_tile="qualifying"))[1] == Tile.of(must)


FALLBACK = [("redeal", (-1, None)), ("none", (0, None)), ("heaviest", (1, Tile(5, 6)))]


@pytest.mark.parametrize(("fallback", "found"), FALLBACK)
def test_nobody_holds_a_tile_that_leads(fallback: str, found: Any) -> None:
    """BL-LEAD-1: the tiles are dealt again. With nobody found there is no duty, so that the hand can begin."""
    held = (tiles("0-1 4-2"), tiles("6-5 1-2"))
    for rules in (get("block").but(lead_fallback=fallback),
                  get("block").but(first_leader={"holder": "6-6"}, lead_tile="6-6", lead_fallback=fallback)):
        assert leader(rules, held=held) == found


def test_the_caption_says_that_the_tiles_are_dealt_again_and_why() -> None:
    """Seed 1386 gives nobody a double at first, so that the 14 tiles left over have all seven."""
    assert all(tile.low < tile.high for tile in Shuffle(seed=1386).order(get("block").equipment.set, 0)[:14])
    told = dl.why(dl.play_out("block", seed=1386), 0)
    assert told.caption.startswith("Nobody holds the tile that must lead, so all the tiles are dealt again. "
                                   "This is the new deal. ")
    assert told.more == ("Everyone takes 7 tiles, and 14 tiles are left over.",)
    assert dl.why(dl.play_out("block", seed=1), 0).caption.startswith("The tiles are dealt.")


def test_of_two_heaviest_tiles_the_one_with_the_higher_end_leads() -> None:
    """DR0-LEAD-3."""
    held = (tiles("5-4 0-1"), tiles("6-3 0-2"))
    assert leader(get("block").but(lead_fallback="heaviest"), held=held) == (1, Tile(3, 6))


NEXT = [("same", 2), ("rotate", 2), ("previous", 1), ("winner", 0), ("winning-pair", 0)]


@pytest.mark.parametrize(("rule", "seat"), NEXT)
def test_next_leader_after_a_hand_that_ana_won_and_ben_led(rule: str, seat: int) -> None:
    won = Standing((0, 0, 0), 2, 1, 0, "out")
    rules = get("block").but(next_leader=rule)
    assert leader(rules, won)[0] == seat
    if rule != "same":
        assert leader(rules, won)[1] is None


def test_the_lead_rotates_against_the_clock_where_play_does() -> None:
    won = Standing((0, 0, 0), 2, 1, 0, "out")
    assert leader(get("block").but(next_leader="rotate", direction="right"), won)[0] == 0


BLOCK = [("as-next", 1), ("same", 2), ("rotate", 2), ("previous", 1), ("winner", 0), ("lowest-double", 0),
         ({"holder": "6-4"}, 1), ("youngest", 0)]


@pytest.mark.parametrize(("rule", "seat"), BLOCK, ids=str)
def test_block_leader_after_a_blocked_hand_that_ana_won_and_ben_led(rule: Any, seat: int) -> None:
    blocked = Standing((0, 0, 0), 2, 1, 0, "blocked")
    assert leader(get("block").but(next_leader="previous", block_leader=rule), blocked)[0] == seat


def test_after_a_tie_the_winners_lead_falls_back_to_the_first_leader_rule() -> None:
    """HOUSE-NEXT-LEADER: if nobody won, the leader is found as in the first hand."""
    tie = Standing((0, 0, 0), 2, 1, None, "blocked")
    assert leader(get("block").but(next_leader="winner"), tie) == (2, Tile(5, 5))
    for rule, lead in (("same", (2, Tile(5, 5))), ("rotate", (2, None)), ("previous", (1, None))):
        assert leader(get("block").but(next_leader="winner", block_leader="lot", tie_leader=rule), tie) == lead


def test_a_leader_found_another_way_than_first_is_not_bound() -> None:
    """HOUSE-LEAD-TILE: a leader who is not found as in the first hand can start with any tile."""
    blocked = Standing((0, 0, 0), 2, 1, 0, "blocked")
    assert leader(get("block").but(block_leader="lowest-double"), blocked) == (0, None)
    assert leader(get("block").but(block_leader="highest-double"), blocked) == (2, Tile(5, 5))


def test_while_the_scores_are_level_the_leader_is_found_as_in_the_first_hand() -> None:
    """Ben has won the hand that Ana led; HELD gives Cleo the highest double."""
    rules = get("block").but(first_leader="highest-double", next_leader="winner", level_leader="first")
    assert leader(rules, Standing((1, 2, 0), 2, 0, 1, "out")) == (1, None)
    for level in (0, 1):
        assert leader(rules, Standing((level,) * 3, 2, 0, 1, "out")) == (2, Tile(5, 5))


def test_who_goes_out_leads_on_for_his_team() -> None:
    rules = get("block/partners").but(next_leader="winner", block_leader="winner")
    seen = set()
    for hand in range(30):
        line = play_out(rules, Shuffle(seed=1, hand=hand))
        match = new_match(rules).after(line)
        if line.state.over == "out":
            assert match.standing.last_winner == line.state.blocker
        elif line.steps[-1].settled.winner is not None:
            pips = [sum(tile.weight for tile in held) for held in line.state.holdings]
            own = [seat for seat in range(4) if seat % 2 == line.steps[-1].settled.winner]
            assert pips[match.standing.last_winner] == min(pips[seat] for seat in own)
        seen.add(line.state.over)
    assert seen == {"out", "blocked"}


DOUBLES = [(1, (1, Tile(6, 6))), (2, (0, Tile(5, 5))), (3, (2, Tile(4, 4))), (7, (2, Tile(0, 0))),
           (8, (1, Tile(6, 6))), (9, (0, Tile(5, 5))), (4, (0, None))]


@pytest.mark.parametrize(("hand", "found"), DOUBLES, ids=str)
def test_each_hand_is_led_by_a_double_of_its_own(hand: int, found: Any) -> None:
    """6-6 leads the first hand, 5-5 the second, 0-0 the seventh and 6-6 the eighth; nobody holds 3-3."""
    rules = get("block").but(first_leader="hand-double", lead_tile="qualifying", lead_fallback="none")
    held = (tiles("5-5 2-1"), tiles("6-6 1-1"), tiles("4-4 0-0"))
    assert leader(rules, Standing((0, 0, 0), hand, 1, 0, "out"), held) == found


def test_the_double_of_the_hand_is_sought_until_it_comes() -> None:
    rules = get("block").but(first_leader="hand-double", lead_tile="qualifying", lead_fallback="draw", deal=1)
    order = tiles("2-1 6-6 5-0 6-1 5-5 0-0 6-5")
    shuffle = Shuffle.of((*order, *(tile for tile in rules.equipment.set.tiles if tile not in order)))
    state = start(rules, shuffle, standing=Standing((0, 0), 2, 0, 0, "out")).state
    for seat in (0, 1, 0):
        assert (state.turn, legal(state)) == (seat, (Draw(),))
        state = advance(state, Draw()).state
    assert (state.turn, legal(state)) == (0, (Play(Tile(5, 5)),))


@pytest.mark.parametrize(("how", "seat"), [("out", 3), ("blocked", 3)])
def test_the_partner_of_the_winner_leads(how: str, seat: int) -> None:
    rules = get("block/partners").but(next_leader="partner", block_leader="as-next")
    held = (*HELD, tiles("4-4 2-2"))
    assert leader(rules, Standing((0, 0), 2, 0, 1, how), held) == (seat, None)


def winners_choose(**more: Any) -> State:
    """Ben went out in the last hand, so his pair leads this one: he, or Dan."""
    rules = get("block/partners").but(next_leader="winning-pair", block_leader="as-next", **more)
    return start(rules, Shuffle(seed=1), names=("Ana", "Ben", "Cleo", "Dan"), standing=Standing((0, 0), 2, 0, 1, "out")
                 ).state


def test_the_winner_leads_a_tile_or_leaves_the_lead_to_the_partner_who_keeps_it() -> None:
    state = winners_choose()
    assert (state.turn, legal(state)[-1]) == (1, Pass())
    assert [play.tile for play in legal(state)[:-1]] == sorted(state.holdings[1])
    step = advance(state, Pass())
    assert step.state.turn == step.state.lead.seat == 3
    assert [play.tile for play in legal(step.state)] == sorted(state.holdings[3])
    assert judge(step.state, Pass()).text == "Dan may not pass, because 4-0 can be played."
    laid = advance(step.state, Play(Tile(4, 4))).state
    assert (laid.turn, laid.blocker) == (0, 3)


def test_to_lead_at_once_gives_the_turn_to_the_next_player() -> None:
    state = advance(winners_choose(), Play(Tile(3, 3))).state
    assert state.turn == 2
    assert Pass() not in legal(state)


def test_to_leave_the_lead_is_no_pass() -> None:
    """It costs nothing, it scores for nobody, and it proves nothing of the tiles."""
    state = winners_choose(pass_cost=5, pass_lead=25, pass_round=25, draw_when="never")
    step = advance(state, Pass())
    assert [type(event) for event in step.events] == [Leads]
    assert (step.state.scores, step.state.passes, step.state.over) == ((0, 0), 0, None)
    assert step.points == 0
    seen = view(step.state, 0)._replace(past=past_of((Step(None, None, (), state), step), 0))
    assert not any(infer(seen).lacked.values())


def test_a_leader_who_has_drawn_may_not_leave_the_lead() -> None:
    state = winners_choose(draw_when="optional")
    assert {action.kind for action in legal(state)} == {"play", "draw", "pass"}
    drawn = advance(state, Draw()).state
    assert {action.kind for action in legal(drawn)} == {"play", "draw"}
    assert not judge(drawn, Pass()).allowed


@pytest.mark.parametrize(("how", "seat"), [("out", 1), ("blocked", 2)])
def test_the_winners_choose_only_after_a_block(how: str, seat: int) -> None:
    rules = get("block/partners").but(next_leader="rotate", block_leader="winning-pair")
    table = start(rules, Shuffle(seed=1), standing=Standing((0, 0), 2, 0, 2, how)).state
    assert (table.turn, table.lead.may_leave) == (seat, how == "blocked")


def test_after_a_tie_nobody_may_leave_the_lead() -> None:
    rules = get("block/partners").but(next_leader="winning-pair", block_leader="as-next")
    state = start(rules, Shuffle(seed=1), standing=Standing((0, 0), 2, 0, None, "blocked")).state
    assert Pass() not in legal(state)
    assert not state.lead.may_leave


KINDS = [("double", "2-1 6-5", "next-player", (1, None)), ("double", "2-1 6-5", "heaviest", (0, Tile(5, 6))),
         ("double", "2-1 6-5", "none", (0, None)), ("double", "2-1 6-5", "redeal", (-1, None)),
         ("double", "2-1 4-4", "next-player", (0, None)), ("double-or-score", "3-2 6-5", "next-player", (0, None)),
         ("double-or-score", "2-1 6-5", "next-player", (2, None))]


@pytest.mark.parametrize(("kind", "held", "fallback", "found"), KINDS, ids=str)
def test_every_leader_has_to_play_a_tile_of_one_kind(kind: str, held: str, fallback: str, found: Any) -> None:
    """Ana leads. In Seven-Toed Pete 3-2 and 4-1 may lead, and Ben has neither: Cleo does."""
    rules = get("five-up").but(first_leader="youngest", lead_tile=kind, lead_fallback=fallback)
    second = tiles("3-3 6-0") if kind == "double" else tiles("2-0 6-0")
    assert leader(rules, held=(tiles(held), second, tiles("4-1 5-5"))) == found


LATER = [(Standing((0, 0, 0, 0)), 1, {"0-0"}), (Standing((9, 9, 9, 9), 2, 1, 2, "out"), 2, {"5-5", "6-6"}),
         (Standing((9, 9, 9, 9), 2, 1, 0, "out"), 1, {"0-0", "1-1"}),
         (Standing((9, 9, 9, 9), 2, 1, 3, "blocked"), 1, {"0-0", "1-1"}),
         (Standing((9, 9, 9, 9), 2, 1, None, "blocked"), 1, {"0-0"})]


@pytest.mark.parametrize(("standing", "seat", "may"), LATER, ids=["first", "winner", "passed", "far", "tie"])
def test_gaple_begins_with_the_double_blank_and_later_with_a_double(standing: Standing, seat: int,
                                                                    may: set[str]) -> None:
    """The player who should begin has no double: the next one who has one begins. After a tie it is as at first."""
    deal = (tiles("1-0 2-0 3-0"), tiles("0-0 1-1 2-1"), tiles("5-5 6-6 3-1"), tiles("4-0 5-0 6-0"))
    state = start(get("gaple"), Shuffle(seed=1), standing=standing).state
    lead = find_lead(state.table, deal, None)
    state = state._replace(holdings=deal, turn=lead.seat, lead=lead)
    assert (state.turn, {str(play.tile) for play in legal(state)}) == (seat, may)


@pytest.mark.parametrize(("next_leader", "seat", "choices"), [
    ("same", 2, "5-5"), ("winner", 1, "3-3 2-2"), ("rotate", 0, "0-0")], ids=str)
def test_the_highest_double_leads_first_and_later_any_double_of_the_leader(next_leader: str, seat: int,
                                                                           choices: str) -> None:
    """Garrafina and Longana: Cleo has the highest double, and after a hand that she led Ana is the next to lead."""
    held = (tiles("0-0 6-5 1-2"), tiles("3-3 2-2 1-4"), tiles("5-5 6-3 1-1"))
    rules = get("block").but(lead_tile="double", first_leader="highest-double", next_leader=next_leader)
    assert leader(rules, held=held) == (2, Tile(5, 5))
    later = Standing((0, 0, 0), hand=2, last_leader=2, last_winner=1, last_how="out")
    lead = find_lead(start(rules, Shuffle(seed=1), seats=3, standing=later, leader=0).state.table, held, None)
    assert lead is not None
    assert (lead.seat, " ".join(map(str, lead.choices(held[lead.seat])))) == (seat, choices)


@pytest.mark.parametrize(("fallback", "seat", "may"), [("none", 0, {"2-1", "3-2"}), ("next-player", 1, {"4-4"}),
                                                       ("redeal", None, set())])
def test_nobody_holds_the_double_that_leads_first(fallback: str, seat: int | None, may: set[str]) -> None:
    rules = get("gaple").but(lead_fallback=fallback, seats=[3], deal=2)
    deal = (tiles("2-1 3-2"), tiles("4-4 5-3"), tiles("6-5 6-4"))
    state = start(rules, Shuffle(seed=1), leader=0).state
    lead = find_lead(state.table, deal, None)
    assert (lead and lead.seat) == seat
    if lead:
        assert {str(play.tile) for play in plays(rules, Chain(), deal[lead.seat], lead)} == may


def test_a_leader_draws_until_a_double_comes_and_must_play_it() -> None:
    rules = get("block").but(first_leader="youngest", lead_tile="double", lead_fallback="leader-draws", deal=1)
    order = tiles("2-1 3-3 5-0 6-1 4-4 0-0 6-5")
    state = start(rules, Shuffle.of((*order, *(tile for tile in rules.equipment.set.tiles if tile not in order)))).state
    for _ in range(3):
        assert (state.turn, legal(state)) == (0, (Draw(),))
        state = advance(state, Draw()).state
    assert state.holdings[0] == tiles("2-1 5-0 6-1 4-4")
    assert (state.turn, legal(state)) == (0, (Play(Tile(4, 4)),))


@pytest.mark.parametrize("first", ["highest-double", "fastest-double", {"holder": "6-6"}], ids=str)
def test_a_tile_of_the_boneyard_begins_only_if_nobody_holds_the_tile_that_leads(first: object) -> None:
    """HS-LEAD-2: then the player who gets the first tile of the deal plays on it."""
    rules = get("block").but(first_leader=first, lead_tile="qualifying", lead_fallback="boneyard", deal=3)
    turned, led = set[int](), 0
    for seed in range(30):
        shuffle = Shuffle(seed=seed)
        order = shuffle.order(rules.equipment.set)
        step = start(rules, shuffle, seats=2)
        if any((tile.low, tile.high) == (6, 6) if isinstance(first, dict) else tile.is_double for tile in order[:6]):
            led += 1
            assert not step.state.chain.laid
            continue
        turned.add(seed)
        assert [laid.tile for laid in step.state.chain.laid] == [order[6]]
        assert (step.state.stock, step.state.turn) == (order[7:], 0)
        assert ("so a tile of the boneyard is turned up. "
                f"{order[6]} comes from the boneyard and begins the line. Then Ana plays.") in why(step).text
    assert led
    assert turned


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_tile_of_the_boneyard_begins_and_the_leader_plays_on_it(seats: int) -> None:
    """HOUSE-FIRST-TILE: the first tile that was not dealt lies on the table, and the boneyard begins with the next."""
    rules = get("block").but(first_tile="boneyard", first_leader="lot", lead_tile="any", lead_fallback="none")
    for seed in range(5):
        shuffle = Shuffle(seed=seed)
        order = shuffle.order(rules.equipment.set)
        step = start(rules, shuffle, seats=seats)
        dealt = rules["deal"][seats] * seats
        assert [laid.tile for laid in step.state.chain.laid] == [order[dealt]]
        assert step.state.stock == order[dealt + 1 :]
        leader = next(event.seat for event in step.events if isinstance(event, Leads))
        assert step.state.turn == leader
        assert all(action.kind in ("play", "pass") for action in legal(step.state))
        assert f"{order[dealt]} comes from the boneyard and begins the line." in why(step).text
