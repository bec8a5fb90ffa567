"""What random option sets meet too seldom, one rule at a time, with answers found by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Discard, Draw, Pass, Play
from domino_lab.core.chain import Chain
from domino_lab.core.events import Leads, MatchWon
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.explain.why import why
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal, plays
from domino_lab.play.match import new_match
from domino_lab.play.players import get as get_player, reason
from domino_lab.play.policies import POLICIES, greedy, infer
from domino_lab.play.settlement import settle, settle_holdings
from domino_lab.play.start import find_lead, start
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import play_out
from domino_lab.play.view import FACE_DOWN, past_of, view
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_hands import seat_counts
from tests.vectors.reading import lay, study

OPEN = {"lead_tile": "any", "lead_fallback": "none"}
HELD = (tiles("0-0 6-5 1-2"), tiles("3-3 6-4 1-4"), tiles("5-5 6-3 1-5"))
"""Ana holds the lowest double and the heaviest tile, Ben 3-3, Cleo the highest double."""


def leader(rules: Any, standing: Standing | None = None, held: Any = HELD) -> tuple[int, Tile | None]:
    table = start(rules, Shuffle(seed=1), seats=len(held), standing=standing, leader=0).state.table
    lead = find_lead(table, held, None)
    return (lead.seat, lead.must) if lead else (-1, None)


FIRST = [("highest-double", 2), ("lowest-double", 0), ("fastest-double", 2), ("youngest", 0), ({"holder": "6-4"}, 1)]


@pytest.mark.parametrize(("rule", "seat"), FIRST, ids=str)
def test_first_leader(rule: Any, seat: int) -> None:
    assert leader(get("block").but(first_leader=rule, **OPEN)) == (seat, None)


BOUND = [("highest-double", "5-5"), ("lowest-double", "0-0"), ({"holder": "6-4"}, "6-4")]


@pytest.mark.parametrize(("rule", "must"), BOUND, ids=str)
def test_the_qualifying_tile_binds_its_holder(rule: Any, must: str) -> None:
    assert leader(get("block").but(first_leader=rule, lead_tile="qualifying"))[1] == Tile.of(must)


FALLBACK = [("redeal", (-1, None)), ("none", (0, None)), ("heaviest", (1, Tile(5, 6)))]


@pytest.mark.parametrize(("fallback", "found"), FALLBACK)
def test_nobody_holds_a_tile_that_leads(fallback: str, found: Any) -> None:
    """BL-LEAD-1: the tiles are dealt again. With nobody found there is no duty, so that the hand can begin."""
    held = (tiles("0-1 4-2"), tiles("6-5 1-2"))
    for rules in (get("block").but(lead_fallback=fallback),
                  get("block").but(first_leader={"holder": "6-6"}, lead_tile="6-6", lead_fallback=fallback)):
        assert leader(rules, held=held) == found


def test_the_caption_says_that_the_tiles_are_dealt_again_and_why() -> None:
    """Seed 1386 gives nobody a double at first, so that the 14 tiles left over have all seven."""
    assert all(tile.low < tile.high for tile in Shuffle(seed=1386).order(get("block").equipment.set, 0)[:14])
    told = dl.why(dl.play_out("block", seed=1386), 0)
    assert told.caption.startswith("The tiles are dealt again.")
    assert told.more == ("Everyone takes 7 tiles, and 14 tiles are left over.",
                         "Nobody holds the tile that must lead, so all the tiles are dealt again.")
    assert dl.why(dl.play_out("block", seed=1), 0).caption.startswith("The tiles are dealt.")


def test_of_two_heaviest_tiles_the_one_with_the_higher_end_leads() -> None:
    """DR0-LEAD-3."""
    held = (tiles("5-4 0-1"), tiles("6-3 0-2"))
    assert leader(get("block").but(lead_fallback="heaviest"), held=held) == (1, Tile(3, 6))


NEXT = [("same", 2), ("rotate", 2), ("previous", 1), ("winner", 0), ("winning-pair", 0)]


@pytest.mark.parametrize(("rule", "seat"), NEXT)
def test_next_leader_after_a_hand_that_ana_won_and_ben_led(rule: str, seat: int) -> None:
    won = Standing((0, 0, 0), 2, 1, 0, "out")
    rules = get("block").but(next_leader=rule)
    assert leader(rules, won)[0] == seat
    if rule != "same":
        assert leader(rules, won)[1] is None


def test_the_lead_rotates_against_the_clock_where_play_does() -> None:
    won = Standing((0, 0, 0), 2, 1, 0, "out")
    assert leader(get("block").but(next_leader="rotate", direction="right"), won)[0] == 0


BLOCK = [("as-next", 1), ("same", 2), ("rotate", 2), ("previous", 1), ("winner", 0), ("lowest-double", 0),
         ({"holder": "6-4"}, 1), ("youngest", 0)]


@pytest.mark.parametrize(("rule", "seat"), BLOCK, ids=str)
def test_block_leader_after_a_blocked_hand_that_ana_won_and_ben_led(rule: Any, seat: int) -> None:
    blocked = Standing((0, 0, 0), 2, 1, 0, "blocked")
    assert leader(get("block").but(next_leader="previous", block_leader=rule), blocked)[0] == seat


def test_after_a_tie_the_winners_lead_falls_back_to_the_first_leader_rule() -> None:
    """HOUSE-NEXT-LEADER: if nobody won, the leader is found as in the first hand."""
    tie = Standing((0, 0, 0), 2, 1, None, "blocked")
    assert leader(get("block").but(next_leader="winner"), tie) == (2, Tile(5, 5))
    for rule, lead in (("same", (2, Tile(5, 5))), ("rotate", (2, None)), ("previous", (1, None))):
        assert leader(get("block").but(next_leader="winner", block_leader="lot", tie_leader=rule), tie) == lead


def test_a_leader_found_another_way_than_first_is_not_bound() -> None:
    """HOUSE-LEAD-TILE: a leader who is not found as in the first hand can start with any tile."""
    blocked = Standing((0, 0, 0), 2, 1, 0, "blocked")
    assert leader(get("block").but(block_leader="lowest-double"), blocked) == (0, None)
    assert leader(get("block").but(block_leader="highest-double"), blocked) == (2, Tile(5, 5))


def test_while_the_scores_are_level_the_leader_is_found_as_in_the_first_hand() -> None:
    """Ben has won the hand that Ana led; HELD gives Cleo the highest double."""
    rules = get("block").but(first_leader="highest-double", next_leader="winner", level_leader="first")
    assert leader(rules, Standing((1, 2, 0), 2, 0, 1, "out")) == (1, None)
    for level in (0, 1):
        assert leader(rules, Standing((level,) * 3, 2, 0, 1, "out")) == (2, Tile(5, 5))


@pytest.mark.parametrize(("direction", "seats"), [("left", [0, 1, 2, 0]), ("right", [0, 2, 1, 0])])
def test_direction(direction: str, seats: list[int]) -> None:
    rules = get("all-fives").but(direction=direction, draw_when="never")
    line = play_out(rules, Shuffle(seed=2), seats=3)
    first = line.steps[1].seat
    assert [(step.seat - first) % 3 for step in line.steps[1:5]] == seats


ARMS = [("free", ["5-5", "5-5", "5-5", "5-2"]), ("sides-first", ["5-5", "5-2"]),
        ("four-first", ["5-5", "5-5", "5-5"]), ("clockwise", ["5-5", "5-2"]), ("four-first-clockwise", ["5-5"])]


@pytest.mark.parametrize(("order", "open_at"), ARMS)
def test_arm_order(order: str, open_at: list[str]) -> None:
    """After 5-5 and 5-2: all edges; one side left before the tips; the spinner's edges before any other end; the next
    edge clockwise.
    """
    state = lay(lay(study(get("all-fives").but(arm_order=order)), "5-5").state, "5-2", "5-5").state
    assert [str(state.chain.laid[end.at].tile) for end in state.open_ends] == open_at
    for end in state.chain.ends:
        tile = Tile.of("5-4" if end.value == 5 else "4-2")
        ruling = judge(state, Play(tile, end))
        assert ruling.allowed == (end in state.open_ends)
        assert ruling.allowed or ruling.id == "HOUSE-ARM-ORDER"


ROUND = [
    ("first", "5-5", "5-0 5-1 5-2 5-3", [0, 3, 1, 2]),
    ("first-six", "9-9", "9-0 9-1 9-2 9-3 9-4 9-5", [0, 3, 5, 1, 2, 4]),
    ("first-eight", "9-9", "9-0 9-1 9-2 9-3 9-4 9-5 9-6 9-7", [0, 7, 3, 5, 1, 6, 2, 4]),
    ("first", "5-4 5-5", "5-0 5-1 5-2", [2, 1, 3]),
    ("first-six", "9-8 9-9", "9-0 9-1 9-2 9-3 9-4", [2, 4, 1, 3, 5]),
    ("first-eight", "9-8 9-9", "9-0 9-1 9-2 9-3 9-4 9-5 9-6", [6, 2, 4, 1, 7, 3, 5]),
]
"""Edges of a spinner, clockwise as a picture was drawn by hand. Alone it has 0 on the right, 1 on the left, 2 above, 3
below, 4 to 7 at upper right, lower left, upper left, lower right. One that a line from the left joined has 0 on the
left, 1 on the right, and the others as before."""


@pytest.mark.parametrize(("spinner", "laid", "arms", "edges"), ROUND)
def test_arms_clockwise(spinner: str, laid: str, arms: str, edges: list[int]) -> None:
    """One place is open after another, all others of the spinner are refused, and the ends of the line stay open."""
    rules = get("all-fives").but(play_score="none", max_pip=9, spinner=spinner, arm_order="clockwise")
    state = study(rules)
    for tile, at in pairwise([None, *laid.split()]):
        state = lay(state, at, tile).state
    hub, line = state.chain.spinner.number, laid.count(" ")
    for done, tile in enumerate(arms.split()):
        mine = [end for end in state.open_ends if end.at == hub]
        assert len(state.open_ends) == len(mine) + line + done
        assert [end.edge for end in mine] == ([edges[done]] if done or line else sorted(edges))
        for end in state.chain.ends:
            ruling = judge(state, Play(Tile.of(tile), end))
            if end.at == hub:
                assert (ruling.allowed, ruling.case) == ((True, "yes") if end in mine else (False, "shut_clockwise"))
        state = advance(state, Play(Tile.of(tile), mine[0])).state
    assert {end.at for end in state.open_ends} == {number for number in range(len(state.chain.laid)) if number != hub}


def test_a_circle_that_began_elsewhere_goes_on_from_there() -> None:
    """The 5-0 goes below the 5-5; then left, above and right follow, as on a clock."""
    state = lay(study(get("all-fives").but(arm_order="clockwise")), "5-5").state
    for tile, edge in (("5-0", 3), ("5-1", 1), ("5-2", 2), ("5-3", 0)):
        assert edge in [end.edge for end in state.open_ends if end.at == 0]
        state = advance(state, Play(Tile.of(tile), next(end for end in state.chain.ends if end[:2] == (0, edge)))).state
    assert state.chain.free_edges(0) == ()


@pytest.mark.parametrize(("spinner", "arms"), [("first", 4), ("first-six", 6), ("first-eight", 8)])
def test_a_spinner_with_more_than_four_arms(spinner: str, arms: int) -> None:
    """So many tiles join the 9-9 and no more; then the 8-8, a later double, takes two. The 9-8 has to wait for them."""
    state = lay(study(get("cross").but(max_pip=9, spinner=spinner)), "9-9").state
    for value in range(arms):
        assert len(state.open_ends) == arms - value
        blocked = next((end for end in state.chain.ends if end.value == 0), None)
        assert value == 0 or judge(state, Play(Tile(0, 1), blocked)).id == "CD-LAY-2"
        state = lay(state, f"9-{value}", "9-9").state
    assert (state.chain.count_neighbours(0), state.chain.free_edges(0)) == (arms, ())
    assert sorted(end.value for end in state.open_ends) == list(range(arms))
    assert [child.parent_edge for child in state.chain.children(0)] == list(range(arms))
    flat = lay(state, "3-3", "9-3").state
    assert flat.chain.free_edges(arms + 1) == (1,)
    assert flat.chain.previous == state.chain


CROSS = ["6-6", "6-5@6-6", "6-4@6-6", "6-3@6-6", "6-2@6-6"]
"""The 6-6 with its four arms, which show 5, 4, 3 and 2."""

FOR_DOUBLES = [
    ("none", CROSS, ["5-1", "4-1", "3-2", "5-5", "2-2"]),
    ("own", CROSS, ["5-5", "2-2"]),
    ("own", [*CROSS, "5-5@6-5"], ["5-1", "2-2"]),
    ("own", [*CROSS, "5-5@6-5", "5-4@5-5"], ["4-1", "2-2"]),
    ("own", CROSS[:2], ["6-1", "5-5"]),
    ("all", CROSS, ["5-5", "2-2"]),
    ("all", [*CROSS, "5-5@6-5"], ["2-2"]),
    ("all", [*CROSS[:2], "5-5@6-5"], ["6-1"]),
    ("all", [*CROSS, "5-5@6-5", "4-4@6-4", "3-3@6-3"], ["2-2"]),
    ("all", [*CROSS, "5-5@6-5", "4-4@6-4", "3-3@6-3", "2-2@6-2"], ["5-1", "4-1", "3-2"]),
]


@pytest.mark.parametrize(("rule", "laid", "fit"), FOR_DOUBLES)
def test_arms_that_need_doubles(rule: str, laid: list[str], fit: list[str]) -> None:
    """Which of 6-1, 5-1, 4-1, 3-2, 5-5 and 2-2 may be laid, and that all others are refused by the axis or fit nowhere.

    The 6-1 only fits a free side of the 6-6; a single may go on an arm that has its double, once all have theirs or
    each for itself.
    """
    state = study(get("cross").but(arm_doubles=rule, arm_order="free"))
    for text in laid:
        tile, _, at = text.partition("@")
        state = lay(state, tile, at or None).state
    for tile in tiles("6-1 5-1 4-1 3-2 5-5 2-2"):
        if tile in {one.tile for one in state.chain.laid}:
            continue
        able = [end for end in state.chain.ends if judge(state, Play(tile, end)).allowed]
        assert bool(able) == (str(tile) in fit), tile
        assert [play.end for play in plays(state.rules, state.chain, [tile])] == able
        refused = [judge(state, Play(tile, end)).id for end in state.chain.ends
                   if end.value in tile[:2] and end not in able]
        assert set(refused) <= {"HOUSE-ARM-DOUBLES"}


def ended(rules: Any, *held: str, blocker: int = 0, how: str = "blocked") -> tuple[int | None, int]:
    state = start(rules, Shuffle(seed=1), seats=len(held)).state
    step = settle(state._replace(holdings=tuple(map(tiles, held)), over=how, blocker=blocker))
    return step.settled.winner, step.settled.award


def test_a_block_that_teams_win_together_names_the_team_and_not_one_of_the_two() -> None:
    """5 + 1 pips against 2 + 10: the team of the second player has least, and the fourth has the lightest hand."""
    held = [["1-1"], ["0-3", "0-2"], ["5-5"], ["1-0"]]
    verdict = settle_holdings(get("block/partners"), held)
    assert (verdict.winner, verdict.award) == (1, 6)
    assert "Together, Ben and Dan hold 6 pips, fewer than the other pair." in verdict.text
    assert "Ben and Dan's own pips are taken off: 12 - 6 = 6" in verdict.text
    assert "lightest" not in verdict.text
    level = settle_holdings(get("block/partners"), [["5-5"], ["4-4"], ["1-1"], ["3-1"]])
    assert "Ana and Cleo's 1-1" in level.text
    alone = settle_holdings(get("block/partners").but(team_block="individual"), held)
    assert alone.winner == 1
    assert "Dan has the fewest pips, 1, and wins the hand for Ben and Dan" in alone.text
    assert "Dan's own pips are taken off: 12 - 1 = 11" in alone.text


def test_a_blocker_who_is_not_among_the_tied_wins_the_tie_too() -> None:
    """DR2-PR (b). What the blocker holds is deducted as the rules say, but a win never costs points."""
    rules = get("block").but(tie="blocker")
    assert ended(rules, "1-4", "2-3", "6-6", blocker=1) == (1, 5 + 12 - 5)
    assert ended(rules, "1-4", "2-3", "6-1", blocker=2) == (2, 5 + 5 - 7)
    assert ended(rules, "1-4", "2-3", "6-6", blocker=2) == (2, 0)
    assert ended(rules.but(own_deduct="none"), "1-4", "2-3", "6-6", blocker=2) == (2, 5 + 5)
    assert ended(rules, "1-4", "2-3", "1-0", blocker=0) == (2, 5 + 5 - 1), "one hand alone is lightest"
    told = settle_holdings(rules, [["1-4"], ["2-3"], ["6-6"]], blocker=2).text
    assert "Ana and Ben tie with 5" in told
    assert "a win never costs points" in told
    assert "lightest" not in told


def test_a_tie_of_teams_goes_to_the_team_of_the_blocker() -> None:
    """7 + 1 pips against 4 + 4, and each hand alone against each: 4 and 4, the blocker's partner not among them."""
    rules = get("block/partners").but(tie="blocker")
    for blocker in range(4):
        assert ended(rules, "6-1", "4-0", "1-0", "3-1", blocker=blocker) == (blocker % 2, 8 - 8)
    alone = rules.but(team_block="individual")
    assert ended(alone, "6-1", "4-0", "2-2", "6-6", blocker=0) == (0, 4 + 12 - 7)
    assert ended(alone, "6-1", "4-0", "2-2", "6-6", blocker=3) == (1, 7 + 4 - 12 if 7 + 4 > 12 else 0)


