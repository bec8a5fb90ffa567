"""Positions that random hands meet too seldom, built so that their sentences are read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any
from unittest.mock import patch

from domino_lab.catalogue import get, rulesets
from domino_lab.core.actions import Discard, Draw, Pass, Play
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.errors import RulesetError
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.explain.why import why
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge, legal
from domino_lab.play.settlement import settle, settle_holdings
from domino_lab.play.start import start
from domino_lab.play.state import State, Step
from domino_lab.play.timeline import play_out
from domino_lab.record import read
from domino_lab.rules.axes import AXES
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from tests.rules.random_rules import OPTIONS
from tests.vectors.reading import lay, study

SEVEN_NO_DOUBLE = "1-0 2-0 3-0 4-0 5-0 6-0 2-1 3-1 4-1 5-1 6-1 3-2 4-2 5-2 "
REST = "6-2 4-3 5-3 6-3 5-4 6-4 6-5 0-0 1-1 2-2 3-3 4-4 5-5 6-6"
NO_DOUBLE = Shuffle.of(tiles(SEVEN_NO_DOUBLE + REST))
BLOCKED = Standing((0, 0), 2, 0, None, "blocked")
WON = Standing((2, 0), 2, 0, 0, "out")
FIRST_LEADERS = ["lot", "youngest", "highest-double", "lowest-double", "fastest-double", {"holder": "6-6"}]
BLOCK_LEADERS = ["rotate", "previous", *FIRST_LEADERS]


def rulings() -> Iterator[Ruling]:
    """The rulings of every position of this room."""
    for make in (_leads, _refused_leads, _ties, _dear_wins, _last_hands, _ends, _ways_out, _chuchazo, _dekabes,
                 _passes, _same_end, _discards, _dominican, _falls, _matches, _shares, _draws,
                 _layouts, _for_doubles, _round_the_spinner):
        yield from make()
    for text in (TWICE, FEW, *WRONG_LEADERS):
        yield from spied(text)


def rulings_of(step: Step) -> Iterator[Ruling]:
    """The rulings of a step, and of what is said about it, each with those behind it."""
    yield from why(step).rulings
    for ruling in step.rulings:
        yield from ruling.tree()


def _leads() -> Iterator[Ruling]:
    fives, block = get("all-fives"), get("block")
    yield from rulings_of(start(get("cuban"), Shuffle(seed=11)))     # two of the lots weigh the same
    for seed in range(30):
        yield from rulings_of(start(get("fives-and-threes"), Shuffle(seed=seed)))
    yield from rulings_of(start(fives, NO_DOUBLE))
    yield from rulings_of(start(fives, NO_DOUBLE, standing=BLOCKED))
    yield from rulings_of(start(fives, NO_DOUBLE, leader=1))
    yield from rulings_of(start(block.but(first_leader="lot", lead_tile="any"), NO_DOUBLE))
    yield from rulings_of(start(fives.but(first_leader="highest-double", lead_fallback="redeal"), NO_DOUBLE))
    yield from rulings_of(start(fives.but(first_leader="highest-double", lead_fallback="heaviest"), NO_DOUBLE))
    yield from rulings_of(start(fives, Shuffle(seed=1), standing=BLOCKED))
    for rules in (rules for rules in rulesets() if rules.solo is None):
        sides = rules.side_count(rules.dealing.seat_counts[0])
        yield from rulings_of(start(rules, Shuffle(seed=1), standing=BLOCKED._replace(scores=(0,) * sides)))
    for rule in FIRST_LEADERS:
        yield from rulings_of(start(fives.but(first_leader=rule), Shuffle(seed=1)))
        yield from rulings_of(start(block.but(first_leader=rule, lead_tile="any"), Shuffle(seed=1)))
    yield from rulings_of(start(block.but(next_leader="rotate"), Shuffle(seed=1), standing=WON))
    yield from rulings_of(start(block.but(first_leader="hand-double"), Shuffle(seed=1), standing=WON))
    lot = {"first_leader": "lot", "lead_tile": "any", "lead_fallback": "none"}
    for each in (5, 9):  # of nine for each of three players, nothing is left over
        yield from rulings_of(start(block.but(first_tile="hand-double", deal={3: each}, seats=[3], **lot),
                                    Shuffle(seed=1)))
    pairs = get("block/partners")
    for rules, how in ((pairs.but(next_leader="winning-pair"), "out"),
                       (pairs.but(block_leader="winning-pair"), "blocked"),
                       *((rules, "out") for rules in rulesets() if rules["next_leader"] == "winning-pair")):
        asked = start(rules, Shuffle(seed=1), standing=WON._replace(last_how=how))
        alone = WON._replace(scores=(2, 0, 0, 0), last_how=how)
        for step in (asked, advance(asked.state, Pass()),
                     start(rules.but(teams="none"), Shuffle(seed=1), standing=alone)):
            yield from rulings_of(step)
    for rule in BLOCK_LEADERS:
        house = block.but(block_leader=rule, lead_fallback="none")
        yield from rulings_of(start(house, NO_DOUBLE, standing=BLOCKED))
        yield from rulings_of(start(house, Shuffle(seed=1), standing=BLOCKED))


def _refused_leads() -> Iterator[Ruling]:
    """A leader who must set one tile tries another; and seats for which the sheet has no deal."""
    for rules in rulesets():
        if rules.solo is None:
            open_house = rules.but(seats="2+", teams="none")
            yield open_house.dealing.seats_ruling(9)
    bound = get("all-fives").but(first_leader="highest-double", lead_tile="qualifying")
    for rules in rulesets():
        hands = (start(rules, Shuffle(seed=seed)).state for seed in range(20 if rules["lead_tile"] != "any" else 0))
        for state in (state for state in hands if state.lead.must is not None):
            yield from (judge(state, Play(tile)) for tile in state.holdings[state.turn][:2] if tile != state.lead.must)
    state = start(bound, Shuffle(seed=1)).state
    other = next(tile for tile in state.holdings[state.turn] if tile != state.lead.must)
    yield judge(state, Play(other))
    yield judge(state, Play(other, OpenEnd(0, 0, 5)))


def settled(rules: Ruleset, *held: str, how: str = "blocked", blocker: int | None = 0) -> Iterator[Ruling]:
    """The settlement of these holdings."""
    state = start(rules, Shuffle(seed=1), seats=len(held)).state
    ended = state._replace(holdings=tuple(tiles(text) for text in held), over=how, blocker=blocker)
    yield from rulings_of(settle(ended))


def _ties() -> Iterator[Ruling]:
    fives, block, leaflet = get("all-fives"), get("block"), get("all-fives-leaflet")
    yield from settled(fives, "1-2", "3-0")
    yield from settled(leaflet, "1-2", "3-0")
    yield from settled(block, "1-2", "3-0", "6-6")
    yield from settled(block.but(tie="none"), "1-2", "3-0")
    yield from settled(block.but(block_between="nobody"), "1-2", "3-1", "0-0")
    yield from settled(block.but(block_between="blocker-next"), "1-2", "3-1", "0-0")
    yield from settled(block.but(block_between="blocker-next"), "1-2", "3-1", "0-0", blocker=None)
    yield from settled(block.but(tie="blocker"), "1-2", "3-0", "6-6", blocker=1)
    for rules in (block.but(tie="blocker"),
                  get("draw-puerto-rico/blocker-wins").but(end_base="opponents", own_deduct="once")):
        for blocker in (None, 2):
            yield from settled(rules, "1-2", "3-0", "6-6", blocker=blocker)
    for tie in ("leader", "nearest-leader", "after-blocker"):
        yield from settled(block.but(tie=tie), "1-2", "3-0", "6-6", blocker=2)
        yield from settle_holdings(block.but(tie=tie), ["1-2", "3-0", "6-6"]).ruling.tree()
    for held in (("2-1", "3-0", "6-6"), ("4-1", "3-0 2-0", "6-6"), ("2-1", "3-0", "1-1 1-0")):
        yield from settled(block.but(tie="fewer-tiles"), *held)
    for held in (("5-0", "6-0", "3-3", "3-2"), ("5-0 1-0", "6-0", "3-3", "3-3")):
        yield from settled(get("block/partners").but(tie="fewer-tiles"), *held)
    yield from settled(fives.but(tie="lightest-tile"), "1-2", "3-0")
    yield from settled(fives.but(tie="lightest-tile"), "1-2 4-4", "3-1 4-3")
    yield from settled(block.but(weights={"1-0": 0, "2-0": 0, "0-0": 0}), "0-0", "1-0 2-0")


def _dear_wins() -> Iterator[Ruling]:
    """Ana alone is compared with the next player and holds less, or ties; but more comes off than the others hold."""
    axes = {"own_deduct": "per-opponent", "end_base": "opponents"}
    yield from settled(get("block").but(block_between="blocker-next", **axes), "6-4", "6-5", "1-0", "6-5")
    yield from settled(get("dominican").but(**axes), "6-4", "1-0", "6-6", "6-5")
    yield from settled(get("dominican").but(**axes, block_between="all", teams="none"), "6-4", "1-0", "0-1", "2-0")


def _last_hands() -> Iterator[Ruling]:
    """Games whose points are pips left, after the last hand or at the target, where the fewest or the most win."""
    for best in ("fewest", "most"):
        rules = get("chickenfoot").but(best_score=best)
        for hand, score in ((10, 7), (1, 99_999)):
            standing = Standing((0, score), hand, 0, 0, "out")
            state = start(rules, Shuffle(seed=1), standing=standing).state
            yield from rulings_of(settle(state._replace(holdings=((), tiles("6-4")), over="out", blocker=0)))
    for game, best, (hand, score) in product(("gaple", "hungarian"), ("fewest", "most"), ((10, 50), (1, 99))):
        standing = Standing((0, score, score - 1, score - 2), hand, 0, 0, "out")
        rules = get(game).but(best_score=best, match_hands=10)
        state = start(rules, Shuffle(seed=1), seats=4, standing=standing).state
        yield from rulings_of(settle(state._replace(holdings=((), *[tiles("6-4")] * 3), over="out", blocker=0)))


def each_value(group: str) -> Iterator[dict[str, Any]]:
    """Every value to try of every axis of a group, each as a change of the rules."""
    return ({name: value} for name, axis in AXES.items() if axis.group == group for value in OPTIONS[name])


def _ends() -> Iterator[Ruling]:
    fives, threes, each = get("all-fives"), get("all-fives/all-threes"), get("all-fives-leaflet/round-each")
    line = Chain().lay(Tile(2, 3))
    stuck = start(get("block").but(block="dead-layout"), Shuffle(seed=1), leader=0).state
    stuck = stuck._replace(chain=line, holdings=(tiles("6-2 5-5"), tiles("4-4")))
    yield from rulings_of(advance(stuck, Play(Tile(2, 6), line.ends[0])))
    yield from settled(threes, "1-2", "6-6 5-5")
    yield from settled(get("five-up").but(end_divide=1), "1-2", "6-6 5-4")
    yield from settled(each, "1-2", "6-6", "5-5 1-0", how="blocked")
    for rules in (get("five-up"), get("five-up").but(end_divide=1), get("all-fives-leaflet").but(end_divide=5)):
        yield from settled(rules, "", "6-6 6-5", how="out")
        yield from settled(rules, "", "6-6 6-4", how="out")
    for axes in ({"end_multiple": 4, "end_divide": 1}, *each_value("settling")):
        with suppress(RulesetError):
            rules = get("all-fives").but(**{"end_bonus": 1, **axes})
            yield from settled(rules, "1-2", "6-6", "5-5 1-0")
            yield from settled(rules, "", "6-6", "5-5 1-0", how="out")
    quick = get("block").but(play_score="multiple", target=5, target_when="at-once")
    for rules in (quick, quick.but(unit="per"), fives.but(draw_cost=1, draw_cost_in="chips"),
                  get("block").but(block="dead-layout")):
        for hand in range(5):
            for step in play_out(rules, Shuffle(seed=hand)).steps:
                yield from rulings_of(step)


def _ways_out() -> Iterator[Ruling]:
    """Last tiles that fit both ends of a line, that are doubles, that are named, and one that nobody saw."""
    line = Chain().lay(Tile(2, 3))
    onward = line.lay(Tile(3, 4), line.ends[1])
    again, blank = onward.lay(Tile(2, 4), onward.ends[1]), line.lay(Tile(3, 0), line.ends[1])
    ways = {"capicua": 5, "capicua_double": 6, "out_tile": {"6-2": 7}, "out_double": 8}
    for pays, ends in (("add", "any"), ("instead", "any"), ("times", "any"), ("add", "differ"), ("add", "no-blank")):
        rules = get("block").but(**ways, out_pays=pays, capicua_ends=ends)
        for chain, tile in ((onward, Tile(2, 4)), (blank, Tile(2, 0)), (again, Tile(2, 5)), (again, Tile(2, 2)),
                            (line, Tile(2, 6)), (line, Tile(2, 2))):
            state = start(rules, Shuffle(seed=1), leader=0).state
            state = state._replace(chain=chain, holdings=((tile,), (Tile(5, 5),)))
            yield from rulings_of(settle(advance(state, Play(tile, chain.ends[0])).state))
        yield from settle_holdings(rules, ["", "5-5"]).ruling.tree()


def _chuchazo() -> Iterator[Ruling]:
    """The player who leads goes out with the 0-0 in the first hand of a match."""
    state = start(get("quinientos"), Shuffle(seed=1), leader=0).state
    line = Chain().lay(Tile(0, 1))
    state = state._replace(chain=line, holdings=((Tile(0, 0),), *((Tile(5, high),) for high in (4, 5, 6))))
    yield from rulings_of(settle(advance(state, Play(Tile(0, 0), line.ends[0])).state))


def _dekabes() -> Iterator[Ruling]:
    """In Haiti somebody goes out with a tile that fits both ends: one each of its halves, or the same half."""
    line = Chain().lay(Tile(2, 3))
    onward = line.lay(Tile(3, 4), line.ends[1])
    again = onward.lay(Tile(2, 4), onward.ends[1])
    for chain, tile in ((onward, Tile(2, 4)), (again, Tile(2, 5))):
        state = start(get("haitian"), Shuffle(seed=1), leader=0).state
        held = ((tile,), *((Tile(5, high),) for high in (4, 5, 6)))
        last = advance(state._replace(chain=chain, holdings=held), Play(tile, chain.ends[0])).state
        yield from rulings_of(settle(last))


def _passes() -> Iterator[Ruling]:
    """Ana has led, and Ben passes: he alone, or with him everybody else; and the target is met or passed."""
    for axes in ({"pass_lead": 5}, {"pass_lead": 5, "pass_lead_single": 7}, {"pass_round": 4}, {"pass_next": 3},
                 {"pass_cost": 2}, {"pass_lead": 3, "target": 2, "reach": "exact"}):
        for tile in (Tile(2, 3), Tile(2, 2)):
            state = start(get("block").but(**axes), Shuffle(seed=1), leader=0).state
            state = state._replace(chain=Chain().lay(tile), blocker=0, turn=1,
                                   holdings=((Tile(2, 6),), (Tile(5, 5),)))
            yield from rulings_of(advance(state, Pass()))


def _same_end() -> Iterator[Ruling]:
    """Ana has just played the 5-2 on the 2-2 and goes on: a 5 joins it, a 2 at the other end does not."""
    again = get("block").but(extra_turn="while-fits", extra_turn_at="same-end")
    for rules in (*rulesets(), again):
        if rules.solo is None and rules.turns.binds:
            state = start(rules, Shuffle(seed=1), leader=0).state
            held = (tiles("5-2 5-4 2-1"), *(tiles("6-2 5-5") for _ in state.holdings[1:]))
            state = state._replace(chain=Chain().lay(Tile(2, 2)), blocker=1, turn=0, holdings=held)
            after = advance(state, Play(Tile(2, 5), state.chain.ends[0]))
            yield from rulings_of(after)
            for play in (Play(Tile(4, 5), after.state.chain.ends[1]), Play(Tile(1, 2), after.state.chain.ends[0])):
                yield from judge(after.state, play).tree()


def _discards() -> Iterator[Ruling]:
    """Ana holds nothing that fits; she discards what she has, and Ben goes on alone until the hand is over.

    A game in which nobody discards refuses it, and so do a tile that fits and one that can still be drawn.
    """
    for rules in (*rulesets(), get("block").but(cannot_play="discard")):
        if rules.solo is None and not rules.dealing.is_blind:
            state = start(rules, Shuffle(seed=1), leader=0).state
            held = (tiles("4-3 4-4"), *(tiles("2-1 6-6") for _ in state.holdings[1:]))
            state = state._replace(chain=Chain().lay(Tile(2, 2)), blocker=1, turn=0, holdings=held, stock=())
            yield judge(state, Discard(Tile(3, 4)))
            yield judge(state, Pass())
            yield judge(state._replace(turn=1), Discard(Tile(6, 6)))
            yield judge(state._replace(stock=tiles("5-5 5-4 6-5")), Discard(Tile(3, 4)))
            while rules.turns.discards and state.over is None:
                step = advance(state, legal(state)[0])
                yield from rulings_of(step)
                state = step.state
            if state.over:
                yield from rulings_of(settle(state))
    for drawing in (get("draw").but(cannot_play="discard"), get("gaple").but(draw_when="unable", deal=5)):
        state = start(drawing, Shuffle(seed=1), leader=0).state
        state = state._replace(chain=Chain().lay(Tile(2, 2)), turn=0, holdings=(tiles("4-3"), *state.holdings[1:]))
        yield judge(state, Discard(Tile(3, 4)))


def _dominican() -> Iterator[Ruling]:
    """The first tile makes others pass; a locked hand, by the game's own rule and where a reader lets all compare."""
    rules = get("dominican")
    held = (Tile(2, 6),), (Tile(5, 5),), (Tile(4, 4),), (Tile(5, 4),)
    for tile in (Tile(2, 3), Tile(2, 2)):
        state = start(rules, Shuffle(seed=1), leader=0).state
        state = state._replace(chain=Chain().lay(tile), blocker=0, turn=3, holdings=held)
        for _ in range(3):
            step = advance(state, Pass())
            yield from rulings_of(step)
            state = step.state
    for game in ("quinientos", "haitian", "brazilian"):
        yield from settle_holdings(get(game), ["", "5-5", "4-4", "1-0"]).ruling.tree()
    everyone = rules.but(block_between="all", own_deduct="once")
    for blocker in (None, 0, 3):
        yield from settled(rules, "1-2", "3-0", "6-6", "3-1", blocker=blocker)
        yield from settled(everyone, "1-2", "3-0", "4-1", "1-1", blocker=blocker)
        yield from settled(everyone, "6-5", "3-0", "0-0", "6-6", blocker=blocker)
        yield from settled(everyone.but(end_base="opponents"), "6-6", "0-1", "1-0", "6-6", blocker=blocker)
    alone = everyone.but(end_base="opponents", team_block="individual")
    yield from settled(alone, "2-1", "3-0", "6-6", "4-0", blocker=2)
    yield from settled(rules.but(teams="none", block_between="all"), "1-2", "3-4", "6-6", "5-4")
    yield from settle_holdings(rules, ["", "5-5", "4-4", "1-0"]).ruling.tree()


