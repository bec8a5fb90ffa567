"""Exercises on strategy: which tile wins, and what leading, spinners and plans are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from domino_lab import catalogue
from domino_lab.actions import Play
from domino_lab.chance.bank.task import Dice, ExerciseTask, Experiment, Looked, Sought, TrialOutcome, entries
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.game_trials import GameTrials
from domino_lab.chance.jobs import Job, play_chunk
from domino_lab.chance.patience_search import best_line, verdicts_on
from domino_lab.chance.trials import NO, YES, Solved, TrialCounts, Trials
from domino_lab.events import Settled
from domino_lab.kernel.patience_solver import WON
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.players import named
from domino_lab.play.settlement import settle
from domino_lab.play.start import start
from domino_lab.play.state import Position
from domino_lab.play.timeline import Timeline, play_on, play_out
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile
from domino_lab.words import phrase

# Values that nobody can count. Each was found with the trials of its exercise, that of Five Columns with `solvable`; a
# test plays such hands with an engine of its own.

class Measured(NamedTuple):
    """A `value` with its standard `error`, from so many `hands`."""

    value: float
    error: float
    hands: int


LEADER_WINS = {2: Measured(0.5326, 0.0005, 1_000_000), 3: Measured(0.4004, 0.0005, 1_000_000)}
"""How often the leader wins at Draw, by the number of players who all choose at random."""

HEAVIEST_WINS = Measured(0.5475, 0.0005, 1_000_000)
"""How often a player who plays the heaviest tile beats one who plays at random, at Block for two."""

MORE_SPINNERS = Measured(4.313, 0.033, 1_000_000)
"""How many more points a player scores in play at All Fives if every double is a spinner."""

DOUBLE_LEAD = Measured(-7.88, 0.37, 13_000)
"""How many more points, after the hand, leading the 5-5 gives than leading the 6-4, at All Fives for two."""

COLUMNS_SOLVED = Measured(0.4406, 0.0005, 1_000_000)
"""How often Five Columns can be solved."""


def outcomes(state: Position) -> dict[Play, int]:
    """Return for each play 1 if it wins for the seat to move at best play, 0 for a tie, -1 if it loses.

    There are two sides, and every holding is known.
    """
    side = state.table.side(state.turn)
    plays = (action for action in legal(state) if isinstance(action, Play))
    return {play: _worth(advance(state, play).state, side) for play in plays}


def winning_tiles(state: Position) -> tuple[Tile, ...]:
    """Return the tiles that win at best play, ascending."""
    return tuple(sorted({play.tile for play, worth in outcomes(state).items() if worth == 1}))


def _worth(state: Position, side: int) -> int:
    if state.over:
        return _won(state, side)
    after = [_worth(advance(state, action).state, side) for action in legal(state)]
    return max(after) if state.table.side(state.turn) == side else min(after)


def _won(state: Position, side: int) -> int:
    winner = next(event.winner for event in settle(state).events if isinstance(event, Settled))
    return 0 if winner is None else 1 if winner == side else -1


def luck(state: Position, side: int) -> Fraction:
    """Return the chance that a side wins if everybody goes on at random, each play as likely as any other."""
    if state.over:
        return Fraction(_won(state, side) == 1)
    after = [luck(advance(state, action).state, side) for action in legal(state)]
    return sum(after, Fraction(0)) / len(after)


LEADS = Tile(5, 5), Tile(4, 6)


class _ColumnsTrials(Experiment):
    """Deals of Five Columns: how many can be solved? A deal is shown as well played as can be."""

    a_moment = 1_000

    def play(self, first: int, count: int) -> TrialCounts:
        solved = verdicts_on(catalogue.get("five-columns"), self.seed, range(first, first + count))[0].count(WON)
        counts = {key: deals for key, deals in ((YES, solved), (NO, count - solved)) if deals}
        return TrialCounts(count, count, solved, solved, counts)

    def label(self, key: int) -> str:
        return phrase("exercises.solved" if key == YES else "exercises.not_solved")

    def timeline(self, number: int) -> Timeline:
        return best_line("five-columns", seed=self.seed, hand=number)


class _SpinnerTrials(Experiment):
    """Deals of All Fives, played with one spinner and with many: how many points more do both players score?"""

    kind, numeric, keys = "mean", True, ()
    most, a_moment = 2_000, 500
    GAMES = "all-fives", "all-fives/all-spinners"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        found = [catalogue.get(game) for game in self.GAMES]
        self._jobs = [Job(rules, 2, named(None, rules, 2), seed, "plain") for rules in found]

    def outcome(self, number: int) -> TrialOutcome:
        played = (play_chunk(job, number, 1) for job in self._jobs)
        few, many = (sum(one.by_side(side, "points")[0] for side in (0, 1)) for one in played)
        return TrialOutcome(many - few, many - few)

    @property
    def bars_called(self) -> str:
        return phrase("exercises.points_more")

    def timeline(self, number: int) -> Timeline:
        return play_out(catalogue.get(self.GAMES[1]), Shuffle(seed=self.seed, hand=number), seats=2)


class _LeadTrials(Experiment):
    """Deals of All Fives in which the leader holds both LEADS: how much more is the first worth than the second?"""

    kind, numeric, keys = "mean", True, ()
    most, a_moment = 1_000, 200

    def played(self, number: int, lead: Tile) -> Timeline:
        rules = catalogue.get("all-fives")
        order = list(Shuffle(seed=self.seed, hand=number).order(rules.equipment.set))
        for place, tile in zip((0, 2), LEADS, strict=True):
            other = order.index(tile)
            order[place], order[other] = order[other], order[place]
        shuffle = Shuffle.of(order)
        line = Timeline((start(rules, shuffle, leader=0),))
        first = next(action for action in legal(line.state) if isinstance(action, Play) and action.tile == lead)
        return play_on(line.play(first), shuffle, "greedy")

    def outcome(self, number: int) -> TrialOutcome:
        first, second = (scores[0] - scores[1] for scores in (self.played(number, lead).state.scores for lead in LEADS))
        return TrialOutcome(first - second, first - second)

    @property
    def bars_called(self) -> str:
        return phrase("exercises.ahead_more", tile=LEADS[0])

    def timeline(self, number: int) -> Timeline:
        return self.played(number, LEADS[0])


class _LastTilesTrials(Experiment):
    """A hand played on at random from a step: how often does the seat to move win, and with which tile played first?"""

    most, a_moment = 2_000, 1_000

    def __init__(self, looked: Looked, *, seed: int) -> None:
        super().__init__(seed)
        self._line = looked.timeline.upto(looked.step)
        self._first = tuple(dict.fromkeys(action.tile for action in legal(self._line.state)
                                          if isinstance(action, Play)))
        self._side = self._line.state.table.side(self._line.state.turn)

    @property
    def keys(self) -> tuple[int, ...]:
        return tuple(range(2 * len(self._first)))

    @property
    def prompt(self) -> str:
        """A question of its own, because a tile is asked for and that has no chance."""
        return phrase("exercises.last_tiles_tried")

    def outcome(self, number: int) -> TrialOutcome:
        line = self.timeline(number)
        action = line.steps[len(self._line)].action
        assert isinstance(action, Play)
        won = any(isinstance(event, Settled) and event.winner == self._side for event in line.steps[-1].events)
        return TrialOutcome(2 * self._first.index(action.tile) + (not won), int(won))

    @property
    def bars_called(self) -> str:
        return phrase("exercises.first_laid")

    def label(self, key: int) -> str:
        return phrase("exercises.then_not_won" if key % 2 else "exercises.then_won", tile=self._first[key // 2])

    def counts(self, key: int) -> bool:
        return key % 2 == 0

    def timeline(self, number: int) -> Timeline:
        return play_on(self._line, Shuffle(seed=self.seed, hand=number), "random")

    def solve(self) -> Solved:
        return Solved(luck(self._line.state, self._side), ())


HANDS = 10_000


def _measured(unit: str, found: Measured, facts: Mapping[str, object], tolerance: str, trials: Callable[[int], Trials],
              slips: Mapping[str, Fraction]) -> ExerciseTask:
    """A measured value: an answer may be off by as much as a run of HANDS hands may be."""
    value = Fraction(found.value).limit_denominator(10**6)
    sums = (phrase("exercise_answers.measured", hands=f"{found.hands:,}"),)
    return ExerciseTask(unit, {"hands": f"{HANDS:,}", **facts}, lambda: Sought(value, sums, found.error), trials,
                        slips, Fraction(tolerance))


def leader_wins(dice: Dice) -> ExerciseTask:
    """Draw, played at random: does it help to lead?"""
    seats = dice.choose([2, 3])
    return _measured("chance", LEADER_WINS[seats], {"seats": seats}, "1/50",
                     lambda seed: GameTrials("draw", "leader wins", seats=seats, policies="random", seed=seed),
                     {"fair": Fraction(1, seats)})


def heaviest_wins(dice: Dice) -> ExerciseTask:
    """Block for two: the heaviest tile first against chance."""
    return _measured("chance", HEAVIEST_WINS, {}, "1/50",
                     lambda seed: GameTrials("block", "wins", policies=("heaviest", "random"), seed=seed),
                     {"no_matter": Fraction(1, 2)})


def second_spinner(dice: Dice) -> ExerciseTask:
    """All Fives with one spinner, and with every double a spinner: how many points more?"""

    def reads(tally: TrialCounts) -> Estimate:
        """Return the mean for one player: both were counted together."""
        value, error, low, high, hands = tally.mean
        return Estimate(value / 2, error / 2, low / 2, high / 2, hands)

    return replace(_measured("mean", MORE_SPINNERS, {}, "3/2", _SpinnerTrials, {"none": Fraction(0)}), reads=reads)


def lead_double(dice: Dice) -> ExerciseTask:
    """All Fives: the 5-5 and the 6-4 both count ten; what is it worth to lead the double?"""
    return _measured("mean", DOUBLE_LEAD, {"hands": f"{HANDS // 10:,}"}, "4", _LeadTrials, {"same": Fraction(0)})


def five_columns(dice: Dice) -> ExerciseTask:
    """How often can Five Columns be solved, with all tiles in sight?"""
    return _measured("chance", COLUMNS_SOLVED, {"hands": f"{HANDS // 10:,}"}, "1/16", _ColumnsTrials, {})


OPEN_HANDS, MOST_TILES = 400, 3


def last_tiles(dice: Dice) -> ExerciseTask:
    """The last tiles of a hand of Block, all in sight: which one wins?"""
    looked = next(_close_ends(dice))
    state = looked.timeline.steps[looked.step].state
    other = 1 - state.turn
    names = looked.timeline.names
    ends = sorted(end.value for end in state.open_ends)
    facts = {"me": names[state.turn], "mine": state.holdings[state.turn], "player": names[other],
             "theirs": state.holdings[other], "ends": ends}
    return ExerciseTask("tile", facts, lambda: Sought(winning_tiles(state)),
                lambda seed: _LastTilesTrials(looked, seed=seed), looked=looked)


def _close_ends(dice: Dice) -> Iterator[Looked]:
    """Positions in which one tile wins and another does not, each player holding two or three."""
    for hand in range(OPEN_HANDS):
        line = play_out(catalogue.get("block"), Shuffle(seed=dice.hands, hand=hand), policies="random")
        for number, step in enumerate(line.steps[:-1]):
            sizes = {len(holding) for holding in step.state.holdings}
            if not step.state.over and max(sizes) <= MOST_TILES and min(sizes) > 1 and _splits(step.state):
                yield Looked(line.upto(number), number)
                break


def _splits(state: Position) -> bool:
    return len(winning_tiles(state)) == 1 and len({tile for tile, *_ in outcomes(state)}) > 1


ENTRIES = entries("strategy", {
    last_tiles: 3, heaviest_wins: 3, leader_wins: 4, five_columns: 4, second_spinner: 5, lead_double: 5})
