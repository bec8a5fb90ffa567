"""Laws of every patience: tiles are kept, what is legal is what is allowed, the end is told, choices are counted."""

from __future__ import annotations

import copy
from itertools import chain as joined, combinations
from typing import Any

import pytest

from domino_lab.core.actions import Action, Draw, Pass, Play, Remove, Say, Shift
from domino_lab.core.errors import IllegalAction
from domino_lab.core.shuffle import Shuffle
from domino_lab.notebook import transcript
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.settlement import settle
from domino_lab.play.start import start
from domino_lab.play.timeline import play_out
from domino_lab.play.view import view
from domino_lab.rules.ruleset import Ruleset
from tests.solitaire.dealt import PATIENCES, SET, opened, played

GAMES = 6
every_patience = pytest.mark.parametrize("rules", PATIENCES, ids=lambda rules: rules.id)


def face_up(state: Any) -> list[Any]:
    """The tiles that a player sees, wherever they lie, and those that are gone."""
    row = [tile for tile in getattr(state, "row", ()) if tile is not None]
    columns = joined.from_iterable(getattr(state, "columns", ()))
    laid = [laid.tile for laid in state.chain.laid]
    return [*row, *columns, *getattr(state, "reserve", ()), *state.holdings[0], *laid, *state.waste]


def everything(state: Any) -> list[Action]:
    """One of every action that might be tried."""
    pairs = [Remove(pair) for pair in combinations(sorted(SET), 2)]
    shifts = [Shift(tile, to) for tile in sorted(SET) for to in range(6)]
    return [Draw(), Pass(), Say(), *map(Play, sorted(SET)), *(Remove((tile,)) for tile in sorted(SET)), *pairs, *shifts]


@every_patience
def test_no_tile_is_lost_or_made(rules: Ruleset) -> None:
    for hand in range(GAMES):
        for step in played(rules, hand):
            lying = [*face_up(step.state), *step.state.stock]
            assert len(lying) == len(SET)
            assert set(lying) == SET


@every_patience
def test_an_action_is_allowed_if_and_only_if_it_is_legal(rules: Ruleset) -> None:
    for hand in range(3):
        steps = played(rules, hand)
        for step in steps[:: max(len(steps) // 6, 1)]:
            found = legal(step.state)
            assert len(set(found)) == len(found)
            tried = [action for action in everything(step.state) if action not in found]
            assert all(judge(step.state, action).allowed for action in found)
            for action in tried:
                turned = Remove(action.tiles[::-1]) if isinstance(action, Remove) else action
                assert judge(step.state, action).allowed == (turned in found), action


@every_patience
def test_a_refusal_says_why_and_changes_nothing(rules: Ruleset) -> None:
    state = played(rules, 1)[0].state
    before = copy.deepcopy(state)
    refused = [action for action in everything(state) if not judge(state, action).allowed]
    for action in refused[:: len(refused) // 40]:
        with pytest.raises(IllegalAction) as caught:
            advance(state, action)
        assert caught.value.ruling.text.endswith(".")
    assert state == before


@every_patience
def test_the_order_of_legal_actions_is_fixed(rules: Ruleset) -> None:
    for step in played(rules, 2)[:20]:
        assert legal(step.state) == legal(copy.deepcopy(step.state))
        pairs = [action.tiles for action in legal(step.state) if isinstance(action, Remove)]
        if rules.solo.key in ("columns", "twelve"):
            assert pairs == sorted(pairs)
        if rules.solo.key == "knock-out":
            places = [step.state.row.index(tiles[0]) for tiles in pairs]
            assert places == sorted(places)


@every_patience
def test_a_game_goes_on_while_something_is_legal_and_then_says_how_it_ended(rules: Ruleset) -> None:
    for hand in range(GAMES):
        steps = played(rules, hand)
        assert all(legal(step.state) for step in steps[:-1])
        last = steps[-1].state
        assert legal(last) == ()
        assert last.over == ("lost" if last.left else "won")
        settled = settle(last).settled
        assert (settled.winner, settled.award) == (None if last.left else 0, 0)
        assert settled.ruling.facts["left"] == last.left
        assert judge(last, Say()).id == "GEN-OVER-1"


@every_patience
def test_choices_count_the_steps_where_there_was_more_than_one_action(rules: Ruleset) -> None:
    for hand in range(GAMES):
        steps = played(rules, hand)
        chosen = sum(len(legal(step.state)) > 1 for step in steps[:-1])
        assert steps[-1].state.choices == chosen
        assert settle(steps[-1].state).settled.ruling.facts["choices"] == chosen


@every_patience
def test_every_policy_plays_a_game_to_its_settlement(rules: Ruleset) -> None:
    for policy in ("random", "greedy", "heaviest", "doubles"):
        line = play_out(rules, Shuffle(seed=3), policies=policy)
        assert line.steps[-1].settled is not None
        assert line.is_over


@every_patience
def test_a_view_holds_no_tile_that_lies_face_down(rules: Ruleset) -> None:
    for step in played(rules, 3)[:12]:
        shown = view(step.state, 0)
        assert shown.legal == legal(step.state)
        assert shown.boneyard == len(step.state.stock)
        for hidden in step.state.stock:
            assert repr(hidden) not in repr(shown._replace(rules=None))


@every_patience
def test_a_patience_is_for_one(rules: Ruleset) -> None:
    with pytest.raises(IllegalAction) as caught:
        start(rules, Shuffle(seed=1), seats=2)
    assert caught.value.ruling.id == rules.clauses["seats"]


@pytest.mark.parametrize("name", ["bingo", "knock-out"])
def test_a_deal_without_tiles_is_refused(name: str) -> None:
    with pytest.raises(IllegalAction, match="GEN-DEAL-1"):
        opened(name, row="")


def test_the_same_shuffle_deals_the_same_tiles_to_patience_and_its_limit() -> None:
    deals = [start(rules, Shuffle(seed=9)).state for rules in PATIENCES if rules.solo.key == "line"]
    assert len({(state.holdings, state.stock) for state in deals}) == 1


@every_patience
def test_a_transcript_tells_every_move_and_the_choices_so_far(rules: Ruleset) -> None:
    line = play_out(rules, Shuffle(seed=3), policies="random")
    rows = transcript(line)
    assert rows.index.tolist() == list(range(1, len(line)))
    chosen = [len(legal(step.state)) > 1 for step in line.steps[:-2]]
    assert rows["choices so far"].tolist()[:-1] == [sum(chosen[: number + 1]) for number in range(len(chosen))]
    assert rows["move"].iloc[-1] == {"won": "has won", "lost": "has lost"}[line.state.over]
