"""Whose turn it is, who may pass, draw or discard: one rule at a time, with answers found by hand."""

from __future__ import annotations

from typing import Any

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Discard, Draw, Pass, Play
from domino_lab.core.chain import Chain
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.explain.why import why
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal, shows_that_nothing_fitted
from domino_lab.play.players import get as get_player, reason
from domino_lab.play.policies import POLICIES, greedy
from domino_lab.play.settlement import final, settle
from domino_lab.play.start import start
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import play_out
from domino_lab.play.view import FACE_DOWN, past_of, view
from domino_lab.rules.sheet import statements


@pytest.mark.parametrize(("direction", "seats"), [("left", [0, 1, 2, 0]), ("right", [0, 2, 1, 0])])
def test_direction(direction: str, seats: list[int]) -> None:
    rules = get("all-fives").but(direction=direction, draw_when="never")
    line = play_out(rules, Shuffle(seed=2), seats=3)
    first = line.steps[1].seat
    assert [(step.seat - first) % 3 for step in line.steps[1:5]] == seats


def turns(rule: str, **axes: Any) -> list[int]:
    """Who moves after each of these tiles: Ana plays 5-5 and 5-1, Ben 6-1 and 6-6."""
    state = start(get("all-fives").but(extra_turn=rule, **axes), Shuffle(seed=1), leader=0).state
    state, found = state._replace(holdings=(tiles("5-5 5-1 4-4"), tiles("6-1 6-6 4-2"))), []
    for text in ("5-5", "5-1", "6-1", "6-6"):
        tile = Tile.of(text)
        state = state._replace(turn=next(seat for seat in (0, 1) if tile in state.holdings[seat]))
        state = advance(state, next(one for one in legal(state) if isinstance(one, Play) and one.tile == tile)).state
        found.append(state.turn)
    return found


def test_another_turn_after_a_score_or_a_double() -> None:
    """The counts: the 5-5 alone 10; with the 5-1, 11; with the 6-1 on it, 16; with the 6-6 at its end, 22."""
    assert turns("none") == [1, 1, 0, 0]
    assert turns("on-double") == [0, 1, 0, 1]
    assert turns("on-score") == [0, 1, 0, 0]
    assert turns("on-score", multiple=11) == [1, 0, 0, 1]
    assert turns("on-score", multiple=8) == [1, 1, 1, 0]
    assert turns("on-score-or-double", multiple=8) == [0, 1, 1, 1]


@pytest.mark.parametrize(("rule", "tile", "said"), [
    ("on-double", "5-5", "5-5 is a double, so Ana has another turn."),
    ("on-score", "5-5", "5-5 scored, so Ana has another turn."),
    ("on-score", "6-4", "6-4 scored, so Ana has another turn."),
    ("on-score-or-double", "6-6", "6-6 is a double, so Ana has another turn."),
])
def test_another_turn_is_for_what_the_rule_asks_for(rule: str, tile: str, said: str) -> None:
    """The first tile scores with 10 pips, and does not with 12."""
    state = start(get("all-fives").but(extra_turn=rule), Shuffle(seed=1), leader=0, names=["Ana", "Ben"]).state
    state = state._replace(holdings=(tiles(f"{tile} 1-0"), tiles("2-1")))
    assert said in why(advance(state, Play(Tile.of(tile)))).text


def test_a_player_may_pass_with_a_tile_that_fits_where_the_rules_say_so() -> None:
    """Ana leads the 5-5 and has another turn; in a second deal she then holds nothing that fits, and draws."""
    for rule, again, after in (("unable", False, False), ("extra-turn", True, False), ("any", True, True)):
        dealt = start(get("draw-osel").but(pass_when=rule, draw_when="unable"), Shuffle(seed=1), leader=0).state
        state = dealt._replace(holdings=(tiles("5-5 5-1 4-4"), tiles("5-0 3-3")))
        assert not judge(state, Pass()).allowed, "nobody can pass instead of leading"
        state = advance(state, Play(Tile(5, 5))).state
        assert (state.turn, judge(state, Pass()).allowed) == (0, again)
        other = advance(state, Play(Tile(1, 5), state.open_ends[0])).state
        assert (other.turn, judge(other, Pass()).allowed) == (1, after)
        stuck = state._replace(holdings=(tiles("4-4"), tiles("5-0 3-3")))
        assert judge(stuck, Pass()).allowed == again
        assert judge(stuck, Draw()).allowed


