"""The bank of exercises: every answer is counted again here, by other means, for everybody and for several learners.

Binomials by hand, sums that are added tile by tile, deals listed one by one on plain pairs of numbers, and for games
small engines that know nothing of the package.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import ceil, comb, isclose, sqrt
from random import Random
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.chance.exercise_bank import BANK, HEAVIEST_WINS, KINDS, LEADER_WINS, MORE_SPINNERS
from domino_lab.chance.exercises import (
    Exercise,
    all_exercises,
    exercise,
    worked_answer,
)
from domino_lab.words import phrases
from tests.words.test_readability import LEEWAY, LONGEST_SENTENCE, SAID, grade, plain

LEARNERS = (None, "Ana", "Ben", "Cem", "Dora", "Emil")

everyone = pytest.mark.parametrize("learner", LEARNERS)
every_exercise = pytest.mark.parametrize("name", sorted(BANK))


def given_to(*kinds: str) -> list[Exercise]:
    return [exercise(name, learner=learner) for name, entry in BANK.items() if entry.kind in kinds
            for learner in LEARNERS]


def named(one: Exercise) -> str:
    return f"{one.name}-{one.learner or 'everybody'}"


# --- what can be counted by hand -----------------------------------------------------------------------------


def all_tiles(top: int) -> list[tuple[int, int]]:
    return [(low, high) for high in range(top + 1) for low in range(high + 1)]


def size(top: int) -> int:
    """The number of tiles of a set with so many pips at most."""
    return (top + 1) * (top + 2) // 2


def without(facts: Mapping[str, Any]) -> int:
    """The tiles that are no doubles; so many do not show a given number, either."""
    return size(facts["top"]) - facts["top"] - 1


def doubles(number: int, tiles: int, top: int = 6) -> int:
    """In how many ways so many doubles are among so many tiles."""
    return comb(top + 1, number) * comb(size(top) - top - 1, tiles - number) if number <= tiles else 0


def heavier(bound: int, most: int) -> Fraction:
    """So many tiles with more pips than `bound`: ways by number of tiles and pips, tile after tile."""
    ways = Counter({(0, 0): 1})
    for low, high in all_tiles(6):
        for (tiles, pips), count in list(ways.items()):
            ways[tiles + 1, pips + low + high] += count
    return Fraction(sum(count for (tiles, pips), count in ways.items() if tiles == most and pips > bound),
                    comb(28, most))


def all_numbers(facts: Mapping[str, Any]) -> Fraction:
    """Holdings without k values come from a set with k fewer: those are put in and taken out in turn."""
    top, tiles = facts["top"], facts["tiles"]
    found = sum((-1) ** k * comb(top + 1, k) * comb(size(top - k), tiles) for k in range(top + 2))
    return Fraction(found, comb(size(top), tiles))


def alike(facts: Mapping[str, Any]) -> list[tuple[tuple[int, int], ...]]:
    """Every way to take so many tiles that share a number, listed."""
    top, tiles = facts["top"], facts["tiles"]
    suits = [[(low, high) for high in range(top + 1) for low in range(high + 1) if value in (low, high)]
             for value in range(top + 1)]
    return [held for one in suits for held in combinations(one, tiles)]


def shared(facts: Mapping[str, Any]) -> Fraction:
    return Fraction(len(alike(facts)), comb(size(facts["top"]), facts["tiles"]))


def with_a_double(facts: Mapping[str, Any]) -> Fraction:
    found = alike(facts)
    return Fraction(sum(any(low == high for low, high in held) for held in found), len(found))


def two_of_any(facts: Mapping[str, Any]) -> Fraction:
    n, top = facts["tiles"], facts["top"]
    return Fraction(sum(doubles(d, n, top) for d in range(2, top + 2)),
                    sum(doubles(d, n, top) for d in range(1, top + 2)))


def two_of_named(facts: Mapping[str, Any]) -> Fraction:
    """One double fewer and all others are left for the other places."""
    n, top = facts["tiles"] - 1, facts["top"]
    return Fraction(sum(comb(top, d) * comb(without(facts), n - d) for d in range(1, min(n, top) + 1)),
                    comb(size(top) - 1, n))


def spread(facts: Mapping[str, Any]) -> Fraction:
    """The variance of a sum without putting back: n s² (N - n) / (N - 1), with s² = 9 for one tile."""
    square = Fraction(sum((low + high - 6) ** 2 for low, high in all_tiles(6)), 28)
    assert square == 9
    n = facts["tiles"]
    return Fraction(sqrt(n * square * Fraction(28 - n, 28 - 1) / facts["hands"]))


def no_double(facts: Mapping[str, Any]) -> Fraction:
    return Fraction(doubles(0, facts["tiles"], facts["top"]), comb(size(facts["top"]), facts["tiles"]))


def hands_for(facts: Mapping[str, Any]) -> Fraction:
    chance = facts["tiles"] / 28
    return Fraction(ceil(1.959964**2 * chance * (1 - chance) / float(facts["half"]) ** 2))


def long_suits(facts: Mapping[str, Any]) -> Fraction:
    """No two suits are so long at once: they share one tile only."""
    top, n, number = facts["top"], facts["tiles"], facts["number"]
    assert 2 * number - 1 > n
    ways = sum(comb(top + 1, j) * comb(without(facts), n - j) for j in range(number, n + 1))
    return Fraction((top + 1) * ways, comb(size(top), n))


BY_HAND: dict[str, Callable[[Mapping[str, Any]], Fraction]] = {
    "own_tile": lambda facts: Fraction(facts["tiles"], size(facts["top"])),
    "a_double": lambda facts: Fraction(sum(doubles(d, facts["tiles"], facts["top"]) for d in range(1, 11)),
                                       comb(size(facts["top"]), facts["tiles"])),
    "mean_pips": lambda facts: Fraction(facts["tiles"] * sum(low + high for high in range(facts["top"] + 1)
                                                             for low in range(high + 1)), size(facts["top"])),
    "shared_value": shared,
    "likeliest_doubles": lambda facts: Fraction(max(range(11), key=lambda d: doubles(d, facts["tiles"], facts["top"]))),
    "heavy_holding": lambda facts: heavier(facts["bound"], facts["tiles"]),
    "five_of_a_suit": long_suits,
    "every_value": all_numbers,
    "next_double": lambda facts: Fraction(facts["players"] * facts["each"], facts["others"]),
    "another_double": two_of_any,
    "pair_with_double": with_a_double,
    "named_double": two_of_named,
    "missing_value": no_double,
    "put_back": lambda facts: Fraction(without(facts), size(facts["top"])) ** facts["tiles"] - no_double(facts),
    "missed_bands": lambda facts: sum(
        Fraction(comb(facts["learners"], k) * 19 ** (facts["learners"] - k), 20 ** facts["learners"])
        for k in range(1, facts["learners"] + 1)),
    "hands_needed": hands_for,
    "error_of_a_mean": spread,
}


@pytest.mark.parametrize("one", given_to("holdings", "conditional", "simulation"), ids=named)
def test_what_can_be_counted_is_counted_by_hand(one: Exercise) -> None:
    by_hand = BY_HAND[one.name](one.task.facts)
    found = one.exact().value
    if one.name == "error_of_a_mean":
        assert isclose(found, by_hand, rel_tol=1e-4)
    else:
        assert found == by_hand
    assert one.check(by_hand)


@pytest.mark.parametrize("one", [one for one in given_to("holdings", "conditional", "simulation")
                                 if one.event is not None and one.task.unit == "chance"], ids=named)
def test_a_derivation_counts_the_holdings_and_ends_with_the_answer(one: Exercise) -> None:
    found = one.exact()
    assert re.search(rf"That is {found.value}(, or about .*)?\.$", found.sums[-1])


# --- hidden tiles: every deal is listed ----------------------------------------------------------------------


def deals(unseen: list[Any], seats: list[tuple[int, frozenset[int]]]) -> Iterator[tuple[tuple[Any, ...], ...]]:
    """Every way to hand out `unseen`: each seat takes so many tiles without the values it lacks."""
    if not seats:
        yield ()
        return
    size, lacks = seats[0]
    fit = [tile for tile in unseen if not lacks & {tile.low, tile.high}]
    for taken in combinations(fit, size):
        for others in deals([tile for tile in unseen if tile not in taken], seats[1:]):
            yield (taken, *others)


def numbered(prompt: str) -> str:
    """A prompt with the number of each seat for its name."""
    for number, name in enumerate(("Ana", "Ben", "Cleo", "Dan"), 1):
        prompt = re.sub(rf"\b{name}\b", f"Player {number}", prompt)
    return prompt


def values_in(text: str) -> frozenset[int]:
    return frozenset(map(int, re.findall(r"\d", text)))


def hidden_by_listing(one: Exercise) -> Fraction:
    """The answer from what the prompt says, and nothing else: who holds how many, and who had to pass at what."""
    prompt = numbered(one.prompt)
    sizes = {int(seat): int(number) for seat, number in re.findall(r"Player (\d) holds (\d+) tile", prompt)}
    sight = re.search(r"hold (.*?)\. (?:These|There|No|Player)", prompt)[1] + \
        "".join(re.findall(r"These tiles are on the table: (.*?)\.", prompt))
    top = one.looked.timeline[0].state.rules.equipment.set.max_pip
    seen = re.findall(r"\d-\d", sight)
    unseen = [dl.Tile(low, high) for high in range(top + 1) for low in range(high + 1) if f"{high}-{low}" not in seen]
    lacks = {int(seat): values_in(ends) for seat, ends in
             re.findall(r"Player (\d) had to pass just now: the open ends show (.*?)\.", prompt)
             + re.findall(r"Player (\d) could not play a (.*?), and", prompt)
             + re.findall(r"Player (\d) had no (.*?) to play, drew", prompt)}
    who, tile = re.search(r"How likely is it that (.*?) has the (\d-\d)\?", prompt).groups() \
        if "in the boneyard?" not in prompt else ("0", re.search(r"that the (\d-\d) is in", prompt)[1])
    place = int(re.findall(r"\d", who)[-1])
    order = [*lacks, *({place} & set(sizes) - set(lacks))]
    if not re.search(r"The boneyard has", prompt):
        assert sum(sizes.values()) == len(unseen)
    if {*lacks} <= {place}:     # one player alone is known to lack something: there can be too many deals to list
        fit = [one for one in unseen if not lacks.get(place, frozenset()) & {one.low, one.high}]
        assert dl.Tile.of(tile) in fit
        return Fraction(comb(len(fit) - 1, sizes[place] - 1), comb(len(fit), sizes[place]))
    wanted = dl.Tile.of(tile)
    found = Counter(next((seat for seat, held in zip(order, deal, strict=True) if wanted in held), 0)
                    for deal in deals(unseen, [(sizes[seat], lacks.get(seat, frozenset())) for seat in order]))
    return Fraction(found[place], found.total())


@pytest.mark.parametrize("name", [name for name, entry in BANK.items() if entry.kind == "hidden"])
@pytest.mark.parametrize("learner", LEARNERS[:4])
def test_hidden_tiles_are_found_by_listing_every_deal(name: str, learner: str | None) -> None:
    one = exercise(name, learner=learner)
    assert one.exact().value == hidden_by_listing(one)


@pytest.mark.parametrize("one", given_to("hidden"), ids=named)
def test_a_hidden_tile_lies_in_the_hand_that_is_asked_about_and_nobody_saw_it(one: Exercise) -> None:
    state = one.looked.timeline.steps[one.looked.step].state
    me = int(re.search(r"You are Player (\d)", numbered(one.prompt))[1]) - 1
    assert one.task.facts["tile"] not in state.holdings[me]
    assert one.task.facts["tile"] not in [laid.tile for laid in state.chain.laid]
    assert 0 < one.exact().value < 1


@pytest.mark.parametrize("learner", [*LEARNERS, "Fay", "Gus", "Hal", "Ivo"])
def test_two_passes_leave_few_deals_and_each_of_them_says_something(learner: str | None) -> None:
    """By hand a learner lists the tiles of two players: two or three each, fewer than those that each may hold.

    Some unseen tile must be one that a player cannot hold: without that, the pass would say nothing.
    """
    one = exercise("two_passes", learner=learner)
    state, me = one.looked.timeline.steps[one.looked.step].state, one.looked.seat
    unseen = [tile for seat, held in enumerate(state.holdings) if seat != me for tile in held] + [*state.stock]
    passed = re.findall(r"Player (\d) could not play a (.*?), and passed", numbered(one.prompt))
    assert len(passed) == 2
    for seat, ends in passed:
        may_hold = [tile for tile in unseen if not values_in(ends) & {tile.low, tile.high}]
        assert len(state.holdings[int(seat) - 1]) in (2, 3)
        assert len(state.holdings[int(seat) - 1]) < len(may_hold) < len(unseen)


# --- strategy: games played by engines of a few lines ---------------------------------------------------------


def ways_to_lay(holding: list[Any], ends: list[int]) -> list[tuple[Any, int]]:
    """Pairs of a tile and the number of an open end; an empty table takes any tile."""
    if not ends:
        return [(tile, -1) for tile in holding]
    return [(tile, place) for tile in holding for place, end in enumerate(ends) if end in tile]


def laid(ends: list[int], tile: Any, place: int) -> list[int]:
    if place < 0:
        return list(tile)
    return [sum(tile) - end if number == place else end for number, end in enumerate(ends)]


def line_game(dice: Random, players: int, each: int, *, reserve: int | None, heaviest: bool = False, top: int = 6
              ) -> tuple[int, int | None]:
    """Block (no reserve) or Draw on a line of two ends: who led, and who won (None where the lightest tie).

    Everybody takes any tile at any end; with `heaviest` the first player takes the heaviest that fits.
    """
    tiles = dice.sample(all_tiles(top), size(top))
    held = [tiles[seat * each:(seat + 1) * each] for seat in range(players)]
    stock, ends = tiles[players * each:], []
    leader = turn = dice.randrange(players) if reserve is not None else highest(held)
    stuck = 0
    while stuck < players:
        ways = ways_to_lay(held[turn], ends)
        while reserve is not None and not ways and len(stock) > reserve:
            held[turn].append(stock.pop())
            ways = ways_to_lay(held[turn], ends)
        if not ends and reserve is None:
            ways = [(max(tile for tile in held[turn] if tile[0] == tile[1]), -1)] if leader >= 0 else ways
        stuck = 0 if ways else stuck + 1
        if ways:
            tile, place = max(ways, key=lambda way: sum(way[0])) if heaviest and turn == 0 else dice.choice(ways)
            held[turn].remove(tile)
            ends = laid(ends, tile, place)
            if not held[turn]:
                return leader, turn
        turn = (turn + 1) % players
    return leader, lightest(held)


def highest(held: list[list[Any]]) -> int:
    """Who holds the highest double; nobody does once in a while, and such deals are left out."""
    doubles_of = [max((tile[0] for tile in holding if tile[0] == tile[1]), default=-1) for holding in held]
    return doubles_of.index(max(doubles_of)) if max(doubles_of) >= 0 else -1


def lightest(held: list[list[Any]]) -> int | None:
    pips = [sum(map(sum, holding)) for holding in held]
    return pips.index(min(pips)) if pips.count(min(pips)) == 1 else None


def close(times: float, hands: int, one: Exercise) -> bool:
    """Within four standard errors of both, the measured value's and that of these hands."""
    solution = one.task.solution
    chance = float(solution.value)
    return abs(times / hands - chance) < 4 * sqrt(chance * (1 - chance) / hands + solution.error**2)


