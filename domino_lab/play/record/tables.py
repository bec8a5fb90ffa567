"""Tables: a timeline as the plain tables and values of a record, before they are written as TOML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domino_lab.actions import Draw, Play, Remove, Shift, Stack
from domino_lab.events import Drew, Leads
from domino_lab.play.legal import plays
from domino_lab.play.record.ordinals import number_of
from domino_lab.play.record.places import at_text, distinct, own_copy
from domino_lab.play.record.runs import is_said, runs, said_table
from domino_lab.play.record.stated import end_of, is_settled, paid
from domino_lab.play.start import names_for
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Note, Timeline
from domino_lab.rules import own
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.spelled import is_named
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
    said: dict[str, Any] = {"format": 1, "title": line.title, "ruleset": line.rules.id, "players": players_of(line),
                            "source": line.source, "rules": rules_table(line.rules),
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
    """The names as a record states them; none for a patience whose player has no name.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> players_of(play_out(get("bingo"), Shuffle(seed=1)))
    []
    """
    if line.rules.solo is not None and line.names == names_for(1):
        return []
    return [name.encode("utf-8", "replace").decode() for name in line.names]  # no file holds half a letter


def told_end(line: Timeline) -> dict[str, Any]:
    """How the hand ended as a record states it; of a patience only that it is won or lost.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> list(told_end(play_out(get("twelve-to-go"), Shuffle(seed=1))))
    ['how']
    """
    told = end_of(line)
    return told if line.rules.solo is None else {"how": told["how"]}


def rules_table(rules: Ruleset) -> dict[str, Any]:
    """The house rules, by axis, as they stand in a record; a policy of the reader's own by its name.

    >>> from domino_lab.catalogue import get
    >>> rules_table(get("block").but(target=61))
    {'target': 61}
    """
    decided = {axis for group, policy in rules.own.items() for axis in own.decided(group, policy)}
    table = {axis: plain_value(value) for axis, value in rules.changed().items() if axis not in decided}
    table |= {group: own.told(policy) for group, policy in rules.own.items()}
    return {"name": rules.name, **table} if not rules.own and is_named(rules) else table


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
    said = {**standing._asdict(), "scores": list(standing.scores), "chips": list(standing.chips) or None}
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
    """The [[move]] tables of the actions from number `done` (from 0) on, with counts, scores and notes.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> sorted(move_tables(play_out(get("all-fives"), Shuffle(seed=1)))[0])[0]
    'count'
    """
    return [{**_told(line, run), **noted_run(line, run.start, run.stop - 1)} for run in runs(line, done)]


def _told(line: Timeline, run: range) -> dict[str, Any]:
    if is_said(line, run):
        return said_table(line, run)
    return move_table(line.steps[run.start - 1].state, line.steps[run.start])


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


def _won(before: State, step: Step) -> dict[str, Any]:
    """The score of the mover; what it did to each side where others won or lost by it."""
    table, sides = before.table, paid(before, step.state)
    own = [step.points * (side == table.side(before.turn)) for side in range(len(sides))]
    plain = sides == own and step.points >= 0
    said: dict[str, Any] = {"points": sides} if not plain else {"score": step.points} if step.points else {}
    return {**said, "chips": list(step.state.chips)} if step.state.chips != before.chips else said


def _copy(tile: Tile, state: State) -> dict[str, int]:
    """Which of two equal tiles in a holding it is, where it is not the first."""
    return {} if own_copy(tile, state) == tile else {"copy": tile.copy}


def _named_copy(tile: Tile, state: State) -> dict[str, int]:
    """Which of two equal tiles of a boneyard in unknown order was drawn."""
    first = not state.stock and min(other for other in state.below if other[:2] == tile[:2]) != tile
    return {"copy": tile.copy} if first else {}


def _where(state: State, action: Play) -> dict[str, Any]:
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
    """The keys of the note at a step: note, mark, ask, about, hint, as far as they say something.

    >>> from domino_lab.play.record.opening import blank
    >>> noted(Timeline((blank(None),), notes={0: Note("Look.")}), 0)
    {'note': 'Look.'}
    """
    note = line.notes.get(number, Note())
    said = {"note": note.text, "mark": list(note.marks), "ask": note.ask, "hint": note.hint,
            "about": note.about if note.about != "score" else None}
    return {key: value for key, value in said.items() if value not in (None, [])}


def noted_run(line: Timeline, first: int, last: int) -> dict[str, Any]:
    """The keys of the notes of several steps that one move tells: the question before the first, the note after.

    >>> from domino_lab.play.record.opening import blank
    >>> noted_run(Timeline((blank(None),), notes={0: Note(ask="What now?")}), 0, 0)
    {'ask': 'What now?'}
    """
    told, asked = noted(line, last), line.notes.get(first, Note())
    if first != last and (asked.ask or asked.hint):
        told = {**noted(line, first), **{key: value for key, value in told.items() if key in ("note", "mark")}}
    return told


def held_text(holding: tuple[Tile, ...]) -> str:
    """A holding in one line.

    >>> held_text((Tile(5, 5), Tile(0, 3)))
    '5-5 3-0'
    """
    return " ".join(str(tile) for tile in holding)
