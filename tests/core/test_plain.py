"""Numbers and texts of numpy and pandas are taken for the Python ones that they equal, wherever one may be given."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest

import domino_lab as dl
from domino_lab.chance.exercise_bank import BANK
from domino_lab.chance.exercises import class_book, exercise, number_of
from domino_lab.core.errors import ArgumentError, DominoError, RulesetError
from domino_lab.core.plain import plain
from tests.calls import GIVEN, METHODS, called, function_of

WHOLE = (np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, np.intp)
BROKEN = (np.float16, np.float32, np.float64, np.longdouble)
LEARNERS = (None, *(f"Pupil {number}" for number in range(10)))


def of_numpy(value: Any, whole: Callable[[int], Any], broken: Callable[[float], Any]) -> Any:
    """The value with all numbers, truth values and texts in it as numpy has them."""
    if isinstance(value, dict):
        return {of_numpy(key, whole, broken): of_numpy(item, whole, broken) for key, item in value.items()}
    if type(value) is list:
        return [of_numpy(item, whole, broken) for item in value]
    makes: dict[type, Callable[[Any], Any]] = {bool: np.bool_, int: whole, float: broken, str: np.str_}
    return makes.get(type(value), lambda same: same)(value)


def outcome(function: Any, given: dict[str, Any]) -> str:
    """What a call shows or says, without what differs from one object to the next."""
    try:
        return re.sub(r"0x[0-9a-f]+|[0-9a-f]{32}", "", repr(called(function, given)))
    except DominoError as error:
        return str(error)


@pytest.mark.parametrize("name", [name for name, given in GIVEN.items() if given()])
def test_every_public_callable_takes_them(name: str) -> None:
    given = {key: of_numpy(value, np.int64, np.float64) for key, value in GIVEN[name]().items()}
    assert outcome(function_of(name), given) == outcome(function_of(name), GIVEN[name]())


@pytest.mark.parametrize(("kind", "method"), [(kind, name) for kind, (_, known) in METHODS.items() for name in known])
def test_every_method_takes_them(kind: str, method: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make, given = METHODS[kind][0], METHODS[kind][1][method]
    found = outcome(getattr(make(), method), of_numpy(given, np.int16, np.float32))
    assert found == outcome(getattr(make(), method), given)


AXES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("block", {"target": np.int64(61)}, {"target": 61}),
    ("block", {"target": {np.int8(2): np.uint16(300), np.str_("pairs"): 100}}, {"target": {2: 300, "pairs": 100}}),
    ("block", {"deal": np.int8(5)}, {"deal": 5}),
    ("block", {"seats": np.array([2, 3])}, {"seats": [2, 3]}),
    ("all-fives", {"multiple": pd.Series([3, 5])}, {"multiple": [3, 5]}),
    ("all-fives", {"multiple": np.int8(3)}, {"multiple": 3}),
    ("block", {"hand_bonus": np.array([100, 75])}, {"hand_bonus": [100, 75]}),
    ("block", {"out_tile": {"0-0": np.int16(50)}}, {"out_tile": {"0-0": 50}}),
    ("block", {"reserve": np.array(1)}, {"reserve": 1}),
    ("all-fives", {"spinner": np.str_("all")}, {"spinner": "all"}),
]


@pytest.mark.parametrize(("game", "changes", "usual"), AXES, ids=[str(usual) for _, _, usual in AXES])
def test_an_axis_takes_them(game: str, changes: dict[str, Any], usual: dict[str, Any]) -> None:
    found, wanted = dl.ruleset(game).but(**changes), dl.ruleset(game).but(**usual)
    assert (found, found.name, found.clauses) == (wanted, wanted.name, wanted.clauses)
    assert repr(found.values) == repr(wanted.values)
    assert dl.save_rules(found) == dl.save_rules(wanted)


def test_an_axis_refuses_what_it_refuses_of_python() -> None:
    for wrong in (np.float64(61), np.int64(-1), np.bool_(True), np.array([61, 62])):
        with pytest.raises(RulesetError, match=r"target must be .*; you gave"):
            dl.ruleset("block").but(target=wrong)


def test_an_attribute_of_a_rule_of_ones_own_takes_them() -> None:
    class Steps(dl.rules.Scoring):
        multiple = np.int64(3)

        def points(self, total: int) -> np.int16:
            return np.int16(total // 3)

    assert dl.ruleset("all-fives").but(scoring=Steps())["multiple"] == (3,)


@pytest.mark.parametrize("kind", WHOLE)
@pytest.mark.parametrize("sign", [operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge])
def test_a_measure_is_compared_with_them_on_either_side(kind: type, sign: Callable[[Any, Any], Any]) -> None:
    for measure in (dl.chance.pips(), dl.chance.doubles()):
        assert sign(measure, kind(42)).key == sign(measure, 42).key
        assert sign(kind(42), measure).key == sign(42, measure).key
        assert type(sign(measure, kind(42)).number) is int
    with pytest.raises(ArgumentError, match=r"compare .* with a whole number"):
        sign(dl.chance.pips(), np.float64(1.5))


@pytest.mark.parametrize("kind", WHOLE)
def test_tiles_sets_and_shuffles_are_made_of_them(kind: type) -> None:
    assert repr(dl.Tile(kind(3), kind(4))) == repr(dl.Tile(3, 4))
    assert repr(dl.DominoSet(kind(9), kind(2), np.True_)) == repr(dl.DominoSet(9, 2, True))
    assert repr(dl.Shuffle(seed=kind(7), hand=kind(2))) == repr(dl.Shuffle(seed=7, hand=2))


# --- marks


def numbers_near(answer: Fraction) -> set[float]:
    """Numbers at and about an answer, and some that are far off."""
    return {float(answer), float(answer) + 0.0004, float(answer) - 0.002, float(answer) * 2, 0.25, 1 / 28, 0.5, -1.5}


@pytest.mark.parametrize("name", sorted(BANK))
def test_the_mark_is_that_of_the_number_of_python(name: str) -> None:
    for learner in LEARNERS:
        one = exercise(name, learner=learner)
        answer = one.task.solution.value
        usual = {number: one.check(number) for number in (*range(-2, 40), 100, 127)}
        for kind in WHOLE:
            of_kind = {number: one.check(kind(number)) for number in usual if number >= 0 or kind in WHOLE[:4]}
            assert of_kind == {number: usual[number] for number in of_kind}, (learner, kind)
        for number in () if isinstance(answer, tuple) else numbers_near(answer):
            for kind in BROKEN:
                assert one.check(kind(number)) == one.check(float(kind(number))), (learner, kind, number)
        for text in ("1/4", "25 %", "6-5", "", "nope"):
            assert one.check(np.str_(text)) == one.check(text)
        if not isinstance(answer, tuple):
            top, under = answer.numerator, answer.denominator
            if max(abs(top), under) < 2**31:
                assert one.check(Fraction(np.int32(top), np.int32(under))).right


def test_a_number_of_numpy_is_marked_in_a_class_and_on_a_card_too() -> None:
    right, wrong = exercise("likeliest_doubles").task.solution.value, np.int32(100)
    assert isinstance(right, Fraction)
    found = class_book({"Ana": {"likeliest_doubles": np.int8(int(right))}, "Ben": {"likeliest_doubles": wrong}}, seed=0)
    assert found.marks().right.tolist() == [1, 0]
    assert dl.ExerciseCard("likeliest_doubles", estimate="2").check(np.int64(int(right))).right


NO_NUMBERS: list[Any] = [
    np.array([0.25]), np.array([1, 2]), np.array([]), pd.Series([0.25]), pd.Series({"value": 0.25}), pd.Index([1]),
    pd.DataFrame({"value": [1]}), pd.NA, pd.NaT, pd.Timestamp(1), pd.Timedelta(1), pd.Categorical(["a"]), float("nan"),
    np.float32("nan"), np.float64("inf"), np.longdouble("1e4000"), np.complex64(1), np.True_, np.timedelta64(2, "D"),
    np.datetime64("2020"), np.ma.masked, np.void(b"1"), np.array(["1/4"]), [0.25], {"value": 0.25},
]


@pytest.mark.parametrize("given", NO_NUMBERS, ids=lambda given: f"{type(given).__name__}-{str(given)[:12]}")
def test_what_is_no_single_number_gets_a_sentence(given: Any) -> None:
    for name in BANK:
        marked = exercise(name).check(given)
        assert not marked.right
        said = ("This is not a number: ", "This is not a tile: ", "There is no answer yet.")
        assert marked.reason.startswith(said), marked.reason


def test_an_array_without_dimensions_is_its_value() -> None:
    assert number_of(np.array(0.25)) == number_of(np.array("1/4")) == Fraction(1, 4)
    assert [plain(np.array(value)) for value in (3, True, "x")] == [3, True, "x"]


@pytest.mark.parametrize("name", [5, ["x"], range(10**12), pd.NA, np.int64(3)], ids=repr)
def test_the_name_of_rules_is_a_text(name: Any) -> None:
    with pytest.raises(RulesetError, match="give the rules a text as their name"):
        dl.ruleset("block").but(name=name)
    assert dl.ruleset("block").but(name=np.str_("Our club")).name == "Our club"


@pytest.mark.parametrize("value", [True, False, np.True_], ids=repr)
def test_yes_and_no_are_no_numbers_of_an_event(value: Any) -> None:
    for compare in (operator.eq, operator.ne, operator.le, operator.ge, operator.lt, operator.gt):
        with pytest.raises(ArgumentError, match="compare pips with a whole number"):
            compare(dl.chance.pips(), value)
