"""Another turn: what happens to a player who has it, and then has no tile that fits (axis cannot_go_on)."""

from __future__ import annotations

from itertools import groupby, islice, pairwise

import pytest
from hypothesis import given, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance import rollouts
from domino_lab.core.actions import Draw, Pass, Play
from domino_lab.core.chain import Chain
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.explain.why import why
from domino_lab.kernel import chain_games as k
from domino_lab.kernel.encoding import encode_rules
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.start import start
from domino_lab.play.state import State, so_far
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import hands
from tests.rules.random_rules import any_rules, changed


def after_a_double(rules: Ruleset, held: str) -> State:
    """Ana has just laid the 5-5 on the 5 of the 5-2, and holds what is given."""
    state = start(rules, Shuffle(seed=1), leader=0, names=["Ana", "Ben"]).state
    state = state._replace(chain=Chain().lay(Tile(2, 5)), blocker=1, holdings=(tiles(f"5-5 {held}"), tiles("6-6 5-0")),
                           lead=state.lead._replace(must=None))
    return advance(state, Play(Tile(5, 5), state.chain.ends[1])).state


def test_a_player_who_cannot_go_on_draws_or_stops() -> None:
    """The ends show 5 and 2. With the 4-4 Ana draws, as in any turn, or else her turn is over."""
    draws = after_a_double(get("draw-osel"), "4-4")
    assert legal(draws) == (Draw(),)
    stops = after_a_double(get("draw-osel").but(cannot_go_on="stop"), "4-4")
    assert legal(stops) == (Pass(),)
    assert judge(stops, Pass()).text == "Ana has no other tile that fits, so the turn is over."
    assert judge(stops, Draw()).text == "Ana has played, and may not draw in the same turn."
    ben = advance(stops, Pass()).state
    assert (ben.turn, ben.boneyard) == (1, stops.boneyard)
    assert judge(ben._replace(holdings=(ben.holdings[0], tiles("6-6"))), Draw()).allowed, "his own turn begins"


def test_a_player_who_can_go_on_must() -> None:
    """The 2-1 fits: Ana plays it, and may not draw by choice first, which she may in a turn that begins."""
    state = after_a_double(get("draw-osel").but(cannot_go_on="stop"), "2-1")
    assert [action.kind for action in legal(state)] == ["play"]
    assert not judge(state, Pass()).allowed
    assert not judge(state, Draw()).allowed
    assert judge(after_a_double(get("draw-osel"), "2-1"), Draw()).allowed


def test_nobody_is_paid_because_a_player_stops() -> None:
    """Ana pays nobody when she stops after her own play; Ben, who then cannot play, pays her as after any play."""
    rules = get("block").but(pass_cost=3, pass_next=5, extra_turn="on-double", cannot_go_on="stop")
    stopped = advance(after_a_double(rules, "4-4"), Pass()).state
    assert stopped.scores == (0, 0)
    stuck = stopped._replace(holdings=(stopped.holdings[0], tiles("6-6")))
    assert advance(stuck, Pass()).state.scores == (5 + 3, -3)


@pytest.mark.parametrize("rule", ["as-usual", "stop"])
def test_a_line_stays_closed_if_its_owner_stops(rule: str) -> None:
    """After a double that its owner cannot cover; where the rules are as usual, once the boneyard is empty."""
    rules, opened = get("mexican-train").but(cannot_go_on=rule), set[bool]()
    for seed in range(12):
        line = play_out(rules, Shuffle(seed=seed), seats=3, policies="random")
        for laid, step in pairwise(line.steps[1:-1]):
            if (laid.action.kind, step.action.kind, step.seat) == ("play", "pass", laid.seat):
                opened.add(step.seat in {*step.state.opened} - {*laid.state.opened})
    assert opened >= {rule == "as-usual"}
    assert rule == "as-usual" or opened == {False}


def moved(state: State, *moves: str) -> State:
    """The position after tiles that are played, and passes."""
    for text in moves:
        play = [one for one in legal(state) if isinstance(one, Play) and text != "pass" and one.tile == Tile.of(text)]
        state = advance(state, play[0] if play else Pass()).state
    return state


