"""Copying: one line of play is followed under other rules, action by action, as long as those allow it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import pairwise
from typing import Any, NamedTuple

from domino_lab.actions import Action, Play
from domino_lab.errors import IllegalAction
from domino_lab.play import players
from domino_lab.play.hand import advance
from domino_lab.play.legal import called, judge, legal
from domino_lab.play.players import Policies
from domino_lab.play.settlement import settle
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import seated
from domino_lab.shuffle import Shuffle, Stream

_UNMOVED = (players.greedy, players.heaviest, players.doubles)
"""Players that never take a pick from their stream, so that it need not be kept as it stood."""


class Led(NamedTuple):
    """The line that leads: its steps, and the stream of choices of the mover as it stood before each action.

    `after` are the streams of all seats when the line was over.

    >>> Led((), (), (Stream(7),)).stands(0, 0).pick(1)
    0
    """

    steps: tuple[Step, ...]
    before: tuple[Stream, ...]
    after: tuple[Stream, ...]

    def stands(self, seat: int, action: int) -> Stream:
        """The stream of `seat` as it stood before action number `action` (from 0), whoever made that one.

        >>> Led((), (), (Stream(7),)).stands(0, 0).pick(1)
        0
        """
        for step, stream in zip(self.steps[action + 1 :], self.before[action:], strict=False):
            if step.seat == seat:
                return copy(stream)
        return copy(self.after[seat])


def led(first: Step, shuffle: Shuffle, policies: Policies = None) -> Led:
    """The line that `policies` play from `first` with the choices of `shuffle`: the same as `play_out` plays.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> led(start(get("block"), Shuffle(seed=7)), Shuffle(seed=7)).steps[-1].settled is not None
    True
    """
    streams = [shuffle.choices(seat) for seat in range(first.state.table.seats)]
    before: list[Stream] = []
    steps = played((first,), streams, policies, before)
    return Led(steps, tuple(before), tuple(streams))


def played(steps: tuple[Step, ...], streams: Sequence[Stream], policies: Policies, before: list[Stream] | None = None
           ) -> tuple[Step, ...]:
    """`steps` and those that `policies` make after them, to the settlement; `before` notes the streams on the way.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> first = start(get("block"), Shuffle(seed=7))
    >>> played((first,), [Shuffle(seed=7).choices(seat) for seat in (0, 1)], "random")[-1].state.over is None
    False
    """
    state = steps[-1].state
    if state.over == "misdeal" or steps[-1].settled is not None:
        return steps
    more, choose = list(steps), seated(state, policies)
    idle = [player in _UNMOVED for player in choose]
    while not state.over:
        seat = state.turn
        if before is not None:
            before.append(streams[seat] if idle[seat] else copy(streams[seat]))
        action = players.asked(choose[seat], more, streams[seat])
        try:
            step = advance(state, action)
        except IllegalAction as refused:
            players.blame(choose[seat], action, refused)
            raise
        more.append(step)
        state = step.state
    return (*more, settle(state))


class Copied(NamedTuple):
    """The steps that could be copied, the deal first and without a settlement, and how many actions they are.

    >>> Copied((), 0).actions
    0
    """

    steps: tuple[Step, ...]
    actions: int


def copied(first: Step, pattern: Sequence[Step]) -> Copied:
    """From `first` on, the actions of `pattern` made again, until another seat is to move or one is not legal.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> first = start(get("block"), Shuffle(seed=7))
    >>> copied(first, led(first, Shuffle(seed=7)).steps).steps[-1].state.over
    'blocked'
    """
    steps = [first]
    for before, wanted in pairwise(pattern):
        spoken = _is_overlooked(before.state, wanted.action)
        done = None if wanted.action is None else again(steps[-1].state, wanted.action, wanted.seat, as_said=spoken)
        if done is None:
            break
        steps.append(done)
    return Copied(tuple(steps), len(steps) - 1)


def _is_overlooked(state: State, action: Action | None) -> bool:
    """Whether a score was not called as it stood, where that was asked for: a slip that belongs to the hand."""
    return isinstance(action, Play) and state.rules["claim"] != "auto" and called(state, action).call != action.call


def again(state: State, action: Action, seat: int | None, *, as_said: bool = False) -> Step | None:
    """The step that `action` makes here, or the same tile laid on another edge that shows the same; None where neither
    is legal, or another seat is to move. A score that has to be called here is called in time; with `as_said`, what
    was called, or not called, stands.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> state = start(get("block"), Shuffle(seed=7)).state
    >>> again(state, legal(state)[0], 1 - state.turn) is None
    True
    """
    if state.over is not None or state.turn != seat:
        return None
    try:
        return advance(state, _called(state, action, as_said=as_said))
    except IllegalAction:
        found = _elsewhere(state, action)
        return None if found is None else advance(state, _called(state, found, as_said=as_said))


def _elsewhere(state: State, action: Action) -> Action | None:
    if not isinstance(action, Play) or action.end is None:
        return None
    wanted = _place(action)
    return next((play for play in legal(state) if isinstance(play, Play) and _place(play) == wanted), None)


def _place(play: Play) -> tuple[Any, ...]:
    """Two edges of one tile that show the same value are one place; so are the two copies of a tile."""
    tile, end, out, _ = play
    if end is None:
        return (tile[:2],)
    return (tile[:2], end.at, end.value, tile[0] + tile[1] - end.value if out is None else out)


def _called(state: State, action: Action, *, as_said: bool) -> Action:
    if not isinstance(action, Play) or (as_said and state.table.rules["claim"] != "auto"):
        return action
    silent = action if action.call is None else action._replace(call=None)
    if state.table.rules["claim"] == "auto" or not judge(state, silent).allowed:
        return silent
    return called(state, silent)