def out_with(last: str, at: int, *line: str, **axes: Any) -> int:
    """What Ana gets who goes out with a tile at an end of that value; Ben is left with 6-4, ten pips."""
    rules = get("block").but(own_deduct="none", **axes)
    chain = Chain()
    for text in line:
        tile = Tile.of(text)
        chain = chain.lay(tile, next((end for end in reversed(chain.ends) if end.value in tile[:2]), None))
    state = start(rules, Shuffle(seed=1), leader=0).state
    state = state._replace(chain=chain, holdings=((Tile.of(last),), tiles("6-4")))
    end = next((end for end in chain.ends if end.value == at), None)
    return settle(advance(state, Play(Tile.of(last), end)).state).settled.award


WAYS = {"capicua": 3, "capicua_double": 5, "out_tile": {"6-2": 7, "4-2": 30}, "out_double": 2}


@pytest.mark.parametrize(("last", "at", "line", "number"), [
    ("4-2", 2, ("2-3", "3-4"), 3),      # fits the 2 and the 4; it is named too, but one way is enough
    ("2-6", 2, ("2-3", "3-1", "1-2"), 3),      # both ends show a 2
    ("2-2", 2, ("2-3", "3-1", "1-2"), 5),
    ("6-2", 2, ("2-3",), 7),
    ("2-2", 2, ("2-3",), 2),
    ("5-2", 2, ("2-3",), 0),
    ("6-6", 0, (), 2),      # the only tile of the hand: no end was open
], ids=str)
def test_a_way_of_going_out(last: str, at: int, line: tuple[str, ...], number: int) -> None:
    """Ten pips and the number, or the number alone, or ten pips so many times."""
    assert out_with(last, at, *line, **WAYS) == 10 + number
    assert out_with(last, at, *line, **WAYS, out_pays="instead") == (number or 10)
    assert out_with(last, at, *line, **WAYS, out_pays="times") == 10 * (number or 1)


@pytest.mark.parametrize(("last", "at", "line", "worth"), [
    ("4-2", 2, ("2-3", "3-4"), {"any": 5, "differ": 5, "no-blank": 5}),
    ("5-2", 2, ("2-3", "3-4", "4-2"), {"any": 5, "differ": 0, "no-blank": 5}),
    ("4-0", 0, ("0-3", "3-4"), {"any": 5, "differ": 5, "no-blank": 0}),
    ("5-0", 0, ("0-3", "3-4", "4-0"), {"any": 5, "differ": 0, "no-blank": 0}),
    ("2-2", 2, ("2-3", "3-4", "4-2"), {"any": 6, "differ": 6, "no-blank": 6}),
    ("6-2", 2, ("2-3",), {"any": 0, "differ": 0, "no-blank": 0}),
], ids=str)
def test_which_last_tile_is_a_capicua(last: str, at: int, line: tuple[str, ...], worth: dict[str, int]) -> None:
    """Ten pips and 5 for a capicua, 6 for a double that fits both ends: each half an end of its own, or no blank."""
    axes = {"capicua": 5, "capicua_double": 6}
    assert {ends: out_with(last, at, *line, **axes, capicua_ends=ends) - 10 for ends in worth} == worth


