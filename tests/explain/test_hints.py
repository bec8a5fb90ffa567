"""Hints to questions about hands: there are three, they lead on, and none states the answer."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import pytest

from domino_lab.catalogue import get, rulesets
from domino_lab.explain.hints import hints
from domino_lab.explain.puzzles import KINDS, puzzle_items
from domino_lab.explain.questions import CHOICE, NUMBER, TILE, HandQuestion, QuizItem, kinds_of, questions, quiz_items
from domino_lab.hands import names
from domino_lab.record.load import load
from domino_lab.words import phrases

TILE_NAME, NUMERAL = re.compile(r"\d+-\d+"), re.compile(r"\d+")
MIXED = ("block", "draw", "all-fives", "all-sevens", "two-box", "gaple", "cyprus", "five-up")


def states(told: str, asked: HandQuestion) -> bool:
    """Whether a text names the right answer, and no other that could be taken for it."""
    if asked.kind == NUMBER:
        return asked.right in NUMERAL.findall(TILE_NAME.sub("", told))
    if asked.kind == TILE:
        return any(asked.accepts(tile) for tile in TILE_NAME.findall(told))
    return [option for option in asked.options if re.search(rf"\b{re.escape(option)}\b", told)] == [asked.right]


def of_item(item: QuizItem) -> tuple[str, ...]:
    return item.hints or hints(item.line, item.asked, item.action)


def giveaways(items: Sequence[QuizItem], told: Callable[[QuizItem], Sequence[str]]) -> set[str]:
    """The sentences from whose words alone the answer to a question with two answers follows, whatever the tiles."""
    answers: dict[str, Counter[str]] = defaultdict(Counter)
    for item in items:
        for text in told(item):
            bare = re.sub(r"(#(, | and ))*#", "#", NUMERAL.sub("#", TILE_NAME.sub("#", text)))
            answers[bare][item.asked.right] += 1
    return {text for text, found in answers.items() if sum(found.values()) >= 12 and len(found) == 1}


def legal_questions(number: int = 40) -> Iterator[QuizItem]:
    for game in MIXED:
        yield from islice(quiz_items(get(game), ("legal",), seed=3), number)


@pytest.mark.parametrize("game", [rules.id for rules in rulesets() if kinds_of(rules)])
def test_every_question_of_a_quiz_has_three_hints_and_none_states_the_answer(game: str) -> None:
    rules = get(game)
    for item in islice(quiz_items(rules, kinds_of(rules), seed=5), len(kinds_of(rules))):
        told = of_item(item)
        assert len(set(told)) == 3, item.asked
        assert all(text.endswith((".", "?")) for text in told)
        assert not any(states(text, item.asked) for text in told[1:]), (item.asked, told)


def test_the_first_hint_is_a_rule_that_stands_there_whatever_the_answer() -> None:
    answers = defaultdict(set)
    for game in MIXED:
        for item in islice(quiz_items(get(game), kinds_of(get(game)), seed=1), 48):
            first = of_item(item)[0]
            assert first in " ".join(statement.text for statement in item.line.rules.statements)
            answers[game, item.asked.about, first].add(item.asked.right)
    alone = [asked for asked, right in answers.items() if len(right) == 1]
    assert len(alone) < len(answers) / 8, alone


def test_the_words_of_a_hint_do_not_tell_yes_from_no() -> None:
    items = [*legal_questions()]
    assert {item.asked.right for item in items} == {"Yes", "No"}
    assert giveaways(items, of_item) == set()
    assert giveaways(items, lambda item: [item.reason.text]), "a reason gives the answer away, and that is noticed"


def test_a_reason_states_the_answer_as_no_hint_does() -> None:
    """The test above would notice a hint that is too frank."""
    for kind in ("score", "count", "award", "winner"):
        asked = [item for item in islice(quiz_items(get("all-fives"), (kind,), seed=2), 12)
                 if item.asked.right not in ("0", "nobody")]
        assert all(states(item.reason.text, item.asked) for item in asked)


def test_each_of_two_who_may_have_won_is_the_winner_now_and_then() -> None:
    right = Counter()
    for item in islice(quiz_items(get("block"), ("winner",), seed=1), 40):
        named = [option for option in item.asked.options if option in of_item(item)[2]]
        assert len(named) == 2
        right[tuple(named), item.asked.right] += 1
    assert min(right[("Ana", "Ben"), winner] for winner in ("Ana", "Ben")) > 2
    assert {pair[1] for pair, _ in right} == {"Ben", "nobody"}


@pytest.mark.parametrize("hand", names())
def test_the_questions_of_a_packaged_hand_have_hints_that_do_not_state_the_answer(hand: str) -> None:
    line = load(hand)
    for asked in questions(line).values():
        told = hints(line, asked)
        if line.rules.solo is None:
            assert len(told) == (2 if asked.about == "who" and len(asked.options) == 2 else 3), asked
        for text in told[1:]:
            assert asked.about == "who" or not states(text, asked), (asked, told)


def test_where_tiles_are_hidden_no_hint_names_them() -> None:
    line = load("block-and-draw-every-double")
    asked = next(asked for asked in questions(line).values() if asked.about == "legal")
    held = {str(tile) for tile in line[asked.asked_at].state.holdings[line[asked.asked_at].state.turn]}
    assert held & {*TILE_NAME.findall(" ".join(hints(line, asked)))}
    assert not held & {*TILE_NAME.findall(" ".join(hints(line, asked, is_open=False)))}


@pytest.mark.parametrize("game", ["block", "all-fives"])
def test_a_puzzle_has_three_hints_and_the_last_leaves_two_moves(game: str) -> None:
    assert {key.partition("_")[2] for key in phrases("puzzle") if key.startswith("step_")} == {*KINDS}
    for item in islice(puzzle_items(get(game), seed=1), 3):
        assert item.asked.kind == CHOICE
        assert len(set(item.hints)) == 3
        assert not any(option in text for text in item.hints[:2] for option in item.asked.options)
        assert item.asked.right in item.hints[2]
        assert sum(option in item.hints[2] for option in item.asked.options) == 2
