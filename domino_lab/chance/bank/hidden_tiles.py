"""Exercises on hidden tiles: where a tile may lie that one seat cannot see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from domino_lab import catalogue
from domino_lab.actions import Draw, Play
from domino_lab.chance.bank.task import Dice, ExerciseTask, Experiment, Looked, Sought, TrialOutcome, entries
from domino_lab.chance.knowledge import STOCK, know
from domino_lab.play.legal import legal
from domino_lab.play.state import Position
from domino_lab.play.timeline import Timeline, play_on, play_out
from domino_lab.shuffle import DEALS, Shuffle
from domino_lab.tiles import Tile
from domino_lab.words import phrase

Lacks = Mapping[int, frozenset[int]]
"""The values that a seat is known to lack."""

Lying = Mapping[int, tuple[Tile, ...]]
"""The tiles in each hidden place: the seats, and STOCK."""


class Seen(NamedTuple):
    """The view of seat `me` at a step of a hand, and the values the others are known to lack."""

    timeline: Timeline
    step: int
    me: int
    lacks: Lacks

    @property
    def state(self) -> Position:
        """The position."""
        return self.timeline.steps[self.step].state

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that this seat cannot see, ascending."""
        laid = {one.tile for one in self.state.chain.laid}
        return tuple([tile for tile in self.state.rules.equipment.set.tiles
                      if tile not in laid and tile not in self.state.holdings[self.me]])

    @property
    def sizes(self) -> dict[int, int]:
        """The number of tiles in each hidden place: the other seats, and the boneyard."""
        held = {seat: len(holding) for seat, holding in enumerate(self.state.holdings) if seat != self.me}
        return {**held, STOCK: len(self.state.stock)} if self.state.stock else held

    def open_to(self, seat: int) -> tuple[Tile, ...]:
        """The unseen tiles that a seat may hold."""
        lacking = self.lacks.get(seat, frozenset())
        return tuple([tile for tile in self.unseen if not lacking & {tile[0], tile[1]}])


class PlaceTrials(Experiment):
    """Deals of the hidden tiles that agree with what is known: how often does `tile` lie in `place`?"""

    def __init__(self, seen: Seen, tile: Tile, place: int, *, seed: int) -> None:
        super().__init__(seed)
        self.seen, self.tile, self.place = seen, tile, place

    @property
    def keys(self) -> tuple[int, ...]:
        """The hidden places."""
        return tuple(self.seen.sizes)

    def lying(self, number: int) -> Lying | None:
        """Return deal `number` of the hidden tiles; None if it cannot be so.

        Tiles that a player cannot have are kept out of the first such player's holding as they are dealt, and out of
        any other's by rejecting the deal: so every possible deal is as likely as any other.
        """
        stream, sizes = Shuffle(seed=self.seed, hand=number).stream(DEALS), self.seen.sizes
        first = next(iter(self.seen.lacks), None)
        held = () if first is None else stream.shuffled(self.seen.open_to(first))[:sizes[first]]
        others = iter(stream.shuffled([tile for tile in self.seen.unseen if tile not in held]))
        lying = {spot: held if spot == first else tuple(sorted(islice(others, size))) for spot, size in sizes.items()}
        possible = all(not any(lacking & {tile[0], tile[1]} for tile in lying[seat])
                       for seat, lacking in self.seen.lacks.items())
        return lying if possible else None

    def outcome(self, number: int) -> TrialOutcome | None:
        """Return where the tile lies in deal `number`."""
        lying = self.lying(number)
        if lying is None:
            return None
        where = next(spot for spot, tiles in lying.items() if self.tile in tiles)
        return TrialOutcome(where, int(where == self.place))

    @property
    def bars_called(self) -> str:
        """The question where the tile lies."""
        return phrase("exercises.where", tile=self.tile)

    def label(self, key: int) -> str:
        """Return the name of a place."""
        return phrase("exercises.in_boneyard") if key == STOCK else self.seen.timeline.names[key]

    def counts(self, key: int) -> bool:
        """Return True for the place that is asked about."""
        return key == self.place

    def timeline(self, number: int) -> Timeline | None:
        """Return the position with the hidden tiles of deal `number`, played on at random."""
        lying = self.lying(number)
        if lying is None:
            return None
        seen, state = self.seen.timeline.steps[self.seen.step], self.seen.state
        held = tuple(lying.get(seat, holding) for seat, holding in enumerate(state.holdings))
        here = state.but(holdings=held, stock=lying.get(STOCK, ()))
        line = Timeline((seen._replace(state=here),), title=phrase("exercises.one_way", number=number))
        return play_on(line, Shuffle(seed=self.seed, hand=number), "random")


FEWEST, MOST, MOST_UNSEEN, MOST_LOOKED = 2, 3, 13, 3000
"""If several seats matter, a learner should be able to list the deals: few tiles, and few that cannot be seen."""


