"""Files that users name: read up to a limit, and written so that earlier content is never lost."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from domino_lab.core.errors import DominoError, RecordError, quote

if sys.platform == "win32":
    import msvcrt
elif sys.platform != "emscripten":  # One process alone, in a page of a browser, needs no locks.
    import fcntl

_MOST_COMPARED = 10_000_000
_BESIDE = re.compile(r"\.domino-lab-[0-9a-f]{16}\.new")
_LONGEST_WAIT, _PAUSE = 10.0, 0.002
"""Seconds to wait for others who save in the same folder, and between two looks whether they are done."""

Check = Callable[[bytes], None]
"""A check of the new content before it replaces the old file; raises RecordError to keep the old file."""

Look = Callable[[], None]
"""A last look at the old file, between which and the replacement nobody else saves; raises RecordError to keep it."""


def expand(path: str | Path) -> Path:
    """Return the path with `~` as the home folder; "~x" is an ordinary name if there is no user x."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def is_there(path: str | Path) -> bool:
    """Return True if the file exists; a name that is too long for a file does not."""
    try:
        return expand(path).is_file()
    except (OSError, ValueError):
        return False


def content(path: str | Path, most: int) -> bytes:
    """Return the content of a file, up to one byte more than `most`, which reveals that it is too long.

    Raises RecordError for a folder, for a device or a pipe, which may never end, and if the file cannot be read.
    """
    place = expand(path)
    try:
        mode = place.stat().st_mode
        if stat.S_ISDIR(mode):
            raise RecordError(f"{_quote(path)} is a folder: name a file in it")
        if not stat.S_ISREG(mode):
            raise RecordError(f"{_quote(path)} is a device or a pipe: copy its contents to a file and name that file")
        with place.open("rb") as file:
            return file.read(most + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, DominoError):
            raise
        if getattr(error, "errno", None) in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG):
            raise RecordError(f"there is no file {_quote(path)}") from None
        raise RecordError(f"{_quote(path)} cannot be read: {why(error)}") from error


def file_named(path: str | Path, such: str) -> Path:
    """Return the path of a file in an existing folder; raises RecordError, with the example `such`, for others."""
    if not isinstance(path, str | Path) or not str(path).strip() or "\0" in str(path):
        raise RecordError(f'{quote(path)} is not a file name: write one such as "{such}"')
    target = expand(path)
    if os.path.isdir(target):
        raise RecordError(f"{_quote(path)} is a folder: name a file in it, such as {_quote(Path(path) / such)}")
    if not os.path.isdir(target.parent):
        raise RecordError(f"there is no folder {_quote(target.parent)} to save it in: create it, or name another one")
    return target


def save(text: str | bytes, path: str | Path, *, such: str, check: Check | None = None, new: bool = False,
         instead: str = "") -> Path:
    """Write a text or bytes to the file that a user names, as `put` does; return its path.

    `such` is an example of a file name. Raises RecordError if `path` is not a file name or cannot be written.
    """
    target = file_named(path, such)
    put(text, target, check=check, new=new, instead=instead)
    return target


def put(what: str | bytes, path: Path, *, check: Check | None = None, look: Look | None = None, new: bool = False,
        instead: str = "") -> None:
    """Write a text or bytes to a file: first next to it, then in its place, so that one complete file always exists.

    The new content is read back and passed to `check`, and `look` gets a last look at the old file before it is
    replaced; with `new` there must not be an old file, and `instead` is what can be done besides naming another. The
    file keeps its mode and, where the system allows it, its owner. A device or a pipe is written directly. Raises
    RecordError if the file cannot be written.
    """
    try:
        data = what.encode("utf-8") if isinstance(what, str) else what
        if _is_stream(path):
            _pour(data, path)
        else:
            _put(data, path, check, look, new=new)
    except FileExistsError as error:
        otherwise = f", or {instead}" if instead else ""
        raise RecordError(f"{_quote(path)} already exists: name another file{otherwise}") from error
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, DominoError):
            raise
        raise RecordError(f"{_quote(path)} cannot be written: {why(error)}. Name another file: nothing has been "
                          "lost") from error


def _is_stream(path: Path) -> bool:
    """Return True for a device, a pipe or a socket, such as /dev/stdout at a terminal."""
    old = _stat(path)
    return old is not None and not stat.S_ISREG(old.st_mode) and not stat.S_ISDIR(old.st_mode)


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except (OSError, ValueError):
        return None


