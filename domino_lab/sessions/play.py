"""A hand or a match played by people and players: turns, the curtain between people, and the file of the match."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import traitlets

from domino_lab import hands
from domino_lab.core.actions import Action, Pass
from domino_lab.core.errors import NotationError, RecordError, RulesetError, quote
from domino_lab.core.lazy import old_name
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile
from domino_lab.io.files import SaveFile, file_named, is_there
from domino_lab.play import players
from domino_lab.play.legal import judge
from domino_lab.play.match import Match, SheetRow, new_match, sheet
from domino_lab.play.policies import POLICIES, Player, Policy
from domino_lab.play.start import names_for
from domino_lab.play.timeline import Timeline, deal_hand, view_of
from domino_lab.record.load import load, match_text, resolver, ruleset
from domino_lab.record.match_file import MatchRecord, Setup, check_match, read_match, write_match
from domino_lab.record.source import MOST_CHARACTERS, LineIndex
from domino_lab.rules.ruleset import Ruleset, python_source
from domino_lab.rules.values import python_literal
from domino_lab.sessions.board import Board, past_of
from domino_lab.sessions.lock import lend_lock
from domino_lab.sessions.possible_actions import Choice
from domino_lab.sessions.seating import (
    HUMAN,
    Luck,
    Opponents,
    answer,
    check_delay,
    check_names,
    name_of,
    player_of,
    seat_count,
    seat_players,
)
from domino_lab.sessions.viewpoint import ALL, TABLE, is_blind
from domino_lab.words import phrase

SUCH = "match.toml"


class Pages(NamedTuple):
    """A match file in three pieces: its top, the hands before, and the hand on the table.

    Only the last piece is rewritten after a move, and each piece keeps the comments in it.

    >>> Pages.of("seed = 1\\n[[hand]]\\n[[hand]]\\nx = 1").last
    '[[hand]]\\nx = 1\\n'
    """

    top: str = ""
    before: str = ""
    last: str = ""

    @classmethod
    def of(cls, text: str, lines: LineIndex | None = None) -> Pages:
        """Return the pieces of a match file; `lines` are its lines, if they are known already."""
        places, rows = (lines or LineIndex(text)).places, re.findall(r"[^\n]*\n|[^\n]+", text)
        starts = [places["hand", number] - 1 for number in range(len(rows)) if ("hand", number) in places]
        if not starts:
            return cls(text)
        return cls("".join(rows[: starts[0]]), _end_line("".join(rows[starts[0] : starts[-1]])),
                   _end_line("".join(rows[starts[-1] :])))

    @property
    def turned(self) -> Pages:
        """The same file, once another hand follows."""
        return Pages(self.top, self.before + (f"{self.last.rstrip()}\n\n" if self.last else ""))


def _end_line(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


class PlaySession(Board):
    """A hand, or a match of hands, between people and players; each player sees only what its seat may know.

    `against` says who sits in the seats: None for people only, a player's name or function for all seats but the first,
    or a list with one for each seat (None: a person). `waits` says what the game waits for: then `do`, `reply`, `lift`
    or `next_hand` goes on. With several people, a `curtain` falls before the turn of another person; nobody's tiles are
    seen until `lift`. `delay` is the time in seconds before a reply, from 0 to 60. Raises IllegalAction, with the
    clause, for a number of seats that the game does not allow, and NotationError for players and names that are not
    possible.

    >>> game = PlaySession("block", against="heaviest", seed=1)
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
        self, rules: str | Ruleset, *, against: Opponents = None, seats: int | None = None,
        names: Sequence[str] | None = None, seed: int = 0, hand: int = 0, match: bool = True, undo: bool = True,
        delay: float = 0.0,
    ) -> None:
        chosen = ruleset(rules)
        count = seat_count(chosen, against, seats, check_names(names))
        self.match = new_match(chosen, seats=count)
        self.seating = seat_players(against, count)
        self.seed, self.first_hand, self.whole, self.allows_undo = seed, hand, match, undo
        self.delay, self._names = check_delay(delay), check_names(names, count)
        self.luck, self.title, self.pages = Luck(Shuffle(seed=seed, hand=hand), count), "", Pages()
        super().__init__(self._deal())
        self._look()

    # --- who sits there

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in enumerate(self.seating) if player is None)

    @property
    def at_turn(self) -> int | None:
        """The person whose turn it is; None during a player's turn, and at the end."""
        line = self.timeline
        return None if line.is_over or line.state.turn not in self.humans else line.state.turn

    @property
    def is_fresh(self) -> bool:
        """True if nobody has acted yet, or only players have while one person has not."""
        people = self.humans
        return not self.end or (len(people) == 1 and all(step.seat not in people for step in self.timeline.steps))

    @property
    def waits(self) -> str:
        """The reason why the game waits: "human", "player", "curtain", "hand over" or "match over"."""
        if self.timeline.is_over:
            return "hand over" if self.goes_on else "match over"
        if self.at_turn is None:
            return "player"
        return "curtain" if self.curtain else "human"

    def reply(self) -> bool:
        """Let the player whose turn it is act once; return True if it is a player's turn again after that.

        Nothing happens if it is not a player's turn. Raises NotationError if the player gives no action, and
        IllegalAction if the rules refuse it; nothing changes then.
        """
        player = self.seating[self.live.turn] if self.waits == "player" else None
        if player is not None:
            with lend_lock(self):
                line = answer(self.timeline, player, self.luck)
            self._go_on(line)
        return self.waits == "player"

    @property
    def reasons(self) -> dict[int, str]:
        """The reasons that the players gave, by the number of the step."""
        return self.luck.reasons(self.timeline)

    # --- what may be done

    @property
    def legal(self) -> tuple[Action, ...]:
        """The legal actions of a person now; none while the game waits for others."""
        return super().legal if self.waits == "human" else ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles that a person can choose from now; none while the game waits for others."""
        return super().tiles if self.waits == "human" else ()

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The actions that a person can try with the chosen tile, whether allowed or not."""
        return super().choices if self.waits == "human" else ()

    def do(self, action: Action | None) -> None:
        """Act for the person whose turn it is; out of turn, refuse with a clause and change nothing."""
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
        """True if there is a decision of a person to undo, and undoing is allowed."""
        return self.allows_undo and any(map(self._decides, self.history.before))

    @property
    def may_redo(self) -> bool:
        """True if there is something to do again after an undo."""
        return self.allows_undo and self.history.can_redo

    def _decides(self, line: Timeline) -> bool:
        return not line.is_over and line.state.turn in self.humans

    def undo(self) -> None:
        """Go back to the last decision of a person, across the players' replies."""
        if not self.may_undo:
            self._say("nothing_undone" if self.allows_undo else "no_undo")
            return
        while self.history.undo() and not self._decides(self.history.now):
            pass
        self._went("undone")

    def redo(self) -> None:
        """Do again what was undone, up to the next decision of a person."""
        if not self.may_redo:
            self._say("nothing_redone" if self.allows_undo else "no_undo")
            return
        while self.history.redo() and not self._decides(self.history.now):
            pass
        self._went("redone")

    def restart(self) -> None:
        """Begin the same deal again, if undoing is allowed."""
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
        """True if another hand follows the finished one: not in a single hand, nor once the match is won."""
        return self.whole and self.is_over and self.played.goes_on

    @property
    def sheet(self) -> tuple[SheetRow, ...]:
        """The score sheet: one row for each hand, the one on the table last."""
        return sheet(self.played.hands)

    def next_hand(self) -> None:
        """Deal the next hand of the match, once this one is over; this one can no longer be undone then."""
        if self.goes_on:
            self.pages, self.match = pages_of(self).turned, self.played
            self._begin("dealt_next")

    def new_deal(self, seed: int | None = None) -> None:
        """Deal again for the same players and start the match afresh, with the next seed if none is given."""
        self.seed, self.first_hand = self.seed + 1 if seed is None else seed, 0
        self.match, self.pages = new_match(self.match.rules, seats=len(self.seating)), Pages()
        self._begin("dealt_new")

    def _begin(self, notice: str) -> None:
        self._viewer = None
        line = self._deal()
        assert line.shuffle is not None
        self.luck = Luck(line.shuffle, len(self.seating))
        self.opens(line, notice)

    def _deal(self) -> Timeline:
        shuffle = Shuffle(seed=self.seed, hand=self.first_hand + len(self.match.hands))
        return deal_hand(self.match.rules, shuffle, seats=len(self.seating), names=self._names,
                         standing=self.match.standing)

    # --- kept in a file

    def to_toml(self, title: str = "") -> str:
        """Return the match as a match file: who sits where, its seed, and all hands, the last one as far as played."""
        self.title = title or self.title
        self.pages = pages_of(self)
        return "".join(self.pages)

    saved = old_name("to_toml")

    @classmethod
    def resume(cls, text: str | bytes, *, rules: Ruleset | None = None, players: Mapping[str, Player] | None = None,
               undo: bool = True, delay: float = 0.0) -> PlaySession:
        """Return the game that `to_toml` wrote, at the same point; moves of its last hand can be undone again.

        `rules` is the reader's own ruleset, and `players` has their own functions by name, if the match needs them.
        Raises RecordError, with line and clause, for a text that is not such a match or has a mistake.
        """
        record = read_match(text, resolver(rules))
        setup, first = _sound(record), record.hands[0]
        game = cls(
            first.rules, against=_seating(setup, players or {}, text), names=first.names, seed=setup.seed,
            hand=first.shuffle.hand if first.shuffle else 0, match=setup.whole, undo=undo, delay=delay,
        )
        line = replace(record.hands[-1], problems=(), remarks=())
        game.title, game.pages = record.title, _pages(_as_text(text), record)
        game.goes_back_to(_before(record), line, _luck(line, game.seating))
        return game

    def goes_back_to(self, match: Match, line: Timeline, luck: Luck) -> None:
        """Continue a match: the hands before, the hand on the table, and the choices its players made."""
        self.match, self.luck, self._viewer = match, luck, None
        self.history = past_of(line)
        self._went("resumed")


