"""Scenarios of scoring: which tile would score, and the largest count that tiles can reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from domino_lab.actions import Play
from domino_lab.chain import Chain
from domino_lab.errors import IllegalAction, RulesetError, shown
from domino_lab.escaping import as_markdown
from domino_lab.explain.move_text import describe_move
from domino_lab.play.legal import called, laid_by, plays, usable
from domino_lab.play.state import Position
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Count, Scoring
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile
from domino_lab.words import phrase

MOST_POSITIONS = 20_000
"""A search that meets more positions than these stops at the last number of tiles it has searched to the end."""

Place = tuple[int, int, int, int, int]


class Prospect(NamedTuple):
    """A tile that could be played next, and what it would bring: the count, the points, and the ruling on them.

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

    @property
    def place(self) -> Place:
        """Where it would lie, whichever of two equal edges and two equal tiles is meant; for comparing rulesets."""
        return _place(self.play)


def unseen(state: Position, holding: Sequence[Tile] = ()) -> tuple[Tile, ...]:
    """Return the tiles of the set that are neither on the table nor in `holding`, ascending."""
    gone = {laid.tile for laid in state.chain.laid} | {top.tile for top in state.stacks} | set(holding)
    return tuple(sorted(tile for tile in state.rules.equipment.set.tiles if tile not in gone))


def at_hand(state: Position) -> tuple[Tile, ...]:
    """Return the tiles that could be played next: the mover's, or in a layout study all unseen ones.

    Raises IllegalAction if the hand is over.
    """
    if state.over is not None:
        raise IllegalAction(Ruling("GEN-OVER-1", "no", {}, allowed=False))
    return unseen(state) if state.table.study else usable(state)


def would_score(state: Position, tiles: Sequence[Tile] | None = None) -> tuple[Prospect, ...]:
    """Return every way to play one of `tiles` next, the most points first; equal positions and tiles are listed once.

    `tiles` defaults to those of `at_hand`. A score that has to be called is called in time.
    """
    found = prospects(state, at_hand(state) if tiles is None else tiles)
    return tuple(sorted(found.values(), key=lambda one: -one.points))


def prospects(state: Position, tiles: Sequence[Tile]) -> dict[Place, Prospect]:
    """Every way to lay one of `tiles` next, by its place."""
    rules, chain, player = state.rules, state.chain, state.table.names[state.turn]
    calls = rules["claim"] != "auto"
    found = {}
    for place, play in _told_once(rules, chain, tiles, state.lead.must).items():
        count, ruling = judged(rules, laid_by(rules, chain, play), player)
        points = 0 if ruling is None else ruling.points
        found[place] = Prospect(called(state, play) if calls else play, count, points, ruling)
    return found


def judged(rules: Ruleset, chain: Chain, player: str) -> tuple[Count | None, Ruling | None]:
    """The count of a chain that `player` left, and the ruling on it: the two together count the chain once."""
    scoring = rules.scoring
    count = scoring.count(chain)
    if count is None or type(scoring).judge is not Scoring.judge:
        return count, scoring.judge(chain, player)
    return count, scoring.ruling(count, player)


def _told_once(rules: Ruleset, chain: Chain, tiles: Sequence[Tile], must: Tile | None = None) -> dict[Place, Play]:
    found: dict[Place, Play] = {}
    for play in plays(rules, chain, tiles, must):
        found.setdefault(_place(play), play)
    return found


def _place(play: Play) -> Place:
    """Equal tiles are one tile here, and two edges of one tile that show the same value are one end."""
    tile, end, out, _ = play
    if end is None:
        return (tile[0], tile[1], -1, -1, -1)
    return (tile[0], tile[1], end.at, end.value, -1 if out is None else out)


class Largest(NamedTuple):
    """The largest count (or points) that was found, the plays that lead there, and what was searched.

    `value` is that of `chain`, after the last of `plays`; without plays no tile can be played. Every way to play up to
    `searched` of the tiles was examined, in `positions` different positions; `asked` is how many it should have been.
    `measure` is "count" or "points".

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.explain.under import relaid
    >>> found = largest(relaid(Chain().lay(Tile(5, 5), spins=True), get("all-fives")).state)
    >>> found.value, str(found.plays[0].tile)
    (16, '6-5')
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
        """The count that is reached, as a sum; empty in a game that does not add up its ends.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.under import relaid
        >>> largest(relaid(Chain().lay(Tile(5, 5), spins=True), get("all-fives")).state).sum
        '5+5 + 6 = 16'
        """
        count = self.state.rules.scoring.count(self.chain)
        return "" if count is None else str(count)

    @property
    def is_exact(self) -> bool:
        """True if as many tiles were searched as was asked for, or as can be played.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.under import relaid
        >>> largest(relaid(Chain().lay(Tile(1, 2)), get("all-fives")).state, most=9, limit=50).is_exact
        False
        """
        return self.searched == self.asked

    @property
    def text(self) -> str:
        """What was found and what was searched, in words.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.explain.under import relaid
        >>> largest(relaid(Chain().lay(Tile(5, 5), spins=True), get("all-fives")).state).text.split(":")[0]
        'The largest count is 16'
        """
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


class _Reached(NamedTuple):
    chain: Chain
    plays: tuple[Play, ...]
    strangers: int


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
        raise RulesetError(f'measure is "count" or "points", not {shown(measure)}')
    if state.rules["play_score"] == "none":
        raise RulesetError(f"{state.rules.name} scores nothing in play: there is no count to make large")
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
        best, value, searched = _Reached(self.state.chain, (), 0), self._value(self.state.chain), 0
        layer = {frozenset[object](): best}
        while searched < most:
            layer = self._next(layer, limit - self.looked)
            if self.looked + len(layer) > limit:
                break
            self.looked += len(layer)
            searched = searched + 1 if layer else most
            for position in layer.values():
                worth = self._value(position.chain)
                if not best.plays or worth > value:
                    best, value = position, worth
        return Largest(self.state, self.measure, value, best.plays, best.chain, searched, most, self.looked)

    def _next(self, layer: dict[frozenset[object], _Reached], limit: int) -> dict[frozenset[object], _Reached]:
        found: dict[frozenset[object], _Reached] = {}
        for key, position in layer.items():
            for added, after in self._after(position):
                found.setdefault(key | {added}, after)
            if len(found) > limit:
                break
        return found

    def _after(self, position: _Reached) -> Iterator[tuple[object, _Reached]]:
        """Each position one tile on, and what tells it from others: the tile, what it joined, and if it is a spinner.
        """
        rules, chain = self.state.rules, position.chain
        must = self.state.lead.must
        for play in _told_once(rules, chain, self._left(position), must).values():
            after = laid_by(rules, chain, play)
            laid = after.laid[-1]
            onto = after.laid[laid.parent].tile if laid.parent >= 0 else None
            stranger = self.more and play.tile not in self.own
            yield ((laid.tile, onto, laid.joint, laid.out, laid.spins),
                   _Reached(after, (*position.plays, play), position.strangers + bool(stranger)))

    def _left(self, position: _Reached) -> list[Tile]:
        gone = {play.tile for play in position.plays}
        pool = self.pool if position.strangers < self.more else self.own
        return [tile for tile in pool if tile not in gone]

    def _value(self, chain: Chain) -> int:
        scoring = self.state.rules.scoring
        count = scoring.count(chain) if self.measure == "count" else None
        return scoring.worth(chain) if count is None else count.total