def first_asked(name: str, **facts: object) -> Exercise:
    """The first of many seeds that is asked about these figures."""
    return next(one for seed in range(400) if facts.items() <= (one := exercise(name, seed=seed)).task.facts.items())


@pytest.mark.parametrize(("top", "seats", "each"), LEADER_WINS)
def test_the_leader_of_draw_wins_as_often_in_a_game_of_a_few_lines(top: int, seats: int, each: int) -> None:
    one, dice = first_asked("leader_wins", top=top, seats=seats, each=each), Random(seats)
    hands = 8000 if (top, each) in ((6, 7), (6, 5)) else 1000
    ends = [line_game(dice, seats, each, reserve=2, top=top) for _ in range(hands)]
    assert close(sum(leader == winner for leader, winner in ends), hands, one)
    run = dl.simulate(dl.ruleset("draw").but(max_pip=top, deal=each), hands=20_000, seats=seats, seed=9,
                      policies="random")
    assert close(run.chance("leader wins").value * run.hands, run.hands, one)
    assert one.exact() is None


@pytest.mark.parametrize(("top", "each"), HEAVIEST_WINS)
def test_the_heaviest_tile_wins_as_often_in_a_game_of_a_few_lines(top: int, each: int) -> None:
    one, dice = first_asked("heaviest_wins", top=top, each=each), Random(7)
    played = [line_game(dice, 2, each, reserve=None, heaviest=True, top=top)
              for _ in range(8000 if (top, each) == (6, 7) else 1000)]
    winners = [winner for leader, winner in played if leader >= 0]
    assert close(winners.count(0), len(winners), one)
    run = dl.simulate(dl.ruleset("block").but(max_pip=top, deal=each), hands=20_000, seats=2, seed=9,
                      policies=("heaviest", "random"))
    assert close(run.chance("wins", side=0).value * run.hands, run.hands, one)