def test_a_player_who_has_drawn_may_keep_a_tile_that_fits() -> None:
    """Ana, on the 2-2, draws the 4-3, which does not fit, and then the 6-2, which does; Ben holds the 2-0."""
    rules = get("draw").but(pass_when="after-draw", draw_max="until-playable", reserve=0)
    dealt = start(rules, Shuffle(seed=1), leader=0, names=["Ana", "Ben"]).state
    state = dealt._replace(chain=Chain().lay(Tile(2, 2)), blocker=1, holdings=(tiles("4-4"), tiles("2-0 1-1")),
                           stock=tiles("4-3 6-2 5-5"))
    for _ in range(2):
        assert legal(state) == (Draw(),)
        assert judge(state, Pass()).text == "Ana may not pass yet, because a tile can still be drawn."
        state = advance(state, Draw()).state
    assert [str(move) for move in legal(state)][-1:] == [str(Pass())]
    assert judge(state, Pass()).text == "Ana has drawn and may pass, whether a tile fits or not."
    passed = advance(state, Pass())
    assert not shows_that_nothing_fitted(state, passed), "the 6-2 may be kept"
    assert judge(passed.state, Pass()).text == "Ben may not pass, because 2-0 can be played."
    said = " ".join(each.text for each in statements(rules.but(draw_when="unable", draw_max=1)))
    assert "A player who has drawn in this turn may pass, even if a tile fits now." in said
    assert "Only one tile is drawn in a turn." in said
    assert "If it fits, the player plays it." not in said


@pytest.mark.parametrize(("block", "over"), [("all-stuck", None), ("dead-layout", "blocked")])
def test_a_dead_line_is_drawn_on_or_scored_at_once(block: str, over: str | None) -> None:
    """DR2-END-1 and DR2-AR: nothing that is left, in hand or boneyard, fits, and tiles may still be drawn."""
    state = start(get("all-fives").but(block=block), Shuffle(seed=1), leader=0).state
    dead = state._replace(chain=Chain().lay(Tile(0, 1)), holdings=(tiles("5-5"), tiles("4-4")), stock=tiles("3-3 2-2"))
    assert advance(dead, Draw()).state.over == over
    alive = dead._replace(stock=tiles("3-3 2-2 1-1"))
    assert advance(alive, Draw()).state.over is None


def stuck_at(*held: str, chain: Chain | None = None, **axes: Any) -> State:
    """Ana to move on the 2-2, without a boneyard, in the Block Game with discards."""
    rules = get("block").but(cannot_play="discard", **axes)
    state = start(rules, Shuffle(seed=1), seats=len(held), leader=0).state
    return state._replace(chain=chain or Chain().lay(Tile(2, 2)), blocker=len(held) - 1, turn=0, stock=(),
                          holdings=tuple(map(tiles, held)))


def done(state: State, *moves: str) -> State:
    """The position after these moves, each the tile that is played or discarded."""
    for text in moves:
        state = advance(state, next(one for one in legal(state) if one.tile == Tile.of(text))).state
    return state


def test_who_cannot_play_discards_and_everything_that_is_left_counts() -> None:
    """Ana 4-3 and 4-4, 15 pips; Ben keeps the 6-6, 12 pips: he wins 15 less 12."""
    state = stuck_at("4-3 4-4", "2-1 6-6")
    assert legal(state) == (Discard(Tile(3, 4)), Discard(Tile(4, 4)))
    assert not judge(state, Pass()).allowed
    state = done(state, "4-4", "2-1")
    assert (state.holdings, state.discards, state.turn) == ((tiles("4-3"), tiles("6-6")), (tiles("4-4"), ()), 0)
    assert state.over == "blocked"
    found = settle(state)
    assert (found.settled.winner, found.settled.award, found.state.scores) == (1, 3, (0, 3))
    assert "8 for Ana" in found.settled.ruling.tree()[-1].text.replace(" pips", "")


