"""Every layout vector of vectors.toml, under the axes it names and under the game of the catalogue it comes from."""

from __future__ import annotations

from typing import Any

import pytest

from domino_lab.catalogue import get
from domino_lab.rules.ruleset import Ruleset
from tests.vectors.reading import VECTORS, lay, name_of, shown, study

LAYOUTS = VECTORS["layout"]
OF_A_GAME = [vector for vector in LAYOUTS if "ruleset" in vector]
MOVES = {"A": ("5-4", "5-5"), "B": ("2-2", "0-2"), "C": ("2-5", "2-2"), "D": ("3-3", "3-5")}
COUNTS = {"sheet": ("AF0-SCORE-2", [2, 2, 2, 1, 0]), "closed": ("AF0-SCORE-3", [2, 2, 0, 0, 0])}


def check(rules: Ruleset, vector: dict[str, Any]) -> None:
    state, won = study(rules), [0, 0]
    for number, said in enumerate(vector["plays"]):
        step = lay(state, said["tile"], said.get("at"), said.get("out"), said.get("score") or None)
        state = step.state
        counted = state.board_count
        found = {"total": counted and counted.total, "score": step.points, "open": shown(state)}
        assert {key: found[key] for key in said if key in found} == {key: said[key] for key in said if key in found}
        won[number % 2] += step.points
        assert list(state.scores) == won


@pytest.mark.parametrize("vector", LAYOUTS, ids=name_of)
def test_layout_under_its_axes(vector: dict[str, Any]) -> None:
    check(get("all-fives").but(**vector["rules"]), vector)


@pytest.mark.parametrize("vector", OF_A_GAME, ids=lambda vector: f"{name_of(vector)}-{vector['ruleset']}")
def test_layout_under_the_game_it_comes_from(vector: dict[str, Any]) -> None:
    check(get(vector["ruleset"]), vector)


@pytest.mark.parametrize("vector", VECTORS["bergen"], ids=name_of)
def test_like_ends(vector: dict[str, Any]) -> None:
    check(get(vector["ruleset"]), vector)
    check(get("block").but(play_score="alike"), vector)


def test_a7_wild_1_only_the_wild_tiles_go_on_a_blank() -> None:
    """A7-WILD-1: after the third tile of S-A7-1 the four tiles that add up to seven, and the 0-0, fit the blank."""
    state = study(get("all-sevens"))
    vector = next(vector for vector in LAYOUTS if vector["id"] == "S-A7-1")
    for said in vector["plays"][:3]:
        state = lay(state, said["tile"], said.get("at"), said.get("out")).state
    blank = next(end for end in state.open_ends if end.value == 0)
    fitting = {str(tile) for tile in state.rules.equipment.set.tiles if state.rules.matching.fits(tile, blank.value)}
    assert fitting == {"6-1", "5-2", "4-3", "0-0"}


@pytest.mark.parametrize("kind", COUNTS, ids=lambda kind: COUNTS[kind][0])
@pytest.mark.parametrize("order", VECTORS["order"], ids=lambda order: f"S-AF-1-{order['moves']}")
def test_the_twelve_orders_of_four_moves(order: dict[str, Any], kind: str) -> None:
    state = study(get("all-fives").but(double_weights=COUNTS[kind][1]))
    for said in VECTORS["layout"][0]["plays"][:4]:
        state = lay(state, said["tile"], said.get("at")).state
    totals = []
    for move in order["moves"]:
        step = lay(state, *MOVES[move])
        state = step.state
        totals.append(state.board_count.total)
        assert step.points == (totals[-1] if totals[-1] % 5 == 0 else 0)
    assert totals == order[kind]


def test_every_admissible_order_is_in_the_table() -> None:
    from itertools import permutations

    admissible = {"".join(moves) for moves in permutations("ABCD") if moves.index("B") < moves.index("C")}
    assert {order["moves"] for order in VECTORS["order"]} == admissible
