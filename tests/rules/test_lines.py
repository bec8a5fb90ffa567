"""Lines of one's own, and doubles that come first: the hand of the course, told from its sheet, and random hands."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.knowledge import know
from domino_lab.core.actions import Pass, Play
from domino_lab.core.chain import FIRST_LINE
from domino_lab.core.errors import NotationError, RecordError
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.explain.why import why
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.move_text import format_move, parse_move
from domino_lab.play.start import start
from domino_lab.play.timeline import Timeline, play_out
from tests.rules.random_hands import hands
from tests.rules.retold import may_play_at

ANA, BEN, CLEO, COMMON = range(4)


@pytest.fixture(scope="module")
def hand() -> Timeline:
    return dl.load("mexican-train-marked-line")


def lines_open(hand: Timeline, step: int) -> dict[int, list[int]]:
    """For each line where the seat to move may play after `step`, the values at its ends."""
    state, found = hand[step].state, dict[int, list[int]]()
    for end in state.open_ends:
        found.setdefault(state.chain.line_of(end), []).append(end.value)
    return found


@pytest.mark.parametrize(("step", "turn", "expected"), [
    (1, ANA, {ANA: [12], COMMON: [12]}),                      # the double that begins need not be covered
    (2, BEN, {BEN: [12], COMMON: [12]}),
    (5, ANA, {ANA: [5], CLEO: [12], COMMON: [12]}),           # Cleo could not play: her line is open
    (6, ANA, {ANA: [5]}),                                   # the 5-5 comes first
    (8, BEN, {ANA: [5]}),                                   # for the next player, too
    (9, CLEO, {ANA: [1], CLEO: [12], COMMON: [12]}),
    (11, BEN, {BEN: [3], CLEO: [12], COMMON: [12]}),          # Ana has played on her line: it is closed again
    (14, ANA, {ANA: [7], CLEO: [12], COMMON: [2]}),          # Cleo has not, though she could play
])
def test_a_player_may_play_on_their_line_the_common_one_and_marked_ones(
        hand: Timeline, step: int, turn: int, expected: dict[int, list[int]]) -> None:
    assert hand[step].state.turn == turn
    assert lines_open(hand, step) == expected


@pytest.mark.parametrize("seats", [2, 6])
def test_at_the_first_tile_the_lines_begin_and_it_is_called_no_spinner(seats: int) -> None:
    lines = (play_out(get("mexican-train"), Shuffle(seed=seed), seats=seats) for seed in range(40))
    line = next(line for line in lines if line.steps[1].action.kind == "play")
    text = dl.why(line, 1).text
    assert "Every line begins at 12-12." in text
    assert "spinner" not in text


def test_marks_come_and_go_with_the_events_that_say_so(hand: Timeline) -> None:
    marked = [hand[step].state.opened for step in range(len(hand))]
    assert marked == [()] * 5 + [(CLEO,)] * 3 + [(CLEO, ANA)] * 3 + [(CLEO,)] * 8
    assert "Ana's line is marked" in dl.why(hand, 8).text
    assert "Ana's line is closed to the others again." in dl.why(hand, 11).text


def test_a_refusal_says_whose_line_it_is_or_which_double_comes_first(hand: Timeline) -> None:
    state = hand[12].state                  # Cleo's 7-2 fits the 7 of Ana's line, which is closed
    end = next(end for end in state.chain.ends if end.value == 7)
    closed = judge(state, Play(Tile(2, 7), end))
    assert (closed.allowed, closed.id) == (False, "MT-LAY-1")
    assert closed.text == "Cleo may not play 7-2 there: that is Ana's line, and it is not open to others."
    state = hand[8].state                   # Ben's 3-0 fits his own line, but the 5-5 comes first
    end = next(end for end in state.chain.ends if end.value == 3)
    waits = judge(state, Play(Tile(0, 3), end))
    assert (waits.allowed, waits.id) == (False, "MT-DOUBLE-1")
    assert waits.text == "3-0 cannot go on 12-3 yet, because 5-5 must be covered first."


def test_a_record_names_the_line_that_a_tile_begins() -> None:
    text = '''ruleset = "mexican-train/double-nine"
[deal]
holdings = [["9-9", "9-5", "4-2"], ["9-3", "3-0"]]
[[move]]
play = "9-9"
[[move]]
play = "9-5"
'''
    (problem,) = dl.load(text).problems
    assert problem.clause == "REC-CHOICE"
    assert 'line = 0, joins = 9, out = 5; at = "9-9", line = 2, joins = 9' in problem.message
    (problem,) = dl.load(f"{text}line = 1\n").problems
    assert problem.clause == "MT-LAY-1"
    (begun,) = dl.load(f"{text}line = 2\n").steps[-1:]
    assert begun.state.chain.laid[-1].parent_edge == 8 + 2


def test_a_hand_goes_on_while_a_line_may_still_open_unless_lines_never_do() -> None:
    """Each holds one tile, which fits the line of the other alone: Ana passes, and then Ben may play on her line."""
    text = '''ruleset = "mexican-train/double-nine"
[rules]
lines = "own"
line_opens = "{opens}"
[deal]
holdings = [["9-9", "9-5", "3-1"], ["9-3", "5-2"]]
stock_complete = true
[[move]]
play = "9-9"
[[move]]
play = "9-5"
[[move]]
play = "9-3"
'''
    blocked = dl.load(text.replace("{opens}", "never"))
    assert blocked.state.over == "blocked"
    state = dl.load(text.replace("{opens}", "unable")).state
    assert (state.over, legal(state)) == (None, (Pass(),))
    assert [action.tile for action in legal(advance(state, Pass()).state)] == [Tile(2, 5)]


def test_a_player_adds_doubles_to_one_that_waits() -> None:
    """Ana has just laid the 5-5 on her line. The common line ends in 3; Ben's has not begun, and is closed to her."""
    rules = get("mexican-train/several-doubles")
    chain = dl.lay(rules, "12-12 12-5@line0 12-3@line2 5-5@12-5").state.chain
    first = start(rules, Shuffle(seed=1), leader=ANA, names=["Ana", "Ben"]).state
    state = first._replace(chain=chain, holdings=(tiles("3-3 5-1 4-3"), tiles("9-3 12-7")), blocker=ANA)
    single, add = Play(Tile(3, 4), chain.ends[-2], 4), Play(Tile(3, 3), chain.ends[-2], 3)
    assert {action.tile for action in legal(state)} == {Tile(1, 5), Tile(3, 3)}
    assert "3-3 is another double, so it can be played before 5-5 is covered." in why(advance(state, add)).text
    assert judge(state, single).text == "4-3 cannot go on 12-3 yet, because 5-5 must be covered first."
    state = advance(state, add).state
    (cover,) = legal(state)
    assert (cover.tile, state.chain.laid[cover.end.at].tile) == (Tile(1, 5), Tile(5, 5))
    state = advance(state, cover).state
    assert (state.turn, [action.tile for action in legal(state)]) == (BEN, [Tile(3, 9)]), "the 3-3 still waits"


