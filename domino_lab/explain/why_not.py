"""why_not(state, action): the clause that refuses an action or a call, and the nearest action that is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from domino_lab.actions import Action, Draw, Pass, Play, Remove, Say, Shift, Stack
from domino_lab.chain import Laid
from domino_lab.errors import NotationError, shown
from domino_lab.escaping import as_markdown
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal, plays
from domino_lab.play.state import Position
from domino_lab.record.references import at_text, distinct, named, number_of
from domino_lab.rulings import Ruling, clause
from domino_lab.tiles import Tile
from domino_lab.words import phrase


class Call(NamedTuple):
    """A player calls `points` for a tile that lies on the table: `tile`, or the one laid last."""

    points: int
    tile: Tile | None = None

    @property
    def kind(self) -> str:
        """What a hand record calls it."""
        return "call"

    def __str__(self) -> str:
        return f"call {self.points}" if self.tile is None else f"call {self.points} for {self.tile}"


def on_call(state: Any, action: Play | Call) -> Ruling:
    """The ruling on a score that is called: with a tile that is laid now, or for one that lies there already."""
    if state.over is not None:
        return Ruling("GEN-OVER-1", "no", {}, allowed=False)
    scoring, rules = state.rules.scoring, state.rules
    if rules.solo is not None or scoring.play_score == "none":
        return Ruling("GEN-CALL-1", "none", {}, allowed=False)
    if isinstance(action, Play) and not judge(state, action).allowed:
        return judge(state, action)
    if scoring.claim == "auto":
        return Ruling("GEN-CALL-1", "auto", {}, allowed=False)
    return _with_tile(state, action) if isinstance(action, Play) else _afterwards(state, action)


def _with_tile(state: Position, play: Play) -> Ruling:
    """As the tile is laid: what the hand itself would say of that call."""
    judged = advance(state, play).judged
    return _on_claim(judged, str(state.rules.scoring.clauses["claim"]))


def _afterwards(state: Position, call: Call) -> Ruling:
    """A call holds until the next tile lies there; where the next player takes what is overlooked, not so long."""
    laid, said = state.chain.laid, state.rules.scoring.clauses["claim"]
    if not laid:
        return Ruling("GEN-CALL-1", "early", {}, allowed=False)
    last = laid[-1].tile
    wanted = last if call.tile is None else call.tile
    if wanted[:2] != last[:2] or state.rules.scoring.claim == "call-else-opponent":
        return Ruling(said, "late", {"tile": wanted, "last": last}, allowed=False)
    name = state.table.names[state.blocker or 0]
    judged = state.rules.scoring.judge(state.chain, name)
    return _on_claim(judged and state.rules.scoring.claimed(judged, call.points, name, name), said)


def _on_claim(judged: Ruling | None, said: str) -> Ruling:
    """Of a decision on a score, the part on the call; it stands only if the score was called rightly."""
    assert judged is not None
    found = next(ruling for ruling in judged.tree() if ruling.clause == said)
    return found._replace(allowed=found.case == "called")


class Answer(NamedTuple):
    """The answer to "why not?": whether the action is allowed, the ruling, and the nearest legal action instead.

    >>> Answer(Ruling("GEN-OVER-1", "no", allowed=False), None, "").clause
    'GEN-OVER-1'
    """

    ruling: Ruling
    instead: Action | None
    hint: str

    def __repr__(self) -> str:
        return f"{self.text}\n{phrase('explain.rule', clause=self.clause, origin=self.origin)}"

    def _repr_markdown_(self) -> str:
        rule = phrase("explain.rule", clause=self.clause, origin=self.origin)
        return f"{as_markdown(self.text)}\n\n*{as_markdown(rule)}*"

    @property
    def allowed(self) -> bool:
        """Whether the action may be done after all.

        >>> Answer(Ruling("GEN-OVER-1", "no", allowed=False), None, "").allowed
        False
        """
        return self.ruling.allowed

    @property
    def clause(self) -> str:
        """The id of the clause that decided.

        >>> Answer(Ruling("GEN-OVER-1", "no"), None, "").clause
        'GEN-OVER-1'
        """
        return self.ruling.id

    @property
    def origin(self) -> str:
        """The sheet it comes from.

        >>> Answer(Ruling("GEN-OVER-1", "no"), None, "").origin
        'general domino rules'
        """
        return clause(self.ruling.clause).origin

    @property
    def text(self) -> str:
        """The answer in words, with the legal alternative.

        >>> Answer(Ruling("GEN-OVER-1", "no", allowed=False), None, "Nothing is allowed now.").text
        'The hand is over, so nobody may lay, draw or pass. Nothing is allowed now.'
        """
        if self.allowed:
            return phrase("explain.legal", why=self.ruling.text)
        return f"{self.ruling.text} {self.hint}".strip()


def why_not(state: Position, action: Action | Call, seat: int | None = None) -> Answer:
    """Why `action` may not be done now (by `seat`, else the seat to move), and what may be done instead.

    A call, alone or with the tile that is laid, is answered by what becomes of that score.
    """
    if isinstance(action, Call):
        return Answer(on_call(state, action), None, "")
    ruling = judge(state, action, seat)
    if ruling.allowed and isinstance(action, Play) and action.call is not None:
        return Answer(on_call(state, action), None, "")
    if ruling.allowed:
        return Answer(ruling, None, "")
    instead = nearest(state, action)
    hint = phrase("explain.no_instead") if instead is None else phrase("explain.instead", action=said(state, instead))
    return Answer(ruling, instead, f"{_shut(state, action, ruling)} {hint}".strip())


def _shut(state: Position, action: Action, ruling: Ruling) -> str:
    """Of a tile that fits no open end: that it would fit one that the order of arms still shuts, in words."""
    if not isinstance(action, Play) or action.end not in state.open_ends:
        return ""
    fits, open_now = state.rules.matching.fits, state.open_ends
    if any(fits(action.tile, end.value) for end in open_now):
        return ""
    shut = (judge(state, Play(action.tile, end)) for end in state.chain.ends
            if end not in open_now and fits(action.tile, end.value))
    return next((found.text for found in shut if not found.allowed and found[:2] != ruling[:2]), "")


def nearest(state: Position, action: Action) -> Action | None:
    """The legal action most like `action`: the same tile elsewhere, else another tile there, else the first."""
    options = legal(state)
    if not options:
        return None
    return max(options, key=lambda option: _likeness(option, action))


def _likeness(option: Action, action: Action) -> tuple[bool, bool]:
    if isinstance(option, Remove) and isinstance(action, Remove):
        return True, not set(option.tiles).isdisjoint(action.tiles)
    if not isinstance(option, Play) or not isinstance(action, Play):
        return option.kind == action.kind, False
    return option.tile == action.tile, option.end == action.end


def said(state: Position, action: Action) -> str:
    """An action as a player says it: "lay 5-4 on the 4 of 4-2"."""
    if isinstance(action, Stack):
        return phrase("explain.do_stack", tile=action.tile, onto=state.chain.laid[action.on].tile)
    if isinstance(action, Remove):
        return phrase("explain.do_remove", tiles=action.tiles)
    if isinstance(action, Shift):
        return phrase("explain.do_shift", tile=action.tile, column=action.to + 1)
    if not isinstance(action, Play):
        return phrase(f"explain.do_{action.kind}")
    if action.end is None:
        return phrase("explain.do_set", tile=action.tile)
    onto = state.chain.laid[action.end.at].tile
    return phrase("explain.do_play", tile=action.tile, value=action.end.value, onto=onto)


_PLAIN: dict[str, Action] = {"draw": Draw(), "pass": Pass(), "say": Say()}


def tried(state: Position, text: str | Tile, at: str | Tile | None = None) -> Action | Call:
    """The action that `text` means: a tile, "draw", "pass", "stack 5-3", "remove 6-6 0-0", "shift 4-2 to 3" or "say".

    `at` names the laid tile that a tile joins or is stacked on, as "5-5" or "#3"; it may also stand in the text, as in
    "5-4@4-2" or "stack 5-3@#2", with the value it joins ("@4-2:4") and the half that is to lie outward ("@4-2>5").
    Where the next tile of the boneyard is unknown, "draw 0-3" names it. "5-4 call 10" calls a score, "call 10" calls
    it for the tile laid last. A `Tile` stands for its name. Columns are counted from 0. Raises NotationError for a text
    that means nothing.
    """
    said = _Said.of(_text(text), None if at is None else _text(at))
    verb, words = said.verb, said.words
    if verb in _PLAIN and not words:
        return _PLAIN[verb]
    if verb in ("stack", "draw", "remove", "shift") and words:
        return _moved(state, said)
    if verb == "call" and not words and said.call is not None:
        return Call(said.call)
    return _played(state, said)


class _Said(NamedTuple):
    """A text taken apart: "5-4@4-2:4>5 call 10" has the verb "5-4", at "4-2", joins 4, out 5 and call 10."""

    verb: str
    words: tuple[str, ...]
    at: str | None
    joins: int | None
    out: int | None
    call: int | None

    @classmethod
    def of(cls, text: str, at: str | None) -> _Said:
        place, _, call = text.partition("call ")
        rest, _, out = place.partition(">")
        tile, _, onto = rest.partition("@")
        onto, _, joins = onto.partition(":")
        verb, *words = tile.split() or ["call" if call else ""]
        return cls(verb, tuple(words), onto.strip() or at, _number(joins, "5-4@4-2:4"), _number(out, "5-4@4-2>5"),
                   _number(call, "call 10"))


def _text(given: str | Tile) -> str:
    if isinstance(given, str):
        return given
    if isinstance(given, Tile):
        return str(given)
    raise NotationError(f"{shown(given)} is no move: write a tile, as in \"6-5\", or \"draw\", or \"pass\"")


def _number(said: str, example: str) -> int | None:
    if not said.strip():
        return None
    if not said.strip().isdecimal() or len(said) > 6:
        raise NotationError(f"{shown(said)} is no number: write it as in {example}")
    return int(said)


def _moved(state: Position, said: _Said) -> Action:
    words = said.words
    if said.verb == "remove":
        return Remove(tuple(_held([Tile.of(word) for word in words], state)))
    tile = Tile.of(words[0])
    if said.verb == "draw" and len(words) == 1:
        return Draw(next((other for other in sorted(state.below) if other[:2] == tile[:2]), tile))
    tile = _held([tile], state)[0]
    if said.verb == "stack" and len(words) == 1:
        onto = named(said.at if said.at is not None else str(tile), state)
        return Stack(tile, onto[-1].number if onto else 0)
    if said.verb == "shift" and len(words) == 3 and words[1] == "to" and words[2].isdecimal():
        return Shift(tile, int(words[2]))
    raise NotationError(f"{shown(' '.join((said.verb, *words)))} is not a tile, nor anything else that can be done")


def _played(state: Position, said: _Said) -> Play | Call:
    tile = Tile.of(" ".join((said.verb, *said.words)))
    if said.call is not None and any(laid.tile[:2] == tile[:2] for laid in state.chain.laid):
        free = [held for held in state.holdings[state.turn] if held[:2] == tile[:2]]
        if not free:
            return Call(said.call, tile)
    return _play(_held([tile], state)[0], state, said)._replace(call=said.call)


def _play(tile: Tile, state: Position, said: _Said) -> Play:
    if not state.chain.laid:
        return Play(tile)
    onto: Sequence[Laid] = state.chain.laid if said.at is None else named(said.at, state)
    if not onto:
        raise NotationError(f"{shown(said.at)} does not lie on the table")
    numbers = {laid.number for laid in onto}
    ends = [end for end in state.chain.ends if end.at in numbers and said.joins in (None, end.value)]
    fitting = [play for play in plays(state.rules, state.chain, [tile])
               if play.end in ends and said.out in (None, play.out)]
    if fitting:
        return fitting[0]
    if not ends:
        return Play(tile, state.chain.ends[0]._replace(at=min(numbers)), said.out)
    # Of ends that the tile does not fit, one is meant that is open now: the order of arms may shut the oldest.
    return Play(tile, next((end for end in ends if end in state.open_ends), ends[0]), said.out)


def typed(state: Position, action: Action) -> str:
    """What to type for an action, so that `tried` in this state means just that, or one that leaves an equal position.
    """
    if isinstance(action, Play):
        called = f" call {action.call}" if action.call is not None else ""
        return f"{action.tile}{_joining(state, action)}{called}"
    if isinstance(action, Stack):
        return f"stack {action.tile}@{number_of(action.on, state)}"
    if isinstance(action, Shift):
        return f"shift {action.tile} to {action.to}"
    return f"draw {action.tile}" if isinstance(action, Draw) and action.tile is not None else str(action)


def _joining(state: Position, play: Play) -> str:
    """As much of the place as is needed: "@4-2" only where the tile could go elsewhere, ">5" likewise."""
    if play.end is None:
        return ""
    choices = distinct(plays(state.rules, state.chain, [play.tile]), state)
    if len(choices) <= 1:
        return ""
    there = [one for one in choices if one.end is not None and one.end.at == play.end.at]
    values = {one.end.value for one in there if one.end is not None}
    joins = f":{play.end.value}" if len(values) > 1 else ""
    alike = [one for one in there if one.end is not None and one.end.value == play.end.value]
    out = f">{play.out}" if len(alike) > 1 and play.out is not None else ""
    return f"@{at_text(play.end, state)}{joins}{out}"


def _held(wanted: Sequence[Tile], state: Any) -> list[Tile]:
    """Of equal tiles those that the player holds, or that lie free before him."""
    near, found = [*state.holdings[state.turn], *getattr(state, "free", ())], []
    for tile in wanted:
        mine = next((other for other in near if other[:2] == tile[:2]), tile)
        near = [other for other in near if other != mine]
        found.append(mine)
    return found
