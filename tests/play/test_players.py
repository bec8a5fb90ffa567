"""The plain players: any function may play, each says why in easy words, and what it says is true."""

from __future__ import annotations

import re

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Discard, Draw, Pass, Play, Stack
from domino_lab.core.errors import DominoError
from domino_lab.core.shuffle import Shuffle, Stream
from domino_lab.play.hand import advance
from domino_lab.play.players import ask, name_of, needs_past, reason
from domino_lab.play.policies import POLICIES, greedy, heaviest
from domino_lab.play.timeline import Timeline, functions_by_seat, play_out, view_of
from domino_lab.play.view import FACE_DOWN
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import seat_counts

PLAIN = ["random", "greedy", "heaviest", "doubles", "keep-suits", "partner"]
GAMES = [rules for rules in rulesets() if rules.variation_of is None]
MOST_WORDS = 25


def spoken(rules, policy, hands=2):
    """Each moment of some hands: the line so far, what was done and what the player said of it."""
    for hand in range(hands):
        shuffle = Shuffle(seed=61, hand=hand)
        line = play_out(rules, shuffle, seats=seat_counts(rules)[-1], policies=policy)
        for number, step in enumerate(line.steps[1:]):
            if step.action is not None:
                before = line.upto(number)
                yield before, step, reason(policy, view_of(before, before.state.turn), step.action)


@pytest.mark.parametrize("policy", PLAIN)
def test_every_player_says_why_in_one_or_two_sentences(policy) -> None:
    said = [text for rules in GAMES for _, _, text in spoken(rules, policy, 1)]
    assert all(text.endswith(".") and "{" not in text for text in said)
    assert max(len(text.split()) for text in said) <= MOST_WORDS


@pytest.mark.parametrize("rules", ["all-fives", "five-up", "fives-and-threes", "two-box", "two-box-cutthroat"])
def test_the_greedy_player_tells_what_it_then_scores(rules) -> None:
    told = [(step.points, re.fullmatch(r"It scores (\d+), .*", text)) for _, step, text in spoken(get(rules), "greedy")]
    scored = [(points, int(found[1])) for points, found in told if found]
    assert len(scored) > 2
    assert all(points == said for points, said in scored)


@pytest.mark.parametrize(("policy", "words"), [("heaviest", "was my heaviest tile that fits."),
                                               ("doubles", "was my heaviest double that fits.")])
def test_the_tile_that_is_called_the_heaviest_is(policy, words) -> None:
    found = 0
    for before, step, text in spoken(get("draw"), policy, 6):
        if words not in text:
            continue
        view = view_of(before, step.seat)
        able = [play.tile for play in view.legal if isinstance(play, Play)]
        able = [tile for tile in able if tile.is_double] if policy == "doubles" else able
        assert text.split()[0] == str(step.action.tile)
        assert step.action.tile.weight == max(tile.weight for tile in able)
        found += 1
    assert found > 5


def test_who_has_one_move_says_so_and_who_draws_or_passes_says_why() -> None:
    said = {}
    for _, step, text in spoken(get("block-and-draw"), "heaviest", 6):
        said.setdefault(step.action.kind, set()).add(text)
    assert said["draw"] == {"None of my tiles fits, so I drew."}
    assert said["pass"] == {"I have no tile that fits and none to draw."}
    assert any("was my only move" in text for text in said["play"])


def last(view, stream):
    return view.legal[-1]


def test_any_function_plays_alone_or_beside_named_players() -> None:
    hand = dl.play_out("all-fives", seed=4, policies=[last, "greedy"])
    assert hand.is_over
    mine = [step for step in hand.steps if step.seat == 0]
    assert mine
    for step in mine:
        before = hand.upto(hand.steps.index(step) - 1)
        assert step.action == view_of(before, 0).legal[-1]
    assert dl.play_out("all-fives", seed=4, policies=greedy).steps == dl.play_out(
        "all-fives", seed=4, policies="greedy").steps


def test_a_hand_of_ones_own_players_claims_no_line_that_would_make_it_again() -> None:
    assert dl.play_out("block", seed=4, policies=last).recipe == ""
    assert "policies='random'" in dl.play_out("block", seed=4, policies="random").recipe


def test_a_function_may_give_its_own_reason() -> None:
    def mine(view, stream):
        return view.legal[0]

    seen = view_of(Timeline(dl.play_out("all-fives", seed=3).steps[:1]), 1)
    assert reason(mine, seen, seen.legal[0]) == "This player gives no reason."
    mine.reason = lambda view, action: f"I like {action.tile}."
    assert reason(mine, seen, seen.legal[0]) == f"I like {seen.legal[0].tile}."


