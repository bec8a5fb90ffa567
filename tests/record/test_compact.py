"""A hand as one line: what is packed comes back whole, and a line that is not whole is refused at once."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given, settings, strategies as st

import domino_lab as dl
from domino_lab import hands
from domino_lab.catalogue import rulesets
from domino_lab.core.errors import NotationError, RecordError
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.timeline import play_out
from domino_lab.record.compact import pack, unpack
from domino_lab.record.source import MOST_CHARACTERS

SEATINGS = [(rules, seats) for rules in rulesets() for seats in rules.dealing.seat_counts]
LINE = pack(dl.play_out("all-fives", seed=7))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SEATINGS), st.integers(0, 10**6))
def test_every_game_comes_back(seating, seed):
    rules, seats = seating
    hand = play_out(rules, Shuffle(seed=seed), seats=seats, policies="random")
    back = dl.load(pack(hand))
    assert back.steps == hand.steps
    assert back.problems == ()


@pytest.mark.parametrize("name", hands.names())
def test_a_file_comes_back_letter_by_letter(name):
    hand = dl.load(name)
    assert unpack(pack(hand)) == hands.text(name)


def test_it_is_short_and_one_line_of_letters_that_every_message_lets_through():
    assert LINE.startswith("dlab1:")
    assert LINE.removeprefix("dlab1:").replace("-", "").replace("_", "").isalnum()
    assert LINE.isascii()
    assert len(LINE) < 250


def test_a_line_that_was_broken_into_several_is_read():
    assert dl.load(f"  {LINE[:70]}\n{LINE[70:140]}\r\n{LINE[140:]}\n").steps == dl.play_out("all-fives", seed=7).steps


def test_the_hand_knows_the_line_that_makes_it_again():
    hand = dl.load(LINE)
    assert eval(hand.recipe, {"dl": dl}).steps == hand.steps
    assert dl.Playhead(LINE).timeline.steps == hand.steps


def test_one_wrong_letter_is_noticed():
    for place in range(6, len(LINE)):
        other = "A" if LINE[place] != "A" else "B"
        with pytest.raises(RecordError, match="copy it again"):
            unpack(LINE[:place] + other + LINE[place + 1 :])


@pytest.mark.parametrize("line", ["dlab1:", "dlab1:abc", LINE[:-4], LINE + "AAAA", "dlab1:é", "dlab1:x" + LINE[6:]])
def test_a_line_that_is_cut_is_refused(line):
    with pytest.raises(RecordError, match="copy it again"):
        dl.load(line)


def test_a_line_that_would_swell_beyond_the_largest_file_is_refused():
    import base64

    press = zlib.compressobj(9, zlib.DEFLATED, -15)
    said = b"a" * (MOST_CHARACTERS * 50)
    small = (zlib.crc32(said) & 0xFFFF).to_bytes(2, "big") + press.compress(said) + press.flush()
    with pytest.raises(RecordError, match="copy it again"):
        unpack("dlab1:" + base64.urlsafe_b64encode(small).decode())


def test_what_was_packed_in_this_version_is_read_in_every_later_one():
    """The shared words may not change under this mark: lines are in pupils' notebooks."""
    assert dl.load(KEPT).steps == dl.play_out("block", seed=1, names=["Player 1", "Player 2"]).steps


KEPT = "dlab1:WXTDnrigaYRgpCMiFx4y2JwIdBc2YUPswkbYhA2xqzbDrhoU71yEQhUlCLmwRyU8-gwR0WeEGn2GRrFcAA"


NO_HANDS = {"long": "x" * 100_000, "nul": "a\0b", "none": None, "number": 7, "bytes": b"block"}


@pytest.mark.parametrize("what", NO_HANDS.values(), ids=NO_HANDS)
def test_what_is_no_hand_at_all_is_refused_in_words(what):
    with pytest.raises(NotationError if not isinstance(what, str) else RecordError,
                       match=r"no file and no packaged hand is|give the name of a packaged hand, a file, or a hand"):
        dl.load(what)


def test_a_name_too_long_for_any_file_of_rules_is_refused_in_words():
    with pytest.raises(dl.RulesetError, match="there is no file"):
        dl.ruleset("x" * 100_000 + ".toml")