def _falls() -> Iterator[Ruling]:
    """The hand that is lost costs a score."""
    held = tiles("1-0"), tiles("6-6"), tiles("5-5"), tiles("4-4")
    for game, scores in (("jamaican", (0, 2)), ("cut-throat", (0, 2, 1))):
        state = start(get(game), Shuffle(seed=1)).state
        facts = {"holdings": held[: state.table.seats], "over": "blocked", "blocker": 0, "scores": scores}
        yield from rulings_of(settle(state._replace(**facts)))
    for rule in ("losers", "all-scored", "one-all"):
        state = start(get("block").but(fall_back=rule), Shuffle(seed=1)).state
        held = tiles("1-0"), tiles("6-6")
        yield from rulings_of(settle(state._replace(holdings=held, over="blocked", blocker=0, scores=(3, 4))))


def _matches() -> Iterator[Ruling]:
    """A match that ends after its third hand, one that counts twice, a hand that is too little to begin with, a target
    that is met exactly, and a match of which two are needed.
    """
    for axes, scores in (({"matches_to_win": 2}, (95, 30)), ({"matches_to_win": 2, "shut_out": 2}, (95, 0)),
                         ({"match_hands": 3}, (10, 20)), ({"shut_out": 2}, (95, 0)), ({"first_score": 13}, (0, 0)),
                         ({"reach": "exact"}, (92, 0))):
        state = start(get("block").but(**axes), Shuffle(seed=1), standing=Standing((0, 0), 3)).state
        held = tiles("1-0"), tiles("6-3")
        yield from rulings_of(settle(state._replace(holdings=held, over="blocked", blocker=0, scores=scores)))


