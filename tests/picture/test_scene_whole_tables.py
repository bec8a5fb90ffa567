"""Nothing is ever cut off: five hands of every game for each number of players, on felts of a phone and a laptop."""

from __future__ import annotations

from itertools import pairwise

import pytest

from domino_lab.catalogue import get, rulesets
from domino_lab.core.shuffle import Shuffle
from domino_lab.picture.scene import table_scene
from domino_lab.picture.tabletop import Tabletop
from domino_lab.play.timeline import play_out
from tests.picture.random_hands import prefixes
from tests.picture.test_scene import lies_in

TABLES = [(rules.id, seats) for rules in rulesets() if rules.solo is None and "/" not in rules.id
          for seats in rules.dealing.seat_counts]
PHONE, LAPTOP = (252, 220), (764, 392)
"""The felt of a widget in JupyterLab, in a window of 360 x 740 and of 1366 x 768 pixels."""
LEAST = 12
"""Pixels that a tile of a whole table has at least on a phone: with 51 tiles of Fortress, whose doubles have four arms.
"""


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 6))])
@pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])
def test_every_tile_of_a_hand_is_in_sight(name: str, seats: int, seed: int) -> None:
    """In the middle of the hand and at its end, recorded and live; sensible players and players at random."""
    hand = play_out(get(name), Shuffle(seed=seed), seats=seats, policies="random" if seed % 2 else None)
    final, lay = hand.state.chain, str(hand.rules["double_lay"])
    if not final.laid:
        return
    lengths = prefixes(final)
    for chain in (lengths[len(lengths) // 2], final):
        for size in (PHONE, LAPTOP):
            for end in (final, None):
                seen = table_scene(Tabletop(chain, lay, final=end), size)
                assert all(lies_in(tile.box, seen.cloth) for tile in seen.tiles)
                assert 2 * seen.viewport.scale >= LEAST


def test_a_live_hand_on_a_phone_gets_smaller_in_few_steps() -> None:
    hand = play_out(get("cyprus"), Shuffle(seed=1), seats=9, policies="random")
    lengths = prefixes(hand.state.chain)
    scales = [table_scene(Tabletop(chain, "crosswise"), PHONE).viewport.scale for chain in lengths]
    assert sum(one != other for one, other in pairwise(scales)) <= 6
