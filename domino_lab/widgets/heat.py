"""Heat: where the hidden tiles may lie, as tables whose cells are bluer where a tile is likelier. No widgets here."""

from __future__ import annotations

from fractions import Fraction

from domino_lab.chance.knowledge import STOCK, Knowledge, know
from domino_lab.escaping import escape
from domino_lab.play.timeline import Timeline
from domino_lab.tiles import Tile
from domino_lab.words import phrase

DARKEST = 0.5
"""How much of the colour a certain tile gets: words on it stay legible in light and dark."""

_BLUE = "0,114,178"


def known(line: Timeline, seat: int, step: int) -> Knowledge | None:
    """What a seat knows there; None where there is nothing to know (a study, a patience, rows that lie face down).

    >>> from domino_lab.notebook import play_out
    >>> len(known(play_out("block", seed=7), 0, 2).unseen)
    20
    """
    try:
        return know(line, seat, step)
    except ValueError:
        return None


def heat(found: Knowledge) -> str:
    """One table for each place, as HTML: a row for the higher half of a tile, a column for the lower.

    >>> from domino_lab.notebook import play_out
    >>> heat(know(play_out("block", seed=7), 0, 2)).count("<table")
    2
    """
    return "".join(_table(found, place) for place in found.places)


def _table(found: Knowledge, place: int) -> str:
    key, name = ("stock", "") if place == STOCK else ("seat", found.place_name(place))
    caption = escape(phrase(f"hidden.caption_{key}", place=name))
    values = range(found.seen.highest + 1)
    head = "".join(f'<th scope="col">{value}</th>' for value in values)
    rows = "".join(_row(found, place, high) for high in values)
    return (f'<div class="dlab-heat-room" tabindex="0" role="region" aria-label="{caption}">'
            f'<table class="dlab-heat"><caption>{caption}</caption><thead><tr>'
            f'<th scope="col">{escape(phrase("hidden.corner"))}</th>{head}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>")


def _row(found: Knowledge, place: int, high: int) -> str:
    cells = "".join(_cell(found, place, Tile(low, high)) for low in range(high + 1))
    return f'<tr><th scope="row">{high}</th>{cells}</tr>'


def _cell(found: Knowledge, place: int, tile: Tile) -> str:
    chance = _chance(found, place, tile)
    if chance is None:
        return f"<td>{phrase('hidden.in_sight')}</td>"
    shown = percent(chance)
    words = escape(phrase("hidden.cell", tile=tile, percent=shown))
    weight = "font-weight:700;" if chance == 1 else ""
    return f'<td style="{weight}background:rgba({_BLUE},{float(chance) * DARKEST:.2f})" title="{words}">{shown}</td>'


def _chance(found: Knowledge, place: int, tile: Tile) -> Fraction | None:
    """The chance that such a tile lies there; of twins, both together, which may be more than one; None in sight."""
    rows = [row for unseen, row in found.chances.items() if unseen[:2] == tile[:2]]
    return min(sum((row.get(place, Fraction(0)) for row in rows), Fraction(0)), Fraction(1)) if rows else None


def percent(chance: Fraction) -> str:
    """A chance in whole percent; what is not quite nothing, or not quite certain, says so.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 1000)), percent(Fraction(999, 1000)), percent(Fraction(0))
    ('33', '<1', '>99', '0')
    """
    shown = round(100 * chance)
    if chance > 0 and shown == 0:
        return "<1"
    return ">99" if chance < 1 and shown == 100 else str(shown)


def lines(found: Knowledge) -> tuple[str, ...]:
    """The same as text: for each place its tiles with their chances, likeliest first.

    >>> from domino_lab.notebook import play_out
    >>> lines(know(play_out("block", seed=7), 0, 2))[1][:9]
    'boneyard:'
    """
    said = []
    for place in found.places:
        row = sorted(((-chances[place], tile) for tile, chances in found.chances.items()), key=lambda pair: pair)
        tiles = [f"{tile} {percent(-chance)} %" for chance, tile in row if chance]
        said.append(phrase("hidden.likely", place=found.place_name(place), tiles=tiles))
    return tuple(said)
