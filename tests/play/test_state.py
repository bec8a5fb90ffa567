"""Positions: fields by their names, one function for each question, and the same questions for a patience."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Pass
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.settlement import settle
from domino_lab.play.start import start
from domino_lab.play.state import Position, State
from domino_lab.play.timeline import play_out
from domino_lab.play.view import view
from domino_lab.solitaire.patience_state import PatienceState

PACKAGE = Path(__file__).parents[2] / "domino_lab"
VERBS = ("legal", "judge", "advance", "settle", "view")


@cache
def nodes(room: str) -> tuple[tuple[str, ast.AST], ...]:
    return tuple((f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}", node)
                 for path in sorted((PACKAGE / room).rglob("*.py"))
                 for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def test_nobody_builds_a_state_by_position() -> None:
    calls = [(place, node) for place, node in nodes(".") if isinstance(node, ast.Call)]
    named = [(place, node.func.id, node.args) for place, node in calls if isinstance(node.func, ast.Name)]
    states = {place: len(given) for place, name, given in named if name == "State"}
    assert len(states) > 3
    assert not any(states.values()), states
    assert {ast.unparse(given[0]) for _, name, given in named if name == "made" and given} == {
        "Chain", "Laid", "LaidTile", "OpenEnd", "Step", "View"}
    places = [place for place, node in nodes(".") if isinstance(node, ast.Attribute)
              and node.attr == "__new__" and isinstance(node.value, ast.Name) and node.value.id == "tuple"]
    assert [place.partition(":")[0] for place in places] == ["core/chain.py"]


def test_nobody_takes_a_state_apart_by_position() -> None:
    """However the variable is called, no value of a name is unpacked into as many names as a state has fields."""
    assigned = [(place, node) for place, node in nodes(".") if isinstance(node, ast.Assign)
                and isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, (ast.Name, ast.Attribute))]
    sizes = {place: len(node.targets[0].elts) for place, node in assigned}
    assert len(sizes) > 30
    assert not {place for place, size in sizes.items() if size == len(State._fields)}


def test_each_question_about_a_position_is_a_function_and_no_method() -> None:
    for kind in (Position, State, PatienceState):
        assert not [verb for verb in VERBS if hasattr(kind, verb)], kind


def test_no_module_of_play_imports_late_or_asks_for_the_class_of_a_position() -> None:
    for place, node in nodes("play"):
        if isinstance(node, ast.FunctionDef):
            late = [inner for inner in ast.walk(node) if isinstance(inner, (ast.Import, ast.ImportFrom))]
            assert not late, place
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            assert not {"State", "PatienceState"} & {name.id for name in ast.walk(node.args[1])
                                                     if isinstance(name, ast.Name)}, place


@pytest.mark.parametrize("game", ["block", "patience"])
def test_the_functions_answer_for_a_hand_and_for_a_patience(game: str) -> None:
    state = start(get(game), Shuffle(seed=3)).state
    action = legal(state)[0]
    assert judge(state, action).allowed
    assert view(state, state.turn).legal == legal(state)
    step = advance(state, action)
    assert step.action == action
    assert len(step.state.chain.laid) == 1
    line = play_out(get(game), Shuffle(seed=3))
    over = line[len(line) - 2].state
    assert legal(over) == ()
    assert judge(over, Pass()).id == judge(over, Draw()).id == "GEN-OVER-1"
    assert settle(over).settled == line[-1].settled


def test_a_field_that_no_state_has_is_refused() -> None:
    with pytest.raises(KeyError, match="luck"):
        start(get("block"), Shuffle(seed=3)).state.but(luck=1)
