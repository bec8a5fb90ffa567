"""Knowledge: what one seat can know of the hidden tiles at any step, and how likely each is to lie where.

Every deal that agrees with what was seen is equally likely. Which of several tiles a player chose to lay is no evidence
here: it would take a model of how he plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, prod
from typing import Annotated, Any, NamedTuple

from domino_lab.arguments import Whole, checked
from domino_lab.catalogue.reading import Asked, hand_of
from domino_lab.chance.witness import Proof, Seat, Witness, witness
from domino_lab.errors import DominoError
from domino_lab.rules.leading import Lead
from domino_lab.shuffle import Stream, mix
from domino_lab.tiles import Tile
from domino_lab.words import phrase

# From one way of putting tiles into places to the next: two or three tiles change places where each may lie in its new
# one. Walked long enough, every way that can be reached is equally likely; neighbours on the walk are alike, so that
# only every so many steps a way is given.

_STEPS_EACH = 4
"""Steps for each tile between one way that is given and the next."""


def walk(may: Sequence[Sequence[bool]], stream: Stream) -> Iterator[tuple[int, ...]]:
    """The place of each tile, again and again; `may[tile][place]` says where it may lie. Raises ValueError for no way.
    """
    place_of = _first(may)
    size = len(place_of)
    while True:
        for _ in range(size * _STEPS_EACH if size > 1 else 0):
            _change(place_of, may, [stream.pick(size) for _ in range(2 + stream.pick(2))])
        yield tuple(place_of)


def _change(place_of: list[int], may: Sequence[Sequence[bool]], tiles: Sequence[int]) -> None:
    """The tiles go round: each into the place of the one before it, if all may."""
    places = [place_of[tile] for tile in tiles]
    turned = [places[-1], *places[:-1]]
    if len(set(tiles)) == len(tiles) and all(may[tile][place] for tile, place in zip(tiles, turned, strict=True)):
        for tile, place in zip(tiles, turned, strict=True):
            place_of[tile] = place


def _first(may: Sequence[Sequence[bool]]) -> list[int]:
    """Any way: tile after tile, moving others on where all its places are taken."""
    tile_at: dict[int, int] = {}
    for tile in range(len(may)):
        if not _settled(tile, may, tile_at, set()):
            raise DominoError("no deal agrees with what was seen")
    place_of = {tile: place for place, tile in tile_at.items()}
    return [place_of[tile] for tile in range(len(may))]


def _settled(tile: int, may: Sequence[Sequence[bool]], tile_at: dict[int, int], tried: set[int]) -> bool:
    for place, allowed in enumerate(may[tile]):
        if allowed and place not in tried:
            tried.add(place)
            if place not in tile_at or _settled(tile_at[place], may, tile_at, tried):
                tile_at[place] = tile
                return True
    return False


# Tiles that may lie in the same places are alike, and so are places that may take the same tiles; so a table of how
# many tiles of a class lie in which group of places says it all.

MOST_ENTRIES = 150_000
"""A longer table would take longer than a sample is worth."""

State = tuple[int, ...]
"""How many free places each group has left."""


class Alike(NamedTuple):
    """Tiles, by number, that may lie in the same `groups` of places."""

    tiles: tuple[int, ...]
    groups: tuple[int, ...]


@dataclass(frozen=True)
class Sharing:
    """All ways to put tiles into places: `room` is the number of places of each group, and all are filled.

    `after[i]` has, for each state before class i, the number of ways to place the tiles of it and of all later classes.
    """

    classes: tuple[Alike, ...]
    groups: tuple[int, ...]
    room: State
    after: tuple[Mapping[State, int], ...]

    @property
    def total(self) -> int:
        """How many ways there are."""
        return self.after[0].get(self.room, 0) * prod(map(factorial, self.room))

    def chances(self) -> dict[int, dict[int, Fraction]]:
        """The chance of each tile to lie in each group of places, every way being equally likely."""
        found: dict[int, dict[int, Fraction]] = {}
        states: dict[State, int] = {self.room: 1}
        for number, alike in enumerate(self.classes):
            held, states = self._step(number, states)
            per = self.after[0][self.room] * len(alike.tiles)
            chances = {group: Fraction(ways, per) for group, ways in held.items() if ways}
            found.update(dict.fromkeys(alike.tiles, chances))
        return found

    def _step(self, number: int, states: Mapping[State, int]) -> tuple[dict[int, int], dict[State, int]]:
        alike, later = self.classes[number], self.after[number + 1]
        held = dict.fromkeys(alike.groups, 0)
        reached: dict[State, int] = {}
        for state, before in states.items():
            for given, ways in _shares(len(alike.tiles), alike.groups, state):
                left = _less(state, alike.groups, given)
                reached[left] = reached.get(left, 0) + before * ways
                for group, count in zip(alike.groups, given, strict=True):
                    held[group] += before * ways * count * later.get(left, 0)
        return held, {state: ways for state, ways in reached.items() if later.get(state)}

    def draw(self, stream: Stream) -> dict[int, int]:
        """One way, each equally likely: the group of each tile."""
        state = self.room
        found: dict[int, int] = {}
        for number, alike in enumerate(self.classes):
            given = self._drawn(number, state, stream)
            groups = [group for group, count in zip(alike.groups, given, strict=True) for _ in range(count)]
            order = _mixed(groups, stream)
            found.update(zip(alike.tiles, order, strict=True))
            state = _less(state, alike.groups, given)
        return found

    def _drawn(self, number: int, state: State, stream: Stream) -> State:
        alike, later = self.classes[number], self.after[number + 1]
        left = _below(self.after[number][state], stream)
        for given, ways in _shares(len(alike.tiles), alike.groups, state):
            left -= ways * later.get(_less(state, alike.groups, given), 0)
            if left < 0:
                return given
        raise AssertionError("the ways of a state are the sum of its parts")


def sharing(may: Sequence[Sequence[bool]], apart: Sequence[int] = (), most: int = MOST_ENTRIES) -> Sharing | None:
    """The ways to put each tile into one place, `may[tile][place]` being where it may lie; None for too long a table.

    `most` is how many entries a table may have.

    Places with different numbers in `apart` are kept apart, even where they may take the same tiles.
    """
    rows = [tuple(row) for row in may]
    columns = list(zip(*rows, apart or (0,) * len(rows[0]), strict=True)) if rows else []
    kinds = {column: number for number, column in enumerate(dict.fromkeys(columns))}
    groups = tuple([kinds[column] for column in columns])
    room = tuple([groups.count(group) for group in range(len(kinds))])
    classes = tuple(sorted(_classes(rows, groups), key=lambda alike: len(alike.groups)))
    levels = _reached(classes, room, most)
    return None if levels is None else Sharing(classes, groups, room, _ways_after(classes, levels))


def _classes(rows: Sequence[tuple[bool, ...]], groups: Sequence[int]) -> Iterator[Alike]:
    for row in dict.fromkeys(rows):
        tiles = tuple([number for number, other in enumerate(rows) if other == row])
        yield Alike(tiles, tuple(sorted({group for group, may in zip(groups, row, strict=True) if may})))


def _reached(classes: Sequence[Alike], room: State, most: int) -> list[set[State]] | None:
    levels, entries = [{room}], 0
    for alike in classes:
        following = set()
        for state in levels[-1]:
            for given, _ in _shares(len(alike.tiles), alike.groups, state):
                following.add(_less(state, alike.groups, given))
                entries += 1
            if entries > most:
                return None
        levels.append(following)
    return levels


def _ways_after(classes: Sequence[Alike], levels: Sequence[set[State]]) -> tuple[Mapping[State, int], ...]:
    tables: list[dict[State, int]] = [{state: 1 for state in levels[-1] if not any(state)}]
    for alike, states in zip(reversed(classes), reversed(levels[:-1]), strict=True):
        later = tables[-1]
        table = {state: sum(ways * later.get(_less(state, alike.groups, given), 0)
                            for given, ways in _shares(len(alike.tiles), alike.groups, state)) for state in states}
        tables.append({state: ways for state, ways in table.items() if ways})
    return tuple(reversed(tables))


def _shares(count: int, groups: Sequence[int], state: State) -> Iterator[tuple[State, int]]:
    """How many of `count` tiles go into each of these groups, and in how many ways that can be."""
    if not groups:
        if not count:
            yield (), 1
        return
    most = min(count, state[groups[0]])
    spare = sum(state[group] for group in groups[1:])
    for first in range(max(count - spare, 0), most + 1):
        chosen = comb(count, first)
        for rest, ways in _shares(count - first, groups[1:], state):
            yield (first, *rest), chosen * ways


def _less(state: State, groups: Sequence[int], given: Sequence[int]) -> State:
    left = list(state)
    for group, count in zip(groups, given, strict=True):
        left[group] -= count
    return tuple(left)


def _mixed(things: list[int], stream: Stream) -> list[int]:
    for place in range(len(things) - 1):
        other = place + stream.pick(len(things) - place)
        things[place], things[other] = things[other], things[place]
    return things


def _below(limit: int, stream: Stream) -> int:
    """A number from 0 to `limit` - 1, each equally likely, for limits of any size."""
    digits = max((limit.bit_length() + 6) // 7, 1)
    while True:
        number = sum(stream.pick(128) << 7 * digit for digit in range(digits))
        if number < limit:
            return number


STOCK = -1
"""The boneyard, beside the seats, as a place where a hidden tile may lie."""

SAMPLES, MOST_SAMPLES = 2000, 1_000_000


class Hidden(NamedTuple):
    """One deal of the hidden tiles that agrees with what was seen: the holdings of the other seats, and the boneyard.
    """

    holdings: Mapping[int, tuple[Tile, ...]]
    stock: tuple[Tile, ...]


@dataclass(frozen=True, repr=False)
class Knowledge:
    """What a seat knows at one step of a hand: `seen` by the tiles, passes and draws, and `names` of the players.

    `most` is how long a table of all ways may be; where it would be longer, `samples` deals are drawn by `seed`.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import play_out
    >>> from domino_lab.shuffle import Shuffle
    >>> know(play_out(get("all-fives"), Shuffle(seed=1)), 0).chance("0-0", 1)
    Fraction(1, 3)
    """

    seen: Witness
    names: tuple[str, ...]
    samples: int = SAMPLES
    seed: int = 0
    most: int = MOST_ENTRIES

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that this seat cannot see.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> len(know(play_out(get("block"), Shuffle(seed=1)), 0).unseen)
        21
        """
        return self.seen.unseen

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """What passes and draws have proved, step by step.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> know(play_out(get("block"), Shuffle(seed=1)), 0).proofs
        ()
        """
        return self.seen.proofs

    @property
    def places(self) -> tuple[int, ...]:
        """Where a hidden tile may lie: the other seats, and STOCK where there is a boneyard.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> know(play_out(get("block"), Shuffle(seed=1)), 0).places
        (1, -1)
        """
        return (*self.seen.others, STOCK) if self.seen.stock else tuple(self.seen.others)

    def place_name(self, place: int) -> str:
        """What a place is called: the player, or the boneyard.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> know(play_out(get("block"), Shuffle(seed=1)), 0).place_name(-1)
        'boneyard'
        """
        return phrase("chance.boneyard") if place == STOCK else self.names[place]

    @cached_property
    def _slots(self) -> tuple[int, ...]:
        """The place of each slot by which a tile can have come to where it is."""
        others = self.seen.others.items()
        return (*(seat for seat, other in others for _ in other.slots), *(STOCK for _ in range(self.seen.stock)))

    @cached_property
    def _tiles(self) -> tuple[Tile, ...]:
        """The unseen tiles, and those that other seats have laid: they took up slots too."""
        return (*self.unseen, *(tile for other in self.seen.others.values() for tile in other.gone))

    def _may(self, *, nobody_fits: bool = False) -> list[list[bool]]:
        others = self.seen.others
        if nobody_fits:
            others = {seat: Seat(other.slots, [*other.bans, self.seen.fitting[seat]], other.gone, other.named)
                      for seat, other in others.items()}
        return [_row(tile, others, self.seen.stock) for tile in self._tiles]

    @cached_property
    def _sharing(self) -> Sharing | None:
        return sharing(self._may(), self._slots, self.most)

    @cached_property
    def _ended(self) -> Sharing | None:
        """The deals in which the hand would be over, since nobody could lay; None where that cannot be."""
        return sharing(self._may(nobody_fits=True), self._slots, self.most) if self.seen.fitting else None

    @property
    def is_exact(self) -> bool:
        """Whether the chances are exact; else they come from a sample of `samples` deals.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> know(play_out(get("block"), Shuffle(seed=1)), 0).is_exact
        True
        """
        return self._sharing is not None and (not self.seen.fitting or self._ended is not None)

    @cached_property
    def chances(self) -> dict[Tile, dict[int, Fraction]]:
        """The chance of each unseen tile to lie in each of the places.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> sum(know(play_out(get("block"), Shuffle(seed=1)), 0).chances[Tile(6, 6)].values())
        Fraction(1, 1)
        """
        if not self.is_exact or self._sharing is None:
            return self._sampled()
        found = self._by_place(self._sharing)
        if self._ended is None or not self._ended.total:
            return found
        over, whole, ended = self._by_place(self._ended), self._sharing.total, self._ended.total
        return {tile: {place: (chance * whole - over[tile][place] * ended) / (whole - ended)
                       for place, chance in row.items()} for tile, row in found.items()}

    def _by_place(self, ways: Sharing) -> dict[Tile, dict[int, Fraction]]:
        place_of = dict(zip(ways.groups, self._slots, strict=True))
        found, by_group = {}, ways.chances() if ways.total else {}
        for number, tile in enumerate(self.unseen):
            row = dict.fromkeys(self.places, Fraction(0))
            for group, chance in by_group.get(number, {}).items():
                row[place_of[group]] += chance
            found[tile] = row
        return found

    def _sampled(self) -> dict[Tile, dict[int, Fraction]]:
        counts: Counter[tuple[Tile, int]] = Counter()
        for hidden in self.deals(self.samples, self.seed):
            counts.update((tile, seat) for seat, tiles in hidden.holdings.items() for tile in tiles)
            counts.update((tile, STOCK) for tile in hidden.stock)
        return {tile: {place: Fraction(counts[tile, place], self.samples) for place in self.places}
                for tile in self.unseen}

    def chance(self, tile: str | Tile, place: int) -> Fraction:
        """The chance that an unseen tile lies in a place; 0 for a tile that is seen, and for a place that is none.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> know(play_out(get("all-fives"), Shuffle(seed=1)), 0).chance("0-0", STOCK)
        Fraction(2, 3)
        """
        return self.chances.get(Tile.of(tile), {}).get(place, Fraction(0))

    def lacks(self, seat: int) -> tuple[int, ...]:
        """The values that another seat cannot hold now, whatever lies where; values that are all in sight included.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> know(play_out(get("block"), Shuffle(seed=1)), 0).lacks(1)
        ()
        """
        held = {half for tile, row in self.chances.items() if row.get(seat) for half in tile[:2]}
        return tuple([value for value in range(self.seen.highest + 1) if value not in held])

    def deals(self, count: int, seed: int = 0) -> list[Hidden]:
        """So many deals of the hidden tiles, each that agrees with what was seen equally likely; `seed` fixes them.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> deal = know(play_out(get("block"), Shuffle(seed=1)), 0).deals(1)[0]
        >>> len(deal.holdings[1]), len(deal.stock)
        (7, 14)
        """
        stream = Stream(mix(seed))
        drawn = self._walked(stream) if self._sharing is None else self._drawn(self._sharing, stream)
        return [next(drawn) for _ in range(count)]

    def _drawn(self, ways: Sharing, stream: Stream) -> Any:
        place_of = dict(zip(ways.groups, self._slots, strict=True))
        while True:
            found = ways.draw(stream)
            hidden = self._hidden({number: place_of[group] for number, group in found.items()}, stream)
            if self._goes_on(hidden):
                yield hidden

    def _walked(self, stream: Stream) -> Any:
        for slot_of in walk(self._may(), stream):
            hidden = self._hidden({number: self._slots[slot] for number, slot in enumerate(slot_of)}, stream)
            if self._goes_on(hidden):
                yield hidden

    def _hidden(self, place_of: Mapping[int, int], stream: Stream) -> Hidden:
        lying: dict[int, list[Tile]] = {place: [] for place in (*self.seen.others, STOCK)}
        for number, tile in enumerate(self.unseen):
            lying[place_of[number]].append(tile)
        stock = stream.shuffled(lying.pop(STOCK))
        return Hidden({seat: tuple(tiles) for seat, tiles in lying.items()}, stock)

    def _goes_on(self, hidden: Hidden) -> bool:
        fitting = self.seen.fitting
        return not fitting or any(tile in fitting[seat] for seat, tiles in hidden.holdings.items() for tile in tiles)

    def table(self) -> Any:
        """The chances as a pandas table: a row for each unseen tile, a column for each place.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> know(play_out(get("block"), Shuffle(seed=1)), 0).table().shape
        (21, 2)
        """
        from domino_lab.dataframes import Printable

        columns = [self.place_name(place) for place in self.places]
        rows = [[float(row[place]) for place in self.places] for row in self.chances.values()]
        return Printable(rows, index=[str(tile) for tile in self.chances], columns=columns)

    @property
    def text(self) -> str:
        """What has been proved, and what the chances rest on, in plain words.

        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.timeline import play_out
        >>> from domino_lab.shuffle import Shuffle
        >>> know(play_out(get("block"), Shuffle(seed=1)), 0).text.splitlines()[0]
        'Player 1 cannot see 21 tiles.'
        """
        said = [phrase("chance.cannot_see", player=self.names[self.seen.seat], tiles=len(self.unseen))]
        said += [self._said_of_the_lead(self.seen.lead)] if self.seen.lead is not None else []
        said += dict.fromkeys(self._said(proof) for proof in self.proofs if proof.seat != self.seen.seat)
        if self.seen.fitting:
            said.append(phrase("chance.goes_on"))
        said.append(phrase("chance.every_deal"))
        if not self.is_exact:
            said.append(phrase("chance.deals_drawn", deals=f"{self.samples:,}", seed=self.seed))
        return "\n".join(said)

    def _said_of_the_lead(self, lead: Lead) -> str:
        tile = lead.ruling.facts.get("tile")
        return phrase("chance.led_by" if tile else "chance.led_by_none", player=self.names[lead.seat], tile=tile)

    def _said(self, proof: Proof) -> str:
        facts = {"player": self.names[proof.seat], "values": proof.values, "tiles": proof.tiles}
        parts = [f"proof_{proof.by}", "no_values" if proof.values else "no_tiles"]
        parts += ["no_tiles_either"] if proof.values and proof.tiles else []
        return " ".join(phrase(f"chance.{part}", **facts) for part in parts)

    def __repr__(self) -> str:
        return f"{self.text}\n{self.table().to_string(float_format='{:.3f}'.format)}"

    def _repr_html_(self) -> str:
        return str(self.table().to_html(float_format="{:.3f}".format))


