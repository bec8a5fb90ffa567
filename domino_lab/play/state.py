"""State: everything that is true at one moment of a hand, frozen."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from domino_lab.actions import Action
from domino_lab.chain import Chain, OpenEnd
from domino_lab.events import Event, Paid, Scored, Settled
from domino_lab.rules.leading import Lead, Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.scoring import Count
from domino_lab.rules.stacking import Spoils
from domino_lab.rulings import Ruling
from domino_lab.tiles import Tile


class Table(NamedTuple):
    """What stays the same through a hand: the rules, the players, and how the match stood before it.

    `study` is True for a layout study: laying and scoring hold, everything else sleeps.
    """

    rules: Ruleset
    names: tuple[str, ...]
    standing: Standing
    study: bool = False

    @property
    def seats(self) -> int:
        """How many players sit at the table."""
        return len(self.names)

    def side(self, seat: int) -> int:
        """The side (a seat, or a team) that `seat` plays for."""
        return self.rules.dealing.side(seat)

    def side_name(self, side: int) -> str:
        """The names of the players of a side."""
        return " + ".join(name for seat, name in enumerate(self.names) if self.side(seat) == side)


class OnTop(NamedTuple):
    """A tile that was stacked `on` the laid tile of that number; `order` tiles had been laid or stacked before it."""

    tile: Tile
    on: int
    order: int


class State(NamedTuple):
    """One moment of a hand. `advance` makes the next; nothing is ever changed in place.

    `holdings` per seat; `stock` is the boneyard, front first, and `below` the tiles that lie under it in an unknown
    order; `turn` is the seat to move; `drawn` counts the tiles drawn in this turn; `scores` are per side, the match's
    earlier hands included; `blocker` is the seat that laid last; `over` is how the hand ended, or None. `stacks` are
    the tiles put on others, `spoils` what may be stolen now; `passes` counts turns given up in a row; `chips` are per
    side.

    >>> from domino_lab.play.start import start
    >>> from domino_lab.catalogue import get
    >>> from domino_lab.shuffle import Shuffle
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

    @property
    def rules(self) -> Ruleset:
        """The ruleset of this hand.

        >>> State.rules.__doc__.startswith("The ruleset")
        True
        """
        return self.table.rules

    @property
    def boneyard(self) -> int:
        """How many tiles lie in the boneyard.

        >>> from domino_lab.shuffle import Shuffle
        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.start import start
        >>> start(get("all-fives"), Shuffle(seed=1), seats=4).state.boneyard
        8
        """
        return len(self.stock) + len(self.below)

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The ends where a tile may be laid now, oldest first.

        >>> from domino_lab.shuffle import Shuffle
        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.start import start
        >>> start(get("block"), Shuffle(seed=1)).state.open_ends
        ()
        """
        return self.table.rules.arms.open_ends(self.chain)

    @property
    def board_count(self) -> Count | None:
        """The board count, or None in a game that does not count in play.

        >>> from domino_lab.shuffle import Shuffle
        >>> from domino_lab.catalogue import get
        >>> from domino_lab.play.start import start
        >>> start(get("all-fives"), Shuffle(seed=1)).state.board_count.total
        0
        """
        return self.table.rules.scoring.count(self.chain)


class OwnState(Protocol):
    """A moment of a game that decides for itself, such as a patience; `play` asks it and knows nothing else of it.

    It has the attributes of State that make sense for it (table, chain, holdings, stock, turn, scores, over ...).
    """

    def advance(self, action: Action) -> Step:
        """The step that `action` makes; raises IllegalAction, with the ruling."""

    def legal(self) -> tuple[Action, ...]:
        """Every legal action, in one fixed order; a draw comes last."""

    def judge(self, action: Action) -> Ruling:
        """The ruling on an action: allowed or refused, with the clause."""

    def settle(self) -> Step:
        """The last step of a game that is over."""

    def view(self, seat: int) -> Any:
        """What the player may know: an object with `legal`, `rules` and `seat`."""


class Step(NamedTuple):
    """One step of a hand: what was done by whom, the events it made, the state after it, and the score ruling.

    `action` is None for the deal (the first step) and the settlement (the last one). `judged` says why a play scored
    or missed; it is None where nothing is counted.

    >>> from domino_lab.shuffle import Shuffle
    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.start import start
    >>> start(get("block"), Shuffle(seed=1)).action is None
    True
    """

    action: Action | None
    seat: int | None
    events: tuple[Event, ...]
    state: State
    judged: Ruling | None = None

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings that made the events, in order.

        >>> Step(None, None, (), None).rulings
        ()
        """
        return tuple(event.ruling for event in self.events)

    @property
    def points(self) -> int:
        """What the mover scored in play; less than nothing for a drawn tile that is paid in points.

        >>> Step(None, None, (), None).points
        0
        """
        won = sum([event.points for event in self.events if isinstance(event, Scored) and event.seat == self.seat])
        return won - sum([event.cost for event in self.events if isinstance(event, Paid) and event.kind == "points"])

    @property
    def settled(self) -> Settled | None:
        """The settlement, if this step is the last of a hand.

        >>> Step(None, None, (), None).settled is None
        True
        """
        return next((event for event in self.events if isinstance(event, Settled)), None)