def test_the_way_out_is_found_once_for_an_award(monkeypatch: pytest.MonkeyPatch) -> None:
    """To look at the chain before the last tile means to play the whole of it again."""
    rebuilt = []

    def previous(chain: Chain, built: Any = Chain.previous.fget) -> Chain:
        rebuilt.append(chain)
        return built(chain)

    monkeypatch.setattr(Chain, "previous", property(previous))
    out_with("5-2", 2, "2-3", **WAYS)
    assert len(rebuilt) == 1


def test_a_double_that_fits_both_ends_and_scores_nothing_special() -> None:
    """As in Puerto Rico: 0-0 wins a bonus unless both ends are blank."""
    both, one = ("0-3", "3-1", "1-0"), ("0-3",)
    axes = {"out_tile": {"0-0": 100}, "out_double": 4}
    assert [out_with("0-0", 0, *line, **axes) for line in (both, one)] == [110, 110]
    assert [out_with("0-0", 0, *line, **axes, capicua_double=0) for line in (both, one)] == [10, 110]


def test_a_way_of_going_out_that_nobody_saw_scores_nothing() -> None:
    told = settle_holdings(get("block").but(**WAYS), [[], ["6-4"]])
    assert told.award == 10
    assert "It is not known where the last tile was played" in told.text


def passes(seats: int, *tiles_laid: str, **axes: Any) -> list[tuple[int, ...]]:
    """The scores after each pass: Ana has played last, has a tile that fits, and nobody else has."""
    state = start(get("block").but(**axes), Shuffle(seed=1), seats=seats, leader=0).state
    chain = Chain()
    for text in tiles_laid:
        chain = chain.lay(Tile.of(text), chain.ends[-1] if chain.ends else None)
    held = (tiles("6-1"), tiles("5-5"), tiles("4-4"), tiles("5-4"))[:seats]
    state = state._replace(chain=chain, blocker=0, turn=state.rules.dealing.next_seat(0, seats), holdings=held)
    scores = []
    while not state.over and state.turn != 0:
        state = advance(state, Pass()).state
        scores.append(state.scores)
    return scores


def test_points_for_making_the_next_player_pass_on_the_first_tile() -> None:
    """25 for a double and 50 for another tile, as at tables in the Dominican Republic; only the next player counts."""
    assert passes(4, "1-1", pass_lead=25) == [(25, 0, 0, 0)] * 3
    assert passes(4, "1-0", pass_lead=25) == [(25, 0, 0, 0)] * 3
    assert passes(4, "1-0", pass_lead=25, pass_lead_single=50) == [(50, 0, 0, 0)] * 3
    assert passes(4, "1-1", pass_lead=25, pass_lead_single=50) == [(25, 0, 0, 0)] * 3
    assert passes(4, "1-0", pass_lead=25, pass_lead_single=0) == [(0, 0, 0, 0)] * 3
    assert passes(4, "0-1", "1-1", pass_lead=25) == [(0, 0, 0, 0)] * 3, "the second tile is not the first"


def test_points_for_making_the_next_player_pass() -> None:
    """The Amazonas: a pass is worth 20 to the other pair, the second in a row nothing, and all three together 50."""
    assert passes(4, "0-1", "1-1", pass_next=20, teams="pairs") == [(20, 0)] * 3
    assert passes(4, "1-1", pass_next=20, teams="pairs") == [(20, 0)] * 3, "on the first tile, too"
    assert passes(4, "0-1", "1-1", pass_next=20, pass_round=30, teams="pairs") == [(20, 0), (20, 0), (50, 0)]
    assert passes(3, "1-1", pass_next=20, pass_lead=25) == [(45, 0, 0)] * 2
    assert passes(3, "0-1", "1-1", pass_next=20, pass_cost=2) == [(22, -2, 0), (24, -2, -2)]
    assert passes(3, "0-1", "1-1", pass_next=20, first_score=25) == [(0, 0, 0)] * 2
    assert passes(3, "0-1", "1-1", pass_next=20, target=15, target_when="at-once") == [(20, 0, 0)]


def test_points_for_making_others_pass_at_any_time() -> None:
    assert passes(3, "0-1", "1-1", pass_round=30) == [(0, 0, 0), (30, 0, 0)]
    assert passes(3, "1-1", pass_lead=25, pass_round=30) == [(25, 0, 0), (55, 0, 0)]
    assert passes(2, "0-1", "1-1", pass_round=30) == [(30, 0)]
    assert passes(4, "0-1", "1-1", pass_round=30, teams="pairs", direction="right") == [(0, 0), (0, 0), (30, 0)]


def test_who_passes_pays_the_player_who_played_last() -> None:
    """Ten Penny Knock: every pass is paid for; partners pay each other nothing."""
    assert passes(3, "0-1", "1-1", pass_cost=2) == [(2, -2, 0), (4, -2, -2)]
    assert passes(3, "1-1", pass_cost=2, pass_lead=10) == [(12, -2, 0), (14, -2, -2)]
    assert passes(4, "0-1", "1-1", pass_cost=2, teams="pairs") == [(2, -2), (2, -2), (4, -4)]
    assert passes(3, "1-1", pass_cost=2, first_score=3) == [(0, 0, 0)] * 2
    assert passes(3, "1-1", pass_cost=6, target=5, target_when="at-once") == [(6, -6, 0)]
    assert passes(3, "1-1", pass_cost=6, target=5, reach="exact") == [(0, 0, 0)] * 2


def test_a_pass_that_is_paid_for_is_explained_once() -> None:
    state = start(get("block").but(pass_cost=2), Shuffle(seed=1), leader=0).state
    state = state._replace(chain=Chain().lay(Tile(1, 1)), blocker=0, turn=1, holdings=(tiles("6-1"), tiles("5-5")))
    assert why(advance(state, Pass())).text.count("pays") == 1


def test_pips_that_a_winner_gets_against_themselves_are_not_told_as_won() -> None:
    """HU-SCORE-1: after a block the winner, too, scores the pips still held; the fewest points win the match."""
    hand = dl.play_out("hungarian", seed=1, policies="random")
    assert [sum(map(sum, (tile[:2] for tile in held))) for held in hand.state.holdings] == [31, 26]
    assert hand.state.scores == (31, 26)
    assert why(hand[-1]).what == "Ben wins the hand."


def turns(rule: str, **axes: Any) -> list[int]:
    """Who moves after each of these tiles: Ana plays 5-5 and 5-1, Ben 6-1 and 6-6."""
    state = start(get("all-fives").but(extra_turn=rule, **axes), Shuffle(seed=1), leader=0).state
    state, found = state._replace(holdings=(tiles("5-5 5-1 4-4"), tiles("6-1 6-6 4-2"))), []
    for text in ("5-5", "5-1", "6-1", "6-6"):
        tile = Tile.of(text)
        state = state._replace(turn=next(seat for seat in (0, 1) if tile in state.holdings[seat]))
        state = advance(state, next(one for one in legal(state) if isinstance(one, Play) and one.tile == tile)).state
        found.append(state.turn)
    return found


def test_another_turn_after_a_score_or_a_double() -> None:
    """The counts: the 5-5 alone 10; with the 5-1, 11; with the 6-1 on it, 16; with the 6-6 at its end, 22."""
    assert turns("none") == [1, 1, 0, 0]
    assert turns("on-double") == [0, 1, 0, 1]
    assert turns("on-score") == [0, 1, 0, 0]
    assert turns("on-score", multiple=11) == [1, 0, 0, 1]
    assert turns("on-score", multiple=8) == [1, 1, 1, 0]
    assert turns("on-score-or-double", multiple=8) == [0, 1, 1, 1]


@pytest.mark.parametrize(("rule", "tile", "said"), [
    ("on-double", "5-5", "5-5 is a double, so Ana has another turn."),
    ("on-score", "5-5", "5-5 scored, so Ana has another turn."),
    ("on-score", "6-4", "6-4 scored, so Ana has another turn."),
    ("on-score-or-double", "6-6", "6-6 is a double, so Ana has another turn."),
])
def test_another_turn_is_for_what_the_rule_asks_for(rule: str, tile: str, said: str) -> None:
    """The first tile scores with 10 pips, and does not with 12."""
    state = start(get("all-fives").but(extra_turn=rule), Shuffle(seed=1), leader=0, names=["Ana", "Ben"]).state
    state = state._replace(holdings=(tiles(f"{tile} 1-0"), tiles("2-1")))
    assert said in why(advance(state, Play(Tile.of(tile)))).text


def test_a_player_may_pass_with_a_tile_that_fits_where_the_rules_say_so() -> None:
    """Ana leads the 5-5 and has another turn; in a second deal she then holds nothing that fits, and draws."""
    for rule, again, after in (("unable", False, False), ("extra-turn", True, False), ("any", True, True)):
        dealt = start(get("draw-osel").but(pass_when=rule, draw_when="unable"), Shuffle(seed=1), leader=0).state
        state = dealt._replace(holdings=(tiles("5-5 5-1 4-4"), tiles("5-0 3-3")))
        assert not judge(state, Pass()).allowed, "nobody can pass instead of leading"
        state = advance(state, Play(Tile(5, 5))).state
        assert (state.turn, judge(state, Pass()).allowed) == (0, again)
        other = advance(state, Play(Tile(1, 5), state.open_ends[0])).state
        assert (other.turn, judge(other, Pass()).allowed) == (1, after)
        stuck = state._replace(holdings=(tiles("4-4"), tiles("5-0 3-3")))
        assert judge(stuck, Pass()).allowed == again
        assert judge(stuck, Draw()).allowed


def test_points_for_a_pass_can_win_the_match_at_once_and_cannot_pass_an_exact_target() -> None:
    assert passes(4, "1-1", pass_lead=25, pass_round=30, target=20, target_when="at-once") == [(25, 0, 0, 0)]
    assert passes(2, "1-1", pass_lead=25, pass_round=10, target=20, reach="exact") == [(10, 0)]


