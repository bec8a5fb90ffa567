"""Machine code: numba's results, kept on disk for the next process, and compiled again if they are damaged."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

TRIED_WITH = "numba 0.68.1"
"""The version whose private cache is used here; tests/test_house.py says when the tests have a newer one."""

_FOLDER = "machine-code"
"""The folder for the machine code in the one that numba chooses, where others may write, as beside the source code."""

_DIGEST = 32
"""The length of the digest at the end of each file: a single wrong byte of machine code could do anything."""


def compile_once(function: Callable[..., Any], *constants: Mapping[str, object], **how: Any) -> Any:
    """Compile a function when it is first called, and keep the machine code if a folder can be written.

    The machine code is valid as long as the files of this folder and the numbers in `constants` are the same. After a
    full disk, or a file that is cut, empty or not ours, the function is compiled again. The folder is for its owner
    alone, and what somebody else could have written there is not loaded: machine code is run as it is.
    """
    numba: Any = import_module("numba")
    compiled = numba.njit(**how)(function)
    if hasattr(compiled, "enable_caching"):
        with suppress(RuntimeError, OSError):     # no folder can be written
            compiled._cache = _cache_of(function, _stamp(constants))
    return compiled


def is_on_disk(compiled: Any) -> bool:
    """Return True if there is machine code of a function of `compile_once` for this processor; nothing is loaded."""
    has_any = getattr(getattr(compiled, "_cache", None), "has_any", None)
    return has_any is not None and bool(has_any(compiled.targetctx.codegen()))


@lru_cache(maxsize=1)
def _texts() -> bytes:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.digest()


def _stamp(constants: tuple[Mapping[str, object], ...]) -> str:
    """Return a digest of everything the machine code depends on: numba itself only checks the date of one file."""
    digest = hashlib.sha256(_texts())
    for names in constants:
        numbers = [f"{name}={names[name]}" for name in sorted(names) if hasattr(names[name], "__index__")]
        digest.update("\n".join(numbers).encode())
    return digest.hexdigest()


def _cache_of(function: Callable[..., Any], stamp: str) -> Any:
    """Return numba's own cache, made safe: it discards what it must not load, and ignores what it cannot write."""
    numbas: Any = import_module("numba.core.caching")      # untyped

    class Cache(numbas.FunctionCache):  # type: ignore[misc]
        def _index_key(self, *asked: Any) -> Any:
            return (*super()._index_key(*asked), stamp)

        def has_any(self, processor: Any) -> bool:
            """Return True if there is an entry for any types of the arguments, which come first in each key."""
            with suppress(Exception):
                wanted = self._index_key(None, processor)[1:]
                return any(key[1:] == wanted for key in self._cache_file._load_index())
            return False

        def load_overload(self, *asked: Any) -> Any:
            try:
                return super().load_overload(*asked)
            except Exception:
                self._discard()
                return None

        def save_overload(self, *compiled: Any) -> None:
            try:
                super().save_overload(*compiled)
            except Exception:
                self._discard()

        def _discard(self) -> None:
            with suppress(OSError):
                os.unlink(self._cache_file._index_path)

    made = Cache(function)
    made._cache_path = os.path.join(made._cache_path, _FOLDER)
    made._cache_file = _files(numbas)(made._cache_path, made._impl.filename_base, made._impl.locator.get_source_stamp())
    return made


def _check(data: bytes) -> None:
    if hashlib.sha256(data[:-_DIGEST]).digest() != data[-_DIGEST:]:
        raise ValueError("the machine code on the disk is damaged")


def _files(numbas: Any) -> Any:
    """Return numba's class for the files of a function, made to load only what is whole and nobody else's."""
    class Files(numbas.IndexDataCacheFile):  # type: ignore[misc]
        def save(self, key: Any, compiled: Any) -> None:
            _make_private(self._cache_path)
            super().save(key, compiled)

        def _dump(self, content: Any) -> bytes:
            data: bytes = super()._dump(content)
            return data + hashlib.sha256(data).digest()

        def _load_index(self) -> Any:
            with suppress(FileNotFoundError):
                _check_owner(self._cache_path)
                _check_owner(self._index_path)
            return super()._load_index()

        def _load_data(self, name: str) -> Any:
            _check_owner(self._data_path(name))
            with open(self._data_path(name), "rb") as file:
                _check(file.read())
            return super()._load_data(name)

        @contextmanager
        def _open_for_write(self, path: str) -> Iterator[Any]:
            with super()._open_for_write(path) as file:
                os.chmod(file.name, 0o600)
                yield file

    return Files


def _make_private(folder: str) -> None:
    os.makedirs(folder, mode=0o700, exist_ok=True)
    os.chmod(folder, 0o700)


def _check_owner(path: str) -> None:
    """Refuse a file or a folder that somebody else owns, or could write; Windows has other rights."""
    there = os.stat(path)
    if hasattr(os, "geteuid") and (there.st_uid != os.geteuid() or there.st_mode & 0o022):
        raise PermissionError(f"somebody else could have written {path}")
