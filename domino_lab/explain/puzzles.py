"""Puzzles: positions of a game in which one move is clearly the best, from what its player can know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Literal, NamedTuple, TypeAlias, get_args

from domino_lab.chance.knowledge import witness
from domino_lab.chance.monte_carlo_player import Trial, seen_line, usual_engine
from domino_lab.chance.sampled_deals import DealSampler
from domino_lab.chance.solver import TooLongError
from domino_lab.core.actions import Action, Play
from domino_lab.core.errors import DominoError, MissingPackageError, RulesetError, quote
from domino_lab.core.shuffle import Shuffle, mix
from domino_lab.explain.hints import one_of_two
from domino_lab.explain.questions import CHOICE, HandQuestion, QuizItem
from domino_lab.explain.review import (
    EXACT_TRIES,
    FEW_DEALS,
    FEW_POINTS,
    MoveWorth,
    Reason,
    Review,
    ReviewedTurn,
    choices_at,
    find_reasons,
    mean_and_error,
    why_not_reviewed,
)
from domino_lab.play.legal import with_call
from domino_lab.play.move_text import describe_move
from domino_lab.play.policies import greedy
from domino_lab.play.start import Names
from domino_lab.play.timeline import Timeline, play_out, view_of
from domino_lab.play.view import View
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import join_words, phrase

SURE_POINTS, SURE_ERRORS = 3.0, 5.0
"""By so many points and by so many standard errors the best move is ahead of every other one. Where a hand is usually
worth less than FEW_POINTS, fewer points are enough, in proportion."""

FIRST_LOOK, SECOND_LOOK = 128, 2048
"""Deals on which a position is looked at, and fresh ones on which the best move must be the best again."""

MOST_OPTIONS = 5
"""The moves to choose from: the best ones, if there are more."""

Kind: TypeAlias = Literal["score", "deny", "shut_out", "count_passes", "keep_suit"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""What a puzzle is about: points now; points that the next player cannot make; a player who cannot play, or of whom a
pass has told it; tiles that go on fitting."""

LEVELS = (1, 2)
"""1: the move is also that of a player who takes the most points now. 2: it is not."""

MOST_HANDS = 400
"""After so many hands without a puzzle there are no more."""


class Puzzle(NamedTuple):
    """A position, after step `step` of `line`: the moves, the best first, how far it is ahead of each, and why.

    `losses` has the points that each move loses beside the best one, and `error` the standard error of the smallest.
    """

    line: Timeline
    step: int
    moves: tuple[Action, ...]
    losses: tuple[float, ...]
    error: float
    usual: float
    reasons: tuple[Reason, ...]
    kind: str
    level: int

    @property
    def item(self) -> QuizItem:
        """The puzzle as a question of a quiz, whose line ends with the best move."""
        state = self.line.state
        texts = [describe_move(state, move) for move in self.moves][:MOST_OPTIONS]
        player = self.line.names[state.turn]
        best = self.moves[0]
        after = self.line.play(with_call(state, best) if isinstance(best, Play) else best)
        costs = tuple(zip(texts[1:], (f"{loss:.1f}" for loss in self.losses[1:]), strict=False))
        asked = HandQuestion(self.step + 1, phrase("puzzle.which", player=player), "move", None, CHOICE,
                             tuple(sorted(texts)), texts[0], costs=costs)
        hints = phrase(f"puzzle.look_{self.kind}"), phrase(f"puzzle.step_{self.kind}"), one_of_two(asked)
        return QuizItem(after, asked, best, self.text, hints)

    @property
    def text(self) -> str:
        """The reason why the best move is the best, in words."""
        state, seat = self.line.state, self.line.state.turn
        best, second = (MoveWorth(move, -loss, self.error, SECOND_LOOK)
                        for move, loss in zip(self.moves[:2], self.losses, strict=False))
        turn = ReviewedTurn(self.step + 1, seat, second, (best, second), self.losses[1], self.error, 0.0, self.usual,
                            self.reasons)
        why = Review(self.line, (turn,)).reason_text(turn)
        told = phrase("puzzle.best", best=describe_move(state, best.action), second=describe_move(state, second.action),
                      loss=f"{self.losses[1]:.1f}")
        return f"{told} {why}"


def puzzle_items(rules: Ruleset, *, seed: int = 0, seats: int | None = None, names: Names | None = None,
                 levels: Sequence[int] = LEVELS, kinds: Sequence[str] = KINDS) -> Iterator[QuizItem]:
    """Yield puzzles of a game as questions, endlessly; `seed` chooses them.

    Raises RulesetError for a game that cannot be reviewed, and if it has no more puzzles of these levels and kinds.
    """
    last = 0
    for number in count():
        if number - last > MOST_HANDS:
            raise RulesetError(phrase("puzzle.no_more", rules=rules.name))
        hand = play_out(rules, Shuffle(seed=seed, hand=number), seats=seats, names=names,
                        policies="random" if number % 2 else None)
        refused = why_not_reviewed(hand)
        if refused:
            raise RulesetError(refused)
        puzzle = next((puzzle for puzzle in puzzles_of(hand, seed=mix(seed) ^ number)
                       if puzzle.level in levels and puzzle.kind in kinds), None)
        if puzzle is not None:
            last = number
            yield puzzle.item


