"""The settlement equals one computed again by resettle.py; matches end when and as the rules say."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Pass, Play
from domino_lab.core.events import Leads, MatchWon
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.match import Match, play_match
from domino_lab.play.settlement import settle, settle_holdings
from domino_lab.play.start import start
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.leading import Standing
from domino_lab.rules.rule_page import rule_page
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import hands, positions, seat_counts
from tests.rules.random_rules import OPTIONS, any_rules
from tests.rules.resettle import after_all, fallen, rounded


@given(hands())
def test_winner_and_award(line: Timeline) -> None:
    end, before = line.steps[-1], line.steps[-2].state
    if end.state.over in ("out", "blocked"):
        winner, got = after_all(before)
        assert (end.settled.winner, end.settled.award) == (winner, 0 if winner is None else got[winner])
        assert [end.settled.points_of(side) for side in range(len(got))] == got
        assert end.settled.award >= 0
        paid = [score + points for score, points in zip(before.scores, got, strict=True)]
        assert list(end.state.scores) == fallen(line.rules, paid, winner, before.scores)
    if end.state.over == "target":
        assert end.settled.award == 0
        assert end.state.scores == before.scores


@given(positions(), st.sampled_from(["out", "blocked"]), st.integers(0, 3))
def test_winner_and_award_of_any_holdings(state: State, how: str, last: int) -> None:
    """Holdings in the middle of a hand, settled as if it ended there: more ties than real ends have."""
    last %= state.table.seats
    held = tuple(() if how == "out" and seat == last else tiles or state.stock[:1]
                 for seat, tiles in enumerate(state.holdings))
    if not all(held[:last] + held[last + 1 :]):
        return
    ended = state._replace(holdings=held, over=how, blocker=last)
    found = settle(ended).settled
    winner, got = after_all(ended)
    assert (found.winner, found.award) == (winner, 0 if winner is None else got[winner])
    assert [found.points_of(side) for side in range(len(got))] == got


CLAIM = re.compile(r"lightest hand|lowest hand|lowest total|the least|fewest pips")
"""What an award says of the winner's hand where that alone decides."""


@pytest.mark.parametrize("rules", [rules for rules in rulesets() if rules.solo is None], ids=lambda rules: rules.id)
def test_only_a_hand_that_is_lighter_than_each_other_is_called_the_lightest(rules: Ruleset) -> None:
    """Ties, blockers and teams of every game: many of the hands won there are not the lightest."""
    chance, seats = random.Random(1), seat_counts(rules)[-1]
    small = [tile for tile in rules.equipment.set.tiles if tile.high < 4 and not tile.copy]
    judged = claimed = 0
    tried = [rules.but(tie=tie, team_block=teams)
             for tie, teams in product(OPTIONS["tie"], ("team-total", "individual"))]
    for changed in tried * 6:
        chance.shuffle(small)
        held = [small[seat::seats][:2] for seat in range(seats)]
        ruling = settle_holdings(changed, held, blocker=chance.randrange(seats)).ruling
        pips = sorted(sum(map(rules.equipment.weight, holding)) for holding in held)
        judged += 1
        if CLAIM.search(ruling.text) and "winner" in ruling.facts:
            claimed += 1
            assert rules["teams"] == "none"
            assert pips[0] < pips[1], ruling.text
    assert judged > claimed or seats == 2
    assert claimed or rules["teams"] == "pairs" or rules["block_between"] == "nobody"


def test_rounding_by_hand() -> None:
    """AF1-SCORE-2: 7 -> 5, 8 -> 10, 21 -> 20. HOUSE-END-ROUND for threes, and for fours: halfway is rounded up."""
    nearest = get("all-fives-leaflet")
    assert [rounded(nearest, pips) for pips in (7, 8, 21)] == [5, 10, 20]
    assert [nearest.settling.round_pips(pips) for pips in (7, 8, 21)] == [5, 10, 20]
    threes = nearest.but(end_multiple=3)
    assert [threes.settling.round_pips(pips) for pips in (0, 1, 2, 4, 5, 26)] == [0, 0, 3, 3, 6, 27]
    assert [nearest.but(end_multiple=4).settling.round_pips(pips) for pips in (1, 2, 5, 6)] == [0, 4, 4, 8]


