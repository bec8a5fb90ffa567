"""No overlap, no tile that moves, halves that touch are equal: for random hands of every kind."""

from __future__ import annotations

import itertools
from math import atan2, dist
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from domino_lab import catalogue
from domino_lab.core.chain import Chain, Laid, OpenEnd
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.picture import layout as layout_module
from domino_lab.picture.layout import WEIGHTS, Box, Layout, Placed, Spot, best_weights, place
from domino_lab.play.timeline import play_out
from domino_lab.rules.arms import Arms
from tests.picture.geometry import contacts, overlap
from tests.picture.random_hands import prefixes, random_chain

SETS = {
    "double-six": DominoSet.of(6),
    "double-nine": DominoSet.of(9),
    "double-six, twice": DominoSet.of(6, 2),
}
LAYS = ("crosswise", "in-line")
hands = st.builds(
    random_chain,
    st.integers(0, 10**9),
    st.sampled_from(("none", "first", "all")),
    st.sampled_from(tuple(SETS.values())),
)


def check_no_overlap(layout: Layout) -> None:
    for one, other in itertools.combinations(layout.placed, 2):
        assert not overlap(one.box, other.box), (one, other)


def check_touching(chain: Chain, layout: Layout) -> None:
    """Every tile but the first lies with a whole half-side (a twin double with both) along halves of its parent that
    show the same value."""
    for laid, placed in zip(chain.laid[1:], layout.placed[1:], strict=True):
        if placed.bridge is not None or laid.parent_edge >= 4:
            continue
        touching = contacts(placed, layout.placed[laid.parent])
        twins = laid.tile.is_double and chain.laid[laid.parent].tile.is_double
        assert sum(length for length, _, _ in touching) in ((2, 4) if twins else (2,)), (laid, touching)
        assert {values for _, *pair in touching for values in pair} == {laid.joint}, (laid, touching)


def check_labels(layout: Layout) -> None:
    """In front of every open end there is a free half-tile of its own."""
    for spot in layout.spots:
        assert not any(overlap(spot.cell, placed.box) for placed in layout.placed), spot
    for one, other in itertools.combinations(layout.spots, 2):
        assert not overlap(one.cell, other.cell), (one, other)


@settings(max_examples=60, deadline=None)
@given(hands, st.sampled_from(LAYS))
def test_no_two_tiles_overlap_and_touching_halves_are_equal(chain: Chain, double_lay: str) -> None:
    layout = place(chain, double_lay)
    check_no_overlap(layout)
    check_touching(chain, layout)


@settings(max_examples=15, deadline=None)
@given(hands, st.sampled_from(LAYS))
def test_no_tile_moves_when_later_ones_are_laid(chain: Chain, double_lay: str) -> None:
    final = place(chain, double_lay)
    for shorter in prefixes(chain):
        assert place(shorter, double_lay).placed == final.placed[: len(shorter.laid)]


@pytest.mark.parametrize("double_lay", LAYS)
@pytest.mark.parametrize("these", SETS)
@pytest.mark.parametrize("spinner", ["none", "first"])
def test_with_one_spinner_or_none_every_arm_has_its_way(spinner: str, these: str, double_lay: str) -> None:
    for seed in range(25 if these == "double-six" else 8):
        chain = random_chain(seed, spinner, SETS[these])
        layout = place(chain, double_lay, best_weights(chain, double_lay))
        assert all(placed.bridge is None for placed in layout.placed), seed
        check_no_overlap(layout)
        check_touching(chain, layout)
        check_labels(layout)


def check_corners(chain: Chain, layout: Layout) -> None:
    """A tile at a corner of the spinner lies within half a tile of it, beyond the corner, and its nearer half fits."""
    corners = set()
    for laid, placed in zip(chain.laid, layout.placed, strict=True):
        if laid.parent_edge < 4:
            assert placed.corner is None
            continue
        hub, (x, y) = layout.placed[laid.parent].box, placed.corner
        assert x in (hub.x, hub.x + hub.width)
        assert y in (hub.y, hub.y + hub.height)
        right, down = x > hub.x, y > hub.y
        (away, shows), (further, _) = sorted(zip((apart(half, x, y) for half in halves(placed)),
                                                 (placed.first, placed.second), strict=True))
        assert away <= 3 < further or laid.tile.is_double
        assert shows == laid.joint
        assert (placed.x >= x, placed.y >= y) == (right, down)
        corners.add((right, down))
    assert len(corners) == sum(laid.parent_edge >= 4 for laid in chain.laid)


