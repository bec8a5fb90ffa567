"""What every ruleset of the catalogue must do, whatever game it is: a new declaration is tested by being declared."""

from __future__ import annotations

import pickle
import re
from functools import lru_cache
from itertools import count, islice

import pytest

from domino_lab.catalogue import get, listing, rulesets
from domino_lab.core.chain import FIRST_LINE
from domino_lab.core.errors import RulesetError
from domino_lab.core.rulings import clause
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.why import CAPTION_WORDS, Explanation, why
from domino_lab.play.state import Step
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.record import read, write
from domino_lab.rules.axes import AXES
from domino_lab.rules.ruleset import Ruleset, differences
from domino_lab.words import phrase, phrases
from domino_lab.words.escaping import as_markdown
from tests.rules.retold import in_play

HANDS, ALONE, FEWER, FOR_A_BLOCK = 10, 7, 4, 1000
"""How many hands of a game at each table, of a patience, and of a variation; how many more are tried for a block."""

TABLES = [(rules, seats) for rules in rulesets() for seats in rules.dealing.seat_counts]

every_ruleset = pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
every_table = pytest.mark.parametrize(("rules", "seats"), TABLES, ids=[f"{r.id}-{n}-seats" for r, n in TABLES])


@lru_cache(maxsize=len(TABLES))
def played(rules: Ruleset, seats: int) -> tuple[Timeline, ...]:
    names = ["Ana", "Ben", "Cleo", "Dan", "Eve", "Finn"][:seats]
    lines = (play_out(rules, Shuffle(seed=17, hand=hand), seats=seats, names=names, policies="random")
             for hand in count())
    found = list(islice(lines, FEWER if rules.game is not None else HANDS if rules.solo is None else ALONE))
    if rules.game is None and rules["draw_when"] == "never" and not any(is_blocked(line) for line in found):
        found += islice(filter(is_blocked, islice(lines, FOR_A_BLOCK)), 1)
    return tuple(found)


def is_blocked(line: Timeline) -> bool:
    return line.state.over == "blocked"


@lru_cache(maxsize=len(TABLES))
def steps(rules: Ruleset, seats: int) -> list[tuple[Step, Explanation]]:
    return [(step, why(step)) for line in played(rules, seats) for step in line.steps]


def random_hands_are_dealt_played_and_settled(rules: Ruleset, seats: int) -> None:
    for line in played(rules, seats):
        assert line.steps[0].action is None
        if rules.solo is None or rules.solo.key == "line":
            assert [len(held) for held in line.steps[0].state.holdings] == [each(rules, seats)] * seats
        assert line.steps[-1].settled is not None
        assert len({len(step.state.scores) for step in line.steps}) == 1


def each(rules: Ruleset, seats: int) -> int:
    """Tiles a seat, by the three ways in which the sheets say it."""
    if rules["deal"] == "even":
        return len(rules.equipment.set.tiles) // seats
    return 8 - seats if rules["deal"] == "8-n" else rules["deal"][seats]


def the_hands_of_a_game_meet_what_matters(rules: Ruleset, seats: int) -> None:
    """Else the functions beside this one would see nothing. Where one may draw, a block is too rare to ask for."""
    if rules.game is not None:
        return
    ends = {line.state.over for line in played(rules, seats)}
    if rules.solo is not None:
        assert "lost" in ends
        assert ends <= {"won", "lost"}
        return
    assert "out" in ends
    assert "blocked" in ends or rules["draw_when"] != "never"
    if rules["play_score"] == "multiple":
        assert {step.points > 0 for step, _ in steps(rules, seats) if step.judged} == {True, False}


def every_step_is_explained_in_a_caption_and_more(rules: Ruleset, seats: int) -> None:
    for _, told in steps(rules, seats):
        assert 3 < len(told.caption.split()) <= CAPTION_WORDS, told.caption
        assert told.clause
        assert told.origin
        assert told.rule
        assert "{" not in told.text
        assert "  " not in told.text


