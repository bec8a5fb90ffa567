"""Spoken: the tiles that a move of a patience means, and the numbers of Bingo that one move says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from domino_lab.actions import Action, Remove, Say
from domino_lab.events import Removed
from domino_lab.play.legal import legal
from domino_lab.play.record.findings import Findings, shown
from domino_lab.play.record.lines import Path
from domino_lab.play.state import State, Step
from domino_lab.tiles import Tile


def lying(wanted: Sequence[Tile], state: State) -> tuple[Tile, ...]:
    """The tiles on the table of a patience that are called as the `wanted` ones; one that is not there as it is.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> state = start(get("twelve-to-go"), Shuffle(seed=1)).state
    >>> lying([Tile(9, 9)], state)
    (Tile(low=9, high=9, copy=0),)
    """
    free, found = list(getattr(state, "free", ())), []
    for tile in wanted:
        mine = next((other for other in free if other[:2] == tile[:2]), tile)
        if mine in free:
            free.remove(mine)
        found.append(mine)
    return tuple(found)


def spoken(form: Mapping[str, Any], state: State) -> Action:
    """The next number of a `say`: where a tile may go or stay (axis bingo_remove), one that `remove` lists is taken.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> str(spoken({"say": 1}, start(get("bingo"), Shuffle(seed=1)).state))
    'say'
    """
    listed = [Tile.of(word)[:2] for word in form.get("remove", ())]
    gone = [action for action in legal(state) if isinstance(action, Remove)]
    return next((action for action in gone if action.tiles[0][:2] in listed), Say())


def check_removed(form: Mapping[str, Any], steps: Sequence[Step], where: Path, found: Findings) -> None:
    """Beside `say`, `remove` lists the tiles that went meanwhile (REC-STATED).

    >>> from domino_lab.play.record.lines import Lines
    >>> found = Findings(Lines.of(""))
    >>> check_removed({"say": 1, "remove": ["5-6"]}, (), (), found)
    >>> found.problems[0].clause
    'REC-STATED'
    """
    if "say" not in form or "remove" not in form:
        return
    gone = removed(steps)
    if Counter(tile[:2] for tile in gone) != Counter(Tile.of(word)[:2] for word in form["remove"]):
        true = [str(tile) for tile in gone]
        found.problem((*where, "remove"), "REC-STATED", "wrong", key="remove", said=shown(form["remove"]),
                      value=shown(true))


def removed(steps: Sequence[Step]) -> list[Tile]:
    """The tiles that went in some steps of a patience, in order.

    >>> removed(())
    []
    """
    return [tile for step in steps for event in step.events if isinstance(event, Removed) for tile in event.tiles]