def kinds_of_puzzles(about: str) -> tuple[str, ...]:
    """Return the kinds that a word stands for; raises RulesetError for others.

    >>> kinds_of_puzzles("shut_out")
    ('shut_out',)
    """
    if about == "all":
        return KINDS
    if about not in KINDS:
        ways = join_words([f'"{name}"' for name in (*KINDS, "all")], "or")
        raise RulesetError(f"there are no {quote(about)} puzzles; choose {ways}")
    return (about,)


def puzzles_of(hand: Timeline, *, seed: int = 0) -> Iterator[Puzzle]:
    """Yield the puzzles that lie in a hand, in order.

    >>> import domino_lab as dl
    >>> [puzzle.losses[1] > 3 for puzzle in puzzles_of(dl.play_out("all-fives", seed=8))]
    [True, True, True]
    """
    engine = usual_engine(hand.rules, compiles=True)
    for step in range(1, len(hand)):
        choices = choices_at(hand, step)
        before = hand.upto(step - 1)
        if choices is not None and len(choices.moves) > 2 and before.state.chain.laid \
                and not any(_keeps_the_turn(before, move) for move in choices.moves):
            puzzle = _puzzle_at(before, choices.moves, mix(seed) ^ mix(step), engine)
            if puzzle is not None:
                yield puzzle


def _puzzle_at(line: Timeline, moves: tuple[Action, ...], seed: int, engine: str) -> Puzzle | None:
    """Return the puzzle at the end of a line; None if no move is clearly the best, or no reason is known for it."""
    seen = view_of(line, line.state.turn)
    known = seen_line(seen)
    texts = {describe_move(line.state, move) for move in moves}
    if len(texts) < len(moves):         # two of them could not be told apart
        return None
    try:
        sampler = DealSampler(known, line.state.turn, seed)
    except MissingPackageError:
        raise
    except DominoError:     # nothing can be known
        return None
    trial = Trial(known.state, engine=engine, solving=False)
    first = trial.values_in(moves, sampler.draw(FIRST_LOOK))
    ranks = first.mean(axis=1)
    best = int(ranks.argmax())
    usual = float(abs(first).mean())
    least = SURE_POINTS * min(1.0, usual / FEW_POINTS)
    if sorted(ranks)[-1] - sorted(ranks)[-2] < least:
        return None
    deals = sampler.draw(SECOND_LOOK)
    rows = trial.values_in(moves, deals)
    losses = [mean_and_error(rows[best] - row) for row in rows]
    order = sorted(range(len(moves)), key=lambda number: (number != best, losses[number][0]))
    loss, error = losses[order[1]]
    if loss < least or loss < SURE_ERRORS * error or not _bears_best_play(known, moves, best, engine):
        return None
    reasons = find_reasons(trial.state, moves[best], moves[order[1]], deals)
    kind = _kind(reasons, line)
    if not kind:
        return None
    return Puzzle(line, len(line) - 1, tuple(moves[number] for number in order),
                  tuple(losses[number][0] for number in order), error, usual, reasons, kind,
                  1 if _is_greedy(seen, moves[best]) else 2)


def _bears_best_play(known: Timeline, moves: Sequence[Action], best: int, engine: str) -> bool:
    """Return False if another move is better once both sides play their best, where that is soon found."""
    trial = Trial(known.state, engine=engine, tries=EXACT_TRIES)
    if not trial.is_solving:
        return True
    sampler = DealSampler(known, known.state.turn, 0)
    try:
        means = trial.values_in(moves, sampler.every(FEW_DEALS) or sampler.draw(FEW_DEALS)).mean(axis=1)
    except TooLongError:
        return True
    return bool(means[best] == means.max())


def _keeps_the_turn(line: Timeline, move: Action) -> bool:
    """Return True for a play after which the same player goes on: what it is worth depends on the next one."""
    after = line.play(with_call(line.state, move)).state if isinstance(move, Play) else None
    return after is not None and not after.over and after.turn == line.state.turn


def _kind(reasons: Sequence[Reason], line: Timeline) -> str:
    """Return what speaks most clearly for the best move; empty if nothing that a puzzle is about does."""
    facts = {reason.kind for reason in reasons if reason.is_for}
    rival_passed = any(proof.by == "pass" for proof in witness(line, line.state.turn, len(line) - 1).proofs
                       if proof.seat != line.state.turn)
    shuts_out = "count_passes" if rival_passed else "shut_out"
    for fact, kind in (("points_now", "score"), ("blocks", shuts_out), ("rival_stuck", shuts_out),
                       ("rival_points", "deny"), ("own_fits", "keep_suit")):
        if fact in facts:
            return kind
    return ""


def _is_greedy(seen: View, best: Action) -> bool:
    """Return True if a player who takes the most points now makes this move."""
    return greedy(seen, Shuffle(seed=0).choices(0))[:3] == best[:3]
