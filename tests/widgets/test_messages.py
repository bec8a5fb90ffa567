"""Messages of the page: each is read by the kind that its action declares; what does not fit changes nothing."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from functools import wraps
from random import Random
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.core.errors import DominoError
from domino_lab.widgets.messages import Unfit
from domino_lab.widgets.view import View
from tests.widgets.reading import find, nodes

SEVEN = dl.Shuffle(seed=7)
ASKING = "all-fives-worked-example"
MAKERS: dict[str, Callable[[], Any]] = {
    "stepper": lambda: dl.HandStepper("all-fives", seed=7, step=4),
    "stepper that asks": lambda: dl.HandStepper(ASKING, step=3),
    "stepper of a patience": lambda: dl.HandStepper("five-columns", seed=3, step=2),
    "table": lambda: dl.Table("block", seed=7, step=3),
    "moves": lambda: dl.MoveList("block", seed=7),
    "explainer": lambda: dl.Explainer("block", seed=7, step=1),
    "comparison": lambda: dl.VariantComparison(SEVEN, ["all-fives", "five-up"]),
    "comparison of many": lambda: dl.VariantComparison(SEVEN, ["all-fives", "five-up", "block"], hands=3),
    "sandbox": lambda: dl.ScoringSandbox(ASKING, ["block"]),
    "sandbox that settles": lambda: pressed(dl.ScoringSandbox("all-fives"), ("tab", "settle"), ("choose", "6-5")),
    "quiz": lambda: dl.quiz("all-fives", "all", n=3, seed=1),
    "exercise": lambda: dl.ExerciseCard(["after_a_pass", "own_tile"], estimate="1/2"),
    "form": lambda: dl.RuleForm("all-fives"),
    "triangle": lambda: dl.TileTriangle("a double", "a tile with a 5", asks=True),
    "lesson": lambda: dl.Lesson("block", seed=7, every=0),
    "lesson with words": lambda: dl.Lesson(ASKING),
    "lesson of a patience": lambda: dl.Lesson("five-columns", seed=3, every=0),
    "recorder": lambda: dl.Recorder("all-fives", seed=7),
    "recorder of a study": lambda: dl.Recorder("all-fives", study=True),
    "game": lambda: dl.Play("all-fives", seed=7, delay=0),
    "game with calls": lambda: dl.Play(dl.ruleset("all-fives").but(claim="call"), seed=7, delay=0),
    "game for two at one screen": lambda: dl.Play("draw", against=[None, None], seed=7, delay=0),
    "five columns": lambda: dl.Patience("five-columns", seed=7),
    "bingo": lambda: dl.Patience("bingo", seed=7),
    "patience": lambda: dl.Patience("patience", seed=7),
    "hidden tiles": lambda: dl.HiddenTiles("all-fives", seed=7, step=3),
    "perfect play": lambda: dl.PerfectPlay("block", seed=4, step=3),
    "chance lab": lambda: dl.ChanceLab("draw", "leader wins", seed=3, estimate="1/2", n=10),
}

every_view = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)

HOSTILE: list[Any] = [
    None, True, False, -1, 0, 1, 2, 18, 10**9, 10**400, -10**400, 0.5, 1e308, float("nan"), float("inf"), "", " ", "0",
    "1", "-1", "five", "6-6", "0-0", "99-99", "x" * 100_000, "<img src=x onerror=alert(1)>", "\x00\u202e\ud800", [],
    [[]], {}, [None], [None, None], ["6-6", 0], ["6-6", -1], ["6-6", 10**9], ["6-6", None], ["6-6", ["on", 99]],
    [0, "6-6"],
    ["lead_tile", 1], ["lead_tile", -1], ["spinner", 99], ["x", "x"], [1, 2, 3, 4], {"value": 1}, {"answer": {}},
    {"answer": "1/4", "who": ["x"]}, {"estimate": "1/2", "who": 5}, {1: 2}, [[["deep"] * 3] * 3] * 3, "moves", "settle",
]
TRAITS: list[tuple[str, Any]] = [
    ("room", []), ("room", [1]), ("room", [1, 2, 3]), ("room", ["wide", "high"]), ("room", [float("nan"), 1]),
    ("room", None), ("room", [-10**30, 10**30]), ("width", "wide"), ("width", None), ("width", -5), ("width", 10**30),
    ("dark", "yes"), ("dark", 7), ("on_page", None), ("on_page", []), ("reduced_motion", "x"), ("moment", {}),
    ("shown", {"head": "x"}), ("parts", 5), ("script", None), ("layout", None), ("nothing", 1), ("_esm", "alert(1)"),
    ("_dom_classes", ["x"]), ("_model_name", "x"),
]
TYPED = {"read", "open"}
"""Actions with a text of the reader's own, in which there can be mistakes that he has to hear of."""
FITTING = 30
"""So many messages that fit are told to each view."""
PRESSES = 25
SLOW = {"play_on", "let_finish", "find", "matter", "best"}


