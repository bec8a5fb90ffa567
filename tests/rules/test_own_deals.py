"""A reader's own rule on points for the deal (`bonus` of dl.rules.Dealing), and on hands that were dealt again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.knowledge import know
from domino_lab.chance.simulation import simulate
from domino_lab.core.events import Dealt, Missed
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.explain.replay import replay
from domino_lab.play.match import play_match, row_of
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import write
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Final

HANDS = range(40)


class ManyDoubles(dl.rules.Dealing):
    """A player who is dealt three doubles or more gets 50 points."""

    def bonus(self, holding: Sequence[Tile]) -> int:
        return 50 if sum(tile.is_double for tile in holding) >= 3 else 0


class AgainTwice(dl.rules.Settling):
    """A hand counts once more for each time that the tiles were dealt again."""

    def award(self, final: Final, seat: int) -> int:
        assert final.standing is not None
        return int(super().award(final, seat)) * (1 + final.standing.redeals)  # type: ignore[call-overload]


PAID = get("block").but(ManyDoubles(), name="Many doubles")
AGAIN = get("block").but(AgainTwice(), redeal_doubles=3)


def due(line: Timeline) -> tuple[int, ...]:
    dealt = line.steps[0].state
    points = [50 * (sum(tile.low == tile.high for tile in held) >= 3) for held in dealt.holdings]
    sides = len(dealt.scores)
    return tuple(sum(points[side::sides]) for side in range(sides))


@pytest.mark.parametrize("rules", [PAID, get("latin-partnership").but(ManyDoubles())], ids=lambda rules: rules.name)
def test_a_player_gets_points_for_the_tiles_dealt_beside_those_of_the_hand(rules: Ruleset) -> None:
    plain, paid = get(rules.id), 0
    for hand in HANDS:
        line, other = (play_out(each, Shuffle(seed=1, hand=hand), policies="random") for each in (rules, plain))
        assert line.steps[0].state.scores == due(line)
        assert [step.action for step in line.steps] == [step.action for step in other.steps]
        assert row_of(line).total == tuple(map(sum, zip(due(line), row_of(other).total, strict=True)))
        assert row_of(line).award == row_of(other).award
        assert row_of(line).played == due(line)
        paid += any(due(line))
    assert 5 < paid < len(HANDS)


def test_the_points_for_a_deal_are_told_where_it_is_explained() -> None:
    line = next(line for hand in HANDS if any(due(line := play_out(PAID, Shuffle(seed=1, hand=hand)))))
    names = [name for name, points in zip(line.names, due(line), strict=True) if points]
    told = dl.why(line, 0).text
    assert all(f"By your own rule, {name} gets 50 points for the tiles of the deal." in told for name in names)
    assert "A player who is dealt three doubles or more gets 50 points." in str(PAID.sheet())
    assert "gives points for the deal. We do not use" in know(line, 0).text
    assert "points for the deal" not in know("block", 0).text


def test_points_for_the_deal_can_win_the_match_before_anybody_plays() -> None:
    rules = PAID.but(target=40, target_when="at-once")
    match = play_match(rules, seed=1)
    last = match.hands[-1]
    assert (last.state.over, len(last)) == ("target", 2)
    assert match.winner is not None
    assert due(last)[match.winner] == 50
    assert all(hand.state.over != "target" for hand in match.hands[:-1])
    assert dl.load(write(last), rules=rules).problems == ()


def test_points_for_the_deal_do_not_count_past_an_exact_target() -> None:
    rules = PAID.but(target=40, reach="exact")
    line = next(line for hand in HANDS if any(due(line := play_out(rules, Shuffle(seed=1, hand=hand)))))
    assert not any(line.steps[0].state.scores)
    assert any(isinstance(event, Missed) for event in line.steps[0].events)


def test_a_record_of_a_hand_pays_for_the_deal_once() -> None:
    for hand in HANDS:
        line = play_out(PAID, Shuffle(seed=1, hand=hand))
        text = write(line)
        again = dl.load(text, rules=PAID)
        assert again.problems == ()
        assert [step.state.scores for step in again.steps] == [step.state.scores for step in line.steps]
        leader = 1 - line.steps[0].state.turn
        seeded = f'ruleset = "block"\nplayers = ["Ana", "Ben"]\n[deal]\nseed = 1\nhand = {hand}\nleader = {leader}\n'
        assert dl.load(seeded, rules=PAID).steps[0].state.scores == due(line)
        assert replay(line, PAID).steps[0].state.scores == due(line)


def test_a_hand_that_was_dealt_again_can_count_more() -> None:
    plain, often = get("block").but(redeal_doubles=3), set()
    for hand in HANDS:
        line, other = (play_out(each, Shuffle(seed=1, hand=hand), policies="random") for each in (AGAIN, plain))
        deals = sum(isinstance(event, Dealt) for event in line.steps[0].events)
        assert line.state.scores == tuple(deals * score for score in other.state.scores)
        often.add(deals)
        again = dl.load(write(line), rules=AGAIN)
        assert (again.problems, again.state.scores) == ((), line.state.scores)
        assert replay(line, AGAIN).state.scores == line.state.scores
    assert often >= {1, 2, 3}


def test_each_hand_of_a_match_has_its_own_redeals() -> None:
    match = play_match(AGAIN.but(target=300), seed=2)
    for hand in match.hands:
        deals = sum(isinstance(event, Dealt) for event in hand.steps[0].events)
        assert hand.state.table.standing.redeals == deals - 1
        assert dl.load(write(hand), rules=hand.rules).problems == ()
    assert match.standing.redeals == 0


def test_a_simulation_knows_how_often_the_tiles_were_dealt_again() -> None:
    fast, slow = (simulate(AGAIN, hands=60, policies="random", engine=engine) for engine in ("plain", "readable"))
    assert fast.sums == slow.sums


class AgainAtFirst(dl.rules.Leading):
    """The first deal never counts."""

    def find(self, deck: dl.rules.Deck, standing: dl.rules.Standing, next_seat: Callable[[int], int]
             ) -> dl.rules.Lead | None:
        return super().find(deck, standing, next_seat) if standing.redeals else None


class APointEach(dl.rules.Dealing):
    """A double is worth a point."""

    def bonus(self, holding: Sequence[Tile]) -> int:
        return sum(tile.is_double for tile in holding)


def test_a_new_deal_and_points_for_a_deal_are_told_with_the_rule() -> None:
    again = dl.why(play_out(get("block").but(AgainAtFirst()), Shuffle(seed=1)), 0).text
    assert "the tiles are dealt again. The first deal never counts. This is the new deal." in again
    hands = (play_out(get("all-fives").but(APointEach()), Shuffle(seed=seed)) for seed in HANDS)
    told = next(dl.why(hand, 0).text for hand in hands if hand[0].state.scores == (1, 2))
    assert "gets 1 point for the tiles of the deal. A double is worth a point. By the same rule, Ben gets 2 po" in told
