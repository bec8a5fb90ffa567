"""Reading a move: the action of a [[move]] of a record on the table, and whether its statements are true."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from domino_lab.core.actions import Action, Discard, Draw, Pass, Play, Remove, Say, Shift, Stack
from domino_lab.core.chain import FIRST_LINE, Laid, OpenEnd
from domino_lab.core.events import Removed
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import judge, legal, plays_now
from domino_lab.play.references import (
    NUMBER,
    choice,
    distinct,
    is_stacked,
    ordinals,
    own_copy,
    place_of,
    tile_named,
    tiles_named,
)
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Note
from domino_lab.record.schema import MoveTable, Noted, tile_of
from domino_lab.record.source import Diagnostics, Path, show
from domino_lab.rules.scoring import Count

CHAIN = ("play", "draw", "pass", "stack", "discard")
"""The actions of a game with a chain and rivals."""

PATIENCE = ("play", "draw", "remove", "shift", "say")
"""The actions of the patience games, each in some of them."""

_PLACE = ("at", "line", "joins", "out", "edge")
_ONE_TILE = ("play", "draw", "stack", "discard", "shift")
_RARELY_STATED = frozenset(("open", "seat", "points", "chips", "turned", "remove"))

EVERY = dict.fromkeys(CHAIN + PATIENCE)

_BESIDE: Mapping[str, tuple[str, ...]] = {
    "at": ("play", "stack"), "joins": ("play",), "out": ("play",), "edge": ("play",), "line": ("play",),
    "call": ("play",), "copy": ("play", "draw", "stack", "discard"), "turned": ("play", "pass"), "to": ("shift",),
}
"""Keys that only say something beside certain others."""


@lru_cache(maxsize=1024)
def _kinds_of(keys: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keys that say what to do, and those that say nothing beside the first of them."""
    kinds = tuple(key for key in keys if key in EVERY and not (key == "remove" and "say" in keys))
    return kinds, tuple(key for key in keys if key in _BESIDE and kinds and kinds[0] not in _BESIDE[key])


