"""Writing hand records: equal steps come back, and a file keeps what its writer wrote."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Draw, Play
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.match import play_match
from domino_lab.play.timeline import Note, play_on, play_out
from domino_lab.record import read, write
from domino_lab.rules.leading import Standing
from tests.parts import in_parts
from tests.record.contract_example import EXAMPLE, STUDY
from tests.rules.random_rules import changed

POLICIES = ["random", "greedy", "heaviest", "doubles"]
SEATINGS = [(rules, seats) for rules in rulesets() for seats in rules.dealing.seat_counts]
HOUSE = [{}, {"target": 61}, {"deal": 3}, {"double_weights": [2, 2, 0, 0, 0]},
         {"weights": {"0-0": 13}},
         {"tie": "blocker", "reach": "at-least"}, {"direction": "right"}]
TURNS_UP = get("draw").but(deal=5, first_tile="boneyard", first_leader="lot", lead_tile="any", lead_fallback="none")
names = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=12), min_size=0, max_size=4,
                 unique_by=lambda name: " ".join(name.split()).casefold())


def returned(hand):
    back = read(write(hand), get)
    assert back.problems == ()
    return back


@in_parts(5)
@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SEATINGS), st.integers(0, 10**6), st.integers(0, 3), st.sampled_from(POLICIES),
       st.sampled_from(HOUSE), names, st.data())
def test_a_record_round_trips(seating, seed, number, policy, house, people, data):
    rules, seats = seating
    rules = changed(rules, house.items())
    hand = play_out(rules, Shuffle(seed=seed, hand=number), seats=seats, names=people, policies=policy)
    hand = hand.upto(data.draw(st.integers(0, max(len(hand) - 3, 0)))) if data.draw(st.booleans()) else hand
    back = returned(hand)
    assert back.steps == hand.steps
    assert back.rules.changes() == hand.rules.changes()
    assert back.names == hand.names
    assert write(replace(back, text="")) == write(hand)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SEATINGS), st.integers(0, 10**6), st.sampled_from(POLICIES))
def test_a_record_of_a_given_order_round_trips(seating, seed, policy):
    rules, seats = seating
    shuffle = Shuffle.of(Shuffle(seed=seed).order(rules.equipment.set))
    hand = play_out(rules, shuffle, seats=seats, policies=policy)
    assert returned(hand).steps == hand.steps


def test_a_leader_by_unknown_lots_is_not_written_as_one_who_was_named():
    """Ana may lead only with a double, and has none: that she is first by lots nobody drew stands behind it."""
    rules = get("merry-go-round")
    hand = play_out(rules, Shuffle.of(Shuffle(seed=344).order(rules.equipment.set)), seats=3, policies="random")
    assert [ruling.case for ruling in hand.steps[0].state.lead.ruling.tree()] == ["lacks", "unknown"]
    assert returned(hand).steps == hand.steps


@settings(max_examples=40, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"])))
def test_words_of_any_kind_round_trip(title, said):
    hand = play_out(get("block"), Shuffle(seed=1))
    hand = replace(hand, title=title, source=said, notes={0: Note(said), 2: Note(ask=title, about="who", hint=said),
                                                          len(hand) - 1: Note(title)})
    back = returned(hand)
    assert (back.title, back.source) == (title, said)
    assert back.notes == hand.notes


MATCHES = ["all-fives", "draw/pay-chips", "draw/pay-points", "draw-puerto-rico", "draw-vietnamese", "two-box-cutthroat",
           "block/partners", "fives-and-threes", "bergen"]


@pytest.mark.parametrize("name", MATCHES)
def test_the_standing_of_a_match_round_trips(name):
    for hand in play_match(get(name), seed=2).hands[:8]:
        back = returned(hand)
        assert back.steps == hand.steps
        assert isinstance(back.steps[0].state.table.standing, Standing)


def test_a_ruleset_of_ones_own_name_round_trips():
    hand = play_out(get("all-fives").but(name="Our <b>club</b>", multiple=3), Shuffle(seed=3))
    assert returned(hand).rules.name == "Our <b>club</b>"


def test_a_layout_study_round_trips():
    hand = replace(read(STUDY, get), text="")
    assert "deal" not in write(hand)
    assert returned(hand).steps == hand.steps


# --- a file keeps what its writer wrote --------------------------------------------------------------------------


def test_an_unchanged_file_is_written_as_it_was():
    assert write(read(EXAMPLE, get)) == EXAMPLE
    wrong = EXAMPLE.replace("score = 15", "score = 5  # wrong!").replace('play = "3-2"', 'play = "6-2"')
    assert write(read(wrong, get)) == wrong


def test_a_new_note_leaves_the_comments_and_the_order():
    hand = read(EXAMPLE, get)
    changed = replace(hand, notes={**hand.notes, 1: Note("Ten!", ("5-5",))}, title="Ten")
    text = write(changed)
    assert read(text, get).notes == changed.notes
    assert read(text, get).title == "Ten"
    assert "# stated values are checked, never trusted" in text
    assert "# or  draw = 1" in text
    kept = [line for line in EXAMPLE.splitlines() if not line.startswith(("title", 'note = "A lone'))]
    assert [line for line in text.splitlines() if line in kept] == kept


def test_a_note_that_is_taken_away_is_gone():
    hand = read(EXAMPLE, get)
    text = write(replace(hand, notes={}))
    assert "note =" not in text
    assert "ask =" not in text
    assert read(text, get).steps == hand.steps


def test_moves_after_the_file_are_added_and_the_end_is_written():
    cut = EXAMPLE[: EXAMPLE.index('[[move]]\nplay = "2-5"')]
    hand = read(cut, get)
    played = hand.play(Play(*_last_play()))
    text = write(played)
    assert text.startswith(cut)
    back = read(text, get)
    assert back.problems == ()
    assert back.steps == played.steps
    assert "award = 4" in text


def _last_play():
    action = read(EXAMPLE, get).actions[-1]
    return action.tile, action.end, action.out


def test_another_way_to_go_on_replaces_the_moves_and_the_end():
    hand = read(EXAMPLE, get)
    other = replace(play_on(hand.upto(4), Shuffle(seed=1), "random"), text=EXAMPLE)
    back = read(write(other), get)
    assert back.steps == other.steps
    assert back.problems == ()
    assert "# or  draw = 1" in write(other)


def test_a_draw_of_too_many_stays_as_it_was_written():
    text = EXAMPLE.replace('draw = "0-3" ', "draw = 2 ")
    hand = read(text, get)
    assert [problem.clause for problem in hand.problems] == ["AF0-DRAW-1"]
    assert hand.actions[-1] == Draw()
    assert write(hand) == text


@pytest.mark.parametrize("text", ["title = \"", "", "[[hand]]\n", "ruleset = 5\n"])
def test_what_cannot_be_read_is_written_back_untouched(text):
    hand = read(text, get)
    assert hand.problems
    assert (write(hand) == text or text == "")


# --- however a file ends


_TOP = ('format = 1\nruleset = "block"\n[deal]\nholdings = [["5-5", "1-0"], ["5-0", "5-1"]]\nstock = []\n'
        "stock_complete = true\nleader = 0")
_ONE = '\n[[move]]\nplay = "5-5"'
ENDS = {
    "no end of line": _TOP + _ONE, "a comment": _TOP + _ONE + "\n# the end",
    "a comment beside": _TOP + _ONE + " # five",
    "blanks": _TOP + _ONE + "\n \t", "a comment and blanks": _TOP + _ONE + "\n\t# the end \t",
    "a note of two lines": _TOP + _ONE + '\nnote = """two\nlines"""',
    "a plain note of two lines": _TOP + _ONE + "\nnote = '''two\nlines'''",
    "moves in brackets": 'move = [{play = "5-5"}]\n' + _TOP,
    "moves in lines of brackets": _TOP.replace("[deal]", 'move = [\n  {play = "5-5"}, # five\n]\n[deal]'),
    "moves first": 'format = 1\nruleset = "block"' + _ONE + _TOP.partition('"block"')[2],
    "no moves": _TOP, "no moves and a comment": _TOP + " # who leads",
    "a deal in brackets": 'ruleset = "block"\ndeal = {holdings = [["5-5", "1-0"], ["5-0", "5-1"]], stock = [], '
                          "stock_complete = true, leader = 0}",
    "a deal with dots": 'ruleset = "block"\ndeal.holdings = [["5-5", "1-0"], ["5-0", "5-1"]]\ndeal.stock = []\n'
                        "deal.stock_complete = true\ndeal.leader = 0",
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("begin", ["", "\ufeff"])
@pytest.mark.parametrize("name", ENDS)
def test_a_move_is_added_to_a_file_however_it_ends(name: str, begin: str, end: str, tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_bytes((begin + ENDS[name]).replace("\n", end).encode())
    recorder = dl.Recorder(file)
    assert not recorder.hand.problems
    recorder.here.go(recorder.here.end)
    recorder.here.do(recorder.here.legal[0])
    recorder.note("Added.")
    recorder.save()
    again = dl.load(file)
    assert not again.problems
    assert again.actions == recorder.hand.actions
    assert again.notes[recorder.here.end].text == "Added."
    written = file.read_bytes()
    assert written.count(b"\n") == written.count(end.encode())
    assert all(word in written.decode() for word in ("# the end", "# five", "# who leads") if word in ENDS[name])


def test_rules_are_added_to_a_file_without_an_end_of_line(tmp_path: Path) -> None:
    for text in ('ruleset = "block"', 'ruleset = "block" # ours', 'ruleset = "block"\r\n# ours',
                 "\ufeffruleset = 'block'"):
        file = tmp_path / "rules.toml"
        file.write_bytes(text.encode())
        dl.save_rules(dl.ruleset(file).but(target=61), file)
        assert dl.ruleset(file)["target"] == 61
        assert "# ours" in file.read_text(encoding="utf-8") or "# ours" not in text


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_tile_that_was_turned_up_is_written_as_the_front_of_the_boneyard(seats):
    """HOUSE-FIRST-TILE: a stated deal turns up its first tile as a dealt one does, and so comes back the same."""
    order = Shuffle(seed=seats).order(TURNS_UP.equipment.set)
    hand = play_out(TURNS_UP, Shuffle.of(order), seats=seats, policies="greedy")
    assert hand.steps[0].state.chain.laid[0].tile == order[seats * 5]
    back = returned(hand)
    assert [step.state for step in back.steps] == [step.state for step in hand.steps]
    assert f'stock = ["{order[seats * 5]}"' in write(hand)


def test_a_tile_to_turn_up_must_be_known():
    hand = play_out(TURNS_UP, Shuffle.of(Shuffle(seed=1).order(TURNS_UP.equipment.set)), seats=2, policies="greedy")
    lines = [line for line in write(hand.upto(0)).splitlines() if not line.startswith("stock")]
    problems = read("\n".join(lines), get).problems
    assert [problem.clause for problem in problems] == ["REC-DEAL"]
    assert problems[0].message.endswith('add it, as in stock = ["6-4"].')


def test_the_leader_that_a_file_states_plays_on_the_tile_that_was_turned_up():
    hand = play_out(TURNS_UP, Shuffle(seed=5), seats=2, policies="greedy").upto(0)
    other = 1 - hand.state.turn
    first = read(write(hand).replace("seed = 5", f"seed = 5\nleader = {other}"), get).steps[0]
    assert first.state.turn == other
    assert first.state.chain == hand.state.chain
    assert first.events[-1].ruling.text.endswith(f"Then {hand.names[other]} plays.")
