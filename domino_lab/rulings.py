"""Rulings: decisions with their clause and facts, whose text is written only when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from domino_lab.words import clause_table, fill, listed, phrase

Facts: TypeAlias = Mapping[str, Any]
"""The facts that a decision used, by name: tiles, numbers and names that its sentence may show."""


class Source(NamedTuple):
    """A rule sheet: the short key RULES.md uses and the name a reader can look up."""

    key: str
    name: str


def source(key: str) -> Source:
    """Return the sheet with that key ("000", "000-draw", "001" ...); raises LookupError for an unknown one."""
    return Source(key, phrase(f"sheets.{key}"))


class Clause(NamedTuple):
    """One clause of a rule sheet: its id, its sheets, whether the sheet is silent, and its sentences.

    `silent` is True if this package decided because no sheet says anything; `house` marks a house rule.
    """

    id: str
    sheets: tuple[Source, ...]
    silent: bool
    house: bool
    sentences: Facts

    @property
    def is_beyond(self) -> bool:
        """True if the clause comes from other published rules than the five sheets."""
        return [sheet.key for sheet in self.sheets] == ["beyond"]

    @property
    def origin(self) -> str:
        """The origin of the clause, for readers."""
        if self.house:
            return phrase("sheets.house")
        if self.id.startswith("GEN-"):
            return phrase("sheets.general")
        if self.id.startswith("REC-"):
            return phrase("sheets.record")
        if self.silent and self.is_beyond:
            return phrase("sheets.silent_beyond")
        names = listed(dict.fromkeys(sheet.name for sheet in self.sheets))
        return phrase("sheets.silent", sheets=names) if self.silent else names


@lru_cache(maxsize=512)
def clause(clause_id: str) -> Clause:
    """Return the clause with that id (":" and a word choose an option of it); raises LookupError if there is none."""
    table = clause_table(clause_id)
    return Clause(
        clause_id.partition(":")[0],
        tuple(dict.fromkeys(source(key) for key in table.get("sheets", ()))),
        bool(table.get("silent", False)),
        clause_id.startswith(("HOUSE-", "OWN-")),
        table,
    )


class Ruling(NamedTuple):
    """A decision: the clause, the case (the key of its sentence), and the facts that it used.

    `allowed` is False for a refusal; `points` is what the decision is worth; `because` holds the rulings it rests on.
    """

    clause: str
    case: str
    facts: Mapping[str, Any] = {}
    allowed: bool = True
    points: int = 0
    because: tuple[Ruling, ...] = ()

    @property
    def text(self) -> str:
        """The sentence of this decision, in the chosen language, written when it is read."""
        own = self.facts.get("words")
        sentences = own if own is not None else clause(self.clause).sentences
        if own is None and self.case not in sentences:
            raise LookupError(f"the clause {self.clause} has no sentence {self.case!r}: write it in words/en/clauses; "
                              f"it can name {listed(f'{{{name}}}' for name in self.facts)}")
        return fill(sentences[self.case], self.facts)

    @property
    def origin(self) -> str:
        """Where the clause comes from, for readers; a rule of a reader's own is named after its object."""
        name = self.facts.get("words", {}).get("object")
        return clause(self.clause).origin if name is None else phrase("sheets.house_of", name=name)

    @property
    def id(self) -> str:
        """The id of the clause, without the option chosen."""
        return self.clause.partition(":")[0]

    def tree(self) -> tuple[Ruling, ...]:
        """Return this ruling and all that it rests on, itself first."""
        return (self, *(part for reason in self.because for part in reason.tree()))
