"""One position under several rulesets: the chain laid again by each, and what each tile would score there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from domino_lab.actions import Play
from domino_lab.chain import Chain, Laid, OpenEnd
from domino_lab.explain.scenarios import Place, Prospect, at_hand, judged, prospects
from domino_lab.play.hand import advance
from domino_lab.play.legal import called, judge, plays
from domino_lab.play.state import Position
from domino_lab.play.timeline import Timeline
from domino_lab.record.read_deal import blank
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Count
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile
from domino_lab.words import phrase


class Relaid(NamedTuple):
    """A position under other rules: the layout study, and where it stopped the tile and the ruling that refuses it.

    `chain` is the one whose tiles were laid.
    """

    line: Timeline
    tile: Tile | None = None
    refused: Ruling | None = None
    chain: Chain = Chain()

    @property
    def state(self) -> Position:
        """The position that was reached."""
        return self.line.state

    @property
    def points(self) -> int:
        """What the last tile scores; a score that has to be called is called in time."""
        return self.line.steps[-1].points


def relaid(chain: Chain, rules: Ruleset, before: Relaid | None = None) -> Relaid:
    """The tiles of `chain` laid one after the other under `rules`, each on the same tile, at an end of the same value.

    It stops at the first tile that these rules refuse there, with their ruling. Tiles stacked on others are left out.
    With `before`, which is the same for a chain that this one goes on from, only what is new is laid.
    """
    if before is None or before.line.rules != rules or before.chain.laid != chain.laid[: len(before.chain.laid)]:
        before = Relaid(Timeline((blank(rules),)))
    if before.refused is not None:
        return before._replace(chain=chain)
    line = before.line
    for laid in chain.laid[len(before.chain.laid):]:
        tile = _copy(line.state, laid.tile)
        play = _same(line.state, tile, laid)
        ruling = judge(line.state, play)
        if not ruling.allowed:
            return Relaid(line, tile, ruling, chain)
        line = Timeline((*line.steps, advance(line.state, called(line.state, play))))
    return Relaid(line, chain=chain)


def _copy(state: Position, tile: Tile) -> Tile:
    """Of two equal tiles one that is not on the table yet."""
    gone = {laid.tile for laid in state.chain.laid}
    free = [one for one in state.rules.equipment.set.tiles if one[:2] == tile[:2] and one not in gone]
    return free[0] if free else tile


def _same(state: Position, tile: Tile, laid: Laid) -> Play:
    if laid.parent < 0:
        return Play(tile)
    for play in plays(state.rules, state.chain, [tile]):
        if play.end is not None and (play.end.at, play.end.value, play.out) == (laid.parent, laid.joint, laid.out):
            return play
    return Play(tile, _end(state, laid))


def _end(state: Position, laid: Laid) -> OpenEnd:
    """The free edge that is most like the one it joined; one that is not there where none is free."""
    free = [end for end in state.chain.ends if end.at == laid.parent]
    like = [end for end in free if end.value == laid.joint]
    return (like or free or [OpenEnd(laid.parent, laid.parent_edge, laid.joint)])[0]


@dataclass(frozen=True)
class Side:
    """A position under one ruleset: the state, and where these rules stopped it the tile and the ruling.

    `relaid` is how it was reached where the chain was laid again.
    """

    state: Position
    tile: Tile | None = None
    refused: Ruling | None = None
    relaid: Relaid | None = None

    @cached_property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self.state.rules

    @cached_property
    def points(self) -> int:
        """What the last tile scores."""
        if self.relaid is not None:
            return self.relaid.points
        _, ruling = self.judged if self.state.chain.laid else (None, None)
        return 0 if ruling is None else ruling.points

    @cached_property
    def judged(self) -> tuple[Count | None, Ruling | None]:
        """The count of the chain, and the ruling on what its last tile scores."""
        return judged(self.rules, self.state.chain, self.state.table.names[self.state.blocker or 0])


def sides(state: Position, rulesets: Sequence[Ruleset] = (), before: Sequence[Side] = ()) -> tuple[Side, ...]:
    """`state` itself, then its chain laid again under each of `rulesets`.

    With `before`, the sides of a position that this one goes on from, only what is new is laid again.
    """
    others = (relaid(state.chain, rules, side.relaid if side is not None else None)
              for rules, side in zip_longest(rulesets, before[1 : len(rulesets) + 1]))
    return (Side(state), *(Side(one.state, one.tile, one.refused, one) for one in others))


class Row(NamedTuple):
    """One tile at one place, and what it would bring on each side; None where it may not be laid there.

    `onto` is the laid tile it would join, None for the first tile, and `value` what that shows.
    """

    tile: Tile
    onto: Laid | None
    value: int | None
    out: int | None
    prospects: tuple[Prospect | None, ...]

    @property
    def best(self) -> int:
        """The most points on any side."""
        return max((one.points for one in self.prospects if one is not None), default=0)


def under(found: Sequence[Side], tiles: Sequence[Tile] | None = None) -> tuple[Row, ...]:
    """What each of `tiles` would bring at each place on each side; most points on the first side first.

    A side that refused a tile has no prospects. `tiles` are those of `at_hand` on the first side where nobody says.
    """
    wanted = at_hand(found[0].state) if tiles is None else tuple(tiles)
    each = [_prospects(side, wanted) for side in found]
    places = list(dict.fromkeys(place for side in each for place in side))
    chain, fitting = found[0].state.chain, found[0].rules.fitting
    rows = [_row(chain, fitting, [side.get(place) for side in each]) for place in places]
    return tuple(sorted(rows, key=lambda row: [-(one.points if one else 0) for one in row.prospects]))


def _prospects(side: Side, tiles: Sequence[Tile]) -> dict[Place, Prospect]:
    if side.refused is not None:
        return {}
    known = set(side.rules.equipment.set.tiles)
    return prospects(side.state, [tile for tile in tiles if tile in known])


def _row(chain: Chain, fitting: Mapping[int, Mapping[Tile, tuple[int, ...]]], found: Sequence[Prospect | None]) -> Row:
    play = next(one.play for one in found if one is not None)
    tile, end, out, _ = play
    if end is None:
        return Row(tile, None, None, None, tuple(found))
    several = tile.low != tile.high and len(fitting[end.value].get(tile, ())) > 1
    return Row(tile, chain.laid[end.at], end.value, out if several else None, tuple(found))


def place_of(row: Row) -> str:
    """Where a tile would lie, in words: on which half of which laid tile; empty for the first tile."""
    if row.onto is None:
        return ""
    key = "at" if row.out is None else "at_out"
    return phrase(f"scenarios.{key}", value=row.value, onto=row.onto.tile, out=row.out)
