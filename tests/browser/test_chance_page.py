"""The page of a chance lab in a real browser: an estimate, trials as in the lab, and a code of the estimate."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import domino_lab as dl
from domino_lab.core.errors import NotationError
from domino_lab.widgets.chance_lab import caption
from domino_lab.widgets.chance_page import STOPS
from tests.browser.notebook import await_ears
from tests.browser.test_answer_codes import looks_well, opened


def estimate(page: Page, text: str) -> None:
    await_ears(page.locator(".dlab-chancelab"))
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="This is my estimate").click()


def test_the_page_says_what_the_lab_says_after_as_many_trials(alone: Page, artefacts: Path, tmp_path: Path) -> None:
    lab = dl.ChanceLab(dl.chance.doubles() == 0, tiles=7, seed=1)
    wrong = opened(alone, dl.page(lab), tmp_path)
    told, go = alone.locator(".dlab-caption"), alone.locator(".dlab-area-bar").get_by_role("button").first
    estimate(alone, "perhaps")
    expect(alone.locator("main")).to_contain_text("Write a chance from 0 to 1")
    looks_well(alone, artefacts, "chance-page-asks")
    estimate(alone, "12")
    lab.here.guess("12")
    expect(told).to_have_text(caption(lab.here))
    for stop in STOPS:
        go.click()
        lab.here.go(stop)
        expect(told).to_have_text(caption(lab.here))
    go.click()
    lab.here.reveal()
    expect(told).to_have_text(caption(lab.here))
    expect(alone.locator("main")).to_contain_text("The chance is 116,280 of 1,184,040")
    expect(go).to_be_disabled()
    expect(alone.locator(".dlab-code-signs")).to_have_text(lab.answer_code)
    looks_well(alone, artefacts, "chance-page")
    alone.get_by_role("button", name="Back to the start").click()
    expect(told).to_contain_text("You said 12 %. Now try it once.")
    assert wrong == []


TEXTS = ["1/4", "0,3", "2.5 %", "100", "1", "12.25", "12.25 %", "0.125", "0.1225", "-3", "-3.125", "7/2", "1,234",
         "12,500", "150/3", "25 %", "-1/2", "1e3", "+5", ".5", "5.", "1/0", "many", "", "99.95", "0.005", "1/3"]


@pytest.mark.parametrize("kind", ["chance", "mean"])
def test_an_estimate_is_read_and_written_as_in_the_lab(alone: Page, tmp_path: Path, kind: str) -> None:
    what = (dl.chance.doubles() == 0,) if kind == "chance" else ("block", "plays")
    made = dl.page(dl.ChanceLab(*what, seed=1))
    wrong = opened(alone, made, tmp_path)
    for text in TEXTS:
        lab = dl.ChanceLab(*what, seed=1)
        try:
            lab.here.guess(text)
        except NotationError as refused:
            meant, code = str(refused), None
        else:
            meant, code = caption(lab.here), lab.answer_code if kind == "chance" else None
        alone.reload()
        estimate(alone, text)
        expect(alone.locator(".dlab-area-talk")).to_contain_text(meant)
        if code:
            expect(alone.locator(".dlab-code-signs")).to_have_text(code)
    assert wrong == []


@pytest.mark.parametrize("tiles", [1, 2, 3, 7])
def test_an_estimate_that_is_exactly_right_is_right_on_the_board(tiles: int) -> None:
    for event in (dl.chance.pips() == 8, dl.chance.doubles() == 0, dl.chance.pips() > 12):
        lab = dl.ChanceLab(event, tiles=tiles, set=6, seed=1)
        solved = lab.here.solve()
        assert solved is not None
        lab.here.guess(float(solved.value))
        assert dl.chance.class_board(lab, lab.answer_code).codes.right(0) == 1
    eighth = dl.ChanceLab(dl.chance.pips() == 8, tiles=3, set=3, estimate="12.5 %")
    assert dl.chance.class_board(eighth, eighth.answer_code).codes.right(0) == 1


def test_the_board_of_a_class_has_their_estimates(alone: Page, tmp_path: Path) -> None:
    lab = dl.ChanceLab(dl.chance.doubles() == 0, tiles=7, seed=1)
    codes = []
    for text in ("10 %", "50 %", "50 %", "1/3"):
        one = dl.ChanceLab(dl.chance.doubles() == 0, tiles=7, seed=1, estimate=text)
        codes.append(one.answer_code)
    board = dl.chance.class_board(lab)
    assert board.add("\n".join(codes)) == ""
    assert {tally.answer.text: tally.learners for tally in board.codes.tallies(0) if tally.learners} == {
        "10 %": 1, "50 %": 2, "35 %": 1}
    assert board.codes.right(0) == 1        # exactly 9.82 %
    wrong = opened(alone, dl.page(board), tmp_path)
    alone.get_by_role("textbox").fill("\n".join(codes))
    expect(alone.locator("main")).to_contain_text("Codes counted: 4.")
    assert wrong == []
