"""Source code: the file, the line and the code of the policy that made a decision."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

from domino_lab.core.actions import Action
from domino_lab.core.errors import RecordError
from domino_lab.core.rulings import Ruling
from domino_lab.explain.why import why
from domino_lab.explain.why_not import why_not
from domino_lab.play.hand import advance
from domino_lab.play.move_text import ScoreCall
from domino_lab.play.settlement import settle
from domino_lab.play.start import start
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline
from domino_lab.record import read, write
from domino_lab.rules.custom import clause_of
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown, code_block, printable

_PACKAGE = Path(__file__).parents[1]
_NOT_DECIDING = {"<string>", str(_PACKAGE / "core" / "rulings.py"), str(_PACKAGE / "rules" / "answers.py")}
"""Where rulings are made or given their words, but nothing is decided."""


class Code(NamedTuple):
    """The place of a decision: the file, the line (from 1), the function or class, its code, and the clause.

    >>> print(Code("domino_lab/rules/x.py", 7, "Drawing.ruling", "def ...", "AF0-DRAW-1"))
    AF0-DRAW-1: domino_lab/rules/x.py, line 7, in Drawing.ruling
    """

    file: str
    line: int
    name: str
    text: str
    clause: str

    def __str__(self) -> str:
        return phrase("branch.code", clause=self.clause, file=self.file, line=self.line, name=self.name)

    def __repr__(self) -> str:
        return printable(f"{self}\n\n{self.text}")

    def _repr_markdown_(self) -> str:
        return f"{as_markdown(str(self))}\n\n{code_block(self.text)}"


def deciding_code(hand: Timeline, step: int) -> Code:
    """Return the code that decided step `step` of a hand, by doing the step again and watching it.

    Raises RecordError if the step has no decision that can be made again.
    """
    ruling = why(hand.steps[step]).ruling
    if ruling is None:
        raise RecordError(f"no rule decided anything in step {step}")
    return _find_code(hand.rules, ruling, _again(hand, step % len(hand)))


def refusing_code(hand: Timeline, step: int, action: Action | ScoreCall) -> Code:
    """Return the code that rules on `action` after step `step`."""
    state = hand.steps[step].state
    return _find_code(hand.rules, why_not(state, action).ruling, lambda: why_not(state, action))


def _again(hand: Timeline, step: int) -> Callable[[], object]:
    """Return a function that does a step again."""
    now = hand.steps[step]
    if step and now.action is not None:
        return partial(advance, hand.steps[step - 1].state, now.action)
    if step:
        return partial(settle, hand.steps[step - 1].state)
    table = now.state.table
    if hand.shuffle is not None:
        return partial(start, table.rules, hand.shuffle, seats=table.seats, names=table.names, standing=table.standing)
    rules = table.rules if table.rules.own else table.rules.home or table.rules
    return partial(read, write(hand.upto(0)), lambda _name: rules)


def _find_code(rules: Ruleset, ruling: Ruling, again: Callable[[], object]) -> Code:
    for group, policy in rules.own.items():
        if clause_of(group, policy) == ruling.id:
            return _of_class(type(policy), ruling.id)
    seen = _trace(again, ruling)
    if seen is None:
        raise RecordError(f"the decision by {ruling.id} cannot be repeated, so its code cannot be shown")
    code, number = seen
    name = getattr(code, "co_qualname", code.co_name)
    return Code(_readable_path(code.co_filename), number, name, _source(code), ruling.id)


def _trace(again: Callable[[], object], ruling: Ruling) -> tuple[CodeType, int] | None:
    """The innermost function that returned the ruling, or a value that holds it, and the line on which it did."""
    seen: list[tuple[CodeType, int]] = []

    def watch(frame: FrameType, event: str, answer: object) -> None:
        if event == "return" and not seen and frame.f_code.co_filename not in _NOT_DECIDING and _says(answer, ruling):
            seen.append((frame.f_code, frame.f_lineno))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        again()
    finally:
        sys.setprofile(before)
    return seen[0] if seen else None


def _says(answer: object, ruling: Ruling, depth: int = 2) -> bool:
    """True if an answer is the ruling, or an event, a step or the like that holds it."""
    if isinstance(answer, Ruling):
        return answer[:2] == ruling[:2]
    if not isinstance(answer, tuple) or isinstance(answer, State) or depth < 0:
        return False
    return any(_says(part, ruling, depth - 1) for part in answer)


def _of_class(made: type, clause: str) -> Code:
    try:
        file, (_, number) = inspect.getsourcefile(made) or "", inspect.getsourcelines(made)
        return Code(_readable_path(file), number, made.__qualname__, _source(made), clause)
    except (OSError, TypeError):
        return Code(phrase("branch.code_notebook"), 1, made.__qualname__, phrase("branch.code_gone"), clause)


def _readable_path(file: str) -> str:
    """The path from the package on; code of a notebook is in no file that could be opened."""
    path = Path(file)
    if _PACKAGE in path.parents:
        return path.relative_to(_PACKAGE.parent).as_posix()
    return path.name if path.is_file() and "ipykernel" not in file else phrase("branch.code_notebook")


def _source(made: CodeType | type) -> str:
    """The code without its docstring, which tells programmers what the rule page tells players."""
    try:
        text = textwrap.dedent(inspect.getsource(made))
        body = ast.parse(text).body[0]
    except (OSError, TypeError, SyntaxError):
        return phrase("branch.code_gone")
    lines = text.rstrip().splitlines()
    inside = body.body if isinstance(body, (ast.FunctionDef, ast.ClassDef)) else []
    first = inside[0] if len(inside) > 1 else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        del lines[first.lineno - 1 : first.end_lineno]
    return "\n".join(lines)
