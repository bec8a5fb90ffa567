"""The heat table of hidden tiles: what a seat may know and nothing else, step by step, in step with the hand."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab.chance.knowledge import STOCK, know
from domino_lab.core.errors import NotationError
from domino_lab.core.tiles import Tile
from domino_lab.picture.theme import contrast
from domino_lab.widgets import stage
from domino_lab.widgets.hidden import DARKEST, likeliest, percent
from tests.widgets.kept import picture
from tests.widgets.reading import area, does, entries, find, heard, kinds, texts

PASS = 'ruleset = "block"\n[deal]\nholdings = [["6-6", "6-5", "3-2"], ["5-5", "4-4", "1-1"]]\nleader = 0\n' \
    '[[move]]\nplay = "6-6"\n[[move]]\npass = true\n[[move]]\nplay = "6-5"\n'


def cells(view: dl.HiddenTiles) -> list[tuple[str, str]]:
    """The tiles with their percents, one place after the other."""
    return [tuple(cell) for matrix in view.matrices() for row in matrix["rows"] for cell in row[1:] if cell]


def opponent(view: dl.HiddenTiles) -> dict[str, object]:
    [hand] = kinds(view.areas()["top"], "hand")
    return hand


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
    assert "Ben passed. So at that moment Ben had no 6." in area(view, "talk")
    assert opponent(view)["note"] == "no 6"


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
        assert len(kinds(view, "heat")) == len(found.places)


def test_it_moves_with_the_hand_it_shares_and_never_by_itself() -> None:
    here = dl.Playhead("draw", seed=7)
    stepper, view = dl.HandStepper(here), dl.HiddenTiles(here)
    before = cells(view)
    for _ in range(4):
        stepper.press_key("ArrowRight")
    assert cells(view) != before
    again = cells(view)
    stepper.press_key("Home")
    assert cells(view) == before
    view.press_key("ArrowRight")
    assert here.step == 1
    here.go(4)
    assert cells(view) == again


def test_every_view_has_the_viewpoint_of_its_playhead() -> None:
    """Seat 0's table shows by its dots what seat 0 holds: a viewer at seat 1 may not see it."""
    here = dl.Playhead("block", seed=7, viewpoint=1)
    view = dl.HiddenTiles(here, seat=0)
    assert view.looks == 1
    assert "seat" not in does(view)
    held = {str(tile) for tile in here.state.holdings[0]}
    assert held <= {tile for tile, _ in cells(view)}
    here.viewpoint = "all"
    assert (view.looks, find(view, "seat")["at"]) == (0, 0)
    view.do("seat", 1)
    assert held <= {tile for tile, _ in cells(view)}


def test_where_there_is_nothing_to_know_it_says_so() -> None:
    for hand in ("five-columns", "all-fives-worked-example", "blind"):
        view = dl.HiddenTiles(hand)
        assert not kinds(view, "heat")
        assert "nothing to work out" in area(view, "talk")
        view.do("tab", "list")
        assert not kinds(view, "heat")
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
    """Neither the one of a saved notebook nor what goes to the page: seat 0 sees its own tiles only."""
    view = dl.HiddenTiles("block", seed=27, step=3)
    own, other = (view.here.state.holdings[seat] for seat in (0, 1))
    seen = dl.Table("block", seed=27, step=3, viewpoint=0)
    assert picture(view) == picture(seen)
    alt = view.stage.moment["table"]["alt"]
    assert all(str(tile) in alt for tile in own)
    assert not any(str(tile) in alt for tile in other)
    assert opponent(view)["tiles"] == [""] * len(other)
    view.do("seat", 1)
    alt = view.stage.moment["table"]["alt"]
    assert all(str(tile) in alt for tile in other)
    assert not any(str(tile) in alt for tile in own)


def test_the_moves_that_come_later_are_not_shown() -> None:
    view = dl.HiddenTiles("block", seed=27, step=3)
    view.do("tab", "moves")
    assert max(entries(view)) == 3
    later = str(view.here.timeline.state.chain.laid[-1].tile)
    assert not any(later in words for words in texts(view.areas()["more"]))
    view.do("last")
    assert max(entries(view)) == view.here.end
    assert any(later in words for words in texts(view.areas()["more"]))


