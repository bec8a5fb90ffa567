"""Glossary: the words of the game, each with its definition and, if that helps, a drawn example."""

from __future__ import annotations

from functools import lru_cache, reduce

from domino_lab.core.arguments import checked
from domino_lab.core.chain import Chain, OpenEnd
from domino_lab.core.tiles import Tile
from domino_lab.picture.layout import Box
from domino_lab.picture.output import image
from domino_lab.picture.scene import Scene, scene
from domino_lab.picture.svg import svg
from domino_lab.picture.tabletop import Highlight, Tabletop
from domino_lab.words import Table, language, phrase, phrases
from domino_lab.words.escaping import as_markdown, escape


def entries() -> dict[str, Table]:
    """Every term with its text, other forms and example, in the order a beginner meets them."""
    return phrases("glossary")


def definitions() -> dict[str, str]:
    """The definition of each term, as plain text."""
    return {term: entry["text"] for term, entry in entries().items()}


def forms() -> dict[str, str]:
    """The term that each word in a text stands for, by the word in small letters; everyday words are left out."""
    return _forms(language())


@lru_cache(maxsize=8)
def _forms(_language: str) -> dict[str, str]:
    return {form.casefold(): term for term, entry in entries().items() for form in (term, *entry.get("also", ()))
            if term not in _EVERYDAY}


_EVERYDAY = frozenset({"tile", "hand", "match", "pip"})
"""Words that stand in nearly every sentence: defined in the glossary, never linked in a text."""


_WIDTH, _MARGIN = 640, 24


class Glossary:
    """The words of the game; it displays itself, with pictures, and needs no kernel.

    >>> print(str(glossary()).splitlines()[2])
    spinner: A double that tiles can join on all four sides.
    """

    def __str__(self) -> str:
        said = {term: entry["text"] for term, entry in entries().items()}
        return "\n".join(phrase("widgets.glossary_entry", term=term, text=text) for term, text in said.items())

    __repr__ = __str__

    @property
    def name(self) -> str:
        """The title of the glossary where it stands alone."""
        return phrase("widgets.glossary")

    def _repr_html_(self) -> str:
        items = "".join(_entry(term, entry) for term, entry in entries().items())
        heading = escape(self.name)
        return f'<section aria-label="{heading}" style="{_GRID}">{items}</section>'

    def _repr_markdown_(self) -> str:
        said = {term: as_markdown(entry["text"]) for term, entry in entries().items()}
        return "\n".join(f"* **{term}**: {text}" for term, text in said.items())


_GRID = ("display:grid;grid-template-columns:repeat(auto-fill,minmax(min(320px,100%),1fr));gap:16px;margin:0;"
         "font-size:15px;line-height:1.4")


@checked
def glossary() -> Glossary:
    """The words of the game with drawn examples.

    >>> dl.glossary()._repr_html_().count("<img ")
    10
    """
    return Glossary()


def _entry(term: str, entry: Table) -> str:
    picture = _crop(scene(example(term, entry), _WIDTH)) if "lay" in entry else ""
    return f'<div><p style="margin:0 0 6px"><b>{escape(term)}</b>: {escape(entry["text"])}</p>{picture}</div>'


def _crop(seen: Scene) -> str:
    """The picture cut down to what lies on it: an example has few tiles, and they should be seen."""
    pile = (seen.boneyard.box,) if seen.boneyard else ()
    boxes = [*(tile.box for tile in seen.tiles), *(end.box for end in seen.ends), *(label.box for label in seen.labels)]
    x, y, wide, high = reduce(Box.join, [*boxes, *pile]).grown(_MARGIN)
    y, high = max(y, 0), high + min(y, 0)
    whole = f'width="{seen.pixels[0]}" height="{seen.pixels[1]}" viewBox="0 0 {seen.width} {seen.height}"'
    part = f'width="{wide // 2}" height="{high // 2}" viewBox="{x} {y} {wide} {high}"'
    return image(svg(seen).replace(whole, part, 1))


def example(term: str, entry: Table) -> Tabletop:
    """The little table that shows a word; `lay` tiles join the first open end that they fit, the newest last."""
    chain = Chain()
    for tile in map(Tile.of, entry["lay"]):
        end = _fitting(chain, tile) if chain.laid else None
        chain = chain.lay(tile, end, spins=tile.is_double and entry.get("spin") == "first")
    marks: tuple[Highlight, ...] = (Highlight(0, term),) if term in ("spinner", "double", "tile") else ()
    if term == "open end":
        marks = tuple(Highlight(end) for end in chain.ends)
    return Tabletop(chain, final=chain, usable=chain.ends, boneyard=entry.get("stock"), marks=marks)


def _fitting(chain: Chain, tile: Tile) -> OpenEnd:
    """The newest tile it fits, and there the oldest end."""
    return max((end for end in chain.ends if end.value in (tile.low, tile.high)), key=lambda end: (end.at, -end.edge))
