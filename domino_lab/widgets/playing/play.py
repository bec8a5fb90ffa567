"""Play: a game of dominoes in a notebook, against players or with several people at one screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import ipywidgets

from domino_lab.arguments import checked
from domino_lab.catalogue.resolve import ruleset
from domino_lab.files import SaveFile, is_there
from domino_lab.play.policies import Player
from domino_lab.play.timeline import Timeline
from domino_lab.rules.ruleset import Ruleset
from domino_lab.widgets.board.board import Board
from domino_lab.widgets.board.view import BoardView
from domino_lab.widgets.count import OpenEnds
from domino_lab.widgets.part import html, in_row
from domino_lab.widgets.playing.afterwards import Afterwards
from domino_lab.widgets.playing.curtain import Curtain, curtain_words
from domino_lab.widgets.playing.game import Game
from domino_lab.widgets.playing.keeping import SUCH, Keeping, kept_in
from domino_lab.widgets.playing.news import news, reasons
from domino_lab.widgets.playing.opening import game_of, is_file, kept_game, recipe
from domino_lab.widgets.playing.pace import Pace
from domino_lab.widgets.playing.past import PastMoves
from domino_lab.widgets.playing.replies import Replies
from domino_lab.widgets.playing.scoresheet import ScoreSheet
from domino_lab.widgets.playing.seating import Sitter

USUAL = 1.0
"""The time in seconds before a reply, where nobody says another."""

SOON = 1.0
"""A reply that comes within so many seconds is announced together with what it answers."""


class Play(BoardView):
    """Play a game: point at the table or use the keys; what the rules refuse is answered with its clause.

    `what` is a ruleset or its id, a match file to go on with (a path that ends with ".toml", or its text; with `rules`
    and `players` for rules and functions of one's own that it names), or the game of another view. `against` is who
    plays against you: a player's name ("greedy"), a function of a view and a stream, or a list with one for each seat
    (None: a person); without it all seats are people. `seats`, `names`, `seed`, `hand` and `match` (False: one hand)
    are those of the game. `delay` is the time in seconds before a reply, `undo` whether moves may be taken back,
    `hints` whether the tiles that fit stand out, `reasons` whether players say theirs. `save` names a file that keeps
    the match after every move; where there is one already, its match goes on.

    Raises RulesetError or RecordError where there is no such game, IllegalAction for a wrong number of seats, and
    NotationError for players, names or a delay that cannot be.

    >>> play = Play("block", against="heaviest", seed=1, delay=0)
    >>> play.here.do(play.here.legal[0])
    >>> play.here.waits, play.here.step
    ('human', 2)
    """

    css = "dlab-playing"
    label = "playing.playing"
    keys_taken = (*BoardView.keys_taken, "n")
    keys_told = "playing.keys"

    @checked
    def __init__(  # noqa: PLR0913
        self, what: str | Path | Timeline | Ruleset | Game = "all-fives", *,
        against: Sitter | Sequence[Sitter] = None, seats: int | None = None, names: Sequence[str] | None = None,
        seed: int = 0, hand: int = 0, match: bool = True, delay: float = USUAL, undo: bool = True, hints: bool = True,
        reasons: bool = True, save: str | Path | None = None, large: bool = False,
        rules: str | Path | Ruleset | None = None, players: Mapping[str, Player] | None = None,
    ) -> None:
        how: dict[str, Any] = {"against": against, "seats": seats, "names": names, "seed": seed, "hand": hand,
                               "match": match, "undo": undo, "rules": None if rules is None else ruleset(rules),
                               "players": players or {}}
        path = kept_in(save)
        file = SaveFile(path, such=SUCH)
        kept = path is not None and is_there(path)
        game = kept_game(path, what, delay=delay, **how) if kept else game_of(what, delay=delay, **how)
        self._gives_reasons, self._file = reasons, what if is_file(what) and "\n" not in str(what) else None
        self.keeping = Keeping(game, file)
        super().__init__(game, large=large, hints=hints)
        self._go_on()

    # --- the widgets

    def _first(self) -> None:
        self.replies = Replies(self.here, self.frame.guard)
        self.watch("changes", self._go_on)

    def _between(self) -> tuple[ipywidgets.Widget, ...]:
        self.curtain = Curtain(self.here, within=self.frame)
        self.reasons = ipywidgets.HTML()
        self.reasons.add_class("dlab-said-by")
        return self.reasons, self.curtain

    def _aside(self) -> tuple[ipywidgets.Widget, ...]:
        inside = {"within": self.frame}
        self.count, self.sheet = OpenEnds(self.here, **inside), ScoreSheet(self.here, **inside)
        return self.count, self.sheet

    def _below(self) -> tuple[ipywidgets.Widget, ...]:
        self.afterwards = Afterwards(self.here, deal=self.deal, within=self.frame)
        self.action_bar.offer(self.afterwards.away)
        return (self.afterwards,)

    def _offers(self) -> tuple[ipywidgets.Widget, ...]:
        inside = {"within": self.frame}
        self.pace, self.moves = Pace(self.here, **inside), PastMoves(self.here, **inside)
        self.save_match = self.button("playing.save_match", self._save_match, "dlab-quiet")
        return in_row(self.pace, self.save_match), self.moves

    def deal(self) -> None:
        """Another deal for the same players, the match from its beginning."""
        self._file = None
        self.here.new_deal()

    # --- showing

    def _told(self, board: Board) -> str:
        return " ".join(filter(None, (news(board), curtain_words(board))))

    @property
    def line(self) -> str:
        """The line of Python that begins this match again, or that goes on with its file; empty where none does."""
        here, path = self.here, self.keeping.path
        delay = int(here.delay) if here.delay.is_integer() else here.delay
        how = {"delay": None if delay == USUAL else delay, "hints": None if self.hints else False,
               "reasons": None if self._gives_reasons else False}
        return recipe(here, None if path else self._file, **how, save=str(path) if path else None)

    def _show(self) -> None:
        said = reasons(self.here) if self._gives_reasons else ()
        self.reasons.value = "".join(html(one, "dlab-note") for one in said)
        self.save_match.layout.display = "" if self.here.whole else "none"
        super()._show()

    # --- going on

    def _go_on(self) -> None:
        self.replies.go_on()
        if self.replies.leads:
            self.keeping.keep()

    def _speak(self) -> None:
        """One's own move and the replies are one announcement, unless they are long in coming."""
        here = self.here
        soon = here.waits == "player" and bool(here.humans) and here.delay <= SOON
        if not soon or here.refused is not None or here.notice or not self.frame.status:
            super()._speak()

    def _save_match(self) -> None:
        self.frame.download("match.toml", self.here.saved(), "application/toml")

    def _key(self, key: str) -> None:
        if key == "n":
            self.here.next_hand()
        elif key == "Enter" and self.here.waits == "curtain":
            self.here.lift()
        else:
            super()._key(key)

    def close(self) -> None:
        """Take this view off the page; no player moves for it any more."""
        if hasattr(self, "replies"):
            self.replies.stop()
        super().close()
