"""Writing a Timeline as the text of a record; text that was read keeps its comments, order and wording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace
from itertools import chain, count, islice
from typing import TYPE_CHECKING, NamedTuple, cast

from domino_lab.core.actions import Action, Discard, Draw, Play, Remove, Say, Shift, Stack
from domino_lab.core.errors import RecordError
from domino_lab.core.events import Closed, Drew, Leads, Said
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import plays_now
from domino_lab.play.references import at_text, distinct, number_of, own_copy, place_of, shape_after
from domino_lab.play.start import names_apart, names_for, turned_up
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Note, Problem, Timeline
from domino_lab.record.read_moves import MoveReader, notes_of, payments, removals
from domino_lab.record.reader import end_of, is_settled, read
from domino_lab.record.rules_table import house_rules
from domino_lab.record.schema import (
    MOST_DRAWS,
    NOTE_KEYS,
    PLAYERS,
    DealTable,
    EndTable,
    MoveTable,
    Noted,
    are_tables,
    check_table,
    times,
)
from domino_lab.record.source import (
    Diagnostics,
    Path,
    SourceText,
    Toml,
    dump,
    flat,
    item_of,
    parse,
    table_of,
)
from domino_lab.rules.leading import Standing
from domino_lab.words.escaping import one_line

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import AoT, Table as TomlTable

Entries = dict[str, Toml]
"""The keys of a table, as they are to be written."""


class Edits(NamedTuple):
    """The changes to a file: keys (None removes one), the number of moves to `keep`, the ones to add, the new [end].

    `keep` is None if the moves and the end stay as they are. `split` has the moves, by number, that are split into
    smaller ones because there is a note between two of their steps.
    """

    keys: tuple[tuple[Path, Mapping[str, Toml | None]], ...]
    keep: int | None
    added: list[Entries]
    end: Entries
    split: Mapping[int, list[Entries]] = {}


def edits_of(line: Timeline) -> Edits | None:
    """Return the edits that bring `line.text` up to date with `line`; None if there are none or it cannot be read."""
    source = SourceText.of(line.text)
    data = source.data
    tables = data.get("move", [])
    if source.error is not None or "hand" in data or not are_tables(tables):
        return None
    matched = _match_moves(tables, line)
    split = _split(matched, line)
    keys = (*_head(data, line), *_notes(data, matched, line, split))
    done = matched[-1][1] if matched else 0
    is_all = done == len(line.actions) and (len(matched) == len(tables) or bool(line.problems))
    if is_all or (line.problems and _is_started(tables[len(matched):], line, done)):
        return Edits(keys, None, [], {}, split) if keys or split else None
    end = {**_end_table(line), **note_keys(line, len(line.steps) - 1)} if is_settled(line) else {}
    return Edits(keys, len(matched), move_tables(line, done), end, split)


def _match_moves(tables: Sequence[Mapping[str, Toml]], line: Timeline) -> list[tuple[int, int]]:
    """Return, for each leading move of the file that the timeline still has, its first action and the one after it."""
    spans: list[tuple[int, int]] = []
    done = 0
    for table in tables:
        form = check_table(table, MoveTable, ("move",), Diagnostics.unread())
        after = done + times(form)
        if after > len(line.actions) or not _says(form, line, done, after):
            break
        spans.append((done, after))
        done = after
    return spans


def _split(matched: Sequence[tuple[int, int]], line: Timeline) -> dict[int, list[Entries]]:
    """Return the moves of several steps that no longer hold all the notes of their steps, as smaller moves."""
    smaller = {}
    for number, (first, after) in enumerate(matched):
        held = notes_of(cast(Noted, note_keys_of_run(line, first + 1, after)), first + 1, after)
        if after - first > 1 and held != {n: line.notes[n] for n in range(first + 1, after + 1) if n in line.notes}:
            smaller[number] = move_tables(line.upto(after), first)
    return smaller


def _is_started(tables: Sequence[Mapping[str, Toml]], line: Timeline, done: int) -> bool:
    """True if the rest of the timeline is the beginning of one move of the file, which draws or says several."""
    if not tables or times(tables[0]) == 1:
        return False
    kinds = Draw if "draw" in tables[0] else (Say, Remove)
    return all(isinstance(action, kinds) for action in line.actions[done:])


def _says(form: MoveTable, line: Timeline, first: int, after: int) -> bool:
    """True if a move of the file says what was done from action `first` on, up to action `after`."""
    for place in range(first, after):
        before, did = line.steps[place].state, line.steps[place + 1].action
        move = MoveReader(form, before, ("move", 0), Diagnostics.unread())
        meant = move.action() if move.is_one() and move.has_tiles() else None
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


def _head(data: Mapping[str, Toml], line: Timeline) -> list[tuple[Path, dict[str, Toml | None]]]:
    changed: dict[str, Toml | None] = {}
    for key, value in (("title", line.title), ("source", line.source)):
        if isinstance(data.get(key, ""), str) and data.get(key, "") != value:
            changed[key] = value or None
    named = data.get("players", [])
    if PLAYERS.fits(named) and names_apart(len(line.names), cast(list[str], named)) != line.names:
        changed["players"] = list(line.names)
    return [((), changed)] if changed else []


def _notes(data: Mapping[str, Toml], matched: Sequence[tuple[int, int]], line: Timeline, split: Mapping[int, object]
           ) -> list[tuple[Path, Mapping[str, Toml | None]]]:
    """Return the notes that are no longer those of the file, as the keys of their tables."""
    deal, moves, end = data.get("deal"), data.get("move", []), data.get("end")
    places: list[tuple[Path, type[Noted], Mapping[str, Toml], int, int]] = []
    if are_tables(moves):
        places += [(("move", number), MoveTable, moves[number], first + 1, after)
                   for number, (first, after) in enumerate(matched) if number not in split]
    if isinstance(deal, dict):
        places.append((("deal",), DealTable, deal, 0, 0))
    if isinstance(end, dict) and line.is_over and len(line.steps) > 1:
        last = len(line.steps) - 1
        places.append((("end",), EndTable, end, last, last))
    changes: list[tuple[Path, Mapping[str, Toml | None]]] = []
    for path, kind, table, first, last in places:
        form = check_table(table, kind, path, Diagnostics.unread())
        if notes_of(form, first, last) != {n: line.notes[n] for n in {first, last} if n in line.notes}:
            noted = note_keys_of_run(line, first, last)
            changes.append((path, {key: noted.get(key) for key in NOTE_KEYS}))
    return changes


def _runs(line: Timeline, done: int = 0) -> Iterator[range]:
    """Yield the step numbers of each move, from action number `done` (from 0) on; only Bingo's have several steps.

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
    first, second = line.steps[number], line.steps[after]
    if not (_says_number(first) and _says_number(second)) or any(isinstance(event, Closed) for event in first.events):
        return False
    before, asked = line.notes.get(number, Note()), line.notes.get(after, Note())
    return before.text is None and not before.marks and asked.ask is None and asked.hint is None


