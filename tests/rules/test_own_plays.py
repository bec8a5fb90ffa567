"""A reader's own rule on each play (`allows` of dl.rules.Arms), by two published games that need it."""

from __future__ import annotations

from itertools import groupby, pairwise, permutations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.knowledge import know
from domino_lab.core.actions import Pass, Play
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.legal import judge, legal
from domino_lab.play.move_text import parse_move
from domino_lab.play.start import start
from domino_lab.play.state import State
from domino_lab.play.timeline import play_out
from domino_lab.rules.so_far import HandSoFar


class BothOrNone(dl.rules.Arms):
    """A turn is two tiles, one at each end, or none; a player's last tile may be played alone."""

    def allows(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar) -> bool:
        if so_far.goes_on:
            return end.at != len(chain.laid) - 1
        rest = [each for each in so_far.holding if each != tile]
        other = [each.value for each in self.open_ends(chain) if each != end]
        return not rest or any({*other} & {*each[:2]} for each in rest)


class Two(dl.rules.Turns):
    """After the first tile of a hand, a turn is two tiles."""

    def goes_on(self, tile: Tile, so_far: HandSoFar | None = None) -> bool:
        return so_far is not None and bool(so_far.moves) and not so_far.goes_on


class AnyLine(dl.rules.Arms):
    """A double may be played on any line."""

    def allows(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar) -> bool:
        return tile.is_double or super().allows(tile, end, chain, so_far)


class OneEach(dl.rules.Arms):
    """Any line will do, but not the one on which the last tile lies."""

    lines = "own"

    def allows(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar) -> bool:
        return chain.laid[-1].parent < 0 or end.at != len(chain.laid) - 1


class Nothing(dl.rules.Arms):
    """Nobody may play a second tile."""

    def allows(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar) -> bool:
        return False


class NoSixes(dl.rules.Arms):
    """Nothing is played on a six."""

    def allows(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar) -> bool:
        return end.value != 6 and super().allows(tile, end, chain, so_far)


class Again(dl.rules.Arms):
    """Only the player who has just moved may play, but has no turn."""

    def allows(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar) -> bool:
        return so_far.moves[-1].seat == so_far.seat


DOUBLE_DRAW = get("draw").but(arms=BothOrNone(), turns=Two(), cannot_go_on="stop", name="Double Draw")
LONGANA = get("mexican-train/double-nine").but(arms=AnyLine(), lines="own", cover_doubles="free", name="Longana")


def two_tiles(state: State) -> bool:
    """Two tiles of the holding fit the two ends of the line, or its only tile fits one."""
    held, [left, right] = state.holdings[state.turn], [end.value for end in state.chain.ends]
    if len(held) == 1:
        return bool({left, right} & {*held[0][:2]})
    return any(left in one[:2] and right in other[:2] for one, other in permutations(held, 2))


def test_a_turn_is_two_tiles_at_the_two_ends_or_none() -> None:
    turns = 0
    for hand in range(40):
        line = play_out(DOUBLE_DRAW, Shuffle(seed=5, hand=hand), policies="random")
        moves = [(step.action, before.state) for before, step in pairwise(line.steps) if step.action is not None]
        for seat, turn in groupby(moves[1:], key=lambda move: move[1].turn):
            steps = [*turn]
            played = [(action, state) for action, state in steps if isinstance(action, Play)]
            assert all(two_tiles(state) == any(isinstance(play, Play) for play in legal(state))
                       for _, state in steps if not state.lapses)
            if len(played) == 2:
                (first, before), (second, _) = played
                assert {first.end, second.end} == {*before.chain.ends}
                turns += 1
            elif played:
                assert len(played[0][1].holdings[seat]) == 1
    assert turns > 100


def test_a_double_goes_on_any_line_and_another_tile_only_where_it_may() -> None:
    abroad = 0
    for hand in range(6):
        line = play_out(LONGANA, Shuffle(seed=2, hand=hand), seats=3, policies="random")
        for step, after in pairwise(line.steps):
            state, action = step.state, after.action
            if isinstance(action, Play) and action.end is not None:
                owner = state.chain.line_of(action.end)
                mine = owner == state.turn or owner in state.opened
                assert mine or action.tile.is_double
                abroad += not mine
            if state.chain.laid and not state.over:
                fit = {(tile, end) for tile in state.holdings[state.turn] for end in state.chain.ends
                       if end.value in tile[:2] and (tile.is_double or state.chain.line_of(end) in
                                                     (state.turn, *state.opened))}
                assert {(play.tile, play.end) for play in legal(state) if isinstance(play, Play)} == fit
    assert abroad > 3


