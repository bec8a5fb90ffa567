"""Encoding: a ruleset as the integers that the kernel plays by, made from its axes and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from domino_lab.core.errors import DominoError
from domino_lab.core.tiles import Tile
from domino_lab.kernel import chain_games as k, patience_games as alone
from domino_lab.kernel.own_tables import beyond_tables, check_pure, most_counted
from domino_lab.play.players import name_of
from domino_lab.play.policies import Player
from domino_lab.rules.axes import AXES, NO_LIMIT, PASS_PAYS
from domino_lab.rules.known import Known
from domino_lab.rules.ruleset import Ruleset
from domino_lab.solitaire.patience_state import goal
from domino_lab.words.escaping import printable

KERNEL = Known("the kernel", "kernel", ("equipment", "dealing", "matching", "scoring", "patience"), k.axis.values)
"""What the kernel knows of the games with rivals, which no axis of the patience games concerns."""

PATIENCE = Known("the patience kernel", "patience", ("equipment", "arms", "matching", "patience"))
"""What the patience kernel knows of the games for one player."""


def strange(rules: Ruleset) -> str:
    """Return the axis, or the value of one, that the kernel of these rules does not know; "" if it knows them all."""
    return (KERNEL if rules.solo is None else PATIENCE).refusal(rules)


def check_known(rules: Ruleset) -> None:
    """Raise DominoError for rules with an axis or a value that the kernel does not know.

    The readable engine could play them; but then a forgotten axis would show as a run that takes a thousand times as
    long, and nobody would ask why. Whoever wants that asks for it, or the axis says so itself (`readable`).
    """
    message = strange(rules)
    if message and not AXES[message.partition(" = ")[0]].readable:
        raise DominoError(message)


POLICY_NUMBERS = {"random": k.RANDOM, "greedy": k.GREEDY, "heaviest": k.HEAVIEST, "doubles": k.DOUBLES_FIRST,
                  "keep-suits": k.KEEP_SUITS}
"""The policies that the kernel can play by."""


def strange_policy(policies: Sequence[str | Player]) -> str:
    """Return the first policy that the kernel does not know, with the reason; empty if it knows all of them."""
    strange = next((policy for policy in policies if not (isinstance(policy, str) and policy in POLICY_NUMBERS)), None)
    return "" if strange is None else f"policies = {printable(name_of(strange))}: the kernel has no such player"


def unplayable(rules: Ruleset, *, asking: bool = False) -> str:
    """Return the axis that the kernel cannot play by, with the reason; "" if it can play these rules.

    With `asking` it can also play those of which a reader's own object is asked before a hand begins or after its end.
    """
    message = beyond_tables(rules, asking=asking) or strange(rules)
    if message:
        return message
    tiles = len(rules.equipment.set.tiles)
    if tiles > k.MOST_TILES:
        return f"max_pip = {rules['max_pip']}: the kernel plays with at most {k.MOST_TILES} tiles, not with {tiles}"
    if rules.solo is not None and rules["spinner"] != "none":
        return f"spinner = {rules['spinner']}: the kernel plays every patience in a single line"
    return ""


def encode_rules(rules: Ruleset, seats: int, *, asking: bool = False) -> tuple[int, ...]:
    """Return the rules for so many seats as integers, in the places that chain_games.py names.

    With `asking`, whoever plays by them asks a reader's own object who leads, and has it settle each hand.

    Raises IllegalAction, with the clause, for a number of seats the game does not allow, and DominoError, with the
    axis, for rules that the kernel does not know, and for an object of a reader's own that answers in two ways.
    """
    message = unplayable(rules, asking=asking)  # Asked each time: there may be more axes than at the last call.
    if message:
        raise DominoError(message)
    if rules.own:  # Asked each time, too: a class may have been changed since the last call.
        check_pure(rules)
        return _encode(rules, seats)
    return _compiled_once(rules, seats)


def _encode(rules: Ruleset, seats: int) -> tuple[int, ...]:
    if rules.solo is not None:
        return _alone(rules, seats)
    table = _table(rules, seats, k.POINTS)
    goal, weights = rules.winning.goal(seats, teams=rules["teams"] == "pairs"), rules["double_weights"]
    table[k.SIDES] = rules.side_count(seats)
    table[k.LEADER] = _LEADERS.get(str(rules["first_leader"]), k.BY_TILE)
    table[k.GOAL] = -1 if goal is None else goal
    table[k.ARMS_OF_SPINNER] = rules.arms.sides
    table[k.AMONG] = sum(1 << place for place, tile in enumerate(rules.equipment.set.tiles) if tile in rules.lead_tiles)
    table[k.DUTY], table[k.FIRST_HAND] = int(rules["lead_tile"] != "any"), next(iter(rules["hand_bonus"]), 0)
    table[k.COVERED_ONCE] = int(weights == "covered-once")
    if not isinstance(weights, str):
        table[k.DOUBLE_WEIGHTS : k.SIDE_OF] = weights
    for axis, place in k.axis.of.items():
        value = rules.values[axis]
        table[place] = k.axis.numbers[axis][value] if isinstance(value, str) else int(value)
    for place, used in _rare(table).items():
        table[place] = int(any(used))
    for place, before in enumerate(rules.arms.before):
        for edge, other in before.items():
            table[k.EDGE_BEFORE + 8 * place + edge] = other
    for seat in range(seats):
        table[k.SIDE_OF + seat] = rules.dealing.side(seat)
        table[k.NEXT_SEAT + seat] = rules.dealing.next_seat(seat, seats)
    return (*table, *_points(rules))


def _rare(table: list[int]) -> dict[int, Sequence[int]]:
    """Return for each place that stands for several axes the numbers of these: all 0 if none of them is in use."""
    arms = [table[k.COVER_DOUBLES], table[k.ONE_END]]
    if table[k.SPINNER] != k.NO_SPINNER:
        arms += [table[k.ARM_ORDER] - k.FREE, table[k.ARM_DOUBLES]]
    return {
        k.RARE_TURNS: [table[axis] for axis in (k.BLIND, k.STACKING, k.EXTRA_TURN, k.CANNOT_PLAY, k.AFTER_DRAW,
                                                k.PLAY_ON)],
        k.ARMS_WAIT: arms,
        k.OUT_COUNTS: [table[k.CAPICUA], table[k.CAPICUA_DOUBLE] + 1, table[k.OUT_DOUBLE],
                       *(points + 1 for points in table[k.OUT_TILE : k.OUT_TILE + table[k.SIZE]])],
        k.PASS_PAYS: [table[k.axis.of[axis]] for axis in PASS_PAYS],
        k.REDEALS: [table[axis] for axis in (k.REDEAL_DOUBLES, k.REDEAL_SUIT)],
    }


_compiled_once = lru_cache(maxsize=256)(_encode)

_LEADERS = {"lot": k.BY_LOT, "sum": k.BY_SUM, "youngest": k.BY_SEAT}
_GAMES = {"bingo": alone.BINGO, "line": alone.LINE, "columns": alone.COLUMNS, "knock-out": alone.KNOCK_OUT,
          "twelve": alone.TWELVE}


def _alone(rules: Ruleset, seats: int) -> tuple[int, ...]:
    """Return the rules of a patience, in the places that patience_games.py names."""
    table, patience = _table(rules, seats, alone.RULES_SIZE), rules.patience
    table[alone.GAME], table[alone.GOAL] = _GAMES[rules.solo.key], goal(rules)
    if patience.bingo_remove == "choice" or patience.knock == "run":
        table[alone.WAY] = alone.OTHERWISE
    table[alone.LIMIT] = NO_LIMIT if patience.hold_limit == "none" else int(patience.hold_limit)
    return tuple(table)


def _table(rules: Ruleset, seats: int, size: int) -> list[int]:
    """Return what the two kernels share: the set of tiles, and the tiles that fit each value."""
    table, tiles, light = [0] * size, rules.equipment.set.tiles, lightness(rules)
    table[k.SEATS], table[k.EACH] = seats, rules.dealing.checked_each(seats, len(tiles))
    table[k.SIZE], table[k.EVERY_TILE] = len(tiles), (1 << len(tiles)) - 1
    place_of = {tile: place for place, tile in enumerate(tiles)}
    for tile, place in place_of.items():
        weight = rules.equipment.weight(tile)
        table[k.LOW + place], table[k.HIGH + place] = tile.low, tile.high
        table[k.WEIGHT + place] = weight
        table[k.EVERY_DOUBLE] |= tile.is_double << place
        for value in {*tile[:2]}:
            table[k.SUIT + value] |= 1 << place
        table[k.QUALIFIES + place] = _qualifies(rules, tile)
        table[k.LIGHT_KEY + place] = light(tile)
        table[k.IN_ORDER + place] = place
        table[k.DOUBLES_KEY + place] = weight + k.MOST_WEIGHT * tile.is_double
        table[k.LEAD_KEY + place] = 64 * weight + tile.high
        table[k.OUT_TILE + place] = rules["out_tile"].get(str(tile), -1)
    for rank, place in enumerate(sorted(range(len(tiles)), key=lambda place: light(tiles[place]))):
        table[k.BY_LIGHT + rank] = place
    for value, fitting in rules.fitting.items():
        for tile, outs in fitting.items():
            table[k.FITS + value] |= 1 << place_of[tile]
            table[k.FITS_TWICE + value] |= (len(outs) == 2) << place_of[tile]
            table[k.OUTWARD + 64 * value + place_of[tile]] = outs[0]
    table[k.TWO_WAYS] = int(any(table[k.FITS_TWICE : k.OUTWARD]))
    return table


def lightness(rules: Ruleset) -> Callable[[Tile], int]:
    """Return the key by which tiles are compared to break a tie, the lightest first (axis tie_order)."""
    return (lambda tile: 64 * tile.low + tile.high) if rules["tie_order"] == "bone" else rules.equipment.weight


def _qualifies(rules: Ruleset, tile: Tile) -> int:
    """Return how strongly a tile claims the lead by the first-leader rule: 0 for not at all, else 1 or more."""
    rule = rules["first_leader"]
    if isinstance(rule, Mapping):
        return int(tile[:2] == Tile.of(rule["holder"])[:2])
    if not tile.is_double:
        return 0
    if rule == "hand-double":  # The kernel plays the first hand of a match.
        return int(tile[:2] == max(rules.doubles)[:2])
    return 1 + (int(rules["max_pip"]) - tile.low if rule == "lowest-double" else tile.low)


def _points(rules: Ruleset) -> list[int]:
    """Return the points for every count that a board can show."""
    return [rules.scoring.points(total) for total in range(most_counted(rules) + 1)]
