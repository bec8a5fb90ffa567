"""Sitting: a board with people and players round it, and a curtain between people. No widgets here."""

from __future__ import annotations

import traitlets

from domino_lab.actions import Action, Pass
from domino_lab.play.legal import judge
from domino_lab.play.policies import Player
from domino_lab.tiles import Tile
from domino_lab.widgets.board.board import Board
from domino_lab.widgets.board.placements import Choice
from domino_lab.widgets.viewpoint import ALL, TABLE, is_blind


class Sitting(Board):
    """A board where each seat is a person's or a player's: who may act now, and whose tiles are seen.

    `seating` has the player of each seat, None for a person. Nobody sees the tiles of another person.

    >>> from domino_lab.widgets.playing.game import Game
    >>> isinstance(Game("block", against="greedy"), Sitting)
    True
    """

    curtain = traitlets.Bool(default_value=False)
    """Whether the tiles are covered until the next person says that he sits there."""

    seating: tuple[Player | None, ...] = ()
    _viewer: int | None = None

    # --- who sits there

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people.

        >>> from domino_lab.widgets.playing.game import Game
        >>> Game("block", against="greedy", seats=3).humans
        (0,)
        """
        return tuple(seat for seat, player in enumerate(self.seating) if player is None)

    @property
    def at_turn(self) -> int | None:
        """The person whose turn it is; None while a player is to move, and at the end.

        >>> from domino_lab.widgets.playing.game import Game
        >>> Game("block", against="greedy", seed=1).at_turn
        0
        """
        line = self.timeline
        return None if line.is_over or line.state.turn not in self.humans else line.state.turn

    @property
    def goes_on(self) -> bool:
        """Whether another hand follows the one that is over.

        >>> from domino_lab.widgets.playing.game import Game
        >>> Game("block", seed=1).goes_on
        False
        """
        return False

    @property
    def waits(self) -> str:
        """For whom the game waits: "human", "player", "curtain", "hand over" (there is a next hand) or "match over".

        >>> from domino_lab.widgets.playing.game import Game
        >>> Game("block", seed=1).waits
        'curtain'
        """
        if self.timeline.is_over:
            return "hand over" if self.goes_on else "match over"
        if self.at_turn is None:
            return "player"
        return "curtain" if self.curtain else "human"

    # --- what may be done

    @property
    def legal(self) -> tuple[Action, ...]:
        """What a person may do now; nothing while others are waited for.

        >>> from domino_lab.widgets.playing.game import Game
        >>> Game("block", seed=1).legal
        ()
        """
        return super().legal if self.waits == "human" else ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that a person may choose from now; nobody's while others are waited for.

        >>> from domino_lab.widgets.playing.game import Game
        >>> len(Game("block", against="greedy", seed=1).tiles)
        7
        """
        return super().tiles if self.waits == "human" else ()

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What a person may try with the chosen tile, allowed or not.

        >>> from domino_lab.widgets.playing.game import Game
        >>> Game("block", seed=1).choices
        ()
        """
        return super().choices if self.waits == "human" else ()

    def do(self, action: Action | None) -> None:
        """Do that for the person whose turn it is; out of turn it is refused with its clause, and nothing changes.

        >>> from domino_lab.widgets.playing.game import Game
        >>> game = Game("block", seed=1)
        >>> game.do(None)
        >>> game.notice
        'behind_curtain'
        """
        if self.waits == "curtain":
            self._say("behind_curtain")
        elif self.waits == "player" and self.humans:
            self._say()
            self.refused = judge(self.live, action or Pass(), self._person)
        else:
            super().do(action)

    @property
    def _person(self) -> int:
        """Who tries it when it is nobody's turn: the one whose tiles are seen."""
        return self.humans[0] if self._viewer is None else self._viewer

    # --- the curtain

    def lift(self) -> None:
        """The person whose turn it is sits there: his tiles are shown, and nobody else's.

        >>> from domino_lab.widgets.playing.game import Game
        >>> game = Game("block", seed=1)
        >>> game.lift()
        >>> game.viewpoint == game.live.turn
        True
        """
        if self.waits == "curtain":
            self._viewer = self.at_turn
            with self._as_one():
                self._say()
                self._look()

    def _look(self) -> None:
        """Whose tiles are seen now: never those of a person while another one may be looking."""
        with self._as_one():
            hides = len(self.humans) > 1 and not is_blind(self.timeline)
            if hides and self.at_turn not in (None, self._viewer):
                self._viewer = None
            self.curtain = hides and self.at_turn is not None and self._viewer is None
            self.viewpoint = self._viewpoint

    @property
    def _viewpoint(self) -> int | str:
        if is_blind(self.timeline) or not self.humans:
            return TABLE if is_blind(self.timeline) else ALL
        if len(self.humans) == 1:
            return self.humans[0]
        return TABLE if self._viewer is None else self._viewer

    def _went(self, notice: str = "") -> None:
        with self._as_one():
            super()._went(notice)
            self._look()
