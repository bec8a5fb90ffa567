"""Answer codes hold what was answered, and refuse what was mistyped or belongs to other questions."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import pytest

import domino_lab as dl
from domino_lab.chance.answer_codes import (
    LENGTH,
    MOST_CODES,
    SIGNS,
    Answer,
    AnswerSheet,
    CodedQuestion,
    bare,
    read_codes,
    split_line,
)
from domino_lab.core.errors import NotationError
from domino_lab.sessions.answer_sheets import quiz_sheet

EVIL = "<script>alert(1)</script>"


def sheet_of(*radices: int, title: str = "Sums") -> AnswerSheet:
    """A sheet of questions with so many answers each, of which the first is right."""
    questions = []
    for number, radix in enumerate(radices):
        answers = tuple(Answer(f"{title} {number} {at}", right=at == 0) for at in range(radix))
        questions.append(CodedQuestion(f"{title}? {number}", answers, {str(at): at for at in range(radix)}, 0, 0))
    return AnswerSheet(title, tuple(questions))


def test_a_code_gives_back_every_set_of_answers() -> None:
    sheet, stream = sheet_of(2, 7, 40, 3, 12), Random(1)
    for _ in range(500):
        numbers = tuple(stream.randrange(radix + 2) for radix in (2, 7, 40, 3, 12))
        code = sheet.code(numbers)
        assert [len(part) for part in code.split("-")] == [4, 4, 4]
        assert set(bare(code)) <= set(SIGNS)
        assert sheet.read(code) == sheet.read(code.lower().replace("-", " ")) == numbers


def test_a_code_can_be_full() -> None:
    sheet = sheet_of(*[2] * 20)
    assert sheet.fits
    assert not sheet_of(*[2] * 21).fits
    assert sheet.read(sheet.code([3] * 20)) == (3,) * 20
    assert sheet.read(sheet.code([0] * 20)) == (0,) * 20


def test_the_signs_have_no_look_alikes_and_those_that_are_typed_count_as_what_they_mean() -> None:
    assert len(set(SIGNS)) == 32
    assert not set("ILOU") & set(SIGNS)
    assert bare("il-o u") == "110V"


CODES = [sheet_of(2, 7, 40, 3, 12).code(numbers) for numbers in ([0] * 5, [2, 5, 20, 1, 11], [3, 8, 41, 4, 13])]


@pytest.mark.parametrize("code", CODES)
def test_no_mistyped_character_and_no_swap_passes(code: str) -> None:
    sheet, signs = sheet_of(2, 7, 40, 3, 12), bare(code)
    for at, right in enumerate(signs):
        for sign in set(SIGNS) - {right}:
            with pytest.raises(NotationError, match="mistyped"):
                sheet.read(signs[:at] + sign + signs[at + 1:])
    for at, (one, other) in enumerate(pairwise(signs)):
        if one != other:
            with pytest.raises(NotationError, match="mistyped"):
                sheet.read(signs[:at] + other + one + signs[at + 2:])
    for first, second in combinations(range(LENGTH), 2):
        stream = Random(first * LENGTH + second)
        for _ in range(10):
            changed = list(signs)
            for at in (first, second):
                changed[at] = stream.choice([sign for sign in SIGNS if sign != signs[at]])
            with pytest.raises(NotationError, match="mistyped"):
                sheet.read("".join(changed))


@pytest.mark.parametrize("code", ["", "K7QF", "K7QF-2M9T-XB3", "K7QF-2M9T-XB3C1", "K7QF-2M9T-XB3!", EVIL, "é" * 12,
                                  "9" * 10**6])
def test_what_is_no_code_is_refused_as_that(code: str) -> None:
    with pytest.raises(NotationError, match="A code has 12 letters and digits"):
        sheet_of(2).read(code)


def test_a_code_of_other_questions_is_refused_with_that_reason() -> None:
    """About one in 1024 has the same key; the keys of these do not."""
    quizzes = [dl.quiz("all-fives", "all", n=3, seed=seed) for seed in range(1, 9)]
    sheets = [quiz_sheet(quiz.title, quiz.items) for quiz in quizzes]
    for own in sheets:
        for other in sheets:
            if own is not other:
                with pytest.raises(NotationError, match="belongs to other questions"):
                    own.read(other.code([2, 2, 2]))


@pytest.mark.parametrize(("line", "parts"), [
    ("K7QF-2M9T-XB3C", ("", "K7QF-2M9T-XB3C")), ("K7QF 2M9T XB3C", ("", "K7QF 2M9T XB3C")),
    ("Ana: K7QF-2M9T-XB3C", ("Ana", "K7QF-2M9T-XB3C")), ("Ben Ali K7QF2M9TXB3C", ("Ben Ali", "K7QF2M9TXB3C")),
    ("2026-11-27;Ana;K7QF-2M9T-XB3C;;", ("2026-11-27, Ana", "K7QF-2M9T-XB3C")), ("", ("", "")),
    ("K7QF-2M9T-XB3C\tAna", ("Ana", "K7QF-2M9T-XB3C")), ("'=1+1,K7QF-2M9T-XB3C", ("=1+1", "K7QF-2M9T-XB3C"))])
def test_a_line_is_a_name_and_a_code(line: str, parts: tuple[str, str]) -> None:
    assert split_line(line) == parts


def test_the_same_name_replaces_and_a_code_without_a_name_counts_each_time() -> None:
    sheet = sheet_of(3, 3)
    first, second = sheet.code([2, 2]), sheet.code([3, 1])
    codes = read_codes(sheet, f"Ana {first}\nBen {first}\n\n ANA  {second}\n{first}\n{first}\n{first[:-1]}*\n")
    assert [entry.numbers for entry in codes.entries] == [(3, 1), (2, 2), (2, 2), (2, 2)]
    assert [(line.line, line.reason) for line in codes.refused] == [(7, "A code has 12 letters and digits.")]
    assert codes.right(0) == 3
    assert [(tally.learners, tally.names) for tally in codes.tallies(0)] == [
        (3, ("Ben",)), (1, ("ANA",)), (0, ()), (0, ()), (0, ())]
    mistake = codes.mistake(0)
    assert mistake is not None
    assert mistake.answer == sheet.questions[0].answers[1]
    assert codes.mistake(1) is None
    assert codes.rows()[0] == {"name": "ANA", "right": 0, "question 1": "Sums 0 1",
                               "question 2": "asked to see the answer"}


def test_only_so_many_lines_are_read() -> None:
    sheet = sheet_of(3)
    codes = read_codes(sheet, f"{sheet.code([2])}\n" * (MOST_CODES + 5))
    assert (len(codes.entries), codes.left_out) == (MOST_CODES, 5)
    assert len(read_codes(sheet, "x" * 10**7).refused) == 1
