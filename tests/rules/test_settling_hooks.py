"""What a rule of one's own that settles a hand is told about it, and points for several sides."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise, takewhile

import pytest

import domino_lab as dl
from domino_lab.core.actions import Pass, Play, Stack
from domino_lab.core.events import Leads
from domino_lab.core.rulings import Ruling
from domino_lab.play.legal import legal
from domino_lab.play.match import play_match
from domino_lab.play.settlement import final
from domino_lab.play.timeline import Timeline
from domino_lab.record import write
from domino_lab.rules.leading import Deck, Lead, Standing
from domino_lab.rules.settling import Final, Settlement
from tests.words.custom_rules import OneLess


class WithTheBoneyard(dl.rules.Settling):
    """The winner also scores the pips of the tiles that nobody drew, as in South Africa."""

    def award(self, final: Final, seat: int) -> int:
        return super().award(final, seat) + sum(tile.weight for tile in final.boneyard)


def test_a_hand_may_be_worth_what_is_left_in_the_boneyard() -> None:
    rules = dl.ruleset("draw").but(settling=WithTheBoneyard())
    for seed in range(12):
        usual, hand = dl.play_out("draw", seed=seed), dl.play_out(rules, seed=seed)
        if usual.state.over in ("out", "blocked") and usual[-1].settled.winner is not None:
            on_table_or_held = (*(laid.tile for laid in usual.state.chain.laid), *sum(usual.state.holdings, ()))
            assert hand[-1].settled.award == usual[-1].settled.award + 168 - sum(t.weight for t in on_table_or_held)
    with pytest.raises(dl.RulesetError, match="by the tiles on the table, too"):
        dl.settle(rules, holdings=["", "6-5"], out=0)


GAMES = [("block", 2), ("all-fives", 3), ("all-sevens", 2), ("draw/partners", 4), ("two-box-cutthroat", 4)]


def ended(game: str, seats: int, count: int = 12) -> Iterator[Timeline]:
    for seed in range(count):
        hand = dl.play_out(game, seed=seed, seats=seats, policies="random")
        if hand.state.over in ("out", "blocked"):
            yield hand


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_settling_rule_knows_the_whole_end_of_the_hand(game: str, seats: int) -> None:
    """Each fact is found a second time, from the steps of the hand."""
    seen = set()
    for hand in ended(game, seats):
        found, steps = final(hand[-2].state), hand.steps[:-1]
        number, last = [(n, s) for n, s in enumerate(steps) if isinstance(s.action, Play | Stack)][-1]
        assert found.chain == last.state.chain
        elsewhere = [*sum(steps[-1].state.holdings, ()), *(each.tile for each in found.chain.laid)]
        stacked = [stack.tile for stack in steps[-1].state.stacks]
        assert sorted((*found.boneyard, *elsewhere, *stacked)) == sorted(hand.rules.equipment.set.tiles)
        assert found.last == last.action.tile
        gone_with = found.gone_with and (found.gone_with.tile, found.gone_with.is_double)
        assert gone_with == ((found.last, found.last.low == found.last.high) if hand.state.over == "out" else None)
        assert found.leader == [e.seat for s in steps for e in s.events if isinstance(e, Leads)][-1]
        assert found.passes == len(list(takewhile(lambda s: isinstance(s.action, Pass), reversed(steps))))
        assert (found.standing, found.scores) == (hand.state.table.standing, steps[-1].state.scores)
        assert found.blocker == last.seat
        assert [*found.moves] == [(s.seat, s.action.kind) for s in steps if s.action is not None]
        before = steps[number - 1].state
        ends = {play.end for play in legal(before) if isinstance(play, Play) and play.tile == last.action.tile}
        assert set(found.met) == (ends if isinstance(last.action, Play) else set())
        seen |= {len(found.met) > 1, isinstance(last.action, Stack)}
    assert {True, False} <= seen


class Capicua(dl.rules.Settling):
    """Whoever goes out with a tile that fitted both ends wins double."""

    def award(self, final: Final, seat: int) -> int:
        both = final.out is not None and len({end.value for end in final.met}) == 2
        return sum(final.weights) * (2 if both else 1)


CAPICUA = dl.ruleset("block").but(name="Capicua", settling=Capicua(), first_leader="lot", lead_tile="any")
HAND = """ruleset = "block"
[deal]
holdings = [["6-5", "{last}"], ["5-4", "4-2"]]
leader = 0
[[move]]
play = "6-5"
[[move]]
play = "5-4"
[[move]]
play = "{last}"
at = "5-4"
"""


@pytest.mark.parametrize(("last", "award"), [("6-4", 12), ("4-0", 6)])
def test_a_last_tile_that_fits_both_ends_pays_double(last: str, award: int) -> None:
    hand = dl.load(HAND.format(last=last), rules=CAPICUA)
    assert hand.problems == ()
    assert hand[-1].settled.award == award


def test_a_rule_that_asks_for_the_table_says_so_when_there_is_none() -> None:
    with pytest.raises(dl.RulesetError, match="these rules settle a hand by the tiles on the table"):
        dl.settle(CAPICUA, holdings=["", "6-6"])


class BySheet(dl.rules.Settling):
    """The first hands of a match are worth one point each, the later ones what the loser had before."""

    def award(self, final: Final, seat: int) -> int:
        return 1 if final.standing.hand < 3 else max(final.standing.scores)


def test_the_standing_before_the_hand_is_known() -> None:
    match = play_match(dl.ruleset("block").but(settling=BySheet(), target=20, tie="blocker"), seed=1)
    totals = [hand.state.scores for hand in match.hands]
    awards = [hand[-1].settled.award for hand in match.hands]
    assert awards[:2] == [1, 1]
    assert awards[2:] == [max(before) for before in totals[1:-1]]
    assert dl.settle(dl.ruleset("block").but(settling=BySheet()), holdings=["", "6-6"]).award == 1


class SeaGoat(dl.rules.Settling):
    """The losers write what they hold; fewer than 25 pips wait until the same side loses again."""

    def award(self, final: Final, seat: int) -> Mapping[int, int]:
        loser = 1 - final.sides[seat]
        waiting = 0
        for hand in final.standing.past:
            if hand.winner == 1 - loser:
                waiting = 0 if hand.award[loser] else waiting + hand.pips[loser] + hand.pips[loser + 2]
        lost = waiting + final.weights[loser] + final.weights[loser + 2]
        return {loser: lost if lost >= 25 else 0}


def test_points_wait_from_one_hand_to_the_next() -> None:
    """Morskoy kozel: the waiting pips of each pair are added up here once more, from the tiles left in hand."""
    rules = dl.ruleset("kozel").but(settling=SeaGoat(), target=125, best_score="fewest", first_score=0)
    match, waiting, written = play_match(rules, seed=3), [0, 0], [0, 0]
    for hand in match.hands:
        if hand[-1].settled.winner is not None:
            loser = 1 - hand[-1].settled.winner
            waiting[loser] += sum(tile.low + tile.high for seat in (loser, loser + 2)
                                  for tile in hand.state.holdings[seat])
            if waiting[loser] >= 25:
                written[loser] += waiting[loser]
                waiting[loser] = 0
        assert hand.state.scores == tuple(written)
    assert len(match.hands) > 10
    hand = match.hands[9]
    again = dl.load(write(hand), rules=rules)
    assert (again.problems, again.state.scores) == ((), hand.state.scores)
    assert again[0].state.table.standing == hand[0].state.table.standing
    assert "past" not in write(play_match(dl.ruleset("kozel"), seed=3).hands[4])


@pytest.mark.parametrize(("old", "new", "problem"), [
    ("award = [0, 0]", "award = [0, 0, 0]", "award has 3 numbers, but there are 2 sides."),
    ("passes = [", "passes = [1, ", "passes has 5 numbers, but there are 4 players."),
    ("pips = [", "pips = [1, ", "pips has 5 numbers, but there are 4 players."),
    ('how = "out"', 'how = "asleep"', "how"), ("passes = ", "pases = ", "passes")])
def test_a_mistake_in_an_earlier_hand_is_a_problem_with_its_place(old: str, new: str, problem: str) -> None:
    rules = dl.ruleset("kozel").but(settling=SeaGoat(), target=125, best_score="fewest", first_score=0)
    text = write(play_match(rules, seed=3).hands[1])
    assert text.count("[[match.past]]") == 1
    found = dl.load(text.replace(old, new, 1), rules=rules).problems
    assert any(problem in str(each) for each in found)


class FirstPass(dl.rules.Settling):
    """The side after the first pass of a match gets two points for it when that hand is over."""

    def award(self, final: Final, seat: int) -> Mapping[int, int]:
        first = next((move.seat for move in final.moves if move.kind == "pass"), None)
        if first is None or any(any(hand.passes) for hand in final.standing.past):
            return {}
        return {1 - final.sides[first]: 2}


def test_only_the_first_pass_of_a_match_pays() -> None:
    for seed in range(8):
        match = play_match(dl.ruleset("dominican").but(settling=FirstPass(), target=2), seed=seed)
        passes = [sum(step.action == Pass() for step in hand.steps) for hand in match.hands]
        assert not any(passes[:-1])
        assert passes[-1]


# --- who leads the next hand


class LockerLeads(dl.rules.Leading):
    """After a locked hand that the side of the locker won, the locker leads."""

    def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        lead, last = super().find(deck, standing, next_seat), standing.past[-1] if standing.past else None
        if lead is None or last is None or last.how != "blocked" or last.blocker is None:
            return lead
        return lead._replace(seat=last.blocker) if last.winner == last.blocker % 2 else lead


def test_who_blocked_the_last_hand_is_known() -> None:
    rules, led = dl.ruleset("latin-partnership").but(LockerLeads(), name="Locker"), set[bool]()
    for seed in range(6):
        match = play_match(rules, seed=seed)
        for before, after in pairwise(match.hands):
            if before.state.over != "blocked" or before[-1].settled.winner is None:
                continue
            locker = [step.seat for step in before.steps if isinstance(step.action, Play)][-1]
            own = before[-1].settled.winner == locker % 2
            led.add(own)
            if own:
                assert after[0].state.turn == locker
            again = dl.load(write(after), rules=rules)
            assert again[0].state.table.standing.past[-1].blocker == locker
    assert led == {True, False}


class Last(dl.rules.Settling):
    """The player who sits last wins every hand."""

    def winner(self, final: Final) -> int:
        return len(final.names) - 1


class Heaviest(dl.rules.Settling):
    """Whoever holds the most pips wins."""

    def winner(self, final: Final) -> int:
        return max(range(len(final.names)), key=lambda seat: final.weights[seat])


class FiftyMore(dl.rules.Settling):
    def settle(self, final: Final) -> Settlement:
        settled = super().settle(final)
        return settled._replace(award=settled.award + 50)


class NobodyButAllPay(dl.rules.Settling):
    def settle(self, final: Final) -> Settlement:
        return super().settle(final)._replace(winner=None, seat=None, award=0, shares=(-4, -3))


class AsTheGame(dl.rules.Settling):
    def settle(self, final: Final) -> Settlement:
        return super().settle(final)


@pytest.mark.parametrize(("rule", "told"), [
    (FiftyMore(), "By your own rule, Ana has gone out and gets 61 points."),
    (NobodyButAllPay(), "By your own rule, nobody wins the hand. Ana loses 4 points. Ben loses 3 points."),
    (AsTheGame(), "By your own rule, Ana has gone out and gets 11 points.")])
def test_what_a_rule_changes_in_the_settlement_of_the_game_is_told(rule: dl.rules.Settling, told: str) -> None:
    """Ben holds 11 pips. The game's sentence stayed: 11 points, where 61 were written."""
    assert told in dl.settle(dl.ruleset("block").but(settling=rule), holdings=["", "6-5"], out=0).text


