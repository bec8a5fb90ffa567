"""A tournament: the same deals both ways round, whoever plays them; what it says is what its hands are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from math import log10, sqrt
from random import Random
from statistics import mean, stdev

import pytest

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.chance.jobs import Job
from domino_lab.chance.long_runs import LostHandsError
from domino_lab.chance.tournament import MIDDLE, Pair, Tournament, play_tournament, rate
from domino_lab.core.errors import ArgumentError, DominoError, IllegalAction, NotationError
from domino_lab.core.events import Leads
from domino_lab.io.progress import Progress
from domino_lab.kernel.engines import can_compile
from domino_lab.play import policies
from tests.widgets.kept import picture
from tests.words.test_readability import LEEWAY, SAID, grade

THREE = ["heaviest", "random", "doubles"]


def contest(who=THREE, games="block", **asked) -> Tournament:
    return play_tournament(who, games, **{"deals": 12, "seed": 4, "engine": "plain", **asked})


def first_legal(view, stream):
    return view.legal[0]


def heavy(view, stream):
    """Written from the words of the sheet, not from our own heaviest player."""
    plays = [action for action in view.legal if action.kind == "play"]
    return max(plays, key=lambda play: play.tile.low + play.tile.high) if plays else view.legal[0]


class Broken:
    """A player that gives up in the middle of a hand."""

    __name__ = "broken"

    def __call__(self, view, stream):
        if len(view.chain.laid) > 3:
            raise RuntimeError("no idea")
        return view.legal[0]


@pytest.mark.parametrize(("game", "seats"), [("block", 2), ("all-fives", 4), ("block/partners", 4), ("two-box", 4),
                                             ("all-fives", 3), ("two-box-cutthroat", 5)])
def test_a_bout_is_what_its_two_hands_are(game: str, seats: int) -> None:
    found = contest(["heaviest", "random"], game, deals=5, seats=seats)
    for deal, bout in enumerate(found.bouts):
        points, won = [0, 0], [0, 0]
        for way, (one, other) in enumerate((("heaviest", "random"), ("random", "heaviest"))):
            line = found.hand(one, other, deal)
            assert [name.split()[0] for name in line.names] == ([one, other] * 3)[:seats]
            sides = len(line.state.scores)
            made, given = [0, 0], line.steps[-1].settled.winner
            for side in range(sides):
                # Seat by seat, sides by turns: of two and of four alike the odd ones are the other player's.
                made[(side + way) % 2] += line.state.scores[side]
            points = [points[0] + made[0], points[1] + made[1]]
            each = [made[who] / len(range((who + way) % 2, sides, 2)) for who in (0, 1)]
            if each[0] != each[1]:
                won[each[1] > each[0]] += 1
            elif given is not None:
                won[(given + way) % 2] += 1
        assert (bout.points, bout.against) == tuple(points)
        assert (bout.won, bout.lost) == tuple(won)


def test_both_ways_round_are_one_deal_with_one_leader() -> None:
    found = contest(deals=3)
    for deal in range(3):
        one, other = found.hand("random", "doubles", deal), found.hand("doubles", "random", deal)
        assert one.steps[0].state.holdings == other.steps[0].state.holdings
        leads = [[event.seat for step in line.steps for event in step.events if isinstance(event, Leads)]
                 for line in (one, other)]
        assert leads[0] == leads[1]
        assert one.names == tuple(reversed(other.names))


@pytest.mark.parametrize(("game", "seats"), [
    ("draw", 2), ("all-fives", 2), ("bergen", 4), ("latin-partnership", 4), ("two-box-cutthroat", 4), ("blind", 2),
    ("draw/pay-points", 2), ("draw-vietnamese", 2), ("sniff/more-players", 3), ("draw", 3),
])
def test_the_readable_engine_makes_the_same_bouts_as_the_kernel(game: str, seats: int) -> None:
    plain, readable = (contest(["greedy", "random"], game, deals=6, seats=seats, engine=engine)
                       for engine in ("plain", "readable"))
    assert plain.bouts == readable.bouts
    assert [set(one.engines) for one in (plain, readable)] == [{"plain"}, {"readable"}]


def test_a_player_is_as_good_as_itself() -> None:
    """Whatever the lead and the deal are worth, it is taken out: the two hands of a deal are the same hand."""
    found = contest({"one": "greedy", "other": "greedy"}, ["all-fives", "draw"], deals=10)
    three = contest({"one": "greedy", "other": "greedy"}, ["all-fives", "draw"], deals=10, seats=3)
    for each in (found, three):
        assert each.share("one", "other").value == 0.5
        assert each.margin("one", "other")[:2] == (0, 0)
        assert [one.rating.value for one in each.standings()] == [1000, 1000]


def test_names_for_the_same_function_keep_them_apart() -> None:
    found = contest({"mine": heavy, "yours": policies.heaviest}, deals=3)
    assert found.players == ("mine", "yours")
    assert found.share("mine", "yours").value == 0.5


def test_a_function_plays_what_the_policy_of_the_same_words_plays() -> None:
    known, own = contest(["heaviest", "random"]), contest([heavy, "random"])
    assert known.bouts == own.bouts
    assert own.players == ("heavy", "random")
    assert own.engines == {"readable": ("policies = heavy: the kernel has no such player",)}


def test_a_function_of_ours_is_played_by_the_kernel_that_knows_it() -> None:
    found = contest({"careful": policies.keep_suits, "quick": policies.heaviest})
    assert found.engines == {"plain": ()}
    assert found.bouts == contest(["keep-suits", "heaviest"]).bouts


def test_the_kernel_plays_those_it_knows_among_others() -> None:
    found = contest(["heaviest", "random", first_legal], ["block", get("block").but(max_pip=12)], deals=1)
    assert set(found.engines) == {"plain", "readable"}
    assert [why.split(":")[0] for why in found.engines["readable"]] == [
        "policies = first_legal", "max_pip = 12"]


def test_the_order_in_which_players_are_named_changes_nothing() -> None:
    one, other = contest(), contest(THREE[::-1])
    assert [(s.player, s.won, s.lost, s.margin) for s in one.standings()] == [
        (s.player, s.won, s.lost, s.margin) for s in other.standings()]
    assert [s.rating.value for s in one.standings()] == pytest.approx([s.rating.value for s in other.standings()])
    assert one.share("random", "doubles") == other.share("random", "doubles")


def test_what_one_wins_the_other_loses() -> None:
    found = contest(games=["block", "draw"])
    standings = found.standings()
    assert sum(one.won for one in standings) == sum(one.lost for one in standings)
    assert all(one.hands == 2 * 12 * 2 * 2 for one in standings)
    assert sum(one.margin.value for one in standings) == pytest.approx(0, abs=1e-9)
    assert mean(one.rating.value for one in standings) == pytest.approx(1000)
    for pair in found.pairings():
        back = found.share(pair.against, pair.player, pair.ruleset)
        assert pair.share.value + back.value == pytest.approx(1)
        assert (back.low, back.high) == pytest.approx((1 - pair.share.high, 1 - pair.share.low))
        assert found.margin(pair.against, pair.player, pair.ruleset).value == -pair.margin.value


def test_the_error_of_a_margin_is_that_of_the_mean_of_the_bouts_for_each_of_their_two_hands() -> None:
    found = contest(["heaviest", "random"])
    ahead = [(bout.points - bout.against) / 2 for bout in found.bouts]
    margin = found.margin(*found.players)
    assert margin.value == pytest.approx(mean(ahead))
    assert margin.error == pytest.approx(stdev(ahead) / len(ahead) ** 0.5)
    assert margin.hands == 2 * len(ahead)


def test_where_the_fewest_points_win_a_player_with_fewer_is_ahead() -> None:
    """Who gets rid of heavy tiles keeps few pips, and those are what each player scores."""
    rules = get("block").but(who_scores="own-pips", best_score="fewest")
    found = play_tournament(["heaviest", "random"], rules, deals=100, seed=3)
    assert found.margin("heaviest", "random").value > 0
    assert found.share("heaviest", "random").value > 0.5
    assert all(bout.points > bout.against for bout in found.bouts if bout.won == 2)


def test_the_ratings_of_one_ruleset_leave_the_others_out() -> None:
    both, alone = contest(games=["block", "draw"]), contest(games="draw")
    assert both.standings("draw") == alone.standings()
    assert both.standings(get("draw")) == both.standings("Draw Dominoes") == both.standings("draw")
    assert both.share("random", "doubles", "draw") == alone.share("random", "doubles")
    assert both.standings() != both.standings("draw")


def test_a_name_that_two_games_share_means_the_one_that_is_played_and_is_refused_where_both_are() -> None:
    alone, both = contest(games=["block", "draw-classic"]), contest(games=["draw", "draw-classic"])
    assert alone.standings("Draw Dominoes") == alone.standings("draw-classic")
    with pytest.raises(DominoError, match="draw and draw-classic in this tournament: name one of them by its id"):
        both.standings("Draw Dominoes")
    assert both.standings("draw") != both.standings("draw-classic")


def test_more_deals_go_on_where_fewer_ended() -> None:
    assert contest(deals=12).bouts[:15] == contest(deals=5).bouts


@pytest.mark.parametrize("chunk", [1, 5, 100])
def test_the_bouts_are_the_same_for_every_chunking(chunk: int) -> None:
    assert contest(chunk=chunk).bouts == contest().bouts


def test_an_interrupt_leaves_a_result_of_whole_deals() -> None:
    def stop(told: Progress) -> None:
        if told.done >= 20:
            raise KeyboardInterrupt

    found = contest(chunk=1, progress=stop)
    assert found.interrupted
    assert (found.hands, found.deals, found.asked) == (24, 4, 12)
    assert found.bouts == contest(deals=4).bouts
    assert found.standings() == contest(deals=4).standings()
    assert "4 deals of 12" in str(found)
    assert found.hand("doubles", "random", 11).is_over


def test_a_lost_deal_is_named_and_those_before_it_are_kept() -> None:
    executor = ThreadPoolExecutor(1)

    def close(told: Progress) -> None:
        if told.done >= 22:
            executor.shutdown(wait=False, cancel_futures=True)

    with pytest.raises(LostHandsError, match=r"lost hands of deal \d+ .*Try again with another executor") as lost:
        contest(deals=40, chunk=1, executor=executor, progress=close)
    begun = lost.value.result
    assert begun.interrupted
    assert begun.bouts == contest(deals=40).bouts[: len(begun.bouts)]
    assert lost.value.first == begun.deals >= 3


def test_an_interrupt_before_the_first_hand_is_an_interrupt() -> None:
    class Stopped:
        __name__ = "stopped"

        def __call__(self, view, stream):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        contest([Stopped(), "random"])


def test_progress_is_told_in_hands() -> None:
    told: list[Progress] = []
    contest(deals=5, chunk=2, progress=told.append)
    assert [(one.done, one.total) for one in told] == [(12, 30), (24, 30), (30, 30)]


def test_what_a_player_raises_says_in_which_hand() -> None:
    with pytest.raises(RuntimeError, match="no idea") as raised:
        contest([Broken(), "random"])
    assert raised.value.__notes__ == ["The error is in the player broken, seat 0 of Block Game.",
                                      "This happened in Block Game, deal 0 of seed 4: broken against random."]


def test_a_player_that_does_what_the_rules_refuse_is_told_the_clause() -> None:
    def cheat(view, stream):
        play = next((action for action in view.legal if action.kind == "play"), view.legal[0])
        return play._replace(tile=dl.Tile.of("6-6")) if play.kind == "play" and view.chain.laid else play

    with pytest.raises(IllegalAction) as raised:
        contest([cheat, "random"])
    assert raised.value.ruling.clause
    assert "The player cheat chose to play 6-6" in raised.value.__notes__[0]
    assert "cheat against random" in raised.value.__notes__[1]


@pytest.mark.parametrize(("asked", "said"), [
    ({"who": ["greedy"]}, "at least two players"),
    ({"who": []}, "at least two players"),
    ({"who": ["greedy", "greedy"]}, "two players are called greedy"),
    ({"who": ["greedy", "clever"]}, "clever"),
    ({"who": ["greedy", 3]}, "a player must be a name, or a function"),
    ({"games": "bingo"}, "a game for one player"),
    ({"games": []}, "one or more rulesets"),
    ({"games": ["block", "block"]}, "with different names"),
    ({"games": "chess"}, "chess"),
    ({"seats": 1}, "2, 3 or 4, not 1"),
    ({"games": ["block", "latin-partnership"], "seats": 3}, "Partners play, so there must be four players"),
    ({"games": "block/partners", "seats": 2}, "2"),
    ({"engine": "steam"}, "engine must be"),
])
def test_what_cannot_be_asked_is_refused(asked, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        contest(**asked)


def test_a_seed_that_is_none_is_refused() -> None:
    with pytest.raises(NotationError):
        contest(seed=-1)


@pytest.mark.parametrize(("asked", "said"), [
    ({"deals": 0}, "from 1 to"), ({"deals": 1.5}, "from 1 to"), ({"chunk": 0}, "from 1 to"), ({"seats": "3"}, "number"),
    ({"players": "greedy"}, "a list of players"), ({"executor": 3}, "an executor of concurrent.futures"),
    ({"progress": 3}, "function"),
])
def test_what_no_argument_can_be_is_refused_at_the_door(asked, said: str) -> None:
    with pytest.raises(ArgumentError, match=said):
        dl.tournament(**{"players": ["greedy", "random"], "rulesets": "block", **asked})


def test_what_is_not_there_is_refused_with_what_is() -> None:
    found = contest(deals=1)
    with pytest.raises(DominoError, match="no player of this tournament is called 'clever'; its players are"):
        found.share("clever", "random")
    with pytest.raises(DominoError, match="'draw' is not in this tournament; its rulesets are Block Game"):
        found.standings("draw")
    with pytest.raises(DominoError, match="random never plays against random here"):
        found.hand("random", "random")


def test_its_line_gives_it_again() -> None:
    house = get("block").but(max_pip=4, deal={2: 5, 4: 3})
    for found in (contest(games=["block", house], seats=4), contest({"a": "greedy", "b": "random"}),
                  contest([heavy, "random"], deals=2)):
        again = eval(f'{found.line[:-1]}, engine="plain")', {"dl": dl, "heavy": heavy})
        assert again.bouts == found.bouts
        assert again.line == found.line


def test_the_thinking_player_takes_part() -> None:
    found = contest(["random", "thinking"], deals=1)
    assert found.hands == 2
    assert "thinking" in found.engines["readable"][0]


@pytest.mark.parametrize(("deals", "engine", "warmed"), [(10, None, can_compile()), (9, None, 0), (10, "plain", 0)])
def test_a_player_that_can_be_made_faster_is_before_a_long_tournament(monkeypatch, deals, engine, warmed) -> None:
    class Slow:
        __name__ = "slow"

        def __init__(self):
            self.warmed = 0

        def warm(self):
            self.warmed += 1

        def __call__(self, view, stream):
            return view.legal[0]

    monkeypatch.setattr("domino_lab.chance.tournament.is_rolling_compiled", lambda: False)
    slow, told = Slow(), []
    contest([slow, "random"], deals=deals, engine=engine, progress=told.append)
    assert slow.warmed == warmed
    assert [one.phase for one in told].count("compiling") == warmed


@pytest.mark.parametrize(("who", "compiles"), [
    ([first_legal, "random"], False), ([first_legal, "random", "greedy"], True)])
def test_a_kernel_is_compiled_only_if_it_plays_two_of_the_players(monkeypatch, who, compiles: bool) -> None:
    asked: list[Job] = []
    monkeypatch.setattr("domino_lab.chance.tournament.get_ready", lambda job, *_more: asked.append(job))
    contest(who, deals=1)
    assert bool(asked) == compiles


def test_the_tables_have_every_player_and_every_pair() -> None:
    found = contest(games=["block", "draw"])
    table, pairs = found.table(), found.pair_table()
    assert list(table.player) == [one.player for one in found.standings()]
    assert (table.won + table.tied + table.lost == table.hands).all()
    assert (table.rating.diff().dropna() <= 0).all()
    assert len(pairs) == 6
    assert (pairs["share low"] <= pairs["share won"]).all()
    assert pairs[(pairs.ruleset == "Block Game") & (pairs.against == "random")]["share won"].item() == \
        found.share("heaviest", "random", "block").value


def test_it_shows_itself() -> None:
    found = dl.tournament(THREE, ["block", "draw"], deals=12, seed=4, engine="plain")
    shown = found._repr_mimebundle_()
    assert picture(shown).count("<circle") == 3
    assert all(len(re.findall(f'<th scope="row" [^>]*>{name}<', shown["text/html"])) == 1 for name in THREE)
    assert found.line in shown["text/plain"]
    assert [line.split()[0] for line in shown["text/plain"].splitlines()[3:6]] == list(found.table().player)
    assert "Draw Dominoes" not in found.plot("block").lines[0]
    assert repr(found) == "<Tournament of heaviest, random, doubles: 144 hands, seed 4>"


def test_the_verdict_is_only_clear_where_the_interval_is() -> None:
    many = dl.tournament(["random", "heaviest"], "block", deals=150, seed=4, engine="plain")
    few = dl.tournament(["random", "heaviest"], "block", deals=5, seed=4, engine="plain")
    assert many.share("heaviest", "random").low > 0.5 >= few.share("heaviest", "random").low
    assert many.told[0].startswith("heaviest is better than random and won ")
    assert "too close to call" in few.told[0]


def test_it_says_how_ties_count_only_where_there_are_some() -> None:
    few, many = (dl.tournament(["heaviest", "random"], "draw-classic", deals=deals, seed=4, engine="plain")
                 for deals in (1, 100))
    ties = [any(bout.tied for bout in found.bouts) for found in (few, many)]
    assert ties == [False, True]
    for found, tied in zip((few, many), ties, strict=True):
        assert ("A hand that nobody wins counts as half a hand for each player." in found.told) == tied
        assert ("Tied" in str(found)) == tied


def test_what_it_says_is_grade_five() -> None:
    results = [dl.tournament(["heaviest", "random"], "draw-classic", deals=deals, seed=4, engine="plain")
               for deals in (2, 150)]
    said = {line for found in results for line in found.told}
    assert len(said) >= 5
    assert grade(*said) <= SAID
    assert [line for line in said if grade(line) > SAID + LEEWAY] == []


PAIRS = [(0, 1), (0, 2), (1, 2)]
TRUE = (1100.0, 1000.0, 900.0)
Shares = Mapping[Pair, tuple[float, int]]


def chance(one: float, other: float) -> float:
    """Bradley and Terry's, as the books write it on the chess players' scale."""
    return 1 / (1 + 10 ** ((other - one) / 400))


def played(hands: int, dice: Random) -> Shares:
    """So many hands a pair, each won as the true ratings say."""
    return {(one, other): (float(sum(dice.random() < chance(TRUE[one], TRUE[other]) for _ in range(hands))), hands)
            for one, other in PAIRS}


def test_two_players_are_as_far_apart_as_the_share_says() -> None:
    for won, hands in ((60, 100), (37, 50), (100, 100), (0, 30)):
        one, other = rate(2, {(0, 1): (float(won), hands)})
        share = (won + 0.5) / (hands + 1)      # one drawn hand is given beforehand
        assert one.value - other.value == pytest.approx(400 * log10(share / (1 - share)))
        assert (one.value + other.value) / 2 == pytest.approx(MIDDLE)


def minorised(players: int, shares: Shares) -> list[float]:
    """The same by another way, Hunter's: strength = hands won / sum of hands / (own + other's strength), repeated."""
    won, met = [0.0] * players, {}
    for (one, other), (share, hands) in shares.items():
        won[one], won[other] = won[one] + share + 0.5, won[other] + hands - share + 0.5
        met[one, other] = met[other, one] = hands + 1
    strengths = [1.0] * players
    for _ in range(3000):
        strengths = [won[one] / sum(met[one, other] / (strengths[one] + strengths[other])
                                    for other in range(players) if (one, other) in met) for one in range(players)]
    ratings = [400 * log10(strength) for strength in strengths]
    return [rating - mean(ratings) + MIDDLE for rating in ratings]


def test_the_ratings_are_those_of_another_way_to_find_them() -> None:
    for shares in (played(80, Random(2)), {**played(58, Random(3)), (0, 1): (41.5, 60)}):
        assert [one.value for one in rate(3, shares)] == pytest.approx(minorised(3, shares), abs=1e-6)


def test_a_player_that_lost_every_hand_has_a_rating_and_a_wide_error() -> None:
    shares = {(0, 1): (40.0, 40), (0, 2): (40.0, 40), (1, 2): (20.0, 40)}
    best, *others = rate(3, shares)
    assert [best.value, others[0].value, others[1].value] == pytest.approx(minorised(3, shares), abs=1e-6)
    assert 50 < best.error < 500


def test_the_error_is_the_spread_of_ratings_of_the_same_players_met_again() -> None:
    dice = Random(5)
    again = [rate(3, played(300, dice)) for _ in range(300)]
    for player, found in enumerate(rate(3, played(300, dice))):
        # The spread of 300 trials is itself known to within 4 %.
        assert found.error == pytest.approx(stdev(trial[player].value for trial in again), rel=0.12)


def test_the_error_of_two_is_that_of_the_books() -> None:
    """The log of the odds of n trials has the variance 1 / (n p q); of two players each is half of it from the mean."""
    found = rate(2, {(0, 1): (60.0, 100)})[0]
    share = 60.5 / 101
    odds = 400 / 2.302585 / sqrt(101 * share * (1 - share))
    assert found.error == pytest.approx(odds / 2, rel=1e-6)


def test_nineteen_intervals_in_twenty_hold_the_truth() -> None:
    dice, held = Random(7), 0
    for _ in range(200):
        found = rate(3, played(200, dice))
        held += sum(one.covers(true) for one, true in zip(found, TRUE, strict=True))
    # Of the intervals those of one trial hang together: as if there were 200.
    assert held / 600 == pytest.approx(0.95, abs=3 * sqrt(0.95 * 0.05 / 200))
