"""The two engines of a kernel: the text as it stands, and the same text compiled by numba.

There are five texts. That of the chain games stands alone. On it stand that of the patience games; that which plays
positions on to their end, and on this one that which finds the best play; and that which plays hands whose end a
reader's own object settles.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections import Counter
from threading import RLock
from types import ModuleType
from typing import Any, TypeAlias

from domino_lab.core.errors import DominoError
from domino_lab.kernel import (
    best_play as plain_best_play,
    chain_games as plain_kernel,
    hand_ends as plain_ends,
    patience_games as plain_patience,
    rollouts as plain_rollouts,
)
from domino_lab.kernel.machine_code import is_on_disk

Numbers: TypeAlias = Any
"""A list of whole numbers, or an array of numpy: what a kernel reads and writes."""

_LOADING = RLock()
"""A worker of a cluster begins in several threads at once: the first loads a text, the others wait for the same."""


def can_compile() -> bool:
    """Return True if numba is installed and can compile, so that the fast engine can be made."""
    return importlib.util.find_spec("numba") is not None and not is_switched_off()


def is_switched_off() -> bool:
    """Return True if NUMBA_DISABLE_JIT=1 tells numba to compile nothing: the kernel then runs in plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0").strip() not in ("", "0")


NO_COMPILER = "the compiled kernel needs numba: install domino-lab[fast], and do not set NUMBA_DISABLE_JIT"


class NoCompilerError(DominoError, ImportError):
    """Compiled code is wanted, and nothing can be compiled here."""


_STAND_ON_THE_KERNEL = (plain_patience, plain_rollouts, plain_ends, plain_best_play)


def load_kernel(plain: ModuleType) -> ModuleType:
    """Return a kernel's text as a module of its own, compiled by numba: the same one for all threads of a process.

    Raises ImportError if numba is missing.
    """
    if not can_compile():
        raise NoCompilerError(NO_COMPILER)
    if plain in _STAND_ON_THE_KERNEL:
        load_kernel(plain_kernel)
    if plain is plain_best_play:
        load_kernel(plain_rollouts)
    name = f"{plain.__name__}_compiled"
    with _LOADING:
        return sys.modules.get(name) or _execute(plain, name)


def _execute(plain: ModuleType, name: str) -> ModuleType:
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


FEW, MANY = 1000, 75_000
"""Plain Python plays as many hands as FEW before machine code is even loaded. Compiling takes as long as it takes plain
Python to play about MANY hands: of All Fives 75,000, of Block 180,000, each with two players."""

_waited: Counter[str] = Counter()
"""The hands of longer runs that this process has played in plain Python, by the text that nobody had compiled yet."""


def begin_plain(hands: int, *, alone: bool = False, asks: bool = False) -> bool:
    """Return True if a run should be played in plain Python, because that is over before the compiled kernel is ready.

    Where machine code is on the disk, a run of FEW hands is. Where there is none, runs are until they have MANY hands
    together: then plain Python has taken as long as compiling, and more hands would take longer.
    """
    if is_compiled(alone=alone, asks=asks):
        return False
    if hands <= FEW:
        return True
    text = engine(compiled=True, alone=alone, asks=asks)
    if _waited[text.__name__] + hands > MANY or is_on_disk(text.run):
        return False
    _waited[text.__name__] += hands
    return True


def is_kept(*, alone: bool = False, asks: bool = False) -> bool:
    """Return True if the machine code of the compiled kernel is on the disk, so that it is loaded, not compiled."""
    return is_on_disk(engine(compiled=True, alone=alone, asks=asks).run)


def is_compiled(*, alone: bool = False, asks: bool = False) -> bool:
    """Return True if this process has the compiled kernel ready: `alone` and `asks` are those of `engine`.

    Asking neither loads nor compiles it.
    """
    text = sys.modules.get(f"{engine(compiled=False, alone=alone, asks=asks).__name__}_compiled")
    return text is not None and bool(text.run.signatures)


def is_rolling_compiled() -> bool:
    """Return True if this process has compiled what plays positions on to their end; it compiles nothing by itself."""
    text = sys.modules.get(f"{plain_rollouts.__name__}_compiled")
    return text is not None and bool(text.roll_out.signatures)


def is_best_compiled() -> bool:
    """Return True if this process has compiled what finds the best play; it compiles nothing by itself."""
    text = sys.modules.get(f"{plain_best_play.__name__}_compiled")
    return text is not None and bool(text.play_best.signatures)


def engine(*, compiled: bool, alone: bool = False, asks: bool = False) -> Any:
    """Return the kernel to call: compiled, or plain Python.

    `alone` asks for that of the patience games, `asks` for that whose hands are settled by a reader's own object.
    """
    return _text(plain_patience if alone else plain_ends if asks else plain_kernel, compiled=compiled)


def rollouts(*, compiled: bool) -> Any:
    """Return what plays positions on to their end: compiled, or plain Python."""
    return _text(plain_rollouts, compiled=compiled)


def best_play(*, compiled: bool) -> Any:
    """Return what finds the best play to the end of any game of two sides: compiled, or plain Python."""
    return _text(plain_best_play, compiled=compiled)


def _text(plain: ModuleType, *, compiled: bool) -> ModuleType:
    return load_kernel(plain) if compiled else plain


def numbers(values: Numbers, *, compiled: bool) -> Numbers:
    """Return numbers as that engine reads and writes them."""
    if not compiled:
        return list(values)
    import numpy as np

    return np.array(values, np.int64)


def zeros(size: int, *, compiled: bool) -> Numbers:
    """Return so many zeros as that engine reads and writes them."""
    if not compiled:
        return [0] * size
    import numpy as np

    return np.zeros(size, np.int64)


def key_of(seed: int, *, compiled: bool) -> Any:
    """Return the mixed seed, from which the engine makes the key of every hand, as `Shuffle` does."""
    mixed = plain_kernel.mix(seed & int(plain_kernel.ALL_64))
    return load_kernel(plain_kernel).U64(mixed) if compiled else mixed
