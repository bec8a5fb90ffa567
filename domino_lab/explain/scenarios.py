"""Scenarios of scoring.

The tiles that would score, under one ruleset or several, and the largest count that tiles can reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from domino_lab.core.actions import Play
from domino_lab.core.chain import Chain, Laid, OpenEnd
from domino_lab.core.errors import IllegalAction, RulesetError, quote
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.explain.replay import Place, Relaid, lay_again, place_of
from domino_lab.play.legal import chain_after, plays, usable, with_call
from domino_lab.play.move_text import describe_move
from domino_lab.play.state import Position, so_far
from domino_lab.rules.leading import Lead
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Count, Scoring
from domino_lab.rules.so_far import HandSoFar
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown

MOST_POSITIONS = 20_000
"""A search that meets more positions than these stops at the last number of tiles it has searched to the end."""


class Prospect(NamedTuple):
    """A possible next tile and its result: the count, the points, and the ruling on them.

    `play` calls the score if that is required. `board` is the count, None in a game that does not add up its ends;
    `ruling` is None in one that does not score in play.
    """

    play: Play
    board: Count | None
    points: int
    ruling: Ruling | None

    @property
    def tile(self) -> Tile:
        """The tile."""
        return self.play.tile

    @property
    def sum(self) -> str:
        """The count as a sum; the values of the ends if those score by being alike."""
        if self.board is not None:
            return str(self.board)
        ends = self.ruling.facts.get("ends", ()) if self.ruling is not None else ()
        return ", ".join(map(str, ends))


def unseen(state: Position, holding: Sequence[Tile] = ()) -> tuple[Tile, ...]:
    """Return the tiles of the set that are neither on the table nor in `holding`, ascending."""
    gone = {laid.tile for laid in state.chain.laid} | {top.tile for top in state.stacks} | set(holding)
    gone |= set(state.discards[state.turn] if state.discards else ())
    return tuple(sorted(tile for tile in state.rules.equipment.set.tiles if tile not in gone))


def at_hand(state: Position) -> tuple[Tile, ...]:
    """Return the tiles that could be played next: the mover's, or all unseen ones in a layout study.

    Raises IllegalAction if the hand is over.
    """
    if state.over is not None:
        raise IllegalAction(Ruling("GEN-OVER-1", "no", {}, allowed=False))
    return unseen(state) if state.table.study else usable(state)


def prospects(state: Position, tiles: Sequence[Tile]) -> dict[Place, Prospect]:
    """Return every way to play one of `tiles` next, by its place; a score that must be called is called."""
    rules, chain, player, before = state.rules, state.chain, state.table.names[state.turn], so_far(state)
    calls = rules["claim"] != "auto"
    by_place = {}
    for place, play in _each_place(rules, chain, tiles, state.lead, state.open_ends).items():
        count, ruling = count_and_ruling(rules, chain_after(rules, chain, play, state.table.seats), player, before)
        points = 0 if ruling is None else ruling.points
        by_place[place] = Prospect(with_call(state, play) if calls else play, count, points, ruling)
    return by_place


def count_and_ruling(rules: Ruleset, chain: Chain, player: str, before: HandSoFar
                     ) -> tuple[Count | None, Ruling | None]:
    """Return the count of a chain that `player` left, and the ruling on it; both together count the chain once.

    `before` is the hand before the play.
    """
    scoring = rules.scoring
    count = scoring.count(chain)
    if count is None or type(scoring).judge is not Scoring.judge:
        return count, scoring.judge(chain, player, before)
    return count, scoring.score_ruling(count, player, before)


def _each_place(rules: Ruleset, chain: Chain, tiles: Sequence[Tile], lead: Lead, ends: Sequence[OpenEnd]
                ) -> dict[Place, Play]:
    by_place: dict[Place, Play] = {}
    for play in plays(rules, chain, tiles, lead, ends):
        by_place.setdefault(place_of(play), play)
    return by_place


class Largest(NamedTuple):
    """The largest count (or points), the plays that lead to it, and the extent of the search.

    `value` is that of `chain`, after the last of `plays`; if there are no plays, no tile can be played. Every way to
    play up to `searched` of the tiles was examined, in `positions` different positions; `asked` is the number of tiles
    asked for. `measure` is "count" or "points".

    >>> import domino_lab as dl
    >>> found = dl.largest(dl.lay("all-fives", "5-5"))
    >>> found.value, str(found.plays[0].tile), found.sum
    (16, '6-5', '5+5 + 6 = 16')
    """

    state: Position
    measure: str
    value: int
    plays: tuple[Play, ...]
    chain: Chain
    searched: int
    asked: int
    positions: int

    @property
    def sum(self) -> str:
        """The largest count as a sum; empty in a game that does not add up its ends."""
        count = self.state.rules.scoring.count(self.chain)
        return "" if count is None else str(count)

    @property
    def is_exact(self) -> bool:
        """True if as many tiles were searched as asked for, or as can be played."""
        return self.searched == self.asked

    @property
    def text(self) -> str:
        """The result and the extent of the search, in words."""
        if not self.plays:
            return phrase("scenarios.nothing")
        moves = [describe_move(self.state.but(chain=self.chain), play) for play in self.plays]
        then = f"{phrase('scenarios.then')} "
        reached = phrase(f"scenarios.{self.measure}", value=self.value, moves=then.join(moves))
        counted = phrase("scenarios.sum", sum=self.sum) if self.sum else ""
        searched = phrase("scenarios.searched", positions=self.positions, tiles=self.searched)
        cut = "" if self.is_exact else phrase("scenarios.cut", asked=self.asked)
        return " ".join(part for part in (reached, counted, searched, cut) if part)

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return as_markdown(self.text)


_Reached = tuple[Chain, tuple[Play, ...]]
"""A chain, and the plays that lead to it."""


def largest(
    state: Position, tiles: Sequence[Tile] | None = None, *, most: int = 1, more: int = 0, measure: str = "count",
    limit: int = MOST_POSITIONS,
) -> Largest:
    """Find the largest count after one up to `most` of `tiles`; with `measure="points"`, the most points of one tile.

    `tiles` defaults to those of `at_hand`; up to `more` of the plays can be unseen tiles besides them. Whose turn it is
    does not matter. The search is exact: it examines every position, one more tile at a time, and says how many tiles
    it finished before `limit` positions. Raises RulesetError if nothing is scored in play.
    """
    if measure not in ("count", "points"):
        raise RulesetError(f'measure must be "count" or "points", not {quote(measure)}')
    if state.rules["play_score"] == "none":
        raise RulesetError(f"{state.rules.name} scores nothing in play, so it has no largest count")
    given = tuple(at_hand(state) if tiles is None else tiles)
    search = _LargestSearch(state, given, more, "points" if state.rules["play_score"] == "alike" else measure)
    return search.upto(most, limit)


class _LargestSearch:
    """The positions that can be reached, one more tile at a time, each examined once."""

    def __init__(self, state: Position, tiles: tuple[Tile, ...], more: int, measure: str) -> None:
        self.state, self.measure, self.more = state, measure, more
        self.own = tiles
        self.pool = (*tiles, *unseen(state, tiles)) if more else tiles
        self.looked = 0

    def upto(self, most: int, limit: int) -> Largest:
        best, value, searched = self.state.chain, self._value(self.state.chain), 0
        plays: tuple[Play, ...] = ()
        layer: dict[frozenset[object], _Reached] = {frozenset(): (best, plays)}
        while searched < most:
            layer = self._next(layer, limit - self.looked)
            if self.looked + len(layer) > limit:
                break
            self.looked += len(layer)
            searched = searched + 1 if layer else most
            for chain, made in layer.values():
                worth = self._value(chain)
                if not plays or worth > value:
                    best, plays, value = chain, made, worth
        return Largest(self.state, self.measure, value, plays, best, searched, most, self.looked)

    def _next(self, layer: dict[frozenset[object], _Reached], limit: int) -> dict[frozenset[object], _Reached]:
        next_layer: dict[frozenset[object], _Reached] = {}
        for key, (chain, made) in layer.items():
            for added, after in self._after(chain, made):
                next_layer.setdefault(key | {added}, after)
            if len(next_layer) > limit:
                break
        return next_layer

    def _after(self, chain: Chain, made: tuple[Play, ...]) -> Iterator[tuple[object, _Reached]]:
        """Each position one tile on, with what tells it from others: the tile, what it joined, and if it spins."""
        rules, gone = self.state.rules, {play.tile for play in made}
        pool = self.pool if len(gone.difference(self.own)) < self.more else self.own
        left = [tile for tile in pool if tile not in gone]
        for play in _each_place(rules, chain, left, self.state.lead, rules.open_ends(chain)).values():
            after = chain_after(rules, chain, play, self.state.table.seats)
            laid = after.laid[-1]
            onto = after.laid[laid.parent].tile if laid.parent >= 0 else None
            yield (laid.tile, onto, laid.joint, laid.out, laid.spins), (after, (*made, play))

    def _value(self, chain: Chain) -> int:
        scoring = self.state.rules.scoring
        count = scoring.count(chain) if self.measure == "count" else None
        return scoring.worth(chain, so_far(self.state)) if count is None else count.total


@dataclass(frozen=True)
class Side:
    """A position under one ruleset; if these rules refused a tile, that tile and the ruling.

    `relaid` is the replay of its chain, if there was one.
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
        """The points of the last tile."""
        if self.relaid is not None:
            return self.relaid.points
        _, ruling = self.judged
        return 0 if ruling is None else ruling.points

    @cached_property
    def judged(self) -> tuple[Count | None, Ruling | None]:
        """The count of the chain, and the ruling on the score of its last tile; no ruling on an empty table."""
        if not self.state.chain.laid:
            return self.rules.scoring.count(self.state.chain), None
        seat = self.state.blocker or 0
        before = so_far(self.state)._replace(seat=seat)
        return count_and_ruling(self.rules, self.state.chain, self.state.table.names[seat], before)


