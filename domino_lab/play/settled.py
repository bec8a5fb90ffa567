"""Settling holdings that a reader gives: who wins such a hand, how much, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from domino_lab.errors import IllegalAction, NotationError
from domino_lab.escaping import as_markdown
from domino_lab.play.start import names_for
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.settling import Final
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile, tiles


@dataclass(frozen=True)
class Verdict:
    """How a hand is settled: the winning side (None for nobody), the award, and the ruling with its lines.

    >>> from domino_lab.catalogue import get
    >>> settle_holdings(get("block"), [["1-2", "2-4", "3-5"], ["5-5", "3-4"]]).winner
    0
    """

    winner: int | None
    award: int
    ruling: Ruling

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences of the sum, in reading order: why this side wins, then each line of the award.

        >>> from domino_lab.catalogue import get
        >>> len(settle_holdings(get("all-fives"), [["1-2"], ["5-6"]]).lines)
        4
        """
        ruling = self.ruling
        deciding = [part for part in ruling.because if "players" in part.facts]
        rest = [part for part in ruling.because if part not in deciding]
        return tuple(part.text for part in (*deciding, ruling, *rest))

    @property
    def text(self) -> str:
        """All the lines as one text.

        >>> from domino_lab.catalogue import get
        >>> "17" in settle_holdings(get("block"), [["1-2", "2-4", "3-5"], ["5-5", "3-4"]]).text
        True
        """
        return " ".join(self.lines)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The ids of the clauses that decided.

        >>> from domino_lab.catalogue import get
        >>> settle_holdings(get("block"), [["1-2"], ["3-5"]]).clauses
        ('BL-SCORE-1',)
        """
        return tuple(dict.fromkeys(part.id for part in self.ruling.tree()))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Verdict: winner {self.winner}, award {self.award}>"

    def _repr_markdown_(self) -> str:
        return "\n".join(f"- {as_markdown(line)}" for line in self.lines)


def settle_holdings(
    rules: Ruleset, holdings: Sequence[Sequence[str | Tile] | str], *, out: int | None = None,
    blocker: int | None = None,
) -> Verdict:
    """Settle a hand that ends with `holdings`, one a seat, in seat order.

    `out` is the seat that went out (found by itself where one holding is empty), `blocker` the one that laid last.
    Raises IllegalAction for a number of players the game is not for, NotationError for tiles or seats that cannot be,
    and for a patience, which has no holdings to compare.

    >>> from domino_lab.catalogue import get
    >>> settle_holdings(get("all-fives"), ["1-2", "1-4", "5-6", "6-6 0-1"]).award
    5
    """
    if rules.solo is not None:
        raise NotationError(f"{rules.name} is won or lost: there are no holdings to settle")
    held = tuple(_tiles(holding) for holding in holdings)
    ruling = rules.dealing.seats_ruling(len(held))
    if not ruling.allowed:
        raise IllegalAction(ruling)
    _check_tiles(rules, held)
    for name, seat in (("out", out), ("blocker", blocker)):
        if seat is not None and not 0 <= seat < len(held):
            raise NotationError(f"{name} = {seat} is no seat: the seats are 0 to {len(held) - 1}")
    found = rules.settling.settle(_final(rules, held, _out(held, out), blocker))
    return Verdict(found.winner, found.award, found.ruling)


def _final(rules: Ruleset, held: tuple[tuple[Tile, ...], ...], out: int | None, blocker: int | None) -> Final:
    weights = tuple(rules.equipment.total(holding) for holding in held)
    sides = tuple(rules.dealing.side(seat) for seat in range(len(held)))
    return Final(held, weights, sides, names_for(len(held)), out, blocker, rules.equipment.weight)


def _tiles(holding: Sequence[str | Tile] | str) -> tuple[Tile, ...]:
    return tiles(holding) if isinstance(holding, str) else tuple(Tile.of(tile) for tile in holding)


def _check_tiles(rules: Ruleset, held: tuple[tuple[Tile, ...], ...]) -> None:
    """GEN-DEAL-1: each tile of the set once, or twice with two sets."""
    known, seen = rules.equipment.set, [tile[:2] for holding in held for tile in holding]
    for holding in held:
        for tile in holding:
            if tile not in known.tiles:
                raise NotationError(f"{tile} is no tile of the {known.name} set (GEN-DEAL-1)")
            if seen.count(tile[:2]) > known.copies:
                raise NotationError(f"{tile} is there more often than the {known.name} set has it (GEN-DEAL-1)")


def _out(held: tuple[tuple[Tile, ...], ...], out: int | None) -> int | None:
    empty = [seat for seat, holding in enumerate(held) if not holding]
    if out is not None and held[out]:
        raise NotationError(f"seat {out} cannot have gone out: it still holds {held[out][0]}")
    if len(empty) > 1:
        raise NotationError(f"only one seat can have gone out, not seats {empty[0]} and {empty[1]}")
    return out if out is not None else next(iter(empty), None)
