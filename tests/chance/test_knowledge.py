"""What a seat can know, against brute force: every deal of a small set is played as the hand went, and those that
cannot have been it are thrown out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.chance.knowledge import STOCK, Hidden, Knowledge, know, pile_of, placements, refusal, walk
from domino_lab.chance.sampled_deals import DealSampler
from domino_lab.core.actions import Action, Discard, Draw, Pass
from domino_lab.core.errors import IllegalAction, RecordError, RulesetError
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import legal
from domino_lab.play.start import start
from domino_lab.play.state import State
from domino_lab.play.timeline import Timeline, play_on, play_out
from domino_lab.rules.ruleset import Ruleset

BY_CHOICE = get("draw-classic").but(max_pip=3, deal=3, draw_when="optional", reserve=0)
LEADS = get("draw-classic").but(max_pip=3, deal=3, first_leader="youngest", lead_tile="double")
SMALL: dict[str, tuple[Ruleset, int]] = {
    "block": (get("block").but(max_pip=3, deal=3), 2),
    "block, three seats": (get("block").but(max_pip=2, deal=2), 3),
    "draw": (get("draw-classic").but(max_pip=3, deal=3), 2),
    "draw, three seats": (get("draw-classic").but(max_pip=2, deal=2), 3),
    "draw or not": (get("draw").but(max_pip=3, deal=3, reserve=0), 2),
    "block and draw": (get("block-and-draw").but(max_pip=3, deal=3), 2),
    "heaviest leads": (get("draw-classic").but(max_pip=3, deal=3, first_leader="highest-double", lead_tile="qualifying",
                                               lead_fallback="heaviest"), 2),
    "a named tile, not laid first": (get("draw-classic").but(max_pip=3, deal=3, first_leader="highest-double",
                                                             lead_tile="any", lead_fallback="none"), 2),
    "a tile turned up leads": (get("draw-classic").but(max_pip=2, deal=1, reserve=0, lead_tile="qualifying",
                                                       first_leader="highest-double", lead_fallback="boneyard"), 2),
    "a leader with a double": (LEADS.but(lead_fallback="redeal"), 2),
    "a leader who takes a tile": (get("block").but(max_pip=3, deal=3, leader_takes=1), 2),
    "a leader who takes two and draws": (get("draw-classic").but(max_pip=3, deal=3, leader_takes=2), 2),
    "dutch": (get("draw-dutch").but(max_pip=3, deal=3), 2),
    "one draw by choice": (BY_CHOICE.but(voluntary_max=1), 2),
    "two draws by choice": (BY_CHOICE.but(voluntary_max=2), 2),
    "draw one and wait": (get("draw-classic").but(max_pip=3, deal=3, draw_max=1, after_draw="wait"), 2),
    "draw one by choice and wait": (BY_CHOICE.but(draw_max=1, after_draw="wait"), 2),
    "another turn that stops": (get("draw-osel").but(max_pip=3, deal=3, draw_when="unable", reserve=0,
                                                     cannot_go_on="stop"), 2),
    "sevens": (get("all-sevens").but(max_pip=3, deal=3, matching={"sum": 3}, reserve=0), 2),
    "arms that wait": (get("maltese-cross").but(max_pip=3, deal=3, arm_order="free"), 2),
    "each arm waits": (get("maltese-cross/own-double").but(max_pip=3, deal=3, arm_order="free"), 2),
    "discards": (get("block").but(max_pip=3, deal=5, cannot_play="discard"), 2),
    "discards, three seats": (get("block").but(max_pip=2, deal=2, cannot_play="discard"), 3),
    "dead layout": (get("draw-arabic").but(max_pip=3, deal=3, reserve=1), 2),
}

CUTTHROAT = get("two-box-cutthroat").but(max_pip=2, seats=2, deal=4, draw_when="never", first_leader="lot", multiple=2,
                                         lead_tile="any", lead_fallback="none", block_leader="as-next", target=99)
SUMS = CUTTHROAT.but(max_pip=3, deal=3, matching={"sum": 3}, spinner="none", arm_order="free")
STACKED: dict[str, Ruleset] = {"after a score": CUTTHROAT, "sums, after a score": SUMS,
                               "sums, any time": SUMS.but(stack_when="any")}
"""Where sums count, a tile that may be stacked need not fit: a pass then says more."""


def hands(rules: Ruleset, seats: int, count: int, *, lacking: bool = False) -> Iterator[Timeline]:
    """Hands of given orders: there are no lots, so that every one is known to start alike.

    With `lacking` the first leader holds no tile that may lead.
    """
    for number in range(100):
        order = Shuffle(seed=number).order(rules.equipment.set)
        first = start(rules, Shuffle.of(order), seats=seats)
        if first.state.over is None and (not lacking or first.state.lead.ruling.case != "youngest"):
            yield play_on(Timeline((first,)), Shuffle(seed=number), "random")
            count -= 1
        if not count:
            return


def public(line: Timeline, step: int) -> list[Action]:
    return [done.action for done in line.steps[1 : step + 1] if done.action is not None]


def brute(line: Timeline, seat: int, step: int) -> dict[Tile, dict[int, Fraction]]:
    """The places of the unseen tiles in all deals that go as the hand went, as `seat` saw it."""
    rules, first, state = line.rules, line.steps[0].state, line.steps[step].state
    drawn = {number: done.events[0].tile for number, done in enumerate(line.steps) if isinstance(done.action, Draw)
             and done.seat == seat and number <= step}
    rest = [tile for tile in rules.equipment.set.tiles if tile not in first.holdings[seat]]
    found: Counter[tuple[Tile, int]] = Counter()
    deals = 0
    for order in orders(rest, first.holdings, seat):
        for after in replayed(line, seat, step, order, drawn):
            deals += 1
            found.update((tile, other) for other, held in enumerate(after.holdings) for tile in held if other != seat)
            found.update((tile, pile_of(other)) for other, pile in enumerate(after.discards) for tile in pile
                         if other != seat)
            found.update((tile, STOCK) for tile in after.stock)
    assert deals
    unseen, seats = {tile for tile, _ in found}, range(len(state.holdings))
    return {tile: {place: Fraction(found[tile, place], deals) for place in (*seats, *map(pile_of, seats), STOCK)}
            for tile in unseen}


def orders(rest: list[Tile], holdings: tuple[tuple[Tile, ...], ...], seat: int) -> Iterator[tuple[Tile, ...]]:
    """Every order of the set that deals `seat` what it has; a holding is given in one order only."""
    sizes = [len(held) for held in holdings]
    if len(rest) > 7:
        yield from undrawn_orders(rest, holdings, seat)
        return
    for hidden in permutations(rest):
        left, parts = list(hidden), []
        for other, size in enumerate(sizes):
            part = list(holdings[seat]) if other == seat else left[:size]
            left = left if other == seat else left[size:]
            parts.append(part)
        if any(part != sorted(part) for other, part in enumerate(parts) if other != seat):
            continue
        yield (*(part[place] for place in range(sizes[0]) for part in parts), *left)


def undrawn_orders(rest: list[Tile], holdings: tuple[tuple[Tile, ...], ...], seat: int) -> Iterator[tuple[Tile, ...]]:
    """For two, where nobody draws: the boneyard is given in one order only, too."""
    for held in combinations(rest, len(holdings[1 - seat])):
        parts = [held, held]
        parts[seat] = holdings[seat]
        yield (*(part[place] for place in range(len(held)) for part in parts),
               *(tile for tile in rest if tile not in held))


def replayed(line: Timeline, seat: int, step: int, order: tuple[Tile, ...], drawn: dict[int, Tile]) -> list[State]:
    """Where a deal leads, as the hand went: nowhere, or once for each way to discard tiles that `seat` did not see."""
    begun = start(line.rules, Shuffle(given=order), seats=line.state.table.seats)
    lead, was = begun.state.lead, line.steps[0].state.lead
    if begun.state.over or (lead.seat, lead.must, lead.ruling.facts.get("tile"), lead.ruling.case, lead.among) != (
            was.seat, was.must, was.ruling.facts.get("tile"), was.ruling.case, was.among):
        return []
    lines = [Timeline((begun,))]
    for number, action in enumerate(public(line, step), 1):
        hidden = isinstance(action, Discard) and line.steps[number].seat != seat
        lines = [after for now in lines for each in (map(Discard, now.state.holdings[now.state.turn]) if hidden
                                                     else [action])
                 if (after := gone_on(now, line, number, each)) is not None
                 and (number not in drawn or after.steps[number].events[0].tile == drawn[number])]
    return [now.steps[step].state for now in lines]


def gone_on(now: Timeline, line: Timeline, number: int, action: Action) -> Timeline | None:
    try:
        now = now.play(action)
    except IllegalAction:
        return None
    after, told = now.steps[number].state, line.steps[number].state
    same = (after.over, after.lead.seeks, after.lead.must) == (told.over, told.lead.seeks, told.lead.must)
    return now if same else None


def check_by_all_deals(line: Timeline, seat: int, step: int) -> tuple[Knowledge, dict[Tile, dict[int, Fraction]]]:
    known, right = know(line, seat, step), brute(line, seat, step)
    for tile, row in known.chances.items():
        assert row == {place: right[tile][place] for place in row}, (str(tile), seat, step)
    return known, right


@pytest.mark.parametrize("name", SMALL)
def test_chances_are_those_of_all_deals_that_agree(name: str) -> None:
    (rules, seats), met = SMALL[name], set[int]()
    for line in hands(rules, seats, 2):
        over = len(line.steps) - 2
        for step in {over // 2, over - 1}:
            for seat in range(seats):
                known, right = check_by_all_deals(line, seat, step)
                assert known.is_exact
                assert set(known.chances) == set(right)
                met |= {place for place in known.places if place < STOCK}
    assert bool(met) == rules.turns.discards


@pytest.mark.parametrize(("fallback", "seats"), [("next-player", 2), ("next-player", 3), ("leader-draws", 2),
                                                 ("heaviest", 2), ("none", 2)])
def test_a_leader_without_a_double_shows_what_was_not_dealt(fallback: str, seats: int) -> None:
    rules = LEADS.but(max_pip=2, deal=1 if seats == 3 else 2, lead_fallback=fallback)
    for line in hands(rules, seats, 4, lacking=True):
        for step in range(len(line.steps) - 1):
            for seat in range(seats):
                check_by_all_deals(line, seat, step)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("fallback", ["next-player", "none", "redeal"])
@pytest.mark.parametrize(("first", "case"), [({"holder": "1-1"}, "holds"), ("highest-double", "highest")], ids=str)
def test_a_first_leader_by_a_tile_where_later_ones_need_a_double(first: object, case: str, fallback: str,
                                                                 seats: int) -> None:
    """The leader was dealt that tile; or nobody was, and then it may be known that somebody has no double at all."""
    rules = LEADS.but(max_pip=2, deal=1 if seats == 3 else 2, first_leader=first, lead_fallback=fallback)
    lines, cases = [*hands(rules, seats, 6 if case == "holds" else 40)], set[str]()
    for line in lines:
        cases.add(line.steps[0].state.lead.ruling.case)
        for step in range(len(line.steps) - 1):
            for seat in range(seats):
                check_by_all_deals(line, seat, step)
    certain = case == "highest" and seats == 2  # They hold four of six tiles, and three of the six are doubles.
    assert (cases == {case}) == (fallback == "redeal" or certain)


@pytest.mark.parametrize("name", STACKED)
def test_a_pass_where_one_may_stack_says_that_nothing_could_be_stacked(name: str) -> None:
    said = 0
    for line in hands(STACKED[name], 2, 12):
        passes = [number for number, step in enumerate(line.steps) if step.action == Pass()]
        for step in passes[:1] + passes[-1:]:
            seat = 1 - line.steps[step].seat
            if line.steps[step].state.over:
                continue
            known, right = know(line, seat, step), brute(line, seat, step)
            assert {tile: {1 - seat: row[1 - seat], STOCK: row[STOCK]} for tile, row in right.items()} == known.chances
            ends = {end.value for end in line.steps[step - 1].state.open_ends}
            said += any(not any(line.rules.matching.fits(tile, end) for end in ends)
                        for tile in known.seen.others[1 - seat].bans[-1])
    assert bool(said) == ("sums" in name)


# --- whole hands ----------------------------------------------------------------------------------------------------


def with_deal(line: Timeline, seat: int, step: int, hidden: Hidden) -> Timeline:
    """The hand with other hidden tiles, as far as it is known to have gone that way; raises where it cannot have."""
    state = line.steps[step].state
    now = state._replace(holdings=tuple(hidden.holdings.get(s, held) for s, held in enumerate(state.holdings)),
                         discards=tuple(hidden.discards.get(s, pile) for s, pile in enumerate(state.discards)),
                         stock=hidden.stock)
    return Timeline((*line.steps[:step], line.steps[step]._replace(state=now)))


@pytest.mark.parametrize(("game", "seats"), [("block", 2), ("block", 4), ("draw-classic", 2), ("draw-classic", 3),
                                             ("draw", 2), ("five-up", 4), ("all-sevens", 3), ("draw-puerto-rico", 3),
                                             ("two-box", 4), ("draw-vietnamese", 3), ("gaple", 4)])
def test_the_true_deal_is_never_ruled_out(game: str, seats: int) -> None:
    for hand in range(3):
        line = play_out(get(game), Shuffle(seed=4, hand=hand), seats=seats, policies="random")
        for step in range(0, len(line.steps) - 1, 5):
            for seat in range(seats):
                known, state = know(line, seat, step), line.steps[step].state
                if not known.is_exact:
                    continue
                for other, held in enumerate(state.holdings):
                    if other != seat:
                        assert all(known.chance(tile, other) > 0 for tile in held)
                        assert sum(row[other] for row in known.chances.values()) == len(held)
                for other, pile in enumerate(state.discards):
                    assert other == seat or all(known.chance(tile, pile_of(other)) > 0 for tile in pile)
                assert all(known.chance(tile, STOCK) > 0 for tile in state.stock)
                assert all(sum(row.values()) == 1 for row in known.chances.values())


def test_nothing_hidden_is_read() -> None:
    """Other tiles in the others' hands and in the boneyard: the same knowledge."""
    line = play_out(get("draw-classic"), Shuffle(seed=2), seats=3, policies="random")
    for step in (0, 9, 15):
        known = know(line, 1, step)
        for hidden in known.deals(5, seed=step):
            assert hidden.holdings[0] != line.steps[step].state.holdings[0]
            assert know(with_deal(line, 1, step, hidden), 1, step).chances == known.chances


