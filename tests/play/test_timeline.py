"""Stepping back and forth, branching and playing again give equal states; a step is asked for by its number."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Action, Pass
from domino_lab.core.errors import ArgumentError, DominoError, StepError
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.settlement import settle
from domino_lab.play.timeline import Note, Timeline, play_on, play_out
from domino_lab.play.view import View
from tests.rules.random_hands import hands


@given(hands())
def test_the_actions_played_again_give_the_same_states(line: Timeline) -> None:
    again = [line.steps[0]]
    for action in line.actions:
        again.append(advance(again[-1].state, action))
    again.append(settle(again[-1].state))
    assert tuple(again) == line.steps or line.state.over == "misdeal"


@given(hands(), st.data())
def test_back_and_forth_is_nowhere_else(line: Timeline, data: st.DataObject) -> None:
    here = data.draw(st.integers(0, len(line.steps) - 1))
    back = line.upto(here)
    assert back.steps == line.steps[: here + 1]
    assert all(mine is theirs for mine, theirs in zip(back.steps, line.steps, strict=False))
    for action in line.actions[here:]:
        back = back.play(action)
    assert back.steps == (line.steps[: here + 1] if here >= len(line.actions) else line.steps)


@given(hands(), st.data())
def test_a_branch_leaves_its_trunk_alone(line: Timeline, data: st.DataObject) -> None:
    before = pickle.dumps(line.actions)
    here = data.draw(st.integers(0, len(line.actions)))
    trunk = line.upto(here)
    for action in legal(trunk.state)[:3]:
        branch = trunk.play(action)
        assert branch.steps[: here + 1] == trunk.steps
        assert branch.actions[here] == action
    assert trunk.steps == line.steps[: here + 1]
    assert pickle.dumps(line.actions) == before


@given(hands())
def test_a_hand_survives_pickling(line: Timeline) -> None:
    again = pickle.loads(pickle.dumps(line))
    assert again.steps == line.steps
    assert [step.state.board_count for step in again.steps] == [step.state.board_count for step in line.steps]


@given(hands())
def test_a_finished_hand_is_not_played_on(line: Timeline) -> None:
    assert play_on(line, line.shuffle) is line
    assert legal(line.state) == ()


def test_a_part_of_a_hand_has_the_notes_of_its_own_steps() -> None:
    """The note of the step that follows would stand beside another move there."""
    notes = {step: Note(f"Step {step}.") for step in (0, 3, 4, 5)}
    line = replace(play_out(get("block"), Shuffle(seed=1)), notes=notes)
    assert list(line.upto(4).notes) == [0, 3, 4]
    assert list(line.upto(2).notes) == [0]


HAND = dl.play_out("block", seed=1)
LAST = len(HAND) - 1


@pytest.mark.parametrize(("number", "kind"), [
    (99, IndexError), (-99, IndexError), (10**4400, IndexError), (3.5, TypeError), ("x", TypeError), (None, TypeError),
], ids=["late", "early", "huge", "half", "text", "none"])
def test_a_step_that_is_not_there_is_refused(number: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind, match=f"^there is no step .*: the steps are 0 to {LAST}$") as refused:
        HAND[number]
    assert isinstance(refused.value, dl.DominoError)
    assert isinstance(refused.value, StepError if kind is IndexError else ArgumentError)


def test_steps_are_counted_cut_and_gone_through_as_in_a_list() -> None:
    assert [*HAND] == list(HAND.steps)
    assert HAND[-1] is HAND.steps[-1]
    assert HAND[1:3] == HAND.steps[1:3]  # type: ignore[index]
    assert [*reversed(HAND)] == [*reversed(HAND.steps)]  # type: ignore[call-overload]


def test_players_who_only_pass_are_told_that_the_hand_never_ends() -> None:
    def passes(view: View, _: Stream) -> Action:
        return next((move for move in view.legal if isinstance(move, Pass)), view.legal[0])

    with pytest.raises(DominoError, match="the hand never ends: everybody has passed 100 times in a row"):
        play_out(get("draw").but(pass_when="any"), Shuffle(seed=3), seats=2, policies=[passes, passes])
