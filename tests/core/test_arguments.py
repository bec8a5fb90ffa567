"""Arguments are checked by their annotations; a refusal says what is expected in the words that stand there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, TypedDict, Unpack, runtime_checkable

import numpy as np
import pytest

from domino_lab.core.arguments import Count, File, Listed, Whole, checked
from domino_lab.core.errors import ArgumentError

if TYPE_CHECKING:
    from somewhere import Nothing  # type: ignore[import-not-found]

Names = Annotated[Sequence[str], 'a list of names such as ["Ana"]']


@runtime_checkable
class Rings(Protocol):
    def ring(self) -> str: ...


class Bell:
    def ring(self) -> str:
        return "ding"


class Options(TypedDict, total=False):
    names: Names
    most: Annotated[int, Whole(1, 8)]


@checked
def take(
    number: int = 0, *more: Names, seat: Annotated[int, Whole(0, 3), "the number of a seat"] = 0, count: Count = 1,
    path: File | None = None, names: Names | Annotated[Path, "a file of names"] = (), bell: Rings | None = None,
    table: Mapping[str, float] | None = None, call: Callable[[int], int] | bool = False, given: object = None,
) -> Nothing:
    """Give back all arguments; the type that it returns is known to type checkers alone."""
    return number, more, seat, count, path, names, bell, table, call, given


@checked
def choose(**how: Unpack[Options]) -> dict[str, object]:
    return {**how}


class Owner:
    @checked
    def __init__(self, what: Names) -> None:
        self.what = what

    @checked
    def act(self, seat: int) -> int:
        return seat


WORDS = [
    ({"number": "x"}, "give a whole number"),
    ({"seat": 4}, "give the number of a seat"),
    ({"count": 0}, "give a whole number from 1 to 10,000,000,000"),
    ({"path": 5}, "give a file"),
    ({"names": 5}, 'give a list of names such as ["Ana"], or a file of names'),
    ({"names": [5]}, 'give a list of names such as ["Ana"], or a file of names'),
    ({"bell": 5}, "give a Rings"),
    ({"bell": Bell}, "give a Rings"),
    ({"table": {"x": "y"}}, "give a dictionary"),
    ({"call": Bell}, "give a function, or True or False"),
    ({"more": ["Ana"]}, "there is no argument more=; it takes number, seat=, "),
    ({"nmes": ["Ana"]}, "there is no argument nmes=; did you mean names=?"),
]


@pytest.mark.parametrize(("given", "words"), WORDS, ids=str)
def test_a_refusal_has_the_words_that_stand_beside_the_type(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        take(**given)
    assert f"): {words}" in str(caught.value)


@pytest.mark.parametrize(("allowed", "fit", "misfit"), [
    (Whole(0, 3), [0, 1, 2, 3], [-1, 4]),
    (Whole(1), [1, 2, 10**12], [-1, 0]),
])
def test_the_least_and_the_most_are_allowed_and_no_number_beyond(allowed: Whole, fit: list[int], misfit: list[int]
                                                                 ) -> None:
    assert [number for number in (*fit, *misfit) if allowed.fits(number)] == fit


def test_values_come_as_the_types_say() -> None:
    bell = Bell()
    assert take(np.int8(3), np.array(["Ana"]), seat=np.uint8(2), table={np.str_("x"): np.float32(0.5)}, bell=bell) == (
        3, (["Ana"],), 2, 1, None, (), bell, {"x": 0.5}, False, None)
    assert take(call=abs, given=np.int64(7))[-2:] == (abs, 7)
    names = ["Ana", "Ben"]
    assert take(names=names)[5] is names


@checked
def order(kind: Literal["score", "count"] = "score", names: Listed[str] = (), side: Literal["all"] | int = 0) -> object:
    return kind, names, side


def test_words_of_a_literal_are_for_checkers_and_any_text_is_left_to_the_function() -> None:
    assert order("scor", side="nobody") == ("scor", (), "nobody")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"order\(kind=3\): give text in quotes$"):
        order(3)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"order\(side=\[\]\): give text in quotes, or a whole number$"):
        order(side=[])  # type: ignore[arg-type]


def test_a_list_is_a_list_a_tuple_or_an_array_and_no_text() -> None:
    assert [order(names=names)[1] for names in (["Ana"], ("Ana",), np.array(["Ana"]))] == [["Ana"], ("Ana",), ["Ana"]]
    with pytest.raises(ArgumentError, match=r"order\(names='Ana'\): give a list$"):
        order(names="Ana")  # type: ignore[arg-type]


def test_the_arguments_of_a_typed_dictionary_are_checked_one_by_one() -> None:
    assert choose(names=("Ana",), most=np.int64(4)) == {"names": ("Ana",), "most": 4}
    with pytest.raises(ArgumentError, match="give a whole number from 1 to 8"):
        choose(most=9)
    with pytest.raises(ArgumentError, match=r"there is no argument mots=; did you mean most=\?"):
        choose(mots=3)  # type: ignore[call-arg]


def test_an_object_speaks_for_its_class_while_it_is_made_and_for_its_method_later() -> None:
    with pytest.raises(ArgumentError, match=r"^Owner\(what='Ana'\): give a list of names"):
        Owner("Ana")
    with pytest.raises(ArgumentError, match=r"^Owner\(\): what= is missing; give a list of names"):
        Owner()  # type: ignore[call-arg]
    with pytest.raises(ArgumentError, match=r"^Owner\.act\(seat='x'\): give a whole number"):
        Owner(["Ana"]).act("x")  # type: ignore[arg-type]