def _says_number(step: Step) -> bool:
    return any(isinstance(event, Said) for event in step.events)


def record_of(line: Timeline) -> Entries:
    """Return a whole record: every statement in it is true of `line`."""
    first = line.steps[0].state
    # The player of a patience may have no name; no file holds half a letter.
    nameless = line.rules.solo is not None and line.names == names_for(1)
    players = [] if nameless else [name.encode("utf-8", "replace").decode() for name in line.names]
    head: Entries = {"format": 1, "title": line.title, "ruleset": line.rules.id, "players": players,
                     "source": line.source, "rules": house_rules(line.rules), "match": _standing(first.table.standing)}
    record = {key: value for key, value in head.items() if value not in ("", {}, [])}
    if not line.is_study:
        record["deal"] = _deal_table(line)
    moves = move_tables(line)
    if moves:
        record["move"] = moves
    if is_settled(line):
        record["end"] = {**_end_table(line), **note_keys(line, len(line.steps) - 1 if len(line.steps) > 1 else -1)}
    return record


def _end_table(line: Timeline) -> Entries:
    """Return how the hand ended as a record states it; of a patience only that it is won or lost."""
    end = end_of(line)
    return end if line.rules.solo is None else {"how": end["how"]}


def _standing(standing: Standing) -> Entries:
    past = [{key: list(value) if isinstance(value, tuple) else "none" if value is None else value
             for key, value in hand._asdict().items()} for hand in standing.past]
    if standing == Standing((0,) * len(standing.scores)):
        return {}
    table = {**standing._asdict(), "scores": list(standing.scores), "chips": list(standing.chips) or None,
             "level": standing.level or None, "won": list(standing.won) or None, "past": past or None,
             "redeals": standing.redeals or None}
    return {key: value for key, value in table.items() if value is not None}


