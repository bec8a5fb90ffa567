"""One place in a hand: its limits, its questions, and the views that share it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

import pytest
import traitlets

from domino_lab.catalogue import get
from domino_lab.core.actions import Play
from domino_lab.core.errors import NotationError
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Note, Timeline, play_out
from domino_lab.sessions.playhead import Playhead

Result = TypeVar("Result")


def test_a_game_without_a_seed_is_dealt_as_everywhere_by_seed_0() -> None:
    line = play_out(get("block"), Shuffle(seed=0))
    assert Playhead("block").timeline.steps == Playhead("block", seed=0).timeline.steps == line.steps
    assert Playhead("block").timeline.steps != Playhead("block", seed=1).timeline.steps


def test_it_stays_within_the_hand(hand: Timeline) -> None:
    here = Playhead(hand)
    for _ in range(10):
        here.previous()
    assert here.step == 0
    here.last()
    here.next()
    assert here.step == here.end == len(hand) - 1
    here.go(10_000)
    assert here.step == here.end
    here.first()
    assert here.step == 0


def test_a_step_that_is_no_place_goes_to_the_nearest(hand: Timeline) -> None:
    assert Playhead(hand, step=999).step == len(hand) - 1
    assert Playhead(hand, step=-3).step == 0


def test_one_move_is_one_change(asking: Timeline) -> None:
    here = Playhead(asking, step=5)
    changes: list[int] = []
    here.observe(lambda change: changes.append(change["new"]), "changes")
    here.answer("7")
    assert here.step == 6
    assert len(changes) == 1


def test_of_gives_a_playhead_back_and_may_move_it(hand: Timeline) -> None:
    here = Playhead(hand)
    assert Playhead.of(here, step=4) is here
    assert here.step == 4
    with pytest.raises(TypeError, match="seed="):
        Playhead.of(here, seed=3)


def test_a_viewpoint_is_everybody_a_seat_or_the_table(hand: Timeline) -> None:
    here = Playhead(hand)
    seen = {}
    for viewpoint in ("all", 0, 1, "table"):
        here.viewpoint = viewpoint
        seen[viewpoint] = here.seen_by
    assert seen == {"all": None, 0: 0, 1: 1, "table": -1}
    with pytest.raises(traitlets.TraitError, match="a seat from 0 to 1"):
        here.viewpoint = 2


# --- questions


def test_every_next_is_one_step_and_passes_the_question_that_waits(asking: Timeline) -> None:
    here = Playhead(asking)
    for step in range(1, len(asking)):
        assert (here.question is not None) is (step == 6)
        here.next()
        assert here.step == step
    assert here.answers == {6: None}


def test_a_jump_from_a_question_passes_that_one_and_stops_at_the_next(asking: Timeline) -> None:
    here = Playhead(replace(asking, notes={**asking.notes, 9: Note(ask="Who plays?", about="who")}))
    stops = []
    for _ in range(3):
        here.last()
        stops.append(here.step)
    assert stops == [5, 8, len(asking) - 1]
    assert here.answers == {6: None, 9: None}


def test_a_hand_may_be_shown_without_its_questions(asking: Timeline) -> None:
    here = Playhead(asking, step=5, asks=False)
    assert here.question is None
    here.next()
    assert here.step == 6
    assert here.answered is None
    here.asks = True
    assert not here.hides(7)


def test_a_move_back_from_a_question_is_free(asking: Timeline) -> None:
    here = Playhead(asking, step=5)
    here.previous()
    assert here.step == 4
    here.first()
    assert here.step == 0
    assert here.hides(6)


def test_the_step_that_a_cell_asks_for_is_shown(asking: Timeline) -> None:
    here = Playhead(asking, step=8)
    assert here.step == 8
    assert not here.hides(8)


@pytest.mark.parametrize("given", ["7", "7 points"])
def test_a_right_answer_reveals_and_moves_on(asking: Timeline, given: str) -> None:
    here = Playhead(asking, step=5)
    here.answer(given)
    assert here.step == 6
    assert here.answered is not None
    assert here.answered.accepts(here.answers[6])
    assert here.missed == ""


@pytest.mark.parametrize(("given", "why"), [("10", "10 is too high"), ("-1", "-1 is too low")])
def test_a_wrong_answer_says_why_and_stays_for_another_try(asking: Timeline, given: str, why: str) -> None:
    here = Playhead(asking, step=5)
    here.answer(given)
    assert (here.step, here.answers, here.attempts) == (5, {}, {6: (given,)})
    assert here.hides(6)
    assert why in here.missed
    assert "7" not in here.missed
    here.previous()
    assert here.missed == ""
    here.next()
    here.answer("7")
    assert (here.step, here.attempts) == (6, {6: (given,)})


def test_a_wrong_tile_is_one_that_cannot_be_played_or_one_that_could(hand: Timeline) -> None:
    here = Playhead(replace(hand, notes={6: Note(ask="Which tile?", about="tile")}), step=5)
    playable = {action.tile for action in legal(here.state) if isinstance(action, Play)} - {hand[6].action.tile}
    unplayable = set(here.state.holdings[hand[6].seat]) - playable - {hand[6].action.tile}
    for tiles, why in ((unplayable, "cannot be played here"), (playable, "could be played")):
        for tile in tiles:
            here.answer(str(tile))
            assert why in here.missed
    assert playable
    assert unplayable


def test_something_that_is_no_answer_reveals_nothing(asking: Timeline) -> None:
    here = Playhead(asking, step=5)
    for nonsense in ("", "many", "1e9", "9" * 40, "<b>", "--5", "+-1", "1234567"):
        with pytest.raises(NotationError):
            here.answer(nonsense)
    assert (here.step, here.answers) == (5, {})


def test_ask_again_hides_the_answer_once_more(asking: Timeline) -> None:
    here = Playhead(asking, step=5)
    here.answer("7")
    here.go(5)
    assert here.question is None
    here.ask_again()
    assert here.question is not None
    assert here.hides(6)


# --- comments


def test_the_next_note_comes_round(noted: Timeline) -> None:
    here = Playhead(noted)
    seen = []
    for _ in range(4):
        here.next_note()
        seen.append(here.step)
    assert seen == [1, 4, 9, 1]


# --- playing by itself


def in_a_loop(play: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own: a browser test in the same process leaves a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, play).result()


async def _plays(here: Playhead, monkeypatch: pytest.MonkeyPatch, until: int = 200) -> None:
    monkeypatch.setattr("domino_lab.sessions.playhead.SPEEDS", dict.fromkeys(("slow", "steady", "fast"), 0))
    here.toggle()
    for _ in range(until):
        await asyncio.sleep(0)


def test_it_plays_to_the_end_and_stops(hand: Timeline, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Playhead(hand, step=3)
    in_a_loop(_plays(here, monkeypatch))
    assert here.step == here.end
    assert not here.playing


def test_it_stops_at_a_question(asking: Timeline, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Playhead(asking)
    in_a_loop(_plays(here, monkeypatch))
    assert here.step == 5
    assert not here.playing
    assert here.hides(6)


def test_a_step_by_hand_stops_it(hand: Timeline, monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupted() -> None:
        await _plays(here, monkeypatch, until=4)
        assert here.playing
        here.previous()
        at = here.step
        for _ in range(50):
            await asyncio.sleep(0)
        assert (here.step, here.playing) == (at, False)

    here = Playhead(hand)
    in_a_loop(interrupted())


def test_a_second_press_pauses_and_a_third_goes_on_at_the_same_pace(hand: Timeline, monkeypatch: pytest.MonkeyPatch
                                                                    ) -> None:
    async def pressed_thrice() -> list[int]:
        await _plays(here, monkeypatch, until=3)
        here.toggle()
        await asyncio.sleep(0)
        assert not here.playing
        here.toggle()
        steps = []
        for _ in range(6):
            await asyncio.sleep(0)
            steps.append(here.step)
        here.toggle()
        return steps

    here = Playhead(hand)
    steps = in_a_loop(pressed_thrice())
    assert all(after - before <= 1 for before, after in itertools.pairwise(steps))
    assert steps[-1] > steps[0]


def test_another_thread_starts_and_stops_it_where_it_was_made(
    hand: Timeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a press of the reader's own code in a thread, while the loop of the notebook runs."""
    async def by_a_thread() -> list[int]:
        here = Playhead(hand)
        await asyncio.to_thread(here.toggle)
        for _ in range(5):
            await asyncio.sleep(0.01)
        seen = [here.step]
        await asyncio.to_thread(here.toggle)
        await asyncio.sleep(0.02)
        seen.append(here.step)
        await asyncio.sleep(0.05)
        return [*seen, here.step]

    monkeypatch.setattr("domino_lab.sessions.playhead.SPEEDS", dict.fromkeys(("slow", "steady", "fast"), 0.002))
    begun, stopped, later = in_a_loop(by_a_thread())
    assert begun > 0
    assert stopped == later
