"""A rule of a reader's own plays, explains and records itself like a built-in one, in every group of axes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Play
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.events import Ended, Leads
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import judge, legal
from domino_lab.play.match import play_match
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import read, write
from domino_lab.rules.leading import Deck, Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Final
from domino_lab.rules.so_far import HandSoFar
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
    OddTiles,
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


# --- each rule decides as it says


def plays(line: Timeline) -> list[Step]:
    return [step for step in line.steps if isinstance(step.action, Play)]


def doubled_pips(line: Timeline) -> tuple[int, int]:
    settled = line.steps[-1].settled
    left = () if settled.winner is None else line.state.holdings[1 - settled.winner]
    return settled.award, sum(tile.weight * (2 if tile.is_double else 1) for tile in left)


BLOCK, FIVES = get("block"), get("all-fives")
PRIMES = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47}
DECIDES: list[tuple[Ruleset, int, Callable[[Timeline], Iterable[tuple[object, object]]]]] = [
    (BLOCK.but(matching=NeighbourPips()), 1,
     lambda line: [(abs(laid.tile.other(laid.out) - laid.joint), 1) for laid in line.state.chain.laid[1:]]),
    (FIVES.but(scoring=Primes()), 2,
     lambda line: [(step.points, total if (total := step.state.board_count.total) in PRIMES else 0)
                   for step in plays(line)]),
    (FIVES.but(arms=SecondSpins()), 2, lambda line: [
        (spins, number % 2 == 1)
        for number, spins in enumerate(laid.spins for laid in line.state.chain.laid if laid.tile.is_double)]),
    (FIVES.but(arms=NewestEnd()), 1, lambda line: [
        (step.action.end in before.state.chain.ends[-2:], True) for before, step in pairwise(line.steps)
        if isinstance(step.action, Play) and step.action.end is not None]),
    (BLOCK.but(scoring=DoublesLaid()), 2,
     lambda line: [(step.points, 2 * step.action.tile.is_double) for step in plays(line)]),
    (BLOCK.but(drawing=OneDraw()), 1, lambda line: [(step.state.drawn in (0, 1), True) for step in line.steps]),
    # A hand is not blocked while a tile that fits can still be drawn.
    (BLOCK.but(drawing=OneDraw()), 1, lambda line: [
        (any(end.value in tile[:2] for end in line.state.open_ends for tile in line.state.stock), False)
    ] if line.state.over == "blocked" else []),
    (BLOCK.but(ending=TenTiles()), 2, lambda line: [
        (line.state.over if len(line.state.chain.laid) >= 10 else "sooner",
         "blocked" if len(line.state.chain.laid) == 10 else "sooner")]),
    (BLOCK.but(settling=DoublesTwice()), 2, lambda line: [doubled_pips(line)]),
    (BLOCK.but(dealing=ThreeEach()), 1, lambda line: [([len(held) for held in line[0].state.holdings], [3, 3])]),
    (BLOCK.but(leading=FirstWithBlank()), 1, lambda line: [
        (any(tile.low == 0 for tile in line[0].state.holdings[event.seat]), True)
        for event in line[0].events if isinstance(event, Leads)]),
    (BLOCK.but(leading=TwoTwo()), 1, lambda line: [(line[1].action.tile, Tile(2, 2))]),
    (BLOCK.but(turns=FivesGoOn()), 2, lambda line: [
        (step.state.turn == step.seat, 5 in step.action.tile[:2]) for step in plays(line) if not step.state.over]),
]
"""Rules, how many answers they give at least in twelve hands, and what hands show, beside what the rule says."""


@pytest.mark.parametrize(("rules", "answers", "shown"), DECIDES, ids=lambda part: getattr(part, "name", ""))
def test_hands_go_as_the_rule_says(rules: Ruleset, answers: int,
                                   shown: Callable[[Timeline], Iterable[tuple[object, object]]]) -> None:
    pairs = [pair for line in lines(rules) for pair in shown(line)]
    assert [pair for pair in pairs if pair[0] != pair[1]] == []
    assert len({str(expected) for _, expected in pairs}) >= answers


def test_neighbours_fit_and_nothing_else() -> None:
    rules = BLOCK.but(matching=NeighbourPips())
    assert {str(tile) for tile in rules.fitting[0]} == {"1-0", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1"}
    assert rules.fitting[2][Tile(1, 3)] == (1, 3)


def test_an_older_end_is_closed_where_only_the_newest_are_open() -> None:
    state = next(step.state for line in lines(FIVES.but(arms=NewestEnd())) for step in line.steps
                 if len(step.state.chain.ends) > 2)
    held = state._replace(holdings=((Tile(0, 1),), *state.holdings[1:]), turn=0)
    assert not judge(held, Play(Tile(0, 1), state.chain.ends[0])).allowed


def test_a_blank_at_an_end_counts_ten() -> None:
    hand = dl.lay(FIVES.but(scoring=BlankCountsTen()), "5-5 5-0")
    assert hand.state.board_count.total == 20
    assert "5-0 counts 10" in dl.why(hand, 2).text.replace("by your own rule, ", "")


def test_who_wins_and_what_it_is_worth_by_the_holdings_alone() -> None:
    assert dl.settle(BLOCK.but(settling=DoublesTwice()), holdings=["", "6-6 2-1"]).award == 27
    fewest = BLOCK.but(settling=FewestTiles())
    assert dl.settle(fewest, holdings=["6-6", "0-1 0-2"]).winner == 0
    assert dl.settle(fewest, holdings=["6-6", "0-1"]).winner is None


def test_a_match_is_won_with_a_square() -> None:
    for seed in range(5):
        match = play_match(get("block").but(winning=Squares()), seed=seed)
        assert match.is_over
        assert round(match.standing.scores[match.winner] ** 0.5) ** 2 == match.standing.scores[match.winner]


class OddForADouble(OddTiles):
    lead_tile = "double"


class OddForADoubleOrAScore(OddTiles):
    lead_tile = "double-or-score"


@pytest.mark.parametrize(("name", "rule"), [("block", OddTiles()), ("merry-go-round", OddForADouble()),
                                            ("seven-toed-pete", OddForADoubleOrAScore())])
def test_a_rule_that_names_the_tiles_that_may_lead_gives_no_reason_of_the_game(name: str, rule: OddTiles) -> None:
    """Odd tiles lead: the sentences of a double, or of a tile that scores, were told instead, or an error came."""
    state = play_out(get(name).but(leading=rule), Shuffle(seed=3), names=["Ana", "Ben"])[0].state
    *others, last = [str(tile) for tile in state.holdings[0] if (tile.low + tile.high) % 2]
    only = f"{', '.join(others)} or {last}" if others else last
    for tile in state.holdings[0]:
        said = judge(state, Play(tile))
        assert (said.allowed, said.text) == (
            (True, f"By your own rule, Ana can start with {tile}.") if (tile.low + tile.high) % 2
            else (False, f"By your own rule, Ana may not start with {tile}, only with {only}."))
    assert {(tile.low + tile.high) % 2 for tile in state.holdings[0]} == {0, 1}


def test_a_rule_that_leaves_the_first_tile_to_the_game_refuses_one_in_its_words() -> None:
    """In Merry-Go-Round a double leads (MR-LEAD-2). The refusal by a rule that asks the game was an error."""
    class AsEver(dl.rules.Leading):
        lead_tile, first_leader = "double", "lot"

        def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
            return super().find(deck, standing, next_seat)

    state = play_out(get("merry-go-round").but(leading=AsEver()), Shuffle(seed=1), names=["Ana", "Ben"])[0].state
    leader = state.table.names[state.turn]
    for tile in state.holdings[state.turn]:
        said = judge(state, Play(tile))
        assert (said.clause, said.text) == ("MR-LEAD-2", f"{leader} can start with {tile}, because it is a double."
                                            if tile.is_double else
                                            f"{leader} must start with a double, and {tile} is not one.")
    assert {tile.is_double for tile in state.holdings[state.turn]} == {True, False}


class FirstForNothing(dl.rules.Scoring):
    """The first tile never scores."""

    def worth(self, chain: Chain, so_far: HandSoFar | None = None) -> int:
        return 0 if len(chain.laid) == 1 else super().worth(chain, so_far)


def test_where_the_game_would_score_a_play_worth_nothing_is_told() -> None:
    rules = get("all-fives").but(scoring=FirstForNothing())
    nothing = "by your own rule this play is worth nothing."
    assert f"Ana starts with 4-1. 4+1 = 5, but {nothing}" in dl.why(dl.lay(rules, "4-1"), 1).text
    assert nothing not in dl.why(dl.lay(rules, "4-2"), 1).text, "4+2 = 6 is worth nothing in the game, too"


class NoEnds(dl.rules.Arms):
    """After three tiles no end is open."""

    def open_ends(self, chain: Chain) -> tuple[OpenEnd, ...]:
        return chain.ends if len(chain.laid) < 3 else ()


def test_where_no_end_is_open_the_sentence_is_whole() -> None:
    line = play_out(get("draw").but(arms=NoEnds()), Shuffle(seed=1), names=["Ana", "Ben"])
    said = [dl.why(line, number).text for number, step in enumerate(line.steps) if step.action == Draw()]
    assert said
    assert all("fit any end, because none is open." in text for text in said)


class FourOne(dl.rules.Winning):
    """Whoever goes out with the 4-1 wins the match, whatever the scores."""

    def winner(self, scores: Sequence[int], seats: int, teams: bool, final: Final | None = None) -> int | None:
        if final is not None and final.out is not None and final.last == Tile(1, 4):
            return final.sides[final.out]
        return super().winner(scores, seats, teams)


@pytest.mark.parametrize("target_when", ["hand-end", "at-once"])
def test_a_match_is_won_by_how_a_hand_ended(target_when: str) -> None:
    rules, early = get("all-fives").but(winning=FourOne(), target_when=target_when), 0
    for seed in range(40):
        match = play_match(rules, seed=seed, policies="random")
        last = match.hands[-1]
        out = [hand.state.went_out for hand in match.hands if hand.state.chain.laid[-1].tile == Tile(1, 4)
               and hand.state.over == "out"]
        assert out in ([], [last.state.went_out])
        if out:
            assert match.winner == out[0]
            early += max(last.state.scores) < rules.winning.goal(2, teams=False)
    assert early > 1


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


class Thirteen(dl.rules.Scoring):
    def points(self, total: int) -> int:
        return 3 if total == 13 else 0


class ThirteenToo(dl.rules.Scoring):
    def points(self, total: int) -> int:
        return 3 if total == 13 else super().points(total)


class DoublesToo(dl.rules.Scoring):
    def worth(self, chain: Chain) -> int:
        return super().worth(chain) + (2 if chain.laid[-1].tile.is_double else 0)


def why_it_scores(rules: Ruleset, *played: str) -> tuple[str, str]:
    """The sentence on the score of the last tile of a line, and its clause."""
    chain = Chain()
    for text in played:
        tile = Tile(*map(int, text.split("-")))
        end = next((end for end in chain.ends if end.value in tile[:2]), None)
        chain = chain.lay(tile, end, None if end is None else tile[0] + tile[1] - end.value)
    judged = rules.scoring.judge(chain, "Ana")
    return ("", "") if judged is None else (judged.text, judged.id)


def test_a_near_miss_names_the_count_that_would_score_and_what_it_is_worth() -> None:
    rules = get("all-fives").but(scoring=Thirteen())
    assert why_it_scores(rules, "6-5") == (
        "6+5 = 11 scores nothing by your own rule. A count of 13 would be worth 3 points.", "OWN-SCORING")
    assert why_it_scores(rules, "6-6", "6-2")[0] == "6+6 + 2 = 14 scores nothing by your own rule."
    assert why_it_scores(rules, "2-1")[0] == "2+1 = 3 scores nothing by your own rule."


@pytest.mark.parametrize(("score", "offered"), [(58, " A count of 13 would be worth 3 points."), (59, "")])
def test_a_near_miss_names_no_count_that_would_go_past_an_exact_target(score: int, offered: str) -> None:
    """In Fives and Threes 61 must be met exactly: from 59, three points are too many."""
    rules, scores = get("fives-and-threes").but(scoring=Thirteen()), (score, 0)
    judged = rules.scoring.judge(Chain().lay(Tile(5, 6)), "Ana", HandSoFar(0, (0, 1), scores, Standing(scores)))
    assert judged is not None
    assert judged.text == f"6+5 = 11 scores nothing by your own rule.{offered}"


def test_where_the_game_answers_by_super_its_own_words_and_clause_stay() -> None:
    home = get("all-fives")
    for rules in (home.but(scoring=ThirteenToo()), home.but(scoring=DoublesToo())):
        for line in (["6-4"], ["6-5"], ["2-1", "1-0"]):
            assert why_it_scores(rules, *line) == why_it_scores(home, *line)
    assert why_it_scores(home.but(scoring=ThirteenToo()), "6-6", "6-1")[1] == "OWN-SCORING"
    assert why_it_scores(home.but(scoring=DoublesToo()), "5-5") == (
        "By your own rule, this play is worth 12 points.", "OWN-SCORING")


def test_a_rule_that_pays_for_some_plays_is_silent_about_the_others() -> None:
    class Named(DoublesLaid):
        nothing = "{player} played no double."

    block, called = get("block"), get("all-fives").but(claim="call")
    assert why_it_scores(block.but(scoring=DoublesLaid()), "6-4") == ("", "")
    assert why_it_scores(block.but(scoring=DoublesToo()), "6-4") == ("", "")
    assert why_it_scores(block.but(scoring=Named()), "6-4")[0] == "Ana played no double."
    nothing = "4+1 = 5, but by your own rule this play is worth nothing."
    assert why_it_scores(called.but(scoring=DoublesLaid()), "4-1")[0] == nothing
    bergen = get("bergen").but(scoring=FirstForNothing())  # It has no count: ends that match score.
    assert why_it_scores(bergen, "4-4")[0] == "By your own rule, this play is worth nothing."


class FirstInTheShuffle(dl.rules.Leading):
    """Whoever was dealt the first tile of the shuffle leads with it."""

    def leader(self, deck: Deck) -> Tile:
        return min((tile for held in deck.holdings for tile in held), key=deck.place.__getitem__)


def test_a_rule_of_ones_own_knows_the_order_of_the_shuffle() -> None:
    for seed in range(5):
        line = play_out(get("block").but(leading=FirstInTheShuffle()), Shuffle(seed=seed))
        assert line.actions[0].tile == Shuffle(seed=seed).order(line.rules.equipment.set)[0]


class OneMoreEach(dl.rules.Scoring):
    """Each play scores 1 more."""

    def worth(self, chain: Chain, so_far: HandSoFar | None = None) -> int:
        return super().worth(chain, so_far) + 1


@pytest.mark.parametrize(("game", "told"), [
    ("all-fives", "By the game's own rules it would be 10 points. 5+5 = 10, a multiple of 5: 10 points."),
    ("bergen", "By the game's own rules it would be 2 points. Both ends show a 5. That is a double-header: 2 points."),
])
def test_a_worth_that_builds_on_the_game_tells_the_sum_of_the_game(game: str, told: str) -> None:
    assert told in dl.why(dl.lay(get(game).but(OneMoreEach()), "5-5"), 1).text
    assert "own rules it would" not in dl.why(dl.lay(get("block").but(OneMoreEach()), "5-5"), 1).text
