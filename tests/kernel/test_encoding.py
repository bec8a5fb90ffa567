"""A closed world: an axis, or a value, that an engine has never heard of is obeyed or refused, and never ignored."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.chance.knowledge import WITNESS, know
from domino_lab.chance.patience_prospects import hint, solvable
from domino_lab.chance.solver import SOLVER, perfect_play, refusal, solve
from domino_lab.chance.tournament import play_tournament
from domino_lab.chance.trials import GameTrials
from domino_lab.core.errors import DominoError, RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.ruleset_comparison import follow
from domino_lab.explain.spread import spread
from domino_lab.kernel import chain_games
from domino_lab.kernel.encoding import KERNEL, PATIENCE, encode_rules, unplayable
from domino_lab.notebook import simulate
from domino_lab.play.start import start
from domino_lab.play.timeline import deal_hand, play_out
from domino_lab.rules.axes import ANY, AXES, Axis
from domino_lab.rules.known import Known
from domino_lab.rules.rulebook import GROUPS
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Final
from tests.kernel.readable import by_kernel, by_reading
from tests.rules.new_axis import Paying, whole
from tests.rules.random_rules import OPTIONS, changed, tables_of

LISTS = (KERNEL, PATIENCE, SOLVER, WITNESS)
PAID = 27


def with_fee(name: str, default: int) -> Ruleset:
    """A game of a catalogue that was written after the axis."""
    rules = get(name)
    return replace(rules, values={**rules.values, "fee": default}, game=None)


@pytest.fixture
def a_fee(monkeypatch: pytest.MonkeyPatch) -> None:
    """The axis fee, which the readable engine obeys."""
    rulesets()
    monkeypatch.setitem(GROUPS, "settling", Paying)
    monkeypatch.setitem(AXES, "fee", Axis("fee", "settling", 0, whole, "a whole number"))


def winnings(rules: Ruleset, hands: int) -> int:
    """What the winners of some hands are awarded in all, by the readable engine."""
    settled = (play_out(rules, Shuffle(seed=1, hand=hand)).steps[-1].settled for hand in range(hands))
    return sum(one.award for one in settled if one is not None)


ENGINES: dict[str, Callable[[Ruleset], object]] = {
    "simulate": lambda rules: simulate(rules, hands=20, seed=1),
    "simulate, plain": lambda rules: simulate(rules, hands=20, seed=1, engine="plain"),
    "simulate, by a player the kernel does not know": lambda rules: simulate(rules, hands=1, policies="partner"),
    "the chance lab": lambda rules: GameTrials(rules, "wins"),
    "the tournament": lambda rules: play_tournament(["greedy", "random"], rules, deals=2),
    "the tournament of others": lambda rules: play_tournament(["partner", "random"], rules, deals=2),
    "the kernel's rules": lambda rules: encode_rules(rules, 2),
    "perfect play": lambda rules: perfect_play(play_out(rules, Shuffle(seed=1))),
    "the solver": lambda rules: solve(start(rules, Shuffle(seed=1)).state),
    "hidden tiles": lambda rules: know(play_out(rules, Shuffle(seed=1)), 0),
    "the thinker": lambda rules: play_out(rules, Shuffle(seed=1), policies="thinking"),
}


@pytest.mark.parametrize("asked", ENGINES)
@pytest.mark.parametrize("value", [0, PAID])
def test_every_engine_that_decides_again_refuses_an_axis_it_does_not_know(
    asked: str, value: int, a_fee: None
) -> None:
    rules = with_fee("block", 0)
    rules = rules.but(fee=value) if value else rules
    with pytest.raises(ValueError, match=rf"^fee = {value}: .* does not know the axis fee; dl\.play_out and dl\.comp"):
        ENGINES[asked](rules)


def test_the_views_that_would_show_what_such_an_engine_finds_say_why_they_do_not(a_fee: None) -> None:
    hand = play_out(with_fee("block", 0).but(fee=PAID), Shuffle(seed=1))
    for view, engine in ((dl.HiddenTiles(hand), "the deduction of hidden tiles"), (dl.PerfectPlay(hand), "the solver")):
        assert f"fee = 27: {engine} does not know the axis fee" in view._repr_mimebundle_()["text/plain"]


@pytest.mark.parametrize("asked", ENGINES)
def test_a_game_that_was_made_before_the_axis_is_refused_too(asked: str, a_fee: None) -> None:
    with pytest.raises(ValueError, match="does not know the axis fee"):
        ENGINES[asked](get("block"))


def test_the_default_may_be_the_very_thing_that_is_not_known(a_fee: None) -> None:
    """So the value does not matter: of two rulesets that nobody has changed, one pays and the other does not."""
    paying = with_fee("block", PAID)
    assert paying.changes() == {}
    assert winnings(paying, 20) > winnings(get("block"), 20)
    assert unplayable(paying)
    assert refusal(start(paying, Shuffle(seed=1)).state)


def test_the_readable_engine_plays_by_it_where_it_is_asked_for(a_fee: None) -> None:
    plain, paying = with_fee("block", 0), with_fee("block", 0).but(fee=PAID)
    without, with_it = (simulate(rules, hands=20, seed=1, engine="readable") for rules in (plain, paying))
    won = sum(without.sums.wins(side) for side in (0, 1))
    assert won > 10
    assert [sum(found.sums.by_side(side, "award")[0] for side in (0, 1)) for found in (without, with_it)] == [
        winnings(plain, 20), winnings(plain, 20) + PAID * won]
    assert "fee" in with_it.why_readable


def test_so_do_comparisons(a_fee: None) -> None:
    plain, paying = with_fee("block", 0), with_fee("block", 0).but(fee=PAID)
    one, other = follow(Shuffle(seed=1), [plain, paying]).lines
    assert other.timeline.steps[-1].settled.award - one.timeline.steps[-1].settled.award == PAID
    many = spread(Shuffle(seed=1), [plain, paying], hands=20)
    won = simulate(plain, hands=20, seed=1, engine="readable")
    assert [sum(values) for values in zip(*many.values, strict=True)] == [
        winnings(plain, 20), winnings(plain, 20) + PAID * sum(won.sums.wins(side) for side in (0, 1))]


@pytest.mark.parametrize("game", ["bingo", "patience", "fives-limit", "five-columns", "knock-out", "twelve-to-go"])
def test_the_engines_of_the_patience_games_refuse_it_too(game: str, a_fee: None) -> None:
    for asked in (simulate, solvable, GameTrials):
        with pytest.raises(ValueError, match=r"^fee = 0: the patience kernel does not know the axis fee"):
            asked(get(game))


def test_a_hint_goes_by_the_rules_themselves_where_there_is_no_solver(a_fee: None) -> None:
    assert hint(deal_hand(get("knock-out"), Shuffle(seed=3))).words.startswith("remove")


def test_an_axis_that_a_patience_comes_to_heed_is_not_ignored_any_more() -> None:
    bingo = get("bingo")
    heeding = replace(bingo, solo=replace(bingo.solo, heeds=(*bingo.solo.heeds, "reserve")))
    assert unplayable(heeding).startswith("reserve = 0: the patience kernel does not know the axis reserve")
    assert not unplayable(bingo)


def test_no_axis_is_declared_that_no_group_goes_by(monkeypatch: pytest.MonkeyPatch) -> None:
    for axis in AXES.values():
        assert axis.name in GROUPS[axis.group].axis_names
    monkeypatch.setitem(AXES, "fee", Axis("fee", "settling", 0, whole, "a whole number"))
    with pytest.raises(RulesetError, match="no group of rules holds the axis fee"):
        with_fee("block", 0)


def test_the_kernel_goes_by_no_axis_that_it_keeps_no_place_for(a_fee: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the axis is declared as one that all engines go by in the usual way."""
    monkeypatch.setitem(AXES, "fee", AXES["fee"]._replace(engines={}))
    rules = with_fee("block", 0).but(fee=PAID)
    assert unplayable(rules).startswith("fee = 27: the kernel does not know the axis fee")
    assert WITNESS.refusal(rules) == ""