@pytest.mark.parametrize(("rule", "after"), [("first-turn", 1), ("first-turn-or-double", 0)])
def test_as_many_tiles_as_fit_in_a_first_turn_only(rule: str, after: int) -> None:
    """Each player's first turn ends when nothing fits the ends: 6 and 4, then 6 and 2. The 2-2 is Ana's second turn."""
    rules = get("block").but(extra_turn=rule, first_leader="lot", lead_tile="any")
    state = start(rules, Shuffle(seed=1), leader=0, names=["Ana", "Ben"]).state
    state = state._replace(holdings=(tiles("6-5 5-4 2-2 2-1 0-0"), tiles("4-3 3-2 5-5")))
    step = advance(state, Play(Tile(5, 6)))
    assert "In a first turn as many tiles are played as fit, so Ana has another turn." in why(step).text
    assert [so_far(step.state).first_turn, moved(step.state, "5-4").turn] == [True, 0]
    ben = moved(step.state, "5-4", "pass")
    assert [ben.turn, moved(ben, "4-3").turn, moved(ben, "4-3", "3-2").turn] == [1, 1, 1]
    ana = moved(ben, "4-3", "3-2", "pass")
    assert [ana.turn, so_far(ana).first_turn, moved(ana, "2-2").turn] == [0, False, after]


class LeaderPlaysTwo(dl.rules.Turns):
    """Whoever leads a hand plays a second tile if one fits."""

    def goes_on(self, tile, so_far):
        return "play" not in [move.kind for move in so_far.moves]


class TwoTiles(dl.rules.Turns):
    """A turn is two tiles, or one if no second tile fits."""

    def goes_on(self, tile, so_far):
        return so_far.moves[-1:] != ((so_far.seat, "play"),)


@pytest.mark.parametrize(("turns", "most"), [(LeaderPlaysTwo(), [2, 1, 1]), (TwoTiles(), [2, 2, 2])],
                         ids=["lead", "each"])
def test_a_second_tile_in_a_turn_is_a_rule_of_three_lines(turns: dl.rules.Turns, most: list[int]) -> None:
    """The second tile lapses if none fits; nobody draws for it. In each turn as many tiles lie as the rule says."""
    rules = get("draw-classic").but(turns=turns, cannot_go_on="stop", deal=4)
    seen = [set[int](), set[int](), set[int]()]
    for seed in range(12):
        line = play_out(rules, Shuffle(seed=seed), policies="random")
        for place, (_, turn) in enumerate(islice(groupby(line.steps[1:-1], lambda step: step.seat), 3)):
            kinds = [step.action.kind for step in turn]
            assert "draw" not in kinds[kinds.index("play"):] if "play" in kinds else kinds[-1] == "pass"
            seen[place].add(kinds.count("play"))
    assert [max(found) for found in seen] == most
    assert 1 in seen[0], "a second tile has lapsed"


STOPS = st.builds(changed, any_rules(), st.just([("visibility", "private"), ("cannot_play", "pass"),
                                                 ("play_on", "never"), ("extra_turn", "on-double"),
                                                 ("cannot_go_on", "stop")])
                  ).filter(lambda rules: rules["cannot_go_on"] == "stop" and rules["visibility"] == "private"
                           and rules["extra_turn"] != "none")


@given(hands(STOPS))
def test_nobody_draws_after_a_play_of_theirs_in_the_same_turn(line: Timeline) -> None:
    """Told from the moves alone: between a draw and the last play of the same seat, somebody else has moved."""
    moves = [(step.seat, step.action.kind) for step in line.steps[1:-1]]
    for (seat, kind), (other, following) in pairwise(moves):
        if (kind, following) == ("play", "draw"):
            assert seat != other


