"""View: everything that one seat may know. Hidden tiles cannot be reached from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domino_lab.core.actions import Action, Discard, Draw
from domino_lab.core.chain import Chain, OpenEnd, made
from domino_lab.core.events import LaidTile, Paid, Scored, Stacked, Turned
from domino_lab.core.tiles import Tile
from domino_lab.play.legal import known_moves, spoils_for
from domino_lab.play.state import OnTop, Position, Solo, Step
from domino_lab.rules.leading import Standing
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.so_far import HandSoFar, Move
from domino_lab.rules.turns import Spoils

FACE_DOWN = Tile._make((-1, -1, 0))
"""A tile that a seat cannot see."""

_IN_SIGHT = (LaidTile, Stacked, Scored, Turned, Paid)
"""The events whose rulings mention nothing that is hidden."""


class View(NamedTuple):
    """Everything that the player at `seat` may know: their holding, the table, and the numbers of tiles elsewhere.

    `holding_sizes` has a number for each seat; `boneyard` is a number of tiles; `drawn` counts those drawn in this
    turn; `must` is the tile that this seat has to lead with, and `among` the tiles of which it has to lead with one. In
    a face-down row, `holding` has only the tile that is turned up. `stacks` and `spoils` are those of the state;
    `seeks` is True during the search for the leading tile. `past` is the hand so far as this seat has seen it (see
    `past_of`); it is empty unless it was asked for. In a patience, `faces` has everything that lies face up, by name.
    `legal` has the legal actions of this seat, in the one order used everywhere; none if it is not its turn. `discards`
    has the tiles that each seat has discarded: those of the others are FACE_DOWN. `bound_to` is the number of the
    played tile that the seat to move has to join (axis extra_turn_at); None if it is free. `opened` has the seats whose
    own lines are open to everybody, and `out` those that have played their last tile while others play on.
    `standing` is that of the match before the hand, and `moves` has all moves of the hand so far. `adds_doubles` is
    True if the seat to move may play another double before the last one is covered (axis cover_doubles).
    """

    rules: Ruleset
    names: tuple[str, ...]
    seat: int
    holding: tuple[Tile, ...]
    chain: Chain
    holding_sizes: tuple[int, ...]
    boneyard: int
    turn: int
    scores: tuple[int, ...]
    drawn: int
    must: Tile | None
    stacks: tuple[OnTop, ...] = ()
    spoils: Spoils | None = None
    seeks: bool = False
    past: tuple[Step, ...] = ()
    faces: Mapping[str, object] | None = None
    legal: tuple[Action, ...] = ()
    among: tuple[Tile, ...] = ()
    discards: tuple[tuple[Tile, ...], ...] = ()
    bound_to: int | None = None
    opened: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    standing: Standing = Standing(())
    moves: tuple[Move, ...] = ()
    adds_doubles: bool = False

    @property
    def open_ends(self) -> tuple[OpenEnd, ...]:
        """The ends where the seat to move can play a tile, oldest first."""
        return self.rules.open_ends(self.chain, self.bound_to, self.turn, self.opened, adds=self.adds_doubles)

    @property
    def so_far(self) -> HandSoFar:
        """The hand before a play of the seat to move, as a rule of a reader's own may ask for it."""
        sides = tuple(map(self.rules.dealing.side, range(len(self.names))))
        return HandSoFar(self.turn, sides, self.scores, self.standing, self.moves, self.holding, self.opened)


def view(state: Position, seat: int, legal: tuple[Action, ...] | None = None) -> View:
    """Return the view of `seat` on `state`; `legal` are its legal actions, if they are known already."""
    solo: Solo | None = state.table.rules.solo
    if solo is not None:
        return solo.view(state, seat)
    rules, lead, discards = state.table.rules, state.lead, state.discards
    holding, spoils, must, among = state.holdings[seat], state.spoils, lead.must, lead.among
    if rules.dealing.is_blind:
        holding = holding[:1] if seat == state.turn else ()
    if seat != state.turn:
        legal = ()
    else:
        spoils = spoils_for(state) if spoils is not None else None
        legal = legal or known_moves(state)
    if seat != lead.seat:
        must, among = None, ()
    return made(View, (
        rules, state.table.names, seat, holding, state.chain, tuple(map(len, state.holdings)), state.boneyard,
        state.turn, state.scores, state.drawn, must, state.stacks, spoils, lead.seeks, (), None, legal, among,
        _face_down(discards, seat) if discards else (), None if rules.has_common_ends else state.bound_to,
        state.opened, state.out, state.table.standing, state.moves, not rules.has_common_ends and state.adds_doubles))


def _face_down(tiles: tuple[tuple[Tile, ...], ...], seat: int) -> tuple[tuple[Tile, ...], ...]:
    """Return the tiles of each seat, face down but for those of `seat`."""
    return tuple([held if other == seat else (FACE_DOWN,) * len(held) for other, held in enumerate(tiles)])


def past_of(steps: Sequence[Step], seat: int) -> tuple[Step, ...]:
    """Return each step as `seat` has seen it: every tile that it could not see is FACE_DOWN.

    A draw names the tile only if this seat drew it. Only the events that everybody sees are kept.
    """
    return tuple([_as_seen(step, seat) for step in steps])


def _as_seen(step: Step, seat: int) -> Step:
    state, action = step.state, step.action
    own = -1 if state.table.rules.dealing.is_blind else seat
    if isinstance(action, Draw):
        action = Draw(state.holdings[seat][-1]) if step.seat == own else Draw()
    elif isinstance(action, Discard) and step.seat != own:
        action = Discard(FACE_DOWN)
    table = state.but(holdings=_face_down(state.holdings, own), discards=_face_down(state.discards, own),
                      stock=(FACE_DOWN,) * state.boneyard, below=frozenset())
    return Step(action, step.seat, tuple([event for event in step.events if isinstance(event, _IN_SIGHT)]), table)
