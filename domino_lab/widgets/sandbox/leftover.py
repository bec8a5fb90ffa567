"""Leftover: the tiles that players still hold when a hand is over, and how rulesets settle it. No widgets here."""

from __future__ import annotations

from typing import NamedTuple

from domino_lab.errors import IllegalAction, NotationError
from domino_lab.play.settlement import Verdict, settle_holdings
from domino_lab.play.start import names_for
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


class Leftover(NamedTuple):
    """What each seat still holds, and the seat that laid last, where that is known (None: nobody says).

    A seat with no tile went out.
    """

    holdings: tuple[tuple[Tile, ...], ...]
    blocker: int | None = None

    @classmethod
    def empty(cls, seats: int) -> Leftover:
        """Nobody holds anything yet."""
        return cls(((),) * seats)

    def put(self, seat: int, tile: Tile) -> Leftover:
        """With one more tile in the holding of `seat`."""
        return self._with(seat, (*self.holdings[seat], tile))

    def drop(self, seat: int, tile: Tile) -> Leftover:
        """Without that tile in the holding of `seat`."""
        return self._with(seat, tuple(held for held in self.holdings[seat] if held != tile))

    def seated(self, seats: int) -> Leftover:
        """For that many seats; the tiles of a seat that is no more go back."""
        kept = (*self.holdings, *((),) * seats)[:seats]
        return Leftover(kept, None if self.blocker is not None and self.blocker >= seats else self.blocker)

    def spare(self, rules: Ruleset, kind: tuple[int, int]) -> Tile | None:
        """The tile of these halves that nobody holds yet; None where there is none."""
        taken = {tile for held in self.holdings for tile in held}
        return next((tile for tile in rules.equipment.set.tiles if tile[:2] == kind and tile not in taken), None)

    def held(self, seat: int, kind: tuple[int, int]) -> Tile | None:
        """The tile of these halves that `seat` holds; None where it holds none."""
        return next((tile for tile in self.holdings[seat] if tile[:2] == kind), None)

    def _with(self, seat: int, holding: tuple[Tile, ...]) -> Leftover:
        return self._replace(holdings=(*self.holdings[:seat], holding, *self.holdings[seat + 1 :]))


class Outcome(NamedTuple):
    """How one ruleset settles it: the verdict, or the ruling or the sentence that says why it cannot."""

    rules: Ruleset
    verdict: Verdict | None = None
    refused: Ruling | None = None
    problem: str = ""


def outcome(rules: Ruleset, left: Leftover) -> Outcome:
    """Who wins a hand that ends so, by `rules`, and how much."""
    try:
        return Outcome(rules, settle_holdings(rules, left.holdings, blocker=left.blocker))
    except IllegalAction as error:
        return Outcome(rules, refused=error.ruling)
    except NotationError as error:
        return Outcome(rules, problem=str(error))


def side_names(rules: Ruleset, seats: int) -> list[str]:
    """The names of the sides, by number: a player's, or those of partners."""
    names, sides = names_for(seats), [rules.dealing.side(seat) for seat in range(seats)]
    return [" + ".join(name for name, own in zip(names, sides, strict=True) if own == side)
            for side in sorted(set(sides))]