def solved(columns: list[list[int]], reserve: list[int]) -> bool:
    """Five Columns on weights alone: every way to take two that make twelve, or to fill an empty column."""
    waiting = [(tuple(sorted(map(tuple, columns))), tuple(sorted(reserve)))]
    known = set(waiting)
    while waiting:
        lines, spare = waiting.pop()
        if not spare and not any(lines):
            return True
        for after in after_taking(lines, spare):
            if after not in known:
                known.add(after)
                waiting.append(after)
    return False


def after_taking(lines: tuple[tuple[int, ...], ...], spare: tuple[int, ...]) -> Iterator[Any]:
    free = [(number, line[-1]) for number, line in enumerate(lines) if line]
    free += [(5 + number, weight) for number, weight in enumerate(spare)]
    for (one, weight), (other, rest) in combinations(free, 2):
        if weight + rest == 12:
            yield (tuple(sorted(line[:-1] if number in (one, other) else line for number, line in enumerate(lines))),
                   tuple(weight for number, weight in enumerate(spare) if 5 + number not in (one, other)))
    empty = [number for number, line in enumerate(lines) if not line]
    for number, line in enumerate(lines if empty else ()):
        if len(line) > 1:
            moved = {number: line[:-1], empty[0]: line[-1:]}
            yield tuple(sorted(moved.get(at, old) for at, old in enumerate(lines))), spare