def test_holdings_that_are_rounded_one_by_one_lose_the_winners_own_holding_rounded() -> None:
    """3, 7 and 12 pips are 5, 5 and 10 to the nearest five: 5 + 10 - 5. Rounded once, 7 + 12 - 3 = 16 are 15.

    If 3 pips come off for each opponent, 6 are 5 again, and 7 + 12 - 6 = 13 are 15.
    """
    held = ["2-1", "4-3", "6-6"]
    for own, each, whole in (("none", 15, 20), ("once", 10, 15), ("per-opponent", 10, 15)):
        rules = get("block").but(tie="none", own_deduct=own, end_round="nearest", end_multiple=5)
        found = [settle_holdings(rules.but(round_scope=scope), held, blocker=1).award for scope in ("each", "sum")]
        assert found == [each, whole], own


def matches(rules: Ruleset) -> list[Match]:
    return [play_match(rules, seed=seed, seats=seats, policies="random")
            for seats in seat_counts(rules) for seed in (1, 2)]


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_matches_go_from_hand_to_hand_until_a_side_is_past_the_target_alone(rules: Ruleset) -> None:
    for match in matches(rules):
        scores_run_on(match)
        assert match.is_over
        if rules["target"] == "one-hand":
            assert len(match.hands) == 1
            assert match.winner is None
            continue
        winners = [ends_at_the_target(rules, single) for single in single_matches(match)]
        assert match.winner == winners[-1]
        assert rules["shut_out"] > 1 or winners.count(winners[-1]) == rules["matches_to_win"]


def single_matches(match: Match) -> list[list[Timeline]]:
    """The hands of each match, where one is not enough to win."""
    ends = [0, *(place for place, hand in enumerate(match.hands, 1) if ends_a_match(hand))]
    return [list(match.hands[first:last]) for first, last in pairwise([*ends, *({len(match.hands)} - {*ends})])]


def ends_a_match(hand: Timeline) -> bool:
    return any(isinstance(event, MatchWon) for event in hand.steps[-1].events)


def ends_at_the_target(rules: Ruleset, hands: Sequence[Timeline]) -> int:
    """Check that a match ends as soon as it can, and return its winner."""
    goal = goal_of(rules, hands[0].state.table.seats)
    enough = [[s > goal if rules["reach"] == "more-than" else s >= goal for s in hand.state.scores] for hand in hands]
    for hand, sides in zip(hands[:-1], enough[:-1], strict=True):
        best = best_of(rules, hand.state.scores)
        assert not any(sides) or list(hand.state.scores).count(best) > 1
    scores = hands[-1].state.scores
    won = hands[-1].steps[-1].events[-1]
    assert isinstance(won, MatchWon)
    assert won.side == scores.index(best_of(rules, scores))
    if len(hands) != rules["match_hands"]:
        assert any(enough[-1])
        assert enough[-1][won.side] or rules["best_score"] == "fewest"
    return won.side


def best_of(rules: Ruleset, scores: Sequence[int]) -> int:
    return min(scores) if rules["best_score"] == "fewest" else max(scores)


def goal_of(rules: Ruleset, seats: int) -> int:
    """DR2-MATCH-1: a table of targets has one for each number of players, and one for partners."""
    target = rules["target"]
    if isinstance(target, int):
        return target
    return target["pairs"] if rules["teams"] == "pairs" and "pairs" in target else target[seats]


def scores_run_on(match: Match) -> None:
    each = single_matches(match)
    for single in each:
        scores = (0,) * len(match.standing.scores)
        for hand in single:
            assert hand.steps[0].state.scores == scores
            scores = hand.state.scores
    assert match.standing.scores == scores
    assert match.standing.hand == len(each[-1]) + 1


def rule_after(last: Timeline, won: int | None) -> Any:
    """The rule by which the leader after a hand is found."""
    rules = last.rules
    if rules["level_leader"] == "first" and len(set(last.state.scores)) == 1:
        return rules["first_leader"]
    if won is None and rules["tie_leader"] != "as-next":
        return rules["tie_leader"]
    stuck = last.state.over == "blocked" or won is None
    return rules["block_leader"] if stuck and rules["block_leader"] != "as-next" else rules["next_leader"]


