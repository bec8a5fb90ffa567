"""A match that was interrupted goes on as if it had not been; a file with anything wrong in it gives no game at all."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.errors import RecordError
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.sessions.play import PlaySession
from tests.parts import in_parts
from tests.sessions.test_play import CHAINS, SITTERS, go_on, play_through, retold


def step_on(game, stream):
    """One thing that the game waits for, the next hand included."""
    if game.waits == "hand over":
        game.next_hand()
    else:
        go_on(game, stream)


def same(one, other):
    assert one.timeline.steps == other.timeline.steps
    assert one.waits == other.waits
    assert one.sheet == other.sheet
    assert one.reasons == other.reasons or mine in one.seating
    assert one.match.standing == other.match.standing


@in_parts(5)
@settings(max_examples=6, deadline=None)
@given(st.sampled_from(CHAINS), st.data())
def test_an_interrupted_match_goes_on_as_if_it_had_not_been(rules, data):
    """Random players among them: they pick what they would have picked."""
    seats = data.draw(st.sampled_from([n for n in rules.dealing.seat_counts if n <= 6]))
    sitters = data.draw(st.lists(st.sampled_from(SITTERS), min_size=seats, max_size=seats))
    names = data.draw(st.lists(st.sampled_from(["Ana", "Ben", "O'Hara \"x\"", "<b>"]), unique=True, max_size=seats))
    game = PlaySession(rules, against=sitters, names=names, seed=data.draw(st.integers(0, 10**6)),
                       hand=data.draw(st.integers(0, 2)))
    stream = Stream(data.draw(st.integers(0, 10**6)))
    for _ in range(data.draw(st.integers(0, 90))):
        if game.waits != "match over":
            step_on(game, stream)
    again = PlaySession.resume(game.to_toml("An evening"))
    if game.curtain is not again.curtain:  # whoever comes back has to say that he sits there
        again.lift()
    same(again, game)
    assert again.to_toml() == game.to_toml("An evening")
    key = data.draw(st.integers(0, 10**6))
    one, other = Stream(key), Stream(key)
    for _ in range(40):
        if game.waits != "match over":
            step_on(game, one)
            step_on(again, other)
    same(again, game)


def test_what_was_played_before_the_break_can_be_taken_back():
    game = PlaySession("draw", against=[None, "random", "random"], seed=3)
    for _ in range(12):
        go_on(game, Stream(3))
    again = PlaySession.resume(game.to_toml())
    while game.may_undo:
        assert again.may_undo
        game.undo()
        again.undo()
        same(again, game)
    assert not again.may_undo
    play_through(game, Stream(9))
    play_through(again, Stream(9))
    same(again, game)


def test_a_file_that_was_resumed_keeps_its_comments_and_its_title():
    game = PlaySession("block", against=["greedy", "greedy"], seed=1)
    game.reply()
    text = game.to_toml("An evening").replace("[[hand.move]]", "[[hand.move]]  # how it began", 1)
    again = PlaySession.resume(text)
    while again.reply():
        pass
    again.next_hand()
    again.reply()
    kept = again.to_toml()
    assert "# how it began" in kept
    assert kept.splitlines()[1] == 'title = "An evening"'
    assert PlaySession.resume(kept).sheet == again.sheet


def test_a_file_is_the_same_whenever_it_was_written_before():
    """Written after every move, or once at the end: a hand that is over is not written twice."""
    names = ["A\u2028B", "[[hand]]"]
    often, once = (PlaySession("block", against=["greedy", "random"], names=names, seed=3) for _ in "ab")
    for _ in range(60):
        for game in (often, once):
            if not game.reply():
                game.next_hand()
        often.to_toml()
    assert often.to_toml() == once.to_toml()
    assert len(PlaySession.resume(once.to_toml()).played.hands) == len(once.played.hands) > 2


def test_a_match_that_began_with_a_later_hand_goes_on_with_the_one_after_the_last():
    game = PlaySession("block", against=["greedy", "greedy"], seed=1, hand=3)
    again = PlaySession.resume(game.to_toml())
    while again.waits != "hand over":
        again.reply()
    again.next_hand()
    assert again.timeline.shuffle == Shuffle(seed=1, hand=4)


def test_a_single_hand_stays_a_single_hand():
    game = PlaySession("block", against=["greedy", "greedy"], seed=1, match=False)
    again = PlaySession.resume(game.to_toml())
    while again.reply():
        pass
    assert again.waits == "match over"


def test_the_text_may_be_bytes_and_lines_may_end_as_on_windows():
    game = PlaySession("block", against=["greedy", "greedy"], seed=1)
    game.reply()
    text = game.to_toml().replace("\n", "\r\n").encode()
    assert PlaySession.resume(text).timeline.steps == game.timeline.steps
    assert PlaySession.resume(PlaySession.resume(text).to_toml()).timeline.steps == game.timeline.steps


def mine(view, stream):
    """A player of one's own that picks."""
    found = view.legal
    return found[stream.pick(len(found))]


