"""Ending and settling: the end of a hand, its winner and its points, and the winner of the match."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.errors import RulesetError
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.rules.axes import AXES, LAST_TILE
from domino_lab.rules.group import Group, need_not_ask
from domino_lab.rules.leading import Standing
from domino_lab.rules.so_far import Move
from domino_lab.words import Side


class Ending(Group):
    """The axes block and play_on: a hand ends when nobody can play, or when enough players have gone out."""

    block: str
    play_on: str

    @property
    def watches(self) -> bool:
        """True if a custom policy may end a hand after any play."""
        return "over" in self.decides

    def over_ruling(self, chain: Chain) -> Ruling | None:
        """Return why a custom policy ends the hand after a play that leaves `chain`; None if it goes on."""
        return None

    def out_ruling(self, player: str) -> Ruling:
        """Return the ruling for a hand that ends because `player` has played their last tile."""
        return Ruling(self.clauses.get("ending", self.clauses["block"]), "out", {"player": player}, axis="block")

    def place_ruling(self, player: str, place: int) -> Ruling:
        """Return the ruling for `player`, who has gone out as number `place` (from 1) while others still hold tiles."""
        return Ruling.of(self.clauses, "play_on", "place", {"player": player, "place": place})

    def is_last(self, left: Collection[int], partners: Collection[int]) -> bool:
        """Return True if the hand ends with a seat that goes out: `left` still hold tiles, its side are `partners`."""
        if self.play_on == "side-out":
            return set(partners).isdisjoint(left)
        return len(left) <= (self.play_on == "one-left")

    def all_out_ruling(self, partners: Sequence[str], left: Sequence[str]) -> Ruling:
        """Return the ruling for a hand that ends with players who went out: `partners` of a side, `left` the others."""
        return Ruling.of(self.clauses, "play_on", self.play_on, {"partners": tuple(partners), "left": tuple(left)})

    def winner_by_going_out(self, out: Sequence[int], last: int | None) -> int | None:
        """Return the seat that wins by going out, or None: the first of `out`, or `last`, with which the hand ended."""
        return out[0] if out and self.play_on != "side-out" else last

    def passed_ruling(self) -> Ruling:
        """Return the ruling for a hand that a pass blocks: nothing in the face-down rows fits, or everybody passes."""
        return Ruling.of(self.clauses, "block", "cycled" if self.block == "row-cycle" else "all_passed", {})

    def goes_on(self, *, drawable: bool) -> bool:
        """Return True if the hand goes on whatever the players hold, because tiles can still be drawn."""
        return self.block == "row-cycle" or (drawable and self.block != "dead-layout")

    def block_ruling(self, *, drawable: bool) -> Ruling:
        """Return the ruling for a blocked hand: nobody can play or draw, or no tile anywhere fits."""
        return Ruling.of(self.clauses, "block", "dead" if drawable else "blocked", {})


class Winning(Group):
    """The axes of a match: target, reach, best_score, target_when, fall_back, first_score, match_hands, shut_out and
    matches_to_win.
    """

    target: int | str | Mapping[int | str, int]
    reach: str
    best_score: str
    target_when: str
    fall_back: str
    first_score: int
    match_hands: int | str
    shut_out: int
    matches_to_win: int

    def goal(self, seats: int, *, teams: bool) -> int | None:
        """Return the target for that many seats; None if a single hand is the match."""
        if isinstance(self.target, str):
            return None
        if isinstance(self.target, int):
            return self.target
        key: int | str = "pairs" if teams and "pairs" in self.target else seats
        return self.target.get(key, max(self.target.values()))

    def reached(self, score: int, *, seats: int, teams: bool) -> bool:
        """Return True if `score` is enough to win."""
        goal = self.goal(seats, teams=teams)
        if goal is None or self.reach == "exact":
            return score == goal
        return score > goal if self.reach == "more-than" else score >= goal

    def takes(self, points: int, score: int, *, seats: int, teams: bool) -> bool:
        """Return True if `points` can be added to `score`.

        An exact target must not be passed, and the first points of a side must be enough (axis first_score).
        """
        if self._too_few(points, score):
            return False
        if self.reach != "exact":
            return True
        goal = self.goal(seats, teams=teams)
        return goal is None or score + points <= goal

    def _too_few(self, points: int, score: int) -> bool:
        """Return True for points that are not enough to begin with."""
        return score <= 0 < points < self.first_score

    def lost_ruling(self, points: int, score: int, player: str, *, goal: int | None, because: Ruling) -> Ruling:
        """Return the ruling for points that do not count: too few to begin with, or past an exact target."""
        facts: dict[str, object] = {"player": player, "points": points, "score": score, "goal": goal}
        if self._too_few(points, score):
            facts["least"] = self.first_score
            return Ruling.of(self.clauses, "first_score", "low", facts, because=(because,))
        return Ruling.of(self.clauses, "reach", "over", facts, because=(because,))

    def best(self, scores: Sequence[int]) -> int:
        """Return the best of the scores: the highest, or the lowest if the fewest points win (axis best_score)."""
        return max(scores) if self.best_score == "most" else min(scores)

    @need_not_ask
    def winner(self, scores: Sequence[int], *, seats: int, teams: bool, final: Final | None = None) -> int | None:
        """Return the side that has won the match: the best one past the target; None if two share it.

        `final` is the end of the hand, None while that goes on: only a rule of a reader's own asks for it.
        """
        best = self.best(scores)
        if not self.reached(max(scores), seats=seats, teams=teams) or scores.count(best) > 1:
            return None
        return scores.index(best)

    def best_after(self, scores: Sequence[int], hand: int) -> int | None:
        """Return the side that has won because `hand` was the last hand of the match; None if two share the lead."""
        best = self.best(scores)
        if self.match_hands == "any" or hand < int(self.match_hands) or scores.count(best) > 1:
            return None
        return scores.index(best)

    def counts_as(self, scores: Sequence[int], winner: int) -> int:
        """Return the number of matches that a win counts for: more than one if nobody else has a point."""
        shut_out = all(score <= 0 for side, score in enumerate(scores) if side != winner)
        return self.shut_out if shut_out else 1

    def shut_out_ruling(self, player: str, others: Sequence[str]) -> Ruling:
        """Return the ruling for a match that counts more than once, because the `others` have no points."""
        facts = {"player": player, "others": list(others), "times": self.shut_out}
        return Ruling.of(self.clauses, "shut_out", "shut_out", facts)

    def matches_ruling(self, player: str, won: int) -> Ruling:
        """Return the ruling on the matches that a side has `won` so far, for rules by which one is not enough."""
        facts = {"player": player, "won": won, "needed": self.matches_to_win}
        return Ruling.of(self.clauses, "matches_to_win", "won", facts)

    def hands_ruling(self, player: str, score: int, hand: int) -> Ruling:
        """Return the ruling for a match that is won by the best score after its last hand."""
        facts = {"player": player, "score": score, "hand": hand, "hands": self.match_hands}
        if self.best_score == "fewest":
            return Ruling.of(self.clauses, "best_score", "last_hand", facts)
        return Ruling.of(self.clauses, "match_hands", "best", facts)

    def fallen(self, scores: tuple[int, ...], winner: int | None, before: tuple[int, ...]) -> tuple[int, ...]:
        """Return the scores after a hand that side `winner` won: some may go back to 0 (axis fall_back).

        `before` has the scores before the award.
        """
        if self.fall_back == "never" or winner is None:
            return scores
        one_all = self.fall_back == "one-all"
        if self.fall_back == "losers" or (one_all and {*before} == {1}):
            return tuple([score * (side == winner) for side, score in enumerate(scores)])
        return scores if min(scores) <= 0 or (one_all and {*scores} == {1}) else (0,) * len(scores)

    def fall_ruling(self, sides: Sequence[str], *, everybody: bool) -> Ruling:
        """Return the ruling for sides whose scores go back to 0; `everybody` says that no side has points now."""
        case = "all_scored" if everybody and self.fall_back != "losers" else "losers"
        return Ruling.of(self.clauses, "fall_back", case, {"sides": list(sides)})

    def win_ruling(self, player: str, score: int, *, seats: int, teams: bool) -> Ruling:
        """Return the ruling for a won match, with the clause of the target, or of a house rule on reach."""
        facts = {"player": player, "score": score, "goal": self.goal(seats, teams=teams)}
        if self.best_score == "fewest":
            return Ruling.of(self.clauses, "best_score", "fewest", facts)
        by_reach = self.clauses.get("reach", "").startswith("HOUSE-")
        clause = self.clauses["reach" if by_reach else "target"]
        case = {"more-than": "won_more", "exact": "won_exact"}.get(self.reach, "won")
        return Ruling(clause, case, facts, axis="target")

    def at_once_ruling(self, player: str, score: int, *, seats: int, teams: bool) -> Ruling:
        """Return the ruling for a hand that stops at once because the target was reached (axis target_when)."""
        facts = {"player": player, "score": score, "goal": self.goal(seats, teams=teams)}
        return Ruling.of(self.clauses, "target_when", "at_once", facts)


Why = tuple[Ruling, ...]


class LastTile(NamedTuple):
    """The `tile` with which a player went out; `both_ends` says that it fitted every open end of several.

    `differ` is True if those ends did not all show the same value.

    >>> import domino_lab as dl
    >>> last = dl.rules.LastTile(dl.Tile(6, 6), both_ends=True)
    >>> last.tile == dl.Tile(6, 6), last.is_double
    (True, True)
    """

    tile: Tile
    both_ends: bool
    differ: bool = False

    @property
    def is_double(self) -> bool:
        """True if the tile is a double."""
        return self.tile.is_double


class Final(NamedTuple):
    """The end of a hand as the settling rules see it.

    `holdings` has the tiles of each seat, with those that it discarded, `weights` their totals, `sides` the side of
    each seat; `out` is the seat that went out (None on a block), `blocker` the seat that played last; `weigh` gives the
    weight of one tile. `layout` is the chain, None if only the holdings are known; rules that need it ask for `chain`.
    `leader` is the seat that led, None if it is not known; `passes` counts the turns given up in a row at the end.
    `standing` is that of the match before the hand, with its `scores`, the number of the `hand` and the earlier hands
    (`past`); `scores` has the score of each side at the end of play. `stacked` is the last tile if it was put on
    another; `fits(chain, tile)` gives the open ends where a tile can be played, and `opens(chain)` all open ends.
    `next_seat(seat)` is the seat whose turn comes after that of `seat`. Where players play on after one is out (axis
    play_on), `places` has the seats that are out, in that order: no seat that has discarded a tile. `moves` has all
    moves of the hand, in order: `moves.count((1, "pass"))` is how often seat 1 passed. `stock` has the tiles that were
    left in the boneyard, in no order of play; rules that need it ask for `boneyard`. `last` is the tile that was played
    last; `gone_with.tile` is the same if a player went out with it, and `gone_with.both_ends` says that it fitted every
    open end.

    >>> import domino_lab as dl
    >>> from domino_lab.play.settlement import final
    >>> found = final(dl.play_out("block", seed=2)[-2].state)
    >>> str(found.last), [end.value for end in found.met], found.leader, found.standing.hand
    ('1-1', [1], 0, 1)
    >>> found.moves[-1], found.moves.count((1, "pass"))
    (Move(seat=1, kind='play'), 1)
    """

    holdings: tuple[tuple[Tile, ...], ...]
    weights: tuple[int, ...]
    sides: tuple[int, ...]
    names: tuple[str, ...]
    out: int | None
    blocker: int | None
    weigh: Callable[[Tile], int] = operator.attrgetter("weight")
    layout: Chain | None = None
    leader: int | None = None
    passes: int = 0
    standing: Standing = Standing(())
    scores: tuple[int, ...] = ()
    stacked: Tile | None = None
    fits: Callable[[Chain, Tile], tuple[OpenEnd, ...]] = lambda chain, tile: ()
    opens: Callable[[Chain], Iterable[OpenEnd]] = lambda chain: ()
    next_seat: Callable[[int], int] = lambda seat: seat
    places: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()
    stock: tuple[Tile, ...] = ()

    @property
    def chain(self) -> Chain:
        """The tiles on the table; raises RulesetError if only the holdings are known."""
        if self.layout is None:
            raise RulesetError("these rules settle a hand by the tiles on the table, too, not by the holdings alone: "
                               "play the hand out, or read it from a record")
        return self.layout

    @property
    def boneyard(self) -> tuple[Tile, ...]:
        """The tiles left in the boneyard, in order; raises RulesetError if only the holdings are known."""
        _ = self.chain      # It raises if the table is not known.
        return tuple(sorted(self.stock))

    @property
    def last(self) -> Tile | None:
        """The tile that was played last, None if there is none; raises RulesetError if only the holdings are known."""
        laid = self.chain.laid
        return self.stacked or (laid[-1].tile if laid else None)

    @property
    def met(self) -> tuple[OpenEnd, ...]:
        """The open ends on which the last tile could be played, the oldest first: two or more if it fitted both ends.

        None for the first tile and for one that was stacked. Raises RulesetError if only the holdings are known.
        """
        last = self.last
        return () if last is None or self.stacked else self.fits(self.chain.previous, last)

    @property
    def after(self) -> int | None:
        """The seat whose turn comes after the blocker's; None if the blocker is not known."""
        return None if self.blocker is None else self.next_seat(self.blocker)

    @property
    def gone_with(self) -> LastTile | None:
        """The last tile of a player who went out, and whether it fitted `both_ends` (a LastTile).

        None if nobody went out, or if only the holdings are known.
        """
        last = None if self.out is None or self.layout is None else self.last
        if last is None:
            return None
        if self.stacked:
            return LastTile(last, both_ends=False)
        before = self.chain.previous
        ends = tuple(self.opens(before))
        both_ends = len(self.fits(before, last)) == len(ends) > 1
        return LastTile(last, both_ends=both_ends, differ=both_ends and len({end.value for end in ends}) > 1)

    @property
    def teams(self) -> bool:
        """True if two seats share a side."""
        return self.sides[-1] != len(self.sides) - 1

    def side_name(self, side: int) -> str:
        """Return the names of the players of a side."""
        return Side.of(name for name, own in zip(self.names, self.sides, strict=True) if own == side)


