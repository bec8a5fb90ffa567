"""Storing: the file that a hand is saved in; a hand that is there already is never lost. No widgets here."""

from __future__ import annotations

import os
from pathlib import Path

from domino_lab.errors import RecordError
from domino_lab.widgets.filed import file_named, put

SUCH = "my-hand.toml"


class Storing:
    """Writes the text of a hand to a file. `path` is the file it came from or went to last; None where there is none.

    Another file that is there is not written over, nor is this one where somebody else has changed it meanwhile.

    >>> Storing(None).path is None
    True
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._there = _content(path) if path is not None else None

    def write(self, text: str, path: str | Path | None = None, *, overwrite: bool = False) -> Path:
        """Write `text` to `path`, or where it went before; where it went.

        Raises RecordError where that may not or cannot be; then the file is as it was.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Storing(None).write("format = 1", Path(folder) / "x.toml").name
        'x.toml'
        """
        target = file_named(path, SUCH) if path is not None else self.path
        if target is None:
            raise RecordError(f'name a file to save this hand in, as in save("{SUCH}")')
        self._check(target, overwrite=overwrite)
        put(text, target)
        self.path, self._there = target, _content(target)
        return target

    def _check(self, target: Path, *, overwrite: bool) -> None:
        now = _content(target)
        if overwrite or now is None:
            return
        if self.path is None or not _is_same(target, self.path):
            raise RecordError(f"{target.name} is there already: name another file, or save with overwrite=True")
        if now != self._there:
            raise RecordError(f"{target.name} has been changed by somebody else since it was opened: name another "
                              "file, or save with overwrite=True")


def _is_same(one: Path, other: Path) -> bool:
    return one.absolute() == other.absolute() or (os.path.exists(other) and one.samefile(other))


def _content(path: Path) -> bytes | None:
    """What is in a file; None where there is none, or none that can be read."""
    try:
        return path.read_bytes()
    except (OSError, ValueError):
        return b"" if os.path.lexists(path) else None
