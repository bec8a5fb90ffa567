"""What drawing by choice and rows face down meet too seldom: the one free draw is used up, rows that weigh the same."""

from __future__ import annotations

from collections.abc import Iterator

from domino_lab.catalogue import get
from domino_lab.core.actions import Draw, Pass
from domino_lab.core.chain import Chain
from domino_lab.core.rulings import Ruling
from domino_lab.core.tiles import Tile, tiles
from domino_lab.play.legal import judge
from tests.words import positions


def rulings() -> Iterator[Ruling]:
    """The rulings of these positions."""
    yield _second_choice()
    yield from positions.settled(get("blind"), "2-1", "3-0")
    seen = get("blind").but(visibility="private", block="all-stuck", extra_turn="none")
    yield judge(positions.stuck(seen), Pass())


def _second_choice() -> Ruling:
    """A player of All Sevens could lay his 1-1 on the 6, and drew the 2-2 all the same."""
    first = positions.stuck(get("all-sevens/one-voluntary-draw"), stock=tiles("3-3 2-2 4-4"), drawn=1)
    held = (tiles("1-1 2-2"), *first.holdings[1:])
    return judge(first._replace(chain=Chain().lay(Tile(1, 6)), holdings=held), Draw())
