"""Hints: one good move in a patience with the clause that allows it, and whether the game can still be won."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from domino_lab.actions import Action
from domino_lab.arguments import checked
from domino_lab.chance.patience_odds import BUDGET, Budget
from domino_lab.chance.patience_search import all_orders, best_actions, moment_of, place_of
from domino_lab.errors import DominoError, IllegalAction
from domino_lab.explain.why_not import said
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.timeline import Timeline
from domino_lab.rulings import Ruling
from domino_lab.shuffle import Stream
from domino_lab.solitaire.alone import UNDEALT
from domino_lab.words import phrase

ONLY, WINS, LEAST, UNKNOWN, ALIKE, LIKELY = "only", "wins", "least", "unknown", "alike", "likely"

MOST_WAYS, LEAST_WAYS, TRIALS = 10, 4, 40
"""In so many ways the face-down tiles are laid out, to see how often a move can still win: fewer for more moves."""

_SHORT = 1 << 8
"""So many positions are looked at in one of them; a way that takes more counts as not won."""

_BY_THE_RULES = 1 << 12
"""So many positions are looked at by the rules themselves, where the solver has no numbers for them."""

_PAIRS = 1 << 10
"""So many positions of Twelve To Go are looked at: many more than a deal by the sheet has, and still at once."""


class Hint(NamedTuple):
    """One move and what is known of it: `kind` is a key of words/en/patience.toml behind "hint_".

    `left` is the fewest tiles that can be left, where it is known; `won` of `of` says in how many ways the boneyard was
    laid out, and in how many of them a way to win was found after this move.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> print(hint(dealt(get("five-columns"), Shuffle(seed=1, hand=1))))
    Take 3-1 and 6-2 away. 3-1 and 6-2 are free and have 12 pips together, so they go. The game can still be won.
    Rule FC-3, from Domino set leaflet (Cardinal type).
    """

    action: Action
    ruling: Ruling
    words: str
    kind: str
    left: int | None = None
    won: int = 0
    of: int = 0

    @property
    def prospect(self) -> str:
        """What is known of the end.

        >>> from domino_lab.actions import Pass
        >>> Hint(Pass(), Ruling("GEN-FIT-1", "yes"), "pass", LEAST, left=2).prospect
        'It cannot be won. At best 2 tiles are left.'
        """
        return phrase(f"patience.hint_{self.kind}", left=self.left, won=self.won, of=self.of)

    @property
    def text(self) -> str:
        """The move, why it is allowed, and what is known of the end.

        >>> from domino_lab.actions import Pass
        >>> Hint(Pass(), Ruling("GEN-OVER-1", "no"), "pass", ONLY).text.startswith("Pass. ")
        True
        """
        move = phrase("patience.hint_move", move=self.words[:1].upper() + self.words[1:])
        return " ".join((move, self.ruling.text, self.prospect))

    def __str__(self) -> str:
        return f"{self.text}\n{phrase('explain.rule', clause=self.ruling.id, origin=origin(self.ruling))}"

    def __repr__(self) -> str:
        return str(self)


def origin(ruling: Ruling) -> str:
    """The sheet on which the clause of a ruling stands."""
    from domino_lab.rulings import clause

    return clause(ruling.clause).origin


@checked
def hint(line: Timeline, *, budget: Budget = BUDGET) -> Hint:
    """One move for the end of `line`, a patience that is not over, with its clause and with what is known of the end.

    Where all tiles lie open the solver looks at every way to go on, at `budget` positions at the most. Where some lie
    face down it knows no more than the player: it lays them out in some ways, and counts in how many a move can win.
    Raises DominoError for a hand against others, for a game that is over, and where no tiles are dealt.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> hint(dealt(get("bingo"), Shuffle(seed=1))).kind
    'wins'
    """
    state: Any = line.state
    if line.rules.solo is None or state.over is not None:
        raise DominoError("a hint is given in a game for one player that is not over yet")
    found = legal(state)
    if not found:
        raise IllegalAction(UNDEALT)
    if not state.boneyard:
        return _solved(state, budget)
    if len(found) == 1:
        return _hint(state, found[0], ONLY)
    return _any_order(state, found[0]) if state.rules.solo.key == "twelve" else _likely(state, found)


def _hint(state: Any, action: Action, kind: str, **known: Any) -> Hint:
    return Hint(action, judge(state, action), said(state, action), kind, **known)


def _any_order(state: Any, action: Action) -> Hint:
    """Whether the order matters is tried, not believed; how many orders there are would tell of tiles unseen."""
    found = all_orders(state, _PAIRS)
    return _hint(state, action, ALIKE if found.is_whole and found.all_alike else UNKNOWN)


def _solved(state: Any, budget: int) -> Hint:
    try:
        actions = best_actions(state, in_time(state, budget))
    except ValueError:
        return _hint(state, legal(state)[0], UNKNOWN)
    left = fewest(state, actions)
    return _hint(state, actions[0], LEAST if left else WINS, left=left)


def fewest(state: Any, actions: tuple[Action, ...]) -> int:
    """How many tiles are left when these actions have been done."""
    for action in actions:
        state = advance(state, action).state
    return int(state.left)


# --- tiles that lie face down


def _likely(state: Any, actions: tuple[Action, ...]) -> Hint:
    found = _distinct(state, actions)
    count = max(min(TRIALS // len(found), MOST_WAYS), LEAST_WAYS)
    ways = [_laid_out(state, number) for number in range(count)]
    won = {action: sum(_can_win(advance(way, action).state) for way in ways) for action in found}
    best = max(won, key=lambda action: won[action])
    return _hint(state, best, LIKELY, won=won[best], of=count)


def _distinct(state: Any, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Of plays that leave the same holding and the same two values at the ends one is enough."""
    after = {place_of(advance(state, action).state): action for action in reversed(actions)}
    return tuple(action for action in actions if action in after.values())


def _laid_out(state: Any, number: int) -> Any:
    """The same moment with the unseen tiles in an order of its own, made of nothing but what the player sees."""
    unseen = sorted((*state.stock, *state.below))
    order = Stream(1000 * len(unseen) + number).shuffled(unseen)
    return replace(state, stock=order, below=frozenset())


def _can_win(state: Any) -> bool:
    try:
        return _still(state, _SHORT)
    except ValueError:
        return False


@checked
def last_chance(line: Timeline, *, budget: Budget = BUDGET) -> int | None:
    """The last step from which a patience could be won, all tiles in sight; None where it never could.

    Raises ValueError where `budget` positions do not do for one of its steps.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import dealt
    >>> from domino_lab.shuffle import Shuffle
    >>> last_chance(dealt(get("five-columns"), Shuffle(seed=1, hand=1)))
    0
    """
    if not _still(line[0].state, budget):
        return None
    won, lost = 0, len(line)
    while lost - won > 1:
        middle = (won + lost) // 2
        won, lost = (middle, lost) if _still(line[middle].state, budget) else (won, middle)
    return won


def _still(state: Any, budget: int) -> bool:
    """What cannot be won at one step can be won at none after it, so halving the hand finds the step."""
    return fewest(state, best_actions(state, in_time(state, budget))) == 0


def in_time(state: Any, budget: int = BUDGET) -> int:
    """How many positions, `budget` at the most, can be looked at while somebody waits: fewer without the solver."""
    return budget if moment_of(state) is not None else min(budget, _BY_THE_RULES)
