"""A rule of one's own is tried when it is declared: what is wrong with it is said there, and not in a hand."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import domino_lab as dl
from domino_lab.rules.custom import READ
from domino_lab.rules.hooks import HOOKS, PROTOCOLS, guide
from domino_lab.rules.leading import Lead
from domino_lab.rules.turns import Loot
from tests.rules.test_hooks import ANSWERS, home, policy

BLOCK, FIVES = dl.ruleset("block"), dl.ruleset("all-fives")
NUMBERS = [(group, hook) for group, hooks in HOOKS.items() for hook in hooks
           if (group, hook) in {("equipment", "weight"), ("dealing", "each"), ("dealing", "next_seat"),
                                ("scoring", "points"), ("scoring", "counts"), ("scoring", "worth"),
                                ("settling", "award")}]
"""The methods that must give a number."""


def answering(hook: str, answer: Any) -> object:
    return type("Odd", (), {hook: lambda self, *given, **named: answer})()


def declared(group: str, made: object) -> Any:
    game = home(group)
    return (game.but(stack="cutthroat") if group == "stacking" else game).but(**{group: made})


@pytest.mark.parametrize("wrong", [27.5, None, "27", [1], Fraction(1, 3), -1.0])
@pytest.mark.parametrize(("group", "hook"), NUMBERS)
def test_what_is_no_number_is_refused_as_soon_as_it_is_declared(group: str, hook: str, wrong: Any) -> None:
    with pytest.raises(dl.RulesetError, match=rf"^Odd\.{hook}\(.*\) gives .*: it must give a (whole number|seat)"):
        declared(group, answering(hook, wrong))


@pytest.mark.parametrize("number", [7.0, Fraction(14, 2), Decimal(7), np.float64(7), np.int64(7)])
def test_a_whole_number_may_be_written_with_a_point(number: Any) -> None:
    """27.0 is what Python makes of 54 / 2."""
    award = dl.settle(BLOCK.but(settling=answering("award", number)), holdings=["", "5-5"]).award
    assert award == 7
    assert type(award) is int
    assert dl.lay(FIVES.but(scoring=answering("worth", number)), "5-5")[-1].points == 7


NEVER_FIT = {"leader": "Ana", "find": 0, "open_ends": 7, "outs": [9], "count": "many", "winner": "Ana", "settle": 5,
             "loot": 5, "choices": 3, "spins": "yes", "meets": "yes", "fits": "yes", "may": "yes", "over": "yes",
             "goes_on": "yes", "reached": "yes", "may_now": "yes"}
"""For the other methods: an answer that makes no sense."""


@pytest.mark.parametrize(("group", "hook"), [one for one in READ if one not in NUMBERS])
def test_so_is_any_other_wrong_answer(group: str, hook: str) -> None:
    with pytest.raises(dl.RulesetError, match=rf"^Odd\.{hook}\(.*\) gives .*: it must give "):
        declared(group, answering(hook, NEVER_FIT[hook]))


@pytest.mark.parametrize(("group", "hook"), READ)
def test_an_error_in_a_method_is_named_as_soon_as_it_is_declared(group: str, hook: str) -> None:
    def slips(self: object, *given: object, **named: object) -> object:
        return self.nothing  # type: ignore[attr-defined]

    with pytest.raises(dl.RulesetError, match=rf"^Slips\.{hook}\(.* does not work: AttributeError: .*nothing"):
        declared(group, type("Slips", (), {hook: slips})())


@pytest.mark.parametrize("name", ["points", "counts", "unit", "multiple", "clause", "rule", "hit"])
def test_an_error_in_a_property_is_named_as_soon_as_it_is_declared(name: str) -> None:
    """A method, an axis, the clause or a sentence may be a property that is computed."""
    def slips(self: object) -> object:
        raise ValueError("no luck")

    space = {"worth": lambda self, chain: 0, name: property(slips)}
    with pytest.raises(dl.RulesetError, match=rf"^Slips\.{name} does not work: ValueError: no luck$"):
        FIVES.but(scoring=type("Slips", (), space)())


@pytest.mark.parametrize(("group", "hook"), READ)
def test_a_method_with_other_parameters_is_refused_by_name(group: str, hook: str) -> None:
    with pytest.raises(dl.RulesetError, match=rf"^Odd\.{hook}\(.* does not work: TypeError: "):
        declared(group, type("Odd", (), {hook: lambda self: 0})())


def test_a_deal_that_no_set_has_is_refused() -> None:
    with pytest.raises(dl.RulesetError, match=r"Odd\.each\(2, 28\) gives 15: 2 players would need 30 tiles, and the "
                                              "set has 28"):
        BLOCK.but(dealing=answering("each", 15))


def test_a_class_that_deals_says_for_how_many_players() -> None:
    """The axis deal of Block has nothing for five; the class has."""
    five = BLOCK.but(seats=[2, 5], dealing=answering("each", 4))
    assert len(dl.play_out(five, seed=1, seats=5)[0].state.holdings[4]) == 4
    with pytest.raises(dl.RulesetError, match="the set has too few tiles for 8 players"):
        BLOCK.but(seats=[2, 8], dealing=answering("each", 4))


# --- methods that nobody asks


class Misspelt:
    def award(self, final, seat):
        return 1

    def winer(self, final):
        return 0


class ForAnother:
    def award(self, final, seat):
        return 1

    def meets(self, half, value):
        return half == value


class Helper:
    """`awards` is asked by `award`, so it is a part of it; what is far from any name is left alone."""

    def award(self, final, seat):
        return self.awards(final)

    def awards(self, final):
        return 3

    def describe(self):
        return "three points"


def test_a_misspelt_method_beside_a_right_one_is_named() -> None:
    with pytest.raises(dl.RulesetError, match=r"settling = own: Misspelt: Misspelt\.winer would never be asked; "
                                              r"did you mean winner\(final\)\?"):
        BLOCK.but(settling=Misspelt())


def test_a_method_of_another_part_is_named_with_the_way_out() -> None:
    with pytest.raises(dl.RulesetError, match=r"ForAnother\.meets would never be asked: it is a method for matching; "
                                              r"give the object for that too, as in but\(settling=rule, matching=rule"):
        BLOCK.but(settling=ForAnother())
    rule = ForAnother()
    assert set(BLOCK.but(settling=rule, matching=rule).own) == {"settling", "matching"}


def test_a_helper_is_no_misspelt_method() -> None:
    assert dl.settle(BLOCK.but(settling=Helper()), holdings=["", "5-5"]).award == 3


@pytest.mark.parametrize(("group", "hook", "changes", "why"), [
    ("drawing", "may", {"deal": "even", "seats": [2, 4]}, "every tile is dealt, so none can be drawn"),
    ("arms", "spins", {"doubles": False, "deal": 5, "first_leader": "lot", "lead_tile": "any"},
     "the set has no doubles"),
])
def test_a_method_that_the_other_axes_leave_idle_is_named(group: str, hook: str, changes: Any, why: str) -> None:
    made = policy(group, (hook,), set())
    assert FIVES.but(**{group: made}).own
    with pytest.raises(dl.RulesetError, match=rf"Noting\.{hook}\(.*\) would never be asked, because {why}"):
        FIVES.but(**changes, **{group: made})


# --- what a method gets and must give


def test_every_method_is_documented_with_its_type() -> None:
    for group, protocols in PROTOCOLS.items():
        for protocol, (name, written) in zip(protocols, HOOKS[group].items(), strict=True):
            method = vars(protocol)[name]
            given = list(inspect.signature(method).parameters)[1:]
            assert written == f"{name}({', '.join(given)})"
            assert set(given) < set(method.__annotations__)
            assert method.__doc__.startswith("Return ")
            assert protocol.__doc__.startswith(f"For {group}: ")
            assert f"  {written} -> {method.__annotations__['return']}: Return" in guide(group)


KINDS: dict[str, tuple[type, ...]] = {
    "int": (int,), "bool": (bool,), "Iterable": (list, tuple), "Lead": (Lead,), "Loot": (Loot,), "None": (type(None),),
    "Count": (), "Tile": (dl.Tile,), "Mapping": (Mapping,), "Settlement": (tuple,),
}


@pytest.mark.parametrize(("group", "hook"), READ)
def test_what_the_documentation_promises_is_accepted(group: str, hook: str) -> None:
    """The answers of another test, which are asked in play, are of the kinds that the protocol names."""
    protocol = PROTOCOLS[group][list(HOOKS[group]).index(hook)]
    promised = vars(protocol)[hook].__annotations__["return"]
    kinds = tuple(kind for word, found in KINDS.items() if word in promised for kind in found)
    seen: list[object] = []

    def noted(self: object, *given: object, **named: object) -> object:
        found = ANSWERS[group, hook](*given, **named)
        seen.append(found)
        return found

    declared(group, type("Noted", (), {hook: noted})())
    assert seen
    assert all(isinstance(found, kinds) for found in seen), (promised, seen[:3])
