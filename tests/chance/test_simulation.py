"""A run counts what its hands are: the same sums however it is cut, by whichever engine, and stopped half-way too."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from statistics import mean, stdev

import pytest
from matplotlib.figure import Figure

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance import simulation
from domino_lab.chance.jobs import HandSums
from domino_lab.chance.simulation import MOST_BARS, into_bins
from domino_lab.core.errors import IllegalAction
from domino_lab.core.events import Settled
from domino_lab.kernel import engines
from domino_lab.notebook import simulate
from tests.kernel.readable import leader

GAME, HANDS = "draw", 700
ENGINES = ("plain", "compiled") if engines.can_compile() else ("plain",)


@pytest.fixture(scope="module")
def whole() -> HandSums:
    return simulate(GAME, hands=HANDS, seed=5, policies="random", engine="plain", chunk=HANDS).sums


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chunk", [1, 7, 100, 699, 5000])
def test_the_sums_are_the_same_for_every_chunking_and_engine(whole: HandSums, chunk: int, engine: str) -> None:
    assert simulate(GAME, hands=HANDS, seed=5, policies="random", engine=engine, chunk=chunk).sums == whole


def test_the_readable_engine_adds_up_the_same_sums() -> None:
    for name, seats in (("two-box-cutthroat", 4), ("draw/pay-points", 3), ("draw/pay-chips", 2), ("blind", 3)):
        read, counted = (simulate(name, hands=40, seats=seats, seed=2, policies="random", engine=engine).sums
                         for engine in ("readable", "plain"))
        assert read == counted


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


@pytest.mark.parametrize("counts", [{0: 3}, {0: 3, 1: 2, 4: 1}, {3: 1, 32: 2}, {9: 1, 38: 4}, {8: 1, 69: 2},
                                    {number: number + 1 for number in range(7, 200, 3)}, {254: 1, 255: 5}, {}])
def test_bars_reach_from_the_least_number_to_the_greatest_and_no_further(counts: dict[int, int]) -> None:
    bars = into_bins(counts, MOST_BARS)
    assert len(bars) <= MOST_BARS
    assert len({bar.high - bar.low for bar in bars}) <= 1
    assert all(one.high + 1 == after.low for one, after in pairwise(bars))
    assert [bar.hands for bar in bars] == [sum(hands for number, hands in counts.items()
                                               if bar.low <= number <= bar.high) for bar in bars]
    assert sum(bar.hands for bar in bars) == sum(counts.values())
    assert not counts or (bars[0].hands > 0 and bars[-1].hands > 0)


def test_the_policies_meet_the_same_deals() -> None:
    one, other = (simulate("block", hands=50, seed=8, policies=name, engine="plain") for name in ("random", "doubles"))
    assert all(one.open(i).steps[0].state.holdings == other.open(i).steps[0].state.holdings for i in range(50))
    assert one.sums != other.sums


def test_rules_of_a_readers_own_are_played_by_the_readable_engine_which_says_so() -> None:
    house = get("block").but(max_pip=12)
    result = simulate(house, hands=30, seed=1)
    assert result.engine == "readable"
    assert result.why_readable.startswith("max_pip = 12")
    assert result.sums.ends("out") + result.sums.ends("blocked") == 30
    with pytest.raises(ValueError, match="max_pip = 12"):
        simulate(house, hands=3, engine="plain")


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(IllegalAction):
        simulate("sniff", seats=3, hands=2)
    for wrong, told in (({"policies": "clever"}, "no player is called 'clever'"),
                        ({"policies": ["random"]}, "1 policies for 2 seats"), ({"engine": "steam"}, "not 'steam'")):
        with pytest.raises(ValueError, match=told):
            simulation.simulate(get("block"), **{"hands": 5, **wrong})
    with pytest.raises(ValueError, match="no chance is called"):
        simulate("block", hands=5, engine="plain").chance("luck")
    with pytest.raises(ValueError, match="no mean of a hand is called"):
        simulate("block", hands=5, engine="plain").mean("luck")


@pytest.mark.parametrize("wrong", [3, ["random", 3], [["random"], ["random"]], {"random": 1}])
def test_policies_that_are_no_names_are_refused_with_some_that_are(wrong) -> None:
    with pytest.raises(ValueError, match="policies must be names such as random, greedy"):
        simulation.simulate(get("block"), hands=5, policies=wrong)


@pytest.mark.parametrize(("name", "value", "told"), [
    ("executor", 3, "an executor of concurrent.futures"), ("progress", 3, "a function"), ("hands", 0, "from 1 to"),
    ("chunk", 0, "from 1 to"), ("processes", 0, "from 1 to"), ("processes", 257, "from 1 to 256")])
def test_what_no_argument_can_be_is_refused_at_the_door(name: str, value: int, told: str) -> None:
    with pytest.raises(TypeError, match=rf"^dl\.simulate\({name}={value}\): .*{told}"):
        dl.simulate("block", **{name: value})


@pytest.mark.parametrize("what", ["blocked", "out", "target", "misdeal", "leader wins"])
def test_what_is_said_of_a_whole_hand_is_not_said_of_a_side(what: str) -> None:
    result = simulate("block", hands=5, engine="plain")
    assert 0 <= result.chance(what).value <= 1
    with pytest.raises(ValueError, match=f"'{what}' is counted for the whole hand, not for side 0"):
        result.chance(what, 0)


@pytest.mark.parametrize(("game", "ask", "there"), [
    ("block", lambda run: run.mean("left"), "plays, draws, passes, stacks, discards or award$"),
    ("block", lambda run: run.chance("won"), "wins, leader wins, out, blocked, target or misdeal$"),
    ("bingo", lambda run: run.mean("passes"), "plays, draws or left$"),
    ("bingo", lambda run: run.chance("wins"), "won or lost$"),
    ("bingo", lambda run: run.mean("score", 0), "Bingo is played alone"),
    ("bingo", lambda run: run.chance("won", 0), "Bingo is played alone"),
])
def test_a_game_is_not_asked_for_what_only_other_games_have(game: str, ask, there: str) -> None:
    """It would be 0.000, as if it had been counted."""
    with pytest.raises(ValueError, match=there):
        ask(simulate(game, hands=5, engine="plain"))


@pytest.mark.parametrize("side", [2, -1, "Ana"])
def test_a_side_that_is_not_there_is_refused_and_not_counted_as_nothing(side) -> None:
    result = simulate("block", hands=5, engine="plain")
    for asked in (lambda: result.chance("wins", side), lambda: result.mean("award", side)):
        with pytest.raises(ValueError, match=r"no side .* 0 to 1"):
            asked()


def test_a_mean_that_is_not_there_names_those_that_are() -> None:
    result = simulate("block", hands=5, engine="plain")
    with pytest.raises(ValueError, match=r"of a side .*'draws'.* score, points or award"):
        result.mean("draws", 0)
    with pytest.raises(ValueError, match=r"of a hand .*'score'.* plays, draws"):
        result.mean("score")


@pytest.mark.parametrize("asked", [{"seed": -1}, {"seed": "1"}, {"hands": 1.5}, {"hands": "10"}, {"chunk": 0}])
@pytest.mark.parametrize("engine", ENGINES)
def test_numbers_that_are_none_are_refused_by_every_engine(asked, engine: str) -> None:
    """A seed that no Shuffle takes would count hands that nobody could open."""
    with pytest.raises(ValueError, match="whole number"):
        simulate("block", **{"hands": 5, **asked}, engine=engine)


def test_the_table_has_every_estimate_and_the_result_shows_it() -> None:
    result = simulate("all-fives", hands=120, seed=2, engine="plain")
    table = result.table()
    chances = table[table.what.isin(["wins", "nobody wins"])].estimate
    assert chances.sum() == pytest.approx(1.0)
    assert (table.low <= table.estimate).all()
    assert (table.estimate <= table.high).all()
    assert "leader wins" in result._repr_html_()
    assert len(result.plot(axes=Figure().subplots()).patches) == 3
    assert sum(bar.get_height() for bar in result.plot("plays", Figure().subplots()).patches) == 120


def test_one_hand_is_no_hands() -> None:
    for hands, said in ((1, "1 hand,"), (2, "2 hands,"), (1200, "1,200 hands,")):
        found = dl.simulate("block", hands=hands, seed=1, engine="plain")
        assert found.title == f"Block Game: {said} seed 1"
        assert repr(found) == f"<Simulation of Block Game: {said} seed 1>"


def test_a_run_names_its_sides_its_quantities_and_its_engine() -> None:
    assert simulate("latin-partnership", hands=2, engine="plain").sides == ("Ana + Cleo",
                                                                            "Ben + Dan")
    assert simulate("bingo", hands=2, engine="plain").quantities == ("plays", "draws", "left")
    assert simulate("block", hands=2, engine="plain").quantities == ("plays", "draws", "passes", "award", "points")
