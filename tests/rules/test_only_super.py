"""A method of one's own that returns what the game answers leaves every game exactly as it is, in both engines."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import domino_lab as dl
from domino_lab.catalogue import rulesets
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import tiles
from domino_lab.kernel.encoding import encode_rules, unplayable
from domino_lab.kernel.own_tables import asks
from domino_lab.notebook import simulate
from domino_lab.play.match import new_match
from domino_lab.play.timeline import Timeline, play_out
from domino_lab.rules.axes import LEAD_KINDS
from domino_lab.rules.custom import axes_replaced
from domino_lab.rules.hooks import BASES, HOOKS, arguments_of
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Final, Settlement

NO_COUNT = "would never be called, because this game adds up no open ends"
NO_STACK = "would never be called, because nothing is stacked"
UNFIT = "do not go together"
REFUSED = {
    "counts": NO_COUNT, "count": NO_COUNT, "points": f"{NO_COUNT}|{UNFIT}", "worth": UNFIT,
    "loot": NO_STACK, "may_now": NO_STACK, "choices": UNFIT,
    "spins": f"the set has no doubles|{UNFIT}", "may": f"every tile is dealt|{UNFIT}",
    "may_pass": "unseen have no choice",
}
"""The methods that some games refuse, and why: what such a method decides cannot happen there, or another axis of the
game does not go with it, whatever the method answers. A patience refuses all that it has no use for.
"""


METHOD = """
class Same(Base):
    def {hook}(self, {asked}):
        return super().{hook}({asked})
