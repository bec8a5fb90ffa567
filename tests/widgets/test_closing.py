"""Closing: a view that is closed, or that was never made, leaves neither widgets nor memory behind."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator

import ipycanvas.canvas  # noqa: F401  (its one manager is registered when it is first loaded)
import ipywidgets
import pytest

import domino_lab as dl
from tests.widgets.test_messages import every_view

SEVEN = dl.Shuffle(seed=7)


def lost_with_its_best_way() -> ipywidgets.Widget:
    """A patience that is over, with the hand beside it that shows how to do better."""
    game = dl.Patience("five-columns", seed=1)
    while not game.here.is_over:
        game.here.do(game.here.legal[0])
    game.key("b")
    return game


@pytest.fixture(autouse=True)
def only_what_is_new_is_collected() -> Iterator[None]:
    """A collection looks at all that the tests before have left; what a view leaves is among what is new."""
    gc.freeze()
    yield
    gc.unfreeze()


@every_view
def test_a_closed_view_is_gone_from_the_page_and_from_memory(make: Callable, alive: Callable[[], int]) -> None:
    before = alive()
    view = make()
    kept = weakref.ref(view)
    view.close()
    assert alive() == before
    del view
    gc.collect()
    assert kept() is None


REFUSED: dict[str, tuple[type[Exception], Callable[[], ipywidgets.Widget]]] = {
    "no such ruleset": (dl.RulesetError, lambda: dl.VariantComparison(SEVEN, ["all-fives", "nope"])),
    "no such seat": (Exception, lambda: dl.VariantComparison(SEVEN, ["all-fives", "five-up"], viewpoint=9)),
    "no such hand": (dl.RulesetError, lambda: dl.ScoringSandbox("nope")),
    "no such argument": (TypeError, lambda: dl.ScoringSandbox("all-fives", under="block")),
    "no such kind": (dl.RulesetError, lambda: dl.quiz("block", "score")),
    "no such game": (dl.RulesetError, lambda: dl.RuleForm("nope")),
}


@pytest.mark.parametrize(("error", "make"), REFUSED.values(), ids=REFUSED)
@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_view_that_is_refused_leaves_nothing_half_made(
    error: type[Exception], make: Callable, alive: Callable[[], int]
) -> None:
    before = alive()
    with pytest.raises(error):
        make()
    gc.collect()
    assert alive() == before
