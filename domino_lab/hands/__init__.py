"""Annotated hands that come with the package: each a record in TOML."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from domino_lab.errors import RecordError


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """The names of all packaged hands, in alphabetical order.

    >>> "all-fives-worked-example" in names()
    True
    """
    found = (place.name for place in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


def text(name: str) -> str:
    """The record of a packaged hand; raises RecordError for a name that is not there.

    >>> text("all-fives-worked-example").splitlines()[0]
    'format = 1'
    """
    if name not in names():
        raise RecordError(f"no packaged hand is called {name!r}; there are {', '.join(names())}")
    return files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
