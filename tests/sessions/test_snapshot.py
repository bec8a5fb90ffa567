"""One moment: what a change shows is worked out once, however many views there are, and hidden views do nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Play as Lay
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.scenarios import sides
from domino_lab.picture import scene
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.scoring import Scoring
from domino_lab.sessions.snapshot import StepViews
from domino_lab.widgets import HandStepper, Play, Playhead, ScoringSandbox, Table

Count = Callable[[str], Callable[[], int]]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Count:
    """How often a function is called from here on, by its name and where it is looked up."""

    def count(name: str) -> Callable[[], int]:
        calls: Counter[str] = Counter()
        where, _, what = name.rpartition(".")
        place = Scoring if where == "Scoring" else import_module(f"domino_lab.{where}")
        real = getattr(place, what)

        def counting(*given: Any, **named: Any) -> Any:
            calls[name] += 1
            return real(*given, **named)

        monkeypatch.setattr(place, what, counting)
        return lambda: calls[name]

    return count


def test_a_hand_is_counted_once_for_each_step_however_often_it_is_walked_through(
    hand: Timeline, counted: Count
) -> None:
    counts = counted("Scoring.count")
    stepper = HandStepper(hand)
    assert 0 < counts() <= len(hand)
    for _ in range(2):
        stepper.here.first()
        for _ in hand.steps:
            stepper.do("next")
    assert counts() <= len(hand)


@pytest.mark.parametrize("what", ["sessions.snapshot.tabletop", "sessions.snapshot.tell", "picture.scene.alt_text"])
def test_next_works_out_once_what_all_views_show(hand: Timeline, counted: Count, what: str) -> None:
    stepper = HandStepper(hand, step=3)
    Table(stepper.here)
    scene._table_scene.cache_clear()            # an earlier test may have shown the same table
    made = counted(what)
    stepper.do("next")
    assert made() == 1


def test_a_snapshot_is_of_its_own_step_and_stays_so(asking: Timeline) -> None:
    here = Playhead(asking)
    before = [here.snapshot]
    for _ in range(4):
        here.next()
        assert here.snapshot is here.snapshot
        before.append(here.snapshot)
    assert [seen.step for seen in before] == [0, 1, 2, 3, 4]
    assert [seen.count.total for seen in before] == [step.state.board_count.total for step in asking.steps[:5]]
    assert [seen.sentences.caption for seen in before] == [dl.why(asking, step).caption for step in range(5)]


@pytest.mark.parametrize("change", [
    {"viewpoint": 0}, {"viewpoint": "table"}, {"step": 5}, {"asks": False}, {"missed": "Not yet."},
])
def test_whatever_is_shown_makes_another_snapshot(asking: Timeline, change: dict[str, Any]) -> None:
    here = Playhead(asking, step=4)
    before = here.snapshot
    for name, value in change.items():
        setattr(here, name, value)
    after = here.snapshot
    assert after is not before
    here.playing, here.speed = not here.playing, "fast"
    assert here.snapshot is after


def test_a_line_that_goes_on_keeps_the_moments_it_shares(blocked: Timeline) -> None:
    first = StepViews.of(blocked)
    other = blocked.upto(3).play(next(action for action in legal(blocked[3].state)))
    second = StepViews.of(other, first)
    assert [one is two for one, two in zip(first, second, strict=False)][:4] == [True] * 4
    assert [moment.step for moment in second] == list(other.steps)
    assert [moment.number for moment in second] == list(range(len(other)))


def test_the_list_of_moves_hides_what_a_question_hides(asking: Timeline) -> None:
    here = Playhead(asking, step=2)
    assert len(here.snapshot.entries) == len(asking)
    assert len(set(here.snapshot.entries[6:])) == 1
    here.asks = False
    assert len(set(here.snapshot.entries)) > 6


# --- hidden views


def test_a_tab_that_is_not_chosen_works_out_nothing(hand: Timeline, monkeypatch: pytest.MonkeyPatch) -> None:
    stepper = HandStepper(hand)
    shown: list[str] = []
    for name in ("why_not", "what_if", "perfect"):
        monkeypatch.setattr(getattr(stepper, name), "nodes", partial(_noted, shown, name))
    for _ in range(3):
        stepper.do("next")
    assert shown == []
    stepper.do("tab", "why_not")
    stepper.do("next")
    assert shown == ["why_not", "why_not"]


def _noted(shown: list[str], name: str) -> list[str]:
    shown.append(name)
    return [name]


def test_a_press_is_one_moment_however_much_it_changes(asking: Timeline) -> None:
    stepper = HandStepper(asking, step=5)
    sent: list[int] = []
    stepper.stage.observe(lambda change: sent.append(change["new"]["at"]), "moment")
    stepper.do("answer", "7")
    assert sent == [6]


def test_a_change_that_shows_nothing_new_sends_nothing(hand: Timeline) -> None:
    stepper = HandStepper(hand)
    sent: list[int] = []
    stepper.stage.observe(lambda change: sent.append(change["new"]["at"]), "moment")
    stepper.do("previous")
    assert sent == []


def test_a_tab_that_is_not_chosen_settles_nothing(counted: Count) -> None:
    sandbox = ScoringSandbox("all-fives", "five-up", position="5-5 5-0")
    settled = counted("widgets.sandbox.outcome")
    for kind in ((0, 0), (0, 1)):
        sandbox.board.choose(kind)
        sandbox.board.lay()
    assert len(sandbox.board.state.chain.laid) == 4
    assert settled() == 0
    sandbox.do("tab", "settle")
    assert settled() > 0


def test_a_tab_that_was_not_chosen_is_up_to_date_when_it_is() -> None:
    sandbox = ScoringSandbox("all-fives", position="5-5 5-0")
    sandbox.do("tab", "settle")
    before = sandbox.stage.moment
    sandbox.board.undo()
    sandbox.board.choose((0, 0))
    sandbox.board.lay()
    sandbox.do("tab", "scorers")
    assert sandbox.stage.moment["table"]["laid"] != before["table"]["laid"]
    assert sandbox.stage.moment["status"] == sandbox.board.snapshot.sentences.caption


# --- a board that is played on


def test_a_tile_that_is_laid_is_laid_once_more_for_each_other_ruleset(counted: Count) -> None:
    sandbox = ScoringSandbox("all-fives", ["five-up", "all-fives/spinner-closed"], position="5-5 5-0 3-5 5-1")
    laid, counts = counted("explain.replay.advance"), counted("Scoring.count")
    sandbox.board.choose((5, 6))
    sandbox.board.lay()
    assert len(sandbox.board.state.chain.laid) == 5
    assert laid() == 2
    prospects = sum(one is not None and one.board is not None for row in sandbox.scorers.everything
                    for one in row.prospects)
    # Each side: once as the tile is laid, once as it is shown; and the step itself.
    assert counts() <= prospects + 2 * len(sandbox.board.sides) + 1


@pytest.mark.parametrize("game", ["all-fives", "all-fives/all-spinners", "all-sevens", "bergen"])
def test_sides_that_go_on_are_those_of_the_whole_chain_laid_again(game: str) -> None:
    """Also where a ruleset refuses a tile on the way, where tiles are taken back, and where another hand is loaded."""
    others = [get(name) for name in ("all-fives/spinner-closed", "five-up", "block", "all-sevens")]
    line = play_out(get(game), Shuffle(seed=5), policies="random")
    board = ScoringSandbox(game, others).board
    for number in [*range(len(line.actions) + 1), 4, 2, 6, 0, len(line.actions)]:
        board.load(line, number)
        fresh = sides(board.state, board.versus)
        assert [(side.state, side.points, side.tile, side.refused) for side in board.sides] == [
            (side.state, side.points, side.tile, side.refused) for side in fresh]
    assert any(side.refused is not None for side in board.sides) or game == "all-fives"


def test_a_move_and_its_reply_are_shown_and_judged_once(counted: Count) -> None:
    play = Play("all-fives", against="greedy", seed=1, delay=0)
    asked, tables = counted("sessions.snapshot.legal"), counted("sessions.snapshot.tabletop")
    sent: list[int] = []
    play.stage.observe(lambda change: sent.append(change["new"]["at"]), "moment")
    before = play.here.end
    play.here.do(play.here.legal[0])
    assert play.here.end > before + 1
    assert (asked(), tables()) == (1, 1)
    assert len(sent) == 1


def test_a_refused_play_changes_nothing_that_was_laid() -> None:
    board = ScoringSandbox("all-fives", "five-up", position="5-5").board
    before = board.sides
    board.choose((1, 2))
    board.lay()
    assert board.refused is not None
    assert board.sides is before
    assert legal(board.position.line.state)
    assert isinstance(board.chosen_action, Lay)


def test_no_more_tiles_are_kept_back_than_there_are() -> None:
    """Eleven tiles each for five are all 55 of a double-nine set, of which Cyprus keeps the last one."""
    dealt = dl.Playhead(dl.play_out("cyprus/larger-hands", seed=1, seats=5))
    assert (dealt.snapshot.tabletop.boneyard, dealt.snapshot.tabletop.reserved) == (0, 0)
    four = dl.Playhead(dl.play_out("cyprus/larger-hands", seed=1, seats=4))
    assert (four.snapshot.tabletop.boneyard, four.snapshot.tabletop.reserved) == (3, 1)
