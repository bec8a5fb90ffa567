"""Perfect play, against brute force: every way to play on, with the readable engine and nothing else."""

from __future__ import annotations

import os
import random
import secrets
from contextlib import suppress

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.chance import solver
from domino_lab.chance.knowledge import Hidden
from domino_lab.chance.rollouts import BestPlay
from domino_lab.chance.solver import Perfect, Search, TooLongError, is_solvable, perfect_play, refusal, solve, value_of
from domino_lab.core.actions import Action, Draw, Play
from domino_lab.core.errors import ArgumentError, RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.kernel.engines import can_compile
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal, with_call
from domino_lab.play.settlement import settle
from domino_lab.play.start import start
from domino_lab.play.state import Position
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import seat_counts
from tests.rules.random_rules import CHANGES, changed

ENGINES = [False, True] if can_compile() else [False]

SEED = int(os.environ.get("DOMINO_LAB_SEED", secrets.randbelow(10**6)))
BLOCK = get("block").but(max_pip=3, deal=4)
DRAW = get("draw-classic").but(max_pip=3, deal=3)
SOLVABLE = [(axis, value) for axis, value in CHANGES
            if axis not in ("max_pip", "deal")
            and all(is_solvable(changed(rules, [(axis, value)])) for rules in (BLOCK, DRAW))]
"""The values of axes that the solver goes by."""


class Threes(dl.rules.Scoring):
    """A multiple of three scores as many points as it has threes."""

    def points(self, total: int) -> int:
        return total // 3 if total % 3 == 0 else 0


SMALL: dict[str, Ruleset] = {
    "block": BLOCK,
    "block, all dealt": BLOCK.but(deal=5),
    "block, tie by bone": BLOCK.but(tie_order="bone"),
    "block, no ties broken": BLOCK.but(tie="none", own_deduct="none"),
    "block, blocker wins": BLOCK.but(tie="blocker", own_deduct="none"),
    "block, rounded": BLOCK.but(end_round="nearest", end_multiple=5, end_bonus=2),
    "draw": DRAW,
    "draw, all pips": DRAW.but(end_base="all"),
    "draw, reserve": DRAW.but(reserve=2),
    "draw one": DRAW.but(draw_max=1),
    "draw one and wait": DRAW.but(draw_max=1, after_draw="wait"),
    "draw one by choice and wait": DRAW.but(max_pip=2, deal=2, draw_when="optional", draw_max=1, after_draw="wait"),
    "draw, dead layout": DRAW.but(block="dead-layout", reserve=1),
    "draw by choice": DRAW.but(max_pip=2, deal=2, draw_when="optional"),
    "fives, own points": get("all-fives").but(max_pip=3, deal=3, scoring=Threes()),
    "fives": get("all-fives").but(max_pip=3, deal=3),
    "fives, covered spinners count": get("sniff").but(max_pip=3, deal=4, double_weights=[2, 1, 2, 1, 3]),
    "doubles on every arm": get("maltese-cross").but(max_pip=3, deal=3),
    "fives, four sides": get("sniff").but(max_pip=3, deal=3),
    "draw by choice, dead layout": DRAW.but(max_pip=2, deal=2, draw_when="optional", block="dead-layout"),
}


def difference(state: Position) -> int:
    """How far the first of two sides is ahead, by its score and its chips."""
    own, other = map(sum, zip(state.scores, state.chips or (0, 0), strict=True))
    return own - other if state.rules.winning.best_score == "most" else other - own


def brute(state: Position, known: dict[object, int], most: int = 10**9) -> int:
    """What the first side gains from here on: the best of all plays for the side to move, all the way to the end.

    Raises TooLongError for more than so many positions.
    """

    def at_the_end(now: Position) -> int:
        if now.over:
            return difference(settle(now).state)
        waits = now.rules.arms.waiting_double(now.chain)    # The shape does not say which double was played last.
        key = (now.holdings, now.chain.shape(), waits and now.chain.laid[waits].tile, now.turn, now.drawn,
               now.stock, now.blocker, now.passes, now.scores, now.chips)
        if key not in known:
            if len(known) > most:
                raise TooLongError
            pick = max if now.rules.dealing.side(now.turn) == 0 else min
            known[key] = pick(at_the_end(after(now, action)) for action in legal(now))
        return known[key]

    return at_the_end(state) - difference(state)


