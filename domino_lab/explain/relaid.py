"""relaid(chain, rules): the same tiles laid in the same order under other rules, as far as those allow it."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.actions import Play
from domino_lab.chain import Chain, Laid, OpenEnd
from domino_lab.play.hand import advance
from domino_lab.play.legal import called, judge, plays
from domino_lab.play.record.opening import blank
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


class Relaid(NamedTuple):
    """A position under other rules: the layout study, and where it stopped the tile and the ruling that refuses it.

    >>> from domino_lab.catalogue import get
    >>> relaid(Chain().lay(Tile(1, 2)), get("block")).refused is None
    True
    """

    line: Timeline
    tile: Tile | None = None
    refused: Ruling | None = None

    @property
    def state(self) -> State:
        """The position that was reached.

        >>> from domino_lab.catalogue import get
        >>> len(relaid(Chain().lay(Tile(1, 2)), get("block")).state.chain.laid)
        1
        """
        return self.line.state

    @property
    def points(self) -> int:
        """What the last tile scores; a score that has to be called is called in time.

        >>> from domino_lab.catalogue import get
        >>> relaid(Chain().lay(Tile(5, 5), spins=True), get("two-box")).points
        10
        """
        return self.line.steps[-1].points


def relaid(chain: Chain, rules: Ruleset) -> Relaid:
    """The tiles of `chain` laid one after the other under `rules`, each on the same tile, at an end of the same value.

    It stops at the first tile that these rules refuse there, with their ruling. Tiles stacked on others are left out.

    >>> from domino_lab.catalogue import get
    >>> crossed = relaid(Chain().lay(Tile(5, 5), spins=True), get("five-up")).state.chain
    >>> tip = crossed.lay(Tile(0, 5), crossed.ends[2])
    >>> relaid(tip, get("block")).state.chain.laid[1].out
    0
    """
    line = Timeline((blank(rules),))
    for laid in chain.laid:
        tile = _copy(line.state, laid.tile)
        play = _same(line.state, tile, laid)
        ruling = judge(line.state, play)
        if not ruling.allowed:
            return Relaid(line, tile, ruling)
        line = Timeline((*line.steps, advance(line.state, called(line.state, play))))
    return Relaid(line)


def _copy(state: State, tile: Tile) -> Tile:
    """Of two equal tiles one that is not on the table yet."""
    gone = {laid.tile for laid in state.chain.laid}
    free = [one for one in state.rules.equipment.set.tiles if one[:2] == tile[:2] and one not in gone]
    return free[0] if free else tile


def _same(state: State, tile: Tile, laid: Laid) -> Play:
    if laid.parent < 0:
        return Play(tile)
    for play in plays(state.rules, state.chain, [tile]):
        if play.end is not None and (play.end.at, play.end.value, play.out) == (laid.parent, laid.joint, laid.out):
            return play
    return Play(tile, _end(state, laid))


def _end(state: State, laid: Laid) -> OpenEnd:
    """The free edge that is most like the one it joined; one that is not there where none is free."""
    free = [end for end in state.chain.ends if end.at == laid.parent]
    like = [end for end in free if end.value == laid.joint]
    return (like or free or [OpenEnd(laid.parent, laid.parent_edge, laid.joint)])[0]
