"""The words are for children and club players: what is said about a move at grade 5, a rule at grade 8.

The measure is the mean of two formulas that count letters, words and sentences (the Automated Readability Index and
Coleman-Liau); those that count syllables need a dictionary from the network. Both are made for whole pages: one short
sentence of numbers and names says little, so numbers, sums and names each count as one short word, the sentences of a
clause are graded together, and one clause alone may lie somewhat above the grade that all clauses keep.
"""

from __future__ import annotations

import re

import pytest
import textstat

from domino_lab.catalogue import rulesets
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.why import CAPTION_WORDS, why
from domino_lab.play.timeline import play_out
from domino_lab.rules.sheet import parts
from domino_lab.words import clause_ids
from tests.play.test_players import GAMES, PLAIN, spoken
from tests.words.everything import of_all_rulings, reached

SAID, RULE = 5, 8
LEEWAY = 2.0
LONGEST_SENTENCE = 25

NAME = re.compile(r"\b(?:Player \d|Ana|Ben|Cleo|Dan)\b(?: \+ (?:Player \d|Ana|Ben|Cleo|Dan)\b)?")
SUM = re.compile(r"\d[\d+\-= ]*(?<=\d)")
LIST = re.compile(r"ten( pips for Ana|)(?:, ten\1)*(?: (?:and|or) ten\1)?")


def plain(text: str) -> str:
    text = SUM.sub("ten", NAME.sub("Ana", text))
    return LIST.sub(r"ten\1", re.sub(r"{[^}]*}", "ten", text))


def grade(*texts: str) -> float:
    text = " ".join(map(plain, texts))
    return (textstat.automated_readability_index(text) + textstat.coleman_liau_index(text)) / 2


def said() -> dict[str, list[str]]:
    """One filled sentence of each case, by clause."""
    found: dict[str, list[str]] = {}
    for (name, _, _), rulings in reached().items():
        found.setdefault(name, []).append(rulings[0].text)
    return found


def rules() -> dict[str, str]:
    """What each clause has to say on a page, all its parts together."""
    texts = {name: " ".join(part.text for part in parts(name)) for name in clause_ids()}
    return {name: text for name, text in texts.items() if text}


@of_all_rulings
def test_what_is_said_about_moves_is_grade_five() -> None:
    assert grade(*(text for texts in said().values() for text in texts)) <= SAID
    assert {name: texts for name, texts in said().items() if grade(*texts) > SAID + LEEWAY} == {}


def test_rules_are_grade_eight() -> None:
    assert grade(*rules().values()) <= RULE
    assert {name: text for name, text in rules().items() if grade(text) > RULE + LEEWAY} == {}


@of_all_rulings
def test_sentences_are_short() -> None:
    texts = [text for texts in said().values() for text in texts] + list(rules().values())
    sentences = [part for text in texts for part in re.split(r"(?<=[.!?]) ", plain(text))]
    assert [text for text in sentences if len(text.split()) > LONGEST_SENTENCE] == []


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_captions_are_grade_five_and_short(rules) -> None:
    lines = [play_out(rules, Shuffle(seed=8, hand=hand), policies="random") for hand in range(5)]
    captions = [why(step).caption for line in lines for step in line.steps]
    assert grade(*captions) <= SAID
    assert max(len(caption.split()) for caption in captions) <= CAPTION_WORDS


@pytest.mark.parametrize("policy", PLAIN)
def test_the_reasons_of_a_player_are_grade_five(policy) -> None:
    assert grade(*dict.fromkeys(text for rules in GAMES for _, _, text in spoken(rules, policy, 1))) <= SAID


def test_the_measure_knows_hard_words_from_easy_ones() -> None:
    easy = "The tile does not fit. It has no five, and the end shows a five."
    hard = "Inadmissible tiles necessitate immediate verification of applicable positional restrictions."
    assert grade(easy) < 4
    assert grade(hard) > 12
    assert grade("5 + 4 + 3 + 3 + 5 = 20, a multiple of five.") == grade("20, a multiple of five.")