def _deal_table(line: Timeline) -> Entries:
    """Return the [deal] table: the seed if the lead was found with its lots, else every tile as it was dealt."""
    step, shuffle = line.steps[0], line.shuffle
    state = step.state
    asked = any(isinstance(event, Leads) and event.ruling.id == "GEN-TURN-1" for event in step.events)
    deal: Entries
    if shuffle is not None and shuffle.given is None and not asked:
        deal = {"seed": shuffle.seed, **({"hand": shuffle.hand} if shuffle.hand else {})}
    elif line.rules.solo is not None:
        deal = dict(line.rules.solo.deal_of(state))
        deal |= {"stock_complete": True} if "holding" in deal and not state.below else {}
    else:
        deal = {"holdings": [[str(tile) for tile in held] for held in state.holdings],
                "stock": [str(tile) for tile in (*turned_up(step), *state.stock)]}
        deal |= {} if state.below else {"stock_complete": True}
        is_known = all(ruling.case != "unknown" for ruling in state.lead.ruling.tree())
        deal |= {"leader": state.turn} if state.over is None and is_known else {}
    return {**deal, **note_keys(line, 0)}


def move_tables(line: Timeline, done: int = 0) -> list[Entries]:
    """Return the [[move]] tables of the actions from number `done` (from 0) on, with counts, scores and notes."""
    return [{**_move_table(line, run), **note_keys_of_run(line, run.start, run.stop - 1)} for run in _runs(line, done)]


def _move_table(line: Timeline, run: range) -> Entries:
    """Return a run of steps as one [[move]]; one that says numbers lists the tiles that went as `remove`."""
    if _says_number(line.steps[run.start]):
        gone = removals(line.steps[run.start : run.stop])
        return {"say": len(run), **({"remove": [str(tile) for tile in gone]} if gone else {})}
    before, step = line.steps[run.start - 1].state, line.steps[run.start]
    return {**_action_table(before, step), **_score(before, step)}


def _action_table(before: Position, step: Step) -> Entries:
    """Return one action: what was done, the place if there was a choice, and the count."""
    action = step.action
    table: Entries = {"pass": True}
    if isinstance(action, Play):
        table = {"play": str(action.tile), **_copy(action.tile, before), **_place(before, action)}
        table |= {"call": action.call} if action.call is not None and before.rules["claim"] != "auto" else {}
        counted = step.state.board_count
        table |= {} if counted is None else {"count": counted.total}
    elif isinstance(action, Stack):
        table = {"stack": str(action.tile), **_copy(action.tile, before), "at": number_of(action.on, before)}
    elif isinstance(action, Discard):
        table = {"discard": str(action.tile), **_copy(action.tile, before)}
    elif isinstance(action, Draw):
        drawn = next(event.tile for event in step.events if isinstance(event, Drew))
        # Of two equal tiles of a boneyard in unknown order it says which one.
        equal = not before.stock and min(other for other in before.below if other[:2] == drawn[:2]) != drawn
        table = {"draw": str(drawn), **({"copy": drawn.copy} if equal else {})}
    elif isinstance(action, Remove):
        table = {"remove": [str(tile) for tile in action.tiles]}
    elif isinstance(action, Shift):
        table = {"shift": str(action.tile), "to": action.to}
    elif before.rules.dealing.is_blind:
        table["turned"] = str(before.holdings[before.turn][0])
    return table


