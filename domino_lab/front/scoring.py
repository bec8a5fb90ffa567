"""Scoring scenarios: which tile would score, under one ruleset or several, and the largest count there is to reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from domino_lab.arguments import checked
from domino_lab.catalogue.reading import Named, as_list, ruleset
from domino_lab.errors import IllegalAction, NotationError, RulesetError
from domino_lab.explain import scenarios
from domino_lab.explain.scenarios import Largest
from domino_lab.explain.under import Row, place_of, sides, under
from domino_lab.front.dealt import load
from domino_lab.front.reasons import step_of
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

Tiles = str | Sequence[str | Tile] | None


@checked
def would_score(
    hand: str | Timeline, step: int | None = None, tiles: Tiles = None, *,
    versus: Named | Sequence[Named] = (),
) -> pd.DataFrame:
    """Which tile would score next, and how much: every way to lay one after step `step` (the last where nobody says).

    `tiles` are "6-5 4-4", a list, "all" for all that are not on the table, or "unseen" for those of them that the mover
    does not hold; where nobody says, the holding of the player whose turn it is, in a layout study all tiles. Under the
    rulesets of `versus` the same position is laid again, and each has its own columns; they are empty where it cannot
    be laid. A score that has to be called is called. Raises IllegalAction, with the clause, for a tile that lies on the
    table and when the hand is over, RulesetError for a patience, RecordError where the hand has no such step.

    >>> from domino_lab.front.dealt import lay
    >>> would_score(lay("all-fives", "5-5 5-0"), tiles="5-3 0-0").points.tolist()
    [10, 0]
    """
    import pandas as pd

    from domino_lab.explain.whole import Whole

    state = _state(hand, step)
    if state.rules.solo is not None:
        raise RulesetError(f"{state.rules.name} is played alone: no tile scores, so there is nothing to compare")
    found = sides(state, [ruleset(name) for name in as_list(versus)])
    told = [_told(row) for row in under(found, _tiles(state, tiles))]
    columns = [(name, what) for name in _headings([side.rules for side in found]) for what in ("count", "points")]
    names = pd.MultiIndex.from_tuples(columns) if len(found) > 1 else [what for _, what in columns]
    places = [[cell[place] for cell, _ in told] for place in (0, 1)]
    table = Whole([cells for _, cells in told], columns=names,
                  index=pd.MultiIndex.from_arrays(places, names=["tile", "at"]))
    return table.saying(phrase("scenarios.nothing"))


@checked
def largest(
    hand: str | Timeline, step: int | None = None, tiles: Tiles = None, *, most: int = 1, more: int = 0,
    measure: str = "count",
) -> Largest:
    """The largest count that one up to `most` tiles can reach, laid one after the other after step `step`.

    `tiles` as for `would_score`; `more` of the plays may be other unseen tiles. With `measure="points"`: the most
    points that one tile can score. The search is exact, and the answer says what was searched. Raises RulesetError in
    a game that scores nothing in play.

    >>> from domino_lab.front.dealt import lay
    >>> largest(lay("all-fives", "5-5 5-0"), most=2).value
    22
    """
    if most < 1 or more < 0:
        raise NotationError("most is 1 or more tiles, more is 0 or more")
    state = _state(hand, step)
    return scenarios.largest(state, _tiles(state, tiles), most=most, more=more, measure=measure)


def _state(hand: str | Timeline, step: int | None) -> State:
    line = load(hand)
    return line.state if step is None else step_of(line, step).state


def _tiles(state: State, tiles: Tiles) -> list[Tile] | None:
    if tiles is None:
        return None
    loose = scenarios.unseen(state)
    if tiles in ("all", "unseen"):
        return [tile for tile in loose if tiles == "all" or tile not in state.holdings[state.turn]]
    wanted = [Tile.of(name) for name in (tiles.replace(",", " ").split() if isinstance(tiles, str) else tiles)]
    near = [*state.holdings[state.turn], *loose]
    return [_meant(state, tile, near) for tile in wanted]


def _meant(state: State, tile: Tile, near: Sequence[Tile]) -> Tile:
    """Of equal tiles the mover's own, else one that is not on the table; GEN-DEAL-1 where there is none."""
    alike = [one for one in near if one[:2] == tile[:2]]
    if not alike:
        known = state.rules.equipment.set
        case = "laid" if tile in known.tiles else "foreign"
        raise IllegalAction(Ruling("GEN-DEAL-1", case, {"tile": tile, "set": known.name}, allowed=False))
    return alike[0]


def _headings(rulesets: Sequence[Ruleset]) -> list[str]:
    """The names; rulesets of one name are numbered."""
    names = [rules.name for rules in rulesets]
    return [name if names.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(names, 1)]


def _told(row: Row) -> tuple[tuple[str, str], list[object]]:
    cells: list[object] = []
    for one in row.prospects:
        cells += ["", ""] if one is None else [one.sum, one.points]
    return (str(row.tile), place_of(row)), cells
