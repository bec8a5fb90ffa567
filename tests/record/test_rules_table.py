"""Rule files: whoever takes rules takes the file that has them, by its path or its name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import domino_lab as dl
from domino_lab.cli import main
from domino_lab.sessions.play import PlaySession

RULES = {"club.toml": dl.ruleset("all-fives").but(name="Our club", reserve=2),
         "alone.toml": dl.ruleset("five-columns").but(name="Our patience")}

MATCH = PlaySession("all-fives", against="greedy", seed=1).to_toml()

CALLS: dict[str, Callable[[Any, Any], object]] = {
    "ruleset": lambda club, _alone: dl.ruleset(club).name,
    "load": lambda club, _alone: dl.load("all-fives-worked-example", rules=club).rules.name,
    "settle": lambda club, _alone: dl.settle(club, holdings=[["1-2"], ["5-5"]]),
    "play_out": lambda club, _alone: dl.play_out(club).rules.name,
    "save_rules": lambda club, _alone: dl.save_rules(club),
    "differences": lambda club, _alone: dl.differences(club, "five-up"),
    "lay": lambda club, _alone: dl.lay(club, "5-5").rules.name,
    "would_score": lambda club, _alone: dl.would_score("all-fives-worked-example", 2, versus=[club]),
    "compare": lambda club, _alone: dl.compare(dl.Shuffle(seed=1), ["all-fives", club]),
    "rejudge": lambda club, _alone: dl.rejudge("all-fives-worked-example", club),
    "ScoringSandbox": lambda club, _alone: dl.ScoringSandbox("all-fives", versus=club).line,
    "RuleForm": lambda club, _alone: dl.RuleForm(club).rules.name,
    "VariantComparison": lambda club, _alone: dl.VariantComparison(dl.Shuffle(seed=1), ["all-fives", club]).line,
    "quiz": lambda club, _alone: dl.quiz(club, n=1).title,
    "tournament": lambda club, _alone: dl.tournament(["greedy", "random"], club, deals=1, engine="plain").rulesets,
    "simulate": lambda club, _alone: dl.simulate(club, hands=2, engine="plain"),
    "load_match": lambda club, _alone: dl.load_match(MATCH, rules=club).match.rules.name,
    "Play": lambda club, _alone: dl.Play(MATCH, rules=club).here.timeline.rules.name,
    "chance.solvable": lambda _club, alone: dl.chance.solvable(alone, hands=2),
    "chance.best_line": lambda _club, alone: dl.chance.best_line(alone, seed=1, hand=1).title,
    "chance.GameTrials": lambda club, _alone: dl.chance.GameTrials(club).prompt,
    "ChanceLab": lambda club, _alone: dl.ChanceLab(club, "wins", seed=1).here.trials.prompt,
}
COMMANDS = [["rules"], ["new-hand"], ["settle", "--holding", "1-2", "--holding", "5-5"], ["simulate", "--hands", "2"]]


HAND = """ruleset = "all-fives"
[deal]
holdings = [["5-5", "6-6"], ["5-0", "3-2"]]
stock = ["1-1", "1-2"]
stock_complete = true
leader = 0
[[move]]
play = "5-5"
[[move]]
play = "5-0"
"""
MOST_OF_HAND = {"replay": [], "picture": ["-o", "-"], "page": ["-o", "-"]}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name, rules in RULES.items():
        dl.save_rules(rules, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("name", CALLS)
def test_a_file_is_as_good_as_the_rules_in_it(name: str, folder: Path) -> None:
    with_rules = str(CALLS[name](*RULES.values()))
    assert "Our " in with_rules or name in ("settle", "rejudge")
    for kind in (str, Path):
        assert str(CALLS[name](*(kind(f"~/{file}") for file in RULES))) == with_rules


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_so_does_each_command(words: list[str], folder: Path) -> None:
    done = CliRunner().invoke(main, [words[0], "~/club.toml", *words[1:]])
    assert done.exit_code == 0
    assert "Our club" in done.output or words[0] == "settle"
    gone = CliRunner().invoke(main, [words[0], "~/gone.toml", *words[1:]])
    assert (gone.exit_code, gone.output) == (1, "there is no file '~/gone.toml'\n")


@pytest.mark.parametrize("command", MOST_OF_HAND)
def test_a_hand_is_shown_by_the_rules_of_a_file(command: str, folder: Path) -> None:
    hand = folder / "hand.toml"
    hand.write_text(HAND, encoding="utf-8")
    words = [command, str(hand), *MOST_OF_HAND[command]]
    assert "Our club" not in CliRunner().invoke(main, words).output
    done = CliRunner().invoke(main, [*words, "--rules", "~/club.toml"])
    assert done.exit_code == 0, done.output
    # A page packs its hand; its title stands in plain words.
    assert "Our club" in done.output
    gone = CliRunner().invoke(main, [*words, "--rules", "~/gone.toml"])
    assert (gone.exit_code, gone.output) == (1, "there is no file '~/gone.toml'\n")


def test_a_replay_is_judged_by_the_rules_of_the_file(folder: Path) -> None:
    """Nothing fits the 5-5. The club leaves two tiles in the boneyard, which are all there are: the hand is blocked."""
    hand = folder / "hand.toml"
    hand.write_text(HAND.replace("5-0", "4-0").replace('play = "4-0"', "draw = 1"), encoding="utf-8")
    assert CliRunner().invoke(main, ["replay", str(hand)]).exit_code == 0
    done = CliRunner().invoke(main, ["replay", str(hand), "--rules", "~/club.toml"])
    assert done.exit_code == 1
    assert "The hand is over, so nobody can play, draw or pass. (GEN-OVER-1)" in done.output


def test_the_house_rules_of_a_hand_do_not_change_the_rules_that_replace_its_own(folder: Path) -> None:
    """The hand's own rules have another name, another target and a multiple that the club does not have."""
    hand = folder / "hand.toml"
    house = '[rules]\nname = "Away"\nreserve = 2\ntarget = 61\nmultiple = 3\n'
    hand.write_text(HAND.replace("[deal]", f"{house}[deal]"), encoding="utf-8")
    assert "Away" in CliRunner().invoke(main, ["replay", str(hand)]).output
    done = CliRunner().invoke(main, ["replay", str(hand), "--rules", "~/club.toml"])
    assert done.exit_code == 0
    assert "Our club" in done.output
    assert "Away" not in done.output
    assert ("line 2: The hand is played by Our club, so these lines of its own [rules] are not used: target and "
            "multiple. (REC-RULES)") in done.output
    found = CliRunner().invoke(main, ["replay", str(hand), "--rules", "~/club.toml", "--json"])
    assert json.loads(found.output)["rules"] == {"reserve": 2}


