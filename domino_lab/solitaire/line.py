"""Domino Patience and Five's the Limit: one line is played from a hand, by the chain's own rules (DP-..., FL-...)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from domino_lab.core.actions import Action, Draw, Pass
from domino_lab.core.events import Ended, Event
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.play.hand import act
from domino_lab.play.legal import judge_mover, legal_in_hand
from domino_lab.play.state import State, Table
from domino_lab.solitaire.patience_state import Parts, PatienceGame, PatienceState, Written, names_of


@dataclass(frozen=True, kw_only=True)
class LineState(PatienceState):
    """A position of a patience with a chain: one holding, one line, and a boneyard."""

    keys = ("holding", "stock")

    @classmethod
    def _first(cls, table: Table, deal: Parts) -> PatienceState:
        return cls(table=table, holdings=(tuple(deal.get("holding", ())),), stock=tuple(deal.get("stock", ())),
                   below=frozenset(deal.get("below", ())))

    def _write(self) -> Written:
        return {"holding": names_of(self.holdings[0]), "stock": names_of(self.stock)}

    @property
    def hand(self) -> State:
        """The same position as a hand of one player, whose rules decide on playing and drawing."""
        return State(table=self.table, chain=self.chain, holdings=self.holdings, stock=self.stock, turn=self.turn,
                     lead=self.lead, scores=self.scores, drawn=self.drawn, blocker=self.blocker, below=self.below)

    @property
    def faces(self) -> Mapping[str, object]:
        """The line and the holding."""
        return {"chain": self.chain, "holding": self.holdings[0]}

    @property
    def free(self) -> tuple[Tile, ...]:
        """The tiles in the hand."""
        return self.holdings[0]

    @property
    def left(self) -> int:
        """The tiles in the hand; face-down tiles need not be played (DP-4)."""
        return len(self.holdings[0])

    @property
    def full(self) -> bool:
        """True if no more tiles can be held (FL-1)."""
        limit = self.rules.patience.hold_limit
        return limit != "none" and len(self.holdings[0]) >= int(limit)

    def _moves(self) -> tuple[Action, ...]:
        barred = (Pass, Draw) if self.full else (Pass,)
        return tuple([action for action in legal_in_hand(self.hand) if not isinstance(action, barred)])

    def _ruling(self, action: Action) -> Ruling:
        if isinstance(action, Draw) and self.full:
            return self._refuse("hold_limit", "full", player=self.table.names[0], count=self.left)
        if action.kind in ("play", "draw", "pass"):
            return judge_mover(self.hand, action)
        return self._refuse("patience_play", "foreign")

    def _do(self, action: Action, ruling: Ruling) -> tuple[tuple[Event, ...], PatienceState]:
        step = act(self.hand, action)
        state = step.state
        after = replace(self, chain=state.chain, holdings=state.holdings, stock=state.stock, below=state.below,
                        scores=state.scores, drawn=state.drawn, blocker=state.blocker)
        return tuple(event for event in step.events if not isinstance(event, Ended)), after

    def _ending(self) -> Ended | None:
        if not self.left:
            return self._end("won", "out")
        if self._moves():
            return None
        shown = sorted({end.value for end in self.open_ends})
        if self.full and isinstance(legal_in_hand(self.hand)[0], Draw):
            return self._end("lost", "stuck", topic="hold_limit", count=self.left, shown=shown)
        return self._end("lost", "stuck", count=self.left, shown=shown)


LINE = PatienceGame("line", LineState, ("hold_limit", "deal", "matching", "spinner", "arm_order", "double_lay"))
"""Domino Patience, and with the axis hold_limit Five's the Limit."""
