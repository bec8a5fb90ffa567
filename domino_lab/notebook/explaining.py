"""Explaining: a hand as a table, the reasons for a step or a refusal, a settlement, and what tiles would score."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domino_lab.actions import Action
from domino_lab.arguments import checked
from domino_lab.catalogue.resolve import Named, as_list, ruleset
from domino_lab.errors import IllegalAction, NotationError, RulesetError
from domino_lab.explain import scenarios
from domino_lab.explain import transcript as transcripts
from domino_lab.explain.move_text import parse_move
from domino_lab.explain.ruleset_comparison import numbered_names
from domino_lab.explain.scenarios import Largest, PlaceProspects, place_text, prospects_by_place, sides
from domino_lab.explain.source_code import Code, deciding_code, refusing_code
from domino_lab.explain.why import Explanation
from domino_lab.explain.why import why as explain
from domino_lab.explain.why_not import WhyNotAnswer
from domino_lab.explain.why_not import why_not as explain_refusal
from domino_lab.notebook.loading import load
from domino_lab.play import legal as actions
from domino_lab.play.settlement import Verdict, settle_holdings
from domino_lab.play.state import Position
from domino_lab.play.timeline import Timeline
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd


@checked
def transcript(hand: str | Path | Timeline) -> pd.DataFrame:
    """Return a hand as a table, one row a step: who did what, the table then, the points, and everybody's score.

    >>> transcript("all-fives-worked-example")["count"].tolist()
    [10, 10, 13, 15, 14, 16, 17, 20]
    """
    from domino_lab.dataframes import Printable

    found = load(hand)
    rows = transcripts.transcript(found)
    return Printable(rows, columns=None if rows else transcripts.columns(found)).set_index("step")


@checked
def settle(
    rules: Named,
    *,
    holdings: Sequence[str | Sequence[str | Tile]],
    out: int | None = None,
    blocker: int | None = None,
    **axes: Any,
) -> Verdict:
    """Settle a hand that ends with these holdings: who wins and what it is worth, line by line.

    `out` is the seat that went out, `blocker` the one that played last; axes change the rules as `but()` does. The
    result has `.winner` (a side, or None), `.award`, `.text`.

    >>> settle("block", holdings=[["1-2", "2-4", "3-5"], ["5-5", "3-4"]]).winner
    0
    """
    changed = ruleset(rules).but(**axes) if axes else ruleset(rules)
    return settle_holdings(changed, holdings, out=out, blocker=blocker)


@checked
def legal(state: Position) -> tuple[Action, ...]:
    """Return every legal action of whoever is to move at a moment of a hand, such as `hand.state` or `hand[3].state`.

    >>> [str(action) for action in legal(load("all-fives-worked-example")[0].state)][:2]
    ['start with 0-0', 'start with 1-0']
    """
    return actions.legal(state)


@checked
def why(hand: str | Timeline, step: int) -> Explanation:
    """Explain why step `step` of a hand went as it did (0 is the deal, -1 the last one).

    Raises RecordError if the hand has no such step.

    >>> why("all-fives-worked-example", 1).clause
    'AF0-SCORE-1'
    """
    return explain(load(hand)[step])


@checked
def why_not(
    hand: str | Timeline, step: int, action: str | Tile, at: str | Tile | None = None
) -> WhyNotAnswer:
    """Explain why a move is not allowed after step `step`; `at` names the laid tile that a tile should join.

    `action` is a tile, "draw", "pass", "stack 5-3", "5-0 call 10" (that score is called), "call 10" (for the tile
    played last), or in a patience "remove 6-6 0-0", "shift 4-2 to 3", "say". Raises RecordError if there is no such
    step.

    >>> why_not("all-fives-worked-example", 1, "6-6", at="5-5").clause
    'GEN-FIT-1'
    """
    state = load(hand)[step].state
    return explain_refusal(state, parse_move(state, action, at))


@checked
def code_of(hand: str | Path | Timeline, step: int, action: str | None = None, at: str | None = None) -> Code:
    """Return the code of the rule that decided step `step`, or that rules on `action` after it (written as for
    `why_not`).

    It shows itself: the file, the line, and the method of the policy. Raises RecordError if there is no such step.

    >>> code_of("all-fives-worked-example", 1).clause
    'AF0-SCORE-1'
    """
    found = load(hand)
    before = found[step]
    if action is None:
        return deciding_code(found, step)
    return refusing_code(found, step, parse_move(before.state, action, at))


Tiles = str | Sequence[str | Tile] | None


@checked
def would_score(
    hand: str | Timeline, step: int | None = None, tiles: Tiles = None, *,
    versus: Named | Sequence[Named] = (),
) -> pd.DataFrame:
    """List which tiles would score next, and how much: every way to play one after step `step` (or else the last).

    `tiles` are "6-5 4-4", a list, "all" for all that are not on the table, or "unseen" for those of them that the mover
    does not hold; the default is the holding of the player whose turn it is, in a layout study all tiles. Under the
    rulesets of `versus` the same position is laid again, and each has its own columns; they are empty if it cannot be
    laid. A score that has to be called is called. Raises IllegalAction, with the clause, for a tile on the table and if
    the hand is over, RulesetError for a patience, RecordError if the hand has no such step.

    >>> from domino_lab.notebook.loading import lay
    >>> would_score(lay("all-fives", "5-5 5-0"), tiles="5-3 0-0").points.tolist()
    [10, 0]
    """
    import pandas as pd

    from domino_lab.dataframes import FullFrame

    state = _state(hand, step)
    if state.rules.solo is not None:
        raise RulesetError(f"{state.rules.name} is played alone: no tile scores, so there is nothing to compare")
    found = sides(state, [ruleset(name) for name in as_list(versus)])
    rows = [_cells(row) for row in prospects_by_place(found, _tiles(state, tiles))]
    heads = numbered_names(side.rules.name for side in found)
    columns = [(name, what) for name in heads for what in ("count", "points")]
    names = pd.MultiIndex.from_tuples(columns) if len(found) > 1 else [what for _, what in columns]
    places = [[cell[place] for cell, _ in rows] for place in (0, 1)]
    table = FullFrame([cells for _, cells in rows], columns=names,
                  index=pd.MultiIndex.from_arrays(places, names=["tile", "at"]))
    return table.saying(phrase("scenarios.nothing"))


@checked
def largest(
    hand: str | Timeline, step: int | None = None, tiles: Tiles = None, *, most: int = 1, more: int = 0,
    measure: str = "count",
) -> Largest:
    """Find the largest count that one up to `most` tiles can reach, played one after the other after step `step`.

    `tiles` as for `would_score`; `more` of the plays can be other unseen tiles. With `measure="points"`: the most
    points that one tile can score. The search is exact, and the answer says what was searched. Raises RulesetError in a
    game that does not score in play.

    >>> from domino_lab.notebook.loading import lay
    >>> largest(lay("all-fives", "5-5 5-0"), most=2).value
    22
    """
    if most < 1 or more < 0:
        raise NotationError("most is 1 or more tiles, more is 0 or more")
    state = _state(hand, step)
    return scenarios.largest(state, _tiles(state, tiles), most=most, more=more, measure=measure)


def _state(hand: str | Timeline, step: int | None) -> Position:
    line = load(hand)
    return line.state if step is None else line[step].state


def _tiles(state: Position, tiles: Tiles) -> list[Tile] | None:
    if tiles is None:
        return None
    loose = scenarios.unseen(state)
    if tiles in ("all", "unseen"):
        return [tile for tile in loose if tiles == "all" or tile not in state.holdings[state.turn]]
    wanted = [Tile.of(name) for name in (tiles.replace(",", " ").split() if isinstance(tiles, str) else tiles)]
    near = [*state.holdings[state.turn], *loose]
    return [_meant(state, tile, near) for tile in wanted]


def _meant(state: Position, tile: Tile, near: Sequence[Tile]) -> Tile:
    """Of equal tiles the mover's own, or else one that is not on the table; GEN-DEAL-1 if there is none."""
    alike = [one for one in near if one[:2] == tile[:2]]
    if not alike:
        known = state.rules.equipment.set
        case = "laid" if tile in known.tiles else "foreign"
        raise IllegalAction(Ruling("GEN-DEAL-1", case, {"tile": tile, "set": known.name}, allowed=False))
    return alike[0]


def _cells(row: PlaceProspects) -> tuple[tuple[str, str], list[object]]:
    cells: list[object] = []
    for one in row.prospects:
        cells += ["", ""] if one is None else [one.sum, one.points]
    return (str(row.tile), place_text(row)), cells
