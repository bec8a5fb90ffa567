"""Patience games: the common parts of their states, their deals and their pairs of tiles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, TypeAlias

from domino_lab.core.actions import Action, Remove
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.errors import IllegalAction
from domino_lab.core.events import Dealt, Ended, Event, Settled
from domino_lab.core.rulings import Ruling
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.play.state import OnTop, Step, Table
from domino_lab.play.view import View
from domino_lab.rules.leading import Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Count
from domino_lab.rules.so_far import Move
from domino_lab.rules.turns import Spoils

_BARE = Chain()
_LEAD = Lead(0, None, Ruling("GEN-DEAL-1", "seats", {"n": 1}))

UNDEALT = Ruling("REC-DEAL", "undealt", {}, allowed=False)
"""The refusal of every action if a record deals no tiles; its table is a `study`."""

Parts = Mapping[str, Any]
"""The tiles of a deal by part ("row", "stock" ...); columns are a list of lists, `lefts` numbers, `below` a set."""

Written: TypeAlias = dict[str, list[str] | list[list[str]]]
"""The deal as a hand record states it: tiles by part."""


@dataclass(frozen=True, kw_only=True)
class PatienceState(ABC):
    """A position of a patience: the fields of `State`, most of them at their defaults, and more.

    `over` is "won", "lost" or None; `waste` has the removed tiles, in order; `choices` counts the actions so far that
    had an alternative. Each game adds the tiles on its table and its rules. `keys` has the parts of its deal in a hand
    record, the tiles face up first.
    """

    keys: ClassVar[tuple[str, ...]]

    table: Table
    chain: Chain = _BARE
    holdings: tuple[tuple[Tile, ...], ...] = ((),)
    stock: tuple[Tile, ...] = ()
    turn: int = 0
    lead: Lead = _LEAD
    scores: tuple[int, ...] = (0,)
    drawn: int = 0
    blocker: int | None = None
    over: str | None = None
    below: frozenset[Tile] = frozenset()
    stacks: tuple[OnTop, ...] = ()
    spoils: Spoils | None = None
    passes: int = 0
    chips: tuple[int, ...] = ()
    discards: tuple[tuple[Tile, ...], ...] = ()
    waste: tuple[Tile, ...] = ()
    choices: int = 0

    @classmethod
    def _parts(cls, rules: Ruleset, shuffle: Shuffle) -> Parts:
        """Deal a shuffle into the parts of the game: the tiles of the player, and the rest if it is used."""
        return dict(zip(cls.keys, deal_out(rules, shuffle), strict=False))

    @classmethod
    def _first(cls, table: Table, deal: Parts) -> PatienceState:
        """Return the first state of a deal, whose missing parts are empty."""
        parts: dict[str, Any] = {key: tuple(deal.get(key, ())) for key in cls.keys}
        return cls(table=table, **parts)

    def _write(self) -> Written:
        """Return the deal of this first state as a hand record states it."""
        return {key: names_of(getattr(self, key)) for key in self.keys}

    @property
    def rules(self) -> Ruleset:
        """The ruleset of this game."""
        return self.table.rules

    @property
    def boneyard(self) -> int:
        """The number of tiles that lie face down."""
        return len(self.stock) + len(self.below)

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that are out while others play on: none."""
        return ()

    @property
    def went_out(self) -> None:
        """The seat that has won by playing all its tiles: nobody, for there are no rivals."""
        return

    @property
    def opened(self) -> tuple[int, ...]:
        """Nothing, because there is one player."""
        return ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """Nothing, because there is one player."""
        return ()

    @property
    def bound_to(self) -> int | None:
        """None, because no game has a further turn at the tile just played."""
        return None

    @property
    def only_doubles(self) -> bool:
        """False, because a patience has no further turn for doubles."""
        return False

    @property
    def adds_doubles(self) -> bool:
        """False, for the same reason."""
        return False

    @property
    def lapses(self) -> bool:
        """False, because a patience has no further turn."""
        return False

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The ends where a tile can be played now; none in a game without a chain."""
        return self.rules.arms.open_ends(self.chain)

    @property
    def board_count(self) -> Count | None:
        """The board count; None, because a patience does not count in play."""
        return self.rules.scoring.count(self.chain)

    @property
    @abstractmethod
    def faces(self) -> Mapping[str, object]:
        """Everything that lies face up, by the name of the attribute."""

    @property
    @abstractmethod
    def free(self) -> tuple[Tile, ...]:
        """The tiles that can be touched now."""

    @property
    @abstractmethod
    def left(self) -> int:
        """The number of tiles that are still to be removed or played."""

    @abstractmethod
    def _moves(self) -> tuple[Action, ...]:
        """Return the legal actions while the game goes on."""

    @abstractmethod
    def _ruling(self, action: Action) -> Ruling:
        """Return the ruling on an action while the game goes on."""

    @abstractmethod
    def _do(self, action: Action, ruling: Ruling) -> tuple[tuple[Event, ...], PatienceState]:
        """Return the events of an allowed action and the state after it."""

    @abstractmethod
    def _ending(self) -> Ended | None:
        """Return the end of the game, if it is won or dead now."""

    def but(self, **changed: Any) -> Self:
        """Return the same position with some of its fields `changed`."""
        return replace(self, **changed)

    def _refuse(self, topic: str, case: str, **facts: object) -> Ruling:
        return Ruling.of(self.rules.clauses, topic, case, facts, allowed=False)

    def _allow(self, topic: str, case: str, **facts: object) -> Ruling:
        return Ruling.of(self.rules.clauses, topic, case, facts)

    def _end(self, how: str, case: str, topic: str = "patience_end", **facts: object) -> Ended:
        return Ended(how, Ruling.of(self.rules.clauses, topic, case, facts))


def conclude(action: Action | None, events: tuple[Event, ...], state: PatienceState) -> Step:
    """Return the step to `state`, which may be won or lost by then; without an action it is the deal."""
    ended = state._ending()
    if ended is not None:
        events, state = (*events, ended), replace(state, over=ended.how)
    return Step(action, None if action is None else 0, events, state)


@dataclass(frozen=True)
class PatienceGame:
    """A patience: its deal, from a shuffle or as a hand record states it, and its actions.

    `key` is the kind of table: bingo, line, columns, knock-out or twelve; `heeds` are the axes that matter to it
    besides those of the set of tiles.
    """

    key: str
    state: type[PatienceState]
    heeds: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The parts of its deal in a hand record, the tiles face up first."""
        return self.state.keys

    @property
    def axes(self) -> frozenset[str]:
        """The axes that can be changed in this game."""
        return frozenset({"max_pip", "copies", "doubles", "weights", *self.heeds})

    def start(self, rules: Ruleset, shuffle: Shuffle, name: str = "Ana") -> Step:
        """Return step 0: the tiles of `shuffle` dealt."""
        return self.opening(rules, self.state._parts(rules, shuffle), name)

    def opening(self, rules: Ruleset, deal: Parts, name: str = "Ana") -> Step:
        """Return step 0 of a stated deal, whose missing parts are empty; raises IllegalAction for one without tiles."""
        state = self.state._first(Table(rules, (name,), Standing((0,))), deal)
        if not state.left:
            size = len(rules.equipment.set.tiles)
            raise IllegalAction(Ruling("GEN-DEAL-1", "few", {"n": 0, "seats": 1, "size": size}, allowed=False))
        shown = [*deal.get("columns", ()), *(deal.get(part, ()) for part in ("row", "reserve", "holding"))]
        facts = {"each": sum(map(len, shown)), "stock": state.boneyard}
        facts |= {part: len(deal.get(part, ())) for part in ("columns", "reserve") if part in self.keys}
        dealt = Dealt(0, facts["each"], facts["stock"], Ruling(rules.clauses["deal"], "dealt", facts))
        return conclude(None, (dealt,), state)

    def undealt(self, rules: Ruleset, name: str = "Ana") -> Step:
        """Return step 0 of a record without a usable deal: an empty table without actions."""
        state = self.state._first(Table(rules, (name,), Standing((0,)), study=True), {})
        return Step(None, None, (Dealt(0, 0, 0, UNDEALT),), state)

    def deal_of(self, state: PatienceState) -> Written:
        """Return the deal of a first state as a hand record states it."""
        return state._write()

    def legal(self, state: PatienceState) -> tuple[Action, ...]:
        """Return every legal action, in one fixed order."""
        return () if state.over is not None or state.table.study else state._moves()

    def judge(self, state: PatienceState, action: Action) -> Ruling:
        """Return the ruling on an action: allowed or refused, with the clause."""
        if state.table.study:
            return UNDEALT
        if state.over is not None:
            return Ruling("GEN-OVER-1", "no", {}, allowed=False)
        return state._ruling(action)

    def advance(self, state: PatienceState, action: Action) -> Step:
        """Return the step that `action` makes; raises IllegalAction, with the ruling."""
        ruling = self.judge(state, action)
        if not ruling.allowed:
            raise IllegalAction(ruling)
        events, after = state._do(action, ruling)
        chosen = len(self.legal(state)) > 1
        return conclude(action, events, replace(after, choices=state.choices + chosen))

    def settle(self, state: PatienceState) -> Step:
        """Return the last step of a game that is over: won or lost, with the tiles left and the number of choices."""
        won = state.over == "won"
        facts = {"player": state.table.names[0], "left": state.left, "choices": state.choices}
        ruling = Ruling(state.rules.clauses["patience_end"], "won" if won else "lost", facts)
        return Step(None, None, (Settled(0 if won else None, 0, ruling),), state)

    def view(self, state: PatienceState, seat: int) -> View:
        """Return the view of the player: all tiles face up, and the legal actions."""
        return View(state.rules, state.table.names, seat, state.holdings[0], state.chain,
                    tuple(map(len, state.holdings)), state.boneyard, state.turn, state.scores, state.drawn, None,
                    faces=state.faces, legal=self.legal(state))


