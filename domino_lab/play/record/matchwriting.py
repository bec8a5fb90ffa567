"""Writing a match as the text of a match file: one [[hand]] table for each hand, each a record."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from domino_lab.errors import RecordError
from domino_lab.play.match import Match
from domino_lab.play.record.matches import SHARED, read_match
from domino_lab.play.record.setups import Setup
from domino_lab.play.record.source import Source
from domino_lab.play.record.tables import record_of
from domino_lab.play.record.writing import dumped, item_of, moves_of, parsed, unlike
from domino_lab.play.timeline import Timeline

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def write_match(match: Match, *, title: str = "", setup: Setup | None = None, text: str = "") -> str:
    """The match file of a match, as TOML that `read_match` turns into equal hands; the last may be unfinished.

    With `setup` it can be played on from there. `text` is the file as it was: it keeps its comments, and only what is
    new in the match is written. Where its tables stand in an order that cannot be kept, the file is written anew.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.match import play_match
    >>> write_match(play_match(get("block"), seed=1), title="An evening").splitlines()[1]
    'title = "An evening"'
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    head, hands = _tables(match, title)
    head |= {"match": setup.table} if setup else {}
    old = _old(text)
    if old is not None:
        try:
            again = dumped(_said(old, head, hands), text)
            if tomllib.loads(again) == {**head, "hand": hands}:
                return again
        except (KeyError, ValueError, TOMLKitError):
            pass  # tables of one hand that stand apart, as [hand.end] before its moves, are not changed by tomlkit
    doc = tomlkit.document()
    _say(doc, head)
    if setup:
        doc["match"].add(tomlkit.nl())
    return dumped(_said(doc, head, hands), text)


def _said(doc: TOMLDocument, head: Mapping[str, Any], hands: Sequence[Mapping[str, Any]]) -> TOMLDocument:
    _say(doc, head)
    _say_hands(doc, hands)
    return doc


def check_match(match: Match, text: str) -> None:
    """Refuse a text that would not hold the hands of `match`, before it takes the place of a file.

    It is replayed only when a hand has ended: of a long match that takes longer than a move may. Raises RecordError
    with what is wrong in it.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.match import play_match
    >>> check_match(play_match(get("block"), seed=1), write_match(play_match(get("block"), seed=1)))
    """
    source = Source.of(text)
    hands = source.data.get("hand", [])
    same = source.error is None and len(hands) == len(match.hands)
    if same and not match.hands[-1].is_over:
        same = hands[-1].get("move", []) == record_of(match.hands[-1]).get("move", [])
    elif same:
        same = [*map(_outcome, read_match(text, lambda _name: match.rules).hands)] == [*map(_outcome, match.hands)]
    if not same:
        raise RecordError(unlike("match", next(iter(read_match(text, lambda _name: match.rules).problems), None)))


def _outcome(hand: Timeline) -> tuple[Any, ...]:
    return hand.names, len(hand.actions), hand.state.holdings, hand.state.scores, hand.state.over


def _old(text: str) -> TOMLDocument | None:
    """The file as it was, or its top alone; None where its hands do not stand under [[hand]]."""
    import tomlkit

    if not text or Source.of(text).error is not None:
        return None
    doc = parsed(text)
    return doc if "hand" not in doc or isinstance(doc["hand"], tomlkit.items.AoT) else None


def _tables(match: Match, title: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The top of the file, with what all hands have in common, and the hands without it."""
    hands = [record_of(hand) for hand in match.hands]
    for table in hands:
        table |= {"title": table.get("title", title)} if title else {}
    head = {key: hands[0][key] for key in SHARED if hands and _is_common(key, hands)}
    head |= {"title": title} if title else {}
    return head, [{key: value for key, value in table.items() if key not in head or head[key] != value}
                  for table in hands]


def _is_common(key: str, hands: Sequence[Mapping[str, Any]]) -> bool:
    return all(key in table and table[key] == hands[0].get(key) for table in hands)


def _say(doc: TOMLDocument, head: Mapping[str, Any]) -> None:
    for key in [key for key in doc if key != "hand" and key not in head]:
        del doc[key]
    for key, value in head.items():
        if key not in doc:
            doc.add(key, item_of(key, value))
        elif _plain(doc[key]) != value:
            doc[key] = item_of(key, value)


def _say_hands(doc: TOMLDocument, hands: Sequence[Mapping[str, Any]]) -> None:
    import tomlkit

    if "hand" not in doc:
        doc.add("hand", tomlkit.aot())
    written: Any = doc["hand"]
    while len(written) > len(hands):
        del written[-1]
    for old, table in zip(written, hands, strict=False):
        _bring_up(old, table)
    for table in hands[len(written):]:
        written.append(_bring_up(tomlkit.table(), table))


def _bring_up(hand: Any, table: Mapping[str, Any]) -> Any:
    """A hand as it was written, changed only where the match says something else."""
    import tomlkit

    for key in [key for key in hand if key not in table]:
        del hand[key]
    for key, value in table.items():
        if key not in hand:
            hand.add(key, _told(key, value))
        elif key == "move" and isinstance(hand[key], tomlkit.items.AoT):
            _bring_up_moves(hand[key], value)
        elif _plain(hand[key]) != value:
            hand[key] = _told(key, value)
    return hand


def _plain(item: Any) -> Any:
    """A value of tomlkit as plain Python; a boolean is one already."""
    return item.unwrap() if hasattr(item, "unwrap") else item


def _told(key: str, value: Any) -> Any:
    return moves_of(value) if key == "move" else item_of(key, value)


def _bring_up_moves(moves: Any, tables: Sequence[Mapping[str, Any]]) -> None:
    import tomlkit

    same = 0
    while same < min(len(moves), len(tables)) and moves[same].unwrap() == tables[same]:
        same += 1
    while len(moves) > same:
        del moves[-1]
    for table in tables[same:]:
        if moves and not moves[-1].as_string().endswith("\n\n"):
            moves[-1].add(tomlkit.nl())
        moves.append(item_of("move", table))