def test_a_function_is_given_again_by_its_name_and_picks_on():
    game = PlaySession("all-fives", against=[mine, "random"], seed=5)
    for _ in range(6):
        game.reply()
    again = PlaySession.resume(game.to_toml(), players={"mine": mine})
    while game.reply():
        again.reply()
    again.reply()
    same(again, game)
    with pytest.raises(RecordError, match=r"mine.*players="):
        PlaySession.resume(game.to_toml())


def test_a_player_whose_stream_is_its_own_is_not_asked_again():
    """It would think again about every move of the hand."""
    asked = []

    def slow(view, stream):
        asked.append(view)
        return view.legal[0]

    slow.takes_luck = False
    game = PlaySession("block", against=[slow, slow], seed=5)
    game.reply()
    game.reply()
    again = PlaySession.resume(game.to_toml(), players={"slow": slow})
    assert again.timeline.steps == game.timeline.steps
    assert len(asked) == 2


def test_house_rules_are_kept_and_a_readers_own_rules_are_given_again():
    house = get("all-fives").but(name="Our club", target=61, multiple=3)
    game = PlaySession(house, against=["greedy", "greedy"], seed=5)
    game.reply()
    assert PlaySession.resume(game.to_toml()).live.rules.changes() == house.changes()
    assert PlaySession.resume(game.to_toml()).live.rules.name == "Our club"
    other = PlaySession(get("block").but(name="Any"), against="greedy", seed=5)
    assert PlaySession.resume(other.to_toml(), rules=get("block")).live.rules.id == "block"


def test_nobody_sees_anything_of_a_resumed_game_before_he_says_who_he_is():
    game = PlaySession("block", seed=1)
    game.lift()
    again = PlaySession.resume(game.to_toml())
    assert (again.waits, again.viewpoint, again.tiles) == ("curtain", "table", ())


# --- files with something wrong -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def text():
    """Three hands of All Fives, the last one begun."""
    game = PlaySession("all-fives", against=["greedy", "heaviest"], names=["Ana", "Ben"], seed=3)
    while len(game.played.hands) < 3 or game.end < 4:
        if not game.reply():
            game.next_hand()
    return game.to_toml()


def test_the_file_is_good_as_it_is(text):
    assert len(PlaySession.resume(text).played.hands) == 3


@pytest.mark.parametrize(("good", "bad"), [
    ('seated = ["greedy", "heaviest"]', 'seated = ["greedy"]'),
    ('seated = ["greedy", "heaviest"]', 'seated = ["greedy", "genius"]'),
    ('seated = ["greedy", "heaviest"]', "seated = 2"),
    ('seated = ["greedy", "heaviest"]\n', ""),
    ("seed = 3\n", "seed = 4\n"),
    ("seed = 3\n", ""),
    ("hand = 2\n", "hand = 3\n"),
    ('ruleset = "all-fives"', 'ruleset = "block"'),
    ('ruleset = "all-fives"', 'ruleset = "all-sixes"'),
    ('players = ["Ana", "Ben"]', 'players = ["Ana", "Ben", "Eve"]'),
    ("score = ", "score = 1"),
    ("scores = [", "scores = [5"),
    ("count = ", "count = 1"),
    ("[[hand.move]]\n", "[[hand.move]]\nnothing = 1\n"),
    ("[hand.end]", "[hand.enb]"),
    ("[[hand.move]]\n", "[[hand.move]]\npass = true\n[[hand.move]]\n"),
    ("[match]", "[match"),
    ("award = ", "award = 9"),
])
def test_a_file_that_was_tampered_with_is_reported(text, good, bad):
    assert good in text
    with pytest.raises(RecordError) as found:
        PlaySession.resume(text.replace(good, bad, 1))
    said = str(found.value)
    assert "line " in said or "genius" in said, said


