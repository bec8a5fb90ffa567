"""Posing: every question of one kind that a position offers. The rulings answer them; nothing is decided here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from domino_lab.actions import Action, Draw, Pass, Play, Stack
from domino_lab.errors import RulesetError, shown
from domino_lab.explain.asking import CHOICE, NUMBER, TILE, Asked
from domino_lab.explain.item import Item
from domino_lab.explain.refusal import said
from domino_lab.play.legal import called, judge, legal, usable
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import listed, phrase

KINDS = ("score", "count", "legal", "tile", "award", "winner")


def kinds_of(rules: Ruleset) -> tuple[str, ...]:
    """The kinds of question that make sense in a game.

    >>> from domino_lab.catalogue import get
    >>> kinds_of(get("block"))
    ('legal', 'tile', 'award', 'winner')
    """
    if rules.solo is not None:
        return ()
    scores = rules["play_score"] != "none"
    sensible = {
        "score": scores,
        "count": rules["play_score"] == "multiple",
        "legal": True,
        "tile": not rules.dealing.is_blind,
        "award": rules["end_base"] != "none" or rules["end_bonus"] > 0,
        "winner": True,
    }
    return tuple(kind for kind in KINDS if sensible[kind])


def check(rules: Ruleset, kind: str) -> tuple[str, ...]:
    """The kinds meant by `kind`, which may be "all"; raises RulesetError, naming those there are, for any other.

    >>> from domino_lab.catalogue import get
    >>> check(get("block"), "all")
    ('legal', 'tile', 'award', 'winner')
    """
    there = kinds_of(rules)
    if not there:
        raise RulesetError(f"{rules.name} is played alone: there is no quiz about it yet")
    if kind == "all":
        return there
    if kind not in there:
        raise RulesetError(f"{rules.name} has no questions of the kind {shown(kind)}; there are {', '.join(there)}, "
                           'or "all" for a mixture')
    return (kind,)


class Posed(NamedTuple):
    """A question that could be asked; `sort` is what a quiz mixes by, coarse to fine.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
    >>> sorted({one.sort[0] for one in posed(hand, 4, "legal")})
    ['No', 'Yes']
    """

    item: Item
    sort: tuple[str, ...]


def posed(hand: Timeline, step: int, kind: str) -> tuple[Posed, ...]:
    """Every question of that kind about the position after step `step`; `award` and `winner` ask about its end.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> hand = play_out(get("all-fives"), Shuffle(seed=7))
    >>> posed(hand, 4, "score")[0].item.asked.text
    'Player 2 wants to lay 4-4 on the 4 of 4-0. How many points does that score?'
    """
    return tuple(_POSE[kind](hand, step))


def _each_play(hand: Timeline, step: int) -> Iterator[tuple[str, Timeline]]:
    """Each way to lay a tile next that its words leave in no doubt, with the line it leads to."""
    line, ways = hand.upto(step), dict[str, list[Play]]()
    for action in legal(line.state):
        if isinstance(action, Play):
            ways.setdefault(said(line.state, action), []).append(action)
    for words, same in ways.items():
        after = [line.play(called(line.state, play)) for play in same]
        if len({_value(one, step + 1) for one in after}) == 1:
            yield words, after[0]


def _value(line: Timeline, step: int) -> tuple[int, int | None]:
    count = line[step].state.board_count
    return line[step].points, None if count is None else count.total


def _scores(hand: Timeline, step: int) -> Iterator[Posed]:
    for words, line in _each_play(hand, step):
        points = str(line[step + 1].points)
        yield _number(line, step, "score", words, points)


def _counts(hand: Timeline, step: int) -> Iterator[Posed]:
    for words, line in _each_play(hand, step):
        count = line[step + 1].state.board_count
        if count is not None:
            yield _number(line, step, "count", words, str(count.total))


def _number(line: Timeline, step: int, about: str, words: str, right: str) -> Posed:
    aloud = "_called" if about == "score" and line.rules["claim"] != "auto" else ""
    what = phrase(f"quiz.{about}{aloud}", player=_mover(line, step), do=words)
    return Posed(_item(line, step, about, NUMBER, what, right=right), (right,))


def _mover(line: Timeline, step: int) -> str:
    return line.names[line[step].state.turn]


def _item(  # noqa: PLR0913
    line: Timeline, step: int, about: str, kind: str, text: str, *, right: str,
    options: tuple[str, ...] = (), action: Action | None = None,
) -> Item:
    upto = line.upto(step + 1)
    done = upto[step + 1].action if step + 1 < len(upto) else None
    return Item(upto, Asked(step + 1, text, about, None, kind, options, right), action or done)


def _legals(hand: Timeline, step: int) -> Iterator[Posed]:
    """What is allowed, and what is refused; words that would mean both are left out."""
    line = hand.upto(step)
    state = line.state
    if state.over is not None:
        return
    allowed = {said(state, action): action for action in legal(state)}
    yes, no = phrase("widgets.yes"), phrase("widgets.no")
    for words, action in allowed.items():
        after = line.play(called(state, action) if isinstance(action, Play) else action)
        yield Posed(_may(after, step, words, action, right=yes), (yes, action.kind, ""))
    for words, action in {said(state, action): action for action in _refused(state)}.items():
        if words not in allowed:
            ruling = judge(state, action)
            yield Posed(_may(line, step, words, action, right=no), (no, action.kind, f"{ruling.clause} {ruling.case}"))


def _may(line: Timeline, step: int, words: str, action: Action, *, right: str) -> Item:
    options = phrase("widgets.yes"), phrase("widgets.no")
    blind = line.rules.dealing.is_blind and isinstance(action, (Play, Pass))
    front = usable(line[step].state)[0] if blind else None
    text = phrase("quiz.may_blind" if blind else "quiz.may", player=_mover(line, step), do=words, tile=front)
    return _item(line, step, "legal", CHOICE, text, right=right, options=options, action=action)


def _refused(state: State) -> Iterator[Action]:
    tried: list[Action] = [Draw(), Pass()]
    tiles = usable(state)
    if not state.chain.laid:
        tried += [Play(tile) for tile in tiles]
    tried += [Play(tile, end) for tile in tiles for end in state.chain.ends]
    if state.rules["stack"] != "none":
        laid = {(one.tile.low, one.tile.high): one.number for one in state.chain.laid}
        tried += [Stack(tile, laid[tile[:2]]) for tile in tiles if tile[:2] in laid]
    yield from (action for action in tried if not judge(state, action).allowed)


def _tiles(hand: Timeline, step: int) -> Iterator[Posed]:
    """Which of those that can be laid scores most; in a game that scores nothing in play: which may be laid at all."""
    line = hand.upto(step)
    state = line.state
    plays = [called(state, one) for one in legal(state) if isinstance(one, Play)]
    if not plays or not state.chain.laid:
        return
    scores = line.rules["play_score"] != "none"
    after = [line.play(play) for play in plays]
    worth = [one[step + 1].points if scores else 1 for one in after]
    right = tuple(dict.fromkeys(str(play.tile) for play, points in zip(plays, worth, strict=True)
                                if points == max(worth)))
    others = [play.tile for play in plays] if scores else state.holdings[state.turn]
    if max(worth) > 0 and len(right) < len({tile[:2] for tile in others}):
        best = after[worth.index(max(worth))]
        text = phrase("quiz.tile_scores" if scores else "quiz.tile_fits", player=_mover(line, step))
        yield Posed(_item(best, step, "tile", TILE, text, right=listed(right)), (str(len(right)),))


def _ending(hand: Timeline) -> str:
    """How the hand ended, in words; empty where that needs no settling."""
    state, last = hand.state, hand.steps[-1]
    if state.over not in ("out", "blocked") or last.settled is None:
        return ""
    out = next((name for name, held in zip(hand.names, state.holdings, strict=True) if not held), "")
    return phrase(f"quiz.over_{state.over}", player=out)


def _awards(hand: Timeline, step: int) -> Iterator[Posed]:
    over, settled = _ending(hand), hand.steps[-1].settled
    if over and settled is not None:
        text = phrase("quiz.award", over=over)
        item = _item(hand, len(hand) - 2, "award", NUMBER, text, right=str(settled.award))
        yield Posed(item, (str(hand.state.over), str(settled.award)))


def _winners(hand: Timeline, step: int) -> Iterator[Posed]:
    over, settled, table = _ending(hand), hand.steps[-1].settled, hand.state.table
    if over and settled is not None:
        nobody = phrase("widgets.nobody")
        names = tuple(dict.fromkeys(table.side_name(table.side(seat)) for seat in range(table.seats)))
        right = nobody if settled.winner is None else table.side_name(settled.winner)
        text = phrase("quiz.winner", over=over)
        item = _item(hand, len(hand) - 2, "winner", CHOICE, text, right=right, options=(*names, nobody))
        yield Posed(item, (str(hand.state.over), right))


_POSE: dict[str, Callable[[Timeline, int], Iterator[Posed]]] = {
    "score": _scores, "count": _counts, "legal": _legals, "tile": _tiles, "award": _awards, "winner": _winners,
}