def _shares() -> Iterator[Ruling]:
    """Everyone scores at the end of a hand, or the losers pay; the fewest points win, at 100 or after the last hand."""
    block = get("block")
    for rules in (block.but(who_scores="own-pips"), block.but(who_scores="losers"),
                  block.but(who_scores="losers-pay", end_bonus=1),
                  block.but(who_scores="losers-pay", tie="blocker", end_round="nearest", end_divide=5),
                  block.but(who_scores="lighter", end_bonus=1)):
        yield from settled(rules, "", "6-6", "5-5 1-0", how="out")
        yield from settled(rules, "1-0", "6-6", "5-5 1-0")
        yield from settled(rules.but(tie="none"), "6-5", "6-6", "5-5 1-0")
        yield from settled(rules.but(tie="blocker"), "6-6", "3-0", "2-1")
    for level, axes in product((1, 2), ({"after_level": "doubled"}, {"after_level": "one-more"},
                                        {"after_level": "doubled", "who_scores": "losers"})):
        rules = block.but(**axes)
        state = start(rules, Shuffle(seed=1), standing=Standing((0, 0), 3, level=level)).state
        yield from rulings_of(settle(state._replace(holdings=(tiles("1-0"), tiles("6-3")), over="blocked", blocker=0)))
    hungarian, last = get("hungarian"), {"match_hands": 3, "target": 500}
    for rules, number in ((block.but(who_scores="own-pips", best_score="fewest"), 2), (hungarian, 2),
                          (block.but(who_scores="own-pips", best_score="fewest", **last), 3),
                          (hungarian.but(**last), 3), (hungarian.but(best_score="most"), 2)):
        state = start(rules, Shuffle(seed=1), standing=Standing((0, 95), number)).state
        yield from rulings_of(settle(state._replace(holdings=(tiles("1-0"), tiles("6-3")), over="blocked", blocker=0)))