@pytest.mark.parametrize("policies", ["nobody", ["greedy"], ["greedy", "nobody"], 5])
def test_who_is_no_player_is_refused(policies) -> None:
    with pytest.raises((ValueError, TypeError)):
        functions_by_seat(play_out(get("block"), Shuffle(seed=1))[0].state, policies)


def test_names() -> None:
    assert [name_of(POLICIES[name]) for name in PLAIN] == PLAIN
    assert (name_of(last), name_of("greedy")) == ("last", "greedy")


# --- what a seat has seen happen


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_the_past_holds_what_was_done_and_no_tile_that_was_hidden(rules) -> None:
    if rules.solo is not None:
        return
    line = play_out(rules, Shuffle(seed=62), seats=seat_counts(rules)[0], policies="random")
    for seat in range(len(line.names)):
        for number in range(seat, len(line.steps), 5):
            view = view_of(line.upto(number), seat)
            past = view.past
            assert [(step.seat, step.action and step.action.kind) for step in past] == [
                (step.seat, step.action and step.action.kind) for step in line.steps[: number + 1]]
            assert past[-1].state.chain == line.steps[number].state.chain
            assert [len(held) for held in past[-1].state.holdings] == [
                len(held) for held in line.steps[number].state.holdings]
            assert past[-1].state.boneyard == line.steps[number].state.boneyard
            assert {*view.holding} <= {*line.steps[number].state.holdings[seat]}
            assert tiles_in(view.legal) <= {*view.holding}
            assert tiles_in(view._replace(holding=(), legal=())) <= {FACE_DOWN} | in_sight(line, seat, number)


def tiles_in(thing, found=None):
    """Every tile that can be reached from a thing, through tuples, mappings and attributes alike, but for the rules."""
    found = set() if found is None else found
    if isinstance(thing, type(FACE_DOWN)):
        found.add(thing)
    elif isinstance(thing, (tuple, list, set, frozenset, dict)):
        for part in (*thing, *thing.values()) if isinstance(thing, dict) else thing:
            tiles_in(part, found)
    if not isinstance(thing, (type(FACE_DOWN), Ruleset, type)):
        slots = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
        for part in (*getattr(thing, "__dict__", {}).values(), *(getattr(thing, name, None) for name in slots)):
            tiles_in(part, found)
    return found


def in_sight(line, seat, number):
    """What a seat has held, unless it may not look at it, what has been laid or turned up, and what the rules name."""
    blind = line.rules.dealing.is_blind
    seen = set()
    for step in line.steps[: number + 1]:
        seen |= set() if blind else {*step.state.holdings[seat]}
        seen |= {laid.tile for laid in step.state.chain.laid} | {top.tile for top in step.state.stacks}
        seen |= {tile for event in step.events for tile in tiles_in(getattr(event, "tile", ()))} if blind else set()
        seen |= tiles_in(step.state.lead.ruling.facts)
        seen |= {tile for tile in line.rules.equipment.set.tiles if may_lead(line.rules, tile)}
    return seen


def may_lead(rules, tile) -> bool:
    """Everybody knows which tiles a leader may play (axis lead_tile), and with which double the first hand begins."""
    if rules["first_leader"] == "hand-double":
        return tile.low == tile.high == rules.equipment.set.max_pip
    scores = rules["lead_tile"] == "double-or-score" and (tile.low + tile.high) % 5 == 0
    return rules["lead_tile"] in ("double", "double-or-score") and (tile.low == tile.high or scores)


def test_plain_players_are_not_shown_the_past_and_others_are() -> None:
    assert [name for name in PLAIN if needs_past(POLICIES[name])] == ["partner"]
    shown = []
    for player in (lambda view, stream: shown.append(len(view.past)) or view.legal[0], heaviest):
        ask(player, play_out(get("block"), Shuffle(seed=1)).upto(3).steps, Stream(1))
    assert shown == [4]


# --- the partner


PAIRS = """
ruleset = "block/partners"
players = ["Ana", "Ben", "Cara", "Dan"]
[rules]
first_leader = "youngest"
lead_tile = "any"
[deal]
leader = 0
holdings = [["6-5", "6-4", "1-1"], ["5-4", "2-2", "3-3"], ["4-1", "6-1", "0-0"], ["3-0", "2-0", "5-2"]]
stock = []
stock_complete = true
[[move]]
play = "6-5"
[[move]]
play = "5-4"
"""


