"""Rules and hands by name, by path or as text, read again as saved; every slip is told with its line."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab.catalogue import rulesets
from tests.io.test_files import run
from tests.rules.random_rules import OPTIONS
from tests.words.custom_rules import NeighbourPips, Primes, every


def test_a_name_with_a_tilde_of_nobody_is_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    dl.save_rules("block", "~nobody-is-called-so.toml")
    assert dl.ruleset("~nobody-is-called-so.toml").id == "block"


@pytest.mark.parametrize("game", ["block", "all-fives", "All Fives", "draw"])
def test_a_file_that_is_called_as_a_game_does_not_hide_it(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
                                                          ) -> None:
    monkeypatch.chdir(tmp_path)
    was = dl.HandStepper(game, seed=1).here.timeline
    Path(game).write_text('ruleset = "bergen"\n[deal]\nseed = 4\n', encoding="utf-8")
    now = dl.HandStepper(game, seed=1).here.timeline
    assert now.actions == was.actions
    assert dl.ruleset(game).id == was.rules.id
    with pytest.raises(dl.RecordError, match=r"is a game, not a hand: .* write '\./"):
        dl.load(game)
    assert "is a game, not a hand" in run("replay", game)
    assert dl.load(f"./{game}").rules.id == dl.load(Path(game)).rules.id == "bergen"
    assert dl.Recorder(game, seed=1).hand.rules.id == was.rules.id
    assert "Bergen" in run("replay", f"./{game}") or "bergen" in run("replay", f"./{game}", "--json")


def test_a_folder_and_a_packaged_hand_likewise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("block").mkdir()
    assert dl.HandStepper("block", seed=1).here.timeline.rules.id == "block"
    Path("all-fives-worked-example").write_text("ruleset = 'block'\n", encoding="utf-8")
    assert '"ruleset": "all-fives"' in run("replay", "all-fives-worked-example", "--json")


def test_rules_are_read_from_a_file_whose_folder_is_named_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("block").write_text('ruleset = "draw"\nname = "Ours"\n', encoding="utf-8")
    assert dl.ruleset("./block").name == "Ours"
    assert dl.ruleset("block").name == "Block Game"
    assert dl.ruleset("block/partners").id == "block/partners"


@pytest.mark.parametrize("name", ["year=2026/club.toml", "./year=2026/club", "year=2026/club", "year=2026#2.toml"])
def test_a_path_with_an_equals_sign_is_a_path(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("year=2026").mkdir()
    Path(name).write_text('ruleset = "draw"\nname = "Ours"\n', encoding="utf-8")
    assert dl.ruleset(name).name == "Ours"
    assert dl.play_out(name, seed=1).rules.name == "Ours"
    assert run("rules", name).startswith("# Ours")


@pytest.mark.parametrize("name", ["year=2026/none.toml", "year=2026/none", "./a=b", "/a=b"])
def test_a_path_with_an_equals_sign_of_no_file_is_told(name: str) -> None:
    with pytest.raises(dl.RulesetError, match=r"there is no file '.*=.*'"):
        dl.ruleset(name)


@pytest.mark.parametrize("text", ['ruleset = "draw"', 'ruleset = "draw" # as in club.toml'])
def test_a_line_of_rules_is_no_path(text: str) -> None:
    assert dl.ruleset(text).id == "draw"


CLUB = """\
# The rules of our club, agreed in spring
ruleset = "all-fives"   # the game we start from
name = "Our club"

