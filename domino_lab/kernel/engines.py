"""The two engines of a kernel: the text as it stands, and the same text compiled by numba.

There are four texts: that of the chain games, that of the patience games, which stands on the first, that which solves
deals of a patience, which stands on both, and that which plays positions on to their end, which stands on the first.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Sequence
from functools import lru_cache
from threading import RLock
from types import ModuleType
from typing import Any

from domino_lab.errors import DominoError
from domino_lab.kernel import chain_games as plain_kernel
from domino_lab.kernel import patience_games as plain_patience
from domino_lab.kernel import patience_solver as plain_solver
from domino_lab.kernel import rollouts as plain_rollouts

_LOADING = RLock()
"""A worker of a cluster begins in several threads at once: the first loads a text, the others wait for the same."""


def can_compile() -> bool:
    """Whether numba is installed and may compile, so that the fast engine can be made."""
    return importlib.util.find_spec("numba") is not None and not is_switched_off()


def is_switched_off() -> bool:
    """Whether NUMBA_DISABLE_JIT=1 tells numba to compile nothing: the kernel is then played in plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0").strip() not in ("", "0")


NO_COMPILER = "the compiled kernel needs numba: install domino-lab[fast], and do not set NUMBA_DISABLE_JIT"


class NoCompilerError(DominoError, ImportError):
    """What is compiled was asked for where nothing can be compiled."""


@lru_cache(maxsize=1)
def compiled_kernel() -> ModuleType:
    """The kernel's text as a module of its own, compiled by numba; raises ImportError where there is no numba."""
    return loaded(plain_kernel)


@lru_cache(maxsize=1)
def compiled_patience() -> ModuleType:
    """The patience kernel's text, compiled in the same way."""
    compiled_kernel()
    return loaded(plain_patience)


@lru_cache(maxsize=1)
def compiled_solver() -> ModuleType:
    """The text that solves deals of a patience, compiled in the same way."""
    compiled_patience()
    return loaded(plain_solver)


def loaded(plain: ModuleType) -> ModuleType:
    """A kernel's text as a module of its own, which numba compiles: the same one for all threads of a process.

    Raises ImportError where there is no numba.
    """
    if not can_compile():
        raise NoCompilerError(NO_COMPILER)
    name = f"{plain.__name__}_compiled"
    with _LOADING:
        return sys.modules.get(name) or _executed(plain, name)


def _executed(plain: ModuleType, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, plain.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def is_loaded() -> bool:
    """Whether this process has begun to use the compiled kernel; asking does not load it."""
    return f"{plain_kernel.__name__}_compiled" in sys.modules


def is_compiled() -> bool:
    """Whether this process has the compiled kernel ready."""
    return bool(compiled_kernel().run.signatures)


def is_patience_compiled() -> bool:
    """Whether this process has the compiled patience kernel ready."""
    return bool(compiled_patience().run.signatures)


def is_rolling_compiled() -> bool:
    """Whether this process has compiled already what plays positions on to their end; it compiles nothing by itself."""
    text = sys.modules.get(f"{plain_rollouts.__name__}_compiled")
    return text is not None and bool(text.roll_out.signatures)


def engine(*, compiled: bool, alone: bool = False) -> Any:
    """The kernel to call: compiled, or plain Python; `alone` asks for that of the patience games."""
    if alone:
        return compiled_patience() if compiled else plain_patience
    return compiled_kernel() if compiled else plain_kernel


def solver(*, compiled: bool) -> Any:
    """What solves deals of a patience: compiled, or plain Python."""
    return compiled_solver() if compiled else plain_solver


def rollouts(*, compiled: bool) -> Any:
    """What plays positions on to their end: compiled, or plain Python."""
    if compiled:
        compiled_kernel()
    return loaded(plain_rollouts) if compiled else plain_rollouts


def numbers(values: Sequence[int], *, compiled: bool) -> Any:
    """Numbers as that engine reads and writes them."""
    if not compiled:
        return list(values)
    import numpy as np

    return np.array(values, np.int64)


def key_of(seed: int, *, compiled: bool) -> Any:
    """The mixed seed, from which the engine makes the key of every hand; as `Shuffle` does it."""
    mixed = plain_kernel.mix(seed & int(plain_kernel.ALL_64))
    return compiled_kernel().U64(mixed) if compiled else mixed