def deal_out(rules: Ruleset, shuffle: Shuffle) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """Return the tiles that one player is dealt, and the rest, which lies face down."""
    order = shuffle.order(rules.equipment.set)
    each = rules.dealing.each(1, len(order), 1)
    return order[:each], order[each:]


def names_of(tiles: Iterable[Tile | None]) -> list[str]:
    """Return tiles as a hand record names them, without the gaps (None) between them."""
    return [str(tile) for tile in tiles if tile is not None]


def goal(rules: Ruleset) -> int:
    """Return the pips that a pair must have: twelve in a double-six set."""
    return 2 * rules.equipment.max_pip


def pair_ruling(rules: Ruleset, tiles: tuple[Tile, ...]) -> Ruling:
    """Return the ruling on removing two free tiles (FC-3, TT-2)."""
    pips = rules.equipment.total(tiles)
    allowed = pips == goal(rules)
    facts = {"tiles": tiles, "pips": pips, "goal": goal(rules)}
    return Ruling(rules.clauses["patience_play"], "yes" if allowed else "no", facts, allowed)


def pairs(rules: Ruleset, free: Iterable[Tile]) -> tuple[Remove, ...]:
    """Return the removals of pairs of `free` tiles, in ascending order of tiles."""
    tiles, wanted = sorted(free), goal(rules)
    weights = [*map(rules.equipment.weight, tiles)]
    return tuple([Remove((tile, tiles[other])) for place, tile in enumerate(tiles)
                  for other in range(place + 1, len(tiles)) if weights[place] + weights[other] == wanted])
