"""Game: a hand or a match that is played by people and players, with a curtain between people at one screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import traitlets

from domino_lab import hands
from domino_lab.actions import Action, Pass
from domino_lab.catalogue.resolve import ruleset
from domino_lab.errors import RecordError, RulesetError, shown
from domino_lab.notebook import load, match_text
from domino_lab.play.legal import judge
from domino_lab.play.match import Match, SheetRow, new_match, sheet
from domino_lab.play.policies import POLICIES, Player
from domino_lab.play.start import names_for
from domino_lab.play.timeline import Timeline, dealt
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal, python_source
from domino_lab.sessions.board import Board
from domino_lab.sessions.lock import lend_lock
from domino_lab.sessions.possible_actions import Choice
from domino_lab.sessions.saved_match import Pages, pages_of, resumed
from domino_lab.sessions.seating import (
    HUMAN,
    Luck,
    Sitter,
    answer,
    checked_delay,
    checked_names,
    name_of,
    seat_count,
    seated,
)
from domino_lab.sessions.viewpoint import ALL, TABLE, is_blind
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile
from domino_lab.words import phrase


class Game(Board):
    """A hand, or a match of hands, between people and players; a player is asked with what its seat may know.

    `against` is who sits there: None for people only, a player's name or function for all seats but the first, or a
    list with one for each seat (None: a person). `waits` says for whom: then `do`, `reply`, `lift` or `next_hand` goes
    on. With several people a `curtain` falls before each other person's turn; nobody's tiles are seen until `lift`.
    `delay` is the time in seconds before a reply, from 0 to 60. Raises IllegalAction, with the clause, for a number of
    seats that the game is not for, and NotationError for players and names that cannot be.

    >>> game = Game("block", against="heaviest", seed=1)
    >>> game.do(game.legal[0])
    >>> game.waits, game.reply(), game.waits
    ('player', False, 'human')
    """

    curtain = traitlets.Bool(default_value=False)
    """Whether the tiles are covered until the next person says that they sit there."""

    seating: tuple[Player | None, ...] = ()
    """The player of each seat, None for a person."""
    _viewer: int | None = None

    def __init__(  # noqa: PLR0913
        self, rules: str | Ruleset, *, against: Sitter | Sequence[Sitter] = None, seats: int | None = None,
        names: Sequence[str] | None = None, seed: int = 0, hand: int = 0, match: bool = True, undo: bool = True,
        delay: float = 0.0,
    ) -> None:
        chosen = ruleset(rules)
        count = seat_count(chosen, against, seats, checked_names(names))
        self.match = new_match(chosen, seats=count)
        self.seating = seated(against, count)
        self.seed, self.first_hand, self.whole, self.allows_undo = seed, hand, match, undo
        self.delay, self._names = checked_delay(delay), checked_names(names, count)
        self.luck, self.title, self.pages = Luck(Shuffle(seed=seed, hand=hand), count), "", Pages()
        super().__init__(self._dealt())
        self._look()

    # --- who sits there

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in enumerate(self.seating) if player is None)

    @property
    def at_turn(self) -> int | None:
        """The person whose turn it is; None while a player is to move, and at the end."""
        line = self.timeline
        return None if line.is_over or line.state.turn not in self.humans else line.state.turn

    @property
    def waits(self) -> str:
        """Who or what the game waits for: "human", "player", "curtain", "hand over" or "match over"."""
        if self.timeline.is_over:
            return "hand over" if self.goes_on else "match over"
        if self.at_turn is None:
            return "player"
        return "curtain" if self.curtain else "human"

    def reply(self) -> bool:
        """Let the player whose turn it is do one thing; return True if a player is to move again after it.

        Nothing happens when it is no player's turn. Raises NotationError for a player that gives no action, and
        IllegalAction for one the rules refuse; nothing has changed then.
        """
        player = self.seating[self.live.turn] if self.waits == "player" else None
        if player is not None:
            with lend_lock(self):
                line = answer(self.timeline, player, self.luck)
            self.history.go_on(line)
            self._went()
        return self.waits == "player"

    @property
    def reasons(self) -> dict[int, str]:
        """The reasons that the players gave, by the number of the step."""
        return self.luck.reasons(self.timeline)

    # --- what may be done

    @property
    def legal(self) -> tuple[Action, ...]:
        """What a person may do now; nothing while others are waited for."""
        return super().legal if self.waits == "human" else ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that a person may choose from now; nobody's while others are waited for."""
        return super().tiles if self.waits == "human" else ()

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What a person may try with the chosen tile, allowed or not."""
        return super().choices if self.waits == "human" else ()

    def do(self, action: Action | None) -> None:
        """Do that for the person whose turn it is; out of turn it is refused with its clause, and nothing changes."""
        if self.waits == "curtain":
            self._say("behind_curtain")
        elif self.waits == "player" and self.humans:
            self._say()
            self.refused = judge(self.live, action or Pass(), self.humans[0] if self._viewer is None else self._viewer)
        else:
            super().do(action)

    # --- the curtain

    def lift(self) -> None:
        """Show the tiles of the person whose turn it is, and nobody else's."""
        if self.waits == "curtain":
            self._viewer = self.at_turn
            with self._as_one():
                self._say()
                self._look()

    def _look(self) -> None:
        """See to whose tiles are seen now: never those of a person while another one may be looking."""
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

    # --- taking back

    @property
    def may_undo(self) -> bool:
        """Whether there is a person's decision to take back, and it may be."""
        return self.allows_undo and any(map(self._decides, self.history.before))

    @property
    def may_redo(self) -> bool:
        """Whether there is something that was taken back to do again."""
        return self.allows_undo and self.history.can_redo

    def _decides(self, line: Timeline) -> bool:
        return not line.is_over and line.state.turn in self.humans

    def undo(self) -> None:
        """Go back to the last decision of a person, past what the players did since."""
        if not self.may_undo:
            self._say("nothing_undone" if self.allows_undo else "no_undo")
            return
        while self.history.undo() and not self._decides(self.history.now):
            pass
        self._went("undone")

    def redo(self) -> None:
        """Do again what was taken back, up to the next decision of a person."""
        if not self.may_redo:
            self._say("nothing_redone" if self.allows_undo else "no_undo")
            return
        while self.history.redo() and not self._decides(self.history.now):
            pass
        self._went("redone")

    def restart(self) -> None:
        """Begin the same deal again, where taking back is allowed at all."""
        if self.allows_undo:
            super().restart()
        else:
            self._say("no_undo")

    # --- hand after hand

    @property
    def played(self) -> Match:
        """The match with the hand on the table, as far as it has been played."""
        return self.match.with_hand(self.timeline)

    @property
    def goes_on(self) -> bool:
        """Whether another hand follows the one that is over: not in a single hand, nor when the match is won."""
        return self.whole and self.is_over and self.played.goes_on

    @property
    def sheet(self) -> tuple[SheetRow, ...]:
        """The score sheet: one row for each hand, the one on the table last."""
        return sheet(self.played.hands)

    def next_hand(self) -> None:
        """Deal the next hand of the match, once this one is over; nothing of this one can be taken back then."""
        if self.goes_on:
            self.pages, self.match = pages_of(self).turned, self.played
            self._begin("dealt_next")

    def new_deal(self, seed: int | None = None) -> None:
        """Deal anew for the same players, the match from its beginning; with the next seed if none is given."""
        self.seed, self.first_hand = self.seed + 1 if seed is None else seed, 0
        self.match, self.pages = new_match(self.match.rules, seats=len(self.seating)), Pages()
        self._begin("dealt_new")

    def _begin(self, notice: str) -> None:
        self._viewer = None
        line = self._dealt()
        assert line.shuffle is not None
        self.luck = Luck(line.shuffle, len(self.seating))
        self.opens(line, notice)

    def _dealt(self) -> Timeline:
        shuffle = Shuffle(seed=self.seed, hand=self.first_hand + len(self.match.hands))
        return dealt(self.match.rules, shuffle, seats=len(self.seating), names=self._names,
                     standing=self.match.standing)

    # --- kept in a file

    def saved(self, title: str = "") -> str:
        """Return the match as a match file: who sits where, its seed, and all hands, the last as far as played."""
        self.title = title or self.title
        self.pages = pages_of(self)
        return "".join(self.pages)

    @classmethod
    def resumed(cls, text: str | bytes, *, rules: Ruleset | None = None, players: Mapping[str, Player] | None = None,
                undo: bool = True, delay: float = 0.0) -> Game:
        """Return the game that `saved` wrote, at the same point; moves of its last hand can be taken back again.

        `rules` is a ruleset of the reader's own and `players` are functions of their own by their names, where the
        match has such. Raises RecordError, with line and clause, for a text that is not such a match or has a mistake.
        """
        return resumed(cls, text, rules=rules, own=players or {}, undo=undo, delay=delay)

    def goes_back_to(self, match: Match, line: Timeline, luck: Luck) -> None:
        """Take up a match where it was left: the hands before, the hand on the table, and what its players picked."""
        self.match, self.luck, self._viewer = match, luck, None
        self.opens(line.upto(0))
        for number in range(1, len(line.actions) + 1):
            self.history.go_on(line if number == len(line.actions) else line.upto(number))
        self._went("resumed")