def test_five_columns_can_be_solved_as_often_by_a_search_on_weights() -> None:
    dice, hands, won = Random(5), 3000, 0
    for _ in range(hands):
        weights = [low + high for low, high in dice.sample(all_tiles(6), 28)]
        won += solved([weights[n:n + 5] for n in range(3, 28, 5)], weights[:3])
    assert close(won, hands, exercise("five_columns"))


def test_both_searches_of_five_columns_agree_deal_by_deal() -> None:
    from domino_lab.play.start import start

    rules, hands = dl.ruleset("five-columns"), 60
    found = []
    for hand in range(hands):
        state = start(rules, dl.Shuffle(seed=9, hand=hand)).state
        if solved([[tile.weight for tile in column] for column in state.columns],
                  [tile.weight for tile in state.reserve]):
            found.append(hand)
    assert list(dl.chance.solvable("five-columns", hands=hands, seed=9).numbers()) == found
    assert 0 < len(found) < hands


def wins(mine: list[Any], theirs: list[Any], ends: list[int], *, passed: bool = False) -> int:
    """1, 0 or -1 for the one to move at Block, from the tiles alone; ties in pips are 0 here."""
    ways = ways_to_lay(mine, ends)
    if not ways:
        return blocked(mine, theirs) if passed else -wins(theirs, mine, ends, passed=True)
    found = []
    for tile, place in ways:
        rest = [other for other in mine if other != tile]
        found.append(1 if not rest else -wins(theirs, rest, laid(ends, tile, place)))
    return max(found)