def test_the_backs_carry_the_likeliest_tiles_and_none_is_named_by_chance() -> None:
    """After the pass 12 of the 20 hidden tiles have no 5 or 6; 6 of them lie with Ben: one in two."""
    view = dl.HiddenTiles("block", seed=27, step=3)
    hand = opponent(view)
    assert [mark[:2] for mark in hand["marks"]] == [["?", "50"]] * 6
    assert hand["note"] == "no 5 or 6"
    for step in range(4, view.here.end):
        view.here.go(step)
        found = know(view.here.timeline, 0, step)
        marks = opponent(view).get("marks", [])
        assert len(marks) == (len(view.here.state.holdings[1]) if found.unseen else 0)
        shares = {str(tile): row[1] for tile, row in found.chances.items()}
        named = {tile for tile, *_ in marks if tile != "?"}
        for tile, shown, _ in marks:
            if tile != "?":
                assert shown == percent(shares[tile])
                assert all(shares[other] <= shares[tile] for other in shares if other not in named)


def test_a_tile_that_is_certain_is_really_there() -> None:
    hand, certain = dl.play_out("block", seed=3, seats=4), 0
    for step in range(len(hand)):
        found = know(hand, 0, step)
        for seat in (1, 2, 3):
            held = hand[step].state.holdings[seat]
            marks = likeliest(found, seat, len(held)) if found.unseen else []
            sure = [tile for tile, shown, _ in marks if shown == "100"]
            assert {Tile.of(tile) for tile in sure} <= {*held}
            certain += len(sure)
    assert certain


def test_pointing_at_a_chance_shows_where_its_tile_would_fit_without_asking() -> None:
    """Each hidden tile that has a half of an open end has a place there, drawn so that equal halves touch."""
    view = dl.HiddenTiles("block", seed=27, step=3)
    maybe = view.stage.moment["table"]["maybe"]
    ends = {end.value for end in view.here.state.open_ends}
    assert ends == {5, 6}
    hidden = {str(tile): tile for tile in know(view.here.timeline, 0, 3).unseen}
    assert set(maybe) == {name for name, tile in hidden.items() if ends & {*tile[:2]}}
    for name, places in maybe.items():
        assert len(places) == len(ends & {*Tile.of(name)[:2]})
        assert all(sorted(place["halves"]) == sorted(Tile.of(name)[:2]) for place in places)
    view.here.first()
    assert view.stage.moment["table"]["maybe"] == {}


def test_the_list_has_the_same_chances_the_likeliest_first() -> None:
    view = dl.HiddenTiles("block", seed=27, step=6)
    triangles = sorted(cells(view))
    view.do("tab", "list")
    [listed] = kinds(view, "heat")
    assert sorted(tuple(cell) for row in listed["rows"] for cell in row[1:]) == triangles
    assert listed["places"] == ["seat-1", "boneyard"]
    found = know(view.here.timeline, 0, 6)
    shares = [found.chance(row[0], 1) for row in listed["rows"]]
    assert shares == sorted(shares, reverse=True)


def test_words_stay_legible_on_the_darkest_cell() -> None:
    """The page shades a cell by its chance; here the ground, the words and the shade of a certain tile are mixed."""
    look = (Path(stage.__file__).parent / "stage.css").read_text()
    assert f"rgb(0 114 178 / calc(var(--at) * {DARKEST:.1f}".replace("0.5", ".5") in look
    grounds, inks = (re.findall(rf"--dlab-{name}: (#\w+)", look)[:2] for name in ("ground", "text"))
    for ground, ink in zip(grounds, inks, strict=True):
        parts = [int(ground[at : at + 2], 16) for at in (1, 3, 5)]
        cell = "#" + "".join(f"{round(under + (over - under) * DARKEST):02x}" for under, over in
                             zip(parts, (0, 114, 178), strict=True))
        assert contrast(ink, cell) >= 4.5


def test_the_saved_page_has_the_hand_and_the_tables() -> None:
    view = dl.HiddenTiles("all-fives", seed=7, step=2)
    page = view._repr_mimebundle_()["text/html"]
    assert page.index("<img ") < page.index("<table")
    assert page.count('<table class="dlab-heat"') == 2


@pytest.mark.parametrize("line", [
    'dl.HiddenTiles("block", seed=4, step=3)', 'dl.HiddenTiles("block", seed=4, step=3, seat=1)',
])
def test_it_says_where_it_is_and_moves_and_can_be_made_again(line: str) -> None:
    view = eval(line)
    assert "Block Game, seed 4, hand 1" in area(view, "head")
    assert heard(view) == view.status
    assert line in area(view, "head")
    assert eval(line).line == line
    view.do("next")
    [scrub] = kinds(view, "scrub")
    assert scrub["place"] == f"Step 4 of {view.here.end}"
    view.press_key("End")
    assert "next" not in does(view)
    assert view.line.count("step=3") == 0
