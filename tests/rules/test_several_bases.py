"""A rule of one's own that inherits from several bases decides as a class for each of them would."""

from __future__ import annotations

from itertools import combinations

import pytest

import domino_lab as dl
from domino_lab.core.shuffle import Shuffle
from domino_lab.play.timeline import play_out
from domino_lab.rules.group import Group
from domino_lab.rules.hooks import BASES
from domino_lab.rules.ruleset import python_source
from domino_lab.rules.sheet import rule_of_axis, rule_of_clause
from tests.rules.test_own_plays import BothOrNone, Two

FIVES = dl.ruleset("all-fives")


class BigSpins(dl.rules.Arms):
    def spins(self, tile, chain):
        """Doubles from 3 are spinners."""
        return tile.high >= 3


class OneMore(dl.rules.Scoring):
    multiple = 3

    def points(self, total):
        """A count that scores is worth one point more."""
        return super().points(total) + (total % 3 == 0)


class Ten(dl.rules.Settling):
    def award(self, final, seat):
        """The winner gets 10 points."""
        return 10


class Three(BigSpins, OneMore, Ten):
    """Three rules in one."""


class Points(OneMore, Ten):
    pass


class Pair(BothOrNone, Two):
    """A turn is two tiles, or none."""


class Winner(dl.rules.Settling, dl.rules.Winning):
    def winner(self, *_):
        return 0


class GoesOn(dl.rules.Turns, dl.rules.Ending):
    def goes_on(self, *_):
        return False


IN_ONE = FIVES.but(Three())
APART = FIVES.but(arms=BigSpins(), scoring=OneMore(), settling=Ten())


def test_bases_share_no_names_but_those_that_ask_each_other() -> None:
    """With one name in two groups, a rule for both would ask the wrong one of them."""
    members = {group: {name for made in base.__mro__ if made not in (Group, object) for name in vars(made)
                       if not name.startswith("__")} for group, base in BASES.items()}
    shared = {name for one, other in combinations(members.values(), 2) for name in one & other}
    assert shared - {"hooks", "axis_names", "decides", "_abc_impl"} == {"take", "goes_on", "winner"}


@pytest.mark.parametrize("seed", range(20))
def test_a_rule_for_three_groups_plays_as_three_rules(seed: int) -> None:
    one, apart = (play_out(rules, Shuffle(seed=seed)) for rules in (IN_ONE, APART))
    assert one.actions == apart.actions
    assert [step.state.scores for step in one.steps] == [step.state.scores for step in apart.steps]


@pytest.mark.parametrize("seed", range(20))
def test_two_tiles_in_a_turn_are_one_rule(seed: int) -> None:
    block = dl.ruleset("block")
    one, apart = (play_out(rules, Shuffle(seed=seed))
                  for rules in (block.but(Pair()), block.but(arms=BothOrNone(), turns=Two())))
    assert one.actions == apart.actions


def test_the_kernel_plays_it_as_two_rules() -> None:
    one, apart = (dl.simulate(rules, hands=400, seed=1, engine="plain")
                  for rules in (FIVES.but(Points()), FIVES.but(scoring=OneMore(), settling=Ten())))
    assert one.table().equals(apart.table())


def test_its_python_makes_it_again() -> None:
    source = python_source(IN_ONE)
    assert source == 'dl.ruleset("all-fives").but(arms=Three(), scoring=Three(), settling=Three())'
    assert eval(source) == IN_ONE


def test_its_methods_speak_for_it_on_the_page_and_its_class_where_they_do_not() -> None:
    said = {statement.clause: statement.text for statement in IN_ONE.statements}
    assert said["OWN-ARMS"] == "Doubles from 3 are spinners."
    assert said["OWN-SCORING"].startswith("A count that scores is worth one point more.")
    assert said["OWN-SETTLING"] == "The winner gets 10 points."
    pair = dl.ruleset("block").but(Pair())
    assert str(pair.sheet()).count("A turn is two tiles, or none.") == 2, "once on the card, once below it"
    says = {axis for statement in pair.statements if statement.clause.startswith("OWN-") for axis in statement.says}
    apart = dl.ruleset("block").but(arms=BothOrNone(), turns=Two())
    assert says == {axis for statement in apart.statements if statement.clause.startswith("OWN-")
                    for axis in statement.says}
    assert [rule_of_clause(pair, name) for name in ("OWN-ARMS", "OWN-TURNS")] == [rule_of_axis(pair, "extra_turn")] * 2
    assert "Give each of its methods a docstring" in dl.rules.guide()
    assert str(pair.card()).count("A turn is two tiles, or none.") == 1


