"""One pip, two pips: what is said of one thing is said as of one."""

from __future__ import annotations

import re

import pytest

import domino_lab as dl
from domino_lab.catalogue import rulesets
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.why import why
from domino_lab.play.timeline import play_out
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import fill
from tests.rules.random_hands import seat_counts
from tests.words.everything import of_all_rulings, reached

OF_ONE = re.compile(r"\b1 (pips|tiles|points|spots|players|hands|chips|turns|holdings|moves|deals|doubles|trials)\b")
NAMED = re.compile(r"Player \d|\d-\d|up one")
"""Names and tiles: "Ana turns up 1-1"."""

NEVER_ONE = {
    "won": "no sheet has a match of one point, and a house rule has words of its own",
    "no": "only a patience is for one player",
    "kept": "where one tile stays, a house rule has words of its own", "pass_kept": "the same",
}
"""Sentences with a number that is always larger."""
PAIRS_ALONE = {("FC-3", "yes"), ("FC-3:end", "stuck"), ("FC-3:end", "no_help"), ("TT-2", "yes"), ("TT-3", "stuck")}
"""In the patience games two tiles have twelve pips together."""


def of_one(text: str) -> str:
    """What is wrong with a text: the first noun that stands in the plural after a 1."""
    found = OF_ONE.search(NAMED.sub("X", text))
    return found[0] if found else ""


def test_the_measure_knows_one_from_a_name_and_from_eleven() -> None:
    assert of_one("Ana and Ben hold 1 pips.") == "1 pips"
    assert of_one("Ana turns up 1-1. 11 pips, 1 pip, 2-1 tiles.") == ""


@of_all_rulings
def test_nothing_that_was_said_says_many_of_one() -> None:
    for rulings in reached().values():
        for ruling in rulings:
            assert not of_one(ruling.text), ruling.text


@of_all_rulings
def test_nor_would_it_where_each_number_is_one() -> None:
    """Every sentence of a clause, filled with facts of which all whole numbers but the seats are 1."""
    for (name, _, case), rulings in reached().items():
        if case in NEVER_ONE or (name, case) in PAIRS_ALONE:
            continue
        for ruling in rulings:
            facts = {key: 1 if type(value) is int and key != "seats" else value for key, value in ruling.facts.items()}
            text = fill(ruling.template, facts)
            assert not of_one(text), (name, case, text)


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_no_caption_and_no_page_says_many_of_one(rules: Ruleset) -> None:
    for seats in seat_counts(rules):
        for hand in range(8):
            line = play_out(rules, Shuffle(seed=40, hand=hand), seats=seats, policies="random")
            for step in line.steps:
                assert not of_one(why(step).text), why(step).text
    assert not of_one(rules.sheet())


def test_a_lab_tells_of_one_trial_that_counts() -> None:
    """Of these forty deals one has four doubles."""
    lab = dl.ChanceLab(dl.chance.has("6-6"), given=dl.chance.doubles() > 3, seed=2, estimate="12 %", n=40)
    assert lab.caption.startswith(
        "Of 40 deals, 1 counts. The others do not fit what you know. It happened in 1 of 1 trial:")
    assert not of_one(lab._repr_mimebundle_()["text/plain"])


def test_one_deal_of_a_patience_and_one_drawn_holding_are_one() -> None:
    assert not of_one(str(dl.chance.solvable("knock-out", hands=1, seed=1)))
    with pytest.raises(ValueError, match="1 was drawn: draw more"):
        dl.chance.estimate(lambda tiles: True, given=lambda tiles: False, samples=1)
