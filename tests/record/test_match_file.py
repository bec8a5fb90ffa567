"""Match files: hands go out and come back, what is wrong in one is told with its line, and comments stay."""

from __future__ import annotations

import gc
from dataclasses import replace

import pytest
import tomlkit
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.cli import main
from domino_lab.core.actions import Play
from domino_lab.core.shuffle import Shuffle
from domino_lab.play import legal
from domino_lab.play.match import play_match
from domino_lab.play.timeline import Note, play_out as played
from domino_lab.record import read, source
from domino_lab.record.match_file import Setup, read_match, write_match
from domino_lab.rules import Matching
from tests.record.test_reader_fuzz import holds, record, table, value

NAMES = ["all-fives", "draw/pay-chips", "draw/pay-points", "draw-puerto-rico", "draw-vietnamese", "two-box-cutthroat",
         "block/partners", "bergen", "blind"]


def evening(name="block", seed=7, hands=3, last=None):
    """The first hands of a match, the last one up to step `last`."""
    match = play_match(get(name), seed=seed, names=["Ana", "Ben"])
    kept = match.hands[:hands]
    return replace(match, hands=kept if last is None else (*kept[:-1], kept[-1].upto(last)))


def setup(match, **changed):
    seats = len(match.hands[0].names)
    return Setup(("human", *["greedy"] * (seats - 1)), match.hands[0].shuffle.seed)._replace(**changed)


def told(match, **changed):
    return write_match(match, title="An evening", setup=setup(match, **changed))


def returned(text):
    found = read_match(text, get)
    assert found.problems == ()
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_match_round_trips(name):
    match = evening(name, seed=3, hands=4)
    found = returned(told(match))
    assert [hand.steps for hand in found.hands] == [hand.steps for hand in match.hands]
    assert (found.title, found.setup) == ("An evening", setup(match))
    assert write_match(found.match, setup=found.setup) == told(match)


@pytest.mark.parametrize("last", [0, 1, 4])
def test_the_last_hand_may_be_unfinished(last):
    match = evening(last=last)
    found = returned(told(match))
    assert found.hands[-1].steps == match.hands[-1].steps
    assert not found.hands[-1].is_over
    assert found.match.standing == play_match(get("block"), seed=7).hands[2].state.table.standing


def test_what_is_hidden_while_a_hand_goes_on_does_not_stand_in_the_file():
    """A seed says nothing to somebody who looks into the file; the holdings would."""
    match = evening(hands=1, last=3)
    text, laid = told(match), {str(laid.tile) for laid in match.hands[0].state.chain.laid}
    held = {str(tile) for holding in match.hands[0].state.holdings for tile in holding}
    assert not {tile for tile in held - laid if f'"{tile}"' in text or f" {tile}" in text}


def test_what_the_hands_have_in_common_stands_once():
    text = told(evening())
    assert [text.count(word) for word in ("ruleset", "players", "title", "format")] == [1, 1, 1, 1]
    assert text.count("[[hand]]") == 3


def test_hands_of_other_rules_each_say_theirs():
    hands = (played(get("block"), Shuffle(seed=1)), played(get("all-fives").but(target=61), Shuffle(seed=2)))
    found = read_match(write_match(replace(evening(), hands=hands)), get)
    assert [(hand.rules.id, hand.rules["target"]) for hand in found.hands] == [("block", 100), ("all-fives", 61)]


def test_notes_and_questions_of_a_hand_stay():
    match = evening()
    noted = replace(match.hands[1], notes={0: Note("A new deal."), 2: Note(ask="Who leads?", about="who")})
    found = returned(told(replace(match, hands=(match.hands[0], noted, match.hands[2]))))
    assert found.hands[1].notes == noted.notes


def test_a_file_that_is_written_again_keeps_its_comments():
    early, whole = evening(last=2), evening()
    text = told(early).replace("[match]", "[match]  # Ana against the lab").replace(
        "[[hand.move]]", "[[hand.move]]  # the first of all", 1)
    again = write_match(whole, title="An evening", setup=setup(whole), text=text)
    assert "# Ana against the lab" in again
    assert "# the first of all" in again
    assert [hand.steps for hand in returned(again).hands] == [hand.steps for hand in whole.hands]
    assert write_match(whole, title="An evening", setup=setup(whole), text=again) == again


def test_hands_and_moves_that_were_taken_back_are_gone_from_the_file():
    text = told(evening())
    early = evening(hands=2, last=2)
    again = write_match(early, title="An evening", setup=setup(early), text=text)
    assert [hand.steps for hand in returned(again).hands] == [hand.steps for hand in early.hands]


def test_the_top_of_a_file_keeps_its_comments_too():
    match = evening()
    top, hands = told(match).split("[[hand]]", 1)
    assert write_match(match, title="An evening", setup=setup(match), text=f"# ours\n{top}") == (
        f"# ours\n{top}[[hand]]{hands}")


