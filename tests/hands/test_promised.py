"""The hands that were promised by name: each shows the one thing that its game is known for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domino_lab import hands
from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Play, Stack
from domino_lab.core.events import LaidTile, Settled
from domino_lab.core.tiles import Tile
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline
from domino_lab.record import read


def of_game(name: str) -> Iterator[Timeline]:
    lines = (read(hands.text(hand), get) for hand in hands.names())
    return (line for line in lines if line.rules.id == name)


def moves(line: Timeline) -> Iterator[tuple[Step, Step]]:
    """Each action with the step before it."""
    steps = [step for step in line.steps[1:] if step.action is not None]
    return zip(line.steps, steps, strict=False)


def cases(step: Step) -> set[tuple[str, str]]:
    return {(ruling.id, ruling.case) for event in step.events for ruling in event.ruling.tree()}


def joined(before: Step, after: Step) -> int | None:
    """The value at the open end that a play joined."""
    laid = next((event.laid for event in after.events if isinstance(event, LaidTile)), None)
    return None if laid is None or laid.parent < 0 or not before.state.chain.laid else laid.joint


def draws_down_to_two(line: Timeline) -> bool:
    """DR2-DRAW-1: drawing went on until two tiles were left, and they stayed."""
    drawn = [after for _, after in moves(line) if isinstance(after.action, Draw)]
    return bool(drawn) and drawn[-1].state.boneyard == 2


def stops_with_tiles_to_draw(line: Timeline) -> bool:
    """DR2-AR: the layout is dead, and the hand ends although more than two tiles lie in the boneyard."""
    return line.state.over == "blocked" and line.state.boneyard > 2


def plays_again_after_a_double(line: Timeline) -> bool:
    return any(
        isinstance(after.action, Play) and after.action.tile.is_double and after.seat == after.state.turn
        and after.state.over is None
        for _, after in moves(line)
    )


def weighs_a_blank_with_thirteen(line: Timeline) -> bool:
    """DR2-NL: somebody is left with the 0-0, and it weighs 13 in the sums."""
    left = any(Tile(0, 0) in held for held in line.state.holdings)
    weight = line.rules.equipment.weight(Tile(0, 0))
    return left and weight == 13 and any(isinstance(event, Settled) for event in line.steps[-1].events)


def scores_three_for_three_alike(line: Timeline) -> bool:
    return any(after.points == 3 and after.judged.case == "three" for _, after in moves(line))


def opens_a_blank_with_a_wild_tile(line: Timeline) -> bool:
    """A7-WILD-1: a tile that adds up to seven, or the 0-0, joins a blank."""
    return any(joined(before, after) == 0 for before, after in moves(line))


def steals_twenty_with_a_double(line: Timeline) -> bool:
    return any(
        isinstance(after.action, Stack) and after.action.tile.is_double and after.points == 20
        and min(now - then for now, then in zip(after.state.scores, before.state.scores, strict=True)) == -20
        for before, after in moves(line)
    )


def opens_the_tips_after_the_sides(line: Timeline) -> bool:
    """TB-LAY-1: two open ends at a lone spinner, and a tip used once both sides are covered."""
    first = next(after for _, after in moves(line))
    tips = [after for _, after in moves(line) if isinstance(after.action, Play) and after.action.end is not None
            and after.action.end.is_tip]
    return len(first.state.open_ends) == 2 and bool(tips)


PROMISED = [
    ("draw", draws_down_to_two), ("draw-arabic", stops_with_tiles_to_draw), ("draw-osel", plays_again_after_a_double),
    ("draw-dutch", weighs_a_blank_with_thirteen), ("bergen", scores_three_for_three_alike),
    ("all-sevens", opens_a_blank_with_a_wild_tile), ("two-box-cutthroat", steals_twenty_with_a_double),
    ("two-box", opens_the_tips_after_the_sides),
]


@pytest.mark.parametrize(("name", "shown"), PROMISED, ids=[f"{name}-{shown.__name__}" for name, shown in PROMISED])
def test_a_hand_shows_what_was_promised(name: str, shown) -> None:
    assert any(shown(line) for line in of_game(name)), f"no hand of {name} {shown.__name__.replace('_', ' ')}"


def test_tb_lay_1_the_hand_of_sides_before_tips_is_wrong_where_all_four_sides_are_open() -> None:
    text = hands.text("two-box-sides-before-tips")
    house = text.replace("\n[deal]", '\n[rules]\narm_order = "free"\n[deal]', 1)
    assert not read(text, get).problems
    assert [(problem.move, problem.clause) for problem in read(house, get).problems] == [
        (1, "REC-STATED"), (2, "REC-STATED")]


def test_tb_score_2_the_forgotten_call_is_worth_something_only_at_a_quiet_table() -> None:
    called, quiet = (read(hands.text(name), get) for name in ("two-box-sides-before-tips", "two-box-without-calls"))
    assert [step.action.tile for step in called.steps[1:]] == [step.action.tile for step in quiet.steps[1:]]
    lost = [number for number, (one, other) in enumerate(zip(called.steps, quiet.steps, strict=True))
            if one.points != other.points]
    assert lost == [7]
    assert (called.steps[7].points, quiet.steps[7].points) == (0, 15)
    assert ("TB-SCORE-2", "uncalled") in {(ruling.id, ruling.case) for ruling in called.steps[7].judged.tree()}
