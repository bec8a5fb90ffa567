"""Rules of a reader's own that are asked once a hand: the kernel plays it to the end that the readable engine has."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import pytest

import domino_lab as dl
from domino_lab import catalogue
from domino_lab.catalogue import rulesets
from domino_lab.chance import jobs, long_runs, simulation
from domino_lab.chance.jobs import AskedHands, Job, play_chunk, prepare
from domino_lab.chance.simulation import plan
from domino_lab.core.errors import DominoError
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.kernel import encoding, engines
from domino_lab.kernel.encoding import encode_rules, unplayable
from domino_lab.notebook import simulate
from domino_lab.play.settlement import final
from domino_lab.play.state import State
from domino_lab.play.timeline import play_out
from domino_lab.rules.leading import Deck, Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Final, Settlement
from tests.chance.executors import Far
from tests.kernel.readable import mixed
from tests.rules.random_rules import combination, tables_of
from tests.words.custom_rules import (
    DoublesTwice,
    FewestTiles,
    FirstWithBlank,
    HeavyBlanks,
    MostPips,
    NeighbourPips,
    OneDraw,
    Primes,
    Squares,
    TenTiles,
    TwoTwo,
)

ENGINES = (False, True) if engines.can_compile() else (False,)
GAMES = [rules for rules in rulesets() if rules.solo is None and not unplayable(rules)]


# --- the end of a hand is that of the readable engine, whatever the rules


def ended(rules: Ruleset, seats: int, policies: Sequence[str], seed: int, hands: int, *, compiled: bool) -> list[State]:
    job = Job(rules, seats, tuple(policies), seed, "compiled" if compiled else "plain")
    return list(AskedHands(job, compiled=compiled).states(0, hands))


def seen(state: State) -> tuple[object, ...]:
    """All that a settlement can go by."""
    facts = [one for one in final(state)._replace(stock=()) if not callable(one)]
    return (*facts, final(state).boneyard, state.over, state.chips, state.stacks, state.discards, final(state).met,
            final(state).gone_with, final(state).after)


def check_ends(rules: Ruleset, seats: int, policies: Sequence[str], seed: int, hands: int) -> None:
    lines = [play_out(rules, Shuffle(seed=seed, hand=hand), seats=seats, policies=list(policies))
             for hand in range(hands)]
    read = [line.state if line.state.over == "misdeal" else line.steps[-2].state for line in lines]
    for compiled in ENGINES:
        found = ended(rules, seats, policies, seed, hands, compiled=compiled)
        assert [seen(state) for state in found] == [seen(state) for state in read], rules.values


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_the_end_of_a_hand_is_that_of_the_readable_engine(rules: Ruleset) -> None:
    for seats in tables_of(rules):
        check_ends(rules, seats, mixed(seats, seats), 5, 6 if rules.game is None else 2)


def test_so_it_is_where_passes_turn_long_rows_over_and_over() -> None:
    check_ends(dl.ruleset("blind").but(max_pip=9, deal=20), 2, ["random", "random"], 5, 2)


@pytest.mark.parametrize("start", range(0, 100, 25))
def test_so_it_is_under_rules_drawn_at_random(start: int) -> None:
    for number in range(start, start + 25):
        rules = combination(random.Random(number)).rules
        if rules.solo is None and not unplayable(rules):
            seats = random.Random(number).choice(tables_of(rules))
            check_ends(rules, seats, mixed(seats, number), number, 4)


# --- rules of one's own


class SharedOut(dl.rules.Settling):
    """Nobody wins a blocked hand, and every side gets its number and the tiles that the next one holds."""

    def settle(self, final: Final) -> Settlement:
        held = [sum(len(tiles) for tiles, own in zip(final.holdings, final.sides, strict=True) if own == side)
                for side in range(max(final.sides) + 1)]
        shares = tuple(side + held[side - 1] for side in range(len(held)))
        seat = final.out
        winner = None if seat is None else final.sides[seat]
        award = 0 if winner is None else shares[winner]
        return Settlement(winner, seat, award, Ruling(self.clauses["end_base"], "shared", {"players": []}), shares)


class TilesOfOthers(dl.rules.Settling):
    """Every side gets the number of tiles that the others hold, but only if a player has gone out."""

    def award(self, final: Final, seat: int) -> dict[int, int]:
        held = [(side, len(tiles)) for side, tiles in zip(final.sides, final.holdings, strict=True)]
        return {} if final.out is None else {own: sum(count for side, count in held if side != own)
                                             for own in {*final.sides}}


class ByName(dl.rules.Settling):
    """It looks at everything that is given: names, order of a holding, the chain, the boneyard, all moves."""

    def award(self, final: Final, seat: int) -> int:
        first = next((held[0] for held in final.holdings if held), final.last)
        laid = sum(one.number * (one.out + 2) * (one.edge + 2) for one in final.chain.laid)
        return (len(final.names[seat]) * 1000 + first.low * 100 + final.leader * 10 + final.passes + laid
                + sum(place * (other + 1) * len(kind) for place, (other, kind) in enumerate(final.moves))
                + sum(place * tile.weight for place, tile in enumerate(final.boneyard, 1))
                + sum(end.value * end.at for end in final.chain.ends) + sum(final.scores) + final.next_seat(seat))


class LastSeat(dl.rules.Leading):
    def leader(self, deck: Deck) -> int:
        return len(deck.names) - 1


class LightestLeads(dl.rules.Leading):
    """The lightest tile of all leads; but where somebody holds the 0-0, the tiles are dealt again."""

    def find(self, deck: Deck, standing: Standing, next_seat: Any) -> Lead | None:
        held = [(deck.weight(tile), tile, seat) for seat, tiles in enumerate(deck.holdings) for tile in tiles]
        _, tile, seat = min(held)
        if tile[:2] == (0, 0):
            return None
        return Lead(seat, tile, Ruling(self.clauses["first_leader"], "leads", {"player": deck.names[seat]}))


class Looked(dl.rules.Leading):
    """Nobody leads until somebody draws a tile that may lead, and the draw begins at seat 1."""

    def find(self, deck: Deck, standing: Standing, next_seat: Any) -> Lead:
        return Lead(1, None, Ruling(self.clauses["first_leader"], "leads", {"player": deck.names[1]}), seeks=True)


OBJECTS: dict[str, dict[str, object]] = {
    "award": {"settling": DoublesTwice()}, "shares": {"settling": TilesOfOthers()},
    "winner": {"settling": FewestTiles()},
    "heavy winner": {"settling": MostPips()}, "settle": {"settling": SharedOut()}, "everything": {"settling": ByName()},
    "leader": {"leading": FirstWithBlank()}, "tile": {"leading": TwoTwo()}, "seat": {"leading": LastSeat()},
    "find": {"leading": LightestLeads()}, "looked for": {"leading": Looked()},
    "match": {"winning": Squares()},
    "all at once": {"leading": LightestLeads(), "settling": ByName(), "equipment": HeavyBlanks(),
                    "matching": NeighbourPips()},
}
TABLES = [("block", 2), ("block", 3), ("block/partners", 4), ("all-fives", 3), ("draw", 4), ("bergen", 2),
          ("two-box-cutthroat", 4), ("blind", 2), ("dominican", 4)]


@pytest.mark.parametrize(("kind", "game", "seats"), [
    (kind, *table) for number, kind in enumerate(OBJECTS) for table in TABLES[number % 3::3]])
def test_the_sums_of_a_run_are_those_of_the_readable_engine(kind: str, game: str, seats: int) -> None:
    """Each kind at every third table, so that each table has every third kind."""
    if kind == "looked for" and dl.play_out(game, seed=1, seats=seats)[0].state.stock == ():
        for engine in ("readable", "plain"):
            with pytest.raises(DominoError, match=r"Looked\.find.* returned Lead.*every tile is dealt"):
                simulate(dl.ruleset(game).but(**OBJECTS[kind]), hands=5, seats=seats, engine=engine)
        return
    rules = dl.ruleset(game).but(**OBJECTS[kind])
    assert bool(unplayable(rules, asking=True)) == (kind == "match" and rules["target_when"] == "at-once")
    if unplayable(rules, asking=True):
        return
    for seed, policies in enumerate(("random", "greedy"), start=3):
        read = simulate(rules, hands=15, seats=seats, seed=seed, engine="readable", policies=policies)
        for compiled in ENGINES:
            found = simulate(rules, hands=15, seats=seats, seed=seed, policies=policies, chunk=6,
                             engine="compiled" if compiled else "plain")
            assert found.sums == read.sums


@pytest.mark.parametrize("start", range(0, 100, 50))
def test_so_they_are_beside_rules_drawn_at_random(start: int) -> None:
    kinds = [kind for kind in OBJECTS if kind != "looked for"]
    for number in range(start, start + 50):
        try:
            rules = combination(random.Random(number)).rules.but(**OBJECTS[kinds[number % len(kinds)]])
        except DominoError:
            continue  # a patience, or rules by which the object would never be called
        if not unplayable(rules, asking=True):
            seats = random.Random(number).choice(tables_of(rules))
            read, quick = (simulate(rules, hands=5, seats=seats, seed=number, policies="random", engine=engine).sums
                           for engine in ("readable", "plain"))
            assert quick == read, rules.values


def test_they_are_the_sums_of_another_game_than_without_the_rule() -> None:
    usual = simulate("block", hands=40, seed=3, engine="plain").sums
    for kind in sorted(set(OBJECTS) - {"match"}):
        assert simulate(dl.ruleset("block").but(**OBJECTS[kind]), hands=40, seed=3, engine="plain").sums != usual, kind
    assert simulate(dl.ruleset("block").but(winning=Squares()), hands=40, seed=3, engine="plain").sums == usual


class Seven(dl.rules.Settling):
    def award(self, final: Final, seat: int) -> int:
        return 7


class ThreeFour(dl.rules.Settling):
    def award(self, final: Final, seat: int) -> dict[int, int]:
        return {0: 3, 1: 4}


def test_an_award_that_is_known_beforehand() -> None:
    """Every hand that is won brings 7; or, shared, 3 to one side and 4 to the other."""
    seven = simulate(dl.ruleset("block").but(settling=Seven()), hands=200, seed=2, engine="plain")
    for side in (0, 1):
        wins = seven.sums.wins(side)
        assert seven.sums.by_side(side, "award") == (7 * wins, 49 * wins)
    shared = simulate(dl.ruleset("block").but(settling=ThreeFour()), hands=200, seed=2, engine="plain")
    won = 200 - shared.sums.wins(None)
    assert shared.sums.wins(None) > 0
    for what in ("score", "award"):
        assert [shared.sums.by_side(side, what) for side in (0, 1)] == [(3 * won, 9 * won), (4 * won, 16 * won)]


def test_a_leader_that_is_known_beforehand() -> None:
    found = simulate(dl.ruleset("block").but(leading=LastSeat()), hands=50, seats=3, seed=2, engine="plain")
    assert [found.sums.leads(seat)[0] for seat in range(3)] == [0, 0, 50]


@pytest.mark.parametrize("own", [{"settling": DoublesTwice()}, {"scoring": Primes()}])
def test_a_run_takes_the_kernel_by_itself_and_every_hand_of_it_can_be_opened(own: dict[str, object]) -> None:
    found = simulate(dl.ruleset("all-fives").but(**own), hands=30, seed=2)
    assert (found.engine in ("plain", "compiled"), found.why_readable) == (True, "")
    settled = [found.open(hand).steps[-1].settled for hand in range(30)]
    assert found.sums.of_hand("award")[0] == sum(one.award for one in settled)


def test_who_wins_a_match_is_asked_in_a_hand_that_stops_at_the_target() -> None:
    at_once = dl.ruleset("all-fives").but(winning=Squares(), target_when="at-once")
    assert "cannot call Squares.reached during a hand" in unplayable(at_once, asking=True)
    assert not unplayable(dl.ruleset("all-fives").but(winning=Squares(), target_when="hand-end"))


def test_a_player_that_thinks_a_patience_and_the_solver_ask_nobody() -> None:
    """They play from the middle of a hand to its end, over and over again."""
    for kind in ("award", "leader"):
        rules = dl.ruleset("block").but(**OBJECTS[kind])
        assert not unplayable(rules, asking=True)
        with pytest.raises(DominoError, match=r"the kernel cannot call \w+\.(award|leader) during a hand"):
            encode_rules(rules, 2)


def test_a_rule_by_which_nobody_can_lead_ends_the_run_after_a_few_hands() -> None:
    never = type("Never", (dl.rules.Leading,), {"leader": lambda self, deck: None})()
    found = simulate(dl.ruleset("block").but(leading=never), hands=1000, seed=1, engine="plain")
    assert (found.given_up, found.hands, found.sums.ends("misdeal")) == (True, 10, 10)


# --- tournaments and the chance lab


@pytest.mark.parametrize("game", ["block", "latin-partnership"])
def test_a_tournament_by_the_kernel_is_that_of_the_readable_engine(game: str) -> None:
    """Its players have names of their own, which a rule may read."""
    rules = dl.ruleset(game).but(settling=ByName())
    found = [dl.tournament({"Ana": "heaviest", "Benjamin": "random"}, rules, deals=10, engine=engine, progress=False)
             for engine in ("readable", "plain")]
    assert found[0].bouts == found[1].bouts
    assert list(found[1].engines) == ["plain"]


def test_the_chance_lab_counts_the_same_hands() -> None:
    rules = dl.ruleset("block").but(settling=FewestTiles())
    trials, read = dl.chance.GameTrials(rules, "wins", seed=4), simulate(rules, hands=60, seed=4, engine="readable")
    assert trials.play(0, 60).total == read.sums.wins(0)


# --- objects that always give the same answer


def test_rules_that_give_the_same_answers_are_not_refused() -> None:
    for own in ({"ending": TenTiles()}, {"drawing": OneDraw()}, *OBJECTS.values()):
        if next((kind for kind, one in OBJECTS.items() if one is own), "") != "looked for":
            simulate(dl.ruleset("draw").but(**own), hands=5, seed=1)


def test_a_small_set_is_dealt_twice_alike_and_drawn_for_otherwise() -> None:
    """Three tiles are soon dealt in the same way again, and who leads by lot is another one then."""
    class ByLot(dl.rules.Leading):
        def leader(self, deck: Deck) -> int:
            return max(range(2), key=lambda seat: deck.lots(0)[seat])

    rules = dl.ruleset("block").but(max_pip=1, deal=1, leading=ByLot())
    assert simulate(rules, hands=40, seed=1, engine="plain").sums == simulate(rules, hands=40, seed=1,
                                                                              engine="readable").sums


# --- in other processes


@pytest.mark.parametrize("far", [False, True], ids=["here", "by an executor"])
@pytest.mark.parametrize(("rules", "engine", "own"), [
    ("block", None, 0), (dl.ruleset("draw").but(equipment=HeavyBlanks()), "plain", 1),
    (dl.ruleset("block").but(settling=MostPips()), "plain", 1),
], ids=["a game", "a rule asked beforehand", "a rule asked in each hand"])
def test_rules_are_resolved_and_encoded_once_for_a_run(rules: dl.Ruleset | str, engine: str | None, own: int, far: bool,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Counter[str]()

    def count(module: Any, name: str) -> None:
        plain = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given, **how: calls.update([name]) or plain(*given, **how))

    count(catalogue, "get")
    for module, name in ((jobs, "encode_rules"), (jobs, "check_pure"), (encoding, "check_pure")):
        count(module, name)
    assert simulate(rules, hands=40, chunk=10, engine=engine, executor=Far() if far else None).hands == 40
    assert (calls["get"], calls["encode_rules"], calls["check_pure"]) == (1, 1, own)


def test_a_number_of_processes_and_an_executor_are_one_too_many() -> None:
    with pytest.raises(DominoError, match="an executor or a number of processes, not both"):
        simulate("block", hands=5, executor=Far(), processes=2)


def test_no_more_processes_are_started_than_there_are_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    monkeypatch.setattr(simulation, "pool_of", lambda count: started.append(count) or nullcontext(None))
    for chunk in (50, 20, 10):
        simulate("block", hands=50, seed=1, engine="plain", chunk=chunk, processes=4)
    assert started == [1, 3, 4]


def test_a_leader_of_ones_own_is_bound_to_tiles_that_they_hold() -> None:
    def find(self: object, deck: Deck, standing: Standing, next_seat: object) -> Lead:
        said = Ruling("HOUSE-FIRST-LEADER", "youngest", {"player": deck.names[0]})
        return Lead(0, None, said, False, deck.holdings[1])

    with pytest.raises(DominoError, match="the leader must hold one of `among`"):
        dl.play_out(dl.ruleset("block").but(leading=type("Two", (dl.rules.Leading,), {"find": find})()), seed=1)


def test_where_processes_begin_empty_a_class_of_the_notebook_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_runs, "is_forked", lambda: False)
    mine = type("Mine", (dl.rules.Ending,), {"over": lambda self, chain: len(chain.laid) > 9, "__module__": "__main__"})
    monkeypatch.setattr("__main__.Mine", mine, raising=False)
    with pytest.raises(DominoError, match="a class or function of this notebook is unknown there"):
        simulate(dl.ruleset("block").but(ending=mine()), hands=5, processes=2)


def test_the_plan_says_why_it_is_slow_and_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    ten = dl.ruleset("block").but(ending=TenTiles())
    assert plan(ten) == ("The engine that explains itself plays these hands. That is slower. The reason: own_end = "
                         "own: TenTiles: the kernel cannot call TenTiles.over during a hand. It takes less time if "
                         "you add processes=4.")
    assert plan(ten, shared=True).endswith("during a hand.")
    assert plan(ten, "readable") == plan(dl.ruleset("block").but(settling=DoublesTwice())) == ""


def test_the_objects_are_asked_once_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Final] = []

    class Counted(dl.rules.Settling):
        def winner(self, final: Final) -> int:
            asked.append(final)
            return 0

    job = prepare(Job(dl.ruleset("block").but(settling=Counted()), 2, ("random", "random"), 0, "plain"))
    monkeypatch.setattr(jobs, "AT_ONCE", 20)
    asked.clear()
    assert play_chunk(job, 0, 60).wins(0) == len(asked) == 60
