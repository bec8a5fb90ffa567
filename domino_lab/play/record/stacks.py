"""Stacks: the tile that a move stacks, and the equal tile on the table that it is put on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domino_lab.actions import Stack
from domino_lab.play.legal import judge
from domino_lab.play.record.findings import Findings
from domino_lab.play.record.lines import Path
from domino_lab.play.record.places import absent, named, own_copy
from domino_lab.play.state import State
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


def stack_of(form: Mapping[str, Any], tile: Tile, state: State, where: Path, found: Findings) -> Stack | None:
    """The stacking that a move means; None, with a problem that names the clause, where the rules refuse it.

    Where the file does not say `at`, it is put on the equal tile that lies on the table.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.record.opening import blank
    >>> found = Findings(Lines.of(""))
    >>> stack_of({}, Tile(5, 5), blank(get("block")).state, (), found), len(found.problems)
    (None, 1)
    """
    onto = named(form.get("at", str(tile)), state)
    if "at" in form and not onto:
        absent(form["at"], state, where, found)
        return None
    mine = own_copy(tile, state, form.get("copy"))
    action = Stack(mine, onto[0].number if onto else max(len(state.chain.laid) - 1, 0))
    ruling = Ruling("REC-STUDY", "stack", {}, allowed=False) if state.table.study else judge(state, action)
    if ruling.allowed:
        return action
    found.refused(where, ruling)
    return None