def test_deals_are_drawn_as_often_as_their_chances_say() -> None:
    line = next(hands(*SMALL["draw"], 1))
    step = len(line.steps) // 2
    known = know(line, 0, step)
    count = 2000
    found = Counter(tile for hidden in known.deals(count, seed=1) for tile in hidden.holdings[1])
    assert known.deals(3, seed=1) == known.deals(3, seed=1)
    for tile, row in known.chances.items():
        chance = float(row[1])
        assert abs(found[tile] / count - chance) <= 4 * (chance * (1 - chance) / count) ** 0.5


def test_the_walk_meets_every_way_as_often_as_the_table_says() -> None:
    may = [[True, True, False, True], [True, True, True, True], [False, True, True, True], [False, False, True, True]]
    ways = [order for order in permutations(range(4)) if all(may[tile][place] for tile, place in enumerate(order))]
    table = placements(may, range(4))
    assert table is not None
    assert table.total == len(ways)
    steps, count = walk(may, Stream(5)), 4000
    found = Counter(next(steps) for _ in range(count))
    assert set(found) == set(ways)
    share = 1 / len(ways)
    assert all(abs(times / count - share) <= 5 * (share / count) ** 0.5 for times in found.values())


def test_a_pass_is_a_proof_and_a_draw_by_choice_is_none() -> None:
    line = play_out(get("block"), Shuffle(seed=1), policies="random")
    number = next(number for number, step in enumerate(line.steps) if step.action == Pass())
    mover = line.steps[number].seat
    known, values = know(line, 1 - mover, number), {end.value for end in line.steps[number].state.open_ends}
    assert known.proofs[0].step == number
    assert set(known.proofs[0].values) == values <= set(known.lacks(mover))
    assert "passed" in known.text
    free = play_out(get("all-sevens"), Shuffle(seed=1), policies="random")
    drawn = [number for number, step in enumerate(free.steps) if step.action == Draw()]
    assert drawn
    assert not [proof for proof in know(free, 0, len(free.steps) - 1).proofs if proof.by == "draw"]


