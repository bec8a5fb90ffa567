"""The thinking player: it imagines what the engine would play, is perfect where no tile is hidden, and wins.

That it does not peek is tested in tests/play/test_players_peeking.py.
"""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.chance.knowledge import refusal
from domino_lab.chance.monte_carlo_player import MoveEstimate, Thinker, Trial, deals_for, seen_line
from domino_lab.chance.solver import solve
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.kernel.encoding import unplayable
from domino_lab.kernel.engines import can_compile
from domino_lab.play import players
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.start import start
from domino_lab.play.timeline import Timeline, play_out, view_of
from domino_lab.play.view import view
from domino_lab.rules.leading import Standing
from tests.kernel.redealt import moments
from tests.rules.random_hands import seat_counts
from tests.words.test_readability import SAID, grade

CHAINS = [rules for rules in rulesets()
          if rules.solo is None and rules["visibility"] != "blind" and not unplayable(rules) and not refusal(rules)]
"""The games in which hidden tiles are dealt out again."""

GAMES = [rules for rules in CHAINS if rules.variation_of is None]
QUICK = Thinker(deals=2)
ENGINES = ["readable", "plain", *(["compiled"] if can_compile() else [])]


def _lying(state, deal):
    held = tuple(own if seat == state.turn else deal.holdings[seat] for seat, own in enumerate(state.holdings))
    piles = tuple(deal.discards.get(seat, pile) for seat, pile in enumerate(state.discards))
    return state.but(holdings=held, stock=deal.stock, below=frozenset(), discards=piles)


def moment(rules, hand=0, seats=None):
    """A moment of a random hand at which somebody has a choice."""
    for number in range(hand, hand + 50):
        shuffle = Shuffle(seed=64, hand=number)
        line = play_out(rules, shuffle, seats=seats or seat_counts(rules)[number % len(seat_counts(rules))],
                        policies="random")
        for found in moments(line, shuffle.choices(9)):
            return found
    raise AssertionError("nobody ever has a choice")


# --- what it imagines


@pytest.mark.parametrize("rules", CHAINS, ids=lambda rules: rules.id)
def test_the_kernel_plays_on_from_any_position_as_the_readable_engine_does(rules) -> None:
    for hand, engine in enumerate(("plain", ENGINES[-1])):
        line = moment(rules, hand)
        seen = view_of(line, line.state.turn)
        deals = deals_for(seen, 2, seed=5)
        state = seen_line(seen).state
        ours = Trial(state, engine=engine, solving=False).values(seen.legal, deals)
        theirs = Trial(state, engine="readable", solving=False).values(seen.legal, deals)
        assert ours == theirs


def test_a_player_who_may_leave_the_lead_weighs_that_too() -> None:
    """With its past or without: to leave the lead is to let the partner play on, as each engine does it."""
    won = Standing((1, 0), 2, 0, 2, "out")
    first = start(get("jamaican"), Shuffle(seed=4), standing=won)
    for seen in (view_of(Timeline((first,)), first.state.turn), view(first.state, first.state.turn)):
        deals, state = deals_for(seen, 3, seed=6), seen_line(seen).state
        found = [Trial(state, engine=engine, solving=False).values(seen.legal, deals) for engine in ENGINES]
        assert all(values == found[0] for values in found)
        assert seen.legal[-1] == Pass()
        asked = Thinker(deals=2)
        assert {Pass(), *(Play(tile) for tile in seen.holding)} == {one.action for one in asked.weigh(seen)}
        bound = start(get("jamaican"), Shuffle(seed=4), standing=won, leader=first.state.turn).state
        assert Pass() not in {one.action for one in asked.weigh(view(bound, bound.turn))}


def test_a_partner_who_is_left_the_lead_takes_the_tiles_that_are_left_over() -> None:
    rules = get("jamaican").but(deal=6, leader_takes=2)
    first = start(rules, Shuffle(seed=4), standing=Standing((1, 0), 2, 0, 2, "out"))
    seen = view_of(Timeline((first,)), first.state.turn)
    assert seen.legal == (Draw(), Pass())
    deals, state = deals_for(seen, 5, seed=6), seen_line(seen).state
    found = [Trial(state, engine=engine, solving=False).values(seen.legal, deals) for engine in ENGINES]
    assert all(values == found[0] for values in found)
    after = advance(first.state, Pass()).state
    assert (after.turn, legal(after)) == ((first.state.turn + 2) % 4, (Draw(),))


