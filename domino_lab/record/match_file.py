"""A match as a file of [[hand]] tables, read into a Match and written from one."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, cast

from domino_lab.core.errors import RecordError
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.match import Match
from domino_lab.play.timeline import Problem, Timeline
from domino_lab.record.reader import Reader, with_error
from domino_lab.record.rules_table import Resolver, nameless, rules_of
from domino_lab.record.schema import MatchTable, SetupTable, are_tables, check_table
from domino_lab.record.source import (
    MOST_HANDS,
    Diagnostics,
    SourceText,
    Toml,
    dump,
    flat,
    item_of,
    parse,
    read_toml,
    show,
    table_of,
)
from domino_lab.record.writer import Entries, record_of, unlike
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from tomlkit import TOMLDocument
    from tomlkit.items import AoT, Item


class Setup(NamedTuple):
    """The [match] of a match file, from which the match can be played on.

    `seated` names a player for each seat, "human" for a person; the hands of the file are consecutive deals of `seed`;
    `whole` says that hands follow until the match is won.
    """

    seated: tuple[str, ...]
    seed: int
    whole: bool = True


def setup_of(stated: Mapping[str, Toml], diagnostics: Diagnostics) -> Setup | None:
    """Return the setup in a [match] table; None, with a problem, if a key is wrong or missing (REC-KEY, REC-VALUE)."""
    form = check_table(stated, SetupTable, ("match",), diagnostics)
    for key in ("seated", "seed"):
        if key not in stated:
            diagnostics.problem(("match",), "REC-KEY", "missing", key=key)
    if "seated" not in form or "seed" not in form:
        return None
    return Setup(tuple(form["seated"]), form["seed"], form.get("whole", True))


def check_setup(setup: Setup, hands: Sequence[Timeline], diagnostics: Diagnostics) -> None:
    """Compare the hands of a file with its setup: seats, deals, and their order (REC-STATED)."""
    if not hands:
        return
    seats = len(hands[0].names)
    if len(setup.seated) != seats:
        diagnostics.problem(("match", "seated"), "REC-STATED", "seated", n=len(setup.seated), seats=seats)
    _check_beginning(hands[0], diagnostics)
    first = hands[0].shuffle.hand if hands[0].shuffle else 0
    for number, hand in enumerate(hands):
        if hand.shuffle != Shuffle(seed=setup.seed, hand=first + number):
            diagnostics.problem(("hand", number, "deal"), "REC-STATED", "dealt", hand=number + 1, seed=setup.seed)
        if (hand.rules, hand.names) != (hands[0].rules, hands[0].names):
            diagnostics.problem(("hand", number), "REC-STATED", "unlike", hand=number + 1)
    for number, hand in enumerate(hands[:-1]):
        if not hand.is_over:
            diagnostics.problem(("hand", number), "REC-STATED", "unfinished", hand=number + 1)
        elif not setup.whole or Match(hand.rules, hand.state.table.standing).after(hand).is_over:
            diagnostics.problem(("hand", number + 1), "REC-STATED", "over", hand=number + 2)


def _check_beginning(hand: Timeline, diagnostics: Diagnostics) -> None:
    """Check that the match begins at nought: earlier hands are in the file too, or were never played."""
    standing = hand.state.table.standing
    stated = standing._asdict()
    for key, value in Standing((0,) * len(standing.scores))._asdict().items():
        if stated[key] != value:
            said, true = (list(each) if isinstance(each, tuple) else each for each in (stated[key], value))
            diagnostics.problem(("hand", 0, "match", key), "REC-STATED", "fresh", key=key, said=show(said),
                                value=show("none" if true is None else true))


SHARED = ("format", "title", "ruleset", "players", "source", "rules")
"""Keys that the top of a match file has for every hand that does not say otherwise."""


class MatchRecord(NamedTuple):
    """A match file as it was read: the match so far, and every problem in it; `hands` are also in the match.

    With a `setup`, which says who sat where, the match can go on; it is None if the file does not say so.
    """

    match: Match
    title: str = ""
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()
    setup: Setup | None = None

    @property
    def hands(self) -> tuple[Timeline, ...]:
        """The hands, in order."""
        return self.match.hands


def read_match(text: str | bytes, resolver: Resolver) -> MatchRecord:
    """Return the match that a file of [[hand]] tables records; each hand starts from the standing after the one before.

    The title, ruleset, players, source and rules at the top of the file hold for every hand that does not say
    otherwise. Its [match] says who sits where and which seed the hands are dealt from; the hands are checked against
    that. Impossible rules at the top count as one problem, however many hands there are. It never raises for anything
    in the text.
    """
    with _at_rest():
        return _read_match(SourceText.of(text), resolver)


@contextmanager
def _at_rest() -> Iterator[None]:
    """Stop looking for objects that nobody needs: of a match all stay, and looking takes a third of the time."""
    looks = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():
            gc.freeze()         # all objects count as old ones, which are rarely looked at
            gc.unfreeze()
        if looks:
            gc.enable()


def _read_match(source: SourceText, resolver: Resolver) -> MatchRecord:
    diagnostics = Diagnostics(source.lines)
    is_hand = "hand" not in source.data and not source.data.keys().isdisjoint(("deal", "move"))
    top = check_table({} if is_hand else source.data, MatchTable, (), diagnostics)
    setup = setup_of(top["match"], diagnostics) if "match" in top else None
    hands = top.get("hand", [])
    if not hands and source.error is None:
        diagnostics.problem((), "REC-KEY", "not_match")
    if len(hands) > MOST_HANDS:
        diagnostics.problem(("hand", MOST_HANDS), "REC-SYNTAX", "hands", n=len(hands), most=MOST_HANDS)
        hands = []
    match, remarks = _hands(top, hands, resolver, source, diagnostics)
    # Nothing follows from hands whose rules nobody knows: the cause is a problem, what comes of it is not.
    if setup is not None and all(hand.rules.id for hand in match.hands):
        check_setup(setup, match.hands, diagnostics)
    return MatchRecord(match, top.get("title", ""), with_error(diagnostics.in_order(), source), remarks, setup)


def _hands(top: MatchTable, tables: Sequence[Mapping[str, Toml]], resolver: Resolver, source: SourceText,
           diagnostics: Diagnostics) -> tuple[Match, tuple[Problem, ...]]:
    match: Match | None = None
    remarks: list[Problem] = []
    known: Ruleset | None = None
    is_sound = True
    shared = {key: value for key, value in cast("Mapping[str, Toml]", top).items() if key in SHARED}
    inherits = [not {"ruleset", "rules"} & {*table} for table in tables]
    is_told = (any(inherits) and "ruleset" in top
               and rules_of(top["ruleset"], top.get("rules", {}), resolver, diagnostics) is None)
    for number, table in enumerate(tables):
        # What a hand states of the match so far cannot be checked if one before it could not be played.
        standing = match.standing if match and is_sound else None
        is_cut = number == len(tables) - 1 and source.error is not None
        line = Reader({**shared, **table}, resolver, Diagnostics(source.lines, ("hand", number)), standing=standing,
                      is_cut=is_cut, known=known if inherits[number] else None).read()
        is_sound = is_sound and bool(line.rules.id)
        if inherits[number] and not any(each.clause == "REC-RULES" for each in (*line.problems, *line.remarks)):
            known = line.rules if line.rules.id else None
        match = (match or Match(line.rules, line.steps[0].state.table.standing)).with_hand(line)
        told = is_told and inherits[number]
        diagnostics.problems += [problem for problem in line.problems if not (told and problem.clause == "REC-RULES")]
        remarks += line.remarks
    return match or Match(nameless(), Standing(())), tuple(remarks)


def write_match(match: Match, *, title: str = "", setup: Setup | None = None, text: str = "") -> str:
    """Return a match as TOML that `read_match` turns into equal hands; the last hand may be unfinished.

    With `setup` it can be played on from there. `text` is the old file, which keeps its comments: only the new parts of
    the match are written. If the order of its tables cannot be kept, the file is written anew.
    """
    from tomlkit.exceptions import TOMLKitError

    head, hands = _tables(match, title)
    if setup:
        head["match"] = {"seated": list(setup.seated), "seed": setup.seed, **({} if setup.whole else {"whole": False})}
    again = _compose(head, hands)
    old = None if _is_plain(text, {**head, "hand": hands}) else _old(text)
    if old is not None:
        try:
            _update(old, head, keep="hand")
            _update_hands(old, hands)
            changed = dump(old, text)
            if read_toml(changed) == {**head, "hand": hands}:
                return changed
        except (KeyError, ValueError, TOMLKitError):
            pass  # tables of one hand that stand apart, as [hand.end] before its moves, are not changed by tomlkit
    return again.replace("\n", "\r\n") if "\r\n" in text else again


def check_match(match: Match, text: str) -> None:
    """Refuse a text that would not hold the hands of `match`, before it replaces a file.

    It is replayed only when a hand has ended, because that takes too long after each move of a long match. Raises
    RecordError with the problems in it.
    """
    source = SourceText.of(text)
    hands = source.data.get("hand", [])
    same = source.error is None and are_tables(hands) and len(hands) == len(match.hands)
    if same and not match.hands[-1].is_over:
        same = are_tables(hands) and hands[-1].get("move", []) == record_of(match.hands[-1]).get("move", [])
    elif same:
        same = [*map(_outcome, read_match(text, lambda _name: match.rules).hands)] == [*map(_outcome, match.hands)]
    if not same:
        raise RecordError(unlike("match", next(iter(read_match(text, lambda _name: match.rules).problems), None)))


def _outcome(hand: Timeline) -> tuple[object, ...]:
    return hand.names, len(hand.actions), hand.state.holdings, hand.state.scores, hand.state.over


# --- a file written at once: changing a document with all its comments takes ten times as long ----------------------

_PLAIN = re.compile(r'[^"\\\x00-\x1f\x7f]*')
_KEY = re.compile(r"[\w-]+", re.ASCII)


def _compose(head: Mapping[str, Toml], hands: Sequence[Mapping[str, Toml]]) -> str:
    """Return a match file without comments."""
    shared: Mapping[str, Toml] = {"hand": [], **head} if not hands else head
    first = "\n" if "match" in head else ""
    return "".join([*_table((), shared), first, "\n".join("".join(_table(("hand",), hand)) for hand in hands)])


def _table(path: tuple[str, ...], table: Mapping[str, Toml]) -> Iterator[str]:
    """Yield the text of the top or of a [[hand]], the tables in it last, each under a header."""
    if path:
        yield f"[[{'.'.join(path)}]]\n"
    flats = {key: value for key, value in table.items() if not isinstance(value, dict) and key != "move"}
    yield from _entries(flats)
    space = "\n" if flats else ""
    for key, value in table.items():
        name = ".".join((*path, key))
        if isinstance(value, dict):
            yield f"{space}[{name}]\n"
            yield from _entries(value)
            space = "\n"
        for move in value if key == "move" and are_tables(value) else ():
            yield f"{space}[[{name}]]\n"
            yield from _entries(move)
            space = "\n"


def _entries(table: Mapping[str, Toml]) -> Iterator[str]:
    for key, value in table.items():
        if key == "holdings" and isinstance(value, list):
            yield f"holdings = [\n{''.join(f'    {_value(row)},' + chr(10) for row in value)}]\n"
        else:
            yield f"{key if _KEY.fullmatch(key) else flat(key).as_string()} = {_value(value)}\n"


def _value(value: Toml) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        return f'"{value}"'
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return str(value) if type(value) is int else flat(value).as_string()


def _is_plain(text: str, now: Mapping[str, Toml]) -> bool:
    """True if a file is empty or has no comments, and its keys stand in the order in which they would be written."""
    source = SourceText.of(text)
    hands = source.data.get("hand", [])
    if source.error is not None or not are_tables(hands) or not _are_in_order(source.data, now):
        return not text
    return _compose({key: value for key, value in source.data.items() if key != "hand"}, hands) == text


def _are_in_order(old: Toml, now: Toml) -> bool:
    """True if the keys that two values of a file have in common stand in the same order."""
    if are_tables(old) and are_tables(now):
        return all(map(_are_in_order, old, now))
    if not (isinstance(old, dict) and isinstance(now, dict)):
        return True
    shared = [key for key in old if key in now]
    return shared == [key for key in now if key in old] and all(_are_in_order(old[key], now[key]) for key in shared)


# --- a file that is changed -------------------------------------------------------------------------------------------

def _old(text: str) -> TOMLDocument | None:
    """Return the file as it was, or its top alone; None if its hands do not stand under [[hand]]."""
    import tomlkit

    if not text or SourceText.of(text).error is not None:
        return None
    doc = parse(text)
    return doc if "hand" not in doc or isinstance(doc["hand"], tomlkit.items.AoT) else None


def _tables(match: Match, title: str) -> tuple[Entries, list[Entries]]:
    """Return the top of the file, with what all hands have in common, and the hands without it."""
    hands = [record_of(hand) for hand in match.hands]
    for table in hands:
        table |= {"title": table.get("title", title)} if title else {}
    head = {key: hands[0][key] for key in SHARED if hands and all(
        key in table and table[key] == hands[0].get(key) for table in hands)}
    head |= {"title": title} if title else {}
    return head, [{key: value for key, value in table.items() if key not in head or head[key] != value}
                  for table in hands]


def _update(table: MutableMapping[str, Item], now: Mapping[str, Toml], *, keep: str = "") -> None:
    """Change a document, or a hand in it, only where `now` says something else; of other keys only `keep` stays."""
    import tomlkit

    for key in [key for key in table if key not in now and key != keep]:
        del table[key]
    for key, value in now.items():
        old = table.get(key)
        if old is None:
            cast("TOMLDocument", table).add(key, item_of(key, value))
        elif key == "move" and isinstance(old, tomlkit.items.AoT) and are_tables(value):
            _update_moves(old, value)
        elif (old.unwrap() if hasattr(old, "unwrap") else old) != value:  # a boolean is plain Python already
            table[key] = item_of(key, value)


def _update_hands(doc: TOMLDocument, hands: Sequence[Entries]) -> None:
    import tomlkit

    if "hand" not in doc:
        doc.add("hand", tomlkit.aot())
    written = cast("AoT", doc["hand"])
    while len(written) > len(hands):
        del written[-1]
    for old, table in zip(written, hands, strict=False):
        _update(old, table)
    for table in hands[len(written):]:
        fresh = tomlkit.table()
        _update(fresh, table)
        written.append(fresh)


def _update_moves(moves: AoT, tables: Sequence[Mapping[str, Toml]]) -> None:
    import tomlkit

    same = 0
    while same < min(len(moves), len(tables)) and moves[same].unwrap() == tables[same]:
        same += 1
    while len(moves) > same:
        del moves[-1]
    for table in tables[same:]:
        if moves and not moves[-1].as_string().endswith("\n\n"):
            moves[-1].add(tomlkit.nl())
        moves.append(table_of(table))