def _row(tile: Tile, others: Mapping[int, Seat], stock: int) -> list[bool]:
    """The slots by which a tile may have come to where it is, all seats and then the boneyard."""
    laid_by = next((seat for seat, other in others.items() if tile in other.gone), None)
    had_by = next((seat for seat, other in others.items() if tile == other.named), None)
    only = had_by if laid_by is None else laid_by
    row = []
    for seat, other in others.items():
        row += other.may(tile) if only in (None, seat) else [False] * len(other.slots)
    return row + [only is None] * stock


@checked
def know(
    hand: Asked, seat: int, step: int = 0, *, samples: Annotated[int, Whole(1, MOST_SAMPLES)] = SAMPLES, seed: int = 0,
) -> Knowledge:
    """What `seat` knows after `step` of a hand; `samples` and `seed` serve where the chances cannot be exact.

    `hand` is a hand, a packaged hand, a file, or a game: then it is its deal of seed 0, as the default players play it.

    A pass is a proof, and so is a draw where one may only draw if one cannot lay (`draw_when` "unable"). Where one may
    draw by choice, it is one as soon as so many more have followed in that turn as may be by choice (`voluntary_max`);
    that somebody draws who need not is no evidence, as no choice is. Where `is_exact`, all this is counted in. Raises
    ValueError where there is nothing to know: a layout study, a patience, rows that lie face down; RecordError or
    RulesetError, which are two, for what is no hand.

    >>> know("all-fives", 0, 3).is_exact
    True
    """
    line = hand_of(hand)
    return Knowledge(witness(line, seat, step), line.names, samples, seed)
