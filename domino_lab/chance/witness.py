"""Witness: what everybody at the table has seen of the others' tiles, up to one step of a hand.

Of every other seat it keeps the tiles it took in, one after the other: those of the deal, and each drawn one. A pass
proves that none of the tiles held then fits, nor could be stacked; a draw where one may only draw if one cannot lay
proves the first, for one may draw though one could stack. The tiles that are taken in later prove nothing by it. What a
seat has laid or stacked, it had taken in before, and had kept through every proof in between. Which tile a player chose
to lay proves nothing here, nor who was the faster of two with the same double (TB-LEAD-1).

Where one may draw by choice, a draw proves nothing by itself. But where only so many tiles may be drawn by choice in a
turn (`voluntary_max`, A7-DRAW-1), who draws one more than that could not lay at the first of them: for who can lay can
do so until the turn is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from domino_lab.actions import Action, Draw, Pass, Play, Stack
from domino_lab.errors import DominoError
from domino_lab.play.legal import spoils_for
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Timeline
from domino_lab.rules.known import ANY, Known
from domino_lab.rules.leading import Deck, Lead
from domino_lab.tiles import Tile
from domino_lab.words import phrase

_BY_TILE = ("holds", "heaviest", "nobody", "seek")
"""The cases in which who leads was found by tiles that the players hold."""


WITNESS = Known("the deduction of hidden tiles", {
    # The rules themselves are asked: what fits, what may be stacked or drawn, who would have led, when a hand goes on.
    **dict.fromkeys(("max_pip", "copies", "doubles", "weights", "seats", "teams", "direction", "deal", "spinner",
                     "arm_order", "matching", "stack", "stack_when", "steal_credit", "steal_back", "lead_tile",
                     "draw_max", "reserve", "block"), ANY),
    "visibility": ("private", "blind"),
    "first_leader": ("lot", "highest-double", "lowest-double", "fastest-double", "youngest", "sum", "holder"),
    "next_leader": ("same", "rotate", "previous", "winner"),
    "block_leader": ("as-next", "same", "rotate", "previous", "winner", "lot", "highest-double", "lowest-double",
                     "fastest-double", "youngest", "sum", "holder"),
    "lead_fallback": ("none", "redeal", "heaviest", "draw"),
    "extra_turn": ("none", "on-double", "while-fits"),
    "draw_when": ("never", "unable", "optional"),
    "voluntary_max": ("any", int),
}, {
    **dict.fromkeys((
        "play_score", "multiple", "unit", "claim", "double_weights", "draw_cost", "draw_cost_in", "tie", "tie_order",
        "team_block", "end_base", "own_deduct", "end_round", "end_multiple", "round_scope", "end_divide", "end_bonus",
        "target", "reach", "target_when"), "what is scored and paid does not say where a tile lies"),
    "double_lay": "how a double lies changes nothing that fits",
    "blind_leader_goes_on": "of tiles that lie face down nothing can be known at all",
    **dict.fromkeys(("bingo_remove", "knock", "hold_limit"), "a rule for one player, who has no rivals"),
})
"""What is known of the axes wherever something is proved: a pass proves that nothing fitted only where these hold."""


class Proof(NamedTuple):
    """At `step`, `seat` was proved to hold no tile with one of these `values`, nor one of `tiles`: by "pass" or "draw".
    """

    step: int
    seat: int
    values: tuple[int, ...]
    by: str
    tiles: tuple[Tile, ...] = ()


@dataclass
class Seat:
    """What was seen of one seat: each slot is a tile taken in, with the number of bans that came before it.

    A ban is a set of tiles none of which was held then; `gone` are tiles laid, each with the slots and bans before it;
    `named` is a tile of the deal that the seat is known to have had.
    """

    slots: list[int] = field(default_factory=list)
    bans: list[frozenset[Tile]] = field(default_factory=list)
    gone: dict[Tile, tuple[int, int]] = field(default_factory=dict)
    named: Tile | None = None

    def may(self, tile: Tile) -> list[bool]:
        """Which slots `tile` may have come in by, laid or still held."""
        slots, bans = self.gone.get(tile, (len(self.slots), len(self.bans)))
        since = max((number + 1 for number in range(bans) if tile in self.bans[number]), default=0)
        return [place < slots and came >= since and not (came and tile == self.named)
                for place, came in enumerate(self.slots)]


class Witness(NamedTuple):
    """What `seat` knows: the tiles it sees, those it does not, what was seen of each other seat, and the proofs.

    `stock` is how many unseen tiles lie in the boneyard; `fitting` are, by seat, the unseen tiles by which a hand goes
    on: somebody must hold one of his own, since it is not over; empty where that is not so. `highest` is the highest
    value of the set. `lead` is who leads, where that was found by the tiles that were dealt; else None.
    """

    seat: int
    unseen: tuple[Tile, ...]
    others: dict[int, Seat]
    stock: int
    fitting: dict[int, frozenset[Tile]]
    proofs: tuple[Proof, ...]
    highest: int
    lead: Lead | None


def witness(line: Timeline, seat: int, step: int) -> Witness:
    """What `seat` can have seen of `line` up to `step`; nothing that is hidden from it is read.

    Raises DominoError where there is nothing to know: a layout study, a patience, rows that lie face down; and for an
    axis, or a value of one, by which something else might be proved.
    """
    _check(line, seat, step)
    steps, state = line.steps[: step + 1], line.steps[step].state
    others = {other: Seat([0] * len(held)) for other, held in enumerate(line.steps[0].state.holdings) if other != seat}
    _see_the_lead(steps[0].state, others)
    proofs = [proof for number in range(1, len(steps)) for proof in _see(steps, number, others)]
    seen = {laid.tile for laid in state.chain.laid} | {top.tile for top in state.stacks} | {*state.holdings[seat]}
    unseen = tuple([tile for tile in state.rules.equipment.set.tiles if tile not in seen])
    lead = steps[0].state.lead
    return Witness(seat, unseen, others, state.boneyard, _goes_on_by(state, seat, unseen), tuple(proofs),
                   state.rules["max_pip"], lead if lead.ruling.case in _BY_TILE else None)


def _check(line: Timeline, seat: int, step: int) -> None:
    rules = line.rules
    if line.is_study:
        raise DominoError(phrase("chance.no_deal"))
    if rules.solo is not None or rules.dealing.is_blind:
        raise DominoError(phrase("chance.nothing_to_know", rules=rules.name))
    strange = WITNESS.refusal(rules)
    if strange:
        raise DominoError(strange)
    if not 0 <= seat < line.state.table.seats:
        raise DominoError(phrase("chance.no_seat", seat=seat, last=line.state.table.seats - 1))
    if not 0 <= step < len(line.steps):
        raise DominoError(phrase("chance.no_step", step=step, last=len(line.steps) - 1))


def _see_the_lead(state: Position, others: dict[int, Seat]) -> None:
    """A leader found by a tile: he was dealt it, and nobody was dealt one that would have led instead."""
    lead, tiles = state.lead, state.rules.equipment.set.tiles
    if lead.ruling.case not in _BY_TILE:
        return
    named = lead.ruling.facts.get("tile")
    for number, seen in others.items():
        better = (tile for tile in tiles if tile != named and _leads_instead(state, lead, number, tile))
        seen.bans.append(frozenset(better))
        if number == lead.seat and isinstance(named, Tile):
            seen.named = named


def _leads_instead(state: Position, lead: Lead, number: int, tile: Tile) -> bool:
    """Whether somebody else, or another tile, had led if seat `number` had been dealt `tile` as well."""
    table, named = state.table, lead.ruling.facts.get("tile")
    if isinstance(named, Tile) and tile[:2] == named[:2]:
        return False
    holdings = [[named] if isinstance(named, Tile) and seat == lead.seat else [] for seat in range(table.seats)]
    holdings[number].append(tile)
    deck = Deck(tuple(map(tuple, holdings)), table.names, table.rules.equipment.weight, None)
    after = table.rules.dealing.next_seat
    found = table.rules.leading.find(deck, table.standing, lambda seat: after(seat, table.seats))
    return found is None or (found.ruling.case, found.ruling.facts.get("tile")) != (lead.ruling.case, named)


def _see(steps: tuple[Step, ...], number: int, others: dict[int, Seat]) -> Iterable[Proof]:
    """One step as the others see it; gives what it proves."""
    before, action, seat = steps[number - 1].state, steps[number].action, steps[number].seat
    if action is None or seat is None:
        return ()
    ban = _banned(before, action, is_forced=_is_forced(steps, number))
    proof = (_proof(number, seat, ban, action.kind, before),) if ban else ()
    if seat not in others:
        return proof
    seen = others[seat]
    if ban:
        seen.bans.append(ban)
    if isinstance(action, Draw):
        seen.slots.append(len(seen.bans))
        if before.lead.seeks:
            _see_the_search(before, steps[number].state, seen)
    elif isinstance(action, Play | Stack):
        seen.gone[action.tile] = (len(seen.slots), len(seen.bans))
    return proof


def _see_the_search(before: Position, after: Position, seen: Seat) -> None:
    """DR2-VN: the drawn tile is the one that leads, or it is not."""
    leads = {tile for tile in before.rules.equipment.set.tiles
             if before.rules.leading.drew(before.turn, tile, "") is not None}
    if after.lead.seeks or after.lead.ruling.case == "nobody":
        seen.bans.append(frozenset(leads))


def _fitting(state: Position) -> frozenset[Tile]:
    fitting = state.rules.fitting
    return frozenset(tile for end in state.open_ends for tile in fitting[end.value])


def _banned(before: Position, action: Action, *, is_forced: bool) -> frozenset[Tile]:
    """The tiles that a seat was proved not to hold as it did `action`; none where that proves nothing."""
    if isinstance(action, Pass):
        return _fitting(before) | _stackable(before, before.turn)
    return _fitting(before) if is_forced else frozenset()


def _is_forced(steps: tuple[Step, ...], number: int) -> bool:
    """Whether a step is a draw of one who could not lay, by all that was seen up to the last of `steps`."""
    before, seat = steps[number - 1].state, steps[number].seat
    if not isinstance(steps[number].action, Draw) or before.lead.seeks:
        return False
    most = before.rules["voluntary_max"]
    if before.rules["draw_when"] == "unable" or most == "any":
        return bool(before.rules["draw_when"] == "unable")
    more = takewhile(lambda step: step.seat == seat and isinstance(step.action, Draw), steps[number + 1 :])
    return sum(1 for _ in more) >= int(most)


def _proof(number: int, seat: int, ban: frozenset[Tile], by: str, before: Position) -> Proof:
    """The banned tiles in short: values of which every tile is banned, and the others one by one."""
    of_value = {value: [tile for tile in before.rules.equipment.set.tiles if value in tile[:2]]
                for value in range(before.rules["max_pip"] + 1)}
    values = tuple([value for value, tiles in of_value.items() if tiles and ban.issuperset(tiles)])
    return Proof(number, seat, values, by, tuple(sorted(tile for tile in ban if not {*values} & {*tile[:2]})))


def _stackable(state: Position, seat: int) -> frozenset[Tile]:
    """The tiles that `seat` might put on others now, if it held them (TBC-STACK-1)."""
    stacking = state.rules.stacking
    its_turn = seat == state.turn or stacking.stack_when == "any"
    if not (stacking.plays and its_turn and stacking.may_now(spoils_for(state))):
        return frozenset()
    found = stacking.choices(state.chain, state.open_ends, state.rules.equipment.set.tiles)
    return frozenset(tile for tile, _ in found)


def _goes_on_by(state: Position, seat: int, unseen: tuple[Tile, ...]) -> dict[int, frozenset[Tile]]:
    """A hand without a boneyard goes on only while somebody can lay or stack: where that is not `seat`, another can."""
    rules = state.rules
    drawable = rules.drawing.possible(state.boneyard)
    if not state.chain.laid or state.over or drawable or rules.ending.goes_on(drawable=drawable):
        return {}
    fits = _fitting(state)
    going = {other: fits | _stackable(state, other) for other in range(state.table.seats)}
    if going.pop(seat) & {*state.holdings[seat]}:
        return {}
    return {other: tiles & {*unseen} for other, tiles in going.items()}