@pytest.mark.parametrize(("hand", "more"), [(1, 100), (2, 75), (4, 25), (5, 0)])
def test_the_hand_of_the_match_decides_what_its_winner_gets_besides(hand: int, more: int) -> None:
    """Quinientos: 100 points for the first hand, 75, 50 and 25 for the next ones. It is taken off for the losers."""
    for engine in ENGINES:
        found = []
        for rules in (get("quinientos"), get("quinientos").but(hand_bonus=[])):
            first = start(rules, Shuffle(seed=4), standing=Standing((0, 0), hand, 0, 0, "out"), leader=0)
            seen = view_of(Timeline((first,)), 0)
            deals, state = deals_for(seen, 3, seed=6), seen_line(seen).state
            rows = Trial(state, engine=engine, solving=False).values(seen.legal, deals)
            found.append([value for row in rows for value in row])
        assert {abs(one - other) for one, other in zip(*found, strict=True)} == {more}


def test_where_the_fewest_points_win_each_point_counts_against_its_side() -> None:
    """The same positions, by the same hands: ahead in points is behind; only the win of the hand counts as before."""
    most = get("block").but(who_scores="own-pips", target_when="hand-end")
    for hand in range(4):
        line = moment(most, hand, 2)
        seen, other = (view_of(one, line.state.turn) for one in (line, moment(most.but(best_score="fewest"), hand, 2)))
        deals = deals_for(seen, 3, seed=6)
        for engine in ENGINES:
            ahead, behind = (Trial(seen_line(one).state, engine=engine, solving=False).values(seen.legal, deals)
                             for one in (seen, other))
            assert all(abs(a + b) == 2 or a + b == 0 for one, two in zip(ahead, behind, strict=True)
                       for a, b in zip(one, two, strict=True))
            assert any(a < 0 < b or b < 0 < a for a, b in zip(ahead[0], behind[0], strict=True))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_an_imagined_deal_has_every_hidden_tile_once(rules) -> None:
    line = moment(rules, 4)
    seat, state = line.state.turn, line.state
    hidden = {tile for other, held in enumerate(state.holdings) if other != seat for tile in held} | {*state.stock}
    hidden |= {tile for other, pile in enumerate(state.discards) if other != seat for tile in pile}
    for deal in deals_for(view_of(line, seat), 5, seed=1):
        lying = [tile for held in deal.holdings.values() for tile in held] + [*deal.stock]
        lying += [tile for pile in deal.discards.values() for tile in pile]
        assert len(lying) == len(hidden)
        assert {*lying} == hidden
        assert {seat: len(held) for seat, held in deal.holdings.items()} == {
            other: len(held) for other, held in enumerate(state.holdings) if other != seat}


def test_nobody_is_imagined_to_hold_what_he_passed_on() -> None:
    found = 0
    for hand in range(20):
        line = play_out(get("block"), Shuffle(seed=65, hand=hand), policies="random")
        passes = [number for number, step in enumerate(line.steps) if step.action and step.action.kind == "pass"]
        if not passes or line.steps[passes[0]].state.over:
            continue
        before, after = line.steps[passes[0] - 1].state, line.upto(passes[0])
        shown = {end.value for end in before.open_ends}
        for deal in deals_for(view_of(after, 1 - before.turn), 10, seed=hand):
            assert not any({*tile[:2]} & shown for tile in deal.holdings[before.turn])
            found += 1
    assert found >= 50


@pytest.mark.parametrize(("game", "solving", "by"), [
    ("block", True, "solved"), ("block", False, "rolled"), ("all-fives", True, "solved"),
    ("draw-osel", True, "rolled")])
def test_it_says_how_it_found_the_values_of_its_moves(game: str, solving: bool, by: str) -> None:
    """Near the end every deal of two sides is solved: its values are those of perfect play, and a point for a win."""
    rules = get(game).but(max_pip=3, deal=4)
    line = next(found for hand in range(50) for found in moments(
        play_out(rules, Shuffle(seed=70, hand=hand), policies="random"), Stream(hand + 1)))
    seen = view_of(line, line.state.turn)
    deals, state = deals_for(seen, 3, seed=7), seen_line(seen).state
    trial = Trial(state, engine="plain", solving=solving)
    values = trial.values(seen.legal, deals)
    assert trial.by == by
    assert [len(row) for row in values] == [len(deals)] * len(seen.legal)
    if by == "solved":
        solved = [dict(solve(_lying(state, deal), compiled=False).choices) for deal in deals]
        perfect = [[each[action] for each in solved] for action in seen.legal]
        assert all(abs(value - best) <= 1 for row, right in zip(values, perfect, strict=True)
                   for value, best in zip(row, right, strict=True))
    else:
        readable = Trial(state, engine="readable", solving=False)
        assert values == readable.values(seen.legal, deals)


