"""A rule of a reader's own plays, explains and records itself like a built-in one, in every group of axes."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Play
from domino_lab.core.chain import Chain
from domino_lab.core.events import Ended, Leads
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import judge, legal
from domino_lab.play.match import play_match
from domino_lab.play.timeline import play_out
from domino_lab.record import read, write
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.turns import Loot, Spoils
from tests.widgets.kept import picture
from tests.words.custom_rules import (
    AlwaysSeven,
    BlankCountsTen,
    DoublesLaid,
    DoublesTwice,
    FewestTiles,
    FirstWithBlank,
    FivesGoOn,
    HeavyBlanks,
    NeighbourPips,
    NewestEnd,
    OneDraw,
    Primes,
    SecondSpins,
    Squares,
    TenTiles,
    ThreeEach,
    TwoTwo,
    every,
)

EVERY = pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
HANDS = range(12)


def lines(rules: Ruleset):
    return [play_out(rules, Shuffle(seed=4, hand=hand)) for hand in HANDS]


@EVERY
def test_every_hand_ends_and_what_is_legal_is_judged_so(rules: Ruleset) -> None:
    for line in lines(rules)[:4]:
        assert line.is_over
        for step in line.steps[:-2]:
            allowed = set(legal(step.state))
            assert all(judge(step.state, action).allowed for action in allowed)
            tried = [Play(tile, end, out) for tile in step.state.holdings[step.state.turn]
                     for end in step.state.chain.ends for out in sorted(set(tile[:2]))]
            assert {play for play in tried if judge(step.state, play).allowed} <= allowed


@EVERY
def test_a_hand_is_recorded_and_read_again_with_the_same_rules(rules: Ruleset) -> None:
    for line in lines(rules)[:4]:
        text = write(line)
        for group, policy in rules.own.items():
            assert f'{group} = "own: {type(policy).__name__}"' in text
        back = dl.load(text, rules=rules)
        assert back.problems == ()
        assert back.steps == line.steps


@EVERY
def test_without_its_class_a_record_says_what_is_missing(rules: Ruleset) -> None:
    found = read(write(lines(rules)[0]), get)
    names = {type(policy).__name__ for policy in rules.own.values()}
    assert all(any(name in problem.message for problem in found.problems) for name in names)


@EVERY
def test_every_step_says_why_and_shows_itself(rules: Ruleset) -> None:
    line = lines(rules)[0]
    for number in range(len(line)):
        assert dl.why(line, number).text
    for number in (0, len(line) // 2, len(line) - 1):
        shown = dl.HandStepper(line, step=number)._repr_mimebundle_()
        assert picture(shown).startswith("<svg")
    assert len(dl.transcript(line)) == len(line) - 1


@EVERY
def test_it_is_compared_with_the_game_it_came_from(rules: Ruleset) -> None:
    home = dl.ruleset(rules.id)
    told = dl.differences(home, rules)
    for policy in rules.own.values():
        assert f'"own: {type(policy).__name__}"' in set(told[rules.name])
    mine = told[told[rules.name].str.startswith('"own: ')]
    assert all(clause.startswith("OWN-") for clause in mine["clause there"])
    if home.equipment.set == rules.equipment.set:
        assert len(dl.compare(dl.Shuffle(seed=7), [home, rules]).lines) == 2


def test_neighbours_fit_and_nothing_else() -> None:
    rules = get("block").but(matching=NeighbourPips())
    for line in lines(rules):
        for laid in line.state.chain.laid[1:]:
            joined = laid.tile.other(laid.out)
            assert abs(joined - laid.joint) == 1
    fitting = {value: {str(tile) for tile in tiles} for value, tiles in rules.fitting.items()}
    assert fitting[0] == {"1-0", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"}
    assert rules.fitting[2][Tile(1, 3)] == (1, 3)


def test_only_primes_score_and_score_themselves() -> None:
    primes = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47}
    steps = [step for line in lines(get("all-fives").but(scoring=Primes())) for step in line.steps
             if isinstance(step.action, Play)]
    for step in steps:
        total = step.state.board_count.total
        assert step.points == (total if total in primes else 0)
    assert {step.points > 0 for step in steps} == {True, False}


def test_every_second_double_spins() -> None:
    for line in lines(get("all-fives").but(arms=SecondSpins())):
        doubles = [laid.spins for laid in line.state.chain.laid if laid.tile.is_double]
        assert doubles == [number % 2 == 1 for number in range(len(doubles))]


def test_only_the_newest_ends_are_open() -> None:
    rules = get("all-fives").but(arms=NewestEnd())
    for line in lines(rules)[:4]:
        for before, step in zip(line.steps, line.steps[1:], strict=False):
            if isinstance(step.action, Play) and step.action.end is not None:
                assert step.action.end in before.state.chain.ends[-2:]
    state = next(step.state for line in lines(rules) for step in line.steps if len(step.state.chain.ends) > 2)
    shut = judge(state._replace(holdings=((Tile(0, 1),), *state.holdings[1:]), turn=0),
                 Play(Tile(0, 1), state.chain.ends[0]))
    assert not shut.allowed


def test_a_blank_at_an_end_counts_ten() -> None:
    rules = get("all-fives").but(scoring=BlankCountsTen())
    assert dl.lay(rules, "5-5 5-0").state.board_count.total == 20
    assert "5-0 counts 10" in dl.why(dl.lay(rules, "5-5 5-0"), 2).text.replace("by your own rule, ", "")


def test_a_game_that_never_scored_scores_by_what_is_laid() -> None:
    for line in lines(get("block").but(scoring=DoublesLaid())):
        plays = [step for step in line.steps if isinstance(step.action, Play)]
        assert [step.points for step in plays] == [2 * step.action.tile.is_double for step in plays]


def test_one_tile_is_drawn_and_then_one_passes() -> None:
    drawn = [step.state.drawn for line in lines(get("block").but(drawing=OneDraw())) for step in line.steps]
    assert set(drawn) == {0, 1}


def test_a_hand_is_not_blocked_while_a_tile_that_fits_can_still_be_drawn() -> None:
    blocked = [line.state for line in lines(get("block").but(drawing=OneDraw())) if line.state.over == "blocked"]
    assert blocked
    for state in blocked:
        assert not any(end.value in tile[:2] for end in state.open_ends for tile in state.stock)


def test_a_hand_ends_with_the_tenth_tile() -> None:
    ended = [(len(line.state.chain.laid), line.state.over) for line in lines(get("block").but(ending=TenTiles()))]
    assert max(count for count, _ in ended) == 10
    assert all(over == "blocked" for count, over in ended if count == 10)


def test_doubles_pay_twice() -> None:
    rules = get("block").but(settling=DoublesTwice())
    assert dl.settle(rules, holdings=["", "6-6 2-1"]).award == 27
    for line in lines(rules):
        settled, state = line.steps[-1].settled, line.state
        if settled.winner is not None:
            left = state.holdings[1 - settled.winner]
            assert settled.award == sum(tile.weight * (2 if tile.is_double else 1) for tile in left)


def test_who_holds_fewest_tiles_wins() -> None:
    rules = get("block").but(settling=FewestTiles())
    assert dl.settle(rules, holdings=["6-6", "0-1 0-2"]).winner == 0
    assert dl.settle(rules, holdings=["6-6", "0-1"]).winner is None


def test_three_tiles_each_and_the_seats_that_lead() -> None:
    assert [len(held) for held in play_out(get("block").but(dealing=ThreeEach()), Shuffle(seed=1)).steps[0]
            .state.holdings] == [3, 3]
    for line in lines(get("block").but(leading=FirstWithBlank())):
        first = line.steps[0]
        lead = next(event.seat for event in first.events if isinstance(event, Leads))
        assert any(tile.low == 0 for tile in first.state.holdings[lead])
    for line in lines(get("block").but(leading=TwoTwo())):
        assert line.steps[1].action.tile == Tile(2, 2)


def test_a_match_is_won_with_a_square() -> None:
    for seed in range(5):
        match = play_match(get("block").but(winning=Squares()), seed=seed)
        assert match.is_over
        assert round(match.standing.scores[match.winner] ** 0.5) ** 2 == match.standing.scores[match.winner]


def test_a_five_gives_another_turn() -> None:
    for line in lines(get("block").but(turns=FivesGoOn())):
        for step in line.steps:
            if isinstance(step.action, Play) and not step.state.over:
                assert (step.state.turn == step.seat) == (5 in step.action.tile[:2])


def test_weights_and_loot() -> None:
    heavy = get("block").but(equipment=HeavyBlanks())
    assert dl.settle(heavy, holdings=["", "0-0 1-0 1-1"]).award == 20 + 21 + 2
    boxes = get("all-fives").but(copies=2, deal=7, stacking=AlwaysSeven())
    assert boxes.stacking.loot(Spoils(0, 10), Tile(5, 5)) == Loot(7, 7)
    assert boxes.stacking.choices(Chain(), (), ()) == []


def test_the_end_of_a_hand_names_the_class_that_ended_it() -> None:
    line = next(line for line in lines(get("block").but(ending=TenTiles())) if len(line.state.chain.laid) == 10)
    ended = next(event for step in line.steps for event in step.events if isinstance(event, Ended))
    assert ended.ruling.id == "OWN-ENDING"
