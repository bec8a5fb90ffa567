"""The tables of `qr.js`, made from what segno draws: `python -m tests.widgets.qr_table` writes them there.

In a QR code of fixed size, mask and length each bit of its text changes certain modules, whatever the other bits are.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import segno

import domino_lab

FILE = Path(domino_lab.__file__).with_name("widgets") / "qr.js"
PAIRS, BITS = 6, 11
ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"


def modules(text: str) -> list[int]:
    """Return the modules of the QR code of twelve signs, row by row, 1 for a dark one."""
    made = segno.make(text, version=1, error="m", mode="alphanumeric", mask=0, boost_error=False)
    return [int(module) for row in made.matrix for module in row]


def tables() -> dict[str, str]:
    """Return the modules of twelve zeros, of each bit its own module, the shared ones, and which of these it changes.
    """
    zeros, changes = modules("0" * 2 * PAIRS), []
    for bit in range(PAIRS * BITS):
        high, low = divmod(1 << (BITS - 1 - bit % BITS), len(ALPHANUMERIC))
        pairs = ["00"] * PAIRS
        pairs[bit // BITS] = ALPHANUMERIC[high] + ALPHANUMERIC[low]
        turned = zip(zeros, modules("".join(pairs)), strict=True)
        changes.append([at for at, (old, new) in enumerate(turned) if old != new])
    times = Counter(at for change in changes for at in change)
    shared = sorted(at for at, count in times.items() if count > 1)
    own = [at for change in changes for at in change if times[at] == 1]
    return {"ZEROS": in_hex(zeros), "OWN": places(own), "SHARED": places(shared),
            "CHANGES": "".join(in_hex([int(at in change) for at in shared]) for change in changes)}


def in_hex(bits: list[int]) -> str:
    """Return bits as hexadecimal digits, filled up with zeros at the end."""
    filled = bits + [0] * (-len(bits) % 4)
    return "".join(f"{int(''.join(map(str, filled[at: at + 4])), 2):x}" for at in range(0, len(filled), 4))


def places(numbers: list[int]) -> str:
    """Return numbers below 1296 with two digits of base 36 each."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    return "".join(digits[number // 36] + digits[number % 36] for number in numbers)


if __name__ == "__main__":
    script = FILE.read_text(encoding="utf-8")
    for name, table in tables().items():
        script = re.sub(rf'(?<=const {name} = ")[^"]*', table, script)
    FILE.write_text(script, encoding="utf-8")
