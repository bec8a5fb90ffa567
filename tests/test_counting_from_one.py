"""Readers count hands, deals and trials from 1; the arguments of functions and the values in data count from 0."""

from __future__ import annotations

import re

import pytest

import domino_lab as dl


@pytest.mark.parametrize(("hand", "name"), [(0, "seed 7, hand 1"), (4, "seed 7, hand 5")])
def test_the_title_of_a_hand(hand: int, name: str) -> None:
    line = dl.play_out("block", seed=7, hand=hand)
    assert str(line.shuffle) == name
    assert (line.shuffle.seed, line.shuffle.hand) == (7, hand)
    assert dl.Playhead(line).snapshot.tabletop.title == f"Block Game, {name}"
    assert f"seed=7, hand={hand}" in line.recipe or hand == 0


@pytest.mark.parametrize("hand", [0, 3])
def test_the_best_way_through_a_patience(hand: int) -> None:
    line = dl.chance.best_line("five-columns", seed=1, hand=hand)
    assert line.title.startswith(f"Five Columns, deal {hand + 1} of seed 1: ")
    assert line.recipe.endswith(f"hand={hand})")


def test_the_largest_difference_of_many_deals() -> None:
    """The data name the hand as `open` takes it; a reader sees the number in the sentence, and no other beside it."""
    found = dl.compare(dl.Shuffle(seed=7), ["all-fives", "five-up"], hands=5)
    largest = int(found.summary["hand"].iloc[1])
    assert largest == found.largest().hand
    assert abs(found.table.iloc[largest, 2]) == max(abs(found.table.iloc[:, 2]))
    for shown in (repr(found), found._repr_markdown_()):
        assert re.findall(r", in hand (\d+)\.", shown) == [str(largest + 1)]
        assert "hand |" not in shown
        assert not re.search(r" hand$", shown, re.M)


def test_the_trials_of_a_lab() -> None:
    lab = dl.ChanceLab("block", seed=1, estimate=0.6, n=1)
    assert "Trial 1" in lab._repr_mimebundle_()["text/plain"]
    lab.here.go(9)
    lab.do("bar", 0)
    assert f"Trial {lab.here.example.number + 1}, who won: " in lab.caption


def test_the_results_of_a_quiz() -> None:
    questions = dl.quiz("all-fives", n=2, seed=1)
    for item, name in zip(questions.items, questions.results["hand"], strict=True):
        assert name == f"seed 1, hand {item.line.shuffle.hand + 1}"