def test_a_hand_by_the_very_rules_of_the_file_needs_no_remark(folder: Path) -> None:
    made = CliRunner().invoke(main, ["new-hand", "~/club.toml", "--played"]).output
    (folder / "hand.toml").write_text(made, encoding="utf-8")
    done = CliRunner().invoke(main, ["replay", str(folder / "hand.toml"), "--rules", "~/club.toml"])
    assert done.exit_code == 0
    assert done.output == CliRunner().invoke(main, ["replay", str(folder / "hand.toml")]).output


def test_a_name_is_a_text(folder: Path) -> None:
    """In a file of rules it stands at the top, in a hand in [rules]."""
    place = folder / "n5.toml"
    place.write_text('ruleset = "block"\nname = 5\n', encoding="utf-8")
    why = "Line 2: name must be a text in quotes; the file has 5."
    with pytest.raises(dl.RulesetError, match=why):
        dl.ruleset(place)
    replayed = CliRunner().invoke(main, ["replay", str(place)])
    assert replayed.exit_code == 1
    assert replayed.output.endswith(f"n5.toml is a file of rules, not a hand, and it cannot be read: {why}\n")
    hand = dl.load('ruleset = "block"\n[rules]\nname = 5\n[deal]\nseed = 1\n')
    assert [one.message for one in hand.problems] == [why.partition(": ")[2]]


def test_rules_without_a_hand_are_remarked_on() -> None:
    """A file of rules has no need of a name, and then it could as well be the beginning of a hand."""
    text = 'ruleset = "block"\n[rules]\nreserve = 1\n'
    assert dl.ruleset(text)["reserve"] == 1
    (remark,) = dl.load(text).remarks
    assert (remark.line, remark.clause) == (2, "REC-RULES")
    assert remark.message == ('This file has rules, but no deal and no moves. If it is a file of rules, give it a name '
                              'at the top, such as name = "Our club".')
    for hand in (text.partition("[rules]")[0], f"{text}[deal]\nseed = 1\n", f'{text}[[move]]\nplay = "6-6"\n'):
        assert not dl.load(hand).remarks


@pytest.mark.parametrize("command", MOST_OF_HAND)
def test_a_file_of_rules_is_not_taken_for_a_hand(command: str, folder: Path) -> None:
    done = CliRunner().invoke(main, [command, str(folder / "club.toml"), *MOST_OF_HAND[command]])
    assert done.exit_code == 1
    assert "is a file of rules, not a hand: domino-lab rules" in done.output


def test_what_is_set_on_the_command_line_is_refused_as_it_is_written_there() -> None:
    done = CliRunner().invoke(main, ["rules", "block", "--set", "deal=x"])
    assert (done.exit_code, done.output) == (
        1, "deal must be a table such as {2 = 7, 3 = 5}, \"8-n\" or \"even\"; you gave 'x'\n")
    done = CliRunner().invoke(main, ["rules", "block", "--set", "end_bonsu=2"])
    assert (done.exit_code, done.output) == (1, "there is no rule called 'end_bonsu'; did you mean end_bonus, "
                                                "as in end_bonus=0?\n")
