"""One shuffle under several rulesets: what is copied, where the lines part, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings

import domino_lab as dl
from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Action, Play
from domino_lab.core.errors import IllegalAction, NotationError, RulesetError
from domino_lab.core.events import Dealt, Leads
from domino_lab.core.shuffle import Shuffle
from domino_lab.explain.ruleset_comparison import ComparedLine, Comparison, RulePart, check_rulesets, follow
from domino_lab.play import players
from domino_lab.play.hand import advance
from domino_lab.play.legal import legal
from domino_lab.play.state import State, Step
from domino_lab.play.view import view
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words.escaping import as_markdown
from tests.explain.rulebooks import comparisons

SEEDS = 60


def place(action: Action) -> tuple[object, ...]:
    """What an action does, whichever of two equal edges it uses and whatever is called."""
    if not isinstance(action, Play):
        return (action.kind, *action) if action.kind == "stack" else (action.kind,)
    end = (action.end.at, action.end.value, action.out) if action.end else None
    return ("play", action.tile, end)


@settings(max_examples=SEEDS, deadline=None)
@given(comparisons())
def test_the_first_line_is_the_hand_that_its_players_play_alone(found: Comparison) -> None:
    first, asked = found.lines[0], found.asked
    alone = dl.play_out(first.rules, shuffle=found.shuffle, seats=asked["seats"], policies=asked["policies"])
    assert first.timeline.steps == alone.steps
    assert first.timeline.recipe == alone.recipe
    assert first.copied == len(alone.actions)


@settings(max_examples=SEEDS, deadline=None)
@given(comparisons())
def test_every_line_is_a_legal_hand_from_deal_to_settlement(found: Comparison) -> None:
    for line in found.lines:
        steps = line.timeline.steps
        for before, step in pairwise(steps):
            if step.action is not None:
                assert advance(before.state, step.action) == step
        assert steps[-1].state.over is not None
        assert (steps[-1].settled is None) == (steps[-1].state.over == "misdeal")


@settings(max_examples=SEEDS, deadline=None)
@given(comparisons())
def test_the_copied_part_is_the_first_lines_and_ends_where_that_is_illegal(found: Comparison) -> None:
    pattern = found.lines[0].timeline.steps
    for line in found.lines[1:]:
        steps = line.timeline.steps
        for step, wanted in zip(steps[1 : line.copied + 1], pattern[1 : line.copied + 1], strict=True):
            assert step.seat == wanted.seat
            assert place(step.action) == place(wanted.action)
        assert not may_be_copied(steps[line.copied].state, pattern[line.copied + 1 :])


def may_be_copied(state: State, left: tuple[Step, ...]) -> bool:
    if state.over or not left or left[0].action is None or left[0].seat != state.turn:
        return False
    return place(left[0].action) in map(place, legal(state))


@settings(max_examples=SEEDS, deadline=None)
@given(comparisons())
def test_after_the_copied_part_the_players_choose_with_the_same_streams(found: Comparison) -> None:
    """Each player is asked again in the first line up to there, so that his stream stands where it stood, then here."""
    policies = found.asked["policies"]
    if policies is None:
        return
    choose, pattern = players.get(policies), found.lines[0].timeline.steps
    for line in found.lines[1:]:
        steps = line.timeline.steps
        streams = [found.shuffle.choices(seat) for seat in range(len(line.timeline.names))]
        for before, step in pairwise(pattern[: line.copied + 1]):
            assert choose(view(before.state, step.seat), streams[step.seat]) == step.action
        for before, step in pairwise(steps[line.copied :]):
            if step.action is not None:
                assert choose(view(before.state, step.seat), streams[step.seat]) == step.action


@pytest.mark.parametrize("rules", rulesets(), ids=lambda rules: rules.id)
def test_no_ruleset_differs_from_itself(rules: Ruleset) -> None:
    found = follow(Shuffle(seed=11), [rules, rules])
    assert (found.marks, found.lines[1].remark, len(found.differences)) == ((), "", 0)
    assert found.lines[1].copied == len(found.lines[0].timeline.actions)
    assert found.results.iloc[0].tolist() == found.results.iloc[1].tolist()


@settings(max_examples=SEEDS, deadline=None)
@given(comparisons())
def test_the_order_of_the_shuffle_is_what_is_shared(found: Comparison) -> None:
    if found.leader == "own":
        return
    first = found.lines[0].timeline.steps[0]
    for line in found.lines[1:]:
        dealt = line.timeline.steps[0].state
        for mine, theirs in zip(dealt.holdings, first.state.holdings, strict=True):
            short, long = sorted((mine, theirs), key=len)
            assert long[: len(short)] == short
        assert dealt.lead.must is None
        if dealt.lead.seeks:    # Both lines draw for the lead, each by its own rules.
            assert first.state.lead.seeks
        else:
            assert dealt.lead.seat == leader(found.lines[0])


def leader(line: ComparedLine) -> int:
    found = [event.seat for step in line.timeline.steps for event in step.events if isinstance(event, Leads)]
    return found[-1] if found else 0


@settings(max_examples=SEEDS, deadline=None)
@given(comparisons())
def test_with_own_leaders_each_line_begins_as_it_would_alone(found: Comparison) -> None:
    own = follow(found.shuffle, [line.rules for line in found.lines], **found.asked, leader="own")
    for line in own.lines:
        alone = dl.play_out(line.rules, shuffle=found.shuffle, seats=found.asked["seats"])
        assert line.timeline.steps[0] == alone.steps[0]
        assert line.remark == ""


def test_a_redealt_first_line_is_followed_on_its_own_deal() -> None:
    """Block deals again until somebody holds a double; the others take that deal, whether they need it or not."""
    rules = [get("block").but(deal=1), get("draw-classic").but(deal=1)]
    seen = set()
    for hand in range(12):
        found = follow(Shuffle(seed=3, hand=hand), rules)
        deals = [[event.deal for event in line.timeline.steps[0].events if isinstance(event, Dealt)][-1]
                 for line in found.lines]
        assert deals[0] == deals[1]
        seen.add(deals[0])
    assert len(seen) > 1


def test_scores_that_must_be_called_are_called_in_time_in_a_copied_line() -> None:
    rules = [get("two-box"), get("two-box").but(claim="auto")]
    for pair in (rules, rules[::-1]):
        scores = 0
        for hand in range(6):
            found = follow(Shuffle(seed=2, hand=hand), pair)
            assert found.marks == ()
            scores += sum(found.lines[1].timeline.state.scores)
        assert scores > 0


def test_a_leader_found_by_drawing_leads_the_others_from_the_start() -> None:
    """In Vietnam the players draw until somebody has the 6-6; Block begins with that player at once."""
    for hand in range(8):
        found = follow(Shuffle(seed=5, hand=hand), [get("draw-vietnamese"), get("draw-classic")])
        first, other = (line.timeline for line in found.lines)
        setter = next((step.seat for step in first.steps if isinstance(step.action, Play)), None)
        assert setter == other.steps[0].state.turn


def test_the_leader_that_others_take_over_is_said_once_it_matters() -> None:
    """Block is led by the highest double, Bergen by the lowest: seldom the same player, never the same tile."""
    found = follow(Shuffle(seed=7), [get("block"), get("bergen")])
    name = found.lines[0].timeline.names[leader(found.lines[0])]
    assert found.lines[1].remark.startswith(f"{name} leads, as in Block Game.")
    assert found.lines[1].remark in found.sentences[-1]
    assert follow(Shuffle(seed=7), [get("all-fives"), get("all-fives/cribbage")]).lines[1].remark == ""


def test_a_leader_who_would_lead_another_deal_is_said_too() -> None:
    """Nobody has a double in this deal, so Block deals again. Classic Draw would not; player 2 leads either way."""
    shuffle = Shuffle(seed=1, hand=401)
    found, own = follow(shuffle, [get("block"), get("draw-classic")]), dl.play_out("draw-classic", shuffle=shuffle)
    assert not any(tile.is_double for holding in own[0].state.holdings for tile in holding)
    assert leader(found.lines[0]) == own[0].state.lead.seat == 1
    assert found.lines[1].remark.startswith("Ben leads, as in Block Game.")


def test_a_tile_that_the_leader_could_not_have_led_with_is_said() -> None:
    """Leaders lead with a double if they have one in Merry-Go-Round, and with any tile in Fives and Threes."""
    remarks = dict[bool, set[bool]]()
    for hand in range(12):
        found = follow(Shuffle(seed=3, hand=hand), [get("fives-and-threes"), get("merry-go-round")], seats=2)
        first, second = (placed.tile for placed in found.lines[0].timeline.state.chain.laid[:2])
        assert any(tile.is_double for tile in found.lines[1].timeline.steps[0].state.holdings[leader(found.lines[0])])
        assert bool(found.lines[1].remark) == (not first.is_double)
        remarks.setdefault(first.is_double, set()).add(second.is_double)
    assert remarks == {True: {False}, False: {True, False}}, "the tile after the first one must not matter"


def test_a_first_tile_that_the_rules_refuse_is_named_with_the_way_out() -> None:
    """Under one of the two, only the highest double leads; the other leaves the choice to the same player."""
    shuffle, strict = Shuffle(seed=1), get("block").but(name="Strict")
    found = follow(shuffle, [get("block/free-lead"), strict], seats=2)
    tile = found.lines[1].timeline.state.chain.laid[0].tile
    doubles = [each for held in found.lines[0].timeline.steps[0].state.holdings for each in held if each.is_double]
    assert doubles
    assert tile != max(doubles), "the sheet of Block has the highest double lead"
    assert found.lines[1].remark.endswith(f"By the rules of Strict, this hand cannot begin with {tile}. With "
                                          'leader="own", each hand begins as its own rules say.')
    assert found.lines[1].remark in found.sentences[-1]
    assert follow(shuffle, [get("block/free-lead"), strict], seats=2, leader="own").lines[1].remark == ""


def test_a_given_order_without_a_double_to_lead_with_is_a_misdeal_that_the_others_play_all_the_same() -> None:
    singles = [tile for tile in get("block").equipment.set.tiles if not tile.is_double]
    doubles = [tile for tile in get("block").equipment.set.tiles if tile.is_double]
    found = follow(Shuffle.of([*singles, *doubles]), [get("block"), get("draw-classic")])
    assert found.lines[0].timeline.state.over == "misdeal"
    assert found.lines[1].timeline.is_over
    assert found.lines[1].copied == 0
    assert found.play_mark(1).step == 1


@pytest.mark.parametrize(("names", "said"), [
    (["all-fives", "two-box"], "All Fives and 4 Man 2 Box .* different sets"),
    (["block/partners", "draw-puerto-rico"], "partners: 4; Puerto Rican Draw Dominoes: 2 or 3"),
    (["patience", "block"], "Domino Patience and Block Game"),
    (["patience", "bingo"], "different patience games"),
    (["block"], "a comparison takes 2 or more rulesets, not 1"),
])
def test_what_cannot_be_compared_is_refused_by_name(names: list[str], said: str) -> None:
    with pytest.raises(RulesetError, match=said):
        follow(Shuffle(seed=1), [get(name) for name in names])


def test_seats_are_the_fewest_that_all_allow() -> None:
    assert check_rulesets([get("all-fives"), get("block/partners")], None) == 4
    assert check_rulesets([get("two-box"), get("two-box-cutthroat")], None) == min(get("two-box").dealing.seat_counts)
    with pytest.raises(IllegalAction, match="BL-DEAL-1"):
        follow(Shuffle(seed=1), [get("block"), get("draw")], seats=9)


def test_other_slips_are_refused_too() -> None:
    block = get("block")
    with pytest.raises(RulesetError, match="leader must be"):
        follow(Shuffle(seed=1), [block, block], leader="first")
    with pytest.raises(NotationError, match="it lacks 27 tiles"):
        follow(Shuffle.of(["6-6"]), [block, block])


def test_patience_follows_patience_until_the_sixth_tile_is_drawn() -> None:
    """The two games are one but for the limit of five tiles, so every line is equal up to the first draw with five."""
    parted = 0
    for hand in range(10):
        found = follow(Shuffle(seed=7, hand=hand), [get("patience"), get("fives-limit")])
        first, other = found.lines[0].timeline.steps, found.lines[1]
        sizes = [len(step.state.holdings[0]) for step in first]
        sixth = next((number for number, size in enumerate(sizes) if size > 5), None)
        assert other.copied == (len(first) - 2 if sixth is None else sixth - 1)
        parted += sixth is not None
    assert 0 < parted < 10


def test_a_line_of_python_makes_the_comparison_again() -> None:
    house = get("all-fives").but(name="Our club", multiple=3, reserve=2)
    found = follow(Shuffle(seed=7, hand=2), [get("five-up"), house], seats=3, policies="random", leader="own")
    remade = eval(found.recipe, {"dl": dl})
    assert remade.lines[1].timeline.steps == found.lines[1].timeline.steps
    assert remade.names == ("Five Up", "Our club")
    assert eval(found.lines[1].timeline.recipe, {"dl": dl}).steps == found.lines[1].timeline.steps
    given = follow(Shuffle.of(get("block").equipment.set.tiles), [get("block"), get("draw")])
    assert eval(given.recipe, {"dl": dl}).lines[0].timeline.steps == given.lines[0].timeline.steps


def test_every_table_of_a_comparison_is_shown_in_full() -> None:
    found = dl.compare(dl.Shuffle(seed=7), ["all-fives", "five-up", "draw-classic", "block"])
    columns = [str(column) for column in found.results.columns]
    assert repr(found.results).splitlines()[0].split() == " ".join(columns).split()
    for table in (found.results, found.differences, found.table):
        assert len(repr(table).splitlines()) == len(table) + 1 + table.columns.nlevels


def test_a_part_of_the_rules_is_named_as_the_rule_form_names_its_axes() -> None:
    assert RulePart(("draw_when",), ()).name == "When players may draw"
    assert RulePart(("draw_when", "draw_max"), ()).name == "When players may draw; tiles drawn in a turn"


# --- more rulesets than stand side by side


DOZEN = ["all-fives", "block", "all-fives/cribbage", "all-fives/all-spinners", "all-fives-leaflet/no-spinner",
         "muggins", "draw-classic", "five-up", "all-fives", "draw", "all-fives/spinner-closed", "bergen"]


def test_each_of_twelve_rulesets_is_compared_as_it_is_with_the_first_alone() -> None:
    found = dl.compare(Shuffle(seed=7), DOZEN)
    assert len(found.lines) == len(found.results) == 12
    for number, name in enumerate(DOZEN[1:], 1):
        alone = dl.compare(Shuffle(seed=7), [DOZEN[0], name], seats=2)
        assert found.lines[number].timeline.actions == alone.lines[1].timeline.actions
        assert (found.points_mark(number) is None) == (alone.points_mark(1) is None)
        assert (found.play_mark(number) is None) == (alone.play_mark(1) is None)


def test_twelve_rulesets_have_a_row_each_in_the_tables() -> None:
    found = dl.compare(Shuffle(seed=7), DOZEN)
    lines = found._repr_markdown_().splitlines()
    assert max(line.count(" | ") for line in lines) < len(DOZEN)
    names = [as_markdown(name) for name in found.names]
    assert [name for line in lines for name in names if line.startswith(f"| {name} |")] == names
    ruled = [rule for part in found.parts for rule in part.cells if rule != "the same"]
    assert all(any(as_markdown(rule) in line for line in lines) for rule in ruled)


def test_twelve_rulesets_are_compared_over_many_deals_and_with_a_recorded_hand() -> None:
    many = dl.compare(Shuffle(seed=7), DOZEN, hands=5, progress=False)
    alone = dl.compare(Shuffle(seed=7), [DOZEN[0], DOZEN[9]], hands=5, seats=2, progress=False)
    assert many.differences(9) == alone.differences(1)
    assert len(many.summary) == 12
    again = dl.compare("all-fives-worked-example", DOZEN[1:])      # The hand's own game is among them.
    assert len(again.lines) == 11


@pytest.mark.parametrize("show", [dl.VariantComparison, dl.page, lambda what: dl.page(Shuffle(seed=7), rulesets=DOZEN),
                                  lambda what: dl.VariantComparison(Shuffle(seed=7), DOZEN, hands=3),
                                  lambda what: dl.page(dl.compare(Shuffle(seed=7), DOZEN, hands=2, progress=False))])
def test_a_view_of_more_than_four_says_what_shows_them(show: Callable[[object], object]) -> None:
    with pytest.raises(RulesetError, match=r"2 to 4 rulesets .* not 12: .* dl\.compare, which shows any number"):
        show(dl.compare(Shuffle(seed=7), DOZEN))
