"""Tables as data frames that are shown in words: all games by family, and the axes in which two rulesets differ."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from domino_lab.catalogue import ListedGame, listing, other_names, players, seats_in_words, sources
from domino_lab.explain.axis_choices import axis_label, has_name, value_name
from domino_lab.explain.ruleset_comparison import clause_in_table
from domino_lab.io.dataframes import FullFrame
from domino_lab.rules.ruleset import Difference, Ruleset, differences as changed_axes
from domino_lab.rules.values import show_value
from domino_lab.words import phrase
from domino_lab.words.escaping import as_markdown, code_span, escape, printable, without_math

# --- all games: families that can be opened, each with its games, and their variations folded in

_WIDTH = 100
"""The longest line of the plain text, in characters."""


class GamesTable(FullFrame):
    """All games as a data frame that displays by family; a part of it displays as in pandas."""

    def __repr__(self) -> str:
        if not self._is_whole:
            return super().__repr__()
        return "\n".join([*map(_as_text, _families()), phrase("games.all_rows")])

    def _repr_html_(self) -> str | None:
        return _as_html(_families()) if self._is_whole else super()._repr_html_()

    def _repr_markdown_(self) -> str | None:
        return "\n".join(_as_markdown(family) for family in _families()) if self._is_whole else None

    @property
    def _is_whole(self) -> bool:
        """False for a table that was changed in place."""
        return self.equals(_frame())


def games_table() -> GamesTable:
    """Return a row for every game and variation, by its id."""
    return GamesTable(_frame())


def _frame() -> FullFrame:
    rows = [
        {"family": entry["family"], "id": entry["id"], "name": entry["name"], "players": players(entry),
         "also called": other_names(entry), "sheets": ", ".join(entry["sheets"]),
         "variation of": entry["variation_of"] or ""}
        for entry in listing()
    ]
    return FullFrame(FullFrame(rows).set_index("id"))


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


def _as_html(families: Iterator[_Family]) -> str:
    """Return families as elements that open without a script, the first one open."""
    parts = [_family_html(family, opened=number == 0) for number, family in enumerate(families)]
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


def _variation_html(found: ListedGame, game: ListedGame) -> str:
    """A variation without the name of its game, and with its players if they are others."""
    shown = f"{escape(found['name'].removeprefix(game['name'] + ': '))} <code>{escape(found['id'])}</code>"
    return shown if found["seats"] == game["seats"] else f"{shown}: {escape(seats_in_words(found))}"


# --- the axes in which two rulesets differ: raw values for programs, shown with their plain names


class DifferencesTable(FullFrame):
    """A data frame of values as `but()` takes them, shown with the plain name of each axis and value."""

    def __repr__(self) -> str:
        return repr(self._in_words())

    def _repr_html_(self) -> str | None:
        html: str | None = self._in_words()._repr_html_()
        return html

    def _in_words(self) -> FullFrame:
        """The same table in words; as it is if it was changed in place."""
        names: Mapping[str, list[str]] = self.attrs.get("names", {})
        shown = FullFrame(self).saying(phrase("comparison.no_axes"))
        if not set(self.index) <= set(names) or len(self.columns) < 2:
            return shown
        for place in (0, 1):
            shown.isetitem(place, [names[axis][place] for axis in self.index])
        shown.index = shown.index.map(lambda axis: _both(axis_label(axis), str(axis)))
        return shown


def differences_table(first: Ruleset, second: Ruleset) -> DifferencesTable:
    """Return a row for each axis in which two rulesets differ, with both values and both clauses."""
    changes = list(changed_axes(first, second))
    columns = ["axis", first.name, second.name, "clause", "clause there"]
    table = DifferencesTable(FullFrame(list(map(_row, changes)), columns=columns).set_index("axis"))
    table.attrs["names"] = {change.axis: [_cell(change.axis, value) for value in (change.one, change.other)]
                            for change in changes}
    return table


def _row(difference: Difference) -> list[str]:
    clauses = (clause_in_table(cited) for cited in (difference.one_clause, difference.other_clause))
    return [difference.axis, show_value(difference.one), show_value(difference.other), *clauses]


def _cell(axis: str, value: object) -> str:
    return _both(value_name(axis, value), show_value(value)) if has_name(axis, value) else show_value(value)


def _both(name: str, raw: str) -> str:
    return f"{name} ({raw})"
