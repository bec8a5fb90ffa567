"""Review: what each move of a hand was worth to its player, from what that player could know."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property, partial
from math import hypot, sqrt
from operator import add
from statistics import NormalDist
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.chance.holdings import Array
from domino_lab.chance.jobs import engine_for
from domino_lab.chance.knowledge import STOCK, fitting_tiles
from domino_lab.chance.long_runs import ChunkedRun, ExecutorLike
from domino_lab.chance.monte_carlo_player import (
    Trial,
    knows_nothing,
    seen_line,
    usual_engine,
    without_twins,
)
from domino_lab.chance.rollouts import points_ahead
from domino_lab.chance.sampled_deals import Deals, DealSampler
from domino_lab.chance.solver import TooLongError, refusal
from domino_lab.core.actions import Action, Discard, Play
from domino_lab.core.errors import DominoError
from domino_lab.core.events import Discarded, Scored
from domino_lab.core.shuffle import mix
from domino_lab.core.tiles import Tile
from domino_lab.explain.scenarios import prospects
from domino_lab.io.progress import Progress, Teller
from domino_lab.kernel import engines
from domino_lab.play.hand import advance
from domino_lab.play.legal import chain_after, must_take, with_call
from domino_lab.play.move_text import describe_move
from domino_lab.play.references import shape_after
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Timeline, view_of
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase
from domino_lab.words.escaping import paragraphs, without_math

if TYPE_CHECKING:
    import pandas as pd

FIRST_DEALS, MOST_DEALS = 512, 16_384
"""The deals on which every move is tried, and the most on which two moves are compared."""

ERROR = 0.7
"""The standard error of a loss, in points, that is small enough; in a game of few points it is smaller."""

SLIP, MISTAKE, FEW_POINTS = 1.0, 4.0, 10.0
"""The losses, in points, from which a move is a slip and a mistake. Where a hand is usually worth less than FEW_POINTS,
both are smaller in proportion."""

SURELY_WORSE = 4.0
"""Standard errors by which a move must lie behind to be tried no more."""

CONFIDENCE = 0.95

MOST_IN_A_TURN = 8
"""So many tiles of one turn a coach looks ahead."""

READABLE_DEALS = 64
"""The deals for rules that no kernel plays: the readable engine takes a hundred times as long."""

EXACT_DEALS, EXACT_TRIES = 1_000, 2_000
"""An exact review tries every deal where there are so few, and looks for the best play in so many moves of each."""

FEW_DEALS = 100
"""Where so few deals are possible, both sides play their best after each move in any review: quick players would give
points away that nobody has to give."""


class MoveWorth(NamedTuple):
    """A move, the points by which it leaves its side ahead on average, the standard error, and the number of deals."""

    action: Action
    ahead: float
    error: float
    deals: int


class Reason(NamedTuple):
    """A fact in which the best move differs from the one that was played; `kind` is one of FACTS.

    `best` and `played` are its values after each: a mean over sampled deals, or the same in all of them. `is_for` is
    False for what the best move gives away. `clause` is that of a ruling behind it, empty for a count.
    """

    kind: str
    best: float
    played: float
    is_for: bool = True
    clause: str = ""


class ReviewedTurn(NamedTuple):
    """A choice that a player had: the move that led to `step`, and all that differ from it, the best first.

    `loss` is how many points ahead the best move is of the one that was played, on the same deals, and `error` its
    standard error; both are 0 if the best was played. `reasons` has facts that bear it out, where there is a loss.
    `before` is how far the player's side was ahead in this hand, and `usual` how many points a hand is worth from here,
    whoever gets them. `by` says how the moves were played on: "rolled" (by quick players), "solved" (the best play of
    both sides, all tiles face up), or "exact" (the same on every deal that is possible).
    """

    step: int
    seat: int
    played: MoveWorth
    moves: tuple[MoveWorth, ...]
    loss: float
    error: float
    before: float
    usual: float
    reasons: tuple[Reason, ...] = ()
    by: str = "rolled"

    @property
    def best(self) -> MoveWorth:
        """The best move."""
        return self.moves[0]


class Limits(NamedTuple):
    """How far a review goes: the most deals for a turn, the seconds for a turn (None: no limit), and the engine.

    Where at most `exact` deals are possible, all are tried, and the best play goes on from each move; with `solves` it
    does so on sampled deals, too.
    """

    deals: int
    seconds: float | None
    engine: str
    exact: int = 0
    solves: bool = True


def usual_limits(line: Timeline, seconds: float | None = None, engine: str | None = None) -> Limits:
    """Return the limits for moves of a hand, at most so many seconds for a turn; the first time, a kernel is compiled.
    """
    chosen = engine_for(line.rules, engine)[0] if engine else usual_engine(line.rules, compiles=True)
    return Limits(READABLE_DEALS if chosen == "readable" else MOST_DEALS, seconds, chosen, FEW_DEALS, solves=False)


def quick_limits(line: Timeline) -> Limits:
    """Return the limits for first figures within a moment: few deals, by what is ready to run.

    >>> from domino_lab import play_out
    >>> quick_limits(play_out("block")).deals in QUICK_DEALS.values()
    True
    """
    engine = usual_engine(line.rules)
    return Limits(QUICK_DEALS[engine], None, engine)


QUICK_DEALS = {"compiled": 128, "plain": 32, "readable": 4}
"""The deals for first figures, by the engine."""


class Choices(NamedTuple):
    """The moves of a turn that differ in what they leave, and the number of the one that led to `step`."""

    step: int
    moves: tuple[Action, ...]
    played: int


def choices_at(line: Timeline, step: int) -> Choices | None:
    """Return the moves among which the move to `step` was chosen; None if there was no choice."""
    action, state = line.steps[step].action, line.steps[step - 1].state
    if action is None or line.steps[step].seat != state.turn:
        return None
    moves = tuple(without_twins(view_of(line.upto(step - 1), state.turn)))
    if len(moves) < 2:
        return None
    played = next((number for number, move in enumerate(moves) if _is_same(state, move, action)), None)
    return None if played is None else Choices(step, moves, played)


def _is_same(state: Position, action: Action, other: Action) -> bool:
    if not isinstance(action, Play) or not isinstance(other, Play):
        return action.kind == other.kind and getattr(action, "tile", None) in (None, getattr(other, "tile", None))
    if action.tile != other.tile:
        return False
    return shape_after(action, state) == shape_after(other, state)


def review_turn(line: Timeline, choices: Choices, seed: int, limits: Limits) -> ReviewedTurn:
    """Return what the moves at a turn were worth, from the knowledge of the player alone."""
    before = line.upto(choices.step - 1)
    seat = before.state.turn
    known = seen_line(view_of(before, seat))
    sampler = DealSampler(known, seat, mix(seed) ^ mix(choices.step))
    every = sampler.every(limits.exact) if limits.exact else None

    def compare(*, solving: bool) -> Comparison:
        trial = Trial(known.state, engine=limits.engine, solving=solving, tries=EXACT_TRIES)
        compared = Comparison(choices, sampler, trial, limits)
        compared.run(every if trial.is_solving else None)
        return compared

    try:
        comparison = compare(solving=every is not None or (limits.exact > 0 and limits.solves))
    except TooLongError:
        sampler = DealSampler(known, seat, mix(seed) ^ mix(choices.step))       # from its first deal again
        comparison = compare(solving=False)
    return comparison.turn(seat, points_ahead(line.steps[0].state, before.steps[-1], line.rules.dealing.side(seat)))


class Comparison:
    """Compares moves on the same deals, more and more of them; moves that are surely worse drop out."""

    def __init__(self, choices: Choices, sampler: DealSampler, trial: Trial, limits: Limits) -> None:
        import numpy as np

        self._choices, self._sampler, self._trial, self._limits = choices, sampler, trial, limits
        self._left = list(range(len(choices.moves)))
        self._values: list[Array] = [np.zeros(0) for _ in choices.moves]
        self._first: Deals | None = None
        self._is_exact = False
        self.usual = 0.0

    def run(self, every: Deals | None = None) -> None:
        """Try `every` deal if they are given; else deal until the loss is known well enough, or a limit is reached.

        Raises TooLongError if the trial is to solve a deal for which there is no time.
        """
        if every is not None:
            self._is_exact = True
            self._try_on(every)
            return
        begun, dealt, more = monotonic(), 0, min(FIRST_DEALS, self._limits.deals)
        while more:
            self._try_on(self._sampler.draw(more))
            dealt += more
            self._drop()
            late = self._limits.seconds is not None and monotonic() - begun >= self._limits.seconds
            more = 0 if late or self._is_known() else min(dealt, self._limits.deals - dealt)

    def _try_on(self, deals: Deals) -> None:
        import numpy as np

        self._first = self._first or deals
        rows = self._trial.values_in([self._choices.moves[number] for number in self._left], deals)
        for number, row in zip(self._left, rows, strict=True):
            self._values[number] = np.concatenate([self._values[number], row])
        if not self.usual:
            self.usual = float(abs(rows).mean())

    def _drop(self) -> None:
        """Try the moves that are surely worse than the best no more; the one that was played stays."""
        best = self._best()
        self._left = [number for number in self._left
                      if number in (best, self._choices.played) or not self._is_surely_worse(number, best)]

    def _is_surely_worse(self, number: int, best: int) -> bool:
        loss, error = mean_and_error(self._values[best] - self._values[number])
        return loss > SURELY_WORSE * error

    def _best(self, part: slice = slice(None)) -> int:
        """Return the best of the moves that are left, by all deals or by some; the one that was played if they tie."""
        return max(self._left, key=lambda number: (self._values[number][part].mean(), number == self._choices.played))

    def _is_known(self) -> bool:
        if self._left == [self._choices.played]:
            return True
        loss, error = self._loss()
        slip, _ = thresholds(self.usual)
        is_close = abs(loss) < 3 * error and loss + 3 * error > slip
        return error <= min(1.0, slip / SLIP) * ERROR / (2 if is_close else 1)

    def _loss(self) -> tuple[float, float]:
        """Return how far the best move is ahead of the one that was played, with the standard error.

        The best of several looks better than it is on the deals by which it was chosen. So it is chosen on one half of
        the deals and compared on the other half, both ways round.
        """
        import numpy as np

        played, losses = self._values[self._choices.played], np.zeros(0)
        if self._is_exact:
            return float(self._values[self._best()].mean() - played.mean()), 0.0
        for chosen, compared in ((slice(0, None, 2), slice(1, None, 2)), (slice(1, None, 2), slice(0, None, 2))):
            best = self._best(chosen)
            losses = np.concatenate([losses, self._values[best][compared] - played[compared]])
        return mean_and_error(losses)

    def turn(self, seat: int, before: float) -> ReviewedTurn:
        """Return the result."""
        loss, error = self._loss()
        loss = max(loss, 0.0)
        worths = [MoveWorth(move, *mean_and_error(values), len(values))
                  for move, values in zip(self._choices.moves, self._values, strict=True)]
        if self._is_exact:
            worths = [worth._replace(error=0.0) for worth in worths]
        best = self._best()
        ranked = sorted(range(len(worths)), key=lambda number: (number != best, -worths[number].ahead))
        moves, played = tuple(worths[number] for number in ranked), worths[self._choices.played]
        reasons = () if self._first is None or loss <= 2 * error else find_reasons(
            self._trial.state, worths[best].action, played.action, self._first)
        return ReviewedTurn(self._choices.step, seat, played, moves, loss, error, before, self.usual, reasons,
                            "exact" if self._is_exact else self._trial.by)


# --- why a move is better: facts that the rules or a count give, on the same deals


class Tried(NamedTuple):
    """A move on sampled deals: the position before it, the step that it makes, and the deals."""

    before: Position
    step: Step
    deals: Deals

    @property
    def is_out(self) -> bool:
        """True if it ends the hand; a line that seems blocked is only so because the others' tiles are face down."""
        return self.step.state.over not in (None, "blocked")

    @property
    def rival(self) -> int | None:
        """The seat to move after it, if it is on another side and the hand goes on."""
        dealing, own, after = self.before.rules.dealing, self.before.turn, self.step.state
        following = dealing.next_seat(own, self.before.table.seats) if after.over else after.turn
        return None if self.is_out or dealing.side(following) == dealing.side(own) else following

    @property
    def partner(self) -> int | None:
        """The other seat of the player's side, if there is one and the hand goes on."""
        table, side_of, own = self.before.table, self.before.rules.dealing.side, self.before.turn
        return None if self.is_out else next(
            (seat for seat in range(table.seats) if seat != own and side_of(seat) == side_of(own)), None)

    def fits(self) -> frozenset[Tile]:
        """Return the tiles that can be played next."""
        return fitting_tiles(self.step.state, self.step.state.open_ends)

    def fitting_places(self) -> Array:
        """Return where the unseen tiles that can be played next lie, a row for each deal."""
        fits = self.fits()
        places: Array = self.deals.places[:, [tile in fits for tile in self.deals.unseen]]
        return places

    def can_play(self, seat: int | None) -> Array | None:
        """Return whether a seat holds a tile that can be played next, on each deal; None for no seat."""
        return None if seat is None else (self.fitting_places() == seat).any(axis=1)


