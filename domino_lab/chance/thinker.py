"""Thinker: a player who imagines how the hidden tiles may lie, and tries its moves on many such deals."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from math import fsum
from typing import NamedTuple

from domino_lab.actions import Action, Play
from domino_lab.catalogue import get
from domino_lab.chance.imagined import Trial, deals_for, seen_line
from domino_lab.chance.knowledge import Hidden
from domino_lab.errors import DominoError
from domino_lab.play import players
from domino_lab.play.choosing import calling
from domino_lab.play.legal import laid_by
from domino_lab.play.players import without_choice
from domino_lab.play.timeline import dealt
from domino_lab.play.view import View, view_of
from domino_lab.rules.ruleset import Ruleset
from domino_lab.shuffle import Shuffle, Stream
from domino_lab.words import phrase

DEALS, ROUNDS = 96, 3
"""How many deals the last moves are tried on, and in how many rounds the weaker half of the moves drops out."""

SLOWER, USUAL_SET = 8, 28
"""The readable engine, which plays what the kernel does not know, has time for one deal in so many; a set of more tiles
than these, for as many fewer."""


class Weighed(NamedTuple):
    """A move, the points by which it leaves its side ahead on the mean, the deals it was tried on, and how.

    `by` is "rolled" (quick players went on from it) or "solved" (best play with all tiles open).

    >>> from domino_lab.actions import Pass
    >>> Weighed(Pass(), -2.5, 96, "rolled").deals
    96
    """

    action: Action
    ahead: float
    deals: int
    by: str


class Tried(NamedTuple):
    """A move, and what it was worth on each deal so far.

    >>> from domino_lab.actions import Pass
    >>> Tried(Pass(), [3.0]).values
    [3.0]
    """

    action: Action
    values: list[float]


class Thinker:
    """The thinking player: it deals out the hidden tiles in many ways that agree with all that was seen, tries each of
    its moves on each of them, and takes the move that leaves its side the most points ahead on the mean.

    `deals` is the budget: on so many deals at most a move is tried; few are quick and weak. In Block and Draw for two a
    deal is played out perfectly where that is not far (see `solver`); else quick players go on from each move. Its
    picks come from a stream of its own, made from what it knows: the same view gives the same choice. Rows that nobody
    may look at leave nothing to think about: there it plays as the greedy player does.

    >>> import domino_lab as dl
    >>> from domino_lab.play.view import view_of
    >>> seen = view_of(dl.play_out("block", seed=1).upto(4), 0)
    >>> Thinker(deals=8)(seen, Stream(1)) == Thinker(deals=8)(seen, Stream(2))
    True
    """

    needs_past, takes_luck = True, False

    def __init__(self, *, deals: int = DEALS, engine: str | None = None) -> None:
        if not isinstance(deals, int) or deals < 1:
            raise DominoError(f"a thinking player tries its moves on one deal or more, not on {deals!r}")
        self.deals, self.engine = deals, engine
        self.__name__ = "thinking" if deals == DEALS else f"thinking_{deals}"
        self._kept: tuple[Ruleset | None, str, tuple[Weighed, ...]] = (None, "", ())

    def __call__(self, view: View, stream: Stream) -> Action:
        """The move, with its score called where that is asked for; `stream` is left alone."""
        if view.rules.solo is not None or view.rules.dealing.is_blind:
            return players.greedy(view, stream)
        moves = _different(view)
        return calling(view, moves[0] if len(moves) == 1 else self.weighed(view)[0].action)

    def weighed(self, view: View) -> tuple[Weighed, ...]:
        """Every move that differs from the others, the best first.

        >>> import domino_lab as dl
        >>> from domino_lab.play.view import view_of
        >>> len(Thinker(deals=4).weighed(view_of(dl.play_out("block", seed=1).upto(4), 0)))
        3
        """
        kept, known = self._kept, _known(view)
        if kept[:2] != (view.rules, known):
            # Threads may share this player: each goes by what it has found itself.
            self._kept = kept = view.rules, known, self._weigh(view, known)
        return kept[2]

    def reason(self, view: View, action: Action) -> str:
        """What it would say of its move: on how many deals it tried it, and what it expects.

        >>> import domino_lab as dl
        >>> from domino_lab.actions import Pass
        >>> from domino_lab.play.view import view_of
        >>> Thinker(deals=4).reason(view_of(dl.play_out("block", seed=1).upto(4), 0), Pass())[:16]
        'It tried 3 moves'
        """
        said = without_choice(view, action)
        if said or view.rules.solo is not None or view.rules.dealing.is_blind:
            return said or players.reason("greedy", view, action)
        if len(_different(view)) == 1 and isinstance(action, Play):
            return phrase("players.only_tile", tile=action.tile)
        found = self.weighed(view)
        own = next((one for one in found if one.action[:3] == action[:3]), found[0])
        ahead = round(own.ahead, 1)
        how = "ahead" if ahead > 0 else "behind" if ahead < 0 else "even"
        return phrase(f"players.thinks_{how}", moves=len(found), deals=own.deals, points=f"{abs(ahead):.1f}")

    def warm(self) -> None:
        """Compile what plays its deals on to their end: for many hands, as nothing is compiled in the middle of one.

        >>> callable(Thinker(deals=1).warm)
        True
        """
        line = dealt(get("all-fives"), Shuffle())
        seen = view_of(line, line.state.turn)
        deals = deals_for(seen, 1, seed=0)
        Trial(seen_line(seen).state, engine="compiled", solving=False).values(seen.legal[:1], deals)

    def _count(self, view: View, engine: str) -> int:
        """The budget, less where one deal takes long: by the readable engine, and with a larger set than double-six."""
        if engine == "readable":
            return -(-self.deals // SLOWER)
        return -(-self.deals * USUAL_SET // max(len(view.rules.equipment.set.tiles), USUAL_SET))

    def _weigh(self, view: View, known: str) -> tuple[Weighed, ...]:
        """Round by round, the weaker half of the moves is tried no more."""
        trial = Trial(seen_line(view).state, engine=self.engine)
        seed = int.from_bytes(sha256(known.encode()).digest()[:6], "big")
        deals = deals_for(view, self._count(view, trial.engine), seed)
        left = [Tried(action, []) for action in _different(view)]
        gone: list[Tried] = []
        for part in _parts(deals, len(left)):
            for one, values in zip(left, trial.values([one.action for one in left], part), strict=True):
                one.values.extend(values)
            left.sort(key=lambda one: -fsum(one.values))
            keep = max(2, (len(left) + 1) // 2)
            left, gone = left[:keep], [*left[keep:], *gone]
        return tuple([Weighed(one.action, fsum(one.values) / len(one.values), len(one.values), trial.by)
                      for one in (*left, *gone)])


def _parts(deals: Sequence[Hidden], moves: int) -> list[Sequence[Hidden]]:
    """The deals of each round; two moves need no more than one."""
    rounds = ROUNDS if moves > 2 and len(deals) >= ROUNDS else 1
    each = -(-len(deals) // rounds)
    return [deals[first : first + each] for first in range(0, len(deals), each)]


def _known(view: View) -> str:
    """All that a view knows, as one text: two views that know the same give the same."""
    past = [(step.seat, step.action and step.action.kind) for step in view.past]
    laid = [(one.tile, one.parent, one.parent_edge, one.out) for one in view.chain.laid]
    return repr((view.rules.id, view.rules.changed(), view.seat, sorted(view.holding), laid, view.stacks,
                 view.holding_sizes, view.boneyard, view.turn, view.scores, view.drawn, view.must, past))


def _different(view: View) -> Sequence[Action]:
    """The legal actions, of those that leave equal positions the first."""
    found: dict[object, Action] = {}
    for action in view.legal:
        left = laid_by(view.rules, view.chain, action).shape() if isinstance(action, Play) else action
        found.setdefault(left, action)
    return tuple(found.values())


thinking = Thinker()
"""The thinking player with its usual budget."""

players.join("thinking", thinking)
