"""The comparison outside a browser: one step for all lines, marks, tables, many deals, what a saved notebook keeps."""

from __future__ import annotations

import asyncio
import xml.etree.ElementTree as ET
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

import domino_lab as dl
from domino_lab.errors import RulesetError
from domino_lab.explain.ruleset_comparison import Comparison
from domino_lab.explain.why import why
from domino_lab.play.timeline import Timeline
from domino_lab.rules.sheet import rule_of_axis
from domino_lab.widgets import HandStepper, Playhead
from domino_lab.widgets.comparison.tally import APART

SEVEN = dl.Shuffle(seed=7)
SVG = "{http://www.w3.org/2000/svg}"
EVIL = "<script>alert(1)</script>"


class Page(HTMLParser):
    """The text, the tags and the cells of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.tags, self.rows = "", [], []
        self._cell = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._cell = True

    def handle_endtag(self, tag: str) -> None:
        self._cell = self._cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._cell:
            self.rows[-1][-1] += data


@pytest.fixture
def two() -> dl.VariantComparison:
    return dl.VariantComparison(SEVEN, ["all-fives", "five-up"], names=["Ana", "Ben"], step=1)


@pytest.fixture
def four() -> dl.VariantComparison:
    return dl.VariantComparison(SEVEN, ["all-fives", "five-up", "block", "all-fives/spinner-closed"])


def steps(view: dl.VariantComparison) -> list[int]:
    return [head.step for head in view.here.heads]


def press(view: dl.VariantComparison, what: str) -> None:
    view.frame._receive(None, {"type": "press", "what": what}, [])


# --- in step (UX 1, 2, 22)


def test_keys_move_every_line_and_a_shorter_one_waits_at_its_end(four: dl.VariantComparison) -> None:
    ends = [head.end for head in four.here.heads]
    assert len(set(ends)) > 1
    assert {"ArrowLeft", "ArrowRight", "Home", "End", "Space", "?"} <= set(four.frame.key_set)
    for step in range(1, max(ends) + 1):
        four.frame._receive(None, {"type": "key", "key": "ArrowRight"}, [])
        assert steps(four) == [min(step, end) for end in ends]
    four.frame._receive(None, {"type": "key", "key": "ArrowRight"}, [])
    assert four.here.step == max(ends)
    four.frame._receive(None, {"type": "key", "key": "ArrowLeft"}, [])
    assert steps(four) == [min(max(ends) - 1, end) for end in ends]
    four.frame._receive(None, {"type": "key", "key": "Home"}, [])
    assert steps(four) == [0, 0, 0, 0]
    assert four.frame.error == ""


def test_the_other_line_may_be_the_longer_one() -> None:
    view = dl.VariantComparison(SEVEN, ["block", "all-fives"], step=99)
    first, second = view.here.heads
    assert first.end < second.end == view.here.step == second.step
    assert first.step == first.end
    assert view.transport.buttons["next"].disabled
    assert "was the last one here" in view.columns[0].caption.value
    assert "was the last one here" not in view.columns[1].caption.value


def test_each_table_shows_its_own_line(four: dl.VariantComparison) -> None:
    four.here.go(12)
    for head, column in zip(four.here.heads, four.columns, strict=True):
        assert len(column.table.scene.tiles) == len(head.state.chain.laid)
    assert len({column.alt.value for column in four.columns}) > 1


def test_a_viewpoint_is_everybodys(two: dl.VariantComparison) -> None:
    two.tools.see.value = 1
    assert [head.viewpoint for head in two.here.heads] == [1, 1]
    for column in two.columns:
        faces = [tile.tile is None for holding in column.table.scene.holdings if holding.seat == 0
                 for tile in holding.tiles]
        assert faces
        assert all(faces)


def test_views_move_together_only_when_they_share_their_place(two: dl.VariantComparison) -> None:
    shared, other = dl.VariantComparison(two.here, large=True), dl.VariantComparison(SEVEN, ["all-fives", "five-up"])
    two.here.go(4)
    assert shared.columns[1].caption.value == two.columns[1].caption.value
    assert steps(other) == [0, 0]
    with pytest.raises(TypeError, match="leader"):
        dl.VariantComparison(two.here, leader="own")


# --- what is said (UX 6, 9, 17)


def test_one_announcement_a_step_and_it_is_the_visible_captions(two: dl.VariantComparison) -> None:
    for step in range(two.here.end + 1):
        two.here.go(step)
        captions = [Page(column.caption.value).text for column in two.columns]
        names = [Page(column.name.value).text for column in two.columns]
        together = " ".join(f"{name}: {said}" for name, said in zip(names, captions, strict=True))
        said = captions[0] if captions[0] == captions[1] else together
        mark = Page(two.jumps.at.value).text
        assert two.frame.status == f"{said} {mark}".strip()
        for head, caption in zip(two.here.heads, captions, strict=True):
            assert caption.endswith(why(head.now).caption)


def test_the_line_that_makes_it_again_makes_it_again(two: dl.VariantComparison) -> None:
    two.here.go(5)
    line = Page(two.made_by.value).text
    again = eval(line, {"dl": dl})
    assert again.here.step == 5
    assert [head.timeline.steps for head in again.here.heads] == [head.timeline.steps for head in two.here.heads]
    assert again.frame.status == two.frame.status


def test_names_of_strangers_are_plain_text() -> None:
    house = dl.ruleset("all-fives").but(name=EVIL, multiple=3)
    view = dl.VariantComparison(SEVEN, ["all-fives", house], names=[EVIL], step=3)
    pieces = [view.marks.value, view.axes.value, view.results.value, view.made_by.value, view.jumps.at.value]
    pieces += [part.value for column in view.columns
               for part in (column.name, column.points, column.count, column.caption, column.alt)]
    for piece in pieces:
        assert "script" not in Page(piece).tags
    assert EVIL in Page(view.columns[1].name.value).text
    assert "<script" not in view._repr_mimebundle_()["image/svg+xml"]


# --- marks and tables (UX 22, 23)


def test_the_first_differences_are_where_the_comparison_says_and_one_press_away(four: dl.VariantComparison) -> None:
    found = four.here.comparison
    for kind in ("points", "play"):
        wanted = sorted({mark.step for mark in found.marks if mark.kind == kind})
        four.here.go(0)
        seen = []
        for _ in wanted:
            four.jumps.buttons[kind].click()
            seen.append(four.here.step)
        assert seen == wanted
        four.jumps.buttons[kind].click()
        assert four.here.step == wanted[0], "after the last comes the first again"


def test_both_sides_of_a_mark_really_differ(two: dl.VariantComparison) -> None:
    two.jumps.buttons["points"].click()
    first, second = two.here.heads
    assert first.now.points != second.now.points
    before = [[step.points for step in head.timeline.steps[: two.here.step]] for head in two.here.heads]
    assert before[0] == before[1]
    text = Page(two.marks.value).text
    assert "You are here." in text
    assert first.now.judged.clause in text
    assert second.now.judged.clause in text


def test_where_nothing_differs_there_is_nowhere_to_go() -> None:
    view = dl.VariantComparison(SEVEN, ["all-fives", "all-fives"], step=4)
    assert all(button.disabled for button in view.jumps.buttons.values())
    view.jumps.jump("points")
    assert view.here.step == 4
    assert "No difference in points." in Page(view.marks.value).text
    assert "No rules differ." in Page(view.axes.value).text
    assert view.frame.status == why(view.here.now).caption


def test_the_table_of_axes_has_exactly_those_that_differ_each_with_both_clauses() -> None:
    view = dl.VariantComparison(SEVEN, ["all-fives", "all-fives/spinner-closed"])
    page = Page(view.axes.value)
    assert page.tags.count("table") == page.tags.count("caption") == 1
    assert [row[0] for row in page.rows[1:]] == ["How often a double countsdouble_weights"]
    for cell, clause in zip(page.rows[1][1:], ("AF0-SCORE-2", "AF0-SCORE-3"), strict=True):
        game = next(rules for rules in (dl.ruleset("all-fives"), dl.ruleset("all-fives/spinner-closed"))
                    if rules.clauses["double_weights"] == clause)
        assert cell == rule_of_axis(game, "double_weights") + clause


def test_the_results_are_those_of_the_hands(four: dl.VariantComparison) -> None:
    rows = {row[0]: row[1:] for row in Page(four.results.value).rows}
    for number, head in enumerate(four.here.heads):
        state, last = head.timeline.state, head.timeline.steps[-1].settled
        assert rows["Bonus at the end"][number] == str(last.award)
        actions = [step.action for step in head.timeline.steps if step.action]
        assert rows["Tiles drawn"][number] == str(sum(action.kind == "draw" for action in actions))
        assert rows["Ended"][number] == {"out": "a player went out", "blocked": "blocked"}[state.over]


def test_games_for_one_player_have_no_rows_of_points_and_draws() -> None:
    view = dl.VariantComparison(SEVEN, ["bingo", "bingo/choice"])
    assert [row[0] for row in Page(view.results.value).rows[1:]] == ["Ended", "Moves"]


def test_a_term_points_at_a_tile_of_its_own_column(two: dl.VariantComparison) -> None:
    two.here.go(2)
    assert f'data-dlab-tile="{APART + 1}"' in two.columns[1].count.value
    two.frame._receive(None, {"type": "mark", "tile": APART + 1}, [])
    marked = [[tile.placed.number for tile in column.table.scene.tiles if tile.marked] for column in two.columns]
    assert marked == [[], [1]]
    two.frame._receive(None, {"type": "mark", "tile": None}, [])
    assert not [tile for column in two.columns for tile in column.table.scene.tiles if tile.marked]


# --- other things that can be compared


def test_a_recorded_hand_leads_itself(hand: Timeline) -> None:
    view = dl.VariantComparison(hand, ["block"])
    assert view.here.heads[0].timeline.steps == hand.steps
    drawn = next(number for number, step in enumerate(hand.steps) if step.action and step.action.kind == "draw")
    view.jumps.buttons["play"].click()
    assert view.here.step == drawn
    assert "BL-DRAW-1" in Page(view.marks.value).text


def test_questions_of_a_recorded_hand_do_not_stop_it(asking: Timeline) -> None:
    view = dl.VariantComparison(asking, ["five-up"])
    for _ in range(8):
        view.key("ArrowRight")
    assert steps(view) == [8, 8]


def test_patience_can_be_compared_too() -> None:
    view = dl.VariantComparison(SEVEN, ["patience", dl.ruleset("patience").but(hold_limit=5)], step=3)
    assert view.tools.see.layout.display == "none"
    assert [column.points.value for column in view.columns] == ["", ""]
    assert steps(view) == [3, 3]


@pytest.mark.parametrize("rulesets", [["all-fives"], ["all-fives"] * 5, ["all-fives", "two-box"], ["block", "bingo"]])
def test_what_cannot_be_compared_is_refused(rulesets: list[str]) -> None:
    with pytest.raises(RulesetError):
        dl.VariantComparison(SEVEN, rulesets)


# --- many deals


@pytest.fixture
def many() -> dl.VariantComparison:
    return dl.VariantComparison(SEVEN, ["all-fives", "five-up", "block"], hands=12)


def test_bars_count_every_deal_once_and_each_opens_one_that_lies_in_it(many: dl.VariantComparison) -> None:
    bars = [bar for bar in many.here.many.bars(1) if bar.deals]
    assert sum(bar.deals for bar in bars) == 12
    assert many.many.chart.value.count("data-dlab-press") == len(bars)
    bar = bars[-1]
    press(many, f"deal:{bar.hand}")
    assert many.here.step == 0
    assert many.here.comparison.shuffle == dl.Shuffle(seed=7, hand=bar.hand)
    totals = [sum(head.timeline.state.scores) for head in many.here.heads]
    assert bar.low <= totals[1] - totals[0] <= bar.high
    rows = {row[0]: row[1:] for row in Page(many.results.value).rows}
    assert rows["Moves"] == [str(len(head.timeline.actions)) for head in many.here.heads], "the tables are of this deal"
    assert f'data-dlab-press="deal:{bar.hand}"' in many.many.chart.value.split("dlab-current")[1][:60]
    assert many.frame.error == ""


def test_the_largest_difference_of_the_line_that_was_chosen_is_one_press_away(many: dl.VariantComparison) -> None:
    for line in (2, 1):
        many.many.lines[line - 1].click()
        many.many.largest.click()
        differences = many.here.many.differences(line)
        totals = [sum(head.timeline.state.scores) for head in many.here.heads]
        assert abs(totals[line] - totals[0]) == max(map(abs, differences))
    assert "hands=" not in many.made_by.value


def test_where_a_loop_runs_the_tables_are_there_before_the_deals_are_counted() -> None:
    async def shown() -> dl.VariantComparison:
        view = dl.VariantComparison(SEVEN, ["all-fives", "five-up"], hands=30)
        assert view.columns[0].caption.value, "the first picture waits for nothing"
        assert "so far: 0 of 30" in Page(view.many.chart.value).text
        assert view.many.largest.disabled
        caption = view.frame.status
        while len(view.here.many) < 30:
            assert view.frame.status == caption, "nobody is told thirty times"
            await asyncio.sleep(0.01)
        return view

    view = asyncio.run(shown())
    assert view.here.many.values == dl.compare(SEVEN, ["all-fives", "five-up"], hands=30).values
    assert "so far" not in view.many.chart.value
    assert view.frame.status == view.here.many.sentences[0], "the end of the counting is announced"
    assert not view.many.largest.disabled


def test_a_saved_notebook_keeps_the_figures_of_many_deals(many: dl.VariantComparison) -> None:
    assert all(sentence in many._repr_mimebundle_()["text/plain"] for sentence in many.here.many.sentences)


def test_one_deal_has_no_bars(two: dl.VariantComparison) -> None:
    assert two.many.layout.display == "none"


# --- what is left behind (UX 12), sizes, the end of a view


def test_a_saved_notebook_keeps_all_tables_the_captions_and_the_marks(four: dl.VariantComparison) -> None:
    four.here.go(4)
    bundle = four._repr_mimebundle_()
    root = ET.fromstring(bundle["image/svg+xml"])
    inside = root.findall(f"{SVG}svg")
    assert len(inside) == 4
    places = [tuple(int(one.get(name)) for name in ("x", "y", "width", "height")) for one in inside]
    for number, (x, y, wide, high) in enumerate(places):
        assert x + wide <= int(root.get("width"))
        assert y + high <= int(root.get("height"))
        for left, top, other_wide, other_high in places[number + 1 :]:
            assert x + wide <= left or left + other_wide <= x or y + high <= top or top + other_high <= y
    text = bundle["text/plain"]
    assert four.frame.status in text
    assert all(sentence in text for sentence in four.here.comparison.sentences)
    assert "step=4)" in text


def test_there_are_as_many_columns_as_fit(four: dl.VariantComparison, two: dl.VariantComparison) -> None:
    for view, wide, across in ((two, 1000, 2), (two, 360, 1), (four, 1000, 2), (four, 360, 1)):
        view.frame.root_width = wide
        assert [css for css in view.body._dom_classes if css.startswith("dlab-across")] == [f"dlab-across-{across}"]
        widths = [column.table.scene.pixels[0] for column in view.columns]
        assert max(widths) * across <= wide


def test_large_is_a_button_and_an_argument() -> None:
    view = dl.VariantComparison(SEVEN, ["all-fives", "five-up"], large=True)
    assert "dlab-large" in view._dom_classes
    assert all(column.table.large for column in view.columns)
    view.size.click()
    assert "dlab-large" not in view._dom_classes
    assert not any(column.table.large for column in view.columns)


def test_a_closed_comparison_leaves_nothing_and_its_place_goes_on(alive: Callable[[], int]) -> None:
    before = alive()
    view = dl.VariantComparison(SEVEN, ["all-fives", "five-up"])
    here = view.here
    assert alive() > before
    view.close()
    assert alive() == before
    here.next()
    assert [head.step for head in here.heads] == [1, 1]


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
    assert stepper.frame.status == why(two.here.heads[1].now).caption


def test_tables_and_words_can_be_carried_off(two: dl.VariantComparison, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[str, str, str]] = []
    monkeypatch.setattr(two.frame, "download", lambda *what: sent.append(what))
    for button in two.carried.saves.values():
        button.click()
    names, made, kinds = zip(*sent, strict=True)
    assert names == tuple(f"all-fives-five-up-step-1.{end}" for end in ("svg", "png", "txt"))
    assert kinds == ("image/svg+xml", "image/png", "text/plain")
    assert made[0] == made[1]
    assert all(caption in made[2] for caption in (why(head.now).caption for head in two.here.heads))
    assert len(ET.fromstring(made[0]).findall(f"{SVG}g") + ET.fromstring(made[0]).findall(f"{SVG}svg")) >= 2