class SidesOnly(dl.rules.Settling):
    """The side of whoever played last loses, or wins; the rule names no seat."""

    def __init__(self, wins: bool) -> None:
        self.wins = wins

    def settle(self, final: Final) -> Settlement:
        last = final.sides[final.blocker or 0]
        side = last if self.wins else 1 - last
        return Settlement(side, None, 7, Ruling("OWN-SETTLING", "none", {"players": final.names}))


class NobodyByABlock(dl.rules.Settling):
    """A blocked hand has no winner."""

    def winner(self, final: Final) -> int | None:
        return final.out


def test_a_winner_who_is_the_games_is_told_as_the_game_does() -> None:
    """Ana goes out, and Ben holds 11 pips; the sentence of the class is about another end."""
    rules = dl.ruleset("block").but(NobodyByABlock())
    assert dl.settle(rules, holdings=["", "6-5"], out=0).text == dl.settle("block", holdings=["", "6-5"], out=0).text
    assert "A blocked hand has no winner." in dl.settle(rules, holdings=["6-6", "6-5"]).text


def test_points_by_side_that_build_on_the_game_tell_its_pips() -> None:
    """Ben holds 11 pips and Cleo 5, and each pays one less."""
    told = dl.settle(dl.ruleset("block").but(OneLess()), holdings=["", "6-5", "3-2"], out=0).text
    assert "Ben loses 10 points. Cleo loses 4 points. By the game's own rules the points would be different." in told
    assert told.endswith("Ana has gone out. The others still hold 11 + 5 = 16 pips.")


