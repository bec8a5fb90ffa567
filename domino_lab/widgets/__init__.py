"""Everything that you click in a notebook, and the pages that `dl.page` writes.

A module is loaded when a name of `dl` is first used. Nothing here imports ipycanvas or numba when it is loaded; without
ipycanvas, the table is shown as SVG.
"""

from __future__ import annotations

from typing import Any

import domino_lab


def __getattr__(name: str) -> Any:
    """Return a public name of the package, as in `from domino_lab.widgets import HandStepper`."""
    if name in domino_lab.__all__:
        return getattr(domino_lab, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