def _points_now(move: Tried) -> float:
    """Return the points that the move scores, by the rule for scoring in play."""
    side_of = move.before.rules.dealing.side
    return sum(event.points for event in move.step.events
               if isinstance(event, Scored) and side_of(event.seat) == side_of(move.before.turn))


def _rival_points(move: Tried) -> Array | None:
    """Return the most points that the next player can score in one play, on each deal."""
    import numpy as np

    if move.rival is None or move.before.rules["play_score"] == "none":
        return None
    most = dict.fromkeys(move.deals.unseen, 0)
    for prospect in prospects(move.step.state, move.deals.unseen).values():
        most[prospect.tile] = max(most[prospect.tile], prospect.points)
    scores = [most[tile] for tile in move.deals.unseen]
    best: Array = np.where(move.deals.places == move.rival, scores, 0).max(axis=1)
    return best


def _rival_stuck(move: Tried) -> Array | None:
    """Return whether the next player holds nothing that fits, on each deal."""
    can = move.can_play(move.rival)
    return None if can is None else ~can


def _rival_fits(move: Tried) -> Array | None:
    """Return how many tiles that fit the next player holds, on each deal: what the move opens."""
    if move.rival is None:
        return None
    held: Array = (move.fitting_places() == move.rival).sum(axis=1)
    return held


