"""The hand record: reading TOML into a Timeline, and writing a Timeline as TOML; and a match as a file of hands.

Reading is forgiving: `read` gives a Timeline whatever the text, with every problem in `.problems`. Rulesets come from
the resolver that is passed in.
"""

from __future__ import annotations

from domino_lab.record.matches import Reading, Setup, check_match, read_match, write_match
from domino_lab.record.oneline import is_packed, packed, packed_text, unpacked
from domino_lab.record.reading import read
from domino_lab.record.writing import check_written, move_numbers, write

__all__ = [
    "Reading", "Setup", "check_match", "check_written", "is_packed", "move_numbers", "packed", "packed_text", "read",
    "read_match", "unpacked", "write", "write_match",
]  # fmt: skip
