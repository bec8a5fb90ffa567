"""The settlement of a hand computed again, with fractions and plain sums.

As a rule page says under "The end of a hand": the winner scores the pips of the others, or of all (end_base), less the
own ones (own_deduct), rounded (end_round), then divided (end_divide). A partner is no opponent (GEN-TEAM-1).
"""

from __future__ import annotations

from collections.abc import Sequence

from domino_lab.core.chain import Chain, Laid
from domino_lab.core.tiles import Tile
from domino_lab.play.state import State
from domino_lab.rules.ruleset import Ruleset
from tests.rules.recount import kept_for_doubles, open_places, uncovered_double
from tests.rules.retold import beyond, fits


def weigh(rules: Ruleset, tile: Tile) -> int:
    return dict(rules["weights"]).get(str(tile), tile.low + tile.high)


def resettle(state: State) -> tuple[int | None, int]:
    """The winning side (None for nobody) and the award."""
    rules, seats, hand = state.rules, range(state.table.seats), state.table.standing.hand
    side = {seat: seat % 2 if rules["teams"] == "pairs" else seat for seat in seats}
    pips = {seat: sum(weigh(rules, tile) for tile in left_with(state, seat)) for seat in seats}
    winner = went_out(state)
    if winner is not None:
        won = with_way_out(state, award(rules, pips, side, winner, out=True, hand=hand))
        return side[winner], after_level_hands(state, won)
    winner = _lightest(state, pips, side)
    if winner is None:
        return None, 0
    return side[winner], after_level_hands(state, award(rules, pips, side, winner, out=False, hand=hand))


def went_out(state: State) -> int | None:
    """The player who wins by having played every tile: the first, or in play until a side is out the last one."""
    if state.rules["play_on"] in ("one-left", "stuck") and state.out:
        return state.out[0]
    return state.blocker if state.over == "out" else None


def after_level_hands(state: State, points: int, *, winner: bool = True) -> int:
    """What points are worth in a hand that comes after hands that nobody won; a point more is for its winner alone."""
    level = state.table.standing.level
    return {"same": points, "doubled": points * 2**level, "one-more": points + level * winner}[
        state.rules["after_level"]]


def after_all(state: State) -> tuple[int | None, list[int]]:
    """The winning side, and what every side gets at the end of the hand, the losers' payments included."""
    winner, won = resettle(state)
    rules, sides = state.rules, len(state.scores)
    got = [won if side == winner else 0 for side in range(sides)]
    if state.over == "blocked" and rules["block_between"] == "nobody":
        return None, got
    if rules["who_scores"] == "own-pips":
        got = [points + after_level_hands(state, side_pips(state, side), winner=False)
               for side, points in enumerate(got)]
    elif rules["who_scores"] == "losers" and winner is not None:
        got = [points if side == winner else after_level_hands(state, side_pips(state, side), winner=False)
               for side, points in enumerate(got)]
    elif rules["who_scores"] == "losers-pay" and winner is not None:
        out = went_out(state)
        seat = _lightest(state, pips_of(state), sides_of(state)) if out is None else out
        due = [_owed(rules, pips_of(state), sides_of(state), seat, side, out=out is not None)
               for side in range(sides)]
        got = [points if side == winner else -after_level_hands(state, due[side], winner=False)
               for side, points in enumerate(got)]
    elif rules["who_scores"] == "lighter" and went_out(state) is None:
        pips = pips_of(state)
        got = [points if side == winner else after_level_hands(state, over_the_rest(rules, pips, side), winner=False)
               for side, points in enumerate(got)]
    return winner, [0 if points > 0 and beyond(state, side, points) else points for side, points in enumerate(got)]


def side_pips(state: State, side: int) -> int:
    return sum(weigh(state.rules, tile) for held in hands_of(state, side) for tile in held)


def sides_of(state: State) -> dict[int, int]:
    return {seat: seat % 2 if state.rules["teams"] == "pairs" else seat for seat in range(state.table.seats)}


def pips_of(state: State) -> dict[int, int]:
    return {seat: sum(weigh(state.rules, tile) for tile in left_with(state, seat)) for seat in range(state.table.seats)}


