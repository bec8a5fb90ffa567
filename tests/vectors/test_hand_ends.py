"""Every hand-end vector of vectors.toml, through the settlement of a finished state."""

from __future__ import annotations

from typing import Any

import pytest

from domino_lab.catalogue import get
from domino_lab.core.chain import Chain
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.play.settlement import settle
from domino_lab.play.state import State, Step, Table
from domino_lab.rules.leading import Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from tests.vectors.reading import VECTORS, name_of

ENDS = VECTORS["hand_end"]
OF_A_GAME = [vector for vector in ENDS if "ruleset" in vector]
PLAIN = {"end_base": "opponents", "own_deduct": "none", "end_round": "none", "end_divide": 1, "tie": "none"}


def settled(rules: Ruleset, vector: dict[str, Any]) -> Step:
    names = tuple(vector["hands"])
    holdings = tuple(tuple(Tile.of(tile) for tile in held) for held in vector["hands"].values())
    last = vector.get("blocker") or vector.get("out")
    blocker = names.index(last) if last else None
    nothing = (0,) * len(names)
    lead = Lead(0, None, Ruling("GEN-TURN-1", "given", {"player": names[0]}))
    state = State(Table(rules, names, Standing(nothing)), Chain(), holdings, (), 0, lead, nothing, 0, blocker,
                  "out" if "out" in vector else "blocked")
    return settle(state)


def check(rules: Ruleset, vector: dict[str, Any]) -> None:
    names, step = list(vector["hands"]), settled(rules, vector)
    winner = None if vector["winner"] == "none" else names.index(vector["winner"])
    assert (step.settled.winner, step.settled.award) == (winner, vector["points"])
    assert step.state.scores == tuple(vector["points"] * (seat == winner) for seat in range(len(names)))


@pytest.mark.parametrize("vector", ENDS, ids=name_of)
def test_hand_end_under_its_axes(vector: dict[str, Any]) -> None:
    check(get("all-fives").but(**{**PLAIN, **vector["rules"]}), vector)


@pytest.mark.parametrize("vector", OF_A_GAME, ids=lambda vector: f"{name_of(vector)}-{vector['ruleset']}")
def test_hand_end_under_the_game_it_comes_from(vector: dict[str, Any]) -> None:
    check(get(vector["ruleset"]), vector)


@pytest.mark.parametrize("order", ["weight", "bone"])
def test_s_tb_2_is_decided_alike_by_weight_and_by_bone(order: str) -> None:
    vector = next(vector for vector in ENDS if vector["id"] == "S-TB-2")
    check(get("all-fives").but(**{**PLAIN, **vector["rules"]}, tie_order=order), vector)


def test_af0_score_5_names_every_line_of_the_sum() -> None:
    vector = next(vector for vector in ENDS if vector["id"] == "S-AF-5")
    lines = " ".join(ruling.text for ruling in settled(get("all-fives"), vector).settled.ruling.tree())
    for said in ("5 + 11 + 13 = 29", "29 - 3 = 26", "25"):
        assert said in lines


def test_bl_tie_1_names_the_tiles_that_decide() -> None:
    vector = next(vector for vector in ENDS if vector["id"] == "S-BL-1")
    lines = " ".join(ruling.text for ruling in settled(get("block"), vector).settled.ruling.tree())
    assert "17" in lines
    assert "2-1" in lines
    assert "4-3" in lines


def test_bl_tie_1_goes_on_to_the_next_lightest_tile() -> None:
    # Both total 18. The lightest tiles, 1-2 and 0-3, weigh 3 each; then 2-2 (4) is lighter than 1-4 (5).
    hands = {"A": ["1-2", "1-4", "4-6"], "B": ["0-3", "2-2", "5-6"]}
    check(get("block"), {"hands": hands, "winner": "B", "points": 0})


def test_bl_tie_1_alike_hands_win_nothing() -> None:
    step = settled(get("block"), {"hands": {"A": ["1-2"], "B": ["0-3"], "C": ["6-6"]}})
    assert (step.settled.winner, step.settled.award, step.settled.ruling.id) == (None, 0, "BL-TIE-1")
