"""The packaged annotated hands, each a file in TOML."""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files

from domino_lab.core.errors import RecordError


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Return the names of all packaged hands, in alphabetical order."""
    names = (place.name for place in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def text(name: str) -> str:
    """Return the record of a packaged hand; raises RecordError for an unknown name."""
    if name not in names():
        raise RecordError(none_called(name))
    return files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")


def none_called(name: str) -> str:
    """Return the message that no packaged hand has this name, with the nearest names."""
    near = get_close_matches(name[:60], names(), n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    return f"no packaged hand is called {name[:80]!r}; {hint}domino_lab.hands.names() lists all {len(names())}"
