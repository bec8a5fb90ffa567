"""A question of a packaged hand can be answered with what the reader is given to answer it."""

from __future__ import annotations

import re

import pytest

from domino_lab import hands
from domino_lab.explain.questions import CHOICE, NUMBER, HandQuestion, questions
from domino_lab.notebook import load

WANTS_A_NUMBER = re.compile(r"\b[Hh]ow many\b|\bthe count\b|\badd up to\b")
WANTS_YES_OR_NO = re.compile(r"\b(Can|May) \w+ ")
WANTS_A_NAME = re.compile(r"\bWho\b")


def asked_in(name: str) -> list[HandQuestion]:
    return [*questions(load(name)).values()]


@pytest.mark.parametrize("name", hands.names())
def test_a_question_asks_for_what_may_be_answered(name: str) -> None:
    for asked in asked_in(name):
        last = re.split(r"(?<=[.?]) ", asked.text)[-1]
        if asked.kind == NUMBER:
            assert WANTS_A_NUMBER.search(last), asked.text
        elif asked.kind == CHOICE and asked.about == "legal":
            assert WANTS_YES_OR_NO.search(last), asked.text
        elif asked.kind == CHOICE:
            assert WANTS_A_NAME.search(last), asked.text


def test_the_packaged_hands_ask_numbers_names_and_yes_or_no() -> None:
    about = {asked.about for name in hands.names() for asked in asked_in(name)}
    assert about >= {"score", "count", "legal", "winner", "award"}
