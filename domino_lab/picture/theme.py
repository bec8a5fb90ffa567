"""Theme: the colour of every part of a picture by its role.

Accents are Okabe and Ito's, which stay apart for colour-blind readers; a ring, a slot or a word repeats each of them.
The cloth is dark in every theme, so that both ivory tiles and white words stand out on it; its rim is of wood. As on
real tiles of large sets, pips of 7, 8 and 9 have a colour each.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours as #rrggbb, one for each role of a stroke."""

    panel: str
    card: str
    text: str
    quiet: str
    cloth: str
    cloth_text: str
    rim: str = "#5b4330"
    seam: str = "#4b8a73"
    shadow: str = "#134031"
    face: str = "#fffdf2"
    edge: str = "#1a1a1a"
    bevel: str = "#cdbf9a"
    bar: str = "#6b6355"
    pip: str = "#111111"
    seven: str = "#c24e00"
    eight: str = "#0072b2"
    nine: str = "#007a58"
    back: str = "#7a2e3a"
    back_mark: str = "#e6b9a8"
    last: str = "#ffffff"
    mark: str = "#56b4e9"
    lit: str = "#e69f00"
    lit_text: str = "#000000"
    slot: str = "#cfe5da"
    pill: str = "#0072b2"
    pill_text: str = "#ffffff"
    wild: str = "#d55e00"
    drawn: str = "#d55e00"
    turn: str = "#f0e442"
    gain: str = "#f0e442"
    gain_text: str = "#1b1b1b"
    card_text: str = "#f4f7f5"
    hue_3: str = "#009e73"
    hue_6: str = "#cc79a7"


HUES = "lit", "mark", "gain", "hue_3", "pill", "wild", "hue_6"
"""The colours of the players, seat by seat, as on their cards."""


LIGHT = Theme(panel="#ffffff", card="#5b4330", text="#1b1b1b", quiet="#4a4a4a", cloth="#1d5c47", cloth_text="#ffffff")
DARK = Theme(panel="#1c1c1c", card="#33271c", text="#f2f2f2", quiet="#c4c4c4", cloth="#123f31", cloth_text="#ffffff",
             rim="#33271c", seam="#2f6b55", shadow="#0a2820", back="#b4596a", back_mark="#3a1118",
             drawn="#e69f00")


def contrast(colour: str, other: str) -> float:
    """The WCAG contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
