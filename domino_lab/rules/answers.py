"""Answers: what a policy of a reader's own may say when it is asked for a number."""

from __future__ import annotations

from domino_lab.errors import RulesetError, shown


def whole(found: object, rules: object, asked: str, *, least: int | None = 0) -> int:
    """An answer that must be a whole number; raises RulesetError that names the policy and the question.

    >>> whole(7, None, "points(7)")
    7
    """
    if not isinstance(found, int) or (least is not None and found < least):
        kind = "a whole number" if least is None else f"a whole number from {least} on"
        raise RulesetError(f"{type(rules).__name__}.{asked} gives {shown(found)}: it must give {kind}")
    return int(found)