def led_by_winner(game: str) -> dl.Ruleset:
    return dl.ruleset(game).but(next_leader="winner", block_leader="as-next", target=150)


def leaders(hands: tuple[Timeline, ...]) -> list[int]:
    return [event.seat for hand in hands for event in hand[0].events if isinstance(event, Leads)]


class LastWhereTwoCompare(Last):
    block_between = "blocker-next"


def test_a_winner_of_its_own_leads_on_where_two_alone_compare_their_pips() -> None:
    """The winner need not be one of the two: this was a StopIteration."""
    rules = led_by_winner("block").but(settling=LastWhereTwoCompare())
    hands = play_match(rules, seed=0, seats=4).hands
    assert "blocked" in {hand.state.over for hand in hands[:-1]}
    assert leaders(hands)[1:] == [3] * (len(hands) - 1)


@pytest.mark.parametrize("game", ["block", "latin-partnership"])
def test_the_seat_that_a_winner_of_its_own_names_leads_the_next_hand(game: str) -> None:
    hands = play_match(led_by_winner(game).but(settling=Heaviest()), seed=1).hands
    heaviest = [max(range(len(hand.state.holdings)), key=lambda seat: sum(t.weight for t in hand.state.holdings[seat]))
                for hand in hands]
    assert [hand[-1].settled.seat for hand in hands] == heaviest
    assert leaders(hands)[1:] == heaviest[:-1]