def blocked(mine: list[Any], theirs: list[Any]) -> int:
    first, second = (sum(map(sum, holding)) for holding in (mine, theirs))
    return (first < second) - (first > second) or tie(mine, theirs)


def tie(mine: list[Any], theirs: list[Any]) -> int:
    """The lightest single tile wins a tie (BL-TIE-1)."""
    first, second = (min(map(sum, holding)) for holding in (mine, theirs))
    return (first < second) - (first > second)


def winning_on_plain_numbers(mine: list[Any], theirs: list[Any], ends: list[int]) -> set[Any]:
    ways = [(tile, [other for other in mine if other != tile], place) for tile, place in ways_to_lay(mine, ends)]
    return {tile for tile, rest, place in ways if not rest or -wins(theirs, rest, laid(ends, tile, place)) == 1}


@everyone
def test_the_last_tile_is_found_by_playing_on_plain_numbers(learner: str | None) -> None:
    one = exercise("last_tiles", learner=learner)
    facts = one.task.facts
    mine, theirs = ([(tile.low, tile.high) for tile in facts[whose]] for whose in ("mine", "theirs"))
    ends = list(facts["ends"])
    winning = {dl.Tile(*tile) for tile in winning_on_plain_numbers(mine, theirs, ends)}
    assert set(one.exact().value) == winning
    assert one.check(str(next(iter(winning))))
    losing = next(tile for tile in facts["mine"] if tile not in winning)
    assert not one.check(losing)
    solved = dl.chance.solve(one.looked.timeline.steps[one.looked.step].state, compiled=False)
    assert {action.tile for action, value in solved.choices if value > 0} <= winning
    assert winning <= {action.tile for action, value in solved.choices if value >= 0}


