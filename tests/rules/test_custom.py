"""What may be given as a rule of one's own, what is refused and how, and what the rule page then says."""

from __future__ import annotations

import abc
import re
import types
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.core.actions import Pass
from domino_lab.core.events import GoesOn
from domino_lab.core.tiles import Tile
from domino_lab.rules.hooks import BASES, HOOKS
from domino_lab.rules.matching import Matching
from domino_lab.rules.rulebook import GROUPS
from domino_lab.rules.settling import Final
from tests.words.custom_rules import NeighbourPips, Primes

BLOCK, FIVES = dl.ruleset("block"), dl.ruleset("all-fives")
SECONDS = {Tile(0, 1), Tile(0, 5), Tile(1, 1), Tile(1, 2), Tile(1, 3), Tile(1, 4), Tile(1, 5), Tile(1, 6), Tile(2, 5),
           Tile(3, 5), Tile(4, 5), Tile(5, 5), Tile(5, 6)}
"""What fits a 3 when halves may differ by two: every tile with a 1 or a 5."""


def own(group: str, **members: object) -> object:
    """A rule with these methods and attributes; a number stands for a method that always gives it."""
    methods = {name: (lambda self, *given, _answer=value, **named: _answer) if isinstance(value, int | list) else value
               for name, value in members.items()}
    return type("Own", (BASES[group],), methods)()


@dataclass
class Steps(dl.rules.Matching):
    by: int = 2

    def meets(self, half, value):
        return abs(half - value) == self.by


@dataclass(frozen=True)
class FrozenSteps(dl.rules.Matching):
    by: int = 2

    def meets(self, half, value):
        return abs(half - value) == self.by


class Slots(dl.rules.Matching):
    __slots__ = ("by",)

    def __init__(self):
        self.by = 2

    def meets(self, half, value):
        return abs(half - value) == self.by


class Told(dl.rules.Matching):
    def __init__(self):
        self.test = lambda half, value: abs(half - value) == 2

    def meets(self, half, value):
        return self.test(half, value)


class Asks(dl.rules.Matching, abc.ABC):
    @abc.abstractmethod
    def meets(self, half, value): ...


class Answers(Asks):
    def meets(self, half, value):
        return abs(half - value) == 2


class More(Steps):
    def fits(self, tile, value):
        return self.meets(tile.low, value) or self.meets(tile.high, value)


def check_seconds(policy: object) -> None:
    rules = BLOCK.but(matching=policy)
    assert set(rules.fitting[3]) == SECONDS
    assert rules.fitting[3][Tile(1, 5)] == (1, 5)
    assert rules.fitting[3][Tile(1, 6)] == (6,)
    assert dl.play_out(rules, seed=1).is_over


FITS = own("matching", fits=lambda self, tile, value: abs(tile.low - value) == 2 or abs(tile.high - value) == 2)
OUTS = own("matching", outs=lambda self, tile, value: {
    tile.other(half) for half in tile[:2] if abs(half - value) == 2})


@pytest.mark.parametrize("policy", [Steps(), FrozenSteps(), Slots(), Told(), FITS, OUTS, Answers(), More()],
                         ids=lambda policy: type(policy).__name__)
def test_the_same_rule_may_be_written_in_many_ways(policy: object) -> None:
    check_seconds(policy)


# --- the game's own rule behind it


class OrBlank(dl.rules.Matching):
    def meets(self, half, value):
        return super().meets(half, value) or half == 0


class OrBlankTile(dl.rules.Matching):
    def fits(self, tile, value):
        return super().fits(tile, value) or tile.low == 0


class OrBlankOut(dl.rules.Matching):
    def outs(self, tile, value):
        return super().outs(tile, value) or ([tile.high] if tile.low == 0 else [])


@pytest.mark.parametrize("policy", [OrBlank(), OrBlankTile(), OrBlankOut()], ids=lambda policy: type(policy).__name__)
def test_a_rule_may_ask_the_rule_that_it_replaces(policy: object) -> None:
    rules = BLOCK.but(matching=policy)
    assert set(rules.fitting[6]) == {Tile(0, n) for n in range(7)} | {Tile(n, 6) for n in range(7)}
    assert rules.fitting[6][Tile(0, 3)] == (3,)


class DoublesAnywhere(dl.rules.Matching):
    def fits(self, tile, value):
        return tile.is_double or super().fits(tile, value)


class WrittenOut(dl.rules.Matching):
    def fits(self, tile, value):
        return tile.is_double or value in tile[:2]


