"""Hints and best ways from any moment of a patience: against a search by the rules, and against what may be known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.patience_prospects import (
    ALIKE,
    AT_ONCE,
    LEAST,
    LIKELY,
    ONLY,
    UNKNOWN,
    WINS,
    hint,
    last_chance,
)
from domino_lab.chance.patience_search import BUDGET, actions_to, all_orders, best_end, best_from, play_on, positions
from domino_lab.core.actions import Action, Remove, Say
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.explain.why import CAPTION_WORDS
from domino_lab.hands import names
from domino_lab.notebook import load, play_out
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.timeline import Timeline, deal_hand
from domino_lab.rules.ruleset import Ruleset
from tests.chance.test_patience_prospects import GAMES, SMALL, fewest as by_the_rules
from tests.solitaire.dealt import opened

every_game = pytest.mark.parametrize("name", GAMES)

WHOLE = ["five-columns", "knock-out", "knock-out/run", "twelve-to-go", "bingo"]


def small(name: str) -> Ruleset:
    return get(name).but(max_pip=SMALL.get(name, 3))


def fewest(state: Any, actions: tuple[Any, ...]) -> int:
    return play_on(state, *actions).left


def best_actions(state: Any, budget: int = BUDGET) -> tuple[Any, ...]:
    return tuple(actions_to(state, best_end(state, budget)))


def moments(rules: Ruleset, hands: int, seed: int = 4) -> Iterator[Timeline]:
    """Games at random, each as far as a random step of it."""
    stream = Stream(seed)
    for hand in range(hands):
        line = play_out(rules, seed=seed, hand=hand, policies="random")
        yield line.upto(stream.pick(min(len(line.actions), 255) or 1))


@every_game
def test_from_any_moment_of_a_small_set_as_few_tiles_are_left_as_the_rules_allow(name: str) -> None:
    for line in moments(small(name), 25):
        assert best_from(line).state.left == by_the_rules(line.state)


@pytest.mark.parametrize("name", WHOLE)
def test_so_it_is_with_the_whole_set(name: str) -> None:
    found = set()
    for line in moments(get(name), 6):
        best = best_from(line)
        found.add(best.state.left)
        assert best.steps[: len(line)] == line.steps
        assert best.state.left == by_the_rules(line.state)
    assert len(found) > 1


def said(hand: int) -> Iterator[Any]:
    """The states of a small bingo in which nobody takes a tile, as far as it goes."""
    line = deal_hand(get("bingo/choice").but(max_pip=2), Shuffle(seed=4, hand=hand))
    for _ in range(40):
        if line.is_over:
            break
        line = line.play(Say())
        yield line.state


@pytest.mark.parametrize("hand", range(8))
def test_a_row_of_bingo_that_went_round_before_ends_the_game_also_for_who_looks_ahead(hand: int) -> None:
    for state in said(hand):
        assert fewest(state, best_actions(state, 512)) == by_the_rules(state)


def test_by_its_tiles_and_its_number_alone_such_a_row_could_be_won() -> None:
    """The rules end it where it was seen before."""
    def differs(state: Any) -> bool:
        fresh = replace(state, began=frozenset((state.number,)))
        return state.over is None and fewest(state, best_actions(state, 512)) != fewest(fresh, best_actions(fresh, 512))

    assert any(differs(state) for hand in range(8) for state in said(hand))


@pytest.mark.parametrize("deal", [
    {"columns": ["6-6 0-0", "6-5 1-0"]},
    {"columns": ["6-6 0-0 6-5 1-0 6-4 2-0 5-5 1-1 6-3 3-0 5-4 2-1 6-2 4-0 5-3 3-1", "", "", "", ""]},
])
def test_a_table_that_the_counting_solver_does_not_know_is_searched_all_the_same(deal: dict[str, Any]) -> None:
    state = opened("five-columns", **deal)
    assert fewest(state, best_actions(state)) == by_the_rules(state)


def test_a_line_with_fewer_tiles_than_the_set_is_searched() -> None:
    state = opened("patience", holding="1-0 6-6 5-5", stock="6-1 5-0")
    assert fewest(state, best_actions(state)) == by_the_rules(state) == 0


def test_too_small_a_budget_is_said() -> None:
    line = deal_hand(get("five-columns"), Shuffle(seed=1, hand=0))
    with pytest.raises(ValueError, match="give a larger one"):
        best_from(line, budget=4)
    assert hint(line, budget=4).kind == UNKNOWN
    with pytest.raises(ValueError, match="give a whole number from 1"):
        best_from(line, budget=0)


def test_nobody_waits_for_a_hint_in_a_game_of_very_many_positions() -> None:
    """What would take a minute is called unknown: a hint looks at fewer positions than the best way on may."""
    line = deal_hand(get("knock-out").but(max_pip=9), Shuffle(seed=11))
    found = hint(line)
    assert (found.kind, found.left) == (LEAST, by_the_rules(line.state))
    assert hint(line, budget=64).kind == UNKNOWN
    assert AT_ONCE < BUDGET


@every_game
def test_a_hint_is_a_legal_move_with_the_ruling_that_allows_it(name: str) -> None:
    for line in moments(get(name), 8):
        if line.is_over:
            continue
        found = hint(line)
        assert found.action in legal(line.state)
        assert found.ruling == judge(line.state, found.action)
        assert f"Rule {found.ruling.id}, " in str(found)
        assert found.ruling.text in found.text
        assert len(found.text.split()) <= CAPTION_WORDS, found.text


@pytest.mark.parametrize("name", ["five-columns", "knock-out", "knock-out/run", "bingo", "bingo/choice"])
def test_who_follows_the_hints_wins_whenever_they_said_so(name: str) -> None:
    rules, kinds = get(name), set()
    if rules.solo.key == "bingo":
        rules = rules.but(max_pip=3)  # a row of the whole set is touched hundreds of times
    for hand in range(4):
        line = deal_hand(rules, Shuffle(seed=2, hand=hand))
        first = hint(line)
        kinds.add(first.kind)
        while not line.is_over:
            found = hint(line)
            assert (found.kind, found.left) == (first.kind, first.left)
            line = line.play(found.action)
        assert line.state.left == first.left
        assert (line.state.over == "won") == (first.kind == WINS)
    assert kinds <= {WINS, LEAST}


@pytest.mark.parametrize("name", ["patience", "fives-limit", "twelve-to-go"])
def test_a_hint_is_the_same_however_the_tiles_lie_that_nobody_sees(name: str) -> None:
    stream, kinds = Stream(9), set()
    for line in moments(get(name), 8, seed=5):
        if line.is_over or len(line.state.stock) < 2:
            continue
        state, found = line.state, hint(line)
        kinds.add(found.kind)
        for _ in range(2):
            other = replace(state, stock=stream.shuffled(state.stock))
            again = hint(replace(line, steps=(*line.steps[:-1], line.steps[-1]._replace(state=other))))
            assert again == found
            assert again.text == found.text
    assert kinds == {ONLY, ALIKE if name == "twelve-to-go" else LIKELY}


def test_with_one_tile_face_down_there_is_nothing_to_guess() -> None:
    """However often it is laid out, it lies in the one way there is: all of them are won, or none."""
    found = set()
    for row in ("1-0 6-1 6-6", "1-0 5-4 3-2", "1-0 2-1 5-5", "2-2 3-2 4-3 6-1"):
        for last in ("6-5", "2-0", "5-1"):
            line = replace(deal_hand(get("patience"), Shuffle(seed=1)), steps=(opening(row, last),))
            tip = hint(line)
            after = advance(line.state, tip.action).state
            assert tip.won == (tip.of if by_the_rules(after) == 0 else 0)
            assert (tip.won == 0) == (by_the_rules(line.state) > 0)
            found.add(tip.won)
    assert len(found) > 1


def opening(holding: str, stock: str) -> Any:
    first = deal_hand(get("patience"), Shuffle(seed=1)).steps[0]
    return first._replace(state=opened("patience", holding=holding, stock=stock))


def test_the_last_chance_is_the_last_step_from_which_the_rules_can_win() -> None:
    found = set()
    for hand in range(30):
        line = play_out(get("five-columns").but(max_pip=3), seed=1, hand=hand, policies="random")
        winning = [step for step in range(len(line)) if by_the_rules(line[step].state) == 0]
        assert last_chance(line) == (max(winning) if winning else None)
        found.add(last_chance(line))
    assert len(found) > 2
    assert None in found


# --- what follows a position


@every_game
def test_what_follows_a_position_is_what_the_rules_say(name: str) -> None:
    """As many positions as there are legal actions, with as many tiles left, and over when the rules end it."""
    for line in [*moments(get(name), 12), *moments(small(name), 12)]:
        game = positions(line.steps[0].state)
        for step in line.steps:
            state = step.state
            following = game.after(game.of(state))
            by_rules = Counter(game.of(advance(state, action).state) for action in legal(state))
            assert Counter(following) == by_rules
            assert game.tiles_left(game.of(state)) == state.left
            assert (state.over is not None) == (not following)


# --- all orders


def naive(state: Any) -> tuple[int, set[int]]:
    """Every order one by one, nothing remembered."""
    if state.over:
        return 1, {state.left}
    after = [naive(advance(state, action).state) for action in legal(state)]
    return sum(ways for ways, _ in after), set().union(*(left for _, left in after))


@pytest.mark.parametrize(("name", "pips"), [("twelve-to-go", 6), ("five-columns", 3), ("knock-out", 4),
                                            ("knock-out/run", 4), ("patience", 2), ("bingo", 3)])
def test_all_orders_are_as_many_as_there_are_one_by_one(name: str, pips: int) -> None:
    more = 0
    for hand in range(12):
        state = deal_hand(get(name).but(max_pip=pips), Shuffle(seed=3, hand=hand)).state
        found = all_orders(state)
        assert found.is_whole
        assert (found.ways, found.left) == naive(state)
        more += found.ways > 1
    assert more or name == "bingo"


def test_any_tile_of_a_boneyard_in_no_known_order_may_be_drawn_next() -> None:
    drawn = 0
    for hand in range(12):
        state = deal_hand(get("patience").but(max_pip=2, deal=3), Shuffle(seed=3, hand=hand)).state
        unsorted = replace(state, stock=(), below=frozenset(state.stock))
        found = all_orders(unsorted)
        assert (found.ways, found.left) == naive(unsorted)
        drawn += found.ways > all_orders(state).ways
    assert drawn


def test_a_rule_of_ones_own_may_look_at_the_whole_line() -> None:
    class OneEndAfterASingle(dl.rules.Arms):
        def open_ends(self, chain: Chain) -> Sequence[OpenEnd]:
            return chain.ends[-1:] if len(chain.laid) > 2 and not chain.laid[0].tile.is_double else chain.ends

    rules = get("patience").but(max_pip=2, arms=OneEndAfterASingle())
    for hand in range(12):
        state = deal_hand(rules, Shuffle(seed=3, hand=hand)).state
        found = all_orders(state)
        assert (found.ways, found.left) == naive(state)


def test_in_twelve_to_go_all_orders_of_a_deal_end_alike() -> None:
    """Equal weights are interchangeable, and a pair stays until it is taken; many deals are tried in all orders."""
    offered = 0
    for rules in (get("twelve-to-go"), get("twelve-to-go").but(max_pip=5), get("twelve-to-go").but(deal=4)):
        for hand in range(60):
            found = all_orders(deal_hand(rules, Shuffle(seed=6, hand=hand)).state)
            assert found.is_whole
            assert found.all_alike
            offered += found.choices > 0
    assert offered > 40


def test_in_bingo_there_is_no_choice_and_with_the_choice_there_is() -> None:
    for hand in range(20):
        found = all_orders(deal_hand(get("bingo"), Shuffle(seed=6, hand=hand)).state)
        assert (found.ways, found.choices, len(found.left), found.is_whole) == (1, 0, 1, True)
    deals = [deal_hand(get("bingo/choice"), Shuffle(seed=6, hand=hand)) for hand in range(5)]
    ends = [all_orders(deal.state, 2000).left for deal in deals]
    assert all(len(left) > 1 for left in ends)


def test_a_budget_that_does_not_do_leaves_what_was_found() -> None:
    found = all_orders(deal_hand(get("five-columns"), Shuffle(seed=1, hand=1)).state, 50)
    assert not found.is_whole
    assert found.positions == 51


def test_no_hint_is_given_where_there_is_nothing_to_hint_at() -> None:
    for line in (play_out("five-columns", seed=1), deal_hand(get("block"), Shuffle(seed=1))):
        with pytest.raises(ValueError, match="one player"):
            hint(line)
    with pytest.raises(ValueError, match="against others"):
        best_from(deal_hand(get("block"), Shuffle(seed=1)))


def test_every_packaged_hand_of_a_patience_can_be_hinted_at_from_every_step() -> None:
    seen = 0
    for line in map(load, names()):
        if line.rules.solo is None:
            continue
        for step in range(0, len(line.actions), 9):
            found = hint(line.upto(step))
            assert isinstance(found.action, Remove | Say) or found.action in legal(line[step].state)
            seen += 1
    assert seen > 10


def ways_won(state: Any, action: Action) -> int:
    """In how many orders of the boneyard the game can be won after that move, by the rules alone."""
    found = (replace(state, stock=order, below=frozenset()) for order in permutations((*state.stock, *state.below)))
    return sum(0 in all_orders(advance(way, action).state).left for way in found)


def test_no_move_can_win_in_more_ways_where_the_hint_wins_in_all_or_none() -> None:
    judged, seen = 0, set()
    for seed in range(60):
        hand = play_out("patience", seed=seed, policies="random")
        for step in range(len(hand) - 2):
            state = hand[step].state
            if state.over is None and state.boneyard == 1 and len(legal(state)) > 1:
                found = hint(hand.upto(step))
                best = max(ways_won(state, action) for action in legal(state))
                if found.kind == LIKELY:
                    judged += 1
                    seen.add(best)
                    assert ways_won(state, found.action) == best
    assert judged
    assert seen == {0, 1}
