"""Trials: the same deals as the shuffle's, whatever the order in which they are asked for; a ledger that adds up."""

from __future__ import annotations

import pytest

from domino_lab.chance.exercises import exercise
from domino_lab.chance.holding_events import doubles, has, longest_suit, pips, python_of, suit, suits
from domino_lab.chance.trials import DealtHoldings, GameTrials, HoldingTrials, Ledger, places
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet
from domino_lab.record.load import ruleset

SETS = [DominoSet(), DominoSet.of(9), DominoSet.of(12), DominoSet.of(6, copies=2), DominoSet.of(8, doubles=False),
        DominoSet.of(1)]


@pytest.mark.parametrize("kind", SETS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("seed", [0, 7, 2**63 + 11])
def test_many_deals_at_once_are_the_shuffles_own(kind: DominoSet, seed: int) -> None:
    take = min(7, len(kind.tiles) // 2)
    found = DealtHoldings(kind, take, seed=seed, first=990, count=25)
    for hand, (held, numbers) in enumerate(zip(found.holdings(), found.places.tolist(), strict=True), 990):
        dealt = Shuffle(seed=seed, hand=hand).order(kind)[: 2 * take : 2]
        assert held == tuple(sorted(dealt))
        assert numbers == [kind.tiles.index(tile) for tile in dealt]


@pytest.mark.parametrize(("kind", "tiles"), [(DominoSet(), 7), (DominoSet(), 14), (DominoSet.of(9), 5),
                                             (DominoSet.of(8, doubles=False), 6), (DominoSet(), 1),
                                             (DominoSet.of(6, copies=2), 7)])
def test_the_example_holds_the_tiles_that_were_counted(kind: DominoSet, tiles: int) -> None:
    """Whatever they are: a hand in which nobody has a double is not dealt again."""
    trials = HoldingTrials(pips() > 3, tiles, set=kind, seed=5)
    counted = list(DealtHoldings(kind, tiles, seed=5, first=0, count=12).holdings())
    for number in range(12):
        assert tuple(sorted(trials.timeline(number).steps[0].state.holdings[0])) == counted[number]


def test_a_question_is_made_and_seeded_again_without_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slider makes many of them: deals are looked at when their bars are asked for, and then only once."""
    dealt = []

    def counted(*asked, **given) -> DealtHoldings:
        dealt.append(given)
        return DealtHoldings(*asked, **given)

    monkeypatch.setattr("domino_lab.chance.trials.DealtHoldings", counted)
    trials = HoldingTrials(doubles() == 0, seed=1).with_seed(2)
    assert not dealt
    assert (trials.numeric, trials.keys, trials.bars_called) == (True, (), "doubles")
    assert len(dealt) == 1
    of_an_exercise = exercise("own_tile").trials.with_seed(3)
    assert len(dealt) == 1
    assert not of_an_exercise.numeric
    assert len(dealt) == 2


EVENTS = [doubles() >= 2, pips() > 45, suits() == 7, longest_suit() > 3, suit(6) != 1, has("6-6", "0-0"),
          (doubles() == 0) | ~(suit(3) > 2), (pips() <= 40) & has("5-4")]


@pytest.mark.parametrize("kind", [DominoSet(), DominoSet.of(12)], ids=lambda kind: kind.name)
@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_an_event_counts_many_deals_as_it_judges_each(event, kind: DominoSet) -> None:
    """A double-twelve set has 91 tiles, more than a word has bits."""
    trials = HoldingTrials(event, set=kind, seed=3)
    each = [event.holds(held) for held in DealtHoldings(kind, 7, seed=3, first=0, count=400).holdings()]
    assert 0 < sum(each) < 400 or event is EVENTS[5] or kind != DominoSet()
    assert trials.play(0, 400).total == sum(each)


@pytest.mark.parametrize("event", EVENTS, ids=str)
def test_the_line_of_an_event_makes_it_again(event) -> None:
    import domino_lab as dl

    again = eval(python_of(event), {"dl": dl})
    assert str(again) == str(event)
    assert HoldingTrials(again, seed=9).play(0, 300) == HoldingTrials(event, seed=9).play(0, 300)


@pytest.mark.parametrize("trials", [HoldingTrials(doubles() > 1, seed=2), GameTrials("block", "wins", seed=2),
                                    GameTrials("draw", "draws", seed=2)], ids=["holdings", "wins", "draws"])
def test_a_ledger_says_the_same_whatever_was_asked_before(trials) -> None:
    whole = trials.play(0, 137)
    ledger = Ledger(trials)
    for n in (137, 20, 1, 90, 137, 60, 0, 137):
        assert ledger.upto(n).trials == n
    found = ledger.upto(137)
    assert (found.total, found.squares, found.counts) == (whole.total, whole.squares, whole.counts)
    assert [place for place, _ in ledger.path(137)] == [*places(137), 137]


@pytest.mark.parametrize(("trials", "shown"), [
    (HoldingTrials(doubles() == 0, 5, seed=3), "<HoldingTrials: dl.chance.doubles() == 0, tiles=5, seed 3>"),
    (HoldingTrials(lambda tiles: True), "<HoldingTrials: your own test, seed 0>"),
    (GameTrials("block", "wins", side=1, seed=2), '<GameTrials: "block", "wins", side=1, seed 2>'),
    (exercise("own_tile", learner="Ana").trials.with_seed(4),
     '<ExerciseTrials: dl.chance.exercise("own_tile", learner="Ana"), seed 4>'),
])
def test_trials_are_shown_by_what_one_types(trials, shown: str) -> None:
    assert repr(trials) == shown


def test_the_first_trial_on_a_bar_is_the_first() -> None:
    trials = GameTrials("draw", "leader wins", seed=4)
    ledger, single = Ledger(trials), [next(iter(trials.play(number, 1).counts)) for number in range(200)]
    for key in set(single):
        assert ledger.first((key,), 200) == single.index(key)
    assert ledger.first((single[0],), 200) == 0
    assert ledger.first((99,), 200) is None


def test_a_patience_is_won_or_lost() -> None:
    found = GameTrials("five-columns", "won", seed=1)
    tally = found.play(0, 12)
    assert sum(tally.counts.values()) == 12
    lines = [found.timeline(number).state.over for number in range(12)]
    assert tally.total == sum(str(over) == "won" for over in lines)


def test_a_patience_is_asked_whether_it_is_won_and_nothing_that_needs_rivals() -> None:
    trials = GameTrials("five-columns")
    assert trials.what == "won"
    assert "leads" not in trials.prompt
    assert ["tiles are left" in GameTrials("five-columns", what).prompt for what in ("left", "plays")] == [True, False]
    assert "laid" not in GameTrials("five-columns", "plays").prompt
    for game, what in (("five-columns", "leader wins"), ("bingo", "wins"), ("block", "won"), ("block", "left")):
        with pytest.raises(ValueError, match=f"no question is called '{what}'; choose (won|leader wins), "):
            GameTrials(game, what)


@pytest.mark.parametrize(("what", "shown"), [
    ("leader wins", ["the leader", "another player", "nobody"]), ("wins", ["Ana", "Ben", "nobody"]),
    ("nobody wins", ["Ana", "Ben", "nobody"]), ("blocked", ["blocked"]), ("out", ["a player goes out"]),
    ("plays", []),
])
def test_the_outcomes_that_are_asked_about_have_a_bar_even_if_they_never_come(what: str, shown: list[str]) -> None:
    """One hand has one outcome, but all who could win have a bar; of the ends of a hand the one asked about has."""
    trials = GameTrials("block", what, seed=3)
    assert [trials.label(key) for key in trials.keys] == shown
    assert sum(map(trials.counts, trials.keys)) == bool(shown)


@pytest.mark.parametrize(("trials", "shown", "expected"), [
    (HoldingTrials(doubles() == 0), lambda trials: (trials.bars_called, trials.is_slow_to_solve), ("doubles", False)),
    (HoldingTrials(lambda tiles: True), lambda trials: (trials.most, trials.label(1), trials.is_slow_to_solve),
     (10_000, "yes", True)),
    (HoldingTrials(doubles() > 1), lambda trials: [trials.counts(key) for key in (1, 2)], [False, True]),
    (GameTrials("block", "plays"), lambda trials: (trials.bars_called, trials.waits(10)), ("tiles played", "")),
    (GameTrials(ruleset("block").but(max_pip=12)), lambda trials: (trials.most, trials.waits(1000)), (1000, "by_hand")),
])
def test_trials_say_what_their_bars_are_and_how_long_they_take(trials, shown, expected) -> None:
    assert shown(trials) == expected
