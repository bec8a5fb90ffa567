"""A recorder without its widget: a hand that is played and recorded, with notes, marks, questions and a title."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import traitlets

from domino_lab.core.actions import Action, Draw
from domino_lab.core.arguments import Listed
from domino_lab.core.errors import IllegalAction, NotationError, RecordError, quote
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import TileList
from domino_lab.explain.questions import HandQuestion, questions
from domino_lab.io.files import expand
from domino_lab.play import players
from domino_lab.play.branching import play_out_from
from domino_lab.play.move_text import describe_move
from domino_lab.play.policies import Player
from domino_lab.play.start import names_for
from domino_lab.play.timeline import Note, Timeline, deal_hand, view_of
from domino_lab.record import read
from domino_lab.record.compact import is_packed
from domino_lab.record.load import load, names_file, ruleset
from domino_lab.record.read_moves import check_marks
from domino_lab.record.schema import ABOUT
from domino_lab.record.source import Diagnostics
from domino_lab.rules.ruleset import Ruleset
from domino_lab.sessions.board import Board
from domino_lab.sessions.lock import lend_lock
from domino_lab.sessions.playhead import one_hand
from domino_lab.sessions.seating import check_names
from domino_lab.words import phrase
from domino_lab.words.escaping import as_toml

NOTHING = Note()


class RecorderSession(Board):
    """A hand that grows move by move, with the teacher's notes at its steps; everything can be undone.

    `seated` has the player of each seat, None for a seat that the teacher plays. `written` is a sentence about the last
    note, or about why it could not be kept; empty after a move.

    >>> from domino_lab.catalogue import get
    >>> from domino_lab.play.timeline import deal_hand
    >>> scribe = RecorderSession(deal_hand(get("block"), Shuffle(seed=7)))
    >>> scribe.do(scribe.legal[0])
    >>> scribe.write(ask="Who is next?", about="who")
    >>> scribe.asked.right
    'Ben'
    """

    written = traitlets.Unicode("")
    counted = (*Board.counted, "written")

    def __init__(self, line: Timeline, *, seated: Sequence[Player | None] = (), **how: Any) -> None:
        self.seated = tuple(seated) or (None,) * len(line.names)
        super().__init__(line, **{"asks": False, **how})
        self._reply()

    # --- writing

    @property
    def asked(self) -> HandQuestion | None:
        """The question about the step that is shown; None if there is no question, or none with an answer."""
        return questions(replace(self.timeline, notes={self.step: self.note})).get(self.step)

    @property
    def abouts(self) -> tuple[str, ...]:
        """The subjects of possible questions about the step that is shown: those to which the hand holds an answer."""
        posed = ((about, {self.step: Note(ask="?", about=about)}) for about in ABOUT)
        return tuple(about for about, notes in posed if questions(replace(self.timeline, notes=notes)))

    def write(self, **changes: Any) -> None:
        """Change the note of the step that is shown: `text`, `marks`, `ask`, `about`, `hint`.

        Raises NotationError for a mark that points at nothing on the table or in a holding, and for a question to which
        the hand holds no answer; then nothing is changed.
        """
        now = _tidy(self.note._replace(**changes))
        if now == _tidy(self.note):
            return
        self._check(now)
        notes = {step: note for step, note in self.timeline.notes.items() if step != self.step}
        self._go_on(replace(self.timeline, notes=notes if now == NOTHING else {**notes, self.step: now}))
        self.written = self._write_note(now)

    def _check(self, note: Note) -> None:
        if not self.step and self.timeline.is_study and note != NOTHING:
            raise NotationError(phrase("recorder.no_deal"))
        diagnostics = Diagnostics.unread()
        check_marks(note.marks, self.state, (), diagnostics)
        if diagnostics.problems:
            raise NotationError(phrase("recorder.bad_mark", why=diagnostics.problems[0].message))
        asks = note.ask and (note.ask, note.about) != (self.note.ask, self.note.about)
        if asks and note.about not in self.abouts:
            raise NotationError(phrase("recorder.no_answer", step=self.step))

    def _write_note(self, note: Note) -> str:
        if note == NOTHING:
            return phrase("recorder.cleared", step=self.step)
        asked = self.asked
        if asked is None:
            return phrase("recorder.noted", step=self.step)
        return phrase("recorder.asked", step=self.step, right=asked.right)

    def clear(self) -> None:
        """Remove everything written at this step."""
        self.write(text=None, marks=(), ask=None, hint=None)

    def entitle(self, title: str | None = None, source: str | None = None) -> None:
        """Give the hand another title or source; None leaves it unchanged."""
        line = self.timeline
        named = replace(line, title=line.title if title is None else _clean(title),
                        source=line.source if source is None else _clean(source))
        if (named.title, named.source) != (line.title, line.source):
            self._go_on(named)
            self.written = phrase("recorder.titled")

    def cut(self) -> None:
        """Remove every step after the one that is shown; undo brings them back."""
        kept = replace(self.timeline.upto(self.step), text=self.timeline.text)
        if self.step == self.end or kept.is_over:
            self.written = phrase("recorder.nothing_to_cut")
            return
        self._go_on(kept)
        self.written = phrase("recorder.cut", step=self.step)

    # --- moving

    def do(self, action: Action | None) -> None:
        """Perform an action, and let the players in the other seats reply; if the rules refuse it, set `refused`."""
        with self._as_one():
            before = self.timeline
            super().do(action)
            if self.timeline is not before:
                self._sound()
                self._reply()

    def _sound(self) -> None:
        """Forget what was wrong in the file: it lies behind the move that is made instead."""
        line = self.timeline
        if line.problems or line.remarks:
            self.history.now = replace(line, problems=(), remarks=())
            self._went()

    def restart(self) -> None:
        """Start the same deal again; undo brings back the moves."""
        if self.timeline.actions:
            self.history.go_on(replace(self.timeline.upto(0), text=self.timeline.text))
        self._went("restarted")
        self._reply()

    def begin(self, line: Timeline) -> None:
        """Open another deal; undo brings this hand back."""
        self._go_on(line, "dealt_next")
        self._reply()

    def let_move(self, player: Player) -> None:
        """Let `player` make the next move for the seat to move, and say why."""
        line = self.timeline
        longer = self._add_move(line, player)
        self._grow(longer)
        if longer is not line:
            self.written = _why(line, longer, player)

    def let_finish(self, policies: str | None = None) -> None:
        """Let players finish the hand, by the policy of that name or as usual."""
        if not self.is_over and not self.timeline.is_study:
            with lend_lock(self):
                done = play_out_from(self.timeline, policies)
            self._grow(replace(self.timeline, steps=done.steps))

    def _reply(self) -> None:
        """The players' moves go with the teacher's: what is taken back is taken back with them."""
        line = self.timeline
        while not line.is_over and not line.is_study and (player := self.seated[line.state.turn]) is not None:
            longer = self._add_move(line, player)
            if longer is line:
                break
            line = longer
        if line is not self.timeline:
            self.history.now = line
            self._went()

    def _add_move(self, line: Timeline, player: Player) -> Timeline:
        """One more action; none where a tile has to be drawn and nobody knows which. The same place, the same pick."""
        seat = line.state.turn
        stream = (line.shuffle or Shuffle()).choices(seat)
        for _ in range(len(line)):
            stream.pick(2)
        with lend_lock(self):
            action = players.ask(player, line.steps, stream)
        try:
            return line.play(action)
        except IllegalAction as refused:
            if isinstance(action, Draw):
                return line
            players.blame(player, action, refused)
            raise

    def _grow(self, line: Timeline) -> None:
        if line is self.timeline or len(line) == len(self.timeline):
            self.written = phrase("recorder.no_player")
            return
        self._go_on(line)
        self._reply()

    def _went(self, notice: str = "") -> None:
        """The teacher stays at the step where something else is written in the same hand."""
        step, count = self.step, len(self.timeline)
        with self._as_one():
            self.written = ""
            super()._went(notice)
            if len(self.timeline) == count:
                self.step = step

    def _say(self, notice: str = "") -> None:
        with self._as_one():
            self.written = ""
            super()._say(notice)


def _why(line: Timeline, longer: Timeline, player: Player) -> str:
    name, action = line.names[line.state.turn], longer[len(line)].action
    assert action is not None
    alone = line.rules.solo is not None
    reason = "" if alone else players.reason(player, view_of(line, line.state.turn), action)
    return phrase("recorder.player_moved", player=name, why=reason or describe_move(line.state, action))


def _tidy(note: Note) -> Note:
    """Nothing is written as nothing, and what is asked about goes with the question."""
    ask = _clean(note.ask) or None
    return Note(_clean(note.text) or None, tuple(note.marks), ask, note.about if ask else "score",
                _clean(note.hint) or None)


def _clean(words: str | None) -> str:
    """A text without room around it; half a letter, which no file can hold, becomes a question mark.

    Raises NotationError for what is no text.
    """
    if not isinstance(words, str | None):
        raise NotationError(phrase("recorder.no_text", given=quote(words)))
    return (words or "").encode("utf-8", "replace").decode("utf-8").strip()


# --- the hand to begin with ------------------------------------------------------------------------------------------

class Tiles(NamedTuple):
    """Stated tiles: a holding for each seat, the stock in the order of drawing, and the leader (None: by the rules)."""

    holdings: Listed[TileList]
    stock: TileList = ()
    leader: int | None = None


def is_hand(what: object) -> bool:
    """Return True for a hand to go on with, False for a game to begin.

    >>> is_hand("all-fives-worked-example"), is_hand("all-fives")
    (True, False)
    """
    from domino_lab import hands

    if isinstance(what, Ruleset):
        return False
    if isinstance(what, Timeline | Path):
        return True
    text = str(what)
    return "\n" in text or is_packed(text) or text in hands.names() or names_file(text)


def file_of(what: object) -> Path | None:
    """Return the file that was given, if the hand is read from one; otherwise None."""
    return expand(what) if isinstance(what, str | Path) and not is_packed(what) and names_file(what) else None


def open_hand(what: Any, given: Mapping[str, Any] = MappingProxyType({}), tiles: Tiles | None = None) -> Timeline:
    """Return the hand to begin with; `given` is what was named beside it, None or left out where it was not.

    Raises NotationError for arguments that do not go together, such as a seed for an existing hand.
    """
    if is_hand(what):
        extra = [name for name, value in given.items() if value is not None]
        if extra:
            raise NotationError(f"{extra[0]}= is only for a new hand: this hand has its own")
        return one_hand(load(what))
    given = defaultdict(lambda: None, given)
    seats = given["seats"] if tiles is None else len(tiles.holdings)
    rules, names = ruleset(what), check_names(given["names"], seats) or None
    _check_together(given, tiles)
    if given["study"] and given["seats"]:
        names = names_for(given["seats"], names or ())
    if tiles is not None or given["study"]:
        return from_tiles(rules, names, tiles)
    shuffle = Shuffle(seed=given["seed"] or 0, hand=given["hand"] or 0)
    count = given["seats"] or max(len(names or ()), rules.dealing.seat_counts[0])
    return deal_hand(rules, shuffle, seats=count, names=names)


def _check_together(given: Mapping[str, object], tiles: Tiles | None) -> None:
    for name in ("stock", "leader"):
        if tiles is None and given[name] is not None:
            raise NotationError(f"{name}= needs a list of the tiles in each hand: give it with holdings=")
    for name in ("seed", "hand"):
        if (tiles is not None or given["study"]) and given[name] is not None:
            raise NotationError(f"give either {name}= or holdings=, not both: the tiles of a hand are dealt or listed")
    if tiles is not None and given["study"]:
        raise NotationError("in a layout study nobody holds a tile: leave out holdings= or study=")
    if tiles is not None and given["seats"] not in (None, len(tiles.holdings)):
        raise NotationError(f"seats={given['seats']}, but {len(tiles.holdings)} holdings: give one for each seat")


def from_tiles(rules: Ruleset, names: Sequence[str] | None, tiles: Tiles | None) -> Timeline:
    """Return a hand that begins with stated tiles; with none at all, a table on which any tile may be played.

    Raises RecordError, with the clause, for tiles that are not possible.

    >>> from domino_lab.catalogue import get
    >>> from_tiles(get("block"), None, Tiles([["1-2"], ["3-3"]])).state.holdings[0]
    (Tile(low=1, high=2, copy=0),)
    >>> from_tiles(get("block"), None, None).is_study
    True
    """
    if rules.solo is not None:
        raise RecordError(f"{rules.name} is dealt from a seed: give one with seed=")
    record = read("\n".join(_lines(rules, names, tiles)), lambda _id: rules)
    if record.problems:
        first = record.problems[0]
        raise RecordError(f"{first.message} ({first.clause})")
    return replace(record, text="", remarks=())


def _lines(rules: Ruleset, names: Sequence[str] | None, tiles: Tiles | None) -> list[str]:
    head = [f"ruleset = {as_toml(rules.id)}", *([f"players = [{', '.join(map(as_toml, names))}]"] if names else [])]
    if tiles is None:
        return head
    rows = [[str(tile) for tile in row] for row in tiles.holdings]
    deal = ["[deal]", f"holdings = {json.dumps(rows)}", f"stock = {json.dumps([str(tile) for tile in tiles.stock])}"]
    return [*head, *deal, *([f"leader = {tiles.leader}"] if tiles.leader is not None else [])]
