"""What a question wants to know, and what the hand says to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Draw
from domino_lab.core.errors import NotationError
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.questions import HandQuestion, questions
from domino_lab.play.start import start
from domino_lab.play.timeline import Note, Timeline, play_out


@pytest.fixture
def hand() -> Timeline:
    """All Fives, seed 7: a hand with scores, draws and a settlement."""
    return play_out(get("all-fives"), Shuffle(seed=7), names=["Ana", "Ben"])


@pytest.fixture
def blocked() -> Timeline:
    """A Block hand for two: no tile is drawn and nothing is counted."""
    return play_out(get("block"), Shuffle(seed=7), names=["Ana", "Ben"])


def asked(hand: Timeline, step: int, about: str) -> HandQuestion | None:
    return questions(replace(hand, notes={step: Note(ask="?", about=about)})).get(step)


@pytest.mark.parametrize(
    ("step", "about", "kind", "right"),
    [
        (2, "score", "number", "10"),       # 6-0 and 4-0 leave 6 + 4
        (3, "score", "number", "0"),
        (4, "count", "number", "10"),       # 4 and both halves of the lone spinner's free side
        (4, "tile", "tile", "3-3"),
        (4, "legal", "choice", "Yes"),
        (9, "legal", "choice", "No"),       # Ben draws
        (4, "who", "choice", "Ana"),
        (0, "who", "choice", "Ben"),        # Ben leads
        (22, "winner", "choice", "Ana"),
        (22, "award", "number", "4"),       # 19 left: 20: divided by 5
    ],
)
def test_the_answer_is_in_the_hand(hand: Timeline, step: int, about: str, kind: str, right: str) -> None:
    found = asked(hand, step, about)
    assert found is not None
    assert (found.kind, found.right) == (kind, right)
    assert found.accepts(right)


def test_who_draws_by_choice_could_have_laid_a_tile() -> None:
    """DR2-DRAW-1: one may draw although a tile of one's own fits; the first tile of a hand always does."""
    by_choice = Timeline((start(get("draw"), Shuffle(seed=1)),)).play(Draw())
    found = asked(by_choice, 1, "legal")
    assert found is not None
    assert found.right == "Yes"


def test_a_question_without_an_answer_is_not_asked(hand: Timeline, blocked: Timeline) -> None:
    assert asked(hand, 9, "tile") is None               # a draw lays no tile
    assert asked(blocked, 2, "count") is None           # the Block Game counts nothing
    assert asked(hand.upto(5), 5, "winner") is None     # the hand is not over
    assert asked(hand, 99, "score") is None


def test_a_choice_offers_every_player_and_nobody(hand: Timeline) -> None:
    found = asked(hand, 22, "winner")
    assert found is not None
    assert found.options == ("Ana", "Ben", "nobody")


def test_a_tile_is_accepted_either_way_round_and_nonsense_is_refused(hand: Timeline) -> None:
    found = asked(hand, 2, "tile")
    assert found is not None
    assert found.accepts("0-4")
    assert not found.accepts("0-0")
    with pytest.raises(NotationError):
        found.accepts("four")


def test_a_question_is_asked_one_step_before_its_answer_and_that_about_the_deal_at_the_deal() -> None:
    asked = HandQuestion(3, "How much?", "count", None, "number", (), "15")
    assert [asked._replace(step=step).asked_at for step in (0, 1, 3)] == [0, 0, 2]