@everyone
def test_the_last_tiles_are_the_first_of_a_learners_hands_in_which_just_one_tile_wins(learner: str | None) -> None:
    """Each player holds two or three, and another tile fits too: all steps of all hands before it are looked at."""
    one = exercise("last_tiles", learner=learner)
    for hand in range(50):
        line = dl.play_out(one.looked.timeline[0].state.rules, seed=one.looked.timeline.shuffle.seed, hand=hand,
                           policies="random")
        for step in line.steps[:-1]:
            mine, theirs = ([(tile.low, tile.high) for tile in step.state.holdings[seat]]
                            for seat in (step.state.turn, 1 - step.state.turn))
            ends = [end.value for end in step.state.open_ends]
            if {len(mine), len(theirs)} <= {2, 3} and len({tile for tile, _ in ways_to_lay(mine, ends)}) > 1 \
                    and len(winning_on_plain_numbers(mine, theirs, ends)) == 1:
                assert one.looked.timeline.steps[one.looked.step].state == step.state
                return
    raise AssertionError("no hand has such an end")


class Fives:
    """All Fives for two who take the most points at once, on plain numbers: the sheet's rules, written down again.

    `ends` are open ends as [value, number of the tile]; `doubles` by number of the tile: value, sides covered, spins.
    """

    WEIGHTS = (2, 2, 2, 1, 0)   # how often a spinner counts with so many sides covered

    def __init__(self, held: list[list[Any]], stock: list[Any], *, all_spin: bool) -> None:
        self.held, self.stock, self.all_spin = [sorted(one) for one in held], stock, all_spin
        self.ends: list[tuple[int, int]] = []
        self.doubles: dict[int, tuple[int, int, bool]] = {}
        self.laid, self.made, self.points = 0, [0, 0], [0, 0]

    def after(self, tile: tuple[int, int], place: int) -> tuple[list[tuple[int, int]], dict[int, Any]]:
        number, doubles, ends = self.laid, dict(self.doubles), list(self.ends)
        if place >= 0:
            joint, below = ends.pop(place)
            if below in doubles:
                value, covered, spins = doubles[below]
                doubles[below] = value, covered + 1, spins
        if tile[0] == tile[1]:
            spins = self.all_spin or not any(spins for *_, spins in doubles.values())
            doubles[number] = tile[0], int(place >= 0), spins
            more = [tile[0]] * ((4 if spins else 2) - (place >= 0))
        else:
            more = list(tile) if place < 0 else [sum(tile) - joint]
        return ends + [(value, number) for value in more], doubles

    @classmethod
    def count(cls, ends: list[tuple[int, int]], doubles: Mapping[int, Any]) -> int:
        single = sum(value for value, number in ends if number not in doubles)
        both = sum(value * (cls.WEIGHTS[covered] if spins else 2 * (covered < 2))
                   for value, covered, spins in doubles.values())
        return single + both

    def worth(self, tile: tuple[int, int], place: int) -> int:
        found = self.count(*self.after(tile, place))
        return found if found % 5 == 0 else 0

    def lay(self, seat: int, tile: tuple[int, int], place: int) -> None:
        self.points[seat] += self.worth(tile, place)
        self.ends, self.doubles = self.after(tile, place)
        self.laid += 1
        self.held[seat].remove(tile)

    def ways(self, seat: int) -> list[tuple[Any, int]]:
        return ways_to_lay(sorted(self.held[seat]), [value for value, _ in self.ends])

    def play(self, lead: tuple[int, int] | None = None) -> list[int]:
        """The points of both in play; the award is added to `made`. The first player leads."""
        if lead is not None:
            self.lay(0, lead, -1)
        seat, stuck = int(lead is not None), 0
        while all(self.held) and stuck < 2 and max(self.points) < 100:
            while not (ways := self.ways(seat)) and self.stock:
                self.held[seat].append(self.stock.pop())
            stuck = 0 if ways else stuck + 1
            if ways:
                self.lay(seat, *max(ways, key=lambda way: self.worth(*way)))
            seat = 1 - seat
        self.settle()
        return self.points

    def settle(self) -> None:
        if max(self.points) >= 100:
            self.made = list(self.points)
            return
        first, second = (sum(map(sum, holding)) for holding in self.held)
        award = (abs(first - second) + 2) // 5
        self.made = [self.points[0] + award * (first < second), self.points[1] + award * (second < first)]


def fives(dice: Random, *, all_spin: bool = False, leads: tuple[Any, ...] = (), top: int = 6, each: int = 7) -> Fives:
    others = [tile for tile in all_tiles(top) if tile not in leads]
    tiles = [*leads, *dice.sample(others, len(others))]
    return Fives([tiles[:each], tiles[each:2 * each]], tiles[2 * each:], all_spin=all_spin)


def mean_of(numbers: list[float]) -> tuple[float, float]:
    mean = sum(numbers) / len(numbers)
    return mean, sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers) / (len(numbers) - 1))