# --- a game as a match file, and the game that such a file left off -------------------------------------------------


def pages_of(game: PlaySession) -> Pages:
    """Return the match file of a game; one that was read from a file keeps that file's title and comments."""
    setup, line, old = Setup(tuple(map(name_of, game.seating)), game.seed, game.whole), game.timeline, game.pages
    alone = Match(line.rules, line.state.table.standing, (line,))
    text = write_match(alone, title=game.title, setup=setup, text=old.top + old.last)
    return Pages.of(text)._replace(before=old.before)


def _pages(text: str, record: MatchRecord) -> Pages:
    """The pieces of a file that was read; one whose pieces stand in another order is written anew."""
    lines = LineIndex(text)
    places = lines.places
    starts = [number for path, number in places.items() if path[0] == "hand" and len(path) == 2]
    is_usual = len(starts) == len(record.hands) and all(
        number < starts[0] for path, number in places.items() if path[0] != "hand")
    return Pages.of(text, lines) if is_usual else Pages.of(
        write_match(record.match, title=record.title, setup=record.setup))


def _sound(record: MatchRecord) -> Setup:
    if record.problems:
        raise RecordError(_problem(record))
    if record.setup is None:
        raise RecordError("this file does not say who sits where, so the match cannot go on: it needs a [match] "
                          "table with seated and seed")
    return record.setup