def after(state: Position, action: Action) -> Position:
    """The state after an action, with its score called where the rules want that."""
    return advance(state, with_call(state, action) if isinstance(action, Play) else action).state


def sign_of(state: Position) -> int:
    return 1 - 2 * state.rules.dealing.side(state.turn)


@pytest.mark.parametrize("compiled", ENGINES, ids=lambda compiled: "compiled" if compiled else "plain")
@pytest.mark.parametrize("name", SMALL)
def test_the_solver_finds_what_brute_force_finds(name: str, compiled: bool) -> None:
    values = set()
    for hand in range(12):
        first = start(SMALL[name], Shuffle(seed=2, hand=hand), leader=hand % 2).state
        known: dict[object, int] = {}
        right = brute(first, known)
        values.add(right)
        assert value_of(first, compiled=compiled) == right
        found = solve(first, compiled=compiled)
        sign = sign_of(first)
        assert found.value == right * sign
        assert {choice.action: choice.value for choice in found.choices} == {
            action: (brute(after(first, action), known) + difference(after(first, action)) - difference(first)) * sign
            for action in legal(first)}
    assert len(values) > 3


TWO_SIDED = [(rules, seats) for rules in rulesets() if is_solvable(rules)
             for seats in seat_counts(rules) if rules.side_count(seats) == 2]


@pytest.mark.parametrize(("rules", "seats"), TWO_SIDED, ids=lambda value: getattr(value, "id", str(value)))
def test_so_it_does_at_the_end_of_a_hand_of_every_game_of_two_sides(rules: Ruleset, seats: int) -> None:
    """Points in play, spinners, calls, paid passes, pairs, chips: at whatever point brute force can still manage."""
    if rules.id == "draw-south-american":   # where brute force cannot even go the last steps
        rules = rules.but(max_pip=3, deal=2)
    tried = 0
    for hand in range(3):
        if hand > 1 and tried >= 5:     # a hand for each engine, and a third only where they end too soon
            break
        line = play_out(rules, Shuffle(seed=21, hand=hand), seats=seats, policies="random")
        known: dict[object, int] = {}
        for step in reversed(line.steps[:-1]):
            state = step.state
            if state.over or refusal(state):
                continue
            try:
                right = {action: brute(after(state, action), known, most=300) + difference(after(state, action))
                         for action in legal(state)}
            except TooLongError:
                break
            found = solve(state, compiled=ENGINES[-1] if hand == 0 else False)
            assert {choice.action: choice.value for choice in found.choices} == {
                action: (value - difference(state)) * sign_of(state) for action, value in right.items()}
            tried += 1
    assert tried >= 5


def test_most_games_of_two_sides_can_be_solved() -> None:
    """All but those with another kind of move: stacked, discarded or face-down tiles, further turns, wild tiles."""
    solved = {rules.id for rules, _ in TWO_SIDED}
    for rules in rulesets():
        if rules.id in solved or rules.solo is not None or 2 not in map(rules.side_count, seat_counts(rules)):
            continue
        assert (rules["stack"], rules["extra_turn"], rules["cannot_play"], rules["visibility"], rules["pass_when"],
                rules["matching"], rules["voluntary_max"]) != (
                    "none", "none", "pass", "private", "unable", "equal", "any"), rules.id
    assert len(TWO_SIDED) > 80


