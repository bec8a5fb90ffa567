"""Imagined: deals of the hidden tiles that agree with what one seat has seen, and what its moves are worth on them."""

from __future__ import annotations

from collections.abc import Sequence

from domino_lab.actions import Action, Play
from domino_lab.chance import engines
from domino_lab.chance import kernel as k
from domino_lab.chance.compiling import unplayable
from domino_lab.chance.knowledge import Hidden, Knowledge
from domino_lab.chance.rolling import Rolling
from domino_lab.chance.solver import Search, TooLongError, refusal
from domino_lab.chance.witness import witness
from domino_lab.play import players
from domino_lab.play.choosing import usual_policy
from domino_lab.play.hand import advance
from domino_lab.play.legal import called
from domino_lab.play.settlement import settle
from domino_lab.play.state import State, Step, Table
from domino_lab.play.timeline import Timeline
from domino_lab.play.view import FACE_DOWN, View, view
from domino_lab.rules.leading import Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling
from domino_lab.shuffle import Stream

CODES = {"greedy": k.GREEDY, "heaviest": k.HEAVIEST}

TRIES = 300
"""So many moves the solver may try for the worth of one move on one deal; a hand that is further off is played out."""

MOST_WAYS = 10_000
"""A longer table of the ways in which tiles may lie takes too long to make for each move: then deals are walked to."""

Values = list[list[float]]
"""A row for each action, a number for each deal: the points by which it leaves the seat's side ahead."""


def seen_line(seen: View) -> Timeline:
    """What a view has seen happen as a line with its hidden tiles face down; without a past, where it stands now.

    >>> import domino_lab as dl
    >>> from domino_lab.play.view import view_of
    >>> len(seen_line(view_of(dl.play_out("block", seed=1).upto(4), 0)))
    5
    """
    if seen.past:
        return Timeline(seen.past)
    lead = Lead(seen.turn, seen.must, Ruling("GEN-TURN-1", "given", {"player": seen.names[seen.turn]}), seen.seeks)
    holdings = tuple([seen.holding if seat == seen.seat else (FACE_DOWN,) * size
                      for seat, size in enumerate(seen.holding_sizes)])
    table = Table(seen.rules, seen.names, Standing(seen.scores))
    state = State(table, seen.chain, holdings, (FACE_DOWN,) * seen.boneyard, seen.turn, lead, seen.scores, seen.drawn,
                  stacks=seen.stacks, spoils=seen.spoils)
    return Timeline((Step(None, None, (), state),))


def deals_for(seen: View, count: int, seed: int) -> list[Hidden]:
    """So many deals of the hidden tiles, each that agrees with what was seen equally likely; `seed` fixes them.

    >>> import domino_lab as dl
    >>> from domino_lab.play.view import view_of
    >>> len(deals_for(view_of(dl.play_out("block", seed=1).upto(4), 0), 3, seed=1)[0].stock)
    14
    """
    line = seen_line(seen)
    return Knowledge(witness(line, seen.seat, len(line) - 1), seen.names, most=MOST_WAYS).deals(count, seed)


class Trial:
    """The moves of the seat to move, to be tried on imagined deals; `by` says how they were: "solved" or "rolled".

    A deal is solved where the solver knows the game and does not need long; else quick players go on from each move.
    Those play by the kernel where it knows the rules: `engine` is "compiled", "plain" or "readable", as elsewhere;
    nobody asking, "compiled" serves where it is ready. All engines give the same values. `solving` may be left out.

    >>> import domino_lab as dl
    >>> from domino_lab.play.view import view_of
    >>> seen = view_of(dl.play_out("all-fives", seed=1).upto(0), 0)
    >>> Trial(seen_line(seen).state).by
    'rolled'
    """

    def __init__(self, state: State, *, engine: str | None = None, solving: bool = True) -> None:
        self.state, rules = state, state.rules
        self.engine = engine_now(rules) if engine is None else engine
        self.by = "rolled"
        self._quick = usual_policy(rules)
        self._rivals = rules.side_count(state.table.seats) - 1
        self._own = rules.dealing.side(state.turn)
        self._tries = TRIES if solving and not refusal(state._replace(below=frozenset())) else 0
        self._rolling = None if self.engine == "readable" else Rolling(
            state, CODES[self._quick], compiled=self.engine == "compiled")

    def values(self, actions: Sequence[Action], deals: Sequence[Hidden]) -> Values:
        """What each action is worth on each deal, in points ahead of the mean of the other sides.

        >>> Trial.values.__name__
        'values'
        """
        solved = self._solved(actions, deals) if self._tries else None
        self.by = "rolled" if solved is None else "solved"
        if solved is not None:
            return solved
        if self._rolling is None:
            return [[self._read_on(self._dealt(deal), action) for deal in deals] for action in actions]
        return [[value / self._rivals for value in row] for row in self._rolling.worth(actions, deals)]

    def _solved(self, actions: Sequence[Action], deals: Sequence[Hidden]) -> Values | None:
        """Once one deal is too long to solve, none is tried any more."""
        sign, found = 1 - 2 * self.state.turn, []
        try:
            for deal in deals:
                state = self._dealt(deal)
                search = Search(state, compiled=False, tries=self._tries)
                found.append([float(sign * search.value(advance(state, action).state)) for action in actions])
        except TooLongError:
            self._tries = 0
            return None
        return [list(row) for row in zip(*found, strict=True)]

    def _read_on(self, state: State, action: Action) -> float:
        """The readable engine's way, for rules that the kernel does not know."""
        before, quick, stream = state, players.get(self._quick), Stream(0)
        state = advance(state, called(state, action) if isinstance(action, Play) else action).state
        while not state.over:
            state = advance(state, quick(view(state, state.turn), stream)).state
        return self._ahead(before, settle(state))

    def _ahead(self, before: State, last: Step) -> float:
        settled, after = last.settled, last.state
        won = None if settled is None else settled.winner
        chips = [now - then for now, then in zip(after.chips, before.chips, strict=True)] or [0] * (self._rivals + 1)
        gained = [now - then + paid + (side == won)
                  for side, (now, then, paid) in enumerate(zip(after.scores, before.scores, chips, strict=True))]
        own = gained[self._own]
        return (own * self._rivals - (sum(gained) - own)) / self._rivals

    def _dealt(self, deal: Hidden) -> State:
        turn = self.state.turn
        holdings = tuple([held if seat == turn else deal.holdings[seat]
                          for seat, held in enumerate(self.state.holdings)])
        return self.state._replace(holdings=holdings, stock=deal.stock, below=frozenset())


def engine_now(rules: Ruleset) -> str:
    """The quickest engine that plays positions of these rules on to their end at once, with nothing to compile.

    >>> from domino_lab.catalogue import get
    >>> engine_now(get("block").but(max_pip=12))
    'readable'
    """
    if unplayable(rules):
        return "readable"
    return "compiled" if engines.is_rolling_compiled() else "plain"
