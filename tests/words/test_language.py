"""Another language: a folder of a dozen sentences is spoken by all that explains and shows; English fills the rest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab.words import fill, join_words

WORDS = {
    "general.toml": 'list_and = "{first} ja {last}"\na = "yksi {what}"\nan = "yksi {what}"\nan_before = []\n'
                    'plural = { forms = 3, form = "n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 ? 1 : 2" }\n',
    "explain.toml": 'lays = "{player} panee {tile} {place}."\n',
    "page.toml": '[card]\ntitle = "Nyt pelataan"\n',
    "picture.toml": 'hand_over = "Ohi."\nplace_end = "kohtaan {value} ({tile})"\n',
    "widgets.toml": 'next = "Eteen"\n',
    "clauses/general.toml": '["GEN-FIT-1"]\nyes = "{tile} sopii: {value} on myos palassa {onto}."\n'
                            'rule = [{ says = { matching = "equal" }, text = "Samat numerot yhteen." }]\n',
    "clauses/house.toml": '["HOUSE-MULTIPLE"]\nhit = "{total} on jaollinen: {points:piste|pisteta|pistetta}."\n',
}
"""A dozen sentences of a language that is none, with a form for 1, one for 2 to 4, 22 to 24 and so on, and a third."""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    for name, text in WORDS.items():
        file = tmp_path / "xx" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    yield tmp_path / "xx"
    dl.language("en")


def test_what_is_said_is_said_in_the_language_and_the_rest_in_english(folder: Path) -> None:
    hand = dl.play_out("block", seed=1)
    assert str(dl.why(hand, 2)).splitlines()[:2] == [
        "Ben plays 5-1 on the 5 of 5-5.", "5-1 fits: its 5 matches the 5 on 5-5."]
    assert dl.language(folder) == dl.language() == "xx"
    assert str(dl.why(hand, 2)).splitlines() == [
        "Ben panee 5-1 kohtaan 5 (5-5).", "5-1 sopii: 5 on myos palassa 5-5.",
        "Rule GEN-FIT-1, from general domino rules."]
    assert dl.language("en") == "en"
    assert str(dl.why(hand, 2)).startswith("Ben plays 5-1")


def test_lists_articles_and_numbers_are_those_of_the_language(folder: Path) -> None:
    dl.language(folder)
    assert join_words([2, 3, 5]) == "2, 3 ja 5"
    assert [fill("{value:a}", {"value": value}) for value in (3, 8)] == ["yksi 3", "yksi 8"]
    assert "10 on jaollinen: 10 pistetta." in str(dl.why("all-fives-worked-example", 1))
    points = "{n:piste|pisteta|pistetta}"
    assert [fill(points, {"n": n}) for n in (0, 1, 2, 11, 24, 0.5)] == [
        "0 pistetta", "1 piste", "2 pisteta", "11 pistetta", "24 pisteta", "0.5 pistetta"]
    assert fill("{n:total piste|pisteta|pistetta}", {"n": (1, 2)}) == "1 + 2 = 3 pisteta"
    assert fill("{n:form piste|pisteta|pistetta}", {"n": 23}) == "pisteta"
    assert fill("{tiles:sopii|sopivat|sopii}", {"tiles": ["1-1", "1-2"]}) == "sopivat"


def test_a_text_that_english_lends_has_the_forms_of_english(folder: Path) -> None:
    dl.language(folder)
    assert [fill("{n:tiles|tile}", {"n": n}) for n in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
    assert [fill("{n:tiles|tile|0: none}", {"n": n}) for n in (0, 1, 2)] == ["none", "1 tile", "2 tiles"]


def test_rule_pages_widgets_and_files_change_with_the_language_and_back(folder: Path) -> None:
    rules, stepper = dl.ruleset("block"), dl.HandStepper("block", seed=1, step=2)
    english, caption = rules.sheet(), stepper.moment()["status"]
    dl.language(folder)
    assert "Samat numerot yhteen." in rules.sheet()
    assert rules.card().name == "Block Game: Nyt pelataan"
    assert "Ben panee 5-1" in dl.HandStepper("block", seed=1, step=2).moment()["status"]
    for made in (dl.page("block", seed=1), dl.page(dl.worksheet("all-fives-worked-example"))):
        assert '<html lang="xx">' in made.html
    dl.language("en")
    assert (rules.sheet(), dl.HandStepper("block", seed=1, step=2).moment()["status"]) == (english, caption)


def test_a_language_that_is_nowhere_is_refused_and_the_old_one_stays(tmp_path: Path) -> None:
    for name in ("qq", tmp_path / "qq"):
        with pytest.raises(dl.NotationError, match="there are no words in "):
            dl.language(name)
    assert dl.language() == "en"
