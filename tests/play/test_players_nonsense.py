"""Players of a reader's own: whatever one gives back, the answer names the player and what it should give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.core.actions import Draw, Play, Remove, Stack
from domino_lab.core.chain import OpenEnd


class Unshown:
    def __repr__(self) -> str:
        raise RuntimeError("no repr")


async def _later() -> None:
    pass


def _waits() -> object:
    never = _later()
    never.close()
    return never


TILE: Any = dl.Tile(0, 0)
HUGE: Any = 10**4400
ANSWERS: dict[str, Callable[[Any], object]] = {
    "nothing": lambda view: None, "number": lambda view: 5, "list": lambda view: list(view.legal),
    "tile": lambda view: TILE, "text": lambda view: "6-6", "coroutine": lambda view: _waits(),
    "unshown": lambda view: Unshown(), "huge": lambda view: HUGE, "class": lambda view: Play,
    "play of text": lambda view: Play("6-6"),  # type: ignore[arg-type]
    "play of nothing": lambda view: Play(None),  # type: ignore[arg-type]
    "play of what cannot be shown": lambda view: Play(Unshown()),  # type: ignore[arg-type]
    "play nowhere": lambda view: Play(TILE, "right"),  # type: ignore[arg-type]
    "play at a huge end": lambda view: Play(TILE, OpenEnd(HUGE, 0, 0)),
    "play huge": lambda view: Play(TILE, None, HUGE),
    "draw of text": lambda view: Draw("6-6"),  # type: ignore[arg-type]
    "stack on text": lambda view: Stack(TILE, "1"),  # type: ignore[arg-type]
    "remove a number": lambda view: Remove(5),  # type: ignore[arg-type]
}
ASK: dict[str, Callable[[Any], object]] = {
    "play_out": lambda player: dl.play_out("block", seed=1, policies=player),
    "simulate": lambda player: dl.simulate("block", hands=2, policies=player, progress=False),
    "tournament": lambda player: dl.tournament({"nonsense": player, "random": "random"}, "block", deals=1),
    "compare": lambda player: dl.compare(dl.Shuffle(seed=1), ["block", "draw"], policies=player),
    "GameTrials": lambda player: dl.chance.GameTrials("block", policies=player).play(0, 2),
}


def player_of(name: str) -> Callable[[Any, Any], object]:
    def nonsense(view: Any, stream: Any) -> object:
        return ANSWERS[name](view)

    return nonsense


@pytest.mark.parametrize("ask", ASK)
@pytest.mark.parametrize("name", ANSWERS)
def test_what_is_no_action_is_refused(name: str, ask: str) -> None:
    with pytest.raises(dl.NotationError, match=r"^the player nonsense returned .*: .* one of view\.legal"):
        ASK[ask](player_of(name))


@pytest.mark.parametrize("ask", ASK)
def test_what_is_not_allowed_is_refused_with_its_player(ask: str) -> None:
    def nonsense(view: Any, stream: Any) -> Play:
        return Play(dl.Tile(9, 9))

    with pytest.raises(dl.IllegalAction) as refused:
        ASK[ask](nonsense)
    assert "The player nonsense chose to play 9-9: a player must return one of view.legal." in refused.value.__notes__


@pytest.mark.parametrize("ask", ASK)
def test_what_a_player_raises_names_it(ask: str) -> None:
    def nonsense(view: Any, stream: Any) -> Play:
        raise KeyError("mine")

    with pytest.raises(KeyError) as raised:
        ASK[ask](nonsense)
    assert raised.value.__notes__[0] == "The error is in the player nonsense, seat 0 of Block Game."


@pytest.mark.parametrize("reason", [lambda view, action: None, lambda view, action: Unshown(), lambda: "why",
                                    lambda view, action: 1 // 0, 5])
def test_a_reason_that_does_not_work_stops_no_game(reason: Any) -> None:
    def heedless(view: Any, stream: Any) -> Any:
        return view.legal[0]

    heedless.reason = reason  # type: ignore[attr-defined]
    play = dl.Play("block", against=heedless, seed=1, delay=0)
    play.here.do(play.here.legal[0])
    assert not play.error
    assert len(play.here.timeline) == 3


def test_an_answer_that_cannot_be_shown_is_no_right_one() -> None:
    with pytest.raises(dl.NotationError, match="Write a number"):
        dl.quiz("all-fives", n=1, seed=1).grade(1, Unshown())
    assert not dl.ExerciseCard("own_tile").check(Unshown()).right
    assert not dl.chance.class_book({"Ana": {"own_tile": Unshown()}}).rows[0].right


def test_a_test_of_holdings_has_to_answer_at_once() -> None:
    with pytest.raises(dl.DominoError, match="your own test does not work: it is an async function"):
        dl.chance.exact(_later, tiles=2)


def test_a_view_says_which_player_it_was() -> None:
    def nonsense(view: Any, stream: Any) -> Play:
        raise KeyError("mine")

    play = dl.Play("block", against=nonsense, seed=1, delay=0)
    play.here.do(play.here.legal[0])
    assert play.error == "KeyError: 'mine' The error is in the player nonsense, seat 1 of Block Game."
