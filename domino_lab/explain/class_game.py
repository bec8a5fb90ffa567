"""A class game: one deal in which every learner has the same choices, and what each move gives away."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from domino_lab.core.actions import Action, Play
from domino_lab.core.errors import DominoError, RulesetError, quote
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.questions import CHOICE, HandQuestion
from domino_lab.explain.review import (
    Choices,
    Limits,
    Review,
    choices_at,
    review_turn,
    thresholds,
    usual_limits,
    why_not_reviewed,
)
from domino_lab.play import players
from domino_lab.play.legal import with_call
from domino_lab.play.move_text import describe_move
from domino_lab.play.players import PlayerName
from domino_lab.play.start import Names
from domino_lab.play.timeline import Timeline, deal_hand, functions_by_seat, streams_of
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase

MOST_TURNS = 10
"""So many choices are asked for, whose moves an answer code can hold; the others are made for the learner."""


class GameTurn(NamedTuple):
    """A choice of the learner: the question, why the best move is the best, and what the computer player would do.

    `asked.costs` has the moves that give points away, and how many. `usual` is one of `asked.options`.
    """

    asked: HandQuestion
    because: str
    usual: str

    @property
    def given_away(self) -> float:
        """The points that the computer player would give away here."""
        return float(dict(self.asked.costs).get(self.usual, 0))


class ClassHand(NamedTuple):
    """A hand in which seat `seat` makes the best moves, against computer players; `turns` has the choices it had."""

    line: Timeline
    seat: int
    against: str
    turns: tuple[GameTurn, ...]

    @property
    def given_away(self) -> float:
        """The points that the computer player would give away in all these turns."""
        return round(sum(turn.given_away for turn in self.turns), 1)


def class_hand(rules: Ruleset, *, seed: int = 0, seat: int = 0, against: PlayerName = "greedy",
               seats: int | None = None, names: Names | None = None) -> ClassHand:
    """Play a deal against a computer player, and weigh the choices of one seat as `dl.review` does.

    Turns in which no move gives points away are not asked about. Raises RulesetError for a game
    that cannot be reviewed, and DominoError for an unknown player, a seat where nobody sits, and a deal without choice.

    >>> from domino_lab.catalogue import get
    >>> hand = class_hand(get("all-fives"), seed=1)
    >>> hand.turns[0].asked.right, hand.line.is_over
    ('start with 6-4', True)
    """
    shuffle = Shuffle(seed=seed)
    line = deal_hand(rules, shuffle, seats=seats, names=names)
    if not 0 <= seat < len(line.names):
        raise DominoError(f"seat={quote(seat)} is not a seat: the seats are 0 to {len(line.names) - 1}")
    refused = why_not_reviewed(line)
    if refused:
        raise RulesetError(refused)
    player, streams = functions_by_seat(line.state, against)[0], streams_of(shuffle, line.state)
    limits = usual_limits(line)
    turns: list[GameTurn] = []
    while not line.is_over:
        action = players.ask(player, line.steps, streams[line.state.turn])
        if line.state.turn == seat and len(turns) < MOST_TURNS:
            action, turn = _choose(line, action, seed, limits)
            turns += [] if turn is None else [turn]
        line = line.play(action)
    if not turns:
        raise DominoError(phrase("class_game.no_choice", player=line.names[seat]))
    title = phrase("class_game.title", rules=rules.name, seed=seed)
    return ClassHand(replace(line, title=title), seat, against, tuple(turns))


def _choose(line: Timeline, usual: Action, seed: int, limits: Limits) -> tuple[Action, GameTurn | None]:
    """Return the best move, and the turn as a question if another move gives points away."""
    state, step = line.state, len(line)
    choices = choices_at(line.play(usual), step)
    if choices is None:
        return usual, None
    first = review_turn(line, choices, seed, limits)
    slip, _ = thresholds(first.usual)
    losing = [worth.action for worth in first.moves if first.best.ahead - worth.ahead >= slip]
    best = first.best.action
    action = with_call(state, best) if isinstance(best, Play) else best
    texts = {describe_move(state, move) for move in choices.moves}
    if not losing or len(texts) < len(choices.moves):     # nothing is at stake, or two moves cannot be told apart
        return action, None
    # Once more beside the least of the moves that give points away: how far it is behind, and why.
    weighed = review_turn(line, Choices(step, choices.moves, choices.moves.index(losing[0])), seed, limits)
    behind = {worth.action: weighed.best.ahead - worth.ahead for worth in weighed.moves}
    costs = tuple((describe_move(state, move), f"{loss:.1f}") for move, loss in behind.items() if loss >= slip)
    if not costs or weighed.best.action != best:
        return action, None
    asked = HandQuestion(step, phrase("class_game.which", player=line.names[state.turn]), "move", None, CHOICE,
                         tuple(sorted(texts)), describe_move(state, best), costs=costs)
    told = phrase("class_game.best", best=asked.right, worse=costs[0][0], loss=costs[0][1])
    because = f"{told} {Review(line, (weighed,)).reason_text(weighed)}".strip()
    return action, GameTurn(asked, because, describe_move(state, choices.moves[choices.played]))
