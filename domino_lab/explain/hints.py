"""Hints: three steps towards the answer to a question about a hand, none of which states it.

The first is the rule to look at, or what the author of the hand wrote; then come the first step and half the answer,
from the counts and the tiles of the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domino_lab.core.actions import Action, Discard, Draw, Pass, Play, Stack
from domino_lab.core.tiles import Tile
from domino_lab.explain.questions import CHOICE, NUMBER, HandQuestion
from domino_lab.play.legal import legal
from domino_lab.play.state import Position
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.sheet import rule_of_axis
from domino_lab.words import phrase

_DECIDED_BY = {
    "score": ("play_score",), "count": ("double_weights", "play_score"), "tile": ("matching",), "move": ("matching",),
    "who": ("direction",), "winner": ("block", "tie"), "award": ("end_base", "who_scores"),
}
"""The axes whose rule a question is about; the first that the rule page has words for."""
_FAR = 11
"""The answer is less than a number at least this much higher."""


def hints(hand: Timeline, asked: HandQuestion, action: Action | None = None, *, is_open: bool = True
          ) -> tuple[str, ...]:
    """Return the hints to a question about a step of `hand`: what to look at, the first step, half of the answer.

    `action` is what the question asks about if it may be no step of the hand; where the tiles of the mover are not
    open, no hint names them.

    >>> from domino_lab.explain.questions import questions
    >>> from domino_lab.record.load import load
    >>> hand = load("all-fives-worked-example")
    >>> hints(hand, questions(hand)[2])[1:]
    ('Find the open ends after this move: they are on 5-5 and 5-0.', 'The answer is more than 4 and less than 26.')
    """
    if hand.rules.solo is not None:
        return (asked.hint,) if asked.hint else ()
    before = hand[asked.asked_at].state
    moved = action or (hand[asked.step].action if asked.step < len(hand) else None)
    look = asked.hint or _rule(hand.rules, asked, moved, before)
    if asked.about in ("score", "count"):
        steps = _of_numbers(hand, asked)
    elif asked.about in ("winner", "award"):
        steps = _of_end(hand, asked)
    elif asked.about == "who":
        steps = _of_turn(hand, asked)
    elif asked.about == "legal" or not isinstance(moved, Play):
        steps = _of_refusals(before, action, is_open=is_open)
    else:
        steps = iter((_ends(before), phrase("hints.half", value=_shared_half(moved.tile, before))))
    return tuple(filter(None, (look, *steps)))


def _rule(rules: Ruleset, asked: HandQuestion, moved: Action | None, before: Position) -> str:
    """The rule of the axis that a question is about, which is the same whatever the answer."""
    axes = _DECIDED_BY.get(asked.about, ())
    if asked.about == "tile" and rules["play_score"] != "none" and before.chain.laid:
        axes = "play_score", *axes
    if asked.about == "legal":
        axes = ("draw_when", "matching") if isinstance(moved, Draw | Pass | Discard) else (
            "stack" if isinstance(moved, Stack) else "matching",)
        if isinstance(moved, Play) and not before.chain.laid:
            axes = "lead_tile", "first_leader", *axes
    return next(filter(None, (rule_of_axis(rules, axis) for axis in axes)), "")


# --- points and counts

def _of_numbers(hand: Timeline, asked: HandQuestion) -> Iterator[str]:
    """Yield the open ends after the move, and the count without one of them."""
    step = hand[asked.step]
    count, laid = step.state.board_count, step.state.chain.laid
    places = dict.fromkeys(end.at for end in step.state.chain.ends)
    yield phrase("hints.ends_then", tiles=[laid[at].tile for at in places]) if places else ""
    terms = [] if count is None else [
        (term.tile, count.total - term.value) for term in reversed(count.terms)
        if term.value and count.total - term.value not in (0, int(asked.right))]
    yield phrase("hints.without", tile=terms[0][0], partial=terms[0][1]) if terms else _between(asked)


def _between(asked: HandQuestion) -> str:
    """Two numbers that the answer lies between; of an answer near 0 only the upper one."""
    right = int(asked.right)
    low, high = right // 2 - 1, right + abs(right) // 2 + _FAR
    return phrase("hints.between", low=low, high=high) if low >= 0 else phrase("hints.below", high=high)


# --- the end of a hand

def _of_end(hand: Timeline, asked: HandQuestion) -> Iterator[str]:
    """Yield what to add up, and a part of the sum, or two of those who may have won."""
    state = hand.state
    yield phrase("hints.add_up")
    if asked.kind != NUMBER:
        yield one_of_two(asked)
        return
    parts = [(hand.names[seat], tile, sum(each.weight for each in held) - tile.weight)
             for seat, held in enumerate(state.holdings) for tile in held if len(held) > 1 and tile.weight]
    fair = [part for part in parts if part[2] != int(asked.right)]
    yield phrase("hints.part", player=fair[0][0], tile=fair[0][1], pips=fair[0][2]) if fair else _between(asked)


def one_of_two(asked: HandQuestion) -> str:
    """Return a hint with the right option and another, in the order of the options; empty if there are just two."""
    if asked.kind != CHOICE or len(asked.options) < 3:
        return ""
    others = [option for option in asked.options if option != asked.right]
    other = others[asked.step % len(others)]
    return phrase("hints.one_of", options=[option for option in asked.options if option in (asked.right, other)])


def _of_turn(hand: Timeline, asked: HandQuestion) -> Iterator[str]:
    last = hand[asked.asked_at].seat if asked.asked_at else None
    yield phrase("hints.first_tile") if last is None else phrase("hints.moved_last", player=hand.names[last])
    yield one_of_two(asked)


# --- what is allowed

def _of_refusals(state: Position, action: Action | None, *, is_open: bool) -> Iterator[str]:
    """Yield the place of the tile and what it shows; or the tiles in hand that do not fit."""
    if isinstance(action, Play | Stack):
        end = action.end.value if isinstance(action, Play) and action.end is not None else None
        on = state.chain.laid[action.on].tile if isinstance(action, Stack) else None
        yield phrase("hints.stack_on", tile=on) if on is not None else phrase(
            "hints.first_tile" if end is None else "hints.end_there", value=end)
        yield phrase("hints.halves", tile=action.tile, high=action.tile.high, low=action.tile.low)
        return
    yield f"{_ends(state)} {phrase('hints.boneyard', count=state.boneyard) if state.boneyard else ''}".strip()
    if is_open and state.turn is not None and state.holdings[state.turn]:
        yield _no_fit(state, state.holdings[state.turn])


def _no_fit(state: Position, held: Sequence[Tile]) -> str:
    """Some tiles that do not fit, but never all; or a tile to begin with."""
    fits = {move.tile for move in legal(state) if isinstance(move, Play)}
    idle = [tile for tile in held if tile not in fits]
    named = idle[:min(len(idle), len(held) - 1)]
    return phrase("hints.no_fit", tiles=named) if named else phrase("hints.begin", tile=held[0])


def _ends(state: Position) -> str:
    values = sorted({end.value for end in state.open_ends})
    return phrase("hints.ends", values=values) if values else phrase("hints.first_tile")


def _shared_half(tile: Tile, state: Position) -> int:
    """The half of a tile that more of the other tiles in hand show, so that it does not single the tile out."""
    held = state.holdings[state.turn]
    return max(sorted(tile[:2]), key=lambda value: sum(value in other[:2] for other in held))