def _problem(record: MatchRecord) -> str:
    first, more = record.problems[0], len(record.problems) - 1
    place = f"line {first.line}: " if first.line else ""
    rest = f" And {more} more {'thing is' if more == 1 else 'things are'} wrong in this file." if more else ""
    return f"{place}{first.message} ({first.clause}){rest}"


def _seating(setup: Setup, own: Mapping[str, Player], text: str | bytes) -> list[Player | None]:
    try:
        return [player_of(name, own) for name in setup.seated]
    except NotationError as error:
        number = LineIndex(_as_text(text)).places["match", "seated"]
        way = "give functions of your own by their names: players={name: function}"
        raise RecordError(f"line {number}: {error}; {way}") from None


def _before(record: MatchRecord) -> Match:
    """The match before the hand that was left."""
    match = new_match(record.hands[0].rules, seats=len(record.hands[0].names))
    for hand in record.hands[:-1]:
        match = match.after(hand)
    return match


def _as_text(text: str | bytes) -> str:
    plain = text.decode("utf-8") if isinstance(text, bytes) else text
    return plain.removeprefix("\ufeff").replace("\r\n", "\n")


def _luck(line: Timeline, seating: tuple[Player | None, ...]) -> Luck:
    """Return what the players have picked so far: those that pick are asked again, from the first of their moves."""
    assert line.shuffle is not None
    luck = Luck(line.shuffle, len(seating))
    for number, step in enumerate(line.steps):
        if step.seat is None or step.action is None:
            continue
        player = seating[step.seat]
        if player is None:
            continue
        before = line.upto(number - 1)
        streams = luck.streams(before)
        if players.takes_luck(player):
            players.ask(player, before.steps, streams[step.seat])
        # A player that would have to think again, or is the reader's own, is not asked for its reason again.
        known = isinstance(player, Policy)
        luck.keep(step, streams, players.reason(player, view_of(before, step.seat), step.action) if known else "")
    return luck


