"""The line that makes something again has the reader's own objects in it, as their classes make them, and the name."""

from __future__ import annotations

import pytest

import domino_lab as dl
from domino_lab.play.players import players_by_seat
from domino_lab.rules.ruleset import Ruleset, python_source
from domino_lab.sessions.play import PlaySession, recipe
from tests.rules import test_custom as making
from tests.words import custom_rules
from tests.words.custom_rules import NeighbourPips, Primes, every

KNOWN = {**vars(custom_rules), **vars(making), "dl": dl}
HOUSE = dl.ruleset("block").but(name="Neighbours", matching=NeighbourPips(), reserve=1)
SOURCE = 'dl.ruleset("block").but(name="Neighbours", reserve=1, matching=NeighbourPips())'


def made(line: str) -> object:
    return eval(line, dict(KNOWN))


@pytest.mark.parametrize("rules", every(), ids=lambda rules: rules.name)
def test_the_source_of_rules_makes_equal_rules(rules: Ruleset) -> None:
    again = made(python_source(rules))
    assert (again, again.name) == (rules, rules.name)


def test_what_the_constructor_was_given_is_in_the_line() -> None:
    block = making.BLOCK
    assert python_source(block.but(matching=making.Steps(3))) == 'dl.ruleset("block").but(matching=Steps(by=3))'
    assert python_source(block.but(matching=making.FrozenSteps(3))).endswith("but(matching=FrozenSteps(by=3))")


class Secret(dl.rules.Matching):
    def __init__(self, by: int) -> None:
        self.twice = 2 * by

    def meets(self, half: int, value: int) -> bool:
        return abs(half - value) == self.twice


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("policy", [Secret(1), making.Told(), making.LOOSE],
                         ids=lambda policy: type(policy).__name__)
def test_there_is_no_line_where_nobody_knows_how_an_object_was_made(policy: object) -> None:
    rules = making.BLOCK.but(matching=policy)
    assert python_source(rules) == ""
    assert dl.simulate(rules, hands=1, progress=False).line == ""
    assert dl.play_out(rules, seed=1).recipe == ""
    assert dl.RuleForm(rules).line == ""


def test_the_lines_of_runs_hands_games_and_forms_name_the_object_and_keep_the_name() -> None:
    assert python_source(HOUSE) == SOURCE
    run = dl.simulate(HOUSE, hands=3, seed=4, progress=False)
    again = made(run.line)
    assert run.line.startswith(f"dl.simulate({SOURCE}, hands=3, seats=2, ")
    assert (again.sums, again.job.rules.name) == (run.sums, "Neighbours")
    hand = dl.play_out(HOUSE, seed=3, names=["Ana", "Ben"])
    assert hand.recipe == f"dl.play_out({SOURCE}, seed=3, names=['Ana', 'Ben'])"
    assert made(hand.recipe).steps == hand.steps
    assert recipe(PlaySession(HOUSE, against="heaviest", seed=1)).startswith(f"dl.Play({SOURCE}, ")
    assert dl.RuleForm(HOUSE).line == SOURCE
    trials = dl.chance.GameTrials(HOUSE)
    assert trials.recipe.startswith(f"{SOURCE}, ")
    found = dl.tournament(["heaviest", "random"], HOUSE, deals=1, progress=False)
    assert found.line == f'dl.tournament(["heaviest", "random"], [{SOURCE}], deals=1, seed=0)'
    quiz = dl.quiz(dl.ruleset("all-fives").but(scoring=Primes()), "legal", n=1, seed=1)
    assert quiz.line.startswith('dl.quiz(dl.ruleset("all-fives").but(scoring=Primes()), "legal", ')
    assert players_by_seat(None, HOUSE, 2) == ("heaviest", "heaviest")
