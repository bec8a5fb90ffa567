"""Branches of a hand: their names, their Python, and their continuation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from domino_lab.core.errors import RecordError
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.players import PlayerNames
from domino_lab.play.timeline import Problem, Timeline, play_on
from domino_lab.rules.values import python_literal
from domino_lab.words import phrase


def branch_title(hand: Timeline, step: int) -> str:
    """Return the title of a branch of `hand`; a branch of a branch is named like the first one."""
    title = hand.title or (hand.rules.name if hand.shuffle is None else
                           phrase("widgets.title_seed", rules=hand.rules.name, shuffle=hand.shuffle))
    return phrase("branch.title", title=title, step=step)


def play_out_from(line: Timeline, policies: PlayerNames | str | None) -> Timeline:
    """Play `line` on by `policies`, with the picks of its own shuffle; `remarks` says why it stopped early.

    Raises RecordError for a layout study, where nobody holds a tile.
    """
    if line.is_study:
        raise RecordError("nobody holds a tile in a layout study, so nobody can play on")
    done = play_on(line, line.shuffle or Shuffle(), policies)
    if done.is_over:
        return done
    stopped = Ruling("GEN-HOLD-1", "unknown", {}, allowed=False)
    return replace(done, remarks=(Problem(None, None, stopped.id, stopped.text),))


def branch_recipe(
    whole: str, step: int, moves: Sequence[str], at: str | None = None, then: PlayerNames | str | None = None
) -> str:
    """Return the line of Python that recreates a branch; empty if there is none for its hand."""
    if not whole:
        return ""
    action = python_literal(moves[0] if len(moves) == 1 else list(moves)) if moves else ""
    given = [python_literal(at)] if at is not None else []
    played = [] if then is None else [f"then={python_literal(then)}"]
    return f"dl.what_if({', '.join(filter(None, [whole, str(step), action, *given, *played]))})"
