"""Sentences are plain, modern English: the manners that native readers stumbled over do not come back.

Each pattern is tried on a sentence that had it. The texts are all words of the package, the notes of its hands, the
prose of the course, and the messages in the code.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.notebooks.saved import ANSWERS, LESSONS, ROOT, prose

PACKAGE = ROOT / "domino_lab"

OLD = {
    "for instead of because": (r", for (?:it|he|she|they|there|nobody|its|his|no)\b",
                               "There the 5-5 is a spinner, for it was first."),
    "is no": (r"(?<![Tt]here )\b(?:is|are|was|were) no (?!longer\b|better\b)[a-z]+", "7 is no multiple of five."),
    "who without a noun": (r"(?:^|[.:;] )Who (?:cannot|can|has|have|keeps|makes|holds|lays|plays|goes)\b[^?]*\.",
                           "Who cannot lay draws."),
    "a condition turned round": (r"(?:^|\. )(?:Is|Are|Has|Does|Can|Should) (?:the|a|an|you|it)\b[^?.]*, [^?.]*\.",
                                 "Is the sum a multiple of five, you score it."),
    "out for gone out": (r"\b(?:[A-Z][a-z]+|[Ss]?[Hh]e) is out(?: and\b| with\b|[.,]|$)", "Ben is out."),
    "a number, then more": (r"\b(?:one|a) (?:rule|turn) more\b|\b(?:two|three) tiles more\b",
                            "There is one rule more than in the main game."),
    "no more for no longer": (r"\bcounts? (?:no|nothing) more\b", "It counts nothing more."),
    "also for even": (r"\balso (?:when|if)\b", "It scores, also when the tile is a double."),
    "one a seat": (r"\b(?:one|row) an? (?:seat|step|player)\b", "Name one a seat, or one for all."),
    "to lay a tile": (r"\b[Ll]ays? (?:a tile|it\b|[0-9]-[0-9]|\{tile\})", "Lay it on the 5-5."),
    "to lead without with": (r"\b(?:double|single|one) (?:left )?to lead(?:$|[.,;])", "the set has no double to lead"),
    "a rule that says nothing for": (r"\bsays nothing for\b", "the deal says nothing for 5 players"),
    "kept for added": (r"\bha(?:s|ve) been kept\b", "The note has been kept."),
    "the only one there is": (r"\bonly one there is\b", "1, the only one there is"),
    "a number over a tile": (r"\b(?:says?|said|goes on with) (?:\d+|\{number\}) over\b", "Ana says 8 over 2-1."),
}


def strings(found: Any) -> Iterator[str]:
    if isinstance(found, dict):
        found = list(found.values())
    if isinstance(found, list):
        for one in found:
            yield from strings(one)
    elif isinstance(found, str):
        yield found


@cache
def all_texts() -> tuple[tuple[str, str], ...]:
    """Every text with the file in which it stands."""
    return tuple(texts())


def texts() -> Iterator[tuple[str, str]]:
    for path in sorted([*PACKAGE.glob("words/en/**/*.toml"), *PACKAGE.glob("hands/*.toml")]):
        for text in strings(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield path.name, text
    for path in [*LESSONS, *ANSWERS]:
        for text in prose(path):
            yield path.name, text
    for path in sorted(PACKAGE.glob("**/*.py")):
        if "widgets" not in path.parts:
            for text in messages(path):
                yield path.name, text


def messages(path: Path) -> Iterator[str]:
    """The texts in a module that are not docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


@pytest.mark.parametrize("name", OLD)
def test_an_old_manner_is_gone(name: str) -> None:
    pattern, example = OLD[name]
    assert re.search(pattern, example), "it finds the sentence that had it"
    assert [(file, found[0]) for file, text in all_texts() for found in re.finditer(pattern, text)] == []


def test_nobody_in_general_is_a_man() -> None:
    """A player whom a rule or a label speaks of is "they"; the people of a hand have names."""
    words = [(path.name, text) for path in PACKAGE.glob("words/en/**/*.toml")
             for text in strings(tomllib.loads(path.read_text(encoding="utf-8")))]
    assert [(file, text) for file, text in words if re.search(r"\b(?:he|his|him|himself)\b", text, re.I)] == []


BUTTONS = ("Play tile", "Draw", "Pass", "Undo", "Redo", "Hint", "Why?", "Why not?", "What if?", "Check", "Show answer")
OLD_BUTTONS = ("Lay it", "Say on", "Show me", "Why, in full", "Larger or smaller", "Take it away", "Place before")


def test_the_words_on_buttons() -> None:
    words = {text for file, text in all_texts() if file.endswith(".toml")}
    assert words >= set(BUTTONS)
    assert words & set(OLD_BUTTONS) == set()
    lessons = " ".join(text for path in [*LESSONS, *ANSWERS] for text in prose(path))
    assert [old for old in OLD_BUTTONS if f"*{old}*" in lessons] == []