class MoveReader:
    """One [[move]], with its `form` already checked, read in the position in which it is made.

    `where` is the path of the move in its file, `diagnostics` collects the problems; `ruling` is that on its action,
    once it has been read.
    """

    def __init__(self, form: MoveTable, state: Position, where: Path, diagnostics: Diagnostics) -> None:
        self.form, self.state, self.where, self.diagnostics = form, state, where, diagnostics
        self.ruling: Ruling | None = None

    def _problem(self, clause: str, case: str, *path: str, **facts: object) -> None:
        self.diagnostics.problem((*self.where, *path), clause, case, **facts)

    def is_one(self) -> bool:
        """Return True if the move says exactly one thing to do; adds no problem for a value that was already refused.

        Next to `say`, a `remove` names the tiles that were removed meanwhile.
        """
        kinds, idle = _kinds_of(tuple(self.form))
        if len(kinds) != 1:
            if kinds or not self._is_refused():
                self._problem("REC-KEY", "one_move", kinds=EVERY)
            return False
        for key in idle:
            self._problem("REC-KEY", "beside", key, key=key, kind=kinds[0])
        return not idle

    def _is_refused(self) -> bool:
        return any(problem.move == int(self.where[1]) + 1 for problem in self.diagnostics.problems)

    def has_tiles(self) -> bool:
        """Return True if every tile to be moved is a tile, and a shifted one has a place to go to."""
        form, good = self.form, True
        for key, value in form.items():
            if key in _ONE_TILE and isinstance(value, str):
                good &= tile_of(value, (*self.where, key), self.diagnostics) is not None
        for word in form.get("remove", ()):
            good &= tile_of(word, (*self.where, "remove"), self.diagnostics) is not None
        if "shift" in form and "to" not in form:
            self._problem("REC-KEY", "missing", key="to")
            return False
        return good

    def check_form(self) -> None:
        """Check a move that is not played: it says one thing to do, and its tiles and marks are well formed."""
        if self.is_one() and self.has_tiles() and "turned" in self.form:
            tile_of(self.form["turned"], (*self.where, "turned"), self.diagnostics)
        check_mark_forms(self.form, self.where, self.diagnostics)

    def belongs(self) -> bool:
        """Return True if the game has the action of the move; a key of other games is a problem (REC-KEY)."""
        rules = self.state.table.rules
        known = CHAIN if rules.solo is None else PATIENCE
        foreign = [key for key in self.form if (key in EVERY and key not in known)
                   or (key == "call" and rules["claim"] == "auto")
                   or (key == "turned" and not rules.dealing.is_blind)]
        for key in foreign[:1]:
            self._problem("REC-KEY", "elsewhere", key, key=key, game=rules.name)
        return not foreign

    def action(self) -> Action | None:
        """Return the action of the move, allowed by the rules; None, with a problem, if there is none."""
        if "play" in self.form:
            return self._play(Tile.of(self.form["play"]))
        if "stack" in self.form:
            return self._stack(Tile.of(self.form["stack"]))
        action = self._plain()
        if not self._allows(action):
            return None
        return Draw() if isinstance(action, Draw) and self.state.stock else action

    def _allows(self, action: Action) -> bool:
        self.ruling = judge(self.state, action)
        if not self.ruling.allowed:
            self.diagnostics.refuse(self.where, self.ruling)
        return self.ruling.allowed

    def _plain(self) -> Action:
        """Return an action that is what the file says, whatever lies on the table."""
        form = self.form
        if "say" in form:
            return self._say()
        if "remove" in form:
            return Remove(_lying([Tile.of(word) for word in form["remove"]], self.state))
        if "shift" in form:
            return Shift(_lying([Tile.of(form["shift"])], self.state)[0], form.get("to", 0))
        if "discard" in form:
            return Discard(own_copy(Tile.of(form["discard"]), self.state, form.get("copy")))
        return Pass() if "pass" in form else self._draw()

    def _say(self) -> Action:
        """Read the next number of a `say`: a tile that may go or stay (axis bingo_remove) goes if `remove` lists it."""
        listed = [Tile.of(word)[:2] for word in self.form.get("remove", ())]
        gone = [action for action in legal(self.state) if isinstance(action, Remove)]
        return next((action for action in gone if action.tiles[0][:2] in listed), Say())

    def _draw(self) -> Draw:
        drawn, state = self.form["draw"], self.state
        if isinstance(drawn, int):
            return Draw()
        tile = Tile.of(drawn)
        alike = [other for other in (*state.stock[:1], *sorted(state.below)) if other[:2] == tile[:2]]
        return Draw(next((other for other in alike if other.copy == self.form.get("copy")),
                         alike[0] if alike else tile))

    def _stack(self, tile: Tile) -> Stack | None:
        """Read a stacked tile; without `at` it goes on the equal tile that lies on the table."""
        form, state = self.form, self.state
        onto = tiles_named(form.get("at", str(tile)), state)
        if "at" in form and not onto:
            self._absent(form["at"])
            return None
        mine = own_copy(tile, state, form.get("copy"))
        action = Stack(mine, onto[0].number if onto else max(len(state.chain.laid) - 1, 0))
        if state.table.study:
            self.diagnostics.refuse(self.where, Ruling("REC-STUDY", "stack", {}, allowed=False))
            return None
        return action if self._allows(action) else None

    def _play(self, tile: Tile) -> Play | None:
        """Read a played tile; a problem names the clause if no place or several places fit what the file states."""
        form, state = self.form, self.state
        mine = own_copy(tile, state, form.get("copy"))
        if not state.chain.laid:
            return self._first_tile(mine)
        possible = plays_now(state, [mine])
        is_placed = not form.keys().isdisjoint(_PLACE)
        fitting = [play for play in possible if self._agrees(play)] if is_placed else possible
        if "call" in form:
            fitting = [play._replace(call=form["call"]) for play in fitting]
        if not fitting:
            self._refuse(mine)
            return None
        if not self._allows(fitting[0]):
            return None
        differ = distinct(fitting, state)
        if len(differ) == 1:  # The oldest of choices that give equal positions.
            return fitting[0]
        self._problem("REC-CHOICE", "many", tile=mine, choices=self._choices(differ))
        return None

    def _choices(self, plays: Sequence[Play]) -> str:
        shown_edge = "edge" in self.form
        return "; ".join(choice(play, self.state) + (f", edge = {play.end.edge}" if shown_edge and play.end else "")
                         for play in plays)

    def _first_tile(self, tile: Tile) -> Play | None:
        """Read the first tile of a hand, which joins nothing and leaves both its values outward."""
        form = self.form
        stated: list[str] = [key for key in ("at", "line", "joins", "edge") if key in form]
        stated += ["out"] if form.get("out", tile.low) not in tile[:2] else []
        if stated:
            self._problem("REC-CHOICE", "first", stated[0], tile=tile)
            return None
        play = Play(tile, call=form.get("call"))
        return play if self._allows(play) else None

    def _agrees(self, play: Play, keys: Sequence[str] = _PLACE) -> bool:
        """True if a play is what the file states, in every key of its place or in `keys` alone."""
        form = self.form
        stated = [key for key in keys if key in form]
        place = place_of(play)
        if "at" in stated and place["at"] not in self._at:
            return False
        return all(form.get(key) == place[key] for key in stated if key != "at")

    @cached_property
    def _at(self) -> tuple[int, ...]:
        """The numbers of the laid tiles that `at` names."""
        return tuple(laid.number for laid in tiles_named(self.form["at"], self.state))

    def _refuse(self, tile: Tile) -> None:
        """Say why nothing that the file states can be done, by the clause of the rules wherever one decides."""
        form, state = self.form, self.state
        held = judge(state, Play(tile, state.chain.ends[0] if state.chain.ends else None))
        onto = tiles_named(form["at"], state) if "at" in form else list(state.chain.laid)
        if held.id in ("GEN-HOLD-1", "GEN-DEAL-1", "GEN-OVER-1"):
            self.diagnostics.refuse(self.where, held)
        elif not onto:
            self._absent(form["at"])
        elif possible := self._joining(tile, onto):
            self._refuse_place(tile, onto, possible)
        else:
            self.diagnostics.refuse(self.where, judge(state, Play(tile, self._telling_end(tile, onto))))

    def _joining(self, tile: Tile, onto: Sequence[Laid]) -> list[Play]:
        """Return the plays by which `tile` can join one of the laid tiles."""
        numbers = {laid.number for laid in onto}
        return [play for play in plays_now(self.state, [tile]) if play.end and play.end.at in numbers]

    def _refuse_place(self, tile: Tile, onto: Sequence[Laid], possible: Sequence[Play]) -> None:
        """Name the key with which none of the `possible` plays agrees; no key if only all of them together are wrong.

        The rules have a clause for an edge that is free, but may not be used yet, and for another player's line.
        """
        keys = [key for key in ("line", "joins", "out", "edge") if key in self.form]
        wrong = [key for key in keys if not any(self._agrees(play, [key]) for play in possible)][:1]
        edge = self.form.get("edge", self.form.get("line", 0) + FIRST_LINE)
        shut = [end for end in self._ends_of(onto) if end.edge == edge]
        ruling = judge(self.state, Play(tile, shut[0])) if wrong in (["edge"], ["line"]) and shut else None
        if ruling is not None and not ruling.allowed:
            self.diagnostics.refuse(self.where, ruling)
        else:
            choices = self._choices(distinct(possible, self.state))
            self._problem("REC-CHOICE", "none", *wrong, tile=tile, choices=choices)

    def _telling_end(self, tile: Tile, onto: Sequence[Laid]) -> OpenEnd:
        """Return the end whose ruling says most: where the tile would fit if it were open, else one that is open."""
        fits, open_now = self.state.rules.matching.fits, self.state.open_ends
        ends = self._ends_of(onto) or [OpenEnd(onto[0].number, 0, 0)]
        return max(ends, key=lambda end: 2 if fits(tile, end.value) else int(end in open_now))

    def _ends_of(self, onto: Sequence[Laid]) -> list[OpenEnd]:
        """Return the free edges of some laid tiles, whether a tile may be played there now or not."""
        numbers = {laid.number for laid in onto}
        return [end for end in self.state.chain.ends if end.at in numbers]

    def _absent(self, at: str) -> None:
        """Add the problem that `at` names no tile that can be joined."""
        self._problem("REC-CHOICE", "stacked" if is_stacked(at, self.state) else "absent", "at", at=show(at))

    def check(self, steps: Sequence[Step]) -> None:
        """Compare the statements of the move with its `steps`; a wrong one is a problem, but the reading goes on."""
        form, before, state = self.form, self.state, steps[-1].state
        counted = _count_after(steps[-1]) if "count" in form else None
        if "count" in form and counted is None:
            self._problem("REC-STATED", "uncounted", "count", key="count", said=form["count"])
        stated: Mapping[str, object] = {**form, "open": sorted(form["open"])} if "open" in form else form
        true: dict[str, object] = {"count": counted.total} if counted else {}
        if "score" in form:
            true["score"] = sum(step.points for step in steps)
        is_rare = not _RARELY_STATED.isdisjoint(form)
        if is_rare:
            true |= {"open": values_at_ends(state), "seat": before.turn, "points": payments(before, state)}
            true |= {"chips": list(state.chips)} if state.chips else {}
        for key, value in true.items():
            if key in stated and stated[key] != value:
                wrong_value(stated[key], value, (*self.where, key), self.diagnostics)
        if is_rare:
            self._check_turned()
            check_chips(form, state, self.where, self.diagnostics)
            self._check_removed(steps)

    def _check_turned(self) -> None:
        """Check that the tile a row of face-down tiles turned up is the one at its front."""
        if "turned" in self.form:
            where = (*self.where, "turned")
            tile, front = tile_of(self.form["turned"], where, self.diagnostics), self.state.holdings[self.state.turn][0]
            if tile is not None and tile[:2] != front[:2]:
                wrong_value(self.form["turned"], str(front), where, self.diagnostics)

    def _check_removed(self, steps: Sequence[Step]) -> None:
        """Check that `remove`, beside `say`, lists the tiles that went meanwhile."""
        if "say" in self.form and "remove" in self.form:
            listed, gone = self.form["remove"], removals(steps)
            if Counter(tile[:2] for tile in gone) != Counter(Tile.of(word)[:2] for word in listed):
                wrong_value(listed, [str(tile) for tile in gone], (*self.where, "remove"), self.diagnostics)


