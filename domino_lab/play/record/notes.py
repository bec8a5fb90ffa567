"""Notes: what a teacher wrote at a step, and whether its marks point at something."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from domino_lab.errors import NotationError
from domino_lab.play.record.findings import Findings, shown
from domino_lab.play.record.lines import Path
from domino_lab.play.record.ordinals import NUMBER, ordinals
from domino_lab.play.state import State
from domino_lab.play.timeline import Note
from domino_lab.tiles import Tile

_END = re.compile(r"end:(\d{1,2})", re.ASCII)


def note_of(form: Mapping[str, Any]) -> Note | None:
    """The note in a checked table, or None where nothing is noted.

    >>> note_of({"ask": "Who scores?"}).about, note_of({"play": "5-5"})
    ('score', None)
    """
    if not {"note", "mark", "ask", "hint"} & set(form):
        return None
    return Note(form.get("note"), tuple(form.get("mark", ())), form.get("ask"), form.get("about", "score"),
                form.get("hint"))


def check_marks(form: Mapping[str, Any], state: State, where: Path, found: Findings) -> None:
    """Every mark names something on the table or in a holding of `state`; others are a problem (REC-VALUE).

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.lines import Lines
    >>> from domino_lab.play.start import start
    >>> from domino_lab.shuffle import Shuffle
    >>> found = Findings(Lines.of(""))
    >>> check_marks({"mark": ["#1"]}, start(get("block"), Shuffle(seed=1)).state, (), found)
    >>> found.problems[0].clause
    'REC-VALUE'
    """
    for mark in form.get("mark", ()):
        there = _is_there(mark, state)
        if not there:
            case = "mark" if there is False else "format"
            found.problem((*where, "mark"), "REC-VALUE", case, mark=shown(mark))


def check_form(form: Mapping[str, Any], where: Path, found: Findings) -> None:
    """The marks of a move that is not played: only their form is looked at.

    >>> from domino_lab.play.record.lines import Lines
    >>> found = Findings(Lines.of(""))
    >>> check_form({"mark": ["6-6", "end:5", "here"]}, (), found)
    >>> len(found.problems)
    1
    """
    for mark in form.get("mark", ()):
        if not (NUMBER.fullmatch(mark) or _END.fullmatch(mark) or _tile(mark)):
            found.problem((*where, "mark"), "REC-VALUE", "format", mark=shown(mark))


def _is_there(mark: str, state: State) -> bool | None:
    """Whether a mark points at something; None for one that is no mark at all."""
    number, end, tile = NUMBER.fullmatch(mark), _END.fullmatch(mark), _tile(mark)
    if number:
        return 1 <= int(number[1]) <= len(ordinals(state))
    if end:
        return any(open_end.value == int(end[1]) for open_end in state.open_ends)
    if tile is None:
        return None
    return any(other[:2] == tile[:2] for other in _seen(state))


def _seen(state: State) -> Iterator[Tile]:
    """Every tile that lies on the table, in a holding, or face up before the player of a patience."""
    yield from (laid.tile for laid in state.chain.laid)
    yield from (stacked.tile for stacked in state.stacks)
    for held in (*state.holdings, *getattr(state, "faces", {}).values()):
        yield from _tiles_in(held)


def _tiles_in(part: object) -> Iterator[Tile]:
    if isinstance(part, Tile):
        yield part
    elif isinstance(part, tuple):
        for inner in part:
            yield from _tiles_in(inner)


def _tile(mark: str) -> Tile | None:
    try:
        return Tile.of(mark)
    except NotationError:
        return None
