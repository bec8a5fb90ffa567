"""The stepper and its parts for every game, not only for those that lay a chain and count it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from domino_lab import HandStepper, MoveList, OpenEnds, Playhead
from domino_lab.catalogue import get
from domino_lab.core.actions import Remove
from domino_lab.core.events import Paid, Scored, Stacked, Turned
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.explain.why import CAPTION_WORDS
from domino_lab.picture.svg import svg
from domino_lab.play.legal import legal
from domino_lab.play.start import start
from domino_lab.play.timeline import Note, Timeline, play_out
from domino_lab.sessions.labels import label, side_label, signs, table_label
from domino_lab.sessions.possible_actions import action_kinds
from domino_lab.widgets.hand_view import players
from domino_lab.widgets.open_ends import count_line
from domino_lab.widgets.score_sheet import AROUND, score_sheet
from tests.picture.every_game import CHAINS, PATIENCES, hand_of
from tests.widgets.kept import picture
from tests.widgets.reading import area, beside_count, count, entries, everything, heard, kinds, text

GAMES = sorted({name.partition("/")[0] for name, _ in CHAINS})


def first(hand: Timeline, event: type) -> int:
    return next(number for number, step in enumerate(hand.steps) if any(isinstance(e, event) for e in step.events))


def played(name: str, seed: int = 0, **more: int) -> Timeline:
    return play_out(get(name), Shuffle(seed=seed), **more)


# --- every game


@pytest.mark.parametrize(("name", "seats"), CHAINS, ids=[f"{name}-{seats}" for name, seats in CHAINS])
def test_every_step_of_every_game_has_its_words(name: str, seats: int) -> None:
    here = Playhead(hand_of(name, seats))
    check_words_of(here)


@pytest.mark.parametrize("name", PATIENCES)
def test_every_step_of_every_patience_has_its_words(name: str) -> None:
    check_words_of(Playhead(hand_of(name)))


def check_words_of(here: Playhead) -> None:
    """No step is without a caption and a place in the list, and none is told in more than forty words."""

    for step in range(len(here.timeline)):
        here.step = step
        said, named = here.snapshot.sentences.text, here.snapshot.entries[step]
        assert said
        assert len(said.split()) <= CAPTION_WORDS, said
        assert named
        assert "None" not in f"{named} {label(here)} {table_label(here) if here.now.action else ''} {said}"


@pytest.mark.parametrize("name", [*GAMES, *PATIENCES])
def test_the_stepper_walks_through_every_game_by_its_keys(name: str) -> None:
    rules = get(name)
    stepper = HandStepper(hand_of(name, None if rules.solo else rules.dealing.seat_counts[-1]))
    stepper.press_key("End")
    assert stepper.here.step == stepper.here.end
    stepper.press_key("ArrowLeft")
    stepper.press_key("Home")
    for _ in range(4):
        stepper.press_key("ArrowRight")
        assert heard(stepper) == beside_count(stepper.status, stepper) != ""
        assert not stepper.error
    assert stepper.here.step == 4
    assert picture(stepper).startswith("<svg")


# --- rows that nobody may look at


@pytest.fixture(scope="module")
def blind() -> Timeline:
    return hand_of("blind", 3)


def test_a_blind_hand_is_shown_from_the_table(blind: Timeline) -> None:
    here = Playhead(blind)
    assert here.viewpoint == "table"
    assert "viewpoint" not in here.line("HandStepper")
    here.viewpoint = "all"
    assert here.line("HandStepper").endswith('viewpoint="all")')


@pytest.mark.parametrize("viewpoint", [None, 0, 1, "table"])
def test_no_tile_of_a_row_is_seen_before_it_is_turned_up(blind: Timeline, viewpoint: int | str | None) -> None:
    here = Playhead(blind, viewpoint=viewpoint)
    stepper = opened("why_not", here)
    for step in range(here.end):
        here.step = step
        turned = {event.tile for event in here.now.events if isinstance(event, Turned)}
        hidden = {str(tile) for row in here.state.holdings for tile in row if tile not in turned}
        shown = {tile for player in kinds(stepper, "hand") for tile in player["tiles"]} - {""}
        assert shown == {str(tile) for tile in turned}
        assert not hidden & set(re.findall(r"\b\d-\d\b", everything(stepper)))
    here.last()
    assert all(tile for player in kinds(stepper, "hand") for tile in player["tiles"])


def opened(tab: str, what: object, **how: object) -> HandStepper:
    """A stepper with that tab in sight."""
    stepper = HandStepper(what, **how)
    stepper.do("tab", tab)
    return stepper


def test_a_tile_that_was_turned_up_is_seen_at_the_back_for_that_step_only(blind: Timeline) -> None:
    at = first(blind, Turned)
    here = Playhead(blind, step=at)
    seat = here.now.seat
    card = here.snapshot.tabletop.holdings[seat]
    assert card.tiles[-1] == here.state.holdings[seat][-1]
    assert card.drawn == {len(card.tiles) - 1}
    assert f"turns up {card.tiles[-1]}" in label(here)
    here.next()
    assert here.snapshot.tabletop.holdings[seat].tiles[-1] is None


def test_why_not_in_a_blind_hand_asks_for_open_tiles_first(blind: Timeline) -> None:
    stepper = opened("why_not", blind, step=2)
    stepper.do("try_kind", action_kinds(stepper.here.state).index("pass"))
    for viewpoint in ("table", 0):
        stepper.here.viewpoint = viewpoint
        assert "everyone" in area(stepper, "more")
    stepper.here.viewpoint = "all"
    assert "BD-TURN-1" in area(stepper, "more")


# --- stacks, calls, prices


def test_a_steal_stands_beside_both_names_and_beside_the_tile() -> None:
    hand = played("two-box-cutthroat")
    here = Playhead(hand, step=first(hand, Stacked))
    thief = here.now.seat
    points = here.now.points
    robbed = next(event.seat for event in here.now.events if isinstance(event, Scored) and event.points < 0)
    seen = here.snapshot.tabletop
    assert (seen.holdings[thief].label, seen.holdings[robbed].label) == (f"+{points}", f"−{points}")
    assert seen.label == f"+{points} / −{points}"
    assert seen.stacks == (seen.last,)
    assert here.snapshot.entries[here.step] == f"{hand.names[thief]} stacks {here.now.action.tile}  +{points}"
    assert "steals" in text(OpenEnds(here))
    here.next()
    assert here.snapshot.tabletop.stacks == seen.stacks
    assert not here.snapshot.tabletop.stacked


def test_a_score_nobody_called_is_said_and_a_rival_may_take_it() -> None:
    for name, taken in (("two-box", ""), ("muggins", "+10")):
        line_ = play_silently(name)
        here = Playhead(line_, step=len(line_) - 1)
        assert label(here) == "10 not called"
        assert here.snapshot.entries[here.step].endswith("(10 not called)")
        assert side_label(here.now, line_.state.turn) == taken


def play_silently(name: str) -> Timeline:
    """The leader sets 5-5 and says nothing."""
    rules = get(name)
    for seed in range(500):
        deal = Timeline((start(rules, Shuffle(seed=seed)),))
        ten = [play for play in legal(deal.state) if play.tile[:2] == (5, 5)]
        if ten:
            return deal.play(ten[0]._replace(call=None))
    raise AssertionError(f"5-5 never leads {name}")


@pytest.mark.parametrize(("name", "price"), [("draw/pay-points", "−1 point"), ("draw/pay-chips", "−1 chip")])
def test_what_a_draw_costs_is_said(name: str, price: str) -> None:
    hand = next(hand for seed in range(50) if any_paid(hand := played(name, seed)))
    here = Playhead(hand, step=first(hand, Paid))
    assert here.snapshot.entries[here.step].endswith(price)
    assert label(here).endswith("−1")
    seen = here.snapshot.tabletop
    paid = seen.chips if name.endswith("chips") else seen.scores
    assert paid[here.now.seat] == -1


def any_paid(hand: Timeline) -> bool:
    return any(isinstance(event, Paid) for step in hand.steps for event in step.events)


# --- open ends where nothing is counted


def test_bergen_says_whether_the_ends_are_alike() -> None:
    hand = played("bergen", 4, seats=3)
    scoring = [number for number, step in enumerate(hand.steps) if step.points]
    view = OpenEnds(hand)
    for number in range(1, len(hand) - 1):
        if hand[number].judged is None:
            continue
        view.here.step = number
        values = " · ".join(str(end.value) for end in hand[number].state.open_ends)
        points = hand[number].points
        worth = f"{points} points" if points != 1 else "1 point"
        assert count(view) == f"{values} → {worth if number in scoring else 'no score'}"
    [scrub] = kinds(HandStepper(hand), "scrub")
    assert [number for number, bar in enumerate(scrub["bars"]) if "text" in bar] == scoring


def test_the_open_ends_of_all_sevens_say_what_would_fit() -> None:
    """A 0 takes only the wild tiles 6-1, 5-2, 4-3 and 0-0 (A7-WILD-1)."""
    hand = played("all-sevens", 3)
    at = next(n for n, step in enumerate(hand.steps) if n and 0 in [end.value for end in step.state.open_ends])
    laid = {laid.tile[:2] for laid in hand[at].state.chain.laid}
    wild = [tile for tile in ((0, 0), (1, 6), (2, 5), (3, 4)) if tile not in laid]
    said = text(OpenEnds(hand, step=at))
    blank = re.search(r"0: (.*?) would fit", said)
    assert blank is not None
    assert {Tile.of(one)[:2] for one in re.findall(r"\d-\d", blank[1])} == set(wild)


def test_wild_joints_are_marked_where_the_halves_do_not_make_the_sum() -> None:
    for seed in range(6):
        state = played("all-sevens", seed).state
        wild = Playhead(played("all-sevens", seed), step=999).snapshot.tabletop.wild
        for laid in state.chain.laid[1:]:
            makes_seven = laid.tile[laid.edge] + laid.joint == 7
            assert (laid.number in wild) is not makes_seven


# --- the games for one player


@pytest.mark.parametrize("name", PATIENCES)
def test_a_patience_says_how_many_moves_there_are(name: str) -> None:
    view = OpenEnds(hand_of(name), step=2)
    moves = len(legal(view.here.state))
    assert f"{moves} move" in text(view)
    view.here.last()
    assert "There are no moves left" in text(view)


@pytest.mark.parametrize("name", PATIENCES)
def test_the_picture_of_a_patience_shows_what_lies_open(name: str) -> None:
    here = Playhead(hand_of(name), step=3)
    state, stepper = here.state, HandStepper(here)
    seen = stepper.scene
    if state.rules.solo.key == "line":
        [player] = kinds(stepper, "hand")
        assert player["tiles"] == [str(tile) for tile in sorted(state.holdings[0])]
        assert "points" not in player
        return
    lying = {shape.lying.tile for shape in seen.loose} - set(state.waste)
    open_tiles = [tile for part in ("row", "reserve") for tile in getattr(state, part, ()) if tile is not None]
    open_tiles += [tile for column in getattr(state, "columns", ()) for tile in column]
    assert lying == set(open_tiles)
    assert {shape.lying.tile for shape in seen.loose if shape.free} == set(state.free)
    assert re.findall(r"\d+", text(kinds(stepper, "pile"))) == ([str(state.boneyard)] if state.boneyard else [])


def test_bingo_counts_on_over_the_row() -> None:
    here = Playhead(hand_of("bingo"))
    for step in range(1, 30):
        here.step = step
        group = here.snapshot.tabletop.tableau.groups[0]
        numbers = {place: one.above for place, one in enumerate(group.places) if one.above}
        assert numbers[here.state.at] == str(here.state.number)
        if here.state.at:
            assert numbers == {here.state.at - 1: str((step - 1) % 13), here.state.at: str(step % 13)}


def test_a_question_about_a_patience_hides_its_moves_and_takes_either_tile_of_a_pair() -> None:
    hand = hand_of("twelve-to-go")
    gone = hand[2].action
    assert isinstance(gone, Remove)
    asks = replace(hand, notes={2: Note(ask="Which tile goes?", about="tile")})
    stepper = HandStepper(asks, step=1)
    assert "Answer the question first" in text(OpenEnds(asks, step=1))
    assert [tile["value"] for tile in kinds(stepper, "tile")] == [str(tile) for tile in hand[1].state.row]
    stepper.do("answer", str(gone.tiles[1]))
    assert stepper.here.step == 2
    assert "Right" in stepper.status


def test_whether_a_patience_comes_out_is_a_yes_or_a_no() -> None:
    hand = hand_of("twelve-to-go")
    question = HandStepper(replace(hand, notes={1: Note(ask="Does it come out?", about="winner")}))
    assert [button["text"] for button in kinds(question, "button") if button["do"] == "answer"] == ["Yes", "No"]
    right, wrong = ("Yes", "No") if hand.steps[-1].settled.winner == 0 else ("No", "Yes")
    question.do("answer", wrong)
    assert f"Not {wrong}. Try again." in text(question)
    question.do("answer", right)
    assert question.here.snapshot.sentences.verdict.startswith("Right")


# --- long hands


def test_of_a_long_hand_the_rows_around_the_current_one_are_listed() -> None:
    hand = next(hand for seed in range(20) if len(hand := played("bingo", seed)) > 2 * AROUND + 1)
    moves = MoveList(hand)
    assert max(entries(moves)) < 3 * AROUND
    moves.do("go", len(hand) // 2)
    assert {moves.here.step - 1, moves.here.step, moves.here.step + 1} <= set(entries(moves))
    assert len(entries(moves)) <= 3 * AROUND
    moves.here.last()
    assert moves.here.end in entries(moves)


def test_the_picture_of_a_patience_is_the_same_on_the_canvas_and_in_a_file() -> None:
    stepper = HandStepper(hand_of("five-columns"), step=2)
    saved = stepper._repr_mimebundle_()
    assert picture(saved).count("<circle") == svg(stepper.scene).count("<circle")
    assert "Column 1, from the top" in saved["text/plain"]


# --- five seats and more ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [
    [f"Player {number}" for number in range(1, 13)],
    ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ivy", "Jan", "Kim", "Lea"],
    ["Ana", "Anna", "Anne", "Bo", "ben", "", "1", "2", "11", "12", "Émile", "Zoë"],
], ids=["numbers", "names", "alike"])
def test_twelve_players_have_twelve_short_signs(names: list[str]) -> None:
    made = signs(names)
    assert len(made) == len(set(made)) == 12
    assert {len(sign) for sign in made} <= {1, 2}


def test_from_five_seats_on_a_player_is_a_sign_a_few_words_and_a_number_of_tiles() -> None:
    ten, four = HandStepper("cyprus", seed=7, seats=10, step=20), HandStepper("cyprus", seed=7, seats=4, step=9)
    above, below = players(ten.seen)
    signs_above = ["B", "C", "D", *map(str, range(5, 11))]
    assert [(node["brief"], node["sign"]) for node in above] == [(True, sign) for sign in signs_above]
    held = ten.seen.tabletop.holdings
    assert [len(node["tiles"]) for node in above] == [len(held[node["seat"]].tiles) for node in above]
    assert ("brief" in below[0], below[0]["sign"]) == (False, "A")
    assert not any("sign" in node for part in players(four.seen) for node in part)


def test_from_five_seats_on_the_moves_are_rounds_in_the_order_of_play() -> None:
    """Eight columns of moves would not be seen at once."""
    stepper = HandStepper("cyprus", seed=7, seats=8, step=20)
    sheet = score_sheet(stepper.seen)
    cells = [cell for row in sheet["rows"] for cell in row[1:]]
    assert {cell["span"] for cell in cells} == {1}
    moves = [entry for cell in cells for entry in cell["steps"]]
    assert [entry[0] for entry in moves] == list(range(len(moves)))
    names = stepper.seen.state.table.names
    for step, _, _, aloud, *seat in moves:
        actor = stepper.seen.step_views[step].step.seat
        assert seat == ([] if actor is None or stepper.seen.step_views[step].step.action is None else [actor])
        assert not seat or aloud.startswith(f"{names[seat[0]]}: ")


def test_a_game_that_does_not_count_lists_each_open_number_once() -> None:
    """Fortress has up to 18 open ends."""
    seen = HandStepper("fortress", seed=7, step=30).seen
    line = count_line(seen)
    values = {str(end.value) for end in seen.step_view.open_ends}
    assert len(seen.step_view.open_ends) > len(values) > 1
    assert [term["text"] for term in line["terms"]] == sorted(values)
