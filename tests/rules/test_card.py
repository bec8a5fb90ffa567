"""The card on top of a rule page: short, complete and true, for every ruleset and for house rules."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.errors import ArgumentError, RulesetError
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.sheet import matters, stated_value
from tests.rules.random_rules import OPTIONS, option_set

ASKED = ("players", "start", "turn", "stuck", "scoring", "end", "winning")
ALONE = ("players", "turn", "winning")
"""What a player must know to begin; a game for one player has neither rivals nor a hand after this one."""

MOST_WORDS = 142
"""About 120: what the lines need where each of them has something unusual to say."""

MOST_LONG_CARDS = 14
"""So many games may have a card of more than 120 words."""

HOUSES = 120

every_ruleset = pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)


@lru_cache(maxsize=1)
def houses() -> tuple[Ruleset, ...]:
    chance = random.Random(31)
    return tuple(option_set(chance) for _ in range(HOUSES))


def check_card(rules: Ruleset) -> None:
    card = rules.card()
    assert set(ASKED if rules.solo is None else ALONE) <= card.lines.keys() <= {*ASKED, "special"}
    assert len(card.lines) <= 8
    assert card.word_count <= MOST_WORDS, (card.word_count, rules.changes())
    for text in card.lines.values():
        assert text[0].isupper() or text[0].isdigit(), text
        assert text.endswith("."), text
        assert not re.search(r"[{}]|None|True|False|  |\b1 (?:pips|tiles|points|players)\b", text), text
        assert not re.search(r"[a-z0-9,] (?:A|An|Any|The|Until|You)\b", text), text


@pytest.mark.parametrize("first", range(0, HOUSES, 10))
def test_a_card_of_house_rules_answers_each_question(first: int) -> None:
    for rules in houses()[first : first + 10]:
        check_card(rules)


def test_most_cards_have_no_more_than_120_words() -> None:
    too_many = {rules.id: rules.card().word_count - 120 for rules in rulesets() if rules.card().word_count > 120}
    assert len(too_many) <= MOST_LONG_CARDS, (
        "the lines of a card are those of its axes: shorten a `card` in words/en/clauses/house.toml, put an axis into "
        f"`spare` of words/en/page.toml, or raise MOST_LONG_CARDS in the same commit; words too many: {too_many}")


def test_a_card_says_once_that_the_next_player_leads() -> None:
    cards = [str(rules.card()) for rules in (*rulesets(), *houses())]
    assert {card.count("next player leads") for card in cards} == {0, 1}


FOLLOWS = {
    "max_pip": "players", "copies": "players", "deal": "players", "teams": "players", "first_leader": "start",
    "direction": "turn", "matching": "turn", "extra_turn": "turn", "draw_when": "stuck", "draw_max": "stuck",
    "reserve": "stuck", "cannot_play": "stuck", "play_score": "scoring", "multiple": "scoring", "unit": "scoring",
    "end_round": "scoring", "end_divide": "scoring", "block_between": "end", "target": "winning", "reach": "winning",
    "best_score": "winning", "match_hands": "winning", "spinner": "special",
}
"""Axes that a player needs from the first turn on, and the line that must follow when one is changed."""


def others(rules: Ruleset, axis: str) -> list[Ruleset]:
    """The same rules with another value of an axis that decides something before and after."""
    found = []
    for value in OPTIONS[axis]:
        with suppress(RulesetError):
            found.append(rules.but(**{axis: value}))
    return [made for made in found if stated_value(made, axis) != stated_value(rules, axis)
            and matters(made, axis) and matters(rules, axis)][:2]


CHANGED = [get(name) for name in ("all-fives", "block", "draw", "dominican", "five-up", "fortress", "cyprus",
                                  "hungarian", "all-sevens", "two-box-cutthroat", "jamaican", "tiddle-a-wink",
                                  "bergen")]


@pytest.mark.parametrize("rules", CHANGED, ids=lambda rules: rules.id)
def test_a_changed_axis_changes_its_line(rules: Ruleset) -> None:
    lines = rules.card().lines
    tried = [(axis, made) for axis in FOLLOWS for made in others(rules, axis)]
    assert len(tried) > 20
    for axis, made in tried:
        question = FOLLOWS[axis]
        assert made.card().lines.get(question) != lines.get(question), (axis, made[axis])


LINES: list[tuple[str, dict[str, Any], str, str]] = [
    ("all-fives", {"target": 61}, "winning", "61 points win the match."),
    ("all-fives", {"multiple": 3}, "scoring", "Open ends that add up to 3, 6, 9 and so on score that many points."),
    ("all-fives", {"spinner": "all"}, "special", "Every double takes tiles on four sides."),
    ("block", {}, "stuck", "Pass. Nobody draws."),
    ("block", {"draw_when": "unable", "reserve": 2}, "stuck", "Draw until a tile fits. With only two left, pass."),
    ("block", {"cannot_play": "discard"}, "stuck", "Discard a tile. Nobody draws."),
    ("gaple", {"play_on": "stuck"}, "end", "The first to play every tile and discard none wins the hand."),
    ("block", {"teams": "pairs"}, "end", "the pair with fewer pips wins."),
    ("block", {"deal": 6}, "players", "Each player takes 6 tiles."),
    ("block", {"reach": "exact"}, "winning", "Exactly 100 points win the match."),
    ("chickenfoot", {}, "winning", "The lowest score wins. The match ends after 10 hands."),
    ("dominican", {}, "turn", "Turns go right."),
    ("bingo/choice", {}, "turn", "A tile with as many pips as its number may go."),
]


@pytest.mark.parametrize(("name", "changes", "question", "text"), LINES)
def test_what_a_line_says(name: str, changes: dict[str, Any], question: str, text: str) -> None:
    rules = get(name).but(**changes) if changes else get(name)
    assert text in rules.card().lines[question]


def test_where_there_is_room_a_card_says_what_is_rare_before_what_is_common() -> None:
    lines = get("dominican").card().lines
    assert "A pass on a first double: 25 points for the leader." in lines["scoring"]
    assert "Doubles lie across" not in lines["turn"]


NOT_THERE: list[tuple[str, Callable[[Ruleset], bool], str]] = [
    ("sides", lambda rules: rules["spinner"] == "none" or not rules["doubles"], r"four sides|arms grow|[Ii]t is full"),
    ("drawing", lambda rules: rules["draw_when"] == "never", r"Draw |drawn tile|may also draw"),
    ("counting", lambda rules: rules["play_score"] != "multiple", r"Open ends that add up to"),
    ("pairs", lambda rules: rules["teams"] == "none", r"\b(?:pairs?|partner)\b"),
    ("the left", lambda rules: rules["direction"] == "right", r"Turns go left"),
    ("passing", lambda rules: rules["cannot_play"] == "discard", r"\bPass\b|, pass\."),
    ("calls", lambda rules: rules["claim"] == "auto", r"Call your scores"),
    ("a winner's pips", lambda rules: rules["end_base"] == "none", r"the others' pips|all pips left"),
]
"""What a card must not speak of where the rules have no such thing."""


@pytest.mark.parametrize(("missing", "when", "words"), NOT_THERE, ids=[law[0] for law in NOT_THERE])
def test_a_card_speaks_of_nothing_that_its_rules_do_not_have(missing: str, when: Any, words: str) -> None:
    cards = [rules for rules in (*rulesets(), *houses()) if rules.solo is None and when(rules)]
    assert len(cards) > 2
    for rules in cards:
        assert not [text for text in rules.card().lines.values() if re.search(words, text)], (missing, rules)


class _Six(dl.rules.Dealing):
    rule = "Nobody may hold more than six tiles."

    def each(self, seats: int, set_size: int) -> int:
        return 6


def test_a_rule_of_the_readers_own_is_on_the_card_in_its_own_words() -> None:
    lines = get("block").but(dealing=_Six()).card().lines
    assert "Nobody may hold more than six tiles." in lines["players"]
    assert lines["winning"] == "More than 100 points win the match."


def test_the_card_stands_on_top_of_the_page() -> None:
    page = get("all-fives").sheet()
    assert page.startswith(f"# All Fives\n\n## Play now\n\n{get('all-fives').card()}\n\n")


def test_a_page_of_the_card_alone() -> None:
    made = dl.page(get("all-fives").card())
    assert made.title == "All Fives: Play now"
    assert made.html.count("<li>") == 8
    assert "<b>Scoring:</b> Open ends that add up to 5, 10, 15" in made.html
    assert "AF0-" not in made.html
    with pytest.raises(ArgumentError, match="what is shown has its own"):
        dl.page(get("all-fives").card(), seed=1)


NOTES = {"†": "in more than one way", "‡": "The sheet is silent here.", "§": "Published rules differ here."}


@every_ruleset
def test_a_card_answers_each_question_and_its_page_explains_each_sign_once(rules: Ruleset) -> None:
    check_card(rules)
    page = rules.sheet()
    lines = page.splitlines()
    for sign, text in NOTES.items():
        notes = [line for line in lines if line.startswith(sign)]
        assert len(notes) == any(f".{sign} (" in line for line in lines)
        assert all(text in line for line in notes)
    assert "this lab plays:" not in page


@pytest.mark.parametrize("next_leader", ["same", "previous"])
def test_nothing_is_said_of_every_hand_where_an_own_rule_finds_some_leaders(next_leader: str) -> None:
    """What the rule says of later hands would contradict it; without the rule, the game does say it."""

    class Passes(dl.rules.Leading):
        """After the first hand, the next player in turn leads."""

        def find(self, deck: Any, standing: Any, next_seat: Any) -> Any:
            lead = super().find(deck, standing, next_seat)
            return lead if standing.hand == 1 else lead and lead._replace(seat=next_seat(lead.seat), must=None)

    game = get("block").but(next_leader=next_leader)
    own = game.but(leading=type("Passes", (Passes,), {"next_leader": next_leader, "__doc__": Passes.__doc__})())
    for told in (str(own.card()), str(own.sheet())):
        assert "After the first hand, the next player in turn leads." in told
    claims = r"Every hand starts|leads every hand|The leader of every hand|Whoever leads the first hand leads all"
    assert re.search(claims, str(game.card()))
    assert re.search(claims, str(game.sheet()))
    assert not re.search(claims, str(own.card()))
    assert not re.search(claims, str(own.sheet()))


class Ten(dl.rules.Settling):
    """The winner of a hand gets ten points for each of the other players, and another five for every player who still
    holds a double, and if nobody could play any more the winner gets just twelve points.
    """

    def award(self, final: Any, seat: int) -> int:
        return 10


@pytest.mark.parametrize(("game", "own", "changes", "text"), [
    ("cross", [Ten()], {}, "Until it is full, play only there."),
    ("mexican-train/double-nine", [], {"weights": {"0-0": 50}}, "The 0-0 counts as 50 pips."),
    ("maltese-cross", [], {"extra_turn": "on-double"}, "All arms need their doubles"),
])
def test_what_decides_where_to_play_and_what_the_reader_changed_is_on_a_full_card(
        game: str, own: list[Any], changes: dict[str, Any], text: str) -> None:
    card = get(game).but(*own, **changes).card()
    assert text in card.lines["special"]
    assert "A tie:" not in card.lines["end"], "less important"


class Back(dl.rules.Turns):
    """After a double, the turn goes back."""

    def next_turn(self, chain: Any, seat: int, seats: int) -> int | None:
        return (seat - 1) % seats if chain.laid[-1].tile.is_double else None


class Oldest(dl.rules.Leading):
    """The oldest player leads the first hand."""

    def find(self, deck: Any, standing: Any, next_seat: Any) -> Any:
        return super().find(deck, standing, next_seat)


def test_a_rule_that_contradicts_the_game_comes_after_it_and_says_that_it_decides() -> None:
    turns, leads = get("block").but(Back()), get("draw").but(Oldest())
    assert turns.card().lines["turn"].endswith("Turns go left. After a double, the turn goes back. Where rules differ, "
                                               "this one decides.")
    assert leads.card().lines["start"].endswith("The oldest player leads the first hand. Where rules differ, this one "
                                                "decides.")
    page = str(turns.sheet())
    assert page.index("Turns go round the table") < page.index(
        "After a double, the turn goes back. Where other rules here say something else, this one decides.")


def test_where_points_alone_end_no_match_nobody_is_said_to_have_enough() -> None:
    pages = []
    for rules in rulesets():
        with suppress(RulesetError):
            pages += [str(rules.but(target=100_000, match_hands=12, target_when="hand-end").sheet())]
    assert len(pages) > 50
    assert not any("enough points to win" in page.partition("## Variations")[0] for page in pages)


def test_points_of_none_need_no_line() -> None:
    rules = get("latin-partnership").but(pass_lead=30, pass_lead_single=0)
    assert "first double: 30 points for the leader. The winning pair" in rules.card().lines["scoring"]
    assert "another first tile: 10" in rules.but(pass_lead_single=10).card().lines["scoring"]


def test_a_card_that_is_shown_alone_says_that_it_is_short() -> None:
    shown = get("all-fives").card()._repr_markdown_()
    assert shown.endswith("This is the game in short. The rule page has all the rules, and where they come from.")
