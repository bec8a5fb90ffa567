"""Writing: a Timeline as the text of a record. What came from a text keeps its comments, its order and its words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from domino_lab.errors import RecordError
from domino_lab.escaping import one_line
from domino_lab.play.record.editing import edits_of
from domino_lab.play.record.reading import read
from domino_lab.play.record.source import Source
from domino_lab.play.record.tables import held_text, record_of
from domino_lab.play.timeline import Problem, Timeline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tomlkit import TOMLDocument
    from tomlkit.items import AoT

    from domino_lab.play.record.editing import Edits


def write(line: Timeline) -> str:
    """The record of a timeline, as TOML that `read` turns into equal steps.

    A timeline that was read from a text gives that text, changed only where the timeline was: moves after it are
    added, moves that are not in it are left out, and so is an [end] that no longer holds.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> write(play_out(get("block"), Shuffle(seed=1))).splitlines()[1]
    'ruleset = "block"'
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


def item_of(key: str, value: Any) -> Any:
    """What stands for the value of a key of a record, as TOML has it; holdings have a line for each player.

    >>> item_of("deal", {"seed": 7}).as_string()
    'seed = 7\\n'
    """
    import tomlkit

    if not isinstance(value, dict):
        return tomlkit.item(value)
    table = tomlkit.table()
    for name, item in value.items():
        table.add(name, flat(item) if name != "holdings" else _rows(item))
    return table


def flat(value: Any) -> Any:
    """A value as TOML has it; a table inside a table is written in one line, as records have it.

    >>> flat({"2": 7}).as_string()
    '{2 = 7}'
    """
    import tomlkit

    if not isinstance(value, dict):
        return tomlkit.item(value)
    inline = tomlkit.inline_table()
    inline.update(value)
    return inline


def _rows(holdings: list[list[str]]) -> Any:
    import tomlkit

    rows = tomlkit.array()
    rows.extend(holdings)
    return rows.multiline(multiline=True)


def moves_of(tables: list[dict[str, Any]]) -> AoT:
    """The moves of a record as TOML has them, one [[move]] after the other.

    >>> len(moves_of([{"play": "5-5"}, {"pass": True}]))
    2
    """
    import tomlkit

    listed = tomlkit.aot()
    for table in tables:
        listed.append(item_of("move", table))
    return listed


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


def parsed(text: str) -> TOMLDocument:
    """A text that is to be changed: its last line ends as every line does, so that what is added begins a line.

    >>> parsed("a = 1").as_string()
    'a = 1\\n'
    """
    import tomlkit

    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return tomlkit.parse(plain if not plain or plain.endswith("\n") else f"{plain}\n")


def dumped(doc: TOMLDocument, text: str) -> str:
    """The text of a document that `parsed` made of `text`, with the ends of lines that were in it.

    >>> dumped(parsed("a = 1\\r\\nb = 2"), "a = 1\\r\\nb = 2")
    'a = 1\\r\\nb = 2\\r\\n'
    """
    import tomlkit

    now = tomlkit.dumps(doc)
    return now.replace("\n", "\r\n") if "\r\n" in text else now


def check_written(line: Timeline, text: str) -> None:
    """Refuse a text that would not hold the moves of `line`, before it takes the place of a file.

    Raises RecordError with what is wrong in it.

    >>> from domino_lab.catalogue import get
    >>> line = read("ruleset = 'block'", get)
    >>> check_written(line, write(line))
    """
    def problems(text: str) -> tuple[Problem, ...]:
        return read(text, lambda _name: line.rules).problems

    # What was wrong in the file before may stay so: a hand that goes on below it is to be saved all the same.
    found = problems(text)
    known = {one.clause for one in (*line.problems, *(problems(line.text) if found and line.text else ()))}
    is_cut = Source.of(text).error is not None
    wrong = found[-1] if is_cut else next((one for one in found if one.clause not in known), None)
    edits = edits_of(replace(line, text=text))
    if wrong is not None or (edits is not None and edits.keep is not None):
        raise RecordError(unlike("hand", wrong))


def unlike(what: str, wrong: Problem | None) -> str:
    """Say that a file would not hold the moves of a hand or a match, and why.

    >>> unlike("hand", Problem(3, 1, "REC-KEY", "There is no such key."))[:80]
    'the file would not hold the moves of this hand: line 3: There is no such key. It'
    """
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
