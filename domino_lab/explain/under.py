"""One position and the tiles that could come next, under several rulesets side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domino_lab.chain import Laid
from domino_lab.explain.relaid import relaid
from domino_lab.explain.scenarios import Prospect, at_hand, would_score
from domino_lab.play.state import State
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile
from domino_lab.words import phrase


class Side(NamedTuple):
    """A position under one ruleset: the state, and where these rules stopped it the tile and the ruling.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.opening import blank
    >>> Side(blank(get("block")).state).rules.id
    'block'
    """

    state: State
    points: int = 0
    tile: Tile | None = None
    refused: Ruling | None = None

    @property
    def rules(self) -> Ruleset:
        """The ruleset.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.record.opening import blank
        >>> Side(blank(get("block")).state).rules.name
        'Block Game'
        """
        return self.state.rules


def sides(state: State, rulesets: Sequence[Ruleset] = ()) -> tuple[Side, ...]:
    """`state` itself, then its chain laid again under each of `rulesets`; `points` are those of the last tile.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.chain import Chain
    >>> found = sides(relaid(Chain().lay(Tile(5, 5), spins=True), get("all-fives")).state, [get("five-up")])
    >>> [side.points for side in found]
    [10, 2]
    """
    worth = state.rules.scoring.worth(state.chain) if state.chain.laid else 0
    return (Side(state, worth), *(_side(state, rules) for rules in rulesets))


def _side(state: State, rules: Ruleset) -> Side:
    found = relaid(state.chain, rules)
    return Side(found.state, found.points, found.tile, found.refused)


class Row(NamedTuple):
    """One tile at one place, and what it would bring on each side; None where it may not be laid there.

    `onto` is the laid tile it would join, None for the first tile, and `value` what that shows.

    >>> Row(Tile(5, 5), None, None, None, ()).best
    0
    """

    tile: Tile
    onto: Laid | None
    value: int | None
    out: int | None
    prospects: tuple[Prospect | None, ...]

    @property
    def best(self) -> int:
        """The most points on any side.

        >>> Row(Tile(5, 5), None, None, None, ()).best
        0
        """
        return max((one.points for one in self.prospects if one is not None), default=0)


def under(found: Sequence[Side], tiles: Sequence[Tile] | None = None) -> tuple[Row, ...]:
    """What each of `tiles` would bring at each place on each side; most points on the first side first.

    A side that refused a tile has no prospects. `tiles` are those of `at_hand` on the first side where nobody says.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.chain import Chain
    >>> both = sides(relaid(Chain().lay(Tile(5, 5), spins=True), get("all-fives")).state, [get("five-up")])
    >>> best = under(both, [Tile(0, 5)])[0]
    >>> [one.sum for one in best.prospects]
    ['5+5 + 0 = 10', '0 = 0']
    """
    wanted = at_hand(found[0].state) if tiles is None else tuple(tiles)
    each = [{one.place: one for one in _prospects(side, wanted)} for side in found]
    places = list(dict.fromkeys(place for side in each for place in side))
    rows = [_row(found[0].state, [side.get(place) for side in each]) for place in places]
    return tuple(sorted(rows, key=lambda row: [-(one.points if one else 0) for one in row.prospects]))


def _prospects(side: Side, tiles: Sequence[Tile]) -> Sequence[Prospect]:
    if side.refused is not None:
        return ()
    known = [tile for tile in tiles if tile in side.rules.equipment.set.tiles]
    return would_score(side.state, known)


def _row(state: State, prospects: Sequence[Prospect | None]) -> Row:
    play = next(one.play for one in prospects if one is not None)
    end = play.end
    onto = None if end is None else state.chain.laid[end.at]
    several = end is not None and not play.tile.is_double and len(state.rules.fitting[end.value].get(play.tile, ())) > 1
    return Row(play.tile, onto, None if end is None else end.value, play.out if several else None, tuple(prospects))


def place_of(row: Row) -> str:
    """Where a tile would lie, in words: on which half of which laid tile; empty for the first tile.

    >>> place_of(Row(Tile(5, 5), None, None, None, ()))
    ''
    """
    if row.onto is None:
        return ""
    key = "at" if row.out is None else "at_out"
    return phrase(f"scenarios.{key}", value=row.value, onto=row.onto.tile, out=row.out)
