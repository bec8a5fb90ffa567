"""What a widget costs: the models it is made of, and what goes over the wire to make it and to go a step on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import ipycanvas.canvas  # noqa: F401  (its one manager is registered when it is first loaded)
import ipywidgets
import pytest

import domino_lab as dl
import domino_lab.widgets.stage
from domino_lab.widgets.stage import Stage
from domino_lab.widgets.view import View
from tests.widgets.conftest import Wire
from tests.widgets.reading import code_of, kinds

MODELS, MADE, MESSAGES, STEP = 12, 60_000, 3, 13_000
LOADER, SCRIPT = 4_500, 46_500
"""Letters of the script of each stage, and of what a page gets once."""

MAKERS: dict[str, Callable[[], ipywidgets.Widget]] = {
    "stepper": lambda: dl.HandStepper("all-fives-worked-example", step=3),
    "stepper of a whole hand": lambda: dl.HandStepper("all-fives", seed=7),
    "stepper for four": lambda: dl.HandStepper("five-up", seed=3, seats=4),
    "perfect play": lambda: dl.PerfectPlay("block", seed=4),
    "hidden tiles": lambda: dl.HiddenTiles("block", seed=4),
    "play": lambda: dl.Play("all-fives", seed=7, against="heaviest", delay=0),
    "lesson": lambda: dl.Lesson("all-fives-worked-example"),
    "quiz": lambda: dl.quiz("all-fives", n=3, seed=1),
    "recorder": lambda: dl.Recorder("block", seed=7),
    "sandbox": lambda: dl.ScoringSandbox("all-fives-worked-example"),
    "patience of columns": lambda: dl.Patience("five-columns", seed=1),
    "patience of a line": lambda: dl.Patience("fives-limit", seed=1),
    "comparison": lambda: dl.VariantComparison(dl.Shuffle(seed=7), ["all-fives", "five-up"]),
    "comparison of three": lambda: dl.VariantComparison(dl.Shuffle(seed=7), ["all-fives", "five-up", "block"]),
}


class Opened:
    """The comms that are opened, with the bytes that each takes."""

    def __init__(self) -> None:
        self.sizes: list[int] = []


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    import json

    found, open_ = Opened(), ipywidgets.Widget.open

    def counted(self: ipywidgets.Widget) -> None:
        if self.comm is None:
            found.sizes.append(len(json.dumps(self.get_state(), default=str)))
        open_(self)

    monkeypatch.setattr(ipywidgets.Widget, "open", counted)
    return found


@pytest.mark.parametrize("name", MAKERS)
def test_a_widget_is_few_models_and_little_to_make(
    name: str, alive: Callable[[], int], opened: Opened, wire: Wire
) -> None:
    before = alive()
    made = MAKERS[name]()
    assert isinstance(made, View)
    made.stage.width = 720     # as the page tells that shows it
    models, size = alive() - before, sum(opened.sizes) + wire.total
    made.close()
    assert models <= MODELS
    assert size <= MADE


@pytest.mark.parametrize("name", [
    "stepper", "stepper of a whole hand", "stepper for four", "perfect play", "hidden tiles", "comparison",
    "comparison of three"])
def test_a_step_is_few_messages_and_little(name: str, wire: Wire) -> None:
    view = MAKERS[name]()
    assert isinstance(view, View)
    view.stage.width = 720
    for _ in range(view.here.end):
        wire.clear()
        view.do("next")
        assert (name == "stepper of a whole hand") <= wire.drawings <= 1
        assert len(wire.sizes) <= MESSAGES
        assert wire.total <= STEP, (view.here.step, wire.total)
        assert name != "comparison" or wire.sizes[-1] <= 6 * 1024, "the words, beside what is drawn on the canvas"


@pytest.mark.parametrize(("game", "seats"), [("five-up", 4), ("two-box", 4), ("blind", 4), ("bingo", 1)])
def test_a_step_of_a_large_table_is_little_too(game: str, seats: int, wire: Wire) -> None:
    """Four holdings and six open ends; a hundred moves, of which some steps show other ones."""
    view = dl.HandStepper(game, seed=3, seats=seats)
    view.stage.width = 720
    for _ in range(min(view.here.end, 60)):
        wire.clear()
        view.do("next")
        assert len(wire.sizes) <= MESSAGES
        assert wire.total <= STEP, (view.here.step, wire.total)


def test_what_seldom_changes_is_not_sent_again(wire: Wire) -> None:
    view = dl.HandStepper("all-fives", seed=7, step=3)
    parts, [scrub] = view.stage.parts, kinds(view, "scrub")
    assert scrub["bars"] in parts
    view.do("next")
    assert view.stage.parts == parts
    assert all(scrub["bars"] != value for node in kinds(view.stage.shown, "scrub") for value in node.values())


@pytest.mark.parametrize("name", MAKERS)
def test_no_picture_is_made_before_a_page_shows_it(name: str, wire: Wire) -> None:
    """A page that is loaded again makes all canvases of the kernel at once, also those that nobody sees."""
    view = MAKERS[name]()
    assert isinstance(view, View)
    canvas = view.canvas
    assert canvas is not None
    assert [canvas.width, canvas.height, wire.drawings] == [1, 1, 0]
    canvas._handle_frontend_event(None, {"event": "client_ready"}, [])      # the page has its model, but no view
    assert wire.drawings == 0
    view.stage.set_state({"width": 720, "room": [720, 400]})
    assert [canvas.width, canvas.height, wire.drawings] == [view.scene.width, view.scene.height, 1]
    shown = MAKERS[name]()
    shown._repr_mimebundle_()
    assert wire.drawings == 2, "the picture is there before the page has made room for it"


def test_a_view_that_no_page_shows_any_more_costs_nothing(wire: Wire) -> None:
    """Its cell was run again: the page said so. When it is shown once more it shows where the hand is by then."""
    here = dl.widgets.Playhead(dl.play_out("all-fives", seed=7))
    gone, there = dl.HandStepper(here), dl.HandStepper(here)
    for view in (gone, there):
        view.stage.width = 720     # as the page tells that shows it
    gone.stage.on_page = False
    wire.clear()
    here.next()
    assert wire.drawings == 1
    assert [view.stage.moment["at"] for view in (gone, there)] == [0, 1]
    gone.stage.on_page = True
    assert gone.stage.moment["at"] == 1
    assert wire.drawings == 2


def test_the_script_is_in_no_state_and_a_page_that_asks_gets_the_one_that_its_loader_takes() -> None:
    """It is most of what a page needs, and a page that is loaded again asks for the state of every model."""
    stage = MAKERS["stepper"]().stage
    code = code_of(stage)
    assert hashlib.sha256(code.encode()).hexdigest() in stage._esm
    assert len(stage._esm) <= LOADER < len(code) <= SCRIPT
    assert code_of(MAKERS["play"]().stage) == code


def test_the_script_is_sent_unasked_when_the_first_view_is_displayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel without subshells that has more cells to run would answer the page after them."""
    sent: list[object] = []
    monkeypatch.setattr(domino_lab.widgets.stage, "_BROUGHT", set())
    monkeypatch.setattr(Stage, "send", lambda _, content: sent.append(content))
    first, second = MAKERS["stepper"](), MAKERS["stepper"]()
    assert sent == []
    for view in (first, second):
        view._repr_mimebundle_()
    assert [list(content) for content in sent] == [["script"]]
