"""Terms: the words of the game that have a definition, and how they are linked to it in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from domino_lab.escaping import escape
from domino_lab.words import phrases

_TILE = re.compile(r"\b\d{1,2}-\d{1,2}\b")


def entries() -> dict[str, dict[str, Any]]:
    """Every term with its text, other forms and example, in the order a beginner meets them.

    >>> entries()["spinner"]["text"]
    'A double that tiles can join on all four sides.'
    """
    return phrases("glossary")


def definitions() -> dict[str, str]:
    """The definition of each term, as plain text.

    >>> definitions()["pip"]
    'One dot on a tile.'
    """
    return {term: entry["text"] for term, entry in entries().items()}


def linked(text: str) -> str:
    """A text as HTML in which each term is linked to its definition, the first time it stands there.

    >>> linked("A <spinner> is a spinner.")
    'A &lt;<span class="dlab-term" data-dlab-term="spinner">spinner</span>&gt; is a spinner.'
    """
    met: set[str] = set()

    def link(found: re.Match[str]) -> str:
        term = _forms()[found[0].casefold()]
        if term in met:
            return found[0]
        met.add(term)
        return f'<span class="dlab-term" data-dlab-term="{escape(term)}">{found[0]}</span>'

    return _pattern().sub(link, plain(text))


def plain(text: str) -> str:
    """A text as HTML in which no line breaks within a tile: a browser would break it after its hyphen.

    >>> plain("<6-5>")
    '&lt;<span class="dlab-whole">6-5</span>&gt;'
    """
    return _TILE.sub(r'<span class="dlab-whole">\g<0></span>', escape(text))


def linked_each(texts: Iterable[str]) -> list[str]:
    """Several texts that stand together: a term is linked where it stands first in any of them.

    >>> [text.count("<span") for text in linked_each(["A spinner.", "The spinner."])]
    [1, 0]
    >>> linked_each([])
    []
    """
    # A sentence of a reader's own may have lines of its own.
    lines = [text.replace("\n", " ") for text in texts]
    return linked("\n".join(lines)).split("\n") if lines else []


@lru_cache(maxsize=1)
def _forms() -> dict[str, str]:
    return {form.casefold(): term for term, entry in entries().items() for form in (term, *entry.get("also", ()))
            if term not in _EVERYDAY}


_EVERYDAY = frozenset({"tile", "hand", "match", "pip"})
"""Words that stand in nearly every sentence: defined in the glossary, never linked in a text."""


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(_forms(), key=len, reverse=True)
    return re.compile(r"\b(" + "|".join(map(re.escape, longest_first)) + r")\b", re.IGNORECASE)
