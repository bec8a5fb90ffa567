"""Keeping: a match in a file, written anew after every move, so that a kernel that dies takes nothing with it."""

from __future__ import annotations

from pathlib import Path

from domino_lab.play.timeline import Timeline
from domino_lab.widgets.filed import file_named, put
from domino_lab.widgets.playing.game import Game


def kept_in(save: str | Path | None) -> Path | None:
    """The file that a match is kept in; raises RecordError for a folder, and where the file's folder is not there.

    >>> kept_in(None) is None, str(kept_in("match.toml"))
    (True, 'match.toml')
    """
    return None if save is None else file_named(save, "match.toml")


class Keeping:
    """Writes a game to `path` whenever its hand has changed; without a path it does nothing.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "match.toml"
    ...     Keeping(Game("block", against="heaviest", seed=1), path).keep()
    ...     path.read_text(encoding="utf-8").splitlines()[0]
    'format = 1'
    """

    def __init__(self, game: Game, path: Path | None) -> None:
        self.game, self.path = game, path
        self._kept: Timeline | None = None

    def keep(self) -> None:
        """Write it, if anything has changed; raises RecordError where that cannot be done.

        >>> Keeping(Game("block", seed=1), None).keep()
        """
        line = self.game.timeline
        if self.path is None or line is self._kept:
            return
        put(self.game.saved(), self.path)
        self._kept = line
