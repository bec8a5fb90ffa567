"""The chance lab without a browser: the estimate comes first and stays, trials add up, bars open hands."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

import domino_lab as dl
from domino_lab.chance.trials import LEADER, SOON, GameTrials, HoldingTrials, Ledger
from domino_lab.core.errors import NotationError
from domino_lab.picture.theme import DARK, LIGHT, contrast
from domino_lab.sessions.chance_lab import STOPS, format_value, read_guess
from domino_lab.widgets.chance_lab import ChanceLab, bars, plot_of, recipe
from domino_lab.words import phrases
from tests.widgets.kept import pictures
from tests.widgets.pressing import sent
from tests.widgets.reading import area, does, find, kinds, nodes, styled, text
from tests.words.custom_rules import OneDraw

NO_DOUBLE = Fraction(116_280, 1_184_040)
"""Seven tiles without a double: C(21,7) of C(28,7)."""


@pytest.fixture
def lab() -> ChanceLab:
    return dl.ChanceLab(dl.chance.doubles() == 0, tiles=7, seed=1)


def everything(lab: ChanceLab) -> str:
    """All that the lab shows, announces or saves."""
    bundle = lab._repr_mimebundle_()
    drawn = pictures(bundle["text/html"])
    return "\n".join([json.dumps(lab.moment(), ensure_ascii=False), bundle["text/plain"], *drawn, lab.to_csv()])


def drawing(lab: ChanceLab) -> str:
    """The plot as it is drawn now."""
    [plot] = styled(lab, "plot")
    return plot["html"]


def estimates(lab: ChanceLab) -> str:
    """The table of the estimates, in the menu."""
    [table] = [node["html"] for node in kinds(lab.moment()["head"], "html")]
    return table


def columns(lab: ChanceLab) -> list[dict]:
    """The bars as they are drawn."""
    [drawn] = kinds(lab, "columns")
    return drawn["bars"]


def press(lab: ChanceLab, do: str, value: object = None) -> None:
    """Press a button that is there and can be pressed."""
    assert not find(lab, do, value).get("off")
    lab.do(do, value)


# --- the hand of a trial


@pytest.mark.parametrize(("asked", "result"), [
    ("leader wins", "(The leader|Another player|Nobody) won[.]"), ("wins", "(Ana|Ben|Nobody) won[.]"),
    ("blocked", "How the hand ended: (blocked|a player goes out)[.]"), ("plays", r"Tiles played: \d+[.]")])
def test_the_result_of_a_hand_is_a_plain_sentence(asked: str, result: str) -> None:
    trials = GameTrials("block", asked, seed=1, **({"side": 0} if asked == "wins" else {}))
    for number in range(3):
        assert re.fullmatch(f"(Ana|Ben) was dealt these tiles( and led)?[.] {result}", trials.deal(number).told)


def test_the_hand_of_the_last_trial_is_drawn_with_a_ring_round_each_tile_that_counts(lab: ChanceLab) -> None:
    lab.do("estimate", "12 %")
    assert not kinds(lab, "dealt")
    for count in (1, 10, 1000):
        press(lab, "add", count)
        held = sorted(lab.here.trials.timeline(lab.here.n - 1).steps[0].state.holdings[0])
        [hand] = kinds(lab, "dealt")
        assert hand["tiles"] == [str(tile) for tile in held]
        assert [hand["tiles"][place] for place in hand["ringed"]] == [str(tile) for tile in held if tile.is_double]
        assert all(name in hand["label"] for name in hand["tiles"])
        [told] = [node for node in nodes(lab) if node.get("sign")]
        assert told["text"] == lab.here.hand.told
        assert told["sign"] == ("✗" if hand["ringed"] else "✓")


def test_earlier_trials_are_looked_at_one_by_one_and_said(lab: ChanceLab) -> None:
    lab.do("estimate", "12 %")
    lab.here.go(1000)
    tally, deal = lab.here.tally, lab.here.trials.deal
    asked: list[int] = []
    lab.here.trials.deal = lambda number: (asked.append(number), deal(number))[1]
    assert find(lab, "later")["off"]
    press(lab, "earlier")
    press(lab, "earlier")
    assert [node["text"] for node in nodes(lab) if node.get("text", "").startswith("Trial 9")] == ["Trial 998"]
    assert f"Trial 998. {deal(997).told}" in lab.status
    assert lab.here.tally == tally
    press(lab, "later")
    press(lab, "later")
    assert find(lab, "later")["off"]
    assert asked == [998, 997, 998, 999], "no other of a thousand hands is dealt anew"
    press(lab, "add", 1)
    assert lab.here.at == 1000
    lab.do("bar", [bar.label for bar in bars(lab.here)].index("3"))
    [hand] = kinds(lab, "dealt")
    assert len(hand["ringed"]) == 3, "the hand that a bar opens is the one that is drawn"


@pytest.mark.parametrize(("event", "ringed", "told"), [
    (dl.chance.pips() > 40, "", "It happened: 55 pips."),
    (dl.chance.suit(6) >= 4, "6-2 6-3 6-4", "It did not happen: 3 tiles with a 6 (6-2, 6-3 and 6-4)."),
    (~dl.chance.has("6-6", "5-5"), "5-5", "It happened: the 6-6 is not there; the 5-5 is there."),
    (dl.chance.longest_suit() >= 4, "3-2 4-2 5-2 6-2",
     "It happened: 4 tiles with the same number (3-2, 4-2, 5-2 and 6-2)."),
    (dl.chance.suits() == 7, "", "It did not happen: 5 different numbers."),
    ((dl.chance.doubles() == 1) & (dl.chance.suit(4) == 2), "4-2 6-4 5-5",
     "It happened: 1 double (5-5); 2 tiles with a 4 (4-2 and 6-4)."),
    (lambda tiles: len(tiles) == 6, "", "It did not happen."),
])
def test_a_hand_says_why_an_event_is_true_of_it(event: object, ringed: str, told: str) -> None:
    hand = HoldingTrials(event, seed=1).deal(0)            # 3-2 4-2 5-2 6-2 6-3 6-4 5-5
    assert (" ".join(map(str, hand.counted)), hand.told) == (ringed, told)


def test_a_deal_that_does_not_fit_what_is_known_is_drawn_and_left_out() -> None:
    hand = HoldingTrials(dl.chance.doubles() == 0, given=dl.chance.has("6-6"), seed=1).deal(0)
    assert (hand.counted, hand.happened) == ((), None)
    assert "does not count" in hand.told


def test_trials_of_a_game_draw_the_tiles_of_the_player_asked_about() -> None:
    leads, side = (GameTrials("block", *asked, seed=1) for asked in (("leader wins",), ("wins",)))
    start = leads.timeline(3).steps[0].state
    assert leads.deal(3).tiles == start.holdings[start.turn]
    assert side.deal(3).tiles == start.holdings[0]
    assert leads.deal(3).happened == bool(leads.play(3, 1).counts.get(LEADER))
    assert GameTrials("bingo", seed=1).deal(0) is None, "a patience deals no hand to a player"


# --- the estimate


def test_nothing_can_be_tried_before_there_is_an_estimate(lab: ChanceLab) -> None:
    assert find(lab, "add")["off"]
    assert not {"add", "slide", "exact"} & set(does(lab))
    for key in ("1", "2", "3", "ArrowRight", "x"):
        lab.press_key(key)
    assert (lab.here.n, lab.here.reveals) == (0, False)
    with pytest.raises(NotationError, match="First make an estimate"):
        dl.ChanceLab("block", n=10)


@pytest.mark.parametrize(("text", "value"), [
    ("12 %", 0.12), ("12%", 0.12), ("0.12", 0.12), ("0,12", 0.12), (".5", 0.5), ("1/8", 0.125), ("12", 0.12),
    ("100", 1.0), ("1", 1.0), ("0", 0.0), ("0.5 %", 0.005), (0.25, 0.25), (Fraction(1, 4), 0.25),
])
def test_a_chance_is_read_as_it_is_meant(text: object, value: float) -> None:
    assert read_guess(text, "chance") == pytest.approx(value)


@pytest.mark.parametrize("text", ["", "x", "120", "120 %", "-0.1", "3/2", "1/0", "1e-3", "nan", "inf", "12 % %", "<b>"])
def test_what_is_no_chance_gets_a_hint_and_is_no_estimate(lab: ChanceLab, text: str) -> None:
    lab.do("estimate", text)
    [hint] = styled(lab, "wrong")
    assert "Write a chance from 0 to 1" in hint["text"]
    assert next(node for node in kinds(lab, "field") if node["field"] == "estimate")["value"] == text
    assert lab.here.guesses == ()


def test_an_estimate_is_kept_on_the_plot_and_in_the_caption_and_cannot_be_made_later(lab: ChanceLab) -> None:
    messages = sent(lab)
    lab.do("estimate", {"estimate": "12 %", "who": ""})
    assert messages[-1] == {"type": "focus", "do": "add"}
    assert "You said 12 %." in lab.caption
    for count in (1, 10, 1000):
        press(lab, "add", count)
        assert "You: 12 %" in drawing(lab)
        assert 'stroke-dasharray="8 5"' in drawing(lab)
    assert not kinds(lab, "field")
    lab.do("estimate", "9 %")
    assert [guess.value for guess in lab.here.guesses] == [0.12]
    lab.here.reseed(2)
    with pytest.raises(NotationError, match="before the first trial"):
        lab.here.guess("9 %")


def test_a_class_enters_many_estimates_each_with_a_line_of_its_own(lab: ChanceLab) -> None:
    for who, value in (("Ana", "10 %"), ("Ben", "1/2"), ("<b>Cy</b>", "0.3"), ("Ana", "11 %")):
        lab.do("estimate", {"estimate": value, "who": who})
    lab.press_key("3")
    table = lab.predictions
    assert list(table.who) == ["Ben", "<b>Cy</b>", "Ana"]
    assert list(table.estimate) == [0.5, 0.3, 0.11]
    assert list(table.inside) == [False, False, True]
    assert "&lt;b&gt;Cy" in estimates(lab) + drawing(lab)
    assert not [node for node in kinds(lab, "html") if "<b>Cy" in node["html"]]
    assert len(set(re.findall('stroke-width="2.5" stroke-dasharray="([^"]*)"', drawing(lab)))) == 3


def test_estimates_come_out_as_csv(lab: ChanceLab, tmp_path: Path) -> None:
    lab.do("estimate", "12 %")
    lab.press_key("3")
    path = tmp_path / "estimates.csv"
    saved = lab.to_csv(path)
    assert path.read_text(encoding="utf-8") == saved
    (row,) = csv.DictReader(io.StringIO(saved))
    assert (row["who"], row["estimate"], row["n"], row["seed"]) == ("You", "0.12", "1000", "1")
    assert float(row["low"]) < float(row["trials"]) < float(row["high"])
    assert row["exact"] == ""
    messages = sent(lab)
    lab.do("save_csv")
    assert messages == [{"type": "download", "name": "estimates.csv", "text": saved, "mime": "text/csv"}]


# --- the trials


def test_trials_are_the_deals_of_the_seed_counted_one_by_one(lab: ChanceLab) -> None:
    lab.do("estimate", "12 %")
    lab.here.go(300)
    rules = dl.ruleset("block")
    counted = [0] * 8
    for hand in range(300):
        held = dl.Shuffle(seed=1, hand=hand).order(rules.equipment.set)[0:14:2]
        counted[sum(tile.is_double for tile in held)] += 1
    assert lab.here.tally.counts == {doubles: times for doubles, times in enumerate(counted) if times}
    assert lab.here.tally.total == counted[0]


def test_one_ten_a_thousand_and_the_slider_lead_to_the_same_place(lab: ChanceLab) -> None:
    other = dl.ChanceLab(dl.chance.doubles() == 0, tiles=7, seed=1, estimate="12 %", n=1000)
    lab.do("estimate", "12 %")
    for count in (1, 10, 1000):
        press(lab, "add", count)
    assert lab.here.n == 1011
    lab.do("slide", 1 + STOPS.index(5))
    assert lab.here.n == 5
    lab.do("slide", 1 + STOPS.index(1000))
    assert lab.here.tally == other.here.tally
    assert drawing(lab) == drawing(other)


def test_the_slider_stands_at_the_nearest_stop_and_moving_it_by_keys_never_jumps_over_one(lab: ChanceLab) -> None:
    lab.do("estimate", "12 %")
    lab.here.go(1011)
    slider = find(lab, "slide")
    assert (STOPS[slider["value"] - 1], slider["shown"], lab.here.n) == (1000, "1,011", 1011)
    lab.press_key("ArrowLeft")
    assert lab.here.n == 1000
    lab.press_key("ArrowRight")
    assert lab.here.n == 2000
    for _ in range(30):
        lab.press_key("ArrowRight")
    assert lab.here.n == STOPS[-1]
    assert "add" not in does(lab)
    for _ in range(30):
        lab.press_key("ArrowLeft")
    assert lab.here.n == 0


def shown_controls(lab: ChanceLab) -> list[str]:
    """What a reader can press or fill in outside the menu."""
    areas = lab.areas()
    given = ("field", "submit", "button", "slider")
    found = [node for node in nodes([*areas["talk"], *areas["bar"]]) if node["is"] in given]
    return [node.get("label") or node["text"] for node in found]


def test_there_are_at_most_five_controls_before_more(lab: ChanceLab) -> None:
    assert len(shown_controls(lab)) == 4
    for who in ("Ana", ""):
        lab.do("estimate", {"estimate": "12 %", "who": who})
        assert shown_controls(lab)[-1] == "Try it once"
        assert len(shown_controls(lab)) == 4
    press(lab, "add", 1)
    assert shown_controls(lab) == ["1 more", "10 more", "1,000 more", "How many trials", "Exact value"]
    lab.do("new_seed")
    assert len(shown_controls(lab)) == 5
    lab.answers = False
    assert "Exact value" not in shown_controls(lab)


def test_a_cell_may_ask_what_the_first_trials_say_and_for_a_hand_of_a_bar(lab: ChanceLab) -> None:
    for ask in (lambda: lab.after(10), lambda: lab.hand(2)):
        with pytest.raises(NotationError):
            ask()
    lab.do("estimate", "12 %")
    lab.here.go(200)
    again = Ledger(HoldingTrials(dl.chance.doubles() == 0, tiles=7, seed=1))
    assert [lab.after(n) for n in (0, 10, 5000)][1:] == [again.estimate(n) for n in (10, 5000)]
    other = Ledger(HoldingTrials(dl.chance.doubles() == 0, tiles=7, seed=2))
    assert lab.after(1000, seed=2) == other.estimate(1000) != lab.after(1000)
    assert lab.here.n == 200
    held = lab.hand(3).steps[0].state.holdings[0]
    assert sum(tile.is_double for tile in held) == 3
    number = next(n for n in range(200) if again.trials.play(n, 1).counts == {3: 1})
    assert lab.hand("3").steps == again.trials.timeline(number).steps
    assert "Block Game, with the lead drawn by lot" in dl.HandStepper(lab.hand(3))._repr_mimebundle_()["text/plain"]
    with pytest.raises(NotationError, match=r"No bar is called 9\. The bars are: 0, 1, 2, "):
        lab.hand(9)


def test_once_a_cell_has_seen_trials_nobody_can_guess_any_more(lab: ChanceLab) -> None:
    lab.do("estimate", "12 %")
    lab.after(100)
    assert not kinds(lab, "field")
    with pytest.raises(NotationError, match="before the first trial"):
        lab.here.guess("9 %")


def test_n_seed_and_band_are_always_shown(lab: ChanceLab) -> None:
    assert "No trials yet · seed 1" in area(lab, "talk")
    lab.do("estimate", "12 %")
    for n in (1, 7, 450, 20_000):
        lab.here.go(n)
        found = lab.here.estimate
        assert f"n = {n:,} · seed 1" in area(lab, "talk")
        for number in (found.value, found.low, found.high):
            assert format_value(number, "chance", (found.high - found.low) / 2) in area(lab, "talk")


def test_the_band_holds_the_exact_value_about_as_often_as_it_says() -> None:
    """95 % of bands: over 200 seeds about 190 hold C(21,7) of C(28,7); fewer than 178 happens once in 1,000 times."""
    event = dl.chance.doubles() == 0
    held = sum(Ledger(HoldingTrials(event, seed=seed)).estimate(200).covers(NO_DOUBLE) for seed in range(200))
    assert 178 <= held <= 200


def test_the_caption_is_what_is_announced(lab: ChanceLab) -> None:
    for act in (lambda: lab.do("estimate", "12 %"), *(lambda key=key: lab.press_key(key) for key in "123x")):
        act()
        assert lab.status == lab.caption


def test_a_game_is_asked_who_wins_and_its_bars_are_all_there() -> None:
    lab = dl.ChanceLab("draw", "leader wins", seed=3, estimate="50 %", n=400)
    result = dl.simulate("draw", hands=400, seed=3, engine="plain")
    assert lab.here.estimate == result.chance("leader wins")
    assert sum(bar.trials for bar in bars(lab.here)) == 400
    assert [bar.counts for bar in bars(lab.here)] == [True, False, False]


def test_a_mean_has_its_band_and_its_bars_are_grouped() -> None:
    lab = dl.ChanceLab("all-fives", "points", seed=1, estimate=40, n=300)
    result = dl.simulate("all-fives", hands=300, seed=1, engine="plain")
    total = sum(number * hands for number, hands in result.sums.bins("points").items())
    assert lab.here.estimate.value == pytest.approx(total / 300)
    assert len(bars(lab.here)) <= 16
    assert sum(bar.trials for bar in bars(lab.here)) == 300


def test_the_first_trials_do_not_wait_for_the_fast_engine_and_nothing_changes_when_it_comes() -> None:
    trials = GameTrials("block", "leader wins", seed=1)
    plain, fast = trials.play(0, SOON), trials.play(SOON - 500, 1000)
    again = trials.play(SOON - 500, 500).plus(trials.play(SOON, 500))
    assert plain.trials == SOON
    assert fast == again
    assert fast.counts[LEADER] == fast.total


def test_what_is_known_already_leaves_out_the_other_deals() -> None:
    lab = dl.ChanceLab(dl.chance.has("6-6"), tiles=7, given=dl.chance.doubles() == 1, seed=1, estimate=0.2, n=2000)
    tally = lab.here.tally
    assert tally.among < tally.trials == 2000
    assert sum(tally.counts.values()) == tally.among
    assert lab.here.estimate.covers(1 / 7)              # one double of seven, each as likely
    lab.here.reveal()
    assert lab.here.exact.value == Fraction(1, 7)
    assert f"{tally.among:,} count" in lab.caption


# --- the bars


def test_every_bar_is_a_button_and_opens_a_hand_of_its_own_kind(lab: ChanceLab) -> None:
    lab.do("estimate", "12 %")
    lab.here.go(200)
    found = bars(lab.here)
    buttons = [(bar["value"], bar["name"]) for bar in columns(lab) if bar.get("do") == "bar"]
    assert [number for number, _ in buttons] == [place for place, bar in enumerate(found) if bar.trials]
    for number, words in buttons:
        bar = found[number]
        assert f"{bar.trials} of 200" in words
        lab.do("bar", number)
        hand = lab.stepper.here.timeline
        held = hand.steps[0].state.holdings[0]
        assert sum(tile.is_double for tile in held) == bar.keys[0]
        assert hand.shuffle.seed == 1
        assert hand.shuffle.hand == lab.here.example.number < 200
        assert lab.stepper.here.step == 0


@pytest.mark.parametrize("what", ["wins", "leader wins", "blocked", "plays"])
def test_a_bar_of_a_game_opens_a_hand_that_ended_so(what: str) -> None:
    lab = dl.ChanceLab("block", what, seed=2, estimate="1/3" if what != "plays" else "12", n=150)
    for number, bar in enumerate(bars(lab.here)):
        if bar.trials:
            lab.do("bar", number)
            example = lab.here.example
            assert lab.here.trials.play(example.number, 1).counts.keys() <= set(bar.keys)
            before = lab.here.trials.play(0, example.number).counts if example.number else {}
            assert not set(before) & set(bar.keys)      # it is the first one


def test_bars_are_as_high_as_their_counts(lab: ChanceLab) -> None:
    lab.do("estimate", "12 %")
    lab.here.go(1000)
    drawn = [(int(bar["text"].removeprefix("★ ")), bar["height"]) for bar in columns(lab)]
    assert len(drawn) >= 5
    assert sum(count for count, _ in drawn) == 1000
    most = max(count for count, _ in drawn)
    for count, height in drawn:
        assert height == pytest.approx(count / most, abs=0.001)


def test_only_one_hand_is_open_and_closing_it_leaves_no_widget_behind(lab: ChanceLab) -> None:
    lab.do("estimate", "12 %")
    lab.here.go(100)
    lab.do("bar", 1)
    first = lab.stepper
    lab.do("bar", 2)
    second = lab.stepper
    assert lab.children == (lab.stage, second)
    assert first.comm is None
    lab.press_key("Escape")
    assert lab.children == (lab.stage,)
    assert second.comm is None
    assert "foot" not in lab.moment()


def test_the_keys_of_the_hand_are_its_own(lab: ChanceLab) -> None:
    lab.do("estimate", "12 %")
    lab.here.go(100)
    lab.do("bar", 1)
    lab.stepper.press_key("ArrowRight")
    assert (lab.stepper.here.step, lab.here.n) == (1, 100)


# --- the exact value


def test_the_exact_value_comes_afterwards_with_its_derivation(lab: ChanceLab) -> None:
    lab.do("estimate", "12 %")
    lab.press_key("x")
    assert not lab.here.reveals                         # not before a trial
    lab.press_key("1")
    assert "3289" not in everything(lab)
    lab.do("exact")
    assert lab.here.exact.value == NO_DOUBLE
    assert "C(21,7) = 116,280" in text(styled(lab, "comment"))
    assert "Exact: 9.82 %" in drawing(lab)
    lab.do("exact")
    assert "3289" not in everything(lab)


def test_what_is_rare_is_never_written_as_nothing() -> None:
    """All seven doubles: one holding of 1,184,040. A band over no hits at all still ends above nothing."""
    lab = dl.ChanceLab(dl.chance.doubles() == 7, seed=1, estimate="1 %", n=2000, reveal=True)
    assert lab.here.tally.total == 0
    assert f"{100 / 1_184_040:.7f} %" in lab.caption
    lab.here.go(100_000)
    low, high = re.search(r"interval: ([\d.]+) % to ([\d.]+) %", lab.caption).groups()
    assert (low, float(high)) == ("0", pytest.approx(100 * lab.here.estimate.high, rel=0.02))


def test_a_game_says_that_nobody_knows_an_exact_value() -> None:
    lab = dl.ChanceLab("block", seed=1, estimate="60 %", n=20, reveal=True)
    assert "There is no exact value here" in lab.caption
    assert text(styled(lab, "comment")) == ""


def test_the_teacher_keeps_the_answer_and_gives_it_later() -> None:
    lab = dl.ChanceLab(dl.chance.doubles() == 0, seed=1, estimate="12 %", n=1000, reveal=True, answers=False)
    lab.press_key("x")
    assert not lab.here.reveals
    assert "exact" not in does(lab)
    assert "hidden for now" in area(lab, "head")
    assert not re.search(r"3289|9\.82|116,280|0\.0982", everything(lab))
    assert lab.predictions.exact.isna().all()
    lab.answers = True
    lab.press_key("x")
    assert "323/3289" in everything(lab)
    assert lab.predictions.exact[1] == pytest.approx(float(NO_DOUBLE))
    lab.answers = False
    assert not re.search(r"3289|116,280", everything(lab))


# --- what is saved


def test_a_saved_notebook_shows_the_plot_with_everything_that_was_said(lab: ChanceLab) -> None:
    shown = dl.ChanceLab(dl.chance.doubles() == 0, seed=1, estimate="12 %", n=1000, reveal=True)
    bundle = shown._repr_mimebundle_()
    assert bundle["text/plain"].splitlines()[1].startswith("n = 1,000 · seed 1 · ")
    assert shown.caption in bundle["text/plain"]
    assert "C(21,7) = 116,280" in bundle["text/plain"]
    plot, dealt = pictures(bundle["text/html"])
    for words in ("You: 12 %", "Exact: 9.82 %", "95 % interval"):
        assert words in plot
    assert all(str(tile) in dealt for tile in shown.here.hand.tiles)
    assert f"<p>{shown.here.hand.told}</p>" in bundle["text/html"]
    assert not re.search(r"\d\.\d+[\" ,]", re.sub(r">[^<]*<|stroke-width=\"[^\"]*\"|opacity=\"[^\"]*\"", "",
                                                  plot))
    assert "application/vnd.jupyter.widget-view+json" in bundle


def test_the_line_that_is_shown_makes_the_same_lab_again() -> None:
    event = (dl.chance.suit(6) >= 3) & ~dl.chance.has("6-6")
    for made in (dl.ChanceLab(event, tiles=5, given=dl.chance.pips() > 20, set=dl.DominoSet.of(7), seed=4),
                 dl.ChanceLab("all-fives", "wins", side=1, seats=3, policies="random", seed=2),
                 dl.ChanceLab(dl.ruleset("block").but(target=61), "plays", seed=5)):
        made.here.guess(0.25)
        made.here.go(60)
        assert does(made).count("copy_line") == 1
        assert made.line in text(made)
        assert made.line == recipe(made.here)
        again = eval(made.line, {"dl": dl})
        assert again._repr_mimebundle_()["text/plain"] == made._repr_mimebundle_()["text/plain"]


def test_an_event_of_the_readers_own_has_no_line_but_works() -> None:
    lab = dl.ChanceLab(lambda tiles: sum(tile.weight for tile in tiles) > 50, seed=1, estimate=0.2, n=300)
    assert lab.here.tally.total == dl.ChanceLab(dl.chance.pips() > 50, seed=1, estimate=0.2, n=300).here.tally.total
    assert "copy_line" not in does(lab)
    assert "copy_line" in does(dl.ChanceLab("block", seed=1))


def test_the_exact_value_of_a_readers_own_event_is_waited_for_and_that_is_said() -> None:
    lab = dl.ChanceLab(lambda tiles: not any(tile.is_double for tile in tiles), tiles=6, seed=1, estimate=0.2, n=300)
    told: list[str] = []
    lab.here.observe(lambda change: told.append(lab.caption), "busy")
    lab.here.reveal()
    assert told[0] == "Every holding is being checked. This takes a few seconds."
    assert lab.here.busy == ""
    assert lab.here.exact.value == dl.chance.exact(dl.chance.doubles() == 0, tiles=6).value
    large = dl.ChanceLab(lambda tiles: tiles[0].is_double, set=9, seed=1, estimate=0.2, n=300, reveal=True)
    assert large.here.exact is None
    assert "There is no exact value here" in large._repr_mimebundle_()["text/plain"]


def test_another_seed_begins_again_and_keeps_the_estimate(lab: ChanceLab) -> None:
    lab.do("estimate", "12 %")
    lab.here.go(500)
    before = lab.here.tally
    lab.do("new_seed")
    assert (lab.here.n, lab.here.trials.seed, len(lab.here.guesses)) == (0, 2, 1)
    lab.here.go(500)
    assert lab.here.tally != before
    assert "seed 2" in area(lab, "talk")


@pytest.mark.parametrize("asked", [{"tiles": 0}, {"tiles": 15}, {"tiles": -1}])
def test_more_tiles_than_a_table_has_are_refused(asked: dict) -> None:
    with pytest.raises(NotationError, match="half the set, which is 14 here"):
        dl.ChanceLab(dl.chance.doubles() == 0, **asked)


def test_partners_win_together() -> None:
    assert dl.ChanceLab("latin-partnership", "wins").here.trials.prompt.endswith(
        "How often do Ana and Cleo win?")
    assert dl.ChanceLab("block", "wins", side=1).here.trials.prompt.endswith("How often does Ben win?")


def test_what_nobody_counts_is_refused() -> None:
    with pytest.raises(ValueError, match="leader wins"):
        dl.ChanceLab("block", "luck")
    with pytest.raises(ValueError, match="the sides are 0 to 1"):
        dl.ChanceLab("block", "wins", side=2)


def test_lines_and_words_of_the_plot_stand_out_in_every_theme() -> None:
    from domino_lab.picture.charts import line_colour

    for theme in (LIGHT, DARK):
        assert contrast(line_colour(theme), theme.panel) >= 3
        assert contrast(theme.drawn, theme.panel) >= 3
        assert contrast(theme.text, theme.panel) >= 4.5
        assert contrast(theme.quiet, theme.panel) >= 4.5


def test_every_kind_of_question_has_its_words() -> None:
    from domino_lab.chance.jobs import QUANTITIES
    from domino_lab.chance.trials import HOW, WHO
    from domino_lab.kernel.encoding import POLICY_NUMBERS as CODES

    words = phrases("chancelab")
    for what in (*WHO, *HOW, *QUANTITIES):
        assert f"ask_{what.replace(' ', '_')}" in words
    assert {f"end_{how}" for how in HOW} | {f"number_of_{what}" for what in QUANTITIES} <= set(words)
    assert {f"{kind}_{policy}" for kind in ("all", "plays") for policy in CODES} <= set(words)


@pytest.mark.parametrize("n", [1, 10, 1001, 20_000])
@pytest.mark.parametrize("width", [260, 360, 900])
def test_the_numbers_below_the_plot_never_touch(width: int, n: int) -> None:
    from domino_lab.picture.charts import RIGHT, estimate_plot
    from domino_lab.picture.text_metrics import width as width_of

    lab = dl.ChanceLab(dl.chance.doubles() == 0, seed=1, estimate="12 %", n=n)
    drawn = estimate_plot(plot_of(lab.here), width)
    words = re.findall(r'<text x="(\d+)" y="206" font-size="13" text-anchor="(\w+)"[^>]*>([^<]*)<', drawn)
    ends = [(int(x) - width_of(text, 13) / (2 if anchor == "middle" else 1),
             int(x) + (width_of(text, 13) / 2 if anchor == "middle" else 0)) for x, anchor, text in words]
    assert (words[0][2], words[-1][1]) == ("1", "end")
    assert int(words[-1][2].replace(",", "")) >= n
    assert all(right < left for (_, right), (left, _) in pairwise(ends))
    assert ends[-1][1] <= width - RIGHT


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("width", [260, 360, 900])
def test_the_words_of_the_plot_fit_its_width(width: int, large: bool) -> None:
    from domino_lab.picture.charts import estimate_plot
    from domino_lab.picture.text_metrics import width as width_of

    shown = dl.ChanceLab(dl.chance.doubles() == 0, seed=1, estimate="12 %", n=1000, reveal=True)
    drawn = estimate_plot(plot_of(shown.here), width, large=large)
    inner, high = map(int, re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn).groups())
    words = re.findall(r'<text x="54" y="(\d+)" font-size="13" fill="[^"]*">([^<]*)</text>', drawn)
    assert " ".join(text for _, text in words) == " ".join(plot_of(shown.here).words)
    assert all(54 + width_of(text, 13) <= inner for _, text in words)
    assert max(int(y) for y, _ in words) < high
    middle = int(re.search(r'<text x="(\d+)"[^>]*>number of trials<', drawn)[1])
    assert middle + width_of("number of trials", 13) / 2 <= inner


def test_what_the_lab_says_is_grade_five(lab: ChanceLab) -> None:
    from tests.words.test_readability import LEEWAY, SAID, grade

    lab.do("estimate", "12 %")
    told = [lab.caption]
    for key in "123x":
        lab.press_key(key)
        told.append(lab.caption)
    assert grade(*told) <= SAID
    whole = {key: str(text) for key, text in phrases("chancelab").items() if key != "keys"}
    words = [text for text in whole.values() if text.endswith((".", "?"))]
    assert grade(*words) <= SAID + LEEWAY


def test_on_a_projector_the_words_of_the_plot_are_large(lab: ChanceLab) -> None:
    lab.do("large")
    wide, inner = re.search(r'width="(\d+)" height="\d+" viewBox="0 0 (\d+)', drawing(lab)).groups()
    assert 13 * int(wide) / int(inner) >= 24
    assert lab.moment()["large"]
    lab.do("large")
    assert "large" not in lab.moment()


def test_what_takes_long_says_so_first_and_then_goes_on() -> None:
    own = dl.ruleset("draw").but(drawing=OneDraw())    # the fast engine does not know this rule
    lab = dl.ChanceLab(own, "leader wins", seed=1, estimate="1/4")
    said: list[tuple[str, bool]] = []
    lab.here.observe(lambda _change: said.append((lab.caption, find(lab, "add", 1).get("off", False))), "busy")
    lab.here.go(101)
    assert said[0] == ("This game is played tile by tile. That takes a few seconds.", True)
    assert not said[-1][1]
    assert "in 101" in lab.caption or "of 101" in lab.caption
    quick = dl.ChanceLab("block", seed=1, estimate="1/4")
    quick.here.observe(lambda _change: said.append(("no", True)), "busy")
    quick.here.go(100)
    assert ("no", True) not in said