def test_a_pass_of_a_player_who_goes_on_at_one_end_proves_nothing_about_the_other() -> None:
    """HU-TURN-1:one-end: it proves that nothing fits the tile just played; the other end may show another value."""
    two, more = 0, 0
    for hand in range(30):
        line = play_out(get("hungarian/one-end"), Shuffle(seed=3, hand=hand), seats=2, policies="random")
        for number, (before, step) in enumerate(zip(line.steps, line.steps[1:], strict=False), 1):
            if step.action != Pass() or before.action == Pass() or before.seat != step.seat or step.state.over:
                continue
            last, shown = step.state.chain.laid[-1], {end.value for end in step.state.chain.ends}
            own = {end.value for end in step.state.chain.ends if end.at == last.number}
            proof = know(line, 1 - step.seat, number).proofs[-1]
            assert (proof.step, {*proof.values}) == (number, own)
            two += own != shown
            other = shown - own
            more += any({*tile[:2]} & other for tile in step.state.holdings[step.seat])
    assert two >= 20
    assert more >= 10


def drawn_on(rules: Ruleset, seed: int) -> Timeline:
    """A hand in which everybody draws as long as that is allowed, and then does the first thing that is."""
    first = start(rules, Shuffle.of(Shuffle(seed=seed).order(rules.equipment.set)), seats=2)
    line = Timeline((first,))
    while not line.is_over:
        may = legal(line.state)
        line = line.play(Draw() if Draw() in may and line.state.chain.laid else may[0])
    return line