class NoDoubles(dl.rules.Matching):
    def fits(self, tile, value):
        return not tile.is_double and value in tile[:2]


@pytest.mark.parametrize("policy", [DoublesAnywhere(), WrittenOut(), NoDoubles()],
                         ids=lambda policy: type(policy).__name__)
def test_a_tile_that_fits_by_the_game_lies_as_in_the_game(policy: object) -> None:
    """Only 1 can face outward if the 6 of 6-1 touches a 6; both halves of it could."""
    rules = BLOCK.but(matching=policy)
    assert {tile: outs for tile, outs in rules.fitting[6].items() if not tile.is_double} == {
        Tile(n, 6): (n,) for n in range(6)}


class SevensAgain(dl.rules.Turns):
    """A double skips the next player; a tile of seven pips gives another turn."""

    def next_turn(self, chain, seat, seats):
        tile = chain.laid[-1].tile
        if tile.weight == 7:
            return seat
        return (seat + 2) % seats if tile.is_double else None


def test_a_rule_of_ones_own_says_whose_turn_comes_after_a_play() -> None:
    rules, met = dl.ruleset("block").but(turns=SevensAgain()), set()
    for seed in range(20):
        hand = dl.play_out(rules, seed=seed, seats=4, policies="random")
        for step, after in zip(hand.steps[1:], hand.steps[2:-1], strict=False):
            if step.action.kind != "play":
                assert after.seat == (step.seat + 1) % 4
                continue
            tile = step.action.tile
            kind = "again" if tile.weight == 7 else "skip" if tile.is_double else "next"
            assert after.seat == (step.seat + {"again": 0, "skip": 2, "next": 1}[kind]) % 4
            met.add(kind)
            said = dl.why(hand, hand.steps.index(step)).text
            assert ("By your own rule, it is the turn of" in said) == (kind == "skip")
            assert ("By your own rule, " in said and "has another turn" in said) == (kind == "again")
    assert met == {"again", "skip", "next"}
    assert dl.simulate(rules, hands=50, seats=4, progress=False).engine == "readable"


class LastSeatLeads(dl.rules.Leading):
    def leader(self, deck):
        return len(deck.names) - 1


@pytest.mark.parametrize("game", ["block", "gaple", "merry-go-round", "draw-vietnamese", "seven-toed-pete"])
def test_a_leader_of_ones_own_leads_with_any_tile(game: str) -> None:
    """In Gaple a leader must have a double, in Merry-go-round they draw for one; a leader of one's own need not."""
    rules = dl.ruleset(game).but(leading=LastSeatLeads())
    hand = dl.play_out(rules, seed=1)
    lead = hand[0].state.lead
    assert (lead.seat, lead.must, lead.among, lead.seeks) == (len(hand.names) - 1, None, (), False)
    assert hand[1].seat == lead.seat


class LeadsAsInTheGame(dl.rules.Leading):
    lead_tile = "qualifying"

    def leader(self, deck):
        return super().leader(deck)


@pytest.mark.parametrize(("game", "which"), [("block", max), ("bergen", min)])
def test_the_leader_of_the_game_comes_with_the_tile_that_leads(game: str, which: Callable[..., Tile]) -> None:
    """Block is led by the highest double, Bergen by the lowest."""
    hand = dl.play_out(dl.ruleset(game).but(leading=LeadsAsInTheGame()), seed=1)
    state = hand[0].state
    double = which(tile for held in state.holdings for tile in held if tile.is_double)
    assert state.lead.must == double
    assert double in state.holdings[state.lead.seat]


def test_one_object_is_a_rule_of_several_games() -> None:
    rule = OrBlank()
    block, sevens = BLOCK.but(matching=rule), dl.ruleset("all-sevens").but(matching=rule)
    assert (block.matching.meets(3, 3), sevens.matching.meets(3, 3), sevens.matching.meets(3, 4)) == (True, False, True)
    assert "clauses" not in vars(rule)


def test_a_rule_cannot_change_the_axes_of_a_game() -> None:
    with pytest.raises(AttributeError, match=r"game cannot be changed: but\(multiple=...\) makes a new ruleset"):
        FIVES.scoring.multiple = (3,)


def test_a_class_may_say_which_axes_it_goes_with() -> None:
    class Sevens(dl.rules.Scoring):
        play_score, multiple = "multiple", 7

        def counts(self, term):
            return term.value

    rules = BLOCK.but(scoring=Sevens())
    assert (rules["play_score"], rules["multiple"]) == ("multiple", (7,))
    assert dl.lay(rules, "6-1").steps[-1].points == 7


