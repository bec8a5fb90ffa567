"""Quiz: questions without end about random positions, each with its answer and its reason from the rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, cycle

from domino_lab.errors import RulesetError
from domino_lab.explain.item import Item
from domino_lab.explain.posing import Posed, posed
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle, Stream

POOL = 3
"""A question is chosen from so many hands, so that every kind of answer has its turn."""
LOOKS = 4
"""So many positions of each of them are looked at."""
MOST_HANDS = 600
"""After so many hands without a question nobody has seen yet, there are no more."""
_STREAM = 200


def items(rules: Ruleset, kinds: Sequence[str], *, seed: int = 0, seats: int | None = None,
          names: Sequence[str] | None = None) -> Iterator[Item]:
    """Questions of the given kinds in turn, for ever, and never the same twice; `seed` chooses them.

    Positions come from hands that random players play. Raises RulesetError where the game has no more questions.

    >>> from domino_lab.catalogue import get
    >>> two = items(get("all-fives"), ("score", "legal"), seed=1)
    >>> [next(two).asked.about for _ in range(3)]
    ['score', 'legal', 'score']
    """
    seen: set[tuple[object, ...]] = set()
    hands = _hands(rules, seed, seats, names)
    for kind in cycle(kinds):
        item = _next(hands, kind, seen)
        seen.add(_key(item))
        yield item


def _hands(rules: Ruleset, seed: int, seats: int | None, names: Sequence[str] | None) -> Iterator[Timeline]:
    for number in count():
        yield play_out(rules, Shuffle(seed=seed, hand=number), seats=seats, names=names, policies="random")


def _next(hands: Iterator[Timeline], kind: str, seen: set[tuple[object, ...]]) -> Item:
    for _ in range(MOST_HANDS // POOL):
        pool = [next(hands) for _ in range(POOL)]
        stream = (pool[0].shuffle or Shuffle()).choices(_STREAM)
        found = [one for hand in pool for one in _looked_at(hand, kind, stream) if _key(one.item) not in seen]
        if found:
            return _mixed(found, stream)
    raise RulesetError(f"there are no more questions of the kind {kind!r}")


def _looked_at(hand: Timeline, kind: str, stream: Stream) -> Iterator[Posed]:
    if kind in ("award", "winner"):
        yield from posed(hand, 0, kind)
        return
    for step in sorted({stream.pick(max(len(hand) - 2, 1)) for _ in range(LOOKS)}):
        yield from posed(hand, step, kind)


def _mixed(found: list[Posed], stream: Stream) -> Item:
    """First an answer, each equally likely, then a kind of reason, then one of the questions that are left."""
    for depth in range(len(found[0].sort)):
        sorts = list(dict.fromkeys(one.sort[depth] for one in found))
        chosen = sorts[stream.pick(len(sorts))]
        found = [one for one in found if one.sort[depth] == chosen]
    return found[stream.pick(min(len(found), 255))].item


def _key(item: Item) -> tuple[object, ...]:
    state = item.state
    held = tuple(tuple(sorted(holding)) for holding in state.holdings) if item.asked.about in _ABOUT_HOLDINGS else ()
    return item.asked.about, item.asked.text, state.chain.laid, held


_ABOUT_HOLDINGS = ("legal", "tile", "award", "winner")
