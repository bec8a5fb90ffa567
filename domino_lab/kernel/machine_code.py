"""Machine code: numba's results, kept on disk for the next process, and compiled again if they are damaged."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

_DIGEST = 32
"""The length of the digest at the end of each file: a single wrong byte of machine code could do anything."""


def cached(function: Callable[..., Any], *constants: Mapping[str, object], **how: Any) -> Any:
    """Compile a function when it is first called, and keep the machine code if a folder can be written.

    The machine code is valid as long as the files of this folder and the numbers in `constants` are the same. After a
    full disk, or a file that is cut, empty or not ours, the function is compiled again.
    """
    numba: Any = import_module("numba")
    compiled = numba.njit(**how)(function)
    if hasattr(compiled, "enable_caching"):
        with suppress(RuntimeError, OSError):     # no folder can be written
            compiled._cache = _cache_of(function, _stamp(constants))
    return compiled


@lru_cache(maxsize=1)
def _texts() -> bytes:
    found = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        found.update(path.read_bytes())
    return found.digest()


def _stamp(constants: tuple[Mapping[str, object], ...]) -> str:
    """Return a digest of everything the machine code depends on: numba itself only checks the date of one file."""
    found = hashlib.sha256(_texts())
    for names in constants:
        numbers = [f"{name}={names[name]}" for name in sorted(names) if hasattr(names[name], "__index__")]
        found.update("\n".join(numbers).encode())
    return found.hexdigest()


def _cache_of(function: Callable[..., Any], stamp: str) -> Any:
    """Return numba's own cache, made safe: it discards what it cannot read, and ignores what it cannot write."""
    numbas: Any = import_module("numba.core.caching")      # untyped

    class Files(numbas.IndexDataCacheFile):  # type: ignore[misc]
        def _dump(self, found: Any) -> bytes:
            data: bytes = super()._dump(found)
            return data + hashlib.sha256(data).digest()

        def _load_data(self, name: str) -> Any:
            with open(self._data_path(name), "rb") as file:
                _check(file.read())
            return super()._load_data(name)

    class Cache(numbas.FunctionCache):  # type: ignore[misc]
        def _index_key(self, *asked: Any) -> Any:
            return (*super()._index_key(*asked), stamp)

        def load_overload(self, *asked: Any) -> Any:
            try:
                return super().load_overload(*asked)
            except Exception:
                self._discard()
                return None

        def save_overload(self, *found: Any) -> None:
            try:
                super().save_overload(*found)
            except Exception:
                self._discard()

        def _discard(self) -> None:
            with suppress(OSError):
                os.unlink(self._cache_file._index_path)

    made = Cache(function)
    made._cache_file.__class__ = Files
    return made


def _check(data: bytes) -> None:
    if hashlib.sha256(data[:-_DIGEST]).digest() != data[-_DIGEST:]:
        raise ValueError("the machine code on the disk is damaged")