@pytest.mark.parametrize("most", [1, 2])
def test_one_draw_more_than_may_be_by_choice_proves_that_the_first_was_none(most: int) -> None:
    """A7-DRAW-1: who can lay may draw so many and no more, and can lay till the turn is over."""
    found: Counter[bool] = Counter()
    for seed in range(60):
        line = drawn_on(BY_CHOICE.but(voluntary_max=most), seed)
        for number, step in enumerate(line.steps[: -most - 1]):
            if not isinstance(step.action, Draw):
                continue
            turn = line.steps[number : number + most + 1]
            forced = all(one.seat == step.seat and isinstance(one.action, Draw) for one in turn)
            late, soon = know(line, 1 - step.seat, number + most), know(line, 1 - step.seat, number + most - 1)
            assert number not in {proof.step for proof in soon.proofs}
            assert (number in {proof.step for proof in late.proofs}) == forced
            right = brute(line, 1 - step.seat, number + most) if found[forced] < 2 else late.chances
            assert all(row == {place: right[tile][place] for place in row} for tile, row in late.chances.items())
            found[forced] += 1
    assert set(found) == {True, False}


def test_a_proof_names_the_values_that_would_have_fitted_and_the_wild_tiles() -> None:
    """A7-MATCH-1, A7-WILD-1: to a 3 goes a 4, to a blank only a tile that is wild."""
    wild = "did not have the 0-0, 6-1, 5-2 or 4-3."
    said = set()
    for seed in range(200):
        line = play_out(get("all-sevens"), Shuffle(seed=seed), seats=4, policies="random")
        for number, step in enumerate(line.steps):
            if step.action != Pass():
                continue
            known = know(line, (step.seat + 1) % 4, number)
            proof, ends = known.proofs[-1], {end.value for end in step.state.open_ends}
            assert {*proof.values} == {7 - end for end in ends if end}
            assert all(sum(tile[:2]) in (0, 7) for tile in proof.tiles)
            said.add(bool(proof.values))
            assert wild in known.text or ends != {0}
    assert said == {True, False}


