"""A worksheet: its questions come first, its answers last, and it is made for paper."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab.core.errors import RecordError
from domino_lab.picture.theme import contrast
from domino_lab.picture.worksheet import PAPER, Worksheet
from domino_lab.play.timeline import Note
from tests.widgets.kept import pictures

EXAMPLE = "all-fives-worked-example"
GREY = re.compile(r"#([0-9a-f]{2})\1\1$")


def test_questions_come_first_and_every_answer_after_the_page_break() -> None:
    mixed = dl.quiz("all-fives", "all", n=6, seed=1)
    page = mixed.worksheet().html
    asked, broken, told = page.partition('<div class="dlab-paper-answers">')
    assert broken
    assert ".dlab-paper-answers { break-before: page;" in page
    for item in mixed.items:
        assert item.asked.text in asked
        assert item.reason.text not in asked
        assert item.asked.right in told
        assert item.reason.text in told
        assert item.reason.clause in told
    assert asked.count("<svg") == 6
    assert "<svg" not in told
    assert re.findall(r"<h2>(\d+)\. ", asked) == [str(number) for number in range(1, len(mixed.items) + 1)]
    assert re.findall(r"<ol[^>]*>", told) == ["<ol>"]         # a list that counts from 1, like the questions
    assert len(re.findall(r"<li[ >]", told)) == len(mixed.items)
    assert "dlab-paper-answers\">" not in mixed.worksheet(answers=False).html


@pytest.mark.parametrize("make", [
    lambda: dl.worksheet(EXAMPLE), lambda: dl.quiz("bergen", "all", n=2, seed=6).worksheet(),
    lambda: dl.puzzles("block", n=1, seed=1).worksheet(), lambda: dl.questions(EXAMPLE).worksheet()])
def test_the_line_at_the_foot_of_a_sheet_makes_the_sheet(make: Callable[[], Worksheet]) -> None:
    sheet = make()
    [line] = re.findall(r"<code>(.*?)</code>", sheet.html)
    assert eval(unescape(line), {"dl": dl}) == sheet


def test_a_sheet_is_black_and_white_and_its_words_can_be_read_on_any_printer() -> None:
    page = dl.quiz("all-fives", "all", n=6, seed=1).worksheet().html
    colours = set(re.findall(r"#[0-9a-f]{6}", page))
    assert colours
    assert all(GREY.match(colour) for colour in colours)
    for ink, paper in ((PAPER.text, PAPER.panel), (PAPER.pip, PAPER.face), (PAPER.cloth_text, PAPER.cloth),
                       (PAPER.lit_text, PAPER.lit), (PAPER.pill_text, PAPER.pill), (PAPER.back_mark, PAPER.back)):
        assert contrast(ink, paper) >= 7
    assert not re.search(r"<(script|link|img)|https?://(?!www.w3.org)", page)


def test_a_reader_s_words_are_plain_text_on_paper() -> None:
    mean = '<script>alert("1")</script>'
    ask = replace(dl.play_out("all-fives", seed=7), title=mean, notes={2: Note(ask=mean, hint=mean)})
    page = dl.worksheet(ask).html
    assert "<script" not in page
    assert page.count("&lt;script&gt;") >= 4


def test_a_loaded_hand_prints_its_own_questions_and_saves_them(tmp_path: Path) -> None:
    sheet = dl.worksheet(EXAMPLE)
    path = sheet.save(tmp_path / "sheet.html")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert text.count("<svg") == 8
    assert all(drawn in text for drawn in pictures(sheet._repr_html_()))
    with pytest.raises(RecordError, match="has no questions"):
        dl.worksheet(dl.play_out("block", seed=1).upto(3))
