"""A rule page is true for the ruleset it stands on: what it says is so, and it says everything that matters."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.chain import Chain
from domino_lab.core.errors import RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.match import new_match
from domino_lab.play.timeline import play_out
from domino_lab.rules.axes import AXES, MOST_POINTS, PASS_PAYS, Clauses
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.sheet import Statement, matters, parts, rule_of_axis, stated_value
from domino_lab.words import house_clause
from domino_lab.words.escaping import as_markdown
from tests.rules.random_rules import OPTIONS, option_set

HOUSES = 60
"""How many rulesets with random house rules are looked at beside those of the catalogue."""


@lru_cache(maxsize=1)
def houses() -> tuple[Ruleset, ...]:
    chance = random.Random(13)
    return tuple(option_set(chance) for _ in range(HOUSES))


every_ruleset = pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
every_house = pytest.mark.parametrize("number", range(HOUSES))


def left_out(axis: str) -> Any:
    """The value of an axis that says nothing unless somebody chose it: that there is no such rule."""
    absent = [part.says[axis] for part in parts(house_clause(axis)) if part.absent]
    assert absent, f"the page does not say {axis}"
    return AXES[axis].read(absent[0])


def told(page: tuple[Statement, ...]) -> dict[str, Any]:
    """What a reader learns from a page: the value of each axis, in which all statements agree."""
    found: dict[str, Any] = {}
    for said in page:
        for axis, value in said.says.items():
            assert found.setdefault(axis, value) == value, said
    return found


def check_complete(rules: Ruleset) -> None:
    known = told(rules.statements)
    for axis in AXES:
        if matters(rules, axis):
            assert known.get(axis, left_out(axis) if axis not in known else None) == stated_value(rules, axis), axis


def every_axis_that_matters_can_be_read_off_the_page(rules: Ruleset) -> None:
    check_complete(rules)


@every_house
def test_a_page_with_house_rules_is_complete_and_holds_no_raw_values(number: int) -> None:
    check_complete(houses()[number])
    a_page_holds_no_raw_values(houses()[number])


def rebuilt(page: tuple[Statement, ...]) -> Ruleset:
    """Rules made from a page and from nothing else."""
    defaults = {name: axis.default for name, axis in AXES.items()}
    plain_rules = Ruleset("rebuilt", "Rebuilt", defaults, Clauses())
    known = {axis: value for axis, value in told(page).items() if value != "both halves"}
    return replace(plain_rules, values={**defaults, **{axis: AXES[axis].read(value) for axis, value in known.items()}})


def moves(rules: Ruleset, seats: int, hand: int) -> list[tuple[Any, ...]]:
    line = play_out(rules, Shuffle(seed=3, hand=hand), seats=seats, policies="random")
    return [(step.action, step.state.holdings, step.state.scores, step.state.over) for step in line.steps]


@pytest.mark.parametrize("rules", [rules for rules in rulesets() if rules.solo is None], ids=lambda rules: rules.id)
def test_rules_made_from_the_page_alone_play_the_same_hands(rules: Ruleset) -> None:
    again = rebuilt(rules.statements)
    assert again.dealing.seat_counts == rules.dealing.seat_counts
    for seats in rules.dealing.seat_counts:
        for hand in range(3):
            assert moves(again, seats, hand) == moves(rules, seats, hand)


def check_follows(rules: Ruleset, axis: str, made: Ruleset) -> None:
    """Where an axis has another value, what said the old one, or needed it, is not on the page any more."""
    if stated_value(made, axis) == stated_value(rules, axis):
        return
    page = {(said.clause, said.text): said for said in made.statements}
    for said in rules.statements:
        after = page.get((said.clause, said.text))
        if axis in said.says:
            assert after is None or axis not in after.says, (made[axis], said)
        elif axis in said.given and not holds(axis, made[axis], said.given[axis]):
            assert after is None or after.given != said.given, (made[axis], said)


def holds(axis: str, value: Any, wanted: Any) -> bool:
    """A second telling of what a condition means."""
    if isinstance(wanted, str) and wanted.startswith("not "):
        return not holds(axis, value, wanted[4:])
    if wanted == "*":
        return True
    if wanted == "<table>":
        return isinstance(value, Mapping)
    if wanted == "<number>":
        return isinstance(value, int)
    nested = isinstance(wanted, list) and (axis != "double_weights" or isinstance(wanted[0], list))
    alternatives = wanted if nested else [wanted]
    return any(value == AXES[axis].read(one) for one in alternatives)


@pytest.mark.parametrize("number", range(HOUSES // 4))
def test_a_sentence_goes_with_each_axis_where_house_rules_hold(number: int) -> None:
    rules = houses()[number]
    for axis, values in OPTIONS.items():
        for value in values:
            with suppress(RulesetError):
                check_follows(rules, axis, rules.but(**{axis: value}))


NOT_THERE: list[tuple[str, Callable[[Ruleset], bool], str]] = [
    ("doubles", lambda rules: not rules["doubles"],
     r"is (?:a|the) spinner|highest double|[Dd]oubles? (?:lie|counts?|at an)|5-5"),
    ("drawing", lambda rules: rules["draw_when"] == "never" and rules["lead_fallback"] != "draw",
     r"must draw|may draw|[Dd]rawing (?:goes|stops|by)|neither play nor draw"),
    ("counting", lambda rules: rules["play_score"] == "none", r"A count of|add up the numbers|wrong call"),
    ("the left", lambda rules: rules["direction"] == "right", r"to the left|on your left"),
    ("pairs", lambda rules: rules["teams"] == "none", r"[Tt]heir pair|the other pair|both pairs|Your partner"),
    ("stacks", lambda rules: rules["stack"] == "none", r"may stack|A stack|Stacking is"),
    ("discards", lambda rules: rules["cannot_play"] == "pass", r"discard"),
    ("a reserve", lambda rules: rules["reserve"] == 0, r"never drawn"),
    ("a lightest tile", lambda rules: rules["tie"] != "lightest-tile", r"(?:lightest|lowest) tile"),
    ("sides", lambda rules: rules["spinner"] == "none", r"four sides|is the spinner|Every double is a spinner"),
]
"""What a page must not speak of where the rules have no such thing, whatever conditions its sentences name."""


@pytest.mark.parametrize(("missing", "when", "words"), NOT_THERE, ids=[law[0] for law in NOT_THERE])
def test_a_page_speaks_of_nothing_that_its_rules_do_not_have(missing: str, when, words: str) -> None:
    single = get("block").but(doubles=False, first_leader="lot", lead_tile="any")
    pages = [rules for rules in (*rulesets(), *houses(), single) if rules.solo is None and when(rules)]
    assert len(pages) > 3
    for rules in pages:
        spoken = [said for said in rules.statements if re.search(words, said.text)]
        assert not [said for said in spoken if "that changes nothing" not in said.text], (missing, rules.changes())


def test_nobody_passes_on_a_page_where_tiles_are_discarded() -> None:
    pages = []
    for rules in rulesets():
        with suppress(RulesetError):
            pages.append(rules.but(cannot_play="discard", **dict.fromkeys(PASS_PAYS, 0)))
    assert len(pages) > 30
    for rules in pages:
        spoken = " ".join(said.text for said in rules.statements if said.clause != "GEN-OVER-1"
                          and not said.clause.startswith("HOUSE-PASS"))
        assert "face down in front of them" in spoken
        passes = re.search(r"(?<!lead )(?<!turn )(?<!not a )\bpass(?:es)?\b|the turn is over|misses a turn", spoken)
        assert not passes, rules.id


def played_by_many() -> list[Ruleset]:
    return [rules for rules in (*rulesets(), *houses()) if rules.solo is None]


def test_a_page_says_whether_a_player_who_can_play_may_pass() -> None:
    for rules in (*played_by_many(), get("dominican").but(extra_turn="while-fits")):
        if rules["visibility"] == "private" and rules["cannot_play"] == "pass":
            said = " ".join(said.text for said in rules.statements)
            may_pass = r"Nobody else may pass|may not pass|may not stop|[Aa]ny player may pass"
            assert re.search(may_pass, said), rules.changes()


def test_a_page_says_once_when_a_player_passes() -> None:
    general = [rules for rules in played_by_many() if any(said.clause == "GEN-PASS-1" for said in rules.statements)]
    pages = [rules for rules in general if rules["draw_when"] != "never" and rules["extra_turn"] == "none"]
    assert len(pages) > 20
    for rules in pages:
        spoken = [said for said in rules.statements if re.search(r"\bpass(?:es)?\b", said.text)]
        passing = [said for said in spoken if said.section == "drawing"]
        assert [said.clause for said in passing] == ["GEN-PASS-1"], rules.changes()


def test_a_page_says_once_who_leads_after_a_hand_if_the_lead_goes_round() -> None:
    games = [rules for rules in played_by_many()
             if rules["next_leader"] == "rotate" and rules["block_leader"] in ("as-next", "rotate")
             and rules["target"] != "one-hand"]
    assert len(games) > 5
    made = [get(name).but(next_leader="rotate", block_leader=block, tie_leader=tie)
            for name in ("block", "all-fives", "dominican")
            for block in ("as-next", "rotate") for tie in ("as-next", "same", "rotate", "previous")]
    for rules in (*games, *made):
        spoken = [said for said in rules.statements if re.search(r"the lead passes to the (?:left|right)", said.text)]
        assert len(spoken) == 1, rules.changes()


@pytest.mark.parametrize(("leads", "words"), [
    ({"next_leader": "winner", "block_leader": "previous"}, "It is the same after a hand that nobody wins."),
    ({"next_leader": "previous"}, "It is the same after a hand that nobody wins."),
    ({"next_leader": "previous", "block_leader": "winner"}, "But after a hand that nobody wins, the same player")])
def test_a_page_says_but_of_a_hand_that_nobody_wins_only_where_another_leads(leads: dict[str, str], words: str) -> None:
    """A hand that nobody wins is led on as a blocked one, unless a rule of its own says otherwise."""
    rules = get("block").but(tie="none", tie_leader="previous", **leads)
    (said,) = [said.text for said in rules.statements if "tie_leader" in said.says]
    assert said.startswith(words)
    assert ("If nobody wins" in str(rules.card())) == said.startswith("But")


def test_a_page_says_who_wins_a_blocked_hand() -> None:
    for rules in played_by_many():
        said = " ".join(said.text for said in rules.statements if said.section == "ending" and "tie" not in said.says)
        nobody = rules["block_between"] == "nobody"
        assert re.search("no winner|nobody wins" if nobody else r"fewe(?:st|r) pips|fewer of|lightest", said), rules


def test_a_page_takes_own_pips_off_before_it_rounds_or_divides() -> None:
    deducting = [rules for rules in played_by_many() if any("own_deduct" in said.says for said in rules.statements)]
    assert len(deducting) > 20
    for rules in deducting:
        order = [axis for said in rules.statements for axis in said.says
                 if axis in ("own_deduct", "end_round", "end_divide")]
        assert order[0] == "own_deduct", rules.changes()


RAW = re.compile(r"[{}]|None|True|False|  |\b1 (?:pips|tiles|points|players|chips)\b")


def a_page_holds_no_raw_values(rules: Ruleset) -> None:
    assert not RAW.findall(rules.sheet().replace("`", ""))


def test_a_house_rule_is_marked_and_its_title_says_so() -> None:
    page = get("block").but(draw_when="unable", reserve=1).sheet()
    assert page.startswith("# Block Game with house rules")
    assert "House rule: The last tile of the boneyard is never drawn." in page
    assert "(a house rule; HOUSE-RESERVE)" in page


def test_a_house_rule_that_changes_nothing_is_said_too() -> None:
    line = next(line for line in get("block").but(reserve=1).sheet().splitlines() if "HOUSE-RESERVE" in line)
    assert "Under these rules, that changes nothing." in line


def line_of(name: str, words: str, **changes: Any) -> str:
    rules = get(name).but(**changes) if changes else get(name)
    lines = [line for line in rules.sheet().splitlines() if words in line and not line.startswith(("- `", "- **"))]
    return lines[0] if lines else ""


KEPT = [
    ("all-fives/spinner-closed", "A double at an open end counts both its halves."),
    ("all-fives/spinner-closed", "The spinner counts both halves until two tiles touch it"),
    ("all-sevens/double-eight", "either way round. The wild tiles are 8-1, 7-2, 6-3, 5-4 and 0-0."),
    ("all-sevens/double-nine", "Only a wild tile goes on a blank"),
    ("bergen/reserve-two", "If the drawn tile fits, the player plays it in the same turn."),
    ("bergen", "If the drawn tile fits, the player plays it in the same turn."),
    ("cyprus", "Only one tile is drawn in a turn. If it fits, the player plays it."),
    ("cyprus", "The player who gets the first tile of the deal draws first."),
    ("chickenfoot", "The player who gets the first tile of the deal draws first."),
    ("draw-vietnamese", "The player who gets the first tile of the deal draws first"),
    ("chickenfoot", "A player who can play may not draw."),
    ("chickenfoot", "After the 0-0, the 9-9 comes again."),
    ("gaple", "Whoever leads because they hold the 0-0 must start with it."),
    ("gaple", "as soon as nobody can play, even if they could still discard"),
    ("haitian", "In other published rules, but not here, the next hand then counts 2 points"),
    ("venezuelan", "In other published rules, but not here, the pair that led the hand wins it."),
    ("maltese-cross", "While the spinner has a free side, every tile must be played on it."),
    ("maltese-cross", "every such single has its double"),
    ("kozel", "A player who can play may not pass."),
    ("latin-partnership", "the one who got tiles earlier in the deal counts as having fewer"),
    ("muggins/heavier-hands", "A player who goes out scores the pips that the other players still hold."),
    ("sniff", "A player who can neither play nor draw passes. Nobody else may pass."),
    ("all-sevens/one-voluntary-draw", "must still play in that turn if they can"),
    ("draw-classic/five-or-more", "Five players take 5 tiles each, six take 4"),
    ("draw-austrian/eight-each", "Two players take 8 tiles each, three take 7."),
    ("draw-arabic", "A player who plays their last tile goes out. That ends the hand"),
    ("draw-arabic", "A hand is blocked when nobody can play and nobody may draw."),
    ("draw-puerto-rico", "A player who plays their last tile goes out. That ends the hand"),
    ("block", "Use one double-six set: 28 tiles."),
    ("five-up", "Two, three or four people can play."),
    ("draw", "The tile with the most pips is the heaviest, and its player leads."),
    ("draw/leader-by-sum", "With two players, one calls odd or even, and leads if the call is right."),
    ("block/partners", "partners add up their pips. The pair with fewer pips wins."),
    ("block/partners", "the pips of both winning partners are taken off. When a player went out, the partner's pips"),
    ("draw/partners", "partners add up their pips. The pair with fewer pips wins."),
    ("all-fives/to-200", "The first player with 200 points or more wins the match."),
    ("draw-classic/to-50", "The first player with 50 points or more wins the match."),
    ("draw-dutch", "The 0-0 counts as 13 pips."),
    ("draw-dutch", "When players draw for the lead, the 0-0 counts as 13 pips, too."),
    ("draw", "a cribbage board can be used to keep the score"),
    ("draw", "put them on top of each other after the deal"),
    ("two-box", "stand them on their long edges"),
    ("two-box", "Then all lift their tiles together."),
    ("two-box", "they announce the totals"),
    ("two-box-cutthroat", "Stolen points are crossed out on the tally."),
    ("two-box", "A match takes about 15 to 20 minutes."),
    ("two-box/to-100", "A match takes about 10 minutes."),
    ("all-fives", "Muggins and Sniff are close relatives"),
    ("tiddle-a-wink", "can take another turn, and so on after each further double"),
    ("tiddle-a-wink", "With five players 3 tiles are left over, with six 4."),
    ("tiddle-a-wink", "tiles that are left over are out of the game"),
    ("hungarian", "play as many tiles as fit"),
    ("hungarian", "A player who has a tile that fits may not stop.‡"),
    ("fours", "you can go on playing as long as one of your tiles fits"),
    ("fortress", "tiles that are still left over are out of the game"),
    ("cut-throat", "The winner of a hand leads the next one, with any tile."),
    ("draw/leader-by-sum", "After a blocked hand, the leader is found in the same way."),
    ("ten-penny-knock", "tiles that are left over are out of the game"),
    ("seven-up", "If the heaviest tiles are equal, everyone draws again."),
    ("fives-and-threes", "The match ends as soon as somebody has exactly 61 points"),
]
"""What once was lost from a page, or never stood on it, though a sheet says it or the game needs it."""


@pytest.mark.parametrize(("name", "words"), KEPT)
def test_what_a_page_must_say(name: str, words: str) -> None:
    assert line_of(name, words), words


def test_of_two_partners_with_equal_pips_the_page_names_the_one_who_leads() -> None:
    rules = get("latin-partnership")
    for hand in range(200):
        line = play_out(rules, Shuffle(seed=0, hand=hand), seats=4, policies="random")
        pips = [sum(tile.weight for tile in held) for held in line.state.holdings]
        first = 0 if pips[0] + pips[2] < pips[1] + pips[3] else 1
        if line.state.over == "blocked" and pips[0] + pips[2] != pips[1] + pips[3] and pips[first] == pips[first + 2]:
            # The tiles of a lower seat come earlier in the deal.
            assert new_match(rules).after(line).standing.last_winner == first
            assert line_of("latin-partnership", "the one who got tiles earlier in the deal counts as having fewer")
            return
    raise AssertionError("no blocked hand with equal partners")


OLD_WORDS = re.compile(
    r"five sheets|the 0-0\. \(general|this variation plays|\bposes\b|[Ff]alls? back to 0|counts nothing more|"
    r"Ends that have to wait|as soon as no tile fits|short ones|its two short sides|simplest of all|computer plays|"
    r"Of two players|Every hand starts in|have no more turns|when a tile does not fit|Nobody draws\. A player")
"""Sentences that readers stumbled over, and other names for a tip."""


def a_page_has_no_sentence_that_readers_stumbled_over(rules: Ruleset) -> None:
    assert not OLD_WORDS.findall(rules.sheet()) or rules["visibility"] == "blind"


def several_can_have_enough_points_only_where_more_than_one_side_can_score_in_a_hand(rules: Ruleset) -> None:
    said = "If several have enough points" in rules.sheet()
    nobody_gets_there = rules["match_hands"] != "any" and rules["target"] == MOST_POINTS
    if rules["best_score"] == "fewest" or rules["target"] == "one-hand" or nobody_gets_there:
        assert not said
    elif rules["target_when"] == "at-once":  # in play one player scores at a time, so only the end of a hand can tie
        assert said == (rules["who_scores"] in ("own-pips", "losers", "lighter"))
    elif not said and rules.solo is None:
        for hand in range(20):
            line = play_out(rules, Shuffle(seed=5, hand=hand), seats=rules.dealing.seat_counts[-1], policies="random")
            assert sum(score > 0 for score in line.steps[-1].state.scores) <= 1, hand


OF_EVERY_PAGE = (
    every_axis_that_matters_can_be_read_off_the_page,
    a_page_holds_no_raw_values,
    a_page_has_no_sentence_that_readers_stumbled_over,
    several_can_have_enough_points_only_where_more_than_one_side_can_score_in_a_hand,
)
"""What must be true of every page, each as a function."""


@every_ruleset
def test_the_page_of_every_ruleset(rules: Ruleset) -> None:
    for must_hold in OF_EVERY_PAGE:
        must_hold(rules)


GONE = [
    ("muggins/heavier-hands", {}, "Only the winner of the hand scores"),
    ("draw/double-six", {}, "draws again"),
    ("draw/highest-double", {}, "draws again"),
    ("draw-classic/double-six", {}, "everyone draws once more"),
    ("draw-puerto-rico", {}, "partner"),
    ("draw-austrian", {}, "Doubles lie"),
    ("block", {"first_leader": "lot", "lead_tile": "any"}, "highest double"),
    ("latin-partnership", {"first_leader": "lot", "lead_tile": "any"}, "6-6"),
    ("block", {"tie": "none"}, "next lightest"),
    ("block/at-least", {"target": 60}, "100"),
    ("draw/double-nine", {"seats": "2+", "deal": 5}, "Two to six"),
    ("draw", {"spinner": "first", "arm_order": "free"}, "two open ends"),
    ("block", {"first_leader": {"holder": "6-6"}}, "holder"),
    ("all-fives", {"first_leader": "lowest-double"}, "If the heaviest tiles are equal"),
    ("block", {"teams": "pairs", "tie": "leader"}, "even with more pips"),
    ("block", {"teams": "pairs", "tie": "blocker"}, "even with more pips"),
    ("block", {"block_between": "blocker-next", "tie": "blocker"}, "even with more pips"),
    ("blind", {"seats": [2, 3, 4]}, "7. 1 tile is left over"),
    ("block", {"draw_when": "unable", "draw_max": 1}, "1 tile in a turn"),
    ("block", {"matching": {"sum": 6}}, "to 6: a 2"),
]
"""What once was left over on a page whose rules say otherwise."""


@pytest.mark.parametrize(("name", "changes", "words"), GONE)
def test_what_a_page_must_not_say(name: str, changes: dict[str, Any], words: str) -> None:
    assert not line_of(name, words, **changes)


COMBINED = [
    ("block", {"who_scores": "losers-pay", "end_round": "nearest"}, "Each payment is rounded by itself"),
    ("block", {"teams": "pairs", "tie": "leader"}, "the pair that led the hand wins"),
    ("block", {"block_between": "blocker-next", "tie": "blocker"}, "number of pips, the player who played last wins"),
    ("all-fives", {"first_leader": "lowest-double"}, "If the heaviest are equal, everyone draws again"),
    ("blind", {"seats": [2, 3, 4]}, "With three players 1 tile is left over."),
]
"""What a rule means beside another one."""


@pytest.mark.parametrize(("name", "changes", "words"), COMBINED)
def test_what_a_page_says_of_rules_that_meet(name: str, changes: dict[str, Any], words: str) -> None:
    assert line_of(name, words, **changes)


OURS = [
    ("all-fives-leaflet", "The sum is rounded"),
    ("five-up", "13 pips give 2 points"),
    ("two-box-cutthroat", "gets these points only once"),
    ("all-sevens", "A wild tile can be played either way round"),
    ("five-up", "If the drawn tile fits, the player plays it in the same turn."),
    ("all-fives/spinner-closed", "any two sides close a spinner"),
    ("draw-puerto-rico", "The winner can start with any tile."),
    ("draw-puerto-rico", "Two players play to 100 points"),
    ("all-fives", "A player who can play may not draw."),
    ("all-fives-leaflet", "A player who can play may not draw."),
    ("five-up", "A player who can play may not draw."),
    ("bergen", "A player who can play may not draw."),
    ("block/partners", "partners add up their pips"),
    ("muggins/heavier-hands", "If the highest are equal, play another hand."),
]
"""Decisions of this lab where the sheet is silent or can be read in more than one way."""


@pytest.mark.parametrize(("name", "words"), OURS)
def test_a_decision_of_this_lab_is_marked(name: str, words: str) -> None:
    assert "(this lab; " in line_of(name, words)


def test_the_page_says_how_halves_are_rounded_where_there_are_any() -> None:
    """A multiple of 5 is never halfway; 2 is halfway from 0 to 4 (tests/rules/test_settling.py rounds it up)."""
    leaflet = get("all-fives-leaflet")
    assert "halfway" not in leaflet.sheet()
    assert "A number halfway between two multiples is rounded up." in leaflet.but(end_multiple=4).sheet()
    assert "halfway" not in leaflet.but(end_multiple=4, end_round="floor").sheet()


@pytest.mark.parametrize("name", ["block/at-least", "all-fives/undivided", "two-box/automatic",
                                  "two-box-cutthroat/steal-twice", "all-fives-leaflet/round-each"])
def test_where_the_sheet_speaks_the_page_does_not_call_it_silent(name: str) -> None:
    rules = get(name)
    changed = [rules.clauses[axis] for axis in AXES if rules[axis] != rules.game[axis]]
    saids = [said for said in rules.statements if said.clause in changed]
    assert saids
    assert all(said.mark in ("another", "departs") for said in saids)


def test_a_page_shows_what_a_stranger_wrote_as_text() -> None:
    rules = get("block").but(name="<b>Ours</b> *x*", reserve=1)
    assert rules.sheet().startswith(f"# {as_markdown('<b>Ours</b> *x*')}")


def test_a_rule_that_adds_to_the_game_stands_on_the_page_and_the_card_beside_what_it_adds_to() -> None:
    """An example of the sheet goes: by the new rule, its sums may come to something else."""
    class TenForTheDoubleBlank(dl.rules.Scoring):
        """A play that leaves the 0-0 at an end scores 10 more."""

        def worth(self, chain: Chain) -> int:
            ends = [chain.laid[end.at].tile for end in chain.ends]
            return super().worth(chain) + (10 if Tile(0, 0) in ends else 0)

    class TenForEveryDouble(dl.rules.Scoring):
        """Only a double scores: 10 points."""

        def worth(self, chain: Chain) -> int:
            return 10 if chain.laid[-1].tile.is_double else 0

    home, fives = get("all-fives").sheet(), "A count of 5, 10, 15 and so on scores."
    added = get("all-fives").but(scoring=TenForTheDoubleBlank())
    assert fives in home
    assert "For example, the 5-5 starts and scores 10." in home
    assert fives in added.sheet()
    assert "For example, the 5-5 starts" not in added.sheet()
    first = "Where other rules here say something else, this one decides."
    assert f"- House rule: A play that leaves the 0-0 at an end scores 10 more. {first}" in added.sheet()
    assert added.card().lines["scoring"].startswith(
        "Open ends that add up to 5, 10, 15 and so on score that many points. A play that leaves the 0-0")
    assert rule_of_axis(added, "multiple").startswith(f"{fives} House rule: A play that leaves the 0-0")
    instead = get("all-fives").but(scoring=TenForEveryDouble())
    assert fives not in instead.sheet()
    assert first not in instead.sheet()
    assert "5, 10, 15" not in str(instead.card())
    assert rule_of_axis(instead, "multiple") == "House rule: Only a double scores: 10 points."


def test_extra_points_are_a_loss_where_the_fewest_win() -> None:
    loss = "These points are a loss, because the lowest score wins the match."
    fewest = get("block").but(best_score="fewest", who_scores="own-pips", end_bonus=5)
    assert loss in str(fewest.sheet())
    for kept in (fewest.but(best_score="most"), fewest.but(end_bonus=0)):
        assert loss not in str(kept.sheet())


@pytest.mark.parametrize("target", [99_999, 100_000])
def test_points_that_nobody_scores_win_no_match_that_hands_end(target: int) -> None:
    """Ten hands with a double-six set have 1,680 pips."""
    page = str(get("block").but(target=target, match_hands=10).sheet()).partition("## Variations")[0]
    assert "Points alone do not end the match" in page
    assert "wins the match" not in page
    assert "The first player with more than" in str(get("block").but(target=target).sheet())
    assert "The first player with more than" in str(get("block").but(target=500, match_hands=10).sheet())


def test_the_page_and_the_card_say_which_double_leads_first_and_which_ones_later() -> None:
    rules = get("block").but(lead_tile="double", first_leader="highest-double", next_leader="rotate")
    page, (start, *_) = str(rules.sheet()), [line for line in str(rules.card()).splitlines() if "starts" in line]
    for told in ("The player with the highest double leads.", "Any other leader must start with a double.",
                 "If nobody holds a double, or a later leader holds no tile that may lead, all the tiles are"):
        assert told in page
    assert "The highest double leads. It must be the first tile of the match." in start
    assert "A later hand starts with any double." in start


@pytest.mark.parametrize("name", ["block", "latin-partnership", "fortress"])
def test_only_the_house_rule_says_what_the_sheet_does_not(name: str) -> None:
    """The sheets of these games let a player who cannot play pass: none speaks of a discarded tile."""
    said = [each for each in get(name).but(cannot_play="discard").statements if "discard" in each.text]
    assert {each.clause for each in said} == {"GEN-AIM-1", "HOUSE-CANNOT-PLAY"}
    assert [each.clause for each in get("gaple").statements if "must discard" in each.text] == ["GA-DRAW-1"]


@pytest.mark.parametrize("pass_when", ["unable", "extra-turn", "after-draw"])
def test_the_page_says_that_a_player_passes_who_can_neither_play_nor_draw(pass_when: str) -> None:
    """With `draw_when="never"` the rule on drawing says it."""
    for drawn in ("play", "wait"):
        if (pass_when, drawn) != ("after-draw", "wait"):
            rules = get("one-armed-pete").but(pass_when=pass_when, draw_max=1, after_draw=drawn)
            assert "who can neither play nor draw" in rules.sheet()


def test_only_the_house_rule_says_that_turns_go_right() -> None:
    """DR2-LEADOPT-C: the lead passes to the left. It passes to the next player, whoever that is."""
    said = [each for each in get("draw").but(direction="right").statements if "right" in each.text.split()]
    assert {each.clause for each in said} == {"HOUSE-DIRECTION"}


def test_a_page_counts_the_tiles_that_are_used_and_speaks_of_blanks_only_where_there_are_any() -> None:
    """Seven of 28 tiles have a blank; without the 5-5 the highest other double up to five is the 4-4."""
    blanks = [f"{half}-0" for half in range(7)]
    for name in ("block", "draw-classic"):
        page = get(name).but(seats=[2, 3], deal=5, left_out=[*blanks, "5-5"]).sheet()
        assert "Use 20 tiles of one double-six set." in page
        assert "28 tiles" not in page
        assert "such as the 4-4" in page
        assert "blank" not in page.partition("## Variations")[0]
        assert "A blank fits only a blank." in get(name).sheet()


def test_a_page_names_no_aim_that_an_own_rule_may_take_away() -> None:
    class Most(dl.rules.Settling):
        """The heaviest holding wins."""

        def winner(self, final: dl.rules.Final) -> int:
            return final.sides[final.weights.index(max(final.weights))]

    aim = "the first to play all your tiles"
    for name in ("block", "all-fives"):
        assert re.search(aim, get(name).sheet(), re.IGNORECASE)
        for rules in (get(name).but(settling=Most()), get(name).but(cannot_play="discard")):
            assert not re.search(aim, rules.sheet(), re.IGNORECASE)