def _pour(data: bytes, path: Path) -> None:
    # A pipe that nobody reads is refused at once, because waiting for a reader could take for ever.
    opened = os.open(path, os.O_WRONLY | os.O_TRUNC | getattr(os, "O_NONBLOCK", 0))
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(opened, True)
    with open(opened, "wb") as stream:
        stream.write(data)


def _put(data: bytes, path: Path, check: Check | None, look: Look | None, *, new: bool) -> None:
    place = path.resolve()
    if new and os.path.lexists(path):
        raise FileExistsError
    old = _stat(place)
    if old is not None and not os.access(place, os.W_OK):
        raise PermissionError(errno.EACCES, "it is read-only")
    _remove_left(place.parent)
    beside, file = _open_beside(place, private=old is not None)
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            if beside.read_bytes() != data:
                raise OSError("the saved file differs from the text to be saved")
            if check is not None:
                check(data)
            if sys.platform == "win32":
                file.close()  # An open file cannot be renamed there.
            _take_place(beside, place, old, look, new=new)
    finally:
        beside.unlink(missing_ok=True)
    _sync_folder(place.parent)


def _take_place(beside: Path, place: Path, old: os.stat_result | None, look: Look | None, *, new: bool) -> None:
    with _turn(place.parent):
        if look is not None:
            look()
        if new:
            _name_new(beside, place)
        else:
            _keep_owner(beside, _stat(place) or old)
            os.replace(beside, place)


def _name_new(beside: Path, place: Path) -> None:
    """Give a file its name unless it is taken; checking first would leave time for somebody else to take it."""
    try:
        os.link(beside, place)
    except FileExistsError:
        raise
    except OSError:  # The disk has no hard links.
        if os.path.lexists(place):
            raise FileExistsError from None
        os.replace(beside, place)


