"""Thirty calls as a reader types them: type checkers know what each takes and what it gives."""

from fractions import Fraction
from pathlib import Path
from typing import assert_type

import pandas as pd

import domino_lab as dl
from domino_lab.core.actions import Action
from domino_lab.core.shuffle import Stream
from domino_lab.explain.ruleset_comparison import Comparison
from domino_lab.explain.spread import DifferenceSpread
from domino_lab.play.timeline import Timeline
from domino_lab.play.view import View
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Final
from domino_lab.rules.so_far import HandSoFar
from domino_lab.sessions.playhead import Playhead

hand = dl.load("all-fives-worked-example")
assert_type(hand, Timeline)
house = dl.ruleset("all-fives").but(multiple=3)
assert_type(house, Ruleset)
assert_type(dl.play_out("block", seed=7, seats=3), Timeline)
assert_type(dl.play_match(house, seed=7).hands, tuple[Timeline, ...])


class Steps(dl.rules.Scoring):
    by = 2

    def points(self, total: int) -> int:
        return super().points(total) + self.by


class Late(dl.rules.Scoring):
    def points(self, total: int, so_far: HandSoFar) -> int:
        return total if so_far.score > 20 else 0


class Both(dl.rules.Settling):
    def award(self, final: Final, seat: int) -> dict[int, int]:
        return {0: 1, 1: sum(final.weights)}


assert_type(dl.ruleset("all-fives").but(scoring=Steps()).scoring.points(5), int)
assert_type(dl.lay("all-fives", ["5-5", "5-0"]), Timeline)
assert_type(hand[3].points, int)
assert_type(hand.rules, Ruleset)
stepper = dl.HandStepper(hand, step=3, viewpoint="all", large=True)
assert_type(stepper.here, Playhead)
assert_type(stepper.here.step, int)
dl.Table(stepper.here)
dl.MoveList(stepper.here)
dl.OpenEnds(hand, step=2)
dl.Explainer("block", seed=7, seats=2, step=1)
assert_type(dl.why(hand, 4).text, str)
assert_type(dl.why_not(hand, 4, "6-6", at="5-5").allowed, bool)
assert_type(dl.settle("block", holdings=[["1-2"], ["5-5"]]).award, int)
found = dl.compare(dl.Shuffle(7), ["all-fives", house])
dl.VariantComparison(dl.Shuffle(7), ["all-fives", house], step=4, seats=2)
dl.VariantComparison(dl.Shuffle(7), ["all-fives", "five-up"], hands=100)
assert_type(dl.games(), pd.DataFrame)
assert_type(dl.quiz("all-fives", "score", n=5, seed=1).grade(1, 15).right, bool | None)
assert_type(dl.worksheet(hand).save("sheet.html"), Path)
assert_type(dl.page(hand, step=2).save("hand.html"), Path)
assert_type(dl.chance.exact(dl.chance.doubles() == 0, tiles=7).value, Fraction)
assert_type(dl.simulate("draw", hands=1000, seats=2, seed=1).hands, int)
dl.ChanceLab("block", "leader wins", side=0, seats=2, seed=1, estimate="50 %", n=10)
dl.HiddenTiles("block", seed=7, step=2, seat=1)
dl.PerfectPlay("block", seed=7, step=2)
dl.Play("all-fives", against="greedy", names=["Ana", "Greta"], seed=1)
dl.Lesson("block", seed=7, every=0)
dl.Patience("five-columns", seed=3)
dl.Recorder("all-fives", names=["Ana", "Ben"], seed=7)
dl.ScoringSandbox("all-fives", versus="five-up")
assert_type(dl.compare(dl.Shuffle(7), ["all-fives", house], leader="own"), Comparison)
assert_type(dl.compare(hand, "five-up", hands=1), Comparison)
assert_type(dl.compare(dl.Shuffle(7), ("all-fives", house), hands=100, measure="lead"), DifferenceSpread)


def first(view: View, stream: Stream) -> Action:
    return view.legal[0]


players = ["greedy", "random"]
dl.simulate("block", policies=players, engine="plain")
dl.simulate("block", policies=[first, "greedy"])
dl.simulate("block", policies=first)
dl.tournament({"mine": first, "theirs": "greedy"}, ("block", Path("club.toml")))
dl.tournament([first, "thinking"], "block")
dl.Play("block", against=["greedy", None])
dl.settle("block", holdings=[["1-2", dl.Tile(1, 1)], "5-5 6-6"])
dl.settle("block", holdings=(("1-2",), ("5-5",)))
dl.puzzles("all-fives", about="deny", names=("Ana", "Ben"))
dl.HandStepper(hand, viewpoint=0)
