"""Quizzes: every answer is held against a second telling of the rules, for every chain game and kind of question."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from unittest.mock import patch

import pytest

from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Discard, Draw, Pass, Play, Stack
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.errors import NotationError, RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.explain import questions
from domino_lab.explain.questions import (
    CHOICE,
    KINDS,
    QuizItem,
    author_items,
    grade,
    kinds_meant,
    kinds_of,
    quiz_items,
    results_table,
)
from domino_lab.notebook import load
from domino_lab.play.state import State
from domino_lab.play.timeline import play_out
from domino_lab.rules.ruleset import Ruleset
from tests.rules.recount import arms, is_spinner, kept_for_doubles, open_places, recount, uncovered_double
from tests.rules.resettle import resettle
from tests.rules.retold import (
    adds_doubles,
    beyond,
    first_of_line,
    fits,
    lapses,
    may_stack,
    only_a_double,
    stackable,
    takes as to_be_taken,
    to_take,
    worth,
)

CHAIN_GAMES = [rules for rules in rulesets() if rules.solo is None]
EACH = 2
EACH_LEGAL = 4      # some of these are for other laws to tell


@lru_cache(maxsize=32)
def some(rules: Ruleset, kind: str, number: int | None = None, seed: int = 5) -> list[QuizItem]:
    each = EACH_LEGAL if kind == "legal" else EACH
    return list(islice(quiz_items(rules, (kind,), seed=seed), number or each))


def laid(state: State, play: Play) -> Chain:
    """The chain with a tile joined to it, spinners by the second telling."""
    chain = state.chain.lay(play.tile, play.end, play.out)
    spins = is_spinner(state.rules, chain, chain.laid[-1])
    return state.chain.lay(play.tile, play.end, play.out, spins=spins, sides=arms(state.rules))


def open_ends(state: State) -> list[tuple[int, int]]:
    """The laid tile and the value of every end that is open to the mover, on whatever line."""
    rules, chain = state.rules, state.chain
    again = state.blocker == state.turn and not state.passes and not state.over
    bound = again and rules["extra_turn_at"] == "same-end" and rules["extra_turn"] != "none"
    waits = None if adds_doubles(state) else uncovered_double(rules, chain)
    return open_places(rules, chain, chain.laid[-1].number if bound else waits)


def ways(state: State) -> list[tuple[Tile, int]]:
    """Each tile that may be laid now, with the tile it would join (-1 for the first)."""
    held = state.holdings[state.turn]
    if state.rules["visibility"] == "blind":
        held = held[:1]
    if state.lead.seeks or to_be_taken(state):
        return []
    if not state.chain.laid:
        must, bound = state.lead.must, [tile for tile in held if may_begin(state, tile)]
        return [(tile, -1) for tile in bound or held if must is None or tile[:2] == must[:2]]
    return [(tile, at) for tile in held if tile.is_double or not only_a_double(state)
            for at, value in open_ends(state) if fits(state.rules, tile, value) and takes(state, tile, at)
            and any(on_own_line(state, end) for end in state.chain.ends if end.at == at and end.value == value)]


def on_own_line(state: State, end: OpenEnd) -> bool:
    """Whether an end is on the mover's line, the common one or an open one, or on the double that must be covered."""
    begun = state.rules["lines"] != "shared" and state.chain.laid[0].tile.is_double
    waits = uncovered_double(state.rules, state.chain)
    if not begun or end.at == waits or (waits is not None and not adds_doubles(state)):
        return True
    return first_of_line(state.chain, end) - 8 in (state.turn, len(state.table.names), *state.opened)


def may_begin(state: State, tile: Tile) -> bool:
    """Whether any leader may begin with a tile: some sheets ask for a double, or for one that scores."""
    asked = state.rules["lead_tile"]
    scores = asked == "double-or-score" and worth(state.rules, laid(state, Play(tile))) > 0
    return asked not in ("double", "double-or-score") or tile.low == tile.high or scores