def test_a_hand_that_was_taken_out_is_missed(text):
    first, second, *rest = text.split("[[hand]]\n")
    with pytest.raises(RecordError):
        PlaySession.resume("[[hand]]\n".join([first, *rest]))
    with pytest.raises(RecordError):
        PlaySession.resume("[[hand]]\n".join([first, second, *rest[1:]]))


def test_a_move_that_was_taken_out_is_missed(text):
    """Of the first hand, which is over: the file states its end."""
    before, _, after = text.partition("[[hand.move]]\n")
    with pytest.raises(RecordError):
        PlaySession.resume(before + "[[hand.move]]\n" + after.partition("[[hand.move]]\n")[2])


def test_a_match_without_a_setup_cannot_be_played_on():
    with pytest.raises(RecordError, match="who sits where"):
        PlaySession.resume('[[hand]]\nruleset = "block"\n[hand.deal]\nseed = 1\n')


@pytest.mark.parametrize("what", ["", "nonsense", 'ruleset = "block"\n', "[[hand]]\n", b"\xff\xfe", "hand = 1"])
def test_what_is_no_match_is_refused_with_a_sentence(what):
    with pytest.raises(RecordError):
        PlaySession.resume(what)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_random_wound_is_reported_or_leaves_a_whole_game(data):
    """Whatever is cut out of a good file, there is either a sentence about it or a game that obeys the rules."""
    game = PlaySession("block", against=["greedy", "heaviest"], seed=3)
    for _ in range(8):
        game.reply()
    whole = game.to_toml()
    at, length = data.draw(st.integers(0, len(whole))), data.draw(st.integers(0, 30))
    cut = whole[:at] + data.draw(st.sampled_from(["", "9", '"', "[", "\n"])) + whole[at + length:]
    try:
        again = PlaySession.resume(cut)
    except RecordError:
        return
    while again.reply():
        pass
    assert again.timeline.steps == retold(again.timeline)
    assert again.is_over


# --- however a match file is written


def two_hands():
    game = PlaySession("block", against="heaviest", seed=5)
    while len(game.played.hands) < 2 or len(game.timeline.actions) < 3:
        if game.waits == "hand over":
            game.next_hand()
        else:
            game.do(game.legal[0]) if game.waits == "human" else game.reply()
    return game.to_toml("An evening")


def in_brackets(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {in_brackets(one)}" for key, one in value.items()) + "}"
    return f"[{', '.join(map(in_brackets, value))}]" if isinstance(value, list) else json.dumps(value)


WHOLE = two_hands()
HEAD, HANDS = WHOLE[: WHOLE.index("[[hand]]")], WHOLE[WHOLE.index("[[hand]]"):]
TOP, MATCH = HEAD[: HEAD.index("[match]")], HEAD[HEAD.index("[match]"):]
SECOND = HANDS.index("[[hand]]", 8)
LAYOUTS = {
    "no end of line": WHOLE.rstrip(), "a comment": WHOLE.rstrip() + "\n# mine",
    "a comment beside": WHOLE.rstrip() + " # mine",
    "lines of Windows": WHOLE.rstrip().replace("\n", "\r\n"), "a mark of its order": "\ufeff" + WHOLE,
    "hands in brackets": f"{TOP}hand = {in_brackets(tomllib.loads(WHOLE)['hand'])}\n{MATCH}",
    "the match last": f"{TOP}{HANDS.rstrip()}\n{MATCH}",
    "the match between": TOP + HANDS[:SECOND] + MATCH + HANDS[SECOND:],
    "the match in brackets": f"match = {in_brackets(tomllib.loads(WHOLE)['match'])}\n{TOP}{HANDS}",
    "quoted names": WHOLE.replace("[[hand]]", '[["hand"]]'), "blanks": WHOLE.replace("[[hand]]", " [[ hand ]] # mine"),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_kept_match_goes_on_in_its_file_however_that_is_written(name: str, tmp_path: Path) -> None:
    file = tmp_path / "match.toml"
    file.write_bytes(LAYOUTS[name].encode())
    assert not dl.load_match(file).problems
    play = dl.Play("block", delay=0, save=file)
    for _ in range(12):
        if play.here.waits == "hand over":
            play.here.next_hand()
        else:
            play.here.do(play.here.legal[0])
        assert not play.error
    found = dl.load_match(file)
    assert not found.problems
    assert [hand.actions for hand in found.match.hands] == [hand.actions for hand in play.here.played.hands]
    assert len(found.match.hands) > 2
    assert "# mine" in file.read_text(encoding="utf-8") or "# mine" not in LAYOUTS[name]