def test_an_engine_goes_by_the_values_that_an_axis_names_for_it(a_fee: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(AXES, "fee", AXES["fee"]._replace(engines={"kernel": (3,), "solver": (), "hidden": ANY}))
    for value, engines in {0: LISTS, 3: (KERNEL, WITNESS), PAID: (WITNESS,)}.items():
        rules = with_fee("block", 0).but(fee=value)
        assert [known.engine for known in (KERNEL, SOLVER, WITNESS) if not known.refusal(rules)] == [
            known.engine for known in engines if known is not PATIENCE]


def test_every_place_of_an_axis_is_read_by_the_text_that_has_it() -> None:
    """An encoder writes a number, and somebody must read it: no place stands in its text by its declaration alone."""
    written = Path(str(chain_games.__file__)).read_text(encoding="utf-8")
    for axis in chain_games.axis.of:
        name = re.search(rf'(?m)^([A-Z_]+)\b.* = axis(\.of_number)?\(\s*"{axis}"', written)
        assert name, axis
        assert re.search(rf"rules\[{name[1]}\]", written), axis


@pytest.mark.parametrize("policy", ["a matching", "a settling"])
def test_the_solver_names_a_policy_of_a_readers_own(policy: str) -> None:
    rules = get("block").but(**{"a matching": {"matching": Neighbours()}, "a settling": {"settling": Halves()}}[policy])
    name = {"a matching": "matching = own: Neighbours", "a settling": "settling = own: Halves"}[policy]
    assert refusal(start(rules, Shuffle(seed=1)).state).endswith(f" is different: {name}.")
    with pytest.raises(DominoError, match=name):
        perfect_play(play_out(rules, Shuffle(seed=1)))


class Neighbours(dl.rules.Matching):
    """Halves that differ by one meet."""

    def meets(self, half: int, value: int) -> bool:
        return abs(half - value) == 1


class Halves(dl.rules.Settling):
    """The award is halved."""

    def award(self, final: Final, seat: int) -> int:
        return super().sums(final, seat).award // 2


@pytest.mark.parametrize("known", [KERNEL, SOLVER, WITNESS], ids=lambda known: known.engine)
def test_every_axis_is_known_to_each_engine_of_the_games_with_rivals(known: Known) -> None:
    assert [name for name, axis in AXES.items() if not known.values_of(axis)] == []


def test_every_axis_that_a_patience_heeds_is_known_to_its_kernel() -> None:
    heeded = frozenset().union(*(rules.solo.axes for rules in rulesets() if rules.solo is not None))
    assert heeded == {"max_pip", "copies", "doubles", "weights", "deal", "spinner", "arm_order", "matching",
                      "double_lay", "bingo_remove", "knock", "hold_limit"}
    assert [name for name in heeded if not PATIENCE.values_of(AXES[name])] == []


@pytest.mark.parametrize("known", LISTS, ids=lambda known: known.engine)
def test_every_listed_value_is_one_that_there_is(known: Known) -> None:
    """A list that names what no axis can be has been forgotten when something else was changed."""
    for name, axis in AXES.items():
        for value in known.values_of(axis):
            if isinstance(value, str):
                assert f'"{value}"' in axis.values or value == axis.default, (name, value)


def odd(name: str, axis: str, value: object) -> Ruleset:
    """A ruleset with one value that nobody has checked."""
    rules = replace(get(name))
    object.__setattr__(rules, "values", {**rules.values, axis: value})
    return rules


def test_every_value_that_there_is_has_a_number_in_the_kernel() -> None:
    for axis, found in AXES.items():
        for word in re.findall(r'"([a-z-]+)"', found.values):
            for known in (KERNEL, PATIENCE):
                if known.values_of(found) and not found.readable:
                    assert known.strange_value(odd("block", axis, found.read(word))) == "", (axis, word)
    left = ("max_pip", *(name for name, axis in AXES.items() if axis.readable))
    assert not [rules.id for rules in rulesets() if unplayable(rules) and not unplayable(rules).startswith(left)]


NEW = {"tie": "coin", "first_leader": "oldest", "draw_when": "always", "lead_fallback": "lot", "stack": "tower",
       "block": "three-passes", "end_base": "half", "target_when": "next-turn", "tie_order": "pips", "claim": "shout",
       "team_block": "captain", "round_scope": "twice", "stack_when": "never", "steal_credit": "half",
       "draw_cost_in": "tricks", "visibility": "open", "teams": "trios", "double_lay": "round"}


@pytest.mark.parametrize("axis", [axis for axis in NEW if not AXES[axis].readable])
def test_a_value_without_a_number_is_refused(axis: str) -> None:
    rules = odd("block", axis, NEW[axis])
    for asked in (simulate, GameTrials, lambda one: play_tournament(["greedy", "random"], one, deals=1)):
        with pytest.raises(ValueError, match=f'^{axis} = "{NEW[axis]}": the kernel does not know this value of {axis}'):
            asked(rules)


@pytest.mark.parametrize("axis", ["tie", "draw_when", "block", "tie_order", "visibility", "stack"])
def test_the_solver_refuses_a_value_it_does_not_know(axis: str) -> None:
    first = start(get("block"), Shuffle(seed=1)).state
    said = refusal(first._replace(table=first.table._replace(rules=odd("block", axis, NEW[axis]))))
    assert said == ("Perfect play is for games where you play, draw or pass. Block Game is different: "
                    f'{axis} = "{NEW[axis]}".')


@pytest.mark.parametrize("axis", ["first_leader", "draw_when", "lead_fallback", "visibility"])
def test_nothing_is_proved_by_a_value_that_is_not_known(axis: str) -> None:
    said = WITNESS.refusal(odd("block", axis, NEW[axis]))
    assert said.startswith(f'{axis} = "{NEW[axis]}": the deduction of hidden tiles does not know this value')


@pytest.mark.parametrize("axis", [axis for axis in OPTIONS if KERNEL.values_of(AXES[axis])])
def test_the_kernel_goes_by_every_axis_of_which_it_says_so(axis: str) -> None:
    """One axis changed, in a game that counts and in one that does not; uncompiled, so that it takes no time."""
    for game in ("all-fives", "block"):
        for value in OPTIONS[axis]:
            rules = changed(get(game), [(axis, value)])
            if rules[axis] == get(game)[axis] or unplayable(rules):
                continue
            seats = tables_of(rules)[-1]
            policies = ["greedy"] + ["random"] * (seats - 1)
            read = [by_reading(rules, seats, policies, 11, hand) for hand in range(3)]
            assert list(by_kernel(rules, seats, policies, 11, 0, 3, compiled=False)) == read, value