def drawn_at_random(number: int) -> Ruleset | None:
    """Rules for tiny hands with random values of axes; None where that is no game for the solver."""
    chance = random.Random(f"{SEED} {number}")
    small = {"copies": 1, "max_pip": chance.choice([2, 3]), "deal": chance.choice([2, 3]), "seats": 2}
    rules = changed(chance.choice([BLOCK, DRAW]), chance.sample(SOLVABLE, 14))
    if rules["draw_when"] == "optional":
        small |= {"max_pip": 2, "deal": 2}
    rules = changed(rules, small.items())
    return rules if is_solvable(rules) and len(rules.equipment.set.tiles) <= 10 else None


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_so_it_does_under_rules_drawn_at_random(first: int) -> None:
    """A failure names its seed, and `DOMINO_LAB_SEED=... pytest` on this file meets the same rules again."""
    solved = 0
    for number in range(first, first + 20):
        rules = drawn_at_random(number)
        for hand in range(3 if rules else 0):
            state = start(rules, Shuffle(seed=SEED, hand=hand)).state
            with suppress(TooLongError):
                if refusal(state):
                    continue
                right, compiled = brute(state, {}, most=3000), ENGINES[-1] if hand == 0 else False
                said = f"DOMINO_LAB_SEED={SEED}, rules {number}, hand {hand}: {rules.id} with {rules.changes()}"
                assert value_of(state, compiled=compiled) == right, said
                assert solve(state, compiled=False).value == right * (1 - 2 * state.turn), said
                solved += 1
    assert solved > 5, SEED


@pytest.mark.parametrize("compiled", ENGINES, ids=lambda compiled: "compiled" if compiled else "plain")
def test_two_positions_in_which_another_double_must_be_covered_are_two(compiled: bool) -> None:
    """1-1, 1-0, 0-0 and 0-0, 1-0, 1-1 leave the same tiles and ends, but only the last double is open."""
    rules = BLOCK.but(max_pip=3, deal=3, seats=2, lead_tile="any", cover_doubles="first", best_score="fewest")
    values = {}
    for hand in (*range(8), 25, 138):
        first = start(rules, Shuffle(seed=7, hand=hand)).state
        values[hand] = brute(first, {}), value_of(first, compiled=compiled)
    assert len({right for right, _ in values.values()}) > 3
    assert not {hand: pair for hand, pair in values.items() if pair[0] != pair[1]}


def test_one_may_draw_before_the_tile_that_must_be_laid_first() -> None:
    rules = DRAW.but(max_pip=2, deal=2, draw_when="optional", first_leader="highest-double", lead_tile="qualifying")
    drawing_first = 0
    for hand in range(30):
        first = start(rules, Shuffle(seed=3, hand=hand)).state
        if first.over:
            continue
        right = brute(first, {}) * (1 - 2 * first.turn)
        found = solve(first, compiled=False)
        assert (found.value, value_of(first, compiled=False) * (1 - 2 * first.turn)) == (right, right)
        drawing_first += found.best.kind == "draw"
    assert drawing_first


@pytest.mark.parametrize("compiled", ENGINES, ids=lambda compiled: "compiled" if compiled else "plain")
def test_perfect_play_from_step_to_step_keeps_its_value(compiled: bool) -> None:
    rules = get("block")
    for hand in range(3):
        line = Timeline((start(rules, Shuffle(seed=6, hand=hand)),))
        value = value_of(line.state, compiled=compiled)
        while not line.is_over:
            line = line.play(solve(line.state, compiled=compiled).best)
        settled = line.steps[-1].settled
        assert settled is not None
        assert value == (0 if settled.winner is None else settled.award * (1 - 2 * settled.winner))


def test_nobody_beats_perfect_play() -> None:
    """Seat 0 plays its best, seat 1 as it likes: seat 0 gets its value at least."""
    for hand in range(4):
        line = play_out(get("block"), Shuffle(seed=8, hand=hand), policies="random")
        first = line.steps[0].state
        value, now = value_of(first), Timeline((line.steps[0],))
        picks = Shuffle(seed=hand).choices(1)
        while not now.is_over:
            actions = legal(now.state)
            now = now.play(solve(now.state).best if now.state.turn == 0 else actions[picks.pick(len(actions))])
        settled = now.steps[-1].settled
        assert settled is not None
        assert (0 if settled.winner is None else settled.award * (1 - 2 * settled.winner)) >= value


def test_the_engines_agree_on_whole_sets() -> None:
    if not can_compile():
        return
    for hand in range(6):
        first = start(get("block"), Shuffle(seed=11, hand=hand)).state
        assert value_of(first, compiled=True) == value_of(first, compiled=False)


