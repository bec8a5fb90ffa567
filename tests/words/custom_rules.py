"""Rules of a reader's own, one for each group of axes, and the positions in which each of them speaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

import domino_lab as dl
from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Pass, Play, Stack
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.hand import advance
from domino_lab.play.legal import judge
from domino_lab.play.match import play_match
from domino_lab.play.start import start
from domino_lab.play.state import Step
from domino_lab.play.timeline import play_out
from domino_lab.rules.leading import Deck, Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Term
from domino_lab.rules.settling import Final
from domino_lab.rules.so_far import HandSoFar
from domino_lab.rules.turns import Loot, Spoils
from tests.words.positions import rulings_of

TWIN = 1


class NeighbourPips(dl.rules.Matching):
    def meets(self, half: int, value: int) -> bool:
        return abs(half - value) == 1


class SecondSpins(dl.rules.Arms):
    def spins(self, tile: Tile, chain: Chain) -> bool:
        return sum(laid.tile.is_double for laid in chain.laid) % 2 == 1


class NewestEnd(dl.rules.Arms):
    def open_ends(self, chain: Chain) -> tuple[OpenEnd, ...]:
        return chain.ends[-2:]


class EvenTiles(dl.rules.Arms):
    def allows(self, tile: Tile, end: OpenEnd, chain: Chain, so_far: HandSoFar) -> bool:
        return tile.weight % 2 == 0


class Primes(dl.rules.Scoring):
    def points(self, total: int) -> int:
        return total if total > 1 and all(total % part for part in range(2, total)) else 0


class UpToTen(dl.rules.Scoring):
    def points(self, total: int) -> int:
        return total if total <= 10 else 0


class BlankCountsTen(dl.rules.Scoring):
    def counts(self, term: Term) -> int:
        return 10 if term.shown == 0 else term.value


class DoublesLaid(dl.rules.Scoring):
    def worth(self, chain: Chain) -> int:
        return 2 if chain.laid[-1].tile.is_double else 0


class DoublesCost(dl.rules.Scoring):
    """A double costs two points, and another tile is worth what it is in the game."""

    def worth(self, chain: Chain, so_far: HandSoFar | None = None) -> int:
        return -2 if chain.laid[-1].tile.is_double else super().worth(chain, so_far)


class OneDraw(dl.rules.Drawing):
    def may(self, able: bool, stock: int, drawn: int, chosen: int) -> bool:
        return not able and drawn == 0


class TenTiles(dl.rules.Ending):
    def over(self, chain: Chain) -> bool:
        return len(chain.laid) >= 10


class NobodyWaits(dl.rules.Ending):
    def goes_on(self, drawable: bool) -> bool:
        return False


class DoublesTwice(dl.rules.Settling):
    def award(self, final: Final, seat: int) -> int:
        left = [tile for other, held in enumerate(final.holdings) if other != seat for tile in held]
        return sum(final.weigh(tile) * (2 if tile.is_double else 1) for tile in left)


class ThreeMore(dl.rules.Settling):
    def award(self, final: Final, seat: int) -> int:
        return int(super().award(final, seat)) + 3  # type: ignore[call-overload]


class OneLess(dl.rules.Settling):
    """Every loser pays one point less."""

    who_scores = "losers-pay"

    def award(self, final: Final, seat: int) -> dict[int, int]:
        shares = dict(super().award(final, seat))  # type: ignore[call-overload]
        return {side: points + (side != final.sides[seat]) for side, points in shares.items()}


class TilesOut(dl.rules.Settling):
    """Points for several sides, but only if a player has gone out."""

    def award(self, final: Final, seat: int) -> dict[int, int]:
        counts = [len(held) for held in final.holdings]
        return {} if final.out is None else {side: sum(counts) - own for side, own in enumerate(counts)}


class FewestTiles(dl.rules.Settling):
    def winner(self, final: Final) -> int | None:
        counts = [len(held) for held in final.holdings]
        return counts.index(min(counts)) if counts.count(min(counts)) == 1 else None


class MostPips(dl.rules.Settling):
    def winner(self, final: Final) -> int | None:
        return final.weights.index(max(final.weights))


class ThreeEach(dl.rules.Dealing):
    def each(self, seats: int, set_size: int) -> int:
        return 3


class DoublesPay(dl.rules.Dealing):
    def bonus(self, holding: Sequence[Tile]) -> int:
        return sum(tile.is_double for tile in holding)


class FirstWithBlank(dl.rules.Leading):
    def leader(self, deck: Deck) -> int | None:
        return next((seat for seat, held in enumerate(deck.holdings) if any(tile.low == 0 for tile in held)), None)


class TwoTwo(dl.rules.Leading):
    def leader(self, deck: Deck) -> Tile:
        return Tile(2, 2)


class OddTiles(dl.rules.Leading):
    def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        leads = Ruling.of(self.clauses, "first_leader", "leads", {"player": deck.names[0]})
        odd = tuple(tile for tile in deck.holdings[0] if tile.weight % 2)
        return Lead(0, None, leads, among=odd) if odd else None


class Squares(dl.rules.Winning):
    def reached(self, score: int, seats: int, teams: bool) -> bool:
        return score >= 16 and round(score**0.5) ** 2 == score


class FewestOfFive(dl.rules.Winning):
    best_score, match_hands = "fewest", 5

    def winner(self, scores: Sequence[int], seats: int, teams: bool, final: Final | None = None) -> int | None:
        return next((1 - side for side, score in enumerate(scores) if score >= 100), None)


class OthersLose(dl.rules.Settling):
    def award(self, final: Final, seat: int) -> dict[int, int]:
        return {side: -weight for side, weight in enumerate(final.weights)}


class DearWin(dl.rules.Settling):
    def award(self, final: Final, seat: int) -> int:
        return -5


class FivesGoOn(dl.rules.Turns):
    def goes_on(self, tile: Tile) -> bool:
        return 5 in tile[:2]


class FewTilesGo(dl.rules.Turns):
    def may_pass(self, able: bool, so_far: HandSoFar | None = None) -> bool:
        return so_far is not None and len(so_far.holding) > 4


class DoublesSkip(dl.rules.Turns):
    def next_turn(self, chain: Chain, seat: int, seats: int) -> int | None:
        return (seat + 2) % seats if chain.laid[-1].tile.is_double else None


class HeavyBlanks(dl.rules.Equipment):
    def weight(self, tile: Tile) -> int:
        return tile.low + tile.high + (20 if tile.low == 0 else 0)


class AlwaysSeven(dl.rules.Stacking):
    def loot(self, spoils: Spoils | None, tile: Tile) -> Loot:
        return Loot(7 if spoils else 0, 7 if spoils else 0)

    def may_now(self, spoils: Spoils | None) -> bool:
        return spoils is not None

    def choices(self, chain: Chain, ends: Sequence[OpenEnd], holding: Sequence[Tile]) -> list[tuple[Tile, int]]:
        return [(tile, end.at) for end in ends for tile in holding if tile[:2] == chain.laid[end.at].tile[:2]]


@lru_cache(maxsize=1)
def every() -> tuple[Ruleset, ...]:
    """A ruleset for each of these rules, and one with many at once."""
    block, fives = get("block"), get("all-fives")
    alone = [block.but(matching=NeighbourPips()), fives.but(arms=SecondSpins()), fives.but(arms=NewestEnd()),
             block.but(arms=EvenTiles(), extra_turn="while-fits", cannot_go_on="stop"),
             fives.but(scoring=Primes()), fives.but(scoring=UpToTen()), fives.but(scoring=BlankCountsTen()),
             block.but(scoring=DoublesLaid()), fives.but(scoring=DoublesLaid(), claim="call"),
             get("bergen").but(scoring=DoublesLaid(), claim="call"),
             block.but(scoring=DoublesCost()), fives.but(scoring=DoublesCost(), claim="call"),
             block.but(drawing=OneDraw()), block.but(ending=TenTiles()),
             block.but(ending=NobodyWaits()), block.but(settling=DoublesTwice()), block.but(settling=FewestTiles()),
             block.but(settling=OthersLose()), block.but(settling=DearWin()),
             block.but(settling=MostPips()), block.but(settling=TilesOut()), block.but(settling=ThreeMore()),
             block.but(settling=OneLess()),
             block.but(dealing=ThreeEach()), block.but(dealing=DoublesPay()),
             block.but(leading=FirstWithBlank()), block.but(leading=TwoTwo()),
             block.but(leading=OddTiles()),
             block.but(winning=Squares()), block.but(winning=FewestOfFive()),
             block.but(turns=FivesGoOn()), block.but(turns=DoublesSkip(), seats=[4]), block.but(turns=FewTilesGo()),
             block.but(equipment=HeavyBlanks()), boxes()]
    many = fives.but(name="Strange", matching=NeighbourPips(), scoring=Primes(), arms=SecondSpins(),
                     settling=DoublesTwice())
    return (*alone, many)


def boxes() -> Ruleset:
    """All Fives with two sets, in which stacking always brings seven."""
    return get("all-fives").but(copies=2, deal=7, stacking=AlwaysSeven())


def rulings() -> Iterator[Ruling]:
    """The rulings of hands under each of these rules, and of the positions that hands meet too seldom."""
    for rules in every():
        for hand in range(6):
            for step in play_out(rules, Shuffle(seed=1, hand=hand)).steps:
                yield from _of(step)
                yield judge(step.state, Draw())
                yield judge(step.state, Pass())
                yield from _tries(step)
    for hand in play_match(get("block").but(winning=Squares()), seed=1).hands:
        for step in hand.steps:
            yield from _of(step)
    yield from _stacks()


def _tries(step: Step) -> Iterator[Ruling]:
    state = step.state
    if not state.chain.laid:
        yield from (judge(state, Play(tile)) for tile in state.holdings[state.turn])
    for end in state.chain.ends:
        for tile in state.holdings[state.turn]:
            yield from judge(state, Play(tile, end)).tree()


def _stacks() -> Iterator[Ruling]:
    state = start(boxes(), Shuffle(seed=1), leader=0).state
    twin = Tile(0, 5, TWIN)
    state = state._replace(chain=Chain().lay(Tile(0, 5)), holdings=((twin, Tile(3, 4)), tiles("1-1")))
    state = state._replace(spoils=Spoils(1, 5))
    yield from _of(advance(state, Stack(twin, 0)))
    yield judge(state, Stack(Tile(3, 4), 0))
    yield judge(state._replace(spoils=None, blocker=1), Stack(twin, 0))


def _of(step: Step) -> Iterator[Ruling]:
    yield from rulings_of(step)
    if step.judged is not None:
        yield from step.judged.tree()
    count = step.state.board_count
    for term in (*count.terms, *count.silent) if count is not None and step.state.chain.laid else ():
        yield from step.state.rules.scoring.term_ruling(term).tree()
