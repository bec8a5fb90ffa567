"""Exercises on strategy: which tile wins, and what leading, spinners and plans are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import hypot

from domino_lab import catalogue
from domino_lab.actions import Play
from domino_lab.chance.bank.entry import Entry
from domino_lab.chance.bank.measured import (
    COLUMNS_SOLVED,
    DOUBLE_LEAD,
    HEAVIEST_WINS,
    LEADER_WINS,
    MORE_SPINNERS,
    Measured,
)
from domino_lab.chance.bank.searching import outcomes, solvable, winning_tiles
from domino_lab.chance.bank.task import Dice, Looked, Sought, Task
from domino_lab.chance.estimates import NORMAL_95, Estimate
from domino_lab.chance.result import Simulation
from domino_lab.chance.simulate import simulate
from domino_lab.events import Settled
from domino_lab.play.legal import legal
from domino_lab.play.start import start
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import Timeline, play_on, play_out
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile
from domino_lab.words import phrase

QUICK = 5000
"""So many hands are played at once, without waiting for the compiler."""

HANDS = 10_000


def _run(rules: str, hands: int, seed: int, **how: object) -> Simulation:
    return simulate(rules, hands=hands, seed=seed, engine="plain" if hands <= QUICK else None,
                    **how)  # type: ignore[arg-type]


def _played(unit: str, found: Measured, facts: Mapping[str, object], tolerance: str,
            trial: Callable[[int, int], Estimate], slips: Mapping[str, Fraction]) -> Task:
    """A value that was measured: an answer may be off by as much as a run of HANDS hands may be."""
    value = Fraction(found.value).limit_denominator(10**6)
    sums = (phrase("exercise_answers.measured", hands=f"{found.hands:,}"),)
    return Task(unit, {"hands": f"{HANDS:,}", **facts}, lambda: Sought(value, sums, found.error), trial,
                lambda: slips, Fraction(tolerance))


def leader_wins(dice: Dice) -> Task:
    """Draw, played at random: does it help to lead?

    >>> leader_wins(Dice(0, "leader_wins")).facts["seats"]
    2
    """
    seats = dice.choose([2, 3])

    def trial(hands: int, seed: int) -> Estimate:
        return _run("draw", hands, seed, seats=seats, policies="random").chance("leader wins")

    slips = {"fair": Fraction(1, seats)}
    return _played("chance", LEADER_WINS[seats], {"seats": seats}, "1/50", trial, slips)


def heaviest_wins(dice: Dice) -> Task:
    """Block for two: the heaviest tile first against chance.

    >>> heaviest_wins(Dice(0, "heaviest_wins")).unit
    'chance'
    """

    def trial(hands: int, seed: int) -> Estimate:
        return _run("block", hands, seed, policies=("heaviest", "random")).chance("wins", 0)

    return _played("chance", HEAVIEST_WINS, {}, "1/50", trial, {"no_matter": Fraction(1, 2)})


def second_spinner(dice: Dice) -> Task:
    """All Fives with one spinner, and with every double a spinner: how many points more?

    >>> second_spinner(Dice(0, "second_spinner")).unit
    'mean'
    """

    def trial(hands: int, seed: int) -> Estimate:
        one, all_of_them = (_run(rules, hands, seed) for rules in ("all-fives", "all-fives/all-spinners"))
        (few, off), (many, apart) = _points(one), _points(all_of_them)
        return _around(many - few, hypot(off, apart), hands)

    return _played("mean", MORE_SPINNERS, {}, "3/2", trial, {"none": Fraction(0)})


def _points(run: Simulation) -> tuple[float, float]:
    """The mean of one player's points in play; the error holds however the two players' points go together."""
    first, second = run.mean("points", 0), run.mean("points", 1)
    return (first.value + second.value) / 2, (first.error + second.error) / 2


def _around(value: float, error: float, hands: int) -> Estimate:
    return Estimate(value, error, value - NORMAL_95 * error, value + NORMAL_95 * error, hands)


LEADS = Tile(5, 5), Tile(4, 6)


def lead_double(dice: Dice) -> Task:
    """All Fives: the 5-5 and the 6-4 both count ten; what is it worth to lead the double?

    >>> lead_double(Dice(0, "lead_double")).unit
    'mean'
    """

    def trial(hands: int, seed: int) -> Estimate:
        apart = [_margin(seed, hand, LEADS[0]) - _margin(seed, hand, LEADS[1]) for hand in range(hands)]
        return Estimate.mean(sum(apart), sum(number * number for number in apart), hands)

    return _played("mean", DOUBLE_LEAD, {"hands": f"{HANDS // 10:,}"}, "4", trial, {"same": Fraction(0)})


def _margin(seed: int, hand: int, lead: Tile) -> int:
    """What the leader is ahead by after the hand, when he holds both tiles and leads one."""
    rules = catalogue.get("all-fives")
    order = list(Shuffle(seed=seed, hand=hand).order(rules.equipment.set))
    for place, tile in zip((0, 2), LEADS, strict=True):
        other = order.index(tile)
        order[place], order[other] = order[other], order[place]
    shuffle = Shuffle.of(order)
    line = Timeline((start(rules, shuffle, leader=0),))
    first = next(action for action in legal(line.state) if isinstance(action, Play) and action.tile == lead)
    scores = play_on(line.play(first), shuffle, "greedy").state.scores
    return scores[0] - scores[1]


def five_columns(dice: Dice) -> Task:
    """How often can Five Columns be solved, with all tiles in sight?

    >>> five_columns(Dice(0, "five_columns")).unit
    'chance'
    """

    def trial(hands: int, seed: int) -> Estimate:
        rules = catalogue.get("five-columns")
        solved = sum(solvable(start(rules, Shuffle(seed=seed, hand=hand)).state) for hand in range(hands))
        return Estimate.share(solved, hands)

    return _played("chance", COLUMNS_SOLVED, {"hands": f"{HANDS // 10:,}"}, "1/16", trial, {})


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
    return Task("tile", facts, lambda: Sought(winning_tiles(state)), lambda hands, seed: _tried(looked, hands, seed),
                looked=looked)


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


def _tried(looked: Looked, hands: int, seed: int) -> Estimate:
    """How often the best play wins when both go on at random."""
    line = looked.timeline.upto(looked.step)
    worth, side = outcomes(line.state), line.state.table.side(line.state.turn)
    after = line.play(max(worth, key=worth.__getitem__))
    done = (play_on(after, Shuffle(seed=seed, hand=hand), "random") for hand in range(hands))
    return Estimate.share(sum(_has_won(whole.steps[-1], side) for whole in done), hands)


def _has_won(step: Step, side: int) -> bool:
    return any(isinstance(event, Settled) and event.winner == side for event in step.events)


ENTRIES = (
    Entry("last_tiles", "strategy", 3, last_tiles),
    Entry("heaviest_wins", "strategy", 3, heaviest_wins),
    Entry("leader_wins", "strategy", 4, leader_wins),
    Entry("five_columns", "strategy", 4, five_columns),
    Entry("second_spinner", "strategy", 5, second_spinner),
    Entry("lead_double", "strategy", 5, lead_double),
)
