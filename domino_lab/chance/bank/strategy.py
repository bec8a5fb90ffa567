"""Exercises on strategy: which tile wins, and what leading, spinners and plans are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from domino_lab import catalogue
from domino_lab.chance.bank.entry import Entry
from domino_lab.chance.bank.measured import (
    COLUMNS_SOLVED,
    DOUBLE_LEAD,
    HEAVIEST_WINS,
    LEADER_WINS,
    MORE_SPINNERS,
    Measured,
)
from domino_lab.chance.bank.playing_trials import (
    ColumnsTrials,
    LastTilesTrials,
    LeadTrials,
    SpinnerTrials,
    half_of_mean,
)
from domino_lab.chance.bank.searching import outcomes, winning_tiles
from domino_lab.chance.bank.task import Dice, Looked, Sought, Task
from domino_lab.chance.game_trials import GameTrials
from domino_lab.chance.tally import Tried
from domino_lab.play.state import State
from domino_lab.play.timeline import play_out
from domino_lab.shuffle import Shuffle
from domino_lab.words import phrase

HANDS = 10_000


def _played(unit: str, found: Measured, facts: Mapping[str, object], tolerance: str,
            trials: Callable[[int], Tried], slips: Mapping[str, Fraction]) -> Task:
    """A value that was measured: an answer may be off by as much as a run of HANDS hands may be."""
    value = Fraction(found.value).limit_denominator(10**6)
    sums = (phrase("exercise_answers.measured", hands=f"{found.hands:,}"),)
    return Task(unit, {"hands": f"{HANDS:,}", **facts}, lambda: Sought(value, sums, found.error), trials,
                lambda: slips, Fraction(tolerance))


def leader_wins(dice: Dice) -> Task:
    """Draw, played at random: does it help to lead?

    >>> leader_wins(Dice(0, "leader_wins")).facts["seats"]
    2
    """
    seats = dice.choose([2, 3])

    def trials(seed: int) -> Tried:
        return GameTrials("draw", "leader wins", seats=seats, policies="random", seed=seed)

    slips = {"fair": Fraction(1, seats)}
    return _played("chance", LEADER_WINS[seats], {"seats": seats}, "1/50", trials, slips)


def heaviest_wins(dice: Dice) -> Task:
    """Block for two: the heaviest tile first against chance.

    >>> heaviest_wins(Dice(0, "heaviest_wins")).unit
    'chance'
    """

    def trials(seed: int) -> Tried:
        return GameTrials("block", "wins", side=0, policies=("heaviest", "random"), seed=seed)

    return _played("chance", HEAVIEST_WINS, {}, "1/50", trials, {"no_matter": Fraction(1, 2)})


def second_spinner(dice: Dice) -> Task:
    """All Fives with one spinner, and with every double a spinner: how many points more?

    >>> second_spinner(Dice(0, "second_spinner")).unit
    'mean'
    """
    return replace(_played("mean", MORE_SPINNERS, {}, "3/2", SpinnerTrials, {"none": Fraction(0)}),
                   reads=half_of_mean)


def lead_double(dice: Dice) -> Task:
    """All Fives: the 5-5 and the 6-4 both count ten; what is it worth to lead the double?

    >>> lead_double(Dice(0, "lead_double")).unit
    'mean'
    """
    return _played("mean", DOUBLE_LEAD, {"hands": f"{HANDS // 10:,}"}, "4", LeadTrials, {"same": Fraction(0)})


def five_columns(dice: Dice) -> Task:
    """How often can Five Columns be solved, with all tiles in sight?

    >>> five_columns(Dice(0, "five_columns")).unit
    'chance'
    """
    return _played("chance", COLUMNS_SOLVED, {"hands": f"{HANDS // 10:,}"}, "1/16", ColumnsTrials, {})


OPEN_HANDS, MOST_TILES = 400, 3


def last_tiles(dice: Dice) -> Task:
    """The last tiles of a hand of Block, all in sight: which one wins?

    >>> last_tiles(Dice(0, "last_tiles")).unit
    'tile'
    """
    looked = next(_close_ends(dice))
    state = looked.timeline.steps[looked.step].state
    other = 1 - state.turn
    names = looked.timeline.names
    ends = sorted(end.value for end in state.open_ends)
    facts = {"me": names[state.turn], "mine": state.holdings[state.turn], "player": names[other],
             "theirs": state.holdings[other], "ends": ends}
    return Task("tile", facts, lambda: Sought(winning_tiles(state)),
                lambda seed: LastTilesTrials(looked, seed=seed), looked=looked)


def _close_ends(dice: Dice) -> Iterator[Looked]:
    """Positions in which one tile wins and another does not, each player holding two or three."""
    for hand in range(OPEN_HANDS):
        line = play_out(catalogue.get("block"), Shuffle(seed=dice.hands, hand=hand), policies="random")
        for number, step in enumerate(line.steps[:-1]):
            sizes = {len(holding) for holding in step.state.holdings}
            if not step.state.over and max(sizes) <= MOST_TILES and min(sizes) > 1 and _splits(step.state):
                yield Looked(line.upto(number), number)
                break


def _splits(state: State) -> bool:
    return len(winning_tiles(state)) == 1 and len({tile for tile, *_ in outcomes(state)}) > 1


ENTRIES = (
    Entry("last_tiles", "strategy", 3, last_tiles),
    Entry("heaviest_wins", "strategy", 3, heaviest_wins),
    Entry("leader_wins", "strategy", 4, leader_wins),
    Entry("five_columns", "strategy", 4, five_columns),
    Entry("second_spinner", "strategy", 5, second_spinner),
    Entry("lead_double", "strategy", 5, lead_double),
)
