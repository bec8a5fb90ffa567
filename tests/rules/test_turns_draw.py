"""What Classic Draw, Draw Dominoes and their options promise, asked of random hands and of sums worked out by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest

from domino_lab import hands
from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.errors import IllegalAction
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet, Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.settlement import settle_holdings
from domino_lab.play.start import start
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import read
from domino_lab.rules.leading import Standing

SHUFFLES = [Shuffle(seed=seed) for seed in range(40)]


def played(name: str, **how: object) -> list[Timeline]:
    return [play_out(get(name), shuffle, policies="random", **how) for shuffle in SHUFFLES]


def able(step: Step) -> bool:
    return any(isinstance(action, Play) for action in legal(step.state))


def refused(step: Step, action: object) -> str:
    ruling = judge(step.state, action)
    assert not ruling.allowed
    return ruling.clause


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dr0_draw_1_one_draws_when_stuck_and_only_then_and_passes_only_when_all_is_drawn(seats: int) -> None:
    seen = set()
    for line in played("draw-classic", seats=seats):
        for before, step in pairwise(line.steps[:-1]):
            seen.add(step.action.kind)
            if isinstance(step.action, Play):
                assert refused(before, Draw()) == "DR0-DRAW-1:able"
                assert refused(before, Pass()) == "GEN-PASS-1"
            else:
                assert not able(before)
                assert isinstance(step.action, Pass) == (before.state.boneyard == 0)
    assert seen >= {"play", "pass"}
    assert ("draw" in seen) == (seats < 4)


def test_dr0_draw_1_played_the_other_way_nobody_draws() -> None:
    kinds = set()
    for line in played("draw-classic/no-drawing"):
        assert {step.state.boneyard for step in line.steps} == {14}
        kinds |= {action.kind for action in line.actions}
    assert kinds == {"play", "pass"}


@pytest.mark.parametrize(("name", "each"), [
    ("draw-classic", {2: 7, 3: 7, 4: 7}), ("draw-classic/eight-or-six", {2: 8, 3: 6, 4: 6}),
    ("draw-classic/seven-or-five", {2: 7, 3: 5, 4: 5}), ("draw", {2: 7, 3: 5, 4: 5}),
    ("draw/seven-six-five", {2: 7, 3: 6, 4: 5}), ("draw/double-nine", {2: 7, 3: 5, 4: 5, 5: 5, 6: 5}),
])
def test_dr0_deal_1_and_dr2_deal_1_how_many_tiles_each(name: str, each: dict[int, int]) -> None:
    assert {seats: len(start(get(name), SHUFFLES[0], seats=seats).state.holdings[0]) for seats in each} == each


def test_dr0_deal_1_five_players_must_agree_first() -> None:
    with pytest.raises(IllegalAction, match="do not say how many tiles 5 players take") as caught:
        start(get("draw-classic"), SHUFFLES[0], seats=5)
    assert caught.value.ruling.clause == "DR0-DEAL-1"
    assert "Five or more people agree on a number of tiles before they start." in get("draw-classic").sheet()
    agreed = get("draw-classic/five-or-more")
    assert all(seats * agreed.dealing.each(seats, 28) < 28 for seats in (5, 6, 7, 8))


FIRST_14 = "5-4 1-0 2-0 3-0 4-0 5-0 6-0 2-1 3-1 4-1 5-1 6-1 4-2 6-3"


def test_dr0_lead_2_without_a_double_two_ways_deal_again_and_the_third_sets_the_highest_single() -> None:
    """6-3 and 5-4 weigh the same; the one with the higher half comes first (DR0-LEAD-3)."""
    rest = [tile for tile in DominoSet.of(6).tiles if tile not in tiles(FIRST_14)]
    shuffle = Shuffle.of([*tiles(FIRST_14), *rest])
    for name in ("highest-double", "double-six"):
        assert start(get(f"draw-classic/{name}"), shuffle).state.over == "misdeal"
    lead = start(get("draw-classic/double-or-single"), shuffle).state.lead
    assert (lead.seat, lead.must, lead.ruling.clause) == (1, Tile(3, 6), "DR0-LEAD-3")


def test_dr0_lead_2_with_seven_doubles_left_out_another_deal_is_taken() -> None:
    shuffle = next(s for s in (Shuffle(seed=n) for n in range(3000))
                   if not any(tile.is_double for tile in s.order(DominoSet.of(6), 0)[:14]))
    redealt = start(get("draw-classic/highest-double"), shuffle)
    kept = start(get("draw-classic/double-or-single"), shuffle)
    assert [event.how for event in redealt.events if hasattr(event, "how")] == ["misdeal"]
    assert redealt.state.lead.must.is_double
    assert not kept.state.lead.must.is_double
    assert redealt.state.holdings != kept.state.holdings


@pytest.mark.parametrize("name", ["highest-double", "double-six", "double-or-single"])
def test_dr0_lead_2_every_hand_starts_with_the_set_tile_and_else_the_lead_goes_left(name: str) -> None:
    after = Standing((10, 0), 2, 0, 0, "out")
    for shuffle in SHUFFLES[:10]:
        set_tile = start(get(f"draw-classic/{name}"), shuffle, standing=after).state.lead
        free = start(get("draw-classic"), shuffle, standing=after).state.lead
        assert set_tile.must in start(get(f"draw-classic/{name}"), shuffle).state.holdings[set_tile.seat]
        assert set_tile.must.is_double
        assert (free.seat, free.must) == (1, None)


def test_dr0_lay_1_a_spinner_takes_four_tiles_and_is_counted_nowhere() -> None:
    most = 0
    for line in played("draw-classic/first-double-spinner"):
        doubles = [laid.number for laid in line.state.chain.laid if laid.tile.is_double]
        touching = [sum(other.parent == n for other in line.state.chain.laid) + (n > 0) for n in doubles]
        most = max(most, *touching[:1])
        assert all(count <= 2 for count in touching[1:])
        assert not any(step.points for step in line.steps)
    assert most == 4


HELD = [tiles("3-0"), tiles("6-2"), tiles("5-5")]


@pytest.mark.parametrize(("name", "award"), [("draw-classic", 8 + 10), ("draw", 8 + 10 - 3)])
def test_dr0_score_1_and_dr2_score_1_whether_the_own_pips_come_off(name: str, award: int) -> None:
    found = settle_holdings(get(name), HELD)
    assert (found.winner, found.award) == (0, award)


@pytest.mark.parametrize("name", ["draw-classic", "draw"])
def test_dr0_tie_1_and_dr2_tie_1_a_tie_scores_nothing_but_who_is_out_beats_a_bare_blank(name: str) -> None:
    assert settle_holdings(get(name), [tiles("1-1"), tiles("2-0"), tiles("6-6")]).winner is None
    out = settle_holdings(get(name), [(), tiles("0-0"), tiles("4-3")], out=0)
    assert (out.winner, out.award) == (0, 7)


@pytest.mark.parametrize("target", [50, 100, 101, 150, 200])
def test_dr0_match_2_the_targets(target: int) -> None:
    rules = get("draw-classic" if target == 100 else f"draw-classic/to-{target}")
    assert rules.winning.reached(target, seats=2, teams=False)
    assert not rules.winning.reached(target - 1, seats=2, teams=False)


def test_dr2_match_1_the_target_by_players() -> None:
    goals = [get("draw").winning.goal(seats, teams=False) for seats in (2, 3, 4)]
    assert [*goals, get("draw/partners").winning.goal(4, teams=True)] == [100, 61, 61, 100]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dr2_draw_1_one_may_always_draw_while_more_than_two_are_left_and_draw_past_a_tile_that_fits(seats: int) -> None:
    for shuffle in SHUFFLES[:10]:
        step = start(get("draw"), shuffle, seats=seats)
        step = advance(step.state, legal(step.state)[0])
        drew = 0
        while step.state.boneyard > 2:
            assert refused(step, Pass()) == "GEN-PASS-1"
            assert judge(step.state, Draw()).clause == "DR2-DRAW-1"
            step = advance(step.state, Draw())
            drew += 1
        assert drew == {2: 14, 3: 13, 4: 8}[seats] - 2
        if step.state.over is None:
            assert refused(step, Draw()) == "DR2-PASS-1"
            assert judge(step.state, Pass()).allowed != able(step)


def test_dr2_end_1_a_shut_line_does_not_end_the_hand() -> None:
    line = read(hands.text("draw-by-choice-shuts-the-line"), get)
    shut = line.steps[17].state
    fives = {tile for held in shut.holdings for tile in held if 5 in tile[:2]}
    assert (fives, shut.over, shut.boneyard) == (set(), None, 6)
    assert [type(action) for action in line.actions[17:]] == [Draw] * 4
    assert set(line.state.stock) == set(tiles("5-0 5-3"))


LEADS = {"draw": 2, "draw/leader-again": 1, "draw/double-six": None, "draw/highest-double": None}


@pytest.mark.parametrize("name", LEADS)
def test_dr2_leadopt_who_leads_after_a_block(name: str) -> None:
    after = Standing((0, 9, 0), 2, 1, 1, "blocked")
    for shuffle in SHUFFLES[:10]:
        state = start(get(name), shuffle, seats=3, standing=after).state
        doubles = {tile: seat for seat, held in enumerate(state.holdings) for tile in held if tile.is_double}
        holder = LEADS[name] if LEADS[name] is not None else doubles[max(doubles)]
        must = None if LEADS[name] is not None else max(doubles)
        assert (state.turn, state.lead.must) == (holder, must)


def test_dr2_leadopt_after_a_hand_that_was_not_blocked_only_the_six_six_asks_who_holds_it() -> None:
    after = Standing((0, 9, 0), 2, 1, 1, "out")
    for name in ("draw", "draw/leader-again", "draw/lots-after-block", "draw/leader-by-sum", "draw/highest-double"):
        lead = start(get(name), SHUFFLES[0], seats=3, standing=after).state.lead
        assert (lead.seat, lead.must) == (2, None), name
    assert start(get("draw/double-six"), SHUFFLES[0], seats=3, standing=after).state.lead.must == Tile(6, 6)


@pytest.mark.parametrize("name", ["draw/lots-after-block", "draw/leader-by-sum"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dr2_leadopt_a_and_d_the_tiles_shown_name_the_leader(name: str, seats: int) -> None:
    after = Standing((0,) * seats, 2, 0, None, "blocked")
    found = set()
    for shuffle in SHUFFLES:
        lots = shuffle.lots(DominoSet.of(6), seats, 0)
        weights = [tile.low + tile.high for tile in lots]
        if name == "draw/lots-after-block" and weights.count(max(weights)) > 1:
            continue
        wanted = weights.index(max(weights)) if name == "draw/lots-after-block" else sum(weights) % seats
        lead = start(get(name), shuffle, seats=seats, standing=after).state.lead
        assert lead.seat == wanted
        found.add(lead.seat)
    assert found == set(range(seats))


@pytest.mark.parametrize(("name", "left"), [
    ("draw", 2), ("draw/to-empty", 0), ("draw/until-it-fits", 0), ("draw/one-tile", 2),
])
def test_dr2_boneopt_how_far_the_boneyard_is_used(name: str, left: int) -> None:
    lines = [play_out(get(name), shuffle, seats=4, policies="random") for shuffle in SHUFFLES]
    assert min(line.state.boneyard for line in lines) == left


def test_dr2_stuckopt_2_a_turn_has_one_draw_and_goes_on_to_the_next_player() -> None:
    passed = 0
    for line in played("draw/one-tile"):
        for before, step in pairwise(line.steps[:-1]):
            if isinstance(step.action, Draw):
                assert (before.state.drawn, able(before)) == (0, False)
            if isinstance(step.action, Pass) and before.state.drawn:
                passed += 1
                assert refused(before, Draw()) == ("DR2-STUCKOPT-2" if before.state.boneyard > 2 else "DR2-PASS-1")
                assert step.state.turn != before.state.turn
    assert passed > 10


def test_dr2_boneopt_3_each_draw_costs_a_point_and_nobody_gets_it() -> None:
    drew = 0
    for line in played("draw/pay-points", seats=3):
        paid = [sum(isinstance(s.action, Draw) and s.seat == seat for s in line.steps) for seat in range(3)]
        settled = line.steps[-1].settled
        won = [settled.award * (seat == settled.winner) for seat in range(3)]
        assert [score + cost for score, cost in zip(line.state.scores, paid, strict=True)] == won
        drew += sum(paid)
    assert drew > 40


def test_dr2_boneopt_3_chips_go_to_the_winner_or_back_and_never_touch_the_scores() -> None:
    ties = 0
    for shuffle in [Shuffle(seed=seed) for seed in range(400)]:
        line = play_out(get("draw/pay-chips"), shuffle, seats=4, policies="random")
        free = play_out(get("draw"), shuffle, seats=4, policies="random")
        assert (line.actions, line.state.scores) == (free.actions, free.state.scores)
        paid = [sum(isinstance(s.action, Draw) and s.seat == seat for s in line.steps) for seat in range(4)]
        winner = line.steps[-1].settled.winner
        ties += winner is None and any(paid)
        expected = [0] * 4 if winner is None else [sum(paid) * (seat == winner) - paid[seat] for seat in range(4)]
        assert list(line.state.chips) == expected
    assert ties


def test_dr2_boneopt_3_a_single_chip_is_told_as_one() -> None:
    """Ben has no 6, draws once and pays one chip; 4 pips against 3 + 1 are a tie, 4 against 3 + 2 are not."""
    text = 'ruleset = "draw/pay-chips"\n[deal]\nholdings = [["6-6", "1-3"], ["1-2"]]\nstock = ["1-0", "0-0", "5-5"]\n' \
        'stock_complete = true\nleader = 0\n[[move]]\nplay = "6-6"\n[[move]]\ndraw = 1\n'
    back, won = read(text, get), read(text.replace('"1-0"', '"2-0"'), get)
    assert (back.state.chips, won.state.chips) == ((0, 0), (1, -1))
    assert back.steps[-1].rulings[-1].text.endswith("takes back what they paid: 1 chip in all.")
    assert won.steps[-1].rulings[-1].text.endswith("takes what was paid in this hand: 1 chip.")


def test_dr2_play_1_partners_add_up_though_the_lightest_hand_is_on_the_other_side() -> None:
    held = [tiles("0-0 6-6 2-0"), tiles("6-2 3-0"), tiles("2-2 4-3 6-1"), tiles("1-0 6-0 3-3 4-4 4-2 6-4 4-1")]
    alone, paired = settle_holdings(get("draw"), held), settle_holdings(get("draw/partners"), held)
    assert (alone.winner, alone.award) == (1, 14 + 18 + 42 - 11)
    assert (paired.winner, paired.award) == (0, (11 + 42) - (14 + 18))


def test_dr2_gen_1_a_block_game_that_may_draw_is_a_draw_game() -> None:
    club = get("block").but(draw_when="unable")
    kinds = {action.kind for shuffle in SHUFFLES for action in play_out(club, shuffle).actions}
    assert "draw" in kinds
    assert "DR2-GEN-1" in get("draw").sheet()


WAITS = "A drawn tile ends the turn: even if it fits, it waits for a later turn."


def test_a_drawn_tile_that_fits_waits_for_the_next_turn() -> None:
    """As in Fido: Ben draws one tile, which fits, and has missed his turn; the tile lies there in the next one."""
    rules = get("draw-classic").but(seats=[2], deal=3, draw_max=1, first_leader="youngest", lead_tile="any",
                                    lead_fallback="none", after_draw="wait")
    held = "5-4 1-0 5-1 2-0 4-4 2-1"    # dealt one at a time, Ana first
    rest = [tile for tile in DominoSet().tiles if tile not in (*tiles(held), Tile(3, 4))]
    step = start(rules, Shuffle.of([*tiles(held), Tile(3, 4), *rest]))
    step = advance(step.state, Play(Tile(4, 5)))
    step = advance(step.state, Draw())
    assert step.state.holdings[1] == (*tiles("1-0 2-0 2-1"), Tile(3, 4))
    assert legal(step.state) == (Pass(),)
    for action in (Play(Tile(3, 4), step.state.open_ends[0]), Draw()):
        assert judge(step.state, action).text == "Ben has drawn a tile, which ends the turn."
    step = advance(step.state, Pass())
    assert step.events[0].ruling.text == "Ben has drawn a tile, so the turn is over."
    step = advance(step.state, Play(Tile(4, 4), next(end for end in step.state.open_ends if end.value == 4)))
    assert [action.tile for action in legal(step.state)] == [Tile(3, 4)]
    assert WAITS in rules.sheet()
    assert "Nobody else may pass" in rules.sheet()


@pytest.mark.parametrize("changes", [{}, {"draw_when": "optional"}, {"pass_cost": 3}, {"extra_turn": "on-double"}],
                         ids=str)
def test_a_turn_is_a_play_or_one_draw(changes: dict[str, object]) -> None:
    """Told once more: in each turn one tile is laid or one is drawn, or, with none left to draw, neither."""
    rules, drawn = get("draw-classic").but(draw_max=1, after_draw="wait", **changes), 0
    for shuffle in SHUFFLES[:15]:
        kinds = [step.action.kind for step in play_out(rules, shuffle, seats=3, policies="random").steps[1:-1]]
        for number, (kind, following) in enumerate(pairwise(kinds)):
            if kind == "draw":
                assert following == "pass" if "play" in kinds[:number] else following in ("pass", "play", "draw")
        drawn += "draw" in kinds
    assert drawn > 10


def test_the_leader_who_draws_by_choice_still_plays_the_first_tile() -> None:
    rules = get("draw").but(draw_max=1, after_draw="wait", deal=5)
    step = start(rules, SHUFFLES[0], leader=0)
    step = advance(step.state, Draw())
    assert {action.kind for action in legal(step.state)} == {"play"}
    assert "Only a leader who draws before the first play still plays in the same turn." in rules.sheet()


def test_a_turn_that_a_drawn_tile_ends_opens_a_line() -> None:
    """Whoever draws could not play, so that the others may play on that line until it is played on again."""
    rules = get("mexican-train").but(draw_max=1, after_draw="wait")
    opened = 0
    for shuffle in SHUFFLES[:4]:
        line = play_out(rules, shuffle, policies="random")
        for before, step in pairwise(line.steps[:-1]):
            if isinstance(step.action, Pass) and before.state.drawn:
                opened += 1
                assert step.seat in step.state.opened
    assert opened
