"""A reader's own objects in the kernel: its hands are those of the readable engine, or the object is refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.chance import jobs
from domino_lab.chance.jobs import SAMPLED
from domino_lab.core.errors import DominoError
from domino_lab.core.tiles import Tile
from domino_lab.kernel import engines
from domino_lab.kernel.encoding import encode_rules, unplayable
from domino_lab.kernel.own_tables import ONCE_A_HAND, TABLES
from domino_lab.notebook import simulate
from domino_lab.rules.hooks import BASES, HOOKS
from tests.chance.executors import Far
from tests.kernel.readable import POLICIES, by_kernel, by_reading, mixed
from tests.words.custom_rules import (
    DoublesTwice,
    HeavyBlanks,
    NeighbourPips,
    OneDraw,
    Primes,
    TenTiles,
    ThreeEach,
    every,
)

ENGINES = (False, True) if engines.can_compile() else (False,)


class Sums(dl.rules.Matching):
    """Two halves fit if their sum is a multiple of three."""

    def outs(self, tile: Tile, value: int) -> list[int]:
        return [tile.other(half) for half in tile[:2] if (half + value) % 3 == 0]


class Even(dl.rules.Matching):
    def fits(self, tile: Tile, value: int) -> bool:
        return (tile.low + tile.high + value) % 2 == 0


class Backwards(dl.rules.Dealing):
    """The turn jumps: 0, 2, 1, 3 and round."""

    def next_seat(self, seat: int, seats: int) -> int:
        order = [*range(0, seats, 2), *range(1, seats, 2)]
        return order[(order.index(seat) + 1) % seats]


class Growing(dl.rules.Dealing):
    def each(self, seats: int, set_size: int) -> int:
        return 3 + seats


class Triangles(dl.rules.Scoring):
    def points(self, total: int) -> int:
        return total // 3 if total in {1, 3, 6, 10, 15, 21} else 0


class HighsOnly(dl.rules.Equipment):
    def weight(self, tile: Tile) -> int:
        return tile.high * tile.high


OBJECTS: dict[str, dict[str, object]] = {
    "meets": {"matching": NeighbourPips()}, "fits": {"matching": Even()}, "outs": {"matching": Sums()},
    "points": {"scoring": Triangles()}, "weight": {"equipment": HighsOnly()}, "each": {"dealing": Growing()},
    "next_seat": {"dealing": Backwards()},
    "all at once": {"matching": NeighbourPips(), "scoring": Primes(), "equipment": HeavyBlanks(),
                    "dealing": ThreeEach()},
}
GAMES = [("block", 2), ("block", 4), ("all-fives", 3), ("five-up", 4), ("draw", 3), ("all-sevens", 2), ("bergen", 2),
         ("block/partners", 4), ("two-box-cutthroat", 4), ("blind", 2)]
NOT_COUNTED = {"all-sevens": "doubles in line are never counted", "bergen": "this game adds up no open ends"}
"""Games in which there is no count, and why."""


def test_every_table_is_tried() -> None:
    hooks = {hook for tables in TABLES.values() for hook in tables}
    assert hooks == set(OBJECTS) - {"all at once"}
    assert all(hook in HOOKS[group] for group, tables in TABLES.items() for hook in tables)


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize("hook", OBJECTS)
def test_every_hand_is_the_hand_of_the_readable_engine(hook: str, game: str, seats: int) -> None:
    """Hand by hand, with what every seat did in what order; each policy by itself, and all of them mixed."""
    if game in NOT_COUNTED and "scoring" in OBJECTS[hook]:
        with pytest.raises(dl.RulesetError, match=NOT_COUNTED[game]):
            dl.ruleset(game).but(**OBJECTS[hook])
        return
    rules = dl.ruleset(game).but(**OBJECTS[hook])
    assert bool(unplayable(rules)) == ((hook, game) == ("next_seat", "blind"))
    if unplayable(rules):
        return
    for seed, policies in enumerate([*([name] * seats for name in POLICIES), mixed(seats, 7)]):
        read = [by_reading(rules, seats, policies, seed, hand) for hand in range(3)]
        for compiled in ENGINES:
            assert list(by_kernel(rules, seats, policies, seed, 0, 3, compiled=compiled)) == read, (policies, seed)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "seats"), [("block", 2), ("all-fives", 2), ("draw", 4)])
def test_the_sums_of_a_run_are_equal(game: str, seats: int, seed: int) -> None:
    rules = dl.ruleset(game).but(**OBJECTS["all at once"])
    readable = simulate(rules, hands=60, seats=seats, seed=seed, engine="readable")
    for compiled in ENGINES:
        engine = "compiled" if compiled else "plain"
        assert simulate(rules, hands=60, seats=seats, seed=seed, engine=engine).sums == readable.sums
    assert readable.sums != simulate(game, hands=60, seats=seats, seed=seed, engine="plain").sums


def test_a_patience_with_weights_of_ones_own_is_the_same_in_both_engines() -> None:
    rules = dl.ruleset("fives-limit").but(equipment=HeavyBlanks())
    assert not unplayable(rules)
    sums = [simulate(rules, hands=60, seed=1, engine=engine).sums for engine in ("readable", "plain")]
    assert sums[0] == sums[1]
    assert sums[0] != simulate("fives-limit", hands=60, seed=1, engine="plain").sums


def test_what_the_kernel_cannot_ask_beforehand_is_named_with_its_method() -> None:
    for rules in every():
        hooks = {hook for group, policy in rules.own.items() for hook in HOOKS[group]
                 if group not in (*ONCE_A_HAND, "winning")
                 and hook in vars(type(policy)) and hook not in TABLES.get(group, {})}
        why = unplayable(rules, asking=True)
        assert bool(why) == bool(hooks), rules.name
        assert not why or any(f".{hook} during a hand" in why for hook in hooks)


class Subtle(dl.rules.Scoring):
    """It decides by a table, and by something else."""

    def points(self, total: int) -> int:
        return total

    def judge(self, chain: Any, player: str, so_far: Any = None) -> Any:
        return super().judge(chain, player, so_far)  # type: ignore[misc]


def test_a_method_of_the_group_that_is_replaced_is_no_table_either() -> None:
    rules = dl.ruleset("all-fives").but(scoring=Subtle())
    assert unplayable(rules).endswith("the kernel cannot call Subtle.judge during a hand")
    assert simulate(rules, hands=12, seed=1).engine == "readable"


def test_turns_of_ones_own_where_rows_are_turned_over_are_not_for_the_kernel() -> None:
    rules = dl.ruleset("blind").but(dealing=Backwards())
    assert "uses only the axis direction to tell which rows have been turned over" in unplayable(rules)


def test_weights_that_do_not_fit_into_the_sums_are_not_for_the_kernel() -> None:
    heavy = type("Heavy", (dl.rules.Equipment,), {"weight": lambda self, tile: 100_000 * tile.is_double})()
    assert "the kernel takes only weights below 100,000" in unplayable(dl.ruleset("block").but(equipment=heavy))


# --- objects that do not always give the same answer


def fickle(group: str, hook: str, answer: Callable[..., object]) -> dict[str, object]:
    """A rule whose answer depends on how often it was asked before, which `answer` is told first."""
    times = count()
    methods = {hook: lambda self, *given, **named: answer(next(times), *given, **named)}
    return {group: type("Fickle", (BASES[group],), methods)()}


@pytest.mark.parametrize("engine", ["plain", "readable", None])
@pytest.mark.parametrize(("game", "group", "call", "answer"), [
    ("all-fives", "scoring", r"points\(\d+\)", lambda times, total: times % 7),
    ("block", "equipment", r"weight\(\d-\d\)", lambda times, tile: tile.low + tile.high + times % 7),
    ("block", "settling", r"award\(final, \d\)", lambda times, final, seat: times),
    ("block", "settling", r"winner\(final\)", lambda times, final: times % 2),
    ("block", "leading", r"leader\(deck\)", lambda times, deck: times % 2),
    ("block", "ending", r"over\(chain\)", lambda times, chain: len(chain.laid) > random.Random(times).randrange(3, 9)),
    ("block", "turns", r"goes_on\(\d-\d\)", lambda times, tile: times % 3 == 0),
])
def test_a_rule_that_answers_in_two_ways_is_refused_by_its_call(game: str, group: str, call: str,
                                                                answer: Callable[..., object], engine: str | None
                                                                ) -> None:
    rules = dl.ruleset(game).but(**fickle(group, call.partition("\\")[0], answer))
    said = (rf"{group} = own: Fickle: Fickle\.{call} returned (.+) and then (?!\1:).+: .*let it depend only on its "
            "arguments, not on chance")
    if engine != "plain" or group not in ("ending", "turns"):
        with pytest.raises(DominoError, match=said):
            simulate(rules, hands=30, seed=1, engine=engine)
        with pytest.raises(DominoError, match=said):
            dl.tournament(["heaviest", "random"], rules, deals=3, engine=engine, progress=False)
    with pytest.raises(DominoError, match=said):
        dl.chance.GameTrials(rules).play(0, 10)
    if group in TABLES:
        with pytest.raises(DominoError, match=said):
            encode_rules(rules, 2)


@pytest.mark.parametrize(("game", "group", "hook", "answer", "said"), [
    ("all-fives", "scoring", "points", lambda times, total: total if times // 700 % 2 else 0, r"\d+ and then \d+"),
    ("block", "dealing", "next_seat", lambda times, seat, seats: (seat + (times % 50 < 25 or -1)) % seats, ""),
])
def test_a_rule_that_changes_later_is_found(game: str, group: str, hook: str, said: str,
                                            answer: Callable[..., object]) -> None:
    rules = dl.ruleset(game).but(**fickle(group, hook, answer))
    with pytest.raises(DominoError, match=rf"^{group} = own: Fickle: Fickle\.{hook}\(.+\) returned {said}"):
        simulate(rules, hands=1000, seed=1, seats=3, engine="plain")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one with each hand that the readable engine plays in a job."""
    hands: list[int] = []
    plays = jobs.play_out
    monkeypatch.setattr(jobs, "play_out", lambda *given, **named: hands.append(1) or plays(*given, **named))
    return hands