def stuck(rules: Ruleset, **facts: Any) -> State:
    """Two players who hold nothing that fits a table of blanks and ones."""
    state = start(rules, Shuffle(seed=1), leader=0).state
    chain = Chain().lay(Tile(0, 1))
    return state._replace(chain=chain, holdings=((Tile(5, 5),), (Tile(4, 4),)), **facts)


def _draws() -> Iterator[Ruling]:
    kept = stuck(get("all-fives").but(reserve=2), stock=tiles("3-3 2-2"))
    yield judge(kept, Draw())
    yield judge(kept, Pass())
    once = stuck(get("all-fives").but(draw_max=1), stock=tiles("3-3 2-2"), drawn=1)
    yield judge(once, Draw())
    yield judge(once, Pass())
    yield judge(stuck(get("block").but(draw_when="unable"), stock=()), Draw())
    yield judge(stuck(get("block").but(draw_when="unable"), stock=()), Pass())
    over = stuck(get("all-fives").but(block="dead-layout"), stock=tiles("6-3"))
    yield from rulings_of(advance(over._replace(chain=Chain().lay(Tile(0, 3))), Draw()))
    dead = stuck(get("all-fives").but(block="dead-layout"), stock=tiles("3-3 2-2"))
    yield from rulings_of(advance(dead, Draw()))
    usual = stuck(get("draw-arabic").but(block="all-stuck"), stock=())
    last = usual._replace(chain=Chain().lay(Tile(0, 3)), holdings=(tiles("3-1 5-5"), usual.holdings[1]))
    yield from rulings_of(advance(last, legal(last)[0]))
    known = stuck(get("all-fives"), stock=tiles("3-3"))
    yield judge(known, Draw(Tile(6, 6)))
    unknown = known._replace(stock=(), below=frozenset(tiles("3-3 2-2")))
    yield judge(unknown, Draw())
    yield judge(unknown, Draw(Tile(6, 6)))


