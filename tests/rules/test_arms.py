"""Where arms may grow: their order, spinners with more than four, and arms that need doubles; all found by hand."""

from __future__ import annotations

from itertools import pairwise

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Play
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, plays
from tests.vectors.reading import lay, study

ARMS = [("free", ["5-5", "5-5", "5-5", "5-2"]), ("sides-first", ["5-5", "5-2"]),
        ("four-first", ["5-5", "5-5", "5-5"]), ("clockwise", ["5-5", "5-2"]), ("four-first-clockwise", ["5-5"])]


@pytest.mark.parametrize(("order", "open_at"), ARMS)
def test_arm_order(order: str, open_at: list[str]) -> None:
    """After 5-5 and 5-2: all edges; one side left before the tips; the spinner's edges before any other end; the next
    edge clockwise.
    """
    state = lay(lay(study(get("all-fives").but(arm_order=order)), "5-5").state, "5-2", "5-5").state
    assert [str(state.chain.laid[end.at].tile) for end in state.open_ends] == open_at
    for end in state.chain.ends:
        tile = Tile.of("5-4" if end.value == 5 else "4-2")
        ruling = judge(state, Play(tile, end))
        assert ruling.allowed == (end in state.open_ends)
        assert ruling.allowed or ruling.id == "HOUSE-ARM-ORDER"


@pytest.mark.parametrize("order", ["four-first", "four-first-clockwise"])
def test_the_newest_of_several_unfinished_spinners_comes_first(order: str) -> None:
    """As Spinner has it (spinnerdomino.com): after a double, the next three plays must be made on that double."""
    rules = get("chickenfoot").but(wild_half=9, arm_order=order, weights={})
    state = lay(lay(study(rules), "9-9").state, "8-8", "9-9").state
    for tile in ("8-1", "8-2", "8-3"):
        assert {str(state.chain.laid[end.at].tile) for end in state.open_ends} == {"8-8"}
        refused = [judge(state, Play(Tile.of("9-5"), end)) for end in state.chain.ends if not end.at]
        assert {ruling.text for ruling in refused} == {(
            "9-9 has to wait, because a double still needs toes." if order == "four-first" else
            "9-9 has to wait, because the free sides of a spinner come first.")}
        state = lay(state, tile, "8-8").state
    assert {str(state.chain.laid[end.at].tile) for end in state.open_ends} == {"9-9"}
    assert "the newer double comes first" in str(rules.sheet())
    assert "the newer double comes first" not in str(get("chickenfoot").but(arm_order=order).sheet())


ROUND = [
    ("first", "5-5", "5-0 5-1 5-2 5-3", [0, 3, 1, 2]),
    ("first-six", "9-9", "9-0 9-1 9-2 9-3 9-4 9-5", [0, 3, 5, 1, 2, 4]),
    ("first-eight", "9-9", "9-0 9-1 9-2 9-3 9-4 9-5 9-6 9-7", [0, 7, 3, 5, 1, 6, 2, 4]),
    ("first", "5-4 5-5", "5-0 5-1 5-2", [2, 1, 3]),
    ("first-six", "9-8 9-9", "9-0 9-1 9-2 9-3 9-4", [2, 4, 1, 3, 5]),
    ("first-eight", "9-8 9-9", "9-0 9-1 9-2 9-3 9-4 9-5 9-6", [6, 2, 4, 1, 7, 3, 5]),
]
"""Edges of a spinner, clockwise as a picture was drawn by hand. Alone it has 0 on the right, 1 on the left, 2 above, 3
below, 4 to 7 at upper right, lower left, upper left, lower right. One that a line from the left joined has 0 on the
left, 1 on the right, and the others as before."""


@pytest.mark.parametrize(("spinner", "laid", "arms", "edges"), ROUND)
def test_arms_clockwise(spinner: str, laid: str, arms: str, edges: list[int]) -> None:
    """One place is open after another, all others of the spinner are refused, and the ends of the line stay open."""
    rules = get("all-fives").but(play_score="none", max_pip=9, spinner=spinner, arm_order="clockwise")
    state = study(rules)
    for tile, at in pairwise([None, *laid.split()]):
        state = lay(state, at, tile).state
    hub, line = state.chain.spinner.number, laid.count(" ")
    for done, tile in enumerate(arms.split()):
        mine = [end for end in state.open_ends if end.at == hub]
        assert len(state.open_ends) == len(mine) + line + done
        assert [end.edge for end in mine] == ([edges[done]] if done or line else sorted(edges))
        for end in state.chain.ends:
            ruling = judge(state, Play(Tile.of(tile), end))
            if end.at == hub:
                assert (ruling.allowed, ruling.case) == ((True, "yes") if end in mine else (False, "shut_clockwise"))
        state = advance(state, Play(Tile.of(tile), mine[0])).state
    assert {end.at for end in state.open_ends} == {number for number in range(len(state.chain.laid)) if number != hub}


