"""A View knows what its seat may know and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import given, strategies as st

from domino_lab.catalogue import get
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import legal
from domino_lab.play.state import State
from domino_lab.play.timeline import play_out
from domino_lab.play.view import FACE_DOWN, View, view
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import positions


def reachable(thing: Any, seen: set[int]) -> Iterator[Tile]:
    """Every tile that can be reached through attributes, items and properties; a ruleset is the same for all."""
    if isinstance(thing, (int, str, type(None), Ruleset)) or id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, Tile):
        yield thing
        return
    for part in parts(thing):
        yield from reachable(part, seen)


def parts(thing: Any) -> list[Any]:
    inside = list(thing.values()) if isinstance(thing, dict) else list(thing) if hasattr(thing, "__iter__") else []
    names = [name for name in dir(thing) if not name.startswith("_")]
    values = [getattr(thing, name) for name in names if not callable(getattr(thing, name))]
    return inside + values + list(getattr(thing, "__dict__", {}).values())


@given(positions(), st.data())
def test_no_hidden_tile_can_be_reached(state: State, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, state.table.seats - 1))
    seen = view(state, seat)
    own = sees(state, seat)
    known = {*own, *(laid.tile for laid in state.chain.laid), *(on_top.tile for on_top in state.stacks), FACE_DOWN}
    known |= set(state.discards[seat] if state.discards else ())
    known |= set(state.rules.lead_tiles)    # The rules say which tiles may lead, whoever holds them.
    assert set(reachable(seen, set())) <= known
    assert [len(pile) for pile in seen.discards] == [len(pile) for pile in state.discards]
    assert not state.discards or seen.discards[seat] == state.discards[seat]
    assert seen.holding == own
    assert seen.rules is state.table.rules


def sees(state: State, seat: int) -> tuple[Tile, ...]:
    """BD-TURN-1: of a row nobody sees more than the front tile, and that when it is turned up."""
    if state.rules["visibility"] == "private":
        return state.holdings[seat]
    return state.holdings[seat][:1] if seat == state.turn else ()


def test_of_the_rows_nobody_but_the_player_to_move_sees_a_tile() -> None:
    """A hand of rows is drawn too seldom below to be sure of it there."""
    for step in play_out(get("blind"), Shuffle(seed=1), seats=3).steps[:12]:
        for seat in range(3):
            assert view(step.state, seat).holding == sees(step.state, seat)


@given(positions(), st.data(), st.integers(0, 10**6))
def test_states_that_differ_in_hidden_tiles_alone_look_the_same(state: State, data: st.DataObject, seed: int) -> None:
    seat = data.draw(st.integers(0, state.table.seats - 1))
    other = shuffled(state, seat, random.Random(seed))
    assert view(other, seat) == view(state, seat)
    assert view(other, seat).legal == view(state, seat).legal
    assert view(other, seat).open_ends == view(state, seat).open_ends


def shuffled(state: State, seat: int, chance: random.Random) -> State:
    """The same state with the tiles that `seat` cannot see dealt anew."""
    seen = {other: len(sees(state, seat)) if other == seat else 0 for other in range(state.table.seats)}
    piles = [pile if other != seat else () for other, pile in enumerate(state.discards)]
    hidden = [*state.stock, *(tile for other, own in enumerate(state.holdings) for tile in own[seen[other] :])]
    hidden += [tile for pile in piles for tile in pile]
    chance.shuffle(hidden)
    stock, rest = tuple(hidden[: len(state.stock)]), hidden[len(state.stock) :]
    holdings = list(state.holdings)
    for other, own in enumerate(state.holdings):
        size = len(own) - seen[other]
        holdings[other], rest = (*own[: seen[other]], *rest[:size]), rest[size:]
    discards = list(state.discards)
    for other, pile in enumerate(piles):
        if other != seat:
            discards[other], rest = tuple(rest[: len(pile)]), rest[len(pile) :]
    lead = state.lead
    if lead.must is not None and lead.seat != seat:
        doubles = [tile for tile in holdings[lead.seat] if tile.is_double] or [lead.must]
        lead = lead._replace(must=doubles[0])
    return state._replace(holdings=tuple(holdings), stock=stock, lead=lead, discards=tuple(discards))


@given(positions())
def test_the_seat_to_move_sees_exactly_what_it_may_do(state: State) -> None:
    if state.over is None:
        assert view(state, state.turn).legal == legal(state)
    for seat in range(state.table.seats):
        assert seat == state.turn or view(state, seat).legal == ()
        assert view(state, seat).faces is None, "only a patience lies face up"


def test_a_view_is_made_of_no_more_than_this() -> None:
    """A new field of View must be thought about: does it show a tile that the seat cannot see?"""
    assert View._fields == ("rules", "names", "seat", "holding", "chain", "holding_sizes", "boneyard", "turn", "scores",
                            "drawn", "must", "stacks", "spoils", "seeks", "past", "faces", "legal", "among",
                            "discards", "bound_to", "opened", "out", "standing", "moves", "adds_doubles")