@pytest.mark.parametrize("order", ["clockwise", "four-first-clockwise"])
@pytest.mark.parametrize("these", ["double-six", "double-nine"])
@pytest.mark.parametrize(("spinner", "sides"), [("first", 4), ("first-six", 6), ("first-eight", 8), ("all", 4)])
def test_arms_that_are_begun_clockwise_go_round_their_spinner_in_the_picture(spinner: str, sides: int, these: str,
                                                                             order: str) -> None:
    """Seen from the middle of a spinner, each arm is the next free place after the one before, as a clock's hand goes.

    The first place is where the spinner itself joined, or where the first tile joined it.
    """
    values = {"spinner": spinner, "arm_order": order, "arm_doubles": "none", "double_lay": "crosswise",
              "lines": "shared", "line_opens": "unable", "cover_doubles": "free", "line_grows": "both-ends"}
    arms, first, joined = Arms.of(values, {}), 0, 0
    for seed in range(24):
        if seed > 8 and first and joined:
            break
        chain = random_chain(seed, spinner.partition("-")[0], SETS[these], sides=sides, open_ends=arms.open_ends)
        grown = [place(shorter) for shorter in prefixes(chain)]
        for hub in chain.laid:
            if not hub.spins or any(placed.bridge for placed in grown[-1].placed):
                continue
            box = grown[-1].placed[hub.number].box
            places = {spot.end.edge: bearing(box, spot) for spot in grown[hub.number].spots
                      if spot.end.at == hub.number}
            turns = [places[child.parent_edge] for child in chain.children(hub.number)]
            if hub.parent >= 0:
                turns.insert(0, bearing(box, spot_of(grown[hub.number - 1], hub)))
            clock = sorted({*places.values(), *turns})
            begin = clock.index(turns[0]) if turns else 0
            assert turns == (clock[begin:] + clock[:begin])[:len(turns)], (seed, hub)
            assert len(clock) == sides
            first += len(turns) > 3 and hub.parent < 0
            joined += len(turns) > 3 and hub.parent >= 0
    assert first
    assert joined


def bearing(box: Box, spot: Spot) -> float:
    """The direction of a place from the middle of a tile, clockwise as a clock's hand goes: y grows downward."""
    return atan2(spot.y - box.y - box.height / 2, spot.x - box.x - box.width / 2)


def spot_of(layout: Layout, laid: Laid) -> Spot:
    return next(spot for spot in layout.spots if spot.end[:2] == (laid.parent, laid.parent_edge))


def apart(half: Box, x: int, y: int) -> int:
    """How far the middle of a half lies from a point, the longer of the two ways."""
    return max(abs(half.x + 1 - x), abs(half.y + 1 - y))


def halves(placed: Placed) -> tuple[Box, Box]:
    x, y = placed.x, placed.y
    return Box(x, y, 2, 2), Box(x + 2, y, 2, 2) if placed.lies else Box(x, y + 2, 2, 2)


@pytest.mark.parametrize("double_lay", LAYS)
@pytest.mark.parametrize("these", SETS)
@pytest.mark.parametrize("sides", [6, 8])
def test_a_spinner_with_more_arms_has_room_for_all_of_them(sides: int, these: str, double_lay: str) -> None:
    """Where two sets lie on the table at once, one hand in six may have an arm that is walled in, or an end that is."""
    walled = 0
    for seed in range(12 if these == "double-six" else 4):
        chain = random_chain(seed, "first", SETS[these], sides=sides)
        layout = place(chain, double_lay, best_weights(chain, double_lay))
        crowded = faults(layout) > 0
        walled += crowded
        assert walled <= (these == "double-six, twice"), seed
        check_no_overlap(layout)
        check_touching(chain, layout)
        check_corners(chain, layout)
        if not crowded:
            check_labels(layout)
        before = place(prefixes(chain)[-2], double_lay, best_weights(chain, double_lay))
        assert before.placed == layout.placed[:-1]


def test_while_its_end_is_unknown_an_arm_is_hardly_ever_walled_in() -> None:
    """Rows lie close together for the sake of large tiles: one hand in fifty random ones pays for it at most."""
    chains = [random_chain(seed, spinner) for seed in range(50) for spinner in ("none", "first")]
    assert sum(any(placed.bridge for placed in place(chain).placed) for chain in chains) <= 2


