"""Trials: when a ruleset is declared, the methods of a reader's own object are called as in a hand.

So most mistakes show up where the rule is written, not in the middle of a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product

from domino_lab.core.chain import Chain
from domino_lab.core.errors import RulesetError
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import DominoSet, Tile
from domino_lab.rules.answers import failure
from domino_lab.rules.custom import check_words, name_of
from domino_lab.rules.dealing import Dealing
from domino_lab.rules.hooks import arguments_of
from domino_lab.rules.leading import Deck, Standing
from domino_lab.rules.matching import Matching
from domino_lab.rules.rulebook import Rulebook
from domino_lab.rules.scoring import Term
from domino_lab.rules.settling import Final
from domino_lab.rules.so_far import HandSoFar, Move
from domino_lab.rules.turns import Spoils
from domino_lab.rules.unasked import check_stray


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
        if group == "dealing":
            _check_deals(combined, rules.equipment.set)
        if group == "matching":
            _check_agreement(combined, rules.equipment.set)
        for hook in combined.decides:
            given = _arguments(rules)
            given |= {"so_far": given[_WHEN_ASKED.get(hook, "leading")]}
            for arguments in product(*(given[name] for name in arguments_of(group, hook))):
                getattr(combined, hook)(*arguments)
    except RulesetError:
        raise
    except Exception as error:
        raise failure(name_of(combined), error) from error


# Each play but the first is judged, so that another player has moved; whose turn comes is asked after the move.
_WHEN_ASKED = {"allows": "joining", "may_pass": "joining", "next_turn": "moved"}


def _arguments(rules: Rulebook) -> dict[str, Iterable[object]]:
    """Return what is tried for each argument: seat 0 has led with its first tile."""
    dealing, tiles, values = rules.dealing, rules.equipment.set, range(rules.equipment.set.max_pip + 1)
    seats, order = dealing.seat_counts[0], Shuffle(seed=1).order(tiles)
    holdings = dealing.holdings(order, seats, dealing.each_of(seats, len(order)))
    led, sides = holdings[0][0], tuple(map(dealing.side, range(seats)))
    chain, names = Chain().lay(led), tuple([f"Player {seat + 1}" for seat in range(seats)])
    play = (Move(0, "play"),)
    passes = (*play, *[Move(seat, "pass") for seat in (*range(1, seats), 0)])
    standing = Standing((0,) * rules.side_count(seats))
    won = standing._replace(hand=2, last_leader=0, last_winner=seats - 1, last_how="out")

    def next_seat(seat: int) -> int:
        return dealing.next_seat(seat, seats)

    deck = Deck(holdings, names, rules.equipment.weight, lambda draw: Shuffle(seed=1).lots(tiles, seats, draw),
                {tile: number for number, tile in enumerate(order)}, boneyard=len(order) - sum(map(len, holdings)),
                doubles=rules.doubles)
    dealt = Final(holdings, (), sides, names, None, 0, rules.equipment.weight, leader=0, standing=standing,
                  scores=standing.scores, fits=rules.places_for, opens=rules.arms.open_ends, next_seat=next_seat)
    return {
        "tile": tiles.tiles, "half": values, "value": values, "chain": [chain], "ends": [chain.ends],
        "end": chain.ends,
        "holding": holdings, "seats": [seats], "seat": [0], "set_size": [len(order)], "hand": [1],
        "next_seat": [next_seat], "deck": [deck], "standing": [standing, won], "final": _finals(rules, dealt),
        "able": (True, False), "stock": (7, 1), "drawn": (0, 1), "chosen": [0], "drawable": (True, False),
        "total": range(61), "term": [Term(0, led, led.high, "single", led.high, 1, 1)],
        "leading": [HandSoFar(0, sides, standing.scores, standing, (), holdings[0])],
        "joining": [HandSoFar(seats - 1, sides, standing.scores, standing, (Move(0, "play"),), holdings[-1])],
        "moved": [HandSoFar(0, sides, standing.scores, standing, moves, holdings[0][1:]) for moves in (play, passes)],
        "score": (0, 61, 500),
        "scores": [standing.scores, (*standing.scores[1:], 61)], "teams": [dealing.teams == "pairs"],
        "spoils": (None, Spoils(0, 10)),
    }


def _finals(rules: Rulebook, dealt: Final) -> Iterator[Final]:
    """Yield the `dealt` hand after several ends, by plays of seat 0 alone.

    It goes out with its first tile, with a single that fits all ends and with a double; and it blocks the hand, where
    players hold what they were dealt, or as many of them as possible one tile of the same weight.
    """
    total, weight = rules.equipment.total, rules.equipment.weight

    def end(chain: Chain, holdings: Sequence[Sequence[Tile]], out: int | None = None) -> Final:
        laid = {placed.tile for placed in chain.laid}
        held = tuple([tuple([tile for tile in holding if tile not in laid]) for holding in holdings])
        others = tuple([Move(seat, "pass") for seat in range(1, len(held))])
        plays = (Move(0, "play"), *others) * (len(laid) - 1) + (Move(0, "play"),)
        return dealt._replace(holdings=held, weights=tuple(map(total, held)), layout=chain, out=out, moves=plays)

    first, tiles = Chain().lay(dealt.holdings[0][0]), rules.equipment.set.tiles
    for chain in (first, *_two_tiles(rules, double=False), *_two_tiles(rules, double=True)):
        yield end(chain, ((), *dealt.holdings[1:]), 0)
    yield end(first, dealt.holdings)
    rest = sorted((tile for tile in tiles if tile != first.laid[0].tile), key=weight)
    level = max((list(group) for _, group in groupby(rest, weight)), key=len)[:len(dealt.names)]
    yield end(first, (*((tile,) for tile in level), *dealt.holdings[len(level):]))


def _two_tiles(rules: Rulebook, *, double: bool) -> Iterator[Chain]:
    """Yield one chain of two tiles: a double after a single, or else a single that fits all ends of a double."""
    tiles = rules.equipment.set.tiles
    for first, tile in product(tiles, tiles):
        if first.is_double != double and tile.is_double == double:
            chain = Chain().lay(first)
            places = rules.places_for(chain, tile)
            if places and (double or places == tuple(rules.arms.open_ends(chain))):
                yield chain.lay(tile, places[0], rules.fitting[places[0].value][tile][0])
                return


def _check_deals(dealing: Dealing, tiles: DominoSet) -> None:
    size = len(tiles.tiles)
    most = {seats: dealing.each_of(seats, size) for seats in dealing.seat_counts}
    if not any(0 < seats * each <= size for seats, each in most.items()):
        seats, each = next(iter(most.items()))
        raise RulesetError(f"{name_of(dealing)}.each({seats}, {size}) returned {each}: {seats} players would need "
                           f"{seats * each} tiles, and the set has {size}")
    check_rounds(dealing)


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
