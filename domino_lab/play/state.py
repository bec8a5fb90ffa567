"""Positions: everything that is true at one point of a game, frozen, and the steps between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple, Protocol, Self, runtime_checkable

from domino_lab.core.actions import Action
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.events import Event, Paid, Scored, Settled
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile
from domino_lab.rules.leading import Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Count
from domino_lab.rules.so_far import HandSoFar, Move
from domino_lab.rules.turns import Spoils
from domino_lab.words import Side

if TYPE_CHECKING:
    from domino_lab.play.view import View


class Table(NamedTuple):
    """The part of a position that never changes: the rules, the players, and the standing before the hand.

    `study` is True for a layout study, in which only the rules of playing tiles and scoring apply.
    """

    rules: Ruleset
    names: tuple[str, ...]
    standing: Standing
    study: bool = False

    @property
    def seats(self) -> int:
        """The number of players at the table."""
        return len(self.names)

    def side(self, seat: int) -> int:
        """Return the side (a seat, or a team) that `seat` plays for."""
        return self.rules.dealing.side(seat)

    def side_name(self, side: int) -> str:
        """Return the names of the players of a side."""
        return Side.of(name for seat, name in enumerate(self.names) if self.side(seat) == side)


class OnTop(NamedTuple):
    """A tile stacked `on` the played tile of that number; `order` tiles had been played or stacked before it."""

    tile: Tile
    on: int
    order: int


@runtime_checkable
class Position(Protocol):
    """One position of a game: the common base of `State`, in which tiles are dealt to players, and of a patience.

    `legal`, `judge`, `advance`, `settle` and `view` are functions of a Position; nothing is ever changed in place.
    """

    @property
    def table(self) -> Table:
        """The part that stays the same while the game goes on."""

    @property
    def rules(self) -> Ruleset:
        """The ruleset of this game."""

    @property
    def chain(self) -> Chain:
        """The layout; empty in a patience without a chain."""

    @property
    def holdings(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles of each seat."""

    @property
    def stock(self) -> tuple[Tile, ...]:
        """The boneyard, front first."""

    @property
    def below(self) -> frozenset[Tile]:
        """The tiles of the boneyard behind `stock`, in an unknown order."""

    @property
    def boneyard(self) -> int:
        """The number of tiles in the boneyard."""

    @property
    def turn(self) -> int:
        """The seat to move."""

    @property
    def lead(self) -> Lead:
        """The seat that leads, and the tile it must start with."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each side, earlier hands of the match included."""

    @property
    def drawn(self) -> int:
        """The number of tiles drawn in this turn."""

    @property
    def blocker(self) -> int | None:
        """The seat that played last."""

    @property
    def over(self) -> str | None:
        """The way in which the game ended ("out", "blocked", "won" ...); None while it goes on."""

    @property
    def stacks(self) -> tuple[OnTop, ...]:
        """The tiles stacked on others."""

    @property
    def spoils(self) -> Spoils | None:
        """The points that can be stolen now."""

    @property
    def passes(self) -> int:
        """The number of turns given up in a row."""

    @property
    def chips(self) -> tuple[int, ...]:
        """The chips of each side."""

    @property
    def discards(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles that each seat has discarded; empty if there are none."""

    @property
    def opened(self) -> tuple[int, ...]:
        """The seats whose own lines are open to everybody, the first one opened first."""

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that have gone out while others play on, in that order (axis play_on)."""

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the hand so far, in order; empty in a patience."""

    @property
    def went_out(self) -> int | None:
        """The seat that has won the hand by playing all its tiles; None if nobody has."""

    @property
    def bound_to(self) -> int | None:
        """The number of the played tile that the next one has to join; None if it is free."""

    @property
    def only_doubles(self) -> bool:
        """True if the seat to move may only lay a double, or stop."""

    @property
    def adds_doubles(self) -> bool:
        """True if the seat to move may play another double before the last one is covered."""

    @property
    def lapses(self) -> bool:
        """True if the seat to move has another turn that is over without a draw if no tile fits."""

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The ends where the seat to move can play a tile, oldest first."""

    @property
    def board_count(self) -> Count | None:
        """The board count, or None in a game that does not count in play."""

    def but(self, **changed: object) -> Self:
        """Return the same position with some of its fields `changed`."""


PositionLike = Annotated[Position, "a position of a hand, such as hand.state or hand[3].state"]


class Solo(Protocol):
    """The rules of a patience, which `legal`, `judge` and the others use for its positions instead of those of a hand.

    It only gets positions of its own game.
    """

    def legal(self, state: Position) -> tuple[Action, ...]:
        """Return every legal action, in one fixed order."""

    def judge(self, state: Position, action: Action) -> Ruling:
        """Return the ruling on an action: allowed or refused, with the clause."""

    def advance(self, state: Position, action: Action) -> Step:
        """Return the step that `action` makes; raises IllegalAction, with the ruling."""

    def settle(self, state: Position) -> Step:
        """Return the last step of a game that is over."""

    def view(self, state: Position, seat: int) -> View:
        """Return the view of the player."""


class State(NamedTuple):
    """One position of a hand. `advance` makes the next; nothing is ever changed in place.

    `holdings` has the tiles of each seat; `stock` is the boneyard, front first, and `below` the tiles behind it in an
    unknown order; `turn` is the seat to move; `drawn` counts the tiles drawn in this turn; `scores` has the score of
    each side, including earlier hands of the match; `blocker` is the seat that played last; `over` says how the hand
    ended, or is None. `stacks` has the tiles put on others, `spoils` the points that can be stolen now; `passes` counts
    turns given up in a row; `chips` has the chips of each side; `discards` has the tiles that each seat has put face
    down, and is empty if there are none; `opened` has the seats whose own lines are open to everybody; `out` has the
    seats that have played their last tile while others play on, in that order. `moves` has all moves of the hand so
    far, in order.

    >>> from domino_lab.play.start import start
    >>> from domino_lab.catalogue import get
    >>> from domino_lab.core.shuffle import Shuffle
    >>> start(get("block"), Shuffle(seed=1)).state.boneyard
    14
    """

    table: Table
    chain: Chain
    holdings: tuple[tuple[Tile, ...], ...]
    stock: tuple[Tile, ...]
    turn: int
    lead: Lead
    scores: tuple[int, ...]
    drawn: int = 0
    blocker: int | None = None
    over: str | None = None
    below: frozenset[Tile] = frozenset()
    stacks: tuple[OnTop, ...] = ()
    spoils: Spoils | None = None
    passes: int = 0
    chips: tuple[int, ...] = ()
    discards: tuple[tuple[Tile, ...], ...] = ()
    opened: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    moves: tuple[Move, ...] = ()

    @property
    def rules(self) -> Ruleset:
        """The ruleset of this hand."""
        return self.table.rules

    @property
    def boneyard(self) -> int:
        """The number of tiles in the boneyard."""
        return len(self.stock) + len(self.below)

    @property
    def bound_to(self) -> int | None:
        """The number of the played tile that the seat to move has to join in another turn; None if it is free.

        Axis extra_turn_at.
        """
        return len(self.chain.laid) - 1 if self.table.rules.turns.binds and self._goes_on else None

    @property
    def only_doubles(self) -> bool:
        """True if the seat to move has just played a double, and may only lay another or stop (axis extra_turn)."""
        rules, chain = self.table.rules, self.chain
        return (rules.turns.only_for_doubles and self._goes_on and chain.laid[-1].tile.is_double
                and bool(rules.more_doubles(chain, self.open_ends)))

    @property
    def adds_doubles(self) -> bool:
        """True if the seat to move may play another double before the last one is covered (axis cover_doubles)."""
        return self.table.rules.arms.adds_doubles and self._goes_on and self.chain.laid[-1].tile.is_double

    @property
    def lapses(self) -> bool:
        """True if the seat to move has another turn, which is over without a draw if no tile fits (axis cannot_go_on).
        """
        rules = self.table.rules
        return rules.turns.lapses and self._goes_on and not rules.dealing.is_blind

    @property
    def _goes_on(self) -> bool:
        """True if the seat to move has another turn, which comes right after its own play."""
        return self.blocker == self.turn and not self.passes and self.over is None and not self.table.study

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The ends where the seat to move can play a tile, oldest first; all that are open in a layout study."""
        table, rules = self.table, self.table.rules
        if rules.has_common_ends:
            return rules.arms.open_ends(self.chain)
        seat = None if table.study else self.turn
        return rules.open_ends(self.chain, self.bound_to, seat, self.opened, adds=self.adds_doubles)

    @property
    def board_count(self) -> Count | None:
        """The board count, or None in a game that does not count in play."""
        return self.table.rules.scoring.count(self.chain)

    @property
    def went_out(self) -> int | None:
        """The seat that has won the hand by playing all its tiles; None if nobody has."""
        last = self.blocker if self.over == "out" else None
        return self.table.rules.ending.winner_by_going_out(self.out, last)

    def but(self, **changed: object) -> State:
        """Return the same position with some of its fields `changed`; raises KeyError for an unknown field."""
        fields: list[object] = [*self]
        for name, value in changed.items():
            fields[_PLACES[name]] = value
        return State._make(fields)


_PLACES = {name: place for place, name in enumerate(State._fields)}
"""Where each field stands: a state is changed at every move, and `_replace` looks at all its fields by name."""


def so_far(state: Position) -> HandSoFar:
    """Return the hand before a play of the seat to move, as a rule of a reader's own may ask for it."""
    table = state.table
    return HandSoFar(state.turn, tuple(map(table.rules.dealing.side, range(table.seats))), state.scores, table.standing,
                     state.moves, state.holdings[state.turn], state.opened)


class Step(NamedTuple):
    """One step of a hand: the action, the seat, the events it made, the state after it, and the score ruling.

    `action` is None for the deal (the first step) and the settlement (the last one). `judged` says why a play scored
    or missed; it is None if nothing is counted.
    """

    action: Action | None
    seat: int | None
    events: tuple[Event, ...]
    state: Position
    judged: Ruling | None = None

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings that made the events, in order."""
        return tuple(event.ruling for event in self.events)

    @property
    def points(self) -> int:
        """The points that the mover scored in play, less those that the move cost."""
        won = sum([event.points for event in self.events if isinstance(event, Scored) and event.seat == self.seat])
        return won - sum([event.points for event in self.events if isinstance(event, Paid)])

    @property
    def settled(self) -> Settled | None:
        """The settlement, if this step is the last of a hand."""
        return next((event for event in self.events if isinstance(event, Settled)), None)
