"""A hand file as text: the lines of its values, whatever its line ends, and what stands above an error of syntax."""

from __future__ import annotations

import pytest

from domino_lab.catalogue import get
from domino_lab.record import read
from tests.record.contract_example import EXAMPLE, STUDY
from tests.record.test_reader import place


def test_a_syntax_error_shows_the_moves_above_it():
    torn = EXAMPLE.replace('play = "3-2"', 'play = "3-2')
    hand = read(torn, get)
    assert [(p.line, p.clause) for p in hand.problems] == [(28, "REC-SYNTAX")]
    assert len(hand.actions) == 4


@pytest.mark.parametrize("header", ["[end", "[[move", "[[move]", "[", "[deal"])
def test_a_broken_header_ends_the_move_above_it(header):
    hand = read(f"{STUDY}{header}\n", get)
    assert [(p.line, p.clause) for p in hand.problems] == [(8, "REC-SYNTAX")]
    assert len(hand.actions) == 3


def test_a_syntax_error_under_windows_line_ends_shows_the_moves_above_it_too():
    hand = read((STUDY + '[[move]]\nplay = "2-2\n').replace("\n", "\r\n"), get)
    assert [(p.line, p.clause) for p in hand.problems] == [(9, "REC-SYNTAX")]
    assert len(hand.actions) == 3


def test_lines_are_not_confused_by_text_that_looks_like_toml():
    text = 'ruleset = "block"\nsource = """\n[[move]]\nplay = "1-1"\n"""\n[[move]]  # [[move]]\n' \
        'play = "5-5"\nscore = 3\n'
    assert place(text) == (8, 1, "REC-STATED")


def test_windows_line_ends_and_a_byte_order_mark_are_read():
    text = "\ufeff" + STUDY.replace("\n", "\r\n") + "count = 1\r\n"
    assert place(text.encode("utf-8"))[:2] == (8, 3)