@pytest.mark.parametrize("game", ["block", "draw-classic"])
def test_a_count_from_the_middle_of_a_hand_knows_whose_first_turn_is_over(game: str) -> None:
    """Told by turns: the moves of a turn stand together. Only a seat that is in its first one has not had it yet."""
    rules = get(game).but(extra_turn="first-turn-or-double", cannot_go_on="stop")
    table, places = encode_rules(rules, 2), {tile: place for place, tile in enumerate(rules.equipment.set.tiles)}
    over = 0
    for seed in range(12):
        line = play_out(rules, Shuffle(seed=seed), policies="random")
        for number, step in enumerate(line.steps[:-2]):
            done = [(one.seat, one.action.kind) for one in line.steps[1 : number + 1] if one.action.kind != "draw"]
            turns = [seat for seat, _ in groupby(seat for seat, _ in done)]
            for seat in (0, 1):
                begun = (turns, step.state.turn) == ([*turns[:-1], seat], seat) and (seat, "pass") not in done
                had = seat in turns and not (begun and turns.count(seat) == 1)
                assert rollouts._kernel_array(step.state, table, places)[k.HAD_TURN] >> seat & 1 == had
                over += had
    assert over


class Back(dl.rules.Turns):
    """Turns go to the right."""

    def next_turn(self, chain, seat, seats, so_far):
        return (seat - 1) % seats


class Stays(dl.rules.Turns):
    """A player goes on for ever."""

    def next_turn(self, chain, seat, seats, so_far):
        return seat


def test_an_order_of_ones_own_holds_after_a_pass() -> None:
    lines = [play_out(get("block").but(deal={4: 7}, turns=Back()), Shuffle(seed=seed), seats=4) for seed in range(12)]
    assert sum(isinstance(action, Pass) for line in lines for action in line.actions) > 20
    for line in lines:
        seats = [step.seat for step in line.steps if step.action is not None and step.seat is not None]
        assert all(after == (before - 1) % 4 for before, after in pairwise(seats))


def test_an_order_of_ones_own_holds_after_everybody_has_drawn_and_passed() -> None:
    """The same direction, told by an axis, plays the same hands."""
    base = get("block-and-draw").but(draw_max=1)
    for seed in range(60, 90):
        own = play_out(base.but(turns=Back()), Shuffle(seed=seed), seats=3)
        axis = play_out(base.but(direction="right"), Shuffle(seed=seed), seats=3)
        assert own.actions == axis.actions


class AfterAPass(dl.rules.Turns):
    """A pass turns the direction."""

    def next_turn(self, chain, seat, seats, so_far):
        return (seat - 1) % seats if so_far.moves[-1].kind == "pass" else None


def test_an_order_of_ones_own_sees_the_move_that_was_made() -> None:
    line = play_out(get("block").but(deal={4: 7}, turns=AfterAPass()), Shuffle(seed=1), seats=4)
    moved = [step for step in line.steps if step.action is not None]
    assert [(after.seat - before.seat) % 4 for before, after in pairwise(moved)] == [
        3 if isinstance(before.action, Pass) else 1 for before in moved[:-1]]
    assert Pass() in line.actions[:-1]


def test_an_order_of_ones_own_that_never_moves_on_ends_after_a_round_of_passes() -> None:
    line = play_out(get("block").but(deal={4: 7}, turns=Stays()), Shuffle(seed=1), seats=4)
    passes = [len([*group]) for kind, group in groupby(line.actions, lambda action: action.kind) if kind == "pass"]
    assert line.is_over
    assert passes
    assert max(passes) == 4
    assert {step.seat for step in line.steps if step.action is not None} != {line.steps[1].seat}


def test_who_need_not_lay_another_double_holds_one_that_fits() -> None:
    rules, seen = get("kozel").but(extra_turn="more-doubles"), set()
    for seed in range(30):
        for before, step in pairwise(play_out(rules, Shuffle(seed=seed)).steps):
            if isinstance(step.action, Pass) and before.state.only_doubles:
                ends = {end.value for end in before.state.open_ends}
                held = {tile.low for tile in before.state.holdings[before.state.turn] if tile.is_double}
                case = judge(before.state, Pass()).case
                assert case == "stops" if held & ends else case in ("no_more", "pass_never")
                seen.add(case)
    assert "no_more" in seen