def test_what_a_rule_of_ones_own_decides_is_told_in_its_words() -> None:
    state = start(DOUBLE_DRAW, Shuffle(seed=1), leader=0, names=["Ana", "Ben"]).state
    state = state._replace(chain=Chain().lay(Tile(2, 5)), holdings=(tiles("5-4 6-6"), tiles("5-0 2-1")),
                           moves=((1, "play"),), lead=state.lead._replace(must=None))
    no = judge(state, Play(Tile(4, 5), state.chain.ends[1]))
    # The docstring says why.
    assert (no.allowed, no.text) == (False, "By your own rule, Ana may not play 5-4 on the 5 of 5-2. A turn is two "
                                            "tiles, one at each end, or none; a player's last tile may be played "
                                            "alone.")
    ben = state._replace(turn=1, moves=((0, "play"),))
    yes = judge(ben, Play(Tile(0, 5), state.chain.ends[1]))
    assert yes.allowed
    # The game would allow it, too.
    assert [part.text for part in yes.tree() if "your own rule" in part.text] == []
    fits = "Ana has no tile that fits 2 or 5 in a way that your own rule allows"  # She does hold a 5.
    assert judge(state._replace(drawn=1, stock=()), Pass()).text.startswith(fits)
    without = state._replace(drawn=1, stock=(), holdings=(tiles("4-4 6-6"), tiles("5-0 2-1")))
    assert judge(without, Pass()).text.startswith("Ana has no tile that fits 2 or 5, and")


def test_a_turn_that_is_over_because_a_rule_of_ones_own_refuses_each_tile_is_told_so() -> None:
    """In a second turn Ana holds a 5, which fits the 5 of 5-2, but only a double may follow."""
    state = start(get("block").but(DoubleOnTop()), Shuffle(seed=1), leader=0, names=["Ana", "Ben"]).state
    state = state._replace(chain=Chain().lay(Tile(2, 5)), holdings=(tiles("5-4"), tiles("5-0")), moves=((0, "play"),),
                           blocker=0)
    assert judge(state, Pass()).text == ("Ana has no other tile that fits in a way that your own rule allows, so the "
                                         "turn is over.")
    unfit = state._replace(holdings=(tiles("4-4"), tiles("5-0")))
    assert judge(unfit, Pass()).text == "Ana has no other tile that fits, so the turn is over."


def test_a_refused_tile_is_told_about_an_end_that_it_fits() -> None:
    """The 1 of 2-1 is older, but the 6-3 has no 1: the rule refuses it on the 6 of 6-2."""
    state = start(get("block").but(NoSixes()), Shuffle(seed=1), leader=0, names=["Ana", "Ben"]).state
    chain = Chain().lay(Tile(1, 2))
    chain = chain.lay(Tile(2, 6), chain.ends[1])
    assert [end.value for end in chain.ends] == [1, 6]
    state = state._replace(chain=chain, holdings=(tiles("6-3"), tiles("5-0")), moves=((0, "play"), (1, "play")))
    action = parse_move(state, "6-3")
    assert isinstance(action, Play)
    assert judge(state, action).text == ("By your own rule, Ana may not play 6-3 on the 6 of 6-2. Nothing is played "
                                         "on a six.")


def test_a_rule_that_asks_the_game_keeps_its_words() -> None:
    """On the own line, on another one, and for a double that must be covered, of which the game says no more."""
    said = [dl.why(line, number).text for seed in range(6)
            for line in (play_out(LONGANA.but(cover_doubles="first"), Shuffle(seed=seed), seats=3),)
            for number, step in enumerate(line.steps) if isinstance(step.action, Play)]
    assert any("where Ana may always play" in text for text in said)
    assert any("By your own rule" in text for text in said)
    covering = [text for text in said if "must be covered" in text or "covers" in text]
    assert covering
    assert not [text for text in covering if "By your own rule" in text]