# --- how it plays


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_it_plays_whole_hands_of_every_game_at_tables_of_every_size(rules) -> None:
    for seats in seat_counts(rules):
        line = play_out(rules, Shuffle(seed=66), seats=seats, policies=QUICK)
        assert line.is_over
        calls = [(step.action.call or 0, step.points) for step in line.steps if isinstance(step.action, Play)]
        if rules["claim"] != "auto":
            assert all(call == points for call, points in calls), "it calls every score in time, and no other"


@pytest.mark.parametrize("policy", ["random", "heaviest"])
def test_with_no_tile_hidden_it_plays_perfectly(policy) -> None:
    rules, tried = get("block").but(max_pip=3, deal=5), 0
    for hand in range(12):
        line = play_out(rules, Shuffle(seed=67, hand=hand), policies=policy)
        for number, step in enumerate(line.steps[:-2]):
            if step.state.over or len(legal(step.state)) < 2:
                continue
            chosen = players.ask(Thinker(deals=1), line.upto(number).steps, Stream(1))
            worth = {choice.action: choice.value for choice in solve(step.state, compiled=False).choices}
            assert worth[chosen] == max(worth.values())
            tried += len({*worth.values()}) > 1
    assert tried > 10, "there was seldom anything to lose"


def test_to_go_out_is_worth_more_by_exactly_what_scores_more() -> None:
    """With one tile left the award is the same at each end: the moves differ by their points alone."""
    found, rules = 0, get("all-fives").but(deal=3)
    for hand in range(400):
        line = play_out(rules, Shuffle(seed=69, hand=hand), policies="random")
        last = max(number for number, step in enumerate(line.steps) if isinstance(step.action, Play))
        before = line.upto(last - 1)
        if len(before.state.holdings[before.state.turn]) > 1 or len(legal(before.state)) < 2:
            continue
        weighed = Thinker(deals=2).weigh(view_of(before, before.state.turn))
        points = [advance(before.state, one.action).points for one in weighed]
        assert points == sorted(points, reverse=True)
        assert weighed[0].ahead - weighed[-1].ahead == pytest.approx(points[0] - points[-1])
        found += len({*points}) > 1
    assert found > 2


def test_the_same_view_gives_the_same_choice_and_takes_no_pick_from_the_stream() -> None:
    class Untouched(Stream):
        def pick(self, among):
            raise AssertionError("this stream is the deal's")

    line = moment(get("all-fives"), 7)
    seen = view_of(line, line.state.turn)
    first = Thinker(deals=6)(seen, Untouched(1))
    assert [Thinker(deals=6)(seen, Untouched(2)) for _ in range(3)] == [first] * 3


def test_without_a_past_it_thinks_all_the_same() -> None:
    for rules in GAMES:
        state = moment(rules, 8).state
        assert QUICK(view(state, state.turn), Stream(1))[:3] in [action[:3] for action in legal(state)]


def test_rules_of_a_readers_own_are_played_by_the_readable_engine() -> None:
    rules = get("block").but(max_pip=12)
    first = play_out(rules, Shuffle(seed=1)).upto(0)
    found = Thinker(deals=16).weigh(view_of(first, first.state.turn))
    assert found[0].deals == 2
    assert found[0].action in legal(first.state)


def test_a_patience_and_rows_that_nobody_sees_are_played_greedily() -> None:
    for rules in (get("blind"), get("five-columns")):
        assert play_out(rules, Shuffle(seed=5), policies=QUICK).actions == play_out(
            rules, Shuffle(seed=5), policies="greedy").actions


def test_more_deals_than_none_are_asked_for() -> None:
    for wrong in (0, -1, 2.5, "many"):
        with pytest.raises(ValueError, match="deals must be a whole number from 1"):
            Thinker(deals=wrong)


# --- what it says