def _score(before: Position, step: Step) -> Entries:
    """Return the score of the mover, or the points of each side if others won or lost by the move, and the chips."""
    points, mover = payments(before, step.state), before.table.side(before.turn)
    score = step.points
    own = [score * (side == mover) for side in range(len(points))]
    table: Entries = {}
    if points != own or score < 0:
        table["points"] = points
    elif score:
        table["score"] = score
    return {**table, "chips": list(step.state.chips)} if step.state.chips != before.chips else table


def _copy(tile: Tile, state: Position) -> dict[str, int]:
    """Return which of two equal tiles in a holding it is, if it is not the first."""
    return {} if own_copy(tile, state) == tile else {"copy": tile.copy}


def _place(state: Position, action: Play) -> Entries:
    """Return `at`, `line`, `joins` and `out` as far as they are needed to tell the choices apart.

    `at` and `edge` tell equal choices apart if it is not the oldest.
    """
    if action.end is None:
        return {}
    left = list(plays_now(state, [action.tile]))
    if len(left) == 1:
        return {}
    values: dict[str, Toml | None] = {**place_of(action), "at": at_text(action.end, state)}
    shapes = {play: shape_after(play, state) for play in left}
    needed: set[str] = set()
    for key in ("at", "line", "joins", "out"):
        if len({shapes[play] for play in left}) > 1:
            needed.add(key)
            left = [play for play in left if place_of(play)[key] == place_of(action)[key]]
    for key in ("at", "edge"):
        kept = [play for play in left if place_of(play)[key] == place_of(action)[key]]
        if left[0][:3] != action[:3] and len(kept) < len(left):
            needed.add(key)
            left = kept
    return {key: value for key, value in values.items() if key in needed and value is not None}


def note_keys(line: Timeline, number: int) -> Entries:
    """Return the keys of the note at a step: note, mark, ask, about, hint, as far as they have a value."""
    note = line.notes.get(number, Note())
    table = {"note": note.text, "mark": list(note.marks) or None, "ask": note.ask, "hint": note.hint,
             "about": note.about if note.about != "score" else None}
    return {key: value for key, value in table.items() if value is not None}


def note_keys_of_run(line: Timeline, first: int, last: int) -> Entries:
    """Return the keys of the notes of a move of several steps: the question before the first, the note after the last.
    """
    after, asked = note_keys(line, last), line.notes.get(first, Note())
    if first != last and (asked.ask or asked.hint):
        return {**note_keys(line, first), **{key: value for key, value in after.items() if key in ("note", "mark")}}
    return after


def write(line: Timeline) -> str:
    """Return the record of a timeline, as TOML that `read` turns into equal steps.

    A timeline that was read from a text gives that text, changed only where the timeline was changed: new moves are
    added, and removed moves are left out, as is an [end] that no longer holds.
    """
    import tomlkit

    if line.text:
        edits = edits_of(line)
        return line.text if edits is None else _edit(line, edits)
    doc = tomlkit.document()
    for key, value in record_of(line).items():
        item = item_of(key, value)
        if key == "deal" and isinstance(value, dict) and "seed" in value:
            # A seed says nothing to a reader, so the holdings stand beside it as comments.
            for words in _holdings_in_words(line):
                cast("TomlTable", item).add(tomlkit.comment(one_line(words)))
        doc.add(key, item)
    return tomlkit.dumps(doc)


def _holdings_in_words(line: Timeline) -> list[str]:
    """Return what each player holds; in a patience the tiles that lie face up, as the keys of a stated deal have them.
    """
    state = line.steps[0].state
    if line.rules.solo is None:
        seated = zip(state.table.names, state.holdings, strict=True)
        return [f"{name} holds {' '.join(str(tile) for tile in held)}" for name, held in seated]
    dealt = line.rules.solo.deal_of(state)
    columns = [f"column {number}: {' '.join(column)}" for number, column in enumerate(dealt.pop("columns", []))]
    return columns + [f"{part}: {' '.join(tiles)}" for part, tiles in dealt.items() if part != "stock"]