def _asked(seen: Seen, tile: Tile, place: int, facts: Mapping[str, object], slips: Mapping[str, Fraction]
           ) -> ExerciseTask:
    """The chance that `tile` lies in `place`."""

    def solve() -> Sought:
        found = know(seen.timeline, seen.me, seen.step)
        return Sought(found.chance(tile, place), tuple(dict.fromkeys(found.text.splitlines())))

    return ExerciseTask("chance", {**_position_facts(seen), "tile": tile, **facts}, solve,
                        lambda seed: PlaceTrials(seen, tile, place, seed=seed), slips,
                        looked=Looked(seen.timeline, seen.step, seen.me))


def _position_facts(seen: Seen) -> dict[str, object]:
    state, names = seen.state, seen.timeline.names
    others = [phrase("exercises.holds", player=names[seat], number=len(holding))
              for seat, holding in enumerate(state.holdings) if seat != seen.me]
    laid = [one.tile for one in state.chain.laid]
    stock = phrase("exercises.boneyard", number=len(state.stock)) if state.stock else phrase("exercises.no_boneyard")
    on_table = phrase("exercises.on_table", tiles=laid) if laid else phrase("exercises.bare_table")
    return {"game": state.rules.name, "me": names[seen.me], "mine": state.holdings[seen.me], "laid": on_table,
            "others": " ".join(others), "stock": stock, "unseen": len(seen.unseen)}


def _hands(game: str, dice: Dice, seats: int, **house: object) -> Iterator[Timeline]:
    """Hands in which the leader is found by lot: leading by a highest double would tell something of the tiles."""
    rules = catalogue.get(game)
    by_lot = {} if rules["first_leader"] == "lot" else {"first_leader": "lot", "lead_tile": "any"}
    rules = rules.but(name=rules.name, **by_lot, **house) if by_lot or house else rules
    for hand in range(MOST_LOOKED):
        yield play_out(rules, Shuffle(seed=dice.hands, hand=hand), seats=seats, policies="random")


def _ends(state: Position) -> frozenset[int]:
    return frozenset(end.value for end in state.open_ends)


def _shown(state: Position) -> list[int]:
    return sorted(end.value for end in state.open_ends)


def _goes_on(seen: Seen) -> bool:
    """True if the seat that is asked can play, so that the hand going on tells it nothing."""
    return any(_ends(seen.state) & {tile[0], tile[1]} for tile in seen.state.holdings[seen.me])


def _passes(line: Timeline) -> list[int]:
    return [number for number, step in enumerate(line.steps) if step.action is not None and step.action.kind == "pass"]


def where_is_it(dice: Dice) -> ExerciseTask:
    """A tile you do not hold: does the player on the left have it?"""
    line = next(_hands("block", dice, dice.choose([2, 3])))
    seen = Seen(line, 0, 0, {})
    tile, size = seen.unseen[-1], len(line.steps[0].state.holdings[1])
    slips = {"two_places": Fraction(1, 2), "whole_set": Fraction(size, 28)}
    return _asked(seen, tile, 1, {"player": line.names[1]}, slips)


def after_a_pass(dice: Dice) -> ExerciseTask:
    """The other player has passed: which tiles may they still hold?"""
    seen, seat = next(_first_passes(_hands("block", dice, 2)))
    tile, size, unseen = seen.open_to(seat)[-1], seen.sizes[seat], len(seen.unseen)
    slips = {"no_news": Fraction(size, unseen), "two_places": Fraction(1, 2),
             "wrong_way": Fraction(seen.sizes[STOCK], unseen)}
    facts = {"player": seen.timeline.names[seat], "ends": _shown(seen.state), "suits": sorted(seen.lacks[seat])}
    return _asked(seen, tile, seat, facts, slips)


def _first_passes(hands: Iterator[Timeline]) -> Iterator[tuple[Seen, int]]:
    """Hands at their first pass, seen by the next player, if the pass says something and the hand goes on."""
    for line in hands:
        for step in _passes(line)[:1]:
            before = line.steps[step - 1].state
            seat = before.turn
            seen = Seen(line, step, line.steps[step].state.turn, {seat: _ends(before)})
            if before.chain.laid and seen.sizes[seat] >= FEWEST and _goes_on(seen) and _says(seen, seat):
                yield seen, seat


def _says(seen: Seen, seat: int) -> bool:
    return seen.sizes[seat] < len(seen.open_to(seat)) < len(seen.unseen)


def after_draws(dice: Dice) -> ExerciseTask:
    """The other player could not play, drew until a tile fitted, and played that."""
    seen, seat, drawn = next(_drawn(_hands("draw-classic", dice, 2)))
    tile, size = seen.open_to(seat)[-1], seen.sizes[seat]
    slips = {"no_news": Fraction(size, len(seen.unseen)), "two_places": Fraction(1, 2)}
    facts = {"player": seen.timeline.names[seat], "suits": sorted(seen.lacks[seat]), "drawn": drawn,
             "last": seen.state.chain.laid[-1].tile}
    return _asked(seen, tile, seat, facts, slips)