def _lying(wanted: Sequence[Tile], state: Position) -> tuple[Tile, ...]:
    """Map each wanted tile to the equal tile on the table of a patience; one that is not there stays as it is."""
    free: list[Tile] = list(getattr(state, "free", ()))
    actions = []
    for tile in wanted:
        mine = next((other for other in free if other[:2] == tile[:2]), tile)
        if mine in free:
            free.remove(mine)
        actions.append(mine)
    return tuple(actions)


def removals(steps: Sequence[Step]) -> list[Tile]:
    """Return the tiles that were removed in some steps of a patience, in order."""
    return [tile for step in steps for event in step.events if isinstance(event, Removed) for tile in event.tiles]


def _count_after(step: Step) -> Count | None:
    """Return the board count after a step; the ruling on its score has it already, if there is one."""
    known = step.judged.facts.get("sum") if step.judged else None
    return known if isinstance(known, Count) else step.state.board_count


def payments(before: Position, after: Position) -> list[int]:
    """Return the points that each side has won between two states; below zero if it lost points."""
    return [now - then for now, then in zip(after.scores, before.scores, strict=True)]


def values_at_ends(state: Position) -> list[int]:
    """Return the value at each open end, sorted, one entry for each end."""
    return sorted(end.value for end in state.open_ends)