def test_what_is_known_of_one_deal_is_not_taken_for_another_that_differs_in_the_boneyard_alone() -> None:
    """Asked one after the other, deals whose tiles will be drawn in another order have values of their own."""
    differing = 0
    for hand in range(20):
        state = start(DRAW, Shuffle(seed=9, hand=hand)).state
        actions, search = legal(state), BestPlay(state, 10**6)
        for stock in (state.stock, state.stock[::-1], state.stock[1:] + state.stock[:1]):
            deal = Hidden(dict(enumerate(state.holdings)), stock)
            values = search.values(actions, [deal])
            now = state._replace(stock=stock)
            assert values == [[brute(after(now, action), {}) * sign_of(now)] for action in actions]
            differing += values != BestPlay(state, 10**6).values(actions, [Hidden(deal.holdings, state.stock)])
    assert differing > 5


@pytest.mark.parametrize(("game", "seats", "why"), [
    ("two-box-cutthroat", 4, "draw or pass"), ("all-sevens", 2, "draw or pass"), ("blind", 2, "draw or pass"),
    ("draw-osel", 2, "draw or pass"), ("bingo", 1, "draw or pass"),
    ("block", 3, "two pairs. There are 3 players"), ("draw-classic", 4, "two pairs. There are 4 players"),
    ("draw-vietnamese", 2, "Nobody leads yet"),
])
def test_what_it_does_not_know_is_refused_with_what_stands_in_the_way(game: str, seats: int, why: str) -> None:
    state = start(get(game), Shuffle(seed=1), seats=seats).state
    with pytest.raises(ValueError, match=why.replace(" .* ", ".*")) as told:
        solve(state)
    assert ("is different" in str(told.value)) == (why == "draw or pass")


def test_a_solution_shows_itself_as_text_and_as_a_table() -> None:
    line = play_out(get("block").but(max_pip=3, deal=3), Shuffle(seed=3))
    state = next(step.state for step in line.steps if len(legal(step.state)) > 1)
    found = solve(state)
    bundle = found._repr_mimebundle_()
    rows = [(str(action), value_of(advance(state, action).state) * (1 - 2 * state.turn)) for action in legal(state)]
    assert sorted(found.table().itertuples(index=False, name=None)) == sorted(rows)
    winner = state.turn if found.value > 0 else 1 - state.turn
    assert f"It is {line.names[state.turn]}'s turn. The best move is to {found.best}." in bundle["text/plain"]
    assert f"{line.names[winner]} then wins {abs(found.value)} point" in bundle["text/plain"]
    assert all(f"<td>{action}</td>\n      <td>{value}</td>" in bundle["text/html"] for action, value in rows)
    said = [row.rsplit(maxsplit=1) for row in str(found).splitlines()[3:]]
    assert sorted((action.strip(), int(value)) for action, value in said) == sorted(rows)
    assert "(" not in repr(found)


@pytest.mark.parametrize("asked", [play_out(get("block"), Shuffle(seed=1)), "block"])
def test_what_is_no_state_is_told_where_one_is(asked: object) -> None:
    for ask in (solve, value_of):
        with pytest.raises(TypeError, match=r"give a position of a hand, such as hand\.state"):
            ask(asked)


def test_a_hand_that_is_over_or_half_known_is_refused() -> None:
    line = play_out(get("draw-classic"), Shuffle(seed=1))
    assert "over" in refusal(line.state)
    first = line.steps[0].state
    hidden = first._replace(stock=(), below=frozenset(first.stock))
    assert "every tile is known" in refusal(hidden)


def test_what_lies_in_a_boneyard_that_nobody_draws_from_need_not_be_known() -> None:
    first = start(get("block"), Shuffle(seed=1)).state
    hidden = first._replace(stock=(), below=frozenset(first.stock))
    assert solve(hidden) == solve(first)


