"""Playable pages: every position that a reader can get to is in the file, and it is what the engine says there."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Timeline
from domino_lab.sessions.patience import SESSION, PatienceSession, Tally
from domino_lab.sessions.possible_actions import tiles_of
from domino_lab.widgets import playable
from domino_lab.widgets.patience import Patience
from domino_lab.widgets.playable import SAID
from tests.widgets.reading import placeless
from tests.widgets.test_pages import moments, texts, unpacked

SOLO = [("five-columns", 4), ("knock-out", 5), ("twelve-to-go", 1), ("patience", 5)]


class OnPage:
    """The game on a page, found in it as `playable.js` finds it."""

    def __init__(self, made: Any) -> None:
        [self.data] = unpacked(made)["hands"]
        self.positions = moments({"moments": self.data["positions"]})
        self.moments = moments(self.data)

    def status(self, said: int) -> str:
        told = self.data["says"][said]["status"]
        assert isinstance(told, str)
        return told

    def alt(self, at: int) -> str:
        alt = self.moments[self.positions[at]["moment"]]["table.alt."]
        assert isinstance(alt, str)
        return alt

    def shown(self, at: int) -> str:
        """Everything that a position shows, in one text."""
        return json.dumps(self.moments[self.positions[at]["moment"]])


def deal(game: str, seed: int) -> Timeline:
    return PatienceSession(game, seed=seed, step=0, tally=Tally()).timeline


def live(line: Timeline) -> Patience:
    """A patience in a notebook that was played so far."""
    return dl.Patience(line, step=len(line.actions), tally=Tally())


def reached(page: OnPage, first: Timeline) -> Iterator[tuple[int, Timeline]]:
    """Each position with every way to come there by one move, played anew by the engine."""
    waits, met = [(0, first)], {0}
    yield waits[0]
    while waits:
        at, line = waits.pop()
        moves = () if line.is_over else legal(line.state)
        assert len(page.positions[at]["go"]) == len(moves)
        for to, move in zip(page.positions[at]["go"], moves, strict=True):
            yield to, line.play(move)
            if to not in met:
                met.add(to)
                waits.append((to, line.play(move)))
    assert met == {*range(len(page.positions))}, "nothing is there that nobody gets to"


@pytest.mark.parametrize(("game", "seed"), SOLO)
def test_each_move_of_a_patience_leads_where_the_engine_goes(game: str, seed: int) -> None:
    page = OnPage(dl.page(dl.Patience(game, seed=seed, step=0)))
    ends = 0
    for at, line in reached(page, deal(game, seed)):
        view = live(line)
        told = page.positions[at]
        assert page.alt(at) == view.stage.moment["table"]["alt"]
        assert placeless(page.status(told["says"])) == placeless(view.status)
        assert bool(told.get("over")) is line.is_over
        ends += line.is_over
        view.close()
    assert ends > 1


@pytest.mark.parametrize(("game", "seed"), [("five-columns", 3), ("bingo", 2), ("fives-limit", 1)])
def test_a_patience_at_random_ends_on_the_page_as_in_the_engine(game: str, seed: int) -> None:
    page, first, chance = OnPage(dl.page(dl.Patience(game, seed=seed, step=0))), deal(game, seed), random.Random(7)
    for _ in range(8):
        at, line = 0, first
        while not line.is_over:
            number = chance.randrange(len(legal(line.state)))
            at, line = page.positions[at]["go"][number], line.play(legal(line.state)[number])
        view = live(line)
        assert page.positions[at]["over"] is True
        assert page.alt(at) == view.stage.moment["table"]["alt"]
        view.close()


@pytest.mark.parametrize(("game", "seed"), SOLO)
def test_a_tile_is_answered_as_in_a_notebook(game: str, seed: int) -> None:
    page, view = OnPage(dl.page(dl.Patience(game, seed=seed, step=0))), live(deal(game, seed))
    start = page.positions[0]
    assert start["tiles"]
    for tile, (pressed, *told) in start["tiles"].items():
        view.do("choose", tile)
        assert placeless(page.status(pressed)) == placeless(view.status)
        moves = [number for number, move in enumerate(view.here.legal) if tile in map(str, tiles_of(move))]
        assert moves == sorted(number for number in told[::2] if number >= 0)
        view.do("key", "Escape")
    view.do("key", "h")
    assert placeless(page.status(start["tip"][1])) == placeless(view.status)
    assert start["tip"][0] == view.here.legal.index(view.here.tip.action)
    view.close()


def test_two_tiles_that_do_not_go_together_have_the_reason_on_the_page() -> None:
    page, view = OnPage(dl.page(dl.Patience("five-columns", seed=3, step=0))), live(deal("five-columns", 3))
    for tile in ("1-1", "3-1"):
        view.do("choose", tile)
    assert "together they have 6 pips and not 12" in view.status
    assert page.status(page.data["no"]["1-1 3-1"]) == view.status
    view.close()


def test_the_page_of_a_patience_offers_only_what_it_can_do() -> None:
    page = OnPage(dl.page(dl.Patience("five-columns", seed=3, step=0)))
    shown = {name for at in range(len(page.positions)) for name in ("best", "new_deal", "matter", "save_csv", "large")
             if f'"do": "{name}"' in page.shown(at)}
    assert shown == set()
    assert SAID in texts(page.moments[0]["talk"])
    assert {"H: hint.", "B: best way."} & {*" ".join(texts(page.data["parts"])).replace(".", ".|").split("| ")} \
        == {"H: hint."}


def test_a_page_adds_nothing_to_the_results_and_changes_no_view() -> None:
    view, rows = dl.Patience("twelve-to-go", seed=1, step=0), SESSION.rows
    before = view.stage.moment
    assert dl.page(view).html == dl.page(view.here).html
    assert SESSION.rows == rows
    assert view.stage.moment == before


def test_a_game_with_too_many_positions_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(dl.RecordError, match=r"2,000 positions\. Try another seed.*lessons open in JupyterLab"):
        dl.page(dl.Patience("patience", seed=1, step=0))
    made = dl.page(dl.Patience("twelve-to-go", seed=3, step=0))
    number = len(OnPage(made).positions)
    monkeypatch.setattr(playable, "MOST_POSITIONS", number)
    assert dl.page(dl.Patience("twelve-to-go", seed=3, step=0)).html == made.html
    monkeypatch.setattr(playable, "MOST_POSITIONS", number - 1)
    with pytest.raises(dl.RecordError, match=f"{number - 1} positions"):
        dl.page(dl.Patience("twelve-to-go", seed=3, step=0))


def test_a_patience_that_was_begun_has_a_page_to_step_through() -> None:
    begun = dl.Patience("five-columns", seed=1, step=0)
    begun.do("play", [str(begun.here.legal[0].tiles[0]), 0])
    assert "positions" not in unpacked(dl.page(begun))["hands"][0]
