"""The GIFT text of a quiz, read back as Moodle reads it: each question with its answers, its picture and its reason."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pytest

import domino_lab as dl
from domino_lab.core.errors import RecordError
from domino_lab.play.timeline import Note
from tests.widgets.reading import placeless

IMAGE = re.compile(r'<img alt="([^"]*)"[^>]* src="data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)">')


class Read(NamedTuple):
    """A question as an importer has it: its HTML, its right answers, the wrong ones with their replies, the reason."""

    html: str
    right: list[str]
    wrong: dict[str, str]
    reason: str


def bare(text: str) -> str:
    """Without the backslashes; a sign of GIFT that has none would end the text early."""
    assert not re.search(r"(?<!\\)[~=#{}]", text), text
    return re.sub(r"\\(.)", r"\1", text)


def read(gift: str) -> tuple[str, list[Read]]:
    head, *questions = gift.strip().split("\n\n")
    found = []
    for text in questions:
        name, html, inside = re.fullmatch(
            r"::((?:[^:\\]|\\.)*)::\[html\]((?:[^{\\]|\\.)*)\{(.*)\}", text, re.DOTALL).groups()
        assert bare(name)
        answers, reason = inside.rsplit("\n\t####", 1)
        if answers.startswith("#="):
            number, told = answers.removeprefix("#=").split("#", 1)
            assert bare(told) == bare(reason.strip())
            found.append(Read(bare(html), [number.removesuffix(":0")], {}, bare(reason.strip())))
            continue
        right, wrong = [], {}
        for line in answers.strip("\n").split("\n"):
            sign, (answer, told) = line.strip()[0], re.split(r"(?<!\\)#", line.strip()[1:], maxsplit=1)
            weight, answer = re.fullmatch(r"%(\d+)%(.*)", answer, re.DOTALL).groups()
            assert (sign, weight) in (("=", "100"), ("~", "0"))
            if sign == "=":
                right.append(unescape(bare(answer)))
            else:
                wrong[unescape(bare(answer))] = unescape(bare(told))
        found.append(Read(bare(html), right, wrong, bare(reason.strip())))
    return head.removeprefix("$CATEGORY: ").replace("//", "/"), found


@pytest.mark.parametrize("kind", ["score", "count", "legal", "tile", "award", "winner"])
def test_each_question_is_imported_with_its_answers(kind: str) -> None:
    game = dl.quiz("all-fives", kind, n=4, seed=2)
    title, found = read(game.gift())
    assert title == game.title
    assert len(found) == 4
    for number, (item, asked) in enumerate(zip(game.items, found, strict=True), 1):
        plain = asked.html.replace("&#x27;", "'").replace("&quot;", '"')
        assert placeless(item.asked.text) in placeless(plain)
        assert unescape(asked.reason) == " ".join(item.reason.text.split())
        assert asked.right
        assert all(game.grade(number, given).right for given in asked.right)
        for given, reply in asked.wrong.items():
            assert game.grade(number, given).right is False
            assert reply
        [(words, packed)] = IMAGE.findall(asked.html)
        picture = ET.fromstring(base64.b64decode(packed))
        assert picture.tag.endswith("svg")
        assert "on the table" in words


def test_strangers_words_stay_words() -> None:
    evil = "{~%100%x#y} <img src=x onerror=1> ::\\n"
    hand = dl.load("all-fives-worked-example")
    notes = {step: note._replace(ask=f"{evil}{note.ask}") for step, note in hand.notes.items() if note.ask}
    _, found = read(dl.questions(hand.__class__(**{**hand.__dict__, "notes": notes})).gift())
    assert len(found) == len(notes)
    for one in found:
        assert one.html.count("<img") == 1
        assert "&lt;img src=x" in one.html


def test_strangers_names_are_neither_marks_nor_markup() -> None:
    names = ["[html]%100%Ana", "<img src=x onerror=alert(1)>"]
    hand = dl.play_out("all-fives", seed=7, names=names)
    hand = replace(hand, title="a/b: {c}", notes={4: Note(ask="Whose turn is it?", about="who")})
    gift = dl.questions(hand).gift()
    title, [one] = read(gift)
    assert title == "a/b: {c}"
    assert {*one.right, *one.wrong} == set(names)
    assert gift.count("<img") == 1, "the picture, and nothing of a name"
    assert "%[html]" not in gift


def test_it_is_written_to_a_file(tmp_path: Path) -> None:
    game = dl.quiz("block", "award", n=1, seed=1)
    assert game.gift(tmp_path / "questions.gift") == (tmp_path / "questions.gift").read_text(encoding="utf-8")
    with pytest.raises(RecordError, match=r"already exists: name another file, or save with overwrite=True"):
        game.gift(tmp_path / "questions.gift")
    assert game.gift(tmp_path / "questions.gift", overwrite=True) == game.gift()
    with pytest.raises(RecordError, match="folder"):
        game.gift(tmp_path)
