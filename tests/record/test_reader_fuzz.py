"""Whatever stands in a file, reading gives a Timeline with problems, never an exception."""

from __future__ import annotations

import pytest
import tomlkit
from hypothesis import HealthCheck, example, given, settings, strategies as st

from domino_lab.catalogue import get
from domino_lab.play.timeline import Timeline
from domino_lab.record import read, schema, write
from domino_lab.record.match_file import read_match
from domino_lab.rules.axes import AXES
from tests.parts import in_parts
from tests.record.contract_example import EXAMPLE
from tests.record.test_read_moves_games import BLIND, STACKED
from tests.record.test_read_moves_patience import COLUMNS

WHOLE = [EXAMPLE, STACKED, BLIND + '[[move]]\nplay = "6-5"\n[[move]]\npass = true\nturned = "4-4"\n',
         COLUMNS + '[[move]]\nremove = ["6-6", "0-0"]\n[[move]]\nshift = "5-5"\nto = 0\n',
         'ruleset = "bingo/choice"\n[deal]\nrow = ["0-0", "5-6", "1-1"]\n[[move]]\nsay = 3\nremove = ["1-1"]\n']
GAMES = ["all-fives", "block", "all-fives-leaflet", "two-box-cutthroat", "blind", "all-sevens", "draw-vietnamese",
         "bingo", "bingo/choice", "patience", "five-columns", "knock-out", "twelve-to-go", "x"]
TABLES = (schema.RecordTable, schema.DealTable, schema.MoveTable, schema.EndTable, schema.StandingTable)
KEYS = sorted({key for table in TABLES for key in schema.FORMS[table]}
              | set(AXES) | {"hand", "name", "", "é", "own"})
TILES = ["5-5", "0-5", "5-3", "6_6", "7-7", "19-1", "#1", "#0", "#99999", "end:5", "", "none", "out", "own: X", "\x00",
         "all-fives", "block/partners", "nothing"]
plain = st.one_of(
    st.sampled_from(TILES), st.text(st.characters(exclude_categories=["Cs"]), max_size=5), st.booleans(),
    st.integers(-3, 12), st.sampled_from([10**30, -(10**30), 2**63]),
    st.floats(), st.dates(), st.datetimes(), st.times(),
)
value = st.recursive(plain, lambda inner: st.lists(inner, max_size=4)
                     | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4), max_leaves=8)
table = st.dictionaries(st.sampled_from(KEYS), value, max_size=5)
record = st.fixed_dictionaries({}, optional={
    "ruleset": st.sampled_from(GAMES) | value,
    "players": st.lists(st.sampled_from(["A", "B"]), max_size=5) | value,
    "rules": table | value, "deal": table | value, "match": table | value, "end": table | value,
    "move": st.lists(table, max_size=5) | value, "title": value, "format": value,
})
slow = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def holds(text):
    """What must be true of every text."""
    hand = read(text, get)
    assert isinstance(hand, Timeline)
    assert len(hand.steps) >= 1
    for problem in (*hand.problems, *hand.remarks):
        assert problem.clause
        assert problem.message
        assert problem.line is None or 1 <= problem.line <= text.count("\n") + 1
    assert isinstance(write(hand), str)
    reading = read_match(text, get)
    assert reading.problems or reading.hands
    return hand


@in_parts(3)
@slow
@given(record)
def test_random_toml_never_raises(data):
    holds(tomlkit.dumps(data))


@in_parts(3)
@slow
@given(st.dictionaries(st.just("hand"), st.lists(record, min_size=1, max_size=3), min_size=1))
def test_random_matches_never_raise(data):
    holds(tomlkit.dumps(data))


@in_parts(3)
@slow
@given(st.sampled_from(WHOLE), st.floats(0, 1), st.integers(0, 12), st.text(max_size=6) | st.sampled_from(
    ["[[move]]", '"""', "'''", "{", "[", "#", "= nan", "\n", "\\", "\r", "[deal]", "9" * 5000, "0x" + "f" * 5000]))
@example(EXAMPLE, 0, 0, "\ufeff")
def test_a_good_file_with_a_random_wound_never_raises(whole, part, length, text):
    place = int(part * len(whole))
    holds(whole[:place] + text + whole[place + length:])


@in_parts(3)
@slow
@given(st.text(st.sampled_from("[]{}=\"'#.,\n\\ amove-05\r"), max_size=60))
def test_random_signs_never_raise(text):
    holds(text)


@in_parts(3)
@slow
@given(st.binary(max_size=200))
def test_random_bytes_never_raise(data):
    assert isinstance(read(data, get), Timeline)


@pytest.mark.parametrize("first", range(0, len(EXAMPLE), 210))
def test_every_beginning_of_a_file_reads_as_far_as_it_goes(first):
    """A file cut anywhere shows no other moves than the whole file, and never more than one syntax error."""
    whole = read(EXAMPLE, get)
    for cut in range(first, min(first + 210, len(EXAMPLE)), 7):
        part = holds(EXAMPLE[:cut])
        if part.rules == whole.rules and part.steps[0] == whole.steps[0]:
            assert part.actions == whole.actions[: len(part.actions)], cut
        assert sum(problem.clause == "REC-SYNTAX" for problem in part.problems) <= 1, cut