@pytest.mark.parametrize("game", ["five-columns", "blind"])
def test_where_nothing_is_hidden_from_one_seat_alone_nothing_is_known(game: str) -> None:
    line = play_out(get(game), Shuffle(seed=1))
    with pytest.raises(ValueError, match="hidden"):
        know(line, 0, 1)


def test_where_tiles_are_drawn_and_discarded_nobody_can_tell_which() -> None:
    line = play_out(get("draw-classic").but(cannot_play="discard"), Shuffle(seed=1))
    with pytest.raises(ValueError, match="both draw and discard tiles, so nobody can tell"):
        know(line, 0, 1)
    assert "both draw and discard tiles" in dl.HiddenTiles(line).notes()[0]


def test_a_record_without_a_deal_is_not_said_to_be_a_game_without_hidden_tiles() -> None:
    with pytest.raises(ValueError, match=r"layout study: a record without \[deal\]") as told:
        know("all-fives-worked-example", 0)
    assert "hidden" not in str(told.value)


def test_a_game_is_named_instead_of_a_hand_and_what_is_none_is_refused() -> None:
    line = play_out(get("block"), Shuffle(seed=0))
    assert know("block", 1, 3).seen == know(get("block"), 1, 3).seen == know(line, 1, 3).seen
    with pytest.raises(RulesetError, match="block"):
        know("blok", 0)
    with pytest.raises(RecordError, match="no file and no packaged hand is called"):
        know("hand.toml", 0)
    for wrong in (3, None, line.state):
        with pytest.raises(TypeError, match=r"know\(hand=.*give a hand from dl\.load"):
            know(wrong, 0)  # type: ignore[arg-type]