def sides(state: Position, rulesets: Sequence[Ruleset] = (), before: Sequence[Side] = ()) -> tuple[Side, ...]:
    """Return `state` itself, then its chain played again under each of `rulesets`.

    With `before`, the sides of an earlier position of this chain, only the new tiles are played again.
    """
    others = (lay_again(state.chain, rules, side.relaid if side is not None else None)
              for rules, side in zip_longest(rulesets, before[1 : len(rulesets) + 1]))
    return (Side(state), *(Side(relaid.state, relaid.tile, relaid.refused, relaid) for relaid in others))


class PlaceProspects(NamedTuple):
    """One tile at one place, and its result on each side; None if it is not allowed there.

    `onto` is the played tile that it would join, None for the first tile, and `value` is the value there.
    """

    tile: Tile
    onto: Laid | None
    value: int | None
    out: int | None
    prospects: tuple[Prospect | None, ...]

    @property
    def best(self) -> int:
        """The most points on any side."""
        return max((prospect.points for prospect in self.prospects if prospect is not None), default=0)


def prospects_by_place(sides: Sequence[Side], tiles: Sequence[Tile] | None = None) -> tuple[PlaceProspects, ...]:
    """Return the result of each of `tiles` at each place on each side; most points on the first side first.

    A side that refused a tile has no prospects. `tiles` defaults to those of `at_hand` on the first side.
    """
    wanted = at_hand(sides[0].state) if tiles is None else tuple(tiles)
    each = [_prospects(side, wanted) for side in sides]
    places = list(dict.fromkeys(place for side in each for place in side))
    chain, fitting = sides[0].state.chain, sides[0].rules.fitting
    rows = [_row(chain, fitting, [side.get(place) for side in each]) for place in places]
    return tuple(sorted(rows, key=lambda row: [-(prospect.points if prospect else 0) for prospect in row.prospects]))


def _prospects(side: Side, tiles: Sequence[Tile]) -> dict[Place, Prospect]:
    if side.refused is not None:
        return {}
    known = set(side.rules.equipment.set.tiles)
    return prospects(side.state, [tile for tile in tiles if tile in known])


def _row(
    chain: Chain, fitting: Mapping[int, Mapping[Tile, tuple[int, ...]]], cells: Sequence[Prospect | None]
) -> PlaceProspects:
    play = next(prospect.play for prospect in cells if prospect is not None)
    tile, end, out, _ = play
    if end is None:
        return PlaceProspects(tile, None, None, None, tuple(cells))
    several = tile.low != tile.high and len(fitting[end.value].get(tile, ())) > 1
    return PlaceProspects(tile, chain.laid[end.at], end.value, out if several else None, tuple(cells))


def place_text(row: PlaceProspects) -> str:
    """Return the place of a tile in words: on which half of which played tile; empty for the first tile."""
    if row.onto is None:
        return ""
    key = "at" if row.out is None else "at_out"
    return phrase(f"scenarios.{key}", value=row.value, onto=row.onto.tile, out=row.out)
