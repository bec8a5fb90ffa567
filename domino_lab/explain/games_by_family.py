"""All games by family: families that can be opened, each with its games, and their variations folded in."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple, NoReturn

from domino_lab.catalogue import ListedGame, listing, seats_in_words, sources
from domino_lab.core.errors import missing
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown, code_span, escape, printable, without_math

_WIDTH = 100
"""The longest line of the plain text, in characters."""


class GamesToRead:
    """All games where pandas is not installed: they are shown as with it, and what a data frame does asks for it."""

    def __repr__(self) -> str:
        return text()

    def _repr_html_(self) -> str:
        return html()

    def _repr_markdown_(self) -> str:
        return markdown()

    @property
    def name(self) -> str:
        """The title of a page of the games."""
        return phrase("widgets.games_page")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):            # what a notebook asks of everything that it shows
            raise AttributeError(name)
        raise missing(ModuleNotFoundError(name="pandas"))

    def __getitem__(self, key: object) -> NoReturn:
        raise missing(ModuleNotFoundError(name="pandas"))


def text() -> str:
    """Return the families as lines of plain text, each with the ids of its games."""
    return "\n".join(map(_as_text, _families()))


def markdown() -> str:
    """Return the families as a Markdown list."""
    return "\n".join(map(_as_markdown, _families()))


class _Game(NamedTuple):
    """A game with its variations."""

    entry: ListedGame
    variations: list[ListedGame]


class _Family(NamedTuple):
    name: str
    games: list[_Game]

    @property
    def counts(self) -> str:
        """The numbers of games and of variations."""
        variations = sum(len(game.variations) for game in self.games)
        games = phrase("games.games", count=len(self.games))
        return phrase("games.and_variations", games=games, count=variations) if variations else games


def _families() -> Iterator[_Family]:
    for family, members in groupby(listing(), key=lambda entry: entry["family"]):
        by_game = (list(entries) for _, entries in groupby(members, key=lambda entry: entry["id"].partition("/")[0]))
        yield _Family(family[:1].upper() + family[1:], [_Game(first, variations) for first, *variations in by_game])


def _as_text(family: _Family) -> str:
    ids = textwrap.fill(", ".join(game.entry["id"] for game in family.games), _WIDTH, initial_indent="  ",
                        subsequent_indent="  ", break_on_hyphens=False, break_long_words=False)
    return printable(f"{phrase('games.family', family=family.name, counts=family.counts)}\n{ids}")


def _as_markdown(family: _Family) -> str:
    heading = as_markdown(phrase("games.family", family=family.name, counts=family.counts))
    return f"* {heading}: " + ", ".join(code_span(game.entry["id"]) for game in family.games)


_LOOK = """
.dlab-games { max-width: 960px; font-size: 15px; line-height: 1.5; overflow-wrap: anywhere; }
.dlab-games summary { cursor: pointer; padding: 6px 0; }
.dlab-games summary:focus-visible { outline: 2px solid currentColor; outline-offset: -2px; }
.dlab-games ul { margin: 0 0 8px; padding-left: 20px; }
.dlab-games li { margin: 4px 0; }
"""


def html() -> str:
    """Return the families as elements that open without a script, the first one open."""
    parts = [_family_html(family, opened=number == 0) for number, family in enumerate(_families())]
    return without_math(f'<style>{_LOOK}</style><div class="dlab-games">{"".join(parts)}</div>')


def _family_html(family: _Family, *, opened: bool) -> str:
    heading = f"<b>{escape(family.name)}</b>: {escape(family.counts)}"
    games = "".join(map(_game_html, family.games))
    return f"<details{' open' if opened else ''}><summary>{heading}</summary><ul>{games}</ul></details>"


def _game_html(game: _Game) -> str:
    name, key = escape(game.entry["name"]), escape(game.entry["id"])
    facts = f"<b>{name}</b> <code>{key}</code>: {escape(seats_in_words(game.entry))}; {escape(sources(game.entry))}"
    if not game.variations:
        return f"<li>{facts}</li>"
    items = "".join(f"<li>{_variation_html(version, game.entry)}</li>" for version in game.variations)
    summary = escape(phrase("games.variations", count=len(game.variations)))
    whole = escape(phrase("games.variations_of", game=game.entry["name"], count=len(game.variations)))
    return f'<li>{facts}<details><summary aria-label="{whole}">{summary}</summary><ul>{items}</ul></details></li>'


def _variation_html(variation: ListedGame, game: ListedGame) -> str:
    """A variation without the name of its game, and with its players if they are others."""
    shown = f"{escape(variation['name'].removeprefix(game['name'] + ': '))} <code>{escape(variation['id'])}</code>"
    return shown if variation["seats"] == game["seats"] else f"{shown}: {escape(seats_in_words(variation))}"
