"""Encoding: a ruleset as the tuple of integers that the kernel plays by, made from its axes and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from domino_lab.errors import DominoError
from domino_lab.escaping import printable
from domino_lab.kernel import chain_games as k
from domino_lab.kernel import patience_games as alone
from domino_lab.play.players import name_of
from domino_lab.play.policies import Player
from domino_lab.rules import custom
from domino_lab.rules.axes import NO_LIMIT
from domino_lab.rules.custom import MARK
from domino_lab.rules.known import Known
from domino_lab.rules.ruleset import Ruleset
from domino_lab.solitaire.pairing import goal
from domino_lab.tiles import Tile

KERNEL = Known("the kernel", "kernel")
"""What the kernel knows of the games with rivals."""

PATIENCE = Known("the patience kernel", "patience")
"""What the patience kernel, and the solver that stands on it, know of the games for one player."""


def strange(rules: Ruleset) -> str:
    """The axis, or the value of one, that the kernel of these rules has never heard of; empty where it knows them all.
    """
    return (KERNEL if rules.solo is None else PATIENCE).refusal(rules)


def check_known(rules: Ruleset) -> None:
    """Raises ValueError for rules with an axis or a value that no list of the kernel names.

    The readable engine could play them; but then a forgotten axis would show as a run that takes a thousand times as
    long, and nobody would ask why. Who wants that asks for it.
    """
    said = strange(rules)
    if said:
        raise DominoError(said)


POLICY_NUMBERS = {"random": k.RANDOM, "greedy": k.GREEDY, "heaviest": k.HEAVIEST, "doubles": k.DOUBLES_FIRST,
                  "keep-suits": k.KEEP_SUITS}
"""The policies that the kernel can play by."""


def strange_policy(policies: Sequence[str | Player]) -> str:
    """Return the first policy that the kernel does not know, with the reason; empty if it knows all of them."""
    strange = next((policy for policy in policies if not (isinstance(policy, str) and policy in POLICY_NUMBERS)), None)
    return "" if strange is None else f"policies = {printable(name_of(strange))}: the kernel knows no such player"


def unplayable(rules: Ruleset) -> str:
    """The axis that the kernel cannot play by, with the reason; empty where it can play these rules."""
    if rules.own:
        group, policy = next(iter(rules.own.items()))
        axes = ", ".join(custom.decided(group, policy)) or group
        return f"{axes} = {MARK}{custom.name_of(policy)}: the kernel knows no rules of a reader's own"
    said = strange(rules)
    if said:
        return said
    tiles = len(rules.equipment.set.tiles)
    if tiles > k.MOST_TILES:
        return f"max_pip = {rules['max_pip']}: the kernel plays with {k.MOST_TILES} tiles at most, not with {tiles}"
    if rules.solo is not None and rules["spinner"] != "none":
        return f"spinner = {rules['spinner']}: the kernel lays a patience in one line"
    return ""


def compiled_rules(rules: Ruleset, seats: int) -> tuple[int, ...]:
    """The rules at a table of so many seats, as integers in the places that chain_games.py names.

    Raises IllegalAction, with the clause, for a number of seats the game does not allow, and ValueError, with the
    axis, for rules that the kernel does not know.
    """
    why_not = unplayable(rules)  # Asked each time: the axes may be more than they were at the last call.
    if why_not:
        raise DominoError(why_not)
    return _compiled(rules, seats)


@lru_cache(maxsize=256)
def _compiled(rules: Ruleset, seats: int) -> tuple[int, ...]:
    if rules.solo is not None:
        return _alone(rules, seats)
    table = [0] * k.POINTS
    single = _table(rules, seats) | _leading(rules) | _turns(rules) | _scoring(rules) | _ending(rules, seats)
    for place, number in single.items():
        table[place] = int(number)
    _fill_seats(rules, seats, table)
    _fill_tiles(rules, table)
    _fill_values(rules, table)
    return (*table, *_points(rules))


_GAMES = {"bingo": alone.BINGO, "line": alone.LINE, "columns": alone.COLUMNS, "knock-out": alone.KNOCK_OUT,
          "twelve": alone.TWELVE}


def _alone(rules: Ruleset, seats: int) -> tuple[int, ...]:
    """The rules of a patience, in the places that patience_games.py names."""
    table, patience = [0] * alone.RULES_SIZE, rules.patience
    otherwise = patience.bingo_remove == "choice" or patience.knock == "run"
    single = _table(rules, seats) | {
        alone.GAME: _GAMES[rules.solo.key],
        alone.GOAL: goal(rules),
        alone.WAY: alone.OTHERWISE if otherwise else alone.AS_THE_SHEET,
        alone.LIMIT: NO_LIMIT if patience.hold_limit == "none" else int(patience.hold_limit),
    }
    for place, number in single.items():
        table[place] = int(number)
    _fill_tiles(rules, table)
    _fill_values(rules, table)
    return tuple(table)


def _coded(rules: Ruleset, axis: str, **codes: int) -> int:
    """The number of a value; those without one are refused before (see KERNEL)."""
    return codes[str(rules[axis]).replace("-", "_")]


def _table(rules: Ruleset, seats: int) -> dict[int, int]:
    tiles = rules.equipment.set.tiles
    return {
        k.SEATS: seats,
        k.SIDES: rules.side_count(seats),
        k.EACH: rules.dealing.each(seats, len(tiles)),
        k.SIZE: len(tiles),
        k.EVERY_TILE: (1 << len(tiles)) - 1,
        k.BLIND: rules.dealing.is_blind,
        k.TEAMS: rules["teams"] == "pairs",
    }


def _leading(rules: Ruleset) -> dict[int, int]:
    by = {"lot": k.BY_LOT, "sum": k.BY_SUM, "youngest": k.BY_SEAT}
    return {
        k.LEADER: by.get(str(rules["first_leader"]), k.BY_TILE),
        k.DUTY: rules["lead_tile"] != "any",
        k.FALLBACK: _coded(rules, "lead_fallback", none=k.NO_FALLBACK, redeal=k.REDEAL, heaviest=k.HEAVIEST_LEADS,
                           draw=k.DRAW_LEADS),
    }


def _turns(rules: Ruleset) -> dict[int, int]:
    most, cost = rules["draw_max"], rules["draw_cost"]
    return {
        k.SPINNER: _coded(rules, "spinner", none=k.NO_SPINNER, first=k.FIRST_SPINS, all=k.ALL_SPIN),
        k.ARM_ORDER: _coded(rules, "arm_order", free=k.FREE, sides_first=k.SIDES_FIRST, four_first=k.FOUR_FIRST),
        k.STACKING: rules["stack"] != "none",
        k.STACK_ANY: rules["stack_when"] == "any",
        k.STEAL_TWICE: rules["steal_credit"] == "twice",
        k.STEAL_BACK: rules["steal_back"],
        k.EXTRA_TURN: _coded(rules, "extra_turn", none=k.NO_EXTRA, on_double=k.ON_DOUBLE, while_fits=k.WHILE_FITS),
        k.LEADER_GOES_ON: rules["blind_leader_goes_on"],
        k.DRAWING: rules["draw_when"] != "never",
        k.DRAW_MAX: NO_LIMIT if most == "until-playable" else most,
        k.RESERVE: rules["reserve"],
        k.COST: cost,
        k.COST_IN_CHIPS: bool(cost) and rules["draw_cost_in"] == "chips",
    }


def _scoring(rules: Ruleset) -> dict[int, int]:
    weights = rules["double_weights"]
    found = {
        k.SCORING: _coded(rules, "play_score", none=k.NO_SCORE, multiple=k.MULTIPLE, alike=k.ALIKE),
        k.COVERED_ONCE: weights == "covered-once",
    }
    if isinstance(weights, str):
        return found
    return found | {k.DOUBLE_WEIGHTS + covered: times for covered, times in enumerate(weights)}


def _ending(rules: Ruleset, seats: int) -> dict[int, int]:
    goal = rules.winning.goal(seats, teams=rules["teams"] == "pairs")
    return {
        k.BLOCK: _coded(rules, "block", all_stuck=k.ALL_STUCK, dead_layout=k.DEAD_LAYOUT, row_cycle=k.ROW_CYCLE),
        k.TIE: _coded(rules, "tie", none=k.NO_TIE, lightest_tile=k.LIGHTEST_TILE, blocker=k.BLOCKER_WINS),
        k.TEAM_TOTAL: rules["team_block"] == "team-total",
        k.END_BASE: _coded(rules, "end_base", none=k.NO_BASE, opponents=k.OPPONENTS, all=k.EVERYBODY),
        k.OWN_DEDUCT: _coded(rules, "own_deduct", none=k.NO_DEDUCT, once=k.DEDUCT_ONCE, once_blocked=k.DEDUCT_ONCE,
                             per_opponent=k.PER_OPPONENT),
        k.END_ROUND: _coded(rules, "end_round", none=k.NO_ROUND, nearest=k.NEAREST, floor=k.FLOOR),
        k.END_MULTIPLE: rules["end_multiple"],
        k.ROUND_EACH: rules["round_scope"] == "each",
        k.END_DIVIDE: rules["end_divide"],
        k.END_BONUS: rules["end_bonus"],
        k.GOAL: -1 if goal is None else goal,
        k.REACH: _coded(rules, "reach", at_least=k.AT_LEAST, more_than=k.MORE_THAN, exact=k.EXACT),
        k.AT_ONCE: rules["target_when"] == "at-once",
    }


def _fill_seats(rules: Ruleset, seats: int, table: list[int]) -> None:
    for seat in range(seats):
        table[k.SIDE_OF + seat] = rules.dealing.side(seat)
        table[k.NEXT_SEAT + seat] = rules.dealing.next_seat(seat, seats)


def _fill_tiles(rules: Ruleset, table: list[int]) -> None:
    tiles, light = rules.equipment.set.tiles, _lightness(rules)
    for place, tile in enumerate(tiles):
        weight = rules.equipment.weight(tile)
        table[k.LOW + place], table[k.HIGH + place] = tile.low, tile.high
        table[k.WEIGHT + place] = weight
        table[k.QUALIFIES + place] = _qualifies(rules, tile)
        table[k.LIGHT_KEY + place] = light(tile)
        table[k.IN_ORDER + place] = place
        table[k.DOUBLES_KEY + place] = weight + k.MOST_WEIGHT * tile.is_double
        table[k.LEAD_KEY + place] = 64 * weight + tile.high
    for rank, place in enumerate(sorted(range(len(tiles)), key=lambda place: light(tiles[place]))):
        table[k.BY_LIGHT + rank] = place


def _lightness(rules: Ruleset) -> Callable[[Tile], int]:
    return (lambda tile: 64 * tile.low + tile.high) if rules["tie_order"] == "bone" else rules.equipment.weight


def _qualifies(rules: Ruleset, tile: Tile) -> int:
    """How strongly a tile claims the lead by the first-leader rule: not at all, or 1 and more."""
    rule = rules["first_leader"]
    if isinstance(rule, Mapping):
        return tile[:2] == Tile.of(rule["holder"])[:2]
    if not tile.is_double:
        return 0
    return 1 + (rules["max_pip"] - tile.low if rule == "lowest-double" else tile.low)


def _fill_values(rules: Ruleset, table: list[int]) -> None:
    place_of = {tile: place for place, tile in enumerate(rules.equipment.set.tiles)}
    for value, fitting in rules.fitting.items():
        for tile, outs in fitting.items():
            table[k.FITS + value] |= 1 << place_of[tile]
            table[k.FITS_TWICE + value] |= (len(outs) == 2) << place_of[tile]
            table[k.OUTWARD + 64 * value + place_of[tile]] = outs[0]


def _points(rules: Ruleset) -> list[int]:
    """The points for every count that a board can show."""
    weights: Any = rules["double_weights"]
    times = 4 if isinstance(weights, str) else max(2, *weights)
    most = sum(times * tile.high + tile.low for tile in rules.equipment.set.tiles)
    return [rules.scoring.points(total) for total in range(most + 1)]
