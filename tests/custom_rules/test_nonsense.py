"""Nonsense from a reader's own policy is refused where it is given: by method, what came and what is expected."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import nan
from typing import Any

import numpy as np
import pytest

import domino_lab as dl
from domino_lab.errors import DominoError, IllegalAction, RulesetError
from domino_lab.play.legal import legal
from domino_lab.rules.custom import READ
from domino_lab.rules.hooks import HOOKS
from domino_lab.rules.leading import Lead
from domino_lab.rules.scoring import Count
from domino_lab.rules.settling import Settlement
from domino_lab.rules.turns import Loot
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile

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
"""What a game decides without a method of that name."""


def answering(hook: str, answer: Any, *, after: int = 0) -> Any:
    """A policy whose one method answers this, from its call number `after` on; before, as the game does."""
    calls: list[object] = []

    def method(self: Any, *given: Any, **named: Any) -> Any:
        calls.append(given)
        if len(calls) <= after:
            return getattr(super(Odd, self), hook)(*given, **named)
        return answer()

    Odd = type("Odd", (), {hook: method})
    return Odd()


def used(rules: Any) -> None:
    """All that a reader may do with rules of their own."""
    line = dl.play_out(rules)
    seats = line.state.table.seats
    assert all(0 <= step.seat < seats for step in line.steps if step.seat is not None)
    settled = line.steps[-1].settled
    assert settled is None or (settled[0] in (None, *range(seats)) and 0 <= settled[1] <= 1_000_000)
    dl.why(line, min(3, len(line) - 1))
    legal(line[min(2, len(line) - 1)].state)
    if rules.id != "two-box-cutthroat":
        dl.settle(rules, holdings=[["1-2", "2-4"], ["5-5"]], blocker=0)
    dl.simulate(rules, hands=1, progress=False)


def test_every_method_has_answers_that_it_may_give() -> None:
    assert set(READ) == {(group, hook) for group, hooks in HOOKS.items() for hook in hooks}


@pytest.mark.parametrize("after", [0, 40])
@pytest.mark.parametrize(("group", "hook"), [(group, hook) for group, hooks in HOOKS.items() for hook in hooks])
def test_nonsense_is_a_fair_answer_or_refused_in_words(group: str, hook: str, after: int) -> None:
    if after and hook in ALONE:
        pytest.skip("the game has no such method of its own to ask first")
    game, refused, others = dl.ruleset(GAMES.get(group, "block")), [], {}
    for case, answer in NONSENSE.items():
        try:
            used(game.but(**{group: answering(hook, answer, after=after)}))
        except IllegalAction:
            assert hook == "may"        # said yes when it was asked what may be done, and no when it was done
        except DominoError as error:        # a RulesetError, or that of a simulation in which the answer changes
            refused.append(str(error))
        except Exception as error:
            others[case] = repr(error)
    assert not others
    assert after or len(refused) > 10
    assert all(re.match(rf"Odd\.{hook}\(.*(gives .*: it must give|does not work: )", said, re.DOTALL) or
               "Odd.next_seat" in said or "must agree" in said or (after and " and then " in said)
               for said in refused), refused
    assert max(map(len, refused), default=0) < 600


def test_a_yes_or_no_may_be_one_of_numpy() -> None:
    def again(self: Any, tile: Tile) -> Any:
        return np.all(np.array(tile[:2]) > 3)

    game = dl.ruleset("draw-osel").but(turns=type("Again", (), {"goes_on": again})())
    assert [game.turns.goes_on(Tile(low, 6)) for low in (3, 4)] == [False, True]


def test_a_view_shows_a_count_that_is_a_number_or_says_which_method_is_wrong() -> None:
    """Such a count has no terms that could be told one by one."""
    counted = dl.ruleset("all-fives").but(scoring=answering("count", lambda: 15))
    assert "15" in dl.HandStepper(counted, seed=1, step=4).here.now.judged.text
    late = dl.ruleset("all-fives").but(scoring=answering("count", lambda: "x", after=40))
    with pytest.raises(RulesetError, match=r"Odd\.count\(chain\) gives 'x': it must give a whole number"):
        dl.HandStepper(late, seed=1)