def hands_of(state: State, side: int) -> list[list[Tile]]:
    return [left_with(state, seat) for seat, own in sides_of(state).items() if own == side]


def over_the_rest(rules: Ruleset, pips: dict[int, int], seat: int) -> int:
    """What one player scores after a block: the pips of the heavier hands, less the own pips for each of them."""
    heavier = [held for held in pips.values() if held > pips[seat]]
    return rounded(rules, sum(heavier) - pips[seat] * len(heavier)) // rules["end_divide"]


def _owed(rules: Ruleset, pips: dict[int, int], side: dict[int, int], winner: int, loser: int, *, out: bool) -> int:
    """What one side pays: the winner settles with it as if there were no other."""
    if rules["end_base"] == "none":
        return 0
    held = [pips[seat] for seat in pips if side[seat] == loser]
    off = 0
    if not out and rules["own_deduct"] != "none":
        off = sum(pips[s] for s in pips if side[s] == side[winner]) if by_team(rules) else pips[winner]
        off *= len(held) if rules["own_deduct"] == "per-opponent" and not by_team(rules) else 1
    return rounded(rules, max(0, sum(held) - off)) // rules["end_divide"]


def left_with(state: State, seat: int) -> list[Tile]:
    """What counts against a player: the tiles in hand, and those that were put face down for want of a play."""
    return [*state.holdings[seat], *(state.discards[seat] if state.discards else ())]


def fallen(rules: Ruleset, scores: list[int], winner: int | None, before: list[int]) -> list[int]:
    """What is left of the scores after a hand: in Jamaica they fall back to nothing, and one-all plays two."""
    if winner is None or rules["fall_back"] == "never":
        return scores
    plays_two = rules["fall_back"] == "one-all" and all(score == 1 for score in before)
    if plays_two or rules["fall_back"] == "losers":
        return [scores[winner] if side == winner else 0 for side in range(len(scores))]
    one_all = rules["fall_back"] == "one-all" and all(score == 1 for score in scores)
    return scores if one_all or any(score <= 0 for score in scores) else [0 for _ in scores]


def by_team(rules: Ruleset) -> bool:
    return (rules["teams"], rules["team_block"], rules["block_between"]) == ("pairs", "team-total", "all")


def _lightest(state: State, pips: dict[int, int], side: dict[int, int]) -> int | None:
    rules = state.rules
    if rules["block_between"] == "nobody":
        return None
    if rules["block_between"] == "blocker-next":
        onward = 1 if rules["direction"] == "left" else -1
        pips = {seat: pips[seat] for seat in (state.blocker, (state.blocker + onward) % len(pips))}
    group = {seat: [s for s in pips if side[s] == side[seat]] if by_team(rules) else [seat] for seat in pips}
    total = {seat: sum(pips[s] for s in group[seat]) for seat in pips}
    best = [seat for seat in pips if total[seat] == min(total.values())]
    if len({side[seat] for seat in best}) == 1:
        return best[0]
    if rules["tie"] == "blocker":
        return state.blocker
    if rules["tie"] == "leader":
        return state.lead.seat
    if rules["tie"] in ("nearest-leader", "after-blocker"):
        onward, seats = (1 if rules["direction"] == "left" else -1), state.table.seats
        first = state.lead.seat if rules["tie"] == "nearest-leader" else state.blocker + onward
        return min(best, key=lambda seat: (seat - first) * onward % seats)
    if rules["tie"] == "none":
        return None
    if rules["tie"] == "fewer-tiles":
        count = {seat: sum(len(left_with(state, s)) for s in group[seat]) for seat in best}
        fewest = [seat for seat in best if count[seat] == min(count.values())]
        return fewest[0] if len({side[seat] for seat in fewest}) == 1 else None
    return _by_tile(state, {seat: group[seat] for seat in best}, side)


def _by_tile(state: State, group: dict[int, list[int]], side: dict[int, int]) -> int | None:
    def key(tile: Tile) -> tuple[int, ...]:
        return (tile.low, tile.high) if state.rules["tie_order"] == "bone" else (weigh(state.rules, tile),)

    left = {seat: sorted(key(tile) for s in seats for tile in left_with(state, s)) for seat, seats in group.items()}
    while all(left.values()):
        best = min(tiles[0] for tiles in left.values())
        left = {seat: tiles[1:] for seat, tiles in left.items() if tiles[0] == best}
        if len({side[seat] for seat in left}) == 1:
            return next(iter(left))
    return None


