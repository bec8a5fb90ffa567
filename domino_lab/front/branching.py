"""What if: from a step of a hand on another move, played on by players or left to go on by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from domino_lab.arguments import checked
from domino_lab.errors import RecordError, shown
from domino_lab.explain.refusal import Call, tried
from domino_lab.front.dealt import hand_of
from domino_lab.front.reasons import step_of
from domino_lab.play import timeline as timelines
from domino_lab.play.timeline import Problem, Timeline
from domino_lab.rules.spelled import spelled_value
from domino_lab.rulings import Ruling
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile
from domino_lab.words import phrase


@checked
def what_if(
    hand: str | Path | Timeline,
    step: int,
    action: str | Tile | Sequence[str | Tile] = (),
    at: str | Tile | None = None,
    *,
    then: str | Sequence[str] | None = None,
) -> Timeline:
    """The hand as it would have gone with another move after step `step`; `hand` itself stays as it is.

    `action` is written as for `why_not`, or is a list of such moves, one after the other; `at` names the laid tile the
    last one joins. `then` is the policy (or one a seat) by which the players go on to the end; without it the hand
    stops after the last move given. Raises IllegalAction, with its ruling, for a move that is not allowed, and
    RecordError where the hand has no such step.

    >>> what_if("all-fives-worked-example", 2, "5-3", at="5-5").state.board_count.total
    13
    >>> what_if("block", 3, then="random").is_over
    True
    """
    found = hand_of(hand)
    step_of(found, step)
    number = step if step >= 0 else len(found) + step
    line, moves = found.upto(number), _moves(action)
    at = str(at) if isinstance(at, Tile) else at
    for place, move in enumerate(moves, 1):
        meant = tried(line.state, move, at if place == len(moves) else None)
        if isinstance(meant, Call):
            raise RecordError(f'{shown(move)} is no move: name the tile that is laid, as in "5-0 call 10"')
        line = line.play(meant)
    made = recipe(found.recipe, number, moves, at, then)
    return replace(played_on(line, then) if then is not None else line, line=made, title=named(found, number))


def _moves(action: str | Tile | Sequence[str | Tile]) -> list[str]:
    """One move or several, as they are written; what is no move at all is refused when it is tried."""
    several = action if isinstance(action, Sequence) and not isinstance(action, str | Tile) else [action]
    return [str(move) if isinstance(move, Tile) else move for move in several]


def named(hand: Timeline, step: int) -> str:
    """What a branch of `hand` is called: a branch of a branch as the first one was."""
    title = hand.title or (hand.rules.name if hand.shuffle is None else
                           phrase("widgets.title_seed", rules=hand.rules.name, shuffle=hand.shuffle))
    return phrase("branch.title", title=title, step=step)


def played_on(line: Timeline, policies: str | Sequence[str] | None) -> Timeline:
    """`line` played on by `policies`, with the picks of its own shuffle; `remarks` say why it stopped before the end.

    Raises ValueError for a layout study, where nobody holds a tile.
    """
    if line.is_study:
        raise RecordError("nobody holds a tile in a layout study, so nobody can play on")
    done = timelines.play_on(line, line.shuffle or Shuffle(), policies)
    if done.is_over:
        return done
    stopped = Ruling("GEN-HOLD-1", "unknown", {}, allowed=False)
    return replace(done, remarks=(Problem(None, None, stopped.id, stopped.text),))


def recipe(
    whole: str, step: int, moves: Sequence[str], at: str | None = None, then: str | Sequence[str] | None = None
) -> str:
    """The line of Python that makes a branch again; empty where no line makes the hand it leaves."""
    if not whole:
        return ""
    said = spelled_value(moves[0] if len(moves) == 1 else list(moves)) if moves else ""
    given = [spelled_value(at)] if at is not None else []
    played = [] if then is None else [f"then={spelled_value(then)}"]
    return f"dl.what_if({', '.join(filter(None, [whole, str(step), said, *given, *played]))})"