def _keep_owner(beside: Path, old: os.stat_result | None) -> None:
    """Give a new file the owner and the mode of the old one, as far as the system allows it."""
    if old is None:
        return
    mode = old.st_mode & 0o777
    now = beside.stat()
    if sys.platform != "win32" and (now.st_uid, now.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.chown(beside, old.st_uid, old.st_gid)
        except OSError:
            try:
                os.chown(beside, -1, old.st_gid)
            except OSError:  # Another group may do no more with the file than anybody.
                mode &= 0o707 | (mode & 0o007) << 3
    beside.chmod(mode)


# --- what a kill leaves -----------------------------------------------------------------------------------------------

def _open_beside(place: Path, *, private: bool) -> tuple[Path, BinaryIO]:
    """Open a new file beside another; the lock on it shows that its process lives. Only the owner reads a private one.
    """
    while True:
        beside = place.with_name(f".domino-lab-{secrets.token_hex(8)}.new")
        how = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        file = os.fdopen(os.open(beside, how, 0o600 if private else 0o666), "wb")
        try:
            if _is_ours(file) and os.path.exists(beside):
                return beside, file
        except BaseException:
            beside.unlink(missing_ok=True)
            file.close()
            raise
        file.close()


def _is_ours(file: BinaryIO) -> bool:
    """Lock a new file; False if somebody took it for a leftover before, and is about to remove it."""
    try:
        _lock(file.fileno())
    except BlockingIOError:
        return False
    except OSError:  # The disk has no locks.
        return True
    return True


def _remove_left(folder: Path) -> None:
    """Remove the new files of a folder whose process was killed before it put them in their place."""
    with suppress(OSError), os.scandir(folder) as entries:
        for left in [Path(entry) for entry in entries if _BESIDE.fullmatch(entry.name)]:
            with suppress(OSError):
                _remove_unlocked(left)


def _remove_unlocked(left: Path) -> None:
    if sys.platform == "win32":
        left.unlink()  # It is refused there while the file is open.
        return
    opened = os.open(left, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        if stat.S_ISREG(os.fstat(opened).st_mode):
            _lock(opened)
            left.unlink()
    finally:
        os.close(opened)


# --- one after the other ----------------------------------------------------------------------------------------------

@contextmanager
def _turn(folder: Path) -> Iterator[None]:
    """Wait until nobody else replaces a file of a folder; the turn of a process that is killed ends with it."""
    opened = _lock_folder(folder)
    try:
        yield
    finally:
        if opened is not None:
            _unlock(opened)
            os.close(opened)


def _lock_folder(folder: Path) -> int | None:
    """Return the opened folder, locked, else a lock file in it (Windows, disks in a network); None without locks."""
    for path, how in ((folder, os.O_RDONLY), (folder / ".domino-lab.lock", os.O_RDWR | os.O_CREAT)):
        try:
            opened = os.open(path, how, 0o666)
        except OSError:
            continue
        try:
            _wait_for(opened)
        except BaseException as error:
            os.close(opened)
            if not isinstance(error, OSError) or isinstance(error, TimeoutError):
                raise
        else:
            return opened
    return None


def _wait_for(opened: int) -> None:
    """Lock a file as soon as nobody else has it locked; raises TimeoutError after 10 seconds."""
    until = time.monotonic() + _LONGEST_WAIT
    while True:
        try:
            return _lock(opened)
        except (BlockingIOError, PermissionError):
            if time.monotonic() > until:
                raise TimeoutError(errno.ETIMEDOUT, "another program has kept its folder locked for 10 seconds"
                                   ) from None
            time.sleep(_PAUSE)


def _lock(opened: int) -> None:
    """Lock an open file; raises BlockingIOError (on Windows PermissionError) if somebody else has locked it."""
    if sys.platform == "win32":
        msvcrt.locking(opened, msvcrt.LK_NBLCK, 1)
    elif sys.platform != "emscripten":
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _unlock(opened: int) -> None:
    # A child process may have the file open, too: closing it here would not end the lock.
    if sys.platform == "win32":
        msvcrt.locking(opened, msvcrt.LK_UNLCK, 1)
    elif sys.platform != "emscripten":
        fcntl.flock(opened, fcntl.LOCK_UN)


def _sync_folder(folder: Path) -> None:
    """Write the folder to disk too, where the system can: only then is the name safe from a power cut."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


class SaveFile:
    """A file that is saved repeatedly, without losing other people's changes to it.

    `path` is the file it was read from or last saved to, or None; `such` is an example of a file name.
    """

    def __init__(self, path: Path | None, *, such: str) -> None:
        self.path, self.such = path, such
        self._ours = {_there(path)} if path is not None else set()

    def holds(self, text: str) -> bool:
        """True if this is what was read from the file or last saved to it."""
        return text.encode("utf-8", "replace") in self._ours

    def write(self, text: str, path: str | Path | None = None, *, overwrite: bool = False, check: Check | None = None,
              instead: str = "save with overwrite=True") -> Path:
        """Write `text` to `path`, or to the same file as before; return its path.

        `instead` is the alternative to naming another file, for the message of a refusal. Raises RecordError, and
        leaves the file as it is, if it is another existing file or was changed by somebody else.
        """
        target = file_named(path, self.such) if path is not None else self.path
        if target is None:
            raise RecordError(f'name a file to save this in, as in save("{self.such}")')
        ours = self._ours if self.path is not None and _is_same(target, self.path) else None

        def look() -> None:
            now = None if overwrite else _there(target)
            if now is not None and ours is None:
                raise RecordError(f"{target.name} already exists: name another file, or {instead}")
            if now is not None and now not in (ours or ()):
                raise RecordError(f"{target.name} has been changed by somebody else since it was opened: name another "
                                  f"file, or {instead}")

        if ours is not None:
            ours.add(text.encode("utf-8", "replace"))  # An interrupt may come after the replacement.
        put(text, target, check=check, look=look)
        self.path, self._ours = target, {text.encode("utf-8")}
        return target


def _is_same(path: Path, other: Path) -> bool:
    if path.absolute() == other.absolute():
        return True
    return os.path.exists(other) and os.path.exists(path) and path.samefile(other)


def _there(path: Path) -> bytes | None:
    """Return the content of a file; None if there is none, nothing if it cannot be read."""
    if _is_stream(path):
        return None
    try:
        with path.open("rb") as file:
            return file.read(_MOST_COMPARED)
    except (OSError, ValueError):
        return b"" if os.path.lexists(path) else None


def why(error: Exception) -> str:
    """Return the system's reason why a file cannot be read or written, without its number and name."""
    return str(getattr(error, "strerror", None) or error)


def _quote(path: str | Path) -> str:
    return quote(str(path), most=200)
