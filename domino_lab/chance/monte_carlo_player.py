"""Monte Carlo player: deal out the hidden tiles in many possible ways and try each move on every deal."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from math import fsum
from typing import NamedTuple

from domino_lab.catalogue import get
from domino_lab.chance.holdings import Array
from domino_lab.chance.knowledge import Hidden, Knowledge, draws_and_discards, witness
from domino_lab.chance.rollouts import BestPlay, Rolling, points_ahead
from domino_lab.chance.sampled_deals import Deals
from domino_lab.chance.solver import TooLongError, refusal
from domino_lab.core.actions import Action, Pass, Play
from domino_lab.core.errors import DominoError, quote
from domino_lab.core.plain import whole
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.kernel import engines
from domino_lab.kernel.encoding import POLICY_NUMBERS, unplayable
from domino_lab.play import players
from domino_lab.play.hand import advance
from domino_lab.play.legal import chain_after, with_call
from domino_lab.play.policies import POLICIES, calling, greedy, usual_policy, without_choice
from domino_lab.play.settlement import settle
from domino_lab.play.state import Position, State, Step, Table
from domino_lab.play.timeline import Timeline, deal_hand, view_of
from domino_lab.play.view import FACE_DOWN, View, view
from domino_lab.rules.leading import Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase

TRIES = 300
"""Moves the solver may try for the value of one move on one deal; a hand that needs more is played out."""

MOST_WAYS = 10_000
"""A longer table of the ways in which tiles may lie takes too long for each move: then a Markov chain finds deals."""

Values = list[list[float]]
"""A row for each action, a number for each deal: the points by which it leaves the seat's side ahead."""


def seen_line(seen: View) -> Timeline:
    """Return the hand that a view has seen, with hidden tiles face down; without a past, only the position."""
    if seen.past:
        return Timeline(seen.past)
    lead = Lead(seen.turn, seen.must, Ruling("GEN-TURN-1", "given", {"player": seen.names[seen.turn]}), seen.seeks,
                seen.among, not seen.chain.laid and Pass() in seen.legal)
    holdings = tuple([seen.holding if seat == seen.seat else (FACE_DOWN,) * size
                      for seat, size in enumerate(seen.holding_sizes)])
    table = Table(seen.rules, seen.names, seen.standing if seen.standing.scores else Standing(seen.scores))
    state = State(table=table, chain=seen.chain, holdings=holdings, stock=(FACE_DOWN,) * seen.boneyard, turn=seen.turn,
                  lead=lead, scores=seen.scores, drawn=seen.drawn, stacks=seen.stacks, spoils=seen.spoils,
                  discards=seen.discards, moves=seen.moves)
    return Timeline((Step(None, None, (), state),))


def deals_for(seen: View, count: int, seed: int) -> list[Hidden]:
    """Draw `count` deals of the hidden tiles; all deals that fit what was seen are equally likely."""
    line = seen_line(seen)
    return Knowledge(witness(line, seen.seat, len(line) - 1), seen.names, most=MOST_WAYS).deals(count, seed)


def usual_engine(rules: Ruleset, *, compiles: bool = False) -> str:
    """Return the engine that plays hands on: "readable" for rules that no kernel knows.

    It is "compiled" if that is ready, or, with `compiles`, if it can be made ready.
    """
    if unplayable(rules):
        return "readable"
    ready = engines.can_compile() if compiles else engines.is_rolling_compiled()
    return "compiled" if ready else "plain"