def pressed(view: Any, *presses: tuple[str, Any]) -> Any:
    for what, value in presses:
        view.do(what, value)
    return view


def in_loop(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test in a loop, in which a hand that plays by itself would wait; there it never comes to its turn."""
    @wraps(test)
    def run(**given: Any) -> None:
        async def body() -> None:
            test(**given)

        asyncio.run(body())

    return run


def tell(view: View, what: Any, value: Any = None) -> None:
    """What the page does."""
    view.stage._receive(None, {"do": what, "value": value}, [])


def check(view: View, what: str, value: object, log: pytest.LogCaptureFixture) -> None:
    """The view shows what it has to show, and there was no accident."""
    accidents = [record.exc_text or record.getMessage() for record in log.records if record.levelno >= logging.ERROR]
    assert accidents == [], (what, value)
    if what not in TYPED and (what, value) != ("save", "page"):     # an empty sandbox has no page, and says so
        assert view.error == "", (what, value)
    view.error = ""
    assert json.loads(json.dumps(view.moment()))["name"]


def still_works(view: View, log: pytest.LogCaptureFixture) -> None:
    """An ordinary press: the projector view, and back."""
    view.stage.set_state({"on_page": True})
    for is_large in (not view.large, view.large):
        tell(view, "large")
        assert view.large is is_large
        assert view.stage.moment == view.moment()
        assert view.error == ""
        check(view, "large", None, log)


@every_view
@in_loop
def test_hostile_values_change_nothing_or_do_what_a_press_does(make: Callable[[], Any],
                                                               caplog: pytest.LogCaptureFixture) -> None:
    """Of the messages that fit some are told, too, in an order by chance: what fits depends on what was done before."""
    view, chance = make(), Random(5)
    messages = [(what, value) for what in view._all_actions() for value in HOSTILE]
    chance.shuffle(messages)
    left = FITTING
    for what, value in messages:
        try:
            view._read_press(what, value)
            left -= 1
            if left < 0 or what in SLOW:
                continue
        except Unfit:
            before, now = view.stage.moment, len(caplog.records)
            tell(view, what, value)
            assert view.stage.moment is before, (what, value)
            assert "was ignored" in caplog.records[now].getMessage()
            assert len(caplog.records) == now + 1
        else:
            tell(view, what, value)
            check(view, what, value, caplog)
    still_works(view, caplog)
    view.close()


@every_view
@in_loop
def test_unknown_actions_and_messages_of_no_form_are_ignored(make: Callable[[], Any],
                                                             caplog: pytest.LogCaptureFixture) -> None:
    view = make()
    before = view.moment()
    for message in (None, [], "go", 5, {}, {"do": None}, {"do": ["go"]}, {"do": "no-such-thing", "value": 1},
                    {"value": 1}, {"do": "x" * 10**6}):
        view.stage._receive(None, message, [])
        check(view, str(message)[:40], None, caplog)
        assert view.moment() == before
    assert all(len(record.getMessage()) < 1000 for record in caplog.records)
    still_works(view, caplog)
    view.close()


@every_view
@in_loop
def test_traits_that_the_page_writes_are_checked(make: Callable[[], Any], caplog: pytest.LogCaptureFixture) -> None:
    """ipywidgets hands on what the page has changed by `set_state`; a good value beside a bad one is taken."""
    view = make()
    for name, value in TRAITS:
        view.stage.set_state({name: value, "dark": True})
        assert view.stage.dark is True or name == "dark"
        view.set_state({name: value, "children": [], "_dom_classes": []})
        check(view, name, value, caplog)
    assert view.stage in view.children
    view.stage.set_state({"room": [640, 300], "width": 700, "dark": False})
    assert (view.stage.room, view.stage.width, view.stage.dark) == ((640, 300), 700, False)
    still_works(view, caplog)
    view.close()


def offered(view: View) -> Iterator[tuple[str, Any]]:
    """What can be pressed in a view now, with the value that the page would send."""
    moment = view.moment()
    table = moment.get("table", {})
    for node in nodes(moment):
        if node.get("off") or "do" not in node or node["do"] in SLOW | {"none"}:
            continue
        if node.get("is") in ("choice", "check", "slider", "field", "area", "form"):
            yield from entered(node)
        elif node.get("is") == "tabs":
            yield from ((node["do"], name) for name, _ in node["tabs"])
        else:
            yield node["do"], node.get("value")
    for tile, places in table.get("places", {}).items():
        yield from (("play", [tile, place["value"]]) for place in places if tile != "*")


def entered(node: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What the page sends for a field, a list or a form."""
    kind = node["is"]
    sent: list[Any]
    if kind == "choice":
        sent = list(range(len(node["options"])))
    elif kind == "check":
        sent = [True, False]
    elif kind == "slider" or node.get("kind") == "number":
        sent = [node.get("min", 0), node.get("max", 9)]
    elif kind == "form":
        inside = [one.get("field", "value") for one in nodes(node["in"]) if one.get("is") in ("field", "area")]
        sent = [dict.fromkeys(inside, "1") if len(inside) > 1 else "1"]
    else:
        sent = ["", "5-5"]
    yield from ((node["do"], [node["value"], one] if kind == "choice" and "value" in node else one) for one in sent)


@every_view
@in_loop
def test_whatever_a_view_shows_sends_what_its_action_takes(make: Callable[[], Any],
                                                           caplog: pytest.LogCaptureFixture) -> None:
    """Some presses at random, each on something that is shown; of what is new in what is shown a sample is read."""
    view, chance, known = make(), Random(7), set[str]()
    for _ in range(PRESSES):
        there = [*offered(view), *(("key", key) for key in view.key_set)]
        fresh = [one for one in there if one[0] not in known]
        for what, value in chance.sample(fresh, min(len(fresh), 40)):
            view._read_press(what, value)
        known |= {what for what, _ in there}
        what, value = chance.choice(there)
        view._read_press(what, value)
        tell(view, what, value)
        check(view, what, value, caplog)
    view.close()


def test_the_page_is_not_told_again_what_it_has_just_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have another size by then, and would be set back."""
    view, sent = dl.Table("block", seed=7, step=3), set[str]()
    monkeypatch.setattr(view.stage, "send_state", lambda key: sent.update({key} if isinstance(key, str) else key))
    view.stage.set_state({"room": [640, 300], "width": 700, "dark": True, "lost": 2})
    assert (view.stage.room, view.stage.lost) == ((640, 300), 2)
    assert {"room", "width", "dark", "lost"}.isdisjoint(sent)


# --- late, but honest -------------------------------------------------------------------------------------------------

def late_form() -> tuple[Any, str, Any]:
    form = dl.RuleForm("all-fives")
    form.choose("first_leader", "lot")
    return form, "axis", ["lead_tile", 99]


LATE: dict[str, Callable[[], tuple[Any, str, Any]]] = {
    "a value of an axis that is not offered any more": late_form,
    "an axis that there is not": lambda: (dl.RuleForm("block"), "axis", ["no_axis", 0]),
    "a move that cannot be tried any more": lambda: (dl.HandStepper("all-fives", seed=7, step=22), "try", 18),
    "more seats than the game has": lambda: (dl.ScoringSandbox("dominican"), "seats", 4),
    "a tab of another view": lambda: (dl.HandStepper("block", seed=7), "tab", "settle"),
    "a tile far down a list": lambda: (dl.HandStepper("block", seed=7), "try_tile", 99),
    "a place far down a list": lambda: (dl.HandStepper("block", seed=7), "try_place", 99),
    "a step of a quiz": lambda: (dl.quiz("block", "award", n=2), "go", 1),
    "a step behind the end": lambda: (dl.HandStepper("block", seed=7), "go", 999),
    "a table that is not there": lambda: (dl.VariantComparison(SEVEN, ["block", "draw"]), "front", 2),
    "many deals that nobody asked for": lambda: (dl.VariantComparison(SEVEN, ["block", "draw"]), "deal", 0),
    "an answer where none is wanted": lambda: (dl.HandStepper("block", seed=7), "answer", "5"),
    "another question's answer": lambda: (dl.quiz("all-fives", "legal", n=1, seed=1), "answer", "Ana"),
    "a look at a hand that goes on": lambda: (dl.Play("block", seed=7, delay=0), "look", None),
    "a tile that nobody holds": lambda: (dl.Play("block", seed=7, delay=0), "choose", "9-9"),
    "a move that was legal before": lambda: (dl.Play("block", seed=7, delay=0), "play", ["6-6", 77]),
    "the moves of a lesson": lambda: (dl.Lesson("block", seed=7, every=0), "copy", "record"),
}


@pytest.mark.parametrize("late", LATE.values(), ids=LATE)
@in_loop
def test_a_message_that_is_late_is_ignored_with_a_line_in_the_log(
        late: Callable[[], tuple[Any, str, Any]], caplog: pytest.LogCaptureFixture) -> None:
    """Python code that says the same hears of it."""
    view, what, value = late()
    before = view.moment()
    tell(view, what, value)
    assert view.moment() == before
    [line] = [record.getMessage() for record in caplog.records]
    assert "was ignored" in line
    assert what in line
    still_works(view, caplog)
    with pytest.raises(DominoError):
        view.do(what, value)
    assert view.moment() == before
    view.close()


def test_what_a_lesson_says_stays_when_a_late_message_is_ignored() -> None:
    """A note about what was typed is told until something else is done."""
    lesson = dl.Lesson(ASKING)
    for _ in range(9):
        if find(lesson, "answer").get("is") == "form":
            break
        lesson.do("show_answer")
        lesson.do("next_question")
    tell(lesson, "answer", "many")
    note = lesson._note
    assert note
    tell(lesson, "tab", "no-such-tab")
    assert lesson._note == note


def test_a_button_that_is_given_a_value_says_so_in_one_sentence() -> None:
    with pytest.raises(Unfit, match=r"^'next' takes no value, not 3$"):
        dl.HandStepper("block", seed=7).do("next", 3)


class JsNull:
    """What the kernel of JupyterLite has for null."""


def test_null_is_no_value_in_jupyterlite_too() -> None:
    stepper = dl.HandStepper("block", seed=7)
    stepper.stage._receive(None, {"do": "next", "value": JsNull()}, [])
    assert stepper.here.step == 1
    stepper.stage._receive(None, {"do": "next", "value": object()}, [])
    assert stepper.here.step == 1
    stepper.close()
