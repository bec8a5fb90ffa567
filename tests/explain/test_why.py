"""What a reader sees who ends a cell with `dl.why(...)` or `dl.why_not(...)`."""

from __future__ import annotations

import domino_lab as dl
from domino_lab.core.actions import Pass
from domino_lab.explain.why import why


def test_a_pass_is_named_when_it_is_what_is_allowed() -> None:
    hand = dl.play_out("block", seed=6, names=["Ana", "Ben"])
    passed = next(number for number, step in enumerate(hand.steps) if step.action == Pass() and step.seat == 1)
    answer = dl.why_not(hand, passed - 1, "draw")
    assert answer.clause == "BL-DRAW-1"
    assert answer.instead == Pass()
    assert answer.hint == "Ben has to pass."


def test_every_sentence_is_shown_and_the_rule_last() -> None:
    told = dl.why(dl.lay("all-fives", "5-5 5-0 3-5"), 3)
    for shown in (repr(told), told._repr_markdown_()):
        places = [shown.index(sentence) for sentence in (told.what, told.why, *told.more, "Rule AF0-SCORE-1")]
        assert places == sorted(places)


def test_a_line_of_python_in_markdown_is_not_ended_by_a_name_in_it() -> None:
    """CommonMark 6.1: a code span ends only at as many backticks as it began with."""
    evil = dl.ruleset("five-up").but(name="a ` <img src=x>", target=50)
    deal, rules, hand = dl.Shuffle(seed=7), ["all-fives", evil], "all-fives-worked-example"
    for one in (dl.compare(deal, rules), dl.compare(deal, rules, hands=2), dl.rejudge(hand, evil)):
        last = one._repr_markdown_().splitlines()[-1]
        assert "<img" in last
        assert last.startswith("`` ")
        assert last.endswith(" ``")


def test_a_name_in_markdown_shows_as_it_is_written() -> None:
    hand = dl.play_out("block", seed=6, names=["<img src=x>", "*Ben*"])
    shown = dl.why(hand, 2)._repr_markdown_() + dl.why(hand, 1)._repr_markdown_()
    assert "<img" not in shown
    assert "*Ben*" not in shown


def test_a_pass_that_pays_others_has_its_points_and_the_rule_that_pays() -> None:
    """Dominican: 25 points if the next player passes on a first double, and if all three others pass."""
    hand = dl.load("dominican-passes-and-capicua")
    paid = [(row.step, row.here, row.there) for row in dl.rejudge(hand, "latin-partnership").rows[:-1] if row.here]
    assert paid == [(2, 25, 0), (14, 25, 0)]
    assert [dl.why(hand, step).ruling.clause for step, _, _ in paid] == ["DO-PASS-2", "DO-PASS-3"]


def test_every_score_is_told_before_the_match_is_won() -> None:
    """The caption has no room for four players; the rest follows in the order of the settlement."""
    for seats in (3, 4):
        end = dl.play_match("chickenfoot", seed=4, seats=seats).hands[-1]
        text = dl.why(end, len(end) - 1).text
        told = [text.index(f"{name} has {left} pips left") for name, left in zip(
            end.names, (sum(tile.high + tile.low for tile in held) for held in end.state.holdings), strict=True)]
        assert told == sorted(told)
        assert max(told) < text.index("wins the match")


def test_a_draw_that_ends_the_search_for_the_lead_does_not_say_that_nobody_has_the_tile() -> None:
    """9-9 leads the first hand: Ben draws it, and from that moment it is his."""
    hand = dl.play_out("chickenfoot", seed=1, seats=2)
    assert dl.why(hand, 17).text == "Ana draws 4-0. Nobody has the tile that must lead yet."
    assert dl.why(hand, 18).text == "Ben draws 9-9. 9-9 may lead, so Ben leads."
    assert why(hand.steps[18], seen_by=0).text == "Ben draws a tile. 9-9 may lead, so Ben leads."


def test_a_doubled_hand_tells_the_whole_sum() -> None:
    """The others hold 41 pips, twice as many for the last double, and twice that after a hand that nobody won."""
    rules = dl.ruleset("draw").but(after_level="doubled", out_double=2, out_pays="times")
    hand = dl.play_match(rules, seed=138, seats=3).hands[2]
    told = dl.why(hand, len(hand) - 1).text
    assert hand.steps[-1].settled is not None
    assert hand.steps[-1].settled.award == (31 + 10) * 2 * 2
    assert "The last tile multiplies the award: 41 × 2 = 82." in told
    assert told.index("82 becomes 164") < told.index("41 × 2")


def test_nothing_is_not_rounded_where_pips_left_score_nothing() -> None:
    verdict = dl.settle(dl.ruleset("all-fives").but(end_base="none"), holdings=["", "6-5"], out=0)
    assert verdict.text == "Ana has gone out. Pips left score nothing."