def test_as_text_it_says_what_was_proved_and_the_chances() -> None:
    said = repr(know(play_out(get("block"), Shuffle(seed=1)), 0)).splitlines()
    assert said[0] == "Ana cannot see 21 tiles."
    assert said[-22].split() == ["Ben", "boneyard"]
    shares = [tuple(map(float, row.split()[1:])) for row in said[-21:]]
    assert sum(held for held, _ in shares) == pytest.approx(7, abs=0.02)
    assert all(held + lying == pytest.approx(1, abs=0.002) for held, lying in shares)


@pytest.mark.parametrize(("game", "names"), [
    ("block", {1: "Ben", STOCK: "boneyard"}),
    ("latin-partnership", {1: "Ben", 2: "Cleo", 3: "Dan"}),
    ("gaple", {1: "Ben", 2: "Cleo", 3: "Dan"}),
])
def test_hidden_tiles_lie_with_the_others_and_in_the_boneyard(game: str, names: dict[int, str]) -> None:
    """In the Latin game four partners are dealt all 28 tiles: there is no boneyard."""
    found = know(game, 0)
    assert {place: found.place_name(place) for place in found.places} == names
    assert list(found.table().columns) == list(names.values())


def test_a_seat_or_a_step_that_is_not_there_is_refused() -> None:
    line = play_out(get("block"), Shuffle(seed=1))
    with pytest.raises(ValueError, match="no seat 2"):
        know(line, 2, 1)
    with pytest.raises(ValueError, match="no step 99"):
        know(line, 0, 99)


REDEALT = {
    "doubles": (get("block").but(max_pip=3, deal=3, redeal_doubles=2), 2),
    "doubles, three seats": (get("block").but(max_pip=2, deal=2, redeal_doubles=2), 3),
    "doubles, drawing": (get("draw-classic").but(max_pip=3, deal=3, redeal_doubles=2, draw_when="unable"), 2),
    "one number": (get("block").but(max_pip=3, deal=3, redeal_suit=3), 2),
    "both, drawing": (get("draw-classic").but(max_pip=3, deal=3, redeal_doubles=3, redeal_suit=3), 2),
    "discards": (get("block").but(max_pip=2, deal=2, cannot_play="discard", redeal_doubles=2), 3),
}


@pytest.mark.parametrize("name", REDEALT)
def test_nobody_was_dealt_what_would_have_been_dealt_again(name: str) -> None:
    """Drawn deals against all deals of a small set, and not against those that fit but for the rule of the redeal."""
    (rules, seats), count, told = REDEALT[name], 1500, 0.0
    for line in hands(rules, seats, 2):
        for step, seat in product((0, (len(line.steps) - 2) // 2, len(line.steps) - 3), range(seats)):
            known, right = know(line, seat, step, samples=count, seed=step), brute(line, seat, step)
            assert not known.is_exact
            sampler = DealSampler(line.upto(step), seat, seed=step)
            every, drawn = sampler.every(100_000), sampler.draw(count)
            assert every is not None
            exact = known.seen._replace(dealing=None)
            for number, tile in enumerate(known.unseen):
                for place, chance in known.chances[tile].items():
                    error = 5 * (right[tile][place] * (1 - right[tile][place]) / count) ** 0.5
                    assert abs(chance - right[tile][place]) <= error
                    assert abs(np.mean(drawn.places[:, number] == place) - right[tile][place]) <= error
                    assert np.mean(every.places[:, number] == place) == pytest.approx(float(right[tile][place]))
                    usual = replace(known, seen=exact).chance(tile, place)
                    told = max(told, abs(usual - right[tile][place]))
    assert told > 0.02


def test_a_redeal_is_told_in_words_and_binds_no_named_leader() -> None:
    rules = REDEALT["both, drawing"][0]
    text = know(next(hands(rules, 2, 1)), 0).text
    assert "The deal counted, so nobody was dealt 3 doubles or more." in text
    assert "The deal counted, so nobody was dealt 3 or more tiles of one number." in text
    assert "The chances are estimates: 2,000 deals that fit all this were drawn at random, with seed 0." in text
    named = Timeline((start(rules, Shuffle(seed=1), leader=1),))
    assert know(named, 0).is_exact


def test_hidden_tiles_are_worked_out_in_every_game_of_several_players() -> None:
    assert not [rules.id for rules in rulesets() if rules.solo is None and refusal(rules)]
