"""Share codes: a whole hand as one short line to paste, "dlab1:" and the compressed record."""

from __future__ import annotations

import base64
import re
import zlib

from domino_lab.core.errors import RecordError
from domino_lab.play.timeline import Timeline
from domino_lab.record.source import MOST_CHARACTERS
from domino_lab.record.writer import write

MARK = "dlab1:"
"""The beginning of a share code; the number says which shared words it was compressed with."""

_SHARED = b'''source = "
title = "
about = "score"
hint = "
mark = ["
note = "
ask = "
[match]
scores = [hand = 1
last_leader = stock_complete = true
[rules]
turned = "
stack = "
copy = 1
call = 10
remove = ["
shift = "
to = say = 1
joins = format = 1
ruleset = "two-box"
ruleset = "five-up"
ruleset = "draw"
ruleset = "block"
ruleset = "all-fives"
players = ["Ana", "Ben"]
players = ["Player 1", "Player 2", "Player 3", "Player 4"]

[deal]
holdings = [
    ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0"],
]
stock = ["6-5", "6-4", "6-3", "6-2", "6-1", "6-0", "5-4", "5-3", "5-2", "5-1", "5-0", "4-3", "4-2", "4-1", "4-0"]
leader = 0
seed = 1
hand = [end]
how = "blocked"
how = "out"
winner = 0
award = 10
scores = [0, 5]
[[move]]
pass = true

[[move]]
draw = 1

[[move]]
play = "5-0"
at = "5-5"
out = 0
count = 10
score = 10

[[move]]
play = "'''
"""Words that most records have, which cost next to nothing there. Never to be changed under this mark."""

_COMMENT = re.compile(r"^#.*\n", re.M)


def pack(line: Timeline) -> str:
    """Return the share code of a timeline; `unpack` gives its record again."""
    return pack_text(write(line) if line.text else _COMMENT.sub("", write(line)))


def pack_text(text: str) -> str:
    """Return the share code of the text of a record, letter by letter."""
    codec = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=_SHARED)
    record = text.encode("utf-8")
    small = _check(record) + codec.compress(record) + codec.flush()
    return MARK + base64.urlsafe_b64encode(small).decode("ascii").rstrip("=")


def is_packed(text: object) -> bool:
    """Return True if a text is a share code."""
    return isinstance(text, str) and text.strip().startswith(MARK)


def unpack(packed: str) -> str:
    """Return the record in a share code; raises RecordError for one that is incomplete or mistyped."""
    # A letter or a worksheet may have broken the code into several lines.
    letters = "".join(packed.split()).removeprefix(MARK)
    codec = zlib.decompressobj(-15, zdict=_SHARED)
    try:
        small = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
        record = codec.decompress(small[2:], MOST_CHARACTERS)
        if codec.eof and not codec.unused_data and small[:2] == _check(record):
            return record.decode("utf-8")
    except (zlib.error, ValueError):
        pass
    raise RecordError("this line is incomplete: copy it again, from dlab1: to its end")


def _check(record: bytes) -> bytes:
    """Return a check sum: two letters typed wrongly could still be a record, of another hand."""
    return (zlib.crc32(record) & 0xFFFF).to_bytes(2, "big")
