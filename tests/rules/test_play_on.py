"""The others play on after a player is out: whose turn it is, when the hand ends, and who wins (axis play_on)."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.errors import NotationError
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import read, write
from domino_lab.rules.ruleset import Ruleset

GAMES = [(get(name).but(play_on=until), seats, until)
         for name, seats in (("block", 4), ("draw", 3), ("latin-partnership", 4), ("all-fives", 3))
         for until in ("one-left", "side-out", "stuck") if until != "side-out" or name == "latin-partnership"]
GAMES += [(get(name).but(play_on="stuck", cannot_play="discard", **axes), seats, "stuck")
          for name, axes, seats in (("gaple", {}, 4), ("gaple/partners", {}, 4), ("draw", {"deal": 3}, 3),
                                    ("all-fives", {}, 3))]
every_game = pytest.mark.parametrize(("rules", "seats", "until"), GAMES, ids=lambda value: str(value))


def hands_of(rules: Ruleset, seats: int) -> list[Timeline]:
    return [play_out(rules, Shuffle(seed=seed), seats=seats, policies="random") for seed in range(25)]


def discarded(state: State, seat: int) -> bool:
    return any(state.discards[seat : seat + 1])


@every_game
def test_a_player_who_is_out_has_no_turn_and_the_hand_ends_where_the_rule_says(
        rules: Ruleset, seats: int, until: str) -> None:
    """HOUSE-PLAY-ON, told again from the tiles alone."""
    ends = set()
    for line in hands_of(rules, seats):
        gone: list[int] = []
        for before, step in zip(line.steps, line.steps[1:-1], strict=False):
            held = before.state.holdings
            assert held[step.seat]
            after = step.state.holdings
            if not (after[step.seat] or discarded(step.state, step.seat)):
                gone.append(step.seat)
                takes = f"{line.names[step.seat]} has played their last tile and is number {len(gone)} to go out."
                assert takes in dl.why(line, line.steps.index(step)).text
            if step.action.kind != "draw" and step.state.over is None:
                following = [(step.seat + turn * (1 if rules["direction"] == "left" else -1)) % seats
                             for turn in range(1, seats + 1)]
                assert step.state.turn == next(seat for seat in following if after[seat])
            out = [seat for seat in range(seats) if not after[seat]]
            over = {"one-left": len(out) >= seats - 1, "stuck": len(out) == seats,
                    "side-out": {0, 2} <= set(out) or {1, 3} <= set(out)}[until]
            assert (step.state.over == "out") == (over and step.seat in gone)
            assert step.state.out == tuple(gone)
        ends.add(line.state.over)
        settled = line.steps[-1].settled
        if until == "side-out" and line.state.over == "out":
            assert settled.winner == line.state.table.side(gone[-1])
        elif until != "side-out" and gone:
            assert settled.winner == line.state.table.side(gone[0])
    assert ends <= {"out", "blocked"}
    assert until == "stuck" or ends == {"out", "blocked"}


@every_game
def test_such_a_hand_comes_back_from_its_record(rules: Ruleset, seats: int, until: str) -> None:
    hand = play_out(rules, Shuffle(seed=4), seats=seats, policies="greedy")
    back = read(write(hand), get)
    assert back.problems == ()
    assert back.steps == hand.steps


def test_a_rule_of_ones_own_pays_by_place() -> None:
    """Place 1 scores three points, place 2 two, place 3 one."""
    class ByPlace(dl.rules.Settling):
        def award(self, final, seat):
            return {final.sides[other]: 3 - place for place, other in enumerate(final.places[:3])}

    rules = get("block").but(play_on="one-left", settling=ByPlace())
    for line in hands_of(rules, 4):
        places = line.state.out
        if places:
            paid = {places[number]: 3 - number for number in range(len(places[:3]))}
            assert line.steps[-1].settled.shares == tuple(paid.get(side, 0) for side in range(4))


def test_who_went_out_first_must_be_said_where_two_have_no_tiles() -> None:
    rules = get("block").but(play_on="one-left")
    with pytest.raises(NotationError, match="seats 0 and 2 have both gone out: say with out = 0 or out = 2"):
        dl.settle(rules, holdings=["", "6-4 3-1", ""])
    assert dl.settle(rules, holdings=["", "6-4 3-1", ""], out=2).award == 14


@every_game
def test_the_kernel_plays_such_hands_alike(rules: Ruleset, seats: int, until: str) -> None:
    plain, readable = (dl.simulate(rules, hands=60, seats=seats, seed=8, policies="random", engine=engine,
                                   progress=False) for engine in ("plain", "readable"))
    assert plain.sums == readable.sums


def test_both_partners_are_named_where_both_had_to_go_out() -> None:
    """The hand ends when the second of them goes out, and their pair wins it."""
    rules = get("latin-partnership").but(play_on="side-out")
    hand = next(hand for hand in hands_of(rules, 4) if hand.state.over == "out")
    winner = hand[-1].settled.winner
    names = " and ".join(name for seat, name in enumerate(hand.state.table.names) if seat % 2 == winner)
    assert f"{names} have gone out." in dl.why(hand, len(hand) - 1).text
