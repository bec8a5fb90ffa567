"""A question of a packaged hand can be answered with what the reader is given to answer it."""

from __future__ import annotations

import re

import pytest

from domino_lab import hands
from domino_lab.explain.asking import CHOICE, NUMBER, Asked, questions
from domino_lab.front import load

ASKED = [(name, asked) for name in hands.names() for asked in questions(load(name)).values()]

WANTS_A_NUMBER = re.compile(r"\b[Hh]ow many\b|\bthe count\b|\badd up to\b")
WANTS_YES_OR_NO = re.compile(r"\b(Can|May) \w+ ")
WANTS_A_NAME = re.compile(r"\bWho\b")


@pytest.mark.parametrize(("name", "asked"), ASKED, ids=[f"{name}-{asked.step}" for name, asked in ASKED])
def test_a_question_asks_for_what_may_be_answered(name: str, asked: Asked) -> None:
    last = re.split(r"(?<=[.?]) ", asked.text)[-1]
    if asked.kind == NUMBER:
        assert WANTS_A_NUMBER.search(last)
    elif asked.kind == CHOICE and asked.about == "legal":
        assert WANTS_YES_OR_NO.search(last)
    elif asked.kind == CHOICE:
        assert WANTS_A_NAME.search(last)


def test_the_packaged_hands_ask_numbers_names_and_yes_or_no() -> None:
    assert {asked.about for _name, asked in ASKED} >= {"score", "count", "legal", "winner", "award"}
