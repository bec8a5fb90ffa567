"""The heat table of hidden tiles: what a seat may know and nothing else, step by step, in step with the hand."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import domino_lab as dl
from domino_lab.chance.knowledge import STOCK, know
from domino_lab.errors import NotationError
from domino_lab.picture.theme import DARK, LIGHT, contrast
from domino_lab.widgets.heat import DARKEST, percent

CELL = re.compile(r'title="(\d+-\d+): ([^"]+) %"')
PASS = 'ruleset = "block"\n[deal]\nholdings = [["6-6", "6-5", "3-2"], ["5-5", "4-4", "1-1"]]\nleader = 0\n' \
    '[[move]]\nplay = "6-6"\n[[move]]\npass = true\n[[move]]\nplay = "6-5"\n'


def cells(view: dl.HiddenTiles) -> list[tuple[str, str]]:
    return CELL.findall(view.tables.value)


def test_before_the_first_move_every_unseen_tile_is_as_likely_as_any_other() -> None:
    """The lead was found by lot. 21 tiles are unseen, 7 with the other player, 14 in the boneyard: one in three."""
    view = dl.HiddenTiles("all-fives", seed=7)
    assert sorted(share for _, share in cells(view)) == ["33"] * 21 + ["67"] * 21
    held = {str(tile) for tile in view.here.state.holdings[0]}
    assert not held & {tile for tile, _ in cells(view)}


def test_a_pass_takes_the_tiles_that_would_have_fitted_out_of_that_hand() -> None:
    view = dl.HiddenTiles(dl.load(PASS), step=1)
    sixes = [f"6-{low}" for low in range(5)]
    assert all(share != "0" for tile, share in cells(view))
    view.here.go(2)
    first = dict(cells(view)[: len(cells(view)) // 2])
    assert [first[tile] for tile in sixes] == ["0"] * 5
    assert "6" in view.notes.value
    assert "Player 2 passed" in view.notes.value


@pytest.mark.parametrize(("game", "seats"), [("block", 2), ("draw", 3), ("all-fives", 4), ("two-box", 4)])
def test_all_places_together_hold_each_tile_once(game: str, seats: int) -> None:
    view = dl.HiddenTiles(game, seed=3, seats=seats, seat=1)
    for step in range(0, view.here.end, 3):
        view.here.go(step)
        found = know(view.here.timeline, 1, step)
        for row in found.chances.values():
            assert sum(row.values()) == 1
        held = [sum(row[seat] for row in found.chances.values()) for seat in found.places if seat != STOCK]
        sizes = [len(view.here.state.holdings[seat]) for seat in found.places if seat != STOCK]
        assert held == sizes or not found.is_exact
        assert view.tables.value.count("<table") == len(found.places)


def test_it_moves_with_the_hand_it_shares_and_never_by_itself() -> None:
    here = dl.Playhead("draw", seed=7)
    stepper, view = dl.HandStepper(here), dl.HiddenTiles(here)
    before = view.tables.value
    for _ in range(4):
        stepper.key("ArrowRight")
    assert view.tables.value != before
    again = view.tables.value
    stepper.key("Home")
    assert view.tables.value == before
    view.key("ArrowRight")
    assert here.step == 1
    here.go(4)
    assert view.tables.value == again


def test_every_view_has_the_viewpoint_of_its_playhead() -> None:
    """Seat 0's table shows by its dots what seat 0 holds: a viewer at seat 1 may not see it."""
    here = dl.Playhead("block", seed=7, viewpoint=1)
    view = dl.HiddenTiles(here, seat=0)
    assert view.looks == 1
    assert view.pick.layout.display == "none"
    held = {str(tile) for tile in here.state.holdings[0]}
    assert held <= {tile for tile, _ in cells(view)}
    here.viewpoint = "all"
    assert (view.looks, view.pick.layout.display) == (0, "")
    view.pick.value = 1
    assert held <= {tile for tile, _ in cells(view)}


def test_where_there_is_nothing_to_know_it_says_so() -> None:
    for hand in ("five-columns", "all-fives-worked-example", "blind"):
        view = dl.HiddenTiles(hand)
        assert view.tables.value == ""
        assert "nothing to work out" in view.notes.value
    with pytest.raises(NotationError, match="the seats are 0 to 1"):
        dl.HiddenTiles("block", seat=2)


def test_percents_are_whole_and_never_say_certain_of_what_is_not() -> None:
    assert [percent(Fraction(*share)) for share in ((0, 1), (1, 999), (1, 200), (1, 2), (999, 1000), (1, 1))] == [
        "0", "<1", "<1", "50", ">99", "100"]


def test_a_saved_notebook_tells_every_chance() -> None:
    view = dl.HiddenTiles("block", seed=7, step=2)
    text = view._repr_mimebundle_()["text/plain"]
    assert "Step 2 of" in text.splitlines()[0]
    found = know(view.here.timeline, 0, 2)
    for tile in found.unseen:
        assert text.count(f" {tile} ") == 2             # once for the other player, once for the boneyard


def test_the_picture_does_not_open_the_tiles_that_are_to_be_worked_out() -> None:
    """Neither the one of a saved notebook nor what a screen reader says: seat 0 sees its own tiles only."""
    view = dl.HiddenTiles("block", seed=27, step=3)
    own, other = (view.here.state.holdings[seat] for seat in (0, 1))
    seen = dl.Table("block", seed=27, step=3, viewpoint=0)
    assert view._repr_mimebundle_()["image/svg+xml"] == seen._repr_mimebundle_()["image/svg+xml"]
    assert all(str(tile) in view.frame.alt for tile in own)
    assert not any(str(tile) in view.frame.alt for tile in other)
    view.pick.value = 1
    assert all(str(tile) in view.frame.alt for tile in other)
    assert not any(str(tile) in view.frame.alt for tile in own)


def test_words_stay_legible_on_the_darkest_cell() -> None:
    for theme in (LIGHT, DARK):
        ground = [int(theme.panel[at : at + 2], 16) for at in (1, 3, 5)]
        cell = "#" + "".join(f"{round(under + (over - under) * DARKEST):02x}" for under, over in
                             zip(ground, (0, 114, 178), strict=True))
        assert contrast(theme.text, cell) >= 4.5


def test_the_saved_page_has_the_hand_and_the_tables() -> None:
    view = dl.HiddenTiles("all-fives", seed=7, step=2)
    page = view._repr_mimebundle_()["text/html"]
    assert page.index("<svg") < page.index("<table")
    assert page.count('<table class="dlab-heat"') == 2
