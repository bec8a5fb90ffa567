"""The two engines of the kernel: the text as it stands, and the same text compiled by numba."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any

from domino_lab.chance import kernel as plain_kernel

_NAME = f"{plain_kernel.__name__}_compiled"


def can_compile() -> bool:
    """Whether numba is installed, so that the fast engine can be made.

    >>> can_compile() in (True, False)
    True
    """
    return importlib.util.find_spec("numba") is not None


@lru_cache(maxsize=1)
def compiled_kernel() -> ModuleType:
    """The kernel's text as a module of its own, compiled by numba; raises ImportError where there is no numba.

    >>> not can_compile() or compiled_kernel().COMPILED
    True
    """
    if not can_compile():
        raise ImportError("the compiled kernel needs numba: install domino-lab[fast]")
    spec = importlib.util.spec_from_file_location(_NAME, plain_kernel.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[_NAME] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[_NAME]
        raise
    return module


def is_compiled() -> bool:
    """Whether this process has the compiled kernel ready.

    >>> is_compiled() in (True, False)
    True
    """
    return bool(compiled_kernel().run.signatures)


def engine(*, compiled: bool) -> Any:
    """The kernel to call: compiled, or plain Python.

    >>> engine(compiled=False).COMPILED
    False
    """
    return compiled_kernel() if compiled else plain_kernel


def numbers(values: Sequence[int], *, compiled: bool) -> Any:
    """Numbers as that engine reads and writes them.

    >>> numbers((1, 2), compiled=False)
    [1, 2]
    """
    if not compiled:
        return list(values)
    import numpy as np

    return np.array(values, np.int64)


def key_of(seed: int, *, compiled: bool) -> Any:
    """The mixed seed, from which the engine makes the key of every hand; as `Shuffle` does it.

    >>> key_of(0, compiled=False)
    0
    """
    mixed = plain_kernel.mix(seed & int(plain_kernel.ALL_64))
    return compiled_kernel().U64(mixed) if compiled else mixed