def _blocks(move: Tried) -> Array | float | None:
    """Return whether nobody can play or draw any more, on each deal."""
    state = move.step.state
    if move.is_out or not isinstance(move.step.action, Play):
        return None
    draws = state.boneyard and state.rules["draw_when"] != "never"
    if draws or not move.fits().isdisjoint(state.holdings[move.before.turn]):
        return 0.0
    blocked: Array = (move.fitting_places() == STOCK).all(axis=1)
    return blocked


def _own_fits(move: Tried) -> float | None:
    """Return how many of the player's other tiles fit when the move is made."""
    if move.is_out:
        return None
    fits = move.fits()
    return float(sum(tile in fits for tile in move.step.state.holdings[move.before.turn]))


def _last_fits(move: Tried) -> Array | None:
    """Return whether the player's last tile is sure to fit next time, on each deal: for two who draw nothing.

    Where the other player's only tile fits, there is no next time.
    """
    import numpy as np

    state, seat = move.step.state, move.before.turn
    rules, held = state.rules, state.holdings[seat]
    draws = rules["draw_when"] != "never" and state.boneyard
    if move.rival is None or state.table.seats != 2 or len(held) != 1 or draws or not _takes_plain_turns(rules):
        return None
    fits_now, fitting, spoiling = held[0] in move.fits(), set[Tile](), set[Tile]()
    for prospect in prospects(state, move.deals.unseen).values():
        after = chain_after(rules, state.chain, prospect.play, state.table.seats)
        fitting.add(prospect.tile)
        if len(state.holdings[move.rival]) == 1 or not rules.places_for(after, held[0]):
            spoiling.add(prospect.tile)
    has, spoils = ((move.deals.places == move.rival)[:, [tile in some for tile in move.deals.unseen]].any(axis=1)
                   for some in (fitting, spoiling))
    sure: Array = ~spoils & (np.full(len(has), fits_now) | has)
    return sure


def _takes_plain_turns(rules: Ruleset) -> bool:
    """Return True if every turn is one play, or else a pass of a player who cannot play, and none scores."""
    turns = rules.turns
    return not turns.decides and (turns.extra_turn, turns.pass_when, turns.cannot_play, rules["play_score"]) == (
        "none", "unable", "pass", "none") and not (rules.stacking.plays or rules.ending.watches)


def _own_values(move: Tried) -> float | None:
    """Return how many different values the player's other tiles have: the more, the sooner one fits again."""
    left = move.step.state.holdings[move.before.turn]
    return float(len({value for tile in left for value in tile[:2]})) if left and not move.is_out else None