def wrong_value(stated: object, true: object, where: Path, diagnostics: Diagnostics) -> None:
    """Add the problem that a stated value is not the true one (REC-STATED)."""
    diagnostics.problem(where, "REC-STATED", "wrong", key=where[-1], said=show(stated), value=show(true))


def check_chips(form: Mapping[str, object], state: Position, where: Path, diagnostics: Diagnostics) -> None:
    """Add a problem for chips in a game that has none."""
    if "chips" in form and not state.chips:
        diagnostics.problem((*where, "chips"), "REC-KEY", "elsewhere", key="chips", game=state.rules.name)


NOTED = frozenset(("note", "mark", "ask", "hint"))
"""Keys by which a table has a note."""

_END = re.compile(r"end:(\d{1,2})", re.ASCII)


def note_of(form: Noted) -> Note | None:
    """Return the note in a checked table, or None if nothing is noted."""
    if NOTED.isdisjoint(form):
        return None
    return Note(form.get("note"), tuple(form.get("mark", ())), form.get("ask"), form.get("about", "score"),
                form.get("hint"))


def notes_of(form: Noted, first: int, last: int) -> dict[int, Note]:
    """Return the notes of one move by step: in several draws the question comes first, the note after the last."""
    note = note_of(form)
    if note is None:
        return {}
    if first == last:
        return {last: note}
    asked = {first: note._replace(text=None, marks=())} if note.ask or note.hint else {}
    return asked | ({last: Note(note.text, note.marks)} if note.text or note.marks else {})


def check_marks(marks: Sequence[str], state: Position, where: Path, diagnostics: Diagnostics) -> None:
    """Check that every mark names something on the table or in a holding of `state` (REC-VALUE)."""
    for mark in marks:
        number, end, tile = NUMBER.fullmatch(mark), _END.fullmatch(mark), tile_named(mark)
        there: bool | None = None  # for a text that is not a mark
        if number:
            there = 1 <= int(number[1]) <= len(ordinals(state))
        elif end:
            there = any(open_end.value == int(end[1]) for open_end in state.open_ends)
        elif tile is not None:
            there = any(other[:2] == tile[:2] for other in _visible_tiles(state))
        if not there:
            diagnostics.problem((*where, "mark"), "REC-VALUE", "format" if there is None else "mark", mark=show(mark))


def check_mark_forms(form: Noted, where: Path, diagnostics: Diagnostics) -> None:
    """Check the marks of a move that is not played: only their form."""
    for mark in form.get("mark", ()):
        if not (NUMBER.fullmatch(mark) or _END.fullmatch(mark) or tile_named(mark)):
            diagnostics.problem((*where, "mark"), "REC-VALUE", "format", mark=show(mark))


def _visible_tiles(state: Position) -> Iterator[Tile]:
    """Yield every tile that lies on the table, in a holding, or face up before the player of a patience."""
    faces: Mapping[str, object] = getattr(state, "faces", {})
    laid = (*(placed.tile for placed in state.chain.laid), *(placed.tile for placed in state.stacks))
    return _tiles_in((laid, *state.holdings, *state.discards, *faces.values()))


def _tiles_in(part: object) -> Iterator[Tile]:
    if isinstance(part, Tile):
        yield part
    elif isinstance(part, tuple):
        for inner in part:
            yield from _tiles_in(inner)
