"""The review of a hand: true values, honest errors, luck and skill that add up, and only what its player knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from itertools import combinations, islice, pairwise
from math import factorial, sqrt
from pathlib import Path
from statistics import NormalDist, mean, stdev

import pytest

import domino_lab as dl
from domino_lab import hands
from domino_lab.catalogue import get, rulesets
from domino_lab.chance.long_runs import LostHandsError, processes
from domino_lab.chance.monte_carlo_player import seen_line, usual_engine
from domino_lab.chance.sampled_deals import DealSampler
from domino_lab.core.actions import Action, Discard, Pass, Play
from domino_lab.core.errors import DominoError
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.core.tiles import Tile
from domino_lab.explain.patience_review import PatienceReview
from domino_lab.explain.review import (
    FACTS,
    MOST_DEALS,
    SAID_BY,
    Limits,
    Reason,
    Review,
    ReviewedTurn,
    Tried,
    choices_at,
    describe_beside,
    find_cost,
    find_hint,
    find_reasons,
    review_turn,
    why_not_reviewed,
)
from domino_lab.kernel.engines import can_compile
from domino_lab.play import players
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.match import play_match
from domino_lab.play.policies import usual_policy
from domino_lab.play.settlement import settle
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline, play_out, view_of
from domino_lab.play.view import view
from domino_lab.record.match_file import write_match
from domino_lab.rules.ruleset import Ruleset
from tests.kernel.redealt import moments, redeals
from tests.rules.random_hands import seat_counts

CHAINS = [rules for rules in rulesets() if rules.solo is None and not rules.dealing.is_blind]
"""The games with a review."""

FEW = 48
ENGINE = "compiled" if can_compile() else "plain"


def reviewed(game, *, seed: int = 7, deals: int = FEW, **more) -> Review:
    return dl.review(game, seed=seed, deals=deals, engine=more.pop("engine", ENGINE), progress=False, **more)


def turn_at(line: Timeline, step: int) -> ReviewedTurn:
    return review_turn(line, choices_at(line, step), 1, Limits(FEW, None, ENGINE))


# --- luck and skill


def ahead_at_the_end(line: Timeline, side: int) -> float:
    """How far a side is ahead of the mean of the others, with one point for the hand, from scores and chips alone."""
    first, last = line.steps[0].state, line.state
    sign = 1 if line.rules["best_score"] == "most" else -1
    points = [sign * (now - then) for now, then in zip(last.scores, first.scores, strict=True)]
    for other, (now, then) in enumerate(zip(last.chips, first.chips, strict=True)):
        points[other] += now - then
    if line.steps[-1].settled.winner is not None:
        points[line.steps[-1].settled.winner] += 1
    own = points.pop(side)
    return own - sum(points) / len(points)


@pytest.mark.parametrize("rules", CHAINS, ids=lambda rules: rules.id)
def test_luck_and_skill_add_up_to_the_result_in_every_game(rules) -> None:
    for number in range(20):
        counts = seat_counts(rules)
        line = play_out(rules, Shuffle(seed=31, hand=number), seats=counts[number % len(counts)], policies="random")
        if line.steps[-1].settled is None:
            continue
        review = dl.review(line, deals=16, progress=False)
        if len(review.turns) > 1:
            break
    assert len(review.turns) > 1
    for number, side in enumerate(review.sides):
        assert side.dealt + side.luck + side.skill == pytest.approx(ahead_at_the_end(line, number))
        own = [turn for turn in review.turns if line.rules.dealing.side(turn.seat) == number]
        assert side.skill == pytest.approx(-sum(turn.loss for turn in own))
    for turn in review.turns:
        assert turn.played.action.kind == line.steps[turn.step].action.kind
        assert turn.best.ahead >= turn.played.ahead - 1e-9
    assert review.text.count("\n") >= line.state.table.seats


@pytest.mark.parametrize("name", sorted(path.stem for path in Path(hands.__file__).parent.glob("*.toml")))
def test_every_packaged_hand_is_reviewed_or_says_why_not(name: str) -> None:
    line = dl.load(name)
    if line.rules.solo is not None:
        assert isinstance(dl.review(line), PatienceReview)
        return
    refused = why_not_reviewed(line)
    if refused:
        with pytest.raises(DominoError, match=re.escape(refused)):
            dl.review(line, progress=False)
        return
    review = dl.review(line, deals=16, progress=False)
    for number, side in enumerate(review.sides):
        assert side.dealt + side.luck + side.skill == pytest.approx(ahead_at_the_end(line, number))


def test_a_record_without_all_tiles_says_how_many_are_missing() -> None:
    line = dl.load("two-box-without-calls")
    first = line.steps[0].state
    missing = len(line.rules.equipment.set.tiles) - sum(map(len, first.holdings)) - len(first.stock)
    assert f"leaves out {missing} tiles" in why_not_reviewed(line)


# --- the values are true


def holdings_that_fit(line: Timeline, seat: int) -> Iterator[tuple[Tile, ...]]:
    """Every hand that the opponent may hold in Block for two, one by one: none of it fitted when he passed.

    The highest double of both hands has led, so that the opponent was dealt no higher one.
    """
    state, other = line.state, 1 - seat
    lead = state.chain.laid[0].tile
    laid = {tile.tile for tile in state.chain.laid}
    unseen = [tile for tile in state.rules.equipment.set.tiles if tile not in laid and tile not in state.holdings[seat]]
    for held in combinations(unseen, len(state.holdings[other])):
        later: set[Tile] = set()
        for before, step in zip(reversed(line.steps[:-1]), reversed(line.steps[1:]), strict=True):
            if step.seat != other:
                continue
            ends = {end.value for end in before.state.open_ends}
            if step.action == Pass() and any(ends & {*tile[:2]} for tile in (*held, *later)):
                break
            if isinstance(step.action, Play):
                later.add(step.action.tile)
        else:
            if not any(tile.is_double and tile.high > lead.high for tile in (*held, *later)):
                yield held


def mean_values(line: Timeline, actions, worth: Callable[[State], int]) -> list[float]:
    """The mean over all of them of what the state after each action is worth to the mover."""
    seat, found = line.state.turn, []
    for held in holdings_that_fit(line, seat):
        unseen = [*line.state.holdings[1 - seat], *line.state.stock]
        holdings = (line.state.holdings[0], held) if seat == 0 else (held, line.state.holdings[1])
        state = line.state.but(holdings=holdings, stock=tuple(tile for tile in unseen if tile not in held))
        found.append([worth(advance(state, action).state) for action in actions])
    return [mean(row) for row in zip(*found, strict=True)]


def true_values(line: Timeline, actions) -> list[float]:
    """How far each action leaves the mover ahead, played on by the readable engine."""
    seat, quick = line.state.turn, players.get(usual_policy(line.rules))

    def worth(state: State) -> int:
        while not state.over:
            state = advance(state, quick(view(state, state.turn), Stream(0))).state
        settled = settle(state).settled
        return 0 if settled.winner is None else (settled.award + 1) * (1 if settled.winner == seat else -1)

    return mean_values(line, actions, worth)


BLOCK = get("block")


def late_turns(wanted: int, rules: Ruleset = BLOCK) -> Iterator[tuple[Timeline, int]]:
    """Turns with a choice near the end of hands of Block, where the opponent holds one tile or two."""
    found = 0
    for number in range(2000):
        line = play_out(rules, Shuffle(seed=71, hand=number), policies="random")
        for step in range(1, len(line)):
            state = line.steps[step - 1].state
            if not line.steps[1].action.tile.is_double:
                break
            if state.over or len(state.holdings[1 - state.turn]) > 2 or choices_at(line, step) is None:
                continue
            yield line, step
            found += 1
            break
        if found == wanted:
            return


def beside_the_truth(positions: int) -> Iterator[tuple[ReviewedTurn, list[float]]]:
    """Turns late in hands of Block, reviewed, each with the true values of its moves."""
    for line, step in late_turns(positions):
        turn = review_turn(line, choices_at(line, step), 5, Limits(2000, None, ENGINE))
        yield turn, true_values(line.upto(step - 1), [move.action for move in turn.moves])


def test_the_values_are_those_of_all_hidden_hands_one_by_one_within_their_errors() -> None:
    """Each of the values is within four standard errors, and about 95 % are within two."""
    within, tried = 0, 0
    for turn, values in beside_the_truth(40):
        for move, value in zip(turn.moves, values, strict=True):
            tried += 1
            within += abs(move.ahead - value) <= 1.96 * move.error + 1e-9
            assert abs(move.ahead - value) <= 4.5 * move.error + 1e-9
        best, played = max(values), values[[move.action for move in turn.moves].index(turn.played.action)]
        assert abs(turn.loss - (best - played)) <= 4.5 * turn.error + 1e-9 or best - played < 0.2
    assert tried > 80
    assert within / tried >= 0.95 - 4 * sqrt(0.95 * 0.05 / tried)


FIVES = get("block").but(play_score="multiple", spinner="first", name="Block in fives")
"""Points in play and a spinner, and the lead and the passes of Block, from which the hands that fit can be counted."""


def best_values(line: Timeline, actions) -> list[float]:
    """How far each action leaves the mover ahead if both then play their best."""
    seat, scores = line.state.turn, line.state.scores

    def at_the_end(state: State) -> int:
        if state.over:
            last = settle(state)
            won = last.settled.winner
            gained = last.state.scores[seat] - scores[seat] - last.state.scores[1 - seat] + scores[1 - seat]
            return gained + (0 if won is None else 1 if won == seat else -1)
        pick = max if state.turn == seat else min
        return pick(at_the_end(advance(state, action).state) for action in legal(state))

    return mean_values(line, actions, at_the_end)


@pytest.mark.parametrize("rules", [get("block"), FIVES], ids=lambda rules: rules.name)
def test_an_exact_review_has_the_values_of_best_play_on_all_hands_one_by_one(rules: Ruleset) -> None:
    for line, step in late_turns(12, rules):
        turn = review_turn(line, choices_at(line, step), 5, Limits(FEW, None, ENGINE, exact=5000))
        values = best_values(line.upto(step - 1), [move.action for move in turn.moves])
        assert turn.by == "exact"
        assert [move.ahead for move in turn.moves] == pytest.approx(values)
        assert turn.loss == pytest.approx(max(values) - turn.played.ahead)
        assert {turn.error, *(move.error for move in turn.moves)} == {0}


@pytest.mark.parametrize("rules", [get("block"), FIVES], ids=lambda rules: rules.name)
def test_sampled_deals_come_as_near_to_the_exact_values_as_their_errors_say(rules: Ruleset) -> None:
    within, tried = sampled_beside_exact(40, rules)
    assert tried > 60
    assert within / tried >= 0.95 - 4 * sqrt(0.95 * 0.05 / tried)


def sampled_beside_exact(positions: int, rules: Ruleset) -> tuple[int, int]:
    """How many values from sampled deals have the exact one in their 95 % interval, and how many there are."""
    within = tried = 0
    for line, step in late_turns(positions, rules):
        choices = choices_at(line, step)
        sampled = review_turn(line, choices, 5, Limits(1000, None, ENGINE, exact=1))
        exact = review_turn(line, choices, 5, Limits(1000, None, ENGINE, exact=5000))
        assert exact.by == "exact"
        if sampled.by == "exact":       # only one deal fits
            continue
        assert sampled.by == "solved"
        values = {move.action: move.ahead for move in exact.moves}
        for move in sampled.moves:
            tried += 1
            within += abs(move.ahead - values[move.action]) <= 1.96 * move.error + 1e-9
    return within, tried


def test_an_exact_review_knows_the_order_in_which_tiles_can_be_drawn() -> None:
    """Of Draw with two tiles in the boneyard: both of them, each in both orders."""
    line = play_out(get("draw-classic").but(max_pip=3, deal=4), Shuffle(seed=2), policies="random")
    review = dl.review(line, exact=True, engine=ENGINE, progress=False)
    assert {turn.by for turn in review.turns} == {"exact"}
    for turn in review.turns:
        known = line.upto(turn.step - 1).state
        assert turn.played.deals % factorial(known.boneyard) == 0
    assert "every possible deal" in review.text


def test_an_exact_review_says_why_there_is_none() -> None:
    for game, seats, why in (("block", 3, "two pairs"), ("all-sevens", 2, "play, draw or pass")):
        with pytest.raises(DominoError, match=why):
            dl.review(game, seats=seats, exact=True, progress=False)
    long = dl.review("all-fives", seed=0, deals=FEW, exact=True, engine=ENGINE, progress=False)
    assert {turn.by for turn in long.turns} == {"rolled", "solved"}     # its beginning takes too long
    assert "face up" in long.text
    for number, side in enumerate(long.sides):
        assert side.dealt + side.luck + side.skill == pytest.approx(ahead_at_the_end(long.line, number))


def test_on_fresh_deals_a_marked_move_loses_what_the_review_says() -> None:
    """The best of several looks better than it is where it was chosen; another seed does not know which it was."""
    _, shown, again, error = marked_losses(12, 4096, deals=1024)
    assert shown > 20
    assert abs(shown - again) <= 4 * error


def marked_losses(hands: int, fresh: int, deals: int | None = None) -> tuple[int, float, float, float]:
    """The number of marked moves, what they lost as the review said and on fresh deals, and the error of both."""
    count, said, again, variance = 0, 0.0, 0.0, 0.0
    for seed in range(hands):
        line = dl.play_out("all-fives", seed=seed, policies="random")
        for turn in dl.review(line, deals=deals, engine=ENGINE, progress=False).marked:
            again_tried = review_turn(line, choices_at(line, turn.step), 999, Limits(fresh, None, ENGINE))
            values = {move.action: move for move in again_tried.moves}
            best, played = values[turn.best.action], values[turn.played.action]
            count, said, again = count + 1, said + turn.loss, again + best.ahead - played.ahead
            variance += turn.error**2 + best.error**2 + played.error**2
    return count, said, again, sqrt(variance)


# --- what is marked


def turn_with(loss: float, error: float, *, best: bool = False) -> ReviewedTurn:
    line = dl.play_out("block", seed=7)
    move = dl.review(line, deals=FEW, engine="plain", progress=False).turns[0].moves
    return ReviewedTurn(1, 0, move[0] if best else move[1], move, loss, error, 0.0, 20.0)


@pytest.mark.parametrize(("loss", "error", "turns", "kind"), [
    (5.0, 1.0, 1, "mistake"),
    (5.0, 2.0, 12, "good"),       # 2.5 errors are enough for one turn, and not for the largest of twelve
    (5.0, 2.0, 1, "mistake"),
    (1.5, 0.1, 12, "slip"),
    (0.5, 0.1, 12, "good"),       # surely worse, and by less than a slip
    (-0.5, 0.1, 12, "good"),
])
def test_a_move_is_marked_only_beyond_its_error_and_for_its_size(loss, error, turns, kind) -> None:
    turn = turn_with(loss, error)
    review = Review(dl.play_out("block", seed=7), (turn,) * turns)
    assert review.needed == pytest.approx(NormalDist().inv_cdf(1 - 0.05 / turns))
    assert review.kind(turn) == kind
    assert review.is_marked(turn) == (kind in ("slip", "mistake"))
    assert review.kind(turn_with(0.0, 0.0, best=True)) == "best"


def test_a_turn_with_one_legal_move_is_no_choice() -> None:
    for line, step in late_turns(30):
        choices = choices_at(line, step)
        assert len(choices.moves) >= 2
        assert choices.moves[choices.played].kind == line.steps[step].action.kind
    line = play_out(get("block"), Shuffle(seed=3), policies="random")
    for step in range(1, len(line)):
        before = line.steps[step - 1].state
        if not before.over and len(legal(before)) == 1:
            assert choices_at(line, step) is None


# --- why a move is better


def counted_again(state, action, deal) -> dict[str, float]:
    """Each fact after a move on one deal, by the readable engine with all tiles face up."""
    seat, side_of = state.turn, state.rules.dealing.side
    holdings = tuple(held if other == seat else deal.holdings[other] for other, held in enumerate(state.holdings))
    piles = tuple(deal.discards.get(other, pile) for other, pile in enumerate(state.discards))
    step = advance(state.but(holdings=holdings, stock=deal.stock, discards=piles), action)
    after = step.state
    values = len({value for tile in after.holdings[seat] for value in tile[:2]})
    if isinstance(action, Discard):
        return {"discarded_pips": sum(after.discards[seat][-1][:2]), **({"own_values": values} if values else {})}
    facts: dict[str, float] = {
        "ends_hand": after.over == "out", "pips_left": sum(sum(tile[:2]) for tile in after.holdings[seat]),
        "points_now": after.scores[side_of(seat)] - state.scores[side_of(seat)],
    }
    if after.over not in (None, "blocked"):
        return facts
    facts["blocks"] = facts["stays_open"] = after.over == "blocked"
    ends = {end.value for end in after.open_ends}
    facts["own_fits"] = sum(bool(ends & {*tile[:2]}) for tile in after.holdings[seat])
    facts |= {"own_values": values} if values else {}
    partner = [other for other in range(len(holdings)) if other != seat and side_of(other) == side_of(seat)]
    if partner:
        facts["partner_plays"] = any(ends & {*tile[:2]} for tile in after.holdings[partner[0]])
    plays = [move for move in legal(after) if isinstance(move, Play)]
    facts["rival_stuck"] = not plays
    rival = state.rules.dealing.next_seat(seat, len(holdings)) if after.over else after.turn
    if side_of(rival) != side_of(seat):
        facts["rival_fits"] = sum(bool(ends & {*tile[:2]}) for tile in after.holdings[rival])
    if state.rules["play_score"] != "none":
        gained = (advance(after, move).state.scores[side_of(after.turn)] - after.scores[side_of(after.turn)]
                  for move in plays)
        facts["rival_points"] = max(gained, default=0)
    if len(holdings) == 2 and len(after.holdings[seat]) == 1 and state.rules["draw_when"] == "never":
        following = [after.but(turn=seat)] if not plays else [advance(after, move).state for move in plays]
        facts["last_fits"] = all(
            later.over is None and any(isinstance(move, Play) for move in legal(later.but(turn=seat)))
            for later in following)
    return facts


@pytest.mark.parametrize(("game", "seats"), [("all-fives", 2), ("all-fives", 4), ("block", 2), ("dominican", 4),
                                             ("gaple", 4)])
def test_each_reason_is_true_when_it_is_counted_again_deal_by_deal(game: str, seats: int) -> None:
    met = set()
    for seed in range(7):
        line = dl.play_out(game, seed=seed, seats=seats, policies="random")
        for step in range(1, len(line)):
            choices = choices_at(line, step)
            plays = [move for move in (choices.moves if choices else ()) if isinstance(move, Play | Discard)]
            if len(plays) < 2:
                continue
            before = line.upto(step - 1)
            state = seen_line(view_of(before, before.state.turn)).state
            deals = DealSampler(before, before.state.turn, seed=1).draw(60)
            two = (plays[0], plays[-1]) if step % 2 else (plays[-1], plays[0])
            reasons = {reason.kind: reason for reason in find_reasons(state, *two, deals)}
            best, played = ([counted_again(state, move, deal) for deal in deals.as_tiles()] for move in two)
            for kind, (_, sign, least) in FACTS.items():
                if kind not in best[0] or kind not in played[0]:
                    assert kind not in reasons
                    continue
                if SAID_BY.get(kind, set()) & reasons.keys():       # which say more
                    assert kind not in reasons
                    continue
                better, worse = (sum(facts[kind] for facts in some) / len(some) for some in (best, played))
                if kind in reasons:
                    met.add(kind)
                    assert (reasons[kind].best, reasons[kind].played) == (pytest.approx(better), pytest.approx(worse))
                    assert reasons[kind].is_for == (sign * (better - worse) > 0)
                else:
                    apart = [sign * (one[kind] - other[kind]) for one, other in zip(best, played, strict=True)]
                    assert mean(apart) < least or mean(apart) <= 2 * stdev(apart) / sqrt(len(apart)) + 1e-9
    assert met >= {"own_fits", "rival_stuck", "pips_left", "own_values"}
    assert ("discarded_pips" in met) == (game == "gaple")
    assert ("last_fits" in met) == (game == "block")
    assert "blocks" in met or game != "dominican"
    assert ("rival_points" in met) == ("points_now" in met) == (game == "all-fives")
    assert ("partner_plays" in met) == (game == "dominican")


def test_a_last_tile_does_not_fit_next_time_where_the_other_goes_out_first() -> None:
    met = 0
    for seed in range(200):
        line = dl.play_out("block", seed=seed, policies="random")
        for step in range(1, len(line)):
            before = line.upto(step - 1)
            state = before.state
            if state.over or [len(state.holdings[seat]) for seat in (state.turn, 1 - state.turn)] != [2, 1]:
                continue
            for move in [move for move in legal(state) if isinstance(move, Play)]:
                known = seen_line(view_of(before, state.turn)).state
                deals = DealSampler(before, state.turn, seed=1).draw(20)
                said = FACTS["last_fits"][0](Tried(known, advance(known, move), deals))
                counted = [counted_again(known, move, deal)["last_fits"] for deal in deals.as_tiles()]
                assert [*said] == counted
                met += 0 < sum(counted) < len(counted)
    assert met > 5


def test_the_reason_stands_behind_the_move_and_names_what_it_gives_up() -> None:
    line = dl.play_out("all-fives", seed=7)
    turn = reviewed(line).turns[0]
    loses = turn._replace(loss=9.0, error=1.0, reasons=(
        Reason("points_now", 0, 10, is_for=False, clause="AF0-SCORE-1"),
        Reason("rival_points", 1.25, 6.5), Reason("rival_stuck", 0.4, 0.1)))
    review = Review(line, (loses,))
    rival, player = (line.names[1 - loses.seat], line.names[loses.seat])
    assert review.turn_text(loses).endswith(
        f"Why: {rival} can then score 1.2 on average rather than 6.5; {rival} then has nothing to play in 40 of 100 "
        "deals rather than 10, although it scores 0 now rather than 10 (AF0-SCORE-1).")
    one = loses._replace(reasons=(Reason("own_fits", 1, 0),))
    assert review.reason_text(one) == f"Why: {player} then holds 1 tile that fits rather than 0."
    assert review.reason_text(loses._replace(reasons=loses.reasons[:1])) == ""


@pytest.mark.parametrize(("game", "first", "tile", "ends", "outs", "said"), [
    ("all-sevens", "6-5", "6-1", (0, 0), (1, 6), "the same tile with its 1 facing outward"),    # A wild tile.
    ("all-fives", "5-5", "5-1", (0, 2), (1, 1), "the same tile on a long side of 5-5"),
    ("all-fives", "5-5", "5-1", (2, 0), (1, 1), "the same tile on a short side of 5-5"),
    ("all-fives", "5-5", "5-1", (2, 2), (1, 1), "play 5-1 on the 5 of 5-5")])
def test_a_better_move_of_the_same_tile_is_told_by_how_it_lies_or_where(
        game: str, first: str, tile: str, ends: tuple[int, int], outs: tuple[int, int], said: str) -> None:
    """Both were told in the same words, or the better one as "the same tile at another place"."""
    state = dl.lay(game, first).state
    best, played = (Play(Tile.of(tile), state.chain.ends[end], out) for end, out in zip(ends, outs, strict=True))
    assert describe_beside(state, best, played) == said


def test_the_table_of_a_review_tells_a_better_move_of_the_same_tile_apart() -> None:
    line = next(line for seed in range(200) for line in [dl.play_out("all-sevens", seed=seed, policies="random")]
                for step in line.steps if isinstance(step.action, Play) and {*step.action.tile[:2]} == {1, 6})
    turns = [turn for turn in reviewed(line).turns if isinstance(turn.played.action, Play)
             and turn.played.action.tile == Tile(1, 6) and turn.played.action.end]
    turn = turns[0]
    played = turn.played.action
    turned = next(move for move in turn.moves if move.action != played and move.action[:2] == played[:2])
    table = Review(line, (turn._replace(moves=(turned, turn.played)),)).table()
    assert table["best"].item() == f"the same tile with its {turned.action.out} facing outward"


def test_losses_that_are_each_little_or_chance_are_told_in_all() -> None:
    """Without that, the points lost by moves would contradict that there was no slip."""
    line = dl.play_out("all-fives", seed=7)
    turn = reviewed(line).turns[0]
    lost = Review(line, tuple(turn._replace(loss=8.0, error=6.0) for _ in range(4)))
    assert lost.marked == ()
    assert lost.player_text(turn.seat) == (
        f"{line.names[turn.seat]} made no slip and no mistake in 4 turns with a choice. In all, 32.0 points (± 24.0) "
        "were lost: little in each turn, or perhaps only by chance.")
    none = Review(line, (turn._replace(loss=0.0, error=0.0),))
    assert "In all" not in none.player_text(turn.seat)


# --- nothing but what the player knows


@pytest.mark.parametrize("game", ["block", "all-fives", "draw-classic", "dominican", "muggins", "gaple"])
def test_hidden_tiles_that_change_places_change_nothing(game) -> None:
    rules, moved = get(game), 0
    for number in range(30):
        shuffle = Shuffle(seed=606, hand=number)
        line = play_out(rules, shuffle, seats=seat_counts(rules)[number % len(seat_counts(rules))], policies="random")
        moment = next(iter(moments(line, shuffle.choices(9))), None)
        if moment is None:
            continue
        action, step = legal(moment.state)[-1], len(moment)
        if choices_at(moment.play(action), step) is None:
            continue
        turn, coached = turn_at(moment.play(action), step), coach_says(moment, action)
        assert any(coached)
        for other in islice(redeals(moment, moment.state.turn, shuffle.choices(10)), 3):
            moved += other.state.holdings != moment.state.holdings
            assert turn_at(other.play(action), step) == turn
            assert coach_says(other, action) == coached
    assert moved > 5


def coach_says(line: Timeline, action: Action) -> tuple[str, ...]:
    """All that a coach says before a move, and after it."""
    limits = Limits(FEW, None, ENGINE)
    hint = find_hint(line, seed=1, limits=limits)
    before = () if hint is None else (hint.look_text, hint.pair_text, *hint.worth_texts)
    return *before, find_cost(line.play(action), seed=1, limits=limits)


def test_a_hint_names_no_move_at_first_and_then_the_best_beside_one_that_differs() -> None:
    facts = set()
    for seed in range(4):
        line = dl.play_out("all-fives", seed=seed, policies="random")
        for step in range(len(line) - 1):
            hint = find_hint(line.upto(step), seed=1, limits=Limits(256, None, ENGINE))
            if hint is None:
                assert choices_at(line, step + 1) is None
                continue
            assert not re.search(r"\d-\d", hint.look_text)
            assert hint.turn.best in hint.pair
            assert hint.pair[0].ahead >= hint.pair[1].ahead
            if hint.fact is not None:
                facts.add(hint.fact.kind)
                assert hint.fact.best != hint.fact.played
    assert {"points_now", "rival_points"} <= facts


# --- all hands of a match


def test_a_match_is_reviewed_hand_by_hand_and_its_dearest_moves_come_first() -> None:
    match = play_match(get("dominican").but(target=60), seed=3, policies="random")
    review = dl.review(match, deals=512, engine=ENGINE, progress=False)
    assert [each.line for each in review.reviews] == list(match.hands)
    assert review.reviews[1].turns == reviewed(match.hands[1], seed=0, deals=512).turns
    losses = sorted((turn.loss for each in review.reviews for turn in each.marked), reverse=True)
    assert len(losses) > 5
    assert [turn.loss for _, turn in review.dearest] == losses[:5]
    assert [str(review).index(text) for text in review.dearest_texts] == sorted(
        str(review).index(text) for text in review.dearest_texts)
    assert str(review).index(review.dearest_texts[-1]) < str(review).index("Hand 1\n")
    assert len(review.table()) == sum(len(each.turns) for each in review.reviews)
    loaded = dl.load_match(write_match(match))
    assert dl.review(loaded, deals=512, engine=ENGINE, progress=False).table().equals(review.table())


# --- one review, wherever it is made


def test_every_engine_and_every_executor_gives_the_same_review() -> None:
    line = dl.play_out("all-fives", seed=7)
    plain = reviewed(line, engine="plain")
    assert reviewed(line, engine=ENGINE).turns == plain.turns
    assert reviewed(line, engine="readable", deals=FEW).turns == plain.turns
    with ThreadPoolExecutor(2) as pool:
        assert reviewed(line, executor=pool).turns == plain.turns
    with processes(2) as pool:
        assert reviewed(line, executor=pool).turns == plain.turns


def test_another_seed_deals_others_and_more_deals_make_the_errors_smaller() -> None:
    line = dl.play_out("all-fives", seed=7)
    few, more, other = reviewed(line), reviewed(line, deals=16 * FEW), reviewed(line, seed=8)
    assert few.turns != other.turns
    assert len({tuple(turn.step for turn in review.turns) for review in (few, more, other)}) == 1
    assert sum(turn.error for turn in more.turns) < sum(turn.error for turn in few.turns) / 2


def test_close_moves_get_more_deals_and_no_error_stays_large() -> None:
    for game in ("block", "all-fives"):
        review = dl.review(game, seed=7, engine=ENGINE, progress=False)
        assert all(turn.error <= 0.7 or turn.best.deals == MOST_DEALS for turn in review.turns)
        assert len({turn.best.deals for turn in review.turns}) > 1


def test_an_interrupt_keeps_what_was_reviewed() -> None:
    def stop(progress) -> None:
        if progress.done == 2:
            raise KeyboardInterrupt

    line = dl.play_out("all-fives", seed=7)
    review = dl.review(line, seed=7, deals=FEW, engine=ENGINE, progress=stop)
    assert not review.is_whole
    assert review.turns == reviewed(line).turns[:2]
    assert "interrupted" in review.text
    assert review.sides == ()
    with pytest.raises(DominoError, match="whole hand"):
        review.side(0)


def test_an_executor_that_fails_says_so_and_keeps_what_was_reviewed() -> None:
    """Its workers end while the third turn is played."""
    class Dying(ThreadPoolExecutor):
        count = 0

        def submit(self, function, /, *given, **named):
            self.count += 1
            if self.count < 3:
                return super().submit(function, *given, **named)
            lost: Future[object] = Future()
            lost.set_exception(BrokenExecutor("a worker is gone"))
            return lost

    line = dl.play_out("all-fives", seed=7)
    with Dying(1) as pool, pytest.raises(LostHandsError, match=r"a worker is gone.* after 2 turns") as lost:
        reviewed(line, executor=pool)
    assert lost.value.first == 2
    assert lost.value.result.turns == reviewed(line).turns[:2]
    assert not lost.value.result.is_whole


def test_seconds_end_a_review_early() -> None:
    line = dl.play_out("all-fives", seed=7)
    turns = dl.review(line, seconds=0.001, engine=ENGINE, progress=False).turns
    assert {turn.best.deals for turn in turns if turn.by == "rolled"} == {512}
    for seconds in (0.0, -1):
        with pytest.raises(DominoError, match="a review needs some time"):
            dl.review(line, seconds=seconds, engine=ENGINE, progress=False)


def test_a_hand_that_is_not_over_is_reviewed_as_far_as_it_goes() -> None:
    review = reviewed(dl.play_out("all-fives", seed=7).upto(6))
    assert review.is_whole
    assert review.sides == ()
    assert max(turn.step for turn in review.turns) <= 6


def test_a_hand_file_that_ends_in_a_mistake_is_reviewed_up_to_it_and_says_so() -> None:
    """Ben must lead 6-6 (BL-LEAD-1), and 5-4 does not fit it (GEN-FIT-1): there was no choice, and more may follow."""
    deal = 'format = 1\nruleset = "block"\nplayers = ["Ana", "Ben"]\n[deal]\nseed = 7\n'
    broken = deal + '[[move]]\nplay = "6-6"\n[[move]]\nplay = "5-4"\n'
    told = dl.review(broken, progress=False).text
    assert told.startswith("Line 8, move 2: 5-4 does not fit")
    assert told.splitlines()[1:] == ["Ana had no choice up to step 1.", "Ben had no choice up to step 1."]
    with pytest.raises(DominoError, match="no moves to review"):
        dl.review(deal, progress=False)
    with pytest.raises(DominoError, match="Ben does not hold 5-4"):
        dl.review(deal + '[[move]]\nplay = "5-4"\n', progress=False)


class Evens(dl.rules.Scoring):
    """Each even count scores: a table of points is all that a kernel needs."""

    def points(self, total: int) -> int:
        return total if total % 2 == 0 else 0


class OnlyTwo(dl.rules.Arms):
    """Asked about each chain, so that no kernel can play it: the two oldest ends alone are open."""

    def open_ends(self, chain):
        return super().open_ends(chain)[:2]


@pytest.mark.parametrize(("change", "engine"), [({"scoring": Evens()}, ENGINE), ({"arms": OnlyTwo()}, "readable")])
def test_own_rules_are_reviewed_too(change, engine) -> None:
    rules = dl.ruleset("all-fives").but(**change)
    assert usual_engine(rules, compiles=True) == engine
    line = dl.play_out(rules, seed=3)
    review = dl.review(line, deals=4, progress=False)
    assert [side.result for side in review.sides] == pytest.approx([ahead_at_the_end(line, side) for side in (0, 1)])


# --- what it says


def test_the_result_of_a_side_says_that_winning_the_hand_is_in_it() -> None:
    line = dl.play_out("all-fives", seed=7)
    review = dl.review(line, deals=4, engine=ENGINE, progress=False)
    ana, ben = line.state.scores
    text = f"Ana ended {ana - ben + 1} points ahead (winning the hand counts as one more): "
    assert line.steps[-1].settled.winner == 0
    assert review.side_text(0).startswith(text)


def test_the_table_has_a_row_for_each_turn_and_the_text_says_what_was_lost() -> None:
    line = dl.play_out("dominican", seed=7, seats=4, policies="random")
    review = reviewed(line, deals=1024)
    table = review.table()
    assert table.index.tolist() == [turn.step for turn in review.turns]
    assert table["lost"].tolist() == [round(turn.loss, 2) for turn in review.turns]
    for turn in review.marked:
        assert f"Step {turn.step}: {line.names[turn.seat]} chose to" in review.text
        assert f"it cost {turn.loss:.1f} points" in review.text
    for seat, name in enumerate(line.names):
        assert len(review.curve(seat)) == sum(turn.seat == seat for turn in review.turns)
        assert re.search(rf"^{name}( |'s )", review.text, re.MULTILINE)
    bundle = review._repr_mimebundle_()
    assert bundle["text/plain"] == review.text
    assert bundle["text/html"].count("<tr>") + bundle["text/html"].count("<tr ") >= len(review.turns)


def test_a_strange_name_is_inert() -> None:
    line = play_out(get("block"), Shuffle(seed=7), names=["<b>Ana", "Ben$x$"])
    html = dl.review(line, deals=FEW, engine=ENGINE, progress=False)._repr_mimebundle_()["text/html"]
    assert "<b>Ana" not in html


def test_what_cannot_be_reviewed_says_why() -> None:
    with pytest.raises(DominoError, match="their own tiles"):
        reviewed("blind")
    with pytest.raises(ValueError, match="no ruleset is called"):
        dl.review("no-such-game")
    with pytest.raises(DominoError, match="layout study"):
        dl.review("all-fives-worked-example")


# --- several tiles in one turn, few deals, and what is asked for


@pytest.mark.parametrize(("game", "seed"), [("hungarian", 3), ("fours", 3), ("hungarian", 5), ("fours", 8)])
def test_nothing_is_lost_that_is_still_within_reach_in_the_same_turn(game: str, seed: int) -> None:
    """A tile that can be played next loses nothing, however quick players go on; what it leaves out of reach does."""
    line = dl.play_out(game, seed=seed)
    review = reviewed(line)
    tried = 0
    for turn, following in pairwise(review.turns):
        steps = line.steps[turn.step : following.step]
        if all(step.state.turn == turn.seat and isinstance(step.action, Play) for step in steps):
            tried += 1
            still_there = following.before + following.best.ahead
            lost = turn.before + turn.best.ahead - max(still_there, turn.before + turn.played.ahead)
            assert turn.loss <= max(lost, 0) + 3 * (turn.error + following.best.error)
    assert tried > 3
    for number in range(2):
        side = review.side(number)
        assert side.dealt + side.luck + side.skill == pytest.approx(side.result)
        assert side.skill <= 0


def test_a_coach_does_not_count_what_can_still_be_played_in_the_same_turn() -> None:
    line = dl.play_out("hungarian", seed=3)
    for step in range(8, 17):       # Ana's turn: 2-0 on the 2 stays there until step 17
        said = find_cost(line.upto(step), seed=1, limits=Limits(FEW, None, ENGINE))
        assert "mistake" not in said, (step, said)
    assert "mistake" in find_cost(line.upto(17), seed=1, limits=Limits(FEW, None, ENGINE))


@pytest.mark.parametrize(("game", "seed", "steps"), [
    ("all-fives", 10, (40, 42)), ("draw-classic", 0, (38, 42)), ("draw-classic", 1, (35, 37, 39)),
])
def test_where_few_deals_are_possible_the_best_play_goes_on(game: str, seed: int, steps: tuple[int, ...]) -> None:
    """Also of a review that is not exact: what the moves are worth is what brute force finds on all these deals."""
    line = dl.play_out(game, seed=seed, seats=2)
    turns = {turn.step: turn for turn in dl.review(line, engine=ENGINE, progress=False).turns}
    for step in steps:
        turn = turns[step]
        assert turn.by == "exact"
        values = best_values(line.upto(step - 1), [move.action for move in turn.moves])
        assert [move.ahead for move in turn.moves] == pytest.approx(values)
        assert (turn.loss, turn.error) == (pytest.approx(max(values) - turn.played.ahead), 0)


def test_a_move_that_blocks_the_line_and_one_that_does_not_are_named() -> None:
    """By the hand itself: after the move with all tiles face up, nobody can play."""
    met = set()
    for game, seed in (("dominican", 14), ("block", 16), ("latin-partnership", 3), ("block", 3)):
        line = dl.play_out(game, seed=seed)
        for turn in dl.review(line, engine=ENGINE, progress=False).turns:
            for reason in turn.reasons:
                if reason.kind in ("blocks", "stays_open"):
                    met.add(reason.kind)
                    state = line.steps[turn.step - 1].state
                    blocks = [advance(state, move).state.over == "blocked"
                              for move in (turn.best.action, turn.played.action)]
                    means = (reason.best, reason.played)
                    assert all(mean == flag for mean, flag in zip(means, blocks, strict=True) if mean in (0, 1))
    assert met == {"blocks", "stays_open"}


def test_the_same_move_at_another_place_is_told_apart() -> None:
    texts = reviewed(dl.play_out("two-box", seed=3)).move_lines
    for text in texts:
        move, _, better = text.partition(" Better: ")
        assert not better or better.removesuffix(".") not in move


def test_an_exact_review_says_where_quick_players_went_on() -> None:
    review = dl.review("draw", seed=3, exact=True, engine=ENGINE, progress=False)
    rolled = sum(turn.by == "rolled" for turn in review.turns)
    assert rolled
    assert f"In {rolled} turns, finding the best play would have taken too long" in review.method_text
    assert "taken too long" not in dl.review("draw", seed=3, engine=ENGINE, progress=False).method_text


def test_a_side_or_an_engine_that_is_not_there_is_refused() -> None:
    review = reviewed(dl.play_out("block", seed=7))
    for number in (-1, 2, 7):
        with pytest.raises(DominoError, match=f"no side {number}"):
            review.side(number)
    with pytest.raises(DominoError, match="engine must be"):
        dl.review("block", seed=7, engine="x", progress=False)


def test_a_tile_that_was_turned_up_is_not_left_out() -> None:
    rules = dl.ruleset("draw-classic").but(first_tile="boneyard")
    assert "Each move was tried" in str(dl.review(rules, seed=1, deals=4, progress=False))