@pytest.mark.parametrize("text", ["title = ", "hand = 5\n", "hand = [{}]\n", "[[hand.move]]\n"])
def test_a_file_that_is_no_match_is_written_anew(text):
    match = evening()
    again = write_match(match, title="An evening", setup=setup(match), text=text)
    assert again == told(match)


@pytest.mark.parametrize("wrong", ["title = true\n{}", "{}[[hand]]\nend = true\n"])
def test_yes_in_the_place_of_something_else_is_written_over(wrong):
    match = evening(hands=1)
    again = write_match(match, title="An evening", setup=setup(match), text=wrong.format('ruleset = "block"\n'))
    assert [hand.steps for hand in returned(again).hands] == [hand.steps for hand in match.hands]


# --- what is wrong is told, with its line ---------------------------------------------------------------------------


def line_of(text, word, nth=1):
    return [number for number, line in enumerate(text.split("\n"), 1) if line == word][nth - 1]


def only(text):
    problems = read_match(text, get).problems
    assert len(problems) == 1, problems
    return problems[0]


def test_a_match_file_of_two_games_on_the_same_evening_needs_no_setup():
    text = "".join(f'[[hand]]\nruleset = "block"\n[hand.deal]\nseed = {seed}\n' for seed in (1, 2))
    assert returned(text).setup is None


@pytest.mark.parametrize(("key", "word"), [("seed", "seated"), ("seated", "seed")])
def test_one_half_of_a_setup_is_no_setup(key, word):
    text = told(evening())
    kept = "\n".join(line for number, line in enumerate(text.split("\n"), 1)
                     if not (line.startswith(f"{word} =") and number < line_of(text, "[[hand]]")))
    problem = only(kept)
    assert (problem.line, problem.clause) == (line_of(kept, "[match]"), "REC-KEY")
    assert f'"{word}"' in problem.message


@pytest.mark.parametrize(("good", "bad", "clause"), [
    ('["human", "greedy"]', '["human", 5]', "REC-VALUE"),
    ("seed = 7\n[", "seed = -7\n[", "REC-VALUE"),
    ("seed = 7\n[", 'seed = 7\nwhole = "no"\n[', "REC-VALUE"),
    ("seed = 7\n[", "seed = 7\nspeed = 7\n[", "REC-KEY"),
    ('["human", "greedy"]', '["human"]', "REC-STATED"),
])
def test_each_key_of_a_setup_has_its_form(good, bad, clause):
    text = told(evening()).replace("\n\n[", "\n[")
    assert good in text
    wrong = text.replace(good, bad, 1)
    problem = only(wrong)
    assert problem.clause == clause
    assert line_of(wrong, "[match]") < problem.line < line_of(wrong, "[[hand]]")


def test_a_hand_of_another_deal_is_told():
    text = told(evening())
    wrong = text.replace("hand = 1\n", "hand = 5\n", 1)
    clauses = [(problem.line, problem.clause) for problem in read_match(wrong, get).problems]
    assert (line_of(wrong, "[hand.deal]", 2), "REC-STATED") in clauses


def test_a_match_does_not_begin_with_points():
    match = evening(hands=1)
    text = told(match).replace("[hand.deal]", "[hand.match]\nscores = [30, 0]\n[hand.deal]")
    problems = read_match(text, get).problems
    assert (line_of(text, "scores = [30, 0]"), "REC-STATED") in [(one.line, one.clause) for one in problems]


def test_no_hand_follows_one_that_is_not_over():
    match, short = evening(), evening(hands=1, last=2)
    text = told(replace(match, hands=(short.hands[0], *match.hands[1:])))
    messages = [problem.message for problem in read_match(text, get).problems]
    assert "Hand 1 is not over, but another hand follows it." in messages


def test_no_hand_follows_the_end_of_the_match():
    text = told(evening(), whole=False)
    over = [problem for problem in read_match(text, get).problems if "the match was already over" in problem.message]
    assert [problem.line for problem in over] == [line_of(text, "[[hand]]", 2), line_of(text, "[[hand]]", 3)]


def test_other_players_in_a_later_hand_are_told():
    text = told(evening())
    at = text.rindex("[[hand]]\n") + len("[[hand]]\n")
    problem = only(text[:at] + 'players = ["Ana", "Eve"]\n' + text[at:])
    assert problem.clause == "REC-STATED"
    assert "other players" in problem.message


setups = st.fixed_dictionaries({}, optional={
    "seated": st.lists(st.sampled_from(["human", "greedy", ""]), max_size=4) | value,
    "seed": st.integers(0, 3) | value, "whole": st.booleans() | value,
}) | table | value


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.fixed_dictionaries({"match": setups, "hand": st.lists(record, min_size=1, max_size=3)}))
def test_random_setups_never_raise(data):
    holds(tomlkit.dumps(data))


