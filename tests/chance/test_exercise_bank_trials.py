"""The trials of the exercises: each bar opens a trial that is what the bar says, read off the tiles by other means."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import Exercise, exercise
from domino_lab.chance.knowledge import STOCK
from domino_lab.chance.trials import Ledger
from domino_lab.core.events import Settled

every_exercise = pytest.mark.parametrize("name", sorted(BANK))
FEW = {"lead_double": 8, "five_columns": 12, "second_spinner": 60, "last_tiles": 60}


@every_exercise
def test_trials_add_up_whatever_is_asked_first(name: str) -> None:
    trials, n = exercise(name).trials, FEW.get(name, 300)
    whole = trials.play(0, n)
    parts = trials.play(0, n // 3).plus(trials.play(n // 3, n - n // 3))
    assert (parts.trials, parts.total, parts.squares, parts.counts) == (n, whole.total, whole.squares, whole.counts)
    assert sum(whole.counts.values()) == whole.among > 0
    if trials.kind == "chance":
        assert whole.total == sum(count for key, count in whole.counts.items() if trials.counts(key))
    ledger = Ledger(trials)
    assert ledger.estimate(n) == exercise(name).simulate(n) == trials.estimate(whole)


@every_exercise
def test_another_seed_gives_other_trials_of_the_same_question(name: str) -> None:
    trials = exercise(name).trials
    other = trials.with_seed(trials.seed + 1)
    assert other.prompt == trials.prompt
    n = min(FEW.get(name, 60), 60)
    assert [other.play(number, 1).counts for number in range(n)] != \
        [trials.play(number, 1).counts for number in range(n)]


def held(trial: int, one: Exercise) -> tuple[Any, ...]:
    return one.trials.timeline(trial).steps[0].state.holdings[0]


def told_doubles(one: Exercise, number: int) -> int:
    """Whether the tiles that are told hold no double."""
    return int(not any(a == b for a, b in re.findall(r"(\d)-(\d)", one.trials.describe(number))))


def winner_is_leader(one: Exercise, number: int) -> int:
    line = one.trials.timeline(number)
    winner = next(event.winner for event in line.steps[-1].events if isinstance(event, Settled))
    return -1 if winner is None else int(winner == line.steps[0].state.turn)


def lead_margin(one: Exercise, number: int) -> int:
    """Both leads, each with the other's deal: the hands are opened and their scores compared."""
    scores = [one.trials.inner.hand_by(number, dl.Tile.of(tile)).state.scores for tile in ("5-5", "6-4")]
    return (scores[0][0] - scores[0][1]) - (scores[1][0] - scores[1][1])


SHOWN: dict[str, Callable[[Exercise, int], int]] = {
    "own_tile": lambda one, n: int(one.task.facts["tile"] in held(n, one)),
    "a_double": lambda one, n: sum(tile.is_double for tile in held(n, one)),
    "likeliest_doubles": lambda one, n: sum(tile.is_double for tile in held(n, one)),
    "another_double": lambda one, n: sum(tile.is_double for tile in held(n, one)),
    "mean_pips": lambda one, n: sum(tile.weight for tile in held(n, one)),
    "error_of_a_mean": lambda one, n: sum(tile.weight for tile in held(n, one)),
    "hands_needed": lambda one, n: int(dl.Tile(6, 6) in held(n, one)),
    "missing_value": lambda one, n: sum(one.task.facts["value"] in (tile.low, tile.high) for tile in held(n, one)),
    "every_value": lambda one, n: len({half for tile in held(n, one) for half in (tile.low, tile.high)}),
    "put_back": told_doubles,
    "missed_bands": lambda one, n: len(re.findall(r"\d+", one.trials.describe(n))),
    "leader_wins": winner_is_leader,
    "next_double": lambda one, n: next(
        (seat for seat, tiles in enumerate(one.trials.timeline(n).steps[0].state.holdings)
         if one.task.facts["second"] in tiles), one.task.facts["players"]),
    "five_columns": lambda one, n: int(one.trials.timeline(n).state.over == "won"),
    "lead_double": lead_margin,
}


@pytest.mark.parametrize("learner", [None, "Ben"])
@pytest.mark.parametrize("name", sorted(SHOWN))
def test_the_trial_that_a_bar_opens_is_what_the_bar_says(name: str, learner: str | None) -> None:
    one = exercise(name, learner=learner)
    n = min(FEW.get(name, 40), 40)
    for key in one.trials.play(0, n).counts:
        first = Ledger(one.trials).first((key,), n)
        assert SHOWN[name](one, first) == key