@pytest.mark.parametrize(("top", "each"), [(6, 7), (6, 10), (9, 10)])
def test_more_spinners_give_as_many_points_in_an_engine_of_plain_numbers(top: int, each: int) -> None:
    value, _, error = first_asked("second_spinner", top=top, each=each).task.solution
    few, many = ([sum(fives(Random(hand), all_spin=all_spin, top=top, each=each).play()) / 2 for hand in range(1500)]
                 for all_spin in (False, True))
    mean, off = mean_of([more - less for more, less in zip(many, few, strict=True)])
    assert abs(mean - float(value)) < 4 * sqrt(off**2 + error**2)
    assert mean > 4 * off


@pytest.mark.parametrize(("top", "each"), MORE_SPINNERS)
def test_more_spinners_give_as_many_points_in_a_run_of_other_hands(top: int, each: int) -> None:
    value, _, error = first_asked("second_spinner", top=top, each=each).task.solution
    few, many = (dl.simulate(dl.ruleset(game).but(max_pip=top, deal=each), hands=10_000, seed=9).mean("points", side=0)
                 for game in ("all-fives", "all-fives/all-spinners"))
    assert abs(many.value - few.value - float(value)) < 4 * sqrt(few.error**2 + many.error**2 + error**2)


def test_the_lead_of_the_double_is_worth_as_much_in_an_engine_of_plain_numbers() -> None:
    value, _, error = exercise("lead_double").task.solution
    leads, apart = ((5, 5), (4, 6)), []
    for hand in range(2000):
        margins = []
        for lead in leads:
            game = fives(Random(hand), leads=leads)
            game.play(lead)
            margins.append(game.made[0] - game.made[1])
        apart.append(margins[0] - margins[1])
    mean, off = mean_of(apart)
    assert abs(mean - float(value)) < 4 * sqrt(off**2 + error**2)
    assert mean < -4 * off


# --- the bank as a whole -------------------------------------------------------------------------------------


def test_there_are_enough_of_each_kind_from_easy_to_hard() -> None:
    kinds = Counter(entry.kind for entry in BANK.values())
    assert len(BANK) >= 20
    assert all(kinds[kind] >= least for kind, least in zip(KINDS, (5, 3, 4, 4, 4), strict=True))
    levels = [one.level for one in all_exercises()]
    assert levels == sorted(levels)
    assert set(levels) == {1, 2, 3, 4, 5}
    assert all(entry.name == name for name, entry in BANK.items())


def test_no_two_ask_the_same_with_other_numbers() -> None:
    asked = {re.sub(r"\d+(-\d+)?%?", "#", phrases("exercises")[f"{name}_prompt"]) for name in BANK}
    assert len(asked) == len(BANK)
    events = Counter((re.sub(r"\d+(-\d+)?", "#", str(one.event)), str(one.given)) for one in all_exercises()
                     if one.event is not None and one.kind in ("holdings", "conditional"))
    assert max(events.values()) == 1


@every_exercise
def test_everybody_can_make_trials(name: str) -> None:
    assert {exercise(name, seed=seed).trials.play(0, 1).trials for seed in range(60)} == {1}


@every_exercise
def test_the_answer_is_right_and_is_told_by_the_teachers_side_only(name: str) -> None:
    one, worked = exercise(name, learner="Ana"), worked_answer(name, learner="Ana")
    value = worked.solution.value
    right = value if not isinstance(value, tuple) else value[0]
    assert one.check(right)
    assert one.check(right).points(2) == 2
    assert worked.said in worked.way + worked.said
    assert len(worked.way.split()) > 10
    shown = f"{one!r} {one._repr_markdown_()} {one.hint}"
    if isinstance(value, Fraction) and value.denominator > 20:
        assert str(value) not in shown
    assert phrases("exercise_answers")[name] not in shown
    assert worked.way not in shown


@every_exercise
def test_every_slip_is_wrong_and_is_told_what_went_wrong(name: str) -> None:
    for seed in range(6):
        one = exercise(name, seed=seed)
        if one.task.unit != "tile":
            check_slips(one)


def check_slips(one: Exercise) -> None:
    wanted, tolerance, told = one.task.solution.value, one.task.allowed, set()
    for slip, number in one.task.misses.items():
        assert 2 * abs(number - wanted) > 3 * tolerance, f"{slip} is nearly as good as right"
        marked = one.check(number)
        assert not marked
        assert marked.points() == 0
        told.add(marked.reason)
    assert all(str(wanted) not in reason for reason in told if wanted.denominator > 20)


