"""The line to copy that a thing shows makes the same thing again where nothing else is known, the name included."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

import domino_lab as dl
from domino_lab.chance import patience_prospects
from domino_lab.rules.ruleset import Ruleset, python_source
from domino_lab.sessions.play import recipe as play_recipe
from domino_lab.sessions.sandbox import recipe as sandbox_recipe
from domino_lab.widgets import Lesson, Recorder
from domino_lab.widgets.chance_lab import recipe as chance_recipe
from domino_lab.widgets.rule_form import rules_line

ODD = 'A "club" \\ of\nours\t'
HOUSES: dict[str, Callable[[Ruleset], Ruleset]] = {
    "as it stands": lambda rules: rules,
    "named": lambda rules: rules.but(name="Our club"),
    "oddly named": lambda rules: rules.but(name=ODD),
    "changed": lambda rules: rules.but(**CHANGES[rules.id][0]),
    "changed twice": lambda rules: rules.but(**CHANGES[rules.id][0]).but(**CHANGES[rules.id][1]),
    "changed and back": lambda rules: rules.but(**CHANGES[rules.id][0]).but(
        **{axis: rules[axis] for axis in CHANGES[rules.id][0]}),
    "changed and named": lambda rules: rules.but(name="Our but better club", **CHANGES[rules.id][1]),
}
CHANGES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "block": ({"target": 61, "reserve": 1}, {"deal": {2: 5, 3: 4}, "tie": "blocker"}),
    "all-fives/all-threes": ({"multiple": [3, 5], "end_multiple": 3}, {"double_weights": [2, 2, 0, 0, 0]}),
    "all-fives": ({"multiple": 3}, {"double_weights": "covered-once", "spinner": "all"}),
    "knock-out": ({"knock": "run"}, {"weights": {"0-0": 13}}),
}


class Maker(NamedTuple):
    """How a thing is made by rules, the line that it shows, and what of it must be the same again."""

    made: Callable[[Ruleset], Any]
    line: Callable[[Any], str]
    seen: Callable[[Any], Any]


def of_rules(rules: Ruleset) -> tuple[Any, ...]:
    return rules, rules.name, dict(rules.values), dict(rules.clauses)


def of_line(line: Any) -> tuple[Any, ...]:
    return line.steps, of_rules(line.rules), line.names


def of_lines(found: Any) -> tuple[Any, ...]:
    return tuple(of_line(line.timeline) for line in found.lines)


def of_view(view: Any) -> tuple[Any, ...]:
    return type(view), of_line(view.here.timeline), view.here.step


SEED = dl.Shuffle(seed=3)
RIVALS: dict[str, Maker] = {
    "ruleset": Maker(lambda rules: rules, python_source, lambda made: of_rules(dl.ruleset(made))),
    "ruleset in a form": Maker(lambda rules: rules, rules_line, of_rules),
    "RuleForm": Maker(dl.RuleForm, lambda form: rules_line(form.rules), lambda made: of_rules(made.rules if isinstance(
        made, dl.RuleForm) else made)),
    "play_out": Maker(lambda rules: dl.play_out(rules, seed=3, hand=2, seats=2, names=["Ana", "O'Hara"],
                                                policies=["greedy", "random"]), lambda line: line.recipe, of_line),
    "what_if": Maker(lambda rules: dl.what_if(dl.play_out(rules, seed=3), 2, then="greedy"),
                     lambda line: line.recipe, of_line),
    "compare": Maker(lambda rules: dl.compare(SEED, [rules, rules.but(name="Other", target=50)], leader="own"),
                     lambda found: found.recipe, of_lines),
    "a line of a comparison": Maker(lambda rules: dl.compare(SEED, [rules, rules.but(target=50)]).lines[1].timeline,
                                    lambda line: line.recipe, of_line),
    "compare many": Maker(lambda rules: dl.compare(SEED, [rules, rules.but(name="Other", target=50)], hands=4),
                          lambda found: found.recipe,
                          lambda found: (found.values, found.names, *map(of_rules, found.rulesets))),
    "rejudge": Maker(lambda rules: dl.rejudge(dl.play_out(rules, seed=3), rules.but(name="Other", target=50)),
                     lambda found: found.recipe, lambda found: (found.sentences, *of_lines(found.comparison))),
    "simulate": Maker(lambda rules: dl.simulate(rules, hands=20, seed=3, progress=False), lambda found: found.line,
                      lambda found: (found.sums, of_rules(found.job.rules))),
    "tournament": Maker(lambda rules: dl.tournament(["heaviest", "random"], rules, deals=3, seed=3, progress=False),
                        lambda found: found.line,
                        lambda found: (found.bouts, *[of_rules(table.rules) for table in found.fixtures.tables])),
    "GameTrials": Maker(lambda rules: dl.chance.GameTrials(rules, "wins", side=1, seed=3),
                        lambda found: f"dl.chance.GameTrials({found.recipe}, seed={found.seed})",
                        lambda found: (found.what, found.side, of_rules(found.job.rules))),
    "ChanceLab": Maker(lambda rules: dl.ChanceLab(dl.chance.GameTrials(rules, "leader wins", seed=3)),
                       lambda view: chance_recipe(view.here),
                       lambda view: (view.here.trials.what, of_rules(view.here.trials.rules))),
    "quiz": Maker(lambda rules: dl.quiz(rules, "legal", n=2, seed=3), lambda quiz: quiz.here.recipe,
                  lambda quiz: [(item.asked, of_line(item.line)) for item in quiz.here.items]),
    "HandStepper": Maker(lambda rules: dl.HandStepper(rules, seed=3, step=2), lambda view: view.line, of_view),
    "HiddenTiles": Maker(lambda rules: dl.HiddenTiles(dl.play_out(rules, seed=3)), lambda view: view.line, of_view),
    "VariantComparison": Maker(lambda rules: dl.VariantComparison(SEED, [rules, rules.but(target=50)], step=3),
                               lambda view: view.line,
                               lambda view: (view.here.step, *of_lines(view.here.comparison))),
    "Play": Maker(lambda rules: dl.Play(rules, against="heaviest", seed=3, delay=0), lambda view: view.line,
                  lambda view: (view.here.seed, of_rules(view.here.live.rules), view.here.seating)),
    "Play, from a file": Maker(lambda rules: dl.Play(rules, seed=3).here, play_recipe,
                               lambda made: of_rules((made if hasattr(made, "live") else made.here).live.rules)),
    "ScoringSandbox": Maker(lambda rules: dl.ScoringSandbox(rules, versus=rules.but(target=50), position="5-5 5-0"),
                            lambda view: sandbox_recipe(view.here),
                            lambda view: tuple(map(of_rules, view.here.rulesets))),
    "Recorder": Maker(lambda rules: Recorder(dl.play_out(rules, seed=3).upto(3)), lambda view: view.line,
                      lambda view: of_line(view.here.timeline)),
    "a hand in one line": Maker(lambda rules: dl.play_out(rules, seed=3), lambda line: f'dl.load("{packed(line)}")',
                                of_line),
}
PATIENCE: dict[str, Maker] = {
    "play_out": RIVALS["play_out"]._replace(made=lambda rules: dl.play_out(rules, seed=3)),
    "solvable": Maker(lambda rules: dl.chance.solvable(rules, hands=20, seed=3), lambda found: found.line,
                      lambda found: (found, of_rules(found.rules))),
    "best_line": Maker(lambda rules: patience_prospects.best_line(rules, seed=3), lambda line: line.recipe, of_line),
    "simulate": RIVALS["simulate"],
    "Patience": Maker(lambda rules: dl.Patience(rules, seed=3), lambda view: view.line,
                      lambda view: of_line(view.here.timeline)),
}


def packed(line: Any) -> str:
    from domino_lab.record.compact import pack

    return pack(line)


def again(line: str, **known: Any) -> Any:
    """What the line makes where only the front door is known, and a reader's own classes."""
    return eval(line, {"dl": dl, **known})