class Settlement(NamedTuple):
    """Who won (a side, None for nobody), the seat that won it, the award, and the ruling with its lines.

    `shares` are the points of every side if not only the winner gets some; the award is then the winner's share. A rule
    of a reader's own may give them by side, as in {0: 10, 2: -5}.
    """

    winner: int | None
    seat: int | None
    award: int
    ruling: Ruling
    shares: tuple[int, ...] = ()


class Sums(NamedTuple):
    """The numbers of an award: `base` minus `own` is `less`, which is rounded to `rounded`.

    Divided, and with the `bonus` and the `early` points for the number of the hand, it gives `usual`.

    With the `extra` for the way of going out (0 if there is none), `usual` gives the `award`.

    `less` is never below 0: a blocker who wins a tie may hold more than the others, but a win takes no points away.
    `parts` are the pips that make up the base, `each` the same after rounding each of them.
    """

    parts: tuple[int, ...]
    each: tuple[int, ...]
    base: int
    own: int
    less: int
    rounded: int
    bonus: int
    award: int
    usual: int
    extra: int
    early: int


class Payment(NamedTuple):
    """A side's payment to the winner: its pips are `base`, minus `own` they are `less`, rounded and divided `paid`."""

    side: int
    base: int
    own: int
    less: int
    rounded: int
    paid: int