def award(rules: Ruleset, pips: dict[int, int], side: dict[int, int], winner: int, *, out: bool, hand: int = 1) -> int:
    """award = divide(round(base - own)), and the bonus for going out, or for any hand that is won."""
    extra = rules["end_bonus"] * (out or rules["end_bonus_when"] == "won") + sum(rules["hand_bonus"][hand - 1 : hand])
    if rules["who_scores"] in ("own-pips", "losers"):
        return extra
    if rules["who_scores"] == "losers-pay":
        losers = set(side.values()) - {side[winner]}
        return extra + sum(_owed(rules, pips, side, winner, loser, out=out) for loser in losers)
    if rules["who_scores"] == "lighter" and not out:
        return extra + over_the_rest(rules, pips, winner)
    base = {"none": [], "all": list(pips), "opponents": [s for s in pips if side[s] != side[winner]]}[rules["end_base"]]
    own = 0 if out else _own(rules, pips, side, winner)
    if rules["round_scope"] == "each":
        won = max(sum(rounded(rules, pips[seat]) for seat in base) - rounded(rules, own), 0)
    else:
        won = rounded(rules, max(sum(pips[seat] for seat in base) - own, 0))
    return won // rules["end_divide"] + extra


def with_way_out(state: State, usual: int) -> int:
    """What the last tile makes of the usual award: capicua first, then a tile that is named, then any double."""
    rules, laid = state.rules, state.chain.laid
    stacked = state.stacks[-1] if state.stacks else None
    if not laid and stacked is None:
        return usual
    on_top = stacked is not None and stacked.order == len(laid) + len(state.stacks) - 1
    tile = stacked.tile if on_top else laid[-1].tile
    before = relaid(laid[:-1])
    kept = kept_for_doubles(rules, before)
    shown = [] if on_top else open_places(rules, before, uncovered_double(rules, before))
    capicua = len(shown) >= 2 and all(fits(rules, tile, value) and (tile.low == tile.high or at not in kept)
                                      for at, value in shown)
    ways = []
    if rules["capicua_ends"] == "differ" and len({value for _, value in shown}) == 1 and tile.low != tile.high:
        capicua = False
    if rules["capicua_ends"] == "no-blank" and tile.low == 0 and tile.high:
        capicua = False
    if capicua:
        ways.append(rules["capicua"] or "none" if tile.low != tile.high else rules["capicua_double"])
    ways.append(rules["out_tile"].get(f"{tile.high}-{tile.low}", "none"))
    if tile.low == tile.high:
        ways.append(rules["out_double"])
    number = next((way for way in ways if way != "none"), 0)
    paid = {"add": usual + number, "instead": number, "times": usual * number}
    return paid[rules["out_pays"]] if number else usual


def relaid(laid: Sequence[Laid]) -> Chain:
    """The tiles in the order in which they were played, each at the place where it lies."""
    chain = Chain()
    for one in laid:
        end = next((end for end in chain.ends if (end.at, end.edge) == (one.parent, one.parent_edge)), None)
        chain = chain.lay(one.tile, end, None if end is None else one.out, spins=one.spins, sides=one.sides)
    return chain


def _own(rules: Ruleset, pips: dict[int, int], side: dict[int, int], winner: int) -> int:
    if rules["own_deduct"] == "none" or rules["end_base"] == "none":
        return 0
    mine = [s for s in pips if side[s] == side[winner]] if by_team(rules) else [winner]
    rivals = {side[s] if by_team(rules) else s for s in pips if side[s] != side[winner]}
    return sum(pips[s] for s in mine) * (len(rivals) if rules["own_deduct"] == "per-opponent" else 1)


def rounded(rules: Ruleset, pips: int) -> int:
    """HOUSE-END-ROUND: the nearest multiple, from halfway the higher one; or the one below."""
    if rules["end_round"] == "none":
        return pips
    below = pips - pips % rules["end_multiple"]
    above = below + rules["end_multiple"]
    return below if rules["end_round"] == "floor" or pips - below < above - pips else above
