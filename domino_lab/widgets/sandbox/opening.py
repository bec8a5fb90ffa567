"""Opening: the board that a reader meant by what was typed, and what to type to have it again. No widgets here."""

from __future__ import annotations

from typing import Any

from domino_lab.catalogue import get
from domino_lab.catalogue.resolve import as_list, hand_of, ruleset
from domino_lab.errors import IllegalAction, RulesetError
from domino_lab.explain.layout_study import LayoutStudy
from domino_lab.explain.replay import lay_again
from domino_lab.notebook import lay
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal, python_source
from domino_lab.widgets.sandbox.study_board import StudyBoard


def board_of(what: Any, versus: Any, position: Any, step: int | None, seats: int | None) -> StudyBoard:
    """A board on a ruleset (its id, too), on a hand at a step (its name, too), or `what` itself when it is one.

    `position` are tiles as `dl.lay` takes them, or a hand, of which the tiles on the table are laid again.
    """
    if isinstance(what, StudyBoard):
        return what
    found = _position(what, position, step, seats)
    return StudyBoard(found, versus=[ruleset(other) for other in as_list(versus)])


def _position(what: Any, position: Any, step: int | None, seats: int | None) -> LayoutStudy:
    if isinstance(what, Timeline):
        return LayoutStudy.of(what, step)
    if isinstance(position, Timeline):
        return _under(ruleset(what), LayoutStudy.of(position, step))
    if position is not None:
        return LayoutStudy.of(lay(what, position), step)
    if isinstance(what, Ruleset):
        return LayoutStudy.empty(what, seats)
    try:
        rules = get(what)
    except RulesetError:
        return LayoutStudy.of(hand_of(what), step)
    return LayoutStudy.empty(rules, seats)


def _under(rules: Ruleset, found: LayoutStudy) -> LayoutStudy:
    """The same tiles laid under `rules`; IllegalAction where these refuse one."""
    if rules == found.line.rules:
        return found
    again = lay_again(found.state.chain, rules)
    if again.refused is not None:
        raise IllegalAction(again.refused)
    return LayoutStudy(again.line, found.holding)


def recipe(board: StudyBoard) -> str:
    """The line of Python that makes this sandbox again; empty where no short one does."""
    named = [typed(rules) for rules in board.rulesets]
    tiles = _tiles(board.position)
    if tiles is None or None in named:
        return ""
    main, *others = named
    versus = [] if not others else [others[0] if len(others) == 1 else f"[{', '.join(map(str, others))}]"]
    laid = [f"position={python_literal(tiles)}"] if tiles else []
    return f"dl.ScoringSandbox({', '.join([str(main), *map(str, versus), *laid])})"


def typed(rules: Ruleset) -> str | None:
    """A ruleset as one types it; None for one with a part of the reader's own."""
    return None if rules.own else python_source(rules)


def _tiles(position: LayoutStudy) -> str | None:
    """The tiles as `dl.lay` takes them, each with the tile it joins; None where some are stacked."""
    if position.state.stacks:
        return None
    rules, words = position.state.rules, []
    for laid in position.state.chain.laid:
        onto = f"@#{laid.parent + 1}" if laid.parent >= 0 else ""
        either = onto and len(rules.fitting[laid.joint].get(laid.tile, ())) > 1
        words.append(f"{laid.tile}{onto}{f'>{laid.out}' if either else ''}")
    return " ".join(words)
