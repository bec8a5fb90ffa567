"""A double that is set out before the deal: counted by hand, where it lies, and who may hold it."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Play
from domino_lab.core.errors import IllegalAction, RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.explain.replay import replay
from domino_lab.explain.why import why
from domino_lab.play.legal import legal
from domino_lab.play.start import start
from domino_lab.play.timeline import play_out
from domino_lab.record import read, write
from domino_lab.rules.leading import Standing

SET_OUT = {"first_tile": "hand-double", "first_leader": "lot", "lead_tile": "any", "lead_fallback": "none"}
TRAIN = get("mexican-train").but(**SET_OUT, next_leader="rotate")
TWELVE = Tile(12, 12)


@pytest.mark.parametrize(("seats", "each", "left"), [(2, 16, 58), (3, 15, 45), (4, 14, 34), (8, 10, 10)])
def test_the_engine_lies_on_the_table_before_the_other_ninety_tiles_are_dealt(seats: int, each: int, left: int) -> None:
    """Of 91 tiles one lies on the table: two players take 32, and 91 - 1 - 32 = 58 are left."""
    for seed in range(8):
        step = start(TRAIN, Shuffle(seed=seed), seats=seats)
        state = step.state
        assert [laid.tile for laid in state.chain.laid] == [TWELVE]
        assert [len(held) for held in state.holdings] == [each] * seats
        assert len(state.stock) == left == step.events[0].stock
        assert len({*state.stock, *(tile for held in state.holdings for tile in held), TWELVE}) == 91
        assert f"{each} tiles, and {left} tiles are left over" in str(why(step))
        assert "12-12 was set out before the deal, as the first tile." in why(step).text


def test_the_others_are_dealt_in_the_order_of_the_shuffle() -> None:
    order = [tile for tile in Shuffle(seed=4).order(TRAIN.equipment.set) if tile != TWELVE]
    state = start(TRAIN, Shuffle(seed=4), seats=3).state
    assert state.holdings == (tuple(order[0:45:3]), tuple(order[1:45:3]), tuple(order[2:45:3]))
    assert state.stock == tuple(order[45:])


def test_whoever_plays_first_plays_on_their_own_line_or_the_common_one() -> None:
    """The engine is nobody's move, so it brings nobody another turn and need not be covered."""
    for seed in range(12):
        state = start(TRAIN, Shuffle(seed=seed), seats=3).state
        lines = {state.chain.line_of(move.end) for move in legal(state) if isinstance(move, Play)}
        assert lines <= {state.turn, 3}
        hand = play_out(TRAIN, Shuffle(seed=seed), seats=3)
        assert hand[1].seat == state.turn


def test_the_next_hand_has_the_next_lower_double_and_the_next_leader() -> None:
    """MT-LEAD-1 names the double of each hand: 11-11 in the second; after the 0-0 of the 13th the 12-12 comes again."""
    for hand, double in ((2, Tile(11, 11)), (13, Tile(0, 0)), (14, TWELVE)):
        after = Standing((0,) * 3, hand=hand, last_leader=1, last_winner=0, last_how="out")
        state = start(TRAIN, Shuffle(seed=5), seats=3, standing=after).state
        assert [laid.tile for laid in state.chain.laid] == [double]
        assert state.turn == 2
        assert not any(double in held for held in state.holdings)


FIXED = {"first_tile": "6-6", "first_leader": "lot", "next_leader": "rotate", "lead_tile": "any",
         "lead_fallback": "none"}


@pytest.mark.parametrize("tile", ["6-6", "6-5"])
def test_a_named_tile_is_set_out_in_every_hand(tile: str) -> None:
    """Of 28 tiles one lies on the table and three players take five each: 28 - 1 - 15 = 12 are left."""
    rules = get("block").but(**{**FIXED, "first_tile": tile})
    for hand in range(1, 9):
        state = start(rules, Shuffle(seed=hand), seats=3, standing=Standing((0,) * 3, hand=hand)).state
        assert [laid.tile for laid in state.chain.laid] == [Tile.of(tile)]
        assert not any(Tile.of(tile) in held for held in state.holdings)
        assert len(state.stock) == 12
    page = str(rules.sheet())
    assert f"Before each deal, the {tile} is set out: it lies on the table as the first tile" in page
    assert f"The {tile} is set out first." in page
    with pytest.raises(RulesetError, match='as it does where first_tile is "hand-double" or a double'):
        TRAIN.but(first_tile="6-5")


@pytest.mark.parametrize("rules", [
    get("block").but(**FIXED), get("draw").but(**FIXED, copies=2), get("block").but(**{**FIXED, "first_tile": "4-1"}),
    TRAIN, TRAIN.but(lines="own"), get("block").but(**SET_OUT), get("block").but(**SET_OUT, deal="even", seats=[3]),
    get("draw").but(**SET_OUT), get("all-fives").but(**SET_OUT), get("block").but(**SET_OUT, copies=2),
], ids=str)
def test_a_record_of_such_a_hand_returns(rules: dl.Ruleset) -> None:
    for seed in range(4):
        given = Shuffle.of(Shuffle(seed=seed).order(rules.equipment.set))
        for shuffle in (Shuffle(seed=seed), given):
            hand = play_out(rules, shuffle, seats=3, policies="greedy")
            back = read(write(hand), get)
            assert back.problems == ()
            assert back.steps == hand.steps


