"""Replying: what a player does at its turn, from what its seat may know. No widgets here."""

from __future__ import annotations

from domino_lab.errors import IllegalAction
from domino_lab.play import players
from domino_lab.play.policies import Player
from domino_lab.play.timeline import Timeline
from domino_lab.play.view import view_of
from domino_lab.widgets.playing.luck import Luck


def answer(line: Timeline, player: Player, luck: Luck) -> Timeline:
    """`line` with one more action, of the player whose turn it is; its reason is kept in `luck`.

    Raises NotationError where the player gives no action, and IllegalAction where the rules refuse it.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.policies import greedy
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> line = dealt(get("all-fives"), Shuffle(seed=3))
    >>> len(answer(line, greedy, Luck(Shuffle(seed=3), 2)))
    2
    """
    seat, streams = line.state.turn, luck.streams(line)
    action = players.asked(player, line.steps, streams[seat])
    try:
        after = line.play(action)
    except IllegalAction as refused:
        players.blame(player, action, refused)
        raise
    luck.keep(after.steps[len(line)], streams, players.reason(player, view_of(line, seat), action))
    return after
