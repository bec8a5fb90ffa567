"""Checked: what a reader's own policy may leave out, and the answers of it that would stop a game later on.

The classes stand above the policy and ask it through `super()`. What a policy lacks comes from below it: for matching
from one of the classes named after the method it has, for all else from the group itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domino_lab.chain import Chain, OpenEnd
from domino_lab.rules.arms import Arms
from domino_lab.rules.checkedscores import SCORES, VERDICTS
from domino_lab.rules.dealing import Dealing
from domino_lab.rules.drawing import Drawing
from domino_lab.rules.leading import Deck, Lead, Leading, Standing
from domino_lab.rules.matching import Matching
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


class _ByEach(Dealing):
    """The way in for a policy that says how many tiles each."""

    def each_of(self, seats: int, set_size: int) -> int:
        return self.each(seats, set_size)


class _ByLeader(Leading):
    """The rest for a policy with `leader(deck)`: it gives a seat, a tile whose holder must set it, or None.

    With None, or a tile that nobody holds, the tiles are dealt again.
    """

    leader: Callable[[Deck], int | Tile | None]

    def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        found = self.leader(deck)
        must = found if isinstance(found, Tile) else None
        if must is not None:
            found = next((seat for seat, held in enumerate(deck.holdings) if must in held), None)
        if found is None or isinstance(found, Tile):
            return None
        seat = found
        return Lead(seat, must, Ruling(self.clauses["first_leader"], "leads", {"player": deck.names[seat]}))


class _OwnArms(Arms):
    """Spinners or open ends of a reader's own; only a double can spin, and only a free edge can be open."""

    asks_of_ends = True

    def spins(self, tile: Tile, chain: Chain) -> bool:
        return tile.is_double and super().spins(tile, chain)

    def open_ends(self, chain: Chain) -> tuple[OpenEnd, ...]:
        chosen = set(super().open_ends(chain))
        return tuple(end for end in chain.ends if end in chosen)


class _OwnMatching(Matching):
    """Which halves meet by a rule of a reader's own; what may then lie outward is the rest of the tile."""

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        return tuple(sorted(set(super().outs(tile, value))))


class _SaysMatching(Matching):
    """The words for a policy that has none of its own."""

    def ruling(self, tile: Tile, value: int, onto: Tile) -> Ruling:
        fits = self.fits(tile, value)
        facts = {"tile": tile, "value": value, "onto": onto}
        return Ruling(self.clauses["matching"], "yes" if fits else "no", facts, fits)


class _ByHalves(_SaysMatching):
    """The rest for a policy that says which half meets a value, or which tile fits."""

    def outs(self, tile: Tile, value: int) -> tuple[int, ...]:
        if not self.fits(tile, value):
            return ()
        meeting = [half for half in tile[:2] if self.meets(half, value)]
        return tuple({tile.other(half) for half in meeting}) if meeting else tile[:2]


class _ByMeets(_ByHalves):
    """The rest for a policy that has only `meets`."""

    def fits(self, tile: Tile, value: int) -> bool:
        return self.meets(tile[0], value) or self.meets(tile[1], value)


class _ByFits(_ByHalves):
    """The rest for a policy that has `fits`: a half meets what its double would fit."""

    def meets(self, half: int, value: int) -> bool:
        return self.fits(Tile(half, half), value)


class _ByOuts(_SaysMatching):
    """The rest for a policy that has `outs`."""

    def fits(self, tile: Tile, value: int) -> bool:
        return bool(self.outs(tile, value))

    def meets(self, half: int, value: int) -> bool:
        return True


class _OwnDrawing(Drawing):
    """When a tile may be drawn, by a rule of a reader's own."""

    def _now(self, facts: Mapping[str, Any]) -> bool:
        return self.may(able=facts["able"] is not None, stock=facts["stock"], drawn=facts["drawn"],
                        chosen=facts.get("chosen", 0))

    def possible(self, stock: int) -> bool:
        return self.may(able=False, stock=stock, drawn=0)

    def may(self, *, able: bool, stock: int, drawn: int, chosen: int = 0) -> bool:
        return stock > 0 and super().may(able=able, stock=stock, drawn=drawn, chosen=chosen)

    def ruling(self, facts: Mapping[str, Any]) -> Ruling:
        case = "draw" if self._now(facts) else "no"
        return Ruling(self.clauses["draw_when"], case, facts, case == "draw")

    def pass_ruling(self, facts: Mapping[str, Any]) -> Ruling:
        if facts["able"] is not None or self._now(facts):
            return super().pass_ruling(facts)
        return Ruling(self.clauses["draw_when"], "pass", facts)

    def _draw_case(self, facts: Mapping[str, Any]) -> tuple[str, str]:
        return "draw_when", "draw" if self._now(facts) else "no"


CHECKED: dict[str, type[Any]] = {
    "arms": _OwnArms, "matching": _OwnMatching, "drawing": _OwnDrawing, **SCORES,
}
"""What stands above a policy, by group, where anything does."""


def below(group: str, hooks: tuple[str, ...]) -> tuple[type[Any], ...]:
    """What stands below a policy that has these methods, to do what it leaves out.

    >>> below("matching", ("meets",))[0].__name__
    '_ByMeets'
    """
    if group == "matching":
        return (_ByFits if "fits" in hooks else _ByMeets if "meets" in hooks else _ByOuts,)
    found = {**VERDICTS, ("dealing", "each"): _ByEach, ("leading", "leader"): _ByLeader}
    return tuple(made for (of, hook), made in found.items() if of == group and hook in hooks)
