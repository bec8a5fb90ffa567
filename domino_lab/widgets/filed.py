"""Filed: a text that is put into a file which a reader names; what was there is never lost. No widgets here."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from domino_lab.errors import RecordError, shown


def file_named(path: str | Path, such: str) -> Path:
    """The file of that name, such as `such`; raises RecordError for what names no file in a folder that is there.

    >>> str(file_named("match.toml", "match.toml"))
    'match.toml'
    """
    if not isinstance(path, str | Path) or not str(path).strip() or "\0" in str(path):
        raise RecordError(f'{shown(path)} is no name of a file: write one such as "{such}"')
    target = Path(path).expanduser()
    if os.path.isdir(target):
        raise RecordError(f"{_quoted(path)} is a folder: name a file in it, such as {_quoted(Path(path) / such)}")
    if not os.path.isdir(target.parent):
        raise RecordError(f"there is no folder {_quoted(target.parent)} to save it in: make it, or name another")
    return target


def put(text: str, path: Path) -> None:
    """Write `text` there: first beside it, then in its place; whatever goes wrong, one whole text is there.

    Raises RecordError where it cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     put("format = 1", Path(folder) / "x.toml")
    ...     os.listdir(folder)
    ['x.toml']
    """
    try:
        _put(text, path.resolve())
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or error
        raise RecordError(f"{_quoted(path)} cannot be written: {told}. Name another file: this hand is still "
                          "here") from error


def _put(text: str, place: Path) -> None:
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


def _quoted(path: str | Path) -> str:
    """A path is told whole, unless it is longer than a screen is wide."""
    return shown(str(path), most=200)