def _layouts() -> Iterator[Ruling]:
    state = study(get("all-fives"))
    yield judge(state, Play(Tile(7, 9)))
    laid = state._replace(chain=Chain().lay(Tile(5, 5), spins=True))
    yield judge(laid, Play(Tile(5, 5)))
    alike = study(get("block").but(play_score="alike"))
    for tile, at in (("3-1", None), ("2-1", "3-1"), ("3-2", "2-1"), ("3-3", "3-2")):
        step = lay(alike, tile, at)
        yield from rulings_of(step)
        alike = step.state


def _for_doubles() -> Iterator[Ruling]:
    """Tiles tried on the four arms of the 6-6, one of which has its double."""
    cross = get("cross")
    for rules in (*rulesets(), *[cross.but(arm_doubles=value) for value in ("own", "all")]):
        if rules.solo is None and rules["arm_doubles"] != "none":
            state = study(rules)
            for tile, at in (("6-6", None), *((f"6-{value}", "6-6") for value in (5, 4, 3, 2)), ("5-5", "6-5")):
                state = lay(state, tile, at).state
            for tile in tiles("5-1 4-4 4-1 3-0"):
                for end in state.chain.ends:
                    yield from judge(state, Play(tile, end)).tree()


def _round_the_spinner() -> Iterator[Ruling]:
    """Every edge of a double with one arm, and the end of that arm: the arms are begun clockwise."""
    house = [get("cross").but(arm_order=order) for order in ("clockwise", "four-first-clockwise")]
    for rules, double in ((get("cyprus/clockwise"), 9), *[(rules, 6) for rules in house]):
        state = lay(lay(study(rules), f"{double}-{double}").state, f"{double}-5", f"{double}-{double}").state
        for end in state.chain.ends:
            yield from judge(state, Play(Tile(end.value, 1), end)).tree()