def test_a_run_that_looks_for_the_wrong_thing_is_never_near_enough() -> None:
    """How often a value is there, instead of missing: for some holdings that is nearly as likely, and not asked."""
    for task in (exercise("missing_value", seed=seed).task for seed in range(200)):
        there = 1 - task.solution.value
        assert abs(there - task.solution.value) > 2 * task.allowed, task.facts


def test_the_slips_about_matching_tiles_are_the_chances_that_their_words_name() -> None:
    """Listed: the tiles share a number and one is a double; the same among those with a double; any with a double."""
    tasks = {(int(task.facts["top"]), int(task.facts["tiles"])): task
             for task in (exercise("pair_with_double", seed=seed).task for seed in range(40))}
    few = {figures: task for figures, task in tasks.items() if comb(size(figures[0]), figures[1]) < 80_000}
    assert len(few) > 9
    for (top, tiles), task in few.items():
        holdings = list(combinations(all_tiles(top), tiles))
        some = [one for one in holdings if any(low == high for low, high in one)]
        both = [one for one in some if set.intersection(*map(set, one))]
        assert task.slips == {"both": Fraction(len(both), len(holdings)), "turned": Fraction(len(both), len(some)),
                              "tiles": Fraction(len(some), len(holdings))}


def test_every_slip_that_has_words_is_used_and_has_words_for_everybody() -> None:
    told = {key for key in phrases("exercises") if "_slip_" in key}
    used = {f"{name}_slip_{slip}" for name in BANK for seed in range(6)
            for slip in exercise(name, seed=seed).task.misses}
    assert used == told


@pytest.mark.parametrize("one", given_to("holdings", "conditional", "simulation", "hidden"), ids=named)
def test_a_simulation_comes_near_the_exact_value(one: Exercise) -> None:
    hands = 4000 if one.kind != "hidden" else 2000
    found, wanted = one.simulate(hands), float(one.exact().value)
    if one.name == "likeliest_doubles":
        assert found.value == wanted
    else:
        assert abs(found.value - wanted) < 4.5 * max(found.error, abs(found.high - found.low) / 4)


@pytest.mark.parametrize(("name", "hands"), [
    ("leader_wins", 1000), ("heaviest_wins", 1000), ("five_columns", 100), ("second_spinner", 300), ("lead_double", 60),
])
def test_a_run_of_hands_comes_near_what_was_measured(name: str, hands: int) -> None:
    one = exercise(name)
    found, (value, _, error) = one.simulate(hands), one.task.solution
    assert abs(found.value - float(value)) < 4.5 * sqrt(found.error**2 + error**2)
    assert found.hands == hands
    assert one.simulate(hands, seed=5) != found


# --- words ---------------------------------------------------------------------------------------------------


def texts() -> dict[str, str]:
    return {**phrases("exercises"), **{f"card_{key}": text for key, text in phrases("exercise_card").items()},
            **{f"answer_{key}": text for key, text in phrases("exercise_answers").items()}}


def test_exercises_are_read_at_grade_five() -> None:
    assert grade(*texts().values()) <= SAID
    by_name = {name: [text for key, text in texts().items() if key.removeprefix("answer_").startswith(name)]
               for name in BANK}
    assert {name: grade(*said) for name, said in by_name.items() if grade(*said) > SAID + LEEWAY} == {}


def test_sentences_of_exercises_are_short() -> None:
    sentences = [part for text in texts().values() for part in re.split(r"(?<=[.!?:]) ", plain(text))]
    assert [text for text in sentences if len(text.split()) > LONGEST_SENTENCE] == []


@pytest.mark.parametrize("seed", [0, 3])
@pytest.mark.parametrize("name", [entry.name for entry in all_exercises()])
def test_three_hints_lead_to_the_answer_and_do_not_say_it(name: str, seed: int) -> None:
    """As a fraction, a decimal or a per cent number, whole or rounded; a chance has no whole number that would do."""
    asked = exercise(name, seed=seed)
    value = asked.task.solution.value
    hints = asked.hints
    assert len(set(hints)) == 3
    assert all(hint.endswith((".", "?")) for hint in hints)
    if isinstance(value, tuple):
        one, other = re.findall(r"\d-\d", hints[2])
        assert {asked.check(one).right, asked.check(other).right} == {True, False}
        return
    said = {Fraction(number.replace(",", "")) for number in re.findall(r"-?\d[\d,]*(?:\.\d+)?(?:/\d+)?", hints[2])}
    assert value not in said | {part / 100 for part in said}
    assert not asked.check(hints[2]).right
