"""The patience games: the vectors S-BI-1 and 2, S-KO-1 and 2 of vectors.toml, and what TT-2 and FC-1 say."""

from __future__ import annotations

from typing import Any

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Remove, Say
from domino_lab.core.events import Removed, Said
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.start import start
from domino_lab.play.state import Step
from tests.vectors.reading import VECTORS, name_of


def row_of(vector: dict[str, Any]) -> dict[str, list[Any]]:
    """The tiles of a row as they are written: the half that stands first lies left."""
    return {"row": [Tile.of(tile) for tile in vector["row"]], "lefts": [int(tile[0]) for tile in vector["row"]]}


def counted(vector: dict[str, Any]) -> list[Step]:
    """The automatic game of Bingo, to its end."""
    rules = get("bingo")
    steps = [rules.solo.opening(rules, {"row": row_of(vector)["row"]})]
    while steps[-1].state.over is None:
        steps.append(advance(steps[-1].state, Say()))
    return steps


@pytest.mark.parametrize("vector", VECTORS["bingo"], ids=name_of)
def test_bingo(vector: dict[str, Any]) -> None:
    last = counted(vector)[-1].state
    assert [tile[:2] for tile in last.waste] == [Tile.of(tile)[:2] for tile in vector["removed"]]
    assert last.left == vector["left"]
    assert last.over == ("lost" if vector["left"] else "won")


def test_bi_3_the_count_runs_on_over_the_end_of_the_row() -> None:
    """S-BI-1: the 5-6 goes when eleven is said, and not before."""
    vector = next(vector for vector in VECTORS["bingo"] if vector["id"] == "S-BI-1")
    said = [event for step in counted(vector) for event in step.events if isinstance(event, Said)]
    gone = [event for step in counted(vector) for event in step.events if isinstance(event, Removed)]
    assert [event.number for event in said] == list(range(12))
    assert gone[-1].tiles == (Tile(5, 6),)


def test_bi_4_a_row_of_thirteen_in_which_nothing_meets_its_number_is_lost_after_one_round() -> None:
    """S-BI-2: thirteen tiles and thirteen numbers, so the second round would be the first again."""
    vector = next(vector for vector in VECTORS["bingo"] if vector["id"] == "S-BI-2")
    assert sum(isinstance(step.action, Say) for step in counted(vector)) == 13


def fewest_left(state: Any) -> int:
    return min([fewest_left(advance(state, action).state) for action in legal(state)], default=state.left)


@pytest.mark.parametrize("vector", VECTORS["knock_out"], ids=name_of)
def test_knock_out(vector: dict[str, Any]) -> None:
    rules = get("knock-out")
    assert fewest_left(rules.solo.opening(rules, row_of(vector)).state) == vector["least_left"]


def test_ko_3_the_choice_matters() -> None:
    """S-KO-2: the middle pair first leaves two tiles that do not touch with equal halves."""
    rules = get("knock-out")
    vector = next(vector for vector in VECTORS["knock_out"] if vector["id"] == "S-KO-2")
    state = rules.solo.opening(rules, row_of(vector)).state
    after = advance(state, Remove((Tile(1, 2), Tile(2, 3)))).state
    assert (after.left, after.over) == (2, "lost")


@pytest.mark.parametrize("pair", [("6-2", "3-1"), ("6-6", "0-0")], ids=lambda pair: f"TT-2-{'+'.join(pair)}")
def test_pairs_of_twelve(pair: tuple[str, str]) -> None:
    rules = get("twelve-to-go")
    holding = [Tile.of(tile) for tile in (*pair, "1-0")]
    state = rules.solo.opening(rules, {"row": holding}).state
    assert judge(state, Remove((holding[0], holding[1]))).allowed
    assert not judge(state, Remove((holding[0], holding[2]))).allowed


def test_s_fc_1_the_deal_of_five_columns() -> None:
    """FC-1 and FC-2: three tiles in reserve, five columns of five, and eight tiles available at the start."""
    state = start(get("five-columns"), Shuffle(seed=1)).state
    assert len(state.reserve) == 3
    assert [len(column) for column in state.columns] == [5] * 5
    available = {*state.reserve, *(column[-1] for column in state.columns)}
    assert set(state.free) == available
    assert len(state.free) == 8
