"""Asking: the questions of a hand file, what may be answered, and whether an answer is right. No widgets here."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from domino_lab.actions import Draw, Pass, Play, Remove
from domino_lab.errors import NotationError
from domino_lab.explain.why import why
from domino_lab.play.legal import judge, legal
from domino_lab.play.timeline import Timeline
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile
from domino_lab.words import listed, phrase

NUMBER, TILE, CHOICE = "number", "tile", "choice"


class Asked(NamedTuple):
    """A question about step `step`, asked one step before it.

    `kind` says how it is answered: a number, a tile, or one of `options`; `right` is the answer, as it is written (of
    several tiles, one is enough), and `reason` the ruling that made it so.

    >>> Asked(3, "How much?", "count", None, NUMBER, (), "15").accepts("15 points")
    True
    """

    step: int
    text: str
    about: str
    hint: str | None
    kind: str
    options: tuple[str, ...]
    right: str
    reason: Ruling | None = None

    @property
    def asked_at(self) -> int:
        """The step at which it is asked: the one before, or the deal itself.

        >>> Asked(0, "Who leads?", "who", None, CHOICE, ("Ana", "Ben"), "Ana").asked_at
        0
        """
        return max(self.step - 1, 0)

    def accepts(self, given: str) -> bool:
        """Whether `given` is right; raises NotationError, with what is wanted, for something that is no answer.

        >>> Asked(3, "Which tile?", "tile", None, TILE, (), "5-0").accepts("0-5")
        True
        """
        if self.kind == NUMBER:
            return _number(given) == int(self.right)
        if self.kind == TILE:
            named = [Tile.of(one)[:2] for one in self.right.replace(",", " ").split() if "-" in one]
            return Tile.of(given)[:2] in named
        return given == self.right


def _number(given: str) -> int:
    words = given.split()
    if not words or not words[0].lstrip("+-").isdecimal() or len(words[0]) > 6:
        raise NotationError(phrase("widgets.want_number"))
    return int(words[0])


def questions(hand: Timeline) -> dict[int, Asked]:
    """Every question of a hand that has an answer in it, by the step it is about."""
    found = {}
    for step, note in sorted(hand.notes.items()):
        if note.ask and 0 <= step < len(hand):
            answer = _ANSWERS.get(note.about, _score)(hand, step)
            if answer is not None:
                found[step] = Asked(step, note.ask, note.about, note.hint, *answer, _reason(hand, note.about, step))
    return found


def pending(asked: dict[int, Asked], answered: Collection[int]) -> Asked | None:
    """The first question nobody has answered yet: what it hides, and all after it, is out of sight."""
    return next((question for step, question in sorted(asked.items()) if step not in answered), None)


_Answer = tuple[str, tuple[str, ...], str]


def _reason(hand: Timeline, about: str, step: int) -> Ruling | None:
    """The ruling that the answer rests on: on the action, the settlement or the count; else of what the step did."""
    settled, count, action = hand.steps[-1].settled, hand[step].state.board_count, hand[step].action
    if about == "legal" and action is not None:
        return judge(hand[step - 1].state, action)
    if about in ("winner", "award") and settled is not None:
        return settled.ruling
    return count.ruling if about == "count" and count is not None else why(hand[step]).ruling


def _score(hand: Timeline, step: int) -> _Answer | None:
    return NUMBER, (), str(hand[step].points)


def _count(hand: Timeline, step: int) -> _Answer | None:
    count = hand[step].state.board_count
    return None if count is None else (NUMBER, (), str(count.total))


def _tile(hand: Timeline, step: int) -> _Answer | None:
    action = hand[step].action
    moved = action.tiles if isinstance(action, Remove) else (getattr(action, "tile", None),)
    named = [tile for tile in moved if tile is not None]
    return (TILE, (), listed(named)) if named and not isinstance(action, Draw) else None


def _legal(hand: Timeline, step: int) -> _Answer | None:
    """Whether the mover could do it: who draws or passes may, where one draws by choice, have been able to lay."""
    action = hand[step].action
    if action is None:
        return None
    able = not isinstance(action, (Draw, Pass)) or any(isinstance(one, Play) for one in legal(hand[step - 1].state))
    yes, no = phrase("widgets.yes"), phrase("widgets.no")
    return CHOICE, (yes, no), yes if able else no


def _who(hand: Timeline, step: int) -> _Answer | None:
    seat = hand[step].seat if hand[step].action is not None else hand[step].state.turn
    return None if seat is None else (CHOICE, hand.names, hand.names[seat])


def _winner(hand: Timeline, step: int) -> _Answer | None:
    settled, table = hand.steps[-1].settled, hand.state.table
    if settled is None:
        return None
    if table.seats == 1:
        yes, no = phrase("widgets.yes"), phrase("widgets.no")
        return CHOICE, (yes, no), no if settled.winner is None else yes
    sides = tuple(dict.fromkeys(table.side_name(table.side(seat)) for seat in range(table.seats)))
    nobody = phrase("widgets.nobody")
    return CHOICE, (*sides, nobody), nobody if settled.winner is None else table.side_name(settled.winner)


def _award(hand: Timeline, step: int) -> _Answer | None:
    settled = hand.steps[-1].settled
    return None if settled is None else (NUMBER, (), str(settled.award))


_ANSWERS = {"score": _score, "count": _count, "tile": _tile, "legal": _legal, "who": _who, "winner": _winner,
            "award": _award}
