"""The stepper and its parts for every game, not only for those that lay a chain and count it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from domino_lab.actions import Remove
from domino_lab.catalogue import get
from domino_lab.events import Paid, Scored, Stacked, Turned
from domino_lab.explain.why import CAPTION_WORDS
from domino_lab.picture.svg import svg
from domino_lab.play.legal import legal
from domino_lab.play.start import start
from domino_lab.play.timeline import Note, Timeline, play_out
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile
from domino_lab.widgets import Explainer, HandStepper, MoveList, OpenEnds, Playhead, Question, Transport
from domino_lab.widgets.labels import label, side_label, table_label
from domino_lab.widgets.moves import PAGE
from domino_lab.widgets.telling import line
from tests.picture.every_game import CHAINS, PATIENCES, hand_of
from tests.widgets.test_secrets import everything
from tests.widgets.test_stepper import Words

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
        said, named = here.snapshot.told.text, here.snapshot.entries[step]
        assert said
        assert len(said.split()) <= CAPTION_WORDS, said
        assert named
        assert "None" not in f"{named} {label(here)} {table_label(here) if here.now.action else ''} {said}"


@pytest.mark.parametrize("name", [*GAMES, *PATIENCES])
def test_the_stepper_walks_through_every_game_by_its_keys(name: str) -> None:
    rules = get(name)
    stepper = HandStepper(hand_of(name, None if rules.solo else rules.dealing.seat_counts[-1]))
    stepper.key("End")
    assert stepper.here.step == stepper.here.end
    stepper.key("ArrowLeft")
    stepper.key("Home")
    for _ in range(4):
        stepper.key("ArrowRight")
        assert Words(stepper.explainer.caption.value).text.strip() == stepper.frame.status
        assert not stepper.frame.error
    assert stepper.here.step == 4
    assert stepper._repr_mimebundle_()["image/svg+xml"].startswith("<svg")


# --- rows that nobody may look at


@pytest.fixture(scope="module")
def blind() -> Timeline:
    return hand_of("blind", 3)


def test_a_blind_hand_is_shown_from_the_table(blind: Timeline) -> None:
    here = Playhead(blind)
    assert here.viewpoint == "table"
    assert "viewpoint" not in line(here)
    here.viewpoint = "all"
    assert line(here).endswith('viewpoint="all")')


@pytest.mark.parametrize("viewpoint", [None, 0, 1, "table"])
def test_no_tile_of_a_row_is_seen_before_it_is_turned_up(blind: Timeline, viewpoint: int | str | None) -> None:
    here = Playhead(blind, viewpoint=viewpoint)
    stepper = HandStepper(here)
    stepper.explainer.ask.click()
    for step in range(here.end):
        here.step = step
        turned = {event.tile for event in here.now.events if isinstance(event, Turned)}
        hidden = {str(tile) for row in here.state.holdings for tile in row if tile not in turned}
        shown = {tile.tile for card in stepper.table.scene.holdings for tile in card.tiles} - {None}
        assert shown == turned
        heard = f"{stepper.frame.alt} {stepper.frame.status} {everything(stepper.explainer)}"
        assert not hidden & set(re.findall(r"\b\d-\d\b", heard))
    here.last()
    assert all(tile.tile for card in stepper.table.scene.holdings for tile in card.tiles)


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
    explainer = Explainer(blind, step=2)
    explainer.ask.click()
    for viewpoint in ("table", 0):
        explainer.here.viewpoint = viewpoint
        explainer.refused.kind.value = "pass"
        assert "everyone" in explainer.refused.answer.value
    explainer.here.viewpoint = "all"
    assert "BD-TURN-1" in explainer.refused.answer.value


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
    shown = Words(OpenEnds(here).sum.value).text
    assert "steals" in shown
    here.next()
    assert here.snapshot.tabletop.stacks == seen.stacks
    assert not here.snapshot.tabletop.stacked


def test_why_not_answers_for_a_stack() -> None:
    hand = played("two-box-cutthroat")
    explainer = Explainer(hand, step=first(hand, Stacked) - 1)
    explainer.ask.click()
    refused = explainer.refused
    refused.kind.value = "stack"
    action = hand[explainer.here.step + 1].action
    refused.tile.value, refused.place.value = action.tile._replace(copy=0), action.on
    assert 'class="dlab-hit"' in refused.answer.value
    assert refused._action() == action
    refused.tile.value = next(tile for tile in (Tile(6, 6), Tile(5, 5)) if tile[:2] != action.tile[:2])
    assert 'class="dlab-miss"' in refused.answer.value


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
    count = OpenEnds(hand)
    for number in range(1, len(hand) - 1):
        if hand[number].judged is None:
            continue
        count.here.step = number
        sign = "✓" if number in scoring else "✗"
        assert sign in count.sum.value
        values = [end.value for end in hand[number].state.open_ends]
        assert re.findall(r">(\d)</span>", count.sum.value) == [str(value) for value in values]
    assert Words(count.line.value).text.count("★") == len(scoring)
    assert 'aria-label="The points after each tile' in count.line.value


def test_the_open_ends_of_all_sevens_say_what_would_fit() -> None:
    """A 0 takes only the wild tiles 6-1, 5-2, 4-3 and 0-0 (A7-WILD-1)."""
    hand = played("all-sevens", 3)
    at = next(n for n, step in enumerate(hand.steps) if n and 0 in [end.value for end in step.state.open_ends])
    laid = {laid.tile[:2] for laid in hand[at].state.chain.laid}
    wild = [tile for tile in ((0, 0), (1, 6), (2, 5), (3, 4)) if tile not in laid]
    said = Words(OpenEnds(hand, step=at).sum.value).text
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
    count = OpenEnds(hand_of(name), step=2)
    moves = len(legal(count.here.state))
    assert f"{moves} move" in Words(count.sum.value).text
    count.here.last()
    assert "There are no moves left" in Words(count.sum.value).text


@pytest.mark.parametrize("name", PATIENCES)
def test_the_picture_of_a_patience_shows_what_lies_open(name: str) -> None:
    here = Playhead(hand_of(name), step=3)
    state, stepper = here.state, HandStepper(here)
    seen = stepper.table.scene
    if state.rules.solo.key == "line":
        assert [tile.tile for tile in seen.holdings[0].tiles] == list(state.holdings[0])
        assert not any(shape.role == "score" for shape in seen.labels)
        return
    lying = {shape.lying.tile for shape in seen.loose} - set(state.waste)
    open_tiles = [tile for part in ("row", "reserve") for tile in getattr(state, part, ()) if tile is not None]
    open_tiles += [tile for column in getattr(state, "columns", ()) for tile in column]
    assert lying == set(open_tiles)
    assert {shape.lying.tile for shape in seen.loose if shape.free} == set(state.free)
    assert (seen.boneyard.left if seen.boneyard else 0) == state.boneyard


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
    assert "Answer the question first" in stepper.count.sum.value
    assert set(stepper.question.tile.options[1:]) == {(str(tile), str(tile)) for tile in hand[1].state.row}
    stepper.question.tile.value = str(gone.tiles[1])
    stepper.question.check.click()
    assert stepper.here.step == 2
    assert "Right" in stepper.frame.status


def test_whether_a_patience_comes_out_is_a_yes_or_a_no() -> None:
    hand = hand_of("twelve-to-go")
    question = Question(replace(hand, notes={1: Note(ask="Does it come out?", about="winner")}))
    assert [button.description for button in question.options.children] == ["Yes", "No"]
    won = hand.steps[-1].settled.winner == 0
    question.options.children[0].click()

    assert question.here.snapshot.told.verdict.startswith("Right" if won else "Not quite")


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("five-columns", {"remove": "FC", "shift": "FC"}),
        ("knock-out", {"remove": "KO"}),
        ("bingo", {"say": "BI", "remove": "BI"}),
        ("twelve-to-go", {"remove": "TT"}),
        ("patience", {"lay": "", "draw": "", "pass": ""}),
    ],
)
def test_why_not_offers_what_the_game_knows(name: str, kinds: dict[str, str]) -> None:
    explainer = Explainer(hand_of(name), step=1)
    explainer.ask.click()
    refused = explainer.refused
    assert {kind for _, kind in refused.kind.options} == set(kinds)
    for kind, clause in kinds.items():
        refused.kind.value = kind
        assert clause in refused.answer.value
        assert re.search(r'class="dlab-(hit|miss)"', refused.answer.value)
    assert not explainer.frame.error


def test_why_not_lets_every_legal_pair_go() -> None:
    explainer = Explainer(hand_of("five-columns"), step=1)
    explainer.ask.click()
    refused, allowed = explainer.refused, set()
    refused.kind.value = "remove"
    for _, tile in refused.tile.options:
        for _, other in refused.place.options:
            refused.tile.value, refused.place.value = tile, other
            if "dlab-hit" in refused.answer.value:
                allowed.add(frozenset((tile, other)))
    pairs = {frozenset(move.tiles) for move in legal(explainer.here.state) if isinstance(move, Remove)}
    assert allowed == pairs


# --- long hands


def test_a_long_hand_lists_its_moves_page_by_page() -> None:
    hand = next(hand for seed in range(20) if len(hand := played("bingo", seed)) > 2 * PAGE + 1)
    moves = MoveList(hand)
    assert len(moves.buttons) == PAGE
    assert moves.list.children[-1] is moves.later
    moves.later.click()
    assert moves.here.step == PAGE
    assert moves.buttons[0].description.startswith(f"{PAGE}. ")
    moves.buttons[7].click()
    assert moves.here.step == PAGE + 7
    assert moves.list.children[0] is moves.earlier
    moves.earlier.click()
    assert moves.here.step == PAGE - 1
    Transport(moves.here).buttons["last"].click()
    assert moves.here.step == moves.here.end
    assert moves.list.children[-1].description == entry_of(moves)
    assert [button for button in moves.buttons if button.tabbable] == [moves.list.children[-1]]


def entry_of(moves: MoveList) -> str:
    return f"{moves.here.end}. {moves.here.snapshot.entries[moves.here.end]}"


def test_the_picture_of_a_patience_is_the_same_on_the_canvas_and_in_a_file() -> None:
    stepper = HandStepper(hand_of("five-columns"), step=2)
    saved = stepper._repr_mimebundle_()
    assert saved["image/svg+xml"].count("<circle") == svg(stepper.table.scene).count("<circle")
    assert "Column 1, from the top" in saved["text/plain"]