def test_the_sample_is_played_once_for_each_table(read: list[int]) -> None:
    """A slider asks for many small chunks."""
    rules = dl.ruleset("block").but(matching=NeighbourPips())
    trials = dl.chance.GameTrials(rules, seats=2)
    for first in range(0, 50, 10):
        trials.play(first, 10)
    assert len(read) == 2 * SAMPLED
    dl.chance.GameTrials(rules, seats=4).play(0, 10)
    assert len(read) == 4 * SAMPLED


# --- in other processes


def test_other_processes_play_the_same_hands_by_a_class_that_can_be_imported() -> None:
    """Two of the rules are played by the kernel, the others by the readable engine."""
    known = [dl.ruleset("block").but(name="Near", matching=NeighbourPips()),
             dl.ruleset("block").but(name="Twice", settling=DoublesTwice()),
             dl.ruleset("block").but(name="One", drawing=OneDraw()), dl.ruleset("block").but(ending=TenTiles())]
    with dl.chance.processes(1) as pool:
        for rules in known:
            here = simulate(rules, hands=30, seed=1).sums
            for how in ({"executor": pool}, {"executor": Far()}, {"processes": 2}):
                assert simulate(rules, hands=30, seed=1, chunk=10, **how).sums == here
        there, here = (dl.tournament(["heaviest", "random"], known[::2], deals=3, engine="plain", executor=executor,
                                     progress=False) for executor in (pool, None))
    assert there.bouts == here.bouts


