"""What lies behind a question, or face down, is nowhere: not in a list, a picture, a voice, a saved cell."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from domino_lab.play.timeline import Note, Timeline
from domino_lab.sessions.playhead import Playhead
from domino_lab.widgets import HandStepper
from domino_lab.widgets.sharing import transcript
from tests.widgets.kept import picture
from tests.widgets.reading import entries, everything, kinds, text


def test_the_answer_is_nowhere_before_it_is_given(asking: Timeline) -> None:
    """Step 6 lays 4-1 and leaves a count of 3+3 + 1 = 7."""
    stepper = HandStepper(asking, step=5)
    stepper.do("code")
    bundle = stepper._repr_mimebundle_()
    shown = [bundle["text/plain"], transcript(stepper.here)]
    for tab in ("why_not", "what_if", "moves"):
        stepper.do("tab", tab)
        shown.append(everything(stepper))
    stepper.do("answer", "12")
    for told in (*shown, everything(stepper)):
        assert "plays 4-1" not in told
        assert "3+3 + 1" not in told
    [scrub] = kinds(stepper, "scrub")
    assert scrub["bars"][6:] == [{}] * 17
    assert [(step, words) for step, (words, _, _) in entries(stepper).items() if step >= 6] == [(6, "?")]
    stepper.here.answer("7")
    assert "plays 4-1" in stepper.status
    assert entries(stepper)[6] == ("4-1", "", "Ana: 4-1")


def test_the_scrubber_tells_nothing_and_a_click_on_a_hidden_bar_goes_to_the_question(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=2)
    stepper.do("go", 14)
    assert stepper.here.step == 5
    assert stepper.here.hides(6)


@pytest.mark.parametrize("viewpoint", [0, 1, "table"])
def test_what_is_still_to_come_is_not_shown_to_a_seat(hand: Timeline, viewpoint: int | str) -> None:
    stepper = HandStepper(hand, step=5, viewpoint=viewpoint)
    [scrub] = kinds(stepper, "scrub")
    assert scrub["bars"][6:] == [{}] * 17
    assert max(entries(stepper)) == 5
    stepper.here.viewpoint = "all"
    assert max(entries(stepper)) == 22


def test_who_is_to_move_is_not_shown_where_that_is_asked(hand: Timeline) -> None:
    asks = replace(hand, notes={4: Note(ask="Who is next?", about="who")})
    stepper = HandStepper(asks, step=3)
    assert "'s turn." not in everything(stepper)
    assert not any("turn" in player for player in kinds(stepper, "hand"))
    assert "To move." not in text(kinds(stepper, "hand"))
    stepper.here.answer("Ana")
    assert "'s turn." in stepper.moment()["table"]["alt"]
    assert [player["name"] for player in kinds(stepper, "hand") if "turn" in player] == ["Ben"]


@pytest.mark.parametrize(("viewpoint", "hidden"), [(0, (1,)), (1, (0,)), ("table", (0, 1))])
def test_tiles_that_lie_face_down_are_counted_but_never_named(hand: Timeline, viewpoint: int | str,
                                                              hidden: tuple[int, ...]) -> None:
    stepper = HandStepper(hand, step=11, viewpoint=viewpoint)
    state = stepper.here.state
    shown = {str(laid.tile) for laid in state.chain.laid}
    for tab in ("why_not", "what_if", "moves"):
        stepper.do("tab", tab)
        heard = f"{stepper.moment()['table']['alt']} {stepper.status} {everything(stepper)}"
        for seat in hidden:
            later = {str(tile) for tile in state.holdings[seat]} - shown
            assert later
            assert f"holds {len(state.holdings[seat])} tiles, face down" in heard
            [player] = [one for one in kinds(stepper, "hand") if one["seat"] == seat]
            assert player["tiles"] == [""] * len(state.holdings[seat])
            assert f"{len(state.holdings[seat])} tiles." in player["label"]
            # What would still fit is worked out from the table alone, and may well be held by somebody.
            told = re.sub(r"\d: [^\"]*? would fit\.", "", heard)
            assert not later & set(re.findall(r"\b\d-\d\b", told))
    saved = re.findall(r"\b\d-\d\b", picture(stepper))
    assert not {str(tile) for seat in hidden for tile in state.holdings[seat]} & set(saved) - shown


def test_a_hidden_draw_is_not_named(hand: Timeline) -> None:
    """Ben (seat 1) draws 0-0 at step 9."""
    seen, unseen = HandStepper(hand, step=9, viewpoint=1), HandStepper(hand, step=9, viewpoint=0)
    assert "0-0" in entries(seen)[9][0]
    assert "0-0" not in "".join(entries(unseen)[9])
    assert "0-0" not in unseen.status
    [drawer] = [player for player in kinds(unseen, "hand") if player["seat"] == 1]
    assert drawer["fresh"] == [len(drawer["tiles"]) - 1]        # its place among the others would tell how high it is
    assert unseen.moment()["table"]["fly"] == {"tile": "", "from": "boneyard", "to": "seat-1", "at": 9}


def test_at_the_settlement_all_tiles_are_turned_up(hand: Timeline) -> None:
    here = Playhead(hand, step=99, viewpoint=0)
    shown = [player["tiles"] for player in kinds(HandStepper(here), "hand")]
    assert sorted(map(len, shown)) == sorted(map(len, here.state.holdings))
    assert all(tile for tiles in shown for tile in tiles)