def same(kind: Maker, rules: Ruleset, **known: Any) -> None:
    first = kind.made(rules)
    line = kind.line(first)
    assert line
    assert kind.seen(again(line, **known)) == kind.seen(first), line


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("kind", RIVALS)
def test_a_line_makes_the_same_again(kind: str, house: str) -> None:
    for game in ("block", "all-fives/all-threes"):
        same(RIVALS[kind], HOUSES[house](dl.ruleset(game)))


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("kind", PATIENCE)
def test_a_line_of_a_patience_makes_the_same_again(kind: str, house: str) -> None:
    same(PATIENCE[kind], HOUSES[house](dl.ruleset("knock-out")))


@pytest.mark.parametrize("house", HOUSES)
def test_a_line_of_perfect_play_makes_the_same_again(house: str) -> None:
    rules = HOUSES[house](dl.ruleset("block")).but(max_pip=3, deal=3)
    kind = Maker(lambda one: dl.PerfectPlay(dl.play_out(one, seed=3)), lambda view: view.line, of_view)
    same(kind, rules)


@pytest.mark.parametrize("house", HOUSES)
def test_a_line_of_a_lesson_makes_the_same_again(house: str) -> None:
    rules = HOUSES[house](dl.ruleset("block"))
    same(Maker(lambda one: Lesson(dl.play_out(one, seed=3), every=0), lambda view: view.line,
               lambda view: of_line(view.here.timeline)), rules)


