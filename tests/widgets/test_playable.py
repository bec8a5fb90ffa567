"""Playable pages: every position that a reader can get to is in the file, and it is what the engine says there."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
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


@lru_cache
def patience_page(game: str, seed: int) -> OnPage:
    return OnPage(dl.page(dl.Patience(game, seed=seed, step=0)))


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
    page = patience_page(game, seed)
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
    page, first, chance = patience_page(game, seed), deal(game, seed), random.Random(7)
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
    page, view = patience_page(game, seed), live(deal(game, seed))
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
    page, view = patience_page("five-columns", 3), live(deal("five-columns", 3))
    for tile in ("1-1", "3-1"):
        view.do("choose", tile)
    assert "together they have 6 pips and not 12" in view.status
    assert page.status(page.data["no"]["1-1 3-1"]) == view.status
    view.close()


def test_the_page_of_a_patience_offers_only_what_it_can_do() -> None:
    page = patience_page("five-columns", 3)
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


# --- against players --------------------------------------------------------------------------------------------------

HANDS: dict[str, dict[str, Any]] = {
    "block": {"against": "greedy", "seed": 4}, "all-fives": {"against": "greedy", "seats": 4, "seed": 8},
    "bergen": {"against": "random", "seed": 0}, "five-up": {"against": ["heaviest", None], "seed": 0},
    "partner": {"against": [None, "partner", "keep-suits"], "seed": 3}}


def new_game(name: str, **how: Any) -> dl.Play:
    return dl.Play("block" if name == "partner" else name, **{**HANDS[name], "delay": 0, "match": False, **how})


@lru_cache
def page_for(name: str) -> OnPage:
    return OnPage(dl.page(new_game(name)))


def played(name: str, numbers: Sequence[int]) -> dl.Play:
    """A game in a notebook in which a person made these moves, each by its number among the legal ones."""
    game = new_game(name)
    for number in numbers:
        game.here.do(game.here.legal[number])
    return game


@pytest.mark.parametrize("name", HANDS)
def test_each_way_through_a_hand_is_the_one_that_the_players_take(name: str) -> None:
    page, waits, ends = page_for(name), [(0, list[int]())], 0
    assert len(page.positions) > 5
    for at, numbers in waits:
        game, told = played(name, numbers), page.positions[at]
        assert len(told["go"]) == len(game.here.legal)
        waits += [(to, [*numbers, number]) for number, to in enumerate(told["go"])]
        assert page.alt(at) == game.stage.moment["table"]["alt"]
        over = game.status.replace("Press New deal to play another hand.", "Press Restart to play this deal again.")
        assert placeless(page.status(told["says"])) == placeless(over)
        assert bool(told.get("over")) is game.here.is_over
        ends += game.here.is_over
        game.close()
        if len(waits) > 60:
            waits[:] = waits[:60]
    assert ends or len(page.positions) > 60


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_at_random_has_the_same_end_on_the_page(name: str) -> None:
    page, chance = page_for(name), random.Random(name)
    for _ in range(5):
        at, numbers = 0, list[int]()
        while go := page.positions[at]["go"]:
            numbers.append(chance.randrange(len(go)))
            at = go[numbers[-1]]
        game = played(name, numbers)
        assert game.here.is_over
        assert page.alt(at) == game.stage.moment["table"]["alt"]
        assert [str(score) in page.alt(at) for score in game.here.live.scores] == [True] * len(game.here.seating)
        game.close()


def test_a_tile_of_a_hand_is_answered_as_in_a_notebook() -> None:
    page, game = page_for("bergen"), new_game("bergen")
    start = page.positions[0]
    for tile, (pressed, *told) in start["tiles"].items():
        game.do("choose", tile)
        refused = game.here.refused is not None
        assert placeless(page.status(pressed)) == placeless(game.status)
        assert (told[0] < 0) is refused
        if refused:
            assert page.status(-1 - told[0]) == game.status
            game.do("help")
            assert page.status(page.data["says"][pressed]["help"]) == game.status
        game.do("key", "Escape")
    for key, name in (("d", "draw"), ("p", "pass")):
        game.do("key", key)
        assert game.here.refused is not None
        assert page.status(-1 - start["acts"][name]) == game.status
    game.close()


def test_what_was_chosen_for_the_view_holds_on_the_page() -> None:
    plain, quiet = (OnPage(dl.page(new_game("block", **how))) for how in (
        {}, {"hints": False, "reasons": False, "undo": False}))
    for name, of_plain, of_quiet in (("fits the", True, False), ('"do": "undo"', True, False),
                                     ("replies", True, False), ('"css": "cannot"', True, False)):
        for page, wanted in ((plain, of_plain), (quiet, of_quiet)):
            assert any(name in page.shown(at) for at in range(len(page.positions))) is wanted, name
    assert (plain.data["undo"], quiet.data["undo"]) == (True, False)
    shown = {name for at in range(len(plain.positions)) if (text := plain.shown(at))
             for name in ("next_hand", "new_deal", "delay", "coach", "save_match", "look", "large")
             if f'"do": "{name}"' in text}
    assert shown == set()


def test_the_page_of_the_second_hand_of_a_match_goes_on_with_its_points() -> None:
    match = new_game("block", match=True)
    while not match.here.is_over:
        match.here.do(match.here.legal[0])
    match.do("next_hand")
    points = match.here.live.scores
    assert any(points)
    page = OnPage(dl.page(match))
    assert page.alt(0) == match.stage.moment["table"]["alt"]
    assert all(f"{points} points" in page.alt(0) or not points for points in points)


def test_a_player_of_ones_own_plays_on_the_page_too() -> None:
    asked: list[object] = []

    def last(view: Any, stream: Any) -> Any:
        asked.append(view)
        return view.legal[-1]

    page = OnPage(dl.page(dl.Play("block", against=last, seed=4, delay=0)))
    assert asked
    game = dl.Play("block", against=last, seed=4, delay=0, match=False)
    game.here.do(game.here.legal[0])
    assert page.alt(page.positions[0]["go"][0]) == game.stage.moment["table"]["alt"]


@pytest.mark.parametrize(("made", "reason"), [
    (lambda: dl.Play("draw", against="greedy", seed=1, delay=0), r"1,500 positions\. Try another seed, or fewer tiles"),
    (lambda: dl.Play("block", seed=1), "a computer player in each seat but one"),
    (lambda: dl.Play(dl.ruleset("all-fives").but(claim="call"), against="greedy", seed=2), "scores that players call"),
    (lambda: dl.ScoringSandbox("all-fives"), "Play some tiles first, or give some.*“Play in your browser”"),
])
def test_what_no_page_can_hold_is_refused_with_the_way_out(made: Callable[[], Any], reason: str) -> None:
    with pytest.raises(dl.RecordError, match=reason):
        dl.page(made())


def test_a_hand_that_was_begun_has_a_page_to_step_through() -> None:
    game = played("block", [0])
    assert dl.page(game).html == dl.page(game.here.timeline, step=game.here.step, viewpoint=0).html
    with pytest.raises(dl.DominoError, match="step="):
        dl.page(new_game("block"), step=0)


def test_a_game_with_too_many_positions_is_refused_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(dl.RecordError, match=r"2,000 positions\. Try another seed.*“Play in your browser”"):
        dl.page(dl.Patience("patience", seed=1, step=0))
    made = dl.page(dl.Patience("twelve-to-go", seed=3, step=0))
    number = len(OnPage(made).positions)
    monkeypatch.setattr(playable, "MOST_OF_PATIENCE", number)
    assert dl.page(dl.Patience("twelve-to-go", seed=3, step=0)).html == made.html
    monkeypatch.setattr(playable, "MOST_OF_PATIENCE", number - 1)
    with pytest.raises(dl.RecordError, match=f"{number - 1} positions"):
        dl.page(dl.Patience("twelve-to-go", seed=3, step=0))


def test_a_patience_that_was_begun_has_a_page_to_step_through() -> None:
    begun = dl.Patience("five-columns", seed=1, step=0)
    begun.do("play", [str(begun.here.legal[0].tiles[0]), 0])
    assert "positions" not in unpacked(dl.page(begun))["hands"][0]