# --- the doors to it ------------------------------------------------------------------------------------------------


def test_the_score_sheet_of_a_match_has_a_column_for_points_that_fell_back():
    match = evening("jamaican", seed=1, hands=2)
    table = dl.load_match(told(match)).sheet
    pair = match.hands[0].state.table.side_name(1)
    assert table[f"{pair}, at the end"].tolist() == [1, 0]
    assert table[f"{pair}, fell back"].tolist() == [0, 1]
    assert table[pair].tolist() == [1, 0]
    assert not any("fell back" in column for column in dl.load_match(told(evening())).sheet.columns)


def test_a_match_that_is_read_as_one_hand_says_what_it_is():
    hand = read(told(evening()), get)
    assert [problem.clause for problem in hand.problems] == ["REC-KEY"]
    assert "dl.load_match" in hand.problems[0].message
    assert hand.problems[0].line == line_of(told(evening()), "[[hand]]")


def test_load_match_gives_each_hand_and_the_score_sheet(tmp_path):
    path = tmp_path / "evening.toml"
    path.write_text(told(evening(last=3)), encoding="utf-8")
    found = dl.load_match(path)
    assert [len(hand) for hand in found.hands] == [len(hand) for hand in evening(last=3).hands]
    assert found.sheet.index.tolist() == [1, 2, 3]
    assert found.sheet["Ana"].tolist() == [hand.state.scores[0] for hand in evening(last=3).hands]
    assert found.sheet["ended"].tolist()[-1] == "not over"
    assert eval(found.hands[1].recipe).steps == evening().hands[1].steps
    assert "An evening: 3 hands, the last unfinished" in found._repr_html_()


def test_load_match_shows_what_is_wrong_and_escapes_it():
    found = dl.load_match('title = "<i>"\n<b>\n')
    assert [problem.line for problem in found.problems] == [2]
    assert "REC-SYNTAX" in repr(found)
    assert "<i>" not in found._repr_html_()


def test_the_command_line_replays_each_hand(tmp_path):
    import json

    match, path = evening(last=3), tmp_path / "evening.toml"
    path.write_text(told(match), encoding="utf-8")
    done = CliRunner().invoke(main, ["replay", str(path), "--json"])
    assert done.exit_code == 0, done.output
    said = json.loads(done.output)
    assert [len(hand["steps"]) for hand in said["hands"]] == [len(hand.actions) for hand in match.hands]
    assert said["scores"] == list(match.hands[-1].state.scores)
    path.write_text(told(match).replace("hand = 1\n", "hand = 5\n", 1), encoding="utf-8")
    assert CliRunner().invoke(main, ["replay", str(path)]).exit_code == 1


class Neighbours(Matching):
    """Halves that differ by one touch."""

    def meets(self, half, value):
        return abs(half - value) == 1


OWN = get("block").but(name="Neighbours", matching=Neighbours())


def own_match(hands=4):
    match = play_match(OWN, seed=7, names=["Ana", "Ben"])
    return write_match(replace(match, hands=match.hands[:hands]), title="An evening",
                       setup=Setup(("human", "greedy"), 7))


def starting(text, words):
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(words))


def test_rules_that_a_file_does_not_hold_are_the_one_thing_that_is_wrong_with_it():
    """Not once for each hand, and nothing that only follows from it: no hand could be read at all."""
    text = own_match()
    [problem] = read_match(text, get).problems
    assert (problem.line, problem.clause) == (starting(text, "matching ="), "REC-RULES")
    assert '"Neighbours"' in problem.message
    assert "rules=" in problem.message
    assert read_match(text, lambda _name: OWN).problems == ()


def test_a_wrong_rule_at_the_top_is_told_once_where_it_stands():
    text = told(evening()).replace("[match]", '[rules]\nreserve = 9\n\n[match]', 1)
    [problem] = read_match(text, get).problems
    assert (problem.line, problem.clause) == (starting(text, "reserve ="), "REC-RULES")


def test_what_is_wrong_in_a_hand_itself_is_still_told_beside_it():
    text = own_match().replace("[[hand.move]]\n", "[[hand.move]]\nlie = 3\n", 1)
    found = read_match(text, get).problems
    assert [problem.clause for problem in found] == ["REC-RULES", "REC-KEY"]
    assert found[1].line == starting(text, "lie =")


def test_a_hand_with_rules_of_its_own_speaks_for_itself():
    text = told(evening(hands=2)).replace("[[hand]]\n", "[[hand]]\nruleset = 'nothing'\n", 1)
    [problem] = read_match(text, get).problems
    assert (problem.line, problem.clause) == (starting(text, "ruleset = 'nothing'"), "REC-RULES")


