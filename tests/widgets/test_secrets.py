"""What lies behind a question, or face down, is nowhere: not in a list, a picture, a voice, a saved cell."""

from __future__ import annotations

import re
from dataclasses import replace

import ipywidgets
import pytest

from domino_lab.play.timeline import Note, Timeline
from domino_lab.widgets import HandStepper
from domino_lab.widgets.playhead import Playhead
from domino_lab.widgets.takeaway import transcript


def everything(widget: ipywidgets.Widget) -> str:
    """Every text that any widget in it would send to the page."""
    own = [str(value) for name, value in widget.get_state().items() if name not in ("_esm", "_css", "definitions")]
    return " ".join([*own, *(everything(child) for child in getattr(widget, "children", ()))])


def test_the_answer_is_nowhere_before_it_is_given(asking: Timeline) -> None:
    """Step 6 lays 4-1 and leaves a count of 3+3 + 1 = 7."""
    stepper = HandStepper(asking, step=5)
    stepper.explainer.more.click()
    stepper.explainer.ask.click()
    bundle = stepper._repr_mimebundle_()
    for text in (everything(stepper.body), stepper.frame.status, bundle["text/plain"], transcript(stepper.here)):
        assert "plays 4-1" not in text
        assert "3+3 + 1" not in text
    assert "<em>7</em>" not in everything(stepper.count).split("go:6")[1]
    assert stepper.moves.buttons[6].description == "6. ?"
    assert [button.description[-1] for button in stepper.moves.buttons[7:]] == ["?"] * 16
    stepper.here.answer("7")
    assert "plays 4-1" in stepper.frame.status
    assert stepper.moves.buttons[6].description == "6. Ana: 4-1"


def test_the_transport_tells_nothing_and_a_click_on_a_hidden_bar_goes_to_the_question(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=2)
    stepper.press("go:14")
    assert stepper.here.step == 5
    assert stepper.here.hides(6)


def test_who_is_to_move_is_not_shown_where_that_is_asked(hand: Timeline) -> None:
    asks = replace(hand, notes={4: Note(ask="Who is next?", about="who")})
    stepper = HandStepper(asks, step=3)
    assert "'s turn." not in stepper.frame.alt
    assert stepper.table.scene.holdings[0].to_move is stepper.table.scene.holdings[1].to_move is False
    stepper.here.answer("Ana")
    assert "'s turn." in stepper.frame.alt


@pytest.mark.parametrize("about", ["legal", "tile", "who"])
def test_why_not_does_not_answer_the_question_for_the_learner(hand: Timeline, about: str) -> None:
    asks = replace(hand, notes={4: Note(ask="?", about=about)})
    stepper = HandStepper(asks, step=3)
    stepper.explainer.ask.click()
    assert "Answer the question first" in stepper.explainer.refused.answer.value


@pytest.mark.parametrize(("viewpoint", "hidden"), [(0, (1,)), (1, (0,)), ("table", (0, 1))])
def test_tiles_that_lie_face_down_are_counted_but_never_named(hand: Timeline, viewpoint: int | str,
                                                              hidden: tuple[int, ...]) -> None:
    stepper = HandStepper(hand, step=11, viewpoint=viewpoint)
    stepper.explainer.ask.click()
    state = stepper.here.state
    text = everything(stepper.body) + stepper.frame.alt + stepper._repr_mimebundle_()["image/svg+xml"]
    shown = {laid.tile for laid in state.chain.laid}
    for seat in hidden:
        later = {str(tile) for tile in state.holdings[seat]} - {str(tile) for tile in shown}
        said = set(re.findall(r"\b\d-\d\b", stepper.frame.alt + stepper.frame.status))
        assert later
        assert not later & said
        assert f"holds {len(state.holdings[seat])} tiles, face down" in text


def test_a_hidden_draw_is_not_named(hand: Timeline) -> None:
    """Ben (seat 1) draws 0-0 at step 9."""
    seen, unseen = HandStepper(hand, step=9, viewpoint=1), HandStepper(hand, step=9, viewpoint=0)
    assert "0-0" in seen.moves.buttons[9].description
    for text in (unseen.moves.buttons[9].description, unseen.frame.status, unseen.frame.alt):
        assert "0-0" not in text


def test_why_not_asks_only_about_tiles_that_are_seen(hand: Timeline) -> None:
    stepper = HandStepper(hand, step=3, viewpoint=1)
    stepper.explainer.ask.click()
    refused = stepper.explainer.refused
    assert {tile for _, tile in refused.tile.options} == set(stepper.here.state.holdings[1])
    assert "You can " not in refused.answer.value
    stepper.here.viewpoint = "table"
    assert refused.tile.options == ()
    assert "face down" in refused.answer.value


def test_at_the_settlement_all_tiles_are_turned_up(hand: Timeline) -> None:
    here = Playhead(hand, step=99, viewpoint=0)
    stepper = HandStepper(here)
    assert all(tile.tile is not None for holding in stepper.table.scene.holdings for tile in holding.tiles)
