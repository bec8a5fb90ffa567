"""A Hypothesis test in parts: each is a case with examples of its own, so that a dear test takes turns as others do."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import seed


def in_parts(number: int) -> Callable[[Callable[[], None]], Callable[[int], None]]:
    """Make so many cases of a test under `@given`; its `max_examples` is what each of them tries."""
    def split(test: Callable[[], None]) -> Callable[[int], None]:
        @pytest.mark.parametrize("part", range(number))
        def case(part: int) -> None:
            seed(part)(test)()

        case.__name__, case.__qualname__, case.__doc__ = test.__name__, test.__qualname__, test.__doc__
        case.__module__ = test.__module__
        return case

    return split
