"""A question of a packaged hand can be answered with what the reader is given to answer it."""

from __future__ import annotations

import re

import pytest

from domino_lab import hands
from domino_lab.core.actions import Play, Stack
from domino_lab.explain.questions import CHOICE, NUMBER, HandQuestion, questions
from domino_lab.notebook import load
from domino_lab.play.timeline import Timeline

WANTS_A_NUMBER = re.compile(r"\b[Hh]ow many\b|\bthe count\b|\badd up to\b")
WANTS_YES_OR_NO = re.compile(r"\b(Can|May) \w+ ")
WANTS_A_NAME = re.compile(r"\bWho\b")


def asked_in(name: str) -> list[HandQuestion]:
    return [*questions(load(name)).values()]


@pytest.mark.parametrize("name", hands.names())
def test_a_question_may_be_answered_and_says_what_is_true_of_the_picture_beside_it(name: str) -> None:
    hand = load(name)
    for asked in questions(hand).values():
        asks_for_what_may_be_answered(asked)
        states_the_ends_of_the_picture(asked, hand)
        names_the_tile_that_is_played_next(asked, hand)


def asks_for_what_may_be_answered(asked: HandQuestion) -> None:
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


# A question is asked before its step: what it says of the table must be true of the picture beside it.
NUMBER_SAID = r"(?:an? |the )?(?:(?<![\d-])\d(?![\d-])|blank)"
NUMBERS = rf"({NUMBER_SAID}(?:(?:, and |, | and ){NUMBER_SAID})*)"
ALL_ENDS = re.compile(rf"\b[Tt]he (?:open )?ends (?:show|are) {NUMBERS}|\b[Bb]oth ends (?:show|are) {NUMBERS}|"
                      rf"\bline ends in {NUMBERS}")
SOME_ENDS = re.compile(rf"\b(?:[Oo]ther ends?|[Oo]ne end) (?:shows?|is|are) {NUMBERS}|{NUMBERS} (?:is|are) open\b|"
                       rf"\bonly {NUMBERS} fits")
COVERED = re.compile(rf"{NUMBERS} is covered")


def numbers_in(pattern: re.Pattern[str], text: str) -> set[int]:
    said = " ".join("".join(filter(None, groups)) for groups in map(re.Match.groups, pattern.finditer(text)))
    return {*map(int, re.findall(r"\d", said))} | ({0} if "blank" in said else set())


@pytest.mark.parametrize(("text", "all_ends", "some_ends"), [
    ("The ends show 0, 5 and 6. Can she play a tile?", {0, 5, 6}, set()),
    ("The ends show a blank and a 2.", {0, 2}, set()),
    ("Both ends show a 6. Dan plays the 6-6.", {6}, set()),
    ("The line ends in 1 and 5.", {1, 5}, set()),
    ("The blank is covered and a 2 is open. How many points?", set(), {2}),
    ("The 5-5 counts 10, and a 6 is open. The other end is the 5-5.", set(), {6}),
    ("The other ends show 1 and 2.", set(), {1, 2}),
])
def test_the_ends_that_a_question_states_are_read_from_it(text: str, all_ends: set[int], some_ends: set[int]) -> None:
    assert (numbers_in(ALL_ENDS, text), numbers_in(SOME_ENDS, text)) == (all_ends, some_ends)


def states_the_ends_of_the_picture(asked: HandQuestion, hand: Timeline) -> None:
    state = hand[asked.asked_at].state
    is_open = {end.value for end in state.open_ends}
    stated = numbers_in(ALL_ENDS, asked.text)
    assert stated in (set(), is_open), asked.text
    assert numbers_in(SOME_ENDS, asked.text) <= {end.value for end in state.chain.ends}, asked.text
    assert not numbers_in(COVERED, asked.text) & is_open, asked.text


def test_many_questions_state_ends() -> None:
    every = [asked for name in hands.names() for asked in asked_in(name)]
    stated = [asked for asked in every
              if numbers_in(ALL_ENDS, asked.text) | numbers_in(SOME_ENDS, asked.text)]
    assert len(stated) > len(every) / 4


def names_the_tile_that_is_played_next(asked: HandQuestion, hand: Timeline) -> None:
    """Otherwise its words sound as if the tile were on the table already, and it is not in the picture."""
    action = hand[asked.step].action
    if asked.about in ("score", "count") and isinstance(action, Play | Stack):
        assert str(action.tile) in asked.text, asked.text
