"""Matches: a file of [[hand]] tables read into a Match, and a Match written as one."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from domino_lab.errors import RecordError
from domino_lab.play.match import Match
from domino_lab.play.timeline import Problem, Timeline
from domino_lab.record import schema
from domino_lab.record.diagnostics import Diagnostics, shown
from domino_lab.record.reader import hand_of, with_error
from domino_lab.record.rules_table import Resolver, nameless, rules_of
from domino_lab.record.source import MOST_HANDS, SourceText, dumped, item_of, moves_of, parsed
from domino_lab.record.writer import record_of, unlike
from domino_lab.rules.leading import Standing
from domino_lab.shuffle import Shuffle

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


class Setup(NamedTuple):
    """What the [match] of a match file says, so that the match can be played on.

    `seated` names a player for each seat, "human" for a person; hand i of the file is a deal of `seed`, each the next
    after the one before; `whole` says that hands follow until the match is won.
    """

    seated: tuple[str, ...]
    seed: int
    whole: bool = True

    @property
    def table(self) -> dict[str, Any]:
        """The setup as the [match] table that says it."""
        return {"seated": list(self.seated), "seed": self.seed} | ({} if self.whole else {"whole": False})


def setup_of(said: Mapping[str, Any], found: Diagnostics) -> Setup | None:
    """The setup in a [match] table; None, with a problem, where a key is wrong or missing (REC-KEY, REC-VALUE)."""
    form = schema.checked(said, schema.SETUP, ("match",), found)
    for key in ("seated", "seed"):
        if key not in said:
            found.problem(("match",), "REC-KEY", "missing", key=key)
    if "seated" not in form or "seed" not in form:
        return None
    return Setup(tuple(form["seated"]), form["seed"], form.get("whole", True))


def check_setup(setup: Setup, hands: Sequence[Timeline], found: Diagnostics) -> None:
    """Compare the hands of a file with its setup: seats, deals, and what follows what (REC-STATED)."""
    if not hands:
        return
    seats = len(hands[0].names)
    if len(setup.seated) != seats:
        found.problem(("match", "seated"), "REC-STATED", "seated", n=len(setup.seated), seats=seats)
    _check_beginning(hands[0], found)
    for number, hand in enumerate(hands):
        _check_deal(setup, number, hands, found)
        if (hand.rules, hand.names) != (hands[0].rules, hands[0].names):
            found.problem(("hand", number), "REC-STATED", "unlike", hand=number + 1)
    _check_order(setup, hands, found)


def _check_beginning(hand: Timeline, found: Diagnostics) -> None:
    """A match begins at nought: what went before is in the file, or never was."""
    standing = hand.state.table.standing
    fresh = Standing((0,) * len(standing.scores))
    for key, value in fresh._asdict().items():
        said = getattr(standing, key)
        if said != value:
            said, value = (list(each) if isinstance(each, tuple) else each for each in (said, value))
            found.problem(("hand", 0, "match", key), "REC-STATED", "fresh", key=key, said=shown(said),
                          value=shown("none" if value is None else value))


def _check_deal(setup: Setup, number: int, hands: Sequence[Timeline], found: Diagnostics) -> None:
    first, shuffle = hands[0].shuffle, hands[number].shuffle
    wanted = Shuffle(seed=setup.seed, hand=(first.hand if first else 0) + number)
    if shuffle != wanted:
        found.problem(("hand", number, "deal"), "REC-STATED", "dealt", hand=number + 1, seed=setup.seed)


def _check_order(setup: Setup, hands: Sequence[Timeline], found: Diagnostics) -> None:
    for number, hand in enumerate(hands[:-1]):
        if not hand.is_over:
            found.problem(("hand", number), "REC-STATED", "unfinished", hand=number + 1)
        elif not setup.whole or _is_won(hand):
            found.problem(("hand", number + 1), "REC-STATED", "over", hand=number + 2)


def _is_won(hand: Timeline) -> bool:
    """Whether this hand ended its match."""
    return Match(hand.rules, hand.state.table.standing).after(hand).is_over


SHARED = ("format", "title", "ruleset", "players", "source", "rules")
"""What the top of a match file says for every hand that does not say otherwise."""


class MatchRecord(NamedTuple):
    """A match file as it was read: the match so far, and every problem in it; `hands` are also in the match.

    `setup` says who sat where, where the file says so: such a match can be played on.
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
    """The match that a file of [[hand]] tables records; each hand starts from the standing after the one before.

    What the top of the file says of title, ruleset, players, source and rules holds for every hand that does not say
    otherwise. Its [match] says who sits where and which seed the hands are dealt from; the hands are checked against
    that. Rules of the top that cannot be had are one problem, whatever the number of hands. Never raises for anything
    in the text.
    """
    source = SourceText.of(text)
    found = Diagnostics(source.lines)
    top = schema.checked(source.data, schema.MATCH_FILE, (), found)
    setup = setup_of(top["match"], found) if "match" in top else None
    if not top.get("hand") and source.error is None:
        found.problem((), "REC-KEY", "not_match")
    if len(top.get("hand", ())) > MOST_HANDS:
        found.problem(("hand", MOST_HANDS), "REC-SYNTAX", "hands", n=len(top.pop("hand")), most=MOST_HANDS)
    match, remarks = _hands(top, resolver, source, found)
    # Of hands whose rules nobody knows nothing follows: the cause is told, and not what comes of it.
    if setup is not None and all(hand.rules.id for hand in match.hands):
        check_setup(setup, match.hands, found)
    return MatchRecord(match, top.get("title", ""), with_error(found.in_order(), source), remarks, setup)


def _hands(top: Mapping[str, Any], resolver: Resolver, source: SourceText, found: Diagnostics
           ) -> tuple[Match, tuple[Problem, ...]]:
    match: Match | None = None
    remarks: list[Problem] = []
    shared = [not {"ruleset", "rules"} & {*table} for table in top.get("hand", ())]
    is_told = any(shared) and "ruleset" in top and rules_of(top, resolver, found) is None
    for number, table in enumerate(top.get("hand", ())):
        line = _one_of_match(table, top, number, match, resolver, source)
        match = (match or Match(line.rules, line.steps[0].state.table.standing)).with_hand(line)
        known = is_told and shared[number]
        found.problems += [one for one in line.problems if not (known and one.clause == "REC-RULES")]
        remarks += line.remarks
    return match or Match(nameless(), Standing(())), tuple(remarks)


def _one_of_match(table: Mapping[str, Any], top: Mapping[str, Any], number: int, match: Match | None,
                  resolver: Resolver, source: SourceText) -> Timeline:
    data = {**{key: top[key] for key in SHARED if key in top}, **table}
    found = Diagnostics(source.lines, ("hand", number))
    last = number == len(top["hand"]) - 1
    # What a hand states of the match so far cannot be checked where one before it could not be played.
    standing = match.standing if match and all(hand.rules.id for hand in match.hands) else None
    return hand_of(data, resolver, found, standing=standing, torn=last and source.error is not None)


def write_match(match: Match, *, title: str = "", setup: Setup | None = None, text: str = "") -> str:
    """The match file of a match, as TOML that `read_match` turns into equal hands; the last may be unfinished.

    With `setup` it can be played on from there. `text` is the file as it was: it keeps its comments, and only what is
    new in the match is written. Where its tables stand in an order that cannot be kept, the file is written anew.
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
    """
    source = SourceText.of(text)
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

    if not text or SourceText.of(text).error is not None:
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
