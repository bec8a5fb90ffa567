"""Why not? Any tile at any end, a call, a discard or a pair: what is refused by its rule, and what tells nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from domino_lab import Explainer
from domino_lab.core.actions import Remove, Shift
from domino_lab.core.events import Stacked
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import legal
from domino_lab.play.timeline import Note, Timeline
from domino_lab.sessions.possible_actions import action_kinds
from domino_lab.widgets import HandStepper
from tests.picture.every_game import hand_of
from tests.widgets.reading import (
    area,
    does,
    find,
    styled,
    text,
)
from tests.widgets.test_games import first, played


def test_why_not_refuses_nothing_before_somebody_has_asked(hand: Timeline) -> None:
    stepper = HandStepper(hand, step=4)
    stepper.do("tab", "why_not")
    assert not styled(stepper, "wrong")
    assert "Choose what you want to try" in area(stepper, "more")
    stepper.do("try_tile", find(stepper, "try_tile")["options"].index("6-6"))
    assert "fits" in text(styled(stepper, "wrong")) or "does not hold" in text(styled(stepper, "wrong"))


def test_why_not_rules_on_every_tile_at_every_end(hand: Timeline) -> None:
    from domino_lab.explain.why_not import why_not

    explainer = Explainer(hand, step=4)
    tiles, ends = find(explainer, "try_tile")["options"], find(explainer, "try_place")["options"]
    assert len(tiles) == 28
    assert len(ends) == len(explainer.here.state.chain.ends)
    panel, seen = explainer.why_not, set()
    for tile in range(len(tiles)):
        for end in range(len(ends)):
            explainer.do("try_tile", tile)
            explainer.do("try_place", end)
            ruling = why_not(explainer.here.state, panel._attempt())
            shown = panel.nodes()
            assert ruling.clause in text(shown)
            assert ("✓" in text(shown)) is ruling.allowed is bool(styled(shown, "right"))
            seen.add(ruling.clause)
    assert {"GEN-FIT-1", "GEN-HOLD-1"} <= seen
    kinds_known = find(explainer, "try_kind")["options"]
    explainer.do("try_kind", kinds_known.index("pass"))
    assert "AF0-DRAW-1" in text(panel.nodes()) or "GEN-PASS-1" in text(panel.nodes())


def asked(stepper: HandStepper, kind: str) -> HandStepper:
    """The stepper with "Why not?" open for one kind of action."""
    stepper.do("tab", "why_not")
    stepper.do("try_kind", list(action_kinds(stepper.here.state)).index(kind))
    return stepper


def choose(stepper: HandStepper, what: str, named: str) -> None:
    """Choose in one of the lists of "Why not?" by what is written there."""
    stepper.do(what, find(stepper, what)["options"].index(named))


def test_why_not_answers_for_a_stack() -> None:
    hand = played("two-box-cutthroat")
    stepper = asked(HandStepper(hand, step=first(hand, Stacked) - 1), "stack")
    action = hand[stepper.here.step + 1].action
    choose(stepper, "try_tile", str(action.tile._replace(copy=0)))
    choose(stepper, "try_place", f"on {stepper.here.state.chain.laid[action.on].tile}")
    assert styled(stepper, "right")
    assert stepper.why_not._attempt() == action
    choose(stepper, "try_tile", str(next(tile for tile in (Tile(6, 6), Tile(5, 5)) if tile[:2] != action.tile[:2])))
    assert styled(stepper, "wrong")


def test_why_not_answers_for_the_column_that_is_chosen() -> None:
    """FC-4: only to an empty column. Seed 7 empties the fourth one first, with a random player."""
    hand = played("five-columns", seed=7, policies="random")
    step = next(number for number, one in enumerate(hand.steps) if isinstance(one.action, Shift))
    action = hand[step].action
    assert action.to == 3
    stepper = asked(HandStepper(hand, step=step - 1), "shift")
    choose(stepper, "try_tile", str(action.tile))
    for to, column in enumerate(stepper.here.state.columns):
        choose(stepper, "try_place", f"to column {to + 1}")
        assert bool(styled(stepper, "wrong")) is bool(column)
        assert stepper.why_not._attempt() == action._replace(to=to)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("five-columns", {"remove": "FC", "shift": "FC"}),
        ("knock-out", {"remove": "KO"}),
        ("bingo", {"say": "BI", "remove": "BI"}),
        ("twelve-to-go", {"remove": "TT"}),
        ("patience", {"lay": "", "draw": "", "pass": ""}),
    ],
)
def test_why_not_offers_what_the_game_knows(name: str, known: dict[str, str]) -> None:
    stepper = HandStepper(hand_of(name), step=1)
    stepper.do("tab", "why_not")
    assert len(find(stepper, "try_kind")["options"]) == len(known)
    assert set(action_kinds(stepper.here.state)) == set(known)
    for kind, clause in known.items():
        asked(stepper, kind)
        assert clause in area(stepper, "more")
        assert len(styled(stepper, "right") + styled(stepper, "wrong")) == 1
    assert not stepper.error


def test_why_not_lets_every_legal_pair_go() -> None:
    stepper = asked(HandStepper(hand_of("five-columns"), step=1), "remove")
    allowed = set()
    for tile in find(stepper, "try_tile")["options"]:
        choose(stepper, "try_tile", tile)
        for other in find(stepper, "try_place")["options"]:
            choose(stepper, "try_place", other)
            if styled(stepper, "right"):
                allowed.add(frozenset((tile, other)))
    pairs = {frozenset(map(str, move.tiles)) for move in legal(stepper.here.state) if isinstance(move, Remove)}
    assert allowed == pairs


def called(hand: object, step: int, points: int, **how: object) -> str:
    """What "Why not?" says of a call for the last tile played."""
    stepper = asked(HandStepper(hand, step=step, **how), "call")
    stepper.do("try_call", points)
    return area(stepper, "more")


def test_a_call_is_answered_in_every_game_and_whoever_looks() -> None:
    """Step 6 of the two-box hand lays 3-0 for 15."""
    assert "TB-SCORE-2" in called("two-box-whole-hand", 6, 15, asks=False)
    assert "✓" in called("two-box-whole-hand", 6, 15, asks=False, viewpoint="table")
    assert "called 10, not 15" in called("two-box-whole-hand", 6, 10, asks=False)
    assert "GEN-CALL-1" in called("all-fives", 3, 10, viewpoint="table")
    assert "GEN-CALL-1" in called("block", 0, 10)
    assert "GEN-OVER-1" in called("block", 15, 10)


def test_a_score_is_called_with_the_tile_where_that_is_asked_for() -> None:
    stepper = asked(HandStepper("two-box-whole-hand", step=5, asks=False), "lay")
    assert "try_call" in does(stepper)
    stepper.do("try_tile", find(stepper, "try_tile")["options"].index("3-0"))
    ends = find(stepper, "try_place")["options"]
    stepper.do("try_place", next(place for place, end in enumerate(ends) if end.startswith("the 0")))
    for points, sign in ((15, "✓"), (10, "✗"), (0, "✓")):
        stepper.do("try_call", points)
        assert sign in area(stepper, "more")
    assert "try_call" not in does(asked(stepper, "draw"))


def test_a_call_does_not_answer_a_question_about_the_score() -> None:
    """Step 6 of this hand is asked about at step 5."""
    stepper = asked(HandStepper("two-box-whole-hand", step=5), "call")
    assert "Answer the question first." in area(stepper, "more")
    asked(stepper, "lay").do("try_call", 10)
    assert "Answer the question first." in area(stepper, "more")


@pytest.mark.parametrize("about", ["legal", "tile", "who"])
def test_why_not_does_not_answer_the_question_for_the_learner(hand: Timeline, about: str) -> None:
    asks = replace(hand, notes={4: Note(ask="?", about=about)})
    stepper = HandStepper(asks, step=3)
    stepper.do("tab", "why_not")
    assert "Answer the question first" in area(stepper, "more")


def test_why_not_asks_only_about_tiles_that_are_seen(hand: Timeline) -> None:
    stepper = HandStepper(hand, step=3, viewpoint=1)
    stepper.do("tab", "why_not")
    assert set(find(stepper, "try_tile")["options"]) == set(map(str, stepper.here.state.holdings[1]))
    assert "You can " not in area(stepper, "more")
    stepper.here.viewpoint = "table"
    assert find(stepper, "try_tile")["options"] == []
    assert "face down" in area(stepper, "more")