@pytest.mark.parametrize("leads", ["winner", "partner", "winning-pair"])
@pytest.mark.parametrize("axis", ["next_leader", "block_leader"])
def test_the_page_does_not_say_that_the_partner_with_fewer_pips_leads(axis: str, leads: str) -> None:
    """The seat that the rule names leads, as the test above has it, and that is the one with the most pips."""
    rules = dl.ruleset("latin-partnership").but(**{"block_leader": "as-next", axis: leads})
    assert re.search("(?:fewer|more) pips", rules.sheet())
    page = rules.but(Heaviest()).sheet()
    assert not re.search("(?:fewer|more) pips", page)
    assert "by your own rule leads" in page


@pytest.mark.parametrize("wins", [False, True])
def test_where_a_rule_names_only_a_side_its_lightest_seat_leads(wins: bool) -> None:
    """A player without tiles is lighter than one with the 0-0; who played last in a blocked hand does not matter."""
    hands = play_match(led_by_winner("block/partners").but(settling=SidesOnly(wins)), seed=1).hands
    assert {hand.state.over for hand in hands[:-1]} == {"out", "blocked"}
    for hand, leads in zip(hands, leaders(hands)[1:], strict=False):
        lightness = [(len(held) > 0, sum(tile.weight for tile in held)) for held in hand.state.holdings]
        side = hand[-1].settled.winner
        assert hand[-1].settled.seat is None
        assert leads == min((side, side + 2), key=lightness.__getitem__)