def _discard_pips(move: Tried) -> float | None:
    """Return the pips of the tile that is discarded: they count against the player at the end."""
    action = move.step.action
    return float(move.before.rules.equipment.weight(action.tile)) if isinstance(action, Discard) else None


def _pips_left(move: Tried) -> float:
    """Return the pips that the player is left with: they count against a side that does not go out."""
    return float(sum(map(move.before.rules.equipment.weight, move.step.state.holdings[move.before.turn])))


FACTS: Mapping[str, tuple[Callable[[Tried], Array | float | None], int, float]] = {
    "ends_hand": (lambda move: float(move.is_out), 1, 1), "blocks": (_blocks, 1, 0.5),
    "stays_open": (_blocks, -1, 0.5),
    "points_now": (_points_now, 1, 1), "rival_points": (_rival_points, -1, 1),
    "rival_stuck": (_rival_stuck, 1, 0.05), "partner_plays": (lambda move: move.can_play(move.partner), 1, 0.05),
    "last_fits": (_last_fits, 1, 0.05), "rival_fits": (_rival_fits, -1, 0.4), "own_fits": (_own_fits, 1, 1),
    "discarded_pips": (_discard_pips, -1, 1), "pips_left": (_pips_left, -1, 3), "own_values": (_own_values, 1, 1),
}
"""What may speak for a move: its measure, 1 if more of it is better or -1 if less is, and the least difference."""


AT_DISCARDS = ("discarded_pips", "own_values")
"""The facts in which discards differ: the line stays as it is."""

SAID_BY: Mapping[str, Set[str]] = {
    "rival_stuck": {"blocks"}, "rival_fits": {"blocks", "stays_open", "rival_stuck", "rival_points"},
    "own_fits": {"last_fits"}, "own_values": {"own_fits", "last_fits"},
}
"""The facts that say more than another, which is not said beside them."""

LOOKS_AT: Mapping[str, str] = {"stays_open": "blocks"}
"""A fact that is found by looking at the same thing as another."""


def describe_beside(state: Position, action: Action, other: Action) -> str:
    """Describe an action; if words call another one the same, by what sets it apart: how the tile lies, or its place.
    """
    text = describe_move(state, action)
    if action == other or text != describe_move(state, other):
        return text
    if not (isinstance(action, Play) and isinstance(other, Play) and action.end and other.end):
        return phrase("review.elsewhere")
    if action.end == other.end:
        return phrase("review.turned", out=action.out)
    onto = state.chain.laid[action.end.at].tile
    if action.end.at != other.end.at:
        return phrase("review.on_other", onto=onto)
    if action.end.is_tip == other.end.is_tip:
        return phrase("review.elsewhere")
    return phrase("review.on_tip" if action.end.is_tip else "review.on_side", onto=onto)


def find_reasons(before: Position, best: Action, played: Action, deals: Deals) -> tuple[Reason, ...]:
    """Return the facts that speak for the better of two moves beyond their error, and the points that it gives up.

    Both are plays, or both discards.
    """
    if type(best) is not type(played) or not isinstance(best, Play | Discard):
        return ()
    moves = [Tried(before, advance(before, with_call(before, move) if isinstance(move, Play) else move), deals)
             for move in (best, played)]
    facts = FACTS if isinstance(best, Play) else {kind: FACTS[kind] for kind in AT_DISCARDS}
    reasons = []
    for kind, (measure, sign, least) in facts.items():
        better, worse = (_on_each(measure(move), len(deals.places)) for move in moves)
        if better is None or worse is None:
            continue
        gain, error = mean_and_error(sign * (better - worse))
        if abs(gain) >= least and abs(gain) > 2 * error and (gain > 0 or kind == "points_now"):
            clause = _clause(kind, moves[gain < 0].step)
            reasons.append(Reason(kind, float(better.mean()), float(worse.mean()), gain > 0, clause))
    kinds = {reason.kind for reason in reasons}
    return tuple(reason for reason in reasons if not kinds & SAID_BY.get(reason.kind, set()))


def _on_each(value: Array | float | None, count: int) -> Array | None:
    import numpy as np

    return None if value is None else np.broadcast_to(np.asarray(value, float), count)


def _clause(kind: str, step: Step) -> str:
    """Return the clause behind a fact; empty for a count."""
    by = {"points_now": Scored, "discarded_pips": Discarded}.get(kind)
    return next((event.ruling.clause for event in step.events if by and isinstance(event, by)), "")


# --- for a player in the middle of a hand


class Hint(NamedTuple):
    """Help for a turn, from what its player knows: the moves with their worth, two of them to compare, and a fact.

    `fact` is one in which the two differ, and that speaks for the better; None if none does beyond its error.
    """

    line: Timeline
    turn: ReviewedTurn
    pair: tuple[MoveWorth, MoveWorth]
    fact: Reason | None

    @property
    def look_text(self) -> str:
        """A hint at the facts to look at, without naming a move."""
        kind = "at_all" if self.fact is None else LOOKS_AT.get(self.fact.kind, self.fact.kind)
        return phrase(f"review.look_{kind}", **names_beside(self.line, self.turn.seat))

    @property
    def pair_text(self) -> str:
        """Two moves to compare, in no order of worth."""
        first, second = sorted(describe_move(self.line.state, move.action) for move in self.pair)
        return phrase("review.compare", first=first, second=second)

    @property
    def worth_texts(self) -> tuple[str, ...]:
        """The worth of each move in words, the best first."""
        state = self.line.state
        return tuple(_worth_text(describe_move(state, move.action), move, is_played=False) for move in self.turn.moves)


