"""The shuffle, the only randomness of a hand.

Random numbers are counter-based: hand i of a run has the key mix(mix(seed) + i*G), and every stream of that hand
(each deal, the lots, each seat's choices) the key mix(key + stream*G). A word of 56 bits gives up to four picks by
multiply-and-shift. So any hand can be dealt again on any machine, without the hands before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from domino_lab.core.arguments import checked
from domino_lab.core.errors import NotationError, quote
from domino_lab.core.plain import whole
from domino_lab.core.tiles import DominoSet, Tile, TileList

_MASK64 = (1 << 64) - 1
_MASK56 = (1 << 56) - 1
_G = 0x9E3779B97F4A7C15
_PICKS_PER_WORD = 4

MOST_SEED = 10**40 - 1
"""The largest seed: a hand file cannot hold a larger one."""

LOTS, DEALS, CHOICES = 0, 1 << 20, 1 << 21
"""The first stream of each kind: lots, deal d, choices of seat s."""


def mix(word: int) -> int:
    """Scramble 64 bits so that neighbouring words give unrelated ones (the splitmix64 finaliser)."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK64
    return word ^ (word >> 31)


class Stream:
    """A sequence of picks; equal keys give equal picks.

    Because `mix` leaves 0 unchanged, a key of 0 would first give four picks of 0, so that stream begins one step later.
    """

    __slots__ = ("_count", "_key", "_left", "_word")

    def __init__(self, key: int) -> None:
        self._key, self._count, self._left, self._word = key or _G, 0, 0, 0

    def pick(self, among: int) -> int:
        """Return a number from 0 to `among` - 1, all equally likely; `among` is 1 to 255."""
        if not self._left:
            self._word = self._next_word()
            self._left = _PICKS_PER_WORD
        self._left -= 1
        spread = self._word * among
        self._word = spread & _MASK56
        return spread >> 56

    def _next_word(self) -> int:
        word = mix((self._key + self._count * _G) & _MASK64) & _MASK56
        self._count += 1
        return word

    def shuffled(self, things: Sequence[Tile], first: int | None = None) -> tuple[Tile, ...]:
        """Return `things` in a random order (Fisher and Yates, from the front), or only the `first` of that order."""
        rest, size, word = list(things), len(things), 0
        for place in range(size - 1 if first is None else min(first, size - 1)):
            if not place % _PICKS_PER_WORD:
                word = self._next_word()
            spread = word * (size - place)
            word = spread & _MASK56
            other = place + (spread >> 56)
            rest[place], rest[other] = rest[other], rest[place]
        return tuple(rest[:first])


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The order of the tiles of one hand: from a `seed` (and `hand` number), or given by `Shuffle.of`.

    `Shuffle(seed=s, hand=i)` is hand i of a simulation with seed s. Deals, lots and each seat's choices have streams
    of their own, so the deal stays the same under other rules and with other players.

    >>> dl.Shuffle(seed=7).order(dl.DominoSet())[0] == dl.Shuffle(seed=7).order(dl.DominoSet())[0]
    True
    """

    seed: int = 0
    hand: int = 0
    given: tuple[Tile, ...] | None = None
    key: int = field(init=False, repr=False, compare=False)
    """The 64-bit key of this hand, from which all streams are made."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", _check_number("seed", self.seed))
        object.__setattr__(self, "hand", _check_number("hand", self.hand))
        if not (self.given is None or (isinstance(self.given, tuple) and all(isinstance(t, Tile) for t in self.given))):
            raise NotationError(f"{quote(self.given)} is not an order of tiles: write Shuffle.of([\"6-5\", ...])")
        object.__setattr__(self, "key", mix((mix(self.seed & _MASK64) + self.hand * _G) & _MASK64))

    @classmethod
    @checked
    def of(cls, order: TileList) -> Shuffle:
        """Return a shuffle with a given order, first tile first; it has no lots and no second deal.

        >>> [str(tile) for tile in dl.Shuffle.of(["5-5", "1-2"]).given]
        ['5-5', '2-1']
        """
        return cls(given=_copies(Tile.of(word) for word in order))

    def stream(self, number: int) -> Stream:
        """Return stream `number` of this hand: LOTS, DEALS + d or CHOICES + seat."""
        return Stream(mix((self.key + number * _G) & _MASK64))

    def order(self, tiles: DominoSet, deal: int = 0) -> tuple[Tile, ...]:
        """Return the tiles of the set in the order of deal number `deal` (0, then each redeal).

        Raises NotationError if a given order does not have each tile of the set exactly once (GEN-DEAL-1).

        >>> len(dl.Shuffle(seed=5).order(dl.DominoSet(), deal=1))
        28
        """
        if self.given is None:
            return self.stream(DEALS + deal).shuffled(tiles.tiles)
        if sorted(self.given) != list(tiles.tiles):
            raise NotationError(_misfit(self.given, tiles))
        return self.given

    def lots(self, tiles: DominoSet, count: int, draw: int = 0) -> tuple[Tile, ...]:
        """Return the `count` tiles drawn as lots, one per seat; `draw` counts the repeats after ties.

        >>> len(dl.Shuffle(seed=5).lots(dl.DominoSet(), 4))
        4
        """
        return self.stream(LOTS + draw).shuffled(tiles.tiles, count)

    def choices(self, seat: int) -> Stream:
        """Return the stream for the random choices of the player at `seat`."""
        return self.stream(CHOICES + seat)

    def __str__(self) -> str:
        """Return its name for readers, who count hands from 1: "seed 7, hand 1" is `Shuffle(seed=7, hand=0)`.

        >>> str(Shuffle(seed=7)), str(Shuffle(seed=7, hand=4))
        ('seed 7, hand 1', 'seed 7, hand 5')
        """
        return "a given order" if self.given is not None else f"seed {self.seed}, hand {self.hand + 1}"


def _check_number(name: str, number: object) -> int:
    checked_number = whole(number)
    if checked_number is None or checked_number < 0:
        raise NotationError(f"the {name} of a shuffle must be a whole number from 0 up, not {quote(number)}")
    if checked_number > MOST_SEED:
        raise NotationError(f"the {name} of a shuffle can have at most {len(str(MOST_SEED))} digits")
    return checked_number


def _copies(order: Iterable[Tile]) -> tuple[Tile, ...]:
    seen: dict[tuple[int, int], int] = {}
    out = []
    for tile in order:
        copy = seen.get((tile.low, tile.high), 0)
        seen[tile.low, tile.high] = copy + 1
        out.append(Tile._make((tile.low, tile.high, copy)))
    return tuple(out)


def _misfit(given: tuple[Tile, ...], tiles: DominoSet) -> str:
    have, want = set(given), set(tiles.tiles)
    wrong = sorted(have - want)
    if wrong:
        return f"{wrong[0]} is given once too often or is not in the {tiles.name} set (GEN-DEAL-1)"
    missing = sorted(want - have)
    return f"a given order must have the whole {tiles.name} set: it lacks {len(missing)} tiles, such as {missing[0]}"
