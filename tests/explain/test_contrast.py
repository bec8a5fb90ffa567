"""The first differences of two lines, found again and told by their rulings; and what tells two moves apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Action, Draw, Play
from domino_lab.core.events import Ended
from domino_lab.core.rulings import clause
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.explain.contrast import MoveContrast, contrast_moves, move_key, points_mark
from domino_lab.explain.ruleset_comparison import Comparison, follow
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from tests.explain.rulebooks import comparisons
from tests.words.test_readability import grade

EXAMPLE = "all-fives-worked-example"


def by_seat(line: Timeline, number: int) -> list[int]:
    state = line.steps[min(number, len(line) - 1)].state
    return [state.scores[state.table.side(seat)] for seat in range(len(line.names))]


def sides(line: Timeline) -> set[str]:
    return {line.state.table.side_name(side) for side in range(len(line.state.scores))}


@settings(max_examples=60, deadline=None)
@given(comparisons())
def test_the_points_mark_is_the_first_step_after_which_the_scores_differ(found: Comparison) -> None:
    first = found.lines[0].timeline
    for number, line in enumerate(found.lines[1:], 1):
        other, mark = line.timeline, found.points_mark(number)
        if sides(first) != sides(other):
            continue
        differing = [n for n in range(1, len(found)) if by_seat(first, n) != by_seat(other, n)]
        assert (mark.step if mark else None) == next(iter(differing), None)


@settings(max_examples=60, deadline=None)
@given(comparisons())
def test_up_to_the_play_mark_all_is_played_alike_and_there_it_is_not(found: Comparison) -> None:
    first = found.lines[0].timeline
    for number, line in enumerate(found.lines[1:], 1):
        other, mark = line.timeline, found.play_mark(number)
        same = min(len(first), len(other)) if mark is None else mark.step
        for n in range(1, same):
            assert first.steps[n].seat == other.steps[n].seat
            assert tiles(first, n) == tiles(other, n)
        if mark is None:
            assert len(first.actions) == len(other.actions)
            assert line.copied == len(other.actions)
        else:
            assert line.copied >= mark.step - 1 or tiles(first, line.copied) != tiles(other, line.copied)


def tiles(line: Timeline, number: int) -> list[tuple[int, int]]:
    chain = line.steps[number].state.chain
    held = [len(holding) for holding in line.steps[number].state.holdings]
    before = [len(holding) for holding in line.steps[number - 1].state.holdings]
    return [*(laid.tile[:2] for laid in chain.laid), *((now - was, 0) for now, was in zip(held, before, strict=True))]


@settings(max_examples=60, deadline=None)
@given(comparisons())
def test_every_mark_names_both_rulesets_and_cites_the_rulings_it_has(found: Comparison) -> None:
    names = [line.rules.name for line in found.lines]
    for mark in found.marks:
        here, there = mark.text.rsplit("Under ", 1)
        assert here.startswith("Under ")
        assert names[0] in here or found.lines[0].rules.id in here
        assert names[mark.line] in there or found.lines[mark.line].rules.id in there
        for ruling, told in ((mark.one, here), (mark.other, there)):
            if ruling is not None:
                assert f"(rule {clause(ruling.clause).id})" in told
        assert not re.search(r"[{}]|None|\(\)|  |\.\.", mark.text)
        assert mark.text.endswith(".")


def test_a_mark_is_told_in_words_for_children() -> None:
    """Names of games and clauses are left out: a reader looks those up."""
    texts, names = [], ("all-fives", "five-up", "draw-osel", "bergen")
    for hand in range(6):
        found = follow(Shuffle(seed=4, hand=hand), [get(name) for name in names])
        texts += [mark.text for mark in found.marks]
    bare = [re.sub(r"Under [^:]+: ", "", re.sub(r" \(rule [^)]+\)", "", text)) for text in texts]
    assert grade(*bare) <= 5


def test_the_worked_example_parts_where_the_spinner_is_closed_by_both_sides() -> None:
    """AF0-SCORE-3: 5-5, 5-0, 3-5 are 13 and 3, no score; then 0-2 makes 15, or 5 where the spinner is closed."""
    found = dl.compare(EXAMPLE, ["all-fives/spinner-closed"])
    mark = found.points_mark(1)
    assert (mark.step, mark.one.id, mark.other.id) == (4, "AF0-SCORE-2", "AF0-SCORE-3")
    here, there = mark.text.rsplit("Under ", 1)
    assert "5-5" in here
    assert "15 points" in here
    assert "5-5" in there
    assert "counts nothing" in there
    assert "5 points" in there
    assert found.play_mark(1) is None


def test_equal_terms_are_told_by_what_they_are_worth() -> None:
    """5 + 5 = 10 in both; the one pays the count, the other a point for each five in it."""
    mark = dl.compare(EXAMPLE, ["five-up"]).points_mark(1)
    assert (mark.step, mark.one.id, mark.other.id) == (1, "AF0-SCORE-1", "FU-SCORE-2")
    assert "10 points" in mark.text
    assert "2 points" in mark.text


def test_a_game_without_scores_says_so() -> None:
    mark = dl.compare(EXAMPLE, ["block"]).points_mark(1)
    assert (mark.step, mark.other) == (1, None)
    assert "Under “Block Game”: Nothing is scored in play." in mark.text


def test_a_double_without_an_open_end_is_told_by_why_it_takes_no_more_tiles() -> None:
    """5-5 with a tile on each side: a spinner still counts 10; no spinner has no open end left, and is not counted."""
    one, other = (dl.lay(name, "5-5 5-0 5-3 0-2") for name in ("all-fives", "all-fives-leaflet/no-spinner"))
    told = points_mark(one, other)
    assert (told.step, told.one.id) == (4, "AF0-SCORE-2")
    assert "5+5 + 3 + 2 = 15" in told.text
    assert "3 + 2 = 5" in told.text


def test_no_drawing_is_told_by_the_clause_that_forbids_it() -> None:
    found = follow(Shuffle(seed=7), [get("draw"), get("block")])
    mark = found.play_mark(1)
    assert "draws" in mark.text.split("There")[0]
    assert mark.other.id == "BL-DRAW-1"


def test_a_smaller_deal_is_told_by_both_deals() -> None:
    """In Five Up everybody has five of the seven tiles, so that a sixth or seventh cannot be played there."""
    for hand in range(30):
        found = follow(Shuffle(seed=7, hand=hand), [get("all-fives"), get("five-up")])
        mark = found.play_mark(1)
        if mark.other.id == "GEN-HOLD-1":
            assert found.lines[1].timeline.steps[0].events[0].ruling.text.rstrip(".") in mark.text
            return
    pytest.fail("no deal where a tile is missing")


def test_another_turn_is_told_by_the_clause_that_gives_it() -> None:
    """In Osel a double brings another turn: the play parts after the first double that is no last tile."""
    for hand in range(20):
        found = follow(Shuffle(seed=1, hand=hand), [get("draw"), get("draw-osel")])
        mark = found.play_mark(1)
        before = found.lines[0].timeline.steps[mark.step - 1].action
        assert before.tile.is_double
        assert mark.other.clause == "DR2-OSEL"
        assert "Then it is the turn of the player on your left (rule GEN-TURN-1)." in mark.text


def test_a_hand_that_ends_sooner_there_is_told_by_its_end() -> None:
    """A dead line is scored at once by the Arabic way; by the base rules everything is drawn first."""
    seen = 0
    for hand in range(40):
        found = follow(Shuffle(seed=2, hand=hand), [get("draw"), get("draw-arabic")])
        mark = found.play_mark(1)
        if mark is not None:
            seen += 1
            other = found.lines[1].timeline
            assert other.steps[mark.step - 1].state.over == "blocked"
            assert mark.other == other.steps[mark.step - 1].events[-1].ruling
    assert seen


def test_the_same_tile_on_the_same_end_with_its_other_half_outward_is_another_move() -> None:
    """A7-WILD-1: 6-1 goes on any end, either way round."""
    start = dl.lay("all-sevens", "5-5")
    tile, end = Tile(1, 6), start.state.chain.ends[0]
    low, high = (move_key(start.play(Play(tile, end, out)).steps[-1]) for out in (1, 6))
    assert low[:-1] == high[:-1]
    assert low != high


Found = tuple[Timeline, Action, Step, Step, MoveContrast]


def others(rules: Ruleset, *, seeds: int = 40, policies: str = "random") -> Iterator[Found]:
    """Every other move that was legal at some step of some hands, with both steps and what is said of it."""
    for seed in range(seeds):
        hand = play_out(rules, Shuffle(seed=seed), policies=policies)
        for number, made in enumerate(hand.steps[1:], 1):
            line = hand.upto(number - 1)
            for action in legal(line.state) if made.action is not None else ():
                if action != made.action:
                    yield line, action, advance(line.state, action), made, contrast_moves(line, action, made)


def fits(step: Step, seat: int) -> int:
    """How many tiles of a seat have a half that lies open, in a game where equal halves meet."""
    values = {end.value for end in step.state.open_ends}
    return sum(bool(values & {*tile[:2]}) for tile in step.state.holdings[seat])


def test_a_move_that_ends_the_hand_is_told_by_the_ruling_that_ends_it() -> None:
    for _line, _action, after, made, found in others(get("block"), seeds=300, policies="heaviest"):
        if made.state.over == "blocked" and after.state.over is None:
            ended = next(event.ruling for event in made.events if isinstance(event, Ended))
            assert (found.verdict, found.ruling) == ("better", ended)
            assert found.text.endswith(f"better move: one that ends the hand. {ended.text}")
            return
    raise AssertionError("no hand was blocked by choice")


def test_where_pips_do_not_count_the_move_that_leaves_more_tiles_that_fit_is_better() -> None:
    rules, seen = get("block").but(end_base="none"), set()
    for line, _action, after, made, found in others(rules, seeds=6):
        one, other = (fits(step, line.state.turn) for step in (after, made))
        if made.state.over or after.state.over:
            continue
        seen.add(one < other)
        assert found.verdict == ("better" if one < other else "as good")
        if one < other:
            tiles = f"{other} playable tile{'' if other == 1 else 's'}"
            assert found.text == f"Allowed, but there is a better move: it leaves you {tiles} instead of {one}."
    assert seen == {True, False}


def test_in_a_patience_the_move_that_leaves_more_moves_is_better() -> None:
    seen = set()
    for _line, _action, after, made, found in others(get("five-columns"), seeds=12):
        one, other = (len(legal(step.state)) for step in (after, made))
        if made.state.over or after.state.over:
            continue
        seen.add(one < other)
        assert found.verdict == ("better" if one < other else "as good")
        assert one >= other or found.text.endswith(f"{other} moves instead of {one}.")
    assert seen == {True, False}


@pytest.mark.parametrize("lays", [True, False])
def test_who_draws_by_choice_hears_of_the_tile_and_who_lays_is_told_that_none_is_laid_here(lays: bool) -> None:
    rules = get("draw").but(draw_when="optional", voluntary_max="any")
    hand = play_out(rules, Shuffle(seed=1), policies="heaviest").upto(2)
    laid = next(action for action in legal(hand.state) if isinstance(action, Play))
    tried, made = (Draw(), laid) if lays else (laid, Draw())
    found = contrast_moves(hand, tried, advance(hand.state, made))
    assert found.verdict == ("better" if lays else "as good")
    assert ("you can play a tile here" in found.text) == lays
    assert ("no tile is played here" in found.text) == (not lays)