@pytest.mark.parametrize("compiled", ENGINES, ids=lambda compiled: "compiled" if compiled else "plain")
def test_a_hand_that_is_too_long_is_given_up_and_its_end_is_solved(compiled: bool, monkeypatch: pytest.MonkeyPatch
                                                                   ) -> None:
    """What is given up spoils nothing that is asked later."""
    monkeypatch.setattr(solver, "PLAIN_TRIES", 20)
    monkeypatch.setattr(solver, "COMPILED_TRIES", 20)
    found = []
    for hand in range(8):
        line = play_out(DRAW, Shuffle(seed=3, hand=hand), policies="random")
        search, known = Search(compiled=compiled), {}
        for step in line.steps[:-2]:
            found.append(None)
            with suppress(TooLongError):
                found[-1] = search.solution(step.state).value
                assert found[-1] == brute(step.state, known) * sign_of(step.state)
    assert found.count(None) > 3
    assert len(found) - found.count(None) > 20


def test_a_long_hand_goes_on_in_the_other_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    if not can_compile():
        return
    line = play_out(get("draw-classic"), Shuffle(seed=3))
    right = value_of(line.steps[0].state, compiled=True)
    monkeypatch.setattr(solver, "FIRST_TRIES", 50)
    search = Search()
    for step in (-3, 0):
        state = line.steps[step].state
        assert search.solution(state).value * sign_of(state) == value_of(state)
    assert value_of(line.steps[0].state) == right


def sums_up(found: Perfect) -> bool:
    """What the deal was worth changes by what is given away, and by nothing else."""
    assert found.value is not None
    return found.value - found.loss_of(0) + found.loss_of(1) == found.result


@pytest.mark.parametrize("name", ["block", "block, blocker wins", "draw", "draw, reserve", "draw by choice"])
def test_each_move_is_worth_what_brute_force_says(name: str) -> None:
    gave_away = 0
    for hand in range(5):
        line = play_out(SMALL[name], Shuffle(seed=5, hand=hand), policies="random")
        found, known = perfect_play(line), {}
        assert [move.step for move in found.moves] == list(range(1, len(line) - 1))
        for move in found.moves:
            before, sign = line.steps[move.step - 1].state, 1 - 2 * move.seat
            assert move.value == sign * brute(line.steps[move.step].state, known)
            every = [sign * brute(advance(before, action).state, known) for action in legal(before)]
            assert move.lost == max(every) - move.value >= 0
            gave_away += move.lost
        assert sums_up(found)
    assert gave_away > 0


@pytest.mark.parametrize("rules", [get("block"), get("draw-classic"), get("block").but(draw_when="never", deal=5)])
def test_whole_hands_sum_up(rules: Ruleset) -> None:
    for seed in range(4):
        found = perfect_play(play_out(rules, Shuffle(seed=seed)))
        assert sums_up(found)
        assert found.first == 0


def test_a_long_hand_is_solved_from_its_end_back_to_where_it_gets_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "PLAIN_TRIES", 8000)
    line = play_out(get("draw"), Shuffle(seed=0))
    found = perfect_play(line, compiled=False)
    assert 0 < found.first < len(line) - 3
    assert found.value is None
    assert sorted(found.solutions) == list(range(found.first, len(line) - 2))
    late = line.steps[-4].state
    assert found.value_after(len(line) - 4) == value_of(late)


def test_a_hand_that_has_not_ended_has_moves_and_no_result() -> None:
    whole = play_out(get("draw-classic"), Shuffle(seed=2))
    found = perfect_play(whole.upto(9))
    assert found.result is None
    assert len(found.moves) == 9
    assert found.solutions[9].choices
    assert [move.lost for move in found.moves] == [move.lost for move in perfect_play(whole).moves[:9]]
    assert any(isinstance(move.action, Draw) for move in perfect_play(whole).moves)


def test_a_game_is_named_instead_of_a_hand_and_what_is_none_is_refused() -> None:
    line = play_out(get("block"), Shuffle(seed=4))
    assert perfect_play("block", seed=4) == perfect_play(line)
    first, second, *_ = repr(perfect_play(line)).splitlines()
    assert first == "If both play their best from the deal: Ben wins 40 points."
    assert second == "In the hand: Ana wins 1 point."
    with pytest.raises(ValueError, match="3 players"):
        perfect_play("block", seats=3)
    with pytest.raises(RulesetError, match="block"):
        perfect_play("blok")
    for wrong in (3, line.state):
        with pytest.raises(ArgumentError, match=r"perfect_play\(hand=.*give a hand from dl\.load"):
            perfect_play(wrong)  # type: ignore[arg-type]
