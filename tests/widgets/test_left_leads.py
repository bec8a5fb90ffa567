"""A lead that is left to the partner: how a reader leaves it, and what the views say of it."""

from __future__ import annotations

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Pass
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.move_text import describe_move, format_move, move_of, parse_move
from domino_lab.play.start import start
from domino_lab.play.timeline import Timeline
from domino_lab.rules.leading import Standing
from domino_lab.sessions.labels import label, short_entry
from domino_lab.sessions.playhead import Playhead
from domino_lab.widgets import HandStepper, Play
from tests.widgets.pressing import press
from tests.widgets.reading import area, entries, text

NAMES = ("Ana", "Ben", "Cleo", "Dan")


@pytest.fixture(scope="module")
def line() -> Timeline:
    """Cleo has won the first hand with Ana, and lets Ana lead."""
    won = Standing((1, 0), 2, 0, 2, "out")
    first = start(get("jamaican"), Shuffle(seed=4), names=NAMES, standing=won)
    left = advance(first.state, Pass())
    return Timeline((first, left, advance(left.state, legal(left.state)[0])))


def test_the_stepper_says_who_leaves_the_lead_to_whom(line: Timeline) -> None:
    stepper = HandStepper(line, step=1)
    assert stepper.status.startswith("Cleo leaves the lead to Ana. Either player of the pair that won may lead")
    assert label(Playhead(line, step=1)) == "leaves the lead"
    assert "Cleo leaves the lead" in text(entries(stepper)[1])
    assert short_entry(line[1], None) == ("leaves the lead", "")
    assert (line[2].seat, move_of(line[1])) == (0, "leaves the lead to Ana")


def test_the_move_is_described_as_what_it_is_and_typed_as_a_pass(line: Timeline) -> None:
    assert describe_move(line[0].state, Pass()) == "leave the lead to Ana"
    assert describe_move(line[1].state, Pass()) == "pass"
    assert parse_move(line[0].state, "pass") == Pass()
    assert format_move(line[0].state, Pass()) == "pass"


def test_a_player_leaves_the_lead_by_its_button_or_its_key() -> None:
    for leave in (lambda play: play.do("act", "pass"), lambda play: press(play, "p")):
        play = Play("jamaican", seed=5, against="random")
        while not play.here.is_over:
            play.here.do(play.here.legal[0])
        play.do("next_hand")
        assert "Leave the lead" in text(area(play, "bar"))
        assert "Your turn. Play the first tile, or leave the lead to Cleo." in text(area(play, "talk"))
        leave(play)
        assert "Ana leaves the lead to Cleo. Cleo starts with" in play.status
        assert "Leave the lead" not in text(area(play, "bar"))


def test_among_people_both_of_the_pair_that_won_are_named() -> None:
    """Ana has won with Cleo; JA-LEAD-2: she leads, or leaves the lead to Cleo."""
    play = Play("jamaican", names=NAMES, seed=5, delay=0)
    while not play.here.is_over:
        press(play, "Enter")
        play.here.do(play.here.legal[0])
    settled = play.here.now.settled
    assert settled is not None
    assert (settled.winner, settled.seat) == (0, 0)
    play.do("next_hand")
    press(play, "Enter")
    assert play.turn_text() == "Ana's turn. Ana plays the first tile, or leaves the lead to Cleo."