# --- several sides


class Shared(dl.rules.Settling):
    """The winner gets ten points, and everybody one for each tile of the others."""

    def award(self, final: Final, seat: int) -> dict[int, int]:
        counts = [len(held) for held in final.holdings]
        return {side: sum(counts) - counts[side] + 10 * (side == final.sides[seat]) for side in range(len(counts))}


class Consoled(dl.rules.Settling):
    """Nobody wins; the lightest holding gets five points and the heaviest two."""

    def settle(self, final: Final) -> Settlement:
        order = sorted(range(len(final.names)), key=lambda seat: final.weights[seat])
        shares = [0] * len(order)
        shares[order[0]], shares[order[-1]] = 5, 2
        return Settlement(None, None, 0, Ruling("OWN-SETTLING", "none", {"players": final.names}), tuple(shares))


SHARED = dl.ruleset("block").but(name="Shared", settling=Shared())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_side_gets_its_share(seats: int) -> None:
    for seed in range(8):
        hand = dl.play_out(SHARED, seed=seed, seats=seats)
        settled, left = hand[-1].settled, [len(held) for held in hand.state.holdings]
        if settled.winner is None:
            assert set(hand.state.scores) == {0}
            continue
        expected = [sum(left) - own for own in left]
        expected[settled.winner] += 10
        assert hand.state.scores == tuple(expected)
        assert settled.award == expected[settled.winner]


def test_the_sentences_name_every_side_and_its_points() -> None:
    verdict = dl.settle(SHARED, holdings=["", "6-6 6-5", "1-2"])
    assert (verdict.winner, verdict.award, verdict.shares) == (0, 13, (13, 1, 2))
    assert verdict.text == ("By your own rule, the points of this hand go to Ana, Ben and Cleo. The winner gets ten "
                            "points, and everybody one for each tile of the others. Ana gets 13 points. Ben gets 1 "
                            "point. Cleo gets 2 points.")
    unpaid = type("Unpaid", (dl.rules.Settling,), {"award": lambda self, final, seat: {}})()
    verdict = dl.settle(dl.ruleset("block").but(settling=unpaid), holdings=["", "6-6"])
    assert (verdict.award, verdict.shares) == (0, (0, 0))
    assert verdict.text == "By your own rule, Ana wins the hand, but nobody scores."
    nothing = type("Nothing", (dl.rules.Settling,), {"award": lambda self, final, seat: 0})()
    text = dl.settle(dl.ruleset("block").but(settling=nothing), holdings=["", "6-6"]).text
    assert "Ana has gone out and gets 0 points" in text, "nothing is lost, so the hand costs nothing"


def test_points_without_a_winner() -> None:
    rules = dl.ruleset("block").but(settling=Consoled())
    hand = dl.play_out(rules, seed=1, seats=3)
    assert hand[-1].settled.winner is None
    assert dl.settle(rules, holdings=["1-1", "6-6"]).award == 0, "an award is what the winner gets"
    assert sorted(hand.state.scores) == [0, 2, 5]


class SevenOrFive(dl.rules.Settling):
    """The winner gets 7 points, the others lose 5."""

    def settle(self, final: Final) -> Settlement:
        settled = super().settle(final)
        shares = {side: 7 if side == settled.winner else -5 for side in range(len(final.names))}
        return settled._replace(shares=shares)


def test_the_shares_of_a_settlement_may_be_given_by_side() -> None:
    verdict = dl.settle(dl.ruleset("block").but(SevenOrFive()), holdings=["1-1", "", "6-6"], out=1)
    assert (verdict.award, verdict.shares) == (7, (-5, 7, -5))
    odd = type("Odd", (SevenOrFive,), {
        "settle": lambda self, final: dl.rules.Settling.settle(self, final)._replace(shares={3: 1})})()
    with pytest.raises(dl.RulesetError, match=r"Settlement\(winner, seat, award, ruling\): the sides are 0 to 1"):
        dl.ruleset("block").but(seats=[2], settling=odd)


