"""Perfect play beside a hand: who would win, the best tile, where points were given away; and when it keeps silent."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest

import domino_lab as dl
from domino_lab.chance.solver import solve
from domino_lab.play.move_text import describe_move
from domino_lab.play.timeline import Note
from domino_lab.widgets.stepper import PerfectPanel
from tests.widgets.kept import picture
from tests.widgets.reading import area, find, kinds, nodes, styled, text as read, texts

ANA = 'ruleset = "block"\nplayers = ["Ana", "Ben"]\n[deal]\n' \
    'holdings = [["6-6", "6-5", "6-1"], ["6-4", "4-4", "1-0"]]\nleader = 0\n' \
    '[[move]]\nplay = "6-6"\n[[move]]\nplay = "6-4"\n[[move]]\nplay = "6-5"\nat = "6-6"\n'
"""The ends show 4 and 5, and Ben holds 4-4 and 1-0. He lays 4-4, and then nobody can lay: Ana holds 7 pips, Ben 1."""


def text(view: dl.PerfectPlay | dl.HandStepper) -> str:
    return read(view.perfect.nodes())


def goes(panel: PerfectPanel) -> list[int]:
    """The steps to which the buttons in it go."""
    return [node["value"] for node in nodes(panel.nodes()) if node.get("do") == "go"]


def test_it_says_who_wins_from_here_and_the_best_move_first() -> None:
    for step in (0, 3, 8):
        view = dl.PerfectPlay("block", seed=4, step=step)
        state = view.here.state
        solution = solve(state)
        points = abs(solution.value)
        winner = view.here.timeline.names[solution.seat if solution.value > 0 else 1 - solution.seat]
        assert f"{winner} wins {points} point" in text(view)
        moves = {describe_move(state, choice.action): choice for choice in solution.choices}
        items = [read(one) for one in kinds(view.perfect.nodes(), "list")[0]["in"]]
        assert describe_move(state, solution.best) in items[0]
        assert "best" in items[0]
        assert [("wins" in item, int(re.search(r"(?:wins|loses) (\d+)", item)[1])) for item in items] == [
            (choice.value > 0, abs(choice.value)) for choice in moves.values()]
        assert len(styled(view.perfect.nodes(), "best")) == sum(one.value == solution.value for one in moves.values())


def test_each_next_move_has_its_worth_at_its_place_on_the_table() -> None:
    view = dl.PerfectPlay("block", seed=4, step=3)
    solution = solve(view.here.state)
    table = view.moment()["table"]
    best = {}
    for choice in solution.choices:     # the best first: each end has what its best tile is worth
        best.setdefault(choice.action.end, choice.value)
    assert [int(spot["gain"].replace("−", "-")) for spot in table["spots"]] == [*best.values()]
    [hand] = [hand for hand in kinds(view, "hand") if hand.get("values")]
    worth = {tile: value["text"] for tile, value in zip(hand["tiles"], hand["values"], strict=True) if value}
    assert worth == {str(choice.action.tile): f"{choice.value:+d}".replace("-", "−") for choice in solution.choices}
    assert all(spot["off"] and 0 <= spot["box"][0] < table["size"][0] for spot in table["spots"])
    view.here.viewpoint = 0
    assert not view.moment()["table"]["spots"]


def test_a_small_hand_reckoned_on_paper() -> None:
    """Ben can only lay 4-4. Then Ana holds 6-1, he 1-0, and neither goes to a 4 or a 5: a block, which he wins."""
    view = dl.PerfectPlay(dl.load(ANA), step=3)
    settled = dl.settle("block", holdings=[["6-1"], ["1-0"]])
    assert settled.winner == 1
    assert f"Ben wins {settled.award} points" in text(view)


def test_the_steps_where_points_were_given_away_are_buttons_that_go_there() -> None:
    view = dl.PerfectPlay("block", seed=4)
    lost = [move for move in view.perfect.result.moves if move.lost]
    assert len(lost) > 2
    assert goes(view.perfect) == [move.step - 1 for move in lost]
    view.do("go", lost[1].step - 1)
    assert view.here.step == lost[1].step - 1
    assert "in the hand" in text(view)


def test_the_stepper_offers_it_where_a_hand_can_be_solved() -> None:
    stepper = dl.HandStepper("block", seed=4)
    assert "wins 40 points" not in area(stepper, "more")
    stepper.do("tab", "perfect")
    assert "wins 40 points" in area(stepper, "more")
    stepper.do("key", "ArrowRight")
    assert "best from here" in area(stepper, "more")
    stepper.do("key", "Escape")
    assert "best from here" not in area(stepper, "more")
    for game, seats in (("all-sevens", 2), ("block", 3), ("five-columns", 1)):
        [tabs] = kinds(dl.HandStepper(game, seed=1, seats=seats), "tabs")
        assert "perfect" not in [name for name, _ in tabs["tabs"]]


def test_in_a_notebook_the_tab_says_that_it_waits() -> None:
    async def open_tab() -> tuple[str, str]:
        stepper = dl.HandStepper("block", seed=4)
        stepper.do("tab", "perfect")
        waits = text(stepper)
        await stepper.perfect._worker._task
        return waits, text(stepper)

    waits, solved = asyncio.run(open_tab())
    assert "being worked out" in waits
    assert solved == text(dl.HandStepper("block", seed=4))
    assert "If both play their best" in solved


def test_another_line_is_looked_at_anew() -> None:
    stepper = dl.HandStepper("block", seed=4)
    before = text(stepper)
    stepper.here.go(2)
    stepper.do("tab", "what_if")
    stepper.do("try", 0)
    assert stepper.here.is_branch
    assert stepper.perfect.result.line is stepper.here.timeline
    stepper.here.back()
    stepper.here.first()
    assert text(stepper) == before


@pytest.mark.parametrize("viewpoint", [0, 1, "table"])
def test_it_keeps_silent_where_tiles_lie_face_down(viewpoint: int | str) -> None:
    view = dl.PerfectPlay("block", seed=4, step=3, viewpoint=viewpoint)
    assert "looks at all tiles" in text(view)
    assert not re.search(r"\d-\d|wins|loses", text(view) + view._repr_mimebundle_()["text/plain"].split("play:")[1])
    view.here.last()
    assert "Points given away" in text(view)


def test_it_does_not_answer_a_question_nor_tell_what_comes_after_one() -> None:
    hand = dl.play_out("block", seed=4)
    lost = [move.step for move in dl.perfect_play(hand).moves if move.lost]
    asks = replace(hand, notes={lost[1]: Note(ask="What now?", about="tile")})
    view = dl.PerfectPlay(asks, step=lost[1] - 2)
    assert goes(view.perfect) == [lost[0] - 1]
    assert "In all" not in text(view)
    assert "In the hand:" not in text(view)
    view.here.next()
    assert view.here.question is not None
    assert "Answer the question first" in text(view)
    assert not re.search(r"\d-\d", text(view))
    view.here.answer(None)
    assert "In the hand:" in text(view)


def test_a_hand_it_cannot_solve_says_why() -> None:
    for game in ("all-sevens", "five-columns", "blind"):
        view = dl.PerfectPlay(game, seed=1)
        assert "Perfect play is for games" in text(view)
        assert view._repr_mimebundle_()["text/plain"].count("draw or pass") == 1
    with pytest.raises(dl.DominoError, match="All Sevens is different: matching"):
        dl.perfect_play("all-sevens", seed=1)
    with pytest.raises(dl.DominoError, match="every tile is known"):
        dl.perfect_play(ANA.replace('"block"', '"draw-classic"'))


def test_a_saved_notebook_has_it_all_as_text() -> None:
    view = dl.PerfectPlay("block", seed=4, step=2)
    bundle = view._repr_mimebundle_()
    assert picture(bundle).startswith("<svg")
    assert "Step 2 of" in bundle["text/plain"].splitlines()[0]
    for move in view.perfect.result.moves:
        if move.lost:
            assert f"Step {move.step}: " in bundle["text/plain"]


def test_the_table_has_every_move_and_adds_up() -> None:
    found = dl.perfect_play("block", seed=4)
    table = found.table()
    assert (table["best worth"] - table["worth"] == table["lost"]).all()
    assert table[table.player == "Ana"].lost.sum() == found.loss_of(0)
    assert str(found).count("\nStep ") == (table.lost > 0).sum()


def test_a_cell_that_ends_with_it_shows_the_words_over_the_table() -> None:
    found = dl.perfect_play("block", seed=4)
    page = found._repr_html_()
    assert all(f"<p>{line}</p>" in page for line in found.text.splitlines())
    assert page.index("</p>") < page.index("<table")


def test_it_says_where_it_is_and_moves_and_can_be_made_again() -> None:
    view, line = dl.PerfectPlay("block", seed=4, step=3), 'dl.PerfectPlay("block", seed=4, step=3)'
    assert "Block Game, seed 4, hand 1" in area(view, "head")
    assert f"Step 3 of {view.here.end}" in area(view, "bar")
    assert view.status in area(view, "talk")
    assert view.line == line
    assert line in texts(view)
    assert eval(line).line == line
    view.do("next")
    assert f"Step 4 of {view.here.end}" in area(view, "bar")
    view.do("key", "End")
    assert find(view, "next")["off"]
    assert "step=3" not in view.line
