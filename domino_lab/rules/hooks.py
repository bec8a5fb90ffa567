"""Hooks: the methods of a reader's own rule object, with what each is given and must return.

This is the one place that says so. An object has the methods it needs and no others: each of these protocols is one of
them, and a type checker can hold a class against it. What an object lacks is done by the game's own rules. Every answer
is checked where it is given, and the methods are tried when the ruleset is declared (`rules.custom`).

Whole numbers are from 0 to 1,000,000, and 27.0 is as good as 27; 27.5, None, and a text are refused. Yes or no is True
or False; None, which a method without a `return` gives, means no.

>>> from domino_lab.rules.hooks import HOOKS
>>> HOOKS["scoring"]["points"]
'points(total)'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from domino_lab.core.chain import Chain, OpenEnd
    from domino_lab.core.tiles import Tile
    from domino_lab.rules.leading import Deck, Lead, Standing
    from domino_lab.rules.scoring import Count, Term
    from domino_lab.rules.settling import Final, Settlement
    from domino_lab.rules.turns import Loot, Spoils


class Weighs(Protocol):
    """For equipment: the pips of a tile."""

    def weight(self, tile: Tile) -> int:
        """Return what `tile` counts where pips are added up: in a holding, and when lots are drawn."""


class DealsEach(Protocol):
    """For dealing: the size of a holding."""

    def each(self, seats: int, set_size: int) -> int:
        """Return how many of the `set_size` tiles each of `seats` players gets, 1 or more."""


class TakesTurns(Protocol):
    """For dealing: the order of turns."""

    def next_seat(self, seat: int, seats: int) -> int:
        """Return the seat whose turn comes after `seat`; every seat must get a turn."""


class NamesLeader(Protocol):
    """For leading: who leads."""

    def leader(self, deck: Deck) -> int | Tile | None:
        """Return a seat, or a tile that its holder must lead with, or None for a new deal."""


class FindsLead(Protocol):
    """For leading: who leads, and with what, in every hand of a match."""

    def find(self, deck: Deck, standing: Standing, next_seat: Callable[[int], int]) -> Lead | None:
        """Return a Lead(seat, must, ruling), or None for a new deal."""


class Spins(Protocol):
    """For arms: the spinners."""

    def spins(self, tile: Tile, chain: Chain) -> bool:
        """Return True if the double `tile` is a spinner when it is played on `chain`."""


class OpensEnds(Protocol):
    """For arms: where tiles can be played."""

    def open_ends(self, chain: Chain) -> Iterable[OpenEnd]:
        """Return those of `chain.ends` that are open."""


class Meets(Protocol):
    """For matching: which halves can touch."""

    def meets(self, half: int, value: int) -> bool:
        """Return True if a half that shows `half` can touch an open end that shows `value`."""


class Fits(Protocol):
    """For matching: which tiles can touch."""

    def fits(self, tile: Tile, value: int) -> bool:
        """Return True if `tile` can be played on an open end that shows `value`."""


class FacesOutward(Protocol):
    """For matching: which tiles can touch, and how they lie."""

    def outs(self, tile: Tile, value: int) -> Iterable[int]:
        """Return the values that can face outward if `tile` is played on a `value`; none if it does not fit."""


class MayDraw(Protocol):
    """For drawing: who draws."""

    def may(self, able: bool, stock: int, drawn: int, chosen: int) -> bool:  # noqa: FBT001 - a reader's own signature
        """Return True if a player may draw; they are `able` to play or not, and the boneyard has `stock` tiles.

        In this turn they have drawn `drawn` tiles, `chosen` of them by choice.
        """


class WorthOfTotal(Protocol):
    """For scoring: the points of a count."""

    def points(self, total: int) -> int:
        """Return the points for open ends that add up to `total`."""


class CountsTerm(Protocol):
    """For scoring: what a tile at an open end counts."""

    def counts(self, term: Term) -> int:
        """Return what the tile of `term` adds to the count."""


class CountsChain(Protocol):
    """For scoring: the count."""

    def count(self, chain: Chain) -> Count | int | None:
        """Return the count of `chain`, as a whole number or a Count; None if there is nothing to count."""


class WorthOfChain(Protocol):
    """For scoring: the points of a play."""

    def worth(self, chain: Chain) -> int:
        """Return the points for the play that leaves `chain`."""


class EndsHand(Protocol):
    """For ending: a hand that is over before anybody goes out."""

    def over(self, chain: Chain) -> bool:
        """Return True if the hand ends with the play that leaves `chain`; it is settled like a blocked one."""


class KeepsOpen(Protocol):
    """For ending: a hand in which nobody can play."""

    def goes_on(self, drawable: bool) -> bool:  # noqa: FBT001 - a reader's own signature
        """Return True if the hand goes on although nobody can play; `drawable` is True if tiles can be drawn."""


class Awards(Protocol):
    """For settling: the points at the end of a hand."""

    def award(self, final: Final, seat: int) -> int | Mapping[int, int]:
        """Return the points of a hand that `seat` has won.

        A whole number is for the side of `seat`; {0: 10, 2: 5} gives points to several sides.
        """


class NamesWinner(Protocol):
    """For settling: who wins a hand."""

    def winner(self, final: Final) -> int | None:
        """Return the seat that wins the hand, however it ended; None for nobody."""


class Settles(Protocol):
    """For settling: who wins a hand and what it is worth."""

    def settle(self, final: Final) -> Settlement:
        """Return a Settlement(winner, seat, award, ruling); its `shares` give points to several sides."""


class Reaches(Protocol):
    """For winning: the score that wins a match."""

    def reached(self, score: int, seats: int, teams: bool) -> bool:  # noqa: FBT001 - a reader's own signature
        """Return True if a side with `score` points has won the match, provided that no other side has more."""


class WinsMatch(Protocol):
    """For winning: who wins a match."""

    def winner(self, scores: Sequence[int], seats: int, teams: bool) -> int | None:  # noqa: FBT001 - a reader's own
        """Return the side that has won the match with these scores; None if it goes on."""


class Steals(Protocol):
    """For stacking: what stacking brings."""

    def loot(self, spoils: Spoils | None, tile: Tile) -> Loot:
        """Return Loot(credit, loss): what stacking `tile` brings, and what it costs the player robbed."""


class StacksNow(Protocol):
    """For stacking: when tiles can be stacked."""

    def may_now(self, spoils: Spoils | None) -> bool:
        """Return True if a tile can be stacked now; `spoils` is the last score, None if the last play had none."""


class ChoosesStack(Protocol):
    """For stacking: which tiles can be stacked where."""

    def choices(self, chain: Chain, ends: Sequence[OpenEnd], holding: Sequence[Tile]) -> Iterable[tuple[Tile, int]]:
        """Return pairs: a tile of `holding`, and the number of the tile it can be put on."""


class GoesAgain(Protocol):
    """For turns: another turn."""

    def goes_on(self, tile: Tile) -> bool:
        """Return True if whoever plays `tile` has another turn."""


PROTOCOLS: Mapping[str, tuple[type, ...]] = {
    "equipment": (Weighs,), "dealing": (DealsEach, TakesTurns), "leading": (NamesLeader, FindsLead),
    "arms": (Spins, OpensEnds), "matching": (Meets, Fits, FacesOutward), "drawing": (MayDraw,),
    "scoring": (WorthOfTotal, CountsTerm, CountsChain, WorthOfChain), "ending": (EndsHand, KeepsOpen),
    "settling": (Awards, NamesWinner, Settles), "winning": (Reaches, WinsMatch),
    "stacking": (Steals, StacksNow, ChoosesStack), "turns": (GoesAgain,),
}
"""The protocols of each group of axes: one for every method with which an object may decide."""


def _method(protocol: type) -> Callable[..., object]:
    return next(value for name, value in vars(protocol).items() if not name.startswith("_"))  # type: ignore[no-any-return]


def _written(method: Callable[..., object]) -> str:
    code = method.__code__
    return f"{method.__name__}({', '.join(code.co_varnames[1:code.co_argcount])})"


HOOKS: dict[str, dict[str, str]] = {
    group: {_method(one).__name__: _written(_method(one)) for one in protocols}
    for group, protocols in PROTOCOLS.items()
}
"""The methods with which an object may decide, by group and name, each as it is written. It needs one of them."""


def guide(*groups: str) -> str:
    """Return all methods, or those of some groups, a line each: how it is written, and what it must give.

    >>> print(guide("scoring", "turns"))
    scoring
      points(total) -> int: Return the points for open ends that add up to `total`.
      counts(term) -> int: Return what the tile of `term` adds to the count.
      count(chain) -> Count | int | None: Return the count of `chain`, as a whole number or a Count; None if there is \
nothing to count.
      worth(chain) -> int: Return the points for the play that leaves `chain`.
    turns
      goes_on(tile) -> bool: Return True if whoever plays `tile` has another turn.
    """
    lines = []
    for group in groups or PROTOCOLS:
        lines.append(group)
        for one in PROTOCOLS[group]:
            method = _method(one)
            gives, docstring = method.__annotations__["return"], (method.__doc__ or "").partition("\n")[0]
            lines.append(f"  {_written(method)} -> {gives}: {docstring}")
    return "\n".join(lines)