def test_workers_do_not_try_rules_again_that_were_tried_here(read: list[int]) -> None:
    """Every chunk brings a copy of them."""
    simulate(dl.ruleset("block").but(matching=NeighbourPips()), hands=20, chunk=4, engine="plain", executor=Far())
    assert len(read) == 2 * SAMPLED
    dl.tournament(["heaviest", "random", "doubles"], dl.ruleset("block").but(matching=NeighbourPips()), deals=3,
                  engine="plain", executor=Far(), chunk=1, progress=False)
    assert len(read) == 4 * SAMPLED


def test_what_cannot_be_sent_to_another_process_is_refused_with_a_way_out() -> None:
    class Near(NeighbourPips):
        pass

    def first(view: dl.View, chance: Any) -> Any:
        return view.legal[0]

    rules, message = dl.ruleset("block").but(matching=Near()), (
        r"^these rules or players cannot be sent to another process \(.*<locals>.*\); put your class or function into "
        r"a file and import it from there, or use threads, which need no copy: executor=ThreadPoolExecutor\(\)$")
    with dl.chance.processes(1) as pool:
        for executor in (pool, Far()):
            with pytest.raises(DominoError, match=message):
                simulate(rules, hands=20, seed=1, executor=executor, engine="plain")
            with pytest.raises(DominoError, match=message):
                dl.tournament(["random", "heaviest"], rules, deals=2, executor=executor, progress=False)
            with pytest.raises(DominoError, match=message):
                simulate("block", hands=20, policies=["random", first], executor=executor)
    with ThreadPoolExecutor(1) as threads:
        assert simulate(rules, hands=20, seed=1, executor=threads, engine="plain").hands == 20