def a_play_names_its_tile_and_the_value_it_joins(rules: Ruleset, seats: int) -> None:
    for step, told in steps(rules, seats):
        if step.action is None or step.action.kind != "play":
            continue
        laid = step.state.chain.laid[-1]
        assert f" {laid.tile}" in told.what
        if laid.parent >= 0:
            begun = laid.parent_edge >= FIRST_LINE
            place = " line" if begun else f"on the {laid.joint} of {step.state.chain.laid[laid.parent].tile}"
            assert place in told.what


def a_count_is_told_term_by_term_and_a_miss_as_one(rules: Ruleset, seats: int) -> None:
    for step, told in steps(rules, seats):
        count = step.state.board_count
        if step.judged is None or count is None or step.action.kind != "play":
            continue
        assert count.total == sum(term.value for term in count.terms)
        for term in count.terms:
            assert rules.scoring.term_ruling(term).text in told.more
        assert str(count.total) in told.caption
        least = min(-count.total % m for m in rules["multiple"])
        if step.points:
            assert str(step.points) in told.caption
        elif count.total:
            assert re.search(rf"\b{least}\b|not a multiple|no score|do not count", told.caption)


def every_step_follows_rulings_whose_clauses_are_on_the_rule_page(rules: Ruleset, seats: int) -> None:
    page = rules.sheet()
    for step, told in steps(rules, seats):
        homeless = {ruling.id for ruling in told.rulings if f"; {ruling.id})" not in page}
        assert not homeless, f"{rules.id} names {axes_of(rules, homeless)} in no clause, but it decides: {told.caption}"
        assert all(event.ruling.allowed for event in step.events)


def axes_of(rules: Ruleset, ids: set[str]) -> list[str]:
    return [f"{axis}={rules[axis]!r}" for axis in AXES if rules.clauses[axis] in ids]


def scores_are_the_sum_of_what_was_told(rules: Ruleset, seats: int) -> None:
    for line in played(rules, seats):
        total, ended = in_play(line), line.steps[-1].settled
        for side in range(len(total)) if ended.shares else ():
            total[side] += ended.shares[side]
        if ended.winner is not None and not ended.shares:
            total[ended.winner] += ended.award
        assert list(line.state.scores) == total


def a_hand_record_round_trips(rules: Ruleset, seats: int) -> None:
    for line in played(rules, seats)[:1]:
        again = read(write(line), get)
        assert not again.problems
        assert again.steps == line.steps


OF_EVERY_TABLE = (
    the_hands_of_a_game_meet_what_matters,
    random_hands_are_dealt_played_and_settled,
    every_step_is_explained_in_a_caption_and_more,
    a_play_names_its_tile_and_the_value_it_joins,
    a_count_is_told_term_by_term_and_a_miss_as_one,
    every_step_follows_rulings_whose_clauses_are_on_the_rule_page,
    scores_are_the_sum_of_what_was_told,
    a_hand_record_round_trips,
)
"""What must be true of the hands at a table, each as a function; they share the hands, which are slow to play."""


@every_table
def test_the_hands_of_every_table(rules: Ruleset, seats: int) -> None:
    for must_hold in OF_EVERY_TABLE:
        must_hold(rules, seats)


def the_rule_page_names_sheets_that_a_reader_can_look_up(rules: Ruleset) -> None:
    page = rules.sheet()
    assert rules.sheets
    for key in rules.sheets:
        assert phrase(f"sheets.{key}") in page
    assert not re.search(r"\b00\d\b", page)
    assert "{" not in page
    for said in rules.statements:
        assert as_markdown(said.text) in page
        assert not said.clause or f"; {clause(said.clause).id})" in page


def where_a_sheet_is_silent_the_page_says_so(rules: Ruleset) -> None:
    lines = rules.sheet().splitlines()
    for said in rules.statements:
        line = next(line for line in lines if as_markdown(said.text) in line and not line.startswith("- **"))
        beyond = bool(said.clause) and clause(said.clause).is_beyond
        assert ((".§ (" if beyond else ".‡ (") in line) == (said.mark == "silent")
        assert (".† (" in line) == (said.mark == "unclear")
        assert ("(this lab; " in line) == (said.mark in ("silent", "unclear", "lab", "departs"))


