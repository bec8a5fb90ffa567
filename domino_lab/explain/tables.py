"""Tables as data frames that are shown in words: all games by family, and the axes in which two rulesets differ."""

from __future__ import annotations

from collections.abc import Mapping

from domino_lab.catalogue import listing, other_names, players
from domino_lab.explain import games_by_family
from domino_lab.explain.axis_choices import axis_label, has_name, value_name
from domino_lab.explain.ruleset_comparison import clause_in_table
from domino_lab.io.dataframes import FullFrame
from domino_lab.rules.ruleset import Difference, Ruleset, differences as changed_axes
from domino_lab.rules.values import show_value
from domino_lab.words import phrase

# --- all games


class GamesTable(FullFrame):
    """All games as a data frame that displays by family; a part of it displays as in pandas."""

    def __repr__(self) -> str:
        if not self._is_whole:
            return super().__repr__()
        return "\n".join([games_by_family.text(), phrase("games.all_rows")])

    def _repr_html_(self) -> str | None:
        return games_by_family.html() if self._is_whole else super()._repr_html_()

    def _repr_markdown_(self) -> str | None:
        return games_by_family.markdown() if self._is_whole else None

    @property
    def _is_whole(self) -> bool:
        """False for a table that was changed in place."""
        return self.equals(_frame())


def games_table() -> GamesTable:
    """Return a row for every game and variation, by its id."""
    table = GamesTable(_frame())
    table.attrs["title"] = phrase("widgets.games_page")
    return table


def _frame() -> FullFrame:
    rows = [
        {"family": entry["family"], "id": entry["id"], "name": entry["name"], "players": players(entry),
         "also called": other_names(entry), "sheets": ", ".join(entry["sheets"]), "seen": entry["seen"],
         "variation of": entry["variation_of"] or ""}
        for entry in listing()
    ]
    return FullFrame(FullFrame(rows).set_index("id"))


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
    table.attrs["title"] = phrase("widgets.differences_page", first=first.name, second=second.name)
    return table


def _row(difference: Difference) -> list[str]:
    clauses = (clause_in_table(cited) for cited in (difference.one_clause, difference.other_clause))
    return [difference.axis, show_value(difference.one), show_value(difference.other), *clauses]


def _cell(axis: str, value: object) -> str:
    return _both(value_name(axis, value), show_value(value)) if has_name(axis, value) else show_value(value)


def _both(name: str, raw: str) -> str:
    return f"{name} ({raw})"