@pytest.mark.parametrize("rule", [Nothing(), Again()])
def test_a_hand_ends_if_nobody_may_play_any_more(rule: dl.rules.Arms) -> None:
    line = play_out(get("block").but(arms=rule), Shuffle(seed=1), seats=2, policies="random")
    assert (line.state.over, [step.action for step in line.steps].count(Pass())) == ("blocked", 0)
    assert any(end.value in tile[:2] for held in line.state.holdings for tile in held for end in line.state.chain.ends)


class DoubleOnTop(dl.rules.Arms, dl.rules.Turns):
    cannot_go_on = "stop"

    def goes_on(self, tile: Tile, so_far: HandSoFar | None = None) -> bool:
        """A turn is two tiles."""
        return so_far is not None and not so_far.goes_on

    def allows(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar) -> bool:
        """The second is a double."""
        return tile.is_double or not so_far.goes_on


def test_a_hand_goes_on_if_a_player_can_play_in_a_turn_to_come() -> None:
    """The first tile of a turn may be any, so the hand is blocked only if no tile fits an end."""
    rules, blocked = get("block").but(DoubleOnTop()), 0
    for seed in range(40):
        state = play_out(rules, Shuffle(seed=seed)).state
        values = {end.value for end in state.chain.ends}
        blocked += state.over == "blocked"
        assert state.over == "out" or not any(values & {*tile[:2]} for held in state.holdings for tile in held)
    assert blocked


class OneAtATime(dl.rules.Drawing):
    draw_max, reserve = 1, 0

    def may(self, able: bool, stock: int, drawn: int, chosen: int = 0, so_far: HandSoFar | None = None) -> bool:
        """Only one player draws, and not after a play."""
        return not able and not drawn and so_far is not None and so_far.seat == 0 and not so_far.goes_on


def test_a_hand_goes_on_if_a_player_can_draw_in_a_turn_to_come() -> None:
    """One player may draw in each turn if no tile fits, so no hand is blocked before the boneyard is empty."""
    rules = get("draw").but(OneAtATime(), extra_turn="while-fits")
    states = [play_out(rules, Shuffle(seed=seed)).state for seed in range(40)]
    assert {state.boneyard for state in states if state.over == "blocked"} == {0}


class AsEver(dl.rules.Arms):
    """Each play is as the game has it."""

    def allows(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar) -> bool:
        return super().allows(tile, end, chain, so_far)


def test_a_hand_goes_on_while_players_draw_and_wait() -> None:
    """Each draw ends a turn: many turns in a row without a play are no block as long as there is something to draw."""
    base = get("draw").but(draw_when="unable", draw_max=1, after_draw="wait", reserve=0)
    for seed in range(60, 100):
        lines = [play_out(rules, Shuffle(seed=seed), seats=2) for rules in (base, base.but(arms=AsEver()))]
        assert lines[0].actions == lines[1].actions


def test_a_pass_proves_nothing_where_each_play_is_judged() -> None:
    rules = get("block").but(arms=BothOrNone(), turns=Two(), cannot_go_on="stop")
    lines = (play_out(rules, Shuffle(seed=2, hand=hand)) for hand in range(20))
    line, passes = next((line, passes) for line in lines if (
        passes := [number for number, step in enumerate(line.steps) if step.action == Pass() and not step.state.over]))
    known = know(line, 1 - line.steps[passes[0]].seat, passes[0])
    assert known.proofs == ()
    assert "A rule of your own decides on each play" in known.text
    assert str(dl.review(line, deals=16, progress=False))


def test_a_rule_that_does_not_ask_the_game_refuses_in_its_own_words() -> None:
    """The game would refuse the line of another player; by this rule it was open a moment ago."""
    rules, cases = get("mexican-train").but(arms=OneEach()), set()
    line = play_out(rules, Shuffle(seed=1), seats=3)
    for step in line.steps[:-1]:
        state = step.state
        for end, tile in ((end, tile) for end in state.chain.ends for tile in state.holdings[state.turn]):
            ruling = judge(state, Play(tile, end))
            if not ruling.allowed and state.over is None and tile in rules.fitting[end.value]:
                cases.add(ruling.id)
    assert cases == {"OWN-ARMS", "MT-DOUBLE-1"}     # A double must be covered first, whosever line it is on.