def test_it_says_on_how_many_deals_it_tried_its_moves_and_what_it_expects() -> None:
    said = set()
    for hand in range(6):
        for rules in (get("block"), get("all-fives"), get("draw")):
            line = moment(rules, hand)
            seen, thinker = view_of(line, line.state.turn), Thinker(deals=5)
            chosen = thinker(seen, Stream(1))
            text = players.reason(thinker, seen, chosen)
            ahead = round(thinker.weigh(seen)[0].ahead, 1)
            assert "on 5 deals" in text
            assert ("even" if not ahead else f"{abs(ahead):.1f} points {'ahead' if ahead > 0 else 'behind'}") in text
            said.add(text)
    assert grade(*said) <= SAID


class Expecting(Thinker):
    """A thinking player that expects every move to leave it this far ahead."""

    def __init__(self, ahead: float) -> None:
        super().__init__()
        self.ahead = ahead

    def weigh(self, view):
        return tuple(MoveEstimate(action, self.ahead, 5, "rolled") for action in view.legal)


@pytest.mark.parametrize(("ahead", "told"), [
    (0.0, "even"), (0.04, "even"), (-0.04, "even"), (0.06, "0.1 points ahead"), (-3.0, "3.0 points behind"),
])
def test_nobody_is_ahead_or_behind_by_nothing(ahead, told) -> None:
    line = moment(get("block"))
    seen = view_of(line, line.state.turn)
    text = players.reason(Expecting(ahead), seen, seen.legal[0])
    assert text.endswith(f" The best one ends {told} on average.")


def test_where_both_ends_come_to_the_same_it_does_not_say_that_it_thought() -> None:
    line = play_out(get("block/partners"), Shuffle(seed=9), policies="greedy").upto(2)
    seen, thinker = view_of(line, line.state.turn), Thinker(deals=2)
    assert len(seen.legal) == 2
    assert players.reason(thinker, seen, thinker(seen, Stream(1))) == "6-5 was the only tile that fits."


# --- that it wins


@pytest.mark.parametrize(("game", "rival"), [("all-fives", "greedy"), ("draw-classic", "heaviest")])
def test_it_wins_on_the_same_deals_both_ways_round(game, rival) -> None:
    """Thirty deals, each with both seats: how far it is ahead, in standard errors of the mean of the deals."""
    ahead = []
    for hand in range(30):
        shuffle = Shuffle(seed=68, hand=hand)
        pairs = ([Thinker(deals=12), rival], [rival, Thinker(deals=12)])
        lines = [play_out(get(game), shuffle, policies=pair) for pair in pairs]
        (mine, his), (his_too, mine_too) = (line.state.scores for line in lines)
        ahead.append(mine + mine_too - his - his_too)
    mean = sum(ahead) / len(ahead)
    error = (sum((one - mean) ** 2 for one in ahead) / len(ahead) / (len(ahead) - 1)) ** 0.5
    assert mean > 2 * error


def test_it_is_known_by_name_wherever_players_are() -> None:
    hand = dl.play_out("block", seed=2, policies=["thinking", "heaviest"])
    assert hand.steps == dl.play_out("block", seed=2, policies=[Thinker(), "heaviest"]).steps
    found = dl.simulate("block", hands=1, seed=2, policies=["thinking", "heaviest"], progress=False)
    assert found.why_readable == "policies = thinking: the kernel has no such player"
    assert found.open(0).actions == dl.play_out("block", seed=2, policies=["thinking", "heaviest"]).actions
    with pytest.raises(ValueError, match="no such player"):
        dl.simulate("block", hands=1, policies="thinking", engine="plain", progress=False)


def choices_after_a_pass() -> list[Timeline]:
    """StepViews of block hands at which somebody has passed, and the one who is to move has a choice."""
    hands = (play_out(get("block"), Shuffle(seed=seed)) for seed in range(12))
    lines = [hand.upto(step) for hand in hands for step in range(6, len(hand) - 2)]
    return [line for line in lines if any(action.kind == "pass" for action in line.actions)
            and len(view(line.state, line.state.turn).legal) > 1]


def test_what_it_has_seen_happen_is_thought_of_anew() -> None:
    differ = 0
    for line in choices_after_a_pass()[:12]:
        seat = line.state.turn
        blank, whole = view(line.state, seat), view_of(line, seat)
        thinker, fresh = Thinker(deals=6, engine="plain"), Thinker(deals=6, engine="plain")
        before = thinker.weigh(blank)
        assert thinker.weigh(whole) == fresh.weigh(whole)
        differ += before != thinker.weigh(whole)
    assert differ