def test_a_circle_that_began_elsewhere_goes_on_from_there() -> None:
    """The 5-0 goes below the 5-5; then left, above and right follow, as on a clock."""
    state = lay(study(get("all-fives").but(arm_order="clockwise")), "5-5").state
    for tile, edge in (("5-0", 3), ("5-1", 1), ("5-2", 2), ("5-3", 0)):
        assert edge in [end.edge for end in state.open_ends if end.at == 0]
        state = advance(state, Play(Tile.of(tile), next(end for end in state.chain.ends if end[:2] == (0, edge)))).state
    assert state.chain.free_edges(0) == ()


@pytest.mark.parametrize(("spinner", "arms"), [("first", 4), ("first-six", 6), ("first-eight", 8)])
def test_a_spinner_with_more_than_four_arms(spinner: str, arms: int) -> None:
    """So many tiles join the 9-9 and no more; then the 8-8, a later double, takes two. The 9-8 has to wait for them."""
    state = lay(study(get("cross").but(max_pip=9, spinner=spinner)), "9-9").state
    for value in range(arms):
        assert len(state.open_ends) == arms - value
        blocked = next((end for end in state.chain.ends if end.value == 0), None)
        assert value == 0 or judge(state, Play(Tile(0, 1), blocked)).id == "CD-LAY-2"
        state = lay(state, f"9-{value}", "9-9").state
    assert (state.chain.count_neighbours(0), state.chain.free_edges(0)) == (arms, ())
    assert sorted(end.value for end in state.open_ends) == list(range(arms))
    assert [child.parent_edge for child in state.chain.children(0)] == list(range(arms))
    flat = lay(state, "3-3", "9-3").state
    assert flat.chain.free_edges(arms + 1) == (1,)
    assert flat.chain.previous == state.chain


CROSS = ["6-6", "6-5@6-6", "6-4@6-6", "6-3@6-6", "6-2@6-6"]
"""The 6-6 with its four arms, which show 5, 4, 3 and 2."""

FOR_DOUBLES = [
    ("none", CROSS, ["5-1", "4-1", "3-2", "5-5", "2-2"]),
    ("own", CROSS, ["5-5", "2-2"]),
    ("own", [*CROSS, "5-5@6-5"], ["5-1", "2-2"]),
    ("own", [*CROSS, "5-5@6-5", "5-4@5-5"], ["4-1", "2-2"]),
    ("own", CROSS[:2], ["6-1", "5-5"]),
    ("all", CROSS, ["5-5", "2-2"]),
    ("all", [*CROSS, "5-5@6-5"], ["2-2"]),
    ("all", [*CROSS[:2], "5-5@6-5"], ["6-1"]),
    ("all", [*CROSS, "5-5@6-5", "4-4@6-4", "3-3@6-3"], ["2-2"]),
    ("all", [*CROSS, "5-5@6-5", "4-4@6-4", "3-3@6-3", "2-2@6-2"], ["5-1", "4-1", "3-2"]),
]


@pytest.mark.parametrize(("rule", "laid", "fit"), FOR_DOUBLES)
def test_arms_that_need_doubles(rule: str, laid: list[str], fit: list[str]) -> None:
    """Which of 6-1, 5-1, 4-1, 3-2, 5-5 and 2-2 may be laid, and that all others are refused by the axis or fit nowhere.

    The 6-1 only fits a free side of the 6-6; a single may go on an arm that has its double, once all have theirs or
    each for itself.
    """
    state = study(get("cross").but(arm_doubles=rule, arm_order="free"))
    for text in laid:
        tile, _, at = text.partition("@")
        state = lay(state, tile, at or None).state
    for tile in tiles("6-1 5-1 4-1 3-2 5-5 2-2"):
        if tile in {one.tile for one in state.chain.laid}:
            continue
        able = [end for end in state.chain.ends if judge(state, Play(tile, end)).allowed]
        assert bool(able) == (str(tile) in fit), tile
        assert [play.end for play in plays(state.rules, state.chain, [tile])] == able
        refused = [judge(state, Play(tile, end)).id for end in state.chain.ends
                   if end.value in tile[:2] and end not in able]
        assert set(refused) <= {"HOUSE-ARM-DOUBLES"}


def test_one_tile_alone_joins_the_first_of_a_line_that_grows_at_one_end() -> None:
    """OP-LAY-1: each tile joins the tile that was played last."""
    hand = dl.lay("one-armed-pete", "5-5 5-4 4-4")
    assert "5-5 is a double, but only one tile can join it" in dl.why(hand, 1).text
    assert "4-4 is a double, but only two tiles can join it" in dl.why(hand, 3).text
