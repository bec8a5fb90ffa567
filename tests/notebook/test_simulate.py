"""dl.simulate and the command: the same numbers as the engine room's, shown, and nothing on stdout or stderr."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from click.testing import CliRunner

import domino_lab as dl
from domino_lab.catalogue import rulesets
from domino_lab.cli import main
from domino_lab.kernel.encoding import unplayable
from domino_lab.notebook import simulate
from tests.widgets.kept import picture


def test_it_counts_what_the_engine_room_counts() -> None:
    found = dl.simulate("draw", hands=300, seats=3, seed=5, policies="random", engine="plain")
    assert found.rows() == simulate("draw", hands=300, seats=3, seed=5, policies="random", engine="plain").rows()
    assert eval(found.line, {"dl": dl}).sums == found.sums


def test_it_is_saved_as_a_picture_with_a_table_whose_numbers_are_compared() -> None:
    found = dl.simulate("block", hands=400, seed=1, engine="plain")
    bundle = found._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", "image/png"}
    wins = found.chance("wins", 0)
    assert f"{wins.value:.4f}  {wins.low:.4f} - {wins.high:.4f}" in bundle["text/plain"]
    assert f"Ana: {100 * wins.value:.1f} %" in bundle["text/html"]
    heads = re.findall('<th scope="col"[^>]*>([a-z]+)', bundle["text/html"].lower())
    assert heads == ["what", "estimate", "low", "high"]
    cells = re.findall("<td[^>]*>([^<]*)", bundle["text/html"])
    assert cells[:3] == [f"{number:.4f}" for number in (wins.value, wins.low, wins.high)]
    assert picture(bundle).count("<rect") == 1 + 3          # the ground, two players and nobody
    assert not re.search("compiled|plain|readable", bundle["text/plain"])
    assert not re.search(r"\b(?:x|y|width|height)=\"[^\"]*\.", picture(bundle))


def test_long_names_of_sides_are_cut_and_no_words_of_the_picture_meet() -> None:
    from domino_lab.picture.charts import EDGE, NARROW, IntervalRow, share_bars
    from domino_lab.picture.text_metrics import width

    long = "Anastasia the Great of the North + Bartholomew the Small"
    sides = [IntervalRow(long, 1, 0.9, 1, "100.0 % (90.0 - 100.0)"),
             IntervalRow("Ben", 0, 0, 0, "0.0 %")]
    drawn = share_bars("Who wins when a title is longer than the picture is wide", "share of the hands", sides)
    words = re.findall(r'<text x="(\d+)" y="(\d+)" font-size="14" text-anchor="(\w+)"[^>]*>([^<]*)<', drawn)
    (left, y, start, name), (right, beside, end, number) = words[:2]
    assert (y, start, end) == (beside, "start", "end")
    assert name.endswith("…")
    assert int(left) + width(name, 14) < int(right) - width(number, 14)
    assert int(right) == NARROW - EDGE
    title = re.findall(r'<text x="14" y="(\d+)"[^>]*bold"[^>]*>([^<]*)<', drawn)
    assert " ".join(text for _, text in title) == "Who wins when a title is longer than the picture is wide"
    assert all(width(text, 15, bold=True) <= NARROW - 2 * EDGE for _, text in title)
    down, high = re.search(r"translate\(0 (\d+)\)", drawn)[1], re.search(r'height="(\d+)"', drawn)[1]
    assert int(y) + int(down) - int(title[-1][0]) >= 20
    lowest = {text: int(y) for y, text in re.findall(r'<text x="\d+" y="(\d+)"[^>]*middle"[^>]*>([^<]*)<', drawn)}
    assert lowest["share of the hands"] - lowest["50 %"] >= 12
    assert lowest["share of the hands"] + int(down) < int(high)


def test_a_plot_shows_itself_and_its_text_has_the_same_numbers() -> None:
    found = dl.simulate("block", hands=400, seed=1, engine="plain")
    for what in ("plays", "passes", "award"):
        shown = found.plot(what)._repr_mimebundle_()
        rows = [line.replace(",", "").rsplit(maxsplit=1) for line in shown["text/plain"].splitlines()[2:]]
        assert sum(int(hands) for _, hands in rows) == 400
        assert "max-width:100%" in shown["text/html"]
        desc = re.search("<desc>([^<]*)</desc>", picture(shown))[1]
        assert [f"{numbers.strip()}: {hands}" for numbers, hands in rows] == desc.split(". ")
    alone = [line.split() for line in repr(found.plot("plays")).splitlines()[2:]]
    assert {int(number): int(hands) for number, hands in alone if hands != "0"} == found.sums.bins("plays")
    wins = found.chance("wins", 1)
    assert ["Ben", f"{100 * wins.value:.1f}"] in [line.split()[:2] for line in repr(found.plot()).splitlines()]


def test_a_patience_is_won_or_lost_and_nobody_else_wins_it() -> None:
    found = dl.simulate("bingo", hands=200, seed=1, engine="plain")
    lines = repr(found.plot()).splitlines()[1:]
    assert [line.split()[0] for line in lines] == ["won", "lost"]
    assert f"{100 * found.chance('lost').value:.1f} %" in lines[1]


def test_points_of_play_are_no_row_where_play_scores_nothing() -> None:
    def counted(game: str) -> set[str]:
        return {row.what for row in simulate(game, hands=100, seed=1, engine="plain").rows()}

    assert counted("all-fives") >= {"score", "points", "award"}
    assert counted("block") & {"score", "points", "award"} == {"score"}


def test_where_the_score_of_a_hand_is_its_award_one_row_is_enough() -> None:
    """So it is where no play scores; but in draw/pay-points a draw costs a point, so that the two differ."""
    for rules in rulesets():
        if rules.solo is not None or unplayable(rules):
            continue
        found = simulate(rules, hands=30, seed=1, engine="plain")
        scores, awards = ([found.sums.by_side(side, what) for side in range(len(found.sides))]
                          for what in ("score", "award"))
        assert (scores == awards) == ("award" not in {row.what for row in found.rows()}), rules.id


def test_what_is_not_counted_hand_by_hand_has_no_plot() -> None:
    with pytest.raises(ValueError, match=r"luck has no bars\. These have bars: wins, plays, draws, passes, award"):
        dl.simulate("block", hands=5, engine="plain").plot("luck")


def test_a_plot_goes_on_the_axes_of_the_reader() -> None:
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    found = dl.simulate("block", hands=50, seed=1, engine="plain")
    assert found.plot("plays", axes) is axes
    assert sum(bar.get_height() for bar in axes.patches) == 50


@pytest.mark.parametrize("bars", [1, 7, 30])
def test_the_numbers_below_the_bars_never_touch(bars: int) -> None:
    from domino_lab.picture.charts import WIDE, NumberBar, number_bars
    from domino_lab.picture.text_metrics import width

    drawn = number_bars("Points", "points", [NumberBar(f"{10 * n} to {10 * n + 9}", n + 1) for n in range(bars)])
    words = re.findall(r'<text x="(\d+)" y="228" font-size="12"[^>]*>([^<]*)<', drawn)
    edges = [(int(x) - width(text, 12) / 2, int(x) + width(text, 12) / 2) for x, text in words]
    assert words[0][1] == "0 to 9"
    assert edges[0][0] >= 0
    assert edges[-1][1] <= WIDE
    assert all(right < left for (_, right), (left, _) in pairwise(edges))
    assert drawn.count("<rect") == 1 + bars


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(dl.DominoError, match="blok"):
        dl.simulate("blok")
    with pytest.raises(ValueError, match="a whole number from 1"):
        dl.simulate("block", hands=0)


# --- the command


def run(*words: str):
    return CliRunner().invoke(main, ["simulate", *words])


def test_the_command_gives_one_json_object() -> None:
    done = run("draw", "--hands", "200", "--seats", "2", "--policy", "random", "--seed", "1", "--json")
    assert done.exit_code == 0, done.output
    said = json.loads(done.stdout)
    assert {key: said[key] for key in ("ruleset", "hands", "seats", "policies", "seed")} == {
        "ruleset": "draw", "hands": 200, "seats": 2, "policies": ["random", "random"], "seed": 1}
    result = simulate("draw", hands=200, seats=2, policies="random", seed=1)
    wins = next(row for row in said["estimates"] if (row["what"], row["who"]) == ("wins", "Ben"))
    assert wins["estimate"] == result.chance("wins", 1).value
    assert wins["low"] < wins["estimate"] < wins["high"]


def test_one_hand_has_no_error_and_json_says_null() -> None:
    said = json.loads(run("block", "--hands", "1", "--json").stdout)
    assert [row["error"] for row in said["estimates"] if row["what"] == "plays"] == [None]


def test_policies_by_seat_and_house_rules_are_taken() -> None:
    words = ["--hands", "50", "--policy", "greedy", "--policy", "random", "--set", "deal=5", "--json"]
    said = json.loads(run("all-fives", *words).stdout)
    assert said["policies"] == ["greedy", "random"]
    assert set(said["rules"]) == {"deal"}
    assert run("block", "--hands", "20").stdout.splitlines()[0] == "Block Game: 20 hands, seed 0"


@pytest.mark.parametrize(("words", "code"), [
    (["blok"], 1), (["block", "--policy", "lucky", "--hands", "5"], 1), (["block", "--seats", "77"], 1),
    (["block", "--set", "spinner=maybe"], 1), (["block", "--hands", "0"], 2), (["block", "--hands", "many"], 2),
    ([], 2),
])
def test_wrong_asking_ends_with_its_code_and_no_traceback(words: list[str], code: int) -> None:
    done = run(*words)
    assert done.exit_code == code
    assert done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize("rules", ["block", "bingo"])
def test_a_plot_on_axes_is_the_plot_that_shows_itself(rules: str) -> None:
    from matplotlib.figure import Figure

    found = dl.simulate(rules, hands=5, engine="plain")
    for what in ("wins", *found.quantities):
        axes, own = found.plot(what, Figure().subplots()), repr(found.plot(what))
        assert axes.get_title() in own
        assert axes.get_xlabel() in own
    with pytest.raises(dl.DominoError, match="luck"):
        found.plot("luck", Figure().subplots())