def find_hint(line: Timeline, *, seed: int, limits: Limits) -> Hint | None:
    """Return a hint for the player to move at the end of a line; None if there is no choice."""
    seen = view_of(line, line.state.turn)
    moves = () if line.is_over else tuple(without_twins(seen))
    if len(moves) < 2:
        return None
    few = limits._replace(deals=min(limits.deals, FIRST_DEALS))
    first = review_turn(line, Choices(len(line), moves, 0), seed, few)
    turn = first if few == limits else review_turn(
        line, Choices(len(line), moves, moves.index(first.best.action)), seed, limits)
    known = seen_line(seen)
    deals = DealSampler(known, turn.seat, mix(seed) ^ mix(turn.step)).draw(few.deals)
    for other in turn.moves[1:]:
        facts = find_reasons(known.state, turn.best.action, other.action, deals)
        if any(fact.is_for for fact in facts):
            return Hint(line, turn, (turn.best, other), next(fact for fact in facts if fact.is_for))
    return Hint(line, turn, (turn.moves[0], turn.moves[1]), None)


def find_cost(line: Timeline, *, seed: int, limits: Limits) -> str:
    """Return in a sentence or two what the last move of a line cost its player; empty if there was no choice."""
    last = max((number for number, step in enumerate(line.steps) if step.action is not None), default=0)
    choices = choices_at(line, last)
    if choices is None:
        return ""
    turns, best_line = [review_turn(line, choices, seed, limits)], line
    few = limits._replace(deals=min(limits.deals, FIRST_DEALS))
    while not best_line.is_over and best_line.state.turn == turns[0].seat and len(turns) < MOST_IN_A_TURN:
        moves = tuple(without_twins(view_of(best_line, best_line.state.turn)))
        turns.append(review_turn(best_line, Choices(len(best_line), moves, 0), seed, few))
        best = turns[-1].best.action
        if not isinstance(best, Play):
            break
        best_line = best_line.play(with_call(best_line.state, best))
    review = Review(line, with_turns_that_go_on(best_line, tuple(turns))[:1], is_whole=False)
    [turn] = review.turns
    return phrase(f"review.coach_{review.kind(turn)}", **review.cost_facts(turn))


def names_beside(line: Timeline, seat: int) -> Mapping[str, str]:
    """Return the names of a player, of the next one, and of the partner."""
    names, dealing = line.names, line.rules.dealing
    partner = next((other for other in range(len(names)) if other != seat
                    and dealing.side(other) == dealing.side(seat)), seat)
    return {"player": names[seat], "rival": names[dealing.next_seat(seat, len(names))], "partner": names[partner]}


# --- the whole hand


def mean_and_error(values: Array) -> tuple[float, float]:
    """Return the mean of some values and its standard error."""
    count = len(values)
    return float(values.mean()), float(values.std(ddof=1)) / sqrt(count) if count > 1 else float("inf")


def thresholds(usual: float) -> tuple[float, float]:
    """Return the losses from which a move is a slip and a mistake where a hand is usually worth so many points.

    >>> thresholds(25), thresholds(2)
    ((1.0, 4.0), (0.2, 0.8))
    """
    part = min(1.0, usual / FEW_POINTS)
    return float(f"{part * SLIP:.1g}"), float(f"{part * MISTAKE:.1g}")


class SideReview(NamedTuple):
    """The result of a side, as the sum of three parts, in points ahead of the mean of the others.

    `dealt` is what the hand was worth at the first choice of the side, by its tiles and by what had happened before;
    `luck` is what later draws, and the tiles and moves of the others, changed; `skill` is what its own moves lost,
    below 0, with the standard `error`.
    """

    dealt: float
    luck: float
    skill: float
    error: float

    @property
    def result(self) -> float:
        """The points ahead at the end of the hand."""
        return self.dealt + self.luck + self.skill


