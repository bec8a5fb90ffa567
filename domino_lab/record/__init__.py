"""Hand files: a hand as TOML text, read and written.

Reading is forgiving: `read` returns a Timeline whatever the text, with every problem in `.problems`. The caller passes
in the resolver that turns a ruleset's id into the ruleset.
"""

from __future__ import annotations

from domino_lab.record.reader import read
from domino_lab.record.writer import check_written, move_numbers, write

__all__ = ["check_written", "move_numbers", "read", "write"]
