"""The comparison outside a browser: one step for all lines, marks, tables, many deals, what a saved notebook keeps."""

from __future__ import annotations

import asyncio
import re
import xml.etree.ElementTree as ET
from html import unescape
from statistics import median

import pytest

import domino_lab as dl
from domino_lab.core.errors import RulesetError
from domino_lab.explain.ruleset_comparison import Comparison
from domino_lab.explain.why import why
from domino_lab.play.timeline import Timeline
from domino_lab.rules.sheet import rule_of_axis
from domino_lab.widgets import HandStepper, Playhead
from domino_lab.widgets.comparison import account
from tests.widgets.kept import picture
from tests.widgets.pressing import downloads
from tests.widgets.reading import area, beside_count, does, everything, find, kinds, placeless, styled, text

SEVEN = dl.Shuffle(seed=7)
SVG = "{http://www.w3.org/2000/svg}"
EVIL = "<script>alert(1)</script>"


@pytest.fixture
def two() -> dl.VariantComparison:
    return dl.VariantComparison(SEVEN, ["all-fives", "five-up"], names=["Ana", "Ben"], step=1)


@pytest.fixture
def four() -> dl.VariantComparison:
    return dl.VariantComparison(SEVEN, ["all-fives", "five-up", "block", "all-fives/spinner-closed"])


def steps(view: dl.VariantComparison) -> list[int]:
    return [head.step for head in view.here.heads]


def panes(view: dl.VariantComparison) -> list[dict[str, object]]:
    """The count and the caption of each line."""
    [row] = styled(view.areas()["talk"], "panes")
    return row["in"]


def captions(view: dl.VariantComparison) -> list[str]:
    return [text(node["in"]) for node in styled(view.areas()["talk"], "caption")]


def heads(view: dl.VariantComparison) -> list[dict[str, object]]:
    """What stands over each table, or below it in a second row."""
    areas = view.areas()
    return [node for node in (*areas["top"], *areas["rack"]) if "pane" in node["css"]]


