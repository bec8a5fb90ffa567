"""A lead that the winner leaves to the partner: from then on it is the hand in which the partner led at once."""

from __future__ import annotations

import pytest

from domino_lab.catalogue import get
from domino_lab.chance.knowledge import witness
from domino_lab.core.actions import Action, Pass
from domino_lab.core.events import Leads
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.explain.replay import replay
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge
from domino_lab.play.match import Match, play_match
from domino_lab.play.players import get as player
from domino_lab.play.settlement import settle
from domino_lab.play.start import start
from domino_lab.play.timeline import Timeline
from domino_lab.play.view import View
from domino_lab.record import read, write
from domino_lab.rules import Dealing
from domino_lab.rules.leading import Standing

CHOSEN = {"next_leader": "winning-pair", "block_leader": "as-next"}
PAYS = {"pass_lead": 25, "pass_next": 5, "pass_round": 10, "pass_cost": 2, "draw_when": "never"}
RULES = {
    "block": get("block/partners").but(**CHOSEN, target=200, reach="at-least"),
    "passes pay": get("block/partners").but(**CHOSEN, **PAYS, target=200, reach="at-least"),
    "after a block": get("block/partners").but(next_leader="rotate", block_leader="winning-pair", target=300,
                                               reach="at-least", direction="right"),
    "extra turns": get("draw-partnership").but(**CHOSEN, extra_turn="on-double", pass_when="any"),
    "five up": get("five-up").but(**CHOSEN, seats=[4], teams="pairs", deal=5),
}


def leaver(view: View, stream: Stream) -> Action:
    """Leave the lead whenever that is allowed; else play at random."""
    return Pass() if not view.chain.laid and Pass() in view.legal else player("random")(view, stream)


def left(match: Match) -> list[Timeline]:
    """The hands whose lead was left to the partner, which are all that followed a hand that somebody won."""
    found = []
    for last, hand in zip(match.hands, match.hands[1:], strict=False):
        rule = hand.rules["next_leader"]
        if last.state.over == "blocked" and hand.rules["block_leader"] != "as-next":
            rule = hand.rules["block_leader"]
        chosen = rule == "winning-pair" and last.steps[-1].settled.winner is not None
        assert (hand[1].action == Pass()) == chosen
        if chosen:
            assert hand.state.table.side(hand[1].seat) == last.steps[-1].settled.winner
            found.append(hand)
    return found


@pytest.fixture(params=[(key, seed) for key in RULES for seed in (1, 2)], ids=lambda param: f"{param[0]} {param[1]}",
                name="hands", scope="module")
def _hands(request: pytest.FixtureRequest) -> list[Timeline]:
    key, seed = request.param
    found = left(play_match(RULES[key], seed=seed, seats=4, policies=leaver))
    assert found
    return found


def led_at_once(hand: Timeline) -> Timeline:
    """The same deal and moves, but the partner leads without being asked."""
    table, first = hand.state.table, hand[1].seat
    step = start(table.rules, hand.shuffle, names=table.names, seats=4, standing=table.standing, leader=(first + 2) % 4)
    steps = [step]
    for done in hand.steps[2:]:
        steps.append(settle(steps[-1].state) if done.action is None else advance(steps[-1].state, done.action))
    return Timeline(tuple(steps))


def test_the_hand_goes_on_as_if_the_partner_had_led_at_once(hands: list[Timeline]) -> None:
    for hand in hands:
        other = led_at_once(hand)
        assert hand[1].state.passes == hand[1].points == 0
        assert [type(event) for event in hand[1].events] == [Leads]
        assert len(hand) == len(other) + 1
        for one, same in zip(hand.steps[2:], other.steps[1:], strict=True):
            assert one.seat == same.seat
            assert one.events == same.events
            assert one.state._replace(lead=same.state.lead) == same.state


def test_nothing_is_known_from_it_of_anybodys_tiles(hands: list[Timeline]) -> None:
    for hand in hands:
        if hand.rules["pass_when"] != "unable":
            continue
        other = led_at_once(hand)
        for step in range(1, min(len(hand) - 1, 8)):
            for seat in range(4):
                one, same = witness(hand, seat, step + 1), witness(other, seat, step)
                assert one.others == same.others
                assert one.fitting == same.fitting
                assert one.unseen == same.unseen


def test_a_record_keeps_it(hands: list[Timeline]) -> None:
    for hand in hands:
        again = read(write(hand), get)
        assert again.actions == hand.actions
        assert [step.events for step in again.steps] == [step.events for step in hand.steps]


def test_a_record_may_state_that_the_partner_led(hands: list[Timeline]) -> None:
    """Whoever writes a hand down may not have heard who was asked first."""
    for hand in hands:
        written = write(led_at_once(hand))
        assert f"leader = {hand[2].seat}" in written
        again = read(written, get)
        assert again[0].state.lead.ruling.case == "left"
        assert again.actions == hand.actions[1:]


def test_the_same_rules_play_it_again_and_others_refuse_to_let_the_lead_go(hands: list[Timeline]) -> None:
    for hand in hands:
        assert replay(hand, hand.rules).actions == hand.actions
        without = hand.rules.but(next_leader="winner", block_leader="as-next")
        assert len(replay(hand, without)) == 1
        state = replay(hand, without).state
        assert not judge(state, Pass()).allowed
        assert state.turn == hand[1].seat


class Oddly(Dealing):
    """The two players of a pair have their turns one after the other."""

    def next_seat(self, seat: int, seats: int) -> int:
        """Return whose turn comes after that of `seat`."""
        return (2, 3, 1, 0)[seat]


@pytest.mark.parametrize("rule", ["winning-pair", "partner"])
def test_the_partner_is_the_partner_whatever_the_order_of_turns(rule: str) -> None:
    """Seat 0 has gone out: seat 2 leads or may lead, although seat 1 is the second one after seat 0."""
    rules = get("block/partners").but(next_leader=rule, block_leader="as-next", dealing=Oddly())
    state = start(rules, Shuffle(seed=2), standing=Standing((9, 0), 2, 1, 0, "out")).state
    if rule == "winning-pair":
        assert state.lead.ruling.facts["partner"] == "Cleo"
        state = advance(state, Pass()).state
    assert (state.turn, state.lead.seat) == (2, 2)
