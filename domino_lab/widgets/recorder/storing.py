"""Storing: the file that a hand is saved in; a hand that is there already is never lost. No widgets here."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from domino_lab.errors import RecordError, shown


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
        target = _named(path) if path is not None else self.path
        if target is None:
            raise RecordError('name a file to save this hand in, as in save("my-hand.toml")')
        self._check(target, overwrite=overwrite)
        try:
            _put(text, target)
        except (OSError, ValueError) as error:
            told = getattr(error, "strerror", None) or error
            raise RecordError(f"{shown(str(target))} cannot be written: {told}. Name another file: this hand is still "
                              "here") from error
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


def _named(path: str | Path) -> Path:
    """The file of that name; raises RecordError for what names no file in a folder that is there."""
    if not isinstance(path, str | Path) or not str(path).strip() or "\0" in str(path):
        raise RecordError(f'{shown(path)} is no name of a file: write one such as "my-hand.toml"')
    target = Path(path).expanduser()
    if os.path.isdir(target):
        raise RecordError(f"{shown(str(path))} is a folder: name a file in it, such as "
                          f"{shown(str(Path(path) / 'my-hand.toml'))}")
    if not os.path.isdir(target.parent):
        raise RecordError(f"there is no folder {shown(str(target.parent))} to save the hand in: make it, or name "
                          "another")
    return target


def _is_same(one: Path, other: Path) -> bool:
    return one.absolute() == other.absolute() or (os.path.exists(other) and one.samefile(other))


def _content(path: Path) -> bytes | None:
    """What is in a file; None where there is none, or none that can be read."""
    try:
        return path.read_bytes()
    except (OSError, ValueError):
        return b"" if os.path.lexists(path) else None


def _put(text: str, target: Path) -> None:
    """First beside it, then in its place: whatever goes wrong, one whole text is there."""
    place = target.resolve()
    if place.exists() and not os.access(place, os.W_OK):
        raise PermissionError(13, "it may only be read")
    beside = place.with_name(f".{place.stem[:200]}.new")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        if place.exists():
            shutil.copymode(place, beside)
        os.replace(beside, place)
    finally:
        beside.unlink(missing_ok=True)
