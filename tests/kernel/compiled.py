"""A small function to compile: only one that stands in a file is kept on the disk."""

from __future__ import annotations


def size(number: int) -> int:
    return -number if number < 0 else number