def after_a_double(last: str, *moves: str, pass_when: str = "extra-turn", drawn: str = "9-8") -> Timeline:
    """Ana has played the 4-4, by which she has another turn, and may give it up; besides, she holds the tile `last`."""
    told = ("play = '12-12'", "play = '12-3'\nline = 0", "play = '12-5'\nline = 1", "play = '3-4'", "play = '5-6'",
            "play = '4-4'", *moves)
    return dl.load(f'''ruleset = "mexican-train"
rules = {{ pass_when = "{pass_when}" }}
deal.holdings = [["12-12", "12-3", "3-4", "4-4", "{last}"], ["12-5", "5-6", "6-6", "12-7", "7-7"]]
deal.stock = ["{drawn}", "9-7"]
''' + "".join(f"[[move]]\n{move}\n" for move in told))


@pytest.mark.parametrize(("last", "moves", "opened"), [
    ("1-0", ["draw = 1", "pass = true"], (ANA,)),       # neither the 1-0 nor the drawn 9-8 fits the 4
    ("1-0", ["pass = true"], ()),                       # she could have drawn
    ("4-1", ["pass = true"], ()),                       # the 4-1 fits
])
def test_a_pass_by_choice_opens_no_line_and_one_of_a_player_who_is_stuck_does(
        last: str, moves: list[str], opened: tuple[int, ...]) -> None:
    line = after_a_double(last, *moves)
    assert (line.problems, line.state.opened) == ((), opened)
    assert [proof.values for proof in know(line, BEN, len(line) - 1).proofs if proof.by == "pass"] == (
        [(4,)] if opened else [])


@pytest.mark.parametrize(("drawn", "opened"), [("9-8", (ANA,)), ("9-4", ())])
def test_who_keeps_a_drawn_tile_that_fits_opens_no_line(drawn: str, opened: tuple[int, ...]) -> None:
    """Ana must cover her 4-4, and holds the 1-0 besides the tile that she draws: only the 9-4 would fit."""
    line = after_a_double("1-0", "draw = 1", "pass = true", pass_when="after-draw", drawn=drawn)
    assert (line.problems, line.state.opened) == ((), opened)
    assert [proof.values for proof in know(line, BEN, len(line) - 1).proofs if proof.by == "pass"] == (
        [(4,)] if opened else [])


@given(hands(st.sampled_from([get("mexican-train"), get("mexican-train/several-doubles"),
                              get("mexican-train").but(pass_when="extra-turn")])))
def test_random_hands_keep_to_the_lines(line: Timeline) -> None:
    """Told from the moves alone: whose line is marked, which double waits, and who adds another."""
    for number, step in enumerate(line.steps[1:], 1):
        assert step.state.open_ends == may_play_at(line, number)


def test_a_short_move_names_the_line_that_it_begins() -> None:
    line = dl.lay("mexican-train", "12-12 12-3@line0 12-4@line2")
    assert [placed.parent_edge - FIRST_LINE for placed in line.state.chain.laid[1:]] == [0, 2]
    with pytest.raises(RecordError, match="It can be played like this"):
        dl.lay("mexican-train", "12-12 12-3@line9")
    with pytest.raises(NotationError, match="no line 9 can begin now"):
        parse_move(line.state, "12-5@line9")


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_each_move_is_read_back_from_its_short_form(seats: int) -> None:
    for state in [step.state for step in dl.play_out("mexican-train", seed=seats, seats=seats, policies="random")[:-2]]:
        for action in legal(state):
            assert parse_move(state, format_move(state, action)) == action
