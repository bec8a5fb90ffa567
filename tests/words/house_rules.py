"""Positions in which a reader's own rule on stacking, calling, drawing or rows speaks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Pass, Play, Remove, Stack
from domino_lab.core.chain import Chain
from domino_lab.core.errors import IllegalAction
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge
from domino_lab.play.match import play_match
from domino_lab.play.settlement import settle
from domino_lab.play.start import start
from domino_lab.play.state import State
from domino_lab.play.timeline import play_out
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.turns import Spoils
from tests.words.positions import rulings_of

TWIN = 1
BOXES = {"copies": 2, "deal": 7}
LINE = Chain().lay(Tile(0, 5))


def rulings() -> Iterator[Ruling]:
    """The rulings of every position of this room."""
    for hand in play_match(get("latin-partnership").but(next_leader="partner"), seed=1).hands:
        yield from rulings_of(hand.steps[0])
    for make in (_seats, _fits, _stacks, _calls, _draws, _deals_again, _waits, _stops, _plays_on, _may_draw,
                 _rows, _moves_of_other_games, _alone):
        yield from make()


def _at(rules: Ruleset, *held: str, chain: Chain = LINE, **more: Any) -> State:
    """Seat 0 to move, the others with what is given, on a line of one tile."""
    state = start(rules, Shuffle(seed=1), seats=max(len(held), 2), leader=0).state
    return state._replace(chain=chain, holdings=tuple(map(tiles, held)), **more)


def _seats() -> Iterator[Ruling]:
    """Too many at tables for others, and a leader by the sum of the lots."""
    block, fives = get("block"), get("all-fives")
    for rules, seats in ((block.but(seats=[2, 3]), 4), (block.but(deal={2: 5, 3: 5}), 4),
                         (fives.but(teams="pairs"), 3)):
        with pytest.raises(IllegalAction) as refused:
            start(rules, Shuffle(seed=1), seats=seats)
        yield from refused.value.ruling.tree()
    yield from rulings_of(start(block.but(first_leader="sum", lead_tile="any"), Shuffle(seed=1)))


def _fits() -> Iterator[Ruling]:
    """Halves that make 5: the 0 takes a 5, and only the wild 3-2 and 0-0 go on the 6."""
    rules = get("block").but(matching={"sum": 5})
    state = _at(rules, "5-1 4-3 3-2", "1-1", chain=Chain().lay(Tile(0, 6)))
    for tile in state.holdings[0]:
        yield from (judge(state, Play(tile, end)) for end in state.chain.ends)


def _stacks() -> Iterator[Ruling]:
    """Ben has just scored 5; Ana holds the twin of the tile at the end, a double, and a tile that lies nowhere."""
    for rules in (get("all-fives").but(**BOXES, stack="cutthroat"),
                  get("all-fives").but(**BOXES, stack="cutthroat", steal_credit="twice")):
        state = _at(rules, "1-2 3-4", "1-1", spoils=Spoils(1, 5))
        twin, double = Tile(0, 5, TWIN), Tile(5, 5, TWIN)
        doubled = Chain().lay(Tile(5, 5), spins=True)
        ends = doubled.ends
        covered = doubled.lay(Tile(0, 5), ends[0]).lay(Tile(1, 5), ends[1])
        held = (twin, double, Tile(3, 4)), state.holdings[1]
        state = state._replace(holdings=held)
        yield from rulings_of(advance(state, Stack(twin, 0)))
        yield from rulings_of(advance(state._replace(chain=doubled), Stack(double, 0)))
        yield judge(state, Stack(Tile(3, 4), 0))
        yield judge(state._replace(chain=covered), Stack(double, 0))
        yield judge(state._replace(spoils=None, blocker=1), Stack(twin, 0))
        yield judge(state._replace(spoils=Spoils(1, 5, stolen=True)), Stack(twin, 0))


def _calls() -> Iterator[Ruling]:
    """5-0 alone counts 5, 1-0 counts 1."""
    for claim in ("call", "call-else-opponent"):
        state = _at(get("all-fives").but(claim=claim), "5-0 1-0 4-4", "1-1", chain=Chain())
        for tile, call in ((Tile(0, 5), 5), (Tile(0, 5), None), (Tile(0, 5), 10), (Tile(0, 1), 5)):
            yield from rulings_of(advance(state, Play(tile, call=call)))


def _deals_again() -> Iterator[Ruling]:
    """A deal with three doubles for a player, and one with four tiles of a number."""
    for seed in range(8):
        for axes in ({"redeal_doubles": 3}, {"redeal_suit": 4}):
            yield from rulings_of(start(get("block").but(**axes), Shuffle(seed=seed)))


def _waits() -> Iterator[Ruling]:
    """Ana has drawn a tile, which ends her turn."""
    drawn = advance(_at(get("draw").but(draw_max=1, after_draw="wait"), "1-1", "0-0"), Draw()).state
    yield from (judge(drawn, action) for action in (Pass(), Draw()))
    keeps = get("draw").but(draw_max=1, pass_when="after-draw")
    yield judge(advance(_at(keeps, "1-1", "0-0", stock=tiles("5-4 4-4 3-3")), Draw()).state, Pass())


def _stops() -> Iterator[Ruling]:
    """Ana has played, and no other tile of hers fits: she may not draw, and her turn is over."""
    state = _at(get("draw-osel").but(cannot_go_on="stop"), "6-6", "1-1", blocker=0)
    yield from (judge(state, action) for action in (Pass(), Draw()))


def _plays_on() -> Iterator[Ruling]:
    """Hands of two pairs, until both partners of one are out."""
    for seed in range(6):
        for step in play_out(get("block/partners").but(play_on="side-out"), Shuffle(seed=seed), seats=4).steps:
            yield from rulings_of(step)


def _draws() -> Iterator[Ruling]:
    rules = get("block").but(draw_when="optional", voluntary_max=1)
    state = _at(rules, "0-1 6-4", "1-1", drawn=1)
    yield judge(state, Draw())
    paid = get("block").but(draw_when="unable", draw_cost=2, draw_cost_in="chips")
    once = advance(_at(paid, "6-4", "4-4", stock=tiles("6-6 4-2")), Draw()).state
    over = once._replace(over="blocked", holdings=(tiles("6-4"), tiles("5-5")))
    yield from rulings_of(settle(over))
    yield from rulings_of(settle(over._replace(holdings=(tiles("6-4"), tiles("5-3")))))
    seeking = get("block").but(first_leader={"holder": "6-6"}, lead_tile="6-6", lead_fallback="draw", deal=1)
    for seed in range(6):
        line = play_out(seeking, Shuffle(seed=seed))
        for step in line.steps:
            yield from rulings_of(step)
        yield judge(line.steps[0].state, Pass())
        yield from rulings_of(start(seeking.but(lead_fallback="boneyard"), Shuffle(seed=seed)))
    for fallback in ("none", "redeal", "heaviest", "next-player", "leader-draws"):
        for rules in (get("block").but(first_leader="lot", lead_tile="double", lead_fallback=fallback, deal=2),
                      get("all-fives").but(block_leader="as-next", lead_tile="double-or-score", lead_fallback=fallback,
                                           deal=3),
                      get("block").but(first_leader="lot", lead_tile="double", lead_fallback=fallback, max_pip=2,
                                       left_out=["0-0", "1-1"], deal=1)):
            for seed in range(12):
                for step in play_out(rules, Shuffle(seed=seed), seats=2).steps[:30]:
                    yield from rulings_of(step)
                first = start(rules, Shuffle(seed=seed), seats=2).state
                yield judge(first, Pass())
                yield from (judge(first, Play(tile)) for tile in first.holdings[first.turn])
    yield from _by_who_takes(get("block").but(leader_takes=2))
    for step in play_out(get("draw-arabic").but(block="all-stuck"), Shuffle(seed=8), seats=4).steps:
        yield from rulings_of(step)
    blocked = Standing((0, 0), 2, 0, None, "blocked")
    by_sum = get("block").but(block_leader="sum", lead_tile="any")
    yield from rulings_of(start(by_sum, Shuffle(seed=1), standing=blocked))


def _may_draw() -> Iterator[Ruling]:
    """With a tile that fits and without one, where a drawn tile costs points."""
    for game, when, held in product(("block", "draw"), ("never", "unable", "optional"), ("0-1 6-4", "6-4")):
        state = _at(get(game).but(draw_when=when, draw_cost=2, draw_cost_in="points"), held, "1-1")
        yield judge(state, Draw())
        yield judge(state, Pass())
        with suppress(IllegalAction):
            yield from rulings_of(advance(state, Draw()))


def _by_who_takes(rules: Ruleset) -> Iterator[Ruling]:
    """A leader who has to take a tile first, and tries to play or pass instead."""
    first = start(rules, Shuffle(seed=1)).state
    yield from (judge(first, action) for action in (Draw(), Pass(), Play(first.holdings[first.turn][0])))
    yield from rulings_of(advance(first, Draw()))


def _rows() -> Iterator[Ruling]:
    """Rows that a reader turned face down, in a game whose sheet has none."""
    open_lead = {"first_leader": "youngest", "lead_tile": "any", "lead_fallback": "none", "visibility": "blind"}
    shut = get("block").but(block="all-pass", pass_when="any")
    for step in play_out(shut, Shuffle(seed=1), policies=lambda view, _: view.legal[-1]).steps:
        yield from rulings_of(step)
    rows = get("block").but(**open_lead, block="row-cycle", extra_turn="while-fits")
    for rules in (rows, rows.but(blind_leader_goes_on=False)):
        for step in play_out(rules, Shuffle(seed=1), seats=4).steps:
            yield from rulings_of(step)
    state = _at(rows, "0-1 6-4 3-3", "1-1")
    yield judge(state, Play(Tile(4, 6), state.chain.ends[0]))
    yield judge(state, Pass())
    for seats in (2, 3, 4):
        for hand in range(6):
            for step in play_out(rows, Shuffle(seed=2, hand=hand), seats=seats).steps:
                yield from rulings_of(step)
    blind = get("blind")
    yield from rulings_of(start(blind, Shuffle(seed=1), standing=Standing((0, 0), 2, 0, 1, "out")))


def _moves_of_other_games() -> Iterator[Ruling]:
    state = _at(get("block"), "0-1 6-4", "1-1")
    yield judge(state, Remove((Tile(0, 1),)))
    yield judge(state._replace(holdings=(((Tile(0, 5, TWIN)),), *state.holdings[1:])), Stack(Tile(0, 5, TWIN), 0))


def _alone() -> Iterator[Ruling]:
    """A limit of five tiles where the sheet has none."""
    rules = get("patience").but(hold_limit=5)
    for seed in range(12):
        line = play_out(rules, Shuffle(seed=seed), policies="random")
        for step in line.steps:
            yield from rulings_of(step)
            yield judge(step.state, Draw())