def test_a_record_need_not_name_the_double_and_no_player_may_hold_it() -> None:
    text = ('ruleset = "block"\n[rules]\nfirst_tile = "hand-double"\nfirst_leader = "lot"\nlead_tile = "any"\n'
            'lead_fallback = "none"\n[deal]\nholdings = [["6-5", "4-2"], ["5-3", "{tile}"]]\nleader = 0\n')
    hand = dl.load(text.replace("{tile}", "3-3"))
    assert hand.problems == ()
    assert [laid.tile for laid in hand.state.chain.laid] == [Tile(6, 6)]
    assert hand.state.boneyard == 28 - 4 - 1
    (problem,) = dl.load(text.replace("{tile}", "6-6")).problems
    assert "6-6 is set out before the deal, so no player can hold it." in problem.message


def test_a_set_that_is_dealt_out_is_one_tile_short() -> None:
    """Four times seven are all 28 tiles, so none could be set out; three times nine leave just that one."""
    with pytest.raises(IllegalAction, match="needs 29 tiles for 4 players"):
        start(get("block").but(**SET_OUT, deal=7), Shuffle(seed=1), seats=4)
    with pytest.raises(RulesetError, match="the set has too few tiles"):
        get("block").but(**SET_OUT, deal={4: 7}, seats=[4])
    even = start(get("block").but(**SET_OUT, deal="even"), Shuffle(seed=1), seats=3)
    assert [len(held) for held in even.state.holdings] == [9, 9, 9]
    assert "All the tiles but the one set out are dealt: 9 tiles for each player." in str(why(even))


def test_a_hand_is_compared_only_if_nobody_holds_the_double() -> None:
    out = get("block").but(**SET_OUT)
    plain = out.but(first_tile="leader")
    hands = [play_out(plain, Shuffle(seed=seed), seats=2) for seed in range(20)]
    held = [hand for hand in hands if any(Tile(6, 6) in seat for seat in hand[0].state.holdings)]
    free = [hand for hand in hands if hand not in held]
    assert held
    assert free
    with pytest.raises(RulesetError, match="the 6-6 is set out before the deal, and in this hand a player holds it"):
        replay(held[0], out)
    again = replay(free[0], out)[0].state
    assert ([laid.tile for laid in again.chain.laid], len(again.stock)) == ([Tile(6, 6)], 13)


def test_the_page_and_the_card_say_what_is_set_out_and_when() -> None:
    page = str(TRAIN.sheet())
    assert "Each hand's double is set out first." in page
    assert "Before each deal, a double is set out: the highest in the first hand" in page
    assert "Everyone drew" not in page
    once = str(get("block").but(**SET_OUT, target="one-hand").sheet())
    assert "Before the deal, the highest double is set out" in once


@pytest.mark.parametrize(("game", "hands"), [("mexican-train/set-out", "13"), ("mexican-train/double-nine", "ten")])
def test_a_match_has_a_hand_for_each_double_that_is_set_out(game: str, hands: str) -> None:
    """The doubles of a set up to 12-12 are 13, those of one up to 9-9 are ten."""
    page = str(get(game).but(**SET_OUT, next_leader="rotate").sheet())
    assert f"A match has {hands} hands, one for each double." in page


def test_of_two_equal_doubles_the_same_one_is_set_out_wherever_a_hand_is_dealt() -> None:
    rules = get("block").but(**SET_OUT, copies=2)
    for seed in range(12):
        hand = play_out(rules, Shuffle(seed=seed), seats=3)
        for dealt in (hand, read(write(hand), get), replay(hand, rules)):
            assert [laid.tile for laid in dealt[0].state.chain.laid] == [Tile(6, 6, 1)]


def test_games_are_compared_and_simulated_with_and_without_it() -> None:
    """A hand begins with a play of the 12-12 or with draws for it; where it is set out, the leader plays on it."""
    assert "hand-double" in dl.differences("mexican-train", TRAIN).to_string()
    both = dl.compare(Shuffle(seed=3), ["mexican-train", TRAIN], hands=4, progress=False)
    assert "(4 deals)" in str(both)
    seen = dl.simulate(TRAIN, hands=20, seed=1, progress=False)
    again = [play_out(TRAIN, Shuffle(seed=1, hand=number), seats=2, policies="heaviest") for number in range(20)]
    first = sum(line.state.scores[0] for line in again) / 20
    assert f"{first:.3f}" in str(seen)


def test_another_game_is_dealt_as_before() -> None:
    for rules in (get("mexican-train"), get("block"), get("gaple/six-each")):
        seats = rules.dealing.seat_counts[0]
        state, order = start(rules, Shuffle(seed=9), seats=seats).state, Shuffle(seed=9).order(rules.equipment.set)
        assert state.holdings == tuple(order[seat : seats * len(state.holdings[0]) : seats] for seat in range(seats))
