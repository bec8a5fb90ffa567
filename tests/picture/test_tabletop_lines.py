"""Lines of the players' own: rows that never move, names, marks, the ring at a double that waits, and the words."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import domino_lab as dl
import domino_lab.widgets
from domino_lab.core.chain import Chain
from domino_lab.core.tiles import Tile
from domino_lab.picture.alt_text import alt_text
from domino_lab.picture.end_places import end_places
from domino_lab.picture.layout import LINE_START, Box, best_weights, place, row_level
from domino_lab.picture.scene import LabelShape, Scene, scene, table_scene
from domino_lab.picture.svg import Boxes, display_list
from domino_lab.picture.tabletop import Highlight, Holding, Line, Tabletop
from domino_lab.picture.theme import DARK, HUES, LIGHT, Theme, contrast
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.labels import signs
from domino_lab.sessions.playhead import Playhead
from tests.picture.geometry import contacts, holds, overlap
from tests.picture.random_hands import prefixes
from tests.picture.test_scene import check_words, lies_in
from tests.rules.recount import uncovered_double

SEATS = range(2, 9)
LAPTOP, PHONE = (764, 392), (252, 220)
"""The felt of a widget in JupyterLab, in a window of 1366 x 768 and of 360 x 740 pixels."""
APART = 11
"""Steps from one picture that is looked at to the next."""


def played_by(seats: int, seed: int = 1, policies: str | None = None) -> Timeline:
    return dl.play_out("mexican-train", seed=seed, seats=seats, policies=policies)


def tables(seats: int, seed: int = 1, apart: int = APART) -> Iterator[tuple[Timeline, int, Tabletop]]:
    """Every few steps of a hand from the first tile on, and its end."""
    played = played_by(seats, seed)
    for step in [*range(0, len(played) - 1, apart), len(played) - 1]:
        if played[step].state.chain.laid:
            yield played, step, Playhead(played, step=step).snapshot.tabletop


def names_in(seen: Scene) -> list[LabelShape]:
    """The names of the lines, from top to bottom, without those of the rows in which a line goes on."""
    return sorted((label for label in seen.labels if label.role.startswith("line") and label.text[0] != "…"),
                  key=lambda label: label.box.y)


# --- where the tiles lie ----------------------------------------------------------------------------------------------

def line_by_line(chain: Chain) -> list[list[int]]:
    """The numbers of the tiles of each line, from the first tile outward."""
    lines: list[list[int]] = [[] for _ in range(chain.lines)]
    for laid in chain.laid[1:]:
        line = next((line for line in lines if laid.parent in line), None)
        (lines[laid.parent_edge - 8] if line is None else line).append(laid.number)
    return lines


@pytest.mark.parametrize("double_lay", ["crosswise", "in-line"])
@pytest.mark.parametrize("policies", [None, "random"])
@pytest.mark.parametrize("seats", SEATS)
def test_no_two_tiles_overlap_and_none_moves(seats: int, policies: str | None, double_lay: str) -> None:
    final = played_by(seats, seats, policies).state.chain
    for weights in (best_weights(None), best_weights(None, ratio=5), best_weights(final, double_lay)):
        layout = place(final, double_lay, weights)
        assert not any(overlap(one.box, other.box) for one, other in itertools.combinations(layout.placed, 2))
        for shorter in prefixes(final)[::4]:
            assert place(shorter, double_lay, weights).placed == layout.placed[:len(shorter.laid)]
        assert all(layout.free.values())
        assert len(layout.free) == seats + 1


@pytest.mark.parametrize("seats", SEATS)
def test_each_line_runs_to_the_right_in_a_row_of_its_own(seats: int) -> None:
    """A tile touches the one before it with an equal half, or begins a new row below all others.

    The lines begin in the order of the seats, all to the right of the first tile.
    """
    chain = played_by(seats, 3).state.chain
    placed = place(chain).placed
    rows = [tile.y + tile.box.height // 2 for tile in placed]
    lines = line_by_line(chain)
    starts = [rows[line[0]] for line in lines if line]
    assert starts == sorted({*starts})
    for line in lines:
        for before, number in itertools.pairwise(line):
            tile, edge = placed[number], placed[before].x + placed[before].box.width
            if tile.bridge is None:
                assert (tile.x, rows[number]) == (edge, rows[before])
                touching = {value for _, *pair in contacts(tile, placed[before]) for value in pair}
                assert touching == {chain.laid[number].joint}
            else:
                assert tile.bridge == (edge, rows[before])
                assert rows[number] > max(*starts, *rows[1:number])
    assert all(tile.x > placed[0].x + placed[0].box.width for tile in placed[1:])


def long_line(tiles: int) -> Chain:
    """The 12-12, at which two lines begin; the first line has so many singles, the other one none."""
    chain = Chain().lay(Tile(12, 12), spins=True, sides=8 + 2)
    chain = chain.lay(Tile(0, 12), chain.ends[0])
    for value in range(1, tiles):
        chain = chain.lay(Tile(value - 1, value), chain.ends[-1])
    return chain


def test_a_row_that_is_full_goes_on_below_all_others_under_its_name() -> None:
    """Five singles, each of four quarters, fill a row of twenty."""
    placed = place(long_line(6), weights=best_weights(None)._replace(row=20)).placed
    assert [tile.y for tile in placed[1:6]] == [placed[1].y] * 5
    assert placed[6].x == placed[1].x
    assert placed[6].y > row_level(1, 2) > placed[1].y
    final = long_line(13)
    lines = Line("Ana"), Line("Common line", is_common=True)
    wide, narrow = (table_scene(Tabletop(final, final=final, lines=lines), size) for size in ((900, 120), (320, 260)))
    assert [label.text for label in names_in(wide)] == ["Ana", "Common line"]
    assert not [label for label in wide.labels if "…" in label.text]
    full = next(tile for tile in narrow.tiles if tile.placed.bridge is not None)
    on = next(label for label in narrow.labels if label.text == "… Ana")
    assert full.box.y < on.box.middle[1] < full.box.y + full.box.height
    assert any(label.text == "…" for label in narrow.labels)


@pytest.mark.parametrize("seats", SEATS)
def test_on_a_laptop_all_tiles_of_a_hand_can_be_read(seats: int) -> None:
    """32 pixels a tile; 30 if a tenth row is needed."""
    for seed in range(1, 5):
        final = played_by(seats, seed).state.chain
        rows = final.lines + sum(tile.bridge is not None for tile in place(final).placed)
        seen = table_scene(Tabletop(final, final=final), LAPTOP)
        assert all(lies_in(tile.box, seen.cloth) for tile in seen.tiles)
        assert 2 * seen.viewport.scale >= (32 if rows < 10 else 30)


@pytest.mark.parametrize("seats", [2, 8])
def test_the_first_tile_stays_at_the_left_while_rows_grow(seats: int) -> None:
    for _, _, table in tables(seats):
        seen = table_scene(table, LAPTOP)
        left, scale = seen.tiles[0].box.x, seen.viewport.scale
        assert left <= 2 * scale
        assert all(tile.box.x > left for tile in seen.tiles[1:])


# --- names, marks and rings -------------------------------------------------------------------------------------------

@pytest.mark.parametrize("size", [LAPTOP, PHONE, (344, 236), (1240, 640)])
@pytest.mark.parametrize("seats", SEATS)
def test_every_line_has_its_name_and_a_mark_exactly_if_it_is_open(seats: int, size: tuple[int, int]) -> None:
    """Names and marks stand before the rows that they belong to."""
    marked = 0
    for played, step, table in tables(seats):
        seen = table_scene(table, size)
        levels = [row_level(line, seats + 1) for line in range(seats + 1)]
        rows = [seen.viewport.box(Box(0, level - 2, LINE_START, 4)) for level in levels]
        short = [*signs(played.names), "Common"]
        for owner, sign, name, row in zip((*played.names, "Common line"), short, names_in(seen), rows, strict=True):
            assert name.text == sign or owner.startswith(name.text.rstrip("…"))
            assert holds(row, *name.box.middle)
        marks = [label for label in seen.labels if label.role == "marked_line"]
        opened = {line for line, row in enumerate(rows) for mark in marks if holds(row, *mark.box.middle)}
        assert opened == {*played[step].state.opened}
        assert len(marks) == len(opened)
        assert {mark.text for mark in marks} <= ({"open"} if seen.viewport.scale >= 8 else {"open", ""})
        marked += len(marks)
    assert marked


@pytest.mark.parametrize("pixels", [240, 360, 720, 1366])
@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_words_lie_on_nothing(seats: int, pixels: int) -> None:
    for _, _, table in tables(seats, 2):
        check_words(scene(table, pixels))


def test_on_a_laptop_whole_names_stand_before_the_lines() -> None:
    *_, (played, _, table) = tables(8)
    assert [name.text for name in names_in(table_scene(table, LAPTOP))] == [*played.names, "Common line"]


def test_names_that_would_be_cut_alike_become_signs() -> None:
    lines = tuple(Line(f"Maximiliana Alexandra {letter}", short=letter) for letter in "XYZ")
    chain = Chain().lay(Tile(12, 12), spins=True, sides=8 + 3)
    assert [name.text for name in names_in(table_scene(Tabletop(chain, lines=lines), (200, 120)))] == ["X", "Y", "Z"]


def test_where_the_word_has_no_room_the_mark_is_there_without_it() -> None:
    """At the least size of a table, with nine lines."""
    chain = Chain().lay(Tile(12, 12), spins=True, sides=8 + 9)
    lines = tuple(Line(f"Player {seat}", seat % 2 == 1, f"{seat}") for seat in range(1, 10))
    labels = table_scene(Tabletop(chain, lines=lines), (200, 120)).labels
    marks = [label for label in labels if label.role == "marked_line"]
    assert [mark.text for mark in marks] == [""] * 5


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
@pytest.mark.parametrize("seats", [2, 8])
def test_a_ring_is_at_the_double_that_must_be_covered_and_at_no_other(seats: int, size: tuple[int, int]) -> None:
    """After the end of a hand nothing must be covered any more."""
    ringed = 0
    for played, step, table in tables(seats, 3, apart=1):
        state = played[step].state
        waits = uncovered_double(played.rules, state.chain) if state.over is None else None
        seen = table_scene(table, size)
        rings = [box for batch in display_list(seen) if isinstance(batch, Boxes) and batch.role == "lit"
                 for box in batch.boxes if box.height > 4 * seen.viewport.scale]
        assert all(lies_in(ring, seen.cloth) for ring in rings)
        assert [tile.placed.number for tile in seen.tiles for ring in rings if lies_in(tile.box, ring)] == (
            [] if waits is None else [waits])
        assert ("must be covered first" in seen.text) == (waits is not None)
        ringed += waits is not None
    assert ringed


def test_only_the_ends_that_the_seat_to_move_may_use_have_a_badge() -> None:
    played = dl.load("mexican-train-marked-line")
    for step in range(2, len(played) - 1):
        seen = table_scene(Playhead(played, step=step).snapshot.tabletop, LAPTOP)
        assert {end.end for end in seen.ends} == {*played[step].state.open_ends}


def test_players_have_the_colours_of_their_cards() -> None:
    style = (Path(domino_lab.widgets.__file__).parent / "stage.css").read_text(encoding="utf-8")
    usual = re.findall(r"\.dlab-disc {[^}]* background: (#[0-9a-f]{6})", style)
    others = re.findall(r'\[data-hue="(\d)"\] { background: (#[0-9a-f]{6})', style)
    assert [int(hue) for hue, _ in others] == [1, 2, 3, 4, 5, 6]
    for theme in (LIGHT, DARK):
        assert [getattr(theme, role) for role in HUES] == [*usual, *(colour for _, colour in others)]
    *_, (_, _, table) = tables(8)
    assert [name.role for name in names_in(table_scene(table, LAPTOP))] == [
        *(f"line_{seat % 7}" for seat in range(8)), "line"]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_names_and_marks_can_be_read(theme: Theme) -> None:
    *_, (_, _, table) = tables(8)
    batches = display_list(table_scene(table, LAPTOP))
    pills = [(box, batch.role) for batch in batches if isinstance(batch, Boxes) for box in batch.boxes]
    words = [batch for batch in batches if not isinstance(batch, Boxes) and getattr(batch, "size", 0)]
    seen = 0
    for word in words:
        below = [role for box, role in pills if holds(box, word.x, word.y - 4) and box.height < 2 * word.size]
        if below:
            assert contrast(getattr(theme, word.role), getattr(theme, below[-1])) >= 4.5
            seen += 1
    assert seen > 9


# --- in words ---------------------------------------------------------------------------------------------------------

def small_table(**more: object) -> Tabletop:
    """Ana has begun her line with 9-1 and 1-1, Ben has none of his own yet; the common line has one tile."""
    chain = Chain().lay(Tile(9, 9), spins=True, sides=8 + 4)
    chain = chain.lay(Tile(1, 9), chain.ends[0])
    chain = chain.lay(Tile(1, 1), chain.ends[-1])
    common = next(end for end in chain.ends if end.edge == 8 + 3)
    chain = chain.lay(Tile(3, 9), common)
    facts: dict[str, object] = {"lines": (Line("Ana", is_open=True), Line("Ben"), Line("Cleo", is_open=True),
                                          Line("Common line", is_common=True))}
    return Tabletop(chain, **(facts | more))


def test_each_line_is_told_with_its_owner_its_tiles_and_its_end() -> None:
    assert alt_text(small_table(uncovered=2)) == (
        "4 tiles on the table. All lines begin at 9-9. Ana's line ends in 1: 9-1, 1-1. "
        "The common line ends in 3: 9-3. Still empty: Ben's line and Cleo's line. "
        "Open to all: Ana's line and Cleo's line. 1-1 must be covered first."
    )


def test_the_ends_of_the_player_to_move_are_told() -> None:
    plain = small_table()
    usable = tuple(end for end in plain.chain.ends if end.edge != 8 + 2)
    said = alt_text(small_table(usable=usable, holdings=(Holding("Ana"), Holding("Ben", to_move=True))))
    assert "Ben may play on 1, 3 and 9." in said
    assert "The open ends" not in said


def test_an_end_at_which_a_line_begins_is_called_by_its_owner() -> None:
    ends = {end.edge: end for end in small_table().chain.ends if not end.at}
    said = alt_text(small_table(marks=(Highlight(ends[9], "1"), Highlight(ends[10], "2"))))
    assert "Pin 1 is at the open end on Ben's line. Pin 2 is at the open end on Cleo's line." in said
    start = small_table(usable=(ends[9], ends[10]))
    assert end_places(table_scene(start, LAPTOP)) == {}


@pytest.mark.parametrize("seats", SEATS)
def test_the_words_of_a_hand_name_every_line_once(seats: int) -> None:
    for played, step, table in tables(seats):
        told = alt_text(table).partition(" The last tile")[0].partition(" Open to all")[0]
        for name in played.names:
            assert len(re.findall(rf"\b{name}'s line\b", told)) == 1, (step, told)
        assert len(re.findall("(?i)the common line", told)) == 1
