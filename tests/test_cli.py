"""The command line: exit codes, the JSON that other programs read, and no traceback whatever it is given."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner
from jupyter_server.services.contents.largefilemanager import AsyncLargeFileManager
from PIL import Image

import domino_lab as dl
from domino_lab import cli, hands
from domino_lab.catalogue import rulesets
from domino_lab.cli import copy_course, main
from domino_lab.core.errors import RecordError
from domino_lab.explain.axis_choices import sections_of
from domino_lab.notebook import course_folder
from domino_lab.play.match import play_match
from domino_lab.record.match_file import write_match
from domino_lab.rules.axes import AXES
from tests.record.contract_example import EXAMPLE, STUDY
from tests.record.test_match_file import MATCH
from tests.record.test_read_moves_games import BLIND, PAY, STACKED
from tests.record.test_read_moves_patience import COLUMNS
from tests.record.test_reader import BAD


def run(*args, stdin=None):
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def file(tmp_path):
    def made(text):
        path = tmp_path / "hand.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
        return path

    return made


def replayed(path, code):
    result = run("replay", path, "--json")
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


# --- help ---------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name", sorted(main.commands))
def test_help_gives_no_range_to_a_number_without_limits(name):
    assert "None" not in run(name, "--help").output


def test_no_command_is_told_in_half_a_sentence():
    assert "..." not in run("--help").output.replace("COMMAND [ARGS]...", "")


@pytest.mark.parametrize(("line", "offered"), [
    ("rules block-and", {rules.id for rules in rulesets() if rules.id.startswith("block-and")}),
    ("replay all-fives-worked", {name for name in hands.names() if name.startswith("all-fives-worked")}),
    ("page --compare two-b", {"two-box"}),
])
def test_a_shell_completes_games_and_hands(line, offered):
    words = f"domino-lab {line}"
    done = CliRunner().invoke(main, [], prog_name="domino-lab", env={
        "_DOMINO_LAB_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)})
    names = {entry.partition(",")[2] for entry in done.output.split()}
    assert names >= offered != set()
    assert all(name.startswith(line.split()[-1]) for name in names)


# --- replay ------------------------------------------------------------------------------------------------------


def test_the_contracts_example_as_json(file):
    said = replayed(file(EXAMPLE), 0)
    assert (said["ruleset"], said["rules"], said["problems"]) == ("all-fives", {"target": 61}, [])
    first = said["steps"][0]
    assert first.pop("text")
    assert first == {
        "step": 1, "move": 1, "seat": 0, "action": "play", "tile": "5-5", "at": None, "onto": None,
        "count": 10, "terms": [["5-5", 10]], "open": [5, 5, 5, 5], "points": 10, "scores": [10, 0],
        "clauses": ["AF0-LEAD-1", "AF0-SCORE-1"],
    }
    end = said["end"]
    assert {key: end[key] for key in ("how", "winner", "award", "scores")} == {
        "how": "out", "winner": 1, "award": 4, "scores": [10, 29]}
    assert "AF0-SCORE-5" in end["clauses"]
    assert end["text"]


def test_one_entry_an_action_with_place_and_terms(file):
    steps = replayed(file(EXAMPLE), 0)["steps"]
    assert [step["action"] for step in steps] == ["play", "play", "draw", "play", "play", "pass", "play"]
    assert [step["tile"] for step in steps] == ["5-5", "5-0", "3-0", "3-0", "3-2", None, "5-2"]
    assert (steps[3]["at"], steps[3]["onto"], steps[3]["terms"]) == ("5-0", 0, [["5-5", 10], ["3-0", 3]])
    assert steps[1]["terms"] == [["5-5", 10], ["5-0", 0]]
    assert steps[-1]["scores"] == [10, 25]


def test_a_draw_of_several_is_several_entries(file):
    text = 'ruleset = "all-fives"\n[deal]\nholdings = [["5-5", "6-6"], ["5-0", "3-2"]]\n' \
        'stock = ["1-1", "6-1", "5-1"]\nleader = 0\n[[move]]\nplay = "5-5"\n[[move]]\nplay = "5-0"\n' \
        '[[move]]\ndraw = 3\n'
    steps = replayed(file(text), 0)["steps"]
    assert [(step["step"], step["move"], step["tile"]) for step in steps[2:]] == [
        (3, 3, "1-1"), (4, 3, "6-1"), (5, 3, "5-1")]


def test_a_game_that_does_not_count_has_no_count(file):
    said = replayed(file('ruleset = "block"\n[[move]]\nplay = "5-5"\n'), 0)
    assert (said["steps"][0]["count"], said["steps"][0]["terms"], said["end"]) == (None, [], None)


def test_a_tie_has_no_winner(file):
    text = 'ruleset = "all-fives"\n[deal]\nholdings = [["5-5", "1-2"], ["3-0"]]\nstock_complete = true\n' \
        'leader = 0\n[[move]]\nplay = "5-5"\n[end]\nhow = "blocked"\nwinner = "none"\n'
    assert replayed(file(text), 0)["end"]["winner"] is None


def some(entry, *keys):
    return [entry[key] for key in keys]


def test_a_call_and_a_stack_as_json(file):
    """6-6 counts 12, 6-3 makes 15, which Ben calls; Cleo puts the other 6-3 on it and takes the points."""
    steps = replayed(file(STACKED), 0)["steps"]
    assert [step["action"] for step in steps] == ["play", "play", "stack"]
    assert some(steps[1], "tile", "at", "onto", "call", "points") == ["6-3", "6-6", 6, 15, 15]
    assert some(steps[2], "tile", "at", "onto", "points", "scores") == ["6-3", "6-3", None, 15, [0, 0, 15, 0]]
    assert steps[2]["open"] == steps[1]["open"] == [3, 6]
    assert steps[2]["count"] == 15


@pytest.mark.parametrize(("call", "cites"), [("", "TB-SCORE-2"), ("call = 10\n", "TB-SCORE-2"),
                                             ("call = 15\n", "TB-SCORE-1")])
def test_a_score_that_is_lost_cites_the_clause_that_lost_it(call, cites, file):
    text = f'ruleset = "two-box"\n[[move]]\nplay = "6-6"\n[[move]]\nplay = "6-3"\ncount = 15\n{call}'
    assert replayed(file(text), 0)["steps"][1]["clauses"] == ["GEN-FIT-1", cites]


def test_points_past_an_exact_target_cite_the_target(file):
    """Two points for the 10, and 60 + 2 is more than 61."""
    text = 'ruleset = "fives-and-threes"\nplayers = ["Ana", "Ben"]\n[match]\nscores = [60, 0]\n[deal]\n' \
        'holdings = [["5-5", "5-0"], ["1-0", "2-0"]]\nleader = 0\n[[move]]\nplay = "5-5"\nscore = 0\n'
    assert replayed(file(text), 0)["steps"][0]["clauses"] == ["FT-LEAD-1", "FT-MATCH-1"]


def test_a_turned_tile_and_a_paid_one_as_json(file):
    turned = replayed(file(BLIND + '[[move]]\nplay = "6-5"\n[[move]]\npass = true\n'), 0)["steps"][1]
    assert some(turned, "action", "tile", "points", "scores") == ["pass", "4-4", 0, [0, 0]]
    text = PAY.format(kind="points") + '[[move]]\nplay = "6-6"\n[[move]]\ndraw = 2\n'
    paid = replayed(file(text), 0)["steps"][1:]
    assert [some(step, "tile", "points", "scores") for step in paid] == [["3-3", -1, [0, -1]], ["2-2", -1, [0, -2]]]
    chips = replayed(file(text.replace("pay-points", "pay-chips")), 0)["steps"]
    assert [step["chips"] for step in chips] == [[0, 0], [0, -1], [0, -2]]


def test_the_moves_of_a_patience_as_json(file):
    text = COLUMNS + '[[move]]\nremove = ["6-6", "0-0"]\n[[move]]\nshift = "5-5"\nto = 0\n'
    gone, moved = replayed(file(text), 0)["steps"]
    assert some(gone, "action", "tile", "tiles", "seat", "open", "count") == [
        "remove", None, ["6-6", "0-0"], 0, [], None]
    assert some(moved, "action", "tile", "to", "points", "scores") == ["shift", "5-5", 0, 0, [0]]
    text = 'ruleset = "bingo"\n[deal]\nrow = ["0-0", "5-6"]\n[[move]]\nsay = 2\nremove = ["0-0"]\n'
    said = replayed(file(text), 0)["steps"]
    assert [some(step, "step", "move", "action", "tile", "number") for step in said] == [
        [1, 1, "say", "0-0", 0], [2, 1, "say", "6-5", 1]]
    assert said[0]["tiles"] == ["0-0"]


def test_a_patience_ends_won_or_lost(file):
    end = replayed(file('ruleset = "bingo"\n[deal]\nrow = ["0-0"]\n[[move]]\nsay = 1\n'), 0)["end"]
    assert some(end, "how", "winner", "award", "clauses") == ["won", 0, 0, ["BI-4"]]
    end = replayed(file('ruleset = "knock-out"\n[deal]\nrow = ["0-0", "1-1"]\n'), 0)["end"]
    assert some(end, "how", "winner") == ["lost", None]


@pytest.mark.parametrize("name", [name for name in BAD if not name.startswith("a match")])
def test_bad_input_is_exit_code_1_with_its_problem(name, file):
    text, wanted = BAD[name]
    problems = replayed(file(text), 1)["problems"]
    assert [(p["line"], p["move"], p["clause"]) for p in problems] == [wanted]
    transcript = run("replay", file(text))
    assert transcript.exit_code == 1
    assert wanted[2] in transcript.output


def test_a_missing_file_and_a_folder_are_exit_code_1(tmp_path):
    for path in (tmp_path / "nothing.toml", tmp_path, "a\x00b"):
        assert replayed(path, 1)["problems"][0]["clause"] == "REC-SYNTAX"
        assert run("replay", path).exit_code == 1


@pytest.mark.parametrize("command", ["replay", "picture", "page", "review"])
def test_a_file_that_is_not_there_is_answered_with_the_hand_that_is_meant(command, tmp_path):
    more = ["-o", "-"] if command in ("picture", "page") else []
    said = run(command, "all-fives-worked-exampl", *more)
    assert said.exit_code == 1
    assert "did you mean all-fives-worked-example" in said.stderr
    assert "is a folder: name a file in it" in run(command, tmp_path, *more).stderr


@pytest.mark.parametrize("command", [
    ["rules", "{}"], ["simulate", "{}"], ["replay", "block-partners", "--rules", "{}"]])
def test_a_folder_in_place_of_rules_is_called_a_folder(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "drawers").mkdir()
    said = run(*(word.format("drawers") for word in command))
    assert said.exit_code == 1
    assert "'drawers' is a folder: name a file in it" in said.stderr


def test_rules_that_cannot_be_read_are_told_from_the_hand(file):
    said = run("replay", "block-partners", "--rules", file("junk"))
    assert said.exit_code == 1
    assert "hand.toml: Line 1: " in said.stderr


@pytest.mark.parametrize(("text", "told"), [
    ("", 'add a line such as ruleset = "block"'), ("junk", "REC-SYNTAX"),
    ('format = 1\nruleset = "blok"\n', "? (REC-RULES)")])
def test_of_a_file_without_a_game_nothing_is_told_but_its_problem(text, told, file):
    said = run("replay", file(text))
    assert (said.exit_code, len(said.stdout.splitlines())) == (1, 1)
    assert told in said.stdout


def test_an_output_that_cannot_be_written_is_refused_before_the_work(monkeypatch, tmp_path):
    def worked(*_given, **_named):
        raise AssertionError

    monkeypatch.setattr("domino_lab.widgets.quizzes.puzzles", worked)
    monkeypatch.setattr("domino_lab.widgets.exercise_pages.topics", worked)
    assert "is a folder" in run("puzzles", "all-fives", "-o", tmp_path).stderr
    assert "there is no folder" in run("puzzles", "all-fives", "-o", tmp_path / "no" / "p.html").stderr
    for command in (["puzzles", "all-fives"], ["page", "all-fives-worked-example"]):
        assert run(*command, "-o", tmp_path / "x.pdf").exit_code == 2
    with pytest.raises(RecordError, match="there is no folder"):
        dl.practice_page(tmp_path / "no" / "p.html")


def test_a_hand_that_is_simulated_lends_its_rules_alone_and_that_is_said(file):
    said = run("simulate", file('ruleset = "block"\n[deal]\nseed = 7\n'), "--hands", "5")
    assert said.exit_code == 0
    assert "is a hand: its rules are simulated" in said.stderr
    assert run("simulate", "block", "--hands", "5").stderr == ""


def test_bad_usage_is_exit_code_2(file):
    assert run("replay").exit_code == 2
    assert run("replay", file(EXAMPLE), "--wrong").exit_code == 2
    assert run("nothing").exit_code == 2
    assert run("picture", file(EXAMPLE), "--step", 99, "-o", "-").exit_code == 2
    assert run("settle", "block", "--holding", "5-5", "--holding", "1-1", "--set", "target").exit_code == 2


def test_a_transcript_is_readable(file):
    result = run("replay", file(EXAMPLE))
    assert result.exit_code == 0
    assert "Ben plays 5-0 on the 5 of 5-5 and scores 10." in result.output
    assert "A lone double counts both halves." in result.output


def test_a_transcript_does_not_steer_the_terminal(file):
    result = run("replay", file(f'title = "\\u001b[2J<b>x\\u009b"\nplayers = ["\\u0007A", "B"]\n{STUDY}'))
    assert "<b>x" in result.output
    assert not {"\x1b", "\x9b", "\x07"} & set(result.output)


def test_standard_input_and_packaged_hands_are_read():
    assert run("replay", "-", stdin=EXAMPLE).exit_code == 0
    for name in hands.names():
        assert run("replay", name).exit_code == 0


def test_a_match_file_is_replayed_hand_by_hand(file):
    said = replayed(file(MATCH), 1)
    assert [hand["steps"][-1]["tile"] for hand in said["hands"]] == ["6-6", "5-5"]
    assert said["scores"] == [5, 0]
    assert [problem["line"] for problem in said["problems"]] == [14]


def test_a_pipe_that_closes_early_and_a_poor_terminal_leave_no_traceback(file):
    path = file(f'title = "Café ♠"\n{STUDY}')
    for encoding in ("ascii", "latin-1"):
        done = subprocess.run(
            f"{sys.executable} -c 'from domino_lab.cli import main; main()' replay {path} | head -c 5", shell=True,
            capture_output=True, encoding="latin-1", check=False,
            env={"PYTHONIOENCODING": encoding, "PATH": "/usr/bin:/bin"})
        assert done.stderr == ""
        assert done.stdout.startswith("Caf")


# --- rules -------------------------------------------------------------------------------------------------------


def test_games_json_has_the_keys_of_the_contract():
    entries = json.loads(run("games", "--json").stdout)["games"]
    assert set(entries[0]) == {"id", "name", "aliases", "family", "seats", "sheets", "seen", "variation_of"}
    found = {entry["id"]: entry for entry in entries}
    assert found["all-fives/spinner-closed"]["variation_of"] == "all-fives"
    assert found["block/partners"]["seats"] == [4]


def test_games_lists_every_id():
    told = run("games").output
    for entry in json.loads(run("games", "--json").stdout)["games"]:
        assert entry["id"] in told


def test_games_are_one_table_by_family_with_other_names_and_sheets():
    entries = json.loads(run("games", "--json").stdout)["games"]
    families = [entry["family"] for entry in entries]
    assert families == sorted(families, key=families.index)
    lines = run("games").output.splitlines()
    assert [line[:-1] for line in lines if line and line[0] != " "] == list(dict.fromkeys(families))
    for game, name in [("all-sevens", "Matador"), ("five-columns", "Luzon"), ("knock-out", "Grace's Patience"),
                       ("twelve-to-go", "Polka Dot"), ("draw-classic", "Domino Big Six")]:
        line = next(line for line in lines if line.split()[:1] == [game])
        assert name in line
        assert any(sheet in line for entry in entries if entry["id"] == game for sheet in entry["sheets"])


def test_a_name_of_two_games_is_answered_with_both_ids():
    for command in (["rules"], ["simulate", "--hands", "10"], ["rules", "--json"]):
        done = run(*command[:1], "Draw Dominoes", *command[1:])
        assert done.exit_code == run("rules", "nothing").exit_code != 0
        assert "two games are called 'Draw Dominoes': draw [" in done.stderr
        assert " and draw-classic [" in done.stderr


def test_rules_shows_the_page_and_the_axes():
    assert "BL-TIE-1" in run("rules", "block").output
    said = json.loads(run("rules", "all-fives", "--set", "target=61", "--set", "spinner=all", "--json").stdout)
    assert said["axes"]["target"]["value"] == 61
    assert said["axes"]["spinner"] == {"value": "all", "clause": "AF0-LAY-3"}


@pytest.mark.parametrize(("args", "told"), [
    (["rules", "blok"], "block"),
    (["rules", "block", "--set", "targt=61"], "targt"),
    (["rules", "block", "--set", "spinner=first", "--set", "double_lay=in-line"], "spinner"),
    (["settle", "blok", "--holding", "5-5"], "block"),
    (["settle", "block", "--holding", "5-5", "--holding", "5-5"], "GEN-DEAL-1"),
    (["settle", "block", "--holding", "5_5", "--holding", "1-1"], "5_5"),
    (["new-hand", "blok"], "block"),
    (["new-hand", "block", "--seats", "9"], "BL-DEAL-1"),
    (["new-hand", "block", "--seats", "2", "--players", "A,B,C"], "3 names for 2 seats"),
    (["new-hand", "block", "--players", ",,"], "there is no name in --players ',,'"),
    (["new-hand", "block", "--policy", "best"], "best"),
])
def test_wrong_names_are_exit_code_1_with_a_message(args, told):
    result = run(*args)
    assert result.exit_code == 1
    assert told in result.stderr


def test_settle_tells_the_sum():
    holdings = [part for tiles in ("1-2", "1-4", "5-6", "6-6 0-1") for part in ("--holding", tiles)]
    said = json.loads(run("settle", "all-fives", *holdings, "--json").stdout)
    assert (said["winner"], said["award"]) == (0, 5)
    assert "26" in run("settle", "all-fives", *holdings).output
    assert json.loads(run("settle", "block", "--holding", "1-4", "--holding", "2-3", "--blocker", "1",
                          "--set", "tie=blocker", "--json").stdout)["winner"] == 1


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_all_the_rules_of_a_game_in_a_file_are_the_same_rules(rules):
    written = run("rules", rules.id, "--file").stdout
    read_again = dl.ruleset(written)
    assert (read_again.values, read_again.clauses) == (rules.values, rules.clauses)
    assert read_again.name == f"Our {rules.name}"
    stated = tomllib.loads(written)["rules"]
    assert [*stated] == [axis for axes in sections_of(rules).values() for axis in axes]


@pytest.mark.parametrize("game", ["block", "five-up", "mexican-train"])
def test_a_file_of_rules_can_have_those_that_change_nothing_too(game):
    written, usual = run("rules", game, "--file", "--all").stdout, run("rules", game, "--file").stdout
    read_again = dl.ruleset(written)
    assert read_again.values == dl.ruleset(game).values
    listed = {*tomllib.loads(written)["rules"]}
    assert listed == {name for name, axis in AXES.items() if axis.group != "patience"}
    assert {*tomllib.loads(usual)["rules"]} < listed
    assert run("rules", game, "--all").exit_code == 2


def test_the_file_of_rules_says_what_each_of_them_can_be(file):
    written = run("rules", "block", "--file").stdout
    assert '#   "clockwise": ' not in written, "a game without a spinner has no order of arms"
    assert '#   "winning-pair": Either player of the winning pair' in written
    assert "# Tiles that stay in the boneyard: a whole number from 0 to 2\nreserve = 0\n" in \
        run("rules", "draw", "--set", "reserve=0", "--file").stdout
    changed = file(written.replace('spinner = "none"', 'spinner = "first-six"'))
    assert '#   "clockwise": One after another, clockwise\n' in run("rules", changed, "--file").stdout
    assert run("rules", "block", "--file", "--json").exit_code == 2


# --- pictures, new hands, the course -----------------------------------------------------------------------------


def test_a_picture_of_a_step(file, tmp_path):
    target = tmp_path / "x.svg"
    assert run("picture", file(EXAMPLE), "--step", 2, "-o", target).exit_code == 0
    assert re.search("Ben plays 5-0 (left|right) of 5-5", target.read_text())


def test_a_picture_is_written_as_what_its_name_says(file, tmp_path):
    target = tmp_path / "x.PNG"
    for _ in "ab":      # a picture is made anew
        assert run("picture", file(EXAMPLE), "-o", target).exit_code == 0
    with Image.open(target) as drawn:
        assert drawn.format == "PNG"
        assert min(drawn.size) > 300
    assert run("picture", file(EXAMPLE), "-o", tmp_path / "bare").exit_code == 0
    assert (tmp_path / "bare").read_text(encoding="utf-8").startswith("<svg")
    refused = run("picture", file(EXAMPLE), "-o", tmp_path / "x.pdf")
    assert refused.exit_code == 2
    assert ".svg or .png" in refused.output
    assert not (tmp_path / "x.pdf").exists()


def test_a_picture_that_needs_another_package_is_refused_with_its_name(file, tmp_path, monkeypatch):
    monkeypatch.setattr("domino_lab.io.paper._png", lambda picture: b"")
    refused = run("picture", file(EXAMPLE), "-o", tmp_path / "x.png")
    assert refused.exit_code == 1
    assert "pip install resvg-py" in refused.output
    assert not (tmp_path / "x.png").exists()


def test_a_page_is_a_comparison_a_quiz_or_a_worksheet(file, tmp_path):
    target = tmp_path / "page.html"
    assert run("page", file(EXAMPLE), "--compare", "five-up", "-o", target).exit_code == 0
    assert target.read_text(encoding="utf-8") == dl.page(EXAMPLE, rulesets="five-up").html
    for game in ("all-fives-worked-example", "all-fives", "block"):
        asked = dl.quiz(game, "all") if game in ("all-fives", "block") else dl.questions(game)
        assert run("page", game, "--as", "quiz", "-o", target).exit_code == 0
        assert target.read_text(encoding="utf-8") == dl.page(asked).html
        assert run("page", game, "--as", "worksheet", "-o", target).exit_code == 0
        assert target.read_text(encoding="utf-8") == dl.page(asked.worksheet()).html
    assert run("page", "block", "--as", "quiz", "--step", "2", "-o", target).exit_code == 2
    assert run("page", file(EXAMPLE), "--compare", "nothing", "-o", target).exit_code == 1
    assert run("new-hand", "block", "--played", "-o", tmp_path / "block.toml").exit_code == 0
    without = run("page", tmp_path / "block.toml", "--as", "quiz", "-o", target)
    assert without.exit_code == 1
    assert "has no questions" in without.output


def test_a_page_of_a_hand(file, tmp_path):
    target = tmp_path / "hand.html"
    assert run("page", file(EXAMPLE), "--step", 2, "-o", target).exit_code == 0
    assert target.read_text(encoding="utf-8") == dl.page(EXAMPLE, step=2).html
    assert run("page", file(EXAMPLE), "-o", target).exit_code == 0, "a page is made anew"
    assert run("page", file(EXAMPLE), "--step", 99, "-o", "-").exit_code == 2
    bad = run("page", file(STUDY + '[[move]]\nplay = "6-6"\n'), "-o", "-")
    assert bad.exit_code == 1
    assert "<!DOCTYPE html>" in bad.output


def test_a_picture_of_a_bad_file_shows_what_is_good_and_says_what_is_not(file):
    result = run("picture", file(STUDY + '[[move]]\nplay = "6-6"\n'), "-o", "-")
    assert result.exit_code == 1
    assert result.stdout.startswith("<svg")
    assert "GEN-FIT-1" in result.stderr


@pytest.mark.parametrize("more", [[], ["--played"], ["--players", "Ana, Ben, Cleo", "--played"], ["--seats", "4"]])
def test_a_new_hand_replays(more, tmp_path):
    target = tmp_path / "new.toml"
    assert run("new-hand", "all-fives", "--seed", 7, *more, "-o", target).exit_code == 0
    assert replayed(target, 0)["problems"] == []
    before = target.read_text()
    assert run("new-hand", "block", "-o", target).exit_code == 1
    assert target.read_text() == before


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_every_game_is_begun_played_replayed_drawn_and_explained(rules, tmp_path):
    deal, whole, drawing = tmp_path / "deal.toml", tmp_path / "whole.toml", tmp_path / "x.svg"
    for target, more in ((deal, []), (whole, ["--played", "--policy", "random"])):
        assert run("new-hand", rules.id, "--seed", 5, *more, "-o", target).exit_code == 0
        assert replayed(target, 0)["ruleset"] == rules.id
    assert replayed(whole, 0)["end"] is not None
    assert len(run("replay", whole).output.splitlines()) > 2
    assert run("picture", whole, "--step", 1, "-o", drawing).exit_code == 0
    assert drawing.read_text().startswith("<svg")
    assert run("rules", rules.id).output.startswith(f"# {rules.name}")
    holdings = [part for tile in ("6-5", "3-2", "4-1", "6-4", "5-2", "5-1")
                for part in ("--holding", tile)]
    settled = run("settle", rules.id, *holdings[: 2 * rules.dealing.seat_counts[0]])
    assert settled.exit_code == (0 if rules.solo is None else 1)
    assert settled.output.strip()


def test_the_course_is_copied_and_never_overwritten(tmp_path):
    folder = tmp_path / "course"
    assert run("lab", folder, "--no-open").exit_code == 0
    copied = [path for path in folder.rglob("*") if path.is_file()]
    assert copied
    copied[0].write_text("mine")
    again = run("lab", folder, "--no-open")
    assert copied[0].read_text() == "mine"
    assert f"{len(copied)} left as they were" in again.output


def test_a_course_that_cannot_be_copied_is_a_wrong_state_not_bad_usage(tmp_path, monkeypatch):
    """A file stands where the folder should be, or the course itself is nowhere: one sentence, and exit code 1."""
    taken = tmp_path / "taken"
    taken.write_text("a file", encoding="utf-8")
    said = run("lab", taken, "--no-open")
    assert (said.exit_code, said.stdout) == (1, "")
    assert said.stderr.startswith("The course cannot be copied: ")
    assert "cannot be written: it is a file. Name another folder" in said.stderr
    assert taken.read_text(encoding="utf-8") == "a file"

    def nowhere():
        raise RecordError("the course is not installed")

    monkeypatch.setattr(cli, "course_folder", nowhere)
    said = run("lab", tmp_path / "course", "--no-open")
    assert (said.exit_code, said.stderr) == (1, "The course cannot be copied: the course is not installed\n")


def code_of(path):
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("student", [False, True])
def test_no_lesson_that_a_learner_opens_answers_its_questions(tmp_path, student):
    """What a cell shows answers the question above it; the rest of the lesson is as it stands in the course."""
    assert run("lab", tmp_path, "--no-open", *(["--student"] if student else [])).exit_code == 0
    lessons = sorted(tmp_path.glob("*.ipynb"))
    assert [path.name for path in lessons] == sorted(path.name for path in course_folder().glob("*.ipynb"))
    for path in lessons:
        copied, whole = (json.loads((folder / path.name).read_text(encoding="utf-8"))
                         for folder in (tmp_path, course_folder()))
        for cell in whole["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"], cell["execution_count"] = [], None
        assert copied == whole
        nbformat.validate(nbformat.from_dict(copied))
        for name in re.findall(r"\]\((pictures/[^)]+)\)", path.read_text(encoding="utf-8")):
            assert (tmp_path / name).is_file()


def test_the_notebooks_with_the_answers_show_them_and_a_student_gets_none(tmp_path):
    teacher, student = tmp_path / "teacher", tmp_path / "student"
    run("lab", teacher, "--no-open")
    run("lab", student, "--no-open", "--student")
    for path in (course_folder() / "answers").glob("*.ipynb"):
        assert (teacher / "answers" / path.name).read_bytes() == path.read_bytes()
    assert any(cell["outputs"] for path in (teacher / "answers").iterdir() for cell in code_of(path))
    assert not (student / "answers").exists()


def test_a_live_widget_is_not_copied(tmp_path):
    """Someone ran a notebook of an installed course and saved it: its models are gone."""
    course = tmp_path / "course"
    course.mkdir()
    shown = {"application/vnd.jupyter.widget-view+json": {"model_id": "my-model"}, "text/plain": "5-5"}
    cell = nbformat.v4.new_code_cell("1", execution_count=3, outputs=[
        nbformat.v4.new_output("execute_result", shown, execution_count=3)])
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {"my-model": {}}}), course / "own.ipynb")
    copied, _ = copy_course(course, tmp_path / "copy", answers=True)
    assert "my-model" not in copied[0].read_text(encoding="utf-8")
    assert code_of(copied[0])[0]["source"] == ["1"]


def test_a_copy_that_a_full_disk_cut_off_is_made_again_and_work_is_not(tmp_path):
    run("lab", tmp_path, "--no-open")
    first, second = sorted(tmp_path.glob("*.ipynb"))[:2]
    whole = first.read_bytes()
    first.write_bytes(whole[: len(whole) // 2])
    second.write_bytes(second.read_bytes().replace(b'"outputs": []', b'"outputs": [ ]', 1))
    before = second.read_bytes()
    run("lab", tmp_path, "--no-open")
    assert (first.read_bytes(), second.read_bytes()) == (whole, before)


def test_jupyterlab_opens_on_the_first_lesson_with_files_that_keep_their_pictures(tmp_path, monkeypatch):
    started = []
    monkeypatch.setattr(cli.subprocess, "call", lambda command, **_how: started.append(command) or 0)
    assert run("lab", tmp_path).exit_code == 0
    ((_, _, package, *flags),) = started
    assert package == "jupyterlab"
    assert "--LabApp.default_url=/lab/tree/00_start_here.ipynb" in flags
    module, name = flags[-1].removeprefix("--ServerApp.contents_manager_class=").rsplit(".", 1)
    assert issubclass(getattr(import_module(module), name), AsyncLargeFileManager)
    module, name = flags[-2].removeprefix("--LabApp.check_for_updates_class=").rsplit(".", 1)
    assert not asyncio.run(getattr(import_module(module), name)("1.0")()), "it tells of no newer version"


def test_the_jupyterlab_that_is_started_does_not_ask_about_its_news(tmp_path, monkeypatch):
    """JupyterLab's own reader of settings finds the plugin switched off, beside what the reader has set himself."""
    mine = tmp_path / "mine" / "labconfig"
    mine.mkdir(parents=True)
    (mine / "page_config.json").write_text('{"disabledExtensions": {"my-own": true}, "appName": "Mine"}')
    started = []
    monkeypatch.setattr(cli.subprocess, "call", lambda _command, **how: started.append(how["env"]) or 0)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", str(mine.parent))
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "empty"))
    assert run("lab", tmp_path / "course").exit_code == 0
    look = ("import json; from jupyterlab_server.config import get_page_config; "
            "print(json.dumps(get_page_config([])))")
    said = subprocess.run([sys.executable, "-c", look], env=started[-1], capture_output=True, text=True, check=True)
    found = json.loads(said.stdout)
    assert {"@jupyterlab/apputils-extension:announcements", "my-own"} <= set(found["disabledExtensions"])
    assert found["appName"] == "Mine"
    assert [path.name for path in mine.iterdir()] == ["page_config.json"]
    assert not (tmp_path / "empty").exists()