def takes(state: State, tile: Tile, at: int) -> bool:
    """Whether the laid tile `at` is not kept for doubles, or this is one."""
    waits = uncovered_double(state.rules, state.chain) if adds_doubles(state) else None
    return tile.low == tile.high or (at not in kept_for_doubles(state.rules, state.chain) and waits in (None, at))


def told_legal(state: State, action: Play | Stack | Draw | Discard | Pass) -> bool | None:
    """Whether an action is allowed; None for what other laws tell: stealing, and so many draws at will."""
    able, rules = ways(state), state.rules
    if isinstance(action, Play):
        at = -1 if action.end is None else action.end.at
        value = None if action.end is None else action.end.value
        return (action.tile, at) in able and (value is None or ((at, value) in open_ends(state)
                                                                and fits(rules, action.tile, value)
                                                                and on_own_line(state, action.end)))
    if to_be_taken(state):
        return isinstance(action, Draw)
    stacks = stackable(state, state.holdings[state.turn]) if may_stack(state) else set()
    if isinstance(action, Stack):
        return action.tile in stacks and None if action.tile in stacks else False
    if state.lead.seeks or (able and rules["draw_when"] == "optional" and rules["voluntary_max"] != "any"):
        return None
    if only_a_double(state):
        return isinstance(action, Pass)
    most, drawn = rules["draw_max"], state.drawn if state.chain.laid else max(0, state.drawn - to_take(rules))
    left = not lapses(state) and len(state.stock) > rules["reserve"] and (most == "until-playable" or drawn < most)
    draws = left and (rules["draw_when"] == "optional" or (rules["draw_when"] == "unable" and not able))
    if isinstance(action, Draw):
        return draws
    discards = rules["cannot_play"] == "discard"
    if discards != isinstance(action, Discard):
        return False
    again = state.blocker == state.turn and not state.passes
    kept = bool(state.drawn and able)
    if state.chain.laid and {"unable": False, "extra-turn": again, "any": True, "after-draw": kept}[rules["pass_when"]]:
        return True
    return None if stacks else not able and not draws


def told(item: QuizItem) -> str | set[str] | None:
    """The right answer by the second telling; for a tile all that are right."""
    state, action, about = item.state, item.action, item.asked.about
    if about == "score":
        return str(worth(state.rules, laid(state, action)))
    if about == "count":
        return str(recount(state.rules, laid(state, action)))
    if about == "legal":
        allowed = told_legal(state, action)
        return None if allowed is None else "Yes" if allowed else "No"
    if about == "tile":
        return best_tiles(state)
    winner, award = resettle(state)
    if about == "award":
        return "0" if winner is not None and beyond(state, winner, award) else str(award)
    return "nobody" if winner is None else " and ".join(state.table.side_name(winner).split(" + "))


def best_tiles(state: State) -> set[str]:
    if state.rules["play_score"] == "none":
        return {str(tile) for tile, _ in ways(state)}
    found: dict[str, int] = {}
    shown = open_ends(state)
    for tile in {tile for tile, _ in ways(state)}:
        for end in state.chain.ends:
            if (end.at, end.value) in shown and fits(state.rules, tile, end.value) and takes(state, tile, end.at):
                for out in outs(state.rules, tile, end.value):
                    value = worth(state.rules, laid(state, Play(tile, end, out)))
                    found[str(tile)] = max(value, found.get(str(tile), 0))
    return {tile for tile, value in found.items() if value == max(found.values())}


def outs(rules: Ruleset, tile: Tile, value: int) -> set[int]:
    """What may be left outward: the other half of one that meets; of a wild tile either."""
    if rules["matching"] == "equal":
        wild = rules["wild_half"]
        return {out for half, out in ((tile.low, tile.high), (tile.high, tile.low))
                if half == value or wild in (half, value)}
    total = rules["matching"]["sum"]
    if tile.low + tile.high in (total, 0):
        return {tile.low, tile.high}
    return {tile.high if tile.low + value == total else tile.low}


