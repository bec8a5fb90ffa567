"""Reasons: a hand as a table, why a step went as it did, why something is refused, and how a hand is settled."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domino_lab.actions import Action
from domino_lab.arguments import checked
from domino_lab.catalogue.reading import Named, ruleset
from domino_lab.explain import decided, refusal
from domino_lab.explain import transcript as transcripts
from domino_lab.explain import why as explaining
from domino_lab.explain.refusal import tried
from domino_lab.front.dealt import load
from domino_lab.play import legal as actions
from domino_lab.play.state import OwnState, State, Step
from domino_lab.play.timeline import Timeline
from domino_lab.tiles import Tile

if TYPE_CHECKING:
    import pandas as pd


@checked
def transcript(hand: str | Path | Timeline) -> pd.DataFrame:
    """A hand as a table, one row a step: who did what, what the table shows then, points, and everybody's score.

    >>> transcript("all-fives-worked-example")["count"].tolist()
    [10, 10, 13, 15, 14, 16, 17, 20]
    """
    from domino_lab.explain.whole import Printable

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
) -> Any:
    """Who wins a hand that ends with these holdings, and what it is worth, line by line.

    `out` is the seat that went out, `blocker` the one that laid last; axes change the rules as `but()` does. The
    result has `.winner` (a side, or None), `.award`, `.text`.

    >>> settle("block", holdings=[["1-2", "2-4", "3-5"], ["5-5", "3-4"]]).winner
    0
    """
    from domino_lab.play.settlement import settle_holdings

    changed = ruleset(rules).but(**axes) if axes else ruleset(rules)
    return settle_holdings(changed, holdings, out=out, blocker=blocker)


@checked
def legal(state: State | OwnState) -> tuple[Action, ...]:
    """Every legal action of whoever is to move at a moment of a hand, such as `hand.state` or `hand[3].state`.

    >>> [str(action) for action in legal(load("all-fives-worked-example")[0].state)][:2]
    ['set 0-0', 'set 1-0']
    """
    return actions.legal(state)


@checked
def why(hand: str | Timeline, step: int) -> explaining.Explanation:
    """Why step `step` of a hand went as it did (0 is the deal, -1 the last one).

    Raises RecordError where the hand has no such step.

    >>> why("all-fives-worked-example", 1).clause
    'AF0-SCORE-1'
    """
    return explaining.why(step_of(load(hand), step))


def step_of(hand: Timeline, step: int) -> Step:
    """Step `step` of a hand, counted from the end where it is negative; raises RecordError where there is none."""
    return hand[step]


@checked
def why_not(
    hand: str | Timeline, step: int, action: str | Tile, at: str | Tile | None = None
) -> refusal.Answer:
    """Why something may not be done after step `step`: a tile laid (`at` names the laid tile it should join) or more.

    `action` is a tile, "draw", "pass", "stack 5-3", "5-0 call 10" (that score is called), "call 10" (for the tile laid
    last), or in a patience "remove 6-6 0-0", "shift 4-2 to 3", "say". Raises RecordError where there is no such step.

    >>> why_not("all-fives-worked-example", 1, "6-6", at="5-5").clause
    'GEN-FIT-1'
    """
    state = step_of(load(hand), step).state
    return refusal.why_not(state, tried(state, action, at))


@checked
def code_of(hand: str | Path | Timeline, step: int, action: str | None = None, at: str | None = None) -> decided.Code:
    """The code of the rule that decided step `step`, or that rules on `action` after it (written as for `why_not`).

    It shows itself: the file, the line, and the method of the policy. Raises RecordError where there is no such step.

    >>> code_of("all-fives-worked-example", 1).clause
    'AF0-SCORE-1'
    """
    found = load(hand)
    before = step_of(found, step)
    if action is None:
        return decided.decided(found, step)
    return decided.refused(found, step, tried(before.state, action, at))