DEAL = 'ruleset = "{rules}"\n{house}[deal]\nholdings = [["1-0", "5-4"], ["6-6", "1-2"]]\n'
TWICE = DEAL.format(rules="block", house="") + 'stock = ["6-6"]\n'
FEW = 'ruleset = "block"\n[deal]\nholdings = [["1-1"], [' + '"1-2", ' * 40 + "]]\n"
HOUSE = '[rules]\nfirst_leader = "highest-double"\n'
GOAT = 'ruleset = "kozel"\n[deal]\nholdings = [["1-0"], ["1-1"], ["6-6"], ["1-2"]]\nstock = []\nleader = 0\n'
WRONG_LEADERS = [
    DEAL.format(rules=rules, house=house) + "leader = 0\n"
    for rules, house in (("block", ""), ("all-fives-leaflet", ""), ("all-fives", HOUSE))
] + [GOAT, GOAT.replace("kozel", "gaple").replace("1-1", "0-0")]


def spied(text: str) -> list[Ruling]:
    """The rulings whose words are read while a hand file is: a problem keeps the words alone."""
    seen: list[Ruling] = []
    words = Ruling.text.fget

    def look(ruling: Ruling) -> str:
        seen.append(ruling)
        return str(words(ruling))

    with patch.object(Ruling, "text", property(look)):
        read(text, get)
    return seen
