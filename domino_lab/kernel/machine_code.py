"""Machine code: what numba has compiled, kept on disk for the next process, and compiled anew where that is damaged."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

_DIGEST = 32
"""Bytes of the digest at the end of each file: machine code with a single wrong byte may do anything."""


def kept(function: Callable[..., Any], **how: Any) -> Any:
    """Compile a function when it is first called, and keep the machine code where a folder may be written.

    A disk without room, and a file that is cut, empty or not ours, cost the time of compiling and nothing else.
    """
    numba: Any = import_module("numba")
    compiled = numba.njit(**how)(function)
    if hasattr(compiled, "enable_caching"):
        with suppress(RuntimeError, OSError):     # there is no folder that may be written
            compiled._cache = _cache_of(function)
    return compiled


def _cache_of(function: Callable[..., Any]) -> Any:
    """numba's own cache, which loses nothing: what cannot be read is thrown away, what cannot be written is left."""
    numbas: Any = import_module("numba.core.caching")      # untyped

    class Files(numbas.IndexDataCacheFile):  # type: ignore[misc]
        def _dump(self, found: Any) -> bytes:
            said: bytes = super()._dump(found)
            return said + hashlib.sha256(said).digest()

        def _load_data(self, name: str) -> Any:
            with open(self._data_path(name), "rb") as file:
                _check(file.read())
            return super()._load_data(name)

    class Cache(numbas.FunctionCache):  # type: ignore[misc]
        def load_overload(self, *asked: Any) -> Any:
            try:
                return super().load_overload(*asked)
            except Exception:
                self._throw_away()
                return None

        def save_overload(self, *found: Any) -> None:
            try:
                super().save_overload(*found)
            except Exception:
                self._throw_away()

        def _throw_away(self) -> None:
            with suppress(OSError):
                os.unlink(self._cache_file._index_path)

    made = Cache(function)
    made._cache_file.__class__ = Files
    return made


def _check(kept: bytes) -> None:
    """Raises ValueError for bytes that are not those that were written."""
    if hashlib.sha256(kept[:-_DIGEST]).digest() != kept[-_DIGEST:]:
        raise ValueError("the machine code on the disk is damaged")
