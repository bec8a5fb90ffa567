"""Nonsense from a reader's own policy is refused where it is given: by method, what came and what is expected."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import count, repeat
from math import nan
from time import sleep
from typing import Any

import numpy as np
import pytest

import domino_lab as dl
from domino_lab.core.errors import DominoError, IllegalAction, RulesetError
from domino_lab.core.plain import MOST_LISTED
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import legal
from domino_lab.rules.answers import READ
from domino_lab.rules.hooks import BASES, HOOKS
from domino_lab.rules.leading import Lead
from domino_lab.rules.scoring import Count
from domino_lab.rules.settling import Settlement
from domino_lab.rules.turns import Loot

NO_CLAUSE = Ruling("NOBODY-KNOWS-1", "no")
RULED = Ruling("GEN-OVER-1", "no")


def generated() -> Iterator[int]:
    yield 7


def broken() -> Iterator[int]:
    yield 1 // 0


NONSENSE: dict[str, Any] = {
    "None": lambda: None, "minus one": lambda: -1, "a fraction": lambda: 1.5, "a word": lambda: "x", "object": object,
    "a list": list, "a list of words": lambda: ["x"], "pairs": lambda: [("x", "y")], "far too many": lambda: 10**5000,
    "a generator": generated, "one that breaks": broken, "a numpy number": lambda: np.int64(3), "nan": lambda: nan,
    "a numpy array": lambda: np.arange(3), "seat seven": lambda: 7, "true": lambda: True, "a class": lambda: int,
    "a tile": lambda: Tile(9, 9), "a lead of nobody": lambda: Lead(7, None, RULED), "a lead by no clause":
    lambda: Lead(0, None, NO_CLAUSE), "a lead with another's tile": lambda: Lead(0, Tile(9, 9), RULED),
    "a lead that may be left": lambda: Lead(0, None, RULED, may_leave=True),
    "a lead in words": lambda: Lead("Ana", "6-6", "because"),
    "a win of side seven": lambda: Settlement(7, 7, 1, RULED),
    "a win of nonsense": lambda: Settlement("Ana", 0, "x", RULED),
    "a win that costs": lambda: Settlement(0, 0, -5, RULED),
    "a win by no clause": lambda: Settlement(0, 0, 5, NO_CLAUSE),
    "a win of another": lambda: Settlement(1, 0, 5, RULED),
    "a loot of words": lambda: Loot("x", None), "a loot that costs": lambda: Loot(-1, -1),
    "a count of words": lambda: Count(("x",), "many", RULED, ()),
    "a count by no clause": lambda: Count((), 5, None, ()),
}
GAMES = {"stacking": "two-box-cutthroat", "scoring": "all-fives", "drawing": "draw", "turns": "draw-osel"}
ALONE = {"leader", "counts", "award", "over", "goes_on"}
"""What a game decides without a method of that name: there is none of its own to ask first."""


def answering(group: str, hook: str, answer: Any, *, after: int = 0) -> Any:
    """A policy whose one method answers this, from its call number `after` on; before, as the game does."""
    calls: list[object] = []

    def method(self: Any, *given: Any, **named: Any) -> Any:
        calls.append(given)
        if len(calls) <= after:
            return getattr(super(Odd, self), hook)(*given, **named)
        return answer()

    Odd = type("Odd", (BASES[group],), {hook: method})
    return Odd()


def used(rules: Any) -> None:
    """All that a reader may do with rules of their own."""
    line = dl.play_out(rules)
    seats = line.state.table.seats
    assert all(0 <= step.seat < seats for step in line.steps if step.seat is not None)
    settled = line.steps[-1].settled
    assert settled is None or (settled[0] in (None, *range(seats)) and abs(settled[1]) <= 1_000_000)
    dl.why(line, min(3, len(line) - 1))
    legal(line[min(2, len(line) - 1)].state)
    if rules.id != "two-box-cutthroat":
        dl.settle(rules, holdings=[["1-2", "2-4"], ["5-5"]], blocker=0)
    dl.simulate(rules, hands=1, progress=False)


def test_every_method_has_answers_that_it_may_give() -> None:
    assert set(READ) == {(group, hook) for group, hooks in HOOKS.items() for hook in hooks}


@pytest.mark.parametrize(("group", "hook", "after"), [
    (group, hook, after) for group, hooks in HOOKS.items() for hook in hooks
    for after in ((0,) if hook in ALONE else (0, 40))])
def test_nonsense_is_a_fair_answer_or_refused_in_words(group: str, hook: str, after: int,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domino_lab.chance.jobs.SAMPLED", 2)
    game, refused, others = dl.ruleset(GAMES.get(group, "block")), [], {}
    for case, answer in NONSENSE.items():
        try:
            used(game.but(**{group: answering(group, hook, answer, after=after)}))
        except IllegalAction:
            assert hook in ("may", "open_ends")     # yes when it was asked what may be done, and no when it was done
        except DominoError as error:        # a RulesetError, or that of a simulation in which the answer changes
            refused.append(str(error))
        except Exception as error:
            others[case] = repr(error)
    assert not others
    assert after or len(refused) > 10
    assert all(re.match(rf"Odd\.{hook}\(.*(returned .*: it must return|does not work: )", said, re.DOTALL) or
               "Odd.next_seat" in said or "must agree" in said or (after and " and then " in said)
               for said in refused), refused
    assert max(map(len, refused), default=0) < 600


def test_a_yes_or_no_may_be_one_of_numpy() -> None:
    def again(self: Any, tile: Tile) -> Any:
        return np.all(np.array(tile[:2]) > 3)

    game = dl.ruleset("draw-osel").but(turns=type("Again", (dl.rules.Turns,), {"goes_on": again})())
    assert [game.turns.goes_on(Tile(low, 6)) for low in (3, 4)] == [False, True]


def test_a_view_shows_a_count_that_is_a_number_or_says_which_method_is_wrong() -> None:
    """Such a count has no terms that could be told one by one."""
    counted = dl.ruleset("all-fives").but(scoring=answering("scoring", "count", lambda: 15))
    assert "15" in dl.HandStepper(counted, seed=1, step=4).here.now.judged.text
    late = dl.ruleset("all-fives").but(scoring=answering("scoring", "count", lambda: "x", after=40))
    with pytest.raises(RulesetError, match=r"Odd\.count\(chain\) returned 'x': it must return a whole number"):
        dl.HandStepper(late, seed=1)


def counted() -> Iterator[int]:
    for number in count():
        assert number <= 2 * MOST_LISTED, "listed without an end"
        yield number


class EndlessTable(Mapping[int, int]):
    """Points for side 0, again and again."""

    def __len__(self) -> int:
        return 1

    def __getitem__(self, side: int) -> int:
        return 1

    def __iter__(self) -> Iterator[int]:
        return (0 * number for number in counted())


ENDLESS: list[tuple[str, str, Any]] = [
    ("matching", "outs", counted), ("arms", "open_ends", counted), ("stacking", "choices", counted),
    ("stacking", "choices", lambda: [counted()]), ("stacking", "loot", counted),
    ("scoring", "count", lambda: Count(counted(), 5, RULED, ())),
    ("scoring", "count", lambda: Count((), 5, RULED, counted())),
    ("settling", "settle", lambda: Settlement(0, None, 5, RULED, counted())),
    ("settling", "award", EndlessTable),
]


@pytest.mark.parametrize(("group", "hook", "answer"), ENDLESS)
def test_an_answer_without_an_end_is_refused_before_it_fills_the_memory(group: str, hook: str, answer: Any) -> None:
    with pytest.raises(RulesetError, match=rf"Odd\.{hook}\(.* returned .*: it must return .*: at most 100,000"):
        used(dl.ruleset(GAMES.get(group, "block")).but(**{group: answering(group, hook, answer)}))


@pytest.mark.parametrize("because", [repeat(RULED), [RULED], (5,), (RULED,) * 100],
                         ids=["endless", "a list", "no ruling", "too many"])
@pytest.mark.parametrize(("group", "hook"), [("scoring", "count"), ("settling", "settle")])
def test_reasons_behind_a_ruling_that_are_no_short_tuple_are_refused(group: str, hook: str, because: Any) -> None:
    ruling = RULED._replace(because=because)
    answer = {"scoring": Count((), 5, ruling, ()), "settling": Settlement(0, None, 5, ruling)}[group]
    own = answering(group, hook, lambda: answer)
    with pytest.raises(RulesetError, match=rf"Odd\.{hook}\(.*: it must return .*: its ruling must have a clause"):
        used(dl.ruleset(GAMES.get(group, "block")).but(**{group: own}))


def test_a_ruling_with_a_few_reasons_is_taken() -> None:
    class Reasoned(dl.rules.Settling):
        def settle(self, final: Any) -> Settlement:
            usual = super().settle(final)
            plain = usual.ruling._replace(because=())
            return usual._replace(ruling=plain._replace(because=(plain,) * 3))

    hand = dl.play_out(dl.ruleset("block").but(settling=Reasoned()), seed=1)
    assert len(hand.steps[-1].settled.ruling.tree()) == 4


def test_the_seat_that_wins_a_hand_must_be_on_the_side_that_wins_it() -> None:
    own = answering("settling", "settle", lambda: Settlement(0, 1, 5, RULED))
    with pytest.raises(RulesetError, match=r"Odd\.settle\(.*: its seat must be on the winning side"):
        used(dl.ruleset("block").but(settling=own))


def test_a_hand_in_which_nobody_can_draw_or_play_ends_whatever_a_rule_says() -> None:
    stubborn = dl.ruleset("draw").but(ending=answering("ending", "goes_on", lambda: True))
    assert [stubborn.ending.goes_on(drawable) for drawable in (True, False)] == [True, False]
    over = {dl.play_out(stubborn, seed=seed).state.over for seed in range(8)}
    assert over == {"out", "blocked"}
    rows = dl.ruleset("blind").but(ending=answering("ending", "goes_on", lambda: False))
    assert rows.ending.goes_on(False), "the rows are turned over once more"


# --- methods that take long


class Slow(dl.rules.Scoring):
    def points(self, total: int) -> int:
        sleep(0.004)
        return total // 5


def test_a_slow_method_is_told_with_its_time_once_a_run_is_long(
        capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = r"Slow\.points is slow: each call takes about [1-9]\d* ms"
    rules = dl.ruleset("all-fives").but(scoring=Slow())
    monkeypatch.setattr("domino_lab.io.progress.LONG", 0)
    dl.simulate(rules, hands=1, engine="readable", seed=1)
    assert len(re.findall(said, capsys.readouterr().err)) == 1
    dl.compare(dl.Shuffle(seed=1), ["block", rules.but(target=61)], hands=2)
    assert len(re.findall(said, capsys.readouterr().err)) == 1
    dl.compare(dl.Shuffle(seed=1), ["block", rules], hands=2, progress=False)
    assert capsys.readouterr().err == ""


def test_nothing_is_told_of_a_method_that_is_not_slow(
        capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domino_lab.io.progress.LONG", 0)

    class Quick(dl.rules.Scoring):
        def points(self, total: int) -> int:
            return total // 5

    dl.simulate(dl.ruleset("all-fives").but(scoring=Quick()), hands=1, engine="readable", seed=1)
    assert capsys.readouterr().err == ""


def test_hands_with_a_slow_method_are_reported_a_few_at_a_time() -> None:
    told: list[int] = []
    late = type("Late", (dl.rules.Settling,), {"award": lambda self, *given: sleep(0.004) or 5})
    rules = dl.ruleset("block").but(settling=late())
    dl.simulate(rules, hands=10, engine="readable", seed=1, progress=lambda progress: told.append(progress.done))
    assert {5, 10} <= {*told}
