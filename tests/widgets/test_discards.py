"""Tiles that are put face down: what others may see of them, and how a reader discards, records and asks."""

from __future__ import annotations

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Discard
from domino_lab.core.events import Discarded
from domino_lab.core.shuffle import Shuffle
from domino_lab.picture.alt_text import alt_text
from domino_lab.play.move_text import describe_move, format_move, move_of, parse_move
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import read, write
from domino_lab.sessions.labels import label
from domino_lab.sessions.playhead import Playhead
from domino_lab.widgets import HandStepper, Play, Recorder
from tests.widgets.kept import picture
from tests.widgets.pressing import press
from tests.widgets.reading import area, entries, everything, find, kinds, styled, text

RULES = get("block").but(cannot_play="discard", deal=7, seats=[4])


@pytest.fixture(scope="module")
def line() -> Timeline:
    """A hand in which three tiles are discarded."""
    return play_out(RULES, Shuffle(seed=3), seats=4, names=["Ana", "Ben", "Cleo", "Dan"])


def steps_of(line: Timeline) -> list[int]:
    """The steps at which a tile is discarded."""
    return [number for number, step in enumerate(line.steps) if isinstance(step.action, Discard)]


def test_only_its_player_sees_what_was_discarded(line: Timeline) -> None:
    at = steps_of(line)[0]
    seat, tile = line[at].seat, line[at].action.tile
    for viewpoint in (seat, "all"):
        stepper = HandStepper(line, step=at, viewpoint=viewpoint)
        assert f"discards {tile}" in stepper.status
        assert f"has discarded {tile}." in stepper.moment()["table"]["alt"]
        assert str(tile) in entries(stepper)[at][0]
    for viewpoint in ((seat + 1) % 4, "table"):
        stepper = HandStepper(line, step=at, viewpoint=viewpoint)
        assert f"{line.names[seat]} discards a tile." in stepper.status
        assert f"{line.names[seat]} has discarded 1 tile, face down." in stepper.moment()["table"]["alt"]
        heard = f"{stepper.moment()['table']['alt']} {stepper.status} {text(entries(stepper)[at])}"
        assert str(tile) not in heard
        assert str(tile) not in picture(stepper)
        assert label(stepper.here.snapshot) == "discards 1"
        stepper.do("next")
        [player] = [one for one in kinds(stepper, "hand") if one["seat"] == seat]
        assert player["note"] == "1 discarded"


def test_at_the_settlement_discards_are_turned_up_and_counted(line: Timeline) -> None:
    """Ana has discarded the 1-1, and Cleo the 2-0 and the 2-1."""
    here = Playhead(line, step=99, viewpoint=0)
    alt = alt_text(here.snapshot.tabletop)
    assert "Ana has discarded 1-1." in alt
    assert "Cleo has discarded 2-0 and 2-1." in alt
    assert "2 pips for Ana and 5 pips for Cleo" in here.snapshot.why.text
    assert "2 discarded" in picture(HandStepper(here))


def test_a_game_without_discards_shows_none() -> None:
    seen = Playhead(play_out(get("block"), Shuffle(seed=3)), step=4).snapshot.tabletop
    assert all(holding.discards is None for holding in seen.holdings)


def test_a_hand_with_discards_is_written_and_read_again(line: Timeline) -> None:
    text = write(line)
    assert text.count("discard = ") == len(steps_of(line)) == 3
    again = read(text, get)
    assert again.problems == ()
    assert again.actions == line.actions
    assert again.state.discards == line.state.discards
    for before, step in zip(line.steps, line.steps[1:], strict=False):
        if isinstance(step.action, Discard):
            assert parse_move(before.state, format_move(before.state, step.action)) == step.action
            assert describe_move(before.state, step.action) == f"discard {step.action.tile}"
            assert move_of(step) == f"discards {step.action.tile}"


def test_a_record_cannot_discard_what_fits_nor_in_another_game() -> None:
    deal = '[deal]\nholdings = [["5-5", "5-4"], ["6-5", "1-0"]]\nleader = 0\n[[move]]\nplay = "5-5"\n'
    wrong = read('ruleset = "block"\n[rules]\ncannot_play = "discard"\n' + deal + '[[move]]\ndiscard = "1-0"\n', get)
    assert [(problem.move, problem.clause) for problem in wrong.problems] == [(2, "HOUSE-CANNOT-PLAY")]
    other = read('ruleset = "block"\n' + deal.replace("6-5", "3-2") + '[[move]]\ndiscard = "1-0"\n', get)
    assert [(problem.move, problem.clause) for problem in other.problems] == [(2, "GEN-PASS-1")]


def stuck() -> Play:
    """A game in which the reader has to discard."""
    for seed in range(60):
        play = Play(RULES, against="heaviest", seats=4, seed=seed, delay=0)
        while play.here.waits == "human":
            if isinstance(play.here.legal[0], Discard) and len(play.here.legal) > 1:
                return play
            play.here.do(play.here.legal[0])
        play.close()
    raise AssertionError("nobody had to discard")


def test_a_reader_chooses_a_tile_and_discards_it() -> None:
    play = stuck()
    number, tile = len(play.here.timeline), play.here.legal[1].tile
    assert "You have to discard a tile" in everything(play)
    assert find(play, "discard")["off"]
    press(play, "p")
    assert "may not pass" in play.status
    play.do("choose", str(tile))
    assert f"{tile} selected. Press Discard tile" in play.status
    assert not find(play, "discard").get("off")
    play.do("discard")
    assert play.here.timeline[number].action == Discard(tile)
    assert any(isinstance(event, Discarded) for event in play.here.timeline[number].events)


def test_enter_discards_the_chosen_tile() -> None:
    play = stuck()
    number, tile = len(play.here.timeline), play.here.legal[0].tile
    play.do("choose", str(tile))
    press(play, "Enter")
    assert play.here.timeline[number].action == Discard(tile)


def test_nobody_reads_in_the_reasons_what_the_others_discarded() -> None:
    play = stuck()
    play.here.do(play.here.legal[0])
    hidden = {str(tile) for seat, pile in enumerate(play.here.live.discards) if seat not in play.here.humans
              for tile in pile}
    if not play.here.is_over:
        assert not any(tile in everything(play) for tile in hidden)


def test_why_not_answers_for_a_discard(line: Timeline) -> None:
    at = steps_of(line)[0]
    stepper = HandStepper(line, step=at - 1)
    stepper.do("tab", "why_not")
    stepper.do("try_kind", find(stepper, "try_kind")["options"].index("discard"))
    stepper.do("try_tile", find(stepper, "try_tile")["options"].index(str(line[at].action.tile)))
    assert styled(stepper, "right")
    earlier = [number for number, step in enumerate(line.steps) if step.seat == line[at].seat and 1 < number < at]
    stepper.here.step = earlier[0] - 1
    assert styled(stepper, "wrong")
    assert "HOUSE-CANNOT-PLAY" in area(stepper, "more")


def test_a_discard_is_recorded(line: Timeline) -> None:
    at = steps_of(line)[0]
    recorder = Recorder(line.upto(at - 1))
    recorder.do("choose", str(line[at].action.tile))
    recorder.do("discard")
    assert recorder.here.timeline[at].action == line[at].action
    assert f'discard = "{line[at].action.tile}"' in write(recorder.here.timeline)