def _edit(line: Timeline, edits: Edits) -> str:
    doc = parse(line.text)
    for path, changed in edits.keys:
        table: MutableMapping[str, object] = doc
        for part in path:
            table = cast("MutableMapping[str, object]", table[cast(str, part)])
        for key, value in changed.items():
            if value is None:
                table.pop(key, None)
            elif table.get(key) != value:
                table[key] = value
    if edits.keep is not None:
        _set_moves(doc, edits.keep, edits.added)
        doc.pop("end", None)
        if edits.end:
            doc.add("end", item_of("end", edits.end))
    moves = cast("AoT", doc.get("move"))  # Or an array of tables in one line each, which acts alike.
    for number in sorted(edits.split, reverse=True):
        smaller = [_move_in(moves, table) for table in edits.split[number]]
        _keep_comments(moves[number], smaller)
        del moves[number]
        for move in reversed(smaller):
            moves.insert(number, move)
    return dump(doc, line.text)


def _set_moves(doc: TOMLDocument, keep: int, added: Sequence[Entries]) -> None:
    if "move" not in doc:
        doc.add("move", item_of("move", added))
        return
    moves = cast("AoT", doc["move"])
    while len(moves) > keep:
        del moves[-1]
    for table in added:
        moves.append(_move_in(moves, table))


def _keep_comments(before: TomlTable, smaller: Sequence[TomlTable]) -> None:
    """Keep the comments beside the keys of a move that was split, and those below it, where they were."""
    body = before.value.body
    for key, item in body:
        target = next((move for move in smaller if key is not None and key in move), None)
        if target is not None and key is not None and item.trivia.comment:
            target[key.key].comment(item.trivia.comment.lstrip("# "))
    below = len(body) - next((back for back, (key, _) in enumerate(reversed(body)) if key is not None), len(body))
    for _, item in body[below:]:
        smaller[-1].value.append(None, item)


def _move_in(moves: AoT, table: Entries) -> TomlTable:
    """Return a move as the others of its file are written: a [[move]], or a table in one line."""
    import tomlkit

    return table_of(table) if isinstance(moves, tomlkit.items.AoT) else cast("TomlTable", flat(table))


def check_written(line: Timeline, text: str) -> None:
    """Refuse a text that would not hold the moves of `line`, before it replaces a file.

    Raises RecordError with what is wrong in it.
    """
    def problems(text: str) -> tuple[Problem, ...]:
        return read(text, lambda _name: line.rules).problems

    # What was wrong in the file before may stay so: a hand that goes on below it is to be saved all the same.
    now_wrong = problems(text)
    known = {problem.clause for problem in (*line.problems, *(problems(line.text) if now_wrong and line.text else ()))}
    is_cut = SourceText.of(text).error is not None
    wrong = now_wrong[-1] if is_cut else next((problem for problem in now_wrong if problem.clause not in known), None)
    edits = edits_of(replace(line, text=text))
    if wrong is not None or (edits is not None and edits.keep is not None):
        raise RecordError(unlike("hand", wrong))


def unlike(what: str, wrong: Problem | None) -> str:
    """Return the message that a file would not hold the moves of a hand or a match, and why."""
    place = f"line {wrong.line}: " if wrong and wrong.line else ""
    why = f": {place}{wrong.message.removesuffix('.')}" if wrong else ""
    return (f"the file would then not hold the moves of this {what}{why}. It has not been changed: correct it in a "
            "text editor, and open it again")


def move_numbers(line: Timeline) -> tuple[int, ...]:
    """Return the number of the move (from 1) of every action; a move that draws three tiles is three actions."""
    moves = SourceText.of(line.text).data.get("move", []) if line.text else []
    numbers = [number for number, move in enumerate(moves if isinstance(moves, list) else [], 1)
               for _ in range(times(move) if isinstance(move, dict) else 1)]
    after = count(numbers[-1] + 1 if numbers else 1)
    return tuple(islice(chain(numbers, after), len(line.actions)))
