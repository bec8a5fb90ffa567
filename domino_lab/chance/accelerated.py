"""What the kernel is written in where numba compiles it: numbers of 64 bits, arrays, and three machine instructions.

Only the compiled kernel imports this module; without numba it cannot be imported.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

U64, I64 = np.uint64, np.int64


_HOW: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
_INSIDE: dict[str, Any] = {**_HOW, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def jit(function: Any) -> Any:
    """The function, compiled for other compiled functions to call: without the wrappers that Python would need.

    >>> jit(lambda number: number + 1).targetoptions["nogil"]
    True
    """
    return njit(**_INSIDE)(function)


def entry(function: Any) -> Any:
    """The function, compiled when first called, without the GIL; the machine code is kept for the next process.

    Where no folder may be written, it is compiled in every process.

    >>> int(entry(lambda number: number + 1)(2))
    3
    """
    try:
        return njit(cache=True, **_HOW)(function)
    except RuntimeError:
        return njit(**_HOW)(function)


@jit
def copy(source: Any, start: int, target: Any, place: int, size: int) -> None:
    """So many numbers of `source` from `start` on to `place` in `target`."""
    for number in range(size):
        target[place + number] = source[start + number]


@intrinsic
def lowest(typing: Any, mask: Any) -> Any:
    """The lowest tile of a mask that has one."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), build


@intrinsic
def many(typing: Any, mask: Any) -> Any:
    """How many tiles a mask has."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@jit
def new_numbers(size: int) -> Any:
    """So many numbers with a sign, all 0."""
    return np.zeros(size, np.int64)


@jit
def new_words(size: int) -> Any:
    """So many words without a sign, all 0."""
    return np.zeros(size, np.uint64)
