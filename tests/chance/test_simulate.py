"""A run gives the same sums however it is cut, whoever plays it, and whatever breaks on the way."""

from __future__ import annotations

import os
import signal
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from math import sqrt
from statistics import mean, stdev

import pytest

from domino_lab.catalogue import get
from domino_lab.chance import engines
from domino_lab.chance.chunks import Job, play_chunk
from domino_lab.chance.estimates import Estimate
from domino_lab.chance.running import Progress
from domino_lab.chance.simulate import simulate
from domino_lab.chance.sums import Sums
from domino_lab.errors import IllegalAction
from domino_lab.events import Settled
from tests.chance.readable import leader

GAME, HANDS = "draw", 700
ENGINES = ("plain", "compiled") if engines.can_compile() else ("plain",)


@pytest.fixture(scope="module")
def whole() -> Sums:
    return simulate(GAME, hands=HANDS, seed=5, policies="random", engine="plain", chunk=HANDS).sums


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chunk", [1, 7, 100, 699, 5000])
def test_the_sums_are_the_same_for_every_chunking_and_engine(whole: Sums, chunk: int, engine: str) -> None:
    assert simulate(GAME, hands=HANDS, seed=5, policies="random", engine=engine, chunk=chunk).sums == whole


def test_the_readable_engine_adds_up_the_same_sums() -> None:
    for name, seats in (("two-box-cutthroat", 4), ("draw/pay-points", 3), ("draw/pay-chips", 2), ("blind", 3)):
        read, counted = (simulate(name, hands=40, seats=seats, seed=2, policies="random", engine=engine).sums
                         for engine in ("readable", "plain"))
        assert read == counted


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
@pytest.mark.parametrize("engine", ENGINES)
def test_the_sums_are_the_same_for_every_executor(whole: Sums, pool: type[Executor], engine: str) -> None:
    for workers in (1, 3):
        with pool(workers) as executor:
            found = simulate(GAME, hands=HANDS, seed=5, policies="random", engine=engine, executor=executor, chunk=90)
        assert found.sums == whole
        assert not found.lost_chunks


class Deadly(ProcessPoolExecutor):
    """A pool one of whose workers is killed while it works on the third chunk."""

    given = 0

    def submit(self, fn, /, *args, **kwargs):
        self.given += 1
        return super().submit(die, *args) if self.given == 3 else super().submit(fn, *args, **kwargs)


def die(*args: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_broken_pool_of_processes_loses_nothing(whole: Sums) -> None:
    with Deadly(2) as executor:
        found = simulate(GAME, hands=HANDS, seed=5, policies="random", engine="plain", executor=executor, chunk=90)
    assert found.lost_chunks >= 1
    assert not found.interrupted
    assert found.sums == whole


class Refusing(Executor):
    """An executor that is broken from the start."""

    def submit(self, fn, /, *args, **kwargs):
        raise BrokenExecutor


def test_an_executor_that_takes_nothing_loses_nothing(whole: Sums) -> None:
    found = simulate(GAME, hands=HANDS, seed=5, policies="random", engine="plain", executor=Refusing(), chunk=90)
    assert found.sums == whole


class Failing(Executor):
    """An executor whose work fails for a reason of its own."""

    def submit(self, fn, /, *args, **kwargs):
        future: Future = Future()
        future.set_exception(ZeroDivisionError("the chunk's own"))
        return future


def test_an_error_of_a_chunk_is_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError):
        simulate(GAME, hands=100, executor=Failing(), engine="plain")


def stop_after(hands: int):
    def tell(progress: Progress) -> None:
        if progress.done >= hands:
            raise KeyboardInterrupt

    return tell


def test_an_interrupt_leaves_the_hands_counted_so_far() -> None:
    found = simulate(GAME, hands=HANDS, seed=5, policies="random", engine="plain", chunk=100,
                     progress=stop_after(300))
    assert found.interrupted
    assert found.hands == 300
    assert found.sums == simulate(GAME, hands=300, seed=5, policies="random", engine="plain").sums
    assert "interrupted" in repr(found)


def test_an_interrupt_in_threads_counts_whole_chunks() -> None:
    with ThreadPoolExecutor(2) as executor:
        found = simulate(GAME, hands=50_000, seed=5, policies="random", engine="plain", chunk=50, executor=executor,
                         progress=stop_after(200))
    assert found.interrupted
    assert 200 <= found.hands < 50_000
    assert found.hands % 50 == 0
    assert sum(found.sums.wins(side) for side in (0, 1, None)) == found.hands


def test_an_interrupt_before_the_first_hand_is_no_result() -> None:
    class Pressed(Executor):
        def submit(self, fn, /, *args, **kwargs):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(GAME, hands=HANDS, executor=Pressed(), engine="plain")


def test_progress_tells_of_every_chunk_and_ends_with_all() -> None:
    told: list[Progress] = []
    simulate(GAME, hands=250, engine="plain", chunk=100, progress=told.append)
    assert [(p.done, p.total, p.phase) for p in told] == [(100, 250, "playing"), (200, 250, "playing"),
                                                          (250, 250, "playing")]