class Trial:
    """Tries the moves of the seat to move on sampled deals; `by` says how: "solved" or "rolled".

    A deal is solved if the solver can do so with so many `tries`; otherwise quick players go on from each move, in the
    kernel if it knows the rules. `engine` is "compiled", "plain" or "readable"; the default is "compiled" if that is
    ready. All engines give the same values. Without `solving` nothing is solved.
    """

    def __init__(self, state: Position, *, engine: str | None = None, solving: bool = True, tries: int = TRIES) -> None:
        self.state, rules = state, state.rules
        self.engine = engine or usual_engine(rules)
        self.by = "rolled"
        self._quick = usual_policy(rules)
        self._rivals = rules.side_count(state.table.seats) - 1
        self._own = rules.dealing.side(state.turn)
        self._best = None
        if solving and self.engine != "readable" and not refusal(state.but(below=frozenset())):
            compiled = engine == "compiled" or (self.engine == "compiled" and engines.is_best_compiled())
            self._best = BestPlay(state, tries, win=1, compiled=compiled)
        self._rolling = None if self.engine == "readable" else Rolling(
            state, POLICY_NUMBERS[self._quick], compiled=self.engine == "compiled")

    @property
    def is_solving(self) -> bool:
        """True if deals are solved, as long as none takes too long."""
        return self._best is not None

    def values(self, actions: Sequence[Action], deals: Sequence[Hidden]) -> Values:
        """Return the value of each action on each deal, in points ahead of the mean of the other sides."""
        rows = self._best and self._best.values(actions, deals)
        self.by = "solved" if rows else "rolled"
        if not rows:
            self._best = None       # Once a deal takes too long, none is solved any more.
            if self._rolling is None:
                return [[self._read_on(self._state_of(deal), action) for deal in deals] for action in actions]
            rows = self._rolling.values(actions, deals)
        assert rows is not None     # Quick players come to an end.
        return [[value / self._rivals for value in row] for row in rows]

    def values_in(self, actions: Sequence[Action], deals: Deals) -> Array:
        """Return the same for sampled deals, as an array; raise TooLongError if one cannot be solved with `solving`."""
        import numpy as np

        plays_on = self._best or self._rolling
        if plays_on is None:
            return np.array([[self._read_on(self._state_of(deal), action) for deal in deals.as_tiles()]
                             for action in actions], float)
        self.by = "solved" if plays_on is self._best else "rolled"
        values = plays_on.values_in(actions, deals)
        if values is None:
            raise TooLongError
        return values / self._rivals

    def _read_on(self, state: Position, action: Action) -> float:
        """Play on by the readable engine, for rules that the kernel does not know."""
        quick, stream = players.get(self._quick), Stream(0)
        now = advance(state, with_call(state, action) if isinstance(action, Play) else action).state
        while not now.over:
            now = advance(now, quick(view(now, now.turn), stream)).state
        return points_ahead(state, settle(now), self._own)

    def _state_of(self, deal: Hidden) -> Position:
        turn = self.state.turn
        holdings = tuple([held if seat == turn else deal.holdings[seat]
                          for seat, held in enumerate(self.state.holdings)])
        piles = tuple([deal.discards.get(seat, pile) for seat, pile in enumerate(self.state.discards)])
        return self.state.but(holdings=holdings, stock=deal.stock, below=frozenset(), discards=piles)


DEALS, ROUNDS = 96, 3
"""The number of deals on which the best moves are tried, and of rounds after which the weaker half drops out."""

SLOWER, USUAL_SET = 8, 28
"""The readable engine has time for one deal in so many; a larger set than this leaves time for fewer."""


class MoveEstimate(NamedTuple):
    """A move, the mean points by which it leaves its side ahead, the number of deals tried, and the method.

    `by` is "rolled" (quick players went on from it) or "solved" (best play with all tiles open).
    """

    action: Action
    ahead: float
    deals: int
    by: str


