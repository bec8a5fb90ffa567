"""Editing: what of a file no longer says what its timeline says, so that only that is written anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from domino_lab.actions import Action, Draw, Play, Remove, Say
from domino_lab.play.record import forms
from domino_lab.play.record.doing import action_of, has_tiles, is_one
from domino_lab.play.record.findings import Findings
from domino_lab.play.record.lines import Lines, Path
from domino_lab.play.record.moves import notes_of
from domino_lab.play.record.places import distinct
from domino_lab.play.record.source import Source
from domino_lab.play.record.stated import is_settled
from domino_lab.play.record.tables import move_tables, noted, noted_run, told_end
from domino_lab.play.start import names_for
from domino_lab.play.state import State
from domino_lab.play.timeline import Note, Timeline

_NOTED = ("note", "mark", "ask", "about", "hint")


class Edits(NamedTuple):
    """What to change in a file: keys (None takes one away), how many moves to `keep`, which to add, the new [end].

    `keep` is None where the moves and the end stay as they are. `split` has the moves, by number, that tell several
    steps and have to be told in smaller ones, for a note stands between two of them.

    >>> Edits((), None, [], {}).keep is None
    True
    """

    keys: tuple[tuple[Path, dict[str, Any]], ...]
    keep: int | None
    added: list[dict[str, Any]]
    end: dict[str, Any]
    split: Mapping[int, list[dict[str, Any]]] = {}


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
    split = _split(matched, line)
    keys = (*_head(data, line), *_notes(data, matched, line, split))
    done = matched[-1][1] if matched else 0
    is_all = done == len(line.actions) and (len(matched) == len(tables) or bool(line.problems))
    if is_all or (line.problems and _is_started(tables[len(matched):], line, done)):
        return Edits(keys, None, [], {}, split) if keys or split else None
    end = {**told_end(line), **noted(line, len(line.steps) - 1)} if is_settled(line) else {}
    return Edits(keys, len(matched), move_tables(line, done), end, split)


def _quiet() -> Findings:
    return Findings(Lines.of(""))


def _matched(tables: Sequence[Any], line: Timeline) -> list[tuple[int, int]]:
    """For each leading move of the file that the timeline still has: its first action and the one after its last."""
    found: list[tuple[int, int]] = []
    done = 0
    for table in tables:
        form = forms.checked(table, forms.MOVE, ("move",), _quiet())
        after = done + forms.times(form)
        if after > len(line.actions) or not _says(form, line, done, after):
            break
        found.append((done, after))
        done = after
    return found


def _split(matched: Sequence[tuple[int, int]], line: Timeline) -> dict[int, list[dict[str, Any]]]:
    """The moves of several steps that no longer hold all the notes of their steps, as smaller moves."""
    found = {}
    for number, (first, after) in enumerate(matched):
        if after - first > 1 and _notes_at(line, first + 1, after) != notes_of(
                noted_run(line, first + 1, after), first + 1, after):
            found[number] = move_tables(line.upto(after), first)
    return found


def _notes_at(line: Timeline, first: int, last: int) -> dict[int, Note]:
    return {number: line.notes[number] for number in range(first, last + 1) if number in line.notes}


def _is_started(tables: Sequence[Mapping[str, Any]], line: Timeline, done: int) -> bool:
    """Whether the rest of the timeline is the beginning of one move of the file, which draws or says several."""
    if not tables or forms.times(tables[0]) == 1:
        return False
    kinds = Draw if "draw" in tables[0] else (Say, Remove)
    return all(isinstance(action, kinds) for action in line.actions[done:])


def _says(form: Mapping[str, Any], line: Timeline, first: int, after: int) -> bool:
    """Whether a move of the file says what was done from action `first` on, up to action `after`."""
    where: Path = ("move", 0)
    if not is_one(form, where, _quiet()) or not has_tiles(form, where, _quiet()):
        return False
    for place in range(first, after):
        before, did = line.steps[place].state, line.steps[place + 1].action
        meant = action_of(form, before, where, _quiet())
        if meant is None or did is None or not _alike(meant, did, before):
            return False
    return True


def _alike(meant: Action, did: Action, before: State) -> bool:
    if isinstance(meant, Play) and isinstance(did, Play):
        return (meant.call, meant.end) == (did.call, did.end) and len(distinct([meant, did], before)) == 1
    if isinstance(meant, Remove) and isinstance(did, Remove):
        return set(meant.tiles) == set(did.tiles)
    if isinstance(meant, Draw) and isinstance(did, Draw):
        return bool(before.stock) or meant == did
    return meant == did


def _head(data: Mapping[str, Any], line: Timeline) -> list[tuple[Path, dict[str, Any]]]:
    said: dict[str, Any] = {}
    for key, value in (("title", line.title), ("source", line.source)):
        if isinstance(data.get(key, ""), str) and data.get(key, "") != value:
            said[key] = value or None
    named = data.get("players", [])
    if forms.PLAYERS.fits(named) and names_for(len(line.names), named) != line.names:
        said["players"] = list(line.names)
    return [((), said)] if said else []


def _notes(data: Mapping[str, Any], matched: Sequence[tuple[int, int]], line: Timeline, split: Mapping[int, Any]
           ) -> list[tuple[Path, dict[str, Any]]]:
    """The notes that are not those of the file any more, as the keys of their tables."""
    found = []
    places: list[tuple[Path, forms.Shape, int, int]] = [
        (("move", number), forms.MOVE, first + 1, after) for number, (first, after) in enumerate(matched)
        if number not in split
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
    told = noted_run(line, first, last)
    return {key: told.get(key) for key in _NOTED}
