"""Game: how a patience is dealt, from a shuffle or from what a hand record states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from domino_lab.errors import IllegalAction
from domino_lab.events import Dealt
from domino_lab.play.state import Step, Table
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rulings import Ruling
from domino_lab.shuffle import Shuffle
from domino_lab.solitaire.alone import UNDEALT, Alone, concluded
from domino_lab.tiles import Tile

Parts = Mapping[str, Any]
"""The tiles of a deal by part ("row", "stock" ...); columns are a list of lists, `lefts` numbers, `below` a set."""


@dataclass(frozen=True)
class Game:
    """A patience: the `parts` of its deal, how a shuffle is dealt into them, and the first state they make.

    `key` names the kind of table: bingo, line, columns, knock-out or twelve. `heeds` are the axes that matter to it
    beside those of the set of tiles.
    """

    key: str
    keys: tuple[str, ...]
    parts: Callable[[Ruleset, Shuffle], Parts]
    first: Callable[[Table, Parts], Alone]
    written: Callable[[Any], dict[str, list[Any]]]
    heeds: tuple[str, ...] = ()

    @property
    def axes(self) -> frozenset[str]:
        """The axes that may be changed in this game."""
        return frozenset({"max_pip", "copies", "doubles", "weights", *self.heeds})

    def start(self, rules: Ruleset, shuffle: Shuffle, name: str = "Player 1") -> Step:
        """Step 0: the tiles of `shuffle` dealt."""
        return self.opening(rules, self.parts(rules, shuffle), name)

    def opening(self, rules: Ruleset, deal: Parts, name: str = "Player 1") -> Step:
        """Step 0 of a stated deal; what it does not state is empty. Raises IllegalAction for a deal without tiles."""
        state = self.first(Table(rules, (name,), Standing((0,))), deal)
        if not state.left:
            size = len(rules.equipment.set.tiles)
            raise IllegalAction(Ruling("GEN-DEAL-1", "few", {"n": 0, "seats": 1, "size": size}, allowed=False))
        facts = {"each": _face_up(deal), "stock": state.boneyard, **_sizes(state)}
        dealt = Dealt(0, facts["each"], facts["stock"], Ruling(rules.clauses["deal"], "dealt", facts))
        return concluded(None, (dealt,), state)

    def undealt(self, rules: Ruleset, name: str = "Player 1") -> Step:
        """Step 0 of a record whose deal is missing or cannot be used: an empty table, where nothing may be done."""
        state = self.first(Table(rules, (name,), Standing((0,)), study=True), {})
        return Step(None, None, (Dealt(0, 0, 0, UNDEALT),), state)

    def dealt(self, state: Alone) -> dict[str, list[Any]]:
        """The deal of a first state as a hand record states it."""
        return self.written(state)


def _face_up(deal: Parts) -> int:
    columns = sum(map(len, deal.get("columns", ())))
    return columns + sum(len(deal.get(part, ())) for part in ("row", "reserve", "holding"))


def _sizes(state: Alone) -> dict[str, int]:
    return {name: len(part) for name, part in state.faces.items() if name in ("columns", "reserve")}


def dealt_out(rules: Ruleset, shuffle: Shuffle) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The tiles that one player is dealt, and the rest, face down."""
    order = shuffle.order(rules.equipment.set)
    each = rules.dealing.each(1, len(order))
    return order[:each], order[each:]


def named(tiles: tuple[Tile, ...]) -> list[str]:
    """Tiles as a hand record names them."""
    return [str(tile) for tile in tiles]
