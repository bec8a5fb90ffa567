"""Keeping: a match in a file, written anew after every move, so that a kernel that dies takes nothing with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from domino_lab.files import SaveFile, file_named
from domino_lab.play.timeline import Timeline
from domino_lab.record.match_file import check_match
from domino_lab.widgets.playing.game import Game

SUCH = "match.toml"


def kept_in(save: str | Path | None) -> Path | None:
    """The file that a match is kept in; raises RecordError for a folder, and where the file's folder is not there.

    >>> kept_in(None) is None, str(kept_in("match.toml"))
    (True, 'match.toml')
    """
    return None if save is None else file_named(save, SUCH)


class Keeping:
    """Writes a game to `file` whenever its hand has changed; where that has no path it does nothing.

    A file that somebody else has changed meanwhile, as another view of the same match does, is left as it is. What is
    written is read back first: after a move only the hand on the table, where the hands before, which have been read
    back already, stand there letter by letter.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "match.toml"
    ...     Keeping(Game("block", against="heaviest", seed=1), SaveFile(path, such=SUCH)).keep()
    ...     path.read_text(encoding="utf-8").splitlines()[0]
    'format = 1'
    """

    def __init__(self, game: Game, file: SaveFile) -> None:
        self.game, self.file = game, file
        self._kept: Timeline | None = None
        self._sound: str | None = None

    @property
    def path(self) -> Path | None:
        """The file; None where there is none.

        >>> Keeping(Game("block", seed=1), SaveFile(None, such=SUCH)).path is None
        True
        """
        return self.file.path

    def keep(self) -> None:
        """Write it, if anything has changed; raises RecordError where that cannot be done.

        >>> Keeping(Game("block", seed=1), SaveFile(None, such=SUCH)).keep()
        """
        line = self.game.timeline
        if self.path is None or line is self._kept:
            return
        match, text = self.game.played, self.game.saved()
        pages, read = self.game.pages, text
        if pages.before == self._sound and not line.is_over:
            match, read = replace(match, hands=match.hands[-1:]), pages.top + pages.last
        self.file.write(text, check=lambda _data: check_match(match, read),
                        instead="run the line that made this view again, to go on with what is in the file")
        self._kept, self._sound = line, pages.before
