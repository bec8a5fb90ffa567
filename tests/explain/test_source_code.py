"""The code of a rule: the file and the line that decided, in the code as it stands, for built-in and own policies."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab import hands
from domino_lab.catalogue import rulesets
from domino_lab.core.errors import RecordError
from domino_lab.rules.scoring import Scoring
from domino_lab.widgets import HandStepper
from tests.widgets.reading import kinds, text

ROOT = Path(__file__).parents[2]
RULE_ROOMS = ("domino_lab/rules/", "domino_lab/solitaire/", "domino_lab/play/")


def function_at(file: str, line: int) -> str:
    """The name of the innermost function of a file that holds a line."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
             and node.lineno <= line <= (node.end_lineno or 0)]
    return max(found, key=lambda node: node.lineno).name


@pytest.mark.parametrize("rules", [rules for rules in rulesets() if "/" not in rules.id], ids=lambda rules: rules.id)
def test_every_step_of_every_game_has_its_code_in_a_room_of_rules(rules):
    hand = dl.play_out(rules.id, seed=3)
    for step in sorted({0, 1, len(hand) // 2, len(hand) - 1}):
        code = dl.code_of(hand, step)
        assert code.clause == dl.why(hand, step).clause
        assert code.file.startswith(RULE_ROOMS)
        assert function_at(code.file, code.line) in code.name
        lines = {line.strip() for line in (ROOT / code.file).read_text(encoding="utf-8").splitlines()}
        assert {line.strip() for line in code.text.splitlines()} <= lines


@pytest.mark.parametrize("name", [name for name in hands.names() if name.startswith(("all-fives", "two-box", "blind"))])
def test_the_deal_of_a_record_has_code_too(name):
    assert dl.code_of(name, 0).file.startswith("domino_lab/")


def test_a_score_is_decided_by_the_scoring_and_a_refusal_by_what_refuses():
    assert dl.code_of("all-fives-worked-example", 1).name == "Scoring.score_ruling"
    assert dl.code_of("all-fives-whole-hand", 1, "draw").name == "Drawing.draw_ruling"
    assert dl.code_of("all-fives-worked-example", 1, "6-6", at="5-5").name == "Matching.fit_ruling"
    assert "def draw_ruling" in dl.code_of("all-fives-whole-hand", 1, "draw").text


def test_the_docstring_is_left_out():
    code = dl.code_of("all-fives-worked-example", 1)
    assert (Scoring.score_ruling.__doc__ or "").splitlines()[0] not in code.text
    assert '"""' not in code.text


class OnlyDoubles(dl.rules.Matching):
    """A matching rule of a reader's own: a double goes on anything."""

    yes = "{tile} may go on {onto}."
    no = "{tile} may not go on {onto}."

    def fits(self, tile, value):
        return tile.is_double or value in tile[:2]


def test_a_policy_of_ones_own_shows_its_own_class():
    hand = dl.play_out(dl.ruleset("block").but(matching=OnlyDoubles()), seed=3)
    code = dl.code_of(hand, 2)
    assert code.clause == "OWN-MATCHING"
    assert (code.file, code.name) == ("test_source_code.py", "OnlyDoubles")
    assert "tile.is_double or value" in code.text


def test_a_step_that_is_not_there_is_refused():
    with pytest.raises(RecordError, match="no step 99"):
        dl.code_of("all-fives-worked-example", 99)


def test_it_shows_itself_in_a_notebook():
    shown = dl.code_of("all-fives-worked-example", 1)._repr_markdown_()
    assert "```python\ndef score_ruling" in shown
    assert shown.startswith("AF0-SCORE-1: domino")


def test_the_stepper_shows_it_behind_why_and_nowhere_else():
    stepper = HandStepper("all-fives", seed=7, step=1)

    def why() -> str:
        [found] = [fold for fold in kinds(stepper, "fold") if fold["label"] == "Why?"]
        return text(found)

    assert "def score_ruling" not in text(stepper)
    stepper.do("code")
    assert "domino_lab/rules/" in why()
    assert "def score_ruling" in why()
    assert text(stepper).count("def score_ruling") == 1
    stepper.here.next()
    assert dl.code_of(stepper.here.timeline, 2).name in why()
    stepper.do("code")
    assert "def score_ruling" not in text(stepper)
