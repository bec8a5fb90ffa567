"""Saved match: a game as a match file, the game that such a file left off, and the file that is kept up to date."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from domino_lab.catalogue.resolve import resolver
from domino_lab.errors import NotationError, RecordError
from domino_lab.files import SaveFile, file_named
from domino_lab.play import players
from domino_lab.play.match import Match, new_match
from domino_lab.play.policies import Player, Policy
from domino_lab.play.timeline import Timeline
from domino_lab.play.view import view_of
from domino_lab.record.match_file import MatchRecord, Setup, check_match, read_match, write_match
from domino_lab.record.source import MOST_CHARACTERS, LineIndex
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.seating import Luck, name_of, player_of

if TYPE_CHECKING:
    from domino_lab.sessions.game import Game

SUCH = "match.toml"


class Pages(NamedTuple):
    """A match file in three pieces: its top, the hands before, and the hand on the table.

    Only the last is written anew after a move, and each piece keeps the comments that somebody wrote there.

    >>> Pages.of("seed = 1\\n[[hand]]\\n[[hand]]\\nx = 1").last
    '[[hand]]\\nx = 1\\n'
    """

    top: str = ""
    before: str = ""
    last: str = ""

    @classmethod
    def of(cls, text: str, lines: LineIndex | None = None) -> Pages:
        """Return the pieces of a match file; `lines` are its lines, where they are known already."""
        places, rows = (lines or LineIndex(text)).places, re.findall(r"[^\n]*\n|[^\n]+", text)
        starts = [places["hand", number] - 1 for number in range(len(rows)) if ("hand", number) in places]
        if not starts:
            return cls(text)
        return cls("".join(rows[: starts[0]]), _ended("".join(rows[starts[0] : starts[-1]])),
                   _ended("".join(rows[starts[-1] :])))

    @property
    def turned(self) -> Pages:
        """The same file, once another hand follows."""
        return Pages(self.top, self.before + (f"{self.last.rstrip()}\n\n" if self.last else ""))


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def pages_of(game: Game) -> Pages:
    """Return the match file of a game; one that was read from a file keeps that file's title and comments."""
    setup, line, old = Setup(tuple(map(name_of, game.seating)), game.seed, game.whole), game.timeline, game.pages
    alone = Match(line.rules, line.state.table.standing, (line,))
    text = write_match(alone, title=game.title, setup=setup, text=old.top + old.last)
    return Pages.of(text)._replace(before=old.before)


def resumed(
    kind: type[Game], text: str | bytes, *, rules: Ruleset | None, own: Mapping[str, Player], undo: bool, delay: float,
) -> Game:
    """Return the game that a match file left off; raises RecordError for a file in which anything is wrong."""
    found = read_match(text, resolver(rules))
    setup, first = _sound(found), found.hands[0]
    game = kind(
        first.rules, against=_seating(setup, own, text), names=first.names, seed=setup.seed,
        hand=first.shuffle.hand if first.shuffle else 0, match=setup.whole, undo=undo, delay=delay,
    )
    line = _plain(found.hands[-1])
    game.title, game.pages = found.title, _pages(_as_text(text), found)
    game.goes_back_to(_before(found), line, _luck(line, game.seating))
    return game


def _pages(text: str, found: MatchRecord) -> Pages:
    """The pieces of a file that was read; one whose pieces stand in another order is written anew."""
    lines = LineIndex(text)
    places = lines.places
    starts = [line for path, line in places.items() if path[0] == "hand" and len(path) == 2]
    is_usual = len(starts) == len(found.hands) and all(
        line < starts[0] for path, line in places.items() if path[0] != "hand")
    return Pages.of(text, lines) if is_usual else Pages.of(
        write_match(found.match, title=found.title, setup=found.setup))


def _sound(found: MatchRecord) -> Setup:
    if found.problems:
        raise RecordError(_problem(found))
    if found.setup is None:
        raise RecordError("this file does not say who sits where, so it cannot be played on: it has no [match] table "
                          "with seated and seed")
    return found.setup


def _problem(found: MatchRecord) -> str:
    first, more = found.problems[0], len(found.problems) - 1
    place = f"line {first.line}: " if first.line else ""
    rest = f" And {more} more {'thing is' if more == 1 else 'things are'} wrong in this file." if more else ""
    return f"{place}{first.message} ({first.clause}){rest}"


def _seating(setup: Setup, own: Mapping[str, Player], text: str | bytes) -> list[Player | None]:
    try:
        return [player_of(name, own) for name in setup.seated]
    except NotationError as error:
        line = LineIndex(_as_text(text)).places["match", "seated"]
        way = "give functions of your own by their names: players={name: function}"
        raise RecordError(f"line {line}: {error}; {way}") from None


def _before(found: MatchRecord) -> Match:
    """The match before the hand that was left."""
    match = new_match(found.hands[0].rules, seats=len(found.hands[0].names))
    for hand in found.hands[:-1]:
        match = match.after(hand)
    return match


def _plain(hand: Timeline) -> Timeline:
    return replace(hand, problems=(), remarks=())


def _as_text(text: str | bytes) -> str:
    plain = text.decode("utf-8") if isinstance(text, bytes) else text
    return plain.removeprefix("\ufeff").replace("\r\n", "\n")


def _luck(line: Timeline, seating: tuple[Player | None, ...]) -> Luck:
    """What the players have picked so far: those that pick are asked again, from the first of their moves."""
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
            players.asked(player, before.steps, streams[step.seat])
        # A player that would have to think again, or is the reader's own, is not asked for its reason again.
        known = isinstance(player, Policy)
        luck.keep(step, streams, players.reason(player, view_of(before, step.seat), step.action) if known else "")
    return luck


# --- a file kept up to date -------------------------------------------------------------------------------------------

def kept_in(save: str | Path | None) -> Path | None:
    """Return the file that a match is kept in; raises RecordError for a folder, or if its folder does not exist."""
    return None if save is None else file_named(save, SUCH)


class Keeping:
    """Writes a game to `file` whenever its hand has changed, so that a kernel that dies takes nothing with it.

    A file that somebody else has changed meanwhile, as another view of the same match does, is left as it is. The text
    is read back before it is written, and a hand that is over is played again; but only the hand on the table, because
    the hands before have been read back already and stand there letter by letter: a move costs as much late in a match
    as at its beginning.
    """

    def __init__(self, game: Game, file: SaveFile) -> None:
        self.game, self.file = game, file
        self._kept: Timeline | None = None
        # A game that was taken up from this very file has been read from it just now.
        self._sound = {game.pages.before} if file.holds("".join(game.pages)) else set()

    @property
    def path(self) -> Path | None:
        """The file; None if the match is not kept."""
        return self.file.path

    def keep(self) -> None:
        """Write the file, if anything has changed; raises RecordError if that cannot be done."""
        line = self.game.timeline
        if self.path is None or line is self._kept:
            return
        match, text = self.game.played, self.game.saved()
        pages, read = self.game.pages, text
        if pages.before in self._sound and len(text) <= MOST_CHARACTERS:
            match, read = replace(match, hands=match.hands[-1:]), pages.top + pages.last
        self.file.write(text, check=lambda _data: check_match(match, read),
                        instead="run the line that made this view again, to go on with what is in the file")
        self._kept, self._sound = line, {pages.before, *([pages.turned.before] if line.is_over else [])}
