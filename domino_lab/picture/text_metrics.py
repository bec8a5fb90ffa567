"""Text metrics: the width of words, so that none runs into another; a generous estimate, because no font is read."""

from __future__ import annotations

from unicodedata import east_asian_width

_NARROW = frozenset("iljtfrI.,:;'|!()[]/- ")
_WIDE = frozenset("mwMW@%")


def width(text: str, size: int, *, bold: bool = False) -> int:
    """Return the width that a line of text needs, in the unit of `size` (its font size)."""
    hundredths = sum(_hundredths(letter) for letter in text)
    return -(-hundredths * size * (110 if bold else 100) // 10000)


def _hundredths(letter: str) -> int:
    if letter in _NARROW:
        return 40
    if letter in _WIDE or east_asian_width(letter) in "WF":
        return 102
    return 74 if letter.isupper() or ord(letter) > 127 else 64


def fit(text: str, size: int, room: int, *, bold: bool = False) -> str:
    """Return the text, cut with an ellipsis if it would not fit."""
    # Even of the narrowest letters no more would fit, and a stranger's text may be huge.
    kept = text[: room * 5 // (2 * size) + 1]
    if kept == text and width(text, size, bold=bold) <= room:
        return text
    while kept and width(kept + "…", size, bold=bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…" if kept else ""


def wrap(text: str, size: int, room: int, most: int) -> tuple[str, ...]:
    """Return the text in at most `most` lines, the last one cut if there is more."""
    lines: list[str] = []
    for word in text.split():
        if len(lines) == most and width(lines[-1], size) > room:
            break
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (width(longer, size) <= room or len(lines) == most):
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(fit(part, size, room) for part in lines)
