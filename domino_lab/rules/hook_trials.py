"""Trials: when a ruleset is declared, the methods of a reader's own object are called as in a hand.

So a mistake shows up where the rule is written, not in the middle of a hand. The positions come from one short hand
that is dealt and played by the rules themselves, for the fewest and for the most players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from domino_lab.core.chain import Chain
from domino_lab.core.errors import RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.rules.answers import failure
from domino_lab.rules.custom import check_words, name_of
from domino_lab.rules.dealing import Dealing
from domino_lab.rules.leading import Deck, Standing
from domino_lab.rules.matching import Matching
from domino_lab.rules.rulebook import Rulebook
from domino_lab.rules.settling import Final
from domino_lab.rules.so_far import HandSoFar, Move
from domino_lab.rules.turns import Spoils
from domino_lab.rules.unasked import check_stray

_TURNS = 9
"""The number of turns in a trial: enough for a spinner with arms, and for a player who has to pass."""


def try_out(group: str, rules: Rulebook) -> None:
    """Call the methods of the object that decides `group`, and look for methods that nobody calls.

    Raises RulesetError with the object, the method, its answer and the answer it must give.

    >>> import domino_lab as dl
    >>> half = type("Half", (dl.rules.Scoring,), {"points": lambda self, total: total / 2, "__module__": "club"})
    >>> dl.ruleset("all-fives").but(scoring=half())
    Traceback (most recent call last):
        ...
    domino_lab.core.errors.RulesetError: Half.points(1) returned 0.5: it must return a whole number from 0 to 1,000,000
    """
    combined = getattr(rules, group)
    check_words(group, combined)
    check_stray(group, rules.own[group], rules.own)
    try:
        for ask in _TRIALS[group]:
            ask(rules)
    except RulesetError:
        raise
    except Exception as error:
        raise failure(name_of(combined), error) from error


class _Position(NamedTuple):
    """A position of the short hand: what each seat holds, the chain, who played last, the passes since, all moves."""

    holdings: tuple[tuple[Tile, ...], ...]
    chain: Chain
    last: int | None = None
    passes: int = 0
    moves: tuple[Move, ...] = ()


def _positions(rules: Rulebook) -> Iterator[_Position]:
    """Yield the positions of a short hand, for the fewest players that can sit down and for the most."""
    tiles = rules.equipment.set
    counts = [seats for seats in rules.dealing.seat_counts
              if 0 < seats * rules.dealing.each_of(seats, len(tiles.tiles)) <= len(tiles.tiles)]
    order = Shuffle(seed=1).order(tiles)
    for seats in dict.fromkeys((*counts[:1], *counts[-1:])):
        yield from _play_positions(rules, order, seats)


def _play_positions(rules: Rulebook, order: tuple[Tile, ...], seats: int) -> Iterator[_Position]:
    each = rules.dealing.each_of(seats, len(order))
    position, seat = _Position(rules.dealing.holdings(order, seats, each), Chain()), 0
    yield position
    for _ in range(_TURNS):
        position = _next(rules, position, seat)
        yield position
        if not position.holdings[seat]:
            break
        seat = rules.dealing.next_seat(seat, seats)


def _next(rules: Rulebook, position: _Position, seat: int) -> _Position:
    """Return the position after `seat` has played its first tile that fits, or has passed."""
    held, chain, last, passes, made = position
    ends = rules.arms.open_ends(chain)
    moves = [(tile, end) for tile in held[seat] for end in ends if tile in rules.fitting[end.value]]
    if chain.laid and not moves:
        return _Position(held, chain, last, passes + 1, (*made, Move(seat, "pass")))
    tile, end = moves[0] if moves else (max(held[seat]), None)
    out = None if end is None else rules.fitting[end.value][tile][0]
    sides = rules.arms.sides_next(chain, len(held))
    after = chain.lay(tile, end, out, spins=rules.arms.spins(tile, chain), sides=sides)
    left = tuple([tuple(each for each in own if each != tile) if own is held[seat] else own for own in held])
    return _Position(left, after, seat, 0, (*made, Move(seat, "play")))


def _arms(rules: Rulebook, now: _Position) -> None:
    rules.arms.open_ends(now.chain)
    for tile in rules.equipment.set.tiles:
        rules.arms.spins(tile, now.chain)


def _turns(rules: Rulebook, now: _Position) -> None:
    if now.chain.laid:
        rules.turns.next_turn(now.chain, now.last or 0, len(now.holdings))


def _scoring(rules: Rulebook, now: _Position) -> None:
    if now.chain.laid:
        rules.scoring.count(now.chain)
        rules.scoring.worth(now.chain, _so_far(rules, now))


def _so_far(rules: Rulebook, now: _Position) -> HandSoFar:
    seats = len(now.holdings)
    nothing = (0,) * rules.side_count(seats)
    return HandSoFar(now.last or 0, tuple(map(rules.dealing.side, range(seats))), nothing, Standing(nothing),
                     now.moves[:-1])


def _points(rules: Rulebook, now: _Position) -> None:
    """The points of every count, at the beginning of a hand."""
    if not now.chain.laid:
        for total in range(61):
            rules.scoring.points(total, _so_far(rules, now))


def _ending(rules: Rulebook, now: _Position) -> None:
    if now.chain.laid and rules.ending.watches:
        rules.ending.over_ruling(now.chain)


def _names(now: _Position) -> tuple[str, ...]:
    return tuple(f"Player {seat + 1}" for seat in range(len(now.holdings)))


def _leading(rules: Rulebook, now: _Position) -> None:
    """The first hand of a match, and one after a hand that the last seat has won."""
    if now.chain.laid:
        return
    seats, tiles = len(now.holdings), rules.equipment.set
    nothing = (0,) * rules.side_count(seats)
    place = {tile: number for number, tile in enumerate(Shuffle(seed=1).order(tiles))}
    deck = Deck(now.holdings, _names(now), rules.equipment.weight,
                lambda draw: Shuffle(seed=1).lots(tiles, seats, draw), place, doubles=rules.doubles)
    for standing in (Standing(nothing), Standing(nothing, 2, 0, seats - 1, "out")):
        rules.leading.find(deck, standing, lambda seat: rules.dealing.next_seat(seat, seats))


def _settling(rules: Rulebook, now: _Position) -> None:
    """A block, and a hand in which the seat that played last has gone out."""
    if now.last is None:
        return
    sides = tuple(rules.dealing.side(seat) for seat in range(len(now.holdings)))
    nothing = Standing((0,) * rules.side_count(len(sides)))
    out = tuple([() if seat == now.last else held for seat, held in enumerate(now.holdings)])
    for holdings, gone in ((now.holdings, None), (out, now.last)):
        if gone is None and not all(holdings):
            continue
        weights = tuple(map(rules.equipment.total, holdings))
        rules.settling.settle(Final(
            holdings, weights, sides, _names(now), gone, now.last, rules.equipment.weight, now.chain, 0, now.passes,
            nothing, nothing.scores, None, rules.places_for, rules.arms.open_ends,
            lambda seat: rules.dealing.next_seat(seat, len(sides)), (), now.moves))


def _winning(rules: Rulebook, now: _Position) -> None:
    if now.chain.laid:
        return
    seats, teams = len(now.holdings), rules.dealing.teams == "pairs"
    sides = rules.side_count(seats)
    for scores in ([0] * sides, [61, *[20] * (sides - 1)], [7] * (sides - 1) + [500]):
        rules.winning.winner(scores, seats=seats, teams=teams)
        rules.winning.reached(max(scores), seats=seats, teams=teams)


def _stacking(rules: Rulebook, now: _Position) -> None:
    if not now.chain.laid:
        return
    for spoils in (None, Spoils(0, 10), Spoils(1, 5, stolen=True)):
        rules.stacking.may_now(spoils)
        rules.stacking.loot(spoils, now.chain.laid[-1].tile)
    for held in now.holdings:
        rules.stacking.choices(now.chain, rules.arms.open_ends(now.chain), held)


def _over_hands(ask: Callable[[Rulebook, _Position], object]) -> Callable[[Rulebook], object]:
    """Return a trial that asks at each position of a short hand."""
    return lambda rules: [ask(rules, position) for position in _positions(rules)]


def _drawing(rules: Rulebook) -> None:
    for able, stock, drawn in product((True, False), (7, 1), (0, 1)):
        rules.drawing.may(able=able, stock=stock, drawn=drawn, chosen=0)


def _check_deals(dealing: Dealing, tiles: DominoSet) -> None:
    size = len(tiles.tiles)
    most = {seats: dealing.each_of(seats, size) for seats in dealing.seat_counts}
    if not any(0 < seats * each <= size for seats, each in most.items()):
        seats, each = next(iter(most.items()))
        raise RulesetError(f"{name_of(dealing)}.each({seats}, {size}) returned {each}: {seats} players would need "
                           f"{seats * each} tiles, and the set has {size}")


def _check_agreement(matching: Matching, tiles: DominoSet) -> None:
    """Legal moves come from `outs` and reasons from `fits`: they must not contradict each other."""
    for tile, value in product(tiles.tiles, range(tiles.max_pip + 1)):
        fits, outs = matching.fits(tile, value), matching.outs(tile, value)
        if fits != bool(outs):
            name, hook = name_of(matching), "fits" if "fits" in matching.decides else "meets"
            raise RulesetError(f"{name}.{hook} {'lets' if fits else 'does not let'} {tile} touch a {value}, and "
                               f"{name}.outs({tile}, {value}) returned {outs}: the two must agree")


def check_rounds(dealing: Dealing) -> None:
    """Check that every seat has a turn; otherwise a hand in which only that player can play would never end."""
    for seats in dealing.seat_counts:
        order = [0]
        for _ in range(seats):
            order.append(dealing.next_seat(order[-1], seats))
        left = min({*range(seats)}.difference(order[1:]), default=None)
        if left is not None:
            raise RulesetError(f"{name_of(dealing)}.next_seat(seat, {seats}) never reaches seat {left}: everybody "
                               "must have a turn")


_TRIALS: Mapping[str, tuple[Callable[[Rulebook], object], ...]] = {
    "matching": (lambda rules: _check_agreement(rules.matching, rules.equipment.set),),
    "arms": (_over_hands(_arms),),
    "scoring": (_over_hands(_points), _over_hands(_scoring)),
    "equipment": (lambda rules: rules.equipment.total(rules.equipment.set.tiles),),
    "turns": (lambda rules: [rules.turns.speaks(tile) for tile in rules.equipment.set.tiles], _over_hands(_turns)),
    "ending": (lambda rules: [rules.ending.goes_on(drawable=drawable) for drawable in (True, False)],
               _over_hands(_ending)),
    "drawing": (_drawing,),
    "dealing": (lambda rules: _check_deals(rules.dealing, rules.equipment.set),
                lambda rules: check_rounds(rules.dealing)),
    "leading": (_over_hands(_leading),), "settling": (_over_hands(_settling),), "winning": (_over_hands(_winning),),
    "stacking": (_over_hands(_stacking),),
}
"""What is tried, by group."""