def no_catalogue_ruleset_rests_on_a_house_rule(rules: Ruleset) -> None:
    assert not [said for said in rules.clauses.values() if said.startswith(("HOUSE-", "OWN-"))]
    assert "HOUSE-" not in rules.sheet()


def a_variation_is_its_game_with_the_offered_axes_changed(rules: Ruleset) -> None:
    if rules.game is None:
        assert "/" not in rules.id
        assert rules.variation_of is None or differences(get(rules.variation_of), rules)
        return
    game = get(rules.variation_of)
    offer = next(offer for offer in game.offers if rules.id == f"{game.id}/{offer.key}")
    changed = {found.axis: found.other for found in differences(game, rules)}
    assert changed
    assert changed.items() <= dict(offer.changes).items()
    made = game.but(**offer.changes)
    assert differences(made, rules) == ()
    assert dict(made.clauses) == dict(rules.clauses)
    assert f"`{rules.id}`" in game.sheet()


def pickles_and_hashes(rules: Ruleset) -> None:
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert again.sheet() == rules.sheet()
    assert again.clauses["end_bonus"] == rules.clauses["end_bonus"]


SHARED = {"Draw Dominoes": ("draw", "draw-classic")}
"""Sheet 002 heads its page so, and the Draw sheet of 000 is "A.K.A. Draw Dominoes"."""


def it_is_found_by_every_name(rules: Ruleset) -> None:
    for name in (rules.id, rules.name, *rules.aliases, rules.id.upper()):
        if name not in SHARED:
            assert get(name) is rules
    entry = next(entry for entry in listing() if entry["id"] == rules.id)
    assert entry["name"] == rules.name
    assert entry["seats"] == list(rules.dealing.seat_counts)
    assert entry["variation_of"] == rules.variation_of
    assert not any(re.search(r"\b00\d\b", sheet) for sheet in entry["sheets"])


def a_variation_is_found_by_the_other_names_of_its_game(rules: Ruleset) -> None:
    for offer in rules.offers if rules.game is None else ():
        for name in (rules.name, *rules.aliases):
            if name not in SHARED:
                assert get(f"{name}/{offer.key}").id == f"{rules.id}/{offer.key}"


OF_EVERY_RULESET = (
    the_rule_page_names_sheets_that_a_reader_can_look_up,
    where_a_sheet_is_silent_the_page_says_so,
    no_catalogue_ruleset_rests_on_a_house_rule,
    a_variation_is_its_game_with_the_offered_axes_changed,
    pickles_and_hashes,
    it_is_found_by_every_name,
    a_variation_is_found_by_the_other_names_of_its_game,
)
"""What must be true of every ruleset, each as a function."""


@every_ruleset
def test_what_every_ruleset_does(rules: Ruleset) -> None:
    for must_hold in OF_EVERY_RULESET:
        must_hold(rules)


@pytest.mark.parametrize("name", SHARED)
def test_a_name_that_games_share_is_refused_with_all_of_them_and_their_sheets(name: str) -> None:
    for said in (name, name.upper()):
        with pytest.raises(RulesetError) as refused:
            get(said)
        for game in SHARED[name]:
            entry = next(entry for entry in listing() if entry["id"] == game)
            assert name in (entry["name"], *entry["aliases"])
            assert f"{game} [{', '.join(entry['sheets'])}]" in str(refused.value)
        assert str(refused.value).startswith(f"two games are called {said!r}: ")
        assert str(refused.value).endswith("give the id of one of them")


def test_a_variation_is_not_guessed_from_a_name_that_games_share() -> None:
    """Both games have the option in which the 6-6 is set; only one can draw lots after a block."""
    with pytest.raises(RulesetError, match=r"draw-classic/double-six .* and draw/double-six "):
        get("Draw Dominoes/double-six")
    assert get("Draw Dominoes/lots-after-block").id == "draw/lots-after-block"


