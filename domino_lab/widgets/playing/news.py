"""News: what has happened since a person's last decision, in one caption. No widgets here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from domino_lab.actions import Draw
from domino_lab.events import MatchWon, Missed, Paid, Stacked
from domino_lab.explain.why import CAPTION_WORDS
from domino_lab.widgets.playing.game import Game
from domino_lab.widgets.snapshot import Moment
from domino_lab.words import phrase

COSTS = (Missed, Paid, Stacked)
"""Where somebody loses points by a move, it is told also when others have moved since."""


def news(game: Game) -> str:
    """One's own move and what the others did after it; the reason of the last thing, where 40 words have room for it.

    At the end of a hand its sums come first, and of the moves before it those for which there is room. Whoever looks
    back at an earlier step reads of that step.

    >>> game = Game("all-fives", against="greedy", seed=1)
    >>> game.do(game.legal[0])
    >>> while game.waits == "player":
    ...     more = game.reply()
    >>> [sentence.split()[:2] for sentence in news(game).split(". ")][:2]
    [['Player', '1'], ['Player', '2']]
    """
    whole = game.snapshot.told.caption
    if game.step != game.end:
        return whole
    before = [_what(game, group) for group in _grouped(_since(game)[:-1])]
    last = whole if game.is_over or _fits(*before, whole) else game.snapshot.why.what or whole
    while before and not _fits(*before, last) and game.is_over:
        before.pop(0)
    return " ".join(filter(None, (*before, last, _next(game, last))))


def _fits(*sentences: str) -> bool:
    return len(" ".join(sentences).split()) <= CAPTION_WORDS


def reasons(game: Game) -> tuple[str, ...]:
    """Why each player did what it did since then, with its name; the last reason of each, in the order of play.

    >>> game = Game("all-fives", against="greedy", seed=1)
    >>> reasons(game)
    ()
    """
    if not game.end:
        return ()
    first, upto = game.end + 1 - len(_since(game)), game.step + 1
    numbers = range(first, upto) if game.step == game.end else range(game.step, upto)
    given = game.reasons
    found = {game.timeline[number].seat: given[number] for number in numbers if number in given}
    names = game.timeline.names
    return tuple(phrase("playing.said_by", player=names[seat], reason=reason) for seat, reason in found.items()
                 if seat is not None)


def _since(game: Game) -> Sequence[Moment]:
    """The moments from the last decision of the one who looks; in between, of whoever it was that decided last."""
    people = {game.seen_by} & set(game.humans) or set(game.humans)
    steps = game.timeline.steps
    last = next((at for at in range(len(steps) - 1, 0, -1) if steps[at].seat in people), 0)
    return game.moments[last or min(1, len(steps) - 1) :]


def _grouped(moments: Sequence[Moment]) -> Iterator[list[Moment]]:
    """Tiles that one player draws in a row are told together."""
    for _, group in groupby(moments, lambda one: (one.step.seat, isinstance(one.step.action, Draw) or str(one.number))):
        yield list(group)


def _what(game: Game, moments: list[Moment]) -> str:
    first = moments[0]
    if len(moments) > 1 and first.step.seat is not None:
        return phrase("playing.draws_some", player=game.timeline.names[first.step.seat], count=len(moments))
    told = first.why(game.seen_by)
    return told.caption if any(isinstance(event, COSTS) for event in first.step.events) else told.what


def _next(game: Game, told: str) -> str:
    """Who is to move where that is not plain from what happened, or how the match goes on."""
    waits = game.waits
    if waits == "player":
        return phrase("playing.thinks", player=game.timeline.names[game.live.turn])
    if waits == "hand over":
        return phrase("playing.over_next")
    return f"{_won(game, told)} {phrase('playing.over_one')}".strip() if waits == "match over" else ""


def _won(game: Game, told: str) -> str:
    """Whose the match is, unless the rule that ends it has been told."""
    winner = game.played.winner
    ruled = any(isinstance(event, MatchWon) and event.ruling.text in told for event in game.now.events)
    return "" if winner is None or ruled else phrase("playing.over_won", player=game.live.table.side_name(winner))
