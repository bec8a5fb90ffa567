"""Two threads at the same views: the page sends presses in one while a cell of the reader's runs in the other."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

import ipycanvas.canvas
import pytest

import domino_lab as dl
from domino_lab.sessions.lock import Locked, hold_lock, lend_lock
from domino_lab.widgets.view import View
from tests.threads import often_switched

AWAY, SEEN = 1500, 60
"""Presses of each thread while no page shows the view, which is cheap, and then with a picture for each."""

PATIENCE = 20
"""Seconds that a test waits for what takes no time; a thread that waits for ever fails it."""

PICTURE_NAMES = {number: name for name, number in ipycanvas.canvas.COMMANDS.items()}

Press = tuple[str, Any]


class Kind(NamedTuple):
    """A view, and the presses that threads make in it."""

    make: Callable[[], View]
    presses: list[Press]


def keys(*names: str) -> list[Press]:
    return [("key", name) for name in names]


BOARD = keys("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Enter", "u", "r")
KINDS = {
    "stepper": Kind(lambda: dl.HandStepper("all-fives", seed=7), [
        *keys("ArrowLeft", "ArrowRight", "ArrowRight", "Home", "End"), ("go", 9), ("see", 1), ("tab", "why_not"),
        ("tab", "moves")]),
    "play": Kind(lambda: dl.Play("all-fives", against="greedy", seed=1, delay=0), [
        *BOARD, *keys("d", "p"), ("hints", False), ("hints", True), ("next_hand", None), ("restart", None)]),
    "sandbox": Kind(lambda: dl.ScoringSandbox("all-fives"), [
        *BOARD, *keys("d", "s", "Escape"), ("choose", "5-5"), ("choose", "5-0"), ("clear", None)]),
    "comparison": Kind(lambda: dl.VariantComparison(dl.compare(dl.Shuffle(seed=7), ["all-fives", "block"])), [
        *keys("ArrowLeft", "ArrowRight", "ArrowRight", "Home", "End"), ("go", 9), ("see", 1), ("tab", "rules"),
        ("jump", "points")]),
    "patience": Kind(lambda: dl.Patience("five-columns", seed=3), [
        *BOARD, *keys("n", "Escape"), ("tab", "results"), ("tab", "moves"), ("clear", None)]),
}


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The commands of each message that would have gone to a canvas, checked to be whole."""
    sent: list[bytes] = []

    def keep(_manager: object, _size: object, buffers: list[memoryview]) -> None:
        first, *arrays = buffers
        commands = json.loads(bytes(first))
        assert [PICTURE_NAMES[code] for code, *_ in commands[:2]] == ["switchCanvas", "clear"]
        assert sum(count[0] for _, _, *count in commands if count) == len(arrays)
        sent.append(bytes(first).split(b"]", 1)[1])       # without the name of the canvas

    monkeypatch.setattr(ipycanvas.canvas._CanvasManager, "send", keep)
    return sent


def press(view: View, what: str, value: Any) -> None:
    """Press as a message of the page does."""
    view.stage._handle_custom_msg({"do": what, "value": value}, [])


def note_order(view: View, order: list[Press]) -> None:
    """Note what is done in the order in which it is done."""
    meant = view._read_press

    def noted(what: str, value: Any) -> Callable[[], object]:
        act = meant(what, value)

        def do() -> object:
            order.append((what, value))
            return act()

        return do

    view._read_press = noted  # type: ignore[method-assign]


def ends_as(view: View) -> tuple[dict[str, Any], dict[str, Any], bool, bool]:
    """What must be the same at the end: what is shown, and all the facts that the view's session keeps."""
    moment = {name: value for name, value in view.moment().items() if name != "hand"}
    here = view.here
    facts = {name: getattr(here, name) for name in ("changes", *here.counted) if name != "timeline"}
    return moment, {**facts, "actions": here.timeline.actions}, bool(here._batch), bool(view._pausing)


def together(*acts: Callable[[], object]) -> None:
    """Do that, each in a thread of its own."""
    start = threading.Barrier(len(acts))

    def begin(act: Callable[[], object]) -> None:
        start.wait(PATIENCE)
        act()

    with often_switched(), ThreadPoolExecutor(len(acts)) as pool:
        for done in [pool.submit(begin, act) for act in acts]:
            done.result()


@pytest.mark.parametrize("name", KINDS)
def test_two_threads_end_as_the_same_presses_one_after_the_other(name: str, pictures: list[bytes]) -> None:
    make, presses = KINDS[name]
    view, order = make(), []
    note_order(view, order)

    def by_page(seed: int, count: int) -> None:
        for what, value in random.Random(seed).choices(presses, k=count):
            press(view, what, value)

    def by_reader(seed: int, count: int) -> None:
        for what, value in random.Random(seed).choices(presses, k=count):
            view.do(what, value)

    view.stage.on_page = False
    together(lambda: by_page(1, AWAY), lambda: by_reader(2, AWAY))
    view.stage.on_page = True
    pictures.clear()
    together(lambda: by_page(3, SEEN), lambda: by_reader(4, SEEN))
    drawn, error = list(pictures), view.error

    assert len(order) == 2 * (AWAY + SEEN)
    again = make()
    again.stage.on_page = False
    for what, value in order[:2 * AWAY]:
        press(again, what, value)
    again.stage.on_page = True
    pictures.clear()
    for what, value in order[2 * AWAY:]:
        press(again, what, value)
    assert error == again.error == ""
    assert ends_as(view) == ends_as(again)
    assert drawn == pictures


