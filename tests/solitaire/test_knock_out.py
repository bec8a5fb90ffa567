"""Knock-Out: what touches, what goes, and the best that can be done (KO-1 to KO-3)."""

from __future__ import annotations

import random
from functools import cache

from domino_lab.catalogue import get
from domino_lab.core.actions import Remove
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.start import start
from tests.solitaire.dealt import after, opened, played

INNER = "0-4 4-4 4-3 0-2 1-0 0-5 5-4 0-6 2-2 4-2 3-6 6-2"


def halves(state) -> tuple[tuple[int, int], ...]:
    return tuple((left, each.low + each.high - left) for each, left in zip(state.row, state.lefts, strict=True))


def fewest_left(row: tuple[tuple[int, int], ...]) -> int:
    """By intervals: a stretch can be emptied if its first tile pairs with one of them, and both parts can be."""

    @cache
    def empties(first: int, after_last: int) -> bool:
        return first == after_last or any(
            row[first][1] == row[other][0] and empties(first + 1, other) and empties(other + 1, after_last)
            for other in range(first + 1, after_last, 2)
        )

    best = [0] * (len(row) + 1)
    for first in reversed(range(len(row))):
        ends = [end for end in range(first + 2, len(row) + 1, 2) if empties(first, end)]
        best[first] = min([1 + best[first + 1], *(best[end] for end in ends)])
    return best[0]


def tried_out(state) -> int:
    """The fewest tiles left over all ways to play."""
    known: dict[object, int] = {}

    def best(now) -> int:
        if now.row not in known:
            known[now.row] = min([best(advance(now, action).state) for action in legal(now)], default=now.left)
        return known[now.row]

    return best(state)


def small_rows(count: int, size: int):
    chance = random.Random(3)
    for _ in range(count):
        chosen = chance.sample(sorted(get("knock-out").equipment.set.tiles), size)
        yield " ".join(f"{a}-{b}" if chance.random() < 0.5 else f"{b}-{a}" for a, b, _ in chosen)


def test_the_best_over_all_ways_to_play_is_the_best_by_intervals() -> None:
    found = set()
    for row in (INNER, *small_rows(150, 8)):
        state = opened("knock-out", row=row)
        assert tried_out(state) == fewest_left(halves(state)), row
        found.add(tried_out(state))
    assert len(found) > 2


def test_no_game_ends_better_than_the_best_by_intervals() -> None:
    for hand in range(30):
        steps = played(get("knock-out"), hand)
        assert steps[-1].state.left >= fewest_left(halves(steps[0].state))


def test_the_pair_that_goes_first_matters() -> None:
    """By hand: 4-4 with 4-3 empties the line in the end, 4-4 with 4-0 cannot."""
    state = opened("knock-out", row=INNER)
    assert tried_out(after(state, Remove(tiles("4-4 4-3")))) == 0
    assert tried_out(after(state, Remove(tiles("4-0 4-4")))) == 2


def test_ko_1_a_tile_lies_as_it_was_turned_up() -> None:
    """2-1 next to 2-3 touches 1 to 2; the other way round 2 touches 2."""
    assert legal(opened("knock-out", row="2-1 2-3 5-5")) == ()
    assert legal(opened("knock-out", row="1-2 2-3 5-5")) == (Remove(tiles("1-2 2-3")),)


def test_ko_1_shuffled_tiles_lie_either_way_round() -> None:
    state = start(get("knock-out"), Shuffle(seed=2)).state
    singles = [(each, left) for each, left in zip(state.row, state.lefts, strict=True) if not each.is_double]
    assert {left == each.low for each, left in singles} == {True, False}
    assert all(left in each[:2] for each, left in singles)
    assert start(get("knock-out"), Shuffle.of(state.row)).state.lefts == tuple(each.low for each in state.row)


def test_ko_2_of_a_run_two_tiles_go_at_a_time() -> None:
    state = opened("knock-out", row="0-1 1-2 2-3 5-5")
    assert legal(state) == (Remove(tiles("0-1 1-2")), Remove(tiles("1-2 2-3")))
    ruling = judge(state, Remove(tiles("0-1 1-2 2-3")))
    assert (ruling.allowed, ruling.clause) == (False, "KO-2:pair")


def test_ko_2_read_another_way_the_whole_run_goes_and_nothing_less() -> None:
    state = opened("knock-out/run", row="0-1 1-2 2-3 5-5")
    assert legal(state) == (Remove(tiles("0-1 1-2 2-3")),)
    ruling = judge(state, Remove(tiles("0-1 1-2")))
    assert (ruling.allowed, ruling.clause) == (False, "KO-2:run")
    assert after(state, legal(state)[0]).left == 1


def test_ko_2_refusals_name_their_reason() -> None:
    state = after(opened("knock-out", row="0-1 1-2 3-4 4-5 6-0"), Remove(tiles("0-1 1-2")))
    tried = {"3-4 6-0": "apart", "4-5 6-0": "no", "3-4": "two", "0-1 3-4": "gone"}
    assert {pair: judge(state, Remove(tiles(pair))).case for pair in tried} == tried


def test_ko_3_lost_at_once_when_nothing_touches_alike() -> None:
    assert opened("knock-out", row="0-1 2-3 4-5").over == "lost"
