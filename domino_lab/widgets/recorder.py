"""Recorder: a teacher plays a hand, writes notes and questions into it, tries it out, and saves it as a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from domino_lab.core.actions import Draw, Play
from domino_lab.core.arguments import Listed, checked
from domino_lab.core.errors import IllegalAction, NotationError, quote
from domino_lab.core.shuffle import Shuffle
from domino_lab.core.tiles import Tile, TileLike, TileList
from domino_lab.io.files import SaveFile
from domino_lab.picture.alt_text import table_text
from domino_lab.picture.output import Kept
from domino_lab.picture.scene import Scene, scene
from domino_lab.picture.svg import svg
from domino_lab.play import players as policies
from domino_lab.play.move_text import ScoreCall, parse_move
from domino_lab.play.policies import usual_policy
from domino_lab.play.start import Names
from domino_lab.play.timeline import Note, Timeline, deal_hand
from domino_lab.record import check_written, write
from domino_lab.record.compact import pack
from domino_lab.record.load import HandOrRuleset
from domino_lab.rules.values import python_literal
from domino_lab.sessions.board import lit
from domino_lab.sessions.lesson import stops
from domino_lab.sessions.possible_actions import WITHOUT_TILE
from domino_lab.sessions.recorder import RecorderSession, Tiles, file_of, is_hand, open_hand
from domino_lab.sessions.seating import Opponents, seat_players
from domino_lab.sessions.spreads import is_spread, lying
from domino_lab.widgets.board_view import BoardView
from domino_lab.widgets.captions import ProblemsPanel
from domino_lab.widgets.hand_view import Tab
from domino_lab.widgets.lesson import Lesson
from domino_lab.widgets.messages import Press, one_of, place_in, press, takes, typed_text, whole
from domino_lab.widgets.nodes import (
    Node,
    Nodes,
    area,
    box,
    button,
    choice,
    field,
    fold,
    form,
    heading,
    paragraph,
    row,
    submit,
    tile,
    words,
)
from domino_lab.widgets.sharing import SharingPanel
from domino_lab.widgets.stepper import HandStepper, PolicyPanel
from domino_lab.widgets.view import Panel, View

LONGEST_NOTE = 10_000
"""So many letters a title or a part of a note has at most."""

Marks = Annotated[str | Listed[str], 'tiles and ends to mark, such as "5-5, 6-1" or ["5-5", "6-1"]']
"""What a note points at."""


class Recorder(BoardView):
    """Record a hand: play it, write notes and questions at its steps, and save it.

    Tiles are played as in `dl.Play`, for all seats. The tabs have the moves, the note and the question of the step
    that is shown, the players, and the file. `move`, `note`, `ask` and `save` do the same from code.

    ========  ======================================================================  ==============================
    argument  what it says                                                            without it
    ========  ======================================================================  ==============================
    what      a ruleset or its id, which begins a new hand; or a hand to go on with   "all-fives"
              (a packaged name, a file, a record's text or one line), whose comments
              stay
    names     the names of the players                                                Ana, Ben and so on
    seats     the number of players                                                   as `names` list, or the fewest
                                                                                      of the game
    seed      the seed of the deal                                                    0
    hand      which deal of the seed it is                                            0
    holdings  the tiles of each seat, instead of a deal                               they are dealt
    stock     with `holdings`, the boneyard in the order of drawing                   empty
    leader    with `holdings`, the seat that leads                                    as the rules say
    study     True for a layout study, in which any tile can be played                False
    against   who plays the other seats, as in `dl.Play`                              the teacher moves for all
    title     the title in the file                                                   none
    source    the source in the file                                                  none
    large     whether it is shown for a projector                                     False
    ========  ======================================================================  ==============================

    Raises RulesetError or RecordError if there is no such game or hand, and IllegalAction for a wrong number of seats.

    >>> recorder = dl.Recorder("block", names=["Ana", "Ben"], seed=7)
    >>> recorder.move("6-6")
    >>> recorder.ask("Who is next?", about="who")
    >>> recorder.toml.splitlines()[-1]
    'about = "who"'
    """

    public = "hand move note ask toml save next_deal open_text"
    css, label = "recorder", "recorder.recorder"
    here: RecorderSession

    @checked
    def __init__(  # noqa: PLR0913
        self, what: HandOrRuleset = "all-fives", *, names: Names | None = None,
        seats: int | None = None, seed: int | None = None, hand: int = 0,
        holdings: Annotated[
            Listed[TileList], 'a list of tiles for each seat, such as [["6-5", "1-2"], ["5-5"]]'] | None = None,
        stock: TileList = (), leader: int | None = None, study: bool = False, against: Opponents = None,
        title: str = "", source: str = "", large: bool = False,
    ) -> None:
        given = {"names": names, "seats": seats, "seed": seed, "holdings": holdings, "leader": leader,
                 "hand": hand or None, "study": study or None, "stock": list(stock) or None}
        tiles = None if holdings is None else Tiles(holdings, stock, leader)
        line = open_hand(what, given, tiles)
        self._file = SaveFile(file_of(what), such="my-hand.toml")
        self._first_line = _recipe(what, {**given, "against": against, "title": title, "source": source})
        scribe = RecorderSession(line, seated=seat_players(against, len(line.names)) if against is not None else ())
        if title or source:
            scribe.entitle(title or None, source or None)
        self._begun: Timeline = scribe.timeline
        self._told_line: tuple[Timeline | None, str] = (None, "")
        if not tiles and not study and line.shuffle is not None and not is_hand(what):
            self.deal = self.next_deal
        super().__init__(scribe, large=large)

    # --- what a notebook asks for

    @property
    def hand(self) -> Timeline:
        """The hand as it is now."""
        return self.here.timeline

    @checked
    def move(self, text: TileLike, at: TileLike | None = None) -> None:
        """Make the next move, written as for `dl.why_not`: "5-0", "draw", "pass", "5-5 call 10" and so on.

        `at` names the tile that it joins. Raises IllegalAction, with its ruling, for a move that is not allowed, and
        NotationError for something that is not a move.

        >>> recorder = dl.Recorder("block", seed=7)
        >>> recorder.move("6-6")
        >>> recorder.here.end
        1
        """
        action = parse_move(self.here.live, text, at)
        if isinstance(action, ScoreCall):
            raise NotationError(f'{quote(text)} is not a move: name the tile to play, as in "5-0 call 10"')
        self.here.call = getattr(action, "call", None) or 0
        self.here.do(action)
        if self.here.refused is not None:
            raise IllegalAction(self.here.refused)

    @checked
    def note(self, text: str, *, marks: Marks | None = None, step: int | None = None) -> None:
        """Write a note at this step, or at `step`, and marks on tiles and ends: "5-5", "#3", "end:5".

        Raises NotationError for a mark that points at nothing there, and for a note that is not text.

        >>> recorder = dl.Recorder("block", seed=7)
        >>> recorder.note("Who has the 6-6?", step=0)
        >>> recorder.hand.notes[0].text
        'Who has the 6-6?'
        """
        self._at(step)
        listed = _list(marks) if isinstance(marks, str) else marks
        self.here.write(text=text, **({} if listed is None else {"marks": tuple(listed)}))

    @checked
    def ask(self, question: str, about: str = "score", *, hint: str | None = None, step: int | None = None) -> None:
        """Ask a question before this step, or before `step`, is shown.

        `about` is "score", "count", "tile", "legal", "who", "winner" or "award". Raises NotationError if the hand holds
        no answer to that.

        >>> recorder = dl.Recorder("block", seed=7)
        >>> recorder.ask("Who leads?", about="who")
        >>> recorder.here.asked.right
        'Ben'
        """
        self._at(step)
        self.here.write(ask=question, about=about, hint=hint)

    def _at(self, step: int | None) -> None:
        if step is not None and not 0 <= step <= self.here.end:
            raise NotationError(f"there is no step {step}: the steps are 0 to {self.here.end}")
        self.here.step = self.here.step if step is None else step

    @property
    def toml(self) -> str:
        """The record of the hand as it is now; one that was loaded keeps its comments and its order."""
        return write(self.here.timeline)

    def save(self, path: str | Path | None = None, *, overwrite: bool = False) -> Path:
        """Write the record to `path`; without one, to the file it was loaded from. Return the path.

        Raises RecordError if another file with that name exists, or if somebody else has changed this one meanwhile,
        unless `overwrite` is True; and if the file cannot be written. No file is changed then.
        """
        line, text = self.here.timeline, self.toml
        return self._file.write(text, path, overwrite=overwrite, check=lambda _data: check_written(line, text))

    @property
    def line(self) -> str:
        """The line of Python that recreates this view, with everything that was played and written."""
        now = self.here.timeline
        if now is not self._told_line[0]:
            made = (now is self._begun and self._first_line) or f"dl.Recorder({python_literal(pack(now))})"
            self._told_line = (now, made)
        return self._told_line[1]

    # --- what is shown

    def prepare(self) -> None:
        """Make the panels."""
        self.note_panel, self.file_panel, self.players_panel = NotePanel(self), FilePanel(self), PlayersPanel(self)
        self.problems, self.sharing = ProblemsPanel(self), SharingPanel(self)
        self.parts = self.note_panel, self.file_panel, self.players_panel, self.problems, self.sharing
        self._drawing: Timeline | None = None

    def tabs(self) -> dict[str, Tab]:
        """Return the moves, the note of this step, the players, and the file."""
        panels = {"note": self.note_panel, "players": self.players_panel, "file": self.file_panel}
        return super().tabs() | {name: (words(f"recorder.tab_{name}"), panel.nodes) for name, panel in panels.items()}

    def settings(self) -> Nodes:
        """Return the settings in the menu with the gear."""
        return [*super().settings(), *self.sharing.nodes()]

    def turn_line(self) -> Node:
        """Return whose turn it is."""
        session = self.here
        if session.is_over or session.timeline.is_study or is_spread(session.live):
            return None
        player = session.timeline.names[session.live.turn]
        plays = any(isinstance(move, Play) for move in session.legal)
        return paragraph(words("recorder.press" if plays else "branch.turn", player=player), "turn-line your-turn")

    def extras(self) -> Nodes:
        """Return the problems of the file."""
        return self.problems.nodes()

    def message(self) -> str:
        """Return the last note, or else the last event."""
        return self.here.written or super().message()

    def words_below(self) -> Nodes:
        """Return the announcement with its rule; something written has none."""
        nodes = super().words_below()
        return nodes[:1] if self.here.written and self.here.refused is None else nodes

    def on_table(self, scene: Scene) -> dict[str, object]:
        """Return the places of the tiles; when an unknown tile is drawn, the tiles that it could be."""
        facts = super().on_table(scene)
        drawn = drawable(self.here) if self._drawing is self.here.timeline else ()
        if not drawn:
            return facts
        tiles = row(*(tile(str(domino), "draw_tile", str(domino)) for domino in drawn), css="tiles")
        return {**facts, "notice": [heading(words("recorder.draw_tile")), tiles,
                                    row(button(words("recorder.draw_not"), "draw_not"))]}

    # --- what is done

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that move, write, and show the hand as its readers will see it."""
        return {**super().actions(), "act": takes(one_of(lambda: WITHOUT_TILE), self._act),
                "draw_not": press(lambda: self._ask_drawn(None)),
                "draw_tile": takes(one_of(lambda: drawable(self.here)), lambda tile: self.here.do(Draw(tile)))}

    def _act(self, name: str) -> None:
        """Do what is done without a tile; of a boneyard in unknown order ask which tile is drawn."""
        if name == "draw" and drawable(self.here):
            self._ask_drawn(self.here.timeline)
        else:
            self.here.do(WITHOUT_TILE[name])

    def _ask_drawn(self, line: Timeline | None) -> None:
        self._drawing = line

    def key(self, key: str) -> None:
        """Handle a key of the board."""
        if key == "Escape" and self._drawing is not None:
            self._drawing = None
        elif key == "d":
            self._act("draw")
        else:
            super().key(key)

    def next_deal(self) -> None:
        """Open the next deal of the same game; undo brings this one back."""
        line = self.here.timeline
        shuffle = Shuffle(seed=(line.shuffle or Shuffle()).seed + 1)
        self.here.begin(deal_hand(line.rules, shuffle, seats=len(line.names), names=line.names))

    def open_text(self, text: str) -> None:
        """Open a record (or one line, or a packaged name) instead of this hand; undo brings this one back."""
        what = text if "\n" in text.strip() else text.strip()
        self.here.begin(open_hand(what))
        self._file = SaveFile(file_of(what), such="my-hand.toml")

    def to_keep(self) -> Kept:
        """Return the table as it is, with the note of this step."""
        seen = lit(self.here)
        text = " ".join(filter(None, (self.announcement(), self.here.note.text, self.here.note.ask)))
        said = words("recorder.saved_title", title=self.seen.title, told=text, position=table_text(seen))
        return Kept(svg(scene(seen)), said)


def drawable(board: RecorderSession) -> tuple[Tile, ...]:
    """Return the tiles that could be drawn now, if the order of the boneyard is not known."""
    draws = (action.tile for action in board.legal if isinstance(action, Draw))
    return tuple(tile for tile in draws if tile is not None)


def _list(marks: str) -> tuple[str, ...]:
    """The marks of a text, with commas between them or not."""
    return tuple(marks.replace(",", " ").split())


# --- what is written at a step ---------------------------------------------------------------------------------------

class NotePanel(Panel):
    """A note, a question with its subject and a hint, and marks; each is kept when its field is left."""

    view: Recorder
    _about = ""
    """What the next question is to be about, as chosen before it is written."""

    def nodes(self) -> Nodes:
        """Return the fields, filled with the text kept so far."""
        session, note = self.view.here, self.view.here.note
        at = words("recorder.at_step", step=session.step, what=session.snapshot.entries[session.step]) if session.step \
            else words("recorder.at_deal")
        abouts, noted = self.abouts(), sorted(session.timeline.notes)
        listed = words("recorder.steps_noted" if noted else "recorder.none_noted", steps=len(noted), which=noted)
        marks = [words("recorder.mark_choose"), *(text for text, _ in self.marks())]
        about = note.about if note.ask else self._about
        return [box(
            heading(at), area("", label=words("recorder.note"), value=note.text or "", rows=2, do="note_text"),
            field(words("recorder.marks"), "note_marks", value=", ".join(note.marks),
                  hint=words("recorder.marks_room")),
            choice(words("recorder.add_mark"), "add_mark", marks, 0),
            paragraph(words("recorder.before_it"), "note"),
            field(words("recorder.ask"), "note_ask", value=note.ask or "", hint=words("recorder.ask_room")),
            choice(words("recorder.about"), "note_about", [words(f"recorder.about_{about}") for about in abouts],
                   abouts.index(about) if about in abouts else 0 if abouts else None),
            field(words("recorder.hint"), "note_hint", value=note.hint or ""),
            row(button(words("recorder.clear_note"), "clear_note", css="quiet", off=note == Note())),
            paragraph(listed, "note"), css="writing", key=f"note-{session.step}")]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that write each part of the note."""
        written = typed_text(LONGEST_NOTE)
        return {
            "note_text": takes(written, lambda note: self._write(text=note)),
            "note_ask": takes(written, self._ask), "note_about": takes(place_in(self.abouts), self._turn_about),
            "note_hint": takes(written, lambda hint: self._write(hint=hint)),
            "clear_note": press(self.view.here.clear),
            "note_marks": takes(written, lambda marks: self._write(marks=_list(marks))),
            "add_mark": takes(whole(0, lambda: len(self.marks())), self._add_mark),
        }

    def abouts(self) -> tuple[str, ...]:
        """Return the sensible subjects for a question here: a score if there is one, and the subject chosen already."""
        session = self.view.here
        scores = session.timeline.rules.solo is None and session.timeline.rules["play_score"] != "none"
        return tuple(about for about in session.abouts if about != "score" or scores or session.note.ask)

    def marks(self) -> list[tuple[str, str]]:
        """Return what can be marked in the picture: played tiles and open ends, or the tiles that lie open."""
        state = self.view.here.state
        if is_spread(state):
            return [(str(domino), str(domino)) for domino in lying(state)]
        names = [str(laid.tile) for laid in state.chain.laid]
        tiles = [(name, name if names.count(name) == 1 else f"#{number}") for number, name in enumerate(names, 1)]
        values = sorted({end.value for end in state.open_ends})
        return [*tiles, *((words("recorder.mark_end", value=value), f"end:{value}") for value in values)]

    def _write(self, **changes: object) -> None:
        """Keep what can be kept; of the rest the reason is shown."""
        try:
            self.view.here.write(**changes)
        except NotationError as error:
            self.view.here.written = str(error)

    def _ask(self, text: str) -> None:
        about = self._about or next(iter(self.abouts()), "")
        new = {"about": about} if text and about and not self.view.here.note.ask else {}
        self._write(ask=text, **new)

    def _turn_about(self, about: str) -> None:
        self._about = about
        if self.view.here.note.ask:
            self._write(about=self._about)

    def _add_mark(self, place: int) -> None:
        """Add the mark at that place of the list, which begins with no mark at all."""
        if place:
            self._write(marks=tuple(dict.fromkeys((*self.view.here.note.marks, self.marks()[place - 1][1]))))


# --- players that move -----------------------------------------------------------------------------------------------

class PlayersPanel(PolicyPanel):
    """One move or the rest of the hand by a player, and a button that removes the steps after this one."""

    view: Recorder

    def nodes(self) -> Nodes:
        """Return the choice of players, and the buttons."""
        session = self.view.here
        stuck = session.is_over or session.timeline.is_study
        return [row(self.policies("recorder.players", off=stuck),
                    button(words("recorder.let_move"), "let_move", off=stuck),
                    button(words("recorder.let_finish"), "let_finish", off=stuck)),
                row(button(words("recorder.cut_here"), "cut", css="quiet", off=session.step == session.end))]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that choose the player, let it move, and remove the later steps."""
        session = self.view.here
        return {**super().actions(), "let_move": press(self._move), "cut": press(session.cut),
                "let_finish": press(lambda: session.let_finish(self.player))}

    def _move(self) -> None:
        session = self.view.here
        session.let_move(policies.get(self.player or usual_policy(session.timeline.rules)))


# --- the file --------------------------------------------------------------------------------------------------------

class FilePanel(Panel):
    """The title and the source, the record as text, the hand as its readers will see it, and another hand to open."""

    view: Recorder

    def __init__(self, view: Recorder) -> None:
        super().__init__(view)
        self.opened: View | None = None
        self._note = ""

    def nodes(self) -> Nodes:
        """Return the fields, the buttons, and the record."""
        line = self.view.here.timeline
        return [box(
            field(words("recorder.title"), "title", value=line.title, hint=words("recorder.title_room")),
            field(words("recorder.source"), "source", value=line.source, hint=words("recorder.source_room")),
            row(button(words("recorder.preview"), "preview"), button(words("recorder.lesson"), "lesson"),
                button(words("recorder.close_preview"), "close_preview") if self.opened is not None else None),
            paragraph(self._note, "note", role="status"),
            {"is": "p", "tag": "pre", "text": self.view.toml, "css": "program"},
            fold(words("recorder.open"), form("open", area("text", aloud=words("recorder.open_room"), rows=4),
                                              submit(words("recorder.open_this"), css="")), key="open"),
            css="writing", key="file")]

    def actions(self) -> Mapping[str, Press]:
        """Return the actions that name the hand, show it, and open another."""
        session = self.view.here
        return {"title": takes(typed_text(LONGEST_NOTE), lambda title: session.entitle(title=title)),
                "source": takes(typed_text(LONGEST_NOTE), lambda source: session.entitle(source=source)),
                "preview": press(lambda: self._show(HandStepper)), "lesson": press(self._try),
                "close_preview": press(self.close), "open": takes(typed_text(), self.view.open_text)}

    def _try(self) -> None:
        if stops(self.view.here.timeline):
            self._show(Lesson)
        else:
            self._note = words("recorder.no_question")

    def _show(self, kind: type[HandStepper | Lesson]) -> None:
        """Open the hand below, as it is now."""
        self.close()
        self.opened = kind(replace(self.view.here.timeline))
        self.view.children = (*self.view.children, self.opened)

    def close(self) -> None:
        """Close the hand that is open below."""
        before, self.opened, self._note = self.opened, None, ""
        if before is not None:
            self.view.children = tuple(child for child in self.view.children if child is not before)
            before.close()


# --- the line that makes it again ------------------------------------------------------------------------------------

def _recipe(what: object, given: dict[str, object]) -> str:
    """The line that begins this again; empty where a part of it cannot be written in one line."""
    if not isinstance(what, str | Path) or "\n" in str(what):
        return ""
    try:
        said = [f"{name}={_python(value)}" for name, value in given.items() if value not in (None, "")]
    except TypeError:
        return ""
    return f"dl.Recorder({', '.join([_python(str(what)), *said])})"


def _python(value: object) -> str:
    """A text, a number or a list of them as one types it; raises TypeError for anything else, as a function is."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_python, value))}]"
    return repr(value) if value is None or isinstance(value, int) else python_literal(str(_text(value)))


def _text(value: object) -> str | Tile:
    if not isinstance(value, str | Tile):
        raise TypeError
    return value