@pytest.mark.parametrize("make", [
    lambda: dl.HandStepper("all-fives", seed=7), lambda: dl.VariantComparison(dl.compare(
        dl.Shuffle(seed=7), ["all-fives", "block"]))], ids=["stepper", "comparison"])
def test_a_reader_steps_in_one_thread_and_in_the_other_the_page(
    make: Callable[[], View], pictures: list[bytes]
) -> None:
    view = make()
    view.here.go(11)
    shared = dl.Table(view.here)
    view.stage.on_page = shared.stage.on_page = False
    before, count = view.here.changes, 1000

    def by_reader() -> None:
        for _ in range(count):
            view.here.next()
            view.here.previous()

    def by_page() -> None:
        for _ in range(count):
            press(shared, "next", None)
            press(shared, "previous", None)

    together(by_reader, by_page)
    assert (view.here.step, view.here.changes - before) == (11, 4 * count)
    assert (view.error, shared.error) == ("", "")


def test_traits_may_be_set_in_two_threads(pictures: list[bytes]) -> None:
    stepper = dl.HandStepper("all-fives", seed=7)
    here, other = stepper.here, dl.Playhead("block", seed=7)
    here.observe(lambda change: setattr(other, "step", change["new"] % 5), "step")
    other.observe(lambda _change: here.set_trait("speed", "fast"), "step")
    seen = []
    here.observe(lambda change: seen.append((here.step, other.step)), "changes")

    def step(first: int) -> None:
        for step in range(first, first + 2000):
            here.step = step % 20

    def look(first: int) -> None:
        for step in range(first, first + 2000):
            other.step = step % 5
            with here.hold_trait_notifications():
                here.step, here.viewpoint = step % 20, step % 2
            assert here.snapshot.step in range(23)

    stepper.stage.on_page = False
    together(lambda: step(0), lambda: look(7))
    assert all(second == first % 5 for first, second in seen)
    assert len(seen) > 2000


def test_a_page_that_tells_its_size_does_not_lose_a_step() -> None:
    transport = dl.Transport("block", seed=7)

    def tell_size() -> None:
        for number in range(1000):
            transport.stage.set_state({"room": [600 + 4 * number, 324], "dark": bool(number % 2)})

    def go() -> None:
        for number in range(1000):
            transport.here.step = number % 9
            assert transport.stage.shown["at"] == number % 9

    together(tell_size, go)
    assert transport.stage.moment == transport.moment()
    assert transport.stage.room == (4596, 324)


@pytest.fixture
def slowly() -> Iterator[tuple[Callable[..., Any], threading.Event, threading.Event]]:
    """A player that thinks until it is told to play; whether it thinks, and what tells it."""
    thinks, plays = threading.Event(), threading.Event()

    def slow(view: Any, _stream: Any) -> Any:
        thinks.set()
        assert plays.wait(PATIENCE), "nobody could go on while the player thought"
        return view.legal[0]

    yield slow, thinks, plays
    plays.set()


def test_a_player_thinks_and_another_view_goes_on(slowly: Any, pictures: list[bytes]) -> None:
    slow, thinks, plays = slowly
    play, stepper = dl.Play("block", against=slow, seed=1, delay=0), dl.HandStepper("block", seed=7)
    with ThreadPoolExecutor(2) as pool:
        moved = pool.submit(play.do, "play", [str(play.here.legal[0].tile), 0])
        assert thinks.wait(PATIENCE)
        press(stepper, "next", None)
        assert (stepper.here.step, stepper.stage.moment["at"]) == (1, 1)
        undone = pool.submit(play.do, "undo")       # waits for the reply, as it would in one thread
        time.sleep(0.05)
        assert not undone.done()
        plays.set()
        moved.result(PATIENCE)
        undone.result(PATIENCE)
    assert (play.here.end, play.here.notice) == (0, "undone")


def test_trials_run_and_another_view_goes_on(monkeypatch: pytest.MonkeyPatch, pictures: list[bytes]) -> None:
    lab = dl.ChanceLab("block", "leader wins", seed=1, estimate="50 %")
    stepper, runs, ends = dl.HandStepper("block", seed=7), threading.Event(), threading.Event()
    path = lab.here.ledger.path

    def slow(n: int) -> Any:
        runs.set()
        assert ends.wait(PATIENCE), "nobody could go on while the trials ran"
        return path(n)

    monkeypatch.setattr(lab.here.ledger, "path", slow)
    with ThreadPoolExecutor(1) as pool:
        added = pool.submit(lab.do, "add", 10)
        assert runs.wait(PATIENCE)
        press(stepper, "next", None)
        assert stepper.stage.moment["at"] == 1
        ends.set()
        added.result(PATIENCE)
    assert (lab.here.n, lab.here.busy, lab.error) == (10, "", "")


def test_the_lock_is_lent_however_deep_and_taken_back_after_an_error() -> None:
    one, other = Locked(), Locked()
    with ThreadPoolExecutor(1) as pool, hold_lock():
        waits = _fail_in_the_lock_that_is_lent(pool, one, other)
        time.sleep(0.05)
        assert not waits.done()
    assert waits.result(PATIENCE)


def _fail_in_the_lock_that_is_lent(pool: ThreadPoolExecutor, one: Locked, other: Locked) -> Future[bool]:
    with suppress(ZeroDivisionError), hold_lock(), lend_lock(one):
        assert pool.submit(_hold, other).result(PATIENCE)
        waits = pool.submit(_hold, one)
        time.sleep(0.05)
        assert not waits.done()
        raise ZeroDivisionError
    return waits


def _hold(one: Locked) -> bool:
    with hold_lock(one):
        return True