# --- a file kept up to date -------------------------------------------------------------------------------------------

def file_for(save: str | Path | None) -> Path | None:
    """Return the file that a match is kept in; raises RecordError for a folder, or if its folder does not exist."""
    return None if save is None else file_named(save, SUCH)


class Keeping:
    """Writes a game to `file` whenever its hand has changed, so that nothing is lost if a kernel dies.

    A file that somebody else has changed meanwhile, such as another view of the same match, is left unchanged. The text
    is read back before it is written, and a finished hand is played again. This is done only for the hand on the table,
    because earlier hands have been checked already and their text does not change: late in a match, a move costs no
    more than at the beginning.
    """

    def __init__(self, game: PlaySession, file: SaveFile) -> None:
        self.game, self.file = game, file
        self._kept: Timeline | None = None
        # A game that was taken up from this very file has been read from it just now.
        self._sound = {game.pages.before} if file.holds("".join(game.pages)) else set()

    @property
    def path(self) -> Path | None:
        """The file; None if the match is not kept."""
        return self.file.path

    def keep(self) -> None:
        """Write the file if anything has changed; raises RecordError if that is not possible."""
        line = self.game.timeline
        if self.path is None or line is self._kept:
            return
        match, text = self.game.played, self.game.to_toml()
        pages, read = self.game.pages, text
        if pages.before in self._sound and len(text) <= MOST_CHARACTERS:
            match, read = replace(match, hands=match.hands[-1:]), pages.top + pages.last
        self.file.write(text, check=lambda _data: check_match(match, read),
                        instead="run the line that made this view again, to go on with what is in the file")
        self._kept, self._sound = line, {pages.before, *([pages.turned.before] if line.is_over else [])}


# --- which game is meant ----------------------------------------------------------------------------------------------

