"""Best way: how a patience could best go on, and from which step it could still be won. No widgets here."""

from __future__ import annotations

from typing import Any, NamedTuple

from domino_lab.chance.patience_search import best_from, in_time, last_chance
from domino_lab.errors import IllegalAction
from domino_lab.play.timeline import Timeline
from domino_lab.words import phrase


class BestWay(NamedTuple):
    """The whole game as it is best played from `step` on, and a sentence about it; `line` is None where none is known.

    >>> from domino_lab.notebook import play_out
    >>> best_way(play_out("five-columns", seed=1, hand=1).upto(2)).step
    2
    """

    line: Timeline | None
    step: int
    words: str


def best_way(line: Timeline) -> BestWay:
    """The best way on from the end of `line`; of a game that is lost, from the last step at which it could be won.

    >>> from domino_lab.notebook import play_out
    >>> print(best_way(play_out("five-columns", seed=1, hand=1).upto(0)).words)
    This deal can be won, as the moves below show.
    """
    try:
        step = _from(line)
        begun = line.upto(step)
        found = best_from(begun, budget=in_time(begun.state))
    except IllegalAction as refused:
        return BestWay(None, len(line.actions), refused.ruling.text)
    except ValueError:
        return BestWay(None, len(line.actions), phrase("patience.best_unknown"))
    left = found.state.left  # type: ignore[attr-defined]
    return BestWay(found, step, phrase(f"patience.best_{_kind(line, step, left)}", step=step, left=left))


def _from(line: Timeline) -> int:
    if line.state.over is None:
        return len(line.actions)
    return (last_chance(line) or 0) if line.state.over == "lost" else 0


def _kind(line: Timeline, step: int, left: int) -> str:
    state: Any = line.state
    if state.over == "won":
        return "won"
    if state.over is not None and state.left == left:
        return "reached"
    wins = "can" if not left else "cannot"
    return f"{wins}_from" if step else f"{wins}_deal"
