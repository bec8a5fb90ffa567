"""Old names: attributes of views and of what they show that were renamed, read for one more release with a warning."""

from __future__ import annotations

from typing import Any
from warnings import warn

import traitlets

_NEW = {
    "aim": ("chosen_action",), "beat": ("changes",), "bench": ("board", "session"), "benches": ("sessions",),
    "deed": ("kind",), "deeds": ("action_bar",), "felt": ("table",), "tried": ("search",),
}


class OldNames(traitlets.HasTraits):
    """Reads and observes attributes by their old names too; the warning says the new one."""

    def __getattr__(self, name: str) -> Any:
        new = next((one for one in _NEW.get(name, ()) if hasattr(self, one)), None)
        return object.__getattribute__(self, name if new is None else _warned(name, new))

    def observe(self, handler: Any, names: Any = traitlets.All, type: Any = "change") -> None:  # noqa: A002
        """Call `handler` when a trait changes, as traitlets does; `beat` stands for `changes`."""
        super().observe(handler, _warned(names, "changes") if names in ("beat", ["beat"]) else names, type)

    def unobserve(self, handler: Any, names: Any = traitlets.All, type: Any = "change") -> None:  # noqa: A002
        """Call `handler` no more, as traitlets does; `beat` stands for `changes`."""
        super().unobserve(handler, "changes" if names in ("beat", ["beat"]) else names, type)


def _warned(old: str | list[str], new: str) -> str:
    words = f"{old if isinstance(old, str) else old[0]} is now called {new}; the old name goes with the next release"
    warn(words, DeprecationWarning, stacklevel=3)
    return new
