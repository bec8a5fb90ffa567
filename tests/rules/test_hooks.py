"""Every method of a reader's own policy is asked in play, or the policy is refused by the names of its methods."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

import domino_lab as dl
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.match import new_match
from domino_lab.play.timeline import play_out
from domino_lab.rules.hooks import BASES, HOOKS
from domino_lab.rules.leading import Lead
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Settlement
from domino_lab.rules.turns import Loot

HANDS = 12
LEADS = Ruling("OWN-LEADING", "leads", {"player": "Ana"})
ANSWERS: dict[tuple[str, str], Callable[..., Any]] = {
    ("equipment", "weight"): lambda tile: tile.low + tile.high,
    ("dealing", "each"): lambda seats, set_size: 4,
    ("dealing", "next_seat"): lambda seat, seats: (seat + 1) % seats,
    ("dealing", "bonus"): lambda holding: 5,
    ("leading", "leader"): lambda deck: 1,
    ("leading", "find"): lambda deck, standing, next_seat: Lead(0, None, LEADS),
    ("arms", "spins"): lambda tile, chain: tile.low == 3,
    ("arms", "open_ends"): lambda chain: chain.ends,
    ("arms", "allows"): lambda tile, end, chain, so_far: True,
    ("matching", "meets"): lambda half, value: half == value,
    ("matching", "fits"): lambda tile, value: value in tile[:2],
    ("matching", "outs"): lambda tile, value: [tile.other(value)] if value in tile[:2] else [],
    ("drawing", "may"): lambda able, stock, drawn, chosen=0: not able,
    ("scoring", "points"): lambda total: total,
    ("scoring", "counts"): lambda term: term.value,
    ("scoring", "count"): lambda chain: len(chain.laid),
    ("scoring", "worth"): lambda chain: 1,
    ("ending", "over"): lambda chain: len(chain.laid) > 9,
    ("ending", "goes_on"): lambda drawable: drawable,
    ("settling", "award"): lambda final, seat: 5,
    ("settling", "winner"): lambda final: 0,
    ("settling", "settle"): lambda final: Settlement(0, 0, 5, Ruling("OWN-SETTLING", "wins", {"player": "A"})),
    ("winning", "reached"): lambda score, seats, teams: score > 20,
    ("winning", "winner"): lambda scores, seats, teams: 0 if max(scores) > 20 else None,
    ("stacking", "loot"): lambda spoils, tile: Loot(7, 7),
    ("stacking", "may_now"): lambda spoils: True,
    ("stacking", "choices"): lambda chain, ends, holding: [
        (tile, end.at) for end in ends for tile in holding if tile[:2] == chain.laid[end.at].tile[:2]],
    ("turns", "goes_on"): lambda tile: tile.low == 2,
    ("turns", "next_turn"): lambda chain, seat, seats: None,
    ("turns", "may_pass"): lambda able: able,
}
PAIRS = [(group, pair) for group, hooks in HOOKS.items() for pair in combinations(hooks, 2)]
REFUSED = {
    ("leading", ("leader", "find")),
    ("scoring", ("points", "worth")), ("scoring", ("counts", "worth")), ("scoring", ("count", "worth")),
    ("scoring", ("counts", "count")),
    ("settling", ("award", "settle")), ("settling", ("winner", "settle")),
    ("winning", ("reached", "winner")),
}
"""The pairs of which one would decide without the other; what the rest would be asked for is not the same."""


def policy(group: str, hooks: tuple[str, ...], asked: set[str]) -> object:
    """A policy with these methods, each of which notes that it was asked."""

    def noting(hook: str) -> Callable[..., Any]:
        def method(self: object, *given: Any, **named: Any) -> Any:
            asked.add(hook)
            return ANSWERS[group, hook](*given, **named)

        return method

    return type("Noting", (BASES[group],), {hook: noting(hook) for hook in hooks})()


def home(group: str) -> Ruleset:
    return dl.ruleset("all-fives").but(copies=2, deal=7) if group == "stacking" else dl.ruleset("all-fives")


def play(rules: Ruleset, group: str) -> None:
    """Some hands of a match; with the tile that may be stacked, where that is what is asked."""
    match = new_match(rules)
    for hand in range(HANDS):
        if not match.is_over:
            line = play_out(rules, Shuffle(seed=3, hand=hand), policies=["random", "random"], standing=match.standing)
            match = match.after(line)


def test_there_is_an_answer_for_every_method() -> None:
    assert set(ANSWERS) == {(group, hook) for group, hooks in HOOKS.items() for hook in hooks}


@pytest.mark.parametrize(("group", "hook"), ANSWERS, ids=lambda part: part)
def test_a_method_alone_is_asked_in_play(group: str, hook: str) -> None:
    asked: set[str] = set()
    rules = home(group)
    if group == "stacking" and hook != "choices":
        with pytest.raises(dl.RulesetError, match=rf"Noting\.{hook}\(.*\) would never be called, .* write stack="):
            rules.but(stacking=policy(group, (hook,), asked))
        rules = rules.but(stack="cutthroat")
    rules = rules.but(**{group: policy(group, (hook,), asked)})
    asked.clear()
    play(rules, group)
    assert asked == {hook}


@pytest.mark.parametrize(("group", "pair"), PAIRS, ids=lambda part: part if isinstance(part, str) else "+".join(part))
def test_of_two_methods_both_are_asked_in_play_or_the_two_are_refused(group: str, pair: tuple[str, str]) -> None:
    asked: set[str] = set()
    rules, made = home(group), policy(group, pair, asked)
    if group == "stacking" and "choices" not in pair:
        rules = rules.but(stack="cutthroat")
    if (group, pair) in REFUSED:
        with pytest.raises(dl.RulesetError) as refused:
            rules.but(**{group: made})
        said = str(refused.value)
        assert said.startswith(f"{group} = own: Noting: Noting.")
        assert all(f"Noting.{HOOKS[group][hook]}" in said for hook in pair)
        assert "leave one of them out, or" in said
        return
    rules = rules.but(**{group: made})
    asked.clear()
    play(rules, group)
    assert asked == {*pair}


class Calls:
    """Policies whose deciding method calls the other one: then both are asked."""

    class Leads(dl.rules.Leading):
        def leader(self, deck):
            return 1

        def find(self, deck, standing, next_seat):
            return Lead(self.leader(deck), None, Ruling("OWN-LEADING", "leads", {"player": deck.names[1]}))

    class LeadsOn(dl.rules.Leading):
        def leader(self, deck):
            return 1

        def find(self, deck, standing, next_seat):
            return super().find(deck, standing, next_seat)

    class Worth(dl.rules.Scoring):
        def points(self, total):
            return 100 + total

        def worth(self, chain):
            return super().worth(chain)

    class Settles(dl.rules.Settling):
        def winner(self, final):
            return 1

        def award(self, final, seat):
            return 17

        def settle(self, final):
            return self._later(final)

        def _later(self, final):
            return super().settle(final)

    class Wins(dl.rules.Winning):
        def reached(self, score, seats, teams):
            return score > 3

        def winner(self, scores, seats, teams):
            return next((side for side, score in enumerate(scores) if self.reached(score, seats, teams)), None)

    class Counts(dl.rules.Scoring):
        def counts(self, term):
            return 50

        def count(self, chain):
            return super().count(chain)


def test_a_method_that_the_deciding_one_calls_is_asked() -> None:
    fives = dl.ruleset("all-fives")
    for leads in (Calls.Leads(), Calls.LeadsOn()):
        assert dl.play_out(fives.but(leading=leads), seed=1)[0].state.lead.seat == 1
    assert dl.lay(fives.but(scoring=Calls.Worth()), "6-1")[-1].points == 107
    assert dl.lay(fives.but(scoring=Calls.Counts()), "6-1").state.board_count.total == 50
    settled = [dl.play_out(fives.but(settling=Calls.Settles()), seed=seed)[-1].settled for seed in range(4)]
    assert {one.winner for one in settled} == {1}
    assert fives.but(winning=Calls.Wins()).winning.winner([2, 9], seats=2, teams=False) == 1
    assert {one.award for one in settled} == {17}


def test_three_methods_of_matching_of_which_two_decide() -> None:
    with pytest.raises(dl.RulesetError, match=r"Noting\.meets\(half, value\) would never be called, .*fits.*outs"):
        dl.ruleset("block").but(matching=policy("matching", ("meets", "fits", "outs"), set()))


class AsksTheGame(dl.rules.Matching):
    """All three methods; what the game does for one of them, through `super()`, asks the others."""

    def meets(self, half, value):
        return half == value

    def fits(self, tile, value):
        return value in tile[:2]

    def outs(self, tile, value):
        return super().outs(tile, value)


def test_what_the_game_makes_of_the_halves_asks_which_of_them_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """This rule was refused, because what fits in the game is found without asking any method."""
    asked = []
    monkeypatch.setattr(AsksTheGame, "meets", lambda self, half, value: asked.append(value) or half == value)
    rules = dl.ruleset("block").but(matching=AsksTheGame())
    asked.clear()
    play(rules, "matching")
    assert asked


@pytest.mark.parametrize("game", ["bergen", "block"])
@pytest.mark.parametrize("hook", ["points", "counts", "count"])
def test_a_rule_on_counts_is_refused_where_nothing_is_counted_or_makes_the_game_count(hook: str, game: str) -> None:
    """Bergen looks at its two ends. In the Block Game points for a count are asked for, but a count alone scores 0."""
    asked: set[str] = set()
    home, made = dl.ruleset(game), policy("scoring", (hook,), asked)
    if (game, hook) != ("block", "points"):
        with pytest.raises(dl.RulesetError, match=rf"Noting\.{hook}\(.*adds up no open ends; write play_score"):
            home.but(scoring=made)
        type(made).play_score = "multiple"
    rules = home.but(scoring=made)
    asked.clear()
    dl.play_out(rules, seed=1)
    assert asked == {hook}
    assert rules["play_score"] == "multiple"


def test_nothing_is_stacked_any_more_and_the_rule_on_it_says_so() -> None:
    rules = home("stacking").but(stacking=policy("stacking", ("loot",), set()), stack="cutthroat")
    with pytest.raises(dl.RulesetError, match='nothing is stacked with stack = "none"'):
        rules.but(stack="none")
    assert Tile(0, 0) in rules.equipment.set.tiles


def test_the_game_is_cited_for_a_leader_that_an_own_rule_leaves_to_it() -> None:
    """The first hand is led as in Block; in the second one the rule gives the lead to another seat."""

    class Later(dl.rules.Leading):
        def find(self, deck, standing, next_seat):
            lead = super().find(deck, standing, next_seat)
            if standing.hand == 1 or lead is None:
                return lead
            return lead._replace(seat=next_seat(lead.seat), must=None)

    game, own = dl.ruleset("block"), dl.ruleset("block").but(leading=Later())
    first, usual = dl.play_out(own, seed=1), dl.play_out(game, seed=1)
    assert [str(dl.why(first, step)) for step in (0, 1)] == [str(dl.why(usual, step)) for step in (0, 1)]
    second = dl.play_match(own, seed=1).hands[1]
    assert second[0].state.lead.ruling.id == "OWN-LEADING"
    assert dl.why(second, 1).why.startswith("By your own rule,")


def test_what_a_method_returns_is_named_beside_its_class() -> None:
    """`help(dl.rules)` promises the objects that methods get and return; collections and tiles need no name there."""
    returned = " ".join(line.partition("->")[2].partition(":")[0] for line in dl.rules.guide().splitlines())
    named = set(re.findall(r"\b[A-Z]\w+", returned))
    assert {"OpenEnd", "Settlement", "Lead"} <= named
    assert named - {"Iterable", "Mapping", "None", "Tile"} <= set(dir(dl.rules))
    assert dl.rules.OpenEnd is type(dl.lay("block", "6-5").state.chain.ends[0])
    assert dl.rules.Chain is dl.Chain
