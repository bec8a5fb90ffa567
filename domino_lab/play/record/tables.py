"""Tables: a timeline as the plain tables and values of a record, before they are written as TOML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domino_lab.actions import Draw, Play
from domino_lab.events import Drew, Leads
from domino_lab.play.legal import plays
from domino_lab.play.record.places import at_text, distinct
from domino_lab.play.record.stated import end_of, is_settled
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Note, Timeline
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.tiles import Tile


def record_of(line: Timeline) -> dict[str, Any]:
    """A whole record: every statement in it is true of `line`.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> record_of(play_out(get("block"), Shuffle(seed=1)))["deal"]
    {'seed': 1}
    """
    first = line.steps[0].state
    said: dict[str, Any] = {"format": 1, "title": line.title, "ruleset": line.rules.id, "players": list(line.names),
                            "source": line.source, "rules": rules_table(line.rules),
                            "match": _standing(first.table.standing)}
    kept = {key: value for key, value in said.items() if value not in ("", {})}
    if not line.is_study:
        kept["deal"] = deal_table(line)
    moves = move_tables(line)
    if moves:
        kept["move"] = moves
    if is_settled(line):
        kept["end"] = {**end_of(line), **noted(line, len(line.steps) - 1 if len(line.steps) > 1 else -1)}
    return kept


def rules_table(rules: Ruleset) -> dict[str, Any]:
    """The house rules, by axis, as they stand in a record; a policy of the reader's own by its name.

    >>> from domino_lab.catalogue import get
    >>> rules_table(get("block").but(target=61))
    {'target': 61}
    """
    base = rules.home or rules
    table = {axis: plain_value(value) for axis, value in rules.changed().items()}
    table |= {group: f"own: {type(policy).__name__}" for group, policy in rules.own.items()}
    known = base.but(**rules.changed()).name if rules.changed() else base.name
    return {"name": rules.name, **table} if rules.name != known and not rules.own else table


def plain_value(value: Any) -> Any:
    """An axis value as TOML and JSON have it: lists and text keys; a list of one as the one.

    >>> plain_value((5,)), plain_value({2: 7})
    (5, {'2': 7})
    """
    if isinstance(value, Mapping):
        return {str(key): plain_value(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return value[0] if len(value) == 1 else list(value)
    return value


def _standing(standing: Standing) -> dict[str, Any]:
    if standing == Standing((0,) * len(standing.scores)):
        return {}
    said = {**standing._asdict(), "scores": list(standing.scores)}
    return {key: value for key, value in said.items() if value is not None}


def deal_table(line: Timeline) -> dict[str, Any]:
    """The [deal] table: the seed where the lead was found with its lots, else every tile as it was dealt.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> deal_table(play_out(get("block"), Shuffle(seed=1, hand=2)))
    {'seed': 1, 'hand': 2}
    """
    step, shuffle = line.steps[0], line.shuffle
    state = step.state
    asked = any(isinstance(event, Leads) and event.ruling.id == "GEN-TURN-1" for event in step.events)
    if shuffle is not None and shuffle.given is None and not asked:
        said: dict[str, Any] = {"seed": shuffle.seed} | ({"hand": shuffle.hand} if shuffle.hand else {})
    else:
        said = {"holdings": [[str(tile) for tile in held] for held in state.holdings],
                "stock": [str(tile) for tile in state.stock]}
        said |= {} if state.below else {"stock_complete": True}
        said |= {"leader": state.turn} if state.over is None and state.lead.ruling.case != "unknown" else {}
    return {**said, **noted(line, 0)}


def move_tables(line: Timeline) -> list[dict[str, Any]]:
    """One [[move]] table an action, with its count and score where the game counts, and its note.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> sorted(move_tables(play_out(get("all-fives"), Shuffle(seed=1)))[0])[0]
    'count'
    """
    return [
        {**move_table(line.steps[number - 1].state, step), **noted(line, number)}
        for number, step in enumerate(line.steps)
        if step.action is not None
    ]


def move_table(before: State, step: Step) -> dict[str, Any]:
    """One action as a [[move]]: what was done, where there was a choice, and what it counted.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> from domino_lab.play.hand import advance
    >>> from domino_lab.play.legal import legal
    >>> from domino_lab.shuffle import Shuffle
    >>> first = start(get("block"), Shuffle(seed=1)).state
    >>> list(move_table(first, advance(first, legal(first)[0])))
    ['play']
    """
    action = step.action
    if isinstance(action, Play):
        said: dict[str, Any] = {"play": str(action.tile), **_where(before, action)}
        count = step.state.board_count
        said |= {} if count is None else {"count": count.total}
        return {**said, "score": step.points} if step.points else said
    if isinstance(action, Draw):
        drawn = next(event.tile for event in step.events if isinstance(event, Drew))
        return {"draw": str(drawn)}
    return {"pass": True}


def _where(state: State, action: Play) -> dict[str, Any]:
    """`at`, `joins` and `out` as far as they are needed to tell the choices apart, and `edge` where it is not the
    oldest of equal ones."""
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
    return said if left[0] == action else {**said, "edge": told["edge"]}


def _value(key: str, play: Play, at: int) -> object:
    if play.end is None:
        return None
    return {"at": play.end.at == at, "joins": play.end.value, "out": play.out}[key]


def noted(line: Timeline, number: int) -> dict[str, Any]:
    """The keys of the note at a step: note, mark, ask, about, hint, as far as they say something.

    >>> from domino_lab.play.record.opening import blank
    >>> noted(Timeline((blank(None),), notes={0: Note("Look.")}), 0)
    {'note': 'Look.'}
    """
    note = line.notes.get(number, Note())
    said = {"note": note.text, "mark": list(note.marks), "ask": note.ask, "hint": note.hint,
            "about": note.about if note.about != "score" else None}
    return {key: value for key, value in said.items() if value not in (None, [])}


def held_text(holding: tuple[Tile, ...]) -> str:
    """A holding in one line.

    >>> held_text((Tile(5, 5), Tile(0, 3)))
    '5-5 3-0'
    """
    return " ".join(str(tile) for tile in holding)