# --- which game is meant ----------------------------------------------------------------------------------------------

def game_of(what: Any, *, rules: Ruleset | None = None, players: Mapping[str, Player] | None = None, undo: bool = True,
            delay: float = 0.0, **how: Any) -> Game:
    """Return the game that is meant: a game, a match file or its text, or a new one by a ruleset or its id.

    A file may need the `rules` and the `players` of the reader's own that it names. Raises RulesetError or RecordError
    if there is no such thing, and for a game that one plays alone.
    """
    if isinstance(what, Game):
        return what
    if is_file(what):
        return _taken_up(what, rules=rules, players=players, undo=undo, delay=delay)
    if isinstance(what, Timeline) or (isinstance(what, str) and what in hands.names()):
        raise RulesetError(phrase("playing.a_hand", hand=load(what).title or shown(what), game=load(what).rules.id))
    solo = ruleset(what)
    if solo.solo is not None:
        raise RulesetError(phrase("playing.alone", game=solo.name, line=f'dl.Patience("{solo.id}")'))
    return Game(what, undo=undo, delay=delay, **how)


def kept_game(path: Path, what: Any, *, against: Any = None, rules: Ruleset | None = None, **how: Any) -> Game:
    """Return the game that was kept in `path`, of the ruleset `what` and with the reader's own players in `against`.

    Raises RecordError for a file with a match by other rules or against others, so that no match is lost by the name
    of another, and nobody plays on against a player whom the line does not name.
    """
    sitters = against if isinstance(against, list | tuple) else (against,)
    own = {name_of(player): player for player in sitters if callable(player)}
    house = rules or (what if isinstance(what, Ruleset) else None)
    kind = {name: how[name] for name in ("undo", "delay") if name in how}
    game = _taken_up(path, rules=house, players={**own, **how.get("players", {})}, **kind)
    wanted = game.live.rules if isinstance(what, Game) or is_file(what) else ruleset(what)
    if (wanted.id, wanted.changed()) != (game.live.rules.id, game.live.rules.changed()):
        raise RecordError(phrase("playing.other_rules", file=path.name, game=game.live.rules.name))
    sitting = [name_of(player) for player in game.seating]
    seats = len(sitters) if sitters is against else len(sitting)
    if against is not None and sitting != [name_of(player) for player in seated(against, seats)]:
        raise RecordError(phrase("playing.other_players", file=path.name, players=", ".join(sitting)))
    return game


