"""Editing: what of a file no longer says what its timeline says, so that only that is written anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domino_lab.actions import Draw, Pass, Play
from domino_lab.errors import NotationError
from domino_lab.events import Drew
from domino_lab.play.record import forms
from domino_lab.play.record.findings import Findings
from domino_lab.play.record.lines import Lines, Path
from domino_lab.play.record.moves import notes_of
from domino_lab.play.record.places import distinct, play_of
from domino_lab.play.record.source import Source
from domino_lab.play.record.stated import end_of, is_settled
from domino_lab.play.record.tables import move_tables, noted
from domino_lab.play.start import names_for
from domino_lab.play.state import Step
from domino_lab.play.timeline import Note, Timeline
from domino_lab.tiles import Tile

_NOTED = ("note", "mark", "ask", "about", "hint")


class Edits(NamedTuple):
    """What to change in a file: keys (None takes one away), how many moves to `keep`, which to add, the new [end].

    `keep` is None where the moves and the end stay as they are.

    >>> Edits((), None, [], {}).keep is None
    True
    """

    keys: tuple[tuple[Path, dict[str, Any]], ...]
    keep: int | None
    added: list[dict[str, Any]]
    end: dict[str, Any]


def edits_of(line: Timeline) -> Edits | None:
    """The edits that make `line.text` say what `line` is; None where it does, or where it cannot be read.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.record.reading import read
    >>> edits_of(read("ruleset = 'block'", get)) is None
    True
    """
    source = Source.of(line.text)
    data = source.data
    tables = data.get("move", [])
    if source.error is not None or "hand" in data or not forms.TABLES.fits(tables):
        return None
    matched = _matched(tables, line)
    keys = (*_head(data, line), *_notes(data, matched, line))
    done = matched[-1][1] if matched else 0
    told = move_tables(line)
    if done == len(told) and (len(matched) == len(tables) or line.problems):
        return Edits(keys, None, [], {}) if keys else None
    if line.problems and _is_started(tables[len(matched):], line, done):
        return Edits(keys, None, [], {}) if keys else None
    end = {**end_of(line), **noted(line, len(line.steps) - 1)} if is_settled(line) else {}
    return Edits(keys, len(matched), told[done:], end)


def _quiet() -> Findings:
    return Findings(Lines.of(""))


def _matched(tables: Sequence[Any], line: Timeline) -> list[tuple[int, int]]:
    """For each leading move of the file that the timeline still has: its first action and the one after its last."""
    found: list[tuple[int, int]] = []
    done = 0
    for table in tables:
        form = forms.checked(table, forms.MOVE, ("move",), _quiet())
        after = done + _times(form)
        steps = line.steps[done + 1 : after + 1]
        if len(steps) < after - done or not _says(form, steps, line, done):
            break
        found.append((done, after))
        done = after
    return found


def _is_started(tables: Sequence[Mapping[str, Any]], line: Timeline, done: int) -> bool:
    """Whether the rest of the timeline is the beginning of one move of the file, a draw of too many tiles."""
    drawn = tables[0].get("draw") if tables else None
    return isinstance(drawn, int) and all(isinstance(action, Draw) for action in line.actions[done:])


def _times(form: Mapping[str, Any]) -> int:
    drawn = form.get("draw")
    return drawn if isinstance(drawn, int) else 1


def _says(form: Mapping[str, Any], steps: Sequence[Step], line: Timeline, done: int) -> bool:
    """Whether a move of the file says what these steps did."""
    action = steps[0].action
    if "pass" in form:
        return isinstance(action, Pass)
    if isinstance(form.get("draw"), int):
        return all(isinstance(step.action, Draw) for step in steps)
    if "draw" in form:
        return any(isinstance(event, Drew) and _is(form["draw"], event.tile) for event in steps[0].events)
    if not isinstance(action, Play) or not _is(form.get("play", ""), action.tile):
        return False
    before = line.steps[done].state
    meant = play_of(form, action.tile, before, (), _quiet())
    return meant is not None and len(distinct([meant, action], before)) == 1


def _is(text: str, tile: Tile) -> bool:
    try:
        return Tile.of(text)[:2] == tile[:2]
    except NotationError:
        return False


def _head(data: Mapping[str, Any], line: Timeline) -> list[tuple[Path, dict[str, Any]]]:
    said: dict[str, Any] = {}
    for key, value in (("title", line.title), ("source", line.source)):
        if isinstance(data.get(key, ""), str) and data.get(key, "") != value:
            said[key] = value or None
    named = data.get("players", [])
    if forms.PLAYERS.fits(named) and names_for(len(line.names), named) != line.names:
        said["players"] = list(line.names)
    return [((), said)] if said else []


def _notes(data: Mapping[str, Any], matched: Sequence[tuple[int, int]], line: Timeline
           ) -> list[tuple[Path, dict[str, Any]]]:
    """The notes that are not those of the file any more, as the keys of their tables."""
    found = []
    places: list[tuple[Path, forms.Shape, int, int]] = [
        (("move", number), forms.MOVE, first + 1, after) for number, (first, after) in enumerate(matched)
    ]
    if isinstance(data.get("deal"), dict):
        places.append((("deal",), forms.DEAL, 0, 0))
    if isinstance(data.get("end"), dict) and line.is_over and len(line.steps) > 1:
        last = len(line.steps) - 1
        places.append((("end",), forms.END, last, last))
    for path, shape, first, last in places:
        table = data[str(path[0])] if len(path) == 1 else data["move"][path[1]]
        form = forms.checked(table, shape, path, _quiet())
        if notes_of(form, first, last) != {n: line.notes[n] for n in {first, last} if n in line.notes}:
            found.append((path, _keys(line, first, last)))
    return found


def _keys(line: Timeline, first: int, last: int) -> dict[str, Any]:
    asked, told = line.notes.get(first, Note()), noted(line, last)
    if first != last:
        told |= {key: value for key, value in noted(line, first).items() if asked.ask or asked.hint}
    return {key: told.get(key) for key in _NOTED}
