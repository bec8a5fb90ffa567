"""The names of the players: no two alike, because a sentence, a quiz and its answers tell players apart by them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import domino_lab as dl
from domino_lab.core.errors import NotationError
from domino_lab.explain.questions import questions
from domino_lab.play.match import play_match
from domino_lab.play.start import names_apart, names_for
from domino_lab.record import write

TWINS = ["Ana", "Ana"]
SHUFFLE = dl.Shuffle(seed=1)
DOORS: dict[str, Callable[[list[str]], object]] = {
    "play_out": lambda names: dl.play_out("block", seed=1, names=names),
    "play_match": lambda names: play_match(dl.ruleset("block"), seed=1, names=names),
    "compare": lambda names: dl.compare(SHUFFLE, ["block", "all-fives"], names=names),
    "quiz": lambda names: dl.quiz("block", "winner", n=1, names=names),
    "Play": lambda names: dl.Play("block", names=names, delay=0),
    "Recorder": lambda names: dl.Recorder("block", names=names),
    "Recorder of stated tiles": lambda names: dl.Recorder("block", names=names, holdings=[["1-1"], ["2-2"]]),
    "Recorder of a study": lambda names: dl.Recorder("block", names=names, study=True),
}
RECORD = """ruleset = "block"
players = {names}
[deal]
holdings = [["6-6", "1-1"], ["6-2", "2-2"]]
stock = []
[[move]]
play = "6-6"
{more}"""


def listed(names: list[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("names", [TWINS, ["Ana", " ana "], ["", ""], ["An\u0303a", "A\u00f1a"], ["Ana", "Ana\u200b"]],
                         ids=ascii)
def test_two_players_of_one_name_are_refused_with_the_way_out(door: str, names: list[str]) -> None:
    with pytest.raises(NotationError, match=r'names=\["Ana", "Ben"\]|names must be a list such as \["Ana", "Ben"\]'):
        DOORS[door](names)


@pytest.mark.parametrize("door", ["play_out", "compare", "Recorder of stated tiles"])
def test_a_player_with_the_usual_name_of_another_seat_is_no_double(door: str) -> None:
    DOORS[door](["Ben"])


@pytest.mark.parametrize(("seats", "names", "expected"), [
    (2, None, ("Ana", "Ben")), (5, None, ("Ana", "Ben", "Cleo", "Dan", "Player 5")),
    (2, ["Ben"], ("Ben", "Ana")), (3, ["Zoe"], ("Zoe", "Ben", "Cleo")), (3, ["cleo"], ("cleo", "Ben", "Ana")),
])
def test_players_without_names_have_four_usual_ones_and_then_numbers(
    seats: int, names: list[str] | None, expected: tuple[str, ...],
) -> None:
    assert names_for(seats, names) == expected


@pytest.mark.parametrize("door", DOORS)
def test_names_that_differ_are_taken(door: str) -> None:
    DOORS[door](["Ana", "Anna"])


@pytest.mark.parametrize(("names", "expected"), [
    (["Ana", "Ana"], ("Ana", "Ana (2)")), (["Ana", "ANA"], ("Ana", "ANA (2)")),
    (["Ben"], ("Ben", "Ana")),
    (["Ana (2)", "Ana"], ("Ana (2)", "Ana")), (["Ana", "Ben"], ("Ana", "Ben")),
])
def test_a_hand_file_with_equal_names_is_read_and_tells_them_apart(names: list[str], expected: tuple[str, ...]) -> None:
    """The contract fixes the record, and says nothing of equal names: such a file is right, and is remarked upon."""
    text = RECORD.format(names=listed(names), more='ask = "Who plays first?"\nabout = "who"\n')
    hand = dl.load(text)
    assert hand.names == expected
    assert hand.problems == ()
    remarks = [one for one in hand.remarks if one.clause == "REC-VALUE"]
    assert [one.line for one in remarks] == ([] if expected[:len(names)] == tuple(names) else [2])
    assert all(f"{expected[0]} and {expected[1]}" in one.message for one in remarks)
    [asked] = questions(hand).values()
    assert asked.options == expected
    assert write(hand) == text


def test_of_three_players_of_one_name_each_gets_a_name_that_nobody_has() -> None:
    assert names_apart(4, ["Ana", "Ana (2)", "Ana"]) == ("Ana", "Ana (2)", "Ana (3)", "Dan")