def cells(view: dl.VariantComparison, key: str) -> list[list[str]]:
    """The rows of a table in the tab that is open, cell by cell."""
    [found] = [node for node in kinds(view, "html") if node.get("key") == key]
    rows = re.findall("<tr>(.*?)</tr>", found["html"])
    return [[unescape(cell) for cell in re.findall("<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows]


def difference(view: dl.VariantComparison) -> str:
    return text(styled(view.areas()["talk"], "difference")).removeprefix("≠ ")


# --- who wins


def test_another_winner_is_marked_where_no_points_tell_it() -> None:
    """11 pips each, and the winner's own are taken off: Ben wins nothing with the lightest tile, and nobody without."""
    view = dl.VariantComparison(dl.Shuffle(seed=3), ["block", dl.ruleset("block").but(tie="none")], hands=20)
    assert view.here.comparison.marks[0].kind == "winner"
    assert difference(view) == "No difference yet."
    view.press_key("w")
    assert view.here.step == view.here.end
    assert difference(view).startswith("Here the winner is not the same")
    view.do("tab", "rules")
    assert "Nobody wins the hand. Ana and Ben tie with 11 pips each" in text(view.areas()["more"])
    view.do("tab", "many")
    told = view.here.many.winner_sentence()
    assert told
    assert told in text(view.areas()["more"])


# --- in step (UX 1, 2, 22)


def test_keys_move_every_line_and_a_shorter_one_waits_at_its_end(four: dl.VariantComparison) -> None:
    ends = [head.end for head in four.here.heads]
    assert len(set(ends)) > 1
    assert {"ArrowLeft", "ArrowRight", "Home", "End", "Space", "?"} <= set(four.key_set)
    for step in range(1, max(ends) + 1):
        four.press_key("ArrowRight")
        assert steps(four) == [min(step, end) for end in ends]
    four.press_key("ArrowRight")
    assert four.here.step == max(ends)
    four.press_key("ArrowLeft")
    assert steps(four) == [min(max(ends) - 1, end) for end in ends]
    four.press_key("Home")
    assert steps(four) == [0, 0, 0, 0]
    assert four.error == ""


def test_the_other_line_may_be_the_longer_one() -> None:
    view = dl.VariantComparison(SEVEN, ["block", "all-fives"], step=99)
    first, second = view.here.heads
    assert first.end < second.end == view.here.step == second.step
    assert first.step == first.end
    assert "next" not in does(view)
    assert ["This hand ended at step" in caption for caption in captions(view)] == [True, False]
    [scrub] = kinds(view, "scrub")
    assert len(scrub["bars"]) == view.here.end + 1


def test_each_table_shows_its_own_line(four: dl.VariantComparison) -> None:
    four.stage.room = [1100, 200]
    four.here.go(12)
    scene = four.scene
    for head, cloth in zip(four.here.heads, scene.cloths, strict=True):
        there = [str(tile.placed.tile) for tile in scene.tiles if tile.box.join(cloth) == cloth]
        assert there == [str(laid.tile) for laid in head.state.chain.laid]
    assert all(f"{name}: " in four.stage.moment["table"]["alt"] for name in four.here.comparison.names)


def test_the_same_tile_lies_at_the_same_pixel_of_each_table(two: dl.VariantComparison) -> None:
    """One size, one scale and one origin, at each step (UX 51); the two lines of this deal part at step 6."""
    for step in range(6):
        two.here.go(step)
        scene = two.scene
        first, second = scene.cloths
        assert (first.width, first.height) == (second.width, second.height)
        assert second.x - first.x == first.width + 32
        lies = [[(tile.placed.tile, tile.box.x - cloth.x, *tile.box[1:]) for tile in scene.tiles
                 if tile.box.overlaps(cloth)] for cloth in scene.cloths]
        assert lies[0] == lies[1]
        assert len(lies[0]) == len(two.here.heads[0].state.chain.laid)


def test_the_scale_changes_a_few_times_at_most_and_never_for_one_table_alone(four: dl.VariantComparison) -> None:
    four.stage.room = [1100, 200]
    scales = []
    for step in range(four.here.end + 1):
        four.here.go(step)
        tiles = [tile for tile in four.scene.tiles if tile.placed.bridge is None]
        found = {max(tile.box.width, tile.box.height) for tile in tiles}
        assert len(found) <= 1
        scales += [size for size in found if size not in scales[-1:]]
    assert len(scales) <= 4


def test_a_viewpoint_is_everybodys(two: dl.VariantComparison) -> None:
    two.do("see", 2)        # everyone, Ana, Ben, nobody
    assert [head.viewpoint for head in two.here.heads] == [1, 1]
    for pane in heads(two):
        [first] = [hand for hand in kinds(pane, "hand") if hand["seat"].endswith("-0")]
        assert first["tiles"]
        assert not any(first["tiles"])


def test_views_move_together_only_when_they_share_their_place(two: dl.VariantComparison) -> None:
    shared, other = dl.VariantComparison(two.here, large=True), dl.VariantComparison(SEVEN, ["all-fives", "five-up"])
    two.here.go(4)
    assert captions(shared) == captions(two)
    assert steps(other) == [0, 0]
    with pytest.raises(TypeError, match="leader"):
        dl.VariantComparison(two.here, leader="own")


# --- what is said (UX 6, 9, 17)


def test_one_announcement_a_step_and_it_is_the_visible_captions(two: dl.VariantComparison) -> None:
    for step in range(two.here.end + 1):
        two.here.go(step)
        found = [placeless(account(two.here, number)) for number in range(2)]
        panes = styled(two.areas()["talk"], "pane")
        seen = [beside_count(whole, pane) for whole, pane in zip(found, panes, strict=True)]
        assert [*map(placeless, captions(two))] == seen
        names = [kinds(pane, "p")[0]["text"] for pane in heads(two)]
        [sentence] = styled(two.areas()["talk"], "difference")
        mark = sentence.get("strong", "")
        one, other = found
        shared = one if one == other else one[:one.find(". ") + 2] if one.split(". ")[0] == other.split(". ")[0] else ""
        own = [f"{name}: {rest}" for name, whole in zip(names, found, strict=True) if (rest := whole[len(shared):])]
        assert placeless(two.status) == " ".join(filter(None, [shared.strip(), *own, mark]))
        for head, whole in zip(two.here.heads, found, strict=True):
            said = placeless(why(head.now).caption)
            assert all(sentence.rstrip(".") in whole for sentence in said.split(". "))


def test_the_line_that_makes_it_again_makes_it_again(two: dl.VariantComparison) -> None:
    two.here.go(5)
    again = eval(two.line, {"dl": dl})
    assert two.line in text(two)
    assert again.here.step == 5
    assert [head.timeline.steps for head in again.here.heads] == [head.timeline.steps for head in two.here.heads]
    assert again.status == two.status


def test_names_of_strangers_are_plain_text() -> None:
    """Text goes as text; what goes as markup has it escaped."""
    house = dl.ruleset("all-fives").but(name=EVIL, multiple=3)
    view = dl.VariantComparison(SEVEN, ["all-fives", house], names=[EVIL], step=99)
    assert EVIL in text(heads(view)[1])
    for tab in ("rules", "ends"):
        view.do("tab", tab)
        markup = [node.get("html", node.get("fixed")) for node in kinds(view, "html")]
        assert markup
        assert not any("<script" in one for one in markup)
    assert "<script" not in picture(view)


# --- marks and tables (UX 22, 23)


def test_the_first_differences_are_where_the_comparison_says_and_one_press_away(four: dl.VariantComparison) -> None:
    found = four.here.comparison
    [scrub] = kinds(four, "scrub")
    for kind, flag in (("points", "P"), ("play", "D")):
        wanted = sorted({mark.step for mark in found.marks if mark.kind == kind})
        assert [step for step, bar in enumerate(scrub["bars"]) if flag in bar.get("flag", "")] == wanted
        four.here.go(0)
        seen = []
        for _ in wanted:
            four.do("jump", kind)
            seen.append(four.here.step)
        assert seen == wanted
        four.do("jump", kind)
        assert four.here.step == wanted[0], "after the last comes the first again"


def test_both_sides_of_a_mark_really_differ(two: dl.VariantComparison) -> None:
    two.do("jump", "points")
    first, second = two.here.heads
    assert first.now.points != second.now.points
    before = [[step.points for step in head.timeline.steps[: two.here.step]] for head in two.here.heads]
    assert before[0] == before[1]
    for head, said in zip(two.here.heads, captions(two), strict=True):
        assert f"(rule {head.now.judged.clause})" in said


def test_the_difference_is_one_sentence_at_every_step(two: dl.VariantComparison) -> None:
    sentences = []
    for step in range(two.here.end + 1):
        two.here.go(step)
        sentences.append(difference(two))
    assert sentences[0] == sentences[1] == "No difference yet."
    assert "Here the scores differ for the first time (Five Up)." in sentences[2]
    assert sentences[3] == "The points have differed since step 2."
    assert "Here the moves differ for the first time (Five Up)." in sentences[6]
    assert sentences[7] == "The points have differed since step 2. The moves have differed since step 6."


def test_where_nothing_differs_there_is_nowhere_to_go() -> None:
    view = dl.VariantComparison(SEVEN, ["all-fives", "all-fives"], step=4)
    assert "jump" not in does(view)
    view.do("jump", "points")
    assert view.here.step == 4
    assert difference(view) == "No difference in points. No difference in play."
    view.do("tab", "rules")
    assert "No rules differ." in area(view, "more")
    assert view.status == why(view.here.now).caption


def test_the_table_of_axes_has_exactly_those_that_differ_each_with_both_clauses() -> None:
    view = dl.VariantComparison(SEVEN, ["all-fives", "all-fives/spinner-closed"])
    view.do("tab", "rules")
    _, [about, *rules] = cells(view, "rules")
    assert about == "How often a double counts (double_weights)"
    for cell, clause in zip(rules, ("AF0-SCORE-2", "AF0-SCORE-3"), strict=True):
        game = next(rules for rules in (dl.ruleset("all-fives"), dl.ruleset("all-fives/spinner-closed"))
                    if rules.clauses["double_weights"] == clause)
        assert cell == f"{rule_of_axis(game, 'double_weights')} ({clause})"


def test_the_results_are_those_of_the_hands_and_hidden_until_the_end(four: dl.VariantComparison) -> None:
    four.do("tab", "ends")
    before = everything(four)
    assert "Tiles drawn" not in before
    find(four.areas()["more"], "last")
    four.do("last")
    rows = {row[0]: row[1:] for row in cells(four, "endings")}
    for number, head in enumerate(four.here.heads):
        state, last = head.timeline.state, head.timeline.steps[-1].settled
        assert rows["Bonus at the end"][number] == str(last.award)
        actions = [step.action for step in head.timeline.steps if step.action]
        assert rows["Tiles drawn"][number] == str(sum(action.kind == "draw" for action in actions))
        assert rows["Ended"][number] == {"out": "a player went out", "blocked": "blocked"}[state.over]


def test_games_for_one_player_have_no_rows_of_points_and_draws() -> None:
    view = dl.VariantComparison(SEVEN, ["bingo", "bingo/choice"])
    view.do("last")
    view.do("tab", "ends")
    assert [row[0] for row in cells(view, "endings")[1:]] == ["Ended", "Moves"]


def test_a_term_points_at_a_tile_of_its_own_table(two: dl.VariantComparison) -> None:
    for step in (2, 9):
        two.here.go(step)
        scene, laid = two.scene, two.stage.moment["table"]["laid"]
        for number, head in enumerate(two.here.heads):
            [counted] = kinds(panes(two)[number], "count")
            assert len(counted["terms"]) == len(head.state.board_count.terms)
            for term, chip in zip(head.state.board_count.terms, counted["terms"], strict=True):
                shape = scene.tiles[chip["laid"]]
                assert shape.placed.tile == term.tile
                assert shape.box.join(scene.cloths[number]) == scene.cloths[number]
                assert laid[chip["laid"]] == [side // 2 for side in shape.box]


# --- other things that can be compared


def test_a_recorded_hand_leads_itself(hand: Timeline) -> None:
    view = dl.VariantComparison(hand, ["block"])
    assert view.here.heads[0].timeline.steps == hand.steps
    drawn = next(number for number, step in enumerate(hand.steps) if step.action and step.action.kind == "draw")
    view.do("jump", "play")
    assert view.here.step == drawn
    assert "BL-DRAW-1" in captions(view)[1]


def test_questions_of_a_recorded_hand_do_not_stop_it(asking: Timeline) -> None:
    view = dl.VariantComparison(asking, ["five-up"])
    for _ in range(8):
        view.key("ArrowRight")
    assert steps(view) == [8, 8]
    assert "asks" not in does(view)


def test_patience_can_be_compared_too() -> None:
    view = dl.VariantComparison(SEVEN, ["patience", dl.ruleset("patience").but(hold_limit=5)], step=3)
    assert "see" not in does(view)
    assert not any("points" in hand for hand in kinds(view, "hand"))
    assert steps(view) == [3, 3]
    first, second = view.scene.cloths
    assert first.width == second.width


@pytest.mark.parametrize("rulesets", [["all-fives"], ["all-fives"] * 5, ["all-fives", "two-box"], ["block", "bingo"]])
def test_what_cannot_be_compared_is_refused(rulesets: list[str]) -> None:
    with pytest.raises(RulesetError):
        dl.VariantComparison(SEVEN, rulesets)


# --- many deals


@pytest.fixture
def many() -> dl.VariantComparison:
    return dl.VariantComparison(SEVEN, ["all-fives", "five-up", "block"], hands=12)


def test_bars_count_every_deal_once_and_each_opens_one_that_lies_in_it(many: dl.VariantComparison) -> None:
    many.do("tab", "many")
    bars = [bar for bar in many.here.many.bars(1) if bar.deals]
    assert sum(bar.deals for bar in bars) == 12
    [chart] = kinds(many, "columns")
    assert [(bar["value"], bar["text"]) for bar in chart["bars"] if "do" in bar] == [
        (bar.hand, str(bar.deals)) for bar in bars]
    bar = bars[-1]
    many.do("deal", bar.hand)
    assert many.here.step == 0
    assert many.here.comparison.shuffle == dl.Shuffle(seed=7, hand=bar.hand)
    totals = [sum(head.timeline.state.scores) for head in many.here.heads]
    assert bar.low <= totals[1] - totals[0] <= bar.high
    [chart] = kinds(many, "columns")
    assert [one["value"] for one in chart["bars"] if one.get("expanded")] == [bar.hand]
    many.here.last()
    many.do("tab", "ends")
    rows = {row[0]: row[1:] for row in cells(many, "endings")}
    assert rows["Moves"] == [str(len(head.timeline.actions)) for head in many.here.heads], "the tables are of this deal"


def test_the_largest_difference_of_the_line_that_was_chosen_is_one_press_away(many: dl.VariantComparison) -> None:
    many.do("tab", "many")
    for line in (2, 1):
        many.do("line", line)
        assert find(many, "line", line)["pressed"] is True
        many.do("largest")
        differences = many.here.many.differences(line)
        totals = [sum(head.timeline.state.scores) for head in many.here.heads]
        assert abs(totals[line] - totals[0]) == max(map(abs, differences))
    assert "hands=" not in many.line


def test_where_a_loop_runs_the_tables_are_there_before_the_deals_are_counted() -> None:
    async def shown() -> dl.VariantComparison:
        view = dl.VariantComparison(SEVEN, ["all-fives", "five-up"], hands=30)
        assert all(captions(view)), "the first picture waits for nothing"
        view.do("tab", "many")
        assert "so far: 0 of 30" in area(view, "more")
        assert "largest" not in does(view)
        caption = view.stage.moment["status"]
        while len(view.here.many) < 30:
            assert view.stage.moment["status"] == caption, "nobody is told thirty times"
            await asyncio.sleep(0.01)
        return view

    view = asyncio.run(shown())
    assert view.here.many.values == dl.compare(SEVEN, ["all-fives", "five-up"], hands=30).values
    assert "so far" not in area(view, "more")
    assert view.stage.moment["status"] == view.here.many.sentences[0], "the end of the counting is announced"
    assert "largest" in does(view)
    view.do("next")
    assert view.here.many.sentences[0] not in view.stage.moment["status"]


def test_a_saved_notebook_keeps_the_figures_of_many_deals(many: dl.VariantComparison) -> None:
    assert all(sentence in many._repr_mimebundle_()["text/plain"] for sentence in many.here.many.sentences)


def test_one_deal_has_no_bars(two: dl.VariantComparison) -> None:
    [found] = kinds(two, "tabs")
    assert [name for name, _ in found["tabs"]] == ["rules", "ends"]


# --- what is left behind (UX 12), sizes, the end of a view


def test_a_saved_notebook_keeps_all_tables_the_captions_and_the_marks(four: dl.VariantComparison) -> None:
    four.here.go(4)
    bundle = four._repr_mimebundle_()
    root = ET.fromstring(picture(bundle))
    inside = root.findall(f"{SVG}svg")
    assert len(inside) == 4
    places = [tuple(int(one.get(name)) for name in ("x", "y", "width", "height")) for one in inside]
    for number, (x, y, wide, high) in enumerate(places):
        assert x + wide <= int(root.get("width"))
        assert y + high <= int(root.get("height"))
        for left, top, other_wide, other_high in places[number + 1 :]:
            assert x + wide <= left or left + other_wide <= x or y + high <= top or top + other_high <= y
    text = bundle["text/plain"]
    assert four.status in text
    assert all(sentence in text for sentence in four.here.comparison.sentences)
    assert "step=4)" in text


def test_there_are_as_many_tables_as_fit_else_a_switch(four: dl.VariantComparison, two: dl.VariantComparison) -> None:
    for view, wide, tables in ((two, 1100, 2), (two, 360, 1), (four, 1100, 4), (four, 600, 1)):
        view.stage.room, view.stage.width = [wide, 240], wide
        view.here.go(2)
        names = view.here.comparison.names
        assert len(view.scene.cloths) == len(heads(view)) == tables
        assert view.scene.pixels == (wide, 240)
        assert len(kinds(view.areas()["talk"], "count")) == len(names), "the counts of all are always there"
        switched = [node for node in kinds(view, "button") if node["do"] == "front"]
        assert [node["text"] for node in switched] == ([] if tables > 1 else list(names))
    two.stage.room = [360, 240]
    two.do("front", 1)
    assert captions(two) == [account(two.here, 1)]
    assert two.stage.moment["table"]["alt"].startswith("Five Up: ")
    terms = [[chip["laid"] for chip in line["terms"]] for line in kinds(two.areas()["talk"], "count")]
    assert set(terms[0]) == {None}, "no table of it is shown"
    assert None not in terms[1]


@pytest.mark.parametrize("room", [(844, 504), (1004, 776)], ids=["laptop", "desktop"])
@pytest.mark.parametrize("games", [
    ["all-fives", "five-up", "block", "draw-classic"], ["block", "draw-classic", "draw-dutch", "muggins"],
    ["all-fives", "five-up", "fives-and-threes", "all-fives/spinner-closed"]], ids="+".join)
def test_four_tables_stand_in_two_rows_whole_and_large(games: list[str], room: tuple[int, int]) -> None:
    """Tiles are 52 pixels long or more where the lines first differ, as on a page of 1366 or 1920 pixels."""
    view = dl.VariantComparison(SEVEN, games)
    view.stage.room = room
    first = min(mark.step for mark in view.here.comparison.marks)
    for step in range(view.here.end + 1):
        view.here.go(step)
        scene = view.scene
        assert [(cloth.x == 0, cloth.y == 0) for cloth in scene.cloths] == [
            (True, True), (False, True), (True, False), (False, False)]
        assert all(any(tile.box.join(cloth) == cloth for cloth in scene.cloths) for tile in scene.tiles)
        assert step != first or 2 * scene.viewport.scale >= 52


@pytest.mark.parametrize(("games", "room", "least"), [
    (["all-fives", "five-up"], (1180, 348), 52), (["block", "draw-classic", "muggins"], (1180, 312), 42),
    (["block", "draw-classic", "draw-dutch", "muggins"], (844, 504), 44)], ids=["two", "three", "four"])
def test_tiles_of_long_hands_are_large_in_every_comparison(games: list[str], room: tuple[int, int], least: int) -> None:
    """52 pixels in most hands, at half and at the end, on the felt that a window of 1366 pixels has for them."""
    lengths = []
    for seed in range(1, 6):
        view = dl.VariantComparison(dl.Shuffle(seed=seed), games)
        view.stage.room = room
        for step in (view.here.end // 2, view.here.end):
            view.here.go(step)
            lengths.append(2 * view.scene.viewport.scale)
    assert min(lengths) >= least
    assert median(lengths) >= 52


def test_what_is_the_same_is_dimmed_and_what_is_not_has_a_ring(two: dl.VariantComparison) -> None:
    two.here.go(2)
    for number, reason in enumerate(("a multiple of 5", "2 × 5")):
        pane = heads(two)[number]
        assert [hand["alike"] for hand in kinds(pane, "hand")] == ["other", "same"], "only Ana has scored"
        assert kinds(pane, "pile")[0]["alike"] == "other"
        [counted] = kinds(panes(two)[number], "count")
        assert [term["alike"] for term in counted["terms"]] == ["same", "same"]
        assert (counted["total_alike"], counted["verdict_alike"]) == ("same", "other")
        [told] = [node for node in kinds(panes(two)[number], "p") if "same" in node]
        dimmed = [told["text"][start:end] for start, end in told["same"]]
        assert dimmed[0] == "Ana plays 4-0 on the 0 of 6-0."
        assert told["text"][len(dimmed[0]) + 1:].startswith(f"10 is {reason}")
    two.here.go(1)
    [told, _] = [node for node in kinds(two.areas()["talk"], "p") if "same" in node]
    assert "".join(told["text"][start:end] for start, end in told["same"]).replace(" ", "") == told["text"].replace(
        " ", "")


def test_a_comparison_that_was_made_already_is_shown_as_it_is() -> None:
    found = dl.compare(SEVEN, ["all-fives", "block"])
    assert isinstance(found, Comparison)
    view = dl.VariantComparison(found, step=2)
    assert view.here.comparison is found
    assert isinstance(view.here, Playhead)


def test_a_stepper_on_the_head_of_a_line_moves_with_the_comparison(two: dl.VariantComparison) -> None:
    stepper = HandStepper(two.here.heads[1])
    two.here.go(7)
    assert stepper.here.step == 7
    assert stepper.status == why(two.here.heads[1].now).caption


def test_tables_and_words_can_be_carried_off(two: dl.VariantComparison) -> None:
    saved = downloads(two)
    for what in ("svg", "png", "text"):
        two.do("save", find(two, "save", what)["value"])
    names, made, mimes = zip(*saved, strict=True)
    assert names == tuple(f"all-fives-five-up-step-1.{end}" for end in ("svg", "png", "txt"))
    assert mimes == ("image/svg+xml", "image/png", "text/plain")
    assert made[0] == made[1]
    assert all(sentence in made[2] for head in two.here.heads for sentence in why(head.now)[:2])
    assert len(ET.fromstring(made[0]).findall(f"{SVG}g") + ET.fromstring(made[0]).findall(f"{SVG}svg")) >= 2


@pytest.mark.parametrize(("key", "kind"), [("p", "points"), ("d", "play")])
def test_the_letters_on_buttons_and_flags_are_keys(two: dl.VariantComparison, key: str, kind: str) -> None:
    """The steps are those of the marks, which `dl.compare` finds by itself."""
    steps = sorted({mark.step for mark in two.here.comparison.marks if mark.kind == kind})
    two.here.step = 0
    two.stage._receive(None, {"do": "key", "value": key}, [])
    assert two.here.step == steps[0]
    [pressed] = [node for node in kinds(two, "button") if node["do"] == "jump" and node["value"] == kind]
    assert pressed["text"].endswith(f"({key.upper()})")
    assert "P, D and W: where points, play and the winner first differ." in two.key_help()