def test_a_player_with_discards_does_not_go_out_and_has_no_more_turns() -> None:
    """Ana discards the 4-4 and lays the 1-0, her last. Ben and Cleo go on; Ben lays all he has, and is out."""
    state = done(stuck_at("4-4 1-0", "2-1 5-3 5-0", "2-5 6-6"), "4-4", "2-1", "5-2", "1-0")
    assert (state.over, state.holdings[0], state.turn) == (None, (), 1)
    state = done(state, "5-3")
    assert state.turn == 2
    state = done(state, "6-6")
    assert (state.turn, state.discards) == (1, (tiles("4-4"), (), tiles("6-6")))
    state = done(state, "5-0")
    assert state.over == "out"
    assert settle(state).state.scores == (0, 20, 0), "8 of Ana and 12 of Cleo"


@pytest.mark.parametrize(("held", "moves", "over", "award"), [
    ("4-4 1-0", ["1-0", "5-3", "6-3"], "out", 8),
    ("4-4 6-6", ["6-6", "5-3", "6-3"], "out", 8 + 12),
    ("4-4 1-0 0-0", ["1-0", "5-3", "6-3", "0-0"], "blocked", 8),
    ("4-4 1-0 5-5", ["1-0", "5-3", "6-3"], "blocked", 8 + 10),
])
def test_a_player_with_discards_gets_no_place_where_the_others_play_on(
        held: str, moves: list[str], over: str, award: int) -> None:
    """Ana discards the 4-4, and perhaps her last tile. Ben goes out first and wins what she has left, then Cleo."""
    state = done(stuck_at(held, "2-1 5-3", "5-2 6-3", play_on="stuck"), "4-4", "2-1", "5-2", *moves)
    assert (state.over, final(state).places, final(state).weights[0]) == (over, (1, 2), award)
    assert settle(state).state.scores == (0, award, 0)


def test_another_turn_is_for_a_player_with_tiles() -> None:
    """After a double Ana would go on, but it was her last tile, and she has discarded one."""
    state = done(stuck_at("4-4 1-1", "2-1 5-0", extra_turn="on-double"), "4-4", "2-1", "1-1")
    assert (state.over, state.turn) == ("blocked", 1)
    assert settle(state).state.scores == (0, 3), "Ana has 8 pips and Ben 5"


def test_a_tile_is_discarded_only_if_none_can_be_drawn() -> None:
    state = stuck_at("4-3 4-4", "2-1", draw_when="unable", draw_max=1)._replace(stock=tiles("6-5 5-4"))
    assert not judge(state, Discard(Tile(4, 4))).allowed
    state = advance(state, Draw()).state
    assert judge(state, Discard(Tile(4, 4))).allowed
    assert judge(state, Discard(Tile(5, 6))).allowed
    assert not judge(state, Draw()).allowed
    assert not judge(state, Discard(Tile(1, 1))).allowed, "she does not hold it"


def test_others_learn_of_a_discard_and_not_of_its_tile() -> None:
    state = stuck_at("4-3 4-4", "2-1 6-6")
    step = advance(state, Discard(Tile(4, 4)))
    assert why(step, seen_by=0).what == why(step).what == "Ana discards 4-4."
    for seat in (1, -1):
        assert "4-4" not in why(step, seen_by=seat).text
    seen = past_of((Step(None, None, (), state), step), 1)[-1]
    assert (seen.action, seen.state.discards, seen.events) == (Discard(FACE_DOWN), ((FACE_DOWN,), ()), ())
    assert past_of((step,), 0)[-1].action == step.action
    assert view(step.state, 1).discards == ((FACE_DOWN,), ())
    for name in POLICIES:
        policy = get_player(name)
        action = policy(view(state, 0), Shuffle(seed=1).choices(0))
        assert action in legal(state)
        assert "4-" not in reason(policy, view(state, 0), action), "the reason is said aloud"
    assert greedy(view(state, 0), Shuffle(seed=1).choices(0)) == Discard(Tile(3, 4)), "the lightest costs least"


