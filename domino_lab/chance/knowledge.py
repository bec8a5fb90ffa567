"""Knowledge: what one seat can know about the hidden tiles at any step, and how likely each tile is in each place.

Every deal that fits what was seen is equally likely. The choice of a tile among several is no evidence, because that
would take a model of how the player plays.

For every other seat there is a slot for each tile that it took in: those that it was dealt and those that it drew. A
pass proves that none of the tiles held at that moment fits or can be stacked. A draw that is allowed only to a player
who cannot play proves only that none fits, because such a player may draw instead of stacking. Neither proves anything
about tiles taken in later. A pass by choice is no evidence, although one that opens no line shows that its player could
have played or drawn, and one of a player who had to draw on until a tile fits shows that one does. A tile that a seat
has played or stacked had been in its hand through every proof since it was taken in. A discard proves what a pass
proves, and the tile itself did not fit: any tile of the hand is equally likely to be the discarded one. If two players
have the same double, the faster one proves nothing (TB-LEAD-1).

Where tiles are dealt again because of what a player was dealt (axes redeal_doubles, redeal_suit), nobody was dealt
that. This is no ban of a single tile: deals are drawn at random, and those that would not have counted are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, takewhile
from math import comb, factorial, prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, NamedTuple

from domino_lab.core.actions import Discard, Draw, Play, Stack
from domino_lab.core.arguments import Whole, checked
from domino_lab.core.chain import OpenEnd
from domino_lab.core.errors import DominoError
from domino_lab.core.shuffle import Stream, mix
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import must_take, shows_that_nothing_fitted, spoils_for
from domino_lab.play.state import Position, Step
from domino_lab.play.timeline import Timeline
from domino_lab.record.load import HandOrRuleset, hand_of
from domino_lab.rules.dealing import Dealing
from domino_lab.rules.known import Known
from domino_lab.rules.leading import HELD, Deck, Lead
from domino_lab.rules.ruleset import Ruleset
from domino_lab.words import phrase

if TYPE_CHECKING:
    import pandas as pd

_BY_TILE = (*HELD, "heaviest", "nobody", "seek", "turns_up")
"""The cases in which the leader was found by tiles that the players hold."""


WITNESS = Known("the deduction of hidden tiles", "hidden")
"""What is known of the axes wherever something is proved: a pass proves that nothing fitted only where these hold."""


class Proof(NamedTuple):
    """At `step`, `seat` was proved to hold no tile with one of these `values` and none of `tiles`.

    `by` is "pass", "draw" or "discard".
    """

    step: int
    seat: int
    values: tuple[int, ...]
    by: str
    tiles: tuple[Tile, ...] = ()


@dataclass
class Seat:
    """The evidence about one seat: each slot is a tile taken in, with the number of bans that came before it.

    A ban is a set of tiles none of which was held at that time; `gone` has the tiles played, each with the slots and
    bans before it; `named` is a tile that the seat is known to have been dealt. `piled` has the number of bans up to
    each discard: the first slots are those of the discarded tiles. The first `dealt` slots are those of the deal.
    """

    slots: list[int] = field(default_factory=list)
    dealt: int = 0
    bans: list[frozenset[Tile]] = field(default_factory=list)
    gone: dict[Tile, tuple[int, int]] = field(default_factory=dict)
    named: Tile | None = None
    piled: list[int] = field(default_factory=list)

    def may(self, tile: Tile) -> list[bool]:
        """Return for each slot whether `tile` could have come in by it, played or still held."""
        slots, bans = self.gone.get(tile, (len(self.slots), len(self.bans)))
        since = max((number + 1 for number in range(bans) if tile in self.bans[number]), default=0)
        kept = [place < slots and came >= since and not (came and tile == self.named)
                for place, came in enumerate(self.slots)]
        piled = [tile not in self.gone and not any(tile in ban for ban in self.bans[:bans]) for bans in self.piled]
        return [*piled, *kept[len(piled):]]


class Witness(NamedTuple):
    """Everything that `seat` has seen: the tiles hidden from it, the evidence about the other seats, and the proofs.

    `stock` is the number of unseen tiles in the boneyard. `fitting` has, by seat, the unseen tiles that can be played:
    because the hand is not over, somebody holds one of theirs; it is empty if that proves nothing. `highest` is the
    highest value of the set. `lead` is the lead if the dealt tiles decided it, and None otherwise. `dealing` says which
    holdings nobody was dealt, because the tiles would have been dealt again; None if there are none. With `own_plays` a
    rule of a reader's own decides on each play: it may go by the tiles in hand, so a pass proves nothing. With
    `own_deal` one pays for what was dealt.
    """

    seat: int
    unseen: tuple[Tile, ...]
    others: dict[int, Seat]
    stock: int
    fitting: dict[int, frozenset[Tile]]
    proofs: tuple[Proof, ...]
    highest: int
    lead: Lead | None
    dealing: Dealing | None
    own_plays: bool = False
    own_deal: bool = False


def witness(line: Timeline, seat: int, step: int) -> Witness:
    """Return everything that `seat` can have seen of `line` up to `step`, without reading anything hidden from it.

    Raises DominoError if there is nothing to know (a layout study, a patience, rows that lie face down), if tiles are
    both drawn and discarded, and for an axis, or a value of one, that could prove something else.
    """
    _check(line, seat, step)
    steps, state = line.steps[: step + 1], line.steps[step].state
    others = {other: Seat([0] * len(held), len(held))
              for other, held in enumerate(line.steps[0].state.holdings) if other != seat}
    _see_the_lead(steps[0].state, others)
    proofs = [proof for number in range(1, len(steps)) for proof in _see(steps, number, others)]
    seen = {laid.tile for laid in state.chain.laid} | {top.tile for top in state.stacks} | {*state.holdings[seat]}
    seen |= set(state.discards[seat] if state.discards else ())
    unseen = tuple([tile for tile in state.rules.equipment.set.tiles if tile not in seen])
    lead = steps[0].state.lead
    dealing = state.rules.dealing if state.rules.dealing.redeals and lead.ruling.case != "given" else None
    return Witness(seat, unseen, others, state.boneyard, _goes_on_by(state, seat, unseen), tuple(proofs),
                   state.rules["max_pip"], lead if lead.ruling.case in _BY_TILE else None, dealing,
                   state.rules.arms.judges_plays, state.rules.dealing.pays)


def _check(line: Timeline, seat: int, step: int) -> None:
    rules = line.rules
    if line.is_study:
        raise DominoError(phrase("chance.no_deal"))
    if rules.solo is not None or rules.dealing.is_blind:
        raise DominoError(phrase("chance.nothing_to_know", rules=rules.name))
    refused = refusal(rules)
    if refused:
        raise DominoError(refused)
    if not 0 <= seat < line.state.table.seats:
        raise DominoError(phrase("chance.no_seat", seat=seat, last=line.state.table.seats - 1))
    if not 0 <= step < len(line.steps):
        raise DominoError(phrase("chance.no_step", step=step, last=len(line.steps) - 1))


def refusal(rules: Ruleset) -> str:
    """Return why the tiles that lie hidden in a game cannot be worked out; empty if they can.

    >>> from domino_lab.catalogue import get
    >>> refusal(get("gaple"))
    ''
    """
    if draws_and_discards(rules):
        return phrase("chance.draws_and_discards", rules=rules.name)
    return WITNESS.refusal(rules)


def draws_and_discards(rules: Ruleset) -> bool:
    """Return True if players both take tiles in and discard some: then nobody can tell which came in when."""
    if rules.solo is not None:
        return False
    takes = rules["draw_when"] != "never" or rules["leader_takes"] or rules["lead_fallback"] in ("draw", "leader-draws")
    return rules.turns.discards and bool(takes)


def _see_the_lead(state: Position, others: dict[int, Seat]) -> None:
    """A leader found by a tile was dealt it, and nobody was dealt one that would have led instead."""
    lead, tiles = state.lead, state.rules.equipment.set.tiles
    if state.rules.lead_tiles:
        nobody = _nobodys(state)
        for number, seen in others.items():
            seen.bans.append(_missing_tiles(state, number) | nobody)
            if number == lead.seat and lead.must is not None:
                seen.named = lead.must
    if lead.ruling.case not in (HELD if state.rules.lead_tiles else _BY_TILE):
        return
    named = lead.ruling.facts.get("tile")
    for number, seen in others.items():
        better = (tile for tile in tiles if tile != named and _leads_instead(state, lead, number, tile))
        seen.bans.append(frozenset(better))
        if number == lead.seat and isinstance(named, Tile):
            seen.named = named


def _nobodys(state: Position) -> frozenset[Tile]:
    """Return the tiles that would have led first (axis first_leader), if every leader needs a kind of tile, and nobody
    was dealt one of these.
    """
    if all(ruling.case != "nobody" for ruling in state.lead.ruling.tree()):
        return frozenset()
    rule = state.rules["first_leader"]
    if isinstance(rule, str):
        return frozenset(state.rules.doubles)
    first = Tile.of(rule["holder"])
    return frozenset([tile for tile in state.rules.equipment.set.tiles if tile[:2] == first[:2]])


def _missing_tiles(state: Position, seat: int) -> frozenset[Tile]:
    """Return the tiles that a seat was not dealt, as the lead of a leader who has to play one of several shows."""
    lead, among, weight = state.lead, frozenset(state.rules.lead_tiles), state.rules.equipment.weight
    case, facts = lead.ruling.case, lead.ruling.facts
    if case == "none_can" or seat in facts.get("lacking", ()):
        return among
    if seat != lead.seat or case not in ("unbound", "heaviest", "lacks", "none_left"):
        return frozenset()
    if lead.must is None:
        return among
    named = (weight(lead.must), lead.must.high, lead.must)
    return among | {tile for tile in state.rules.equipment.set.tiles if (weight(tile), tile.high, tile) > named}


def _leads_instead(state: Position, lead: Lead, number: int, tile: Tile) -> bool:
    """Return True if another seat or tile would have led, had seat `number` been dealt `tile` as well."""
    table, named = state.table, lead.ruling.facts.get("tile")
    if isinstance(named, Tile) and tile[:2] == named[:2]:
        return False
    holdings = [[named] if isinstance(named, Tile) and seat == lead.seat else [] for seat in range(table.seats)]
    holdings[number].append(tile)
    deck = Deck(tuple(map(tuple, holdings)), table.names, table.rules.equipment.weight, None,
                boneyard=int(lead.turns_up), doubles=table.rules.doubles)
    after = table.rules.dealing.next_seat
    again = table.rules.leading.find(deck, table.standing, lambda seat: after(seat, table.seats))
    return again is None or (again.ruling.case, again.ruling.facts.get("tile")) != (lead.ruling.case, named)


def _see(steps: tuple[Step, ...], number: int, others: dict[int, Seat]) -> Iterable[Proof]:
    """Add one step, as the others see it, and return what it proves."""
    before, action, seat = steps[number - 1].state, steps[number].action, steps[number].seat
    if action is None or seat is None:
        return ()
    ban = _missing(steps, number)
    proof = (_proof(number, seat, ban, action.kind, before),) if ban else ()
    if seat not in others:
        return proof
    seen = others[seat]
    if ban:
        seen.bans.append(ban)
    if isinstance(action, Draw):
        seen.slots.append(len(seen.bans))
        after = steps[number].state
        if before.lead.seeks and (after.lead.seeks or after.lead.ruling.case in ("nobody", "none_left")):
            # The drawn tile is none that leads (DR2-VN).
            among = before.lead.among or before.rules.lead_tiles
            seen.bans.append(frozenset([tile for tile in before.rules.equipment.set.tiles
                                        if before.rules.leading.drew(before.turn, tile, "", among) is not None]))
    elif isinstance(action, Discard):
        seen.piled.append(len(seen.bans))
    elif isinstance(action, Play | Stack):
        seen.gone[action.tile] = (len(seen.slots), len(seen.bans))
    return proof


def _missing(steps: tuple[Step, ...], number: int) -> frozenset[Tile]:
    """Return the tiles that the player of a step was proved not to hold."""
    before, action = steps[number - 1].state, steps[number].action
    if before.rules.arms.judges_plays:
        return frozenset()  # Its rule may go by the other tiles in hand: nobody knows which of them did not fit.
    if isinstance(action, Discard) or shows_that_nothing_fitted(before, steps[number]):
        return fitting_tiles(before, before.open_ends) | _stackable(before, before.turn)
    return fitting_tiles(before, before.open_ends) if _is_forced(steps, number) else frozenset()


def fitting_tiles(state: Position, ends: tuple[OpenEnd, ...]) -> frozenset[Tile]:
    """Return the tiles of the set that fit one of these ends, where some may take doubles only."""
    fitting, waiting = state.rules.fitting, state.rules.arms.for_doubles(state.chain)
    return frozenset(tile for end in ends for tile in fitting[end.value]
                     if tile.is_double or end not in waiting)


def _is_forced(steps: tuple[Step, ...], number: int) -> bool:
    """Return True if all `steps` prove that this one is a draw of a player who could not play.

    If only so many tiles may be drawn by choice in a turn (A7-DRAW-1), a player who draws one more could not play at
    the first of them, because a player who can play can do so until the turn is over.
    """
    before, seat = steps[number - 1].state, steps[number].seat
    if not isinstance(steps[number].action, Draw) or before.lead.seeks or must_take(before):
        return False
    most = before.rules["voluntary_max"]
    if not before.rules.drawing.by_choice or most == "any":
        return not before.rules.drawing.by_choice
    more = takewhile(lambda step: step.seat == seat and isinstance(step.action, Draw), steps[number + 1 :])
    return sum(1 for _ in more) >= int(most)


def _proof(number: int, seat: int, ban: frozenset[Tile], by: str, before: Position) -> Proof:
    """Sum up the banned tiles: values of which every tile is banned, and the others one by one."""
    of_value = {value: [tile for tile in before.rules.equipment.set.tiles if value in tile[:2]]
                for value in range(before.rules["max_pip"] + 1)}
    values = tuple([value for value, tiles in of_value.items() if tiles and ban.issuperset(tiles)])
    return Proof(number, seat, values, by, tuple(sorted(tile for tile in ban if not {*values} & {*tile[:2]})))


def _stackable(state: Position, seat: int) -> frozenset[Tile]:
    """Return the tiles that `seat` could stack now if it held them (TBC-STACK-1)."""
    stacking = state.rules.stacking
    its_turn = seat == state.turn or stacking.stack_when == "any"
    if not (stacking.plays and its_turn and stacking.may_now(spoils_for(state))):
        return frozenset()
    stackable = stacking.choices(state.chain, state.rules.arms.open_ends(state.chain), state.rules.equipment.set.tiles)
    return frozenset(tile for tile, _ in stackable)


def _goes_on_by(state: Position, seat: int, unseen: tuple[Tile, ...]) -> dict[int, frozenset[Tile]]:
    """A hand without a boneyard goes on only while somebody can play or stack: if `seat` cannot, another can."""
    rules = state.rules
    # A rule of a reader's own may go by tiles that nobody else sees.
    drawable = state.boneyard > 0 if rules.drawing.decides else rules.drawing.possible(state.boneyard)
    lead = state.lead
    drawn = (lead.must,) if lead.ruling.case == "drew" and lead.must is not None else ()
    has = drawn if lead.seeks else lead.among or drawn
    if has and not state.chain.laid and lead.seat != seat:
        # A leader who has to play one of several tiles holds one of them, and so does one who has drawn it.
        return {other: frozenset(has if other == lead.seat else ()) & {*unseen}
                for other in range(state.table.seats) if other != seat}
    if (rules.arms.judges_plays or not state.chain.laid or state.over or drawable
            or rules.ending.goes_on(drawable=drawable)):
        return {}
    fits = fitting_tiles(state, rules.arms.open_ends(state.chain))
    going = {other: fits | _stackable(state, other) for other in range(state.table.seats)}
    if state.adds_doubles:
        going[state.turn] |= fitting_tiles(state, state.open_ends)
    if going.pop(seat) & {*state.holdings[seat]}:
        return {}
    return {other: tiles & {*unseen} for other, tiles in going.items()}


# A Markov chain over the ways to put tiles into places: in each step two or three tiles change places if each may lie
# in its new one. In the long run every way that can be reached is equally likely. Neighbours are alike, so only some of
# the ways are used.

_STEPS_EACH = 4  # steps for each tile between one way that is used and the next


def walk(may: Sequence[Sequence[bool]], stream: Stream) -> Iterator[tuple[int, ...]]:
    """Yield the place of each tile, again and again; `may[tile][place]` says whether it can be there.

    Raises ValueError if there is no way.
    """
    place_of = _first(may)
    size = len(place_of)
    while True:
        for _ in range(size * _STEPS_EACH if size > 1 else 0):
            _change(place_of, may, [stream.pick(size) for _ in range(2 + stream.pick(2))])
        yield tuple(place_of)


def _change(place_of: list[int], may: Sequence[Sequence[bool]], tiles: Sequence[int]) -> None:
    """Move each tile into the place of the one before it, if all may."""
    places = [place_of[tile] for tile in tiles]
    turned = [places[-1], *places[:-1]]
    if len(set(tiles)) == len(tiles) and all(may[tile][place] for tile, place in zip(tiles, turned, strict=True)):
        for tile, place in zip(tiles, turned, strict=True):
            place_of[tile] = place


def _first(may: Sequence[Sequence[bool]]) -> list[int]:
    """Return any way: place tile after tile, moving others on if all its places are taken."""
    tile_at: dict[int, int] = {}
    for tile in range(len(may)):
        if not _find_place(tile, may, tile_at, set()):
            raise DominoError("no deal fits everything that was seen")
    place_of = {tile: place for place, tile in tile_at.items()}
    return [place_of[tile] for tile in range(len(may))]


def _find_place(tile: int, may: Sequence[Sequence[bool]], tile_at: dict[int, int], visited: set[int]) -> bool:
    for place, allowed in enumerate(may[tile]):
        if allowed and place not in visited:
            visited.add(place)
            if place not in tile_at or _find_place(tile_at[place], may, tile_at, visited):
                tile_at[place] = tile
                return True
    return False


# Tiles that may lie in the same places are alike, and so are places that may take the same tiles: a table of how many
# tiles of a class lie in which group of places says it all.

MOST_ENTRIES = 150_000
"""A longer table would take longer than a sample is worth."""
Room = tuple[int, ...]
"""The number of free places of each group."""


class Alike(NamedTuple):
    """Tiles, by number, that can be in the same `groups` of places."""

    tiles: tuple[int, ...]
    groups: tuple[int, ...]


@dataclass(frozen=True)
class Placements:
    """All ways to put tiles into places: `room` is the number of places of each group, and all are filled.

    `after[i]` has, for each state before class i, the number of ways to place the tiles of it and of all later classes.
    """

    classes: tuple[Alike, ...]
    groups: tuple[int, ...]
    room: Room
    after: tuple[Mapping[Room, int], ...]

    @property
    def total(self) -> int:
        """The number of ways."""
        return self.after[0].get(self.room, 0) * prod(map(factorial, self.room))

    def chances(self) -> dict[int, dict[int, Fraction]]:
        """Return the chance of each tile to be in each group of places if every way is equally likely."""
        by_tile: dict[int, dict[int, Fraction]] = {}
        states: dict[Room, int] = {self.room: 1}
        for alike, later in zip(self.classes, self.after[1:], strict=True):
            held = dict.fromkeys(alike.groups, 0)
            reached: dict[Room, int] = {}
            for state, before in states.items():
                for given, ways in shares(len(alike.tiles), alike.groups, state):
                    left = less(state, alike.groups, given)
                    reached[left] = reached.get(left, 0) + before * ways
                    for group, count in zip(alike.groups, given, strict=True):
                        held[group] += before * ways * count * later.get(left, 0)
            per = self.after[0][self.room] * len(alike.tiles)
            chances = {group: Fraction(ways, per) for group, ways in held.items() if ways}
            by_tile.update(dict.fromkeys(alike.tiles, chances))
            states = {state: ways for state, ways in reached.items() if later.get(state)}
        return by_tile

    def draw(self, stream: Stream) -> dict[int, int]:
        """Draw one way, each equally likely: the group of each tile."""
        state = self.room
        counts: dict[int, int] = {}
        for alike, now, later in zip(self.classes, self.after, self.after[1:], strict=False):
            number = _below(now[state], stream)
            for given, ways in shares(len(alike.tiles), alike.groups, state):
                after = less(state, alike.groups, given)
                number -= ways * later.get(after, 0)
                if number < 0:
                    break
            groups = [group for group, count in zip(alike.groups, given, strict=True) for _ in range(count)]
            for place in range(len(groups) - 1):
                other = place + stream.pick(len(groups) - place)
                groups[place], groups[other] = groups[other], groups[place]
            counts.update(zip(alike.tiles, groups, strict=True))
            state = after
        return counts


def placements(
    may: Sequence[Sequence[bool]], apart: Sequence[object] = (), most: int = MOST_ENTRIES
) -> Placements | None:
    """Return the ways to put each tile into one place; `may[tile][place]` says whether it can be there.

    Places with different objects in `apart` are kept apart, even if they may take the same tiles. Returns None if a
    table would have more than `most` entries.
    """
    rows = [tuple(row) for row in may]
    columns = list(zip(*rows, apart or (0,) * len(rows[0]), strict=True)) if rows else []
    kinds = {column: number for number, column in enumerate(dict.fromkeys(columns))}
    groups = tuple([kinds[column] for column in columns])
    room = tuple([groups.count(group) for group in range(len(kinds))])
    classes = tuple(sorted(_classes(rows, groups), key=lambda alike: len(alike.groups)))
    levels = _reachable_rooms(classes, room, most)
    return None if levels is None else Placements(classes, groups, room, _ways_after(classes, levels))


def _classes(rows: Sequence[tuple[bool, ...]], groups: Sequence[int]) -> Iterator[Alike]:
    """Yield the tiles that have the same row, with the groups of places that the row allows."""
    for row in dict.fromkeys(rows):
        tiles = tuple([number for number, other in enumerate(rows) if other == row])
        allowed = {group for group, is_allowed in zip(groups, row, strict=True) if is_allowed}
        yield Alike(tiles, tuple(sorted(allowed)))


def _reachable_rooms(classes: Sequence[Alike], room: Room, most: int) -> list[set[Room]] | None:
    levels, entries = [{room}], 0
    for alike in classes:
        following = set()
        for state in levels[-1]:
            for given, _ in shares(len(alike.tiles), alike.groups, state):
                following.add(less(state, alike.groups, given))
                entries += 1
            if entries > most:
                return None
        levels.append(following)
    return levels


def _ways_after(classes: Sequence[Alike], levels: Sequence[set[Room]]) -> tuple[Mapping[Room, int], ...]:
    tables: list[dict[Room, int]] = [{state: 1 for state in levels[-1] if not any(state)}]
    for alike, states in zip(reversed(classes), reversed(levels[:-1]), strict=True):
        later = tables[-1]
        table = {state: sum(ways * later.get(less(state, alike.groups, given), 0)
                            for given, ways in shares(len(alike.tiles), alike.groups, state)) for state in states}
        tables.append({state: ways for state, ways in table.items() if ways})
    return tuple(reversed(tables))


def shares(count: int, groups: Sequence[int], state: Room) -> Iterator[tuple[Room, int]]:
    """Yield how many of `count` tiles go into each of these groups, and in how many ways."""
    if not groups:
        if not count:
            yield (), 1
        return
    most = min(count, state[groups[0]])
    spare = sum(state[group] for group in groups[1:])
    for first in range(max(count - spare, 0), most + 1):
        chosen = comb(count, first)
        for rest, ways in shares(count - first, groups[1:], state):
            yield (first, *rest), chosen * ways


def less(state: Room, groups: Sequence[int], given: Sequence[int]) -> Room:
    """Return the room that is left when so many tiles have gone into each of these groups."""
    left = list(state)
    for group, count in zip(groups, given, strict=True):
        left[group] -= count
    return tuple(left)


def _below(limit: int, stream: Stream) -> int:
    """Return a number from 0 to `limit` - 1, each equally likely, for limits of any size."""
    digits = max((limit.bit_length() + 6) // 7, 1)
    while True:
        number = sum(stream.pick(128) << 7 * digit for digit in range(digits))
        if number < limit:
            return number


STOCK = -1
"""The boneyard, beside the seats, as a place where a hidden tile may lie."""


def pile_of(seat: int) -> int:
    """Return the place of the tiles that a seat has discarded, face down.

    Called with such a place, it returns the seat.

    >>> pile_of(2), pile_of(pile_of(2))
    (-4, 2)
    """
    return STOCK - 1 - seat


SAMPLES, MOST_SAMPLES = 2000, 1_000_000
"""The number of deals that are drawn if exact chances take too long: the usual one, and the largest."""


class Hidden(NamedTuple):
    """A deal of the hidden tiles that fits what was seen: what the other seats hold and discarded, and the boneyard."""

    holdings: Mapping[int, tuple[Tile, ...]]
    stock: tuple[Tile, ...]
    discards: Mapping[int, tuple[Tile, ...]] = MappingProxyType({})


def deal_of(lying: Mapping[int, Sequence[Tile]], stock: Sequence[Tile]) -> Hidden:
    """Return a deal of the hidden tiles, from those that lie in each place beside the boneyard."""
    return Hidden({place: tuple(tiles) for place, tiles in lying.items() if place >= 0}, tuple(stock),
                  {pile_of(place): tuple(tiles) for place, tiles in lying.items() if place < STOCK})


@dataclass(frozen=True, repr=False)
class Knowledge:
    """The knowledge of a seat at one step of a hand: what it has `seen` so far, and the `names` of the players.

    `most` is the largest table of all ways; if it would be larger, `samples` deals are drawn with `seed`.

    >>> know("all-fives", 0).chance("0-0", 1)
    Fraction(1, 3)
    """

    seen: Witness
    names: tuple[str, ...]
    samples: int = SAMPLES
    seed: int = 0
    most: int = MOST_ENTRIES

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that this seat cannot see."""
        return self.seen.unseen

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """The proofs of passes and draws, step by step."""
        return self.seen.proofs

    @property
    def places(self) -> tuple[int, ...]:
        """The places of hidden tiles: the other seats, what they discarded, and STOCK if there is a boneyard."""
        piles = (pile_of(seat) for seat, other in self.seen.others.items() if other.piled)
        return (*self.seen.others, *piles, *((STOCK,) if self.seen.stock else ()))

    def place_name(self, place: int) -> str:
        """Return the name of a place: the player, the player's discards, or the boneyard."""
        if place < STOCK:
            return phrase("chance.discards", player=self.names[pile_of(place)])
        return phrase("chance.boneyard") if place == STOCK else self.names[place]

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The place of each slot by which a tile can have come where it is."""
        others = self.seen.others.items()
        taken = (pile_of(seat) if number < len(other.piled) else seat
                 for seat, other in others for number in range(len(other.slots)))
        return (*taken, *(STOCK for _ in range(self.seen.stock)))

    @cached_property
    def dealt_to(self) -> tuple[int | None, ...]:
        """The seat that was dealt the tile of each slot; None for a tile that was drawn or lies in the boneyard."""
        others = self.seen.others.items()
        dealt = (seat if number < other.dealt else None for seat, other in others for number in range(len(other.slots)))
        return (*dealt, *(None for _ in range(self.seen.stock)))

    @cached_property
    def _tiles(self) -> tuple[Tile, ...]:
        """The unseen tiles, and those that other seats have played: they took up slots too."""
        return (*self.unseen, *(tile for other in self.seen.others.values() for tile in other.gone))

    def _may(self, *, nobody_fits: bool = False) -> list[list[bool]]:
        others = self.seen.others
        if nobody_fits:
            others = {seat: replace(other, bans=[*other.bans, self.seen.fitting[seat]])
                      for seat, other in others.items()}
        return [_row(tile, others, self.seen.stock) for tile in self._tiles]

    @cached_property
    def ways(self) -> Placements | None:
        """The ways in which the tiles may lie; None if their table would be too large."""
        apart: Sequence[object] = [*zip(self.slots, self.dealt_to, strict=True)] if self.seen.dealing else self.slots
        return placements(self._may(), apart, self.most)

    @cached_property
    def _blocked_deals(self) -> Placements | None:
        """The deals in which the hand would be over because nobody could play; None if there are none."""
        return placements(self._may(nobody_fits=True), self.slots, self.most) if self.seen.fitting else None

    @property
    def is_exact(self) -> bool:
        """True if the chances are exact; otherwise they come from a sample of `samples` deals."""
        if self.ways is None or self.seen.dealing:
            return False
        return not self.seen.fitting or self._blocked_deals is not None

    @cached_property
    def chances(self) -> dict[Tile, dict[int, Fraction]]:
        """The chance of each unseen tile to be in each of the places."""
        if not self.is_exact or self.ways is None:
            return self._sample()
        chances = self._by_place(self.ways)
        if self._blocked_deals is None or not self._blocked_deals.total:
            return chances
        over, whole, ended = self._by_place(self._blocked_deals), self.ways.total, self._blocked_deals.total
        return {tile: {place: (chance * whole - over[tile][place] * ended) / (whole - ended)
                       for place, chance in row.items()} for tile, row in chances.items()}

    def _by_place(self, ways: Placements) -> dict[Tile, dict[int, Fraction]]:
        place_of = dict(zip(ways.groups, self.slots, strict=True))
        chances, by_group = {}, ways.chances() if ways.total else {}
        for number, tile in enumerate(self.unseen):
            row = dict.fromkeys(self.places, Fraction(0))
            for group, chance in by_group.get(number, {}).items():
                row[place_of[group]] += chance
            chances[tile] = row
        return chances

    def _sample(self) -> dict[Tile, dict[int, Fraction]]:
        counts: Counter[tuple[Tile, int]] = Counter()
        for hidden in self.deals(self.samples, self.seed):
            counts.update((tile, seat) for seat, tiles in hidden.holdings.items() for tile in tiles)
            counts.update((tile, pile_of(seat)) for seat, tiles in hidden.discards.items() for tile in tiles)
            counts.update((tile, STOCK) for tile in hidden.stock)
        return {tile: {place: Fraction(counts[tile, place], self.samples) for place in self.places}
                for tile in self.unseen}

    def chance(self, tile: str | Tile, place: int) -> Fraction:
        """Return the chance that a tile is in a place; 0 for a visible tile and for an unknown place.

        >>> know("all-fives", 0).chance("0-0", -1)    # the boneyard
        Fraction(2, 3)
        """
        return self.chances.get(Tile.of(tile), {}).get(place, Fraction(0))

    def lacks(self, seat: int) -> tuple[int, ...]:
        """Return the values that another seat cannot hold now, including values whose tiles are all in sight."""
        held = {half for tile, row in self.chances.items() if row.get(seat) for half in tile[:2]}
        return tuple([value for value in range(self.seen.highest + 1) if value not in held])

    def deals(self, count: int, seed: int = 0) -> list[Hidden]:
        """Draw `count` deals of the hidden tiles; all deals that fit what was seen are equally likely.

        >>> deal = know("block", 0).deals(1)[0]
        >>> len(deal.holdings[1]), len(deal.stock)
        (7, 14)
        """
        stream = Stream(mix(seed))
        drawn = (self._deal_of(place_of, stream) for place_of in self.tile_places(stream))
        return [*islice(filter(self._goes_on, drawn), count)]

    def tile_places(self, stream: Stream) -> Iterator[dict[int, int]]:
        """Yield the place of each tile, by number, again and again."""
        for slot_of in self._tile_slots(stream):
            if self.counts(slot_of):
                yield {number: self.slots[slot] for number, slot in slot_of.items()}

    def _tile_slots(self, stream: Stream) -> Iterator[dict[int, int]]:
        """Yield a slot of each tile, or one of those that are like it."""
        if self.ways is None:
            yield from (dict(enumerate(slots)) for slots in walk(self._may(), stream))
        else:
            slot_of = {group: slot for slot, group in enumerate(self.ways.groups)}
            while True:
                yield {number: slot_of[group] for number, group in self.ways.draw(stream).items()}

    def counts(self, slot_of: Mapping[int, int]) -> bool:
        """Return False for a deal that would have been dealt again; `slot_of` has the slot of each tile, by number."""
        if self.seen.dealing is None:
            return True
        dealt: dict[int | None, list[Tile]] = {}
        for number, slot in slot_of.items():
            dealt.setdefault(self.dealt_to[slot], []).append(self._tiles[number])
        return not any(self.seen.dealing.spoilt_by(tiles)[0] for seat, tiles in dealt.items() if seat is not None)

    def _deal_of(self, place_of: Mapping[int, int], stream: Stream) -> Hidden:
        lying: dict[int, list[Tile]] = {place: [] for place in (*self.places, STOCK)}
        for number, tile in enumerate(self.unseen):
            lying[place_of[number]].append(tile)
        stock = stream.shuffled(lying.pop(STOCK))
        return deal_of(lying, stock)

    def _goes_on(self, hidden: Hidden) -> bool:
        fitting = self.seen.fitting
        return not fitting or any(tile in fitting[seat] for seat, tiles in hidden.holdings.items() for tile in tiles)

    def table(self) -> pd.DataFrame:
        """Return the chances as a pandas table: a row for each unseen tile, a column for each place.

        >>> know("block", 0).table().shape
        (21, 2)
        """
        from domino_lab.io.dataframes import Printable

        columns = [self.place_name(place) for place in self.places]
        rows = [[float(row[place]) for place in self.places] for row in self.chances.values()]
        return Printable(rows, index=[str(tile) for tile in self.chances], columns=columns)

    @property
    def text(self) -> str:
        """The proofs, and the assumptions behind the chances, in plain words.

        >>> know("block", 0).text.splitlines()[0]
        'Ana cannot see 21 tiles.'
        """
        lines = [phrase("chance.cannot_see", player=self.names[self.seen.seat], tiles=len(self.unseen))]
        lead = self.seen.lead
        if lead is not None:
            tile = lead.ruling.facts.get("tile")
            key = "chance.led_by" if tile else "chance.led_by_none"
            lines.append(phrase(key, player=self.names[lead.seat], tile=tile))
        lines += dict.fromkeys(self._proof_text(proof) for proof in self.proofs if proof.seat != self.seen.seat)
        if self.seen.own_plays:
            lines.append(phrase("chance.own_plays"))
        if self.seen.own_deal:
            lines.append(phrase("chance.own_deal"))
        if self.seen.dealing:
            lines += [phrase(f"chance.not_{axis}", most=vars(self.seen.dealing)[axis])
                      for axis in self.seen.dealing.redeals]
        if self.seen.fitting:
            lines.append(phrase("chance.goes_on"))
        lines.append(phrase("chance.every_deal"))
        if not self.is_exact:
            drawn = "chance.not_counted" if self.seen.dealing else "chance.deals_drawn"
            lines.append(phrase(drawn, deals=f"{self.samples:,}", seed=self.seed))
        return "\n".join(lines)

    def _proof_text(self, proof: Proof) -> str:
        facts = {"player": self.names[proof.seat], "values": proof.values, "tiles": proof.tiles}
        parts = [f"proof_{proof.by}", "no_values" if proof.values else "no_tiles"]
        parts += ["no_tiles_either"] if proof.values and proof.tiles else []
        return " ".join(phrase(f"chance.{part}", **facts) for part in parts)

    def __repr__(self) -> str:
        return f"{self.text}\n{self.table().to_string(float_format='{:.3f}'.format)}"

    def _repr_html_(self) -> str:
        return str(self.table().to_html(float_format="{:.3f}".format))


def _row(tile: Tile, others: Mapping[int, Seat], stock: int) -> list[bool]:
    """Return the slots by which a tile may have come where it is, all seats and then the boneyard."""
    laid_by = next((seat for seat, other in others.items() if tile in other.gone), None)
    had_by = next((seat for seat, other in others.items() if tile == other.named), None)
    only = had_by if laid_by is None else laid_by
    row = []
    for seat, other in others.items():
        row += other.may(tile) if only in (None, seat) else [False] * len(other.slots)
    return row + [only is None] * stock


@checked
def know(
    hand: HandOrRuleset, seat: int, step: int = 0, *,
    samples: Annotated[int, Whole(1, MOST_SAMPLES)] = SAMPLES, seed: int = 0,
) -> Knowledge:
    """Return the knowledge of `seat` after `step` of a hand; `samples` and `seed` are for chances too slow to count.

    `hand` is a hand, a packaged hand, a file, or a game: then the default players play its deal with seed 0.

    A pass or a discard is a proof, and so is a draw if only a player who cannot play may draw (`draw_when` "unable").
    If a player may draw by choice, a draw is a proof once it is followed in the same turn by as many further draws as
    are allowed by choice (`voluntary_max`). A draw by choice proves nothing, and neither does any other choice. Raises
    ValueError if there is nothing to know (a layout study, a patience, rows that lie face down) or tiles are both drawn
    and discarded; RecordError or RulesetError, both ValueErrors, for anything that is not a hand.

    >>> dl.chance.know("all-fives", 0, 3).is_exact
    True
    """
    line = hand_of(hand)
    return Knowledge(witness(line, seat, step), line.names, samples, seed)