class Neighbours(dl.rules.Matching):
    def meets(self, half, value):
        return abs(half - value) == 1


class Doubled(dl.rules.Settling):
    def award(self, final, seat):
        return 2 * sum(final.weights)


class Heavy(dl.rules.Equipment):
    def __init__(self, more: int) -> None:
        self.more = more

    def weight(self, tile):
        return tile.low + tile.high + self.more


class Secret(dl.rules.Settling):
    """Nobody knows what it was given."""

    def __init__(self, times: int) -> None:
        self.factor = times + 1

    def award(self, final, seat):
        return self.factor * sum(final.weights)


OWN = dl.ruleset("block").but(name="Mine but better", settling=Doubled(), equipment=Heavy(more=2), reserve=1)
SILENT = {"play_out", "what_if", "compare", "a line of a comparison", "compare many", "rejudge", "simulate",
          "tournament", "HandStepper", "HiddenTiles", "VariantComparison", "Play", "Play, from a file",
          "ScoringSandbox", "ChanceLab", "quiz"}


@pytest.mark.parametrize("kind", sorted({*SILENT, "RuleForm", "ruleset"}))
def test_a_line_with_a_rule_of_ones_own_makes_the_same_again(kind: str) -> None:
    same(RIVALS[kind], OWN, Doubled=Doubled, Heavy=Heavy)


@pytest.mark.parametrize("kind", ["Patience", "play_out", "simulate"])
def test_so_does_one_of_a_patience(kind: str) -> None:
    same(PATIENCE[kind], dl.ruleset("knock-out").but(name="Heavy", equipment=Heavy(more=2)), Heavy=Heavy)


@pytest.mark.parametrize("kind", sorted(SILENT))
def test_there_is_no_line_for_a_rule_of_ones_own_that_no_line_could_hold(kind: str) -> None:
    """An empty line, and not one that makes something else."""
    made = RIVALS[kind].made(dl.ruleset("block").but(settling=Secret(1)))
    assert RIVALS[kind].line(made) == ""
    assert "dl." not in str(made) or kind not in ("simulate", "tournament")


def test_a_form_writes_a_rule_of_ones_own_by_its_class() -> None:
    made = eval(rules_line(OWN), {"dl": dl, "Doubled": Doubled, "Heavy": Heavy})
    assert (made, made.name) == (OWN, OWN.name)
    unnamed = dl.ruleset("block").but(matching=Neighbours())
    assert rules_line(unnamed) == 'dl.ruleset("block").but(matching=Neighbours())'


def test_a_player_without_a_name_is_no_text_that_python_cannot_read() -> None:
    found = dl.simulate("block", hands=2, policies=lambda view, stream: view.legal[0], progress=False)
    assert "policies=(..., ...)" in found.line


@pytest.mark.parametrize(("changes", "name"), [
    ([{"target": 5}, {"target": 7}], "Block Game but target = 7"),
    ([{"target": 5}, {"tie": "blocker"}], 'Block Game but tie = "blocker", target = 5'),
    ([{"target": 5, "tie": "blocker"}], 'Block Game but tie = "blocker", target = 5'),
    ([{"target": 5}, {"target": 100}], "Block Game"),
    ([{"target": 5, "name": "Our club"}, {"target": 7}], "Our club but target = 7"),
])
def test_a_name_lists_each_change_once_however_it_came(changes: list[dict[str, Any]], name: str) -> None:
    rules = dl.ruleset("block")
    for change in changes:
        rules = rules.but(**change)
    assert rules.name == name
    assert ("name=" in python_source(rules)) == name.startswith("Our club")