@dataclass(frozen=True, repr=False)
class Review:
    """The review of a hand: every turn with a choice, and luck and skill of each side.

    A review that was interrupted has the turns up to there, and `is_whole` is False.

    >>> import domino_lab as dl
    >>> review = dl.review("all-fives", seed=7, deals=64, engine="plain", progress=False)
    >>> len(review.turns), {review.kind(turn) for turn in review.turns} <= {"best", "good", "slip", "mistake"}
    (8, True)
    """

    line: Timeline
    turns: tuple[ReviewedTurn, ...]
    is_whole: bool = True
    asks_exact: bool = False

    @cached_property
    def thresholds(self) -> tuple[float, float]:
        """The losses in points from which a move is a slip and a mistake."""
        return thresholds(self.turns[0].usual if self.turns else FEW_POINTS)

    @property
    def needed(self) -> float:
        """The standard errors that a loss must exceed to be more than chance, corrected for the number of turns."""
        return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / max(len(self.turns), 1))

    def is_marked(self, turn: ReviewedTurn) -> bool:
        """Return True if the loss of a turn is more than chance, and large enough to be a slip."""
        return self.kind(turn) in ("slip", "mistake")

    def kind(self, turn: ReviewedTurn) -> str:
        """Return "best", "good" (hardly worse, as far as can be told), "slip" or "mistake"."""
        slip, mistake = self.thresholds
        if turn.loss > self.needed * turn.error and turn.loss >= slip:
            return "mistake" if turn.loss >= mistake else "slip"
        return "best" if turn.played == turn.best else "good"

    @property
    def marked(self) -> tuple[ReviewedTurn, ...]:
        """The turns with a slip or a mistake, in order."""
        return tuple(turn for turn in self.turns if self.is_marked(turn))

    def side(self, number: int) -> SideReview:
        """Return what a side owes to its tiles, to what came later, and to its moves; the three add up to the result.

        Raises DominoError if there is no side of this number, and if the hand is not over, or was not reviewed to its
        end.
        """
        if not 0 <= number < self.line.rules.side_count(self.line.state.table.seats):
            raise DominoError(phrase("review.no_side", number=number))
        if not self.is_whole or self.line.steps[-1].settled is None:
            raise DominoError(phrase("review.not_over"))
        side_of = self.line.rules.dealing.side
        turns = [turn for turn in self.turns if side_of(turn.seat) == number]
        result = points_ahead(self.line.steps[0].state, self.line.steps[-1], number)
        dealt = turns[0].before + turns[0].played.ahead + turns[0].loss if turns else 0.0
        skill = -sum(turn.loss for turn in turns)
        return SideReview(dealt, result - dealt - skill, skill, hypot(*(turn.error for turn in turns)))

    @property
    def sides(self) -> tuple[SideReview, ...]:
        """The shares of luck and skill of each side; none before the end of the hand."""
        if not self.is_whole or self.line.steps[-1].settled is None:
            return ()
        return tuple(map(self.side, range(self.line.rules.side_count(self.line.state.table.seats))))

    def turn_text(self, turn: ReviewedTurn) -> str:
        """Return what a move cost and which one was better, in words."""
        told = phrase(f"review.{self.kind(turn)}", step=turn.step, player=self.line.names[turn.seat],
                      **self.cost_facts(turn))
        return f"{told} {self.reason_text(turn)}".rstrip() if self.is_marked(turn) else told

    def cost_facts(self, turn: ReviewedTurn) -> dict[str, str]:
        """Return the words of a move, of the better one, of the loss, and of half of its interval."""
        state = self.line.steps[turn.step - 1].state
        loss, half = loss_texts(turn.loss, self.needed * turn.error)
        return {"move": describe_move(state, turn.played.action),
                "best": describe_beside(state, turn.best.action, turn.played.action), "loss": loss, "half": half}

    def reason_text(self, turn: ReviewedTurn) -> str:
        """Return why the best move is better, in a sentence; empty if no fact that is known bears it out."""
        facts = names_beside(self.line, turn.seat)
        said = [_reason_text(fact, facts) for fact in turn.reasons if fact.is_for]
        against = [_reason_text(fact, facts) for fact in turn.reasons if not fact.is_for]
        if not said:
            return ""
        return phrase("review.although" if against else "review.because", reasons="; ".join(said), against=against)

    def player_text(self, seat: int) -> str:
        """Return in a sentence how many points a player lost by moves, and in how many turns."""
        turns = [turn for turn in self.turns if turn.seat == seat]
        player = self.line.names[seat]
        if not turns:
            return phrase("review.no_choice" if self.line.is_over else "review.no_choice_yet", player=player,
                          step=len(self.line) - 1)
        kinds = [self.kind(turn) for turn in turns]
        lost, error = sum(turn.loss for turn in turns), hypot(*(turn.error for turn in turns))
        facts = {"player": player, "turns": len(turns), "lost": f"{max(lost, 0):.1f}", "half": f"{2 * error:.1f}",
                 "slips": kinds.count("slip"), "mistakes": kinds.count("mistake")}
        if any(map(self.is_marked, turns)):
            return phrase("review.lost", **facts)
        told = phrase("review.lost_nothing", **facts)
        return told if lost < self.thresholds[1] else f"{told} {phrase('review.lost_together', **facts)}"

    def side_text(self, number: int) -> str:
        """Return in a sentence what a side owes to its tiles, to what came later, and to its moves."""
        review = self.side(number)
        facts = {name: f"{round(value, 1) + 0.0:+.1f}".replace("-", "−") for name, value in review._asdict().items()}
        result = round(review.result, 1)
        how = "ahead" if result > 0 else "behind" if result < 0 else "level"
        points = f"{abs(result):.1f}".removesuffix(".0")
        return phrase(f"review.side_{how}", side=self.line.state.table.side_name(number),
                      result=phrase("review.a_point" if points == "1" else "review.points", points=points), **facts)

    def curve(self, seat: int) -> str:
        """Return the losses of a player's turns as a row of little bars.

        >>> import domino_lab as dl
        >>> len(dl.review("block", seed=7, deals=64, engine="plain", progress=False).curve(0))
        4
        """
        _, mistake = self.thresholds
        turns = [turn for turn in self.turns if turn.seat == seat]
        return "".join(_BARS[min(round(3 * max(turn.loss, 0) / mistake), len(_BARS) - 1)] for turn in turns)

    @property
    def text(self) -> str:
        """The problems of the file, the marked moves, each player's loss, and the luck and skill of each side."""
        problems = [problem.text for problem in self.line.problems]
        marked = [self.turn_text(turn) for turn in self.marked]
        if not marked and (self.turns or self.line.is_over):
            marked = [phrase("review.none_marked")]
        left = () if self.is_whole else (phrase("review.interrupted"),)
        method = (self.method_text,) if self.turns else ()
        return "\n".join((*problems, *marked, *self.summary, *left, *method))

    @property
    def move_lines(self) -> tuple[str, ...]:
        """Every turn with a choice in words."""
        return tuple(map(self.turn_text, self.turns))

    @property
    def summary(self) -> tuple[str, ...]:
        """The losses of each player, and the luck and skill of each side, a sentence each."""
        players = (f"{self.player_text(seat)} {self.curve(seat)}".rstrip() for seat in range(len(self.line.names)))
        return (*players, *map(self.side_text, range(len(self.sides))))

    @property
    def method_text(self) -> str:
        """The way in which moves were weighed, and the loss from which on one is marked."""
        slip, mistake = (f"{value:g}" for value in self.thresholds)
        ways = [turn.by for turn in self.turns]
        left = ways.count("rolled") if self.asks_exact else 0
        rolled = [phrase("review.how_rolled", turns=left)] if left else []
        exact = [phrase("review.how_exact", turns=ways.count("exact"))] if "exact" in ways else []
        solved = [phrase("review.how_solved", turns=ways.count("solved"))] if "solved" in ways else []
        return " ".join((phrase("review.how", slip=slip, mistake=mistake), *exact, *solved, *rolled))

    def table(self) -> pd.DataFrame:
        """Return every turn with a choice as a pandas table: the move, what it was worth, the best move, and the loss.

        >>> import domino_lab as dl
        >>> dl.review("block", seed=7, deals=64, engine="plain", progress=False).table().columns.tolist()
        ['player', 'move', 'worth', 'best', 'best worth', 'lost', 'error', 'deals', 'kind']
        """
        from domino_lab.io.dataframes import Printable

        rows = []
        for turn in self.turns:
            state = self.line.steps[turn.step - 1].state
            rows.append((turn.step, self.line.names[turn.seat], describe_move(state, turn.played.action),
                         turn.played.ahead, describe_beside(state, turn.best.action, turn.played.action),
                         turn.best.ahead, turn.loss, turn.error, turn.best.deals,
                         phrase(f"review.kind_{self.kind(turn)}")))
        names = ("step", "player", "move", "value", "best", "best_value", "lost", "error", "deals", "kind")
        columns = [phrase(f"review.column_{name}") for name in names]
        return Printable(rows, columns=columns).set_index(columns[0]).round(2)

    def move_texts(self, turn: ReviewedTurn) -> tuple[tuple[MoveWorth, str], ...]:
        """Return the moves of a turn, the best first, each with what it was worth in words."""
        state = self.line.steps[turn.step - 1].state
        return tuple((move, _worth_text(describe_beside(state, move.action, turn.played.action), move,
                                        is_played=move == turn.played)) for move in turn.moves)

    def task_text(self, turn: ReviewedTurn) -> str:
        """Return the move that was played and what it cost, without the better one."""
        state = self.line.steps[turn.step - 1].state
        return phrase("review.find", player=self.line.names[turn.seat], loss=f"{turn.loss:.1f}",
                      move=describe_move(state, turn.played.action))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        left = "" if self.is_whole else ", interrupted"
        return f"<Review of {len(self.turns)} turns: {len(self.marked)} marked{left}>"

    def _repr_mimebundle_(self, **_which: object) -> dict[str, str]:
        page = without_math(paragraphs(self.text), self.table().to_html(float_format="{:.1f}".format))
        return {"text/plain": self.text, "text/html": page}