# --- plain objects, which inherit from no base: until the next release


class Plain:
    def __init__(self, by=2):
        self.by = by

    def meets(self, half, value):
        return abs(half - value) == self.by


class PlainChild(Matching):
    def meets(self, half, value):
        return abs(half - value) == 2


class PlainOrBlank:
    def meets(self, half, value):
        return super().meets(half, value) or half == 0


LOOSE = types.SimpleNamespace(meets=lambda half, value: abs(half - value) == 2)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("policy", [Plain(), PlainChild(), LOOSE],
                         ids=lambda policy: type(policy).__name__)
def test_a_plain_object_still_works(policy: object) -> None:
    check_seconds(policy)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_plain_object_still_asks_the_rule_that_it_replaces_and_serves_two_groups() -> None:
    assert Tile(0, 3) in BLOCK.but(matching=PlainOrBlank()).fitting[6]
    both = type("Both", (), {"award": lambda self, final, seat: 1, "meets": lambda self, half, value: half == value})()
    assert set(BLOCK.but(settling=both, matching=both).own) == {"settling", "matching"}


def test_a_plain_object_is_warned_of_where_it_is_given_and_told_the_new_way() -> None:
    late = type("Late", (), {"meets": lambda self, half, value: half == value})
    with pytest.warns(DeprecationWarning, match=r"write class Late\(dl\.rules\.Matching\)$") as told:
        BLOCK.but(matching=late())
    assert [warning.filename for warning in told] == [__file__]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        BLOCK.but(matching=Steps())


# --- what is refused


class TwoBases(dl.rules.Matching, dl.rules.Turns):
    def goes_on(self, tile):
        return True


class Needs(dl.rules.Matching):
    def __new__(cls, by):
        return super().__new__(cls)

    def meets(self, half, value):
        return True


def outs_of_equals(self, tile, value):
    return [tile.other(value)] if value in tile[:2] else []


