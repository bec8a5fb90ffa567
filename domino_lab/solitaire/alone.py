"""Alone: what the states of all patience games have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from domino_lab.actions import Action
from domino_lab.chain import Chain, OpenEnd
from domino_lab.errors import IllegalAction
from domino_lab.events import Ended, Event, Settled
from domino_lab.play.state import OnTop, Step, Table
from domino_lab.play.view import View
from domino_lab.rules.leading import Lead
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Count
from domino_lab.rules.turns import Spoils
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile

_BARE = Chain()
_LEAD = Lead(0, None, Ruling("GEN-DEAL-1", "seats", {"n": 1}))

UNDEALT = Ruling("REC-DEAL", "undealt", {}, allowed=False)
"""Why nothing may be done where a record deals no tiles; its table is a `study`."""


@dataclass(frozen=True, kw_only=True)
class Alone(ABC):
    """A moment of a patience: the attributes of `State` that a game without rivals leaves as they are, and three more.

    `over` is "won", "lost" or None; `waste` are the tiles that are gone, in order; `choices` counts how often so far
    there was more than one legal action. Each game adds what lies on its table, and says what may be done there.
    """

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
    waste: tuple[Tile, ...] = ()
    choices: int = 0

    @property
    def rules(self) -> Ruleset:
        """The ruleset of this game."""
        return self.table.rules

    @property
    def boneyard(self) -> int:
        """How many tiles lie face down."""
        return len(self.stock) + len(self.below)

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The ends where a tile may be laid now; none in a game without a chain."""
        return self.rules.arms.open_ends(self.chain)

    @property
    def board_count(self) -> Count | None:
        """The board count; None, for a patience does not count in play."""
        return self.rules.scoring.count(self.chain)

    @property
    @abstractmethod
    def faces(self) -> Mapping[str, Any]:
        """All that lies face up, by the name of the attribute."""

    @property
    @abstractmethod
    def free(self) -> tuple[Tile, ...]:
        """The tiles that may be touched now."""

    @property
    @abstractmethod
    def left(self) -> int:
        """How many tiles are still to be got rid of."""

    @abstractmethod
    def _moves(self) -> tuple[Action, ...]:
        """The legal actions while the game goes on."""

    @abstractmethod
    def _ruling(self, action: Action) -> Ruling:
        """The ruling on an action while the game goes on."""

    @abstractmethod
    def _done(self, action: Action, ruling: Ruling) -> tuple[tuple[Event, ...], Alone]:
        """What an allowed action makes."""

    @abstractmethod
    def _ended(self) -> Ended | None:
        """Whether the game is won or dead now, and why."""

    def legal(self) -> tuple[Action, ...]:
        """Every legal action, in one fixed order."""
        return () if self.over is not None or self.table.study else self._moves()

    def judge(self, action: Action) -> Ruling:
        """The ruling on an action: allowed or refused, with the clause."""
        if self.table.study:
            return UNDEALT
        if self.over is not None:
            return Ruling("GEN-OVER-1", "no", {}, allowed=False)
        return self._ruling(action)

    def advance(self, action: Action) -> Step:
        """The step that `action` makes; raises IllegalAction, with the ruling."""
        ruling = self.judge(action)
        if not ruling.allowed:
            raise IllegalAction(ruling)
        events, after = self._done(action, ruling)
        chosen = len(self.legal()) > 1
        return concluded(action, events, replace(after, choices=self.choices + chosen))

    def settle(self) -> Step:
        """The last step of a game that is over: won or lost, the tiles left, and how many choices there were."""
        won = self.over == "won"
        facts = {"player": self.table.names[0], "left": self.left, "choices": self.choices}
        ruling = Ruling(self.rules.clauses["patience_end"], "won" if won else "lost", facts)
        return Step(None, None, (Settled(0 if won else None, 0, ruling),), self)

    def view(self, seat: int) -> View:
        """Return what the player may know: all that lies face up, and the legal actions."""
        return View(self.rules, self.table.names, seat, self.holdings[0], self.chain, tuple(map(len, self.holdings)),
                    self.boneyard, self.turn, self.scores, self.drawn, None, faces=self.faces, moves=self.legal())

    def but(self, **changed: Any) -> Self:
        """Return the same position with some of its fields `changed`."""
        return replace(self, **changed)

    def _refused(self, topic: str, case: str, **facts: Any) -> Ruling:
        return Ruling(self.rules.clauses[topic], case, facts, allowed=False)

    def _allowed(self, topic: str, case: str, **facts: Any) -> Ruling:
        return Ruling(self.rules.clauses[topic], case, facts)

    def _end(self, how: str, case: str, topic: str = "patience_end", **facts: Any) -> Ended:
        return Ended(how, Ruling(self.rules.clauses[topic], case, facts))


def concluded(action: Action | None, events: tuple[Event, ...], state: Alone) -> Step:
    """The step to `state`, which may be won or dead by then. Without an action it is the deal."""
    ended = state._ended()
    if ended is not None:
        events, state = (*events, ended), replace(state, over=ended.how)
    return Step(action, None if action is None else 0, events, state)
