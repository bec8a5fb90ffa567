"""Moves as text: describe a move in words, parse one that a reader types, and write one to be typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from domino_lab.core.actions import Action, Discard, Draw, Pass, Play, Remove, Say, Shift, Stack
from domino_lab.core.chain import FIRST_LINE, Laid, OpenEnd
from domino_lab.core.errors import NotationError, quote
from domino_lab.core.events import Discarded, Drew, Leads, Removed, Said, Shifted, Stacked, Turned
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import leave_to_partner, may_leave, plays, plays_now
from domino_lab.play.references import at_text, distinct, number_of, tiles_named
from domino_lab.play.state import Position, Step
from domino_lab.words import join_words, phrase


class ScoreCall(NamedTuple):
    """A player calls `points` for a tile on the table: `tile`, or the one played last."""

    points: int
    tile: Tile | None = None

    @property
    def kind(self) -> str:
        """The name of the action in a hand record."""
        return "call"

    def __str__(self) -> str:
        return f"call {self.points}" if self.tile is None else f"call {self.points} for {self.tile}"


def describe_move(state: Position, action: Action, where: Mapping[OpenEnd, str] = MappingProxyType({})) -> str:
    """Describe an action in a player's words; `where` has the places of a spinner's ends in a picture beside them."""
    if isinstance(action, Play):
        return _describe_play(state, action, where)
    if isinstance(action, Stack):
        return phrase("explain.do_stack", tile=action.tile, onto=state.chain.laid[action.on].tile)
    if isinstance(action, Remove):
        return phrase("explain.do_remove", tiles=action.tiles)
    if isinstance(action, Shift):
        return phrase("explain.do_shift", tile=action.tile, column=action.to + 1)
    leaves = isinstance(action, Pass) and may_leave(state)
    facts = leave_to_partner(state).ruling.facts if leaves else action._asdict()
    return phrase(f"explain.do_{'leave' if leaves else action.kind}", **facts)


def _describe_play(state: Position, play: Play, where: Mapping[OpenEnd, str]) -> str:
    if play.end is None:
        return phrase("explain.do_set", tile=play.tile)
    return phrase("explain.do_play", tile=play.tile, place=where.get(play.end) or end_text(state, play.end))


def end_text(state: Position, end: OpenEnd, key: str = "picture.place") -> str:
    """Return the place of an end in words: by its value and its tile, or by the line that begins there."""
    line, names = end.edge - FIRST_LINE, state.table.names
    if line < 0:
        return phrase(f"{key}_end", value=end.value, tile=state.chain.laid[end.at].tile)
    return phrase(f"{key}_line", owner=names[line]) if line < len(names) else phrase(f"{key}_common")


def pass_word(state: Position) -> str:
    """Return "leave" if a pass leaves the lead to the partner, or else "pass": a key of words/en/board.toml."""
    return "leave" if may_leave(state) else "pass"


def move_of(step: Step) -> str:
    """Describe the action of a step, without the player."""
    action = step.action
    if isinstance(action, Play):
        onto = {} if action.end is None else {"onto": step.state.chain.laid[action.end.at].tile}
        return phrase("explain.does_lay" if onto else "explain.does_set", tile=action.tile, **onto)
    for kind, key in ((Drew, "draw"), (Stacked, "stack"), (Turned, "turn"), (Discarded, "discard")):
        event_of_kind = next((event for event in step.events if isinstance(event, kind)), None)
        if event_of_kind is not None:
            return phrase(f"explain.does_{key}", tile=event_of_kind.tile)
    if step.state.rules.solo is not None:
        return _alone(step)
    if action is not None:
        left = next((event.ruling.facts for event in step.events if isinstance(event, Leads)), None)
        return phrase("explain.does_pass") if left is None else phrase("explain.does_leave", partner=left["partner"])
    settled = step.settled
    return phrase("explain.does_tie" if settled is None or settled.winner is None else "explain.does_win")


def _alone(step: Step) -> str:
    """Say what was done in a patience, or else how it ended."""
    for event in step.events:
        if isinstance(event, Said):
            return phrase("explain.does_say", number=event.number, tile=event.tile)
        if isinstance(event, Removed):
            return phrase("explain.does_remove", tiles=event.tiles)
        if isinstance(event, Shifted):
            return phrase("explain.does_shift", tile=event.tile, column=event.to + 1)
    return phrase(f"explain.does_{step.state.over}")


_PLAIN: dict[str, Action] = {"draw": Draw(), "pass": Pass(), "say": Say()}


def parse_move(state: Position, text: str | Tile, at: str | Tile | None = None) -> Action | ScoreCall:
    """Return the action that `text` means.

    It is a tile, "draw", "pass", "stack 5-3", "discard 6-5", "remove 6-6 0-0", "shift 4-2 to 3" or "say". `at` names
    the played tile that a tile joins or is stacked on, as "5-5" or "#3"; it can also be in the text, as in "5-4@4-2" or
    "stack 5-3@#2", with the value that it joins ("@4-2:4") and the half that is to face outward ("@4-2>5"). Where
    players have lines of their own, "12-3@line2" begins that of seat 2; the common line comes last. If the next
    tile of the boneyard is unknown, "draw 0-3" names it. "5-4 call 10" calls a score, and "call 10" calls it for the
    tile played last. A `Tile` stands for its name. Columns are counted from 0. Raises NotationError for a text without
    a meaning.
    """
    parts = _Parts.of(_text(text), None if at is None else _text(at))
    verb, words = parts.verb, parts.words
    if verb in _PLAIN and not words:
        return _PLAIN[verb]
    if verb in ("stack", "draw", "discard", "remove", "shift") and words:
        return _read_move(state, parts)
    if verb == "call" and not words and parts.call is not None:
        return ScoreCall(parts.call)
    return _read_play(state, parts)


class _Parts(NamedTuple):
    """The parts of a text: "5-4@4-2:4>5 call 10" has the verb "5-4", at "4-2", joins 4, out 5 and call 10."""

    verb: str
    words: tuple[str, ...]
    at: str | None
    line: int | None
    joins: int | None
    out: int | None
    call: int | None

    @classmethod
    def of(cls, text: str, at: str | None) -> _Parts:
        whole, _, call = text.partition("call ")
        rest, _, out = whole.partition(">")
        tile, _, onto = rest.partition("@")
        onto, _, joins = onto.partition(":")
        verb, *words = tile.split() or ["call" if call else ""]
        place = onto.strip() or at or ""
        line = _number(place.removeprefix("line"), "12-3@line2") if place.startswith("line") else None
        return cls(verb, tuple(words), place if place and line is None else None, line, _number(joins, "5-4@4-2:4"),
                   _number(out, "5-4@4-2>5"), _number(call, "call 10"))


def _text(given: str | Tile) -> str:
    if isinstance(given, str):
        return given
    if isinstance(given, Tile):
        return str(given)
    raise NotationError(f"{quote(given)} is not a move: write a tile, as in \"6-5\", or \"draw\", or \"pass\"")


def _number(text: str, example: str) -> int | None:
    if not text.strip():
        return None
    if not text.strip().isdecimal() or len(text) > 6:
        raise NotationError(f"{quote(text)} is not a number: write it as in {example}")
    return int(text)


def _read_move(state: Position, parts: _Parts) -> Action:
    words = parts.words
    if parts.verb == "remove":
        return Remove(tuple(_pick_tiles([Tile.of(word) for word in words], state)))
    tile = Tile.of(words[0])
    if parts.verb == "draw" and len(words) == 1:
        return Draw(next((other for other in sorted(state.below) if other[:2] == tile[:2]), tile))
    tile = _pick_tiles([tile], state)[0]
    if parts.verb == "discard" and len(words) == 1:
        return Discard(tile)
    if parts.verb == "stack" and len(words) == 1:
        onto = tiles_named(parts.at if parts.at is not None else str(tile), state)
        return Stack(tile, onto[-1].number if onto else 0)
    if parts.verb == "shift" and len(words) == 3 and words[1] == "to" and words[2].isdecimal():
        return Shift(tile, int(words[2]))
    raise NotationError(f"{quote(' '.join((parts.verb, *words)))} is neither a tile nor another move")


def _read_play(state: Position, parts: _Parts) -> Play | ScoreCall:
    tile = Tile.of(" ".join((parts.verb, *parts.words)))
    if parts.call is not None and any(laid.tile[:2] == tile[:2] for laid in state.chain.laid):
        free = [held for held in state.holdings[state.turn] if held[:2] == tile[:2]]
        if not free:
            return ScoreCall(parts.call, tile)
    return _play(_pick_tiles([tile], state)[0], state, parts)._replace(call=parts.call)


def _play(tile: Tile, state: Position, parts: _Parts) -> Play:
    if not state.chain.laid:
        if parts.at is not None:
            raise NotationError(f"{quote(parts.at)} is not on the table: leave at= out, because {tile} "
                                "would be the first tile")
        return Play(tile)
    onto: Sequence[Laid] = state.chain.laid if parts.at is None else tiles_named(parts.at, state)
    if not onto:
        open_tiles = dict.fromkeys(state.chain.laid[end.at].tile for end in state.open_ends)
        raise NotationError(f"{quote(parts.at)} is not on the table; the open ends are on {join_words(open_tiles)}")
    numbers = {laid.number for laid in onto}
    ends = [end for end in state.chain.ends if end.at in numbers and parts.joins in (None, end.value)
            and (parts.line is None or end.edge == FIRST_LINE + parts.line)]
    fitting = [play for play in plays_now(state, [tile])
               if play.end in ends and parts.out in (None, play.out)]
    if fitting:
        return fitting[0]
    if parts.line is not None and not ends:
        raise NotationError(f"no line {parts.line} can begin now")
    if not ends:
        return Play(tile, state.chain.ends[0]._replace(at=min(numbers)), parts.out)
    # A refused tile is meant for an end that it fits, or else for one that is open: the order of arms may shut some.
    refused = [play.end for play in plays(state.rules, state.chain, [tile], None, state.open_ends)]
    return Play(tile, next((end for end in (*refused, *state.open_ends) if end in ends), ends[0]), parts.out)


def format_move(state: Position, action: Action) -> str:
    """Write an action so that `parse_move` in this state returns it, or one that leads to an equal position."""
    if isinstance(action, Play):
        called = f" call {action.call}" if action.call is not None else ""
        return f"{action.tile}{_joining(state, action)}{called}"
    if isinstance(action, Stack):
        return f"stack {action.tile}@{number_of(action.on, state)}"
    if isinstance(action, Shift):
        return f"shift {action.tile} to {action.to}"
    return f"draw {action.tile}" if isinstance(action, Draw) and action.tile is not None else str(action)


def _joining(state: Position, play: Play) -> str:
    """As much of the place as is needed: "@4-2" only if the tile could go elsewhere, and ">5" likewise; or its line."""
    if play.end is None:
        return ""
    choices = distinct(plays_now(state, [play.tile]), state)
    if len(choices) <= 1:
        return ""
    if play.end.edge >= FIRST_LINE:
        return f"@line{play.end.edge - FIRST_LINE}"
    there = [choice for choice in choices if choice.end is not None and choice.end.at == play.end.at]
    values = {other.end.value for other in there if other.end is not None}
    joins = f":{play.end.value}" if len(values) > 1 else ""
    alike = [choice for choice in there if choice.end is not None and choice.end.value == play.end.value]
    out = f">{play.out}" if len(alike) > 1 and play.out is not None else ""
    return f"@{at_text(play.end, state)}{joins}{out}"


def _pick_tiles(wanted: Sequence[Tile], state: Position) -> list[Tile]:
    """Return the tiles as the player holds them, or as they lie free on the table, if several are equal."""
    near, picked = [*state.holdings[state.turn], *getattr(state, "free", ())], []
    for tile in wanted:
        mine = next((other for other in near if other[:2] == tile[:2]), tile)
        near = [other for other in near if other != mine]
        picked.append(mine)
    return picked