DEAREST = 5
"""So many moves of a match are named first."""


@dataclass(frozen=True, repr=False)
class MatchReview:
    """The reviews of all hands of a match, the dearest moves of all first.

    >>> import domino_lab as dl
    >>> from domino_lab.play.match import play_match
    >>> match = play_match(dl.ruleset("block").but(target=60), seed=1)
    >>> review = dl.review(match, deals=64, engine="plain", progress=False)
    >>> len(review.reviews) == len(match.hands), len(review.dearest) <= 5
    (True, True)
    """

    reviews: tuple[Review, ...]

    @cached_property
    def dearest(self) -> tuple[tuple[int, ReviewedTurn], ...]:
        """The marked moves that cost most, each with the number of its hand, from 0."""
        marked = [(number, turn) for number, review in enumerate(self.reviews) for turn in review.marked]
        return tuple(sorted(marked, key=lambda move: -move[1].loss)[:DEAREST])

    @property
    def dearest_texts(self) -> tuple[str, ...]:
        """The dearest moves, a line each."""
        return tuple(phrase("review.of_hand", number=number + 1, text=self.reviews[number].turn_text(turn))
                     for number, turn in self.dearest)

    @property
    def text(self) -> str:
        """The dearest moves, and then the review of each hand."""
        hands = (f"\n{phrase('review.hand', number=number)}\n{review.text}"
                 for number, review in enumerate(self.reviews, 1))
        dearest = self.dearest_texts or (phrase("review.none_marked"),)
        return "\n".join((phrase("review.dearest"), *dearest, *hands))

    def table(self) -> pd.DataFrame:
        """Return every turn with a choice of every hand as a pandas table, by the number of the hand and the step."""
        import pandas as pd

        hand = phrase("review.column_hand")
        tables = {number: review.table() for number, review in enumerate(self.reviews, 1)}
        return pd.concat(tables, names=[hand]) if tables else pd.DataFrame()

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        marked = sum(len(review.marked) for review in self.reviews)
        return f"<Review of {len(self.reviews)} hands: {marked} marked>"

    def _repr_mimebundle_(self, **_which: object) -> dict[str, str]:
        page = without_math(paragraphs(self.text), self.table().to_html(float_format="{:.1f}".format))
        return {"text/plain": self.text, "text/html": page}


def _worth_text(move: str, worth: MoveWorth, *, is_played: bool) -> str:
    half = "" if worth.error == 0 else f" (± {NormalDist().inv_cdf(0.975) * worth.error:.1f})"
    told = f"{move}: {ahead_text(worth)}{half}"
    return phrase("review.played", move=told) if is_played else told


def ahead_text(worth: MoveWorth) -> str:
    """Return how far ahead a move leaves its side on average, in words.

    >>> ahead_text(MoveWorth(Play(Tile(1, 1)), -2.04, 0.3, 64)), ahead_text(MoveWorth(Play(Tile(1, 1)), 0.04, 0.3, 64))
    ('2.0 points behind', 'level')
    """
    ahead = round(worth.ahead, 1)
    how = "ahead" if ahead > 0 else "behind" if ahead < 0 else "level"
    return phrase(f"review.{how}", points=f"{abs(ahead):.1f}")