"""


def only_super(group: str, hook: str) -> object:
    """A rule as a reader writes it, with one method that only asks the game."""
    made: dict[str, type] = {}
    method = METHOD.format(hook=hook, asked=", ".join(arguments_of(group, hook)))
    exec(method, {"Base": BASES[group], "__name__": __name__}, made)
    return made["Same"]()


def each_rule(home: Ruleset) -> Iterator[tuple[str, Ruleset]]:
    """The game with each rule that only asks the game, but for those that it refuses."""
    for group, hook in ((group, hook) for group, hooks in HOOKS.items() for hook in hooks):
        try:
            yield hook, home.but(**{group: only_super(group, hook)})
        except dl.RulesetError as error:
            if not re.search("has no such rule" if home.solo is not None else REFUSED[hook], str(error)):
                raise


def names_its_leader(rules: Ruleset) -> bool:
    """In the first hand the leader is a seat, or the holder of one tile: `leader` can say no more, as it says."""
    return (rules["lead_tile"] not in LEAD_KINDS and rules["lead_fallback"] not in ("draw", "leader-draws")
            and rules["first_leader"] != "hand-double")


def hands(rules: Ruleset, seats: int, count: int) -> list[Timeline]:
    """The first hands of a match. The players are named: by default they take points if a play can score."""
    if rules.solo is not None:
        return [play_out(rules, Shuffle(seed=8, hand=hand), policies="random") for hand in range(count)]
    match = new_match(rules, seats=seats)
    while len(match.hands) < count and not match.is_over:
        shuffle = Shuffle(seed=8, hand=len(match.hands))
        match = match.after(play_out(rules, shuffle, seats=seats, policies="random", standing=match.standing))
    return list(match.hands)


def told(line: Timeline) -> tuple[object, ...]:
    """Who led and how, every move, the score, and who won what; the sentences are those of the rule."""
    lead, settled = line[0].state.lead, line.steps[-1].settled
    return ([(step.seat, step.action) for step in line.steps], line.state.scores, line.state.over,
            lead._replace(ruling=None), settled and settled._replace(ruling=None))


@pytest.mark.parametrize("home", rulesets(), ids=lambda rules: rules.id)
def test_a_method_that_only_asks_the_game_changes_no_hand(home: Ruleset) -> None:
    for seats in {home.dealing.seat_counts[0], home.dealing.seat_counts[-1]}:
        expected = [told(line) for line in hands(home, seats, 3)]
        for hook, own in each_rule(home):
            count = 3 if hook != "leader" else int(names_its_leader(home))
            assert [told(line) for line in hands(own, seats, count)] == expected[:count], (hook, seats)
            assert own.dealing.seat_counts == home.dealing.seat_counts


@pytest.mark.parametrize("home", [rules for rules in rulesets() if not unplayable(rules)], ids=lambda rules: rules.id)
def test_a_method_that_only_asks_the_game_changes_nothing_in_the_kernel(home: Ruleset) -> None:
    """It gets the same numbers, or it asks the rule or counts what brings no points: then the hands are the same."""
    seats, expected = home.dealing.seat_counts[0], None
    for hook, own in each_rule(home):
        if unplayable(own, asking=True) or (hook == "leader" and not names_its_leader(home)):
            continue
        if asks(own) or encode_rules(own, seats) != encode_rules(home, seats):
            assert asks(own) or (hook == "points" and home["play_score"] == "none")
            expected = expected or simulate(home, hands=9, seats=seats, policies="random", engine="plain").sums
            assert simulate(own, hands=9, seats=seats, policies="random", engine="plain").sums == expected, hook


@pytest.mark.parametrize("home", rulesets(), ids=lambda rules: rules.id)
def test_a_method_that_only_asks_the_game_leaves_its_rules_on_the_page(home: Ruleset) -> None:
    """What the game says of the axes that the method could decide; where it has no such rule, one is added.

    What it says of every hand holds without the method only.
    """
    for hook, own in each_rule(home):
        [(group, policy)] = own.own.items()
        usual = [(said.clause, said.text.removeprefix("Without your own rule, ")) for said in own.statements]
        page = {(clause, text[:1].upper() + text[1:]) for clause, text in usual}
        assert [text for clause, text in page if clause.startswith("OWN-")], hook
        if own.values == home.values:
            decides = {*axes_replaced(group, policy)}
            kept = {(said.clause, said.text) for said in home.statements if decides & said.says.keys()}
            assert kept <= page, hook


MORE = ["6-6"] * 8
LEVEL, UNLIKE = ["6-0", "5-1", "4-2", "3-3", *MORE], ["6-0 6-1", "6-5", "1-0", "6-4", *MORE]


def blocks(rules: Ruleset) -> list[Settlement]:
    """The settlements of two blocked hands, without their sentences."""
    seats = rules.dealing.seat_counts[0]
    sides, names = tuple(map(rules.dealing.side, range(seats))), tuple("ABCDEFGHIJKL"[:seats])
    holdings = [tuple(map(tiles, held[:seats])) for held in (LEVEL, UNLIKE)]
    ends = [Final(held, tuple(map(rules.equipment.total, held)), sides, names, None, 1, leader=0, standing=Standing(
        (0,) * len({*sides})), next_seat=lambda seat: rules.dealing.next_seat(seat, seats)) for held in holdings]
    return [rules.settling.settle(end)._replace(ruling=None) for end in ends]


@pytest.mark.parametrize("home", [rules for rules in rulesets() if rules.solo is None], ids=lambda rules: rules.id)
def test_a_method_that_only_asks_the_game_settles_a_block_as_it_does(home: Ruleset) -> None:
    """Whether all hold as many pips, or the partners of the winner hold unlike ones: the lighter of them leads next."""
    expected = blocks(home)
    for hook, own in each_rule(home):
        assert blocks(own) == expected, hook


def test_a_seat_count_that_the_game_has_not_stays_one_that_it_has_not() -> None:
    """The Block Game has no deal for five: this was a KeyError."""
    own = dl.ruleset("block").but(dealing=only_super("dealing", "each"))
    with pytest.raises(dl.IllegalAction, match=r"players must be 2, 3 or 4, not 5\. \(BL-DEAL-1\)"):
        dl.play_out(own, seats=5)


def test_a_deal_of_ones_own_is_told_the_number_of_the_hand_in_a_patience_too() -> None:
    class Eight(dl.rules.Dealing):
        def each(self, seats, set_size, hand):
            return 7 + hand

    assert len(dl.play_out(dl.ruleset("fives-limit").but(dealing=Eight()), seed=1)[0].state.holdings[0]) == 8