def test_no_other_name_is_shared() -> None:
    names = [name.casefold() for rules in rulesets() for name in (rules.name, *rules.aliases)]
    assert {name for name in names if names.count(name) > 1} == {name.casefold() for name in SHARED}
    assert not {rules.id for rules in rulesets()} & {name.casefold() for name in SHARED}


PROMISED = """all-fives all-fives-leaflet block draw-classic draw draw-dutch draw-partnership draw-puerto-rico
draw-arabic draw-austrian draw-osel draw-vietnamese draw-south-american block-and-draw five-up all-sevens bergen blind
two-box two-box-cutthroat bingo patience fives-limit five-columns knock-out twelve-to-go all-fives/spinner-closed
all-fives/all-spinners all-fives/five-each all-fives/all-threes all-fives/cribbage five-up/side-free
draw-classic/first-double-spinner draw-classic/highest-double draw-classic/double-six
draw-classic/double-or-single""".split()
"""Notebooks and files of other people name these ids: none of them goes or changes."""

OLD = {
    "draw_000": "draw-classic", "all_fives_000": "all-fives", "block_000": "block",
    "all_fives_001": "all-fives-leaflet", "all_sevens_001": "all-sevens", "bergen_001": "bergen", "blind_001": "blind",
    "five_up_001": "five-up", "block_draw_001": "block-and-draw", "draw_002": "draw", "two_box_003": "two-box",
    "two_box_003_cut": "two-box-cutthroat", "fives_limit": "fives-limit", "five_columns": "five-columns",
    "knock_out": "knock-out", "twelve_to_go": "twelve-to-go",
}
"""Ids of an earlier time, which are other names now."""

ELSEWHERE = {"Matador": "all-sevens", "Luzon": "five-columns", "Grace's Patience": "knock-out",
             "Polka Dot": "twelve-to-go", "Twelves": "twelve-to-go", "Domino Big Six": "draw-classic",
             "Draw or Block Game": "draw-classic", "Block Dominoes with Buying": "draw-classic", "Osel": "draw-osel",
             "Donkey": "draw-osel", "Traditional Dominoes": "block-and-draw"}
"""What the games are called elsewhere.

On the sheets themselves; at Zpag (Luzon), eHow (Grace's Patience) and domino-play.com (Polka Dot, Twelves).
"""


def test_the_catalogue_has_the_ids_that_are_promised() -> None:
    ids = [rules.id for rules in rulesets()]
    assert set(PROMISED) <= set(ids)
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize(("name", "found"), [*OLD.items(), *ELSEWHERE.items()])
def test_a_game_is_found_by_what_it_is_called_elsewhere(name: str, found: str) -> None:
    assert get(name).id == found


def test_each_game_says_how_much_of_its_text_was_seen() -> None:
    """The five rule sheets were seen whole; a published page whole, in part, or beside another that disagrees."""
    marks = phrases("sheets")["seen"]
    assert {entry["seen"] for entry in listing()} == {"whole", "part", "two"} == phrases("games")["seen"].keys()
    for rules in rulesets():
        assert rules.sheets
        assert set(rules.sheets) <= marks.keys(), f"{rules.id}: sheets.toml does not say how much was seen of its text"
    assert {marks[key] for key in marks if key[0] == "0"} == {"whole"}


def test_a_part_of_an_option_beside_another_changed_rule_is_a_house_rule() -> None:
    """The cribbage option of All Fives has a point for every five and a target of 61; no sheet has one for sevens."""
    home = get("all-fives")
    part, whole = home.but(multiple=7, unit="per"), home.but(unit="per", target=61)
    assert (part.clauses["multiple"], part.clauses["unit"]) == ("HOUSE-MULTIPLE", "HOUSE-UNIT")
    assert (whole.clauses["unit"], whole.clauses["target"]) == ("AF0-MATCH-1:cribbage", "AF0-MATCH-1:to-61")
