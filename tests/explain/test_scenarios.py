"""Which tile would score and how far a count can go, against a table of dominoes that is kept and counted anew here."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.tiles import Tile, tiles
from domino_lab.explain.scenarios import Largest, Prospect, largest, prospects_by_place, sides, unseen
from domino_lab.play.hand import advance
from domino_lab.play.legal import chain_after, plays
from domino_lab.play.references import shape_after
from domino_lab.play.state import State
from domino_lab.rules.ruleset import Ruleset
from tests.vectors.reading import study

EXAMPLE = "all-fives-worked-example"


# --- a table of our own: tiles with the halves that are still free, and how many tiles touch each


class Laid(NamedTuple):
    a: int
    b: int
    free: tuple[int, ...]
    touching: int
    joined: bool
    spins: bool


class Board(NamedTuple):
    spinners: str                       # "first" or "all"
    weights: tuple[int, ...] | None     # by touching tiles; None: twice until a second neighbour touches
    laid: tuple[Laid, ...] = ()

    def count(self) -> int:
        return sum(self.worth(one) for one in self.laid if one.free)

    def worth(self, one: Laid) -> int:
        if one.a != one.b:
            return sum(one.free)
        if self.weights is None:
            return 2 * one.a if one.touching - one.joined == 0 else 0
        return one.a * (self.weights[one.touching] if one.spins else 2)

    def after(self, a: int, b: int) -> Iterator[tuple[str, Board]]:
        """Each different board with that tile on it, and what it joined: tile and half."""
        spins = a == b and (self.spinners == "all" or all(one.a != one.b for one in self.laid))
        if not self.laid:
            yield "", self._replace(laid=(Laid(a, b, (a,) * 4 if spins else (a, b), 0, False, spins),))
        for at, onto in enumerate(self.laid):
            for value in sorted(set(onto.free) & {a, b}):
                rest = list(onto.free)
                rest.remove(value)
                covered = onto._replace(free=tuple(rest), touching=onto.touching + 1)
                out = a + b - value
                new = Laid(a, b, (out,) * (3 if spins else 1), 1, True, spins)
                yield f"{onto.b}-{onto.a} {value}", self._replace(
                    laid=(*self.laid[:at], covered, *self.laid[at + 1 :], new))

    def furthest(self, left: Sequence[Tile], most: int, strangers: Sequence[Tile] = (), more: int = 0) -> int:
        """The largest count after one to `most` tiles, by trying every order."""
        if not most:
            return -1
        best = -1
        for tile in (*left, *(strangers if more else ())):
            known = tile in left
            for _, after in self.after(*tile[:2]):
                on = [other for other in left if other != tile], [other for other in strangers if other != tile]
                best = max(best, after.count(), after.furthest(on[0], most - 1, on[1], more - (not known)))
        return best


BOARDS = {
    "all-fives": Board("first", (2, 2, 2, 1, 0)),
    "all-fives/all-spinners": Board("all", (2, 2, 2, 1, 0)),
    "all-fives/spinner-closed": Board("first", (2, 2, 0, 0, 0)),
    "five-up": Board("all", None),
}
SCORE = {"five-up": lambda total: total // 5}      # one point for each five; elsewhere the count itself


def would_score(state: State, wanted: Sequence[Tile] | None = None) -> list[Prospect]:
    """What each tile would bring under the rules of the position itself."""
    return [row.prospects[0] for row in prospects_by_place(sides(state), wanted)]


def points(name: str, total: int) -> int:
    return 0 if total % 5 else SCORE.get(name, lambda same: same)(total)


def random_position(name: str, seed: int, length: int) -> tuple[State, Board]:
    """The same tiles laid by the rules and on the board of this test."""
    state, board, choice = study(get(name)), BOARDS[name], random.Random(f"{name} {seed}")
    for _ in range(length):
        options = plays(state.rules, state.chain, unseen(state))
        play = choice.choice(options)
        onto = "" if play.end is None else f"{state.chain.laid[play.end.at].tile} {play.end.value}"
        board = dict(board.after(play.tile.low, play.tile.high))[onto]
        state = advance(state, play).state
    return state, board


positions = pytest.mark.parametrize(("name", "seed", "length"), [
    (name, seed, length) for name in BOARDS for seed, length in enumerate((0, 1, 2, 4, 7, 11))])


@positions
def test_every_tile_brings_what_the_board_says(name: str, seed: int, length: int) -> None:
    state, board = random_position(name, seed, length)
    assert state.board_count.total == board.count()
    wanted = {(str(tile), onto): (after.count(), points(name, after.count()))
              for tile in unseen(state) for onto, after in board.after(tile.low, tile.high)}
    found = would_score(state)
    told = {(str(one.tile), "" if one.play.end is None else
             f"{state.chain.laid[one.play.end.at].tile} {one.play.end.value}"): (one.board.total, one.points)
            for one in found}
    assert told == wanted
    assert len(found) == len(wanted)
    assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)


@positions
def test_the_largest_count_is_what_trying_every_order_finds(name: str, seed: int, length: int) -> None:
    state, board = random_position(name, seed, length)
    held = random.Random(seed).sample(unseen(state), 5)
    others = unseen(state, held)
    for most, more in ((1, 0), (2, 0), (5, 0), (2, 1), (3, 1)):
        found = largest(state, held, most=most, more=more)
        best = board.furthest(held, most, others, more)
        assert found.is_exact
        assert (found.value if found.plays else -1) == best
        check_way(found, state, held, most, more)


def check_way(found: Largest, state: State, held: Sequence[Tile], most: int, more: int) -> None:
    """The plays are legal one after the other, lead to that count, and use no tile that may not be used."""
    chain = state.chain
    for play in found.plays:
        assert play in plays(state.rules, chain, [play.tile])
        chain = chain_after(state.rules, chain, play, state.table.seats)
    assert state.rules.scoring.count(chain).total == found.value
    used = [play.tile for play in found.plays]
    assert len(set(used)) == len(used) <= most
    assert sum(1 for tile in used if tile not in held) <= more


# --- the worked example of the sheet of All Fives (AF0-SCORE-2; S-AF-1 to S-AF-4 in tests/vectors/vectors.toml)


@pytest.mark.parametrize(("ruleset", "counts"), [
    ("all-fives", [10, 10, 13, 15, 14, 16, 17, 20]),
    ("all-fives/spinner-closed", [10, 10, 3, 5, 9, 11, 12, 15]),
])
def test_each_tile_of_the_worked_example_is_foretold(ruleset: str, counts: list[int]) -> None:
    line = dl.lay(ruleset, "5-5 5-0 3-5 0-2 5-4 2-2 2-5@2-2 3-3")
    for before, step, total in zip(line.steps, line.steps[1:], counts, strict=False):
        [found] = [one for one in would_score(before.state, [step.action.tile])
                   if shape_after(one.play, before.state) == step.state.chain.shape()]
        assert found.board.total == total
        assert found.points == (total if total % 5 == 0 else 0) == step.points


def test_the_same_example_lies_side_by_side_under_other_rules() -> None:
    """S-AF-1 and S-AF-2 count 20 and 15; under Five Up a tip waits for both sides, and 5-5 counts nothing once joined.

    There 2-5, 3-3 and 5-4 are the ends that still count: 5 + 3 + 3 + 4 = 15, three points.
    """
    state = dl.load(EXAMPLE).state
    found = sides(state, [get("all-fives/spinner-closed"), get("five-up"), get("block"), get("all-sevens")])
    assert [side.state.board_count.total for side in found[:3]] == [20, 15, 15]
    assert [side.points for side in found[:3]] == [20, 15, 3]
    assert [(str(side.tile), side.refused.id) for side in found[3:]] == [("5-4", "GEN-END-1"), ("5-0", "A7-MATCH-1")]


def test_rows_side_by_side_say_where_a_tile_may_not_lie() -> None:
    """On the 5-5 with both sides covered, All Fives lays on the tips; a line without spinner does not."""
    found = sides(dl.lay("all-fives", "5-5 5-0 5-1").state, [get("all-fives").but(spinner="none")])
    rows = {row.onto.tile: row.prospects for row in prospects_by_place(found, tiles("5-2"))}
    on_spinner = rows[Tile(5, 5)]
    assert on_spinner[0].sum == "5 + 0 + 1 + 2 = 8"        # three tiles touch the spinner: it counts once
    assert on_spinner[1] is None


# --- calls, hands, limits, refusals


def test_a_score_that_must_be_called_is_called() -> None:
    state = dl.lay("two-box", "5-5").state
    best = would_score(state)[0]
    assert (best.points, best.play.call) == (20, 20)       # 5-5 joins 5-5: 10 for each, as only one side is covered
    assert sum(advance(state, best.play).state.scores) - sum(state.scores) == 20


def test_in_a_hand_the_mover_s_tiles_are_asked_about() -> None:
    hand = dl.play_out("all-fives", seed=7)
    state = hand[4].state
    held = set(state.holdings[state.turn])
    assert {one.tile for one in would_score(state)} <= held
    assert {one.play for one in would_score(state)} <= {play._replace(call=None) for play in dl.legal(state)
                                                        if play.kind == "play"}
    others = {tile for tile, _ in dl.would_score(hand, 4, "unseen").index}
    assert not others & {str(tile) for tile in held}
    everybody = [row for seat in state.holdings for row in dl.would_score(hand, 4, seat).index]
    everybody += list(dl.would_score(hand, 4, state.stock).index)
    assert sorted(dl.would_score(hand, 4, "all").index) == sorted(everybody)


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(dl.IllegalAction, match="over"):
        dl.would_score(dl.play_out("all-fives", seed=7))
    with pytest.raises(dl.RulesetError, match="scores nothing in play"):
        dl.largest(dl.lay("block", "5-5"))
    with pytest.raises(dl.IllegalAction, match="5-5 is already on the table") as refused:
        dl.would_score(EXAMPLE, 3, "5-5")
    assert refused.value.ruling.id == "GEN-DEAL-1"
    with pytest.raises(dl.IllegalAction, match="There is no 9-9 in this set"):
        dl.largest(EXAMPLE, 3, "9-9")
    with pytest.raises(dl.RulesetError, match="measure"):
        dl.largest(EXAMPLE, measure="pips")
    with pytest.raises(dl.NotationError, match="most"):
        dl.largest(EXAMPLE, most=0)


def test_a_search_that_is_cut_short_says_so_and_is_right_as_far_as_it_goes() -> None:
    state = dl.lay("all-fives", "5-5 5-0").state
    whole = largest(state, most=2)
    cut = largest(state, most=5, limit=whole.positions)
    assert not cut.is_exact
    assert (cut.searched, cut.value, cut.positions) == (2, whole.value, whole.positions)
    assert "5 tiles" in cut.text
    assert "5 tiles" not in whole.text


def test_no_tile_fits() -> None:
    found = dl.largest(dl.lay("all-fives", "5-5"), tiles="6-6 4-3")
    assert (found.plays, found.text) == ((), "None of these tiles can be played.")
    assert dl.would_score(dl.lay("all-fives", "5-5"), tiles="6-6 4-3").empty


def test_the_most_points_and_the_largest_count_are_two_things() -> None:
    """On a lone 6-4: 6-6 counts 12 + 4 = 16, no multiple; 6-1 counts 1 + 4 and scores 5; 4-4 counts 8 + 6."""
    line = dl.lay("all-fives", "6-4")
    assert dl.largest(line, tiles="6-6 6-1 4-4").value == 16
    scored = dl.largest(line, tiles="6-6 6-1 4-4", measure="points")
    assert (scored.value, [str(play.tile) for play in scored.plays]) == (5, ["6-1"])


def test_ends_that_score_by_being_alike() -> None:
    """BG-SCORE-1: the 2-2 alone shows two 2s, two points; no count is added up."""
    [found] = would_score(study(get("bergen")), [Tile(2, 2)])
    assert (found.points, found.board, found.sum) == (2, None, "2, 2")
    assert largest(study(get("bergen")), [Tile(2, 2), Tile(1, 2)], most=1).value == 2


@pytest.mark.parametrize("rules", [rules for rules in rulesets() if rules.solo is None], ids=lambda rules: rules.id)
def test_every_game_answers(rules: Ruleset) -> None:
    line = dl.play_out(rules, seed=3)
    state = next(line[step].state for step in (3, 2) if line[step].state.over is None)
    for one in would_score(state):
        judged = rules.scoring.judge(chain_after(rules, state.chain, one.play, 2), "Ana")
        assert one.points == (judged.points if judged is not None else 0)
    if rules["play_score"] != "none":
        assert largest(state, most=2, more=1).is_exact


def test_in_a_patience_no_tile_scores() -> None:
    for step in (0, None):
        with pytest.raises(dl.RulesetError, match="Five Columns is played alone"):
            dl.would_score("five-columns-empty-column", step)