@pytest.mark.parametrize("name", sorted(BANK))
def test_every_bar_opens_a_hand_or_a_sentence(name: str) -> None:
    one, n = exercise(name, learner="Ana"), min(FEW.get(name, 20), 20)
    ledger = Ledger(one.trials)
    for key in ledger.upto(n).counts:
        first = ledger.first((key,), n)
        line = one.trials.timeline(first)
        assert one.trials.describe(first) if line is None else line.is_over
        assert one.trials.label(key)


def test_the_spinners_of_a_deal_are_compared_with_the_same_deal() -> None:
    """Played again by the readable engine, tile by tile."""
    one = exercise("second_spinner")
    for number in range(6):
        shuffle = dl.Shuffle(seed=one.trials.seed, hand=number)
        hands = [dl.play_out(game, seed=shuffle.seed, hand=number, seats=2)
                 for game in ("all-fives", "all-fives/all-spinners")]
        few, many = (sum(line.steps[-2].state.scores) for line in hands)      # before the settlement
        assert one.trials.play(number, 1).total == many - few


@pytest.mark.parametrize("name", [name for name, entry in BANK.items() if entry.kind == "hidden"])
@pytest.mark.parametrize("learner", ["Ana", "Cem"])
def test_a_deal_of_hidden_tiles_agrees_with_all_that_was_seen(name: str, learner: str) -> None:
    one = exercise(name, learner=learner)
    looked = one.looked
    state, me = looked.timeline.steps[looked.step].state, looked.seat
    trials = one.trials.inner
    for number in range(30):
        line = trials.timeline(number)
        if line is None:
            assert trials.outcome(number) is None
            continue
        here = line.steps[0].state
        assert here.holdings[me] == state.holdings[me]
        assert here.chain == state.chain
        assert [len(tiles) for tiles in here.holdings] == [len(tiles) for tiles in state.holdings]
        assert sorted((*here.stock, *(tile for tiles in here.holdings for tile in tiles))) == \
            sorted((*state.stock, *(tile for tiles in state.holdings for tile in tiles)))
        for seat, lacking in trials.seen.lacks.items():
            assert not any({tile.low, tile.high} & lacking for tile in here.holdings[seat])
        where = trials.outcome(number).key
        assert one.task.facts["tile"] in (here.stock if where == STOCK else here.holdings[where])


def test_deals_that_two_passes_allow_come_equally_often() -> None:
    """Every deal that can be is listed for a small table; a sample has each about as often as any other."""
    one = exercise("two_passes", learner="Ana")
    trials = one.trials.inner
    seen = trials.seen
    found = Counter()
    for number in range(6000):
        lying = trials.lying(number)
        if lying is not None:
            _first, second = seen.lacks
            found[tuple(sorted(lying[second]))] += 1
    total = found.total()
    allowed = all_second_holdings(seen)
    assert set(found) <= set(allowed)
    squares = sum((found[tiles] - total * chance) ** 2 / (total * chance) for tiles, chance in allowed.items())
    freedom = len(allowed) - 1
    assert abs(squares - freedom) < 5 * sqrt(2 * freedom)


def all_second_holdings(seen: Any) -> dict[tuple[Any, ...], float]:
    """The chance of each holding of the second player who passed, from all pairs of holdings."""
    from itertools import combinations

    first, second = seen.lacks
    ways: Counter[tuple[Any, ...]] = Counter()
    for mine in combinations(seen.open_to(second), seen.sizes[second]):
        left = sum(tile not in mine for tile in seen.open_to(first))
        ways[tuple(sorted(mine))] = len(list(combinations(range(left), seen.sizes[first])))
    total = ways.total()
    return {tiles: count / total for tiles, count in ways.items() if count}


@pytest.mark.parametrize("learner", [None, "Ana", "Ben"])
def test_luck_with_the_last_tiles_is_what_it_comes_to(learner: str | None) -> None:
    one = exercise("last_tiles", learner=learner)
    found, n = one.trials.solve().value, 600
    wins = one.trials.play(0, n).total
    assert isinstance(found, Fraction)
    assert abs(wins / n - float(found)) < 4.5 * sqrt(max(float(found * (1 - found)), 0.01) / n)
    assert one.trials.prompt != one.prompt
    won = next(number for number in range(n) if one.trials.play(number, 1).total)
    line = one.trials.timeline(won)
    me = one.looked.timeline.state.turn
    assert next(event.winner for event in line.steps[-1].events if isinstance(event, Settled)) == me
