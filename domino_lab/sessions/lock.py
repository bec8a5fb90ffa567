"""Lock: lets one thread at a time use the sessions and their views, as when the page sends a press while a cell runs.

There is a single lock for sessions, views and pictures. A session can change others, even through a function of the
reader's that watches it, so several locks could wait for each other. A long computation (a player that thinks, trials,
a search) lends the lock to others meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from inspect import isgeneratorfunction, unwrap
from threading import Condition, RLock, get_ident
from types import FunctionType
from typing import Any

_LOCK: Any = RLock()
"""Any: how to let an RLock go, however often the thread has taken it, is no part of its type."""
_RETURN = Condition(_LOCK)
_OWN = "_is_locked"


class Locked:
    """A base class for objects that one thread at a time may use: public methods, properties and attributes take turns.

    This includes the methods that a subclass inherits from a library. A method waits while the same object has lent the
    lock to a computation; reading a property does not wait.

    >>> class Counter(Locked):
    ...     count = 0
    ...     def add(self):
    ...         self.count += 1
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> counter = Counter()
    >>> with ThreadPoolExecutor(2) as pool:
    ...     for _ in range(100):
    ...         _ = pool.submit(counter.add)
    >>> counter.count
    100
    """

    _lent_by: int | None = None
    """The thread that computes something for this object and lends the lock meanwhile."""

    def __init_subclass__(cls, **how: object) -> None:
        super().__init_subclass__(**how)
        for name in dir(cls):
            if name == "__init__" or not name.startswith("_"):
                _lock_member(cls, name)

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute; a trait's observers are called before another thread has its turn."""
        if name.startswith("_"):
            super().__setattr__(name, value)
            return
        with hold_lock(self):
            super().__setattr__(name, value)


def _lock_member(cls: type, name: str) -> None:
    home = next((base for base in cls.__mro__ if name in vars(base)), cls)
    member = vars(home).get(name)
    if isinstance(member, FunctionType) and not hasattr(member, _OWN):
        setattr(cls, name, _lock(member))
    elif isinstance(member, property) and home is cls:
        read, write = member.fget, member.fset
        setattr(cls, name, property(read and _lock(read, waits=False), write and _lock(write), member.fdel,
                                    member.__doc__))


def _lock(act: Callable[..., Any], *, waits: bool = True) -> Callable[..., Any]:
    in_turn: Callable[..., Any]
    if isgeneratorfunction(unwrap(act)):
        @contextmanager
        @wraps(act)
        def in_turn(self: Locked, *values: Any, **named: Any) -> Iterator[Any]:
            with hold_lock(self), act(self, *values, **named) as given:
                yield given
    else:
        @wraps(act)
        def in_turn(self: Locked, *values: Any, **named: Any) -> Any:
            _take(self if waits else None)
            try:
                return act(self, *values, **named)
            finally:
                _LOCK.release()

    setattr(in_turn, _OWN, True)
    return in_turn


def _take(who: Locked | None) -> None:
    _LOCK.acquire()
    try:
        while who is not None and who._lent_by not in (None, get_ident()):
            _RETURN.wait()
    except BaseException:       # an interrupt
        _LOCK.release()
        raise


@contextmanager
def hold_lock(who: Locked | None = None) -> Iterator[None]:
    """Keep all other threads out of this block, once nothing is being computed for `who`."""
    _take(who)
    try:
        yield
    finally:
        _LOCK.release()


@contextmanager
def lend_lock(*these: Locked) -> Iterator[None]:
    """Let other threads go on during a long computation for `these`, which they cannot use meanwhile.

    So the result still fits when it arrives.
    """
    with hold_lock():
        before = [model._lent_by for model in these]
        for model in these:
            model._lent_by = get_ident()
        depth = _LOCK._release_save()
        try:
            yield
        finally:
            _LOCK._acquire_restore(depth)
            for model, thread in zip(these, before, strict=True):
                model._lent_by = thread
            _RETURN.notify_all()
