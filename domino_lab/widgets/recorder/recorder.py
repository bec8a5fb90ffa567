"""Recorder: a teacher plays a hand, writes notes and questions into it, looks at it, and saves it as a record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ipywidgets

from domino_lab.arguments import checked
from domino_lab.errors import IllegalAction, NotationError, shown
from domino_lab.explain.move_text import ScoreCall, parse_move
from domino_lab.files import SaveFile
from domino_lab.picture.alt_text import table_text
from domino_lab.picture.scene import scene
from domino_lab.picture.svg import svg
from domino_lab.play.timeline import Timeline
from domino_lab.record import check_written, write
from domino_lab.record.compact import packed
from domino_lab.rules.ruleset import Ruleset
from domino_lab.rules.values import python_literal
from domino_lab.shuffle import Shuffle
from domino_lab.tiles import Tile
from domino_lab.widgets.board.board import Board
from domino_lab.widgets.board.play_table import lit
from domino_lab.widgets.board.said import happened
from domino_lab.widgets.board.view import BoardView
from domino_lab.widgets.moves import MoveList
from domino_lab.widgets.playing.seating import Sitter, seated
from domino_lab.widgets.problems import Problems
from domino_lab.widgets.recorder.filing import Filing
from domino_lab.widgets.recorder.lending import Drawing, Lending
from domino_lab.widgets.recorder.noting import Noting
from domino_lab.widgets.recorder.opening import Tiles, begun, file_of, is_hand, opened
from domino_lab.widgets.recorder.preview import Preview
from domino_lab.widgets.recorder.scribe import Scribe
from domino_lab.widgets.telling import title as title_of
from domino_lab.words import phrase


class Recorder(BoardView):
    """Play a hand, write notes and questions at its steps, and save it as a record that `dl.load` reads.

    `what` is a ruleset or its id, which begins a new hand: dealt from `seed` and `hand`, or from stated `holdings` (one
    a seat, with `stock` in the order it is drawn, and `leader`), or a layout study (`study`), where any tile may be
    laid. Or it is a hand that is there (a packaged name, a file, a record's text or one line) to go on with; its
    comments stay. `against` is who plays the other seats, as in `dl.Play`; without it the teacher moves for all.

    Raises RulesetError or RecordError where there is no such game or hand, and IllegalAction for a wrong number of
    seats.

    >>> recorder = Recorder("block", names=["Ana", "Ben"], seed=7)
    >>> recorder.move("6-6")
    >>> recorder.ask("Who is next?", about="who")
    >>> recorder.toml.splitlines()[-1]
    'about = "who"'
    """

    css = "dlab-recorder"
    label = "recorder.recorder"

    @checked
    def __init__(  # noqa: PLR0913
        self, what: str | Path | Timeline | Ruleset = "all-fives", *, names: Sequence[str] | None = None,
        seats: int | None = None, seed: int | None = None, hand: int = 0,
        holdings: Sequence[Sequence[str | Tile]] | None = None, stock: Sequence[str | Tile] = (),
        leader: int | None = None, study: bool = False, against: Sitter | Sequence[Sitter] = None,
        title: str = "", source: str = "", large: bool = False,
    ) -> None:
        new = {"names": names, "seats": seats, "seed": seed, "holdings": holdings, "leader": leader}
        given = {**new, "hand": hand or None, "study": study or None, "stock": list(stock) or None}
        tiles = None if holdings is None else Tiles(holdings, stock, leader)
        line = opened(what, given, tiles)
        self._file = SaveFile(file_of(what), such="my-hand.toml")
        self._first_line = _recipe(what, {**given, "against": against, "title": title, "source": source})
        scribe = Scribe(line, seated=seated(against, len(line.names)) if against is not None else ())
        if title or source:
            scribe.entitle(title or None, source or None)
        self._begun: Timeline = scribe.timeline
        self._told_line: tuple[Timeline | None, str] = (None, "")
        if not tiles and not study and line.shuffle is not None and not is_hand(what):
            self.deal = self._deal
        super().__init__(scribe, large=large)

    # --- what a notebook asks for

    @property
    def hand(self) -> Timeline:
        """The hand as it is now."""
        return self.here.timeline

    @checked
    def move(self, text: str | Tile, at: str | Tile | None = None) -> None:
        """Make the next move, written as for `dl.why_not`: "5-0", "draw", "pass", "5-5 call 10" and so on.

        `at` names the laid tile it joins. Raises IllegalAction, with its ruling, for a move that is not allowed, and
        NotationError for what is no move.

        >>> recorder = Recorder("block", seed=7)
        >>> recorder.move("6-6")
        >>> recorder.here.end
        1
        """
        action = parse_move(self.here.live, text, at)
        if isinstance(action, ScoreCall):
            raise NotationError(f'{shown(text)} is no move: name the tile that is laid, as in "5-0 call 10"')
        self.here.call = getattr(action, "call", None) or 0
        self.here.do(action)
        if self.here.refused is not None:
            raise IllegalAction(self.here.refused)

    @checked
    def note(self, text: str, *, marks: str | Sequence[str] | None = None, step: int | None = None) -> None:
        """Write a note at this step, or at `step`, and marks on tiles and ends: "5-5", "#3", "end:5".

        Raises NotationError for a mark that points at nothing there, and for words that are no text.

        >>> recorder = Recorder("block", seed=7)
        >>> recorder.note("Who has the 6-6?", step=0)
        >>> recorder.hand.notes[0].text
        'Who has the 6-6?'
        """
        self._at(step)
        listed = marks.replace(",", " ").split() if isinstance(marks, str) else marks
        self.here.write(text=text, **({} if listed is None else {"marks": tuple(listed)}))

    @checked
    def ask(self, question: str, about: str = "score", *, hint: str | None = None, step: int | None = None) -> None:
        """Ask a question before this step, or before `step`, is shown.

        `about` is "score", "count", "tile", "legal", "who", "winner" or "award". Raises NotationError where the hand
        holds no answer to that.

        >>> recorder = Recorder("block", seed=7)
        >>> recorder.ask("Who leads?", about="who")
        >>> recorder.here.asked.right
        'Player 2'
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
        """Write the record to `path`; without one, to the file it was loaded from. Says where it went.

        Raises RecordError where there is such a file already and it is another one, or where somebody else has changed
        it meanwhile, unless `overwrite` says to; and where it cannot be written. Then no file is changed.
        """
        line, text = self.here.timeline, self.toml
        return self._file.write(text, path, overwrite=overwrite, check=lambda _data: check_written(line, text))

    @property
    def line(self) -> str:
        """The line of Python that makes this view again, with all that was played and written."""
        now = self.here.timeline
        if now is not self._told_line[0]:
            made = (now is self._begun and self._first_line) or f"dl.Recorder({python_literal(packed(now))})"
            self._told_line = (now, made)
        return self._told_line[1]

    # --- how it looks

    def _between(self) -> tuple[ipywidgets.Widget, ...]:
        self.problems, self.drawing = (part(self.here, within=self.frame) for part in (Problems, Drawing))
        return self.problems, self.drawing

    def _aside(self) -> tuple[ipywidgets.Widget, ...]:
        self.moves = MoveList(self.here, within=self.frame)
        return (self.moves,)

    def _below(self) -> tuple[ipywidgets.Widget, ...]:
        inside = {"within": self.frame}
        self.noting, self.filing = Noting(self.here, **inside), Filing(self.here, **inside)
        self.preview = Preview(self.here, **inside)
        return self.noting, self.filing, self.preview

    def _offers(self) -> tuple[ipywidgets.Widget, ...]:
        self.lending = Lending(self.here, within=self.frame)
        return (self.lending,)

    def _told(self, board: Board) -> str:
        return self.here.written or happened(board)

    def _deal(self) -> None:
        """The next deal of the same game; undo brings this one back."""
        line = self.here.timeline
        shuffle = line.shuffle or Shuffle()
        self.here.begin(begun(line.rules, len(line.names), line.names, Shuffle(seed=shuffle.seed + 1)))

    def _repr_mimebundle_(self, **which: Any) -> dict[str, Any]:
        """Live where there is a kernel; in a saved notebook the table as it is and what is written at this step."""
        bundle = super()._repr_mimebundle_(**which)
        seen = lit(self.here)
        told = " ".join(filter(None, (self.caption.told, self.here.note.text, self.here.note.ask)))
        words = phrase("recorder.saved_title", title=title_of(self.here), told=told, position=table_text(seen))
        return {**bundle, "image/svg+xml": svg(scene(seen)), "text/plain": words}


def _recipe(what: Any, given: dict[str, Any]) -> str:
    """The line that begins this again; empty where a part of it cannot be written in one line."""
    if not isinstance(what, str | Path) or "\n" in str(what):
        return ""
    try:
        said = [f"{name}={_python(value)}" for name, value in given.items() if value not in (None, "")]
    except TypeError:
        return ""
    return f"dl.Recorder({', '.join([_python(str(what)), *said])})"


def _python(value: Any) -> str:
    """A text, a number or a list of them as one types it; raises TypeError for anything else, as a function is."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_python, value))}]"
    return repr(value) if value is None or isinstance(value, int) else python_literal(str(_text(value)))


def _text(value: Any) -> str | Tile:
    if not isinstance(value, str | Tile):
        raise TypeError
    return value