# --- a long match costs no more a hand than a short one -------------------------------------------------------------


def calls(monkeypatch, owner, name):
    """Count the calls of a function or a method."""
    usual, counted = getattr(owner, name), []

    def counting(*what, **how):
        counted.append(name)
        return usual(*what, **how)

    monkeypatch.setattr(owner, name, counting)
    return counted


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_the_same_whether_it_is_written_at_once_or_changed(name):
    match = evening(name, seed=3, hands=2)
    whole = told(match)
    for start in (whole[: whole.index("[[hand]]")], whole[: whole.rindex("[[hand.move]]")]):
        assert told(match) == write_match(match, title="An evening", setup=setup(match), text=start)
        assert write_match(match, title="An evening", setup=setup(match), text=f"# ours\n{start}") == f"# ours\n{whole}"


def test_texts_that_need_care_are_written_as_tomlkit_writes_them():
    match = evening(hands=1)
    words = 'a "quoted" word, a \\ and a\nline, é and \t a tab'
    noted = replace(match, hands=(replace(match.hands[0], notes={1: Note(words), 2: Note(marks=("#1", "#2"))}),))
    text = write_match(noted, title=words, setup=setup(match))
    assert text == write_match(noted, title=words, setup=setup(match), text="# \n" + text).removeprefix("# \n")
    assert tomlkit.parse(text).as_string() == text
    found = returned(text)
    assert (found.title, found.hands[0].notes) == (words, noted.hands[0].notes)


def test_a_file_without_comments_is_not_taken_apart(monkeypatch):
    match = evening()
    text = told(match)
    parses = calls(monkeypatch, tomlkit, "parse")
    assert write_match(match, title="An evening", setup=setup(match), text=text) == text
    assert parses == []


def test_the_order_of_the_keys_of_a_file_stays():
    match = evening(last=2)
    text = told(match).replace('[hand.deal]\nseed = 7\nhand = 1\n', '[hand.deal]\nhand = 1\nseed = 7\n')
    assert text != told(match)
    whole = evening()
    again = write_match(whole, title="An evening", setup=setup(whole), text=text)
    assert "[hand.deal]\nhand = 1\nseed = 7\n" in again


def test_the_rules_of_a_match_are_made_once(monkeypatch):
    rules = get("block").but(target=150)
    match = play_match(rules, seed=7)
    assert len(match.hands) > 3
    made = calls(monkeypatch, type(rules), "but")
    found = returned(write_match(match, setup=setup(match)))
    assert {hand.rules for hand in found.hands} == {rules}
    assert len(made) <= 2


def test_the_lines_of_a_sound_file_are_not_looked_for(monkeypatch):
    text = told(evening())
    looks = calls(monkeypatch, source, "_statements")
    returned(text)
    assert looks == []
    assert read_match(text.replace("seed = 7", "seed = 8"), get).problems[0].line
    assert looks == ["_statements"]


def test_each_move_of_a_file_is_judged_once(monkeypatch):
    match = evening("all-fives", hands=2)
    text = told(match)
    judged = calls(monkeypatch, legal, "_judge_play")
    returned(text)
    assert len(judged) == sum(isinstance(action, Play) for hand in match.hands for action in hand.actions)


@pytest.mark.parametrize("looks", [True, False])
def test_the_collector_is_left_as_it_was(looks):
    (gc.enable if looks else gc.disable)()
    try:
        read_match("hand = 5", get)
        assert gc.isenabled() == looks
    finally:
        gc.enable()


MATCH = '''\
title = "Two hands"
ruleset = "block"
players = ["Ana", "Ben"]
[[hand]]
[hand.deal]
holdings = [["6-6"], ["1-2"]]
[[hand.move]]
play = "6-6"
[[hand]]
[hand.deal]
holdings = [["5-5"], ["1-1"]]
[[hand.move]]
play = "5-5"
score = 3
[hand.end]
scores = [5, 0]
'''


def test_a_match_file_carries_the_scores_from_hand_to_hand():
    reading = read_match(MATCH, get)
    assert [hand.state.scores for hand in reading.hands] == [(3, 0), (5, 0)]
    assert reading.match.standing.scores == (5, 0)
    assert reading.match.standing.hand == 3
    assert [(p.line, p.move, p.clause) for p in reading.problems] == [(14, 1, "REC-STATED")]


def test_a_stated_standing_is_checked_against_the_hands_before():
    second = '[[hand.move]]\nplay = "5-5"'
    text = MATCH.replace(second, f"[hand.match]\nscores = [4, 0]\n{second}")
    clauses = [(p.line, p.clause) for p in read_match(text, get).problems]
    assert (13, "REC-STATED") in clauses
