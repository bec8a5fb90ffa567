"""Sizes of sets and holdings (DR2-PLAY-1, DR2-SA), and numbers that are easily miscounted."""

from __future__ import annotations

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Draw
from domino_lab.core.errors import IllegalAction
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet
from domino_lab.play.hand import advance
from domino_lab.play.start import start
from domino_lab.play.timeline import play_out
from tests.vectors.reading import VECTORS, lay, shown, study


@pytest.mark.parametrize(
    ("axes", "size"),
    [
        ({"max_pip": 6}, 28),
        ({"max_pip": 8}, 45),
        ({"max_pip": 8, "doubles": False}, 36),
        ({"max_pip": 6, "copies": 2}, 56),
    ],
    ids=lambda value: f"GEN-DEAL-1-{value}" if isinstance(value, int) else "",
)
def test_sizes_of_sets(axes: dict[str, int], size: int) -> None:
    assert len(DominoSet.of(**axes).tiles) == len(set(DominoSet.of(**axes).tiles)) == size
    assert len(get("all-fives").but(**axes).equipment.set.tiles) == size


@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 5), (4, 4)], ids=lambda value: f"DR2-SA-{value}")
def test_holdings_of_eight_less_the_players(seats: int, each: int) -> None:
    for rules in (get("draw-south-american"), get("block").but(deal="8-n")):
        state = start(rules, Shuffle(seed=1), seats=seats).state
        assert [len(held) for held in state.holdings] == [each] * seats
        assert state.boneyard == 28 - seats * each


def test_s_set_1_the_games_that_have_other_sets() -> None:
    sizes = {name: len(get(name).equipment.set.tiles) for name in ("draw", "draw-austrian", "two-box")}
    assert sizes == {"draw": 28, "draw-austrian": 36, "two-box": 56}


LEFT = [
    ("BG-DEAL-1", "bergen", {"deal": 6}, 4, 4),
    ("TB-DEAL-1", "two-box", {"deal": 7, "copies": 2, "seats": [4, 5, 6]}, 6, 14),
    ("BD-DEAL-1", "blind", {"deal": "even"}, 3, 1),
    ("BD-DEAL-1", "blind", {"deal": "even", "seats": [2, 3, 4, 5]}, 5, 3),
]


@pytest.mark.parametrize(("clause", "game", "axes", "seats", "left"), LEFT)
def test_what_a_deal_leaves(clause: str, game: str, axes: dict[str, object], seats: int, left: int) -> None:
    for rules in (get(game), get("block").but(**axes)):
        step = start(rules, Shuffle(seed=1), seats=seats)
        assert step.state.boneyard == left
        assert step.events[0].ruling.id in (clause, "HOUSE-DEAL")


def test_af0_lay_1_a_later_double_is_one_open_end() -> None:
    """AF0-LAY-1: after S-AF-1 the 3-3, which is not the first double, shows one 3 and four ends are open."""
    state = study(get("all-fives"))
    for said in VECTORS["layout"][0]["plays"]:
        state = lay(state, said["tile"], said.get("at")).state
    threes = [end for end in state.open_ends if end.value == 3]
    assert len(threes) == 1
    assert str(state.chain.laid[threes[0].at].tile) == "3-3"
    assert len(state.open_ends) == 4


def test_af0_lay_2_the_spinner_opens_with_four_edges() -> None:
    state = lay(study(get("all-fives")), "5-5").state
    assert shown(state) == [5, 5, 5, 5]
    assert state.chain.free_edges(0) == (0, 1, 2, 3)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bl_draw_1_the_pile_is_never_touched(seats: int) -> None:
    for hand in range(20):
        line = play_out(get("block"), Shuffle(seed=4, hand=hand), seats=seats, policies="random")
        assert {step.state.stock for step in line.steps} == {line.steps[0].state.stock}
        assert not any(isinstance(action, Draw) for action in line.actions)


def test_bl_draw_1_a_draw_is_refused() -> None:
    state = start(get("block"), Shuffle(seed=1)).state
    with pytest.raises(IllegalAction, match=r"BL-DRAW-1"):
        advance(state, Draw())