def _taken_up(what: str | Path, **how: Any) -> Game:
    """The game of a match file; what is wrong with the file is reported with its name, and with the way out."""
    text = match_text(what)
    try:
        return Game.resumed(text, **how)
    except RecordError as error:
        file = phrase("playing.this_match") if isinstance(what, str) and "\n" in what else Path(what).name
        raise RecordError(phrase("playing.not_played_on", file=file, why=str(error).removesuffix("."))) from None


def is_file(what: Any) -> bool:
    """Return True if a match file is meant, by its path or its text.

    >>> is_file("all-fives"), is_file("match.toml")
    (False, True)
    """
    return isinstance(what, Path) or (isinstance(what, str) and ("\n" in what or what.endswith(".toml")))


def recipe(game: Game, file: str | Path | None = None, **how: Any) -> str:
    """Return the line that begins this match again, from its first hand; with `file` the one that resumes that file.

    `how` has what else is asked for, None where it is the usual. Empty where no line can say it all.
    """
    rules = game.live.rules
    sitting = [name_of(player) for player in game.seating]
    source = python_source(rules)
    if not source or any(player is not None and POLICIES.get(name) is not player
                         for player, name in zip(game.seating, sitting, strict=True)):
        return ""
    begun = {} if file is not None else _begun(game, sitting)
    given = {**begun, "undo": None if game.allows_undo else False, **how}
    named = [f"{name}={python_literal(value)}" for name, value in given.items() if value is not None]
    return f"dl.Play({', '.join([source if file is None else python_literal(str(file)), *named])})"


def _begun(game: Game, sitting: Sequence[str]) -> dict[str, Any]:
    """The arguments that begin a match, None for the usual."""
    people = [None if name == HUMAN else name for name in sitting]
    usual = game.timeline.names == names_for(len(people))
    against: Any = people if any(people) else None
    if people == [None, *[people[1]] * (len(people) - 1)]:
        against = people[1]
    counted = isinstance(against, list) or not usual or len(people) == game.live.rules.dealing.seat_counts[0]
    return {"against": against, "seats": None if counted else len(people),
            "names": None if usual else list(game.timeline.names), "seed": game.seed, "hand": game.first_hand or None,
            "match": None if game.whole else False}