class Thinker:
    """The thinking player: it deals out the hidden tiles in many ways that fit everything seen so far, tries each of
    its moves on every deal, and chooses the move that leaves its side the most points ahead on average.

    A move is tried on at most `deals` deals; a small number is fast and weak. In Block and Draw for two, a deal is
    played out perfectly if that does not take long (see `solver`); otherwise quick players go on from each move. Its
    random numbers depend only on its knowledge: the same view gives the same choice. If the rows are face down, there
    is nothing to think about, and if tiles are both drawn and discarded, or some are nowhere, it cannot know which.
    Then it plays like the greedy player.
    """

    needs_past, takes_luck = True, False

    def __init__(self, *, deals: int = DEALS, engine: str | None = None) -> None:
        count = whole(deals)
        if count is None or count < 1:
            raise DominoError(f"deals must be a whole number from 1, not {quote(deals)}")
        self.deals, self.engine = count, engine
        self.__name__ = "thinking" if count == DEALS else f"thinking_{count}"
        self._kept: tuple[Ruleset | None, str, tuple[MoveEstimate, ...]] = (None, "", ())

    def __call__(self, view: View, stream: Stream) -> Action:
        """Return the move, with its score called if that is required; `stream` is not used."""
        if knows_nothing(view.rules) or _leaves_out_tiles(view):
            return greedy(view, stream)
        moves = without_twins(view)
        return calling(view, moves[0] if len(moves) == 1 else self.weigh(view)[0].action)

    def weigh(self, view: View) -> tuple[MoveEstimate, ...]:
        """Return every move that differs from the others, the best first."""
        kept, known = self._kept, _text_of_knowledge(view)
        if kept[:2] != (view.rules, known):
            # Threads may share this player: each uses what it has found itself.
            self._kept = kept = view.rules, known, self._weigh(view, known)
        return kept[2]

    def reason(self, view: View, action: Action) -> str:
        """Explain a move: the number of deals it was tried on, and the expected result."""
        forced = without_choice(view, action)
        if forced or knows_nothing(view.rules) or _leaves_out_tiles(view):
            return forced or players.reason("greedy", view, action)
        if len(without_twins(view)) == 1 and isinstance(action, Play):
            return phrase("players.only_tile", tile=action.tile)
        moves = self.weigh(view)
        own = next((move for move in moves if move.action[:3] == action[:3]), moves[0])
        ahead = round(own.ahead, 1)
        how = "ahead" if ahead > 0 else "behind" if ahead < 0 else "even"
        return phrase(f"players.thinks_{how}", moves=len(moves), deals=own.deals, points=f"{abs(ahead):.1f}")

    def warm(self) -> None:
        """Compile the kernel before many hands, because nothing is compiled during a hand."""
        line = deal_hand(get("all-fives"), Shuffle())
        seen = view_of(line, line.state.turn)
        deals = deals_for(seen, 1, seed=0)
        for solving in (False, True):
            Trial(seen_line(seen).state, engine="compiled", solving=solving).values(seen.legal[:1], deals)

    def _count(self, view: View, engine: str) -> int:
        """Return the budget: less if a deal takes long, by the readable engine or with a set larger than double-six."""
        if engine == "readable":
            return -(-self.deals // SLOWER)
        return -(-self.deals * USUAL_SET // max(len(view.rules.equipment.set.tiles), USUAL_SET))

    def _weigh(self, view: View, known: str) -> tuple[MoveEstimate, ...]:
        """Try the moves in rounds, without the weaker half after each."""
        trial = Trial(seen_line(view).state, engine=self.engine)
        seed = int.from_bytes(sha256(known.encode()).digest()[:6], "big")
        deals = deals_for(view, self._count(view, trial.engine), seed)
        values: dict[Action, list[float]] = {move: [] for move in without_twins(view)}
        left, gone = list(values), list[Action]()
        rounds = ROUNDS if len(left) > 2 and len(deals) >= ROUNDS else 1      # two moves need only one
        each = -(-len(deals) // rounds)
        for first in range(0, len(deals), each):
            for move, row in zip(left, trial.values(left, deals[first : first + each]), strict=True):
                values[move].extend(row)
            left.sort(key=lambda move: -fsum(values[move]))
            keep = max(2, (len(left) + 1) // 2)
            left, gone = left[:keep], [*left[keep:], *gone]
        return tuple([MoveEstimate(move, fsum(values[move]) / len(values[move]), len(values[move]), trial.by)
                      for move in (*left, *gone)])


def knows_nothing(rules: Ruleset) -> bool:
    """Return True if no hidden tiles are dealt out: for one player, for face-down rows, and where tiles are both drawn
    and discarded.
    """
    return rules.solo is not None or rules.dealing.is_blind or draws_and_discards(rules)


def _leaves_out_tiles(view: View) -> bool:
    """Return True if nobody has some tile of the set, as in a record of a part of the tiles: what others hold is open.
    """
    places = (view.chain.laid, view.stacks, *view.discards)
    there = sum(map(len, places)) + sum(view.holding_sizes) + view.boneyard
    return there < len(view.rules.equipment.set.tiles)


def _text_of_knowledge(view: View) -> str:
    """Return all that a view knows as one text: two views that know the same give the same."""
    past = [(step.seat, step.action and step.action.kind) for step in view.past]
    laid = [(placed.tile, placed.parent, placed.parent_edge, placed.out) for placed in view.chain.laid]
    lead = "may leave" if not view.chain.laid and Pass() in view.legal else view.must
    return repr((view.rules.id, view.rules.changes(), view.seat, sorted(view.holding), laid, view.stacks,
                 view.holding_sizes, view.boneyard, view.turn, view.scores, view.drawn, lead, past,
                 *map(sorted, view.discards), *filter(None, (view.opened, view.out))))


def without_twins(view: View) -> Sequence[Action]:
    """Return the legal actions, only the first of those that leave equal positions."""
    by_effect: dict[object, Action] = {}
    seats = len(view.names)
    for action in view.legal:
        left = chain_after(view.rules, view.chain, action, seats).shape() if isinstance(action, Play) else action
        by_effect.setdefault(left, action)
    return tuple(by_effect.values())


thinking = Thinker()
"""The thinking player with its usual budget."""

POLICIES["thinking"] = thinking