def test_the_numbers_are_those_of_the_hands_themselves() -> None:
    result = simulate("all-fives", hands=60, seats=3, seed=9, policies=["random", "greedy", "doubles"], engine="plain")
    lines = [result.open(hand) for hand in range(60)]
    settled = [line.steps[-1].settled for line in lines]
    assert all(isinstance(found, Settled) for found in settled)
    for side in range(3):
        assert result.sums.wins(side) == sum(found.winner == side for found in settled)
        scores = [line.state.scores[side] for line in lines]
        assert result.mean("score", side).value == pytest.approx(mean(scores))
        assert result.mean("score", side).error == pytest.approx(stdev(scores) / sqrt(60))
        awards = [found.award if found.winner == side else 0 for found in settled]
        assert result.mean("award", side).value == pytest.approx(mean(awards))
        plays = [sum(step.action is not None and step.action.kind == "play" and step.seat == side
                     for step in line.steps) for line in lines]
        assert result.sums.by_seat(side, "plays") == sum(plays)
    assert result.sums.leads(1) == (sum(leader(line) == 1 for line in lines),
                                    sum(leader(line) == 1 == line.steps[-1].settled.winner for line in lines))
    draws = [sum(step.action is not None and step.action.kind == "draw" for step in line.steps) for line in lines]
    assert result.mean("draws").value == pytest.approx(mean(draws))
    assert result.sums.bins("draws") == {number: draws.count(number) for number in sorted(set(draws))}
    assert result.sums.first("draws", draws[-1]) == draws.index(draws[-1])


def test_a_bar_of_the_plot_opens_the_first_hand_in_it() -> None:
    result = simulate("block", hands=80, seed=3, engine="plain")
    for award in result.sums.bins("award"):
        assert result.example("award", award).steps[-1].settled.award == award
    with pytest.raises(ValueError, match="no hand of this run"):
        result.example("award", 250)
    with pytest.raises(ValueError, match="not counted hand by hand"):
        result.example("luck", 1)


def test_the_policies_meet_the_same_deals() -> None:
    one, other = (simulate("block", hands=50, seed=8, policies=name, engine="plain") for name in ("random", "doubles"))
    assert all(one.open(i).steps[0].state.holdings == other.open(i).steps[0].state.holdings for i in range(50))
    assert one.sums != other.sums


def test_rules_of_a_readers_own_are_played_by_the_readable_engine_which_says_so() -> None:
    house = get("block").but(max_pip=12)
    result = simulate(house, hands=30, seed=1)
    assert result.engine == "readable"
    assert result.why_readable.startswith("max_pip = 12")
    assert result.sums.ended("out") + result.sums.ended("blocked") == 30
    with pytest.raises(ValueError, match="max_pip = 12"):
        simulate(house, hands=3, engine="plain")


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(IllegalAction):
        simulate("sniff", seats=3, hands=2)
    for wrong in ({"hands": 0}, {"chunk": 0}, {"policies": "clever"}, {"policies": ["random"]}, {"engine": "steam"}):
        with pytest.raises(ValueError, match=r"hand|polic|engine"):
            simulate("block", **{"hands": 5, **wrong})
    with pytest.raises(ValueError, match="no chance is called"):
        simulate("block", hands=5, engine="plain").chance("luck")
    with pytest.raises(ValueError, match="nothing that is counted"):
        simulate("block", hands=5, engine="plain").mean("luck")


def test_the_table_has_every_estimate_and_the_result_shows_it() -> None:
    result = simulate("all-fives", hands=120, seed=2, engine="plain")
    table = result.table()
    chances = table[table.what.isin(["wins", "nobody wins"])].estimate
    assert chances.sum() == pytest.approx(1.0)
    assert (table.low <= table.estimate).all()
    assert (table.estimate <= table.high).all()
    assert "leader wins" in result._repr_html_()
    assert len(result.plot().patches) == 3
    assert sum(bar.get_height() for bar in result.plot("plays").patches) == 120


def test_estimates_cover_the_exact_value_as_often_as_they_claim() -> None:
    """In Block for two with random players, seat 0 wins as often as seat 1 does: deals are alike but for the seats."""
    covered = 0
    for seed in range(200):
        sums = play_chunk(Job(get("block"), 2, ("random", "random"), seed, ENGINES[-1]), 0, 150)
        won = sums.wins(0), sums.wins(1)
        covered += Estimate.share(won[0], sum(won)).covers(0.5)
    # 190 of 200 are claimed; four standard errors of a binomial are 12.
    assert 178 <= covered <= 200


def test_the_interval_of_a_share_is_wilsons() -> None:
    """Worked by hand for 10 of 20: centre (0.5 + z²/40) / (1 + z²/20), z² = 3.8415."""
    found = Estimate.share(10, 20)
    assert (found.low, found.high) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert Estimate.share(0, 20).low == 0.0
    assert Estimate.share(20, 20).high == 1.0
