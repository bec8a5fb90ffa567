"""Reading: rules by whatever a reader calls them: a game's name, a file, its text, or a ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from domino_lab import catalogue
from domino_lab.arguments import checked
from domino_lab.errors import RecordError, RulesetError
from domino_lab.files import content
from domino_lab.rules.ruleset import Ruleset

Named = str | Path | Ruleset
"""What `ruleset` reads."""


@checked
def ruleset(name: Named, *, own: Mapping[str, Any] | None = None) -> Ruleset:
    """The ruleset with that id or other name, out of a file that ends in .toml, or out of the TOML text itself.

    It displays as its rule page. `own` supplies the classes of your own that a file names, by group:
    `own={"matching": NeighbourPips()}`. Raises RulesetError for an unknown name, and for a file with what is wrong in
    it, by line.

    >>> ruleset("block").name, ruleset('ruleset = "block"\\nname = "Ours"').name
    ('Block Game', 'Ours')
    """
    if isinstance(name, Ruleset) or not _is_text(name):
        if own:
            raise RulesetError("own= is for a file of rules that names parts of yours; for a game of the catalogue "
                               'write them as changes, as in dl.ruleset("block").but(scoring=...)')
        return catalogue.get(name)  # type: ignore[arg-type]
    from domino_lab.record import rulebook

    return rulebook.read_rules(_text(name), catalogue.get, own)


def as_list(rulesets: Sequence[Named] | Named) -> list[Named]:
    """One ruleset or several as a list; a name alone is one ruleset, not its letters.

    >>> as_list("block"), as_list(("block", "draw"))
    (['block'], ['block', 'draw'])
    """
    return [rulesets] if isinstance(rulesets, Named) else list(rulesets)


def resolver(rules: Named | None) -> Callable[[str], Ruleset]:
    """How a record finds its ruleset by the name in it: in the catalogue, unless `rules` stands for whatever it names.

    >>> resolver(None)("block").id, resolver("draw")("block").id
    ('block', 'draw')
    """
    if rules is None:
        return catalogue.get
    house = ruleset(rules)
    return lambda _name: house


def _is_text(name: object) -> bool:
    """Whether rules are to be read: a file may have any name where its folder is named too, as in "./block"."""
    if isinstance(name, str) and name.startswith(("./", "../", "/", "~")):
        return True
    return isinstance(name, Path) or (isinstance(name, str) and ("=" in name or name.endswith(".toml")))


def _text(name: str | Path) -> str | bytes:
    if isinstance(name, str) and ("\n" in name or "=" in name):
        return name
    from domino_lab.record.source import MOST_CHARACTERS

    try:
        return content(name, MOST_CHARACTERS)
    except RecordError as error:
        raise RulesetError(str(error)) from None
