"""Moves: what each [[move]] of a record means, where its tile goes, and what the file states about the result."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domino_lab.actions import Action, Draw, Pass, Play, Remove, Say, Shift, Stack
from domino_lab.chain import OpenEnd
from domino_lab.errors import NotationError
from domino_lab.events import Removed
from domino_lab.play.legal import judge, legal, plays
from domino_lab.play.state import Position, State, Step
from domino_lab.play.timeline import Note, Timeline
from domino_lab.record import schema
from domino_lab.record.diagnostics import Diagnostics, shown
from domino_lab.record.references import NUMBER, choice, distinct, is_stacked, named, ordinals, own_copy
from domino_lab.record.source import Path
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


def play_of(form: Mapping[str, Any], tile: Tile, state: Position, where: Path, found: Diagnostics) -> Play | None:
    """The play that a move means; None, with a problem that names the clause, where there is none or several."""
    mine = own_copy(tile, state, form.get("copy"))
    if not state.chain.laid:
        return _set(mine, form, state, where, found)
    possible = plays(state.rules, state.chain, [mine])
    fitting = [play._replace(call=form.get("call")) for play in possible if _agrees(play, form, state)]
    if not fitting:
        _refuse(mine, form, state, where, found)
        return None
    return _one(fitting, form, state, where, found) if _allowed(fitting[0], state, where, found) else None


def _set(tile: Tile, form: Mapping[str, Any], state: Position, where: Path, found: Diagnostics) -> Play | None:
    """The first tile of a hand joins nothing, and leaves both its values outward."""
    stated = [key for key in ("at", "joins", "edge") if key in form]
    stated += ["out"] if form.get("out", tile.low) not in tile[:2] else []
    if stated:
        found.problem((*where, stated[0]), "REC-CHOICE", "first", tile=tile)
        return None
    return _allowed(Play(tile, call=form.get("call")), state, where, found)


def _agrees(play: Play, form: Mapping[str, Any], state: Position) -> bool:
    end = play.end
    if end is None:
        return False
    if "at" in form and all(laid.number != end.at for laid in named(form["at"], state)):
        return False
    said = (form.get("joins", end.value), form.get("out", play.out), form.get("edge", end.edge))
    return said == (end.value, play.out, end.edge)


def _one(fitting: Sequence[Play], form: Mapping[str, Any], state: Position, where: Path, found: Diagnostics
         ) -> Play | None:
    """The oldest of choices that give equal positions; several that differ are listed."""
    differ = distinct(fitting, state)
    if len(differ) == 1:
        return fitting[0]
    choices = "; ".join(choice(play, state) for play in differ)
    found.problem(where, "REC-CHOICE", "many", tile=fitting[0].tile, choices=choices)
    return None


def _refuse(tile: Tile, form: Mapping[str, Any], state: Position, where: Path, found: Diagnostics) -> None:
    """Say why nothing of what the file states can be done, by the clause of the rules wherever one decides."""
    held = judge(state, Play(tile, state.chain.ends[0] if state.chain.ends else None))
    if held.id in ("GEN-HOLD-1", "GEN-DEAL-1", "GEN-OVER-1"):
        found.refused(where, held)
        return
    onto = named(form["at"], state) if "at" in form else list(state.chain.laid)
    if not onto:
        absent(form["at"], state, where, found)
        return
    possible = plays(state.rules, state.chain, [tile])
    here = [play for play in possible if play.end and any(laid.number == play.end.at for laid in onto)]
    if here:
        choices = "; ".join(choice(play, state) for play in distinct(here, state))
        found.problem((*where, *_wrong_key(form, here, state)), "REC-CHOICE", "none", tile=tile, choices=choices)
        return
    numbers = {laid.number for laid in onto}
    ends = [end for end in state.chain.ends if end.at in numbers] or [OpenEnd(onto[0].number, 0, 0)]
    found.refused(where, judge(state, Play(tile, _telling(ends, tile, state))))


def absent(at: str, state: Position, where: Path, found: Diagnostics) -> None:
    """Tell that `at` names no tile that can be joined."""
    found.problem((*where, "at"), "REC-CHOICE", "stacked" if is_stacked(at, state) else "absent", at=shown(at))


def _wrong_key(form: Mapping[str, Any], possible: Sequence[Play], state: Position) -> Path:
    """The key that no possible play agrees with; none where only all of them together are wrong."""
    keys = [key for key in ("joins", "out", "edge") if key in form]
    return tuple(key for key in keys if not any(_agrees(play, {key: form[key]}, state) for play in possible))[:1]


def _telling(ends: Sequence[OpenEnd], tile: Tile, state: Position) -> OpenEnd:
    """The end whose ruling says most: one where the tile would fit, were it open; else one that is open."""
    fits, open_now = state.rules.matching.fits, state.open_ends
    return next((end for end in ends if fits(tile, end.value)), next((end for end in ends if end in open_now), ends[0]))


def _allowed(play: Play, state: Position, where: Path, found: Diagnostics) -> Play | None:
    ruling = judge(state, play)
    if ruling.allowed:
        return play
    found.refused(where, ruling)
    return None


def lying(wanted: Sequence[Tile], state: Position) -> tuple[Tile, ...]:
    """The tiles on the table of a patience that are called as the `wanted` ones; one that is not there as it is."""
    free, found = list(getattr(state, "free", ())), []
    for tile in wanted:
        mine = next((other for other in free if other[:2] == tile[:2]), tile)
        if mine in free:
            free.remove(mine)
        found.append(mine)
    return tuple(found)


def spoken(form: Mapping[str, Any], state: Position) -> Action:
    """The next number of a `say`: where a tile may go or stay (axis bingo_remove), one that `remove` lists is taken."""
    listed = [Tile.of(word)[:2] for word in form.get("remove", ())]
    gone = [action for action in legal(state) if isinstance(action, Remove)]
    return next((action for action in gone if action.tiles[0][:2] in listed), Say())


def check_removed(form: Mapping[str, Any], steps: Sequence[Step], where: Path, found: Diagnostics) -> None:
    """Beside `say`, `remove` lists the tiles that went meanwhile (REC-STATED)."""
    if "say" not in form or "remove" not in form:
        return
    gone = removed(steps)
    if Counter(tile[:2] for tile in gone) != Counter(Tile.of(word)[:2] for word in form["remove"]):
        true = [str(tile) for tile in gone]
        found.problem((*where, "remove"), "REC-STATED", "wrong", key="remove", said=shown(form["remove"]),
                      value=shown(true))


def removed(steps: Sequence[Step]) -> list[Tile]:
    """The tiles that went in some steps of a patience, in order."""
    return [tile for step in steps for event in step.events if isinstance(event, Removed) for tile in event.tiles]


def stack_of(form: Mapping[str, Any], tile: Tile, state: Position, where: Path, found: Diagnostics) -> Stack | None:
    """The stacking that a move means; None, with a problem that names the clause, where the rules refuse it.

    Where the file does not say `at`, it is put on the equal tile that lies on the table.
    """
    onto = named(form.get("at", str(tile)), state)
    if "at" in form and not onto:
        absent(form["at"], state, where, found)
        return None
    mine = own_copy(tile, state, form.get("copy"))
    action = Stack(mine, onto[0].number if onto else max(len(state.chain.laid) - 1, 0))
    ruling = Ruling("REC-STUDY", "stack", {}, allowed=False) if state.table.study else judge(state, action)
    if ruling.allowed:
        return action
    found.refused(where, ruling)
    return None


CHAIN = ("play", "draw", "pass", "stack")
"""What can be done in a game with a chain and rivals."""

PATIENCE = ("play", "draw", "remove", "shift", "say")
"""What can be done in the patience games, each in some of them."""

EVERY = tuple(dict.fromkeys(CHAIN + PATIENCE))

_BESIDE = {
    "at": ("play", "stack"), "joins": ("play",), "out": ("play",), "edge": ("play",), "call": ("play",),
    "copy": ("play", "draw", "stack"), "turned": ("play", "pass"), "to": ("shift",),
}
"""Keys that only say something beside certain others."""


def action_of(form: Mapping[str, Any], state: Position, where: Path, found: Diagnostics) -> Action | None:
    """The action of a move, allowed by the rules; None, with a problem, where there is none."""
    if "play" in form:
        return play_of(form, Tile.of(form["play"]), state, where, found)
    if "stack" in form:
        return stack_of(form, Tile.of(form["stack"]), state, where, found)
    action = _plain(form, state)
    ruling = judge(state, action)
    if not ruling.allowed:
        found.refused(where, ruling)
        return None
    return Draw() if isinstance(action, Draw) and state.stock else action


def _plain(form: Mapping[str, Any], state: Position) -> Action:
    """An action that is what the file says, whatever lies on the table."""
    if "say" in form:
        return spoken(form, state)
    if "remove" in form:
        return Remove(lying([Tile.of(word) for word in form["remove"]], state))
    if "shift" in form:
        return Shift(lying([Tile.of(form["shift"])], state)[0], form.get("to", 0))
    return Pass() if "pass" in form else _draw(form, state)


def _draw(form: Mapping[str, Any], state: Position) -> Draw:
    said = form["draw"]
    if isinstance(said, int):
        return Draw()
    tile = Tile.of(said)
    alike = [other for other in (*state.stock[:1], *sorted(state.below)) if other[:2] == tile[:2]]
    return Draw(next((other for other in alike if other.copy == form.get("copy")), alike[0] if alike else tile))


def is_one(form: Mapping[str, Any], where: Path, found: Diagnostics) -> bool:
    """Whether a move says exactly one thing to do; where its value was refused already, nothing more is said.

    Beside `say`, a `remove` names the tiles that went meanwhile.
    """
    kinds = [key for key in EVERY if key in form and not (key == "remove" and "say" in form)]
    told = any(problem.move == int(where[1]) + 1 for problem in found.problems)
    if len(kinds) != 1 and not (told and not kinds):
        found.problem(where, "REC-KEY", "one_move", kinds=EVERY)
    idle = [key for key, others in _BESIDE.items() if key in form and kinds and kinds[0] not in others]
    for key in idle if len(kinds) == 1 else ():
        found.problem((*where, key), "REC-KEY", "beside", key=key, kind=kinds[0])
    return len(kinds) == 1 and not idle


def has_tiles(form: Mapping[str, Any], where: Path, found: Diagnostics) -> bool:
    """Whether every tile that is to be moved is a tile, and a shifted one has a place to go to."""
    words = [(key, form[key]) for key in ("play", "draw", "stack", "shift") if isinstance(form.get(key), str)]
    words += [("remove", word) for word in form.get("remove", ())]
    tiles = [schema.tile_of(word, (*where, key), found) for key, word in words]
    if "shift" in form and "to" not in form:
        found.problem(where, "REC-KEY", "missing", key="to")
        return False
    return None not in tiles


def check_form(form: Mapping[str, Any], where: Path, found: Diagnostics) -> None:
    """A move that is not played: that it says one thing to do, and that its tiles are tiles."""
    if is_one(form, where, found) and has_tiles(form, where, found) and "turned" in form:
        schema.tile_of(form["turned"], (*where, "turned"), found)


def belongs(form: Mapping[str, Any], state: Position, where: Path, found: Diagnostics) -> bool:
    """Whether the game of `state` knows what the move says to do; a key of other games is a problem (REC-KEY)."""
    rules, known = state.table.rules, CHAIN if isinstance(state, State) else PATIENCE
    strange = set(EVERY).difference(known)
    strange |= {"call"} if rules["claim"] == "auto" else set()
    strange |= {"turned"} if not rules.dealing.is_blind else set()
    key = next((key for key in form if key in strange), None)
    if key is not None:
        found.problem((*where, key), "REC-KEY", "elsewhere", key=key, game=rules.name)
    return key is None


_NOTED = ("note", "mark", "ask", "about", "hint")


def check_step(form: Mapping[str, Any], before: Position, steps: Sequence[Step], where: Path, found: Diagnostics
               ) -> None:
    """Compare what a move states (count, score, open, seat, points, chips, turned) with what its `steps` did.

    What is wrong is a problem (REC-STATED), and stops nothing.
    """
    state = steps[-1].state
    if "count" in form and state.board_count is None:
        found.problem((*where, "count"), "REC-STATED", "uncounted", key="count", said=form["count"])
    true = {
        "count": state.board_count.total if state.board_count else None,
        "score": sum(step.points for step in steps),
        "open": shown_ends(state),
        "seat": before.turn,
        "points": paid(before, state),
        "chips": list(state.chips) or None,
    }
    for key, value in true.items():
        said = sorted(form[key]) if key == "open" and key in form else form.get(key)
        if said is not None and value is not None and said != value:
            _wrong((*where, key), said, value, found)
    _check_turned(form, before, where, found)
    _check_chips(form, state, where, found)


def paid(before: Position, after: Position) -> list[int]:
    """What each side has won between two states; below zero where it lost points."""
    return [now - then for now, then in zip(after.scores, before.scores, strict=True)]


def _check_turned(form: Mapping[str, Any], before: Position, where: Path, found: Diagnostics) -> None:
    """The tile that a row of face-down tiles turned up is the one at its front."""
    if "turned" not in form:
        return
    tile, front = schema.tile_of(form["turned"], (*where, "turned"), found), before.holdings[before.turn][0]
    if tile is not None and tile[:2] != front[:2]:
        _wrong((*where, "turned"), form["turned"], str(front), found)


def _check_chips(form: Mapping[str, Any], state: Position, where: Path, found: Diagnostics) -> None:
    if "chips" in form and not state.chips:
        found.problem((*where, "chips"), "REC-KEY", "elsewhere", key="chips", game=state.rules.name)


def shown_ends(state: Position) -> list[int]:
    """The value shown at each open end, sorted, one entry an end."""
    return sorted(end.value for end in state.open_ends)


def check_end(said: Mapping[str, Any], line: Timeline, found: Diagnostics, *, whole: bool) -> None:
    """Compare how, winner, award and scores of the [end] table with the end of the hand (REC-STATED).

    `whole` says whether every move could be done: else there is nothing to compare with, and the file is told so.
    """
    stated = {key: value for key, value in said.items() if key not in _NOTED}
    if not whole:
        return
    if line.is_study:
        found.problem(("end",), "REC-STUDY", "end")
    elif not line.is_over:
        found.problem(("end",), "REC-STATED", "going")
    else:
        true = end_of(line)
        _check_chips(said, line.state, ("end",), found)
        for key, value in stated.items():
            if key in true and value != true[key]:
                _wrong(("end", key), value, true[key], found)


def is_settled(line: Timeline) -> bool:
    """Whether a timeline goes up to the end of its hand: to the settlement, or to a misdeal."""
    return line.is_over and line.steps[-1].action is None


def end_of(line: Timeline) -> dict[str, Any]:
    """How a finished hand ended, in the words of a record: how, winner ("none" for nobody), award, scores, chips."""
    settled = line.steps[-1].settled
    winner = settled.winner if settled else None
    told = {
        "how": line.state.over,
        "winner": "none" if winner is None else winner,
        "award": settled.award if settled else 0,
        "scores": list(line.state.scores),
    }
    return {**told, "chips": list(line.state.chips)} if line.state.chips else told


def _wrong(where: Path, said: object, value: object, found: Diagnostics) -> None:
    found.problem(where, "REC-STATED", "wrong", key=where[-1], said=shown(said), value=shown(value))


_END = re.compile(r"end:(\d{1,2})", re.ASCII)


def note_of(form: Mapping[str, Any]) -> Note | None:
    """The note in a checked table, or None where nothing is noted."""
    if not {"note", "mark", "ask", "hint"} & set(form):
        return None
    return Note(form.get("note"), tuple(form.get("mark", ())), form.get("ask"), form.get("about", "score"),
                form.get("hint"))


def check_marks(form: Mapping[str, Any], state: Position, where: Path, found: Diagnostics) -> None:
    """Every mark names something on the table or in a holding of `state`; others are a problem (REC-VALUE)."""
    for mark in form.get("mark", ()):
        there = _is_there(mark, state)
        if not there:
            case = "mark" if there is False else "format"
            found.problem((*where, "mark"), "REC-VALUE", case, mark=shown(mark))


def check_marks_form(form: Mapping[str, Any], where: Path, found: Diagnostics) -> None:
    """The marks of a move that is not played: only their form is looked at."""
    for mark in form.get("mark", ()):
        if not (NUMBER.fullmatch(mark) or _END.fullmatch(mark) or _tile(mark)):
            found.problem((*where, "mark"), "REC-VALUE", "format", mark=shown(mark))


def _is_there(mark: str, state: Position) -> bool | None:
    """Whether a mark points at something; None for one that is no mark at all."""
    number, end, tile = NUMBER.fullmatch(mark), _END.fullmatch(mark), _tile(mark)
    if number:
        return 1 <= int(number[1]) <= len(ordinals(state))
    if end:
        return any(open_end.value == int(end[1]) for open_end in state.open_ends)
    if tile is None:
        return None
    return any(other[:2] == tile[:2] for other in _seen(state))


def _seen(state: Position) -> Iterator[Tile]:
    """Every tile that lies on the table, in a holding, or face up before the player of a patience."""
    yield from (laid.tile for laid in state.chain.laid)
    yield from (stacked.tile for stacked in state.stacks)
    for held in (*state.holdings, *getattr(state, "faces", {}).values()):
        yield from _tiles_in(held)


def _tiles_in(part: object) -> Iterator[Tile]:
    if isinstance(part, Tile):
        yield part
    elif isinstance(part, tuple):
        for inner in part:
            yield from _tiles_in(inner)


def _tile(mark: str) -> Tile | None:
    try:
        return Tile.of(mark)
    except NotationError:
        return None


def notes_of(form: Mapping[str, Any], first: int, last: int) -> dict[int, Note]:
    """The notes of one move by step: of several draws the question belongs before the first, the note after the last.
    """
    note = note_of(form)
    if note is None:
        return {}
    if first == last:
        return {last: note}
    asked = {first: note._replace(text=None, marks=())} if note.ask or note.hint else {}
    return asked | ({last: Note(note.text, note.marks)} if note.text or note.marks else {})