def play_session(what: Any, *, kept_in: Path | None = None, against: Opponents = None, rules: Ruleset | None = None,
                 players: Mapping[str, Player] | None = None, undo: bool = True, delay: float = 0.0,
                 **deal: Any) -> PlaySession:
    """Return the game that `what` names: an existing game, a match file or its text, or a new game of a ruleset.

    If the file `kept_in` exists, its game goes on instead. A file may need the reader's own `rules` and `players` that
    it names. Raises RulesetError or RecordError if there is no such game or file, and for a game for one player.
    """
    if kept_in is not None and is_there(kept_in):
        return reopen(kept_in, what, against=against, rules=rules, players=players or {}, undo=undo, delay=delay)
    if isinstance(what, PlaySession):
        return what
    if is_file(what):
        return _take_up(what, rules=rules, players=players, undo=undo, delay=delay)
    if isinstance(what, Timeline) or (isinstance(what, str) and what in hands.names()):
        raise RulesetError(phrase("playing.a_hand", hand=load(what).title or quote(what), game=load(what).rules.id))
    solo = ruleset(what)
    if solo.solo is not None:
        raise RulesetError(phrase("playing.alone", game=solo.name, line=f'dl.Patience("{solo.id}")'))
    return PlaySession(what, against=against, undo=undo, delay=delay, **deal)


def reopen(path: Path, what: Any, *, against: Opponents, rules: Ruleset | None, players: Mapping[str, Player],
           undo: bool, delay: float) -> PlaySession:
    """Return the game that was kept in `path`, with the ruleset `what` and the reader's own players in `against`.

    Raises RecordError for a file with a match under other rules or against other players, so that no match overwrites
    another, and nobody plays on against a player whom the line does not name.
    """
    sitters = against if isinstance(against, list | tuple) else (against,)
    own = {name_of(player): player for player in sitters if callable(player)}
    house = rules or (what if isinstance(what, Ruleset) else None)
    game = _take_up(path, rules=house, players={**own, **players}, undo=undo, delay=delay)
    wanted = game.live.rules if isinstance(what, PlaySession) or is_file(what) else ruleset(what)
    if (wanted.id, wanted.changes()) != (game.live.rules.id, game.live.rules.changes()):
        raise RecordError(phrase("playing.other_rules", file=path.name, game=game.live.rules.name))
    sitting = [name_of(player) for player in game.seating]
    seats = len(sitters) if sitters is against else len(sitting)
    if against is not None and sitting != [name_of(player) for player in seat_players(against, seats)]:
        raise RecordError(phrase("playing.other_players", file=path.name, players=", ".join(sitting)))
    return game


def _take_up(what: str | Path, **how: Any) -> PlaySession:
    """The game of a match file; what is wrong with the file is reported with its name, and with the way out."""
    text = match_text(what)
    try:
        return PlaySession.resume(text, **how)
    except RecordError as error:
        file = phrase("playing.this_match") if isinstance(what, str) and "\n" in what else Path(what).name
        raise RecordError(phrase("playing.not_played_on", file=file, why=str(error).removesuffix("."))) from None


def is_file(what: object) -> bool:
    """Return True if `what` is a match file, by its path or its text.

    >>> is_file("all-fives"), is_file("match.toml")
    (False, True)
    """
    return isinstance(what, Path) or (isinstance(what, str) and ("\n" in what or what.endswith(".toml")))


def recipe(game: PlaySession, file: str | Path | None = None, **how: Any) -> str:
    """Return the line that begins this match again from its first hand; with `file`, the one that resumes it.

    `how` has the other arguments, None for the usual ones. Empty if no line can say everything.
    """
    rules = game.live.rules
    sitting = [name_of(player) for player in game.seating]
    source = python_source(rules)
    if not source or any(player is not None and POLICIES.get(name) is not player
                         for player, name in zip(game.seating, sitting, strict=True)):
        return ""
    begun = {} if file is not None else _beginning(game, sitting)
    given = {**begun, "undo": None if game.allows_undo else False, **how}
    named = [f"{name}={python_literal(value)}" for name, value in given.items() if value is not None]
    return f"dl.Play({', '.join([source if file is None else python_literal(str(file)), *named])})"


def _beginning(game: PlaySession, sitting: Sequence[str]) -> dict[str, Any]:
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