A_METHOD = r"must be an object of a subclass of dl\.rules\.{} with a method {}"
REFUSED = {
    "a fact nobody tells": ("scoring", own("scoring", points=1, hit="{sum} makes {money}."),
                            r"Own\.hit mentions \{money\}: it may mention .*\{total\}"),
    "a seat left out": ("dealing", own("dealing", next_seat=0), "never reaches seat 1: everybody must have a turn"),
    "a value from nowhere": ("matching", own("matching", outs=[7]), "each of them a value of the tile"),
    "a deal that no set has": ("dealing", own("dealing", each=15),
                               r"each\(2, 28\) returned 15: 2 players would need 30 tiles, and the set has 28"),
    "contrary methods": ("matching", own("matching", fits=True, outs=outs_of_equals),
                         r"Own\.fits lets 0-0 touch a 1, and Own\.outs\(0-0, 1\) returned"),
    "contrary halves": ("matching", own("matching", meets=False, outs=outs_of_equals),
                        r"Own\.meets does not let 0-0 touch a 0, and Own\.outs"),
    "a misspelt method": ("scoring", own("scoring", point=1), r"with a method points\(total, so_far\) or counts"),
    "a misspelt method beside a right one": (
        "settling", own("settling", award=1, winer=0),
        r"settling = own: Own: Own\.winer would never be called; did you mean winner\(final\)\?"),
    "a method of another group": (
        "settling", own("settling", award=1, meets=True), r"Own\.meets would never be called: it is a method for "
        r"matching; write it in a subclass of dl\.rules\.Matching, and give that too"),
    "a method for an axis": ("scoring", own("scoring", multiple=3, points=1),
                             "cannot be a method: multiple is an axis of scoring"),
    "a class": ("scoring", Primes, r"is a class: write scoring=Primes\(\)"),
    "a function": ("matching", abs, A_METHOD.format("Matching", r"meets\(half, value\)")),
    "a word": ("scoring", "alike", A_METHOD.format("Scoring", r"points\(total, so_far\)")),
    "a policy for an axis": ("multiple", Primes(), r"write but\(scoring=Primes\(\)\)"),
    "a policy of another group": ("matching", Primes(), r"inherits from dl\.rules\.Scoring, so write but\(Primes"),
    "a rule of two groups": ("turns", TwoBases(), r"TwoBases is a rule for matching, too, so write but\(TwoB"),
    "an object nobody can copy": ("matching", Needs(2), "is not possible: write it as a plain class that inherits"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_a_rule_is_refused_with_the_way_out(case: str) -> None:
    group, policy, words = REFUSED[case]
    with pytest.raises(dl.RulesetError, match=words):
        FIVES.but(**{group: policy})


def test_a_patience_refuses_a_rule_that_it_would_never_ask() -> None:
    with pytest.raises(dl.RulesetError, match="changes nothing: Bingo has no such rule"):
        dl.ruleset("bingo").but(matching=NeighbourPips())


def test_an_axis_that_a_class_decides_cannot_be_changed_beside_it() -> None:
    primes = FIVES.but(scoring=Primes())
    with pytest.raises(dl.RulesetError, match=r"multiple = 3 and scoring = own: Primes do not go together"):
        primes.but(multiple=3)
    assert primes.but(claim="call")["claim"] == "call"
    assert type(primes.but(claim="call").own["scoring"]) is Primes


class Halves(dl.rules.Settling):
    """Half of what the game would award."""

    def award(self, final: Final, seat: int) -> int:
        return int(super().award(final, seat)) // 2  # type: ignore[call-overload]


class HalvesOfAll(Halves):
    """The same, where no hand is deducted."""

    own_deduct = "none"


@pytest.mark.parametrize("changes", [[{"own_deduct": "none"}, {"settling": Halves()}],
                                     [{"settling": Halves()}, {"own_deduct": "none"}],
                                     [{"own_deduct": "none", "settling": Halves()}]])
def test_an_axis_is_refused_beside_a_class_in_any_order_with_the_way_out(changes: list[dict[str, Any]]) -> None:
    with pytest.raises(dl.RulesetError, match=r'own_deduct = "none" and settling = own: Halves do not go together: '
                                              r'.* write own_deduct = "none" in the body of class Halves$'):
        reduce(lambda rules, axes: rules.but(**axes), changes, BLOCK)


def test_an_axis_that_a_class_states_is_kept_by_a_file_of_rules() -> None:
    rules = BLOCK.but(settling=HalvesOfAll())
    assert (rules["own_deduct"], rules.but(target=50)["own_deduct"]) == ("none", "none")
    assert dl.ruleset(dl.save_rules(rules), own=rules.own) == rules


def test_a_class_is_taken_away_again() -> None:
    woken = BLOCK.but(scoring=Primes())
    assert woken["play_score"] == "multiple"
    assert woken.but(scoring=None) == BLOCK
    assert woken.but(scoring=None).clauses == BLOCK.clauses
    assert BLOCK.but(matching=NeighbourPips()).but(matching="equal") == BLOCK


def test_rulesets_with_the_same_rules_of_ones_own_are_equal() -> None:
    assert BLOCK.but(matching=Steps(2)) == BLOCK.but(matching=Steps(2))
    assert BLOCK.but(matching=Steps(2)) != BLOCK.but(matching=Steps(3))
    assert BLOCK.but(matching=Steps(2)) != BLOCK
    assert list(dl.differences(BLOCK.but(matching=Steps(2)), BLOCK.but(matching=Steps(3))).index) == [
        "matching", "wild_half"]


def test_every_group_but_that_of_the_patiences_may_be_ones_own() -> None:
    assert set(HOOKS) == set(GROUPS) - {"patience"}
    assert all(issubclass(BASES[group], GROUPS[group]) for group in HOOKS)
    assert all(getattr(dl.rules, base.__name__) is base for base in BASES.values())


class Spoken(dl.rules.Matching):
    """Halves that differ by three fit: {braces}, <b>marks</b> and *stars* are no trouble."""

    yes = "{tile} is three away from the {value}."

    def meets(self, half, value):
        return abs(half - value) == 3


def test_the_class_speaks_in_its_own_words_on_the_page_and_in_play() -> None:
    rules = BLOCK.but(matching=Spoken())
    line = dl.play_out(rules, seed=1)
    assert any("is three away from the" in dl.why(line, number).text for number in range(len(line)))
    assert "Halves that differ by three fit: {braces}, &lt;b&gt;marks" in rules.sheet()
    assert "(a house rule; OWN-MATCHING)" in rules.sheet()
    assert "GEN-FIT-1" not in rules.sheet()
    bad = rules.matching.fit_ruling(Tile(6, 6), 6, Tile(6, 5))
    assert not bad.allowed
    assert "Halves that differ by three fit: {braces}" in bad.text


class LastWins(dl.rules.Settling):
    """The player who sits last wins."""

    def winner(self, final):
        return len(final.names) - 1


class Skips(dl.rules.Turns):
    """A double skips a player."""

    def next_turn(self, chain, seat, seats):
        return (seat + 2) % seats if chain.laid[-1].tile.is_double else None


class Goats(dl.rules.Winning):
    """A pair with 125 points is the goat, and the other pair wins."""

    def winner(self, scores, seats, teams):
        return next((1 - side for side, score in enumerate(scores) if score >= 125), None)


def test_beside_a_winner_of_a_match_of_ones_own_no_score_is_said_to_win() -> None:
    """Only a match that its last hand ends is won by the best score, the lowest in Chickenfoot."""
    for game, best in (("kozel", ""), ("chickenfoot", "lowest")):
        rules = dl.ruleset(game).but(winning=Goats())
        assert re.findall(r"the (\w+) score wins", rules.sheet()) == [best] * bool(best)


@pytest.mark.parametrize("game", ["block", "jamaican", "gaple", "hungarian"])
def test_beside_a_winner_of_ones_own_nobody_is_said_to_win_by_going_out(game: str) -> None:
    rules = dl.ruleset(game).but(settling=LastWins())
    assert not re.search(r"(they|their pair) wins? it|go out wins|last tile wins|all its tiles wins", rules.sheet())
    assert str(rules.card()).count("The player who sits last wins.") == 1


def test_a_turn_of_ones_own_comes_beside_the_turns_of_the_game() -> None:
    """In Osel a double brings another turn, by a clause of its own; the Block Game has one tile a turn, and no more."""
    osel, block = dl.ruleset("draw-osel").but(turns=Skips()), dl.ruleset("block").but(turns=Skips())
    assert {"DR2-OSEL", "OWN-TURNS"} <= {said.clause for said in osel.statements}
    assert re.search(r"After a double, play again\..* A double skips a player\. Where rules differ, this one decides\.",
                     str(osel.card()))
    assert "Play one tile in a turn" not in block.sheet()
    hand = dl.play_out(osel, seed=1)
    again = [event.ruling.id for step in hand.steps for event in step.events if isinstance(event, GoesOn)]
    assert set(again) == {"DR2-OSEL"}


def test_the_page_says_that_a_turn_of_ones_own_may_be_passed_up() -> None:
    rules = BLOCK.but(turns=own("turns", next_turn=lambda self, chain, seat, seats: seat), pass_when="extra-turn")
    hand = dl.play_out(rules, seed=1)
    assert hand.steps[1].action.kind == "play"
    assert Pass() in dl.legal(hand[1].state)
    said = " ".join(said.text for said in rules.statements if said.clause == "HOUSE-PASS-WHEN")
    assert "may pass instead" in said
    assert "changes nothing" not in said


@pytest.mark.parametrize("ruling", [
    None, dl.rules.Ruling("BL-LEAD-1", "highest", {"player": "Ana"}, axis="first_leader")])
def test_a_lead_whose_sentence_lacks_a_fact_is_refused_when_the_rules_are_made(ruling: Any) -> None:
    """The sentence names the player and the tile; without one of them, the first step could not be explained."""
    found = own("leading", find=lambda self, deck, standing, next_seat: dl.rules.Lead(0, None, ruling))
    with pytest.raises(dl.RulesetError, match="and the facts of that sentence"):
        BLOCK.but(leading=found)


def test_where_only_plays_score_no_sentence_counts_the_open_ends() -> None:
    """A reader's worth(...) goes by the play; with play_score = "multiple" beside it, the ends are added up, too."""
    plays, ends = (BLOCK.but(scoring=own("scoring", worth=10, **more)) for more in ({}, {"play_score": "multiple"}))
    assert "counts both" not in plays.sheet()
    assert "A double at an open end counts both its halves." in ends.sheet()


def test_an_award_that_is_that_of_the_game_is_added_up_as_in_the_game() -> None:
    class Doubled(dl.rules.Settling):
        def award(self, final, seat):
            usual = super().award(final, seat)
            return usual * 2 if final.out is None else usual

    doubled = BLOCK.but(settling=Doubled())
    assert dl.settle(doubled, holdings=["", "6-6"], out=0).text == dl.settle(BLOCK, holdings=["", "6-6"], out=0).text
    assert "By your own rule" in dl.settle(doubled, holdings=["1-0", "6-6"]).text