class OnlySix(dl.rules.Arms):
    """Only the 6-6 takes more than two tiles."""

    def open_ends(self, chain):
        return [end for end in chain.ends if not end.is_tip or chain.laid[end.at].tile.weight == 12]


def test_a_rule_on_open_ends_decides_beside_the_spinners_of_the_game() -> None:
    """The page said that every double takes tiles on four sides, and a hand that four tiles can join 5-5."""
    rules = dl.ruleset("all-fives/all-spinners").but(OnlySix())
    said = next(statement.text for statement in rules.statements if statement.clause == "OWN-ARMS")
    assert said.endswith("takes more than two tiles. Where other rules here say something else, this one decides.")
    assert "takes more than two tiles. Where rules differ, this one decides." in str(rules.card())
    told = dl.why(dl.lay(rules, "5-5 5-1"), 1).text
    assert "5-5 is a spinner, and your own rule says on which sides of it a tile can join." in told
    assert "4 tiles" not in told


class Club(dl.rules.Turns):
    """Two rules of our club."""

    def goes_on(self, tile, so_far):
        """After the 6-6 you go on."""
        return tile.weight == 12

    def may_pass(self, able, so_far):
        """Anybody may pass twice in a hand."""
        return so_far.moves.count((so_far.seat, "pass")) < 2


def test_the_methods_of_a_rule_from_one_class_speak_after_it() -> None:
    """The docstring of the class stood alone, and a reader was not told what the rules are."""
    told = "Two rules of our club. After the 6-6 you go on. Anybody may pass twice in a hand."
    club = dl.ruleset("block").but(Club())
    assert [statement.text for statement in club.statements if statement.clause == "OWN-TURNS"] == [told]
    assert told in club.card().lines["turn"]


def test_its_name_says_it_once() -> None:
    assert str(IN_ONE) == "All Fives but arms and scoring and settling = own: Three"


def test_a_part_of_it_can_be_taken_back() -> None:
    rest = IN_ONE.but(arms=None)
    assert {*rest.own} == {"scoring", "settling"}
    assert rest.arms.spinner == FIVES.arms.spinner


@pytest.mark.parametrize(("give", "why"), [
    (lambda: FIVES.but(Three), r"Three is a class: write but\(Three\(\)\)"),
    (lambda: FIVES.but("target=61"), r"axes by name, as in but\(target=61\); you gave 'target=61'"),
    (lambda: FIVES.but(Three(), arms=BigSpins()), "arms is given twice: Three is a rule for it, too"),
    (lambda: FIVES.but(Three(), Ten()), "settling is given twice: Ten is a rule for it, too"),
    (lambda: FIVES.but(arms=Three()), r"Three is a rule for scoring, too, so write but\(Three\(\)\)"),
    (lambda: FIVES.but(turns=Three()), r"Three inherits from dl\.rules\.Arms and dl\.rules\.Scoring and "
                                       r"dl\.rules\.Settling, so write but\(Three\(\)\)"),
    (lambda: FIVES.but(Winner()), r"Winner\.winner could be a method of dl\.rules\.Settling and dl\.rules\.Winning"),
    (lambda: FIVES.but(GoesOn()), r"GoesOn\.goes_on could be a method of dl\.rules\.Ending and dl\.rules\.Turns"),
])
def test_what_cannot_be_given_is_refused_with_the_way_out(give, why: str) -> None:
    with pytest.raises(dl.RulesetError, match=why):
        give()
