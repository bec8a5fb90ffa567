"""Writing: a Timeline as the text of a record. Text that was read before keeps its comments, order and wording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.actions import Action, Draw, Play, Remove, Say, Shift, Stack
from domino_lab.errors import RecordError
from domino_lab.escaping import one_line
from domino_lab.events import Closed, Drew, Leads, Said
from domino_lab.play.legal import plays
from domino_lab.play.start import names_for
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Note, Problem, Timeline
from domino_lab.record import schema
from domino_lab.record.diagnostics import Diagnostics
from domino_lab.record.read_moves import action_of, end_of, has_tiles, is_one, is_settled, notes_of, paid, removed
from domino_lab.record.reader import read
from domino_lab.record.references import at_text, distinct, number_of, own_copy
from domino_lab.record.rules_table import house_rules
from domino_lab.record.schema import MOST_DRAWS, times
from domino_lab.record.source import LineIndex, Path, SourceText, dumped, flat, item_of, moves_of, parsed
from domino_lab.rules.leading import Standing
from domino_lab.tiles import Tile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tomlkit import TOMLDocument


_NOTED = ("note", "mark", "ask", "about", "hint")


class Edits(NamedTuple):
    """What to change in a file: keys (None takes one away), how many moves to `keep`, which to add, the new [end].

    `keep` is None where the moves and the end stay as they are. `split` has the moves, by number, that tell several
    steps and have to be told in smaller ones, for a note stands between two of them.
    """

    keys: tuple[tuple[Path, dict[str, Any]], ...]
    keep: int | None
    added: list[dict[str, Any]]
    end: dict[str, Any]
    split: Mapping[int, list[dict[str, Any]]] = {}


def edits_of(line: Timeline) -> Edits | None:
    """The edits that make `line.text` say what `line` is; None where it does, or where it cannot be read."""
    source = SourceText.of(line.text)
    data = source.data
    tables = data.get("move", [])
    if source.error is not None or "hand" in data or not schema.TABLES.fits(tables):
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


def _quiet() -> Diagnostics:
    return Diagnostics(LineIndex.of(""))


def _matched(tables: Sequence[Any], line: Timeline) -> list[tuple[int, int]]:
    """For each leading move of the file that the timeline still has: its first action and the one after its last."""
    found: list[tuple[int, int]] = []
    done = 0
    for table in tables:
        form = schema.checked(table, schema.MOVE, ("move",), _quiet())
        after = done + schema.times(form)
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
    if not tables or schema.times(tables[0]) == 1:
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


def _alike(meant: Action, did: Action, before: Position) -> bool:
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
    if schema.PLAYERS.fits(named) and names_for(len(line.names), named) != line.names:
        said["players"] = list(line.names)
    return [((), said)] if said else []


def _notes(data: Mapping[str, Any], matched: Sequence[tuple[int, int]], line: Timeline, split: Mapping[int, Any]
           ) -> list[tuple[Path, dict[str, Any]]]:
    """The notes that are not those of the file any more, as the keys of their tables."""
    found = []
    places: list[tuple[Path, schema.Shape, int, int]] = [
        (("move", number), schema.MOVE, first + 1, after) for number, (first, after) in enumerate(matched)
        if number not in split
    ]
    if isinstance(data.get("deal"), dict):
        places.append((("deal",), schema.DEAL, 0, 0))
    if isinstance(data.get("end"), dict) and line.is_over and len(line.steps) > 1:
        last = len(line.steps) - 1
        places.append((("end",), schema.END, last, last))
    for path, shape, first, last in places:
        table = data[str(path[0])] if len(path) == 1 else data["move"][path[1]]
        form = schema.checked(table, shape, path, _quiet())
        if notes_of(form, first, last) != {n: line.notes[n] for n in {first, last} if n in line.notes}:
            found.append((path, _keys(line, first, last)))
    return found


def _keys(line: Timeline, first: int, last: int) -> dict[str, Any]:
    told = noted_run(line, first, last)
    return {key: told.get(key) for key in _NOTED}


def runs(line: Timeline, done: int = 0) -> Iterator[range]:
    """The numbers of the steps that each move tells, from action number `done` (from 0) on; all but Bingo's are single.

    A run ends with the row, before a question and after a note, so that both keep their places.
    """
    numbers = [number for number, step in enumerate(line.steps) if step.action is not None][done:]
    first = 0
    for place, number in enumerate(numbers):
        ends = place - first + 1 == MOST_DRAWS or place + 1 == len(numbers)
        if ends or not _goes_on(line, number, numbers[place + 1]):
            yield range(numbers[first], number + 1)
            first = place + 1


def _goes_on(line: Timeline, number: int, after: int) -> bool:
    here, there = line.steps[number], line.steps[after]
    if not (_speaks(here) and _speaks(there)) or any(isinstance(event, Closed) for event in here.events):
        return False
    told, asked = line.notes.get(number, Note()), line.notes.get(after, Note())
    return told.text is None and not told.marks and asked.ask is None and asked.hint is None


def _speaks(step: Step) -> bool:
    return any(isinstance(event, Said) for event in step.events)


def said_table(line: Timeline, run: range) -> dict[str, Any]:
    """The move that says a number over each tile of a run: `say`, and the tiles that went as `remove`."""
    gone = removed(line.steps[run.start : run.stop])
    said: dict[str, Any] = {"say": len(run)}
    return {**said, "remove": [str(tile) for tile in gone]} if gone else said


def is_said(line: Timeline, run: range) -> bool:
    """Whether a run says numbers."""
    return _speaks(line.steps[run.start])


def record_of(line: Timeline) -> dict[str, Any]:
    """A whole record: every statement in it is true of `line`."""
    first = line.steps[0].state
    said: dict[str, Any] = {"format": 1, "title": line.title, "ruleset": line.rules.id, "players": players_of(line),
                            "source": line.source, "rules": house_rules(line.rules),
                            "match": _standing(first.table.standing)}
    kept = {key: value for key, value in said.items() if value not in ("", {}, [])}
    if not line.is_study:
        kept["deal"] = deal_table(line)
    moves = move_tables(line)
    if moves:
        kept["move"] = moves
    if is_settled(line):
        kept["end"] = {**told_end(line), **noted(line, len(line.steps) - 1 if len(line.steps) > 1 else -1)}
    return kept


def players_of(line: Timeline) -> list[str]:
    """The names as a record states them; none for a patience whose player has no name."""
    if line.rules.solo is not None and line.names == names_for(1):
        return []
    return [name.encode("utf-8", "replace").decode() for name in line.names]  # no file holds half a letter


def told_end(line: Timeline) -> dict[str, Any]:
    """How the hand ended as a record states it; of a patience only that it is won or lost."""
    told = end_of(line)
    return told if line.rules.solo is None else {"how": told["how"]}


def _standing(standing: Standing) -> dict[str, Any]:
    if standing == Standing((0,) * len(standing.scores)):
        return {}
    said = {**standing._asdict(), "scores": list(standing.scores), "chips": list(standing.chips) or None}
    return {key: value for key, value in said.items() if value is not None}


def deal_table(line: Timeline) -> dict[str, Any]:
    """The [deal] table: the seed where the lead was found with its lots, else every tile as it was dealt."""
    step, shuffle = line.steps[0], line.shuffle
    state = step.state
    asked = any(isinstance(event, Leads) and event.ruling.id == "GEN-TURN-1" for event in step.events)
    if shuffle is not None and shuffle.given is None and not asked:
        said: dict[str, Any] = {"seed": shuffle.seed} | ({"hand": shuffle.hand} if shuffle.hand else {})
    elif line.rules.solo is not None:
        said = dict(line.rules.solo.dealt(state))
        said |= {"stock_complete": True} if "holding" in said and not state.below else {}
    else:
        said = {"holdings": [[str(tile) for tile in held] for held in state.holdings],
                "stock": [str(tile) for tile in state.stock]}
        said |= {} if state.below else {"stock_complete": True}
        said |= {"leader": state.turn} if state.over is None and state.lead.ruling.case != "unknown" else {}
    return {**said, **noted(line, 0)}


def move_tables(line: Timeline, done: int = 0) -> list[dict[str, Any]]:
    """The [[move]] tables of the actions from number `done` (from 0) on, with counts, scores and notes."""
    return [{**_told(line, run), **noted_run(line, run.start, run.stop - 1)} for run in runs(line, done)]


def _told(line: Timeline, run: range) -> dict[str, Any]:
    if is_said(line, run):
        return said_table(line, run)
    return move_table(line.steps[run.start - 1].state, line.steps[run.start])


def move_table(before: Position, step: Step) -> dict[str, Any]:
    """One action as a [[move]]: what was done, where there was a choice, and what it counted."""
    action = step.action
    said: dict[str, Any] = {"pass": True}
    if isinstance(action, Play):
        said = {"play": str(action.tile), **_copy(action.tile, before), **_where(before, action)}
        said |= {} if action.call is None or before.rules["claim"] == "auto" else {"call": action.call}
        said |= {} if step.state.board_count is None else {"count": step.state.board_count.total}
    elif isinstance(action, Stack):
        said = {"stack": str(action.tile), **_copy(action.tile, before), "at": number_of(action.on, before)}
    elif isinstance(action, Draw):
        drawn = next(event.tile for event in step.events if isinstance(event, Drew))
        said = {"draw": str(drawn), **_named_copy(drawn, before)}
    elif isinstance(action, Remove):
        said = {"remove": [str(tile) for tile in action.tiles]}
    elif isinstance(action, Shift):
        said = {"shift": str(action.tile), "to": action.to}
    elif before.rules.dealing.is_blind:
        said["turned"] = str(before.holdings[before.turn][0])
    return said | _won(before, step)


def _won(before: Position, step: Step) -> dict[str, Any]:
    """The score of the mover; what it did to each side where others won or lost by it."""
    table, sides = before.table, paid(before, step.state)
    own = [step.points * (side == table.side(before.turn)) for side in range(len(sides))]
    plain = sides == own and step.points >= 0
    said: dict[str, Any] = {"points": sides} if not plain else {"score": step.points} if step.points else {}
    return {**said, "chips": list(step.state.chips)} if step.state.chips != before.chips else said


def _copy(tile: Tile, state: Position) -> dict[str, int]:
    """Which of two equal tiles in a holding it is, where it is not the first."""
    return {} if own_copy(tile, state) == tile else {"copy": tile.copy}


def _named_copy(tile: Tile, state: Position) -> dict[str, int]:
    """Which of two equal tiles of a boneyard in unknown order was drawn."""
    first = not state.stock and min(other for other in state.below if other[:2] == tile[:2]) != tile
    return {"copy": tile.copy} if first else {}


def _where(state: Position, action: Play) -> dict[str, Any]:
    """`at`, `joins` and `out` as far as they are needed to tell the choices apart; of equal ones that is not the
    oldest, `at` and `edge` too."""
    end = action.end
    if end is None:
        return {}
    told = {"at": at_text(end, state), "joins": end.value, "out": action.out, "edge": end.edge}
    left = list(plays(state.rules, state.chain, [action.tile]))
    said: dict[str, Any] = {}
    for key in ("at", "joins", "out"):
        if len(distinct(left, state)) > 1:
            said[key] = told[key]
            left = [play for play in left if play.end and _value(key, play, end.at) == _value(key, action, end.at)]
    for key in ("at", "edge"):
        kept = [play for play in left if _value(key, play, end.at) == _value(key, action, end.at)]
        if left[0][:3] != action[:3] and len(kept) < len(left):
            said[key], left = told[key], kept
    return {key: said[key] for key in told if key in said}


def _value(key: str, play: Play, at: int) -> object:
    if play.end is None:
        return None
    return {"at": play.end.at == at, "joins": play.end.value, "out": play.out, "edge": play.end.edge}[key]


def noted(line: Timeline, number: int) -> dict[str, Any]:
    """The keys of the note at a step: note, mark, ask, about, hint, as far as they say something."""
    note = line.notes.get(number, Note())
    said = {"note": note.text, "mark": list(note.marks), "ask": note.ask, "hint": note.hint,
            "about": note.about if note.about != "score" else None}
    return {key: value for key, value in said.items() if value not in (None, [])}


def noted_run(line: Timeline, first: int, last: int) -> dict[str, Any]:
    """The keys of the notes of several steps that one move tells: the question before the first, the note after."""
    told, asked = noted(line, last), line.notes.get(first, Note())
    if first != last and (asked.ask or asked.hint):
        told = {**noted(line, first), **{key: value for key, value in told.items() if key in ("note", "mark")}}
    return told


def held_text(holding: tuple[Tile, ...]) -> str:
    """A holding in one line."""
    return " ".join(str(tile) for tile in holding)


def write(line: Timeline) -> str:
    """The record of a timeline, as TOML that `read` turns into equal steps.

    A timeline that was read from a text gives that text, changed only where the timeline was: moves after it are
    added, moves that are not in it are left out, and so is an [end] that no longer holds.
    """
    if not line.text:
        return _fresh(line)
    edits = edits_of(line)
    return line.text if edits is None else _edited(line, edits)


def _fresh(line: Timeline) -> str:
    import tomlkit

    said = record_of(line)
    doc = tomlkit.document()
    for key, value in said.items():
        if key != "move":
            doc.add(key, item_of(key, value))
            if key == "deal" and "seed" in value:
                _tell_holdings(doc, line)
        else:
            doc.add(key, moves_of(value))
    return tomlkit.dumps(doc)


def _tell_holdings(doc: TOMLDocument, line: Timeline) -> None:
    """A seed says nothing to a reader, so the holdings stand beside it as comments."""
    import tomlkit

    for told in _dealt_out(line):
        doc["deal"].add(tomlkit.comment(one_line(told)))


def _dealt_out(line: Timeline) -> list[str]:
    """What each player holds; in a patience the tiles that lie face up, as the keys of a stated deal have them."""
    state = line.steps[0].state
    if line.rules.solo is None:
        seated = zip(state.table.names, state.holdings, strict=True)
        return [f"{name} holds {held_text(held)}" for name, held in seated]
    said = line.rules.solo.dealt(state)
    columns = [f"column {number}: {' '.join(column)}" for number, column in enumerate(said.pop("columns", []))]
    return columns + [f"{part}: {' '.join(tiles)}" for part, tiles in said.items() if part != "stock"]


def _edited(line: Timeline, edits: Edits) -> str:
    doc = parsed(line.text)
    for path, said in edits.keys:
        table: Any = doc
        for part in path:
            table = table[part]
        _set_keys(table, said)
    if edits.keep is not None:
        _set_moves(doc, edits)
        doc.pop("end", None)
        if edits.end:
            doc.add("end", item_of("end", edits.end))
    _set_split(doc, edits)
    return dumped(doc, line.text)


def check_written(line: Timeline, text: str) -> None:
    """Refuse a text that would not hold the moves of `line`, before it takes the place of a file.

    Raises RecordError with what is wrong in it.
    """
    def problems(text: str) -> tuple[Problem, ...]:
        return read(text, lambda _name: line.rules).problems

    # What was wrong in the file before may stay so: a hand that goes on below it is to be saved all the same.
    found = problems(text)
    known = {one.clause for one in (*line.problems, *(problems(line.text) if found and line.text else ()))}
    is_cut = SourceText.of(text).error is not None
    wrong = found[-1] if is_cut else next((one for one in found if one.clause not in known), None)
    edits = edits_of(replace(line, text=text))
    if wrong is not None or (edits is not None and edits.keep is not None):
        raise RecordError(unlike("hand", wrong))


def unlike(what: str, wrong: Problem | None) -> str:
    """Say that a file would not hold the moves of a hand or a match, and why."""
    line = f"line {wrong.line}: " if wrong and wrong.line else ""
    why = f": {line}{wrong.message.removesuffix('.')}" if wrong else ""
    return (f"the file would not hold the moves of this {what}{why}. It has not been changed: correct it in a text "
            "editor, and open it again")


def _set_keys(table: Any, said: dict[str, Any]) -> None:
    for key, value in said.items():
        if value is None:
            table.pop(key, None)
        elif table.get(key) != value:
            table[key] = value


def _set_moves(doc: TOMLDocument, edits: Edits) -> None:
    moves: Any = doc.get("move")
    if moves is None:
        doc.add("move", moves_of(edits.added))
        return
    while len(moves) > (edits.keep or 0):
        del moves[-1]
    for table in edits.added:
        moves.append(_move_in(moves, table))


def _set_split(doc: TOMLDocument, edits: Edits) -> None:
    moves: Any = doc.get("move")
    for number in sorted(edits.split, reverse=True):
        told = [_move_in(moves, table) for table in edits.split[number]]
        _keep_comments(moves[number], told)
        del moves[number]
        for one in reversed(told):
            moves.insert(number, one)


def _keep_comments(before: Any, told: Sequence[Any]) -> None:
    """The comments beside the keys of a move that was split, and those below it, stay where they were."""
    body = before.value.body
    for key, item in body:
        here = next((one for one in told if key is not None and key in one), None)
        if here is not None and item.trivia.comment:
            here[key.key].comment(item.trivia.comment.lstrip("# "))
    below = len(body) - next((back for back, (key, _) in enumerate(reversed(body)) if key is not None), len(body))
    for _, item in body[below:]:
        told[-1].value.append(None, item)


def _move_in(moves: Any, table: dict[str, Any]) -> Any:
    """A move as the others of its file are written: a [[move]], or a table in one line."""
    import tomlkit

    return item_of("move", table) if isinstance(moves, tomlkit.items.AoT) else flat(table)


def move_numbers(line: Timeline) -> tuple[int, ...]:
    """The number of the move (from 1) of every action; a move that draws three tiles counts for three actions."""
    told = _file_move(line.text) if line.text else []
    after = count(told[-1] + 1 if told else 1)
    return tuple(islice(chain(told, after), len(line.actions)))


def _file_move(text: str) -> list[int]:
    moves = SourceText.of(text).data.get("move", [])
    return list(_numbers(moves)) if isinstance(moves, list) else []


def _numbers(moves: list[object]) -> Iterator[int]:
    for number, move in enumerate(moves, 1):
        yield from [number] * (times(move) if isinstance(move, dict) else 1)