@settings(max_examples=max(settings().max_examples // 2, 1))
@given(any_rules(), st.integers(0, 500))
def test_the_next_leader(rules: Ruleset, seed: int) -> None:
    """Rotate, previous and winner lead as their names say; what is left goes back to the first-leader rule (2.10)."""
    short = rules.but(target=60, reach="at-least", end_base="opponents", end_divide=1)
    seats = seat_counts(short)[0]
    match = play_match(short, seed=seed, seats=seats, policies="random")
    onward = 1 if short["direction"] == "left" else -1
    for last, hand in zip(match.hands, match.hands[1:], strict=False):
        if "misdeal" in (last.state.over, hand.state.over) or ends_a_match(last):
            continue
        won = last.steps[-1].settled.winner
        rule = rule_after(last, won)
        led, leads = leader(last), asked_first(hand)
        if rule == "rotate":
            assert leads == (led + onward) % seats
        elif rule == "previous":
            assert leads == led
        elif rule == "winner" and won is not None:
            assert last.state.table.side(leads) == won
            assert last.state.over != "out" or leads == last.state.blocker
        elif rule == "partner" and won is not None:
            assert last.state.table.side(leads) == won
            assert last.state.over != "out" or leads == (last.state.blocker + 2) % 4
        elif rule == "winning-pair" and won is not None:
            assert last.state.table.side(leads) == won
            assert last.state.over != "out" or leads == last.state.blocker
            assert (Pass() in legal(hand[0].state)) == (short["teams"] == "pairs")
        elif rule == "highest-double" and any(tile.is_double for held in hand[0].state.holdings for tile in held):
            held = hand[0].state.holdings
            assert max((t.low, s == leads) for s, tiles in enumerate(held) for t in tiles if t.is_double)[1]


def asked_first(line: Timeline) -> int:
    """Who was to lead before the lead was passed on, by those who hold no tile that may lead (lead_fallback)."""
    return next((line.names.index(ruling.facts["passed"][0]) for ruling in line.steps[0].state.lead.ruling.tree()
                 if "passed" in ruling.facts), leader(line))


def leader(line: Timeline) -> int:
    return next(event.seat for event in line.steps[0].events if isinstance(event, Leads))


def test_partners_share_their_score_and_sit_opposite() -> None:
    match = play_match(get("block/partners"), seed=5)
    assert len(match.standing.scores) == 2
    for hand in match.hands:
        ended = hand.steps[-1].settled
        if hand.state.over == "out":
            assert ended.winner == hand.state.blocker % 2
            rivals = [s for s in range(4) if s % 2 != ended.winner]
            assert ended.award == sum(tile.weight for seat in rivals for tile in hand.state.holdings[seat])


@pytest.mark.parametrize("seat", [0, 1])
def test_after_a_tie_at_the_target_the_next_score_wins(seat: int) -> None:
    """HOUSE-TARGET-WHEN: who shares the lead at the target plays on; whoever scores next has won, in any seat."""
    rules = get("all-fives")
    before = Standing((100, 100), 2)
    deals = (start(rules, Shuffle(seed=seed), standing=before, leader=seat).state for seed in range(50))
    state = next(state for state in deals if Tile(5, 5) in state.holdings[seat])
    line = Timeline((Step(None, None, (), state),)).play(Play(Tile(5, 5)))
    assert (line.state.over, line.steps[-1].settled.winner) == ("target", seat)
    assert [event.side for event in line.steps[-1].events if isinstance(event, MatchWon)] == [seat]


def test_drawing_level_at_the_target_ends_nothing() -> None:
    """HOUSE-TARGET-WHEN: with 90 and 100 a ten makes a tie, and on a tie one plays on."""
    deals = (start(get("all-fives"), Shuffle(seed=seed), standing=Standing((90, 100), 2), leader=0).state
             for seed in range(50))
    state = next(state for state in deals if Tile(5, 5) in state.holdings[0])
    after = advance(state, Play(Tile(5, 5))).state
    assert (after.scores, after.over) == ((100, 100), None)


def test_a_hand_after_level_ones_counts_double_for_each_of_them() -> None:
    """Told again from the hands of matches: how often in a row nobody had won, and what the hand is worth alone."""
    rules, met = get("block").but(after_level="doubled", tie="none"), set()
    for seed in range(12):
        level = 0
        for hand in play_match(rules, seed=seed, seats=2).hands:
            assert hand.state.table.standing.level == level
            won = hand.steps[-1].settled
            alone = settle(hand[-2].state.but(table=hand.state.table._replace(
                standing=hand.state.table.standing._replace(level=0)))).settled
            assert won.award == alone.award * 2**level
            met.add(level)
            level = level + 1 if won.winner is None else 0
    assert {0, 1, 2} <= met


@pytest.mark.parametrize("who", OPTIONS["who_scores"])
@pytest.mark.parametrize("value", OPTIONS["after_level"])
def test_what_every_side_gets_after_level_hands(value: str, who: str) -> None:
    """Ends of hands, by players going out, blocks and ties, settled as if up to three hands before had been level."""
    rules, met = get("block").but(after_level=value, tie="none", who_scores=who, deal=3, end_bonus=2), set()
    for seed in range(60):
        state = play_out(rules, Shuffle(seed=seed), seats=3).steps[-2].state
        standing = state.table.standing._replace(level=seed % 4)
        state = state.but(table=state.table._replace(standing=standing))
        found = settle(state).settled
        winner, got = after_all(state)
        assert (found.winner, [found.points_of(side) for side in range(3)]) == (winner, got)
        met.add((state.over, winner is None))
    assert met >= {("out", False), ("blocked", False), ("blocked", True)}


@pytest.mark.parametrize(("axes", "level", "points"), [
    ({"after_level": "one-more"}, 0, [3, 0]), ({"after_level": "one-more"}, 1, [4, 0]),
    ({"after_level": "one-more"}, 2, [5, 0]),
    ({"after_level": "doubled"}, 1, [6, 0]), ({"after_level": "doubled"}, 2, [12, 0]),
    ({"after_level": "one-more", "who_scores": "losers-pay", "end_base": "opponents"}, 2, [9 + 3 + 2, -9]),
    ({"after_level": "doubled", "who_scores": "losers"}, 1, [6, 18]),
    ({"after_level": "doubled", "who_scores": "own-pips"}, 2, [12 + 4, 36]),
])
def test_points_after_level_hands_by_hand(axes: dict[str, object], level: int, points: list[int]) -> None:
    """As in a tournament of Brazil, where a win of 3 points is worth 4 after a void hand, and 5 after two.

    Ana wins a block with 1 pip against 9 of Ben, for 3 points or for pips.
    """
    rules = get("block").but(**{"end_base": "none", "end_bonus": 3, "end_bonus_when": "won", "own_deduct": "none",
                                **axes})
    state = start(rules, Shuffle(seed=1), seats=2, standing=Standing((0, 0), 3, level=level)).state
    ended = settle(state._replace(holdings=(tiles("1-0"), tiles("6-3")), over="blocked", blocker=0)).settled
    assert [ended.points_of(side) for side in (0, 1)] == points


@pytest.mark.parametrize("value", ["doubled", "one-more"])
def test_void_hands_of_a_match_make_the_next_one_worth_more(value: str) -> None:
    rules, met = get("block").but(after_level=value, block_between="nobody",
                                  end_base="none", end_bonus=1, target=9), set()
    for seed in range(6):
        level = 0
        for hand in play_match(rules, seed=seed, seats=2).hands:
            won, wins = hand.steps[-1].settled, hand.state.over == "out"
            worth = 2**level if value == "doubled" else 1 + level
            assert (won.winner is not None, won.award) == (wins, worth if wins else 0)
            met.add(level)
            level = 0 if wins else level + 1
    assert {0, 1, 2} <= met


class _FirstSeatWins(dl.rules.Settling):
    """Of an odd number of tiles on the table; of an even number nobody wins, and a hand is worth seven."""

    def winner(self, final):
        return 0 if len(final.chain.laid) % 2 else None

    def award(self, final, seat):
        return 7


def test_a_winner_and_an_award_of_ones_own_count_double_after_level_hands_too() -> None:
    rules, met = get("block").but(after_level="doubled", settling=_FirstSeatWins()), set()
    for seed in range(12):
        level = 0
        for hand in play_match(rules, seed=seed, seats=2).hands:
            won = hand.steps[-1].settled
            wins = len(hand.state.chain.laid) % 2 == 1
            assert (won.winner, won.award) == ((0, 7 * 2**level) if wins else (None, 0))
            met.add(level)
            level = 0 if wins else level + 1
    assert {0, 1, 2} <= met
    said = rule_page(rules)
    assert "the next one counts twice as much" in said