def test_only_the_blocker_and_the_next_player_compare_their_pips() -> None:
    """Dan alone holds least, 1 pip, and is asked only after he or Cleo has blocked; partners' pips count for nothing.

    Ana 3, Ben 5, Cleo 4, Dan 1; the winner takes the pips of both opponents.
    """
    rules = get("block/partners").but(block_between="blocker-next", team_block="individual", own_deduct="none")
    held = ("1-2", "4-1", "4-0", "1-0")
    found = [ended(rules, *held, blocker=blocker) for blocker in range(4)]
    assert found == [(0, 5 + 1), (0, 5 + 1), (1, 3 + 4), (1, 3 + 4)]
    back = [ended(rules.but(direction="right"), *held, blocker=blocker) for blocker in range(4)]
    assert back == [(1, 3 + 4), (0, 5 + 1), (0, 5 + 1), (1, 3 + 4)]


FOR_FOUR = [rules for rules in rulesets() if 4 in seat_counts(rules)]


@pytest.mark.parametrize("rules", FOR_FOUR, ids=lambda rules: rules.id)
def test_a_winner_who_holds_more_than_the_pair_that_loses_scores_nothing(rules: Ruleset) -> None:
    """Ana with 10 pips is compared with 11, and the other opponent has 1. 2 times 10 would come off 12."""
    rules = rules.but(seats=[4], teams="pairs", team_block="individual", block_between="blocker-next",
                      end_base="opponents", own_deduct="per-opponent", who_scores="winner", weights={}, play_on="never")
    held = ("6-4", "6-5", "0-0", "1-0") if rules["direction"] == "left" else ("6-4", "1-0", "0-0", "6-5")
    state = start(rules, Shuffle(seed=1), seats=4, leader=0).state
    ended = settle(state._replace(holdings=tuple(map(tiles, held)), over="blocked", blocker=0)).settled
    cited = [part for part in ended.ruling.tree() if part.case == "nothing"]
    assert ended.winner == 0
    assert [part.clause for part in cited] == [rules.clauses["block_between"]]
    assert all(part.text for part in ended.ruling.tree())


def test_a_tie_of_the_two_who_are_compared() -> None:
    rules = get("block").but(block_between="blocker-next", own_deduct="none")
    assert ended(rules.but(tie="none"), "1-2", "3-0", "0-0", blocker=0) == (None, 0)
    assert ended(rules.but(tie="blocker"), "1-2", "3-0", "0-0", blocker=0) == (0, 3)
    assert ended(rules.but(tie="lightest-tile"), "1-1 6-0", "4-4", "0-0", blocker=0) == (0, 8)


PAIRS = {"teams": "pairs", "seats": [4], "deal": 5}


@pytest.mark.parametrize(("held", "axes", "winner"), [
    (("5-4", "6-2 1-0", "6-6"), {}, 0),
    (("6-2 1-0", "5-4", "6-6"), {}, 1),
    (("5-4", "6-3", "6-6"), {}, None),
    (("6-2 1-0", "5-4", "6-3", "6-6"), {}, None),
    (("6-2 1-0", "5-3 1-0", "6-3", "6-6"), {}, 2),
    (("2-1", "6-2 1-0", "5-4"), {}, 0),
    (("5-4 1-1", "6-2", "1-0", "3-1"), PAIRS, 1),
    (("5-4 1-1", "6-2", "1-0", "3-0 1-0"), PAIRS, None),
    (("5-4 1-1", "5-4", "6-3", "6-5"), {**PAIRS, "team_block": "individual"}, None),
    (("5-4", "6-2 1-0", "6-3", "6-5"), {**PAIRS, "team_block": "individual"}, 0),
    (("5-4 1-1", "6-5", "1-0", "0-0"), {"block_between": "blocker-next"}, 1),
    (("5-4 1-1", "6-4 1-0", "1-0", "0-0"), {"block_between": "blocker-next"}, None),
])
def test_in_a_tie_fewer_tiles_win(held: tuple[str, ...], axes: dict[str, Any], winner: int | None) -> None:
    """As in Mexico, where pairs that hold as many pips count their tiles, and nobody wins if they hold as many."""
    assert gets(*held, **{"tie": "fewer-tiles", **axes})[0] == winner


@pytest.mark.parametrize("axes", [{}, {"who_scores": "own-pips"}, {"who_scores": "losers"}, {"tie": "blocker"},
                                  {"who_scores": "losers-pay", "end_bonus": 2, "end_bonus_when": "won"}], ids=str)
def test_a_blocked_hand_may_have_no_winner(axes: dict[str, Any]) -> None:
    """As in the tournaments of Brazil, where a block scores nothing; who goes out wins as usual."""
    axes = {"block_between": "nobody", **axes}
    assert gets("1-0", "6-6", "5-5", **axes) == (None, [0, 0, 0])
    assert gets("6-6", "", "5-5", how="out", blocker=1, **axes)[0] == 1
    state = start(get("block").but(**axes), Shuffle(seed=1), seats=2).state
    ended = settle(state._replace(holdings=(tiles("1-0"), tiles("6-6")), over="blocked", blocker=0))
    assert why(ended).text.endswith("The hand is blocked, so nobody wins it, and nobody scores at its end.")


def tied_after(tie: str, led: int, blocked: int, *held: str, **axes: Any) -> int | None:
    """The side that wins a block by seat `blocked` of a hand that seat `led` led."""
    state = start(get("block").but(tie=tie, **axes), Shuffle(seed=1), seats=len(held), leader=led).state
    return settle(state._replace(holdings=tuple(map(tiles, held)), over="blocked", blocker=blocked)).settled.winner


@pytest.mark.parametrize(("direction", "nearest", "after"), [
    ("left", [1, 1, 3, 3], [1, 3, 3, 1]), ("right", [3, 1, 1, 3], [3, 3, 1, 1]),
])
def test_a_tie_by_the_order_of_play(direction: str, nearest: list[int], after: list[int]) -> None:
    """Seats 1 and 3 tie with 3 pips. The lists are by the seat that led, and by the seat that blocked the hand."""
    held = ("6-6", "1-2", "5-5", "3-0")
    assert [tied_after("leader", led, 0, *held, direction=direction) for led in range(4)] == [0, 1, 2, 3]
    assert [tied_after("nearest-leader", led, 0, *held, direction=direction) for led in range(4)] == nearest
    assert [tied_after("after-blocker", 0, last, *held, direction=direction) for last in range(4)] == after
    alone = ("6-6", "1-2", "5-5", "3-1")
    assert {tied_after(tie, 0, 0, *alone) for tie in ("leader", "nearest-leader", "after-blocker")} == {1}


def test_a_tie_of_pairs_by_the_order_of_play() -> None:
    """Ten pips each: the pair of the leader wins, or the one that did not block the hand."""
    held = ("6-0", "5-5", "4-0", "0-0")
    for rule, seats in (("leader", [0, 1, 0, 1]), ("nearest-leader", [0, 1, 0, 1]), ("after-blocker", [1, 0, 1, 0])):
        for seat, side in enumerate(seats):
            assert tied_after(rule, seat, seat, *held, teams="pairs", team_block="team-total") == side


def test_a_tie_of_two_who_are_compared_by_the_order_of_play() -> None:
    """Only seats 1 and 2 are compared, and tie with 3; seat 0 has led."""
    held, axes = ("0-0", "1-2", "3-0", "6-6"), {"block_between": "blocker-next"}
    ties = ("leader", "nearest-leader", "after-blocker")
    assert [tied_after(tie, 0, 1, *held, **axes) for tie in ties] == [0, 1, 2]
    assert tied_after("nearest-leader", 2, 1, *held, **axes) == 2