@pytest.mark.parametrize(("user", "marks", "variable", "allowed"), [
    (0, True, "", True), (0, False, "podman", True), (0, False, "", False), (1000, True, "podman", False)])
def test_root_needs_no_flag_in_a_container_and_is_told(tmp_path, monkeypatch, user, marks, variable, allowed):
    """Outside of one JupyterLab itself says what a root has to do."""
    started = []
    monkeypatch.setattr(cli.subprocess, "call", lambda command, **_how: started.append(command) or 0)
    monkeypatch.setattr(cli.os, "geteuid", lambda: user, raising=False)
    (tmp_path / "mark").touch()
    monkeypatch.setattr(cli, "CONTAINER_MARKS", (str(tmp_path / ("mark" if marks else "none")),))
    monkeypatch.delenv("KUBERNETES_SERVICE_HOST", raising=False)
    monkeypatch.setenv("container", variable)
    said = run("lab", tmp_path / "course")
    assert ("--allow-root" in started[-1]) is allowed
    assert said.stdout.count("--allow-root") == allowed


def test_flags_are_handed_on_to_jupyterlab(tmp_path, monkeypatch):
    started = []
    monkeypatch.setattr(cli.subprocess, "call", lambda command, **_how: started.append(command) or 0)
    assert run("lab", tmp_path, "--jupyter", "--no-browser --port=8900").exit_code == 0
    assert started[-1][-2:] == ["--no-browser", "--port=8900"]
    said = run("lab", tmp_path, "--jupyter", "'--port")
    assert (said.exit_code, len(started)) == (2, 1)
    assert "--jupyter" in said.stderr