def test_where_all_doubles_branch_walled_in_arms_are_rare() -> None:
    """A recorded hand of double-six, whose end is known, is placed without one in all but the most crowded cases."""
    chains = [random_chain(seed, "all") for seed in range(15)]
    walled = [
        seed
        for seed, chain in enumerate(chains)
        if any(placed.bridge for placed in place(chain, "crosswise", best_weights(chain)).placed)
    ]
    assert not walled, walled


def test_a_walled_in_arm_goes_on_within_three_tiles() -> None:
    """A line to a tile far away cannot be followed with the eye; here seven arms of a live hand are walled in."""
    hand = play_out(catalogue.get("chickenfoot"), Shuffle(seed=2), seats=2, policies="random")
    layout = place(hand.state.chain)
    check_no_overlap(layout)
    bridges = [(placed.bridge, placed.box.middle) for placed in layout.placed if placed.bridge]
    assert len(bridges) > 3
    assert max(dist(*ends) for ends in bridges) <= 12


@pytest.mark.parametrize(("what", "instead"), [
    ("_around_a_point", lambda: ()),
    ("_count_walled_in", lambda _before, _rest, option, _prospects: option is not None),
], ids=["no place is near", "no place leaves every arm its way"])
def test_a_walled_in_arm_always_goes_on(monkeypatch: pytest.MonkeyPatch, what: str, instead: Any) -> None:
    chain = play_out(catalogue.get("chickenfoot"), Shuffle(seed=2), seats=2, policies="random").state.chain
    monkeypatch.setattr(layout_module, what, instead)
    layout_module._lay_out.cache_clear()
    layout = place(chain)
    layout_module._lay_out.cache_clear()
    assert any(placed.bridge for placed in layout.placed)
    check_no_overlap(layout)


def test_a_known_end_never_makes_the_placing_worse() -> None:
    for seed in range(6):
        chain = random_chain(seed, "all")
        live, recorded = place(chain), place(chain, "crosswise", best_weights(chain))
        assert faults(recorded) <= faults(live)


def faults(layout: Layout) -> int:
    walled = sum(placed.bridge is not None for placed in layout.placed)
    cells = [spot.cell for spot in layout.spots]
    hidden = sum(any(overlap(cell, placed.box) for placed in layout.placed) for cell in cells)
    return 3 * walled + hidden + sum(overlap(a, b) for a, b in itertools.combinations(cells, 2))


def test_a_spinner_has_four_arms_in_four_directions() -> None:
    chain = Chain().lay(Tile(5, 5), spins=True)
    for tile, end in zip((Tile(0, 5), Tile(3, 5), Tile(2, 5), Tile(4, 5)), chain.ends, strict=True):
        chain = chain.lay(tile, end)
    placed = place(chain).placed
    assert [tile.box for tile in placed] == [
        (-1, -2, 2, 4),
        (1, -1, 4, 2),
        (-5, -1, 4, 2),
        (-1, -6, 2, 4),
        (-1, 2, 2, 4),
    ]
    assert [placed[n].first for n in (1, 4)] == [5, 5]
    assert [placed[n].second for n in (2, 3)] == [5, 5]


def test_a_double_lies_crosswise_or_in_line() -> None:
    chain = Chain().lay(Tile(1, 2)).lay(Tile(2, 2), OpenEnd(0, 1, 2))
    assert place(chain).placed[1].box == (2, -2, 2, 4)
    assert place(chain, "in-line").placed[1].box == (2, -1, 4, 2)


def test_a_double_always_lies_across_a_plain_line() -> None:
    for seed in range(60):
        chain = random_chain(seed, "none")
        placed = place(chain).placed
        for laid in chain.laid[1:]:
            if laid.tile.is_double:
                assert placed[laid.number].lies != placed[laid.parent].lies


def test_a_long_line_turns_and_comes_back() -> None:
    chain = random_chain(5, "none", SETS["double-six, twice"])
    _, _, wide, high = place(chain).area
    assert len(chain.laid) > 45
    assert wide < 60
    assert high > 15


def test_a_lay_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="crosswise or in-line"):
        place(Chain(), "askew")


def test_very_large_sets_are_placed_too() -> None:
    for spinner in ("none", "first"):
        chain = random_chain(1, spinner, DominoSet.of(18))
        layout = place(chain)
        assert len(chain.laid) > 150
        check_no_overlap(layout)
        check_touching(chain, layout)


def test_a_live_hand_has_the_first_habit() -> None:
    assert best_weights(None) == WEIGHTS[0]