def _drawn(hands: Iterator[Timeline]) -> Iterator[tuple[Seen, int, int]]:
    """Hands at the first time that somebody draws two tiles or more and plays the last."""
    for line in hands:
        kinds = [step.action.kind if step.action is not None else "" for step in line.steps]
        first = kinds.index("draw") if "draw" in kinds else len(kinds)
        laid = next((number for number in range(first, len(kinds)) if kinds[number] != "draw"), first)
        if laid - first >= FEWEST and kinds[laid] == "play" and "pass" not in kinds[:laid]:
            before = line.steps[first - 1].state
            seen = Seen(line, laid, 1 - before.turn, {before.turn: _ends(before)})
            if before.chain.laid and _goes_on(seen) and _says(seen, before.turn):
                yield seen, before.turn, laid - first


def after_a_free_draw(dice: Dice) -> ExerciseTask:
    """The other player drew by choice, which proves nothing."""
    seen, seat = next(_free_draws(_hands("draw", dice, 2)))
    lacking = _ends(seen.timeline.steps[seen.step - 2].state)
    tile = next(tile for tile in reversed(seen.unseen) if lacking & {tile[0], tile[1]})
    _size, unseen = seen.sizes[seat], len(seen.unseen)
    slips = {"a_proof": Fraction(0), "new_one": Fraction(1, unseen), "two_places": Fraction(1, 2)}
    return _asked(seen, tile, seat, {"player": seen.timeline.names[seat], "suits": sorted(lacking)}, slips)


def _free_draws(hands: Iterator[Timeline]) -> Iterator[tuple[Seen, int]]:
    """Hands in which the second player draws once after the lead, without need, and then plays what they can."""
    for whole in hands:
        line = whole.upto(1)
        if line.state.over or not any(isinstance(action, Play) for action in legal(line.state)):
            continue
        seat, drawing = line.state.turn, line.play(Draw())
        done = drawing.play(next(action for action in legal(drawing.state) if isinstance(action, Play)))
        seen = Seen(done, 3, 1 - seat, {})
        if not done.is_over and _goes_on(seen):
            yield seen, seat


def with_my_partner(dice: Dice) -> ExerciseTask:
    """Four players hold all tiles; one of them has passed. Does the partner hold a tile?"""
    for seen, seat in _first_passes(_hands("block/partners", dice, 4, deal=7)):
        partner, third = (seen.me + 2) % 4, (seen.me + 1) % 4
        if seat == (seen.me + 3) % 4 and seen.sizes[partner] >= FEWEST and len(seen.unseen) <= MOST_UNSEEN:
            tile, sizes, unseen = seen.open_to(seat)[-1], seen.sizes, len(seen.unseen)
            share = Fraction(sizes[partner], sizes[partner] + sizes[third])
            slips = {"no_news": Fraction(sizes[partner], unseen), "ruled_out": share, "three": Fraction(1, 3)}
            names = seen.timeline.names
            facts = {"player": names[seat], "partner": names[partner], "ends": _shown(seen.state),
                     "suits": sorted(seen.lacks[seat])}
            return _asked(seen, tile, partner, facts, slips)
    raise LookupError("with_my_partner")


def two_passes(dice: Dice) -> ExerciseTask:
    """Two players have passed at different ends: how likely is a tile to lie in the boneyard?"""
    for line in _hands("block", dice, 3):
        found = _two_passes(line)
        if found is not None:
            tile = next(tile for tile in reversed(found.unseen) if all(tile in found.open_to(seat)
                                                                       for seat in found.lacks))
            names, sizes, unseen = line.names, found.sizes, len(found.unseen)
            both = [phrase("exercises.passed", player=names[seat], suits=sorted(lacking))
                    for seat, lacking in found.lacks.items()]
            slips = {"no_news": Fraction(sizes[STOCK], unseen), "three": Fraction(1, 3)}
            return _asked(found, tile, STOCK, {"both": both, "passes": " ".join(both)}, slips)
    raise LookupError("two_passes")


def _two_passes(line: Timeline) -> Seen | None:
    """The hand after its first two passes, if they were made by two players at ends that differ, seen by the third."""
    passes = _passes(line)[:2]
    if len(passes) < 2 or len(line.steps[passes[1]].state.stock) == 0:
        return None
    lacks = {line.steps[step - 1].state.turn: _ends(line.steps[step - 1].state) for step in passes}
    seen = Seen(line, passes[1], next(iter({0, 1, 2} - set(lacks)), 0), lacks)
    if len(lacks) < 2 or len(set(lacks.values())) < 2 or not _goes_on(seen) or seen.state.turn != seen.me:
        return None
    wide = all(FEWEST <= seen.sizes[seat] <= MOST and _says(seen, seat) for seat in lacks)
    free = [tile for tile in seen.unseen if all(tile in seen.open_to(seat) for seat in lacks)]
    return seen if wide and free else None


ENTRIES = entries("hidden", {
    where_is_it: 1, after_a_pass: 2, after_a_free_draw: 3, after_draws: 3, with_my_partner: 4, two_passes: 5})