[rules]
reserve = 0             # as on the sheet
multiple = [3]          # threes
target = 61
"""


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_every_game_is_saved_and_read_again(rules) -> None:
    assert dl.ruleset(dl.save_rules(rules)) == rules


@pytest.mark.parametrize("axis", OPTIONS)
def test_every_changed_axis_is_saved_and_read_again(axis: str) -> None:
    for home, value in product(("block", "all-fives", "patience", "blind"), OPTIONS[axis]):
        try:
            rules = dl.ruleset(home).but(name="Ours", **{axis: value})
        except dl.RulesetError:
            continue
        back = dl.ruleset(dl.save_rules(rules))
        assert (back, back.name, back.clauses) == (rules, "Ours", rules.clauses)


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_a_class_stands_in_the_file_by_its_name_alone(rules) -> None:
    text = dl.save_rules(rules)
    assert dl.ruleset(text, own=rules.own) == rules
    with pytest.raises(dl.RulesetError, match=r"Line \d+: .* is a rule that somebody wrote in Python, .* own=dict\("):
        dl.ruleset(text)


def test_a_file_asks_for_the_class_it_names_and_no_other() -> None:
    text = dl.save_rules(dl.ruleset("block").but(matching=NeighbourPips()))
    with pytest.raises(dl.RulesetError, match="NeighbourPips"):
        dl.ruleset(text, own={"matching": Primes()})


def test_what_has_not_changed_stays_as_it_was_written() -> None:
    club = dl.ruleset(CLUB)
    assert (club.name, club["multiple"], club["target"]) == ("Our club", (3,), 61)
    assert dl.save_rules(club) == CLUB
    changed = dl.save_rules(club.but(name="Our club", target=50, reserve=2))
    assert changed == CLUB.replace("target = 61", "target = 50").replace("reserve = 0 ", "reserve = 2 ")
    assert "\ntarget" not in dl.save_rules(club.but(target=100))


def test_a_file_is_written_and_read_by_its_path(tmp_path: Path) -> None:
    place = tmp_path / "club.toml"
    club = dl.ruleset("all-fives").but(name="Ñuestro club", multiple=3)
    assert dl.save_rules(club, place) == place.read_text(encoding="utf-8")
    assert dl.ruleset(place) == dl.ruleset(str(place)) == club
    assert dl.ruleset(place).name == "Ñuestro club"


def test_the_rules_of_a_hand_are_read_from_its_record() -> None:
    rules = dl.ruleset("all-fives").but(target=61)
    hand = dl.play_out(rules, seed=1)
    from domino_lab.record import write

    assert dl.ruleset(write(hand)) == rules


WRONG = {
    "a rule without its table": ('ruleset = "block"\nreserve = 3\n', "Line 2: reserve is one of the rules"),
    "a strange key": ('ruleset = "block"\nrule = 3\n', "Line 2: There is no key rule"),
    "no game": ('name = "Ours"\n', "Line 1: The file does not say which game"),
    "an unknown game": ('ruleset = "blok"\n', "Line 1: .*did you mean block"),
    "an unknown axis": ('ruleset = "block"\n[rules]\nmultipel = 3\n', 'Line 3: .*Did you mean "multiple"'),
    "an axis in capitals": ('ruleset = "block"\n[rules]\nDRAW-MAX = 3\n', 'Line 3: .*Did you mean "draw_max"'),
    "a deal for everybody": ('ruleset = "block"\n[rules]\ndeal = 15\n', "Line 3: deal = 15 and max_pip = 6 do not go"),
    "an impossible table": ('ruleset = "block"\n[rules]\nweights = {"0-0" = -5}\n', "weights must be"),
    "an impossible flag": ('ruleset = "block"\n[rules]\nreserve = true\n', "reserve must be a whole number"),
    "an impossible value": ('ruleset = "block"\n[rules]\nreserve = 9\n', "Line 3: reserve must be .*; you gave 9"),
    "two against each other": ('ruleset = "all-fives"\n[rules]\ndouble_lay = "in-line"\n', "Line 3: .*go together"),
    "no table": ('ruleset = "block"\nrules = 3\n', r"Line 2: .*\[rules\]"),
    "no TOML": ('ruleset = "block"\n[rules\n', "Line 2: "),
    "a class for nothing": ('ruleset = "block"\n[rules]\nscorin = "own: X"\n', "Line 3: "),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_with_its_line(case: str) -> None:
    text, words = WRONG[case]
    with pytest.raises(dl.RulesetError, match=words):
        dl.ruleset(text)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(dl.RulesetError, match=r"there is no file 'nothing\.toml'"):
        dl.ruleset("nothing.toml")