def test_a_share_past_an_exact_target_does_not_count_and_the_others_do() -> None:
    rules = SHARED.but(reach="exact", target=11)
    hand = next(hand for hand in (dl.play_out(rules, seed=seed, seats=3) for seed in range(20))
                if hand[-1].settled.winner is not None and hand.state.over == "out")
    settled, left = hand[-1].settled, [len(held) for held in hand.state.holdings]
    wanted = [sum(left) - own + 10 * (side == settled.winner) for side, own in enumerate(left)]
    assert max(wanted) > 11
    assert hand.state.scores == tuple(points if points <= 11 else 0 for points in wanted)
    assert settled.ruling.clause == "HOUSE-REACH"


NO_POINTS = r"a whole number from -1,000,000 to 1,000,000, or points by side, such as \{0: 10, 1: 5\}"
NO_SIDE = f"{NO_POINTS}: the sides are 0 to 1"


@pytest.mark.parametrize(("game", "award", "why"), [
    ("block", {7: 5}, NO_SIDE), ("block", {"Ana": 5}, NO_SIDE),
    ("block", {0: 1.5}, NO_POINTS), ("block", -2_000_000, NO_POINTS),
    ("block/partners", {2: 5}, NO_SIDE),
])
def test_shares_that_make_no_sense_are_refused_when_they_are_declared(game: str, award: object, why: str) -> None:
    """Partners get the points of their side, and not of a seat."""
    odd = type("Odd", (dl.rules.Settling,), {"award": lambda self, final, seat: award})()
    seats = [4] if game == "block/partners" else [2]
    with pytest.raises(dl.RulesetError, match=rf"Odd\.award\(final, \d\) returned .*: it must return {why}"):
        dl.ruleset(game).but(seats=seats, settling=odd)


class LosersPay(dl.rules.Settling):
    """Each loses the pips they hold; with one tile left, the winner of a blocked hand gets 10."""

    def award(self, final: Final, seat: int) -> dict[int, int]:
        shares = {side: -weight for side, weight in enumerate(final.weights)}
        return {**shares, seat: 10} if final.out is None else shares


def test_points_may_be_lost_and_the_kernel_loses_as_many() -> None:
    rules, said = dl.ruleset("block").but(settling=LosersPay()), set()
    run = dl.simulate(rules, hands=60, seats=3, seed=2, progress=False)
    scores = [0, 0, 0]
    for number in range(60):
        hand = dl.play_out(rules, seed=2, hand=number, seats=3)
        state, settled = hand[-2].state, hand[-1].settled
        pips = [-sum(tile.weight for tile in held) for held in state.holdings]
        if state.over == "blocked" and settled.seat is not None:
            pips[settled.seat] = 10
        elif settled.seat is None:
            pips = [0, 0, 0]
        assert list(hand.state.scores) == pips
        scores = [sum(both) for both in zip(scores, pips, strict=True)]
        said |= {words for words in ("this hand costs", "loses", "go to") if words in dl.why(hand, len(hand) - 1).text}
    assert [run.sums.by_side(side, "score")[0] for side in range(3)] == scores
    assert said == {"this hand costs", "loses", "go to"}


def test_the_sentence_names_the_object_that_decided() -> None:
    hand = dl.play_out(SHARED, seed=3)
    assert "from the house rule Shared." in repr(dl.why(hand, len(hand) - 1))
    made = type("Primes", (dl.rules.Scoring,), {"points": lambda self, total: total})
    primes = dl.ruleset("all-fives").but(scoring=made())
    assert dl.why(dl.lay(primes, "5-5"), 1).origin == "the house rule Primes"
    assert dl.why(dl.lay("all-fives", "5-5"), 1).origin == "Domino-Games.com"