_PAYS: Mapping[str, Callable[[int, int], int]] = {
    "add": operator.add, "instead": lambda usual, extra: extra, "times": operator.mul}
"""What the way of going out makes of the usual award, by the axis out_pays."""


_BY_TURN: Mapping[str, str] = {"leader": "leader", "nearest-leader": "nearest", "after-blocker": "after"}
"""The case of the sentence for each way to break a tie by the order of play (axis tie)."""


_WHOSE = {"opponents": "", "all": "_all", "none": "_none"}
"""By the axis end_base: what it adds to the case of an award."""


def _groups(sums: Sums) -> str:
    """Return the case of the line that counts whole groups of pips: some, or none."""
    return "groups" if sums.rounded else "too_few"


class Settling(Group):
    """The axes tie, tie_order, team_block, who_scores, the end_* axes and those of the last tile.

    award = divide(round(base - own)) + bonus; then the way of going out adds to it, or changes it. If the losers pay,
    this is done for each of them separately, and the award is the sum. If everyone scores against heavier hands after a
    block, the base is the difference in pips.
    """

    tie: str
    tie_order: str
    team_block: str
    block_between: str
    who_scores: str
    end_base: str
    own_deduct: str
    end_round: str
    end_multiple: int
    round_scope: str
    end_divide: int
    end_bonus: int
    end_bonus_when: str
    hand_bonus: tuple[int, ...]
    after_level: str
    capicua: int
    capicua_ends: str
    capicua_double: int | str
    out_tile: Mapping[str, int]
    out_double: int
    out_pays: str

    def settle(self, final: Final) -> Settlement:
        """Return the winner and the award of a finished hand, with every line of the calculation."""
        if final.out is not None:
            return self._after_level(final, self._award(final, final.out, ()))
        seat, why = self._winner_of_block(final)
        if seat is None:
            return self._after_level(final, self._tie(final, why[0]))
        return self._after_level(final, self._award(final, self._lighter_partner(final, seat), why))

    def _after_level(self, final: Final, settled: Settlement) -> Settlement:
        """Return the settlement, worth more after hands that nobody won (axis after_level).

        Each of them doubles all the points of the hand, or brings its winner one point more.
        """
        level, winner, shares = final.standing.level, settled.winner, settled.shares
        if self.after_level == "same" or not level or (winner is None and not shares):
            return settled
        if self.after_level == "doubled":
            award, case = settled.award << level, "doubled" if level == 1 else "again"
            shares = tuple([share << level for share in shares])
            case += "_shares" if shares else ""
        elif winner is None:
            return settled
        else:
            award, case = settled.award + level, "one_more" if level == 1 else "more"
            shares = tuple([share + level * (side == winner) for side, share in enumerate(shares)])
        facts = {"award": award, "base": settled.award, "level": level, "times": 2**level}
        ruling = Ruling.of(self.clauses, "after_level", case, facts, points=award, because=(settled.ruling,))
        return Settlement(winner, settled.seat, award, ruling, shares)

    def _tie(self, final: Final, why: Ruling) -> Settlement:
        """Return the end of a hand that nobody wins; where everyone scores after a block, they do so here, too."""
        if self.block_between == "nobody":
            return Settlement(None, None, 0, why)
        if self.who_scores == "own-pips":
            shares = self._own_pips(final)
            lines = self._own_lines(final, shares)
        elif self.who_scores == "lighter":
            gains = self._gains(final)
            shares, lines = tuple([gain.award for gain in gains]), self._gain_lines(final, gains)
        else:
            return Settlement(None, None, 0, why)
        return Settlement(None, None, 0, why.with_reason(*lines), shares)

    def told_anew(self, final: Final, settled: Settlement, ruling: Ruling) -> Settlement:
        """Return what a reader's own rule has settled; its sentences are those of `ruling`, which it returned."""
        return settled

    def _lighter_partner(self, final: Final, seat: int) -> int:
        """Return `seat`; where partners add up their pips in a block, the one of the two with fewer."""
        if not final.teams or not self._adds_up:
            return seat
        own = (other for other, side in enumerate(final.sides) if side == final.sides[seat])
        return min(own, key=final.weights.__getitem__)

    def _winner_of_block(self, final: Final) -> tuple[int | None, Why]:
        """Return the seat that wins, and the rulings that say why if that is more than one light holding."""
        if self.block_between == "nobody":
            return None, (Ruling.of(self.clauses, "block_between", "void", {"players": final.names}),)
        if self.block_between == "blocker-next":
            return self._between_two(final)
        totals = self._block_weights(final)
        least = min(totals)
        tied = [seat for seat, total in enumerate(totals) if total == least]
        if len({final.sides[seat] for seat in tied}) > 1:
            return self._break_tie(final, tied, least)
        if not final.teams:
            return tied[0], ()
        side = final.side_name(final.sides[tied[0]])
        facts = {"player": final.names[tied[0]], "side": side, "total": least, "players": [side]}
        case = "together" if self._adds_up else "lightest"
        return tied[0], (Ruling(self.clauses.get("team_block", "GEN-TEAM-1"), case, facts, axis="team_block"),)

    @cached_property
    def _adds_up(self) -> bool:
        """True if partners add up their pips in a block; they do not where two players alone are compared."""
        return self.team_block == "team-total" and self.block_between == "all"

    def _between_two(self, final: Final) -> tuple[int | None, Why]:
        """Return the winner of a block in which only the blocker and the next player compare their pips."""
        first, other = final.blocker, final.after
        if first is None or other is None:
            return None, (Ruling.of(self.clauses, "block_between", "unknown", {"players": final.names}),)
        mine, theirs = final.weights[first], final.weights[other]
        if mine == theirs:
            return self._break_tie(final, [first, other], mine)
        seat, beaten = (first, other) if mine < theirs else (other, first)
        facts = {"player": final.names[seat], "rival": final.names[beaten], "total": final.weights[seat],
                 "than": final.weights[beaten], "players": [final.names[first], final.names[other]]}
        return seat, (Ruling.of(self.clauses, "block_between", "lighter", facts),)

    def _block_weights(self, final: Final) -> tuple[int, ...]:
        if not final.teams or not self._adds_up:
            return final.weights
        return tuple(sum(w for w, other in zip(final.weights, final.sides, strict=True) if other == side)
                     for side in final.sides)

    def _break_tie(self, final: Final, tied: list[int], least: int) -> tuple[int | None, Why]:
        level = dict.fromkeys(self._name_of(final, seat) for seat in tied)
        facts: dict[str, object] = {"players": list(level), "total": least}
        if self.tie == "blocker":
            if final.blocker is None:
                return None, (Ruling.of(self.clauses, "tie", "unknown", facts),)
            facts["player"] = final.names[final.blocker]
            return final.blocker, (Ruling.of(self.clauses, "tie", "blocker", facts),)
        if self.tie == "lightest-tile":
            ranked = sorted(tied, key=lambda seat: [self._light_key(final, tile)
                                                    for tile in self._light_tiles(final, seat)])
            return self._by_tile(final, ranked, facts)
        if self.tie == "fewer-tiles":
            return self._by_number(final, tied, facts)
        if self.tie in _BY_TURN:
            return self._by_turn(final, tied, facts)
        return None, (Ruling.of(self.clauses, "tie", "none", facts),)

    def _by_turn(self, final: Final, tied: list[int], facts: dict[str, object]) -> tuple[int | None, Why]:
        """Give a tie to the leader, or to the first of the tied players in the order of play."""
        by_blocker = self.tie == "after-blocker"
        seat = final.after if by_blocker else final.leader
        if seat is None:
            return None, (Ruling.of(self.clauses, "tie", "unknown" if by_blocker else "leader_unknown", facts),)
        if self.tie != "leader":
            seat = next((seat for seat in self._round(final, seat) if seat in tied), None)
        if seat is None:
            return None, (Ruling.of(self.clauses, "tie", "none", facts),)
        facts["player"] = final.names[seat]
        return seat, (Ruling.of(self.clauses, "tie", _BY_TURN[self.tie], facts),)

    def _round(self, final: Final, seat: int) -> Iterator[int]:
        """Yield the seats in the order of play, from `seat` on."""
        for _ in final.names:
            yield seat
            seat = final.next_seat(seat)

    def _by_number(self, final: Final, tied: list[int], facts: dict[str, object]) -> tuple[int | None, Why]:
        """Give a tie to the side that holds the fewest tiles; to nobody if two sides hold as few."""
        numbers = {seat: len(self._light_tiles(final, seat)) for seat in tied}
        fewest = [seat for seat in tied if numbers[seat] == min(numbers.values())]
        if len({final.sides[seat] for seat in fewest}) > 1:
            return None, (Ruling.of(self.clauses, "tie", "as_many", facts),)
        facts |= {"player": self._name_of(final, fewest[0]), "tiles": numbers[fewest[0]]}
        return fewest[0], (Ruling.of(self.clauses, "tie", "fewer", facts),)

    def _by_tile(self, final: Final, ranked: list[int], facts: dict[str, object]) -> tuple[int | None, Why]:
        """Compare the first seat of `ranked` with the next of another side, tile by tile while both have one."""
        seat, case = ranked[0], "lowest" if self.tie_order == "bone" else "lightest"
        rival = next(other for other in ranked if final.sides[other] != final.sides[seat])
        pairs = zip(self._light_tiles(final, seat), self._light_tiles(final, rival), strict=False)
        for place, (tile, than) in enumerate(pairs, 1):
            if self._light_key(final, tile) != self._light_key(final, than):
                facts |= {"player": self._name_of(final, seat), "tile": tile, "rival": self._name_of(final, rival),
                          "than": than, "place": place}
                return seat, (Ruling.of(self.clauses, "tie", case, facts),)
        return None, (Ruling(self.clauses.get("tie_alike", self.clauses["tie"]), "alike", facts, axis="tie"),)

    def _light_tiles(self, final: Final, seat: int) -> list[Tile]:
        held = final.holdings[seat]
        if final.teams and self._adds_up:
            own = [s for s, side in enumerate(final.sides) if side == final.sides[seat]]
            held = tuple(tile for s in own for tile in final.holdings[s])
        return sorted(held, key=lambda tile: self._light_key(final, tile))

    def _name_of(self, final: Final, seat: int) -> str:
        """Return the player's name, or the team's if it is weighed as a whole in a block, or if all of it is out."""
        own = {other for other, side in enumerate(final.sides) if side == final.sides[seat]}
        all_out = final.places[-1:] == (final.out,) == (seat,) and own <= {*final.places}
        whole = final.teams and (all_out if final.out is not None else self._adds_up)
        return final.side_name(final.sides[seat]) if whole else final.names[seat]

    def _light_key(self, final: Final, tile: Tile) -> tuple[int, ...]:
        return (tile.low, tile.high) if self.tie_order == "bone" else (final.weigh(tile),)

    def _award(self, final: Final, seat: int, why: Why) -> Settlement:
        gone_with = self._last_tile(final)
        way, extra = self._way_out(gone_with)
        sums = self._sums(final, seat, extra)
        facts = {**sums._asdict(), "winner": self._name_of(final, seat), "by": self.end_divide,
                 "quotient": sums.rounded // self.end_divide, "multiple": self.end_multiple,
                 "hand": final.standing.hand}
        case = "out" if seat == final.out else "takes" if why else "blocked"
        if gone_with is not None:
            facts["tile"] = gone_with.tile
        if self.who_scores not in ("winner", "lighter") or self._compares(final):
            return self._several(final, seat, sums, facts, (way, case), why)
        if final.teams and self.end_base == "opponents":
            why += (Ruling("GEN-TEAM-1", "partner"),)
        lines = tuple([self._line(axis, key, facts) for axis, key in self._lines(final, sums, way, gone_with)])
        case += _WHOSE[self.end_base]
        ruling = Ruling.of(self.clauses, "end_base", case, facts, points=sums.award, because=why + lines)
        return Settlement(final.sides[seat], seat, sums.award, ruling)

    def _several(self, final: Final, seat: int, sums: Sums, facts: Mapping[str, object], named: tuple[str, str],
                 why: Why) -> Settlement:
        """Return the end of a hand in which not only the winner's score changes (axis who_scores).

        `named` are the axis that pays for the last tile and the case of the first sentence.
        """
        way, case = named
        bonus = [Ruling.of(self.clauses, axis, key, facts)
                 for axis, key in self._bonus_lines(final, sums, way, self._last_tile(final))]
        side = final.sides[seat]
        if self.who_scores == "own-pips":
            shares, by = list(self._own_pips(final)), "who_scores"
            lines = list(self._own_lines(final, shares))
            shares[side] += sums.award
        elif self.who_scores == "losers":
            shares, by, case = list(self._own_pips(final)), "who_scores", f"{case}_losers"
            lines = [line for loser, line in enumerate(self._own_lines(final, shares)) if loser != side]
            shares[side] = sums.award
        elif self.who_scores == "lighter":
            gains, by = self._gains(final), "who_scores"
            shares, lines = [gain.award for gain in gains], list(self._gain_lines(final, gains))
            case, shares[side] = "lightest" if case == "blocked" else "wins", sums.award
        else:
            due = self._due(final, seat)
            shares, by, case = [-pay.paid for pay in due], "end_base", case + _WHOSE[self.end_base]
            lines = [ruling for pay in due if pay.side != side for ruling in self._payment_lines(final, pay, facts)]
            shares[side] = sums.award
        ruling = Ruling.of(self.clauses, by, case, facts, points=shares[side], because=(*why, *lines, *bonus))
        return Settlement(side, seat, shares[side], ruling, tuple(shares))

    def _own_pips(self, final: Final) -> tuple[int, ...]:
        """Return the pips that each side still holds."""
        return tuple([sum(weight for weight, own in zip(final.weights, final.sides, strict=True) if own == side)
                      for side in range(max(final.sides) + 1)])

    def _own_lines(self, final: Final, shares: Sequence[int]) -> Why:
        """Return a line for each side on the pips that it scores."""
        return tuple([Ruling.of(self.clauses, "who_scores", "own", {"player": final.side_name(side), "pips": pips})
                      for side, pips in enumerate(shares)])

    def _compares(self, final: Final) -> bool:
        """Return True if each player scores against everyone who holds more, as after a block."""
        return self.who_scores == "lighter" and final.out is None

    def _gains(self, final: Final) -> tuple[Sums, ...]:
        """Return what each player scores against those who hold more; what only the winner gets is left out."""
        per_seat = [self._sums(final, seat, 0) for seat in range(len(final.weights))]
        points = [sums.rounded // self.end_divide for sums in per_seat]
        return tuple([sums._replace(bonus=0, early=0, usual=gain, award=gain)
                      for sums, gain in zip(per_seat, points, strict=True)])

    def _gain_lines(self, final: Final, gains: Sequence[Sums]) -> Why:
        """Return the lines on what each player scores against everyone who holds more, in reading order."""
        by, rulings = "who_scores", list[Ruling]()
        for name, pips, gain in zip(final.names, final.weights, gains, strict=True):
            facts: dict[str, object] = {**gain._asdict(), "winner": name, "player": name, "pips": pips,
                                        "by": self.end_divide, "quotient": gain.award,
                                        "multiple": self.end_multiple, "points": gain.award}
            for rival, than in zip(final.names, final.weights, strict=True):
                if than > pips:
                    rulings.append(Ruling.of(self.clauses, by, "more", {"player": name, "rival": rival, "pips": pips,
                                                                        "than": than, "less": than - pips}))
            lines = [(by, "sum")] if len(gain.parts) > 1 else []
            lines += [*self._rounding_lines(gain), (by, "gains")] if gain.parts else [(by, "most")]
            rulings += [self._line(axis, key, facts) for axis, key in lines]
        return tuple(rulings)

    def _due(self, final: Final, seat: int) -> tuple[Payment, ...]:
        """Return what each side owes the winner for its pips; the winner's own side owes nothing."""
        whole, winner, due = final.teams and self._adds_up, final.sides[seat], list[Payment]()
        for side, pips in enumerate(self._own_pips(final)):
            own = 0
            if self.own_deduct != "none" and final.out is None:
                own = self._own_pips(final)[winner] if whole else final.weights[seat]
                own *= final.sides.count(side) if self.own_deduct == "per-opponent" and not whole else 1
            base = 0 if side == winner or self.end_base == "none" else pips
            less = max(base - own, 0)
            rounded = self.round_pips(less)
            due.append(Payment(side, base, own, less, rounded, rounded // self.end_divide))
        return tuple(due)

    def _payment_lines(self, final: Final, pay: Payment, facts: Mapping[str, object]) -> list[Ruling]:
        """Return the lines on what one side pays, in reading order."""
        lines, loser = list[tuple[str, str]](), final.side_name(pay.side)
        if self.end_base == "none":
            return []
        if pay.own > pay.base:
            lines.append(("who_scores", "spared"))
        elif pay.own:
            lines.append(("own_deduct", "own"))
        if self.end_round != "none":
            lines.append(("end_round", "round" if self.end_round == "nearest" else "round_down"))
        if self.end_divide > 1:
            lines.append(("end_divide", "divide"))
        lines.append(("who_scores", "pays"))
        said = {**facts, "player": loser, "base": pay.base, "own": pay.own, "less": pay.less, "rounded": pay.rounded,
                "quotient": pay.paid, "points": pay.paid}
        return [self._line(axis, key, said) for axis, key in lines]

    @cached_property
    def asks_of_last_tile(self) -> bool:
        """True if the way in which a player goes out can score."""
        return any(AXES[axis].scores(getattr(self, axis)) for axis in LAST_TILE)  # type: ignore[misc]

    def _last_tile(self, final: Final) -> LastTile | None:
        """Return the tile with which a player went out, if anything depends on it."""
        return final.gone_with if self.asks_of_last_tile else None

    def _way_out(self, last: LastTile | None) -> tuple[str, int]:
        """Return the axis that pays for the last tile, and its number; "" and 0 if none does."""
        if last is None:
            return "", 0
        tile, both_ends, _ = last
        if both_ends and tile.is_double and self.capicua_double != "none":
            return "capicua_double", int(self.capicua_double)
        if both_ends and not tile.is_double and self.capicua and self._is_capicua(last):
            return "capicua", self.capicua
        if str(tile) in self.out_tile:
            return "out_tile", self.out_tile[str(tile)]
        return ("out_double", self.out_double) if tile.is_double and self.out_double else ("", 0)

    def _is_capicua(self, last: LastTile) -> bool:
        """Return True if a last tile that fits every open end is as the axis capicua_ends asks."""
        if self.capicua_ends == "differ":
            return last.differ
        return self.capicua_ends == "any" or last.tile.low > 0

    def _lines(self, final: Final, sums: Sums, way: str, gone_with: LastTile | None) -> list[tuple[str, str]]:
        """Return the axis and the case of every line of an award, in reading order; `way` pays for the last tile."""
        lines = []
        if sums.own > sums.base:  # Only a winner who need not hold the fewest pips can have as many.
            lines.append(("tie" if self.block_between == "all" else "block_between", "nothing"))
        elif sums.own:
            lines.append(("own_deduct", self._own_case(final)))
        return [*lines, *self._rounding_lines(sums), *self._bonus_lines(final, sums, way, gone_with)]

    def _rounding_lines(self, sums: Sums) -> list[tuple[str, str]]:
        """Return the axis and the case of every line on how pips are rounded and divided."""
        if self.end_base == "none":
            return []
        if self._counts_groups():
            return [("end_divide", _groups(sums))]
        lines = [("end_round", self._round_case())] if self.end_round != "none" else []
        return [*lines, ("end_divide", "divide")] if self.end_divide > 1 else lines

    def _bonus_lines(self, final: Final, sums: Sums, way: str, gone_with: LastTile | None) -> list[tuple[str, str]]:
        """Return the axis and the case of every line on points that are not for pips."""
        lines = []
        if sums.bonus:
            lines.append(("end_bonus_when", "won") if final.out is None else ("end_bonus", "bonus"))
        if sums.early:
            lines.append(("hand_bonus", "early"))
        if sums.extra:
            lines += [(way, way), ("out_pays", self.out_pays)]
        elif final.out is not None and self.asks_of_last_tile and gone_with is None:
            lines.append(("out_pays", "unknown"))
        if (gone_with is not None and gone_with.both_ends and self.capicua and not gone_with.tile.is_double
                and not self._is_capicua(gone_with)):
            lines.append(("capicua_ends", "no"))
        return lines

    def sums(self, final: Final, seat: int) -> Sums:
        """Return the numbers of the award for a hand won by `seat`."""
        return self._sums(final, seat, self._way_out(self._last_tile(final))[1])

    def _sums(self, final: Final, seat: int, extra: int) -> Sums:
        parts, own, side = final.weights, self._own(final, seat), final.sides[seat]
        if self.end_base != "all" or not self._takes_pips:
            parts = tuple([weight for other, weight in zip(final.sides, final.weights, strict=True)
                           if other != side and self._takes_pips])
        if self._compares(final):
            less, own = final.weights[seat], 0
            parts = tuple([pips - less for pips in final.weights if pips > less])
        base, each = sum(parts), parts
        less = max(base - own, 0)
        if self.who_scores == "losers-pay":
            rounded = sum(pay.paid for pay in self._due(final, seat)) * self.end_divide
        elif self.round_scope == "sum":
            rounded = self.round_pips(less)
        else:
            each = tuple([self.round_pips(part) for part in parts])
            rounded = max(sum(each) - self.round_pips(own), 0)
        bonus = 0 if final.out is None and self.end_bonus_when == "out" else self.end_bonus
        early = dict(enumerate(self.hand_bonus, 1)).get(final.standing.hand, 0)
        usual = rounded // self.end_divide + bonus + early
        award = usual if not extra else _PAYS[self.out_pays](usual, extra)
        return Sums(parts, each, base, own, less, rounded, bonus, award, usual, extra, early)

    @property
    def _takes_pips(self) -> bool:
        """True if the winner scores pips that others hold."""
        return self.end_base != "none" and self.who_scores not in ("own-pips", "losers")

    def _own(self, final: Final, seat: int) -> int:
        """Return what is deducted: nothing for the player who went out, whose holding is empty."""
        if self.own_deduct == "none" or not self._takes_pips or final.out is not None:
            return 0
        side = final.sides[seat]
        whole_team = final.teams and self._adds_up
        own = sum(w for s, w in enumerate(final.weights) if (final.sides[s] == side if whole_team else s == seat))
        rivals = [other for other in final.sides if other != side]
        return own * (len(set(rivals) if whole_team else rivals) if self.own_deduct == "per-opponent" else 1)

    def _counts_groups(self) -> bool:
        """Return True if pips are rounded down and divided by the same number: that counts the whole fives."""
        return self.end_round == "floor" and self.round_scope == "sum" and self.end_divide == self.end_multiple

    def _own_case(self, final: Final) -> str:
        """Return the case of the line on the winner's own pips: taken off once, or once for each opponent."""
        once = self.own_deduct != "per-opponent" or (final.teams and self._adds_up)
        return "own" if once else "own_each"

    def _round_case(self) -> str:
        if self.round_scope == "each" and self.who_scores != "losers-pay":
            return "round_each"
        return "round" if self.end_round == "nearest" else "round_down"

    def _line(self, axis: str, case: str, facts: Mapping[str, object]) -> Ruling:
        """Return a line of an award; rounding goes by the clause that changed it, whichever of its axes that is."""
        clause = self._round_clause() if axis == "end_round" else self.clauses[axis]
        return Ruling(clause, case, facts, axis=axis)

    def _round_clause(self) -> str:
        """Return the clause of the axis by which these rules round otherwise than their home rules."""
        said = self.clauses["end_round"]
        scope, multiple = (self.clauses.get(axis, said) for axis in ("round_scope", "end_multiple"))
        if said.startswith("HOUSE-") or scope == multiple:
            return said
        return scope if scope != said else multiple

    def round_pips(self, pips: int) -> int:
        """Round `pips` as the axes end_round and end_multiple say; halfway between two multiples, up."""
        m = self.end_multiple
        if self.end_round == "none":
            return pips
        return pips // m * m if self.end_round == "floor" else m * ((pips + m // 2) // m)