def test_the_partner_leaves_open_what_its_partner_has_laid() -> None:
    line = dl.load(PAIRS)
    assert not line.problems
    assert line.state.turn == 2
    chosen = ask(POLICIES["partner"], line.steps, Stream(1))
    assert str(chosen.tile) == "4-1", "it covers the rival's 4 and keeps the 6 open that its partner led"
    assert ask(POLICIES["heaviest"], line.steps, Stream(1)).tile != chosen.tile
    assert reason("partner", view_of(line, 2), chosen) == "Ana has played a 6, so I keep a 6 open."


def test_the_partner_leaves_open_what_a_rival_had_to_pass_on() -> None:
    line = Timeline(dl.load(PAIRS).steps)
    line = line.play(ask(POLICIES["partner"], line.steps, Stream(1)))
    assert line.state.turn == 3
    line = line.play(Pass())
    ends = [end.value for end in line.state.open_ends]
    chosen = ask(POLICIES["partner"], line.steps, Stream(1))
    after = [end.value for end in advance(line.state, chosen).state.open_ends]
    assert line.state.turn == 0
    assert set(after) & set(ends), "Dan had to pass, so that what he lacks stays open"
    assert reason("partner", view_of(line, 0), chosen).startswith("Dan had no")


def test_what_the_partner_says_of_others_happened() -> None:
    """Of pairs, since only there somebody has a partner to spare."""
    told = {"rather": 0, "heaviest": 0, "keep": 0}
    for hand in (14, 28, 67, *range(20)):
        line = play_out(get("block/partners"), Shuffle(seed=5, hand=hand), policies=["partner", "random"] * 2)
        for number, step in enumerate(line.steps[1:]):
            if step.action is None or step.seat % 2:
                continue
            before = line.upto(number)
            text = reason("partner", view_of(before, step.seat), step.action)
            after = {end.value for end in line.steps[number + 1].state.open_ends}
            stuck = {(was.state.turn, end.value) for was, now in zip(before.steps, before.steps[1:], strict=False)
                     if isinstance(now.action, Pass) for end in was.state.open_ends}
            laid = {(now.seat, value) for now in before.steps if isinstance(now.action, Play)
                    for value in now.action.tile[:2]}
            if found := re.match(r"(\w+) had no (\d), so I (would rather|keep)", text):
                seat, value = line.names.index(found[1]), int(found[2])
                assert (seat, value) in stuck
                assert (seat % 2 == 0) == (found[3] == "would rather")
                assert found[3] == "would rather" or value in after
                told[found[3].split()[-1]] += 1
            elif found := re.match(r"(\w+) has played an? (\d), so I keep", text):
                assert (line.names.index(found[1]), int(found[2])) in laid
                assert int(found[2]) in after
            elif "heaviest" in text:
                assert step.action.tile.weight == max(play.tile.weight for play in view_of(before, step.seat).legal)
                told["heaviest"] += 1
    assert min(told.values()) > 1, told


def nothing(view, stream):
    """The slip of a beginner: a branch without a return."""


def stays_out(view, stream):
    return Pass()


def lost(view, stream):
    raise KeyError("no plan")


@pytest.mark.parametrize(("wrong", "error", "said"), [
    (nothing, "the player nothing returned None, which is not an action: return one of view.legal", ""),
    (stays_out, "GEN-PASS-1", "The player stays_out chose to pass: a player must return one of view.legal."),
    (lost, "no plan", "The error is in the player lost, seat 1 of All Fives."),
])
def test_a_player_that_errs_is_named_with_the_clause_and_a_way_out(wrong, error, said) -> None:
    with pytest.raises((DominoError, KeyError), match=error) as raised:
        dl.play_out("all-fives", seed=1, policies=["greedy", wrong])
    assert said in " ".join(getattr(raised.value, "__notes__", []))


def test_where_one_may_draw_by_choice_the_only_tile_is_called_so() -> None:
    said = {text for policy in PLAIN for _, step, text in spoken(get("draw"), policy, 3)
            if isinstance(step.action, Play)}
    assert not any("among 1 move." in text for text in said)
    assert any(re.fullmatch(r"\d-\d was the only tile that fits\.", text) for text in said)


@pytest.mark.parametrize("rules", [rules for rules in GAMES if rules.solo is None], ids=lambda rules: rules.id)
def test_the_partner_plays_every_game(rules) -> None:
    for seats in seat_counts(rules):
        line = play_out(rules, Shuffle(seed=63), seats=seats, policies="partner")
        assert line.is_over
        assert {type(action) for action in line.actions} <= {Play, Draw, Discard, Pass, Stack}