def loss_texts(loss: float, half: float) -> tuple[str, str]:
    """Return a loss and half of its interval as texts, with a second decimal place where it is below a point.

    >>> loss_texts(4.16, 1.23), loss_texts(0.24, 0.18)
    (('4.2', '1.2'), ('0.24', '0.18'))
    """
    places = 1 if loss >= 1 else 2
    return f"{loss:.{places}f}", f"{half:.{places}f}"


def _reason_text(fact: Reason, facts: Mapping[str, str]) -> str:
    times = 100 if fact.kind in ("rival_stuck", "partner_plays", "blocks", "stays_open", "last_fits") else 1
    digits = 1 if fact.kind in ("rival_points", "rival_fits") else None
    best, played = (round(times * value, digits) for value in (fact.best, fact.played))
    rule = f" ({fact.clause})" if fact.clause else ""
    return phrase(f"review.reason_{fact.kind}", best=best, played=played, rule=rule, **facts)


_BARS = "▁▂▃▅▆▇"


def why_not_reviewed(line: Timeline) -> str:
    """Return why the moves of a hand cannot be weighed by what its players know; empty if they can."""
    rules = line.rules
    if line.is_study:
        return phrase("chance.no_deal")
    if rules.solo is not None:
        return phrase("review.alone", rules=rules.name)
    if knows_nothing(rules):
        return phrase("review.blind" if rules.dealing.is_blind else "chance.draws_and_discards", rules=rules.name)
    first = line.steps[0].state
    there = sum(map(len, first.holdings)) + first.boneyard + len(first.chain.laid)
    missing = len(rules.equipment.set.tiles) - there
    return phrase("review.missing", missing=missing) if missing else ""


def nothing_to_review(line: Timeline) -> str:
    """Return why there is no review of a hand; empty if there is one."""
    return why_not_reviewed(line) or ("" if line.actions else phrase("review.no_moves"))


def why_not_exact(line: Timeline) -> str:
    """Return why the best play of a hand cannot be found; empty if it can."""
    first = next((step.state for step in line.steps if not (step.state.lead.seeks or must_take(step.state))), None)
    return "" if first is None or first.over else refusal(first)


def review_hand(  # noqa: PLR0913
    line: Timeline, *, seed: int = 0, deals: int | None = None, seconds: float | None = None,
    executor: ExecutorLike | None = None, progress: Teller | None = None, engine: str | None = None,
    exact: bool = False,
) -> Review:
    """Review a hand; see `dl.review`."""
    refused = nothing_to_review(line)
    if refused and line.problems:       # they are why it cannot be reviewed
        refused = "\n".join(problem.text for problem in line.problems)
    refused = refused or (exact and why_not_exact(line)) or ""
    if seconds is not None and seconds <= 0:
        refused = phrase("review.no_seconds", seconds=f"{seconds:g}")
    if refused:
        raise DominoError(refused)
    turns = tuple(choices for step in range(1, len(line)) if (choices := choices_at(line, step)) is not None)
    limits = usual_limits(line, None if seconds is None else seconds / max(len(turns), 1), engine)
    limits = limits._replace(deals=deals or limits.deals)
    if exact:       # the readable engine solves nothing
        limits = limits._replace(exact=EXACT_DEALS, solves=True,
                                 engine="plain" if limits.engine == "readable" else limits.engine)
    is_ready = engines.is_rolling_compiled() and engines.is_best_compiled()
    nothing: tuple[ReviewedTurn, ...] = ()

    def tell(now: Progress) -> None:
        if progress is not None:
            progress(now._replace(phase="compiling" if now.phase == "compiling" else "reviewing"))

    play = partial(_review_some, line, turns, seed, limits)
    run = ChunkedRun(play, range(len(turns)), 1, add, nothing)
    if limits.engine == "compiled" and not is_ready:
        tell(Progress(0, len(turns), "compiling"))
    run.run(executor, tell)
    review = Review(line, with_turns_that_go_on(line, run.sums), not (run.interrupted or run.lost), asks_exact=exact)
    run.raise_if_lost(review, "review.lost_turns", run.done, turns=run.done)
    return review


def with_turns_that_go_on(line: Timeline, turns: tuple[ReviewedTurn, ...]) -> tuple[ReviewedTurn, ...]:
    """Return the turns without losses that their player could still make good in the same turn.

    Where a player plays several tiles before the next one moves, quick players may go on from the first worse than the
    player can. So a tile is worth at least what the best way on from it is worth.
    """
    reviewed: list[ReviewedTurn] = []
    best, error, following = 0.0, 0.0, None
    for turn in reversed(turns):
        in_reach = turn.before + turn.best.ahead
        if following is not None and _goes_on(line, turn, following):
            regained = best - turn.before - turn.played.ahead
            if regained > 0 and turn.loss:
                turn = turn._replace(loss=max(0.0, turn.loss - regained), error=hypot(turn.error, error))
            best, error = max((best, error), (in_reach, turn.best.error))
        else:
            best, error = in_reach, turn.best.error
        following = turn
        reviewed.append(turn)
    return tuple(reversed(reviewed))


def _goes_on(line: Timeline, turn: ReviewedTurn, following: ReviewedTurn) -> bool:
    """Return True if nobody else moves between two choices, and nothing is drawn."""
    between = line.steps[turn.step : following.step]
    return all(isinstance(step.action, Play) and step.state.turn == turn.seat and not step.state.over
               for step in between)


def _review_some(line: Timeline, turns: tuple[Choices, ...], seed: int, limits: Limits, first: int, count: int
                 ) -> tuple[ReviewedTurn, ...]:
    return tuple(review_turn(line, choices, seed, limits) for choices in turns[first : first + count])