@pytest.mark.parametrize(("rule", "able"), [("any-end", ["4-1", "5-5"]), ("same-end", ["4-1"])])
def test_where_another_turn_is_played(rule: str, able: list[str]) -> None:
    """After the 5-4 on the 5-5 the ends show 5 and 4: only the 4-1 joins the 5-4, and after a round both fit."""
    state = start(get("block").but(extra_turn="while-fits", extra_turn_at=rule), Shuffle(seed=1), leader=0).state
    held = (tiles("5-4 4-1 5-3 0-0"), tiles("6-1 6-6"))
    state = state._replace(chain=Chain().lay(Tile(5, 5)), holdings=held, blocker=1, lead=state.lead._replace(must=None))
    state = advance(state, Play(Tile(4, 5), state.chain.ends[0])).state
    state = state._replace(holdings=(tiles("4-1 5-5 0-0"), held[1]))
    assert [str(action.tile) for action in legal(state)] == able
    refused = judge(state, Play(Tile(5, 5), state.chain.ends[0]))
    assert refused.allowed == (rule == "any-end")
    assert refused.allowed or refused.id == "HOUSE-EXTRA-TURN-AT"
    stuck = state._replace(holdings=(tiles("5-5 0-0"), held[1]))
    assert [str(action.kind) for action in legal(stuck)] == ["play" if rule == "any-end" else "pass"]
    if rule == "same-end":
        turn = advance(advance(stuck, Pass()).state, Pass()).state
        assert [str(action.tile) for action in legal(turn)] == ["5-5"]


def test_after_a_double_only_another_double_may_follow() -> None:
    """The ends show 5 and 2. After her 5-5 Ana may lay the 2-2, not the 5-1 or the 3-3, and need not; nobody draws."""
    state = start(get("draw").but(extra_turn="more-doubles"), Shuffle(seed=1), leader=0, names=["Ana", "Ben"]).state
    held = (tiles("5-5 2-2 5-1 3-3"), tiles("5-4 6-1"))
    state = state._replace(chain=Chain().lay(Tile(2, 5)), holdings=held, blocker=1, lead=state.lead._replace(must=None))
    step = advance(state, Play(Tile(5, 5), state.chain.ends[1]))
    assert "5-5 is a double, so Ana may lay another double at once." in why(step).text
    again = step.state
    assert legal(again) == (Play(Tile(2, 2), again.chain.ends[0], 2), Pass())
    single = judge(again, Play(Tile(1, 5), again.chain.ends[1]))
    assert (single.allowed, single.id) == (False, "HOUSE-EXTRA-TURN")
    assert single.text == "After a double, only another double may follow in the same turn: lay one, or pass."
    assert not judge(again, Draw()).allowed
    assert judge(again, Pass()).text == "Ana need not lay another double."
    assert (advance(again, Pass()).state.turn, done(again, "2-2").turn) == (1, 1), "no third double fits 5 or 2"


@pytest.mark.parametrize("order", ["four-first", "four-first-clockwise"])
def test_the_same_end_may_not_be_open_yet(order: str) -> None:
    """Ana begins an arm of the 5-5 with her 5-4. It can be continued only when all four are begun."""
    rules = get("block").but(extra_turn="while-fits", extra_turn_at="same-end", spinner="first", arm_order=order)
    state = start(rules, Shuffle(seed=1), leader=0).state
    state = state._replace(chain=Chain().lay(Tile(5, 5), spins=True), blocker=1,
                           holdings=(tiles("5-4 4-1 5-3"), tiles("6-1 6-6")))
    state = advance(state, Play(Tile(4, 5), state.chain.ends[0])).state
    assert (state.turn, legal(state)) == (0, (Pass(),))
    said = "Ana has no tile that fits 4 (not open yet)."
    assert judge(state, Pass()).text == said


def test_discards_count_for_partners_too() -> None:
    """The pairs hold 8 + 10 and 12 + 2. Alone, Dan's 2 pips are the fewest, and only they come off."""
    for team_block, award in (("team-total", 18 - 14), ("individual", 18 - 2)):
        state = done(stuck_at("4-4", "2-0 6-6", "5-5", "1-1", teams="pairs", team_block=team_block), "4-4", "2-0")
        assert state.over == "blocked"
        assert settle(state).state.scores == (0, award)