@pytest.fixture(scope="module", autouse=True)
def _questions_of_every_kind_from_the_same_hands() -> Iterator[None]:
    with patch.object(questions, "play_out", lru_cache(maxsize=64)(play_out)):
        yield


@pytest.mark.parametrize("rules", CHAIN_GAMES, ids=lambda rules: rules.id)
def test_every_answer_is_right_by_a_second_telling_and_has_its_reason(rules: Ruleset) -> None:
    for kind in kinds_of(rules):
        answers_are_right_by_a_second_telling(rules, kind)
        for item in some(rules, kind):
            reason_has_a_clause_and_nothing_gives_the_answer_away(item)
    for item in some(rules, "legal"):
        reason_is_about_what_is_allowed(item)
    for item in some(rules, "winner"):
        question_about_the_winner_does_not_name_the_winner(item)


def answers_are_right_by_a_second_telling(rules: Ruleset, kind: str) -> None:
    checked = 0
    for item in some(rules, kind):
        expected = told(item)
        if isinstance(expected, set):
            assert set(item.asked.right.replace(",", " ").replace(" and ", " ").split()) == expected
            assert all(item.asked.accepts(tile) for tile in expected)
            held = {str(tile) for tile in item.state.holdings[item.state.turn]}
            assert not any(item.asked.accepts(tile) for tile in held - expected)
        elif expected is not None:
            assert item.asked.right == expected, item.asked.text
        checked += expected is not None
        assert grade(item, 1, sorted(expected)[0] if isinstance(expected, set) else item.asked.right).right is True
    assert checked, kind


def reason_has_a_clause_and_nothing_gives_the_answer_away(item: QuizItem) -> None:
    assert item.reason.clause
    assert item.reason.text.endswith(".")
    assert item.asked.text.endswith("?")
    assert item.step < len(item.line)
    if item.asked.kind == CHOICE:
        assert item.asked.right in item.asked.options


def reason_is_about_what_is_allowed(item: QuizItem) -> None:
    """The clauses that speak of points are those of the score; none of them allows or refuses anything."""
    clauses = item.state.rules.clauses
    points = {clauses.get(axis, "").partition(":")[0] for axis in ("multiple", "unit", "double_weights")}
    ruling = item.reason.ruling
    assert ruling is not None
    assert ruling.allowed is (item.asked.right == "Yes")
    assert ruling.id not in points - {""}


def question_about_the_winner_does_not_name_the_winner(item: QuizItem) -> None:
    """Who has no tiles left wins in nearly every game: then the question is how many points that is."""
    side = item.asked.right.split(" and ") if item.asked.about == "winner" else []
    assert not any(f"{player} has no tiles left" in item.asked.text for player in side), item.asked.text
    assert item.asked.about == "winner" or "How many points" in item.asked.text


@pytest.mark.parametrize("kind", ["score", "count", "legal", "tile", "award", "winner"])
def test_no_question_comes_twice_and_the_answers_differ(kind: str) -> None:
    found = some(get("all-fives"), kind, 60)
    assert len({(item.asked.text, item.state.chain.laid, item.state.holdings) for item in found}) == 60
    most = max([item.asked.right for item in found].count(answer) for answer in {one.asked.right for one in found})
    assert most <= 40


def test_yes_and_no_are_about_equally_often_right_and_no_has_many_reasons() -> None:
    found = some(get("all-fives"), "legal", 60)
    yes = [item for item in found if item.asked.right == "Yes"]
    assert 20 <= len(yes) <= 40
    assert len({item.reason.clause for item in found if item not in yes}) >= 3


def test_a_longer_quiz_begins_like_a_shorter_one_and_another_seed_is_another_quiz() -> None:
    asked = [[item.asked.text for item in some(get("five-up"), "score", number, seed)] for number, seed in
             ((3, 4), (9, 4), (3, 5))]
    assert asked[0] == asked[1][:3]
    assert asked[0] != asked[2]


