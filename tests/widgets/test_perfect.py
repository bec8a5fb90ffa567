"""Perfect play beside a hand: who would win, the best tile, where points were given away; and when it keeps silent."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

import domino_lab as dl
from domino_lab.chance.solver import solve
from domino_lab.explain.move_text import describe_move
from domino_lab.play.timeline import Note

ANA = 'ruleset = "block"\nplayers = ["Ana", "Ben"]\n[deal]\n' \
    'holdings = [["6-6", "6-5", "6-1"], ["6-4", "4-4", "1-0"]]\nleader = 0\n' \
    '[[move]]\nplay = "6-6"\n[[move]]\nplay = "6-4"\n[[move]]\nplay = "6-5"\nat = "6-6"\n'
"""The ends show 4 and 5, and Ben holds 4-4 and 1-0. He lays 4-4, and then nobody can lay: Ana holds 7 pips, Ben 1."""


def text(view: dl.PerfectPlay) -> str:
    return re.sub("<[^>]+>", " ", view.page.value)


def test_it_says_who_wins_from_here_and_the_best_move_first() -> None:
    for step in (0, 3, 8):
        view = dl.PerfectPlay("block", seed=4, step=step)
        state = view.here.state
        solution = solve(state)
        points = abs(solution.value)
        winner = view.here.timeline.names[solution.seat if solution.value > 0 else 1 - solution.seat]
        assert f"{winner} wins {points} point" in text(view)
        moves = {describe_move(state, choice.action): choice for choice in solution.choices}
        items = [re.sub("<[^>]+>", "", item) for item in re.findall("<li>(.*?)</li>", view.page.value)[: len(moves)]]
        assert describe_move(state, solution.best) in items[0]
        assert "best" in items[0]
        assert [("wins" in item, int(re.search(r"(?:wins|loses) (\d+)", item)[1])) for item in items] == [
            (choice.value > 0, abs(choice.value)) for choice in moves.values()]
        assert view.page.value.count("<b>") == sum(choice.value == solution.value for choice in moves.values())


def test_a_small_hand_reckoned_on_paper() -> None:
    """Ben can only lay 4-4. Then Ana holds 6-1, he 1-0, and neither goes to a 4 or a 5: a block, which he wins."""
    view = dl.PerfectPlay(dl.load(ANA), step=3)
    settled = dl.settle("block", holdings=[["6-1"], ["1-0"]])
    assert settled.winner == 1
    assert f"Ben wins {settled.award} points" in text(view)


def test_the_steps_where_points_were_given_away_are_buttons_that_go_there() -> None:
    view = dl.PerfectPlay("block", seed=4)
    lost = [move for move in view.found.moves if move.lost]
    assert len(lost) > 2
    assert re.findall(r'data-dlab-press="go:(\d+)"', view.page.value) == [str(move.step - 1) for move in lost]
    view.press(f"go:{lost[1].step - 1}")
    assert view.here.step == lost[1].step - 1
    assert "in the hand" in text(view)


def test_the_stepper_offers_it_where_a_hand_can_be_solved() -> None:
    stepper = dl.HandStepper("block", seed=4)
    assert stepper.perfect.layout.display == "none"
    stepper.best.click()
    assert stepper.perfect.layout.display == ""
    assert "wins 40 points" in text(stepper.perfect)
    stepper.key("ArrowRight")
    assert "best from here" in text(stepper.perfect)
    stepper.key("Escape")
    assert stepper.perfect.layout.display == "none"
    for game, seats in (("all-fives", 2), ("block", 3), ("five-columns", 1)):
        assert dl.HandStepper(game, seed=1, seats=seats).best.layout.display == "none"


def test_another_line_is_looked_at_anew() -> None:
    stepper = dl.HandStepper("block", seed=4)
    stepper.best.click()
    before = text(stepper.perfect)
    stepper.here.go(2)
    stepper.what_if.toggle()
    stepper.what_if.move.value = len(stepper.what_if.move.options) - 1
    stepper.what_if.do.click()
    assert stepper.here.is_branch
    assert stepper.perfect.found.line is stepper.here.timeline
    stepper.here.back()
    stepper.here.first()
    assert text(stepper.perfect) == before


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
    assert re.findall(r'data-dlab-press="go:(\d+)"', view.page.value) == [str(lost[0] - 1)]
    assert "In all" not in text(view)
    assert "In the hand:" not in text(view)
    view.here.next()
    assert view.here.question is not None
    assert "Answer the question first" in text(view)
    assert not re.search(r"\d-\d", text(view))
    view.here.answer(None)
    assert "In the hand:" in text(view)


def test_a_hand_it_cannot_solve_says_why() -> None:
    for game in ("all-fives", "five-columns", "blind"):
        view = dl.PerfectPlay(game, seed=1)
        assert "Only a plain line for two players can be solved" in text(view)
        assert view._repr_mimebundle_()["text/plain"].count("plain line") == 1
    with pytest.raises(dl.DominoError, match="plain line for two"):
        dl.perfect_play("all-fives", seed=1)
    with pytest.raises(dl.DominoError, match="every tile is known"):
        dl.perfect_play(ANA.replace('"block"', '"draw-classic"'))


def test_a_saved_notebook_has_it_all_as_text() -> None:
    view = dl.PerfectPlay("block", seed=4, step=2)
    bundle = view._repr_mimebundle_()
    assert bundle["image/svg+xml"].startswith("<svg")
    assert "Step 2 of" in bundle["text/plain"].splitlines()[0]
    for move in view.found.moves:
        if move.lost:
            assert f"Step {move.step}: " in bundle["text/plain"]


def test_the_table_has_every_move_and_adds_up() -> None:
    found = dl.perfect_play("block", seed=4)
    table = found.table()
    assert (table["best worth"] - table["worth"] == table["lost"]).all()
    assert table[table.player == "Player 1"].lost.sum() == found.lost_by(0)
    assert str(found).count("\nStep ") == (table.lost > 0).sum()


def test_a_cell_that_ends_with_it_shows_the_words_over_the_table() -> None:
    found = dl.perfect_play("block", seed=4)
    page = found._repr_html_()
    assert all(f"<p>{line}</p>" in page for line in found.text.splitlines())
    assert page.index("</p>") < page.index("<table")


@pytest.mark.parametrize(("made", "line"), [
    (lambda: dl.PerfectPlay("block", seed=4, step=3), 'dl.PerfectPlay("block", seed=4, step=3)'),
    (lambda: dl.HiddenTiles("block", seed=4, step=3), 'dl.HiddenTiles("block", seed=4, step=3)'),
    (lambda: dl.HiddenTiles("block", seed=4, step=3, seat=1), 'dl.HiddenTiles("block", seed=4, step=3, seat=1)'),
])
def test_alone_it_says_where_it_is_and_moves_and_can_be_made_again(
    made: Callable[[], dl.PerfectPlay], line: str,
) -> None:
    view = made()
    assert f"Block Game, seed 4, hand 0. Step 3 of {view.here.end}" in view.head.value
    assert re.sub("<[^>]+>", "", view.head.value).endswith(html.escape(view.frame.status))
    assert re.sub("<[^>]+>", "", view.made_by.value) == html.escape(line)
    assert eval(line).line == line
    view.transport.buttons["next"].click()
    assert f"Step 4 of {view.here.end}" in view.head.value
    view.key("End")
    assert view.transport.buttons["next"].disabled
    assert view.line.count("step=3") == 0
    view.size.click()
    assert "dlab-large" in view._dom_classes


def test_beside_a_hand_it_leaves_all_that_to_the_composite() -> None:
    stepper = dl.HandStepper("block", seed=4)
    assert stepper.perfect.children == (stepper.perfect.heading, stepper.perfect.page)


def test_alone_it_lists_no_key_that_does_nothing() -> None:
    view = dl.PerfectPlay("block", seed=4)
    view.key("?")
    listed = view.children[-1].value
    assert "Esc" not in listed
    assert "Escape" not in view.frame.key_set
    assert "Space" in listed


@pytest.mark.parametrize("make", [lambda: dl.PerfectPlay("block", seed=4), lambda: dl.HiddenTiles("block", seed=4),
                                  lambda: dl.HandStepper("block", seed=4)])
def test_a_closed_view_leaves_no_widgets_behind(make: Callable[[], dl.PerfectPlay], alive: Callable[[], int]) -> None:
    before = alive()
    view = make()
    assert alive() > before
    view.close()
    assert alive() == before
