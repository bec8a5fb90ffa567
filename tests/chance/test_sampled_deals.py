"""Sampled deals: thousands at once, each as likely as exact counting says."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

import domino_lab as dl
from domino_lab.chance import sampled_deals
from domino_lab.chance.knowledge import STOCK, know
from domino_lab.chance.sampled_deals import DealSampler
from domino_lab.core.actions import Pass
from domino_lab.core.errors import DominoError

COUNT = 4000
FAR = 5
"""Standard errors: farther off lies less than one share in a million."""


def moments(game: str, seats: int, *, seed: int = 5, every: int = 5):
    """Every fifth moment of a hand, with the seat to move."""
    line = dl.play_out(game, seed=seed, seats=seats)
    return [(line.upto(step), line.steps[step].state.turn) for step in range(0, len(line) - 2, every)]


@pytest.mark.parametrize(("game", "seats"), [("block", 2), ("block", 4), ("all-fives", 3), ("draw-classic", 2),
                                             ("seven-toed-pete", 4), ("dominican", 4), ("gaple", 4)])
def test_each_tile_lies_in_each_place_as_often_as_exact_counting_says(game: str, seats: int) -> None:
    for line, seat in moments(game, seats):
        deals = DealSampler(line, seat, seed=3).draw(COUNT)
        known = know(line, seat, len(line) - 1)
        assert known.is_exact
        for number, tile in enumerate(deals.unseen):
            for place, chance in known.chances[tile].items():
                share = float((deals.places[:, number] == place).mean())
                assert abs(share - float(chance)) <= FAR * sqrt(chance * (1 - chance) / COUNT)


@pytest.mark.parametrize(("game", "seats"), [("block", 3), ("all-fives", 2)])
def test_the_markov_chain_takes_over_where_a_table_is_too_large(game: str, seats: int, monkeypatch) -> None:
    monkeypatch.setattr(sampled_deals, "MOST_WAYS", 0)
    for line, seat in moments(game, seats, every=8):
        sampler = DealSampler(line, seat, seed=3)
        assert sampler.knowledge.ways is None
        deals = sampler.draw(50)
        known = know(line, seat, len(line) - 1)
        for number, tile in enumerate(deals.unseen):
            may = {place for place, chance in known.chances[tile].items() if chance}
            assert {*deals.places[:, number].tolist()} <= may


def test_as_tiles_they_are_whole_deals_and_each_tile_of_the_boneyard_comes_first_as_often() -> None:
    line = dl.play_out("all-fives", seed=5).upto(4)
    seat, state = line.state.turn, line.state
    deals = DealSampler(line, seat, seed=3).draw(COUNT)
    hidden = deals.as_tiles()
    for places, deal in zip(deals.places, hidden, strict=True):
        assert {other: len(held) for other, held in deal.holdings.items()} == {1 - seat: len(state.holdings[1 - seat])}
        assert sorted([*deal.stock, *deal.holdings[1 - seat]]) == sorted(deals.unseen)
        assert {deals.unseen[number] for number in np.flatnonzero(places == STOCK)} == {*deal.stock}
    tile, number = deals.unseen[0], 0
    among, first = (deals.places[:, number] == STOCK).sum(), sum(deal.stock[0] == tile for deal in hidden)
    share = 1 / state.boneyard
    assert abs(first / among - share) <= FAR * sqrt(share * (1 - share) / among)


def test_without_a_boneyard_somebody_can_always_play() -> None:
    """Block for four: the hand goes on, so a player who passed is never alone with tiles that fit nowhere."""
    met = 0
    for seed in range(40):
        line = dl.play_out("block", seed=seed, seats=4, policies="random")
        for step in range(1, len(line) - 2):
            if line.steps[step].action != Pass():
                continue
            now = line.upto(step)
            seat, ends = now.state.turn, {end.value for end in now.state.open_ends}
            if any(ends & {*tile[:2]} for tile in now.state.holdings[seat]):
                continue
            met += 1
            for deal in DealSampler(now, seat, seed=1).draw(20).as_tiles():
                assert any(ends & {*tile[:2]} for held in deal.holdings.values() for tile in held)
    assert met > 5


def test_the_same_seed_draws_the_same_deals_and_another_draws_others() -> None:
    line = dl.play_out("block", seed=5).upto(4)
    one, same, other = (DealSampler(line, line.state.turn, seed).draw(100) for seed in (1, 1, 2))
    assert (one.places == same.places).all()
    assert (one.orders == same.orders).all()
    assert (one.places != other.places).any()


def test_nothing_is_drawn_where_nothing_can_be_known() -> None:
    with pytest.raises(DominoError, match="no hidden tiles"):
        DealSampler(dl.play_out("blind", seed=1).upto(2), 0, seed=1)