def test_the_winner_is_asked_after_blocked_hands_and_ties() -> None:
    for game in ("block", "block/partners", "all-sevens"):
        found = [item for item in some(get(game), "winner", 12) if item.asked.about == "winner"]
        assert len(found) == 12
        assert len({item.asked.right for item in found}) > 1
    assert "nobody" in {item.asked.right for item in some(get("block"), "winner", 40)}


@pytest.mark.parametrize("rules", CHAIN_GAMES[1::3], ids=lambda rules: rules.id)
def test_nobody_is_asked_about_a_draw_where_nobody_ever_draws(rules: Ruleset) -> None:
    hands = (play_out(rules, Shuffle(seed=3, hand=hand), policies="random") for hand in range(8))
    if not any(isinstance(step.action, Draw) for hand in hands for step in hand.steps):
        asked = [item for item in some(rules, "legal", 12) if isinstance(item.action, Draw)]
        assert not asked, asked[0].asked.text


def test_an_award_is_asked_only_if_somebody_wins() -> None:
    for item in some(get("block"), "award", 30):
        assert item.line.steps[-1].settled.winner is not None


def test_all_kinds_take_turns() -> None:
    rules = get("bergen")
    found = islice(quiz_items(rules, kinds_meant(rules, "all"), seed=1), 2 * len(kinds_of(rules)))
    assert [item.asked.about for item in found] == [*kinds_of(rules)] * 2


@pytest.mark.parametrize(
    ("game", "kind", "named"),
    [
        ("block", "score", '"legal", "tile", "award", "winner"'),       # nothing is scored in play
        ("bergen", "count", '"score", "legal", "tile"'),              # its ends must be alike, they are not added up
        ("blind", "tile", '"legal", "winner"'),                     # nobody sees the tiles
        ("all-fives", "colour", '"score", "count", "legal", "tile", "award", "winner"'),
        ("five-columns", "all", "one-player games"),
    ],
)
def test_a_kind_a_game_does_not_have_is_refused_and_those_it_has_are_named(game: str, kind: str, named: str) -> None:
    with pytest.raises(RulesetError, match=named):
        kinds_meant(get(game), kind)


def test_every_kind_is_asked_of_some_game() -> None:
    assert {kind for rules in CHAIN_GAMES for kind in kinds_of(rules)} == set(KINDS)


def test_nonsense_is_no_answer_and_to_be_shown_is_neither_right_nor_wrong() -> None:
    item = some(get("all-fives"), "score", 1)[0]
    with pytest.raises(NotationError, match="Write a number"):
        grade(item, 1, "many")
    shown = grade(item, 1, None)
    assert shown.right is None
    assert shown.answer in shown.text


def test_the_questions_of_a_file_are_answered_by_its_rulings() -> None:
    """The worked example of sheet 000: 5-5 is 10, 5-0 10, 5-3 13, 2-0 15, 5-4 14, 2-2 16, 5-2 17, 3-3 20."""
    asked = author_items(load("all-fives-worked-example"))
    points = {1: "10", 2: "10", 3: "0", 4: "15", 5: "14", 6: "16", 7: "0", 8: "20"}
    assert {item.asked.step: item.asked.right for item in asked} == points
    assert all(item.asked.reason is not None and item.reason.clause.startswith("AF0-SCORE") for item in asked)
    assert [len(item.line) - 1 for item in asked] == [item.asked.step for item in asked]


def test_results_tell_only_what_was_answered() -> None:
    asked = author_items(load("all-fives-worked-example"))
    table = results_table(asked, {0: "10", 1: "15", 3: None})
    assert table.right.tolist() == ["Yes", "No", "", "shown", "", "", "", ""]
    assert table.answer.tolist() == ["10", "10", "", "15", "", "", "", ""]
    assert table.given.tolist()[:3] == ["10", "15", ""]