def test_make_lab_opens_a_copy_outside_of_git_that_make_clean_leaves():
    """What a learner does in the course is neither lost nor committed."""
    root = Path(__file__).parents[1]
    line = subprocess.run(["make", "--dry-run", "--no-print-directory", "lab", "LAB_ARGS=--port=8900"], cwd=root,
                          capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    copy = re.fullmatch(r"\.venv/bin/domino-lab lab (\S+) --jupyter=\"[^\"]*--port=8900\"", line)[1]
    assert f"/{copy}/" in (root / ".gitignore").read_text(encoding="utf-8").splitlines()
    cleaned = subprocess.run(["make", "--dry-run", "clean"], cwd=root, capture_output=True, text=True, check=True)
    assert copy not in cleaned.stdout


# --- review ------------------------------------------------------------------------------------------------------


def test_a_review_is_printed_with_each_turn_or_as_json() -> None:
    text = run("review", "all-fives-whole-hand", "--deals", "64").stdout
    assert "A slip costs" in text
    whole = run("review", "all-fives-whole-hand", "--deals", "64", "--moves").stdout.splitlines()
    assert all(whole.count(line) == 1 for line in text.splitlines()), "a marked move is told once"
    assert len(whole) > len(text.splitlines()) + 1
    reviewed = json.loads(run("review", "all-fives-whole-hand", "--deals", "64", "--json").stdout)
    assert reviewed["whole"]
    assert {turn["kind"] for turn in reviewed["turns"]} <= {"best", "good", "slip", "mistake"}
    for turn in reviewed["turns"]:
        assert turn["moves"][0]["worth"] >= max(move["worth"] for move in turn["moves"]) - 1e-9
        assert turn["move"] in {move["move"] for move in turn["moves"]}
    for side in reviewed["sides"]:
        assert side["dealt"] + side["luck"] + side["skill"] == pytest.approx(side["result"])


def test_puzzles_are_written_as_a_sheet_or_for_moodle(tmp_path) -> None:
    run("puzzles", "block", "-n", "2", "--seed", "4", "-o", tmp_path / "sheet.html")
    sheet = (tmp_path / "sheet.html").read_text(encoding="utf-8")
    run("puzzles", "block", "-n", "2", "--seed", "4", "-o", tmp_path / "quiz.gift")
    gift = (tmp_path / "quiz.gift").read_text(encoding="utf-8")
    assert sheet.count("Which move is the best?") == 2
    assert gift.count("=%100%") == 2
    assert "no ruleset is called" in run("puzzles", "blok", "-o", "-").stderr
    assert run("puzzles", "bingo", "-o", "-").stderr.startswith("Bingo is a game for one player")


def test_a_match_is_reviewed_hand_by_hand_after_its_dearest_moves(tmp_path) -> None:
    match = play_match(dl.ruleset("dominican").but(target=60), seed=3, policies="random")
    path = tmp_path / "match.toml"
    path.write_text(write_match(match), encoding="utf-8")
    count = len(match.hands)
    reviewed = json.loads(run("review", path, "--deals", "512", "--json").stdout)
    assert len(reviewed["hands"]) == count > 1
    losses = sorted((turn["lost"] for hand in reviewed["hands"] for turn in hand["turns"]
                     if turn["kind"] in ("slip", "mistake")), reverse=True)
    text = run("review", path, "--deals", "512").stdout
    dearest = text[:text.index("\n\nHand 1\n")].splitlines()
    assert dearest[0] == "The moves that cost most:"
    assert len(dearest) == 1 + min(5, len(losses))
    for line, loss in zip(dearest[1:], losses, strict=False):
        assert f"it cost {loss:.1f} points" in line
    assert text.count("A slip costs") == count


def test_a_hand_that_cannot_be_reviewed_is_refused_in_one_line() -> None:
    refused = run("review", "all-fives-worked-example")
    assert refused.exit_code == 1
    assert refused.stderr.count("\n") == 1
    assert "layout study" in refused.stderr


def test_the_package_can_be_run_in_place_of_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "domino_lab", "games"], capture_output=True, text=True, check=True)
    assert done.stdout == run("games").output
    helped = subprocess.run([sys.executable, "-m", "domino_lab", "--help"], capture_output=True, text=True, check=True)
    assert helped.stdout.startswith("Usage: domino-lab ")
