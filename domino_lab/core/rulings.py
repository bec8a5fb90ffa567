"""Rulings: decisions with their clause and facts, whose text is written only when it is read."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from domino_lab.words import clause_ids, clause_table, fill, house_clause, join_words, language, phrase

Facts: TypeAlias = Mapping[str, Any]
"""The facts that a decision used, by name: tiles, numbers and names that its sentence may show."""


class Source(NamedTuple):
    """A rule sheet: the short key by which clauses cite it, and the name a reader can look up."""

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
        """True if the clause comes from other published rules, not from one of the main sheets of this lab."""
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
        names = join_words(dict.fromkeys(sheet.name for sheet in self.sheets))
        return phrase("sheets.silent", sheets=names) if self.silent else names


def clause(clause_id: str) -> Clause:
    """Return the clause with that id (":" and a word choose an option of it); raises LookupError if there is none."""
    return _clause(clause_id, language())


@lru_cache(maxsize=2048)
def _clause(clause_id: str, _language: str) -> Clause:
    table = clause_table(clause_id)
    return Clause(
        clause_id.partition(":")[0],
        tuple(dict.fromkeys(source(key) for key in table.get("sheets", ()))),
        bool(table.get("silent", False)),
        clause_id.startswith(("HOUSE-", "OWN-")),
        table,
    )


class OwnClause(str):
    """The clause of a reader's own rule; `words` has the sentences with which the rule explains itself, by case."""

    words: Mapping[str, str]

    def __new__(cls, clause: str, words: Mapping[str, str] = {}) -> OwnClause:  # noqa: D102
        made = super().__new__(cls, clause)
        made.words = words
        return made


class Ruling(NamedTuple):
    """A decision: the clause, the case (the key of its sentence), and the facts that it used.

    `allowed` is False for a refusal; `points` is the value of the decision; `because` has the rulings behind it. `axis`
    is the question that it answers, "" for the rules that all games share: its sentence is that of the axis and the
    case, unless the clause has a sentence of its own for the case.
    """

    clause: str
    case: str
    facts: Mapping[str, Any] = {}
    allowed: bool = True
    points: int = 0
    because: tuple[Ruling, ...] = ()
    axis: str = ""

    @classmethod
    def of(cls, clauses: Mapping[str, str], axis: str, case: str, facts: Facts = {},  # noqa: B006
           allowed: bool = True, points: int = 0, because: tuple[Ruling, ...] = ()) -> Ruling:  # noqa: FBT001, FBT002
        """Return a decision on an axis, by its clause among `clauses`."""
        return cls(clauses[axis], case, facts, allowed, points, because, axis)

    def with_reason(self, *reasons: Ruling) -> Ruling:
        """Return the same decision, which rests on `reasons`, too."""
        return Ruling(self.clause, self.case, self.facts, self.allowed, self.points, (*self.because, *reasons),
                      self.axis)

    @property
    def text(self) -> str:
        """The sentence of this decision, in the chosen language, written when it is read."""
        return fill(self.template, self.facts)

    @property
    def template(self) -> str:
        """The sentence with its facts in braces: the clause's own for this case, or that of the axis."""
        general = house_clause(self.axis)
        if self._own_case:
            return self._own_words[self._own_case]
        for sentences in (clause(self.clause).sentences,
                          clause(general).sentences if general in clause_ids() else {}):
            if self.case in sentences:
                return str(sentences[self.case])
        raise LookupError(f"the axis {self.axis!r}, which {self.clause} decides, has no sentence {self.case!r}: write "
                          f"one under {general} in words/en/clauses/house.toml; it can name "
                          f"{join_words(f'{{{name}}}' for name in self.facts)}")

    @property
    def _own_words(self) -> Mapping[str, str]:
        return self.clause.words if isinstance(self.clause, OwnClause) else {}

    @property
    def _own_case(self) -> str:
        """The case for which a reader's own rule has a sentence, "" if there is none.

        Rules of this package tell some cases apart for which it has one, such as again and again_double. A "no" is
        about one thing alone: that nobody may draw now (no_draw) is not said by the refusal of a pass.
        """
        general = self.case.partition("_")[0]
        kinds = (self.case,) if general == "no" else (self.case, general)
        return next((case for case in kinds if case in self._own_words), "")

    @property
    def origin(self) -> str:
        """The source of the clause, for readers; a rule of a reader's own is named after its class."""
        name = self._own_words.get("object")
        return clause(self.clause).origin if name is None else phrase("sheets.house_of", name=name)

    @property
    def id(self) -> str:
        """The id of the clause, without the chosen option."""
        return self.clause.partition(":")[0]

    def tree(self) -> tuple[Ruling, ...]:
        """Return this ruling and all the rulings behind it, itself first."""
        return (self, *(part for reason in self.because for part in reason.tree()))