@pytest.mark.parametrize(("rule", "before", "after"), [
    ("never", (3, 5, 2), (4, 5, 2)), ("losers", (3, 5, 2), (4, 0, 0)), ("losers", (0, 0, 0), (1, 0, 0)),
    ("all-scored", (3, 5, 0), (4, 5, 0)), ("all-scored", (0, 5, 2), (0, 0, 0)),
    ("one-all", (3, 5, 0), (4, 5, 0)), ("one-all", (0, 5, 2), (0, 0, 0)), ("one-all", (0, 1, 1), (1, 1, 1)),
    ("one-all", (1, 1, 1), (2, 0, 0)),
])
def test_scores_fall_back_when_a_hand_is_lost(rule: str, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    """A point for each hand, as in Jamaica, and the first of three players wins one."""
    rules = get("block").but(end_base="none", end_bonus=1, end_bonus_when="won", target=6, fall_back=rule)
    state = start(rules, Shuffle(seed=1), seats=3).state._replace(scores=before, over="blocked", blocker=1)
    step = settle(state._replace(holdings=(tiles("1-0"), tiles("6-6"), tiles("5-5"))))
    assert (step.settled.winner, step.settled.award, step.state.scores) == (0, 1, after)


def test_tiles_that_are_left_out_are_nowhere_in_the_game() -> None:
    """28 tiles make no equal hands for three, 27 do; two sets lose both copies, and a left-out 6-6 takes 12 pips."""
    rules = get("block").but(seats=[3], deal=9, left_out="0-0", lead_tile="any")
    for seed in range(5):
        line = play_out(rules, Shuffle(seed=seed), policies="random")
        first = line.steps[0].state
        assert [len(held) for held in first.holdings] == [9, 9, 9]
        assert not first.stock
        assert Tile(0, 0) not in {tile for held in first.holdings for tile in held}
    two_sets = get("two-box").but(left_out=["6-6", "1-0"])
    assert len(two_sets.equipment.set.tiles) == 2 * 28 - 4
    assert sum(tile.weight for tile in two_sets.equipment.set.tiles) == 2 * (168 - 12 - 1)
    assert Tile(6, 6) not in two_sets.equipment.set
    assert two_sets.equipment.set.name == "double-six, twice without 1-0, 6-6"


def settled_in_hand(number: int, scores: tuple[int, ...], won: tuple[int, ...] = (), **axes: Any) -> Step:
    """Ana wins a block of hand `number`: she holds 1 pip, Ben 9 (and Cleo 12), and she takes the pips of the others."""
    rules = get("block").but(own_deduct="none", **axes)
    seats = len(scores)
    standing = Standing(scores, number, 0, 0, "out", won=won)
    state = start(rules, Shuffle(seed=1), seats=seats, standing=standing).state._replace(over="blocked", blocker=0)
    return settle(state._replace(holdings=(tiles("1-0"), tiles("6-3"), tiles("6-6"))[:seats]))


@pytest.mark.parametrize(("number", "scores", "winner"), [
    (1, (0, 0), None), (2, (0, 0), None), (3, (0, 0), 0), (4, (0, 0), 0),
    (3, (0, 20), 1), (3, (0, 9), None), (4, (0, 9), None), (4, (1, 9), 0), (1, (92, 0), 0),
])
def test_the_best_score_wins_after_the_last_hand(number: int, scores: tuple[int, ...], winner: int | None) -> None:
    """Three hands to a match. Ana gets 9; nobody wins while two share the best score; more than 100 wins sooner."""
    won = [event for event in settled_in_hand(number, scores, match_hands=3).events if isinstance(event, MatchWon)]
    assert [event.side for event in won] == ([] if winner is None else [winner])


def test_the_first_hands_of_a_match_score_more() -> None:
    """As in Puerto Rico: 100, 75, 50 and 25 on top of the 9 pips, and nothing more from the fifth hand on."""
    gained = [settled_in_hand(number, (0, 0), hand_bonus=[100, 75, 50, 25]).settled.award for number in range(1, 7)]
    assert gained == [9 + 100, 9 + 75, 9 + 50, 9 + 25, 9, 9]


@pytest.mark.parametrize(("scores", "matches"), [
    ((92, 0), 2), ((92, 1), 1), ((92, -5), 2), ((92, 0, 0), 2), ((92, 0, 30), 1),
])
def test_a_match_counts_twice_if_nobody_else_has_points(scores: tuple[int, ...], matches: int) -> None:
    won = [event for event in settled_in_hand(4, scores, shut_out=2).events if isinstance(event, MatchWon)]
    assert [(event.side, event.matches) for event in won] == [(0, matches)]


def test_a_match_that_counts_twice_is_told_with_those_who_have_no_points() -> None:
    told = why(settled_in_hand(4, (92, 0), shut_out=2)).text
    assert told.endswith("This win counts as 2 matches: Ben has no points.")
    pairs = why(dl.load("haitian-to-nothing")[-1]).text
    assert pairs.endswith("This win counts as 2 matches: Ben and Dan have no points.")


@pytest.mark.parametrize(("won", "shut_out", "scores", "overall"), [
    ((), 1, (92, 5), False), ((0, 1), 1, (92, 5), False), ((1, 0), 1, (92, 5), True), ((), 2, (92, 0), True),
    ((1, 1, 1), 1, (92, 5, 5), True),
])
def test_two_matches_must_be_won(won: tuple[int, ...], shut_out: int, scores: tuple[int, ...], *, overall: bool
                                 ) -> None:
    """The first side wins the match; with what it has won before, that may be enough."""
    ended = settled_in_hand(4, scores, won, matches_to_win=2, shut_out=shut_out)
    assert [(e.side, e.overall) for e in ended.events if isinstance(e, MatchWon)] == [(0, overall)]
    matches = (won[0] if won else 0) + (2 if shut_out == 2 else 1)
    assert why(ended).text.endswith(
        f"Ana has now won {matches} {'match' if matches == 1 else 'matches'}, and 2 matches win overall.")


@pytest.mark.parametrize(("before", "least", "after"), [
    (0, 0, 9), (0, 9, 9), (0, 10, 0), (-3, 10, -3), (1, 10, 10), (30, 13, 39),
])
def test_the_first_points_of_a_side_must_be_enough(before: int, least: int, after: int) -> None:
    """Ana gets 9 at the end of the hand."""
    step = settled_in_hand(2, (before, 5), first_score=least)
    assert (step.settled.winner, step.settled.award, step.state.scores) == (0, after - before, (after, 5))


def gets(*held: str, how: str = "blocked", blocker: int = 0, **axes: Any) -> tuple[int | None, list[int]]:
    """The winner of these holdings, and what each side gets; nobody has a point before."""
    state = start(get("block").but(**axes), Shuffle(seed=1), seats=len(held)).state
    found = settle(state._replace(holdings=tuple(map(tiles, held)), over=how, blocker=blocker))
    assert list(found.state.scores) == [found.settled.points_of(side) for side in range(len(found.state.scores))]
    return found.settled.winner, [found.settled.points_of(side) for side in range(len(found.state.scores))]


@pytest.mark.parametrize(("held", "axes", "winner", "points"), [
    (("", "6-6", "5-4 1-0"), {"how": "out"}, 0, [0, 12, 10]),
    (("6-6", "", "5-4 1-0"), {"how": "out", "blocker": 1}, 1, [12, 0, 10]),
    (("2-1", "6-6", "5-4 1-0"), {}, 0, [3, 12, 10]),
    (("6-6", "3-0", "2-1"), {"tie": "none"}, None, [12, 3, 3]),
    (("6-6", "3-0", "2-1"), {"tie": "blocker"}, 0, [12, 3, 3]),
    (("2-1", "6-6", "5-4 1-0"), {"own_deduct": "per-opponent", "end_round": "nearest"}, 0, [3, 12, 10]),
    (("", "6-6", "5-4 1-0"), {"how": "out", "end_bonus": 2}, 0, [2, 12, 10]),
    (("", "6-6", "5-4", "1-0"), {"how": "out", **PAIRS}, 0, [9, 13]),
    (("6-3", "6-6", "5-4", "1-0"), PAIRS, 1, [18, 13]),
    (("6-3", "6-6", "5-4", "1-0"), {**PAIRS, "team_block": "individual"}, 1, [18, 13]),
    (("6-3", "6-6", "2-0", "1-0"), {**PAIRS, "team_block": "individual"}, 1, [11, 13]),
])
def test_each_player_scores_the_pips_left_in_hand(held: tuple[str, ...], axes: dict[str, Any], winner: int | None,
                                                  points: list[int]) -> None:
    """The pips of each side; what the winner takes off or rounds changes nothing, and a bonus is the winner's."""
    assert gets(*held, **{"tie": "none", "who_scores": "own-pips", **axes}) == (winner, points)


@pytest.mark.parametrize(("held", "axes", "winner", "points"), [
    (("", "6-6", "5-4 1-0"), {"how": "out"}, 0, [0, 12, 10]),
    (("6-6", "", "5-4 1-0"), {"how": "out", "blocker": 1}, 1, [12, 0, 10]),
    (("2-1", "6-6", "5-4 1-0"), {}, 0, [0, 12, 10]),
    (("6-6", "3-0", "2-1"), {"tie": "none"}, None, [0, 0, 0]),
    (("6-6", "3-0", "2-1"), {"tie": "blocker"}, 0, [0, 3, 3]),
    (("2-1", "6-6", "5-4 1-0"), {"own_deduct": "per-opponent", "end_round": "nearest"}, 0, [0, 12, 10]),
    (("", "6-6", "5-4 1-0"), {"how": "out", "end_bonus": 2}, 0, [2, 12, 10]),
    (("", "6-6", "5-4", "1-0"), {"how": "out", **PAIRS}, 0, [0, 13]),
    (("6-3", "6-6", "5-4", "1-0"), PAIRS, 1, [18, 0]),
    (("6-3", "6-6", "5-4", "1-0"), {**PAIRS, "team_block": "individual"}, 1, [18, 0]),
    (("6-3", "6-6", "5-4", "0-0"), {**PAIRS, "weights": {"0-0": 25}}, 0, [0, 37]),
])
def test_each_side_that_has_not_won_scores_the_pips_left_in_hand(held: tuple[str, ...], axes: dict[str, Any],
                                                                 winner: int | None, points: list[int]) -> None:
    """As in the Indian's Run of Mexico and in the Sea Goat: the winner's partner scores nothing, nor does a level hand.

    What the winner takes off or rounds changes nothing, and a bonus is the winner's.
    """
    assert gets(*held, **{"tie": "none", "who_scores": "losers", **axes}) == (winner, points)


@pytest.mark.parametrize(("scores", "winner"), [((0, 91), None), ((0, 92), 0), ((100, 92), 0), ((103, 92), 1)])
def test_the_first_pair_past_the_target_loses_where_the_losers_score(scores: tuple[int, ...], winner: int) -> None:
    """To 101, as in the Indian's Run: Ana wins the hand, and Ben writes his 9 pips; 100 is still alive."""
    axes = {"who_scores": "losers", "best_score": "fewest", "target": 101, "reach": "at-least"}
    won = [event for event in settled_in_hand(2, scores, **axes).events if isinstance(event, MatchWon)]
    assert [event.side for event in won] == ([] if winner is None else [winner])


@pytest.mark.parametrize(("held", "axes", "winner", "points"), [
    (("2-1", "6-6", "5-4 1-0"), {}, 0, [9 + 7, 0, 2]),
    (("5-4 1-0", "2-1", "6-6", "3-2"), {}, 1, [2, 7 + 9 + 2, 0, 5 + 7]),
    (("6-6", "2-1"), {}, 1, [0, 9]),
    (("", "6-6", "5-4 1-0"), {"how": "out"}, 0, [12 + 10, 0, 0]),
    (("6-6", "", "5-4 1-0"), {"how": "out", "blocker": 1, "end_bonus": 2}, 1, [0, 12 + 10 + 2, 0]),
    (("6-6", "3-0", "2-1"), {"tie": "none"}, None, [0, 9, 9]),
    (("6-6", "3-0", "2-1"), {"tie": "lightest-tile"}, None, [0, 9, 9]),
    (("6-6", "3-0", "2-1"), {"tie": "blocker", "end_bonus": 2, "end_bonus_when": "won"}, 0, [2, 9, 9]),
    (("3-3", "4-2", "6-0"), {"tie": "blocker"}, 0, [0, 0, 0]),
    (("2-1", "6-6", "5-4 1-0"), {"end_bonus": 2, "end_bonus_when": "won"}, 0, [9 + 7 + 2, 0, 2]),
    (("2-1", "6-6", "5-4 1-0"), {"own_deduct": "per-opponent"}, 0, [9 + 7, 0, 2]),
    (("2-1", "6-6", "4-4"), {"end_round": "nearest"}, 0, [15, 0, 5]),
    (("2-1", "6-6", "4-4"), {"end_round": "nearest", "end_divide": 5}, 0, [3, 0, 1]),
    (("2-1", "6-6", "4-4"), {"end_round": "floor"}, 0, [10, 0, 0]),
    (("2-1", "6-6", "4-4"), {"first_score": 5}, 0, [14, 0, 0]),
])
def test_after_a_block_each_player_scores_against_heavier_hands(
    held: tuple[str, ...], axes: dict[str, Any], winner: int | None, points: list[int],
) -> None:
    """Nobody pays; each sum is rounded once; after going out only the winner scores; a bonus is the winner's."""
    assert gets(*held, **{"tie": "none", "who_scores": "lighter", **axes}) == (winner, points)


@pytest.mark.parametrize(("held", "axes", "winner", "points"), [
    (("", "6-6", "5-4 1-0"), {"how": "out"}, 0, [12 + 10, -12, -10]),
    (("2-1", "6-6", "5-4 1-0"), {"own_deduct": "none"}, 0, [22, -12, -10]),
    (("2-1", "6-6", "5-4 1-0"), {"own_deduct": "once"}, 0, [9 + 7, -9, -7]),
    (("2-1", "6-6", "5-4 1-0"), {"own_deduct": "per-opponent"}, 0, [9 + 7, -9, -7]),
    (("6-6", "3-0", "2-1"), {"tie": "none"}, None, [0, 0, 0]),
    (("5-1", "3-0", "2-1", "6-6"), {"tie": "blocker", "own_deduct": "once"}, 0, [6, 0, 0, -6]),
    (("2-1", "6-6", "5-4 1-0"), {"own_deduct": "once", "end_round": "nearest"}, 0, [10 + 5, -10, -5]),
    (("2-1", "6-6", "5-4 1-0"), {"own_deduct": "once", "end_round": "nearest", "end_divide": 5}, 0, [3, -2, -1]),
    (("", "6-6", "5-4 1-0"), {"how": "out", "end_bonus": 2}, 0, [24, -12, -10]),
    (("", "6-6", "5-4 1-0"), {"how": "out", "end_base": "none", "end_bonus": 2}, 0, [2, 0, 0]),
    (("", "6-6", "5-4", "1-0"), {"how": "out", **PAIRS}, 0, [13, -13]),
    (("6-3", "6-6", "5-4", "1-0"), {**PAIRS, "own_deduct": "once"}, 1, [-5, 5]),
    (("6-3", "6-6", "5-4", "1-0"), {**PAIRS, "own_deduct": "once", "team_block": "individual"}, 1, [-17, 17]),
    (("6-3", "6-6", "5-4", "1-0"), {**PAIRS, "own_deduct": "per-opponent", "team_block": "individual"}, 1,
     [-16, 16]),
])
def test_the_losers_pay_for_their_pips(held: tuple[str, ...], axes: dict[str, Any], winner: int | None,
                                       points: list[int]) -> None:
    """The winner settles with each loser alone; nobody pays a bonus, and nobody is paid for holding less."""
    assert gets(*held, **{"tie": "none", "who_scores": "losers-pay", **axes}) == (winner, points)


@pytest.mark.parametrize(("scores", "reach", "winner"), [
    ((0, 90), "at-least", None), ((0, 91), "at-least", 0), ((0, 91), "more-than", None), ((0, 92), "more-than", 0),
    ((99, 92), "at-least", 0), ((99, 91), "at-least", None), ((101, 92), "at-least", 1), ((150, 20), "at-least", 1),
])
def test_the_fewest_points_win_the_match(scores: tuple[int, ...], reach: str, winner: int | None) -> None:
    """To 100. Ana scores her 1 pip and Ben his 9; nobody has won while the two have the same."""
    axes = {"who_scores": "own-pips", "best_score": "fewest", "reach": reach}
    won = [event for event in settled_in_hand(2, scores, **axes).events if isinstance(event, MatchWon)]
    assert [(event.side, event.matches) for event in won] == ([] if winner is None else [(winner, 1)])


@pytest.mark.parametrize(("number", "scores", "winner"), [(2, (0, 0), None), (3, (0, 0), 0), (3, (20, 3), 1),
                                                          (3, (8, 0), None), (4, (8, 1), 0), (1, (0, 95), 0)])
def test_the_fewest_points_win_after_the_last_hand(number: int, scores: tuple[int, ...], winner: int | None) -> None:
    """Three hands to a match, or 100 points; Ana gets 1 and Ben 9."""
    axes = {"who_scores": "own-pips", "best_score": "fewest", "match_hands": 3}
    won = [event for event in settled_in_hand(number, scores, **axes).events if isinstance(event, MatchWon)]
    assert [event.side for event in won] == ([] if winner is None else [winner])


def test_points_in_play_must_be_enough_to_begin_with_too() -> None:
    """Ben passes on Ana's first tile, and then nobody is left who could play: two numbers of points, one by one."""
    assert passes(2, "1-1", pass_lead=25, pass_round=10, first_score=20) == [(35, 0)]
    assert passes(2, "1-1", pass_lead=10, pass_round=25, first_score=20) == [(25, 0)]
    assert passes(2, "1-1", pass_lead=25, pass_round=10, first_score=30) == [(0, 0)]


def test_bones_and_weights_compare_tied_tiles_differently() -> None:
    """0-5 is the lower bone than 1-1, and the heavier one: 0-5 with 1-2 against 1-1 with 2-4, 8 pips each."""
    for order, winner in (("bone", 0), ("weight", 1)):
        assert ended(get("block").but(tie_order=order), "5-0 1-2", "1-1 2-4")[0] == winner


def test_weights_of_their_own_count_in_a_tie_too() -> None:
    """With 0-0 at 13 it is no longer the lightest tile: 0-0 (13) against 1-2 and 4-6 (13)."""
    assert ended(get("block").but(weights={"0-0": 13}), "0-0", "1-2 4-6", "6-6 5-5") == (1, 13 + 22 - 13)


PARTNERS = [("team-total", 1, 10 + 5 - 6), ("individual", 0, 2 + 4 - 1)]


@pytest.mark.parametrize(("how", "team", "award"), PARTNERS)
def test_partners_on_a_block(how: str, team: int, award: int) -> None:
    """BL-DEAL-1: Ana 1 and Cleo 14 against Ben 2 and Dan 4; Ana alone is lightest, her team is not."""
    assert ended(get("block/partners").but(team_block=how), "1-0", "2-0", "6-4 4-0", "3-1") == (team, award)


def test_partners_deduct_from_each_rival_side() -> None:
    rules = get("block/partners").but(own_deduct="per-opponent")
    assert ended(rules, "1-0", "4-4", "2-1", "6-6") == (0, 20 - 4)


def test_partners_each_win_only_the_other_teams_pips_when_one_goes_out() -> None:
    assert ended(get("block/partners"), "", "4-4", "6-5", "6-6", how="out") == (0, 20)


def test_two_past_the_target_with_equal_scores_play_on() -> None:
    """HOUSE-TARGET-WHEN: the highest score wins; if the highest are equal, another hand is played."""
    winning = get("block").winning
    assert winning.winner([120, 120], seats=2, teams=False) is None
    assert winning.winner([120, 121], seats=2, teams=False) == 1
    assert winning.winner([100, 90], seats=2, teams=False) is None
    assert get("all-fives").winning.winner([100, 90], seats=2, teams=False) == 0


def test_a_single_hand_has_no_match_to_win() -> None:
    rules = get("block").but(target="one-hand")
    match = new_match(rules).after(play_out(rules, Shuffle(seed=1)))
    assert match.is_over
    assert match.winner is None


def test_who_goes_out_leads_on_for_his_team() -> None:
    rules = get("block/partners").but(next_leader="winner", block_leader="winner")
    seen = set()
    for hand in range(30):
        line = play_out(rules, Shuffle(seed=1, hand=hand))
        match = new_match(rules).after(line)
        if line.state.over == "out":
            assert match.standing.last_winner == line.state.blocker
        elif line.steps[-1].settled.winner is not None:
            pips = [sum(tile.weight for tile in held) for held in line.state.holdings]
            own = [seat for seat in range(4) if seat % 2 == line.steps[-1].settled.winner]
            assert pips[match.standing.last_winner] == min(pips[seat] for seat in own)
        seen.add(line.state.over)
    assert seen == {"out", "blocked"}


@pytest.mark.parametrize(("how", "seat"), [("team-total", 3), ("individual", 1)])
def test_the_seat_that_wins_a_tie_as_the_blocker(how: str, seat: int) -> None:
    """Ben blocked, with as many pips as Ana (and both pairs have 14); Dan has fewer and plays for his pair."""
    held = [tiles(text) for text in ("4-4", "6-2", "5-1", "3-3")]
    rules = get("block/partners").but(team_block=how, tie="blocker", weights={"3-3": 6, "5-1": 6})
    state = start(rules, Shuffle(seed=1), leader=0).state
    blocked = state._replace(holdings=tuple(held), over="blocked", blocker=1)
    tied = blocked if how == "team-total" else blocked._replace(holdings=(held[0], held[1], held[0], held[1]))
    assert settle(tied).settled.seat == seat


@pytest.mark.parametrize(("block", "over"), [("all-stuck", None), ("dead-layout", "blocked")])
def test_a_dead_line_is_drawn_on_or_scored_at_once(block: str, over: str | None) -> None:
    """DR2-END-1 and DR2-AR: nothing that is left, in hand or boneyard, fits, and tiles may still be drawn."""
    state = start(get("all-fives").but(block=block), Shuffle(seed=1), leader=0).state
    dead = state._replace(chain=Chain().lay(Tile(0, 1)), holdings=(tiles("5-5"), tiles("4-4")), stock=tiles("3-3 2-2"))
    assert advance(dead, Draw()).state.over == over
    alive = dead._replace(stock=tiles("3-3 2-2 1-1"))
    assert advance(alive, Draw()).state.over is None


def test_a_hand_stops_when_the_target_is_reached_in_play() -> None:
    """AF0-MATCH-1: whoever scores past 100 has won, and nothing is awarded."""
    stopped = 0
    for hand in range(20):
        standing = Standing((95, 95), 2, 0, 0, "out")
        line = play_out(get("all-fives"), Shuffle(seed=5, hand=hand), standing=standing)
        if line.state.over == "target":
            stopped += 1
            before, last = line.steps[-3].state.scores, line.steps[-2]
            assert max(before) < 100 <= max(line.state.scores)
            assert last.points == max(line.state.scores) - before[last.seat]
            assert line.steps[-1].settled.award == 0
    assert stopped > 10


@pytest.mark.parametrize(("call", "case", "scored"), [(5, "hit", 5), (None, "uncalled", 0), (10, "wrong", 0)])
def test_a_score_that_is_not_called_is_lost_by_a_clause_of_its_own(call: int | None, case: str, scored: int) -> None:
    """TB-SCORE-2: 5-0 alone counts five; the step cites the clause by which the five are written down or lost."""
    state = start(get("two-box"), Shuffle(seed=1), leader=0).state
    step = advance(state._replace(holdings=(tiles("5-0 1-1"), *state.holdings[1:])), Play(Tile(0, 5), call=call))
    assert step.points == scored
    assert step.judged.case == case
    assert (step.rulings[-1].id == "TB-SCORE-2") == (scored == 0)
    assert step.state.spoils is None


@pytest.mark.parametrize(("reach", "said"), [("at-least", "BL-MATCH-1"), ("exact", "HOUSE-REACH")])
def test_a_match_won_with_the_target_itself_is_not_said_to_be_won_with_more(reach: str, said: str) -> None:
    """BL-MATCH-1: the sheet of the Block Game asks for more than 100, which is not what these rules go by."""
    ruling = get("block").but(reach=reach).winning.ruling("Ana", 100, seats=2, teams=False)
    assert ruling.id == said
    assert "more than" not in ruling.text


DOUBLES = [(1, (1, Tile(6, 6))), (2, (0, Tile(5, 5))), (3, (2, Tile(4, 4))), (7, (2, Tile(0, 0))),
           (8, (1, Tile(6, 6))), (9, (0, Tile(5, 5))), (4, (0, None))]


@pytest.mark.parametrize(("hand", "found"), DOUBLES, ids=str)
def test_each_hand_is_led_by_a_double_of_its_own(hand: int, found: Any) -> None:
    """6-6 leads the first hand, 5-5 the second, 0-0 the seventh and 6-6 the eighth; nobody holds 3-3."""
    rules = get("block").but(first_leader="hand-double", lead_tile="qualifying", lead_fallback="none")
    held = (tiles("5-5 2-1"), tiles("6-6 1-1"), tiles("4-4 0-0"))
    assert leader(rules, Standing((0, 0, 0), hand, 1, 0, "out"), held) == found


def test_the_double_of_the_hand_is_sought_until_it_comes() -> None:
    rules = get("block").but(first_leader="hand-double", lead_tile="qualifying", lead_fallback="draw", deal=1)
    order = tiles("2-1 6-6 5-0 6-1 5-5 0-0 6-5")
    shuffle = Shuffle.of((*order, *(tile for tile in rules.equipment.set.tiles if tile not in order)))
    state = start(rules, shuffle, standing=Standing((0, 0), 2, 0, 0, "out")).state
    for seat in (0, 1, 0):
        assert (state.turn, legal(state)) == (seat, (Draw(),))
        state = advance(state, Draw()).state
    assert (state.turn, legal(state)) == (0, (Play(Tile(5, 5)),))


@pytest.mark.parametrize(("how", "seat"), [("out", 3), ("blocked", 3)])
def test_the_partner_of_the_winner_leads(how: str, seat: int) -> None:
    rules = get("block/partners").but(next_leader="partner", block_leader="as-next")
    held = (*HELD, tiles("4-4 2-2"))
    assert leader(rules, Standing((0, 0), 2, 0, 1, how), held) == (seat, None)


def winners_choose(**more: Any) -> State:
    """Ben went out in the last hand, so his pair leads this one: he, or Dan."""
    rules = get("block/partners").but(next_leader="winning-pair", block_leader="as-next", **more)
    return start(rules, Shuffle(seed=1), names=("Ana", "Ben", "Cleo", "Dan"), standing=Standing((0, 0), 2, 0, 1, "out")
                 ).state


def test_the_winner_leads_a_tile_or_leaves_the_lead_to_the_partner_who_keeps_it() -> None:
    state = winners_choose()
    assert (state.turn, legal(state)[-1]) == (1, Pass())
    assert [play.tile for play in legal(state)[:-1]] == sorted(state.holdings[1])
    step = advance(state, Pass())
    assert step.state.turn == step.state.lead.seat == 3
    assert [play.tile for play in legal(step.state)] == sorted(state.holdings[3])
    assert judge(step.state, Pass()).text == "Dan may not pass, because 4-0 can be played."
    laid = advance(step.state, Play(Tile(4, 4))).state
    assert (laid.turn, laid.blocker) == (0, 3)


def test_to_lead_at_once_gives_the_turn_to_the_next_player() -> None:
    state = advance(winners_choose(), Play(Tile(3, 3))).state
    assert state.turn == 2
    assert Pass() not in legal(state)


def test_to_leave_the_lead_is_no_pass() -> None:
    """It costs nothing, it scores for nobody, and it proves nothing of the tiles."""
    state = winners_choose(pass_cost=5, pass_lead=25, pass_round=25, draw_when="never")
    step = advance(state, Pass())
    assert [type(event) for event in step.events] == [Leads]
    assert (step.state.scores, step.state.passes, step.state.over) == ((0, 0), 0, None)
    assert step.points == 0
    seen = view(step.state, 0)._replace(past=past_of((Step(None, None, (), state), step), 0))
    assert not any(infer(seen).lacked.values())


def test_a_leader_who_has_drawn_may_not_leave_the_lead() -> None:
    state = winners_choose(draw_when="optional")
    assert {action.kind for action in legal(state)} == {"play", "draw", "pass"}
    drawn = advance(state, Draw()).state
    assert {action.kind for action in legal(drawn)} == {"play", "draw"}
    assert not judge(drawn, Pass()).allowed


@pytest.mark.parametrize(("how", "seat"), [("out", 1), ("blocked", 2)])
def test_the_winners_choose_only_after_a_block(how: str, seat: int) -> None:
    rules = get("block/partners").but(next_leader="rotate", block_leader="winning-pair")
    table = start(rules, Shuffle(seed=1), standing=Standing((0, 0), 2, 0, 2, how)).state
    assert (table.turn, table.lead.may_leave) == (seat, how == "blocked")


def test_after_a_tie_nobody_may_leave_the_lead() -> None:
    rules = get("block/partners").but(next_leader="winning-pair", block_leader="as-next")
    state = start(rules, Shuffle(seed=1), standing=Standing((0, 0), 2, 0, None, "blocked")).state
    assert Pass() not in legal(state)
    assert not state.lead.may_leave


KINDS = [("double", "2-1 6-5", "next-player", (1, None)), ("double", "2-1 6-5", "heaviest", (0, Tile(5, 6))),
         ("double", "2-1 6-5", "none", (0, None)), ("double", "2-1 6-5", "redeal", (-1, None)),
         ("double", "2-1 4-4", "next-player", (0, None)), ("double-or-score", "3-2 6-5", "next-player", (0, None)),
         ("double-or-score", "2-1 6-5", "next-player", (2, None))]


@pytest.mark.parametrize(("kind", "held", "fallback", "found"), KINDS, ids=str)
def test_every_leader_has_to_play_a_tile_of_one_kind(kind: str, held: str, fallback: str, found: Any) -> None:
    """Ana leads. In Seven-Toed Pete 3-2 and 4-1 may lead, and Ben has neither: Cleo does."""
    rules = get("five-up").but(first_leader="youngest", lead_tile=kind, lead_fallback=fallback)
    second = tiles("3-3 6-0") if kind == "double" else tiles("2-0 6-0")
    assert leader(rules, held=(tiles(held), second, tiles("4-1 5-5"))) == found


LATER = [(Standing((0, 0, 0, 0)), 1, {"0-0"}), (Standing((9, 9, 9, 9), 2, 1, 2, "out"), 2, {"5-5", "6-6"}),
         (Standing((9, 9, 9, 9), 2, 1, 0, "out"), 1, {"0-0", "1-1"}),
         (Standing((9, 9, 9, 9), 2, 1, 3, "blocked"), 1, {"0-0", "1-1"}),
         (Standing((9, 9, 9, 9), 2, 1, None, "blocked"), 1, {"0-0"})]


@pytest.mark.parametrize(("standing", "seat", "may"), LATER, ids=["first", "winner", "passed", "far", "tie"])
def test_gaple_begins_with_the_double_blank_and_later_with_a_double(standing: Standing, seat: int,
                                                                    may: set[str]) -> None:
    """The player who should begin has no double: the next one who has one begins. After a tie it is as at first."""
    deal = (tiles("1-0 2-0 3-0"), tiles("0-0 1-1 2-1"), tiles("5-5 6-6 3-1"), tiles("4-0 5-0 6-0"))
    state = start(get("gaple"), Shuffle(seed=1), standing=standing).state
    lead = find_lead(state.table, deal, None)
    state = state._replace(holdings=deal, turn=lead.seat, lead=lead)
    assert (state.turn, {str(play.tile) for play in legal(state)}) == (seat, may)


@pytest.mark.parametrize(("fallback", "seat", "may"), [("none", 0, {"2-1", "3-2"}), ("next-player", 1, {"4-4"}),
                                                       ("redeal", None, set())])
def test_nobody_holds_the_double_that_leads_first(fallback: str, seat: int | None, may: set[str]) -> None:
    rules = get("gaple").but(lead_fallback=fallback, seats=[3], deal=2)
    deal = (tiles("2-1 3-2"), tiles("4-4 5-3"), tiles("6-5 6-4"))
    state = start(rules, Shuffle(seed=1), leader=0).state
    lead = find_lead(state.table, deal, None)
    assert (lead and lead.seat) == seat
    if lead:
        assert {str(play.tile) for play in plays(rules, Chain(), deal[lead.seat], lead)} == may


def test_a_leader_draws_until_a_double_comes_and_must_play_it() -> None:
    rules = get("block").but(first_leader="youngest", lead_tile="double", lead_fallback="leader-draws", deal=1)
    order = tiles("2-1 3-3 5-0 6-1 4-4 0-0 6-5")
    state = start(rules, Shuffle.of((*order, *(tile for tile in rules.equipment.set.tiles if tile not in order)))).state
    for _ in range(3):
        assert (state.turn, legal(state)) == (0, (Draw(),))
        state = advance(state, Draw()).state
    assert state.holdings[0] == tiles("2-1 5-0 6-1 4-4")
    assert (state.turn, legal(state)) == (0, (Play(Tile(4, 4)),))


def stuck_at(*held: str, chain: Chain | None = None, **axes: Any) -> State:
    """Ana to move on the 2-2, without a boneyard, in the Block Game with discards."""
    rules = get("block").but(cannot_play="discard", **axes)
    state = start(rules, Shuffle(seed=1), seats=len(held), leader=0).state
    return state._replace(chain=chain or Chain().lay(Tile(2, 2)), blocker=len(held) - 1, turn=0, stock=(),
                          holdings=tuple(map(tiles, held)))


def done(state: State, *moves: str) -> State:
    """The position after these moves, each the tile that is played or discarded."""
    for text in moves:
        state = advance(state, next(one for one in legal(state) if one.tile == Tile.of(text))).state
    return state


def test_who_cannot_play_discards_and_everything_that_is_left_counts() -> None:
    """Ana 4-3 and 4-4, 15 pips; Ben keeps the 6-6, 12 pips: he wins 15 less 12."""
    state = stuck_at("4-3 4-4", "2-1 6-6")
    assert legal(state) == (Discard(Tile(3, 4)), Discard(Tile(4, 4)))
    assert not judge(state, Pass()).allowed
    state = done(state, "4-4", "2-1")
    assert (state.holdings, state.discards, state.turn) == ((tiles("4-3"), tiles("6-6")), (tiles("4-4"), ()), 0)
    assert state.over == "blocked"
    found = settle(state)
    assert (found.settled.winner, found.settled.award, found.state.scores) == (1, 3, (0, 3))
    assert "8 for Ana" in found.settled.ruling.tree()[-1].text.replace(" pips", "")


def test_a_player_with_discards_does_not_go_out_and_has_no_more_turns() -> None:
    """Ana discards the 4-4 and lays the 1-0, her last. Ben and Cleo go on; Ben lays all he has, and is out."""
    state = done(stuck_at("4-4 1-0", "2-1 5-3 5-0", "2-5 6-6"), "4-4", "2-1", "5-2", "1-0")
    assert (state.over, state.holdings[0], state.turn) == (None, (), 1)
    state = done(state, "5-3")
    assert state.turn == 2
    state = done(state, "6-6")
    assert (state.turn, state.discards) == (1, (tiles("4-4"), (), tiles("6-6")))
    state = done(state, "5-0")
    assert state.over == "out"
    assert settle(state).state.scores == (0, 20, 0), "8 of Ana and 12 of Cleo"


def test_another_turn_is_for_a_player_with_tiles() -> None:
    """After a double Ana would go on, but it was her last tile, and she has discarded one."""
    state = done(stuck_at("4-4 1-1", "2-1 5-0", extra_turn="on-double"), "4-4", "2-1", "1-1")
    assert (state.over, state.turn) == ("blocked", 1)
    assert settle(state).state.scores == (0, 3), "Ana has 8 pips and Ben 5"


def test_discards_count_for_partners_too() -> None:
    """The pairs hold 8 + 10 and 12 + 2. Alone, Dan's 2 pips are the fewest, and only they come off."""
    for team_block, award in (("team-total", 18 - 14), ("individual", 18 - 2)):
        state = done(stuck_at("4-4", "2-0 6-6", "5-5", "1-1", teams="pairs", team_block=team_block), "4-4", "2-0")
        assert state.over == "blocked"
        assert settle(state).state.scores == (0, award)


def test_a_tile_is_discarded_only_if_none_can_be_drawn() -> None:
    state = stuck_at("4-3 4-4", "2-1", draw_when="unable", draw_max=1)._replace(stock=tiles("6-5 5-4"))
    assert not judge(state, Discard(Tile(4, 4))).allowed
    state = advance(state, Draw()).state
    assert judge(state, Discard(Tile(4, 4))).allowed
    assert judge(state, Discard(Tile(5, 6))).allowed
    assert not judge(state, Draw()).allowed
    assert not judge(state, Discard(Tile(1, 1))).allowed, "she does not hold it"


def test_others_learn_of_a_discard_and_not_of_its_tile() -> None:
    state = stuck_at("4-3 4-4", "2-1 6-6")
    step = advance(state, Discard(Tile(4, 4)))
    assert why(step, seen_by=0).what == why(step).what == "Ana discards 4-4."
    for seat in (1, -1):
        assert "4-4" not in why(step, seen_by=seat).text
    seen = past_of((Step(None, None, (), state), step), 1)[-1]
    assert (seen.action, seen.state.discards, seen.events) == (Discard(FACE_DOWN), ((FACE_DOWN,), ()), ())
    assert past_of((step,), 0)[-1].action == step.action
    assert view(step.state, 1).discards == ((FACE_DOWN,), ())
    for name in POLICIES:
        policy = get_player(name)
        action = policy(view(state, 0), Shuffle(seed=1).choices(0))
        assert action in legal(state)
        assert "4-" not in reason(policy, view(state, 0), action), "the reason is said aloud"
    assert greedy(view(state, 0), Shuffle(seed=1).choices(0)) == Discard(Tile(3, 4)), "the lightest costs least"


@pytest.mark.parametrize(("rule", "able"), [("any-end", ["4-1", "5-5"]), ("same-end", ["4-1"])])
def test_where_another_turn_is_played(rule: str, able: list[str]) -> None:
    """After the 5-4 on the 5-5 the ends show 5 and 4: only the 4-1 joins the 5-4, and after a round both fit."""
    state = start(get("block").but(extra_turn="while-fits", extra_turn_at=rule), Shuffle(seed=1), leader=0).state
    held = (tiles("5-4 4-1 5-3 0-0"), tiles("6-1 6-6"))
    state = state._replace(chain=Chain().lay(Tile(5, 5)), holdings=held, blocker=1, lead=state.lead._replace(must=None))
    state = advance(state, Play(Tile(4, 5), state.chain.ends[0])).state
    state = state._replace(holdings=(tiles("4-1 5-5 0-0"), held[1]))
    assert [str(action.tile) for action in legal(state)] == able
    refused = judge(state, Play(Tile(5, 5), state.chain.ends[0]))
    assert refused.allowed == (rule == "any-end")
    assert refused.allowed or refused.id == "HOUSE-EXTRA-TURN-AT"
    stuck = state._replace(holdings=(tiles("5-5 0-0"), held[1]))
    assert [str(action.kind) for action in legal(stuck)] == ["play" if rule == "any-end" else "pass"]
    if rule == "same-end":
        turn = advance(advance(stuck, Pass()).state, Pass()).state
        assert [str(action.tile) for action in legal(turn)] == ["5-5"]


def test_after_a_double_only_another_double_may_follow() -> None:
    """The ends show 5 and 2. After her 5-5 Ana may lay the 2-2, not the 5-1 or the 3-3, and need not; nobody draws."""
    state = start(get("draw").but(extra_turn="more-doubles"), Shuffle(seed=1), leader=0, names=["Ana", "Ben"]).state
    held = (tiles("5-5 2-2 5-1 3-3"), tiles("5-4 6-1"))
    state = state._replace(chain=Chain().lay(Tile(2, 5)), holdings=held, blocker=1, lead=state.lead._replace(must=None))
    step = advance(state, Play(Tile(5, 5), state.chain.ends[1]))
    assert "5-5 is a double, so Ana may lay another double at once." in why(step).text
    again = step.state
    assert legal(again) == (Play(Tile(2, 2), again.chain.ends[0], 2), Pass())
    single = judge(again, Play(Tile(1, 5), again.chain.ends[1]))
    assert (single.allowed, single.id) == (False, "HOUSE-EXTRA-TURN")
    assert single.text == "After a double, only another double may follow in the same turn: lay one, or pass."
    assert not judge(again, Draw()).allowed
    assert judge(again, Pass()).text == "Ana need not lay another double."
    assert (advance(again, Pass()).state.turn, done(again, "2-2").turn) == (1, 1), "no third double fits 5 or 2"


@pytest.mark.parametrize("order", ["four-first", "four-first-clockwise"])
def test_the_same_end_may_not_be_open_yet(order: str) -> None:
    """Ana begins an arm of the 5-5 with her 5-4. It can be continued only when all four are begun."""
    rules = get("block").but(extra_turn="while-fits", extra_turn_at="same-end", spinner="first", arm_order=order)
    state = start(rules, Shuffle(seed=1), leader=0).state
    state = state._replace(chain=Chain().lay(Tile(5, 5), spins=True), blocker=1,
                           holdings=(tiles("5-4 4-1 5-3"), tiles("6-1 6-6")))
    state = advance(state, Play(Tile(4, 5), state.chain.ends[0])).state
    assert (state.turn, legal(state)) == (0, (Pass(),))
    said = "Ana has no tile that fits 4 (not open yet)."
    assert judge(state, Pass()).text == said


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_tile_of_the_boneyard_begins_and_the_leader_plays_on_it(seats: int) -> None:
    """HOUSE-FIRST-TILE: the first tile that was not dealt lies on the table, and the boneyard begins with the next."""
    rules = get("block").but(first_tile="boneyard", first_leader="lot", lead_tile="any", lead_fallback="none")
    for seed in range(5):
        shuffle = Shuffle(seed=seed)
        order = shuffle.order(rules.equipment.set)
        step = start(rules, shuffle, seats=seats)
        dealt = rules["deal"][seats] * seats
        assert [laid.tile for laid in step.state.chain.laid] == [order[dealt]]
        assert step.state.stock == order[dealt + 1 :]
        leader = next(event.seat for event in step.events if isinstance(event, Leads))
        assert step.state.turn == leader
        assert all(action.kind in ("play", "pass") for action in legal(step.state))
        assert f"{order[dealt]} comes from the boneyard and begins the line." in why(step).text
