"""Values of axes as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def show_value(value: Any) -> str:
    """A value as it stands in a hand file and in every table.

    >>> show_value({2: 7, 3: 5}), show_value((2, 2, 0, 0, 0)), show_value("first")
    ('{2 = 7, 3 = 5}', '[2, 2, 0, 0, 0]', '"first"')
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)} = {show_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        shown = [show_value(item) for item in value]
        return shown[0] if len(shown) == 1 else "[" + ", ".join(shown) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _key(key: object) -> str:
    text = str(key)
    return text if text.isalnum() else f'"{text}"'
