"""A rule of one's own is tried when it is declared: what is wrong with it is said there, and not in a hand."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import domino_lab as dl
from domino_lab.rules.answers import READ
from domino_lab.rules.hooks import BASES, HOOKS, guide, hooks_of
from domino_lab.rules.settling import Final
from tests.rules.test_hooks import home

BLOCK, FIVES = dl.ruleset("block"), dl.ruleset("all-fives")


def answering(group: str, hook: str, answer: Any) -> object:
    return type("Odd", (BASES[group],), {hook: lambda self, *given, **named: answer})()


def declared(group: str, hook: str, made: object) -> Any:
    game = home(group)
    return (game.but(stack="cutthroat") if hook in ("loot", "may_now") else game).but(**{group: made})


@pytest.mark.parametrize("number", [7.0, Fraction(14, 2), Decimal(7), np.float64(7), np.int64(7)])
def test_a_whole_number_may_be_written_with_a_point(number: Any) -> None:
    """27.0 is what Python makes of 54 / 2."""
    award = dl.settle(BLOCK.but(settling=answering("settling", "award", number)), holdings=["", "5-5"]).award
    assert award == 7
    assert type(award) is int
    assert dl.lay(FIVES.but(scoring=answering("scoring", "worth", number)), "5-5")[-1].points == 7


@pytest.mark.parametrize(("group", "hook"), READ)
def test_a_method_that_does_not_work_is_named_as_soon_as_it_is_declared(group: str, hook: str) -> None:
    method = {hook: lambda self, *given, **named: self.nothing}
    with pytest.raises(dl.RulesetError, match=rf"^Slips\.{hook}\(.* does not work: AttributeError: .*nothing"):
        declared(group, hook, type("Slips", (BASES[group],), method)())


@pytest.mark.parametrize(("group", "hook"), READ)
def test_a_method_with_other_parameters_is_told_those_of_its_base(group: str, hook: str) -> None:
    _, *names = inspect.signature(getattr(BASES[group], hook)).parameters
    for method in (lambda self: 0, lambda self, a, b, c, d, e, f, g, h: 0):
        with pytest.raises(dl.RulesetError) as caught:
            declared(group, hook, type("Slips", (BASES[group],), {hook: method})())
        assert str(caught.value) == f"Slips.{hook} does not take what it is given: write {hook}({', '.join(names)})"


def test_a_type_error_inside_a_method_is_not_taken_for_other_parameters() -> None:
    """The signature is right; what is wrong is the sum of a number and a text."""
    with pytest.raises(dl.RulesetError, match=r"^Slips\.points\(0.* does not work: TypeError: unsupported operand"):
        FIVES.but(scoring=type("Slips", (BASES["scoring"],), {"points": lambda self, total: total + "1"})())


@pytest.mark.parametrize("name", ["points", "counts", "unit", "multiple", "clause", "rule", "hit"])
def test_an_error_in_a_property_is_named_as_soon_as_it_is_declared(name: str) -> None:
    """A method, an axis, the clause or a sentence may be a property that is computed."""

    def slips(self: object) -> object:
        raise ValueError("no luck")

    space = {"worth": lambda self, chain: 0, name: property(slips)}
    with pytest.raises(dl.RulesetError, match=rf"^Slips\.{name} does not work: ValueError: no luck$"):
        FIVES.but(scoring=type("Slips", (BASES["scoring"],), space)())


def test_a_class_that_deals_says_for_how_many_players() -> None:
    """The axis deal of Block has nothing for five; the class has."""
    five = BLOCK.but(seats=[2, 5], dealing=answering("dealing", "each", 4))
    assert len(dl.play_out(five, seed=1, seats=5)[0].state.holdings[4]) == 4
    with pytest.raises(dl.RulesetError, match="the set has too few tiles for 8 players"):
        BLOCK.but(seats=[2, 8], dealing=answering("dealing", "each", 4))


# --- what a method gets and must give


@pytest.mark.parametrize(("group", "hook"), READ)
def test_every_method_is_documented_with_its_type(group: str, hook: str) -> None:
    method, written = hooks_of(BASES[group])[hook], HOOKS[group][hook]
    given = list(inspect.signature(method).parameters)[1:]
    assert written == f"{hook}({', '.join(given)})"
    assert set(given) < set(method.__annotations__)
    assert method.__doc__.startswith("Return ")
    assert f"  {written} -> {method.__annotations__['return']}: Return" in guide(group)


def test_an_axis_of_another_group_in_the_body_of_a_class_is_never_read() -> None:
    class Dear(dl.rules.Settling):
        target = 50

        def award(self, final: Any, seat: int) -> int:
            return 1

    class Told(Dear):
        def award(self, final: Any, seat: int) -> int:
            return self.target

    with pytest.raises(dl.RulesetError, match=r"Dear\.target is never read.* write but\(settling=.*, target=.*"):
        dl.ruleset("block").but(settling=Dear())
    assert dl.ruleset("block").but(settling=Told())["target"] == 100, "a method of its own reads it"


@pytest.mark.parametrize("fails_at", [
    lambda final: final.out is not None and len(final.met) > 1 and not final.last.is_double,
    lambda final: final.gone_with is not None and final.gone_with.is_double and len(final.chain.laid) > 1,
    lambda final: final.gone_with is None and final.weights.count(min(final.weights)) == 1,
    lambda final: final.gone_with is None and final.weights.count(min(final.weights)) > 1,
], ids=["fits both ends", "double", "block", "tie"])
@pytest.mark.parametrize("game", ["kozel", "block", "mexican-train", "two-box"])
def test_a_rule_is_tried_with_each_way_in_which_a_hand_ends(game: str, fails_at: Callable[[Final], bool]) -> None:
    award = {"award": lambda self, final, seat: "no points" if fails_at(final) else 1}
    with pytest.raises(dl.RulesetError, match="returned 'no points'"):
        dl.ruleset(game).but(settling=type("Slips", (BASES["settling"],), award)())
